"""`gm watch`: one run of all that a table needs now, for a timer."""

from pathlib import Path

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_lines, now_of, progress_bar, warn
from gm_tools.cli.options import AsFormat, Now, TableName, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.times import parse_duration
from gm_tools.live.watch import WatchRun
from gm_tools.table import open_table


@command(
    "gm watch dust                                    fetch and collect",
    "gm watch dust --publish public/dust --remind 12h",
    "gm watch dust --remind 12h --resolve             and end the turn when all orders are in, or the time is over",
)
def watch(
    table: TableName,
    publish: str = option("--publish", "DIR", "Publish the table there, and whose order is in."),
    remind: str = option("--remind", "TIME", "Post one reminder this long before the deadline."),
    resolve: bool = flag("--resolve", "Resolve when all orders are in or the deadline is over, and post the turn."),
    now: Now = "",
    markup: AsFormat = None,
) -> None:
    """Do once what a table needs now, for a timer.

    Fetches the thread and collects; with --publish shows whose order is in; with --remind posts one reminder for each
    deadline; with --resolve resolves the turn and posts it. What is not asked for does not happen. While anything waits
    for the game master, no turn is resolved. A second run does nothing twice. What was done is in the table's
    watch.log.

    Exit status: 0 fine, 1 something waits for the game master, 2 wrong use, 3 the forum could not be reached.
    """
    folder = find_table(table)
    before = parse_duration(remind, "--remind") if remind else None
    run = WatchRun(folder, now_of(now))
    try:
        run.run(Path(publish) if publish else None, before, progress_bar(_("turns")), to_end=resolve)
    finally:
        for warning in run.warnings:
            warn(warning)
    lines = (*run.did, *run.waiting) or (_("nothing new"),)
    data = {"table": open_table(folder).name, "did": run.did, "waiting": run.waiting}
    emit_lines("watch", lines, data, markup)
    if run.waiting:
        raise typer.Exit(1)
