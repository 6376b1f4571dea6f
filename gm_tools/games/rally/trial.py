"""The dry run of an order or a sequence: the squares of each line, the corners that it touches, and where it ends."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.drawing import Landing, look_at, middle
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import crop_around, draw_map
from gm_tools.core.race import car_marks, tile_text, title_crop
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.drawing import aim_of, draw_corners, draw_race
from gm_tools.games.rally.geometry import trace
from gm_tools.games.rally.moves import CRASHES, FINISHES, has_grip
from gm_tools.games.rally.orders import Order, format_step, shorten_velocity, tell_velocity
from gm_tools.games.rally.report import describe
from gm_tools.games.rally.rules import Drive, drive, drive_events, is_alone
from gm_tools.games.rally.standings import VELOCITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gm_tools.core.drawing import Point
    from gm_tools.core.draws import Branch, Draws
    from gm_tools.core.events import Event
    from gm_tools.games.rally.board import Board
    from gm_tools.games.rally.position import Car, Position

AROUND = 3  # squares shown around what a cropped map is about
ENTERED, TOUCHED, CRASH = "+", "'", "!"  # squares of a line, corners beside it, where a car leaves the road
_LEGEND = ((ENTERED, N_("entered")), (TOUCHED, N_("its corner is touched")), (CRASH, N_("leaves the road")))


class Run(NamedTuple):
    """The moves of a sequence as far as the car can make them, the turn of each (from 1), and what happened in it.

    `after` is the car when it can be ordered about again; None if it races no more.
    """

    turns: tuple[int, ...]
    drives: tuple[Drive, ...]
    events: tuple[tuple[Event, ...], ...]
    after: Car | None
    slid: int = 0  # the turn of the sequence from which on the car cannot change its velocity as ordered; 0: none


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Run:
    """Carry out a car's sequence, the others standing still."""
    del draws
    return follow(view, seat, order)


def follow(view: Position, seat: str, order: Order) -> Run:
    """Return what comes of a car's sequence: to its end, out of the race, to the finish."""
    own = view.car(seat)
    car = own and _race_on(view, own)
    turns: list[int] = []
    drives: list[Drive] = []
    events: list[tuple[Event, ...]] = []
    slid = 0
    for turn, step in enumerate(order.steps, 1):
        if car is None:
            break
        if car.waits:
            car = car._replace(waits=car.waits - 1)
            continue
        if any(step) and turn > 1 and not has_grip(view.board, view.settings, car.at, car.velocity):
            slid = turn
            break
        done = drive(view, car, step)
        turns.append(turn)
        drives.append(done)
        events.append(tuple(drive_events(view, done, step)))
        car = None if done.ending.fate == FINISHES else _race_on(view, done.after)
    return Run(tuple(turns), tuple(drives), tuple(events), car, slid)


def _race_on(view: Position, car: Car) -> Car | None:
    """Return a car as it begins its next turn, None if it races no more (V5.2, V5.4)."""
    if not car.runs:
        return None
    return car._replace(waits=0) if is_alone(view, car.seat) else car


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return what `gm try` shows: the lines on the map, the ends of the moves numbered, and what comes of them."""
    car = view.car(seat)
    if car is None:
        return ()
    run: Run = branches[0].outcome
    board = view.board
    marks, __ = car_marks(view)
    lines: dict[int, tuple[str, str]] = {}
    ends: dict[int, tuple[str, str]] = {}
    for number, done in zip(run.turns, run.drives, strict=True):
        for place, step in enumerate(trace(done.move)):
            here = done.car.at + board.offset(step.square)
            for corner in step.corners if place <= done.ending.entered else ():
                lines.setdefault(done.car.at + board.offset(corner), (TOUCHED, "note"))
            if place < done.ending.entered:
                lines[here] = (ENTERED, "path")
            elif done.ending.fate == CRASHES and place == done.ending.entered:
                ends[here] = (CRASH, "crash")
        ends[done.after.at] = (str(number % 10), "path")
    inside = {at: mark for at, mark in {**lines, **marks, **ends}.items() if board.has(*board.place(at))}
    crop = None if whole else crop_around(board, inside or (car.at,), AROUND)
    title = _(
        "{car}: {order} from {square}, velocity {velocity}",
        car=seat,
        order=" ".join(map(format_step, order.steps)),
        square=tile_text(board.place(car.at)),
        velocity=tell_velocity(car.velocity),
    )
    picture = draw_map(board, inside, title_crop(title, crop), crop)
    glyphs = {glyph for glyph, __ in inside.values()}
    legend = (*picture.legend, *((glyph, _(name)) for glyph, name in _LEGEND if glyph in glyphs))
    steps = tuple(middle(board.place(at)) for at in (car.at, *(done.after.at for done in run.drives)))
    is_bad = bool(run.drives) and run.drives[-1].ending.fate == CRASHES
    landings = (Landing(steps[-1], 1),) if run.drives else ()
    if is_bad:  # the way leads to the crash, wherever the car lies then
        lies, steps = steps[-1], (*steps[:-1], aim_of(board, run.drives[-1]))
        landings = (Landing(lies, 1, "crash", way=steps[-2:]),)
    velocities = (car.velocity, *(done.after.velocity for done in run.drives))
    notes = tuple(_("velocity {velocity}", velocity=tell_velocity(velocity)) for velocity in velocities)
    drawing = draw_corners(draw_race(view), board, run.drives)._replace(
        steps=steps, landings=landings, step_notes=notes, spared=_first_squares(board, car)
    )
    drawing = drawing if whole else look_at(drawing, steps)
    blocks: list[Block] = [picture._replace(legend=legend, draw=lambda: drawing)]
    if len(run.drives) > 1:
        blocks.append(_turns(view, run))
    told = [line for events in run.events for event in events if event.kind != "moved" and (line := describe(event))]
    news = [describe(event) for events in run.events for event in events if event.kind not in ("moved", "crashed")]
    end = [_end(view, run.drives[-1])] if run.drives else []
    if run.slid:
        news.append(_("turn {number} of the sequence begins on slick: only 0 is legal there [V7.2]", number=run.slid))
        told.append(news[-1])
    if end or told:
        blocks.append(Lines(_("Outcome"), (*end, *told), brief=(*end, *filter(None, news)), name="outcome"))
    if costs := tuple(_sure_costs(run, order)):
        blocks.append(Lines(_("Surely"), costs, name="sure"))
    return tuple(blocks)


def _first_squares(board: Board, car: Car) -> tuple[Point, ...]:
    """Return the middles of the squares that a car's next move can lead to, on the road or off it."""
    row, column = board.place(car.at)
    east, south = car.velocity
    return tuple(middle((row + south + down, column + east + right)) for down, right in product((-1, 0, 1), repeat=2))


def _sure_costs(run: Run, order: Order) -> Iterator[str]:
    """Yield what a sequence costs that leaves the road, in which of its turns if it has several."""
    crashes = [(number, one) for number, events in zip(run.turns, run.events, strict=True) for one in events]
    for number, event in ((number, event) for number, event in crashes if event.kind == "crashed"):
        turns = event.data["turns"]
        if len(order.steps) > 1:
            how = _("crashes in turn {number} of this plan", number=number)
            if turns:
                how += ": " + ngettext("sits out {n} turn", "sits out {n} turns", turns)
            elif event.data["how"] == "out":
                how += ": " + _("out of the race")
            yield how
        elif turns:
            yield ngettext("leaves the road: sits out {n} turn", "leaves the road: sits out {n} turns", turns)
        else:
            yield _("leaves the road, and is out of the race") if event.data["how"] == "out" else _("leaves the road")


def _turns(view: Position, run: Run) -> Grid:
    rows = tuple(
        (
            str(number),
            events[0].data["order"],
            tile_text(view.board.place(done.after.at)),
            shorten_velocity(done.after.velocity),
        )
        for number, done, events in zip(run.turns, run.drives, run.events, strict=True)
    )
    columns = (Column(_("Turn"), right=True), Column(_("Order")), Column(_("Square")), Column(_(VELOCITY)))
    return Grid("", columns, rows)


def _end(view: Position, last: Drive) -> str:
    place = tile_text(view.board.place(last.after.at))
    if last.ending.fate == FINISHES:
        return _("finishes at {square} after {part} of the move [V4.4]", square=place, part=str(last.time))
    return _("ends on {square}, velocity {velocity}", square=place, velocity=tell_velocity(last.after.velocity))
