"""`settings.toml`: what a table remembers of how its game master works: template, who is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.record import dump, load, one_of
from gm_tools.core.text import did_you_mean
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.record_file import find_record, write_record
from gm_tools.table.store import writing

FILE = "settings.toml"
SKIP, WAIT = "skip", "wait"


class Preferences(NamedTuple):
    """What a table remembers. `template` is the file of the wording of posts.

    `forced` says whether a seat that has one legal order is waited for (`wait`) or not (`skip`).
    """

    template: str = ""
    forced: Annotated[str, one_of((SKIP, WAIT))] = SKIP


HELP = {
    "template": N_("a file with the wording of posts: as gm report --template"),
    "forced": N_("whether to wait for a seat that has only one legal order: skip or wait"),
}


def read_preferences(folder: Path) -> Preferences:
    """Return what a table remembers, the defaults if it has no `settings.toml`; raise InputError with file and key."""
    return find_record(Preferences, folder / FILE) or Preferences()


def change_preferences(folder: Path, values: Mapping[str, Any]) -> Preferences:
    """Change what a table remembers, and return it; an empty text forgets.

    Raises InputError for an unknown key or a wrong value.
    """
    for key in values:
        if key not in Preferences._fields:
            hint = did_you_mean(key, list(Preferences._fields))
            raise InputError(
                _("there is no setting {key!r}{hint}", key=key, hint=hint), allowed=", ".join(Preferences._fields)
            )
    with writing(folder):
        plain = dump(read_preferences(folder)) | {key: str(value) for key, value in values.items()}
        new = load(Preferences, {key: value for key, value in plain.items() if value})
        write_record(folder / FILE, new)
    return new
