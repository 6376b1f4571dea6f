"""A browser and a web space, one a session: tables published into a folder, served from this machine, looked at by Chromium.

Where Chromium, Playwright, or the npm packages that `.ci/run` puts into `.cache/page` are missing, these tests skip.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from filelock import FileLock

from gm_tools.core.languages import speak
from gm_tools.core.paths import folder
from gm_tools.page.publication import _FORMATS, _write, contents
from gm_tools.table import Table, open_table
from gm_tools.table.snapshot import Snapshot, open_snapshot, snapshot
from tests import effort
from tests.begin import begin_table
from tests.browser import UNPAINTED
from tests.page import make_start, native
from tests.samples import SAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize

# An example table is over: up to which turn it is published, and a seat with an order that is legal then.
TABLES = {
    "sandstorm": (9, "D", "A(2M)RM(R+1)"),
    "lighthouse": (20, "C", "GNN"),
    "willow": (6, "P", "R3 P2 P1 G1 G2 Y3"),
    "marbles": (30, "R", "2 R17>19"),
    "papers": (20, "B", "NE"),
}
# Its page that stays open has Pyodide every day, in which answers take longer: of all tables the fewest tests are at this one.
IN_PYODIDE = "papers"
# A browser with little memory runs one engine only: enough for all tests but those of the best orders.
SMALL = "Object.defineProperty(navigator, 'deviceMemory', {value: 1})"
# A browser that is still loading the engine: what needs none of its answers is tested without the two seconds that it takes to start.
LOADING = "window.Worker = class { postMessage() {} terminate() {} }"
DESKTOP = {"width": 1280, "height": 800}
# Takes back what a test has left on a page that stays open: its turn, sandbox, sheet, order and hand, and the seat that it speaks for.
LEFT_ALONE = """seat => {
  const get = (id) => document.getElementById(id);
  const set = (box, value, kind) => {
    if (box.value === value) return;
    box.value = value;
    box.dispatchEvent(new Event(kind, {bubbles: true}));
  };
  scrollTo(0, 0);
  document.activeElement.blur();
  history.replaceState(null, '', location.pathname);
  document.querySelector('[data-view=near]').click();
  if (get('sandbox').checkVisibility()) {
    get('try').click();
    delete document.documentElement.dataset.surveyed; // until the engine has left it, too
  }
  if (get('now').checkVisibility()) get('now').click();
  document.documentElement.classList.remove('open');
  get('handle').setAttribute('aria-expanded', 'false');
  set(get('text'), '', 'input');
  if (get('remember').getAttribute('aria-checked') === 'true') get('remember').click();
  if (seat && get('private').value) get('seat').value = ''; // to choose a seat anew takes the hand out of its box
  if (seat) set(get('seat'), seat, 'change');
  set(get('text'), '', 'input');
  return [
    matchMedia('(prefers-color-scheme: dark)').matches,
    Boolean(document.querySelector(`html${seat && `[data-surveyed=${seat}]`} #state:not([data-state])`)),
  ];
}"""
NASTY = "<img src=x onerror=\"document.title='hacked'\">"
MARKUP = (NASTY, "</script><script>document.title='hacked'</script>", "&lt;b&gt; {error} $title")  # names of players


def chosen_tables() -> tuple[str, ...]:
    """Return a race and a game of cards every day, all games in a long run, for what is the same code in each.

    It is asked by the tests: this file is read before it is known which of both the run is.
    """
    return effort.choose(("sandstorm", "marbles"), tuple(TABLES))


def until(name: str, turn: int, place: Path) -> Table:
    """Return a copy of an example table, played up to a turn."""
    shutil.copytree(make_start.TOP / "turns" / name, place)
    for file in place.glob("turn-*.toml"):
        if int(file.name[5:8]) > turn:
            file.unlink()
    orders = f"format = 1\nturn = {turn + 1}\nnext = 1\n"
    (place / "orders.toml").write_text(orders, encoding="utf-8")
    return open_table(place)


def resize(page: Page, width: int, height: int) -> None:
    """Give a window another size, and wait until it is drawn: the page measures its head then."""
    size: ViewportSize = {"width": width, "height": height}
    if page.viewport_size != size:
        page.set_viewport_size(size)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the page is drawn as it is now: it hears of other sizes when it is."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def choose_seat(page: Page, mark: str) -> None:
    """Say who orders, and wait until it is known what that seat can do: its keys are dead before."""
    page.select_option("#seat", mark)
    page.wait_for_selector(f"html[data-surveyed={mark}]", state="attached")


@contextmanager
def opened_by_hand(page: Page, folder: Path, name: str, turn: int) -> Iterator[Table]:
    """Open the snapshot of a table after a turn in a page, give the table, and leave the snapshot at the end."""
    table = until(name, turn, folder / name)
    file = folder / "other.toml"
    file.write_text(snapshot(table), encoding="utf-8")
    page.set_input_files("#file", file)
    page.wait_for_selector("#leave", state="visible")
    try:
        yield table
    finally:
        page.click("#leave")
        page.wait_for_selector("#leave", state="hidden")


def short_race(place: Path, players: Sequence[str] = ("Alice", "Carol", "Dan")) -> Table:
    """Return the table of a race of three that begins (A, C, D): its bots answer at once."""
    board = min((folder("tracks") / "nascar").glob("*.txt")).read_text(encoding="utf-8")
    seats = [seat._replace(player=player) for seat, player in zip(SAMPLES["nascar"][0].seats, players, strict=True)]
    return begin_table(place, "nascar", board, seats, track="a track")


def _open_sample(name: str, place: Path) -> Table:
    """Return the table of a sample, made in a folder."""
    if name in TABLES:
        return until(name, TABLES[name][0], place)
    return short_race(place, *{"short": (), "nasty": (MARKUP,)}[name])


def _publish(place: Path, table: Table, *, package: bool = True) -> None:
    """Publish a table into a folder, with Pyodide beside it or not.

    What takes most of the time is left out: pictures, posts of turns in markups that no page reads, packing well.
    """
    with (
        patch("gm_tools.page.publication._FORMATS", [one for one in _FORMATS if one[0] in {"html", "json"}]),
        patch("gm_tools.page.publication.can_render_png", return_value=False),
        patch("gm_tools.page.pyodide.compress", lambda data, _level, mtime: compress(data, 1, mtime=mtime)),
    ):
        _write(place, contents(table, make_start.PACKAGE if package else None))


class _Tables(dict[str, Table]):
    """The tables of a web space by name; a sample is published when it is first asked for."""

    def __init__(self, publish: Callable[[str], Table]) -> None:
        self._publish = publish

    def __missing__(self, name: str) -> Table:
        self[name] = self._publish(name)
        return self[name]


class Space:
    """A web space: what is served, from where, and how its pages are opened."""

    def __init__(self, top: Path, shared: Path, url: str, browser: Browser) -> None:
        self.top = top
        self.shared = shared  # by all workers: samples are published once for them all
        self.url = url
        self.browser = browser
        self.tables = _Tables(self._publish_sample)
        self.heard: list[str] = []  # what pages complained of, or asked others for
        self.asked: list[str] = []  # every address that was asked
        self._open: dict[tuple[str, str], Page] = {}
        self._visited: list[BrowserContext] = []

    def publish(self, name: str, table: Table, *, package: bool = True) -> None:
        """Publish a table into a folder of the space, with Pyodide beside it or not."""
        self.tables[name] = table
        _publish(self.top / name, table, package=package)

    def folder(self, name: str) -> Path:
        """Return where a table is published; by then it is."""
        _ = self.tables[name]
        return self.top / name

    def address(self, name: str) -> str:
        """Return the address of a table's page; by then it is published."""
        return f"{self.url}{self.folder(name).name}/"

    def _publish_sample(self, name: str) -> Table:
        """Publish an example table as `TABLES` says, a short race, or one of players with nasty names; or any of them in German.

        The first worker that asks for it does; the others find it there.
        """
        sample, _, language = name.partition("-")
        place = self.shared / name
        published, held = place / "web", place / sample  # a table is called as its folder is
        with FileLock(f"{place}.lock"):
            if not (published / "index.html").exists():  # the last of its files
                table = _open_sample(sample, held)
                speak(language)
                try:
                    _publish(published, table)
                finally:
                    speak("")
        (self.top / name).symlink_to(published)
        return open_table(held)

    def context(
        self, *, small: bool = True, has_engine: bool = True, has_pyodide: bool = True, **choices: Any
    ) -> BrowserContext:
        """Return a browser of its own, as visitors have it; it is closed after the test. Without an engine it stays at loading it.

        The engine is the native one (see there) if it has not to be Pyodide.
        Nothing moves on its pages: a ring that glows has the whole page drawn again all the time.
        """
        usual = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce"}
        context = self.browser.new_context(**{**usual, **choices})
        self._visited.append(context)
        context.add_init_script(UNPAINTED)
        if small:
            context.add_init_script(SMALL)
        if not has_engine or not has_pyodide:
            context.add_init_script(native.WORKER if has_engine else LOADING)
        return context

    def visit(self, name: str, address: str = "", *, is_known: bool = True, **choices: Any) -> Page:
        """Open the page of a table anew, in a browser of its own (see `context`); `address` is its fragment.

        By default the browser knows from a visit before who reads: the first seat that is awaited. Its engine is Pyodide where a test
        asks for it, in a long run everywhere.
        """
        choices.setdefault("has_pyodide", effort.IS_LONG)
        return self.look(self.context(**choices), name, address, is_known=is_known)

    def _remember(self, name: str) -> str:
        """Return a script by which a browser remembers a seat of a table: the first that is awaited."""
        table = self.snapshot(name)
        awaited = [seat.mark for seat in table.seats if seat.mark in table.game.awaited(table.position)]
        mark = next(iter(awaited), table.seats[0].mark)
        return f"try {{ localStorage['gm-tools seat {name}'] ??= '{mark}'; }} catch {{ /* no page yet */ }}"

    def sandbox(self, name: str) -> Page:
        """Return the page of a table that stays open, in its sandbox, where nothing was played yet."""
        page = self.ready(name)
        page.evaluate("name => localStorage.removeItem(`gm-tools lines ${name}`)", name)
        page.click("#try")
        page.wait_for_selector("#sandbox .row", state="visible")
        return page

    def german(self, name: str) -> Page:
        """Return the page of a table in German, which stays open, as `ready` does."""
        return self._leave_alone(self.get_page(f"{name}-de", locale="de"), name)

    def look(self, context: BrowserContext, name: str, address: str = "", *, is_known: bool = True) -> Page:
        """Open the page of a table; what goes wrong on it is heard."""
        if is_known:
            context.add_init_script(self._remember(name))
        context.set_default_timeout(90_000)  # a busy machine is slow to start Python
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.heard.append(str(error)))
        page.on("request", self._note_request)
        page.goto(self.address(name) + address)
        return page

    def get_page(self, name: str, address: str = "", kind: str = "", **choices: Any) -> Page:
        """Return the page of a table in a browser of some kind, which stays open for all tests."""
        if (name, kind) not in self._open:
            self._open[name, kind] = self.visit(name, address, **choices)
            self._visited.pop()
        return self._open[name, kind]

    def _note_request(self, request: Request) -> None:
        """Note which address was asked; that open pages look for newer ones, now and then, is nothing that a test did."""
        is_look = request.url.endswith("/index.html") and request.resource_type == "fetch"
        if not request.url.endswith(native.PATH) and not is_look:
            self.asked.append(request.url)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.heard.append(message.text)

    def ready(self, name: str) -> Page:
        """Return the page of a table with its engine running, an empty box, at desktop size: one for all tests."""
        permissions = ["clipboard-read", "clipboard-write"]
        has_pyodide = effort.IS_LONG or name == IN_PYODIDE
        return self._leave_alone(self.get_page(name, permissions=permissions, has_pyodide=has_pyodide), name)

    def telephone(self, name: str, width: int, height: int) -> Page:
        """Return the page of a table on a telephone, which stays open, as `ready` does."""
        permissions = ["clipboard-read", "clipboard-write"]
        page = self.get_page(name, kind="telephone", has_touch=True, is_mobile=True, permissions=permissions)
        return self._leave_alone(page, name, {"width": width, "height": height})

    def _leave_alone(self, page: Page, name: str, size: dict[str, int] = DESKTOP) -> Page:
        """Return a page of a table that stays open, once it is as if no test had used it before."""
        if page.evaluate("() => !document.documentElement.dataset.ready"):  # a selector costs ten times as much
            page.wait_for_selector("html[data-ready]", state="attached")
        page.mouse.move(0, 0)  # what the pointer rests on is drawn
        if page.viewport_size != size:
            resize(page, **size)
        seat = TABLES[name][1] if name in TABLES else ""
        is_dark, is_settled = page.evaluate(LEFT_ALONE, seat)
        if is_dark:  # to say "light" again has the whole page styled anew
            page.emulate_media(color_scheme="light")
        if not is_settled:
            page.wait_for_selector(
                f"html{f'[data-surveyed={seat}]' if seat else ''} #state:not([data-state])", state="attached"
            )
        return page

    def leave(self) -> None:
        """Close what was visited: an open page goes on working, with an engine of its own."""
        for context in self._visited:
            context.close()
        self._visited.clear()

    def snapshot(self, name: str) -> Snapshot:
        """Return the snapshot that was published with a table."""
        return open_snapshot((self.folder(name) / "snapshot.toml").read_text(encoding="utf-8"))


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing of pages that were left before they had everything."""


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, engines: native.NativeEngines, *words: Any, **choices: Any) -> None:
        self._engines = engines
        super().__init__(*words, **choices)

    def do_POST(self) -> None:
        """Answer what is asked of a native engine."""
        answer = self._engines.answer(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def space(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Space]:
    """The web space, which has a running game of each kind, a short race, and one of players with nasty names."""
    if not make_start.PACKAGE.is_dir():
        pytest.skip("the npm package pyodide is not in .cache/page; .ci/run puts it there")
    top, shared = tmp_path_factory.mktemp("web"), tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    shared /= "samples"
    shared.mkdir(exist_ok=True)
    engines = native.NativeEngines()
    server = _Server(("127.0.0.1", 0), partial(_Handler, engines, directory=str(top)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield Space(top, shared, f"http://127.0.0.1:{server.server_port}/", chromium)
    server.shutdown()
    server.server_close()
    engines.close()


@pytest.fixture(autouse=True)
def _quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """No page complains of anything, and none asks anybody but its own web space."""
    yield
    if "space" in request.fixturenames:
        space: Space = request.getfixturevalue("space")
        space.leave()
        heard, space.heard = space.heard, []
        asked, space.asked = space.asked, []
        assert heard == []
        assert [url for url in asked if not url.startswith((space.url, "data:", f"blob:{space.url}"))] == []
