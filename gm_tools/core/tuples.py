"""`NamedTuple` as in typing, without its cost at every start and at every change.

Typing's compiles a constructor for each class, and each field's annotation that is a string: the hundred records that a
turn imports pay a tenth of the command's time for that. Here one constructor is compiled for each number of fields, and
annotations stay as they were written, to be read by who wants them (`typing.get_type_hints`).

>>> class Point(NamedTuple):
...     row: int
...     column: int = 0
>>> Point(3), Point(1, 2)._replace(row=5).column
(Point(row=3, column=0), 2)
"""

import typing
from collections.abc import Callable, Iterable
from functools import cache
from types import CodeType, FunctionType, new_class
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from _collections import _tuplegetter

    class _Record(tuple):
        """What all records have in common: the methods of a named tuple that need only `_fields`."""

        __slots__ = ()

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Self:
            """Return a record of these values, one for each field."""
            return cls(*values)

        def _asdict(self) -> dict[str, Any]:
            """Return the values by the names of their fields."""
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            values = (f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(values)})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    @cache
    def _compile_constructor(count: int) -> CodeType:
        """Return the code of a constructor of `count` fields, whose names are still to be put in."""
        names = "".join(f"field{number}, " for number in range(count))
        return eval(f"lambda cls, {names}: make(cls, ({names}))").__code__  # noqa: S307  (no word of it is from outside)

    def _constructor(name: str, fields: tuple[str, ...], defaults: list[Any]) -> FunctionType:
        """Return `__new__` of the record of this name."""
        code = _compile_constructor(len(fields)).replace(
            co_varnames=("cls", *fields), co_name="__new__", co_qualname=f"{name}.__new__"
        )
        return FunctionType(code, {"make": tuple.__new__}, "__new__", tuple(defaults))

    def _replacer(fields: Iterable[str]) -> Callable[..., tuple[Any, ...]]:
        """Return the method that changes some fields: rules do so move by move, and the library's looks at them all."""
        places = {field: place for place, field in enumerate(fields)}
        make = tuple.__new__

        def _replace(self: tuple[Any, ...], /, **changes: Any) -> tuple[Any, ...]:
            """Return a new record with these fields changed; raise ValueError for a field that there is not."""
            values = list(self)
            try:
                for field, value in changes.items():
                    values[places[field]] = value
            except KeyError as error:
                raise ValueError(f"Got unexpected field names: {[*changes.keys() - places.keys()]!r}") from error
            return make(type(self), values)

        return _replace

    class _Fields(type):
        """The type of `NamedTuple` alone: a class derived from it is a tuple whose fields are those annotated."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """Return the class; `Generic` may stand beside NamedTuple."""
            if not bases:
                return super().__new__(cls, name, bases, body)
            if "__annotations__" not in body:  # Python 3.14 works them out when they are asked for: typing knows how
                return new_class(name, (typing.NamedTuple, *bases[1:]), {}, lambda space: space.update(body))
            fields = tuple(body["__annotations__"])
            defaults = {field: body.pop(field) for field in fields if field in body}
            methods = {"__new__": _constructor(name, fields, list(defaults.values())), "_replace": _replacer(fields)}
            getters = {field: _tuplegetter(place, None) for place, field in enumerate(fields)}
            about = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields, "__slots__": ()}
            return type(name, (_Record, *bases[1:]), {**methods, **getters, **about, **body})

    class NamedTuple(metaclass=_Fields):
        """See `typing.NamedTuple`."""


__all__ = ["NamedTuple"]
