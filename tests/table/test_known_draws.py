"""A turn taken back after its post has opened what was hidden: nothing is shuffled anew, nothing is kept from anybody."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.keys import HIDDEN, chain_key
from gm_tools.core.paths import folder
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import ChanceSource, new_table, open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import audit, verify
from tests.begin import begin_table
from tests.table import ferry
from tests.table.crossing import change, contents, play, refusal

ROOT = bytes(range(32))
OPENED = "turn {} has opened what was hidden before it: whoever has read its post knows the cards now in play"


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    """A game of Ferry that is over: its last turn has opened all cards."""
    path = begin_table(tmp_path / "crossing", "ferry", ferry.RIVER, ferry.SEATS, chance=ChanceSource(root=ROOT)).path
    play(path, 1, "r1")
    amend(path, {"boats.A.at": 57}, "a strong current")
    play(path, 1, "r3")
    assert open_table(path).game.is_over(open_table(path).position)
    return path


def test_taking_back_the_end_asks_first(crossing: Path) -> None:
    before = contents(crossing)
    error = refusal(lambda: undo(crossing))
    assert (error.status, error.message) == (1, OPENED.format(2))
    assert error.allowed.startswith("--opened, ")
    assert contents(crossing) == before


def test_the_posts_of_a_game_with_known_cards_say_so_and_carry_the_key(crossing: Path) -> None:
    first = read_turn(open_table(crossing), 2)
    undo(crossing, opened=True)
    for seat in "ABC":
        put_order(crossing, seat, "r0")
    again = resolve(crossing).turn
    assert (again.record.key, again.record.hidden_key) == (first.record.key, "")
    assert again.record.known_key == chain_key(ROOT, HIDDEN, 4000, 2).hex()
    text = str(turn_post(open_table(crossing), 2, "public").blocks)
    assert (
        f"Hidden cards can be known: a turn that was taken back has opened them by the key {again.record.known_key}"
        in text
    )
    assert verify(crossing) == ()
    spoilt = copytree(crossing, crossing.with_name("spoilt"))
    change(spoilt / "turn-002.toml", f'known_key = "{again.record.known_key}"\n', "")
    assert [finding.message for finding in verify(spoilt)] == [
        "known_key: is missing: turn 2 was taken back, and had opened what is hidden"
    ]
    old = {draw.label: draw.value for draw in first.record.draws}
    assert all(old.get(draw.label, draw.value) == draw.value for draw in again.record.draws)  # nothing is dealt anew


def test_a_turn_that_has_opened_nothing_is_taken_back_as_ever(tmp_path: Path) -> None:
    path = new_table(
        tmp_path / "crossing", game="ferry", board_text=ferry.RIVER, track="", seats=ferry.SEATS, options={}
    ).path
    play(path, 2, "r1")
    undo(path)
    assert play(path, 1, "r1").turn.record.known_key == ""


@pytest.fixture(scope="module")
def marbles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of TAC among bots, up to the turn in which the stack is shuffled for the second time."""
    seats = tuple(Seat(mark, f"Player {mark}", bot="easy") for mark in "RGBK")
    board = min((folder("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")
    path = tmp_path_factory.mktemp("tables") / "marbles"
    new_table(path, game="tac", board_text=board, track="", seats=seats, options={}, chance=ChanceSource(root=ROOT))
    while open_table(path).position.stacks < 2:
        resolve(path)
    return path


def test_an_undo_past_a_new_stack_asks_and_the_new_stack_stays_as_it_was_and_shut(marbles: Path) -> None:
    table = open_table(marbles)
    last = table.turn
    assert refusal(lambda: undo(marbles)).message == OPENED.format(last)
    undo(marbles, opened=True)
    # One more: the cards of the old stack are known, the posts of turns played with them say so.
    assert refusal(lambda: undo(marbles)).message == OPENED.format(last - 1)
    undo(marbles, opened=True)
    assert resolve(marbles).turn.record.known_key == chain_key(ROOT, HIDDEN, 4000, last - 1).hex()
    again = resolve(marbles).turn
    assert (again.record.turn, again.record.known_key) == (last, "")
    assert again.after.hands == table.position.hands
    assert again.after.rest == table.position.rest
    assert verify(marbles) == ()
    (marbles / "secret.toml").unlink()
    assert audit(marbles).shut == 1  # the new stack
