"""Who ordered and who missed: turn by turn, from a table's own files, for the game master alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gm_tools.core.tuples import NamedTuple
from gm_tools.table.store import read_record, turn_files
from gm_tools.table.table_file import Table

MANY = 3  # turns missed in a row, after which the game master is asked what to do
_LOOK_BACK = 120  # turn files that are read for it at most


class Attendance(NamedTuple):
    """A player at one table.

    It counts turns in which an order was due, how many of them were missed, and how many in a row until now.
    """

    player: str
    seat: str
    due: int = 0
    missed: int = 0
    in_a_row: int = 0


def missed_in_a_row(table: Table) -> dict[str, int]:
    """Return how many of its last turns in a row each seat has missed, for seats that missed `MANY` or more.

    A seat that changed hands since begins anew. Costs nothing at a table where nobody missed so many turns.
    """
    seats = {mark for mark, count in table.missed.items() if count >= MANY}
    bots = {seat.mark for seat in table.seats if seat.bot}
    found = dict.fromkeys(sorted(seats - bots), 0)
    going = set(found)
    for orders in _walk_backwards(table, going):
        for seat, player, is_missed in orders:
            if seat not in going:
                continue
            if is_missed and player in {"", table.players[seat]}:
                found[seat] += 1
            else:
                going.discard(seat)
    return {seat: count for seat, count in found.items() if count >= MANY}


def _walk_backwards(table: Table, going: Collection[str]) -> Iterator[list[tuple[str, str, bool]]]:
    """Yield the orders of turns, the last turn first, as long as anybody is left.

    An order is its seat, its player, and whether it was missed.
    """
    turns = [turn for turn, amendment in turn_files(table.path) if turn and not amendment]
    for turn in reversed(turns[-_LOOK_BACK:]):
        if not going:
            return
        yield _orders(table, turn)


def _orders(table: Table, turn: int) -> list[tuple[str, str, bool]]:
    record = read_record(table, turn, whole=False)
    players = dict(zip(record.seats, record.players, strict=False))
    return [(row.seat, players.get(row.seat, ""), bool(row.missed)) for row in record.orders]


def attendance(table: Table) -> tuple[Attendance, ...]:
    """Return who played which seat, how many orders were due and how many were missed.

    The rows are in the order of seats; bots are left out.
    """
    found: dict[tuple[str, str], Attendance] = {}
    for turn in (turn for turn, amendment in turn_files(table.path) if turn and not amendment):
        for seat, named, is_missed in _orders(table, turn):
            player = named or table.players[seat]
            if player.startswith("bot "):
                continue
            old = found.get((player, seat), Attendance(player, seat))
            in_a_row = old.in_a_row + 1 if is_missed else 0
            found[player, seat] = old._replace(due=old.due + 1, missed=old.missed + is_missed, in_a_row=in_a_row)
    for one in table.seats:
        if not one.bot:
            found.setdefault((one.player, one.mark), Attendance(one.player, one.mark))
    return tuple(found.values())
