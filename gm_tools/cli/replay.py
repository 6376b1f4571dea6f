"""`gm replay`: a game from its start to now as a moving picture."""

from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_lines, progress_bar
from gm_tools.cli.options import AsJson, TableName, argument
from gm_tools.cli.pictures import check_file, film_kind
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.render.moving import moving_picture
from gm_tools.reports.stills import stills_of
from gm_tools.table import open_table
from gm_tools.table.files import write_atomic


@command(
    "gm replay dust dust.gif       for a thread",
    "gm replay dust dust.webp      the same, lighter",
    "gm replay dust dust.svg       for a page; needs no extra",
)
def replay(
    table: TableName,
    file: str = argument("FILE", "Where to write it: .gif, .webp or .svg."),
    json: AsJson = False,
) -> None:
    """Write the whole game as a moving picture.

    A turn takes a second. It shows what everybody may know. GIF and WebP need the extra png: pip install
    'gm-tools[png]'.
    """
    kind = film_kind(file, "FILE")
    check_file(file)
    opened = open_table(find_table(table))
    picture = moving_picture(stills_of(opened), kind, progress_bar(_("turns")))
    write_atomic(Path(file), picture)
    line = _(
        "{file}: turns 0 to {turn}, {kilobytes} kB", file=file, turn=opened.turn, kilobytes=round(len(picture) / 1000)
    )
    data = {"table": opened.name, "file": file, "turns": opened.turn + 1, "bytes": len(picture)}
    emit_lines("replay", [line], data, "json" if json else None)
