"""Draws: fair, recomputable by anyone, scripted, recorded, forking."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Draws, Recorded, Scripted, ScriptError, Seeded, commitment, fork
from gm_tools.core.problems import InputError

SEED = bytes(range(32))


def test_a_draw_can_be_recomputed_by_hand() -> None:
    number = int.from_bytes(hmac.new(SEED, b"turn/7/oil/B/3", hashlib.sha256).digest(), "big")
    assert (
        Seeded(SEED).pick("oil", "turn/7/oil/B/3", ("left", "same", "right")) == ("left", "same", "right")[number % 3]
    )


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_draws_do_not_depend_on_the_order_of_asking() -> None:
    one, other = Seeded(SEED), Seeded(SEED)
    labels = [f"label/{n}" for n in range(20)]
    first = {label: one.pick("k", label, "abcdef") for label in labels}
    second = {label: other.pick("k", label, "abcdef") for label in reversed(labels)}
    assert first == second


def test_choices_come_out_about_equally_often() -> None:
    draws = Seeded(SEED)
    counts = Counter(draws.pick("k", f"n/{n}", ("left", "same", "right")) for n in range(3000))
    assert all(900 < count < 1100 for count in counts.values())
    weighted = Counter(draws.pick("k", f"w/{n}", (True, False), (4000, 6000)) for n in range(3000))
    assert 1100 < weighted[True] < 1300


def test_every_order_of_a_shuffle_comes_out() -> None:
    draws = Seeded(SEED)
    counts = Counter("".join(draws.shuffle("row", f"row/{n}", "RGB")) for n in range(1200))
    assert set(counts) == {"RGB", "RBG", "GRB", "GBR", "BRG", "BGR"}
    assert all(150 < count < 250 for count in counts.values())


def test_a_script_is_used_up_kind_by_kind() -> None:
    draws = Scripted(
        {"oil": ["left", "right"], "sand": [True], "roll": ["RRY"], "row": ["R>B>G", "BGR", ["G", "B", "R"]]}
    )
    assert draws.pick("oil", "a", ("left", "same", "right")) == "left"
    assert draws.pick("sand", "b", (True, False)) is True
    assert draws.pick("oil", "c", ("left", "same", "right")) == "right"
    assert draws.roll("roll", "d", "RYG", 3) == "RRY"
    assert draws.shuffle("row", "e", "RGB") == ("R", "B", "G")
    assert draws.shuffle("row", "f", "RGB") == ("B", "G", "R")
    assert draws.unused_kinds() == ["row"]
    with pytest.raises(ScriptError, match="oil"):
        draws.pick("oil", "g", ("left", "same", "right"))


@pytest.mark.parametrize("value", ["up", 1, True, ["left"]])
def test_a_script_with_a_value_that_cannot_be_drawn_says_what_is_allowed(value: object) -> None:
    with pytest.raises(ScriptError, match="left, same, right"):
        Scripted({"oil": [value]}).pick("oil", "a", ("left", "same", "right"))
    with pytest.raises(ScriptError):
        Scripted({"roll": [value]}).roll("roll", "a", "RYG", 3)
    with pytest.raises(ScriptError):
        Scripted({"row": [value]}).shuffle("row", "a", "RGB")


def test_dice_entered_by_hand_stand_beside_the_seed() -> None:
    draws = Scripted({"oil": ["left"]}, source="dice service 4711", fallback=Seeded(SEED))
    assert draws.pick("oil", "a", ("left", "same", "right")) == "left"
    assert draws.pick("sand", "b", (True, False)) == Seeded(SEED).pick("sand", "b", (True, False))
    assert draws.roll("roll", "c", "RYG", 2) == Seeded(SEED).roll("roll", "c", "RYG", 2)
    assert draws.shuffle("row", "d", "RYG") == Seeded(SEED).shuffle("row", "d", "RYG")
    assert [draw.source for draw in draws.taken] == ["dice service 4711", "seed", "seed", "seed"]


def test_a_record_replays_and_misses_nothing() -> None:
    draws = Seeded(SEED)
    drawn = draws.pick("oil", "a", "xyz"), draws.roll("roll", "b", "RYG", 4), draws.shuffle("row", "c", "RYG")
    record = Recorded(draws.taken)
    assert (
        record.pick("oil", "a", "xyz"),
        record.roll("roll", "b", "RYG", 4),
        record.shuffle("row", "c", "RYG"),
    ) == drawn
    assert record.taken == draws.taken
    with pytest.raises(InputError, match="not on record"):
        record.pick("oil", "elsewhere", "xyz")
    with pytest.raises(InputError, match="allowed"):
        record.pick("oil", "a", "XYZ")


def test_a_fork_shows_every_outcome_with_its_probability() -> None:
    def run(draws: Draws) -> str:
        way = draws.pick("oil", "a", ("left", "same", "right"))
        return way + (str(draws.pick("sand", "b", (True, False), (4, 6))) if way == "same" else "")

    branches = list(fork(run))
    assert {branch.outcome: branch.probability for branch in branches} == {
        "left": Fraction(1, 3),
        "sameTrue": Fraction(2, 15),
        "sameFalse": Fraction(1, 5),
        "right": Fraction(1, 3),
    }
    assert [draw.label for draw in branches[1].draws] == ["a", "b"]


def test_a_fork_leaves_out_what_cannot_happen() -> None:
    assert [b.outcome for b in fork(lambda draws: draws.pick("sand", "a", (True, False), (0, 5)))] == [False]
    assert [b.outcome for b in fork(lambda draws: draws.pick("sand", "a", (True, False), (5, 0)))] == [True]
    assert [b.outcome for b in fork(lambda _: "nothing drawn")] == ["nothing drawn"]


@given(st.lists(st.integers(1, 4), max_size=4))
def test_the_branches_of_a_fork_add_up_to_one(sizes: list[int]) -> None:
    def run(draws: Draws) -> tuple[int, ...]:
        return tuple(draws.pick("k", str(n), range(size)) for n, size in enumerate(sizes))

    branches = list(fork(run))
    assert sum(branch.probability for branch in branches) == 1
    assert len({branch.outcome for branch in branches}) == len(branches)


def test_a_fork_of_a_roll_and_a_shuffle_is_complete() -> None:
    assert len(list(fork(lambda draws: draws.roll("roll", "a", "RYG", 2)))) == 9
    assert len({b.outcome for b in fork(lambda draws: draws.shuffle("row", "a", "RYG"))}) == 6
