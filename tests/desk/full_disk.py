"""A disk that is really full: `unshare -rm python -m tests.desk.full_disk FOLDER 0 1 2` mounts a small one there, and prints what went wrong.

The disk has room for so many blocks, one number after the other. Whatever a button does then: it is carried out whole and the table
verifies, or the files are as they were and a sentence says why.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from starlette.testclient import TestClient

from gm_tools.desk import commands
from gm_tools.desk.guard import Guard
from gm_tools.desk.tables import find_place
from gm_tools.desk.views import desk_app
from gm_tools.table.verify import verify
from tests.desk.conftest import HERE, THREAD, TOKEN, Browser, text_of
from tests.desk.forked import Forked
from tests.desk.opened import TURNS
from tests.desk.test_safe import files_of

BLOCK = 4096
ACTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("order", {"seat": "A", "order": "(7M)"}),
    ("paste", {"text": THREAD}),
    ("resolve", {}),
    ("amend", {"changes": "cars.A.speed=5", "reason": "because"}),
    ("deadline", {"when": "2030-01-02 20:00 UTC"}),
    ("undo", {}),
)


def fill(filler: Path, left: int) -> None:
    """Fill the disk, and leave so many blocks."""
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * BLOCK) == BLOCK:
                pass
        except OSError:
            pass
        file.truncate(max(0, file.tell() - file.tell() % BLOCK - left * BLOCK))


def main(folder: Path, room: Sequence[int]) -> None:
    """Press each button at each amount of room."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)], check=True)
    table, filler = folder / "turns" / "sandstorm", folder / "filler"
    table.parent.mkdir()
    commands.start = Forked  # type: ignore[assignment]
    app, desk = desk_app(find_place(folder))
    refused = 0
    with TestClient(Guard(app, TOKEN, 8710), base_url=HERE) as client:
        client.get(f"/?token={TOKEN}")
        browser = Browser(client, table.parent, desk)
        for left in room:
            for action, fields in ACTIONS:
                filler.unlink(missing_ok=True)
                shutil.rmtree(table, ignore_errors=True)
                shutil.copytree(TURNS / "sandstorm", table)
                before = files_of(table)
                fill(filler, left)
                said = text_of(browser.press("sandstorm", action, **fields).text)
                where = f"{action}, {left} blocks left"
                if "No space left on device" in said:
                    refused += 1
                    if files_of(table) != before:
                        print(f"{where}: refused, but the files are not as they were")
                elif files_of(table) == before:
                    print(f"{where}: nothing was done, and nothing was said: {said[:300]}")
                if verify(table):
                    print(f"{where}: the table does not verify")
    desk.jobs.close()
    print(f"{refused} of {len(room) * len(ACTIONS)} refused")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [*map(int, sys.argv[2:])])
