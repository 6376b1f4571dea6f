"""Folders for what nobody keeps.

Each is locked while its desk is open: what a killed desk has left is known by its lock, and removed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from stat import S_ISDIR
from tempfile import gettempdir, mkdtemp

from filelock import FileLock, Timeout

from gm_tools.core import clock

_PREFIX = "gm-desk-"
_LOCK = "desk.lock"
_DAY = 86_400  # seconds after which a folder without a lock is nobody's: earlier versions made them


class Scratch:
    """A folder that is there until it is closed, or until a desk is opened after its own was killed."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix=_PREFIX))
        self._lock = FileLock(self.folder / _LOCK)
        self._lock.acquire()

    def close(self) -> None:
        """Remove it."""
        self._lock.release()
        rmtree(self.folder, ignore_errors=True)


def remove_leftovers() -> None:
    """Remove the folders of desks that were killed."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError, Timeout):  # gone meanwhile, or of a desk that is open
            if _is_left(folder):
                with FileLock(folder / _LOCK, timeout=0):
                    pass
                rmtree(folder)


def _is_left(folder: Path) -> bool:
    """Tell whether a folder can be one that a desk of ours has left: whether it has, its lock says."""
    state = folder.lstat()
    is_ours = S_ISDIR(state.st_mode) and (not hasattr(os, "getuid") or state.st_uid == os.getuid())
    return is_ours and ((folder / _LOCK).is_file() or clock.now() - state.st_mtime > _DAY)
