"""The dry run of an order: the way numbered on the track, the dice used, and what comes of it (`gm try`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.game import Resolution, draw_later
from gm_tools.core.i18n import _, ngettext
from gm_tools.games.monza.board import START
from gm_tools.games.monza.check import canonical, check, walk
from gm_tools.games.monza.longest import reach
from gm_tools.games.monza.orders import Move, Order
from gm_tools.games.monza.picture import draw
from gm_tools.games.monza.report import describe, name_of
from gm_tools.games.monza.rules import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.draws import Branch, Draws
    from gm_tools.games.monza.position import Car, Position


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Resolution[Position] | None:
    """Carry out an order; None if it is not legal. Nothing of it is chance: the dice have been rolled."""
    return None if check(view, seat, order) else resolve(view, {seat: order}, draws)


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return what `gm try` shows of an order.

    The blocks show the path numbered on the board, the dice used, who is put back, and to whom an extra step goes. Of
    an order that is not legal the steps that can be made are drawn.
    """
    car = view.car(seat)
    done: Resolution[Position] | None = branches[0].outcome if branches else None
    board = view.board
    steps = order.steps if isinstance(order, Move) else ()
    walked = walk(board, car.at, steps)
    path = [way.there for way in walked.ways]
    if done is not None and not path:
        after = done.position.car(seat)
        path = [after.at] if after.at != car.at else []
    strips = None if whole else {board.squares[index].strip for index in (car.at, *path) if index != START} or {0}
    numbers = {there: number for number, there in enumerate(path, 1)}
    text = canonical(view, seat, order)
    title = _("{car}: {order} from {square}", car=name_of(seat), order=text, square=board.squares[car.at].name)
    picture = draw(board, title, cars=view.by_square(), steps=numbers, strips=strips)
    ousted = [event for event in done.events if event.kind == "ousted"] if done is not None else []
    put = tuple((event.seats[0], board.by_name[event.data["to"]]) for event in ousted)
    blocks: list[Block] = [picture._replace(draw=draw_later("monza", "draw_trial", view, (car.at, *path), put))]
    lines = _dice_lines(view, car, order) if done is not None and isinstance(order, Move) and not view.extra else []
    brief = [*lines]
    if done is not None:
        lines += [describe(event) for event in done.events]
        brief += [describe(event) for event in done.events if event.kind != "moved"]
    elif path and walked.fault is not None:
        lines.append(_("the steps can be made as far as {square}", square=board.squares[path[-1]].name))
    if lines:
        blocks.append(Lines(_("Outcome"), tuple(lines), brief=tuple(brief) if brief != lines else (), name="outcome"))
    return tuple(blocks)


def _dice_lines(view: Position, car: Car, order: Move) -> list[str]:
    """Return how many dice a legal move uses, which are left, and why that is far enough (Z20, Z21)."""
    ways = walk(view.board, car.at, order.steps).ways
    found = reach(view.board, car.at, view.roll)
    left = view.roll
    for way in ways:
        left = left.replace(way.colour, "", 1)
    if len(ways) == found.most:
        why = _("as many as possible [Z20]")
    elif ways[-1].there in view.board.targets:
        why = _("a target is always far enough [Z21]")
    elif view.settings.obligation == "stuck":
        why = _("no other die fits [Z20]")
    else:
        why = _("{most} could be used, but would not go as far [Z20]", most=found.most)
    used = ngettext("{n} of {all} dice: {why}", "{n} of {all} dice: {why}", len(ways), all=len(view.roll), why=why)
    return [_("{used}; not used: {left}", used=used, left=" ".join(left)) if left else used]
