"""What the engine is packed of is enough, is the same every time, and reads no more than it should; no browser is needed."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

import pytest

from gm_tools import games
from gm_tools.core.plans import OnDemand
from gm_tools.page import build, engine, pack, publication
from gm_tools.table.snapshot import snapshot
from tests.page.conftest import TABLES, chosen_tables, until
from tests.test_house import NAMES, PACKAGE, imports

ALONE = """
import json, sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]
from gm_tools.page import engine
text, language, seat, order = json.loads(sys.stdin.read())
print(engine.load(text, language), engine.show(), engine.answer(seat, order, ""), engine.load("nonsense", language), sep="\\n")
"""


@pytest.mark.long
@pytest.mark.parametrize("name", chosen_tables())
def test_the_archive_is_all_that_the_engine_needs(name: str, tmp_path: Path) -> None:
    turn, seat, order = TABLES[name]
    table = until(name, turn, tmp_path / "table")
    ZipFile(BytesIO(pack.engine(table.game.name))).extractall(tmp_path / "engine")
    given = json.dumps([snapshot(table), "en", seat, order])
    words = [sys.executable, "-I", "-c", ALONE, str(tmp_path / "engine")]
    ran = subprocess.run(
        words, input=given, capture_output=True, text=True, check=True, env={"XDG_CACHE_HOME": "/dev/null"}
    )
    loaded, shown, answered, broken = map(json.loads, ran.stdout.splitlines())
    assert loaded == {}
    assert {one["mark"] for one in shown["seats"]} == {one.mark for one in table.seats}
    assert shown["stage"] == table.game.headline(table.position)
    assert answered["state"] == "legal"
    assert 'class="path"' in answered["maps"]
    assert answered["overlay"]
    assert shown["board"].startswith("<svg")
    assert all(order.split()[0] in post for post in answered["posts"].values())
    assert broken["failed"]


def test_nothing_is_left_out_that_the_engine_imports() -> None:
    """Follow the imports of the engine and of the games, at any depth, whether a run comes by them or not."""
    packed = set(ZipFile(BytesIO(pack.engine(*games.NAMES))).namelist())
    waiting = ["gm_tools.page.engine", *(name for name in NAMES if name.startswith("gm_tools.games."))]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in NAMES and name not in needed:
            needed.add(name)
            waiting += imports(NAMES[name])
    assert "gm_tools.table.snapshot" in needed
    assert "gm_tools.table" not in needed  # whose names come from modules that are loaded when they are asked for
    assert {NAMES[name].relative_to(PACKAGE.parent).as_posix() for name in needed} <= packed


def test_the_same_code_gives_the_same_bytes() -> None:
    made = "import sys; from gm_tools.page import pack; sys.stdout.buffer.write(pack.engine('tac'))"
    words = [sys.executable, "-c", made]
    one, other = (
        subprocess.run(words, capture_output=True, check=True, env={"PYTHONHASHSEED": seed}).stdout for seed in "12"
    )
    assert one == other
    assert ZipFile(BytesIO(one)).testzip() is None


def test_no_more_is_packed_than_the_engine_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_tools.games.NAMES", ("nascar",))  # whatever else is known, and kept from then on
    names = ZipFile(BytesIO(pack.engine.__wrapped__("nascar"))).namelist()
    assert {name.split("/")[0] for name in names} == {"gm_tools"}
    assert not [name for name in names if name.startswith(("gm_tools/cli", "gm_tools/posts", "gm_tools/tracks"))]
    assert {name.split("/")[2] for name in names if name.startswith("gm_tools/games/")} == {"__init__.py", "nascar"}
    assert [name for name in names if name.startswith("gm_tools/grammars/")] == ["gm_tools/grammars/nascar_orders.py"]
    assert "gm_tools/page/engine.py" in names


def test_a_publication_knows_every_file_of_the_page_as_its_own() -> None:
    assert [name for name in build.files("nascar") if not publication._OWN.fullmatch(name)] == []


def test_best_orders_are_worked_out_no_further_than_they_are_shown(tmp_path: Path) -> None:
    engine.load(snapshot(until("sandstorm", 9, tmp_path / "sandstorm")), "en")
    with patch.object(OnDemand, "__getitem__", autospec=True, side_effect=OnDemand.__getitem__) as looked_at:
        found = json.loads(engine.best("M", "", 5, lambda _done, _all: None))
    assert len(found["choices"]) == 5
    assert looked_at.call_count < 10
