"""Write `gm_tools/page/start.zip` anew: `python -m tests.page.make_start`. Wants node, and Pyodide where `.ci/run` puts it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from gm_tools import games
from gm_tools.page import pack
from gm_tools.table import open_table
from gm_tools.table.snapshot import snapshot

HERE = Path(__file__).parent
TOP = HERE.parent.parent
PACKAGE = TOP / ".cache" / "page" / "node_modules" / "pyodide"
ARCHIVE = TOP / "gm_tools" / "page" / "start.zip"
ORDERS = {
    "sandstorm": ["A(2M)RM(R+1)", "A(2M)RM(R", "AAMM else (5M); turn 99: M"],
    "lighthouse": ["GNN", "T"],
    "willow": ["R3 P2 P1", "PASS"],
    "marbles": ["2 R17>19", "2 in else 3"],
    "papers": ["NE", "NE else W"],
}


def run(what: str, archive: Path) -> str:
    """Have the archive made or checked inside Pyodide; return what it said."""
    tables = [(snapshot(open_table(TOP / "turns" / name)), orders) for name, orders in ORDERS.items()]
    with TemporaryDirectory() as folder:
        engine, given = Path(folder, "engine.zip"), Path(folder, "tables.json")
        engine.write_bytes(pack.engine(*games.NAMES))
        given.write_text(json.dumps(tables), encoding="utf-8")
        words = ["node", *map(str, (HERE / "start.mjs", PACKAGE, engine, given, what, archive))]
        said: str = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return said.strip()


if __name__ == "__main__":
    run("make", ARCHIVE)
    print(run("check", ARCHIVE) or f"{ARCHIVE}: {ARCHIVE.stat().st_size} bytes")
