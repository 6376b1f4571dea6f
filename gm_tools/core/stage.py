"""What is known of a table at one moment, whoever knows it, and who is meant there.

A table on disk is a stage, and so is a snapshot of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.game import Game, Seat
from gm_tools.core.i18n import _
from gm_tools.core.names import name_key, near_names
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean, one_of


class Stage(Protocol):
    """What a report needs of a table. Of a snapshot the position is a view: what its viewer may know."""

    @property
    def name(self) -> str:
        """What the table is called."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played at it."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats, in their order."""

    @property
    def turn(self) -> int:
        """The number of the turn that was resolved last; 0 is the set-up."""

    @property
    def position(self) -> Any:
        """The position after that turn."""


def viewer_of(stage: Stage, name: str) -> str:
    """Return the viewer that a word means: `gm`, `public`, or a seat by mark, player's name or alias."""
    if name.casefold() in {GM, PUBLIC}:
        return name.casefold()
    return seat_of(stage, name).mark


def seat_of(stage: Stage, text: str) -> Seat:
    """Return the seat that a mark, a player's name or an alias means, in any letter case; raise InputError if none is.

    The first word of a name will do if no other seat's name begins with it: a game master types this, and sees what
    came of it.
    """
    wanted = text.strip()
    for seat in stage.seats:
        if seat.mark == wanted:
            return seat
    names = [(name, seat) for seat in stage.seats for name in (seat.mark, seat.player, *seat.aliases)]
    found = {seat.mark: seat for name, seat in names if name_key(name) == name_key(wanted)}
    found = found or {seat.mark: seat for name, seat in names if name_key(name).split()[:1] == [name_key(wanted)]}
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise InputError(
            _(
                "{text!r} could be {seats}",
                text=text,
                seats=one_of(f"{one.mark} ({one.player})" for one in found.values()),
            ),
            key="seat",
            allowed=_("the mark as it is written")
            if len({name_key(one.player) for one in found.values()}) < len(found)
            else _("the mark, or the whole name"),
        )
    near = near_names(wanted, [name for name, seat in names if name != seat.mark])
    hint = (
        _("; did you mean {near}?", near=one_of(near))
        if near
        else did_you_mean(wanted, [seat.mark for seat in stage.seats])
    )
    shown = ", ".join(f"{seat.mark} ({seat.player})" for seat in stage.seats)
    raise InputError(
        _("nobody at this table is called {text!r}{hint}", text=text, hint=hint), key="seat", allowed=shown
    )
