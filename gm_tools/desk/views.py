"""The desk's pages: each is made anew from the table's files, each button runs one command."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from shutil import rmtree
from threading import RLock
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gm_tools.cli.common import now_of
from gm_tools.core.deadline import state_line
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _, language, ngettext
from gm_tools.core.problems import InputError
from gm_tools.desk import actions
from gm_tools.desk.evening import Evening, words_of
from gm_tools.desk.jobs import Jobs
from gm_tools.desk.look import board, board_style, mark_class, report_sections
from gm_tools.desk.tables import cards, picture_of, stamp
from gm_tools.desk.tracks import TrackPages
from gm_tools.games import NAMES, find
from gm_tools.render.forums import FORUMS
from gm_tools.render.posting import posts
from gm_tools.reports.turn import status_post, turn_post, viewer_of
from gm_tools.table import open_table
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.datastructures import FormData
    from starlette.requests import Request

    from gm_tools.desk.actions import Form
    from gm_tools.desk.tables import Place
    from gm_tools.table import Table

STEPS = ("thread", "orders", "preview", "post")
_USUAL_FORUM = "phpbb"  # of a table that does not say where it is played
_STATIC = Path(__file__).with_name("static")


class Desk:
    """What is open: the tables' evenings, and one lock, since one thing is done at a time."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.lock = RLock()
        self.evenings: dict[str, Evening] = {}
        self.jobs = Jobs(place.folder)
        self.draft = ""  # the board in the editor
        self.said: list[str] = []  # what the last action came to, shown once
        self.pages = Environment(loader=PackageLoader("gm_tools.desk"), autoescape=True, undefined=StrictUndefined)
        self.pages.globals.update(_=_, ngettext=ngettext, language=language, board=board, mark_class=mark_class)

    def evening(self, name: str) -> Evening:
        """Return what is known of a table besides its files; raise InputError if there is no such table."""
        self.place.path(name)
        if name not in self.evenings:
            self.evenings[name] = Evening(self.place, name)
        return self.evenings[name]

    def close(self) -> None:
        """Stop what runs, and remove what was handed in."""
        self.jobs.close()
        for evening in self.evenings.values():
            rmtree(evening.folder, ignore_errors=True)

    def page(self, template: str, /, **values: Any) -> HTMLResponse:
        """Return a page; what the last action said stands on top of it, once."""
        said, self.said = self.said, []
        values = {"evening": None, "table": None, "step": "", "said": said, **values}
        return HTMLResponse(self.pages.get_template(f"{template}.html").render(values))


def desk_app(place: Place) -> tuple[Starlette, Desk]:
    """Return the application (without its guard), and what it keeps."""
    desk = Desk(place)
    tracks = TrackPages(desk)

    def get(work: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        @wraps(work)
        async def answer(request: Request) -> Response:
            return await run_in_threadpool(_safely, desk, work, request)

        return answer

    def post(work: Callable[[Request, Form], Response]) -> Callable[[Request], Awaitable[Response]]:
        @wraps(work)
        async def answer(request: Request) -> Response:
            async with request.form(max_files=200, max_fields=400, max_part_size=8_000_000) as form:
                return await run_in_threadpool(_safely, desk, work, request, await _read_files(form))

        return answer

    routes = [
        Route("/", get(lambda __: _tables(desk))),
        Route("/new", get(lambda request: _new(desk, request))),
        Route("/new", post(lambda __, form: actions.begin(desk, form)), methods=["POST"]),
        Route("/table/{name}", get(lambda request: _redirect(f"/table/{request.path_params['name']}/orders"))),
        Route("/table/{name}/do", post(lambda request, form: actions.act(desk, request, form)), methods=["POST"]),
        Route("/table/{name}/{step}", get(lambda request: _step(desk, request))),
        Route("/tracks", get(tracks.list)),
        Route("/tracks/edit", get(tracks.edit)),
        Route("/tracks/check", post(tracks.check), methods=["POST"]),
        Route("/tracks/do", post(tracks.act), methods=["POST"]),
        Route("/jobs/{number:int}", get(lambda request: desk.jobs.show(desk, request))),
        Route("/boards.css", get(lambda __: Response(board_style(), media_type="text/css"))),
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


def _safely(desk: Desk, work: Callable[..., Response], *given: Any) -> Response:
    """Do one thing at a time; what people can do wrong becomes a page with a sentence."""
    with desk.lock:
        try:
            return work(*given)
        except InputError as error:
            page = desk.page("fault", message=str(error))
            page.status_code = 404 if error.status == 1 else 400
            return page
        except OSError as error:
            why = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
            page = desk.page("fault", message=why)
            page.status_code = 500
            return page


def _redirect(path: str) -> Response:
    return RedirectResponse(path, 303)


def _tables(desk: Desk) -> Response:
    found = cards(desk.place)
    wanting = [card.name for card in found if card.is_urgent]
    return desk.page("tables", cards=found, wanting=wanting, games=_games())


def _games() -> list[tuple[str, str]]:
    return [(name, find(name).title) for name in NAMES]


def _new(desk: Desk, request: Request) -> Response:
    from gm_tools.cli.boards import tracks

    game = request.query_params.get("game", NAMES[0])
    found = find(game)
    return desk.page(
        "new",
        game=game,
        games=_games(),
        tracks=[name for __, name in tracks(game)],
        options=found.options,
        given={},
        fault="",
        line=f"gm new … --game {game}",
    )


def _step(desk: Desk, request: Request) -> Response:
    name, step = request.path_params["name"], request.path_params["step"]
    evening = desk.evening(name)
    table = open_table(desk.place.path(name))
    due = read_deadline(table.path)
    over = table.game.is_over(table.position)
    values: dict[str, Any] = {
        "evening": evening,
        "table": table,
        "turn": table.turn + 1,
        "over": over,
        "due": state_line(due, table.turn + 1, now_of("")) if due is not None and not over else "",
        "stamp": stamp(table.path),
        "step": step,
        "steps": STEPS,
        "seats": {seat.mark: seat.player for seat in table.seats},
    }
    makers = {"thread": _thread, "orders": _orders, "preview": _preview, "post": _post, "game": _game}
    if step not in makers:
        return PlainTextResponse(_("There is no such page."), 404)
    return desk.page(step, **values, **makers[step](desk, evening, table, request))


def _thread(_desk: Desk, evening: Evening, table: Table, _request: Request) -> dict[str, Any]:
    shown, fault = evening.thread(table) if evening.files else ([], "")
    return {"posts": shown, "fault": fault, "line": f"gm collect {evening.name} FILE…"}


def _orders(_desk: Desk, evening: Evening, table: Table, _request: Request) -> dict[str, Any]:
    shown, fault = evening.thread(table) if evening.files else ([], "")
    data = status_post(table, GM, now_of("")).data
    decisions = evening.decisions()
    ordered = {one["seat"]: one for one in data["orders"]}
    rows = {row["seat"]: row for row in evening.rows()}
    awaited = [
        {
            **one,
            "order": ordered.get(one["seat"], {}).get("text", ""),
            "source": ordered.get(one["seat"], {}).get("source", ""),
            "problems": ordered.get(one["seat"], {}).get("problems", []),
            "tier": rows.get(one["seat"], {}).get("tier", ""),
            "wants": any(decision.seat == one["seat"] for decision in decisions),
        }
        for one in data["awaited"]
    ]
    return {
        "posts": shown,
        "fault": fault,
        "decisions": decisions,
        "awaited": awaited,
        "count": sum(one["in"] for one in awaited),
        "missing": sum(not one["in"] for one in awaited),
        "ready": data["ready"],
        "reminders": list(data.get("reminders", ())),
        "notes": [*words_of(evening.said), *map(evening.tidy, evening.found.get("notes", ()))],
        "picture": picture_of(turn_post(table, table.turn, PUBLIC)),
        "policies": actions.policies(table),
        "line": evening.tidy(evening.command().line) if evening.files else f"gm status {evening.name}",
    }


def _preview(_desk: Desk, evening: Evening, table: Table, _request: Request) -> dict[str, Any]:
    now = stamp(table.path)
    is_fresh = evening.preview_stamp == now
    data = status_post(table, GM, now_of("")).data
    return {
        "preview": Markup(evening.preview) if is_fresh else "",  # noqa: S704  (made by gm resolve --format html, which escapes)
        "preview_said": list(words_of(evening.preview_said)) if is_fresh else [],
        "before": picture_of(turn_post(table, table.turn, PUBLIC)),
        "ready": data["ready"],
        "policies": actions.policies(table),
        "policy": evening.policy,
        "line": actions.resolve_command(evening, table, is_preview=True).line,
        "resolve_line": actions.resolve_command(evening, table).line,
    }


def _post(_desk: Desk, evening: Evening, table: Table, request: Request) -> dict[str, Any]:
    asked = request.query_params.get("forum", "")
    evening.forum = asked if asked in FORUMS else evening.forum
    forum = evening.forum or read_settings(table.path).profile
    forum = forum if forum in FORUMS else _USUAL_FORUM
    viewer = viewer_of(table, request.query_params.get("viewer", PUBLIC))
    report = turn_post(table, table.turn, viewer)
    return {
        "viewer": viewer,
        "report": Markup("\n".join(report_sections(report))),  # noqa: S704  (sections escape what they show)
        "title": report.title,
        "texts": posts(report, forum),
        "forums": {name: forum.title for name, forum in FORUMS.items()},
        "forum": forum,
        "line": f"gm report {evening.name} --forum {forum}"
        + (f" --viewer {viewer}" if viewer != PUBLIC else ""),
    }


def _game(_desk: Desk, evening: Evening, table: Table, request: Request) -> dict[str, Any]:
    number = request.query_params.get("turn", "")
    turn = int(number) if number.isdigit() and int(number) <= table.turn else table.turn
    viewer = viewer_of(table, request.query_params.get("viewer", PUBLIC))
    report = turn_post(table, turn, viewer)
    return {
        "report": Markup("\n".join(report_sections(report))),  # noqa: S704
        "title": report.title,
        "shown": turn,
        "viewer": viewer,
        "tried": Markup(evening.tried),  # noqa: S704
        "tried_said": list(words_of(evening.tried_said)),
        "line": f"gm report {evening.name} --turn {turn}",
    }
