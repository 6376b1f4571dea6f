"""What `--plot` draws of a simulation: wins by start slot, lengths, maps of where things happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.render.plot import Bar, Bars, Histogram
from gm_tools.simulate.report import heat_maps

if TYPE_CHECKING:
    from gm_tools.render.plot import Chart
    from gm_tools.simulate.play import Series
    from gm_tools.simulate.totals import Totals, Wins


def charts(series: Series, sums: Totals) -> tuple[Chart, ...]:
    """Return the charts for the games played."""
    setup = series.setup
    found: list[Chart] = []
    slots = sums.by_slots()
    if len(slots) > 1:
        found.append(_wins(_("Wins by start slot"), slots))
    bots = sums.by_kind(setup.bot_of(seat) for seat in range(len(setup.seats)))
    if bots:
        found.append(_wins(_("Wins by bot"), bots))
    extras = sums.by_kind(seat.extra or "-" for seat in setup.seats)
    if extras:
        found.append(_wins(_("Wins by what a seat has at the start"), extras))
    unit = _(series.tally.unit)
    found.append(Histogram(_("Length of the games"), unit, sums.figure("turns")))
    found.append(Histogram(_("How often the lead changes"), _("changes in a game"), sums.figure("leads")))
    return (*found, *heat_maps(series, sums))


def _wins(title: str, rows: tuple[Wins, ...]) -> Bars:
    bars = tuple(Bar(wins.name, wins.share.share, wins.share.low, wins.share.high, wins.even) for wins in rows)
    note = _("bars: share of the games won; whiskers: 95% interval; dashes: an even share")
    return Bars(title, note, bars)
