"""The desk is its game master's: not another page's, not another machine's."""

from __future__ import annotations

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from gm_tools.desk.guard import Guard
from tests.desk.conftest import HERE, OTHERS, TOKEN, Browser


@pytest.fixture
def stranger(browser: Browser) -> TestClient:
    """Somebody on the same machine who was not given the key."""
    return TestClient(browser.client.app, base_url=HERE, follow_redirects=False)


@pytest.fixture
def fresh() -> TestClient:
    """A browser at a desk that nobody has opened yet."""
    app = Guard(PlainTextResponse("welcome"), TOKEN, 8710)
    return TestClient(app, base_url=HERE, follow_redirects=False)


def test_without_the_key_nothing_is_shown(stranger: TestClient) -> None:
    for path in ("/", "/tracks", "/table/sandstorm/orders", "/static/desk.js", "/?token=wrong"):
        answer = stranger.get(path)
        assert answer.status_code == 403
        assert "sandstorm" not in answer.text


def test_the_key_leaves_the_address_at_once(fresh: TestClient) -> None:
    answer = fresh.get(f"/?token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert TOKEN not in cookie  # it stands in the browser's command line for all to read
    assert fresh.get("/").text == "welcome"


def test_the_key_opens_the_desk_once(fresh: TestClient) -> None:
    # What only looks whether the address is there does not use it up
    assert fresh.head(f"/?token={TOKEN}").status_code == 403
    fresh.get(f"/?token={TOKEN}")
    other = TestClient(fresh.app, base_url=HERE, follow_redirects=False)
    answer = other.get(f"/?token={TOKEN}")
    assert answer.status_code == 403
    assert "stop gm desk with Ctrl-C and start it again" in answer.text
    assert "set-cookie" not in answer.headers
    other.cookies.set("gm_desk_8710", TOKEN)
    assert other.get("/").status_code == 403


def test_a_second_window_of_the_same_browser_opens_by_the_first_address_too(fresh: TestClient) -> None:
    fresh.get(f"/?token={TOKEN}")
    assert fresh.get(f"/?token={TOKEN}").headers["location"] == "/"
    assert fresh.get("/").text == "welcome"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:9", "127.0.0.1:8710.evil.example", ""])
def test_a_host_name_that_merely_resolves_to_this_machine_is_refused(browser: Browser, host: str) -> None:
    assert browser.client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {},
        {"origin": HERE, "sec-fetch-site": "cross-site"},
        {"origin": "http://127.0.0.1:9999", "sec-fetch-site": "same-site"},
    ],
)
def test_a_foreign_page_can_press_no_button(browser: Browser, headers: dict[str, str]) -> None:
    before = (browser.tables / "sandstorm" / "orders.toml").read_bytes()
    answer = browser.client.post("/table/sandstorm/do", data={"action": "undo"}, headers=headers)
    assert answer.status_code == 403
    assert (browser.tables / "sandstorm" / "orders.toml").read_bytes() == before


def test_too_large_a_request_is_refused_before_it_is_read(browser: Browser) -> None:
    headers = {"origin": HERE, "content-length": "99000000"}
    assert browser.client.post("/table/sandstorm/do", headers=headers).status_code == 413


def test_every_page_may_load_nothing_from_elsewhere(browser: Browser) -> None:
    for path in ("/", "/table/sandstorm/game", "/tracks/edit"):
        policy = browser.client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("name", ["..", "%2e%2e", "nothing", "sandstorm%2f..", "-x"])
def test_no_name_leads_out_of_the_folder(browser: Browser, name: str) -> None:
    assert browser.client.get(f"/table/{name}/orders").status_code in {404, 307}


def test_the_seed_stands_on_no_page(browser: Browser) -> None:
    browser.add(*OTHERS)
    for table in ("sandstorm", "lighthouse", "marbles", "willow"):
        secret = (
            (browser.tables / table / "secret.toml").read_text(encoding="utf-8")
            if (browser.tables / table / "secret.toml").exists()
            else ""
        )
        digits = [word.strip('"') for word in secret.split() if len(word) > 60]
        for step in ("thread", "orders", "preview", "post", "game"):
            page = browser.get(f"/table/{table}/{step}")
            assert not any(one in page for one in digits)


def test_the_key_leads_to_no_other_host(fresh: TestClient) -> None:
    answer = fresh.get(f"{HERE}//evil.example/?token={TOKEN}")
    assert answer.headers["location"] == "/evil.example/"


@pytest.mark.parametrize(
    "path",
    ["/table/sandstorm/game?turn=²", "/new/track?game=nascar&track=dust-bowl&seats=²", "/table/sandstorm/game?turn=-1"],
)
def test_a_wrong_number_is_ignored(browser: Browser, path: str) -> None:
    assert browser.client.get(path).status_code == 200


def test_a_word_that_no_command_can_be_given_is_refused_in_a_sentence(browser: Browser) -> None:
    page = browser.press("sandstorm", "alias", seat="A", name="x\0y")
    assert page.status_code == 400
    assert "NUL" in page.text
