"""One value of a TOML text set, added or removed, and all else kept to the letter: comments, order, spacing, line ends.

(tomlkit does the same in 6,000 lines, but cannot say where a new key goes, and writes other line ends into a text with
CRLF.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

from gm_tools.core.problems import InputError
from gm_tools.core.toml import format_key, format_value, parse_toml
from gm_tools.core.tuples import NamedTuple

Path = tuple[Any, ...]  # `("seats", 0, "player")`: keys, and the numbers of rows from 0


class _Part(NamedTuple):
    """A key with its value, the head of a table, or a line without either.

    Of its path, the first `depth` names are a head's.
    """

    text: str
    path: Path = ()
    depth: int = 0


def set_value(text: str, path: Path, value: Any, below: str = "") -> str:
    r"""Return TOML text with another value at a path, with None without it.

    A row must be there; a table is added if it is not. A new key goes below the key `below` of its table, else to the
    table's end. The head of a table goes with its last key. Within a list or an inline table the whole of that is
    written anew.

    >>> set_value("a = 1  # one\n[t]\nb = [ 2 ]\n", ("t", "c"), "x")
    'a = 1  # one\n[t]\nb = [ 2 ]\nc = "x"\n'
    >>> set_value("a = 1  # one\n[t]\nb = [ 2 ]\n", ("a",), [3, 4])
    'a = [3, 4]  # one\n[t]\nb = [ 2 ]\n'
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    is_open = text != "" and not text.endswith("\n")
    parts = list(_split(text + line_end * is_open))
    places = (
        at for at, part in enumerate(parts) if part.depth < len(part.path) and part.path == path[: len(part.path)]
    )
    at = next(places, -1)
    if at >= 0 and (value is not None or parts[at].path != path):
        parts[at] = _with_value(parts[at], path, value)
    elif at >= 0:
        del parts[at]
        _remove_empty(parts, path[:-1])
    elif value is not None:
        _add(parts, path, value, below, line_end)
    new = "".join(part.text for part in parts)
    return new.removesuffix(line_end) if is_open else new


def _split(text: str) -> Iterator[_Part]:
    """Yield the parts of a text, each the fewest lines that are TOML by themselves."""
    head: Path = ()
    rows: dict[Path, int] = {}
    held = ""
    for line in re.findall(r".*\n|.+", text):
        held += line
        data = _parse(held)
        if data is None:
            continue
        if held.lstrip().startswith("["):
            head = path = _path_of(data, rows)
        else:
            path = (*head, *_path_of(parse_toml(f"{held[: _find(held, '=', '= 0')]} = 0"), {})) if data else ()
        yield _Part(held, path, len(head))
        held = ""


def _parse(text: str) -> dict[str, Any] | None:
    try:
        return parse_toml(text)
    except InputError:
        return None


def _find(text: str, sign: str, end: str = "") -> int:
    """Return where the first sign stands before which the text, with this end, is TOML; -1 if none is.

    One in a string or a list does not count.
    """
    places = (at for at, found in enumerate(text) if found == sign)
    return next((at for at in places if _parse(text[:at] + end) is not None), -1)


def _path_of(data: Any, rows: dict[Path, int]) -> Path:
    """Return the path of a key with the value 0, or of a head, whose row counts.

    `rows` holds the last one of each list of tables.
    """
    path: Path = ()
    while data:
        ((name, data),) = data.items()
        path += (name,)
        if isinstance(data, list):
            rows[path] = rows.get(path, -1) + 1
            data = data[0]
        if path in rows:
            path += (rows[path],)
    return path


def _with_value(part: _Part, path: Path, value: Any) -> _Part:
    """Return a key with another value, or with one at a path in its value."""
    text = part.text
    before = text[: _find(text, "=", "= 0")]
    comment = _find(text, "#")
    after = text[len((text if comment < 0 else text[:comment]).rstrip()) :]
    data: Any = parse_toml(text)
    *way, last = path[part.depth :]
    reduce(getitem, way, data)[last] = value
    return part._replace(text=f"{before}= {format_value(reduce(getitem, part.path[part.depth :], data))}{after}")


def _remove_empty(parts: list[_Part], table: Path) -> None:
    """Remove the head of a table `[table]` in which nothing is left, and the blank line above it."""
    heads = [at for at, part in enumerate(parts) if table and part.path == table]
    if heads and isinstance(table[-1], str) and not any(part.path[:-1] == table for part in parts):
        (at,) = heads
        is_blank = at > 0 and not parts[at - 1].text.strip()
        del parts[at - is_blank : at + 1]


def _add(parts: list[_Part], path: Path, value: Any, below: str, line_end: str) -> None:
    """Put a new key in, spelt as those beside it."""
    table = path[:-1]
    beside = [
        at
        for at, part in enumerate(parts)
        if part.path and part.depth <= len(table) and part.path[: len(table)] == table
    ]
    named = [at for at in beside if parts[at].path == (*table, below)]
    at, names = len(parts) if table else 0, path[-1:]
    if beside:
        at = (named or beside)[-1] + 1
        names = path[parts[at - 1].depth :]
    line = f"{_join_names(names)} = {format_value(value)}"
    if table and not beside:
        line = f"{line_end}[{_join_names(table)}]{line_end}{line}"
    parts.insert(at, _Part(line + line_end))


def _join_names(names: Path) -> str:
    return ".".join(map(format_key, names))
