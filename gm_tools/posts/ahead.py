"""Orders ahead whose post was changed after its own turn: what is in hand of it is held against what it says now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.posts.edits import describe_change
from gm_tools.posts.order_reader import Found, OrderReader
from gm_tools.posts.state import Ask, Edit
from gm_tools.posts.statements import read_statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.posts.decide import Decisions
    from gm_tools.posts.thread import Post, Thread
    from gm_tools.table import Posted

Held = dict[tuple[str, int], "Posted"]


def weigh_changed_ahead(decisions: Decisions, threads: Sequence[Thread]) -> None:
    """Ask about posts of past turns that no longer say what is in hand of them.

    What they say now is taken if it is accepted. What such a post says of other turns counts no more: it was collected
    once.
    """
    for post in (post for thread in threads for post in thread.posts):
        if not decisions.is_old(post) or post.doubt:
            continue
        known = decisions.facts.captures[post.key]
        sources = {post.link, known.link or known.post}
        held: Held = {
            (one.seat, one.only): one
            for one in decisions.facts.hand
            if one.source in sources and one.only >= decisions.turn and not _is_replaced(decisions, one)
        }
        if held:
            _compare(decisions, post, held, _orders_now(decisions, post, held, known.turn))


def _is_replaced(decisions: Decisions, posted: Posted) -> bool:
    """Tell whether a newer post has put another order in the place of one in hand, or taken it back."""
    state = decisions.states[posted.seat]
    newer = {entry.found.turn for entry in state.ahead} | ({decisions.turn} if state.entries else set())
    return state.drops == "all" or posted.only in newer


def _orders_now(decisions: Decisions, post: Post, held: Held, turn: int) -> dict[tuple[str, int], Found]:
    """Return the orders that a post of `turn` gives for the turns to come, by seat and turn."""
    reader = OrderReader(decisions.reader.game, decisions.reader.position, decisions.reader.seats, turn)
    seats = tuple(dict.fromkeys(seat for seat, __ in held))
    found = read_statements(reader, post, seats).found if not post.deleted else ()
    return {(one.seat, one.turn): one for one in found if one.text and one.turn and one.turn >= decisions.turn}


def _compare(decisions: Decisions, post: Post, held: Held, now: dict[tuple[str, int], Found]) -> None:
    for seat in dict.fromkeys(seat for seat, __ in held):
        before = {turn: decisions.reader.canonical(one.text) for (other, turn), one in held.items() if other == seat}
        after = {turn: one for (other, turn), one in now.items() if other == seat and turn in before}
        if {turn: decisions.orders.canonical(one) for turn, one in after.items()} == before:
            continue
        if seat in decisions.facts.accepted:
            decisions.settled.add(seat)
            decisions.take_again(seat, post, list(after.values()), Edit("?", accepted=True))
            continue
        rows = [f"{seat}: turn {turn}: {text}" for turn, text in before.items()]
        rows_now = [f"{seat}: turn {turn}: {decisions.orders.canonical(one)}" for turn, one in after.items()]
        text = describe_change(post, rows, rows_now, decisions.facts.bounds)
        decisions.ask(seat, Ask("changed", post, text))
