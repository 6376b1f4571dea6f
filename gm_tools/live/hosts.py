"""Hosts: what secrets are bound to, and what the user's secrets for them are called."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

SecretKind = Literal["token", "cookie", "webhook"]


def host_of(address: str) -> str:
    """Return the host that an address is on, with its port if that is not the usual one: what secrets are bound to.

    >>> host_of("https://www.Forum.example.org/t/1"), host_of("http://127.0.0.1:8080/")
    ('forum.example.org', '127.0.0.1:8080')
    """
    parts = urlsplit(address)
    host = (parts.hostname or "").removeprefix("www.")
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return host if parts.port in (None, usual) else f"{host}:{parts.port}"


def variable_of(kind: SecretKind, host: str) -> str:
    """Return the environment variable that holds a secret for a host.

    >>> variable_of("token", "my-forum.example.org"), variable_of("cookie", "127.0.0.1:8080")
    ('GM_TOKEN_MY__FORUM_EXAMPLE_ORG', 'GM_COOKIE_127_0_0_1_8080')
    """
    name = host.upper().replace("-", "__").replace(".", "_").replace(":", "_").replace("/", "_")
    return f"GM_{kind.upper()}_{name}"
