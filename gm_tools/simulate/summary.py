"""What is shown of a simulation.

These are the verdict, wins by start slot, figures with their intervals, and maps of where it happened.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.tally import HOTTEST, heat_role
from gm_tools.core.text import decimal
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, shown_value
from gm_tools.simulate.figures import FIGURES
from gm_tools.simulate.intervals import Share, Spread, spread
from gm_tools.simulate.setup import dump_setup
from gm_tools.simulate.verdict import number, rate_track, share_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.simulate.play import Series
    from gm_tools.simulate.totals import Totals, Wins


class FigureSpread(NamedTuple):
    """A figure of the games: its name for programs, its title, its values, and whether the seats have it together."""

    name: str
    title: str
    spread: Spread
    per_seat: bool


class WinsTable(NamedTuple):
    """Who won how often: its name for programs, its title, what its rows are, and the rows."""

    name: str
    title: str
    what: str
    rows: tuple[Wins, ...]


def simulation_report(series: Series, sums: Totals) -> Report:
    """Return the report on the games played."""
    setup, game, tally, __ = series
    verdict = rate_track(sums, tally)
    fairness = sums.fairness()
    figures = count_figures(series, sums)
    by_slot, *by_kind = count_wins(sums)
    blocks: list[Block] = [Lines("", _about(series, sums)), Lines(_("Verdict"), verdict.lines)]
    blocks += [_wins_grid(by_slot)] if len(by_slot.rows) > 1 else []
    if fairness is not None:
        chance = ngettext(
            "all slots alike: chi-square {value} with {n} degree of freedom, p = {p}",
            "all slots alike: chi-square {value} with {n} degrees of freedom, p = {p}",
            fairness.degrees,
            value=number(fairness.statistic),
            p=decimal(fairness.p, ".2g"),
        )
        blocks.append(Lines("", (chance,)))
    blocks += [_wins_grid(table) for table in by_kind if table.rows]
    blocks.append(_figure_grid(figures, len(setup.seats)))
    late = sums.late_share()
    if late.of and len(by_slot.rows) > 1:
        shown = _(
            "decided in the last third: {share} of the games ({interval})",
            share=share_of(late.share),
            interval=_interval(late),
        )
        blocks.append(Lines("", (shown,)))
    blocks += heat_maps(series, sums)
    data = {
        "game": setup.game,
        "rules_version": game.version,
        **{key: value for key, value in dump_setup(setup).items() if key not in {"game", "board", "seats"}},
        "seats": [
            {"mark": seat.mark, "extra": seat.extra, "bot": setup.bot_of(at)} for at, seat in enumerate(setup.seats)
        ],
        "games": sums.games,
        "unfinished": sums.open,
        "verdict": {"fair": verdict.fair, "fun": verdict.fun, "reasons": list(verdict.lines[1:])},
        by_slot.name: [_wins_data(wins) for wins in by_slot.rows],
        "fairness": None if fairness is None else fairness._asdict(),
        **{table.name: [_wins_data(wins) for wins in table.rows] for table in by_kind},
        "late": late._asdict(),
        "figures": {one.name: one.spread._asdict() for one in figures},
        "tiles": {name: _tiles_data(series, tiles) for name, tiles in sorted(sums.tiles.items())},
    }
    games = ngettext("{n} game", "{n} games", sums.games)
    return Report("simulate", f"{setup.track} ({setup.game}): {games}", tuple(blocks), data)


def _about(series: Series, sums: Totals) -> tuple[str, ...]:
    setup = series.setup
    bots = ", ".join(setup.bots)
    options = " ".join(f"{key}={shown_value(value)}" for key, value in setup.options.items())
    lines = [
        _("{seats} seats, bots: {bots}, seed {seed!r}", seats=len(setup.seats), bots=bots, seed=setup.seed)
        + (f", {options}" if options else "")
    ]
    if sums.open:
        broken_off = ngettext("{n} game was broken off", "{n} games were broken off", sums.open)
        limit = _("{unit} at most: {limit}", unit=_(series.tally.unit), limit=setup.max_turns)
        lines.append(f"{broken_off} ({limit})")
    return tuple(lines)


def count_wins(sums: Totals) -> tuple[WinsTable, ...]:
    """Return who won how often: by start slot, by bot and by what a seat has.

    The last two have no rows unless seats differ in them.
    """
    seats = sums.setup.seats
    by_bot = sums.by_kind(map(sums.setup.bot_of, range(len(seats))))
    by_extra = sums.by_kind(seat.extra or "-" for seat in seats)
    return (
        WinsTable("by_slot", _("Wins by start slot"), _("Slot"), sums.by_slots()),
        WinsTable("by_bot", _("Wins by bot"), _("Bot"), by_bot),
        WinsTable("by_extra", _("Wins by what a seat has at the start"), _("With"), by_extra),
    )


def _wins_grid(table: WinsTable) -> Grid:
    titles = (table.what, _("Played"), _("Wins"), _("Share"), _("95% interval"), _("Even share"))
    rows = tuple(
        (name, str(part.of), number(part.hits), share_of(part.share), _interval(part), share_of(even))
        for name, part, even in table.rows
    )
    return Grid(table.title, tuple(Column(title, right=True) for title in titles), rows)


def _interval(share: Share) -> str:
    return f"{share_of(share.low)} - {share_of(share.high)}"


def count_figures(series: Series, sums: Totals) -> list[FigureSpread]:
    """Return all figures of the games: those of every game, and the game's own counts."""
    unit = _(series.tally.unit)
    wanted = [(one.name, _(one.title, unit=unit), one.per_seat) for one in FIGURES]
    wanted += [(count.name, _(count.title), True) for count in series.tally.counts]
    return [
        FigureSpread(name, title, spread(histogram), per_seat)
        for name, title, per_seat in wanted
        if (histogram := sums.figure(name))
    ]


def _figure_grid(figures: Sequence[FigureSpread], seats: int) -> Grid:
    titles = (_("Mean"), _("95% interval"), _("Lowest"), "25%", _("Median"), "75%", _("Highest"), _("Per seat"))
    rows = []
    for __, title, found, is_per_seat in figures:
        if not found.most:  # there is nothing of the kind on this board
            continue
        sure = "" if found.low is None or found.high is None else f"{number(found.low)} - {number(found.high)}"
        per_seat = number(found.mean / seats) if is_per_seat else ""
        least, most = str(found.least), str(found.most)
        rows.append((title, number(found.mean), sure, least, *map(number, found.quartiles), most, per_seat))
    columns = (Column(_("Per game")), *(Column(title, right=True) for title in titles))
    return Grid(_("Figures"), columns, tuple(rows))


def heat_maps(series: Series, sums: Totals) -> tuple[Picture, ...]:
    """Return a picture of the board for each count that has one.

    Every tile that was met has a digit from 1 to 9 for how often.
    """
    pictures = []
    for count in series.tally.counts:
        tiles = sums.tiles.get(count.name)
        if not count.map_title or not tiles:
            continue
        most = max(tiles.values())
        digits = {tile: -(-HOTTEST * met // most) for tile, met in tiles.items()}
        drawn = series.tally.heat_map(series.board, digits, _(count.map_title))
        legend = tuple((str(digit), _heat(digit, most, sums.games)) for digit in (1, 5, HOTTEST))
        key = tuple((heat_role(int(digit)), f"{digit}: {words}") for digit, words in legend)
        drawing = drawn.drawing
        draw = partial(drawing._replace, legend=key) if drawing is not None else None
        pictures.append(drawn._replace(legend=(*legend, *drawn.legend), draw=draw))
    return tuple(pictures)


def _heat(digit: int, most: int, games: int) -> str:
    """Return what a digit of a map means: so often in a hundred games."""
    return _("at most {often} times in 100 games", often=number(100 * most * digit / HOTTEST / games))


# For programs


def _wins_data(wins: Wins) -> dict[str, Any]:
    hits, games, share, low, high = wins.share
    return {
        "name": wins.name,
        "games": games,
        "wins": hits,
        "share": share,
        "low": low,
        "high": high,
        "even": wins.even,
    }


def _tiles_data(series: Series, tiles: Mapping[int, int]) -> list[dict[str, Any]]:
    return [{"at": series.tally.place(series.board, tile), "count": count} for tile, count in sorted(tiles.items())]
