"""The commands that a game is played with: `new`, `order`, `try`, `resolve`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_tools.cli.app import app, examples
from gm_tools.cli.common import (
    complete_games,
    complete_tables,
    complete_tracks,
    emit,
    find_table,
    new_folder,
    one_line,
    read_draws,
    read_pairs,
    read_stdin,
    say,
    tell,
    text_or_stdin,
)
from gm_tools.cli.options import AsFormat, AsJson, Draws, SeatName, Source, TableName
from gm_tools.cli.reports import name_of, open_stage, order_report, post_of, scene_of, seat_mark, turn_post
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.game import Game, Seat
    from gm_tools.report import Report
    from gm_tools.table.hand import Put
    from gm_tools.table.resolve import Refused


@app.command(
    epilog=examples(
        f'gm new dust --game {NAMES[0]} --track dust-bowl --seat "A:Alice:turbo" --seat "B:Bob"',
        f'gm new dust --game {NAMES[0]} --track my.txt --seats seats.txt --option laps=5 --alias "A=al1ce"',
        f'gm new dust --game {NAMES[0]} --track my.txt --seats - --draw "grid=B>A>C" --source "dice in post 3"',
    )
)
def new(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A path, or a name below ./turns if that exists.")],
    game: Annotated[str, typer.Option("--game", "-g", help="The game: see gm games.", autocompletion=complete_games)],
    track: Annotated[
        str,
        typer.Option(
            "--track", "-t", help="A track: see gm tracks; a path; or - for stdin.", autocompletion=complete_tracks
        ),
    ],
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", "-s", metavar="MARK:PLAYER[:EXTRA]", help="A seat, in order. See gm rules for EXTRA."),
    ] = None,
    seats: Annotated[
        str, typer.Option("--seats", metavar="FILE", help="Seats from a file, one a line; - for stdin.")
    ] = "",
    alias: Annotated[
        list[str] | None,
        typer.Option("--alias", metavar="MARK=NAME", help="Another name of a player. May be repeated."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game: see gm rules GAME --options."),
    ] = None,
    draw: Draws = None,
    source: Source = "",
    pasted: Annotated[
        bool, typer.Option("--pasted", help="The board was pasted out of a post: drop the indentation of all lines.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Begin a new table and print its first post.

    The folder gets the board, the options, the seats, and the seed of all chance in secret.toml: keep that to yourself.
    Its commitment is part of the first post.
    """
    from gm_tools.cli.boards import read_board
    from gm_tools.games import find
    from gm_tools.table.store import new_table

    known = find(game)
    board = read_board(track, game, pasted=pasted)
    words = list(seat or ())
    if seats:
        words += _lines_of(seats)
    try:
        made = new_table(
            new_folder(table),
            game=game,
            board_text=board.text,
            track=board.name,
            seats=_read_seats(words, alias or ()),
            options=read_pairs(option or (), "--option"),
            draws=read_draws(draw or ()),
            source=_needed(source, draw),
        )
    except InputError as error:
        raise error.within(board.name) if _is_of_board(error, known, board.text) else error from None
    emit(turn_post(made, 0, "public"), json=json)
    say(f"gm: the table is in {made.path}; keep its secret.toml to yourself")


def _is_of_board(error: InputError, game: "Game[Any, Any, Any]", text: str) -> bool:
    """Tell whether an error is about the board file of a new table, and not about its seats, options or folder."""
    if error.line or any(problem.line for problem in error.problems):
        return True
    try:
        game.parse_board(text)
    except InputError as fault:
        return str(fault) == str(error)
    return False


def _lines_of(file: str) -> list[str]:
    if file == "-":
        text = read_stdin()
    else:
        from gm_tools.table.files import read_text

        text = read_text(Path(file))
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _read_seats(words: "Sequence[str]", aliases: "Sequence[str]") -> "list[Seat]":
    from gm_tools.core.game import Seat

    seats = []
    for word in words:
        mark, _, rest = word.partition(":")
        player, _, extra = rest.partition(":")
        if not mark.strip() or not player.strip():
            raise InputError(f"--seat: found {word!r}", allowed="MARK:PLAYER or MARK:PLAYER:EXTRA")
        seats.append(Seat(mark.strip(), player.strip(), (), extra.strip()))
    for word in aliases:
        mark, equals, name = (part.strip() for part in word.partition("="))
        at = next((at for at, seat in enumerate(seats) if seat.mark == mark), None)
        if at is None or not equals or not name:
            raise InputError(f"--alias: found {word!r}", allowed="MARK=NAME with the mark of a seat")
        seats[at] = seats[at]._replace(aliases=(*seats[at].aliases, name))
    return seats


def _needed(source: str, draws: "Sequence[str] | None") -> str:
    """Return the source of entered draws, without which they would be worth nothing."""
    if draws and not source.strip():
        raise InputError("--draw needs --source", allowed="where others can look the draws up")
    return source


@app.command(
    epilog=examples(
        'gm order dust Alice "A(4M)"',
        "gm order dust B - < order.txt",
        "gm order dust Alice --drop",
    )
)
def order(
    table: TableName,
    seat: SeatName,
    text: Annotated[str | None, typer.Argument(metavar="ORDER", help="The order as posted; - for stdin.")] = None,
    source: Annotated[str, typer.Option("--source", metavar="TEXT", help="Where it was posted.")] = "",
    drop: Annotated[bool, typer.Option("--drop", help="Take the seat's orders out of hand.")] = False,
    json: AsJson = False,
) -> None:
    """Take an order in hand, and say what is wrong with it.

    An order that can be read but is not legal stays in hand as it was posted (exit status 1); one that cannot be read is
    not taken. The order that is a dash is written "- " here, since a dash alone is stdin.
    """
    from gm_tools.table.hand import BY_HAND, drop_order, put_order

    folder = find_table(table)
    if drop:
        if text is not None:
            raise InputError("--drop takes no order")
        gone = drop_order(folder, seat)
        for posted in gone:
            tell(f"{posted.seat}: {one_line(posted.text)} is out of hand.")
        return
    if text is None:
        raise InputError("there is no order", allowed="an order, - for stdin, or --drop")
    text = text_or_stdin(text)
    put = put_order(folder, seat, text, source or BY_HAND)
    if json:
        emit(order_report(put, text), json=True)
    else:
        _print_put(put, text)
    if put.verdict.problems:
        raise typer.Exit(1)


def _print_put(put: "Put", text: str) -> None:
    """Say what became of an order: what is in hand on stdout, what is wrong with it on stderr."""
    from gm_tools.report import problem_lines

    verdict, table = put.verdict, put.table
    who = name_of(table, verdict.seat)
    if verdict.posted is not None:
        instead = "".join(f", in place of {one_line(old.text)}" for old in put.replaced)
        when = f"for turn {table.turn + 1}" if verdict.request is not None else "for later, not for what is asked now"
        tell(f"{who}: {one_line(verdict.posted.text)} is in hand {when}{instead}.")
    if verdict.problems:
        taken = "is not legal; it is in hand as posted"
        fate = "cannot be read and was not taken in hand" if verdict.posted is None else taken
        lines = problem_lines(table.game, text, verdict.problems)
        say("\n".join([f"gm: {who}: this order {fate}:", *(f"  {line}" for line in lines)]))


@app.command(
    "try",
    epilog=examples(
        'gm try dust Alice "A(4M)"',
        'gm try dust A "A(A+1)(5M)" --whole',
        'gm try dust-turn-6.toml Alice "A(4M)"          a published snapshot will do',
    ),
)
def try_order(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE|SNAPSHOT",
            help="A table, or the file of a snapshot (gm report --format snapshot).",
            autocompletion=complete_tables,
        ),
    ],
    seat: SeatName,
    text: Annotated[str, typer.Argument(metavar="ORDER", help="The order to try; - for stdin.")],
    whole: Annotated[bool, typer.Option("--whole", help="Draw the whole board, not the part round the path.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
) -> None:
    """Try an order: its path, its costs, how it can come out.

    Works from what the seat may know: a table's seed is not asked, and a published snapshot needs no table at all. Nothing is
    written. Exit status 1 if the order is not legal.
    """
    from gm_tools.report import trial_report

    stage = open_stage(table)
    mark = seat_mark(stage, seat)
    report = trial_report(scene_of(stage, mark), stage.position, mark, text_or_stdin(text), whole_board=whole)
    emit(report, markup, json=json)
    if not report.data["legal"]:
        raise typer.Exit(1)


@app.command(
    epilog=examples(
        "gm resolve dust",
        "gm resolve dust --preview",
        "gm resolve dust --close --missing straight",
        'gm resolve dust --draw oil=left,same --source "random.org, post 57"',
    )
)
def resolve(
    table: TableName,
    preview: Annotated[bool, typer.Option("--preview", help="Show the turn and write nothing.")] = False,
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", help="Only if N is next; one resolved already is shown again.")
    ] = None,
    close: Annotated[
        bool, typer.Option("--close", help="Do not wait: missing and illegal orders become what --missing says.")
    ] = False,
    missing: Annotated[
        str | None, typer.Option("--missing", metavar="POLICY", help="With --close; else as the table's options say.")
    ] = None,
    draw: Draws = None,
    source: Source = "",
    go_on: Annotated[bool, typer.Option("--all", help="Go on as long as the orders in hand are enough.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
) -> None:
    """Resolve the next turn and print its post.

    Refuses (exit status 1) while orders are missing or illegal, and says whose and why.
    """
    folder = find_table(table)
    if missing is not None and not close:
        raise InputError("--missing needs --close")
    if go_on and (close or preview or turn is not None or draw):
        raise InputError("--all goes with none of --close, --preview, --turn, --draw")
    choices = {"close": close, "policy": missing, "preview": preview, "turn": turn, "source": _needed(source, draw)}
    report = _resolve(folder, {**choices, "draws": read_draws(draw or ())})
    emit(report, markup, json=json)
    while go_on:
        try:
            report = _resolve(folder, choices)
        except InputError as error:
            if error.status != 1:
                raise
            say(f"gm: {error}".split("\n", maxsplit=1)[0])
            return
        if not json:
            print()
        emit(report, markup, json=json)


def _resolve(folder: Path, choices: dict[str, Any]) -> "Report":
    """Resolve a turn and return its post; raise InputError with every seat that it waits for, and why."""
    from gm_tools.table.resolve import Refused, resolve

    try:
        resolved = resolve(folder, **choices)
    except Refused as refused:
        raise InputError(_why(refused, folder), status=1) from None
    if resolved.again:
        say(f"gm: turn {resolved.turn.turn} was resolved before: nothing was changed")
        return turn_post(resolved.table, resolved.turn.turn, "public")
    for dropped in resolved.turn.dropped:
        who = name_of(resolved.table, dropped.seat)
        say(f"gm: {who}: {one_line(dropped.text)} was not carried out: {dropped.why}")
    return post_of(resolved.table, resolved.turn, "public", [], "preview" if choices["preview"] else "")


def _why(refused: "Refused", folder: Path) -> str:
    """Return why a turn is not resolved: a part for each seat that it waits for, and what can be done."""
    from gm_tools.report import problem_lines
    from gm_tools.table.resolve import OPTION
    from gm_tools.table.store import open_table

    table = open_table(folder)
    lines = [refused.message]
    for verdict in refused.verdicts:
        if verdict.ready:
            continue
        who = name_of(table, verdict.seat)
        asked = verdict.request.text if verdict.request is not None else ""
        if verdict.posted is None:
            lines.append(f"  {who}: no order ({asked})")
            continue
        lines.append(f"  {who}: {one_line(verdict.posted.text)} ({verdict.posted.source})")
        lines += [f"    {line}" for line in problem_lines(table.game, verdict.posted.text, verdict.problems)]
    allowed = next((option.allowed for option in table.game.options if option.name == OPTION), "")
    policies = ", ".join(policy for policy in allowed.split(", ") if policy != "wait")
    lines.append(f"Take their orders in hand, or close the turn: --close --missing POLICY ({policies})")
    return "\n".join(lines)
