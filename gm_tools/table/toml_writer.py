"""TOML as a table's files are written: a line for each value, so that a path of tiles can be read as a path.

tomli_w gives every item of a list a line of its own, drops carriage returns from texts, and takes three times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), 127)}
_ESCAPES |= {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r", ord('"'): '\\"', ord("\\"): "\\\\"}
_ESCAPES_BUT_LINES = {code: text for code, text in _ESCAPES.items() if code != ord("\n")}


def format_key(key: str) -> str:
    """Return a key as TOML has it: `speed`, `"boats.A.at"`."""
    return key if key and _BARE.issuperset(key) else format_value(key)


def format_value(value: Any) -> str:
    """Return a plain value on one line; keys without a value are left out."""
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, dict):
        items = [f"{format_key(key)} = {format_value(item)}" for key, item in value.items() if item is not None]
        return f"{{ {', '.join(items)} }}" if items else "{}"
    return f"[{', '.join(map(format_value, value))}]"


def pairs(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line `key = value` for each key that has a value; a text of several lines keeps them."""
    for key, value in table.items():
        if isinstance(value, str) and "\n" in value:
            yield f'{format_key(key)} = """\n{value.translate(_ESCAPES_BUT_LINES)}"""'
        elif value is not None:
            yield f"{format_key(key)} = {format_value(value)}"


def rows(name: str, tables: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a list of tables, each under a line `[[name]]`, every value on one line."""
    for table in tables:
        yield from ("", f"[[{name}]]")
        yield from (f"{format_key(key)} = {format_value(item)}" for key, item in table.items() if item is not None)


def section(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table `[name]`, tables in it as `[name.key]`."""
    inner = {key: value for key, value in table.items() if isinstance(value, dict) and value}
    own = {key: value for key, value in table.items() if key not in inner and value is not None}
    if own or not inner:
        yield from ("", f"[{name}]", *pairs(own))
    for key, value in inner.items():
        yield from section(f"{name}.{format_key(key)}", value)


def joined(lines: Iterable[str]) -> str:
    """Return lines as the text of a file."""
    return "\n".join(lines) + "\n"
