"""`gm season`: finished tables of any game, summed up."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit
from gm_tools.cli.completion import complete_tables
from gm_tools.cli.options import AsFormat, argument, option
from gm_tools.cli.tables import find_tables
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.season import TableResult, season_report
from gm_tools.table import open_table


@command(
    "gm season spring summer autumn",
    "gm season spring summer autumn --points 25,18,15,12,10,8,6,4,2,1 --format bbcode",
)
def season(
    tables: list[str] = argument("TABLE...", "Tables that are over.", autocompletion=complete_tables),
    points: str = option("--points", "P1,P2,…", "Points for each place.", default="10,6,4,3,2,1"),
    markup: AsFormat = None,
) -> None:
    """Sum up finished tables of any game, by points for places.

    A player's total counts all their seats; seats that share a place get its points each. Ties are settled by more
    wins, then more second places, and so on; players who are equal in all of that share a place.
    """
    results = []
    for folder in find_tables(tables):
        table = open_table(folder)
        if not table.game.is_over(table.position):
            raise InputError(_("the game is not over; a season counts finished tables"), file=table.name, status=1)
        standings = table.game.standings(table.position)
        results.append(TableResult(table.name, tuple((table.players[line.seat], line.place) for line in standings)))
    emit(season_report(results, _scheme(points)), markup)


def _scheme(text: str) -> list[int]:
    try:
        scheme = [int(part) for part in text.split(",")]
    except ValueError:
        scheme = []
    if not scheme or any(points < 0 for points in scheme):
        raise InputError(
            _("found {value!r}", value=text),
            key="--points",
            allowed=_("whole numbers, the winner's first: 10,6,4,3,2,1"),
        )
    return scheme
