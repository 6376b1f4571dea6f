"""The deadline of a table: `deadline.toml`, a small file that may be edited, beside `table.toml`; none if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gm_tools.core.deadline import Deadline, paused, resumed, with_round
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.record import format_record, parse_record
from gm_tools.core.times import later
from gm_tools.table.files import encode, exists, read_text, remove, write_atomic
from gm_tools.table.store import writing

if TYPE_CHECKING:
    from pathlib import Path

    from gm_tools.core.times import Duration, Moment
    from gm_tools.table.store import Table

FILE = "deadline.toml"


class DeadlineChange(NamedTuple):
    """What a game master wants of a deadline; what is None or False stays as it is.

    No time at all as `every` or `grace` stops the timer or the grace; `clear` takes everything away.
    """

    at: Moment | None = None
    every: Duration | None = None
    grace: Duration | None = None
    extend: Duration | None = None
    pause: bool = False
    resume: bool = False
    clear: bool = False


def format_deadline(deadline: Deadline) -> str:
    """Return the text of `deadline.toml`; `parse_deadline` takes it back."""
    remark = "# When the orders of the turn must be in; every: the next deadline, so long after a turn is resolved."
    return f"{remark}\n{format_record(deadline)}"


def parse_deadline(text: str) -> Deadline:
    """Return what the text of `deadline.toml` holds; raise InputError with key and what is allowed."""
    return parse_record(Deadline, text)


def read_deadline(folder: Path) -> Deadline | None:
    """Return the deadline of the table in a folder, None if there is none; raise InputError with file and key."""
    return _read(folder / FILE)


def _read(path: Path) -> Deadline | None:
    if not exists(path):
        return None
    text = read_text(path)
    try:
        return parse_deadline(text)
    except InputError as error:
        raise error.within(str(path)) from None


def write_deadline(folder: Path, deadline: Deadline) -> None:
    """Write `deadline.toml`; the table's lock is held."""
    _write(folder / FILE, deadline)


def _write(path: Path, deadline: Deadline) -> None:
    write_atomic(path, encode(format_deadline(deadline), path))


def kept_name(turn: int) -> str:
    """Return the name of the file that keeps the deadline of a turn beyond it: `deadline-007.toml`."""
    return f"deadline-{turn:03}.toml"


def keep_deadline(folder: Path, turn: int, deadline: Deadline) -> None:
    """Keep the deadline as players have read it for a turn; the table's lock is held.

    It is kept when the turn is resolved, for `gm undo` to bring back, and when the turn before it is taken back, so that it
    is the same when that is resolved again.
    """
    _write(folder / kept_name(turn), deadline)


def read_kept_deadline(folder: Path, turn: int) -> Deadline | None:
    """Return the deadline that was kept for a turn, None if there is none."""
    return _read(folder / kept_name(turn))


def bring_back(folder: Path, turn: int) -> Deadline | None:
    """Bring the deadline of a turn that is taken back, its zone and the timer back, and return it; None if none was kept."""
    before, now = read_kept_deadline(folder, turn), read_deadline(folder)
    if before is None:
        return None
    if now is not None and now.turn > turn:
        keep_deadline(folder, now.turn, now)
    write_deadline(folder, before)
    return before


def change_deadline(path: str | Path, change: DeadlineChange, now: Moment) -> tuple[Table, Deadline | None]:
    """DeadlineChange the deadline of the turn that comes next, and return the table and the deadline after it; None if cleared.

    Raises InputError if there is nothing to extend, pause, resume or clear, and when the game is over.
    """
    with writing(path) as table:
        old = read_deadline(table.path)
        if change.clear:
            if old is None:
                raise InputError(_("there is no deadline to remove"), file=str(table.path), status=1)
            remove(table.path / FILE)
            return table, None
        if table.game.is_over(table.position):
            raise InputError(_("the game is over: no deadlines any more"), file=str(table.path), status=1)
        turn = table.turn + 1
        new = old or Deadline(turn)
        if change.at is not None:
            new = new._replace(turn=turn, at=change.at, paused=None)
        if change.every is not None:
            new = new._replace(every=change.every if any(change.every) else None)
        if change.grace is not None:
            new = new._replace(grace=change.grace if any(change.grace) else None)
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
                new = new._replace(at=later(at, change.extend))
            if change.pause:
                new = paused(new, now._replace(zone=at.zone))
            if change.resume:
                new = resumed(new, now._replace(zone=at.zone))
        if table.beacon:
            new = with_round(new, old, now.seconds)
        if new != old:
            write_deadline(table.path, new)
        return table, new
