"""The desk in Chromium: a whole evening by mouse, decisions by keys, wide and narrow, light and dark, without a finding of axe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gm_tools.table import open_table
from gm_tools.table.bots import chosen_order
from gm_tools.table.hands_sent import hands_due, mark_sent
from gm_tools.table.resolve import resolve
from tests import effort
from tests.desk.conftest import THREAD
from tests.desk.opened import TURNS, Opened, open_desk
from tests.page.conftest import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DROP = """text => { const data = new DataTransfer(); data.items.add(new File([text], "page.txt"));
    const event = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
    return document.querySelector("main").dispatchEvent(event); }"""
SIZES = {"desktop": (1440, 900), "laptop": (1280, 800), "telephone": (390, 844)}
EVENINGS = [("desktop", "mouse"), ("telephone", "keyboard"), ("desktop", "keyboard"), ("telephone", "mouse")]


@pytest.fixture
def opened(tmp_path: Path, chromium: Browser) -> Iterator[Opened]:
    """A desk over copies of the tables that tests are about, in Chromium: its first page draws all that there are."""
    with open_desk(tmp_path, chromium, ("sandstorm", "marbles")) as found:
        yield found


@pytest.fixture(scope="module")
def _kept_open(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Opened]:
    """A desk that stays open for the tests that change nothing of it."""
    with open_desk(tmp_path_factory.mktemp("desk"), chromium, ("sandstorm",)) as found:
        yield found


@pytest.fixture
def reading(_kept_open: Opened) -> Iterator[Opened]:
    """The desk that stays open, for a test that writes into no table but one of its own: to start one costs a second."""
    _kept_open.page.set_viewport_size(dict(zip(("width", "height"), SIZES["desktop"], strict=True)))
    _kept_open.page.emulate_media(color_scheme="light")
    yield _kept_open
    assert not _kept_open.heard


def add_race(opened: Opened, name: str) -> None:
    """Lay a race for one test beside the tables of a desk."""
    shutil.copytree(TURNS / "sandstorm", opened.tables / name)


def test_an_evening_by_mouse_and_keys(opened: Opened) -> None:
    page = opened.page
    assert "token" not in page.url
    page.click("a.picture[href*=sandstorm]")
    page.wait_for_selector("p.slide output")
    page.wait_for_load_state()
    assert page.evaluate(DROP, THREAD) is False  # the browser does not leave the desk for the file
    page.click("nav.steps >> text=Thread")
    page.wait_for_selector("#paste")
    page.wait_for_load_state()
    assert page.evaluate(DROP, THREAD) is False
    page.click("button.go")
    assert page.locator(".ask").count() == 4  # one of them is a name that is near a player's
    assert page.locator(".ask.on").get_attribute("data-seat") == page.locator(".post.on").first.get_attribute(
        "data-seat"
    )
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.locator(".ask.on").get_attribute("data-seat") == "M"
    page.keyboard.press("1")  # takes the guess
    page.wait_for_selector("text=2 need you")
    page.click("button.go")
    page.wait_for_selector("text=Track after turn 10")
    page.click("summary:has-text('Change the words')")
    page.fill("textarea[name=words]", "[i]Sand![/i]\n" + page.input_value("textarea[name=words]"))
    page.click("text=Keep these words")
    assert page.text_content(".changes ins").strip() == "[i]Sand![/i]"
    assert opened.findings() == []
    page.click("text=Resolve and copy")
    page.wait_for_selector("text=is resolved: post it now")
    assert page.input_value("#post-1").startswith("[i]Sand![/i]\n[b]sandstorm: turn 10")
    assert clipboard(page).strip() == page.input_value("#post-1").strip()
    assert page.text_content(".changes ins").strip() == "[i]Sand![/i]"


def test_a_desk_that_was_closed_says_so_and_loses_nothing_that_was_typed(reading: Opened) -> None:
    page = reading.page
    add_race(reading, "canyon")
    reading.go("/table/canyon/thread")
    page.fill("#paste", THREAD)
    page.route("**/*", lambda route: route.abort("connectionrefused"))
    page.click("main button.go")
    page.wait_for_selector("#gone:has-text('Start gm desk again')")
    assert page.input_value("#paste") == THREAD
    assert reading.findings() == []
    page.unroute_all()
    reading.heard.clear()
    page.click("main button.go")
    page.wait_for_selector("text=3 need you")
    page.select_option("select[name=policy]", "straight")
    page.click("#to-preview button")
    page.wait_for_selector("text=Resolve and copy")
    resolve(reading.tables / "canyon", close=True, policy="straight")
    page.click("text=Resolve and copy")
    page.wait_for_selector("text=was changed after this page was made")
    assert open_table(reading.tables / "canyon").turn == 10


def clipboard(page: Any) -> str:
    """Return what was copied."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return str(page.evaluate("navigator.clipboard.readText()"))


@effort.nightly
@pytest.mark.parametrize(("size", "hand"), effort.choose(EVENINGS[1:2], EVENINGS))
def test_an_evening_of_a_race(opened: Opened, size: str, hand: str) -> None:
    """A thread read, all that wants the game master settled, a turn previewed, resolved, and its post copied."""
    page = opened.page
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    opened.by_keyboard = hand == "keyboard"
    opened.press("a.picture[href*=sandstorm]")
    opened.press("nav.steps a[href$=thread]")
    opened.write("#paste", THREAD)
    opened.press("main button.go")
    opened.press("#ask-M button.rec")
    page.wait_for_selector("text=2 need you")
    opened.press("#ask-F button:has-text('(6M)L')")
    page.wait_for_selector("text=1 needs you")
    opened.press("#ask-E .asking button")
    page.wait_for_selector("text=asked at")
    opened.press(".ask button:has-text('Yes, from now on')")
    page.wait_for_selector("text=also known as Gaskett")
    opened.press("main .foot button.go")
    page.wait_for_selector("text=Track after turn 10")
    assert open_table(opened.tables / "sandstorm").turn == 9
    opened.press("button:has-text('Resolve and copy')")
    page.wait_for_selector("text=is resolved: post it now")
    assert clipboard(page).strip() == page.input_value("#post-1").strip()
    page.fill("#post-1", "Hear, hear!\n" + page.input_value("#post-1"))
    opened.press("button:has-text('Copy the post')")
    page.wait_for_selector("button.done")
    assert clipboard(page).startswith("Hear, hear!\n[b]sandstorm: turn 10")
    page.wait_for_selector("text=Turns 0 to 10 verify.")
    table = open_table(opened.tables / "sandstorm")
    assert table.turn == 10
    assert "[b]sandstorm: turn 10" in page.input_value("#post-1")
    assert opened.clicks <= 12
    assert opened.findings() == []


@effort.nightly
@pytest.mark.parametrize("hand", effort.choose(["mouse"], ["keyboard", "mouse"]))
def test_an_evening_of_a_deal(opened: Opened, hand: str) -> None:
    """The last card of a hand is played, the next hands are dealt, written to each player alone, and the swap is read."""
    page = opened.page
    opened.by_keyboard = hand == "keyboard"
    place = opened.tables / "marbles"
    shutil.rmtree(place)
    table = until("marbles", 20, place)
    mark_sent(place, [])
    for turn in effort.choose((21,), (21, 22)):
        seats = list(table.game.awaited(table.position))
        players = {seat.mark: seat.player for seat in table.seats}
        rows = [
            f"{players[seat]} wrote on 2026-11-21 20:{10 + at}:\nOrder: {chosen_order(place, seat, 'medium')}\n"
            for at, seat in enumerate(seats)
        ]
        opened.go("/table/marbles/thread")
        opened.write("#paste", "\n".join(rows))
        opened.press("main button.go")
        page.wait_for_selector("text=" + f"{len(seats)} of {len(seats)}")
        opened.press("main .foot button.go")
        opened.press("button:has-text('Resolve and copy')")
        page.wait_for_selector("text=is resolved: post it now")
        table = open_table(place)
        assert table.turn == turn
        due = list(hands_due(table))
        assert len(due) == 4
        for at, seat in enumerate(due):
            opened.press(f"button[data-copy-from=hand-{seat}]")
            page.wait_for_selector(f"button.done[data-copy-from=hand-{seat}]")
            others = [page.input_value(f"#hand-{other}") for other in due[at:] if other != seat]
            assert page.input_value(f"#hand-{seat}") not in others
            assert opened.findings() == [] if not at else True
            opened.press(f".hand:has(#hand-{seat}) form button")
            page.wait_for_selector(f"#hand-{seat}", state="detached")
        assert not hands_due(open_table(place))


def test_a_board_is_painted_with_the_mouse_and_by_keys_and_typed_in_step(reading: Opened) -> None:
    page = reading.page
    reading.go("/tracks/edit?game=nascar&track=penny-egg")
    page.wait_for_selector("svg[data-board]")

    def middle(row: int, column: int) -> tuple[float, float]:
        x, y = page.evaluate(
            "([row, column]) => { const svg = document.querySelector('svg[data-board]');"
            " const point = new DOMPoint(column + 2.7, row + 2.7).matrixTransform(svg.getScreenCTM()); return [point.x, point.y]; }",
            [row, column],
        )
        return x, y

    def row_of_map(row: int) -> str:
        return str(page.input_value("#board-text").split("+++\n", 2)[2].split("\n")[row])

    before = row_of_map(2)
    page.click(".palette label:has-text('oil')")
    page.mouse.move(*middle(2, 20))
    page.mouse.down()
    page.mouse.move(*middle(2, 26))
    page.mouse.up()
    assert row_of_map(2) == before[:20] + "o" * 7 + before[27:]
    page.wait_for_selector("#board-picture >> text=oil")  # it is in the legend of the picture drawn anew
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert row_of_map(2)[20:28] == "o" * 8
    for __ in range(8):
        page.click("#unpaint")
    assert row_of_map(2) == before
    page.fill("#board-text", page.input_value("#board-text").replace("x***x", "x*%*x", 1))
    page.wait_for_selector("#faults .fault")
    assert page.locator("rect.over.wrong").count() == 1
    assert page.locator("button[value=save]").is_disabled()
    page.click(".palette label:has-text('asphalt')")
    page.wait_for_selector("#fault-here:has-text('Column 27: unknown')")
    line, under = (page.locator(what).bounding_box() for what in ("#board-lines .wrong", "#fault-here"))
    assert 0 <= under["y"] - line["y"] - line["height"] < 4
    page.locator("#board-text").press("ArrowDown")  # the cursor is far below: nothing hides what is typed
    assert page.locator("#fault-here").is_visible()
    assert page.locator("button[value=laps]").is_enabled()  # on the last board that had no fault, and it is said
    assert page.locator("#on-last").is_visible()
    page.click("#fault-here button")
    page.wait_for_selector("#faults:has-text('No faults.')")
    assert not page.locator("#fault-here").is_visible()
    assert "%" not in page.input_value("#board-text")
    assert reading.findings() == []


@effort.nightly
def test_bots_drive_while_one_watches_and_the_slider_goes_back(reading: Opened) -> None:
    page = reading.page
    reading.go("/tracks/edit?game=nascar&track=penny-egg")
    page.wait_for_selector("svg[data-board]")
    page.click("button[value=laps]")
    page.wait_for_selector("#laps .slide input", timeout=90_000)
    page.wait_for_selector("#laps .speeds rect")
    assert page.locator("#laps .speeds rect").count() == int(page.get_attribute("#laps .slide input", "max"))
    assert page.locator("#laps tbody tr:has-text('lap ')").count() == 3
    assert int(page.get_attribute("#laps .slide input", "max")) > 20
    page.wait_for_function("() => Number(document.querySelector('#laps .slide input').value) > 2")
    page.click("#laps .slide button")
    page.fill("input[name=games]", "60")
    page.click("button[value=fair]")
    page.wait_for_selector("#fair .dots li", timeout=90_000)
    page.click("#fair .stop")
    page.wait_for_selector("#fair .stop", state="hidden")
    assert page.locator("#fair .dots li").count() == 8
    assert reading.findings() == []
    reading.go("/table/sandstorm/game")
    page.fill("form[data-command^='gm try'] [name=order]", "(7M)")
    page.click("form[data-command^='gm try'] button")
    page.wait_for_selector(".tried svg")  # the slider drives the turn's board, and not the order's
    page.wait_for_selector("p.slide output")
    page.wait_for_load_state()  # a slider that is seen may not hear yet
    where = "() => [...document.querySelectorAll('.report > section svg[data-board] g.piece')].map((one) => one.getAttribute('transform')).join()"
    now = page.evaluate(where)
    for value, turn in (("8.5", "9"), ("3", "3"), ("0", "0")):
        page.fill("p.slide input", value)
        page.wait_for_selector(f"p.slide output >> text=/^{turn}$/")
        page.wait_for_function(f"(old) => ({where})() !== old", arg=now)
        now = page.evaluate(where)


@pytest.mark.long
@pytest.mark.parametrize("scheme", effort.choose(["dark"], ["light", "dark"]))
def test_no_page_has_a_finding_or_runs_out_of_the_window(reading: Opened, scheme: str) -> None:
    page = reading.page
    add_race(reading, scheme)
    page.emulate_media(color_scheme=scheme)
    for name in effort.choose((), ("lighthouse", "marbles", "papers", "willow")):
        shutil.copytree(TURNS / name, reading.tables / name, dirs_exist_ok=True)
    reading.go(f"/table/{scheme}/thread")
    page.fill("#paste", THREAD)
    page.click("button.go")
    paths = ["/", "/new?game=tac", *(f"/table/{scheme}/{step}" for step in ("orders", "game"))]
    more = [f"/table/{scheme}/{step}" for step in ("post", "thread", "preview")]
    more += ["/table/marbles/post?viewer=R", "/table/willow/game", "/tracks/edit?game=nascar&track=dust-bowl"]
    found = []
    for path in effort.choose(paths, [*paths, *more]):  # more of them are looked at in other tests
        reading.go(path)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} wide on a {name}"
        found += [(path, each) for each in reading.findings()]
    assert found == []


def test_a_road_is_painted_square_by_square_and_its_fault_is_gone_to(reading: Opened) -> None:
    page = reading.page
    reading.go("/tracks/edit?game=monza&track=willow_bends")
    page.wait_for_selector("svg [data-cell]")
    before = page.input_value("#board-text").split("\n")
    page.click(".palette label:has-text('yellow')")
    square = page.locator("svg [data-cell]").nth(30)
    row, column = map(int, str(square.get_attribute("data-cell")).split())
    box = square.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    line = before.index("+++", 1) + 1 + row
    after = page.input_value("#board-text").split("\n")
    assert after[line] == before[line][:column] + "Y" + before[line][column + 1 :]
    assert [text for at, text in enumerate(after) if at != line] == [
        text for at, text in enumerate(before) if at != line
    ]
    page.fill("#board-text", "\n".join(before).replace("|  B  |", "| %% |", 1))
    page.wait_for_selector("#to-fault:not([hidden])")
    assert page.locator("button[value=save]").is_disabled()
    assert page.locator("#board-lines .wrong").count() >= 1
    page.click("#to-fault")
    start, end = page.evaluate(
        "() => { const one = document.activeElement; return [one.selectionStart, one.selectionEnd]; }"
    )
    assert page.input_value("#board-text")[start:end] == "%"
    page.keyboard.press("Tab")  # from the fault to the button that mends it
    assert page.evaluate("document.activeElement.closest('#fault-here') !== null")
    page.keyboard.press("Enter")
    assert page.input_value("#board-text")[start:end] == "Y"
    assert reading.findings() == []


@pytest.mark.long
def test_on_a_telephone_orders_thread_and_board_are_tabs(reading: Opened) -> None:
    page = reading.page
    add_race(reading, "dune")
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["telephone"], strict=True)))
    reading.go("/table/dune/thread")
    reading.write("#paste", THREAD)
    reading.press("main button.go")
    page.wait_for_selector(".tabs button")
    assert page.locator("#ask-M .own").is_visible()  # the decision carries its post's lines
    for tab, shown in (("thread", "#thread"), ("board", ".mini svg"), ("orders", ".list")):
        reading.press(f".tabs [data-tab={tab}]")
        assert [one for one in ("#thread", ".mini svg", ".list") if page.locator(one).first.is_visible()] == [shown]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        if tab == "orders" or effort.IS_LONG:
            assert reading.findings() == []
