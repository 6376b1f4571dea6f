"""Posts that were collected before and are in none of the files that are read now: what is older does not undo them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.posts import days, times
from gm_tools.posts.captures import slot_of

if TYPE_CHECKING:
    from gm_tools.posts.captures import Capture
    from gm_tools.posts.decide import Facts
    from gm_tools.posts.thread import Post


class Elsewhere:
    """Knows the posts of `turn` that are not `here` and say something for a seat.

    Their orders are in hand, or they took orders back, or which of their orders counts is asked about.
    """

    def __init__(self, facts: Facts, turn: int) -> None:
        captures, here = facts.captures, facts.here
        self._places = {key: at for at, key in enumerate(captures)}
        self._zone = facts.bounds.zone
        self._hand = [(one.source, slot_of(one.seat, one.only, turn), one.text) for one in facts.hand]
        self._by_slot: dict[str, list[Capture]] = {}
        for capture in captures.values():
            if capture.turn == turn and capture.post not in here:
                for slot in {*capture.taken, *capture.retracted, *capture.unclear}:
                    self._by_slot.setdefault(slot, []).append(capture)

    def find_later(self, post: Post, slot: str) -> list[Capture]:
        """Return the posts that are later than this one and say something for a slot, or take back all of its seat."""
        seat = slot.split(maxsplit=1)[0]
        whole = (one for one in self._by_slot.get(seat, ()) if slot != seat and seat in one.retracted)
        return [one for one in (*self._by_slot.get(slot, ()), *whole) if self._is_later(one, post)]

    def list_later(self, post: Post, seat: str) -> tuple[str, ...]:
        """Return the keys of the posts that are later than this one and say anything for a seat."""
        rows = (row for slot, row in self._by_slot.items() if slot.split(maxsplit=1)[0] == seat)
        return tuple(one.post for row in rows for one in row if self._is_later(one, post))

    def orders_of(self, capture: Capture, slot: str) -> list[str]:
        """Return the orders of a post for a slot: those read in it, and what is in hand of it (an accepted guess)."""
        mine = {capture.link, capture.post}
        return [*capture.orders_of(slot), *(text for source, of, text in self._hand if source in mine and of == slot)]

    def describe(self, post: Post, later: Capture, slot: str) -> str:
        """Return a sentence on a post that does not count beside a later one."""
        message = N_("{place} is older than {other}, which was collected before and counts")
        if slot in later.unclear:
            message = N_("{place} is older than {other}, which was collected before and is not clear")
        return _(message, place=post.place, other=later.link or later.post)

    def _is_later(self, capture: Capture, post: Post) -> bool:
        """Tell which is later by their times, or else by which of them was collected first."""
        one, other = capture.posted, times.in_utc(post.posted, self._zone)
        if days.is_before(one, other) or days.is_before(other, one):
            return days.is_before(other, one)
        return self._places.get(post.key, len(self._places)) < self._places[capture.post]
