"""A round against a forum that already runs: `GM_ROUND_THREAD=ADDRESS pytest tests/live/test_round.py`; skipped without an address.

The address is an empty thread's on a forum of your own, with an interface (NodeBB, Discourse, Discord); your token is where `gm post`
looks for it, and players write by hand or not at all. The report is posted, fetched, and its board has to come back sign for sign.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.paths import folder
from gm_tools.live.fetch import archived_threads
from gm_tools.posts.sent import read_sent
from gm_tools.table import new_table
from gm_tools.table.settings import read_settings
from tests.cli.conftest import Gm, gm
from tests.posts.story import SEATS

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["gm"]
ADDRESS = os.environ.get("GM_ROUND_THREAD", "")
pytestmark = pytest.mark.skipif(not ADDRESS, reason="a forum that runs: GM_ROUND_THREAD, GM_ROUND_FORUM")


def test_a_round_against_a_running_forum(gm: Gm, tmp_path: Path) -> None:
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    path = tmp_path / f"round-{os.getpid()}"
    new_table(path, game="nascar", board_text=board, track="dust-bowl", seats=SEATS, options={}, gm=("Gus",))
    words = ("--forum", os.environ["GM_ROUND_FORUM"]) if "GM_ROUND_FORUM" in os.environ else ()
    assert gm("thread", str(path), ADDRESS, *words).status == 0
    ran = gm("post", str(path), "--yes")
    assert ran.status == 0, ran.err
    ran = gm("fetch", str(path), "--no-collect")
    assert ran.status == 0, ran.err
    posts = {post.key: post for one in archived_threads(path, read_settings(path), 1) for post in one.posts}
    for part in read_sent(path):
        posted, shown = part.text.replace("\u00a0", " "), posts[part.post_key].text.replace("\u00a0", " ")
        code = posted.partition("```text\n")[2].partition("\n```")[0]
        assert code in shown
    assert "was posted before" in gm("post", str(path), "--yes").err
    assert gm("fetch", str(path), "--no-collect").status == 0
