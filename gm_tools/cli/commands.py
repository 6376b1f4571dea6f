"""The list of all commands.

A new one is a file of its name in this folder, with `@command(…)` above its function, and its name below. Each file is
imported when its command is called: a start pays for no other.
"""

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info

from gm_tools import __version__
from gm_tools.games import EXAMPLE

# As the list in the help shows them: a game from its beginning to its end, then what is seldom needed.
COMMANDS = (
    "new", "signup", "order", "try", "resolve", "plan", "hands", "deadline", "games", "rules", "tracks", "guide", "status", "report", "post", "collect", "ask",
    "fetch", "watch", "thread", "seat", "settings", "account", "players", "desk", "undo", "amend", "verify", "luck", "reveal", "history", "conform", "publish",
    "replay", "season", "simulate",
)  # fmt: skip
_imported = typer.Typer()  # the commands whose files are imported


def command(*examples: str, cls: Any = None, **words: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function the command that its file is named after.

    Its help is its docstring, with the `words` put in, and the `examples`. Every command takes `--lang`, and one with a
    parameter `markup` (`--format`) takes `--json`, which is the markup `json`.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        if words and function.__doc__:
            function.__doc__ = function.__doc__.format(**words)
        name = function.__module__.rpartition(".")[2].rstrip("_")
        _imported.command(name, cls=cls, epilog=list_examples(*examples))(_with_shared_options(function))
        return function

    return register


def _with_shared_options(function: Callable[..., None]) -> Callable[..., None]:
    from gm_tools.cli.options import AsJson, Lang  # which the list of all commands need not pay for

    own = signature(function).parameters
    shared = [Parameter("json", Parameter.KEYWORD_ONLY, default=False, annotation=AsJson)] if "markup" in own else []
    shared += [] if "lang" in own else [Parameter("lang", Parameter.KEYWORD_ONLY, default="", annotation=Lang)]

    @wraps(function)
    def call(**given: Any) -> None:
        if "markup" in own and given["json"]:
            given["markup"] = "json"
        function(**{name: given[name] for name in own})

    call.__signature__ = Signature([*own.values(), *shared])  # type: ignore[attr-defined]
    return call


def file_of(name: str) -> str:
    """Return the name of a command's file, which is its own unless that is a word of Python.

    >>> file_of("order"), file_of("try")
    ('order', 'try_')
    """
    return f"{name}_" if iskeyword(name) else name


@cache
def find_command(name: str) -> Any:
    """Return a command (typer has no public name for its type), its file imported."""
    import_module(f"gm_tools.cli.{file_of(name)}")
    found = next(one for one in _imported.registered_commands if one.name == name)
    return get_command_from_info(found, pretty_exceptions_short=False, rich_markup_mode=None)


class _Commands(TyperGroup):
    """All commands. A start costs the import of the one that is called; the list of all costs none."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name) for name in COMMANDS}  # what a typing error is compared with

    def get_command(self, _context: object, name: str) -> Any:
        """Return a command that can be called, None if there is none of that name."""
        return find_command(name) if name in COMMANDS else None

    def format_commands(self, _context: object, formatter: Any) -> None:
        """Write the list of all commands, each with the first sentence of its help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _summary(name)) for name in COMMANDS])


def _summary(name: str) -> str:
    """Return the first line of a command's help, found in its file: importing them all would take ten times as long."""
    text = Path(__file__).with_name(f"{file_of(name)}.py").read_text(encoding="utf-8")
    help_text = text.partition(f"\n@{command.__name__}(")[2].partition('"""')[2].partition('"""')[0]
    return help_text.split("\n")[0]


app = typer.Typer(
    cls=_Commands,
    name="gm",
    no_args_is_help=True,
    rich_markup_mode=None,  # rich would cost every command its import
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def list_examples(*lines: str) -> str:
    """Return the end of a help text: examples, one a line, which are not wrapped."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"gm {__version__}")
        raise typer.Exit


@app.callback(
    epilog=list_examples(
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

    Players post orders; gm reads them, resolves the turn, and prints the new board and the standings to post. Exit
    status: 0 fine, 1 the game says no, 2 wrong use, 3 a forum could not be reached.
    """
    del version
