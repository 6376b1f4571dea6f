"""What the page calls in the browser: a snapshot loaded, an order tried on it. Texts go in, JSON comes out.

Nothing is kept but the snapshot and, while somebody plays on in the sandbox, the positions that came of it.
"""

from __future__ import annotations

from functools import partial
from json import dumps, loads
from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.blocks import Lines, Picture
from gm_tools.core.growth import Growth, grow, texts_of_press
from gm_tools.core.i18n import _
from gm_tools.core.languages import speak
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.sheets import parse_sheet
from gm_tools.page.parts import first_drawing, notation, parts, seats_data, text_parts
from gm_tools.page.posts import order_posts
from gm_tools.page.sandbox import Sandbox
from gm_tools.render.drawing import draw
from gm_tools.render.drawing.layers import overlay
from gm_tools.reports.report import Scene, turn_report
from gm_tools.reports.trial import trial_report
from gm_tools.table.snapshot import open_snapshot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.blocks import Column
    from gm_tools.core.drawing import Drawing
    from gm_tools.reports.report import Report
    from gm_tools.table.snapshot import Snapshot

_table: Snapshot | None = None
_sandbox: Sandbox | None = None
AHEAD = 1  # turns of its own that a seat's best orders look ahead
FEW = 3  # columns of them that the page has room for


def load(text: str, language: str) -> str:
    """Take a snapshot (the text of `snapshot.toml`) to try orders on.

    The answer holds `failed`, in words, for a text that is not a snapshot; the one before stays.
    """
    global _table, _sandbox  # noqa: PLW0603  (a worker holds one table)
    speak(language)
    try:
        _table = open_snapshot(text)
    except InputError as error:
        return _json({"failed": str(error)})
    _sandbox = None
    return _json({})


def warm_up() -> str:
    """Load what reads orders of the table's game: it takes as long as the first hundred orders."""
    with grammar.probing():
        _loaded().game.parse_order("?")
    return _json({})


def shown(seat: str = "", private: str = "") -> str:
    """Return what the page shows of the snapshot that is loaded: its board and standings, the seats to choose from, the notation.

    With a seat and its private message the board is drawn as that seat sees it.
    """
    table = _loaded()
    position = _view(table, seat, private)[0]
    report = turn_report(_scene(table, seat or table.viewer), table.turn, position, ())
    return _json(
        {
            "title": table.game.headline(position),
            "table": table.name,
            **parts(report)._asdict(),
            "seats": seats_data(report),
            "viewer": table.viewer,
            "turn": table.turn,
            "over": report.data["over"],
            "hidden": table.game.private is not None,
            "notation": notation(table.game),
        }
    )


def answer(seat: str, text: str, private: str) -> str:
    """Try a sheet of orders as `gm try` does; return its board and texts as HTML, and the posts that can be copied.

    `private` is what the player pasted of a private message, for games that hide something. `state` is `legal`, `illegal`,
    `ambiguous`, `unread`, or `half` for an order that is right so far.
    """
    table = _loaded()
    game, turn = table.game, table.turn + 1
    position, told, unsure = _view(table, seat, private)
    view = game.view(position, seat)
    growth = grow(game, view, seat, text) if seat in game.awaited(view) else Growth(is_half=False)
    report = _try(table, position, seat, text, growth)
    data = report.data
    drawing = first_drawing(report)
    told_apart = (_("Costs"), _("Risk"), _("Not legal"), _("Not understood"))  # these stand in places of their own
    costs, risks, *faults = (_lines(report, title) for title in told_apart)
    others = tuple(block for block in report.blocks if block.title not in told_apart)
    if not data["legal"]:  # what comes of an order that cannot be is nothing to be told
        said = ("", _("Alternatives"), _("No alternative is legal"), _("Later turns"))
        others = tuple(block for block in others if isinstance(block, Picture) or block.title in said)
    texts = text_parts(report._replace(blocks=others), "trial")
    problems = data["problems"]
    return _json(
        {
            "state": _state(data, growth),
            "reason": problems[0]["message"] if problems else "",
            "rule": problems[0]["rule"] if problems else "",
            "faults": [line for lines in faults for line in lines],
            "mended": data["mended"],
            "refused": told,
            "unsure": unsure,
            "secret": _is_secret(table, view, seat, text),
            "posts": order_posts(text, turn),
            "overlay": overlay(drawing) if drawing is not None else "",
            "steps": list(drawing.steps) if drawing is not None else [],
            "maps": texts.maps,
            "rest": "\n".join(part for part in (texts.standings, texts.rest) if part),
            "costs": costs,
            "risks": risks,
            "ends": _ends(drawing),
            "keys": [key._asdict() for key in growth.keys],
            "undo": growth.undo,
            "given": growth.given,
            "needed": growth.needed,
            "reach": growth.reach,
        }
    )


def _try(table: Snapshot, position: Any, seat: str, text: str, growth: Growth) -> Report:
    """Return what `gm try` says of a sheet; of an order that is right so far without a search for what would mend it."""
    scene, turn = _scene(table, seat), table.turn + 1
    run = partial(trial_report, scene, position, seat, text, turn=turn, whole_board=True, hints=False)
    if growth.is_half:
        with grammar.probing():
            report = run()
        if _state(report.data, growth) == "half":
            return report
    return run()


def check(text: str, posted: str, beacon: str) -> str:
    """Check a turn from the text of its public file; `posted` is what the player pasted of its post. See table/public_turn.py.

    `beacon` is `true` or `false` if the page has checked the signature of the beacon's round.
    """
    from gm_tools.table.public_turn import check_turn

    table = _loaded()
    try:
        found = check_turn(table.game, table.board, loads(text), posted, {"true": True, "false": False}.get(beacon))
    except (InputError, ValueError) as error:
        return _json({"failed": str(error), "lines": []})
    return _json({"failed": "", "lines": [line._asdict() for line in found]})


def keys(seat: str, private: str) -> str:
    """Return the keys that an order may begin with, what can be reached, and whether the seat's orders are secret now."""
    table = _loaded()
    position, told, _unsure = _view(table, seat, private)
    view = table.game.view(position, seat)
    found: dict[str, Any] = {
        "keys": [],
        "targets": [],
        "secret": table.game.is_secret(view, seat, None),
        "refused": told,
    }
    if seat not in table.game.awaited(view):
        return _json(found)
    try:
        found["targets"] = [target._asdict() for target in table.game.targets(view, seat)]
        pad = table.game.draw_pad(view, seat)
        if pad is not None:
            found["pad"] = draw(pad._replace(targets=()), _("What orders are made of"))
            found["taps"] = [target._asdict() for target in pad.targets]
        found["keys"] = [key._asdict() for key in grow(table.game, view, seat, "").keys]
    except InputError as error:  # a hand that is not known
        found["why"] = str(error)
    return _json(found)


def press(seat: str, text: str, private: str, word: str) -> str:
    """Return the texts that come of a tap on a card or a die that is drawn: see `core/growth.py`."""
    table = _loaded()
    view = table.game.view(_view(table, seat, private)[0], seat)
    if seat not in table.game.awaited(view):
        return _json({"texts": []})
    try:
        return _json({"texts": texts_of_press(table.game, view, seat, text, word)})
    except InputError:  # a hand that is not known
        return _json({"texts": []})


def best(seat: str, private: str, count: int) -> str:
    """Return the best orders of a seat, with what comes of each: the columns, and a row of texts for each."""
    table = _loaded()
    position = _view(table, seat, private)[0]
    view = table.game.view(position, seat)
    if seat not in table.game.awaited(view):
        return _json({"columns": [], "choices": []})
    try:
        plan = table.game.plan(view, seat, AHEAD, lambda _done, _count: None)
    except InputError as error:
        return _json({"columns": [], "choices": [], "why": str(error)})
    shown = _few(plan.columns)
    chosen = [
        {"order": table.game.format_order(choice.order), "cells": [choice.cells[at] for at in shown]}
        for choice in plan.choices[:count]
    ]
    return _json({"columns": [plan.columns[at].title for at in shown], "choices": chosen})


def _few(columns: Sequence[Column]) -> Sequence[int]:
    """Return which columns of a plan stand on the page: its figures, or else the first; where an order ends is drawn."""
    figures = [at for at, column in enumerate(columns) if column.right]
    return (figures if len(figures) > 1 else range(len(columns)))[:FEW]


def play(command: str) -> str:
    """Go on in the sandbox: `command` is JSON, see sandbox.py. What comes back is as `shown`, with what happened, or `failed`."""
    global _table, _sandbox  # noqa: PLW0603
    _sandbox = _sandbox or Sandbox(_loaded())
    try:
        told = _sandbox.run(command)
    except InputError as error:
        return _json({"failed": str(error)})
    _table = _sandbox.table
    return _json(told)


def _state(data: Any, growth: Growth) -> str:
    kinds = {problem["kind"] for problem in data["problems"]}
    if data["legal"]:
        return "legal"
    if kinds == {"ambiguous"}:
        return "ambiguous"
    return "half" if growth.is_half else "unread" if "invalid" in kinds else "illegal"


def _lines(report: Report, title: str) -> list[str]:
    """Return the lines of a report's block of prose, none if there is no such block."""
    return [
        line for block in report.blocks if isinstance(block, Lines) and block.title == title for line in block.lines
    ]


def _ends(drawing: Drawing | None) -> list[dict[str, Any]]:
    """Return how an order can come out, likeliest first: the probability of each end, and whether it is a bad one."""
    landings = sorted(drawing.landings, key=lambda landing: -landing.chance) if drawing is not None else []
    return [{"chance": landing.chance, "role": landing.role} for landing in landings]


def _is_secret(table: Snapshot, view: Any, seat: str, text: str) -> bool:
    """Tell whether anything in a sheet is for the game master alone."""
    sheet = parse_sheet(table.game, text)
    alternatives = [one.order for part in sheet.parts for one in part.alternatives]
    return any(table.game.is_secret(view, seat, order) for order in alternatives or [None])


def _view(table: Snapshot, seat: str, private: str) -> tuple[Any, str, bool]:
    """Return the position with what a private message tells of it, why that could not be read, and whether a hand is unknown."""
    game, position = table.game, table.position
    if game.private is None or not seat:
        return position, "", False
    if private.strip():
        known = game.private(game.view(position, seat), seat, private)
        if not isinstance(known, Problem):
            return known, "", False
        return position, known.message, seat != table.viewer
    return position, "", seat != table.viewer


def _loaded() -> Snapshot:
    assert _table is not None, "load() comes first"
    return _table


def _scene(table: Snapshot, viewer: str) -> Scene:
    return Scene(table.name, table.game, table.seats, viewer)


def _json(data: dict[str, Any]) -> str:
    return dumps(data)
