"""Where balls can end by the cards of the hand that is played from.

A tap on a card and a marble, or on a field, writes such an order.
"""

from __future__ import annotations

from gm_tools.core.drawing import Point, Target
from gm_tools.core.i18n import _
from gm_tools.games.tac.balls import field_of, in_pen, next_ball
from gm_tools.games.tac.check import check_hands, legal_uses
from gm_tools.games.tac.drawn_board import field_middle, lay
from gm_tools.games.tac.orders import Action, Order, format_order
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.uses import cells_for

QUIET = ("drop", "skip", "jester", "devil")  # uses of a card that move no ball


def targets(view: Position, seat: str) -> tuple[Target, ...]:
    """Return every field where a ball can come to lie, by card and by ball, with each order that does it.

    Of those of a 7 the one that splits it least is first; the others stand behind the other cards and balls. There are
    none while cards are swapped. `begin` is where the ball is that moves, of those in a pen one, and `also` the others;
    `by` is the card that is laid. Raises InputError if the hand is not known.
    """
    if view.phase in ("play", "swap"):
        check_hands(view, seat)
    if view.phase != "play":
        return ()
    track = view.track
    found: dict[tuple[int, tuple[Point, ...], str], list[Target]] = {}
    for action, cells in legal_uses(view):
        if action.verb in QUIET:
            continue
        begins = begins_of(view, action)
        for begin, end in zip(begins, ends_of(view, action), strict=False):
            if cells[end]:
                target = Target(
                    field_middle(track, end),
                    format_order(Order((action,))),
                    label=action.laid if len(action.laid) < 3 else "",
                    cost=len(action.parts),
                    begin=begin[0],
                    by=action.laid,
                    note=format_order(Order((action,))),
                    meaning=_("card"),
                    also=begin[1:],
                )
                found.setdefault((end, begin, action.laid), []).append(target)
    ranked = [
        ((end, at > 0, begin, card, at), target)
        for (end, begin, card), ways in found.items()
        for at, target in enumerate(sorted(ways, key=lambda way: way.cost))
    ]
    return tuple(target for __, target in sorted(ranked, key=lambda one: one[0]))


def begins_of(view: Position, action: Action) -> list[tuple[Point, ...]]:
    """Return where the balls stand that an action moves.

    Of one that enters all of its pen, the place that empties first is in front.
    """
    track = view.track
    if action.verb == "enter":
        colour = view.letters.index(action.colour)
        return [tuple(reversed(lay(track).pen(colour)[: in_pen(track, view.cells, colour)]))]
    return [(field_middle(track, field_of(track, view.letters.index(part.colour), part.at)),) for part in action.parts]


def ends_of(view: Position, action: Action) -> list[int]:
    """Return the fields that a canonical action brings balls to, in the order in which it names the balls."""
    track = view.track
    if action.verb == "enter":
        return [track.starts[view.letters.index(action.colour)]]
    balls = [(part, view.letters.index(part.colour)) for part in action.parts]
    if action.verb == "move":
        return [field_of(track, colour, part.to) for part, colour in balls]
    at = [field_of(track, colour, part.at) for part, colour in balls]
    if action.verb == "exchange":
        return at[::-1]
    return [next_ball(track, cells_for(view, tac=action.tac), at[0])]
