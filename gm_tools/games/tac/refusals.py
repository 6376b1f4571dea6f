"""Why a written use of a card is refused (rules T13.4, T13.5, T13.9).

This is looked for only when what is offered holds none that fits. The reasons in the order of T13.9: LAST COLD BALL
OWNER PEN PAIR STEPS LOCKED DISTANCE BLOCKED FRESH AMBIGUOUS; for a skip COLD goes before LAST. A 7 is refused for its
first part that cannot be done, and within a part LOCKED goes before STEPS. What fails a move is found by asking again
on another board: without the other balls (DISTANCE), with a ball that has left its start field before (BLOCKED); what
is left is a fresh ball (FRESH).
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.text import all_of, one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac import seven
from gm_tools.games.tac.balls import FRESH, HOUSE_NAMES, Track, colour_at, field_of, in_pen, is_locked
from gm_tools.games.tac.orders import Action, BallMove, format_action
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.uses import (
    SevenPart,
    Use,
    colours_of,
    destinations,
    find_ball,
    find_uses,
    follow_seven,
    is_hot,
    numbers_of,
    served_colours,
)

JUST_IN = N_("{ball} has just come in: it must leave the start field before it may go home")


class Refusal(NamedTuple):
    """Why an action is refused.

    `word` is that of T13.9, `message` a sentence, `instead` a mended action, `part` the part of the action that it is
    about, from 0.
    """

    word: str
    rule: str
    message: str
    instead: Action | None = None
    part: int = -1


def refuse_use(position: Position, seat: int, action: Action, cells: bytes, found: Sequence[Use]) -> Refusal:
    """Return why a written use is refused, `found` being the uses offered that it can mean: none, or several."""
    if found:
        choices = one_of(format_action(use.action) for use in found)
        if action.verb == "enter":
            return Refusal("AMBIGUOUS", "T13.9", _("say which colour: {choices}", choices=choices))
        return Refusal("AMBIGUOUS", "T13.4", _("say where to: {choices}", choices=choices), part=0)
    match action.verb:
        case "enter":
            return _enter(position, seat, action, cells)
        case "move" if action.card == "7":
            return _seven(position, seat, action, cells)
        case "move":
            return _move(position, seat, action, cells)
        case "skip" if not is_hot(position, seat, cells):
            return _cold(position, seat, cells, "T6.5.2")
        case "skip":
            return Refusal("LAST", "T6.5.4", _("nobody else holds a card, so there is nobody to skip"))
        case "exchange":
            return _exchange(position, seat, action, cells)
        case "strike":
            return _strike(position, seat, action, cells)
        case "jester":
            whose = position.letters[position.next_seat(seat)]
            return Refusal("LAST", "T9.2.2", _("{seat} holds no card that could be passed on", seat=whose))
    return Refusal("LAST", "T9.5.4", _("no other seat holds a card"))


def _mend(position: Position, seat: int, action: Action, cells: bytes, part: BallMove) -> Action | None:
    """Return the action with another last part, in canonical form, if it is one possible order then."""
    found = find_uses(position, seat, action._replace(parts=(*action.parts[:-1], part)), cells)
    return found[0].action if len(found) == 1 else None


# Entering, Trickser, Warrior


def _enter(position: Position, seat: int, action: Action, cells: bytes) -> Refusal:
    letters, is_angel = position.letters, action.card == "angel"
    may = served_colours(position, seat, action.card, cells)
    whose = all_of(letters[other] for other in may)
    if action.colour and letters.find(action.colour) not in may:
        message = _("only a ball of {seats} may enter now", seats=whose)
        return Refusal("OWNER", "T9.4.1" if is_angel else "T4.5", message)
    message = _("no ball of {seats} waits in its pen", seats=action.colour or whose)
    return Refusal("PEN", "T9.4.3" if is_angel else "T6.2.1", message)


def _cold(position: Position, seat: int, cells: bytes, rule: str) -> Refusal:
    whose = one_of(position.letters[colour] for colour in colours_of(position, seat, cells))
    return Refusal("COLD", rule, _("no ball of {seats} is on the ring", seats=whose))


def _exchange(position: Position, seat: int, action: Action, cells: bytes) -> Refusal:
    if not is_hot(position, seat, cells):
        return _cold(position, seat, cells, "T6.6.2")
    fields = [find_ball(position, part, cells) for part in action.parts]
    if -1 in fields:
        at = fields.index(-1)
        return _no_ball(action.parts[at], at)
    if max(fields) >= position.track.ring:
        return Refusal("PAIR", "T6.6.3", _("balls in houses cannot be exchanged"))
    return Refusal("PAIR", "T6.6.1", _("{ball} cannot be exchanged with itself", ball=action.parts[0].ball))


def _strike(position: Position, seat: int, action: Action, cells: bytes) -> Refusal:
    part = action.parts[0]
    if not is_hot(position, seat, cells):
        return _cold(position, seat, cells, "T9.3.4")
    fault = _wrong_ball(position, part, colours_of(position, seat, cells), cells)
    return fault or _refuse_locked(position, part, cells) or _off_ring(part, "T9.3.1")


# One ball moved by a number


def _move(position: Position, seat: int, action: Action, cells: bytes) -> Refusal:
    part, card, track = action.parts[0], action.card, position.track
    is_angel = card == "angel"
    may = served_colours(position, seat, action.card, cells)
    fault = _wrong_ball(position, part, may, cells, is_angel=is_angel)
    if fault is not None:
        return fault
    if is_angel and in_pen(track, cells, position.letters.index(part.colour)):
        message = _("a ball of {seat} waits in its pen, so it must enter", seat=part.colour)
        return Refusal("PEN", "T9.4.3", message, action._replace(verb="enter", parts=(), colour=part.colour, seat=""))
    number = part.number
    if number and number not in numbers_of(card):
        return _wrong_number(position, seat, action, cells)
    fault = _refuse_locked(position, part, cells)
    if fault is not None:
        return fault
    field = find_ball(position, part, cells)
    if is_angel and field >= track.ring:
        return _off_ring(part, "T9.4.2")
    other_way = _mend(position, seat, action, cells, part._replace(sign="", to="")) if part.sign else None
    alone = destinations(position, _isolate(track, cells, field), card, field, number)
    meant = [to for to in alone if part.sign != ">" or part.place == track.names[to]]
    if not meant:
        where = one_of(track.names[to] for to in alone)
        message = _("{ball} cannot go there", ball=part.ball)
        if where:
            message = _("{ball} would move to {places}", ball=part.ball, places=where)
        rule = "T6.3.3" if card == "4" and field >= track.ring else "T4.1"
        return Refusal("DISTANCE", rule, message, other_way, 0)
    reached = destinations(position, _not_fresh(cells, field), card, field, number)
    blocked = [to for to in meant if to not in reached]
    if blocked:
        place = track.names[blocked[0]]
        message = _("a ball is in the way of {ball} to {place}", ball=part.ball, place=place)
        return Refusal("BLOCKED", "T4.2", message, other_way, 0)
    return Refusal("FRESH", "T4.7", _(JUST_IN, ball=part.ball), other_way, 0)


def _wrong_number(position: Position, seat: int, action: Action, cells: bytes) -> Refusal:
    """Return the refusal of steps that are not those of the card (T13.4).

    A number that leads there is read as a destination.
    """
    part, card = action.parts[0], action.card
    steps = part.number
    instead = _mend(position, seat, action, cells, part._replace(sign=">"))
    instead = instead or _mend(position, seat, action, cells, part._replace(sign="", to=""))
    if card == "angel":
        message = _("an Angel moves 1 or 13 fields forward, not {steps}", steps=steps)
        return Refusal("STEPS", "T9.4.2", message, instead)
    message = _("a {card} moves exactly {card} fields forward, not {steps}", card=card, steps=steps)
    if card == "4":
        message = _("a 4 moves exactly 4 fields backward, not {steps}", steps=steps)
    return Refusal("STEPS", "T13.4", message, instead)


def _isolate(track: Track, cells: bytes, field: int) -> bytes:
    """Return a board on which the ball of a field is the only one, and not fresh."""
    board = bytearray(track.empty)
    board[field] = cells[field] & ~FRESH
    return bytes(board)


def _not_fresh(cells: bytes, field: int) -> bytes:
    """Return the cells with the ball of a field not fresh."""
    return cells[:field] + bytes((cells[field] & ~FRESH,)) + cells[field + 1 :]


# The 7, by its first part that cannot be done


def _seven(position: Position, seat: int, action: Action, cells: bytes) -> Refusal:
    *__, stage = follow_seven(position, seat, action, cells)
    if len(stage.runs) != 1:
        return _wrong_part(position, action, cells, stage)
    left = stage.left - stage.runs[0].steps
    used = seven.STEPS - left
    message = ngettext(
        "{n} of 7 steps is used; all seven must be made", "{n} of 7 steps are used; all seven must be made", used
    )
    last = stage.part
    more = None  # with the last part taking the steps left over too
    if last.sign in ("+", "-"):
        more = _mend(position, seat, action, cells, last._replace(to=str(stage.runs[0].steps + left)))
    return Refusal("STEPS", "T6.4.1", message, more)


def _wrong_part(position: Position, action: Action, before: bytes, stage: SevenPart) -> Refusal:
    """Return why a part cannot be done in exactly one way, `before` being the cells at the beginning of the 7."""
    track, part, at, field = position.track, stage.part, stage.at, stage.field
    if len(stage.runs) > 1:
        choices = one_of(f"{part.ball}>{track.names[run.to]}" for run in stage.runs)
        return Refusal("AMBIGUOUS", "T13.5", _("say where to: {choices}", choices=choices), part=at)
    fault = _wrong_ball(position, part, stage.colours, stage.cells, at) or _refuse_locked(position, part, before, at)
    if fault is not None:
        return fault
    if part.sign == "-" and field < track.ring:
        message = _("{ball} is on the ring, where a 7 goes forward only", ball=part.ball)
        return Refusal("STEPS", "T13.4", message, part=at)
    possible = seven.runs(track, _isolate(track, stage.cells, field), field, seven.STEPS)
    steps = stage.left
    if part.sign == ">":
        possible = [run for run in possible if track.names[run.to] == part.place]
        if not possible:
            message = _("no seven steps lead from {ball} to {place}", ball=part.ball, place=part.to)
            return Refusal("DISTANCE", "T13.5", message, part=at)
        steps = possible[0].steps
    elif part.sign:
        steps = int(part.to)
        possible = [run for run in possible if run.outwards == (part.sign == "-")]
    elif at < len(action.parts) - 1:
        message = _("how many steps for {ball}? Only the last part may leave the number out", ball=part.ball)
        return Refusal("STEPS", "T13.5", message, part=at)
    if not steps:
        message = _("{ball} must go at least one step", ball=part.ball)
        if not stage.left:
            message = _("no step is left for {ball}", ball=part.ball)
        return Refusal("STEPS", "T13.5", message, part=at)
    if steps > stage.left:
        message = ngettext(
            "{ball} needs {steps} steps, {n} of 7 is left",
            "{ball} needs {steps} steps, {n} of 7 are left",
            stage.left,
            ball=part.ball,
            steps=steps,
        )
        return Refusal("STEPS", "T6.4.1", message, part=at)
    return _wrong_run(track, stage, steps, {run.to for run in possible if run.steps == steps})


def _wrong_run(track: Track, stage: SevenPart, steps: int, meant: set[int]) -> Refusal:
    """Return why a ball cannot go so many steps to any of the fields that it would come to on an empty board."""
    ball, at, field = stage.part.ball, stage.at, stage.field
    if not meant:
        message = ngettext(
            "{ball} cannot go {n} step in its house", "{ball} cannot go {n} steps in its house", steps, ball=ball
        )
        return Refusal("DISTANCE", "T6.4.5", message, part=at)
    reached = seven.runs(track, _not_fresh(stage.cells, field), field, steps)
    if meant - {run.to for run in reached if run.steps == steps}:
        message = _("a house field on the way of {ball} is taken", ball=ball)
        return Refusal("BLOCKED", "T6.4.4", message, part=at)
    return Refusal("FRESH", "T4.7", _(JUST_IN, ball=ball), part=at)


# What the reasons have in common


def _wrong_ball(
    position: Position, part: BallMove, may: tuple[int, ...], cells: bytes, at: int = 0, *, is_angel: bool = False
) -> Refusal | None:
    """Return the refusal of a part that names no ball (BALL), or one of a colour that may not be moved (OWNER)."""
    field = find_ball(position, part, cells)
    if field < 0:
        return _no_ball(part, at)
    if colour_at(cells, field) in may:
        return None
    whose = one_of(position.letters[colour] for colour in may)
    if is_angel:
        message = _("this Angel serves {seats}, not {seat}", seats=whose, seat=part.colour)
        return Refusal("OWNER", "T9.4.1", message, part=at)
    message = _("{ball} may not be moved now, only balls of {seats}", ball=part.ball, seats=whose)
    if not whose:
        message = _("{ball} may not be moved now, nor may any other ball", ball=part.ball)
    return Refusal("OWNER", "T4.5", message, part=at)


def _no_ball(part: BallMove, at: int) -> Refusal:
    message = _("there is no ball {ball} on the ring", ball=part.ball)
    if part.at in HOUSE_NAMES:
        message = _("there is no ball {ball} in the house", ball=part.ball)
    return Refusal("BALL", "T1.8", message, part=at)


def _refuse_locked(position: Position, part: BallMove, cells: bytes, at: int = 0) -> Refusal | None:
    """Return the refusal of a ball that was locked on `cells`, the board at the beginning of the turn (T4.10)."""
    field = field_of(position.track, position.letters.index(part.colour), part.at)
    if is_locked(position.track, cells, field):
        return Refusal("LOCKED", "T4.10", _("{ball} is locked", ball=part.ball), part=at)
    return None


def _off_ring(part: BallMove, rule: str) -> Refusal:
    return Refusal("DISTANCE", rule, _("{ball} is not on the ring", ball=part.ball), part=0)
