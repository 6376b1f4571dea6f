"""Small files of a table that hold one record each, `format = 1` at the top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gm_tools.core.problems import in_file
from gm_tools.core.record import format_record, parse_record
from gm_tools.table.files import encode, exists, read_text, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

R = TypeVar("R", bound=tuple[Any, ...])


def find_record(kind: type[R], path: Path) -> R | None:
    """Return the record in a file, None if there is no such file; raise InputError with file and key."""
    if not exists(path):
        return None
    with in_file(path):
        return parse_record(kind, read_text(path))


def write_record(path: Path, record: tuple[Any, ...], *, remark: str = "", mode: int = 0o644) -> None:
    """Write a file that `find_record` takes back, with a remark in its first line."""
    head = f"# {remark}\n" if remark else ""
    write_atomic(path, encode(head + format_record(record), path), mode=mode)
