"""The posts that carry an order into a thread, finished for each forum."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tools.core.blocks import Picture, Span
from gm_tools.core.i18n import _
from gm_tools.render.forum_posts import style_of
from gm_tools.render.forums import FORUMS

# These stand for the order, and for the seat, in the posts of a page that has no engine (yet).
PLACEHOLDER, PLACEHOLDER_SEAT = "GMTOOLSORDER", "GMTOOLSSEAT"


def name_seat(seat: str) -> str:
    """Return what names a seat in the label of its order.

    It is the same in every language, as the whole label is, so that `gm collect` can read it.
    """
    return f" for {seat}" if seat else ""


def order_posts(text: str, turn: int, seat: str = "", table: str = "") -> Mapping[str, str]:
    r"""Return the finished post for each forum: the order labelled, in code, so that nothing in it is taken for markup.

    The label names a `seat` that is given. With a `table` the post is a private message, and says so: it would give a
    secret away in the thread.

    >>> order_posts("A(3M)", 4)["phpbb"]
    'Order (turn 4):\n\n[code]\nA(3M)\n[/code]'
    """
    order = Picture("", tuple((Span(line),) for line in text.strip().splitlines()))
    label = f"Order{name_seat(seat)} (turn {turn}):"
    notice = _("Private message to the game master of {table}: do not post it in the thread.", table=table)
    posts = {}
    for name in FORUMS:
        style = style_of(name)
        code = "".join(piece.with_lines(piece.lines) for piece in style.block(order))
        lines = (notice, label) if table else (label,)
        posts[name] = "\n\n".join((*map(style.escape, lines), code))
    return posts
