"""What the page calls in the browser: a snapshot loaded, an order tried on it. Texts go in, JSON comes out, nothing is kept but the snapshot."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Picture, Span
from gm_tools.core.languages import speak
from gm_tools.core.problems import InputError, Problem
from gm_tools.page.parts import notation, parts, seats_data
from gm_tools.render.forums import FORUMS
from gm_tools.render.posting import style_of
from gm_tools.reports.report import Scene, turn_report
from gm_tools.table.snapshot import open_snapshot

if TYPE_CHECKING:
    from gm_tools.table.snapshot import Snapshot

_table: Snapshot | None = None


def load(text: str, language: str) -> str:
    """Take a snapshot (the text of `snapshot.toml`) to try orders on.

    The answer holds `failed`, in words, for a text that is not a snapshot; the one before stays.
    """
    global _table  # noqa: PLW0603  (a worker holds one table)
    speak(language)
    try:
        _table = open_snapshot(text)
    except InputError as error:
        return _json({"failed": str(error)})
    return _json({})


def shown() -> str:
    """Return what the page shows of the snapshot that is loaded: its board and standings, the seats to choose from, the notation."""
    table = _loaded()
    report = turn_report(_scene(table, table.viewer), table.turn, table.position, ())
    return _json(
        {
            "title": report.title,
            **parts(report)._asdict(),
            "seats": seats_data(report),
            "viewer": table.viewer,
            "over": report.data["over"],
            "hidden": table.game.private is not None,
            "notation": notation(table.game),
        }
    )


def answer(seat: str, text: str, private: str) -> str:
    """Try a sheet of orders as `gm try` does; return its maps and texts as HTML, and the posts that can be copied.

    `private` is what the player pasted of a private message, for games that hide something.
    """
    from gm_tools.reports.trial import trial_report

    table = _loaded()
    game, position, turn = table.game, table.position, table.turn + 1
    told = ""
    unsure = game.private is not None and seat != table.viewer  # whether the hand allows it is not looked at
    if private.strip() and game.private is not None:
        known = game.private(game.view(position, seat), seat, private)
        if isinstance(known, Problem):
            told = known.message
        else:
            position, unsure = known, False
    report = trial_report(_scene(table, seat), position, seat, text, turn=turn, whole_board=True)
    data = report.data
    kinds = {problem["kind"] for problem in data["problems"]}
    return _json(
        {
            **parts(report, "trial")._asdict(),
            "state": "legal" if data["legal"] else "unread" if "invalid" in kinds else "illegal",
            "mended": data["mended"],
            "refused": told,
            "unsure": unsure,
            "posts": _posts(text, turn),
        }
    )


def check(text: str, posted: str) -> str:
    """Check a turn from the text of its public file; `posted` is what the player pasted of its post. See table/public_turn.py."""
    from json import loads

    from gm_tools.table.public_turn import check_turn

    table = _loaded()
    try:
        found = check_turn(table.game, table.board, loads(text), posted)
    except (InputError, ValueError) as error:
        return _json({"failed": str(error), "lines": []})
    return _json({"failed": "", "lines": [line._asdict() for line in found]})


def _loaded() -> Snapshot:
    assert _table is not None, "load() comes first"
    return _table


def _scene(table: Snapshot, viewer: str) -> Scene:
    return Scene(table.name, table.game, table.seats, viewer)


def _posts(text: str, turn: int) -> dict[str, str]:
    """Return the finished post for each forum: the order labelled, in code, so that nothing in it is taken for markup."""
    order = Picture("", tuple((Span(line),) for line in text.strip().splitlines()))
    label = f"Order (turn {turn}):"  # what `gm collect` looks for, the same in every language
    posts = {}
    for name in FORUMS:
        style = style_of(name)
        code = "".join(piece.shown(piece.lines) for piece in style.block(order))
        posts[name] = f"{style.escape(label)}\n\n{code}"
    return posts


def _json(data: dict[str, Any]) -> str:
    return dumps(data)
