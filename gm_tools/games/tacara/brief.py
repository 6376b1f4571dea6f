"""A slot of Tacara in short: who leads, what is worth telling, and a line a car."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_tools.core.brief import predicate, seat_lines, seats_in_turn, summary_lines, tell_together
from gm_tools.core.events import Event
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.race import tile_text
from gm_tools.games.tacara.drive import WAYS
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.report import describe
from gm_tools.games.tacara.rules import running_order, steps_to_go

HOW_TO_ORDER = N_(
    'To order, write "Order:" and then your shift, for example GEN (one east, one north) or G0 (drive on); +1N plays a chip.'
)
_AS_NOTED = {"bonus_gained": N_("draft bonus"), "finished": N_("finished"), "left": N_("left the board")}
_SHARED = ("grid_drawn", "row_drawn", "race_over")


def course(position: Position) -> str:
    """Return what is raced on, and how many lines are to be crossed."""
    return ngettext(
        "{track}, {n} line to cross", "{track}, {n} lines to cross", len(position.lines), track=position.board.name
    )


def summary(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return who leads and how far it has come; who is home, crashed, is back on its wheels."""
    lines = []
    racing = [car for car in running_order(after) if not car.gone and not car.place and not after.has_finished(car)]
    steps = steps_to_go(after, racing[0]) if after.turn and racing else None
    if steps is not None:
        lines.append(
            ngettext(
                "{player} leads: {lines} of {of} lines, {n} more step to cross the next.",
                "{player} leads: {lines} of {of} lines, {n} more steps to cross the next.",
                steps,
                player=names[racing[0].mark],
                lines=racing[0].crossed,
                of=len(after.lines),
            )
        )
    return summary_lines(lines, _news(events, names))


def _news(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    yield from tell_together(
        events,
        "finished",
        names,
        N_("{players} has crossed the finish line."),
        N_("{players} have crossed the finish line."),
    )
    for event in events:
        if event.kind == "crashed":
            yield ngettext(
                "{player} crashes and is out for {n} slot.",
                "{player} crashes and is out for {n} slots.",
                event.data["slots"],
                player=names[event.seats[0]],
            )
    yield from tell_together(
        events, "righted", names, N_("{players} is back on its wheels."), N_("{players} are back on their wheels.")
    )
    yield from tell_together(events, "refuelled", names, N_("{players} refuels."), N_("{players} refuel."))


def brief_events(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a line for each car that something happened to, whoever acted first."""
    del after

    def tell(seat: str, own: Sequence[Event]) -> tuple[str, Iterable[str]]:
        return "", (predicate(describe(event), seat) for event in own)

    return seat_lines(events, seats_in_turn(events), names, tell, describe, _SHARED)


def deed(events: Sequence[Event], seat: str) -> tuple[str, Sequence[str]]:
    """Return what came of a car's drive, of its way only where it ends, or the crash; its shift stands beside that.

    The events tell its way, not the order that led to it.
    """
    own = [event for event in events if seat in event.seats and event.kind not in _SHARED]
    ways = [event for event in own if event.kind in WAYS and event.data.get("path")]
    ends = ways[-1:] if all(event.kind != "crashed" for event in own) else []
    return "", [_in_short(event, seat) for event in own if event.kind not in WAYS or event in ends or not ways]


def _in_short(event: Event, seat: str) -> str:
    """Return what happened to a car beside its order, its figures and its notes: nothing that those say."""
    data = event.data
    is_last = event.kind == "line_crossed" and data["lines"] == data["of"]  # what it has finished with is told once
    if is_last or event.kind in ("shifted", "chip_back", "chip_gained"):
        return ""
    if event.kind in _AS_NOTED:
        return _(_AS_NOTED[event.kind])
    if event.kind in WAYS and data.get("path"):
        return _("to {square}", square=tile_text(data["path"][-1]))
    if event.kind == "line_crossed" and not data.get("back"):
        return _("crosses line {line}", line=data["line"])
    if event.kind == "crashed":
        into = data.get("car")
        return "✸ " + (_("crashes into {car}", car=into) if into else _("crashes into a wall"))
    return predicate(describe(event), seat)
