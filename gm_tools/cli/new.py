"""`gm new`: a new table."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from gm_tools import games as registry
from gm_tools.cli.boards import read_board
from gm_tools.cli.commands import command
from gm_tools.cli.common import (
    emit_post,
    new_folder,
    note,
    now_of,
    read_draws,
    read_input,
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
from gm_tools.core.beacon import round_at
from gm_tools.core.game import STRENGTHS, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.times import Moment, later, parse_duration, parse_moment
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import EXAMPLE, find
from gm_tools.posts.accounts import Account, add_accounts, parse_account
from gm_tools.reports.turn import turn_post
from gm_tools.reports.waiting_setup import waiting_report
from gm_tools.table import clear_abandoned, new_table
from gm_tools.table.assign import assign_seats, seat_choice
from gm_tools.table.files import locked, remove
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.settings import ThreadSettings, complete_moment, read_settings, settings_of
from gm_tools.table.waiting import FILE as WAITING
from gm_tools.table.waiting import Applicant, read_applicants, signup_file, write_applicants

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gm_tools.core.game import Game


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
    rows = [*map(_read_seat, seat), *(map(_read_line, _lines_of(seats_from)) if seats_from else ())]
    if seats and not from_signup:
        raise InputError(_("--seats needs --from-signup"), allowed="--seat, --seats-from")
    for left in clear_abandoned(new_folder(table)):
        note(_("removed {folder}, which an earlier gm new left unfinished", folder=left))
    options = read_pairs(option or (), "--option")
    try:
        given = _with_marks(rows, known, board.text, options)
        given = _with_names_and_bots(given, alias, bot)
        signed = _signed_up(new_folder(table), known, board.text, options, given, seats) if from_signup else None
        made = new_table(
            new_folder(table),
            game=game,
            board_text=board.text,
            track=board.name,
            seats=[*given, *(signed.seats if signed else ())],
            options=options,
            draws=read_draws(draw or ()),
            source=source_of_draws(source, draw),
            language=lang,
            gm=tuple(gm),
            thread=settings_of(address=thread, forum=forum, zone=zone, hour=hour),
            beacon=beacon,
            setup_round=_setup_round(setup_at, zone, hour),
        )
    except InputError as error:
        raise error.within(board.name) if _is_of_board(error, known, board.text) else error from None
    if signed is not None:
        _keep_waiting(made.path, signed)
    post = turn_post(made, 0, "public") if made.turn >= 0 else waiting_report(made.path)
    emit_post(post, read_settings(made.path).profile, "json" if json else None)
    if made.turn < 0:
        note(_("post this before the round is out; then: gm resolve {table}", table=table))
    elif due := hands_due(made):
        message = _("private messages are to be sent to {seats}: gm hands {table}", seats=", ".join(due), table=table)
        note(message)
    note(_("the table is in {folder}; keep its secret.toml to yourself", folder=made.path))


def _setup_round(text: str, zone: str, hour: str) -> int:
    """Return the round of the beacon that the set-up waits for, 0 if it does not; raise InputError for a time that is over."""
    if not text:
        return 0
    now = now_of("")
    if re.fullmatch(r"(\s*\d+\s*[a-z]+)+\s*", text):
        at = later(Moment(now), parse_duration(text, "--setup-at"))
    else:
        at = parse_moment(complete_moment(text, ThreadSettings(zone=zone, hour=hour)), "--setup-at")
    if at.seconds <= now:
        raise InputError(_("that time has already passed"), key="--setup-at", allowed=_("a time to come, or 2h"))
    return round_at(at.seconds)


class _SignedUp(NamedTuple):
    """Those on the list of a sign-up: the seats given, who has them, who waits."""

    seats: "list[Seat]"
    playing: "tuple[Applicant, ...]"
    waiting: "tuple[Applicant, ...]"


def _signed_up(
    folder: "Path",
    game: "Game[Any, Any, Any]",
    text: str,
    options: "Mapping[str, Any]",
    given: "list[Seat]",
    places: int,
) -> _SignedUp:
    """Return seats for those who signed up, as many as there are places; who has a seat already (`--seat`) gets no other."""
    file = signup_file(folder)
    listed = [one for one in read_applicants(file) if not one.out]
    listed = [one for one in listed if not any(one.is_called(seat.player) for seat in given)]
    if not listed:
        raise InputError(_("nobody has signed up"), file=str(file), allowed=_("gm signup TABLE FILE"), status=1)
    choice = seat_choice(game, game.parse_board(text), options)
    room = max(0, (places or choice.most) - len(given))
    playing = tuple(listed[:room])
    return _SignedUp(assign_seats(playing, choice, given), playing, tuple(listed[room:]))


def _keep_waiting(folder: "Path", signed: _SignedUp) -> None:
    """Write down who waits and bind the accounts of those who play; the list of the sign-up has done its work then."""
    with locked(folder):
        if signed.waiting:
            write_applicants(folder / WAITING, signed.waiting)
        rows = ((one.player, *(parse_account(one.account) or ("", ""))) for one in signed.playing)
        add_accounts(folder, [Account(name, source, "", number) for name, source, number in rows if number])
    remove(signup_file(folder))
    if signed.waiting:
        note(_("on the waiting list: {players}", players=", ".join(one.player for one in signed.waiting)))


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


def _read_seat(word: str) -> "Seat":
    mark, __, rest = word.partition(":")
    player, __, extra = rest.partition(":")
    if not mark.strip() or not player.strip():
        raise InputError(_("--seat: found {word!r}", word=word), allowed=_("MARK:PLAYER or MARK:PLAYER:EXTRA"))
    return Seat(mark.strip(), player.strip(), (), extra.strip())


def _read_line(line: str) -> "Seat":
    """Return the seat of a line of --seats-from: as --seat has it, or a player alone, whose mark is still to be given."""
    return _read_seat(line) if ":" in line else Seat("", line)


def _with_marks(
    rows: "list[Seat]", game: "Game[Any, Any, Any]", text: str, options: "Mapping[str, Any]"
) -> "list[Seat]":
    """Return seats with a mark for those that have none, given as at a sign-up."""
    unmarked = [Applicant(row.player) for row in rows if not row.mark]
    if not unmarked:
        return rows
    choice = seat_choice(game, game.parse_board(text), options)
    given = iter(assign_seats(unmarked, choice, [row for row in rows if row.mark]))
    return [row if row.mark else next(given) for row in rows]


def _with_names_and_bots(seats: "list[Seat]", aliases: "Sequence[str]", bots: "Sequence[str]") -> "list[Seat]":
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
