"""`gm plan`: what is listed is legal, best first, and told in words; the map shows the tiles in reach."""

from __future__ import annotations

import pytest
from hypothesis import given

from gm_tools.core.blocks import Lines, Picture, picture_lines
from gm_tools.core.draws import Seeded
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.bots.ahead import Ahead
from gm_tools.games.nascar.bots.evaluate import CARD, Evaluator
from gm_tools.games.nascar.bots.plan import FEWEST
from gm_tools.games.nascar.bots.search import Search, walk
from gm_tools.games.nascar.driving_rules import InexactError, end_standing
from gm_tools.games.nascar.orders import format_order
from gm_tools.games.nascar.position import Pit, Position
from tests.effort import nightly, search
from tests.nascar.test_reach import plainly, positions
from tests.nascar.test_rules import SEATS, board
from tests.nascar.test_several_turns import HEAD, race

ROAD = HEAD + "=" + "*" * 15 + "\n" + "=" + "*" * 15 + "\n"


def rows_of(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the cells of a plan by their orders."""
    assert GAME.plan is not None
    choices = GAME.plan(position, "A", 1, lambda _done, _count: None).choices
    return {format_order(choice.order): choice.cells for choice in choices}


@search(daily=5, long=300)
@given(positions(3))
def test_every_order_of_a_plan_is_legal_and_the_best_come_first(position: Position) -> None:
    assert GAME.plan is not None
    plan = GAME.plan(position, "A", 1, lambda _done, _count: None)
    assert plan.complete
    assert plan.choices
    worths = [choice.worth for choice in plan.choices]
    assert worths == sorted(worths, reverse=True)
    for choice in plan.choices:
        assert GAME.check(position, "A", choice.order) == ()
        assert len(choice.cells) == len(plan.columns)
        assert abs(sum(end["chance"] for end in choice.data["ends"]) - 1) < 1e-9


def test_the_cells_of_a_plan_show_end_speed_and_wild_cards() -> None:
    rows = rows_of(race(ROAD, A={"at": [0, 1], "speed": 2, "heading": "E"}))
    assert rows["(2M)"][:4] == ("row 0 column 3", "E", "2/12", "0")
    assert rows["A(A+1)(4M)"][3] == "1"
    first = next(cells for order, cells in rows.items() if order.startswith("L"))
    assert first[6].startswith("off the track by ")


def test_chance_is_told_with_its_expectation() -> None:
    row = rows_of(race(HEAD + "=***\n=*o*\n=***\n", A={"at": [1, 1], "speed": 2}))["(2M)"]
    assert row[0].startswith("~ row ")
    assert row[6].count("33% oil: ") == 3


def test_looking_ahead_keeps_the_orders_and_tells_progress() -> None:
    position = GAME.setup(board(), SEATS, {}, Seeded(bytes(32)))
    assert GAME.plan is not None
    told: list[tuple[int, int]] = []
    near = GAME.plan(position, "A", 1, lambda _done, _count: None)
    ahead = GAME.plan(position, "A", 3, lambda done, count: told.append((done, count)))
    assert told
    assert all(0 <= done <= count for done, count in told)
    assert {choice.order for choice in near.choices} == {choice.order for choice in ahead.choices}
    assert len(ahead.notes) == len(near.notes) + 2  # how many are followed, and that the others are not
    worth = [column.title for column in ahead.columns].index("Finish in")
    followed = [choice.worth for choice in ahead.choices if choice.data["followed"]]
    others = [choice for choice in ahead.choices if not choice.data["followed"]]
    assert followed == sorted(followed, reverse=True)
    assert len(followed) >= FEWEST
    assert max(followed) >= max(choice.worth for choice in others)  # none of the others promised more
    assert [choice.data["followed"] for choice in ahead.choices] == [True] * len(followed) + [False] * len(others)
    assert {choice.cells[worth] for choice in others} == {"-"}


def test_an_end_is_worth_the_best_of_the_next_turn_less_that_turn() -> None:
    position = race(ROAD, A={"at": [0, 3], "speed": 3, "heading": "E", "wild_cards": 2})
    car = position.cars[0]
    evaluator = Evaluator(position, car)
    ahead = Ahead(position, evaluator, car)
    best = max(evaluator.expect(outcome) for outcome, _ in Search(position, "A", sure=True).outcomes())
    assert ahead.worth(end_standing(car), 0) == evaluator.worth(end_standing(car))
    assert ahead.worth(end_standing(car), 1) == best - 1
    # Wild cards that are not to be spent are not lost either.
    richer = end_standing(car)._replace(wild_cards=9)
    assert ahead.worth(richer, 1) == pytest.approx(best - 1 + 7 * CARD)


def test_the_map_of_the_reach() -> None:
    position = race(
        HEAD + "=" + "*" * 9 + "\n", A={"at": [0, 1], "speed": 3}, C={"at": [0, 5], "speed": 0, "heading": "W"}
    )
    assert GAME.reach_blocks is not None
    picture, lines = GAME.reach_blocks(position, "A")
    assert isinstance(picture, Picture)
    assert isinstance(lines, Lines)
    # Braking twice it ends on column 2, accelerating twice on 6; column 5 is taken; a steer at once leaves it where it is.
    assert picture_lines(picture) == ("=A+++%+***",)
    assert {glyph for glyph, _ in picture.legend} >= {"+", "%"}
    assert lines.lines[0] == "6 tiles in reach"


def test_chance_and_grass_on_the_map_of_the_reach() -> None:
    position = race(HEAD + "=***\n=*o*\n=***\n", A={"at": [1, 1], "speed": 2, "wild_cards": 0})
    assert GAME.reach_blocks is not None
    picture, lines = GAME.reach_blocks(position, "A")
    assert isinstance(picture, Picture)
    assert isinstance(lines, Lines)
    assert any("by chance" in line for line in lines.lines)


@nightly
def test_where_a_reversal_and_repairs_meet_every_order_is_walked() -> None:
    # In the pits with repairs had, too fast, out over sand that slows it, and in again: WC fall to 0 and rise again.
    pits = HEAD + "=P##SSSS##P##**\n"
    position = race(pits, A={"at": [0, 2], "speed": 7, "wild_cards": 2, "pit": {"violated": False, "repairs": [4, 3]}})
    car = position.cars[0]
    assert car.pit == Pit(violated=False, repairs=(4, 3))
    search = Search(position, "A")
    assert {plainly(outcome) for outcome, _ in search.outcomes()} == {
        plainly(outcome) for outcome in walk(position, "A")
    }
    assert all(GAME.check(position, "A", search.order(source)) == () for _, source in search.outcomes())
    assert issubclass(InexactError, Exception)


def test_a_way_on_which_nothing_lies_is_told_beside_the_others() -> None:
    row = rows_of(race(HEAD + "=*.**\n", A={"at": [0, 0], "speed": 2, "heading": "E"}))["(2M)"]
    assert "sandbag" in row[6]
    assert any(told.endswith("% nothing") for told in row[6].split("; "))
