"""The commands that show what there is: `games`, `rules`, `tracks`, `status`, `report`."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gm_tools.cli.app import app, examples
from gm_tools.cli.common import complete_games, complete_tracks, emit, find_table, note, now_of
from gm_tools.cli.options import AsFormat, AsJson, Lang, Now, TableName, Viewer
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE, NAMES

if TYPE_CHECKING:
    from typing import Any

    from gm_tools.cli.boards import BoardFile
    from gm_tools.core.game import Game
    from gm_tools.core.problems import Problem
    from gm_tools.reports.report import Report

Post = Literal["terminal", "text", "bbcode", "markdown", "html", "svg", "json", "snapshot"]
Forum = Literal["phpbb", "xenforo", "vbulletin", "nodebb", "discourse", "bgg", "reddit", "discord"]


@app.command(epilog=examples("gm games", "gm games --json"))
def games(markup: AsFormat = None, json: AsJson = False, _lang: Lang = "") -> None:
    """List the games."""
    from gm_tools import games as registry
    from gm_tools.core.blocks import Column, Grid
    from gm_tools.reports.report import Report

    known = [registry.find(name) for name in registry.NAMES]
    grid = Grid(
        "",
        (Column(_("Game")), Column(_("Title")), Column(_("Rules"), right=True)),
        tuple((game.name, _(game.title), str(game.version)) for game in known),
    )
    data = [
        {"name": game.name, "title": _(game.title), "rules_version": game.version, "options": _options(game)}
        for game in known
    ]
    emit(Report("games", _("Games"), (grid,), {"games": data}), markup, json=json)


@app.command(epilog=examples(f"gm rules {EXAMPLE}", f"gm rules {EXAMPLE} --options"))
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="See gm games.", autocompletion=complete_games)],
    options: Annotated[bool, typer.Option("--options", help="The options of a table instead.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Show a game's notation on one screen, or its options."""
    from gm_tools.core.blocks import Column, Grid, Lines
    from gm_tools.core.sheets import SHEETS
    from gm_tools.games import find
    from gm_tools.reports.report import Report

    found = find(game)
    if options:
        titles = (_("Option"), _("Default"), _("Allowed"), _("Rule"), _("What it does"))
        rows = tuple(
            (option.name, _shown(option.default), option.values(), option.rule, _(option.help))
            for option in found.options
        )
        block: Grid | Lines = Grid("", tuple(map(Column, titles)), rows)
        more: tuple[Lines, ...] = ()
    else:
        block = Lines("", tuple(_(found.rules_sheet).rstrip("\n").split("\n")))
        more = (Lines(_("Order sheets, in every game"), tuple(_(SHEETS).split("\n"))),)
    data = {
        "game": found.name,
        "rules_version": found.version,
        "seat_extra": _(found.seat_extra),
        "sheet": _(found.rules_sheet),
        "options": _options(found),
    }
    emit(Report("rules", _(found.title), (block, *more), data), markup, json=json)


def _options(game: "Game[Any, Any, Any]") -> "list[dict[str, Any]]":
    return [
        {
            "name": option.name,
            "default": option.default,
            "allowed": option.values(),
            "rule": option.rule,
            "help": _(option.help),
        }
        for option in game.options
    ]


def _shown(default: "Any") -> str:
    """Return a default as it would be typed, empty where there is none."""
    from json import dumps

    return "" if default is None else default if isinstance(default, str) else dumps(default)


@app.command(
    epilog=examples(
        "gm tracks",
        'gm tracks "Dust Bowl"',
        "gm tracks dust-bowl --file --format bbcode",
        "gm tracks --check my.txt --seats 12",
    )
)
def tracks(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The track to draw.", autocompletion=complete_tracks)
    ] = None,
    check: Annotated[
        str | None, typer.Option("--check", metavar="FILE", help="Find the faults of a board file; - for stdin.")
    ] = None,
    game: Annotated[str, typer.Option("--game", "-g", help="Only this game's.", autocompletion=complete_games)] = "",
    seats: Annotated[int, typer.Option("--seats", metavar="N", min=0, help="With --check: for so many players.")] = 0,
    pasted: Annotated[
        bool, typer.Option("--pasted", help="With --check: pasted out of a post; drop the indentation of all lines.")
    ] = False,
    file: Annotated[bool, typer.Option("--file", help="The board file itself, to save, to edit, to post.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """List the tracks, draw one, or check a board file.

    Faults are named by line and column; exit status 1 if there are any.
    """
    from gm_tools.cli import boards

    if check is not None:
        if name is not None or file:
            raise InputError(_("--check goes with neither NAME nor --file"))
        report = _checked(boards.read_board(check, game, pasted=pasted), game, seats)
        emit(report, markup, json=json)
        if report.data["faults"]:
            raise typer.Exit(1)
    elif name is None:
        emit(_track_list(game), markup, json=json)
    elif file and markup is None and not json:
        print(boards.track_text(*boards.find_track(name, game)), end="")
    else:
        emit(_drawn(*boards.find_track(name, game), file=file), markup, json=json)


def _track_list(game: str) -> "Report":
    from gm_tools.cli import boards
    from gm_tools.core.blocks import Column, Grid
    from gm_tools.core.boards import split_board
    from gm_tools.games import find
    from gm_tools.reports.report import Report

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


def _drawn(game: str, name: str, *, file: bool) -> "Report":
    """Return a track drawn, or its file as one picture, which survives a post byte for byte."""
    from gm_tools.cli.boards import track_text
    from gm_tools.core.blocks import Picture, Span
    from gm_tools.games import find
    from gm_tools.reports.report import Report

    text = track_text(game, name)
    data = {"game": game, "track": name, "file": text}
    if file:
        rows = tuple((Span(line),) for line in text.removesuffix("\n").split("\n"))
        return Report("track", "", (Picture("", rows),), data)
    found = find(game)
    return Report("track", f"{name} ({game})", tuple(found.board_blocks(found.parse_board(text))), data)


def _checked(board: "BoardFile", game: str, seats: int) -> "Report":
    """Return the faults of a board file in lines `file:line:column: what is wrong`, as compilers give them."""
    from gm_tools.core.blocks import Lines
    from gm_tools.core.problems import Problem
    from gm_tools.games import find
    from gm_tools.reports.report import Report

    faults: tuple[Problem, ...]
    if game:
        find(game)
    try:
        found = _game_of(board, game)
        faults = tuple(found.check_board(found.parse_board(board.text), seats))
    except InputError as error:
        if error.status != 2 or error.file:
            raise
        head = Problem("invalid", "", _said(error), line=error.line, column=error.column)
        faults = error.problems or (head,)
    lines = [_fault_line(board.name, fault) for fault in faults]
    data = {"file": board.name, "faults": [fault._asdict() for fault in faults]}
    return Report("check", "", (Lines("", tuple(lines or [_("{file}: no faults", file=board.name)])),), data)


def _game_of(board: "BoardFile", game: str) -> "Game[Any, Any, Any]":
    """Return the game that a board file is for: the one asked for, else the one that its front matter names."""
    from gm_tools.core.boards import split_board
    from gm_tools.games import find

    named = game or split_board(board.text).front.get("game", "")
    if not isinstance(named, str) or not named:
        raise InputError(
            _("does not say which game it is for"),
            file=board.name,
            allowed=_("game = … in it, or --game: {names}", names=", ".join(NAMES)),
        )
    return find(named)


def _said(error: InputError) -> str:
    text = f"{error.key}: {error.message}" if error.key else error.message
    return text + " " + _("(allowed: {values})", values=error.allowed) if error.allowed else text


def _fault_line(file: str, fault: "Problem") -> str:
    place = f":{fault.line}" if fault.line else ""
    place += f":{fault.column}" if fault.line and fault.column else ""
    rule = f" [{fault.rule}]" if fault.rule else ""
    return f"{file}{place}: {fault.message}{rule}"


@app.command(
    epilog=examples(
        "gm status dust",
        "gm status dust --for public",
        "gm status dust --for Alice --json",
        'gm status dust --now "2026-11-23 18:00 UTC"     is the deadline over?',
    )
)
def status(
    table: TableName,
    viewer: Viewer = "gm",
    now: Now = "",
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Show who is awaited, whose order is in, what is wrong with it.

    Orders, their faults and what is in hand for later turns are for the game master, and for a player the own ones; --for
    public shows only whose order is in. For the game master it ends with reminders to paste.
    """
    from gm_tools.reports.turn import status_post, viewer_of
    from gm_tools.table.store import open_table

    opened = open_table(find_table(table))
    emit(status_post(opened, viewer_of(opened, viewer), now_of(now)), markup, json=json)


def _print_template(wanted: bool) -> None:
    if wanted:
        from gm_tools.render.template import shipped

        print(shipped(), end="")
        raise typer.Exit


@app.command(
    epilog=examples(
        "gm report dust --format bbcode",
        "gm report dust --turn 3 --format markdown",
        "gm report dust --forum discord                   as many posts as it takes",
        'gm report dust --erratum --reason "B had moved twice"     after gm undo or gm amend: what is not as it was posted',
        "gm report --print-template > mine.txt            the shipped wording, to be changed",
        "gm report dust --forum phpbb --template mine.txt",
        "gm report dust --format html > dust.html",
        "gm report dust --format snapshot > dust.toml     the copy that players try orders on",
    )
)
def report(
    table: TableName,
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="By default the last one.")] = None,
    viewer: Viewer = "public",
    markup: Annotated[
        Post | None,
        typer.Option("--format", "-f", help="The markup; by default colour on a terminal, plain text elsewhere."),
    ] = None,
    forum: Annotated[
        Forum | None,
        typer.Option("--forum", help="As posts for this forum: its markup, what it breaks mended, split at its limit."),
    ] = None,
    erratum: Annotated[
        bool, typer.Option("--erratum", help="What changed since it was posted, after gm undo or gm amend.")
    ] = False,
    against: Annotated[
        str,
        typer.Option("--against", metavar="FILE", help="With --erratum: what was posted, from --json; - for stdin."),
    ] = "",
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="With --erratum: why, for the post.")] = "",
    template: Annotated[
        str, typer.Option("--template", metavar="FILE", help="Your own wording: a template like --print-template's.")
    ] = "",
    print_template: Annotated[
        bool,
        typer.Option(
            "--print-template",
            callback=_print_template,
            is_eager=True,
            help="Print the shipped template, and nothing else.",
        ),
    ] = False,
    wide: Annotated[
        bool, typer.Option("--wide", help="Two columns for each sign of the map, where it looks squeezed.")
    ] = False,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Print the post about a turn: board, events, standings."""
    del print_template
    from gm_tools.reports.turn import turn_post, viewer_of
    from gm_tools.table.store import open_table

    opened = open_table(find_table(table))
    who = viewer_of(opened, viewer)
    number = opened.turn if turn is None else turn
    if markup == "snapshot" and not json:
        from gm_tools.table.snapshot import snapshot

        if number != opened.turn:
            raise InputError(_("a snapshot shows the table as it is now"), key="--turn", allowed=str(opened.turn))
        print(snapshot(opened, who), end="")
        return
    if (against or reason) and not erratum:
        raise InputError(_("--against and --reason go with --erratum"))
    if erratum:
        from gm_tools.reports.turn import erratum_post

        post, file = erratum_post(opened, turn, who, reason, against)
        if not against:
            note(_("compared with {file}; --against FILE for another post", file=file))
    else:
        post = turn_post(opened, number, who)
    if wide:
        from gm_tools.render.layout import widened

        post = widened(post)
    if forum is not None and (markup is not None or json):
        raise InputError(_("--forum chooses the markup itself"), allowed=_("--forum without --format and --json"))
    if forum is None and not template:
        emit(post, markup, json=json)
        return
    from gm_tools.render import posting
    from gm_tools.render.forums import FORUMS
    from gm_tools.reports.turn import read_template

    style = forum or markup or "text"
    if style not in FORUMS and (style not in posting.MARKUPS or json):
        raise InputError(
            _("--template is for posts"),
            allowed=_("--forum, or --format {formats}", formats=", ".join(posting.MARKUPS)),
        )
    print(posting.render(post, style, read_template(template) if template else None), end="")
