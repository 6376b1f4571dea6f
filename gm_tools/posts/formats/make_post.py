"""What the readers share: the file that is read, posts and pages made from what was found, small numbers and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urljoin, urlsplit

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import times
from gm_tools.posts.formats.bbcode import Body
from gm_tools.posts.thread import Page, Post, digest

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable

    from gm_tools.posts.formats.html_tree import Node

LONGEST = 100_000  # characters of a post that are searched; one more is kept of a longer one, so that this shows
LONGEST_NAME = 200  # of a name, an id; of an address five times as much

# What no file of a table may hold, and nobody types: control characters, halves of surrogate pairs.
_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160), *range(0xD800, 0xE000)), " ")
_BREAKS = dict.fromkeys(map(ord, "\x0b\x0c\x85\u2028\u2029"), "\n")  # what begins a new line besides its usual sign


class CaptureFacts(NamedTuple):
    """Where and when a file was fetched.

    `time` is in UTC, `charset` by the header, `zone` that of the times in it. What is not known is empty. A page that
    says where it is, or what its charset is, is believed first.
    """

    address: str = ""
    time: str = ""
    charset: str = ""
    zone: str = ""


SAVED = CaptureFacts()  # a file that somebody saved: it says itself what it says


class SourceFile(NamedTuple):
    """What is read: the file's name, and what it holds.

    That is the root of its tree with what its head says (a page), or its data (an export). `names` are the seats' names
    and marks: in pasted text `Bob:` is a heading, and `Reasons:` is not.
    """

    file: str
    root: Node = None
    html_id: str = ""
    body_id: str = ""
    body_classes: tuple[str, ...] = ()
    generator: str = ""
    canonical: str = ""
    data: Any = None
    text: str = ""
    names: frozenset[str] = frozenset()
    capture: CaptureFacts = SAVED


class RawPost(NamedTuple):
    """What a file holds of one post. `number` is the forum's id of it, `place` its number in the thread.

    `body` is None where its text was not found, `shown` how its time stands there, for a message; all else as in
    `Post`.
    """

    number: str
    author: str
    place: int = 0
    posted: str = ""
    shown: str = ""
    edited: str = ""
    edited_span: int = 1
    body: Body | None = None
    permalink: str = ""
    deleted: bool = False
    author_id: str = ""
    automated: bool = False
    held: bool = False
    nick: str = ""


class Paging(NamedTuple):
    """Which `page` of `pages` a file holds, and how many posts the thread has in all; 0 if it does not say."""

    page: int = 0
    pages: int = 0
    total: int = 0


def make_page(
    source: SourceFile,
    kind: str,
    thread: str,
    title: str,
    rows: Iterable[RawPost],
    paging: Paging = Paging(),  # noqa: B008  (a tuple)
    *,
    warnings: tuple[str, ...] = (),
) -> Page:
    """Return a page of posts. One without a text is left out, and one without a time is kept, with a warning each.

    A deleted post has neither: of it a stub is kept.
    """
    posts: list[Post] = []
    for row in (_resolve_time(one, source.capture) for one in rows):
        number = row.place or row.number
        if row.body is None and not row.deleted:
            warnings = (*warnings, _("post {number}: its text was not found", number=number))
            continue
        if not row.posted and not row.deleted:
            message = _("post {number}: its time cannot be read", number=number)
            if row.shown:
                message = _("post {number}: its time {shown!r} cannot be read", number=number, shown=row.shown)
            warnings = (*warnings, message)
        posts.append(make_post(source, kind, thread, row))
    return Page(kind, thread, title, tuple(posts), *paging, warnings, source.file)


def _resolve_time(row: RawPost, capture: CaptureFacts) -> RawPost:
    """Return a post whose time is shown as `5 minutes ago` with that time, if it is known when the page was fetched."""
    if row.posted or not row.shown or not capture.time:
        return row
    return row._replace(posted=times.from_relative(row.shown, capture.time, capture.zone))


def make_post(source: SourceFile, kind: str, thread: str, row: RawPost) -> Post:
    """Return what a file holds of a post as a post, within bounds; of a deleted one without its text."""
    body = Body("") if row.deleted or row.body is None else row.body
    text = _clean(body.text, LONGEST + 1)
    return Post(
        kind,
        _clean(thread, LONGEST_NAME),
        _clean(row.number, LONGEST_NAME),
        row.place,
        _clean_name(row.author),
        row.posted,
        row.edited,
        text,
        tuple(_clean(quote, LONGEST) for quote in body.quotes),
        tuple(_clean(one, LONGEST) for one in body.struck),
        tuple(_clean(one, LONGEST_NAME) for one in body.smilies),
        row.permalink if len(row.permalink) <= 5 * LONGEST_NAME and row.permalink.isprintable() else "",
        digest(text),
        source.file,
        row.deleted,
        author_id=_clean(row.author_id, LONGEST_NAME),
        automated=row.automated,
        held=row.held,
        edited_span=row.edited_span,
        nick=_clean_name(row.nick),
    )


def _clean(text: str, longest: int) -> str:
    return text[:longest].translate(_CONTROLS | _BREAKS)


def _clean_name(name: str) -> str:
    return " ".join(name.translate(_CONTROLS).split())[:LONGEST_NAME]


def parse_count(text: Any) -> int:
    """Return the number in a text, 0 if there is none: `#1,204` is 1204."""
    digits = "".join(glyph for glyph in str(text) if glyph.isascii() and glyph.isdigit())
    return int(digits) if 0 < len(digits) < 16 else 0


def link(source: SourceFile, address: str) -> str:
    """Return an address of the page as a whole one.

    It is empty if it is no web address or the page does not say where it was.
    """
    try:
        found = urljoin(source.canonical, address)
    except ValueError:
        return ""
    return found if found.startswith(("https://", "http://")) and found.isprintable() and " " not in found else ""


def query_number(address: str, key: str) -> str:
    """Return a number that an address names: `t` of `viewtopic.php?f=2&t=77`."""
    try:
        values = parse_qs(urlsplit(address).query).get(key, [""])
    except ValueError:
        return ""
    return values[0] if values[0].isascii() and values[0].isdigit() else ""


def group_in(pattern: re.Pattern[str], text: str) -> str:
    """Return what a pattern with one group finds in a text, empty if it finds nothing."""
    found = pattern.search(text)
    return found[1] if found else ""


def get_text(data: Any, *keys: str) -> str:
    """Return a text or number of an export by its keys, empty if it is not there."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, str) else str(data) if isinstance(data, int) and not isinstance(data, bool) else ""


def parse_xml(
    source: SourceFile,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    data: Callable[[str], None],
) -> None:
    """Run the XML parser with its three handlers. A file that declares entities is refused: they can blow up."""
    from xml.parsers import expat

    def refuse(*__: object) -> None:
        raise InputError(_("declares entities, which no thread does"), file=source.file)

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.EntityDeclHandler = refuse
    text = source.text.lstrip()
    head = text.find("?>") + 2 if text.startswith("<?xml") else 0  # its encoding is not that of the text any more
    try:
        parser.Parse(text[head:].encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise InputError(
            _("is broken XML: {message}", message=expat.ErrorString(error.code)),
            file=source.file,
            line=error.lineno + text.count("\n", 0, head),
            column=error.offset + 1 + (head if error.lineno == 1 else 0),
            allowed=_("a whole saved thread"),
        ) from None
