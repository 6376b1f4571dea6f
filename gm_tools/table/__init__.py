"""Tables on disk: one game being played, a folder of plain files that a game master may edit.

What everybody needs of a table is exported here: begin it, open it, read it, put orders in hand. What is done to it
stands in a module of its own that is imported by its name, since it costs start-up that most commands need not pay:
`resolve`, `undo`, `amend`, `verify` (and `reveal`), `snapshot`, `seats`, `deadline_file`, `bots`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "ChanceSource",
    "Posted",
    "Posting",
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
    "read_turn",
    "seat_of",
    "seat_order",
    "seat_orders",
    "turn_files",
    "viewer_of",
    "writing",
]

if TYPE_CHECKING:
    from gm_tools.table.hand import PutResult, SeatOrder, drop_order, put_order, put_sheet, seat_order, seat_orders
    from gm_tools.table.hand_file import Posted
    from gm_tools.table.new import ChanceSource, Posting, clear_abandoned, new_table
    from gm_tools.table.store import Turn, open_table, read_turn, seat_of, turn_files, viewer_of, writing
    from gm_tools.table.table_file import Table
else:
    # Each is imported when a name is asked for that those before it, which it imports itself, do not have: a command
    # pays for what it uses.
    _HOMES = ("table_file", "hand_file", "store", "hand", "new")

    def __getattr__(name: str) -> Any:
        if name in __all__:
            for home in _HOMES:
                module = import_module(f"{__name__}.{home}")
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
