"""The posts that carry an order into a thread, finished for each forum."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tools.core.blocks import Picture, Span
from gm_tools.render.forum_posts import style_of
from gm_tools.render.forums import FORUMS

PLACEHOLDER = "GMTOOLSORDER"  # stands for the order in the posts of a page that has no engine (yet)


def order_posts(text: str, turn: int) -> Mapping[str, str]:
    r"""Return the finished post for each forum: the order labelled, in code, so that nothing in it is taken for markup.

    >>> order_posts("A(3M)", 4)["phpbb"]
    'Order (turn 4):\n\n[code]\nA(3M)\n[/code]'
    """
    order = Picture("", tuple((Span(line),) for line in text.strip().splitlines()))
    label = f"Order (turn {turn}):"  # what `gm collect` looks for, the same in every language
    posts = {}
    for name in FORUMS:
        style = style_of(name)
        code = "".join(piece.with_lines(piece.lines) for piece in style.block(order))
        posts[name] = f"{style.escape(label)}\n\n{code}"
    return posts
