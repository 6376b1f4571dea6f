"""Tables that tests begin: with the same draws each time, where nothing else is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gm_tools.core.game import Seat
from gm_tools.table import ChanceSource, Posting, Table, new_table

ZEROS = ChanceSource(seed=bytes(32))


def begin_table(
    path: Path,
    game: str,
    board: str,
    seats: Sequence[Seat],
    options: Mapping[str, Any] | None = None,
    *,
    track: str = "",
    chance: ChanceSource = ZEROS,
    gm: tuple[str, ...] = (),
) -> Table:
    """Begin a table on a board (its text) and return it; `track` is what the board is called."""
    return new_table(
        path,
        game=game,
        board_text=board,
        track=track,
        seats=seats,
        options=options or {},
        chance=chance,
        posting=Posting(gm=gm),
    )
