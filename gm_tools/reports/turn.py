"""Reports of a table on disk: its files read, and handed to `gm_tools.reports.report` for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from gm_tools.core.blocks import Lines
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _, language, prefer
from gm_tools.core.problems import InputError
from gm_tools.reports.report import Amended, Carried, Fairness, Report, Scene, turn_report
from gm_tools.reports.status import status_report

if TYPE_CHECKING:
    from gm_tools.core.deadline import Deadline
    from gm_tools.render.template import Template
    from gm_tools.table.hand_file import Put, SeatOrder
    from gm_tools.table.snapshot import Snapshot
    from gm_tools.table.store import Table, Turn


def viewer_of(table: Table | Snapshot, name: str) -> str:
    """Return the viewer that a word means: `gm`, `public`, or a seat by mark, player's name or alias."""
    if name.casefold() in {GM, PUBLIC}:
        return name.casefold()
    return seat_mark(table, name)


def seat_mark(table: Table | Snapshot, name: str) -> str:
    """Return the mark of the seat that a word means; raise InputError with the seats there are."""
    from gm_tools.table.store import seat_of

    return seat_of(cast("Table", table), name).mark  # it asks for nothing but the seats


def scene_of(table: Table | Snapshot, viewer: str) -> Scene:
    """Return the table as a report's scene."""
    return Scene(table.name, table.game, table.seats, viewer)


def name_of(table: Table | Snapshot, seat: str) -> str:
    """Return a seat for messages: `Alice (A)`."""
    return f"{scene_of(table, PUBLIC).player(seat)} ({seat})"


def turn_post(table: Table, number: int, viewer: str) -> Report:
    """Return the post about a turn that was written, with its amendments."""
    from gm_tools.table.deadline_file import read_deadline
    from gm_tools.table.store import read_turn, turn_files

    turn = read_turn(table, number)
    deadline = read_deadline(table.path) if number == table.turn else None
    numbers = [amendment for of, amendment in turn_files(table.path) if of == number and amendment]
    changes = [read_turn(table, number, amendment) for amendment in numbers]
    amendments = [Amended(change.events, change.after) for change in changes]
    return post_of(table, turn, viewer, amendments, deadline=deadline)


def erratum_post(table: Table, number: int | None, viewer: str, reason: str, against: str) -> tuple[Report, str]:
    """Return what changed against the post of a turn, and the file that says what was posted.

    That is the document `against` (of `gm report --json`); else the turn as it was before it was last taken back or, if it
    never was, before it was amended. By default it is the last turn, or one taken back after it.
    """
    from gm_tools.reports.erratum import erratum_report
    from gm_tools.table.deadline_file import read_kept_deadline
    from gm_tools.table.undone_files import before, kept

    if against:
        posted = _posted(table, viewer, against)
        number = int(posted.data["turn"])
    else:
        later = [one.turn for one in kept(table.path) if one.turn > table.turn]
        number = max(later, default=table.turn) if number is None else number
        found = before(table, number)
        if found is None:
            message = _("nothing of turn {turn} was taken back or amended", turn=number)
            raise InputError(message, file=str(table.path), allowed=_("--turn, or --against FILE"), status=1)
        amendments = [Amended(change.events, change.after) for change in found.amendments]
        read = read_kept_deadline(table.path, number + 1) if number >= table.turn else None
        posted, against = _bare_post(table, found.turn, viewer, amendments, deadline=read), found.file
    now = turn_post(table, min(number, table.turn), viewer)
    known = posted.data.get("amendments", ())
    reasons = [change["reason"] for change in now.data["amendments"] if change not in known]
    if now.data["turn"] < number:
        reasons = []  # of another turn
    return erratum_report(table.name, posted, now, [*reasons, *([reason] if reason.strip() else [])]), against


def _posted(table: Table, viewer: str, name: str) -> Report:
    """Return the report in a document, if it is of this table and viewer."""
    from json import loads
    from pathlib import Path

    from gm_tools.cli.common import read_stdin
    from gm_tools.reports.erratum import report_of
    from gm_tools.table.files import read_text

    text = read_stdin() if name == "-" else read_text(Path(name))
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
        raise InputError(
            _("found {found!r:.60}", found=spoken),
            file=name,
            key="language",
            allowed=_("{language}; or write the erratum with --lang {spoken}", language=language(), spoken=spoken),
        )
    return posted


def post_of(
    table: Table,
    turn: Turn,
    viewer: str,
    amendments: list[Amended],
    label: str = "",
    deadline: Deadline | None = None,
) -> Report:
    """Return the post about a turn; the first one and, after the seed is revealed, the last one say how to check chance.

    `deadline` is the table's; it is said if it is that of the turn after. A turn that was taken back and resolved again says so.
    """
    report = _bare_post(table, turn, viewer, amendments, label, deadline)
    again = _again(table, turn, viewer)
    if again is None:
        return report
    block, data = again
    return report._replace(
        blocks=(block, *report.blocks), names=("again", *report.names), data={**report.data, "again": data}
    )


def _again(table: Table, turn: Turn, viewer: str) -> tuple[Lines, dict[str, Any]] | None:
    """Return what changed in a turn that was taken back and resolved again, None if it never was."""
    from gm_tools.table.undone_files import last_undone

    try:
        undone = last_undone(table, turn.turn)
    except InputError as error:  # the turn itself is fine, and its post has to be made
        return Lines(_("Resolved again"), (_("This turn was taken back and resolved again."), str(error))), {}
    if undone is None:
        return None
    from gm_tools.reports.resolved_again import again_block, changed_orders, differing_draws

    return again_block(
        _bare_post(table, undone.turn, viewer, []),
        _bare_post(table, turn, viewer, []),
        changed_orders(scene_of(table, viewer), _carried(undone.turn), _carried(turn)),
        differing_draws(undone.turn.draws, turn.draws),
        undone.times,
    )


def _bare_post(
    table: Table,
    turn: Turn,
    viewer: str,
    amendments: list[Amended],
    label: str = "",
    deadline: Deadline | None = None,
) -> Report:
    """Return the post about a turn without a word about the times that it was taken back."""
    checkable = turn.turn == 0 or (table.seed_public and turn.turn == table.turn)
    return turn_report(
        scene_of(table, viewer),
        turn.turn,
        turn.after,
        turn.events,
        amendments=amendments,
        draws=turn.draws,
        fairness=Fairness(table.commitment, table.seed_public) if checkable else None,
        label=label,
        orders=_carried(turn),
        deadline=deadline,
    )


def _carried(turn: Turn) -> list[Carried]:
    """Return how seats came to their orders, in the order in which these were recorded."""
    refused = {row.seat for row in turn.dropped}
    return [
        Carried(
            row.seat,
            row.text,
            row.canonical,
            row.alternative,
            row.missed,
            bool(row.missed) and row.seat in refused,
            turn.missed.get(row.seat, 0),
            row.bot,
        )
        for row in turn.orders
    ]


def status_post(table: Table, viewer: str, now: int = 0) -> Report:
    """Return who is awaited and whose order is in, as it is `now` (seconds since 1970)."""
    from gm_tools.posts.captures import read_captures
    from gm_tools.table.deadline_file import read_deadline
    from gm_tools.table.hand_file import seat_orders

    captures = read_captures(table.path)
    orders = [one for one in seat_orders(table) if one.posted is not None]
    chosen = [one.posted for one in orders]
    return status_report(
        scene_of(table, viewer),
        table.turn + 1,
        table.position,
        orders,
        [posted for posted in table.hand if posted not in chosen],
        [one for one in captures.unread if one.turn == table.turn + 1],
        deadline=read_deadline(table.path),
        now=now,
        missed=table.missed,
    )


def read_template(name: str) -> Template:
    """Return the template in a file; a dash is one on standard input."""
    from pathlib import Path

    from gm_tools.render.template import Template

    if name == "-":
        from gm_tools.cli.common import read_stdin

        return Template("standard input", read_stdin())
    from gm_tools.table.files import read_text

    return Template(name, read_text(Path(name)))


def open_stage(name: str) -> Table | Snapshot:
    """Return the table or the snapshot that a word means; a dash is a snapshot on standard input."""
    from pathlib import Path

    from gm_tools.cli.common import find_table, read_stdin

    path = Path(name)
    if name == "-":
        return _snapshot(read_stdin(), _("standard input"))
    if path.is_file() and path.name != "table.toml":
        from gm_tools.table.files import read_text

        return _snapshot(read_text(path), name)
    from gm_tools.table.store import open_table

    return open_table(find_table(name))


def _snapshot(text: str, file: str) -> Snapshot:
    from gm_tools.table.snapshot import open_snapshot
    from gm_tools.table.table_file import language_in

    prefer(language_in(text))
    if "\n[position" not in text:
        raise InputError(
            _("is no snapshot"), file=file, allowed=_("a file made by gm report --format snapshot, or a table")
        )
    return open_snapshot(text, file)


def order_report(put: Put, text: str) -> Report:
    """Return what became of an order put in hand, for programs."""
    from gm_tools.reports.trial import alternatives_data

    table, now = put.table, put.now
    order = put.orders[0].verdict.order if put.orders else None
    return Report(
        "order",
        _("{table}: the order of {who}", table=table.name, who=name_of(table, put.seat)),
        (),
        {
            "table": table.name,
            "turn": table.turn + 1,
            "seat": put.seat,
            "player": scene_of(table, PUBLIC).player(put.seat),
            "text": text,
            "taken": bool(put.orders),
            "awaited": now.request is not None,
            "order": "" if order is None else table.game.format_order(order),
            "problems": [problem._asdict() for problem in put.problems],
            "warnings": [problem._asdict() for problem in now.warnings],
            "replaced": [posted.text for posted in put.replaced],
            "behind": "" if (first := put.first_order()) is None else first.text,
            "alternative": now.verdict.number if now.ready else 0,
            "alternatives": alternatives_data(table.game, now.verdict.several),
            "later": [_later(table, row) for row in put.later],
            "outdated": list(put.outdated),
        },
    )


def _later(table: Table, row: SeatOrder) -> dict[str, Any]:
    from gm_tools.reports.trial import alternatives_data

    alternatives = alternatives_data(table.game, row.verdict.several)
    return {"turn": row.turn, "text": row.text, "alternatives": alternatives}
