"""Commands of the desk in the process of the desk: they need no process, nothing is imported, read or compiled again."""

from __future__ import annotations

import os
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from unittest.mock import patch

from gm_tools.cli.main import main
from gm_tools.core.languages import asked_language, speak
from tests.desk.forked import Forked


class Inside(Forked):
    """A command that is run where it is asked for: in its folder, with its files, and nothing of it is left afterwards."""

    def communicate(self, given: str, timeout: float) -> tuple[str, str]:
        """Run it to its end, and return what it printed and what it said."""
        del timeout
        asked = asked_language()
        stdin, out, said = (TextIOWrapper(BytesIO(data), encoding="utf-8") for data in (given.encode(), b"", b""))
        surroundings = patch.dict(os.environ, NO_COLOR="1", GM_LANG=asked)
        with chdir(self.folder), surroundings, patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(said):
            speak("")
            try:
                main(self.command.words)
            except SystemExit as end:
                self.returncode = int(end.code or 0)
            finally:
                speak(asked)
        out.seek(0)
        said.seek(0)
        return out.read(), said.read()
