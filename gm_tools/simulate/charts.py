"""What `--plot` draws of a simulation: wins by start slot, lengths, maps of where things happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.render.plot import Bar, Bars, Chart, Histogram
from gm_tools.simulate.summary import WinsTable, count_wins, heat_maps

if TYPE_CHECKING:
    from gm_tools.simulate.play import Series
    from gm_tools.simulate.totals import Totals


def charts(series: Series, sums: Totals) -> tuple[Chart, ...]:
    """Return the charts for the games played."""
    found: list[Chart] = [_wins(table) for table in count_wins(sums) if len(table.rows) > 1]
    unit = _(series.tally.unit)
    found.append(Histogram(_("Length of the games"), unit, sums.figure("turns")))
    found.append(Histogram(_("How often the lead changes"), _("changes in a game"), sums.figure("leads")))
    return (*found, *heat_maps(series, sums))


def _wins(table: WinsTable) -> Bars:
    bars = tuple(Bar(name, part.share, part.low, part.high, even) for name, part, even in table.rows)
    note = _("bars: share of the games won; whiskers: 95% interval; dashes: an even share")
    return Bars(table.title, note, bars)
