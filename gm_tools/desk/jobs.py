"""Long work: simulations that run beside the desk, show how far they are and can be stopped."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import PlainTextResponse

from gm_tools.core.i18n import _
from gm_tools.desk.commands import Command, start, stop

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from gm_tools.desk.views import Desk

_MOST_LINES = 400


class Job(NamedTuple):
    """A command that runs: its lines so far."""

    command: Command
    process: subprocess.Popen[str]
    lines: list[str]
    back: str

    @property
    def is_running(self) -> bool:
        """Tell whether it is not at its end yet."""
        return self.process.poll() is None


class Jobs:
    """What runs, by number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.all: list[Job] = []

    def begin(self, command: Command, back: str) -> int:
        """Start a command, and return the number of its page; `back` is where one came from."""
        process = start(command, self.folder, merged=True)
        job = Job(command, process, [], back)
        self.all.append(job)
        Thread(target=_follow, args=(job,), daemon=True).start()
        return len(self.all) - 1

    def show(self, desk: Desk, request: Request) -> Response:
        """Return the page of a job; it looks again by itself while the job runs."""
        number = request.path_params["number"]
        if number >= len(self.all):
            return PlainTextResponse(_("There is no such page."), 404)
        return desk.page("job", job=self.all[number], number=number, line=self.all[number].command.line)

    def stop(self, number: int) -> None:
        """Stop a job; what is finished of it is kept."""
        if number < len(self.all):
            stop(self.all[number].process)

    def close(self) -> None:
        """Stop all that runs."""
        for job in self.all:
            if job.is_running:
                stop(job.process)


def _follow(job: Job) -> None:
    """Give a command its input, and keep what it prints."""
    with job.process as process, suppress(BrokenPipeError):  # it may have been stopped before it read anything
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(job.command.given)
        process.stdin.close()
        for line in process.stdout:
            job.lines.append(line.rstrip("\n"))
            del job.lines[:-_MOST_LINES]
