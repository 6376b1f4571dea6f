"""Measure the page in headless Chromium: what a first visit loads, how soon the engine is ready, a key or a tap is drawn, reach is shown.

    python -m tests.bench.page [GAME …]         tables of tests/page (sandstorm, lighthouse …), by default each; Chromium and the npm package pyodide

Fresh visits, nothing cached; a key or a tap is timed from its event to the second frame after its picture, reach from choosing a seat.
The picture of a turn for the thread is timed here, too. A machine that does other things meanwhile doubles the times: look at several
runs. Wanted on an idle one: at most 100 ms at the 95th percentile, reach within 1 s, 7.5 MB, a picture in 0.5 s and 200 kB.
"""

from __future__ import annotations

import sys
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from gm_tools.core.events import PUBLIC
from gm_tools.page.publication import contents
from gm_tools.page.pyodide import LIBRARY
from gm_tools.render import png
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests.browser import launch
from tests.page.conftest import SMALL, TABLES, until
from tests.page.make_start import PACKAGE, TOP

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LOADED = ("index.html", "snapshot.toml", "page/", "pyodide/")
HAND = "2 9 10"  # so that TAC has something to tap
ROUNDS = 4
TIMED = """(text) => new Promise((done) => {
  const begun = performance.now();
  const frame = (after) => requestAnimationFrame(after);
  document.addEventListener("answered", () => frame(() => frame(() => done(performance.now() - begun))), {once: true});
  const field = document.getElementById("text");
  field.value = text;
  field.dispatchEvent(new Event("input"));
})"""


TAPPED = """(number) => new Promise((done) => {
  const spots = document.querySelectorAll("#stage .reach > g");
  const {left, top, width, height} = spots[number % spots.length].getBoundingClientRect();
  const begun = performance.now();
  document.addEventListener("answered", () => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun))), {once: true});
  for (const kind of ["pointerdown", "pointerup"]) {
    const at = {clientX: left + width / 2, clientY: top + height / 2, pointerId: 1, bubbles: true};
    document.getElementById("stage").dispatchEvent(new PointerEvent(kind, at));
  }
})"""
TAPS = 20


def main() -> None:
    names = sys.argv[1:] or list(TABLES)
    with TemporaryDirectory() as folder:
        for name in names:
            files = contents(until(name, TABLES[name][0], Path(folder, "tables", name)), PACKAGE)
            if name == "sandstorm":
                say_sizes(files)
                say_picture()
            for file, data in files.items():
                path = Path(folder, "web", name, file)
                path.parent.mkdir(exist_ok=True, parents=True)
                path.write_bytes(data)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=f"{folder}/web"))
        Thread(target=server.serve_forever, daemon=True).start()
        with launch() as browser:
            for name in names:
                visit(browser, f"http://127.0.0.1:{server.server_port}/{name}/", name)
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def say_sizes(files: dict[str, bytes]) -> None:
    """Print what a first visit loads; what lies there compressed, too, is loaded once."""
    first = {
        name: len(compress(data, 9)) for name, data in files.items() if name.startswith(LOADED) and LIBRARY not in name
    }
    # Of a page with a beacon only a check fetches what checks signatures.
    first = {name: size for name, size in first.items() if not name.endswith((".gz", "bls.js"))}
    print(f"first visit, gzip: {sum(first.values()) / 1e6:.2f} MB")
    for name, size in sorted(first.items(), key=lambda one: -one[1])[:6]:
        print(f"  {size / 1e6:5.2f} MB  {name}")


def say_picture() -> None:
    """Print how long the picture of a turn for the thread takes, and what it weighs."""
    table = open_table(TOP / "turns" / "sandstorm")
    times = []
    for _ in range(3):
        begun, used = perf_counter(), process_time()
        picture = png.render(turn_post(table, table.turn, PUBLIC))
        times.append((perf_counter() - begun, process_time() - used))
    passed, used = min(times)
    print(f"picture of a turn: {passed:.2f} s ({used:.2f} s of the processor), {len(picture) / 1e3:.0f} kB")


def visit(browser: Browser, url: str, name: str) -> None:
    """Print how soon the engine is ready, reach is shown, and keys are drawn."""
    _turn, seat, order = TABLES[name]
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(SMALL)
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("html[data-ready]", state="attached")
    ready = float(page.get_attribute("html", "data-ready") or 0)
    reached = []
    others = page.eval_on_selector_all("#seat option", "all => all.map((one) => one.value).filter(Boolean)")
    for other in (*others, seat):
        page.select_option("#seat", other)
        page.wait_for_selector(f"html[data-surveyed={other}]", state="attached")
        reached.append(float(page.get_attribute("html", "data-reached") or 0))
    drawn = []
    for number in range(ROUNDS):
        for end in range(1, len(order) + 1):
            time = float(page.evaluate(TIMED, order[:end]))
            if number:
                drawn.append(time)
    if name == "marbles":
        page.fill("#private", HAND)
    page.fill("#text", "")
    page.wait_for_selector("#stage .reach > g")
    tapped = []
    for number in range(TAPS):
        page.fill("#text", "")
        page.wait_for_selector("#state:not([data-state])", state="attached")
        tapped.append(float(page.evaluate(TAPPED, number)))
    print(
        f"{name}: engine ready after {ready:.0f} ms, the first reach {reached[0]:.0f} ms later; "
        f"reach of any seat after {median(reached):.0f} ms, at most {max(reached):.0f} ms"
    )
    for what, times in (("key", drawn), ("tap", tapped)):
        late = quantiles(times, n=20)[-1]
        print(f"  {what} to picture: median {median(times):.0f} ms, 95th percentile {late:.0f} ms of {len(times)}")
    context.close()


if __name__ == "__main__":
    main()
