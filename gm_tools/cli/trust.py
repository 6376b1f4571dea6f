"""The commands for mistakes and trust: `undo`, `amend`, `verify`, `reveal`, `history`."""

from typing import Annotated, Any

import typer

from gm_tools.cli.app import app, examples
from gm_tools.cli.common import emit, find_table, note, one_line, progress_bar, read_pairs
from gm_tools.cli.options import AsFormat, AsJson, Lang, TableName
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError


@app.command(epilog=examples("gm undo dust"))
def undo(table: TableName, json: AsJson = False, _lang: Lang = "") -> None:
    """Take back the last turn or amendment.

    The orders of the turn are in hand again, and its deadline is as it was before.
    """
    from gm_tools.core.blocks import Lines
    from gm_tools.core.deadline import post_line, public_data, settings_line
    from gm_tools.reports.report import Report
    from gm_tools.reports.turn import name_of
    from gm_tools.table.mend import undo as take_back

    undone = take_back(find_table(table))
    message = N_("{table}: turn {turn} is taken back")
    if undone.amendment:
        message = N_("{table}: amendment {amendment} of turn {turn} is taken back")
    title = _(message, table=undone.table.name, turn=undone.turn, amendment=undone.amendment)
    lines = [f"{name_of(undone.table, order.seat)}: {one_line(order.text)}" for order in undone.orders]
    data: dict[str, Any] = {
        "table": undone.table.name,
        "turn": undone.turn,
        "amendment": undone.amendment,
        "orders": [order._asdict() for order in undone.orders],
    }
    blocks = [Lines(_("In hand again"), tuple(lines))] if lines else []
    if undone.deadline is not None:
        blocks.append(
            Lines(
                _("As before the turn"),
                tuple(filter(None, (post_line(undone.deadline), settings_line(undone.deadline)))),
            )
        )
        data["deadline"] = public_data(undone.deadline)
    emit(Report("undo", title, tuple(blocks), data), json=json)


@app.command(
    epilog=examples(
        'gm amend dust cars.A.speed=5 --reason "I had misread the post"',
        'gm amend dust cars.B.at=[3,14] cars.B.heading=E --reason "agreed in post 88"',
        'gm amend dust --remove cars.A.special --reason "Alice has none"',
    )
)
def amend(
    table: TableName,
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY=VALUE", help="Dotted keys as in the turn file below [position], values in TOML."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it is part of the post.")] = "",
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="KEY", help="Take an optional key away. May be repeated.")
    ] = None,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Change the position, with a reason, on record.

    The post of the turn, printed again, shows the change and the reason.
    """
    from gm_tools.reports.turn import turn_post
    from gm_tools.table.mend import amend as change
    from gm_tools.table.store import open_table

    if not reason.strip():
        raise InputError(_("there is no reason"), key="--reason", allowed=_("why, in words that the players read"))
    folder = find_table(table)
    wanted: dict[str, Any] = read_pairs(changes or (), _("an amendment"))
    change(folder, {**wanted, **dict.fromkeys(remove or ())}, reason)
    opened = open_table(folder)
    emit(turn_post(opened, opened.turn, "public"), markup, json=json)


@app.command(epilog=examples("gm verify dust", "gm verify dust --json"))
def verify(table: TableName, json: AsJson = False, _lang: Lang = "") -> None:
    """Recompute every turn from the one before, and say what was done.

    Says which turn and what differs (exit status 1); then how many draws were recomputed from the seed and which were entered by hand, which orders bots gave, what was missed, amended and taken back, and which
    seats changed hands. The seed is in the game master's secret.toml or, after gm reveal, in table.toml; before that, what this prints is the game master's alone.
    """
    from gm_tools.reports.audit import audit_report
    from gm_tools.table.verify import audit

    folder = find_table(table)
    found = audit(folder, progress_bar(_("files")))
    emit(audit_report(folder.name, found), json=json)
    if found.findings:
        raise typer.Exit(1)


@app.command(epilog=examples("gm reveal dust"))
def reveal(
    table: TableName,
    force: Annotated[bool, typer.Option("--force", help="Before the game is over, too.")] = False,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Publish the seed after the game, for everybody to verify."""
    from gm_tools.core.blocks import Lines
    from gm_tools.reports.report import Fairness, Report, fairness_lines
    from gm_tools.table.verify import reveal as publish

    shown = publish(find_table(table), force=force)
    fairness = Fairness(shown.commitment, shown.seed_public)
    data = {"table": shown.name, **fairness._asdict()}
    emit(
        Report("reveal", _("{table}: the seed", table=shown.name), (Lines("", fairness_lines(fairness)),), data),
        json=json,
    )
    note(_("it is in table.toml now; post it, and the turn files, for everybody to verify"))


@app.command(epilog=examples("gm history dust", "gm history dust --orders", "gm history dust --format markdown"))
def history(
    table: TableName,
    orders: Annotated[bool, typer.Option("--orders", help="Every order, with where it was posted.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """List the turns of a table, with the SHA-256 of their files.

    It is the game master's: orders that were secret are among those that --orders and --json show.
    """
    from gm_tools.core.blocks import Column, Grid
    from gm_tools.core.sources import shown_source
    from gm_tools.reports.report import Report
    from gm_tools.table.verify import history as entries_of

    folder = find_table(table)
    entries = entries_of(folder)
    if orders:
        columns = tuple(map(Column, (_("Turn"), _("Seat"), _("Order"), _("Source"))))
        rows = tuple(
            (
                str(entry.turn),
                used.seat,
                used.canonical,
                _("missed ({policy})", policy=used.missed) if used.missed else shown_source(used.source),
            )
            for entry in entries
            for used in entry.orders
        )
    else:
        columns = tuple(map(Column, (_("Turn"), _("Orders"), _("How far"), "SHA-256")))
        rows = tuple(
            (
                f"{entry.turn}.{entry.amendment}" if entry.amendment else str(entry.turn),
                _("amended: {reason}", reason=entry.reason) if entry.amendment else str(len(entry.orders)),
                entry.headline,
                entry.sha256[:16],
            )
            for entry in entries
        )
    data = [{**entry._asdict(), "orders": [used._asdict() for used in entry.orders]} for entry in entries]
    report = Report(
        "history",
        _("{table}: history", table=folder.name),
        (Grid("", columns, rows),),
        {"table": folder.name, "turns": data},
    )
    emit(report, markup, json=json)
