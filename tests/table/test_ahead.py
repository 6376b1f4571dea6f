"""Orders in hand before their time: what may wait, what is dropped when its time comes, what is used instead (C63)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.blocks import Lines
from gm_tools.core.game import Seat
from gm_tools.games import find
from gm_tools.games.tacara.cases import parse_setup
from gm_tools.reports.status_post import status_post
from gm_tools.table import Posted, SeatOrder, Table, open_table, put_order, seat_orders
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from tests.begin import begin_table
from tests.ground import format_board
from tests.samples import SAMPLES, board_of

LANE = "+++\n+++\n" + "#" * 30 + "\n" + ("#" + "." * 28 + "#\n") * 4 + "#" * 30 + "\n"


def at_an_offer(*orders: str) -> Table:
    """R has driven off from right before B, who may follow now; these orders of B are in hand, oldest first."""
    game = find("tacara")
    board = game.parse_board(LANE)
    position = parse_setup("R@2,9/E2 G@3,19 B@2,8/E2", board, {"drafting": True})
    order = game.parse_order("G0")
    _, position = game.resolve(position, {"R": order}, None, ())  # type: ignore[arg-type]  # nothing is drawn
    hand = tuple(Posted(number, "B", text, "post", 1) for number, text in enumerate(orders, 1))
    seats = tuple(Seat(mark, mark) for mark in "RGB")
    return Table(Path(), "lane", game, board, LANE, "lane", {}, seats, "", "", "", 0, 0, position, hand, 9)


def of_b(table: Table) -> SeatOrder:
    (one,) = (one for one in seat_orders(table) if one.seat == "B")
    return one


@pytest.mark.parametrize(
    ("orders", "used"),
    [
        (("GW", "F G0"), "F G0"),
        (("GW",), "HOLD"),  # a plain order in hand declines the offer
        (("F GEEE", "GW"), "HOLD"),  # what is illegal now is as if never posted
    ],
)
def test_the_order_in_hand_that_suits_an_offer_answers_it(orders: tuple[str, ...], used: str) -> None:
    one = of_b(at_an_offer(*orders))
    assert one.ready
    assert find("tacara").format_order(one.verdict.order) == used


def test_an_illegal_answer_alone_leaves_the_car_asked() -> None:
    one = of_b(at_an_offer("F GEEE"))
    assert not one.ready
    assert [problem.rule for problem in one.verdict.problems] == ["C17"]


def test_an_order_of_a_car_whose_slot_is_to_come_waits(tmp_path: Path) -> None:
    game = find("tacara")
    sample = SAMPLES["tacara"][0]
    text = format_board(board_of(game, sample))
    path = tmp_path / "table"
    table = begin_table(path, "tacara", text, sample.seats)
    (first,) = game.awaited(table.position)
    others = [seat.mark for seat in sample.seats if seat.mark != first]
    for mark in (*others, first):
        put = put_order(path, mark, "GE")
        assert put.orders != ()
        assert put.problems == ()
    assert put_order(path, others[0], "G=E99").orders == ()  # waiting never mends it
    put = put_order(path, others[1], "G0 R333")  # where the drive ends may have a T when the slot comes
    assert put.orders != ()
    assert put.problems == ()
    assert [problem.rule for problem in put.now.warnings] == ["C44"]
    status = status_post(open_table(path), "gm")
    shown = [line for block in status.blocks if isinstance(block, Lines) for line in block.lines]
    assert any("as things stand this order would not be legal" in line for line in shown)
    assert any("C44" in line for line in shown)
    assert [len(one["warnings"]) for one in status.data["orders"]].count(1) == 1
    assert "C44" not in repr(status_post(open_table(path), "public"))
    put_order(path, others[1], "GE")
    for _ in sample.seats:
        resolve(path)
    assert open_table(path).hand == ()


def test_no_order_of_a_car_that_is_out_is_taken(tmp_path: Path) -> None:
    game = find("nascar")
    sample = SAMPLES["nascar"][0]
    path = tmp_path / "table"
    text = format_board(board_of(game, sample))
    begin_table(path, "nascar", text, sample.seats)
    amend(path, {"cars.A.retired": True}, "left the thread")
    for sheet in ("(6M)", "turn 9: (6M); turn 1: (6M)"):  # of a sheet no turn is taken, wherever it stands
        put = put_order(path, "A", sheet)
        assert put.orders == ()
        assert [problem.rule for problem in put.problems] == ["N10.3"]
        assert open_table(path).hand == ()
