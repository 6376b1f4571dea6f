"""Posts that were changed after they were made: whether they were in time, and what is said of the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.posts import in_time, times
from gm_tools.posts.state import shown_orders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.posts.thread import Post, Version
    from gm_tools.posts.window import Bounds


def is_late(post: Post, bounds: Bounds) -> bool:
    """Tell whether a post was edited and nothing shows that this was before the deadline."""
    edited = times.in_utc(post.edited, bounds.zone)
    return (
        bool(bounds.deadline and edited)
        and not bounds.is_open
        and not in_time.is_in_time(edited, post.edited_span, bounds.deadline)
    )


def is_early(post: Post, bounds: Bounds) -> bool:
    """Tell whether a post was edited, and surely before the deadline."""
    return bool(bounds.deadline and post.edited) and not is_late(post, bounds)


def version_in_time(post: Post, bounds: Bounds) -> Version | None:
    """Return what a post said at the deadline, if it was edited after it.

    None if it was not, or the forum does not tell its earlier versions.
    """
    if not is_late(post, bounds):
        return None
    known = [one for one in post.versions if in_time.is_in_time(one.time, 1, bounds.deadline)]
    return known[-1] if known else None


def describe_told_change(post: Post, before: Sequence[str], now: Sequence[str], bounds: Bounds) -> str:
    """Return what is asked of a post that was edited too late, or perhaps so.

    The forum tells what it said before.
    """
    return _(
        "{place} was edited {time}: at the deadline it said {before}, now it says {now}",
        **_facts(post, before, now, bounds),
    )


def describe_early_change(post: Post, before: Sequence[str], now: Sequence[str], bounds: Bounds) -> str:
    """Return what is said of other orders in a post that was edited in time; `before` and `now` are rows of orders."""
    return _(
        "{place} was edited {time}, before the deadline; collected before: {before}; now: {now}",
        **_facts(post, before, now, bounds),
    )


def describe_change(post: Post, before: Sequence[str], now: Sequence[str], bounds: Bounds) -> str:
    """Return what is asked of a post that says something else than when it was collected."""
    if post.deleted:
        message = N_("{place} was deleted: it said {before} when it was collected, now it says {now}")
    elif post.edited:
        message = N_("{place} was changed {time}: it said {before} when it was collected, now it says {now}")
    else:
        message = N_("{place} was changed: it said {before} when it was collected, now it says {now}")
    return _(message, **_facts(post, before, now, bounds))


def describe_late_edit(post: Post, now: Sequence[str], bounds: Bounds) -> str:
    """Return what is asked of a post of which nothing was collected before it was edited, too late or perhaps so."""
    known = _facts(post, (), now, bounds)
    if version_in_time(post, bounds) is not None:
        message = N_("{place} was edited {time}: at the deadline it held no order, now it says {now}")
    elif in_time.is_after(times.in_utc(post.edited, bounds.zone), bounds.deadline):
        message = N_("{place} was edited {time}, after the deadline; it says {now}; what it said before is not known")
    else:
        message = N_(
            "{place} was edited {time}, perhaps after the deadline; it says {now}; what it said before is not known"
        )
    return _(message, **known)


def _facts(post: Post, before: Sequence[str], now: Sequence[str], bounds: Bounds) -> dict[str, str]:
    """Return what sentences about a change name: the post, when it was edited, and its orders before and now."""
    return {
        "place": post.place,
        "time": times.show_time(post.edited, bounds.zone) if post.edited else "",
        "before": shown_orders(before),
        "now": shown_orders(now) or (_("deleted") if post.deleted else _("no order any more")),
    }
