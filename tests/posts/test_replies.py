"""What is shown of collecting: to everybody, to the game master, and to paste."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.games import find
from gm_tools.posts.captures import FILE, read_captures
from gm_tools.posts.collect import collect
from gm_tools.posts.thread import Thread
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import collect_report, replies_of
from gm_tools.table import ChanceSource
from tests.begin import begin_table
from tests.ground import format_board
from tests.posts.collecting import row, run
from tests.posts.threads import post, thread
from tests.samples import SAMPLES, board_of

SEED = bytes(32)


def test_the_public_view_holds_no_order(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: A(7M)"), ("Bob", "Order: (6M"), ("Dan", "Order: (6M)\nOrder: A(7M)"))
    shown = repr(collect_report(outcome, public=True))
    assert "M" not in shown.replace("Max", "").replace("'M'", "")
    assert row(outcome).state == "in"


def test_a_reply_quotes_only_its_own_player(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: A(7M)"), ("Bob", "Order: (6M"), ("Hank", "Order: (6M)\nOrder: (5M)R"))
    replies = {reply.seat: reply.text for reply in replies_of(outcome)}
    assert replies["O"].startswith("@Bob: your order (6M (post 2) cannot be read")
    assert replies["O"].endswith("write: Order: (6M)")
    assert (
        replies["H"]
        == "@Hank: post 3 by Hank holds two different orders: (6M) and (5M)R. Which of them counts? Please post it alone."
    )
    assert "A(7M)" not in " ".join(replies.values())


def test_where_hands_are_hidden_what_is_wrong_is_for_its_player_alone(tmp_path: Path) -> None:
    game, sample = find("tac"), SAMPLES["tac"][0]
    path = tmp_path / "cards"
    board = format_board(board_of(game, sample))
    table = begin_table(path, "tac", board, sample.seats, sample.options)
    legal = game.format_order(next(iter(game.legal_orders(table.position, "R"))))
    swaps = [f"swap {card}" for card in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "trick", "tac")]
    illegal = next(text for text in swaps if game.check(table.position, "G", game.parse_order(text)))
    outcome = collect(path, [thread(("Alice", f"Order: {legal}"), ("Bob", f"Order: {illegal}"))], Bounds())
    assert [(reply.seat, reply.private) for reply in replies_of(outcome)] == [("G", True)]
    data = collect_report(outcome, public=True).data["rows"]
    assert {entry["seat"]: entry["state"] for entry in data} == {"R": "in", "G": "in", "B": "missing", "K": "missing"}


def test_what_players_write_is_text_in_replies(dust: Path) -> None:
    outcome = run(dust, ("Bob", "Order: [img]x[/img]<script>@everyone\x1b[2J"))
    (reply,) = replies_of(outcome)
    assert not any(mark in reply.text for mark in ("[img]", "<script", "@everyone", "\x1b"))


def test_answers_to_messages_are_private(dust: Path) -> None:
    message = post(1, "Bob", "Order: (6M", source="mail")
    outcome = collect(dust, [Thread("mail", "", "", (message,), ())], Bounds())
    assert [reply.private for reply in replies_of(outcome)] == [True]
    assert collect_report(outcome).blocks[-1].title == "Replies to send privately"


def test_nothing_is_collected_for_a_game_that_is_over(dust: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tools.games.nascar import GAME

    monkeypatch.setattr("gm_tools.games.nascar.GAME", GAME._replace(is_over=lambda _position: True))
    with pytest.raises(InputError, match="the game is over"):
        run(dust, ("Alice", "Order: A(7M)"))


def test_a_spoilt_posts_file_is_named(dust: Path) -> None:
    run(dust, ("Alice", "Order: A(7M)"))
    path = dust / FILE
    assert read_captures(dust).posts["phpbb/77/101"].orders == ("A: A(7M)",)
    path.write_text(path.read_text(encoding="utf-8").replace("turn = 1", 'turn = "one"'), encoding="utf-8")
    with pytest.raises(InputError, match=r"posts\.toml.*turn"):
        run(dust, ("Alice", "Order: A(7M)"))


def test_a_second_order_where_the_first_legal_one_counts_is_said_to_be_kept_behind_it(tmp_path: Path) -> None:
    game, sample = find("tac"), SAMPLES["tac"][0]
    text = format_board(board_of(game, sample))
    path = tmp_path / "cards"
    table = begin_table(path, "tac", text, sample.seats, sample.options, chance=ChanceSource(seed=SEED))
    first, second = map(game.format_order, list(game.legal_orders(table.position, "R"))[:2])
    player = sample.seats[0].player
    outcome = collect(path, [thread((player, f"Order: {first}"), (player, f"Order: {second}"))], Bounds())
    assert row(outcome, "R").verdict == (
        f"in hand; {first} was posted first and counts as long as it is legal [T3.5, T3.7]; {second} is kept behind it. "
        f"To replace it, the player must retract both, then post {second} again"
    )
    told = (player, "I retract my order."), (player, f"Order: {second}")
    outcome = collect(path, [thread((player, f"Order: {first}"), (player, f"Order: {second}"), *told)], Bounds())
    assert [posted.text for posted in outcome.table.hand] == [second]
