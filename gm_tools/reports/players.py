"""What `gm players` shows the game master of the players of several tables: who misses turns, is late, edits posts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.core.i18n import N_, _
from gm_tools.core.names import name_key
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.captures import read_captures
from gm_tools.reports.base import Report
from gm_tools.table import Table
from gm_tools.table.attendance import attendance


class PlayerRecord(NamedTuple):
    """A player over several tables.

    `late` orders came after the deadline, `edits` are posts with orders that were changed.
    """

    player: str
    tables: tuple[str, ...] = ()
    due: int = 0
    missed: int = 0
    in_a_row: int = 0
    late: int = 0
    edits: int = 0


def player_records(tables: Iterable[Table]) -> list[PlayerRecord]:
    """Return the record of everybody who has or had a seat at these tables, those who missed most first."""
    found: dict[str, PlayerRecord] = {}
    for table in tables:
        conduct = read_captures(table.path).conduct
        for one in attendance(table):
            old = found.get(name_key(one.player), PlayerRecord(one.player))
            found[name_key(one.player)] = old._replace(
                tables=(*old.tables, *(() if table.name in old.tables else (table.name,))),
                due=old.due + one.due,
                missed=old.missed + one.missed,
                in_a_row=max(old.in_a_row, one.in_a_row),
            )
        for row in conduct:
            old = found.setdefault(name_key(row.player), PlayerRecord(row.player, (table.name,)))
            is_late = row.kind == "late"
            found[name_key(row.player)] = old._replace(late=old.late + is_late, edits=old.edits + (not is_late))
    return sorted(found.values(), key=lambda one: (-one.missed, -one.late, -one.edits, name_key(one.player)))


def players_report(tables: Sequence[Table]) -> Report:
    """Return the record of all players of these tables. Data: `players`, the fields of `PlayerRecord`."""
    records = player_records(tables)
    titles = (N_("Player"), N_("Tables"), N_("Turns"), N_("Missed"), N_("In a row"), N_("Late"), N_("Edits"))
    columns = tuple(Column(_(title), right=at > 1) for at, title in enumerate(titles))
    rows = tuple(
        (one.player, ", ".join(one.tables), *map(str, (one.due, one.missed, one.in_a_row, one.late, one.edits)))
        for one in records
    )
    line = _("For the game master only. Late orders and edits are those that gm collect has seen.")
    data = {"players": [{**one._asdict(), "tables": list(one.tables)} for one in records]}
    return Report("players", _("Players"), (Grid("", columns, rows), Lines("", (line,))), data)
