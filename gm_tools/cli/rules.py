"""`gm rules`: a game's notation and options."""

from typing import Annotated

import typer

from gm_tools.cli.app import command, examples
from gm_tools.cli.common import emit
from gm_tools.cli.completion import complete_games
from gm_tools.cli.options import AsFormat, AsJson, Lang
from gm_tools.games import EXAMPLE, find
from gm_tools.reports.games import rules_report


@command(epilog=examples(f"gm rules {EXAMPLE}", f"gm rules {EXAMPLE} --options"))
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="See gm games.", autocompletion=complete_games)],
    options: Annotated[bool, typer.Option("--options", help="Show the options of a table instead.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Show a game's notation on one screen, or its options."""
    emit(rules_report(find(game), options=options), markup, json=json)
