"""A table whose set-up waits for a round of the beacon: `setup.toml` fixes it, turn 0 is drawn once the round is out.

The first post carries the key that all later ones lead to, the round, and the digest of `setup.toml`. Nobody knows the
round's signature by then: no root, no row of seats and no options can be chosen for what they draw. The file of turn 0
continues this one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from gm_tools.core.beacon import mix, round_at
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.record import Field, at_least, check_hex, format_record
from gm_tools.core.times import Moment, add_span, parse_duration, parse_moment
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.beacon import BeaconRound, BeaconWait, NoDraws, choose_round, unknown_draws
from gm_tools.table.carry_out import DrawInputs, check_source, draws_from, set_up
from gm_tools.table.digests import file_digest
from gm_tools.table.files import SETUP, lock_folder, write_atomic
from gm_tools.table.keys import keys_from, last_opened, read_seed, with_keys
from gm_tools.table.late_edits import compare_setup
from gm_tools.table.record_file import find_record
from gm_tools.table.settings import ThreadSettings, complete_moment
from gm_tools.table.store import format_checked, is_set_up, open_table
from gm_tools.table.table_file import Table, check_folder, marks_of, read_table_file, setup_of
from gm_tools.table.turn_file import TurnFile, file_name
from gm_tools.table.values import list_differences, to_plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.table.carry_out import AnyDraws


class SetupFile(NamedTuple):
    """The values in `setup.toml`.

    They are what is published of the secret, the round that the set-up waits for, and what is set up. `setup` holds
    options, seats and board as turn 0 has them.
    """

    table: Annotated[str, Field(check=check_hex)]
    game: str
    rules_version: int
    keys: Annotated[int, at_least(1)]
    round: Annotated[int, at_least(1)]
    hidden: str = ""
    setup: Mapping[str, Any] = {}


def format_setup(table: Table, number: int) -> str:
    """Return the text of `setup.toml` for a table whose set-up waits for a round."""
    return format_record(_setup_file(table, number))


def _setup_file(table: Table, number: int) -> SetupFile:
    return SetupFile(
        table.commitment,
        table.game.name,
        table.game.version,
        table.keys,
        number,
        table.hidden,
        {**setup_of(table), "board_text": table.board_text},
    )


def read_setup(folder: Path) -> SetupFile | None:
    """Return what was fixed before the set-up, None if it did not wait for a round.

    Raises InputError with file and key.
    """
    return find_record(SetupFile, folder / SETUP)


def find_waiting(folder: Path) -> SetupFile | None:
    """Return what a table's set-up is fixed to that has not been drawn yet, None for every other table."""
    return None if is_set_up(folder) else read_setup(folder)


def setup_faults(folder: Path, table: Table, record: TurnFile | None = None) -> list[str]:
    """Return what in `table.toml`, and in turn 0 once it is there, is not as `setup.toml` fixed it.

    There are none if nothing was fixed, unless turn 0 has a round all the same.
    """
    fixed = read_setup(folder)
    if fixed is None:
        number = record.round if record is not None else 0
        return (
            [_("round: found {number}, and there is no {file} that named it", number=number, file=SETUP)]
            if number
            else []
        )
    names = (_("{file} says", file=SETUP), _("{file} says", file="table.toml"))
    now = _setup_file(table, fixed.round)
    keys = ("table", "game", "rules_version", "keys", "hidden")
    lines = [line for key in keys for line in list_differences(getattr(fixed, key), getattr(now, key), key, names)]
    lines += compare_setup(fixed.setup, {**now.setup, "board": table.board_text}, "setup.")
    has_drawn = record is not None and any(not draw.entered for draw in record.draws)
    if record is not None and has_drawn and fixed.round not in {record.round, record.left_out}:
        found = record.round or _("none")
        lines.append(
            _("round: found {found}, and {file} named round {round}", found=found, file=SETUP, round=fixed.round)
        )
    return lines


def draw_setup(
    path: str | Path,
    *,
    inputs: DrawInputs = DrawInputs(),  # noqa: B008  (a tuple)
    now: int | None = None,
) -> Table:
    """Draw the set-up of a table that waited for a round of the beacon, write turn 0 and return the table.

    The arguments are those of `resolve` (table/resolve.py). Raises WaitForBeacon before the round is out, and
    InputError if `table.toml` is not as it was announced.
    """
    folder = Path(path)
    check_folder(folder)
    source = check_source(inputs.source)
    with lock_folder(folder):
        table = read_table_file(folder)
        fixed = find_waiting(folder)
        if fixed is None:
            return open_table(folder)
        if wrong := setup_faults(folder, table):
            message = _("what was announced was changed: {lines}", lines="; ".join(wrong))
            raise InputError(
                message, file=str(folder), allowed=_("{file} as it was in the first post", file="table.toml")
            )
        root, found = read_seed(table), BeaconRound()
        keys = keys_from(table, root, 0)
        if keys is not None and asks_for_draws(table, inputs.script, source):
            wait = BeaconWait(0, fixed.round, now, inputs.signature, inputs.without_beacon)
            found = choose_round(folder, wait, [])
            keys = mix(keys, found.signature)
        drawn = draws_from(table.game, keys, inputs.script, source)
        text = draw_first_turn(table, root, drawn, fixed.setup, file_digest(folder / SETUP), found)
        write_atomic(folder / file_name(0), text.encode())
        return open_table(folder)


def draw_first_turn(
    table: Table,
    root: bytes | None,
    draws: AnyDraws,
    setup: Mapping[str, Any],
    before: str = "",
    found: BeaconRound = BeaconRound(),  # noqa: B008  (a tuple)
) -> str:
    """Return the text of turn 0 of a table, set up with these draws and read back.

    The file holds `setup`, what the table is set up from. `before` is the digest of `setup.toml` if the set-up waited
    for a round, `found` that round.
    """
    game = table.game
    resolution, drawn = set_up(game, table.board, table.seats, table.options, draws)
    record = TurnFile(
        table.commitment,
        0,
        game.name,
        game.version,
        before,
        to_plain(game.dump_position(resolution.position)),
        seats=marks_of(table.seats),
        draws=drawn,
        events=resolution.events,
        setup=setup,
        **found._asdict(),
    )
    record = with_keys(record, table, root, last_opened(game, 0, None, resolution.position))
    return format_checked(table, record)


def named_setup_round(text: str, settings: ThreadSettings, now: int) -> int:
    """Return the round that comes out at a time, or so long after `now`; raise InputError for a time that is over."""
    if re.fullmatch(r"(\s*\d+\s*[a-z]+)+\s*", text):
        at = add_span(Moment(now), parse_duration(text, "--setup-at"))
    else:
        at = parse_moment(complete_moment(text, settings), "--setup-at")
    if at.seconds <= now:
        raise InputError(_("that time has already passed"), key="--setup-at", allowed=_("a time to come, or 2h"))
    return round_at(at.seconds)


def asks_for_draws(table: Table, script: Mapping[str, Sequence[Any]], source: str) -> bool:
    """Tell whether a set-up draws anything that is not entered by hand."""
    try:
        set_up(table.game, table.board, table.seats, table.options, unknown_draws(script, source))
    except NoDraws.Asked:
        return True
    return False
