"""What the common tests need to know of tacara: tables to play, a track for simulations, what its cases have to cover."""

from gm_tools.core.game import Seat
from tests.ground import Coverage, Sample

SAMPLES = (
    Sample("", (Seat("1", "Alice"), Seat("2", "Bob"), Seat("3", "Carol")), {}),
    Sample(
        "",
        (Seat("A", "Alice"), Seat("C", "Bob"), Seat("D", "Alice"), Seat("E", "Bob")),
        {"drafting": True, "points": True},
    ),
)

SIMULATION_TRACK = "harbour_ring"

COVERAGE = Coverage(
    rules=" ".join(f"C{number}" for number in range(1, 67) if number != 61),
    # The timer of a table, and the colours of the cars in pictures: nothing that a case could show.
    elsewhere="C61 C67",
    # Not missing_orders: a case says "auto" where a seat missed its turn.
    options="course drafting points points_table first_turn shift_table",
    events="""
        row_drawn moved chip_back crashed finished held turbo_played followed grid_drawn shifted follow_offered race_over
        line_crossed chip_taken bonus_used righted bonus_gained left chip_gained refuelled
        """,
)
