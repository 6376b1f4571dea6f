"""What a file is, told from what stands in it; and the pages of threads that it holds.

A new format gets its place among the readers below; the package says what else it needs.
"""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Collection
from typing import Any, Protocol

from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.text import one_of
from gm_tools.posts.day_order import settle_page
from gm_tools.posts.formats import (
    bgg,
    discord,
    discord_page,
    discourse,
    feed,
    invision,
    mail,
    mybb,
    nodebb,
    pasted,
    phpbb,
    reddit,
    smf,
    vanilla,
    vbulletin,
    xenforo,
    xmb,
)
from gm_tools.posts.formats.html_tree import (
    Node,
    Test,
    attr,
    classes,
    elements,
    find,
    find_outermost,
    parse_html,
    text_of,
)
from gm_tools.posts.formats.mail import read_from
from gm_tools.posts.formats.make_post import SAVED, CaptureFacts, SourceFile
from gm_tools.posts.thread import Page, Post


class Reader(Protocol):
    """What a module of a forum has: the forum's name in files and in sentences."""

    SOURCE: str
    NAME: str


class PageReader(Reader, Protocol):
    """What a module has that reads saved pages."""

    def is_marked(self, source: SourceFile) -> bool:
        """Tell whether the top of a page says that it is this forum's."""

    def is_post(self, node: Node) -> bool:
        """Tell whether an element is a post."""

    def read(self, source: SourceFile) -> Page:
        """Return what a page holds."""


class ExportReader(Reader, Protocol):
    """What a module has that reads JSON."""

    def is_export(self, data: Any) -> bool:
        """Tell whether JSON is of this kind."""

    def read_export(self, source: SourceFile) -> Page:
        """Return what it holds."""


# The readers of saved pages, the surest mark first; of JSON; of XML.
_PAGES: tuple[PageReader, ...] = (nodebb, xenforo, phpbb, invision, vanilla, mybb, smf, vbulletin, xmb, discord_page)
_EXPORTS: tuple[ExportReader, ...] = (discourse, discord, reddit, nodebb)
_XML = (feed, bgg)
_DATA: tuple[Reader, ...] = (*_EXPORTS, bgg)
PAGE_NAMES = sorted({one.NAME for one in _PAGES if one is not discord_page}, key=str.casefold)
EXPORT_NAMES = sorted({one.NAME for one in _DATA}, key=str.casefold)
SOURCES = tuple(sorted({mail.SOURCE, *(one.SOURCE for one in (*_PAGES, *_DATA))}))  # what an account can be at
LARGEST = 64_000_000  # bytes of a file
MOST_TAGS = 1_500_000  # of a page: its tree takes some 300 bytes for each
_OFFICE = N_("is a document of an office program: save its text as a .txt file")
_IN_OFFICE = (b"word/document.xml", b"application/vnd.oasis.opendocument")
_MAGIC = {
    b"{\\rtf": _OFFICE,
    b"\xd0\xcf\x11\xe0": _OFFICE,
    b"PK\x03\x04": N_("is a zip archive: unpack it first"),
    b"\x1f\x8b": N_("is packed by gzip: unpack it first"),
    b"%PDF": N_("is a PDF: save the page itself"),
    b"\x89PNG": N_("is a picture"),
    b"\xff\xd8\xff": N_("is a picture"),
    b"GIF8": N_("is a picture"),
    b"bplist": N_("is a web archive of Safari: save the page as its source"),
    b"7z\xbc\xaf": N_("is a 7z archive: unpack it first"),
}


def describe_kinds() -> str:
    """Return what kinds of files are read."""
    return _(
        "a saved page of {pages}; JSON of {exports}; HTML or JSON of DiscordChatExporter; XML of BoardGameGeek; the feed of a topic of"
        " phpBB or NodeBB; an e-mail; pasted text",
        pages=one_of(PAGE_NAMES),
        exports=one_of(one.NAME for one in _EXPORTS if one is not discord),
    )


def read_pages(
    data: bytes, file: str, sender: str = "", names: Collection[str] = (), capture: CaptureFacts = SAVED
) -> list[Page]:
    """Return the pages of threads in a file; raise InputError, with the file, for a file of no kind that is read.

    With `sender` the file is a message by that player, whatever it looks like. `names` are the names and marks of the
    table's seats: in pasted text they tell a heading `Bob:` from prose. `capture` is where and when the file was
    fetched.
    """
    text, warnings = text_of_file(data, file, capture.charset)
    if not text.strip():
        raise InputError(_("is empty"), file=file, allowed=describe_kinds())
    source = SourceFile(file, canonical=capture.address, text=text, names=frozenset(names), capture=capture)
    try:
        pages = [read_from(source, sender)] if sender else _pages(source, data)
    except RecursionError:
        raise InputError(_("is nested too deeply"), file=file, allowed=describe_kinds()) from None
    pages = [settle_page(page, capture.time) for page in pages]
    return [page._replace(warnings=(*warnings, *page.warnings)) for page in pages]


def text_of_file(data: bytes, file: str, charset: str = "") -> tuple[str, tuple[str, ...]]:
    """Return the text of a file in whatever encoding it says or shows, and warnings; raise InputError if it is no text.

    `charset` is what the header said that it was fetched with.
    """
    if len(data) > LARGEST:
        raise InputError(
            _("is {what} MB long", what=len(data) // 1_000_000),
            file=file,
            allowed=_("at most {what} MB", what=LARGEST // 1_000_000),
        )
    for magic, what in _MAGIC.items():
        if data.startswith(magic):
            is_office = magic == b"PK\x03\x04" and any(one in data for one in _IN_OFFICE)
            raise InputError(_(_OFFICE if is_office else what), file=file, allowed=describe_kinds())
    if wide := _wide_encoding(data):
        return data.decode(wide, "replace").lstrip("\ufeff"), ()
    data = data.rstrip(b"\x00")
    if b"\x00" in data[:4096]:
        raise InputError(_("holds no text"), file=file, allowed=describe_kinds())
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        place = error.start
    declared = re.search(
        rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{2,40})|encoding=["']([A-Za-z0-9_.-]{2,40})""", data[:4096]
    )
    name = ((declared[1] or declared[2]).decode() if declared else charset or "windows-1252").lower()
    if name in {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"}:
        name = "windows-1252"  # as browsers read it

    try:
        if lookup(name).name in {"utf-8", "utf-16", "utf-32"} or not getattr(lookup(name), "_is_text_encoding", True):
            raise LookupError
    except LookupError:
        line = data.count(b"\n", 0, place) + 1
        return data.decode("utf-8", "replace"), (
            _("line {line}: the encoding is broken: some characters are lost", line=line),
        )
    text = data.decode(name, "replace")
    lost = text.count("\ufffd")
    return text, (
        ngettext(
            "{n} character is lost: it is not in {name}",
            "{n} characters are lost: they are not in {name}",
            lost,
            name=name,
        ),
    ) if lost else ()


def _wide_encoding(data: bytes) -> str:
    """Return the encoding of a text whose characters take two or four bytes each, as its mark or its zeros show.

    It is empty for any other. In a text, most characters of two bytes have a zero for one of them.
    """
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    head = data[:4096]
    for encoding, zeros, others in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if zeros.count(0) * 4 > len(zeros) * 3 and 0 not in others:
            return encoding
    return ""


def _pages(source: SourceFile, data: bytes) -> list[Page]:
    head = source.text[:5000].lstrip("\ufeff \t\r\n")
    if head[:1] in {"{", "["} and (pages := _export(source)) is not None:
        return pages

    for reader in _XML:
        if reader.is_here(head):
            return [reader.read(source)]
    lowered = head.lower()
    if _is_archive(lowered):
        return [_html(source._replace(text=_unpack_archive(data, source.file)))]
    if head[:1] == "<" and not head.startswith("<@"):
        return [_html(source)]
    if mail.is_here(source.text):
        return mail.read(source)
    if "<html" in lowered or "<!doctype html" in lowered:
        return [_html(source)]
    return [pasted.read(source)]


def _export(source: SourceFile) -> list[Page] | None:
    """Return the page of an export; None if this only begins like JSON, as `[order]` does."""
    import json

    try:
        data: Any = json.loads(source.text)
    except json.JSONDecodeError as error:
        if source.text.lstrip()[:1] == "{" or source.text.lstrip()[1:2] in {"{", "\n"}:
            message = _("is broken JSON: {message}", message=error.msg)
            raise InputError(
                message, file=source.file, line=error.lineno, column=error.colno, allowed=describe_kinds()
            ) from None
        return None
    except ValueError:  # a number of many thousand digits
        raise InputError(
            _("is broken JSON: a number is too long"), file=source.file, allowed=describe_kinds()
        ) from None

    for reader in _EXPORTS:
        if reader.is_export(data):
            page = reader.read_export(source._replace(data=data))
            return [page if page.posts else page._replace(warnings=(*page.warnings, _("holds no posts of a thread")))]
    keys = ", ".join(map(str, list(data)[:6])) if isinstance(data, dict) else type(data).__name__
    message = _("is JSON of another kind (it begins with {keys})", keys=keys[:80])
    if isinstance(data, dict) and list(data)[:2] == ["status", "response"]:
        message += _("; if this is NodeBB's, the posts of a topic are at /api/topic/NUMBER")
    if isinstance(data, dict) and "from_id" in str(data.get("messages"))[:5000]:
        message += _(
            "; Telegram's exports lose marks of quotes and of struck text: paste its messages as [DATE TIME] Name: …"
        )
    raise InputError(message, file=source.file, allowed=describe_kinds())


def _html(source: SourceFile) -> Page:
    """Return what a saved page holds, read by the reader of the forum that made it."""
    tags = source.text.count("<")
    if tags > MOST_TAGS:
        raise InputError(
            _("is a page of {n} tags", n=tags),
            file=source.file,
            allowed=_("at most {n}: save fewer posts a page", n=MOST_TAGS),
        )

    root = parse_html(source.text)
    is_cut = "<html" in source.text[:5000].lower() and "</html" not in source.text[-5000:].lower()
    html = find(root, "html")
    body = find(root, "body")
    head = find(root, "head")
    page = source._replace(
        root=root,
        text="",
        html_id=attr(html, "id"),
        body_id=attr(body, "id"),
        body_classes=tuple(classes(body)) if body is not None else (),
        generator=_generator(head),
        canonical=_canonical(head) or source.canonical,
    )
    reader = next((one for one in _PAGES if one.is_marked(page)), None)
    if reader is None:  # a style of its own: what the first post looks like tells, never what stands in a post
        first = find(root, lambda node: any(one.is_post(node) for one in _PAGES))
        reader = next((one for one in _PAGES if first is not None and one.is_post(first)), None)
    if reader is not None:
        read = reader.read(page)
        if not read.posts and not read.warnings:
            message = N_("holds no posts of a thread")
            if find(root, "input[type=password]") is not None:
                message = N_("is a page to log in, and holds no posts of a thread")
            raise InputError(_(message), file=source.file, allowed=_("a page of a thread, saved whole"))
        cut = _("the page is cut off: its last post may be incomplete; save it again")
        # Both leave out what need not be said; the end of an export of Discord says what must be there.
        is_cut = is_cut and reader is not discord_page and not _is_minified(root)
        warnings = [*read.warnings, *_warn_of_nested(root, reader.is_post), *([cut] if is_cut else [])]
        posts = _with_cut(read.posts, root) if is_cut else read.posts
        return read._replace(posts=posts, warnings=tuple(warnings))
    hint = ""
    if _generator(head).lower().startswith("discourse"):
        hint = _("; this is Discourse: save the same address with .json?include_raw=1 added")
    raise InputError(_("is not a page of a supported forum") + hint, file=source.file, allowed=describe_kinds())


def _is_minified(root: Node) -> bool:
    """Tell whether SingleFile saved a page, as it says at the top: it leaves out the ends of the last elements."""
    top = (one for node in (root, find(root, "html")) if node is not None for one in node.children or ())
    return any(one.name == "#comment" and "saved with SingleFile" in (one.data or "") for one in top)


def _with_cut(posts: tuple[Post, ...], root: Node) -> tuple[Post, ...]:
    """Return the posts of a page that is cut off, with the last in doubt if nothing stands behind its words."""
    last = text_of(root)[-40:]
    if not posts or not last or not " ".join(posts[-1].text.split()).endswith(last[-len(posts[-1].text.strip()) :]):
        return posts
    return (*posts[:-1], posts[-1]._replace(doubt=_("the page is cut off in this post: save it again")))


def _warn_of_nested(root: Node, is_post: Test) -> list[str]:
    """Return a warning if posts stand inside posts.

    Somebody wrote them there, or the page is broken and they are real.
    """
    # NodeBB's own, shown twice
    every = elements(root, lambda node: attr(node, "component") == "post/replies/container")
    count = sum(1 for node in every if is_post(node)) - len(find_outermost(root, is_post))
    if count <= 0:
        return []
    return [
        ngettext(
            "{n} thing inside a post looks like a post: it was not read as one",
            "{n} things inside posts look like posts: they were not read as such",
            count,
        )
    ]


def _generator(head: Any) -> str:
    """Return what the head of a page says that it was made by; a `meta` further down may stand in a post."""
    node = find(head, lambda one: one.name == "meta" and attr(one, "name").lower() == "generator")
    return attr(node, "content")


def _canonical(head: Any) -> str:
    """Return the address that a page says it has, empty if it says none."""
    node = find(head, lambda one: one.name == "link" and attr(one, "rel").lower() == "canonical")
    if node is None:
        node = find(head, lambda one: one.name == "base" and attr(one, "href") != "")
    address = attr(node, "href").strip() if node is not None else ""
    return address if address.startswith(("https://", "http://")) else ""


def _is_archive(head: str) -> bool:
    """Tell whether a text is a web archive (MHTML); a mail that holds pictures looks like one, and was sent."""
    header = head.replace("\r\n", "\n").partition("\n\n")[0]
    begins = header.startswith(("from:", "mime-version:", "subject:", "date:", "content-type:"))
    return (
        begins
        and "multipart/related" in header
        and not re.search(r"^(?:to|cc|bcc|message-id|received):", header, re.MULTILINE)
    )


def _unpack_archive(data: bytes, file: str) -> str:
    """Return the page in a web archive (MHTML)."""
    from email import message_from_bytes
    from email.policy import default

    mail = message_from_bytes(data, policy=default)
    for part in mail.walk():
        if part.get_content_type() == "text/html":
            payload = part.get_payload(decode=True)
            return text_of_file(payload, file)[0] if isinstance(payload, bytes) else ""
    raise InputError(_("is a web archive without a page"), file=file, allowed=describe_kinds())
