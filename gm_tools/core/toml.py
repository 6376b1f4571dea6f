"""TOML in and out.

Text becomes plain values, taken by key and type with errors that say what is allowed, and goes back to text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar, overload

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean

T = TypeVar("T")
LONGEST = 4_000_000  # characters of a TOML file
_KEPT = 200_000  # characters of a text that is remembered
_MISSING = object()
_LARGEST = 10**300
_DEEPEST = 50  # tables and lists in one another
_ALLOWED = N_("a whole number of at most 300 digits")
_LONG_NUMBER = r"\d[\d_]{4000,}"
_DEEP_KEY = r"""(?m)(?:^[ \t]*\[{0,2}|[{,])[ \t]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){100}"""  # compiled when it is needed

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), 127)}
_ESCAPES |= {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r", ord('"'): '\\"', ord("\\"): "\\\\"}
_ESCAPES_BUT_LINES = {code: text for code, text in _ESCAPES.items() if code != ord("\n")}
KINDS = {  # as people are told them
    str: N_("text"),
    int: N_("a whole number"),
    float: N_("a number"),
    bool: N_("true or false"),
    list: N_("a list"),
    dict: N_("a table"),
}


def parse_toml(text: str, file: str = "", first_line: int = 1) -> dict[str, Any]:
    """Return TOML text as plain data; raise InputError with file and line, counted from `first_line` on.

    What no file of ours holds is refused, too: more than four million characters, whole numbers of more than 300 digits
    (which cannot be shown, or turned into a float) and tables nested more than fifty deep, which our own messages could
    not cope with. Whoever opens a table again and again, as the desk does, reads the same texts: the last ones are
    remembered.
    """
    import tomllib

    if len(text) > LONGEST:
        raise InputError(_("is too long"), file=file, allowed=_("at most {most} characters", most=LONGEST))
    try:
        parse = _parse if len(text) <= _KEPT else _parse.__wrapped__
        data: dict[str, Any] = _copy(parse(text))
    except InputError as error:
        error.file = file
        error.line += first_line - 1 if error.line else 0
        raise
    except tomllib.TOMLDecodeError as error:
        message, __, place = str(error).partition(" (at ")
        digits = "".join(c if c.isdigit() else " " for c in place).split()
        line, column = (int(digits[0]), int(digits[1])) if len(digits) == 2 else (0, 0)
        raise InputError(
            _("not TOML: {message}", message=message), file=file, line=line and line + first_line - 1, column=column
        ) from None
    except RecursionError:
        raise InputError(_("not TOML: nested too deeply"), file=file) from None
    except ValueError as error:  # an impossible date; a number of more digits than Python takes
        found = re.search(_LONG_NUMBER, text)
        if found is None:
            raise InputError(_("not TOML: {message}", message=error), file=file) from None
        line = text.count("\n", 0, found.start()) + first_line
        column = found.start() - text.rfind("\n", 0, found.start())
        raise InputError(
            _("a number of {n} digits", n=len(found[0])), file=file, line=line, column=column, allowed=_(_ALLOWED)
        ) from None
    return data


@lru_cache(maxsize=128)  # a table's turns, which the desk looks through again and again
def _parse(text: str) -> dict[str, Any]:
    """Return TOML text as plain data, which nobody may change.

    Raises InputError, with lines counted from 1, also for what no file of ours holds.
    """
    import tomllib

    _refuse_deep_keys(text)
    data = tomllib.loads(text)
    _refuse_excess(data)
    return data


def _refuse_deep_keys(text: str) -> None:
    """Raise InputError with the line of a key of a hundred parts.

    The time that such a key takes grows with the square of them.
    """
    deep = any(line.count(".") >= 100 for line in text.split("\n")) and re.search(_DEEP_KEY, text)
    if deep:
        raise InputError(_("not TOML: nested too deeply"), line=text.count("\n", 0, deep.start()) + 1)


def _copy(value: Any) -> Any:
    """Return plain data that its owner may change."""
    if type(value) is dict:
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if type(value) is list else value


def _refuse_excess(data: Mapping[str, Any]) -> None:
    """Raise InputError naming the key of a number that is too large, or of a table that is nested too deeply."""
    # A value, its depth, and where it is: its key and the like above
    waiting: list[tuple[Any, int, Any]] = [(data, 0, None)]
    while waiting:
        value, depth, where = waiting.pop()
        if depth > _DEEPEST:
            raise InputError(_("not TOML: nested too deeply"), key=_key_of(where)[:60] + "…")
        for key, item in value.items() if type(value) is dict else enumerate(value, 1):
            if type(item) is dict or type(item) is list:
                waiting.append((item, depth + 1, (key, where)))
            elif type(item) is int and abs(item) > _LARGEST:
                at = _key_of((key, where))
                raise InputError(_("the number is too large"), key=at, allowed=_(_ALLOWED))


def _key_of(where: Any) -> str:
    """Return the key of a value for people: `cars #2.speed`."""
    parts: list[str] = []
    while where is not None:
        key, where = where
        parts.append(f" #{key}" if isinstance(key, int) else f".{key}")
    return "".join(reversed(parts)).removeprefix(".")


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
        raise InputError(_("is missing"), key=key, allowed=_(KINDS.get(kind, kind.__name__)))
    if value is default and default is not _MISSING:
        return value  # type: ignore[no-any-return]  # the default is of the kind asked for
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)  # type: ignore[return-value]  # kind is float here
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        message = _("found {value!r:.200}", value=value)
        raise InputError(message, key=key, allowed=_(KINDS.get(kind, kind.__name__)))
    return value


def known_keys(table: Mapping[str, Any], allowed: Iterable[str]) -> None:
    """Raise InputError for the first key of `table` that is not allowed, with the nearest one that is."""
    names = list(allowed)
    for key in table:
        if key not in names:
            raise InputError(_("unknown key{hint}", hint=did_you_mean(key, names)), key=key, allowed=", ".join(names))


def take_tables(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return a list of tables `[[key]]` (none if the key is missing); raise InputError naming the key."""
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise InputError(
            _("found {value!r:.60}", value=value), key=key, allowed=_("tables, each under a line [[{key}]]", key=key)
        )
    return value


def format_toml(data: Mapping[str, Any]) -> str:
    """Return plain data as the text of a TOML file.

    Values come first, then tables `[key]` and lists of tables `[[key]]`, in their order. A line for each value, so that
    a path of tiles can be read as a path; None is left out. (tomli_w gives every item of a list a line of its own,
    drops carriage returns from texts, and takes three times as long.)
    """
    apart = {key: value for key, value in data.items() if isinstance(value, dict) or _is_rows(value)}
    lines = [*pairs({key: value for key, value in data.items() if key not in apart})]
    for key, value in apart.items():
        lines += section(format_key(key), value) if isinstance(value, dict) else rows(format_key(key), value)
    return join_lines(lines)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, dict) for item in value)


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


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as the text of a file."""
    return "\n".join(lines) + "\n"
