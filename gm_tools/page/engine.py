"""What the page calls in the browser: a snapshot loaded, an order tried on it. Texts go in, JSON comes out.

Only two things are kept: the snapshot with what seats can begin with, and, while somebody plays on in the sandbox, the
positions that came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from json import dumps, loads
from typing import Any

from gm_tools.core import grammar
from gm_tools.core.blocks import Column
from gm_tools.core.growth import grow, texts_of_press
from gm_tools.core.i18n import _
from gm_tools.core.labels import without_label
from gm_tools.core.languages import speak
from gm_tools.core.plans import notes_on
from gm_tools.core.problems import InputError
from gm_tools.page.cuts import cuts as cuts_of
from gm_tools.page.parts import current_report, notation, parts, seats_data
from gm_tools.page.sandbox import Sandbox
from gm_tools.page.tried_order import know, sees_own, spell_cards, spell_keys, spell_pad, try_sheet
from gm_tools.reports.base import how_to_order
from gm_tools.table.snapshot import Snapshot, open_snapshot

_table: Snapshot | None = None
_sandbox: Sandbox | None = None
_begun: dict[tuple[str, str], str] = {}  # what `keys` has said of this position
LOOKED_AT = 16  # times as many orders are looked at as are to be shown, since some are alike
AHEAD = 1  # turns of its own that a seat's best orders look ahead
FEW = 3  # columns of them that the page has room for


def load(text: str, language: str) -> str:
    """Take a snapshot (the text of `snapshot.toml`) to try orders on.

    The answer holds `failed`, a message, for a text that is not a snapshot; the snapshot before it then stays.
    """
    global _table, _sandbox  # noqa: PLW0603  (a worker holds one table)
    speak(language)
    _begun.clear()
    try:
        _table = open_snapshot(text)
    except InputError as error:
        return dumps({"failed": str(error)})
    _sandbox = None
    return dumps({})


def warm_up() -> str:
    """Load what reads orders of the table's game, which takes as long as the first hundred orders."""
    with grammar.probing():
        _get_snapshot().game.parse_order("?")
    return dumps({})


def show(seat: str = "", private: str = "") -> str:
    """Return what the page shows of the snapshot that is loaded: board, standings, seats to choose from, notation.

    With a seat and its private message the board is drawn as that seat sees it.
    """
    table = _get_snapshot()
    position = know(table, seat, private).position
    report = current_report(table, position, seat or table.viewer)
    return dumps(
        {
            "stage": table.game.headline(position),
            "table": table.name,
            **parts(report),
            "seats": seats_data(report),
            "viewer": table.viewer,
            "turn": table.turn,
            "deeds": {},
            "over": report.data["over"],
            "hidden": table.game.hides(position),
            "notation": notation(table.game),
        }
    )


def answer(seat: str, text: str, private: str) -> str:
    """Try a sheet of orders as `gm try` does: see `tried_order.py`.

    `private` is what the player pasted of a private message.
    """
    table = _get_snapshot()
    return dumps(try_sheet(table, seat, text, know(table, seat, private)))


def cuts(seat: str, text: str, private: str) -> str:
    """Return where the way of an order can be cut: see `cuts.py`."""
    table = _get_snapshot()
    return dumps(cuts_of(table, seat, text, know(table, seat, private)))


def begun(seat: str, text: str, private: str) -> str:
    """Return what can be reached by orders that begin with a text, for games whose targets do not tell it by theirs."""
    game, view = _get_snapshot().game, _view(seat, private)
    if seat not in game.awaited(view):
        return dumps([])
    return dumps([target._asdict() for target in game.targets_begun(view, seat, text)])


def waypoints(seat: str, text: str, private: str) -> str:
    """Return what a tap on a place writes that orders only pass, as pairs: the place, and what leads there.

    A way that continues a text that is written comes before those that begin anew.
    """
    game, view = _get_snapshot().game, _view(seat, private)
    if seat not in game.awaited(view):
        return dumps([])
    return dumps(list({**game.waypoints(view, seat, ""), **game.waypoints(view, seat, text)}.items()))


def check(text: str, posted: str, beacon: str) -> str:
    """Check a turn from the text of its public file, as table/public_turn.py does.

    `posted` is what the player pasted of its post. `beacon` is `true` or `false` if the page has checked the signature
    of the beacon's round.
    """
    from gm_tools.table.public_turn import check_turn

    table = _get_snapshot()
    try:
        found = check_turn(table.game, table.board, loads(text), posted, {"true": True, "false": False}.get(beacon))
    except InputError as error:
        return dumps({"failed": str(error), "lines": []})
    except ValueError:  # no JSON
        return dumps({"failed": _("not a turn that was published by gm publish"), "lines": []})
    return dumps({"failed": "", "lines": [line._asdict() for line in found]})


def keys(seat: str, private: str) -> str:
    """Return the keys that an order may begin with, and what can be reached.

    The answer also says whether the seat's orders are secret now, and whether its hand is `known`.
    """
    if (seat, private) not in _begun:
        _begun[seat, private] = dumps(_keys(seat, private))
    return _begun[seat, private]


def _keys(seat: str, private: str) -> dict[str, Any]:
    game, known = _get_snapshot().game, know(_get_snapshot(), seat, private)
    view = game.view(known.position, seat)
    is_secret = game.is_secret(view, seat, None)
    found: dict[str, Any] = {
        "keys": [],
        "targets": [],
        "secret": is_secret,
        "refused": known.refused,
        "early": game.can_try_early(view, seat),
        "known": game.private is not None and not known.refused and sees_own(_get_snapshot(), known.position, seat),
    }
    if seat not in game.awaited(view):
        return found
    found["how"] = how_to_order(game, game.awaited(view))
    try:
        found["targets"] = [target._asdict() for target in game.targets(view, seat)]
        pad = game.draw_pad(view, seat)
        if pad is not None:
            found["pad"] = spell_pad(pad)
            found["taps"] = [target._asdict() for target in pad.targets]
        found["keys"] = spell_keys(game, view, seat, grow(game, view, seat, "").keys)
    except InputError as error:  # a hand that is not known
        found["why"] = str(error)
        found["example"] = _(game.hand_example)
        found["cards"] = spell_cards(game, view, seat)
    return found


def press(seat: str, text: str, private: str, word: str) -> str:
    """Return the texts that come of a tap on a card or a die that is drawn: see `core/growth.py`."""
    game, view = _get_snapshot().game, _view(seat, private)
    texts: Sequence[str] = ()
    if seat in game.awaited(view):
        with suppress(InputError):  # a hand that is not known
            texts = texts_of_press(game, view, seat, without_label(text, seat, _get_snapshot().turn + 1), word)
    return dumps({"texts": texts})


def best(seat: str, private: str, count: int, told: Callable[[int, int], None]) -> str:
    """Return the best orders of a seat: the columns, a row of texts for each order, and `notes` on both.

    A column that says nothing of any of them is left out. `told(done, all)` is called on the way: how many of all
    orders have been looked at. Where several orders have the same texts, the first stands for all, and `others` says
    how many more were seen. Of each, `risks`, `grave` and `ends` say what can come of it, as `answer` does.
    """
    game, view = _get_snapshot().game, _view(seat, private)
    found: dict[str, Any] = {"columns": [], "choices": []}
    if seat not in game.awaited(view):
        return dumps(found)
    try:
        plan = game.plan(view, seat, AHEAD, told)
    except InputError as error:
        return dumps({**found, "why": str(error)})
    few = _few(plan.columns)
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for choice in islice(plan.choices, LOOKED_AT * count):  # what comes of one is worked out when it is looked at
        cells = tuple(choice.cells[at] for at in few)
        if cells not in rows and len(rows) == count:
            break
        row = rows.setdefault(cells, {"order": game.format_order(choice.order), "others": -1})
        row["others"] += 1
    kept = [number for number in range(len(few)) if any(cells[number] for cells in rows)]
    columns = [plan.columns[few[number]] for number in kept]
    for cells, row in rows.items():
        row["cells"] = [cells[number] for number in kept]
        tried = try_sheet(_get_snapshot(), seat, row["order"], know(_get_snapshot(), seat, private))
        row.update(
            {name: tried[name] for name in ("overlay", "risks", "grave", "ends")}
        )  # drawn at once when pointed at
    found["columns"] = [
        {"title": column.title, "meaning": column.meaning, "isText": not column.right} for column in columns
    ]
    found["choices"] = list(rows.values())
    found["notes"] = notes_on(plan, columns)
    found["only"] = plan.complete and len(plan.choices) == 1
    return dumps(found)


def _few(columns: Sequence[Column]) -> Sequence[int]:
    """Return which columns of a plan stand on the page: its last figures, by which it is sorted, or the first columns.

    Where an order ends needs no column: the board shows it.
    """
    figures = [at for at, column in enumerate(columns) if column.right]
    return figures[-FEW:] if len(figures) > 1 else range(len(columns))[:FEW]


def play(command: str) -> str:
    """Go on in the sandbox: `command` is JSON, see sandbox.py.

    The answer is that of `show`, with what happened, or holds `failed`.
    """
    global _table, _sandbox  # noqa: PLW0603
    _sandbox = _sandbox or Sandbox(_get_snapshot())
    try:
        told = _sandbox.run(command)
    except InputError as error:
        return dumps({"failed": str(error)})
    _table = _sandbox.table
    _begun.clear()
    return dumps(told)


def _view(seat: str, private: str) -> Any:
    """Return what a seat sees of the position, its private message read."""
    table = _get_snapshot()
    return table.game.view(know(table, seat, private).position, seat)


def _get_snapshot() -> Snapshot:
    assert _table is not None, "load() comes first"
    return _table
