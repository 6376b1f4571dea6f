"""Our HMAC-SHA-256 is that of the standard library, for keys and messages of every length."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.sha256 import hmac_sha256, sha256


@given(st.binary(max_size=200), st.binary(max_size=300))
def test_digests_are_those_of_the_standard_library(key: bytes, message: bytes) -> None:
    assert sha256(message).hexdigest() == hashlib.sha256(message).hexdigest()
    assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")
