"""What posts are made of: pieces, which go whole into a post if they can, and how a markup writes them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from gm_tools.core.blocks import Block

_FEW = 4  # lines that are worth beginning a piece at the end of a post
_GAP = "\u200b"


class PostPart(NamedTuple):
    """Part of a post: a heading, said once, and lines between what opens and what closes, which may be parted.

    `before` and `after` are what a template writes directly around the part; both are repeated if it is parted. `kind`
    is `list`, `code` or empty: some forums want a paragraph between a list and code.
    """

    heading: str
    opened: str
    lines: Sequence[str]
    closed: str
    kind: str = ""
    before: str = ""
    after: str = ""

    def with_lines(self, lines: Sequence[str], *, headed: bool = True) -> str:
        """Return the piece with these of its lines."""
        opened = f"{self.opened}\n" if self.opened else ""
        closed = f"\n{self.closed}" if self.closed else ""
        return self.before + (self.heading if headed else "") + opened + "\n".join(lines) + closed + self.after


class Style(NamedTuple):
    """How a markup writes the title of a post, the heading of a part with what follows it, text, and blocks.

    `limit` is how many characters a post may have (0: any number), `apart` a paragraph that keeps a list and a block of
    code after it apart.
    """

    title: Callable[[str], str]
    part: Callable[[str], str]
    escape: Callable[[str], str]
    block: "Callable[[Block], Iterable[PostPart]]"
    limit: int = 0
    apart: str = ""

    def add_heading(self, block: "Block") -> list[PostPart]:
        """Return a block with its heading, if it has one."""
        first, *others = self.block(block)
        return [first._replace(heading=self.part(block.title)), *others] if block.title else [first, *others]


def size(text: str) -> int:
    """Return the length of a text as the strictest forums count it: in UTF-16."""
    return len(text) if text.isascii() or max(text) <= "\uffff" else len(text) + sum(sign > "\uffff" for sign in text)


def fit_pieces(pieces: Sequence[PostPart], limit: int) -> Iterator[str]:
    """Yield posts that hold the pieces in their order, none of them longer than `limit` (0: one post)."""
    post = ""
    for piece in pieces:
        headed, rest = True, list(piece.lines)
        while True:
            first = _ahead(rest, limit) if limit else rest
            whole = piece.with_lines(first, headed=headed)
            if not whole:
                break
            room = limit and limit - (size(post) + 2 if post else 0)
            if not limit or size(whole) <= room:
                post += f"\n\n{whole}" if post else whole
                break
            if size(whole) > limit:  # no post can hold it: it begins here, if a few lines of it have room
                lines = [
                    part for line in first for part in _cut(line, limit - size(piece.with_lines([""], headed=headed)))
                ]
                count = _most(piece, lines, room, headed=headed)
                if count >= (_FEW if post else 1):
                    part = piece.with_lines(lines[:count], headed=headed)
                    post = f"{post}\n\n{part}" if post else part
                    headed, rest = False, lines[count:] + rest[len(first) :]
            yield post
            post = ""
    if post:
        yield post


def _ahead(lines: Sequence[str], limit: int) -> Sequence[str]:
    """Return as many of the lines as a post could hold, and the next, for which there is no room."""
    for count, length in enumerate(accumulate(len(line) + 1 for line in lines), 1):
        if length > limit + 1:
            return lines[:count]
    return lines


def _most(piece: PostPart, lines: Sequence[str], room: int, *, headed: bool) -> int:
    """Return how many of the lines have room."""
    room -= size(piece.with_lines([""], headed=headed)) - 1
    for count, line in enumerate(lines):
        room -= size(line) + 1
        if room < 0:
            return count
    return len(lines)


def _cut(line: str, limit: int) -> Iterator[str]:
    """Yield a line in parts that fit; an escape, or what an invisible blank parts, is not cut through."""
    begin = 0
    while size(ahead := line[begin : begin + limit + 1]) > limit:
        end = begin + limit // (1 if ahead.isascii() else 2)
        while end > begin + 1 and (line[end - 1] == "\\" or line[end] == _GAP):
            end -= 1
        yield line[begin:end]
        begin = end
    yield line[begin:]
