"""Each game's `hard` against the best play that can be computed, for `strength.py`: a line for each game."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import mean, stdev

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.monza.bots.square_worths import worths
from gm_tools.games.rally.bots.search import shortest
from gm_tools.games.tac.board import LETTERS, standard_board
from gm_tools.games.tac.bots.bot import bot as tac_bot
from gm_tools.games.tac.bots.evaluate import Scale, after_action
from gm_tools.games.tac.check import legal_uses
from gm_tools.games.tac.orders import Order
from gm_tools.games.tac.position import Position
from gm_tools.games.tacara.bots.pace import pace_of, turns_of
from gm_tools.games.tacara.cases import parse_setup
from tests.bench.tac_bots import wilson

LOOKED_AT = 4  # cards of TAC that are played on
PLIES = 4  # cards that others lay behind each: a round


def boards(name: str) -> dict[str, str]:
    """Return the shipped tracks of a game."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((folder("tracks") / name).glob("*.txt"))}


def nascar(_games: int) -> str:
    """No best play is known: others, oil and sand stand between."""
    return "–"


def rally(_games: int) -> str:
    """Hold a car that drives alone against the proven shortest drive."""
    game, lines = find("rally"), []
    for track, text in boards("rally").items():
        draws = Seeded(bytes(32))
        position = game.setup(game.parse_board(text), [Seat("A", "A")], {}, draws)
        best = shortest(position.board, position.settings, position.cars[0])
        assert best is not None
        while not game.is_over(position):
            orders = {seat: game.bot(position, seat, "hard", draws) for seat in game.awaited(position)}
            position = game.resolve(position, orders, draws, ()).position
        lines.append(f"{track} {position.turn}/{best.turns}")
    return "turns alone / proven: " + ", ".join(lines)


def tacara(_games: int) -> str:
    """Hold a car that drives alone and without chips against the proven shortest drive."""
    game, lines = find("tacara"), []
    for track, text in boards("tacara").items():
        board, draws = game.parse_board(text), Seeded(bytes(32))
        row, column = next(iter(board.starts.values())).grid[0]
        position = parse_setup(f"A@{row},{column} pool=0,0,0", board, {})
        car, first = position.cars[0], position.turn
        best = turns_of(pace_of(position).score(car.at, car.shift, car.crossed))
        while not position.over:
            orders = {seat: game.bot(position, seat, "hard", draws) for seat in game.awaited(position)}
            position = game.resolve(position, orders, draws, ()).position
        lines.append(f"{track} {position.turn - first + 1}/{best}")
    return "turns alone / proven: " + ", ".join(lines)


def monza(games: int) -> str:
    """Hold the turns of a car that nobody puts back against the exact expectation of the quickest drive."""
    game, lines = find("monza"), []
    for track, text in boards("monza").items():
        board = game.parse_board(text)
        taken = []
        for number in range(games):
            draws = Seeded(number.to_bytes(32, "big"))
            position = game.setup(board, [Seat("R", "R"), Seat("Y", "Y")], {}, draws)
            table = worths(board, position.settings.obligation)
            expected = table.squares[position.cars[0].at].turns
            position = position._replace(cars=position.cars[:1])
            while not game.is_over(position):
                orders = {seat: game.bot(position, seat, "hard", draws) for seat in game.awaited(position)}
                position = game.resolve(position, orders, draws, ()).position
            taken.append(position.round)
        half = 1.96 * stdev(taken) / sqrt(games)
        lines.append(f"{track} {mean(taken):.2f} ± {half:.2f}/{expected:.2f}")
    return "turns alone / expected: " + ", ".join(lines)


def look_ahead(position: Position, seat: str, draws: Seeded) -> Order:
    """Return the order of somebody who sees all hands: a round is played on by `hard` behind each of the best few."""
    game, number = find("tac"), position.number(seat)
    if position.phase == "swap":
        return tac_bot(game.view(position, seat), seat, "hard", draws)
    scale = Scale(game.view(position, seat), position.decider)
    found = sorted(legal_uses(position), key=lambda use: -after_action(scale, *use))[:LOOKED_AT]
    if len(found) == 1:
        return Order((found[0][0],))
    worths = []
    for action, _cells in found:
        after = game.resolve(position, {seat: Order((action,))}, draws, ()).position
        for _ply in range(PLIES):
            asked = list(game.awaited(after))
            if not asked or game.is_over(after) or after.phase != "play":
                break
            orders = {mark: tac_bot(game.view(after, mark), mark, "hard", draws) for mark in asked}
            after = game.resolve(after, orders, draws, ()).position
        worths.append(Scale(game.view(after, seat), number).balls_at_risk(after.cells))
    return Order((found[max(range(len(found)), key=worths.__getitem__)][0],))


def tac(games: int, choose: Callable[[Position, str, Seeded], Order] = look_ahead) -> str:
    """Let a pair that sees all hands play a pair of `hard`: an upper bound of what looking ahead can bring."""
    game, letters, won = find("tac"), LETTERS[4], 0
    count = max(10, games // 5)
    for number in range(count):
        draws = Seeded((number // 2).to_bytes(32, "big"))
        seats = [Seat(mark, mark) for mark in letters]
        seers = set(letters[number % 2 :: 2])
        position = game.setup(standard_board(letters), seats, {"variant": "pairs4"}, draws)
        while not game.is_over(position):
            orders = {
                mark: choose(position, mark, draws)
                if mark in seers
                else tac_bot(game.view(position, mark), mark, "hard", draws)
                for mark in game.awaited(position)
            }
            position = game.resolve(position, orders, draws, ()).position
        won += any(letters[seat] in seers for seat in position.places[0])
    low, high = wilson(count - won, count)
    return (
        f"wins {count - won} of {count} ({low:.0%} to {high:.0%}) from a pair that sees all hands and plays a round on"
    )


BEST: dict[str, Callable[[int], str]] = {"nascar": nascar, "tacara": tacara, "monza": monza, "tac": tac, "rally": rally}
