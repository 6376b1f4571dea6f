"""A small race of its own, so that what is printed does not depend on the shipped tracks."""

from __future__ import annotations

from pathlib import Path

from gm_tools.core.game import Seat
from gm_tools.table import ChanceSource, Table, put_order
from tests.begin import begin_table

SEED = bytes(range(32))
SEATS = (Seat("A", "Alice", ("al1ce",), "turbo"), Seat("B", "Bob"), Seat("C", "Carol"))
TRACK = """\
+++
game = "nascar"
name = "Dirt Ring"
laps = 2
finish_heading = "E"
start_heading = "E"
start_speed = 4
bank_turn = "right"
+++
   *********xx=***********
  **********xx=************
 ****                   ****
****                     bbb
****                     bbb
****                     bbb
 ****                   ****
  *****........***********
   ****........**********
"""


def begin_race(path: Path, **options: object) -> Table:
    """Begin a race of three cars from a known seed."""
    return begin_table(path, "nascar", TRACK, SEATS, options, track="dirt-ring", chance=ChanceSource(seed=SEED))


def order_cars(path: Path, **orders: str) -> None:
    """Put orders in hand, by mark."""
    for seat, text in orders.items():
        put_order(path, seat, text, f"post by {seat}")
