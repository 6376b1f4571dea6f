"""Whatever a turn comes to can be written and opened again: `load(dump(position)) == position`, through the text of a file."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.toml import format_toml
from gm_tools.games import NAMES, find
from tests import effort
from tests.mutants import play

SLOW = effort.search(daily=5, long=500)


@pytest.mark.parametrize("name", NAMES)
@SLOW
@given(seed=st.integers(0, 2**64))
def test_every_position_that_legal_play_reaches_opens_again(name: str, seed: int) -> None:
    game = find(name)
    for moment in play(name, seed, 30):
        written = format_toml(game.dump_position(moment.after))
        assert game.load_position(tomllib.loads(written), moment.after.board) == moment.after
