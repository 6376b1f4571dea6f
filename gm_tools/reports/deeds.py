"""What each seat did last, for tables and pictures.

That is its order in its own notation, and in a few words what came of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event, load_event, view_events
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gm_tools.core.game import Game
    from gm_tools.reports.base import Report
    from gm_tools.table.turn_file import TurnFile


class Deed(NamedTuple):
    """What a seat was ordered to do last, in its own notation, and in a few words what came of it.

    `is_earlier` tells that it was before the turn that is shown.
    """

    order: str = ""
    news: str = ""
    is_earlier: bool = False


def deeds(
    report: Report, game: Game[Any, Any, Any], orders: Mapping[str, str], earlier: Mapping[str, Deed]
) -> dict[str, Deed]:
    """Return what each seat did in the turn of a report, as far as its viewer has seen it; who did nothing is left out.

    `orders` are those that the turn carried out, by seat, for events that do not tell them; a game that hides something
    tells an order by its events alone. `earlier` are the deeds up to the turn before: where one seat acts after the
    other the last one of each stays.
    """
    events = [load_event(event) for event in report.data["events"]]
    marks = [seat["mark"] for seat in report.data["seats"]]
    return _add(_find_deeds(events, marks, game, orders), orders, earlier)


def last_deeds(
    turn: TurnFile, read: Callable[[int], TurnFile], game: Game[Any, Any, Any], marks: Sequence[str], viewer: str
) -> dict[str, Deed]:
    """Return what each seat did up to a turn, as `deeds` does turn by turn, for one that stands alone.

    `read` returns the turn of a number: where one seat acts after the other, so many turns are read as hold an order of
    each.
    """
    number, missing = turn.turn, set(marks)
    steps: list[tuple[dict[str, Deed], Mapping[str, str]]] = []
    while True:
        orders: Mapping[str, str] = {row.seat: row.canonical for row in turn.orders}
        found = _find_deeds(view_events(turn.events, viewer), marks, game, orders)
        steps.append((found, orders))
        missing -= {mark for mark, deed in found.items() if deed.order}
        if not missing or len(orders) > 1 or not number:
            break
        number -= 1
        turn = read(number)
    done: dict[str, Deed] = {}
    for found, orders in reversed(steps):
        done = _add(found, orders, done)
    return done


def _find_deeds(
    events: Iterable[Event], marks: Iterable[str], game: Game[Any, Any, Any], orders: Mapping[str, str]
) -> dict[str, Deed]:
    """Return what each seat did by the events of one turn; an arrow is one sign, as on boards, and begins no line."""
    told = list(events)
    known = {} if game.private is not None or game.hidden_draws else orders
    found = {}
    for mark in marks:
        order, news = game.deed(told, mark)
        order = order or known.get(mark, "").rpartition(": ")[2]  # whose it is, the row says
        if order or any(news):
            found[mark] = Deed(order, ", ".join(filter(None, news)).replace(" ->", "\N{NO-BREAK SPACE}→"))
    return found


def _add(found: dict[str, Deed], orders: Mapping[str, str], earlier: Mapping[str, Deed]) -> dict[str, Deed]:
    """Return what was done up to a turn in which this was found; if several had an order in it, that is all."""
    if len(orders) > 1:
        return found
    last = {mark: deed._replace(is_earlier=True) for mark, deed in earlier.items()}
    for mark, deed in found.items():
        before = last.get(mark, Deed())
        more = ", ".join(filter(None, (before.news, deed.news)))
        last[mark] = deed if deed.order else Deed(before.order, more, before.is_earlier)
    return last
