"""A turn of Monza in short: who leads, what is worth telling, and a line a car."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_tools.core.brief import predicate, seat_lines, seats_in_turn, summary_lines
from gm_tools.core.events import Event
from gm_tools.core.i18n import N_, _
from gm_tools.games.monza.position import Position
from gm_tools.games.monza.report import describe, name_of
from gm_tools.games.monza.rules import running_order

HOW_TO_ORDER = N_(
    'To order, write "Order:" and then the dice you use, each with its lane, for example B1 Y2 R2; PASS if no die fits.'
)
_SHARED = ("last_round", "race_over")


def course(position: Position) -> str:
    """Return what is raced on, and what ends the race."""
    message = N_("{track}, until a car is on the target")
    if position.settings.last_round == "one_more":
        message = N_("{track}, until a car is on the target and all others have driven once more")
    return _(message, track=position.board.name)


def summary(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return who leads and where; who arrived, was put back, had no die that fits."""
    first = [car for place, car in running_order(after) if place == 1]
    lines = []
    if len(first) == 1:
        where = after.board.squares[first[0].at].name
        lines.append(_("{player} leads, on {square}.", player=names[first[0].seat], square=where))
    return summary_lines(lines, _news(events, names))


def _news(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    for event in events:
        player = names[event.seats[0]] if event.seats else ""
        if event.kind == "arrived":
            yield _("{player} is on the target.", player=player)
        elif event.kind == "last_round":
            yield _("The last round begins.")
        elif event.kind == "ousted":
            yield _(
                "{by} puts {player} back to {square}.",
                by=names[event.data["by"]],
                player=player,
                square=event.data["to"],
            )
        elif event.kind == "stuck":
            yield _("No die fits for {player}.", player=player)


def brief_events(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a line for each car that something happened to, whoever drove first."""
    del after

    def tell(seat: str, own: Sequence[Event]) -> tuple[str, Iterable[str]]:
        order = next((event.data["order"] for event in own if event.kind == "moved"), "")
        return order, (_part(seat, event, order) for event in own)

    return seat_lines(events, seats_in_turn(events), names, tell, describe, _SHARED)


def _part(seat: str, event: Event, order: str) -> str:
    text = predicate(describe(event), name_of(seat))
    return predicate(text, order) if event.kind == "moved" else text


def deed(events: Sequence[Event], seat: str) -> tuple[str, Sequence[str]]:
    """Return with which dice a car drove, where it came, and what befell it."""
    own = [event for event in events if seat in event.seats and event.kind not in _SHARED]
    moved = next((event.data for event in own if event.kind == "moved"), None)
    news = [] if moved is None else [_("to {square}", square=[moved["from"], *moved["path"]][-1])]
    news += [predicate(describe(event), name_of(seat)) for event in own if event.kind != "moved"]
    return "" if moved is None else moved["order"], news
