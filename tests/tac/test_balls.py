"""Balls against the plain walk: every use of every card on random boards, and nothing else (T4, T6)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.games.tac.check import LegalAction, check_action
from gm_tools.games.tac.notation import format_cells, parse_cells
from gm_tools.games.tac.orders import Order, format_order, parse_order
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.uses import find_uses, is_usable, uses
from tests import effort
from tests.tac.plainly import Plain, read
from tests.tac.tables import at

NUMBERS = ("1", "2", "3", "4", "5", "6", "8", "9", "10", "12", "13")
VARIANTS = ("pairs4", "team4", "duel2", "chase3", "trios6", "pairs6")
seeds = st.integers(0, 2**32)


def scatter(variant: str, seed: int, card: str) -> Position:
    """Return a random board: balls near each other and near their houses, many of them at home."""
    random = Random(seed)
    start = at(variant=f"{variant} master", hands=f"R={card},2")
    ring = start.track.ring
    focus = random.randrange(ring)
    taken: dict[str, int] = {}
    words = []
    for seat in start.use:
        letter, first = start.letters[seat], start.track.starts[seat]
        places = random.sample("abcd", random.choice((0, 0, 1, 2, 3, 3, 4)))
        while len(places) < 4 and random.random() < 0.75:
            near = random.choice((focus, first, first - 4, random.randrange(ring)))
            field = (near + random.randrange(8)) % ring
            if str(field) not in taken:
                taken[str(field)] = seat
                is_fresh = field == first and random.random() < 0.5
                places.append(f"{field + 1}{'*' if is_fresh else ''}")
        if places:
            words.append(f"{letter}:{','.join(places)}")
    cells = parse_cells(" ".join(words) or "-", start.track, start.letters, start.use)
    return start._replace(cells=cells)


def results(position: Position, card: str) -> list[str]:
    """Return the boards that the uses of a card by the seat whose turn it is lead to, in notation."""
    found = []
    for action, __ in uses(position, position.turn, card):
        ruling = check_action(position, action)
        assert isinstance(ruling, LegalAction), (action, ruling)
        assert ruling.use.action == action, "a use is offered in canonical form"
        assert parse_order(format_order(Order((action,)))) == Order((action,))
        found.append(format_cells(position.track, ruling.use.cells, position.letters))
    return found


def plain_text(position: Position, balls: dict[object, tuple[int, bool]]) -> str:
    """Return balls of the plain rules in notation."""
    words = []
    for colour, letter in enumerate(position.letters):
        mine = [(place, fresh) for place, (owner, fresh) in balls.items() if owner == colour]
        ring = sorted((place, fresh) for place, fresh in mine if isinstance(place, int))
        home = sorted(place[1] for place, _ in mine if isinstance(place, tuple))
        places = [f"{place}{'*' if fresh else ''}" for place, fresh in ring] + home
        if places:
            words.append(f"{letter}:{','.join(places)}")
    return " ".join(words) or "-"


@pytest.mark.parametrize("variant", VARIANTS)
@effort.search(daily=12, long=500)
@given(seed=seeds, card=st.sampled_from(NUMBERS))
def test_a_number_card_moves_exactly_where_a_plain_walk_leads(variant: str, seed: int, card: str) -> None:
    position = scatter(variant, seed, card)
    plain, balls = Plain(position), read(position)
    expected = [plain_text(position, after) for after in plain.number_results(balls, 0, int(card))]  # type: ignore[arg-type]
    if card in ("1", "13"):
        waiting = [colour for colour in plain.mine(balls, 0) if plain.out(balls, colour) < 4]
        expected += [plain_text(position, plain.enter(balls, colour)) for colour in waiting]  # type: ignore[arg-type]
    found = results(position, card)
    if card == "8":
        skips = [format_cells(position.track, position.cells, position.letters)]
        expected += skips * any(plain.on_ring(balls, colour) for colour in plain.mine(balls, 0))
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("variant", effort.choose((*VARIANTS[:4], VARIANTS[-1]), VARIANTS))
@effort.search(daily=10, long=500)
@given(seed=seeds)
def test_a_seven_leads_to_every_board_that_single_steps_lead_to_and_to_each_once(variant: str, seed: int) -> None:
    position = scatter(variant, seed, "7")
    expected = [plain_text(position, after) for after in Plain(position).sevens(read(position), 0)]  # type: ignore[arg-type]
    found = results(position, "7")
    assert len(found) == len(set(found))
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("variant", VARIANTS)
@effort.search(daily=10, long=500)
@given(seed=seeds, card=st.sampled_from((*NUMBERS, "angel")))
def test_an_order_without_its_destination_is_found_among_the_uses_of_its_ball(
    variant: str, seed: int, card: str
) -> None:
    position = scatter(variant, seed, card)
    offered = list(uses(position, position.turn, card))
    for action, __ in offered:
        if action.verb == "move":
            bare = action._replace(parts=(action.parts[0]._replace(sign="", to=""),))
            same_ball = [use for use in offered if use.action.parts and use.action.parts[0].ball == bare.parts[0].ball]
            assert find_uses(position, position.turn, bare, position.cells) == same_ball
            found = check_action(position, bare)
            assert isinstance(found, LegalAction) or (len(same_ball) > 1 and found.word == "AMBIGUOUS")


@pytest.mark.parametrize("variant", VARIANTS)
@effort.search(daily=12, long=500)
@given(seed=seeds, card=st.sampled_from((*NUMBERS, "7", "trick", "jester", "warrior", "angel", "devil")))
def test_a_card_is_usable_exactly_if_it_has_a_use(variant: str, seed: int, card: str) -> None:
    position = scatter(variant, seed, card)
    if not any(team_is_home(position, seat) for seat in position.use):
        has_use = next(uses(position, 0, card), None) is not None
        assert is_usable(position, 0, card) == has_use == Plain(position).usable(0, card)


def team_is_home(position: Position, seat: int) -> bool:
    """Tell whether a whole team is home: the game would be over."""
    balls = read(position)
    return all(Plain(position).home(balls, other) == 4 for other in Plain(position).team(seat))


@effort.search(daily=20, long=500)
@given(seed=seeds, variant=st.sampled_from(VARIANTS))
def test_a_position_prints_and_reads_back(seed: int, variant: str) -> None:
    position = scatter(variant, seed, "5")
    text = format_cells(position.track, position.cells, position.letters)
    assert parse_cells(text, position.track, position.letters, position.use) == position.cells
