"""What the page says each seat did last: its order, and what came of it, in games where all order at once and where one acts after the other."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from unittest.mock import patch

import pytest

from gm_tools.core.events import PUBLIC, Event
from gm_tools.games.tac import GAME as TAC
from gm_tools.games.tacara import GAME as TACARA
from gm_tools.page.publication import contents
from gm_tools.page.sandbox import Sandbox
from gm_tools.reports.deeds import Deed, deeds
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Table, read_turn
from gm_tools.table.snapshot import open_snapshot, snapshot
from tests import effort
from tests.page.conftest import Space, resize, until


def last_deeds(table: Table) -> dict[str, Deed]:
    """Return what the page tells of each seat after the last turn of a table, without making all its files."""
    done: dict[str, Deed] = {}
    for turn in range(table.turn + 1):
        orders = {row.seat: row.canonical for row in read_turn(table, turn).record.orders}
        done = deeds(turn_post(table, turn, PUBLIC), table.game, orders, done)
    return done


def test_each_car_of_a_rally_has_its_order_and_its_velocity(tmp_path: Path) -> None:
    done = last_deeds(until("papers", 20, tmp_path / "papers"))
    assert {mark: deed[:2] for mark, deed in done.items()} == {
        "A": ("NE", "velocity 2 east and 2 north"),
        "B": ("E", "velocity 1 north"),
        "C": ("NE", "velocity 1 east and 1 north"),
        "D": ("N", "velocity 1 west and 3 north"),
    }
    assert not any(deed.is_earlier for deed in done.values())


def test_where_cars_drive_one_after_the_other_each_keeps_its_last_drive(tmp_path: Path) -> None:
    done = last_deeds(until("lighthouse", 20, tmp_path / "lighthouse"))
    assert sorted(done) == ["A", "C", "D", "E", "F"]
    assert done["F"] == Deed("GWS V", "to row 10 column 31")
    assert all(done[mark].is_earlier and done[mark].order for mark in "ACDE")
    assert done["C"].news.startswith("to row 11 column 28")


def test_what_happens_to_a_car_in_other_turns_is_told_after_its_own_drive(tmp_path: Path) -> None:
    done = last_deeds(until("willow", 6, tmp_path / "willow"))
    assert done["P"].news.endswith("rolls P R Y G P G")
    assert done["P"].order
    assert done["B"].order == "X3"


def test_a_flipped_car_is_told_once_whose_chip_goes_back_for_turns(tmp_path: Path) -> None:
    news = last_deeds(until("lighthouse", 45, tmp_path / "lighthouse"))["C"].news
    assert news.count("flipped") + news.count("crashes") == 1
    assert "its chip goes" not in news  # its shift stands beside it
    assert news.endswith("is back on its wheels [C28]")


def test_an_order_that_the_events_do_not_tell_is_told_only_where_nothing_is_hidden(tmp_path: Path) -> None:
    table = until("marbles", 30, tmp_path / "marbles")
    post = turn_post(table, 30, PUBLIC)
    assert TAC.private is not None
    told = [deeds(post, TAC, {"G": order, "B": order}, {}) for order in ("13", "swap 4")]
    assert told[0] == told[1] == {"K": Deed("warrior K49", "(K49>1, throws R1)")}


def test_a_published_page_tells_the_same_as_the_page_of_its_last_turn(tmp_path: Path) -> None:
    with patch("gm_tools.page.publication.can_render_png", return_value=False):
        files = contents(until("lighthouse", 3, tmp_path / "lighthouse"))
    found = [re.search(r'data-deeds="([^"]*)"', files[f"turn-{turn:03}.html"].decode()) for turn in range(4)]
    told = [json.loads(unescape(one[1])) for one in found if one]
    page = re.search(r'id="data">(.*?)</script>', files["index.html"].decode())
    assert page is not None
    assert json.loads(page[1])["deeds"] == told[3]
    assert [len(one) for one in told] == [0, 1, 2, 3]


@pytest.mark.parametrize(("name", "turn"), [("lighthouse", 20), ("papers", 12)])
def test_the_sandbox_tells_orders_too(tmp_path: Path, name: str, turn: int) -> None:
    table = open_snapshot(snapshot(until(name, turn, tmp_path / name)))
    told = Sandbox(table).run(json.dumps({"go": "on", "orders": {}, "seed": "1"}))
    assert told["deeds"]
    assert all(deed.order for deed in told["deeds"].values())


LINES = "all => all.map((one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"


@pytest.mark.long
@pytest.mark.parametrize("language", effort.some("de", ""))
def test_what_a_car_is_called_and_all_that_it_took_is_nothing_that_it_did_last(space: Space, language: str) -> None:
    page = space.german("lighthouse") if language else space.ready("lighthouse")
    for size in effort.choose(((1024, 768), (390, 844)), ((1280, 800), (1440, 900), (1024, 768), (390, 844))):
        resize(page, *size)
        told = page.locator("#standings td.deed").all_inner_texts()
        assert not [text for text in told if any(f" {name}" in text for name in ("cyan", "white", "orange", "red"))]
        assert not [
            text for text in told if re.search(r"7 (column|Spalte) 39", text)
        ]  # where a chip was taken, long ago
        assert max(page.eval_on_selector_all("#standings td.deed", LINES)) < 3
    names = page.locator("#standings tbody td:nth-child(3)").all_inner_texts()
    assert names == ["cyan", "white", "orange", "red", "black"]
    bonus = {"": "draft bonus", "de": "Windschattenbonus"}[language]
    assert page.inner_text("#standings tbody").count(bonus) == 1
    resize(page, 1280, 800)
    page.click("#standings .columns")
    assert re.search(r"7 (column|Spalte) 39", page.inner_text("#standings tbody"))
    page.click("#standings .columns")


def test_of_what_a_car_did_nothing_is_told_that_its_order_and_its_figures_say() -> None:
    events = [
        Event("chip_gained", ("A",), {"value": 3}),
        Event("turbo_played", ("A",), {"value": 1, "direction": "N", "path": [[1, 2]]}),
        Event("shifted", ("A",), {"before": "0", "after": "E2"}),
        Event("moved", ("A",), {"path": [[1, 3], [1, 4]]}),
        Event("line_crossed", ("A",), {"line": "bay", "lines": 1, "of": 4}),
        Event("crashed", ("A",), {"into": [1, 5], "at": [1, 4], "shift": "E2", "slots": 1, "car": "B"}),
    ]
    told = TACARA.deed(events, "A")[1]
    assert [text for text in told if text] == ["crosses line bay", "✸ crashes into B"]
    home = [
        Event("line_crossed", ("A",), {"line": "home", "lines": 4, "of": 4}),
        Event("finished", ("A",), {"line": "home", "distance": 1}),
        Event("left", ("A",), {"place": 1}),
    ]
    told = TACARA.deed(home, "A")[1]
    assert [text for text in told if text] == ["finished", "left the board"]  # as it is noted
    wall = Event("crashed", ("A",), {"into": [1, 5], "at": [1, 4], "shift": "E2", "slots": 1})
    assert TACARA.deed([wall], "A")[1] == ["✸ crashes into a wall"]
