"""What people read of a Monza race: the board, the dice, the standings, the events in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture, what_happened
from gm_tools.core.events import Event, Wording, describe_event
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _
from gm_tools.core.standings import Row, standings_grid
from gm_tools.core.text import all_of, decimal, one_of
from gm_tools.games.monza.board import COLOUR_NAMES, COLOURS, TYRE, Board, colour
from gm_tools.games.monza.check import count_dice
from gm_tools.games.monza.picture import dice, draw
from gm_tools.games.monza.position import Car, Position, free_ahead
from gm_tools.games.monza.rules import running_order
from gm_tools.games.monza.standings import FIGURES

RULES_SHEET = N_("""\
The game master posts a roll of six colour dice; the order says which die is used for which square:

B1 Y2 R2 G3  blue in lane 1, yellow and red in lane 2, green in lane 3: a die a step, six at most
B Y2 R G  a lane may be left out where only one square ahead has the colour
PASS or -  no die fits
X2  the extra step (variation): into lane 2
X0  decline it

Lower case, blanks and commas do not matter: b1,y2 is B1 Y2. A name in front says whose order it is: red: B1 Y2.

Colours  R red · Y yellow · G green · B blue · W white · P purple: of the squares, the dice and the cars. A seat's mark
         is the letter of its car's colour.
Ahead  the next square of the lane; in a neighbouring lane the square beside yours that ends further on than yours.
       Where two divisions are level there is no lane change. Out of the start S: by the blue or the white square
       marked >.
Tyres {tyre}  can never be entered. Squares with cars can be driven over.
Ousting  a car on the square where your turn ends goes back to the next free square behind it in its lane, or to the
         start.
Duty  use as many dice as possible; if fewer dice drive further than any order that does, the furthest square is
      allowed too, and a target always is.
Target  the last two squares (!). After the first arrival the round is played out; of the cars on the targets the one
        that used the fewest dice in that round wins. Any number of cars may stand there, and none is ousted.
Variation  when a move is over, the car of the colour used last may be moved onto any free square ahead, by its own
           player.
""")
SHEET_FIELDS = {"tyre": TYRE}


# Words


def name_of(seat: str) -> str:
    """Return a car's name at the beginning of a sentence: `Red`."""
    return colour(seat).capitalize() if seat in COLOUR_NAMES else seat


def _names(seats: Sequence[str]) -> str:
    return all_of([name_of(seat) for seat in seats])


def _tell_win(winners: Sequence[str]) -> str:
    names = _names(winners)
    return _("{cars} win together", cars=names) if len(winners) > 1 else _("{car} wins", car=names)


def _with_player(car: Car) -> str:
    return f"{name_of(car.seat)} ({car.names[0]})" if car.names else name_of(car.seat)


def _last_round(event: Event) -> str:
    if event.data["left"]:
        return _("The last round: {cars} to go", cars=_names(event.data["left"]))
    return _("The last round: nobody is left to go")


def _race_over(event: Event) -> str:
    used = ", ".join(f"{colour(seat)} {count_dice(count)}" for seat, count in event.data["used"].items())
    return _(
        "{won}; dice used in the last round by the cars on the targets: {used}", won=_tell_win(event.seats), used=used
    )


def _tell_move(event: Event) -> str:
    data = event.data
    way = " -> ".join([data["from"], *data["path"]])
    return f"{_names(event.seats)}: {data['order']}: {way}, {count_dice(data['dice'])}"


def _verdict(event: Event) -> str:
    """Return the rule by which the winners were found: alone, by fewer dice, or equal."""
    if len(event.data["used"]) == 1:
        return "Z27"
    return "Z28" if len(event.seats) == 1 else "Z29"


EVENTS: Mapping[str, Wording] = {
    "starter_drawn": Wording(N_("{car} begins, by lot"), "Z5"),
    "rolled": Wording(N_("{car} rolls {roll}")),
    "order_missed": Wording(N_("{car}: no legal order; the rule for silent players gives {order}"), "Z40"),
    "moved": Wording(_tell_move),
    "stuck": Wording(N_("{car} stays on {at}: no die fits"), "Z10"),
    "ousted": Wording(N_("{car} is put back from {from} to {to} by {by}"), "Z17"),
    "extra_offered": Wording(N_("{car} may be moved one square, to {squares}"), "Z31"),
    "extra_stepped": Wording(N_("{car} makes the extra step: {from} -> {to}"), "Z33"),
    "extra_declined": Wording(N_("{car} declines the extra step"), "Z32"),
    "arrived": Wording(N_("{car} is on the target {at}"), "Z24"),
    "last_round": Wording(_last_round, "Z26"),
    "race_over": Wording(_race_over, _verdict),
}


def describe(event: Event) -> str:
    """Return an event as a sentence with its rule."""
    fields = {"car": _names(event.seats), **event.data}
    if "roll" in fields:
        fields["roll"] = " ".join(fields["roll"])
    if "by" in fields:
        fields["by"] = colour(fields["by"])
    if "squares" in fields:
        fields["squares"] = one_of(fields["squares"])
    return describe_event(event, EVENTS, fields)


def headline(position: Position) -> str:
    """Say how far the race is: `round 3, red to drive`. The roll stands in what is asked of the seat."""
    if position.winners:
        return _("round {round}, the race is over: {won}", round=position.round, won=_tell_win(position.winners))
    if not position.turn_of:
        return _("before the first roll")
    where = _("round {round}", round=position.round)
    if position.last_turns is not None:
        where = _("round {round}, the last", round=position.round)
    if position.extra:
        return _("{where}, extra step of {car}", where=where, car=colour(position.extra))
    car = colour(position.turn_of)
    if position.roll:
        return _("{where}, {car} to drive", where=where, car=car)
    return _("{where}, {car} to roll", where=where, car=car)


# The board


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Draw an empty track, its squares numbered, with its figures."""
    lengths = [len(lane) for lane in board.lanes]
    tyres = sum(square.is_tyre for square in board.squares)
    colours = [square.colour for square in board.squares if square.colour]
    by_colour = ", ".join(f"{colour(letter)} {colours.count(letter)}" for letter in COLOURS)
    squares = [index for index in range(1, len(board.squares)) if board.ways[index]]
    choices = sum(len(board.ways[index]) for index in squares) / max(1, len(squares))
    facts = (
        _(
            "{count} squares in three lanes ({lanes}), {tyres} of them tyres",
            count=sum(lengths),
            lanes=", ".join(map(str, lengths)),
            tyres=tyres,
        ),
        _("squares by colour: {counts}", counts=by_colour),
        _("{count} squares ahead on average", count=decimal(choices, ".2f")),
        _("squares are named lane.number: the number is in the lower half of the square"),
    )
    return draw(board, board.name, is_numbered=True)._replace(
        draw=draw_later("monza", "draw_track", board, is_painted=True)
    ), Lines("", facts)


# The turn


def turn_blocks(events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return the board after the turn, what happened, the standings, and what is to be done now.

    Dice are shown in their colours.
    """
    title = _("{track}, round {round}", track=after.board.name or _("Track"), round=after.round)
    blocks: list[Block] = [
        draw(after.board, title, cars=after.by_square())._replace(draw=draw_later("monza", "draw_race", after, events))
    ]
    blocks += what_happened(describe(event) for event in events if event.kind != "recalled")
    blocks.append(_standings(after))
    if after.roll:
        words = _("{car} to drive with", car=_with_player(after.car(after.turn_of)))
        blocks.append(Picture(words, (dice(after.roll),)))
    elif after.extra:
        blocks.append(Lines(_("Now"), (_tell_question(after),)))
    return tuple(blocks)


def _tell_question(position: Position) -> str:
    car = position.car(position.extra)
    squares = (position.board.squares[there] for there in free_ahead(position, car))
    ways = ", ".join(_("X{lane} to {square}", lane=square.lane, square=square.name) for square in squares)
    return _("{car} decides about the extra step: {ways}, or X0 to decline", car=_with_player(car), ways=ways)


def _standings(position: Position) -> Grid:
    """Return the standings for people."""
    rows = []
    for place, car in running_order(position):
        notes = []
        if car.seat in position.winners:
            notes.append(_("wins"))
        elif position.is_home(car.seat):
            notes.append(_("on the target"))
        if car.seat == (position.extra or position.turn_of):
            notes.append(_("to decide") if position.extra else _("to move"))
        rows.append(Row(str(place), car.seat, car, notes))
    return standings_grid(FIGURES, position, rows, Column(_("State")))
