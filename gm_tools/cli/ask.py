"""`gm ask`: a player was asked about an order."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import now_of, tell
from gm_tools.cli.options import Now, SeatName, TableName, flag
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.stage import seat_of
from gm_tools.core.times import Moment, show_moment
from gm_tools.table import open_table
from gm_tools.table.asked_file import note_asked


@command("gm ask dust Fuse", "gm ask dust F --drop                             he has answered")
def ask(
    table: TableName,
    seat: SeatName,
    drop: bool = flag("--drop", "Forget it: the player has answered."),
    now: Now = "",
) -> None:
    """Note that you have asked a player about an order.

    The words to ask with are among the replies of gm collect. Until the turn is resolved gm collect says when you
    asked; nothing goes to a forum.
    """
    folder = find_table(table)
    found = seat_of(open_table(folder), seat)
    time = "" if drop else show_moment(Moment(now_of(now)))
    note_asked(folder, found.mark, time)
    if drop:
        tell(_("{player} ({seat}): nothing is asked any more.", player=found.player, seat=found.mark))
    else:
        tell(_("{player} ({seat}) was asked {time}.", player=found.player, seat=found.mark, time=time))
