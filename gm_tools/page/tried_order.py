"""What the page says and draws of an order that is tried: `gm try`, taken apart into the places that it has there. `tried_order.js` shows it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.blocks import Picture
from gm_tools.core.growth import Growth, grow
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.sheets import parse_sheet
from gm_tools.core.tuples import NamedTuple
from gm_tools.page.parts import lines_under, text_parts
from gm_tools.page.posts import order_posts
from gm_tools.render.drawing.layers import overlay
from gm_tools.reports.report import first_drawing, scene_of
from gm_tools.reports.trial import trial_report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.core.drawing import Drawing, Point
    from gm_tools.reports.report import Report
    from gm_tools.table.snapshot import Snapshot

FEW = 2  # lines of what comes of an order that costs nothing


class KnownPosition(NamedTuple):
    """What a seat tries its orders on: the position, why its private message could not be read, whether its hand is not known."""

    position: Any
    refused: str = ""
    is_unsure: bool = False


def know(table: Snapshot, seat: str, private: str) -> KnownPosition:
    """Return the position with what a private message tells of it: the text that a player pasted, or empty."""
    game, position = table.game, table.position
    if game.private is None or not seat:
        return KnownPosition(position)
    known = game.private(game.view(position, seat), seat, private) if private.strip() else None
    if known is None or isinstance(known, Problem):
        return KnownPosition(position, "" if known is None else known.message, seat != table.viewer)
    return KnownPosition(known)


def try_sheet(table: Snapshot, seat: str, text: str, known: KnownPosition) -> dict[str, Any]:
    """Return what comes of a sheet of orders, as plain data: texts and an overlay of the board as HTML, posts to be copied.

    `state` is `legal`, `illegal`, `ambiguous`, `unread`, or `half` for an order that is right so far. `keys`, `undo`, `given`,
    `needed` and `reach` are those of `core/growth.py`.
    """
    game, turn = table.game, table.turn + 1
    view = game.view(known.position, seat)
    growth = grow(game, view, seat, text) if seat in game.awaited(view) else Growth(is_half=False)
    report = _try(table, known.position, seat, text, growth)
    data, problems = report.data, report.data["problems"]
    drawing = first_drawing(report.blocks)
    if known.is_unsure and not growth.is_half and _is_begun(problems, text):  # which cards may follow is not known
        growth = growth._replace(is_half=True)
    state = _state(data, growth)
    if drawing is not None and state == "half":  # what is right so far is no fault
        drawing = drawing._replace(is_refused=False)
    # These stand in places of their own.
    told_apart = (_("Costs"), _("Surely"), _("Risk"), _("Not legal"), _("Not understood"))
    costs, sure, risks, *faults = (lines_under(report.blocks, title) for title in told_apart)
    others, folded = _fold([block for block in report.blocks if block.title not in told_apart])
    if not data["legal"]:  # what comes of an order that cannot be is nothing to be told
        said = ("", _("Alternatives"), _("No alternative is legal"), _("Later turns"))
        others = tuple(block for block in others if isinstance(block, Picture) or block.title in said)
        folded = None
    texts = text_parts(report._replace(blocks=others), "trial")
    written = " ".join(text.upper().split())
    is_clear = state != "ambiguous"  # of two ways none is drawn: pointing at one of them does that
    orders = [one.order for part in parse_sheet(game, text).parts for one in part.alternatives]
    return {
        "state": state,
        "reason": problems[0]["message"] if problems else "",
        "rule": problems[0]["rule"] if problems else "",
        "faults": [line for lines in faults for line in lines],
        "mended": data["mended"],
        "refused": known.refused,
        "unsure": known.is_unsure,
        "secret": any(game.is_secret(view, seat, order) for order in orders or [None]),
        "posts": order_posts(text, turn),
        "overlay": overlay(drawing) if drawing is not None and is_clear else "",
        "steps": list(drawing.steps) if drawing is not None and is_clear else [],
        "end": _only_end(drawing) if drawing is not None and is_clear else None,
        "readings": [] if is_clear else [key.text for key in growth.keys if key.text.startswith(f"{written} ")],
        "maps": texts.maps,
        "rest": "\n".join(part for part in (texts.standings, texts.rest) if part),
        "folded": text_parts(report._replace(blocks=(folded,)), "ways").rest if folded is not None else "",
        "fold": folded.title if folded is not None else "",
        "costs": costs or lines_under(report.blocks, _("Outcome"))[:FEW],
        "sure": sure,
        "risks": risks,
        "shares": [share._asdict() for share in drawing.shares] if drawing is not None else [],
        "keys": [key._asdict() for key in growth.keys],
        "undo": growth.undo,
        "progress": _(game.counted_parts, given=growth.given, needed=growth.needed) if growth.needed else "",
        "given": growth.given,
        "needed": growth.needed,
        "reach": growth.reach,
    }


def _try(table: Snapshot, position: Any, seat: str, text: str, growth: Growth) -> Report:
    """Return what `gm try` says of a sheet; of an order that is right so far without a search for what would mend it."""
    scene, turn = scene_of(table, seat), table.turn + 1
    run = partial(trial_report, scene, position, seat, text, turn=turn, whole_board=True, hints=False)
    if growth.is_half:
        with grammar.probing():
            report = run()
        if _state(report.data, growth) == "half":
            return report
    return run()


def _only_end(drawing: Drawing) -> Point | None:
    """Return where an order ends if that is one place, whatever chance does: not always where its path leaves the track."""
    places = {landing.at for landing in drawing.landings}
    return places.pop() if len(places) == 1 else None


def _is_begun(problems: Sequence[Mapping[str, Any]], text: str) -> bool:
    """Tell whether nothing is wrong with a text but that it ends too early."""
    is_short = [problem["kind"] == "invalid" and problem["column"] > len(text.rstrip()) for problem in problems]
    return bool(is_short) and all(is_short)


def _state(data: Mapping[str, Any], growth: Growth) -> str:
    kinds = {problem["kind"] for problem in data["problems"]}
    if data["legal"]:
        return "legal"
    if kinds == {"ambiguous"}:
        return "ambiguous"
    return "half" if growth.is_half else "unread" if "invalid" in kinds else "illegal"


def _fold(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], Block | None]:
    """Return blocks without the ways of chance that come to few ends, and these ways: who wants each of them unfolds them."""
    titles = [block.title for block in blocks]
    if _("Ends, place by place") not in titles:
        return tuple(blocks), None
    at = titles.index(_("Ends, place by place")) + 1
    return (*blocks[:at], *blocks[at + 1 :]), blocks[at]
