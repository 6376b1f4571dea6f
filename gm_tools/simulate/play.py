"""One game played by bots, from the set-up to the end, and what there was to count in it."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from json import loads
from typing import TYPE_CHECKING, Any

from gm_tools.core.draws import Seeded
from gm_tools.core.sha256 import hmac_sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import find
from gm_tools.simulate.figures import FIGURES, Watch
from gm_tools.simulate.setup import RANDOM, Setup, load_setup
from gm_tools.table.carry_out import carry_out, set_up

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gm_tools.core.events import Event
    from gm_tools.core.game import Game
    from gm_tools.core.tally import Tally

_OFFERED = 40  # legal orders that it chooses among

Outcome = dict[str, Any]
"""What came of a game, as plain JSON data.

`game` (its number), `over`, `sides` (start slots, counted from 0, of those who win together), `seats` (their numbers in
the set-up, by start slot), `won` (places in `sides`; several share the win), and of figures.py each of the `FIGURES`,
`led_at`, `counts` (by name) and `tiles` (by name, by tile).
"""


class Series(NamedTuple):
    """What all games of a set-up share, worked out once a process."""

    setup: Setup
    game: Game[Any, Any, Any]
    tally: Tally[Any, Any]
    board: Any


@lru_cache(maxsize=2)
def series_of(setup: str) -> Series:
    """Return the series for a set-up written as JSON."""
    loaded = load_setup(loads(setup))
    game = find(loaded.game)
    assert game.tally is not None, loaded.game
    return Series(loaded, game, game.tally(), game.parse_board(loaded.board))


def play_games(setup: str, numbers: Sequence[int]) -> list[Outcome]:
    """Play some games of a set-up written as JSON."""
    series = series_of(setup)
    return [play_game(series, number) for number in numbers]


def play_game(
    series: Series, number: int, look: Callable[[Sequence[Event], Any], None] = lambda _events, _position: None
) -> Outcome:
    """Play one game. Its result depends on nothing but the set-up and its number.

    `look` is shown the events of each resolution and the position after it, beginning with the first position.
    """
    setup, game, tally, board = series
    seed = setup.seed_of(number)
    bots = {seat.mark: setup.bot_of(at) for at, seat in enumerate(setup.seats)}
    begun, _ = set_up(game, board, setup.seats_of(number), setup.options, Seeded(seed))
    position = begun.position
    slots = tally.slots(position)
    watch = Watch(tally, position)
    look((), position)
    step = 0
    while not game.is_over(position) and tally.turns(position) < setup.max_turns:
        orders = {}
        for seat in game.awaited(position):
            draws = Seeded(_seed_of_bot(seed, step, seat))
            orders[seat] = order = choose(game, game.view(position, seat), seat, bots[seat], draws)
            problems = game.check(position, seat, order)
            if problems:
                text = game.format_order(order)
                raise RuntimeError(
                    f"game {number}: bot {bots[seat]} of seat {seat} orders {text}: {problems[0].message}"
                )
        done, _ = carry_out(game, position, orders, (), Seeded(seed))
        watch.look(done.events, done.position)
        position = done.position
        look(done.events, position)
        step += 1
    numbers = {seat.mark: at for at, seat in enumerate(setup.seats)}
    sides = sorted(sorted(map(slots.index, side)) for side in tally.sides(position))
    won = sorted({next(at for at, side in enumerate(sides) if slots.index(seat) in side) for seat in watch.winners})
    return {
        "game": number,
        **{figure.name: getattr(watch, figure.name) for figure in FIGURES},
        "over": game.is_over(position),
        "sides": sides,
        "seats": [numbers[seat] for seat in slots],
        "won": won,
        "led_at": watch.led_at,
        "counts": dict(sorted(watch.counts.items())),
        "tiles": {
            name: {str(tile): met for tile, met in sorted(tiles.items())} for name, tiles in sorted(watch.tiles.items())
        },
    }


def _seed_of_bot(seed: bytes, step: int, seat: str) -> bytes:
    return hmac_sha256(seed, f"bot/{step}/{seat}".encode())


def choose(game: Game[Any, Any, Any], view: Any, seat: str, bot: str, draws: Seeded) -> Any:
    """Return what a bot orders, knowing only its seat's view."""
    if bot != RANDOM:
        assert game.bot is not None, game.name
        return game.bot(view, seat, bot, draws)
    orders = list(islice(game.legal_orders(view, seat), _OFFERED))
    return orders[draws.pick("bot", "order", range(len(orders)))]
