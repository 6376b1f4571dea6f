"""A turn of a race in short: three lines for those who read no further, and a line a car with causes before results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_tools.core.brief import predicate, seat_lines, summary_lines, tell_ends, tell_together, tell_winners
from gm_tools.core.events import Event, shorten
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.text import all_of
from gm_tools.games.nascar.position import Position
from gm_tools.games.nascar.report import EVENTS, describe
from gm_tools.games.nascar.rules import running_order

HOW_TO_ORDER = N_(
    'To order, write "Order:" and then your moves, as many as your speed, for example (6M): M straight on, L left, R right, A faster, B brake.'
)
_UNTOLD = frozenset({"moved", "sandbag_hit", "alley_cleared", "crashed", "order_missed"})  # said in another way


def course(position: Position) -> str:
    """Return what is raced on, and how many laps."""
    return ngettext("{track}, {n} lap", "{track}, {n} laps", position.settings.laps, track=position.board.name)


def summary(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return who leads and by how much, and what is worth telling: finishes, crashes, cars off the track, bags."""
    lines = list(tell_winners(((car.seat, car.finished) for car in after.cars), names))
    order = [car for car in running_order(after) if car.runs]
    if order and not lines and all(car.laps >= 0 for car in order[:1]):
        ahead = after.board.distances
        gap = 0
        if len(order) > 1 and order[0].laps == order[1].laps and {order[0].at, order[1].at} <= set(ahead):
            gap = ahead[order[1].at] - ahead[order[0].at]
        first = names[order[0].seat]
        lines.append(_("{player} leads.", player=first) if gap < 1 else _tell_lead(first, names[order[1].seat], gap))
    return summary_lines(lines, [*tell_ends(events, names), *_accidents(events, names), *_bags(events, names)])


def _tell_lead(first: str, second: str, gap: int) -> str:
    return ngettext(
        "{player} leads, {n} tile ahead of {second}.",
        "{player} leads, {n} tiles ahead of {second}.",
        gap,
        player=first,
        second=second,
    )


def _accidents(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    for event in events:
        if event.kind == "crashed":
            yield _("{players} crash.", players=all_of(names[seat] for seat in event.seats))
    yield from tell_together(
        events, "off_track", names, N_("{players} leaves the track."), N_("{players} leave the track.")
    )


def _bags(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    hits = Counter(event.seats[0] for event in events if event.kind == "sandbag_hit")
    if hits:
        seat, count = hits.most_common(1)[0]
        if count > 1:
            yield _("{player} hits {n} sandbags.", player=names[seat], n=count)


def brief_events(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a line for each car that did something, in the order of the standings: its order, causes, results.

    Sand is counted, not listed.
    """

    def tell(seat: str, own: Sequence[Event]) -> tuple[str, Iterable[str]]:
        order = next((event.data["order"] for event in own if event.kind == "moved"), "")
        return order, _parts(seat, own, names)

    return seat_lines(events, (car.seat for car in running_order(after)), names, tell, describe)


def deed(events: Sequence[Event], seat: str) -> tuple[str, Sequence[str]]:
    """Return what a car was ordered to do, and what came of it: a crash, or else what it met, bags counted.

    If nothing else happened, it is how far it came.
    """
    own = [event for event in events if seat in event.seats]
    order, news = "", []
    tiles = 0
    if hits := sum(event.kind == "sandbag_hit" for event in own):
        news.append(ngettext("{n} sandbag", "{n} sandbags", hits))
    for event in own:
        if event.kind == "moved":
            order, tiles = event.data["order"], len(event.data["path"])
        elif event.kind == "crashed":
            news.append(_("✸ crash with {others}", others=all_of(other for other in event.seats if other != seat)))
        elif event.kind != "sandbag_hit":
            news.append(shorten(event, EVENTS))
    crashes = [one for one in news if one.startswith("✸")]
    news = crashes or [*dict.fromkeys(filter(None, news))]
    return order, news or ([ngettext("{n} tile", "{n} tiles", tiles)] if order else [])


def _parts(seat: str, events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    """Yield what happened to a car, in the order in which it did."""
    if any(event.kind == "order_missed" for event in events):
        yield _("no order")
    is_sand_told = False
    for event in events:
        if event.kind in {"sandbag_hit", "alley_cleared"} and not is_sand_told:
            yield _sand(events)
            is_sand_told = True
        elif event.kind == "crashed":
            yield _crash(seat, event, names)
        elif event.kind not in _UNTOLD:
            yield predicate(describe(event), seat)


def _sand(events: Sequence[Event]) -> str:
    """Return how many tiles of sand were cleared and how many bags hit, and what that did to the speed."""
    hits = [event for event in events if event.kind == "sandbag_hit"]
    cleared = sum(event.kind == "alley_cleared" for event in events)
    parts = []
    if cleared:
        parts.append(ngettext("clears {n} tile", "clears {n} tiles", cleared))
    if hits:
        parts.append(ngettext("hits {n} bag", "hits {n} bags", len(hits)))
    text = ", ".join(parts)
    if hits:
        text = _(
            "{what}: speed {before} -> {now}", what=text, before=hits[0].data["speed"] + 1, now=hits[-1].data["speed"]
        )
    return text


def _crash(seat: str, event: Event, names: Mapping[str, str]) -> str:
    others = all_of(names[other] for other in event.seats if other != seat)
    speed, most = event.data["figures"][seat]["speed"], event.data["figures"][seat]["max_speed"]
    return _(
        "crashes with {others}: speed {before} -> {now}, max speed {most} -> {least}",
        others=others,
        before=speed[0],
        now=speed[1],
        most=most[0],
        least=most[1],
    )
