"""Are the shipped tracks fair and fun? `python tests/bench/tracks.py [TRACK…]` prints a table of `gm simulate` for each of them.

Half an hour on two idle cores. What is done is kept in the folder `build/tracks` (or the one that `--keep` names).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from gm_tools.games import find
from gm_tools.simulate.verdict import number, share_of


class Run(NamedTuple):
    """What is played on a track."""

    track: str
    games: int
    bots: str = "hard"
    option: str = ""


RUNS = (
    *(
        Run(track, 100)
        for track in ("dust-bowl", "fox-hollow", "grand-prairie", "penny-egg", "rattlesnake", "thunder-bank")
    ),
    # Drivers who all know the way to the end of it follow one another home: a field of players is a mixed one.
    *(
        Run(track, 100, bots)
        for track in ("harbour_ring", "lighthouse_bay", "quarry_twist")
        for bots in ("hard", "hard,medium,easy")
    ),
    *(Run(track, 600) for track in ("cliff_road", "pine_oval", "willow_bends")),
    Run("four-seats", 400),
    Run("six-seats", 400, option="variant=pairs6"),
)
HEAD = (
    "track",
    "games",
    "bots",
    "slots that win most and least (even)",
    "lead changes",
    "decided late",
    "length",
    "mishaps",
    "verdict",
)


def main() -> None:
    """Play what is not yet played, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tracks", nargs="*", metavar="TRACK")
    parser.add_argument("--keep", type=Path, default=Path("build/tracks"), metavar="DIR")
    parser.add_argument("--games", type=int, default=1_000_000, metavar="N", help="at most so many on each")
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    print("| " + " | ".join(HEAD) + " |")
    print("|---" * len(HEAD) + "|")
    for run in RUNS:
        if not given.tracks or run.track in given.tracks:
            played = run._replace(games=min(run.games, given.games))
            print("| " + " | ".join(row(played, simulate_track(played, given.keep))) + " |", flush=True)


def simulate_track(run: Run, folder: Path) -> dict[str, Any]:
    """Return what `gm simulate` says of a track."""
    words = ["--track", run.track, "--games", str(run.games), "--bot", run.bots]
    words += ["--option", run.option] if run.option else []
    name = f"{run.track}-{run.bots}".replace(",", "-")
    words += ["--resume", str(folder / f"{name}.jsonl"), "--plot", str(folder / f"{name}.svg"), "--json"]
    done = subprocess.run([sys.executable, "-m", "gm_tools", "simulate", *words], stdout=subprocess.PIPE, check=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def row(run: Run, found: dict[str, Any]) -> tuple[str, ...]:
    """Return a line of the table."""
    slots = sorted(found["by_slot"], key=lambda wins: -wins["share"])
    shown = f"{slots[0]['name']}: {share_of(slots[0]['share'])}, {slots[-1]['name']}: {share_of(slots[-1]['share'])}"
    figures = found["figures"]
    tally = find(found["game"]).tally
    assert tally is not None
    mishaps = ", ".join(
        f"{number(figures[count.name]['mean'])} {count.title}"
        for count in tally().counts
        if count.name in tally().mishaps
    )
    verdict = {"yes": "fair", "nearly": "fair enough", "no": "not fair", "unknown": "?"}[found["verdict"]["fair"]]
    fun = {"yes": "fun", "no": "not much fun", "unknown": "?"}[found["verdict"]["fun"]]
    lead, turns = figures["leads"], figures["turns"]
    return (
        f"`{run.track}`" + (f" ({run.option})" if run.option else ""),
        str(found["games"]),
        run.bots,
        f"{shown} ({share_of(slots[0]['even'])})",
        f"{number(lead['mean'])} ± {number(lead['mean'] - lead['low'])}",
        share_of(found["late"]["share"]),
        f"{number(turns['quartiles'][1])} {tally().unit}",
        mishaps,
        f"{verdict}, {fun}",
    )


if __name__ == "__main__":
    main()
