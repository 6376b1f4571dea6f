"""What the tests of tables do again and again: begin one, play turns, spoil a file, look whether anything changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.table import ChanceSource, Table, put_order
from gm_tools.table.resolve import Resolved, resolve
from tests.begin import begin_table
from tests.table import ferry

SEED = bytes(range(32))


def begin(path: Path, **options: object) -> Table:
    """Begin a table of Ferry: three boats, five times twelve tiles."""
    return begin_table(path, "ferry", ferry.RIVER, ferry.SEATS, options, track="river", chance=ChanceSource(seed=SEED))


def begin_beacon(
    path: Path,
    seats: Sequence[Seat] = ferry.SEATS,
    root: bytes | None = None,
    setup_round: int = 0,
    gm: tuple[str, ...] = (),
) -> Table:
    """Begin a table of Ferry whose draws come from drand."""
    return begin_table(
        path,
        "ferry",
        ferry.RIVER,
        seats,
        track="river",
        chance=ChanceSource(root, beacon="drand", setup_round=setup_round),
        gm=gm,
    )


def order_all(path: Path, text: str = "r2") -> None:
    """Put the same order in hand for all three boats."""
    for seat in "ABC":
        put_order(path, seat, text, f"post by {seat}")


def play(path: Path, turns: int, text: str = "r2") -> Resolved:
    """Play some turns, at least one, and return the last."""
    for _ in range(turns):
        order_all(path, text)
        resolved = resolve(path)
    return resolved


def contents(path: Path) -> dict[str, bytes]:
    """Return every file of a table but the lock and what was taken back, by name."""
    files = [file for file in sorted(path.iterdir()) if file.name != "table.lock" and ".undone-" not in file.name]
    return {file.name: file.read_bytes() for file in files}


def change(path: Path, old: str, new: str) -> None:
    """Edit a file by hand: one place in it."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (old, text)
    path.write_text(text.replace(old, new), encoding="utf-8", newline="")


def refusal(call: Callable[[], object]) -> InputError:
    """Return the error that a call is refused with."""
    with pytest.raises(InputError) as caught:
        call()
    return caught.value
