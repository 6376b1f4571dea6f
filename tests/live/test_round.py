"""A whole turn at a forum that already runs. Skipped without its address; run with `pytest -m live tests/live/test_round.py`.

`GM_ROUND_URL` is the forum's address, `GM_ROUND_FORUM` what it runs on (phpbb, mybb or nodebb), `GM_ROUND_PLACE` the number of a
subforum (by default 2) where the members Gus, Alice, Bob and Carol may write without approval; `GM_ROUND_PASSWORD` is their
password. For NodeBB `GM_ROUND_TOKEN` is a token of Gus; elsewhere he pastes what `gm post` prints. The pages are 10 posts long
and a member may write as often as he likes: phpBB's flood interval and MyBB's merging of posts are off.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_tools import games
from gm_tools.core.paths import folder
from gm_tools.live.fetch import archived_threads
from gm_tools.live.hosts import host_of, variable_of
from gm_tools.live.outbox import turn_of
from gm_tools.posts.sent import read_sent
from gm_tools.posts.thread import Post
from gm_tools.table import open_table
from gm_tools.table.settings import ThreadSettings, read_settings
from tests.cli.conftest import Gm, gm
from tests.live.people import Person, log_in

__all__ = ["gm"]
NAMES = games.NAMES
URL, FORUM = os.environ.get("GM_ROUND_URL", ""), os.environ.get("GM_ROUND_FORUM", "")
PLACE, PASSWORD = os.environ.get("GM_ROUND_PLACE", "2"), os.environ.get("GM_ROUND_PASSWORD", "")
TOKEN = os.environ.get("GM_ROUND_TOKEN", "")
pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not (URL and FORUM and PASSWORD), reason="a forum that runs: GM_ROUND_URL, _FORUM, _PASSWORD"),
]
STRIKES = {"phpbb": "", "mybb": "[s]A(7M)[/s] ", "nodebb": "~~A(7M)~~ "}  # phpBB as it comes has no strike


@pytest.fixture(scope="module")
def people() -> Iterator[dict[str, Person]]:
    found = {name: log_in(FORUM, URL, name, PASSWORD) for name in ("Gus", "Alice", "Bob", "Carol")}
    yield found
    for person in found.values():
        person.client.close()


@pytest.fixture
def race(gm: Gm, tmp_path: Path, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """A new race of three and the address of its thread."""
    address = people["Gus"].open_thread(PLACE, f"Race {os.getpid()} {tmp_path.name[-12:]}", "A race. Sign up below.")
    path = tmp_path / "race"
    seats = [word for seat in ("A:Alice", "B:Bob", "C:Carol") for word in ("--seat", seat)]
    words = ("--gm", "Gus", "--thread", address, "--forum", FORUM)
    ran = gm("new", str(path), "--game", "nascar", "--track", "dust-bowl", *seats, *words)
    assert ran.status == 0, ran.err
    if TOKEN:
        monkeypatch.setenv(variable_of("token", host_of(address)), TOKEN)
    return path, address


def send(gm: Gm, path: Path, address: str, gus: Person) -> None:
    """Post the last turn: by the interface, or as a GM pastes it, who then says which post it became."""
    if FORUM == "nodebb":
        ran = gm("post", str(path), "--yes")
        assert ran.status == 0, ran.err
    else:
        ran = gm("post", str(path))
        assert ran.status == 0, ran.err
        number = gus.reply(address, ran.out)
        assert gm("post", str(path), "--arrived", number).status == 0
    assert "was posted before" in gm("post", str(path), "--yes").err


def fetched_posts(path: Path, turn: int) -> dict[str, Post]:
    return {post.key: post for one in archived_threads(path, read_settings(path), turn) for post in one.posts}


def code_blocks(text: str) -> list[str]:
    """Return what stands in the blocks of code of a post as it was written, without the lines around it."""
    mark = ("```text\n", "\n```") if "```" in text else ("[code]\n", "\n[/code]")
    return [part.partition(mark[1])[0].replace("\u00a0", " ") for part in text.split(mark[0])[1:]]


def assert_boards_came_back(path: Path, turn: int) -> None:
    found = fetched_posts(path, turn)
    parts = [one for one in read_sent(path) if one.key.startswith(f"turn-{turn - 1}-")]
    assert parts
    for part in parts:
        shown = found[part.post_key].text.replace("\u00a0", " ")
        blocks = code_blocks(part.text)
        assert blocks
        for block in blocks:
            assert block in shown


def test_a_turn_is_posted_answered_fetched_and_resolved(
    gm: Gm, race: tuple[Path, str], people: dict[str, Person]
) -> None:
    path, address = race
    send(gm, path, address, people["Gus"])
    first = people["Alice"].reply(address, "Here we go.\n\nOrder: A(6M)R")
    people["Bob"].reply(address, people["Bob"].quote(address, first) + "Too fast for me.\n\nOrder: A(7M)")
    people["Carol"].reply(address, f"Order: {STRIKES[FORUM]}(6M)")
    people["Alice"].edit(first, "Here we go.\n\nOrder: (6M)")
    ran = gm("fetch", str(path), "--json")
    assert ran.out, ran.err
    data = json.loads(ran.out)
    assert {one["seat"]: one["text"] for one in data["taken"]} == {"A": "(6M)", "B": "A(7M)", "C": "(6M)"}, ran.out
    assert ran.status == 0, ran.out
    assert_boards_came_back(path, 1)
    alice = next(post for post in fetched_posts(path, 1).values() if post.id == first)
    assert (alice.author, bool(alice.edited)) == ("Alice", True)
    ran = gm("resolve", str(path))
    assert ran.status == 0, ran.err
    send(gm, path, address, people["Gus"])
    assert gm("fetch", str(path), "--json").status == 0
    assert_boards_came_back(path, 2)


def test_a_thread_of_several_pages_is_fetched_whole_and_then_only_where_it_grew(
    gm: Gm, race: tuple[Path, str], people: dict[str, Person]
) -> None:
    path, address = race
    send(gm, path, address, people["Gus"])
    for number in range(23):
        people["Bob"].reply(address, f"Chatter {number}, no order.")
    last = people["Carol"].reply(address, "Order: (6M)")
    data = json.loads(gm("fetch", str(path), "--json").out)
    assert [one["text"] for one in data["taken"]] == ["(6M)"]
    texts = [post.text for post in fetched_posts(path, 1).values() if post.author == "Bob"]
    assert [text.strip() for text in texts] == [f"Chatter {number}, no order." for number in range(23)]
    people["Carol"].edit(last, "Order: A(7M)")
    ran = gm("fetch", str(path), "--json")
    (carol,) = [one for one in json.loads(ran.out)["rows"] if one["seat"] == "C"]
    assert (ran.status, carol["state"]) == (1, "asked")  # also where the forum shows no mark of the edit
    assert "it said C: (6M) when it was collected, now it says C: A(7M)" in carol["verdict"]


def test_boards_of_all_games_come_back_sign_for_sign(
    gm: Gm, race: tuple[Path, str], people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, address = race
    monkeypatch.setattr(games, "NAMES", NAMES)
    posted: dict[str, str] = {}
    for table in sorted(folder("turns").iterdir()):
        if (table / "table.toml").is_file():
            opened = open_table(table)
            texts = turn_of(opened, opened.turn, ThreadSettings(address, FORUM)).texts
            posted |= {people["Gus"].reply(address, text): text for text in texts}
    assert posted
    assert gm("fetch", str(path), "--no-collect").status == 0
    found = {post.id: post.text.replace("\u00a0", " ") for post in fetched_posts(path, 1).values()}
    blocks = [(number, block) for number, text in posted.items() for block in code_blocks(text)]
    assert blocks
    assert [(number, block) for number, block in blocks if block not in found[number]] == []
