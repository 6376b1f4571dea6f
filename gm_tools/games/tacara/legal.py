"""The list of legal orders of a car, in canonical form (C66).

A crash is legal (C31), so where an order leads matters for fuel alone; everything else is a choice of gear, axis, turbo
chips and draft step, each in its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.check import slot_of, takeable_values
from gm_tools.games.tacara.drive import allowed_steps, cars_by_place, fuels, is_at_pump, legs, lines_over
from gm_tools.games.tacara.orders import HOLD, PASS, Order, format_order, pieces
from gm_tools.games.tacara.position import VALUES, Car, Chips, Position, with_chip
from gm_tools.games.tacara.shift import DIRECTIONS, Shift, reach


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every legal order of a seat in canonical form, lazily: those without chips first.

    Fuel is listed with its values from low to high (R123 stands for R321, which is legal too).
    """
    yield from begun_orders(position, seat, "")


def begun_orders(position: Position, seat: str, text: str) -> Iterator[Order]:
    """Yield the legal orders of a seat that begin with a text in canonical form, in the order of `legal_orders`.

    Only what can still come to such an order is looked at: a car with many chips has millions of orders.
    """
    if position.over:
        return
    car = position.car(seat)
    if car.flipped:
        yield from _select_begun(text, (PASS,))
    elif slot_of(position) == seat:
        ways, gears = Walks(position, car), possible_gears(position, car)
        written = text.count("+")  # chips: an order has no others before these
        for chips in range(sum(car.hand) + 1):
            if chips >= written:
                yield from _drives(position, car, chips, text, ways, gears)
            if not chips:
                takes = [Order("take", value=value) for value in takeable_values(position, car)]
                yield from _select_begun(text, (HOLD,) if position.offers else takes)


def _select_begun(text: str, orders: Iterable[Order]) -> Iterator[Order]:
    return (order for order in orders if format_order(order).startswith(text))


def _fits(text: str, tokens: Sequence[str]) -> bool:
    """Tell whether an order that begins with these tokens can begin with a text."""
    begin = " ".join(tokens)
    return not text or not begin or begin.startswith(text) or text.startswith(f"{begin} ")


def _fits_gear(text: str, tokens: Sequence[str]) -> bool:
    """Tell whether some gear behind these tokens can begin with a text, or go on with it."""
    begin = " ".join((*tokens, "G"))
    return text.startswith(begin) or begin.startswith(text)


class Gear(NamedTuple):
    """A way to shift and drive.

    `steps` lead to `shift`; `axis` is "" if it does not count; `drafts` are the draft steps left.
    """

    steps: str
    shift: Shift
    axis: str
    legs: tuple[tuple[str, int], ...]
    drafts: int


def possible_gears(position: Position, car: Car) -> list[Gear]:
    """Return the ways in which a car may shift and drive in its next slot, fewest steps first (C17, C20, C55)."""
    return [
        Gear(steps, shift, axis, legs(shift, axis), int(position.has_bonus(car) and len(steps) < 3))
        for shift, steps in reach(position.settings.shift_table, car.shift, allowed_steps(position, car)).items()
        for axis in ("HV" if all(shift) else ("",))
    ]


class Walks:
    """Where straight lines end on the position as it is, each worked out once (the other cars do not move)."""

    def __init__(self, position: Position, car: Car) -> None:
        self.mask = position.board.mask(position.starters)
        self.step = position.board.step
        self.others = cars_by_place(position, car.mark)
        self.lines = position.lines
        self.known: dict[tuple[int, int, str, int], tuple[int, int, bool]] = {}

    def walk(self, at: int, crossed: int, direction: str, count: int) -> tuple[int, int, bool]:
        """Return space, lines crossed and whether there was no crash, of some steps in a direction."""
        key = (at, crossed, direction, count)
        known = self.known.get(key)
        if known is None:
            step = self.step[direction]
            is_clear = True
            for _ in range(count):
                if not self.mask[at + step] or at + step in self.others:
                    is_clear = False
                    break
                crossed = lines_over(self.lines, crossed, at, step)
                at += step
            known = self.known[key] = (at, crossed, is_clear)
        return known

    def end(self, start: int, direction: str, count: int) -> int:
        """Return the space that a straight line ends on, -1 for a crash (also for one that starts after a crash)."""
        if start < 0:
            return -1
        # Asked for again and again: a call less.
        end, __, is_clear = self.known.get((start, 0, direction, count)) or self.walk(start, 0, direction, count)
        return end if is_clear else -1


def play_to(pool: Chips, hand: Chips, kept: Chips) -> Chips:
    """Return the pool after the chips between `hand` and `kept` were played (C35)."""
    return tuple(there + had - has for there, had, has in zip(pool, hand, kept, strict=True))  # type: ignore[return-value]


class _Run(NamedTuple):
    """A sequence of turbo chips and draft steps: its tokens, the chips left, where it ends (-1: crashed)."""

    tokens: tuple[str, ...]
    hand: Chips
    end: int


def _runs(
    ways: Walks, run: _Run, chips: int, drafts: int, text: str = "", lead: tuple[str, ...] = ()
) -> Iterator[_Run]:
    """Yield the ways to go on by playing exactly so many chips, and at most so many draft steps among them.

    What stands before them (`lead`) and they have to fit a text: see `begun_orders`.
    """
    if not chips:
        yield run
    for value in VALUES if chips else ():
        if run.hand[value - 1]:
            hand = with_chip(run.hand, value, -1)
            for direction in DIRECTIONS:
                tokens = (*run.tokens, f"+{value}{direction}")
                if not text or _fits(text, (*lead, *tokens)):
                    further = _Run(tokens, hand, ways.end(run.end, direction, value))
                    yield from _runs(ways, further, chips - 1, drafts, text, lead)
    for direction in DIRECTIONS if drafts else ():
        tokens = (*run.tokens, f"D{direction}")
        if not text or _fits(text, (*lead, *tokens)):
            yield from _runs(ways, _Run(tokens, run.hand, ways.end(run.end, direction, 1)), chips, 0, text, lead)


def _drives(position: Position, car: Car, chips: int, text: str, ways: Walks, gears: Sequence[Gear]) -> Iterator[Order]:
    follows = bool(position.offers)
    lead = ("F",) if follows else ()
    may_refuel = not car.refuelled and position.board.has_pumps
    if not _fits(text, lead):
        return
    before, is_shifted, __ = text.partition("G")
    written = before.count("+")
    for early in range(written, (written if is_shifted else chips) + 1):
        for first in _runs(ways, _Run((), car.hand, car.at), early, 0, text, lead):
            for gear in gears if _fits_gear(text, (*lead, *first.tokens)) else ():
                drive = pieces(Order("drive", "", follows, first.tokens, gear.steps, gear.axis)) if text else ()
                if not _fits(text, drive):
                    continue
                end = first.end
                for direction, count in gear.legs:
                    end = ways.end(end, direction, count)
                for then in _runs(ways, _Run((), first.hand, end), chips - early, gear.drafts, text, drive):
                    found = Order("drive", "", follows, first.tokens, gear.steps, gear.axis, then.tokens)
                    if not text or format_order(found).startswith(text):
                        yield found
                    if may_refuel and then.end >= 0 and is_at_pump(position.board, then.end):
                        asked = (
                            found._replace(fuel=fuel) for fuel in fuels(play_to(position.pool, car.hand, then.hand))
                        )
                        yield from _select_begun(text, asked) if text else asked
