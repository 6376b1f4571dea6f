"""A turn resolved: refused while orders are missing or illegal, closed by a policy, repeatable, cheap."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.draws import Draw
from gm_tools.table import open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.resolve import Refused, resolve
from tests.table.crossing import begin, contents, order_all, play, refusal


def test_a_turn_is_carried_out_with_the_chance_steps_after_it(folder: Path) -> None:
    order_all(folder, "r1")
    resolved = resolve(folder)
    assert resolved.turn.record.turn == 1
    assert not resolved.again
    kinds = [event.kind for event in resolved.turn.record.events]
    assert kinds == ["rowed", "rowed", "rowed", "tide_came"]
    assert [used[:5] for used in resolved.turn.record.orders] == [
        ("A", "r1", "r1", "post by A", 1),
        ("B", "r1", "r1", "post by B", 2),
        ("C", "r1", "r1", "post by C", 3),
    ]
    assert resolved.turn.before.round == 1
    assert resolved.turn.after.round == 2
    assert open_table(folder) == resolved.table
    assert read_turn(resolved.table, 1) == resolved.turn


def test_missing_and_illegal_orders_are_refused_together(folder: Path) -> None:
    put_order(folder, "A", "r1")
    put_order(folder, "B", "r9")
    before = contents(folder)
    with pytest.raises(Refused) as caught:
        resolve(folder)
    assert str(caught.value) == "no order from C; B's order is illegal"
    assert caught.value.status == 1
    assert [(one.seat, one.ready) for one in caught.value.orders] == [
        ("A", True),
        ("B", False),
        ("C", False),
    ]
    assert contents(folder) == before


def test_closing_a_turn_gives_the_missing_the_order_of_the_policy(folder: Path) -> None:
    put_order(folder, "A", "r1")
    put_order(folder, "B", "r9", "post 3")
    resolved = resolve(folder, close=True)
    assert [(used.canonical, used.missed) for used in resolved.turn.record.orders] == [
        ("r1", ""),
        ("r0", "drift"),
        ("r0", "drift"),
    ]
    assert [event.seats for event in resolved.turn.record.events if event.kind == "missed"] == [("B",), ("C",)]
    assert [(dropped.text, dropped.source, dropped.why) for dropped in resolved.turn.record.dropped] == [
        ("r9", "post 3", "9 tiles, 3 allowed")
    ]
    assert open_table(folder).hand == ()


def test_a_policy_that_waits_names_the_seats(folder: Path, tmp_path: Path) -> None:
    put_order(folder, "A", "r1")
    before = contents(folder)
    error = refusal(lambda: resolve(folder, close=True, policy="wait"))
    assert (error.status, error.message) == (1, "no orders from B, C, and the policy is 'wait'")
    assert contents(folder) == before
    waiting = begin(tmp_path / "waiting", missing_orders="wait").path
    assert isinstance(refusal(lambda: resolve(waiting, close=True)), Refused)
    assert resolve(waiting, close=True, policy="drift").turn.record.turn == 1


def test_an_unknown_policy_is_refused_even_if_no_order_is_missing(folder: Path) -> None:
    order_all(folder)
    error = refusal(lambda: resolve(folder, close=True, policy="drfit"))
    assert (
        str(error)
        == "missing_orders: found 'drfit'; did you mean drift? (allowed: drift, wait, bot-easy, bot-medium, bot-hard)"
    )


def test_a_preview_shows_the_turn_and_writes_nothing(folder: Path) -> None:
    order_all(folder)
    before = contents(folder)
    seen = resolve(folder, preview=True)
    assert contents(folder) == before
    assert resolve(folder) == seen


def test_a_turn_asked_for_by_number_is_resolved_once(folder: Path) -> None:
    order_all(folder)
    first = resolve(folder, turn=1)
    before = contents(folder)
    again = resolve(folder, turn=1)
    assert again.again
    assert again.turn == first.turn
    assert contents(folder) == before
    assert refusal(lambda: resolve(folder, turn=3)).allowed == "turn 2"
    assert refusal(lambda: resolve(folder, turn=-1)).allowed == "turn 2"


def test_draws_entered_by_hand_are_recorded_with_their_source(folder: Path) -> None:
    order_all(folder, "r3")  # onto the eddy
    resolved = resolve(folder, inputs=DrawInputs(script={"eddy": ["on", "stay", "back"]}, source="dice.example/17"))
    drawn = [draw for draw in resolved.turn.record.draws if draw.kind == "eddy"]
    assert drawn == [
        Draw("eddy", f"round/1/eddy/{seat}", value, "dice.example/17", entered=True)
        for seat, value in zip("ABC", ("on", "stay", "back"), strict=True)
    ]
    assert [draw.source for draw in resolved.turn.record.draws if draw.kind == "tide"] == ["seed"]


@pytest.mark.parametrize(
    ("draws", "said"),
    [
        ({"eddy": ["on"]}, "a draw of kind 'eddy' was asked for (round/1/eddy/B) and none is scripted"),
        ({"eddy": ["on"] * 4}, "more was entered for eddy than this turn draws"),
        ({"eddy": ["up"] * 3}, "draw 'eddy': found 'up', allowed: back, stay, on"),
        ({"dice": [6]}, "more was entered for dice than this turn draws"),
    ],
)
def test_draws_that_do_not_fit_are_refused(folder: Path, draws: dict[str, list[object]], said: str) -> None:
    order_all(folder, "r3")
    before = contents(folder)
    error = refusal(lambda: resolve(folder, inputs=DrawInputs(script=draws)))
    assert (error.key, error.message) == ("draws", said)
    assert contents(folder) == before


def test_without_the_seed_every_draw_is_entered_by_hand(folder: Path) -> None:
    (folder / "secret.toml").unlink()
    order_all(folder, "r1")
    error = refusal(lambda: resolve(folder))
    assert error.message.endswith("without secret.toml every draw has to be entered by hand")
    assert (
        resolve(folder, inputs=DrawInputs(script={"tide": [1]}, source="a coin")).turn.record.draws[0].source
        == "a coin"
    )


def test_the_same_seed_and_orders_give_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        play(begin(tmp_path / name).path, 4)
    one, two = contents(tmp_path / "one"), contents(tmp_path / "two")
    for name in one:
        if name.startswith("turn-"):
            assert one[name] == two[name]


def test_nobody_awaited_after_an_amendment_is_a_turn_without_orders(folder: Path) -> None:
    amend(folder, {"tide_due": True}, "the tide was forgotten")
    resolved = resolve(folder)
    assert resolved.turn.record.orders == ()
    assert [event.kind for event in resolved.turn.record.events] == ["tide_came"]


def test_a_game_that_is_over_has_nothing_to_resolve(folder: Path) -> None:
    amend(folder, {"boats.A.at": 60}, "the bell")
    error = refusal(lambda: resolve(folder, close=True))
    assert (error.status, error.message) == (1, "the game is over: there is nothing to resolve")


def test_a_whole_game(folder: Path) -> None:
    while not open_table(folder).game.is_over(open_table(folder).position):
        resolved = play(folder, 1, "r3")
    assert max(boat.at for boat in resolved.turn.after.boats) >= 60


def test_only_the_last_turn_is_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path as AnyPath

    play(folder, 6)
    order_all(folder)
    read: list[str] = []
    real = AnyPath.read_bytes

    def watch(path: Path) -> bytes:
        read.append(path.name)
        return real(path)

    monkeypatch.setattr(AnyPath, "read_bytes", watch)
    resolve(folder)
    assert sorted(set(read)) == [".gitignore", "orders.toml", "secret.toml", "table.toml", "turn-006.toml"]
