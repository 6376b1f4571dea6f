"""One game played by bots, from the set-up to the end, and what there was to count in it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, islice
from json import loads
from typing import TYPE_CHECKING, Any

from gm_tools.core.draws import Seeded
from gm_tools.core.sha256 import hmac_sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import find
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

`game` (its number), `turns`, `over`, `sides` (start slots, counted from 0, of those who win together), `seats` (their numbers in the
set-up, by start slot), `won` (places in `sides`; several share the win) and `won_at` (the turn; 0: nobody has won), `led_at` (the
turn in which the winners took the lead for good), `leads` (changes of the lead) and `overtakes` until then, `counts` (by name), `tiles` (by name, by tile).
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
    watch = _Watch(tally, position)
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
        watch.look(position, done.events, done.position)
        position = done.position
        look(done.events, position)
        step += 1
    numbers = {seat.mark: at for at, seat in enumerate(setup.seats)}
    sides = sorted(sorted(map(slots.index, side)) for side in tally.sides(position))
    won = sorted({next(at for at, side in enumerate(sides) if slots.index(seat) in side) for seat in watch.winners})
    return {
        "game": number,
        "turns": tally.turns(position),
        "over": game.is_over(position),
        "sides": sides,
        "seats": [numbers[seat] for seat in slots],
        "won": won,
        "won_at": watch.won_at,
        "led_at": watch.led_at,
        "leads": watch.leads,
        "overtakes": watch.overtakes,
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


class _Watch:
    """What is noticed while a game is played. The running order is looked at once a turn, so that everybody has moved."""

    def __init__(self, tally: Tally[Any, Any], position: Any) -> None:
        self.tally = tally
        self.counts: Counter[str] = Counter()
        self.tiles: dict[str, Counter[int]] = {}
        self.turn = tally.turns(position)
        self.order: tuple[tuple[str, ...], ...] = ()
        self.leads = self.overtakes = 0
        self.leading_since = 0
        self.winners: tuple[str, ...] = ()
        self.won_at = self.led_at = 0

    def look(self, before: Any, events: Sequence[Any], after: Any) -> None:
        """Count what has happened in a resolution."""
        for name, amount, tile in self.tally.counted(before, events, after):
            self.counts[name] += amount
            if tile is not None:
                self.tiles.setdefault(name, Counter())[tile] += amount
        if self.winners:
            return
        turn, winners = self.tally.turns(after), self.tally.winners(after)
        if winners or turn != self.turn:
            self.rank(after, turn)
            self.turn = turn
        if winners:
            self.winners, self.won_at, self.led_at = winners, turn, self.leading_since

    def rank(self, position: Any, turn: int) -> None:
        """Compare the running order with the last one: who leads, and how many have passed how many."""
        order = self.tally.sides(position)
        places = {side: place for place, side in enumerate(self.order)}
        if not places or order[0] != self.order[0]:
            self.leads += bool(places)
            self.leading_since = turn
        if places:
            self.overtakes += sum(places[ahead] > places[behind] for ahead, behind in combinations(order, 2))
        self.order = order
