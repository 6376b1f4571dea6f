"""Where the data folders are: `grammars/` and `tracks/`, in the installed package or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """Return the path of a data folder (`grammars` or `tracks`).

    A wheel carries them inside the package, an editable install leaves them at the top of the repository.
    """
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
