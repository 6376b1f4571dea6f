"""What the common tests need to know of monza: tables to play, a track for simulations, what its cases have to cover."""

from gm_tools.core.game import Seat
from tests.ground import Coverage, Sample

SAMPLES = (
    Sample("pine_oval", (Seat("R", "Alice"), Seat("G", "Nina", ("nini",)), Seat("W", "Dan")), {"starter": "draw"}),
    Sample(
        "cliff_road",
        tuple(Seat(mark, f"player {mark}") for mark in "PBWGYR"),
        {"extra_step": True, "last_round": "one_more", "obligation": "stuck"},
    ),
)

SIMULATION_TRACK = "cliff_road"

COVERAGE = Coverage(
    rules=" ".join(f"Z{number}" for number in range(1, 42)),
    elsewhere="",
    # Not missing_orders: a case says "auto" where a seat missed its turn.
    options="extra_step obligation last_round starter",
    events="""
        starter_drawn rolled moved stuck ousted extra_offered extra_stepped extra_declined arrived last_round race_over
        order_missed
        """,
)
