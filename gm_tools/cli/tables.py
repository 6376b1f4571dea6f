"""Tables and snapshots found by the words of a command."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gm_tools.cli.common import below_turns, table_names, warn
from gm_tools.core.i18n import N_, _
from gm_tools.core.languages import prefer
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean
from gm_tools.table import open_table
from gm_tools.table.files import read_input, read_text
from gm_tools.table.late_edits import late_edits
from gm_tools.table.table_file import FILE, language_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gm_tools.table import Table
    from gm_tools.table.snapshot import Snapshot


def find_table(name: str) -> Path:
    """Return the folder of a table: a path, or a name below ./turns; raise InputError with the tables there are.

    From here on its language is used, unless `--lang` or GM_LANG asked for one. Edits of `table.toml` that come too
    late are warned of here, since every command that reads a table looks for it by its name.
    """
    folder = _folder_of(name)
    if folder.name in {"", ".."}:  # where one stands: what is printed calls a table by its folder's name
        folder = folder.resolve()
    with suppress(InputError):  # whatever is wrong with the file is said by who opens the table
        prefer(language_in(read_text(folder / FILE)))
    edits = late_edits(folder)
    if edits:
        message = N_(
            "{file} was edited after the game began: {edits}. Undo the edit: the set-up of a game must not change once it has begun, and gm verify reports it (gm amend changes the position)"
        )
        warn(_(message, file=folder / FILE, edits="; ".join(edits)))
    return folder


def find_tables(names: Iterable[str]) -> list[Path]:
    """Return the folders of tables, each once, whatever it is called and however often it is named."""
    return [*{folder.resolve(): folder for folder in map(find_table, names)}.values()]


def open_stage(name: str) -> Table | Snapshot:
    """Return the table or the snapshot that a word means; a dash is a snapshot on standard input."""
    path = Path(name)
    if name != "-" and (path.name == "table.toml" or not path.is_file()):
        return open_table(find_table(name))
    text, file = read_input(name), name if name != "-" else _("standard input")
    prefer(language_in(text))
    if "\n[position" not in text:
        raise InputError(
            _("is not a snapshot"), file=file, allowed=_("a file made by gm report --format snapshot, or a table")
        )
    from gm_tools.table.snapshot import open_snapshot  # a snapshot is rare, and start-up is measured

    return open_snapshot(text, file)


def _folder_of(name: str) -> Path:
    path = Path(name)
    if path.is_dir() and ((path / "table.toml").exists() or not below_turns(name).is_dir()):
        return path
    if path.name == "table.toml" and path.is_file():
        return path.parent
    if below_turns(name).is_dir():
        return below_turns(name)
    known = table_names()
    raise InputError(
        _("there is no table {name!r}{hint}", name=name, hint=did_you_mean(name, known)),
        allowed=", ".join([*known, _("the path of a table's folder")]),
    )
