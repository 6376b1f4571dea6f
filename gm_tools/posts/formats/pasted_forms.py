"""The forms of heading that pasted text may have.

They are how each kind of forum looks when it is selected and copied in a browser. A form finds its headings in the
lines of a text. What stands above a heading there (posts, joined, rank) and under a post (Top, Quote, Like) is the
forum's, not an author's. Every form has an example, which `gm collect --forms` shows and the tests read.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple

SAME = "^"  # in place of an author: whoever wrote the post above
LONGEST_LINE = 300  # characters of a line that may be a heading
DIRECTION = "\u200e\u200f"  # WhatsApp sets a mark of direction before a message with a picture
_MOST_ABOVE = 25  # lines between an author's name and the line that makes a heading of it

_WORD_TIME = r"(?:today|yesterday|heute|gestern|just now|moments? ago|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_AGO = r"(?:(?:an?|\d{1,4}) ?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|mins?|hrs?|secs?|mo|s|m|h|d|w|y)\b\.?(?: ago)?)"
_CLOCK = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?"
_ON = (
    r"(?:\d{1,4}[-./]\d{1,2}[-./]\d{2,4}"  # 11-21-2026
    r"|(?:[^\W\d_]{2,9}\.?,?\s)?(?:[^\W\d_]{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}"  # Sat Nov 21, 2026
    r"|\d{1,2}(?:st|nd|rd|th|\.)?\s[^\W\d_]{3,9}\.?,?\s\d{4}))"  # 21. Nov 2026
)
TIME = rf"(?:(?:{_ON}|{_WORD_TIME})(?:[,T]?\s?(?:at|um|@|-|·)?\s?{_CLOCK}(?:\suhr)?)?(?:\s?(?:utc|gmt|z|cet|cest|mez|mesz|[+-]\d\d:?\d\d))?|{_AGO}|(?:a|few|\s){{1,8}}(?:moments|seconds) ago)"
_NAME = r"(?P<author>[^\s>|](?:[^\n]{0,58}?[^\s:])?)"
_SPEAKER = r"\s?(?P<author>[^\s>|<:][^:\n]{0,60}?)\s?:\s?(?P<rest>.*)"
_INFO = re.compile(
    r"(?:(?:posts?|beiträge|threads|themen|topics|joined|join date|registered|registriert|dabei seit|location|wohnort|reputation"
    r"|messages|reaction score|points|likes|contact|kontakt|karma|gender|age|trophy points|solutions|blog entries)\b.{0,80}"
    rf"|re: .{{0,200}}|quote|zitat|zitieren|share|tweet|new|add bookmark|online|offline|op|mod|author|•|[*★]+|[\d.,]+[km]?|{_ON}"
    r"|u/\S{1,60} avatar|.{1,60}'s avatar|.{1,60} is (?:on|off)line.{0,60}|(?:default|standard)(?: .{0,200})?)",
    re.IGNORECASE,
)


class Heading(NamedTuple):
    """Where a post begins: its first line and the first line of what it says, the author, and the time as it is shown.

    `rest` is what comes after the heading on its line. `dressed` tells that the heading has what a forum puts around
    it; the author is empty where the heading does not show one.
    """

    first: int
    text: int
    author: str
    time: str = ""
    rest: str = ""
    dressed: bool = False
    edited: str = ""


class Form(NamedTuple):
    """A form of heading.

    `stop` is the line that the forum puts under a post, `is_copied` tells that quotes have lost their marks. `edit` is
    the line about an edit as the forum writes it, to the letter: its time is the forum's, and where a forum writes
    none, no line proves when a post was edited. `is_timed` tells that its headings have times, `in_order` that posts
    stand in the order of their times, `peeks` that text of another post may stand under `stop`, `ends_posts` that
    `stop` stands under every post, `marks_edits` that a mark behind the text tells of an edit, `notice` is a line with
    a time and without an author: what the program says is nobody's text.
    """

    name: str
    example: str
    anchor: re.Pattern[str]
    find: Callable[[Sequence[str], int, re.Match[str]], Heading | None]
    stop: re.Pattern[str] | None = None
    is_timed: bool = True
    in_order: bool = True
    is_copied: bool = False
    peeks: bool = False
    ends_posts: bool = False
    marks_edits: bool = False
    edit: re.Pattern[str] | None = None
    notice: re.Pattern[str] | None = None

    def headings(self, lines: Sequence[str]) -> Iterator[Heading]:
        """Yield the headings of this form."""
        last, author, time = -1, "", ""
        for at, line in enumerate(lines):
            if len(line) > LONGEST_LINE or not (found := self.anchor.fullmatch(line.strip().lstrip(DIRECTION))):
                continue
            heading = self.find(lines, at, found)
            if heading is None or at <= last or (heading.author == SAME and not author):
                continue
            if heading.author.lower().startswith(("[quote", "[code", "[/")):
                continue  # within a quote
            if heading.author == SAME:
                shown = re.sub(_CLOCK, heading.time, time, flags=re.IGNORECASE)
                heading = heading._replace(author=author, time=shown)
            last, author, time = heading.text - 1, " ".join(heading.author.split()), heading.time
            yield heading._replace(author=author)


def fits(pattern: re.Pattern[str], line: str) -> bool:
    """Tell whether a line is short enough to be the forum's, and all of it is what a pattern says."""
    return len(line) <= LONGEST_LINE and pattern.fullmatch(line.strip()) is not None


def _line(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _below(lines: Sequence[str], at: int) -> str:
    """Return the line below one, empty if it is too long, or if there is none."""
    return lines[at + 1].strip() if at + 1 < len(lines) and len(lines[at + 1]) <= LONGEST_LINE else ""


def _inline(_lines: Sequence[str], at: int, found: re.Match[str]) -> Heading:
    """Return a heading that is one line: the author, the time and what comes after them are named groups."""
    parts = found.groupdict()
    return Heading(at, at + 1, parts["author"], parts.get("time") or "", parts.get("rest") or "")


def _phpbb(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading:
    """Return a heading of phpBB with the author's name, posts, title and buttons above it."""
    heading = _inline(lines, at, found)
    for above in range(at - 1, max(at - 15, -1), -1):
        if lines[above].strip() == heading.author:
            between = [line.strip() for line in lines[above + 1 : at]]
            dressed = any(_INFO.fullmatch(line) for line in between)
            return heading._replace(first=above, dressed=True) if dressed else heading
    return heading


def _match_print_view(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading | None:
    """Return a heading of phpBB's print view: the time, and the author in the next line."""
    below = re.fullmatch(r"(?:by|von) (\S.{0,60})", _below(lines, at))
    is_titled = at > 0 and lines[at - 1].strip() != ""
    return Heading(at - is_titled, at + 2, below[1], found["time"]) if below is not None else None


def _above(lines: Sequence[str], at: int) -> tuple[int, str, bool]:
    """Return the first line of the block above a heading, and the author named there (empty: none).

    With them comes whether the forum's facts are in it.
    """
    place, facts = at - 1, False
    while place > max(at - _MOST_ABOVE, -1) and (not lines[place].strip() or fits(_INFO, lines[place])):
        facts = facts or bool(lines[place].strip())
        place -= 1
    first = place
    while first >= 0 and place - first < 4 and lines[first].strip() and not fits(_FOOT, lines[first]):
        first -= 1
    if place - first >= 4 or first == place:
        return at, "", facts
    names = [line.strip() for line in lines[first + 1 : place + 1]]
    if len(names) > 1 and len(names[0]) == 1 and names[1][:1].upper() == names[0].upper():
        del names[0]  # the letter that stands for a picture
    return first + 1, names[0], facts


_FOOT = _line(
    r"top|nach oben|find|reply|like|report|logged|share|award|upvote|downvote|comment|post cancel|reply with quote.{0,30}"
    r"|(?:\d+ repl(?:y|ies) )?last reply|permalink.{0,80}"
)


def _match_number(lines: Sequence[str], at: int, _found: re.Match[str]) -> Heading | None:
    """Return a heading of MyBB or vBulletin 5: `#3`, and the time in the next line, under the author's block."""
    last = rf"(?P<time>{TIME})(?: \((?P<edited>.{{10,200}})\))?"
    time = re.fullmatch(last, _below(lines, at), re.IGNORECASE)
    first, author, facts = _above(lines, at)
    if time is None or not facts:
        return None
    return Heading(first, at + 2, author, time["time"], dressed=True, edited=time["edited"] or "")


def _xenforo(lines: Sequence[str], at: int, _found: re.Match[str]) -> Heading | None:
    """Return a heading of XenForo 2: the time, perhaps some buttons, and `#3`, under the author's block."""
    for place in range(at - 1, max(at - 5, -1), -1):
        shown = lines[place].strip()
        if len(shown) <= 60 and (found := re.fullmatch(TIME, shown, re.IGNORECASE)):
            first, author, facts = _above(lines, place)
            return Heading(first, at + 1, author, found[0], dressed=True) if facts else None
        if shown and not fits(_INFO, shown):
            return None
    return None


def _smf(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading:
    first, author, facts = _above(lines, at)
    return Heading(first, at + 1, author, found["time"], dressed=facts)


def _nodebb(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading | None:
    """Return a heading of NodeBB: the name, `wrote … last edited by …`, and `#3`."""
    if at == 0 or not re.fullmatch(r"#\d{1,9}", _below(lines, at)):
        return None
    first = at - 1
    while first > 0 and re.fullmatch(r"\w? ?(?:online|offline|away|dnd|busy)", lines[first - 1].strip(), re.IGNORECASE):
        first -= 1
    edited = "?" if found["editor"] else ""
    return Heading(first, at + 2, lines[at - 1].strip(), found["time"] or "", dressed=first < at - 1, edited=edited)


def _reddit(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading | None:
    """Return a heading of Reddit: the name, a dot, and how long ago it was."""
    below = _below(lines, at)
    time = found["time"] or (below if re.fullmatch(_AGO, below, re.IGNORECASE) else "")
    place = at - 1
    while place >= 0 and re.fullmatch(r"|op|mod|author|top \d+% commenter", lines[place].strip(), re.IGNORECASE):
        place -= 1
    if not time or place < 0 or len(lines[place].split()) > 1:
        return None
    first = place - 1 if place and lines[place - 1].strip().endswith(" avatar") else place
    author = lines[place].strip().removeprefix("u/")
    return Heading(first, at + (1 if found["time"] else 2), author, time, dressed=True)


def _vbulletin(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading | None:
    """Return a heading of vBulletin 3 or 4: the time, and under it the author, the rank, and the forum's facts."""
    if not (found["old"] or found["number"]):
        return None
    place = at + 1
    while place < min(at + 6, len(lines)) and (not lines[place].strip() or lines[place].strip().endswith("'s Avatar")):
        place += 1
    if place >= len(lines) or len(lines[place]) > LONGEST_LINE:
        return None
    twice = re.fullmatch(r"(.{1,60}?)\s+\1 is (?:on|off)line.*", lines[place].strip())
    author = twice[1] if twice else lines[place].strip()
    facts = [at for at in range(place + 1, min(place + 16, len(lines))) if fits(_INFO, lines[at])]
    if not facts:
        return None
    end = facts[-1] + 1
    for one, other in itertools.pairwise(facts):
        if other > one + 3:
            end = one + 1
            break
    first = at - 1 if at and re.fullmatch(r"#\d{1,9}", lines[at - 1].strip()) else at
    return Heading(first, end, author, found["time"], dressed=True)


def _discord(lines: Sequence[str], at: int, found: re.Match[str]) -> Heading | None:
    """Return a heading of Discord: `Bob — Today at 21:30` in one line or in two.

    What the same author adds has `[21:31]` before it.
    """
    if found["clock"]:
        return Heading(at, at + 1, SAME, found["clock"], found["rest"])
    if found["author"]:
        return Heading(at, at + 1, found["author"], found["time"])
    above = lines[at - 1].strip() if at else ""
    return Heading(at - 1, at + 1, above, found["time"]) if above else None


# Words before a colon, or before "wrote:", that are not a name.
_NO_NAMES = frozenset(
    ["order", "orders", "turn", "note", "notes", "edit", "edited", "re", "http", "https", "deadline", "next", "subject", "ps", "p.s", "pps", "p.p.s", "from", "to", "date", "title", "topic", "thread", "forum", "page", "pages", "time", "times", "summary", "reason", "reasons", "warning", "update", "question", "answer", "rules", "result", "results", "hint", "fyi", "btw", "nb", "befehl", "befehle", "zug", "frist", "hinweis", "anmerkung", "betreff", "grund", "frage", "antwort", "ergebnis", "i", "he", "she", "we", "they", "you", "it", "who", "someone", "somebody", "everyone", "everybody", "nobody", "ich", "er", "sie", "es", "wir", "ihr", "wer", "jemand", "man", "quote", "code", "spoiler", "correction", "sorry", "korrektur", "bearbeitet", "display", "direction"]
)  # fmt: skip


def is_name(text: str) -> bool:
    """Tell whether words before a colon may be a name: no label, no time of day, no sentence.

    >>> is_name("Bob"), is_name("PS"), is_name("10"), is_name("What I meant to say is")
    (True, False, False, False)
    """
    name = text.strip("*_`\"' ")
    return (
        name.casefold() not in _NO_NAMES
        and not name.startswith("@")
        and len(name.split()) <= 4
        and any(glyph.isalpha() for glyph in name)
    )


_HAS_TIME = re.compile(TIME, re.IGNORECASE)
_VERB = r"(?:wrote|said|posted|schrieb|hat geschrieben)"
_VB_EDIT = r"last edited by .{1,80}?; (?P<b>.{6,60}?)\.?(?: reason: .*)?"
FORMS = (
    Form(
        N_("`Name wrote on DATE:`"),
        "Bob wrote on 2026-11-21 21:30:\nOrder: (6M)",
        _line(rf"{_NAME}\s{_VERB}\b\s?(?P<time>(?:[^:\n]|:(?=\d\d)){{3,100}}):(?!\d\d)\s?(?P<rest>.*)"),
        lambda lines, at, found: _inline(lines, at, found) if _HAS_TIME.search(found["time"]) else None,
    ),
    Form(
        N_("a reply by mail"),
        "On Sat, Nov 21, 2026 at 9:30 PM Bob <bob@example.org> wrote:\nOrder: (6M)",
        _line(
            rf"(?:on (?P<time>.{{6,60}}?\b{_CLOCK}),?\s{_NAME}(?:\s<[^<>\s]{{3,100}}>)?\swrote"
            rf"|am .{{6,60}}?\b{_CLOCK}(?: uhr)?,?\sschrieb\s(?P<name>[^\s>|].{{0,60}}?)(?:\s<[^<>\s]{{3,100}}>)?)\s?:"
        ),
        lambda _lines, at, found: Heading(at, at + 1, found["author"] or found["name"], found["time"] or found[0]),
    ),
    Form(
        "phpBB",
        "Post by Bob » Sat Nov 21, 2026 9:30 pm\nOrder: (6M)",
        _line(
            rf"(?:[^\W\d_]{{1,20}}\s){{0,2}}(?:by|von|par|por|door|da|av|af)\s{_NAME}\s»\s(?P<time>.*(?:\d|{_WORD_TIME}).*)"
        ),
        _phpbb,
        _line(r"top|nach oben"),
        is_copied=True,
        ends_posts=True,
        edit=_line(
            r"last edited by .{1,80}? on (?P<a>.{6,60}?)(?:, edited \d+ times? in total)?\.?"
            r"|zuletzt geändert von .{1,80}? am (?P<b>.{6,60}?)(?:, insgesamt \d+-mal geändert)?\.?"
        ),
    ),
    Form(
        N_("phpBB's print view"),
        "Posted: Sat Nov 21, 2026 9:30 pm\nby Bob\nOrder: (6M)",
        _line(r"(?:posted|verfasst): (?P<time>.*\d.*)"),
        _match_print_view,
        is_copied=True,
    ),
    Form(
        "XenForo 2",
        "Bob\nMember\nJoined\nJan 5, 2020\nMessages\n12\nNov 21, 2026 at 9:30 PM\n#2\nOrder: (6M)",
        _line(r"#\d{1,3}(?:,?\d{3})*"),
        _xenforo,
        _line(r"like|reply|report"),
        is_copied=True,
        edit=_line(r"last edited: (?P<a>.{6,60})"),
    ),
    Form(
        "MyBB, vBulletin 5",
        "Bob\nMember\n\nPosts: 12\nJoined: Nov 2026\n#3\n11-21-2026, 09:30 PM\nOrder: (6M)",
        _line(r"#\d{1,3}(?:,?\d{3})*"),
        _match_number,
        _line(r"find|reply|pm find|comment|post cancel"),
        is_copied=True,
        ends_posts=True,
        edit=_line(rf"\(?this post was last modified: (?P<a>.{{3,60}}?) by .{{1,80}}?\.?\)?|{_VB_EDIT}"),
    ),
    Form(
        N_("vBulletin 3 and 4"),
        "#2\nOld 11-21-2026, 09:30 PM\nBob Bob is offline\nMember\nJoin Date: Jan 2020\nPosts: 12\nDefault Re: Race\nOrder: (6M)",
        _line(rf"(?P<old>(?:old|unread|alt)\s)?(?P<time>{TIME})(?P<number>\s*#\d{{1,9}})?"),
        _vbulletin,
        _line(r"reply with quote.{0,30}|mit zitat antworten"),
        is_copied=True,
        ends_posts=True,
        edit=_line(_VB_EDIT),
    ),
    Form(
        "SMF",
        "Bob\nFull Member\n***\nPosts: 12\nRe: Race\n« Reply #1 on: November 21, 2026, 09:30:00 PM »\nOrder: (6M)",
        _line(r"« (?:(?:reply|antwort) #\d{1,9} )?(?:on|am): (?P<time>.{4,60}) »"),
        _smf,
        _line(r"logged|gespeichert"),
        is_copied=True,
        edit=_line(r"« last edit: (?P<a>.{6,60}?) by .{1,80} »"),
    ),
    Form(
        "NodeBB",
        "B Online\nBob\nwrote on 21 Nov 2026, 21:30 last edited by\n#3\nOrder: (6M)",
        _line(r"wrote(?: (?:on )?(?P<time>[^#]{2,40}?))?,? last edited by ?(?P<editor>\S.{0,60})?"),
        _nodebb,
        _line(r"(?:\w{1,2} ){0,12}(?:\d+ repl(?:y|ies) )?last reply"),
        is_copied=True,
        peeks=True,
    ),
    Form(
        "Reddit",
        "Bob\n•\n2h ago\nOrder: (6M)",
        _line(rf"•\s?(?P<time>{_AGO})?"),
        _reddit,
        _line(r"upvote"),
        in_order=False,
        is_copied=True,
    ),
    Form(
        N_("old Reddit"),
        "[–]Bob 1 point 2 hours ago\nOrder: (6M)",
        _line(
            rf"\[[–+-]\]\s?{_NAME}(?:\s?\[[a-z,]{{1,5}}\])?\s(?:score hidden|-?\d+ points?)(?:\s\(.{{0,40}}\))?\s(?P<time>{_AGO})(?P<mark>\*)?.*"
        ),
        lambda lines, at, found: _inline(lines, at, found)._replace(edited="?" if found["mark"] else ""),
        _line(r"permalink.{0,100}"),
        in_order=False,
        is_copied=True,
        ends_posts=True,
    ),
    Form(
        "Discord",
        "Bob — 11/21/2026 9:30 PM\nOrder: (6M)",
        _line(rf"(?:{_NAME}\s)?—\s(?P<time>{TIME}|{_CLOCK})|\[(?P<clock>{_CLOCK})\]\s?(?P<rest>.*)"),
        _discord,
        marks_edits=True,
    ),
    Form(
        N_("a chat"),
        "[21:30] Bob: Order: (6M)\n[2026-11-21 21:35] Alice: Order: A(7M)",
        _line(rf"\[(?P<time>(?:{_ON},?\s)?{_CLOCK})(?:\s?\|\s?(?P<edited>[^\]]{{3,40}}))?\]{_SPEAKER}"),
        lambda lines, at, found: (
            _inline(lines, at, found)._replace(edited="?" if found["edited"] else "")
            if is_name(found["author"])
            else None
        ),
        marks_edits=True,
        notice=_line(rf"\[{_ON},?\s{_CLOCK}[^\]]{{0,40}}\] .*"),
    ),
    Form(
        "WhatsApp",
        "21/11/2026, 21:30 - Bob: Here it is.\nOrder: (6M)",
        _line(rf"(?P<time>{_ON},?\s{_CLOCK}) -{_SPEAKER}"),
        # A line that is set in is a copy within a message.
        lambda lines, at, found: (
            _inline(lines, at, found) if is_name(found["author"]) and lines[at][:1] != " " else None
        ),
        marks_edits=True,
        notice=_line(rf"{_ON},?\s{_CLOCK} - .*"),
    ),
)
