"""Whose orders count: names, several seats, substitutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.posts.captures import Captures, Replacement, write_captures
from gm_tools.posts.collect import collect
from gm_tools.posts.thread import Thread
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from gm_tools.table.resolve import resolve
from gm_tools.table.seats import replace_player
from tests.posts.collecting import hand, row, run
from tests.posts.threads import post, thread


def test_names_are_taken_in_any_case_and_composition_and_by_alias(dust: Path) -> None:
    run(dust, ("AL1CE", "Order: A(7M)"), ("E\u0301MILE", "Order: (6M)"))
    assert hand(dust) == {"A": "A(7M)", "E": "(6M)"}


def test_a_near_name_is_offered_and_not_accepted(dust: Path) -> None:
    outcome = run(dust, ("Alicce", "Order: A(7M)"), ("Walter", "Order: A(7M)"))
    assert hand(dust) == {}
    assert "page.html: post 1 by Alicce: not taken: A(7M) (Alicce has no seat; is it Alice?" in outcome.strangers[0]
    assert outcome.strangers[1] == "page.html: post 2 by Walter: not taken: A(7M) (Walter has no seat)"
    assert wants_gm(outcome)


def test_a_player_of_several_seats_names_the_seat(dust: Path) -> None:
    outcome = run(dust, ("Fay", "Order: (6M)"))
    assert "the player has the seats F, G" in row(outcome, "F").verdict
    assert hand(dust) == {}
    run(dust, ("Fay", "Order: (6M)"), ("Fay", "Order G: (6M)\n\nOrder (F):\nA(7M)"))
    assert hand(dust) == {"F": "A(7M)", "G": "(6M)"}


def test_orders_of_several_seats_in_one_block_are_all_taken(dust: Path) -> None:
    run(dust, ("Fay", "[order]\nF: (6M)\nG: A(7M)\n[/order]"))
    assert hand(dust) == {"F": "(6M)", "G": "A(7M)"}


def test_nobody_orders_for_somebody_else(dust: Path) -> None:
    outcome = run(dust, ("Bob", "Alice: A(7M)"))
    assert hand(dust) == {}
    assert "it names the seat A, which is another player's" in row(outcome, "O").verdict


def test_a_replacement_counts_from_the_post_that_says_so(dust: Path) -> None:
    replace_player(dust, "Bob", "Nina", ("nini",))
    write_captures(dust, Captures((Replacement("O", "Bob", "Nina", "103"),)))
    told = [("Nina", "Order: A(7M)"), ("Bob", "Order: (6M)"), ("Gus", "Nina drives for Bob."), ("Bob", "Order: (5M)R")]
    run(dust, *told)
    assert hand(dust) == {"O": "(6M)"}
    run(dust, *told, ("Nina", "Order: (4M)LM"))
    assert hand(dust) == {"O": "(4M)LM"}


def test_replacing_a_player_leaves_the_rest_of_the_file(dust: Path) -> None:
    path = dust / "table.toml"
    path.write_text("# ours\n" + path.read_text(encoding="utf-8"), encoding="utf-8", newline="")
    before = path.read_text(encoding="utf-8")
    replace_player(dust, "al1ce", "Nina", ("nini", "N. N."))
    assert path.read_text(encoding="utf-8") == before.replace(
        'player = "Alice"\naliases = ["al1ce"]', 'player = "Nina"\naliases = ["nini", "N. N."]'
    )
    with pytest.raises(InputError, match="could also mean seat"):
        replace_player(dust, "Nina", "Bob", ("Carol",))
    assert open_table(dust).seats[0].player == "Nina"


def test_a_mark_names_a_player_in_pasted_text(dust: Path) -> None:
    collect(
        dust,
        [Thread("text", "", "", (post(1, "A", "(6M)", source="text"), post(2, "a", "(6M)", source="text")), ())],
        Bounds(),
    )
    assert hand(dust) == {"A": "(6M)"}


def test_two_threads_without_times_are_asked_about_if_their_orders_differ(dust: Path) -> None:
    message = post(1, "Alice", "Order: (6M)", source="mail", thread="", posted="")
    outcome = collect(dust, [thread(("Alice", "Order: A(7M)")), Thread("mail", "", "", (message,), ())], Bounds())
    assert (
        "post 1 by Alice says A(7M) and post 1 by Alice says (6M): it is not known which is later"
        in row(outcome).verdict
    )
    assert hand(dust) == {}
    timed = message._replace(posted="2026-11-21T12:00:30+00:00")
    collect(dust, [thread(("Alice", "Order: A(7M)")), Thread("mail", "", "", (timed,), ())], Bounds())
    assert hand(dust) == {"A": "A(7M)"}


def test_a_captured_pair_that_was_accepted_is_not_asked_about_again(dust: Path) -> None:
    told = post(1, "Alice", "Order: A(7M)", earlier="Order: (6M)")
    run(dust, told)
    assert hand(dust) == {"A": "(6M)"}
    run(dust, told, accept="A")
    assert not wants_gm(run(dust, told))
    assert hand(dust) == {"A": "A(7M)"}


def test_pages_without_a_report_are_noted_from_the_second_turn_on(dust: Path) -> None:
    assert run(dust, ("Alice", "Order: (6M)")).notes == ()
    resolve(dust, close=True, policy="straight")
    assert "these pages contain none of our reports" in run(dust, ("Alice", "Order: (6M)")).notes[0]
