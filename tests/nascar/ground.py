"""What the common tests need to know of nascar: tables to play, a track for simulations, what its cases have to cover."""

from gm_tools.core.game import Seat
from tests.ground import Coverage, Sample

SAMPLES = (
    Sample("", (Seat("A", "Alice", (), "turbo"), Seat("C", "Carol", (), "swaybars"), Seat("D", "Dan")), {}),
    Sample("", (Seat("A", "Alice", (), "performance"), Seat("C", "Carol"), Seat("D", "Dan")), {"edition": "vi"}),
)

SIMULATION_TRACK = "penny-egg"

COVERAGE = Coverage(
    rules="""
        N1.1 N1.2 N1.3 N1.4
        N2.1 N2.2 N2.3 N2.4 N2.5 N2.6 N2.7 N2.8 N2.9
        N3.1 N3.2 N3.3 N3.4 N3.5
        N4.1 N4.2 N4.3 N4.4
        N5.1 N5.2 N5.3 N5.4
        N6.1 N6.2 N6.3 N6.4 N6.5 N6.6
        N7.1 N7.2 N7.3 N7.4 N7.5 N7.6
        N8.1 N8.2
        N9.1 N9.2
        N10.1 N10.2 N10.3
        N11.1 N11.2
        N12.1 N12.2 N12.3 N12.4 N12.5 N12.6 N12.7 N12.8
        N13 N13.1 N13.2
        N14.1 N14.2
        N15 N16 N17 N18 N19
        """,
    # Faults of a board file are errors of a case, not its outcome; a case has one turn, and no end of the race.
    elsewhere="N13.3 N14.3",
    # Of the rest one would see nothing in a case: they act on the set-up, on the seed, or on missing orders.
    options="""
        edition laps unmarked_wild_cards slipstream_over_max slipstream_gap wild_card_limit finish_in_pits
        off_track_penalties oil_penalty crash_penalty
        """,
    editions="x xii ix vi v iii",
    # Not: order_missed, retired and amended, which no order brings about.
    events="""
        slipstreamed moved oil_slid sandbag_hit alley_cleared bank_turned off_track pit_entered pit_repaired
        pit_violation pit_left lap_completed finished crashed alley_laid
        """,
)
