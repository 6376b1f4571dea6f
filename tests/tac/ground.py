"""What the common tests need to know of tac: tables to play, a track for simulations, what its cases have to cover."""

from gm_tools.core.game import Seat
from tests.ground import Coverage, Sample

SAMPLES = (
    Sample(
        "four-seats",
        (Seat("R", "Alice"), Seat("G", "Bob"), Seat("B", "Carol"), Seat("K", "Dan")),
        {"edition": "master", "dealer": "K"},
    ),
    Sample(
        "four-seats",
        tuple(Seat(mark, f"player {mark}") for mark in "RGBS"),
        {"variant": "double2", "letters": "RGBS", "people": "RB GS"},
    ),
    Sample(
        "six-seats",
        tuple(Seat(mark, f"player {mark}") for mark in "RGBKWC"),
        {"variant": "pairs6", "play_on": True},
    ),
)

SIMULATION_TRACK = "four-seats"

COVERAGE = Coverage(
    rules="""
        T1.2 T1.3 T1.4 T1.5 T1.6 T1.7 T1.8 T1.9
        T2.1 T2.2 T2.3 T2.4
        T3.2 T3.4 T3.5 T3.6 T3.7 T3.8 T3.9
        T4.1 T4.2 T4.3 T4.4 T4.5 T4.6 T4.7 T4.8 T4.9 T4.10 T4.11 T4.12
        T5.1 T5.2 T5.3 T5.4 T5.5 T5.6
        T6.1 T6.2.1 T6.2.2 T6.2.3 T6.3.1 T6.3.2 T6.3.3 T6.4.1 T6.4.2 T6.4.3 T6.4.4 T6.4.5 T6.4.6 T6.4.7 T6.4.8
        T6.4.9 T6.5.1 T6.5.2 T6.5.3 T6.5.4 T6.5.5 T6.6.1 T6.6.2 T6.6.3 T6.6.4 T6.6.5 T6.6.6
        T7.1 T7.2 T7.3 T7.4 T7.5 T7.6 T7.7 T7.8 T7.9 T7.10 T7.11 T7.12 T7.13 T7.14 T7.15
        T8.1 T8.2 T8.3 T8.4 T8.5 T8.6 T8.7
        T9.1 T9.2.1 T9.2.2 T9.2.3 T9.2.4 T9.2.5 T9.2.6 T9.3.1 T9.3.2 T9.3.3 T9.3.4 T9.3.5 T9.4.1 T9.4.2 T9.4.3
        T9.4.4 T9.4.5 T9.4.6 T9.4.7 T9.5.1 T9.5.2 T9.5.3 T9.5.4 T9.5.5 T9.6.1 T9.6.2 T9.6.3 T9.6.4 T9.6.5
        T9.6.6
        T10.1 T10.2 T10.3 T10.4 T10.5 T10.6 T10.7 T10.8
        T11.1 T11.3 T11.4 T11.5 T11.6
        T12.6
        T13.1 T13.2 T13.3 T13.4 T13.5 T13.6 T13.7 T13.8 T13.9 T13.10
        T14.3
        T15.1 T15.2
        T18.1 T18.2 T18.3 T18.4 T18.5
        """,
    # Drawing lots, shuffling and dealing, who may know what, board files: nothing that a case could show.
    elsewhere="""
        T1.1 T2.5 T3.1 T3.3 T10.9 T11.2 T12.1 T12.2 T12.3 T12.4 T12.5 T12.7 T14.1 T14.2 T14.4 T14.5 T14.6
        T14.7 T14.8
        """,
)
