"""`gm new`: a new table."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_tools.cli.app import command, examples
from gm_tools.cli.boards import complete_tracks, read_board
from gm_tools.cli.common import (
    complete_games,
    emit,
    new_folder,
    note,
    read_draws,
    read_input,
    read_pairs,
    source_of_draws,
)
from gm_tools.cli.options import AsJson, Draws, Forum, Hour, Lang, Source, Zone
from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.plans import STRENGTHS
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE, find
from gm_tools.reports.turn import turn_post
from gm_tools.table import clear_abandoned, new_table
from gm_tools.table.settings import settings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.game import Game


@command(
    epilog=examples(
        f'gm new dust --game {EXAMPLE} --track dust-bowl --seat "A:Alice:turbo" --seat "B:Bob"',
        f'gm new dust --game {EXAMPLE} --track my.txt --seats seats.txt --option laps=5 --alias "A=al1ce"',
        f'gm new dust --game {EXAMPLE} --track my.txt --seats - --draw "grid=B>A>C" --source "dice in post 3"',
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
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="MARK=STRENGTH", help="A seat that a bot plays: easy, medium or hard."),
    ] = None,
    gm: Annotated[
        list[str] | None,
        typer.Option("--gm", metavar="NAME", help="The forum account that reports are posted from. May be repeated."),
    ] = None,
    thread: Annotated[
        str, typer.Option("--thread", metavar="URL", help="The address of the thread that it is played in.")
    ] = "",
    forum: Forum = "",
    zone: Zone = "",
    hour: Hour = "",
    beacon: Annotated[
        str,
        typer.Option(
            "--beacon", metavar="NAME", help="Draw turns with a public beacon that nobody knows before: drand."
        ),
    ] = "",
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
    lang: Lang = "",
) -> None:
    """Begin a new table and print its first post.

    The folder gets the board, the options, the seats, and the seed of all chance in secret.toml: keep that to yourself.
    Its commitment is part of the first post.
    """
    known = find(game)
    board = read_board(track, game, pasted=pasted)
    words = list(seat or ())
    if seats:
        words += _lines_of(seats)
    for left in clear_abandoned(new_folder(table)):
        note(_("removed {folder}, which an earlier gm new left unfinished", folder=left))
    try:
        made = new_table(
            new_folder(table),
            game=game,
            board_text=board.text,
            track=board.name,
            seats=_read_seats(words, alias or (), bot or ()),
            options=read_pairs(option or (), "--option"),
            draws=read_draws(draw or ()),
            source=source_of_draws(source, draw),
            language=lang,
            gm=tuple(gm or ()),
            thread=settings_of(address=thread, forum=forum, zone=zone, hour=hour),
            beacon=beacon,
        )
    except InputError as error:
        raise error.within(board.name) if _is_of_board(error, known, board.text) else error from None
    emit(turn_post(made, 0, "public"), json=json)
    note(_("the table is in {folder}; keep its secret.toml to yourself", folder=made.path))


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
    return [line.strip() for line in read_input(file).splitlines() if line.strip() and not line.startswith("#")]


def _read_seats(words: "Sequence[str]", aliases: "Sequence[str]", bots: "Sequence[str]") -> "list[Seat]":
    seats = []
    for word in words:
        mark, __, rest = word.partition(":")
        player, __, extra = rest.partition(":")
        if not mark.strip() or not player.strip():
            raise InputError(_("--seat: found {word!r}", word=word), allowed=_("MARK:PLAYER or MARK:PLAYER:EXTRA"))
        seats.append(Seat(mark.strip(), player.strip(), (), extra.strip()))
    for word in aliases:
        mark, equals, name = (part.strip() for part in word.partition("="))
        at = next((at for at, seat in enumerate(seats) if seat.mark == mark), None)
        if at is None or not equals or not name:
            raise InputError(_("--alias: found {word!r}", word=word), allowed=_("MARK=NAME with the mark of a seat"))
        seats[at] = seats[at]._replace(aliases=(*seats[at].aliases, name))
    for word in bots:
        mark, __, strength = (part.strip() for part in word.partition("="))
        at = next((at for at, seat in enumerate(seats) if seat.mark == mark), None)
        if at is None or strength not in STRENGTHS:
            allowed = _("MARK=STRENGTH with the mark of a seat and {strengths}", strengths=", ".join(STRENGTHS))
            raise InputError(_("--bot: found {word!r}", word=word), allowed=allowed)
        seats[at] = seats[at]._replace(bot=strength)
    return seats
