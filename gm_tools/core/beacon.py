"""A public beacon of chance: drand's quicknet, a new signature every three seconds that nobody can know before.

A turn at a table with a beacon is drawn from its key and the signature of one round, which the deadline names: before
that round is out nobody knows the draws, the game master included. Whoever has the 96 digits of a signature can check
them without a network.
"""

import re
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.sha256 import hmac_sha256
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from gm_tools.core.keys import TurnKeys

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
PUBLIC_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
GENESIS = 1692803367  # when round 1 came out, in seconds since 1970
PERIOD = 3  # seconds from a round to the next
ADDRESS = "https://api.drand.sh"  # unless GM_BEACON names another
_SIGNATURE = r"(?<![0-9a-fA-F])[0-9a-fA-F]{96}(?![0-9a-fA-F])"
_ANNOUNCED = r"\b(\d+)\b\D{0,12}drand quicknet\D{1,12}(\d+)"


class LibraryMissing(InputError):  # noqa: N818  (nothing is wrong: something is to be installed)
    """Signatures cannot be checked here: the extra `beacon` is not installed."""


class Announced(NamedTuple):
    """What a post says of the draws of a turn: the round that they wait for."""

    turn: int
    round: int


def round_at(seconds: int) -> int:
    """Return the first round that is not out before a moment (seconds since 1970).

    >>> round_at(GENESIS), round_at(GENESIS + 1), round_at(GENESIS + 3)
    (1, 2, 2)
    """
    return max(0, -(-(seconds - GENESIS) // PERIOD)) + 1


def time_of(number: int) -> int:
    """Return when a round comes out, in seconds since 1970.

    >>> time_of(round_at(1_800_000_000)) - 1_800_000_000 in range(PERIOD)
    True
    """
    return GENESIS + (number - 1) * PERIOD


def address_of(number: int, server: str = "") -> str:
    """Return where a round can be looked up."""
    return f"{(server or ADDRESS).rstrip('/')}/{CHAIN}/public/{number}"


def find_signature(text: str) -> str:
    """Return the signature in a text that was pasted: 96 hexadecimal digits, or drand's own JSON.

    Raises InputError if there is none.
    """
    found: set[str] = {signature.lower() for signature in re.findall(_SIGNATURE, text)}
    if len(found) != 1:
        shown = " ".join(text.split())
        raise InputError(
            _("found {value!r:.80}", value=shown),
            key="beacon-signature",
            allowed=_("96 hexadecimal digits, 0-9 and a-f"),
        )
    return found.pop()


def can_check() -> bool:
    """Tell whether signatures can be checked here: whether the library drand-verify is installed."""
    from importlib.util import find_spec

    return find_spec("drand_verify") is not None


def check_signature(number: int, signature: str) -> None:
    """Raise InputError if a signature is not that of a round of quicknet.

    Needs the library drand-verify: the extra `beacon`.
    """
    try:
        from drand_verify import verify_quicknet  # type: ignore[import-untyped,unused-ignore]  # it has no annotations
    except ImportError:
        raise LibraryMissing(
            _("the signature of a beacon cannot be checked: the library drand-verify is not installed"),
            allowed=_("pip install 'gm-tools[beacon]'"),
            status=1,
        ) from None
    try:
        verify_quicknet(number, signature)
    except (ValueError, OverflowError):
        message = _("it is not the signature of round {number} of drand quicknet", number=number)
        raise InputError(message, key="beacon-signature", allowed=address_of(number)) from None


def mix(keys: "TurnKeys", signature: str) -> "TurnKeys":
    """Return the keys of a turn with a beacon: HMAC-SHA256 of each key with the signature of its round."""
    if not signature:
        return keys
    said = bytes.fromhex(signature)
    hidden = hmac_sha256(keys.hidden, said) if keys.hidden is not None else None
    return keys._replace(open=hmac_sha256(keys.open, said), hidden=hidden)


def find_announced(text: str) -> list[Announced]:
    """Return the rounds that a post names for turns.

    >>> find_announced("Dice of turn 8: drand quicknet, round 4123456.")
    [Announced(turn=8, round=4123456)]
    """
    return [Announced(int(turn), int(number)) for turn, number in re.findall(_ANNOUNCED, text)]
