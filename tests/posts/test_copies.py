"""Whole reports copied into a player's post without quote marks: nothing of them is an order, and the player's own is."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds
from gm_tools.render import render
from gm_tools.reports.collected_orders import rows_of, wants_gm
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table, put_order
from gm_tools.table.resolve import resolve
from tests.posts.threads import thread


@pytest.fixture
def report(dust: Path) -> str:
    """The report of turn 1, with orders in it: `A: (6M)`, `O: B(5M)`, in BBCode."""
    for seat in open_table(dust).seats:
        put_order(dust, seat.mark, "B(5M)" if seat.mark == "O" else "(6M)")
    resolve(dust)
    return render(turn_post(open_table(dust), 1, "public"), "bbcode")


def run(path: Path, *told: tuple[str, str] | Post, accept: str = "") -> Outcome:
    return collect(path, [thread(*told)], Bounds(), tuple(accept))


def hand(path: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(path).hand}


def strip_markup(text: str) -> str:
    """Return a report as it is copied from a page: without markup."""
    for tag in ("[b]", "[/b]", "[code]", "[/code]", "[list]", "[/list]", "[*]"):
        text = text.replace(tag, "")
    return text


@pytest.mark.parametrize("is_marked", [True, False])
@pytest.mark.parametrize("layout", ["{copy}\n\nOrder: (6M)", "Order: (6M)\n\n{copy}", "As it stands:\n{copy}\n(6M)"])
def test_the_players_own_order_is_read_beside_a_copied_report(
    dust: Path, report: str, layout: str, is_marked: bool
) -> None:
    copy = report if is_marked else strip_markup(report)
    outcome = run(dust, ("Gus", report), ("Alice", layout.format(copy=copy)))
    assert hand(dust) == {"A": "(6M)"}
    assert not wants_gm(outcome)


def test_a_post_with_only_a_copied_report_orders_nothing(dust: Path, report: str) -> None:
    outcome = run(dust, ("Gus", report), ("Alice", strip_markup(report)), ("Bob", "Look:\n" + report))
    assert hand(dust) == {}
    assert {row.seat: row.state for row in rows_of(outcome)}["A"] == "posted"


def test_a_copy_of_the_first_half_is_known_too(dust: Path, report: str) -> None:
    half = report[: len(report) // 2]
    run(dust, ("Gus", report), ("Alice", half.rpartition("\n")[0] + "\nOrder: (6M)"))
    assert hand(dust) == {"A": "(6M)"}


def test_a_copy_of_an_unknown_report_is_asked_about(dust: Path, report: str) -> None:
    told = ("Alice", strip_markup(report) + "\nOrder: (6M)")
    outcome = run(dust, told)
    assert (hand(dust), wants_gm(outcome)) == ({}, True)
    again = run(dust, told, accept="A")  # what the copy says of Alice, and her own order below it, are two
    assert (hand(dust), wants_gm(again)) == ({}, True)
    run(dust, told, ("Alice", "Order: (6M)"))
    assert hand(dust) == {"A": "(6M)"}


def test_a_forged_report_with_a_board_is_still_named(dust: Path, report: str) -> None:
    outcome = run(dust, ("Gus", report), ("Alice", "Order: (6M)"), ("Bob", "dust: turn 2, lap 1 of 3\n[code]x[/code]"))
    assert hand(dust) == {"A": "(6M)"}
    assert any("looks like a report" in line for line in outcome.strangers)


@pytest.mark.parametrize("answer", ["A(7M)", "(6M)"])
def test_what_the_game_master_answers_by_hand_is_not_asked_about_again(dust: Path, report: str, answer: str) -> None:
    """An order entered after the question settles it, until the post says something else."""
    told = ("Alice", strip_markup(report) + "\nOrder: (6M)")
    assert wants_gm(run(dust, told))
    put_order(dust, "A", answer)
    again = run(dust, told)
    assert (hand(dust), wants_gm(again)) == ({"A": answer}, False)
    assert "settled by the order entered by hand" in rows_of(again)[0].verdict
    assert not wants_gm(run(dust, told))
    assert wants_gm(run(dust, (told[0], f"{told[1]}\n\nOrder: (5M)R")))


def test_an_order_that_was_in_hand_before_the_question_does_not_answer_it(dust: Path, report: str) -> None:
    put_order(dust, "A", "(6M)")
    told = ("Alice", strip_markup(report) + "\nOrder: (5M)R")
    assert wants_gm(run(dust, told))
    assert wants_gm(run(dust, told))
    put_order(dust, "A", "(6M)")
    assert not wants_gm(run(dust, told))


def test_a_copied_report_that_was_accepted_is_not_asked_about_again(dust: Path, report: str) -> None:
    told = ("Alice", "dust: turn 1, lap 1 of 3\n---\nwhat a turn!\n\nOrder: (6M)")
    assert wants_gm(run(dust, told))
    assert not wants_gm(run(dust, told, accept="A"))
    assert not wants_gm(run(dust, told))
    assert hand(dust) == {"A": "(6M)"}


def test_accepting_is_not_offered_where_it_cannot_settle_the_order(dust: Path, report: str) -> None:
    told = ("Alice", "dust: turn 1, lap 1 of 3\n---\nAlice: (6M)\n\nOrder: (5M)R")
    row = rows_of(run(dust, told))[0]
    assert "two different orders" in row.verdict
    assert "--accept" not in row.verdict
    assert not row.accepts
