"""Case files of the forum Nascar race: `cars.A = { at = [1, 5], … }`, `orders.A = "4M"` (see the case format)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.cases import differences, missing_events, refusals, scripted
from gm_tools.core.game import check_options
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.toml import known_keys, take
from gm_tools.games.nascar.board import HEADINGS, Board, parse_board
from gm_tools.games.nascar.check import check
from gm_tools.games.nascar.orders import Order, parse_order
from gm_tools.games.nascar.position import Car, Position, load_car, settle
from gm_tools.games.nascar.rules import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.core.cases import Case
    from gm_tools.core.game import Game

CASE_KEYS = ("cars", "orders")
_EXPECT_KEYS = ("cars", "events", "board", "illegal")
_CAR_KEYS = ("at", "heading", "speed", "max_speed", "wild_cards", "special", "laps", "finished", "pit")
_MORE_KEYS = ("retired", "crashed", "missed")  # beyond the common format


def run_case(case: Case, game: Game[Board, Position, Order]) -> list[str]:
    """Resolve the orders of a case, or find them refused; return what differs from the expectation."""
    known_keys(case.expect, _EXPECT_KEYS)
    check_options(game, case.options)
    position = _position(case)
    expected_illegal = take(case.expect, "illegal", dict, {})
    expected_cars = _expected_cars(case.expect, position)
    orders: dict[str, Order] = {}
    refused: dict[str, list[str]] = {}
    for seat, text in _orders(case, position).items():
        order = parse_order(text)
        if isinstance(order, Problem):
            refused[seat] = [order.rule]
            continue
        orders[seat] = order
        problems = check(position, seat, order)
        if problems:
            refused[seat] = [problem.rule for problem in problems]
    if expected_illegal or refused:
        return refusals(expected_illegal, refused)
    draws = scripted(case)
    events, after = resolve(position, orders, draws)
    lines = [f"draws.{kind}: scripted and not asked for" for kind in draws.left_over()]
    found = {car.seat: _fields(car, after.board) for car in after.cars}
    lines += differences(expected_cars, found, "cars")
    lines += missing_events(take(case.expect, "events", list, []), events)
    if "board" in case.expect:
        lines += _compare_maps(take(case.expect, "board", str), after)
    return lines


def _position(case: Case) -> Position:
    """Return the position of a case: start slots in the order of the marks, laid for the highest lap there is."""
    if not case.board_text:
        raise InputError("is missing", key="board", allowed="a board file as text, or track")
    board = parse_board(case.board_text)
    cars = []
    for seat, fields in sorted(take(case.keys, "cars", dict).items()):
        key = f"cars.{seat}"
        if not isinstance(fields, dict):
            raise InputError(f"found {fields!r}", key=key, allowed="a table")
        try:
            known_keys(fields, _CAR_KEYS + _MORE_KEYS)
            cars.append(load_car(seat, fields, board, board.tiles))
        except InputError as error:
            raise error.within("", key) from None
    if not cars:
        raise InputError("there are no cars", key="cars")
    record = max(car.laps for car in cars)
    # A slot marks no car's place in a case: it is asphalt.
    return Position(board, settle(case.options, board), 0, board.tiles.replace("x", "*"), tuple(cars), record)


def _orders(case: Case, position: Position) -> Mapping[str, str]:
    orders: dict[str, Any] = take(case.keys, "orders", dict)
    for seat, text in orders.items():
        if not isinstance(text, str):
            raise InputError(f"found {text!r}", key=f"orders.{seat}", allowed="an order as text")
    missing = [car.seat for car in position.cars if car.runs and car.seat not in orders]
    if missing:
        raise InputError(f"no order for {', '.join(missing)}", key="orders", allowed="one for every car that can act")
    return orders


def _expected_cars(expect: Mapping[str, Any], position: Position) -> Mapping[str, Any]:
    cars: dict[str, Any] = take(expect, "cars", dict, {})
    for seat, fields in cars.items():
        key = f"expect.cars.{seat}"
        if position.car(seat) is None:
            raise InputError("there is no such car", key=key)
        if not isinstance(fields, dict):
            raise InputError(f"found {fields!r}", key=key, allowed="a table")
        try:
            known_keys(fields, _CAR_KEYS + _MORE_KEYS)
        except InputError as error:
            raise error.within("", key) from None
    return cars


def _fields(car: Car, board: Board) -> dict[str, Any]:
    """Return a car as a case names its fields."""
    pit: Any = False
    if car.pit is not None:
        pit = {"violated": car.pit.violated}
        if car.pit.repairs is not None:
            pit["repairs"] = list(car.pit.repairs)
    return {
        "at": board.place(car.at),
        "heading": HEADINGS[car.heading],
        "speed": car.speed,
        "max_speed": car.max_speed,
        "wild_cards": car.wild_cards,
        "special": car.special,
        "laps": car.laps,
        "finished": car.finished or False,
        "pit": pit,
        "retired": car.retired,
        "crashed": car.crashed,
        "missed": car.missed,
    }


def _compare_maps(expected: str, after: Position) -> list[str]:
    """Compare the map after the turn, front matter or not, blanks at line ends and blank lines at the end ignored."""
    rows = expected.replace("\r\n", "\n").split("\n")
    fences = [number for number, row in enumerate(rows) if row.strip() == "+++"]
    if fences:
        rows = rows[fences[1] + 1 :] if len(fences) > 1 else rows
    rows = [row.rstrip() for row in rows]
    while rows and not rows[-1]:
        rows.pop()
    found = list(after.board.rows_of(after.tiles))
    while found and not found[-1]:
        found.pop()
    rows = [row.replace("x", "*") for row in rows]
    if rows == found:
        return []
    return ["board: expected\n" + "\n".join(rows) + "\nfound\n" + "\n".join(found)]
