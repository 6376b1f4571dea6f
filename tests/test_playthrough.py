"""Each game has a golden playthrough, and plays it again to the letter."""

from __future__ import annotations

import pytest

from tests.ground import GROUNDS
from tests.playthrough import choose_from, golden_file, play_through


@pytest.mark.parametrize("name", GROUNDS)
def test_a_game_is_played_again_to_the_letter(name: str) -> None:
    text = golden_file(name).read_text(encoding="utf-8")
    assert play_through(name, choose_from(name, text)) == text, f"if it is right: python -m tests.playthrough {name}"
