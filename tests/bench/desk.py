"""The desk: cold start to the first page, each page on the example tables, an evening in a browser.

    python -m tests.bench.desk

Milliseconds, the median of five (start) and of nine (pages, warm, in process: CPU time beside the time that passed, since machines are
shared); clicks and seconds of an evening in a headless Chromium, mouse and keyboard.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any
from urllib.request import HTTPCookieProcessor, build_opener

from starlette.testclient import TestClient

from gm_tools.desk.guard import Guard
from gm_tools.desk.tables import find_place
from gm_tools.desk.views import desk_app
from tests.browser import launch
from tests.desk.conftest import HERE, THREAD, TOKEN
from tests.desk.opened import TURNS, open_desk

STEPS = ("thread", "orders", "preview", "post", "game")


def start(folder: Path) -> tuple[float, float]:
    """Return the milliseconds from the command to the first page, all of it read, and those of CPU until the desk was closed."""
    begun, cpu = perf_counter(), getrusage(RUSAGE_CHILDREN)
    words = [sys.executable, "-m", "gm_tools", "desk", str(folder), "--no-browser"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as desk:
        assert desk.stderr is not None
        address = re.search(r"http://\S+", desk.stderr.readline())
        assert address is not None
        page = build_opener(HTTPCookieProcessor()).open(address[0]).read()
        taken = 1000 * (perf_counter() - begun)
        assert b"sandstorm" in page
        desk.terminate()
    after = getrusage(RUSAGE_CHILDREN)
    return taken, 1000 * (after.ru_utime + after.ru_stime - cpu.ru_utime - cpu.ru_stime)


def start_in_browser(folder: Path, browser: Any) -> float:
    """Return the milliseconds from the command to the first page with all that it loads, in a browser that is open."""
    begun = perf_counter()
    words = [sys.executable, "-m", "gm_tools", "desk", str(folder), "--no-browser"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as desk:
        assert desk.stderr is not None
        address = re.search(r"http://\S+", desk.stderr.readline())
        assert address is not None
        page = browser.new_page()
        page.goto(address[0], wait_until="load")
        assert page.locator(".card svg.drawn").count()
        taken = 1000 * (perf_counter() - begun)
        page.close()
        desk.terminate()
    return taken


def measure_pages(folder: Path) -> None:
    """Print the time of each page, the slowest first."""
    place = find_place(folder)
    app, desk = desk_app(place)
    rows = []
    with TestClient(Guard(app, TOKEN, 8710), base_url=HERE) as client:
        client.get(f"/?token={TOKEN}")
        paths = ["/", "/new?game=nascar", "/tracks", "/tracks/edit?game=nascar&track=dust-bowl"]
        paths += [f"/table/{name}/{step}" for name in place.names() for step in STEPS]
        for path in paths:
            taken, worked = [], []
            for __ in range(10):
                begun, cpu = perf_counter(), process_time()
                assert client.get(path).status_code == 200
                taken.append(1000 * (perf_counter() - begun))
                worked.append(1000 * (process_time() - cpu))
            rows.append((median(taken[1:]), median(worked[1:]), worked[0], path))
    desk.jobs.close()
    for passed, cpu, first, path in sorted(rows, reverse=True):
        print(f"{passed:7.0f} ms  {cpu:6.0f} ms CPU  (first {first:5.0f} ms CPU)  {path}")


def run_evening(folder: Path, *, by_keyboard: bool) -> None:
    """Print the clicks and seconds of an evening: a thread of seven posts, three decisions, a turn."""
    with launch() as browser, open_desk(folder, browser) as opened:
        opened.by_keyboard = by_keyboard
        begun = perf_counter()
        opened.press("a.picture[href*=sandstorm]")
        opened.press("nav.steps a[href$=thread]")
        opened.write("#paste", THREAD)
        for what in (
            "main button.go",
            "#ask-M button.rec",
            "#ask-F button:has-text('(6M)L')",
            "#ask-E .asking button",
            "main .foot button.go",
            "button:has-text('Resolve and copy')",
            "button:has-text('Copy the post')",
        ):
            opened.press(what)
            opened.page.wait_for_load_state()
        opened.page.wait_for_selector("button.done")
        how = "keyboard" if by_keyboard else "mouse"
        print(f"an evening by {how}: {opened.clicks} steps, {perf_counter() - begun:.1f} s")


def main() -> None:
    """Measure everything."""
    with TemporaryDirectory() as name:
        shutil.copytree(TURNS, Path(name, "turns"))
        starts = [start(Path(name)) for __ in range(5)]
        passed, cpu = (median(found) for found in zip(*starts, strict=True))
        print(f"cold start to the first page: {passed:.0f} ms, {cpu:.0f} ms CPU")
        with launch() as browser:
            shown = median(start_in_browser(Path(name), browser) for __ in range(5))
            print(f"cold start to the first page, drawn in Chromium: {shown:.0f} ms")
        measure_pages(Path(name))
    for by_keyboard in (False, True):
        with TemporaryDirectory() as name:
            run_evening(Path(name), by_keyboard=by_keyboard)


if __name__ == "__main__":
    main()
