"""A table, a forum on loopback, and no waiting."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from functools import cache, lru_cache

import pytest

from gm_tools.live import web
from gm_tools.posts.formats import html_tree
from tests.live.server import Forum
from tests.posts.conftest import Gm, dust, gm, new_dust

__all__ = ["Gm", "dust", "gm", "new_dust"]

one_context = cache(ssl.create_default_context)  # certificates that no test needs take longer to load than pages
parse_once = lru_cache(maxsize=30)(html_tree._parse)


@pytest.fixture(autouse=True)
def _parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The few pages that are fetched again and again are taken apart once: a tree is only read."""
    monkeypatch.setattr(html_tree, "_parse", parse_once)


@pytest.fixture
def forum(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forum]:
    """A forum that is asked without pauses, and no secret of this machine's."""
    monkeypatch.setattr(ssl, "create_default_context", one_context)
    monkeypatch.setattr(web, "PAUSE", 0.0)
    for name in [name for name in os.environ if name.startswith(("GM_TOKEN", "GM_COOKIE", "GM_WEBHOOK"))]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("gm_tools.live.credentials._in_keyring", lambda _kind, _host: "")
    server = Forum()
    yield server
    server.close()
