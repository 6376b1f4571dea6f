"""Order sheets at a table: the first legal alternative is used and recorded, orders ahead wait for their turn."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gm_tools.core.problems import Problem
from gm_tools.games import find
from gm_tools.table import Posted, drop_order, open_table, put_order, seat_orders
from gm_tools.table.amend import amend
from gm_tools.table.resolve import Refused, resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests import effort
from tests.ground import Sample
from tests.samples import some_legal_order
from tests.table import ferry
from tests.table.crossing import change, contents, order_all, play, refusal
from tests.table.test_games import CASES
from tests.table.test_games import begin as begin_sample


def others(folder: Path, text: str = "r1") -> None:
    """Put an order in hand for the two boats that a test is not about."""
    for seat in "BC":
        put_order(folder, seat, text)


def test_the_first_legal_alternative_is_used_and_recorded(folder: Path) -> None:
    put = put_order(folder, "A", "r9 else fly else r2 else r1", "post 7")
    assert put.now.ready
    assert put.now.verdict.number == 3
    assert [(one.text, one.is_legal, len(one.problems)) for one in put.now.verdict.alternatives] == [
        ("r9", False, 1),
        ("fly", False, 1),
        ("r2", True, 0),
        ("r1", True, 0),
    ]
    others(folder)
    resolved = resolve(folder)
    used = resolved.turn.record.orders[0]
    assert (used.text, used.canonical, used.alternative) == ("r9 else fly else r2 else r1", "r2", 3)
    assert [row.alternative for row in resolved.turn.record.orders[1:]] == [0, 0]
    assert resolved.turn.after.boats[0].at >= 2
    assert open_table(folder) == resolved.table
    assert verify(folder) == ()


def test_which_alternative_is_legal_is_told_when_the_time_comes(folder: Path) -> None:
    put = put_order(folder, "A", "r3 else r2")
    assert put.now.verdict.number == 1
    amend(folder, {"oars": 2}, "a broken oar")
    others(folder)
    assert resolve(folder).turn.record.orders[0].alternative == 2


def test_where_none_is_legal_the_turn_waits_and_the_first_one_is_what_is_wrong(folder: Path) -> None:
    put = put_order(folder, "A", "fly else r9 else r8")
    assert (put.now.ready, put.now.verdict.number) == (False, 2)
    assert [problem.message for problem in put.problems] == ["9 tiles, 3 allowed"]
    others(folder)
    with pytest.raises(Refused, match="A's order"):
        resolve(folder)
    resolved = resolve(folder, close=True)
    assert [(row.missed, row.alternative) for row in resolved.turn.record.orders] == [("drift", 0), ("", 0), ("", 0)]
    assert [(row.text, row.why) for row in resolved.turn.record.dropped] == [
        ("fly else r9 else r8", "9 tiles, 3 allowed")
    ]
    assert verify(folder) == ()


def test_a_sheet_none_of_which_can_be_read_is_not_taken(folder: Path) -> None:
    put_order(folder, "A", "r1")
    before = contents(folder)
    for text, said in [
        ("fly else swim", ["alternative 1: 'fly' cannot be read", "alternative 2: 'swim' cannot be read"]),
        ("r2; turn 3: fly", ["turn 3: 'fly' cannot be read"]),
        ("r2 else", ["no order after 'else'; write ORDER else ORDER"]),
        ("turn 1: r1; turn 1: r2", ["turn 1 appears twice; put 'else' between alternatives"]),
        ("r2; turn 1: r1", ["turn 1 is the next turn, and the order before it is for the next turn too"]),
    ]:
        put = put_order(folder, "A", text)
        assert put.orders == ()
        assert [problem.message for problem in put.problems] == said
        assert all(problem.seat == "A" for problem in put.problems)
        assert contents(folder) == before


def test_what_cannot_be_read_is_shown_in_its_place(folder: Path) -> None:
    from gm_tools.core.problems import format_problem

    text = "r2;\nturn 2: fly else  r1@x\nturn 3: r1; turn 7: 7"
    assert [format_problem(problem, text) for problem in put_order(folder, "A", text).problems] == [
        "invalid [F2.1]: turn 2: alternative 1: 'fly' cannot be read\n  turn 2: fly else  r1@x\n          ^",
        "invalid [F2.1]: turn 2: alternative 2: 'x' is no round\n  turn 2: fly else  r1@x\n                       ^",
        "invalid [F2.1]: turn 7: '7' cannot be read\n  turn 3: r1; turn 7: 7\n                      ^",
    ]


def test_orders_ahead_are_used_in_their_turns(folder: Path) -> None:
    put = put_order(folder, "A", "turn 3: r9 else r3\nturn 1: r1; turn 2: r2", "post 7")
    assert put.now.ready
    assert [(row.turn, row.text) for row in put.later] == [(3, "r9 else r3"), (2, "r2")]
    assert [one[:6] for one in open_table(folder).hand] == [
        (1, "A", "r9 else r3", "post 7", 1, ""),
        (2, "A", "r1", "post 7", 1, ""),
        (3, "A", "r2", "post 7", 1, ""),
    ]
    for turn, canonical in ((1, "r1"), (2, "r2"), (3, "r3")):
        others(folder)
        used = resolve(folder).turn.record.orders[0]
        assert (used.canonical, used.only, used.alternative) == (canonical, turn, 2 if turn == 3 else 0)
    assert open_table(folder).hand == ()
    assert verify(folder) == ()


def test_a_later_sheet_replaces_turn_by_turn(folder: Path) -> None:
    put_order(folder, "A", "r1; turn 2: r2; turn 3: r3")
    put = put_order(folder, "A", "turn 3: r0; turn 4: r1")
    assert [row.text for row in put.replaced] == ["r3"]
    assert put.now.request is None  # nothing in it is for now
    assert [(one.text, one.only) for one in open_table(folder).hand] == [("r1", 0), ("r2", 2), ("r0", 3), ("r1", 4)]
    assert [row.text for row in put_order(folder, "A", "r3").replaced] == ["r1"]
    play(folder, 1)
    # In its turn, an order ahead is one like any other: a newer one takes its place.
    assert [row.text for row in put_order(folder, "A", "r0").replaced] == ["r2"]


def test_an_order_for_a_past_turn_is_reported_and_not_accepted(folder: Path) -> None:
    play(folder, 2)
    before = contents(folder)
    put = put_order(folder, "A", "turn 1: r1; turn 2: r2")
    assert put.orders == ()
    assert [problem.message for problem in put.problems] == ["turns 1, 2 are past; the next is turn 3"]
    assert contents(folder) == before
    put = put_order(folder, "A", "turn 2: r1; turn 3: r2; turn 4: r3")
    assert put.outdated == (2,)
    assert [(one.text, one.only) for one in open_table(folder).hand] == [("r2", 3), ("r3", 4)]


def test_an_order_whose_turn_passes_without_it_goes_out_of_hand(folder: Path) -> None:
    put_order(folder, "A", "turn 1: r1@9")  # can be read, is for another round, and so is never chosen
    put_order(folder, "A", "r2")
    others(folder)
    resolved = resolve(folder)
    assert [(row.text, row.why, row.only) for row in resolved.turn.record.dropped] == [
        ("r1@9", "it was for turn 1 only", 1)
    ]
    assert open_table(folder).hand == ()


def test_undoing_a_turn_brings_sheets_back_as_they_were(folder: Path) -> None:
    put_order(folder, "A", "turn 1: r9 else r1; turn 2: r2")
    others(folder)
    hand = open_table(folder).hand
    resolve(folder)
    undo(folder)
    assert open_table(folder).hand == hand
    resolve(folder)
    others(folder)
    resolve(folder)
    undo(folder)
    undo(folder)
    assert [(*one[:4], one.only) for one in open_table(folder).hand[:2]] == [(*one[:4], one.only) for one in hand[:2]]
    others(folder)
    assert [row.canonical for row in resolve(folder).turn.record.orders] == ["r1"] * 3


def test_a_sheet_written_into_the_file_by_hand_becomes_an_order_a_turn(folder: Path) -> None:
    path = folder / "orders.toml"
    path.write_text(path.read_text() + '\n[[order]]\nseat = "A"\ntext = """\nturn 1: r9 else r1\nturn 2: r2\n"""\n')
    assert open_table(folder).hand == (
        Posted(1, "A", "r9 else r1", "by hand", 1, "", 1),
        Posted(2, "A", "r2", "by hand", 1, "", 2),
    )
    others(folder)
    assert resolve(folder).turn.record.orders[0].alternative == 2
    assert [(one.number, one.text) for one in open_table(folder).hand] == [(2, "r2")]
    others(folder)
    assert resolve(folder).turn.record.orders[0].canonical == "r2"
    assert verify(folder) == ()


def test_an_order_with_a_number_is_for_one_turn(folder: Path) -> None:
    order_all(folder)
    change(folder / "orders.toml", 'text = "r2"\nsource = "post by A"', 'text = "turn 1: r1; turn 2: r2"')
    assert [problem.message for problem in seat_orders(open_table(folder))[0].verdict.problems] == [
        "several turns in one order; expected an order for one turn"
    ]


def test_taking_orders_out_of_hand_turn_by_turn_or_all(folder: Path) -> None:
    put_order(folder, "A", "r1; turn 2: r2; turn 3: r3")
    assert [one.text for one in drop_order(folder, "A", 2)] == ["r2"]
    error = refusal(lambda: drop_order(folder, "A", 2))
    assert (error.status, error.message) == (1, "no order of A for turn 2 is in hand")
    assert [one.text for one in drop_order(folder, "A")] == ["r1", "r3"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("alternative = 2", "alternative = 3", "orders: A: the file says alternative 3, the first legal one is 2"),
        ("alternative = 2\n", "", "orders: A: the file says alternative 0, the first legal one is 2"),
        (
            'text = "r9 else r2 else r1"\ncanonical = "r2"',
            'text = "r3 else r2 else r1"\ncanonical = "r2"',
            "orders: A: the file says alternative 2, the first legal one is 1",
        ),
        (
            'text = "r9 else r2 else r1"',
            'text = "r2"',
            "orders: A: the file says alternative 2, there is only one",
        ),
        (
            'text = "r9 else r2 else r1"',
            'text = "r9 else r8"',
            "orders: A: 'r9' is not legal: 9 tiles, 3 allowed",
        ),
    ],
)
def test_verifying_finds_another_alternative_than_the_first_legal_one(
    folder: Path, old: str, new: str, said: str
) -> None:
    put_order(folder, "A", "r9 else r2 else r1")
    others(folder)
    resolve(folder)
    assert verify(folder) == ()
    change(folder / "turn-001.toml", old, new)
    assert said in [finding.message for finding in verify(folder)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "sample"), effort.choose(CASES[1:4:2], CASES))
def test_sheets_work_in_every_game(tmp_path: Path, name: str, sample: Sample) -> None:
    """Whatever the game: what cannot be read is passed over, what is ahead waits for its turn, all of it verifies."""
    path = tmp_path / "table"
    begin_sample(path, name, sample)
    random, game = Random(11), find(name)
    ahead = used = 0
    for turn in range(1, effort.choose(4, 12)):
        table = open_table(path)
        if game.is_over(table.position):
            break
        for seat in game.awaited(table.position):
            text = game.format_order(some_legal_order(game, table.position, seat, random))
            sheet = f"%%% else {text} else ???\nturn {turn + 40}: %%% else {text}"
            assert isinstance(game.parse_order("%%%"), Problem)
            put = put_order(path, seat, sheet, f"post {turn}")
            assert put.now.ready, (name, text, put)
            assert put.now.verdict.number == 2
            ahead += len(put.later)
        assert all(one.ready for one in seat_orders(open_table(path)) if one.request is not None)
        resolved = resolve(path)
        assert [row.alternative for row in resolved.turn.record.orders] == [2] * len(resolved.turn.record.orders)
        used += len(resolved.turn.record.orders)
        assert all(one.only > 40 for one in resolved.table.hand if one.only)
    assert ahead == used >= effort.choose(3, 4)
    assert verify(path) == ()


def test_an_order_that_the_game_makes_of_another_in_hand_leaves_that_in_hand(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as HOLD of a plain order (C63)."""
    zero = ferry.Order(0)
    resting = ferry.GAME._replace(
        choose=lambda position, _seat, orders: zero if position.round == 1 else orders[-1],
        stays_in_hand=lambda _position, _seat, _order: True,
    )
    ferry.register(monkeypatch, resting)
    order_all(folder, "r2")
    assert [one.verdict.order for one in seat_orders(open_table(folder))] == [zero] * 3
    resolved = resolve(folder)
    assert [(row.canonical, row.source, row.number) for row in resolved.turn.record.orders] == [
        ("r0", f"implied by: post by {seat}", 0) for seat in "ABC"
    ]
    assert [one.text for one in open_table(folder).hand] == ["r2"] * 3
    assert [row.canonical for row in resolve(folder).turn.record.orders] == ["r2"] * 3
    assert verify(folder) == ()
