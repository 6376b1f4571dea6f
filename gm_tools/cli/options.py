"""How commands describe what they are called with.

The arguments and options that several of them have are described here, each once.
"""

from typing import Annotated, Any

import typer

from gm_tools.cli.common import choose_language
from gm_tools.cli.completion import (
    complete_forums,
    complete_games,
    complete_seats,
    complete_tables,
    complete_tracks,
    complete_viewers,
)
from gm_tools.render import FileFormat
from gm_tools.render.forums import PROFILE_OF


def argument(shown: str, text: str, *, default: Any = ..., **more: Any) -> Any:
    """Return an argument, `shown` in the help with a `text`; without a default it is required.

    `more` are typer's own parameters.
    """
    return typer.Argument(default, metavar=shown, help=text, **more)


def option(names: str, shown: str | None, text: str, *, default: Any = "", **more: Any) -> Any:
    """Return an option with a value, `shown` in the help (None: its choices) with a `text`.

    `names` are as they are typed: `--seat -s`.
    """
    return typer.Option(default, *names.split(), metavar=shown, help=text, **more)


def options(names: str, shown: str, text: str) -> Any:
    """Return an option that may be given several times: a list, empty if it is not given."""
    return option(names, shown, text, default=[], show_default=False)


def flag(names: str, text: str, *, default: Any = False, **more: Any) -> Any:
    """Return an option without a value: `--force`, or `--early/--no-early`."""
    return typer.Option(default, *names.split(), help=text, **more)


# Shared by several commands, as types: `table: TableName`. An option of these has its default from the command.
TableName = Annotated[
    str, argument("TABLE", "A table's folder, or its name below ./turns.", autocompletion=complete_tables)
]
StageName = Annotated[
    str,
    argument(
        "TABLE|SNAPSHOT",
        "A table, or the file of a snapshot (gm report --format snapshot).",
        autocompletion=complete_tables,
    ),
]
SeatName = Annotated[
    str, argument("SEAT", "A seat: its mark, its player's name or an alias.", autocompletion=complete_seats)
]
GameName = Annotated[
    str, option("--game -g", None, "The game: see gm games.", default=..., autocompletion=complete_games)
]
TrackName = Annotated[
    str,
    option(
        "--track -t",
        None,
        "A track: see gm tracks; a path; or - for stdin.",
        default=...,
        autocompletion=complete_tracks,
    ),
]
GameOptions = Annotated[
    list[str] | None,
    option("--option -o", "KEY=VALUE", "An option of the game: see gm rules GAME --options.", default=...),
]
AsFormat = Annotated[
    FileFormat | None,
    option("--format -f", None, "The markup; by default colour on a terminal, plain text elsewhere.", default=...),
]
AsJson = Annotated[bool, flag("--json", "Print a JSON document instead.", default=...)]
Lang = Annotated[
    str,
    option(
        "--lang",
        "LANGUAGE",
        "en or de; else GM_LANG, else the table's.",
        default=...,
        callback=choose_language,
        is_eager=True,
    ),
]
Viewer = Annotated[
    str,
    option("--for", "VIEWER", "Who it is for: gm, public, or a seat.", default=..., autocompletion=complete_viewers),
]
Draws = Annotated[
    list[str] | None,
    option("--draw", "KIND=V1,V2", "Dice rolled elsewhere, by kind of draw. May be repeated.", default=...),
]
Source = Annotated[str, option("--source", "TEXT", "Where the entered draws come from.", default=...)]
Now = Annotated[
    str,
    option("--now", "TIME", "The time to take as now, with its zone; by default this computer's clock.", default=...),
]
Forum = Annotated[
    str,
    option(
        "--forum", f"[{'|'.join(PROFILE_OF)}]", "What the forum runs on.", default=..., autocompletion=complete_forums
    ),
]
Zone = Annotated[str, option("--zone", "ZONE", "The zone of its times: Europe/Berlin.", default=...)]
Hour = Annotated[str, option("--hour", "HH:MM", "The hour of deadlines that are given as a day.", default=...)]
