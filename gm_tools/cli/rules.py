"""`gm rules`: a game's notation and options."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit
from gm_tools.cli.completion import complete_games
from gm_tools.cli.options import AsFormat, argument, flag
from gm_tools.games import EXAMPLE, find
from gm_tools.reports.games import rules_report


@command(f"gm rules {EXAMPLE}", f"gm rules {EXAMPLE} --options")
def rules(
    game: str = argument("GAME", "See gm games.", autocompletion=complete_games),
    options: bool = flag("--options", "Show the options of a table instead."),
    markup: AsFormat = None,
) -> None:
    """Show a game's notation on one screen, or its options."""
    emit(rules_report(find(game), options=options), markup)
