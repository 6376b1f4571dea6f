"""The user's own machine: a keyring that holds cookies and tokens, a clipboard that takes what has to be pasted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError

from gm_tools.cli.clipboard import PROGRAMS
from gm_tools.live.credentials import find_cookies, find_secret
from gm_tools.live.hosts import variable_of
from tests.cli.conftest import Gm
from tests.live.server import Asked, Forum, Say
from tests.live.test_fetch import fixture

HOST = "forum.example.org"


class FakeKeyring(KeyringBackend):
    """A keyring in memory, which may be locked or not there at all."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.held: dict[tuple[str, str], str] = {}
        self.error: Exception | None = None

    def get_password(self, service: str, username: str) -> str | None:
        if self.error is not None:
            raise self.error
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        raise PasswordDeleteError


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeKeyring]:
    """The only keyring there is, through the library's own door; no variable is set."""
    before = keyring.get_keyring()
    found = FakeKeyring()
    keyring.set_keyring(found)
    for kind in ("token", "cookie", "webhook"):
        monkeypatch.delenv(variable_of(kind, HOST), raising=False)
    monkeypatch.delenv("GM_COOKIES", raising=False)
    yield found
    keyring.set_keyring(before)


def test_a_secret_is_read_from_the_keyring_for_its_host_alone(ring: FakeKeyring) -> None:
    keyring.set_password("gm_tools", f"token@{HOST}", " sesame\n")
    keyring.set_password("gm_tools", f"cookie@{HOST}", "sid=mine")
    assert find_secret("token", HOST) == "sesame"
    assert find_secret("token", "example.org") == ""
    assert find_secret("webhook", HOST) == ""
    assert find_cookies(f"https://{HOST}/t/1") == "sid=mine"
    assert find_cookies("https://evil.example/t/1") == ""
    assert sorted(ring.held) == [("gm_tools", f"cookie@{HOST}"), ("gm_tools", f"token@{HOST}")]


def test_a_variable_goes_before_the_keyring(ring: FakeKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    ring.set_password("gm_tools", f"token@{HOST}", "old")
    monkeypatch.setenv(variable_of("token", HOST), "new")
    assert find_secret("token", HOST) == "new"


@pytest.mark.parametrize("error", [NoKeyringError(), KeyringLocked("locked"), OSError("no bus"), RuntimeError()])
def test_a_keyring_that_cannot_be_opened_holds_nothing(ring: FakeKeyring, error: Exception) -> None:
    ring.error = error
    assert find_secret("token", HOST) == ""
    assert find_cookies(f"https://{HOST}/t/1") == ""


def test_a_secret_that_no_header_can_hold_is_refused(ring: FakeKeyring) -> None:
    ring.set_password("gm_tools", f"token@{HOST}", "two\nlines")
    with pytest.raises(Exception, match="is not a secret that can be sent"):
        find_secret("token", HOST)


def test_fetch_sends_the_cookie_of_the_keyring_and_writes_it_nowhere(
    gm: Gm, dust: Path, ring: FakeKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_tools.live.web.PAUSE", 0.0)
    forum = Forum()
    try:
        ring.set_password("gm_tools", f"cookie@{forum.host}", "sid=mine")
        forum.answer = lambda asked: Say(fixture("phpbb-3.3", 2 if "start" in asked.path else 1))
        ran = gm("fetch", str(dust), forum.url + "/viewtopic.php?t=77", "--no-collect")
        assert ran.status == 0, ran.err
        assert [one.headers["Cookie"] for one in forum.asked] == ["sid=mine"] * 2
        assert b"sid=mine" not in b"".join(path.read_bytes() for path in dust.rglob("*") if path.is_file())
    finally:
        forum.close()


# The clipboard


@pytest.fixture
def desktop(gm: Gm, dust: Path, forum: Forum, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH, and a table at a forum without an interface; somebody sits at the terminal."""
    forum.answer = _refuse
    gm("thread", str(dust), forum.url + "/viewtopic.php?t=77", "--forum", "phpbb")
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr("_pytest.capture.CaptureIO.isatty", lambda _stream: True)
    return programs


def _refuse(_asked: Asked) -> Say:
    raise AssertionError("nothing is to be asked")


def install(folder: Path, name: str, *, status: int = 0) -> Path:
    """Put a program into a folder that keeps what it is given in a file, and return that file."""
    kept = folder / f"{name}.got"
    program = folder / name
    program.write_text(f'#!/bin/sh\necho "noise $*"; echo noise >&2\n/bin/cat > "{kept}"\nexit {status}\n')
    program.chmod(0o755)
    return kept


@pytest.mark.parametrize("name", [words[0] for words in PROGRAMS])
def test_a_post_to_be_pasted_is_put_on_the_clipboard(gm: Gm, dust: Path, desktop: Path, name: str) -> None:
    kept = install(desktop, name)
    ran = gm("post", str(dust))
    assert ran.status == 0, ran.err
    assert "it is on the clipboard" in ran.err
    assert kept.read_text() == ran.out.removesuffix("\n")
    assert "noise" not in ran.out + ran.err


def test_a_program_that_fails_leaves_it_to_the_next(gm: Gm, dust: Path, desktop: Path) -> None:
    install(desktop, "wl-copy", status=1)
    kept = install(desktop, "xsel")
    assert "it is on the clipboard" in gm("post", str(dust)).err
    assert "[code]" in kept.read_text()


def test_a_missing_clipboard_is_reported(gm: Gm, dust: Path, desktop: Path) -> None:
    install(desktop, "xclip", status=1)
    ran = gm("post", str(dust))
    assert ran.status == 0
    assert "copy it from here: no program for the clipboard works (wl-copy, xclip, xsel, pbcopy, clip.exe)" in ran.err
    assert "it is on the clipboard" not in ran.err
    assert "[code]" in ran.out
