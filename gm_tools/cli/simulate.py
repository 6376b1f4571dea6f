"""The command that plays whole games by bots: `simulate`."""

import sys
from pathlib import Path

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, progress_bar, read_pairs, say
from gm_tools.cli.completion import complete_tables
from gm_tools.cli.options import AsFormat, GameName, GameOptions, TrackName, argument, option
from gm_tools.cli.pictures import check_file, film_kind
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.games import EXAMPLE
from gm_tools.render.layout import can_render_png
from gm_tools.render.moving import moving_picture
from gm_tools.render.plot import render
from gm_tools.render.png import needs_extra, rasterize
from gm_tools.simulate.charts import charts
from gm_tools.simulate.film import film_game
from gm_tools.simulate.play import series_of
from gm_tools.simulate.run import BrokenOff, run_games
from gm_tools.simulate.setup import Setup, check_setup, parse_bots, setup_of_table, usual_seats, write_setup
from gm_tools.simulate.summary import simulation_report
from gm_tools.table import open_table
from gm_tools.table.boards import find_board
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

    Shows who wins from which start slot, how long games are, how often the lead changes and what happens where. The
    result depends on set-up, seed and number of games alone, not on how many workers there are. Ctrl-C keeps the games
    that are done.
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
    series = series_of(write_setup(setup))
    if plot:
        _check_picture(plot, "--plot", track, resume)
    if replay:
        _check_picture(replay, "--replay", track, resume)
        kind = film_kind(replay, "--replay")
        _draw(replay, moving_picture(film_game(series, progress_bar(_("turns"))), kind))
    try:
        sums = run_games(setup, games, workers, cluster, resume, progress_bar(_("games")))
    except BrokenOff as broken:
        _say_how_to_go_on(broken, games)
        raise typer.Exit(1 if broken.is_bereft else INTERRUPTED) from None
    report = simulation_report(series, sums)
    if plot:  # first: whoever reads the report may close the pipe before its end
        drawn = render(report, charts(series, sums))
        is_png = Path(plot).suffix.casefold() == ".png"
        _draw(plot, rasterize(drawn) if is_png else drawn.encode(errors="replace"))  # a seed may be any bytes
    emit(report, markup)


def _draw(file: str, picture: bytes) -> None:
    write_atomic(Path(file), picture)
    say(_("gm: drawn into {file}", file=file))


def _check_picture(file: str, key: str, track: str, resume: str) -> None:
    """Raise InputError, before anything is played, if a picture cannot be written there.

    It may not take the place of another file, either.
    """
    path = Path(file)
    if path.suffix.casefold() == ".png" and not can_render_png():
        raise needs_extra()
    check_file(file, key)
    is_games = path.resolve() == Path(resume).resolve() or _are_one_file(path, Path(resume))
    if is_games or _are_one_file(path, Path(track)):
        message = _("is the file of the board or of the games")
        raise InputError(message, file=file, key=key, allowed=_("a different file"))


def _are_one_file(path: Path, other: Path) -> bool:
    """Tell whether two paths that are written differently are one file, as where capitals make no difference."""
    return path.exists() and other.exists() and path.samefile(other)


def _say_how_to_go_on(broken: BrokenOff, games: int) -> None:
    if broken.is_bereft:
        say(_("gm: a worker was killed"))
    sys.stderr.write("\r\x1b[K" if sys.stderr.isatty() else "")
    say(
        ngettext(
            "gm: {n} of {games} games is done and saved",
            "gm: {n} of {games} games are done and saved",
            broken.done,
            games=games,
        )
    )
    say(_("gm: to go on, give the same command with --resume {file}", file=broken.file))
