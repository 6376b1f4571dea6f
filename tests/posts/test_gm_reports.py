"""The game master's reports, and those that only look so."""

from __future__ import annotations

from pathlib import Path

from gm_tools.posts.accounts import read_accounts
from gm_tools.posts.bind import change_gm
from gm_tools.reports.collected_orders import collect_report, wants_gm
from gm_tools.table import open_table
from gm_tools.table.resolve import resolve
from tests.posts.collecting import by, hand, run

REPORT = "dust: turn 0, before the start line\n\n[code]\n***\n[/code]"
ALICE, BOB = "Order: A(7M)", "Order: (6M)"


def test_a_report_by_anybody_else_voids_nothing(dust: Path) -> None:
    for author in ("Mallory", "Alice", "Gu\u0455"):
        outcome = run(dust, ("Alice", ALICE), ("Bob", BOB), (author, REPORT))
        assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}
        assert "looks like a report of this table" in outcome.strangers[0]
        assert wants_gm(outcome)
        assert outcome.start is None


def test_a_report_by_another_account_of_the_game_masters_name_voids_nothing(dust: Path) -> None:
    outcome = run(dust, by(1, "Gus", REPORT, "1"), by(2, "Alice", ALICE, "12"))
    assert {(one.name, one.gm) for one in read_accounts(dust)} == {("Gus", True), ("Alice", False)}
    assert outcome.start is not None
    outcome = run(dust, by(1, "Gus", REPORT, "1"), by(2, "Alice", ALICE, "12"), by(3, "Gus", REPORT, "66"))
    assert hand(dust) == {"A": "A(7M)"}
    assert "posted from another account, phpbb/66: Gus is bound to phpbb/1" in outcome.strangers[0]
    outcome = run(dust, by(1, "Gus", REPORT, "1"), by(2, "Alice", ALICE, "12"), by(3, "August", REPORT, "1"))
    assert outcome.start is not None
    assert outcome.start.number == 3


def test_orders_before_a_report_are_named(dust: Path) -> None:
    outcome = run(dust, ("Alice", ALICE), ("Gus", REPORT), ("Bob", BOB))
    assert hand(dust) == {"O": "(6M)"}
    assert outcome.strangers == (
        "post 1 by Alice is left out: it was posted before post 2 by Gus, from which posts count (A: A(7M))",
    )
    assert wants_gm(outcome)
    assert "Posts count from post 2 by Gus on." in str(collect_report(outcome).blocks)


def test_orders_that_were_used_before_a_report_are_not_named(dust: Path) -> None:
    told = [(seat.player, f"{seat.mark}: (6M)") for seat in open_table(dust).seats]
    run(dust, *told)
    resolve(dust)
    (dust / "posts.toml").unlink()
    report = REPORT.replace("turn 0, before the start line", open_table(dust).game.headline(open_table(dust).position))
    assert run(dust, *told, ("Gus", report)).strangers == ()
    outcome = run(dust, *told, ("Alice", "Order: A(7M)"), ("Gus", report))
    assert len(outcome.strangers) == 1


def test_other_posts_of_the_game_master_begin_no_turn(dust: Path) -> None:
    status = "dust: orders for turn 1\n\n[code]\nSeat  Order\n----  -----\nA     in\n[/code]"
    outcome = run(dust, ("Gus", REPORT), ("Alice", ALICE), ("Gus", status), ("Bob", BOB))
    assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}
    assert outcome.strangers == ()


def test_a_webhook_posts_for_the_game_master_if_its_id_is_named(dust: Path) -> None:
    told = (by(1, "Alice", ALICE, "12"), by(2, "Gus", REPORT, "991", automated=True))
    assert run(dust, *told).start is None
    change_gm(dust, ["phpbb/991"])
    assert run(dust, *told).start == told[1]


def without_gm(path: Path) -> str:
    text = (path / "table.toml").read_text(encoding="utf-8")
    (path / "table.toml").write_text(
        "".join(line for line in text.splitlines(keepends=True) if not line.startswith("gm =")), encoding="utf-8"
    )
    return open_table(path).commitment


def test_a_table_that_names_no_game_master_knows_the_first_report_by_its_commitment(dust: Path) -> None:
    first = f"{REPORT}\n\n{without_gm(dust)}"
    outcome = run(dust, by(1, "Gus", first, "1"), by(2, "Alice", ALICE, "12"), by(3, "Mallory", first, "66"))
    assert hand(dust) == {"A": "A(7M)"}
    assert outcome.start is not None
    assert "Mallory" in outcome.strangers[0]
    assert [one.id for one in read_accounts(dust) if one.gm] == ["1"]
    assert run(dust, by(2, "Alice", ALICE, "12"), by(4, "Gus", REPORT, "1")).start is not None


def test_a_copy_of_the_first_report_makes_nobody_the_game_master(dust: Path) -> None:
    first = f"{REPORT}\n\n{without_gm(dust)}"
    edited = by(1, "Mallory", first, "66", edited="2026-11-21T12:30:00+00:00")
    for told in (
        (edited, by(2, "Gus", first, "1"), by(3, "Alice", ALICE, "12"), by(4, "Mallory", REPORT, "66")),
        (by(7, "Alice", ALICE, "12"), by(8, "Mallory", first, "66")),
        (by(1, "Alice", ALICE, "12"), by(2, "Mallory", REPORT, "66")),
    ):
        outcome = run(dust, *told)
        assert hand(dust) == {"A": "A(7M)"}
        assert outcome.start is None
        assert "Mallory" in " ".join(outcome.strangers)
        assert "gm account dust --gm NAME" in " ".join(outcome.notes)
