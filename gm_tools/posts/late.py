"""What is said of orders that came after the deadline, or perhaps did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.posts import days, times

if TYPE_CHECKING:
    from gm_tools.posts.thread import Post
    from gm_tools.posts.window import Bounds


def describe_late(post: Post, bounds: Bounds, *, is_late: bool, is_taken: bool) -> str:
    """Return a sentence on a post that came too late, or of which nobody knows whether it did.

    What is taken was accepted by the game master, or was in hand before the deadline.
    """
    is_day = days.is_day(post.posted)
    if is_late and is_taken:
        message = N_("{place} came after the deadline, {time}, accepted by the game master")
    elif is_late:
        message = N_("{place} came after the deadline, {time}, and was not counted")
    elif days.is_either(post.posted) and is_taken:
        message = N_(
            "{place} was posted {time}, as its date may begin with the day or the month, accepted or in hand before"
        )
    elif days.is_either(post.posted):
        message = N_(
            "{place} was posted {time}: nothing shows whether its date begins with the day or the month, and so whether it counts"
        )
    elif is_day and is_taken:
        message = N_("{place} came on the day of the deadline, {time}, accepted or in hand before")
    elif is_day:
        message = N_("{place} came on the day of the deadline, {time}, and shows no hour: whether in time is not known")
    elif is_taken:
        message = N_("{place} came in the minute of the deadline, {time}, accepted by the game master")
    else:
        message = N_("{place} came in the minute of the deadline, {time}: whether in time is not known")
    return _(message, place=post.place, time=times.show_time(post.posted, bounds.zone))
