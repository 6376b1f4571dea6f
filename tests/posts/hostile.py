"""Posts that nest without end: pieces that are repeated, as text and as markup, and pages that hold them."""

from __future__ import annotations

import json
from html import escape

from tests.posts import forge

MARK = "I retract my order."  # in a post by Kim

TEXTS = [
    "[",
    "[quote]",
    "[quote=Bob]",
    "[s]",
    "[s][quote]",
    "[code]",
    "[order]",
    "[/quote]",
    "[quote=",
    "[code][/order]",
    "[a](",
    "[a](https://x",
    "*a ",
    "_a ",
    "**",
    "`",
    "` `` ",
    "~~a",
    "<s>",
    "<b ",
    "\\",
    ":a",
    ">",
    "> > \n",
    "> a\n\n",
    "```\n",
    "    a\n",
    "Turn 1: ",
    "order: ",
    "Order:\n",
    "On a wrote ",
    "A wrote:\n",
    "A: (6M)\n",
    "retract ",
    "(",
    " ",
    "\n",
    "a",
    "😀",
]
MARKUP = [
    "<div>",
    '<div class="post" id="p9">',
    '<div class="post" id="post_9">',
    '<div component="post" data-pid="9">',
    '<div class="message" id="post-9">',
    '<div class="notice">x',
    "<blockquote>",
    "<blockquote><div><cite>x</cite>y",
    '<div class="bbcode_quote">',
    "<s>",
    "<pre><code>",
    "<code>",
    "<b>",
    "<b><p>",
    "<a><div>",
    "<p>x",
    "<ul><li>",
    "<table><tr><td>",
    "<table>x",
    "<span style='text-decoration:line-through'>",
    "<font>",
    "</b>",
    "<",
    "<!--",
    "&amp;",
    "[quote]",
    "[code]",
    "[",
]


def page_with(kind: str, text: str) -> bytes:
    """Return a page or an export with a text behind Kim's words, closed as far as the page's own frame needs it."""
    _, data = forge.files(kind)[1]
    encoding = "windows-1252" if kind == "vbulletin-3" else "utf-8"
    if forge.ALL_KINDS[kind][0] == "json":
        text = json.dumps(text)[1:-1]
    elif kind == "bgg":  # the feeds have theirs in CDATA
        text = escape(text)
    before = '"raw": "' if kind == "discourse-raw" else ""  # the cooked text stands above it, and is not read
    return data.decode(encoding).replace(before + MARK, before + MARK + text, 1).encode(encoding, "xmlcharrefreplace")
