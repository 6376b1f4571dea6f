"""Records to plain values and back: nothing is lost, defaults are left out, every fault is named by its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.core.record import (
    Always,
    Field,
    at_least,
    dump,
    dump_by_name,
    format_record,
    load,
    load_by_name,
    one_of,
    parse_record,
)


class Wheel(NamedTuple):
    size: int
    worn: bool = False


class Car(NamedTuple):
    seat: str
    speed: Always[Annotated[int, at_least(0)]] = 0
    at: Annotated[
        int,
        Field(lambda value, columns: value[0] * columns + value[1], lambda at, columns: [at // columns, at % columns]),
    ] = 0
    heading: Literal["N", "E"] = "E"
    special: Annotated[str, one_of(("", "turbo"))] = ""
    weight: float = 1.0
    pit: tuple[int, int] | None = None
    wheels: tuple[Wheel, ...] = ()
    names: tuple[str, ...] = ()
    counts: Mapping[str, Annotated[int, at_least(1)]] = {}
    wild: Any = None


COLUMNS = 10
TEXTS = st.text("abc", max_size=3)
CARS = st.builds(
    Car,
    seat=TEXTS,
    speed=st.integers(0, 20),
    at=st.integers(0, 99),
    heading=st.sampled_from(["N", "E"]),
    special=st.sampled_from(["", "turbo"]),
    weight=st.floats(0, 9),
    pit=st.none() | st.tuples(st.integers(), st.integers()),
    wheels=st.lists(st.builds(Wheel, st.integers(), st.booleans())).map(tuple),
    names=st.lists(TEXTS).map(tuple),
    counts=st.dictionaries(TEXTS, st.integers(1, 9)),
    wild=st.none() | st.integers(),
)


@given(CARS)
def test_a_dumped_record_loads_again(car: Car) -> None:
    assert load(Car, dump(car, COLUMNS), COLUMNS) == car


@given(st.lists(CARS, unique_by=lambda car: car.seat).map(tuple))
def test_records_by_name_load_again(cars: tuple[Car, ...]) -> None:
    assert load_by_name(Car, dump_by_name(cars, COLUMNS), COLUMNS) == cars


def test_a_file_loads_again() -> None:
    text = format_record(Wheel(3, worn=True))
    assert text == "format = 1\nsize = 3\nworn = true\n"
    assert parse_record(Wheel, text) == Wheel(3, worn=True)


def test_defaults_are_left_out_unless_they_are_always_written() -> None:
    assert dump(Car("A"), COLUMNS) == {"seat": "A", "speed": 0}
    assert dump(Car("A", 3, 42, pit=(4, 1), wheels=(Wheel(2),)), COLUMNS) == {
        "seat": "A",
        "speed": 3,
        "at": [4, 2],
        "pit": [4, 1],
        "wheels": [{"size": 2}],
    }


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "seat: is missing (allowed: text)"),
        ({"saet": "A"}, "saet: unknown key; did you mean seat?"),
        ({"seat": "A", "sped": 3}, "sped: unknown key; did you mean speed?"),
        ({"seat": 3}, "seat: found 3 (allowed: text)"),
        ({"seat": "A", "speed": True}, "speed: found True (allowed: a whole number)"),
        ({"seat": "A", "speed": -1}, "speed: found -1 (allowed: 0 or more)"),
        ({"seat": "A", "heading": "S"}, "heading: found 'S' (allowed: N, E)"),
        ({"seat": "A", "heading": [1]}, "heading: found [1] (allowed: N, E)"),
        ({"seat": "A", "special": "jet"}, "special: found 'jet' (allowed: turbo)"),
        ({"seat": "A", "weight": "1"}, "weight: found '1' (allowed: a number)"),
        ({"seat": "A", "pit": [1]}, "pit: found [1] (allowed: a list of 2)"),
        ({"seat": "A", "pit": [1, "x"]}, "pit #2: found 'x' (allowed: a whole number)"),
        ({"seat": "A", "wheels": 3}, "wheels: found 3 (allowed: tables, each under a line [[wheels]])"),
        ({"seat": "A", "wheels": [{"size": 1}, {}]}, "wheels #2.size: is missing (allowed: a whole number)"),
        ({"seat": "A", "names": ["x", 1]}, "names: found ['x', 1] (allowed: a list of texts)"),
        ({"seat": "A", "counts": {"x": 0}}, "counts.x: found 0 (allowed: 1 or more)"),
        ({"seat": "A", "counts": []}, "counts: found [] (allowed: a table)"),
    ],
    ids=str,
)
def test_a_fault_names_its_key_and_what_is_allowed(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(Car, data, COLUMNS)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"A": 3}, "A: found 3 (allowed: a table)"),
        ({"A": {"speed": "x"}}, "A.speed: found 'x' (allowed: a whole number)"),
        ({"A": {"seat": "B"}}, "A.seat: unknown key"),
    ],
)
def test_a_fault_in_a_table_of_records_names_the_record(table: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_by_name(Car, table, COLUMNS)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size = 3", "format: is missing (allowed: a whole number)"),
        ("format = 2\nsize = 3", "format: found 2 (allowed: 1)"),
        ("format = 1\nsise = 3", "sise: unknown key; did you mean size? (allowed: format, size, worn)"),
        ("format = 1\nsize = ]", "line 2"),
    ],
)
def test_a_fault_in_a_file_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_record(Wheel, text)
    assert str(caught.value).startswith(message)
