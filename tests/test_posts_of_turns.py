"""A turn's post: what comes first, sand that is counted, causes before results, how a game ended, a link that stays one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gm_tools.render.forums import FORUMS
from gm_tools.render.posting import posts
from gm_tools.reports.turn import turn_post
from gm_tools.table import open_table, turn_files
from gm_tools.table.settings import change_settings

if TYPE_CHECKING:
    from gm_tools.reports.report import Report

TURNS = Path(__file__).parent.parent / "turns"
TABLES = sorted(path.parent.name for path in TURNS.glob("*/table.toml"))


def report(name: str, number: int | None = None, *, full: bool = False) -> Report:
    table = open_table(TURNS / name)
    return turn_post(table, table.turn if number is None else number, "public", full_events=full)


def lines_of(found: Report, name: str) -> tuple[str, ...]:
    return found.blocks[found.names.index(name)].lines  # type: ignore[union-attr]


@pytest.mark.parametrize("name", TABLES)
def test_a_post_begins_with_what_happened_and_what_is_to_do(name: str) -> None:
    for number, amendment in turn_files(TURNS / name):
        found = report(name, number)
        if amendment:
            continue
        order = [block for block in found.names if block in {"summary", "deadline", "board", "standings", "events"}]
        wanted = [block for block in ("summary", "deadline", "board", "standings", "events") if block in order]
        assert list(dict.fromkeys(order)) == wanted
        assert len(lines_of(found, "summary")) <= 3 if "summary" in found.names else True
        assert not ("deadline" in found.names and found.data["over"])
        assert ("result" in found.names) is found.data["over"]


def test_sand_is_counted_and_causes_come_before_results() -> None:
    lines = lines_of(report("sandstorm"), "events")
    assert "D Dune Buggy: A(8M): clears 4 tiles, hits 4 bags: speed 8 -> 4" in lines
    kettle = next(line for line in lines if line.startswith("K Kettle"))
    assert kettle.index("hits 2 bags: speed 10 -> 8") < kettle.index("crashes with Gasket: speed 7 -> 6")
    assert len(lines) == 10


def test_every_car_that_moved_has_one_line_with_its_order() -> None:
    for number in range(1, open_table(TURNS / "sandstorm").turn + 1):
        found = report("sandstorm", number)
        moved = [event for event in found.data["events"] if event["kind"] == "moved"]
        lines = lines_of(found, "events")
        for event in moved:
            assert sum(line.startswith(f"{event['seats'][0]} ") and event["order"] in line for line in lines) == 1


def test_all_events_are_told_when_they_are_wanted() -> None:
    full = lines_of(report("sandstorm", full=True), "events")
    assert sum("sandbag" in line for line in full) == 12
    assert len(full) > 30
    assert report("sandstorm").data["events"] == report("sandstorm", full=True).data["events"]


def test_short_words_are_explained_once() -> None:
    text = "".join(posts(report("sandstorm"), "phpbb"))
    assert text.count("wild cards left") == 1


def test_the_last_post_says_who_won() -> None:
    over = [name for name in TABLES if report(name).data["over"]]
    assert over
    for name in over:
        found = report(name)
        shown = lines_of(found, "result")
        assert re.search(r"wins?\. Congratulations!", shown[0])
        assert shown[-1] == "Thank you all for playing."
        assert "deadline" not in found.names


@pytest.mark.parametrize("forum", sorted(FORUMS))
def test_the_address_of_the_page_is_a_link_in_every_forum(tmp_path: Path, forum: str) -> None:
    folder = shutil.copytree(TURNS / "sandstorm", tmp_path / "sandstorm")
    change_settings(folder, page="https://example.org/sand_storm/")
    table = open_table(folder)
    first = posts(turn_post(table, table.turn, "public"), forum)[0]
    assert "\nhttps://example.org/sand_storm/" in first
