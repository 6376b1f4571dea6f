"""A forum on loopback that the tests write: it answers by a script, and can misbehave in every way that forums do."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Asked(NamedTuple):
    """A request that came in."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Say(NamedTuple):
    """An answer. `cut` breaks it off after so many bytes, `hang` waits until the forum is closed, `drip` sends a byte at a time."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    cut: int = -1
    hang: bool = False
    drip: float = 0.0


class Forum:
    """A server whose `answer(asked)` may be set anew at any time; `asked` is all that came in (robots.txt apart)."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.robots: Say = Say(b"", 404)
        self.answer: Callable[[Asked], Say] = lambda _asked: Say(b"", 404)
        self._closed = threading.Event()
        forum = self

        class Handler(BaseHTTPRequestHandler):
            def _serve(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                asked = Asked(self.command, self.path, dict(self.headers), self.rfile.read(size))
                if self.path == "/robots.txt":
                    self._say(forum.robots)
                    return
                forum.asked.append(asked)
                self._say(forum.answer(asked))

            do_GET = do_POST = _serve  # noqa: N815  (the library's names)

            def _say(self, say: Say) -> None:
                if say.hang:
                    forum._closed.wait()
                with suppress(OSError):
                    self.send_response(say.status)
                    for name, value in say.headers:
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(say.body)))
                    self.end_headers()
                    body = say.body if say.cut < 0 else say.body[: say.cut]
                    for at in range(len(body)) if say.drip else ():
                        self.wfile.write(body[at : at + 1])
                        self.wfile.flush()
                        time.sleep(say.drip)
                    if not say.drip:
                        self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *_args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    @property
    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [one.path for one in self.asked]

    def close(self) -> None:
        self._closed.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
