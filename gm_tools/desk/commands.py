"""The commands behind the buttons: each is a line that could be typed, run in a process of its own."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.languages import asked_language
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple

TIME_OUT = 120  # seconds for what should take one


class Command(NamedTuple):
    """A call of `gm`: its words after `gm`, and what it is given on standard input.

    Orders and boards are given there, never in the words.
    """

    words: tuple[str, ...]
    given: str = ""

    @property
    def line(self) -> str:
        """The command as it would be typed in a shell.

        >>> Command(("order", "dust", "Alice", "-")).line
        'gm order dust Alice -'
        """
        return shlex.join(("gm", *self.words))

    @property
    def typed(self) -> str:
        """The command with what it is given in place of the dash for standard input, as people type it.

        >>> Command(("order", "dust", "Alice", "-"), "B(5M)").typed
        "gm order dust Alice 'B(5M)'"
        """
        given = self.given and not self.given.startswith("-")  # else it would be read as an option
        return shlex.join(("gm", *(self.given if given and word == "-" else word for word in self.words)))


class Done(NamedTuple):
    """What a command came to.

    `status` is 0 if all went well, 1 if the game says no and 2 for wrong use; `out` was printed, `said` stood beside
    it.
    """

    status: int
    out: str
    said: str


def start(command: Command, folder: Path, *, merged: bool = False) -> subprocess.Popen[str]:
    """Start a command in a folder, in a process group of its own so that it can be stopped whole.

    Raises InputError for a word that no process can be given. `merged`: what it says comes out with what it prints, and
    how far it is as lines such as `3/40 games`.
    """
    if any("\0" in word for word in command.words):
        raise InputError(_("found a NUL character"), key=command.words[0], allowed=_("text"))
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    environment |= {"GM_PROGRESS": "lines"} if merged else {}
    environment |= {"GM_LANG": asked} if (asked := asked_language()) else {}
    return subprocess.Popen(  # noqa: S603  (this very program; texts of players are given on standard input)
        [sys.executable, "-m", "gm_tools", *command.words],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merged else subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )


def run(command: Command, folder: Path) -> Done:
    """Run a command to its end and return what it came to; one that hangs is stopped."""
    process = start(command, folder)
    try:
        out, said = process.communicate(command.given, timeout=TIME_OUT)
    except subprocess.TimeoutExpired:
        stop(process)
        return Done(2, "", f"gm: {command.line}: no answer after {TIME_OUT} seconds; it was stopped")
    return Done(process.returncode, out, said.strip())


def stop(process: subprocess.Popen[str]) -> None:
    """Interrupt a command as Ctrl-C does, which keeps what is finished; end it if it does not listen."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, number)
                else:
                    process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
    if process.poll() is None:
        process.kill()
        process.wait()
