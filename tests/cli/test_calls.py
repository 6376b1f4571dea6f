"""What calls people wherever it is pasted (`@everyone`, `<@1>`) is only text in all that the commands print, in every form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm_tools.render.forums import PROFILES
from tests.cli.conftest import Gm

SEATS = ("A:everyone", "B:@here", "C:<@&42>", "D:[at]all", "E:x <@!7> @channel")
CALLS = "(6M @everyone <@123> @here @[user:1]"
POSTS = f"""everyone wrote on 2026-11-21 21:30:
Order: {CALLS}

@here wrote on 2026-11-21 21:31:
@everyone Order: (6M

<@&42> wrote on 2026-11-21 21:32:
Order: (6M)

Zed @everyone wrote on 2026-11-21 21:33:
Order: (6M) <@1> @here
"""
LIVE = re.compile(r"@(?:everyone|here|all|channel)\b|<@[!&\d]|@\[|\[at\]", re.IGNORECASE)
CODE = re.compile(r"\[(code|c)\].*?\[/\1\]|```.*?```", re.DOTALL | re.IGNORECASE)


@pytest.fixture
def called(gm: Gm, tmp_path: Path) -> Path:
    """A table of players whose names call people, with posts that do so collected."""
    seats = [word for seat in SEATS for word in ("--seat", seat)]
    assert gm("new", "called", "--game", "nascar", "--track", "dust-bowl", *seats, "--gm", "Gus").status == 0
    thread = tmp_path / "thread.txt"
    thread.write_text(POSTS, encoding="utf-8")
    return next(path.parent for path in tmp_path.rglob("table.toml"))


def live(text: str) -> list[str]:
    return LIVE.findall(CODE.sub("", text))


def test_nothing_that_a_command_prints_calls_people(
    gm: Gm, called: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, thread = str(called), str(tmp_path / "thread.txt")
    for markup in ("text", "bbcode", "markdown"):
        for words in (("collect", table, thread), ("status", table)):
            ran = gm(*words, "--format", markup)
            assert live(ran.out) == [], (words, markup)
    for again in (
        ("resolve", table, "--close", "--missing", "straight"),
        ("undo", table),
        ("resolve", table, "--close", "--missing", "straight"),
    ):
        assert live(gm(*again).out) == [], again
    for markup in ("text", "bbcode", "markdown"):
        for more in ((), ("--erratum",), ("--turn", "0")):
            assert live(gm("report", table, "--format", markup, *more).out) == [], (markup, more)
    for forum in PROFILES:
        found = live(gm("report", table, "--forum", forum).out)
        # Elsewhere `<@` calls nobody
        assert [call for call in found if call[:2] != "<@" or forum == "discord"] == [], forum
    for other in (("history", table), ("verify", table), ("deadline", table), ("account", table)):
        assert live(gm(*other).out) == [], other
    # Of the posts nothing depends on pictures
    monkeypatch.setattr("gm_tools.page.publication.can_render_png", lambda: False)
    assert gm("publish", table, "pages").status == 0
    for path in (tmp_path / "pages" / "posts").iterdir():
        assert live(path.read_text(encoding="utf-8")) == [], path.name


def test_reminders_and_replies_of_a_terminal_call_their_player_alone(gm: Gm, called: Path, tmp_path: Path) -> None:
    shown = gm("collect", str(called), str(tmp_path / "thread.txt"), "--format", "terminal").out
    shown += gm("status", str(called), "--format", "terminal").out
    _, __, pasted = shown.partition("Replies to paste")
    assert "@" in pasted
    assert [
        line for line in pasted.split("\n") if "wrote" not in line and line.startswith("@") and LIVE.search(line)
    ] == []
