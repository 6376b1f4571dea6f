"""Case files of Tacara: set-up and result in the notation of the rules (section 15), orders one after another.

    position = "R@2,4/E2/123 B@2,19 pool=9,9,9"
    orders = [["R", "+1S GE +2E"], ["B", "auto"]]
    draws.row = ["RB"]
    expect.position = "R@3,10/E3/3/- next=R turn=3"

Instead of a position a case may begin on the grid: `seats = "A C D"`, with `draws.grid` and the first `draws.row`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gm_tools.core.cases import CaseRun, is_auto
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.record import load_named
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import FEWEST, MOST, Board
from gm_tools.games.tacara.check import default_order, slot_of
from gm_tools.games.tacara.drive import cars_by_place
from gm_tools.games.tacara.options import settle
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import EACH, NO_CHIPS, VALUES, Car, Chips, Position, format_chips, parse_chips
from gm_tools.games.tacara.rules import awaited, points_of, ranking, running_order, setup, total_chips
from gm_tools.games.tacara.shift import format_shift, parse_shift

_SETS = ("gone", "points")  # items of a result in which the order does not count
_FIELDS = ("at", "shift", "chips", "flags")
_FLAGS = {"!": "flipped", "d": "bonus", "k": "taken", "p": "crossed", "q": "refuelled", "u": "under"}
_COUNTED = "pu"  # flags behind which stands a number


class Runner(CaseRun[Board, Position, Order]):
    """A case: chance steps are carried out until a car is awaited (section 15)."""

    keys = ("position", "seats", "orders")

    def begin(self, board: Board) -> Position:
        """Return the position of the case, or the grid of its seats."""
        keys = self.case.keys
        if "seats" not in keys:
            return parse_setup(take(keys, "position", str), board, self.case.options)
        if "position" in keys:
            raise InputError("there are seats too", key="position", allowed="one of the two")
        if not board.starts or not board.courses:
            raise InputError("the board has no start", key="seats", allowed="a board with a start and a course")
        seats = [Seat(mark, mark) for mark in take(keys, "seats", str).split()]
        return setup(board, seats, self.case.options, self.draws)

    def read_orders(self) -> list[tuple[str, str]]:
        """Return the orders, all of them of cars that there are, or that are expected to be refused."""
        orders = super().read_orders()
        known = {car.mark for car in self.position.cars} | take(self.case.expect, "illegal", dict, {}).keys()
        for number, (seat, __) in enumerate(orders):
            _require_known(seat, known, f"orders[{number}]")
        return orders

    def read_expectation(self) -> _Items:
        """Return the items of a result."""
        items = _items(take(self.case.expect, "position", str, ""), "position")
        for mark in items.cars:
            _require_known(mark, {car.mark for car in self.position.cars}, "position")
        return items

    def play(self, orders: Sequence[tuple[str, str]]) -> list[str]:
        """Carry out the chance steps before the first order too."""
        self._go_on()
        return super().play(orders)

    def read(self, seat: str, text: str) -> Order | None:
        """Return a legal order; `auto` is what the car of this slot does at the deadline."""
        if not is_auto(text):
            return super().read(seat, text)
        if slot_of(self.position) != seat:
            self.refused[seat] = ["C53" if self.position.over else "C13"]
            return None
        return default_order(self.position, seat, "safe_drive")

    def carry_out(self, orders: Mapping[str, Order], missed: Collection[str] = ()) -> None:
        """Resolve orders, and the chance steps after them; a car that passes recovers by itself."""
        if not any(order.verb == "pass" for order in orders.values()):
            super().carry_out(orders, missed)
            self._go_on()

    def _go_on(self) -> None:
        while not self.position.over and not awaited(self.position):
            super().carry_out({})

    def compare(self, expected: _Items) -> list[str]:
        """Compare the items named."""
        return _compare(expected, self.position)


def _require_known(mark: str, known: set[str], key: str) -> None:
    if mark not in known:
        raise InputError(f"there is no car {mark!r}", key=key, allowed=", ".join(sorted(known)))


# The notation of section 15


class _Items(NamedTuple):
    """A set-up or a result taken apart.

    `cars` are the fields named of each car (`at`, `shift`, `chips`, `flags`), `values` other items, `words` all else.
    """

    cars: dict[str, dict[str, str]]
    values: dict[str, str]
    words: set[str]


def _items(text: str, key: str) -> _Items:
    items = _Items({}, {}, set())
    for item in text.split():
        name, at, fields = item.partition("@")
        if at:
            parts = fields.split("/")
            if not name or name in items.cars or len(parts) > len(_FIELDS):
                raise InputError(f"found {item!r}", key=key, allowed="NAME@row,column/shift/chips/flags, each car once")
            items.cars[name] = dict(zip(_FIELDS, parts, strict=False))
        elif "=" in item:
            name, _, value = item.partition("=")
            items.values[name] = f"{items.values[name]},{value}" if name in items.values else value  # gone=A gone=C
        else:
            items.words.add(item)
    return items


def parse_setup(text: str, board: Board, options: Mapping[str, Any]) -> Position:
    """Return the position of a set-up (`R@2,4/E2/123 B@2,19`): turn 2, the cars acting in the order listed."""
    items = _items(text, "position")
    with at_key("position"):
        known_keys(items.values, ("cars", "pool"))
    if items.words:
        raise InputError(f"found {min(items.words)!r}", key="position", allowed="cars, cars=…, pool=…")
    if not items.cars:
        raise InputError("there are no cars", key="position", allowed="NAME@row,column/shift/chips/flags")
    with at_key("options"):
        settings = settle(options, board)
    starters = max(FEWEST, len(items.cars))
    if "cars" in items.values:
        starters = _number(items.values["cars"], "position.cars")
        if not FEWEST <= starters <= MOST:
            raise InputError(f"found {starters}", key="position.cars", allowed=f"{FEWEST} to {MOST}, as in a race")
    row = tuple(items.cars)
    position = Position(board, settings, starters, 2, row, row, (row,), (), NO_CHIPS)
    for mark, fields in items.cars.items():
        with at_key(f"position.{mark}"):
            car = load_named(Car, mark, _plain_car(fields), position)
            if other := cars_by_place(position, mark).get(car.at):
                raise InputError(f"{other} stands there too", allowed="one car a space")
        position = position._replace(cars=(*position.cars, car))
    if "pool" in items.values:
        return position._replace(pool=_pool(items.values["pool"], "position.pool"))
    ones, twos, threes = (EACH - held for held in total_chips(position))
    if min(ones, twos, threes) < 0:
        raise InputError("the cars hold more than ten turbo chips of a value", key="position", allowed="pool=…")
    return position._replace(pool=(ones, twos, threes))


def _number(text: str, key: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise InputError(f"found {text!r}", key=key, allowed="a whole number")
    return int(text)


def _pool(text: str, key: str) -> Chips:
    parts = text.split(",")
    if len(parts) != len(VALUES):
        raise InputError(f"found {text!r}", key=key, allowed="how many 1s, 2s and 3s: pool=9,9,9")
    ones, twos, threes = (_number(part, key) for part in parts)
    return ones, twos, threes


def _plain_car(fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a car in a set-up as plain data."""
    plain: dict[str, Any] = {"at": _at(fields["at"])}
    if fields.get("shift", "-") != "-":
        plain["shift"] = fields["shift"]
    if fields.get("chips", "-") != "-":
        plain["chips"] = fields["chips"]
    for letter, count in _flags(fields.get("flags", "-")).items():
        plain[_FLAGS[letter]] = [plain["at"]] if letter == "k" else count if letter in _COUNTED else True
    return plain


def _at(text: str) -> list[int]:
    row, _, column = text.partition(",")
    return [_number(row, "at"), _number(column, "at")]


def _flags(text: str) -> dict[str, int]:
    """Return the flags of a car with their numbers (1 of those that have none): `!p2u3` is `!` 1, `p` 2, `u` 3."""
    written = "" if text == "-" else text
    found = re.findall(rf"([{_COUNTED}])([0-9]+)|([!dkq])", written)
    if "".join(map("".join, found)) != written:
        raise InputError(f"found {text!r}", key="flags", allowed="! u2 q k d p1, or -")
    return {letter or flag: int(digits or 1) for letter, digits, flag in found}


def _format_flags(flags: Mapping[str, int]) -> str:
    shown = ((letter, flags.get(letter, 0)) for letter in _FLAGS)
    return "".join(f"{letter}{count}" if letter in _COUNTED else letter for letter, count in shown if count) or "-"


# What is compared


def _compare(expected: _Items, position: Position) -> list[str]:
    found = _list_items(position)
    with at_key("expect.position"):
        known_keys(expected.values, found)
    strays = expected.words - {"over"}
    if strays:
        raise InputError(f"found {min(strays)!r}", key="expect.position", allowed=f"cars, over, {'=, '.join(found)}=")
    lines = []
    for mark, fields in expected.cars.items():
        shown = _shown_car(position, position.car(mark))
        for field, value in fields.items():
            with at_key(f"expect.position.{mark}"):
                wanted = _format_expected(field, value)
            if wanted != shown[field]:
                lines.append(f"{mark}.{field}: expected {wanted}, found {shown[field]}")
    for key, value in expected.values.items():
        named, there = value.replace(">", " ").replace(",", " ").split() or ["-"], found[key].split()
        if sorted(named) != sorted(there) if key in _SETS else named != there:
            lines.append(f"{key}: expected {value}, found {found[key]}")
    if "over" in expected.words and not position.over:
        lines.append("the race is not over")
    return lines


def _list_items(position: Position) -> dict[str, str]:
    """Return the items of a result, lists with blanks between, `-` for none."""
    waiting = [mark for mark in position.left if not position.car(mark).flipped]
    points = {car.mark: points_of(position, car) for car in running_order(position)}
    items = {
        "pool": [str(count) for count in position.pool],
        "turn": [str(position.turn)],
        "next": waiting[:1],
        "offer": position.offers[:1],
        "rank": ranking(position),
        "points": [f"{mark}{count}" for mark, count in points.items() if count],
        "gone": [mark for mark in ranking(position) if position.car(mark).gone],
        "standing": [car.mark for car in running_order(position)],
    }
    return {key: " ".join(values) or "-" for key, values in items.items()}


def _shown_car(position: Position, car: Car) -> dict[str, str]:
    flags = {letter: int(getattr(car, field)) for letter, field in _FLAGS.items() if letter != "k"}
    row, column = position.board.place(car.at)
    return {
        "at": f"{row},{column}",
        "shift": format_shift(car.shift),
        "chips": format_chips(car.chips) or "-",
        "flags": _format_flags({**flags, "k": car.at in car.taken}),
    }


def _format_expected(field: str, value: str) -> str:
    """Return an expected field as `_shown_car` writes it; raise InputError if it is none."""
    if field == "at":
        return ",".join(map(str, _at(value)))
    if field == "flags":
        return _format_flags(_flags(value))
    if field == "shift":
        shift = parse_shift("0" if value == "-" else value)
        if shift is None:
            raise InputError(f"found {value!r}", key="shift", allowed="a shift: 0, E1, E4N2")
        return format_shift(shift)
    chips = parse_chips("" if value == "-" else value)
    if chips is None:
        raise InputError(f"found {value!r}", key="chips", allowed="chips: digits 1, 2, 3, or -")
    return format_chips(chips) or "-"
