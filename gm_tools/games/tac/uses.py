"""What a card can be used for: every use that a seat has of it on given cells (rules T5.1, T6, T8, T9).

A card is used on `cells`, which after a TAC are not those of the position but the restored ones (T7.4). A use is an
Action in canonical form: every destination stated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.games.tac import seven
from gm_tools.games.tac.balls import (
    Reach,
    backward,
    colour_at,
    enter,
    exchange,
    forward,
    in_pen,
    is_home,
    move,
    on_ring,
    strike,
    unlocked,
)
from gm_tools.games.tac.orders import Action, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.games.tac.position import Position

Result = tuple[Action, bytes]  # a use, and the cells that it leads to
ENTERING = ("1", "13")
ANGEL_STEPS = (1, 13)


def colours_of(position: Position, seat: int, cells: bytes) -> tuple[int, ...]:
    """Return the colours whose balls a seat's cards move: its own, or in the endphase others' (T4.5, T8.1, T8.4).

    In a co-operative game a seat whose pair is complete may move whatever is not home (T10.2.3).
    """
    if not is_home(position.track, cells, seat):
        return (seat,)
    return _unfinished(position, cells, position.sides.partners[seat]) or _all_if_together(position, cells)


def angel_colours(position: Position, seat: int, cells: bytes) -> tuple[int, ...]:
    """Return the colours that an Angel laid by a seat may serve (T9.4.1, T9.4.4, T9.4.5)."""
    after = position.next_seat(seat)
    partners = position.sides.partners
    if position.together:
        pairs = ((seat, *partners[seat]), (after, *partners[after]))
        if not all(_unfinished(position, cells, pair) for pair in pairs):
            return _all_if_together(position, cells)
    return _unfinished(position, cells, (after,)) or _unfinished(position, cells, partners[after])


def _unfinished(position: Position, cells: bytes, colours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(colour for colour in colours if not is_home(position.track, cells, colour))


def _all_if_together(position: Position, cells: bytes) -> tuple[int, ...]:
    return _unfinished(position, cells, position.use) if position.together else ()


def is_usable(position: Position, seat: int, card: str) -> bool:
    """Tell whether a seat has any use of a card it holds (T5.1), the TAC included (T7.4)."""
    if card != "tac":
        return is_usable_on(position, seat, card, position.cells)
    last = position.last
    if last is None or last.barred:
        return False
    return is_usable_on(position, seat, last.card, position.cells if last.restore is None else last.restore)


def is_usable_on(position: Position, seat: int, card: str, cells: bytes) -> bool:
    """Tell whether a seat has any use of a card (no TAC) on given cells."""
    if card == "7":
        return seven.is_usable(position.track, cells, colours_of(position, seat, cells))
    return next(results_on(position, seat, card, cells), None) is not None


def uses(position: Position, seat: int, card: str) -> Iterator[Action]:
    """Yield every use of a card that a seat holds; two 7s that lead to the same board are one (T15.2)."""
    return (action for action, _ in results(position, seat, card))


def results(position: Position, seat: int, card: str) -> Iterator[Result]:
    """Yield every use of a card that a seat holds, with the cells that it leads to."""
    if card != "tac":
        yield from results_on(position, seat, card, position.cells)
        return
    last = position.last
    if last is not None and not last.barred:
        cells = position.cells if last.restore is None else last.restore
        for action, after in results_on(position, seat, last.card, cells):
            yield action._replace(tac=True), after


def results_on(position: Position, seat: int, card: str, cells: bytes) -> Iterator[Result]:
    """Yield every use of a card (no TAC) by a seat on given cells, with the cells that it leads to."""
    track = position.track
    colours = colours_of(position, seat, cells)
    is_hot = any(on_ring(track, cells, colour) for colour in colours)  # T5.4
    match card:
        case "7":
            for after, way in seven.spread(track, cells, lambda reached: colours_of(position, seat, reached)):
                yield Action("move", "7", way_parts(position, cells, way)), after
        case "trick":
            if is_hot:
                yield from _exchanges(position, cells)
        case "warrior":
            for colour in colours:
                for field in on_ring(track, cells, colour):
                    yield Action("strike", card, (_part(position, cells, field),)), strike(track, cells, field)
        case "angel":
            yield from _angel_uses(position, seat, cells)
        case "jester":
            if position.hands[position.next_seat(seat)]:  # T9.2.2
                yield Action(card, card), cells
        case "devil":
            if position.others_hold(seat):  # T9.5.4
                yield Action(card, card), cells
        case _:
            yield from _moves(position, card, colours, cells)
            if card in ENTERING:
                for colour in colours:
                    if in_pen(track, cells, colour):
                        yield Action("enter", card, (), position.letters[colour]), enter(track, cells, colour)
            if card == "8" and is_hot and position.others_hold(seat):  # T6.5.2, T6.5.4
                yield Action("skip", card), cells


def way_parts(position: Position, cells: bytes, way: seven.Way) -> tuple[Part, ...]:
    """Return runs from field to field as the parts of a 7; the balls are named as they move (T13.5)."""
    names = position.track.names
    colours: dict[int, int] = {}
    parts = []
    for field, to in way:
        colour = colours.pop(field, None)
        if colour is None:
            colour = colour_at(cells, field)
        colours[to] = colour
        parts.append(Part(position.letters[colour], names[field], ">", names[to]))
    return tuple(parts)


def _part(position: Position, cells: bytes, field: int, to: int = -1) -> Part:
    names = position.track.names
    letter = position.letters[colour_at(cells, field)]
    return Part(letter, names[field], ">", names[to]) if to >= 0 else Part(letter, names[field])


def reaches(position: Position, cells: bytes, card: str, field: int) -> list[Reach]:
    """Return where a number card (no 7) takes the ball on a field, on an empty board (T4.1, T6.3)."""
    if card == "4":
        return backward(position.track, cells, field)
    return forward(position.track, cells, field, int(card))


def _moves(position: Position, card: str, colours: tuple[int, ...], cells: bytes) -> Iterator[Result]:
    track = position.track
    for colour in colours:
        for field in (*on_ring(track, cells, colour), *unlocked(track, cells, colour)):
            for reach in reaches(position, cells, card, field):
                if not reach.fails:
                    action = Action("move", card, (_part(position, cells, field, reach.field),))
                    yield action, move(cells, field, reach.field)


def _exchanges(position: Position, cells: bytes) -> Iterator[Result]:
    """Yield every pair of balls on the ring, of whatever colours (T6.6.1), the lower field first."""
    fields = [field for field in range(position.track.ring) if cells[field]]
    for at, one in enumerate(fields):
        for other in fields[at + 1 :]:
            parts = (_part(position, cells, one), _part(position, cells, other))
            yield Action("exchange", "trick", parts), exchange(cells, one, other)


def _angel_uses(position: Position, seat: int, cells: bytes) -> Iterator[Result]:
    """Yield the entry of each colour served, for one with an empty pen its moves by 1 and 13 on the ring (T9.4)."""
    track = position.track
    for colour in angel_colours(position, seat, cells):
        if in_pen(track, cells, colour):
            yield Action("enter", "angel", (), position.letters[colour]), enter(track, cells, colour)
            continue
        for field in on_ring(track, cells, colour):
            for steps in ANGEL_STEPS:
                for reach in forward(track, cells, field, steps):
                    if not reach.fails:
                        action = Action("move", "angel", (_part(position, cells, field, reach.field),))
                        yield action, move(cells, field, reach.field)
