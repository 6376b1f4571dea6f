"""Ferry: a small honest game to test tables with. It is registered by the tests alone.

Boats row down a river at once: `r0` … `r3` rows so many tiles, `c` plays the card in hand (a secret) and moves by its
number, `r2@5` is meant for round 5 only. On an eddy (`o`) the boat is drawn one tile back, not at all, or one on. After each round comes a
chance step: the tide moves all boats, and who has no card is dealt one. Whoever passes the end first has won.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Annotated, Any

import pytest

from gm_tools import games
from gm_tools.core.blocks import Block, Column, Lines
from gm_tools.core.boards import split_board
from gm_tools.core.cases import CaseRun
from gm_tools.core.draws import Branch, Draws
from gm_tools.core.events import GM, Event
from gm_tools.core.game import Game, Request, Resolution, Seat, Standing, gather
from gm_tools.core.game_options import choice, whole_number
from gm_tools.core.plans import Choice, Plan
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.record import Field, at_least, dump_by_name, load_by_name, refuse
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple

CARDS = ("1", "2", "4", "5")


class River(NamedTuple):
    header: str
    tiles: str


class Order(NamedTuple):
    """`r2`: row 2; `c`: row is None, play the card. `round` 0 is whenever asked."""

    row: int | None
    round: int = 0


def _check_card(card: str) -> str:
    if card not in ("", "?", *CARDS):
        raise refuse(card, ", ".join(CARDS))
    return card


class Boat(NamedTuple):
    seat: str
    at: Annotated[int, at_least(0)]
    card: Annotated[str, Field(check=_check_card)] = ""  # none; "?" unknown


class Position(NamedTuple):
    river: River
    round: int
    tide_due: bool
    oars: int
    boats: tuple[Boat, ...]


def parse_board(text: str) -> River:
    board = split_board(text)
    known_keys(board.front, ("name",))
    if len(board.lines) != 1 or set(board.lines[0]) - set("~o"):
        raise InputError("found no river", line=board.first_line, allowed="one line of ~ and o")
    return River(board.header, board.lines[0])


def check_board(river: River, seats: int) -> tuple[Problem, ...]:
    short = len(river.tiles) < 10
    wide = seats > 4
    return (
        *((Problem("invalid", "F1.1", "the river is shorter than 10 tiles", line=1),) if short else ()),
        *((Problem("invalid", "F1.2", f"{seats} boats are too many (at most 4)"),) if wide else ()),
    )


def check_seats(_river: River, seats: Sequence[Seat], _options: Mapping[str, Any]) -> tuple[Problem, ...]:
    return tuple(
        Problem("invalid", "F1.3", f"{seat.mark!r} is a tile of the river", seat.mark)
        for seat in seats
        if seat.mark in "~o"
    )


def setup(river: River, seats: Sequence[Seat], options: Mapping[str, Any], _draws: Draws) -> Position:
    return Position(river, 0, True, options.get("oars", 3), tuple(Boat(seat.mark, 0, "") for seat in seats))


def dump_position(position: Position) -> dict[str, Any]:
    return {
        "round": position.round,
        "tide_due": position.tide_due,
        "oars": position.oars,
        "boats": dump_by_name(position.boats),
    }


def load_position(plain: Mapping[str, Any], river: River) -> Position:
    known_keys(plain, ("round", "tide_due", "oars", "boats"))
    with at_key("boats"):
        boats = load_by_name(Boat, take(plain, "boats", dict))
    return Position(river, take(plain, "round", int), take(plain, "tide_due", bool), take(plain, "oars", int), boats)


def parse_order(text: str) -> Order | Problem:
    word, _, when = text.strip().partition("@")
    if when and not when.isdigit():
        return Problem("invalid", "F2.1", f"{when!r} is no round", line=1, column=len(word) + 2)
    if word == "c":
        return Order(None, int(when or 0))
    if word[:1] == "r" and word[1:].isdigit():
        return Order(int(word[1:]), int(when or 0))
    return Problem("invalid", "F2.1", f"{word!r:.40} cannot be read", line=1, column=1)


def format_order(order: Order) -> str:
    return ("c" if order.row is None else f"r{order.row}") + (f"@{order.round}" if order.round else "")


def is_over(position: Position) -> bool:
    return any(boat.at >= len(position.river.tiles) for boat in position.boats)


def awaited(position: Position) -> dict[str, Request]:
    if position.tide_due or is_over(position):
        return {}
    return {boat.seat: Request(f"up to {position.oars} tiles", "F2") for boat in position.boats}


def check(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    boat = next(boat for boat in position.boats if boat.seat == seat)
    problems = []
    if order.round and order.round != position.round:
        problems.append(Problem("illegal", "F2.2", f"it is round {position.round}, not {order.round}"))
    if order.row is None and not boat.card:
        problems.append(Problem("illegal", "F2.3", "there is no card in hand"))
    if order.row is not None and order.row > position.oars:
        mended = format_order(order._replace(row=position.oars))
        problems.append(Problem("illegal", "F2.4", f"{order.row} tiles, {position.oars} allowed", suggestion=mended))
    return tuple(problems)


def default_order(_position: Position, _seat: str, policy: str) -> Order | None:
    return None if policy == "wait" else Order(0)


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    yield from (
        order for order in (*map(Order, range(position.oars + 1)), Order(None)) if not check(position, seat, order)
    )


def resolve(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str]
) -> Resolution[Position]:
    return _tide(position, draws) if position.tide_due else _row(position, orders, draws, missed)


def _row(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str]
) -> Resolution[Position]:
    events = [Event("missed", (seat,), {}) for seat in sorted(missed)]
    boats = []
    for boat in position.boats:
        order = orders[boat.seat]
        step = int(boat.card) if order.row is None else order.row
        at = boat.at + step
        if at < len(position.river.tiles) and position.river.tiles[at] == "o" and step:
            drift = draws.pick("eddy", f"round/{position.round}/eddy/{boat.seat}", ("back", "stay", "on"))
            at += {"back": -1, "stay": 0, "on": 1}[drift]
            events.append(Event("eddied", (boat.seat,), {"drift": drift, "at": [0, at]}))
        events.append(Event("rowed", (boat.seat,), {"from": boat.at, "to": at}))
        boats.append(boat._replace(at=at, card="" if order.row is None else boat.card))
    return Resolution(tuple(events), position._replace(boats=tuple(boats), tide_due=True))


def _tide(position: Position, draws: Draws) -> Resolution[Position]:
    label = f"round/{position.round + 1}"
    tide = draws.pick("tide", f"{label}/tide", (0, 1), (3, 1))
    events = [Event("tide_came", (), {"tiles": tide})]
    boats = []
    for boat in position.boats:
        card = boat.card
        if not card:
            card = draws.shuffle("deal", f"{label}/deal/{boat.seat}", CARDS)[0]
            twin = Event("dealt", (boat.seat,), {})
            events.append(Event("dealt", (boat.seat,), {"card": card}, (boat.seat,), twin))
        boats.append(boat._replace(at=boat.at + tide, card=card))
    return Resolution(tuple(events), position._replace(round=position.round + 1, tide_due=False, boats=tuple(boats)))


def view(position: Position, viewer: str) -> Position:
    boats = tuple(
        Boat(boat.seat, boat.at, boat.card if viewer in (GM, boat.seat) else boat.card and "?")
        for boat in position.boats
    )
    return position._replace(boats=boats)


def standings(position: Position) -> tuple[Standing, ...]:
    row = sorted(position.boats, key=lambda boat: (-boat.at, boat.seat))
    return tuple(Standing(place, boat.seat, {"at": boat.at}) for place, boat in enumerate(row, 1))


def tell_amendment(before: Position, after: Position) -> tuple[Event, ...]:
    return (Event("won", (), {}),) if is_over(after) and not is_over(before) else ()


def turn_blocks(events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    return (Lines("Boats", tuple(f"{boat.seat} {boat.at}" for boat in after.boats) + tuple(e.kind for e in events)),)


def trial(position: Position, seat: str, order: Order, draws: Draws) -> Position:
    others = {boat.seat: Order(0) for boat in position.boats}
    return _row(position, {**others, seat: order}, draws, ()).position


def trial_blocks(
    _position: Position, seat: str, _order: Order, branches: Sequence[Branch], _whole: bool
) -> tuple[Block, ...]:
    return (Lines(seat, tuple(f"{branch.probability}: {branch.outcome.boats}" for branch in branches)),)


class Run(CaseRun[River, Position, Order]):
    keys = ("order",)

    def run(self) -> list[str]:
        readable = isinstance(parse_order(self.case.keys["order"]), Order)
        return [] if readable else ["the order cannot be read"]


def choose(position: Position, _seat: str, orders: Sequence[Order]) -> Order | None:
    fitting = [order for order in orders if order.round in (0, position.round)]
    return fitting[-1] if fitting else None


def stays_in_hand(position: Position, _seat: str, order: Order) -> bool:
    return order.round >= position.round


def plan(view: Position, seat: str, _turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    boat = next(boat for boat in view.boats if boat.seat == seat)
    progress(0, 1)
    steps = {order: int(boat.card) if order.row is None else order.row for order in legal_orders(view, seat)}
    choices = [
        Choice(order, float(step), (str(boat.at + step),), {"to": boat.at + step}) for order, step in steps.items()
    ]
    choices.sort(key=lambda choice: -choice.worth)
    return Plan((Column("To", right=True),), tuple(choices), ("Worth: tiles.",), complete=True)


def reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    places = sorted({choice.cells[0] for choice in plan(view, seat, 1, lambda _done, _count: None).choices})
    return (Lines("Reach", tuple(places)),)


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Hard takes the longest way, the others one at random."""
    orders = [choice.order for choice in plan(view, seat, 1, lambda _done, _count: None).choices]
    if strength == "hard":
        return orders[0]
    return orders[draws.pick("bot", f"bot/{view.round}/{seat}", range(len(orders)))]


GAME: Game[River, Position, Order] = gather(
    __name__,
    (sys.modules[__name__],),
    title="Ferry",
    version=1,
    options=(
        choice("missing_orders", ("drift", "wait"), "F3", "what becomes of missing orders"),
        whole_number("oars", 3, 1, 4, "F2", "tiles a boat can row"),
    ),
    rules_sheet="r0 … r3, c, r2@5",
    board_blocks=lambda river: (Lines("River", (river.tiles,)),),
    position_words={"at": "on the board"},
    hidden_draws=("deal",),
    headline=lambda position: f"round {position.round}",
    cases=lambda: Run,
    replaces=lambda new, old: new.round == old.round,
    # All else that a game has stands above under its name; these stand in files of their own in a game's folder.
    trial=trial,
    trial_blocks=trial_blocks,
    plan=plan,
    reach_blocks=reach_blocks,
    bot=bot,
    targets=lambda _view, _seat: (),
    tally=None,
)

RIVER = "+++\nname = 'back\\slash and \"quotes\"'\n+++\n" + "~~~o~~~~o~~~" * 5 + "\n"
SEATS = (Seat("A", "Alice", ("Ali",)), Seat("B", "Bob"), Seat("C", "Carol Öz"))


def register(monkeypatch: pytest.MonkeyPatch, game: Game[River, Position, Order] = GAME) -> None:
    """Put the game into the registry for a test."""
    monkeypatch.setattr(games, "NAMES", (*games.NAMES, "ferry"))
    monkeypatch.setitem(sys.modules, "gm_tools.games.ferry", _module(game))


def register_here() -> None:
    """Put the game into the registry of this process: for programs that a test starts."""
    games.NAMES = (*games.NAMES, "ferry")  # one name more
    sys.modules["gm_tools.games.ferry"] = _module(GAME)


def _module(game: Game[River, Position, Order]) -> ModuleType:
    module = ModuleType("gm_tools.games.ferry")
    vars(module)["GAME"] = game
    return module
