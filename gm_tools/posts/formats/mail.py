"""E-mails and private messages as text: header lines, or a name given by the game master, and what is written."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.posts import times
from gm_tools.posts.formats.html_text import make_body, read_body
from gm_tools.posts.formats.make_post import RawPost, SourceFile, make_post
from gm_tools.posts.thread import Page, digest

if TYPE_CHECKING:
    from email.message import EmailMessage

    from gm_tools.posts.formats.bbcode import Body

SOURCE = "mail"
_HEADER = re.compile(
    r"(from|to|cc|date|sent|subject|title|message-id|reply-to|von|an|datum|gesendet|betreff):", re.IGNORECASE
)
_FROM = re.compile(r"^[ \t]*(?:from|von):[ \t]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(r"[!-9;-~]{1,80}:")
_MIME = re.compile(r"^content-(?:type|transfer-encoding):", re.IGNORECASE | re.MULTILINE)
_SEPARATOR = re.compile(r"From \S{1,300} +(?:mon|tue|wed|thu|fri|sat|sun)\b.{0,60}\b\d{4}\b", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*\n((?:(?!```).)*)\n[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
_LONGEST_HEADER = 60  # lines
_FEWEST = 3  # fields of a header among copied messages: names and a date are not enough to begin another one
_HISTORY = re.compile(
    r"^\s*(?:-{2,}\s*(?:original message|ursprüngliche nachricht|forwarded message|weitergeleitete nachricht)\b"
    r"|_{20,}\s*$|(?:on|am)\b.{5,200}\b(?:wrote|schrieb)\b.{0,80}:\s*$)",
    re.IGNORECASE,
)


def is_here(text: str) -> bool:
    """Tell whether text begins with the header of a message: the first lines name who it is from."""
    head = text.lstrip("\n\ufeff ").split("\n\n", 1)[0][:20_000]
    if head.startswith(("Return-Path:", "Received:", "Delivered-To:", "MIME-Version:", "From ", "X-")):
        return bool(_FROM.search(head))
    return bool(_HEADER.match(head)) and bool(_FROM.search(head))


def read(source: SourceFile) -> list[Page]:
    """Return the messages in a file: one mail as it was sent, an mbox, or several copied one after the other.

    Only the block at the top of a message is its header: a `From:` further down is what somebody wrote.
    """
    text = source.text.replace("\r\n", "\n").lstrip("\n\ufeff ")
    return [_read_message(source, message) for message in _messages(text)]


def _read_message(source: SourceFile, text: str) -> Page:
    header, __, rest = text.partition("\n\n")
    if _MIME.search(header):
        from email import message_from_string
        from email.policy import default

        mail = message_from_string(text, policy=default)
        names = ("From", "Date", "Subject", "Message-ID")
        sender, date, subject, message = (_header(mail, name) for name in names)
        return _page(source, sender, date, subject, _body_of(mail), message)
    lines = header.split("\n")
    head = list(takewhile(lambda line: _HEADER.match(line.strip()), lines))
    fields: dict[str, str] = {}
    for line in head:
        name, __, value = line.strip().partition(":")
        fields.setdefault(name.lower(), value.strip())
    written = "\n".join(lines[len(head) :]) + "\n" + rest
    author = fields.get("from", fields.get("von", ""))
    date = fields.get("date") or fields.get("sent") or fields.get("datum") or fields.get("gesendet") or ""
    subject = fields.get("subject") or fields.get("title") or fields.get("betreff") or ""
    return _page(source, author, date, subject, read_plain(written), fields.get("message-id", ""))


def read_from(source: SourceFile, author: str) -> Page:
    """Return text without a header as a message of the author that the game master names."""
    return _page(source, author, "", "", read_plain(source.text), "")


def _header(mail: EmailMessage, name: str) -> str:
    """Return a header of a mail; one that is broken is read as it stands."""
    try:
        return str(mail[name] or "")
    except Exception:  # noqa: BLE001  (the standard library's header parser fails in many ways on broken headers)
        return next((str(value) for key, value in mail.raw_items() if key.lower() == name.lower()), "")


def _messages(text: str) -> list[str]:
    """Return the messages of a text.

    In an mbox one begins at each line `From ADDRESS DATE` with a header under it. In messages that were copied one
    after the other, one begins at each whole header that has all the fields of the first one: a lone `From:` does not.
    """
    blocks = _blocks(text)
    if text.startswith("From "):
        starts = [
            at for at, lines in blocks if _SEPARATOR.match(lines[0]) and len(lines) > 1 and _FIELD.match(lines[1])
        ]
        messages = [message.partition("\n")[2] for message in _cut(text, starts)]
        # An mbox writes `From ` at the beginning of a line of a message as `>From `.
        return [re.sub(r"^>(>*From )", r"\1", message, flags=re.MULTILINE) for message in messages] or [text]
    first = _names(blocks[0][1])
    starts = [at for at, lines in blocks[1:] if _names(lines) >= first and len(first) >= _FEWEST]
    return _cut(text, [0, *starts])


def _cut(text: str, starts: list[int]) -> list[str]:
    """Return the pieces of a text that begin at some places, each up to the next one."""
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def _blocks(text: str) -> list[tuple[int, list[str]]]:
    """Return the first lines of each block between empty lines, with the block's place.

    There are at most as many lines as a header has.
    """
    blocks: list[tuple[int, list[str]]] = []
    at, is_inside = 0, False
    for line in text.split("\n"):
        if not line.strip():
            is_inside = False
        elif not is_inside:
            blocks.append((at, [line]))
            is_inside = True
        elif len(blocks[-1][1]) < _LONGEST_HEADER:
            blocks[-1][1].append(line)
        at += len(line) + 1
    return blocks


def _names(lines: list[str]) -> frozenset[str]:
    """Return the names of a header's fields; none if some line is no field of a header, or nobody is named."""
    names = frozenset(found[1].lower() for found in map(_HEADER.match, lines) if found)
    return names if len(names) == len(lines) and names & {"from", "von"} else frozenset()


def _page(source: SourceFile, sender: str, date: str, subject: str, body: Body, message: str) -> Page:
    author, address = _sender(sender)
    # A message has no number: what it says and who says it tell it from others, in every copy of it. Whoever gives his
    # mail the id of another's does not replace that one.
    message = message.strip("<> ")
    number = f"{message} {address}".strip() if message else digest(f"{author}\n{date}\n{body.text}")[:16]
    posted = times.from_mail(date) if date else ""
    unread = _("message by {author}: its date {date!r} cannot be read", author=author, date=date)
    warnings = (unread,) if date and not posted else ()
    post = make_post(source, SOURCE, "", RawPost(number, author, posted=posted, body=body, author_id=address))
    return Page(SOURCE, "", subject, (post,), warnings=warnings, file=source.file)


def _sender(sender: str) -> tuple[str, str]:
    """Return whom a message is from, the name or the part of the address that stands for it, and the address."""
    from email.utils import parseaddr

    name, address = parseaddr(sender)
    address = address.strip().lower() if "@" in address else ""
    return name.strip() or address.partition("@")[0] or sender.strip(), address


def _body_of(mail: EmailMessage) -> Body:
    """Return what a mail says: its plain text if it has one, else its HTML."""
    from gm_tools.posts.formats.html_tree import parse_fragment

    try:
        part = mail.get_body(preferencelist=("plain", "html"))
        content = part.get_content() if part is not None else ""
    except Exception:  # noqa: BLE001  (unknown charsets, broken encodings: the standard library raises many kinds)
        part, content = None, str(mail.get_payload())
    content = content if isinstance(content, str) else ""
    if part is not None and part.get_content_subtype() == "html":
        return read_body(parse_fragment(content))
    return read_plain(content)


def read_plain(text: str) -> Body:
    """Return what a message in plain text says: without lines quoted by `>`, what it answers to, and its signature.

    What stands in a fence of Markdown is code: it was copied for a forum.
    """
    kept: list[str] = []
    quotes: list[str] = []
    quote: list[str] = []
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for at, line in enumerate(lines):
        if line.rstrip() == "--" or _HISTORY.match(line):
            later = next((lines[place] for place in range(at + 1, len(lines)) if lines[place].strip()), "")
            is_answered_below = _HISTORY.match(line) and later.lstrip().startswith((">", "|"))
            if not is_answered_below:
                if line.rstrip() != "--":
                    quotes.append("\n".join(lines[at:]).strip())
                break
            continue
        if line.lstrip().startswith((">", "|")):
            quote.append(line.lstrip()[1:].strip())
            continue
        if quote:
            quotes.append("\n".join(quote))
            quote = []
            kept.append("")
        kept.append(line)
    if quote:
        quotes.append("\n".join(quote))
    return make_body(_FENCE.sub(r"[code]\n\1\n[/code]", "\n".join(kept)), quotes)
