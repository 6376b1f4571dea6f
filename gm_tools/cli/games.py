"""`gm games`: the games there are."""

from gm_tools import games as registry
from gm_tools.cli.commands import command
from gm_tools.cli.common import emit
from gm_tools.cli.options import AsFormat
from gm_tools.reports.games import games_report


@command("gm games", "gm games --json")
def games(markup: AsFormat = None) -> None:
    """List the games."""
    emit(games_report([registry.find(name) for name in registry.NAMES]), markup)
