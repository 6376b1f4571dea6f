"""A forum on its bad days: a clear sentence, nothing lost, nothing changed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from gm_tools.live import web
from gm_tools.live.archive import read_archive
from gm_tools.live.credentials import find_cookies
from gm_tools.live.fetch import fetch
from gm_tools.live.hosts import variable_of
from gm_tools.live.web import WebClient, WebError
from gm_tools.table.settings import ThreadSettings
from tests.cli.conftest import Gm
from tests.live.server import Asked, Forum, Say
from tests.live.test_fetch import NOW, fixture

PATH = "/viewtopic.php?f=2&t=77"
SECOND = PATH + "&start=12"
HTML = Say().headers
WALL = (
    b"<!DOCTYPE html><html><head><title>We value your privacy</title></head><body><button>Accept</button></body></html>"
)


LOGIN = (  # phpBB 3.3 answers so, with status 200, where guests may not read
    b'<!DOCTYPE html><html><head><title>Board - Login</title></head><body id="phpbb"><h2>The board requires you to be registered '
    b'and logged in to view this forum.</h2><form><input name="username"><input name="password" type="password"></form></body></html>'
)


def to(where: str, status: int = 302) -> Say:
    return Say(b"", status, (("Location", where),))


FAULTS = {
    "500": (Say(b"oops", 500), "has failed \\(500\\)"),
    "503 with a time": (Say(b"", 503, (("Retry-After", "7200"),)), "come back in 121 minutes"),
    "429": (Say(b"", 429, (("Retry-After", "9999"),)), "come back in"),
    "202": (Say(b"", 202), "still gathering what was asked for \\(202\\)"),
    "hang": (Say(b"x", hang=True), "did not answer in time"),
    "login": (to("/ucp.php?mode=login"), "wants a log-in"),
    "other host": (to("https://evil.example/viewtopic.php?t=77"), "another host, evil.example"),
    "file": (to("file:///etc/passwd"), "not a web address"),
    "round": (to(PATH), "redirects in a loop"),
    "no target": (to("http://[broken"), "not an address"),
    "login form": (Say(LOGIN), "the forum may want a log-in; .*GM_COOKIE_127_0_0_1"),
    "cookie wall": (Say(WALL), "no readable posts, but had 12 before"),
    "no posts": (Say(fixture("phpbb-3.3", 1).replace(b'class="post ', b'class="beitrag ')), "had 12 before"),
    "403": (Say(b"Just a moment...", 403), "refused \\(403\\).*gm collect TABLE page.html.*GM_COOKIE_127_0_0_1"),
    "404": (Say(b"", 404), "moved or removed"),
    "410": (Say(b"", 410), "moved or removed"),
    "418": (Say(b"", 418), "status 418"),
    "partial": (Say(fixture("phpbb-3.3", 1), cut=6_000), "incomplete or damaged"),
    "cut page": (Say(fixture("phpbb-3.3", 1)[:6_000]), "came incomplete"),
    "not gzip": (Say(b"<html>", headers=(*HTML, ("Content-Encoding", "gzip"))), "incomplete or damaged"),
    "empty": (Say(b""), "is empty"),
    "picture": (Say(b"\x89PNG\r\n\x1a\n" + bytes(50), headers=(("Content-Type", "image/png"),)), "is a picture"),
    "moved": (Say(fixture("phpbb-3.3", 1).replace(b"t=77", b"t=99")), "is thread 99, not thread 77"),
    "another forum": (Say(fixture("xenforo-2", 1)), "is a page of xenforo, not of phpbb"),
    "robots": (Say(b""), "robots.txt"),
}


@pytest.fixture
def fetched(forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch) -> ThreadSettings:
    """A table whose thread was fetched once; nobody waits longer than a moment."""
    monkeypatch.setattr(web, "sleep", lambda _seconds: None)
    forum.answer = lambda asked: Say(fixture("phpbb-3.3", 2 if asked.path == SECOND else 1))
    settings = ThreadSettings(forum.url + PATH, "phpbb")
    fetch(dust, settings, 1, NOW)
    return settings


@pytest.mark.parametrize("fault", FAULTS)
def test_an_error_of_the_forum_is_reported_and_changes_nothing(
    gm: Gm, forum: Forum, dust: Path, fetched: ThreadSettings, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    say, expected = FAULTS[fault]
    if say.hang:
        monkeypatch.setattr(web, "TIMEOUT", 0.5)
    forum.answer = lambda _asked: say
    if fault == "robots":
        forum.robots = Say(b"User-agent: *\nDisallow: /viewtopic.php\n", headers=(("Content-Type", "text/plain"),))
    before = {path: path.read_bytes() for path in sorted(dust.rglob("*")) if path.is_file()}
    with pytest.raises(WebError, match=f"(?s){expected}"):
        fetch(dust, fetched, 1, NOW)
    gm("thread", str(dust), fetched.address, "--forum", "phpbb")
    ran = gm("fetch", str(dust))
    assert ran.status == 3
    assert "Traceback" not in ran.err
    after = {
        path: path.read_bytes() for path in sorted(dust.rglob("*")) if path.is_file() and path.name != "table.toml"
    }
    assert after == {path: data for path, data in before.items() if path.name != "table.toml"}
    assert gm("collect", str(dust), "--show").status in {0, 2}


def test_what_came_before_a_failure_stays_and_the_next_run_goes_on(forum: Forum, dust: Path) -> None:
    forum.answer = lambda asked: Say(b"", 404) if asked.path == SECOND else Say(fixture("phpbb-3.3", 1))
    settings = ThreadSettings(forum.url + PATH, "phpbb")
    with pytest.raises(WebError):
        fetch(dust, settings, 1, NOW)
    assert [row.page for row in read_archive(dust)] == [1]
    forum.answer = lambda asked: Say(fixture("phpbb-3.3", 2 if asked.path == SECOND else 1))
    assert fetch(dust, settings, 1, NOW).new == (2,)


def test_a_busy_forum_is_asked_again_when_it_said(forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(web, "sleep", slept.append)
    answers = [Say(b"", 429, (("Retry-After", "7"),)), Say(b"", 503)]
    forum.answer = lambda asked: (
        answers.pop(0) if answers else Say(fixture("phpbb-3.3", 2 if asked.path == SECOND else 1))
    )
    assert fetch(dust, ThreadSettings(forum.url + PATH, "phpbb"), 1, NOW).new == (1, 2)
    assert 7.0 in slept


def test_requests_are_a_second_apart_or_as_far_as_robots_txt_asks(
    forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(web, "sleep", slept.append)
    monkeypatch.setattr(web, "PAUSE", 1.0)
    forum.robots = Say(b"User-agent: *\nCrawl-delay: 9\n", headers=(("Content-Type", "text/plain"),))
    forum.answer = lambda asked: Say(fixture("phpbb-3.3", 2 if asked.path == SECOND else 1))
    fetch(dust, ThreadSettings(forum.url + PATH, "phpbb"), 1, NOW)
    assert [round(seconds) for seconds in slept[1:]] == [9, 9]
    assert all("gm-tools/" in one.headers["User-Agent"] for one in forum.asked)


def test_a_drip_ends_in_time(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "LONGEST_REPLY", 0.3)
    forum.answer = lambda _asked: Say(b"x" * 100, drip=0.05)
    with pytest.raises(WebError, match="in time"):
        WebClient(forum.url).get(forum.url + PATH)


def test_a_huge_body_ends_at_a_bound_also_unpacked(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "LARGEST_REPLY", 1_000_000)
    for say in (
        Say(b"x" * 3_000_000),
        Say(gzip.compress(bytes(50_000_000)), headers=(*HTML, ("Content-Encoding", "gzip"))),
    ):
        forum.answer = lambda _asked, say=say: say  # type: ignore[misc]
        with pytest.raises(WebError, match="longer than 1 MB"):
            WebClient(forum.url).get(forum.url + PATH)


def test_a_page_in_another_charset_is_read_by_its_header(forum: Forum, dust: Path) -> None:
    text = fixture("phpbb-3.3", 2).decode().replace("start=12", "start=0")
    text = text.replace('<meta charset="utf-8" />', "").replace('<meta charset="utf-8">', "")
    first = (
        fixture("phpbb-3.3", 1).decode().replace('<meta charset="utf-8" />', "").replace('<meta charset="utf-8">', "")
    )
    headers = (("Content-Type", "text/html; charset=iso-8859-15"),)
    forum.answer = lambda asked: Say(
        (text if asked.path == SECOND else first).encode("iso-8859-15", "xmlcharrefreplace"), headers=headers
    )
    fetch(dust, ThreadSettings(forum.url + PATH, "phpbb"), 1, NOW)
    assert {row.charset for row in read_archive(dust)} == {"iso-8859-15"}


def test_fewer_posts_than_before_are_named_and_the_archive_keeps_them(
    forum: Forum, dust: Path, fetched: ThreadSettings
) -> None:
    page = fixture("phpbb-3.3", 1)
    start = page.index(b'<div id="p10', page.index(b'<div id="p10') + 20)
    end = page.index(b'<div id="p10', start + 20)
    shorter = page[:start] + page[end:]
    forum.answer = lambda asked: Say(fixture("phpbb-3.3", 2) if asked.path == SECOND else shorter)
    result = fetch(dust, fetched, 1, NOW)
    assert result.changed[:1] == (1,)
    assert "1 post that was there before is gone" in result.notes[0]
    assert (dust / "thread" / "0001.html").read_bytes() == page


# Secrets


def test_a_secret_goes_to_its_host_alone(forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable_of("cookie", "forum.example.org"), "sid=secret")
    monkeypatch.setenv("GM_COOKIE", "sid=secret")
    forum.answer = lambda _asked: Say(fixture("phpbb-3.3", 1))
    with pytest.raises(WebError):
        fetch(dust, ThreadSettings(forum.url + PATH, "phpbb"), 1, NOW)
    assert all("Cookie" not in one.headers for one in forum.asked)
    forum.asked.clear()
    monkeypatch.setenv(variable_of("cookie", forum.host), "sid=mine")
    forum.answer = lambda asked: Say(
        fixture("phpbb-3.3", 2 if asked.path == SECOND else 1), headers=(*HTML, ("Set-Cookie", "a=b"))
    )
    fetch(dust, ThreadSettings(forum.url + PATH, "phpbb"), 1, NOW)
    assert [one.headers["Cookie"] for one in forum.asked] == ["sid=mine"] * 2
    assert b"sid=mine" not in b"".join(path.read_bytes() for path in dust.rglob("*") if path.is_file())


def test_a_cookie_goes_with_the_browsers_own_name(forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forum.answer = lambda _asked: Say(LOGIN)
    settings = ThreadSettings(forum.url + PATH, "phpbb")
    monkeypatch.setenv("GM_AGENT", "Mozilla/5.0 (X11)")
    with pytest.raises(WebError, match="give your own log-in"):
        fetch(dust, settings, 1, NOW)
    monkeypatch.setenv(variable_of("cookie", forum.host), "sid=mine")
    with pytest.raises(WebError, match=r"is not accepted: log in again in your browser; .*GM_AGENT"):
        fetch(dust, settings, 1, NOW)
    agents = [one.headers["User-Agent"] for one in forum.asked]
    assert agents[0].startswith("gm-tools/")
    assert agents[1:] == ["Mozilla/5.0 (X11)"]
    monkeypatch.setenv("GM_AGENT", "two\nlines")
    with pytest.raises(Exception, match="GM_AGENT: is not the User-Agent of a browser"):
        fetch(dust, settings, 1, NOW)


def test_a_redirect_takes_no_secret_along(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Forum()
    try:
        monkeypatch.setenv(variable_of("cookie", forum.host), "sid=mine")
        forum.answer = lambda _asked: to(other.url + PATH)
        client = WebClient(forum.url, cookies=find_cookies(forum.url))
        with pytest.raises(WebError, match="another host"):
            client.get(forum.url + PATH)
        assert other.asked == []
    finally:
        other.close()


def test_a_token_is_not_sent_without_encryption() -> None:
    with pytest.raises(Exception, match="never sent without encryption"):
        WebClient("http://forum.example.org/t/1", headers={"Api-Key": "x"})


def test_a_cookie_file_gives_a_host_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cookies.txt"
    file.write_text(
        "# Netscape HTTP Cookie File\nforum.example.org\tFALSE\t/\tTRUE\t4102444800\tsid\tmine\n"
        "other.example.org\tFALSE\t/\tTRUE\t4102444800\tsid\ttheirs\n"
    )
    monkeypatch.setenv("GM_COOKIES", str(file))
    assert find_cookies("https://forum.example.org/t/1") == "sid=mine"
    assert find_cookies("http://forum.example.org/t/1") == ""
    assert find_cookies("https://example.org/t/1") == ""
    file.write_text("nonsense")
    with pytest.raises(Exception, match="cookie file"):
        find_cookies("https://forum.example.org/t/1")


def test_names_in_a_reply_are_never_paths(forum: Forum, dust: Path) -> None:
    def answer(asked: Asked) -> Say:
        headers = (*HTML, ("Content-Disposition", 'attachment; filename="../../evil"'), ("ETag", '"../../x"'))
        return Say(fixture("phpbb-3.3", 2 if asked.path == SECOND else 1), headers=headers)

    forum.answer = answer
    fetch(dust, ThreadSettings(forum.url + PATH, "phpbb"), 1, NOW)
    assert sorted(path.name for path in (dust / "thread").iterdir()) == ["0001.html", "0002.html", "fetched.toml"]
    assert not (dust.parent / "evil").exists()
