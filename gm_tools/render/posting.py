"""A report as posts for one forum, by its profile: what that forum breaks is mended, what it has no room for is split.

A post is made of pieces (a heading, a map, a list …). A piece goes whole into the next post if it does not fit into this one;
one that is too long for any post is parted between lines, its code or list closed and opened again. Blanks at the ends of
a map's lines, which say nothing, are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.core.blocks import Grid, Lines, Picture, picture_lines
from gm_tools.render.forums import FORUMS, Forum
from gm_tools.render.layout import fill, grid_lines, is_set, legend_items, printable, prose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.report import Report

_GAP = "\u200b"
_NBSP = "\u00a0"
_LEGEND_WIDTH = 96
_LONGEST_TITLE = 200
_FEW = 4  # lines that are worth beginning a piece at the end of a post
_MANY = 12  # lines of a list that a forum with spoilers folds away


class _Piece(NamedTuple):
    """Part of a post: a heading, said once, and lines between what opens and what closes, which may be parted."""

    heading: str
    opened: str
    lines: Sequence[str]
    closed: str

    def shown(self, lines: Sequence[str], *, headed: bool = True) -> str:
        """Return the piece with these of its lines."""
        opened = f"{self.opened}\n" if self.opened else ""
        closed = f"\n{self.closed}" if self.closed else ""
        return (self.heading if headed else "") + opened + "\n".join(lines) + closed


def render(report: Report, name: str) -> str:
    """Return the posts for a forum of `FORUMS`; lines that are not to be posted part them if there are several."""
    made = posts(report, name)
    if len(made) == 1:
        return made[0] + "\n"
    return "".join(f"{separator(at, len(made))}\n{post}\n" for at, post in enumerate(made, 1))


def separator(number: int, count: int) -> str:
    """Return the line above a post that is one of several."""
    return f"======== post {number} of {count}: copy what is below this line ========"


def posts(report: Report, name: str) -> tuple[str, ...]:
    """Return a report as one or more posts, none longer than the forum takes (counted as UTF-16, the strictest count)."""
    forum = FORUMS[name]
    return tuple(_fitted(list(_pieces(report, forum)), forum.limit))


def escape(text: str, forum: Forum) -> str:
    """Return one line of text that the forum shows as it is."""
    line = printable(text)
    for sign, stands in forum.swaps:
        line = line.replace(sign, stands)
    line = re.sub(forum.breaks, _GAP, line, flags=re.IGNORECASE)
    if not forum.escapes:
        return line
    line = re.sub(f"([{re.escape(forum.escapes)}])", r"\\\1", line)
    return re.sub(r"^(\d*)([-+.)])", r"\1\\\2", line)  # else a list begins


def code(lines: Iterable[str], forum: Forum) -> _Piece:
    """Return lines as a block of code, in which nothing ends it."""
    shown = [printable(line).rstrip() for line in lines]
    for sign, stands in forum.swaps:
        shown = [line.replace(sign, stands) for line in shown]
    if forum.code_breaks:
        shown = [re.sub(forum.code_breaks, _GAP, line, flags=re.IGNORECASE) for line in shown]
    opened, closed = forum.code
    if closed.startswith("```"):
        longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
        more = "`" * max(0, longest - 2)
        opened, closed = more + opened, closed + more
    return _Piece("", opened, _edged(shown), closed)


def _edged(lines: list[str]) -> list[str]:
    """Return lines whose first and last blanks are non-breaking, so that nobody takes them for nothing."""
    for rows in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for at in rows:
            ink = lines[at].lstrip(" " + _NBSP)
            lines[at] = _NBSP * max(len(lines[at]) - len(ink), not ink) + ink
            if ink:
                break
    return lines


def _pieces(report: Report, forum: Forum) -> Iterator[_Piece]:
    if report.title:
        yield _Piece("", "", [forum.heading[0] + escape(report.title, forum) + forum.heading[1]], "")
    before: Block | None = None
    for block in report.blocks:
        heading = f"{forum.apart}\n\n" if _is_list(before) and _is_code(block) and forum.apart else ""
        if block.title:
            title = block.title if len(block.title) <= _LONGEST_TITLE else block.title[:_LONGEST_TITLE] + "…"
            heading = f"{forum.part[0]}{escape(title, forum)}{forum.part[1]}\n" + "\n" * bool(forum.escapes)
        first, *others = _block(block, forum)
        yield first._replace(heading=heading)
        yield from others
        before = block


def _is_list(block: Block | None) -> bool:
    return isinstance(block, Lines) and not is_set(prose(block.lines))


def _is_code(block: Block) -> bool:
    return isinstance(block, Picture) or (isinstance(block, Lines) and is_set(prose(block.lines)))


def _block(block: Block, forum: Forum) -> Iterator[_Piece]:
    if isinstance(block, Picture):
        yield _indented(code(picture_lines(block), forum), forum)
        if block.legend:
            items = [escape(item, forum) for item in legend_items(block.legend)]
            yield _Piece("", "", fill(items, " · " if forum.escapes else "   ", _LEGEND_WIDTH), "")
    elif isinstance(block, Grid) and forum.tables:
        titles, *rows = _table(block, forum)
        rule = "|" + "|".join(" ---: " if column.right else " --- " for column in block.columns) + "|"
        yield _Piece("", f"{titles}\n{rule}", rows, "")
    elif isinstance(block, Grid):
        yield _indented(code(grid_lines(block), forum), forum)
    else:
        text = prose(block.lines)
        yield _indented(code(text, forum), forum) if is_set(text) else _list(text, forum)


def _indented(piece: _Piece, forum: Forum) -> _Piece:
    return piece._replace(lines=[forum.indent + line for line in piece.lines])


def _list(lines: Sequence[str], forum: Forum) -> _Piece:
    """Return lines as a list, folded away where there are many and the forum can."""
    opened, bullet, closed = forum.items
    if forum.spoiler and len(lines) > _MANY:
        before, after = forum.spoiler
        label = before.format(f"{len(lines)} lines")
        opened = f"{label}\n{opened}" if opened else label
        closed = f"{closed}\n{after}" if closed else after
    return _Piece("", opened, [bullet + escape(line, forum) for line in lines], closed)


def _table(grid: Grid, forum: Forum) -> Iterator[str]:
    count = len(grid.columns)
    rows = [[column.title for column in grid.columns], *([*row, *[""] * (count - len(row))] for row in grid.rows)]
    for row in rows:
        yield "| " + " | ".join(escape(cell, forum) for cell in row) + " |"


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _fitted(pieces: Sequence[_Piece], limit: int) -> Iterator[str]:
    """Yield posts that hold the pieces in their order, none of them longer than `limit`."""
    post = ""
    for piece in pieces:
        headed, rest = True, list(piece.lines)
        while True:
            whole = piece.shown(rest, headed=headed)
            room = limit - (_size(post) + 2 if post else 0)
            if _size(whole) <= room:
                post = f"{post}\n\n{whole}" if post else whole
                break
            if _size(whole) > limit:  # no post can hold it: it begins here, if a few lines of it have room
                lines = [part for line in rest for part in _cut(line, limit - _size(piece.shown([""], headed=headed)))]
                count = _most(piece, lines, room, headed=headed)
                if count >= (_FEW if post else 1):
                    part = piece.shown(lines[:count], headed=headed)
                    post = f"{post}\n\n{part}" if post else part
                    headed, rest = False, lines[count:]
            yield post
            post = ""
    if post:
        yield post


def _most(piece: _Piece, lines: Sequence[str], room: int, *, headed: bool) -> int:
    """Return how many of the lines have room."""
    room -= _size(piece.shown([""], headed=headed)) - 1
    for count, line in enumerate(lines):
        room -= _size(line) + 1
        if room < 0:
            return count
    return len(lines)


def _cut(line: str, limit: int) -> Iterator[str]:
    """Yield a line in parts that fit; an escape, or what an invisible blank parts, is not cut through."""
    while _size(line) > limit:
        at = limit // (2 if not line.isascii() else 1)
        while at > 1 and (line[at - 1] == "\\" or line[at] == _GAP):
            at -= 1
        yield line[:at]
        line = line[at:]
    yield line
