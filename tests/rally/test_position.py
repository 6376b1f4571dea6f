"""Positions that a game master writes: what cannot be is told with its key and what is allowed."""

from __future__ import annotations

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError
from gm_tools.games import find


@pytest.mark.parametrize(("finished", "over"), [(0, 0), (1, -1), (1, 1)])
def test_a_car_has_passed_all_gates_and_no_more_when_it_has_finished(finished: int, over: int) -> None:
    game = find("rally")
    board = game.parse_board((folder("tracks") / "rally" / "goat_path.txt").read_text(encoding="utf-8"))
    position = game.setup(board, [Seat("A", "Ann"), Seat("B", "Bob")], {}, Seeded(b"1" * 32))
    plain = game.dump_position(position)
    plain["cars"]["A"] |= {"finished": finished, "passed": position.gates + over}
    with pytest.raises(InputError, match=f"found {position.gates + over}") as caught:
        game.load_position(plain, board)
    assert caught.value.key == "cars.A.passed"
    plain["cars"]["A"] |= {"finished": 1, "passed": position.gates}
    assert game.load_position(plain, board).car("A").finished == 1
