"""`gm signup`: who wants to play."""

import shlex
from pathlib import Path

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, new_folder, note, read_pairs, warn
from gm_tools.cli.completion import complete_games, complete_tracks
from gm_tools.cli.options import AsFormat, argument, option, options
from gm_tools.cli.tables import find_table
from gm_tools.cli.thread_files import read_threads
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE, find
from gm_tools.posts.signup import apply_posts
from gm_tools.reports.waiting import signup_report
from gm_tools.table import open_table
from gm_tools.table.assign import SeatChoice, seat_choice
from gm_tools.table.boards import choice_on, read_board
from gm_tools.table.files import exists
from gm_tools.table.waiting import edit_list, list_file, read_applicants, write_applicants


@command(
    f"gm signup dust signup.html --game {EXAMPLE} --track dust-bowl --gm Gus",
    'gm signup dust --add "Nina:N:turbo" --drop Bob',
    "gm signup dust thread.html       once the table is begun: the waiting list",
)
def signup(
    table: str = argument("TABLE", "The table, begun or not yet."),
    files: list[str] = argument("[FILE]...", "Pages, exports or pasted text; - for stdin.", default=[]),
    game: str = option("--game -g", None, "The game to be played.", autocompletion=complete_games),
    track: str = option("--track -t", None, "Its track, or a path.", autocompletion=complete_tracks),
    option: list[str] = options("--option -o", "KEY=VALUE", "An option of the game."),
    seats: int = option("--seats", "N", "For so many players.", default=0, min=0),
    gm: list[str] = options("--gm", "NAME", "Your forum account, which does not sign up."),
    add: list[str] = options("--add", "PLAYER[:MARK[:EXTRA]]", "Put somebody on the list by hand."),
    drop: list[str] = options("--drop", "PLAYER", "Take somebody off the list."),
    markup: AsFormat = None,
) -> None:
    """List who has signed up to play in a thread, in order.

    The marks and extras asked for are shown. A post counts if it says so in a sentence of its own: "I'm in", "Sign up:
    T turbo", "count me out". What is not clear is listed (exit status 1) and not taken. Before the table is begun the
    list is TABLE.signup.toml, and gm new --from-signup seats those on it; afterwards it is the table's waiting list,
    and gm seat --substitute takes the first of it.
    """
    folder = new_folder(table)
    is_begun = exists(folder / "table.toml") or exists(Path(table) / "table.toml")
    seated: list[str] = []
    masters = list(gm)
    choice = SeatChoice()
    if is_begun:
        folder = find_table(table)
        opened = open_table(folder)
        seated = [name for seat in opened.seats for name in (seat.player, *seat.aliases)]
        masters += opened.gm
        choice = seat_choice(opened.game, opened.board, opened.options)
    elif game and track:
        found = find(game)
        choice = choice_on(found, read_board(track, game), read_pairs(option, "--option"))
    elif game or track:
        raise InputError(_("--game and --track go together"))
    path = list_file(folder)
    before = edit_list(read_applicants(path), add, drop, choice.marks)
    threads = read_threads(files)
    for warning in (warning for thread in threads for warning in thread.warnings):
        warn(warning)
    posts = [post for thread in threads for post in thread.posts]
    after = apply_posts(before, posts, choice, seated=seated, gm=masters)
    write_applicants(path, after.applicants)
    places = 0 if is_begun else seats or choice.most or None
    emit(signup_report(folder.name, after.applicants, places, after.unclear, after.others), markup)
    if not is_begun and any(not one.out for one in after.applicants):
        chosen = {"--game": [game or "GAME"], "--track": [track or "TRACK"], "--option": option or [], "--gm": gm or []}
        given = [word for name, values in chosen.items() for value in values for word in (name, value)]
        begin = shlex.join(["gm", "new", table, *given, "--from-signup", *(["--seats", str(seats)] if seats else [])])
        note(_("the list is in {file}; this begins the table with it: {command}", file=path, command=begin))
    if after.unclear:
        raise typer.Exit(1)
