"""Who opens the desk for the first time: an example that explains itself, and a folder with nothing in it."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from gm_tools.desk.demo import demo_place
from gm_tools.desk.guard import Guard
from gm_tools.desk.tables import Place, find_place
from gm_tools.desk.views import desk_app
from tests.desk.conftest import HERE, TOKEN, Browser, text_of


def open_at(place: Place) -> Browser:
    """Return a browser that was sent to the desk of a place."""
    app, desk = desk_app(place)
    return Browser(TestClient(Guard(app, TOKEN, 8710), base_url=HERE), place.tables, desk)


def test_the_example_says_what_it_is_and_has_a_thread_to_read() -> None:
    with demo_place() as place:
        browser = open_at(place)
        assert "An example table to play with" in text_of(browser.client.get(f"/?token={TOKEN}").text)
        assert "An example table to play with" not in text_of(browser.get("/"))
        page = browser.get("/table/demo/thread")
        thread = page.partition('id="paste">\n')[2].partition("</textarea>")[0]
        assert thread.startswith("Alice wrote on")
        page = browser.press("demo", "paste", step="thread", text=thread).text
        assert "need you" in text_of(page)
        assert "Alice wrote on" not in browser.get("/table/demo/thread")
    assert not place.folder.exists()


def test_a_folder_without_tables_says_how_to_begin(tmp_path: Path) -> None:
    browser = open_at(find_place(tmp_path))
    assert "There is no table here yet" in text_of(browser.client.get(f"/?token={TOKEN}").text)
    for path in ("/", "/tracks", "/new?game=rally", "/tracks/edit"):
        browser.get(path)
