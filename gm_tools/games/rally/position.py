"""All that a race is at one moment: its settings and its cars. Nothing of it is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from gm_tools.core.game_options import load_settings
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.record import Always, Field, at_least, dump_by_name, load_by_name, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.board import Board
from gm_tools.games.rally.geometry import Vector
from gm_tools.games.rally.options import OPTIONS, Settings, settle

FASTEST = 200  # squares a turn on an axis that a file may say: no map is wider


def _read_square(value: Any, board: Board) -> int:
    at = board.read_place(value)
    if at is None or not board.is_road(at):
        raise refuse(value, _("[row, column] of a square of the road"))
    return at


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

    `passed` counts the gates passed in all laps (V4), `waits` the turns that it sits out (V5.2), `finished` is 0 or the
    place.
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
        return self.board.all_gates(self.settings.laps)

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
    settings = load_settings(
        take(plain, "settings", dict), OPTIONS, Settings._fields, lambda given: settle(given, board)
    )
    with at_key("cars"):
        cars = load_by_name(Car, take(plain, "cars", dict), board)
    turn = take(plain, "turn", int)
    if turn < 0:
        raise InputError(_("found {value}", value=turn), key="turn", allowed=_("{low} or more", low=0))
    position = Position(board, settings, turn, cars, take(plain, "ended", bool, False))
    for car in cars:
        if car.passed > position.gates or (car.passed == position.gates) != bool(car.finished):
            allowed = _("less than {gates}; {gates} if the car has finished", gates=position.gates)
            raise InputError(_("found {value}", value=car.passed), key=f"cars.{car.seat}.passed", allowed=allowed)
    return position
