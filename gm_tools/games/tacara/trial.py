"""The dry run of an order: the way numbered on the map, what comes of it, and where the chip may go (`gm try`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.brief import predicate
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import distance_past
from gm_tools.games.tacara.check import canonical, check_slot
from gm_tools.games.tacara.drive import Drive, allowed_steps, carry_out
from gm_tools.games.tacara.orders import Order, format_order
from gm_tools.games.tacara.picture import car_marks_beside_numbers, crop_round, draw_board, shift_reach
from gm_tools.games.tacara.position import Car, Position, count_chips, format_chips
from gm_tools.games.tacara.report import describe
from gm_tools.games.tacara.rules import resolve, steps_to_go
from gm_tools.games.tacara.shift import format_shift, lost_slots, reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.draws import Branch, Draws
    from gm_tools.core.events import Event

_SAID = frozenset(("shifted", "moved", "turbo_played", "crashed"))  # of a drive: by where it ends, or among its costs


class Trial(NamedTuple):
    """What an order carried out now brings: the position after it, and what happened."""

    after: Position
    events: tuple[Event, ...]


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Trial:
    """Carry out one car's order on the board as it stands, as if its slot were now; the others do not move."""
    if order.verb in ("hold", "pass"):
        return Trial(view, ())
    now = view._replace(
        left=(seat,), offers=(), over=False, settings=view.settings._replace(drafting=False, points=False)
    )
    events, after = resolve(now, {seat: order._replace(follows=False)}, draws)
    return Trial(after, tuple(event for event in events if event.kind not in ("race_over", "left")))


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return what `gm try` shows: the way numbered on the map, the outcome with its rules, where the chip may go.

    An order that only lacks its axis is shown both ways; of an order with other faults only the shift table is shown.
    """
    car = view.car(seat)
    rules = {problem.rule for problem in check_slot(view, seat, order)}
    if rules == {"C65"}:
        blocks: list[Block] = []
        for axis in "HV":
            way = order._replace(axis=axis)
            blocks += _drive_blocks(view, car, way, whole)
        return (*blocks, shift_reach(view, car, None, _("Shift table")))
    if rules or order.verb in ("hold", "pass"):
        said = () if rules else (Lines(_("Outcome"), (_tell_idle(view, seat, order),), name="outcome"),)
        return (*said, shift_reach(view, car, None, _("Shift table"))) if not car.flipped else said
    if order.verb == "take":
        told: Trial = branches[0].outcome
        lines = [describe(event) for event in told.events]
        pool = count_chips(told.after.pool)
        lines.append(_("shift stays {shift}; pool {pool}", shift=format_shift(car.shift), pool=pool))
        return (Lines(_("Outcome"), tuple(lines), name="outcome"),)
    after = carry_out(view, seat, order).car
    return (*_drive_blocks(view, car, order, whole), shift_reach(view, car, after.shift, _("Shift table")))


def _tell_idle(view: Position, seat: str, order: Order) -> str:
    if order.verb == "hold":
        return _("{car}: does not follow, and keeps its slot in the row [C54]", car=seat)
    return ngettext(
        "{car}: a flipped car recovers by itself, with {n} more slot to go [C27]",
        "{car}: a flipped car recovers by itself, with {n} more slots to go [C27]",
        lost_slots(view.car(seat).shift),
        car=seat,
    )


def _drive_blocks(view: Position, car: Car, order: Order, whole: bool) -> list[Block]:
    """Return the map with the way numbered, and the outcome, of a drive as the board stands."""
    order = canonical(view, car.mark, order)
    drive = carry_out(view, car.mark, order)
    board = view.board
    seen = [car.at, *drive.path]
    if drive.crash >= 0 and board.has(*board.place(drive.crash)):
        seen.append(drive.crash)
    crop = None if whole else crop_round(board, seen)
    marks, cars = car_marks_beside_numbers(view, car.mark, crop)
    marks |= {at: (str(number % 10), "path") for number, at in enumerate(drive.path, 1)}
    if drive.crash >= 0:
        marks[drive.crash] = ("*", "crash")
    title = _(
        "{car}: {order} from {space}, shift {shift}",
        car=car.mark,
        order=format_order(order),
        space=board.space(car.at),
        shift=format_shift(car.shift),
    )
    picture = draw_board(board, marks, title, view.lines, view.starters, crop)
    legend = (
        ("1234567890", _("the way, step by step")),
        *((("*", _("the crash")),) if drive.crash >= 0 else ()),
        *cars,
    )
    lines = [describe(event) for event in drive.events]
    if not drive.path and drive.crash < 0:
        lines.append(_("{car}: stays where it is [C23]", car=car.mark))
    lines.append(
        _(
            "shift now {shift}, on {space}, turbo chips {chips}; pool {pool}",
            shift=format_shift(drive.car.shift),
            space=board.space(drive.car.at),
            chips=" ".join(format_chips(drive.car.chips)) or _("none"),
            pool=count_chips(drive.pool),
        )
    )
    after = view.with_car(drive.car)
    ahead = tuple(_tell_ahead(after, drive.car))
    lines += ahead
    where = _("to {space}, shift {shift}", space=board.space(drive.car.at), shift=format_shift(drive.car.shift))
    news = (predicate(describe(event), car.mark) for event in drive.events if event.kind not in _SAID)
    draw = draw_later("tacara", "draw_trial", view, car, drive, whole=whole)
    told = (
        Lines(_("Outcome"), tuple(lines), brief=(where, *news, *ahead), name="outcome"),
        Lines(_("Costs"), (_costs(car, drive.car),), name="costs"),
        Lines(_("Surely"), tuple(_sure_costs(view, order, drive)), name="sure"),
        Lines(_("Risk"), tuple(_risks(after, drive.car)), name="risk"),
    )
    return [picture._replace(legend=(*legend, *picture.legend), draw=draw), *(each for each in told if each.lines)]


def _sure_costs(view: Position, order: Order, drive: Drive) -> Iterable[str]:
    """Yield what a drive costs that crashes, and the axis with which it would not."""
    for event in drive.events:
        if event.kind == "crashed":
            slots = event.data["slots"]
            yield ngettext("crashes: out for {n} slot", "crashes: out for {n} slots", slots)
            other = order._replace(axis="V" if order.axis == "H" else "H")
            if order.axis and carry_out(view, drive.car.mark, other).crash < 0:
                yield _("{order} would not crash [C31]", order=format_order(other))


def _risks(after: Position, car: Car) -> Iterable[str]:
    """Yield how many of the next drives can be survived, if some cannot, of a car that has not crashed."""
    if car.flipped or after.has_finished(car):
        return
    safe, ways = _safe_shifts(after, car)
    if not safe:
        yield _("next drive, the others as now: every shift crashes without turbo chips")
    elif safe < ways:
        yield _("next drive, the others as now: {safe} of {all} shifts avoid a crash", safe=safe, all=ways)


def _safe_shifts(after: Position, car: Car) -> tuple[int, int]:
    """Return how many of the shifts that a car can drive with next avoid a crash, and how many there are."""
    ways = reach(after.settings.shift_table, car.shift, allowed_steps(after, car))
    safe = [
        gear
        for gear in ways.values()
        if any(carry_out(after, car.mark, Order("drive", gear=gear, axis=axis)).crash < 0 for axis in "HV")
    ]
    return len(safe), len(ways)


def _costs(before: Car, after: Car) -> str:
    spent, left = sum(before.chips) - sum(after.chips), sum(after.chips)
    if spent <= 0:
        return _("no turbo chip, {left} left", left=left)
    return ngettext("{n} turbo chip, {left} left", "{n} turbo chips, {left} left", spent, left=left)


def _tell_ahead(after: Position, car: Car) -> Iterable[str]:
    """Yield what a driver should know before posting: steps to go, or how far the car is past the finish."""
    steps = steps_to_go(after, car)
    if after.has_finished(car):
        past = distance_past(after.board, after.lines[-1], car.at)
        yield ngettext("over the finish, {n} space past it [C50]", "over the finish, {n} spaces past it [C50]", past)
    elif steps is not None:
        line = after.lines[car.crossed].name
        yield ngettext(
            "{n} more step to cross line {line} [C53]", "{n} more steps to cross line {line} [C53]", steps, line=line
        )
