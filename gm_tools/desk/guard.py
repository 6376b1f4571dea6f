"""Who may use the desk: the browser that was sent here with the token, on this machine, from the desk's own pages.

The first address holds a token, which leaves the address at once for a cookie of another secret. It is good for one
visit: a browser is started with it in its command line, which other users of the machine can read. Every request must
name this host (a foreign name that resolves to 127.0.0.1 is refused: DNS rebinding), and what changes anything must
come from a page of the desk.
"""

from __future__ import annotations

from hmac import compare_digest
from secrets import token_urlsafe
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gm_tools.core.i18n import _

LARGEST = 24_000_000  # bytes of one request: a thread's saved pages
# No script but the desk's own file, no frame, no request to anybody else; styles and pictures are the desk's own.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",  # orders are secret, and the back button must not show what is no longer so
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """An ASGI application around the desk's: passes on what may pass."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app = app
        self.token = token
        self.is_used = False
        self.secret = token_urlsafe(24)  # what the cookie holds
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.cookie = f"gm_desk_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it in a sentence."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._refusal(scope)
        await (answer or self.app)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return what stands in place of the desk's answer, None if the request may pass."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return PlainTextResponse(_("The desk answers to 127.0.0.1 only."), 421)
        given = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [""])[0]
        if given and scope["method"] == "GET" and compare_digest(given.encode(), self.token.encode()):
            return self._let_in(headers, "/" + scope["path"].lstrip("/"))  # never another host's //
        if not self._is_known(headers):
            return PlainTextResponse(
                _("Open the desk by the address that gm desk printed: it holds the key to this page."), 403
            )
        if scope["method"] not in {"GET", "HEAD"} and not self._is_own(headers):
            return PlainTextResponse(_("This came from a page that is not the desk's: nothing was done."), 403)
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > LARGEST or "transfer-encoding" in headers:
            return PlainTextResponse(_("at most {size} MB", size=LARGEST // 1_000_000), 413)
        return None

    def _let_in(self, headers: Headers, path: str) -> Response:
        """Return what the first visit with the token gets; of later ones, only a browser that was let in goes on."""
        if self.is_used and not self._is_known(headers):
            return PlainTextResponse(
                _(
                    "This address was good for one visit, and it has been used. Go on in the browser that opened it; for a new address, or if it was not you who opened it, stop gm desk with Ctrl-C and start it again."
                ),
                403,
            )
        self.is_used = True
        answer = RedirectResponse(path, 303)
        answer.set_cookie(self.cookie, self.secret, httponly=True, samesite="strict", path="/")
        return answer

    def _is_known(self, headers: Headers) -> bool:
        cookies = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
        return any(
            name == self.cookie and compare_digest(value.encode(), self.secret.encode()) for name, __, value in cookies
        )

    def _is_own(self, headers: Headers) -> bool:
        """Tell whether a request that changes something comes from a page of the desk."""
        site = headers.get("sec-fetch-site", "same-origin")
        origin = headers.get("origin", "")
        return site == "same-origin" and origin in {f"http://{host}" for host in self.hosts}
