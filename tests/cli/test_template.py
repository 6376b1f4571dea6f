"""`gm report --template`: one's own wording at the keyboard, of what a viewer may know and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.render.forum_posts import posts
from gm_tools.render.template import FIELDS, Template, read_shipped
from gm_tools.reports.base import Report
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from gm_tools.table.amend import amend
from tests.cli.conftest import Gm
from tests.cli.test_reports import _deal_other
from tests.table import ferry
from tests.table.crossing import play


def fill(text: str, report: Report) -> str:
    return "\n\n".join(posts(report, "bbcode", Template("mine.txt", text)))


def test_every_block_of_a_turn_has_a_name(gm: Gm, table: Path) -> None:
    del gm
    play(table, 1)
    amend(table, {"boats.B.at": 3}, "a slip")
    report = turn_post(open_table(table), 1, "public")
    names = [block.name for block in report.blocks]
    assert all(names)
    assert names.count("amendments") == 1
    assert "a slip" in fill("{amendments}", report=report)
    assert "SHA-256" in fill("{fairness}", report=turn_post(open_table(table), 0, "public"))


def test_the_command_prints_fills_in_and_refuses(gm: Gm, table: Path, tmp_path: Path) -> None:
    del table
    printed = gm("report", "--print-template")
    assert printed.out == read_shipped()
    (tmp_path / "mine.txt").write_text("Hello, [b]{title}[/b]\n", encoding="utf-8")
    assert (
        gm("report", "crossing", "--template", "mine.txt", "--forum", "phpbb").out
        == "Hello, [b]crossing: round 1[/b]\n"
    )
    assert gm("report", "crossing", "--template", "-", "-f", "bbcode", stdin=b"{turn}").out == "0\n"
    (tmp_path / "copy.txt").write_text(printed.out, encoding="utf-8")
    for style in (("--format", "bbcode"), ("--format", "markdown"), ("--format", "text"), ("--forum", "discord")):
        assert gm("report", "crossing", "--template", "copy.txt", *style).out == gm("report", "crossing", *style).out
    for words in (["-f", "html"], ["-f", "svg"], ["--json"], ["-f", "terminal"]):
        ran = gm("report", "crossing", "--template", "mine.txt", *words)
        assert (ran.status, ran.out) == (2, "")
        assert "--forum, or --format text, bbcode, markdown" in ran.err
    ran = gm("report", "crossing", "--template", "none.txt")
    assert (ran.status, ran.err) == (2, "gm: none.txt: there is no such file\n")
    (tmp_path / "mine.txt").write_text("a\n{tittle}\n", encoding="utf-8")
    ran = gm("report", "crossing", "--template", "mine.txt")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gm: mine.txt:2:1: there is no field 'tittle'; did you mean title? (allowed: ")


ALL = "\n\n".join(f"{{{name}}}" for name in FIELDS) + "{if over}o{end}{if private}p{end}"


@pytest.mark.parametrize("viewer", ["public", "A", "B", "C"])
def test_a_template_gets_what_its_viewer_may_know(gm: Gm, table: Path, viewer: str) -> None:
    del gm
    play(table, 2)

    def show(who: str) -> list[str]:
        opened = open_table(table)
        return [fill(ALL, turn_post(opened, turn, who)) for turn in range(opened.turn + 1)]

    def list_known(who: str) -> list[object]:
        opened = open_table(table)
        return [turn_post(opened, turn, who).data for turn in range(opened.turn + 1)]

    for_viewer, for_gm = show(viewer), list_known("gm")
    for boat in open_table(table).position.boats:
        for card in set(ferry.CARDS) - {boat.card} if boat.seat != viewer else ():
            files = {file: file.read_text(encoding="utf-8") for file in sorted(table.glob("turn-*.toml"))}
            for file, text in files.items():
                file.write_text(_deal_other(text, boat.seat, card), encoding="utf-8", newline="")
            assert list_known("gm") != for_gm
            assert show(viewer) == for_viewer
            for file, text in files.items():
                file.write_text(text, encoding="utf-8", newline="")
