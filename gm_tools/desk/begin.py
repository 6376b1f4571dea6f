"""A new table: its game, track and options, its seats from pasted lines or from a sign-up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from starlette.responses import JSONResponse, RedirectResponse, Response

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.desk.actions import Form, run_here, text_of
from gm_tools.desk.commands import Command
from gm_tools.desk.tracks import check_board, own_tracks
from gm_tools.games import NAMES, find
from gm_tools.reports.games import format_default
from gm_tools.table.boards import read_board, track_text, tracks
from gm_tools.table.waiting import read_applicants, signup_file

if TYPE_CHECKING:
    from starlette.requests import Request

    from gm_tools.desk.views import Desk

_SIGNUP = ".signup.toml"


def titles() -> list[tuple[str, str]]:
    """Return all games: name and title."""
    return [(name, _(find(name).title)) for name in NAMES]


def open_signups(desk: Desk) -> list[str]:
    """Return the names of tables that are signed up for and not begun yet."""
    names = (path.name.removesuffix(_SIGNUP) for path in desk.place.tables.glob(f"*{_SIGNUP}"))
    return sorted(name for name in names if _is_name(name) and not (desk.place.tables / name).exists())


def show(desk: Desk, request: Request) -> Response:
    """Return the page of a new table, with those who have signed up for it."""
    name = request.query_params.get("name", "")
    name = name if _is_name(name) else ""
    game = request.query_params.get("game", NAMES[0])
    found = find(game)
    signed = read_applicants(signup_file(desk.place.tables / name)) if name else ()
    own = own_tracks(desk.place.folder, game)
    shipped = [track for __, track in tracks(game)]
    chosen = request.query_params.get("track", "")
    typed, desk.typed = desk.typed, {}
    return desk.page(
        "new",
        name=name,
        game=game,
        games=titles(),
        tracks=[*shipped, *own],
        track=chosen if chosen in {*shipped, *own} else "",
        options=[(option, format_default(option.default)) for option in found.options],
        marks=found.seat_marks,
        extra=found.seat_extra,
        typed=typed if typed.get("game") == game else {},
        signed=[one for one in signed if not one.out],
    )


def preview(desk: Desk, request: Request) -> Response:
    """Return the picture of a track and its faults for so many players, as `gm tracks --check` finds them."""
    game, track = request.query_params.get("game", ""), request.query_params.get("track", "")
    seats = request.query_params.get("seats", "")
    return JSONResponse(check_board(game, _board(desk, game, track), int(seats) if seats.isdecimal() else 0))


def _board(desk: Desk, game: str, track: str) -> str:
    if track in own_tracks(desk.place.folder, game):
        return read_board(str(desk.place.folder / track), game).text
    if (game, track) not in tracks():
        raise InputError(_("there is no track {name!r}", name=track), status=1)
    return track_text(game, track)


def act(desk: Desk, _request: Request, form: Form) -> Response:
    """Begin a table, or read who signs up for it."""
    game = find(text_of(form, "game"))
    name = text_of(form, "name").strip()
    track = text_of(form, "track")
    if not _is_name(name):
        raise InputError(
            _("found {value!r}", value=name), key=_("the table's name"), allowed=_("letters, digits, blanks, - and _")
        )
    options = [
        f"--option={key.removeprefix('option.')}={values[0].strip()}"
        for key, values in form.items()
        if key.startswith("option.") and isinstance(values[0], str) and values[0].strip()
    ]
    master = [f"--gm={text_of(form, 'gm').strip()}"] if text_of(form, "gm").strip() else []
    common = ["--game", game.name, "--track", track, *options, *master]
    back = "/new?" + urlencode({"game": game.name, "name": name, "track": track})
    action = text_of(form, "action")
    if action == "signup":
        posts = text_of(form, "posts")
        words = [f"--{key}={given}" for key in ("add", "drop") if (given := text_of(form, key).strip())]
        command = Command(("signup", name, *(["-"] if posts.strip() else []), *common, *words), posts)
        run_here(desk, command)  # who is on the list stands on the page
        return RedirectResponse(back, 303)
    seats = ["--from-signup"] if action == "seat" else ["--seats-from", "-"]
    command = Command(("new", name, *common, *seats), "" if action == "seat" else text_of(form, "seats") + "\n")
    if run_here(desk, command).status:
        desk.typed = {key: text_of(form, key) for key in form}
        return RedirectResponse(back, 303)
    return RedirectResponse(f"/table/{quote(name)}/post", 303)


def _is_name(name: str) -> bool:
    return re.fullmatch(r"[\w][\w .-]*", name) is not None
