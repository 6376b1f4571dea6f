"""All that a race is at one moment: its settings, the map, the cars (rules N1.2, N15, N18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from gm_tools.core.game import Option, choice, whole
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.record import Always, Field, at_least, dump_by_name, load, load_named, one_of, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.games.nascar.board import GLYPHS, HEADINGS, IN_ZONE, OFF, Board

if TYPE_CHECKING:
    from collections.abc import Mapping

SPECIALS = ("turbo", "swaybars", "performance")
Figure = int | str  # a speed entry may be "stop" (N15)


class Settings(NamedTuple):
    """The options of a race, filled in from edition and track (N15). The defaults are the tenth edition."""

    edition: str = "x"
    laps: int = 3
    start_speed: int = 6
    start_max_speed: int = 12
    start_wild_cards: int = 8
    start_behind_line: bool = True
    specials: tuple[str, ...] = SPECIALS
    unmarked_wild_cards: str = "reject"
    slipstream_over_max: bool = False
    slipstream_gap: int = 0
    slipstream_after_crash: bool = True
    wild_card_limit: bool = True
    finish_in_pits: bool = False
    sand_density: float = 0.4
    off_track_penalties: tuple[tuple[Figure, int], ...] = ((3, 2), (6, 4), (9, 8))
    oil_penalty: tuple[Figure, ...] = (4, 3)
    crash_penalty: tuple[Figure, int] = (1, 1)
    missing_orders: str = "wait"
    grid: str = "order"


# N18: what is known to differ from the tenth edition. What is not known of an edition is as in the tenth.
EDITIONS: Mapping[str, Mapping[str, Any]] = {
    "x": {},
    "xii": {"slipstream_over_max": True, "laps": 4},  # its penalties are not known
    "ix": {"start_wild_cards": 6, "laps": 3},  # its penalties are not known
    "vi": {"wild_card_limit": False, "slipstream_after_crash": False, "unmarked_wild_cards": "charge"},
    "v": {
        "off_track_penalties": ((2, 0), (3, 0), ("stop", 0)),
        "oil_penalty": (),
        "crash_penalty": (3, 0),
        "slipstream_after_crash": False,
        "unmarked_wild_cards": "charge",
    },
    "iii": {"start_speed": 6, "start_wild_cards": 4, "slipstream_gap": 1, "unmarked_wild_cards": "charge"},
}


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and (value[0] == "stop" or _is_count(value[0]))
        and _is_count(value[1])
    )


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


OPTIONS = (
    choice("edition", ("x", "xii", "ix", "vi", "v", "iii"), "N18", N_("preset of the options below")),
    whole("laps", 3, 1, 99, "N1.1", N_("full rounds to drive; default: the track's")),
    whole("start_speed", 6, 0, 99, "N1.3", N_("speed on the grid; default: the track's")),
    whole("start_max_speed", 12, 6, 99, "N1.3", N_("max speed on the grid")),
    whole("start_wild_cards", 8, 0, 99, "N1.3", N_("wild cards on the grid; the performance package doubles them")),
    choice(
        "start_behind_line",
        (True, False),
        "N13.1",
        N_("the grid lies behind the line: the first crossing opens lap 1"),
    ),
    Option(
        "specials",
        list(SPECIALS),
        N_("a list of turbo, swaybars, performance"),
        lambda v: isinstance(v, list | tuple) and all(item in SPECIALS for item in v),
        "N4",
        N_("specials that may be chosen"),
    ),
    choice(
        "unmarked_wild_cards", ("reject", "charge"), "N3.4", N_("missing +1 marks: refuse the order, or charge them")
    ),
    choice("slipstream_over_max", (False, True), "N11.2", N_("S may exceed max speed for the turn")),
    choice("slipstream_gap", (0, 1), "N15", N_("free tiles allowed between a car and the one it follows")),
    choice("slipstream_after_crash", (True, False), "N18", N_("a car that crashed last turn may use S")),
    choice(
        "wild_card_limit", (True, False), "N15", N_("at most two A, B, L, R a turn; false: every further one is paid")
    ),
    choice("finish_in_pits", (False, True), "N12.8", N_("a car may finish by crossing the line inside the pits")),
    Option(
        "sand_density",
        0.4,
        N_("a number from 0 to 1"),
        lambda v: isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1,
        "N7.6",
        N_("share of bags in the sand alley; default: the track's"),
    ),
    Option(
        "off_track_penalties",
        [[3, 2], [6, 4], [9, 8]],
        N_('three pairs [speed, max speed] for 1, 2, 3 spaces; a speed may be "stop"'),
        lambda v: isinstance(v, list | tuple) and len(v) == 3 and all(map(_is_pair, v)),
        "N6.3",
        N_("what leaving the track costs"),
    ),
    Option(
        "oil_penalty",
        [4, 3],
        N_("a pair [speed, max speed], or [] for none of its own"),
        lambda v: isinstance(v, list | tuple) and (len(v) == 0 or _is_pair(v)),
        "N6.4",
        N_("what 2 or 3 spaces cost after oil"),
    ),
    Option("crash_penalty", [1, 1], N_("a pair [speed, max speed]"), _is_pair, "N10.1", N_("what a crash costs")),
    choice(
        "missing_orders", ("wait", "straight", "brake"), "N15", N_("what a car without an order does at the deadline")
    ),
    choice("grid", ("order", "draw"), "N15", N_("start slots in the order of the seats, or drawn")),
)


def settle(given: Mapping[str, Any], board: Board) -> Settings:
    """Return the settings of a race: the options given, else the edition's, else the track's, else the tenth edition's."""
    edition = given.get("edition", "x")
    track = {"laps": board.laps, "start_speed": board.start_speed, "sand_density": board.sand_density}
    return Settings(**{key: _frozen(value) for key, value in {**track, **EDITIONS[edition], **given}.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _read_tile(value: Any, place: tuple[Board, str]) -> int:
    board, tiles = place
    match value:
        case [int(row), int(column)] if (
            not isinstance(row, bool)
            and not isinstance(column, bool)
            and board.has(row, column)
            and tiles[board.index(row, column)] != OFF
        ):
            return board.index(row, column)
        case _other:
            raise refuse(value, _("[row, column] of a tile on the track"))


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


def _read_pit(value: Any, _place: object) -> Pit | None:
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
    """A car (N1.2). `at` is a flat index of the board, `heading` counts from N clockwise, `finished` is 0 or the place."""

    seat: str
    at: Annotated[int, _TILE]
    heading: Annotated[int, Field(_read_heading, lambda heading, _place: HEADINGS[heading])]
    speed: Always[Annotated[int, _COUNT]] = 0
    max_speed: Always[Annotated[int, at_least(6)]] = 12
    wild_cards: Always[Annotated[int, _COUNT]] = 8
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
    """A race at one moment. `turn` counts the turns resolved, `record` is the lap that the alley was laid for (N7.6)."""

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

    def with_car(self, car: Car) -> Position:
        """Return the position with a car in place of the one that its seat has."""
        return self._replace(cars=tuple(car if other.seat == car.seat else other for other in self.cars))


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back."""
    board = position.board
    return {
        "turn": position.turn,
        "record": position.record,
        "ended": position.ended,
        "settings": {key: _thawed(value) for key, value in position.settings._asdict().items()},
        "map": "\n".join(board.rows_of(position.tiles)) + "\n",
        "cars": dump_by_name(position.cars, (board, position.tiles)),
    }


def _thawed(value: Any) -> Any:
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value


def load_position(plain: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    known_keys(plain, ("turn", "record", "ended", "settings", "map", "cars"))
    settings = _load_settings(take(plain, "settings", dict))
    lines = tuple(take(plain, "map", str).removesuffix("\n").split("\n"))
    tiles = _load_map(lines, board)
    cars = []
    for seat, fields in take(plain, "cars", dict).items():
        try:
            cars.append(load_car(seat, fields, board, tiles))
        except InputError as error:
            raise error.within("", f"cars.{seat}") from None
    record, turn = take(plain, "record", int), take(plain, "turn", int)
    return Position(board, settings, turn, tiles, tuple(cars), record, take(plain, "ended", bool, False))


def _load_settings(plain: Mapping[str, Any]) -> Settings:
    known = {option.name: option for option in OPTIONS}
    try:
        known_keys(plain, known)
    except InputError as error:
        raise error.within("", "settings") from None
    for name, value in plain.items():
        if not known[name].valid(value):
            found = _("found {value!r}", value=value)
            raise InputError(found, key=f"settings.{name}", allowed=known[name].values())
    return Settings(**{key: _frozen(value) for key, value in plain.items()})


def _load_map(lines: tuple[str, ...], board: Board) -> str:
    if len(lines) != board.rows or any(len(line) > board.columns for line in lines):
        allowed = _("{rows} lines of {columns} tiles at most", rows=board.rows, columns=board.columns)
        raise InputError(_("found {lines} lines", lines=len(lines)), key="map", allowed=allowed)
    tiles = board.flat(lines)
    for index, glyph in enumerate(tiles):
        if glyph not in GLYPHS or (glyph == OFF) != (board.tiles[index] == OFF):
            row, column = board.place(index)
            message = N_("row {row}, column {column}: found {found!r} where the track has {tile!r}")
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
