"""`gm collect`: orders taken from saved threads."""

from pathlib import Path

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, now_of, table_names, warn
from gm_tools.cli.options import AsFormat, Now, TableName, argument, flag, option, options
from gm_tools.cli.tables import find_table
from gm_tools.cli.thread_files import read_threads
from gm_tools.core.i18n import _
from gm_tools.live.fetch import archived_threads
from gm_tools.posts import times
from gm_tools.posts.formats.detect import EXPORT_NAMES, PAGE_NAMES
from gm_tools.posts.take_orders import take_orders
from gm_tools.posts.thread import dump_thread
from gm_tools.reports.collected_orders import collect_report, show_report, wants_gm
from gm_tools.table import open_table
from gm_tools.table.settings import read_settings


def _list_forms(value: bool) -> None:
    """Print the forms of pasted text that are read, each with an example."""
    if value:
        from gm_tools.posts.formats.pasted_headings import ALL

        for form in ALL:
            typer.echo(_(form.name))
            typer.echo("".join(f"    {line}\n" for line in form.example.split("\n")))
        raise typer.Exit


@command(
    "gm collect --forms",
    "gm collect dust page-1.html page-2.html",
    'gm collect dust saved/ --deadline "2026-11-23 20:00 Europe/Berlin"',
    "gm collect dust message.txt --from Alice",
    "gm collect dust thread.json --since 57 --accept A",
    "gm collect --show page.html                      how a file is read; needs no table",
    pages=", ".join(PAGE_NAMES),
    exports=", ".join(EXPORT_NAMES),
)
def collect(
    table: TableName,
    files: list[str] = argument(
        "[FILE...]", "Saved pages, exports, folders; - for stdin. By default what was fetched.", default=[]
    ),
    show: bool = flag("--show", "Print the posts as they were read, and do nothing. Needs no table."),
    since: str = option("--since", "POST|TIME", "Count posts after it; by default after the last report."),
    deadline: str = option("--deadline", "TIME", "Count posts until then; by default the table's, grace included."),
    zone: str = option("--zone", "ZONE", "The zone of times that name none; by default the deadline's."),
    sender: str = option("--from", "NAME", "The files are messages by this player."),
    accept: list[str] = options("--accept", "SEAT", "Take this seat's guess, or what a changed post says now."),
    ignore: list[str] = options("--ignore", "NAME|POST", "Leave out an author, or a post."),
    public: bool = flag("--public", "Show only whose order is in."),
    now: Now = "",
    _forms: bool = flag("--forms", "List the forms of pasted text that are read.", callback=_list_forms),
    markup: AsFormat = None,
) -> None:
    """Collect the orders of a saved thread.

    Reads saved pages ({pages}), exports ({exports}), e-mails and pasted text (--forms lists its forms); a file is
    recognised by its content. The last order before the deadline counts. Guesses, changed posts and everything else
    that needs the game master are listed, with a reply to paste (exit status 1); none of it is accepted by itself, and
    collecting again changes nothing.
    """
    if show and not _is_table(table):
        folder, files = None, [table, *files]
    else:
        folder = find_table(table)
        zone = zone or read_settings(folder).zone
    if folder is not None and not files:  # what gm fetch has brought
        opened = open_table(folder)
        threads = archived_threads(folder, opened.thread, opened.turn + 1)
    else:
        threads = read_threads(files, sender, folder)
    if show:
        posts = tuple(post for thread in threads for post in thread.posts)
        spoken = times.parse_zone(zone, "--zone") if zone else "UTC"
        title = ", ".join(dict.fromkeys(thread.title or thread.source for thread in threads))
        for warning in (warning for thread in threads for warning in thread.warnings):
            warn(warning)
        emit(
            show_report(title, posts, {"threads": [dump_thread(thread) for thread in threads]}, spoken),
            markup,
        )
        return
    assert folder is not None
    outcome = take_orders(
        folder, threads, now_of(now), since=since, deadline=deadline, zone=zone, accept=accept, ignore=ignore
    )
    for warning in outcome.warnings:
        warn(warning)
    emit(collect_report(outcome, public=public), markup)
    if wants_gm(outcome):
        raise typer.Exit(1)


def _is_table(word: str) -> bool:
    """Tell whether a word is meant as a table: with --show it may be the first file."""
    path = Path(word)
    if word == "-" or path.is_file():
        return path.name == "table.toml"
    return (path / "table.toml").exists() or (not path.exists() and word in table_names())
