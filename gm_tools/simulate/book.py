"""The file that a simulation can be taken up from: one line of JSON for what it belongs to, then one for each game.

Lines are only ever appended, each batch in one write that is synced. What an interruption leaves of a last line is dropped.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from gm_tools.core.problems import InputError
from gm_tools.core.words import tr
from gm_tools.simulate.setup import dump_setup
from gm_tools.table.files import CANNOT_WRITE, fault, write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gm_tools.simulate.play import Outcome
    from gm_tools.simulate.setup import Setup

FORMAT = "gm-tools/games 1"


def heading(setup: Setup) -> dict[str, Any]:
    """Return what a file belongs to: the set-up, and a digest of the game's code, which a result also depends on."""
    return {"format": FORMAT, "code": _digest_of_code(setup.game), **dump_setup(setup)}


def _digest_of_code(game: str) -> str:
    """Return the SHA-256 of the program text that games are played by."""
    from hashlib import sha256
    from pathlib import Path

    package = Path(__file__).resolve().parent.parent
    digest = sha256()
    for folder in (package / "core", package / "games" / game, package / "simulate"):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class Book:
    """The games that were played so far, in a file. A new one is begun, an old one is opened and gone on with."""

    def __init__(self, path: Path, setup: Setup) -> None:
        """Begin or open a file; raise InputError if it belongs to another set-up, or is none of ours."""
        from json import dumps

        self.path = path
        head = heading(setup)
        try:
            if path.exists():
                self._check(head)
                _drop_torn_line(path)
            else:
                write_atomic(path, (dumps(head) + "\n").encode())
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise fault(error, path, CANNOT_WRITE) from None

    def _check(self, head: dict[str, Any]) -> None:
        from json import JSONDecodeError, loads

        with self.path.open(encoding="utf-8", errors="replace") as file:
            line = file.readline()
        try:
            found = loads(line)
        except (JSONDecodeError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            allowed = tr("a file that --resume has begun, or a new name")
            raise InputError(tr("holds no games of a simulation"), file=str(self.path), allowed=allowed)
        # JSON has no tuples: compared is what comes back.
        for key, value in loads(_dumped(head)).items():
            if found.get(key) != value:
                if key == "code":
                    message = tr("its games were played by another version of the program")
                elif key == "board":
                    message = tr("its games were played on another board")
                else:
                    message = tr(
                        "belongs to another set-up: {key} is {found} there and {value} here",
                        key=key,
                        found=_dumped(found.get(key)),
                        value=_dumped(value),
                    )
                raise InputError(message, file=str(self.path), allowed=tr("the same set-up, or another file"))

    def games(self) -> Iterator[Outcome]:
        """Yield the games in the file, each once; raise InputError for a line that is none."""
        from json import loads

        seen = set()
        with self.path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if number == 1:
                    continue
                try:
                    outcome = loads(line)
                    game = outcome["game"]
                except (ValueError, KeyError, TypeError):
                    message = tr("the line holds no game")
                    raise InputError(
                        message, file=str(self.path), line=number, allowed=tr("take the line out")
                    ) from None
                if game not in seen:
                    seen.add(game)
                    yield outcome

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Append games: they are in the file for good when this returns."""
        data = memoryview("".join(_dumped(outcome) + "\n" for outcome in outcomes).encode())
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError as error:
            raise fault(error, self.path, CANNOT_WRITE) from None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _dumped(value: Any) -> str:
    from json import dumps

    return dumps(value, separators=(",", ":"))


def _drop_torn_line(path: Path) -> None:
    """Cut what stands behind the last line feed: a write that did not come to its end."""
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        os.truncate(path, end)
