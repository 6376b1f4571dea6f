"""Bots at a table: they are not waited for, order from what their seat may know, and leave orders that anybody can check."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.table import open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.bots import POLICIES, chosen_order
from gm_tools.table.resolve import Refused, resolve
from gm_tools.table.reveal import reveal
from gm_tools.table.seats import replace_player, set_bot
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests.table import ferry
from tests.table.crossing import contents, order_all


def test_a_seat_with_a_bot_is_not_waited_for(folder: Path) -> None:
    set_bot(folder, "C", "hard")
    put_order(folder, "A", "r1")
    with pytest.raises(Refused, match=r"^no order from B$"):
        resolve(folder)
    put_order(folder, "B", "r1")
    used = resolve(folder).turn.record.orders
    assert [(row.seat, row.bot, row.missed) for row in used] == [("A", "", ""), ("B", "", ""), ("C", "hard", "")]
    assert read_turn(open_table(folder), 1).record.orders == used
    assert open_table(folder).missed == {}


def test_the_order_of_a_player_goes_before_that_of_the_bot(folder: Path) -> None:
    set_bot(folder, "C", "easy")
    order_all(folder, "r2")
    assert [(row.canonical, row.bot) for row in resolve(folder).turn.record.orders] == [("r2", "")] * 3


def test_a_whole_game_of_bots_is_verified_before_and_after_the_seed_is_known(folder: Path) -> None:
    for seat, strength in zip("ABC", ("easy", "medium", "hard"), strict=True):
        set_bot(folder, seat, strength)
    while not ferry.is_over(open_table(folder).position):
        resolve(folder)
    assert not verify(folder)
    reveal(folder)
    assert not verify(folder)


def test_the_same_position_gives_the_same_order(folder: Path) -> None:
    for seat in "ABC":
        set_bot(folder, seat, "easy")
    first = resolve(folder).turn.record.orders
    undo(folder)
    assert open_table(folder).hand == ()  # what a bot ordered was in nobody's hand
    assert resolve(folder).turn.record.orders == first


def test_a_bot_orders_for_whoever_missed_the_turn(folder: Path) -> None:
    put_order(folder, "A", "r1")
    resolved = resolve(folder, close=True, policy="bot-hard")
    rows = [(row.seat, row.missed, row.bot) for row in resolved.turn.record.orders]
    assert rows == [("A", "", ""), ("B", "bot-hard", "hard"), ("C", "bot-hard", "hard")]
    assert resolved.table.missed == {"B": 1, "C": 1}
    assert not verify(folder)


def test_what_a_bot_is_said_to_have_ordered_is_checked(folder: Path) -> None:
    set_bot(folder, "A", "hard")
    put_order(folder, "B", "r1")
    put_order(folder, "C", "r1")
    resolve(folder)
    path = folder / "turn-001.toml"
    text = path.read_text(encoding="utf-8")
    order = read_turn(open_table(folder), 1).record.orders[0].canonical
    path.write_text(text.replace(f'text = "{order}"', 'text = "r9"', 1), encoding="utf-8")
    assert any("r9" in finding.message for finding in verify(folder))


def test_an_unknown_strength_of_a_bot_is_refused(folder: Path) -> None:
    before = contents(folder)
    with pytest.raises(InputError, match="found 'best'") as caught:
        set_bot(folder, "A", "best")
    assert caught.value.allowed == "easy, medium, hard"
    with pytest.raises(InputError, match="found 'bot-best'") as caught:
        resolve(folder, close=True, policy="bot-best")
    assert all(policy in caught.value.allowed for policy in POLICIES)
    assert contents(folder) == before
    path = folder / "table.toml"
    path.write_text(path.read_text(encoding="utf-8") + 'bot = "best"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"seats #3\.bot: found 'best'"):
        open_table(folder)


def test_a_bot_is_asked_for_an_order_only_if_the_seat_is(folder: Path) -> None:
    assert chosen_order(folder, "Bob", "hard").startswith(("r", "c"))
    while not ferry.is_over(open_table(folder).position):
        order_all(folder, "r3")
        resolve(folder)
    with pytest.raises(InputError, match=r"the game is over: no orders any more$") as caught:
        chosen_order(folder, "B", "hard")
    assert caught.value.status == 1


def test_a_bot_takes_over_only_while_the_game_goes_on(folder: Path) -> None:
    set_bot(folder, "C", "easy")
    while not ferry.is_over(open_table(folder).position):
        order_all(folder, "r3")
        resolve(folder)
    before = contents(folder)
    with pytest.raises(InputError, match="the game is over: no orders any more") as caught:
        set_bot(folder, "B", "hard")
    assert caught.value.status == 1
    assert contents(folder) == before
    assert set_bot(folder, "C", "").after.bot == ""


def test_a_seat_that_is_not_asked_is_named_in_the_refusal(folder: Path) -> None:
    amend(folder, {"tide_due": True}, "the tide comes first")
    with pytest.raises(InputError, match=r"^Bob \(B\) is not asked for an order now$"):
        chosen_order(folder, "B", "hard")


def test_a_player_who_takes_over_dismisses_the_bot(folder: Path) -> None:
    path = folder / "table.toml"
    before = path.read_text(encoding="utf-8")
    set_bot(folder, "B", "medium")
    assert open_table(folder).seats[1].bot == "medium"
    with pytest.raises(InputError, match="seat B is a bot's already"):
        set_bot(folder, "B", "medium")
    set_bot(folder, "B", "")
    assert path.read_text(encoding="utf-8") == before
    set_bot(folder, "B", "hard")
    assert replace_player(folder, "B", "Nina").after.bot == ""
