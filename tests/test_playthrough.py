"""Each game has a golden playthrough, and plays it again to the letter."""

from __future__ import annotations

import pytest

from tests.playthrough import GOLDEN, choose_from, play_through


@pytest.mark.parametrize("name", GOLDEN)
def test_a_game_is_played_again_to_the_letter(name: str) -> None:
    golden = GOLDEN[name]
    text = golden.file.read_text(encoding="utf-8")
    assert play_through(golden, choose_from(golden.game, text)) == text, (
        f"if it is right: python -m tests.playthrough {name}"
    )
