"""SHA-256 and HMAC-SHA-256 without OpenSSL, whose import is a thirtieth of a command's time.

The interpreter brings a SHA-256 of its own, which its module `random` takes in the same way; for a few hundred bytes it
is as fast. What hashes whole files of a page takes hashlib's.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256  # Python 3.12 and later
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256

_BLOCK = 64  # bytes that SHA-256 takes at once
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return the 32 bytes of HMAC-SHA-256 (RFC 2104).

    >>> hmac_sha256(b"key", b"message").hex()[:16]
    '6e9ef29b75fffc5b'
    """
    if len(key) > _BLOCK:
        key = sha256(key).digest()
    key = key.ljust(_BLOCK, b"\0")
    return sha256(key.translate(_OUTER) + sha256(key.translate(_INNER) + message).digest()).digest()


__all__ = ["hmac_sha256", "sha256"]
