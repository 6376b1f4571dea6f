"""E-mails and private messages as text: header lines, or a name given by the game master, and what is written."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _, ngettext
from gm_tools.posts import days, times
from gm_tools.posts.formats.html_text import make_body, read_body
from gm_tools.posts.formats.make_post import RawPost, SourceFile, make_post
from gm_tools.posts.thread import Page, digest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from email.message import EmailMessage, MIMEPart

    from gm_tools.posts.formats.bbcode import Body

SOURCE = "mail"
# The fields of a mail's header as programs show them, in the languages that they speak.
_FROMS = ("from", "von", "de", "da", "van", "från", "fra")
_DATES = ("date", "sent", "datum", "gesendet", "envoyé", "enviado", "inviato", "verzonden", "skickat", "sendt")
_SUBJECTS = ("subject", "title", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne")
_OTHERS = ("to", "cc", "message-id", "reply-to", "an", "à", "para", "aan", "till", "til")
_HEADER = re.compile(rf"({'|'.join((*_FROMS, *_DATES, *_SUBJECTS, *_OTHERS))})\s?:", re.IGNORECASE)
_FROM = re.compile(r"^[ \t]*(?:from|von):[ \t]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(r"[!-9;-~]{1,80}:")
# Fields of a mail as it was sent, which nobody copies from a screen.
_SENT = re.compile(
    r"^(?:content-(?:type|transfer-encoding)|mime-version|received|return-path|delivered-to|references|in-reply-to|sender"
    r"|user-agent|dkim-signature|list-[\w-]{1,40}|x-[\w-]{1,60}):",
    re.IGNORECASE | re.MULTILINE,
)
_FOLDED = re.compile(rf"\n[ \t]+(?=\S.*(?:\n[ \t]+\S.*){{0,20}}\n{_HEADER.pattern})", re.IGNORECASE)
_SEPARATOR = re.compile(r"From \S{1,300} +(?:mon|tue|wed|thu|fri|sat|sun)\b.{0,60}\b\d{4}\b", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*\n((?:(?!```).)*)\n[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
_LONGEST_HEADER = 60  # lines
_LONGEST_LINE = 400  # characters of a line that a program may have written
_FEWEST = 3  # fields of a header among copied messages: names and a date are not enough to begin another one
# What programs write above the mail that is answered or sent on, in the languages that they speak: never `I wrote`.
_ATTRIBUTION = re.compile(
    r"\s*(?:on|am|le|el|il|op|em|den)\b.{5,200}"
    r"\b(?:(?<!\bI )wrote|schrieb(?! ich\b)|a écrit|escribió|ha scritto|schreef|escreveu|skrev)\b.{0,80}:\s*",
    re.IGNORECASE,
)
_CUT_BELOW = re.compile(
    r"\s*(?:-{2,}\s*(?:original message|ursprüngliche nachricht|forwarded message|weitergeleitete nachricht"
    r"|message d.origine|mensaje original|messaggio originale|oorspronkelijk bericht)\b.*|_{20,}\s*"
    r"|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré))\s?:\s*)",
    re.IGNORECASE,
)
# Outlook writes the other mail's header, and nothing above it.
_COPIED_FROM = re.compile(rf"\s*\*{{0,2}}(?:{'|'.join(_FROMS)})\s?:\*{{0,2}}\s.*\S.*", re.IGNORECASE)
_COPIED_FIELD = re.compile(
    rf"\s*\*{{0,2}}(?:(?P<date>{'|'.join(_DATES)})|(?P<subject>{'|'.join(_SUBJECTS)})"
    rf"|{'|'.join(_OTHERS)}|a|importance|priorität)\s?:\*{{0,2}}\s.*",
    re.IGNORECASE,
)
_ATTACHED = frozenset({"message/rfc822", "application/mbox"})
_PLAIN = frozenset({"7bit", "8bit", "binary"})  # encodings of a mail that leave its text as it is
# HTML: what programs mark as the mail that is answered, and as a signature or a line that they wrote.
_HTML_QUOTES = ".yahoo_quoted, .protonmail_quote"
_HTML_NOTES = (
    ".gmail_attr, .moz-cite-prefix, .gmail_signature, .gmail_signature_prefix, .moz-signature,"
    " .protonmail_signature_block, #Signature, #ms-outlook-mobile-signature"
)


def is_here(text: str) -> bool:
    """Tell whether text begins with the header of a message: the first lines name who it is from."""
    head = text.lstrip("\n\ufeff ").split("\n\n", 1)[0][:20_000]
    if head.startswith(("Return-Path:", "Received:", "Delivered-To:", "MIME-Version:", "From ", "X-")):
        return bool(_FROM.search(head))
    if not _HEADER.match(head) or _FROM.search(head):
        return bool(_HEADER.match(head))
    names = _fields(head.split("\n"))[0]  # in other languages the words are names as well: `Van: (6M)`
    return all(any(word in names for word in words) for words in (_FROMS, _DATES, _SUBJECTS))


def read(source: SourceFile) -> list[Page]:
    """Return the messages in a file: one mail as it was sent, an mbox, or several copied one after the other.

    Only the block at the top of a message is its header: a `From:` further down is what somebody wrote.
    """
    text = source.text.replace("\r\n", "\n").lstrip("\n\ufeff ")
    pages = [_read_message(source, message) for message in _messages(text)]
    return pages if text.startswith("From ") else [pages[0], *map(_doubt_older, pages, pages[1:])]


def _doubt_older(above: Page, page: Page) -> Page:
    """Return a message that was copied under another one, with a doubt if it is older: the other may answer it."""
    (later,), (post,) = above.posts, page.posts
    one, other = (days.readings(times.in_utc(time, "")) for time in (post.posted, later.posted))
    if not any(days.is_before(begin, end) for begin in one for end in other):
        return page
    doubt = _("it stands under a later message by {author}, who may have quoted it", author=later.author)
    return page._replace(posts=(post._replace(doubt=doubt),))


def _read_message(source: SourceFile, text: str) -> Page:
    header, __, rest = text.partition("\n\n")
    if _SENT.search(header):
        from email import message_from_string
        from email.policy import default

        mail = message_from_string(text, policy=default)
        names = ("From", "Date", "Subject", "Message-ID")
        sender, date, subject, message = (_header(mail, name) for name in names)
        body, html = _bodies_of(mail)
        page = _page(source, sender, date, subject, body, message, html.text if html is not body else "")
        attached = sum(part.get_content_type() in _ATTACHED for part in mail.walk())
        if not attached:
            return page
        warning = ngettext(
            "message by {author}: a mail is attached, which is not read: save it as a file of its own",
            "message by {author}: {n} mails are attached, which are not read: save each as a file of its own",
            attached,
            author=page.posts[0].author,
        )
        return page._replace(warnings=(*page.warnings, warning))
    lines = _FOLDED.sub(" ", header).split("\n")
    fields, count = _fields(lines)
    written = "\n".join(lines[count:]) + "\n" + rest
    author, date, subject = (
        next((fields[word] for word in words if fields.get(word)), "") for words in (_FROMS, _DATES, _SUBJECTS)
    )
    return _page(source, author, date, subject, read_plain(written), fields.get("message-id", ""))


def _fields(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """Return the fields of a header by their names, the first of each name, and how many lines they are."""
    head = list(takewhile(lambda line: _HEADER.match(line.strip()), lines))
    fields: dict[str, str] = {}
    for line in head:
        name, __, value = line.strip().partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    return fields, len(head)


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
    starts = [
        at
        for (__, above), (at, lines) in pairwise(blocks)
        if _names(lines) >= first and len(first) >= _FEWEST and not _CUT_BELOW.fullmatch(above[-1][:_LONGEST_LINE])
    ]
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
    return names if len(names) == len(lines) and names & set(_FROMS) else frozenset()


def _page(source: SourceFile, sender: str, date: str, subject: str, body: Body, message: str, html: str = "") -> Page:
    author, address = _sender(sender)
    # A message has no number: what it says and who says it tell it from others, in every copy of it. Whoever gives his
    # mail the id of another's does not replace that one.
    message = message.strip("<> ")
    number = f"{message} {address}".strip() if message else digest(f"{author}\n{date}\n{body.text}")[:16]
    posted = read_date(date) if date else ""
    unread = _("message by {author}: its date {date!r} cannot be read", author=author, date=date)
    warnings = (unread,) if date and not posted else ()
    post = make_post(source, SOURCE, "", RawPost(number, author, posted=posted, body=body, author_id=address))
    return Page(SOURCE, "", subject, (post._replace(html=html),), warnings=warnings, file=source.file)


def read_date(text: str) -> str:
    """Return the date of a mail, as its header has it or as its reader's program shows it; empty if it is none.

    >>> read_date("Sat, 21 Nov 2026 20:00:00 -0000"), read_date("Saturday, November 21, 2026 8:00 PM")
    ('2026-11-21T20:00:00+00:00', '2026-11-21T20:00:00')
    """
    from email.utils import parsedate_to_datetime

    shown = times.from_pasted(text) or times.from_shown(text)
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return shown
    if at.tzinfo is None and text.rstrip().endswith("-0000"):  # by a server that does not say where it is
        return times.in_utc(at.isoformat(), "UTC")
    # The header of a mail has a zone and no `PM`.
    is_shown = at.tzinfo is None or re.search(r"\d\s?[ap]\.?m\b", text, re.IGNORECASE)
    return shown if is_shown and shown else times.from_iso(at.isoformat())


def _sender(sender: str) -> tuple[str, str]:
    """Return whom a message is from, the name or the part of the address that stands for it, and the address."""
    from email.header import decode_header, make_header
    from email.utils import parseaddr

    name, address = parseaddr(sender)
    if "=?" in name:  # as it was sent: in the letters of a mail's header
        name = str(make_header(decode_header(name)))
    address = address.strip().lower() if "@" in address else ""
    return name.strip() or address.partition("@")[0] or sender.strip(), address


def _bodies_of(mail: EmailMessage) -> tuple[Body, Body]:
    """Return what the plain text of a mail says and what its HTML says: twice the same if it has but one of them."""
    try:
        parts = [part for kind in ("plain", "html") if (part := mail.get_body(preferencelist=(kind,))) is not None]
        bodies = [_read_part(part) for part in parts]
    except Exception:  # noqa: BLE001  (unknown charsets, broken encodings: the standard library raises many kinds)
        bodies = [read_plain(str(mail.get_payload()))]
    bodies = [body for body in bodies if body.text or body.quotes] or [*bodies, read_plain("")]
    return bodies[0], bodies[-1]  # some programs leave the plain text empty


def _read_part(part: MIMEPart) -> Body:
    from gm_tools.posts.formats.html_tree import parse_fragment

    content = str(_content_of(part))
    if part.get_content_subtype() != "html":
        return read_plain(content)
    # What was marked as a quote is gone, and with it what a line `On … wrote:` stands above.
    body = read_body(parse_fragment(content), _HTML_QUOTES, _HTML_NOTES)
    read = _read_plain(body.text, attributed=not body.quotes)
    return read._replace(
        quotes=(*body.quotes, *read.quotes),
        struck=(*body.struck, *read.struck),
        smilies=body.smilies,
    )


def _content_of(part: MIMEPart) -> object:
    """Return what a part of a mail holds. What is not encoded in it was decoded with the file, and is text already."""
    payload = part.get_payload()
    is_text = isinstance(payload, str) and not payload.isascii()
    return (
        payload if is_text and part.get("Content-Transfer-Encoding", "8bit").lower() in _PLAIN else part.get_content()
    )


def read_plain(text: str) -> Body:
    """Return what a message in plain text says: without lines quoted by `>`, what it answers to, and its signature.

    What stands in a fence of Markdown is code: it was copied for a forum.
    """
    return _read_plain(text, attributed=True)


def _read_plain(text: str, *, attributed: bool) -> Body:
    """Return what a message says; `attributed` tells that what it answers to stands below a line `On … wrote:`."""
    kept: list[str] = []
    quotes: list[str] = []
    quote: list[str] = []
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for at, line in enumerate(lines):
        is_history = _begins_history(lines, at, attributed=attributed)
        if line.rstrip() == "--" or is_history:
            later = next((lines[place] for place in range(at + 1, len(lines)) if lines[place].strip()), "")
            is_answered_below = is_history and later.lstrip().startswith((">", "|"))
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


def _begins_history(lines: Sequence[str], at: int, *, attributed: bool) -> bool:
    """Tell whether the mail that is answered or sent on begins with a line: one that a program wrote, or its header."""
    line = lines[at][:_LONGEST_LINE]
    if _CUT_BELOW.fullmatch(line) or (attributed and _ATTRIBUTION.fullmatch(line)):
        return True
    if not _COPIED_FROM.fullmatch(line):
        return False
    found = list(takewhile(bool, (_COPIED_FIELD.fullmatch(one[:_LONGEST_LINE]) for one in lines[at + 1 : at + 8])))
    return all(any(one and one[name] for one in found) for name in ("date", "subject"))
