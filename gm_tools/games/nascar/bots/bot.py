"""Bots: they see what their seat sees.

They look through the ends of their turn (`search.py`) and judge them (`evaluate.py`). `easy` is a newcomer: slow,
without wild cards, and content with what is not much worse than the best. `medium` drives as fast as that can be done
without wild cards, and looks at nobody else. `hard` spends wild cards where they save turns, and keeps off tiles where
others are likely to end. None of them leaves the track or enters oil while there is another way, and none takes an end
from which the sure way home (`homing.py`) is not shorter: so each comes to the finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain

from gm_tools.core.draws import Draws
from gm_tools.core.race import other_cars
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import Board
from gm_tools.games.nascar.bots.evaluate import Evaluator
from gm_tools.games.nascar.bots.ranking import Ranked, rank
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.waves import Outcome
from gm_tools.games.nascar.driving_rules import end_standing
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Car, Position


class _Style(NamedTuple):
    """How a strength drives: whether it spends wild cards and looks at others, how fast it dares, how exact it is.

    `spends` is the most wild cards in a turn. It takes one of the best `choices` ends, none of them worse than the best
    by more than `slack` turns.
    """

    spends: int
    dares: int
    slack: float
    choices: int


_ROUNDING = 1e-6  # of floats
_STYLES = {
    "easy": _Style(spends=0, dares=5, slack=1.6, choices=12),
    "medium": _Style(spends=0, dares=99, slack=0.25, choices=8),
    "hard": _Style(spends=2, dares=99, slack=0.02, choices=4),
}


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return a legal order of a bot of a strength (`easy`, `medium`, `hard`); the same from the same draws."""
    car = view.car(seat)
    assert car is not None
    style = _STYLES[strength]
    # With fewer wild cards there is less to look through, and what is found is legal with more of them.
    position = view.with_car(car._replace(wild_cards=min(car.wild_cards, style.spends)))
    # Who stays on a tile that another car stands on crashes again (N10.3).
    shared = {other.at for other in other_cars(view.cars, seat) if other.at == car.at}
    evaluator = Evaluator(position, car, danger(view, car) if style.spends else dict.fromkeys(shared, 0.5))
    search = Search(position, seat, sure=True)
    homing = evaluator.homing
    now = homing.turns(end_standing(car))

    def leads_home(outcome: Outcome) -> bool:
        return any(end.at not in shared for _, end in outcome) and homing.expect(outcome) < now - _ROUNDING

    label = f"bot/{view.turn + 1}/{seat}"
    chosen = _choose(rank(search, evaluator, style.dares), style, leads_home, draws, f"{label}/end")
    if chosen is None:
        # Shut in by oil, or too fast for the road: what is left is exact for orders without wild cards.
        search = Search(view.with_car(car._replace(wild_cards=0)), seat)
        chosen = _choose(rank(search, evaluator, style.dares), style, leads_home, draws, f"{label}/any")
    if (
        chosen is None
    ):  # only sand, which takes speed where none was to be lost, and a tile shared leave nothing that leads home
        chosen = min(rank(search, evaluator, style.dares), key=lambda one: homing.expect(one[1]))
    return search.order(chosen[2])


def _choose(
    found: Iterator[Ranked], style: _Style, leads_home: Callable[[Outcome], bool], draws: Draws, label: str
) -> Ranked | None:
    """Return one of the best by chance, as many as a style chooses from, none much worse than the first.

    If none of these leads home, it is the next one that does.
    """
    good: list[Ranked] = []
    rest: list[Ranked] = []
    for one in found:
        if good and (len(good) == style.choices or one[0] > good[0][0] + style.slack):
            rest.append(one)
            break
        good.append(one)
    first = draws.pick("bot", label, range(len(good))) if len(good) > 1 else 0
    return next((one for one in chain(good[first:], good[:first], rest, found) if leads_home(one[1])), None)


def danger(view: Position, car: Car) -> dict[int, float]:
    """Return how likely others end on a tile, as far as one can guess."""
    likely, shares = _likely_ends(view.board, tuple(one for one in view.cars if one.runs))
    found = likely.copy()
    for at, _ in _guesses(view.board, car):
        found[at] = min(1.0, sum(chance for seat, chance in shares[at] if seat != car.seat))
    return found


@lru_cache(maxsize=4)  # the same for all cars of a turn
def _likely_ends(board: Board, cars: tuple[Car, ...]) -> tuple[dict[int, float], dict[int, list[tuple[str, float]]]]:
    """Return how likely any of some cars ends on a tile, and how likely each of them does."""
    shares: dict[int, list[tuple[str, float]]] = {}
    for car in cars:
        for at, chance in _guesses(board, car):
            shares.setdefault(at, []).append((car.seat, chance))
    return {at: min(1.0, sum(chance for _, chance in found)) for at, found in shares.items()}, shares


def _guesses(board: Board, car: Car) -> Iterator[tuple[int, float]]:
    """Yield where a car is likely to end: straight on at its speed, one faster, one slower."""
    for speed, chance in ((car.speed, 0.3), (car.speed + 1, 0.3), (car.speed - 1, 0.15)):
        yield car.at + board.steps[car.heading] * max(0, speed), chance
