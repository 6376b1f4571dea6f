"""Sessions at the keyboard, to the letter: each file is commands and all that they print.

A line `$ gm …` is a command, with shell quotes; `<<< text` is its standard input, `> file` takes its output. Then come
its stdout as it is, its stderr with `! ` before each line, and `[1]` where the exit status is not 0. Hexadecimal digests
stand as `#`. A line `$ # …` is a remark. To write a file anew after a change of wording: `UPDATE_SESSIONS=1 pytest
tests/cli/test_sessions.py`, and read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path
from shutil import copyfile, copytree

import pytest

from gm_tools.games import NAMES
from tests.cli.conftest import Gm
from tests.cli.race import SEED, TRACK
from tests.table.crossing import begin

TURNS = Path(__file__).parents[2] / "turns"
SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))
EXAMPLES = Path(__file__).parents[2] / "turns"
CASES = """\
game = "ferry"
board = '''
+++
+++
~~~o~~~~o~~~
'''

[[case]]
id = "rowing can be read"
rules = ["F2.1"]
order = "r2"
expect = {}

[[case]]
id = "flying can be read"
rules = ["F2.1"]
order = "fly"
expect = {}
"""


@pytest.fixture(autouse=True)
def _files(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the files of the sessions in place; every new table has the same seed."""
    del gm
    monkeypatch.setattr("gm_tools.table.new.os.urandom", lambda count: SEED[:count])
    begin(tmp_path / "turns" / "crossing")
    copytree(EXAMPLES / "sandstorm", tmp_path / "examples" / "sandstorm")
    (tmp_path / "examples" / "sandstorm" / "orders.toml").write_text("format = 1\n", encoding="utf-8")
    copyfile(Path(__file__).parent / "files" / "thread.txt", tmp_path / "thread.txt")
    (tmp_path / "ring.txt").write_text(TRACK, encoding="utf-8")
    (tmp_path / "faulty.txt").write_text(
        TRACK.replace("bbb\n", "bqb\n").replace("laps = 2", "laps = 0"), encoding="utf-8"
    )
    (tmp_path / "island.txt").write_text(TRACK.replace("bbb\n****      ", "bbb\n****     *", 1), encoding="utf-8")
    for name in ("sandstorm", "willow"):
        shutil.copytree(TURNS / name, tmp_path / name)
    (tmp_path / "seats.txt").write_text("# the crew\nA:Alice:turbo\n\nB:Bob\n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\x00\xff\xfe")
    (tmp_path / "cases.toml").write_text(CASES, encoding="utf-8")
    (tmp_path / "passing.toml").write_text(CASES.partition('[[case]]\nid = "flying')[0], encoding="utf-8")
    (tmp_path / "wrong.toml").write_text(CASES.replace("expect", "expects"), encoding="utf-8")


def play(gm: Gm, session: str) -> str:
    """Return a session played again: its commands, with what they print now."""
    lines = []
    for line in session.splitlines():
        if not line.startswith("$ "):
            continue
        lines.append(line)
        words = shlex.split(line[2:], comments=True)
        if not words:
            continue
        assert words[0] == "gm", line
        stdin, target = b"", None
        if "<<<" in words:
            *words, _, text = words
            stdin = (text.encode().decode("unicode_escape") + "\n").encode()
        if ">" in words:
            *words, _, target = words
        ran = gm(*words[1:], stdin=stdin)
        if target is not None:
            Path(target).write_text(ran.out, encoding="utf-8")
        lines += ran.out.splitlines() if target is None else []
        lines += [f"! {row}".rstrip() for row in ran.err.splitlines()]
        lines += [f"[{ran.status}]"] if ran.status else []
    return re.sub(r"\b[0-9a-f]{16,64}\b", "#", "\n".join(lines) + "\n")


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_session(gm: Gm, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.stem.startswith("german"):  # Ferry speaks English alone
        monkeypatch.setattr("gm_tools.games.NAMES", NAMES)
    session = path.read_text(encoding="utf-8")
    played = play(gm, session)
    if os.environ.get("UPDATE_SESSIONS"):
        path.write_text(played, encoding="utf-8")
    assert played == session


def test_the_readme_shows_the_thread_and_what_comes_of_it() -> None:
    here = Path(__file__).parent
    readme = (here.parents[1] / "README.md").read_text(encoding="utf-8")
    session = (here / "sessions" / "thread.txt").read_text(encoding="utf-8")
    assert (here / "files" / "thread.txt").read_text(encoding="utf-8").strip() in readme
    assert session.partition('UTC"\n')[2].partition("\n[1]\n")[0] in readme
