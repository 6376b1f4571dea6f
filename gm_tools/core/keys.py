"""Keys of turns: a chain in which a key proves all before it and gives none after it away.

From a secret root the last key is made, from each key the one before it: key(t - 1) = SHA-256(key(t)). Key 0, or the
hash of it, is published before the game; the draws of turn t are made from key(t), which is published with the turn.
Whoever has it hashes it t times and finds what was published at the beginning; the next key is as hard to find as a
text to a given SHA-256.
"""

from __future__ import annotations

from functools import lru_cache

from gm_tools.core.sha256 import hmac_sha256, sha256
from gm_tools.core.tuples import NamedTuple

LENGTH = 4_000  # keys of a chain: more turns than a game has, wound in a few milliseconds
MOST = 100_000  # keys of a chain that somebody else made
OPEN = "open"  # the chain whose keys are published with their turns
HIDDEN = "hidden"  # the chain for what stays hidden after its turn


class TurnKeys(NamedTuple):
    """What the draws of a turn are made from, 32 bytes each.

    `open` is published with the turn; `hidden`, for what stays hidden after it (a deal), is None where it is not known
    yet.
    """

    open: bytes
    hidden: bytes | None


def wind(key: bytes, steps: int) -> bytes:
    """Return the key `steps` before a key: its SHA-256, so many times.

    >>> wind(b"a", 2) == wind(wind(b"a", 1), 1)
    True
    """
    for __ in range(steps):
        key = sha256(key).digest()
    return key


@lru_cache(maxsize=4)
def _chain(root: bytes, chain: str, length: int) -> list[bytes]:
    """Return the keys of a chain, the last one first."""
    keys = [hmac_sha256(root, f"chain/{chain}".encode())]
    for __ in range(length):
        keys.append(sha256(keys[-1]).digest())
    return keys


def chain_key(root: bytes, chain: str, length: int, turn: int) -> bytes:
    """Return a turn's key in the chain of this name, of keys 0 to `length`."""
    return _chain(root, chain, length)[length - turn]


def anchors(root: bytes, length: int, *, is_hidden: bool) -> tuple[str, str]:
    """Return what is published before the game, in hexadecimal digits.

    The first is key 0 of the open chain, the second the hash of key 0 of the hidden one. The second is empty for a game
    that hides no draws.
    """
    hidden = wind(chain_key(root, HIDDEN, length, 0), 1).hex() if is_hidden else ""
    return chain_key(root, OPEN, length, 0).hex(), hidden


def salt(root: bytes, turn: int, amendment: int) -> str:
    """Return what makes the digest of a turn file tell nothing about what in the file is still secret."""
    return hmac_sha256(root, f"salt/{turn}/{amendment}".encode()).hex()[:32]
