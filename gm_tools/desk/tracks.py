"""Tracks: those there are, and the editor, where text and picture are one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, RedirectResponse

from gm_tools.cli.boards import BoardFile, find_faults, find_track, track_text, tracks
from gm_tools.core.boards import split_board
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.desk.actions import text_of
from gm_tools.desk.commands import Command
from gm_tools.desk.look import board
from gm_tools.desk.tables import picture_of
from gm_tools.games import NAMES, find
from gm_tools.reports.report import Report
from gm_tools.table.files import read_text, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from gm_tools.core.blocks import Picture
    from gm_tools.desk.actions import Form
    from gm_tools.desk.views import Desk

_LONGEST = 200_000  # characters of a board


class TrackPages:
    """The pages about tracks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def list(self, _request: Request) -> Response:
        """Return all tracks, drawn."""
        rows = [(game, name, draw_board(game, track_text(game, name))) for game, name in tracks("")]
        return self.desk.page("tracks", rows=rows, line="gm tracks")

    def edit(self, request: Request) -> Response:
        """Return the editor, with a track or what was typed before."""
        game = request.query_params.get("game", NAMES[0])
        found = find(game)
        name = request.query_params.get("track", "")
        text = track_text(*find_track(name, game)) if name else self.desk.draft
        return self.desk.page(
            "editor",
            game=game,
            games=list(NAMES),
            name=name,
            text=text,
            title=found.title,
            line=f"gm tracks --check {name or 'mine'}.txt",
        )

    def check(self, _request: Request, form: Form) -> Response:
        """Return the faults of a board that is being typed, each at its line and column, and its picture."""
        game, text = text_of(form, "game"), text_of(form, "text")[:_LONGEST]
        self.desk.draft = text
        return JSONResponse(check_board(game, text))

    def act(self, _request: Request, form: Form) -> Response:
        """Save a board, or let bots play games on it."""
        game, text, name = text_of(form, "game"), text_of(form, "text"), text_of(form, "name").strip()
        self.desk.draft = text
        action = text_of(form, "action")
        if action == "stop":
            number = text_of(form, "number")
            self.desk.jobs.stop(int(number) if number.isdigit() else -1)
            return RedirectResponse(f"/jobs/{number}", 303)
        if check_board(game, text)["faults"]:
            raise InputError(
                _("the board has faults: nothing was done"), allowed=_("mend them first; the editor names them")
            )
        if action == "simulate":
            games = text_of(form, "games")
            count = int(games) if games.isdigit() else 20
            words = (
                "simulate",
                "--game",
                game,
                "--track",
                "-",
                "--games",
                str(min(max(count, 1), 500)),
                "--workers",
                "1",
            )
            return RedirectResponse(
                f"/jobs/{self.desk.jobs.begin(Command(words, text), '/tracks/edit?game=' + game)}", 303
            )
        safe = "".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c == "-").strip("-")
        if not safe:
            raise InputError(
                _("found {value!r}", value=name), key=_("the track's name"), allowed=_("letters, digits and -")
            )
        path = self.desk.place.folder / f"{safe}.txt"
        if path.exists() and text_of(form, "overwrite") != "yes":
            raise InputError(
                _("already exists"), file=str(path), allowed=_("another name, or the box beside the button")
            )
        write_atomic(path, text.encode())
        self.desk.said.append(
            _("Saved as {file}; gm new … --track {name}.txt begins a table on it.", file=path, name=safe)
        )
        return RedirectResponse(f"/tracks/edit?game={game}", 303)


def own_tracks(folder: Path, game: str) -> list[str]:
    """Return the names of the board files of a game that lie in a folder."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        try:
            front = split_board(read_text(path)).front
        except InputError:
            continue  # another text, or a board that is not finished
        if front.get("game") == game and not path.name.startswith("-"):
            found.append(path.name)
    return found


def check_board(game: str, text: str, seats: int = 0) -> dict[str, Any]:
    """Return `faults` (line, column, message, suggestion) and `picture` (an element of a page, empty if it cannot be drawn)."""
    faults = find_faults(BoardFile(_("the board"), text), game, seats)
    try:
        picture = str(board(draw_board(game, text)))
    except InputError:
        picture = ""  # which is among the faults
    keys = ("line", "column", "message", "suggestion")
    return {"faults": [{key: getattr(fault, key) for key in keys} for fault in faults], "picture": picture}


def draw_board(game: str, text: str) -> Picture | None:
    """Return an empty board as a picture, None if its game draws none; raise InputError for a board that cannot be read."""
    found = find(game)
    return picture_of(Report("track", "", tuple(found.board_blocks(found.parse_board(text))), {}))
