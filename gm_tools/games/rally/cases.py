"""Case files of Vector Rally: `cars.A = { at = [1, 5], velocity = [2, 0] }`, `orders.A = "NE"` (see the case format).

Instead of with cars a case may begin on the grid: `seats = "A B"`, and with `grid = "draw"` also `draws.grid = ["BA"]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm_tools.core.cases import CaseRun, differences, is_auto
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.record import load_by_name
from gm_tools.core.toml import known_keys, take
from gm_tools.games.rally.board import Board, check_board
from gm_tools.games.rally.options import Settings, settle
from gm_tools.games.rally.orders import Order
from gm_tools.games.rally.position import Car, Position
from gm_tools.games.rally.report import EVENTS
from gm_tools.games.rally.rules import awaited, default_order, is_over, running_order, setup


class Runner(CaseRun[Board, Position, Order]):
    """A case of one turn or several.

    The cars that are asked order for one turn, or in `orders.A = ["NE", "0"]` for several turns one after another.
    `over = true` or `false` and `places = { A = 1 }` may be expected besides fields of cars.
    """

    keys = ("cars", "seats", "orders")
    expect_keys = ("cars", "events", "illegal", "over", "places", "faults")
    event_kinds = tuple(EVENTS)
    faults: tuple[Problem, ...] = ()

    def begin(self, board: Board) -> Position:
        """Return the cars of the case in the order of their marks, or the grid of its seats."""
        if {"seats", "cars"} <= self.case.keys.keys():
            raise InputError("there are seats too", key="cars", allowed="one of the two")
        seats = [Seat(mark, mark) for mark in take(self.case.keys, "seats", str, "").split()]
        self.faults = check_board(board, len(seats))
        if seats and not self.faults:
            return setup(board, seats, self.case.options, self.draws)
        table = {
            seat: {"at": None, **fields} if isinstance(fields, dict) else fields
            for seat, fields in sorted(take(self.case.keys, "cars", dict, {}).items())
        }
        with at_key("cars"):
            cars = load_by_name(Car, table, board)
        with at_key("options"):
            settings = Settings() if "faults" in self.case.expect else settle(self.case.options, board)
        return Position(board, settings, 0, cars)

    def read_orders(self) -> list[tuple[str, str]]:
        """Return the orders turn by turn: all of the first turn, then all of the second, and so on."""
        given: list[list[tuple[str, str]]] = []
        for seat, texts in take(self.case.keys, "orders", dict, {}).items():
            for turn, text in enumerate(texts if isinstance(texts, list) else [texts]):
                if not isinstance(text, str):
                    raise InputError(f"found {text!r}", key=f"orders.{seat}", allowed="a text, or a list of texts")
                given += [[] for __ in range(turn + 1 - len(given))]
                given[turn].append((seat, text))
        self.turns = given
        return [order for orders in given for order in orders]

    def read_expectation(self) -> Mapping[str, Any]:
        """Return the fields expected of cars, by mark."""
        return self.read_cars(lambda fields: known_keys(fields, Car._fields[1:]))

    def play(self, orders: Sequence[tuple[str, str]]) -> list[str]:
        """Resolve turn after turn until an order is refused; turns that all cars sit out pass at once."""
        del orders  # they are those of `turns`
        policy = self.position.settings.missing_orders
        for turn, now in enumerate(self.turns, 1):
            while not awaited(self.position) and not is_over(self.position):
                self.carry_out({})
            legal: dict[str, Order] = {}
            for seat, text in now:
                order = default_order(self.position, seat, policy) if is_auto(text) else self.read(seat, text)
                if order is not None:
                    legal[seat] = order
            if self.refused:
                return ["a turn is refused, and orders follow it"] if turn < len(self.turns) else []
            if missing := [seat for seat in awaited(self.position) if seat not in legal]:
                raise InputError(f"no order for {', '.join(missing)}", key="orders", allowed="one for every car asked")
            self.carry_out(legal, [seat for seat, text in now if is_auto(text)])
        return []

    def compare(self, expected: Mapping[str, Any]) -> list[str]:
        """Compare the cars, the places, and what is wrong with the board."""
        board, cars = self.position.board, self.position.cars
        found = {
            "cars": {
                car.seat: {**car._asdict(), "at": board.place(car.at), "velocity": [*car.velocity]} for car in cars
            },
            "places": {car.seat: place for place, car in running_order(self.position)},
            "faults": [problem.rule for problem in self.faults],
            "over": is_over(self.position),
        }
        wanted = {**self.case.expect, "cars": expected}
        return differences({name: wanted[name] for name in found if name in wanted}, found)
