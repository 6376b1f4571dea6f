"""A turn of a race on squared paper in short: who leads, what is worth telling, and a line a car."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_tools.core.brief import predicate, seat_lines, summary_lines, tell_ends, tell_together, tell_winners
from gm_tools.core.events import Event, shorten
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.race import tile_text
from gm_tools.core.text import all_of
from gm_tools.games.rally.orders import tell_velocity
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.report import EVENTS, describe
from gm_tools.games.rally.rules import running_order

HOW_TO_ORDER = N_(
    'To order, write "Order:" and then how your velocity changes, for example NE or (+1,-1) for one faster to the east and to the north; 0 changes nothing.'
)


def course(position: Position) -> str:
    """Return what is raced on, and how many laps."""
    return ngettext("{track}, {n} lap", "{track}, {n} laps", position.settings.laps, track=position.board.name)


def summary(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return who leads and by how much; who came home, left the road, met."""
    lines = list(tell_winners(((car.seat, car.finished) for car in after.cars), names))
    order = [car for __, car in running_order(after) if car.runs]
    if len(order) > 1 and not lines:
        first, second = order[:2]
        far = after.board.next_distances(first.passed)
        gap = far.get(second.at, 0) - far.get(first.at, 0) if first.passed == second.passed else 0
        if gap > 0:
            lines.append(
                ngettext(
                    "{player} leads, {n} square ahead of {second}.",
                    "{player} leads, {n} squares ahead of {second}.",
                    gap,
                    player=names[first.seat],
                    second=names[second.seat],
                )
            )
        elif first.passed > second.passed:
            lines.append(_("{player} leads.", player=names[first.seat]))
    return summary_lines(lines, [*tell_ends(events, names), *_accidents(events, names)])


def _accidents(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    yield from tell_together(
        events, "crashed", names, N_("{players} leaves the road."), N_("{players} leave the road.")
    )
    for event in events:
        if event.kind == "met":
            yield _("{players} meet.", players=all_of(names[seat] for seat in event.seats))


def brief_events(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a line for each car that did something, in the order of the standings.

    A line says what the car ordered, where that took it, and what came of it.
    """

    def tell(seat: str, own: Sequence[Event]) -> tuple[str, Iterable[str]]:
        order = next((event.data["order"] for event in own if event.kind == "moved"), "")
        return order, (_part(seat, event, names) for event in own)

    return seat_lines(events, (car.seat for __, car in running_order(after)), names, tell, describe)


def deed(events: Sequence[Event], seat: str) -> tuple[str, Sequence[str]]:
    """Return how a car was ordered to change its velocity, and what came of it.

    What came of it is a meeting, a crash, or else its velocity now.
    """
    own = [event for event in events if seat in event.seats]
    news = []
    for event in own:
        if event.kind == "met":
            news.append(_("✸ meets {others}", others=all_of(other for other in event.seats if other != seat)))
        elif event.kind == "crashed":
            news.append(_("✸ crash"))
        elif event.kind != "moved":
            news.append(shorten(event, EVENTS) or predicate(describe(event), seat))
    moved = next((event for event in own if event.kind == "moved"), None)
    if moved is not None and not any(one.startswith("✸") for one in news):
        news.insert(0, _("velocity {velocity}", velocity=tell_velocity(moved.data["velocity"])))
    return "" if moved is None else moved.data["order"], news


def _part(seat: str, event: Event, names: Mapping[str, str]) -> str:
    if event.kind == "order_missed":
        return _("no order")
    if event.kind == "moved":
        velocity = tell_velocity(event.data["velocity"])
        return _("to {square}, velocity {velocity}", square=tile_text(event.data["at"]), velocity=velocity)
    if event.kind == "met":
        others = all_of(names[other] for other in event.seats if other != seat)
        message = N_("meets {others} and loses its velocity [V6.1]")
        if event.data["how"] == "back":
            message = N_("meets {others}; who came there in this turn goes back [V6.3]")
        return _(message, others=others)
    return predicate(describe(event), seat)
