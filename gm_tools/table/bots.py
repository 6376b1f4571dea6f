"""Bots at a table: seats that play by themselves, and bots that order for whoever missed a turn.

A seat with a `bot` in `table.toml` is not waited for: where it has no order in hand, its bot orders. The draws of a bot
come from the turn's key, under labels of their own, so that the same position gives the same order; the turn file holds
the order itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gm_tools.core.draws import Seeded
from gm_tools.core.game import STRENGTHS, Game, check_asked
from gm_tools.core.i18n import _
from gm_tools.core.keys import TurnKeys
from gm_tools.core.problems import InputError
from gm_tools.core.stage import seat_of
from gm_tools.table.keys import read_keys
from gm_tools.table.store import open_table
from gm_tools.table.table_file import Table, check_bot

OPTION = "missing_orders"  # where a game has it, the policy that a turn is closed with unless another is given
POLICIES = tuple(f"bot-{strength}" for strength in STRENGTHS)  # for missing orders, beside those of the games


def list_policies(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Return what can become of a missing order when a turn is closed: the game's own policies, then the bots."""
    allowed = next((option.allowed for option in game.options if option.name == OPTION), "")
    return (*(policy for policy in allowed.split(", ") if policy not in {"", "wait"}), *POLICIES)


def bot_order(table: Table, seat: str, strength: str, keys: TurnKeys | None) -> Any:
    """Return the order of an awaited seat by a bot, which sees no more than the seat does.

    It draws from the turn's key, which nobody else knows before the turn is posted and which proves the order
    afterwards; where something stays hidden, from the hidden key, since a bot's draws tell of its hand. A table whose
    keys are not known has the bot draw from the commitment.
    """
    key = bytes.fromhex(table.commitment)
    if keys is not None:
        key = keys.hidden if table.game.hidden_draws and keys.hidden is not None else keys.open
    return table.game.bot(table.game.view(table.position, seat), seat, strength, Seeded(key))


def chosen_order(folder: Path, name: str, strength: str) -> str:
    """Return the text of the order that a bot gives for a seat (mark, player or alias).

    Raises InputError if the seat is asked for none.
    """
    check_bot(strength)
    table = open_table(folder)
    seat = seat_of(table, name)
    check_goes_on(table)
    check_asked(table.game, table.position, seat.mark, seat.player)
    return table.game.format_order(bot_order(table, seat.mark, strength, read_keys(table, table.turn + 1)))


def check_goes_on(table: Table) -> None:
    """Raise InputError if the game is over, so that a bot has nothing to order."""
    if table.game.is_over(table.position):
        raise InputError(_("the game is over: no orders any more"), file=str(table.path), status=1)


def strength_of(policy: str) -> str:
    """Return the strength of the bot that a policy means, empty if it means none.

    >>> strength_of("bot-hard"), strength_of("straight")
    ('hard', '')
    """
    return policy.removeprefix("bot-") if policy in POLICIES else ""
