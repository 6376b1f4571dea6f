"""The beacon of a table: which round the draws of a turn wait for, and its signature, fetched or pasted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from gm_tools.core.beacon import address_of, can_check, check_signature, find_signature, time_of
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.times import Moment, show_moment
from gm_tools.table.undone_files import undone_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.deadline import Deadline
    from gm_tools.core.draws import Draw
    from gm_tools.table.store import Table
    from gm_tools.table.turn_file import TurnFile

SERVER = "GM_BEACON"  # the environment variable that names another server than drand's own
TIMEOUT = 10  # seconds
LARGEST = 10_000  # bytes of an answer: a round is a few hundred


class BeaconRound(NamedTuple):
    """The round whose signature is in the draws of a turn; without one (`number` 0) nothing is mixed in."""

    number: int = 0
    signature: str = ""


class WaitForBeacon(InputError):  # noqa: N818  (nothing is wrong: the dice are not known yet)
    """The turn draws, and the round that it waits for is not out, or was not named."""


class NoDraws:
    """Draws that are not known yet: a turn that asks for none needs no round of a beacon. Raises `Asked` for the first one."""

    class Asked(Exception):  # noqa: N818  (no error: the turn is resolved with a round then)
        """A draw was asked for."""

    def __init__(self) -> None:
        self.taken: list[Draw] = []

    def pick(self, *_arguments: Any) -> NoReturn:
        """Raise `Asked`."""
        raise self.Asked

    def roll(self, *_arguments: Any) -> NoReturn:
        """Raise `Asked`."""
        raise self.Asked

    def shuffle(self, *_arguments: Any) -> NoReturn:
        """Raise `Asked`."""
        raise self.Asked


def named_round(due: Deadline | None, turn: int) -> int:
    """Return the round that the deadline of a turn names, 0 if none does."""
    return due.round if due is not None and due.turn == turn else 0


def choose_round(table: Table, number: int, now: int | None, pasted: str, *, without: bool) -> BeaconRound:
    """Return the round for the draws of the next turn, or none if it is left out.

    A turn that was taken back is drawn again with what it was drawn with, so that taking back never rolls anew. Raises InputError
    for anything else, and as `wait_for` does.
    """
    before = [record for record in undone_records(table, table.turn + 1) if _has_drawn(record)]
    if before:
        last = before[-1]
        if without and last.round:
            raise InputError(
                _(
                    "turn {turn} was drawn with round {number} before it was taken back",
                    turn=last.turn,
                    number=last.round,
                ),
                key="without-beacon",
                allowed=_("the same round"),
                status=1,
            )
        return BeaconRound(last.round, last.signature)
    return BeaconRound() if without else wait_for(table, number, now, pasted)


def _has_drawn(record: TurnFile) -> bool:
    return any(not draw.entered for draw in record.draws)


def wait_for(table: Table, number: int, now: int | None, pasted: str) -> BeaconRound:
    """Return a round with its signature, pasted or fetched, checked; raise InputError if it is not out, or is not the one."""
    turn = table.turn + 1
    if not number:
        raise WaitForBeacon(
            _("turn {turn} draws, and no deadline names the round of the beacon that its draws wait for", turn=turn),
            file=str(table.path),
            allowed=_("gm deadline TABLE WHEN first, or --without-beacon, which the post says"),
            status=1,
        )
    if not pasted and now is not None and now < time_of(number):
        raise WaitForBeacon(
            _(
                "the draws of turn {turn} wait for round {number} of the beacon, which comes out {when}",
                turn=turn,
                number=number,
                when=show_moment(Moment(time_of(number))),
            ),
            file=str(table.path),
            allowed=_("wait, or --without-beacon, which the post says; --preview shows what can happen"),
            status=1,
        )
    signature = find_signature(pasted or _fetch(number))
    check_signature(number, signature)
    return BeaconRound(number, signature)


def _fetch(number: int) -> str:
    """Return what the beacon's server says of a round; raise InputError with what else can be done."""
    from http.client import HTTPException
    from urllib.request import Request, urlopen

    address = address_of(number, os.environ.get(SERVER, ""))
    try:
        if not address.startswith(("http://", "https://")):
            raise ValueError(address)
        with urlopen(Request(address, headers={"User-Agent": "gm-tools"}), timeout=TIMEOUT) as answer:  # noqa: S310  (checked)
            return str(answer.read(LARGEST).decode("utf-8", "replace"))
    except (OSError, ValueError, HTTPException) as error:
        message = _("round {number} of the beacon could not be fetched: {why}", number=number, why=error)
        allowed = _("--beacon-signature with the 96 digits at {address}", address=address_of(number))
        raise InputError(message, allowed=allowed, status=1) from None


def check_round(number: int, signature: str, kept: Deadline | None) -> Sequence[str]:
    """Return what is wrong with the round in a turn file; `kept` is the deadline that was posted for the turn."""
    messages = []
    if kept is not None and kept.round and number and kept.round != number:
        message = _("round: found {number}, and the deadline named round {kept}", number=number, kept=kept.round)
        messages.append(message)
    try:
        if can_check():
            check_signature(number, signature)
    except InputError as error:
        messages.append(f"signature: {error.message}")
    return messages
