"""`gm fetch`: new posts of the table's thread, and the orders in them."""

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, emit_lines, note, now_of, warn
from gm_tools.cli.options import AsFormat, Now, TableName, argument, flag
from gm_tools.cli.tables import find_table
from gm_tools.live.fetch import archived_threads, fetch_lines, forum_of
from gm_tools.live.fetch import fetch as fetch_pages
from gm_tools.posts import times
from gm_tools.posts.formats.detect import EXPORT_NAMES, PAGE_NAMES
from gm_tools.posts.take_orders import take_orders
from gm_tools.reports.collected_orders import collect_report, wants_gm
from gm_tools.table import open_table
from gm_tools.table.settings import change_settings, read_settings, settings_of


@command(
    "gm fetch dust",
    "gm fetch dust --no-collect                        the pages only",
    'gm fetch dust "https://forum.example.org/viewtopic.php?t=77"     and remember the address',
    pages=", ".join(name for name in PAGE_NAMES if name not in EXPORT_NAMES),
    exports=", ".join(EXPORT_NAMES),
)
def fetch(
    table: TableName,
    address: str = argument("[URL]", "The thread, if gm thread has not set it yet; it is remembered.", default=""),
    no_collect: bool = flag("--no-collect", "Fetch only; take no orders."),
    public: bool = flag("--public", "Show only whose order is in."),
    now: Now = "",
    markup: AsFormat = None,
) -> None:
    """Fetch new posts of the table's thread, and collect the orders.

    Reads the pages of some forums as they are ({pages}), and others by their interfaces ({exports}): one request after
    the other, only pages that may have changed. What was fetched is kept in the table's folder thread/, with time and
    SHA-256, so that an edit without a mark comes to light. NodeBB tells those who are logged in what an edited post
    said before: at the deadline, that counts.

    Needs the package httpx (pip install 'gm-tools[live]'). Your own log-in, if the forum wants one, is read from the
    environment or the keyring: GM_COOKIE_FORUM_EXAMPLE_ORG, GM_TOKEN_FORUM_EXAMPLE_ORG, or a file of cookies,
    GM_COOKIES; with GM_AGENT, your browser's User-Agent, where a forum binds a log-in to the browser, as phpBB does.
    Where a forum refuses programs, save its pages and use gm collect. Exit status 3: the forum could not be read.
    """
    folder = find_table(table)
    settings = read_settings(folder)
    if address:
        settings = settings._replace(address=settings_of(address=address).address)
        forum_of(settings)  # before it is remembered
        change_settings(folder, address=address)
    moment = now_of(now)
    opened = open_table(folder)
    result = fetch_pages(folder, settings, opened.turn + 1, times.from_epoch(moment))
    lines = fetch_lines(result)
    if no_collect:
        data = {"table": opened.name, **result._asdict()}
        emit_lines("fetch", lines, data, markup)
        return
    for line in lines:
        note(line)
    outcome = take_orders(folder, archived_threads(folder, settings, opened.turn + 1), moment)
    for warning in outcome.warnings:
        warn(warning)
    emit(collect_report(outcome, public=public), markup)
    if wants_gm(outcome):
        raise typer.Exit(1)
