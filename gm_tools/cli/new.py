"""`gm new`: a new table."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from gm_tools import games as registry
from gm_tools.cli.commands import command
from gm_tools.cli.common import (
    emit_post,
    new_folder,
    note,
    read_draws,
    read_pairs,
    source_of_draws,
)
from gm_tools.cli.options import (
    AsJson,
    Draws,
    Forum,
    GameName,
    GameOptions,
    Hour,
    Lang,
    Source,
    TrackName,
    Zone,
    flag,
    option,
    options,
)
from gm_tools.core import clock
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE, find
from gm_tools.posts.signup import end_signup
from gm_tools.reports.turn_post import turn_post
from gm_tools.reports.waiting_setup import waiting_report
from gm_tools.table import ChanceSource, Posting, clear_abandoned, new_table
from gm_tools.table.assign import SeatChoice, parse_seat, parse_seats, seat_players
from gm_tools.table.boards import choice_on, read_board
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.files import read_input
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.set_up import named_setup_round
from gm_tools.table.settings import settings_of
from gm_tools.table.waiting import signup_file


class _NewCommand(TyperCommand):
    """`gm new`: its help lists what seats may be marked with, game by game; only the help imports all games."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the marks of each game, then the examples."""
        with formatter.section("Marks of seats"):
            formatter.write_dl([(name, _(marks)) for name in registry.NAMES if (marks := find(name).seat_marks)])
        super().format_epilog(ctx, formatter)


@command(
    f'gm new dust --game {EXAMPLE} --track dust-bowl --seat "A:Alice:turbo" --seat "B:Bob"',
    f'gm new dust --game {EXAMPLE} --track my.txt --seats-from seats.txt --option laps=5 --alias "A=al1ce"',
    f"gm new dust --game {EXAMPLE} --track dust-bowl --from-signup --seats 8",
    f'gm new dust --game {EXAMPLE} --track dust-bowl --from-signup --beacon drand --setup-at "2026-11-24 20:00 UTC"',
    f'gm new dust --game {EXAMPLE} --track my.txt --seats-from - --draw "grid=B>A>C" --source "dice in post 3"',
    cls=_NewCommand,
)
def new(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A path, or a name below ./turns if that exists.")],
    game: GameName,
    track: TrackName,
    seat: list[str] = options("--seat -s", "MARK:PLAYER[:EXTRA]", "A seat, in order. See gm rules for EXTRA."),
    seats_from: str = option(
        "--seats-from", "FILE", "Seats from a file, MARK:PLAYER[:EXTRA] or PLAYER a line; - for stdin."
    ),
    from_signup: bool = flag("--from-signup", "Seats for those on the list of gm signup, in order; the rest wait."),
    seats: int = option("--seats", "N", "With --from-signup: for so many players.", default=0, min=0),
    alias: list[str] = options("--alias", "MARK=NAME", "Another name of a player. May be repeated."),
    bot: list[str] = options("--bot", "MARK=STRENGTH", "A seat that a bot plays: easy, medium or hard."),
    gm: list[str] = options("--gm", "NAME", "The forum account that reports are posted from. May be repeated."),
    thread: str = option("--thread", "URL", "The address of the thread that it is played in."),
    forum: Forum = "",
    zone: Zone = "",
    hour: Hour = "",
    beacon: str = option("--beacon", "NAME", "Draw turns with a public beacon that nobody knows before: drand."),
    setup_at: str = option("--setup-at", "WHEN", "With --beacon: the set-up waits, too: a time, or 2h from now."),
    option: GameOptions = None,
    draw: Draws = None,
    source: Source = "",
    pasted: bool = flag("--pasted", "The board was pasted out of a post: drop the indentation of all lines."),
    json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Begin a new table and print its first post.

    The folder gets the board, the options, the seats, and the seed of all chance in secret.toml: keep that to yourself.
    Its commitment is part of the first post.
    """
    known = find(game)
    board = read_board(track, game, pasted=pasted)
    rows = [*map(parse_seat, seat), *(parse_seats(read_input(seats_from)) if seats_from else ())]
    if seats and not from_signup:
        raise InputError(_("--seats needs --from-signup"), allowed="--seat, --seats-from")
    folder = new_folder(table)
    for left in clear_abandoned(folder):
        note(_("removed {folder}, which an earlier gm new left unfinished", folder=left))
    options = read_pairs(option or (), "--option")
    is_chosen = from_signup or not all(row.mark for row in rows)
    choice = choice_on(known, board, options) if is_chosen else SeatChoice()
    seating = seat_players(rows, choice, alias, bot, signup_file(folder) if from_signup else None, seats)
    where = settings_of(address=thread, forum=forum, zone=zone, hour=hour)
    made = new_table(
        folder,
        game=game,
        board_text=board.text,
        track=board.name,
        seats=seating.seats,
        options=options,
        chance=ChanceSource(
            beacon=beacon,
            setup_round=named_setup_round(setup_at, where, clock.now()) if setup_at else 0,
            inputs=DrawInputs(read_draws(draw or ()), source_of_draws(source, draw)),
        ),
        posting=Posting(lang, tuple(gm), where),
    )
    if from_signup:
        end_signup(made.path, seating)
    if seating.waiting:
        note(_("on the waiting list: {players}", players=", ".join(one.player for one in seating.waiting)))
    post = turn_post(made, 0, "public") if made.turn >= 0 else waiting_report(made.path)
    emit_post(post, made.thread.profile, "json" if json else None)
    if made.turn < 0:
        note(_("post this before the round is out; then: gm resolve {table}", table=table))
    elif due := hands_due(made):
        message = _("private messages are to be sent to {seats}: gm hands {table}", seats=", ".join(due), table=table)
        note(message)
    note(_("the table is in {folder}; keep its secret.toml to yourself", folder=made.path))
