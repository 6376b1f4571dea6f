"""The file that a simulation can be taken up from: one line of JSON for what it belongs to, then one for each game.

Lines are only ever appended, each batch in one write that is synced. What an interruption leaves of a last line is
dropped.
"""

from __future__ import annotations

import os
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.simulate.figures import FIGURES
from gm_tools.simulate.setup import Setup, dump_setup
from gm_tools.table.files import CANNOT_WRITE, fault, refuse_irregular, write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.simulate.play import Outcome

FORMAT = "gm-tools/games 1"


def heading(setup: Setup) -> dict[str, Any]:
    """Return what a file belongs to: the set-up, and a digest of the game's code, which a result also depends on."""
    return {"format": FORMAT, "code": _digest_of_code(setup.game), **dump_setup(setup)}


def _digest_of_code(game: str) -> str:
    """Return the SHA-256 of the program text that games are played by: of `table` only what carries turns out."""
    package = Path(__file__).resolve().parent.parent
    digest = sha256()
    folders = (package / "core", package / "games" / game, package / "simulate")
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    for path in (*files, package / "table" / "carry_out.py"):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class Checkpoint:
    """The games that were played so far, in a file. A new one is begun, an old one is opened and gone on with."""

    def __init__(self, path: Path, setup: Setup) -> None:
        """Begin or open a file; raise InputError if it belongs to another set-up, or is none of ours."""
        self.path = path
        self._seats = len(setup.seats)
        head = heading(setup)
        try:
            if path.exists():
                refuse_irregular(path.stat().st_mode, path)  # a pipe may never end
                self._check(head)
                _mend_end(path)
            else:
                write_atomic(path, (dumps(head) + "\n").encode())
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise fault(error, path, CANNOT_WRITE) from None

    def _check(self, head: dict[str, Any]) -> None:
        with self.path.open(encoding="utf-8", errors="replace") as file:
            line = file.readline()
        try:
            found = loads(line)
        except (ValueError, RecursionError):  # no JSON, numbers or lists beyond all bounds
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            allowed = _("a file written by an earlier --resume, or a new name")
            raise InputError(_("holds no games of a simulation"), file=str(self.path), allowed=allowed)
        # The name that a board was asked for by makes no difference to the games. What another program played is said
        # last: a game of other code is likely to differ in more that matters.
        keys = [key for key in head if key not in {"track", "code"}]
        wanted = loads(_dump(head))  # JSON has no tuples: compared is what comes back
        for key in (*keys, "code"):
            if found.get(key) != wanted[key]:
                raise InputError(
                    _difference(key, found.get(key), wanted[key]),
                    file=str(self.path),
                    allowed=_("the same set-up, or another file"),
                )

    def games(self) -> Iterator[Outcome]:
        """Yield the games in the file, each once; raise InputError for a line that is none."""
        seen = set()
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if number == 1:
                    continue
                outcome = _outcome_in(line, self._seats)
                if outcome is None:
                    raise InputError(
                        _("the line holds no game"),
                        file=str(self.path),
                        line=number,
                        allowed=_("remove the line"),
                    )
                if outcome["game"] not in seen:
                    seen.add(outcome["game"])
                    yield outcome

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Append games: they are in the file for good when this returns."""
        data = memoryview("".join(_dump(outcome) + "\n" for outcome in outcomes).encode())
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError as error:
            raise fault(error, self.path, CANNOT_WRITE) from None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _dump(value: Any) -> str:
    return dumps(value, separators=(",", ":"))


def _difference(key: str, found: Any, wanted: Any) -> str:
    """Return in words how a file's set-up differs from the one wanted."""
    if key == "code":
        return _("its games were played by another version of the program")
    if key == "board":
        return _("its games were played on another board")
    return _(
        "belongs to another set-up: {key} is {found} there and {value} here",
        key=key,
        found=_dump(found),
        value=_dump(wanted),
    )


def _outcome_in(line: bytes, seats: int) -> Outcome | None:
    """Return the game of so many seats that a line holds; None if it holds none, or not all of one."""
    try:
        found = loads(line.decode())
    except (ValueError, RecursionError):  # no UTF-8, no JSON, or lists in lists without an end
        return None
    return found if _is_outcome(found, seats) else None


def _is_outcome(found: Any, seats: int) -> bool:
    """Tell whether JSON data is an outcome as `play_game` makes it, so that it can be added up."""
    numbers = ("game", "led_at", *(figure.name for figure in FIGURES))
    return (
        isinstance(found, dict)
        and all(_is_number(found.get(key)) for key in numbers)
        and isinstance(found.get("over"), bool)
        and _are_numbers(found.get("seats"))
        and sorted(found["seats"]) == list(range(seats))
        and isinstance(found.get("sides"), list)
        and all(map(_are_numbers, found["sides"]))
        and {slot for side in found["sides"] for slot in side} <= set(range(seats))
        and _are_numbers(found.get("won"))
        and all(at < len(found["sides"]) for at in found["won"])
        and _are_counts(found.get("counts"))
        and isinstance(found.get("tiles"), dict)
        and all(map(_are_counts, found["tiles"].values()))
        and all(tile.isdecimal() for tiles in found["tiles"].values() for tile in tiles)
    )


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0  # true and false are numbers to Python too


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _are_counts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


def _mend_end(path: Path) -> None:
    """Cut what stands behind the last line feed: a write that did not come to its end.

    A heading only gets its line feed.
    """
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if not end:
        with path.open("ab") as file:
            file.write(b"\n")
    elif end < len(data):
        os.truncate(path, end)
