"""Which lines of a pasted text are headings: one form for a text, and what is in doubt about each."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Sequence

from gm_tools.core.i18n import N_, _
from gm_tools.core.names import fold
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import days, times
from gm_tools.posts.day_order import find_order
from gm_tools.posts.formats.pasted_forms import FORMS, Form, Heading, is_name

_REGION = re.compile(r"\[(/?)(quote|code)\b[^\]\n]{0,100}\]|^\s*(```)", re.IGNORECASE)


def _bare(_lines: Sequence[str], at: int, found: re.Match[str]) -> Heading | None:
    is_clock = found["author"][-1].isdigit() and found["rest"][:2].isdigit()  # `[21.11.2026 10:30]`
    return (
        Heading(at, at + 1, found["author"], "", found["rest"]) if is_name(found["author"]) and not is_clock else None
    )


WROTE = Form(
    N_("`Name wrote:`"),
    "Bob wrote:\nOrder: (6M)",
    re.compile(
        r"(?P<author>[^\s>|].{0,60}?)\s(?:wrote|said|posted|schrieb|hat geschrieben)\s?:(?P<rest>)", re.IGNORECASE
    ),
    _bare,
    is_timed=False,
)
NAME = Form(
    N_("`Name:` on a line of its own"),
    "Bob:\nOrder: (6M)",
    re.compile(r"(?P<author>[^\s:>|\[][^:\n]{0,60}?)\s?:(?P<rest>)"),
    _bare,
    is_timed=False,
)
LINE = Form(
    N_("`Name: order`"),
    "Bob: (6M)\nAlice: A(7M)",
    re.compile(r"(?P<author>[^\s:>|\[][^:\n]{0,60}?)\s?:\s?(?P<rest>\S.*)"),
    _bare,
    is_timed=False,
)
ALL = (*FORMS, WROTE, NAME, LINE)


class Opening(NamedTuple):
    """A heading that opens a post, the time of the post (empty: unknown), and why it may be none (empty: it is one)."""

    heading: Heading
    posted: str
    doubt: str = ""


def find_openings(lines: Sequence[str], names: frozenset[str]) -> tuple[list[Opening], Form | None]:
    """Return the headings of a text in their order, with the form that they share; no form if there are none.

    `names` are the names and marks of the seats, where they are known.
    """
    hits = [(form, heading) for form in FORMS for heading in form.headings(lines)]
    wrote = [(WROTE, heading) for heading in WROTE.headings(lines) if not _is_quoting(lines, heading)]
    labels = _labels(lines, names)
    if hits or wrote:  # the others count if a text of theirs begins before
        known = {fold(name) for name in names}
        early = next((heading.first for __, heading in labels if fold(heading.author) in known), len(lines))
        is_first = early < min(heading.first for __, heading in (*hits, *wrote))
        labels = _labels(lines, names, only=known) if is_first else []
    every = [*hits, *wrote, *labels]
    if not every:
        return [], None
    main = min(every, key=lambda hit: hit[1].first)[0]
    every = [hit for hit in every if hit[0] is main or hit[0] in {WROTE, NAME, LINE} or not _is_quoting(lines, hit[1])]
    every.sort(key=lambda hit: (hit[1].first, hit[0] is not main))
    inside = _inside(lines, [heading for form, heading in every if form is main])
    weights = {WROTE: 1, NAME: 0, LINE: 0}
    mixed = any(weights.get(form, 2) > weights.get(main, 2) for form, __ in every)
    rows: list[Opening] = []
    end = -1
    own = [heading.dressed for form, heading in every if form is main]
    dressed = sum(own) * 2 > len(own)
    for form, heading in every:
        if heading.first < end or (heading.first, form is main) in inside:
            continue
        posted = times.from_pasted(heading.time) if heading.time else ""
        line = heading.first + 1
        doubt = ""
        if mixed or form is not main:
            doubt = _(
                "line {line} of the text may be a heading or a quote: its form differs from the others", line=line
            )
        elif not heading.author:
            doubt = _("line {line} of the text is a heading without an author's name", line=line)
        elif dressed and not heading.dressed and rows:
            doubt = _(
                "line {line} of the text may be a quote: it lacks the line above it that the other headings have",
                line=line,
            )
        rows.append(Opening(heading, posted, doubt))
        end = heading.text
    if main.in_order:
        rows = _out_of_order(rows)
    return _without_end_above(lines, rows, main), main


def _without_end_above(lines: Sequence[str], rows: list[Opening], main: Form) -> list[Opening]:
    """Return openings with a doubt on those that lack above them what ends the post above the others.

    That is the forum's line under a post, or an empty line: who copies a heading into a post often leaves that out.
    """
    between = [lines[one.heading.text : other.heading.first] for one, other in itertools.pairwise(rows)]
    stop = main.stop if main.ends_posts else None
    ended = [
        stop is not None and any(len(line) < 40 and stop.fullmatch(line.strip()) for line in part) for part in between
    ]
    if any(ended):
        doubt = N_("line {line} of the text may be a quote: the line that ends a post is missing above it")
    else:
        doubt = N_(
            "line {line} of the text may be a quote: above it there is no empty line, as above the other headings"
        )
        ended = [bool(part) and not part[-1].strip() for part in between]
        if sum(ended) < max(2, len(ended) - sum(ended) + 1):
            return rows
    is_ended = [True, *ended]
    return [
        row if is_sure or row.doubt else row._replace(doubt=_(doubt, line=row.heading.first + 1))
        for row, is_sure in zip(rows, is_ended, strict=False)
    ]


def _labels(lines: Sequence[str], names: frozenset[str], only: set[str] | None = None) -> list[tuple[Form, Heading]]:
    """Return headings `Name:` and `Name: order`, of the form that the text begins with.

    `only` are the names that count. `Name:` on a line of its own is a heading if it names a seat or stands there twice:
    else it is a heading in prose.
    """
    own = [(NAME, heading) for heading in NAME.headings(lines)]
    row = [(LINE, heading) for heading in LINE.headings(lines)]
    known = {fold(name) for name in names}
    count: dict[str, int] = {}
    for __, heading in own:
        count[fold(heading.author)] = count.get(fold(heading.author), 0) + 1
    own = [hit for hit in own if not known or fold(hit[1].author) in known or count[fold(hit[1].author)] > 1]
    if only is not None:
        own = [hit for hit in own if fold(hit[1].author) in only]
        row = [hit for hit in row if fold(hit[1].author) in only]
    if own and (not row or own[0][1].first < row[0][1].first):
        row, own = own, []
    if not row or (only is None and not _is_near_top(lines, row, known)):
        return []
    return row + own


def _is_near_top(lines: Sequence[str], row: Sequence[tuple[Form, Heading]], known: set[str]) -> bool:
    """Tell whether a text begins with a label, or has one that names a seat in its first lines.

    Else it is some other text.
    """
    begin = next((at for at, line in enumerate(lines) if line.strip()), 0)
    early = [heading for __, heading in row[:5] if heading.first <= begin + 5]
    return any(not known or heading.first == begin or fold(heading.author) in known for heading in early)


def _is_quoting(lines: Sequence[str], heading: Heading) -> bool:
    """Tell whether quoted lines follow a heading: it says whom they quote."""
    for line in lines[heading.text : heading.text + 3]:
        if line.strip():
            return line.lstrip().startswith((">", "|", "↑"))
    return False


def _inside(lines: Sequence[str], headings: Sequence[Heading]) -> set[tuple[int, bool]]:
    """Return the places of headings that stand in `[quote]…[/quote]`, `[code]…[/code]` or a fence: they are quoted.

    Where several headings stand between the marks, the marks may be those of different posts: then nothing is told by
    them.
    """
    spans: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    for at, line in enumerate(lines):
        for found in _REGION.finditer(line):
            kind = (found[2] or found[3]).lower()
            if (found[1] or found[3]) and any(kind == one for one, __ in stack[-8:]):
                while stack[-1][0] != kind:
                    stack.pop()
                spans.append((stack.pop()[1], at))
            elif not found[1]:
                stack.append((kind, at))
    starts = [heading.first for heading in headings]
    found_in: set[tuple[int, bool]] = set()
    for begin, end in spans:
        low, high = bisect_right(starts, begin), bisect_right(starts, end)
        if high - low == 1:
            found_in |= {(starts[low], True)}
    return found_in | {(place, False) for place, __ in found_in}


def _out_of_order(rows: list[Opening]) -> list[Opening]:
    """Return openings with a doubt on those whose time does not fit their place in the thread, oldest or newest first.

    Of the longest rows of times in order, an opening that is not in every one may be a quote with its old heading.
    """
    at = [place for place, row in enumerate(rows) if row.posted]
    day_first = find_order([(row.posted, "") for row in rows if not row.doubt], is_sorted=False)
    stamps = [times.in_utc(days.settle(rows[place].posted, day_first=day_first is not False), "") for place in at]
    if any(map(days.is_day, stamps)):
        stamps = [stamp[:10] for stamp in stamps]
    order = sorted(set(stamps))
    rank = {stamp: place for place, stamp in enumerate(order)}
    up, down = [rank[stamp] for stamp in stamps], [len(order) - rank[stamp] for stamp in stamps]
    kept = max((_in_every_row(up), _in_every_row(down)), key=lambda one: one[0])[1]
    for place, is_kept in zip(at, kept, strict=True):
        row = rows[place]
        if not is_kept and not row.doubt:
            line = row.heading.first + 1
            doubt = _("line {line} of the text may be a heading or a quote: its time does not fit its place", line=line)
            rows[place] = row._replace(doubt=doubt)
    return rows


def _in_every_row(values: Sequence[int]) -> tuple[int, list[bool]]:
    """Return the length of the longest rows that never fall, and of each value whether it is in all of them."""
    ahead = _lengths(values)
    behind = _lengths([-value for value in reversed(values)])[::-1]
    longest = max(ahead, default=0)
    count: dict[int, int] = {}
    inside = [one + other - 1 == longest for one, other in zip(ahead, behind, strict=True)]
    for one, is_in in zip(ahead, inside, strict=True):
        count[one] = count.get(one, 0) + is_in
    return longest, [is_in and count[one] == 1 for one, is_in in zip(ahead, inside, strict=True)]


def _lengths(values: Sequence[int]) -> list[int]:
    """Return of each value the length of the longest row that never falls and ends with it."""
    tails: list[int] = []
    found = []
    for value in values:
        place = bisect_right(tails, value)
        tails[place : place + 1] = [value]
        found.append(place + 1)
    return found
