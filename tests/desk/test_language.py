"""The desk speaks as the commands do: the language asked for, else the table's own, else English."""

from __future__ import annotations

from html import unescape

import pytest

from gm_tools.core.i18n import language
from gm_tools.desk.commands import Command, run
from tests.desk.conftest import THREAD, Browser, text_of

pytestmark = pytest.mark.usefixtures("inside")


def make_german(browser: Browser) -> None:
    """Give a table posts in German."""
    file = browser.tables / "sandstorm" / "table.toml"
    file.write_text(f'language = "de"\n{file.read_text(encoding="utf-8")}', encoding="utf-8")


def test_a_tables_pages_are_in_its_own_language_and_the_others_stay_english(browser: Browser) -> None:
    browser.add("papers")
    make_german(browser)
    page = browser.get("/table/sandstorm/post")
    assert '<html lang="de">' in page
    printed = run(Command(("report", "sandstorm", "--forum", "phpbb")), browser.tables.parent).out
    assert "Zug 9" in printed
    assert printed.strip() in unescape(page)
    assert "brauchen dich" in text_of(browser.press("sandstorm", "paste", step="thread", text=THREAD).text)
    assert "brauchen dich" in text_of(browser.get("/table/sandstorm/orders"))
    assert '<html lang="de">' in browser.client.get("/table/sandstorm/game?viewer=nobody").text  # a fault, too
    assert '<html lang="en">' in browser.get("/")
    assert '<html lang="en">' in browser.get("/table/papers/post")
    assert language() == "en"


@pytest.mark.usefixtures("german")
def test_what_commands_say_is_in_the_language_that_the_desk_was_asked_for(browser: Browser) -> None:
    said = text_of(browser.press("sandstorm", "paste", step="thread", text=THREAD).text)
    assert "zwei verschiedene Befehle" in said
    assert "two different orders" not in said
    assert "1-pasted.txt: nur dieser Text zeigt, wer was geschrieben hat" in said
    assert "Warnung" not in said
    page = browser.press("sandstorm", "preview", policy="straight").text
    assert "Strecke nach Zug 10" in page.partition('id="preview"')[2]
    assert "Track after turn 10" not in page
