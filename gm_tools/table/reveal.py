"""The secret of a table published, for what its turns have not opened."""

from __future__ import annotations

from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.table.files import SECRET, read_text, write_atomic
from gm_tools.table.keys import read_seed
from gm_tools.table.store import open_table, writing
from gm_tools.table.table_file import FILE, Table
from gm_tools.table.toml_edit import set_value


def reveal(path: str | Path, *, force: bool = False) -> Table:
    """Publish the seed in `table.toml`, so that everybody can verify the game.

    Raises InputError before the game is over, unless it is forced.
    """
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
        text = set_value(read_text(folder / FILE), ("seed",), seed.hex(), below="commitment")
        write_atomic(folder / FILE, text.encode())
        return open_table(folder)
