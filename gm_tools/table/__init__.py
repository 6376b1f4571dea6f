"""Tables on disk: one game being played, a folder of plain files that a game master may edit.

What everybody needs of a table is exported here: begin it, open it, read it, put orders in hand, resolve, undo, amend,
verify. Each comes from its module when it is asked for, so that a command pays for what it uses. The rest is imported
from its module: `reveal`, `snapshot`, `seats`, `deadline_file`, `bots`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "ChanceSource",
    "Posted",
    "Posting",
    "PutResult",
    "Refused",
    "Resolved",
    "SeatOrder",
    "Table",
    "Turn",
    "amend_turn",
    "audit",
    "clear_abandoned",
    "drop_order",
    "fork_turn",
    "new_table",
    "open_table",
    "put_order",
    "put_sheet",
    "read_turn",
    "resolve_turn",
    "seat_order",
    "seat_orders",
    "turn_files",
    "undo_turn",
    "verify_table",
    "writing",
]

if TYPE_CHECKING:
    from gm_tools.table.amend import amend as amend_turn
    from gm_tools.table.hand import PutResult, SeatOrder, drop_order, put_order, put_sheet, seat_order, seat_orders
    from gm_tools.table.hand_file import Posted
    from gm_tools.table.new import ChanceSource, Posting, clear_abandoned, new_table
    from gm_tools.table.resolve import Refused, Resolved, fork_turn
    from gm_tools.table.resolve import resolve as resolve_turn
    from gm_tools.table.store import Turn, open_table, read_turn, turn_files, writing
    from gm_tools.table.table_file import Table
    from gm_tools.table.undo import undo as undo_turn
    from gm_tools.table.verify import audit
    from gm_tools.table.verify import verify as verify_table
else:
    _HOMES = {
        "table_file": ("Table",),
        "hand_file": ("Posted",),
        "store": ("Turn", "open_table", "read_turn", "turn_files", "writing"),
        "hand": ("PutResult", "SeatOrder", "drop_order", "put_order", "put_sheet", "seat_order", "seat_orders"),
        "new": ("ChanceSource", "Posting", "clear_abandoned", "new_table"),
        "resolve": ("Refused", "Resolved", "fork_turn", "resolve_turn"),
        "undo": ("undo_turn",),
        "amend": ("amend_turn",),
        "verify": ("audit", "verify_table"),
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
    # What is called as its module is: here that name is the module.
    _THERE = {"resolve_turn": "resolve", "undo_turn": "undo", "amend_turn": "amend", "verify_table": "verify"}

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), _THERE.get(name, name))
