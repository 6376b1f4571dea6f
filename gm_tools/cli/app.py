"""The application that the commands hang themselves on, and what their help texts share."""

from typing import Annotated

import typer

from gm_tools.games import EXAMPLE

app = typer.Typer(
    name="gm",
    no_args_is_help=True,
    rich_markup_mode=None,  # rich would cost every command its import
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def examples(*lines: str) -> str:
    """Return the end of a help text: examples, one a line, which are not wrapped."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def _print_version(wanted: bool) -> None:
    if wanted:
        from gm_tools import __version__

        print(f"gm {__version__}")
        raise typer.Exit


@app.callback(
    epilog=examples(
        f'gm new dust --game {EXAMPLE} --track dust-bowl --seat "A:Alice:turbo" --seat "B:Bob"',
        'gm order dust Alice "A(4M)"',
        "gm resolve dust",
    )
)
def gm(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Run games that are played by posts in a forum thread.

    Players post orders; gm reads them, resolves the turn, and prints the new board and the standings to post. Exit status: 0
    fine, 1 the game says no, 2 wrong use.
    """
    del version
