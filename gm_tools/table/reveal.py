"""The secret of a table published, for what its turns have not opened."""

from __future__ import annotations

from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import parse_toml
from gm_tools.table.files import SECRET, read_text, write_atomic
from gm_tools.table.keys import read_seed
from gm_tools.table.store import open_table, writing
from gm_tools.table.table_file import FILE, Table


def reveal(path: str | Path, *, force: bool = False) -> Table:
    """Publish the seed in `table.toml`, so that everybody can verify the game; refused before it is over unless forced."""
    folder = Path(path)
    with writing(folder) as table:
        if table.seed_public:
            return table
        if table.keys and not table.hidden and table.game.is_over(table.position) and not force:
            raise InputError(
                _("there is nothing to reveal: the key of every turn is in its post"), file=str(folder), status=1
            )
        if not force and not table.game.is_over(table.position):
            raise InputError(
                _("the game is not over: whoever knows the seed knows every draw to come"), file=str(folder), status=1
            )
        seed = read_seed(table)
        if seed is None:
            raise InputError(
                _("is missing"), file=str(folder / SECRET), allowed=_('seed = "…", as it was at the beginning')
            )
        text = with_line(read_text(folder / FILE), "commitment", f'seed = "{seed.hex()}"')
        write_atomic(folder / FILE, text.encode())
        return open_table(folder)


def with_line(text: str, after: str, line: str) -> str:
    """Return TOML text with a top-level line put in below the one of key `after`, all else left as somebody wrote it."""
    lines = text.split("\n")
    expected = {**parse_toml(text), **parse_toml(line)}
    for at in (*(i + 1 for i, row in enumerate(lines) if row.split("=")[0].strip() == after), 0):
        mended = "\n".join([*lines[:at], line, *lines[at:]])
        if parse_toml(mended) == expected:
            return mended
    raise AssertionError("a line at the top of a TOML file is always at its top level")
