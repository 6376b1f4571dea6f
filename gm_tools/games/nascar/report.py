"""What people read of a Nascar race: the map, the grid, the events in words, a dry run. All rules are elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.blocks import Column, Grid, Lines, Picture, merge_spans
from gm_tools.games.nascar.board import FINISH, HEADINGS, IN_ZONE, MEANINGS, OFF, Board
from gm_tools.games.nascar.check import (
    can_follow,
    change_cost,
    charged_marks,
    planned_path,
    steer_cost,
    take_apart,
)
from gm_tools.games.nascar.drive import drive_alone
from gm_tools.games.nascar.orders import Order, format_order
from gm_tools.games.nascar.rules import distance, running_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.core.draws import Branch, Draws
    from gm_tools.core.events import Event
    from gm_tools.games.nascar.position import Car, Position

SEVERAL = "%"  # drawn where more than one car stands
_ARROWS = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}
_ROLES = {
    OFF: "off",
    "*": "track",
    "b": "bank",
    ".": "sand",
    "S": "sand",
    "s": "sand",
    "o": "oil",
    "#": "pit",
    "P": "pit",
}

RULES_SHEET = """\
An order is speed changes, then moves, then speed changes: A(2M)RM(R+1)

  A  accelerate (+1)     B  brake (-1)     S  slipstream (+1, only at the beginning)
  M  move straight on    L  R  turn 45 degrees left or right, then move: one move each
  -  nothing at all (at speed 0)

At the beginning A, B, S set the speed of this turn: exactly so many moves must follow. At the end A and B set
the speed of the next turn. At most two A, two B, two L and two R a turn; S counts for no limit.

Wild cards are marked +1 on the letter they pay for: A(A+1)(4M)  MMRMM(R+1)
  a second A, a second B             1 each      turbo: one of them free
  a second L, a second R, or both    1           swaybars: free
  one A and one B, one L and one R   nothing

S needs a car on the next tile straight ahead, with your heading, when the turn starts.

Counts and marks: (2M) or 2M is MM, (A) is A, (R+1) or R+1 is an R with a wild card. Small letters, blanks and commas
do not matter. Not read: M2, Mx2, (2R+1), (MM).

Tiles  * asphalt   b bank (two in a row turn you 45 degrees, once a turn)   . sand alley, unknown   S s sandbags (-1)
       o oil (turns you by chance)   = | finish line   # pit lines (speed 6 inside)   P repairs   blank: off the track

Off the track   1 space: speed -3, max speed -2   2: -6, -4   3: -9, -8   (2 or 3 after oil: -4, -3)
Crash           every car that ends the turn on one tile: speed -1, max speed -1, and an oil slick
Pits            moving off P: max speed + (10 - speed), one wild card for every 3 of (10 - speed)
"""


# The map


def car_roles(position: Position) -> dict[str, str]:
    """Return a role for each car, so that neighbours in the grid differ in colour."""
    return {car.seat: f"car{number % 6 + 1}" for number, car in enumerate(position.cars)}


def draw_map(
    board: Board,
    tiles: str,
    marks: Mapping[int, tuple[str, str]],
    title: str,
    crop: tuple[int, int, int, int] | None = None,
) -> Picture:
    """Return the map with marks (index: glyph and role) drawn over it, cropped to (top, bottom, left, right) if asked."""
    top, bottom, left, right = crop or (0, board.rows - 1, 0, board.columns - 1)
    rows = []
    shown = set()
    for row in range(top, bottom + 1):
        cells = []
        for column in range(left, right + 1):
            index = board.index(row, column)
            glyph = tiles[index]
            shown.add(glyph)
            role = "line" if glyph in FINISH else _ROLES.get(glyph, "track")
            cells.append(marks.get(index, (glyph, role)))
        while cells and cells[-1][0] == OFF:
            cells.pop()
        rows.append(merge_spans(cells))
    legend = tuple((glyph, meaning) for glyph, meaning in MEANINGS if glyph in shown)
    return Picture(title, tuple(rows), legend)


def car_marks(position: Position) -> tuple[dict[int, tuple[str, str]], list[str]]:
    """Return the marks of the running cars, and a line for every tile on which several stand."""
    roles = car_roles(position)
    stands: dict[int, list[str]] = {}
    for car in position.cars:
        if car.runs:
            stands.setdefault(car.at, []).append(car.seat)
    marks = {at: (seats[0], roles[seats[0]]) if len(seats) == 1 else (SEVERAL, "crash") for at, seats in stands.items()}
    lines = [
        f"{SEVERAL} {tile_text(position.board.place(at))}: {', '.join(seats)}"
        for at, seats in sorted(stands.items())
        if len(seats) > 1
    ]
    return marks, lines


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Draw an empty track, with its figures."""
    tiles = sum(glyph != OFF for glyph in board.tiles)
    heading = _ARROWS[HEADINGS[board.finish_heading]]
    facts = [
        f"{board.columns} columns, {board.rows} rows, {tiles} tiles, {len(board.slots)} start slots",
        f"{board.laps} laps, the line is crossed to the {heading}, start speed {board.start_speed}",
    ]
    if board.has_line and board.slots and board.slots[0] in board.distances:
        facts.append(f"a lap is {max(board.distances.values())} moves at the shortest")
    if board.about:
        facts.insert(0, board.about)
    return draw_map(board, board.tiles, {}, board.name), Lines("", tuple(facts))


def headline(position: Position) -> str:
    """Say how far the race is: `turn 6, lap 2 of 3`."""
    leader = running_order(position)[0] if position.cars else None
    laps = position.settings.laps
    lap = min(max(leader.laps + 1, 0), laps) if leader else 0
    where = "before the start line" if leader and leader.laps < 0 else f"lap {lap} of {laps}"
    if position.ended or not any(car.runs for car in position.cars):
        return f"turn {position.turn}, the race is over"
    return f"turn {position.turn}, {where}"


# The turn


def turn_blocks(before: Position | None, events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return the map after the turn, what happened, and the standings."""
    del before
    marks, crowded = car_marks(after)
    map_title = "Grid" if not after.turn else f"Track after turn {after.turn}"
    blocks: list[Block] = [draw_map(after.board, after.tiles, marks, map_title)]
    if crowded:
        blocks.append(Lines("", tuple(crowded)))
    told = tuple(line for event in events if (line := describe(event)))
    if told:
        blocks.append(Lines("What happened", told))
    blocks.append(standings_grid(after, events))
    return tuple(blocks)


def standings_grid(position: Position, events: Iterable[Event] = ()) -> Grid:
    """Return the standings: place, mark, lap, distance to go, speed / max speed, heading, WC, special, this turn."""
    happened: dict[str, list[str]] = {}
    for event in events:
        word = _SHORT.get(event.kind)
        if word:
            for seat in event.seats:
                happened.setdefault(seat, []).append(word(event))
    rows = []
    seats = []
    place = 0
    for number, car in enumerate(running_order(position), 1):
        place = car.finished or number
        state = "finished" if car.finished else "retired" if car.retired else ""
        lap = str(max(0, car.laps + 1)) if car.runs else "-"
        notes = ([state] if state else []) + happened.get(car.seat, [])
        if car.missed:
            notes.append(f"{car.missed} missed in a row, {car.missed_in_all} in all")
        rows.append(
            (
                "-" if car.retired else str(place),
                car.seat,
                lap,
                str(distance(position, car)) if car.runs and position.board.has_line else "-",
                f"{car.speed}/{car.max_speed}" if car.runs else "-",
                HEADINGS[car.heading] if car.runs else "-",
                str(car.wild_cards),
                car.special or "-",
                ", ".join(dict.fromkeys(notes)),
            )
        )
        seats.append(car.seat)
    columns = (
        Column("#", right=True),
        Column("Car"),
        Column("Lap", right=True),
        Column("To go", right=True),
        Column("Speed", right=True),
        Column("Dir"),
        Column("WC", right=True),
        Column("Special"),
        Column("This turn"),
    )
    return Grid("Standings", columns, tuple(rows), tuple(seats))


_SHORT: dict[str, Callable[[Event], str]] = {
    "order_missed": lambda _: "no order",
    "slipstreamed": lambda _: "slipstream",
    "oil_slid": lambda event: "oil: straight on" if event.data["turn"] == "same" else f"oil: {event.data['turn']}",
    "sandbag_hit": lambda _: "sandbag",
    "bank_turned": lambda _: "banked",
    "off_track": lambda event: f"off track ({event.data['spaces']})",
    "pit_repaired": lambda _: "repairs",
    "pit_violation": lambda _: "pit limit broken",
    "lap_completed": lambda event: f"lap {event.data['laps'] + 1} begun",
    "finished": lambda event: f"finished {_ordinal(event.data['place'])}",
    "crashed": lambda _: "crash",
    "retired": lambda _: "retired",
}


def tile_text(place: Sequence[int]) -> str:
    return f"row {place[0]}, column {place[1]}"


def _ordinal(place: int) -> str:
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def _sand_rule(data: Mapping[str, Any]) -> str:
    """Return the rule of a tile of sand entered: unknown ones are N7.2, bags seen before N7.3."""
    return "N7.2" if data["was"] == "." else "N7.3"


def _edge_rule(data: Mapping[str, Any]) -> str:
    """Return the rule of a penalty for leaving the track: two or three spaces after oil are N6.4."""
    return "N6.4" if data["after_oil"] and data["spaces"] > 1 else "N6.3"


_NO_FINISH = "crossing the line in the pits does not finish the race [N12.8]"


def _change(pair: Sequence[int]) -> str:
    return f"{pair[0]} -> {pair[1]}" if pair[0] != pair[1] else f"stays {pair[1]}"


def describe(event: Event) -> str:
    """Return an event as a sentence."""
    data: Mapping[str, Any] = event.data
    who = event.seats[0] if event.seats else ""
    match event.kind:
        case "order_missed":
            return f"{who}: no order, {data['in_a_row']} in a row"
        case "slipstreamed":
            return f"{who} slipstreams: speed {data['speed']}"
        case "moved":
            spent = f", {data['spent']} WC" if data["spent"] else ""
            if data.get("charged"):
                spent += f" ({data['charged']} not marked, charged [N3.4])"
            uncounted = f"; {_NO_FINISH}" if data.get("uncounted") else ""
            return (
                f"{who}: {data['order']}{spent}: to {tile_text(data['at'])}, heading {data['heading']}, "
                f"speed {data['speed']}/{data['max_speed']}{uncounted}"
            )
        case "oil_slid":
            way = "keeps straight" if data["turn"] == "same" else f"slides {data['turn']}"
            return f"{who} {way} on oil at {tile_text(data['at'])}, heading {data['heading']} [N9.1]"
        case "sandbag_hit":
            return f"{who} hits a sandbag at {tile_text(data['at'])}: speed {data['speed']} [{_sand_rule(data)}]"
        case "alley_cleared":
            return f"{who} leaves {tile_text(data['at'])} clear of sand [{_sand_rule(data)}]"
        case "bank_turned":
            return f"{who} is turned by the bank at {tile_text(data['at'])}: heading {data['heading']} [N8.1]"
        case "off_track":
            rule = _edge_rule(data)
            spaces = "1 space" if data["spaces"] == 1 else f"{data['spaces']} spaces"
            return (
                f"{who} leaves the track by {spaces} at {tile_text(data['at'])}: speed {_change(data['speed'])}, "
                f"max speed {_change(data['max_speed'])} [{rule}]"
            )
        case "pit_entered":
            return f"{who} enters the pits at speed {data['speed']}"
        case "pit_repaired":
            return (
                f"{who} is repaired: max speed {data['max_speed']} (+{data['gained'][0]}), "
                f"{data['wild_cards']} WC (+{data['gained'][1]}) [N12.3]"
            )
        case "pit_violation":
            lost = "; the repairs are reversed" if data["reversed"] else ""
            return f"{who} breaks the pit limit at speed {data['speed']}: no repairs on this visit{lost} [N12.5]"
        case "pit_left":
            return f"{who} leaves the pits at speed {data['speed']}"
        case "lap_completed":
            return f"{who} crosses the line: lap {data['laps'] + 1} begins"
        case "finished":
            return f"{who} finishes {_ordinal(data['place'])}"
        case "crashed":
            figures = "; ".join(
                f"{seat} speed {_change(figure['speed'])}, max speed {_change(figure['max_speed'])}"
                for seat, figure in data["figures"].items()
            )
            oil = ", leaving oil" if data["oil"] else ""
            return f"{' and '.join(event.seats)} crash at {tile_text(data['at'])}{oil}: {figures} [N10.1]"
        case "alley_laid":
            return f"The sand alley is laid anew for lap {data['lap'] + 1} [N7.6]"
        case "retired":
            return f"{who} retires"
    return ""


# The dry run


class Trial(NamedTuple):
    """What an order carried out alone brings: the car before and after, its way, what happened, the map then."""

    before: Car
    after: Car
    path: tuple[int, ...]
    events: tuple[Event, ...]


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Trial:
    """Carry out one car's order on the map as it is; the others do not move, and nobody crashes."""
    run = drive_alone(view, seat, order, draws)
    if run.finish:
        run.finished_data["place"] = 1 + sum(1 for other in view.cars if other.finished)
    before = next(car for car in view.cars if car.seat == seat)
    return Trial(before, run.car, tuple(run.path), tuple(run.events))


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return what `gm try` shows: the planned path numbered on the map, the outcome of every branch, costs, rules."""
    car = view.car(seat)
    if car is None:
        return ()
    path = planned_path(view, car, "".join(letter for letter in take_apart(car, order).moves if letter in "MLR"))
    is_off = bool(path) and view.tiles[path[-1]] == OFF
    marks, _ = car_marks(view)
    marks |= {at: (str(number % 10), "path") for number, at in enumerate(path, 1)}
    if is_off:
        marks[path[-1]] = ("!", "crash")
    if car.at not in path:
        marks[car.at] = (seat, car_roles(view)[seat])
    crop = None if whole else _crop(view.board, (car.at, *path))
    place = view.board.place(car.at)
    title = f"{seat}: {format_order(order)} from {tile_text(place)}, heading {HEADINGS[car.heading]}, speed {car.speed}"
    if crop:
        title += f" (rows {crop[0]}-{crop[1]}, columns {crop[2]}-{crop[3]})"
    blocks: list[Block] = [draw_map(view.board, view.tiles, marks, title, crop)]
    blocks.append(Lines("Costs", tuple(_costs(view, car, order))))
    first: Trial = branches[0].outcome
    if len(branches) == 1:
        told = [line for event in first.events if event.kind != "moved" and (line := describe(event))]
        told += [_NO_FINISH for event in first.events if event.data.get("uncounted")]
        blocks.append(Lines("Outcome", (_outcome(view, first.after), *told)))
        return tuple(blocks)
    chances: dict[tuple[str, str], Any] = {}
    for branch in branches:
        way = _outcome(view, branch.outcome.after), on_the_way(branch.outcome.events)
        chances[way] = chances.get(way, 0) + branch.probability
    rows = tuple(
        (f"{float(chance):.1%}", end, on_the_way)
        for (end, on_the_way), chance in sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    )
    columns = (Column("Chance", right=True), Column("Ends"), Column("On the way"))
    blocks.append(Grid(f"Outcomes ({len(branches)} ways of chance)", columns, rows))
    return tuple(blocks)


def on_the_way(events: Sequence[Event]) -> str:
    """Say in short what a branch of chance brings, with the rules: `2 sandbags [N7.2], oil left [N9.1]`."""
    bags = [event for event in events if event.kind == "sandbag_hit"]
    notes = []
    if bags:
        rules = "][".join(sorted({_sand_rule(event.data) for event in bags}))
        notes.append(f"{len(bags)} sandbag{'s' if len(bags) > 1 else ''} [{rules}]")
    for event in events:
        match event.kind:
            case "moved" if event.data.get("uncounted"):
                notes.append("no finish in the pits [N12.8]")
            case "oil_slid":
                notes.append(f"oil: {'straight on' if event.data['turn'] == 'same' else event.data['turn']} [N9.1]")
            case "bank_turned":
                notes.append("bank [N8.1]")
            case "off_track":
                notes.append(f"off the track by {event.data['spaces']} [{_edge_rule(event.data)}]")
            case "pit_repaired":
                notes.append("repairs [N12.3]")
            case "pit_violation":
                notes.append("pit limit broken [N12.5]")
            case "lap_completed" | "finished":
                notes.append(_SHORT[event.kind](event))
            case _:
                pass
    return ", ".join(notes) or "-"


def _crop(board: Board, tiles: Iterable[int]) -> tuple[int, int, int, int]:
    """Return the part of the map round some tiles: three more on every side."""
    places = [board.place(index) for index in tiles]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return (
        max(0, min(rows) - 3),
        min(board.rows - 1, max(rows) + 3),
        max(0, min(columns) - 3),
        min(board.columns - 1, max(columns) + 3),
    )


def _costs(view: Position, car: Car, order: Order) -> list[str]:
    changes, steers = change_cost(car, order.letters), steer_cost(car, order.letters)
    marks = charged_marks(view.settings, car, order)
    lines = [f"{len(marks)} WC of {car.wild_cards}: {changes} for speed changes [N3.1], {steers} for steers [N3.2]"]
    if "S" in order.letters and can_follow(view, car):
        lines.append("slipstream: the car ahead has your heading [N11.1]")
    return lines


def _outcome(view: Position, after: Car) -> str:
    where = "in the pits" if view.board.flags[after.at] & IN_ZONE else ""
    state = " finished," if after.finished else ""
    return (
        f"{tile_text(view.board.place(after.at))}{' ' + where if where else ''},{state} heading {HEADINGS[after.heading]}, "
        f"speed {after.speed}/{after.max_speed}, {after.wild_cards} WC"
    )
