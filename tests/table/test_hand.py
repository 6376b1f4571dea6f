"""Orders in hand: taken as posted, judged by the game, replaced as the game says, kept for their turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.stage import seat_of
from gm_tools.table import Posted, drop_order, open_table, put_order, seat_orders
from gm_tools.table.amend import amend
from gm_tools.table.hand_file import Hand, format_hand, parse_hand
from gm_tools.table.resolve import resolve
from tests.table.crossing import change, contents, order_all, play, refusal


def test_an_order_is_kept_as_posted_with_its_source(folder: Path) -> None:
    put = put_order(folder, "alice", "  r2 \r\n", "post 17 by Alice", edited="by Alice, an hour later")
    assert put.now.ready
    assert put.replaced == ()
    kept = Posted(1, "A", "r2", "post 17 by Alice", 1, "by Alice, an hour later")
    assert put.table.hand == open_table(folder).hand == (kept,)
    assert put.table == open_table(folder)


def test_an_illegal_order_is_kept_and_said_to_be(folder: Path) -> None:
    put = put_order(folder, "B", "r7", "by hand")
    assert [(problem.rule, problem.seat) for problem in put.problems] == [("F2.4", "B")]
    assert [posted.text for posted in open_table(folder).hand] == ["r7"]


def test_an_order_that_cannot_be_read_is_not_taken_and_the_old_one_stays(folder: Path) -> None:
    put_order(folder, "B", "r1")
    before = contents(folder)
    put = put_order(folder, "B", "row, row")
    assert put.orders == ()
    assert [problem.rule for problem in put.problems] == ["F2.1"]
    assert contents(folder) == before


def test_a_new_order_replaces_the_old_one_where_the_game_says_so(folder: Path) -> None:
    put_order(folder, "B", "r1")
    later = put_order(folder, "B", "r2@4")
    assert later.replaced == ()
    assert later.orders != ()
    assert later.now.request is None  # not meant for round 1
    assert [posted.text for posted in put_order(folder, "B", "r3").replaced] == ["r1"]
    assert [posted.text for posted in open_table(folder).hand] == ["r2@4", "r3"]


def test_orders_of_seats_say_who_is_missing_and_what_is_wrong(folder: Path) -> None:
    put_order(folder, "A", "r2")
    put_order(folder, "C", "r9")
    table = open_table(folder)
    said = [(one.seat, one.ready, one.posted is None) for one in seat_orders(table)]
    assert said == [("A", True, False), ("B", False, True), ("C", False, False)]
    assert [problem.suggestion for problem in seat_orders(table)[2].verdict.problems] == ["r3"]
    assert all(one.request is not None for one in seat_orders(table))


def test_the_game_chooses_among_orders_for_several_rounds(folder: Path) -> None:
    for text in ("r2@2", "r1@1", "r3@3"):
        put_order(folder, "A", text)
    assert seat_orders(open_table(folder))[0].posted == Posted(2, "A", "r1@1", "by hand", 1)
    put_order(folder, "B", "r0")
    put_order(folder, "C", "r0")
    resolved = resolve(folder)
    assert [posted.text for posted in resolved.table.hand] == ["r2@2", "r3@3"]
    assert seat_orders(resolved.table)[0].posted == Posted(1, "A", "r2@2", "by hand", 1)


def test_an_order_for_a_round_gone_by_goes_out_of_hand(folder: Path) -> None:
    put_order(folder, "A", "r1")
    put_order(folder, "A", "r2@1")  # both fit round 1; the later one is chosen
    put_order(folder, "B", "r0")
    put_order(folder, "C", "r0")
    resolved = resolve(folder)
    assert [used.text for used in resolved.turn.record.orders] == ["r2@1", "r0", "r0"]
    assert [(dropped.text, dropped.why) for dropped in resolved.turn.record.dropped] == [("r1", "not used in its turn")]
    assert resolved.table.hand == open_table(folder).hand == ()


def test_orders_taken_out_of_hand(folder: Path) -> None:
    order_all(folder)
    assert [posted.text for posted in drop_order(folder, "Bob")] == ["r2"]
    assert [posted.seat for posted in open_table(folder).hand] == ["A", "C"]
    error = refusal(lambda: drop_order(folder, "Bob"))
    assert (error.status, error.message) == (1, "no order of B is in hand")


def test_an_order_after_the_end_is_refused(folder: Path) -> None:
    amend(folder, {"boats.A.at": 60}, "the bell")
    before = contents(folder)
    error = refusal(lambda: put_order(folder, "A", "r1"))
    assert (error.status, error.message) == (1, "the game is over: no orders any more")
    assert contents(folder) == before
    assert seat_orders(open_table(folder)) == ()


@pytest.mark.parametrize(("name", "mark"), [("A", "A"), ("a", "A"), ("ali", "A"), (" ALICE ", "A"), ("carol öz", "C")])
def test_a_seat_is_found_by_mark_player_or_alias(folder: Path, name: str, mark: str) -> None:
    assert seat_of(open_table(folder), name).mark == mark


def test_an_unknown_seat_is_refused_with_the_nearest(folder: Path) -> None:
    before = contents(folder)
    error = refusal(lambda: put_order(folder, "Bobb", "r1"))
    assert str(error) == (
        "seat: nobody at this table is called 'Bobb'; did you mean Bob? (allowed: A (Alice), B (Bob), C (Carol Öz))"
    )
    assert contents(folder) == before


@pytest.mark.parametrize("text", ["", "\x00\x01\x02", "r" * 1_000_000, "\udc80"])
def test_unprintable_text_is_refused_and_changes_nothing(folder: Path, text: str) -> None:
    before = contents(folder)
    assert refusal(lambda: put_order(folder, "A", text)).key == "order"
    assert refusal(lambda: put_order(folder, "A", "r1", text)).key == "source"
    assert contents(folder) == before


def test_numbers_go_on_through_the_whole_game(folder: Path) -> None:
    play(folder, 2)
    drop = put_order(folder, "A", "r1").table.hand
    assert [posted.number for posted in drop] == [7]
    drop_order(folder, "A")
    assert [posted.number for posted in put_order(folder, "A", "r1").table.hand] == [8]


def test_an_order_written_into_the_file_by_hand_needs_seat_and_text_only(folder: Path) -> None:
    put_order(folder, "A", "r1")
    path = folder / "orders.toml"
    path.write_text(path.read_text() + '\n[[order]]\nseat = "B"\ntext = "r2"\n', newline="")
    assert open_table(folder).hand[1] == Posted(2, "B", "r2", "by hand", 1)
    put_order(folder, "C", "r3")
    assert [(posted.number, posted.seat) for posted in open_table(folder).hand] == [(1, "A"), (2, "B"), (3, "C")]


HAND = Hand(4, 9, (Posted(7, "A", 'r2\n"quoted" \\', "post 17 by »Älice«", 4), Posted(8, "B", "c", "x", 3, "at noon")))


def test_orders_in_hand_print_and_read_back() -> None:
    assert parse_hand(format_hand(HAND), 4) == HAND
    assert parse_hand(format_hand(Hand(1, 1, ())), 1) == Hand(1, 1, ())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('seat = "A"', 'seat = "a"', "order #1.seat: found 'a'; did you mean A? (allowed: A, B, C)"),
        ('seat = "A"', "seat = 1", "order #1.seat: found 1 (allowed: text)"),
        ('text = "r2"\nsource = "post by A"', 'txt = "r2"', "order #1.txt: unknown key; did you mean text?"),
        ('text = "r2"\nsource = "post by A"', 'source = "x"', "order #1.text: is missing (allowed: text)"),
        ("number = 1\n", "number = 2\n", "order #2.number: found 2 again (allowed: a number of its own)"),
        ("next = 4", 'next = "4"', "next: found '4' (allowed: a whole number)"),
        ("format = 1\n", "", "format: is missing (allowed: a whole number)"),
        ("turn = 1\nnext", "turn = 3\nnext", "turn: found 3, but turn-002.toml is missing: the last turn here is 0"),
        ("format = 1\n", "format = 1\n[order]\n", "order"),
        ('seat = "A"', 'seat = "A', "orders.toml:8:"),
        ('text = "r2"\nsource = "post by A"', 'text = "\\u0000"', "order #1.text: found the character U+0000"),
    ],
)
def test_orders_edited_wrongly_say_where_and_nothing_is_overwritten(
    folder: Path, old: str, new: str, said: str
) -> None:
    order_all(folder)
    change(folder / "orders.toml", old, new)
    before = contents(folder)
    for call in (lambda: open_table(folder), lambda: put_order(folder, "A", "r1"), lambda: resolve(folder)):
        text = str(refusal(call))
        assert text.startswith(str(folder / "orders.toml"))
        assert said in text
    assert contents(folder) == before


def test_orders_used_stay_in_the_file_and_out_of_hand_until_the_next_order(folder: Path) -> None:
    order_all(folder)
    written = contents(folder)["orders.toml"]
    resolve(folder)
    assert contents(folder)["orders.toml"] == written
    assert open_table(folder).hand == ()
    put_order(folder, "C", "r1")
    assert [row[0] for row in parse_hand((folder / "orders.toml").read_text(), 2).orders] == [4]


def test_orders_used_do_not_come_back_after_a_turn_without_orders(folder: Path) -> None:
    play(folder, 1)
    resolve(folder, close=True)
    assert open_table(folder).hand == ()
    assert [used.missed for used in resolve(folder, close=True).turn.record.orders] == ["drift"] * 3
    amend(folder, {"boats.A.at": 1}, "a slip")
    assert open_table(folder).hand == ()


def test_a_used_order_is_not_edited_into_a_new_one_by_accident(folder: Path) -> None:
    play(folder, 1)
    change(folder / "orders.toml", 'text = "r2"\nsource = "post by B"', 'text = "r3"\nsource = "post 20"')
    before = contents(folder)
    error = refusal(lambda: open_table(folder))
    assert str(error) == (
        f"{folder / 'orders.toml'}: order #2.number: found 2, the number of an order that turn-001.toml has dealt with "
        "(allowed: no number for a new order: it gets the next one)"
    )
    assert contents(folder) == before
    change(folder / "orders.toml", "number = 2\n", "")
    assert [posted[:3] for posted in open_table(folder).hand] == [(4, "B", "r3")]


def test_an_order_written_in_by_hand_is_used_once(folder: Path) -> None:
    """Even if the file is written by hand from its first line, after turns whose orders had the same numbers and texts."""
    play(folder, 1)
    path = folder / "orders.toml"
    path.write_text("format = 1\n" + "".join(f'[[order]]\nseat = "{seat}"\ntext = "r2"\n' for seat in "ABC"))
    assert [posted.number for posted in open_table(folder).hand] == [4, 5, 6]
    resolved = resolve(folder)
    assert [used.number for used in resolved.turn.record.orders] == [4, 5, 6]
    assert resolved.table == open_table(folder)
    assert resolved.table.hand == ()
    path.write_text(path.read_text() + '[[order]]\nseat = "A"\ntext = "r2"\n')
    assert [posted[:3] for posted in open_table(folder).hand] == [(7, "A", "r2")]


def test_orders_that_cannot_be_read_in_a_file_edited_by_hand(folder: Path) -> None:
    order_all(folder)
    change(folder / "orders.toml", 'text = "r2"\nsource = "post by A"', 'text = "row"')
    one = seat_orders(open_table(folder))[0]
    assert one.verdict.order is None
    assert one.posted is not None
    assert [problem.rule for problem in one.verdict.problems] == ["F2.1"]
