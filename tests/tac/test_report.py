"""What is shown: executed orders with their brackets, private and public lines, the grid of seats, the dry run (T12.4, T12.6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from gm_tools.core.blocks import Block, Grid, Lines, Picture, picture_lines
from gm_tools.core.drawing import Prop
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.events import PUBLIC, Event, view_events
from gm_tools.core.rules_sheet import set_lines
from gm_tools.games.tac import GAME
from gm_tools.games.tac.drawing import draw_game
from gm_tools.games.tac.drawn_board import lay
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.report import describe
from gm_tools.render.drawing.elements import measure
from tests import effort
from tests.tac.tables import at, begin, order, play, random_game


def tell(position: Position, *texts: str, viewer: str = PUBLIC) -> list[str]:
    """Return the lines that a viewer reads of the last of some orders."""
    position = play(position, *texts[:-1])
    (seat,) = GAME.awaited(position)
    assert GAME.check(position, seat, order(texts[-1])) == ()
    events, _ = GAME.resolve(position, {seat: order(texts[-1])}, Seeded(bytes(32)), ())
    return [line for event in view_events(events, viewer) if (line := describe(event))]


def lines_of(blocks: Sequence[Block], title: str) -> tuple[str, ...]:
    return next(block.lines for block in blocks if isinstance(block, Lines) and block.title == title)


@pytest.mark.parametrize(
    ("keys", "texts", "lines"),
    [
        ({"hands": "R=1,2"}, ["1 in"], ["R: 1 in R (comes in on 1)"]),
        ({"pos": "R:10 B:15", "hands": "R=5,2"}, ["5 R10"], ["R: 5 R10>15 (throws B15)"]),
        ({"pos": "G:1", "hands": "R=13,2"}, ["13 in"], ["R: 13 in R (comes in on 1, throws G1)"]),
        ({"variant": "pairs4 master", "pos": "R:60 G:5", "hands": "R=warrior,2"}, ["warrior R60"], ["R: warrior R60 (R60>5, throws G5)"]),
        ({"variant": "pairs4 master", "pos": "R:60", "hands": "R=warrior,2"}, ["warrior R60"], ["R: warrior R60 (throws R60)"]),
        ({"pos": "R:1 G:3 B:8", "hands": "R=7,2"}, ["7 R1>8"], ["R: 7 R1>8 (throws G3, B8)"]),
        ({"pos": "R:5,20", "hands": "R=7,2"}, ["7 r5+3, r20"], ["R: 7 R5>8 R20>24"]),
        ({"pos": "R:5 G:20", "hands": "R=trick,2"}, ["trick G20 R5"], ["R: trick R5 G20"]),
        ({"hands": "R=9,2"}, ["drop 9"], ["R: drop 9 (unused)"]),
        ({"pos": "R:5", "hands": "R=8,2 G=3"}, ["8 skip"], ["R: 8 skip", "G is skipped and must lay a card unused or play a TAC [T6.5]"]),
        ({"pos": "R:5", "hands": "R=8,2 G=3"}, ["8 skip", "drop 3"], ["G: drop 3 (skipped)"]),
        ({"pos": "R:10 G:20", "hands": "R=5,2 G=tac,2"}, ["5 R10", "tac 5 G20"], ["G: tac 5 G20>25: the last turn is undone [T7.2]"]),
        ({"pos": "G:20", "hands": "R=9,2 G=tac,2"}, ["drop 9", "tac 9 G20"], ["G: tac 9 G20>29"]),
        ({"variant": "pairs4 master", "hands": "R=jester,2 G=3"}, ["jester"], ["R: jester", "all hands were passed to the right [T9.2]"]),
        ({"variant": "pairs4 master", "pos": "G:20", "hands": "R=devil,2 G=5,tac"}, ["devil"], ["R: devil", "R looks at G's hand [T9.5]"]),
        ({"variant": "pairs4 master", "pos": "G:20", "hands": "R=devil,2 G=5,tac"}, ["devil", "5 G20"], ["G (by R): 5 G20>25"]),
        (
            {"pos": "R:a,b,c,d B:29,b,c,d K:50", "turn": "B", "hands": "B=5,2 K=tac,3"},
            ["5 B29>a"],
            ["B: 5 B29>a", "R and B have all balls home, but K must stop it with a TAC [T7.12]"],
        ),
        (
            {"pos": "R:a,b,c,d B:29,b,c,d K:50", "turn": "B", "hands": "B=5,2 K=tac,3"},
            ["5 B29>a", "tac 5 K50"],
            ["K: tac 5 K50>55: the win is undone [T7.12]"],
        ),
        (
            {"pos": "R:a,b,c,d B:29,b,c,d", "turn": "B", "hands": "B=5,2"},
            ["5 B29>a"],
            ["B: 5 B29>a", "R and B have all balls home: first [T8.5]"],
        ),
        (
            {"variant": "pairs6 play-on", "pos": "R:a,b,c,d K:32,b,c,d", "turn": "K", "hands": "K=3,9"},
            ["3 K32>a"],
            ["K: 3 K32>a", "R and K have all balls home: first [T8.5]", "R and K are finished, 2 cards put aside [T11.3]"],
        ),
        (
            {"variant": "solo4", "pos": "R:a,b,c,d G:a,b,c,d B:31,b,c,d K:a,b,c,d", "turn": "B", "hands": "B=3,9"},
            ["3 B31>a"],
            ["B: 3 B31>a", "R, G, B and K have all balls home; cards laid: 1 [T10.2]"],
        ),
    ],
)  # fmt: skip
def test_events_are_reported_in_words(keys: dict[str, str], texts: list[str], lines: list[str]) -> None:
    assert tell(at(**keys), *texts) == lines


def test_a_card_that_needs_no_more_words_is_told_once() -> None:
    events, _ = GAME.resolve(at(pos="R:10", hands="R=5,2"), {"R": order("5 R10>15")}, Seeded(bytes(32)), ())
    told_order, news = GAME.deed(events, "R")
    assert (told_order, [*filter(None, news)]) == ("5 R10>15", [])


def test_the_devil_player_reads_the_hand_looked_at() -> None:
    position = at(variant="pairs4 master", pos="G:20", hands="R=devil,2 G=5,tac")
    assert tell(position, "devil", viewer="R") == ["R: devil", "R looks at G's hand: 5, tac [T9.5]"]


def test_each_seat_reads_its_own_cards_of_a_swap() -> None:
    position = at(phase="swap", hands="R=1 G=3 B=5 K=9")
    orders = {seat: order(f"swap {card}") for seat, card in zip("RGBK", ("1", "3", "5", "9"), strict=True)}
    events, after = GAME.resolve(position, orders, Seeded(bytes(32)), ())
    public = lines_of(GAME.turn_blocks(view_events(events, PUBLIC), GAME.view(after, PUBLIC)), "What happened")
    assert public == ("R and B have swapped [T3.5]", "G and K have swapped [T3.5]")
    mine = lines_of(GAME.turn_blocks(view_events(events, "R"), GAME.view(after, "R")), "What happened")
    assert mine == ("R gives B 1", "B gives R 5", "R and B have swapped [T3.5]", "G and K have swapped [T3.5]")


def test_teams_of_three_swap_in_a_circle() -> None:
    position = at(variant="trios6", phase="swap", hands="R=1 G=2 B=3 K=4 W=5 C=6")
    orders = {seat: order(f"swap {card}") for card, seat in enumerate("RGBKWC", 1)}
    events, _ = GAME.resolve(position, orders, Seeded(bytes(32)), ())
    lines = [describe(event) for event in events if event.kind == "swapped"]
    assert lines == ["R, B and W have swapped [T3.5]", "G, K and C have swapped [T3.5]"]


def test_a_deal_shows_each_seat_its_own_hand() -> None:
    start = begin("pairs4", dealer="K")
    events, after = GAME.resolve(start, {}, Seeded(bytes(32)), ())
    public = lines_of(GAME.turn_blocks(view_events(events, PUBLIC), GAME.view(after, PUBLIC)), "What happened")
    assert public[:2] == ("K shuffles all 100 cards [T3.3]", "K deals 5 cards to each player; 80 are left [T3.1]")
    assert len(public) == 3
    mine = GAME.turn_blocks(view_events(events, "R"), GAME.view(after, "R"))
    hand = ", ".join(after.hands[0])
    assert f"R holds {hand}" in lines_of(mine, "What happened")
    assert lines_of(mine, "Hands") == (f"R: {hand}",)


def test_the_seats_are_listed_with_teams_cards_and_balls() -> None:
    position = at(variant="pairs4 master", pos="R:1*,5,c,d G:17", hands="R=devil,2 G=5,9 B=13 K=2", turn="R")
    blocks = GAME.turn_blocks((), play(position, "devil"))
    grid = next(block for block in blocks if isinstance(block, Grid))
    assert grid.rows == (
        ("R", "red", "RB", "no", "1", "0", "2", "2", ""),
        ("G", "green", "GK", "no", "2", "3", "1", "0", "plays, decided by R"),
        ("B", "blue", "RB", "yes", "1", "4", "0", "0", ""),
        ("K", "black", "GK", "no", "1", "4", "0", "0", "dealer"),
    )
    assert lines_of(blocks, "") == ("Next: G (by R) plays.",)


@pytest.mark.parametrize(
    ("variant", "options", "may"),
    [
        ("pairs4", {}, False),
        ("pairs4", {"talk": "open"}, True),
        ("team4", {}, True),
        ("team4", {"talk": "closed"}, False),
    ],
)
def test_a_turn_says_whether_plans_may_be_discussed(variant: str, options: dict[str, Any], may: bool) -> None:
    dealt = GAME.resolve(begin(variant, **options), {}, Seeded(bytes(32)), ()).position
    *_, after = GAME.turn_blocks((), dealt)
    assert isinstance(after, Lines)
    assert ("Plans may be discussed, but nobody names cards [T10.2]." in after.lines) == may


def test_a_turn_says_what_a_tac_refers_to() -> None:
    position = at(pos="R:10 G:20", hands="R=5,2 G=3")
    texts = ["There is no card yet for a TAC to take over.", "A TAC would take over the 5 and undo the turn."]
    assert lines_of(GAME.turn_blocks((), position), "Cards")[-1] == texts[0]
    assert lines_of(GAME.turn_blocks((), play(position, "5 R10")), "Cards")[-1] == texts[1]
    position = at(hands="R=9,2 G=3")
    line = lines_of(GAME.turn_blocks((), play(position, "drop 9")), "Cards")[-1]
    assert line == "A TAC would take over the 9; nothing would be undone."
    position = at(pos="R:a,b,c,d B:29,b,c,d K:50", turn="B", hands="B=5,2 K=tac,3")
    line = lines_of(GAME.turn_blocks((), play(position, "5 B29>a", "tac 5 K50")), "Cards")[-1]
    assert line == "The 5 stopped a win: no TAC may answer it."


def test_cards_laid_are_wrapped_at_80_characters() -> None:
    for step in random_game(begin("pairs4", "master"), 2, 5):
        for block in GAME.turn_blocks(step.events, step.after):
            if isinstance(block, Lines) and block.title == "Cards":
                assert max(map(len, block.lines)) <= 80


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (begin("pairs4"), "before the first deal"),
        (at(phase="swap"), "deal 1 of stack 1, swapping"),
        (at(), "deal 1 of stack 1, R to play"),
        (play(at(variant="pairs4 master", hands="R=devil,2"), "devil"), "deal 1 of stack 1, G (by R) to play"),
        (play(at(hands="R=2 G=- B=- K=-"), "drop 2"), "before deal 2 of stack 1"),
        (
            play(at(pos="R:64,b,c,d B:a,b,c,d", hands="R=2"), "2 R64>a"),
            "deal 1 of stack 1, the game is over: R and B won",
        ),
        (at()._replace(phase="over"), "deal 1 of stack 1, the game is over"),
    ],
)
def test_a_headline_says_how_far_the_game_is(position: Position, text: str) -> None:
    assert GAME.headline(position) == text


def try_order(position: Position, text: str) -> tuple[Picture, tuple[str, ...]]:
    """Return picture and outcome of a dry run by the seat that is asked."""
    (seat,) = GAME.awaited(position)
    view = GAME.view(position, seat)
    branches = list(fork(lambda draws: GAME.trial(view, seat, order(text), draws)))
    picture, *lines = GAME.trial_blocks(view, seat, order(text), branches, False)
    assert isinstance(picture, Picture)
    return picture, tuple(line for block in lines if isinstance(block, Lines) for line in block.lines)


def test_a_dry_run_numbers_the_way() -> None:
    picture, lines = try_order(at(pos="R:62 G:3", hands="R=5,2"), "5 R62>b")
    assert picture.title == "R: 5 R62>b"
    assert picture_lines(picture)[16] == " 09  08  07  06  05  04 G03  02  +3  +2  +1  62  61  60  59  58  57 "
    assert picture_lines(picture)[15][32:36] == " +4 "
    assert picture_lines(picture)[14][32:36] == " Rb "
    assert lines == ("R: 5 R62>b", "Next: G plays.")


def test_a_dry_run_of_a_seven_numbers_all_seven_steps() -> None:
    picture, lines = try_order(at(pos="R:5,20 G:7", hands="R=7,2"), "7 R5+3 R20")
    text = "\n".join(picture_lines(picture))
    assert [f" +{number} " in text for number in range(1, 8)] == [True, True, False, True, True, True, False]
    assert lines[0] == "R: 7 R5>8 R20>24 (throws G7)"


def test_a_dry_run_of_a_four_counts_backwards() -> None:
    picture, _ = try_order(at(pos="R:3", hands="R=4,2"), "4 R3>b")
    assert picture_lines(picture)[16] == " 09  08  07  06  05  04  03  +1  +2  64  63  62  61  60  59  58  57 "


def test_a_dry_run_through_the_devil_names_the_seat_whose_card_it_is() -> None:
    position = play(at(variant="pairs4 master", pos="G:20", hands="R=devil,2 G=5,9 B=3"), "devil")
    picture, lines = try_order(position, "5 G20")
    assert picture.title == "G (by R): 5 G20>25"
    assert lines == ("G (by R): 5 G20>25", "Next: B plays.")


@pytest.mark.parametrize(
    ("hands", "text", "lines"),
    [
        ("R=devil,2 G=5,9", "devil", ("R: devil", "R looks at G's hand [T9.5]", "Next: G (by R) plays.")),
        (
            "R=jester,2 G=5,9",
            "jester",
            ("R: jester", "all hands were passed to the right [T9.2]", "K holds 2", "Next: R plays again."),
        ),
    ],
)
def test_a_dry_run_tells_of_the_cards_that_the_seat_knows_and_no_others(
    hands: str, text: str, lines: tuple[str, ...]
) -> None:
    _, found = try_order(at(variant="pairs4 master", hands=hands), text)
    assert found == lines


def test_a_dry_run_of_an_illegal_order_shows_the_board() -> None:
    picture, lines = try_order(at(pos="R:10 G:12", hands="R=5,2"), "5 R10")
    assert picture.title == "R: not legal, the board as it is"
    assert lines == ()


def test_a_dry_run_of_alternatives_shows_the_first_that_is_legal() -> None:
    picture, lines = try_order(at(pos="R:10 G:12", hands="R=5,1"), "5 R10 else 1 R10")
    assert picture.title == "R: 1 R10>11"
    assert lines[-2:] == ("the first alternative that is legal now is shown [T13.8]", "Next: G plays.")


def test_the_board_says_in_words_that_a_card_was_discarded() -> None:
    before = at(hands="R=9,2")
    events, after = GAME.resolve(before, {"R": order("drop 9")}, Seeded(bytes(32)), ())
    words = [label.text for label in draw_game(after, events).labels]
    assert words[words.index("R discarded") + 1] == "9"


# With how much stands on the plate of K: a mark, a name, a card, how many there are, a partner, four balls, a sign; of a hand that is
# known its cards stand for how many there are, and take the room of the partner.
@pytest.mark.parametrize(
    ("variant", "viewer", "count"), [("pairs6", "R", 10), ("trios6", "R", 10), ("pairs6", "gm", 8)]
)
def test_what_stands_on_a_plate_above_a_board_of_six_lies_apart_and_on_it(
    variant: str, viewer: str, count: int
) -> None:
    drawing = draw_game(GAME.view(at(variant=variant, hands="R=5,2 K=3"), viewer))
    (left, top), (right, bottom) = next(
        one.points for one in drawing.shapes if one.role.startswith("panel") and one.points[0][1] < 0.08
    )
    boxes = []  # from left to right: left, top, right, bottom
    for label in drawing.labels:
        wide = min(measure(label.text, label.size, bold=label.bold), label.room or 99)
        begin = label.at[0] - (wide if label.anchor == "end" else 0)
        boxes.append((begin, label.at[1] - label.size / 2, begin + wide, label.at[1] + label.size / 2))
    for at_, half in (*((one.at, one.size / 2) for one in drawing.props), *((one.at, 0.6) for one in drawing.pieces)):
        boxes.append((at_[0] - half, at_[1] - half, at_[0] + half, at_[1] + half))
    above = sorted(box for box in boxes if left < box[0] < right and box[3] < bottom + 1)
    assert len(above) == count
    assert all(top <= high and low <= bottom for _, high, _, low in above)
    assert all(one[2] <= other[0] + 0.05 for one, other in pairwise(above))


@pytest.mark.parametrize("variant", ["solo4", "double6"])
def test_of_hands_that_are_known_the_one_to_play_from_lies_below_the_board_the_others_on_their_plates(
    variant: str,
) -> None:
    hands = {"R": "1,2,5,13,13,trick", "G": "3,warrior", "B": "10,10,12,12,tac,devil", "K": "5"}
    position = at(variant=variant, turn="G", hands=" ".join(map("=".join, hands.items())))
    drawing = draw_game(position)
    disc = lay(position.track)
    lying = {
        seat: [one.text for one in drawing.props if is_on(disc.plate(number), one)]
        for number, seat in enumerate("RGBK")
    }
    assert lying == {seat: cards.split(",") if seat != "G" else [] for seat, cards in hands.items()}
    below = [one.text for one in drawing.props if one.kind == "card" and one.at[1] > disc.rows]
    assert below == ["3", "warrior"]


def is_on(plate: tuple[float, float, float, float], one: Prop) -> bool:
    """Tell whether a card lies on a plate, to its edges."""
    left, top, wide, high = plate
    (x, y), half = one.at, one.size / 2
    return (
        one.kind == "card"
        and left < x - half
        and x + half < left + wide
        and top < y - half * 1.42
        and y + half * 1.42 < top + high
    )


@pytest.mark.long
def test_every_kind_of_event_has_words() -> None:
    kinds: dict[str, Event] = {}
    daily = {"pairs4": (3,), "pairs6": (0,), "team4": (1,), "solo4": (2,)}  # the first two have each kind between them
    for variant, seeds in daily.items():
        for seed in effort.choose(seeds, (0, 1, 2, 3)):
            options = {"play_on": True} if variant == "pairs6" else {}
            for step in random_game(begin(variant, "master", seed, **options), seed, 120):
                kinds |= {event.kind: event for event in step.events}
    assert set(kinds) == {
        *("shuffled", "dealt", "hand", "announced", "chosen", "given", "swapped", "played", "discarded", "skipped"),
        *("passed", "looked", "win_waits", "won", "put_aside"),
    }  # fmt: skip
    assert all(map(describe, kinds.values()))


@pytest.mark.parametrize(
    ("keys", "texts", "asked"),
    [
        ({"hands": "R=1,2"}, (), "a card"),
        ({"phase": "swap", "hands": "R=1,5 G=2 B=3 K=4"}, (), "a card to give B"),
        ({"pos": "R:5", "hands": "R=8,2 G=3"}, ("8 skip",), "a card to lay unused, or a TAC; G is skipped"),
        ({"pos": "R:a,b,c,d B:29", "hands": "R=5,2"}, (), "a card; R is home and moves balls of B"),
        ({"variant": "trios6", "pos": "R:a,b,c,d B:30", "hands": "R=5"}, (), "a card; R is home and moves balls of B and W"),
    ],
)  # fmt: skip
def test_what_is_asked_goes_on_after_the_word_order(keys: dict[str, str], texts: Sequence[str], asked: str) -> None:
    assert next(iter(GAME.awaited(play(at(**keys), *texts)).values())).text == asked


def test_what_an_order_does_is_told_briefly_without_brackets_of_its_own() -> None:
    position = at(pos="G:1", hands="R=13,2 G=4")
    branches = tuple(fork(lambda draws: GAME.trial(position, "R", order("13 in"), draws)))
    outcome = GAME.trial_blocks(position, "R", order("13 in"), branches, False)[1]
    assert isinstance(outcome, Lines)
    assert outcome.brief == ("comes in on 1, throws G1", "Next: G plays.")


def test_the_rules_sheet_fits_on_a_screen() -> None:
    lines = set_lines(GAME.rules_sheet)
    assert len(lines) <= 34
    assert max(map(len, lines)) <= 84
