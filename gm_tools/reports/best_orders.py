"""What `gm plan` shows: the orders a seat could give, best first, from what that seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.core.draws import fork
from gm_tools.core.game import check_asked
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.plans import Choice, Plan, notes_on
from gm_tools.core.problems import InputError
from gm_tools.reports.base import Report, Scene, name_players


def plan_report(
    scene: Scene,
    position: Any,
    seat: str,
    *,
    turns: int = 1,
    top: int = 0,
    reach: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _count: None,
) -> Report:
    """Return the plan of a seat that is awaited: the `top` best orders (0: all).

    It looks ahead `turns` of the seat's own turns. Of the best, those that differ in the plan's minor column alone are
    one row.

    Everything is worked out from the seat's own view of `position` (which may be a view already). With `reach` the
    board is drawn as well, with all that can be reached this turn. Raises InputError for a seat that is not awaited.
    """
    game = scene.game
    view = _view_to_plan(scene, position, seat)
    plan = game.plan(view, seat, turns, progress)
    shown, like = _join_equal(plan, top)
    blocks = [name_players(scene, block) for block in (game.reach_blocks(view, seat) if reach else ())]
    columns = (Column("#", right=True), Column(_("Order")), *plan.columns)
    rows = tuple(
        (str(number), game.format_order(choice.order) or "-", *choice.cells) for number, choice in enumerate(shown, 1)
    )
    blocks.append(Grid("", columns, rows))
    notes = notes_on(plan, plan.columns)
    if any(like):
        notes.insert(0, _("(+N): N more orders differ from this one only there."))
    if len(shown) + sum(like) < len(plan.choices):
        more = len(plan.choices) - len(shown) - sum(like)
        notes.insert(
            0,
            ngettext("{n} more order is not shown: --all shows it.", "{n} more are not shown: --all shows them.", more),
        )
    blocks.append(Lines("", tuple(notes)))
    data = {
        **scene.common(view),
        "seat": seat,
        "request": game.awaited(view)[seat].text,
        "turns": turns,
        "complete": plan.complete,
        "count": len(plan.choices),
        "choices": [
            {"order": game.format_order(choice.order), "worth": choice.worth, **choice.data} for choice in shown
        ],
    }
    title = _("{table}: what {player} ({seat}) can do", table=scene.name, player=scene.player(seat), seat=seat)
    return Report("plan", title, tuple(blocks), data)


_LOOKED_AT = 8  # times the orders that are shown: so many of the best are looked through for others like them


def _join_equal(plan: Plan[Any], top: int) -> tuple[list[Choice[Any]], list[int]]:
    """Return the `top` best choices (0: all), and for each how many others it stands for.

    Those that differ in the minor column alone are shown as one.
    """
    if not top or plan.minor < 0:
        shown = list(plan.choices[: top or None])
        return shown, [0] * len(shown)
    alike: dict[tuple[str, ...], list[Choice[Any]]] = {}
    for choice in plan.choices[: top * _LOOKED_AT]:
        alike.setdefault((*choice.cells[: plan.minor], *choice.cells[plan.minor + 1 :]), []).append(choice)
    groups = list(alike.values())[:top]
    return [_with_count(first, len(others), plan.minor) for first, *others in groups], [len(one) - 1 for one in groups]


def _with_count(choice: Choice[Any], count: int, column: int) -> Choice[Any]:
    cells = list(choice.cells)
    if count:
        cells[column] += f" (+{count})"
    return choice._replace(cells=tuple(cells))


def best_report(scene: Scene, position: Any, seat: str) -> Report:
    """Return a shortest way to the end for a seat that is awaited, alone on the board.

    The way is drawn as a dry run, with its proof. Raises InputError for a seat that is not awaited, and where the game
    has no such search or there is no way.
    """
    game = scene.game
    if game.best is None:
        message = _("{game} has no search for a shortest way; gm plan without --best looks ahead", game=game.name)
        raise InputError(message)
    view = _view_to_plan(scene, position, seat)
    found = game.best(view, seat)
    if found is None:
        message = _("{player} ({seat}) can no longer finish", player=scene.player(seat), seat=seat)
        raise InputError(message, status=1)
    order = game.format_order(found.order)
    branches = list(fork(lambda draws: game.trial(view, seat, found.order, draws)))
    blocks = (
        *(name_players(scene, block) for block in game.trial_blocks(view, seat, found.order, branches, True)),
        Lines(_("Order"), (order,)),
        Lines(_("Proof"), found.proof),
    )
    data = {**scene.common(view), "seat": seat, "order": order, "turns": found.turns, "states": list(found.layers)}
    title = _("{table}: the shortest way for {player} ({seat})", table=scene.name, player=scene.player(seat), seat=seat)
    return Report("best", title, blocks, data)


def _view_to_plan(scene: Scene, position: Any, seat: str) -> Any:
    """Return the view of a seat that is awaited; raise InputError for any other."""
    view = scene.game.view(position, seat)
    if scene.game.is_over(view):
        raise InputError(_("the game is over: there is nothing to plan"), status=1)
    check_asked(scene.game, view, seat, scene.player(seat))
    return view
