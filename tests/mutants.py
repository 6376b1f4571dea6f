"""Random legal orders in random positions of every game and edition, and orders with one slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.core.suggest import ADJACENT, BRACKETS
from gm_tools.games import find
from gm_tools.games.nascar.board import IN_ZONE
from gm_tools.games.nascar.check import can_follow, mark_order
from gm_tools.games.nascar.options import EDITIONS, SPECIALS
from gm_tools.games.nascar.position import Pit
from gm_tools.games.tac.variants import VARIANTS
from tests.samples import SAMPLES, board_of
from tests.tac import tables

# What may stand for each option: `setup` refuses what does not go together, and other values are drawn.
VALUES: dict[str, dict[str, tuple[Any, ...]]] = {
    "nascar": {
        "edition": tuple(EDITIONS),
        "laps": (1, 2),
        "start_speed": (0, 6),
        "start_max_speed": (6, 7, 12),
        "start_wild_cards": (0, 2, 8),
        "unmarked_wild_cards": ("reject", "charge"),
        "slipstream_over_max": (False, True),
        "slipstream_gap": (0, 1),
        "wild_card_limit": (True, False),
        "finish_in_pits": (False, True),
        "off_track_penalties": ([[2, 0], [3, 0], ["stop", 0]],),
        "oil_penalty": ([], [4, 3]),
        "crash_penalty": ([3, 0], ["stop", 2]),
        "sand_density": (0.0, 1.0),
    },
    "tacara": {
        "drafting": (True, False),
        "points": (True, False),
        "course": ("round", "half", "short"),
        "first_turn": ("grid", "draw"),
        "shift_table": ("diamond", "square", {"x": 3, "y": 2}),
    },
    "monza": {
        "extra_step": (True, False),
        "obligation": ("most", "stuck"),
        "last_round": ("finish", "one_more"),
        "starter": ("first", "draw"),
    },
    "tac": {
        "edition": ("basic", "master"),
        "variant": tuple(VARIANTS),
        "play_on": (False, True),
    },
}


class Moment(NamedTuple):
    """One resolution of a random game: the position before, the orders and what came of them."""

    before: Any
    orders: dict[str, Any]
    after: Any


def some_options(name: str, random: Random) -> dict[str, Any]:
    """Return options of a game, each left out half the time."""
    values = VALUES.get(name) or listed_values(name)
    return {key: random.choice(some) for key, some in values.items() if random.random() < 0.5}


def listed_values(name: str) -> dict[str, tuple[Any, ...]]:
    """Return the values of a game's options as far as they are listed, for a game that has none of its own here."""
    words = {"true": True, "false": False}
    return {
        option.name: tuple(words.get(word, word) for word in option.allowed.split(", "))
        for option in find(name).options
        if all(option.valid(words.get(word, word)) for word in option.allowed.split(", "))
    }


def begin(name: str, random: Random) -> Any:
    """Return the first position of a game with random options that go together."""
    game = find(name)
    while True:
        sample = random.choice(SAMPLES[name])
        seats, options = sample.seats, {**sample.options, **some_options(name, random)}
        if name == "nascar":
            marks = "ACDEFG"[: random.randint(1, 6)]
            seats = tuple(Seat(one, one, (), random.choice(("", *SPECIALS))) for one in marks)
        elif name == "tac":
            options = some_options(name, random)
            seats = tables.seats_of(options.setdefault("variant", random.choice([*VARIANTS])))
        board = tables.board(VARIANTS[options["variant"]].seats) if name == "tac" else board_of(game, sample)
        try:
            if any(not option.valid(options[option.name]) for option in game.options if option.name in options):
                continue
            if game.check_seats(board, seats, options) or game.check_board(board, len(seats)):
                continue
            return game.setup(board, seats, options, Seeded(random.randbytes(32)))
        except InputError:
            continue


def some_order(name: str, position: Any, seat: str, random: Random) -> Any:
    """Return a random legal order of an awaited seat."""
    game = find(name)
    if name != "nascar":
        return random.choice(list(islice(game.legal_orders(position, seat), random.choice((1, 3, 40, 400)))))
    car = position.car(seat)
    for _ in range(40):
        slip = "S" if can_follow(position, car) and random.random() < 0.8 else ""
        begin_, end = (random.choice(("", "", "A", "A", "AA", "B")) for _ in range(2))
        speed = car.speed + len(slip) + begin_.count("A") - begin_.count("B")
        moves = "".join(random.choice("MMMMMMLR") for _ in range(max(0, speed)))
        order = mark_order(car, slip + begin_ + moves + end)
        if not game.check(position, seat, order):
            return order
    return game.default_order(position, seat, "straight")


def scatter(position: Any, random: Random) -> Any:
    """Return a Nascar race with its cars set close together anywhere, at any speed, in their last laps."""
    board = position.board
    on_track = [at for at in range(len(board.tiles)) if board.tiles[at] != board.tiles[0] and at in board.distances]
    near = sorted(on_track, key=lambda at: board.distances[at])[: random.choice((30, 200, len(on_track)))]
    cars, at, heading = [], random.choice(near), random.randrange(8)
    for car in position.cars:
        speed = random.choice((car.max_speed, car.max_speed, random.randint(0, car.max_speed)))
        pit = Pit() if board.flags[at] & IN_ZONE else None
        cars.append(car._replace(at=at, heading=heading, speed=speed, laps=position.settings.laps - 1, pit=pit))
        there = at + board.steps[heading]
        if there in board.distances and random.random() < 0.7:
            at = there
        else:
            at, heading = random.choice(near), random.randrange(8)
    return position._replace(cars=tuple(cars))


def play(name: str, seed: int, turns: int) -> Iterator[Moment]:
    """Play a random game of legal orders under random options, and yield every resolution."""
    game, random = find(name), Random(seed)
    position, draws = begin(name, random), Seeded(random.randbytes(32))
    for _ in range(turns):
        if name == "nascar" and random.random() < 0.25:
            position = scatter(position, random)
        if game.is_over(position):
            return
        orders = {seat: some_order(name, position, seat, random) for seat in game.awaited(position)}
        after = game.resolve(position, orders, draws, ()).position
        yield Moment(position, orders, after)
        position = after


def slips(text: str, random: Random) -> str:
    """Return a text with one slip of the pen: a sign dropped, doubled, swapped with the next, a wrong bracket, a wrong key."""
    while True:
        at, kind = random.randrange(len(text)), random.choice(KINDS)
        before, sign, behind = text[:at], text[at], text[at + 1 :]
        changed = text
        if kind == "dropped":
            changed = before + behind
        elif kind == "doubled":
            changed = before + sign * 2 + behind
        elif kind == "swapped" and behind:
            changed = before + behind[0] + sign + behind[1:]
        elif kind == "bracket" and sign in "()":
            changed = before + random.choice([other for other in BRACKETS if other != sign]) + behind
        elif kind == "key" and sign.lower() in ADJACENT:
            key = random.choice(ADJACENT[sign.lower()])
            changed = before + (key.upper() if sign.isupper() else key) + behind
        if changed.strip() and changed != text:
            return changed


KINDS = ("dropped", "doubled", "swapped", "bracket", "key")


class Mutant(NamedTuple):
    """A legal order of a seat in a position, as its canonical text, and that text with one slip of the pen."""

    position: Any
    seat: str
    original: str
    text: str


def mutants(name: str, seed: int, count: int) -> Iterator[Mutant]:
    """Yield so many mutated orders out of random games: an order each of at most three seats of a turn."""
    game, random = find(name), Random(seed)
    left = count
    while left:
        for moment in play(name, random.randrange(2**32), 25):
            for seat, order in [*moment.orders.items()][: min(3, left)]:
                original = game.format_order(order)
                yield Mutant(moment.before, seat, original, slips(original, random))
                left -= 1
            if not left:
                break
