"""How strong each game's `hard` is, in one table: `python -m tests.bench.strength [GAMES [GAME …]]`.

Against itself at an earlier commit: two processes, one with that commit, play the same game in step, each orders for half of the seats
(changing places from game to game), and both resolve all orders. Vector Rally is younger: its `hard` plays its `medium`. A game
is won by the half whose car (or pair) is first; half a win for one shared. The interval is that of 95% by Wilson. And against the best
play that can be computed: `best_play.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gm_tools.core.paths import folder
from gm_tools.games.tac.board import LETTERS
from tests.bench.best_play import BEST
from tests.bench.nascar_race import EARLIER, HERE, unpack
from tests.bench.tac_bots import wilson

PLAYER = """
import json, sys
sys.path.insert(0, sys.argv[1])
from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.games import find
for line in sys.stdin:
    job = json.loads(line)
    game, draws = find(job["game"]), Seeded(bytes.fromhex(job["seed"]))
    seats = [Seat(mark, name) for mark, name in job["seats"]]
    position = game.setup(game.parse_board(job["board"]), seats, job["options"], draws)
    while not game.is_over(position):
        asked = list(game.awaited(position))
        bots = {seat: job["bots"].get(seat) for seat in asked}
        own = {seat: game.bot(game.view(position, seat), seat, bot, draws) for seat, bot in bots.items() if bot}
        print(json.dumps({"asked": asked, "own": {seat: game.format_order(order) for seat, order in own.items()}}), flush=True)
        orders = {seat: game.parse_order(text) for seat, text in json.loads(sys.stdin.readline()).items()}
        position = game.resolve(position, orders, draws, ()).position
    print(json.dumps({"won": [one.seat for one in game.standings(position) if one.place == 1]}), flush=True)
"""
# Track, seats and options of the duels; TAC's partners sit opposite.
DUELS: dict[str, tuple[tuple[str, ...], str, dict[str, Any]]] = {
    "nascar": (("dust-bowl", "fox-hollow", "penny-egg", "thunder-bank"), "ACDEFG", {"laps": 1}),
    "tacara": (("harbour_ring", "lighthouse_bay", "quarry_twist"), "ACDEFG", {}),
    "monza": (("cliff_road", "pine_oval", "willow_bends"), "RY", {}),
    "tac": (("four-seats",), LETTERS[4], {"variant": "pairs4"}),
    "rally": (("envelope", "goat_path", "kidney_bean", "switchback_pass"), "ABCD", {}),
}
YOUNGER = ("rally",)  # than the earlier commit


class Player:
    """A process that plays with the code of one folder."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(root)],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, what: object) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        """Return what the process says next."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())


def play(players: Sequence[Player], job: Mapping[str, Any], bots: Sequence[Mapping[str, str]]) -> list[str]:
    """Play one game and return the seats that won."""
    for player, own in zip(players, bots, strict=True):
        player.tell({**job, "bots": own})
    while True:
        said = [player.hear() for player in players]
        if "won" in said[0]:
            assert said[0] == said[-1], "the two have come to different ends"
            return list(said[0]["won"])
        assert all(one["asked"] == said[0]["asked"] for one in said), "the two are in different positions"
        orders = {seat: text for one in said for seat, text in one["own"].items()}
        for player in players:
            player.tell(orders)


def duel(name: str, games: int, earlier: Path) -> tuple[str, float]:
    """Return whom `hard` played, and the games that it won."""
    tracks, marks, options = DUELS[name]
    roots, rivals = ([HERE], ["medium"]) if name in YOUNGER else ([HERE, earlier], ["hard"])
    players = [Player(root) for root in roots]
    won = 0.0
    for number in range(games):
        track = tracks[number // 2 % len(tracks)]
        board = (folder("tracks") / name / f"{track}.txt").read_text(encoding="utf-8")
        half = [mark for at, mark in enumerate(marks) if (at + number) % 2 == 0]
        job = {
            "game": name,
            "seed": (number // 2).to_bytes(32, "big").hex(),
            "board": board,
            "seats": [(mark, f"Player {mark}") for mark in marks],
            "options": options,
        }
        own = dict.fromkeys(half, "hard")
        others = {mark: rivals[0] for mark in marks if mark not in half}
        winners = Counter(
            seat in half for seat in play(players, job, [{**own, **others}] if len(players) == 1 else [own, others])
        )
        won += winners[True] / winners.total()
    for player in players:
        player.process.terminate()
        player.process.wait()
    return "its medium" if name in YOUNGER else f"hard of {EARLIER}", won


def rows(games: int, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| game | `hard` against | wins | interval | against the best that can be computed |"
    yield "|---|---|---|---|---|"
    with tempfile.TemporaryDirectory() as scratch:
        unpack(EARLIER, Path(scratch))
        for name in names:
            rival, won = duel(name, games, Path(scratch))
            low, high = wilson(won, games)
            yield f"| {name} | {rival} | {won:g} of {games} | {low:.0%} to {high:.0%} | {BEST[name](games)} |"


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for row in rows(games, sys.argv[2:] or list(DUELS)):
        print(row, flush=True)


if __name__ == "__main__":
    main()
