"""Case files of Tacara: wrong ones are errors with their key, and cases that do not come out fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.conform import Result, parse_cases, run_case
from gm_tools.core.problems import InputError
from tests.tacara.scenes import LANE, RING

HEAD = f"game = \"tacara\"\nboard = '''\n{LANE}'''\n[[case]]\nid = \"x\"\n"
GOOD = 'position = "R@2,4 B@2,9"\norders = [["R", "GE"]]\nexpect.position = "R@2,5/E1 next=B"\n'


def run(body: str) -> Result:
    (case,) = parse_cases(HEAD + body, "file.toml", Path())
    return run_case(case, "file.toml")


def test_a_sound_case_passes() -> None:
    assert run(GOOD).passed


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("R@2,5/E1", "R@2,5/E2", "R.shift: expected E2, found E1"),
        ("R@2,5/E1", "R@2,6", "R.at: expected 2,6, found 2,5"),
        ("R@2,5/E1", "R@2,5/E1/3", "R.chips: expected 3, found -"),
        ("R@2,5/E1", "R@2,5/E1/-/!q", "R.flags: expected !q, found -"),
        ("next=B", "next=R", "next: expected R, found B"),
        ("next=B", "turn=3", "turn: expected 3, found 2"),
        ("next=B", "offer=B", "offer: expected B, found -"),
        ("next=B", "rank=R", "rank: expected R, found -"),
        ("next=B", "gone=R", "gone: expected R, found -"),
        ("next=B", "points=R10", "points: expected R10, found -"),
        ("next=B", "standing=B>R", "standing: expected B>R, found R B"),
        ("next=B", "pool=9,9,9", "pool: expected 9,9,9, found 10 10 10"),
        ("next=B", "over", "the race is not over"),
        (
            'orders = [["R", "GE"]]',
            'orders = [["R", "GE"]]\nexpect.events = ["crashed"]',
            "events: expected ['crashed'], found ['shifted', 'moved']",
        ),
        ('["R", "GE"]]', '["R", "GE"]]\ndraws.row = ["RB"]', "draws.row: scripted and not asked for"),
        (
            '["R", "GE"]]',
            '["R", "GE"], ["B", "G0"]]',
            "a draw of kind 'row' was asked for (turn/4/row) and none is scripted",
        ),
        ('["R", "GE"]]', '["R", "GEEE"]]', "illegal.R: accepted was expected, found refused by ['C17']"),
        ('["R", "GE"]]', '["B", "GE"], ["R", "GE"]]', "orders[0] is refused, and orders follow it"),
        ('expect.position = "R@2,5/E1 next=B"', 'expect.illegal.R = "C17"', "illegal.R: expected C17, found accepted"),
    ],
)
def test_a_case_with_another_outcome_fails_and_says_what_differs(old: str, new: str, said: str) -> None:
    assert old in GOOD
    result = run(GOOD.replace(old, new))
    assert not result.passed
    assert said in result.differences


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("R@2,4 B@2,9", "R@2,4 B@0,9", "position.B.at"),
        ("R@2,4 B@2,9", "R@2,4 B@2,4", "position.B"),
        ("R@2,4 B@2,9", "R@2,4/E7 B@2,9", "position.R.shift"),
        ("R@2,4 B@2,9", "R@2,4/0/4 B@2,9", "position.R.chips"),
        ("R@2,4 B@2,9", "R@2,4/0/-/x B@2,9", "position.R.flags"),
        ("R@2,4 B@2,9", "R@2,4/0/-/u B@2,9", "position.R.flags"),
        ("R@2,4 B@2,9", "R@2,4/0/-/u4 B@2,9", "position.R.under"),
        ("R@2,4 B@2,9", "R@2,4/0/-/p1 B@2,9", "position.R.crossed"),
        ("R@2,4 B@2,9", "R@2 B@2,9", "position.R.at"),
        ("R@2,4 B@2,9", "R@2,4 R@2,9", "position"),
        ("R@2,4 B@2,9", "R@2,4/0/-/-/- B@2,9", "position"),
        ("R@2,4 B@2,9", "R@2,4 B@2,9 draft", "position"),
        ("R@2,4 B@2,9", "R@2,4 B@2,9 pool=1,2", "position.pool"),
        ("R@2,4 B@2,9", "R@2,4 B@2,9 cars=many", "position.cars"),
        ("R@2,4 B@2,9", "R@2,4 B@2,9 wind=1", "position.wind"),
        ("R@2,4 B@2,9", "R@2,4 B@2,9 cars=1", "position.cars"),
        ("R@2,4 B@2,9", "R@2,4 B@2,9 cars=11", "position.cars"),
        ("R@2,4 B@2,9", "R@2,4/0/33333333333 B@2,9", "position"),
        ("R@2,4 B@2,9", "pool=1,1,1", "position"),
        ("R@2,5/E1", "Z@2,5", "expect.position"),
        ("next=B", "ahead=B", "expect.position.ahead"),
        ("next=B", "finished", "expect.position"),
        ("R@2,5/E1", "R@2,5/fast", "expect.position.R.shift"),
        ("R@2,5/E1", "R@2,5/E1/4", "expect.position.R.chips"),
        ("R@2,5/E1", "R@2,far/E1", "expect.position.R.at"),
        ("R@2,5/E1", "R@2,5/E1/-/z", "expect.position.R.flags"),
        ('[["R", "GE"]]', '[["Z", "GE"]]', "orders[0]"),
        ('[["R", "GE"]]', '[["R", 3]]', "orders[0]"),
        ('[["R", "GE"]]', '"GE"', "orders"),
        ("expect.position", "expect.illegal.Z", "expect.illegal.Z"),
        ("expect.position", "expect.posture", "expect.posture"),
        ("position = ", 'seats = "A C D"\nposition = ', "position"),
        ('position = "R@2,4 B@2,9"', 'seats = "A C D"', "seats"),
        ("orders =", "options.course = 'long'\norders =", "options.course"),
        ("orders =", "options.drafting = 'yes'\norders =", "options.drafting"),
    ],
)
def test_a_case_that_is_itself_wrong_is_an_error_with_its_key(old: str, new: str, key: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        run(GOOD.replace(old, new, 1))
    assert caught.value.file == "file.toml"
    assert caught.value.key.removeprefix("case 'x'.") == key


def test_an_order_of_a_car_that_is_not_there_can_be_expected_to_be_refused() -> None:
    body = GOOD.replace('[["R", "GE"]]', '[["Z", "GE"]]\nexpect.illegal.Z = "C64"')
    assert run(body.replace("R@2,5/E1 next=B", "next=R")).passed


def test_cars_that_left_may_be_named_one_by_one() -> None:
    assert run(GOOD.replace("next=B", "gone=R gone=B")).differences == ("gone: expected R,B, found -",)


def test_a_case_may_begin_on_the_grid() -> None:
    body = 'seats = "A C D"\ndraws = { grid = ["CAD"], row = ["CAD", "DAC"] }\norders = [["C", "GE"]]\nexpect.position = "next=A turn=1"\n'
    (case,) = parse_cases(HEAD.replace(LANE, RING) + body, "file.toml", Path())
    assert run_case(case, "file.toml").passed
