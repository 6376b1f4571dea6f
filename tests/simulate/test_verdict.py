"""Verdicts on made-up games: fair, favoured, hopeless, dull, too long."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tools.simulate.intervals import share
from gm_tools.simulate.totals import Totals
from gm_tools.simulate.verdict import FEWEST_FAIR, FEWEST_GAMES, rate_track
from tests.simulate.samples import a_series, a_setup

SETUP = a_setup(seats=4)
TALLY = a_series(SETUP).tally


def outcome(number: int, won: tuple[int, ...], **changes: Any) -> dict[str, Any]:
    """Return a good game of four seats."""
    made: dict[str, Any] = {
        "game": number,
        "turns": 20,
        "over": True,
        "sides": [[0], [1], [2], [3]],
        "seats": [0, 1, 2, 3],
        "won": list(won),
        "won_at": 20,
        "led_at": 18 if number % 2 else 3,
        "leads": 3,
        "overtakes": 9,
        "counts": {"ousted": 6},
        "tiles": {},
    }
    return {**made, **changes}


def games(shares: tuple[int, ...], count: int = 400, **changes: Any) -> Totals:
    """Return games of which the slots win so many in turn: (2, 1, 1) is half of them for the first."""
    sums = Totals(SETUP)
    row = [slot for slot, share in enumerate(shares) for _ in range(share)]
    for number in range(count):
        sums.add(outcome(number, (row[number % len(row)],), **changes))
    return sums


@pytest.mark.parametrize(
    ("shares", "fair"),
    [
        ((1, 1, 1, 1), "yes"),
        ((9, 8, 8, 8), "yes"),
        ((4, 3, 3, 2), "nearly"),
        ((6, 2, 2, 2), "no"),
        ((4, 4, 4, 0), "no"),
    ],
)
def test_a_track_is_fair_if_the_slots_win_alike(shares: tuple[int, ...], fair: str) -> None:
    verdict = rate_track(games(shares), TALLY)
    assert verdict.fair == fair, verdict
    assert verdict.fun == "yes", verdict


def test_a_favoured_slot_is_named() -> None:
    lines = rate_track(games((6, 2, 2, 2)), TALLY).lines
    assert lines[0] == "not fair, fun"
    assert "start slot 1 wins 50% of its games; 25% would be even" in lines


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"leads": 0}, "the lead changes only 0 times a game"),
        ({"led_at": 2}, "only 0% of the games are decided in their last third"),
        ({"counts": {}}, "nothing ever goes wrong for anybody"),
        ({"counts": {"ousted": 0}}, "nothing ever goes wrong for anybody"),
        ({"counts": {"ousted": 100}}, "cars put back: 1.2 for each player and turn is a lottery"),
        ({"turns": 5, "won_at": 5, "led_at": 5}, "with 5 rounds it is over before it has begun"),
        ({"turns": 200}, "200 rounds are too many for a thread"),
        ({"over": False}, "400 games were not finished"),
    ],
    ids=str,
)
def test_a_dull_track_is_said_to_be_no_fun_and_why(changes: dict[str, Any], said: str) -> None:
    verdict = rate_track(games((1, 1, 1, 1), **changes), TALLY)
    assert (verdict.fair, verdict.fun) == ("yes", "no")
    assert verdict.lines[0] == "fair, not much fun"
    assert said in verdict.lines


def test_few_games_and_games_without_winners_are_not_judged() -> None:
    assert rate_track(games((1, 1, 1, 1), FEWEST_GAMES - 1), TALLY).fair == "unknown"
    some = rate_track(games((1, 1, 1, 1), FEWEST_GAMES), TALLY)
    assert (some.fair, some.fun) == ("unknown", "yes")
    assert some.lines[:2] == ("perhaps fair, fun", "20 games with a winner are too few to call it fair, 100 are needed")
    assert rate_track(games((1, 0, 0, 0), FEWEST_GAMES), TALLY).fair == "no"
    assert rate_track(games((1, 1, 1, 1), FEWEST_FAIR), TALLY).fair == "yes"
    nobody = Totals(SETUP)
    for number in range(200):
        nobody.add(outcome(number, (), over=False, won_at=0, led_at=0))
    assert rate_track(nobody, TALLY).lines[0] == "no verdict: nobody has won any of the games"


def test_a_favoured_slot_is_named_after_few_games_too() -> None:
    verdict = rate_track(games((4, 2, 2, 2), 90), TALLY)
    assert verdict.fair == "unknown"
    assert verdict.lines[:3] == (
        "fair enough so far, fun",
        "90 games with a winner are too few to call it fair, 100 are needed",
        "start slot 1 wins 40% of its games; 25% would be even",
    )


def test_games_that_nobody_has_won_say_nothing_of_fairness() -> None:
    sums = Totals(SETUP)
    for number in range(200):
        won = (number % 4,) if number < FEWEST_GAMES - 1 else ()
        sums.add(outcome(number, won, over=bool(won), turns=7, won_at=7 if won else 0, led_at=6 if won else 0))
    verdict = rate_track(sums, TALLY)
    assert (verdict.fair, verdict.fun) == ("unknown", "no")
    assert verdict.lines[:2] == (
        "fair or not, not much fun",
        "19 games with a winner are too few to call it fair, 20 are needed",
    )
    assert not any("over before" in line for line in verdict.lines)  # no, they were broken off


def test_a_mishap_in_few_games_is_still_counted() -> None:
    sums = Totals(SETUP)
    for number in range(100):
        sums.add(outcome(number, (number % 4,), counts={"ousted": int(number % 10 == 0)}))
    assert "hardly anything goes wrong: 0.1 times a game" in rate_track(sums, TALLY).lines


def test_seats_of_a_kind_win_together_or_at_each_others_cost() -> None:
    teams = Totals(SETUP)
    for number in range(40):
        teams.add(outcome(number, (0,), sides=[[0, 2], [1, 3]]))
    hard, easy = teams.by_kind(("hard", "easy", "hard", "easy"))
    assert (hard.share.hits, hard.share.of, hard.share.share, hard.even) == (80, 80, 1.0, 0.5)
    assert hard.share[3:] == share(40, 40)[3:]  # 40 games, not 80
    assert easy.share[3:] == share(0, 40)[3:]
    races = Totals(SETUP)
    for number in range(20):
        races.add(outcome(number, (number % 2,)))
    fast, slow = races.by_kind(("fast", "fast", "slow", "slow"))
    assert (fast.share.share, fast.share.high) == (0.5, 0.5)  # two seats cannot both win
    assert fast.share.low == pytest.approx(share(20, 20).low / 2)
    assert slow.share.high == pytest.approx(share(0, 20).high / 2)
    assert Totals(SETUP).by_kind(("fast", "fast", "slow", "slow")) == ()


def test_all_in_one_team_are_neither_fair_nor_unfair() -> None:
    sums = Totals(SETUP)
    for number in range(200):
        sums.add(outcome(number, (0,), sides=[[0, 1, 2, 3]], leads=0))
    verdict = rate_track(sums, TALLY)
    assert (verdict.fair, verdict.fun) == ("unknown", "yes")
    assert sums.fairness() is None


def test_shared_wins_count_in_parts() -> None:
    sums = Totals(SETUP)
    for number in range(6):
        sums.add(outcome(number, (0, 1, 3)))
    assert [wins.share.hits for wins in sums.by_slots()] == pytest.approx([2, 2, 0, 2])
    assert [wins.even for wins in sums.by_slots()] == [0.25] * 4


def test_teams_are_compared_as_teams() -> None:
    sums = Totals(SETUP)
    for number in range(30):
        sums.add(outcome(number, (number % 2,), sides=[[0, 2], [1, 3]]))
    assert [(wins.name, wins.share.hits, wins.even) for wins in sums.by_slots()] == [("1+3", 15, 0.5), ("2+4", 15, 0.5)]
    chance = sums.fairness()
    assert chance is not None
    assert (chance.degrees, chance.p) == (1, 1)


def test_the_order_in_which_games_come_in_does_not_matter() -> None:
    forth, back = Totals(SETUP), Totals(SETUP)
    row = [outcome(number, (number % 3, 3)[: 1 + number % 2], turns=number % 7) for number in range(60)]
    for one, other in zip(row, row[::-1], strict=True):
        forth.add(one)
        back.add(other)
    assert forth.by_slots() == back.by_slots()
    assert forth.fairness() == back.fairness()
    assert forth.figure("turns") == back.figure("turns")
