"""What a terminal makes of styles (fault A16 of the first review): no black in bold, which is grey wherever bold means bright."""

from __future__ import annotations

import pytest

from gm_tools.render.terminal import STYLES


@pytest.mark.parametrize("role", STYLES)
def test_a16_black_letters_are_never_bold(role: str) -> None:
    ink = STYLES[role].partition(" on ")[0].split()
    assert not {"bold", "black"} <= set(ink)
