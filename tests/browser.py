"""Chromium for the tests of pages: it starts once a worker, and each test opens what it needs in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.page import make_start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = make_start.PACKAGE.parent / "axe-core" / "axe.min.js"
# The first has no windows and costs less
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Quiet, without a sandbox (root has none), and asking nobody for anything by itself.
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--liftoff-only",  # the engine runs for seconds: compiling it well would take longer than that
]
# Laid out, hit and focused as ever, and not painted: nothing looks at pictures of pages, and they are a fifth of what a page costs.
UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets.push(sheet);
}"""
_PAINT = "isPainted => { for (const sheet of document.adoptedStyleSheets) sheet.disabled = isPainted; }"


def findings(page: Page) -> list[str]:
    """Return what axe finds wrong with a page; it wants to see its colours."""
    page.evaluate(_PAINT, True)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # not by a script element, which the policy forbids
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
    page.evaluate(_PAINT, False)
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@contextmanager
def launch() -> Iterator[Browser]:
    """Run Chromium; tests skip where it, Playwright or axe-core is missing."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = next(filter(None, map(shutil.which, _NAMES)), None)
    if chromium is None or not AXE.is_file():
        pytest.skip("there is no Chromium or no axe-core here; .ci/run installs them")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser
        browser.close()
