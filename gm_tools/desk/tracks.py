"""Tracks: those there are, and the editor, where text and picture are one thing."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, RedirectResponse, Response

from gm_tools.core.boards import split_board, write_starter
from gm_tools.core.draws import Seeded
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.desk.actions import Form, text_of
from gm_tools.desk.commands import Command
from gm_tools.desk.jobs import NoPage
from gm_tools.desk.look import board, draw_tile
from gm_tools.desk.tables import picture_of
from gm_tools.games import NAMES, find
from gm_tools.reports.base import Report
from gm_tools.table.boards import BoardFile, find_faults, find_track, smallest_track, track_text, tracks
from gm_tools.table.files import read_text, write_atomic

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from starlette.requests import Request

    from gm_tools.core.blocks import Picture
    from gm_tools.desk.views import Desk


class Games(NamedTuple):
    """Games of bots on a board, and the part of a page that shows them.

    `gm simulate --resume` keeps them in a file.
    """

    file: Path
    part: str


_LONGEST = 200_000  # characters of a board
_GAMES = 100  # until then nobody can say that a board is fair
_BOT = "medium"  # quick, and drives as most people do


def show_all(desk: Desk, _request: Request) -> Response:
    """Return all tracks, drawn."""
    rows = tracks("")  # drawn one by one, as they are looked at
    own = [(game, name) for game in NAMES for name in own_tracks(desk.place.folder, game)]
    return desk.page("tracks", rows=rows, own=own, games=list(NAMES), line="gm tracks")


def edit(desk: Desk, request: Request) -> Response:
    """Return the editor, with a track or what was typed before."""
    game = request.query_params.get("game", NAMES[0])
    found = find(game)
    name = request.query_params.get("track", "")
    if name in own_tracks(desk.place.folder, game):
        text, name = read_text(desk.place.folder / name), name.removesuffix(".txt")
    elif name:
        text = track_text(*find_track(name, game))
    else:
        text = desk.drafts.get(game) or starter(game)
    return desk.page(
        "editor",
        game=game,
        games=list(NAMES),
        name=name,
        text=text,
        title=_(found.title),
        palette=[(glyph, meaning, draw_tile(found.tile_roles()[glyph])) for glyph, meaning in found.palette],
        has_laps=bool(laps_of(game, text)),
        line=f"gm tracks --check {name or 'mine'}.txt",
        laps_line=_watch(game, text, name).line,
    )


def check(desk: Desk, _request: Request, form: Form) -> Response:
    """Return the faults of a board that is being typed, each at its line and column, and its picture."""
    game, text = text_of(form, "game"), text_of(form, "text")[:_LONGEST]
    desk.drafts[game] = text
    return JSONResponse(check_board(game, text, counts_lines=True))


def act(desk: Desk, request: Request, form: Form) -> Response:
    """Save a board, or let bots play on it."""
    game, text, name = text_of(form, "game"), text_of(form, "text"), text_of(form, "name").strip()
    if check_board(game, text)["faults"]:
        raise InputError(
            _("the board has faults: nothing was done"), allowed=_("fix them first; the editor lists them")
        )
    action = text_of(form, "action")
    if action in {"laps", "fair"}:
        number, line = _play(desk, action, game, text, name, text_of(form, "games"))
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"job": number, "line": line})
        return RedirectResponse(f"/jobs/{number}", 303)
    _save(desk, text, name, may_replace=text_of(form, "overwrite") == "yes")
    return RedirectResponse(f"/tracks/edit?game={game}", 303)


def _play(desk: Desk, action: str, game: str, text: str, name: str, games: str) -> tuple[int, str]:
    """Let bots play, and return the job and its command.

    They play one game to be watched, or many that say whether the board is fair.
    """
    digest = sha256(f"{game}\n{text}".encode()).hexdigest()[:20]
    words = ["simulate", "--game", game, "--track", "-", "--workers", "1", "--bot", _BOT]
    if action == "laps":
        laps = laps_of(game, text)
        words += laps
        film, kept = (desk.jobs.scratch / (digest + end) for end in (".svg", "-laps.jsonl"))
        words += ["--games", "1", "--replay", str(film), "--resume", str(kept)]
        shown = _watch(game, text, name).line
        number = desk.jobs.begin(Command(tuple(words), text), _back(game), shown, film)
        desk.games[number] = Games(kept, "figures")
    else:
        count = min(max(int(games) if games.isdecimal() else _GAMES, 1), 1000)
        kept = desk.jobs.scratch / f"{digest}.jsonl"
        words += ["--games", str(count), "--resume", str(kept)]
        file = shlex.quote(f"{name or 'mine'}.txt")
        shown = f"gm simulate --game {game} --track {file} --games {count} --resume games.jsonl"
        number = desk.jobs.begin(Command(tuple(words), text), _back(game), shown)
        desk.games[number] = Games(kept, "fair")
    return number, shown


def show_fairness(desk: Desk, request: Request) -> Response:
    """Return what the games that were played so far say of who wins from where, as a part of a page."""
    kept = desk.games.get(request.path_params["number"])
    if kept is None:
        raise NoPage
    from gm_tools.desk.fairness import judge_games  # simulations, which only the editor wants

    return desk.part(kept.part, **judge_games(kept.file))


def _save(desk: Desk, text: str, name: str, *, may_replace: bool) -> None:
    """Write a board file beside the tables."""
    safe = "".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c in "-_").strip("-")
    if not safe:
        raise InputError(
            _("found {value!r}", value=name), key=_("the track's name"), allowed=_("letters, digits and -")
        )
    path = desk.place.folder / f"{safe}.txt"
    if path.exists() and not may_replace:
        raise InputError(
            _("already exists"), file=str(path), allowed=_("another name, or tick the box that allows overwriting")
        )
    write_atomic(path, text.encode())
    desk.said.append(_("Saved as {file}; gm new … --track {name}.txt begins a table on it.", file=path, name=safe))


def laps_of(game: str, text: str) -> tuple[str, ...]:
    """Return the words that have a game driven for three laps, however many its board asks for.

    None for a game that has no laps, and for a board that the game is not driven on for more than one.
    """
    found, options = find(game), {"laps": 3}
    if all(option.name != "laps" for option in found.options):
        return ()
    try:
        board = found.parse_board(text)
        seats = found.tally().seats(board, options, 0) if found.tally is not None else ()
        found.setup(board, seats, options, Seeded(bytes(32)))
    except InputError as error:
        if error.key == "laps":
            return ()
    return ("--option=laps=3",)


def _watch(game: str, text: str, name: str) -> Command:
    """Return the command that lets bots play one game, to be watched, on a board that is saved under a name."""
    words = ("simulate", "--game", game, "--track", f"{name or 'mine'}.txt", "--games", "1")
    return Command((*words, *laps_of(game, text), "--replay", "laps.svg"))


def _back(game: str) -> str:
    return f"/tracks/edit?game={game}"


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


def starter(game: str) -> str:
    """Return the board that an empty editor begins with: as `gm tracks --new` writes it."""
    found = find(game)
    return write_starter(smallest_track(game), "mine", {key: _(meaning) for key, meaning in found.board_help})


def check_board(game: str, text: str, seats: int = 0, *, counts_lines: bool = False) -> dict[str, Any]:
    """Return the `faults` of a board (line, column, message, suggestion) with their `summary`, and what it looks like.

    The rulers of the `picture` (an element of a page) count as orders do, or the file's lines. It, `name` and `size`
    are empty for a board that cannot be read.
    """
    faults = find_faults(BoardFile(_("the board"), text), game, seats)
    try:
        parts = split_board(text)
        drawn = draw_board(game, text)
        drawn = _number_lines(drawn, parts.first_line) if counts_lines else drawn
    except InputError:
        picture, size = "", ""  # which is among the faults
    else:
        picture = str(board(drawn))
        size = _("{columns} × {rows} signs", columns=max(map(len, parts.lines), default=0), rows=len(parts.lines))
    keys = ("line", "column", "message", "suggestion")
    return {
        "faults": [{key: getattr(fault, key) for key in keys} for fault in faults],
        "picture": picture,
        "name": drawn.title if picture and drawn is not None else "",
        "size": size,
        "summary": _summary(faults),
    }


def _number_lines(picture: Picture | None, first: int) -> Picture | None:
    """Return a board whose rulers count the lines and columns of its file.

    The map begins with line `first` of that.
    """
    drawing = picture.drawing if picture is not None else None
    if picture is None or drawing is None:
        return picture
    numbered = drawing._replace(numbered_from=(first, 1))
    return picture._replace(draw=lambda: numbered)


def _summary(faults: Sequence[Problem]) -> str:
    """Return how many faults there are, and where the first one is."""
    if not faults:
        return _("No faults.")
    first = faults[0]
    count = ngettext("{n} fault", "{n} faults", len(faults))
    if not first.line:
        return count
    return _("{count}; line {line}, column {column}", count=count, line=first.line, column=first.column or 1)


def draw_board(game: str, text: str) -> Picture | None:
    """Return an empty board as a picture, None if its game draws none.

    Raises InputError for a board that cannot be read.
    """
    found = find(game)
    return picture_of(Report("track", "", tuple(found.board_blocks(found.parse_board(text))), {}))
