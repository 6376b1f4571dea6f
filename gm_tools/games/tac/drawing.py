"""A TAC board drawn: a ring with houses and marbles, pens and hands at each seat, the last card, who must play, the own hand."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from gm_tools.core.drawing import Arrow, Drawing, Label, Piece, Prop, Shape, Trail
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import FRESH, HOUSE, colour_at, field_of, in_pen, is_locked
from gm_tools.games.tac.cards import MASTERS, OPENING, UNKNOWN
from gm_tools.games.tac.orders import parse_order
from gm_tools.games.tac.paths import path_of
from gm_tools.games.tac.picture import COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.drawing import Point
    from gm_tools.core.events import Event
    from gm_tools.games.tac.balls import Track
    from gm_tools.games.tac.orders import Action
    from gm_tools.games.tac.position import Position

_PITCH = 1.36  # from field to field
_CARD = 3.8  # how wide a card is that is shown
_NOTES = {
    "1": N_("enter"),
    "13": N_("enter"),
    "4": N_("back"),
    "7": N_("split"),
    "8": N_("skip"),
    "trick": N_("exchange"),
    "tac": N_("take back"),
    "jester": N_("pass hands"),
    "warrior": N_("throw"),
    "angel": N_("next in"),
    "devil": N_("look"),
}
_KINDS = dict.fromkeys(_NOTES, "special") | dict.fromkeys(OPENING, "opening") | dict.fromkeys(MASTERS, "master")
_KINDS |= {"tac": "tac"}


class _Disc(NamedTuple):
    """Where everything of a track lies: the ring, its middle and radius, clockwise from the bottom."""

    track: Track
    radius: float
    middle: Point

    def place(self, turn: float, radius: float, aside: float = 0) -> Point:
        """Return a point by its angle (clockwise from the bottom) and its distance from the middle."""
        x, y = self.middle
        return x - radius * sin(turn) - aside * cos(turn), y + radius * cos(turn) - aside * sin(turn)

    def turn(self, field: int) -> float:
        """Return the angle of a ring field."""
        return 2 * pi * field / self.track.ring

    def field(self, field: int) -> Point:
        """Return the middle of a field, on the ring or in a house."""
        ring = self.track.ring
        if field < ring:
            return self.place(self.turn(field), self.radius)
        seat, deep = divmod(field - ring, HOUSE)
        return self.place(self.turn(self.track.starts[seat]), self.radius - _PITCH * (deep + 1) - 0.15)


def _lay(track: Track) -> _Disc:
    radius = track.ring * _PITCH / (2 * pi)
    return _Disc(track, radius, (radius + 2.2, radius + 2.2))


def field_middle(track: Track, field: int) -> Point:
    """Return where a field lies on the drawn board."""
    return _lay(track).field(field)


def draw_board(
    track: Track, cells: bytes, letters: str, use: Iterable[int], waiting: Sequence[int] | None = None
) -> Drawing:
    """Return the ring with houses, pens and marbles; `waiting` is how many cards each seat holds (None: no game is under way)."""
    disc = _lay(track)
    seats = tuple(use)
    starts = {track.starts[seat]: seat for seat in range(track.seats)}
    shapes = [Shape("wood", (disc.middle,), radius=disc.radius + 2.0)]
    labels, pieces = [], []
    for seat in seats:
        turn = disc.turn(track.starts[seat])
        house = (disc.place(turn, disc.radius - _PITCH * 0.55), disc.place(turn, disc.radius - _PITCH * (HOUSE + 0.15)))
        shapes.append(Shape(COLOURS[seat], house, radius=0.78))
    for field in range(track.ring):
        turn = disc.turn(field)
        seat = starts.get(field, -1)
        at = disc.field(field)
        if seat in seats:
            shapes.append(Shape(COLOURS[seat], (at,), radius=0.72))
        text = letters[seat] if seat in seats and colour_at(cells, field) < 0 else ""
        shapes.append(Shape("field", (at,), text, radius=0.5))
        labels.append(Label(track.names[field], disc.place(turn, disc.radius + 1.25), 0.68, "carved"))
    for seat in seats:
        turn = disc.turn(track.starts[seat])
        for deep in range(HOUSE):
            field = track.houses[seat] + deep
            radius = disc.radius - _PITCH * (deep + 1) - 0.15
            beside = disc.place(turn, radius, -1.25)
            shapes.append(Shape("field", (disc.field(field),), "abcd"[deep], aside=beside, radius=0.5))
        pen = _pen(disc, seat)
        shapes += [Shape("tray", (at,), radius=0.6) for at in pen]
        pieces += [
            Piece(letters[seat], seat, at, colour=COLOURS[seat], size=0.85) for at in pen[: in_pen(track, cells, seat)]
        ]
    for field, cell in enumerate(cells):
        if cell:
            seat = colour_at(cells, field)
            state = "fresh" if cell & FRESH else "locked" if is_locked(track, cells, field) else ""
            pieces.append(Piece(letters[seat], seat, disc.field(field), colour=COLOURS[seat], state=state))
    props = []
    for seat in seats:
        turn, count = disc.turn(track.starts[seat]), 0 if waiting is None else waiting[seat]
        for number in range(min(3, count)):
            is_top = number == min(3, count) - 1
            at = disc.place(turn, disc.radius - 2.5, 3.3 + 0.22 * number)
            props.append(Prop("back", str(count) if is_top else "", at, 1.15))
    size = 2 * disc.radius + 4.4
    return Drawing(
        size,
        size,
        shapes=tuple(shapes),
        labels=tuple(labels),
        pieces=tuple(pieces),
        props=tuple(props),
        has_rulers=False,
        unit=24,
    )


def draw_game(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the board with the last card, the stack, who must play, and the hands that this viewer knows, face up below."""
    track, letters = position.track, position.letters
    disc = _lay(track)
    drawing = draw_board(track, position.cells, letters, position.use, tuple(map(len, position.hands)))
    x, y = disc.middle
    props, labels, arrows = list(drawing.props), list(drawing.labels), []
    trails: list[Trail] = []
    played = [event for event in events if event.kind in ("played", "discarded")]
    for event in played[-1:]:
        action = _action_of(event)
        if action is not None:
            trails = list(ways_of(track, letters, action))
        props.append(_card(event.data["card"], (x, y), _CARD))
        message = N_("{seat} played") if event.kind == "played" else N_("{seat} discarded")
        labels.append(Label(_(message, seat=event.seats[0]), (x, y - 3.4), 0.95, "carved"))
        labels.append(Label(event.data["order"], (x, y + 3.4), 0.95, "carved"))
    if not played and position.phase == "play" and position.last is not None:
        props.append(_card(position.last.card, (x, y), _CARD))
    if position.rest:
        at = (x - 5.2, y) if track.seats > 4 else (x - 4.4, y - 4.2)  # where no arrow comes
        props.append(Prop("back", str(len(position.rest)), at, 1.5))
        labels.append(Label(_("stack"), (at[0], at[1] + 1.8), 0.7, "carved"))
    if position.phase == "play" and position.turn >= 0:
        turn = disc.turn(track.starts[position.turn])
        inner = disc.radius - _PITCH * (HOUSE + 0.15) - 1.2
        arrows.append(Arrow("turn", disc.place(turn, max(2.4, inner - 2.3)), disc.place(turn, inner)))
    if position.phase == "over" and position.places:
        team = position.places[0]
        labels.append(Label(_("winner"), (x, y + 4.9), 0.95, "carved"))
        props += [
            Prop("chip", letters[seat], (x + 2.1 * (at - (len(team) - 1) / 2), y + 6.4), 1.7, COLOURS[seat])
            for at, seat in enumerate(team)
        ]
    for seat in position.use:
        labels += _beside_hand(disc, seat, letters[seat], can=position.size > 0 and position.can[seat])
    rows = drawing.rows
    for seat in position.use:
        hand = position.hands[seat]
        if hand and UNKNOWN not in hand:
            rows, more, words = _shown_hand(position, seat, hand, rows, drawing.columns)
            props += more
            labels += words
    return drawing._replace(
        rows=rows, props=tuple(props), labels=tuple(labels), arrows=tuple(arrows), trails=tuple(trails)
    )


def draw_trial(view: Position, action: Action) -> Drawing:
    """Return the board as it is, with the ways of the balls that an action moves, numbered."""
    track, letters = view.track, view.letters
    ways = [trail.points for trail in ways_of(track, letters, action)]
    drawing = draw_game(view)
    disc = _lay(track)
    if action.verb == "enter" and action.colour:
        colour = letters.index(action.colour)
        waiting = [piece.at for piece in drawing.pieces if piece.number == colour and piece.size < 1]
        ways += [(at, disc.field(track.starts[colour])) for at in waiting[-1:]]
    elif action.verb == "strike":
        for part in action.parts:
            colour = letters.index(part.colour)
            pen = _pen(disc, colour)
            ways.append(
                (disc.field(field_of(track, colour, part.at)), pen[min(in_pen(track, view.cells, colour), HOUSE - 1)])
            )
    return drawing._replace(steps=ways[0], more=tuple(ways[1:]), trails=()) if ways else drawing._replace(trails=())


def draw_refused(view: Position, action: Action) -> Drawing:
    """Return the board as it is, with a straight line for each ball that an action which is not legal would move."""
    track, ways = view.track, []
    for part in action.parts if action.verb == "move" else ():
        colour = view.letters.find(part.colour)
        fields = [field_of(track, colour, place) for place in (part.at, part.to)] if colour >= 0 else [-1]
        if min(fields) >= 0:
            ways.append(tuple(field_middle(track, field) for field in fields))
    return draw_game(view)._replace(steps=ways[0] if ways else (), more=tuple(ways[1:]))


def _pen(disc: _Disc, seat: int) -> list[Point]:
    """Return the places of a seat's pen."""
    turn = disc.turn(disc.track.starts[seat])
    return [disc.place(turn, disc.radius - 2.0 - 1.3 * row, -3.0 - 1.3 * column) for row in (0, 1) for column in (0, 1)]


def _beside_hand(disc: _Disc, seat: int, letter: str, *, can: bool) -> list[Label]:
    """Return who sits at a house and whether a ball can be brought in: inwards of the cards there, so that no line lies on a lane."""
    turn = disc.turn(disc.track.starts[seat])
    x, y = disc.place(turn, disc.radius - 2.5, 3.3)
    if abs(sin(turn)) > 0.5:  # at the left and at the right
        side = 1 if sin(turn) > 0 else -1
        aside = y - disc.middle[1]
        is_near = abs(aside) < abs(cos(turn)) * disc.radius / 2  # the lane leans to where the words would stand
        away = 0.0 if not is_near else -1.1 if aside > 0 else 1.1
        first, step, anchor = (x + 1.2 * side, y - (0.5 if can else 0) + away), 1.1, "start" if side > 0 else "end"
    else:
        side = 1 if cos(turn) < 0 else -1
        first, step, anchor = (disc.middle[0] + 1.2 * side, y + 1.6 * side), 1.1 * side, "start" if side > 0 else "end"
    labels = [Label(letter, first, 0.85, "player", anchor)]
    if can:
        labels.append(Label(_("can bring in"), (first[0], first[1] + step), 0.7, "carved", anchor))
    return labels


def _shown_hand(
    position: Position, seat: int, hand: Sequence[str], top: float, wide: float
) -> tuple[float, list[Prop], list[Label]]:
    """Return a hand face up in a row of its own below the board: only who may know it is shown it."""
    size = min(_CARD, (wide - 6.0) / len(hand) / 1.15)
    left = 6.0 + size / 2
    y = top + 0.6 + size * 0.71
    words = [
        Label(_("hand of {seat}", seat=position.letters[seat]), (0.3, y - 0.6), 0.95, "words", "start"),
        Label(ngettext("{n} card", "{n} cards", len(hand)), (0.3, y + 0.6), 0.8, "ruler", "start"),
    ]
    props = [_card(card, (left + number * size * 1.15, y), size) for number, card in enumerate(hand)]
    return y + size * 0.71 + 0.3, props, words


def _card(card: str, at: Point, size: float) -> Prop:
    return Prop("card", card, at, size, _KINDS.get(card, ""), _(_NOTES[card]) if card in _NOTES else "")


def _action_of(event: Event) -> Action | None:
    """Return what was done with the card of an event."""
    if event.kind != "played":
        return None
    order = parse_order(event.data["order"])
    return None if isinstance(order, Problem) else order.actions[0]


def ways_of(track: Track, letters: str, action: Action) -> Iterable[Trail]:
    """Yield the ways of the balls that an action moves."""
    for colour, fields in path_of(track, letters, action):
        points = tuple(field_middle(track, field) for field in fields)
        if len(points) > 1:
            yield Trail(colour, points, COLOURS[colour], put=action.verb != "move")
