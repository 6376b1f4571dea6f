"""A position changed by the game master's word, with a reason, on record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm_tools.core.events import PUBLIC, Event
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean
from gm_tools.table.digests import file_digest
from gm_tools.table.keys import salt_of
from gm_tools.table.store import Turn, load_position, write_turn, writing
from gm_tools.table.table_file import Table, marks_of
from gm_tools.table.turn_file import TurnFile, file_name
from gm_tools.table.values import clean_text, to_plain

_NONE = object()


def amend(path: str | Path, changes: Mapping[str, Any], reason: str) -> Turn:
    """Change the position by the game master's word and return the amendment; it counts from now on.

    `changes` go by dotted key, as in the turn file below `[position]`: `{"cars.A.speed": 5}`; None takes an optional
    key away. In a list, a part is the number of an item from 0, or the mark of the seat it is about. Raises InputError
    for a key that is not there, for a value that the game does not allow, without a reason, and when nothing changes.
    """
    folder = Path(path)
    reason = clean_text(reason, "reason")
    if not changes:
        raise InputError(_("there is nothing to change"), key="changes", allowed=_("KEY=VALUE, such as cars.A.speed=5"))
    with writing(folder, as_seen=True) as table:
        before = to_plain(table.game.dump_position(table.position))
        position, after = amend_position(table, before, changes)
        if after == before:
            raise InputError(_("the position is already like that: nothing was changed"), file=str(folder), status=1)
        record = TurnFile(
            table.commitment,
            table.turn,
            table.game.name,
            table.game.version,
            file_digest(folder / file_name(table.turn, table.amendment)),
            after,
            seats=marks_of(table.seats),
            amendment=table.amendment + 1,
            events=amendment_events(table, before, position, after, changes, reason),
            reason=reason,
            changes={key: value for key, value in changes.items() if value is not None},
            removed=tuple(key for key, value in changes.items() if value is None),
            missed=table.missed,
            salt=salt_of(table, table.amendment + 1),
        )
        write_turn(table, record)
        return Turn(record, table.position, load_position(table, record))


def amend_position(table: Table, before: Mapping[str, Any], changes: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the position that the plain position `before` becomes by `changes`, and that position made plain."""
    wanted = to_plain(before)
    for key, value in changes.items():
        _change(wanted, key, to_plain(value))
    try:
        position = table.game.load_position(wanted, table.board)
    except InputError as error:
        raise InputError(error.message, key=error.key, allowed=error.allowed, problems=error.problems) from None
    played = sorted(standing.seat for standing in table.game.standings(position))
    if played != sorted(marks_of(table.seats)):
        raise InputError(
            _("the seats in the position would be {seats}", seats=", ".join(played) or _("none")),
            key=", ".join(changes),
            allowed=", ".join(marks_of(table.seats)),
        )
    after = to_plain(table.game.dump_position(position))
    for key, value in changes.items():
        found = _look_up(after, key)
        if found != to_plain(value) and not (value is None and found is _NONE):
            shown = _("none") if found is _NONE else repr(found)
            raise InputError(_("cannot be set: the position has {shown}", shown=shown), key=key)
    return position, after


def amendment_events(
    table: Table,
    before: Mapping[str, Any],
    position: Any,
    after: Mapping[str, Any],
    changes: Mapping[str, Any],
    reason: str,
) -> tuple[Event, ...]:
    """Return the events of an amendment: `amended` and the game's own.

    The first has its public twin where it changes a secret.
    """
    game = table.game
    public_before = to_plain(game.dump_position(game.view(table.position, PUBLIC)))
    public_after = to_plain(game.dump_position(game.view(position, PUBLIC)))
    everything = _amendment_event(before, after, list(changes), reason)
    known = [
        key
        for key in changes
        if _look_up(public_after, key) == _look_up(after, key) and _look_up(public_before, key) == _look_up(before, key)
    ]
    if len(known) < len(changes):
        # Only the game master sees the secret part; everybody sees that there was an amendment, and why.
        twin = _amendment_event(before, after, known, reason)
        everything = everything._replace(audience=(), twin=twin)
    return (everything, *game.tell_amendment(table.position, position))


def _amendment_event(before: Mapping[str, Any], after: Mapping[str, Any], keys: list[str], reason: str) -> Event:
    """Return the event: `changes` and `was` by dotted key, keys without a value left out, and the reason."""
    now = {key: value for key in keys if (value := _look_up(after, key)) is not _NONE}
    was = {key: value for key in keys if (value := _look_up(before, key)) is not _NONE}
    return Event("amended", (), {"changes": now, "was": was, "reason": reason})


def _parts(key: str) -> list[str]:
    parts = key.split(".")
    if not all(parts):
        raise InputError(_("is not a dotted key"), key=key, allowed=_("names joined by dots, such as cars.A.speed"))
    return parts


def _index(items: list[Any], part: str) -> int | None:
    """Return which item of a list a part of a key means: its number, or the one about the seat of that mark."""
    if part.isascii() and part.isdigit() and int(part) < len(items):
        return int(part)
    for at, item in enumerate(items):
        if isinstance(item, dict) and part in (item.get("seat"), item.get("mark")):
            return at
    return None


def _look_up(data: Any, key: str) -> Any:
    for part in _parts(key):
        if isinstance(data, list):
            at = _index(data, part)
            data = _NONE if at is None else data[at]
        else:
            data = data.get(part, _NONE) if isinstance(data, dict) else _NONE
        if data is _NONE:
            return _NONE
    return data


def _change(data: Any, key: str, value: Any) -> None:
    """Set (or take away, if `value` is None) the value at a dotted key; all but its last part must be there."""
    parts = _parts(key)
    for depth, part in enumerate(parts):
        last = depth == len(parts) - 1
        above = ".".join(parts[:depth])
        if isinstance(data, list):
            at = _index(data, part)
            if at is None or (last and value is None):
                raise InputError(
                    _("{above} has no item {part}", above=above, part=part),
                    key=key,
                    allowed=_("0 to {last}", last=len(data) - 1),
                )
            if last:
                data[at] = value
            else:
                data = data[at]
        elif isinstance(data, dict):
            if last and (part in data or value is not None):
                if value is None:
                    del data[part]
                else:
                    data[part] = value
                return
            if part not in data:
                hint = did_you_mean(part, list(data))
                where = above or _("the position")
                raise InputError(
                    _("{where} has no {part}{hint}", where=where, part=part, hint=hint),
                    key=key,
                    allowed=", ".join(data),
                )
            data = data[part]
        else:
            raise InputError(
                _("{above} is {value!r} and has nothing below it", above=above, value=data), key=key, allowed=above
            )
