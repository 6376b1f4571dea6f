"""Case files of Monza: `position = "R@2.4 B@S next=B"`, `orders = [["R", "R1 Y2"], ["G", "X2"]]`, rolls in `draws.roll`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gm_tools.core.cases import missing_events, refusals, scripted
from gm_tools.core.game import check_options
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.toml import known_keys, take
from gm_tools.games.monza.board import COLOURS, check_board, parse_board
from gm_tools.games.monza.check import check
from gm_tools.games.monza.longest import reach
from gm_tools.games.monza.orders import Extra, Move, parse_order
from gm_tools.games.monza.position import Car, Position, Settings, square_called
from gm_tools.games.monza.rules import awaited, begun, default_order, is_over, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gm_tools.core.cases import Case
    from gm_tools.core.draws import Scripted
    from gm_tools.core.events import Event
    from gm_tools.core.game import Game
    from gm_tools.games.monza.board import Board
    from gm_tools.games.monza.orders import Order

T = TypeVar("T")

CASE_KEYS = ("position", "orders")
_EXPECT_KEYS = ("position", "illegal", "events")
_CAR = "a car R@2.4 or R@S"
_SETUP = f"{_CAR}, R@1.6/3, next=B"
_RESULT = f"{_CAR}, next=B, extra=G, round=2, max=4, used=R4,B0, over, win=R,B"


def run_case(case: Case, game: Game[Board, Position, Order]) -> list[str]:
    """Carry out the orders of a case one after another; return what differs from the expectation."""
    _located("expect", known_keys, case.expect, _EXPECT_KEYS)
    check_options(game, case.options)
    position = _position(case)
    orders = _orders(case)
    expected = _located("expect", _expected_items, case.expect, position)
    illegal = _expected_refusal(case.expect, orders)
    draws = scripted(case)
    done = _play(position, orders, draws)
    lines = refusals(illegal, done.refused) if illegal or done.refused else []
    if done.refused and done.carried_out < len(orders) - 1:
        lines.append(f"orders[{done.carried_out}] is refused, and orders follow it")
    lines += [f"draws.{kind}: scripted and not asked for" for kind in _left_over(draws, case, done)]
    lines += missing_events(take(case.expect, "events", list, []), done.events)
    found = _found_items(done.position, done.most)
    differ = [name for name, value in expected.items() if value != found[name]]
    return lines + [f"{name}: expected {expected[name]}, found {found[name]}" for name in differ]


def _left_over(draws: Scripted, case: Case, done: _Played) -> list[str]:
    """Return the kinds of draws not used up; the roll written with a refused order need never have been asked for."""
    rolled = sum(draw.kind == "roll" for draw in draws.taken)
    is_last = done.refused and len(case.draws.get("roll", [])) == rolled + 1
    return [kind for kind in draws.left_over() if not (kind == "roll" and is_last)]


class _Played(NamedTuple):
    """What came of a case's orders; `most` is M of the last roll, -1 if there was none."""

    position: Position
    events: list[Event]
    carried_out: int
    refused: Mapping[str, list[str]]
    most: int


def _play(position: Position, orders: list[tuple[str, str]], draws: Scripted) -> _Played:
    """Carry out orders until one is refused, with the chance steps before them; none after the last one."""
    events: list[Event] = []
    most = -1
    for number, (seat, text) in enumerate(orders):
        order = None if text == "auto" else parse_order(text)
        if _is_roll_due(position, seat, order, draws):
            happened, position = resolve(position, {}, draws)
            events += happened
            car = position.car(position.turn_of)
            most = reach(position.board, car.at, position.roll).most if car is not None else most
        if order is None:
            order = default_order(position, seat, "drive_on") or Move()
        problems = (order,) if isinstance(order, Problem) else check(position, seat, order)
        if problems or isinstance(order, Problem):
            rules = [problem.rule for problem in problems]
            return _Played(position, events, number, {seat: rules}, most)
        happened, position = resolve(position, {seat: order}, draws, (seat,) if text == "auto" else ())
        events += happened
    return _Played(position, events, len(orders), {}, most)


def _is_roll_due(position: Position, seat: str, order: Order | Problem | None, draws: Scripted) -> bool:
    """Tell whether the dice are rolled before an order: a move has its roll with it, a decision has none."""
    if is_over(position) or awaited(position) or isinstance(order, Extra):
        return False
    return "roll" in draws.left_over() or (seat == position.turn_of and not isinstance(order, Problem))


# What a case says


def _position(case: Case) -> Position:
    if not case.board_text:
        raise InputError("is missing", key="board", allowed="a board file as text, or track")
    board = _located("board", _sound_board, case.board_text)
    return _set_up(take(case.keys, "position", str), board, Settings(**case.options))


def _sound_board(text: str) -> Board:
    board = parse_board(text)
    faults = check_board(board, 0)
    if faults:
        raise InputError("the board is not sound", problems=faults)
    return board


def _set_up(text: str, board: Board, settings: Settings) -> Position:
    try:
        return _begun(text, board, settings)
    except InputError as error:
        raise InputError(error.message, key="position", allowed=error.allowed) from None


def _begun(text: str, board: Board, settings: Settings) -> Position:
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
    return begun(Position(board, settings, tuple(cars), begins))


def _car(text: str, board: Board) -> Car | None:
    """Return the car that `R@2.4` places, None if it is written otherwise; raise InputError for a place there is not."""
    seat, at, name = text.partition("@")
    if seat not in tuple(COLOURS) or not at:
        return None
    return Car(seat, square_called(name, board))


def _orders(case: Case) -> list[tuple[str, str]]:
    out = []
    for number, pair in enumerate(take(case.keys, "orders", list, [])):
        match pair:
            case [str(seat), str(text)]:
                out.append((seat, text))
            case other:
                raise InputError(f"found {other!r}", key=f"orders[{number}]", allowed='["R", "R1 Y2"]')
    return out


def _expected_refusal(expect: Mapping[str, Any], orders: list[tuple[str, str]]) -> Mapping[str, str]:
    illegal: dict[str, Any] = take(expect, "illegal", dict, {})
    for seat, rule in illegal.items():
        key = f"expect.illegal.{seat}"
        if not isinstance(rule, str):
            raise InputError(f"found {rule!r}", key=key, allowed="a rule ID")
        if not orders or orders[-1][0] != seat:
            raise InputError("the last order is not this seat's", key=key, allowed="the seat of the last order")
    return illegal


def _expected_items(expect: Mapping[str, Any], position: Position) -> dict[str, str]:
    """Return the items of a result as texts by name: `R@2.3` is R: 2.3; of lists the members in alphabetical order."""
    items: dict[str, str] = {}
    for item in take(expect, "position", str, "").split():
        try:
            found = _item(item, position)
        except InputError as error:
            raise InputError(error.message, key="position", allowed=error.allowed) from None
        if not found:
            raise InputError(f"found {item!r}", key="position", allowed=_RESULT)
        items |= found
    return items


def _item(item: str, position: Position) -> dict[str, str]:
    """Return what one item of a result says by name, nothing if it is no item."""
    seats = [car.seat for car in position.cars]
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


def _located(key: str, function: Callable[..., T], *arguments: Any) -> T:
    """Call a function; an InputError of its is placed at `key`."""
    try:
        return function(*arguments)
    except InputError as error:
        raise error.within("", key) from None
