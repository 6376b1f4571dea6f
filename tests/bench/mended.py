"""What becomes of an order with one slip of the pen: `python tests/bench/mended.py [COUNT [GAME…]]`, 10,000 of each game.

Random legal orders in random positions of every edition, each with one sign dropped, doubled, swapped with the next one, a
wrong bracket, or a neighbouring key. The same seed gives the same orders.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_tools.core.sheets import parse_part
from gm_tools.games import NAMES, find
from gm_tools.games.monza.check import canonical as name_lanes
from gm_tools.games.tac.check import find_legal
from gm_tools.games.tacara.check import canonical as name_steps
from tests.mutants import Mutant, mutants

SEED = 11
KINDS = ("read as meant", "another legal order", "mended as meant", "mended otherwise", "no suggestion")


def meaning(name: str, mutant: Mutant, text: str) -> str:
    """Return what an order comes to as canonical text: lanes, gears and destinations that may be left out are named."""
    order: Any = find(name).parse_order(text)
    match name:
        case "monza":
            return name_lanes(mutant.position, mutant.seat, order)
        case "tacara":
            return find(name).format_order(name_steps(mutant.position, mutant.seat, order))
        case "tac":
            ruling = find_legal(mutant.position, order, mutant.position.number(mutant.seat))
            return repr(ruling and (ruling.use.action, ruling.use.cells))
    return find(name).format_order(order)


def outcome(name: str, mutant: Mutant) -> str:
    """Return what becomes of a mutant, one of KINDS; assert that what is suggested is legal."""
    game = find(name)
    original = meaning(name, mutant, mutant.original)
    verdict = parse_part(game, mutant.text).judge(mutant.position, mutant.seat)
    if verdict.is_legal:
        return KINDS[0] if meaning(name, mutant, mutant.text) == original else KINDS[1]
    for suggestion in dict.fromkeys(problem.suggestion for problem in verdict.problems if problem.suggestion):
        order = game.parse_order(suggestion)
        assert not game.check(mutant.position, mutant.seat, order), (mutant, suggestion)
        return KINDS[2] if meaning(name, mutant, suggestion) == original else KINDS[3]
    return KINDS[4]


def main() -> None:
    """Print a line of the table for each game."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(f"| game | {' | '.join(KINDS)} | slowest |\n|---|{'---|' * (len(KINDS) + 1)}")
    for name in sys.argv[2:] or NAMES:
        found: Counter[str] = Counter()
        slowest = 0.0
        find(name).parse_order("?")  # the first fault loads what explains it
        for mutant in mutants(name, SEED, count):
            begun = perf_counter()
            found[outcome(name, mutant)] += 1
            slowest = max(slowest, perf_counter() - begun)
        shares = " | ".join(f"{found[kind] / count:.1%}" for kind in KINDS)
        print(f"| {name} | {shares} | {slowest * 1000:.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
