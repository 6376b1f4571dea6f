"""What people read of a Nascar race: the map, the grid, the events in words, a dry run. All rules are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from gm_tools.core import race
from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.events import Event, Wording, describe_event, notes_by_seat
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import draw_map, signs_by_role, tell_size
from gm_tools.core.race import tile_text
from gm_tools.core.standings import Row, standings_grid
from gm_tools.core.text import ordinal
from gm_tools.games.nascar.board import OFF, TILES, UNKNOWN, Board
from gm_tools.games.nascar.position import Position
from gm_tools.games.nascar.rules import running_order
from gm_tools.games.nascar.standings import FIGURES

_DIRECTIONS = (  # of each heading
    N_("north"),
    N_("north-east"),
    N_("east"),
    N_("south-east"),
    N_("south"),
    N_("south-west"),
    N_("west"),
    N_("north-west"),
)

RULES_SHEET = N_("""\
An order is speed changes, then moves, then speed changes: A(2M)RM(R+1)

A  accelerate (+1)
B  brake (-1)
S  slipstream (+1, only at the beginning)
M  move straight on
L R  turn 45 degrees left or right, then move: one move each
-  nothing at all (at speed 0)

At the beginning A, B, S set the speed of this turn: exactly that many moves must follow. At the end A and B set
the speed of the next turn. At most two A, two B, two L and two R a turn; S counts towards no limit.

Wild cards are marked +1 on the letter they pay for: A(A+1)(4M) or MMRMM(R+1)

second A or B  1 wild card each; with turbo one of them is free
second L or R  1 wild card, for both together, too; free with swaybars
A and B, L and R  one of each: nothing

Specials, one a car if the race has them: turbo and swaybars, as above; performance: twice as many wild cards at
the start and in the pits.

S needs a car on the next tile straight ahead, with your heading, when the turn starts.

Counts and marks: (2M) or 2M is MM, (A) is A, (R+1) or R+1 is an R with a wild card. Lower case, blanks and commas
are fine. Not accepted: M2, Mx2, (2R+1), (MM).

Tiles  {track} asphalt · {bank} bank (two in a row turn you 45 degrees, once a turn) · {unknown} sand alley, unknown ·
       {bag} {flat_bag} sandbags (-1) · {oil} oil (turns you by chance) · {finish} finish line ·
       {pit_line} pit lines (speed 6 inside) · {repair} repairs · blank: off the track
Off the track  1 tile: speed -3, max speed -2 · 2: -6, -4 · 3: -9, -8 (2 or 3 after oil: -4, -3)
Crash  all cars that end the turn on the same tile: speed -1, max speed -1, and an oil slick
Pits  moving off P: max speed + (10 - speed), one wild card for every 3 of (10 - speed)
""")
SHEET_FIELDS = signs_by_role(TILES)


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Draw an empty track, with its figures."""
    tiles = ngettext("{n} tile", "{n} tiles", sum(glyph != OFF for glyph in board.tiles))
    slots = ngettext("{n} start slot", "{n} start slots", len(board.slots))
    facts = [
        f"{tell_size(board)}, {tiles}, {slots}",
        ngettext(
            "{n} lap, the line is crossed to the {heading}, start speed {speed}",
            "{n} laps, the line is crossed to the {heading}, start speed {speed}",
            board.laps,
            heading=_(_DIRECTIONS[board.finish_heading]),
            speed=board.start_speed,
        ),
    ]
    if board.has_line and board.slots and board.slots[0] in board.distances:
        facts.append(_("a lap takes at least {moves} moves", moves=max(board.distances.values())))
    if board.about:
        facts.insert(0, board.about)
    picture = draw_map(board, {}, board.name)
    return picture._replace(draw=draw_later("nascar", "draw_track", board, board.tiles)), Lines("", tuple(facts))


def headline(position: Position) -> str:
    """Say how far the race is: `turn 6, lap 2 of 3`."""
    leader = min(position.cars, key=lambda car: (not car.finished, car.finished, car.retired, -car.laps), default=None)
    laps = position.settings.laps
    lap = min(max(leader.laps + 1, 0), laps) if leader else 0
    if position.ended or not any(car.runs for car in position.cars):
        return _("turn {number}, the race is over", number=position.turn)
    if leader and leader.laps < 0:
        return _("turn {number}, before the start line", number=position.turn)
    return _("turn {number}, lap {lap} of {laps}", number=position.turn, lap=lap, laps=laps)


# The turn


def turn_blocks(events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return the map after the turn, what happened, and the standings."""
    return race.turn_blocks("nascar", after, events, describe, _standings(after, events), after.tiles)


def _standings(position: Position, events: Sequence[Event] = ()) -> Grid:
    """Return the standings for people, with what has happened to each car this turn."""
    happened = notes_by_seat(events, EVENTS)
    # whose end is told by an event of this turn, with the place
    ended = {seat for event in events if event.kind in {"finished", "retired"} for seat in event.seats}
    rows = []
    for number, car in enumerate(running_order(position), 1):
        state = _("finished") if car.finished else _("retired") if car.retired else ""
        notes = ([state] if state and car.seat not in ended else []) + happened.get(car.seat, [])
        if car.missed:
            missed = N_("{in_a_row} missed in a row, {in_all} in all")
            notes.append(_(missed, in_a_row=car.missed, in_all=car.missed_in_all))
        place = "-" if car.retired else str(car.finished or number)
        rows.append(Row(place, car.seat, car, dict.fromkeys(notes)))
    column = Column(_("This turn"), is_news=True, shows=("missed", "missed_in_all", "crashed"))
    return standings_grid(FIGURES, position, rows, column)


def sand_rule(event: Event) -> str:
    """Return the rule of a tile of sand entered: unknown ones are N7.2, bags seen before N7.3."""
    return "N7.2" if event.data["was"] == UNKNOWN else "N7.3"


def _edge_rule(event: Event) -> str:
    """Return the rule of a penalty for leaving the track: two or three spaces after oil are N6.4."""
    return "N6.4" if event.data["after_oil"] and event.data["spaces"] > 1 else "N6.3"


NO_FINISH = N_("crossing the line in the pits does not finish the race [N12.8]")
_SLIDES = {  # in short, and as a sentence
    "left": (N_("oil: left"), N_("{car} slides left on oil at {tile}, heading {heading}")),
    "same": (N_("oil: straight on"), N_("{car} keeps straight on oil at {tile}, heading {heading}")),
    "right": (N_("oil: right"), N_("{car} slides right on oil at {tile}, heading {heading}")),
}


def _change(pair: Sequence[int]) -> str:
    before, after = pair
    return f"{before} -> {after}" if before != after else _("stays {figure}", figure=after)


def _tell_slide(event: Event) -> str:
    data = event.data
    __, message = _SLIDES[data["turn"]]
    return _(message, car=event.seats[0], tile=tile_text(data["at"]), heading=data["heading"])


def _slid_in_short(event: Event) -> str:
    words, __ = _SLIDES[event.data["turn"]]
    return _(words)


def _tell_move(event: Event) -> str:
    data = event.data
    order = data["order"]
    if data["spent"]:
        spent = ngettext("{n} wild card", "{n} wild cards", data["spent"])
        order = f"{order}, {spent}"
    if data.get("charged"):
        order = _("{order} ({charged} not marked, charged [N3.4])", order=order, charged=data["charged"])
    text = _(
        "{car}: {order}: to {tile}, heading {heading}, speed {speed}/{max_speed}",
        car=event.seats[0],
        order=order,
        tile=tile_text(data["at"]),
        heading=data["heading"],
        speed=data["speed"],
        max_speed=data["max_speed"],
    )
    return text + "; " + _(NO_FINISH) if data.get("uncounted") else text


def _tell_crash(event: Event) -> str:
    data = event.data
    figures = (
        _(
            "{car} speed {speed}, max speed {max_speed}",
            car=seat,
            speed=_change(figure["speed"]),
            max_speed=_change(figure["max_speed"]),
        )
        for seat, figure in data["figures"].items()
    )
    message = N_("{cars} crash at {tile}: {figures}")
    if data["oil"]:
        message = N_("{cars} crash at {tile}, leaving oil: {figures}")
    cars = reduce(lambda some, last: _("{some} and {last}", some=some, last=last), event.seats)
    return _(message, cars=cars, tile=tile_text(data["at"]), figures="; ".join(figures))


def _off_track(event: Event) -> str:
    data = event.data
    return ngettext(
        "{car} leaves the track by {n} tile at {tile}: speed {speed}, max speed {max_speed}",
        "{car} leaves the track by {n} tiles at {tile}: speed {speed}, max speed {max_speed}",
        data["spaces"],
        car=event.seats[0],
        tile=tile_text(data["at"]),
        speed=_change(data["speed"]),
        max_speed=_change(data["max_speed"]),
    )


def _tell_repair(event: Event) -> str:
    faster, more = event.data["gained"]
    return _(
        "{car} is repaired: max speed {max_speed} (+{faster}), {wild_cards} wild cards (+{more})",
        car=event.seats[0],
        max_speed=event.data["max_speed"],
        faster=faster,
        wild_cards=event.data["wild_cards"],
        more=more,
    )


def _tell_violation(event: Event) -> str:
    message = N_("{car} breaks the pit limit at speed {speed}: no repairs on this visit")
    if event.data["reversed"]:
        message = N_("{car} breaks the pit limit at speed {speed}: no repairs on this visit; the repairs are reversed")
    return _(message, car=event.seats[0], speed=event.data["speed"])


EVENTS: Mapping[str, Wording] = {  # N19
    "order_missed": Wording(N_("{car}: no order, {in_a_row} in a row"), short=N_("no order")),
    "slipstreamed": Wording(N_("{car} slipstreams: speed {speed}"), short=N_("slipstream")),
    "moved": Wording(_tell_move),
    "oil_slid": Wording(_tell_slide, "N9.1", _slid_in_short),
    "sandbag_hit": Wording(N_("{car} hits a sandbag at {tile}: speed {speed}"), sand_rule, N_("sandbag")),
    "alley_cleared": Wording(N_("{car} leaves {tile} clear of sand"), sand_rule),
    "bank_turned": Wording(N_("{car} is turned by the bank at {tile}: heading {heading}"), "N8.1", N_("banked")),
    "off_track": Wording(_off_track, _edge_rule, lambda event: _("off track ({spaces})", **event.data)),
    "pit_entered": Wording(N_("{car} enters the pits at speed {speed}")),
    "pit_repaired": Wording(_tell_repair, "N12.3", N_("repairs")),
    "pit_violation": Wording(_tell_violation, "N12.5", N_("pit limit broken")),
    "pit_left": Wording(N_("{car} leaves the pits at speed {speed}")),
    "lap_completed": Wording(
        N_("{car} crosses the line: lap {lap} begins"),
        "",
        lambda event: _("lap {lap} begun", lap=event.data["laps"] + 1),
    ),
    "finished": Wording(
        N_("{car} finishes {place}"), "", lambda event: _("finished {place}", place=ordinal(event.data["place"]))
    ),
    "crashed": Wording(_tell_crash, "N10.1", N_("crash")),
    "alley_laid": Wording(N_("The sand alley is laid anew for lap {lap}"), "N7.6"),
    "retired": Wording(N_("{car} retires"), short=N_("retired")),
}


def describe(event: Event) -> str:
    """Return an event as a sentence with its rule."""
    fields = {"car": event.seats[0] if event.seats else "", **event.data}
    if "at" in fields:
        fields["tile"] = tile_text(fields["at"])
    if event.kind == "lap_completed":
        fields["lap"] = fields["laps"] + 1
    elif event.kind == "alley_laid":
        fields["lap"] += 1
    elif event.kind == "finished":
        fields["place"] = ordinal(fields["place"])
    return describe_event(event, EVENTS, fields)
