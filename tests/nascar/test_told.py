"""What the words of a report say where the rules are easily misread."""

from __future__ import annotations

import pytest

from gm_tools.core.draws import fork
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.report import describe
from gm_tools.reports.base import Scene
from gm_tools.reports.best_orders import plan_report
from tests.nascar.test_several_turns import HEAD, race, rules_of, turn

PITS = HEAD + "*#*P*=*#*\n"


def test_a_crossing_in_the_pits_that_does_not_finish_is_reported() -> None:
    events, _ = turn(race(PITS, A={"at": [0, 3], "speed": 3, "laps": 1}), A="3M")
    assert describe(events[0]).endswith("; crossing the line in the pits does not finish the race [N12.8]")
    assert [event.kind for event in events] == ["moved", "pit_repaired"]


def test_a_crossing_that_counts_is_not_reported_as_one_in_the_pits() -> None:
    for laps, options in ((0, {}), (1, {"finish_in_pits": True})):
        events, _ = turn(race(PITS, options, A={"at": [0, 3], "speed": 3, "laps": laps}), A="3M")
        assert "N12.8" not in describe(events[0])


def test_the_rule_of_leaving_the_track_after_oil() -> None:
    road = HEAD + "***o  \n" + "****  \n" + " " * 6 + "\n"
    for edition, rule in (("x", "N6.4"), ("v", "N6.3")):
        position = race(road, {"edition": edition}, A={"at": [0, 1], "speed": 5})
        events, _ = turn(position, {"oil": ["right"]}, A="5M")
        (left,) = [event for event in events if event.kind == "off_track"]
        assert left.data["spaces"] == 3
        assert describe(left).endswith(f"[{rule}]")


def test_no_orders_once_the_game_master_has_ended_the_race() -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0], "speed": 1})
    assert rules_of(position, "A", "M") == []
    ended = position._replace(ended=True)
    assert rules_of(ended, "A", "M") == ["N14.3"]
    assert list(GAME.legal_orders(ended, "A")) == []


def test_turns_are_not_amended() -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0], "speed": 1})
    with pytest.raises(InputError, match="found 7") as error:
        GAME.tell_amendment(position, position._replace(turn=7))
    assert (error.value.key, error.value.allowed) == ("turn", "0: gm undo takes turns back")


def test_a_car_that_runs_is_not_amended_to_have_completed_all_laps() -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0], "speed": 1, "laps": 1})
    (car,) = position.cars
    done = position._replace(cars=(car._replace(laps=2),))
    with pytest.raises(InputError, match="laps counts completed laps, found 2 of 2") as error:
        GAME.tell_amendment(position, done)
    assert (error.value.key, error.value.allowed) == ("cars.A.laps", "at most 1 for a car that still runs")
    for other in (car._replace(laps=0), car._replace(laps=2, finished=1), car._replace(laps=2, retired=True)):
        GAME.tell_amendment(position, position._replace(cars=(other,)))
    # A position that was so before, as that of a case may be, is not held against another change.
    GAME.tell_amendment(done, done._replace(cars=(car._replace(laps=2, speed=3),)))


@pytest.mark.parametrize(("key", "value"), [("heading", 99), ("heading", "up"), ("special", 7)])
def test_a_value_of_another_type_is_refused_with_the_values_there_are(key: str, value: object) -> None:
    with pytest.raises(InputError, match=f"found {value!r}") as error:
        race(HEAD + "****\n", A={"at": [0, 0], key: value})
    allowed = {"heading": "N, NE, E, SE, S, SW, W, NW", "special": "turbo, swaybars, performance"}
    assert (error.value.key, error.value.allowed) == (key, allowed[key])


def test_a_player_who_is_out_of_the_race_is_told_so_instead_of_a_plan() -> None:
    runs = {"at": [0, 0], "speed": 1}
    position = race(HEAD + "****\n", A=runs, C={**runs, "retired": True}, D={**runs, "finished": 1})
    scene = Scene("ring", GAME, [Seat(car.seat, f"player {car.seat}") for car in position.cars], "C")
    for seat, message in (
        ("C", "car C has retired: it takes no more orders"),
        ("D", "car D has finished (place 1): it takes no more orders"),
    ):
        with pytest.raises(InputError) as error:
            plan_report(scene, position, seat)
        assert str(error.value) == f"{message} (allowed: A)"


def test_a_change_between_moves_is_left_out_of_a_dry_run() -> None:
    position = race(HEAD + "*" * 9 + "\n", A={"at": [0, 0], "speed": 2})
    order = GAME.parse_order("M(A+1)(R+1)")
    (branch,) = fork(lambda draws: GAME.trial(position, "A", order, draws))  # type: ignore[arg-type]
    kinds = [event.kind for event in branch.outcome.events]
    assert kinds == ["moved", "off_track"]
    assert branch.outcome.after.wild_cards == 7
