"""What `gm try` shows: an order or a whole sheet, tried from what its seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.sheets import Part, Tried, by_time, meant, mended, read_sheet, tried_lines, try_all
from gm_tools.reports.report import Report, Scene, faults, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.draws import Branch
    from gm_tools.core.game import Game

MOST_BRANCHES = 500  # of chance, that one trial follows


def trial_report(
    scene: Scene, position: Any, seat: str, text: str, *, turn: int = 1, whole_board: bool = False
) -> Report:
    """Return what `gm try` shows of a sheet: its problems, and all ways in which its order for turn `turn` can come out.

    Of several alternatives, the first legal one is carried out, and each of the others has its reason. If nothing in it
    is for `turn`, the next one there is is tried as if it were now.

    Everything is worked out from the seat's own view of `position` (which may be a view already). `data["legal"]`
    tells whether the sheet could be posted. At most 500 ways of chance are followed; if there are more, the report says so.
    """
    from textwrap import shorten

    game = scene.game
    view = game.view(position, seat)
    part, ahead, problems = _parts(game, text, turn)
    tried = try_all(game, view, seat, part.alternatives) if part is not None else ()
    at = meant(tried) if tried else 0
    order = tried[at].order if tried else None
    canonical = game.format_order(order) if order is not None else ""
    if not problems and tried:
        problems = tried[at].problems
    blocks: list[Block] = []
    branches: list[Branch] = []
    is_asked = seat in game.awaited(view)
    if order is not None and (is_asked or game.foresees(view, seat)):
        branches = _fork(game, view, seat, order)
        blocks += game.trial_blocks(view, seat, order, branches, whole_board)
        if not is_asked:
            message = N_("{player} ({seat}) is not asked for an order now: this is tried as if it were.")
            blocks.insert(0, Lines("", (_(message, player=scene.player(seat), seat=seat),)))
    covered = sum(branch.probability for branch in branches) if branches else 1
    if covered != 1:
        share = f"{float(covered):.1%}"
        blocks.append(
            Lines(
                "",
                (
                    _(
                        "Only the first {count} ways of chance are shown: {share} of all.",
                        count=len(branches),
                        share=share,
                    ),
                ),
            )
        )
    if len(tried) > 1:
        title = _("No alternative is legal") if problems else _("Alternatives")
        blocks.insert(0, Lines(title, tried_lines(game, tried)))
    elif problems:
        shown = canonical or (part.text if part is not None else text)
        is_read = all(problem.kind != "invalid" for problem in problems)
        blocks.insert(0, Lines(_("Not legal") if is_read else _("Not understood"), faults(problems, shown)))
    if part is not None and part.turn > turn:
        blocks.insert(0, Lines("", (_("Turn {turn} has not come: this is tried as if it were now.", turn=part.turn),)))
        ahead = tuple(one for one in ahead if one != part)
    later = [(one, try_all(game, view, seat, one.alternatives, now=False)) for one in ahead]
    if later:
        blocks.append(Lines(_("Later turns"), tuple(line for one in later for line in _later_lines(game, *one))))
    # A sheet of which a turn cannot be read at all is not taken in hand.
    broken = [each for __, each in later if all(one.order is None for one in each)]
    problems += tuple(problem for each in broken for one in each for problem in one.problems)
    data = {
        **scene.common(view),
        "seat": seat,
        "text": text,
        "order": canonical,
        "legal": not problems,
        "problems": [problem._asdict() for problem in problems],
        "mended": _mended(game, text, [*tried[at : at + 1], *(one for each in broken for one in each)]),
        "alternative": at + 1 if len(tried) > 1 and order is not None and not problems else 0,
        "alternatives": tried_data(game, tried) if len(tried) > 1 else [],
        "later": [{"turn": one.turn, "text": one.text, "alternatives": tried_data(game, each)} for one, each in later],
        "branches": len(branches),
        "covered": str(covered),
    }
    is_plain = len(tried) == 1 and not later
    what = (canonical if is_plain else "") or shorten(text, 80, placeholder="...")
    message = N_("{table}: {player} ({seat}) tries {order}")
    title = _(message, table=scene.name, player=scene.player(seat), seat=seat, order=what)
    return Report("trial", title, tuple(blocks), data)


def _parts(
    game: Game[Any, Any, Any], text: str, turn: int
) -> tuple[Part | None, tuple[Part, ...], tuple[Problem, ...]]:
    """Return the part of a sheet that is tried, those for later turns, and what is wrong with the sheet as such."""
    sheet = read_sheet(game, text)
    if isinstance(sheet, Problem):
        return None, (), (sheet,)
    timed = by_time(sheet, turn)
    if timed.problem is not None:
        return None, timed.ahead, (timed.problem,)
    return timed.now or timed.ahead[0], timed.ahead, ()


def _mended(game: Game[Any, Any, Any], text: str, wrong: Sequence[Tried]) -> str:
    """Return the sheet with the first of its faults mended that can be, empty if there is none."""
    suggested = ((one.text, problem.suggestion) for one in wrong for problem in one.problems if problem.suggestion)
    return next((mended(game, text, *each) for each in suggested), "")


def tried_data(game: Game[Any, Any, Any], tried: Sequence[Tried]) -> list[dict[str, Any]]:
    """Return alternatives for programs."""
    return [
        {
            "text": one.text,
            "order": "" if one.order is None else game.format_order(one.order),
            "problems": [problem._asdict() for problem in one.problems],
        }
        for one in tried
    ]


def _later_lines(game: Game[Any, Any, Any], part: Part, tried: Sequence[Tried]) -> list[str]:
    is_read = all(one.order is not None for one in tried)
    message = N_("turn {turn}: {order}: not all of it can be read")
    if is_read:
        message = N_("turn {turn}: {order}: can be read; whether it is legal shows in its turn")
    lines = [_(message, turn=part.turn, order=" ".join(part.text.split()))]
    for one in tried:
        lines += [f"  {line}" for line in faults(one.problems, written(game, one.text))]
    return lines


def _fork(game: Game[Any, Any, Any], view: Any, seat: str, order: Any) -> list[Branch]:
    """Return the ways in which a trial can come out, the first `MOST_BRANCHES` of them."""
    from itertools import islice

    from gm_tools.core.draws import fork

    return list(islice(fork(lambda draws: game.trial(view, seat, order, draws)), MOST_BRANCHES))
