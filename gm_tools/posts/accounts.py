"""`accounts.toml`: which forum account is whose, by the forum's own id, as it was when the account was first seen.

A name proves little: names change, and another account may bear the same one. The file holds addresses of mail: like
`posts.toml` it is the game master's, and it is not part of what is published.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from gm_tools.core.names import name_key, show_invisible
from gm_tools.core.record import Field, one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.formats.detect import SOURCES
from gm_tools.posts.formats.mail import SOURCE as MAIL
from gm_tools.posts.thread import Thread
from gm_tools.table.record_file import read_rows, write_rows
from gm_tools.table.values import clean_text

FILE = "accounts.toml"
GUESTS = frozenset({"", "0"})  # the ids of all who have no account: anybody may write under them, so none is ever bound


class Account(NamedTuple):
    """A forum account and the name that it stands for.

    That is a player's or an alias as the table has it, or the game master's. `source` is the kind of forum, `site` its
    host (empty: any), `id` the forum's own id of the account (in mail: the address; empty where the page names none).
    `gm` tells that it is the game master's, `by_hand` that the game master bound it.
    """

    name: Annotated[str, Field(check=lambda name: clean_text(name, "", lines=False))]
    source: Annotated[str, one_of(SOURCES)]
    site: str = ""
    id: str = ""
    gm: bool = False
    by_hand: bool = False

    def is_at(self, source: str, site: str) -> bool:
        """Tell whether this is an account of a forum.

        Where one of the two does not say its site, the kind of forum decides.
        """
        return self.source == source and (not self.site or not site or self.site == site)

    @property
    def label(self) -> str:
        """Return the account as it is typed and shown: `phpbb/12`."""
        return show_invisible(f"{self.source}/{self.id}")


def site_of(thread: Thread) -> str:
    """Return the host that a thread is on, empty if its posts do not say."""
    links = (urlsplit(post.permalink).hostname for post in thread.posts if post.permalink)
    return next((host.removeprefix("www.") for host in links if host), "")


def parse_account(text: str) -> tuple[str, str] | None:
    """Return the kind of forum and the id that a text like `discord/123` names; None if it is none.

    >>> parse_account("mail/Alice@Example.org"), parse_account("Alice / Bob")
    (('mail', 'alice@example.org'), None)
    """
    source, slash, number = text.strip().partition("/")
    if not slash or source not in SOURCES or not number.strip():
        return None
    return source, number.strip().lower() if source == MAIL else number.strip()


def read_accounts(folder: Path) -> tuple[Account, ...]:
    """Return what `accounts.toml` of a table holds, nothing if there is none; raise InputError with file and key."""
    return read_rows(Account, folder / FILE, "account")


def write_accounts(folder: Path, accounts: Sequence[Account]) -> None:
    """Write `accounts.toml`, for the owner's eyes alone, unless that would change nothing. The table's lock is held."""
    if accounts != read_accounts(folder):
        write_rows(folder / FILE, "account", accounts, mode=0o600)


def add_accounts(folder: Path, found: Sequence[Account]) -> tuple[Account, ...]:
    """Bind accounts and return those that are new; a name that is bound already stays so. The table's lock is held."""
    known = read_accounts(folder)
    new = tuple(one for one in dict.fromkeys(found) if not any(is_bound(one, other) for other in known))
    write_accounts(folder, (*known, *new))
    return new


def is_bound(one: Account, other: Account) -> bool:
    """Tell whether the name of an account is bound already, at the same forum, by another."""
    return (
        name_key(one.name) == name_key(other.name)
        and other.is_at(one.source, one.site)
        and bool(other.id or not one.id)
    )
