"""Bring the catalogues up to date with the code: `python tests/catalogue.py`. Then fill in what it says is missing, and run it again.

Messages that the code has lost go, new ones come in empty; the compiled forms are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import gm_tools
from gm_tools.locale.build import LOCALE, compile_catalogues

PACKAGE = Path(gm_tools.__file__).parent
KEYWORDS = {"_": None, "ngettext": (1, 2), "N_": None}
METHODS = [("**.py", "python"), ("desk/templates/**.html", "jinja2")]


@cache
def _find() -> tuple[tuple[Path, Any, list[str], str | None], ...]:
    """Return every message in the code: its file, itself, the comments for translators and the context."""
    messages = extract_from_dir(PACKAGE, METHODS, {}, KEYWORDS)
    return tuple((PACKAGE / file, message, comments, context) for file, __, message, comments, context in messages)


@cache
def extract(folder: Path = PACKAGE) -> Catalog:
    """Return the messages of the code in a folder; nobody may change them."""
    catalogue = Catalog(project="gm_tools", fuzzy=False)
    for file, message, comments, context in _find():
        if file.is_relative_to(folder):  # and named nowhere: a catalogue of places would change with every edit
            catalogue.add(message, None, auto_comments=comments, context=context)
    return catalogue


def paths() -> Iterator[Path]:
    """Yield the catalogues."""
    yield from sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def load(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def save(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue."""
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, ignore_obsolete=True, no_location=True, sort_output=True)


def missing(catalogue: Catalog) -> list[str]:
    """Return the messages without a translation."""
    empty = []
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and not all(strings):
            empty.append(str(message.id))
    return empty


def main() -> None:
    """Update, compile, and say what is missing."""
    template = extract()
    for path in paths():
        catalogue = load(path)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        save(path, catalogue)
        for message in missing(catalogue):
            print(f"{path.parent.parent.name}: {message}")
    compile_catalogues()


if __name__ == "__main__":
    main()
