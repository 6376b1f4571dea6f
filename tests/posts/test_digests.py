"""Reports known by the digest of their turn file: ours, copies of them, and those whose digest is another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds
from gm_tools.render.forum_posts import posts
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Posting, new_table, open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.digests import turn_digest
from gm_tools.table.resolve import resolve
from tests.posts.story import SEATS
from tests.posts.threads import post, thread


@pytest.fixture
def dust(tmp_path: Path) -> Path:
    """A race with a chain of keys, after its first turn."""
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    path = tmp_path / "dust"
    new_table(
        path, game="nascar", board_text=board, track="dust-bowl", seats=SEATS, options={}, posting=Posting(gm=("Gus",))
    )
    for seat in open_table(path).seats:
        put_order(path, seat.mark, "(6M)")
    resolve(path)
    return path


def report(path: Path, number: int, author: str = "Gus", title: str = "", turn: int | None = None) -> Post:
    """Return the post of a turn, under another title if one is given."""
    table = open_table(path)
    (text,) = posts(turn_post(table, table.turn if turn is None else turn, "public"), "phpbb")
    made = post(number, author, text)
    return made._replace(text=title + "\n" + made.text.partition("\n")[2]) if title else made


def digest(path: Path, turn: int = 1) -> str:
    found = turn_digest(open_table(path), turn)
    assert found is not None
    return found.line()


def run(path: Path, *told: tuple[str, str] | Post) -> Outcome:
    return collect(path, [thread(*told)], Bounds())


def hand(path: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(path).hand}


def test_a_report_in_words_of_ones_own_is_known_by_its_digest(dust: Path) -> None:
    ours = report(dust, 2, title="The sand settles, and Axle leads!")
    outcome = run(dust, post(1, "Alice", "Order: (7M)"), ours, post(3, "Bob", "Order: (7M)"))
    assert outcome.start is not None
    assert outcome.start.key == ours.key
    assert hand(dust).keys() == {"O"}


def test_the_digest_tells_which_of_two_reports_with_one_title_is_the_last(dust: Path) -> None:
    old = report(dust, 1, turn=0)
    ours = report(dust, 3)
    first_line = ours.text.partition("\n")[0]
    old = old._replace(text=first_line + "\n" + old.text.partition("\n")[2])
    outcome = run(dust, ours._replace(number=1), post(2, "Bob", "Order: (7M)"), old._replace(number=3))
    assert outcome.start is not None
    assert outcome.start.text == ours.text


def test_a_report_from_before_an_amendment_is_still_that_of_the_turn(dust: Path) -> None:
    ours = report(dust, 1, title="Round one is over")
    amend(dust, {"cars.A.wild_cards": 3}, "a slip")
    run(dust, ours, post(2, "Bob", "Order: (7M)"))
    assert hand(dust).keys() == {"O"}


def test_a_copy_by_somebody_else_is_named_and_nothing_is_counted_from_it(dust: Path) -> None:
    ours = report(dust, 1)
    copy = report(dust, 3, "Mallory", title="Round one is over")
    outcome = run(dust, ours, post(2, "Bob", "Order: (7M)"), copy)
    assert hand(dust).keys() == {"O"}
    (line,) = outcome.strangers
    assert "post 3 by Mallory is a copy of a report of this table, and posts are not counted from it: " in line


def test_a_player_who_names_a_digest_still_orders(dust: Path) -> None:
    outcome = run(dust, report(dust, 1), post(2, "Bob", f"I checked {digest(dust)}, it holds.\n\nOrder: (7M)"))
    assert hand(dust).keys() == {"O"}
    assert outcome.notes == ("post 2 by Bob holds a copy of the digest of turn-001.toml, and is no report of ours",)


def test_the_game_master_who_names_a_digest_begins_no_turn(dust: Path) -> None:
    said = post(3, "Gus", f"You can check {digest(dust)} yourselves.")
    outcome = run(dust, report(dust, 1), post(2, "Bob", "Order: (7M)"), said)
    assert hand(dust).keys() == {"O"}
    assert outcome.notes == ()


def test_a_report_of_ours_with_another_digest_is_named(dust: Path) -> None:
    ours = report(dust, 1)
    outcome = run(dust, ours._replace(text=ours.text.replace(digest(dust), f"turn-001.toml {'0' * 32}")))
    expected = "post 1 by Gus carries a digest of turn-001.toml that is not that of the file here"
    assert [note for note in outcome.notes if note.startswith(expected)]


def test_the_report_of_another_table_in_the_thread_is_not_named(dust: Path) -> None:
    said = post(2, "Gus", f"mud: turn 3\n\nturn-003.toml {'0' * 32}")
    assert run(dust, report(dust, 1), said).notes == ()
