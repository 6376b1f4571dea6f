"""What a table's draws are made from.

That is a chain of keys (core/keys.py), in tables of earlier versions one seed for all turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from gm_tools.core.draws import commitment as commitment_of
from gm_tools.core.i18n import N_, _
from gm_tools.core.keys import HIDDEN, LENGTH, OPEN, TurnKeys, anchors, chain_key, salt, wind
from gm_tools.core.problems import InputError, in_file
from gm_tools.core.record import Field, check_hex, load
from gm_tools.core.toml import parse_toml
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import SECRET, exists, read_text
from gm_tools.table.table_file import FILE, Table

if TYPE_CHECKING:
    from gm_tools.core.game import Game
    from gm_tools.table.turn_file import TurnFile


class _Secret(NamedTuple):
    """The value in `secret.toml`: the root of a table's chains, of an earlier table the seed itself."""

    seed: Annotated[str, Field(check=check_hex)]


class Published(NamedTuple):
    """What is published of a root before the game: `table.toml` has these keys.

    `keys` is 0 for a table with one seed.
    """

    commitment: str
    hidden: str
    keys: int


def publish_root(root: bytes, game: Game[Any, Any, Any]) -> Published:
    """Return what is published of a new root; a game that hides no draws has no chain for them."""
    return Published(*anchors(root, LENGTH, is_hidden=bool(game.hidden_draws)), LENGTH)


def read_seed(table: Table) -> bytes | None:
    """Return the secret of a table, root or seed: revealed in `table.toml`, or from `secret.toml`.

    None if it is in neither. Raises InputError if it is not the one that was committed to.
    """
    path, digits = table.path / FILE, table.seed_public
    if not digits:
        path = table.path / SECRET
        if not exists(path):
            return None
        text = read_text(path)
        with in_file(path):
            digits = load(_Secret, parse_toml(text)).seed
    seed = bytes.fromhex(digits)
    if table.keys:
        if anchors(seed, table.keys, is_hidden=bool(table.hidden)) == (table.commitment, table.hidden):
            return seed
        allowed = N_("the seed of the chain of keys that ends in the commitment {commitment} in {file}")
    elif commitment_of(seed) == table.commitment:
        return seed
    else:
        allowed = N_("the one whose SHA-256 is the commitment {commitment} in {file}")
    raise InputError(
        _("this is not the seed that was committed to"),
        file=str(path),
        key="seed",
        allowed=_(allowed, commitment=table.commitment, file=FILE),
    )


def keys_from(table: Table, seed: bytes | None, turn: int) -> TurnKeys | None:
    """Return what the draws of a turn are made from.

    None if the secret is not known or the chain has no key for the turn.
    """
    if seed is None or (table.keys and turn > table.keys):
        return None
    if not table.keys:
        return TurnKeys(seed, seed)
    hidden = chain_key(seed, HIDDEN, table.keys, turn) if table.hidden else None
    return TurnKeys(chain_key(seed, OPEN, table.keys, turn), hidden)


def read_keys(table: Table, turn: int) -> TurnKeys | None:
    """Return what the draws of a turn are made from; see `keys_from` and `read_seed`."""
    return keys_from(table, read_seed(table), turn)


def with_keys(record: TurnFile, table: Table, root: bytes | None, opened: int) -> TurnFile:
    """Return a turn's file with what it carries of the chains.

    A file carries its key, the hidden key of the turn `opened`, and a salt. `opened` is the last turn whose hidden
    draws may be known after this one, -1 if there is none: see `last_opened`.
    """
    turn = record.turn
    if root is None or not table.keys or turn > table.keys:
        return record
    return record._replace(
        key=chain_key(root, OPEN, table.keys, turn).hex(),
        hidden_key=chain_key(root, HIDDEN, table.keys, opened).hex() if table.hidden and opened >= 0 else "",
        salt=salt(root, turn, 0),
    )


def last_opened(game: Game[Any, Any, Any], turn: int, before: Any, after: Any) -> int:
    """Return the last turn whose hidden draws everybody may know after a turn.

    It goes by the positions around it; -1 if this turn opens none.
    """
    if game.is_over(after):
        return turn
    return turn - 1 if turn and game.opens_hidden(before, after) else -1


def salt_of(table: Table, amendment: int) -> str:
    """Return the salt of an amendment's file, empty where there is no chain or its root is not known."""
    root = read_seed(table) if table.keys else None
    return salt(root, table.turn, amendment) if root is not None else ""


class Opened(NamedTuple):
    """A hidden key that was published: that of `turn`, from which those of all earlier turns are made."""

    turn: int
    key: bytes

    def at(self, turn: int) -> bytes | None:
        """Return the hidden key of a turn, None if it is still shut."""
        return wind(self.key, self.turn - turn) if turn <= self.turn else None


def leads_to(key: str, turn: int, earlier: int, known: str) -> bool:
    """Tell whether a turn's key leads to a known key of the chain, that of an `earlier` turn.

    Both are in hexadecimal digits.
    """
    return turn >= earlier and wind(bytes.fromhex(key), turn - earlier).hex() == known


def read_opened(record: TurnFile, table: Table) -> Opened | None:
    """Return the hidden key that a turn file opens: of its own turn, or of the one before; None if it is neither."""
    if not record.hidden_key or not table.hidden:
        return None
    key = bytes.fromhex(record.hidden_key)
    for turn in (record.turn, record.turn - 1):
        if turn >= 0 and wind(key, turn + 1).hex() == table.hidden:
            return Opened(turn, key)
    return None
