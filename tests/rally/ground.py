"""What the common tests need to know of rally: tables to play, a track for simulations, what its cases have to cover."""

from gm_tools.core.game import Seat
from tests.ground import Coverage, Sample

SAMPLES = (
    Sample("envelope", (Seat("A", "Alice"), Seat("C", "Carol", ("caz",)), Seat("D", "Dan")), {}),
    Sample(
        "goat_path",
        (Seat("A", "Alice"), Seat("B", "Bob"), Seat("C", "Carol")),
        {"crash": "back", "corners": "clear", "meeting": "back", "grid": "draw"},
    ),
)

SIMULATION_TRACK = "goat_path"

COVERAGE = Coverage(
    rules="""
        V1.1 V1.2 V1.3 V1.4 V1.5
        V2.1 V2.2 V2.3 V2.4 V2.5 V2.6
        V3.1 V3.2 V3.3
        V4.1 V4.2 V4.3 V4.4 V4.5
        V5.1 V5.2 V5.3 V5.4
        V6.1 V6.2 V6.3
        V7.1 V7.2 V7.3
        V8.1 V8.2
        """,
    elsewhere="",
    options="laps crash lost_turns corners meeting surfaces grid missing_orders",
    events="order_missed moved checkpoint_passed lap_completed slowed crashed finished met sat_out",
)
