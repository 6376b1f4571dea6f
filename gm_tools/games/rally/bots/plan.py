"""What a car can order this turn, best first, and the squares where its move can end, drawn."""

from __future__ import annotations

from collections.abc import Callable

from gm_tools.core.blocks import Block, Column, Lines
from gm_tools.core.drawing import show_targets
from gm_tools.core.i18n import N_, _
from gm_tools.core.maps import crop_around, draw_map
from gm_tools.core.plans import Choice, Plan
from gm_tools.core.race import car_marks, tile_text
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.bots.search import UNREACHABLE, time_table
from gm_tools.games.rally.bots.targets import drives, targets
from gm_tools.games.rally.drawing import draw_race
from gm_tools.games.rally.moves import CRASHES, FINISHES
from gm_tools.games.rally.orders import ACCELERATIONS, Order, format_order, shorten_velocity, tell_velocity
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import Drive
from gm_tools.games.rally.standings import VELOCITY
from gm_tools.games.rally.trial import AROUND, CRASH

_PAD = dict(zip(ACCELERATIONS, "896321475", strict=True))  # the digit of each change on the number pad


class Prospect(NamedTuple):
    """An order with its move and the turns home after it (0: it is home).

    When in the move it comes home is kept as well: sooner is better.
    """

    order: Order
    done: Drive
    turns: int
    part: float

    @property
    def worth(self) -> float:
        """Return the turns home with this one, as a number: higher is better."""
        return -self.turns - (self.part if self.done.ending.fate == FINISHES else 1.0)


def prospects(view: Position, seat: str) -> list[Prospect]:
    """Return all legal orders of a seat, best first for a car that is alone.

    Equal ones are in the order of `legal_orders`.
    """
    table = time_table(view.board, view.settings)
    found = []
    for order, done in drives(view, seat):
        finishes = done.ending.fate == FINISHES
        turns = 0 if finishes else table.turns(done.after)
        found.append(Prospect(order, done, turns, float(done.time) if finishes else 0.0))
    return sorted(found, key=lambda prospect: -prospect.worth)


def plan(view: Position, seat: str, turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    """Return every order of an awaited seat, best first.

    `worth` is the turns home of a car that is alone on the track, exact however far they reach, so `turns` adds
    nothing.
    """
    del turns
    progress(0, 1)
    choices = [_choice(view, prospect) for prospect in prospects(view, seat)]
    progress(1, 1)
    left = _("the turns that the car still needs after this one, alone on the track and without a mistake; exact")
    columns = (
        Column(_("Square")),
        Column(_(VELOCITY)),
        Column(_("Finish in"), right=True, meaning=left),
        Column(_("Also")),
    )
    return Plan(columns, tuple(choices), (_("All orders that are legal."),), complete=True, minor=0)


def _choice(view: Position, prospect: Prospect) -> Choice[Order]:
    done = prospect.done
    fate = {CRASHES: _("crash"), FINISHES: _("finish")}.get(done.ending.fate, "")
    slowed = _("gravel") if done.ending.slowed else ""
    home = None if prospect.turns >= UNREACHABLE else prospect.turns
    place = view.board.place(done.after.at)
    cells = (
        tile_text(place),
        shorten_velocity(done.after.velocity),
        "-" if home is None else str(home),
        fate or slowed,
    )
    data = {"at": place, "velocity": list(done.after.velocity), "home_in": home, "fate": done.ending.fate}
    return Choice(prospect.order, round(prospect.worth, 6), cells, data)


_DIGITS = N_("the move ends there: 9 is NE on the number pad")


def reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    """Draw the squares where an awaited car's move can end, with the digit of the order.

    `!` stands where it leaves the road.
    """
    car = view.car(seat)
    assert car is not None, seat
    marks, __ = car_marks(view)
    crashes = []
    for order, done in drives(view, seat):
        if done.ending.fate == CRASHES:
            crashes.append(format_order(order))
            marks[done.after.at] = marks.get(done.after.at, (CRASH, "crash"))
        else:
            marks[done.after.at] = (_PAD[order.steps[0]], "path")
    crop = crop_around(
        view.board, (car.at, *(at for at, mark in marks.items() if mark[1] in ("path", "crash"))), AROUND
    )
    title = _(
        "{car} from {square}, velocity {velocity}",
        car=seat,
        square=tile_text(view.board.place(car.at)),
        velocity=tell_velocity(car.velocity),
    )
    picture = draw_map(view.board, marks, title, crop)
    drawing = show_targets(draw_race(view), targets(view, seat))
    blocks: list[Block] = [picture._replace(legend=(*picture.legend, ("1-9", _(_DIGITS))), draw=lambda: drawing)]
    if crashes:
        blocks.append(Lines("", (_("off the road: {orders}", orders=", ".join(crashes)),)))
    return tuple(blocks)
