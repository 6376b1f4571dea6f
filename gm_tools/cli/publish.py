"""The command `publish`: a table as files for any web space or git branch, made from what everybody may know.

Same table, same bytes. A file that is the same as before is not touched. New content is written to a folder inside (on the
same disk), then renamed file by file, the newest page last: whoever looks in between sees pages that fit together.
"""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_tools.cli.app import app, examples
from gm_tools.cli.common import emit, find_table, progress
from gm_tools.cli.options import AsJson, TableName
from gm_tools.core.events import PUBLIC
from gm_tools.core.problems import InputError
from gm_tools.core.words import mark, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.report import Report
    from gm_tools.table.store import Table

MARKER = ".gm-publish.toml"
SNAPSHOT = "snapshot.toml"
_BUILDING = ".gm-publish.new"
_FORMATS = (
    ("html", "{}.html"),
    ("svg", "{}.svg"),
    ("text", "posts/{}.txt"),
    ("bbcode", "posts/{}.bbcode.txt"),
    ("markdown", "posts/{}.md"),
    ("json", "data/{}.json"),
)
# What this command may remove: the names that it gives.
_OWN = re.compile(r"turn-\d{3,}\.(html|svg)|posts/turn-\d{3,}\.(txt|bbcode\.txt|md)|data/turn-\d{3,}\.json")


@app.command(
    epilog=examples(
        "gm publish dust public/dust",
        "gm publish dust ../dust-pages && git -C ../dust-pages add -A && git -C ../dust-pages commit -m turn",
    )
)
def publish(
    table: TableName,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where to; made if it is not there.")],
    force: Annotated[
        bool, typer.Option("--force", help="Into a folder that holds other things, or another table.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Write a table's pages, posts and pictures to a folder.

    For every turn a page, a picture, the posts as text, BBCode and Markdown, and JSON; index.html is the newest turn, and
    snapshot.toml what players try orders on. All of it is what everybody may know. What has not changed is not touched; what is not this command's is left alone.
    """
    from gm_tools.core.blocks import Lines
    from gm_tools.report import Report
    from gm_tools.table.store import open_table

    opened = open_table(find_table(table))
    path = Path(folder)
    _check(path, opened, force=force)
    written, removed = _write(path, contents(opened))
    message = mark("{folder}: turn {turn}, nothing has changed")
    if written or removed:
        message = mark("{folder}: turn {turn}, {written} written, {removed} removed")
    line = tr(message, folder=path, turn=opened.turn, written=len(written), removed=len(removed))
    data = {"table": opened.name, "folder": str(path), "written": written, "removed": removed}
    emit(Report("publish", "", (Lines("", (line,)),), data), json=json)


def contents(table: "Table") -> dict[str, bytes]:
    """Return the files of a published table by their names: the marker first, the newest page last."""
    from gm_tools.cli.reports import turn_post
    from gm_tools.core.toml import format_toml
    from gm_tools.render.html import page_name
    from gm_tools.table.snapshot import snapshot

    marker = {"format": 1, "table": table.name, "commitment": table.commitment}
    files = {MARKER: format_toml(marker).encode(), SNAPSHOT: snapshot(table).encode()}
    for turn in progress(range(table.turn + 1), tr("turns")):
        files |= _files(turn_post(table, turn, PUBLIC), page_name(turn))
    name = page_name(table.turn)
    files["index.json"] = files[f"data/{name}.json"]
    files["index.html"] = files[f"{name}.html"]
    return files


def _files(report: "Report", name: str) -> dict[str, bytes]:
    """Return the files of one turn."""
    from gm_tools.render import html, render

    links = [
        (f"{name}.svg", tr("picture")),
        (f"posts/{name}.txt", tr("text")),
        (f"posts/{name}.bbcode.txt", "BBCode"),
        (f"posts/{name}.md", "Markdown"),
        (f"data/{name}.json", "JSON"),
        (SNAPSHOT, tr("snapshot to try orders on")),
    ]
    return {
        place.format(name): (html.render(report, links) if markup == "html" else render(report, markup)).encode()
        for markup, place in _FORMATS
    }


def _check(folder: Path, table: "Table", *, force: bool) -> None:
    """Raise InputError if a folder is not one to write this table to."""
    from gm_tools.core.toml import parse_toml
    from gm_tools.table.files import read_text

    if folder.exists() and not folder.is_dir():
        raise InputError(tr("is no folder"), file=str(folder), allowed=tr("a folder, or a name that is free"))
    if (folder / "table.toml").exists():
        raise InputError(tr("is a table, which holds what is secret"), file=str(folder), allowed=tr("another folder"))
    if force:
        return
    marker = folder / MARKER
    if marker.exists():
        held = parse_toml(read_text(marker), str(marker))
        if held.get("commitment") != table.commitment:
            raise InputError(
                tr("holds another table: {table}", table=held.get("table")),
                file=str(folder),
                allowed=tr("--force to write over it"),
            )
    elif folder.is_dir():
        others = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        if others:
            shown = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
            raise InputError(
                tr("holds other things: {shown}", shown=shown),
                file=str(folder),
                allowed=tr("an empty folder, or --force to write beside them"),
            )


def _write(folder: Path, files: "Mapping[str, bytes]") -> tuple[list[str], list[str]]:
    """Bring a folder to hold these files; return the names written and the names removed."""
    from gm_tools.table.files import fault, sync, write_atomic

    try:
        folder.mkdir(parents=True, exist_ok=True)
        changed = [name for name in files if not _holds(folder / name, files[name])]
        stale = sorted(name for name in _names(folder) if _OWN.fullmatch(name) and name not in files)
        building = folder / _BUILDING
        for name in changed:
            target = building / name.replace("/", "-")
            target.parent.mkdir(exist_ok=True)
            write_atomic(target, files[name], sync_folder=False)
        for name in changed:
            (folder / name).parent.mkdir(exist_ok=True)
            (building / name.replace("/", "-")).replace(folder / name)
        for name in stale:
            (folder / name).unlink()
        if building.is_dir():
            for left in building.iterdir():  # by a publication that was cut off
                left.unlink()
            building.rmdir()
        for part in ("posts", "data", "."):
            sync(folder / part)
    except OSError as error:
        raise fault(error, Path(os.fspath(error.filename or folder)), mark("cannot be written: {why}")) from None
    return changed, stale


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def _names(folder: Path) -> list[str]:
    """Return the names of the files in a published folder."""
    found = [*folder.glob("turn-*"), *folder.glob("posts/turn-*"), *folder.glob("data/turn-*")]
    return [path.relative_to(folder).as_posix() for path in found]
