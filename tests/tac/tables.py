"""Tables of TAC to test with: positions by notation, any variant begun, random games of legal orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from gm_tools.core.cases import Case
from gm_tools.core.draws import Seeded
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.games.tac import GAME
from gm_tools.games.tac.board import LETTERS, Board, standard_board
from gm_tools.games.tac.cases import position_of
from gm_tools.games.tac.orders import Order
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.setup import people_by_seat
from gm_tools.games.tac.variants import VARIANTS
from tests import effort

EDITIONS = ("basic", "master")
KINDS = tuple((name, edition) for name in VARIANTS for edition in EDITIONS)
# Every variant and both editions every day, each with each in a long run.
SOME_KINDS = effort.choose(tuple((name, EDITIONS[at % 2]) for at, name in enumerate(VARIANTS)), KINDS)
# Every day three of them for what is dear: two and three sides, four and six seats, both editions.
FEW_KINDS = effort.choose((("pairs4", "master"), ("chase3", "basic"), ("trios6", "master")), KINDS)


def at(**keys: str) -> Position:
    """Return a position from the keys of a case: `at(pos="R:5", hands="R=8,2")`."""
    return position_of(Case("tac", "", (), "", {}, {}, keys, {}))


def order(text: str) -> Order:
    """Return an order that can be read."""
    read: Any = GAME.parse_order(text)
    assert hasattr(read, "actions"), read
    return read  # type: ignore[no-any-return]


def play(position: Position, *texts: str) -> Position:
    """Return the position after orders of the seats that are asked, each of them legal."""
    for text in texts:
        (seat,) = GAME.awaited(position)
        assert GAME.check(position, seat, order(text)) == ()
        position = GAME.resolve(position, {seat: order(text)}, Seeded(bytes(32)), ()).position
    return position


@cache
def board(seats: int) -> Board:
    """Return an empty board."""
    return standard_board(LETTERS[seats])


def seats_of(variant: str) -> tuple[Seat, ...]:
    """Return seats for a variant, each person with a player's name of its own."""
    letters = LETTERS[VARIANTS[variant].seats]
    people = people_by_seat(VARIANTS[variant].people[0], len(letters))
    return tuple(Seat(letters[seat], f"player {letters[people[seat]]}") for seat in VARIANTS[variant].use)


def begin(variant: str, edition: str = "basic", seed: int = 1, **options: Any) -> Position:
    """Return a game set up, before its first deal."""
    chosen = {"variant": variant, "edition": edition, **options}
    seats, at_board = seats_of(variant), board(VARIANTS[variant].seats)
    assert GAME.check_seats(at_board, seats, chosen) == ()
    return GAME.setup(at_board, seats, chosen, Seeded(seed.to_bytes(32, "big")))


class Step(NamedTuple):
    """One resolution of a random game."""

    before: Position
    orders: dict[str, Order]
    events: tuple[Event, ...]
    after: Position


def eager(orders: list[Order], random: Random) -> Order:
    """Return one of the orders that bring a ball in or home, if there are any: games come to an end that way."""

    def is_eager(order: Order) -> bool:
        return any(a.verb == "enter" or any(part.to in ("a", "b", "c", "d") for part in a.parts) for a in order.actions)

    return random.choice([one for one in orders if is_eager(one)] or orders)


def random_game(position: Position, seed: int, deals: int) -> Iterator[Step]:
    """Play legal orders at random, mostly those that get on, until the end or for so many deals."""
    random, draws = Random(seed), Seeded(seed.to_bytes(32, "big"))
    made = 0
    while not GAME.is_over(position) and made < deals:
        orders = {}
        for seat in GAME.awaited(position):
            legal = list(GAME.legal_orders(position, seat))
            orders[seat] = eager(legal, random) if random.random() < 0.8 else random.choice(legal)
        made += not orders
        events, after = GAME.resolve(position, orders, draws, ())
        yield Step(position, orders, events, after)
        position = after
