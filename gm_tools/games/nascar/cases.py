"""Case files of the forum Nascar race: `cars.A = { at = [1, 5], … }`, `orders.A = "4M"` (see the case format)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm_tools.core.cases import CaseRun, differences
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.record import dump
from gm_tools.core.toml import known_keys, take
from gm_tools.games.nascar.board import Board, without_slots
from gm_tools.games.nascar.options import settle
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position, load_car
from gm_tools.games.nascar.report import EVENTS

_CAR_KEYS = ("at", "heading", "speed", "max_speed", "wild_cards", "special", "laps", "finished", "pit")


class Runner(CaseRun[Board, Position, Order]):
    """A case: the orders of all cars are resolved together, or some of them are found refused."""

    keys = ("cars", "orders")
    expect_keys = ("cars", "events", "board", "illegal")
    event_kinds = (*EVENTS, "amended")

    def begin(self, board: Board) -> Position:
        """Return the cars of the case: start slots in the order of the marks, the alley laid for the highest lap."""
        cars = []
        for seat, fields in sorted(take(self.case.keys, "cars", dict).items()):
            with at_key(f"cars.{seat}"):
                cars.append(load_car(seat, _car_fields(fields), board, board.tiles))
        if not cars:
            raise InputError("there are no cars", key="cars")
        record = max(car.laps for car in cars)
        return Position(board, settle(self.case.options, board), 0, without_slots(board.tiles), tuple(cars), record)

    def read_orders(self) -> list[tuple[str, str]]:
        """Return the orders of `orders.A = "4M"`, one for every car that can act."""
        orders: dict[str, Any] = take(self.case.keys, "orders", dict)
        for seat, text in orders.items():
            if not isinstance(text, str):
                raise InputError(f"found {text!r}", key=f"orders.{seat}", allowed="an order as text")
        missing = [car.seat for car in self.position.cars if car.runs and car.seat not in orders]
        if missing:
            message = f"no order for {', '.join(missing)}"
            raise InputError(message, key="orders", allowed="one for every car that can act")
        return list(orders.items())

    def read_expectation(self) -> Mapping[str, Any]:
        """Return the fields expected of cars, by mark."""
        take(self.case.expect, "board", str, "")
        return self.read_cars(_car_fields)

    def play(self, orders: Sequence[tuple[str, str]]) -> list[str]:
        """Resolve all orders together if none is refused."""
        legal = {seat: order for seat, text in orders if (order := self.read(seat, text)) is not None}
        if not self.refused:
            self.carry_out(legal)
        return []

    def unused_draws(self) -> list[str]:
        """Return the draws not asked for, none if nothing was resolved."""
        return [] if self.refused else super().unused_draws()

    def compare(self, expected: Mapping[str, Any]) -> list[str]:
        """Compare the cars and the map after the turn."""
        if self.refused:
            return []
        usual = {"special": "", "finished": False, "pit": False}
        place = self.position.board, self.position.tiles
        found = {car.seat: {**usual, **dump(car, place)} for car in self.position.cars}
        lines = differences(expected, found, "cars")
        if "board" in self.case.expect:
            lines += _compare_maps(self.case.expect["board"], self.position)
        return lines


def _car_fields(fields: Any) -> Mapping[str, Any]:
    if not isinstance(fields, dict):
        raise InputError(f"found {fields!r}", allowed="a table")
    known_keys(fields, _CAR_KEYS)
    return fields


def _compare_maps(expected: str, after: Position) -> list[str]:
    """Compare the map after the turn, front matter or not, blanks at line ends and blank lines at the end ignored."""
    rows = [row.rstrip() for row in expected.replace("\r\n", "\n").rstrip().split("\n")]
    fences = [number for number, row in enumerate(rows) if row.strip() == "+++"]
    wanted = without_slots("\n".join(rows[fences[1] + 1 :] if len(fences) > 1 else rows))
    found = "\n".join(after.board.rows_of(after.tiles)).rstrip()
    return [] if wanted == found else [f"board: expected\n{wanted}\nfound\n{found}"]
