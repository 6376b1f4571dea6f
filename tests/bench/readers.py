"""Growth of the readers with adversarial posts: `python tests/bench/readers.py [CHARACTERS]`.

For each reader and each kind of nesting, the ratio of the time for a post of so many characters (a million, if none are given) to
that for one half as long: 2 is linear, 4 is quadratic. The worst one of each reader is shown, with its time.
"""

from __future__ import annotations

import gc
import sys
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_tools.core.problems import InputError
from gm_tools.posts.formats.bbcode import read_bbcode
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.mail import read_plain
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.passages import passages
from tests.posts import forge
from tests.posts.hostile import MARKUP, TEXTS, page_with

if TYPE_CHECKING:
    from collections.abc import Callable


def seconds(job: Callable[[], object]) -> float:
    gc.collect()
    begin = process_time()
    try:
        job()
    except InputError as error:
        print(f"  refused: {error}")
    return process_time() - begin


def jobs_of(size: int) -> dict[str, dict[str, Callable[[], object]]]:
    """Return for each reader, by the piece that is repeated, what is to be timed."""
    texts: dict[str, Callable[[str], object]] = {
        "bbcode": read_bbcode,
        "markdown": read_markdown,
        "plain text": read_plain,
        "passages": lambda text: list(passages(text)),
        "pasted": lambda text: read_pages(("Alice: (6M)\n" + text).encode(), "x.txt"),
    }
    rows: dict[str, dict[str, Callable[[], object]]] = {
        name: {piece: partial(read, piece * (size // len(piece))) for piece in TEXTS} for name, read in texts.items()
    }
    for kind, (suffix, _) in forge.KINDS.items():
        pieces = MARKUP if suffix == "html" or kind in {"bgg", "nodebb-json", "discourse-cooked"} else TEXTS
        rows[kind] = {
            piece: partial(read_pages, page_with(kind, piece * (size // len(piece))), "x") for piece in pieces
        }
    return rows


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    full, half = jobs_of(size), jobs_of(size // 2)
    print(f"{'reader':20} {'seconds':>8} {'ratio':>6}  worst")
    for name, jobs in full.items():
        rows = []
        for piece, job in jobs.items():
            short, long = seconds(half[name][piece]), seconds(job)
            rows.append((long, long / max(short, 0.001), piece))
        took, ratio, piece = max(rows, key=lambda row: row[1] if row[0] > 0.5 else 0)
        slowest = max(row[0] for row in rows)
        print(f"{name:20} {slowest:8.2f} {ratio:6.1f}  {piece[:40]!r} ({took:.2f} s)", flush=True)


if __name__ == "__main__":
    main()
