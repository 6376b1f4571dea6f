"""Measure the page: what a first visit loads, how soon the engine is ready, how soon a key is answered, in headless Chromium.

    python tests/bench/page.py [PYODIDE]        what `.ci/run` installs will do: Chromium, the npm package pyodide

Medians of several fresh visits (nothing cached) and of many keys; the first visit's size with every file packed by gzip. A machine
that does other things meanwhile doubles the times: look at several runs.
"""

from __future__ import annotations

import shutil
import sys
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, sync_playwright

from gm_tools.cli.publish import contents
from gm_tools.table import open_table

TOP = Path(__file__).resolve().parent.parent.parent
PACKAGE = TOP / ".cache" / "page" / "node_modules" / "pyodide"
LOADED = ("index.html", "snapshot.toml", "page/", "pyodide/")
ORDER = "A(2M)RM(R+1)"
VISITS = 5


def main() -> None:
    package = Path(sys.argv[1]) if sys.argv[1:] else PACKAGE
    files = contents(open_table(TOP / "turns" / "sandstorm"), package)
    first = {name: len(compress(data, 9)) for name, data in files.items() if name.startswith(LOADED)}
    print(f"first visit, gzip: {sum(first.values()) / 1e6:.2f} MB")
    for name, size in sorted(first.items(), key=lambda one: -one[1]):
        print(f"  {size / 1e6:5.2f} MB  {name}")
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        Thread(target=server.serve_forever, daemon=True).start()
        chromium = shutil.which("chromium") or "/usr/bin/chromium"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            visit(browser, f"http://127.0.0.1:{server.server_port}/")
            browser.close()
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def visit(browser: Browser, url: str) -> None:
    """Print how soon the engine is ready, and how soon keys are answered."""
    ready, warm, answered = [], [], []
    for _ in range(VISITS):
        page = browser.new_context().new_page()
        page.goto(url)
        page.wait_for_selector("html[data-ready]", state="attached")
        ready.append(float(page.get_attribute("html", "data-ready") or 0))
        page.wait_for_selector("html[data-warm]", state="attached")
        warm.append(float(page.get_attribute("html", "data-warm") or 0))
        page.select_option("#seat", "D")
        page.focus("#text")
        for key in ORDER:
            page.evaluate("() => delete document.documentElement.dataset.answered")
            page.keyboard.type(key)
            page.wait_for_selector("html[data-answered]", state="attached")
            answered.append(float(page.get_attribute("html", "data-answered") or 0))
        page.context.close()
    print(f"engine ready: median {median(ready):.0f} ms, best {min(ready):.0f} ms of {VISITS} first visits")
    print(f"  and everything that an answer needs: median {median(warm):.0f} ms, best {min(warm):.0f} ms")
    print(
        f"a key answered and drawn: median {median(answered):.0f} ms, slowest {max(answered):.0f} ms of {len(answered)}"
    )


if __name__ == "__main__":
    main()
