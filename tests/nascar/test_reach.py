"""What the search finds is what walking every order by the rulebook finds: the same ends, with the same chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from gm_tools.core.draws import fork
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import HEADINGS, OFF, parse_board
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.waves import Outcome
from gm_tools.games.nascar.check import legal_orders
from gm_tools.games.nascar.driving_rules import End
from gm_tools.games.nascar.growth import waypoints
from gm_tools.games.nascar.options import EDITIONS, SPECIALS, settle
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position, load_car
from tests.effort import search


def walk(position: Position, seat: str, order: Order) -> Outcome:
    """Return what an order comes to, by the rulebook."""
    chances: dict[End, Fraction] = {}
    for branch in fork(lambda draws: GAME.trial(position, seat, order, draws)):
        after, events = branch.outcome.after, branch.outcome.events
        share = None
        if any(event.kind == "finished" for event in events):
            letters = [letter for letter in order.letters if letter in "MLR"]
            share = len(branch.outcome.path), len(letters)
        end = End(after.at, after.heading, after.speed, after.max_speed, after.wild_cards, after.laps, after.pit, share)
        chances[end] = chances.get(end, Fraction(0)) + branch.probability
    return outcome_of(chances)


def outcome_of(chances: dict[End, Any]) -> Outcome:
    return tuple(sorted(((Fraction(chance), end) for end, chance in chances.items()), key=repr))


def plainly(outcome: Outcome) -> Outcome:
    return outcome_of({end: chance for chance, end in outcome})


GLYPHS = "****** bb.Sso=#P"


@st.composite
def positions(draw: st.DrawFn, most: int = 4) -> Position:
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(3, 8))
    kinds = draw(
        st.sampled_from([GLYPHS, "***b b", "**..S s", "***o S", "**o..=", "*##PP*.", "***=o b", "** ", "*.PS#="])
    )
    lines = [draw(st.text(alphabet=kinds, min_size=columns, max_size=columns)) for _ in range(rows)]
    front = (
        f'finish_heading = "{draw(st.sampled_from(HEADINGS))}"\nbank_turn = "{draw(st.sampled_from(["left", "right"]))}"\n'
        f"sand_density = {draw(st.sampled_from([0.0, 0.25, 0.4, 1.0]))}\nlaps = 2\n"
    )
    board = parse_board("+++\n" + front + "+++\n" + "\n".join("|" + line for line in lines) + "\n")
    track = [index for index, glyph in enumerate(board.tiles) if glyph != OFF]
    assume(len(track) > 3)
    given_options: dict[str, Any] = {"edition": draw(st.sampled_from(sorted(EDITIONS)))}
    for name, values in (
        ("slipstream_over_max", [True, False]),
        ("finish_in_pits", [True, False]),
        ("oil_penalty", [[], [4, 3]]),
    ):
        if draw(st.booleans()):
            given_options[name] = draw(st.sampled_from(values))
    cars = []
    for seat in "ACD"[: draw(st.integers(1, 3))]:
        top = draw(st.sampled_from([6, 6, 7, 8]))
        speed = draw(st.integers(0, min(most, top)))
        plain: dict[str, Any] = {
            "at": board.place(draw(st.sampled_from(track))),
            "heading": draw(st.sampled_from(HEADINGS)),
            "speed": speed,
            "max_speed": top,
            "wild_cards": draw(st.integers(0, 4 if given_options["edition"] != "vi" else 3)),
            "special": draw(st.sampled_from(("", *SPECIALS))),
            "laps": draw(st.integers(-1, 1)),
            "crashed": draw(st.booleans()),
        }
        car = load_car(seat, plain, board, board.tiles)
        if car.pit is not None:
            pit: dict[str, Any] = {"violated": draw(st.booleans())}
            if draw(st.booleans()):
                pit["repairs"] = [draw(st.integers(4, 9)), draw(st.integers(1, 3))]
            car = load_car(seat, {**plain, "pit": pit}, board, board.tiles)
        cars.append(car)
    if len(cars) > 1 and draw(st.booleans()):  # someone to follow
        ahead = cars[0].at + board.steps[cars[0].heading]
        if board.tiles[ahead] != OFF:
            cars[1] = cars[1]._replace(at=ahead, heading=cars[0].heading, pit=None)
    return Position(board, settle(given_options, board), 0, board.tiles, tuple(cars), 1)


def compare(position: Position) -> None:
    expected = {walk(position, "A", order) for order in legal_orders(position, "A")}
    search = Search(position, "A")
    found = list(search.outcomes())
    outcomes = [plainly(outcome) for outcome, _ in found]
    assert set(outcomes) == expected
    assert len(outcomes) == len(set(outcomes))
    for outcome, source in found:
        order = search.order(source)
        assert GAME.check(position, "A", order) == ()
        assert walk(position, "A", order) == plainly(outcome)


@search(daily=4, long=1000)
@given(positions())
def test_every_end_of_a_turn_is_found_and_no_other(position: Position) -> None:
    compare(position)


def test_a_place_is_passed_on_a_way_on_which_no_oil_can_keep_the_car_from_it() -> None:
    rows = ("***********", "***********", "**o********", "***********")
    board = parse_board('+++\nfinish_heading = "E"\n+++\n' + "\n".join("|" + row for row in rows) + "\n")
    plain = {"at": [2, 1], "heading": "E", "speed": 5, "max_speed": 12, "wild_cards": 8}
    car = load_car("A", plain, board, board.tiles)
    view = Position(board, settle({}, board), 0, board.tiles, (car,), 1)
    passed = waypoints(view, "A", "")
    assert passed[4.5, 1.5] == "MLR"  # not (2M)L, which drives over the oil
