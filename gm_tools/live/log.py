"""`watch.log`: what runs without a person did at a table, a line each, the time in front."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gm_tools.table.files import encode, exists, lock_folder, read_text, write_atomic

FILE = "watch.log"
_MOST = 5000  # lines that are kept


def append_log(folder: Path, time: str, lines: Sequence[str]) -> None:
    """Add lines to the log of a table; nothing is written if there is nothing to say."""
    if not lines:
        return
    path = folder / FILE
    with lock_folder(folder):
        known = read_text(path).splitlines() if exists(path) else []
        known += [f"{time} {' '.join(line.split())}" for line in lines]
        write_atomic(path, encode("\n".join(known[-_MOST:]) + "\n", path), mode=0o600)
