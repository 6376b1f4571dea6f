"""The case files leave nothing out: every rule, option and kind of event that a case can show is in one of them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from gm_tools.conform import load_cases

CASES = Path(__file__).parent / "cases"


class Ground(NamedTuple):
    """What the cases of a game have to cover, as words."""

    rules: str  # IDs that a case can exercise
    elsewhere: str  # IDs that no case can show, which other tests are for
    options: str = ""
    editions: str = ""
    events: str = ""


GROUND = {
    "nascar": Ground(
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
    ),
    "monza": Ground(
        rules=" ".join(f"Z{number}" for number in range(1, 42)),
        elsewhere="",
        # Not missing_orders: a case says "auto" where a seat missed its turn.
        options="extra_step obligation last_round starter",
        events="""
        starter_drawn rolled moved stuck ousted extra_offered extra_stepped extra_declined arrived last_round race_over
        order_missed
        """,
    ),
    "tac": Ground(
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
    ),
}


@pytest.mark.parametrize("game", GROUND)
def test_every_rule_option_edition_and_event_is_in_some_case(game: str) -> None:
    cases = [case for path in sorted((CASES / game).glob("*.toml")) for case in load_cases(path)]
    ground = GROUND[game]
    rules = {rule for case in cases for rule in case.rules}
    options = {name for case in cases for name in case.options}
    editions = {case.options["edition"] for case in cases if "edition" in case.options}
    events = {kind for case in cases for kind in case.expect.get("events", ())}
    assert {
        "rules": sorted(set(ground.rules.split()) - rules),
        "options": sorted(set(ground.options.split()) - options),
        "editions": sorted(set(ground.editions.split()) - editions),
        "events": sorted(set(ground.events.split()) - events),
    } == {"rules": [], "options": [], "editions": [], "events": []}


@pytest.mark.parametrize("game", GROUND)
def test_cases_name_rules_that_there_are_and_at_least_one(game: str) -> None:
    known = {*GROUND[game].rules.split(), *GROUND[game].elsewhere.split()}
    odd = {
        f"{path.name}::{case.id}": sorted(set(case.rules) - known)
        for path in sorted((CASES / game).glob("*.toml"))
        for case in load_cases(path)
        if not case.rules or set(case.rules) - known
    }
    assert odd == {}
