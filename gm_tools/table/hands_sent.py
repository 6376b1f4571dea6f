"""Private messages that are to be sent: what the turns have told a seat alone since its player was last written to.

`hands.toml` keeps up to which turn each seat's message was sent, by the game master's word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.record import at_least
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.record_file import find_record, write_record
from gm_tools.table.store import read_record, turn_files, writing
from gm_tools.table.table_file import Table

FILE = "hands.toml"


class _File(NamedTuple):
    """The values in `hands.toml`: the turn after which each seat was last written to."""

    sent: Mapping[str, Annotated[int, at_least(0)]] = {}


def read_sent(folder: Path) -> dict[str, int]:
    """Return up to which turn each seat's message was sent; nothing if none ever was.

    Raises InputError with file and key.
    """
    return dict((find_record(_File, folder / FILE) or _File()).sent)


def hands_due(table: Table) -> dict[str, int]:
    """Return the seats that have to be written to, each with the turn that told it something last; bots are left out.

    At a game that hides nothing it costs nothing, else it reads the turns since all were written to.
    """
    kinds = table.game.private_events
    seats = {seat.mark for seat in table.seats if not seat.bot}
    if not kinds or not seats or table.game.is_over(table.position):
        return {}
    sent = read_sent(table.path)
    oldest = min(sent.get(seat, -1) for seat in seats)
    due: dict[str, int] = {}
    for turn, amendment in turn_files(table.path):
        if turn <= oldest or turn > table.turn:
            continue
        for event in read_record(table, turn, amendment).events:
            told = seats & set(event.audience or ()) if event.kind in kinds else set()
            due |= {seat: turn for seat in told if turn > sent.get(seat, -1)}
    return {seat.mark: due[seat.mark] for seat in table.seats if seat.mark in due}


def mark_sent(folder: Path, seats: Sequence[str]) -> None:
    """Note that the messages of these seats were sent, as the table stands now; raise InputError if there are none."""
    with writing(folder) as table:
        due = hands_due(table)
        if not set(seats or due) & set(due):
            raise InputError(_("no private message is to be sent"), file=str(folder), status=1)
        sent = read_sent(folder) | dict.fromkeys(seats or due, table.turn)
        write_record(folder / FILE, _File(sent))
