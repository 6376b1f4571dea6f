"""`gm plan`: what a seat could order."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, progress_bar
from gm_tools.cli.options import AsFormat, SeatName, StageName, flag, option
from gm_tools.cli.tables import open_stage
from gm_tools.core.stage import seat_of
from gm_tools.reports.base import scene_of
from gm_tools.reports.best_orders import best_report, plan_report


@command(
    "gm plan dust Alice",
    "gm plan dust A --reach                       all tiles where the car can end this turn",
    "gm plan dust A --turns 3                     looking ahead",
    "gm plan papers A --best                      the shortest way home, alone, with its proof",
    "gm plan dust-turn-6.toml Alice --all --json  a published snapshot will do",
)
def plan(
    table: StageName,
    seat: SeatName,
    turns: int = option("--turns", "N", "Look this many own turns ahead.", default=1, min=1, max=5),
    top: int = option("--top", "N", "Show this many orders.", default=12, min=1),
    everything: bool = flag("--all", "Show all orders that do something else."),
    reach: bool = flag("--reach", "Draw the board with all that can be reached."),
    best: bool = flag("--best", "Show a shortest way to the end, alone on the board, with proof."),
    markup: AsFormat = None,
) -> None:
    """Show what a seat could order, best first, and what comes of it.

    Works from what the seat may know: a table's seed is not used, and a published snapshot needs no table at all. It
    assumes that the other seats stand still.
    """
    stage = open_stage(table)
    mark = seat_of(stage, seat).mark
    if best:
        emit(best_report(scene_of(stage, mark), stage.position, mark), markup)
        return
    report = plan_report(
        scene_of(stage, mark),
        stage.position,
        mark,
        turns=turns,
        top=0 if everything else top,
        reach=reach,
        progress=progress_bar("plans"),
    )
    emit(report, markup)
