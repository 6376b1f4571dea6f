"""The user's own cookies and tokens: from the environment or the keyring, bound to a host, never in a table.

A table may come from a stranger, and its thread may lead anywhere. So each secret is named after the host that it is
for, and no other host ever gets it: `GM_TOKEN_FORUM_EXAMPLE_ORG`, `GM_COOKIE_FORUM_EXAMPLE_ORG`; in the keyring the
service `gm_tools`, the user `token@forum.example.org`. `GM_COOKIES` is the path of a cookie file as browsers export it,
which names the hosts itself. `GM_AGENT` is the User-Agent of the browser that cookies are from: phpBB takes a cookie
from no other.
"""

from __future__ import annotations

import os
from contextlib import suppress
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from urllib.request import Request

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.live.hosts import SecretKind, host_of, variable_of


def find_secret(kind: SecretKind, host: str) -> str:
    """Return the user's secret for a host, empty if there is none; raise InputError for one that no header can hold."""
    variable = variable_of(kind, host)
    secret = os.environ.get(variable, "").strip() or _in_keyring(kind, host)
    if secret and not (secret.isascii() and secret.isprintable() and len(secret) < 20_000):
        raise InputError(_("is not a secret that can be sent"), key=variable, allowed=_("one line of ASCII characters"))
    return secret


def _in_keyring(kind: SecretKind, host: str) -> str:
    try:
        import keyring
    except ImportError:
        return ""
    with suppress(Exception):  # a keyring that is locked or absent fails in ways of its own
        return (keyring.get_password("gm_tools", f"{kind}@{host}") or "").strip()
    return ""


def find_cookies(address: str) -> str:
    """Return the header of cookies to send with a request.

    They are those of the variable or the keyring, else of the cookie file.
    """
    cookie = find_secret("cookie", host_of(address))
    file = os.environ.get("GM_COOKIES", "")
    if cookie or not file:
        return cookie
    jar = MozillaCookieJar(file)
    try:
        if not Path(file).is_file():
            raise InputError(_("there is no such file"), file=file, key="GM_COOKIES")
        jar.load(ignore_discard=True)
    except (OSError, LoadError, UnicodeDecodeError):
        raise InputError(
            _("is not a cookie file"), file=file, key="GM_COOKIES", allowed=_("cookies.txt as browsers export it")
        ) from None
    request = Request(address)  # noqa: S310  (nothing is opened: it says which cookies fit)
    jar.add_cookie_header(request)
    return request.get_header("Cookie") or ""


def find_agent() -> str:
    """Return the User-Agent that goes with the user's cookies, empty for our own.

    Raises InputError for one that no header can hold.
    """
    agent = os.environ.get("GM_AGENT", "").strip()
    if agent and not (agent.isascii() and agent.isprintable() and len(agent) < 500):
        raise InputError(
            _("is not the User-Agent of a browser"), key="GM_AGENT", allowed=_("one line of ASCII characters")
        )
    return agent
