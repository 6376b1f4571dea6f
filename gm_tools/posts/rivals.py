"""Orders as text, and different orders of one seat in one post: these are never decided here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.text import all_of
from gm_tools.posts.order_reader import Found, OrderReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.posts.statements import Statements
    from gm_tools.posts.thread import Post


class Orders:
    """Compares the orders that posts give at one table."""

    def __init__(self, reader: OrderReader) -> None:
        self.reader = reader

    def summary(self, said: Statements) -> tuple[str, ...]:
        """Return what a post orders by its canonical text, so that another spelling is no change.

        An order whose seat is unclear has none.
        """
        rows = []
        for seat in dict.fromkeys(one.seat for one in said.found):
            found = [one for one in said.found if one.seat == seat]
            if not self.find_rivals(found):
                rows += [self.row(one) for one in found if one.text]
        return tuple(dict.fromkeys([*rows, *(f"{seat}:" for seat in said.retracted)]))

    def row(self, found: Found) -> str:
        """Return an order as it is kept of a post: `A: A(4M)`, one for a later turn `A: turn 8: BB`."""
        return f"{found.seat}: {self.name_turn(found)}{self.canonical(found)}"

    def name_turn(self, found: Found) -> str:
        """Return the turn that an order is for, if it is a later one: `turn 8: `."""
        return f"turn {found.turn}: " if found.turn is not None and found.turn > self.reader.turn else ""

    def canonical(self, found: Found) -> str:
        """Return the canonical text of what was found, what stands in the post if it cannot be read."""
        return self.reader.format_order(found.order) if found.order is not None else found.posted

    def find_rivals(self, found: Sequence[Found]) -> list[Found]:
        """Return different orders of one seat in one post of which one would replace or corrects the other.

        They are in the order of the post.
        """
        distinct = list({self.row(one): one for one in found if one.order is not None and not one.is_word}.values())
        return [
            one
            for one in distinct
            if any(
                other is not one
                and self.name_turn(one) == self.name_turn(other)
                and (one.corrects or other.corrects or self._is_same_kind(one, other))
                for other in distinct
            )
        ]

    def _is_same_kind(self, one: Found, other: Found) -> bool:
        """Tell whether only one of two orders can be meant for what the seat is asked now."""
        if self.reader.replaces(one.order, other.order) or self.reader.replaces(other.order, one.order):
            return True
        checked = [self.reader.check(found.seat, found.order) for found in (one, other)]
        return bool(self.reader.game.first_order_rule) and not any(checked)

    def choose(self, rivals: Sequence[Found]) -> Found:
        """Return different orders of one post as one that cannot be read.

        The last is its guess if it plainly corrects the others.
        """
        last = rivals[-1]
        posted = all_of(self._show(one) for one in rivals)
        guess = last.text or last.guess if last.corrects else ""
        if guess and not last.text and self.reader.check(last.seat, last.order):
            guess = ""
        readings = tuple(one.text or one.guess for one in rivals if one.text or one.guess)
        return Found(last.seat, "", posted, "", last.order, turn=last.turn, guess=guess, readings=readings)

    def _show(self, found: Found) -> str:
        """Return an order for people: as it was posted, if it can be read."""
        return found.text or self.canonical(found)  # a guess may be mended

    def describe_rivals(self, post: Post, rivals: Sequence[Found]) -> str:
        """Return what is said of a post with different orders."""
        orders = all_of(self._show(one) for one in rivals)
        return _("{place} holds two different orders: {orders}", place=post.place, orders=orders)
