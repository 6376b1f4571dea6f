"""Renders the story as each forum would: `python -m tests.posts.forge` writes the fixtures anew.

The frames are the forums' own structure (elements, classes, ids, attributes that readers go by, and the traps between them);
the words are this project's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tests.posts.forge_base import iso, pages
from tests.posts.forge_discord import discord_json, discord_page
from tests.posts.forge_exports import (
    bgg_xml,
    discourse_json,
    mail_text,
    nodebb_json,
    nodebb_page,
    pasted_text,
    reddit_json,
)
from tests.posts.forge_more import (
    invision_page,
    mybb_page,
    nodebb_feed,
    phpbb_feed,
    smf_page,
    vanilla_page,
    xmb_page,
)
from tests.posts.forge_pages import phpbb_page, xenforo1_page, xenforo2_page
from tests.posts.forge_vbulletin import vbulletin3_page, vbulletin4_page, vbulletin5_page
from tests.posts.story import Told

__all__ = ["FIXTURES", "KINDS", "encode_page", "files", "iso", "phpbb_page"]

FIXTURES = Path(__file__).parent / "fixtures"

KINDS: dict[str, tuple[str, Callable[[int, Sequence[Told]], str]]] = {
    "phpbb-3.0": ("html", lambda number, posts: phpbb_page(number, posts, "3.0")),
    "phpbb-3.2": ("html", lambda number, posts: phpbb_page(number, posts, "3.2")),
    "phpbb-3.3": ("html", lambda number, posts: phpbb_page(number, posts, "3.3")),
    "xenforo-1": ("html", xenforo1_page),
    "xenforo-2": ("html", xenforo2_page),
    "vbulletin-3": ("html", vbulletin3_page),
    "vbulletin-4": ("html", vbulletin4_page),
    "vbulletin-5": ("html", vbulletin5_page),
    "smf": ("html", smf_page),
    "invision": ("html", invision_page),
    "vanilla": ("html", vanilla_page),
    "mybb": ("html", mybb_page),
    "nodebb": ("html", nodebb_page),
    "nodebb-json": ("json", nodebb_json),
    "discourse-raw": ("json", lambda number, posts: discourse_json(number, posts, raw=True)),
    "discourse-cooked": ("json", lambda number, posts: discourse_json(number, posts, raw=False)),
    "bgg": ("xml", bgg_xml),
    "reddit": ("json", reddit_json),
    "discord": ("json", discord_json),
    "discord-page": ("html", discord_page),
    "mail": ("txt", mail_text),
    "text": ("txt", pasted_text),
}
# What shows less of a thread than its pages do: days of edits, names without accounts.
LESSER_KINDS: dict[str, tuple[str, Callable[[int, Sequence[Told]], str]]] = {
    "xmb": ("html", xmb_page),
    "phpbb-feed": ("xml", phpbb_feed),
    "nodebb-feed": ("xml", nodebb_feed),
}
ALL_KINDS = KINDS | LESSER_KINDS


def encode_page(kind: str, text: str) -> bytes:
    """vBulletin 3 writes Latin 1, everybody else UTF-8."""
    return text.encode("windows-1252", "xmlcharrefreplace") if kind == "vbulletin-3" else text.encode()


def files(kind: str) -> list[tuple[str, bytes]]:
    """Return the fixtures of a kind as they are to be: name and bytes."""
    suffix, render = ALL_KINDS[kind]
    return [(f"page-{number}.{suffix}", encode_page(kind, render(number, posts))) for number, posts in pages()]


def main() -> None:
    for kind in KINDS:
        folder = FIXTURES / kind
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files(kind):
            (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
