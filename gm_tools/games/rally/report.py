"""What people read of a race on squared paper: the map, the standings, the events in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gm_tools.core import race
from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.events import Event, Wording, describe_event, notes_by_seat
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import draw_map, signs_by_role, tell_size
from gm_tools.core.race import tile_text
from gm_tools.core.standings import Row, standings_grid
from gm_tools.core.text import all_of, ordinal
from gm_tools.games.rally.board import TILES, Board, gate_name
from gm_tools.games.rally.orders import tell_velocity
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import running_order
from gm_tools.games.rally.standings import FIGURES, lap_of

RULES_SHEET = N_("""\
A car keeps its velocity, so many squares east or west and so many north or south a turn. An order changes it
by at most 1 on each axis; then the car moves by it. All cars move at once.

NE N E SW  a direction of the compass
9 8 6 1  the same on the number pad: 8 is N, up
(+1,-1)  columns to the east, rows to the south: this is NE
0 or .  no change (5 on the number pad, too)
NE NE 0  a sequence: this turn NE, the next NE, then no change

Lower case and blanks inside a pair are fine. Not accepted: NENE, 99, 0,0,0.

Lines  A move is a straight line from the middle of a square to the middle of another. If it enters a square off the
       road, the car crashes: it stops on the last square of the road and sits out a turn. The corner of
       one such square may be touched; between two of them there is no way through.
Gates  Checkpoints 1, 2 and so on, then the finish line: this is a lap. Entering or touching one of its squares is
       enough. Past the last line nothing counts any more.
Meeting  Cars that end a turn on the same square lose their velocity.
Squares  {track} road · {slot} start · {finish} finish line · 1 2 3 checkpoints ·
         {sand} gravel (slower by 1 on each axis after a move that enters it) ·
         {oil} slick (a moving car on it keeps its velocity) · blank: off the road

Crashes, corners, meetings and surfaces have options: gm rules rally --options.
""")
SHEET_FIELDS = signs_by_role(TILES)


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Draw an empty track, with its figures."""
    facts = [board.about] if board.about else []
    squares = ngettext("{n} square of road", "{n} squares of road", board.road.bit_count())
    slots = ngettext("{n} start square", "{n} start squares", len(board.slots))
    facts.append(f"{tell_size(board)}, {squares}, {slots}")
    gates = ngettext("{n} checkpoint", "{n} checkpoints", len(board.gates) - 1)
    facts.append(ngettext("{n} lap, {gates}", "{n} laps, {gates}", board.laps, gates=gates))
    return draw_map(board, {}, board.name)._replace(draw=draw_later("rally", "draw_track", board)), Lines(
        "", tuple(facts)
    )


def headline(position: Position) -> str:
    """Say how far the race is: `turn 6, lap 1 of 2`."""
    if position.ended or not any(car.runs for car in position.cars):
        return _("turn {number}, the race is over", number=position.turn)
    lap = lap_of(position, running_order(position)[0][1])
    return _("turn {number}, lap {lap} of {laps}", number=position.turn, lap=lap, laps=position.settings.laps)


# The turn


def turn_blocks(events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return the map after the turn, what happened, and the standings."""
    return race.turn_blocks("rally", after, events, describe, _standings(after, events))


def _standings(position: Position, events: Iterable[Event]) -> Grid:
    """Return the standings for people, with what has happened to each car this turn."""
    happened = notes_by_seat(events, EVENTS)
    rows = []
    for place, car in running_order(position):
        notes = []
        if car.finished:
            notes.append(_("finished"))
        elif car.out:
            notes.append(_("out"))
        elif len(position.board.gates) > 1:  # else it is the finish line for all, always
            notes.append(_("next: {gate}", gate=gate_name(position.board, car.passed)))
        if car.runs and car.waits:
            notes.append(ngettext("sits out {n} turn", "sits out {n} turns", car.waits))
        notes += happened.get(car.seat, [])
        rows.append(Row("-" if car.out else str(place), car.seat, car, dict.fromkeys(notes)))
    return standings_grid(FIGURES, position, rows, Column(_("State")))


_CRASHED = {
    "stop": (N_("{car} leaves the road at {edge} and stops there"), "V5.1"),
    "back": (N_("{car} leaves the road at {edge} and is put back to {square}"), "V5.3"),
    "out": (N_("{car} leaves the road at {edge} and is out of the race"), "V5.4"),
}


def _tell_crash(event: Event) -> str:
    data = event.data
    message, __ = _CRASHED[data["how"]]
    text = _(message, car=event.seats[0], edge=tile_text(data["edge"]), square=tile_text(data["at"]))
    if data["turns"]:
        text += ngettext("; it sits out {n} turn", "; it sits out {n} turns", data["turns"])
    return text


def _tell_meeting(event: Event) -> str:
    message = N_("{cars} meet on {square} and lose their velocity")
    if event.data["how"] == "back":
        message = N_("{cars} meet on {square}; whoever moved there this turn goes back")
    return _(message, cars=all_of(event.seats), square=tile_text(event.data["at"]))


def _sat_out(event: Event) -> str:
    if not event.data["left"]:
        return _("{car} sits the turn out", car=event.seats[0])
    return ngettext(
        "{car} sits the turn out, and {n} more",
        "{car} sits the turn out, and {n} more",
        event.data["left"],
        car=event.seats[0],
    )


EVENTS: Mapping[str, Wording] = {
    "order_missed": Wording(N_("{car}: no order, {in_a_row} in a row"), "V2.6", N_("no order")),
    "moved": Wording(N_("{car}: {order}: {from_square} to {square}, velocity {velocity}")),
    "checkpoint_passed": Wording(N_("{car} passes checkpoint {number}"), "V4.1"),
    "lap_completed": Wording(N_("{car} crosses the line: lap {lap} begins"), "V4.3"),
    "slowed": Wording(N_("{car} is slowed by gravel: velocity {velocity}"), "V7.1", N_("gravel")),
    "crashed": Wording(_tell_crash, lambda event: _CRASHED[event.data["how"]][1], N_("crash")),
    "finished": Wording(N_("{car} finishes {place}, after {part} of its move"), "V4.5"),
    "met": Wording(_tell_meeting, lambda event: "V6.3" if event.data["how"] == "back" else "V6.1", N_("meeting")),
    "sat_out": Wording(_sat_out, "V5.2"),
    "retired": Wording(N_("{car} retires"), short=N_("retired")),
}


def describe(event: Event) -> str:
    """Return an event as a sentence with its rule."""
    fields = {"car": event.seats[0] if event.seats else "", **event.data}
    if "velocity" in fields:
        fields["velocity"] = tell_velocity(fields["velocity"])
    if "at" in fields:
        fields["square"] = tile_text(fields["at"])
    if "from" in fields:
        fields["from_square"] = tile_text(fields.pop("from"))
    if event.kind == "lap_completed":
        fields["lap"] = fields["laps"] + 1
    elif event.kind == "finished":
        fields |= {"place": ordinal(fields["place"]), "part": "/".join(map(str, fields["part"]))}
    return describe_event(event, EVENTS, fields)
