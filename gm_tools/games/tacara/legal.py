"""The list of legal orders of a car, in canonical form (C66).

A crash is legal (C31), so where an order leads matters for fuel alone; everything else is a choice of gear, axis, turbo
chips and draft step, each in its turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.check import slot_of, takeable_values
from gm_tools.games.tacara.drive import allowed_steps, carry_out, cars_by_place, fuels, is_at_pump, legs, lines_over
from gm_tools.games.tacara.orders import HOLD, PASS, Order, parse_order
from gm_tools.games.tacara.position import VALUES, Car, Chips, Position, with_chip
from gm_tools.games.tacara.shift import DIRECTIONS, Shift, reach


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every legal order of a seat in canonical form, lazily: those without chips first.

    Fuel is listed with its values from low to high (R123 stands for R321, which is legal too).
    """
    if position.over:
        return
    car = position.car(seat)
    if car.flipped:
        yield PASS
    elif slot_of(position) == seat:
        ways, gears = Walks(position, car), possible_gears(position, car)
        for chips in range(sum(car.hand) + 1):
            yield from _drives(position, car, chips, ways, gears)
            if not chips:
                takes = [Order("take", value=value) for value in takeable_values(position, car)]
                yield from (HOLD,) if position.offers else takes


def words_after(position: Position, seat: str, text: str) -> Iterator[str]:
    """Yield what the legal orders go on with that begin with a text in canonical form, as far as the end of a word.

    That is the rest of its last word, a blank and a whole word behind it, or nothing where an order can end. No order
    is listed for it: a car with many chips has millions.
    """
    car = position.car(seat)
    if position.over or not (car.flipped or slot_of(position) == seat):
        return
    gears = {f"G{gear.steps or '0'}": gear for gear in possible_gears(position, car)}
    *before, last = words = text.split(" ")
    for count, word in enumerate(before):
        if word not in _next_words(position, car, before[:count], gears):
            return
    found = _next_words(position, car, before, gears)
    yield from (word[len(last) :] for word in found if word.startswith(last) and word != last)
    if last in found:
        yield from (f" {word}" if word else "" for word in _next_words(position, car, words, gears))


def _next_words(position: Position, car: Car, words: Sequence[str], gears: Mapping[str, Gear]) -> Sequence[str]:
    """Return the words that can follow the first words of a legal order; "" is among them if it can end there."""
    if not words:
        if car.flipped:
            return ("PASS",)
        if position.offers:
            return ("F", "HOLD")
    elif words[0][0] in "HPT":
        return ("",)
    hand = car.hand
    for word in words:
        if word[0] == "+":
            hand = with_chip(hand, int(word[1]), -1)
    chips = [f"+{value}{direction}" for value in VALUES if hand[value - 1] for direction in DIRECTIONS]
    shifted = next((word for word in words if word[0] == "G"), "")
    if not shifted:
        takes = () if words else takeable_values(position, car)
        return (*(f"T{value}" for value in takes), *chips, *gears)
    gear, kinds = gears[shifted], {word[0] for word in words}
    if gear.axis and kinds.isdisjoint("HV"):
        return ("H", "V")
    if "R" in kinds:
        return ("",)
    drafts = [f"D{direction}" for direction in DIRECTIONS] if gear.drafts and "D" not in kinds else ()
    return ("", *chips, *drafts, *(f"R{fuel}" for fuel in _fuels_after(position, car, " ".join(words))))


def _fuels_after(position: Position, car: Car, text: str) -> Sequence[str]:
    """Return what fuel a car may ask for after a drive, which is a legal order (C44, C46, C47)."""
    if car.refuelled or not position.board.has_pumps:
        return ()
    order = parse_order(text)
    assert isinstance(order, Order)
    drive = carry_out(position, car.mark, order)
    return fuels(drive.pool) if drive.crash < 0 and is_at_pump(position.board, drive.car.at) else ()


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


def _runs(ways: Walks, run: _Run, chips: int, drafts: int) -> Iterator[_Run]:
    """Yield the ways to go on by playing exactly so many chips, and at most so many draft steps among them."""
    if not chips:
        yield run
    for value in VALUES if chips else ():
        if run.hand[value - 1]:
            hand = with_chip(run.hand, value, -1)
            for direction in DIRECTIONS:
                tokens = (*run.tokens, f"+{value}{direction}")
                further = _Run(tokens, hand, ways.end(run.end, direction, value))
                yield from _runs(ways, further, chips - 1, drafts)
    for direction in DIRECTIONS if drafts else ():
        tokens = (*run.tokens, f"D{direction}")
        yield from _runs(ways, _Run(tokens, run.hand, ways.end(run.end, direction, 1)), chips, 0)


def _drives(position: Position, car: Car, chips: int, ways: Walks, gears: Sequence[Gear]) -> Iterator[Order]:
    follows = bool(position.offers)
    may_refuel = not car.refuelled and position.board.has_pumps
    for early in range(chips + 1):
        for first in _runs(ways, _Run((), car.hand, car.at), early, 0):
            for gear in gears:
                end = first.end
                for direction, count in gear.legs:
                    end = ways.end(end, direction, count)
                for then in _runs(ways, _Run((), first.hand, end), chips - early, gear.drafts):
                    found = Order("drive", "", follows, first.tokens, gear.steps, gear.axis, then.tokens)
                    yield found
                    if may_refuel and then.end >= 0 and is_at_pump(position.board, then.end):
                        for fuel in fuels(play_to(position.pool, car.hand, then.hand)):
                            yield found._replace(fuel=fuel)
