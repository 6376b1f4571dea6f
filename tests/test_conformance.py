"""What must hold for every registered game, whatever it is."""

from __future__ import annotations

import json
import tomllib
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Recorded, Seeded, fork
from gm_tools.core.events import GM, PUBLIC, dump_event, load_event, view_events
from gm_tools.core.game import STRENGTHS
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.toml import format_toml
from gm_tools.games import find
from tests import effort
from tests.ground import Sample, format_board
from tests.samples import SAMPLES, SOME, board_of, play, start

CASES = [
    pytest.param(name, sample, id=f"{name}{n}") for name, samples in SOME.items() for n, sample in enumerate(samples)
]
GAMES = [pytest.param(name, id=name) for name in SAMPLES]
FEW = effort.search(daily=2, long=20)
seeds = st.integers(0, 2**64)


def write_out(game: Any, position: Any) -> str:
    """Return a position as TOML."""
    return format_toml(game.dump_position(position))


def plain(game: Any, position: Any) -> dict[str, Any]:
    """Return a position as it comes back from TOML."""
    return tomllib.loads(write_out(game, position))


@pytest.mark.parametrize("name", GAMES)
def test_grammar_is_free_of_conflicts_and_collisions(name: str) -> None:
    import interegular  # noqa: F401  (without it lark does not look for collisions)
    from lark import Lark

    text = (folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")
    Lark(text, parser="lalr", strict=True)


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_track_is_sound_and_prints_back(name: str) -> None:
    game = find(name)
    tracks = sorted((folder("tracks") / name).glob("*.txt"))
    assert tracks
    for track in tracks:
        text = track.read_bytes().decode("utf-8")
        board = game.parse_board(text)
        assert game.check_board(board, 0) == (), track.stem
        assert format_board(board) == text, track.stem
        assert game.board_blocks(board)


@pytest.mark.parametrize("name", GAMES)
def test_text_that_is_not_a_board_is_refused_in_words(name: str) -> None:
    game = find(name)
    for text in (
        "",
        "\n\n",
        "+++\n",
        "+++\n+++\n",
        "no board",
        "+++\n= 1\n+++\n*",
        "+++\nsurprise = 1\n+++\n*\n",
        "\t",
    ):
        with pytest.raises(InputError):
            game.parse_board(text)


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_orders_print_and_read_back_and_are_accepted(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    for step in play(name, sample, seed, 8):
        for seat in game.awaited(step.before):
            for order in islice(game.legal_orders(step.before, seat), 60):
                assert game.parse_order(game.format_order(order)) == order
                assert game.check(step.before, seat, order) == ()


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_positions_and_events_survive_toml(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    for step in play(name, sample, seed, 12):
        board = board_of(game, sample)
        data = plain(game, step.after)
        assert plain(game, game.load_position(data, board)) == data
        for event in step.events:
            assert dump_event(load_event(tomllib.loads(format_toml(dump_event(event))))) == dump_event(event)


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_resolution_is_pure_and_a_replay_needs_no_seed(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    for step in play(name, sample, seed, 8):
        before = plain(game, step.before)
        again = game.resolve(step.before, step.orders, Recorded(step.draws.taken), ())
        assert plain(game, again.position) == plain(game, step.after)
        assert [dump_event(event) for event in again.events] == [dump_event(event) for event in step.events]
        assert plain(game, step.before) == before
        reloaded = game.load_position(before, board_of(game, sample))
        assert plain(game, game.resolve(reloaded, step.orders, Recorded(step.draws.taken), ()).position) == plain(
            game, step.after
        )


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_labels_of_draws_are_never_used_twice(name: str, sample: Sample, seed: int) -> None:
    labels = [draw.label for step in play(name, sample, seed, 30) for draw in step.draws.taken]
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_views_are_built_by_allowing(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    board = board_of(game, sample)
    for step in play(name, sample, seed, 8):
        public = write_out(game, game.view(step.after, PUBLIC))
        for viewer in (PUBLIC, *(seat.mark for seat in sample.seats)):
            view = game.view(step.after, viewer)
            written = write_out(game, view)
            assert write_out(game, game.view(view, viewer)) == written
            assert write_out(game, game.view(view, PUBLIC)) == public
            assert write_out(game, game.load_position(tomllib.loads(written), board)) == written
            told = view_events(step.events, viewer)
            assert all(event.audience is None and event.twin is None for event in told)
            assert game.turn_blocks(told, view)
        assert write_out(game, game.view(step.after, GM)) == write_out(game, step.after)


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_a_dry_run_shows_every_branch_from_what_the_seat_may_know(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    for step in play(name, sample, seed, 6):
        for seat, order in step.orders.items():
            view = game.view(step.before, seat)
            assert game.check(view, seat, order) == ()
            branches = list(fork(lambda draws, v=view, s=seat, o=order: game.trial(v, s, o, draws)))  # type: ignore[misc]
            assert sum(branch.probability for branch in branches) == 1
            assert game.trial_blocks(view, seat, order, branches, False)
            assert game.trial_blocks(view, seat, order, branches, True)


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(text=st.text(max_size=40), seed=seeds)
def test_any_text_is_an_order_or_a_problem(name: str, sample: Sample, text: str, seed: int) -> None:
    game = find(name)
    order = game.parse_order(text)
    if isinstance(order, Problem):
        assert order.kind in {"invalid", "ambiguous"}
        assert order.message
        return
    assert game.parse_order(game.format_order(order)) == order
    position = start(name, sample, seed.to_bytes(32, "big"))
    before = plain(game, position)
    for seat in (*game.awaited(position), "nobody"):
        for problem in game.check(position, seat, order):
            assert problem.rule
            assert problem.message
    assert plain(game, position) == before


@pytest.mark.parametrize(("name", "sample"), CASES)
@FEW
@given(seed=seeds)
def test_defaults_are_legal_and_a_game_over_awaits_nobody(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    policies = next(option.allowed for option in game.options if option.name == "missing_orders").split(", ")
    for step in play(name, sample, seed, 10):
        for seat in game.awaited(step.before):
            for policy in policies:
                order = game.default_order(step.before, seat, policy)
                assert (order is None) == (policy == "wait")
                if order is not None:
                    assert game.check(step.before, seat, order) == ()
        if game.is_over(step.after):
            assert not game.awaited(step.after)
        assert {standing.seat for standing in game.standings(step.after)} <= {seat.mark for seat in sample.seats}
        assert game.headline(step.after)


@pytest.mark.parametrize(("name", "sample"), CASES)
@effort.search(daily=1, long=5)
@given(seed=seeds)
def test_a_plan_is_of_legal_orders_best_first_from_what_the_seat_may_know(name: str, sample: Sample, seed: int) -> None:
    game = find(name)
    for step in islice(play(name, sample, seed, 6), 1, None, 2):
        for seat in islice(game.awaited(step.before), effort.choose(1, 2)):
            view = game.view(step.before, seat)
            plan = game.plan(view, seat, 1, lambda _done, _count: None)
            assert plan.choices
            choices = plan.choices[:40]
            assert game.plan(game.view(view, seat), seat, 1, lambda _done, _count: None).choices[:40] == choices
            worths = [choice.worth for choice in choices]
            assert worths == sorted(worths, reverse=True)
            orders = [game.format_order(choice.order) for choice in choices]
            assert len(set(orders)) == len(orders)
            for choice in choices:
                assert game.check(step.before, seat, choice.order) == ()
                assert len(choice.cells) == len(plan.columns)
                json.dumps(choice.data)
            assert game.reach_blocks(view, seat)


@pytest.mark.parametrize(("name", "sample"), CASES)
@effort.search(daily=2, long=10)
@given(seed=seeds, strength=st.sampled_from(STRENGTHS))
def test_bots_give_legal_orders_from_what_their_seat_may_know(
    name: str, sample: Sample, seed: int, strength: str
) -> None:
    game = find(name)
    secret = seed.to_bytes(32, "big")
    for step in play(name, sample, seed, 8):
        for seat in game.awaited(step.before):
            view = game.view(step.before, seat)
            draws = Seeded(secret)
            order = game.bot(view, seat, strength, draws)
            assert game.check(step.before, seat, order) == ()
            assert game.bot(game.view(view, seat), seat, strength, Seeded(secret)) == order
            assert all(draw.label.startswith("bot/") for draw in draws.taken)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_a_valid_default_and_words(name: str) -> None:
    for option in find(name).options:
        assert option.valid(option.default), option.name
        assert option.help
        assert option.rule
