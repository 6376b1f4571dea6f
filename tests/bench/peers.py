"""What gm_tools is measured beside: other people's engines doing the like, and the bare cost of things. Each is a job to time, or None."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

CHESS_LINE = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7"
GRAMMAR = r"""
start: item+
item: LETTER -> one | COUNT LETTER -> several | "(" COUNT? LETTER MARK? ")" -> add_brackets
LETTER: /[ABSMLR]/i
COUNT: /[1-9][0-9]?/
MARK: /\+1/
%ignore /[ ,]+/
"""


def module(name: str) -> Any | None:
    """Return a peer's module by name, None if it is not installed: it is no dependency of the tests."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module(name)
    except ModuleNotFoundError:
        return None


def chess_pushes(games: int) -> tuple[Callable[[], object], int] | None:
    """Return a job that pushes the moves of an opening `games` times with python-chess, and how many moves that are."""
    chess = module("chess")
    if chess is None:
        return None
    moves = [chess.Move.from_uci(move) for move in CHESS_LINE.split(" ")]

    def pushes() -> None:
        for _ in range(games):
            board = chess.Board()
            for move in moves:
                board.push(move)

    return pushes, games * len(moves)


def flat_steps(count: int) -> Callable[[], object]:
    """Return a job that moves over a flat table `count` times, without a rule: what no engine in Python can beat."""
    board, steps, turns = bytes(4000), (-80, -79, 1, 81, 80, 79, -1, -81), bytes(index % 3 for index in range(count))

    def walk() -> int:
        at, heading, met = 2000, 0, 0
        for turn in turns:
            heading = (heading + turn) & 7
            at = (at + steps[heading]) % 4000
            met += board[at]
        return met

    return walk


class DiplomacyTurns:
    """Random games of Diplomacy: each call plays some movement turns and returns the seconds spent on `set_orders` and `process()`.

    Retreats and adjustments, which have few orders, are played and not counted; so are the first years, with few units.
    """

    def __init__(self, engine: Any, turns: int) -> None:
        self._engine = engine
        self._random = Random(1)
        self._game = engine.Game()
        self.turns = turns
        self.played = 0
        self.orders = 0

    def __call__(self) -> float:
        """Play the turns, orders found and given outside the time."""
        spent = 0.0
        counted = 0
        while counted < self.turns:
            if self._game.is_game_done:
                self._game = self._engine.Game()
            possible = self._game.get_all_possible_orders()
            given = {
                power: [
                    self._random.choice(possible[place])
                    for place in self._game.get_orderable_locations(power)
                    if possible[place]
                ]
                for power in self._game.powers
            }
            count = sum(map(len, given.values()))
            begin = perf_counter()
            for power, orders in given.items():
                self._game.set_orders(power, orders)
            self._game.process()
            if count >= 27:
                spent += perf_counter() - begin
                self.orders += count
                self.played += 1
                counted += 1
        return spent


def pettingzoo_plays(count: int) -> Callable[[], object] | None:
    """Return a job that plays `count` legal moves of Connect Four by PettingZoo's turn-based interface."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        zoo = module("pettingzoo.classic.connect_four_v3")
    if zoo is None:
        return None
    environment = zoo.env()
    random = Random(1)

    def plays() -> None:
        done = 0
        while done < count:
            environment.reset(seed=1)
            for _ in environment.agent_iter():
                seen, _reward, ended, cut, _info = environment.last()
                if ended or cut or done == count:
                    break
                mask = seen["action_mask"]
                environment.step(random.choice([column for column in range(7) if mask[column]]))
                done += 1

    return plays


def smallest_parser() -> Callable[[str], object]:
    """Return lark's LALR parser of nearly the same language with the smallest transformer that there can be."""
    from lark import Lark, Transformer, v_args

    @v_args(inline=True)
    class Joined(Transformer[Any, str]):
        def one(self, letter: str) -> str:
            return letter

        def several(self, count: str, letter: str) -> str:
            return letter * int(count)

        def add_brackets(self, *parts: str) -> str:
            return parts[-1]

        def start(self, *items: str) -> str:
            return "".join(items)

    return Lark(GRAMMAR, parser="lalr", transformer=Joined()).parse


def bare_write(target: Path, data: bytes) -> Callable[[], object]:
    """Return a job that writes a file durably and does nothing else: temporary file, fsync, rename, fsync of the folder."""

    def write() -> None:
        temporary = target.with_suffix(".bare")
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        handle = os.open(target.parent, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)

    return write
