"""Positions as plain data: what an edit by hand can get wrong is said with key and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tools.core.problems import InputError
from gm_tools.games.monza.position import dump_position, load_position
from tests.monza.samples import race


def refuse(**changes: Any) -> str:
    """Return what loading says about a race with some keys changed (`cars__R__at` is cars.R.at)."""
    position = race("R@1.2 B@S G@1.6/3", "RRYYGB", turn_of="R")
    plain = dump_position(position)
    for path, value in changes.items():
        *keys, last = path.split("__")
        table = plain
        for key in keys:
            table = table[key]
        if value is None:
            del table[last]
        else:
            table[last] = value
    with pytest.raises(InputError) as error:
        load_position(plain, position.board)
    return str(error.value)


def test_a_position_comes_back() -> None:
    position = race("R@1.2 B@S G@1.6/3 W@1.6", "RRYYGB", turn_of="R", extra_step=True, obligation="stuck")
    assert load_position(dump_position(position), position.board) == position
    due = race("R@1.2 B@S", extra="B", extra_step=True, last_round="one_more")
    assert load_position(dump_position(due), due.board) == due


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"round": 0}, "round: found 0 (allowed: a whole number from 1)"),
        ({"round": "2"}, "round: found '2' (allowed: a whole number)"),
        ({"round": None}, "round: is missing (allowed: a whole number)"),
        ({"roll": "RRYYG"}, "roll: found 'RRYYG' (allowed: nothing, or 6 letters of RYGBWP)"),
        ({"roll": "RRYYGX"}, "roll: found 'RRYYGX' (allowed: nothing, or 6 letters of RYGBWP)"),
        ({"extra": "B"}, "roll: is given though nobody has to drive (allowed: nothing)"),
        ({"extra": "W"}, "extra: found 'W' (allowed: nobody, R, B, G)"),
        ({"turn_of": "W"}, "turn_of: found 'W' (allowed: nobody, R, B, G)"),
        ({"turn_of": "", "roll": ""}, "turn_of: is empty (allowed: R, B, G)"),
        ({"turn_of": "", "roll": "", "extra": "B"}, "turn_of: there can be no extra step when it is nobody's turn (allowed: whose turn it is)"),
        ({"roll": "", "extra": "B"}, "extra: found 'B': this race has no extra steps (allowed: nobody)"),
        ({"roll": "", "extra": "G", "settings__extra_step": True},
         "extra: found 'G': no free square lies ahead of it (allowed: nobody)"),
        ({"turn_of": "G"}, "turn_of: G stands on a target and does not roll"),
        ({"last_turns": None}, "last_turns: is missing, but G is on a target (allowed: who still has a turn)"),
        ({"last_turns": ["B", "B"]}, "last_turns: found ['B', 'B'] (allowed: a list of R, B, G, each once)"),
        ({"last_turns": ["W"]}, "last_turns: found ['W'] (allowed: a list of R, B, G, each once)"),
        ({"winners": ["R"]}, "winners: a winner stands on a target square (allowed: G)"),
        ({"winners": ["G"], "roll": ""}, "turn_of: the race is over (allowed: nobody)"),
        ({"cars": {}}, "cars: there are none (allowed: one to 6)"),
        ({"cars__X": {}}, "cars.X: no such car (allowed: R Y G B W P)"),
        ({"cars__R": 3}, "cars.R: found 3 (allowed: a table)"),
        ({"cars__R__at": "1.7"}, "cars.R.at: no square is called '1.7' (allowed: S, 1.1 to 1.6, 2.1 to 2.5, 3.1 to 3.6)"),
        ({"cars__R__at": "3.2"}, "cars.R.at: 3.2 is a tyre: no car can stand there"),
        ({"cars__B__at": "1.2"}, "cars.B.at: 1.2 holds R already (allowed: a square of its own)"),
        ({"cars__B__used": 7}, "cars.B.used: found 7 (allowed: a whole number from 0 to 6)"),
        ({"cars__B__used": True}, "cars.B.used: found True (allowed: a whole number)"),
        ({"cars__B__names": [1]}, "cars.B.names: found [1] (allowed: a list of texts)"),
        ({"cars__B__speed": 3}, "cars.B.speed: unknown key (allowed: at, used, names)"),
        ({"settings__obligation": "least"}, "settings.obligation: found 'least' (allowed: most, stuck)"),
        ({"settings__extra_step": 1}, "settings.extra_step: found 1 (allowed: false, true)"),
        ({"settings__obligaton": "most"}, ("settings.obligaton: unknown key; did you mean obligation? (allowed: "
          "extra_step, obligation, last_round, starter, missing_orders)")),
        ({"lap": 3}, "lap: unknown key (allowed: round, turn_of, roll, extra, winners, settings, cars, last_turns)"),
    ],
)  # fmt: skip
def test_a_bad_value_is_named(changes: dict[str, Any], message: str) -> None:
    assert refuse(**changes) == message
