"""TOML in and out: values taken by key and type, with errors that name file, key and what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean
from gm_tools.core.words import mark, tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

T = TypeVar("T")
_MISSING = object()

_NAMES = {
    str: mark("text"),
    int: mark("a whole number"),
    float: mark("a number"),
    bool: mark("true or false"),
    list: mark("a list"),
    dict: mark("a table"),
}


def parse_toml(text: str, file: str = "") -> dict[str, Any]:
    """Return TOML text as plain data; raise InputError with file and line."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at line ")
        digits = "".join(c if c.isdigit() else " " for c in place).split()
        line, column = (int(digits[0]), int(digits[1])) if len(digits) == 2 else (0, 0)
        raise InputError(tr("not TOML: {message}", message=message), file=file, line=line, column=column) from None
    except RecursionError:
        raise InputError(tr("not TOML: nested too deeply"), file=file) from None


def format_toml(data: Mapping[str, Any]) -> str:
    """Return plain data as TOML text, long texts as multi-line strings; None is left out."""
    import tomli_w

    return tomli_w.dumps(_without_none(data), multiline_strings=True)


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_none(item) for item in value]
    return value


@overload
def take(table: Mapping[str, Any], key: str, kind: type[T]) -> T: ...
@overload
def take(table: Mapping[str, Any], key: str, kind: type[T], default: T) -> T: ...
def take(table: Mapping[str, Any], key: str, kind: type[T], default: Any = _MISSING) -> T:
    """Return `table[key]`, which must be of `kind` (a whole number will do for a float, a bool for nothing but a bool).

    Raises InputError naming the key, what was found and what is allowed.
    """
    value = table.get(key, default)
    if value is _MISSING:
        raise InputError(tr("is missing"), key=key, allowed=tr(_NAMES.get(kind, kind.__name__)))
    if value is default and default is not _MISSING:
        return value  # type: ignore[no-any-return]  # the default is of the kind asked for
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)  # type: ignore[return-value]  # kind is float here
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise InputError(tr("found {value!r}", value=value), key=key, allowed=tr(_NAMES.get(kind, kind.__name__)))
    return value


def known_keys(table: Mapping[str, Any], allowed: Iterable[str]) -> None:
    """Raise InputError for the first key of `table` that is not allowed, with the nearest one that is."""
    names = list(allowed)
    for key in table:
        if key not in names:
            raise InputError(tr("unknown key{hint}", hint=did_you_mean(key, names)), key=key, allowed=", ".join(names))
