"""The posts about turns of a table on disk: its files read, and handed to `turn.py` for one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from gm_tools.core.beacon import address_of
from gm_tools.core.blocks import Lines, Picture
from gm_tools.core.deadline import Deadline
from gm_tools.core.game import STRENGTHS, on_call
from gm_tools.core.i18n import N_, _, language
from gm_tools.core.problems import InputError
from gm_tools.reports.base import Report, Scene, scene_of
from gm_tools.reports.deeds import last_deeds
from gm_tools.reports.fairness import Fairness
from gm_tools.reports.turn import PlayedTurn, turn_report
from gm_tools.table import Table, Turn, read_turn, turn_files
from gm_tools.table.deadline_file import read_deadline, read_kept_deadline
from gm_tools.table.digests import turn_digest
from gm_tools.table.files import read_text
from gm_tools.table.table_file import owner
from gm_tools.table.turn_file import TurnFile, file_name
from gm_tools.table.undone_files import last_undone, list_undone, read_before


def turn_post(table: Table, number: int, viewer: str, *, full_events: bool = False) -> Report:
    """Return the post about a turn that was written, with its amendments.

    With `full_events` it tells everything that happened.
    """
    turn = read_turn(table, number)
    deadline = read_deadline(table.path) if number == table.turn else None
    numbers = [amendment for of, amendment in turn_files(table.path) if of == number and amendment]
    changes = [read_turn(table, number, amendment) for amendment in numbers]
    report = _bare_post(table, turn, viewer, changes, deadline=deadline, full_events=full_events)
    return _with_past(table, turn, viewer, report)


def erratum_post(
    table: Table, number: int | None, viewer: str, reason: str, against: str, document: str | None = None
) -> tuple[Report, str]:
    """Return what changed against the post of a turn, and the file that says what was posted.

    What was posted is in the file `against` (of `gm report --json`), or what stands in it if its text is given; else
    the turn as it was before it was last taken back or, if it never was, before it was amended. By default it is the
    last turn, or one taken back after it.
    """
    from gm_tools.reports.erratum import erratum_report

    if against:
        posted = _read_posted(table, viewer, against, read_text(Path(against)) if document is None else document)
        number = int(posted.data["turn"])
    else:
        later = [one.turn for one in list_undone(table.path) if one.turn > table.turn]
        number = max(later, default=table.turn) if number is None else number
        found = read_before(table, number)
        if found is None:
            message = _("nothing of turn {turn} was taken back or amended", turn=number)
            raise InputError(message, file=str(table.path), allowed=_("--turn, or --against FILE"), status=1)
        read = read_kept_deadline(table.path, number + 1) if number >= table.turn else None
        posted, against = (
            _bare_post(table, found.turn, viewer, found.amendments, deadline=read, file=found.file),
            found.file,
        )
    now = turn_post(table, min(number, table.turn), viewer)
    known = posted.data.get("amendments", ())
    reasons = [change["reason"] for change in now.data["amendments"] if change not in known]
    if now.data["turn"] < number:
        reasons = []  # of another turn
    return erratum_report(
        scene_of(table, viewer), posted, now, [*reasons, *([reason] if reason.strip() else [])]
    ), against


def _read_posted(table: Table, viewer: str, name: str, text: str) -> Report:
    """Return the report in the text of a file `name`, if it is of this table and viewer."""
    from json import loads  # which only an erratum needs

    from gm_tools.reports.erratum import report_of

    try:
        document = loads(text)
    except (ValueError, RecursionError):
        document = None
    posted = report_of(document if isinstance(document, dict) else {}, name)
    for key, wanted in (("table", table.name), ("viewer", viewer)):
        if posted.data.get(key) != wanted:
            raise InputError(_("found {found!r:.60}", found=posted.data.get(key)), file=name, key=key, allowed=wanted)
    spoken = posted.data.get("language", language())
    if spoken != language():  # words in two languages would all differ
        allowed = _("{language}; or write the erratum with --lang {spoken}", language=language(), spoken=spoken)
        raise InputError(_("found {found!r:.60}", found=spoken), file=name, key="language", allowed=allowed)
    return posted


def post_of(table: Table, turn: Turn, viewer: str, label: str = "", deadline: Deadline | None = None) -> Report:
    """Return the post about a turn that is carried out, written or not yet.

    `label` is put behind its title (`preview`). `deadline` is the table's; it is said if it is that of the turn after.
    """
    return _with_past(table, turn, viewer, _bare_post(table, turn, viewer, label=label, deadline=deadline))


def _with_past(table: Table, turn: Turn, viewer: str, report: Report) -> Report:
    """Return the post about a turn with its luck; if the turn was taken back and resolved again, it says so."""
    if turn.record.draws and turn.before is not None:
        luck = partial(on_call("gm_tools.reports.luck", "luck_data"), table, turn)
        report = report._replace(data={**report.data, "luck": luck})
    again = _tell_again(table, turn, viewer)
    if again is None:
        return report
    block, data = again
    data_with = {**report.data, "again": data}
    return report._replace(blocks=(block._replace(name="again"), *report.blocks), data=data_with)


def _tell_again(table: Table, turn: Turn, viewer: str) -> tuple[Lines, dict[str, Any]] | None:
    """Return what changed in a turn that was taken back and resolved again, None if it never was."""
    try:
        undone = last_undone(table, turn.record.turn)
        if undone is None:
            return None
        before = _bare_post(table, undone.turn, viewer, file=undone.file)
    except InputError as error:  # the turn itself is fine, and its post has to be made
        return Lines(_("Resolved again"), (_("This turn was taken back and resolved again."), str(error))), {}
    from gm_tools.reports.resolved_again import again_block, changed_orders, differing_draws

    return again_block(
        table.game,
        before,
        _bare_post(table, turn, viewer),
        changed_orders(scene_of(table, viewer), undone.turn.record.orders, turn.record.orders),
        differing_draws(undone.turn.record.draws, turn.record.draws),
        undone.times,
        undone.reason,
    )


def _bare_post(
    table: Table,
    turn: Turn,
    viewer: str,
    amendments: Sequence[Turn] = (),
    *,
    label: str = "",
    deadline: Deadline | None = None,
    full_events: bool = False,
    file: str = "",
) -> Report:
    """Return the post about a turn without a word about the times that it was taken back.

    `file` holds the turn, if not the one of its number.
    """
    record = turn.record
    address = table.thread.page
    then = _scene_of_turn(table, turn, viewer)
    marks = [seat.mark for seat in table.seats]
    earlier = _earlier_turns(table, record.turn)
    with _blaming_files(table, (*earlier, *amendments), (file, turn)):
        report = turn_report(
            scene_of(table, viewer) if record.turn == table.turn else then,
            PlayedTurn(
                record.turn,
                turn.after,
                record.events,
                record,
                amendments,
                _fairness(table, record),
                deadline,
                then,
                [event for one in earlier for event in one.record.events],
            ),
            label=label,
            page=address if record.turn == table.turn else "",
            full_events=full_events,
        )
    report = report._replace(
        deeds=partial(last_deeds, record, lambda number: read_turn(table, number).record, table.game, marks, viewer)
    )
    if not address:
        return report
    picture = f"{address}turn-{record.turn:03}.png"
    blocks = [
        block._replace(address=picture) if isinstance(block, Picture) and block.name == "board" else block
        for block in report.blocks
    ]
    if not any(isinstance(block, Lines) and block.link == address for block in blocks):
        blocks.append(Lines("", (_("All turns, and orders to try:"),), address, name="more"))
    return report._replace(blocks=tuple(blocks), data={**report.data, "addresses": [picture, address]})


def _earlier_turns(table: Table, number: int) -> list[Turn]:
    """Return the turns before one whose events its game recalls."""
    return [read_turn(table, turn) for turn in range(max(0, number - table.game.recalls), number)]


@contextmanager
def _blaming_files(table: Table, turns: Sequence[Turn], told: tuple[str, Turn]) -> Iterator[None]:
    """Raise InputError where turns cannot be told because their files were changed by hand.

    `told` is the turn that the post is about, with its file if that is not the one of its number. An exception that no
    file explains is a bug, and goes on.
    """
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        for file, turn in (told, *(("", one) for one in turns)):
            name = file or file_name(turn.record.turn, turn.record.amendment)
            for message in on_call("gm_tools.table.recompute", "list_changes")(table, turn)[:1]:
                allowed = _("what the orders and draws of the turn give: gm verify lists what differs")
                raise InputError(message, file=str(table.path / name), allowed=allowed) from None
        raise


def _scene_of_turn(table: Table, turn: Turn, viewer: str) -> Scene:
    """Return the table with the players who had the seats in a turn: who came later has missed nothing then."""
    bots = {owner("", strength) for strength in STRENGTHS}
    players = {seat: player for seat, player in turn.players.items() if player not in bots}
    seats = tuple(seat._replace(player=players.get(seat.mark, seat.player)) for seat in table.seats)
    return scene_of(table, viewer)._replace(seats=seats)


def _fairness(table: Table, record: TurnFile) -> Fairness | None:
    """Return what a turn's post says of the keys: the first one the commitment, the last one a seed that was published.

    While a game with hidden hands goes on no post tells its seed, even if the table does: whoever knows it knows all
    hands.
    """
    is_told = record.turn in {0, table.turn} and (table.game.private is None or table.game.is_over(table.position))
    seed = table.seed_public if is_told else ""
    commitment = table.commitment if record.turn == 0 or (seed and not table.keys) else ""
    hidden = table.hidden if record.turn == 0 else ""
    digest = turn_digest(table, record.turn)
    line = digest.line() if digest is not None else ""
    beacon = ""
    if record.round:
        said = N_("Beacon: drand quicknet, round {number}, signature {digits}")
        beacon = _(said, number=record.round, digits=record.signature)
    elif table.beacon and any(not draw.entered for draw in record.draws):
        beacon = _tell_left_out(record)
    shown = Fairness(commitment, seed, hidden, record.key, record.hidden_key, record.known_key, line, beacon)
    return shown if any(shown) else None


def _tell_left_out(record: TurnFile) -> str:
    """Return what everybody is told of a turn drawn without the beacon though the table has one."""
    message = N_("Turn {turn} was drawn without the beacon.")
    if record.was_out:
        message = N_(
            "Turn {turn} was drawn without round {number} of the beacon, which was out: the game master could not fetch it. See for yourselves whether it can be had: {address}"
        )
    elif record.left_out:
        message = N_(
            "Turn {turn} was drawn without the beacon: round {number}, which it was to wait for, was not out yet."
        )
    return _(message, turn=record.turn, number=record.left_out, address=address_of(record.left_out))
