"""BoardGameGeek: the XML of a thread (a saved file: the interface itself wants a token)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.problems import InputError
from gm_tools.core.words import tr
from gm_tools.posts import times
from gm_tools.posts.body import read_body
from gm_tools.posts.dom import parse_fragment
from gm_tools.posts.make import made, whole
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from gm_tools.posts.make import Source

SOURCE = "bgg"


def is_here(text: str) -> bool:
    """Tell whether XML is a thread of BoardGameGeek."""
    head = text[:2000].lstrip()
    return head.startswith(("<?xml", "<thread")) and "<thread" in head


def read(source: Source) -> Page:
    """Return what the XML of a thread holds; raise InputError with line and column where it is broken."""
    thread: dict[str, str] = {}
    rows: list[dict[str, str]] = []
    path: list[str] = []
    words: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        path.append(name)
        words.clear()
        if name == "thread":
            thread.update(attributes)
        elif name == "article":
            rows.append(dict(attributes))

    def end(name: str) -> None:
        path.pop()
        if name == "subject" and path == ["thread"]:
            thread["subject"] = "".join(words)
        elif name == "body" and rows:
            rows[-1]["body"] = "".join(words)
        words.clear()

    _parse(source, start, end, words.append)
    number = thread.get("id", "")
    posts = [
        made(
            source,
            SOURCE,
            number,
            row["id"],
            row.get("username", ""),
            posted=times.from_iso(row.get("postdate", "")),
            edited=(times.from_iso(row.get("editdate", "")) or "?") if whole(row.get("numedits", "")) else "",
            body=read_body(parse_fragment(row["body"])) if row.get("body", "").strip() else None,
            permalink=row["link"] if row.get("link", "").startswith(("https://", "http://")) else "",
            deleted=not row.get("body", "").strip(),
        )
        for row in rows
        if row.get("id")
    ]
    return Page(
        SOURCE,
        number,
        thread.get("subject", ""),
        tuple(posts),
        0,
        0,
        whole(thread.get("numarticles", "")),
        (),
        source.file,
    )


def _parse(
    source: Source,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    data: Callable[[str], None],
) -> None:
    """Run the XML parser with its three handlers. A file that declares entities is refused: they can blow up."""
    from xml.parsers import expat

    def refuse(*_: object) -> None:
        raise InputError(tr("declares entities, as no thread does"), file=source.file)

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
            tr("is broken XML: {message}", message=expat.ErrorString(error.code)),
            file=source.file,
            line=error.lineno + text.count("\n", 0, head),
            column=error.offset + 1 + (head if error.lineno == 1 else 0),
            allowed=tr("a whole saved thread"),
        ) from None
