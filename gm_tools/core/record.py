"""Records on disk: a NamedTuple to plain values and back, by the annotations of its fields.

`load(Car, data)` and `dump(car)` need no list of keys: a field that has a default may be left out of a file, and is
left out when it has that value. What an annotation cannot say stands beside it: `at: Annotated[int, Field(read_tile,
write_tile)]`.

The plan of a type (a reader and a writer for each field) is made once, when the type is first read or written: opening
a table reads some hundred values, and every command does it.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import KINDS, format_toml, known_keys, parse_toml, take
from gm_tools.core.tuples import NamedTuple

_Reader = Callable[[Any, Any], Any]  # a value and the context to a value: see `Field`
_Codec = tuple[_Reader, _Reader | None, str]  # reader, writer (None: as it is), what is allowed
_LISTS = {str: N_("a list of texts")}
R = TypeVar("R", bound=tuple[Any, ...])
T = TypeVar("T")
_MISSING = object()
FORMAT = 1  # in the first line of every file of ours
_BASIC = {"str": str, "int": int, "bool": bool, "float": float}


class Field(NamedTuple):
    """How a field is read and written where its annotation does not say it, in `Annotated[…]`.

    What is None stays as it is. `read(value, context)` and `write(value, context)` stand in place of the type's own,
    `context` is what `load` and `dump` were given (a board). `check(value)` follows reading and returns what is kept.
    All raise InputError without the key, which is put in front here. `allowed` says what a missing value must be,
    `always` that the default is written too.
    """

    read: _Reader | None = None
    write: _Reader | None = None
    check: Callable[[Any], Any] | None = None
    allowed: str = ""
    always: bool = False


Always = Annotated[T, Field(always=True)]  # written even where it is the default


class _Plan(NamedTuple):
    """A field, ready to use: `basic` is its type where that is all there is to check."""

    name: str
    default: Any
    basic: type | None
    read: _Reader
    write: _Reader | None
    allowed: str
    always: bool


def load(kind: type[R], data: Mapping[str, Any], context: Any = None) -> R:
    """Return the record that `dump` made plain; raise InputError with the key and what is allowed.

    Unknown keys are refused, with the nearest known one.
    """
    plans = _plans(kind)
    values, found = [], 0
    for plan in plans:
        value = data.get(plan.name, _MISSING)
        if value is _MISSING:
            if plan.default is _MISSING:
                known_keys(data, kind._fields)  # type: ignore[attr-defined]  # a NamedTuple; its key may be misspelt
                raise InputError(_("is missing"), key=plan.name, allowed=_(plan.allowed))
            value = plan.default
        else:
            found += 1
            if type(value) is not plan.basic:
                try:
                    value = plan.read(value, context)
                except InputError as error:
                    raise error.within("", plan.name) from None
        values.append(value)
    if found < len(data):
        known_keys(data, kind._fields)  # type: ignore[attr-defined]
    return kind(*values)


def dump(record: tuple[Any, ...], context: Any = None) -> dict[str, Any]:
    """Return a record as plain values that `load` takes back, defaults left out."""
    plain = {}
    for plan, value in zip(_plans(type(record)), record, strict=True):
        if value is None or (value == plan.default and not plan.always):
            continue
        plain[plan.name] = value if plan.write is None else plan.write(value, context)
    return plain


def parse_record(kind: type[R], text: str) -> R:
    """Return the record in the text of a TOML file, with `format = 1` in its first line.

    Raises InputError with the line or key.
    """
    data = parse_toml(text)
    check_format(data, kind._fields)  # type: ignore[attr-defined]  # a NamedTuple
    return load(kind, data)


def check_hex(value: str) -> str:
    """Return 64 hexadecimal digits; raise InputError if it is anything else."""
    if len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise refuse(value, _("64 hexadecimal digits, 0-9 and a-f"))
    return value


def check_format(data: dict[str, Any], keys: Iterable[str]) -> None:
    """Take the key `format` out of a file's values.

    Raises InputError if it is not this format, or for a key that is not among `keys`.
    """
    known_keys(data, ("format", *keys))
    if take(data, "format", int) != FORMAT:
        raise InputError(_("found {value}", value=data["format"]), key="format", allowed=str(FORMAT))
    del data["format"]


def format_record(record: tuple[Any, ...]) -> str:
    """Return the text of a TOML file that `parse_record` takes back."""
    return format_toml({"format": FORMAT, **dump(record)})


@cache
def _plans(kind: type) -> tuple[_Plan, ...]:
    names = {"Mapping": Mapping, **vars(sys.modules[kind.__module__])}
    plans = []
    for name in kind._fields:  # type: ignore[attr-defined]
        hint = kind.__annotations__[name]
        text = getattr(hint, "__forward_arg__", hint)
        if isinstance(text, str):
            text = _BASIC.get(text) or eval(text, names)  # noqa: S307  (our own source)
        hint, field = _split(text)
        default = kind._field_defaults.get(name, _MISSING)  # type: ignore[attr-defined]
        basic = hint if hint in (str, int, bool) and not (field.read or field.check) else None
        plans.append(_Plan(name, default, basic, *_codec(text, name), field.always or default is _MISSING))
    return tuple(plans)


def _split(hint: Any) -> tuple[Any, Field]:
    """Return an annotation without what stands beside it, and that as one Field."""
    if get_origin(hint) is not Annotated:
        return hint, Field()
    inner, *notes = get_args(hint)
    changes = [
        {name: value for name, value in note._asdict().items() if value} for note in notes if isinstance(note, Field)
    ]
    return inner, Field(**{name: value for change in changes for name, value in change.items()})


def _add_check(read: _Reader, check: Callable[[Any], Any]) -> _Reader:
    return lambda value, context: check(read(value, context))


def _codec(hint: Any, name: str) -> _Codec:
    """Return reader, writer (None: as it is) and what is allowed, of a type."""
    hint, field = _split(hint)
    origin, inner = get_origin(hint), get_args(hint)
    result: _Codec
    if hint in _BASIC.values():
        read: _Reader = lambda value, _context: take({"": value}, "", hint)  # noqa: E731
        result = read, None, KINDS[hint]
    elif origin is Literal:
        result = _one_of(inner), None, ", ".join(map(repr, inner))
    elif origin is UnionType or NoneType in inner:
        result = _codec(next(one for one in inner if one is not NoneType), name)
    elif origin is tuple and inner[-1] is Ellipsis:
        result = _list_of(inner[0], name)
    elif origin is tuple:
        result = _fixed_list(inner, name)
    elif origin in (Mapping, dict):
        result = _table_of(inner[1], name)
    elif hasattr(hint, "_fields"):
        result = (lambda value, context: load(hint, take({"": value}, "", dict), context)), dump, KINDS[dict]
    else:
        result = (lambda value, _context: value), None, N_("a value")
    read, write, allowed = field.read or result[0], field.write or result[1], field.allowed or result[2]
    return _add_check(read, field.check) if field.check else read, write, allowed


def _one_of(allowed: tuple[Any, ...]) -> _Reader:
    def read(value: Any, _context: Any) -> Any:
        if value not in allowed or type(value) is not type(allowed[allowed.index(value)]):
            raise refuse(value, ", ".join(str(one) for one in allowed if one != ""))
        return value

    return read


def _read_each(items: Iterable[tuple[str | int, _Reader, Any]], context: Any) -> tuple[Any, ...]:
    """Return values as their readers read them; an error is placed at the key or number (from 1) of its value."""
    out = []
    for key, read, value in items:
        try:
            out.append(read(value, context))
        except InputError as error:
            raise error.within("", key if isinstance(key, str) else f" #{key}") from None
    return tuple(out)


def _list_of(inner: Any, name: str) -> _Codec:
    """Return the codec of `tuple[inner, ...]`: a list, of records a list of tables `[[name]]`."""
    bare, __ = _split(inner)
    item, write, _allowed = _codec(inner, name)
    is_rows = hasattr(bare, "_fields")

    def read(value: Any, context: Any) -> tuple[Any, ...]:
        if is_rows:
            if type(value) is not list or not all(type(row) is dict for row in value):
                raise refuse(value, _("tables, each under a line [[{key}]]", key=name))
        elif type(value) is not list:
            raise refuse(value, _(_LISTS.get(bare, KINDS[list])))
        try:
            return _read_each(((number, item, row) for number, row in enumerate(value, 1)), context)
        except InputError:
            if bare in _LISTS:
                raise refuse(value, _(_LISTS[bare])) from None
            raise

    if write is None:
        return read, lambda value, _context: list(value), _LISTS.get(bare, KINDS[list])
    return read, lambda value, context: [write(one, context) for one in value], KINDS[list]


def _fixed_list(inner: tuple[Any, ...], name: str) -> _Codec:
    """Return the codec of `tuple[A, B]`: a list of two."""
    readers, writers, _allowed = zip(*(_codec(one, name) for one in inner), strict=True)

    def read(value: Any, context: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(readers):
            raise refuse(value, _("a list of {count}", count=len(readers)))
        return _read_each(zip(range(1, len(value) + 1), readers, value, strict=True), context)

    def write(value: Any, context: Any) -> list[Any]:
        return [one if item is None else item(one, context) for item, one in zip(writers, value, strict=True)]

    return read, write, KINDS[list]


def _table_of(inner: Any, name: str) -> _Codec:
    """Return the codec of `Mapping[str, inner]`."""
    item, write, _allowed = _codec(inner, name)

    def read(value: Any, context: Any) -> dict[str, Any]:
        table: dict[str, Any] = take({"": value}, "", dict)
        return dict(zip(table, _read_each(((key, item, one) for key, one in table.items()), context), strict=True))

    if write is None:
        return read, lambda value, _context: dict(value), KINDS[dict]
    return read, lambda value, context: {key: write(one, context) for key, one in value.items()}, KINDS[dict]


def load_named(kind: type[R], name: str, row: Any, context: Any = None) -> R:
    """Return a record whose first field is the name that its table has: `[cars.A]`."""
    first = kind._fields[0]  # type: ignore[attr-defined]
    if type(row) is not dict:
        raise refuse(row, _(KINDS[dict]))
    known_keys(row, kind._fields[1:])  # type: ignore[attr-defined]
    return load(kind, {first: name, **row}, context)


def load_by_name(kind: type[R], table: Mapping[str, Any], context: Any = None) -> tuple[R, ...]:
    """Return the records in a table of tables `[cars.A]`: the key is the value of their first field."""
    return _read_each(((name, partial(load_named, kind, name), row) for name, row in table.items()), context)


def dump_by_name(records: Iterable[tuple[Any, ...]], context: Any = None) -> dict[str, Any]:
    """Return records as a table of tables that `load_by_name` takes back."""
    table = {}
    for record in records:
        row = dump(record, context)
        table[row.pop(record._fields[0])] = row  # type: ignore[attr-defined]
    return table


def refuse(value: Any, allowed: str) -> InputError:
    """Return an error that says what was found; whoever knows the key puts that in front."""
    return InputError(_("found {value!r:.200}", value=value), allowed=allowed)


def one_of(allowed: Sequence[str]) -> Field:
    """Say which texts a field may have.

    `special: Annotated[str, one_of(SPECIALS)]`
    """
    return Field(_one_of(tuple(allowed)), allowed=", ".join(filter(None, allowed)))


def at_least(low: int) -> Field:
    """Say that a whole number is not below `low`.

    `turn: Annotated[int, at_least(1)]`
    """

    def check(value: int) -> int:
        if value < low:
            raise refuse(value, _("{low} or more", low=low))
        return value

    return Field(check=check)
