"""Random legal play at the sample tables of every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from gm_tools.core.draws import Seeded
from gm_tools.core.events import Event
from gm_tools.core.game import Game
from gm_tools.core.paths import folder
from gm_tools.games import find
from tests import effort
from tests.ground import GROUNDS, Sample


class Step(NamedTuple):
    """One resolution of a random game, all its ingredients with it."""

    before: Any
    orders: Mapping[str, Any]
    draws: Seeded
    events: tuple[Event, ...]
    after: Any


SAMPLES = {name: ground.samples for name, ground in GROUNDS.items()}
# The first table of each game every day, all of them in a long run: for what is dear, and the same code for every table of a game.
SOME = {name: effort.choose(samples[:1], samples) for name, samples in SAMPLES.items()}


def board_of(game: Game[Any, Any, Any], sample: Sample) -> Any:
    """Return the sample's board; the first of the shipped tracks by name if it names none."""
    tracks = sorted((folder("tracks") / game.name).glob("*.txt"))
    path = next(track for track in tracks if sample.track in ("", track.stem))
    return game.parse_board(path.read_text(encoding="utf-8"))


def start(name: str, sample: Sample, seed: bytes) -> Any:
    """Return the first position of a sample's game."""
    game = find(name)
    return game.setup(board_of(game, sample), sample.seats, sample.options, Seeded(seed))


def some_legal_order(game: Game[Any, Any, Any], position: Any, seat: str, random: Random) -> Any:
    """Return a legal order, chosen at random among the first few hundred offered."""
    return random.choice(list(islice(game.legal_orders(position, seat), random.choice((1, 3, 40, 400)))))


def play(name: str, sample: Sample, seed: int, turns: int) -> Iterator[Step]:
    """Play a random game of legal orders and yield every resolution; what many tests begin with is played once."""
    known, more = (
        _begin(name, SAMPLES[name].index(sample), seed) if sample in SAMPLES[name] else ([], _play(name, sample, seed))
    )
    for at in range(turns):
        if at == len(known):
            known += islice(more, 1)
        if at == len(known):
            return
        yield known[at]


@lru_cache(maxsize=30)
def _begin(name: str, number: int, seed: int) -> tuple[list[Step], Iterator[Step]]:
    """Return the resolutions of a game at a sample table that were played, none yet, and those to come."""
    return [], _play(name, SAMPLES[name][number], seed)


def _play(name: str, sample: Sample, seed: int) -> Iterator[Step]:
    game = find(name)
    random = Random(seed)
    secret = seed.to_bytes(32, "big")
    position = start(name, sample, secret)
    while not game.is_over(position):
        orders = {seat: some_legal_order(game, position, seat, random) for seat in game.awaited(position)}
        draws = Seeded(secret)
        events, after = game.resolve(position, orders, draws, ())
        yield Step(position, orders, draws, events, after)
        position = after
