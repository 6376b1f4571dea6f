"""What statements come to, one post after another: no table, no file."""

from __future__ import annotations

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.posts.captures import Capture
from gm_tools.posts.decide import Decisions, Facts
from gm_tools.posts.order_reader import OrderReader
from gm_tools.posts.people import People
from gm_tools.posts.state import State
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds, Known, window
from tests.posts.story import SEATS
from tests.posts.threads import post, thread

DEADLINE = "2026-11-21T12:30:59+00:00"
IN_TIME = "2026-11-21T12:20:00+00:00"
TOO_LATE = "2026-11-21T12:40:00+00:00"


@pytest.fixture(scope="module")
def reader() -> OrderReader:
    game = find("nascar")
    board = game.parse_board((folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8"))
    return OrderReader(game, game.setup(board, SEATS, {}, Seeded(bytes(32))), SEATS)


def decide(reader: OrderReader, *posts: Post, captured: str = "", accept: str = "") -> State:
    """Return what posts by Alice come to; `captured` is what was collected of the first one before."""
    known = {posts[0].key: Capture(posts[0].key, 1, "", (captured,))} if captured else {}
    decisions = Decisions(reader, Facts((), known, Bounds(deadline=DEADLINE), tuple(accept)))
    for one in posts:
        decisions.read(one, ("A",))
    return decisions.states["A"]


def orders(state: State) -> list[str]:
    return [entry.found.text for entry in state.entries]


def kinds(state: State) -> list[str]:
    return [ask.kind for ask in state.asks]


def test_the_last_order_counts_and_says_what_it_replaces(reader: OrderReader) -> None:
    state = decide(reader, post(1, "Alice", "Order: (6M)"), post(2, "Alice", "Order: A(7M)"))
    assert (orders(state), kinds(state)) == (["A(7M)"], [])
    assert state.remarks == ("post 2 by Alice replaces (6M) of post 1 by Alice",)


def test_a_retraction_drops_all(reader: OrderReader) -> None:
    state = decide(reader, post(1, "Alice", "Order: (6M)"), post(2, "Alice", "I retract my order."))
    assert (orders(state), state.drops) == ([], "all")
    assert state.retracted is not None


def test_two_orders_in_a_post_wait_for_the_game_master(reader: OrderReader) -> None:
    two = post(1, "Alice", "Order: (6M)\nEDIT: Order: A(7M)")
    assert (orders(decide(reader, two)), kinds(decide(reader, two))) == ([], ["ambiguous"])
    assert orders(decide(reader, two, accept="A")) == ["A(7M)"]


@pytest.mark.parametrize(
    ("edited", "expected", "asked"),
    [
        (IN_TIME, ["A(7M)"], []),
        (TOO_LATE, ["(6M)"], ["changed"]),
        ("2026-11-21T12:30:00+00:00", ["(6M)"], ["changed"]),  # the minute of the deadline
        ("?", ["(6M)"], ["changed"]),
        ("", ["(6M)"], ["changed"]),  # the forum shows no edit, and the order is another
    ],
)
def test_a_change_counts_only_if_it_was_surely_in_time(
    reader: OrderReader, edited: str, expected: list[str], asked: list[str]
) -> None:
    now = post(1, "Alice", "Order: A(7M)", edited=edited, edited_span=60)
    state = decide(reader, now, captured="A: (6M)")
    assert (orders(state), kinds(state)) == (expected, asked)
    assert orders(decide(reader, now, captured="A: (6M)", accept="A")) == ["A(7M)"]


@pytest.mark.parametrize(("edited", "words"), [(TOO_LATE, ", after the deadline"), ("?", "perhaps after")])
def test_a_post_edited_too_late_is_not_taken_as_it_was_before(reader: OrderReader, edited: str, words: str) -> None:
    state = decide(reader, post(1, "Alice", "Order: (6M)", edited=edited))
    assert (orders(state), kinds(state)) == ([], ["changed"])
    assert words in state.asks[0].text


def test_a_changed_post_with_two_orders_is_asked_about_with_both(reader: OrderReader) -> None:
    state = decide(reader, post(1, "Alice", "Order: (6M)\nOrder: (5M)R", edited=TOO_LATE))
    assert [ask.now for ask in state.asks] == [("(6M)", "(5M)R")]
    assert "A: (6M), A: (5M)R" in state.asks[0].text


def test_a_deleted_post_still_counts_until_the_game_master_says_no(reader: OrderReader) -> None:
    state = decide(reader, post(1, "Alice", "", deleted=True), captured="A: (6M)")
    assert (orders(state), kinds(state)) == (["(6M)"], ["changed"])


def test_a_post_of_doubtful_author_counts_only_if_accepted(reader: OrderReader) -> None:
    doubtful = post(1, "Alice", "Order: (6M)", doubt="line 3 may be a quote")
    assert (orders(decide(reader, doubtful)), kinds(decide(reader, doubtful))) == ([], ["ambiguous"])
    assert orders(decide(reader, doubtful, accept="A")) == ["(6M)"]


def test_a_post_without_an_order_is_remembered(reader: OrderReader) -> None:
    state = decide(reader, post(1, "Alice", "Nice race!"))
    assert (orders(state), kinds(state)) == ([], [])
    assert state.silent is not None


def test_an_order_for_a_later_turn_stays_beside_that_of_the_next(reader: OrderReader) -> None:
    state = decide(reader, post(1, "Alice", "Turn 1: (6M)\nTurn 2: A(7M)"), post(2, "Alice", "Turn 2: (7M)"))
    assert orders(state) == ["(6M)"]
    assert [entry.found.text for entry in state.ahead] == ["(7M)"]


@pytest.mark.parametrize(
    ("deadline", "is_asked"),
    [("2026-11-21T12:02:30+00:00", True), ("2026-11-21T12:02:59+00:00", False), ("2026-11-21T12:03:30+00:00", False)],
)
def test_a_post_of_the_minute_that_holds_a_deadline_with_seconds_is_asked_about(
    reader: OrderReader, deadline: str, is_asked: bool
) -> None:
    one, other = post(1, "Alice", "Order: (6M)"), post(2, "Alice", "Order: A(7M)")
    for accept, expected in (("", "(6M)"), ("A", "A(7M)")):
        decisions = Decisions(reader, Facts((), {}, Bounds(deadline=deadline), tuple(accept)))
        people = People(SEATS, (), [thread(one, other)], "UTC")
        counting = window([thread(one, other)], Known("dust"), 1, decisions.facts.bounds, people)
        for counted in counting.posts:
            decisions.read(counted, ("A",))
        for late in counting.late:
            decisions.read_late(late, ("A",))
        state = decisions.states["A"]
        assert orders(state) == [expected if is_asked else "A(7M)"]
        assert kinds(state) == (["late"] if is_asked and not accept else [])


def test_a_post_after_the_deadline_is_late_and_only_told(reader: OrderReader) -> None:
    decisions = Decisions(reader, Facts((), {}, Bounds(deadline="2026-11-21T12:00:30+00:00"), ()))
    decisions.read_late(post(1, "Alice", "Order: (6M)"), ("A",))
    assert (orders(decisions.states["A"]), kinds(decisions.states["A"])) == ([], [])
    assert "came after the deadline" in decisions.states["A"].remarks[0]


def test_a_capture_keeps_when_its_orders_were_first_read(reader: OrderReader) -> None:
    first = Decisions(reader, Facts((), {}, Bounds(now=IN_TIME), ()))
    first.read(post(1, "Alice", "Order: (6M)"), ("A",))
    again = Decisions(reader, Facts((), first.captures, Bounds(now=TOO_LATE), ()))
    again.read(post(1, "Alice", "Order: (6M)"), ("A",))
    assert [one.first for one in again.captures.values()] == [IN_TIME]
    changed = Decisions(reader, Facts((), first.captures, Bounds(now=TOO_LATE), ("A",)))
    changed.read(post(1, "Alice", "Order: A(7M)"), ("A",))
    assert [one.first for one in changed.captures.values()] == [TOO_LATE]
