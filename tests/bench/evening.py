"""A game master's evening with six players, from the saved thread to the post: commands typed, and seconds of the machine.

    python -m tests.bench.evening              as it is now
    python -m tests.bench.evening "COMMAND"    another gm, such as an earlier one's: as far as its commands go

The thread is a phpBB page. One order is right, one too short, one post holds two different orders, two posts are late, and one
player leaves. The game master collects, answers, seats a substitute, gives all more time, collects again, resolves and posts.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from tests.posts.forge_pages import phpbb_page
from tests.posts.story import Told

Run = Callable[..., tuple[int, str, str]]  # words -> exit status, standard output and standard error

PLAYERS = ("Ann", "Bob", "Cy", "Dora", "Emil", "Finn")
DEADLINE = "2026-11-21 20:00 UTC"
EVENING, NEXT_DAY = "2026-11-21 20:30 UTC", "2026-11-22 20:10 UTC"
LATE = 8 * 60 + 5  # minutes after the first post of the thread, which is of noon


class Typed(NamedTuple):
    """A command of the evening: what was typed, its exit status, the seconds it took, what it printed."""

    words: str
    status: int
    seconds: float
    out: str


def begin(run: Run, *, has_signup: bool = True) -> str:
    """Begin the table of six, with Noor on the waiting list, and return its first post: what was done before the evening."""
    table = ["new", "dust", "--game", "nascar", "--track", "penny-egg", "--option", "start_speed=4"]
    seats = [word for name in PLAYERS for word in ("--seat", f"{name[0]}:{name}")]
    if has_signup:
        said = run(*table, *seats, "--gm", "Gus", "--forum", "phpbb")
        run("signup", "dust", "--add", "Noor")
    else:
        said = run(*table, *seats)
    assert said[0] == 0, said
    run("deadline", "dust", DEADLINE, "--grace", "5m", "--now", "2026-11-21 12:00 UTC")
    return run("report", "dust", "--forum", "phpbb")[1]


def first_posts(opening: str) -> list[Told]:
    """Return the thread as it is after the deadline."""
    return [
        Told(1, "Gus", 0, opening),
        Told(2, "Ann", 30, "Off we go!\n\nOrder: (4M)"),
        Told(3, "Bob", 45, "Order: (3M)\n\nSlow and steady."),
        Told(4, "Cy", 60, "Order: (4M)\nOrder: A(5M)"),
        Told(5, "Finn", 90, "I have to leave the game, sorry everybody."),
        Told(6, "Dora", LATE + 7, "Sorry, trains.\n\nOrder: (4M)"),
        Told(7, "Emil", LATE + 9, "Order: A(5M)"),
    ]


def answers() -> list[Told]:
    """Return what comes in until the next day, when the replies have been posted."""
    return [
        Told(8, "Gus", LATE + 30, "@Bob @Cy: see above, please. @Noor: a seat is free for you. 24 hours more for all."),
        Told(9, "Bob", LATE + 60, "Order: (4M)"),
        Told(10, "Cy", LATE + 70, "Sorry. Order: A(5M)"),
        Told(11, "Noor", LATE + 90, "Gladly!\n\nOrder: (4M)"),
    ]


def play(run: Run, folder: Path, *, has_signup: bool = True) -> list[Typed]:
    """Play the evening in a folder in which `run` runs `gm`; return the commands that were typed."""
    opening = begin(run, has_signup=has_signup)
    posts = first_posts(opening)
    typed: list[Typed] = []

    def type_in(line: str, now: str = "") -> Typed:
        words = shlex.split(line)[1:]
        start = perf_counter()
        status, out, err = run(*words, *(("--now", now) if now else ()))
        typed.append(Typed(line, status, perf_counter() - start, out + err))
        return typed[-1]

    def save() -> None:
        (folder / "thread.html").write_text(phpbb_page(1, posts, "3.3"), encoding="utf-8")

    save()
    type_in("gm collect dust thread.html", EVENING if has_signup else "")
    if has_signup:
        type_in("gm seat dust Finn --substitute")
    else:
        type_in("gm seat dust Finn --player Noor")
    type_in("gm deadline dust --extend 24h", EVENING)
    posts += answers()
    save()
    type_in("gm collect dust thread.html", NEXT_DAY if has_signup else "")
    if type_in("gm resolve dust", NEXT_DAY).status == 1:  # an earlier gm does not see that Cy has answered
        type_in('gm order dust Cy "A(5M)"')
        type_in("gm resolve dust", NEXT_DAY)
    type_in("gm report dust" if has_signup else "gm report dust --forum phpbb")
    return typed


def main(command: str = "") -> None:
    """Print the evening: each command with its exit status and seconds, and the seconds of the processor for all of them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "turns").mkdir()
        program = shlex.split(command) if command else [sys.executable, "-m", "gm_tools"]

        def run(*words: str) -> tuple[int, str, str]:
            done = subprocess.run([*program, *words], cwd=folder, capture_output=True, text=True, check=False)
            return done.returncode, done.stdout, done.stderr

        has_signup = run("signup", "--help")[0] == 0
        before = getrusage(RUSAGE_CHILDREN)
        typed = play(run, folder, has_signup=has_signup)
        after = getrusage(RUSAGE_CHILDREN)
    show(typed)
    print(f"{after.ru_utime - before.ru_utime:6.2f} s of the processor, the beginning of the table included")


def show(typed: Sequence[Typed]) -> None:
    """Print what was typed, and the sums."""
    for one in typed:
        print(f"{one.seconds:6.2f} s  exit {one.status}  {one.words}")
    letters = sum(len(one.words) for one in typed)
    print(f"{sum(one.seconds for one in typed):6.2f} s  {len(typed)} commands, {letters} characters typed")


if __name__ == "__main__":
    main(*sys.argv[1:])
