"""Corrections and orders for somebody else in games where players act in turn, or have several orders in hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from gm_tools.table.resolve import resolve
from tests.begin import begin_table
from tests.posts.threads import thread
from tests.samples import SAMPLES


@pytest.fixture(params=["tacara", "tac"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A table of a game where Alice is asked now: in Tacara Bob is not."""
    name = request.param
    board = min((folder("tracks") / name).glob("*.txt"))
    sample = SAMPLES[name][0]
    path = tmp_path / "dust"
    text = board.read_text(encoding="utf-8")
    begin_table(path, name, text, sample.seats, track=board.stem, gm=("Gus",))
    while not open_table(path).game.awaited(open_table(path).position):
        resolve(path)
    return path


def run(path: Path, text: str) -> tuple[Outcome, list[str]]:
    """Collect a post by Alice with two of her legal orders as {a} and {b}."""
    opened = open_table(path)
    seat = opened.seats[0].mark
    legal = [opened.game.format_order(order) for order in opened.game.legal_orders(opened.position, seat)]
    one, other = dict.fromkeys([legal[0], legal[-1]])
    outcome = collect(path, [thread(("Alice", text.format(a=one, b=other)))], Bounds())
    return outcome, [posted.text for posted in outcome.taken]


@pytest.mark.parametrize(
    "text",
    ["Order: {a}\nEDIT: Order: {b}", "{a}\nSorry, {b}", "Befehl: {a}\nKorrektur: {b}", "Order: {a}\nNo wait, {b}"],
)
def test_a_correction_is_never_decided_silently(table: Path, text: str) -> None:
    outcome, taken = run(table, text)
    assert (taken, wants_gm(outcome)) == ([], True)


@pytest.mark.parametrize("text", ["Order for Bob: {a}", "Bob's order: {a}", "For Bob:\n{a}", "Posting for Bob.\n{a}"])
def test_an_order_for_somebody_else_is_not_taken_whoever_is_asked(table: Path, text: str) -> None:
    outcome, taken = run(table, text)
    assert (taken, wants_gm(outcome)) == ([], True)


def test_text_that_only_resembles_an_order_is_asked_about_and_not_taken(table: Path) -> None:
    if open_table(table).game.name == "tac":
        outcome, taken = run(table, "4x4")
        assert (taken, wants_gm(outcome)) == ([], True)
    outcome, taken = run(table, "Who drove the 4x4 in 2015? Not me.")
    assert (taken, wants_gm(outcome)) == ([], False)
