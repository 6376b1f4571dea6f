"""All that a race is at one moment: its settings, the map, the cars (rules N1.2, N15, N18)."""

from collections.abc import Mapping
from typing import Annotated, Any

from gm_tools.core.game_options import load_settings
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.record import Always, Field, at_least, dump_by_name, load, load_named, one_of, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import GLYPHS, HEADINGS, IN_ZONE, OFF, Board
from gm_tools.games.nascar.options import DEFAULTS, LOWEST_MAX_SPEED, OPTIONS, SPECIALS, Settings, written_settings

_SHAPE = {ord(glyph): "*" for glyph in GLYPHS if glyph != OFF}  # what is track, whatever lies on it


def _read_tile(value: Any, place: tuple[Board, str]) -> int:
    board, tiles = place
    at = board.read_place(value)
    if at is None or tiles[at] == OFF:
        raise refuse(value, _("[row, column] of a tile on the track"))
    return at


def _read_heading(value: Any, _place: object) -> int:
    if value not in HEADINGS:
        raise refuse(value, ", ".join(HEADINGS))
    return HEADINGS.index(value)


def _read_finished(value: Any, _place: object) -> int:
    if value is not False and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise refuse(value, _("false or the place"))
    return int(value)


def _read_repairs(value: Any, _place: object) -> tuple[int, int]:
    match value:
        case [int(max_speed), int(wild_cards)] if max_speed >= 0 and wild_cards >= 0:
            return max_speed, wild_cards
        case _other:
            raise refuse(value, _("[max speed, wild cards] that were given"))


def _read_pit(value: Any, _place: object) -> "Pit | None":
    if value is False:
        return None
    if not isinstance(value, dict):
        raise refuse(value, _("false or {example}", example="{ violated = false, repairs = [4, 1] }"))
    return load(Pit, value)


_TILE = Field(_read_tile, lambda at, place: place[0].place(at))
_COUNT = at_least(0)


class Pit(NamedTuple):
    """A visit to the pits under way: whether it broke the limit, and the repairs it has had (max speed, WC) (N12)."""

    violated: Always[bool] = False
    repairs: Annotated[tuple[int, int] | None, Field(_read_repairs)] = None


class Car(NamedTuple):
    """A car (N1.2).

    `at` is a flat index of the board, `heading` counts from N clockwise, `finished` is 0 or the place.
    """

    seat: str
    at: Annotated[int, _TILE]
    heading: Annotated[int, Field(_read_heading, lambda heading, _place: HEADINGS[heading])]
    speed: Always[Annotated[int, _COUNT]] = 0
    max_speed: Always[Annotated[int, at_least(LOWEST_MAX_SPEED)]] = DEFAULTS.start_max_speed
    wild_cards: Always[Annotated[int, _COUNT]] = DEFAULTS.start_wild_cards
    laps: Always[int] = 0
    special: Annotated[str, one_of(("", *SPECIALS))] = ""
    finished: Annotated[int, Field(_read_finished)] = 0
    pit: Annotated[Pit | None, Field(_read_pit)] = None
    retired: bool = False
    crashed: bool = False  # at the end of the last turn
    missed: Annotated[int, _COUNT] = 0  # turns in a row without an order
    missed_in_all: Annotated[int, _COUNT] = 0

    @property
    def runs(self) -> bool:
        """Tell whether the car is still racing."""
        return not self.finished and not self.retired


class Position(NamedTuple):
    """A race at one moment.

    `turn` counts the turns resolved, `record` is the lap that the alley was laid for (N7.6).
    """

    board: Board
    settings: Settings
    turn: int
    tiles: str  # the flat map as it is now
    cars: tuple[Car, ...]  # in the order of their start slots
    record: int
    ended: bool = False  # by the game master (N14.3)

    def car(self, seat: str) -> Car | None:
        """Return the car of a seat, None if there is none."""
        return next((car for car in self.cars if car.seat == seat), None)

    def with_car(self, car: Car) -> "Position":
        """Return the position with a car in place of the one that its seat has."""
        return self._replace(cars=tuple(car if other.seat == car.seat else other for other in self.cars))


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back."""
    board = position.board
    return {
        "turn": position.turn,
        "record": position.record,
        "ended": position.ended,
        "settings": {key: _thaw(value) for key, value in position.settings._asdict().items()},
        "map": "\n".join(board.rows_of(position.tiles)) + "\n",
        "cars": dump_by_name(position.cars, (board, position.tiles)),
    }


def _thaw(value: Any) -> Any:
    return [_thaw(item) for item in value] if isinstance(value, tuple) else value


def load_position(plain: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    known_keys(plain, ("turn", "record", "ended", "settings", "map", "cars"))
    settings = load_settings(take(plain, "settings", dict), OPTIONS, Settings._fields, written_settings)
    lines = tuple(take(plain, "map", str).removesuffix("\n").split("\n"))
    tiles = _load_map(lines, board)
    cars = []
    for seat, fields in take(plain, "cars", dict).items():
        with at_key(f"cars.{seat}"):
            cars.append(load_car(seat, fields, board, tiles))
    record, turn = take(plain, "record", int), take(plain, "turn", int)
    return Position(board, settings, turn, tiles, tuple(cars), record, take(plain, "ended", bool, False))


def _load_map(lines: tuple[str, ...], board: Board) -> str:
    if len(lines) != board.rows or any(len(line) > board.columns for line in lines):
        allowed = _("{rows} lines of {columns} tiles at most", rows=board.rows, columns=board.columns)
        raise InputError(_("found {lines} lines", lines=len(lines)), key="map", allowed=allowed)
    tiles = board.flatten(lines)
    if set(tiles) <= set(GLYPHS) and tiles.translate(_SHAPE) == board.tiles.translate(_SHAPE):
        return tiles
    for index, glyph in enumerate(tiles):
        if glyph not in GLYPHS or (glyph == OFF) != (board.tiles[index] == OFF):
            row, column = board.place(index)
            message = N_("row {row} column {column}: found {found!r} where the track has {tile!r}")
            raise InputError(_(message, row=row, column=column, found=glyph, tile=board.tiles[index]), key="map")
    return tiles


def load_car(seat: str, plain: Any, board: Board, tiles: str) -> Car:
    """Return a car from its fields; raise InputError with key and what is allowed. Left out: as in case files."""
    if isinstance(plain, dict):
        plain = {"heading": "E", **plain}
    car = load_named(Car, seat, plain, (board, tiles))
    if car.finished and car.speed == car.max_speed + 1:
        # Earlier versions let a car keep the slipstream over the finish line: nothing hangs on it (N11.2).
        car = car._replace(speed=car.max_speed)
    if car.speed > car.max_speed:
        allowed = _("at most max_speed, {speed}", speed=car.max_speed)
        raise InputError(_("found {value}", value=car.speed), key="speed", allowed=allowed)
    in_pits = board.flags[car.at] & IN_ZONE
    if car.pit and not in_pits:
        raise InputError(_("the car is not in the pits"), key="pit", allowed="false")
    return car._replace(pit=Pit()) if in_pits and not car.pit and car.runs else car
