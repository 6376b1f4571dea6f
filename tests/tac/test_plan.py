"""Plans: every outcome of every legal order once, as plain enumeration finds them; what is said of it; nothing hidden in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.blocks import Grid, Lines, Picture, picture_lines
from gm_tools.core.plans import Plan
from gm_tools.core.problems import InputError
from gm_tools.games.tac import GAME
from gm_tools.games.tac.drawing import draw_game, field_middle
from gm_tools.games.tac.notation import parse_cells
from gm_tools.games.tac.orders import Action, Order, format_order
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.variants import VARIANTS
from tests.effort import search
from tests.tac.plainly import Plain, read
from tests.tac.tables import FEW_KINDS, Step, at, begin, play, random_game
from tests.tac.test_secrecy import otherwise_dealt

seeds = st.integers(0, 2**32)


def make_plan(position: Position, turns: int = 1, seat: str = "") -> Plan[Order]:
    """Return the plan of the seat that is asked (of several: the one named), from its own view."""
    if not seat:
        (seat,) = GAME.awaited(position)
    assert GAME.plan is not None
    return GAME.plan(GAME.view(position, seat), seat, turns, lambda _done, _count: None)


def orders(plan: Plan[Order]) -> list[str]:
    return [format_order(choice.order) for choice in plan.choices]


def plain_outcomes(position: Position) -> set[Any]:
    """Return all outcomes of a turn by plain enumeration: what is done with which card, and the balls after it."""
    seat = position.turn
    plain, balls = Plain(position), read(position)
    hand = sorted(set(position.hands[seat]))
    last = position.last
    if position.must_tac:
        hand = ["tac"]
    drops = {("drop", card, plain.key(balls)) for card in hand}
    if position.skip:
        hand = [card for card in hand if card == "tac"]
    found: set[Any] = set()
    for card in hand:
        found |= {("balls", card, plain.key(after)) for after in plain.boards(seat, card)}
        used, board = card, balls
        if card == "tac":
            if last is None or last.barred:
                continue
            used, board = last.card, read(position, last.restore)
        hot = any(plain.on_ring(board, colour) for colour in plain.mine(board, seat))
        others = any(cards and other != seat for other, cards in enumerate(position.hands))
        passes = bool(position.hands[plain.next_active(seat)])
        if (used == "8" and hot and others) or (used == "devil" and others) or (used == "jester" and passes):
            found.add((used, card, plain.key(board)))
    return found | drops if position.skip or not found else found


def said_outcomes(position: Position, plan: Plan[Order]) -> list[Any]:
    """Return the outcomes that a plan tells of, in the same form."""
    said: list[Any] = []
    for choice in plan.choices:
        (action,) = choice.order.actions
        cells = parse_cells(choice.data["pos"], position.track, position.letters, position.use)
        kind = {"skip": "8", "drop": "drop", "jester": "jester", "devil": "devil"}.get(action.verb, "balls")
        said.append((kind, action.laid, Plain(position).key(read(position, cells))))
    return said


@pytest.mark.parametrize(("variant", "edition"), FEW_KINDS)
@search(daily=1, long=40)
@given(seed=seeds)
def test_a_plan_has_every_outcome_once(variant: str, edition: str, seed: int) -> None:
    for step in random_game(begin(variant, edition, seed), seed, 5):
        before = step.before
        if before.phase != "play":
            continue
        plan = make_plan(before)
        said = said_outcomes(before, plan)
        assert len(said) == len(set(said))
        assert set(said) == plain_outcomes(before)
        assert plan.complete
        worths = [choice.worth for choice in plan.choices]
        assert worths == sorted(worths, reverse=True)


@pytest.mark.parametrize("variant", ["pairs4", "trios6"])
@search(daily=4, long=100)
@given(seed=seeds)
def test_every_order_of_a_plan_is_legal_and_does_what_is_said(variant: str, seed: int) -> None:
    random = Random(seed)
    for step in random_game(begin(variant, "master", seed), seed, 4):
        before = step.before
        if before.phase == "deal":
            continue
        seat = random.choice(sorted(GAME.awaited(before)))
        assert GAME.plan is not None
        plan = GAME.plan(GAME.view(before, seat), seat, 1, lambda _done, _count: None)
        assert len({choice.order for choice in plan.choices}) == len(plan.choices)
        for choice in random.sample(plan.choices, min(4, len(plan.choices))):
            assert GAME.check(before, seat, choice.order) == ()
            assert len(choice.cells) == len(plan.columns)
            if before.phase == "play":
                after = GAME.resolve(before, {seat: choice.order}, Undrawn(), ()).position
                assert parse_cells(choice.data["pos"], after.track, after.letters, after.use) == after.cells


class Undrawn:
    """Draws that nothing may ask for."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


@pytest.mark.parametrize("turns", [1, 2])
@search(daily=3, long=100)
@given(seed=seeds)
def test_a_plan_does_not_depend_on_hidden_cards(turns: int, seed: int) -> None:
    random = Random(seed)
    compared = 0
    for step in random_game(begin("pairs4", "master", seed), seed, 2):
        before = step.before
        if before.phase == "deal":
            continue
        for seat in sorted(GAME.awaited(before))[:1]:
            other = otherwise_dealt(before, seat, Action("drop", "?"), random)
            assert GAME.plan is not None
            views = [GAME.view(position, seat) for position in (before, other)]
            plans = [GAME.plan(view, seat, turns, lambda _done, _count: None) for view in views]
            assert plans[0] == plans[1]
            assert GAME.reach_blocks is not None
            assert GAME.reach_blocks(views[0], seat) == GAME.reach_blocks(views[1], seat)
            compared += other != before
    assert compared


@pytest.mark.parametrize(
    ("keys", "best"),
    [
        ({"pos": "R:62,20", "hands": "R=5,2"}, "5 R62>b"),  # go home
        ({"pos": "R:10,30 G:15", "hands": "R=5,2"}, "5 R10>15"),  # throw the other side
        ({"pos": "R:10,30 B:15", "hands": "R=5"}, "5 R30>35"),  # not the partner
        ({"pos": "R:1*", "hands": "R=4,9"}, "4 R1>61"),
        ({"pos": "R:10 G:20 K:30", "hands": "R=warrior,3", "variant": "pairs4 master"}, "warrior R10"),
        ({"pos": "R:64,b,c,d B:a,b,c,d", "hands": "R=1,2"}, "2 R64>a"),  # the whole side is home
        ({"pos": "R:2 B:30", "hands": "R=4,9"}, "4 R2>c"),
        ({"pos": "R:3 G:60", "hands": "R=trick,3"}, "trick R3 G60"),
    ],
)
def test_the_best_order_comes_first(keys: dict[str, str], best: str) -> None:
    assert orders(make_plan(at(**keys)))[0] == best


def test_a_plan_says_each_outcome_in_words() -> None:
    plan = make_plan(at(variant="pairs4 master", pos="R:10,62 G:15", hands="R=5,8,13,devil G=2,2"))
    told = {format_order(choice.order): choice.cells[0] for choice in plan.choices}
    assert told["5 R10>15"] == "R10 to 15; throws G15"
    assert told["5 R62>b"] == "R62 home to b"
    assert told["8 skip"] == "G is skipped and must lay a card unused or play a TAC [T6.5]"
    assert told["13 in R"] == "a ball of R comes in"
    assert told["devil"] == "R looks at G's hand [T9.5]"
    won = make_plan(at(pos="R:64,b,c,d B:a,b,c,d", hands="R=2 G=3"))
    assert won.choices[0].cells[0] == (
        "R64 home to a; all balls of R are home; R and B have all balls home: first [T8.5]; "
        "unless G holds a TAC that can be used, and must stop the win [T7.12]"
    )


def test_a_plan_says_what_a_tac_undoes() -> None:
    plan = make_plan(play(at(pos="R:10 G:15", hands="R=5,2 G=tac,2"), "5 R10"))
    told = {format_order(choice.order): choice for choice in plan.choices}
    assert told["tac 5 G15>20"].cells[0] == "the last turn is undone; G15 to 20"
    assert told["tac 5 G15>20"].data["pos"] == "R:10 G:20"


def test_a_plan_names_the_balls_in_danger() -> None:
    plan = make_plan(at(pos="R:20,40 G:11", hands="R=3,2"))
    told = {format_order(choice.order): choice.cells[2] for choice in plan.choices}
    assert told == {"2 R20>22": "", "2 R40>42": "R20", "3 R20>23": "R23", "3 R40>43": "R20"}  # 11 is no card


def test_looking_ahead_finds_what_one_card_does_not() -> None:
    position = at(pos="R:1*,30", hands="R=4,5,9")
    calls: list[tuple[int, int]] = []
    assert GAME.plan is not None
    plan = GAME.plan(GAME.view(position, "R"), "R", 2, lambda done, count: calls.append((done, count)))
    best = plan.choices[0]
    assert (format_order(best.order), best.data["then"]) == ("4 R1>61", ["5 R61>a"])
    assert calls[-1] == (len(plan.choices), len(plan.choices))
    assert len(plan.notes) == 1


def test_a_partner_who_cannot_open_gets_an_opening_card() -> None:
    position = at(phase="swap", hands="R=1,13,5,9 G=2 B=5,6 K=2")
    assert GAME.plan is not None
    plan = GAME.plan(GAME.view(position, "R"), "R", 1, lambda _done, _count: None)
    assert set(orders(plan)) == {"swap 1", "swap 13", "swap 5", "swap 9"}
    assert orders(plan)[0] in ("swap 1", "swap 13")
    assert plan.choices[0].cells[0].startswith("B gets 1")


def test_reach_marks_where_balls_can_end() -> None:
    position = at(pos="R:10,62 G:15", hands="R=5,13,trick")
    assert GAME.reach_blocks is not None
    picture, grid = GAME.reach_blocks(GAME.view(position, "R"), "R")
    assert isinstance(picture, Picture)
    assert isinstance(grid, Grid)
    assert grid.rows == (("5", "3 15 b"), ("13", "1"), ("trick", "10 15 62"))
    lines = picture_lines(picture)
    assert lines[16] == " 09  08  07  06  05  04  >5  02 >13  64  63  xR  61  60  59  58  57 "
    assert lines[14][32:36] == "  b " or lines[14][32:36] == " >5 "
    assert dict(picture.legend)[">5"].startswith("a ball can end here")


def test_reach_says_that_no_ball_can_move() -> None:
    assert GAME.reach_blocks is not None
    for position, told in (
        (at(hands="R=5"), "No card of this hand moves a ball now."),
        (at(phase="swap"), "Cards are being swapped: no ball moves now."),
    ):
        _, lines = GAME.reach_blocks(GAME.view(position, "R"), "R")
        assert lines == Lines("", (told,))


def test_planning_an_unknown_hand_is_refused() -> None:
    swapping = at(phase="swap", hands="R=1,13 G=2,3 B=5,6 K=2,3")
    playing = at(pos="R:10 G:15", hands="R=5,2 G=3,4")
    for position, viewer in ((swapping, "public"), (swapping, "G"), (playing, "public"), (playing, "G")):
        view = GAME.view(GAME.view(position, viewer), "R")  # a snapshot, opened for R
        calls: list[Callable[[], object]] = [partial(GAME.plan, view, "R", 1, lambda _done, _count: None)]
        calls += [partial(GAME.reach_blocks, view, "R")] if position is playing else []
        for call in calls:
            with pytest.raises(InputError, match=r"^the hand of R is not in this snapshot") as caught:
                call()
            assert caught.value.status == 1
            assert "gm report TABLE --for R --format snapshot" in caught.value.allowed
        assert make_plan(GAME.view(position, "R"), seat="R").choices


def test_planning_through_a_devil_needs_both_hands() -> None:
    position = play(at(variant="pairs4 master", pos="R:10 G:15", hands="R=devil,5 G=3,4 B=2 K=2"), "devil")
    assert make_plan(GAME.view(position, "R")).choices
    for viewer, unknown in (("public", "G"), ("G", "R")):
        with pytest.raises(InputError, match=f"^the hand of {unknown} is not in this snapshot"):
            make_plan(GAME.view(position, viewer))


@pytest.mark.parametrize("variant", VARIANTS)
def test_reach_is_where_the_orders_end(variant: str) -> None:
    for step in random_game(begin(variant, "master", 5), 5, 3):
        if step.before.phase == "play":
            check_reach(step)


def check_reach(step: Step) -> None:
    """Assert that the destination of the order given is among the fields shown."""
    assert GAME.reach_blocks is not None
    ((seat, order),) = step.orders.items()
    (action,) = order.actions
    blocks = GAME.reach_blocks(GAME.view(step.before, seat), seat)
    rows = {row[0]: row[1].split() for block in blocks if isinstance(block, Grid) for row in block.rows}
    if action.verb == "move" and action.card != "7":
        assert action.parts[0].to in rows[action.laid]
    elif action.verb == "enter":
        colour = step.before.letters.index(action.colour)
        assert (
            step.before.track.names[step.before.track.starts[colour]] in rows[action.laid]
            or step.after.cells == step.before.cells
        )


def test_a_ball_enters_from_wherever_it_lies_in_its_pen() -> None:
    position = at(pos="R:17", hands="R=13", turn="R")
    (enters,) = [target for target in GAME.targets(position, "R") if target.order == "13 in R"]
    pieces = [piece.at for piece in draw_game(position).pieces if piece.seat == "R"]
    assert {enters.begin, *enters.also} == {*pieces} - {field_middle(position.track, 16)}


def test_every_split_of_a_7_can_be_tapped_the_least_split_first() -> None:
    position = at(pos="R:17,9,30 G:20", hands="R=7,4", turn="R")
    targets = GAME.targets(position, "R")
    assert {target.order for target in targets} == {*map(format_order, GAME.legal_orders(position, "R"))}
    for place, start in {(target.at, target.begin) for target in targets}:
        costs = [target.cost for target in targets if (target.at, target.begin, target.by) == (place, start, "7")]
        assert costs == sorted(costs)
    field = field_middle(position.track, position.track.names.index("20"))
    ways = [target.order for target in targets if target.at == field]
    assert ways == [
        "7 R30>34 R17>20",
        "7 R17>20 R9>13",
        "7 R30>33 R17>20 R9>10",
        "7 R30>32 R17>20 R9>11",
        "7 R30>31 R17>20 R9>12",
    ]


def test_balls_that_change_places_go_each_to_where_the_other_was() -> None:
    position = at(pos="R:17,9 G:20", hands="R=trick,4", turn="R")
    fields = {name: field_middle(position.track, position.track.names.index(name)) for name in ("17", "9", "20")}
    ways = {(one.order, one.begin, one.at) for one in GAME.targets(position, "R") if one.by == "trick"}
    assert ways == {
        (order, fields[begin], fields[end])
        for order, one, other in (
            ("trick R9 R17", "9", "17"),
            ("trick R9 G20", "9", "20"),
            ("trick R17 G20", "17", "20"),
        )
        for begin, end in ((one, other), (other, one))
    }
