"""Every end of a Nascar turn at speed 12, against walking every order: `python tests/bench/nascar_reach.py`.

In time of the processor, so that what else runs does not count. Medians over tiles spread over each shipped track, each car heading where the road goes on longest. `walking` carries out every legal
order by the rulebook, on one tile of one track.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from collections.abc import Callable, Iterator

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.nascar.bots.search import Search, walk
from gm_tools.games.nascar.position import Position

PLACES = 16  # tiles of each track
REPEATED = 7


def spread(track: str, speed: int = 12) -> Iterator[Position]:
    """Yield positions with one car at full speed on tiles spread over a track."""
    game = find("nascar")
    board = game.parse_board((folder("tracks") / "nascar" / f"{track}.txt").read_text(encoding="utf-8"))
    position = game.setup(board, [Seat("A", "Alice")], {}, Seeded(bytes(32)))
    tiles = [index for index, glyph in enumerate(position.tiles) if glyph != " "]
    for at in tiles[:: len(tiles) // PLACES]:

        def free(heading: int, at: int = at) -> tuple[int, int]:
            here, count = at, 0
            while position.tiles[here + board.steps[heading]] != " ":
                here, count = here + board.steps[heading], count + 1
            return count, -board.distances.get(at + board.steps[heading], 0)

        car = position.cars[0]._replace(at=at, heading=max(range(8), key=free), speed=speed)
        yield position._replace(cars=(car,))


def jobs() -> dict[str, Callable[[], object]]:
    """Return the search and the walk, both for the same car on the straight of Thunder Bank."""
    game = find("nascar")
    board = game.parse_board((folder("tracks") / "nascar" / "thunder-bank.txt").read_text(encoding="utf-8"))
    position = game.setup(board, [Seat("A", "Alice")], {}, Seeded(bytes(32)))
    fast = position._replace(cars=(position.cars[0]._replace(speed=12),))
    return {"ours": lambda: Search(fast, "A"), "walking": lambda: walk(fast, "A")}


def measure(job: Callable[[], object], runs: int) -> float:
    """Return the median seconds of a job."""
    times = []
    for _ in range(runs):
        begin = process_time()
        job()
        times.append(process_time() - begin)
    return median(times)


def main() -> None:
    """Print medians of each track, and the ratio to walking."""
    print("Every end of a turn at speed 12, all rules:")
    for track in sorted(path.stem for path in (folder("tracks") / "nascar").glob("*.txt")):
        figures, ends = [], []
        for position in spread(track):
            figures.append(measure(lambda position=position: Search(position, "A"), REPEATED))  # type: ignore[misc]
            ends.append(sum(1 for _ in Search(position, "A").outcomes()))
        slowest = f"at most {max(figures) * 1e3:.2f} ms"
        print(f"  {track:14}{median(figures) * 1e3:8.2f} ms ({slowest}), {median(ends):.0f} ends (at most {max(ends)})")
    pair = jobs()
    ours, walking = measure(pair["ours"], 15), measure(pair["walking"], 1)
    print(f"  start of thunder-bank: {ours * 1e3:.2f} ms, walking {walking * 1e3:.0f} ms, ratio {walking / ours:.0f}")


if __name__ == "__main__":
    main()
