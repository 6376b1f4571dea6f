"""Case files of the forum Nascar race: `cars.A = { at = [1, 5], … }`, `orders.A = "4M"` (see the case format)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

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
    from collections.abc import Mapping, Sequence

    from gm_tools.core.cases import Case
    from gm_tools.core.game import Game

CASE_KEYS = ("cars", "orders")
_CAR_KEYS = ("at", "heading", "speed", "max_speed", "wild_cards", "special", "laps", "finished", "pit")
EVENT_KINDS = (  # N19
    "slipstreamed",
    "moved",
    "oil_slid",
    "sandbag_hit",
    "alley_cleared",
    "bank_turned",
    "off_track",
    "pit_entered",
    "pit_repaired",
    "pit_violation",
    "pit_left",
    "lap_completed",
    "finished",
    "crashed",
    "alley_laid",
    "order_missed",
    "retired",
    "amended",
)


def run_case(case: Case, game: Game[Board, Position, Order]) -> list[str]:
    """Resolve the orders of a case, or find them refused; return what differs from the expectation."""
    check_options(game, case.options)
    position = _position(case)
    try:
        expected = _read_expectation(case.expect, position)
    except InputError as error:
        raise error.within("", "expect") from None
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
    if expected.illegal or refused:
        return refusals(expected.illegal, refused)
    draws = scripted(case)
    events, after = resolve(position, orders, draws)
    lines = [f"draws.{kind}: scripted and not asked for" for kind in draws.left_over()]
    found = {car.seat: _fields(car, after.board) for car in after.cars}
    lines += differences(expected.cars, found, "cars")
    lines += missing_events(expected.events, events)
    if expected.board is not None:
        lines += _compare_maps(expected.board, after)
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
            known_keys(fields, _CAR_KEYS)
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


class _Expectation(NamedTuple):
    """What must come of a case; only what is named is compared."""

    cars: Mapping[str, Any]
    events: Sequence[str]
    board: str | None
    illegal: Mapping[str, str]


def _read_expectation(expect: Mapping[str, Any], position: Position) -> _Expectation:
    known_keys(expect, ("cars", "events", "board", "illegal"))
    cars: dict[str, Any] = take(expect, "cars", dict, {})
    for seat, fields in cars.items():
        key = f"cars.{seat}"
        if position.car(seat) is None:
            raise InputError("there is no such car", key=key)
        if not isinstance(fields, dict):
            raise InputError(f"found {fields!r}", key=key, allowed="a table")
        try:
            known_keys(fields, _CAR_KEYS)
        except InputError as error:
            raise error.within("", key) from None
    events = take(expect, "events", list, [])
    for kind in events:
        if kind not in EVENT_KINDS:
            raise InputError(f"found {kind!r}", key="events", allowed=", ".join(EVENT_KINDS))
    illegal: dict[str, Any] = take(expect, "illegal", dict, {})
    for seat, rule in illegal.items():
        if not isinstance(rule, str):
            raise InputError(f"found {rule!r}", key=f"illegal.{seat}", allowed="the ID of a rule")
    return _Expectation(cars, events, take(expect, "board", str) if "board" in expect else None, illegal)


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
