"""`gm publish`: a table as files for any web space."""

from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_lines, progress_bar
from gm_tools.cli.options import AsJson, TableName, argument, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import N_, _
from gm_tools.page.publication import publish_table
from gm_tools.table import open_table


@command(
    "gm publish dust public/dust",
    "gm publish dust ../dust-pages && git -C ../dust-pages add -A && git -C ../dust-pages commit -m turn",
    "gm publish dust public/dust --pyodide node_modules/pyodide    the page needs nothing from outside",
)
def publish(
    table: TableName,
    folder: str = argument("DIR", "The folder to write to; it is made if it does not exist."),
    pyodide: str = option(
        "--pyodide", "FOLDER", "The unpacked npm package pyodide, to put beside the page, not on the CDN."
    ),
    replay: bool = flag("--replay", "The game so far as a moving picture, too."),
    force: bool = flag("--force", "Into a folder that holds other things, or another table."),
    json: AsJson = False,
) -> None:
    """Write a table's page, posts and pictures to a folder.

    index.html is the page of the table: the newest turn, all before it to step through, the notation, and a box in
    which players try orders in their browser with this very engine. For every turn there are a page, a picture, the
    posts as text, BBCode and Markdown, and JSON; a PNG for the thread as well, if the extra png is installed.
    snapshot.toml is what orders are tried on. All of it is public. Files that have not changed, and files that are not
    this command's, are left alone.

    The engine runs on Pyodide, Python for browsers, which the page loads from a public CDN, checked by hashes; with
    --pyodide it lies in the folder, and the page needs nothing from elsewhere.
    """
    opened = open_table(find_table(table))
    path = Path(folder)
    written, removed = publish_table(
        opened, path, Path(pyodide) if pyodide else None, force=force, replay=replay, watch=progress_bar(_("turns"))
    )
    message = N_("{folder}: turn {turn}, nothing has changed")
    if written or removed:
        message = N_("{folder}: turn {turn}, {written} written, {removed} removed")
    line = _(message, folder=path, turn=opened.turn, written=len(written), removed=len(removed))
    data = {"table": opened.name, "folder": str(path), "written": written, "removed": removed}
    emit_lines("publish", [line], data, "json" if json else None)
