"""A table to play with: a race of six, some turns old, and the thread of the turn that is due."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gm_tools.core.game import Seat
from gm_tools.core.paths import shipped_track
from gm_tools.core.sources import BOT
from gm_tools.desk.scratch import Scratch
from gm_tools.desk.tables import Place
from gm_tools.games import EXAMPLE
from gm_tools.table import new_table, open_table, put_order, resolve_turn
from gm_tools.table.bots import chosen_order

_PLAYERS = ("Alice", "Bob", "Carol", "Dan", "Erin", "Fred")
_TURNS = 4


@contextmanager
def demo_place() -> Iterator[Place]:
    """Make the table, with the thread to read, in a folder that is gone afterwards."""
    scratch = Scratch()
    try:
        tables = scratch.folder / "turns"
        tables.mkdir()
        yield Place(scratch.folder, tables, make_demo(tables / "demo"))
    finally:
        scratch.close()


def make_demo(path: Path) -> str:
    """Begin a race, play some turns by bots, and return the thread of the next one, with what a thread is like."""
    track = next(found for name in ("penny-egg", "dust-bowl") if (found := shipped_track(EXAMPLE, name)) is not None)
    seats = tuple(Seat(name[0], name) for name in _PLAYERS)
    new_table(
        path, game=EXAMPLE, board_text=track.read_text(encoding="utf-8"), track=track.stem, seats=seats, options={}
    )
    for __ in range(_TURNS):
        for seat in seats:
            put_order(path, seat.mark, chosen_order(path, seat.mark, "medium"), BOT)
        resolve_turn(path)
    orders = [chosen_order(path, seat.mark, "medium") for seat in seats]
    table = open_table(path)
    lines = [f"{table.name}: turn {table.turn + 1}\n"]
    said = (
        "Order: {0}",
        "Nice race so far.\nOrder: {1}",
        "Order: {2}\nOr rather... I cannot decide:\n{0}",
        "no idea. {3} I guess?",
        "[quote=Bob]Order: {1}[/quote]\nYou wish.\nOrder: {4}",
    )
    for minute, (name, text) in enumerate(zip(_PLAYERS, said, strict=False)):
        lines.append(f"{name} wrote on 2026-11-21 20:{10 + 5 * minute}:\n{text.format(*orders)}\n")
    return "\n".join(lines[1:])
