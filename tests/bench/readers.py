"""Growth of the readers with adversarial posts: `python tests/bench/readers.py [CHARACTERS [READER …]]`.

For each reader and each kind of nesting, the processor's time for a post of so many characters (a million, if none are given), and one
that is a quarter as long: four times as much is linear, sixteen times quadratic. Shown for each reader: what grows most, and the slowest.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_tools.core.problems import InputError
from gm_tools.posts.formats.bbcode import read_bbcode
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.mail import read_plain
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.passages import passages
from tests.posts import forge
from tests.posts.hostile import MARKUP, TEXTS, page_with

Job = Callable[[int], object]  # reads a post of so many characters


def seconds(job: Job, size: int) -> float:
    gc.collect()
    begin = process_time()
    try:
        job(size)
    except InputError as error:
        print(f"  refused: {error}")
    return process_time() - begin


def jobs() -> dict[str, dict[str, Job]]:
    """Return for each reader, by the piece that is repeated, what is to be timed."""
    texts: dict[str, Callable[[str], object]] = {
        "bbcode": read_bbcode,
        "markdown": read_markdown,
        "plain text": read_plain,
        "passages": lambda text: list(passages(text)),
        "pasted": lambda text: read_pages(("Alice: (6M)\n" + text).encode(), "x.txt"),
    }
    rows: dict[str, dict[str, Job]] = {
        name: {piece: partial(read_repeated, read, piece) for piece in TEXTS} for name, read in texts.items()
    }
    for kind, (suffix, _) in forge.ALL_KINDS.items():
        pieces = MARKUP if suffix in {"html", "xml"} or kind in {"nodebb-json", "discourse-cooked"} else TEXTS
        read = partial(read_page, kind)
        rows[kind] = {piece: partial(read_repeated, read, piece) for piece in pieces}
    return rows


def read_repeated(read: Callable[[str], object], piece: str, size: int) -> object:
    return read(piece * (size // len(piece)))


def read_page(kind: str, text: str) -> object:
    return read_pages(page_with(kind, text), "x")


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rows = jobs()
    print(f"{'reader':18}{'quarter':>9}{'half':>9}{'whole':>9}{'growth':>8}  the piece that grows most; the slowest")
    for name in sys.argv[2:] or rows:
        took = {piece: (seconds(job, size // 4), seconds(job, size)) for piece, job in rows[name].items()}
        most = max(took, key=lambda piece: took[piece][1] / max(took[piece][0], 0.02) * (took[piece][1] > 0.3))
        slowest = max(took, key=lambda piece: took[piece][1])
        (quarter, whole), half = took[most], seconds(rows[name][most], size // 2)
        figures = f"{quarter:9.2f}{half:9.2f}{whole:9.2f}{whole / max(quarter, 0.001):8.1f}"
        print(f"{name:18}{figures}  {most[:40]!r}; {slowest[:40]!r} {took[slowest][1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
