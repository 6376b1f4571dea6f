"""What is shown of a simulation: the verdict, wins by start slot, figures with their intervals, maps of where it happened."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.tally import HOTTEST, heat_role
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.report import Report
from gm_tools.simulate.setup import dump_setup
from gm_tools.simulate.statistics import spread
from gm_tools.simulate.verdict import number, percent, rate_track

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.simulate.play import Series
    from gm_tools.simulate.statistics import Share, Spread
    from gm_tools.simulate.totals import Totals, Wins


class GameFigure(NamedTuple):
    """A figure of the games: its name for programs, its title, its values."""

    name: str
    title: str
    spread: Spread


def simulation_report(series: Series, sums: Totals) -> Report:
    """Return the report on the games played."""
    setup, game, tally, __ = series
    verdict = rate_track(sums, tally)
    fairness = sums.fairness()
    lines = count_figures(series, sums)
    by_bot = sums.by_kind(setup.bot_of(seat) for seat in range(len(setup.seats)))
    by_extra = sums.by_kind(seat.extra or "-" for seat in setup.seats)
    blocks: list[Block] = [Lines("", _about(series, sums)), Lines(_("Verdict"), verdict.lines)]
    if len(sums.by_slots()) > 1:
        blocks.append(_wins_grid(_("Wins by start slot"), _("Slot"), sums.by_slots()))
    if fairness is not None:
        chance = ngettext(
            "all slots alike: chi-square {value} with {n} degree of freedom, p = {p}",
            "all slots alike: chi-square {value} with {n} degrees of freedom, p = {p}",
            fairness.degrees,
            value=number(fairness.statistic),
            p=f"{fairness.p:.2g}",
        )
        blocks.append(Lines("", (chance,)))
    if by_bot:
        blocks.append(_wins_grid(_("Wins by bot"), _("Bot"), by_bot))
    if by_extra:
        blocks.append(_wins_grid(_("Wins by what a seat has at the start"), _("With"), by_extra))
    blocks.append(_figure_grid(lines, len(setup.seats)))
    late = sums.decided_late()
    if late.of and len(sums.by_slots()) > 1:
        shown = _(
            "decided in the last third: {share} of the games ({interval})",
            share=percent(late.share),
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
        "by_slot": [_wins_data(wins) for wins in sums.by_slots()],
        "fairness": None if fairness is None else fairness._asdict(),
        "by_bot": [_wins_data(wins) for wins in by_bot],
        "by_extra": [_wins_data(wins) for wins in by_extra],
        "late": late._asdict(),
        "figures": {line.name: _spread_data(line.spread) for line in lines},
        "tiles": {name: _tiles_data(series, tiles) for name, tiles in sorted(sums.tiles.items())},
    }
    return Report("simulate", _title(series, sums), tuple(blocks), data)


def _title(series: Series, sums: Totals) -> str:
    setup = series.setup
    games = ngettext("{n} game", "{n} games", sums.games)
    return f"{setup.track} ({setup.game}): {games}"


def _about(series: Series, sums: Totals) -> tuple[str, ...]:
    setup = series.setup
    bots = ", ".join(setup.bots)
    options = " ".join(
        f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in setup.options.items()
    )
    lines = [
        _("{seats} seats, bots: {bots}, seed {seed!r}", seats=len(setup.seats), bots=bots, seed=setup.seed)
        + (f", {options}" if options else "")
    ]
    if sums.open:
        broken_off = ngettext("{n} game was broken off", "{n} games were broken off", sums.open)
        limit = _("{unit} at most: {limit}", unit=_(series.tally.unit), limit=setup.max_turns)
        lines.append(f"{broken_off} ({limit})")
    return tuple(lines)


def _wins_grid(title: str, first: str, rows: Sequence[Wins]) -> Grid:
    columns = (
        Column(first, right=True),
        Column(_("Played"), right=True),
        Column(_("Wins"), right=True),
        Column(_("Share"), right=True),
        Column(_("95% interval"), right=True),
        Column(_("Even share"), right=True),
    )
    return Grid(
        title,
        columns,
        tuple(
            (
                wins.name,
                str(wins.share.of),
                number(wins.share.hits),
                percent(wins.share.share),
                _interval(wins.share),
                percent(wins.even),
            )
            for wins in rows
        ),
    )


def _interval(share: Share) -> str:
    return f"{percent(share.low)} - {percent(share.high)}"


def count_figures(series: Series, sums: Totals) -> list[GameFigure]:
    """Return all figures of the games: lengths, leads, and the game's own counts."""
    tally = series.tally
    titles = {
        "turns": _("{unit} to the end", unit=_(tally.unit)),
        "won_at": _("{unit} to the win", unit=_(tally.unit)),
        "leads": _("lead changes"),
        "overtakes": _("overtakings"),
        **{count.name: _(count.title) for count in tally.counts},
    }
    return [
        GameFigure(name, title, spread(histogram)) for name, title in titles.items() if (histogram := sums.figure(name))
    ]


def _figure_grid(lines: Sequence[GameFigure], seats: int) -> Grid:
    columns = (
        Column(_("Per game")),
        Column(_("Mean"), right=True),
        Column(_("95% interval"), right=True),
        Column(_("Lowest"), right=True),
        Column("25%", right=True),
        Column(_("Median"), right=True),
        Column("75%", right=True),
        Column(_("Highest"), right=True),
        Column(_("Per seat"), right=True),
    )
    rows = []
    for name, title, found in lines:
        if not found.most:  # there is nothing of the kind on this board
            continue
        sure = "" if found.low is None or found.high is None else f"{number(found.low)} - {number(found.high)}"
        per_seat = "" if name in {"turns", "won_at", "leads"} else number(found.mean / seats)
        least, most = str(found.least), str(found.most)
        rows.append((title, number(found.mean), sure, least, *map(number, found.quartiles), most, per_seat))
    return Grid(_("Figures"), columns, tuple(rows))


def heat_maps(series: Series, sums: Totals) -> tuple[Picture, ...]:
    """Return a picture of the board for each count that has one: a digit from 1 to 9 for how often, on every tile that was met."""
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
    return _("up to {often} in 100 games", often=number(100 * most * digit / HOTTEST / games))


# For programs


def _wins_data(wins: Wins) -> dict[str, Any]:
    part = wins.share
    return {
        "name": wins.name,
        "games": part.of,
        "wins": part.hits,
        "share": part.share,
        "low": part.low,
        "high": part.high,
        "even": wins.even,
    }


def _spread_data(found: Spread) -> dict[str, Any]:
    return {**found._asdict(), "quartiles": list(found.quartiles)}


def _tiles_data(series: Series, tiles: Mapping[int, int]) -> list[dict[str, Any]]:
    return [{"at": series.tally.place(series.board, tile), "count": count} for tile, count in sorted(tiles.items())]
