"""Pages and pictures: valid, whole, readable, asking nobody for anything; what players write is text in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET
from zlib import compress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from justhtml import JustHTML

from gm_tools.core.blocks import ROLES, Column, Grid, Lines, Picture, Span, picture_lines
from gm_tools.games import NAMES, find
from gm_tools.posts.formats.html_tree import attr, elements, parse_html, text_of
from gm_tools.posts.formats.html_tree import find as find_element
from gm_tools.render import html, render, svg
from gm_tools.render.layout import printable
from gm_tools.render.text_colours import DARK, LIGHT, Colours
from gm_tools.reports.base import Report, Scene
from gm_tools.reports.turn import PlayedTurn, turn_report
from tests import effort
from tests.render.samples import PICTURE, REPORT
from tests.render.test_escape import NASTY, report_of
from tests.samples import SAMPLES, play

SVG = "{http://www.w3.org/2000/svg}"
WORDS = st.text(st.characters(exclude_categories=[], exclude_characters="\n"), max_size=20)


def turns() -> list[Report]:
    """Return a report of a turn of every game."""
    made = []
    for name in NAMES:
        sample = SAMPLES[name][0]
        for turn, step in enumerate(play(name, sample, 5, effort.choose(4, 6)), 1):
            scene = Scene("dust", find(name), sample.seats, "public")
            made.append(turn_report(scene, PlayedTurn(turn, step.after, step.events)))
    return made


TURNS = turns()


def tree(page: str) -> Any:
    """Parse a page by the letter of the standard and return its root."""
    parsed = JustHTML(page, sanitize=False, collect_errors=True)
    assert parsed.errors == []
    return parsed.root


@pytest.fixture(scope="module", params=[REPORT, *TURNS], ids=lambda report: report.title)
def shown(request: pytest.FixtureRequest) -> tuple[Report, str, Any]:
    """A report, its page, and the root of that: a page is drawn and read once for all tests of it."""
    page = render(request.param, "html")
    return request.param, page, tree(page)


def all_text(node: Any) -> str:
    """Return the text below a node, character for character."""
    return node.data or "" if node.name == "#text" else "".join(map(all_text, node.children or ()))


# Pages


@pytest.mark.long
def test_a_page_is_valid_and_asks_nobody(shown: tuple[Report, str, Any]) -> None:
    _, page, root = shown
    assert page.startswith("<!DOCTYPE html>\n")
    for element in elements(root):
        assert element.name not in {"script", "iframe", "img", "object", "embed", "form", "base", "audio", "video"}
        for name in element.attrs or {}:
            assert not name.startswith("on")
            if name in {"src", "href", "action", "srcset", "data", "poster"}:
                assert re.fullmatch(r"data:,|index\.html|turn-\d{3}\.html", attr(element, name))
    assert not re.search(r"https?:|url\(|@import|//", page)
    assert "default-src 'none'" in page


@pytest.mark.long
def test_the_map_is_on_the_page_to_the_letter(shown: tuple[Report, str, Any]) -> None:
    report, _, root = shown
    maps = [all_text(element) for element in elements(root) if attr(element, "class") == "map"]
    assert maps == ["\n".join(picture_lines(block)) for block in report.blocks if isinstance(block, Picture)]


@pytest.mark.long
def test_every_event_and_every_sign_is_told(shown: tuple[Report, str, Any]) -> None:
    report, _, root = shown
    told = " ".join(text_of(root).split())
    for block in report.blocks:
        lines = block.lines if isinstance(block, Lines) else ()
        signs = [meaning for _, meaning in block.legend] if isinstance(block, Picture) else []
        for text in (*lines, *signs):
            assert " ".join(text.split()) in told


def test_a_first_row_that_is_blank_is_kept() -> None:
    rows = ((), (Span("  *", "track"),))
    root = tree(render(Report("turn", "", (Picture("", rows),), {}), "html"))
    assert all_text(find_element(root, lambda element: element.name == "pre")) == "\n  *"


def test_standings_are_a_table_whose_rows_are_called_by_their_seat() -> None:
    root = tree(render(REPORT, "html"))
    rows = [element for element in elements(root) if element.name == "tr"]
    cells = [
        [(cell.name, attr(cell, "scope"), text_of(cell)) for cell in row.children if cell.name != "#text"]
        for row in rows
    ]
    assert cells[0] == [("th", "col", "#"), ("th", "col", "Car"), ("th", "col", "Player")]
    assert cells[1] == [("td", "", "1"), ("th", "row", "A"), ("td", "", "Alice")]
    mark = find_element(root, lambda element: element.name == "b")
    assert attr(mark, "class") == "car1"  # as on the map


def test_an_arrow_is_never_parted_at_the_end_of_a_line() -> None:
    page = html.render(Report("turn", "", (Lines("Way", ("3.1 -> 3.2 -> <b> [Z1]", "speed 7 -> 6")),), {}))
    root = parse_html(page)
    arrows = [text_of(one) for one in elements(root) if attr(one, "class") == "to"]
    assert arrows == ["->"] * 3
    assert ".to{white-space:nowrap}" in page
    assert "3.1 -> 3.2 -> <b> [Z1]" in text_of(root)


def test_a_turn_links_to_every_earlier_turn() -> None:
    page = render(REPORT, "html")
    links = [attr(element, "href") for element in elements(tree(page)) if element.name == "a"]
    assert links == ["turn-005.html", "index.html", *(f"turn-{turn:03}.html" for turn in (5, 4, 3, 2, 1, 0))]
    assert "<a " not in render(Report("turn", "", (), {"turn": 0}), "html").replace('<a href="index.html">', "")
    assert "<nav" not in render(Report("status", "", (), {"turn": 3}), "html")


@pytest.mark.long
def test_a_late_turn_shows_the_last_ten_and_the_first_and_folds_the_others() -> None:
    page = render(Report("turn", "", (), {"turn": 81}), "html")
    nav = page[page.index("<nav") : page.index("</nav>")]
    shown, folded = nav.split("<details>")
    numbers = re.compile(r">(\d+)</a>")
    assert [int(number) for number in numbers.findall(shown)] == [*range(80, 70, -1), 0]
    assert [int(number) for number in numbers.findall(folded)] == [*range(70, 0, -1)]
    assert "<summary>turns 1 to 70</summary>" in folded


def test_what_scrolls_can_be_reached_and_is_named() -> None:
    root = tree(render(REPORT, "html"))
    names = {attr(element, "id") for element in elements(root)}
    boxes = [element for element in elements(root) if attr(element, "class") == "box"]
    assert len(boxes) == 3
    for box in boxes:
        assert (attr(box, "tabindex"), attr(box, "role")) == ("0", "region")
        assert attr(box, "aria-label") or attr(box, "aria-labelledby") in names


def texts(root: Any) -> list[str]:
    """Return the texts of headings, cells and lines."""
    kinds = {"title", "h1", "h2", "th", "td", "li", "p"}
    return [all_text(element) for element in elements(root) if element.name in kinds]


def is_below(element: Any) -> bool:
    """Tell whether a cell holds what has no room in its row in a narrow window."""
    return attr(element, "class") == "rest"


@effort.search(daily=25, long=1250)
@given(st.one_of(st.sampled_from(NASTY), WORDS))
@example('" onmouseover="alert(1)')
@example("</style><script>alert(1)</script>")
@example("x [<b>1</b>]")
def test_what_players_write_is_text_on_a_page(word: str) -> None:
    report = report_of(f"x{word}x")
    page = render(report, "html")
    root = JustHTML(page, sanitize=False).root
    short = parse_html(render(report_of("xx"), "html"))
    plain = sorted(element.name for element in elements(short) if not is_below(element))
    shown = sorted(element.name for element in elements(root) if element.name != "small" and not is_below(element))
    assert shown == plain
    assert texts(root).count(printable(f"x{word}x")) == 6  # title, headings, cells, and a line that begins with it
    assert printable(f"Bob: x{word}x") in texts(root)


@pytest.mark.long
def test_a_page_is_small() -> None:
    assert len(render(Report("turn", "", (), {}), "html")) < 10_000
    for report in TURNS:
        text = len(render(report, "text"))
        for style, least, each in (("html", 9_000, 14), ("svg", 9_000, 25)):
            assert len(render(without_drawings(report), style)) < least + each * text
            assert len(compress(render(report, style).encode())) < 34_000  # as servers send it


# Colours


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pairs(colours: Colours) -> Iterator[tuple[str, str, str]]:
    for ground in (colours.page, colours.ground):
        for name in ("text", "muted", "link"):
            yield name, getattr(colours, name), ground
    for role, (sign, ground) in colours.roles.items():
        yield role, sign, ground or colours.ground


def test_contrast_is_computed_as_the_accessibility_guidelines_say() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_role_has_colours_that_can_be_read(colours: Colours) -> None:
    assert set(colours.roles) == set(ROLES)
    poor = [(name, contrast(sign, ground)) for name, sign, ground in pairs(colours) if contrast(sign, ground) < 4.5]
    assert poor == []


# Pictures


def signs(root: ET.Element) -> dict[int, dict[int, str]]:
    """Return the signs of a picture by line (baseline) and column, each read at its own place."""
    placed: dict[int, dict[int, str]] = {}
    for element in root.iter(f"{SVG}text"):
        places = [int(place) for place in element.attrib["x"].split()]
        text = element.text or ""
        assert len(places) == (len(text) if len(places) > 1 else 1)
        line = placed.setdefault(int(element.attrib["y"]), {})
        for place, sign in zip(places, text if len(places) > 1 else [text], strict=True):
            assert (place - 20) % svg.CELL == 0
            line[(place - 20) // svg.CELL] = sign
    return placed


def lines_of(picture: str) -> list[str]:
    """Return the lines of a picture, put together from where its signs stand."""
    placed = signs(ET.fromstring(picture))
    return ["".join(line.get(column, " ") for column in range(max(line) + 1)) for _, line in sorted(placed.items())]


def without_drawings(report: Report) -> Report:
    blocks = [block._replace(draw=None) if isinstance(block, Picture) else block for block in report.blocks]
    return report._replace(blocks=tuple(blocks))


def list_inked(lines: Sequence[str]) -> list[str]:
    return [line.rstrip() for line in lines if line.strip()]


@pytest.mark.long
@pytest.mark.parametrize("report", TURNS, ids=lambda report: report.title)
def test_every_sign_of_a_map_stands_in_its_column(report: Report) -> None:
    as_text = without_drawings(report)
    lines = lines_of(render(as_text, "svg"))
    for block in as_text.blocks:
        if isinstance(block, Picture):
            rows = list_inked(picture_lines(block))
            assert any(lines[at : at + len(rows)] == rows for at in range(len(lines))), block.title


def test_the_picture_of_the_sample() -> None:
    assert lines_of(render(REPORT, "svg")) == [
        "dust: turn 6",
        "Track after turn 6",
        "  **A[red]=",
        " :car:%",
        "* asphalt   = finish line",
        "Standings",
        "#  Car  Player",
        "─  ───  ──────",
        "1  A    Alice",
        "2  B    [b]Bob",
    ]


def test_a_report_without_maps_shows_its_lines() -> None:
    assert lines_of(render(Report("rules", "", (Lines("", ("one", "  two")),), {}), "svg")) == ["one", "  two"]


def test_wide_signs_and_those_that_combine_keep_the_columns() -> None:
    grid = Grid("", (Column("Player"), Column("At")), (("漢字", "1"), ("e\u0301", "2"), ("👍", "3")))
    placed = signs(ET.fromstring(render(Report("turn", "", (Picture("", ()), grid), {}), "svg")))
    rows = [line for _, line in sorted(placed.items())][2:]
    assert rows == [{0: "漢", 2: "字", 8: "1"}, {0: "e\u0301", 8: "2"}, {0: "👍", 8: "3"}]


def test_a_picture_is_described_for_those_who_cannot_see_it() -> None:
    root = ET.fromstring(render(REPORT, "svg"))
    assert root.attrib["role"] == "img"
    named = {element.attrib["id"]: element.tag.removeprefix(SVG) for element in root.iter() if "id" in element.attrib}
    assert [named[one] for one in root.attrib["aria-labelledby"].split()] == ["title", "desc"]
    assert root.findtext(f"{SVG}title") == "dust: turn 6"
    said = root.findtext(f"{SVG}desc") or ""
    assert "Track after turn 6: a map of text." in said
    assert "# 1, Car A, Player Alice; # 2, Car B, Player [b]Bob" in said


def test_pictures_on_one_page_share_no_ids() -> None:
    others = (
        REPORT._replace(title="dust: turn 7"),
        REPORT._replace(blocks=REPORT.blocks[:1]),
        REPORT._replace(blocks=REPORT.blocks[1:]),
    )
    ids = [re.findall(' id="([^"]*)"', render(report, "svg")) for report in (REPORT, *others)]
    assert [len(one) for one in ids] == [2] * 4
    assert len({one for own in ids for one in own}) == 8
    assert re.findall(' id="([^"]*)"', render(REPORT, "svg")) == ids[0]


@effort.search(daily=25, long=1250)
@given(st.one_of(st.sampled_from(NASTY), WORDS))
def test_what_players_write_is_text_in_a_picture(word: str) -> None:
    report = Report("turn", word, (PICTURE, Grid(word, (Column("Player"),), ((word,), ("x",)), (word, "A"))), {})
    picture = render(report, "svg")
    root = ET.fromstring(picture)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "g",
        "text",
    }
    assert not re.search(
        r"(?:href|src|on[a-z]+)=|@import|url\(", re.sub(r"<(title|desc|text)[^>]*>[^<]*<", "", picture)
    )
    kept = printable(word).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    assert " ".join((root.findtext(f"{SVG}title") or "").split()) == " ".join(kept.split())


def test_a_player_named_like_a_sign_of_the_map_does_not_get_its_colour() -> None:
    page = html.render(REPORT._replace(blocks=(PICTURE, Grid("", (Column("Player"),), (("A",),), ("B",)))))
    assert "<b" not in page.partition("<tbody>")[2]


@pytest.mark.parametrize("lines", [(), ("Try it:",), ("One", "two", "three")])
def test_an_address_in_a_report_is_a_link(lines: tuple[str, ...]) -> None:
    page = html.render(Report("turn", "t", (Lines("Page", lines, 'https://example.org/a/"x'),), {}))
    found = [one for one in elements(tree(page)) if one.name == "a" and attr(one, "href") == 'https://example.org/a/"x']
    assert [text_of(one) for one in found] == ['https://example.org/a/"x']


def test_no_bullet_stands_before_lines_that_count_themselves() -> None:
    lists = [
        html.render(Report("turn", "t", (Lines("Result", lines),), {})) for lines in (("1. Ann", "2. Bob"), ("A", "B"))
    ]
    assert ['<ul class="told counted">' in page for page in lists] == [True, False]
    assert ".told.counted{list-style:none" in lists[0]
