"""What the readers share: the source that is read, posts made from what was found, small numbers and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.posts.thread import Post, digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from gm_tools.posts.formats.html_text import Body
    from gm_tools.posts.formats.html_tree import Node

LONGEST = 100_000  # characters of a post that are kept; no order stands behind so much
LONGEST_NAME = 200  # of a name, an id; of an address five times as much

# What no file of a table may hold, and nobody types: control characters, halves of surrogate pairs.
_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160), *range(0xD800, 0xE000)), " ")


class SourceFile(NamedTuple):
    """What is read: the file's name, and the root of its tree with what its head says (a page), or its data (an export).

    `names` are the seats' names and marks: in pasted text `Bob:` is a heading, and `Reasons:` is none.
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


def made(
    source: SourceFile,
    kind: str,
    thread: str,
    number: str,
    author: str,
    *,
    place: int = 0,
    posted: str = "",
    edited: str = "",
    edited_span: int = 1,
    body: Body | None = None,
    permalink: str = "",
    deleted: bool = False,
    author_id: str = "",
    automated: bool = False,
    held: bool = False,
) -> Post:
    """Return a post; `number` is the forum's id of it, `place` its number in the thread."""
    text = _clean(body.text, LONGEST) if body is not None else ""
    return Post(
        kind,
        _clean(thread, LONGEST_NAME),
        _clean(number, LONGEST_NAME),
        place,
        " ".join(author.translate(_CONTROLS).split())[:LONGEST_NAME],
        posted,
        edited,
        text,
        tuple(_clean(quote, LONGEST) for quote in body.quotes) if body is not None else (),
        tuple(_clean(one, LONGEST) for one in body.struck) if body is not None else (),
        tuple(_clean(one, LONGEST_NAME) for one in body.smilies) if body is not None else (),
        permalink if len(permalink) <= 5 * LONGEST_NAME and permalink.isprintable() else "",
        digest(text),
        source.file,
        deleted,
        author_id=_clean(author_id, LONGEST_NAME),
        automated=automated,
        held=held,
        edited_span=edited_span,
    )


def _clean(text: str, longest: int) -> str:
    return text[:longest].translate(_CONTROLS)


def whole(text: Any) -> int:
    """Return a number that stands in a text, 0 if there is none: `#1,204` is 1204."""
    digits = "".join(glyph for glyph in str(text) if glyph.isascii() and glyph.isdigit())
    return int(digits) if 0 < len(digits) < 16 else 0


def link(source: SourceFile, address: str) -> str:
    """Return an address of the page as a whole one; empty if it is no web address or the page does not say where it was."""
    from urllib.parse import urljoin

    try:
        found = urljoin(source.canonical, address)
    except ValueError:
        return ""
    return found if found.startswith(("https://", "http://")) and found.isprintable() and " " not in found else ""


def query(address: str, key: str) -> str:
    """Return a number that an address names: `t` of `viewtopic.php?f=2&t=77`."""
    from urllib.parse import parse_qs, urlsplit

    try:
        values = parse_qs(urlsplit(address).query).get(key, [""])
    except ValueError:
        return ""
    return values[0] if values[0].isascii() and values[0].isdigit() else ""


def text_in(data: Any, *keys: str) -> str:
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
        raise InputError(_("declares entities, as no thread does"), file=source.file)

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
