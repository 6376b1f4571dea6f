"""One evening at one table: the thread as it was handed in, what was read in it, what waits for a decision.

What is kept here is only what the desk shows again: everything that counts is in the table's files. The thread of a
turn lies with the table, in `pasted/TURN`, until one for another turn is handed in: a desk that was killed or a turn
that is taken back finds it again.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path, PurePath
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _
from gm_tools.core.sources import BY_HAND
from gm_tools.core.tuples import NamedTuple
from gm_tools.desk.commands import Command, Done, run
from gm_tools.table.files import exists, list_names, write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.desk.rewording import Rewording
    from gm_tools.desk.tables import Place
    from gm_tools.reports.base import Report


PASTED = "pasted"  # the folder of threads that were handed in: as private as `thread`


class Settled(NamedTuple):
    """A decision of the game master: for which turn it is, and what was in hand of the seat before.

    `text` is empty for nothing.
    """

    turn: int
    text: str
    source: str

    def undo(self, table: str, seat: str) -> Command:
        """Return the command that puts in hand again what was there before."""
        if not self.text:
            return Command(("order", table, seat, "--drop"))
        source = (f"--source={self.source}",) if self.source != BY_HAND else ()
        return Command(("order", table, seat, "-", *source), self.text)


class Filled(NamedTuple):
    """A form of the table's page as it was filled in last.

    It is shown again if its command has failed, or for another try.
    """

    tool: str = ""
    values: dict[str, str] = {}  # noqa: RUF012  (never changed)


class Evening:
    """What the desk knows of a table besides its files."""

    def __init__(self, place: Place, name: str, turn: int) -> None:
        self.place = place
        self.name = name
        self.words: dict[tuple[int, str], Rewording] = {}  # the words of posts that were changed, by turn and forum
        self.proof: tuple[str, int] | None = (
            None  # the table's stamp, and the number of the job that verifies it as it was then
        )
        self.forum = ""  # whose markup posts are shown in; empty: the table's
        self.printed = ""  # what the last tool printed
        self.filled = Filled()
        self.tried = ""
        self.tried_said = ""
        self.begin(turn)

    def begin(self, turn: int) -> None:
        """Begin the evening of a turn, with the thread that was handed in for it.

        What is known of another turn is forgotten.
        """
        self.turn = turn  # whose orders are read
        self.is_fetched = False  # the thread is the table's own, as gm fetch keeps it
        self.found: dict[str, Any] = {}  # what gm collect found, as its --json says it
        self.said = ""
        self.preview_stamp = ""  # of the table when the preview was made; empty: there is none
        self.preview = ""  # the turn as it would come out, as a part of a page; empty if it cannot be resolved
        self.preview_said = ""
        self.preview_post: Report | None = None  # the post that the turn would have
        self.settled: dict[str, Settled] = {}  # what the game master has decided, by seat
        self.policy = ""  # what becomes of seats without a legal order; empty: wait for them

    @property
    def folder(self) -> Path:
        """Return where the thread of the turn lies."""
        return self.place.tables / self.name / PASTED / str(self.turn)

    @property
    def word(self) -> str:
        """Return the table's name as it is typed in a shell."""
        return shlex.quote(self.name)

    @property
    def has_thread(self) -> bool:
        """Tell whether there is a thread to be read: files handed in, or what was fetched."""
        return bool(self.files) or self.is_fetched

    def add_file(self, name: str, data: bytes) -> None:
        """Keep a file of the thread; its name is only for people, and never a path."""
        safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in PurePath(name).name).lstrip("-.")[-60:]
        pasted = self.folder.parent
        pasted.mkdir(mode=0o700, exist_ok=True)  # nobody else may read it: threads can hold secret orders
        for other in list_names(pasted):
            if other != self.folder.name:
                rmtree(pasted / other)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        number = max(map(_number_of, self.files), default=0) + 1
        write_atomic(self.folder / f"{number}-{safe or 'thread.txt'}", data, mode=0o600)
        self.is_fetched = False

    @property
    def files(self) -> list[Path]:
        """Return the files that were handed in for the turn, in their order."""
        names = list_names(self.folder) if exists(self.folder) else []
        kept = [self.folder / name for name in names if _number_of(PurePath(name))]
        return sorted(kept, key=_number_of)

    def clear(self) -> None:
        """Forget the thread that was handed in; orders in hand stay."""
        for path in self.files:
            path.unlink(missing_ok=True)
        self.found, self.said, self.is_fetched = {}, "", False

    def command(self, *words: str) -> Command:
        """Return the command that collects the thread's orders."""
        files = (str(path.relative_to(self.place.folder)) for path in self.files)
        return Command(("collect", self.name, *words, *files))

    def collect(self, *words: str) -> str:
        """Collect the thread's orders, and return what went wrong, empty if nothing did."""
        return self._take(run(self.command(*words, "--json"), self.place.folder))

    def fetch(self) -> str:
        """Fetch the table's thread and collect its orders, and return what went wrong, empty if nothing did."""
        fault = self._take(run(Command(("fetch", self.name, "--json")), self.place.folder))
        if not fault:
            found, said = self.found, self.said
            self.clear()
            self.found, self.said, self.is_fetched = found, said, True
        return fault

    def _take(self, done: Done) -> str:
        """Keep what was collected; return what was said instead, empty if it was collected."""
        said = self.tidy(done.said)
        try:
            self.found = json.loads(done.out)
        except ValueError:
            return said or _("the command ended with status {status}", status=done.status)
        self.said = said
        return ""

    def tidy(self, text: str) -> str:
        """Return a message without the place where the desk keeps the files."""
        return (
            text.replace(f"{self.folder.relative_to(self.place.folder)}/", "")
            .replace("gm: " + _("warning: {text}", text=""), "")
            .replace("gm: ", "")
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return what was found a seat, as `gm collect --json` says it."""
        return list(self.found.get("rows", ()))


def _number_of(path: PurePath) -> int:
    """Return the number that a file of the desk's begins with, 0 for another file.

    >>> _number_of(PurePath("pasted/10/2-page.html")), _number_of(PurePath("notes.txt"))
    (2, 0)
    """
    number = path.name.partition("-")[0]
    return int(number) if number.isdecimal() else 0


def words_of(text: str) -> Iterator[str]:
    """Yield the lines of what a command said, for a list of messages."""
    yield from (line for line in text.split("\n") if line.strip())
