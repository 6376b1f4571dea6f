"""How the engine is loaded: what the bar counts, and what is left of the page where it does not come."""

from __future__ import annotations

import re
from base64 import b64encode
from gzip import compress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from zipfile import ZipFile

import pytest

from gm_tools.page import pack, pyodide
from tests import effort
from tests.page.conftest import IN_PYODIDE, TABLES, Space, resize, until
from tests.page.test_orders import ILLEGAL, LEGAL, type_order
from tests.page.test_review import boxes

if TYPE_CHECKING:
    from playwright.sync_api import Route

# The page's own worker, its network played: what it tells of its progress, of one file of 3,000 bytes that lies there packed, too.
LOADED = """async ({ plain, zipped, integrity, hash, way }) => {
  const source = await (await fetch(JSON.parse(document.getElementById('data').textContent).worker)).text();
  const bytes = (text) => `Uint8Array.from(atob('${text}'), (one) => one.charCodeAt(0))`;
  const answers = {
    packed: `url.endsWith('.gz') ? [${bytes(zipped)}, {}] : null`,
    plain: `url.endsWith('.gz') ? null : [${bytes(plain)}, {}]`,
    squeezed: `url.endsWith('.gz') ? null : [${bytes(plain)}, {'Content-Length': '1234'}]`,
    unpacked: `url.endsWith('.gz') ? [${bytes(plain)}, {'Content-Length': '${atob(zipped).length}'}] : null`,
  };
  const network = `self.fetch = async (url) => {
    const found = ${answers[way]};
    return found ? new Response(found[0], {headers: found[1]}) : new Response('', {status: 404});
  };`;
  const url = URL.createObjectURL(new Blob([network, source], {type: 'text/javascript'}));
  const worker = new Worker(url, {type: 'module'});
  const told = [];
  const file = 'http://x/pyodide.mjs';
  await new Promise((done) => {
    worker.onmessage = ({data}) => (data.progress ? told.push(data.progress) : done());
    worker.postMessage({begin: {base: 'http://x/', files: {[file]: [integrity, atob(plain).length]},
      packed: {[file]: [`${file}.gz`, hash, atob(zipped).length]}, start: '', engine: '', lock: {}}});
  });
  worker.terminate();
  URL.revokeObjectURL(url);
  return told;
}"""


@pytest.mark.parametrize("way", ["packed", "plain", "squeezed", "unpacked"])
def test_the_bar_counts_what_comes_over_the_line(space: Space, way: str) -> None:
    plain = b"not a module, as every word here says. " * 77
    zipped = compress(plain, mtime=0)
    told: list[Any] = space.ready(IN_PYODIDE).evaluate(
        LOADED,
        {
            "way": way,
            "plain": b64encode(plain).decode(),
            "zipped": b64encode(zipped).decode(),
            "integrity": pyodide.integrity(plain),
            "hash": pyodide.integrity(zipped),
        },
    )
    wanted = {"packed": len(zipped), "plain": len(plain), "squeezed": 1234, "unpacked": len(zipped)}[way]
    assert told[-1] == [wanted, wanted]
    assert [come for come, _all in told] == sorted(come for come, _all in told)
    assert all(come <= whole for come, whole in told)


# All files are there; Python's own start, a second or two, is the same however they came
STARTING = "() => document.getElementById('loaded').textContent.startsWith('Starting')"


@pytest.mark.long
def test_loading_shows_a_bar_and_the_size(space: Space) -> None:
    context = space.context()
    context.add_init_script(  # every text of the bar is kept: on a fast line, or a busy machine, it is gone at the next look
        "window.bar = []; new MutationObserver(() => bar.push(document.getElementById('loaded')?.textContent ?? ''))"
        ".observe(document, {childList: true, subtree: true})"
    )
    page = space.look(context, "willow")
    page.wait_for_function(effort.choose(STARTING, "() => document.documentElement.dataset.ready"))
    place = space.folder("willow")
    names = ("pyodide.mjs", "pyodide.asm.js.gz", "pyodide.asm.wasm.gz")
    files = [*(place / "pyodide" / name for name in names), place / "page" / "start.zip", place / "page" / "engine.zip"]
    size = sum(file.stat().st_size for file in files)
    told = {found[0] for text in page.evaluate("bar") if (found := re.findall(r"\d of (\d+\.\d) MB", text))}
    assert told == {f"{size / 1e6:.1f}"}
    assert page.is_visible("#loading") != effort.IS_LONG
    asked = [url for url in space.asked if "/willow/pyodide/" in url]
    assert any(url.endswith("pyodide.asm.wasm.gz") for url in asked)
    assert not any(url.endswith(("pyodide.asm.wasm", pyodide.LIBRARY)) for url in asked)


# What asks for modules that no start has: one alone, one of a package of which others are there
RARE = """
_answer = answer

def answer(*words):
    import csv
    import encodings.idna
    return _answer(*words)
"""


def test_a_module_that_does_not_come_with_the_start_comes_with_the_whole_library(space: Space, tmp_path: Path) -> None:
    with ZipFile(BytesIO(pack.engine("rally"))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["gm_tools/page/engine.py"] += RARE.encode()
    turn, seat, order = TABLES["papers"]
    with patch("gm_tools.page.pack.engine", lambda *_: pack.archive(sorted(files.items()))):
        space.publish("rare", until("papers", turn, tmp_path / "rare"))
    page = space.visit("rare", f"#seat={seat}", has_pyodide=True)
    page.wait_for_selector("html[data-ready]", state="attached")
    assert not any(pyodide.LIBRARY in url for url in space.asked)
    type_order(page, order, LEGAL)
    type_order(page, "(9,9)", ILLEGAL)
    assert sum(pyodide.LIBRARY in url for url in space.asked) == 1


# Which of some elements are not in sight as a whole, or lie below another one
SHOWN_IN_FULL = """(names) => names.filter((name) => {
  const one = document.querySelector(name);
  const {left, top, right, bottom, width} = one.getBoundingClientRect();
  const [above, below] = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
  return !width || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || ![above, below].every((seen) => one.contains(seen));
})"""
# Whether all of an element can be read: nothing in it is wider, and what is higher scrolls
NOT_CUT = """(name) => {
  const one = document.querySelector(name);
  const room = one.closest('.scroll');
  one.scrollIntoView({block: 'end'});
  return one.scrollWidth <= one.clientWidth + 1 && one.getBoundingClientRect().bottom <= room.getBoundingClientRect().bottom + 1;
}"""


@pytest.mark.long
def test_a2_a11_an_engine_that_fails_to_load_is_reported_and_can_be_tried_again(space: Space) -> None:
    context = space.context()
    lost = [True]

    def serve(route: Route) -> None:
        if lost[0]:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    context.route("**/pyodide.asm.wasm*", serve)
    page = space.look(context, "sandstorm")
    page.wait_for_selector("#again", state="visible")
    said = page.inner_text("#broken p")
    assert said.startswith("Orders cannot be checked: the engine could not be loaded.")
    assert "404" not in page.inner_text("#broken")  # the address is for whoever unfolds it
    assert "pyodide.asm.wasm: 404" in str(page.text_content("#broken small"))
    asked = len(space.asked)
    page.fill("#text", "A(5M)")  # without the engine an order can still be copied, after a question
    page.wait_for_timeout(200)
    page.click("#copy")
    assert page.inner_text("#asking span") == "This order was not checked. Copy it anyway?"
    page.click("#no")
    assert len(space.asked) == asked  # nobody asked to try again
    assert page.is_disabled("#try")
    page.click("#how summary")
    assert page.is_visible("#notation dl")
    page.click("#how summary")
    for width, height in effort.choose(((1280, 800), (360, 640)), ((1280, 800), (390, 844), (360, 640))):
        resize(page, width, height)
        for is_open in (False, True) if width < 900 else (False,):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            assert (width, is_open, page.evaluate(SHOWN_IN_FULL, ["#broken p", "#again", "#text", "#copy"])) == (
                width,
                is_open,
                [],
            )
            assert boxes(page, "#broken p")[0][3] <= boxes(page, "#again")[0][1]
            page.click("#broken summary")
            assert page.evaluate(NOT_CUT, "#broken")
            page.click("#broken summary")
    page.evaluate("() => document.documentElement.classList.remove('open')")
    resize(page, 1280, 800)
    lost[0] = False
    page.click("#again")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'A(5M)'")
    assert not page.is_visible("#broken, #loading")
    page.wait_for_selector("#keys button")
    page.wait_for_selector("#stage .reach > g", state="attached")
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    space.heard.clear()


def test_without_an_engine_an_order_in_a_game_that_hides_something_is_a_private_message(space: Space) -> None:
    context = space.context()
    held: list[Route] = []
    context.route("**/engine.zip*", lambda route: held.append(route))  # noqa: PLW0108  (Playwright marks what it calls)
    page = space.look(context, "marbles")
    page.click("#try")  # while the engine is still being loaded
    while not held:
        page.wait_for_timeout(50)
    held[0].fulfill(status=500, body="")
    page.wait_for_selector("#again", state="visible")
    assert page.inner_text("#copy span") == "Copy private message to the game master"
    page.fill("#text", "2 R17>19")
    page.wait_for_selector("#copy:not([disabled])")
    assert page.inner_text("#copy span") == "Copy private message to the game master"
    assert "do not post it" in page.inner_text("#nothing")
    assert not page.is_visible("#share-link")
    assert not page.is_visible("#playing")
    space.heard.clear()


def test_a_stalled_connection_is_given_up_and_can_be_tried_again(space: Space) -> None:
    context = space.context()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held and held[0] is None:
            route.continue_()
        else:
            held.append(route)

    context.route("**/pyodide.asm.wasm*", hold)
    page = context.new_page()
    page.clock.install()
    page.goto(space.address("willow"))
    page.wait_for_function("() => /MB|Starting/.test(document.getElementById('loaded').textContent)")
    for _ in range(40):
        if held:
            break
        page.wait_for_timeout(250)
    page.clock.run_for(100_000)
    page.wait_for_selector("#again", state="visible")
    assert "nothing of the engine has come for 45 seconds" in page.inner_text("#broken p")
    assert not page.is_visible("#broken details")
    page.fill("#text", TABLES["willow"][2])
    page.wait_for_selector("#copy:not([disabled])", timeout=10_000)
    space.heard.clear()


def test_a_web_space_without_packed_files_or_one_that_unpacks_them_serves_the_engine(space: Space) -> None:
    context = space.context()
    # Not there; and unpacked on the way, as a space does that takes the ending for a way of sending
    context.route("**/pyodide.asm.wasm.gz*", lambda route: route.fulfill(status=404, body=""))
    script = (space.folder("willow") / "pyodide" / "pyodide.asm.js").read_bytes()
    context.route("**/pyodide.asm.js.gz*", lambda route: route.fulfill(body=script))
    page = space.look(context, "willow")
    page.wait_for_selector("html[data-ready]", state="attached")
    asked = {url.rpartition("/")[2].partition("?")[0] for url in space.asked}
    assert "pyodide.asm.wasm" in asked
    assert "pyodide.asm.js" not in asked  # what was unpacked on the way is what was wanted
    type_order(page, TABLES["willow"][2], LEGAL)
    space.heard.clear()


def test_c_a_page_that_is_opened_as_a_file_is_read_and_says_what_to_do(space: Space) -> None:
    page = space.context(has_engine=False).new_page()
    page.goto((space.folder("sandstorm") / "index.html").resolve().as_uri())
    page.wait_for_selector("#closed:has-text('open this page from a web address')")
    assert page.is_visible("#stage svg")
    assert page.is_visible("#sheet")
    assert not page.is_visible("#box")


def test_c_a_line_that_is_paid_by_the_byte_loads_the_engine_when_it_is_wanted(space: Space) -> None:
    context = space.context()
    context.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}}); window.begun = 0;"
        "window.Worker = class { constructor() { window.begun += 1; } postMessage() {} terminate() {} }"
    )
    page = space.look(context, "sandstorm")
    page.wait_for_selector("#box", state="visible")
    assert page.evaluate("() => window.begun") == 0
    page.focus("#text")
    page.wait_for_function("() => window.begun === 1")
