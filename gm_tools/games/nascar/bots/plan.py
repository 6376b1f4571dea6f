"""`gm plan`: every end of a turn that a car can come to, best first, and the tiles it can reach on the map."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from gm_tools.core.blocks import Block, Column, Lines
from gm_tools.core.drawing import TARGET_NAMES, show_targets
from gm_tools.core.draws import fork, rank_outcomes
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.maps import draw_map
from gm_tools.core.plans import LEAST, Choice, OnDemand, Plan, compare_turns
from gm_tools.core.race import car_marks, car_roles, other_cars, tile_text
from gm_tools.core.text import decimal, percent
from gm_tools.games.nascar.board import HEADINGS
from gm_tools.games.nascar.bots.ahead import FOLLOWED, SPENT, Ahead
from gm_tools.games.nascar.bots.evaluate import CARD, CRASH, TOP, Evaluator
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.targets import targets
from gm_tools.games.nascar.bots.waves import Outcome, Source
from gm_tools.games.nascar.drawing import draw_race
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Car, Position
from gm_tools.games.nascar.trial import on_the_way, trial

# Ends of the first turn that are followed further: so many at least, and no more than so many for one turn more, a
# quarter for each after.
FEWEST, MOST = 24, 384


def plan(view: Position, seat: str, turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    """Return all ends of a car's turn, best first, each with the order that comes to it; the others stand still.

    Exact for this turn. With `turns`, the best are followed through their best ends of the turns after (`ahead.py`).
    """
    car = view.car(seat)
    assert car is not None
    evaluator = Evaluator(view, car, {other.at: 1.0 for other in other_cars(view.cars, seat)})
    progress(0, 1)
    search = Search(view, seat)
    found = [
        (evaluator.expect(outcome), place, outcome, source) for place, (outcome, source) in enumerate(search.outcomes())
    ]
    found.sort(key=lambda item: (-item[0], item[1]))
    followed = 0
    if turns > 1:
        ahead, best = Ahead(view, evaluator, car), -inf
        most = max(FEWEST, MOST >> 2 * (turns - 2))
        for worth, place, outcome, source in found[:most]:
            if followed >= FEWEST and best >= worth:  # none of the others promises more
                break
            progress(followed, most)
            found[followed] = ahead.expect(outcome, turns - 1), place, outcome, source
            best = max(best, found[followed][0])
            followed += 1
        found[:followed] = sorted(found[:followed], key=lambda item: (-item[0], item[1]))
    progress(1, 1)

    def make_choice(at: int) -> Choice[Order]:
        worth, __, outcome, source = found[at]
        best = found[0][0]
        shown = "-" if turns > 1 and at >= followed else compare_turns(best - worth)
        if best - worth < LEAST:
            shown = _("{turns} turns", turns=decimal(-best))
        choice = _choice(view, evaluator, car, search.order(source), (worth, shown), outcome)
        return choice._replace(data={**choice.data, "followed": at < followed}) if turns > 1 else choice

    notes = tuple(_notes(len(found), turns, followed))
    return Plan(_columns(), OnDemand(len(found), make_choice), notes, complete=True, minor=0)


def _columns() -> tuple[Column, ...]:
    """Return what is shown of each end."""
    finish = _(
        "the turns to expect from after this one to the finish, of the others how much later; a wild card counts {card} turns, a point of max speed {top}, a crash {crash}",
        card=decimal(CARD, "g"),
        top=decimal(TOP, "g"),
        crash=decimal(CRASH, "g"),
    )
    return (
        Column(_("Ends")),
        Column(_("Dir")),
        Column(_("Speed"), right=True),
        Column(_("Wild cards"), right=True),
        Column(_("To go"), right=True),
        Column(_("Finish in"), right=True, meaning=finish),
        Column(_("On the way")),
    )


def _notes(count: int, turns: int, followed: int) -> list[str]:
    """Return what a plan counts and how: all of its ends, and how many of them are `followed` for several turns."""
    notes = [
        ngettext(
            "{n} end of the turn, each with one order that leads to it; the other cars standing still.",
            "{n} ends of the turn, each with one order that leads to it; the other cars standing still.",
            count,
        ),
    ]
    if turns > 1:
        notes.append(
            ngettext(
                "{n} end is searched {turns} turns ahead, following the best {further} ends of each and spending at most {cards} wild cards a turn",
                "{n} ends are searched {turns} turns ahead, following the best {further} ends of each and spending at most {cards} wild cards a turn",
                followed,
                turns=turns,
                further=FOLLOWED,
                cards=SPENT,
            )
        )
        if followed < count:
            notes.append(_("Finish in -: not searched further, sorted by what this turn alone brings."))
    return notes


def _choice(
    view: Position, evaluator: Evaluator, car: Car, order: Order, worth: tuple[float, str], outcome: Outcome
) -> Choice[Order]:
    """Return an order as a choice; its worth also as it is shown."""
    likely = max(outcome, key=lambda item: item[0])[1]
    branches = fork(lambda draws: trial(view, car.seat, order, draws))
    told = rank_outcomes(branches, lambda tried: on_the_way(tried.events))
    nothing = _("nothing")
    notes = [
        way if len(told) == 1 else f"{percent(float(chance))} {nothing if way == '-' else way}"
        for way, chance in told[:_MOST_WAYS]
    ]
    if len(told) > _MOST_WAYS:
        notes.append(ngettext("{n} more outcome", "{n} more outcomes", len(told) - _MOST_WAYS))
    if likely.at in evaluator.danger:
        others = ", ".join(other.seat for other in view.cars if other.at == likely.at and other.seat != car.seat)
        notes.append(_("on the tile of {cars} [N10]", cars=others))
    speeds = _mean(outcome, "speed"), _mean(outcome, "max_speed")
    cells = (
        ("~ " if len({end.at for __, end in outcome}) > 1 else "") + tile_text(view.board.place(likely.at)),
        HEADINGS[likely.heading],
        "/".join(_figure(speed) for speed in speeds),
        _figure(car.wild_cards - _mean(outcome, "wild_cards")),
        _figure(sum(float(chance) * (0 if end.finish else evaluator.far.get(end.at, 0)) for chance, end in outcome)),
        worth[1],
        "; ".join(note for note in notes if note != "-") or "-",
    )
    ends = [
        {
            "chance": float(chance),
            "at": view.board.place(end.at),
            "heading": HEADINGS[end.heading],
            "speed": end.speed,
            "max_speed": end.max_speed,
            "wild_cards": end.wild_cards,
            "laps": end.laps,
            "finishes": end.finish is not None,
            "turns_to_go": evaluator.turns(end),
        }
        for chance, end in outcome
    ]
    return Choice(order, round(worth[0], 6), cells, {"ends": ends, "notes": notes})


_MOST_WAYS = 3


def _mean(outcome: Outcome, field: str) -> float:
    return sum(float(chance) * float(getattr(end, field)) for chance, end in outcome)


def _figure(value: float) -> str:
    """Return a figure: whole where it is, else to one place."""
    return str(round(value)) if abs(value - round(value)) < 1e-9 else decimal(value)


def reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    """Draw all tiles where a car can end this turn: on the road, by chance, by leaving it.

    Tiles where another car stands are marked.
    """
    search = Search(view, seat)
    sure: set[int] = set()
    chancy: set[int] = set()
    off: set[int] = set()  # where a car stands that has left the track
    for outcome, source in search.outcomes():
        tiles = {end.at for __, end in outcome if end.finish is None}
        if len(tiles) > 1 or outcome in search.parted:
            chancy |= tiles
        elif isinstance(source, Source) and source.rest:
            off |= tiles
        else:
            sure |= tiles
    reached = sure | chancy | off
    others = {other.at for other in other_cars(view.cars, seat)}
    marks, __ = car_marks(view)
    taken = reached & others
    chancy -= sure | others
    off -= sure | chancy | others
    crashes = TARGET_NAMES["occupied"]
    kinds = (
        ("+", "path", sure - others, _("can end here")),
        ("?", "note", chancy, _("only by chance")),
        ("!", "crash", off, _("only by leaving the track")),
        ("%", "note", taken, _(crashes)),
    )
    legend = []
    for glyph, role, tiles, meaning in kinds:
        marks |= dict.fromkeys(sorted(tiles), (glyph, role))
        if tiles:
            legend.append((glyph, meaning))
    car = view.car(seat)
    if car is not None and car.at not in others:
        marks[car.at] = (seat, car_roles(view)[seat])
    picture = draw_map(view.board, marks, _("Where {seat} can end this turn", seat=seat), tiles=view.tiles)
    lines = [ngettext("{n} tile in reach", "{n} tiles in reach", len(reached))]
    if chancy:
        lines.append(ngettext("{n} of them only by chance", "{n} of them only by chance", len(chancy)))
    if off:
        lines.append(
            ngettext("{n} of them only by leaving the track", "{n} of them only by leaving the track", len(off))
        )
    if taken:
        lines.append(ngettext("{n} of them where another car stands", "{n} of them where other cars stand", len(taken)))
    drawing = show_targets(draw_race(view), targets(view, seat))
    return picture._replace(legend=(*legend, *picture.legend), draw=lambda: drawing), Lines("", tuple(lines))
