"""A turn checked in the browser: what was proven is said in words, and a file that was tampered with is found."""

from __future__ import annotations

from json import dumps, loads
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.beacon import PUBLIC_KEY
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.table import ChanceSource, open_table
from gm_tools.table.digests import turn_digest
from gm_tools.table.resolve import resolve
from tests.begin import begin_table
from tests.page import make_bls
from tests.page.conftest import Space
from tests.table.test_beacon import VECTORS

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def circuit(space: Space, tmp_path: Path) -> str:
    """A published game of Monza with a chain of keys, three turns long, as if no test had changed its files."""
    board = min((folder("tracks") / "monza").glob("*.txt")).read_text(encoding="utf-8")
    seats = (Seat("R", "Rita", bot="easy"), Seat("B", "Bob", bot="easy"))
    path = begin_table(tmp_path / "circuit", "monza", board, seats, chance=ChanceSource(root=bytes(32))).path
    for __ in range(3):
        resolve(path)
    rmtree(space.top / "circuit", ignore_errors=True)
    space.publish("circuit", open_table(path))
    return "circuit"


def proof(space: Space, circuit: str) -> Page:
    """Return the page of the table that stays open, with its proof in sight; what it asks for is what lies there now."""
    page = space.ready(circuit)
    page.evaluate("() => { document.getElementById('check').open = true; }")
    page.evaluate("() => document.getElementById('proven').replaceChildren()")
    page.fill("#pasted", "")
    return page


def test_a_turn_is_checked_in_the_browser(space: Space, circuit: str) -> None:
    page = proof(space, circuit)
    digest = turn_digest(space.tables[circuit], 3)
    assert digest is not None
    page.fill("#pasted", digest.line())
    page.click("#prove")
    page.wait_for_selector("#checked:text('every check passed')")
    assert page.inner_text("#checked") == "Turn 3: every check passed."
    assert page.locator("#proven li[data-holds=true]").count() == 5
    assert page.locator("#proven li[data-holds=null]").count() == 2
    assert not [url for url in space.asked if "bls.js" in url]  # without a beacon it is not wanted


def test_a_file_that_was_tampered_with_is_named(space: Space, circuit: str) -> None:
    file = space.top / circuit / "data" / "turn-003.proof.json"
    made = loads(file.read_text(encoding="utf-8"))
    made["draws"][0]["value"] = "R" * len(made["draws"][0]["value"])
    file.write_text(dumps(made), encoding="utf-8")
    page = proof(space, circuit)
    page.click("#prove")
    page.wait_for_selector("#checked:text('a check failed')")
    assert "The draws do not match the key" in page.inner_text("#proven li[data-holds=false]")


def with_round(space: Space, name: str, signature: str) -> None:
    """Have the proof of the last turn say that it was drawn with round 1000, by a signature."""
    file = space.top / name / "data" / "turn-003.proof.json"
    made = loads(file.read_text(encoding="utf-8")) | {"has_beacon": True, "round": 1000, "signature": signature}
    file.write_text(dumps(made), encoding="utf-8")


def test_the_signature_of_the_beacon_is_checked_in_the_browser(space: Space, circuit: str) -> None:
    with_round(space, circuit, VECTORS[1000])
    page = proof(space, circuit)
    page.click("#prove")
    page.wait_for_selector("#proven li")
    assert "✓ The signature in the draws is that of round 1000 of drand quicknet." in page.inner_text("#proven")
    tried = [
        (1000, VECTORS[1000]),
        (657413, VECTORS[657413]),
        (657414, VECTORS[657413]),
        (1000, VECTORS[657413]),
        (1000, VECTORS[1000][:-1] + "8"),
        (1000, "c" + "0" * 95),  # the point at infinity
        (1000, "0" * 96),
        (1000, ""),
        (-1, VECTORS[1000]),
    ]
    check = "([url, key, tried]) => import(url).then(({ verify }) => tried.map(([number, said]) => verify(number, said, key)))"
    found = page.evaluate(check, [f"{space.url}{circuit}/page/bls.js", PUBLIC_KEY, [list(row) for row in tried]])
    assert found == [True, True, *[False] * 7]


def test_a_script_that_checks_signatures_and_was_changed_is_not_run(space: Space, circuit: str) -> None:
    with_round(space, circuit, VECTORS[1000])
    page = proof(space, circuit)
    changed = "export const verify = () => true;"
    page.route("**/bls.js*", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    page.click("#prove")
    page.wait_for_selector("#checked:text('cannot be checked')")
    page.unroute("**/bls.js*")
    space.heard.clear()  # the browser complains of it, rightly


def test_the_script_that_checks_signatures_is_built_from_noble_curves() -> None:
    if not make_bls.is_there():
        pytest.skip("the npm packages of tests/page/make_bls.py are not there")
    assert make_bls.make() == make_bls.SCRIPT.read_text(encoding="utf-8")
