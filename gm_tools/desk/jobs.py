"""Long work: commands that run beside the desk, show how far they are and can be stopped."""

from __future__ import annotations

import re
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from gm_tools.desk.actions import Form, main_of, strip_name, text_of
from gm_tools.desk.commands import Command, start, stop
from gm_tools.desk.scratch import Scratch

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from gm_tools.desk.views import Desk

_MOST_LINES = 4_000
_PAGE = "<!DOCTYPE html>"  # what a page that a command prints begins with
_TITLE = re.compile(r"<h1>(.*)</h1>")
_PROGRESS = re.compile(r"(\d+)/(\d+) (.*)")


class NoPage(Exception):  # noqa: N818  (an old link: nothing has gone wrong)
    """There is no page of that address."""


class Job:
    """A command that runs: its lines so far, how far it is.

    `shown` is its line for people, `film` the picture that it writes.
    """

    def __init__(self, command: Command, folder: Path, back: str, shown: str = "", film: Path | None = None) -> None:
        self.command = command
        self.back = back  # the page that it was begun from
        self.shown = shown or command.line
        self.film = film
        self.lines: list[str] = []
        self.progress = (0, 0, "")  # done, of how many, of what
        self.process = start(command, folder, merged=True)
        self._follower = Thread(target=self._follow, daemon=True)
        self._follower.start()

    @property
    def is_running(self) -> bool:
        """Tell whether it is not at its end yet, or has printed what has not been read."""
        return self._follower.is_alive()

    @property
    def status(self) -> int | None:
        """The exit status of the command: 0 fine, 1 the game says no, anything else: it failed; None while it runs."""
        return None if self.is_running else self.process.returncode

    @property
    def text(self) -> str:
        """What it has printed, without what it says of its progress."""
        return strip_name("\n".join(self.lines[: self._page_at]))

    @property
    def report(self) -> Markup:
        """What it has printed as a page, title and boards drawn, if it was asked for one; empty until it is done."""
        page = "" if self.is_running else "\n".join(self.lines[self._page_at :])
        title = _TITLE.search(page)
        return Markup(f"<h2>{title[1]}</h2>\n{main_of(page)}") if title else Markup()  # noqa: S704  (our command escapes)

    @property
    def _page_at(self) -> int:
        """Where the page begins, after the last line if there is none; only a command that was told to prints one."""
        is_asked = self.command.words[-2:] == ("--format", "html")
        return self.lines.index(_PAGE) if is_asked and _PAGE in self.lines else len(self.lines)

    @property
    def has_film(self) -> bool:
        """Tell whether the picture is there."""
        return not self.is_running and self.film is not None and self.film.is_file()

    def stop(self) -> None:
        """Stop it; what is finished is kept."""
        if self.is_running:
            stop(self.process)
            self._follower.join(5)

    def _follow(self) -> None:
        """Give the command its input, and keep what it prints."""
        with self.process as process:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):  # it may have been stopped before it read anything
                process.stdin.write(self.command.given)
                process.stdin.close()
            for line in process.stdout:
                found = _PROGRESS.fullmatch(line.rstrip("\n"))
                if found:
                    self.progress = (int(found[1]), int(found[2]), found[3])
                else:
                    self.lines.append(line.rstrip("\n"))
                    del self.lines[:-_MOST_LINES]


class Jobs:
    """What runs, by number; `scratch` is where pictures and games are kept while the desk is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.all: list[Job] = []
        self._scratch: list[Scratch] = []

    @property
    def scratch(self) -> Path:
        """The folder for what jobs write and nobody keeps; it goes when the desk is closed."""
        if not self._scratch:
            self._scratch.append(Scratch())
        return self._scratch[0].folder

    def begin(self, command: Command, back: str, shown: str = "", film: Path | None = None) -> int:
        """Start a command, and return the number of its page; `back` is where one came from."""
        self.all.append(Job(command, self.folder, back, shown, film))
        return len(self.all) - 1

    def show(self, desk: Desk, request: Request) -> Response:
        """Return the page of a job; it looks again by itself while the job runs."""
        job = self.find(request.path_params["number"])
        return desk.page("job", job=job, number=self.all.index(job), line=job.shown)

    def tell(self, _desk: Desk, request: Request) -> Response:
        """Return how far a job is, for the page that it was begun from."""
        job = self.find(request.path_params["number"])
        done, count, what = job.progress
        return JSONResponse(
            {
                "running": job.is_running,
                "done": done,
                "count": count,
                "what": what,
                "film": job.has_film,
                "text": "" if job.is_running else job.text,
            }
        )

    def picture(self, _desk: Desk, request: Request) -> Response:
        """Return the moving picture that a job has written."""
        job = self.find(request.path_params["number"])
        if not job.has_film or job.film is None:
            raise NoPage
        return FileResponse(job.film, media_type="image/svg+xml")

    def act(self, _desk: Desk, _request: Request, form: Form) -> Response:
        """Stop a job, and go on to its page."""
        number = text_of(form, "number")
        at = int(number) if number.isdecimal() else -1
        self.find(at).stop()
        return RedirectResponse(f"/jobs/{at}", 303)

    def find(self, number: int) -> Job:
        """Return a job by its number; raise NoPage if there is none."""
        if not 0 <= number < len(self.all):
            raise NoPage
        return self.all[number]

    def close(self) -> None:
        """Stop all that runs, and remove what nobody keeps."""
        for job in self.all:
            job.stop()
        for one in self._scratch:
            one.close()
