"""A table begun.

Its folder appears as a whole, with `table.toml`, the set-up as turn 0, and the seed in `secret.toml`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from glob import escape
from pathlib import Path
from typing import Any

from gm_tools.core import clock
from gm_tools.core.draws import commitment as commitment_of
from gm_tools.core.game import Seat
from gm_tools.core.game_options import check_options
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, in_file
from gm_tools.core.toml import join_lines, pairs
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import find
from gm_tools.table.carry_out import DrawInputs, check_source, draws_from
from gm_tools.table.files import SECRET, SETUP, exists, fault, list_names, remove, sync, write_atomic
from gm_tools.table.hand_file import FILE as ORDERS
from gm_tools.table.hand_file import Hand, format_hand
from gm_tools.table.keys import Published, keys_from, publish_root
from gm_tools.table.set_up import asks_for_draws, draw_first_turn, format_setup
from gm_tools.table.settings import ThreadSettings
from gm_tools.table.store import IGNORED, open_table
from gm_tools.table.table_file import (
    FILE,
    Table,
    check_beacon,
    check_gm,
    check_name,
    check_names,
    format_table_file,
    setup_of,
)
from gm_tools.table.turn_file import file_name

_CANNOT_MAKE = N_("cannot be made: {why}")
# The files of a new table, finished or not: nothing else is deleted from a folder that was left behind.
_NEW_FILE = re.compile(r"(\.gitignore|(secret|orders|table|setup|turn-000)\.toml)(\.[0-9a-f]{8}\.new|\.new)?")


class ChanceSource(NamedTuple):
    """What the draws of a new table come from.

    A table has a chain of keys (table/keys.py), whose `root` is 32 bytes of the system's best chance unless it is
    given. With a `seed` the table is one of the kind that earlier versions began: all its draws come from that seed.
    `beacon` is that which turns wait for (`drand`); with `setup_round` the set-up waits for that round of it. `inputs`
    are draws of the set-up that were made elsewhere.
    """

    root: bytes | None = None
    seed: bytes | None = None
    beacon: str = ""
    setup_round: int = 0
    inputs: DrawInputs = DrawInputs()


class Posting(NamedTuple):
    """How a table's reports are posted, as `table.toml` has it.

    `language` is that of the posts, `gm` are the game master's accounts in forums, `thread` says where it is played.
    """

    language: str = ""
    gm: tuple[str, ...] = ()
    thread: ThreadSettings = ThreadSettings()


def new_table(
    path: str | Path,
    *,
    game: str,
    board_text: str,
    track: str,
    seats: Sequence[Seat],
    options: Mapping[str, Any],
    chance: ChanceSource = ChanceSource(),  # noqa: B008  (a tuple)
    posting: Posting = Posting(),  # noqa: B008  (a tuple)
) -> Table:
    """Begin a table in a new folder and return it. Nothing is written if anything is wrong with it.

    `board_text` is the board's file, `track` its name. The folder appears whole or not at all.

    If the set-up waits for a round of the beacon (table/set_up.py), the table returned stands before turn 0: `turn` is
    -1, and there is no position. Raises InputError if the set-up draws nothing that could wait.
    """
    folder = Path(path)
    if exists(folder) and not (folder.is_dir() and not list_names(folder)):
        raise InputError(_("already exists and is not empty"), file=str(folder), allowed=_("a new folder"))
    played = find(game)
    check_options(played, options)
    check_names(seats)
    check_gm(posting.gm, seats)
    text = board_text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    with in_file(track):
        board = played.parse_board(text)
    problems = (*played.check_board(board, len(seats)), *played.check_seats(board, tuple(seats), options))
    if problems:
        file = track if any(problem.line for problem in problems) else ""
        raise InputError(_("the table cannot begin like this"), file=file, problems=problems)
    inputs = chance.inputs._replace(source=check_source(chance.inputs.source))
    secret = chance.seed or chance.root or os.urandom(32)
    published = publish_root(secret, played) if chance.seed is None else Published(commitment_of(secret), "", 0)
    table = Table(
        folder,
        name=_name_of(folder),
        game=played,
        board=board,
        board_text=text,
        track=track,
        options=dict(options),
        seats=tuple(seats),
        commitment=published.commitment,
        **posting._asdict(),
        hidden=published.hidden,
        keys=published.keys,
        beacon=check_beacon(chance.beacon),
    )
    texts = {
        ".gitignore": IGNORED,
        SECRET: "# Whoever knows this knows every draw to come. gm reveal publishes it after the game.\n"
        + join_lines(pairs({"seed": secret.hex()})),
        ORDERS: format_hand(Hand(1, 1, ())),
        FILE: format_table_file(table),
    }
    if chance.setup_round:
        _check_waiting(table, inputs)
        _write_folder(folder, {SETUP: format_setup(table, chance.setup_round)} | texts)
        return table
    drawn = draws_from(played, keys_from(table, secret, 0), inputs.script, inputs.source)
    first = draw_first_turn(table, secret, drawn, {**setup_of(table), "board_text": text})
    _write_folder(folder, {file_name(0): first} | texts)
    return open_table(folder)


def _name_of(folder: Path) -> str:
    """Return the name of the table in a folder, which is the folder's; raise InputError if that is no name."""
    name = folder.resolve().name
    if name.startswith("-"):
        message = _("the name {name!r} begins with -, as an option does", name=name)
        raise InputError(message, file=str(folder), allowed=_("another name"))
    with in_file(folder, "TABLE"):
        return check_name(name)


def _check_waiting(table: Table, inputs: DrawInputs) -> None:
    """Raise InputError for a set-up that cannot wait for a round of the beacon."""
    if not table.beacon or not table.keys:
        raise InputError(_("there is no beacon to wait for"), key="--setup-at", allowed=_("with --beacon drand"))
    if inputs.script:
        allowed = _("gm resolve TABLE --draw once the round is out")
        raise InputError(_("the draws of the set-up are not made yet"), key="--draw", allowed=allowed)
    if not asks_for_draws(table, inputs.script, inputs.source):
        raise InputError(_("the set-up draws nothing: it need not wait"), key="--setup-at", allowed=_("without it"))


def _write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Write a folder with files that appears as a whole: written under another name, then renamed."""
    clear_abandoned(folder)
    building = folder.parent / f".{folder.name}.{os.getpid()}.new"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        building.mkdir()  # a folder or a link that somebody has left there is not used
    except OSError as error:
        raise fault(error, building, _CANNOT_MAKE) from None
    try:
        for name, text in texts.items():
            write_atomic(building / name, text.encode(), mode=0o600 if name == SECRET else 0o644, sync_folder=False)
        sync(building)
        try:
            if folder.exists():
                folder.rmdir()  # it is empty; not every system renames onto it
            building.rename(folder)
        except OSError as error:
            raise fault(error, folder, _CANNOT_MAKE) from None
    except InputError:
        for name in texts:
            if (building / name).exists():
                remove(building / name)
        building.rmdir()
        raise
    sync(folder.parent)


def clear_abandoned(folder: Path) -> list[Path]:
    """Delete what a program that was cut off left behind while it began a table in this folder.

    Returns the folders deleted. A table is built in `.NAME.PROCESS.new` beside it. Nothing is deleted while that
    process runs, nor if the folder is a link or holds anything that a new table does not.
    """
    cleared = []
    for building in sorted(folder.parent.glob(f".{escape(folder.name)}.*.new")):
        number = building.name.removeprefix(f".{folder.name}.").removesuffix(".new")
        if (
            not number.isdecimal()
            or building.is_symlink()
            or not building.is_dir()
            or _is_at_work(int(number), building)
        ):
            continue
        names = list_names(building)
        if all(_NEW_FILE.fullmatch(name) for name in names):
            for name in names:
                remove(building / name)
            try:
                building.rmdir()
            except OSError as error:
                raise fault(error, building, N_("cannot be removed: {why}")) from None
            cleared.append(building)
    return cleared


def _is_at_work(process: int, building: Path) -> bool:
    """Tell whether another process may still be building a table.

    Where that cannot be asked (Windows), within an hour it may.
    """
    if process == os.getpid():
        return False
    if os.name == "nt":
        return clock.now() - building.stat().st_mtime < 3600
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs, and is somebody else's
        return True
    return True
