"""Luck: what was drawn against what was to be expected, a seat and the whole table, with exact chances.

Each turn is carried out again with the draws on record, so that it shows what could have been drawn each time, and how
likely it was. What stays hidden is left out until the game is over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.core.draws import Draw, Recorded
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.text import decimal, percent
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, shown_value
from gm_tools.table import Table, Turn, read_turn
from gm_tools.table.carry_out import carry_out
from gm_tools.table.table_file import marks_of

T = TypeVar("T")


class WeighedDraw(NamedTuple):
    """One draw that could have come out in several ways.

    `seat` is whose it was ("": nobody's), `value` what came, `ways` how likely each way was.
    """

    kind: str
    seat: str
    value: str
    ways: tuple[tuple[str, Fraction], ...]


class Luck(NamedTuple):
    """How often an outcome of a kind of draw came to a seat ("": to the whole table).

    It came `drawn` times in so many `draws`, and was `expected` so often. `chance` is the probability of a count as far
    from the expected one, or farther, in either direction.
    """

    seat: str
    kind: str
    outcome: str
    drawn: int
    draws: int
    expected: float
    chance: float


class _Weighing(Recorded):
    """Draws on record that note what else could have been drawn."""

    def __init__(self, taken: Iterable[Draw], marks: Sequence[str]) -> None:
        super().__init__(taken)
        self._marks = marks
        self.chances: list[WeighedDraw] = []

    def _note(self, kind: str, label: str, value: Any, names: Sequence[Any], weights: Sequence[int] | None) -> None:
        seat = next((part for part in label.split("/") if part in self._marks), "")
        odds = list(weights) if weights is not None else [1] * len(names)
        ways: defaultdict[str, Fraction] = defaultdict(Fraction)
        for name, weight in zip(names, odds, strict=True):
            ways[shown_value(name)] += Fraction(weight, sum(odds))
        self.chances.append(WeighedDraw(kind, seat, shown_value(value), tuple(ways.items())))

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        value = super().pick(kind, label, choices, weights)
        self._note(kind, label, value, choices, weights)
        return value

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        value = super().roll(kind, label, faces, count)
        for face in value:
            self._note(kind, label, face, faces, None)
        return value


def weigh_turn(table: Table, turn: Turn) -> list[WeighedDraw]:
    """Return the draws of a turn with what else could have been drawn.

    There are none for the set-up and for what stays hidden.
    """
    if turn.before is None or turn.record.amendment or not turn.record.draws:
        return []
    game = table.game
    orders = {row.seat: game.parse_order(row.canonical) for row in turn.record.orders if row.canonical}
    if any(isinstance(order, Problem) for order in orders.values()):
        return []
    missed = tuple(row.seat for row in turn.record.orders if row.missed)
    draws = _Weighing(turn.record.draws, marks_of(table.seats))
    carry_out(game, turn.before, orders, missed, draws)
    shut = () if game.is_over(table.position) else game.hidden_draws
    return [chance for chance in draws.chances if chance.kind not in shut]


def count_luck(chances: Iterable[WeighedDraw]) -> list[Luck]:
    """Return how often each outcome came and was expected, for each seat and for the whole table."""
    groups: defaultdict[tuple[str, str], list[WeighedDraw]] = defaultdict(list)
    for chance in chances:
        for seat in {"", chance.seat}:
            groups[chance.kind, seat].append(chance)
    rows = []
    for (kind, seat), drawn in sorted(groups.items()):
        for outcome in dict.fromkeys(name for chance in drawn for name, __ in chance.ways):
            odds = [dict(chance.ways).get(outcome, Fraction(0)) for chance in drawn]
            count = sum(chance.value == outcome for chance in drawn)
            expected = float(sum(odds))
            rows.append(Luck(seat, kind, outcome, count, len(drawn), round(expected, 3), _tail(odds, count)))
    return rows


def _tail(odds: Sequence[Fraction], count: int) -> float:
    """Return the probability that so many independent draws come out as far from what is expected as `count`.

    Those that come out farther count, too.

    >>> _tail([Fraction(1, 2)] * 4, 4)
    0.125
    """
    row = [1.0]
    for chance in map(float, odds):
        row = [a * (1 - chance) + b * chance for a, b in zip([*row, 0.0], [0.0, *row], strict=True)]
    expected = float(sum(odds))
    far = abs(count - expected) - 1e-9
    return round(min(1.0, sum(chance for at, chance in enumerate(row) if abs(at - expected) >= far)), 4)


def luck_data(table: Table, turn: Turn) -> list[dict[str, Any]]:
    """Return the luck of a turn for programs, a line a seat, kind and outcome."""
    return [row._asdict() for row in count_luck(weigh_turn(table, turn))]


def luck_report(table: Table, watch: Callable[[int, int], None] = lambda _done, _of: None) -> Report:
    """Return what was drawn at a table so far against what was to be expected."""
    chances: list[WeighedDraw] = []
    for turn in range(1, table.turn + 1):
        watch(turn, table.turn)
        chances += weigh_turn(table, read_turn(table, turn))
    rows = count_luck(chances)
    players = {seat.mark: seat.player for seat in table.seats}
    words = table.game.draw_words

    def put_in_words(name: str, otherwise: str) -> str:
        return _(words[name]) if name in words else otherwise

    grids = []
    for kind in dict.fromkeys(row.kind for row in rows):
        cells = tuple(
            (
                f"{players[row.seat]} ({row.seat})" if row.seat else _("everybody"),
                put_in_words(f"{kind} {row.outcome}", row.outcome),
                str(row.drawn),
                decimal(row.expected),
                str(row.draws),
                percent(row.chance, ".1f"),
            )
            for row in rows
            if row.kind == kind
        )
        right = [Column(title, right=True) for title in (_("Drawn"), _("Expected"), _("Draws"), _("Chance"))]
        grids.append(Grid(put_in_words(kind, kind), (Column(_("Whose")), Column(_("Outcome")), *right), cells))
    note = _("Chance: how likely it is for a count to be at least this far from the expected one, in either direction.")
    lines = (note,) if rows else (_("Nothing has been drawn so far that could be compared."),)
    data = {"table": table.name, "turn": table.turn, "luck": [row._asdict() for row in rows]}
    return Report("luck", _("{table}: luck", table=table.name), (*grids, Lines("", lines)), data)
