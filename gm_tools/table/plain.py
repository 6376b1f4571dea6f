"""Plain values in the files of a table: text that a TOML file can hold, lists of tables, what differs between two values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.problems import InputError
from gm_tools.core.toml import take

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 4000  # characters of an order, a source, a reason


def clean(text: str, key: str, *, lines: bool = True) -> str:
    """Return text as it is kept: line ends as line feeds, blanks around it dropped.

    Raises InputError for what no post holds: control characters, halves of surrogate pairs, more than 4000
    characters, nothing at all; with `lines` False, for line ends too (names).
    """
    if len(text) > LONGEST:
        raise InputError(f"found {len(text)} characters", key=key, allowed=f"at most {LONGEST}")
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise InputError("is empty", key=key, allowed="some text")
    for place, glyph in enumerate(text):
        if (glyph < " " and glyph not in "\t\n") or "\x7f" <= glyph < "\xa0" or "\ud800" <= glyph <= "\udfff":
            line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
            raise InputError(
                f"found the character U+{ord(glyph):04X} at line {line}, column {column}",
                key=key,
                allowed="text without control characters",
            )
    if not lines and ("\n" in text or "\t" in text):
        raise InputError(f"found {text!r}", key=key, allowed="text on one line")
    return text


def take_texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a list of texts (none if the key is missing); raise InputError naming the key."""
    value = take(table, key, list, [])
    if not all(isinstance(item, str) for item in value):
        raise InputError(f"found {value!r}", key=key, allowed="a list of texts")
    return tuple(value)


def take_tables(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return a list of tables `[[key]]` (none if the key is missing); raise InputError naming the key."""
    value = take(table, key, list, [])
    if not all(isinstance(item, dict) for item in value):
        raise InputError(f"found {value!r:.60}", key=key, allowed=f"tables, each under a line [[{key}]]")
    return value


def plain(value: Any) -> Any:
    """Return a plain value as a TOML file gives it back: tuples as lists, keys without a value left out."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def differing(file: Any, computed: Any, where: str) -> list[str]:
    """Return a line for each value that differs: `position.cars.A.speed: the file says 6, recomputed 5`."""
    if isinstance(file, dict) and isinstance(computed, dict):
        lines = []
        for key in [*file, *(key for key in computed if key not in file)]:
            if key not in computed:
                lines.append(f"{where}.{key}: the file says {_short(file[key])}, recomputed there is none")
            elif key not in file:
                lines.append(f"{where}.{key}: the file has none, recomputed {_short(computed[key])}")
            else:
                lines += differing(file[key], computed[key], f"{where}.{key}")
        return lines
    if isinstance(file, list) and isinstance(computed, list) and len(file) == len(computed):
        pairs = enumerate(zip(file, computed, strict=True), 1)
        return [line for at, (one, other) in pairs for line in differing(one, other, f"{where} #{at}")]
    if isinstance(file, list) and isinstance(computed, list):
        return [f"{where}: the file has {len(file)} {_short(file)}, recomputed {len(computed)} {_short(computed)}"]
    if file != computed or type(file) is not type(computed):
        return [f"{where}: the file says {_short(file)}, recomputed {_short(computed)}"]
    return []


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
