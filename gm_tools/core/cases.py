"""Cases: how one is run, its orders carried out and what comes of it compared. A game adds its own notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from gm_tools.core.draws import Scripted, ScriptError
from gm_tools.core.events import Event
from gm_tools.core.game import Game
from gm_tools.core.game_options import check_options
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple

B = TypeVar("B")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741  (O for order)


class Case(NamedTuple):
    """One case, its defaults filled in: `board_text` is the whole board file (empty if the case names none)."""

    game: str
    id: str
    rules: tuple[str, ...]
    board_text: str
    options: Mapping[str, Any]
    draws: Mapping[str, list[Any]]
    keys: Mapping[str, Any]  # the game's own keys: cars, orders, position, pos, try …
    expect: Mapping[str, Any]


class CaseError(Exception):
    """A case does not come out as expected; the text says how."""


def is_auto(text: str) -> bool:
    """Tell whether what a seat does that missed its turn stands in the place of an order."""
    return text.strip().casefold() == "auto"


class CaseRun(Generic[B, P, O]):
    """A case being run. A game's own class says how its cases begin and are compared, and what else it does otherwise.

    `position` is how the game stands so far, `events` what has happened, `refused` the rules by which orders are
    illegal.
    """

    keys: ClassVar[tuple[str, ...]] = ("position", "orders")  # of a case, besides the common ones
    expectations: ClassVar[tuple[str, ...]] = ("expect",)  # keys of a case that it can fail by: it needs one of them
    expect_keys: ClassVar[tuple[str, ...]] = ("position", "events", "illegal")
    event_kinds: ClassVar[Collection[str]] = ()  # that there are; none: they are not checked
    needs_board: ClassVar[bool] = True  # else the game knows which board is meant

    position: P

    def __init__(self, case: Case, game: Game[B, P, O]) -> None:
        self.case = case
        self.game = game
        self.draws = Scripted(case.draws)  # asking for one too many raises ScriptError
        self.events: list[Event] = []
        self.refused: dict[str, list[str]] = {}

    def run(self) -> list[str]:
        """Return what differs from the expectation, a line each; raise InputError if the case is itself wrong."""
        expect = self.case.expect
        with at_key("expect"):
            known_keys(expect, self.expect_keys)
            kinds, illegal = take(expect, "events", list, []), take(expect, "illegal", dict, {})
            unknown = [kind for kind in kinds if kind not in self.event_kinds] if self.event_kinds else []
            if unknown:
                raise InputError(f"found {unknown[0]!r}", key="events", allowed=", ".join(self.event_kinds))
        check_options(self.game, self.case.options)
        if not self.case.board_text:
            raise InputError("is missing", key="board", allowed="a board file as text, or track")
        with at_key("board"):
            board = self.game.parse_board(self.case.board_text)
        self.position = self.begin(board)
        orders = self.read_orders()
        for seat, rule in illegal.items():
            if not isinstance(rule, str):
                raise InputError(f"found {rule!r}", key=f"expect.illegal.{seat}", allowed="a rule ID")
            if seat not in {other for other, __ in orders}:
                raise InputError("this seat has no order", key=f"expect.illegal.{seat}", allowed="a seat with an order")
        with at_key("expect"):
            expected = self.read_expectation()
        lines = self.play(orders)
        if illegal or self.refused:
            lines = refusals(illegal, self.refused) + lines
        lines += [f"draws.{kind}: scripted and not asked for" for kind in self.unused_draws()]
        return lines + missing_events(kinds, self.events) + self.compare(expected)

    def begin(self, board: B) -> P:
        """Return the position that the case begins with."""
        raise NotImplementedError

    def read_orders(self) -> list[tuple[str, str]]:
        """Return seats and the texts of their orders, in the order in which they are given: `[["R", "R1 Y2"], …]`."""
        orders = []
        for number, pair in enumerate(take(self.case.keys, "orders", list, [])):
            match pair:
                case [str(seat), str(text)]:
                    orders.append((seat, text))
                case other:
                    raise InputError(f"found {other!r}", key=f"orders[{number}]", allowed='a pair ["R", "R1 Y2"]')
        return orders

    def read_expectation(self) -> Any:
        """Return what the case says of its outcome, for `compare`."""
        return None

    def read_cars(self, check_fields: Callable[[Any], object]) -> Mapping[str, Any]:
        """Return the fields expected of the position's cars, by mark, each table of them checked."""
        cars: dict[str, Any] = take(self.case.expect, "cars", dict, {})
        for seat, fields in cars.items():
            with at_key(f"cars.{seat}"):
                if seat not in {car.seat for car in self.position.cars}:  # type: ignore[attr-defined]  # of a race
                    raise InputError("there is no such car")
                check_fields(fields)
        return cars

    def compare(self, expected: Any) -> list[str]:
        """Return a line for everything that came out otherwise than `expected`."""
        raise NotImplementedError

    def play(self, orders: Sequence[tuple[str, str]]) -> list[str]:
        """Carry out orders one by one until one is refused; return a line if others follow it."""
        for number, (seat, text) in enumerate(orders):
            order = self.read(seat, text)
            if order is None:
                return [f"orders[{number}] is refused, and orders follow it"] if number + 1 < len(orders) else []
            self.carry_out({seat: order}, (seat,) if is_auto(text) else ())
        return []

    def read(self, seat: str, text: str) -> O | None:
        """Return the order in a text if it is legal now."""
        return self.accept(seat, self.game.parse_order(text))

    def accept(self, seat: str, order: O | Problem) -> O | None:
        """Return an order that is legal now; None if it is refused, and the rules are kept."""
        problems = (order,) if isinstance(order, Problem) else self.game.check(self.position, seat, order)
        if isinstance(order, Problem) or problems:
            self.refused[seat] = [problem.rule for problem in problems]
            return None
        return order

    def carry_out(self, orders: Mapping[str, O], missed: Collection[str] = ()) -> None:
        """Resolve orders, or without any a chance step."""
        events, self.position = self.game.resolve(self.position, orders, self.draws, missed)
        self.events += events

    def unused_draws(self) -> list[str]:
        """Return the kinds of scripted draws that nothing has asked for."""
        return self.draws.unused_kinds()


def differences(expected: Mapping[str, Any], found: Mapping[str, Any], where: str = "") -> list[str]:
    """Return a line for each named item that differs: `A.speed: expected 5, found 4`.

    Items that are not named are not compared.
    """
    lines = []
    for key, value in expected.items():
        name = f"{where}.{key}" if where else key
        if isinstance(value, dict) and isinstance(found.get(key), dict):
            lines += differences(value, found[key], name)
        elif value != found.get(key):
            lines.append(f"{name}: expected {value!r}, found {found.get(key)!r}")
    return lines


def missing_events(expected: Sequence[str], events: Sequence[Event]) -> list[str]:
    """Return a line if the kinds in `expected` are no subsequence of what happened."""
    happened = iter(event.kind for event in events)
    for kind in expected:
        if kind not in happened:
            return [f"events: expected {list(expected)}, found {[event.kind for event in events]}"]
    return []


def refusals(expected: Mapping[str, str], found: Mapping[str, Sequence[str]]) -> list[str]:
    """Compare the refused seats (`expect.illegal`) with the rules of the problems found, seat by seat."""
    lines = []
    for seat in sorted(set(expected) | set(found)):
        rules = list(found.get(seat, ()))
        if seat not in expected:
            lines.append(f"illegal.{seat}: accepted was expected, found refused by {rules}")
        elif not rules:
            lines.append(f"illegal.{seat}: expected {expected[seat]}, found accepted")
        elif expected[seat] not in rules:
            lines.append(f"illegal.{seat}: expected {expected[seat]}, found {rules}")
    return lines


def run(case: Case, game: Game[Any, Any, Any]) -> list[str]:
    """Run a case and return its differences, with draws that do not fit the script among them.

    Raises InputError if the case is itself wrong.
    """
    try:
        return game.cases()(case, game).run()
    except (ScriptError, CaseError) as error:
        return [str(error)]
    except InputError as error:
        raise error.within("", f"case {case.id!r}") from None
