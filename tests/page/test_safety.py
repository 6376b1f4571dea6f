"""Nothing that is written on the page acts, nothing secret is in the folder, nobody else is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch
from zipfile import ZipFile

import pytest

from gm_tools.core.languages import speak
from gm_tools.page import pyodide
from gm_tools.page.publication import contents
from gm_tools.page.words import translate_words
from gm_tools.table import put_order
from gm_tools.table.resolve import resolve
from gm_tools.table.snapshot import snapshot
from tests import effort
from tests.cli.test_publish import begin_tac
from tests.page import make_start
from tests.page.conftest import IN_PYODIDE, MARKUP, NASTY, Space, short_race
from tests.page.test_load import STARTING
from tests.page.test_orders import ILLEGAL, UNREAD, type_order

if TYPE_CHECKING:
    from playwright.sync_api import Route

LINE = "<script>document.title='hacked'</script><img src=x onerror=\"document.title='hacked'\">"


def test_names_and_orders_that_want_to_be_markup_stay_text(space: Space, tmp_path: Path) -> None:
    page = space.ready("nasty")
    title = page.title()
    elements = "() => document.querySelectorAll('script, img, b:not([class]), iframe').length"
    count = page.evaluate(elements)
    assert NASTY in page.inner_text("#standings")
    assert NASTY in page.inner_text("#seat")
    for text in (LINE, f"M {LINE}", f"turn 9: {LINE}", "</textarea>", "{order}", "\u202e</pre>"):
        type_order(page, text, UNREAD)
    type_order(page, f"(4M) else {LINE}", ILLEGAL)
    assert LINE in page.inner_text("#answer") + page.inner_text("#verdict")
    later = tmp_path / f"{LINE.replace('/', '')}.toml"
    later.write_text(snapshot(space.tables["nasty"]), encoding="utf-8")
    page.set_input_files("#file", later)
    page.wait_for_selector("#leave", state="visible")
    assert NASTY in page.inner_text("#standings")
    page.click("#leave")
    page.wait_for_selector("#leave", state="hidden")
    assert (page.title(), page.evaluate(elements)) == (title, count)


def test_the_policy_forbids_what_the_page_does_not_need(space: Space) -> None:
    page = space.ready(IN_PYODIDE)  # its worker is a real one
    broken = page.evaluate(
        """async () => {
          const inline = document.createElement("script");
          inline.textContent = "document.title = 'inline'";
          document.body.append(inline);
          const asked = await fetch("http://127.0.0.1:9/").then(() => "", (error) => error.name);
          const inside = await new Promise((resolve) => {
            const text = "fetch('http://127.0.0.1:9/').then(() => postMessage(''), (error) => postMessage(error.name))";
            const worker = new Worker(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
            worker.onmessage = ({data}) => resolve(data);
          });
          return [document.title, asked, inside];
        }"""
    )
    assert broken[0] != "inline"
    assert broken[1:] == ["TypeError", "TypeError"]
    assert space.heard
    assert all("Content Security Policy" in said for said in space.heard)
    space.heard.clear()
    assert [url for url in space.asked if ":9/" in url] == []


def everything(files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield all that lies in a folder, what is packed in archives unpacked."""
    for name, data in files.items():
        yield name, data
        if name.endswith(".zip"):
            with ZipFile(BytesIO(data)) as archive:
                yield from ((f"{name}/{inside}", archive.read(inside)) for inside in archive.namelist())


def test_the_folder_holds_no_secret(space: Space, tmp_path: Path) -> None:
    game = begin_tac(tmp_path / "cards", 3)
    for _ in range(6):
        for seat in game.game.awaited(game.position):
            order = game.game.format_order(next(game.game.legal_orders(game.position, seat)))
            put_order(game.path, seat, order, f"by {seat}")
        game = resolve(game.path).table
    hands = game.game.dump_position(game.position)["hands"]
    secrets = [json.dumps(cards) for cards in hands.values() if len(cards) > 2]
    secrets += [", ".join(cards) for cards in hands.values() if len(cards) > 2]
    secrets.append(", ".join(json.dumps(card) for card in game.position.rest[:6]))
    assert len(secrets) > 3
    alley = space.tables["sandstorm"]
    for table in (game, alley):
        seed = (table.path / "secret.toml").read_text(encoding="utf-8").split('"')[1]
        secrets += [seed, seed[:16], seed[-16:]]
        with patch("gm_tools.page.publication.can_render_png", return_value=False):  # they are made from the SVGs
            files = contents(table)
        for name, data in everything(files):
            held = [secret for secret in secrets if secret.encode() in data]
            assert held == [], name
            assert bytes.fromhex(seed) not in data


@pytest.mark.long
def test_by_default_pyodide_comes_from_its_cdn_and_is_checked(space: Space, tmp_path: Path) -> None:
    space.publish("cdn", short_race(tmp_path / "cdn", MARKUP), package=False)
    assert not (space.top / "cdn" / "pyodide").exists()
    files = {name: (make_start.PACKAGE / name).read_bytes() for name in pyodide.FILES}
    wanted: list[str] = []

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(pyodide.CDN)
        wanted.append(name)
        kind = "application/wasm" if name.endswith(".wasm") else "text/javascript"
        route.fulfill(body=files[name], headers={"Content-Type": kind, "Access-Control-Allow-Origin": "*"})

    context = space.context()
    context.route(f"{pyodide.CDN}**", serve)
    files["pyodide.asm.js"] += b"\n;document.title = 'hacked'"
    page = space.look(context, "cdn")
    page.wait_for_selector("#again", state="visible")
    assert page.text_content("#broken small") == f"{pyodide.CDN}pyodide.asm.js"
    space.heard.clear()
    assert page.title() != "hacked"
    files["pyodide.asm.js"] = (make_start.PACKAGE / "pyodide.asm.js").read_bytes()
    page.click("#again")
    page.wait_for_function(effort.choose(STARTING, "() => document.documentElement.dataset.ready"))
    assert set(wanted) == {*pyodide.FILES} - {pyodide.LIBRARY}
    assert not page.is_visible("#again")
    space.asked[:] = [url for url in space.asked if not url.startswith(pyodide.CDN)]


def test_the_package_is_the_pinned_one(tmp_path: Path) -> None:
    from gm_tools.core.problems import InputError

    with pytest.raises(InputError, match=r"pyodide\.mjs: cannot be read .*npm pack pyodide@"):
        pyodide.read_package(tmp_path)
    (tmp_path / "package").mkdir()
    for name in pyodide.FILES:
        (tmp_path / "package" / name).write_bytes(b"something else")
    with pytest.raises(InputError, match=r"package/pyodide\.mjs: is of another version"):
        pyodide.read_package(tmp_path)


@effort.nightly
def test_the_compiled_library_is_what_its_source_says(space: Space) -> None:
    del space  # for what it says where npm's packages are missing
    assert make_start.run("check", make_start.ARCHIVE) == ""


def test_the_first_visit_is_light(space: Space) -> None:
    from gzip import compress

    size = 0
    for place in ("index.html", "snapshot.toml", "page", "pyodide"):
        path = space.folder("sandstorm") / place
        for file in [path] if path.is_file() else path.iterdir():
            if file.suffix == ".gz" or file.name in {"bls.js", pyodide.LIBRARY}:
                continue  # the same once more, for web spaces that do not compress; what is fetched when something asks for it
            size += len(compress(file.read_bytes(), 6))
    assert size < 5_000_000


def test_it_speaks_the_language_of_the_table(space: Space) -> None:
    speak("de")
    try:
        words = translate_words()
    finally:
        speak("")
    page = space.german("sandstorm")
    assert page.get_attribute("html", "lang") == "de"
    page.fill("#text", "?")
    page.wait_for_selector(f"#state:text-is('{words['unread']}')")
    assert words["unread"] != UNREAD
    assert "unexpected" not in page.inner_text("#verdict")
