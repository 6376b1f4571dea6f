"""`gm plan`: what a seat could order."""

from typing import Annotated

import typer

from gm_tools.cli.app import command, examples
from gm_tools.cli.common import emit, progress_bar
from gm_tools.cli.options import AsFormat, AsJson, Lang, SeatName, StageName
from gm_tools.cli.tables import open_stage
from gm_tools.reports.plan import best_report, plan_report
from gm_tools.reports.report import scene_of
from gm_tools.table import seat_of


@command(
    epilog=examples(
        "gm plan dust Alice",
        "gm plan dust A --reach                       all tiles where the car can end this turn",
        "gm plan dust A --turns 3                     looking ahead",
        "gm plan papers A --best                      the shortest way home, alone, with its proof",
        "gm plan dust-turn-6.toml Alice --all --json  a published snapshot will do",
    )
)
def plan(
    table: StageName,
    seat: SeatName,
    turns: Annotated[
        int, typer.Option("--turns", metavar="N", min=1, max=5, help="Look this many own turns ahead.")
    ] = 1,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="Show this many orders.")] = 12,
    everything: Annotated[bool, typer.Option("--all", help="Show all orders that do something else.")] = False,
    reach: Annotated[bool, typer.Option("--reach", help="Draw the board with all that can be reached.")] = False,
    best: Annotated[
        bool, typer.Option("--best", help="Show a shortest way to the end, alone on the board, with proof.")
    ] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Show what a seat could order, best first, and what comes of it.

    Works from what the seat may know: a table's seed is not used, and a published snapshot needs no table at all. It assumes
    that the other seats stand still.
    """
    stage = open_stage(table)
    mark = seat_of(stage, seat).mark
    if best:
        emit(best_report(scene_of(stage, mark), stage.position, mark), markup, json=json)
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
    emit(report, markup, json=json)
