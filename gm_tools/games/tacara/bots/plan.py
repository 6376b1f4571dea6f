"""What a car could do in its slot, best first: `gm plan` (rules C15–C57).

Everything is public, so a view is the position. Nothing is left to chance in a slot, so every order has one outcome. Of
orders that come to the same, the cheapest is listed. What a state is worth is how soon the car can be home from there
alone on the track: see `evaluate.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gm_tools.core.blocks import Block, Column, Lines
from gm_tools.core.drawing import show_targets
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.plans import LEAST, Choice, Plan, compare_turns
from gm_tools.games.tacara.board import distance_past
from gm_tools.games.tacara.bots.evaluate import HOME, Outlook
from gm_tools.games.tacara.bots.pace import TURN
from gm_tools.games.tacara.bots.search import End, cost, end_of, ends
from gm_tools.games.tacara.bots.targets import targets
from gm_tools.games.tacara.check import takeable_values
from gm_tools.games.tacara.drawing import draw_race
from gm_tools.games.tacara.drive import carry_out, cars_by_place
from gm_tools.games.tacara.orders import HOLD, Order, format_order
from gm_tools.games.tacara.picture import car_marks_beside_numbers, crop_round, draw_board
from gm_tools.games.tacara.position import Car, Position, format_chips, with_chip
from gm_tools.games.tacara.shift import format_shift, lost_slots

MANY = 9  # chips that one figure can say


def plan(view: Position, seat: str, turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    """Return all that an awaited car can make of its slot, best first, each with the cheapest order for it."""
    outlook = Outlook(view, seat, turns)
    car = view.car(seat)
    choices: list[Choice[Order]] = []
    found = ends(view, car, follows=bool(view.offers))
    for number, (end, order) in enumerate(found.items()):
        if not number % 50:
            progress(number, len(found))
        score, then = outlook.look_ahead(end)
        notes = tuple(_notes(outlook, order, end))
        choices.append(_choice(outlook, order, end, score, then, notes))
    progress(len(found), len(found))
    choices += _without_driving(outlook, max((choice.worth for choice in choices), default=0.0))
    choices.sort(key=lambda choice: (-choice.worth, cost(choice.order), format_order(choice.order)))
    choices = [_compare(choice, choices[0]) for choice in choices]
    about = _(
        "Of the orders that end in the same state, only the one with the fewest turbo chips and steps is listed; no chance is involved."
    )
    return Plan(_columns(turns), tuple(choices), (about,), complete=True, minor=0)


def _columns(turns: int) -> tuple[Column, ...]:
    left = _("at best, after this one, on an empty track, without turbo chips and without a crash")
    against = _("in turns; a space past the finish and a dot kept count a sixth of a turn each")
    then = ngettext(
        "the best drive of the turn after, keeping the turbo chips, with the other cars standing still; all drives are searched",
        "the best drives of the {n} turns after, keeping the turbo chips, with the other cars standing still; all drives are searched",
        turns - 1,
    )
    return (
        Column(_("Space")),
        Column(_("Shift")),
        Column(_("Turbo")),
        Column(_("Lines"), right=True),
        Column(_("Turns to go"), right=True, meaning=left),
        Column(_("Against the best"), right=True, meaning=against),
        *((Column(_("Then"), meaning=then),) if turns > 1 else ()),
        Column(_("Notes")),
    )


_COMPARED = 5  # the column that says how much better the best is


def _compare(choice: Choice[Order], best: Choice[Order]) -> Choice[Order]:
    """Return a choice that says in words what it gives away against the best: spaces past the finish, or turns."""
    behind = best.worth - choice.worth
    if choice.data["finished"]:
        words = ngettext("{n} space less", "{n} spaces less", round(behind * TURN)) if behind >= LEAST else _("as far")
    elif choice.data["turns_to_go"] is None:
        words = "-"
    else:
        words = compare_turns(behind + HOME / TURN if best.data["finished"] else behind)
    if choice is best:
        words = _("best")
    return choice._replace(cells=(*choice.cells[:_COMPARED], words, *choice.cells[_COMPARED:]))


def _without_driving(outlook: Outlook, best: float) -> Iterator[Choice[Order]]:
    """Yield what a car can do instead of driving: keep its slot at an offer (C54), else take a chip (C38)."""
    view, car = outlook.position, outlook.car
    here = end_of(car)._replace(chips=car.hand)
    if view.offers:
        yield _choice(outlook, HOLD, here, outlook.score(here), (), (_("keeps its own slot [C54]"),))._replace(
            worth=best
        )
        return
    for value in takeable_values(view, car):
        end = here._replace(chips=with_chip(car.hand, value))
        score, then = outlook.look_ahead(end)
        note = _("takes a {value}, which can be played from the next slot on [C38, C40]", value=value)
        yield _choice(outlook, Order("take", value=value), end, score, then, (note,))


def _choice(
    outlook: Outlook, order: Order, end: End, score: int, then: tuple[Order, ...], notes: tuple[str, ...]
) -> Choice[Order]:
    view = outlook.position
    turns = outlook.turns_to_go(end)
    worth = round(-score / TURN, 2)
    following = "; ".join(map(format_order, then))
    cells = (
        view.board.space(end.at),
        format_shift(end.shift),
        format_chips(end.chips) or "-",
        f"{end.crossed}/{len(outlook.lines)}",
        "-" if turns is None else str(turns),
        *((following or "-",) if outlook.turns > 1 else ()),
        ", ".join(notes),
    )
    data: dict[str, Any] = {
        "space": list(view.board.place(end.at)),
        "shift": format_shift(end.shift),
        "chips": format_chips(end.chips),
        "lines": end.crossed,
        "turns_to_go": turns,
        "finished": outlook.is_home(end),
        "crashed": end.flipped,
        "refuelled": end.refuelled,
        "then": [format_order(one) for one in then],
    }
    return Choice(order, worth, cells, data)


def _notes(outlook: Outlook, order: Order, end: End) -> Iterator[str]:
    """Yield what comes of an order beside where it ends, with its rules."""
    view, car = outlook.position, outlook.car
    if order.drafts or len(order.gear) > 2:
        yield _("uses the draft bonus [C55]")
    if order.fuel:
        yield _("refuels {values} [C45]", values=order.fuel)
    if end.crossed > car.crossed:
        yield _("crosses {lines} [C48]", lines=" ".join(line.name for line in view.lines[car.crossed : end.crossed]))
    if outlook.is_home(end):
        past = distance_past(view.board, view.lines[-1], end.at)
        yield ngettext("over the finish, {n} space past it [C50]", "over the finish, {n} spaces past it [C50]", past)
    if end.flipped:
        crash = carry_out(view, car.mark, order).crash
        into, slots = view.board.space(crash), lost_slots(end.shift)
        if hit := cars_by_place(view, car.mark).get(crash):
            yield ngettext(
                "crashes into car {hit} at {space}: out for {n} slot [C26, C28]",
                "crashes into car {hit} at {space}: out for {n} slots [C26, C28]",
                slots,
                hit=hit,
                space=into,
            )
        else:
            yield ngettext(
                "crashes at {space}: out for {n} slot [C26, C28]",
                "crashes at {space}: out for {n} slots [C26, C28]",
                slots,
                space=into,
            )
    elif not outlook.is_home(end) and outlook.pace.is_bound_to_crash(end.at, end.shift, end.crossed):
        yield _("cannot brake in time without turbo chips [C25]")


# The picture


def reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    """Draw every space that the car can end its slot on, with the fewest turbo chips that it takes."""
    car = view.car(seat)
    chips: dict[int, int] = {}
    crashed: set[int] = set()
    for end, order in ends(view, car).items():
        if end.flipped:
            crashed.add(end.at)
        else:
            chips[end.at] = min(len(order.turbos), chips.get(end.at, MANY))
    crashed -= chips.keys()
    crop = crop_round(view.board, [car.at, *chips, *crashed])
    marks, cars = car_marks_beside_numbers(view, seat, crop)
    drawn = dict.fromkeys(crashed, ("x", "crash")) | {at: (str(count or "o"), "path") for at, count in chips.items()}
    drawn.pop(car.at, None)  # its own sign stays to be seen; whether it can stay is said below
    title = _(
        "{car}: where it can be after its slot, from {place}, shift {shift}",
        car=seat,
        place=view.board.space(car.at),
        shift=format_shift(car.shift),
    )
    picture = draw_board(view.board, marks | drawn, title, view.lines, view.starters, crop)
    drawing = show_targets(draw_race(view, seat), targets(view, seat))
    return picture._replace(legend=(*_legend(drawn), *cars, *picture.legend), draw=lambda: drawing), Lines(
        "", tuple(_counts(car, chips, crashed))
    )


def _legend(drawn: Mapping[int, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    glyphs = {glyph for glyph, __ in drawn.values()}
    if "o" in glyphs:
        yield "o", _("ends here without turbo chips")
    figures = sorted(glyph for glyph in glyphs if glyph.isdecimal())
    if figures:
        yield "".join(figures), _("ends here with at least this many turbo chips")
    if "x" in glyphs:
        yield "x", _("lies here after a crash")


def _counts(car: Car, chips: Mapping[int, int], crashed: set[int]) -> Iterator[str]:
    plain = sum(not count for count in chips.values())
    yield ngettext("{n} space without turbo chips", "{n} spaces without turbo chips", plain)
    if len(chips) > plain:
        yield ngettext("{n} more space with turbo chips", "{n} more spaces with turbo chips", len(chips) - plain)
    if crashed:
        yield ngettext("{n} more space only by a crash [C26]", "{n} more spaces only by a crash [C26]", len(crashed))
    if car.at in chips:
        yield _("It can also drive and end where it stands.")
