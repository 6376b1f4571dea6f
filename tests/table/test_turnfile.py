"""Turn files: parse(format(turn)) is the turn, and a file that was cut is never taken for a whole one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Draw
from gm_tools.core.events import Event
from gm_tools.core.problems import InputError
from gm_tools.table.turn_file import (
    Dropped,
    TurnFile,
    Used,
    file_name,
    format_turn,
    parse_file_name,
    parse_head,
    parse_turn,
)
from tests import effort
from tests.table.test_lines import TEXTS, VALUES


def make(
    kind: Callable[..., Any], *fields: st.SearchStrategy[Any], **named: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    """Make records of these fields; `builds` would make up the others of a named tuple as well, which are left out here."""
    return st.builds(lambda *values, **rest: kind(*values, **rest), *fields, **named)  # noqa: PLW0108


TABLES = st.dictionaries(TEXTS, VALUES, max_size=3)
SEATS = st.lists(TEXTS, max_size=2).map(tuple)
DATA = TABLES.map(lambda data: {k: v for k, v in data.items() if k not in ("kind", "seats", "audience", "twin")})
PUBLIC_EVENTS = make(Event, TEXTS, SEATS, DATA)
EVENTS = make(Event, TEXTS, SEATS, DATA, st.none() | SEATS, st.none() | PUBLIC_EVENTS)
RECORDS = make(
    TurnFile,
    TEXTS,
    st.integers(0, 1200),
    TEXTS,
    st.integers(0, 9),
    TEXTS,
    TABLES,
    SEATS,
    orders=st.lists(make(Used, TEXTS, TEXTS, TEXTS, TEXTS, st.integers(0, 99), TEXTS, TEXTS), max_size=2).map(tuple),
    dropped=st.lists(make(Dropped, st.integers(1, 99), TEXTS, TEXTS, TEXTS, TEXTS, TEXTS), max_size=2).map(tuple),
    draws=st.lists(make(Draw, TEXTS, TEXTS, VALUES, TEXTS), max_size=2).map(tuple),
    events=st.lists(EVENTS, max_size=3).map(tuple),
    setup=TABLES,
)
AMENDMENTS = make(
    TurnFile,
    TEXTS,
    st.integers(0, 1200),
    TEXTS,
    st.integers(0, 9),
    TEXTS,
    TABLES,
    SEATS,
    amendment=st.integers(1, 12),
    events=st.lists(EVENTS, max_size=3).map(tuple),
    reason=TEXTS,
    changes=TABLES,
    removed=st.lists(TEXTS, max_size=2).map(tuple),
)

TURN = TurnFile(
    "c0" * 32,
    7,
    "ferry",
    1,
    "be" * 32,
    {"round": 8, "map": "~~\n~~\n", "boats": {"A": {"at": 3}}},
    ("A",),
    orders=(Used("A", "r2\n[[events]]\n", "r2", "post 17 by Alice", 12),),
    draws=(Draw("eddy", "round/7/eddy/A", "back"),),
    events=(Event("eddied", ("A",), {"drift": "back"}),),
)


@effort.search(daily=30, long=750)
@given(RECORDS | AMENDMENTS)
def test_a_turn_prints_and_reads_back(record: TurnFile) -> None:
    text = format_turn(record)
    assert parse_turn(text, record.turn, record.amendment) == record
    assert format_turn(parse_turn(text, record.turn, record.amendment)) == text


@effort.search(daily=20, long=500)
@given(RECORDS)
def test_opening_reads_the_same_without_what_happened(record: TurnFile) -> None:
    head = parse_turn(format_turn(record), record.turn, whole=False)
    assert head._replace(draws=record.draws, events=record.events) == record


@effort.search(daily=20, long=500)
@given(RECORDS | AMENDMENTS)
def test_salt_and_the_file_before_stand_at_the_head(record: TurnFile) -> None:
    """Even if a reason holds the very line at which reading stops."""
    told = record._replace(salt="5a" * 16, reason=f"{record.reason}\n[events]")
    assert parse_head(format_turn(told)) == ("5a" * 16, record.before)


def test_opening_leaves_out_what_happened() -> None:
    """Even if an order holds the very line at which reading stops."""
    head = parse_turn(format_turn(TURN), 7, whole=False)
    assert (head.draws, head.events) == ((), ())
    assert head.orders == TURN.orders


def test_a_file_put_in_another_order_by_hand_is_read() -> None:
    text = format_turn(TURN)
    at, to = text.index("\n[[draws]]"), text.index("\n[position]")
    moved = text[:to] + text[at : text.rindex("\n# end")] + text[to:at] + text[text.rindex("\n# end") :]
    assert parse_turn(moved, 7, whole=False).position == TURN.position
    assert parse_turn(moved, 7) == TURN


def test_a_file_cut_anywhere_is_refused() -> None:
    text = format_turn(TURN)
    for length in range(len(text) - 1):  # the last line feed alone may go
        for whole in (True, False):
            with pytest.raises(InputError) as caught:
                parse_turn(text[:length], 7, whole=whole)
            assert "cut short" in str(caught.value) or "is empty" in str(caught.value)
    assert parse_turn(text[:-1], 7) == TURN


def edit(old: str, new: str) -> str:
    text = format_turn(TURN)
    assert text.count(old) == 1, old
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format: found 2 (allowed: 1)"),
        ("format = 1\n", "", "format: is missing (allowed: a whole number)"),
        ("turn = 7", "turn = 8", "turn: found 8 (allowed: 7, as its name says)"),
        ("turn = 7", 'turn = "7"', "turn: found '7' (allowed: a whole number)"),
        ("turn = 7", "turns = 7", "turns: unknown key; did you mean turn?"),
        ("turn = 7", "turn = 7\namendment = 1", "amendment: found 1 (allowed: 0, as its name says)"),
        ("number = 12", "number = true", "orders #1.number: found True (allowed: a whole number)"),
        ("number = 12", "nubmer = 12", "orders #1.nubmer: unknown key; did you mean number?"),
        ('value = "back"\n', "", "draws #1.value: is missing (allowed: what was drawn)"),
        ('kind = "eddied"\n', "", "events #1.kind: found None (allowed: the kind of an event)"),
        (
            'kind = "eddied"\n',
            'kind = "eddied"\naudience = 5\n',
            "events #1.audience: found 5 (allowed: a list of seats)",
        ),
        ('kind = "eddied"\n', 'kind = "eddied"\ntwin = 5\n', "events #1.twin: found 5 (allowed: a table)"),
        ("[position]", "[postion]", "postion: unknown key; did you mean position?"),
        ("[[orders]]", "[orders]", "orders: found"),
        ("before = ", "before  ", "line 7"),
    ],
)
def test_a_file_edited_wrongly_says_where(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_turn(edit(old, new), 7)
    assert said in str(caught.value.within("")) or said in f"line {caught.value.line}"


@pytest.mark.parametrize("place", [(0, 0), (7, 0), (7, 1), (999, 12), (1000, 0), (12345, 3)])
def test_names_print_and_read_back(place: tuple[int, int]) -> None:
    assert parse_file_name(file_name(*place)) == place


@pytest.mark.parametrize(
    "name",
    ["turn-7.toml", "turn-007.toml~", "turn-007.toml.new", "turn-007.amend-0.toml", "turn-007.amend-01.toml", "turn-.toml",
     "turn-007 (copy).toml", "turn-٠٠٧.toml", "table.toml", "turn-007.amend-.toml", "turn--07.toml"],
)  # fmt: skip
def test_files_with_other_names_are_not_read_as_turns(name: str) -> None:
    assert parse_file_name(name) is None


def test_files_sort_in_the_order_they_were_written() -> None:
    places: list[Any] = [(10, 0), (9, 0), (1000, 0), (9, 2), (9, 10)]
    assert sorted(parse_file_name(file_name(*place)) or () for place in places) == sorted(places)
