"""What the page says and draws of an order that is tried: `gm try`, taken apart for the places of the page.

`tried_order.js` shows it.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.blocks import Block, Grid, Lines, Picture
from gm_tools.core.events import PUBLIC
from gm_tools.core.growth import Growth, Key, grow
from gm_tools.core.i18n import _
from gm_tools.core.labels import without_label
from gm_tools.core.problems import Problem
from gm_tools.core.sheets import split_last, without_begun_word
from gm_tools.core.text import share_text
from gm_tools.core.tuples import NamedTuple
from gm_tools.page.parts import lines_of, text_parts
from gm_tools.page.posts import order_posts
from gm_tools.render.drawing import draw
from gm_tools.render.drawing.layers import overlay
from gm_tools.reports.base import Report, first_drawing, scene_of
from gm_tools.reports.trial import Judged, judge_sheet, trial_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    if game.private is None or not game.hides(position) or not seat:
        return KnownPosition(position)
    known = game.private(game.view(position, seat), seat, private) if private.strip() else None
    if known is None or isinstance(known, Problem):
        return KnownPosition(position, "" if known is None else known.message, not sees_own(table, position, seat))
    return KnownPosition(known)


def sees_own(table: Snapshot, position: Any, seat: str) -> bool:
    """Tell whether a position shows a seat what is not everybody's to know, or the table was made for that seat."""
    view = table.game.view
    return seat == table.viewer or view(position, seat) != view(position, PUBLIC)


class _Read(NamedTuple):
    """A sheet as it stands in the box, read and judged, not carried out yet.

    `part` is what is being written, `lead` what stands before it up to its `else` or the head of its turn, `before` the
    order before its `else`, `alone` the verdict on a part after an `else` by itself. `able` is the seat's view, with
    every card in its hand if that is not known.
    """

    text: str
    view: Any
    able: Any
    before: str
    lead: str
    part: str
    growth: Growth
    judged: Judged
    alone: Judged | None

    @property
    def is_half(self) -> bool:
        """Tell whether what is being written can still become an order; nothing at all can."""
        alone, problem = self.alone, self.judged.problem
        if problem is not None and problem.kind == "illegal":
            return False  # it is for turns that are past
        return self.growth.is_half or not self.part or (alone is not None and _ends_early(alone.problems, self.part))

    def state(self, turn: int) -> str:
        """Return the `state` of the sheet, see `try_sheet`, where `turn` is the next one."""
        problems, parts = self.judged.problems, self.judged.sheet.parts
        if (self.before or not self.part) and self.is_half:
            return "half"
        if parts and parts[-1].turn > turn and _ends_early(problems, parts[-1].alternatives[-1].text):
            return "half"  # of what is for a later turn is only known whether it can be read
        kinds = {problem.kind for problem in problems}
        if not kinds:
            return "legal"
        if kinds == {"ambiguous"}:
            return "ambiguous"
        return "half" if self.is_half else "unread" if "invalid" in kinds else "illegal"


def try_sheet(table: Snapshot, seat: str, text: str, known: KnownPosition) -> dict[str, Any]:
    """Return what comes of a sheet of orders, as plain data: texts, an overlay of the board as HTML, posts to copy.

    `state` is `legal`, `illegal`, `ambiguous`, `unread`, or `half` for an order that is right so far. `keys`, `undo`,
    `given`, `needed` and `reach` are those of `core/growth.py`, `taken` is what the order takes of the game's pad.

    What stands after a label and the last `else` is the `part` that is being written: the keys continue it, and it is
    drawn while it is half. Of a complete sheet the alternative that counts is drawn and told. What stands before a word
    that is only begun, as `els`, stays.
    """
    turn = table.turn + 1
    read = _read(table, seat, without_label(text, seat, turn), known)
    state = read.state(turn)
    if state not in ("legal", "half") and (stem := without_begun_word(read.text)) is not None:
        before = _read(table, seat, stem, known)
        if (before.part or not stem) and (whole := before.state(turn)) != "unread":
            return {**_answer(table, seat, known, before, whole), "state": "half", "readings": [], "needed": 0}
    return _answer(table, seat, known, read, state)


def _read(table: Snapshot, seat: str, text: str, known: KnownPosition) -> _Read:
    """Return a sheet without its label, read and judged."""
    game = table.game
    view = game.view(known.position, seat)
    able = game.hold_any(view, seat) if known.is_unsure else view  # which cards may follow is not known
    before, lead, part = split_last(text)
    growth = grow(game, able, seat, part) if seat in game.awaited(view) else Growth(is_half=False)
    if lead:
        growth = _after(before, lead, part, growth)
    judge = partial(_judge, game, view, seat, turn=table.turn + 1, is_half=growth.is_half or not part)
    return _Read(text, view, able, before, lead, part, growth, judge(text), judge(part) if before and part else None)


def _judge(game: Game[Any, Any, Any], view: Any, seat: str, text: str, *, turn: int, is_half: bool) -> Judged:
    """Return the verdict on a sheet; what would mend a wrong one is not looked for if it is right so far."""
    if is_half:
        with grammar.probing():
            judged = judge_sheet(game, view, seat, text, turn)
        is_wrong = any(problem.kind != "ambiguous" for problem in judged.problems)
        if is_wrong or judged.is_faultless:
            return judged
    return judge_sheet(game, view, seat, text, turn)


def _answer(table: Snapshot, seat: str, known: KnownPosition, read: _Read, state: str) -> dict[str, Any]:
    """Return what is said of a sheet: see `try_sheet`."""
    game, turn, view, growth = table.game, table.turn + 1, read.view, read.growth
    carry_out = partial(
        trial_report, scene_of(table, seat), known.position, seat, turn=turn, whole_board=True, hints=False
    )
    report = carry_out(read.text, judged=read.judged)
    data, problems = report.data, read.judged.problems
    drawing = first_drawing(report.blocks)
    if read.before and read.is_half:
        drawing = first_drawing(carry_out(read.part, judged=read.alone).blocks) if read.alone is not None else None
    if drawing is not None and state == "half":  # what is right so far is no fault
        drawing = drawing._replace(is_refused=False)
    is_clear = state != "ambiguous"  # of two ways none is drawn: pointing at one of them does that
    orders = [one.order for part in read.judged.sheet.parts for one in part.alternatives]
    order = orders[max(0, data["alternative"] - 1)] if orders else None
    is_secret = any(game.is_secret(view, seat, order) for order in orders or [None])
    return {
        "state": state,
        "reason": problems[0].message if problems else "",
        "rule": problems[0].rule if problems else "",
        "mended": data["mended"],
        "assumed": game.assumed(view, seat, order) if known.is_unsure and order is not None else "",
        "final": order is not None and not read.judged.later and not game.can_fail(view, seat, order),
        "luck": data["branches"] > 1,
        "secret": is_secret,
        "posts": order_posts(read.text, turn, *((seat, table.name) if is_secret else ())) if read.text else {},
        **_draw(drawing, is_clear=is_clear),
        "readings": [] if is_clear else _readings(game, read, seat, data["mended"]),
        **_tell(report, _end_rows(drawing) if drawing is not None and data["legal"] else []),
        "keys": spell_keys(game, read.able, seat, growth.keys),
        "undo": growth.undo,
        "part": read.part,
        "progress": _(game.counted_parts, given=growth.given, needed=growth.needed) if growth.needed else "",
        "isnext": bool(read.before) and not read.part,
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
    shorter = [block for block in report.blocks if isinstance(block, Lines) and block.name == "costs" and block.brief]
    if shorter:  # what is asked for, but not spent, is for those who unfold it
        costs, others = [line for block in shorter for line in block.brief], [*shorter, *others]
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
        "worst": next((one for one in risks if not (sure and one.startswith(share_text(1)))), ""),
    }


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


def _readings(game: Game[Any, Any, Any], read: _Read, seat: str, mended: str) -> list[str]:
    """Return the orders that a text becomes by one word more.

    A text that the game writes differently (`GNE` is `GEN`) is mended by its last word.
    """
    written = " ".join(read.text.upper().split())
    found = _texts_after(read.growth, written)
    stem, __, last = mended.rpartition(" ")
    if found or not stem or last in written.split():
        return found
    return _texts_after(grow(game, read.view, seat, stem), stem)


def _texts_after(growth: Growth, written: str) -> list[str]:
    return [key.text for key in growth.keys if key.text.startswith(f"{written} ")]


def _ends_early(problems: Sequence[Problem], text: str) -> bool:
    """Tell whether nothing is wrong with a text but that it ends too early."""
    is_short = [problem.kind == "invalid" and problem.column > len(text.rstrip()) for problem in problems]
    return bool(is_short) and all(is_short)


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


def spell_cards(game: Game[Any, Any, Any], view: Any, seat: str) -> dict[str, Any]:
    """Return what a hand that is not known may hold: each card with how often there is one, and how many it holds.

    A hand is told by the `label` of each card, or by its `word`, which orders have.
    """
    cards, count = game.hand_cards(view, seat)
    kinds = Counter(cards).items()
    return {
        "count": count,
        "kinds": [{"word": word, "label": label, "copies": copies} for (word, label), copies in kinds],
    }


def spell_pad(pad: Drawing) -> str:
    """Return the pad of a game as HTML, without its targets, which the page draws itself."""
    return draw(pad._replace(targets=()), _("What orders are made of"))


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
        return block.name in ("others", "costs") or (
            block.name == "outcome" and (bool(ends) or block.brief not in ((), block.lines))
        )
    return isinstance(block, Grid) and block.name == "branches"
