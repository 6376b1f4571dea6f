"""What the shell offers for a word that is being typed: tables, games, tracks, seats, policies.

It never fails, and says nothing.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import typer  # noqa: TC002  which looks the annotations up

from gm_tools.cli.common import table_names
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES, find
from gm_tools.render.forums import PROFILE_OF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gm_tools.core.stage import Stage


def complete_tables(incomplete: str) -> list[str]:
    """Return the tables below ./turns that a word may become."""
    return _beginning(incomplete, table_names())


def complete_games(incomplete: str) -> list[str]:
    """Return the games that a word may become."""
    return _beginning(incomplete, NAMES)


def complete_forums(incomplete: str) -> list[str]:
    """Return the forums that a word may become."""
    return _beginning(incomplete, PROFILE_OF)


def complete_tracks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the shipped tracks that a word may become, those of the game alone if the command says which."""
    game = ctx.params.get("game") or ""
    names = [game] if game in NAMES else NAMES
    return _beginning(
        incomplete, sorted({path.stem for name in names for path in folder("tracks").glob(f"{name}/*.txt")})
    )


def complete_seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the marks and players of the command's table that a word may become."""
    stage = _stage(ctx)
    seats = stage.seats if stage else ()
    return _beginning(incomplete, [*(seat.mark for seat in seats), *(seat.player for seat in seats)])


def complete_viewers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the viewers that a word may become: everybody, the game master, the seats."""
    return [*_beginning(incomplete, (PUBLIC, GM)), *complete_seats(ctx, incomplete)]


def complete_policies(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the policies for missing orders that the game of the command's table has."""
    stage = _stage(ctx)
    games = [stage.game] if stage else [find(name) for name in NAMES]
    options = [option for game in games for option in game.options if option.name == "missing_orders"]
    return _beginning(incomplete, dict.fromkeys(word for option in options for word in option.values().split(", ")))


def _stage(ctx: typer.Context) -> Stage | None:
    """Return the table or snapshot that the words before name, None if there is none."""
    from gm_tools.cli.tables import open_stage  # which a start that completes nothing need not pay for

    named = ctx.params.get("table")
    if not named:  # behind an option without its value the arguments have not been read
        typed = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")
        named = next((word for word in typed.split()[2:] if word in table_names()), "")
    try:
        return open_stage(str(named)) if named else None
    except InputError:
        return None


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin like what was typed, whatever the case."""
    return [word for word in words if word.casefold().startswith(incomplete.casefold())]
