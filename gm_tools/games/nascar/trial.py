"""The dry run of an order: its way numbered on the map, its costs, what comes of each branch of chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.draws import Branch, Draws, Merging, rank_outcomes
from gm_tools.core.events import Event, cite, shorten
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import crop_around, draw_map
from gm_tools.core.race import car_marks, car_roles, tile_text, title_crop
from gm_tools.core.text import all_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import BANK, HEADINGS, IN_ZONE, OFF, OIL
from gm_tools.games.nascar.check import COSTS, can_follow, charged_marks, cost_of, planned_path, speed_after, take_apart
from gm_tools.games.nascar.drive import ready_alone
from gm_tools.games.nascar.driving_rules import TURNS_BACK
from gm_tools.games.nascar.orders import MOVES, Order, format_order
from gm_tools.games.nascar.position import Car, Position
from gm_tools.games.nascar.report import EVENTS, NO_FINISH, describe, sand_rule
from gm_tools.games.nascar.risk import end_rows, exact_share, risks_of, span, sure_costs

NOTHING_SPENT = N_("spends no wild card: the drive ends early")  # whatever the order asks for
AROUND = 3  # tiles shown around what a cropped map is about


class Trial(NamedTuple):
    """What an order carried out alone brings: the car before and after, its way, what happened, the map then."""

    before: Car
    after: Car
    path: tuple[int, ...]
    events: tuple[Event, ...]


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Trial:
    """Carry out one car's order on the map as it is; the others do not move, and nobody crashes."""
    run = ready_alone(view, seat, order, draws)
    if isinstance(draws, Merging) and not _can_return(view, order):
        draws.key = lambda: (
            run.at,
            run.state,
            run.speed,
            run.wild_cards,
            run.spent,
            run.reached,
            run.uncounted,
            on_the_way(run.events),
        )
    run.drive()
    if run.finish:
        run.tell_place(1 + sum(1 for other in view.cars if other.finished))
    before = next(car for car in view.cars if car.seat == seat)
    return Trial(before, run.car, tuple(run.path), tuple(run.events))


def _can_return(view: Position, order: Order) -> bool:
    """Tell whether a car could come to a tile twice in one turn.

    Then it matters what it found there; a bank turns it once.
    """
    steers = max(order.letters.count("L"), order.letters.count("R"))
    return steers + view.tiles.count(OIL) + (BANK in view.tiles) >= TURNS_BACK


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return what `gm try` shows: the planned path numbered on the map, the outcome of every branch, costs, rules."""
    car = view.car(seat)
    if car is None:
        return ()
    path = planned_path(view, car, take_apart(car, order).drives)
    is_off = bool(path) and view.tiles[path[-1]] == OFF
    marks, __ = car_marks(view)
    marks |= {at: (str(number % 10), "path") for number, at in enumerate(path, 1)}
    if is_off:
        marks[path[-1]] = ("!", "crash")
    if car.at not in path:
        marks[car.at] = (seat, car_roles(view)[seat])
    crop = None if whole else crop_around(view.board, (car.at, *path), AROUND)
    place = view.board.place(car.at)
    title = _(
        "{car}: {order} from {tile}, heading {heading}, speed {speed}",
        car=seat,
        order=format_order(order),
        tile=tile_text(place),
        heading=HEADINGS[car.heading],
        speed=car.speed,
    )
    picture = draw_map(view.board, marks, title_crop(title, crop), crop, tiles=view.tiles)
    step_notes = tuple(_step_notes(view, car, order, path, branches))
    draw = draw_later("nascar", "draw_trial", view, seat, (car.at, *path), branches, step_notes, whole=whole)
    blocks: list[Block] = [picture._replace(draw=draw)]
    costs = tuple(_costs(view, car, order, branches))
    unspent = tuple(line for line in costs if line == _(NOTHING_SPENT))
    blocks.append(Lines(_("Costs"), costs, brief=unspent, name="costs"))
    if warnings := tuple(sure_costs(view, seat, branches)):
        blocks.append(Lines(_("Surely"), warnings, name="sure"))
    if risks := tuple(risks_of(view, seat, branches)):
        blocks.append(Lines(_("Risk"), risks, name="risk"))
    first: Trial = branches[0].outcome
    if len(branches) == 1:
        told = [line for event in first.events if event.kind != "moved" and (line := describe(event))]
        told += [_(NO_FINISH) for event in first.events if event.data.get("uncounted")]
        notes = on_the_way(first.events)
        lines, brief = (_outcome(view, first.after), *told), (notes,) if notes != "-" else ()
        return (*blocks, Lines(_("Outcome"), lines, brief=brief, name="outcome"), *_others(view, seat))
    found = rank_outcomes(branches, lambda tried: (_outcome(view, tried.after), on_the_way(tried.events)))
    rows = tuple((exact_share(float(chance)), *words) for words, chance in found)
    columns = (Column(_("Chance"), right=True), Column(_("Ends")), Column(_("On the way")))
    ends = end_rows(view, branches, notes_of)
    if len(ends) < len(rows):
        blocks.append(Grid(_("Ends, place by place"), columns, ends, name="ends"))
    blocks.append(Grid(_("Outcomes ({count} in all)", count=len(rows)), columns, rows, name="branches"))
    return (*blocks, *_others(view, seat))


def _others(view: Position, seat: str) -> Iterator[Block]:
    """Yield what a dry run knows nothing of: what the other cars do, if there are any on the track."""
    if any(car.runs for car in view.cars if car.seat != seat):
        told = _("They are assumed to stand still: crashes with moving cars are not foreseen.")
        yield Lines(_("Other cars"), (told,), name="others")


def _step_notes(
    view: Position, car: Car, order: Order, path: Sequence[int], branches: Sequence[Branch]
) -> Iterator[str]:
    """Yield for the beginning of a drive and after each of its moves how fast the car is, and the wild cards left.

    The speed is that of all branches that are still on the planned path.
    """
    parts, marks = take_apart(car, order), charged_marks(view.settings, car, order)
    moves = [place for place, letter in enumerate(order.letters) if letter in MOVES]
    begin = speed_after(car.speed, parts.begin)
    speeds = {begin}
    ways = [(branch.outcome.path, tuple(_speeds_along(view, branch.outcome, begin))) for branch in branches]
    for number, last in enumerate((len(parts.begin) - 1, *moves)):
        if number:
            speeds = {
                speed[number - 1] for way, speed in ways if way[number - 1 :] and way[:number] == path[:number]
            } or speeds
        left = car.wild_cards - sum(place <= last for place in marks)
        cards = ngettext("{n} wild card left", "{n} wild cards left", max(0, left))
        yield _("speed {speed}/{max_speed}", speed=span(speeds), max_speed=car.max_speed) + f", {cards}"


def _speeds_along(view: Position, tried: Trial, speed: int) -> Iterator[int]:
    """Yield how fast a car is after each move on the track, which it begins with a speed: sandbags slow it (N7)."""
    hits = [event.data for event in tried.events if event.kind == "sandbag_hit"]
    for at in tried.path:
        if hits and hits[0]["at"] == view.board.place(at):
            speed = hits.pop(0)["speed"]
        yield speed


def on_the_way(events: Sequence[Event]) -> str:
    """Say in short what a branch of chance brings, with the rules: `2 sandbags [N7.2], oil left [N9.1]`."""
    bags = [event for event in events if event.kind == "sandbag_hit"]
    notes = []
    if bags:
        rules = "][".join(sorted({sand_rule(event) for event in bags}))
        notes.append(ngettext("{n} sandbag [{rules}]", "{n} sandbags [{rules}]", len(bags), rules=rules))
    return ", ".join([*notes, *notes_of(events)]) or "-"


def notes_of(events: Sequence[Event]) -> list[str]:
    """Return what a branch of chance brings beside sandbags, each with its rule."""
    notes = []
    for event in events:
        match event.kind:
            case "moved" if event.data.get("uncounted"):
                notes.append(_("no finish in the pits [N12.8]"))
            case "bank_turned":
                notes.append(cite(_("bank"), event, EVENTS))
            case "off_track":
                notes.append(cite(_("off the track by {spaces}", spaces=event.data["spaces"]), event, EVENTS))
            case "oil_slid" | "pit_repaired" | "pit_violation" | "lap_completed" | "finished":
                notes.append(cite(shorten(event, EVENTS), event, EVENTS))
            case _:
                pass
    return notes


def _costs(view: Position, car: Car, order: Order, branches: Sequence[Branch]) -> list[str]:
    changes, steers = (cost_of(car, order.letters, kind) for kind in COSTS)
    marks = charged_marks(view.settings, car, order)
    lines = [_("no wild card, {left} left", left=car.wild_cards)]
    if marks:
        why = [_("{n} for speed changes [N3.1]", n=changes)] if changes else []
        why += [_("{n} for steers [N3.2]", n=steers)] if steers else []
        lines = [_("{count} of {all} wild cards: {why}", count=len(marks), all=car.wild_cards, why=all_of(why))]
        spent = {event.data["spent"] for branch in branches for event in branch.outcome.events if event.kind == "moved"}
        if spent and min(spent) < len(marks):
            message = NOTHING_SPENT
            if max(spent):
                message = N_("{fewest} of them spent, because the drive ends early")
            if len(spent) > 1:
                message = N_("{fewest} to {most} of them spent, because the drive ends early")
            if max(spent) == len(marks):
                message = N_("{fewest} to {most} of them spent: the drive may end early")
            lines.append(_(message, fewest=min(spent), most=max(spent)))
    if "S" in order.letters and can_follow(view, car):
        lines.append(_("slipstream: the car ahead has your heading [N11.1]"))
    return lines


def _outcome(view: Position, after: Car) -> str:
    place = tile_text(view.board.place(after.at))
    if view.board.flags[after.at] & IN_ZONE:
        place = _("{tile} in the pits", tile=place)
    message = N_("{place}, heading {heading}, speed {speed}/{max_speed}, {cards}")
    if after.finished:
        message = N_("{place}, finished, heading {heading}, speed {speed}/{max_speed}, {cards}")
    return _(
        message,
        place=place,
        heading=HEADINGS[after.heading],
        speed=after.speed,
        max_speed=after.max_speed,
        cards=ngettext("{n} wild card", "{n} wild cards", after.wild_cards),
    )
