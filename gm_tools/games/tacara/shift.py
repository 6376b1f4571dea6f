"""The shift table: where a car's chip may stand, how it is stepped, written and read (rules C16, C17, C27).

A shift is a pair (e, n): steps east (west below 0) and north (south below 0) of neutral. `E4N2` is (4, 2), `0` is (0,
0).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple

Shift = tuple[int, int]
DIRECTIONS = "ENSW"  # in the order of C58
STEP: Mapping[str, Shift] = {"E": (1, 0), "N": (0, 1), "S": (0, -1), "W": (-1, 0)}
SHAPES = ("square", "diamond")
LARGEST = 20  # half a side: a table larger than that outgrows every board
NEUTRAL = (0, 0)


class ShiftTable(NamedTuple):
    """A shift table: `x` steps to its east and west edge, `y` to its north and south edge, square or diamond."""

    x: int = 6
    y: int = 6
    shape: str = "square"

    def holds(self, e: int, n: int) -> bool:
        """Tell whether a chip may stand at this shift (C16)."""
        if self.shape == "diamond":
            return abs(e) * self.y + abs(n) * self.x <= self.x * self.y
        return abs(e) <= self.x and abs(n) <= self.y


def load_table(plain: Mapping[str, Any], default: ShiftTable = ShiftTable()) -> ShiftTable:  # noqa: B008  (a constant)
    """Return the shift table of `{ x = 6, y = 6, shape = "square" }`, missing keys from `default`."""
    known_keys(plain, ShiftTable._fields)
    table = ShiftTable(
        take(plain, "x", int, default.x), take(plain, "y", int, default.y), take(plain, "shape", str, default.shape)
    )
    for key, value in (("x", table.x), ("y", table.y)):
        if not 1 <= value <= LARGEST:
            allowed = _("a whole number from {low} to {high}", low=1, high=LARGEST)
            raise InputError(_("found {value!r}", value=value), key=key, allowed=allowed)
    if table.shape not in SHAPES:
        raise InputError(_("found {value!r}", value=table.shape), key="shape", allowed=", ".join(SHAPES))
    return table


def parts(shift: Shift) -> tuple[tuple[str, int], ...]:
    """Return the parts of a shift that are not nothing, as direction and steps: E or W, then N or S."""
    e, n = shift
    across = (("E" if e > 0 else "W", abs(e)),) if e else ()
    along = (("N" if n > 0 else "S", abs(n)),) if n else ()
    return across + along


def format_shift(shift: Shift) -> str:
    """Return a shift as text: `E4N2`, `W1`, `0` for neutral."""
    return "".join(f"{direction}{count}" for direction, count in parts(shift)) or "0"


def parse_shift(text: str) -> Shift | None:
    """Return the shift that `format_shift` wrote, parts in either order (`N2E4`), or None if it is none."""
    if text == "0":
        return NEUTRAL
    e = n = 0
    rest = text.upper()
    while rest:
        letter, digits = rest[0], rest[1:]
        length = 0
        while length < len(digits) and digits[length].isdecimal():
            length += 1
        count = int(digits[:length] or 0)
        if letter not in STEP or not count or (e if letter in "EW" else n):
            return None
        e, n = e + STEP[letter][0] * count, n + STEP[letter][1] * count
        rest = digits[length:]
    return (e, n) if text else None


def steps_to(table: ShiftTable, start: Shift, end: Shift) -> str:
    """Return the fewest steps between two shifts on the table (section 13).

    East or west comes first, unless that leaves the table.
    """
    runs = [direction * count for direction, count in parts((end[0] - start[0], end[1] - start[1]))]
    return "".join(runs if table.holds(end[0], start[1]) else reversed(runs))


def follow(start: Shift, steps: str) -> Iterator[Shift]:
    """Yield the shift after each of the steps (`EN`)."""
    e, n = start
    for letter in steps:
        east, north = STEP[letter]
        e, n = e + east, n + north
        yield e, n


def reach(table: ShiftTable, start: Shift, most: int) -> dict[Shift, str]:
    """Return every shift within `most` steps of `start` on the table, with its canonical steps, nearest first."""
    found = {start: ""}
    layer = [start]
    for __ in range(most):
        layer = [
            end
            for here in layer
            for east, north in STEP.values()
            if table.holds(*(end := (here[0] + east, here[1] + north)))
        ]
        for end in layer:
            if end not in found:
                found[end] = steps_to(table, start, end)
    return found


def step_back(shift: Shift) -> Shift:
    """Return the shift one step back towards neutral: the longer part, the east–west one if they are equal (C27)."""
    e, n = shift
    if abs(e) >= abs(n) and e:
        return (e - 1 if e > 0 else e + 1), n
    return (e, n - 1 if n > 0 else n + 1) if n else NEUTRAL


def lost_slots(shift: Shift) -> int:
    """Return how many slots a crash at this shift costs after the one of the crash (C28, C30)."""
    return max(1, (abs(shift[0]) + abs(shift[1]) + 1) // 2)
