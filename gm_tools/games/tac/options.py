"""The options of a game of TAC, and its settings (T2.4, T10.2.7, T11.3, T3)."""

from __future__ import annotations

from gm_tools.core.game_options import Option, choice
from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.variants import NAMES, are_letters

EDITIONS = ("basic", "master")


class Settings(NamedTuple):
    """The options of a game, filled in (T2.4, T10.2.7, T11.3, T3)."""

    variant: str = "pairs4"
    edition: str = "basic"
    play_on: bool = False
    talk: str = "closed"
    missing_orders: str = "wait"


def _is_letters(value: object) -> bool:
    return isinstance(value, str) and (not value or (len(value) in (4, 6) and are_letters(value)))


OPTIONS = (
    choice("variant", NAMES, "T10", N_("way to play: people, seats, teams")),
    choice("edition", EDITIONS, "T2.4", N_("with or without the four master cards")),
    Option(
        "letters",
        "",
        N_('four or six different capital letters, clockwise, such as "RGBS", or ""'),
        _is_letters,
        "T1.7",
        N_("letters of the seats in place of the board's"),
    ),
    Option(
        "people",
        "",
        N_('groups of seats with blanks between them, such as "RB GK", or ""'),
        lambda value: isinstance(value, str) and all(map(are_letters, value.split())),
        "T10.1",
        N_("seats that one person runs; by default those with the same player"),
    ),
    Option(
        "dealer",
        "",
        N_('the letter of a seat, or "" for a draw'),
        lambda value: isinstance(value, str) and (not value or (len(value) == 1 and are_letters(value))),
        "T2.5",
        N_("first dealer"),
    ),
    choice("play_on", (False, True), "T11.3", N_("three pairs: the other two play on for second place")),
    choice(
        "talk",
        ("", "open", "closed"),
        "T10.2.7",
        N_("whether plans may be discussed; by default only in the co-operative games"),
    ),
    choice(
        "missing_orders", ("wait", "auto"), "T3", N_("at the deadline: wait, or the first legal order of a fixed list")
    ),
)
