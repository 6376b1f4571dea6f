"""`gm games`: the games there are."""

from gm_tools import games as registry
from gm_tools.cli.app import command, examples
from gm_tools.cli.common import emit
from gm_tools.cli.options import AsFormat, AsJson, Lang
from gm_tools.reports.games import games_report


@command(epilog=examples("gm games", "gm games --json"))
def games(markup: AsFormat = None, json: AsJson = False, _lang: Lang = "") -> None:
    """List the games."""
    emit(games_report([registry.find(name) for name in registry.NAMES]), markup, json=json)
