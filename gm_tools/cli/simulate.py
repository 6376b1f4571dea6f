"""The command that plays whole games by bots: `simulate`."""

import os
import sys
from concurrent.futures import BrokenExecutor
from contextlib import closing
from json import dumps
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import typer

from gm_tools.cli.boards import find_board
from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, progress_bar, read_pairs, say
from gm_tools.cli.completion import complete_tables
from gm_tools.cli.options import AsFormat, GameName, GameOptions, TrackName, argument, option
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE
from gm_tools.render.layout import can_render_png
from gm_tools.render.moving import KINDS, moving_picture
from gm_tools.render.plot import render
from gm_tools.render.png import needs_extra, rasterize
from gm_tools.simulate.charts import charts
from gm_tools.simulate.checkpoint import Checkpoint
from gm_tools.simulate.film import film_game
from gm_tools.simulate.play import series_of
from gm_tools.simulate.report import simulation_report
from gm_tools.simulate.setup import (
    Setup,
    check_setup,
    dump_setup,
    parse_bots,
    setup_of_table,
    usual_seats,
)
from gm_tools.simulate.totals import Totals
from gm_tools.simulate.workers import play_all, worker_pool
from gm_tools.table import open_table
from gm_tools.table.files import write_atomic

INTERRUPTED = 130  # as shells say it


@command(
    f"gm simulate --game {EXAMPLE} --track penny-egg",
    "gm simulate --track penny-egg --seats 20 --games 1000 --bot hard --resume egg.jsonl",
    "gm simulate --track my.txt --bot hard,easy --option laps=2 --plot my.svg",
    "gm simulate --track my.txt --games 1 --replay my.svg     watch one of the games",
    "gm simulate dust --json                              a table's board, seats and options",
    "gm simulate --track dust-bowl --cluster tcp://10.0.0.5:8786",
)
def simulate(
    table: str = argument(
        "[TABLE]",
        "A table to take game, board, seats and options from.",
        default="",
        autocompletion=complete_tables,
        show_default=False,
    ),
    game: GameName = "",
    track: TrackName = "",
    seats: int = option("--seats", "N", "How many play; by default the usual number.", default=0, min=0),
    games: int = option("--games", "N", "How many games.", default=40, min=1),
    bot: str = option(
        "--bot",
        "B1,B2",
        "Who plays: easy, medium, hard, random (any legal order); several take the seats in turn.",
        default="hard",
    ),
    extra: str = option("--extra", "E1,E2", "What seats have at the start, in turn; - for nothing. See gm rules."),
    option: GameOptions = None,
    seed: str = option("--seed", "TEXT", "The same seed, the same games.", default="1"),
    max_turns: int = option("--max-turns", "N", "Break a game off after this many turns.", default=300, min=1),
    workers: int = option("--workers", "N", "Processes; by default one for each core.", default=0, min=0),
    cluster: str = option("--cluster", "ADDRESS", "Play on the workers of this Dask scheduler instead."),
    resume: str = option("--resume", "FILE", "Keep the games in this file; go on with those that are in it already."),
    plot: str = option("--plot", "FILE.svg|png", "Draw wins, lengths and heat maps into this file."),
    replay: str = option("--replay", "FILE", "The first game as a moving picture: .svg, .gif or .webp."),
    markup: AsFormat = None,
) -> None:
    """Let bots play whole games and judge the board by them.

    Shows who wins from which start slot, how long games are, how often the lead changes and what happens where. The result
    depends on set-up, seed and number of games alone, not on how many workers there are. Ctrl-C keeps the games that are done.
    """
    options, bots = read_pairs(option or (), "--option"), parse_bots(bot)
    if table:
        setup = setup_of_table(open_table(find_table(table)), bots, options, seed, max_turns)
        if game or track or seats or extra:
            allowed = _("TABLE alone, or --track and its options without a TABLE")
            raise InputError(_("a table has its own game, board and seats"), allowed=allowed)
    elif track:
        found, board = find_board(track, game)
        given = usual_seats(found, board.text, board.name, options, seats, extra)
        setup = Setup(found.name, board.name, board.text, given, options, bots, seed, max_turns)
    else:
        allowed = _("--track with a shipped track (see gm tracks) or a path, or a TABLE")
        raise InputError(_("which board?"), allowed=allowed)
    check_setup(setup)
    if plot:
        _check_picture(plot, "--plot", track, resume)
    if replay:
        _check_picture(replay, "--replay", track, resume)
        _film(setup, replay)
    sums = _played(setup, games, workers, cluster, resume)
    series = series_of(_written(setup))
    report = simulation_report(series, sums)
    if plot:  # first: whoever reads the report may close the pipe before its end
        drawn = render(report, charts(series, sums))
        is_png = Path(plot).suffix.casefold() == ".png"
        write_atomic(
            Path(plot), rasterize(drawn) if is_png else drawn.encode(errors="replace")
        )  # a seed may be any bytes
        say(_("gm: drawn into {file}", file=plot))
    emit(report, markup)


def _film(setup: Setup, replay: str) -> None:
    """Draw the first game as a moving picture."""
    kind = Path(replay).suffix.lower().removeprefix(".")
    if kind not in KINDS:
        allowed = ", ".join(f".{one}" for one in KINDS)
        raise InputError(_("found {found!r}", found=Path(replay).suffix or replay), key="--replay", allowed=allowed)
    stills = film_game(series_of(_written(setup)), progress_bar(_("turns")))
    write_atomic(Path(replay), moving_picture(stills, kind))
    say(_("gm: drawn into {file}", file=replay))


def _check_picture(plot: str, key: str, track: str, resume: str) -> None:
    """Raise InputError, before anything is played, if a picture cannot be written there or would take the place of another file."""
    path = Path(plot)
    if path.suffix.casefold() == ".png" and not can_render_png():
        raise needs_extra()
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InputError(_("its folder does not exist"), file=plot, key=key)
    if path.exists() and not path.is_file():
        raise InputError(_("is a folder or a device"), file=plot, key=key, allowed=_("the name of a file"))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(_("its folder is not writable"), file=plot, key=key)
    is_games = path.resolve() == Path(resume).resolve() or _are_one_file(path, Path(resume))
    if is_games or _are_one_file(path, Path(track)):
        message = _("is the file of the board or of the games")
        raise InputError(message, file=plot, key=key, allowed=_("a different file"))


def _are_one_file(path: Path, other: Path) -> bool:
    """Tell whether two paths that are written differently are one file, as where capitals make no difference."""
    return path.exists() and other.exists() and path.samefile(other)


def _written(setup: Setup) -> str:
    return dumps(dump_setup(setup), separators=(",", ":"))


def _played(setup: Setup, games: int, workers: int, cluster: str, resume: str) -> "Totals":
    """Return what came of the games; an interrupted run ends the command and says how to go on with it."""
    folder = "" if resume else mkdtemp(prefix="gm-simulate-")
    path = Path(folder, "games.jsonl") if folder else Path(resume)
    sums, done = Totals(setup), set()
    try:
        show = progress_bar(_("games"))
        with closing(Checkpoint(path, setup)) as book:
            for outcome in book.games():
                if outcome["game"] < games:
                    done.add(outcome["game"])
                    sums.add(outcome)
            left = [number for number in range(games) if number not in done]
            show(len(done), games)
            if left:
                with worker_pool(min(workers or _cores(), len(left)), cluster) as pool:
                    for outcomes in play_all(_written(setup), left, pool):
                        if outcomes:
                            book.add(outcomes)
                        for outcome in outcomes:
                            sums.add(outcome)
                        show(sums.games, games)
    except KeyboardInterrupt:
        folder = ""  # what is done is kept
        _say_how_to_go_on(path, games)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenExecutor:
        folder = ""
        say(_("gm: a worker was killed"))
        _say_how_to_go_on(path, games)
        raise typer.Exit(1) from None
    finally:
        if folder:
            rmtree(folder, ignore_errors=True)
    return sums


def _say_how_to_go_on(path: Path, games: int) -> None:
    done = min(games, max(0, path.read_bytes().count(b"\n") - 1)) if path.is_file() else 0
    sys.stderr.write("\r\x1b[K" if sys.stderr.isatty() else "")
    say(
        ngettext(
            "gm: {n} of {games} games is done and saved",
            "gm: {n} of {games} games are done and saved",
            done,
            games=games,
        )
    )
    say(_("gm: to go on, give the same command with --resume {file}", file=path))


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
