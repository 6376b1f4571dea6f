"""`posts.toml`: what was read in posts before, so that a later change of a post comes to light, and none counts twice.

It holds orders as they were posted, also secret ones: like `orders.toml` it is the game master's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import known_keys, parse_toml, take
from gm_tools.table.files import encode, read_text, write_atomic
from gm_tools.table.toml_writer import joined, pairs, rows
from gm_tools.table.values import take_tables, take_texts

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE = "posts.toml"
FORMAT = 1


class Capture(NamedTuple):
    """A post that orders something, as it was when it was collected for `turn`.

    `orders` are its orders by canonical text, `A: A(4M)` each with its seat; a seat whose order it takes back is `A:` alone.
    `taken` are the seats that it put an order in hand for, which no later post replaced. `link` is where the orders in hand
    say that they come from, if that is not the key of the post.
    """

    post: str
    turn: int
    sha256: str
    orders: tuple[str, ...]
    taken: tuple[str, ...] = ()
    link: str = ""


class Replacement(NamedTuple):
    """A player who took over a seat: from the post or time `since` on, posts by `player` count, those by `before` do not."""

    seat: str
    before: str
    player: str
    since: str


class Unread(NamedTuple):
    """A seat that has posted for `turn`, and of which no order is in hand.

    `post` is where (`post 7`, empty for a message that only the game master has seen); `asked` tells that something in it looks
    meant as an order and was not understood.
    """

    seat: str
    turn: int
    post: str
    asked: bool = False


class Captures(NamedTuple):
    """What `posts.toml` holds."""

    posts: dict[str, Capture]
    replaced: tuple[Replacement, ...] = ()
    unread: tuple[Unread, ...] = ()


def read_captures(folder: Path) -> Captures:
    """Return what `posts.toml` of a table holds, nothing if there is none; raise InputError with file and key."""
    path = folder / FILE
    if not path.exists():
        return Captures({})
    try:
        data = parse_toml(read_text(path))
        known_keys(data, ("format", "post", "replaced", "unread"))
        if take(data, "format", int) != FORMAT:
            raise InputError(_("found {found}", found=data["format"]), key="format", allowed=str(FORMAT))
        captures = []
        for row in take_tables(data, "post"):
            known_keys(row, Capture._fields)
            orders, taken = take_texts(row, "orders"), take_texts(row, "taken")
            captures.append(
                Capture(
                    take(row, "post", str),
                    take(row, "turn", int),
                    take(row, "sha256", str),
                    orders,
                    taken,
                    take(row, "link", str, ""),
                )
            )
        replaced = []
        for row in take_tables(data, "replaced"):
            known_keys(row, Replacement._fields)
            replaced.append(Replacement(*(take(row, key, str, "") for key in Replacement._fields)))
        unread = []
        for row in take_tables(data, "unread"):
            known_keys(row, Unread._fields)
            where = take(row, "post", str, "")
            unread.append(
                Unread(take(row, "seat", str), take(row, "turn", int), where, take(row, "asked", bool, False))
            )
    except InputError as error:
        raise error.within(str(path)) from None
    return Captures({capture.post: capture for capture in captures}, tuple(replaced), tuple(unread))


def format_captures(captures: Captures) -> str:
    """Return the text of `posts.toml`; `read_captures` takes it back."""
    lines = [*pairs({"format": FORMAT})]
    lines += rows("replaced", (one._asdict() for one in captures.replaced))
    lines += rows("unread", (one._asdict() for one in captures.unread))
    lines += rows("post", (capture._asdict() | {"link": capture.link or None} for capture in captures.posts.values()))
    return joined(lines)


def write_captures(folder: Path, captures: Captures) -> None:
    """Write `posts.toml`, unless that would change nothing."""
    path = folder / FILE
    data = encode(format_captures(captures), path)
    if not path.exists() or path.read_bytes() != data:
        write_atomic(path, data)


def latest(captures: Iterable[Capture], turns: int, most: int = 5000) -> dict[str, Capture]:
    """Return the captures worth keeping: the last `most`, none of turns that were taken back."""
    kept = [capture for capture in captures if capture.turn <= turns]
    return {capture.post: capture for capture in kept[-most:]}
