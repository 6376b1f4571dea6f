"""How commands describe what they are called with, and the arguments and options that several of them have, each described once."""

from typing import Annotated, Any

import typer

from gm_tools.cli.common import choose_language
from gm_tools.cli.completion import complete_games, complete_seats, complete_tables, complete_tracks, complete_viewers
from gm_tools.render import FileFormat
from gm_tools.table.settings import FORUMS


def argument(shown: str, text: str, *, default: Any = ..., **more: Any) -> Any:
    """Return an argument, `shown` in the help with a `text`; without a default it is required. `more` are typer's own."""
    return typer.Argument(default, metavar=shown, help=text, **more)


def option(names: str, shown: str, text: str, *, default: Any = "", **more: Any) -> Any:
    """Return an option with a value, `shown` in the help with a `text`; `names` as they are typed: `--seat -s`."""
    return typer.Option(default, *names.split(), metavar=shown, help=text, **more)


def options(names: str, shown: str, text: str) -> Any:
    """Return an option that may be given several times: a list, empty if it is not given."""
    return option(names, shown, text, default=[], show_default=False)


def flag(names: str, text: str, *, default: Any = False, **more: Any) -> Any:
    """Return an option without a value: `--force`, or `--early/--no-early`."""
    return typer.Option(default, *names.split(), help=text, **more)


TableName = Annotated[
    str,
    typer.Argument(
        metavar="TABLE", help="A table's folder, or its name below ./turns.", autocompletion=complete_tables
    ),
]
StageName = Annotated[
    str,
    typer.Argument(
        metavar="TABLE|SNAPSHOT",
        help="A table, or the file of a snapshot (gm report --format snapshot).",
        autocompletion=complete_tables,
    ),
]
GameName = Annotated[str, typer.Option("--game", "-g", help="The game: see gm games.", autocompletion=complete_games)]
TrackName = Annotated[
    str,
    typer.Option(
        "--track", "-t", help="A track: see gm tracks; a path; or - for stdin.", autocompletion=complete_tracks
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game: see gm rules GAME --options."),
]
SeatName = Annotated[
    str,
    typer.Argument(
        metavar="SEAT",
        help="A seat: its mark, its player's name or an alias.",
        autocompletion=complete_seats,
    ),
]
AsFormat = Annotated[
    FileFormat | None,
    typer.Option("--format", "-f", help="The markup; by default colour on a terminal, plain text elsewhere."),
]
# Commands take it as `_lang`: it has done its work before they are called.
Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        callback=choose_language,
        is_eager=True,
        help="en or de; else GM_LANG, else the table's.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON document instead.")]
Viewer = Annotated[
    str,
    typer.Option(
        "--for",
        metavar="VIEWER",
        help="Who it is for: gm, public, or a seat.",
        autocompletion=complete_viewers,
    ),
]
Draws = Annotated[
    list[str] | None,
    typer.Option("--draw", metavar="KIND=V1,V2", help="Dice rolled elsewhere, by kind of draw. May be repeated."),
]
Source = Annotated[str, typer.Option("--source", metavar="TEXT", help="Where the entered draws come from.")]
Now = Annotated[
    str,
    typer.Option(
        "--now", metavar="TIME", help="The time to take as now, with its zone; by default this computer's clock."
    ),
]
Forum = Annotated[
    str,
    typer.Option(
        "--forum",
        metavar=f"[{'|'.join(FORUMS)}]",
        autocompletion=lambda incomplete: [name for name in FORUMS if name.startswith(incomplete)],
        help="What the forum runs on.",
    ),
]
Zone = Annotated[str, typer.Option("--zone", metavar="ZONE", help="The zone of its times: Europe/Berlin.")]
Hour = Annotated[str, typer.Option("--hour", metavar="HH:MM", help="The hour of deadlines that are given as a day.")]
