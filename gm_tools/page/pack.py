"""The archive that the page's engine runs from: this package, its catalogues, and a parser of a game's orders.

The page of a table needs one game, and reads its orders with lark's standalone parser: lark itself and the other games
would only make the reader wait longer. The same code gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from gm_tools.core.grammar import find_standalone, parser_name
from gm_tools.core.paths import folder

# Of this package: all that a page shows and tries. Not how tables are kept, collected and published.
_LEFT_OUT = (
    *("cli", "conform.py", "desk", "guide.py", "live", "posts", "simulate", "tracks"),
    *("page/build.py", "page/publication.py", "page/start.zip"),
    *(f"render/{name}.py" for name in ("moving", "plot", "png", "svg", "terminal")),
    *(
        f"reports/{name}.py"
        for name in ("audit", "best_orders", "collected_orders", "erratum", "luck", "status", "turn_post")
    ),
    *(
        f"table/{name}.py"
        for name in ("amend", "assign", "beacon", "hand", "new", "recompute", "resolve", "set_up", "verify")
    ),
)
_KINDS = (".py", ".mo")
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest that an archive can say


@cache
def engine(*names: str) -> bytes:
    """Return the archive that the browser's Python is given: `gm_tools` as source, with the games of these names."""
    return archive(sorted(_files(names)))


def archive(files: list[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files by their names, the same bytes for the same files."""
    out = BytesIO()
    with ZipFile(out, "w") as packed:
        for name, data in files:
            entry = ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data, ZIP_DEFLATED, 9)
    return out.getvalue()


def _files(names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the package that the engine may need, and the parsers of the games, by their names."""
    top = Path(__file__).resolve().parent.parent
    others = (path.name for path in (top / "games").iterdir() if path.is_dir() and path.name not in names)
    left_out = (*_LEFT_OUT, "grammars", *(f"games/{name}" for name in others))
    for path in sorted(top.rglob("*")):
        inside = path.relative_to(top).as_posix()
        if path.suffix in _KINDS and not any(inside == out or inside.startswith(f"{out}/") for out in left_out):
            yield f"gm_tools/{inside}", path.read_bytes()
    for name in (one for one in names if (folder("grammars") / f"{one}.lark").is_file()):  # a game may read without
        yield f"gm_tools/grammars/{parser_name(name)}", find_standalone(name).encode()
