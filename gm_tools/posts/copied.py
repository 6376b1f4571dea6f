"""What a post holds of other posts without the forum's own marks of a quote.

That is lines behind `>`, and text under a copied heading. The forum knows one author of a post, and a post may hold
words of others all the same: `Bob wrote on …:`, and what he wrote. Where such words end does not show.
"""

from __future__ import annotations

import re

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.formats.pasted_forms import FORMS, LONGEST_LINE, is_name
from gm_tools.posts.formats.pasted_headings import WROTE

_QUOTED = re.compile(r"^[ \t]*(?:>|&gt;)", re.MULTILINE)
_INTRODUCED = re.compile(
    r"\W{0,3}(?:originally posted by \S.{0,80}|(?:quote|quoting|zitat) ?(?:from|by|von)?:? .{0,80}\b(?:on|am)\b.{3,60}|(?:quote|quoting|zitat) (?:from|by|von):? ?\S.{0,60}|(?:quote|quoting|zitat):?"
    r"|u/\S{1,40}\s[·•].{1,30}|-{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht)\b.{0,20})\s*",
    re.IGNORECASE,
)
_SENDER = re.compile(r"\W{0,3}(?:from|von|sender|author):\s*\S.{0,120}", re.IGNORECASE)
_SENDER_NAME = re.compile(r"^[^:]*:|<.*$")
_DATED = re.compile(r"[^\W\d_]{3,9}\.? \d{1,2}, \d{4}|\d{1,4}[-./]\d{1,2}[-./]\d{2,4}.{0,20}", re.IGNORECASE)
_NUMBER = re.compile(r"#\d{1,6}")
_NOT_NAMES = frozenset("i we he she it they you who that ich wir er sie es ihr man rule rules rulebook".split())  # noqa: SIM905
_CODE, _CODE_END = "[code]", "[/code]"
_MOST_LINES = 2000  # of a post that are searched


class Copied(NamedTuple):
    """A post in parts.

    They are what its author says, the lines behind `>`, and what stands under a copied heading with that heading.
    """

    own: str
    quoted: str = ""
    below: str = ""
    heading: str = ""


def split_copied(text: str) -> Copied:
    r"""Return the parts of a post's text.

    >>> split_copied("> Order: (6M)\nToo slow.")
    Copied(own='Too slow.', quoted=' Order: (6M)', below='', heading='')
    >>> split_copied("Ha!\nBob wrote:\nOrder: (6M)").below
    'Order: (6M)'
    """
    lines = text.split("\n")
    quoted = ""
    if _QUOTED.search(text):
        marks = [_QUOTED.match(line) for line in lines]
        quoted = "\n".join(line[mark.end() :] for line, mark in zip(lines, marks, strict=True) if mark)
        lines = [line for line, mark in zip(lines, marks, strict=True) if not mark]
    at = _find_heading([line.removeprefix(_CODE) for line in lines[:_MOST_LINES]])
    if at is None:
        return Copied("\n".join(lines), quoted)
    first, end = at
    own, heading, below = "\n".join(lines[:first]), "\n".join(lines[first:end]), "\n".join(lines[end:])
    if heading.startswith(_CODE):
        below = _CODE + below
    elif own.count(_CODE) > own.count(_CODE_END):  # the heading stands inside a block of code
        own, below = own + _CODE_END, _CODE + below
    return Copied(own, quoted, below, lines[end - 1].removeprefix(_CODE).strip())


def describe_heading(heading: str) -> str:
    """Return what is said of an order under a copied heading."""
    return _("it is under what looks like the heading of another post: {words!r}", words=heading[:80])


def _find_heading(lines: list[str]) -> tuple[int, int] | None:
    """Return the first line of the first copied heading, and the line below it."""
    found = [
        (heading.first, heading.text - bool(heading.rest))
        for form in FORMS
        for heading in form.headings(lines)
        if heading.author
    ]
    found += [
        (one.first, one.text)
        for one in WROTE.headings(lines)
        if one.author.rsplit(maxsplit=1)[-1].casefold() not in _NOT_NAMES
    ]
    for at, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            continue
        below = lines[at + 1].strip() if at + 1 < len(lines) else ""
        if _INTRODUCED.fullmatch(line) or (_SENDER.fullmatch(line.strip()) and is_name(_SENDER_NAME.sub("", line))):
            found.append((at, at + 1))
        elif _DATED.fullmatch(line.strip()) and _NUMBER.fullmatch(below):
            found.append((max(at - 1, 0), at + 2))
    return min(found, default=None)
