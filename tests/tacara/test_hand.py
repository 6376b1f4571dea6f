"""Orders in hand (C63): which one is used, what stays, what takes the place of what."""

from __future__ import annotations

from gm_tools.core.blocks import Lines, Picture
from gm_tools.core.draws import Seeded, fork
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.orders import HOLD
from tests.tacara.scenes import DASH, do, read, scene

SETUP = "R@2,9/E2 G@3,19 B@2,8/E2"


def test_a_later_order_replaces_the_one_of_its_kind() -> None:
    kinds = {text: read(text) for text in ("GW", "T3", "F G0", "HOLD", "PASS")}
    replaced = {(new, old) for new in kinds for old in kinds if GAME.replaces(kinds[new], kinds[old])}
    answers, plain = {"F G0", "HOLD"}, {"GW", "T3", "PASS"}
    assert replaced == {(new, old) for kind in (answers, plain) for new in kind for old in kind}


def test_the_example_of_the_rules() -> None:
    asked = do(scene(SETUP, drafting=True), "R", "G0").position
    hand = [read("GW"), read("F G0")]
    chosen = GAME.choose(asked, "B", hand)
    assert chosen == read("F G0")
    after = do(asked, "B", "F G0").position
    assert not any(GAME.stays_in_hand(after, "B", order) for order in hand)
    assert GAME.choose(after, "G", [read("T3")]) == read("T3")


def test_a_plain_order_alone_counts_as_hold_at_an_offer() -> None:
    asked = do(scene(SETUP, drafting=True), "R", "G0").position
    plain = read("GW")
    assert GAME.choose(asked, "B", [plain]) == HOLD
    after = do(asked, "B", "HOLD").position
    assert GAME.stays_in_hand(after, "B", plain)
    after = do(after, "G", "T3").position
    assert GAME.choose(after, "B", [plain]) == plain


def test_without_an_answer_in_hand_the_car_is_asked() -> None:
    asked = do(scene(SETUP, drafting=True), "R", "G0").position
    assert GAME.choose(asked, "B", []) is None
    assert GAME.choose(asked, "B", [read("PASS")]) is None


def test_an_answer_in_hand_is_not_used_in_the_cars_own_slot() -> None:
    position = scene(SETUP, drafting=True)
    assert GAME.choose(position, "R", [read("F G0"), HOLD]) is None
    assert GAME.choose(position, "R", [read("GE"), read("F G0")]) == read("GE")
    assert GAME.choose(position, "R", [read("GE"), read("T1")]) == read("T1")


def test_hold_in_hand_declines_all_offers_of_the_turn() -> None:
    position = scene("R@2,9/E2 G@3,19 C@1,8/E1 D@4,19 B@2,8/E1N1", drafting=True)
    position = do(position, "R", "G0").position
    assert position.offers == ("B",)
    position = do(position, "B", "HOLD").position
    assert GAME.stays_in_hand(position, "B", HOLD)
    position = do(do(position, "G", "G0").position, "C", "G0").position
    assert position.offers == ("B",)
    assert GAME.choose(position, "B", [HOLD]) == HOLD
    position = do(do(position, "B", "HOLD").position, "D", "G0").position
    assert GAME.stays_in_hand(position, "B", HOLD)
    assert not GAME.stays_in_hand(do(position, "B", "G0 H").position, "B", HOLD)


def test_after_the_last_slot_of_a_turn_nothing_stays_though_the_next_turn_has_begun() -> None:
    position = do(scene("R@2,9/E2 B@4,8/E2", drafting=True), "R", "G0").position
    position = do(position, "B", "G0").position
    assert GAME.awaited(position) == {}
    begun = GAME.resolve(position, {}, Seeded(bytes(32)), ()).position
    assert "B" in begun.left
    assert not GAME.stays_in_hand(begun, "B", read("F G0"))
    assert GAME.stays_in_hand(begun, "R", read("GE"))


def test_nothing_stays_after_the_race() -> None:
    over = do(do(scene("R@2,10/E2/-/p1 B@3,3", DASH), "R", "G0").position, "B", "G0").position
    assert not GAME.stays_in_hand(over, "R", read("GE"))


def test_what_an_order_ahead_would_do_can_be_shown_for_cars_that_drive_on() -> None:
    position = scene("R@2,10/E2/-/p1 B@3,3/E2/-/! C@4,4 D@1,14/-/-/p2", DASH)
    assert [seat for seat in "RBCD" if GAME.can_try_early(position, seat)] == ["R", "C"]
    picture, outcome, *__ = GAME.trial_blocks(
        position, "C", read("GEE"), list(fork(lambda draws: GAME.trial(position, "C", read("GEE"), draws))), False
    )
    assert isinstance(picture, Picture)
    assert isinstance(outcome, Lines)
    assert outcome.lines[1] == "C: drives 2 spaces to row 4 column 6 [C19]"
