"""A written use of a card judged on given cells: what it does, or the reason why it is refused (rules T13.4, T13.5, T13.9).

The reasons are tested in the order of T13.9: LAST COLD BALL OWNER PEN PAIR STEPS LOCKED DISTANCE BLOCKED FRESH AMBIGUOUS;
for a skip COLD goes before LAST. A 7 is tested part by part, and within a part LOCKED goes before STEPS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.games.tac import seven
from gm_tools.games.tac.balls import (
    BLOCKED,
    HOUSE,
    Reach,
    colour_at,
    enter,
    exchange,
    field_of,
    forward,
    in_pen,
    is_home,
    locked,
    move,
    name_of,
    next_ball,
    on_ring,
    stands_at,
    strike,
)
from gm_tools.games.tac.lists import all_of, one_of
from gm_tools.games.tac.orders import Action, Part, format_action
from gm_tools.games.tac.uses import ANGEL_STEPS, angel_colours, colours_of, reaches

if TYPE_CHECKING:
    from gm_tools.games.tac.position import Position

JUST_IN = N_("{ball} has just come in: it has to leave the start field before it may go home")


class Refusal(NamedTuple):
    """Why an action is refused: the word of T13.9, the rule, a sentence, a mended action; the part it is about, from 0."""

    word: str
    rule: str
    message: str
    instead: Action | None = None
    part: int = -1


class Use(NamedTuple):
    """What an action does to the balls. `action` is canonical; `thrown` names balls by where they were hit.

    `way` is what the canonical form does not show: `pen>17` of a ball that enters, `R60>5` of a Warrior (T12.4).
    """

    action: Action
    cells: bytes
    thrown: tuple[str, ...] = ()
    way: str = ""


def judge_use(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    """Return what the use of a card by a seat does on given cells, or why it is refused."""
    match action.verb:
        case "enter":
            return _enter(position, seat, action, cells)
        case "move" if action.card == "7":
            return _split(position, seat, action, cells)
        case "move" if action.card == "angel":
            return _angel_move(position, seat, action, cells)
        case "move":
            return _move(position, seat, action, cells)
        case "skip":
            return _skip(position, seat, action, cells)
        case "exchange":
            return _exchange(position, seat, action, cells)
        case "strike":
            return _strike(position, seat, action, cells)
        case "jester":
            if not position.hands[position.next_seat(seat)]:
                whose = position.letters[position.next_seat(seat)]
                return Refusal("LAST", "T9.2.2", _("{seat} holds no card that could be passed on", seat=whose))
            return Use(_plain(action), cells)
        case _:
            if not position.others_hold(seat):
                return Refusal("LAST", "T9.5.4", _("no other seat holds a card"))
            return Use(_plain(action), cells)


def _plain(action: Action) -> Action:
    return action._replace(seat="")


# Entering and skipping


def _enter(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    letters, track = position.letters, position.track
    is_angel = action.card == "angel"
    may = angel_colours(position, seat, cells) if is_angel else colours_of(position, seat, cells)
    rule = "T9.4.3" if is_angel else "T6.2.1"
    waiting = [colour for colour in may if in_pen(track, cells, colour)]
    if action.colour:
        colour = letters.find(action.colour)
        if colour not in may:
            whose = all_of(letters[other] for other in may)
            return Refusal(
                "OWNER", "T9.4.1" if is_angel else "T4.5", _("only a ball of {seats} may enter now", seats=whose)
            )
        if colour not in waiting:
            return Refusal("PEN", rule, _("no ball of {seats} waits in its pen", seats=action.colour))
    elif len(waiting) > 1:
        choices = one_of(format_action(action._replace(colour=letters[other], seat="")) for other in waiting)
        return Refusal("AMBIGUOUS", "T13.9", _("say which colour: {choices}", choices=choices))
    elif not waiting:
        whose = all_of(letters[other] for other in may)
        return Refusal("PEN", rule, _("no ball of {seats} waits in its pen", seats=whose))
    else:
        colour = waiting[0]
    start = track.starts[colour]
    thrown = (name_of(track, letters, cells, start),) if cells[start] else ()
    canonical = action._replace(colour=letters[colour], seat="")
    return Use(canonical, enter(track, cells, colour), thrown, f"pen>{track.names[start]}")


def _skip(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    if not _is_hot(position, seat, cells):
        return _cold(position, seat, cells, "T6.5.2")
    if not position.others_hold(seat):
        return Refusal("LAST", "T6.5.4", _("nobody else holds a card, so there is nobody to skip"))
    return Use(_plain(action), cells)


def _is_hot(position: Position, seat: int, cells: bytes) -> bool:
    return any(on_ring(position.track, cells, colour) for colour in colours_of(position, seat, cells))


def _cold(position: Position, seat: int, cells: bytes, rule: str) -> Refusal:
    whose = one_of(position.letters[colour] for colour in colours_of(position, seat, cells))
    return Refusal("COLD", rule, _("no ball of {seats} is on the ring", seats=whose))


# Trickser and Warrior


def _exchange(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    if not _is_hot(position, seat, cells):
        return _cold(position, seat, cells, "T6.6.2")
    fields = []
    for at, part in enumerate(action.parts):
        field = _find(position, part, cells)
        if field < 0:
            return _no_ball(part, at)
        fields.append(field)
    one, other = fields
    if max(fields) >= position.track.ring:
        return Refusal("PAIR", "T6.6.3", _("balls in houses cannot be exchanged"))
    if one == other:
        return Refusal("PAIR", "T6.6.1", _("{ball} cannot be exchanged with itself", ball=action.parts[0].ball))
    parts = tuple(sorted(action.parts, key=lambda part: int(part.at)))
    return Use(action._replace(parts=parts, seat=""), exchange(cells, one, other))


def _strike(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    track, part = position.track, action.parts[0]
    if not _is_hot(position, seat, cells):
        return _cold(position, seat, cells, "T9.3.4")
    field = _find(position, part, cells)
    if field < 0:
        return _no_ball(part, 0)
    if colour_at(cells, field) not in colours_of(position, seat, cells):
        return _not_owner(position, part, colours_of(position, seat, cells), 0)
    if field >= track.ring:
        return _locked(position, part, field, cells, 0) or Refusal(
            "DISTANCE", "T9.3.1", _("{ball} is not on the ring", ball=part.ball)
        )
    there = next_ball(track, cells, field)
    thrown = name_of(track, position.letters, cells, there)
    way = f"{part.ball}>{track.names[there]}" if there != field else ""
    return Use(_plain(action), strike(track, cells, field), (thrown,), way)


# One ball moved by a number


def _move(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    part, card = action.parts[0], action.card
    field = _find(position, part, cells)
    if field < 0:
        return _no_ball(part, 0)
    may = colours_of(position, seat, cells)
    if colour_at(cells, field) not in may:
        return _not_owner(position, part, may, 0)
    sign = "-" if card == "4" else "+"
    reached = reaches(position, cells, card, field)
    if part.sign in "+-" and part.sign and (part.sign != sign or part.to != card):
        message = _("a {card} moves exactly {card} fields forward, not {steps}", card=card, steps=part.sign + part.to)
        if card == "4":
            message = _("a 4 moves exactly 4 fields backward, not {steps}", steps=part.sign + part.to)
        return Refusal("STEPS", "T13.4", message, _meant(position, seat, action, cells))
    return _locked(position, part, field, cells, 0) or _settle(position, seat, action, cells, field, reached)


def _angel_move(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    part, track = action.parts[0], position.track
    field = _find(position, part, cells)
    if field < 0:
        return _no_ball(part, 0)
    colour, may = colour_at(cells, field), angel_colours(position, seat, cells)
    if colour not in may:
        whose = one_of(position.letters[other] for other in may)
        message = _("this Angel serves {seats}, not {seat}", seats=whose, seat=part.colour)
        return Refusal("OWNER", "T9.4.1", message, part=0)
    if in_pen(track, cells, colour):
        message = _("a ball of {seat} waits in its pen, so it must enter", seat=part.colour)
        return Refusal("PEN", "T9.4.3", message, action._replace(verb="enter", parts=(), colour=part.colour, seat=""))
    if part.sign in "+-" and part.sign and (part.sign == "-" or int(part.to) not in ANGEL_STEPS):
        message = _("an Angel moves 1 or 13 fields forward, not {steps}", steps=part.sign + part.to)
        return Refusal("STEPS", "T9.4.2", message, _meant(position, seat, action, cells))
    if field >= track.ring:
        fault = _locked(position, part, field, cells, 0)
        return fault or Refusal("DISTANCE", "T9.4.2", _("{ball} is not on the ring", ball=part.ball), part=0)
    steps = (int(part.to),) if part.sign == "+" else ANGEL_STEPS
    reached = [reach for step in steps for reach in forward(track, cells, field, step)]
    return _settle(position, seat, action, cells, field, reached)


def _settle(
    position: Position, seat: int, action: Action, cells: bytes, field: int, reached: list[Reach]
) -> Use | Refusal:
    """Return the move to the one field of those reached that is meant and possible (DISTANCE BLOCKED FRESH AMBIGUOUS)."""
    track, part = position.track, action.parts[0]
    meant = [reach for reach in reached if reach.field == _destination(position, part)] if part.sign == ">" else reached
    if not meant:
        where = one_of(track.names[reach.field] for reach in reached)
        message = _("{ball} cannot go there", ball=part.ball)
        if where:
            message = _("{ball} comes to {places}", ball=part.ball, places=where)
        rule = "T6.3.3" if action.card == "4" and field >= track.ring else "T4.1"
        return Refusal("DISTANCE", rule, message, _other_way(position, seat, action, cells), 0)
    free = [reach.field for reach in meant if not reach.fails]
    if not free:
        if any(reach.fails == BLOCKED for reach in meant):
            to = next(reach.field for reach in meant if reach.fails == BLOCKED)
            message = _("a ball is in the way of {ball} to {place}", ball=part.ball, place=track.names[to])
            return Refusal("BLOCKED", "T4.2", message, _other_way(position, seat, action, cells), 0)
        message = _(JUST_IN, ball=part.ball)
        return Refusal("FRESH", "T4.7", message, _other_way(position, seat, action, cells), 0)
    canonical = [_to(action, 0, track.names[to]) for to in free]
    if len(canonical) > 1:
        choices = one_of(map(format_action, canonical))
        return Refusal("AMBIGUOUS", "T13.4", _("say where to: {choices}", choices=choices), part=0)
    to = free[0]
    thrown = (name_of(track, position.letters, cells, to),) if cells[to] else ()
    return Use(canonical[0], move(cells, field, to), thrown)


def _to(action: Action, at: int, place: str) -> Action:
    """Return an action whose part has its destination stated."""
    parts = list(action.parts)
    parts[at] = parts[at]._replace(sign=">", to=place)
    return action._replace(parts=tuple(parts), seat="")


def _destination(position: Position, part: Part) -> int:
    """Return the field after `>`, -1 if there is none of that name; with a colour it must be the ball's own."""
    place = part.to
    if place[0].isupper():
        if place[0] != part.colour:
            return -1
        place = place[1:]
    return field_of(position.track, position.letters.index(part.colour), place)


def _meant(position: Position, seat: int, action: Action, cells: bytes) -> Action | None:
    """Return the action with the number after `+` or `-` read as a destination, if that is possible (T13.4)."""
    used = judge_use(position, seat, _to(action, 0, action.parts[0].to), cells)
    return used.action if isinstance(used, Use) else _other_way(position, seat, action, cells)


def _other_way(position: Position, seat: int, action: Action, cells: bytes) -> Action | None:
    """Return the action with the destination left out, if it has one meaning only."""
    if not action.parts[0].sign:
        return None
    used = judge_use(position, seat, action._replace(parts=(action.parts[0]._replace(sign="", to=""),)), cells)
    return used.action if isinstance(used, Use) else None


# The 7, part by part


def _split(position: Position, seat: int, action: Action, cells: bytes) -> Use | Refusal:
    track, before = position.track, cells
    left = seven.STEPS
    colour = -1
    thrown: list[str] = []
    done = action._replace(seat="")
    for at, part in enumerate(action.parts):
        may = (colour,) if colour >= 0 and not is_home(track, cells, colour) else colours_of(position, seat, cells)
        field = _find(position, part, cells)
        if field < 0:
            return _no_ball(part, at)
        if colour_at(cells, field) not in may:
            return _not_owner(position, part, may, at)
        colour = colour_at(cells, field)
        run = _run(position, part, field, before, cells, left, at, is_last=at == len(action.parts) - 1)
        if isinstance(run, Refusal):
            return run
        steps, to = run
        done = _to(done, at, track.names[to])
        letters = position.letters
        after, hit = seven.run_on(track, cells, field, to)
        thrown += [name_of(track, letters, cells, there) for there in hit]
        cells, left = after, left - steps
    if left:
        used = seven.STEPS - left
        message = ngettext(
            "{n} of 7 steps is used; all seven must be made", "{n} of 7 steps are used; all seven must be made", used
        )
        return Refusal("STEPS", "T6.4.1", message, _used_up(position, seat, action, before, left))
    return Use(done, cells, tuple(thrown))


def _run(
    position: Position, part: Part, field: int, before: bytes, cells: bytes, left: int, at: int, *, is_last: bool
) -> tuple[int, int] | Refusal:
    """Return the steps of a part and the field it leads to, judged alone on the cells reached (T13.5)."""
    track = position.track
    if field >= track.ring and (fault := _locked(position, part, field, before, at)):
        return fault
    outwards = part.sign == "-"
    if outwards and field < track.ring:
        return Refusal(
            "STEPS", "T13.4", _("{ball} is on the ring, where a 7 goes forward only", ball=part.ball), part=at
        )
    if part.sign == ">":
        to = _destination(position, part)
        steps = seven.distance(track, cells, field, to) if to >= 0 else 0
        if not steps:
            message = _("no seven steps lead from {ball} to {place}", ball=part.ball, place=part.to)
            return Refusal("DISTANCE", "T13.5", message, part=at)
    else:
        to = -1
        steps = int(part.to) if part.sign else left
        if not part.sign and not is_last:
            message = _("how many steps of {ball}? Only the last part takes the rest", ball=part.ball)
            return Refusal("STEPS", "T13.5", message, part=at)
        if not steps:
            message = _("{ball} has to go at least one step", ball=part.ball)
            if not left:
                message = _("no step is left for {ball}", ball=part.ball)
            return Refusal("STEPS", "T13.5", message, part=at)
    if steps > left:
        message = ngettext(
            "{ball} needs {steps} steps, {n} of 7 is left",
            "{ball} needs {steps} steps, {n} of 7 are left",
            left,
            ball=part.ball,
            steps=steps,
        )
        return Refusal("STEPS", "T6.4.1", message, part=at)
    found = [run for run in seven.runs(track, cells, field, steps) if to in (-1, run.to)]
    if field >= track.ring and part.sign in "+-" and part.sign:
        found = [run for run in found if run.outwards == outwards]
    if not found:
        message = ngettext(
            "{ball} cannot go {n} step in its house", "{ball} cannot go {n} steps in its house", steps, ball=part.ball
        )
        return Refusal("DISTANCE", "T6.4.5", message, part=at)
    free = [run for run in found if not run.fails]
    if not free:
        if any(run.fails == BLOCKED for run in found):
            message = _("a house field on the way of {ball} is taken", ball=part.ball)
            return Refusal("BLOCKED", "T6.4.4", message, part=at)
        return Refusal("FRESH", "T4.7", _(JUST_IN, ball=part.ball), part=at)
    if len(free) > 1:
        choices = one_of(f"{part.ball}>{track.names[run.to]}" for run in free)
        return Refusal("AMBIGUOUS", "T13.5", _("say where to: {choices}", choices=choices), part=at)
    return steps, free[0].to


def _used_up(position: Position, seat: int, action: Action, cells: bytes, left: int) -> Action | None:
    """Return a 7 whose last part takes the steps left over too, if that is one possible order."""
    last = action.parts[-1]
    if last.sign not in "+-" or not last.sign:
        return None
    parts = (*action.parts[:-1], last._replace(to=str(int(last.to) + left)))
    used = judge_use(position, seat, action._replace(parts=parts), cells)
    return used.action if isinstance(used, Use) else None


# What the reasons have in common


def _find(position: Position, part: Part, cells: bytes) -> int:
    """Return the field of the ball that a part names, -1 if there is no such ball."""
    colour = position.letters.index(part.colour)
    field = field_of(position.track, colour, part.at)
    return field if stands_at(cells, colour, field) else -1


def _no_ball(part: Part, at: int) -> Refusal:
    message = _("there is no ball {ball} on the ring", ball=part.ball)
    if part.at in "abcd":
        message = _("there is no ball {ball} in the house", ball=part.ball)
    return Refusal("BALL", "T1.8", message, part=at)


def _not_owner(position: Position, part: Part, may: tuple[int, ...], at: int) -> Refusal:
    whose = one_of(position.letters[colour] for colour in may)
    message = _("{ball} may not be moved now, only balls of {seats}", ball=part.ball, seats=whose)
    if not whose:
        message = _("{ball} may not be moved now, only balls of no colour", ball=part.ball)
    return Refusal("OWNER", "T4.5", message, part=at)


def _locked(position: Position, part: Part, field: int, cells: bytes, at: int) -> Refusal | None:
    """Return the refusal for a ball that was locked on `cells`, the board at the beginning of the turn (T4.10)."""
    track = position.track
    if field < track.ring:
        return None
    colour = track.house_of(field)
    if field >= track.houses[colour] + HOUSE - locked(track, cells, colour):
        return Refusal("LOCKED", "T4.10", _("{ball} is locked", ball=part.ball), part=at)
    return None
