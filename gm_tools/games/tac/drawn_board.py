"""Where everything of a TAC board lies as it is drawn: the ring with its houses, and round it a plate for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin, sqrt

from gm_tools.core.drawing import Arrow, Drawing, Label, Piece, Point, Prop, Shape
from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import FRESH, HOUSE, HOUSE_NAMES, Track, colour_at, in_pen, is_locked
from gm_tools.games.tac.picture import COLOURS

_PITCH = 1.36  # from field to field
WORDS = 1.06  # how high words are at least: they are read on a telephone that shows the whole board
_NUMBER = 0.885  # how high the numbers of fields are: with air between them and the balls
_RIM = 2.7  # from the ring to the edge of the disc, numbers between them
_DIGITS = 1.5  # between balls and rim: how wide a number may become that grows on a small board
_WIDE = 40.2  # how wide the whole board is
_PLATE = 5.2  # how high a plate in a corner is
_STRIP = 2.2  # how high one above or below the disc is
_BADGE = 2.3  # how much room the mark of a seat has before its name
_NAME = 5.4  # how much room a name has there
_HOLES = 1.5  # how far apart the holes of a pen are
_CORNER = 9.0  # how wide a plate in a corner is at most on a board of six, whose strips need the room
_SMALL = 1.1  # how wide the cards of a hand are on a plate, at most
_BACKS = 5  # cards that are shown of a hand at most
_FAN = (0.3, 0.08)  # how far apart their backs lie on a plate in a corner, and in a strip
_LEGEND = (
    ("start", N_("a start field")),
    ("can", N_("can bring a ball in; ✗: cannot")),
    ("fresh", N_("fresh: may not go home yet")),
    ("locked", N_("home for good")),
)


class Plate(NamedTuple):
    """What is said of a seat.

    `cards` is the size of its hand (None: no game is under way), `can` tells whether it can bring a ball in, `acts`
    whether it is to act; `hand` holds the cards that lie on the plate face up.
    """

    cards: int | None = None
    partners: str = ""
    can: bool = False
    acts: bool = False
    hand: tuple[str, ...] = ()


class Disc(NamedTuple):
    """Where everything of a track lies.

    It has the ring, its middle and radius, clockwise from the bottom, and how high all of it is.
    """

    track: Track
    radius: float
    middle: Point
    rows: float

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

    @property
    def inner(self) -> float:
        """Return how far from the middle the houses end."""
        return self.radius - _PITCH * (HOUSE + 0.15) - 0.8

    def plate(self, seat: int) -> tuple[float, float, float, float]:
        """Return where a seat's plate lies (left, top, width, height).

        The plate lies at the seat's right hand, in the corner that is nearest. On a board of six the seats at the top
        and at the bottom have theirs above and below the disc.
        """
        edge = self.radius + _RIM + 0.1
        if self.track.seats > 4 and seat in (0, self.track.seats // 2):
            corner = self._corner_width(edge)
            top = self.rows - _STRIP - 0.05 if seat == 0 else 0.05
            return corner + 0.45, top, _WIDE - 2 * corner - 0.9, _STRIP
        wide = self._corner_width(edge)
        turn = self.turn(self.track.starts[seat]) - (pi / 4 if self.track.seats == 4 else 0)
        left = 0.1 if sin(turn) > 0 else _WIDE - wide - 0.1
        return left, 0.1 if cos(turn) < 0 else self.rows - _PLATE - 0.1, wide, _PLATE

    def _corner_width(self, edge: float) -> float:
        above = self.middle[1] - _PLATE - 0.1
        wide = _WIDE / 2 - sqrt(max(0.0, edge * edge - above * above)) - 0.1
        return wide if self.track.seats == 4 else min(wide, _CORNER)

    def pen(self, seat: int) -> list[Point]:
        """Return the places of a seat's pen, on its plate."""
        left, top, wide, high = self.plate(seat)
        if high == _STRIP:
            return [(left + wide - 2.2 - _HOLES * (HOUSE - 1 - number), top + high / 2) for number in range(HOUSE)]
        return [(left + 1.05 + _HOLES * number, top + high - 0.95) for number in range(HOUSE)]


def lay(track: Track) -> Disc:
    """Return where everything of a track lies."""
    radius = track.ring * _PITCH / (2 * pi)
    above = _STRIP + 0.2 if track.seats > 4 else 0.1
    half = radius + _RIM
    return Disc(track, radius, (_WIDE / 2, above + half), 2 * (above + half))


def field_middle(track: Track, field: int) -> Point:
    """Return where a field lies on the drawn board."""
    return lay(track).field(field)


def draw_board(
    track: Track, cells: bytes, letters: str, use: Iterable[int], plates: Sequence[Plate] | None = None
) -> Drawing:
    """Return the ring with houses, plates, pens and marbles.

    `plates` say what is known of each seat (None: no game is under way).
    """
    disc = lay(track)
    seats = tuple(use)
    said = plates or [Plate()] * track.seats
    shapes = [Shape("wood", (disc.middle,), radius=disc.radius + _RIM), *_ring(disc, seats)]
    labels = [_number(disc, field) for field in range(track.ring)]
    props: list[Prop] = []
    pieces = []
    for seat in seats:
        shapes += _plate_ground(disc, seat, acts=said[seat].acts)
        labels += _plate_words(disc, seat, letters[seat], said[seat])
        props += _plate_props(disc, seat, letters[seat], said[seat])
        pieces += [
            Piece(letters[seat], seat, at, colour=COLOURS[seat]) for at in disc.pen(seat)[: in_pen(track, cells, seat)]
        ]
    for field, cell in enumerate(cells):
        if cell:
            seat = colour_at(cells, field)
            state = "fresh" if cell & FRESH else "locked" if is_locked(track, cells, field) else ""
            pieces.append(Piece(letters[seat], seat, disc.field(field), colour=COLOURS[seat], state=state))
    shown = {"start"} | {piece.state for piece in pieces} | {"can" for plate in said if plate.can}
    return Drawing(
        _WIDE,
        disc.rows,
        shapes=tuple(shapes),
        labels=tuple(labels),
        pieces=tuple(pieces),
        props=tuple(props),
        arrows=tuple(_directions(disc)),
        names=tuple(_names(disc, letters, seats)),
        legend=tuple((role, _(name)) for role, name in _LEGEND if role in shown),
        has_rulers=False,
        unit=24,
    )


def _ring(disc: Disc, seats: Sequence[int]) -> Iterator[Shape]:
    """Yield the houses' lanes, and the ring with the rims of the start fields.

    With them come the fields of the houses with their letters.
    """
    track = disc.track
    starts = {track.starts[seat]: seat for seat in seats}
    for seat in seats:
        turn = disc.turn(track.starts[seat])
        ends = (_PITCH * 0.55, _PITCH * (HOUSE + 0.15))
        yield Shape(COLOURS[seat], tuple(disc.place(turn, disc.radius - end) for end in ends), radius=0.8)
    for field in range(track.ring):
        at, seat = disc.field(field), starts.get(field, -1)
        if seat >= 0:
            yield Shape(COLOURS[seat], (at,), radius=0.76)
        yield Shape("field", (at,), radius=0.56)
    for seat in seats:
        turn = disc.turn(track.starts[seat])
        for deep, name in enumerate(HOUSE_NAMES):
            beside = disc.place(turn, disc.radius - _PITCH * (deep + 1) - 0.15, -1.55)
            yield Shape("field", (disc.field(track.houses[seat] + deep),), name, aside=beside, radius=0.56)


def _names(disc: Disc, letters: str, seats: Sequence[int]) -> Iterator[tuple[str, Point]]:
    """Yield the fields as moves that end on them name them: `>17` on the ring, `R>a` in a house."""
    track = disc.track
    yield from ((f">{track.names[field]}", disc.field(field)) for field in range(track.ring))
    for seat in seats:
        for deep, name in enumerate(HOUSE_NAMES):
            yield f"{letters[seat]}>{name}", disc.field(track.houses[seat] + deep)


def _number(disc: Disc, field: int) -> Label:
    """Return the number of a ring field beyond it.

    Every fifth one stands out, and stays where there is no room for all.
    """
    turn = disc.turn(field)
    at = disc.place(turn, disc.radius + 1.48 + 0.16 * abs(sin(turn)))  # a number is longer than it is high
    is_fifth = (field + 1) % 5 == 0
    return Label(
        disc.track.names[field], at, _NUMBER, "carved", bold=is_fifth, room=_DIGITS, needs=0 if is_fifth else _NUMBER
    )


def _directions(disc: Disc) -> Iterator[Arrow]:
    """Yield bent arrows between the houses, in the direction of play."""
    count = disc.track.seats
    for gap in range(count):
        begin, end = (2 * pi * (gap + share) / count for share in (0.36, 0.64))
        points = [disc.place(begin + (end - begin) * k / 6, disc.radius - 2.3) for k in range(7)]
        yield Arrow("flow", points[0], points[-1], via=tuple(points[1:-1]))


def _plate_ground(disc: Disc, seat: int, *, acts: bool) -> Iterator[Shape]:
    left, top, wide, high = disc.plate(seat)
    yield Shape("panel_next" if acts else "panel", ((left, top), (left + wide, top + high)))
    for at in disc.pen(seat):
        yield Shape("tray", (at,), radius=0.56)


def _plate_words(disc: Disc, seat: int, letter: str, plate: Plate) -> Iterator[Label]:
    """Yield who sits there, with whom, how many cards there are in the hand, and whether a ball can be brought in."""
    left, top, wide, high = disc.plate(seat)
    is_strip, right, middle = high == _STRIP, left + wide - 0.4, top + high / 2
    first, third = (middle, middle) if is_strip else (top + 1.05, top + high - 0.95)
    room = _NAME if is_strip else wide - _BADGE - 0.3
    if plate.cards is None:
        yield Label(_(COLOURS[seat]), (left + _BADGE, first), 1.15, "words", "start", room=room)
        return
    yield Label(
        letter, (left + _BADGE, first), 1.15, "player", "start", bold=True, room=room, lines=1 if plate.hand else 2
    )
    if plate.cards and not plate.hand:
        fan = _FAN[is_strip] * min(_BACKS, plate.cards)
        at = _hand_left(disc, seat) + fan + 0.5, _hand_line(disc, seat)
        yield Label(str(plate.cards), at, 1.15, "words", "start")
    if plate.partners and not plate.hand:
        words, at, anchor, free = _("with {seat}", seat=plate.partners), (right, _hand_line(disc, seat)), "end", 5.0
        if is_strip:  # between the cards and the pen
            at, anchor = (_hand_left(disc, seat) + 2.0, middle), "start"
            free = disc.pen(seat)[0][0] - 0.95 - at[0]
        yield Label(words, at, WORDS, "said", anchor, room=free, needs=WORDS)
    sign, role = ("✓", "good") if plate.can else ("✗", "said")
    yield Label(sign, (right + 0.2, third), 1.3, role, "end", bold=plate.can)


def _hand_left(disc: Disc, seat: int) -> float:
    left, _top, _wide, high = disc.plate(seat)
    return left + (_BADGE + _NAME + 0.65 if high == _STRIP else 0.75)


def _hand_line(disc: Disc, seat: int) -> float:
    _left, top, _wide, high = disc.plate(seat)
    return top + (high / 2 if high == _STRIP else 2.6)


def hand_places(disc: Disc, seat: int, count: int) -> tuple[float, list[Point]]:
    """Return how wide the cards of a hand are that lies on a plate face up, and where each lies."""
    left, _top, wide, high = disc.plate(seat)
    begin = _hand_left(disc, seat) - 0.5 if high == _STRIP else left + 0.3
    end = disc.pen(seat)[0][0] - 0.7 if high == _STRIP else left + wide - 0.3
    room = (end - begin) / max(1, count)
    size, pitch = min(_SMALL, room / 1.05), min(room, _SMALL * 1.3)
    return size, [(begin + size / 2 + pitch * number, _hand_line(disc, seat)) for number in range(count)]


def _plate_props(disc: Disc, seat: int, letter: str, plate: Plate) -> Iterator[Prop]:
    """Yield a seat's mark and the backs of its cards."""
    left, top, _wide, high = disc.plate(seat)
    is_strip = high == _STRIP
    yield Prop("mark", letter, (left + 1.15, top + (high / 2 if is_strip else 1.0)), 1.5, COLOURS[seat])
    for number in range(0 if plate.hand else min(_BACKS, plate.cards or 0)):
        at = _hand_left(disc, seat) + _FAN[is_strip] * number, _hand_line(disc, seat)
        yield Prop("back", "", at, 0.8 if is_strip else 0.72)
