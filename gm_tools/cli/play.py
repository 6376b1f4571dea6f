"""The commands that a game is played with: `new`, `order`, `try`, `resolve`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_tools.cli.app import app, examples
from gm_tools.cli.common import (
    complete_games,
    complete_tracks,
    emit,
    find_table,
    new_folder,
    note,
    now_of,
    one_line,
    read_draws,
    read_pairs,
    read_stdin,
    tell,
    text_or_stdin,
    warn,
)
from gm_tools.cli.options import AsFormat, AsJson, Draws, Lang, Now, SeatName, Source, StageName, TableName
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE
from gm_tools.reports.turn import name_of, open_stage, order_report, post_of, scene_of, seat_mark, turn_post

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.game import Game, Seat
    from gm_tools.reports.report import Report
    from gm_tools.table.hand_file import Put, SeatOrder
    from gm_tools.table.resolve import Refused, Resolved


@app.command(
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
    from gm_tools.cli.boards import read_board
    from gm_tools.games import find
    from gm_tools.table.store import clear_abandoned, new_table

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
            source=_needed(source, draw),
            language=lang,
            gm=tuple(gm or ()),
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
    if file == "-":
        text = read_stdin()
    else:
        from gm_tools.table.files import read_text

        text = read_text(Path(file))
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _read_seats(words: "Sequence[str]", aliases: "Sequence[str]", bots: "Sequence[str]") -> "list[Seat]":
    from gm_tools.core.game import Seat
    from gm_tools.core.plans import STRENGTHS

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


def _needed(source: str, draws: "Sequence[str] | None") -> str:
    """Return the source of entered draws, without which they would be worth nothing."""
    if draws and not source.strip():
        raise InputError(_("--draw needs --source"), allowed=_("where others can look the draws up"))
    return source


@app.command(
    epilog=examples(
        'gm order dust Alice "A(4M)"',
        'gm order dust Alice "A(4M)R(M) else (5M)"        the first that is legal when the turn comes',
        'gm order dust Alice "A(4M); turn 8: BB; turn 9: S(6M) else (5M)"',
        'gm order dust Alice "BB" --turn 8                 in hand for turn 8 only',
        "gm order dust B - < order.txt",
        "gm order dust B --bot hard",
        "gm order dust Alice --drop --turn 8",
    )
)
def order(
    table: TableName,
    seat: SeatName,
    text: Annotated[str | None, typer.Argument(metavar="ORDER", help="The order as posted; - for stdin.")] = None,
    source: Annotated[str, typer.Option("--source", metavar="TEXT", help="Where it was posted.")] = "",
    turn: Annotated[
        int, typer.Option("--turn", metavar="N", min=0, help="For that turn only; with --drop, of that turn only.")
    ] = 0,
    bot: Annotated[
        str, typer.Option("--bot", metavar="STRENGTH", help="Have a bot choose it: easy, medium or hard.")
    ] = "",
    drop: Annotated[
        bool, typer.Option("--drop", help="Take the seat's orders out of hand, those for later turns too.")
    ] = False,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Take an order in hand, and say what is wrong with it.

    An order may be a sheet: alternatives with "else" between them, of which the first that is legal when the turn comes is
    used, and orders for later turns, each begun by "turn N:" on a line of its own or behind a semicolon. Turns are numbered as
    gm status numbers them.

    An order that can be read but is not legal stays in hand as it was posted (exit status 1); one that cannot be read is
    not taken. The order that is a dash is written "- " here, since a dash alone is stdin.
    """
    from gm_tools.core.sources import BY_HAND
    from gm_tools.table.hand_file import drop_order, put_order

    folder = find_table(table)
    if drop:
        if text is not None or bot or source:
            raise InputError(_("--drop takes no order, no --bot and no --source"))
        gone = drop_order(folder, seat, turn)
        for posted in gone:
            tell(_("{seat}: {order} is out of hand.", seat=posted.seat, order=one_line(posted.text)))
        return
    if bot:
        if text is not None or turn:
            raise InputError(_("--bot takes no order and no --turn"))
        from gm_tools.table.bots import chosen_order

        text, source = chosen_order(folder, seat, bot), source or f"bot {bot}"
    if text is None:
        raise InputError(_("there is no order"), allowed=_("an order, - for stdin, --bot or --drop"))
    text = text_or_stdin(text)
    text = f"turn {turn}: {text}" if turn else text
    put = put_order(folder, seat, text, source or BY_HAND)
    if json:
        emit(order_report(put, text), json=True)
    else:
        _print_put(put, text)
    is_read = all(each.order is not None for one in put.orders for each in one.verdict.alternatives)
    if put.problems or put.outdated or not is_read:
        raise typer.Exit(1)


def _print_put(put: "Put", text: str) -> None:
    """Say what became of a sheet: what is in hand on stdout, what is wrong with it on stderr."""
    from gm_tools.core.sheets import alternative_lines
    from gm_tools.reports.report import problem_lines

    table, now = put.table, put.now
    who = name_of(table, put.seat)
    if put.refused:
        fate = N_("{who}: this order cannot be read and was not taken in hand:")
        if all(problem.kind != "invalid" for problem in put.refused):
            fate = N_("{who}: this order was not taken in hand:")
        note("\n".join([_(fate, who=who), *(f"  {line}" for line in problem_lines(table.game, text, put.refused))]))
        return
    if now.posted is not None:
        message = N_("{who}: {order} is in hand for later, not for what is asked now{instead}.")
        if now.request is not None:
            message = _IN_HAND
        _tell_in_hand(message, who, now, table.turn + 1)
        if now.verdict.several and now.ready:
            message = N_("{who}: as it stands now, alternative {number} is taken.")
            tell(_(message, who=who, number=now.verdict.number))
    first = put.first_order()
    if first is not None:
        message = N_(
            "{who}: {first} was posted first and counts as long as it is legal [{rule}]; {order} is kept behind it. To replace it, "
            "take both out of hand (gm order {table} {seat} --drop), then post {order} again"
        )
        words = {"rule": table.game.first_order_rule, "table": table.path.name, "seat": put.seat}
        note(_(message, who=who, first=one_line(first.text), order=one_line(now.text), **words))
    for row in put.later:
        _tell_in_hand(_IN_HAND, who, row, row.turn)
    for turn in put.outdated:
        message = N_("{who}: turn {turn} is past: what the sheet says of it was not taken in hand")
        note(_(message, who=who, turn=turn))
    _note_faults(table.game, who, now)
    for row in put.later:
        unread = [line for one in row.verdict.alternatives for line in alternative_lines(table.game, one)]
        if unread:
            message = N_("{who}: in the order for turn {turn}, an alternative cannot be read:")
            note("\n".join([_(message, who=who, turn=row.turn), *(f"  {line}" for line in unread)]))


def _note_faults(game: "Game[Any, Any, Any]", who: str, now: "SeatOrder") -> None:
    """Say what is wrong with an order that is in hand for the next turn."""
    from gm_tools.core.sheets import alternative_lines, verdict_lines

    verdict = now.verdict
    lines = verdict_lines(game, verdict)
    if verdict.several:
        fate = N_("{who}: this order has no legal alternative; it is in hand as posted:")
        if now.ready:
            fate = N_("{who}: this order has an alternative that is not taken:")
        lines = () if all(one.is_legal for one in verdict.several) else lines
    elif verdict.problems:
        fate = N_("{who}: this order is not legal; it is in hand as posted:")
    elif now.warnings:
        fate = N_("{who}: as things stand this order would not be legal; it is checked again when its turn comes:")
        lines = tuple(alternative_lines(game, verdict.chosen._replace(problems=now.warnings)))
    if lines:
        note("\n".join([_(fate, who=who), *(f"  {line}" for line in lines)]))


_IN_HAND = N_("{who}: {order} is in hand for turn {turn}{instead}.")


def _tell_in_hand(message: str, who: str, one: "SeatOrder", turn: int) -> None:
    instead = "".join(_(", in place of {order}", order=one_line(old.text)) for old in one.replaced)
    tell(_(message, who=who, order=one_line(one.text), turn=turn, instead=instead))


@app.command(
    "try",
    epilog=examples(
        'gm try dust Alice "A(4M)"',
        'gm try dust A "A(A+1)(5M)" --whole',
        'gm try dust A "A(A+1)(5M) else (4M); turn 9: BB"   which one would be taken, and why not the others',
        'gm try dust-turn-6.toml Alice "A(4M)"          a published snapshot will do',
    ),
)
def try_order(
    table: StageName,
    seat: SeatName,
    text: Annotated[str, typer.Argument(metavar="ORDER", help="The order to try; - for stdin.")],
    whole: Annotated[bool, typer.Option("--whole", help="Draw the whole board, not the part round the path.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Try an order: its path, its costs, how it can come out.

    Of a sheet (see gm order) the first legal alternative for the next turn is carried out; why the others are not is said.

    Works from what the seat may know: a table's seed is not asked, and a published snapshot needs no table at all. Nothing is
    written. Exit status 1 if the order is not legal.
    """
    from gm_tools.reports.trial import trial_report

    stage = open_stage(table)
    mark = seat_mark(stage, seat)
    scene = scene_of(stage, mark)
    report = trial_report(scene, stage.position, mark, text_or_stdin(text), turn=stage.turn + 1, whole_board=whole)
    emit(report, markup, json=json)
    if not report.data["legal"]:
        raise typer.Exit(1)


@app.command(
    epilog=examples(
        "gm resolve dust",
        "gm resolve dust --preview",
        "gm resolve dust --close --missing straight",
        'gm resolve dust --now "2026-11-23 20:05 UTC"    when it happens, for the timer of gm deadline',
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
    now: Now = "",
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Resolve the next turn and print its post.

    Refuses (exit status 1) while orders are missing or illegal, and says whose and why. Only with --close does the game
    master end the turn for them; the report says so, and a deadline that is not over yet is warned of. If the table has a timer (gm
    deadline --every), the next deadline is set.
    """
    folder = find_table(table)
    if missing is not None and not close:
        raise InputError(_("--missing needs --close"))
    if go_on and (close or preview or turn is not None or draw):
        raise InputError(_("--all goes with none of --close, --preview, --turn, --draw"))
    choices: dict[str, Any] = {
        "close": close,
        "policy": missing,
        "preview": preview,
        "turn": turn,
        "source": _needed(source, draw),
    }
    choices["now"] = now_of(now)
    report = _resolve(folder, {**choices, "draws": read_draws(draw or ())})
    emit(report, markup, json=json)
    while go_on:
        try:
            report = _resolve(folder, choices)
        except InputError as error:
            if error.status != 1:
                raise
            from gm_tools.table.store import open_table

            reached = open_table(folder)
            if not reached.game.is_over(reached.position):  # else all is done that was asked for
                note(str(error).split("\n", maxsplit=1)[0])
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
        note(_("turn {turn} was resolved before: nothing was changed", turn=resolved.turn.turn))
        return turn_post(resolved.table, resolved.turn.turn, "public")
    for dropped in resolved.turn.dropped:
        who = name_of(resolved.table, dropped.seat)
        message = N_("{who}: {order} was not carried out: {why}")
        note(_(message, who=who, order=one_line(dropped.text), why=resolved.reasons[dropped.number]))
    _warn_of_early_close(resolved, choices["now"], preview=choices["preview"])
    label = _("preview") if choices["preview"] else ""
    return post_of(resolved.table, resolved.turn, "public", [], label, resolved.deadline)


def _warn_of_early_close(resolved: "Resolved", now: int, *, preview: bool) -> None:
    """Warn if a turn is closed for somebody before its deadline (and the grace after it) is over."""
    from gm_tools.core.deadline import state, state_line

    number = resolved.turn.turn
    if resolved.due is None or not any(row.missed for row in resolved.turn.orders):
        return
    if state(resolved.due, number, now) in {"open", "grace", "paused"}:
        line = state_line(resolved.due, number, now)
        message = N_("turn {turn} was closed before its time. {line} gm undo takes it back")
        if preview:
            message = N_("this would close turn {turn} before its time. {line}")
        warn(_(message, turn=number, line=line))


def _why(refused: "Refused", folder: Path) -> str:
    """Return why a turn is not resolved: a part for each seat that it waits for, and what can be done."""
    from gm_tools.core.sheets import verdict_lines
    from gm_tools.core.sources import shown_source
    from gm_tools.table.bots import POLICIES
    from gm_tools.table.resolve import OPTION
    from gm_tools.table.store import open_table

    table = open_table(folder)
    lines = [refused.message]
    for one in refused.orders:
        if one.ready:
            continue
        who = name_of(table, one.seat)
        asked = one.request.text if one.request is not None else ""
        if one.posted is None:
            lines.append("  " + _("{who}: no order ({asked})", who=who, asked=asked))
            continue
        lines.append(f"  {who}: {one_line(one.text)} ({shown_source(one.posted.source)})")
        lines += [f"    {line}" for line in verdict_lines(table.game, one.verdict)]
    allowed = next((option.allowed for option in table.game.options if option.name == OPTION), "")
    policies = ", ".join([*(policy for policy in allowed.split(", ") if policy != "wait"), *POLICIES])
    message = N_("Take their orders in hand, or close the turn: --close --missing POLICY ({policies})")
    lines.append(_(message, policies=policies))
    return "\n".join(lines)
