"""What a card can be used for, and what comes of it: the only place where a card acts (rules T5.1, T6, T8, T9).

A use is offered in canonical form, every destination stated; what a player wrote is found among the uses offered, but
for a 7: its splits are many, so that its parts are followed one after the other as they were written (`follow_seven`).
A card is used on `cells`, which after a TAC are not those of the position but the restored ones (T7.4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac import seven
from gm_tools.games.tac.balls import (
    colour_at,
    enter,
    exchange,
    field_of,
    go_backward,
    go_forward,
    in_pen,
    is_home,
    is_locked,
    list_unlocked,
    move,
    name_of,
    next_ball,
    on_ring,
    strike,
)
from gm_tools.games.tac.cards import OPENING
from gm_tools.games.tac.orders import Action, BallMove
from gm_tools.games.tac.position import Last, Position

ANGEL_STEPS = (1, 13)
_ALL_FIELDS = range(100)


class Use(NamedTuple):
    """A use of a card: the action in canonical form, and the cells that it leads to."""

    action: Action
    cells: bytes


class SevenPart(NamedTuple):
    """A part of a 7 as it is reached.

    `colours` are those whose balls may move then, `left` the steps left, `runs` those that the part can mean.
    """

    at: int
    part: BallMove
    field: int  # of the ball, -1 if there is no such ball
    colours: tuple[int, ...]
    left: int
    cells: bytes
    runs: list[seven.Run]


# Whose balls, on which board


def colours_of(position: Position, seat: int, cells: bytes) -> tuple[int, ...]:
    """Return the colours whose balls a seat's cards move: its own, or in the endphase others' (T4.5, T8.1, T8.4).

    In a co-operative game a seat whose pair is complete may move whatever is not home (T10.2.3).
    """
    if not is_home(position.track, cells, seat):
        return (seat,)
    return _unfinished_colours(position, cells, position.sides.partners[seat]) or _all_if_together(position, cells)


def angel_colours(position: Position, seat: int, cells: bytes) -> tuple[int, ...]:
    """Return the colours that an Angel laid by a seat may serve (T9.4.1, T9.4.4, T9.4.5)."""
    after = position.next_seat(seat)
    partners = position.sides.partners
    if position.together:
        pairs = ((seat, *partners[seat]), (after, *partners[after]))
        if not all(_unfinished_colours(position, cells, pair) for pair in pairs):
            return _all_if_together(position, cells)
    return _unfinished_colours(position, cells, (after,)) or _unfinished_colours(position, cells, partners[after])


def served_colours(position: Position, seat: int, card: str, cells: bytes) -> tuple[int, ...]:
    """Return the colours whose balls a card of a seat may move or bring in."""
    return (angel_colours if card == "angel" else colours_of)(position, seat, cells)


def _unfinished_colours(position: Position, cells: bytes, colours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(colour for colour in colours if not is_home(position.track, cells, colour))


def _all_if_together(position: Position, cells: bytes) -> tuple[int, ...]:
    return _unfinished_colours(position, cells, position.use) if position.together else ()


def is_hot(position: Position, seat: int, cells: bytes) -> bool:
    """Tell whether a ball that a seat may move is on the ring (T5.4)."""
    return any(on_ring(position.track, cells, colour) for colour in colours_of(position, seat, cells))


def find_taken_over(position: Position) -> Last | None:
    """Return what a TAC takes over now, None if there is nothing (T7.3) or no TAC may answer it (T7.12)."""
    return None if position.last is None or position.last.barred else position.last


def cells_for(position: Position, *, tac: bool) -> bytes:
    """Return the cells that a card is used on (T7.4).

    They are those of the position, or with a TAC those before the turn that it undoes.
    """
    last = position.last
    return last.restore if tac and last is not None and last.restore is not None else position.cells


def find_ball(position: Position, part: BallMove, cells: bytes) -> int:
    """Return the field of the ball that a part names, -1 if there is no such ball."""
    colour = position.letters.index(part.colour)
    field = field_of(position.track, colour, part.at)
    return field if field >= 0 and colour_at(cells, field) == colour else -1


# What is offered


def is_usable(position: Position, seat: int, card: str) -> bool:
    """Tell whether a seat has any use of a card it holds (T5.1), the TAC included (T7.4)."""
    if card != "tac":
        return _is_usable_on(position, seat, card, position.cells)
    last = find_taken_over(position)
    return last is not None and _is_usable_on(position, seat, last.card, cells_for(position, tac=True))


def _is_usable_on(position: Position, seat: int, card: str, cells: bytes) -> bool:
    if card == "7":
        return seven.is_usable(position.track, cells, colours_of(position, seat, cells))
    return next(uses_on(position, seat, card, cells), None) is not None


def uses(position: Position, seat: int, card: str) -> Iterator[Use]:
    """Yield every use of a card that a seat holds; two 7s that lead to the same board are one (T15.2)."""
    if card != "tac":
        yield from uses_on(position, seat, card, position.cells)
        return
    last = find_taken_over(position)
    if last is not None:
        for action, after in uses_on(position, seat, last.card, cells_for(position, tac=True)):
            yield Use(action._replace(tac=True), after)


def uses_on(
    position: Position, seat: int, card: str, cells: bytes, only: Collection[int] = _ALL_FIELDS
) -> Iterator[Use]:
    """Yield every use of a card (no TAC) by a seat on given cells; with `only` those that move balls on these fields.

    What moves no ball of the board, as an entry does, is yielded all the same, and a 7 whatever it moves.
    """
    track = position.track
    match card:
        case "7":
            for after, way in seven.spread(track, cells, lambda reached: colours_of(position, seat, reached)):
                yield Use(Action("move", "7", way_parts(position, cells, way)), after)
        case "trick":
            if is_hot(position, seat, cells):
                yield from _exchanges(position, cells, only)
        case "warrior":
            for colour in colours_of(position, seat, cells):
                for field in on_ring(track, cells, colour):
                    if field in only:
                        yield Use(Action("strike", card, (_part(position, cells, field),)), strike(track, cells, field))
        case "angel":
            yield from _angel_uses(position, seat, cells, only)
        case "jester":
            if position.hands[position.next_seat(seat)]:  # T9.2.2
                yield Use(Action(card, card), cells)
        case "devil":
            if position.others_hold(seat):  # T9.5.4
                yield Use(Action(card, card), cells)
        case _:
            colours = colours_of(position, seat, cells)
            for colour in colours:
                for field in (*on_ring(track, cells, colour), *list_unlocked(track, cells, colour)):
                    if field in only:
                        yield from _moves(position, card, cells, field, destinations(position, cells, card, field))
            if card in OPENING:
                for colour in colours:
                    if in_pen(track, cells, colour):
                        yield _entry(position, card, cells, colour)
            if card == "8" and is_hot(position, seat, cells) and position.others_hold(seat):  # T6.5.2, T6.5.4
                yield Use(Action("skip", card), cells)


def way_parts(position: Position, cells: bytes, way: seven.Way) -> tuple[BallMove, ...]:
    """Return runs from field to field as the parts of a 7; the balls are named as they move (T13.5)."""
    names = position.track.names
    colours: dict[int, int] = {}
    parts = []
    for field, to in way:
        colour = colours.pop(field, None)
        if colour is None:
            colour = colour_at(cells, field)
        colours[to] = colour
        parts.append(BallMove(position.letters[colour], names[field], ">", names[to]))
    return tuple(parts)


def numbers_of(card: str) -> tuple[str, ...]:
    """Return how the steps of a card that moves one ball may be written (T13.4).

    A 5 has `+5`, a 4 `-4`, an Angel `+1` and `+13`.
    """
    if card == "4":
        return ("-4",)
    return tuple(f"+{steps}" for steps in (ANGEL_STEPS if card == "angel" else (card,)))


def destinations(position: Position, cells: bytes, card: str, field: int, number: str = "") -> list[int]:
    """Return the fields that the ball on a field can go to by a card that moves one (T4.1, T6.3).

    With a number, it is by that one of its numbers.
    """
    if card == "4":
        return go_backward(position.track, cells, field)
    if number or card != "angel":
        return go_forward(position.track, cells, field, int(number or card))
    return [to for steps in ANGEL_STEPS for to in go_forward(position.track, cells, field, steps)]


def _part(position: Position, cells: bytes, field: int) -> BallMove:
    return BallMove(position.letters[colour_at(cells, field)], position.track.names[field])


def _moves(position: Position, card: str, cells: bytes, field: int, to: Iterable[int]) -> Iterator[Use]:
    letter, names = position.letters[colour_at(cells, field)], position.track.names
    for end in to:
        yield Use(Action("move", card, (BallMove(letter, names[field], ">", names[end]),)), move(cells, field, end))


def _entry(position: Position, card: str, cells: bytes, colour: int) -> Use:
    return Use(Action("enter", card, (), position.letters[colour]), enter(position.track, cells, colour))


def _exchanges(position: Position, cells: bytes, only: Collection[int]) -> Iterator[Use]:
    """Yield every pair of balls on ring fields, of whatever colours (T6.6.1), the lower field first."""
    fields = [field for field in range(position.track.ring) if cells[field] and field in only]
    for at, one in enumerate(fields):
        for other in fields[at + 1 :]:
            parts = (_part(position, cells, one), _part(position, cells, other))
            yield Use(Action("exchange", "trick", parts), exchange(cells, one, other))


def _angel_uses(position: Position, seat: int, cells: bytes, only: Collection[int]) -> Iterator[Use]:
    """Yield the entry of each colour served, for one with an empty pen its moves by 1 and 13 on the ring (T9.4)."""
    for colour in angel_colours(position, seat, cells):
        if in_pen(position.track, cells, colour):
            yield _entry(position, "angel", cells, colour)
            continue
        for field in on_ring(position.track, cells, colour):
            if field in only:
                yield from _moves(position, "angel", cells, field, destinations(position, cells, "angel", field))


# What a player wrote


def find_uses(position: Position, seat: int, action: Action, cells: bytes) -> list[Use]:
    """Return the uses offered on given cells that a written action can mean.

    There is one if it is legal, and more if it is ambiguous.
    """
    if action.verb == "move" and action.card == "7":
        *__, last = stages = list(follow_seven(position, seat, action, cells))
        if len(last.runs) != 1 or last.runs[0].steps != last.left:
            return []
        names = position.track.names
        parts = tuple(stage.part._replace(sign=">", to=names[stage.runs[0].to]) for stage in stages)
        return [Use(action._replace(parts=parts, seat=""), last.runs[0].cells)]
    fields = [find_ball(position, part, cells) for part in action.parts]
    if -1 in fields:
        return []
    found = [use for use in uses_on(position, seat, action.card, cells, fields) if _means(position, action, cells, use)]
    return [Use(use.action._replace(tac=True), use.cells) for use in found] if action.tac else found


def _means(position: Position, action: Action, cells: bytes, use: Use) -> bool:
    """Tell whether a written action can mean a use: what it leaves out may be anything (T13.4)."""
    offered = use.action
    if action.verb != offered.verb or action.colour not in ("", offered.colour):
        return False
    if action.verb != "move":
        return True  # its balls are those of the fields asked for
    part, to = action.parts[0], offered.parts[0].to
    if part.sign == ">":
        return part.place == to
    if not part.number:
        return True
    fields = destinations(position, cells, action.card, find_ball(position, part, cells), part.number)
    return part.number in numbers_of(action.card) and to in [position.track.names[field] for field in fields]


def follow_seven(position: Position, seat: int, action: Action, cells: bytes) -> Iterator[SevenPart]:
    """Yield the parts of a written 7 from left to right (T13.5).

    They end with the first one that cannot be done in exactly one way. Each is read alone on the cells reached, without
    looking at later parts. Balls locked at the beginning stay (T4.10).
    """
    track, before, left = position.track, cells, seven.STEPS
    colours = colours_of(position, seat, cells)
    for at, part in enumerate(action.parts):
        field = find_ball(position, part, cells)
        runs: list[seven.Run] = []
        if field >= 0 and colour_at(cells, field) in colours and not is_locked(track, before, field):
            is_last = at == len(action.parts) - 1
            possible = seven.runs(track, cells, field, left)
            runs = [run for run in possible if _is_meant(position, part, run, left if is_last else 0)]
        yield SevenPart(at, part, field, colours, left, cells, runs)
        if len(runs) != 1:
            return
        colour, cells, left = colour_at(cells, field), runs[0].cells, left - runs[0].steps
        colours = colours_of(position, seat, cells) if is_home(track, cells, colour) else (colour,)  # T6.4.8


def _is_meant(position: Position, part: BallMove, run: seven.Run, rest: int) -> bool:
    """Tell whether a part of a 7 can mean a run.

    One without a number means the rest of the steps, if that is its to take.
    """
    if part.sign == ">":
        return part.place == position.track.names[run.to]
    if not part.sign:
        return run.steps == rest
    return part.to == str(run.steps) and run.outwards == (part.sign == "-")


# What others see of it


def thrown_balls(position: Position, seat: int, use: Use, cells: bytes) -> list[str]:
    """Return the balls that a use throws, each named by where it was hit (T12.4).

    `cells` are those that it is used on.
    """
    track, letters, action = position.track, position.letters, use.action
    if cells.count(0) == use.cells.count(0) + (action.verb == "enter"):
        return []  # all balls are still there
    if action.verb == "enter":
        fields = [track.starts[letters.index(action.colour)]]
    elif action.verb == "strike":
        fields = [next_ball(track, cells, find_ball(position, action.parts[0], cells))]
    elif action.card == "7":
        stages = follow_seven(position, seat, action, cells)
        hit = [ball for stage in stages for run in stage.runs for ball in run.thrown]
        return [letters[colour] + track.names[field] for colour, field in hit]
    else:
        fields = [int(action.parts[0].to) - 1]
    return [name_of(track, letters, cells, field) for field in fields]


def hidden_way(position: Position, action: Action, cells: bytes) -> str:
    """Return what the canonical form does not show: `pen>17` of a ball that enters, `R60>5` of a Warrior (T12.4)."""
    track = position.track
    if action.verb == "enter":
        return f"pen>{track.names[track.starts[position.letters.index(action.colour)]]}"
    if action.verb != "strike":
        return ""
    field = find_ball(position, action.parts[0], cells)
    to = next_ball(track, cells, field)
    return f"{action.parts[0].ball}>{track.names[to]}" if to != field else ""
