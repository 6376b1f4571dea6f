"""All that a race is at one moment: its settings, the rows of chips, the cars (rules C4, C5, C8, C61).

Everything is public, so the position is its own view. It turns into plain TOML and back without loss, the board left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.game_options import is_count, load_settings
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import is_pair
from gm_tools.games.tacara.options import OPTIONS, Settings, settle
from gm_tools.games.tacara.shift import (
    NEUTRAL,
    Shift,
    ShiftTable,
    format_shift,
    parse_shift,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.games.tacara.board import Board, Line

VALUES = (1, 2, 3)  # of turbo chips (C2)
EACH = 10  # turbo chips of each value (C2)
Chips = tuple[int, int, int]  # how many 1s, 2s and 3s
NO_CHIPS: Chips = (0, 0, 0)
PODIUM = 6  # cars placed in a points race that end it (C60)


class Car(NamedTuple):
    """A car. `at` is its space, `under` the value of the chip lying under it (0: none), `taken` the spaces where it took one.

    `crossed` counts the lines of the course it is over; `place` is its result (0: none yet), `gone` says that it has
    left the board. `names` are what orders may call it besides its mark, in small letters.
    """

    mark: str
    at: int
    shift: Shift = NEUTRAL
    chips: Chips = NO_CHIPS
    under: int = 0
    flipped: bool = False
    refuelled: bool = False
    taken: tuple[int, ...] = ()
    bonus: bool = False
    crossed: int = 0
    place: int = 0
    gone: bool = False
    names: tuple[str, ...] = ()

    @property
    def hand(self) -> Chips:
        """Return the turbo chips that it may play in its next slot, the one under it among them (C40)."""
        return with_chip(self.chips, self.under) if self.under else self.chips


class Position(NamedTuple):
    """A race. Cars stand in the order of their start positions.

    `row` is the order of this `turn`, `left` the cars of it whose slot is to come, `rows` the orders of the turns after.
    `last` is the car that had its slot last; `offers` are the cars that may follow it, the one being asked first.
    `starters` is the number of cars that began the race, which decides what is track (C9).
    """

    board: Board
    settings: Settings
    starters: int
    turn: int
    row: tuple[str, ...]
    left: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cars: tuple[Car, ...]
    pool: Chips
    last: str = ""
    offers: tuple[str, ...] = ()
    over: bool = False

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the course in order, the finish last; none on a board without courses."""
        return self.board.course_lines(self.settings.course)

    def car(self, mark: str) -> Car:
        """Return the car with this mark; raise KeyError if there is none."""
        for car in self.cars:
            if car.mark == mark:
                return car
        raise KeyError(mark)

    def has_finished(self, car: Car) -> bool:
        """Tell whether a car is over the last line (C48)."""
        return 0 < len(self.lines) <= car.crossed

    def has_bonus(self, car: Car) -> bool:
        """Tell whether a car may use the draft bonus in its next slot: without drafting there is none (C55)."""
        return car.bonus and self.settings.drafting

    def with_car(self, changed: Car) -> Position:
        """Return the position with one car changed."""
        return self._replace(cars=tuple(changed if car.mark == changed.mark else car for car in self.cars))


def with_chip(chips: Chips, value: int, count: int = 1) -> Chips:
    """Return chips with `count` more of a value."""
    ones, twos, threes = chips
    return (ones + count * (value == 1), twos + count * (value == 2), threes + count * (value == 3))


def format_chips(chips: Chips) -> str:
    """Return chips as their digits: `1233`."""
    return "1" * chips[0] + "2" * chips[1] + "3" * chips[2]


def count_chips(chips: Chips) -> str:
    """Return chips in words: `4 of 1, 3 of 2, 0 of 3`."""
    return ", ".join(
        _("{count} of {value}", count=count, value=value) for value, count in zip(VALUES, chips, strict=True)
    )


def parse_chips(text: str) -> Chips | None:
    """Return the chips of digits in any order, or None if there is another character among them."""
    return None if text.strip("123") else (text.count("1"), text.count("2"), text.count("3"))


# Plain data


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back."""
    settings = position.settings
    return {
        "turn": position.turn,
        "over": position.over,
        "row": list(position.row),
        "left": list(position.left),
        "rows": [list(row) for row in position.rows],
        "last": position.last,
        "offers": list(position.offers),
        "pool": list(position.pool),
        "starters": position.starters,
        "settings": {
            **settings._asdict(),
            "points_table": list(settings.points_table),
            "shift_table": settings.shift_table._asdict(),
        },
        "cars": {car.mark: _dump_car(car, position.board) for car in position.cars},
        "grid": [car.mark for car in position.cars],
    }


def _dump_car(car: Car, board: Board) -> dict[str, Any]:
    return {
        "at": list(board.place(car.at)),
        "shift": format_shift(car.shift),
        "chips": format_chips(car.chips),
        "under": car.under,
        "flipped": car.flipped,
        "refuelled": car.refuelled,
        "taken": [list(board.place(at)) for at in car.taken],
        "bonus": car.bonus,
        "crossed": car.crossed,
        "place": car.place,
        "gone": car.gone,
        "names": list(car.names),
    }


def load_position(plain: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed.

    Cars that are `gone` are taken out of the rows, so that it is enough to say so of one of them.
    """
    known_keys(plain, (*(field for field in Position._fields if field != "board"), "grid"))
    settings = load_settings(
        take(plain, "settings", dict), OPTIONS, Settings._fields, lambda given: settle(given, board)
    )
    tables = take(plain, "cars", dict)
    grid = _row(plain, "grid", tables)
    if len(grid) != len(tables):
        raise InputError(_found(list(grid)), key="grid", allowed=_("each of {cars}", cars=", ".join(tables)))
    starters = _count(plain, "starters", len(tables))
    lines = len(board.course_lines(settings.course))
    cars = tuple(_car(mark, tables[mark], board, settings.shift_table, starters, lines) for mark in grid)
    _check_apart(cars, board)
    gone = [car.mark for car in cars if car.gone]

    def running(row: Sequence[str]) -> tuple[str, ...]:
        return tuple(mark for mark in row if mark not in gone)

    turn = _count(plain, "turn")
    row = running(_row(plain, "row", tables))
    left = running(_row(plain, "left", tables))
    offers = running(_row(plain, "offers", tables))
    rows = tuple(
        running(_row({f"rows[{at}]": row}, f"rows[{at}]", tables)) for at, row in enumerate(take(plain, "rows", list))
    )
    for key, part, whole in (("left", left, row), ("offers", offers, left)):
        strays = [mark for mark in part if mark not in whole]
        if strays:
            message = _("found {value}", value=", ".join(strays))
            raise InputError(message, key=key, allowed=" ".join(whole) or _("none"))
    racing = [mark for mark in grid if mark not in gone]
    for key, drawn in (*((("row", row),) if turn else ()), *((f"rows[{at}]", row) for at, row in enumerate(rows))):
        if len(drawn) != len(racing):
            allowed = _("each of {cars} once", cars=", ".join(racing))
            raise InputError(_found(list(drawn)), key=key, allowed=allowed)
    last = take(plain, "last", str, "")
    if last and last not in tables:
        raise InputError(_found(last), key="last", allowed=", ".join(tables))
    if offers and (not last or last in left):
        raise InputError(_found(last), key="last", allowed=_("the car that the others may follow, its slot over"))
    return Position(
        board,
        settings,
        starters,
        turn,
        row,
        left,
        rows,
        cars,
        _pool(plain),
        last,
        offers,
        take(plain, "over", bool, False),
    )


def _found(value: Any) -> str:
    return _("found {value!r}", value=value)


def _count(plain: Mapping[str, Any], key: str, low: int = 0) -> int:
    value = take(plain, key, int)
    if value < low:
        raise InputError(_found(value), key=key, allowed=_("a whole number from {low}", low=low))
    return value


def _row(plain: Mapping[str, Any], key: str, marks: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a list of cars, each at most once."""
    row = take(plain, key, list)
    for number, car in enumerate(row):
        if not isinstance(car, str) or car not in marks or car in row[:number]:
            raise InputError(_found(car), key=key, allowed=_("each of {cars} at most once", cars=", ".join(marks)))
    return tuple(row)


def _pool(plain: Mapping[str, Any]) -> Chips:
    pool = take(plain, "pool", list)
    if len(pool) != len(VALUES) or not all(map(is_count, pool)):
        raise InputError(_found(pool), key="pool", allowed=_("how many 1s, 2s and 3s: [10, 10, 10]"))
    return (pool[0], pool[1], pool[2])


def _space(value: Any, key: str, board: Board) -> int:
    if not is_pair(value) or not board.has(value[0], value[1]):
        raise InputError(_found(value), key=key, allowed=_("[row, column] on the map"))
    return board.index(value[0], value[1])


def _car(mark: str, plain: Any, board: Board, table: ShiftTable, starters: int, lines: int) -> Car:
    key = f"cars.{mark}"
    if not isinstance(plain, dict):
        raise InputError(_found(plain), key=key, allowed=_("a table"))
    try:
        return load_car(mark, plain, board, table, starters, lines)
    except InputError as error:
        raise error.within("", key) from None


def load_car(mark: str, plain: Mapping[str, Any], board: Board, table: ShiftTable, starters: int, lines: int) -> Car:
    """Return a car from plain data on a course of so many lines; what is left out is as at the start of a race."""
    known_keys(plain, tuple(field for field in Car._fields if field != "mark"))
    at = _space(plain.get("at"), "at", board)
    if not board.mask(starters)[at]:
        allowed = _("a space that belongs to the track with {count} cars", count=starters)
        raise InputError(_found(plain["at"]), key="at", allowed=allowed)
    written = take(plain, "shift", str, "0")
    shift = parse_shift(written)
    if shift is None or not table.holds(*shift):
        allowed = _("0, E1, N2, E4N2 … within {x} and {y}", x=table.x, y=table.y)
        raise InputError(_found(written), key="shift", allowed=allowed)
    digits = take(plain, "chips", str, "")
    chips = parse_chips(digits)
    if chips is None:
        raise InputError(_found(digits), key="chips", allowed=_("digits 1, 2, 3"))
    under = _count(plain, "under") if "under" in plain else 0
    if under > VALUES[-1]:
        raise InputError(_found(under), key="under", allowed="0, 1, 2, 3")
    crossed = _count(plain, "crossed") if "crossed" in plain else 0
    if crossed > lines:
        allowed = _("0 to {lines}, the lines of the course", lines=lines)
        raise InputError(_found(crossed), key="crossed", allowed=allowed)
    names = take(plain, "names", list, [])
    if not all(isinstance(name, str) for name in names):
        raise InputError(_found(names), key="names", allowed=_("a list of names"))
    return Car(
        mark,
        at,
        shift,
        chips,
        under,
        take(plain, "flipped", bool, False),
        take(plain, "refuelled", bool, False),
        tuple(_space(place, "taken", board) for place in take(plain, "taken", list, [])),
        take(plain, "bonus", bool, False),
        crossed,
        _count(plain, "place") if "place" in plain else 0,
        take(plain, "gone", bool, False),
        tuple(names),
    )


def _check_apart(cars: Sequence[Car], board: Board) -> None:
    """Raise InputError if two cars stand on one space (C10)."""
    stands: dict[int, str] = {}
    for car in cars:
        if not car.gone and stands.setdefault(car.at, car.mark) != car.mark:
            message = _("{car} stands on {space} too", car=stands[car.at], space=list(board.place(car.at)))
            raise InputError(message, key=f"cars.{car.mark}.at", allowed=_("one car a space"))
