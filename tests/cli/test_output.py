"""Where output goes and in what shape: pipes, terminals, locales, full disks. Real processes, real files."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.table import ChanceSource
from tests import effort
from tests.begin import begin_table
from tests.cli import race

ROOT = Path(__file__).parents[2]
GM = [sys.executable, "-m", "gm_tools"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a race in it, one of its drivers called Jörg."""
    path = tmp_path_factory.mktemp("output")
    seats = (Seat("A", "Jörg 漢"), Seat("B", "Bob"))
    begin_table(path / "turns" / "ring", "nascar", race.TRACK, seats, track="ring", chance=ChanceSource(seed=race.SEED))
    return path


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process, without what would colour or narrow its output."""
    kept = {
        name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"}
    }
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "20", **more}


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run `gm` with its output in a pipe."""
    return subprocess.run([*GM, *words], cwd=folder, env=environment(**more), capture_output=True, check=False)


def on_terminal(folder: Path, *words: str, **more: str) -> str:
    """Run `gm` on a terminal of twenty columns and return what it shows."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([*GM, *words], cwd=folder, env=environment(**more), stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # Linux says so when the other side is closed
                break
            if not part:
                break
            shown += part
        os.close(ours)
        assert process.wait() == 0
    return shown.decode().replace("\r\n", "\n")


def test_a_pipe_gets_plain_text(folder: Path) -> None:
    done = run(folder, "report", "ring")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert "   **********A=***********\n" in done.stdout.decode()
    assert done.stderr == b""


def test_a_terminal_gets_colour_and_the_whole_map(folder: Path) -> None:
    shown = on_terminal(folder, "report", "ring")
    assert "\x1b[" in shown
    assert "   **********A=***********\n" in re.sub("\x1b\\[[0-9;]*m", "", shown)


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_without_colour_gets_plain_text(folder: Path, more: dict[str, str]) -> None:
    assert on_terminal(folder, "report", "ring", **more) == run(folder, "report", "ring").stdout.decode()


def test_colour_can_be_asked_for_in_a_pipe(folder: Path) -> None:
    asked = run(folder, "report", "ring", "--format", "terminal").stdout
    assert b"\x1b[" in asked
    assert run(folder, "report", "ring", FORCE_COLOR="1").stdout == asked
    plain = run(folder, "report", "ring").stdout
    assert run(folder, "report", "ring", "--format", "terminal", NO_COLOR="1").stdout == plain


@pytest.mark.parametrize(
    "more",
    [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}],
    ids=str,
)
def test_files_are_utf8_whatever_the_locale(folder: Path, more: dict[str, str]) -> None:
    done = run(folder, "report", "ring", **more)
    assert done.returncode == 0
    assert "Jörg 漢" in done.stdout.decode("utf-8")


def test_an_encoding_asked_for_shows_what_it_can(folder: Path) -> None:
    done = run(folder, "report", "ring", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert "Jörg ?" in done.stdout.decode("latin-1")


PIPES = [
    (words, stream, unbuffered)
    for unbuffered in ("", "1")
    for words, stream in (
        ("status ring", "stdout"),
        ("report ring --json", "stdout"),
        ("report ring --format html", "stdout"),
        ("--help", "stdout"),
        ("status lost", "stderr"),
    )
]


@pytest.mark.long
@pytest.mark.parametrize(("words", "stream", "unbuffered"), effort.choose(PIPES[::2], PIPES))
def test_a_closed_pipe_ends_the_command_quietly(folder: Path, words: str, stream: str, unbuffered: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)  # as `| head` does, here surely before anything is written
    done = subprocess.run(
        [*GM, *words.split()],
        cwd=folder,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        stdout=theirs if stream == "stdout" else subprocess.PIPE,
        stderr=theirs if stream == "stderr" else subprocess.PIPE,
        check=False,
    )
    os.close(theirs)
    assert done.returncode == 141  # 1 would be the game's no
    assert done.stdout in {b"", None}
    assert done.stderr in {b"", None}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_a_message(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*GM, "report", "ring"], cwd=folder, env=environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"gm: No space left on device\n"


@cache
def run_in_shell(folder: Path, temporary: Path, words: str) -> subprocess.CompletedProcess[bytes]:
    """Run `gm` by a shell; the same words in the same folders are run once."""
    command = ["bash", "-c", f"{sys.executable} -m gm_tools {words}"]
    return subprocess.run(command, cwd=folder, env=environment(TMPDIR=str(temporary)), capture_output=True, check=False)


CLOSED = [">&-", "2>&-", "<&-", "<&- >&- 2>&-"]
REPORT, SIMULATE = "report ring", "simulate --track pine_oval --bot random --games 4 --workers 2"


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "closed"),
    effort.choose(
        [(REPORT, ">&-"), (SIMULATE, CLOSED[-1]), ("report nothing", "2>&-")],
        [*product((REPORT, SIMULATE, "report nothing", "--help"), CLOSED)],
    ),
)
def test_a_closed_output_stream_is_not_reported_as_a_bug(folder: Path, tmp_path: Path, words: str, closed: str) -> None:
    whole, done = run_in_shell(folder, folder, words), run_in_shell(folder, tmp_path, f"{words} {closed}")
    assert done.returncode == whole.returncode
    assert done.stdout == (b"" if ">&-" in closed.split() else whole.stdout)
    assert done.stderr == (b"" if "2>&-" in closed else whole.stderr)
    assert not list(tmp_path.iterdir())


def test_messages_go_to_stderr_and_data_to_stdout(folder: Path) -> None:
    done = run(folder, "order", "ring", "A", "A(4M)", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["problems"][0]["rule"] == "N2.2"
    assert done.stderr == b""
    done = run(folder, "resolve", "ring")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"gm: no order from B")


def test_arguments_that_are_not_utf8_are_refused_with_a_message(folder: Path) -> None:
    done = subprocess.run(
        [*GM, "order", "ring", "A", b"4M\xff"], cwd=folder, env=environment(), capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", b"standard input: is empty"),
        (b" \n", b"standard input: is empty"),
        (b"4M\xff", b"standard input:1:3: found byte 0xFF"),
        (b"M" * 1_000_001, b"standard input: more than a megabyte"),
        (b"M" * 900_000, b"order: found 900000 characters"),
        (b"\x00\x01", b"order: found the character U+0000"),
    ],
    ids=["empty", "blank", "no text", "huge", "long", "binary"],
)
def test_bytes_that_are_not_text_are_refused_as_an_order(folder: Path, data: bytes, message: bytes) -> None:
    done = subprocess.run(
        [*GM, "order", "ring", "B", "-"], cwd=folder, env=environment(), input=data, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"gm: " + message)
    assert done.stderr.count(b"\n") == 1


def test_completion_knows_commands_and_tables(folder: Path) -> None:
    def complete(line: str) -> str:
        more = {"_GM_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
        return run(folder, **more).stdout.decode()

    assert complete("gm re").split() == ["resolve", "report", "reveal", "replay"]
    assert complete("gm status r").split() == ["ring"]
    assert complete("gm rules n").split() == ["nascar"]


def test_a_bug_is_a_traceback(folder: Path) -> None:
    script = (
        "import gm_tools.cli.status as status\n"
        "from gm_tools.cli.main import main\n"
        "def broken(path): raise KeyError('bug')\n"
        "status.open_table = broken\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "status", "ring"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"Traceback (most recent call last)")
    assert done.stderr.endswith(b"KeyError: 'bug'\n")
