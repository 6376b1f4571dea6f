"""Golden playthroughs: a game of each kind as a text that a person can read, `tests/GAME/playthrough.txt`.

`python -m tests.playthrough` plays every one of `GOLDEN` by bots that has no file yet and writes it; `python -m tests.playthrough NAME` writes
that one anew, with the orders that stand in it if it is there. The tests carry out the orders in the file and compare all that follows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import ndiff
from pathlib import Path
from typing import Any, NamedTuple

from gm_tools.core.blocks import Lines
from gm_tools.core.draws import Seeded
from gm_tools.core.events import GM, PUBLIC, Event, view_events
from gm_tools.core.game import Game
from gm_tools.core.toml import format_toml
from gm_tools.games import find
from gm_tools.render.text import render
from gm_tools.reports.base import Report
from tests.ground import GROUNDS, Sample
from tests.samples import start

TURNS = 20
VIEWED = 6  # of so many turns the first two (a deal, a swap) are shown as players see them, too
SEED = bytes(range(32))
ORDER = re.compile(r"^(?P<seat>\S+) orders: (?P<text>.*)$", re.MULTILINE)


class Golden(NamedTuple):
    """A game that is played through at a table, and the file that it stands in."""

    game: str
    sample: Sample
    file: Path


HERE = Path(__file__).parent
GOLDEN = {name: Golden(name, one.samples[0], HERE / name / "playthrough.txt") for name, one in GROUNDS.items()}
# Twenty turns show no end: a race of one lap does, with places and winner.
_ONE_LAP = GROUNDS["nascar"].samples[0]._replace(track="penny-egg", options={"laps": 1})
GOLDEN["finish"] = Golden("nascar", _ONE_LAP, HERE / "nascar" / "finish.txt")


def choose_by_bots(name: str) -> Callable[[Any, int], Mapping[str, Any]]:
    """Return what gives every awaited seat the order of a bot, all strengths in turn."""
    game = find(name)

    def choose(position: Any, turn: int) -> Mapping[str, Any]:
        return {
            seat: game.bot(game.view(position, seat), seat, ("easy", "medium", "hard")[(turn + at) % 3], Seeded(SEED))
            for at, seat in enumerate(game.awaited(position))
        }

    return choose


def choose_from(name: str, text: str) -> Callable[[Any, int], Mapping[str, Any]]:
    """Return what gives the orders that stand in a playthrough, which are parsed and checked anew."""
    game = find(name)
    turns = text.split("\n# Turn ")[1:]

    def choose(position: Any, turn: int) -> Mapping[str, Any]:
        orders = {found["seat"]: game.parse_order(found["text"]) for found in ORDER.finditer(turns[turn])}
        assert set(orders) == set(game.awaited(position)), f"turn {turn + 1}"
        for seat, order in orders.items():
            assert game.check(position, seat, order) == (), f"turn {turn + 1}, {seat}"
        return orders

    return choose


def play_through(golden: Golden, choose: Callable[[Any, int], Mapping[str, Any]]) -> str:
    """Return a game as text: the set-up, then for each turn orders, draws, the game master's report, and what is on record."""
    return "\n".join(_chapters(golden, choose)).replace("\n\n\n", "\n\n") + "\n"


def _chapters(golden: Golden, choose: Callable[[Any, int], Mapping[str, Any]]) -> Iterator[str]:
    game, sample = find(golden.game), golden.sample
    seats = ", ".join(":".join(filter(None, (seat.mark, seat.player, seat.extra))) for seat in sample.seats)
    yield f"# {game.title}: {seats}; options {dict(sample.options)}"
    position = start(game.name, sample, SEED)
    yield _text(render(Report("setup", "", game.turn_blocks((), position), {})))
    for turn in range(TURNS):
        if game.is_over(position):
            yield "# The game is over."
            return
        orders = choose(position, turn)
        draws = Seeded(SEED)
        events, after = game.resolve(position, orders, draws, ())
        yield f"\n# Turn {turn + 1}: {game.headline(after)}\n"
        yield from (f"{seat} orders: {game.format_order(order)}" for seat, order in orders.items())
        yield from (f"draws {draw.label}: {draw.value}" for draw in draws.taken)
        yield from _report(game, events, after, GM)
        if turn % VIEWED < 2:
            yield from _views(game, sample, events, after)
        yield "\nevents: " + ", ".join(" ".join((event.kind, *event.seats)) for event in view_events(events, GM))
        yield from (f"place {one.place or '-'}: {one.seat} {dict(one.figures)}" for one in game.standings(after))
        position = after


def _views(game: Game[Any, Any, Any], sample: Sample, events: Sequence[Event], after: Any) -> Iterator[str]:
    """Yield how what everybody and the first player see of a turn differs from what the game master sees.

    Lines of the report that are kept from them have a minus, those of the position a plus as they have them.
    """
    whole, known = _report(game, events, after, GM), _position(game, after, GM)
    for viewer in (PUBLIC, sample.seats[0].mark):
        report, position = _report(game, events, after, viewer), _position(game, after, viewer)
        lines = [line for line in ndiff(whole, report) if line[0] in "+-" and line[1:].strip()]
        lines += [line for line in ndiff(known, position) if line[0] == "+"]
        if lines:
            yield "\n".join((f"\nseen by {viewer}", *lines))


def _report(game: Game[Any, Any, Any], events: Sequence[Event], after: Any, viewer: str) -> list[str]:
    """Return a viewer's report of a turn, as lines."""
    blocks = game.turn_blocks(view_events(events, viewer), game.view(after, viewer))
    return _text(render(Report("turn", "", tuple(b for b in blocks if not isinstance(b, Lines) or b.lines), {}))).split(
        "\n"
    )


def _position(game: Game[Any, Any, Any], after: Any, viewer: str) -> list[str]:
    """Return a viewer's position as it is written, as lines; of a row of what is hidden, how much it is."""
    text = format_toml({"position": game.dump_position(game.view(after, viewer))})
    return re.sub(r'"\?"(, "\?")+', lambda row: f"{row[0].count('?')} of ?", text).splitlines()


def _text(text: str) -> str:
    """Return a text without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def main(names: list[str]) -> None:
    """Write the playthroughs named, or those that have no file."""
    for golden in [GOLDEN[name] for name in names] or [one for one in GOLDEN.values() if not one.file.exists()]:
        game, path = golden.game, golden.file
        choose = choose_from(game, path.read_text(encoding="utf-8")) if path.exists() else choose_by_bots(game)
        path.write_text(play_through(golden, choose), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
