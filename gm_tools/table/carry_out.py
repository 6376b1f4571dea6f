"""A game carried out: the set-up, or a turn, each with the chance steps that follow it until somebody is awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.draws import SEED, ByKind, Draw, Draws, Recorded, Scripted, ScriptError, Seeded
from gm_tools.core.game import Game, Resolution, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.sources import BY_HAND
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.values import clean_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from gm_tools.core.events import Event
    from gm_tools.core.keys import TurnKeys

    AnyGame = Game[Any, Any, Any]
    from gm_tools.table.beacon import NoDraws

    AnyDraws = ByKind | NoDraws | Recorded | Scripted | Seeded

STEPS = 10_000  # chance steps in a row: a game that takes more never waits for anybody


class DrawInputs(NamedTuple):
    """What a turn's draws come from besides its key.

    `script` holds draws made elsewhere, per kind, and `source` where others can look them up. `signature` is that of
    the beacon's round, as it was pasted; empty if it is to be fetched. With `without_beacon` that round is left out.
    """

    script: Mapping[str, Sequence[Any]] = {}
    source: str = ""
    signature: str = ""
    without_beacon: bool = False


def check_source(source: str) -> str:
    """Return where draws entered by hand come from, "by hand" if nobody says; raise InputError for the word `seed`.

    >>> check_source(" dice thread, post 57 ")
    'dice thread, post 57'
    """
    source = clean_text(source, "source") if source.strip() else BY_HAND
    if "".join(source.split()).casefold() == SEED:
        raise InputError(
            _("found {value!r}: draws entered by hand do not come from the seed", value=source),
            key="source",
            allowed=_("where others can look the draws up"),
        )
    return source


def entered_by_hand(recorded: Iterable[Draw]) -> tuple[dict[str, list[Any]], str]:
    """Return those of a turn's draws that were entered by hand, per kind, and their source."""
    script: dict[str, list[Any]] = {}
    source = ""
    for draw in recorded:
        if draw.entered:
            script.setdefault(draw.kind, []).append(draw.value)
            source = draw.source
    return script, source


def draws_from(
    game: AnyGame,
    keys: TurnKeys | None,
    script: Mapping[str, Sequence[Any]],
    source: str,
    recorded: Sequence[Draw] = (),
) -> AnyDraws:
    """Return the draws of a turn: the kinds entered by hand (`script`, with their `source`), the rest from its keys.

    What stays hidden is drawn from the hidden key; where that is not known yet, it is taken from what is `recorded`.
    """
    if keys is None:
        return Scripted(script, source=source)
    shown = Seeded(keys.open)
    drawn: Seeded | ByKind = shown
    if keys.hidden != keys.open and game.hidden_draws:
        hidden = Seeded(keys.hidden) if keys.hidden is not None else Recorded(recorded)
        drawn = ByKind(shown, dict.fromkeys(game.hidden_draws, hidden))
    return Scripted(script, source=source, fallback=drawn) if script else drawn


def set_up(
    game: AnyGame, board: Any, seats: Sequence[Seat], options: Mapping[str, Any], draws: AnyDraws
) -> tuple[Resolution[Any], tuple[Draw, ...]]:
    """Return the first position in which somebody is awaited, and what was drawn on the way."""
    return _run(draws, lambda: advance(game, (), game.setup(board, tuple(seats), options, draws), draws))


def carry_out(
    game: AnyGame,
    position: Any,
    orders: Mapping[str, Any],
    missed: Collection[str],
    draws: AnyDraws,
) -> tuple[Resolution[Any], tuple[Draw, ...]]:
    """Return what came of a turn, with the chance steps after it, and what was drawn."""
    return _run(draws, lambda: resolve_all(game, position, orders, missed, draws))


def resolve_all(
    game: AnyGame, position: Any, orders: Mapping[str, Any], missed: Collection[str], draws: Draws
) -> Resolution[Any]:
    """Return what comes of a turn, with the chance steps after it."""
    first = game.resolve(position, orders, draws, missed)
    return advance(game, first.events, first.position, draws)


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


def _run(draws: AnyDraws, run: Callable[[], Resolution[Any]]) -> tuple[Resolution[Any], tuple[Draw, ...]]:
    try:
        resolution = run()
    except ScriptError as error:
        raise InputError(str(error), key="draws") from None
    left = draws.unused_kinds() if isinstance(draws, Scripted) else []
    if left:
        raise InputError(_("more was entered for {kinds} than this turn draws", kinds=", ".join(left)), key="draws")
    return resolution, tuple(draws.taken)
