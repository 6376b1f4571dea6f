"""`gm tracks`: boards listed, drawn and checked."""

from pathlib import Path
from typing import Any

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, note, tell
from gm_tools.cli.completion import complete_games, complete_tracks
from gm_tools.cli.options import AsFormat, argument, flag, option
from gm_tools.core.blocks import Column, Grid, Lines, Picture, Span
from gm_tools.core.boards import draw_fault, split_board, write_starter
from gm_tools.core.game import Game
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem, in_file
from gm_tools.games import EXAMPLE, NAMES, find
from gm_tools.reports.base import Report
from gm_tools.table import boards
from gm_tools.table.boards import BoardFile
from gm_tools.table.files import encode, exists, write_atomic


@command(
    "gm tracks",
    'gm tracks "Dust Bowl"',
    "gm tracks dust-bowl --file --format bbcode",
    "gm tracks --check my.txt --seats 12",
    f"gm tracks --new mine --game {EXAMPLE}            writes mine.txt: a board to change, with comments",
)
def tracks(
    name: str | None = argument(
        "NAME", "The track to draw, or the path of a board file.", default=None, autocompletion=complete_tracks
    ),
    check: str | None = option("--check", "FILE", "Find the faults of a board file; - for stdin.", default=None),
    game: str = option("--game -g", None, "Only this game's.", autocompletion=complete_games),
    seats: int = option("--seats", "N", "With --check: for so many players.", default=0, min=0),
    pasted: bool = flag("--pasted", "With --check: pasted out of a post; drop the indentation of all lines."),
    new: str = option("--new", "NAME", "Write NAME.txt (-: to stdout): a small track of --game, with comments."),
    file: bool = flag("--file", "The board file itself, to save, to edit, to post."),
    markup: AsFormat = None,
) -> None:
    """List the tracks, draw one, or check a board file.

    Faults are named by line and column and drawn at their places; exit status 1 if there are any.
    """
    if new:
        if name is not None or file or check is not None:
            raise InputError(_("--new cannot be used with NAME, --file or --check"))
        _write_starter(new, game)
        return
    if check is not None:
        if name is not None or file:
            raise InputError(_("--check cannot be used with NAME or --file"))
        report = _check_report(boards.read_board(check, game, pasted=pasted), game, seats)
        emit(report, markup)
        if report.data["faults"]:
            raise typer.Exit(1)
    elif name is None:
        emit(_track_list(game), markup)
    elif file and markup is None:
        print(boards.read_board(name, game).text, end="")
    else:
        emit(_draw_report(*boards.find_board(name, game), file=file), markup)


def _write_starter(name: str, game: str) -> None:
    """Write a board file to begin with, or print it (`-`): the smallest track of a game, its settings explained."""
    if not game:
        raise InputError(_("--new needs --game"), allowed=", ".join(NAMES))
    found = find(game)
    text = boards.smallest_track(game)
    meanings = {key: _(meaning) for key, meaning in found.board_help}
    if name == "-":
        print(write_starter(text, "mine", meanings), end="")
        return
    if name.startswith("-"):
        raise InputError(
            _("the name {name!r} begins with -, as an option does", name=name),
            allowed=_("another name; - alone for stdout"),
        )
    path = Path(name if name.endswith(".txt") else f"{name}.txt")
    if exists(path):
        raise InputError(_("already exists; nothing was written"), file=str(path), allowed=_("the name of a new file"))
    write_atomic(path, encode(write_starter(text, path.stem, meanings), path))
    tell(str(path))
    note(_("change it, then: gm tracks --check {file} --game {game}", file=path, game=game))


def _track_list(game: str) -> "Report":
    if game:
        find(game)
    data = []
    rows = []
    for of, name in boards.tracks(game):
        board = split_board(boards.track_text(of, name))
        title, height, width = str(board.front.get("name", "")), len(board.lines), max(map(len, board.lines))
        data.append({"game": of, "track": name, "title": title, "rows": height, "columns": width})
        rows.append((name, of, title, f"{width}x{height}"))
    columns = (Column(_("Track")), Column(_("Game")), Column(_("Title")), Column(_("Size"), right=True))
    return Report("tracks", _("Tracks"), (Grid("", columns, tuple(rows)),), {"tracks": data})


def _draw_report(game: "Game[Any, Any, Any]", board: "BoardFile", *, file: bool) -> "Report":
    """Return a track drawn, or its file as one picture, which survives a post byte for byte."""
    data = {"game": game.name, "track": board.name, "file": board.text}
    if file:
        rows = tuple((Span(line),) for line in board.text.removesuffix("\n").split("\n"))
        return Report("track", "", (Picture("", rows),), data)
    with in_file(board.name):
        parsed = game.parse_board(board.text)
    return Report("track", f"{board.name} ({game.name})", tuple(game.board_blocks(parsed)), data)


def _check_report(board: "BoardFile", game: str, seats: int) -> "Report":
    """Return the faults of a board file in lines `file:line:column: what is wrong`, as compilers give them."""
    faults = boards.find_faults(board, game, seats)
    lines = []
    for fault in faults:
        lines.append(_fault_line(board.name, fault))
        lines += draw_fault(board.text, fault.line, fault.column) if fault.line else ()
    data = {"file": board.name, "faults": [fault._asdict() for fault in faults]}
    return Report("check", "", (Lines("", tuple(lines or [_("{file}: no faults", file=board.name)])),), data)


def _fault_line(file: str, fault: "Problem") -> str:
    place = f":{fault.line}" if fault.line else ""
    place += f":{fault.column}" if fault.line and fault.column else ""
    rule = f" [{fault.rule}]" if fault.rule else ""
    return f"{file}{place}: {fault.message}{rule}"
