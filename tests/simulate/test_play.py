"""A game played by bots: the same from the same set-up and number, in every game, and what is counted is what happened."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

from gm_tools.core.blocks import picture_lines
from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES, find
from gm_tools.simulate.checkpoint import _is_outcome
from gm_tools.simulate.figures import FIGURES
from gm_tools.simulate.play import choose, play_game, play_games, series_of
from gm_tools.simulate.setup import RANDOM, dump_setup, load_setup
from gm_tools.table.carry_out import carry_out, set_up
from tests.ground import GROUNDS, Sample
from tests.samples import SOME, board_of
from tests.simulate.samples import a_series, a_setup, dump

TRACKS = {name: ground.simulation_track for name, ground in GROUNDS.items()}
GAMES = pytest.mark.parametrize("name", GROUNDS)


@GAMES
def test_a_game_is_a_function_of_set_up_and_number(name: str) -> None:
    setup = a_setup(name, TRACKS[name], max_turns=6)
    once = play_games(dump(setup), [3, 4])
    series_of.cache_clear()
    assert [play_game(a_series(setup), number) for number in (4, 3)] == once[::-1]
    assert once[0] != once[1]
    assert play_game(a_series(setup._replace(seed="another")), 3) != once[0]


@GAMES
def test_the_outcome_of_a_game_survives_json(name: str) -> None:
    outcome = play_game(a_series(a_setup(name, TRACKS[name], max_turns=4)), 0)
    assert json.loads(json.dumps(outcome)) == outcome


def test_an_outcome_holds_every_figure_and_a_file_without_one_holds_no_game() -> None:
    outcome = play_game(a_series(a_setup()), 0)
    assert _is_outcome(outcome, len(outcome["seats"]))
    for figure in FIGURES:
        assert outcome[figure.name] >= 0
        lacking = {key: value for key, value in outcome.items() if key != figure.name}
        assert not _is_outcome(lacking, len(outcome["seats"]))


@GAMES
def test_all_that_a_game_counts_has_a_name_and_a_place(name: str) -> None:
    setup = a_setup(name, TRACKS[name], max_turns=12)
    series = a_series(setup)
    known = {count.name for count in series.tally.counts}
    assert set(series.tally.mishaps) <= known
    outcomes = [play_game(series, number) for number in range(3)]
    for outcome in outcomes:
        assert set(outcome["counts"]) <= known
        assert sorted(slot for side in outcome["sides"] for slot in side) == list(range(len(setup.seats)))
        assert sorted(outcome["seats"]) == list(range(len(setup.seats)))
        for name_of_count, tiles in outcome["tiles"].items():
            assert sum(tiles.values()) == outcome["counts"][name_of_count]
            for tile in tiles:
                assert series.tally.place(series.board, int(tile))


@GAMES
def test_a_heat_map_shows_its_digits_and_is_as_wide_as_the_board(name: str) -> None:
    series = a_series(a_setup(name, TRACKS[name], max_turns=12))
    tiles = next(iter(play_game(series, 0)["tiles"].values()))
    picture = series.tally.heat_map(series.board, {int(tile): 9 for tile in tiles}, "Here")
    assert picture.title == "Here"
    hot = [span.text.strip() for row in picture.rows for span in row if span.role == "heat5"]
    assert sum(text.count("9") for text in hot) == len(tiles)
    cold = series.tally.heat_map(series.board, {}, "")
    assert all(
        len(one.rstrip()) <= len(other) + 4
        for one, other in zip(picture_lines(picture), picture_lines(cold), strict=True)
    )


@pytest.mark.parametrize(("name", "sample"), [(name, sample) for name in NAMES for sample in SOME[name]])
def test_slots_sides_and_winners_are_the_seats(name: str, sample: Sample) -> None:
    game = find(name)
    assert game.tally is not None
    tally = game.tally()
    position = set_up(game, board_of(game, sample), sample.seats, sample.options, Seeded(bytes(32)))[0].position
    marks = sorted(seat.mark for seat in sample.seats)
    assert sorted(tally.slots(position)) == marks
    assert sorted(seat for side in tally.sides(position) for seat in side) == marks
    assert tally.turns(position) == 0
    assert tally.winners(position) == ()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_played_out_game_names_its_winners_and_when(seats: int) -> None:
    series = a_series(a_setup(seats=seats))
    for number in range(6):
        outcome = play_game(series, number)
        assert outcome["over"]
        assert outcome["won"]
        assert 1 <= outcome["led_at"] <= outcome["won_at"] <= outcome["turns"]
        assert outcome["leads"] < outcome["turns"]


def test_a_game_that_takes_too_long_is_broken_off() -> None:
    outcome = play_game(a_series(a_setup(max_turns=2)), 0)
    assert (outcome["turns"], outcome["over"], outcome["won"], outcome["won_at"]) == (2, False, [], 0)


def test_leads_and_overtakings_are_counted_from_the_running_order() -> None:
    series = a_series(a_setup(seats=3))
    orders: dict[int, list[str]] = {}  # by turn, as it was first seen when the turn was over
    for position in _replay(series, 5):
        orders.setdefault(series.tally.turns(position), [seat for (seat,) in series.tally.sides(position)])
    rows = [order for turn, order in sorted(orders.items()) if turn]
    pairs = list(pairwise(rows))
    passed = sum(was.index(ahead) > was.index(behind) for was, now in pairs for ahead, behind in combinations(now, 2))
    outcome = play_game(series, 5)
    assert outcome["leads"] == sum(was[0] != now[0] for was, now in pairs) > 0
    assert outcome["overtakes"] == passed > outcome["leads"]
    assert outcome["led_at"] == 1 + max(at for at, (was, now) in enumerate(pairs, 1) if was[0] != now[0])


def _replay(series: Any, number: int) -> Iterator[Any]:
    """Yield the positions of a game, played again by hand."""
    from hmac import digest

    setup, game, _, board = series
    seed = setup.seed_of(number)
    position = set_up(game, board, setup.seats_of(number), setup.options, Seeded(seed))[0].position
    yield position
    step = 0
    while not game.is_over(position):
        orders = {
            seat: choose(game, position, seat, RANDOM, Seeded(digest(seed, f"bot/{step}/{seat}".encode(), "sha256")))
            for seat in game.awaited(position)
        }
        position = carry_out(game, position, orders, (), Seeded(seed))[0].position
        step += 1
        yield position


def test_seats_move_round_the_slots_from_game_to_game() -> None:
    setup = a_setup(seats=3, bots=("hard", "easy"))
    assert ["".join(seat.mark for seat in setup.seats_of(number)) for number in range(4)] == [
        "RYG",
        "YGR",
        "GRY",
        "RYG",
    ]
    assert [setup.bot_of(seat) for seat in range(3)] == ["hard", "easy", "hard"]
    met = Counter(tuple(play_game(a_series(setup._replace(bots=(RANDOM,))), number)["seats"]) for number in range(6))
    assert met == {(0, 1, 2): 2, (1, 2, 0): 2, (2, 0, 1): 2}


def test_a_set_up_survives_being_sent() -> None:
    setup = a_setup(options={"extra_step": True})
    setup = setup._replace(seats=tuple(seat._replace(extra="x") for seat in setup.seats))
    assert load_setup(json.loads(json.dumps(dump_setup(setup)))) == setup


def test_an_illegal_order_of_a_bot_is_reported_as_a_bug() -> None:
    series = a_series(a_setup(bots=("hard",)))
    wrong = series.game.parse_order("R1 R2 R3 R1 R2 R3 R1 R2")
    cheating = series._replace(game=series.game._replace(bot=lambda *_: wrong))
    with pytest.raises(RuntimeError, match=r"game 2: bot hard of seat . orders "):
        play_game(cheating, 2)


@GAMES
def test_too_many_seats_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="found 99"):
        a_setup(name, TRACKS[name], seats=99)


def test_tac_has_the_seats_of_the_variant() -> None:
    assert a_setup("tac", "four-seats", options={"variant": "double2"}).seats == (
        Seat("R", "player R"),
        Seat("G", "player G"),
        Seat("B", "player R"),
        Seat("K", "player G"),
    )
    with pytest.raises(InputError, match="allowed: pairs6, trios6"):
        a_setup("tac", "six-seats")
    with pytest.raises(InputError, match="allowed: 2"):
        a_setup("tac", "four-seats", seats=4, options={"variant": "duel2"})
