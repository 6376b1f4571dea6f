"""Seats that change hands: another player or a bot takes over, the seat and all that goes with it stay."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.stage import seat_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.bots import check_goes_on
from gm_tools.table.files import encode, read_text, write_atomic
from gm_tools.table.store import writing
from gm_tools.table.table_file import FILE, check_bot, check_gm, check_names
from gm_tools.table.toml_edit import set_value
from gm_tools.table.values import clean_text


class Replaced(NamedTuple):
    """A seat before and after it changed hands."""

    before: Seat
    after: Seat


def replace_player(path: Path, name: str, player: str, aliases: tuple[str, ...] = ()) -> Replaced:
    """Give a seat to another player and return it before and after; the names of the one before go with him.

    A bot that played the seat is dismissed. Raises InputError for an unknown seat, and for a name that could mean two
    players; nothing is written then.
    """
    player = clean_text(player, "--player", lines=False)
    return _change(path, name, {"player": player, "aliases": aliases, "bot": ""})


def add_aliases(path: Path, name: str, aliases: tuple[str, ...]) -> Replaced:
    """Give a seat's player more names that he is known by, and return the seat before and after.

    Raises InputError for an unknown seat, and for a name that could mean two players; nothing is written then.
    """
    fresh = tuple(clean_text(alias, "--alias", lines=False) for alias in aliases)
    return _change(path, name, {"aliases": fresh}, key="--alias")


def set_bot(path: Path, name: str, strength: str) -> Replaced:
    """Have a seat played by a bot, or by its player again (an empty `strength`), and return it before and after.

    Raises InputError where a bot would find the game over.
    """
    check_bot(strength)
    return _change(path, name, {"bot": strength})


def _change(path: Path, name: str, changes: Mapping[str, Any], key: str = "--player") -> Replaced:
    with writing(path) as table:
        before = seat_of(table, name)
        if changes.get("bot"):
            check_goes_on(table)
        if "player" not in changes and "aliases" in changes:  # more names for the same player
            known = {name_key(one) for one in (before.player, *before.aliases)}
            fresh = {name_key(one): one for one in changes["aliases"] if name_key(one) not in known}
            changes = {"aliases": (*before.aliases, *fresh.values())}
        after = before._replace(**changes)
        if after == before and "bot" not in changes:
            message = _("{player} has that name already", player=before.player)
            raise InputError(message, file=str(table.path / FILE), status=1)
        if after == before:
            whose = _("a bot's") if before.bot else _("{player}'s", player=before.player)
            message = _("seat {seat} is {whose} already", seat=before.mark, whose=whose)
            raise InputError(message, file=str(table.path / FILE), status=1)
        seats = tuple(after if seat.mark == before.mark else seat for seat in table.seats)
        with at_key(key):
            check_names(seats)
            check_gm(table.gm, seats)
        file = table.path / FILE
        text = read_text(file)
        for field in changes:
            where = ("seats", table.seats.index(before), field)
            text = set_value(text, where, getattr(after, field) or None, below="player")
        write_atomic(file, encode(text, file))
    return Replaced(before, after)
