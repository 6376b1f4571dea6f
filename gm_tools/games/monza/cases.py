"""Case files of Monza.

A position is written `"R@2.4 B@S next=B"`, orders are `[["R", "R1 Y2"], ["G", "X2"]]`, rolls stand in `draws.roll`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_tools.core.cases import CaseRun, is_auto
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import take
from gm_tools.games.monza.board import COLOURS, Board, check_board
from gm_tools.games.monza.longest import reach
from gm_tools.games.monza.options import Settings
from gm_tools.games.monza.orders import Extra, Move, Order, parse_order
from gm_tools.games.monza.position import Car, Position, find_square
from gm_tools.games.monza.rules import awaited, default_order, is_over, make_consistent

_CAR = "a car R@2.4 or R@S"
_SETUP = f"{_CAR}, R@1.6/3, next=B"
_RESULT = f"{_CAR}, next=B, extra=G, round=2, max=4, used=R4,B0, over, win=R,B"


class Runner(CaseRun[Board, Position, Order]):
    """A case: before a move the dice are rolled, none are after the last order."""

    most = -1  # M of the last roll, -1 if there was none

    def begin(self, board: Board) -> Position:
        """Return the cars of the case on a sound board."""
        faults = check_board(board, 0)
        if faults:
            raise InputError("the board is not sound", key="board", problems=faults)
        text = take(self.case.keys, "position", str)
        with at_key("position"):
            return _begin(text, board, Settings(**self.case.options))

    def read_expectation(self) -> dict[str, str]:
        """Return the items of a result as texts by name: `R@2.3` is R: 2.3.

        Members of lists are in alphabetical order.
        """
        items: dict[str, str] = {}
        for item in take(self.case.expect, "position", str, "").split():
            with at_key("position"):
                found = _item(item, self.position)
                if not found:
                    raise InputError(f"found {item!r}", allowed=_RESULT)
            items |= found
        return items

    def read(self, seat: str, text: str) -> Order | None:
        """Roll if a move is due, then read the order."""
        order = None if is_auto(text) else parse_order(text)
        if self._is_roll_due(seat, order):
            self.carry_out({})
            at = self.position.car(self.position.turn_of).at
            self.most = reach(self.position.board, at, self.position.roll).most
        if order is None:
            order = default_order(self.position, seat, "drive_on") or Move()
        return self.accept(seat, order)

    def _is_roll_due(self, seat: str, order: Order | Problem | None) -> bool:
        """Tell whether the dice are rolled before an order: a move has its roll with it, a decision has none."""
        position = self.position
        if is_over(position) or awaited(position) or isinstance(order, Extra):
            return False
        return "roll" in self.draws.unused_kinds() or (seat == position.turn_of and not isinstance(order, Problem))

    def unused_draws(self) -> list[str]:
        """Return the draws not asked for; the roll written with a refused order need never have been."""
        rolled = sum(draw.kind == "roll" for draw in self.draws.taken)
        is_last = self.refused and len(self.case.draws.get("roll", [])) == rolled + 1
        return [kind for kind in super().unused_draws() if not (kind == "roll" and is_last)]

    def compare(self, expected: Mapping[str, str]) -> list[str]:
        """Compare the items named."""
        found = _found_items(self.position, self.most)
        differ = [name for name, value in expected.items() if value != found[name]]
        return [f"{name}: expected {expected[name]}, found {found[name]}" for name in differ]


# What a case says


def _begin(text: str, board: Board, settings: Settings) -> Position:
    cars: list[Car] = []
    following = ""
    for item in text.split():
        if item.startswith("next="):
            following = item.removeprefix("next=")
            continue
        place, slash, used = item.partition("/")
        car = _car(place, board)
        if car is None or (slash and used not in tuple("0123456")):
            raise InputError(f"found {item!r}", allowed=_SETUP)
        if any(other.seat == car.seat for other in cars):
            raise InputError(f"found {item!r}: there is one {car.seat}")
        cars.append(car._replace(used=int(used or 0)))
    seats = [car.seat for car in cars]
    if not 2 <= len(cars) <= len(COLOURS):
        raise InputError(f"two to six cars race, found {len(cars)}")
    if following and following not in seats:
        raise InputError(f"found 'next={following}'", allowed=", ".join(seats))
    turn = seats.index(following) if following else 0
    if any(car.used for car in cars[turn:]):
        raise InputError("dice used can only be given for cars before the one whose turn it is", allowed=_SETUP)
    if settings.last_round == "one_more" and any(car.at in board.targets for car in cars):
        raise InputError("a car on a target does not go with last_round = one_more")
    begins = following or ("" if settings.starter == "draw" else seats[0])
    return make_consistent(Position(board, settings, tuple(cars), begins))


def _car(text: str, board: Board) -> Car | None:
    """Return the car that `R@2.4` places, None if it is written otherwise.

    Raises InputError for a place that there is not.
    """
    seat, at, name = text.partition("@")
    if seat not in tuple(COLOURS) or not at:
        return None
    try:
        return Car(seat, find_square(name, board))
    except InputError as error:
        raise InputError(error.message, allowed=error.allowed) from None  # there is no key `at`


def _item(item: str, position: Position) -> dict[str, str]:
    """Return what one item of a result says by name, nothing if it is no item."""
    seats = position.seats
    name, equals, value = item.partition("=")
    car = _car(item, position.board)
    if car is not None and car.seat in seats:
        return {car.seat: position.board.squares[car.at].name}
    parts = value.split(",")
    match name:
        case "over" if not equals:
            return {"over": "yes"}
        case "next" | "extra" if value in (*seats, "-"):
            return {name: value}
        case "round" | "max" if value.isascii() and value.isdigit():
            return {name: value}
        case "win" if value == "-" or all(part in seats for part in parts):
            return {"win": ",".join(sorted(parts))}
        case "used" if all(part[:1] in seats and part[1:] in tuple("0123456") for part in parts):
            return {f"used {part[0]}": part[1] for part in parts}
    return {}


def _found_items(position: Position, most: int) -> dict[str, str]:
    """Return a position as the items of a result."""
    over = is_over(position)
    found = {car.seat: position.board.squares[car.at].name for car in position.cars}
    found |= {f"used {car.seat}": str(car.used) for car in position.cars}
    found |= {
        "next": "-" if over or position.extra else position.turn_of or "-",
        "extra": position.extra or "-",
        "round": str(position.round),
        "max": str(most) if most >= 0 else "-",
        "over": "yes" if over else "no",
        "win": ",".join(sorted(position.winners)) or "-",
    }
    return found
