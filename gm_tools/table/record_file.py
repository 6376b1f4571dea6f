"""Small files of a table that hold one record each, or rows of one kind, `format = 1` at the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from gm_tools.core.problems import at_key, in_file
from gm_tools.core.record import FORMAT, check_format, dump, load, parse_record
from gm_tools.core.toml import format_toml, parse_toml, take_tables
from gm_tools.table.files import encode, exists, read_text, write_atomic

R = TypeVar("R", bound=tuple[Any, ...])


def find_record(kind: type[R], path: Path) -> R | None:
    """Return the record in a file, None if there is no such file; raise InputError with file and key."""
    if not exists(path):
        return None
    with in_file(path):
        return parse_record(kind, read_text(path))


def write_record(path: Path, record: tuple[Any, ...], *, remark: str = "") -> None:
    """Write a file that `find_record` takes back, with a remark in its first line."""
    _write(path, dump(record), remark, 0o644)


def read_rows(kind: type[R], path: Path, key: str) -> tuple[R, ...]:
    """Return the records `[[key]]` in a file, none if there is no such file; raise InputError with file and key."""
    if not exists(path):
        return ()
    rows = []
    with in_file(path):
        data = parse_toml(read_text(path))
        check_format(data, [key])
        for at, row in enumerate(take_tables(data, key), 1):
            with at_key(f"{key} #{at}"):
                rows.append(load(kind, row))
    return tuple(rows)


def write_rows(path: Path, key: str, rows: Sequence[tuple[Any, ...]], *, remark: str = "", mode: int = 0o644) -> None:
    """Write a file that `read_rows` takes back, with a remark in its first line."""
    _write(path, {key: list(map(dump, rows))} if rows else {}, remark, mode)


def _write(path: Path, plain: Mapping[str, Any], remark: str, mode: int) -> None:
    head = f"# {remark}\n" if remark else ""
    write_atomic(path, encode(head + format_toml({"format": FORMAT, **plain}), path), mode=mode)
