"""A Monza race drawn.

The picture shows the cars on their road, the last move die by die, the roll with what it can reach, and the order of
play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import dist
from textwrap import wrap

from gm_tools.core.drawing import Drawing, Label, Piece, Point, Prop, Shape, Trail
from gm_tools.core.events import Event
from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOUR_NAMES, START, Board
from gm_tools.games.monza.check import count_dice
from gm_tools.games.monza.drawn_road import WORDS, Layout, draw_track, lay_out, square_middle, tile_roles
from gm_tools.games.monza.longest import legal_ways, reach
from gm_tools.games.monza.position import Car, Position, free_ahead

__all__ = ["draw_race", "draw_track", "draw_trial", "square_middle", "stand_of", "tile_roles"]

_LEGEND = (
    ("reach_first", N_("first step of a full move")),
    ("reach", N_("within reach")),
    ("put", N_("put back")),
)
_BOX = 8.5  # how wide a panel beside the road is
_LINE = 10  # signs of a line in one
_PITCH = 1.6  # from line to line where cars went in the last move
_BAR, _BAR_OF_MANY = 3.1, 4.3  # how high the order of play is; the same where names stand below their cars
_ROOMY = 9.0  # how wide a car's part of it is at least if its name stands beside it
_WON = {1: 4.4, 2: 3.4}  # how large the mark of a winner is, by how many there are
_DIE, _USED_DIE, _MARK = 2.2, 1.75, 1.2  # how large tokens are


class LastMove(NamedTuple):
    """What the last move was: the events of it, and the dice that it could use (empty: not known)."""

    events: tuple[Event, ...]
    roll: str = ""


def draw_race(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the track with its cars and the roll; the `events` of the last turn give the moves, step by step.

    An event `recalled` holds those of the turns before, of which the last move is shown, too, if it went on in this
    turn.
    """
    layout = lay_out(position.board)
    drawing = _cars(position)
    last = _last_move(tuple(events))
    frames = _frames(layout, position)
    trails = list(_trails(layout, position, last))
    props, labels, shapes, rows, foot = _panels(position, last, layout)
    signs = {frame.role for frame in frames} | {"put" for trail in trails if trail.put}
    return drawing._replace(
        rows=rows,
        shapes=(*drawing.shapes, *frames, *shapes),
        trails=tuple(trails),
        props=tuple(props),
        labels=(*drawing.labels, *labels),
        legend=(*((role, _(name)) for role, name in _LEGEND if role in signs), *drawing.legend),
        foot=foot,
    )


def draw_trial(view: Position, path: Sequence[int], put: Sequence[tuple[str, int]] = ()) -> Drawing:
    """Return the track with the numbered way of an order, its first square being where the car stands.

    `put` are the cars that it puts back, each with the square that it comes to.
    """
    drawing, layout = _cars(view), lay_out(view.board)
    props, labels, shapes, rows, foot = _panels(view, LastMove(()), layout)
    begin = next((piece.at for piece in drawing.pieces if piece.is_next), square_middle(view.board, path[0]))
    stands = view.by_square()
    passed = [layout.passage(square, is_taken=square in stands) for square in path[1:-1]]
    end, moved = _make_room(layout, view, path[-1], passed[-1] if passed else begin)
    steps = (begin, *passed, end)
    return drawing._replace(
        rows=rows,
        pieces=tuple(_put(piece, moved) if len(path) > 1 else piece for piece in drawing.pieces),
        shapes=(*drawing.shapes, *shapes),
        props=tuple(props),
        labels=(*drawing.labels, *labels),
        steps=steps if len(path) > 1 else (),
        step_notes=tuple(_step_notes(view, path[1:])) if view.roll else (),
        put=tuple(_put_back(layout, drawing.pieces, view, put)),
        foot=foot,
    )


def _put_back(
    layout: Layout, pieces: Iterable[Piece], view: Position, put: Sequence[tuple[str, int]]
) -> Iterator[Piece]:
    """Yield cars where they would be put: on the start, or on a square that the mover alone may stand on."""
    cars = {piece.seat: piece for piece in pieces}
    stands = view.by_square()
    for number, (seat, square) in enumerate(put, 1):
        there = len(stands.get(square, ()))
        if square == START:
            at, heading, size = layout.stand(square, there + number - 1, there + len(put))
        else:
            at, heading, size = layout.stand(square, there, there + 1)
            at = layout.passage(square, is_taken=True) if there else at
        yield cars[seat]._replace(at=at, heading=heading, size=size, is_next=False)


def _step_notes(view: Position, path: Iterable[int]) -> Iterator[str]:
    """Yield for the beginning of a way and each of its squares the die that it takes, and those that are left."""
    left = list(view.roll)
    yield _("left: {dice}", dice=" ".join(left))
    for square in path:
        die = view.board.squares[square].colour
        if die in left:
            left.remove(die)
        yield _("die {die}, left: {dice}", die=die, dice=" ".join(left) or _("none"))


def _make_room(
    layout: Layout, view: Position, square: int, before: Point
) -> tuple[Point, dict[str, tuple[Point, float, float]]]:
    """Return where a way ends on a square that it comes to from a point.

    With it comes how the cars that stand there leave room for it beside them.
    """
    sharing = view.by_square().get(square, ())
    if not sharing or square == START:
        return layout.middle(square), {}
    stands = [layout.stand(square, number, len(sharing) + 1) for number in range(len(sharing) + 1)]
    end = min(stands, key=lambda stand: dist(stand[0], before))
    stands.remove(end)
    return end[0], dict(zip(sharing, stands, strict=True))


def _put(piece: Piece, stands: dict[str, tuple[Point, float, float]]) -> Piece:
    """Return a car where it is to stand, if that is said."""
    if piece.seat not in stands:
        return piece
    at, heading, size = stands[piece.seat]
    return piece._replace(at=at, heading=heading, size=size)


def stand_of(position: Position, car: Car) -> tuple[Point, float, float]:
    """Return where a car stands on the drawn track, where it points (degrees clockwise from north), and its size."""
    sharing = position.by_square()[car.at]
    return lay_out(position.board).stand(car.at, sharing.index(car.seat), len(sharing))


def _cars(position: Position) -> Drawing:
    """Return the track with its cars."""
    acting = position.extra or position.turn_of
    pieces = []
    for number, car in enumerate(position.cars):
        at, heading, size = stand_of(position, car)
        is_next = car.seat == acting
        pieces.append(Piece(car.seat, number, at, heading, size, COLOUR_NAMES[car.seat], is_next=is_next))
    return draw_track(position.board)._replace(pieces=tuple(pieces))


# The last move


def _last_move(events: tuple[Event, ...]) -> LastMove:
    """Return the last move among some events, with what came of it; an extra step belongs to the move before."""
    earlier = [event for one in events if one.kind == "recalled" for event in one.data["events"]]
    now = [event for event in events if event.kind != "recalled"]
    shown = [*earlier, *now]
    moved = [at for at, event in enumerate(shown) if event.kind == "moved"]
    is_going_on = any(event.kind in ("extra_stepped", "extra_declined") for event in now)
    if not moved or (moved[-1] < len(earlier) and not is_going_on):
        return LastMove(tuple(event for event in now if _way_of(event)))
    mover = shown[moved[-1]].seats
    rolls = [event.data["roll"] for event in shown[: moved[-1]] if event.kind == "rolled" and event.seats == mover]
    return LastMove(tuple(event for event in shown[moved[-1] :] if _way_of(event)), rolls[-1] if rolls else "")


def _way_of(event: Event) -> Sequence[str]:
    """Return the squares that a car came over by an event."""
    if event.kind == "moved":
        return [event.data["from"], *event.data["path"]]
    if event.kind in ("ousted", "extra_stepped"):
        return [event.data["from"], event.data["to"]]
    return ()


def _trails(layout: Layout, position: Position, last: LastMove) -> Iterator[Trail]:
    numbers = {car.seat: number for number, car in enumerate(position.cars)}
    stands = position.by_square()
    for event in last.events:
        seat, squares = event.seats[0], [position.board.by_name[name] for name in _way_of(event)]
        points = [layout.passage(square, is_taken=square in stands) for square in squares[:-1]]
        points.append(layout.middle(squares[-1]))
        car = position.car(seat)
        if car.at == squares[-1]:
            points[-1] = stand_of(position, car)[0]
        yield Trail(numbers[seat], tuple(points), COLOUR_NAMES[seat], put=event.kind == "ousted", is_pointed=True)


# What the roll can reach


def _frames(layout: Layout, position: Position) -> list[Shape]:
    """Return a frame on each square that a legal move, or the extra step, comes to.

    Those of its first step are solid. A tap on each of them writes what leads there.
    """
    if position.extra:
        first, others = frozenset(free_ahead(position, position.car(position.extra))), frozenset[int]()
    elif position.roll:
        at = position.car(position.turn_of).at
        first, others = _find_reach(position.board, at, position.roll, position.settings.obligation)
    else:
        return []
    roles = dict.fromkeys(others, "reach") | dict.fromkeys(first, "reach_first")
    return [Shape(role, layout.frame(square)) for square, role in sorted(roles.items())]


@lru_cache(maxsize=8)
def _find_reach(board: Board, at: int, roll: str, obligation: str) -> tuple[frozenset[int], frozenset[int]]:
    """Return the squares where legal moves with the most dice begin, and all squares that legal moves come to."""
    moves = list(legal_ways(board, at, roll, obligation))
    most = max(map(len, moves))
    first = frozenset(ways[0].there for ways in moves if 0 < len(ways) == most)
    return first, frozenset(way.there for ways in moves for way in ways)


# Panels

Panel = tuple[list[Prop], list[Label], list[Shape]]


def _panels(
    position: Position, last: LastMove, layout: Layout
) -> tuple[list[Prop], list[Label], list[Shape], float, float]:
    """Return what lies beside the road and below it, how high the picture is with it, and the foot of that.

    The roll lies in the corner before the start, the last move beyond the finish, where the bends leave room; the order
    of play at the foot.
    """
    places = _corners(layout)
    bottom = layout.high + (9.2 if layout.road.rows == 1 else 0)
    panels = [_roll_panel(position, places[0]), _last_panel(position, last, places[1])]
    foot = 0.0
    if (position.extra or position.turn_of) and not position.winners:
        panels.append(_order_bar(position, layout.wide, bottom + 0.2))
        foot = _bar_height(position, layout.wide) + 0.2
    panels = [panel if position.winners and panel is panels[0] else _needing(panel) for panel in panels]
    props, labels, shapes = ([part for panel in panels for part in panel[kind]] for kind in range(3))
    return props, labels, shapes, bottom + foot, foot  # type: ignore[return-value]


def _needing(panel: Panel) -> Panel:
    """Return a panel that a page leaves out where its words would be too small to be read.

    The page says the same beside the board.
    """
    props, labels, shapes = panel
    return (
        [one._replace(needs=WORDS) for one in props],
        [one._replace(needs=WORDS) for one in labels],
        [one._replace(needs=WORDS) for one in shapes],
    )


def _corners(layout: Layout) -> tuple[Point, Point]:
    """Return the upper left corner of the roll's panel and the lower left one of that of the last move.

    They are where the bends leave room, on a road without bends below it.
    """
    if layout.road.rows == 1:
        return (0.4, layout.high + 0.2), (layout.wide / 2, layout.high + 9.2)
    is_back = layout.road.rows % 2 == 0
    return (0.2, 0.2), (0.2 if is_back else layout.wide - _BOX - 0.2, layout.high - 0.1)


def _box(at: Point, high: float) -> Shape:
    return Shape("panel", (at, (at[0] + _BOX, at[1] + high)))


def _in_rows(tokens: Sequence[Prop], at: Point, size: float) -> list[Prop]:
    """Return tokens in rows of three in a panel."""
    apart = _BOX / 3.3
    return [
        token._replace(at=(at[0] + _BOX / 2 + (k % 3 - 1) * apart, at[1] + (k // 3) * (size + 0.3)), size=size)
        for k, token in enumerate(tokens)
    ]


def _words(lines: Sequence[str], at: Point) -> list[Label]:
    """Return what a panel is about, one line below the other, bold in every language."""
    x, y = at
    return [
        Label(line, (x + _BOX / 2, y + 1.3 * k), WORDS, "said", bold=True, room=_BOX - 0.2)
        for k, line in enumerate(lines)
    ]


def _roll_panel(position: Position, at: Point) -> Panel:
    """Return the dice of the roll and how many of them can be used; of a race that is over, who has won."""
    x, y = at
    if position.winners:
        won = position.winners
        size = _WON.get(len(won), 2.2)
        rows = [won[k : k + 3] for k in range(0, len(won), 3)]
        chips = [
            Prop(
                "chip",
                seat,
                (x + _BOX / 2 + (k - (len(row) - 1) / 2) * 1.12 * size, y + 2.3 + size / 2 + 1.1 * size * down),
                size,
                COLOUR_NAMES[seat],
            )
            for down, row in enumerate(rows)
            for k, seat in enumerate(row)
        ]
        return (
            chips,
            _words([_("winner") if len(won) == 1 else _("winners")], (x, y + 1.2)),
            [_box(at, 2.6 + 1.1 * size * len(rows))],
        )
    if position.extra:
        car = Prop("mark", position.extra, (x + _BOX / 2, y + 4.2), 1.9, COLOUR_NAMES[position.extra])
        return [car], _words(wrap(_("extra step"), _LINE, break_long_words=False), (x, y + 1.1)), [_box(at, 5.8)]
    if not position.roll:
        return [], [], []
    most = reach(position.board, position.car(position.turn_of).at, position.roll).most
    # True before and after an order is written, for which the board stays as it is
    said = _("{n} of {all} dice fit", n=most, all=len(position.roll)) if most else _("no die fits")
    dice = [Prop("die", letter, (0, 0), _DIE, COLOUR_NAMES[letter]) for letter in position.roll]
    return (
        _in_rows(dice, (x, y + 4.5), _DIE),
        _words(wrap(said, _LINE, break_long_words=False)[:2], (x, y + 1.1)),
        [_box(at, 8.6)],
    )


def _last_panel(position: Position, last: LastMove, at: Point) -> Panel:
    """Return the dice of the last move in the order in which they were used, the others faint, and where its cars went.

    `at` is the lower left corner.
    """
    if not last.events:
        return [], [], []
    dice: list[Prop] = []
    lines: list[tuple[str, str]] = []
    for event in last.events:
        way = _way_of(event)
        lines.append((event.seats[0], f"{way[0]}→{way[-1]}"))
        if event.kind == "moved":
            letters = [position.board.squares[position.board.by_name[name]].colour for name in event.data["path"]]
            left = list(last.roll)
            for letter in letters:
                if letter in left:
                    left.remove(letter)
            dice = [Prop("spent", one, (0, 0), 1, COLOUR_NAMES[one]) for one in letters]
            dice += [Prop("spare", one, (0, 0), 1, COLOUR_NAMES[one]) for one in left]
    lines = lines[:3]
    above = 2.7 if not dice else 4.8 if len(dice) < 4 else 6.85
    high = above + _PITCH * len(lines) - 0.6
    x, y = at[0], at[1] - high
    props = _in_rows(dice, (x, y + 2.9), _USED_DIE)
    first = y + above
    labels = _words([_("last move")], (x, y + 1.0))
    for k, (seat, words) in enumerate(lines):
        middle = first + _PITCH * k
        props.append(Prop("mark", seat, (x + 1.4, middle), _MARK, COLOUR_NAMES[seat]))
        labels.append(Label(words, (x + 2.4, middle), 1.0, "said", "start", room=_BOX - 2.5))
    return props, labels, [_box((x, y), high)]


def _order_bar(position: Position, wide: float, top: float) -> Panel:
    """Return the cars in the order of play, with names, squares and dice used.

    Whoever is on is framed; those who had their go are faint.
    """
    acting = position.extra or position.turn_of
    seats = position.seats
    gone = seats[: seats.index(position.turn_of)] if position.turn_of else ()
    if position.last_turns is not None:
        gone = tuple(seat for seat in seats if seat not in (*position.last_turns, position.turn_of))
    apart, high = _bar_pitch(position, wide), _bar_height(position, wide)
    is_beside = high == _BAR
    props, labels, shapes = [], [], []
    for k, car in enumerate(position.cars):
        left = 0.2 + k * apart
        is_on = car.seat == acting
        shapes.append(
            Shape("panel_next" if is_on else "panel", ((left + 0.15, top), (left + apart - 0.15, top + high - 0.2)))
        )
        chip = left + 1.2, top + (1.45 if is_beside else 1.05)
        used = car.seat in gone and not is_on
        props.append(Prop("chip", car.seat, chip, 1.6 if is_on else 1.45, COLOUR_NAMES[car.seat], used=used))
        beside = apart - 2.6
        at, room = ((left + 2.3, top + 0.85), beside) if is_beside else ((left + 0.45, top + 2.8), apart - 0.9)
        labels.append(Label(car.seat, at, WORDS, "player", "start", bold=True, room=room, lines=1 + (not is_beside)))
        square = position.board.squares[car.at].name
        dice, short = (f"{square} · {said}" if car.used else square for said in (count_dice(car.used), car.used))
        at = left + 2.3, top + (2.1 if is_beside else 1.05)
        labels.append(Label(dice, at, WORDS, "said", "start", room=beside, short=short))
    return props, labels, shapes


def _bar_pitch(position: Position, wide: float) -> float:
    return (wide - 0.4) / len(position.seats)


def _bar_height(position: Position, wide: float) -> float:
    return _BAR if _bar_pitch(position, wide) >= _ROOMY else _BAR_OF_MANY
