"""What can become of an order.

Each way of chance is of one kind, the worst thing that it brings; ends on one tile are one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import BarPart, EndWords
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.race import other_cars, tile_text
from gm_tools.core.text import all_of, decimal, one_of, percent, share_text
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import HEADINGS, IN_ZONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gm_tools.core.draws import Branch
    from gm_tools.core.events import Event
    from gm_tools.games.nascar.position import Car, Position

_ALL = 1 - 1e-9  # of chance
_LEAST = 0.001  # that is told apart from nothing
_ARROWS = "↑↗→↘↓↙←↖"  # by heading


class Kind(NamedTuple):
    """What a way of chance comes to: whether it leaves the track, on whose tile it ends."""

    is_off: bool
    onto: tuple[str, ...]


def kinds_of(view: Position, seat: str, branches: Iterable[Branch]) -> dict[Kind, float]:
    """Return how likely each kind of end is, the likeliest first; every way is counted once."""
    found: dict[Kind, float] = {}
    others = other_cars(view.cars, seat)
    for branch in branches:
        after, events = branch.outcome.after, branch.outcome.events
        onto = () if after.finished else tuple(other.seat for other in others if other.at == after.at)
        kind = Kind(any(event.kind == "off_track" for event in events), onto)
        found[kind] = found.get(kind, 0.0) + float(branch.probability)
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def sure_costs(view: Position, seat: str, branches: Sequence[Branch]) -> Iterator[str]:
    """Yield what an order brings whatever chance does, if that is bad: `off the track, onto row 0 column 43`."""
    kinds = kinds_of(view, seat, branches)
    if not all(kind.is_off for kind in kinds) or sum(kinds.values()) < _ALL:
        return
    spaces = [
        event.data["spaces"] for branch in branches for event in branch.outcome.events if event.kind == "off_track"
    ]
    fewest, most = min(spaces), max(spaces)
    if fewest == most:
        yield ngettext("leaves the track by {n} tile", "leaves the track by {n} tiles", most)
    else:
        yield _("leaves the track by {fewest} to {most} tiles", fewest=fewest, most=most)


def risks_of(view: Position, seat: str, branches: Sequence[Branch]) -> Iterator[str]:
    """Yield the worst that can come of an order, kind by kind, each with its probability: `33% off the track`."""
    kinds = kinds_of(view, seat, branches)
    at_least = "" if sum(kinds.values()) > _ALL else "≥ "
    for kind, chance in kinds.items():
        share, cars = at_least + share_text(chance), all_of(kind.onto)
        if kind.is_off and kind.onto:
            yield _("{share} off the track, onto the tile of {cars}", share=share, cars=cars)
        elif kind.onto:
            message = N_("{share} onto the tile of {cars}: a crash if {one} stays")
            if chance > _ALL:  # only whether it comes to a crash is unknown
                message = N_("onto the tile of {cars}: a crash if {one} stays")
            yield _(message, share=share, cars=cars, one=one_of(kind.onto))
        elif kind.is_off:
            yield _("{share} off the track", share=share)
    bags = _bag_counts(branches)
    if len(bags) > 1:
        mean = decimal(sum(count * chance for count, chance in bags.items()) / sum(bags.values()))
        if at_least:
            yield _("about {mean} sandbags on average", mean=mean)
        else:
            yield _("{fewest} to {most} sandbags, {mean} on average", fewest=min(bags), most=max(bags), mean=mean)


def shares_of(view: Position, seat: str, branches: Iterable[Branch]) -> tuple[BarPart, ...]:
    """Return all ways of chance as parts of a bar, the worst first, then by sandbags: each way is in one of them."""
    parts: dict[tuple[str, str, int], float] = {}
    for branch in branches:
        ((kind, chance),) = kinds_of(view, seat, [branch]).items()
        hits = _bags(branch.outcome.events)
        part = (
            ("off", "", 0)
            if kind.is_off
            else ("occupied", "", 0)
            if kind.onto
            else ("bags" if hits else "sure", str(hits), hits)
        )
        parts[part] = parts.get(part, 0.0) + chance
    bad = {"off": 0, "occupied": 1, "bags": 3, "sure": 3}
    ordered = sorted(parts.items(), key=lambda item: (bad[item[0][0]], item[0][2]))
    is_sandy = any(role == "bags" for role, _label, _hits in parts)
    return tuple(BarPart(role, chance, label if is_sandy else "") for (role, label, _hits), chance in ordered)


def end_rows(
    view: Position, branches: Iterable[Branch], notes_of: Callable[[Sequence[Event]], list[str]]
) -> tuple[tuple[str, str, str], ...]:
    """Return a row for each tile on which an order can end, the likeliest first.

    A row says how likely the end is, with what, and what happens on the way. `notes_of` returns what events are in
    short.
    """
    places: dict[tuple[int, bool], list[Branch]] = {}
    for branch in branches:
        after = branch.outcome.after
        places.setdefault((after.at, after.finished), []).append(branch)
    found = [(float(sum(branch.probability for branch in each)), each) for each in places.values()]
    return tuple(
        (exact_share(chance), _end(view, [branch.outcome.after for branch in each]), _ways_there(each, notes_of))
        for chance, each in sorted(found, key=lambda item: -item[0])
    )


def end_words(
    view: Position, branches: Iterable[Branch], notes_of: Callable[[Sequence[Event]], list[str]]
) -> dict[int, EndWords]:
    """Return in words what it is to end on each tile, for rows of one line; `notes_of` is as for `end_rows`."""
    places: dict[int, list[Branch]] = {}
    for branch in branches:
        places.setdefault(branch.outcome.after.at, []).append(branch)
    return {at: _words(view, each, notes_of) for at, each in places.items()}


def _words(view: Position, branches: Sequence[Branch], notes_of: Callable[[Sequence[Event]], list[str]]) -> EndWords:
    cars = [branch.outcome.after for branch in branches]
    row, column = view.board.place(cars[0].at)
    place = _("row {row} col {column}", row=row, column=column)  # as `tile_text`, short: it has a line with the rest
    if all(any(event.kind == "off_track" for event in branch.outcome.events) for branch in branches):
        place = _("off at {place}", place=place)
    elif all(car.finished for car in cars):
        place = _("{place}, finished", place=place)
    elif view.board.flags[cars[0].at] & IN_ZONE:
        place = _("{place}, pits", place=place)
    headings = [*dict.fromkeys(car.heading for car in cars)]
    speed, most = span(car.speed for car in cars), span(car.max_speed for car in cars)
    return EndWords(
        place,
        " ".join(f"{_ARROWS[heading]} {HEADINGS[heading]}" for heading in headings[:2]),
        _("speed {speed}/{max_speed}", speed=speed, max_speed=most),
        f"{_end(view, cars)}: {_ways_there(branches, notes_of)}",
    )


def exact_share(chance: float) -> str:
    """Return a probability to a tenth of a percent: what is rare is not 0."""
    return percent(chance, ".1f") if chance >= _LEAST else "<" + percent(_LEAST, ".1f")


def _end(view: Position, cars: Sequence[Car]) -> str:
    """Return where a car ends and with what, in the ways that end on one tile.

    For example: `row 4 column 40, heading SW, speed 1–5/9`.
    """
    at = cars[0].at
    place = tile_text(view.board.place(at))
    if view.board.flags[at] & IN_ZONE:
        place = _("{tile} in the pits", tile=place)
    message = N_("{place}, heading {heading}, speed {speed}/{max_speed}")
    if cars[0].finished:
        message = N_("{place}, finished, heading {heading}, speed {speed}/{max_speed}")
    return _(
        message,
        place=place,
        heading=one_of(dict.fromkeys(HEADINGS[car.heading] for car in cars)),
        speed=span(car.speed for car in cars),
        max_speed=span(car.max_speed for car in cars),
    )


def _ways_there(branches: Sequence[Branch], notes_of: Callable[[Sequence[Event]], list[str]]) -> str:
    """Return what happens on the ways that end on one tile: `2 to 5 sandbags, oil left`.

    What is not sure stands in brackets.
    """
    hits = [_bags(branch.outcome.events) for branch in branches]
    notes = []
    if max(hits):
        count = max(hits)
        if min(hits) < count:
            notes.append(_("{fewest} to {most} sandbags", fewest=min(hits), most=count))
        else:
            notes.append(ngettext("{n} sandbag", "{n} sandbags", count))
    ways = [notes_of(branch.outcome.events) for branch in branches]
    found = dict.fromkeys(note for way in ways for note in way)
    notes += [note if all(note in way for way in ways) else f"({note})" for note in found]
    return ", ".join(notes) or "-"


def span(numbers: Iterable[int]) -> str:
    """Return numbers from the lowest to the highest, since none of them may be left out: `4–6`."""
    found = set(numbers)
    return f"{min(found)}–{max(found)}" if len(found) > 1 else str(found.pop())


def _bags(events: Iterable[Event]) -> int:
    return sum(event.kind == "sandbag_hit" for event in events)


def _bag_counts(branches: Iterable[Branch]) -> dict[int, float]:
    found: dict[int, float] = {}
    for branch in branches:
        hits = _bags(branch.outcome.events)
        found[hits] = found.get(hits, 0.0) + float(branch.probability)
    return found
