"""All that a race is at one moment: its settings, the cars, whose turn it is, the roll, what is due.

All of it is public (Z36).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from gm_tools.core.game_options import load_settings
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.record import Always, Field, dump_by_name, load_by_name, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOUR_NAMES, COLOURS, START, Board
from gm_tools.games.monza.options import OPTIONS, Settings

DICE = 6


def _read_square(value: Any, board: Board) -> int:
    if not isinstance(value, str):
        raise refuse(value, _("the name of a square"))
    return find_square(value, board)


def _check_used(value: int) -> int:
    if not 0 <= value <= DICE:
        raise refuse(value, _("a whole number from {low} to {high}", low=0, high=DICE))
    return value


class Car(NamedTuple):
    """A car: its seat's mark is its colour (Z3). `at` is a square, `used` the dice used in this round (Z28).

    `names` are its player's name and aliases: what an order may be headed with.
    """

    seat: str
    at: Always[Annotated[int, Field(_read_square, lambda at, board: board.squares[at].name)]] = START
    used: Always[Annotated[int, Field(check=_check_used)]] = 0
    names: Always[tuple[str, ...]] = ()


class Position(NamedTuple):
    """A race at one moment.

    `cars` stand in the order of play. `turn_of` has to roll (no `roll` yet), to drive, or waits for the owner of the
    `extra` step that is due; it is empty before the starter is drawn and after the end. `last_turns`, once the last
    round has begun, are the seats that still have a turn in it, in order.
    """

    board: Board
    settings: Settings
    cars: tuple[Car, ...]
    turn_of: str
    round: int = 1
    roll: str = ""
    extra: str = ""
    last_turns: tuple[str, ...] | None = None
    winners: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats in the order of play."""
        return tuple(car.seat for car in self.cars)

    def car(self, seat: str) -> Car:
        """Return the car of a seat; raise KeyError if there is none."""
        for car in self.cars:
            if car.seat == seat:
                return car
        raise KeyError(seat)

    def with_car(self, car: Car) -> Position:
        """Return the position with a car in place of the one of its seat."""
        return self._replace(cars=tuple(car if other.seat == car.seat else other for other in self.cars))

    def cars_on(self, square: int) -> tuple[Car, ...]:
        """Return the cars on a square, in the order of play."""
        return tuple(car for car in self.cars if car.at == square)

    def is_home(self, seat: str) -> bool:
        """Tell whether a seat's car stands on a target square (Z24)."""
        return self.car(seat).at in self.board.targets

    def by_square(self) -> dict[int, list[str]]:
        """Return the seats of the cars on each square that holds any, in the order of play."""
        stands: dict[int, list[str]] = {}
        for car in self.cars:
            stands.setdefault(car.at, []).append(car.seat)
        return stands


def find_seat(position: Position, name: str) -> str:
    """Return the seat that a name means, empty if there is none: colour, its letter, player's name or alias (Z38)."""
    folded = name.casefold()
    for car in position.cars:
        if folded in (COLOUR_NAMES[car.seat], car.seat.casefold()):
            return car.seat
    return next((car.seat for car in position.cars if folded in map(str.casefold, car.names)), "")


def free_ahead(position: Position, car: Car) -> tuple[int, ...]:
    """Return the squares that an extra step of a car may enter, by lane (Z33).

    There must be no tyre on them, and no car unless the square is a target.
    """
    board = position.board
    return tuple(
        there
        for there in board.ahead[car.at]
        if not board.squares[there].is_tyre and (there in board.targets or not position.cars_on(there))
    )


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back."""
    plain: dict[str, Any] = {
        "round": position.round,
        "turn_of": position.turn_of,
        "roll": position.roll,
        "extra": position.extra,
        "winners": list(position.winners),
        "settings": position.settings._asdict(),
        "cars": dump_by_name(position.cars, position.board),
    }
    if position.last_turns is not None:
        plain["last_turns"] = list(position.last_turns)
    return plain


def load_position(plain: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    known_keys(plain, ("round", "turn_of", "roll", "extra", "winners", "settings", "cars", "last_turns"))
    cars = _load_cars(take(plain, "cars", dict), board)
    seats = tuple(car.seat for car in cars)
    last_turns = _seats(plain, "last_turns", seats) if "last_turns" in plain else None
    loaded = Position(
        board,
        load_settings(take(plain, "settings", dict), OPTIONS, Settings._fields, lambda given: Settings(**given)),
        cars,
        _one_of(plain, "turn_of", ("", *seats)),
        take(plain, "round", int),
        take(plain, "roll", str),
        _one_of(plain, "extra", ("", *seats)),
        last_turns,
        _seats(plain, "winners", seats),
    )
    _check_state(loaded)
    return loaded


def _check_state(position: Position) -> None:
    """Raise InputError where two parts of a position contradict each other, as they may after an edit by hand."""
    home = [car.seat for car in position.cars if position.is_home(car.seat)]
    if position.round < 1:
        raise InputError(_("found {found}", found=position.round), key="round", allowed=_("a whole number from 1"))
    if position.roll and (len(position.roll) != DICE or set(position.roll) - set(COLOURS)):
        allowed = _("nothing, or {count} letters of {colours}", count=DICE, colours=COLOURS)
        raise InputError(_("found {found!r}", found=position.roll), key="roll", allowed=allowed)
    if position.roll and (not position.turn_of or position.extra):
        raise InputError(_("is given though nobody has to drive"), key="roll", allowed=_("nothing"))
    if home and position.last_turns is None:
        raise InputError(
            _("is missing, but {cars} is on a target", cars=", ".join(home)),
            key="last_turns",
            allowed=_("who still has a turn"),
        )
    if position.turn_of in home and not position.extra and not position.winners:
        raise InputError(_("{car} stands on a target and does not roll", car=position.turn_of), key="turn_of")
    if set(position.winners) - set(home):
        allowed = ", ".join(home) or _("nobody")
        raise InputError(_("a winner stands on a target square"), key="winners", allowed=allowed)
    if position.winners and (position.turn_of or position.extra):
        key = "turn_of" if position.turn_of else "extra"
        raise InputError(_("the race is over"), key=key, allowed=_("nobody"))
    if position.extra and not position.turn_of:
        raise InputError(
            _("there can be no extra step when it is nobody's turn"), key="turn_of", allowed=_("whose turn it is")
        )
    has_steps, owner = position.settings.extra_step, position.extra
    if owner and not (has_steps and free_ahead(position, position.car(owner))):
        why = (
            _("found {found!r}: no free square lies ahead of it", found=owner)
            if has_steps
            else _("found {found!r}: this race has no extra steps", found=owner)
        )
        raise InputError(why, key="extra", allowed=_("nobody"))
    if not position.turn_of and not position.winners and position.settings.starter == "first":
        raise InputError(_("is empty"), key="turn_of", allowed=", ".join(position.seats))


def _load_cars(plain: Mapping[str, Any], board: Board) -> tuple[Car, ...]:
    if not plain:
        raise InputError(_("there are none"), key="cars", allowed=_("one to {most}", most=len(COLOURS)))
    strangers = [seat for seat in plain if seat not in tuple(COLOURS)]
    if strangers:
        raise InputError(_("no such car"), key=f"cars.{strangers[0]}", allowed=" ".join(COLOURS))
    with at_key("cars"):
        cars = load_by_name(Car, plain, board)
    holders: dict[int, str] = {}
    for car in cars:
        holder = holders.setdefault(car.at, car.seat)
        if holder != car.seat and car.at != START and car.at not in board.targets:
            message = _("{square} holds {car} already", square=board.squares[car.at].name, car=holder)
            raise InputError(message, key=f"cars.{car.seat}.at", allowed=_("a square of its own"))
    return cars


def find_square(name: str, board: Board) -> int:
    """Return the square of a name on which a car can stand; raise InputError if there is none."""
    at = board.find(name)
    if at is None:
        lanes = [
            _("{first} to {last}", first=f"{lane}.1", last=f"{lane}.{len(squares)}")
            for lane, squares in enumerate(board.lanes, 1)
        ]
        message = _("no square is called {found!r}", found=name)
        raise InputError(message, allowed=", ".join(["S", *lanes]))
    if board.squares[at].is_tyre:
        raise InputError(_("{square} is a tyre: no car can stand there", square=name))
    return at


def _one_of(plain: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = take(plain, key, str)
    if value not in allowed:
        names = ", ".join(seat or _("nobody") for seat in allowed)
        raise InputError(_("found {found!r}", found=value), key=key, allowed=names)
    return value


def _seats(plain: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    value = take(plain, key, list)
    if any(seat not in allowed for seat in value) or len(set(map(str, value))) != len(value):
        names = _("a list of {seats}, each once", seats=", ".join(allowed))
        raise InputError(_("found {found!r}", found=value), key=key, allowed=names)
    return tuple(value)
