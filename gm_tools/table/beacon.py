"""The beacon of a table: which round the draws of a turn wait for, and its signature, fetched or pasted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NoReturn

from gm_tools.core.beacon import LibraryMissing, address_of, can_check, check_signature, find_signature, time_of
from gm_tools.core.draws import Draw, Scripted
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.times import Moment, show_moment
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gm_tools.core.deadline import Deadline
    from gm_tools.table.turn_file import TurnFile

SERVER = "GM_BEACON"  # the environment variable that names another server than drand's own
TIMEOUT = 10  # seconds
LARGEST = 10_000  # bytes of an answer: a round is a few hundred


class BeaconRound(NamedTuple):
    """The round whose signature is in the draws of a turn, by the names in turn files.

    Without one (0) nothing is mixed in. `left_out` is the round that was named and left out, `was_out` tells that it
    was out by then, and could not be fetched.
    """

    round: int = 0
    signature: str = ""
    left_out: int = 0
    was_out: bool = False


class BeaconWait(NamedTuple):
    """What is known of the round that the draws of a turn wait for: its number (0: none is named), and what is given.

    `now` is the time in seconds since 1970, `pasted` holds a signature, `is_left_out` says not to wait.
    """

    turn: int
    number: int
    now: int | None = None
    pasted: str = ""
    is_left_out: bool = False


class WaitForBeacon(InputError):  # noqa: N818  (nothing is wrong: the dice are not known yet)
    """The turn draws, and the round that it waits for is not out, or was not named."""


class RoundNamed(WaitForBeacon):
    """All orders are in, and the turn waits for a round that was named just now: `notice` tells the players."""

    def __init__(self, message: str, notice: str) -> None:
        super().__init__(f"{message}\n  {notice}", status=1)
        self.notice = notice


class NoDraws:
    """Draws that are not known yet.

    A turn that asks for none needs no round of a beacon. Raises `Asked` for the first one.
    """

    class Asked(Exception):  # noqa: N818  (no error: the turn is resolved with a round then)
        """A draw was asked for."""

    def __init__(self) -> None:
        self.taken: list[Draw] = []

    def pick(self, *_arguments: Any) -> NoReturn:
        """Raise `Asked`."""
        raise self.Asked

    roll = shuffle = pick


def unknown_draws(script: Mapping[str, Sequence[Any]], source: str) -> Scripted | NoDraws:
    """Return draws of which only those entered by hand are known (`script`, by kind, with their `source`)."""
    return Scripted(script, source=source, fallback=NoDraws()) if script else NoDraws()


def named_round(due: Deadline | None, turn: int) -> int:
    """Return the round that the deadline of a turn names, 0 if none does."""
    return due.round if due is not None and due.turn == turn else 0


def choose_round(folder: Path, wait: BeaconWait, undone: Sequence[TurnFile]) -> BeaconRound:
    """Return the round for the draws of a turn, or none if it is left out.

    A turn that was taken back (`undone`, each time that it was) is drawn again with what it was drawn with, so that
    taking back never rolls anew. Raises InputError for anything else, and as `_wait_for` and `_leave_out` do.
    """
    before = [record for record in undone if _has_drawn(record)]
    if not before:
        return _leave_out(wait) if wait.is_left_out else _wait_for(folder, wait)
    last = before[-1]
    if wait.is_left_out and last.round:
        message = _(
            "turn {turn} was drawn with round {number} before it was taken back", turn=last.turn, number=last.round
        )
        raise InputError(message, key="without-beacon", allowed=_("the same round"), status=1)
    return BeaconRound(last.round, last.signature, last.left_out, last.was_out)


def _has_drawn(record: TurnFile) -> bool:
    return any(not draw.entered for draw in record.draws)


def _wait_for(folder: Path, wait: BeaconWait) -> BeaconRound:
    """Return a round with its signature, pasted or fetched, checked.

    Raises InputError if it is not out, or is not the one.
    """
    if not wait.number:
        raise WaitForBeacon(
            _(
                "turn {turn} needs draws, but no deadline names the beacon round that they wait for",
                turn=wait.turn,
            ),
            file=str(folder),
            allowed=_("gm deadline TABLE WHEN first, or --without-beacon, which the post will mention"),
            status=1,
        )
    if not wait.pasted and wait.now is not None and wait.now < time_of(wait.number):
        raise WaitForBeacon(
            _(
                "the draws of turn {turn} wait for round {number} of the beacon, which comes out {when}",
                turn=wait.turn,
                number=wait.number,
                when=show_moment(Moment(time_of(wait.number))),
            ),
            file=str(folder),
            allowed=_("wait, or use --without-beacon, which the post will mention; --preview shows what can happen"),
            status=1,
        )
    if wait.pasted:
        signature = find_signature(wait.pasted)
        check_signature(wait.number, signature)
    else:
        signature = _fetch_signature(wait.number)
    return BeaconRound(wait.number, signature)


def _leave_out(wait: BeaconWait) -> BeaconRound:
    """Return that the round which a turn waits for is left out; raise InputError if it is out and can be had.

    The game master knows the draws without the beacon, and after the round those with it: he must not have the choice.
    """
    if not wait.number:
        return BeaconRound()
    if wait.now is not None and wait.now < time_of(wait.number):
        return BeaconRound(left_out=wait.number)
    try:
        _fetch_signature(wait.number)
    except LibraryMissing:
        raise
    except InputError:
        return BeaconRound(left_out=wait.number, was_out=True)
    message = _(
        "round {number} of the beacon is out: the draws of turn {turn} come from it", number=wait.number, turn=wait.turn
    )
    raise InputError(message, key="without-beacon", allowed=_("gm resolve without it"), status=1)


def _fetch_signature(number: int) -> str:
    """Return the signature of a round from the beacon's server, checked.

    Raises InputError with what else can be done.
    """
    answer = _fetch(number)
    try:
        signature = find_signature(answer)
        check_signature(number, signature)
    except LibraryMissing:
        raise
    except InputError as error:
        why = f"{error.message} (GM_BEACON)" if os.environ.get(SERVER) else error.message
        raise _fetch_error(number, why) from None
    return signature


def _fetch(number: int) -> str:
    """Return what the beacon's server says of a round; raise InputError with what else can be done."""
    from http.client import HTTPException
    from time import monotonic  # noqa: TID251  (how long an answer may take; no rule depends on it)
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    address = address_of(number, os.environ.get(SERVER, ""))
    try:
        if not address.startswith(("http://", "https://")):
            raise ValueError(_("GM_BEACON is not the address of a server: {address}", address=address))
        end = monotonic() + TIMEOUT
        parts: list[bytes] = []
        with urlopen(Request(address, headers={"User-Agent": "gm-tools"}), timeout=TIMEOUT) as answer:  # noqa: S310  (checked)
            while part := answer.read1(LARGEST):
                parts.append(part)
                if sum(map(len, parts)) > LARGEST or monotonic() > end:
                    raise ValueError(_("the answer is too long, or takes too long"))
        return b"".join(parts).decode("utf-8", "replace")
    except HTTPError as error:
        with error:
            why = _("the server does not have it yet") if error.code in {404, 425} else f"{error.code} {error.reason}"
        raise _fetch_error(number, why) from None
    except (OSError, ValueError, HTTPException) as error:
        raise _fetch_error(number, str(error)) from None


def _fetch_error(number: int, why: str) -> InputError:
    message = _("round {number} of the beacon could not be fetched: {why}", number=number, why=why)
    allowed = _("--beacon-signature with the 96 digits at {address}", address=address_of(number))
    return InputError(message, allowed=allowed, status=1)


def check_round(record: TurnFile, kept: Deadline | None) -> list[str]:
    """Return what is wrong with the round in a turn file, or with its absence.

    `kept` is the deadline that was posted for the turn.
    """
    messages: list[str] = []
    if record.amendment:
        return messages
    named = kept.round if kept is not None and kept.turn == record.turn else 0
    number = record.round or record.left_out
    if named and number and named != number:
        message = _("round: found {number}, and the deadline named round {kept}", number=number, kept=named)
        messages.append(message)
    elif record.round and record.turn and kept is None:
        message = _("round: found {number}, and no deadline named it", number=record.round)
        messages.append(message)
    elif named and not number and _has_drawn(record):
        message = _("round: found none, and the deadline named round {kept}", kept=named)
        messages.append(message)
    if record.was_out:
        message = N_(
            "it was drawn without round {number} of the beacon, which was out: it could have been used ({address})"
        )
        messages.append(_(message, number=record.left_out, address=address_of(record.left_out)))
    try:
        if record.round and can_check():
            check_signature(record.round, record.signature)
    except InputError as error:
        messages.append(f"signature: {error.message}")
    return messages
