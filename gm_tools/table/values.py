"""Plain values in the files of a table.

They are text that a TOML file can hold, lists of tables, and what differs between two values.
"""

from __future__ import annotations

from typing import Any

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError

LONGEST = 4000  # characters of an order, a source, a reason


def clean_text(text: str, key: str, *, lines: bool = True) -> str:
    """Return text as it is kept: line ends as line feeds, blanks around it dropped.

    Raises InputError for what no post holds: control characters, halves of surrogate pairs, more than 4000
    characters, nothing at all; with `lines` False, for line ends too (names).
    """
    if len(text) > LONGEST:
        raise InputError(
            _("found {count} characters", count=len(text)), key=key, allowed=_("at most {most}", most=LONGEST)
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise InputError(_("is empty"), key=key, allowed=_("some text"))
    for place, glyph in enumerate(text):
        if (glyph < " " and glyph not in "\t\n") or "\x7f" <= glyph < "\xa0" or "\ud800" <= glyph <= "\udfff":
            line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
            raise InputError(
                _(
                    "found the character U+{code:04X} at line {line}, column {column}",
                    code=ord(glyph),
                    line=line,
                    column=column,
                ),
                key=key,
                allowed=_("text without control characters"),
            )
    if not lines and ("\n" in text or "\t" in text):
        raise InputError(_("found {value!r}", value=text), key=key, allowed=_("text on one line"))
    return text


def to_plain(value: Any) -> Any:
    """Return a plain value as a TOML file gives it back: tuples as lists, keys without a value left out."""
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    return value


def list_differences(file: Any, computed: Any, where: str, names: tuple[str, str] = ("", "")) -> list[str]:
    """Return a line for each value that differs: `position.cars.A.speed: the file says 6, recomputed 5`.

    `names` stand for `the file` and `recomputed`, if others are meant.
    """
    if isinstance(file, dict) and isinstance(computed, dict):
        lines = []
        for key in [*file, *(key for key in computed if key not in file)]:
            at = f"{where}.{key}"
            if key not in computed:
                lines.append(
                    _say_difference(N_("{where}: {one} says {found}, {other} there is none"), at, names, file[key])
                )
            elif key not in file:
                lines.append(
                    _say_difference(N_("{where}: {one} has none, {other} {computed}"), at, names, None, computed[key])
                )
            else:
                lines += list_differences(file[key], computed[key], at, names)
        return lines
    if isinstance(file, list) and isinstance(computed, list) and len(file) == len(computed):
        pairs = enumerate(zip(file, computed, strict=True), 1)
        return [line for at, (one, other) in pairs for line in list_differences(one, other, f"{where} #{at}", names)]
    if isinstance(file, list) and isinstance(computed, list):
        return [
            _say_difference(
                N_("{where}: {one} has {found}, {other} {computed}"), where, names, file, computed, counted=True
            )
        ]
    if file != computed or type(file) is not type(computed):
        return [_say_difference(N_("{where}: {one} says {found}, {other} {computed}"), where, names, file, computed)]
    return []


def _say_difference(
    message: str, where: str, names: tuple[str, str], found: Any, computed: Any = None, *, counted: bool = False
) -> str:
    """Return a difference in words, the lengths of lists before them if these are `counted`."""
    shown = [(f"{len(value)} " if counted else "") + _shorten(value) for value in (found, computed)]
    one, other = names[0] or _("the file"), names[1] or _("recomputed")
    return _(message, where=where, one=one, other=other, found=shown[0], computed=shown[1])


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
