"""Posts read per second, for each format, on a thread of 1,000 posts: `python tests/bench/collect.py`.

For pages, and for exports that hold pages' HTML, the ratio is that to parsing the same HTML with the library alone. Memory is
what reading the thread takes at most, traced in a run of its own.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import tracemalloc
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.begin import begin_table

sys.path.insert(0, str(Path(__file__).parents[2]))

from collections.abc import Callable

from justhtml import JustHTML

from gm_tools.core.paths import folder
from gm_tools.posts.collect import collect
from gm_tools.posts.formats.detect import read_pages, text_of_file
from gm_tools.posts.thread import threads_of
from gm_tools.posts.window import Bounds
from tests.posts import forge
from tests.posts.story import SEATS, STORY, Told

POSTS = 1000
RUNS = 5


def long_story() -> list[Told]:
    """Return the story told again and again, without its report and its deleted post, each post with a number of its own."""
    told = [one for one in STORY if one.number not in {3, 11}]
    return [told[at % len(told)]._replace(number=at + 1, minute=at + 1, edited=0) for at in range(POSTS)]


def seconds(*jobs: Callable[[], object]) -> list[float]:
    """Return the median time of each job, all of them run in turn."""
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(RUNS):
        for at, job in enumerate(jobs):
            gc.collect()
            begin = perf_counter()
            job()
            times[at].append(perf_counter() - begin)
    return [median(row) for row in times]


def pieces_of_html(kind: str, data: bytes) -> list[str]:
    """Return the HTML that a file holds: the page, the bodies in an export; none in Markdown and plain text."""
    text, _ = text_of_file(data, kind)
    if forge.KINDS[kind][0] == "html":
        return [text]
    if kind == "nodebb-json":
        return [row["content"] for row in json.loads(text)["posts"]]
    if kind == "discourse-cooked":
        return [row["cooked"] for row in json.loads(text)["post_stream"]["posts"]]
    return []


def parse_alone(pieces: list[str]) -> None:
    for piece in pieces:
        JustHTML(piece, sanitize=False, fragment=len(pieces) > 1)


def main() -> None:
    story = long_story()
    print(f"{'format':18}{'KB':>7}{'ms':>8}{'posts/s':>10}{'of parsing alone':>18}{'peak MB':>9}")
    for kind, (_, render) in forge.KINDS.items():
        data = forge.encode_page(kind, render(1, story))
        assert sum(len(page.posts) for page in read_pages(data, kind)) >= POSTS
        pieces = pieces_of_html(kind, data)
        took, alone = seconds(
            lambda data=data, kind=kind: threads_of(read_pages(data, kind)),  # type: ignore[misc]
            lambda pieces=pieces: parse_alone(pieces),  # type: ignore[misc]
        )
        ratio = f"{took / alone:.2f} x" if pieces else "-"
        tracemalloc.start()
        threads_of(read_pages(data, kind))
        most = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{kind:18}{len(data) / 1e3:7.0f}{took * 1e3:8.0f}{POSTS / took:10.0f}{ratio:>18}{most:9.1f}")
    threads = threads_of(read_pages(forge.encode_page("phpbb-3.3", forge.phpbb_page(1, story, "3.3")), "phpbb-3.3"))
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        table = Path(place) / "dust"
        begin_table(table, "nascar", board, SEATS, track="dust-bowl")
        begin = perf_counter()
        collect(table, threads, Bounds())
        took = perf_counter() - begin
    print(f"finding the orders of {POSTS} posts and taking them in hand: {took * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
