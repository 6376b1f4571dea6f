"""Case files: what a case can say, what differs, and files that are themselves wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gm_tools.conform import load_cases, parse_cases, run_case
from gm_tools.core.problems import InputError
from tests.monza.samples import SHORT

CASES = Path(__file__).parent.parent / "cases" / "monza"
BASE = 'position = "R@1.2 B@S"\norders = [["R", "R1 G1 W2"]]\ndraws.roll = ["RGWWWW"]\n'


def run(lines: str) -> list[str]:
    """Run one case on the short track; return what differs."""
    text = f"game = 'monza'\nboard = '''\n{SHORT}'''\n[[case]]\nid = 'it'\n{lines}"
    (case,) = parse_cases(text, "some.toml", Path())
    return list(run_case(case, "some.toml").differences)


def wrong(lines: str) -> str:
    with pytest.raises(InputError) as error:
        run(lines)
    return str(error.value).split("\n")[0]


def test_every_worked_example_is_a_case() -> None:
    ids = {case.id for path in sorted(CASES.glob("*.toml")) for case in load_cases(path)}
    assert ids >= {f"M{number:02}" for number in range(1, 71)}
    assert len(ids) > 190


@pytest.mark.parametrize(
    ("expect", "differences"),
    [
        ('expect.position = "R@2.4 B@S next=B round=1 extra=- max=3 used=R3,B0 win=-"', []),
        ('expect.position = "R@2.3"', ["R: expected 2.3, found 2.4"]),
        ('expect.position = "next=R"', ["next: expected R, found B"]),
        ('expect.position = "next=- extra=B"', ["next: expected -, found B", "extra: expected B, found -"]),
        ('expect.position = "used=R2,B1"', ["used R: expected 2, found 3", "used B: expected 1, found 0"]),
        ('expect.position = "max=4 round=2"', ["max: expected 4, found 3", "round: expected 2, found 1"]),
        ('expect.position = "over win=B,R"', ["over: expected yes, found no", "win: expected B,R, found -"]),
        ('expect.illegal.R = "Z20"', ["illegal.R: expected Z20, found accepted"]),
        ('expect.events = ["moved", "rolled"]', ["events: expected ['moved', 'rolled'], found ['rolled', 'moved']"]),
    ],
)
def test_differences_are_reported(expect: str, differences: list[str]) -> None:
    assert run(BASE + expect) == differences


def test_an_unexpected_refusal_fails_the_case() -> None:
    found = run('position = "R@1.2 B@S"\norders = [["R", "R1"], ["B", "PASS"]]\n'
                'draws.roll = ["YRRRRR", "RRRRRR"]\nexpect.position = "next=R"')  # fmt: skip
    assert found == [
        "illegal.R: accepted was expected, found refused by ['Z20']",
        "orders[0] is refused, and orders follow it",
    ]


def test_missing_and_left_over_draws_fail_a_case() -> None:
    orders = 'position = "R@1.2 B@S"\norders = [["R", "R1 G1 W2"]]\nexpect.position = "R@2.4"\n'
    assert run(orders) == ["a draw of kind 'roll' was asked for (round/1/roll/R) and none is scripted"]
    assert run(orders + 'draws.roll = ["RGWWWW", "RRRRRR"]') == ["draws.roll: scripted and not asked for"]
    assert run(orders + 'draws = { roll = ["RGWWWW"], starter = ["R"] }') == [
        "draws.starter: scripted and not asked for"
    ]
    assert run(orders + 'draws.roll = ["RGWWWX"]') == ["draw 'roll': found 'RGWWWX', allowed: 6 letters of RYGBWP"]


def test_a_refused_order_may_have_a_roll_that_nobody_asks_for() -> None:
    due = 'position = "R@2.2 B@S G@1.1"\noptions.extra_step = true\nexpect.illegal.B = "Z32"\n'
    orders = 'orders = [["R", "B2 G1"], ["B", "PASS"]]\n'
    assert run(due + orders + 'draws.roll = ["BGBBBB", "RRRRRR"]') == []
    assert run(due + orders + 'draws.roll = ["BGBBBB"]') == []
    assert run(due + orders + 'draws.roll = ["BGBBBB", "RRRRRR", "RRRRRR"]') == [
        "draws.roll: scripted and not asked for"
    ]


def test_a_position_alone_can_be_looked_at() -> None:
    assert run('position = "R@1.6 B@1.6 G@2.2"\nexpect.position = "next=G round=1"') == []
    assert run('position = "B@S R@1.6 next=R"\nexpect.position = "over win=R next=-"') == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('expect.position = "over"', "position: is missing (allowed: text)"),
        ('position = 3\nexpect.position = "over"', "position: found 3 (allowed: text)"),
        ('position = "R@1.2"\nexpect.position = "over"', "position: two to six cars race, found 1"),
        ('position = "R@1.2 R@S"\nexpect.position = "over"', "position: found 'R@S': there is one R"),
        (
            'position = "R@1.2 B@S vary"\nexpect.position = "over"',
            "position: found 'vary' (allowed: a car R@2.4 or R@S, R@1.6/3, next=B)",
        ),
        (
            'position = "R@1.2/7 B@S"\nexpect.position = "over"',
            "position: found 'R@1.2/7' (allowed: a car R@2.4 or R@S, R@1.6/3, next=B)",
        ),
        (
            'position = "R@3.2 B@S"\nexpect.position = "over"',
            "position: 3.2 is a tyre: no car can stand there",
        ),
        ('position = "R@1.2 B@S next=G"\nexpect.position = "over"', "position: found 'next=G' (allowed: R, B)"),
        (
            'position = "R@1.2/1 B@S"\nexpect.position = "over"',
            (
                "position: dice used can only be given for cars before the one whose turn it is "
                "(allowed: a car R@2.4 or R@S, R@1.6/3, next=B)"
            ),
        ),
        (
            'position = "R@1.6 B@S"\noptions.last_round = "one_more"\nexpect.position = "over"',
            "position: a car on a target does not go with last_round = one_more",
        ),
        (BASE + 'expect.position = "R@1.9"', "expect.position: no square is called '1.9'"),
        (BASE + 'expect.position = "G@1.1"', "expect.position: found 'G@1.1'"),
        (BASE + 'expect.position = "nxt=B"', "expect.position: found 'nxt=B'"),
        (BASE + 'expect.position = "next=G"', "expect.position: found 'next=G'"),
        (BASE + 'expect.position = "used=R9"', "expect.position: found 'used=R9'"),
        (BASE + 'expect.position = "max=many"', "expect.position: found 'max=many'"),
        (BASE + 'expect.board = ""', "expect.board: unknown key"),
        (BASE + "expect.illegal.R = 20", "expect.illegal.R: found 20 (allowed: a rule ID)"),
        (
            BASE + 'expect.illegal.B = "Z5"',
            "expect.illegal.B: this seat has no order (allowed: a seat with an order)",
        ),
        ('position = "R@S B@S"\norders = ["R: B1"]\nexpect.position = "over"', "orders[0]: found 'R: B1'"),
        ('position = "R@S B@S"\norders = [["R", 1]]\nexpect.position = "over"', "orders[0]: found ['R', 1]"),
        (
            BASE + 'options.extra_steps = true\nexpect.position = "over"',
            "options.extra_steps: monza has no such option",
        ),
        (
            "board = '''\n+++\n+++\n1 | >B |\n2 | R |\n3 | >W |\n'''\n" + BASE + 'expect.position = "over"',
            "board: the board is not sound",
        ),
        (
            "board = '''\n+++\n+++\n1 | >B |\n2 | Q |\n3 | >W |\n'''\n" + BASE + 'expect.position = "over"',
            "board: the track cannot be read",
        ),
    ],
)
def test_an_invalid_case_file_is_refused(lines: str, message: str) -> None:
    found = wrong(lines)
    assert found.startswith("some.toml: case 'it'.")
    assert found.removeprefix("some.toml: case 'it'.").startswith(message), found


def test_rolls_of_cases_are_lists_of_text() -> None:
    def draws(value: Any) -> list[str]:
        return run(BASE.replace('["RGWWWW"]', value) + 'expect.position = "R@2.4"')

    assert draws("[7]") == ["draw 'roll': found 7, allowed: 6 letters of RYGBWP"]
    with pytest.raises(InputError):
        draws('"RGWWWW"')
