"""`sent.toml`: what was posted for a table.

So nothing is posted twice, an erratum can answer a post, and it is known to be ours. The texts of a post are kept
before the first of them is sent: what is left to send after a failure is what was begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import lock_folder
from gm_tools.table.record_file import read_rows, write_rows

FILE = "sent.toml"
_MOST = 400  # parts that are remembered


class SentPart(NamedTuple):
    """One part of a post: `key` says what it is about (`turn-7-…`), `part` its place from 1.

    `state` is `waiting` before it is sent, `sending` while nobody knows, `sent`, or `held` where a moderator has to
    approve it. `id` and `number` are the forum's (the number in the thread), `thread` is the thread's id, `forum` its
    kind, `time` when it was sent, in UTC.
    """

    key: str
    part: int
    text: str
    state: Literal["waiting", "sending", "sent", "held"] = "waiting"
    forum: str = ""
    thread: str = ""
    id: str = ""
    number: int = 0
    time: str = ""

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is left to do for it: it is sent, though a moderator may hold it."""
        return self.state in {"sent", "held"}

    @property
    def post_key(self) -> str:
        """Return the key of the post in a thread that is read."""
        return f"{self.forum}/{self.thread}/{self.id}"


def read_sent(folder: Path) -> tuple[SentPart, ...]:
    """Return what was posted for a table, oldest first; raise InputError with file and key."""
    return read_rows(SentPart, folder / FILE, "part")


def sent_parts(folder: Path, key: str) -> tuple[SentPart, ...]:
    """Return the parts of one post, sent or not."""
    return tuple(one for one in read_sent(folder) if one.key == key)


def was_posted(folder: Path, key: str) -> bool:
    """Tell whether all of a post is sent."""
    parts = sent_parts(folder, key)
    return bool(parts) and all(one.is_done for one in parts)


def plan_parts(folder: Path, key: str, texts: Sequence[str], forum: str, thread: str) -> tuple[SentPart, ...]:
    """Return the parts of a post that is to be sent.

    They are those that were begun before, else new ones, kept before anything is sent.
    """
    with lock_folder(folder):
        if begun := sent_parts(folder, key):
            return begun
        new = tuple(SentPart(key, at, text, forum=forum, thread=thread) for at, text in enumerate(texts, 1))
        _write(folder, (*read_sent(folder), *new))
    return new


def update_part(folder: Path, part: SentPart) -> None:
    """Put a part in place of the one with its key and number."""
    with lock_folder(folder):
        known = read_sent(folder)
        _write(folder, [part if (one.key, one.part) == (part.key, part.part) else one for one in known])


def _write(folder: Path, parts: Sequence[SentPart]) -> None:
    write_rows(folder / FILE, "part", parts[-_MOST:], mode=0o600)


def key_of(kind: str, *words: str) -> str:
    """Return the key of a post: the same words, the same key.

    >>> key_of("reply", "B", "Please post it alone.")
    'reply-730cca0ff6003a2b'
    """
    return f"{kind}-{sha256(chr(0).join(words).encode()).hexdigest()[:16]}"


def own_posts(folder: Path) -> frozenset[str]:
    """Return the keys of all posts that were posted for a table: they are the game master's, whatever account shows."""
    return frozenset(one.post_key for one in read_sent(folder) if one.id and one.state == "sent")
