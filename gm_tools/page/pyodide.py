"""Pyodide, the Python that runs in browsers: one version of it, from its public CDN or from an unpacked npm package.

The CDN serves the npm package `pyodide` file by file, so that one list of hashes holds for both. A browser refuses a
file that does not have its hash, wherever it comes from.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError

VERSION = "0.29.5"
PYTHON = "3.13.2"  # in it
ABI = "2025_0"
CDN = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"
FOLDER = "pyodide/"  # in a published folder
FILES = {
    "pyodide.mjs": "sha256-UQyhQwUjABj1DED7gb5nOv1oCA5wzncz/M5mAN1qFxQ=",
    "pyodide.asm.js": "sha256-NWxC9p4WlTl+nYZwvTwuZ4JIzeduGL2uFzHoSFN7R9c=",
    "pyodide.asm.wasm": "sha256-VDCaWiz9dXsfD9vJCTySUD97NBUAEQMp2TJIcYORJxg=",
    "python_stdlib.zip": "sha256-gx/R5TUIS5cvh8ajUnXePSNu/VFm9ed86JSXcQY15zw=",
}
SIZES = {  # in bytes, for whoever waits for them
    "pyodide.mjs": 17_616,
    "pyodide.asm.js": 1_074_322,
    "pyodide.asm.wasm": 8_647_684,
    "python_stdlib.zip": 2_424_003,
}
# `start.zip` has of it what starts need; the page asks for it only where that is not all.
LIBRARY = "python_stdlib.zip"
# Not every web space compresses what it sends: these lie there compressed, too
PACKED = ("pyodide.asm.js", "pyodide.asm.wasm")
GET = f"npm pack pyodide@{VERSION} && tar xzf pyodide-{VERSION}.tgz"


def integrity(data: bytes) -> str:
    """Return the hash of a file as browsers check it: `sha256-…` in base 64."""
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


@cache
def pack(data: bytes) -> bytes:
    """Return data compressed, the same bytes every time."""
    return compress(data, 9, mtime=0)


def read_package(folder: Path) -> dict[str, bytes]:
    """Return the files of the unpacked npm package that the page needs; raise InputError for a folder that is not it.

    The folder may be the package itself or hold it as `package`, as unpacking leaves it.
    """
    inside = folder / "package"
    place = inside if (inside / "pyodide.mjs").is_file() else folder
    files = {}
    for name, wanted in FILES.items():
        path = place / name
        try:
            files[name] = path.read_bytes()
        except OSError:
            raise InputError(_("cannot be read"), file=str(path), allowed=_package()) from None
        if integrity(files[name]) != wanted:
            raise InputError(_("is of another version"), file=str(path), allowed=_package())
    return files


def _package() -> str:
    return _("the npm package pyodide {version}, unpacked: {command}", version=VERSION, command=GET)
