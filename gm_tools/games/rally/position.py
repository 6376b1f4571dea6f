"""All that a race is at one moment: its settings and its cars. Nothing of it is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from gm_tools.core.game import choice, whole
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.record import Always, Field, at_least, dump_by_name, load_by_name, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.games.rally.board import MOST_LAPS, Board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.games.rally.geometry import Vector

FASTEST = 200  # squares a turn on an axis that a file may say: no map is wider


class Settings(NamedTuple):
    """The options of a race."""

    laps: int = 1
    crash: str = "stop"
    lost_turns: int = 1
    corners: str = "touch"
    meeting: str = "bump"
    surfaces: bool = True
    grid: str = "order"
    missing_orders: str = "wait"


OPTIONS = (
    whole("laps", 1, 1, MOST_LAPS, "V4.3", N_("laps to drive; default: the track's")),
    choice(
        "crash",
        ("stop", "back", "out"),
        "V5.1",
        N_("a car that leaves the road stops at its edge, goes back to where its move began, or is out"),
    ),
    whole("lost_turns", 1, 0, 9, "V5.2", N_("turns that a car sits out after it was stopped at the edge")),
    choice(
        "corners",
        ("touch", "slip", "clear"),
        "V3.3",
        N_("a line may touch the corner of a square off the road, even slip between two, or must keep clear"),
    ),
    choice(
        "meeting",
        ("bump", "pass", "back"),
        "V6.1",
        N_("cars that end a turn on one square lose their velocity, do not matter, or go back"),
    ),
    choice("surfaces", (True, False), "V7.3", N_("gravel and slick act; false: they are road")),
    choice("grid", ("order", "draw"), "V1.4", N_("start squares in the order of the seats, or drawn")),
    choice(
        "missing_orders", ("wait", "coast", "brake"), "V2.6", N_("what a car without an order does at the deadline")
    ),
)


def settle(given: Mapping[str, Any], board: Board) -> Settings:
    """Return the settings of a race: the options given, the laps of the track; raise InputError if it cannot have so many."""
    settings = Settings(**{"laps": board.laps, **given})
    if settings.laps > 1 and len(board.gates) == 1:
        message = _("found {value}, but the track has no checkpoint [V1.3]", value=settings.laps)
        raise InputError(message, key="laps", allowed="1")
    return settings


def _read_square(value: Any, board: Board) -> int:
    match value:
        case [int(row), int(column)] if (
            type(row) is int
            and type(column) is int
            and board.has(row, column)
            and board.is_road(board.index(row, column))
        ):
            return board.index(row, column)
        case _other:
            raise refuse(value, _("[row, column] of a square of the road"))


def _read_velocity(value: Any, _board: object) -> Vector:
    match value:
        case [int(east), int(south)] if (
            type(east) is int and type(south) is int and max(abs(east), abs(south)) <= FASTEST
        ):
            return east, south
        case _other:
            raise refuse(value, _("[columns to the east, rows to the south]"))


class Car(NamedTuple):
    """A car. `at` is a flat index of the board, `velocity` counts columns to the east and rows to the south.

    `passed` counts the gates passed in all laps (V4), `waits` the turns that it sits out (V5.2), `finished` is 0 or the place.
    """

    seat: str
    at: Always[Annotated[int, Field(_read_square, lambda at, board: board.place(at))]]
    velocity: Always[Annotated[tuple[int, int], Field(_read_velocity, lambda vector, _board: list(vector))]] = (0, 0)
    passed: Always[Annotated[int, at_least(0)]] = 0
    waits: Annotated[int, at_least(0)] = 0
    finished: Annotated[int, at_least(0)] = 0
    out: bool = False
    missed: Annotated[int, at_least(0)] = 0  # turns in a row without an order

    @property
    def runs(self) -> bool:
        """Tell whether the car is still racing."""
        return not self.finished and not self.out


class Position(NamedTuple):
    """A race at one moment. `turn` counts the turns resolved; `cars` stand in the order of their start squares."""

    board: Board
    settings: Settings
    turn: int
    cars: tuple[Car, ...]
    ended: bool = False  # by the game master

    @property
    def gates(self) -> int:
        """How many gates a car passes in the whole race."""
        return self.settings.laps * len(self.board.gates)

    def car(self, seat: str) -> Car | None:
        """Return the car of a seat, None if there is none."""
        return next((car for car in self.cars if car.seat == seat), None)


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back."""
    return {
        "turn": position.turn,
        "ended": position.ended,
        "settings": position.settings._asdict(),
        "cars": dump_by_name(position.cars, position.board),
    }


def load_position(plain: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    known_keys(plain, ("turn", "ended", "settings", "cars"))
    settings = _load_settings(take(plain, "settings", dict), board)
    try:
        cars = load_by_name(Car, take(plain, "cars", dict), board)
    except InputError as error:
        raise error.within("", "cars") from None
    turn = take(plain, "turn", int)
    if turn < 0:
        raise InputError(_("found {value}", value=turn), key="turn", allowed=_("{low} or more", low=0))
    position = Position(board, settings, turn, cars, take(plain, "ended", bool, False))
    for car in cars:
        if (car.passed >= position.gates) != bool(car.finished):
            allowed = _("less than {gates}; {gates} if the car has finished", gates=position.gates)
            raise InputError(_("found {value}", value=car.passed), key=f"cars.{car.seat}.passed", allowed=allowed)
    return position


def _load_settings(plain: Mapping[str, Any], board: Board) -> Settings:
    known = {option.name: option for option in OPTIONS}
    try:
        known_keys(plain, known)
        for name, value in plain.items():
            if not known[name].valid(value):
                raise InputError(_("found {value!r}", value=value), key=name, allowed=known[name].values())
        return settle(plain, board)
    except InputError as error:
        raise error.within("", "settings") from None
