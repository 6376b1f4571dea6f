"""What a game still lacks before it can be shipped, in sentences: `python -m tests.new_game [GAME]`.

A game is a folder, `gm_tools/games/GAME`; all else is found by its place. `tests/table/ferry.py` is a whole small game to start from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from gm_tools.core.paths import folder
from gm_tools.games import NAMES, find
from gm_tools.simulate.setup import RANDOM
from tests.catalogue import PACKAGE, extract, load, paths
from tests.ground import find_ground
from tests.playthrough import GOLDEN

TOP = Path(__file__).parent.parent


def missing_parts(name: str) -> list[str]:
    """Return a sentence for each thing that a game lacks; none for a game that is complete."""
    return list(_missing(name))


def _missing(name: str) -> Iterator[str]:
    if not (folder("grammars") / f"{name}.lark").is_file():
        yield f"{name} has no grammar of its orders: grammars/{name}.lark."
    if not any((folder("tracks") / name).glob("*.txt")):
        yield f"{name} has no board: tracks/{name}/NAME.txt."
    if not any((TOP / "tests" / "cases" / name).glob("*.toml")):
        yield f"{name} has no case files: tests/cases/{name}/NAME.toml."
    if not any(f'game = "{name}"' in path.read_text(encoding="utf-8") for path in TOP.glob("turns/*/table.toml")):
        yield f"{name} has no example table: turns/TABLE, made by gm new and gm resolve."
    if find_ground(name) is None:
        yield f"{name} has no tests/{name}/ground.py with SAMPLES, SIMULATION_TRACK and COVERAGE (see another game's)."
    elif not GOLDEN[name].file.is_file():
        yield f"{name} has no golden playthrough: run python -m tests.playthrough {name}."
    game = find(name)
    if not any(option.name == "missing_orders" for option in game.options):
        yield f"{name} has no option missing_orders: what becomes of a seat that missed its turn."
    if game.tally is None:
        yield f"{name} has no statistics: Game.tally, which gm simulate counts by (bots of strength {RANDOM!r} need nothing)."


def untranslated_games() -> dict[str, set[str]]:
    """Return the games of which nothing is translated yet, each with its messages: they are shown in English."""
    said = {
        name: {str(one.id) for one in extract(PACKAGE / "games" / name) if one.id}
        - {str(one.id) for other in NAMES if other != name for one in extract(PACKAGE / "games" / other)}
        for name in NAMES
    }
    translated = {str(one.id) for path in paths() for one in load(path) if one.id}
    return {name: messages for name, messages in said.items() if messages and not messages & translated}


def main(names: list[str]) -> int:
    """Print what the games named (or all) lack, and return the exit status."""
    lines = [line for name in names or NAMES for line in missing_parts(name)]
    for name, messages in untranslated_games().items():
        lines.append(f"{name} is not translated: its {len(messages)} messages are shown in English.")
    print("\n".join(lines) or "Nothing is missing.")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
