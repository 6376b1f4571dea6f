"""What people read of a race: the events in words, the post about a slot. All rules are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, what_happened
from gm_tools.core.events import Event, Wording, describe_event
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import focus_on, tell_size
from gm_tools.core.race import tile_text
from gm_tools.core.standings import Row, standings_grid
from gm_tools.core.text import ordinal
from gm_tools.games.tacara.board import CLASSES, SPACES, Board, class_of
from gm_tools.games.tacara.check import slot_of
from gm_tools.games.tacara.picture import car_marks, chips_on_table, draw_board
from gm_tools.games.tacara.position import Car, Position, count_chips
from gm_tools.games.tacara.rules import ranking, running_order
from gm_tools.games.tacara.shift import lost_slots
from gm_tools.games.tacara.standings import figures

RULES_SHEET = N_("""\
An order is turbo chips, the gear, the axis, turbo chips, fuel: +1N GEN H +2E R123. Only the gear is required.

GE GEN GWW  shift by these steps, at most two, then drive the whole shift
G0  drive on without a shift
G=E4N2  shift to this shift; not the same as GEN: that shifts one east and one north
H V  drive the horizontal or the vertical leg first: needed if the shift has both
+3E  play a turbo chip before or after the drive: all its dots, in one of the directions N E S W
R123  refuel: the drive ends on T; three chips of your choice, shift to neutral, once in a race
T2  instead of driving take a chip from the pool, once on each space; it can be played from the next slot on
PASS  for a flipped car, which recovers by itself

With drafting:
F GEE  follow at once the car that has just driven off in front of you
HOLD  keep your own slot
GEEE  a third step with the draft bonus
GE DN  or an extra step after the drive

Several cars: red: GEE. Orders may be posted ahead, one answer to offers (F … or HOLD) and one other. Lower case,
missing blanks and commas do not matter.

Spaces  {plain} grey · {pits} blue pits · {pump} refuelling · {grass} {yellow_band} from 5 cars on · {red_band} from 7 cars on ·
        {wall} blank wall · > < ^ v lines
Crash  into a wall, a closed space or a car, flipped ones too: the car is flipped where it is, and gives up slots until
       its chip is back on neutral, two steps a slot. The rest of its order is not carried out.
Finish  the round is played to its end; furthest over the line wins, then nearest to the inside
Round  every car has one slot in it (the rulebook calls it a turn); each slot is one turn of this table
""")
SHEET_FIELDS = {space.role: space.glyph for space in SPACES}


# Words


def _way(path: Sequence[Sequence[int]]) -> str:
    if not path:
        return _("does not leave its space")
    return ngettext("{n} space to {space}", "{n} spaces to {space}", len(path), space=tile_text(path[-1]))


def _tell_crash(event: Event) -> str:
    data = event.data
    fields = {"into": tile_text(data["into"]), "at": tile_text(data["at"]), "shift": data["shift"]}
    if "car" in data:
        return ngettext(
            "crashes into car {car} at {into} and lies on {at}, shift {shift}: out for {n} slot",
            "crashes into car {car} at {into} and lies on {at}, shift {shift}: out for {n} slots",
            data["slots"],
            car=data["car"],
            **fields,
        )
    return ngettext(
        "crashes into a wall or closed space at {into} and lies on {at}, shift {shift}: out for {n} slot",
        "crashes into a wall or closed space at {into} and lies on {at}, shift {shift}: out for {n} slots",
        data["slots"],
        **fields,
    )


def _tell_finish(event: Event) -> str:
    return ngettext(
        "finishes over line {line}, {n} space past it",
        "finishes over line {line}, {n} spaces past it",
        event.data["distance"],
        line=event.data["line"],
    )


def _tell_crossing(event: Event) -> str:
    message = N_("crosses line {line}: {lines} of {of}")
    if event.data.get("back"):
        message = N_("goes back over line {line}: {lines} of {of}")
    return _(message, **event.data)


def _tell_bonus(event: Event) -> str:
    if "direction" in event.data:
        way = _way(event.data["path"])
        return _("uses the draft bonus: one {direction}, {way}", direction=event.data["direction"], way=way)
    return _("uses the draft bonus for a third step")


def _tell_leaving(event: Event) -> str:
    place = event.data["place"]
    return _("leaves the board, placed {place}", place=ordinal(place)) if place else _("leaves the race")


EVENTS: Mapping[str, Wording] = {  # what is said of a car stands behind its mark and a colon
    "grid_drawn": Wording(N_("Start positions: {cars}"), "C6"),
    "row_drawn": Wording(N_("Drawn for round {turn}: {cars}"), "C8"),
    "shifted": Wording(N_("shifts {before} -> {after}"), "C17"),
    "moved": Wording(N_("drives {way}"), "C19"),
    "turbo_played": Wording(N_("plays +{value}{direction}: {way}"), "C33"),
    "line_crossed": Wording(_tell_crossing, "C48"),
    "crashed": Wording(_tell_crash, "C26, C28"),
    "chip_back": Wording(N_("flipped, its chip goes {before} -> {after}"), "C27"),
    "righted": Wording(N_("is back on its wheels"), "C28"),
    "chip_taken": Wording(N_("takes a {value} on {at}"), "C38"),
    "chip_gained": Wording(N_("has the {value} that lay under it"), "C40"),
    "refuelled": Wording(N_("refuels {values}, shift {before} -> 0"), "C45"),
    "follow_offered": Wording(N_("may follow {leader}"), "C54"),
    "followed": Wording(N_("follows {leader}"), "C54"),
    "held": Wording(N_("does not follow {leader}"), "C54"),
    "bonus_gained": Wording(N_("gains the draft bonus: {by} has passed {passed}"), "C55"),
    "bonus_used": Wording(_tell_bonus, "C55"),
    "finished": Wording(_tell_finish, "C48, C50"),
    "left": Wording(_tell_leaving, lambda event: "C60" if event.data["place"] else ""),
    "order_missed": Wording(N_("no order: driven by the deadline rule"), "C58"),
    "race_over": Wording(N_("The race is over: {places}"), "C53"),
}
_OF_ALL = {"grid_drawn", "row_drawn", "race_over"}


def describe(event: Event) -> str:
    """Return an event as a sentence: `A: crosses line east: 1 of 5 [C48]`."""
    fields = {"cars": " ".join(event.seats), **event.data}
    if "path" in fields:
        fields["way"] = _way(fields["path"])
    if "at" in fields:
        fields["at"] = tile_text(fields["at"])
    if "values" in fields:
        fields["values"] = " ".join(fields["values"])
    if event.kind == "race_over":
        fields["places"] = ", ".join(f"{ordinal(place)} {car}" for place, car in enumerate(event.seats, 1))
    text = describe_event(event, EVENTS, fields)
    return f"{event.seats[0]}: {text}" if text and event.kind not in _OF_ALL else text


def headline(position: Position) -> str:
    """Say how far the race is: `round 6, A to act`."""
    if position.over:
        ranked = ranking(position)
        if ranked:
            return _("round {turn}, the race is over, {car} has won", turn=position.turn, car=ranked[0])
        return _("round {turn}, the race is over", turn=position.turn)
    if not position.turn:
        return _("on the grid")
    car = slot_of(position)
    if position.offers:
        return _("round {turn}, {car} may follow {leader}", turn=position.turn, car=car, leader=position.last)
    return (
        _("round {turn}, {car} to act", turn=position.turn, car=car)
        if car
        else _("round {turn} is over", turn=position.turn)
    )


# The board and the turn


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Draw an empty board with the start and the lines of its first course, and what there is to say of it."""
    course = next(iter(board.courses.values()), None)
    start = board.starts.get(course.start) if course else None
    marks = {
        board.index(*place): (str((number + 1) % 10), "car")
        for number, place in enumerate(start.grid if start else ())
        if board.has(*place)
    }
    facts = [
        _("{size}; shift table {table} [C16]", size=tell_size(board), table=_table(board.table)),
    ]
    for mask, (__, cars) in zip(board.masks, CLASSES, strict=True):
        facts.append(_("{count} spaces with {cars} [C9]", count=sum(mask), cars=_(cars)))
    for each in board.courses.values():
        message = N_("course {course}: {title}; start {start}, lines {lines} [C3]")
        facts.append(_(message, course=each.name, title=each.title, start=each.start, lines=", ".join(each.lines)))
    lines = board.course_lines(course.name) if course else ()
    return draw_board(board, marks, board.name, lines)._replace(
        draw=draw_later("tacara", "draw_course", board, lines)
    ), Lines("", tuple(facts))


def _table(table: Any) -> str:
    columns, rows = 2 * table.x + 1, 2 * table.y + 1
    if table.shape == "diamond":
        return _("{columns} x {rows}, diamond", columns=columns, rows=rows)
    return _("{columns} x {rows}, square", columns=columns, rows=rows)


def turn_blocks(events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return the board, what happened, the standings, the rows of chips and the pool.

    Until the race is over, the shift table follows.
    """
    title = _("Board, {headline}", headline=headline(after))
    draw, marks = draw_later("tacara", "draw_race", after, slot_of(after), events), car_marks(after)
    picture = draw_board(after.board, marks, title, after.lines, after.starters)
    table = chips_on_table(after, slot_of(after))._replace(
        draw=draw_later("tacara", "draw_shifts", after, slot_of(after))
    )
    return (
        picture._replace(draw=draw, focus=focus_on(after.board, marks)),
        *what_happened(map(describe, events)),
        _standings(after),
        Lines(_("Turn order and pool"), _rows(after)),
        *(() if after.over else (table,)),
    )


def _rows(position: Position) -> tuple[str, ...]:
    """Return who has acted in this round and who is to act, the rows of the next rounds, and the pool (C8, C61)."""
    acted = " ".join(car for car in position.row if car not in position.left)
    left = " ".join(position.left)
    lines = []
    if acted and left:
        message = N_("Round {turn}: {acted} acted, {left} to act")
    else:
        message = N_("Round {turn}: {acted} acted") if acted else N_("Round {turn}: {left} to act")
    if position.row:
        lines.append(_(message, turn=position.turn, acted=acted, left=left))
    if not position.over:
        for turn, row in enumerate(position.rows, position.turn + 1):
            lines.append(_("Round {turn}: {cars}", turn=turn, cars=" ".join(row)))
    lines.append(_("Pool: {chips}", chips=count_chips(position.pool)))
    lines.append(_("Track: {cars} [C9]", cars=_(CLASSES[class_of(position.starters)][1])))
    return tuple(lines)


def _standings(position: Position) -> Grid:
    """Return the cars in the order of C53 with everything that is public (C61)."""
    rows = [Row(str(car.place or "-"), car.mark, car, _notes(position, car)) for car in running_order(position)]
    return standings_grid(figures(position), position, rows, Column(_("Notes")))


def _notes(position: Position, car: Car) -> Iterable[str]:
    if car.gone:
        yield _("left the board")
    if position.has_finished(car):
        yield _("finished")
    if car.flipped and not car.gone:
        yield ngettext("flipped, out for {n} slot", "flipped, out for {n} slots", lost_slots(car.shift))
    if car.under:
        yield _("turbo chip {value} under it", value=car.under)
    if position.has_bonus(car):
        yield _("draft bonus")
    if car.refuelled:
        yield _("has refuelled")
