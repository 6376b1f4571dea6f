"""The sandbox: all seats played on over several turns, from a snapshot, to see what could come.

Nothing in it is the game. A game in the sandbox is a list of steps from the snapshot's position, each with the orders
of its seats and the way in which chance fell: so it fits into a link. What a player pasted of a private message is
never part of it. Hands that are not known are drawn before the first of these turns, and lie open to whoever plays
their seats from then on: they are made up.
"""

from __future__ import annotations

from itertools import islice
from json import loads
from typing import TYPE_CHECKING, Any, TypeVar

from gm_tools.core.draws import Seeded, fork_merged
from gm_tools.core.i18n import _
from gm_tools.core.labels import without_label
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.sheets import Verdict, parse_sheet, spread
from gm_tools.core.tuples import NamedTuple
from gm_tools.page.foreseen import foresee_means
from gm_tools.page.parts import current_report, lines_of, parts, seats_data
from gm_tools.reports.deeds import Deed, deeds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.reports.base import Report
    from gm_tools.table.snapshot import Snapshot

T = TypeVar("T")

MOST_BRANCHES = 100  # ways of chance that are looked at in one turn
MOST_STEPS = 60


class Chosen(Seeded):
    """Draws of a seed, except for those chosen by their labels; a choice that could not be drawn is ignored."""

    def __init__(self, seed: str, values: object) -> None:
        super().__init__(seed.encode())
        self._values: Mapping[str, Any] = values if isinstance(values, dict) else {}

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        """Return the choice that was made, or else one that is drawn."""
        value = self._values.get(label)
        return choices[choices.index(value)] if value in choices else super().pick(kind, label, choices, weights)

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        """Return the dice that were chosen, or else rolled."""
        value = str(self._values.get(label, ""))
        return value if len(value) == count and set(value) <= set(faces) else super().roll(kind, label, faces, count)


class _Shown(NamedTuple):
    """One step of the sandbox: the snapshot after it, and what each seat did last."""

    table: Snapshot
    done: Mapping[str, Deed] = {}


class Sandbox:
    """A snapshot that is played on; `table` is the snapshot at the step that is shown."""

    def __init__(self, table: Snapshot) -> None:
        self.table = table
        self._shown: list[_Shown] = [_Shown(table)]
        self._at = 0

    def run(self, command: str) -> dict[str, Any]:
        """Carry out a command and return what is to be shown; raise InputError for one that cannot be.

        `{"go": "to", "step": 2}` goes to a step that was played; `{"go": "on", "orders": {…}, "seed": …, "draws": {…}}`
        plays one turn, the seats without an order being played by the bots: chance falls as the seed, any text, draws
        it, but for the draws that are given by their labels. With `"hands": {"M": "3 trick"}` seats know what their
        private messages tell. `{"go": "ways", "orders": {…}, "seed": …, "seat": "M"}` plays nothing: it returns what
        chance can make of a seat's turn, each with its draws.
        """
        wanted = loads(command)
        if wanted["go"] == "to":
            self._at = max(0, min(int(wanted["step"]), len(self._shown) - 1))
        else:
            seed = str(wanted.get("seed"))
            begun = self._begin(wanted["orders"], wanted.get("hands", {}), Chosen(seed, None))
            orders = self._orders(begun, wanted["orders"])
            if wanted["go"] == "ways":
                return {"ways": self._ways(begun, orders, wanted["seat"], seed)}
            self._play(begun, orders, Chosen(seed, wanted.get("draws")))
        self.table = self._shown[self._at].table
        return self._tell()

    def _begin(self, given: Mapping[str, str], hands: Mapping[str, str], draws: Chosen) -> Snapshot:
        """Return the table to play the turn on, with what its seats know of their hands, and drawn what nobody knows.

        Raises InputError where there is no turn to play, and for a hand or an order that is impossible.
        """
        table = self._shown[self._at].table
        game, position = table.game, table.position
        if game.is_over(position):
            raise InputError(_("the game is over"))
        if self._at >= MOST_STEPS:
            raise InputError(_("the sandbox goes {n} turns ahead at most", n=MOST_STEPS))
        for seat, text in hands.items():
            known = game.private(position, seat, text) if game.private is not None and text.strip() else position
            if isinstance(known, Problem):
                raise InputError(known.message)
            position = known
        chosen = _read_all(table._replace(position=position), given)
        return table._replace(position=game.draw_unknown(position, chosen, draws))

    def _orders(self, table: Snapshot, given: Mapping[str, str]) -> dict[str, Any]:
        """Return an order for every seat that is awaited: the one that is given, or else a bot's."""
        game, position = table.game, table.position
        chosen = _read_all(table, given)
        return {
            seat: chosen[seat]
            if seat in chosen
            else game.bot(game.view(position, seat), seat, "easy", Seeded(bytes(32)))
            for seat in game.awaited(position)
        }

    def _play(self, table: Snapshot, orders: Mapping[str, Any], draws: Chosen) -> None:
        resolution = table.game.resolve(table.position, orders, draws, ())
        after = table.play_on(resolution.position, resolution.events)
        report = _report(after)
        texts = {seat: table.game.format_order(order) for seat, order in orders.items()}
        done = deeds(report, table.game, texts, self._shown[self._at].done)
        self._at += 1
        self._shown[self._at :] = [_Shown(after, done)]

    def _ways(self, table: Snapshot, orders: Mapping[str, Any], seat: str, seed: str) -> list[dict[str, Any]]:
        """Return what chance can make of a seat's turn, the likeliest first.

        Each way has its probability, its news, and the draws that lead to it.
        """
        game, position = table.game, table.position
        if seat not in orders:
            raise InputError(_("no order is due from {seat}", seat=seat))
        view = game.view(position, seat)
        ways: dict[tuple[str, ...], dict[str, Any]] = {}
        for branch in islice(fork_merged(lambda draws: game.trial(view, seat, orders[seat], draws)), MOST_BRANCHES):
            values = {draw.label: draw.value for draw in branch.draws}
            resolution = game.resolve(position, orders, Chosen(seed, values), ())
            events = tuple(event for event in resolution.events if seat in event.seats)
            blocks = game.turn_blocks(events, game.view(resolution.position, table.viewer))
            lines = tuple(lines_of(blocks, "events"))
            way = ways.setdefault(lines, {"chance": 0.0, "lines": lines, "draws": values})
            way["chance"] += float(branch.probability)
        return sorted(ways.values(), key=lambda way: -way["chance"])

    def _tell(self) -> dict[str, Any]:
        table, done = self._shown[self._at]
        report = _report(table)
        return {
            "turn": table.turn,
            "stage": table.game.headline(table.position),
            **parts(report, "sandbox"),
            "deeds": done,
            "seats": seats_data(report),
            "means": self._foresee(),
            "over": report.data["over"],
            "step": self._at,
            "steps": len(self._shown) - 1,
        }

    def _foresee(self) -> dict[str, Any]:
        """Return the keys and the pad that awaited seats begin with: what stands below them does not move then."""
        game, position = self.table.game, self.table.position
        means = (foresee_means(game, game.view(position, seat), [seat]) for seat in game.awaited(position))
        return {seat: one for each in means for seat, one in each.items()}


def _read_all(table: Snapshot, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the orders that awaited seats are given, by seat, without seats that are given none for this turn."""
    awaited = table.game.awaited(table.position)
    found = {seat: _read(table, seat, given[seat]) for seat in awaited if given.get(seat, "").strip()}
    return {seat: order for seat, order in found.items() if order is not None}


def _read(table: Snapshot, seat: str, text: str) -> Any:
    """Return what a sheet orders for the next turn, None if it orders nothing for it.

    Raises InputError if the order cannot be read or carried out.
    """
    turn = table.turn + 1
    sheet = spread(parse_sheet(table.game, without_label(text, seat, turn)), turn)
    problem, part = sheet.find_problem(turn), sheet.for_turn(turn)
    if problem is None and part is None:
        return None
    verdict = part.judge(table.position, seat) if part is not None and problem is None else Verdict()
    problems = verdict.problems if problem is None else (problem,)
    if problems:
        raise InputError(f"{seat}: {problems[0].message}")
    return verdict.order


def _report(table: Snapshot) -> Report:
    return current_report(table, table.position, table.viewer)
