"""Threads written down in tests: a post is its author and what it says, a minute after the one before."""

from __future__ import annotations

from typing import Any

from gm_tools.posts.formats.bbcode import read_bbcode
from gm_tools.posts.formats.make_post import RawPost, SourceFile, make_post
from gm_tools.posts.thread import Post, Thread

FILE = "page.html"


def post(number: int, author: str, text: str, **known: Any) -> Post:
    """Return a post of a forum at 12:NN; `edited` and whatever else a post has may be given."""
    row = RawPost(str(100 + number), author, place=number, body=read_bbcode(text))
    made_post = make_post(SourceFile(FILE), "phpbb", "77", row)
    posted = f"2026-11-21T12:{number:02}:00+00:00"
    return made_post._replace(posted=posted, permalink=f"https://forum.example.org/p{100 + number}")._replace(**known)


def thread(*told: tuple[str, str] | Post) -> Thread:
    """Return a thread of posts, numbered from 1."""
    posts = tuple(one if isinstance(one, Post) else post(at, *one) for at, one in enumerate(told, 1))
    return Thread("phpbb", "77", "Dust", posts, ())
