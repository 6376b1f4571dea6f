"""What a post says before its board: who leads and what happened, what players do next, how a game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from gm_tools.core.blocks import Block, Grid, Lines, explain_grids
from gm_tools.core.deadline import Deadline, post_line
from gm_tools.core.events import Event
from gm_tools.core.i18n import N_, _
from gm_tools.core.text import all_of
from gm_tools.reports.base import Scene, how_to_order

# The order of a post's blocks by their names.
ORDER = (
    *("again", "amendments", "summary", "result", "proof", "deadline"),
    *("board", "more", "standings", "words", "events", "orders", "draws", "fairness"),
)


def names_of_players(scene: Scene) -> dict[str, str]:
    """Return the player of each seat, with the mark where a player has several: `Axle`, `Nina (B)`."""
    players = [seat.player for seat in scene.seats]
    return {
        seat.mark: f"{seat.player} ({seat.mark})" if players.count(seat.player) > 1 else seat.player
        for seat in scene.seats
    }


def summary_block(scene: Scene, events: Sequence[Event], view: Any, silent: Sequence[str]) -> Lines | None:
    """Return at most three lines for those who read no further.

    None if there is nothing to say, as before the first turn. `silent` are the seats that had no order.
    """
    if not events or scene.game.is_over(view):
        return None
    names = names_of_players(scene)
    lines = list(scene.game.summary(events, view, names)) or list(_leader(scene, view, names))
    if silent:
        lines.append(_("No order from {players}.", players=all_of(names[seat] for seat in silent)))
    return Lines("", tuple(lines)) if lines else None


def course_block(scene: Scene, view: Any) -> Lines | None:
    """Return what is played, on which board and for how long, for the first post; None for a game that does not say."""
    course = scene.game.course(view)
    return Lines("", (_("{game}: {course}.", game=_(scene.game.title), course=course),)) if course else None


def _leader(scene: Scene, view: Any, names: Mapping[str, str]) -> Iterator[str]:
    """Yield who is in front by the standings, if that is not everybody."""
    first = [line.seat for line in scene.game.standings(view) if line.place == 1]
    if len(first) == 1:
        yield _("{player} leads.", player=names.get(first[0], first[0]))
    elif 1 < len(first) < len(scene.seats):
        yield _("{players} share the lead.", players=all_of(names.get(seat, seat) for seat in first))


def call_block(scene: Scene, view: Any, deadline: Deadline | None, page: str = "") -> Lines | None:
    """Return when the next orders are due, how one is written, and where it can be tried.

    None once the game is over.
    """
    if scene.game.is_over(view):
        return None
    lines = [post_line(deadline)] if deadline is not None and deadline.at is not None else []
    awaited = scene.game.awaited(view)
    if len(awaited) == 1 < len(scene.seats):
        ((seat, request),) = awaited.items()
        lines.append(_("{player} is next: {request}.", player=names_of_players(scene)[seat], request=request.text))
    if how := how_to_order(scene.game, awaited):
        lines.append(how)
    if page:
        lines.append(_("Try your order, see the board, check the dice:"))
    return Lines("", tuple(lines), page) if lines else None


def result_block(scene: Scene, view: Any) -> Lines | None:
    """Return how a game ended: the winner and the places. None while the game goes on."""
    if not scene.game.is_over(view):
        return None
    names = names_of_players(scene)
    standings = [(line.place, names.get(line.seat, line.seat)) for line in scene.game.standings(view)]
    placed = sorted(((place, name) for place, name in standings if place is not None), key=itemgetter(0))
    winners = [name for place, name in placed if place == 1]
    lines = []
    if winners:
        message = N_("{players} wins. Congratulations!") if len(winners) == 1 else N_("{players} win. Congratulations!")
        lines.append(_(message, players=all_of(winners)))
    listed = [(place, name) for place, name in placed if len(placed) > 2 or place != 1]
    lines += [_("{place}. {player}", place=place, player=name) for place, name in listed]
    out = [name for place, name in standings if place is None]
    if out:
        lines.append(_("Not placed: {players}.", players=", ".join(out)))
    lines.append(_("Thank you all for playing."))
    return Lines(_("Result"), tuple(lines))


def proof_block() -> Lines:
    """Return where the post about the last turn says how the draws of the game are checked."""
    message = _("Everybody can check every draw: what that takes stands at the end of this post, under Fairness.")
    return Lines("", (message,))


def words_block(blocks: Iterable[Block]) -> Lines | None:
    """Return what the short words above the columns of the standings mean, None if there are none."""
    words = explain_grids(block for block in blocks if isinstance(block, Grid))
    return Lines("", (words,)) if words else None


def brief_events(scene: Scene, events: Sequence[Event], view: Any) -> Lines | None:
    """Return what happened in a line a seat, None if the game has no short form: then all events are listed."""
    lines = scene.game.brief_events(events, view, names_of_players(scene))
    return Lines(_("What happened"), tuple(lines), name="events") if lines else None


def sort_blocks(parts: Iterable[tuple[str, Block | None]]) -> tuple[Block, ...]:
    """Return the blocks of a post, each under the name that it comes with, in the order in which they are read."""
    places = {name: at for at, name in enumerate(ORDER)}
    blocks = (block._replace(name=name) for name, block in parts if block is not None)
    return tuple(sorted(blocks, key=lambda block: places.get(block.name, places["more"])))
