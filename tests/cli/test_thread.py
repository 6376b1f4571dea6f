"""`gm thread`: the settings of a table's thread, told once and used by every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.core.toml import parse_toml
from gm_tools.table import open_table
from gm_tools.table.settings import ThreadSettings, read_settings
from gm_tools.table.table_file import format_table_file, read_table_file
from tests.cli.conftest import Gm
from tests.posts import forge

URL = "https://forum.example.org/viewtopic.php?t=77"


def test_settings_are_added_changed_and_removed_and_the_rest_of_the_file_stays(gm: Gm, table: Path) -> None:
    file = table / "table.toml"
    before = file.read_text()
    ran = gm("thread", "crossing", URL + "#p5", "--forum", "phpbb", "--zone", "europe/berlin", "--hour", "20:00")
    assert (ran.status, ran.err) == (0, "")
    assert read_settings(table) == ThreadSettings(URL, "phpbb", "Europe/Berlin", "20:00")
    assert file.read_text().startswith(before.rstrip("\n"))
    gm("thread", "crossing", "--hour", "21:30", "--remove", "zone")
    assert read_settings(table) == ThreadSettings(URL, "phpbb", "", "21:30")
    assert read_table_file(table).thread.hour == "21:30"
    assert open_table(table).name == "crossing"
    assert parse_toml(format_table_file(read_table_file(table))) == parse_toml(file.read_text())
    gm("thread", "crossing", *(word for name in ThreadSettings._fields for word in ("--remove", name)))
    assert file.read_text() == before
    assert json.loads(gm("thread", "crossing", "--json").out)["address"] == ""


def test_a_new_table_gets_the_settings_of_its_thread(gm: Gm, tmp_path: Path) -> None:
    words = ("new", "sea", "--game", "ferry", "--track", "-", "--seat", "A:Ann", "--thread", URL, "--zone", "UTC")
    ran = gm(*words, "--forum", "discourse", "--hour", "18:00", stdin=b"+++\n+++\n~~~o~~~~~~~\n")
    assert ran.status == 0, ran.err
    assert read_settings(tmp_path / "turns" / "sea") == ThreadSettings(URL, "discourse", "UTC", "18:00")


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["file:///etc/passwd"], "--thread"),
        (["https://user:pass@example.org/t"], "--thread"),
        (["https://example.org/a b"], "--thread"),
        (["javascript:alert(1)"], "--thread"),
        (["https://"], "--thread"),
        (["https://example.org:99999/"], "--thread"),
        (["--forum", "usenet"], "--forum"),
        (["--zone", "Mars/Olympus"], "--zone"),
        (["--hour", "25:00"], "--hour"),
        (["--remove", "everything"], "--remove"),
    ],
)
def test_an_impossible_setting_is_refused_and_nothing_is_written(
    gm: Gm, table: Path, words: list[str], key: str
) -> None:
    before = (table / "table.toml").read_bytes()
    ran = gm("thread", "crossing", *words)
    assert ran.status == 2
    assert key in ran.err
    assert (table / "table.toml").read_bytes() == before


def test_a_slip_in_the_file_is_named_by_its_key(gm: Gm, table: Path) -> None:
    file = table / "table.toml"
    file.write_text(file.read_text() + '\n[thread]\naddress = "ftp://x"\n')
    ran = gm("status", "crossing")
    assert ran.status == 2
    assert "table.toml" in ran.err
    assert "thread.address" in ran.err


def test_a_report_is_written_for_the_tables_forum(gm: Gm, table: Path) -> None:
    gm("thread", "crossing", "--forum", "phpbb")
    assert gm("report", "crossing").out == gm("report", "crossing", "--forum", "phpbb").out
    assert "[list]" in gm("report", "crossing").out
    assert "[list]" not in gm("report", "crossing", "--format", "text").out
    gm("thread", "crossing", "--forum", "smf")
    assert "[list]" in gm("report", "crossing").out


def test_a_day_is_a_deadline_at_the_tables_hour(gm: Gm, table: Path) -> None:
    now = ("--now", "2026-11-20 12:00 UTC")
    assert gm("deadline", "crossing", "2026-11-23", *now).status == 2
    gm("thread", "crossing", "--zone", "Europe/Berlin", "--hour", "20:00")
    assert "Mon 2026-11-23 20:00 Europe/Berlin" in gm("deadline", "crossing", "2026-11-23", *now).out
    assert "Mon 2026-11-23 21:15 Europe/Berlin" in gm("deadline", "crossing", "2026-11-23 21:15", *now).out
    assert "(19:00 UTC)" not in gm("deadline", "crossing", "2026-11-23 19:00 UTC", *now).out


def test_a_file_is_shown_without_a_table(gm: Gm, tmp_path: Path) -> None:
    page = forge.FIXTURES / "phpbb-3.3" / "page-1.html"
    ran = gm("collect", "--show", str(page))
    assert (ran.status, "post 1028 by Alice" in ran.out) == (0, True)
    assert gm("collect", "--show", "-", stdin=page.read_bytes()).out == ran.out
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "page.html").write_bytes(page.read_bytes())
    assert gm("collect", "--show", str(folder)).out == ran.out
    assert "there is no such file" in gm("collect", "--show", "nowhere.html").err
