"""All that a race is at one moment: its settings, the rows of chips, the cars (rules C4, C5, C8, C61).

Everything is public, so the position is its own view. It turns into plain TOML and back without loss, the board left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from gm_tools.core.game_options import is_count, load_settings
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.record import Always, Field, at_least, dump_by_name, load_by_name, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import Board, Line, is_finished, is_pair
from gm_tools.games.tacara.options import OPTIONS, Settings, settle
from gm_tools.games.tacara.shift import NEUTRAL, Shift, format_shift, parse_shift

# What cars are called whose pieces have that colour
COLOURS = frozenset(
    (
        *(N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("white"), N_("purple"), N_("black")),
        *(N_("cyan"), N_("orange"), N_("pink"), N_("brown"), N_("grey")),
    )
)
VALUES = (1, 2, 3)  # of turbo chips (C2)
EACH = 10  # turbo chips of each value (C2)
Chips = tuple[int, int, int]  # how many 1s, 2s and 3s
NO_CHIPS: Chips = (0, 0, 0)
PODIUM = 6  # cars placed in a points race that end it (C60)


def with_chip(chips: Chips, value: int, count: int = 1) -> Chips:
    """Return chips with `count` more of a value."""
    ones, twos, threes = chips
    return (ones + count * (value == 1), twos + count * (value == 2), threes + count * (value == 3))


def add_chips(*hands: Chips) -> Chips:
    """Return all chips of some hands together."""
    return tuple(map(sum, zip(*hands, strict=True)))  # type: ignore[return-value]


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


def _read_space(value: Any, race: Position) -> int:
    if not is_pair(value) or not race.board.has(*value):
        raise refuse(value, _("[row, column] on the map"))
    return race.board.index(*value)


def _read_track(value: Any, race: Position) -> int:
    at = _read_space(value, race)
    if not race.board.mask(race.starters)[at]:
        raise refuse(value, _("a space that belongs to the track with {count} cars", count=race.starters))
    return at


def _read_spaces(value: Any, race: Position) -> tuple[int, ...]:
    return tuple(_read_space(place, race) for place in take({"": value}, "", list))


def _read_shift(value: Any, race: Position) -> Shift:
    table = race.settings.shift_table
    shift = parse_shift(value) if isinstance(value, str) else None
    if shift is None or not table.holds(*shift):
        raise refuse(value, _("0, E1, N2, E4N2 … within {x} and {y}", x=table.x, y=table.y))
    return shift


def _read_chips(value: Any, _race: object) -> Chips:
    chips = parse_chips(value) if isinstance(value, str) else None
    if chips is None:
        raise refuse(value, _("digits 1, 2, 3"))
    return chips


def _check_value(value: int) -> int:
    if value not in (0, *VALUES):
        raise refuse(value, "0, 1, 2, 3")
    return value


def _read_crossed(value: Any, race: Position) -> int:
    if not is_count(value) or value > len(race.lines):
        raise refuse(value, _("0 to {lines}, the lines of the course", lines=len(race.lines)))
    return int(value)


def _plain_space(at: int, race: Position) -> list[int]:
    return list(race.board.place(at))


def _plain_spaces(spaces: tuple[int, ...], race: Position) -> list[list[int]]:
    return [_plain_space(at, race) for at in spaces]


class Car(NamedTuple):
    """A car.

    `at` is its space, `under` the value of the chip lying under it (0: none), `taken` the spaces where it took one.
    `crossed` counts the lines of the course it is over; `place` is its result (0: none yet), `gone` says that it has
    left the board. `names` are what orders may call it besides its mark, in small letters.
    """

    mark: str
    at: Annotated[int, Field(_read_track, _plain_space)]
    shift: Always[Annotated[Shift, Field(_read_shift, lambda shift, _race: format_shift(shift))]] = NEUTRAL
    chips: Always[Annotated[Chips, Field(_read_chips, lambda chips, _race: format_chips(chips))]] = NO_CHIPS
    under: Always[Annotated[int, Field(check=_check_value)]] = 0
    flipped: Always[bool] = False
    refuelled: Always[bool] = False
    taken: Always[Annotated[tuple[int, ...], Field(_read_spaces, _plain_spaces)]] = ()
    bonus: Always[bool] = False
    crossed: Always[Annotated[int, Field(_read_crossed)]] = 0
    place: Always[Annotated[int, at_least(0)]] = 0
    gone: Always[bool] = False
    names: Always[tuple[str, ...]] = ()

    @property
    def hand(self) -> Chips:
        """Return the turbo chips that it may play in its next slot, the one under it among them (C40)."""
        return with_chip(self.chips, self.under) if self.under else self.chips


class Position(NamedTuple):
    """A race. Cars stand in the order of their start positions.

    `row` is the order of this `turn`, `left` the cars of it whose slot is to come, `rows` the orders of the turns
    after. `last` is the car that had its slot last; `offers` are the cars that may follow it, the one being asked
    first. `starters` is the number of cars that began the race, which decides what is track (C9).
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
        return is_finished(self.lines, car.crossed)

    def has_bonus(self, car: Car) -> bool:
        """Tell whether a car may use the draft bonus in its next slot: without drafting there is none (C55)."""
        return car.bonus and self.settings.drafting

    def with_car(self, changed: Car) -> Position:
        """Return the position with one car changed."""
        return self._replace(cars=tuple(changed if car.mark == changed.mark else car for car in self.cars))


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
        "cars": dump_by_name(position.cars, position),
        "grid": [car.mark for car in position.cars],
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
        raise InputError(_say_found(list(grid)), key="grid", allowed=_("each of {cars}", cars=", ".join(tables)))
    starters, turn = _count(plain, "starters", len(tables)), _count(plain, "turn")
    over = take(plain, "over", bool, False)
    race = Position(board, settings, starters, turn, (), (), (), (), _pool(plain), over=over)
    with at_key("cars"):
        cars = load_by_name(Car, {mark: tables[mark] for mark in grid}, race)
    _check_apart(cars, board)
    gone = [car.mark for car in cars if car.gone]

    def running(row: Sequence[str]) -> tuple[str, ...]:
        return tuple(mark for mark in row if mark not in gone)

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
            raise InputError(_say_found(list(drawn)), key=key, allowed=allowed)
    last = take(plain, "last", str, "")
    if last and last not in tables:
        raise InputError(_say_found(last), key="last", allowed=", ".join(tables))
    if offers and (not last or last in left):
        raise InputError(_say_found(last), key="last", allowed=_("the car that the others may follow, its slot over"))
    return race._replace(row=row, left=left, rows=rows, cars=cars, last=last, offers=offers)


def _say_found(value: Any) -> str:
    return _("found {value!r}", value=value)


def _count(plain: Mapping[str, Any], key: str, low: int = 0) -> int:
    value = take(plain, key, int)
    if value < low:
        raise InputError(_say_found(value), key=key, allowed=_("a whole number from {low}", low=low))
    return value


def _row(plain: Mapping[str, Any], key: str, marks: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a list of cars, each at most once."""
    row = take(plain, key, list)
    for number, car in enumerate(row):
        if not isinstance(car, str) or car not in marks or car in row[:number]:
            raise InputError(_say_found(car), key=key, allowed=_("each of {cars} at most once", cars=", ".join(marks)))
    return tuple(row)


def _pool(plain: Mapping[str, Any]) -> Chips:
    pool = take(plain, "pool", list)
    if len(pool) != len(VALUES) or not all(map(is_count, pool)):
        raise InputError(_say_found(pool), key="pool", allowed=_("how many 1s, 2s and 3s: [10, 10, 10]"))
    return (pool[0], pool[1], pool[2])


def _check_apart(cars: Sequence[Car], board: Board) -> None:
    """Raise InputError if two cars stand on one space (C10)."""
    stands: dict[int, str] = {}
    for car in cars:
        if not car.gone and stands.setdefault(car.at, car.mark) != car.mark:
            message = _("{car} stands on {space} too", car=stands[car.at], space=list(board.place(car.at)))
            raise InputError(message, key=f"cars.{car.mark}.at", allowed=_("one car a space"))
