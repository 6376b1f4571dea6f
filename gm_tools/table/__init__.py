"""Tables on disk: one game being played, a folder of plain files that a game master may edit.

What everybody needs of a table is exported here: begin it, open it, read it, put orders in hand. What is done to it stands in a module
of its own that is imported by its name, since it costs start-up that most commands need not pay: `resolve`, `undo`, `amend`,
`verify` (and `reveal`), `snapshot`, `seats`, `deadline_file`, `bots`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gm_tools.table.hand import PutResult, SeatOrder, drop_order, put_order, put_sheet, seat_order, seat_orders
    from gm_tools.table.hand_file import Posted
    from gm_tools.table.keys import read_seed
    from gm_tools.table.new import clear_abandoned, new_table
    from gm_tools.table.store import Turn, open_table, read_turn, seat_of, turn_files, viewer_of, writing
    from gm_tools.table.table_file import Table

# Where each name stands: a module is imported when a name of it is first asked for, so that a command pays for what it uses.
_HOMES = {
    "hand": ("PutResult", "SeatOrder", "drop_order", "put_order", "put_sheet", "seat_order", "seat_orders"),
    "hand_file": ("Posted",),
    "keys": ("read_seed",),
    "new": ("clear_abandoned", "new_table"),
    "store": ("Turn", "open_table", "read_turn", "seat_of", "turn_files", "viewer_of", "writing"),
    "table_file": ("Table",),
}

__all__ = [
    "Posted",
    "PutResult",
    "SeatOrder",
    "Table",
    "Turn",
    "clear_abandoned",
    "drop_order",
    "new_table",
    "open_table",
    "put_order",
    "put_sheet",
    "read_seed",
    "read_turn",
    "seat_of",
    "seat_order",
    "seat_orders",
    "turn_files",
    "viewer_of",
    "writing",
]


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
