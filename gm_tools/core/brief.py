"""A turn in short, the same way in every game.

Each seat has a line with causes before results; what is worth telling first comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from gm_tools.core.events import Event
from gm_tools.core.i18n import _
from gm_tools.core.text import all_of, ordinal


def summary_lines(lead: Iterable[str], news: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of a summary: who leads, then all that is worth telling in one line."""
    told = " ".join(news)
    return (*lead, told) if told else tuple(lead)


def seat_lines(
    events: Sequence[Event],
    seats: Iterable[str],
    names: Mapping[str, str],
    tell: Callable[[str, Sequence[Event]], tuple[str, Iterable[str]]],
    describe: Callable[[Event], str],
    shared: Collection[str] = (),
) -> tuple[str, ...]:
    """Return a line for each of `seats` that something happened to, in their order.

    One reads `A Axle: (7M): hits 1 bag: speed 8 -> 7`. `tell(seat, events)` returns its order, empty if it is not
    known, and what came of it. Events about nobody, and those of the kinds that are `shared`, are described once, after
    the lines of the seats.
    """
    lines = []
    for seat in seats:
        own = [event for event in events if seat in event.seats and event.kind not in shared]
        if own:
            order, parts = tell(seat, own)
            head = f"{seat} " + names.get(seat, seat).removesuffix(f" ({seat})")
            lines.append(": ".join(part for part in (head, order, "; ".join(filter(None, parts))) if part))
    of_all = (event for event in events if not event.seats or event.kind in shared)
    return (*lines, *(text for event in of_all if (text := describe(event))))


def seats_in_turn(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the seats that events are about in the order in which they come first: who acted, then whom it met."""
    return tuple(dict.fromkeys(seat for event in events for seat in event.seats))


def predicate(text: str, subject: str) -> str:
    """Return a sentence without the subject that it begins with.

    >>> predicate("B is turned by the bank", "B"), predicate("B: no order", "B")
    ('is turned by the bank', 'no order')

    Of a sentence that is nothing but the subject there is nothing left to say.
    """
    if text == subject:
        return ""
    return text.removeprefix(f"{subject}: ").removeprefix(f"{subject} ")


def tell_ends(events: Iterable[Event], names: Mapping[str, str]) -> Iterator[str]:
    """Yield who came home in which place, and who retired."""
    for event in events:
        if event.kind == "finished" and event.data.get("place"):
            yield _("{player} finishes {place}.", player=names[event.seats[0]], place=ordinal(event.data["place"]))
        elif event.kind == "retired":
            yield _("{player} retires.", player=names[event.seats[0]])


def tell_winners(home: Iterable[tuple[str, int]], names: Mapping[str, str]) -> Iterator[str]:
    """Yield who came home first, of seats with their places (0: still racing), while others race on."""
    winners = [names[seat] for seat, place in home if place == 1]
    if winners:
        yield _("{players} finished first.", players=all_of(winners))


def tell_together(
    events: Iterable[Event], kind: str, names: Mapping[str, str], one: str, several: str
) -> Iterator[str]:
    """Yield a sentence about all those to whom an event of a kind happened.

    The sentence is `one` or `several`, with {players}; both are marked for the catalogues.
    """
    players = list(dict.fromkeys(names[event.seats[0]] for event in events if event.kind == kind))
    if players:
        yield _(one if len(players) == 1 else several, players=all_of(players))
