"""Colour on terminals: maps are never wrapped, cropped or read as markup."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from gm_tools.core.blocks import ROLES, Block, Column, Grid, Lines, Picture, Span
from gm_tools.render import render, terminal
from gm_tools.reports.base import Report
from tests.render.samples import REPORT
from tests.render.test_text import TEXT

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("LINES", "5")
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def test_terminal_output_without_colours_is_the_text_without_underlines() -> None:
    plain = ESCAPE.sub("", render(REPORT, "terminal"))
    text = TEXT.replace("============\n", "").replace("------------------\n", "").replace("---------\n", "", 1)
    assert plain == text.replace("-------------\n", "")


def test_a_map_wider_than_the_window_is_whole() -> None:
    row = "*" * 500
    wide = Report("turn", "", (Picture("", ((Span(row, "track"),), (Span(" " * 300 + row, "oil"),))),), {})
    assert ESCAPE.sub("", render(wide, "terminal")) == f"{row}\n{' ' * 300}{row}\n"


def test_signs_that_rich_would_read_are_show() -> None:
    shown = ESCAPE.sub("", render(REPORT, "terminal"))
    assert "[red]=" in shown
    assert ":car:" in shown


def test_every_role_has_a_style_that_rich_understands() -> None:
    from rich.style import Style

    assert set(terminal.STYLES) == {"", *ROLES}
    for style in (*terminal.STYLES.values(), terminal.TITLE, terminal.HEADING):
        Style.parse(style)


def test_a_car_has_one_colour_on_the_map_and_in_the_standings() -> None:
    shown = render(REPORT, "terminal")
    marks = re.findall("\x1b\\[([0-9;]*)mA", shown)
    assert len(marks) == 2
    assert len(set(marks)) == 1


def test_writing_to_a_stream_that_is_no_terminal_leaves_out_the_colours() -> None:
    out = StringIO()
    terminal.write(REPORT, out)
    assert "\x1b" not in out.getvalue()


class _Window(StringIO):
    """A terminal of 20 columns."""

    def isatty(self) -> bool:
        return True


def _show(*blocks: Block) -> list[str]:
    window = _Window()
    terminal.write(Report("turn", "", blocks, {}), window)
    return ESCAPE.sub("", window.getvalue()).splitlines()


def test_prose_breaks_at_blanks_in_a_narrow_window_and_what_is_to_be_copied_does_not() -> None:
    told = "Axle leads, eight tiles ahead of Dune Buggy."
    assert _show(Lines("", (told,))) == ["Axle leads, eight", "tiles ahead of Dune", "Buggy."]
    assert _show(Lines("", (told,), name="replies")) == [told]
    set_lines = ("A(2M)RM(R+1)RRR and more", "     ^")
    assert _show(Lines("", set_lines)) == list(set_lines)


def test_columns_without_room_in_a_narrow_window_stand_below_their_rows() -> None:
    columns = (Column("#", right=True), Column("Player"), Column("Speed", right=True), Column("This turn"))
    grid = Grid("", columns, (("1", "Axle", "7/12", "sandbag, crash"), ("2", "Dune Buggy", "4/12", "-")))
    assert _show(grid) == [
        "#  Player      Speed",
        "-  ----------  -----",
        "1  Axle         7/12",
        "   This turn:",
        "   sandbag, crash",
        "2  Dune Buggy   4/12",
    ]


def test_a_map_wider_than_the_window_runs_on() -> None:
    assert _show(Picture("", ((Span("*" * 50, "track"),),))) == ["*" * 50]
