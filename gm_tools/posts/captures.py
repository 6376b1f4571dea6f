"""`posts.toml`: what was read in posts before, so that a later change of a post comes to light, and none counts twice.

It holds orders as they were posted, also secret ones: like `orders.toml` it is the game master's.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gm_tools.core.record import Always, format_record
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import encode, write_atomic
from gm_tools.table.record_file import find_record

if TYPE_CHECKING:
    from pathlib import Path

    from gm_tools.posts.order_reader import Found
    from gm_tools.posts.thread import Post

FILE = "posts.toml"
_MOST = 5000  # captures that are kept


class Capture(NamedTuple):
    """A post that orders something, as it was when it was collected for `turn`.

    `orders` are its orders by canonical text, `A: A(4M)` each with its seat; a seat whose order it takes back is `A:`
    alone. `taken` are the seats that it put an order in hand for (`A`, for a later turn `A turn 9`), which no later
    post replaced. `link` is where the orders in hand say that they come from, if that is not the key of the post.
    `first` is when these orders were read in it for the first time and `posted` when it was made, in UTC; empty if
    that is not known. `unclear` are the seats of which the game master is asked which order of it counts.
    """

    post: str
    turn: int
    sha256: str
    orders: Always[tuple[str, ...]] = ()
    taken: Always[tuple[str, ...]] = ()
    link: str = ""
    first: str = ""
    posted: str = ""
    unclear: tuple[str, ...] = ()

    @property
    def retracted(self) -> tuple[str, ...]:
        """The seats whose orders it takes back."""
        return tuple(row[:-1] for row in self.orders if row.endswith(":"))

    def was_guessed(self, post: "Post", turn: int, found: "Found") -> bool:
        """Tell whether a guess was taken for the order of a post that says the same now, and no later post replaced it.

        What is in hand of a post in which no order was read is a guess.
        """
        slot = slot_of(found.seat, found.turn or 0, turn)
        is_same = (self.turn, self.sha256) == (turn, post.sha256)
        return is_same and slot in self.taken and not self.orders_of(slot)

    def orders_of(self, slot: str) -> list[str]:
        """Return its orders for a slot (`slot_of`)."""
        seat, __, turn = slot.partition(" ")
        rows = [row.removeprefix(f"{seat}: ") for row in self.orders if row.startswith(f"{seat}: ")]
        if turn:
            return [row.removeprefix(f"{turn}: ") for row in rows if row.startswith(f"{turn}: ")]
        return [row for row in rows if not row.startswith("turn ")]


class Replacement(NamedTuple):
    """A player who took over a seat.

    From the post or time `since` on, posts by `player` count, those by `before` do not.
    """

    seat: str
    before: Always[str] = ""
    player: Always[str] = ""
    since: Always[str] = ""


class Unread(NamedTuple):
    """A seat that has posted for `turn`, and of which no order is in hand.

    `post` is where (`post 7`, empty for a message that only the game master has seen); `asked` tells that something in
    it looks meant as an order and was not understood.
    """

    seat: str
    turn: int
    post: Always[str] = ""
    asked: Always[bool] = False


class Question(NamedTuple):
    """A question about a post, by its key and the digest of its text.

    `number` is that of the seat's newest order in hand at the time.
    """

    seat: str
    turn: int
    post: str
    sha256: str
    number: Always[int] = 0


class Conduct(NamedTuple):
    """What is kept of a player's conduct.

    It is an order that came `late` for a turn, or a post with one that was changed (`edit`); `post` is its key.
    """

    seat: str
    player: str
    turn: int
    kind: Always[str] = ""
    post: Always[str] = ""


class Captures(NamedTuple):
    """What `posts.toml` holds."""

    replaced: tuple[Replacement, ...] = ()
    unread: tuple[Unread, ...] = ()
    conduct: tuple[Conduct, ...] = ()
    asked: tuple[Question, ...] = ()
    post: tuple[Capture, ...] = ()

    @property
    def posts(self) -> dict[str, Capture]:
        """Return the captures by the keys of their posts."""
        return {capture.post: capture for capture in self.post}


def read_captures(folder: "Path") -> Captures:
    """Return what `posts.toml` of a table holds, nothing if there is none; raise InputError with file and key."""
    return find_record(Captures, folder / FILE) or Captures()


def write_captures(folder: "Path", captures: Captures) -> None:
    """Write `posts.toml`, unless that would change nothing."""
    path = folder / FILE
    data = encode(format_record(captures), path)
    if not path.exists() or path.read_bytes() != data:
        write_atomic(path, data)


def slot_of(seat: str, turn: int, following: int) -> str:
    """Return the seat and the later turn that an order is for, `A turn 9`; `A` if it is for the next one or any."""
    return f"{seat} turn {turn}" if turn > following else seat


def keep_latest(captures: Iterable[Capture], turns: int) -> tuple[Capture, ...]:
    """Return the captures worth keeping: the last ones, none of turns that were taken back."""
    return tuple(capture for capture in captures if capture.turn <= turns)[-_MOST:]
