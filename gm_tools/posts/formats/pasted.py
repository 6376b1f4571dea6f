"""Text pasted out of a thread: posts under headings of one form.

One form of heading holds for a whole text: the one that it begins with. What has another form is content. Where a line
may be a heading or may be part of the post above it (another form with a time, a time out of order, a quote whose end
does not show), both posts are read, and both are in doubt (`Post.doubt`): the game master is asked, and no order is
given to either author.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.posts import times
from gm_tools.posts.formats.mail import read_plain
from gm_tools.posts.formats.make_post import RawPost, SourceFile, make_post
from gm_tools.posts.formats.pasted_forms import DIRECTION, LONGEST_LINE, Form, fits
from gm_tools.posts.formats.pasted_headings import Opening, find_openings
from gm_tools.posts.thread import Page, Post, digest

SOURCE = "text"
# What reads like a line about an edit, whoever wrote it, in the languages whose headings are read: an edit at a time
# that is not known.
_EDIT_LIKE = re.compile(
    r"\W{0,3}(?:last edit(?:ed)?|(?:this post was )?last modified"
    r"|(?:dieser beitrag wurde )?zuletzt (?:geändert|bearbeitet|editiert)|letzte (?:änderung|bearbeitung)|geändert von"
    r"|dernière (?:modification|édition)|modifié (?:en dernier |pour la dernière fois )?(?:par|le)|édité (?:par|le)"
    r"|última (?:edición|modificación|edição)|editado (?:por|pela)|ultima modifica|laatste? (?:gewijzigd|bewerkt|wijziging)"
    r"|senast (?:ändrad|redigerad)|senest (?:rettet|redigeret)|sist (?:redigert|endret))\b.*\d.*",
    re.IGNORECASE,
)
# Discord's mark behind a text, and WhatsApp's: neither tells when.
_SMALL_EDIT = re.compile(
    r"\s?\((?:edited|bearbeitet|modifié|editado|bewerkt|modificato|redigera[dt]|redigeret)\)$"
    r"|\s?\u200e?<(?:this message was edited|diese nachricht wurde bearbeitet|ce message a été modifié|se editó este mensaje"
    r"|dit bericht is bewerkt|questo messaggio è stato modificato|esta mensagem foi editada)\.?>$",
    re.IGNORECASE,
)
_QUOTE = re.compile(
    r".{1,60} (?:wrote|hat geschrieben|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev) ?:.*"
    r"|.{1,60} (?:said|sagte|hat gesagt|a dit|dijo|ha detto|zei|disse|sa|sagde) ?:"
    r"|(?:originally posted by|envoyé par|iniciado por|publicado por|geplaatst door) .*|quote from: .* on .*"
    r"|(?:zitat|citation|cita|citat|citaat) (?:von|de|di|från|fra|van)\b.*"
    r"|\(.{3,40}\).{1,60} wrote:.*|@\S{1,60} said.{0,100}:|(?:quote|zitat|citation|cita|citaat|citat|citação):?",
    re.IGNORECASE,
)
_OPENED = re.compile(r"(?:[-*•] )?([*_`~]{1,3})(?=[^\W_])")  # before a name: `**Alice:** …`
_RULE = re.compile(r"_{10,}")  # over a signature
_FOOTS = re.compile(r"reason: .*|grund: .*", re.IGNORECASE)


def read(source: SourceFile) -> Page:
    """Return pasted text as posts; raise InputError for a copy in which nobody can see who wrote what.

    A time without date or clock ("Yesterday", "2 hours ago") is unknown. `gm collect --forms` lists the forms that are
    read.
    """
    lines = source.text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").split("\n")
    _refuse_export(lines, source.file)
    openings, form = find_openings(lines, source.names)
    if form is None or not form.is_timed:
        _refuse(lines, source.file)
    if form is None or not openings:
        raise InputError(
            _("no line of this text is the heading of a post"),
            file=source.file,
            allowed=_("a form that gm collect --forms lists; of a message without a heading, the sender: --from NAME"),
        )
    posts: list[Post] = []
    seen: dict[str, int] = {}
    blocks = _blocks(lines, openings, form)
    ends = _endings(openings, blocks)
    for opening, (words, doubt) in zip(openings, blocks, strict=True):
        text, edited, why = _take_edit(words, opening, ends, form)
        body = read_plain("\n".join(text))
        author = opening.heading.author
        key = digest(f"{author.casefold()}\n{body.text}")[:16]
        seen[key] = seen.get(key, 0) + 1
        number = key if seen[key] == 1 else f"{key}-{seen[key]}"
        post = make_post(
            source, SOURCE, "", RawPost(number, author, posted=opening.posted, edited=edited, edited_span=60, body=body)
        )
        posts.append(post._replace(doubt=doubt or why))
    return Page(SOURCE, "", "", tuple(posts), warnings=_warnings(lines, openings, form), file=source.file)


def _blocks(lines: Sequence[str], openings: Sequence[Opening], form: Form) -> list[tuple[list[str], str]]:
    """Return the lines of each post and why its author is in doubt.

    A sure post reaches to the next sure heading: what stands under a doubtful one may be its own.
    """
    blocks: list[tuple[list[str], str]] = []
    sure = end = len(lines)
    doubt = ""
    for opening in reversed(openings):
        heading = opening.heading
        why = opening.doubt or doubt
        until = end if opening.doubt else sure
        opened = _OPENED.match(heading.author)
        rest = heading.rest.removeprefix(opened[1]).lstrip() if opened is not None else heading.rest
        words = [rest] if rest else []
        above = heading.text - len(words)
        words += lines[heading.text : until]
        words = _without_foot(words, form, is_last=until == len(lines))
        why = why or _open_quote(words, above, form) or _doubtful_notice(words, above, form)
        blocks.append(([line for line in words if not _is_notice(line, form)], why))
        end = heading.first
        sure, doubt = (sure, opening.doubt) if opening.doubt else (end, "")
    return blocks[::-1]


def _open_quote(words: Sequence[str], above: int, form: Form) -> str:
    """Return why the text of a post is in doubt that was copied with a quote.

    `above` is how many lines stand above it.
    """
    if not form.is_copied:
        return ""
    at = next((at for at, line in enumerate(words) if fits(_QUOTE, line)), None)
    if at is None:
        return ""
    return _(
        "line {line} of the text begins a quote, and text that was copied does not show where it ends",
        line=above + at + 1,
    )


def _is_notice(line: str, form: Form) -> bool:
    """Tell whether a line is what the program says: one that is set in is part of a message."""
    return form.notice is not None and line[:1] != " " and fits(form.notice, line.lstrip(DIRECTION))


def _doubtful_notice(words: Sequence[str], above: int, form: Form) -> str:
    """Return why the text of a post is in doubt: the program tells in it what somebody wrote, a name of the chat."""
    found = (at for at, line in enumerate(words) if _is_notice(line, form) and re.search(r"[(\"“„«]|:\D", line))
    at = next(found, None)
    if at is None:
        return ""
    return _("line {line} of the text has a time and no author: it may be a notice of the chat", line=above + at + 1)


def _without_foot(words: list[str], form: Form, *, is_last: bool) -> list[str]:
    """Return the lines of a post without what the forum puts under it, and under the last post of a page."""
    if form.stop is None:
        return words
    stops = [at for at, line in enumerate(words) if fits(form.stop, line)]
    if stops and (is_last or form.peeks):
        words = words[: stops[-1]]
    while words and (not words[-1].strip() or fits(form.stop, words[-1])):
        words = words[:-1]
    return words


def _endings(openings: Sequence[Opening], blocks: Sequence[tuple[list[str], str]]) -> set[tuple[str, str]]:
    """Return the last lines that end more than one post of an author: signatures."""
    seen: set[tuple[str, str]] = set()
    twice: set[tuple[str, str]] = set()
    for opening, (words, __) in zip(openings, blocks, strict=True):
        last = next((line.strip() for line in reversed(words) if line.strip()), "")
        row = (opening.heading.author, last)
        (twice if row in seen else seen).add(row)
    return twice


def _take_edit(
    words: list[str], opening: Opening, ends: set[tuple[str, str]], form: Form
) -> tuple[list[str], str, str]:
    """Return what a post says without the forum's line about an edit, when it was edited, and why its text is in doubt.

    The last such line counts, and only where the forum puts it: at the end, above a signature. A player's own is an
    edit at an unknown time, which never passes for one before the deadline.
    """
    edited = _edit_time(opening.heading.edited, form) if opening.heading.edited else ""
    rule = next((at for at, line in enumerate(words) if _RULE.fullmatch(line.strip())), None)
    if rule is not None and form.is_copied:
        words = words[:rule]
    if form.marks_edits and any(_SMALL_EDIT.search(line[-60:]) for line in words):
        return [_SMALL_EDIT.sub("", line) if len(line) <= LONGEST_LINE else line for line in words], "?", ""
    found = [at for at, line in enumerate(words) if fits(_EDIT_LIKE, line)]
    if not found:
        return words, edited, ""
    at = found[-1]
    below = [
        line.strip() for line in words[at + 1 :] if line.strip() and not _FOOTS.fullmatch(line.strip()[:LONGEST_LINE])
    ]
    text = [line for place, line in enumerate(words) if place != at]
    if form.edit is None or not fits(form.edit, words[at]):
        return text, "?", ""
    if below and (opening.heading.author, below[-1]) in ends:
        return words[:at], _edit_time(words[at].strip(), form), ""
    why = _("the text under the line about an edit may be a signature: {words!r}", words=below[0][:60]) if below else ""
    return text, "?" if below else _edit_time(words[at].strip(), form), why


def _edit_time(line: str, form: Form) -> str:
    """Return the time in a line about an edit.

    It is `?` if it is not as the forum writes it, or has none that can be read.
    """
    found = form.edit.fullmatch(line) if form.edit is not None else None
    shown = next((part for part in found.groups() if part), "") if found is not None else ""
    return times.from_pasted(shown) or "?"


def _refuse_export(lines: Sequence[str], file: str) -> None:
    """Raise InputError for text that a program made of a thread: in it anybody can write another's heading."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    top, below = lines[first].strip()[:LONGEST_LINE], lines[first + 1 : first + 2]
    is_text = re.fullmatch(r"={20,}", top) and below[0].startswith("Guild: ")
    if is_text or top.replace('"', "").startswith("AuthorID,Author,Date,Content"):
        raise InputError(
            _("is a text export of DiscordChatExporter, and as text it does not prove who wrote what"),
            file=file,
            allowed=_("the same channel exported as HTML or JSON"),
        )
    if re.fullmatch(r"\S{1,60} \| \d{4}-\d\d-\d\d [\d:]+ UTC \| #\d+", top):
        raise InputError(
            _("is the raw text of a topic of Discourse, and as text it does not prove who wrote what"),
            file=file,
            allowed=_("the address of the thread with .json?include_raw=1 added, saved"),
        )


def _refuse(lines: Sequence[str], file: str) -> None:
    """Raise InputError for what was copied from a forum whose pages do not show, as text, who wrote what."""
    short = [line.strip().lower() for line in lines if 0 < len(line) <= 40]
    message, hint = "", ""
    if "You're currently viewing a stripped down version of our content." in lines:
        message = N_("was copied from MyBB's archive, which does not show who wrote what")
        hint = N_("the page of the thread itself, saved whole")
    elif not {"flag msg tools", "mbmbmbmbmb", "• [+] dice rolls"}.isdisjoint(short):
        message = N_("was copied from BoardGameGeek, and as text it does not show who wrote what")
        hint = N_("the thread as XML: https://boardgamegeek.com/xmlapi2/thread?id=NUMBER")
    elif sum(1 for line in short if re.fullmatch(r"\d{1,2} ?(?:m|h|d|min|mins)", line)) > 1:
        message = N_("was copied from Discourse, it seems, and as text it does not show who wrote what")
        hint = N_("the address of the thread with .json?include_raw=1 added, saved")
    elif all(any(map(re.compile(one).fullmatch, short)) for one in (r".{1,40}, [a-z]{3} \d{1,2}, \d{4}", r"#\d{1,6}")):
        message = N_("was copied from XenForo 1, and as text it does not show who wrote what")
        hint = N_("the page, saved whole")
    if message:
        raise InputError(_(message), file=file, allowed=_(hint))


def _warnings(lines: Sequence[str], openings: Sequence[Opening], form: Form) -> tuple[str, ...]:
    found = []
    first = openings[0].heading.first
    if not form.is_copied and any(line.strip() for line in lines[:first]):
        found.append(_("the text above line {line}, the first heading, was left out", line=first + 1))
    unknown = [one for one in openings if not one.posted]
    if form.is_timed and unknown:
        message = N_("the heading in line {line} has no date that can be read: when the post was written is not known")
        found.append(_(message, line=unknown[0].heading.first + 1))
    return tuple(found)
