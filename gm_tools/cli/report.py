"""`gm report`: the post about a turn."""

from typing import TYPE_CHECKING, Literal

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, emit_post, note
from gm_tools.cli.completion import complete_forums
from gm_tools.cli.forum import check_forum
from gm_tools.cli.options import TableName, Viewer, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.stage import viewer_of
from gm_tools.render import FileFormat
from gm_tools.render.forums import PROFILE_OF, PROFILES
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from gm_tools.table.files import read_input, read_stdin
from gm_tools.table.preferences import read_preferences
from gm_tools.table.settings import read_settings
from gm_tools.table.store import is_set_up

if TYPE_CHECKING:
    from pathlib import Path

    from gm_tools.render.template import Template
    from gm_tools.reports.base import Report
    from gm_tools.table import Table

Post = Literal[FileFormat, "snapshot"]


def _print_template(wanted: bool) -> None:
    if wanted:
        from gm_tools.render.template import read_shipped

        print(read_shipped(), end="")
        raise typer.Exit


@command(
    "gm report dust --format bbcode",
    "gm report dust --turn 3 --format markdown",
    "gm report dust --forum discord                   as many posts as it takes",
    'gm report dust --erratum --reason "B had moved twice"     after gm undo or gm amend: what is not as it was posted',
    "gm report --print-template > mine.txt            the shipped wording, to be changed",
    "gm report dust --forum phpbb --template mine.txt",
    "gm report dust --format html > dust.html",
    "gm report dust --format png > turn-9.png         board and standings as a picture for the thread",
    "gm report dust --format snapshot > dust.toml     the copy that players try orders on",
)
def report(
    table: TableName,
    turn: int | None = option("--turn", "N", "By default the last one.", default=None),
    viewer: Viewer = "public",
    markup: Post | None = option(
        "--format -f", None, "The markup; by default colour on a terminal, plain text elsewhere.", default=None
    ),
    forum: str = option(
        "--forum",
        f"[{'|'.join(PROFILE_OF)}]",
        "As posts for this forum: in its markup, safe from what it breaks, split at its limit. By default the table's (gm thread).",
        callback=check_forum,
        autocompletion=complete_forums,
    ),
    erratum: bool = flag("--erratum", "What changed since it was posted, after gm undo or gm amend."),
    against: str = option("--against", "FILE", "With --erratum: what was posted, from --json; - for stdin."),
    reason: str = option("--reason", "TEXT", "With --erratum: why, for the post."),
    template: str = option("--template", "FILE", "Your own wording: a template like --print-template's."),
    print_template: bool = flag(
        "--print-template", "Print the shipped template, and nothing else.", callback=_print_template, is_eager=True
    ),
    wide: bool = flag("--wide", "Two columns for each character of the map, if it looks squeezed."),
    events: Literal["brief", "full"] = option(
        "--events", None, "What happened: a line a seat, or everything.", default="brief"
    ),
) -> None:
    """Print the post about a turn: board, events, standings."""
    del print_template
    folder = find_table(table)
    if not is_set_up(folder):
        _report_waiting(folder, forum or read_settings(folder).profile, markup)
        return
    opened = open_table(folder)
    if not forum and markup is None and not erratum:
        forum = opened.thread.profile
    if forum and not template:
        template = read_preferences(opened.path).template
    who = viewer_of(opened, viewer)
    number = opened.turn if turn is None else turn
    if markup == "snapshot":
        _print_snapshot(opened, who, number)
        return
    if (against or reason) and not erratum:
        raise InputError(_("--against and --reason need --erratum"))
    if erratum:
        post = _make_erratum(opened, turn, who, reason, against)
    else:
        post = turn_post(opened, number, who, full_events=events == "full")
    if wide:
        from gm_tools.render.layout import widen

        post = widen(post)
    if forum and markup is not None:
        raise InputError(_("--forum chooses the markup itself"), allowed=_("--forum without --format and --json"))
    if forum or template:
        _print_posts(post, forum or markup or "text", template)
    else:
        emit(post, markup)


def _print_snapshot(table: "Table", viewer: str, turn: int) -> None:
    """Print a snapshot of a table as a viewer may know it; raise InputError if `turn` is not the last one."""
    from gm_tools.table.snapshot import snapshot

    if turn != table.turn:
        raise InputError(_("a snapshot shows the table as it is now"), key="--turn", allowed=str(table.turn))
    print(snapshot(table, viewer), end="")


def _make_erratum(table: "Table", turn: int | None, viewer: str, reason: str, against: str) -> "Report":
    """Return the erratum to the post of a turn, and note on stderr what it was compared with if nobody chose that."""
    from gm_tools.reports.turn_post import erratum_post

    post, file = erratum_post(table, turn, viewer, reason, against, read_stdin() if against == "-" else None)
    if not against:
        note(_("compared with {file}; --against FILE for another post", file=file))
    return post


def _print_posts(report: "Report", style: str, template: str) -> None:
    """Print a report as posts in a style, a forum or a markup, worded by a template's file; empty: by the shipped one.

    Raises InputError for a markup that no post is written in.
    """
    from gm_tools.render import forum_posts

    if style not in PROFILES and style not in forum_posts.MARKUPS:
        raise InputError(
            _("--template is for posts"),
            allowed=_("--forum, or --format {formats}", formats=", ".join(forum_posts.MARKUPS)),
        )
    print(forum_posts.render(report, style, _read_template(template) if template else None), end="")


def _report_waiting(folder: "Path", forum: str, markup: "Post | None") -> None:
    """Print the first post of a table whose set-up waits for a round of the beacon."""
    from gm_tools.reports.waiting_setup import waiting_report

    post = waiting_report(folder)
    if markup == "snapshot":
        raise InputError(_("the set-up is not drawn yet"), file=str(folder), status=1)
    emit_post(post, forum, markup)


def _read_template(file: str) -> "Template":
    from gm_tools.render.template import Template

    return Template("standard input" if file == "-" else file, read_input(file))
