"""What a car can do this turn, all of it, best first; and the squares where its turn can end, drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gm_tools.core.blocks import Block, Column
from gm_tools.core.drawing import show_targets
from gm_tools.core.events import Event, dump_event
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.plans import Choice, Plan
from gm_tools.core.text import decimal, percent
from gm_tools.games.monza.board import START, Board, colour, unpack
from gm_tools.games.monza.bots.evaluate import Prospect, prospects
from gm_tools.games.monza.bots.square_worths import Worths, worths
from gm_tools.games.monza.bots.targets import targets
from gm_tools.games.monza.drawing import draw_race
from gm_tools.games.monza.longest import endings
from gm_tools.games.monza.orders import Order
from gm_tools.games.monza.picture import draw
from gm_tools.games.monza.position import Position, free_ahead
from gm_tools.games.monza.report import name_of


def plan(view: Position, seat: str, turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    """Return every order of an awaited seat that does something else than the others, best first.

    `worth` is the chance to win that `chances` estimates; a bot that plays hard takes the first. With `turns` of 2 and
    more: how much of the track lies behind the car after so many turns, this one counted, and how likely it is on a
    target by then; exact over all rolls, for a car that takes its quickest way and is not put back.
    """
    board = view.board
    found = prospects(view, seat, progress)
    table = worths(board, view.settings.obligation)
    behind = _expect_after(board, table, turns - 1)
    choices = []
    for prospect in found:
        at = prospect.done.position.car(seat).at
        choices.append(_choice(view, prospect, at, table.squares[at].dice, behind[at] if turns > 1 else ()))
    columns = _columns(view, turns)
    unused = -1 if view.extra else 2  # dice that are left are rolled again: which they are matters to nobody
    return Plan(columns, tuple(choices), _notes(view, len(choices)), complete=True, minor=unused)


def _columns(view: Position, turns: int) -> tuple[Column, ...]:
    move = () if view.extra else (Column(_("Dice"), right=True), Column(_("Unused")))
    covered = _(
        "how much of the track the car has covered after {n} turns, counting this one; averaged over all rolls, by its quickest way, if it is not put back",
        n=turns,
    )
    later = (
        Column(_("Covered in {n}", n=turns), right=True, meaning=covered),
        Column(_("Target in {n}", n=turns), right=True, meaning=_("how likely the car is to be on a target by then")),
    )
    dice = _("how many dice of its next roll the car can use, averaged over all rolls")
    left = _("how many turns the car still needs to reach a target, averaged over all rolls")
    chance = _("estimated as if everybody drove the quickest way from here on and nobody was put back")
    return (
        Column(_("Square")),
        *move,
        Column(_("Dice next"), right=True, meaning=dice),
        Column(_("Turns to go"), right=True, meaning=left),
        *(later if turns > 1 else ()),
        Column(_("Chance to win"), right=True, meaning=chance),
        Column(_("Also")),
    )


def _notes(view: Position, count: int) -> tuple[str, ...]:
    """Return what orders there are and how they are sorted."""
    lines = [
        ngettext(
            "{n} order; of orders with the same effect only the first is shown.",
            "{n} orders, all with different effects; of orders with the same effect only the first is shown.",
            count,
        ),
        _("Sorted by the chance to win, then by the turns to go."),
    ]
    if view.settings.last_round == "one_more":
        lines.append(_("The estimate leaves out the last turn that each car still has after the first arrival."))
    return tuple(lines)


def _choice(view: Position, prospect: Prospect, at: int, dice: float, later: tuple[float, ...]) -> Choice[Order]:
    """Return an order with its cells.

    They are where to, dice used and left, the next roll, turns to go, the chance to win, and what else there is.
    """
    square = view.board.squares[at].name
    left = "".join(unpack(prospect.left))
    used = len(view.roll) - len(left)
    cells = [square]
    data: dict[str, object] = {"square": square}
    if not view.extra:
        cells += [str(used), " ".join(left)]
        data |= {"dice": used, "left": left}
    cells += [decimal(dice), decimal(prospect.turns)]
    data |= {"next_dice": round(dice, 4), "turns": round(prospect.turns, 4)}
    if later:
        cells += [percent(share) for share in later]
        data |= {"way": round(later[0], 4), "home": round(later[1], 4)}
    events = prospect.done.events
    cells += [percent(prospect.chance, ".1f"), "; ".join(_tell_besides(events))]
    data |= {"chance": round(prospect.chance, 4), "events": [dump_event(event) for event in events]}
    return Choice(prospect.order, prospect.chance, tuple(cells), data)


def _tell_besides(events: Iterable[Event]) -> Iterable[str]:
    """Yield in a few words what an order does besides driving."""
    for event in events:
        match event.kind:
            case "ousted":
                yield _("{car} back to {square}", car=colour(event.seats[0]), square=event.data["to"])
            case "extra_offered":
                yield _("extra step for {car}", car=colour(event.seats[0]))
            case "arrived":
                yield _("on the target")
            case "race_over":
                yield _("the race is over")


def _expect_after(board: Board, table: Worths, turns: int) -> list[tuple[float, float]]:
    """Return for every square what a car on it can expect after so many more turns.

    The pair says how much of the track lies behind it, and how likely it is home.
    """
    begin = board.far[START]
    whole = max(board.far) - begin
    found = [(1.0, 1.0) if at in board.targets else ((far - begin) / whole, 0.0) for at, far in enumerate(board.far)]
    for __ in range(turns):
        found = [
            (
                sum(end.chance * found[end.square][0] for end in worth.ends),
                sum(end.chance * found[end.square][1] for end in worth.ends),
            )
            if worth.ends
            else found[at]
            for at, worth in enumerate(table.squares)
        ]
    return found


# Where the turn can end

_MOST = N_("a turn can end there, using at most this many dice")
_LANE = N_("the extra step can go there, in this lane")


def reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    """Draw the squares where an awaited car's turn can end, with the dice used; of an extra step, with its lane."""
    car = view.car(seat)
    board = view.board
    if view.extra:
        ends = {there: board.squares[there].lane for there in free_ahead(view, car)}
    else:
        ends = {}
        for ways, __ in endings(board, car.at, view.roll, view.settings.obligation):
            if ways:
                ends[ways[-1].there] = max(len(ways), ends.get(ways[-1].there, 0))
    strips = {board.squares[index].strip for index in (car.at, *ends)}
    what = _("extra step") if view.extra else " ".join(view.roll)
    title = _("{car} from {square}: {what}", car=name_of(seat), square=board.squares[car.at].name, what=what)
    digits = _(_LANE) if view.extra else _(_MOST)
    picture = draw(board, title, cars=view.by_square(), steps=ends, strips=strips, digits=digits)
    drawing = show_targets(draw_race(view), targets(view, seat))
    return (picture._replace(draw=lambda: drawing),)
