"""The first post of a table whose set-up waits for a round of the beacon.

It says what is fixed, and what is not known to anybody yet.
"""

from __future__ import annotations

from pathlib import Path

from gm_tools.core.beacon import time_of
from gm_tools.core.blocks import Lines
from gm_tools.core.deadline import Deadline, dice_line
from gm_tools.core.i18n import _
from gm_tools.core.times import Moment, show_moment
from gm_tools.reports.base import Report, text_grid
from gm_tools.reports.fairness import Fairness, fairness_lines
from gm_tools.table.digests import setup_digest
from gm_tools.table.set_up import find_waiting
from gm_tools.table.table_file import read_table_file


def waiting_report(folder: Path) -> Report:
    """Return the first post of a table whose set-up is not drawn yet.

    Data: `table`, `game`, `rules_version`, `seats`, `options`, `commitment`, `hidden`, `round`, `at` (seconds since
    1970) and `digest`.
    """
    table, fixed = read_table_file(folder), find_waiting(folder)
    assert fixed is not None, "a table whose set-up is drawn has a post of turn 0"
    game, digest = table.game, setup_digest(folder).line()
    rows = [(seat.mark, seat.player, seat.extra) for seat in table.seats]
    seats = text_grid((_("Seat"), _("Player"), ""), rows, (seat.mark for seat in table.seats))
    options = [f"{key} = {value}" for key, value in table.options.items()]
    facts = [_("{game} on {track}", game=_(game.title), track=table.track or _("a board of its own")), *options]
    fairness = Fairness(table.commitment, hidden=table.hidden, key=table.commitment)
    when = show_moment(Moment(time_of(fixed.round)))
    lines = (
        *fairness_lines(fairness),
        dice_line(Deadline(1, round=fixed.round)._replace(turn=0)),
        _("It comes out {when}. The set-up is drawn from it then: until then nobody knows it.", when=when),
        digest,
    )
    data = {
        "table": table.name,
        "game": game.name,
        "rules_version": game.version,
        "seats": [{"mark": seat.mark, "player": seat.player, "extra": seat.extra} for seat in table.seats],
        "options": dict(table.options),
        "commitment": table.commitment,
        **({"hidden": table.hidden} if table.hidden else {}),
        "round": fixed.round,
        "at": time_of(fixed.round),
        "digest": digest,
    }
    blocks = (Lines("", tuple(facts)), seats, *game.board_blocks(table.board), Lines(_("Fairness"), lines))
    return Report("waiting", _("{table}: before the set-up", table=table.name), blocks, data)
