"""The dry run of one order: the way drawn step by step, what it throws, whose turn comes then (`gm try`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.cards import UNKNOWN
from gm_tools.games.tac.check import find_legal
from gm_tools.games.tac.drawing import draw_refused, draw_trial
from gm_tools.games.tac.orders import Action, Order, format_action
from gm_tools.games.tac.paths import path_of
from gm_tools.games.tac.position import NOBODY, Position
from gm_tools.games.tac.report import board_picture, event_lines, next_line, next_seat
from gm_tools.games.tac.rules import resolve, stopper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.draws import Branch, Draws
    from gm_tools.core.events import Event


class Trial(NamedTuple):
    """What an order carried out on a view brings. `action` is None if it is not legal; `doubt` may still change it."""

    action: Action | None
    after: Position
    events: tuple[Event, ...] = ()
    doubt: str = ""


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Trial:
    """Carry out one seat's order on what that seat may know; nobody else does anything, no deal is made."""
    legal = find_legal(view, order, view.number(seat))
    if legal is None:
        return Trial(None, view)
    events, after = resolve(view, {seat: order}, draws)
    return Trial(legal.use.action, after, events, doubt_of(view, legal.seat, after))


def doubt_of(view: Position, seat: int, after: Position) -> str:
    """Return what hidden cards may still make of a win: the next player may hold the TAC that must stop it (T7.12)."""
    if len(after.places) == len(view.places) or view.must_tac:
        return ""
    turn = stopper(view, seat, after.places[-1])
    if turn in (NOBODY, seat) or UNKNOWN not in view.hands[turn]:
        return ""
    return _("unless {seat} holds a TAC that can be used, and must stop the win [T7.12]", seat=view.letters[turn])


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return the board after the order, the way numbered +1, +2 …, and what happens; the board is never cropped."""
    del whole
    tried: Trial = branches[0].outcome
    if tried.action is None:
        refused = draw_refused(view, order.actions[0])
        picture = board_picture(view, _("{seat}: not legal, the board as it is", seat=seat))
        return (picture._replace(draw=lambda: refused),)
    steps = [field for __, fields in path_of(view.track, view.letters, tried.action) for field in fields[1:]]
    marks = {field: f"+{number}" for number, field in enumerate(steps, 1) if not tried.after.cells[field]}
    happened = event_lines(tried.events)
    lines = [tried.doubt] if tried.doubt else []
    more = len(order.actions) > 1
    lines += [_("the first alternative that is legal now is shown [T13.8]")] if more else []
    if tried.after.turn != NOBODY and not tried.doubt:
        lines.append(next_line(tried.after))
    own = f"{seat}: {format_action(tried.action)}"
    brief = (*filter(None, (_without_order(line, own) for line in happened)), *lines)
    title = f"{next_seat(view) if view.phase == 'play' else seat}: {format_action(tried.action)}"
    way = (("+1 +2", _("the way, step by step")),)
    drawing = draw_trial(view, tried.action)
    return board_picture(tried.after, title, marks, way)._replace(draw=lambda: drawing), Lines(
        _("Outcome"), (*happened, *lines), brief=brief, name="outcome"
    )


def _without_order(line: str, own: str) -> str:
    """Return what an event says besides the order itself, which everybody can read above it.

    >>> _without_order("R: tac 13 in R (comes in on 1): the last turn is undone", "R: tac 13 in R")
    'comes in on 1: the last turn is undone'
    """
    told = line.removeprefix(own).lstrip(": ")
    return told[1:].replace(")", "", 1) if told.startswith("(") else told
