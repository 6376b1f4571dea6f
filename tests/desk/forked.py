"""Commands of the desk in processes that are forked off it: they are what `gm` is, but need not import everything again.

`python -m tests.desk.forked desk FOLDER` is `gm desk FOLDER` with such commands.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from warnings import catch_warnings

from gm_tools.cli.commands import COMMANDS, find_command
from gm_tools.cli.main import main
from gm_tools.core.languages import asked_language, speak
from gm_tools.desk import commands
from gm_tools.desk.commands import Command
from gm_tools.games import find

for name in COMMANDS:
    find_command(name)  # what is imported here need not be imported in each process
find("nascar").parse_order("(1M)")  # nor has the parser to be read there


class Forked:
    """A command in a process that was forked off this one: it is what `gm` is, but need not import everything again."""

    def __init__(self, command: Command, folder: Path) -> None:
        self.returncode = 0
        self.command = command
        self.folder = folder

    def communicate(self, given: str, timeout: float) -> tuple[str, str]:
        """Run it to its end, and return what it printed and what it said."""
        del timeout
        with TemporaryFile() as stdin, TemporaryFile() as out, TemporaryFile() as said:
            stdin.write(given.encode())
            stdin.seek(0)
            with catch_warnings(action="ignore", category=DeprecationWarning):  # other threads wait for this one
                process = os.fork()
            if not process:
                self._run(stdin.fileno(), out.fileno(), said.fileno())
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            return _text(out), _text(said)

    def _run(self, *files: int) -> None:
        """Be the command: in its folder, with its files, as after a start from a shell."""
        status = 2
        try:
            for number, file in enumerate(files):
                os.dup2(file, number)
            sys.stdin, sys.stdout, sys.stderr = (
                os.fdopen(number, mode, encoding="utf-8") for number, mode in enumerate("rww")
            )
            os.chdir(self.folder)
            os.environ.update(NO_COLOR="1", GM_LANG=asked_language())
            speak("")
            main(self.command.words)
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def start(command: Command, folder: Path, *, merged: bool = False) -> Any:
    """Start a command as the desk does; one whose two outputs are merged runs beside the desk and may be stopped: that is no fork."""
    return start_anew(command, folder, merged=True) if merged else Forked(command, folder)


if __name__ == "__main__":
    start_anew, commands.start = commands.start, start
    main(sys.argv[1:])
