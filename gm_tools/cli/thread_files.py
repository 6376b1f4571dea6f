"""Saved threads that a command names: files, folders of them, standard input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gm_tools.cli.common import progress, warn
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.posts.formats.detect import LARGEST, read_pages
from gm_tools.posts.thread import Page, Thread, threads_of
from gm_tools.table import open_table
from gm_tools.table.files import read_bytes

_LEFT_OUT = frozenset({".css", ".js", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".webp", ".woff", ".woff2"})


def read_threads(files: Sequence[str], sender: str = "", folder: Path | None = None) -> tuple[Thread, ...]:
    """Return the threads in files, for the table in `folder`.

    `sender` is who wrote them, if they are messages by one player.
    """
    return threads_of(list(_pages(files, sender, _names(folder) if folder is not None else ())))


def _names(folder: Path) -> list[str]:
    """Return the names and marks of the seats of a table."""
    return [name for seat in open_table(folder).seats for name in (seat.mark, seat.player, *seat.aliases)]


def _pages(files: Sequence[str], sender: str, names: Sequence[str]) -> Iterator[Page]:
    """Yield the pages of all files. In a folder, a file that is not a thread is left out, with a warning."""
    named = [(name, path, inside) for name in files for path, inside in _paths(name)]
    for name, path, inside in progress(named, _("files")):
        try:
            yield from read_pages(_bytes(name, path), str(path) if name != "-" else _("standard input"), sender, names)
        except InputError as error:
            if not inside:
                raise
            warn(_("left out: {error}", error=error))


def _paths(name: str) -> list[tuple[Path, bool]]:
    """Return the files that a word means: itself, or those of a folder."""
    path = Path(name)
    if name == "-" or not path.is_dir():
        return [(path, False)]
    inside = [one for one in sorted(path.iterdir()) if one.is_file() and not one.name.startswith(".")]
    inside = [one for one in inside if one.suffix.lower() not in _LEFT_OUT]
    if not inside:
        raise InputError(_("holds no files"), file=name, allowed=_("a folder of saved pages"))
    return [(one, True) for one in inside]


def _bytes(name: str, path: Path) -> bytes:
    if name == "-":
        import sys

        return sys.stdin.buffer.read(LARGEST + 1)
    if path.exists() and path.stat().st_size > LARGEST:
        raise InputError(
            _("is {size} MB long", size=path.stat().st_size // 1_000_000),
            file=str(path),
            allowed=_("at most {size} MB", size=LARGEST // 1_000_000),
        )
    return read_bytes(path)
