"""What `gm try` shows: an order or a whole sheet, tried from what its seat may know."""

from __future__ import annotations

from itertools import islice
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Lines, Picture
from gm_tools.core.draws import Branch, fork_merged
from gm_tools.core.i18n import N_, _
from gm_tools.core.labels import without_label
from gm_tools.core.sheets import (
    Alternative,
    Part,
    Sheet,
    Verdict,
    alternative_lines,
    parse_sheet,
    spread,
    verdict_lines,
)
from gm_tools.core.text import one_of, percent
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, Scene, faults, name_players, some_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from gm_tools.core.game import Game
    from gm_tools.core.problems import Problem

MOST_BRANCHES = 500  # of chance, that one trial follows


class Judged(NamedTuple):
    """A sheet as it was read and judged for a turn.

    `problem` says why none of it can be used. `part` is what is tried of it, `verdict` what is found of that part, and
    `later` are the parts for turns after it, with whether they can be read.
    """

    sheet: Sheet
    problem: Problem | None
    part: Part | None
    verdict: Verdict
    later: tuple[tuple[Part, Verdict], ...]

    @property
    def own_problems(self) -> tuple[Problem, ...]:
        """All that is wrong with what is tried."""
        return (self.problem,) if self.problem is not None else self.verdict.problems

    @property
    def broken(self) -> tuple[Alternative, ...]:
        """The alternatives of later turns that cannot be read at all: a sheet with such a turn is not taken in hand."""
        return tuple(one for __, each in self.later if each.order is None for one in each.alternatives)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong with the sheet."""
        return self.own_problems + tuple(problem for one in self.broken for problem in one.problems)

    @property
    def is_faultless(self) -> bool:
        """Tell whether nothing is wrong with any alternative of any turn, used or not."""
        verdicts = (self.verdict, *(each for __, each in self.later))
        return not self.problems and all(one.is_legal for each in verdicts for one in each.alternatives)


def judge_sheet(game: Game[Any, Any, Any], view: Any, seat: str, text: str, turn: int) -> Judged:
    """Return a sheet read and judged for turn `turn`; of one that has nothing for it, the next turn there is."""
    sheet = parse_sheet(game, text)
    problem = sheet.find_problem(turn) or spread(sheet, turn).problem
    later = sheet.after_turn(turn)
    part = None if problem is not None else sheet.for_turn(turn) or later[0]
    verdict = part.judge(view, seat) if part is not None else Verdict()
    return Judged(
        sheet, problem, part, verdict, tuple((one, one.judge_early(seat)) for one in later if one is not part)
    )


def trial_report(
    scene: Scene,
    position: Any,
    seat: str,
    text: str,
    *,
    turn: int = 1,
    whole_board: bool = False,
    hints: bool = True,
    judged: Judged | None = None,
) -> Report:
    """Return what `gm try` shows of a sheet: its problems, and all that can come of its order for turn `turn`.

    Of several alternatives, the first legal one is carried out, and each of the others has its reason. If nothing in it
    is for `turn`, the next one there is is tried as if it were now.

    Everything is worked out from the seat's own view of `position` (which may be a view already). `data["legal"]` tells
    whether the sheet could be posted; a label in front of it (`Order:`) is left out. With `hints` it says how an order
    that is right so far can go on. `judged` is the verdict on the text without its label, if that is there already. At
    most 500 ways of chance are followed; if there are more, the report says so.
    """
    game = scene.game
    view = game.view(position, seat)
    text = without_label(text, seat, turn)
    judged = judged or judge_sheet(game, view, seat, text, turn)
    sheet, __, part, verdict, early = judged
    problems = judged.own_problems
    order = verdict.order
    canonical = game.format_order(order) if order is not None else ""
    is_asked = seat in game.awaited(view)
    blocks: list[Block] = []
    if part is not None and part.turn > turn:
        message = N_("Turn {turn} has not come yet: the order is tried as if it had.")
        blocks.append(Lines("", (_(message, turn=part.turn),)))
    blocks += _tell_verdict(game, verdict, problems, canonical or (part.text if part is not None else text))
    if problems and hints and is_asked and not (sheet.after_turn(turn) or verdict.several):
        blocks += _half_lines(game, view, seat, text)
    branches: list[Branch] = []
    if order is not None and (is_asked or game.can_try_early(view, seat)):
        branches = list(islice(fork_merged(lambda draws: game.trial(view, seat, order, draws)), MOST_BRANCHES))
        if not is_asked:
            message = N_("No order is due from {player} ({seat}) now: this one is tried as if it were.")
            blocks.append(Lines("", (_(message, player=scene.player(seat), seat=seat),)))
        drawn = [name_players(scene, one) for one in game.trial_blocks(view, seat, order, branches, whole_board)]
        blocks += [_mark_refused(block) if problems and isinstance(block, Picture) else block for block in drawn]
    covered = sum(branch.probability for branch in branches) if branches else 1
    blocks += _tell_rest(len(branches), covered)
    blocks += some_lines(_("Later turns"), (line for one in early for line in _later_lines(game, *one)), "later")
    problems, broken = judged.problems, judged.broken
    wrong = [verdict.chosen, *broken] if part is not None else broken
    is_plain = part is not None and not verdict.several and not early
    data = {
        **scene.common(view),
        "seat": seat,
        "text": text,
        "order": canonical,
        "legal": not problems,
        "problems": [problem._asdict() for problem in problems],
        "mended": _mend(sheet, wrong),
        "alternative": verdict.number if order is not None and not problems else 0,
        "alternatives": alternatives_data(game, verdict.several),
        "later": [_later_data(game, *one) for one in early],
        "branches": len(branches),
        "covered": str(covered),
    }
    return Report("trial", _title(scene, seat, (canonical if is_plain else "") or text), tuple(blocks), data)


def _title(scene: Scene, seat: str, tried: str) -> str:
    """Return who tries what, which is cut where it is long."""
    message = N_("{table}: {player} ({seat}) tries {order}")
    order = shorten(tried, 80, placeholder="...")
    return _(message, table=scene.name, player=scene.player(seat), seat=seat, order=order)


def _tell_verdict(
    game: Game[Any, Any, Any], verdict: Verdict, problems: Sequence[Problem], text: str
) -> Iterator[Lines]:
    """Yield what is said of several alternatives, or what is wrong with one order, with carets under it as `text`."""
    if verdict.several:
        title = _("No alternative is legal") if problems else _("Alternatives")
        yield Lines(title, verdict_lines(game, verdict), name="alternatives")
    elif problems:
        is_read = all(problem.kind != "invalid" for problem in problems)
        yield Lines(_("Not legal") if is_read else _("Not understood"), faults(problems, text), name="faults")


def _tell_rest(count: int, covered: Fraction | int) -> Iterator[Lines]:
    """Yield how likely the outcomes shown are together, if there are more of them."""
    if covered != 1:
        message = N_("Only the first {count} outcomes are shown: {share} of all.")
        yield Lines("", (_(message, count=count, share=percent(float(covered), ".1f")),))


def _mark_refused(picture: Picture) -> Picture:
    """Return the picture of an order that is not legal: the path on its drawing says so."""
    draw = picture.draw
    return picture if draw is None else picture._replace(draw=lambda: draw()._replace(is_refused=True))


def _half_lines(game: Game[Any, Any, Any], view: Any, seat: str, text: str) -> list[Lines]:
    """Return what is missing of an order that is right so far, and what may follow; nothing for one that is wrong."""
    from gm_tools.core.growth import grow

    growth = grow(game, view, seat, text)
    if not growth.is_half:
        return []
    words = [f"{key.label} ({key.name})" if key.name else key.text.split()[-1] for key in growth.keys if key.text]
    lines = [_(game.counted_parts, given=growth.given, needed=growth.needed)] if growth.needed else []
    if words:
        lines.append(_("It could go on with {words}", words=one_of(words)))
    return some_lines(_("Right so far"), lines)


def _mend(sheet: Sheet, wrong: Sequence[Alternative]) -> str:
    """Return the sheet with the first of its faults mended that can be, empty if there is none."""
    suggested = ((one, problem.suggestion) for one in wrong for problem in one.problems if problem.suggestion)
    return next((sheet.substitute(*each) for each in suggested), "")


def alternatives_data(game: Game[Any, Any, Any], alternatives: Sequence[Alternative]) -> list[dict[str, Any]]:
    """Return alternatives for programs."""
    return [
        {
            "text": one.text,
            "order": "" if one.order is None else game.format_order(one.order),
            "problems": [problem._asdict() for problem in one.problems],
        }
        for one in alternatives
    ]


def _later_data(game: Game[Any, Any, Any], part: Part, verdict: Verdict) -> dict[str, Any]:
    """Return the order of a later turn for programs."""
    return {"turn": part.turn, "text": part.text, "alternatives": alternatives_data(game, verdict.alternatives)}


def _later_lines(game: Game[Any, Any, Any], part: Part, verdict: Verdict) -> list[str]:
    message = N_("turn {turn}: {order}: not all of it can be read")
    if len(part.orders) == len(part.alternatives):
        message = N_("turn {turn}: {order}: can be read; whether it is legal is checked in its turn")
    lines = [_(message, turn=part.turn, order=" ".join(part.text.split()))]
    return lines + [f"  {line}" for one in verdict.alternatives for line in alternative_lines(game, one)]
