"""Compiles the catalogues.

Hatchling runs this whenever the package is built or installed, `python tests/catalogue.py` by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).resolve().parent


def compile_catalogues() -> None:
    """Write each catalogue's compiled form (`.mo`), which git ignores, beside it."""
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as source, path.with_suffix(".mo").open("wb") as target:
            write_mo(target, read_po(source, locale=path.parent.parent.name))


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own advice: a hook needs no configuration class
    """What hatchling calls before it builds a wheel, an editable one too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the results packed though git ignores them."""
        del version
        compile_catalogues()
        build_data["artifacts"].append("gm_tools/locale/**/*.mo")
