"""The desk served: on this machine only, until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.desk.guard import Guard
from gm_tools.desk.scratch import remove_leftovers
from gm_tools.desk.tables import Place
from gm_tools.desk.views import desk_app

HOST = "127.0.0.1"
_ADDRESS = "http://{host}:{port}/?token={token}"


def serve(place: Place, port: int, tell: Callable[[str], None]) -> None:
    """Serve the desk of some tables; `tell` is given its address, with the key in it, once it can be opened."""
    listening = _listen(port)
    port = listening.getsockname()[1]
    remove_leftovers()
    token = secrets.token_urlsafe(24)
    app, desk = desk_app(place)
    config = uvicorn.Config(
        Guard(app, token, port),
        loop="asyncio",  # named, so that nothing else is looked for
        http="h11",
        ws="none",
        log_level="critical",
        access_log=False,  # addresses are nobody's business, least of all the first one
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    tell(_ADDRESS.format(host=HOST, port=port, token=token))
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run([listening])
    finally:
        desk.jobs.close()
        listening.close()


def _listen(port: int) -> socket.socket:
    """Return a socket of this machine alone; 0 is any free port."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise InputError(
            _("cannot be opened: {why}", why=error.strerror or error), key="--port", allowed=_("a free port")
        ) from None
    listening.listen(64)
    return listening
