"""Which orders count, and what collecting again does."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.core.times import parse_moment
from gm_tools.games import NAMES, find
from gm_tools.posts import times
from gm_tools.posts.captures import Captures, Replacement, read_captures, write_captures
from gm_tools.posts.formats.bbcode import read_bbcode
from gm_tools.posts.formats.mail import read_plain
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.window import Bounds, is_report
from gm_tools.render import render
from gm_tools.reports.collected_orders import collect_report, rows_of, wants_gm
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import ChanceSource, drop_order, open_table, put_order
from gm_tools.table.resolve import resolve
from gm_tools.table.seats import replace_player
from tests.begin import begin_table
from tests.ground import format_board
from tests.posts.collecting import AT_TEN, hand, row, run
from tests.posts.threads import post
from tests.samples import SAMPLES, board_of
from tests.table.crossing import contents

SEED = bytes(32)


# Which order counts


def test_the_last_order_counts_whole(dust: Path) -> None:
    run(dust, ("Alice", "Order: A(7M)"), ("Alice", "Order: (5M)R"))
    assert hand(dust) == {"A": "(5M)R"}


def test_a_retraction_takes_back_what_was_collected(dust: Path) -> None:
    told = ("Alice", "Order: A(7M)")
    run(dust, told)
    assert hand(dust) == {"A": "A(7M)"}
    outcome = run(dust, told, ("Alice", "Sorry, I withdraw my order."))
    assert hand(dust) == {}
    assert row(outcome).state == "retracted"
    assert [posted.text for posted in outcome.dropped] == ["A(7M)"]


@pytest.mark.parametrize("text", ["I retract my order.", "Order: none", "[order][/order]", "My order is withdrawn"])
def test_an_order_is_retracted_in_many_words(dust: Path, text: str) -> None:
    assert row(run(dust, ("Alice", "Order: A(7M)"), ("Alice", text))).state == "retracted"


@pytest.mark.parametrize("text", ["Don't cancel my order!", "I retract the insult.", "in order of speed"])
def test_other_words_do_not_retract_an_order(dust: Path, text: str) -> None:
    assert row(run(dust, ("Alice", "Order: A(7M)"), ("Alice", text))).state == "in"


@pytest.mark.parametrize("text", ["My order is six times M, please.", "mein Befehl ist sechs mal geradeaus"])
def test_an_order_stated_in_words_is_asked_about(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == {}
    assert "mentions an order, but none could be read in it" in row(outcome).verdict
    assert row(outcome).wants
    reply = "post 1 by Alice mentions an order, but none could be read in it. Please post the order you mean."
    assert [one["text"] for one in collect_report(outcome).data["replies"]] == [f"@Alice: {reply}"]


@pytest.mark.parametrize(
    "text", ["My order is coming tomorrow.", "My order will be late, sorry", "In which order is this?"]
)
def test_the_announcement_of_an_order_is_prose(dust: Path, text: str) -> None:
    assert row(run(dust, ("Alice", text))).state == "posted"


def test_an_order_behind_a_retraction_counts(dust: Path) -> None:
    run(dust, ("Alice", "Order: A(7M)"), ("Alice", "I retract my order.\n\nOrder: (6M)"))
    assert hand(dust) == {"A": "(6M)"}


def test_two_different_orders_in_one_post_are_asked_about(dust: Path) -> None:
    run(dust, ("Alice", "Order: A(7M)"))
    outcome = run(dust, ("Alice", "Order: A(7M)"), ("Alice", "Order: (6M)\nOrder: (5M)R"))
    assert row(outcome).verdict.startswith("ambiguous: post 2 by Alice holds two different orders: (6M) and (5M)R")
    assert hand(dust) == {}  # which of them replaces the first one is not known; that one of them does, is
    assert wants_gm(outcome)


def test_the_same_order_twice_in_one_post_is_one(dust: Path) -> None:
    assert row(run(dust, ("Alice", "Order: (6M)\n\nMMMMMM"))).state == "in"


def test_orders_after_the_deadline_are_not_counted(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)"), post(11, "Alice", "Order: A(7M)"), bounds=AT_TEN)
    assert hand(dust) == {"A": "(6M)"}
    assert "post 11 by Alice came after the deadline" in row(outcome).verdict


def test_an_order_for_another_turn_does_not_count_for_this_one(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Turn 2: A(7M)"), ("Bob", "Order for turn 1: (6M)"), ("Dan", "Turn 1\n\nA(7M)"))
    assert {seat: text for seat, text in hand(dust).items() if seat != "A"} == {"O": "(6M)", "D": "A(7M)"}
    assert (row(outcome).state, row(outcome).verdict) == ("missing", "missing; in hand for turn 2: A(7M)")


def test_an_order_for_a_past_turn_counts_as_a_post_and_not_as_an_order(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order for turn 0: (6M)"))
    assert (row(outcome).state, hand(dust)) == ("posted", {})
    assert "is for turn 0, but the next is turn 1" in row(outcome).verdict
    assert [one.seat for one in read_captures(dust).unread] == ["A"]


def test_the_window_begins_after_the_last_report(dust: Path) -> None:
    report = "dust: turn 0, before the start line\n\n[code]\n***\n[/code]"
    told = (("Alice", "Order: A(7M)"), ("Gus", report), ("Bob", "Order: (6M)"))
    outcome = run(dust, *told)
    assert hand(dust) == {"O": "(6M)"}
    assert outcome.notes == ()
    assert hand(dust) == {"O": "(6M)"}
    run(dust, *told, bounds=Bounds(since="2026-11-21 12:00 UTC"))
    assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}


@pytest.mark.parametrize(
    "since", ["1", "#1", "101", "https://forum.example.org/p101", "phpbb/77/101", "2026-11-21 12:01 UTC"]
)
def test_the_window_begins_where_the_game_master_says(dust: Path, since: str) -> None:
    run(dust, ("Alice", "Order: A(7M)"), ("Bob", "Order: (6M)"), bounds=Bounds(since=since))
    assert hand(dust) == {"O": "(6M)"}


def test_a_number_names_the_post_that_is_called_by_it_not_one_with_that_id(dust: Path) -> None:
    told = [("Alice", "Order: A(7M)"), ("Bob", "Order: (6M)"), ("Carol", "Order: (5M)L")]
    run(dust, post(1, *told[0])._replace(id="2"), *told[1:], bounds=Bounds(since="2"))
    assert hand(dust) == {"C": "(5M)L"}


def test_a_post_that_waits_for_approval_does_not_count_and_is_named(dust: Path) -> None:
    outcome = run(dust, ("Bob", "Order: (6M)"), post(2, "Alice", "Order: A(7M)", held=True))
    assert hand(dust) == {"O": "(6M)"}
    assert "post 2 by Alice waits for a moderator's approval and does not count" in outcome.notes


@pytest.mark.parametrize(
    ("edited", "span", "deadline", "taken"),
    [
        ("13:00:00", 60, "2026-11-21 13:00:30 UTC", False),
        ("13:00:00", 60, "2026-11-21 13:00:59 UTC", False),
        # The post of that minute counts, a change of it is asked about
        ("13:00:00", 60, "2026-11-21 13:00 UTC", False),
        ("13:00:00", 1, "2026-11-21 13:00:30 UTC", True),
        ("12:59:00", 60, "2026-11-21 13:00:00 UTC", True),
        ("13:01:00", 60, "2026-11-21 13:00 UTC", False),
    ],
)
def test_an_edit_in_the_minute_of_the_deadline_is_not_in_time(
    dust: Path, edited: str, span: int, deadline: str, *, taken: bool
) -> None:
    bounds = Bounds(deadline=times.last_second(parse_moment(deadline)))
    one = post(1, "Alice", "Order: A(7M)", edited=f"2026-11-21T{edited}+00:00", edited_span=span)
    outcome = run(dust, one, bounds=bounds)
    assert hand(dust) == ({"A": "A(7M)"} if taken else {})
    (state,) = [state for state in outcome.states if state.seat == "A"]
    if not taken:
        assert ("perhaps after the deadline" in state.asks[0].text) == (edited == "13:00:00")


def test_an_unknown_post_cannot_begin_the_window(dust: Path) -> None:
    with pytest.raises(InputError, match=r"--since: found '99': no post here"):
        run(dust, ("Alice", "Order: A(7M)"), bounds=Bounds(since="99"))


@pytest.mark.parametrize("markup", ["text", "bbcode", "markdown"])
@pytest.mark.parametrize("name", NAMES)
def test_our_own_reports_are_known_in_every_markup(tmp_path: Path, name: str, markup: str) -> None:
    sample = SAMPLES[name][0]
    board = format_board(board_of(find(name), sample))
    table = begin_table(
        tmp_path / "dust", name, board, sample.seats, sample.options, track="x", chance=ChanceSource(seed=SEED)
    )
    shown = render(turn_post(table, 0, "public"), markup)
    read = {"text": read_plain, "markdown": read_markdown}.get(markup, read_bbcode)
    report = post(1, "Gus", "")._replace(text=read(shown).text)
    assert is_report(report, "dust")
    assert not is_report(report, "mud")
    outcome = run(table.path, report, (sample.seats[0].player, "Good luck!"))
    assert outcome.notes == ()  # it is known to be the report of the turn before this one


def test_a_report_of_an_older_turn_gives_a_warning(dust: Path) -> None:
    outcome = run(dust, ("Gus", "dust: turn 9, lap 1 of 3\n\n[code]\n***\n[/code]"), ("Alice", "Order: A(7M)"))
    assert "not the one for the previous turn" in outcome.notes[0]


def test_posts_of_a_turn_that_was_resolved_do_not_count_again(dust: Path) -> None:
    told = [(seat.player, f"{seat.mark}: (6M)") for seat in open_table(dust).seats]
    run(dust, *told)
    resolve(dust, close=True, policy="straight")
    outcome = run(dust, *told)
    assert hand(dust) == {}
    assert {one.state for one in rows_of(outcome)} == {"missing"}


# Collecting again


def test_collecting_twice_changes_nothing(dust: Path) -> None:
    told = (
        ("Alice", "Order: A(7M)"),
        ("Bob", "Order: (6M"),
        ("Carol", "Order: (6M)\nOrder: A(7M)"),
        ("Ida", "Order: (4M)"),
        ("Kim", "Order: (6M)"),
        ("Kim", "I retract my order"),
        post(7, "Dan", "Order: (6M)", edited="2026-11-21T13:00:00+00:00"),
    )
    first = run(dust, *told, bounds=AT_TEN)
    before = contents(dust)
    again = run(dust, *told, bounds=AT_TEN)
    assert contents(dust) == before
    assert rows_of(again) == rows_of(first)
    assert (again.taken, again.dropped) == ((), ())


def test_collecting_again_does_not_undo_what_the_game_master_did_by_hand(dust: Path) -> None:
    told = (("Alice", "Order: A(7M)"), ("Bob", "Order: (6M)"))
    run(dust, *told)
    put_order(dust, "A", "(5M)R")
    drop_order(dust, "Bob")
    outcome = run(dust, *told)
    assert hand(dust) == {"A": "(5M)R"}
    assert row(outcome).verdict == "kept as it was set by hand"
    run(dust, *told, ("Alice", "Order: (6M)"))  # a new post is newer than that
    assert hand(dust) == {"A": "(6M)"}


def test_an_order_pushed_out_by_a_later_post_counts_again_once_that_is_gone(dust: Path) -> None:
    run(dust, ("Alice", "Order: A(7M)"))
    run(dust, ("Alice", "Order: A(7M)"), ("Alice", "Order: (6M)\nOrder: (5M)R"))
    assert hand(dust) == {}
    run(dust, ("Alice", "Order: A(7M)"), ("Alice", "Never mind."))
    assert hand(dust) == {"A": "A(7M)"}


# Tiers


def test_a_guess_is_taken_only_when_it_is_accepted(dust: Path) -> None:
    told = ("Alice", "Order: A(4M)RM(R+1")
    outcome = run(dust, told)
    assert (row(outcome).tier, row(outcome).order) == ("guessed", "A(4M)RM(R+1)")
    assert "--accept A takes A(4M)RM(R+1)" in row(outcome).verdict
    assert hand(dust) == {}
    assert not wants_gm(run(dust, told, accept="A"))
    assert hand(dust) == {"A": "A(4M)RM(R+1)"}


def test_an_accepted_guess_stays_accepted(dust: Path) -> None:
    told = ("Alice", "Order: A(4M)RM(R+1")
    run(dust, told, accept="A")
    before = contents(dust)
    outcome = run(dust, told)
    assert contents(dust) == before
    assert not wants_gm(outcome)
    assert row(outcome).tier == "guessed"


def test_an_illegal_order_is_in_hand_as_posted_and_its_mending_is_a_guess(dust: Path) -> None:
    outcome = run(dust, ("Ida", "Order: (5M)"))
    assert hand(dust) == {"I": "(5M)"}
    assert row(outcome, "I").tier == "guessed"
    assert row(outcome, "I").verdict.startswith("illegal: 5 of 6 moves")
    run(dust, ("Ida", "Order: (5M)"), accept="I")
    assert hand(dust) == {"I": row(outcome, "I").order}


def test_the_verdict_lists_what_was_cleaned_from_an_order(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: （6Ｍ） :)"), ("Bob", "Order: (6M) -- and may it hold"), ("Dan", "`A(7M)`"))
    assert row(outcome, "A").verdict == "in hand; cleaned: smilies, typographic characters"
    assert row(outcome, "O").verdict == "in hand; cleaned: words after it: -- and may it hold"
    assert row(outcome, "D").verdict == "in hand; cleaned: marks around it"
    assert hand(dust) == {"A": "(6M)", "O": "(6M)", "D": "A(7M)"}


def test_an_unreadable_order_does_not_push_out_the_one_before(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: A(7M)"), ("Alice", "Order: later, when I am home"))
    assert hand(dust) == {"A": "A(7M)"}
    assert row(outcome).verdict.startswith("invalid: cannot be read")
    assert row(outcome).verdict.endswith("A(7M) stays in hand")


# What was collected from pages that are not here again


@pytest.mark.parametrize("permalink", ["", "https://forum.example/p1"])
def test_a_retraction_on_a_later_page_takes_back_what_was_collected_from_the_first(dust: Path, permalink: str) -> None:
    run(dust, post(1, "Alice", "Order: A(7M)\nTurn 3: BB")._replace(permalink=permalink))
    assert open_table(dust).hand
    outcome = run(dust, post(2, "Alice", "I retract my order."))
    assert open_table(dust).hand == ()
    assert row(outcome).verdict == "retracted"


def test_a_new_order_behind_a_retraction_does_not_bring_back_what_was_ahead(dust: Path) -> None:
    run(dust, post(1, "Alice", "Order: A(7M)\nTurn 3: BB"))
    run(dust, post(2, "Alice", "I retract my order."), post(3, "Alice", "Order: (6M)"))
    assert [posted.text for posted in open_table(dust).hand] == ["(6M)"]


def test_two_orders_for_this_turn_leave_those_ahead_in_hand(dust: Path) -> None:
    told = post(1, "Alice", "Order: A(7M)\nTurn 3: BB")
    run(dust, told)
    outcome = run(dust, told, post(2, "Alice", "Order: (6M)\nOrder: (5M)R"))
    assert row(outcome).verdict.endswith("; in hand for turn 3: BB")
    assert [posted.text for posted in open_table(dust).hand] == ["BB"]


def test_what_stays_in_hand_is_said_when_a_post_is_not_clear_or_retracts(dust: Path) -> None:
    put_order(dust, "A", "A(7M)")
    unclear = run(dust, post(2, "Alice", "Order: (6M)\nOrder: (5M)R"))
    assert row(unclear).verdict.endswith("; A(7M) stays in hand")
    assert collect_report(unclear, public=True).data["rows"][0]["state"] == "in"
    assert row(run(dust, post(3, "Alice", "I retract my order."))).verdict == "retracted; A(7M) stays in hand"


def test_a_seat_that_changed_hands_with_a_post_that_is_not_here_is_its_new_players(dust: Path) -> None:
    replace_player(dust, "A", "Nina")
    write_captures(dust, Captures((Replacement("A", "Alice", "Nina", "157"),)))
    outcome = run(dust, post(60, "Nina", "Order: (6M)"), post(61, "Alice", "Order: (5M)R"))
    assert row(outcome).order == "(6M)"
    assert row(run(dust, post(50, "Alice", "Order: A(7M)"))).order == "A(7M)"


def test_a_post_without_any_text_is_told_as_one(dust: Path) -> None:
    assert row(run(dust, ("Alice", "[quote=Bob]Hello[/quote]"))).verdict == (
        "no order found in post 1 by Alice: it has no text"
    )
