"""Reports as posts, for one forum or in a markup, by its profile.

What a forum breaks is mended, what it has no room for is split. What stands in a post, and in which order, says a
template (template.py): the shipped one or the game master's. A post is made of pieces (a heading, a map, a list …). A
piece goes whole into the next post if it does not fit into this one; one that is too long for any post is parted
between lines, its code or list closed and opened again. Blanks at the ends of a map's lines, which say nothing, are
left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.core.blocks import Block, Grid, Lines, Picture, picture_lines
from gm_tools.core.i18n import _, ngettext
from gm_tools.render import text as plain_text
from gm_tools.render.cropped import crop_lines
from gm_tools.render.forums import PROFILES, Forum
from gm_tools.render.layout import can_render_png, fill, filled_rows, grid_lines, is_set, legend_items, printable, prose
from gm_tools.render.pieces import PostPart, Style, fit_pieces, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gm_tools.render.template import Template
    from gm_tools.reports.base import Report

MARKUPS = ("text", "bbcode", "markdown")  # that posts can be written in besides the forums' own

_GAP = "\u200b"
_NBSP = "\u00a0"
_LONGEST_TITLE = 200
_NOTE = 150  # characters of what is said above a part of a map
_HEAD = 400  # characters of what mostly stands above a map: summary, deadline, how to order


def render(report: Report, name: str, template: Template | None = None) -> str:
    """Return the posts for a forum or in a markup; lines that are not to be posted part them if there are several."""
    made = posts(report, name, template)
    if len(made) < 2:
        return "".join(made) + "\n"
    return "".join(f"{separator(at, len(made))}\n{post}\n" for at, post in enumerate(made, 1))


def separator(number: int, count: int) -> str:
    """Return the line above a post that is one of several."""
    return f"======== post {number} of {count}: copy what is below this line ========"


def posts(report: Report, name: str, template: Template | None = None) -> tuple[str, ...]:
    """Return a report as one or more posts, none longer than the forum takes (counted as UTF-16, the strictest count).

    `name` is one of `PROFILES`, or `text`. Without a template the shipped one decides what stands in a post.
    """
    from gm_tools.render.template import fill_template

    style = style_of(name)
    addresses = [(style.escape(address), address) for address in report.data.get("addresses", ())]
    return tuple(
        _link_addresses(post, addresses) for post in fit_pieces(fill_template(report, style, template), style.limit)
    )


def _link_addresses(post: str, addresses: Iterable[tuple[str, str]]) -> str:
    """Return a post in which the game master's own addresses stand as they are, so that forums make links of them."""
    for escaped, address in addresses:
        post = post.replace(escaped, address)
    return post


def style_of(name: str) -> Style:
    """Return how posts are written for one of `PROFILES`, or as `text`."""
    if name == "text":
        return plain_text.STYLE
    forum = PROFILES[name]
    return Style(
        title=lambda text: forum.heading[0] + escape(text, forum) + forum.heading[1],
        part=lambda text: _part(text, forum),
        escape=lambda text: escape(text, forum),
        block=lambda block: _block(block, forum),
        limit=forum.limit,
        apart=forum.apart,
    )


def escape(text: str, forum: Forum) -> str:
    """Return one line of text that the forum shows as it is."""
    line = printable(text)
    for sign, stands in forum.swaps:
        line = line.replace(sign, stands)
    line = re.sub(forum.breaks, _GAP, line, flags=re.IGNORECASE)
    if not forum.escapes:
        return line
    line = re.sub(f"([{re.escape(forum.escapes)}])", r"\\\1", line)
    for sign, stands in forum.entities:
        line = line.replace(sign, stands)
    line = re.sub(forum.slashes, r"\\\g<0>", line, flags=re.IGNORECASE)
    return re.sub(r"^(\d+)([-+.)])", r"\1\\\2", line)  # else a list begins


def code(lines: Iterable[str], forum: Forum) -> PostPart:
    """Return lines as a block of code, in which nothing ends it."""
    shown = [printable(line) if forum.exact else printable(line).rstrip() for line in lines]
    for sign, stands in forum.swaps:
        shown = [line.replace(sign, stands) for line in shown]
    if forum.code_breaks:
        shown = [re.sub(forum.code_breaks, _GAP, line, flags=re.IGNORECASE) for line in shown]
    opened, closed = forum.code
    if closed.startswith("```"):
        longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
        more = "`" * max(0, longest - 2)
        opened, closed = more + opened, closed + more
    lines_inside = shown if forum.exact else _guard_edges(shown)
    return PostPart("", opened, [forum.indent + line for line in lines_inside], closed, "code")


def _guard_edges(lines: list[str]) -> list[str]:
    """Return lines whose first and last blanks are non-breaking, so that nobody takes them for nothing."""
    for rows in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for at in rows:
            ink = lines[at].lstrip(" " + _NBSP)
            lines[at] = _NBSP * max(len(lines[at]) - len(ink), not ink) + ink
            if ink:
                break
    return lines


def _part(text: str, forum: Forum) -> str:
    title = text if len(text) <= _LONGEST_TITLE else text[:_LONGEST_TITLE] + "…"
    return f"{forum.part[0]}{escape(title, forum)}{forum.part[1]}\n"


def _block(block: Block, forum: Forum) -> Iterator[PostPart]:
    if isinstance(block, Picture) and block.address and forum.image and can_render_png():
        yield PostPart("", "", [forum.image.format(block.address)], "")
    elif isinstance(block, Picture):
        yield from _map(block, forum)
    elif isinstance(block, Grid) and forum.tables:
        titles, *rows = _table(block, forum)
        rule = "|" + "|".join(" ---: " if column.right else " --- " for column in block.columns) + "|"
        yield PostPart("", f"{titles}\n{rule}", rows, "")
    elif isinstance(block, Grid):
        yield code(grid_lines(block), forum)
    else:
        text = prose(block.lines)
        if not block.title and not is_set(text) and forum_prose(block):
            yield PostPart("", "", [escape(line, forum) for line in text] + ([block.link] if block.link else []), "")
            return
        yield code(text, forum) if is_set(text) else _list(text, forum)
        if block.link:
            yield PostPart("", "", [block.link], "")


def _map(picture: Picture, forum: Forum) -> Iterator[PostPart]:
    """Yield a board as text with its legend: whole if a post can hold it, else the part around its pieces."""
    drawn = code(picture_lines(picture), forum)
    notes = _legend(picture, forum)
    room = forum.limit - size(_part(picture.title, forum))
    if forum.limit and size(drawn.with_lines(drawn.lines)) > room:
        least = room - size(drawn.with_lines([])) - _NOTE
        cropped = crop_lines(picture, least - _HEAD - size("\n".join(notes))) or crop_lines(picture, least)
        if cropped is not None:
            drawn = code(cropped[0], forum)
            drawn = drawn._replace(opened=f"{escape(cropped[1], forum)}\n{drawn.opened}")
    if picture.address and can_render_png():
        notes.append(picture.address)
    if notes and not forum.legend_apart:
        drawn, notes = drawn._replace(closed="\n".join([drawn.closed, *notes])), []
    yield drawn
    if notes:
        yield PostPart("", "", notes, "")


def forum_prose(block: Lines) -> bool:
    """Tell whether lines are read one after the other and not looked up.

    They are if an address stands below them, or if they are few.
    """
    return bool(block.link) or len(block.lines) <= 3


def _legend(picture: Picture, forum: Forum) -> list[str]:
    """Return what the signs of a map mean, as lines."""
    if forum.spans:
        items = [f"{_sign(sign)} {escape(meaning, forum)}" for sign, meaning in picture.legend]
    else:
        items = [escape(item, forum) for item in legend_items(picture.legend)]
    return fill(items, forum.legend_gap, forum.legend)


def _sign(sign: str) -> str:
    """Return a sign of a map as code; a code span cannot hold blanks alone, and doubles its ticks for a tick."""
    shown = printable(sign)
    if not shown.strip():
        return _("blank")
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def _list(lines: Sequence[str], forum: Forum) -> PostPart:
    """Return lines as a list, folded away where there are many and the forum can."""
    opened, bullet, closed = forum.items
    if forum.spoiler and len(lines) > forum.unfolded:
        before, after = forum.spoiler
        label = before.format(ngettext("{n} line", "{n} lines", len(lines)))
        opened = f"{label}\n{opened}" if opened else label
        closed = f"{closed}\n{after}" if closed else after
    return PostPart("", opened, [bullet + escape(line, forum) for line in lines], closed, "list")


def _table(grid: Grid, forum: Forum) -> Iterator[str]:
    for row in ([column.title for column in grid.columns], *filled_rows(grid)):
        yield "| " + " | ".join(escape(cell, forum) for cell in row) + " |"
