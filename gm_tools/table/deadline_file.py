"""The deadline of a table: `deadline.toml`, a small file that may be edited, beside `table.toml`.

Without the file there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm_tools.core.beacon import time_of
from gm_tools.core.deadline import (
    Deadline,
    extend_for_all,
    is_half_missing,
    pause,
    resume,
    state,
    state_line,
    with_round,
)
from gm_tools.core.deadline_rules import with_rules
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.schedule import next_time
from gm_tools.core.times import Duration, Moment, add_span
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import exists, remove
from gm_tools.table.forced import forced_orders
from gm_tools.table.hand import usable_next_turn
from gm_tools.table.record_file import find_record, write_record
from gm_tools.table.store import writing
from gm_tools.table.table_file import Table
from gm_tools.table.turn_file import file_name

FILE = "deadline.toml"
_REMARK = "When the orders of the turn must be in; every: the next deadline, so long after a turn is resolved."


class DeadlineChange(NamedTuple):
    """What a game master wants of a deadline; what is None or False stays as it is, and `clear` takes everything away.

    `rules` holds the rules that change, by name, as `parse_rules` in core/deadline_rules.py reads them.
    """

    at: Moment | None = None
    extend: Duration | None = None
    pause: bool = False
    resume: bool = False
    clear: bool = False
    rules: Mapping[str, Any] = {}


def read_deadline(folder: Path) -> Deadline | None:
    """Return the deadline of the table in a folder, None if there is none; raise InputError with file and key.

    The file is written before a turn is, and after one is taken back: where it is a turn ahead, that was cut off, and
    what was kept of the turn before holds.
    """
    deadline = find_record(Deadline, folder / FILE)
    while deadline is not None and deadline.turn and not exists(folder / file_name(deadline.turn - 1)):
        before = read_kept_deadline(folder, deadline.turn - 1)
        if before is None or before.turn >= deadline.turn:
            break
        deadline = before
    return deadline


def write_deadline(folder: Path, deadline: Deadline) -> None:
    """Write `deadline.toml`; the table's lock is held."""
    write_record(folder / FILE, deadline, remark=_REMARK)


def kept_name(turn: int) -> str:
    """Return the name of the file that keeps the deadline of a turn beyond it: `deadline-007.toml`."""
    return f"deadline-{turn:03}.toml"


def keep_deadline(folder: Path, turn: int, deadline: Deadline) -> None:
    """Keep the deadline as players have read it for a turn; the table's lock is held.

    This is done when the turn is resolved, for `gm undo` to bring back, and when the turn before it is taken back, so
    that it is the same when that is resolved again.
    """
    write_record(folder / kept_name(turn), deadline, remark=_REMARK)


def read_kept_deadline(folder: Path, turn: int) -> Deadline | None:
    """Return the deadline that was kept for a turn, None if there is none."""
    return find_record(Deadline, folder / kept_name(turn))


def keep_next_deadline(folder: Path, turn: int) -> None:
    """Keep the deadline of the turn after one that is about to be taken back, if that has one to bring back.

    Raises InputError if either cannot be used.
    """
    before, now = read_kept_deadline(folder, turn), read_deadline(folder)
    if before is not None and now is not None and now.turn > turn:
        keep_deadline(folder, now.turn, now)


def bring_back(folder: Path, turn: int) -> Deadline | None:
    """Bring the deadline of a turn that is taken back, its zone and the timer back, and return it.

    None if none was kept.
    """
    before = read_kept_deadline(folder, turn)
    if before is not None:
        write_deadline(folder, before)
    return before


class Extension(NamedTuple):
    """A deadline that was put off for all, and how many orders of how many were missing."""

    deadline: Deadline
    missing: int
    awaited: int


def extend_once(path: str | Path, now: Moment) -> Extension | None:
    """Put the deadline of the next turn off for all if over half of its orders are missing.

    None if they are not, if the table gives no more time then, or if it has done so already.
    """
    with writing(path) as table:
        old = read_deadline(table.path)
        new = extend_for_all(old, table.turn + 1, now.seconds) if old is not None else None
        if new is None or table.game.is_over(table.position):
            return None
        awaited = table.game.awaited(table.position)
        bots = {seat.mark for seat in table.seats if seat.bot}
        silent = [seat for seat in awaited if seat not in bots and not usable_next_turn(table, seat)]
        forced = forced_orders(table, silent)
        missing = [seat for seat in silent if seat not in forced]
        if not is_half_missing(missing, awaited):
            return None
        write_deadline(table.path, new)
        return Extension(new, len(missing), len(awaited))


def refuse_early_close(folder: Path, due: Deadline | None, turn: int, now: int | None, *, is_first: bool) -> None:
    """Raise InputError if a turn is closed before its deadline as it is by a command that is given twice.

    The first has closed the turn before and nobody has ordered since (not `is_first`), or it has given all more time
    (`extend_once`).
    """
    if due is None or now is None or state(due, turn, now) not in {"open", "paused"}:
        return
    if due.extended == turn:
        message = N_("all have been given more time for turn {turn}. {line}")
    elif not is_first:
        message = N_("nobody has ordered for turn {turn} yet. {line}")
    else:
        return
    allowed = _("--turn {turn} as well, if you want to close it all the same", turn=turn)
    line = state_line(due, turn, now)
    raise InputError(_(message, turn=turn, line=line), file=str(folder), allowed=allowed, status=1)


def change_deadline(path: str | Path, change: DeadlineChange, now: Moment) -> tuple[Table, Deadline | None]:
    """Change the deadline of the turn that comes next, and return the table and the deadline after it; None if cleared.

    Raises InputError if there is nothing to extend, pause, resume or clear, and when the game is over.
    """
    with writing(path) as table:
        old = read_deadline(table.path)
        if change.clear:
            if old is None:
                raise InputError(_("there is no deadline to remove"), file=str(table.path), status=1)
            if old.turn == table.turn + 1 and old.round and now.seconds >= time_of(old.round):
                message = _("round {number} of the beacon, which the turn waits for, is out", number=old.round)
                allowed = _("once turn {turn} is resolved", turn=old.turn)
                raise InputError(message, file=str(table.path), key="--clear", allowed=allowed, status=1)
            remove(table.path / FILE)
            return table, None
        if table.game.is_over(table.position):
            raise InputError(_("the game is over: no deadlines any more"), file=str(table.path), status=1)
        turn = table.turn + 1
        new = old or Deadline(turn)
        if change.at is not None:
            new = new._replace(turn=turn, at=change.at, paused=None)
        new = with_rules(new, change.rules, now)
        if change.at is None and new.pattern is not None and new.pattern != (old and old.pattern) and new.at is None:
            zone = new.pattern.zone
            if not zone:
                allowed = _("a time of day with its zone: 20:00 Europe/Berlin")
                raise InputError(_("which zone is that in?"), key="--every", allowed=allowed)
            new = new._replace(turn=turn, at=next_time(new.pattern, now.seconds, zone, new.holidays))
        if change.extend is not None or change.pause or change.resume:
            at = new.at
            if at is None or new.turn != turn:
                raise InputError(
                    _("there is no deadline for turn {turn}", turn=turn),
                    file=str(table.path),
                    allowed=_("gm deadline TABLE TIME first"),
                    status=1,
                )
            if change.extend is not None:
                new = new._replace(at=add_span(at, change.extend))
            if change.pause:
                new = pause(new, now._replace(zone=at.zone))
            if change.resume:
                new = resume(new, now._replace(zone=at.zone))
        if table.beacon:
            new = with_round(new, old, now.seconds)
        if new != old:
            write_deadline(table.path, new)
        return table, new
