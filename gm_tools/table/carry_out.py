"""A game carried out: the set-up, or a turn, each with the chance steps that follow it until somebody is awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.draws import SEED, Scripted, ScriptError, Seeded
from gm_tools.core.game import Game, Resolution, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.sources import BY_HAND
from gm_tools.table.values import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from gm_tools.core.draws import Draw, Draws, Recorded
    from gm_tools.core.events import Event

    AnyGame = Game[Any, Any, Any]

STEPS = 10_000  # chance steps in a row: a game that takes more never waits for anybody


def check_source(source: str) -> str:
    """Return where draws entered by hand come from, "by hand" if nobody says; raise InputError for the word `seed`.

    >>> check_source(" dice thread, post 57 ")
    'dice thread, post 57'
    """
    source = clean(source, "source") if source.strip() else BY_HAND
    if "".join(source.split()).casefold() == SEED:
        raise InputError(
            _("found {value!r}: the seed did not make draws that are entered by hand", value=source),
            key="source",
            allowed=_("where others can look the draws up"),
        )
    return source


def draws_from(seed: bytes | None, script: Mapping[str, Sequence[Any]], source: str) -> Seeded | Scripted:
    """Return the draws of a turn: the kinds entered by hand (`script`, with their `source`), the rest from the seed."""
    if seed is None:
        return Scripted(script, source=source)
    return Scripted(script, source=source, fallback=Seeded(seed)) if script else Seeded(seed)


def set_up(
    game: AnyGame, board: Any, seats: Sequence[Seat], options: Mapping[str, Any], draws: Seeded | Scripted | Recorded
) -> tuple[Resolution[Any], tuple[Draw, ...]]:
    """Return the first position in which somebody is awaited, and what was drawn on the way."""
    return _run(draws, lambda: advance(game, (), game.setup(board, tuple(seats), options, draws), draws))


def carry_out(
    game: AnyGame,
    position: Any,
    orders: Mapping[str, Any],
    missed: Collection[str],
    draws: Seeded | Scripted | Recorded,
) -> tuple[Resolution[Any], tuple[Draw, ...]]:
    """Return what came of a turn, with the chance steps after it, and what was drawn."""

    def run() -> Resolution[Any]:
        first = game.resolve(position, orders, draws, missed)
        return advance(game, first.events, first.position, draws)

    return _run(draws, run)


def advance(game: AnyGame, events: tuple[Event, ...], position: Any, draws: Draws) -> Resolution[Any]:
    """Carry out chance steps until somebody is awaited or the game is over."""
    happened = list(events)
    for __ in range(STEPS):
        if game.is_over(position) or game.awaited(position):
            return Resolution(tuple(happened), position)
        step = game.resolve(position, {}, draws, ())
        happened += step.events
        position = step.position
    raise RuntimeError(f"{game.name}: {STEPS} chance steps in a row and nobody is awaited")


def _run(
    draws: Seeded | Scripted | Recorded, run: Callable[[], Resolution[Any]]
) -> tuple[Resolution[Any], tuple[Draw, ...]]:
    try:
        resolution = run()
    except ScriptError as error:
        raise InputError(str(error), key="draws") from None
    left = draws.left_over() if isinstance(draws, Scripted) else []
    if left:
        raise InputError(_("more was entered for {kinds} than this turn draws", kinds=", ".join(left)), key="draws")
    return resolution, tuple(draws.taken)
