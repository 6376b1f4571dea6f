"""`gm try`: an order tried without a word to anybody."""

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, text_or_stdin
from gm_tools.cli.options import AsFormat, SeatName, StageName, argument, flag
from gm_tools.cli.tables import open_stage
from gm_tools.core.stage import seat_of
from gm_tools.reports.base import scene_of
from gm_tools.reports.trial import trial_report


@command(
    'gm try dust Alice "A(4M)"',
    'gm try dust A "A(A+1)(5M)" --whole',
    'gm try dust A "A(A+1)(5M) else (4M); turn 9: BB"   which one would be used, and why not the others',
    'gm try dust-turn-6.toml Alice "A(4M)"          a published snapshot will do',
)
def try_order(
    table: StageName,
    seat: SeatName,
    text: str = argument("ORDER", "The order to try; - for stdin."),
    whole: bool = flag("--whole", "Draw the whole board, not only the part around the path."),
    markup: AsFormat = None,
) -> None:
    """Try an order: its path, its costs, how it can come out.

    Of a sheet (see gm order) the first legal alternative for the next turn is carried out; why the others are not is
    said.

    Works from what the seat may know: a table's seed is not used, and a published snapshot needs no table at all.
    Nothing is written. Exit status 1 if the order is not legal.
    """
    stage = open_stage(table)
    mark = seat_of(stage, seat).mark
    scene = scene_of(stage, mark)
    report = trial_report(scene, stage.position, mark, text_or_stdin(text), turn=stage.turn + 1, whole_board=whole)
    emit(report, markup)
    if not report.data["legal"]:
        raise typer.Exit(1)
