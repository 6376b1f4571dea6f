"""The sandbox: all seats played on over several turns, from a snapshot, to see what could come. Nothing in it is the game.

A game in the sandbox is a list of steps from the snapshot's position, each with the orders of its seats and the way in which chance
fell: so it fits into a link. What a player pasted of a private message is never part of it.
"""

from __future__ import annotations

from itertools import islice
from json import loads
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Lines
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.page.parts import parts, seats_data
from gm_tools.reports.report import Scene, turn_report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.core.draws import Branch
    from gm_tools.core.events import Event
    from gm_tools.table.snapshot import Snapshot

MOST_BRANCHES = 200  # ways of chance that are looked at in one turn
MOST_STEPS = 60


class Sandbox:
    """A snapshot that is played on: `table` is it at the step that is shown."""

    def __init__(self, table: Snapshot) -> None:
        self._first = table
        self.table = table
        self._shown: list[tuple[Snapshot, tuple[Event, ...]]] = [(table, ())]
        self._at = 0

    def run(self, command: str) -> dict[str, Any]:
        """Carry out a command and return what is to be shown; raise InputError for one that cannot be.

        `{"go": "to", "step": 2}` goes to a step that was played; `{"go": "on", "orders": {…}, "chance": …}` plays one turn, the seats
        without an order being played by the bots. `chance` is a seed in hex digits (drawn), a number (that way of chance), or null:
        then all ways are returned, and nothing is played.
        """
        wanted = loads(command)
        if wanted["go"] == "to":
            self._at = max(0, min(int(wanted["step"]), len(self._shown) - 1))
        else:
            ways = self._play(wanted["orders"], wanted["chance"])
            if ways is not None:
                return {"ways": ways}
        self.table, events = self._shown[self._at]
        return self._told(events)

    def _play(self, given: Mapping[str, str], chance: str | int | None) -> list[dict[str, Any]] | None:
        table = self._shown[self._at][0]
        game, position = table.game, table.position
        if game.is_over(position):
            raise InputError(_("the game is over"))
        if self._at >= MOST_STEPS:
            raise InputError(_("the sandbox goes {n} turns ahead at most", n=MOST_STEPS))
        orders = {seat: self._order(seat, given.get(seat, "")) for seat in game.awaited(position)}
        if isinstance(chance, str):
            resolution = game.resolve(position, orders, Seeded(bytes.fromhex(chance)), ())
        else:
            ways = list(islice(fork(lambda draws: game.resolve(position, orders, draws, ())), MOST_BRANCHES))
            if chance is None:
                return [self._way(number, way) for number, way in enumerate(ways)]
            resolution = ways[chance % len(ways)].outcome
        after = table._replace(position=resolution.position, turn=table.turn + 1)
        self._at += 1
        self._shown[self._at :] = [(after, tuple(resolution.events))]
        return None

    def _order(self, seat: str, text: str) -> Any:
        """Return the order of a seat from its text, or a bot's if there is none."""
        table = self._shown[self._at][0]
        game, position = table.game, table.position
        if not text.strip():
            view = game.view(position, seat)
            return game.bot(view, seat, "easy", Seeded(bytes(32)))
        order = game.parse_order(text)
        if isinstance(order, Problem):
            raise InputError(f"{seat}: {order.message}")
        problems = game.check(position, seat, order)
        if problems:
            raise InputError(f"{seat}: {problems[0].message}")
        return order

    def _way(self, number: int, way: Branch) -> dict[str, Any]:
        """Return a way in which chance can fall: its probability, and what is news in it."""
        table = self._shown[self._at][0]
        lines = _event_lines(table, way.outcome.position, way.outcome.events)
        return {"number": number, "chance": float(way.probability), "lines": lines}

    def _told(self, events: tuple[Event, ...]) -> dict[str, Any]:
        table = self.table
        scene = Scene(table.name, table.game, table.seats, table.viewer)
        report = turn_report(scene, table.turn, table.position, events)
        return {
            "title": table.game.headline(table.position),
            **parts(report, "sandbox")._asdict(),
            "seats": seats_data(report),
            "over": report.data["over"],
            "step": self._at,
            "steps": len(self._shown) - 1,
        }


def _event_lines(table: Snapshot, after: Any, events: tuple[Event, ...]) -> list[str]:
    """Return what happens in words."""
    blocks = table.game.turn_blocks(events, table.game.view(after, table.viewer))
    return [
        line
        for block in blocks
        if isinstance(block, Lines) and block.title == _("What happened")
        for line in block.lines
    ]
