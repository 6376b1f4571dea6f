"""What the page says and draws of an order that is tried: `gm try`, taken apart for the places of the page.

`tried_order.js` shows it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.blocks import Block, Grid, Lines, Picture
from gm_tools.core.events import PUBLIC
from gm_tools.core.growth import Growth, Key, grow
from gm_tools.core.i18n import _
from gm_tools.core.labels import without_label
from gm_tools.core.problems import Problem
from gm_tools.core.sheets import parse_sheet, split_last, without_begun_word
from gm_tools.core.text import share_text
from gm_tools.core.tuples import NamedTuple
from gm_tools.page.parts import lines_of, text_parts
from gm_tools.page.posts import order_posts
from gm_tools.render.drawing.layers import overlay
from gm_tools.reports.report import Report, first_drawing, scene_of
from gm_tools.reports.trial import judge_sheet, trial_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gm_tools.core.drawing import Drawing, Point
    from gm_tools.core.game import Game
    from gm_tools.table.snapshot import Snapshot

_GRAVE = {"off", "crash"}  # roles of what nobody wants
_SAID = ("alternatives", "later")  # of an order that is not legal; what comes of it is not


class KnownPosition(NamedTuple):
    """What a seat tries its orders on: a position, and why the private message could not be read (empty: it could).

    `is_unsure` tells that the seat's hand is not known.
    """

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
        return KnownPosition(position, "" if known is None else known.message, not sees_own(table, position, seat))
    return KnownPosition(known)


def sees_own(table: Snapshot, position: Any, seat: str) -> bool:
    """Tell whether a position shows a seat what is not everybody's to know, or the table was made for that seat."""
    view = table.game.view
    return seat == table.viewer or view(position, seat) != view(position, PUBLIC)


def try_sheet(table: Snapshot, seat: str, text: str, known: KnownPosition) -> dict[str, Any]:
    """Return what comes of a sheet of orders, as plain data: texts, an overlay of the board as HTML, posts to copy.

    `state` is `legal`, `illegal`, `ambiguous`, `unread`, or `half` for an order that is right so far. `keys`, `undo`,
    `given`, `needed` and `reach` are those of `core/growth.py`, `taken` is what the order takes of the game's pad.

    What stands after a label and the last `else` is the `part` that is being written: the keys continue it, and it is
    drawn while it is half. Of a complete sheet the alternative that counts is drawn and told.
    """
    game, turn = table.game, table.turn + 1
    text = without_label(text, seat, turn)
    view = game.view(known.position, seat)
    before, lead, part = split_last(text)
    able = game.hold_any(view, seat) if known.is_unsure else view  # which cards may follow is not known
    growth = grow(game, able, seat, part) if seat in game.awaited(view) else Growth(is_half=False)
    if lead:
        growth = _after(before, lead, part, growth)
    growth = growth._replace(is_half=growth.is_half or not part)  # nothing is half an order
    report = _try(table, known.position, seat, text, growth)
    data, problems = report.data, report.data["problems"]
    drawing = first_drawing(report.blocks)
    if lead:
        alone = _try(table, known.position, seat, part, growth) if part else None
        if alone is not None and _is_begun(alone.data["problems"], part):  # though nothing that is legal begins so
            growth = growth._replace(is_half=True)
        if growth.is_half:
            drawing = first_drawing(alone.blocks) if alone is not None else None
    with grammar.probing():
        parts = parse_sheet(game, text).parts
    state = "half" if (lead or not part) and growth.is_half else _state(data, growth)
    if parts and parts[-1].turn > turn and _is_begun(problems, parts[-1].alternatives[-1].text):
        state = "half"  # of what is for a later turn is only known whether it can be read
    if state not in ("legal", "half") and (stem := without_begun_word(text)) is not None:
        found = try_sheet(table, seat, stem, known)  # what stands before a word that is only begun, as `els`, stays
        if found["state"] != "unread":
            return {**found, "state": "half", "readings": [], "needed": 0}
    if drawing is not None and state == "half":  # what is right so far is no fault
        drawing = drawing._replace(is_refused=False)
    written = " ".join(text.upper().split())
    is_clear = state != "ambiguous"  # of two ways none is drawn: pointing at one of them does that
    orders = [one.order for each in parts for one in each.alternatives]
    order = orders[max(0, data["alternative"] - 1)] if orders else None
    is_secret = any(game.is_secret(view, seat, order) for order in orders or [None])
    return {
        "state": state,
        "reason": problems[0]["message"] if problems else "",
        "rule": problems[0]["rule"] if problems else "",
        "mended": data["mended"],
        "unsure": known.is_unsure,
        "luck": data["branches"] > 1,
        "secret": is_secret,
        "posts": order_posts(text, turn, *((seat, table.name) if is_secret else ())) if text else {},
        **_draw(drawing, is_clear=is_clear),
        "readings": []
        if is_clear
        else _readings(growth, written) or _other_readings(game, view, seat, data["mended"], written),
        **_tell(report, _end_rows(drawing) if drawing is not None and data["legal"] else []),
        "keys": spell_keys(game, able, seat, growth.keys),
        "undo": growth.undo,
        "part": part,
        "progress": _(game.counted_parts, given=growth.given, needed=growth.needed) if growth.needed else "",
        "isnext": bool(lead) and not part,
        "given": growth.given,
        "needed": growth.needed,
        "reach": growth.reach,
        "taken": game.taken_of_pad(view, seat, order) if order is not None else "",
    }


def _draw(drawing: Drawing | None, *, is_clear: bool) -> dict[str, Any]:
    """Return what is drawn of an order on the board."""
    shown = drawing if is_clear else None
    return {
        "overlay": overlay(shown) if shown is not None else "",
        "steps": list(shown.steps) if shown is not None else [],
        "notes": list(shown.step_notes) if shown is not None else [],
        "end": _only_end(shown) if shown is not None else None,
        "grave": drawing is not None and _is_grave(drawing),
        "shares": [share._asdict() for share in drawing.shares] if drawing is not None else [],
    }


def _tell(report: Report, ends: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what is told of an order in words, `ends` with it, in the places that the page has for them."""
    told_apart = ("costs", "sure", "risk", "faults")  # these stand in places of their own
    costs, sure, risks, faults = (lines_of(report.blocks, name) for name in told_apart)
    others = [block for block in report.blocks if isinstance(block, Picture) or block.name not in told_apart]
    outcome = next((block for block in others if isinstance(block, Lines) and block.name == "outcome"), None)
    folded: list[Block] = []
    if report.data["legal"]:
        folded = [block for block in others if _is_folded(block, ends)]
        others = [
            block for block in others if block is not outcome and not (_is_folded(block, ends) or _is_told(block))
        ]
    else:  # what comes of an order that cannot be is nothing to be told
        others = [block for block in others if not block.title or isinstance(block, Picture) or block.name in _SAID]
    texts = text_parts(report._replace(blocks=tuple(others)), "trial")
    return {
        "faults": faults,
        "maps": texts.maps,
        "rest": "\n".join(part for part in (texts.standings, texts.rest) if part),
        "ends": ends,
        "folds": [(block.title, text_parts(report._replace(blocks=(block,)), "ways").rest) for block in folded],
        "costs": [*costs, *((outcome.brief or (() if ends else outcome.lines)) if outcome is not None else ())],
        "sure": sure,
        "risks": risks,
    }


def _try(table: Snapshot, position: Any, seat: str, text: str, growth: Growth) -> Report:
    """Return what `gm try` says of a sheet.

    For an order that is right so far, no suggestion is searched for.
    """
    scene, turn = scene_of(table, seat), table.turn + 1
    run = partial(trial_report, scene, position, seat, text, turn=turn, whole_board=True, hints=False)
    if growth.is_half:
        view = table.game.view(position, seat)
        with grammar.probing():
            kinds = {problem.kind for problem in judge_sheet(table.game, view, seat, text, turn).problems}
            if kinds - {"ambiguous"}:
                return run()
    return run()


def _after(before: str, lead: str, part: str, growth: Growth) -> Growth:
    """Return how far the order after an `else` has come, with what stands before it in each text."""
    keys = tuple(key._replace(text=lead + key.text) if key.text else key for key in growth.keys)
    return growth._replace(keys=keys, undo=lead + growth.undo if part else before)


def _only_end(drawing: Drawing) -> Point | None:
    """Return where an order ends if that is one place, whatever chance does; None if there are several.

    It is not always the place where the path leaves the track.
    """
    places = {landing.at for landing in drawing.landings}
    return places.pop() if len(places) == 1 else None


def _readings(growth: Growth, written: str) -> list[str]:
    """Return the orders that a text becomes by one word more."""
    return [key.text for key in growth.keys if key.text.startswith(f"{written} ")]


def _other_readings(game: Game[Any, Any, Any], view: Any, seat: str, mended: str, written: str) -> list[str]:
    """Return the same for a text that the game writes differently (`GNE` is `GEN`), if it is mended by a last word."""
    stem, __, last = mended.rpartition(" ")
    return _readings(grow(game, view, seat, stem), stem) if stem and last not in written.split() else []


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


def spell_keys(game: Game[Any, Any, Any], view: Any, seat: str, keys: Iterable[Key]) -> list[dict[str, str]]:
    """Return keys as plain data.

    A sign that only begins words, as `+` does, is replaced by the words, since the page has room for them.
    """
    found: list[Key] = []
    for key in keys:
        is_sign = len(key.label) == 1 and not key.label.isalnum() and key.text.endswith(key.label)
        __, lead, part = split_last(key.text)
        more = [each for each in grow(game, view, seat, part).keys if each.text] if is_sign else []
        found += [Key(key.label + each.label, key.name, lead + each.text) for each in more] or [key]
    return [key._asdict() for key in found]


def _is_grave(drawing: Drawing) -> bool:
    """Tell whether an order that is drawn comes, surely or by chance, to what nobody wants."""
    ends, shares = drawing.landings, drawing.shares
    return not _GRAVE.isdisjoint([*(one.role for one in ends), *(one.role for one in shares)])


def _end_rows(drawing: Drawing) -> list[dict[str, Any]]:
    """Return the ends of an order that are told in words, the likeliest first: each a row of the page."""
    told = [landing for landing in drawing.landings if landing.words.place]
    return [
        {
            "chance": share_text(landing.chance),
            "role": landing.role,
            "at": landing.at,
            **landing.words._asdict(),
        }
        for landing in sorted(told, key=lambda landing: -landing.chance)
    ]


def _is_told(block: Block) -> bool:
    """Tell whether a block lists the ends of an order, which have rows of their own."""
    return isinstance(block, Grid) and block.name == "ends"


def _is_folded(block: Block, ends: Sequence[object]) -> bool:
    """Tell whether a block is for those who want all of it: every way of chance, or an outcome that is said shorter."""
    if isinstance(block, Lines):
        return block.name == "others" or (
            block.name == "outcome" and (bool(ends) or block.brief not in ((), block.lines))
        )
    return isinstance(block, Grid) and block.name == "branches"
