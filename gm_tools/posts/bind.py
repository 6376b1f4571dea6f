"""Accounts named by the game master: which are his own, and which are a player's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.stage import seat_of
from gm_tools.posts.accounts import GUESTS, Account, parse_account, read_accounts, write_accounts
from gm_tools.posts.formats.detect import SOURCES
from gm_tools.table import writing
from gm_tools.table.files import encode, read_text, write_atomic
from gm_tools.table.table_file import FILE, check_gm, read_table_file
from gm_tools.table.toml_edit import set_value
from gm_tools.table.values import clean_text


def list_accounts(folder: Path) -> tuple[tuple[str, ...], tuple[Seat, ...], tuple[Account, ...]]:
    """Return the game master's accounts as the table names them, its seats, and the accounts that are bound."""
    table = read_table_file(folder)
    return table.gm, table.seats, read_accounts(folder)


def is_of(account: Account, seat: Seat) -> bool:
    """Tell whether an account is bound to a name of a seat's player."""
    return not account.gm and name_key(account.name) in map(name_key, (seat.player, *seat.aliases))


def change_gm(folder: Path, names: Sequence[str], *, remove: bool = False) -> tuple[str, ...]:
    """Add accounts to the game master's (or remove them) and return all.

    A removed name forgets the accounts bound to it. Raises InputError for the name of a player, and for an account to
    remove that is not there; nothing is changed then.
    """
    names = [clean_text(name, "--gm", lines=False) for name in names]
    keys = {name_key(name) for name in names}
    with writing(folder) as table:
        accounts = read_accounts(folder)
        if remove:
            known = {name_key(name) for name in (*table.gm, *(one.name for one in accounts if one.gm))}
            missing = next((name for name in names if name_key(name) not in known), "")
            if missing:
                raise InputError(
                    _("{name!r} is not an account of the game master", name=missing),
                    key="--gm",
                    allowed=", ".join(table.gm) or _("none"),
                    status=1,
                )
            left = tuple(name for name in table.gm if name_key(name) not in keys)
            write_accounts(folder, tuple(one for one in accounts if not (one.gm and name_key(one.name) in keys)))
        else:
            fresh = {name_key(name): name for name in names}
            left = (*table.gm, *(name for key, name in fresh.items() if key not in map(name_key, table.gm)))
        with at_key("--gm"):
            check_gm(left, table.seats)
        if left != table.gm:
            file = folder / FILE
            below = "language" if table.language else "track"
            write_atomic(file, encode(set_value(read_text(file), ("gm",), left or None, below), file))
    return left


def bind_accounts(folder: Path, name: str, words: Sequence[str]) -> tuple[str, tuple[Account, ...]]:
    """Bind accounts `FORUM/ID` to a seat's player, and return the player and all accounts.

    They replace those at the same kinds of forums. Raises InputError for an unknown seat, for what is no account, and
    for one that is somebody else's.
    """
    found = [_parse(word) for word in words]
    with writing(folder) as table:
        seat = seat_of(table, name)
        accounts = read_accounts(folder)
        for source, number in found:
            owner = next((one for one in accounts if (one.source, one.id) == (source, number)), None)
            if owner is not None and not is_of(owner, seat):
                raise InputError(
                    _("{account} is bound to {name}", account=owner.label, name=owner.name),
                    key="--bind",
                    allowed=_("an account that is not bound to anybody; --remove releases it"),
                    status=1,
                )
        sources = {source for source, __ in found}
        kept = [one for one in accounts if not (is_of(one, seat) and one.source in sources)]
        # They stand for all names of the player: else somebody else could bear an alias that is not bound yet.
        names = {name_key(name): name for name in (seat.player, *seat.aliases)}.values()
        new = [Account(name, source, "", number, by_hand=True) for source, number in found for name in names]
        write_accounts(folder, (*kept, *new))
    return seat.player, tuple(
        dict.fromkeys(one._replace(name=seat.player) for one in (*kept, *new) if is_of(one, seat))
    )


def unbind_accounts(folder: Path, name: str, words: Sequence[str] = ()) -> tuple[str, tuple[Account, ...]]:
    """Forget the accounts of a seat's player, or only those named; return the player and the accounts that are left.

    Raises InputError for an unknown seat, and if there is nothing to forget.
    """
    found = [_parse(word) for word in words]
    with writing(folder) as table:
        seat = seat_of(table, name)
        accounts = read_accounts(folder)
        gone = [one for one in accounts if is_of(one, seat) and (not found or (one.source, one.id) in found)]
        if not gone:
            raise InputError(_("no such account is bound to {player}", player=seat.player), file=str(folder), status=1)
        left = tuple(one for one in accounts if one not in gone)
        write_accounts(folder, left)
    return seat.player, tuple(one for one in left if is_of(one, seat))


def _parse(word: str) -> tuple[str, str]:
    found = parse_account(word)
    if found is None or found[1] in GUESTS:
        raise InputError(
            _("found {word!r:.80}", word=word),
            key="--bind",
            allowed=_("FORUM/ID, the forum one of {forums}", forums=", ".join(SOURCES)),
        )
    return found
