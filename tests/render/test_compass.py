"""What compass letters in tables mean is said where their columns are explained, in every language, in posts and on pages."""

from __future__ import annotations

import pytest

from gm_tools.core.languages import speak
from gm_tools.render import render
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests.render.test_thread_pictures import TURNS

DIRECTIONS = {"": ("E east", "W west", "N north", "S south"), "de": ("E Osten", "W Westen", "N Norden", "S Süden")}


@pytest.mark.parametrize("language", DIRECTIONS)
def test_the_letters_of_directions_are_explained(language: str) -> None:
    for name, turn in (("lighthouse", 14), ("sandstorm", 9)):
        speak(language)
        try:
            post = turn_post(open_table(TURNS / name), turn, "public")
            shown = [render(post, markup) for markup in ("text", "bbcode", "markdown", "html")]
        finally:
            speak("")
        assert all(words in one for one in shown for words in DIRECTIONS[language]), name
