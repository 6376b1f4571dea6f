"""The desk's pages: each is made anew from the table's files, each button runs one command."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable
from functools import cache, wraps
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gm_tools.core.i18n import _, keep_language, language, ngettext
from gm_tools.core.languages import prefer
from gm_tools.core.problems import InputError
from gm_tools.core.sources import shown_source
from gm_tools.desk import actions, begin, tracks
from gm_tools.desk.actions import Form
from gm_tools.desk.evening import Evening
from gm_tools.desk.jobs import Jobs, NoPage
from gm_tools.desk.look import board, board_style, mark_class
from gm_tools.desk.pages import show_board, show_picture, show_proof, show_step
from gm_tools.desk.tables import Place, cards
from gm_tools.desk.tracks import Games
from gm_tools.table import Table, open_table

_STATIC = Path(__file__).with_name("static")


@cache
def _templates() -> Environment:
    """Return the pages' templates: compiling them takes longer than anything that is shown on them."""
    templates = Environment(loader=PackageLoader("gm_tools.desk"), autoescape=True, undefined=StrictUndefined)
    templates.filters["word"] = shlex.quote  # as it is typed in a shell
    templates.globals.update(_=_, ngettext=ngettext, language=language, shown_source=shown_source)
    templates.globals.update(board=board, mark_class=mark_class)
    return templates


class Desk:
    """What is open: the tables' evenings, and one lock, since one thing is done at a time."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.lock = RLock()
        self.evenings: dict[str, Evening] = {}
        self.jobs = Jobs(place.folder)
        self.games: dict[int, Games] = {}  # of bots, played or being played, by the number of their job
        self.drafts: dict[str, str] = {}  # the board in the editor, for each game
        self.said: list[str] = []  # what the last action came to, shown once
        self.typed: dict[str, str] = {}  # what was typed for a new table that could not be begun, shown once more
        if place.example:
            self.said.append(_("An example table to play with: it is gone when the desk is closed."))

    def open(self, name: str) -> tuple[Table, Evening]:
        """Open a table; return it, and what is known of its evening.

        Its language is spoken until the request is answered, as by every command.
        """
        table = open_table(self.place.path(name))
        prefer(table.language)
        if name not in self.evenings:
            self.evenings[name] = Evening(self.place, name, table.turn + 1)
        evening = self.evenings[name]
        if evening.turn != table.turn + 1:
            evening.begin(table.turn + 1)
        return table, evening

    def page(self, template: str, /, **values: Any) -> HTMLResponse:
        """Return a page; what the last action said stands on top of it, once."""
        said, self.said = self.said, []
        return self.part(template, **{"evening": None, "table": None, "step": "", "said": said, **values})

    def part(self, template: str, /, **values: Any) -> HTMLResponse:
        """Return a part of a page, which a script asks for."""
        return HTMLResponse(_templates().get_template(f"{template}.html").render(values))


def desk_app(place: Place) -> tuple[Starlette, Desk]:
    """Return the application (without its guard), and what it keeps."""
    desk = Desk(place)

    def get(work: Callable[[Desk, Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        @wraps(work)
        async def answer(request: Request) -> Response:
            return await run_in_threadpool(_answer_safely, desk, work, request)

        return answer

    def post(work: Callable[[Desk, Request, Form], Response]) -> Callable[[Request], Awaitable[Response]]:
        @wraps(work)
        async def answer(request: Request) -> Response:
            async with request.form(max_files=200, max_fields=400, max_part_size=8_000_000) as form:
                return await run_in_threadpool(_answer_safely, desk, work, request, await _read_files(form))

        return answer

    routes = [
        Route("/", get(_tables)),
        Route("/new", get(begin.show)),
        Route("/new", post(begin.act), methods=["POST"]),
        Route("/new/track", get(begin.preview)),
        Route("/table/{name}", get(_first_step)),
        Route("/table/{name}/board/{turn:int}", get(show_board)),
        Route("/table/{name}/picture/{turn:int}", get(show_picture)),
        Route("/table/{name}/proof", get(show_proof)),
        Route("/table/{name}/do", post(actions.act), methods=["POST"]),
        Route("/table/{name}/{step}", get(show_step)),
        Route("/tracks", get(tracks.show_all)),
        Route("/tracks/edit", get(tracks.edit)),
        Route("/tracks/check", post(tracks.check), methods=["POST"]),
        Route("/tracks/fair/{number:int}", get(tracks.show_fairness)),
        Route("/tracks/do", post(tracks.act), methods=["POST"]),
        Route("/jobs/stop", post(desk.jobs.act), methods=["POST"]),
        Route("/jobs/{number:int}", get(desk.jobs.show)),
        Route("/jobs/{number:int}/state", get(desk.jobs.tell)),
        Route("/jobs/{number:int}/picture", get(desk.jobs.picture)),
        Route("/boards.css", get(_board_style)),
        Mount("/static", StaticFiles(directory=_STATIC)),
    ]
    return Starlette(routes=routes), desk


async def _read_files(form: FormData) -> Form:
    """Return a form's fields with the files in it read: what a thread of the pool gets is all in memory."""
    fields: dict[str, list[Any]] = {}
    for key, value in form.multi_items():
        fields.setdefault(key, []).append(
            value if isinstance(value, str) else (value.filename or "", await value.read())
        )
    return fields


def _answer_safely(desk: Desk, work: Callable[..., Response], *given: Any) -> Response:
    """Do one thing at a time; what people can do wrong becomes a page with a sentence."""
    with desk.lock, keep_language():
        try:
            return work(desk, *given)
        except NoPage:
            return PlainTextResponse(_("There is no such page."), 404)
        except InputError as error:
            page = desk.page("fault", message=str(error))
            page.status_code = 404 if error.status == 1 else 400
            return page
        except OSError as error:
            why = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
            page = desk.page("fault", message=why)
            page.status_code = 500
            return page


def _first_step(_desk: Desk, request: Request) -> Response:
    return RedirectResponse(f"/table/{quote(request.path_params['name'])}/orders", 303)


def _board_style(_desk: Desk, _request: Request) -> Response:
    return Response(board_style(), media_type="text/css")


def _tables(desk: Desk, _request: Request) -> Response:
    decisions = {(name, one.turn): sum(row["wants"] for row in one.rows()) for name, one in desk.evenings.items()}
    found = cards(desk.place, decisions)
    wanting = [card.name for card in found if card.is_urgent]
    return desk.page("tables", cards=found, wanting=wanting, games=begin.titles(), signups=begin.open_signups(desk))
