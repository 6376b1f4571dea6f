"""The registry of games: each folder here is one.

A game is imported when it is asked for, so that nobody pays for the others.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean

if TYPE_CHECKING:
    from gm_tools.core.game import Game

EXAMPLE = "nascar"  # the game that the examples in help texts are of
NAMES = tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")))


def find(name: str) -> Game[Any, Any, Any]:
    """Return the game called `name`; raise InputError with the names there are."""
    if name not in NAMES:
        hint = did_you_mean(name, list(NAMES))
        raise InputError(_("no game is called {name!r}{hint}", name=name, hint=hint), allowed=", ".join(NAMES))
    game: Game[Any, Any, Any] = import_module(f"gm_tools.games.{name}").GAME
    return game
