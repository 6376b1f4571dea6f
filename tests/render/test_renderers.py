"""Posts through the renderers of forums: Reddit's Snudown, a parser of Discord's messages, and markdown-it as NodeBB sets it.

They are npm's packages, which `.ci/run` puts into `.cache/page`; without these the tests skip.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from gm_tools.core.blocks import Lines, Picture, Span
from gm_tools.core.paths import folder
from gm_tools.render.forum_posts import posts
from gm_tools.reports.base import Report

TOP = Path(__file__).parents[2]
PACKAGES = TOP / ".cache" / "page" / "node_modules"
RENDERERS = {"reddit": "snudown-js", "discord": "discord-markdown-parser", "nodebb": "markdown-it"}
BOARDS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder("tracks").glob("*/*.txt"))} | {
    "blanks": "   ***\n*** x\n",
    "an empty line": "  *\n\n*\n",
    "fences": "  ```\n````\n~~~\n",
    "markup": "\\* <b> &amp; [b] | _ :)\n*****\n=====\n-----\n# x\n1. y\n> z\n",
    "quotes": "'''\n+++\n\"\"\"\n",
}
PROSE = (
    "A: (4M): to row 0, 3 * 4 = 12 and *nothing* more",
    "B_b_b slips ~~here~~ || there || `code` <b>bold</b> &amp; > all",
    "# 1. no heading - no list ^up /u/somebody r/place",
)


class Shown(NamedTuple):
    """What a reader sees of a post: the blocks of code, and all else."""

    code: list[str]
    text: str


@cache
def show_posts(forum: str) -> dict[str, list[Shown]]:
    """Return for each board what readers of a forum see of its posts: one run of the renderer for all."""
    node = shutil.which("node")
    if node is None or not (PACKAGES / RENDERERS[forum]).is_dir():
        pytest.skip(f"node or the npm package {RENDERERS[forum]} is not there; .ci/run installs it")
    texts = {name: posts(_report(board), forum) for name, board in BOARDS.items()}
    given = {"packages": str(PACKAGES), "kind": forum, "posts": [text for row in texts.values() for text in row]}
    words = [node, str(Path(__file__).with_name("renderers.mjs"))]
    ran = subprocess.run(words, input=json.dumps(given), capture_output=True, text=True, check=True)
    found = iter([Shown(one["code"], one["text"]) for one in json.loads(ran.stdout)])
    return {name: [next(found) for __ in row] for name, row in texts.items()}


def _report(board: str) -> Report:
    rows = tuple((Span(line),) for line in board.removesuffix("\n").split("\n"))
    return Report("track", "", (Picture("", rows), Lines("", PROSE)), {})


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("forum", RENDERERS)
def test_a_board_comes_out_of_the_renderer_sign_for_sign(forum: str, name: str) -> None:
    blocks = [block.removesuffix("\n") for one in show_posts(forum)[name] for block in one.code]
    # Blank lines at the ends and blanks that begin a line are written as signs that no forum drops.
    board = "\n".join(blocks).replace("\u00a0", " ").replace("\u200b", "")
    assert [line.rstrip() for line in board.split("\n")] == [
        line.rstrip() for line in BOARDS[name].removesuffix("\n").split("\n")
    ]


@pytest.mark.parametrize("forum", RENDERERS)
def test_prose_is_shown_as_it_is_written_and_acts_as_no_markup(forum: str) -> None:
    text = " ".join("\n".join(one.text for one in show_posts(forum)["blanks"]).replace("\u200b", "").split())
    for line in PROSE:
        assert line in text
