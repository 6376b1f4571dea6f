"""Records without the cost of typing's NamedTuple: they behave as those do."""

from __future__ import annotations

import inspect
import pickle
from typing import Any, Generic, TypeVar, get_type_hints

import pytest

from gm_tools.core.tuples import NamedTuple

T = TypeVar("T")


class Point(NamedTuple):
    """A place."""

    row: int
    column: int = 0

    @property
    def is_first(self) -> bool:
        return self == (0, 0)


class Box(NamedTuple, Generic[T]):
    held: T
    name: str = "box"


def test_a_record_is_a_tuple_with_names_defaults_and_methods() -> None:
    point = Point(3)
    assert point == (3, 0)
    assert repr(point) == "Point(row=3, column=0)"
    assert (Point._fields, Point._field_defaults, Point.__doc__) == (("row", "column"), {"column": 0}, "A place.")
    assert point._replace(row=0).is_first
    assert point._replace() == point
    assert type(point._replace(column=1)) is Point
    with pytest.raises(ValueError, match="unexpected field names: \\['height'\\]"):
        point._replace(row=1, height=2)  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(point)) == point
    assert Box[int](1) == (1, "box")
    assert (Point(column=2, row=1), Point._make([1, 2]), Point(1)._asdict()) == (
        (1, 2),
        (1, 2),
        {"row": 1, "column": 0},
    )
    assert str(inspect.signature(Point)) == "(row, column=0)"
    assert get_type_hints(Point) == {"row": int, "column": int}
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'row'"):
        Point()  # type: ignore[call-arg]


def test_a_class_whose_annotations_are_not_there_yet_is_made_by_typing() -> None:
    made: Any = type(NamedTuple)("Empty", (NamedTuple,), {"__module__": __name__, "__qualname__": "Empty", "size": 7})  # type: ignore[misc]
    assert (made._fields, made().size, made()) == ((), 7, ())
