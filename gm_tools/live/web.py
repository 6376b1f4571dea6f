"""Requests with manners: one at a time, named, a second apart, bounded in time and size.

What a server says is not trusted. A client speaks with one host. Where the address leads to another one, it stops and
says so: neither secrets nor orders go astray. Every failure is a `WebError`, a sentence for people; none of them has
changed anything.
"""

from __future__ import annotations

import json
import re
from email.utils import parsedate_to_datetime
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from gm_tools import __version__
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.live.hosts import host_of, variable_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

AGENT = f"gm-tools/{__version__} (a game master's reader of one thread)"
DISCORD_AGENT = f"DiscordBot (https://gm-tools.invalid, {__version__})"  # the form that Discord asks for
PAUSE = 1.0  # seconds between two requests, at least
TIMEOUT = 20.0  # seconds without a byte
LONGEST_WAIT = 120.0  # seconds that a server may ask us to wait
LONGEST_REPLY = 60.0  # seconds until a reply is whole
LARGEST_REPLY = 16_000_000  # bytes, unpacked
LARGEST_ROBOTS = 500_000
TRIES = 3
MOST_REDIRECTS = 5
_BUSY = frozenset({500, 502, 503, 504})
_NOT_READY = frozenset({202, 429})  # BoardGameGeek answers 202 while it gathers what was asked for
_LOGIN = re.compile(r"(?:^|[/?&=])(?:log-?in|sign-?in|sign_in|auth|sso|ucp\.php\?mode=login)\b", re.IGNORECASE)
_MOVED = N_("if the thread has moved: gm thread TABLE with the new address")
_SAVE = N_("save the page in your browser and read the file: gm collect TABLE page.html")


class WebError(InputError):
    """A forum that could not be read or written.

    `is_sent` tells that what was posted may have arrived, `answer` is the status that the forum answered with (0:
    none).
    """

    def __init__(
        self, message: str, *, address: str = "", allowed: str = "", is_sent: bool = False, answer: int = 0
    ) -> None:
        super().__init__(message, file=show_address(address), allowed=allowed, status=3)
        self.is_sent = is_sent
        self.answer = answer

    def format_hint(self) -> str:
        """Return what to do about it, as the end of a message: nothing is wrong with what was typed."""
        return f"; {self.allowed}"


class ServerReply(NamedTuple):
    """What a server answered.

    `address` is the one in the end, `charset` the one that the header names; `etag` and `modified` are the marks of a
    version. `is_unchanged` tells that it is as it was (304), without a body.
    """

    address: str
    body: bytes = b""
    charset: str = ""
    etag: str = ""
    modified: str = ""
    is_unchanged: bool = False
    is_html: bool = False


def show_address(address: str) -> str:
    """Return an address for a message, without its query beyond what names a thread.

    A query may hold a session or a token.
    """
    return re.sub(r"([?&](?:sid|s|token|key|api_key|hash)=)[^&#]*", r"\1…", address)[:300]


class WebClient:
    """Speaks with one host. `pause` is how many seconds lie between two requests (by default `PAUSE`)."""

    def __init__(self, address: str, *, headers: Mapping[str, str] | None = None, cookies: str = "") -> None:
        try:
            import httpx
        except ImportError:
            raise InputError(
                _("reading from a forum needs the package httpx"), allowed=_("pip install 'gm-tools[live]'")
            ) from None
        self.host = host_of(address)
        self._is_secure = address.startswith("https://")
        secrets = {**(headers or {}), **({"Cookie": cookies} if cookies else {})}
        is_here = self.host.partition(":")[0] in {"127.0.0.1", "localhost"}
        if secrets and not self._is_secure and not is_here:
            raise InputError(
                _("a token or a cookie is never sent without encryption"),
                file=show_address(address),
                allowed=_("the address with https://"),
            )
        self._has_token = bool(headers)
        self._has_cookies = bool(cookies)
        self.secret_name = variable_of("token", self.host)  # what the user has set so that he can post
        self.is_member = bool(secrets)  # what members alone may see can be asked for
        self._error: type[Exception] = httpx.HTTPError
        self._unsent: tuple[type[Exception], ...] = (
            httpx.ConnectError,
            httpx.ConnectTimeout,
            httpx.UnsupportedProtocol,
        )
        self._timeout: type[Exception] = httpx.TimeoutException
        self._client = httpx.Client(
            headers={"User-Agent": AGENT, "Accept-Encoding": "gzip", **secrets},
            timeout=TIMEOUT,
            follow_redirects=False,
        )
        self._last = 0.0
        self._robots: RobotFileParser | None = None
        self._pause = PAUSE

    def login_hint(self) -> str:
        """Return what can be done where a forum wants a log-in."""
        variable = variable_of("cookie", self.host)
        if self._has_cookies:
            return _(
                "your {variable} is not accepted: log in again in your browser; phpBB and others bind a log-in to the browser: "
                "set GM_AGENT to its User-Agent as well",
                variable=variable,
            )
        return _("{save}; or give your own log-in: {variable}", save=_(_SAVE), variable=variable)

    def name_as(self, agent: str) -> None:
        """Give another name than ours, for a forum that asks for one of its own form."""
        self._client.headers["User-Agent"] = agent

    def close(self) -> None:
        """End all connections."""
        self._client.close()

    def get(self, address: str, *, etag: str = "", modified: str = "") -> ServerReply:
        """Return what is at an address; raise WebError, with what the user can do, if it is not to be had."""
        if not self._has_token:  # who gave out a token has allowed what it is for
            self._check_robots(address)
        headers = {"If-None-Match": etag} if etag else {"If-Modified-Since": modified} if modified else {}
        for __ in range(MOST_REDIRECTS + 1):
            response, body = self._try("GET", address, headers)
            if response.status_code not in {301, 302, 303, 307, 308}:
                return self._accept(address, response, body)
            address = self._follow(address, response)
        raise WebError(_("the forum redirects in a loop"), address=address, allowed=_(_SAVE))

    def post(self, address: str, data: Mapping[str, Any], *, form: bool = False) -> bytes:
        """Send data once and return the answer; raise WebError, which says whether it may have arrived all the same."""
        content: dict[str, Any] = {"data": dict(data)} if form else {"json": dict(data)}
        for attempt in range(1, TRIES + 1):
            response, body = self._send("POST", address, {}, **content)
            status = response.status_code
            if status == 429 and attempt < TRIES:
                self._wait(_read_wait(response, 0) or 2 * PAUSE, address)
                continue
            if status < 300:
                return body
            if status in _BUSY:
                raise WebError(_("the forum failed ({status})", status=status), address=address, is_sent=True)
            said = _read_answer(body)
            if status in {401, 403}:
                again = _(
                    "look at your {variable}, then run it again: nothing is posted twice", variable=self.secret_name
                )
                said = f"{said}; {again}" if said else again
            raise WebError(_refusal(status, self.host), address=address, allowed=said, answer=status)
        raise AssertionError

    def _check_robots(self, address: str) -> None:
        """Raise WebError if robots.txt asks programs to keep away from an address."""
        if self._robots is None:
            robots = RobotFileParser()
            response, body = self._try("GET", urljoin(address, "/robots.txt"), {})
            if response.status_code == 200 and "html" not in response.headers.get("content-type", ""):
                robots.parse(body[:LARGEST_ROBOTS].decode("utf-8", "replace").splitlines())
            else:
                robots.parse([])
            delay = robots.crawl_delay(AGENT)
            if delay is not None:
                self._pause = max(self._pause, min(float(delay), LONGEST_WAIT))
            self._robots = robots
        if not self._robots.can_fetch(AGENT, address):
            raise WebError(
                _("the forum asks programs to keep away from this address (robots.txt)"),
                address=address,
                allowed=_(_SAVE),
            )

    def _try(self, method: str, address: str, headers: Mapping[str, str]) -> tuple[httpx.Response, bytes]:
        """Send a request that changes nothing; one that a busy server did not answer again, as often as is decent."""
        for attempt in range(1, TRIES + 1):
            response, body = self._send(method, address, headers)
            status = response.status_code
            if attempt == TRIES or status not in _BUSY | _NOT_READY:
                break
            self._wait(_read_wait(response, 2 * self._pause * attempt), address)
        return response, body

    def _send(
        self, method: str, address: str, headers: Mapping[str, str], **content: Any
    ) -> tuple[httpx.Response, bytes]:
        self._check_address(address)
        sleep(max(0.0, self._last + self._pause - monotonic()))
        end = monotonic() + LONGEST_REPLY
        body = bytearray()
        try:
            with self._client.stream(method, address, headers=dict(headers), **content) as response:
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > LARGEST_REPLY:
                        size = LARGEST_REPLY // 1_000_000
                        message = _("the answer is longer than {size} MB", size=size)
                        raise WebError(message, address=address, allowed=_(_SAVE), is_sent=True)
                    if monotonic() > end:
                        raise self._late_error(address)
                return response, bytes(body)
        except self._unsent as error:
            raise WebError(
                _("the forum cannot be reached: {why}", why=_say_why(error)),
                address=address,
                allowed=_("try again later"),
            ) from None
        except self._timeout:
            raise self._late_error(address) from None
        except (self._error, ValueError) as error:  # broken off, or not what its header says
            message = _("the answer is incomplete or damaged: {why}", why=_say_why(error))
            raise WebError(message, address=address, allowed=_("try again later"), is_sent=True) from None
        finally:
            self._client.cookies.clear()  # a request carries the user's own, and no others
            self._last = monotonic()

    def _late_error(self, address: str) -> WebError:
        return WebError(
            _("the forum did not answer in time"), address=address, allowed=_("try again later"), is_sent=True
        )

    def _wait(self, seconds: float, address: str) -> None:
        if seconds > LONGEST_WAIT:
            minutes = int(seconds // 60) + 1
            raise WebError(
                _("the forum asks us to come back in {n} minutes", n=minutes),
                address=address,
                allowed=_("try again then"),
            )
        sleep(seconds)

    def _check_address(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or "@" in parts.netloc:
            raise WebError(_("is not a web address"), address=address)
        if host_of(address) != self.host:
            raise WebError(
                _("redirects to another host, {host}; no request was sent there", host=host_of(address)[:100]),
                address=address,
                allowed=_(_MOVED),
            )
        if self._is_secure and parts.scheme != "https":
            raise WebError(_("redirects from https to http, where anybody can read the traffic"), address=address)

    def _follow(self, address: str, response: httpx.Response) -> str:
        """Return where a redirect leads; raise WebError if that is a log-in, or another host."""
        try:
            target = str(urljoin(address, response.headers.get("location", "")))
            parts = urlsplit(target)
            host = host_of(target)
        except ValueError:
            raise WebError(_("redirects to something that is not an address"), address=address) from None
        if host == self.host and _LOGIN.search(f"{parts.path}?{parts.query}") and not _LOGIN.search(address):
            raise WebError(_("the forum wants a log-in"), address=address, allowed=self.login_hint())
        self._check_address(target)
        return target

    def _accept(self, address: str, response: httpx.Response, body: bytes) -> ServerReply:
        status = response.status_code
        if status == 304:
            return ServerReply(address, is_unchanged=True)
        if status != 200:
            hint = self.login_hint() if status in {401, 403} else _(_MOVED) if status in {404, 410} else _(_SAVE)
            raise WebError(_refusal(status, self.host), address=address, allowed=hint, answer=status)
        found = re.search(r"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,40})", response.headers.get("content-type", ""))
        return ServerReply(
            address,
            body,
            found[1].lower() if found else "",
            _header(response, "etag"),
            _header(response, "last-modified"),
            is_html="html" in response.headers.get("content-type", ""),
        )


def _header(response: httpx.Response, name: str) -> str:
    value = str(response.headers.get(name, ""))
    return value if len(value) <= 300 and value.isprintable() and value.isascii() else ""


def _read_wait(response: httpx.Response, seconds: float) -> float:
    """Return how long a server asks us to wait, in seconds: its Retry-After, else what is given."""
    text = response.headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", text, re.ASCII):
        return max(float(text), PAUSE)
    if text:
        try:
            until = parsedate_to_datetime(text).timestamp()
            sent = parsedate_to_datetime(response.headers.get("date", "")).timestamp()
        except (ValueError, TypeError, IndexError, OverflowError):
            return seconds
        return max(until - sent, PAUSE)
    return seconds


def _refusal(status: int, host: str) -> str:
    match status:
        case 401 | 403:
            return _("{host} refused ({status})", host=host, status=status)
        case 404 | 410:
            return _("there is no such page at {host} ({status}): it was moved or removed", host=host, status=status)
        case 202:
            return _("{host} is still gathering what was asked for ({status})", host=host, status=status)
        case 429:
            return _("{host} asks for fewer requests ({status})", host=host, status=status)
        case _ if status >= 500:
            return _("{host} has failed ({status})", host=host, status=status)
    return _("{host} answered with status {status}", host=host, status=status)


def _read_answer(body: bytes) -> str:
    """Return what an answer says to people: the message in its JSON, else its first words; nothing of a page."""
    text = " ".join(body[:2000].decode("utf-8", "replace").split())
    if text.startswith("{"):
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            return ""
        status, errors = data.get("status"), data.get("errors")
        found = [status.get("message") if isinstance(status, dict) else None, data.get("message")]
        found += errors if isinstance(errors, list) else []
        text = next((" ".join(one.split()) for one in found if isinstance(one, str)), "")
    return "" if text.startswith("<") else "".join(one if one.isprintable() else " " for one in text[:200])


def _say_why(error: BaseException) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
