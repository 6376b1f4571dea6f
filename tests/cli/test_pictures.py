"""Pictures for threads: `--format png`, `gm replay`, PNG among what `gm publish` writes, and their address in the post."""

from __future__ import annotations

import builtins
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from gm_tools.core.blocks import Lines
from gm_tools.core.languages import speaking
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES
from gm_tools.page.publication import contents
from gm_tools.render import png, render_file
from gm_tools.render.drawing.board_colours import PIECES
from gm_tools.render.forum_posts import posts
from gm_tools.render.forums import PROFILES
from gm_tools.render.moving import align, moving_picture, moving_svg, still_svg
from gm_tools.render.png import rasterize
from gm_tools.render.svg import render as render_svg
from gm_tools.render.template import Template
from gm_tools.render.text_colours import DARK
from gm_tools.render.thread_picture import HIGHEST, WIDE, render
from gm_tools.render.thread_table import LETTER
from gm_tools.reports.stills import Still, still_of
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Table, open_table
from gm_tools.table.settings import change_settings
from tests import effort
from tests.cli.conftest import Gm
from tests.cli.test_publish import begin_tac
from tests.page.conftest import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = ("sandstorm", "lighthouse", "willow", "marbles")
TURNS = folder("tracks").parent / "turns"


@pytest.fixture(params=EXAMPLES)
def example(request: pytest.FixtureRequest) -> Table:
    return open_table(TURNS / request.param)


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures with few pixels, which most of the time that they take goes into."""
    for place in ("png", "moving"):
        monkeypatch.setattr(f"gm_tools.render.{place}.rasterize", lambda svg, sharp=1.0: rasterize(svg, sharp / 5))


def first_stills(table: Table, count: int) -> list[Still]:
    """Return stills of the first turns of a table: those of all its turns take long to make."""
    return [still for turn in range(count) if (still := still_of(turn_post(table, turn, "public")))]


def open_image(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def shown_texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.long
@pytest.mark.parametrize("example", effort.choose(("lighthouse", "marbles"), EXAMPLES), indirect=True)
def test_a_picture_fits_forums(example: Table) -> None:
    for turn in effort.choose([example.turn], [*range(0, example.turn, 5), example.turn]):
        data = png.render(turn_post(example, turn, "public"))
        assert data.startswith(b"\x89PNG")
        assert len(data) <= 200_000
        with open_image(data) as image:
            assert image.size[0] == WIDE * png.SHARP or image.size[1] in {HIGHEST - 1, HIGHEST}
            assert 200 < image.size[1] <= HIGHEST
            assert len(image.convert("RGB").getcolors(1 << 20) or ()) <= 128


def test_a_picture_shows_headline_board_and_standings_in_large_letters(example: Table) -> None:
    report = turn_post(example, example.turn, "public")
    svg = render(report)
    words = " ".join(shown_texts(svg))
    assert " ".join(report.title.split()) in words
    for seat in example.seats:
        assert seat.mark in words
    sizes = [float(one.get("font-size", "0")) for one in ET.fromstring(svg).findall("./{*}g/{*}g/{*}text")]
    assert min(sizes) >= LETTER


def test_a_board_shown_in_part_is_shown_whole_below() -> None:
    near = render(turn_post(open_table(TURNS / "sandstorm"), 9, "public"))
    assert near.count('class="drawn"') == 2
    assert "Gasket and Kettle crash" in near
    first = render(turn_post(open_table(TURNS / "willow"), 6, "public"))
    assert first.count('class="drawn"') == 1


def test_the_picture_of_the_last_turn_says_who_won() -> None:
    table = open_table(TURNS / "papers")
    report = turn_post(table, table.turn, "public")
    result = report.find("result")
    assert isinstance(result, Lines)
    assert result.lines[0].split()[0] in render(report)


def test_a_piece_has_its_own_colour_in_the_picture() -> None:
    table = open_table(TURNS / "sandstorm")
    with open_image(png.render(turn_post(table, table.turn, "public"))) as image:
        colours: list[Any] = [colour for _count, colour in image.convert("RGB").getcolors(1 << 20) or ()]
    for number in range(len(table.seats)):
        wanted = tuple(int(PIECES[number][at : at + 2], 16) for at in (1, 3, 5))
        assert min(sum(abs(a - b) for a, b in zip(wanted, one, strict=True)) for one in colours) < 24, number


def test_a_picture_for_everybody_shows_no_hand(tmp_path: Path) -> None:
    table = begin_tac(tmp_path / "t", 3)
    hidden = render(turn_post(table, table.turn, "public"))
    seat = table.position.letters[table.position.use[0]]
    assert render(turn_post(table, table.turn, seat)) != hidden
    words = shown_texts(hidden)
    assert not any(word.startswith("hand of") for word in words)


@pytest.mark.usefixtures("coarse")
def test_the_same_picture_is_not_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(TURNS / "willow")
    report = turn_post(table, 3, "public")
    first = png.render(report)
    assert first == png.render(report)
    monkeypatch.setattr(png, "rasterize", None)
    assert png.render(report, first) is first
    with pytest.raises(TypeError):
        png.render(turn_post(table, 4, "public"), first)


@pytest.mark.usefixtures("coarse")
def test_names_beyond_the_shipped_letters_do_no_harm() -> None:
    table = open_table(TURNS / "willow")
    report = turn_post(table, 3, "public")
    for name in ("日本 🚗 & <b>\x07\ud800" + "x" * 500, ""):
        assert png.render(report._replace(title=name)).startswith(b"\x89PNG")


@pytest.mark.usefixtures("coarse")
def test_a_report_as_png() -> None:
    table = open_table(TURNS / "willow")
    assert render_file(turn_post(table, 3, "public"), "png").startswith(b"\x89PNG")
    assert render_file(turn_post(table, 3, "public"), "text").decode().startswith("willow")


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    importing = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".", maxsplit=1)[0] in ("resvg_py", "PIL"):
            raise ImportError(name)
        return importing(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    monkeypatch.setattr("gm_tools.render.layout.find_spec", lambda _name: None)


@pytest.mark.usefixtures("without_extra")
def test_without_the_extra_the_message_says_what_to_install() -> None:
    table = open_table(TURNS / "willow")
    with pytest.raises(InputError, match="resvg-py and pillow") as error:
        png.render(turn_post(table, 3, "public"))
    assert "gm-tools[png]" in error.value.allowed
    with pytest.raises(InputError, match="resvg-py and pillow"):
        moving_picture(first_stills(table, 2), "gif")
    assert moving_picture(first_stills(table, 2), "svg").startswith(b"<svg")


@pytest.mark.usefixtures("without_extra")
def test_a_publication_without_the_extra_has_no_png(tmp_path: Path) -> None:
    table = begin_tac(tmp_path / "t", 3)
    files = contents(table, replay=True)
    assert not [name for name in files if name.endswith((".png", ".gif"))]
    assert "replay.svg" in files
    assert re.findall('href="(replay[^"]*)"', files["index.html"].decode()) == ["replay.svg"]
    change_settings(tmp_path / "t", page="https://example.org/dust")
    template = Template("mine.txt", "{picture}|{replay}")
    assert posts(turn_post(open_table(tmp_path / "t"), 0, "public"), "text", template) == (
        "|https://example.org/dust/replay.svg",
    )


# Replays


def turns_of(svg: str) -> Iterator[set[str]]:
    """Yield what is written in each group that is shown for a second only."""
    for group in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
        if group.get("visibility") == "hidden":
            yield {text.text or "" for text in group.iter("{http://www.w3.org/2000/svg}text")}


def test_a_moving_svg_has_a_title_for_every_turn(example: Table) -> None:
    stills = first_stills(example, 6)
    svg = moving_svg(stills)
    titles = [text for group in turns_of(svg) for text in group if text.startswith(f"{example.name}: "[:20])]
    assert len(titles) == len(stills)
    assert "script" not in svg
    assert len(svg) < 40_000 + len(stills) * 30_000


def list_shown(svg: str, share: float) -> list[str]:
    """Return the elements without parts that are shown at a moment, as a share of the whole time, from the ground up."""
    shown = []

    def look(element: ET.Element) -> None:
        parts = list(element)
        moves = [part for part in parts if part.tag.endswith("animate")]
        for one in moves:
            times, values = (one.get(name, "").split(";") for name in ("keyTimes", "values"))
            if [value for value, time in zip(values, times, strict=True) if float(time) <= share][-1] == "hidden":
                return
        if len(parts) == len(moves):
            shown.append(ET.tostring(element, encoding="unicode").partition("<animate")[0])
        for part in parts:
            look(part)

    look(ET.fromstring(svg))
    return [one for one in shown if ":animate" not in one]


@pytest.mark.parametrize("name", ["marbles", "papers"])
def test_a_moving_svg_shows_each_turn_as_its_still_and_holds_what_turns_share_once(name: str) -> None:
    table = open_table(TURNS / name)
    turns = [0, 1, 2, table.turn - 1, table.turn]
    stills = [still for turn in turns if (still := still_of(turn_post(table, turn, "public"))) is not None]
    svg, aligned = moving_svg(stills), align(stills)
    tallest = max(aligned, key=lambda still: len(still.drawing.parked))
    alone = [still_svg(still, tallest) for still in aligned]
    for at, one in enumerate(alone):
        moment = (1000 * at + 500) / (1000 * (len(stills) - 1) + 3000)
        both = [
            [part for part in list_shown(*each) if not part.startswith("<ns0:g")] for each in ((svg, moment), (one, 0))
        ]
        assert both[0] == both[1]
    assert len(svg) < 0.6 * sum(map(len, alone))


def test_the_ground_of_a_replay_does_not_jump_when_the_first_has_finished() -> None:
    table = open_table(TURNS / "papers")
    stills = [still for turn in (0, table.turn) if (still := still_of(turn_post(table, turn, "public"))) is not None]
    first, last = aligned = align(stills)
    assert (len(first.drawing.parked), len(last.drawing.parked)) == (0, len(table.seats))
    grounds = [re.findall('<rect class="ground"[^>]*>', still_svg(still, last)) for still in aligned]
    assert grounds[0] == grounds[1]


def test_a_moving_svg_is_dark_where_its_board_is() -> None:
    svg = moving_svg(first_stills(open_table(TURNS / "papers"), 2))
    page = ET.fromstring(svg)
    rules = "".join(style.text or "" for style in page.iter("{http://www.w3.org/2000/svg}style"))
    dark = rules.partition("@media (prefers-color-scheme:dark){.ground{")[2].partition("}}")[0]
    colours = dict(re.findall(r"(\w+)\{fill:(#\w+)", f"ground{{{dark}"))
    titles = page.findall("./{*}g/{*}g/{*}text")
    assert [page.find("./{*}rect").get("class"), *{title.get("class") for title in titles}] == ["ground", "text"]  # type: ignore[union-attr]
    assert (colours["ground"], colours["text"]) == (DARK.ground, DARK.text)


def test_a_picture_that_a_telephone_opens_by_itself_is_as_wide_as_its_window(chromium: Browser, tmp_path: Path) -> None:
    table = open_table(TURNS / "papers")
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    for svg in (moving_svg(first_stills(table, 1)), render_svg(turn_post(table, 1, "public"))):
        (tmp_path / "picture.svg").write_text(svg, encoding="utf-8")
        page.goto((tmp_path / "picture.svg").as_uri())
        box = page.evaluate(
            "() => { const {width, height} = document.documentElement.getBoundingClientRect(); return [width, height]; }"
        )
        wide, high = map(float, svg.partition('viewBox="0 0 ')[2].partition('"')[0].split())
        assert box == pytest.approx([390, 390 * high / wide], abs=1)
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["gif", "webp"])
@pytest.mark.usefixtures("coarse")
def test_a_replay_has_a_turn_a_second(kind: str) -> None:
    stills = first_stills(open_table(TURNS / "sandstorm"), effort.choose(2, 3))
    with open_image(moving_picture(stills, kind)) as image:
        assert getattr(image, "n_frames", 1) == len(stills)
        shown = []
        for at in range(len(stills)):
            image.seek(at)
            image.load()
            shown.append(image.info["duration"])
    assert shown == [1000] * (len(stills) - 1) + [3000]


@pytest.mark.long
def test_the_whole_replay_of_forty_turns_is_light() -> None:
    part = first_stills(open_table(TURNS / "willow"), effort.choose(2, 3))
    for kind in ("gif", "svg"):
        assert len(moving_picture(part, kind)) * 40 / len(part) < 2_000_000


@pytest.mark.parametrize(
    ("file", "message"), [("a.txt", "found '.txt'"), ("no/a.gif", "does not exist"), ("turns", "found"), (".", "found")]
)
def test_a_replay_goes_only_where_it_can(gm: Gm, table: Path, file: str, message: str) -> None:
    ran = gm("replay", "crossing", file)
    assert (ran.status, message in ran.err) == (2, True), ran.err
    del table


def test_a_game_without_boards_has_no_replay(gm: Gm, table: Path, tmp_path: Path) -> None:
    ran = gm("replay", "crossing", "a.svg")
    assert (ran.status, "has no drawn board" in ran.err) == (2, True)
    assert not (tmp_path / "a.svg").exists()
    del table


def test_the_command_writes_a_replay(gm: Gm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("gm_tools.games.NAMES", NAMES)
    until("willow", 12, tmp_path / "turns" / "willow")
    ran = gm("replay", "willow", "w.svg")
    assert (ran.status, ran.err) == (0, "")
    assert "turns 0 to 12" in ran.out
    ET.parse(tmp_path / "w.svg")


# Published, with an address


@pytest.mark.usefixtures("coarse")
def test_a_publication_has_a_png_of_every_turn_and_uses_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin_tac(tmp_path / "t", 3)
    files = contents(table)
    assert files["turn-000.png"].startswith(b"\x89PNG")
    assert b'href="turn-000.png"' in files["index.html"]
    assert b'href="replay' not in files["index.html"]
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "turn-000.png").write_bytes(files["turn-000.png"])
    monkeypatch.setattr(png, "rasterize", None)
    assert contents(table, earlier=tmp_path / "web") == files


def test_the_post_names_the_address(tmp_path: Path) -> None:
    table = begin_tac(tmp_path / "t", 3)
    assert "addresses" not in turn_post(table, 0, "public").data
    change_settings(tmp_path / "t", page="https://example.org/a_b/dust")
    report = turn_post(open_table(tmp_path / "t"), 0, "public")
    for style in ("text", *PROFILES):
        assert "https://example.org/a_b/dust/turn-000.png" in "".join(posts(report, style)), style
        named = posts(report, style, Template("mine.txt", "{picture} and {replay}"))
        assert named == ("https://example.org/a_b/dust/turn-000.png and https://example.org/a_b/dust/replay.gif",), (
            style
        )


def test_a_template_names_no_replay_without_the_address_of_a_page(tmp_path: Path) -> None:
    report = turn_post(begin_tac(tmp_path / "t", 3), 0, "public")
    assert posts(report, "phpbb", Template("mine.txt", "a\n{if replay}b{end}{picture}")) == ("a",)


@pytest.mark.usefixtures("coarse")
def test_the_page_links_to_the_replay_that_was_written(tmp_path: Path) -> None:
    table = begin_tac(tmp_path / "t", 3)
    with speaking("de"):
        page = contents(table, replay=True)["index.html"].decode()
    assert re.findall('<a href="(replay[^"]*)"[^>]*>([^<]*)<', page) == [
        ("replay.svg", "bewegtes Bild"),
        ("replay.gif", "GIF"),
    ]


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://x y", "ftp://a", 'https://a"b', "https://a]b", "https://a/?b"]
)
def test_an_address_is_one_of_a_folder(tmp_path: Path, address: str) -> None:
    begin_tac(tmp_path / "t", 3)
    with pytest.raises(InputError, match="found"):
        change_settings(tmp_path / "t", page=address)


def test_a_still_is_a_board_with_its_title() -> None:
    table = open_table(TURNS / "willow")
    report = turn_post(table, 2, "public")
    still = still_of(report)
    assert still is not None
    assert still.title == report.title
    assert still_of(report._replace(blocks=())) is None
