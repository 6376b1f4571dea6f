"""Posts that were changed after they were made: whether they were in time, and what is said of the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.posts import times
from gm_tools.posts.state import shown_orders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.posts.thread import Post
    from gm_tools.posts.window import Bounds


def is_late(post: Post, bounds: Bounds) -> bool:
    """Tell whether a post was edited and nothing shows that this was before the deadline."""
    edited = times.in_utc(post.edited, bounds.zone)
    return bool(bounds.deadline and edited) and not times.is_in_time(edited, post.edited_span, bounds.deadline)


def is_early(post: Post, bounds: Bounds) -> bool:
    """Tell whether a post was edited, and surely before the deadline."""
    return bool(bounds.deadline and post.edited) and not is_late(post, bounds)


def describe_early_change(post: Post, before: Sequence[str], now: Sequence[str], bounds: Bounds) -> str:
    """Return what is said of other orders in a post that was edited in time; `before` and `now` are rows of orders."""
    return _(
        "{place} was edited {time}, before the deadline; collected before: {before}; now: {now}",
        place=post.place,
        time=times.shown(post.edited, bounds.zone),
        before=shown_orders(before),
        now=shown_orders(now),
    )


def describe_change(post: Post, before: Sequence[str], now: Sequence[str], bounds: Bounds) -> str:
    """Return what is asked of a post that says something else than when it was collected."""
    known = {"place": post.place, "before": shown_orders(before), "now": _show_now(post, now)}
    if post.deleted:
        return _("{place} was deleted: it said {before} when it was collected, now it says {now}", **known)
    if post.edited:
        time = times.shown(post.edited, bounds.zone)
        text = _(
            "{place} was changed {time}: it said {before} when it was collected, now it says {now}", time=time, **known
        )
    else:
        text = _("{place} was changed: it said {before} when it was collected, now it says {now}", **known)
    return text


def describe_late_edit(post: Post, now: Sequence[str], bounds: Bounds) -> str:
    """Return what is asked of a post of which nothing was collected before it was edited, too late or perhaps so."""
    known = {"place": post.place, "time": times.shown(post.edited, bounds.zone), "now": _show_now(post, now)}
    if times.is_after(times.in_utc(post.edited, bounds.zone), bounds.deadline):
        return _(
            "{place} was edited {time}, after the deadline; it says {now}; what it said before is not known", **known
        )
    return _(
        "{place} was edited {time}, perhaps after the deadline; it says {now}; what it said before is not known",
        **known,
    )


def _show_now(post: Post, now: Sequence[str]) -> str:
    return shown_orders(now) or (_("deleted") if post.deleted else _("no order any more"))
