"""Text pasted out of a thread: `Name: order` lines, or blocks under lines `Name wrote:`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.core.words import tr
from gm_tools.posts import times
from gm_tools.posts.mail import read_plain
from gm_tools.posts.make import made
from gm_tools.posts.thread import Page, digest

if TYPE_CHECKING:
    from gm_tools.posts.make import Source
    from gm_tools.posts.thread import Post

SOURCE = "text"
_WROTE = re.compile(
    r"^[ \t]*(\S[^\n]{0,60}?)[ \t]+(?:wrote|said|posted|schrieb|hat geschrieben)\b((?:[^:\n]|:(?=\d\d)){0,100}):[ \t]*(.*)$"
)
_LINE = re.compile(r"^[ \t]*([^\s:][^:\n]{0,60}?)[ \t]*:[ \t]*(\S.*)$")
_EDITED = re.compile(r"^\W{0,3}(?:last edited|zuletzt (?:geändert|bearbeitet))\b.*\d.*$", re.IGNORECASE)
_NO_NAMES = frozenset(
    [
        "order",
        "orders",
        "turn",
        "note",
        "edit",
        "re",
        "http",
        "https",
        "deadline",
        "next",
        "subject",
        "ps",
        "p.s",
        "befehl",
        "befehle",
        "zug",
        "frist",
        "hinweis",
        "anmerkung",
        "betreff",
    ]
)


def read(source: Source) -> Page:
    """Return pasted text as posts: a block each under `Name wrote:`, else a post for each line `Name: …`.

    A line `Last edited by …, DATE` tells when a post was changed. Lines that name nobody belong to the post before them. The words before a colon need not be a player's: that is told
    later, by the seats.
    """
    lines = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    opens = _WROTE if any(_WROTE.match(line) for line in lines) else _LINE
    blocks: list[tuple[str, str, list[str]]] = []
    for line in lines:
        found = opens.match(line)
        # A name may begin with a bracket (`[GM] Alice wrote:`): what stands below is not the order of whoever wrote before.
        marks = (">", "[quote") if opens is _WROTE else (">", "[")
        if found and found[1].strip().casefold() not in _NO_NAMES and not found[1].lstrip().lower().startswith(marks):
            time = times.from_shown(found[2]) if opens is _WROTE else ""
            blocks.append((found[1].strip(), time, [found[3] if opens is _WROTE else found[2]]))
        elif blocks:
            blocks[-1][2].append(line)
    posts: list[Post] = []
    seen: dict[str, int] = {}
    for author, posted, words in blocks:
        edited = next((times.from_shown(line) or "?" for line in words if _EDITED.match(line)), "")
        body = read_plain("\n".join(line for line in words if not _EDITED.match(line)))
        key = digest(f"{author.casefold()}\n{body.text}")[:16]
        seen[key] = seen.get(key, 0) + 1
        number = key if seen[key] == 1 else f"{key}-{seen[key]}"
        posts.append(made(source, SOURCE, "", number, author, posted=posted, edited=edited, body=body))
    warnings = () if posts else (tr("no line is of the form `Name: order` or `Name wrote:`: nothing was read"),)
    return Page(SOURCE, "", "", tuple(posts), 0, 0, 0, warnings, source.file)
