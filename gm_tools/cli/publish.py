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
from gm_tools.cli.options import AsJson, Lang, TableName
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
_PARTS = ("posts", "data", "page", "pyodide")
_FORMATS = (
    ("html", "{}.html"),
    ("svg", "{}.svg"),
    ("text", "posts/{}.txt"),
    ("bbcode", "posts/{}.bbcode.txt"),
    ("markdown", "posts/{}.md"),
    ("json", "data/{}.json"),
)
# What this command may remove: the names that it gives.
_OWN = re.compile(
    r"turn-\d{3,}\.(html|svg)|posts/turn-\d{3,}\.(txt|bbcode\.txt|md)|data/turn-\d{3,}\.json"
    r"|page/(page\.css|(page|worker)\.js|(start|engine)\.zip)|pyodide/(pyodide\.(mjs|asm\.js|asm\.wasm)|python_stdlib\.zip)"
)


@app.command(
    epilog=examples(
        "gm publish dust public/dust",
        "gm publish dust ../dust-pages && git -C ../dust-pages add -A && git -C ../dust-pages commit -m turn",
        "gm publish dust public/dust --pyodide node_modules/pyodide    the page needs nothing from outside",
    )
)
def publish(
    table: TableName,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where to; made if it is not there.")],
    pyodide: Annotated[
        str,
        typer.Option(
            "--pyodide",
            metavar="FOLDER",
            help="The unpacked npm package pyodide, to put beside the page, not on the CDN.",
        ),
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Into a folder that holds other things, or another table.")
    ] = False,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Write a table's page, posts and pictures to a folder.

    index.html is the page of the table: the newest turn, all before it to step through, the notation, and a box in which players
    try orders in their browser with this very engine. For every turn there are a page, a picture, the posts as text, BBCode and
    Markdown, and JSON; snapshot.toml is what orders are tried on. All of it is what everybody may know. What has not changed is
    not touched; what is not this command's is left alone.

    The engine runs on Pyodide, Python for browsers, which the page loads from a public CDN, checked by hashes; with --pyodide it
    lies in the folder, and the page asks nobody else for anything.
    """
    from gm_tools.core.blocks import Lines
    from gm_tools.report import Report
    from gm_tools.table.store import open_table

    opened = open_table(find_table(table))
    path = Path(folder)
    _check(path, opened, force=force)
    written, removed = _write(path, contents(opened, Path(pyodide) if pyodide else None))
    message = mark("{folder}: turn {turn}, nothing has changed")
    if written or removed:
        message = mark("{folder}: turn {turn}, {written} written, {removed} removed")
    line = tr(message, folder=path, turn=opened.turn, written=len(written), removed=len(removed))
    data = {"table": opened.name, "folder": str(path), "written": written, "removed": removed}
    emit(Report("publish", "", (Lines("", (line,)),), data), json=json)


def contents(table: "Table", pyodide: Path | None = None) -> dict[str, bytes]:
    """Return the files of a published table by their names: the marker first, the page of the table last.

    `pyodide` is the folder of the npm package to put beside the page.
    """
    from gm_tools.cli.reports import turn_post
    from gm_tools.core.toml import format_toml
    from gm_tools.page import build
    from gm_tools.page.pyodide import read_package
    from gm_tools.render.html import page_name
    from gm_tools.table.snapshot import snapshot

    marker = {"format": 1, "table": table.name, "commitment": table.commitment}
    beside = build.files(read_package(pyodide) if pyodide is not None else None)
    files = {MARKER: format_toml(marker).encode(), **beside}
    for turn in progress(range(table.turn + 1), tr("turns")):
        post = turn_post(table, turn, PUBLIC)
        files |= _files(post, page_name(turn))
    name = page_name(table.turn)
    files["index.json"] = files[f"data/{name}.json"]
    files[SNAPSHOT] = snapshot(table).encode()
    page = build.page(post, table.game, beside, (SNAPSHOT, files[SNAPSHOT]), _links(name))
    files["index.html"] = page.encode()
    return files


def _files(report: "Report", name: str) -> dict[str, bytes]:
    """Return the files of one turn."""
    from gm_tools.render import html, render

    links = _links(name)
    return {
        place.format(name): (html.render(report, links) if markup == "html" else render(report, markup)).encode()
        for markup, place in _FORMATS
    }


def _links(name: str) -> list[tuple[str, str]]:
    """Return the files that a turn's page links to, each with its name for people."""
    return [
        (f"{name}.svg", tr("picture")),
        (f"posts/{name}.txt", tr("text")),
        (f"posts/{name}.bbcode.txt", "BBCode"),
        (f"posts/{name}.md", "Markdown"),
        (f"data/{name}.json", "JSON"),
        (SNAPSHOT, tr("snapshot to try orders on")),
    ]


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
        for part in _PARTS:
            if (folder / part).is_dir():
                if not any((folder / part).iterdir()):
                    (folder / part).rmdir()
                else:
                    sync(folder / part)
        sync(folder)
    except OSError as error:
        raise fault(error, Path(os.fspath(error.filename or folder)), mark("cannot be written: {why}")) from None
    return changed, stale


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def _names(folder: Path) -> list[str]:
    """Return the names of the files in a published folder."""
    found = [*folder.glob("turn-*"), *(file for part in _PARTS for file in folder.glob(f"{part}/*"))]
    return [path.relative_to(folder).as_posix() for path in found]
