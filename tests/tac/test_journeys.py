"""What an order that is tried draws: every ball where it comes to lie, by every kind of card."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.games.tac import GAME
from gm_tools.games.tac.check import find_legal
from gm_tools.games.tac.drawing import draw_game, draw_refused, draw_trial, field_middle
from gm_tools.games.tac.orders import Order
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.uses import cells_for
from tests import effort
from tests.tac.tables import at, begin, order, random_game

FEW = effort.choose(4, 60)  # orders of a kind that are looked at
KINDS = (("pairs4", "master"), ("pairs6", "master"), ("team4", "master"))


def lying(position: Position) -> Counter[tuple[str, float, float]]:
    """Return the balls with their places, as they are drawn."""
    return Counter((piece.seat, round(piece.at[0], 2), round(piece.at[1], 2)) for piece in draw_game(position).pieces)


def draw_balls(position: Position, seat: str, tried: Order) -> Counter[tuple[str, float, float]]:
    """Return the balls with their places after an order, as its ways say: each goes from where a ball lies to where its way ends."""
    legal = find_legal(position, tried, position.number(seat))
    assert legal is not None
    action = legal.use.action
    drawing = draw_trial(position, action)
    balls = lying(position._replace(cells=cells_for(position, tac=action.tac)))
    ways = [way for way in (drawing.steps, *drawing.more) if way]
    gone = []
    for way in ways:
        x, y = (round(part, 2) for part in way[0])
        seats = [ball for ball in balls if ball[1:] == (x, y)]
        assert seats, f"no ball begins at {x} {y}"
        gone.append((seats[0], way[-1]))
    balls.subtract(ball for ball, __ in gone)
    balls.update((ball[0], round(x, 2), round(y, 2)) for ball, (x, y) in gone)
    return +balls


def check(position: Position, seat: str, tried: Order) -> None:
    after = GAME.resolve(position, {seat: tried}, Seeded(bytes(32)), ()).position
    assert draw_balls(position, seat, tried) == lying(after), GAME.format_order(tried)


def test_a_warrior_is_drawn_on_the_next_ball_and_that_one_in_its_pen() -> None:
    position = at(pos="R:17 G:43", hands="R=warrior,2")
    check(position, "R", order("warrior R17"))
    assert len(draw_trial(position, order("warrior R17").actions[0]).more) == 1


@pytest.mark.parametrize(
    ("tried", "fields"),
    [
        ("2 R17>20", [16, 17, 18, 19]),
        ("4 R17>14", [16, 15, 14, 13]),
        ("5 R64>b", [63, 0, 64, 65]),
        ("5 Ra>c", [64, 65, 66]),
        ("5 Ra>7", []),  # no ball leaves its home
        ("5 X17>20", []),  # of a colour that does not play
        ("5 R17", []),
    ],
)
def test_a_move_that_is_not_legal_is_drawn_along_the_fields_not_across_the_board(tried: str, fields: list[int]) -> None:
    position = at(pos="R:17 G:43", hands="R=2,5")
    drawing = draw_refused(position, order(tried).actions[0])
    assert drawing.steps == tuple(field_middle(position.track, field) for field in fields)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "edition"), effort.choose(KINDS[:1], KINDS))
def test_every_legal_order_is_drawn_as_it_is_carried_out(variant: str, edition: str) -> None:
    random, seen = Random(7), Counter[str]()
    for seed in range(effort.choose(2, 20)):
        for step in random_game(begin(variant, edition, seed=seed), seed, 12):
            if step.before.phase != "play":
                continue
            (seat,) = GAME.awaited(step.before)
            found = list(GAME.legal_orders(step.before, seat))
            random.shuffle(found)
            for tried in found:
                action = tried.actions[0]
                after = GAME.resolve(step.before, {seat: tried}, Seeded(bytes(32)), ()).events
                throws = any(event.data.get("thrown") for event in after)
                kind = f"{'tac ' * action.tac}{action.verb} {action.card} {len(action.parts)} {throws}"
                seen[kind] += 1
                if seen[kind] <= FEW:
                    check(step.before, seat, tried)
    kinds = " ".join(seen)
    for wanted in ("tac", "strike", "exchange", "enter 13", "move 4", "move 7 2 True", "move angel", "enter angel"):
        assert wanted in kinds
