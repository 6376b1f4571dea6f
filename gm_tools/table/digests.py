"""The hash of turn files: each file holds that of the one before it, and posts carry it.

A post says `turn-007.toml 5f… / 31…`, the same in every language and markup, and thereby fixes its turn and, through
the file before, all turns up to it. The digest tells nothing of what is still secret in the file, since every file of a
table with a chain of keys holds a salt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gm_tools.core.problems import in_file
from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import SETUP, exists, read_bytes, read_text
from gm_tools.table.store import turn_files
from gm_tools.table.table_file import Table
from gm_tools.table.turn_file import file_name, parse_file_name, parse_head
from gm_tools.table.undone_files import list_undone

DIGITS = 32  # of the 64 of a SHA-256: to find two texts that agree in them takes 2^64 attempts
_LINE = rf"\b({re.escape(SETUP)}|turn-\d{{3,}}(?:\.amend-\d+)?\.toml)\s+([0-9a-f]{{{DIGITS}}})\b(?:\s*/\s*([0-9a-f]{{{DIGITS}}})\b)?"


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, as 64 hexadecimal digits: what the turn file after it has as `before`."""
    return sha256(read_bytes(path)).hexdigest()


class FileDigest(NamedTuple):
    """What a post says of a turn file: its name, the digest of it and of the file before (empty before the first)."""

    file: str
    sha256: str
    before: str

    def line(self) -> str:
        """Return the line of a post, which `digests_in` finds again."""
        return f"{self.file} {self.sha256}" + (f" / {self.before}" if self.before else "")


def turn_digest(table: Table, turn: int) -> FileDigest | None:
    """Return the digest of the last file of a turn; None for one that is not written yet, or whose file has no salt."""
    place = max((place for place in turn_files(table.path) if place[0] == turn), default=None)
    if place is None or not table.keys:
        return None
    path = table.path / file_name(*place)
    with in_file(path):
        salt, before = parse_head(read_text(path))
    return FileDigest(path.name, file_digest(path)[:DIGITS], before[:DIGITS]) if salt else None


def setup_digest(folder: Path) -> FileDigest:
    """Return the digest of the file that fixes a set-up which waits for a beacon (table/set_up.py)."""
    return FileDigest(SETUP, file_digest(folder / SETUP)[:DIGITS], "")


def known_digests(table: Table) -> dict[str, str]:
    """Return the files of a table by their digests as posts carry them, those that were taken back among them.

    There are none without keys.
    """
    if not table.keys:
        return {}
    known = {
        file_digest(table.path / one.name)[:DIGITS]: file_name(one.turn, one.amendment)
        for one in list_undone(table.path)
    }
    names = [file_name(*place) for place in turn_files(table.path)]
    names += [SETUP] if exists(table.path / SETUP) else []
    return known | {file_digest(table.path / name)[:DIGITS]: name for name in names}


def digests_in(text: str) -> Iterator[FileDigest]:
    """Yield the digests in the text of a post.

    >>> [one.file for one in digests_in("turn-001.toml " + "a" * 32 + " / " + "b" * 32)]
    ['turn-001.toml']
    """
    for found in re.finditer(_LINE, text):
        if found[1] == SETUP or parse_file_name(found[1]) is not None:
            yield FileDigest(found[1], found[2], found[3] or "")
