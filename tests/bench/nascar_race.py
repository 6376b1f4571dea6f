"""A race of 20 hard bots against the same at an earlier commit: `python tests/bench/nascar_race.py [COMMIT]`.

The commit is unpacked into a scratch folder. Both race in turn, each in a process of its own, in time of the processor; the ratio is of
the time for a decision, for the races are not the same.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[2]
EARLIER = "a5d416b"
RUNS = 3
RACE = """
import sys
from time import process_time
sys.path.insert(0, sys.argv[1])
from gm_tools.core.draws import Seeded
from gm_tools.games import find
from tests.bench.run import SEATS, oval
game, draws, decisions, begin = find("nascar"), Seeded(bytes(32)), 0, process_time()
position = game.setup(game.parse_board(oval()), SEATS, {"laps": int(sys.argv[2])}, draws)
while not game.is_over(position):
    orders = {seat: game.bot(game.view(position, seat), seat, "hard", draws) for seat in game.awaited(position)}
    decisions += len(orders)
    position = game.resolve(position, orders, draws, ()).position
spent = process_time() - begin
print(spent, decisions)
"""


def unpack(commit: str, folder: Path) -> None:
    """Write a commit's files into a folder."""
    packed = subprocess.run(["git", "archive", commit], cwd=HERE, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def race(root: Path, laps: int) -> tuple[float, int]:
    """Return the seconds and the decisions of one race."""
    command = [sys.executable, "-c", RACE, str(root), str(laps)]
    shown = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.split()
    return float(shown[0]), int(shown[1])


def main() -> None:
    """Print both, and the ratio."""
    commit = sys.argv[1] if len(sys.argv) > 1 else EARLIER
    with tempfile.TemporaryDirectory() as name:
        unpack(commit, Path(name))
        roots = {commit: Path(name), "now": HERE}
        found: dict[str, list[tuple[float, int]]] = {key: [] for key in roots}
        for _ in range(RUNS):
            for key, root in roots.items():
                found[key].append(race(root, 3))
        each = {key: median(seconds / count for seconds, count in races) for key, races in found.items()}
        for key, races in found.items():
            seconds = median(seconds for seconds, _ in races)
            print(f"  {key:8}{seconds:7.2f} s, {races[0][1]} decisions, {each[key] * 1e3:.2f} ms each")
        print(f"  {each[commit] / each['now']:.2f} times as fast")


if __name__ == "__main__":
    main()
