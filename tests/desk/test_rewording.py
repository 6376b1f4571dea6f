"""Words of the post that the game master changes in the preview: they come through to the post that is copied, and nothing else does."""

from __future__ import annotations

from html import unescape

import pytest
from markupsafe import Markup

from gm_tools.desk.rewording import Rewording
from gm_tools.desk.tables import stamp
from gm_tools.table.settings import change_settings
from tests.desk.conftest import HERE, Browser, text_of

pytestmark = pytest.mark.usefixtures("inside")
WRITTEN = ("head\nA leads.\nB follows.\nfoot",)


@pytest.mark.parametrize(
    ("wanted", "resolved", "done", "lost"),
    [
        (
            "head\nA flies!\nB follows.\nfoot",
            "head\nA leads.\nB follows.\nfoot\nkey",
            "head\nA flies!\nB follows.\nfoot\nkey",
            [],
        ),
        ("new\nhead\nA leads.\nB follows.\nfoot", "head\nfoot", "new\nhead\nfoot", []),
        ("head\nA leads.\nB follows.\nfoot\nnew", "head\nfoot\nkey", "head\nfoot\nnew\nkey", []),
        ("head\nB follows.\nfoot", "head\nA leads.\nC follows.\nfoot", "head\nC follows.\nfoot", []),
        (
            "head\nA leads.\nB is last.\nfoot",
            "head\nA leads.\nC follows.\nfoot",
            "head\nA leads.\nC follows.\nfoot",
            ["B is last."],
        ),
        ("head\nA leads.\nfoot", "head\nfoot", "head\nfoot", ["B follows."]),
    ],
)
def test_changed_words_find_their_place_or_are_said_to_be_lost(
    wanted: str, resolved: str, done: str, lost: list[str]
) -> None:
    assert Rewording(WRITTEN, (wanted,)).apply((resolved,)) == ((done,), lost)


def test_a_post_in_another_number_of_parts_keeps_its_words() -> None:
    rewording = Rewording(WRITTEN, ("head\nA flies!\nB follows.\nfoot",))
    assert rewording.apply(("one", "two")) == (("one", "two"), ["A flies!"])


def test_marked_changes_are_escaped_and_show_the_old_words() -> None:
    found = Rewording(("a\nAxle leads by 8 tiles",), ("a\nAxle leads by <b>ten</b> tiles",)).mark()
    assert found == [Markup("Axle leads by <del>8</del><ins>&lt;b&gt;ten&lt;/b&gt;</ins> tiles")]
    found = Rewording(("Axle leads by 8",), ("What a race!",)).mark()
    assert found == [Markup("<del>Axle leads by 8</del><ins>What a race!</ins>")]


def change_words(browser: Browser, old: str, new: str) -> str:
    """Change the words of the post in the preview, as its form does; return the page after it."""
    page = unescape(browser.get("/table/sandstorm/preview"))
    text = page.partition('name="words">\n')[2].partition("</textarea>")[0]
    assert old in text
    return browser.press(
        "sandstorm", "words", step="preview", words=text.replace(old, new, 1).replace("\n", "\r\n")
    ).text


def test_words_changed_in_the_preview_are_marked_and_copied(browser: Browser) -> None:
    browser.press("sandstorm", "preview", policy="straight")
    assert 'class="changes"' not in browser.get("/table/sandstorm/preview")
    page = change_words(browser, "Axle leads", "<b>Axle</b> flies")
    assert "&lt;b&gt;Axle&lt;/b&gt;" in page.partition('class="changes"')[2]
    assert "<b>Axle</b> flies" not in page
    data = {"action": "resolve", "stamp": stamp(browser.tables / "sandstorm"), "step": "preview"}
    answer = browser.client.post(
        "/table/sandstorm/do", data=data, headers={"origin": HERE, "accept": "application/json"}
    ).json()
    assert "<b>Axle</b> flies" in answer["text"]
    page = browser.get("/table/sandstorm/post")
    assert "<b>Axle</b> flies" in unescape(page.partition('id="post-1">')[2].partition("</textarea>")[0])
    assert 'class="changes"' in page
    assert 'class="changes"' not in browser.get("/table/sandstorm/post?forum=discord")  # words of another markup
    assert 'class="changes"' not in browser.get("/table/sandstorm/post?forum=phpbb&viewer=A")  # of another post


def test_words_put_back_are_no_change_and_those_of_an_old_preview_are_refused(browser: Browser) -> None:
    browser.press("sandstorm", "preview", policy="straight")
    change_words(browser, "Axle leads", "Axle flies")
    assert 'class="changes"' not in change_words(browser, "Axle flies", "Axle leads")
    browser.press("sandstorm", "order", seat="A", order="B(6M)")
    page = browser.press("sandstorm", "words", step="preview", words="anything").text
    assert "The table has changed" in text_of(page)


def test_changed_words_are_not_sent_behind_the_game_masters_back(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_settings(browser.tables / "sandstorm", address="https://forum.example.org/t/dust/77", forum="discourse")
    monkeypatch.setenv("GM_TOKEN_FORUM_EXAMPLE_ORG", "gus:sesame")
    browser.press("sandstorm", "preview", policy="straight")
    assert "Resolve and post it" in text_of(browser.get("/table/sandstorm/preview"))
    change_words(browser, "Axle leads", "Axle flies")
    assert "Resolve and post it" not in text_of(browser.get("/table/sandstorm/preview"))
    browser.press("sandstorm", "resolve", step="preview")
    said = text_of(browser.get("/table/sandstorm/post"))
    assert "does not contain your changes" in said
    assert "Post it" not in said
