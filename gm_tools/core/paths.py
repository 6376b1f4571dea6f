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


def fold_name(name: str) -> str:
    """Return a track's name as it is compared: `Dust Bowl` is `dust-bowl`.

    >>> fold_name("Dust Bowl")
    'dustbowl'
    """
    return "".join(glyph for glyph in name.casefold() if glyph not in " -_")


def shipped_track(game: str, name: str) -> Path | None:
    """Return the file of the shipped track of a game that a name means, None if there is none."""
    tracks = sorted((folder("tracks") / game).glob("*.txt"))
    return next((path for path in tracks if fold_name(path.stem) == fold_name(name)), None)
