"""Whose posts are whose: forum names, seats, and players who took over a seat in the middle of a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.posts import times
from gm_tools.posts.names import fold, names_of, near_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.game import Seat
    from gm_tools.posts.captures import Replacement
    from gm_tools.posts.thread import Post, Thread


class People:
    """Knows which seats the author of a post holds at the time of the post."""

    def __init__(
        self, seats: Sequence[Seat], replaced: Sequence[Replacement], threads: Sequence[Thread], zone: str
    ) -> None:
        self.seats = seats
        self.replaced = replaced
        self.zone = zone
        self.names = names_of(seats)
        self.places = {
            post.key: (at, place) for at, thread in enumerate(threads) for place, post in enumerate(thread.posts)
        }
        posts = [post for thread in threads for post in thread.posts]
        self.keys = {post.link: post.key for post in posts}
        self._since = {
            one.since: next(
                (post for post in posts if one.since in {post.key, post.permalink, post.id, str(post.number or "")}),
                None,
            )
            for one in replaced
        }

    def seats_of(self, post: Post) -> tuple[str, ...]:
        """Return the marks of the seats that the author of a post held when it was posted."""
        name = fold(post.author)
        marks = list(self.names.get(name, ()))
        if not marks and post.source in {"text", "mail"}:  # typed by the game master: a mark will do
            marks = [seat.mark for seat in self.seats if seat.mark == post.author]
        for one in reversed(self.replaced):  # the newest first: each takes back what is later than the post
            if self._is_before(post, one.since):
                if fold(one.player) == name and one.seat in marks:
                    marks.remove(one.seat)
                if fold(one.before) == name and one.seat not in marks:
                    marks.append(one.seat)
        order = [seat.mark for seat in self.seats]
        return tuple(sorted(marks, key=order.index))

    def _is_before(self, post: Post, since: str) -> bool:
        mark = self._since.get(since)
        posted = times.in_utc(post.posted, self.zone)
        if mark is None and _is_time(since):
            return bool(posted) and posted < since
        if mark is None:  # the post is on a page that is not here: an earlier one, unless the ids tell otherwise
            return post.id.isdecimal() and since.isdecimal() and int(post.id) < int(since)
        at, place = self.places[post.key]
        here = self.places[mark.key]
        return place < here[1] if at == here[0] else bool(posted) and posted < times.in_utc(mark.posted, self.zone)

    def near(self, post: Post) -> str:
        """Return the player whose name is near the author's, empty if there is none: said, never taken."""
        near = near_name(post.author, self.names)
        return next((seat.player for seat in self.seats if near and seat.mark in self.names[near]), "")


def _is_time(since: str) -> bool:
    """Tell whether a seat changed hands at a time, not with a post."""
    return since[4:5] == "-" and since[10:11] == "T"
