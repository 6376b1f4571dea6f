"""What posts come to for a seat: the orders that count, and what the game master has to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import times

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gm_tools.posts.order_reader import Found
    from gm_tools.posts.thread import Post


class Edit(NamedTuple):
    """A change of a post after it was made: when that was (empty: never, `?`: unknown).

    `before` is what was collected of the post then; `accepted` tells that the change was accepted. `zone` is the one in
    which the time is shown.
    """

    time: str = ""
    before: tuple[str, ...] = ()
    accepted: bool = False
    zone: str = "UTC"

    @property
    def told(self) -> str:
        """Return the change in words, empty if there was none."""
        if not self.time:
            return ""
        time = times.show_time(self.time, self.zone)
        if self.accepted:
            return _("edited {time}, accepted by the game master", time=time)
        if self.before:
            before = shown_orders(self.before)
            return _("edited {time}, before the deadline; collected before: {before}", time=time, before=before)
        return _("edited {time}", time=time)


class Entry(NamedTuple):
    """An order that counts so far.

    `post` is where it was posted, `found` what was found there, `edited` what is to be said of a change of the post.
    """

    post: Post
    found: Found
    edited: Edit = Edit()


class Ask(NamedTuple):
    """Something that the game master has to decide, or the player has to answer. `kind` is one word for it.

    `kind`: guess, word, invalid, illegal, ambiguous, changed, seat, late. `before` is what was collected of a changed
    post, `now` the orders of the seat that it holds now.
    """

    kind: str
    post: Post
    text: str
    found: Found | None = None
    before: str = ""
    now: tuple[str, ...] = ()


class LateOrder(NamedTuple):
    """A post that came too late with orders of a seat, as they are written there, which were not counted."""

    seat: str
    post: Post
    posted: tuple[str, ...] = ()


class State(NamedTuple):
    """What the posts come to for one seat: its orders for the next turn, and those for later ones.

    `drops` says what was collected before and is not to stay in hand: nothing, what is for the next turn, or all of it.
    `silent` is the player's last post in which no order was found, `behind` the posts with their first words behind the
    last order, `void` are the posts, by their keys, that say
    something else now than what is in hand of them: only what they say now stays. `spared` are those, by their keys,
    that are later than a retraction though they are in other files.
    """

    seat: str
    entries: tuple[Entry, ...] = ()
    ahead: tuple[Entry, ...] = ()
    asks: tuple[Ask, ...] = ()
    retracted: Post | None = None
    drops: Literal["nothing", "next", "all"] = "nothing"
    remarks: tuple[str, ...] = ()
    silent: Post | None = None
    behind: tuple[tuple[Post, str], ...] = ()
    void: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()

    @property
    def counting(self) -> tuple[Entry, ...]:
        """All orders of the seat that count, for whatever turn."""
        return (*self.entries, *self.ahead)

    def add_silent(self, post: Post, words: str) -> State:
        """Return a state with one more post in which no order was found, of which `words` are shown."""
        return self._replace(silent=post, behind=(*self.behind, (post, words)))

    def without_orders(self, asks: tuple[Ask, ...]) -> State:
        """Return a state in which no order for the next turn counts, before somebody has answered what is asked."""
        drops: Literal["next", "all"] = "all" if self.drops == "all" else "next"
        return self._replace(entries=(), asks=asks, drops=drops, retracted=None)


def shown_orders(orders: Iterable[str]) -> str:
    """Return rows of orders for people."""
    return ", ".join(_("{row} retracted", row=row) if row.endswith(":") else row for row in orders)


def ask_about(post: Post, found: Found) -> Ask:
    """Return what is to be asked about an order that does not simply count."""
    message = "; ".join(
        f"{problem.message}" + (f" ({problem.rule})" if problem.rule else "") for problem in found.problems
    )
    if found.is_word:
        return Ask("word", post, _("{posted!r} could be an order, or only a word", posted=found.posted), found)
    if found.mentioned or (found.guess and not found.text and not found.problems):
        return Ask("guess", post, _("{posted!r} could be meant as an order", posted=found.posted), found)
    if found.text:
        return Ask("illegal", post, message, found)
    if found.guess:
        return Ask("guess", post, _("cannot be read: {message}", message=message), found)
    if found.problems and found.problems[0].kind == "ambiguous":
        return Ask("seat", post, message, found)
    return Ask("invalid", post, _("cannot be read: {message}", message=message), found)
