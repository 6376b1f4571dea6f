"""What the page's engine is packed of: this package as it is installed, its grammars and catalogues, and lark.

Same code, same bytes.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import lark

from gm_tools.core.paths import folder

if TYPE_CHECKING:
    from collections.abc import Iterator

# Of this package: all that a page shows and tries. Not how tables are kept, collected and published.
_LEFT_OUT = (
    *("cli", "conform.py", "desk", "guide.py", "live", "posts", "simulate", "tracks"),
    *("page/build.py", "page/publication.py", "page/start.zip"),
    *(f"render/{name}.py" for name in ("moving", "plot", "png", "svg", "terminal")),
    *(f"reports/{name}.py" for name in ("audit", "collect", "erratum", "luck", "plan", "status", "turn_post")),
    *(
        f"table/{name}.py"
        for name in ("amend", "assign", "beacon", "hand", "new", "recompute", "resolve", "set_up", "verify")
    ),
)
_KINDS = (".py", ".lark", ".mo")
_LARK = ("tools", "__pyinstaller")  # not needed to read orders
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest that an archive can say


@cache
def engine() -> bytes:
    """Return the archive that the browser's Python is given: `gm_tools` and `lark` as Python source."""
    return archive(sorted(_files()))


def archive(files: list[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files by their names, the same bytes for the same files."""
    out = BytesIO()
    with ZipFile(out, "w") as packed:
        for name, data in files:
            entry = ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data, ZIP_DEFLATED, 9)
    return out.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    package = Path(__file__).resolve().parent.parent
    yield from _walk(package, "gm_tools", _LEFT_OUT)
    if package not in folder("grammars").parents:  # a checkout keeps them beside the package
        yield from _walk(folder("grammars"), "gm_tools/grammars")
    yield from _walk(Path(lark.__file__).resolve().parent, "lark", _LARK)


def _walk(top: Path, name: str, left_out: tuple[str, ...] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the files below a folder that the engine may need, under `name`."""
    for path in sorted(top.rglob("*")):
        inside = path.relative_to(top).as_posix()
        if path.suffix in _KINDS and not any(inside == out or inside.startswith(f"{out}/") for out in left_out):
            yield f"{name}/{inside}", path.read_bytes()
