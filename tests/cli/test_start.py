"""What a command imports: a start is paid all day. Each list names the heavy modules that the command may not do without."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import effort
from tests.cli.race import begin_race, order_cars

# Third-party packages, modules of the standard library that take a millisecond or more and that typer does not need, and those of our
# own that text and a turn without a search can do without.
HEAVY = (
    "anyio",
    "asyncio",
    "chess",
    "click",
    "concurrent.futures",
    "dataclasses",
    "decimal",
    "email",
    "filelock",
    "fractions",
    "gm_tools.core.drawing",
    "gm_tools.core.plans",
    "gm_tools.reports.luck",
    "hashlib",
    "hmac",
    "http",
    "hypothesis",
    "importlib.metadata",
    "jinja2",
    "json",
    "lark",
    "logging",
    "markdown_it",
    "multiprocessing",
    "pickle",
    "pydantic",
    "pygments",
    "rich",
    "socket",
    "sqlite3",
    "starlette",
    "tomli_w",
    "tomllib",
    "unittest",
    "uvicorn",
    "xml",
    "zipfile",
)
ROOT = Path(__file__).parents[2]


def list_imports(*words: str, folder: Path) -> list[str]:
    """Run `gm` in a process of its own and return which of the heavy modules it imported."""
    listing = (
        "import atexit, sys\n"
        "atexit.register(lambda: sys.stderr.write('\\n' + ' '.join(sorted(sys.modules))))\n"
        "from gm_tools.cli.main import main\n"
        "sys.argv[0] = 'gm'\n"
        "main()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder)}
    environment.pop("FORCE_COLOR", None)
    done = subprocess.run(
        [sys.executable, "-c", listing, *words], cwd=folder, env=environment, capture_output=True, check=False
    )
    modules = set(done.stderr.decode().splitlines()[-1].split())
    assert "gm_tools.cli.main" in modules, done.stderr.decode()
    assert done.returncode == 0, done.stderr.decode()
    return [name for name in HEAVY if name in modules]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a race in it whose next turn can be resolved, and with a snapshot of it."""
    path = tmp_path_factory.mktemp("start")
    table = begin_race(path / "turns" / "race")
    order_cars(table.path, A="A(5M)", B="4M", C="4M")
    list_imports("try", "race", "A", "A(5M)", folder=path)  # the first time makes the parser, and keeps it
    return path


STARTS: list[tuple[list[str], list[str]]] = [
    (["try", "race", "A", "A(5M)"], ["decimal", "fractions", "tomllib"]),
    (["resolve", "race", "--preview"], ["tomllib"]),
    (["report", "race", "--json"], ["json", "tomllib"]),
    (["--help"], []),
    (["status", "race"], ["tomllib"]),  # these import a part of what those do
    (["report", "race"], ["tomllib"]),
    (["report", "race", "--format", "bbcode"], ["tomllib"]),
    (["--version"], []),
    (["games"], ["gm_tools.core.drawing"]),  # TAC draws with it
    (["rules", "nascar"], []),
    (["try", "--help"], []),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "expected"),
    effort.choose(STARTS[:4], STARTS),
    ids=str,
)
def test_start_up_imports_no_heavy_module(folder: Path, words: list[str], expected: list[str]) -> None:
    assert list_imports(*words, folder=folder) == expected


def test_a_terminal_costs_rich_and_a_pipe_does_not(folder: Path) -> None:
    assert "rich" in list_imports("report", "race", "--format", "terminal", folder=folder)
    assert "rich" not in list_imports("report", "race", folder=folder)


def test_output_without_colour_does_not_import_rich(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "rich" not in list_imports("report", "race", "--format", "terminal", folder=folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_ctrl_c_while_a_command_is_being_imported_leaves_no_traceback() -> None:
    """As a shell expects of it, the process ends by the signal."""
    code = (
        "import runpy, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer':\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.argv = ['gm', 'games']\n"
        "runpy.run_module('gm_tools', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")
