"""Whose posts are whose.

This knows forum accounts and names, seats, players who took over a seat in mid-thread, and the game master. An account
that is bound is known by its id, whatever it is called now. A name that is not bound yet stands for its player if no
second account bears it; the first order taken in hand binds it. Whatever else bears a player's name is shown and never
taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.core.names import name_key, near_names, odd_characters, show_invisible
from gm_tools.core.text import one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import days, times
from gm_tools.posts.accounts import GUESTS, Account, parse_account, site_of
from gm_tools.posts.names import names_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from gm_tools.core.game import Seat
    from gm_tools.posts.captures import Replacement
    from gm_tools.posts.thread import Post, Thread


class Author(NamedTuple):
    """Who wrote a post, as far as it shows: `seats` are those whose orders it may give.

    `claims` are the seats whose name it bears though nothing shows that it is theirs, `why` says why nothing of it is
    taken; `renamed` is the player whose account it is, under a name that the table does not have; `is_gm` tells that
    the game master's account posted it; `near` is the seat whose player's name is near that of an author who has none.
    """

    seats: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    why: str = ""
    renamed: str = ""
    is_gm: bool = False
    near: str = ""


class _Identity(NamedTuple):
    """The names that an account stands for (as keys), the name that it only bears, why it is no more than that."""

    names: frozenset[str] = frozenset()
    claimed: str = ""
    why: str = ""


class People:
    """Knows who the author of a post is, and which seats that player held at the time of the post.

    `gm` are the game master's accounts as `table.toml` names them, `accounts` those that are bound; authors and
    accounts in `ignore` rival nobody. `own` are the keys of posts that were posted from here: they are the game
    master's.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        replaced: Sequence[Replacement],
        threads: Sequence[Thread],
        zone: str,
        *,
        gm: Sequence[str] = (),
        accounts: Sequence[Account] = (),
        ignore: Collection[str] = (),
        own: Collection[str] = (),
    ) -> None:
        self.seats = seats
        self.replaced = replaced
        self.zone = zone
        self.accounts = tuple(accounts)
        self.own = frozenset(own)
        self.ignored = {*ignore, *map(name_key, ignore)}
        self.names = names_of(seats, key=name_key)
        self._spelled = {name_key(name): name for seat in seats for name in (*seat.aliases, seat.player)}
        self._spelled |= {name_key(one.before): one.before for one in replaced if one.before}
        self._gm_accounts = {found for name in gm if (found := parse_account(name))}
        self._gm_names = {name_key(name): name for name in gm if not parse_account(name)}
        self._gm_names |= {name_key(one.name): one.name for one in accounts if one.gm}
        self.places = {
            post.key: (at, place) for at, thread in enumerate(threads) for place, post in enumerate(thread.posts)
        }
        posts = [post for thread in threads for post in thread.posts]
        self._sites = {(thread.source, thread.id): site_of(thread) for thread in threads}
        self._naming = {(post.source, post.file) for post in posts if post.author_id}  # files that name accounts
        self._bearers = self._count_bearers(posts)
        self.keys = {post.link: post.key for post in posts}
        self._since = {
            one.since: next(
                (post for post in posts if one.since in {post.key, post.permalink, post.id, str(post.number or "")}),
                None,
            )
            for one in replaced
        }

    def _count_bearers(self, posts: Iterable[Post]) -> dict[tuple[str, str, str], list[str]]:
        """Return the ids of all accounts that bear each name, by forum; a guest's is empty."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for post in posts:
            if post.automated or post.held or post.deleted or self.is_ignored(post):
                continue
            for name in {name_key(post.author), name_key(post.nick or post.author)}:
                ids = found.setdefault((post.source, self._site(post), name), [])
                if post.author_id not in ids and (post.author_id or self._names_accounts(post)):
                    ids.append(post.author_id)
        return found

    def is_ignored(self, post: Post) -> bool:
        """Tell whether the game master leaves a post out.

        He names its author's name or account, or its number, id or address.
        """
        words = {name_key(post.author), post.id, post.permalink, post.key, f"{post.source}/{post.author_id}"}
        return bool(words & self.ignored)

    def _site(self, post: Post) -> str:
        return self._sites.get((post.source, post.thread), "")

    def _names_accounts(self, post: Post) -> bool:
        return (post.source, post.file) in self._naming

    @property
    def knows_gm(self) -> bool:
        """Whether anything says which account is the game master's."""
        return bool(self._gm_names or self._gm_accounts or self.own)

    def adopt_gm(self, post: Post) -> None:
        """Take the author of a post for the game master, because of what stands in the post."""
        self._gm_names[name_key(post.author)] = post.author
        self.accounts = (*self.accounts, self._account(post.author, post, gm=True))

    def _account(self, name: str, post: Post, *, gm: bool = False) -> Account:
        return Account(name, post.source, self._site(post), post.author_id, gm)

    def _identify(self, post: Post) -> _Identity:
        """Return the names that the account of a post stands for: by its id if it is bound, else by its name."""
        site = self._site(post)
        here = [one for one in self.accounts if one.is_at(post.source, site) and one.id not in GUESTS]
        mine = [one for one in here if one.id == post.author_id]
        own = frozenset(name_key(one.name) for one in mine) & {*self._spelled, *self._gm_names}
        if own:
            return _Identity(own)
        name = self._borne_name(post)
        spelled = self._spelled.get(name) or self._gm_names.get(name, "")
        if not spelled:
            return _Identity()
        why = self._doubt(post, name, spelled, mine or [one for one in here if name_key(one.name) == name])
        return _Identity(frozenset(), name, why) if why else _Identity(frozenset({name}))

    def _borne_name(self, post: Post) -> str:
        """Return the key of the name that a post bears here.

        It is that of the account or, if nobody is called that, its nickname. Anybody may take any nickname: one that
        two accounts bear, or that of a bound player, is in doubt like any other name. The game master is never known by
        one.
        """
        name, nick = name_key(post.author), name_key(post.nick)
        return nick if name not in {*self._spelled, *self._gm_names} and nick in self._spelled else name

    def _doubt(self, post: Post, name: str, spelled: str, bound: Sequence[Account]) -> str:
        """Return why a post under the name of somebody is not taken for theirs.

        The post's account is not the one that the name is bound to, or nobody can tell.
        """
        if post.automated:
            return _("a bot or a webhook posted it under the name {name}", name=spelled)
        if bound and bound[0].id == post.author_id:
            owner = show_invisible(bound[0].name)
            message = N_("the account {account} is bound to {owner}, not to {name}")
            return _(message, account=bound[0].label, owner=owner, name=spelled)
        labels = " / ".join(dict.fromkeys(one.label for one in bound))
        if bound and post.author_id not in GUESTS:
            label = self._account("", post).label
            message = N_("posted from another account, {label}: {name} is bound to {bound}")
            return _(message, label=label, name=spelled, bound=labels)
        if bound and (post.author_id or self._names_accounts(post)):
            return _("the post names no account: {name} is bound to {bound}", name=spelled, bound=labels)
        ids = () if bound else self._bearers.get((post.source, self._site(post), name), ())
        if len(ids) > 1:
            shown = ", ".join(
                _("a guest without an account") if one in GUESTS else show_invisible(f"{post.source}/{one}")
                for one in ids
            )
            message = N_("several accounts have the name {name} ({accounts}): bind the right one with gm account")
            return _(message, name=spelled, accounts=shown)
        return ""

    def author(self, post: Post) -> Author:
        """Return who wrote a post: the seats that its author held when it was posted, or why it is nobody's here."""
        if post.key in self.own or (post.source, post.author_id) in self._gm_accounts:
            return Author(is_gm=True)
        identity = self._identify(post)
        seats = self._seats_at(post, identity.names)
        if seats:
            known = {key for key, marks in self.names.items() if set(marks) & set(seats)} | identity.names
            player = next((self._spelled[name] for name in sorted(identity.names) if name in self._spelled), "")
            return Author(seats, renamed="" if self._borne_name(post) in known else player)
        if identity.claimed:
            return Author(claims=self.names.get(identity.claimed, ()), why=identity.why)
        if identity.names & set(self._gm_names):
            return Author(is_gm=True)
        if identity.names:
            return Author(why=_("{name} has no seat any more", name=show_invisible(post.author)))
        near = self.near_names(post)
        is_offered = len(near) == 1 and not odd_characters(post.author, near[0])
        return Author(why=self._explain_name(post), near=self._find_seat(near[0]) if is_offered else "")

    def seats_of(self, post: Post) -> tuple[str, ...]:
        """Return the marks of the seats that the author of a post held when it was posted."""
        return self.author(post).seats

    def _seats_at(self, post: Post, names: frozenset[str]) -> tuple[str, ...]:
        marks = [seat.mark for seat in self.seats if any(seat.mark in self.names.get(name, ()) for name in names)]
        if not names and not post.author_id and post.source in {"text", "mail"}:  # typed by the game master
            marks = [seat.mark for seat in self.seats if seat.mark == post.author]
        for one in reversed(self.replaced):  # the newest first: each takes back what is later than the post
            if self._is_before(post, one.since):
                marks = [mark for mark in marks if mark != one.seat]
                if name_key(one.before) in names:
                    marks.append(one.seat)
        order = [seat.mark for seat in self.seats]
        return tuple(sorted(marks, key=order.index))

    def _is_before(self, post: Post, since: str) -> bool:
        mark = self._since.get(since)
        posted = times.in_utc(post.posted, self.zone)
        if mark is None and since[4:5] == "-" and since[10:11] == "T":  # a time, no post
            return days.is_before(posted, since)
        if mark is None:  # the post is on a page that is not here: an earlier one, unless the ids tell otherwise
            return post.id.isdecimal() and since.isdecimal() and int(post.id) < int(since)
        at, place = self.places[post.key]
        here = self.places[mark.key]
        return place < here[1] if at == here[0] else days.is_before(posted, times.in_utc(mark.posted, self.zone))

    def near_names(self, post: Post) -> tuple[str, ...]:
        """Return the names at the table that are near the author's, one of each seat: offered, never taken."""
        near = near_names(post.author, self._spelled.values())
        return tuple({self._find_seat(name) or name: name for name in reversed(near)}.values())[::-1]

    def _explain_name(self, post: Post) -> str:
        near = self.near_names(post)
        name = show_invisible(post.author)
        if not near:
            return _("{name} has no seat", name=name)
        odd = odd_characters(post.author, near[0])
        if odd:
            message = N_("{name} is not {near}: the name contains {characters}")
            return _(message, name=name, near=near[0], characters=", ".join(odd))
        if len(near) > 1:
            message = N_(
                "{name} has no seat; is it {players}? Then type: gm seat TABLE SEAT --alias NAME, and collect again"
            )
            return _(message, name=name, players=one_of(f"{one} ({self._find_seat(one) or '?'})" for one in near))
        message = N_(
            "{name} has no seat; is it {near}? Then type: gm seat TABLE {seat} --alias NAME, and collect again"
        )
        return _(message, name=name, near=near[0], seat=self._find_seat(near[0]) or "SEAT")

    def _find_seat(self, name: str) -> str:
        return next(iter(self.names.get(name_key(name), ())), "")

    def find_accounts(self, posts: Iterable[Post]) -> list[Account]:
        """Return the accounts to bind, of posts that were taken for what their names say.

        They are players' and the game master's.
        """
        found = [one for one in self.accounts if one.gm and not one.by_hand]
        for post in posts:
            name = self._borne_name(post)
            if post.author_id in GUESTS or post.automated or name not in self._identify(post).names:
                continue
            spelled = self._spelled.get(name) or self._gm_names.get(name)
            if spelled:
                found.append(self._account(spelled, post, gm=name not in self._spelled))
        return list(dict.fromkeys(found))
