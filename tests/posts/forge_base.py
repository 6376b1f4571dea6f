"""What all forums of the forge share: times, names, BBCode turned into HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from tests.posts.story import PAGE, SMILIES, STORY, Told

BEGIN = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
NAMES = {":D": "Very Happy", ";)": "Wink", ":)": "Smile"}
Tag = tuple[str, str]


def when(minute: int) -> datetime:
    return BEGIN + timedelta(minutes=minute)


def iso(minute: int) -> str:
    return when(minute).isoformat()


def show_time(minute: int) -> str:
    """`Sat Nov 21, 2026 1:02 pm`."""
    time = when(minute)
    return f"{time:%a %b %d, %Y} {time.hour % 12 or 12}:{time:%M} {'pm' if time.hour >= 12 else 'am'}"


def american(minute: int) -> str:
    """`11-21-2026, 01:02 PM`."""
    return f"{when(minute):%m-%d-%Y, %I:%M %p}"


def slug(name: str) -> str:
    return name.lower()


def user(told: Told) -> int:
    """Return the id of the account that a post is by."""
    return told.account or sum(map(ord, told.author.lower()))


def to_html(
    text: str, tags: Mapping[str, Callable[[str], Tag]], smilie: Callable[[str], str], brk: str = "<br />\n"
) -> str:
    """Turn BBCode into a forum's HTML; a tag that the forum does not know stays as it was typed."""
    out: list[str] = []
    stack: list[tuple[str, str]] = []
    at = 0
    in_code = False
    pattern = re.compile(r"\[(/?)(\w+)(?:=([^\]]*))?\]")
    for found in [*pattern.finditer(text), None]:
        words = text[at : found.start() if found else len(text)]
        if in_code:
            out.append(html.escape(words.strip("\n"), quote=False))
        else:
            shown_words = html.escape(words, quote=False)
            for sign in SMILIES:
                shown_words = shown_words.replace(sign, smilie(sign))
            out.append(shown_words.replace("\n", brk))
        if found is None:
            break
        at = found.end()
        closes, name, argument = found[1], found[2], found[3] or ""
        if name not in tags or (in_code and not (closes and name == "code")):
            out.append(html.escape(found[0], quote=False))
        elif closes:
            while stack:
                opened, end = stack.pop()
                out.append(end)
                if opened == name:
                    break
            in_code = False
            if name in {"quote", "code"} and text[at : at + 1] == "\n":
                at += 1
        else:
            start, end = tags[name](argument)
            out.append(start)
            stack.append((name, end))
            in_code = name == "code"
    return "".join(out)


def simple(start: str, end: str) -> Callable[[str], Tag]:
    return lambda _argument: (start, end)


LOOKS: dict[str, Callable[[str], Tag]] = {
    "b": simple("<strong>", "</strong>"),
    "i": simple("<em>", "</em>"),
    "s": simple("<s>", "</s>"),
    "color": lambda colour: (f'<span style="color:{colour}">', "</span>"),
    "url": lambda address: (f'<a href="{address}" class="postlink">', "</a>"),
}


def pages() -> list[tuple[int, Sequence[Told]]]:
    return [(1, STORY[:PAGE]), (2, STORY[PAGE:])]
