"""`NamedTuple` as in typing, without its cost at every start and at every change.

Typing's compiles each field's annotation that is a string: the hundred records that a turn imports pay a twentieth of
the command's time for that. Here annotations stay as they were written, to be read by who wants them
(`typing.get_type_hints`).

>>> class Point(NamedTuple):
...     row: int
...     column: int = 0
>>> Point(3), Point(1, 2)._replace(row=5).column
(Point(row=3, column=0), 2)
"""

import typing
from collections import namedtuple
from collections.abc import Callable, Iterable
from types import new_class
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple
else:

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
            fields = body["__annotations__"]
            defaults = [body.pop(field) for field in fields if field in body]
            fields_only = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # noqa: PYI024  (typing would compile the annotations)
            fields_only._replace = _replacer(fields)
            if len(bases) > 1:
                return type(name, (fields_only, *bases[1:]), {**body, "__slots__": ()})
            for key, value in body.items():  # one class is half as dear as two
                setattr(fields_only, key, value)
            return fields_only

    class NamedTuple(metaclass=_Fields):
        """See `typing.NamedTuple`."""


__all__ = ["NamedTuple"]
