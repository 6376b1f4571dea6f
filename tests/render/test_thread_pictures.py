"""Pictures for threads, over positions of whole games: letters that a telephone shows, nothing cut, who acts when, the news near by."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import NamedTuple

import pytest

from gm_tools.core.blocks import Column, Grid, Lines, Picture
from gm_tools.core.drawing import Area, Drawing, Piece, middle
from gm_tools.core.languages import speak
from gm_tools.core.paths import folder
from gm_tools.games import NAMES, find
from gm_tools.render import plot
from gm_tools.render import render as render_as
from gm_tools.render.drawing import contents
from gm_tools.render.drawing.elements import measure
from gm_tools.render.drawing.room import push_apart, thin_labels
from gm_tools.render.moving import align, still_svg
from gm_tools.render.plot import Bar, Bars, Histogram
from gm_tools.render.thread_picture import MARGIN, WIDE, focus, render
from gm_tools.render.thread_table import LETTER
from gm_tools.reports.base import Report, first_drawing, scene_of
from gm_tools.reports.best_orders import plan_report
from gm_tools.reports.stills import still_of
from gm_tools.reports.trial import trial_report
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests import effort
from tests.page.conftest import TABLES, until

TURNS = folder("tracks").parent / "turns"
TRACKS = sorted(path for name in NAMES for path in (folder("tracks") / name).glob("*.txt"))
EXAMPLES = ("sandstorm", "lighthouse", "willow", "marbles", "papers")
CROWDED = {
    "sandstorm": (9,),
    "lighthouse": (12, 30, 37, 81),
    "willow": (20, 58),
    "marbles": (57, 99, 107),
    "papers": (20,),
}
SIGNS = ("under",)  # symbols that are letters on a plate of their own
DICE = 0.65  # of the least height of letters: dice say what they are by their colour, too


Box = tuple[float, float, float, float]


class Written(NamedTuple):
    """A text of a picture where it is in the end: its middle or its beginning, how high it is, how it is anchored."""

    words: str
    x: float
    y: float
    size: float
    anchor: str
    bold: bool
    seen: Box  # what is in sight where it stands


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d*\.?\d+", text)]


def list_written(svg: str) -> list[Written]:
    """Return the texts of a picture that are in sight, but those of symbols and of cards that lie turned."""

    def walk(node: ET.Element, x: float, y: float, scale: float, anchor: str, seen: Box) -> Iterator[Written]:
        tag, turned = node.tag.rpartition("}")[2], node.get("transform", "")
        if (
            node.get("display") == "none"
            or node.get("class") in SIGNS
            or ("rotate" in turned and node.find("./{*}text") is not None)
        ):
            return
        anchor = node.get("text-anchor", anchor)
        for kind, inside in re.findall(r"(translate|scale)\(([^)]*)\)", turned):
            values = numbers(inside)
            if kind == "scale":
                scale *= values[0]
            else:
                x, y = x + scale * values[0], y + scale * (values[1:] or [0.0])[0]
        if tag == "svg" and node.get("x") is not None:
            left, top, wide, high = numbers(node.get("viewBox", ""))
            x, y = x + scale * float(node.get("x", "0")), y + scale * float(node.get("y", "0"))
            scale *= float(node.get("width", "1")) / wide
            if node.get("overflow") != "visible":
                seen = x, y, x + scale * wide, y + scale * high
            x, y = x - scale * left, y - scale * top
        words = "".join(node.itertext())
        if tag == "text" and words:
            at = x + scale * float(node.get("x", "0")), y + scale * float(node.get("y", "0"))
            size = scale * float(node.get("font-size", "0"))
            if seen[0] <= at[0] <= seen[2] and seen[1] <= at[1] <= seen[3]:
                yield Written(words, *at, size, anchor, node.get("font-weight") == "700", seen)
        for child in node:
            yield from walk(child, x, y, scale, anchor, seen)

    return list(walk(ET.fromstring(svg), 0, 0, 1, "start", (-9999, -9999, 9999, 9999)))


@pytest.mark.long
@pytest.mark.parametrize("name", EXAMPLES)
def test_all_that_is_written_can_be_read_on_a_telephone_and_is_not_cut(name: str) -> None:
    table = open_table(TURNS / name)
    last = table.turn
    for turn in effort.choose((0, last // 3, last), tuple(range(0, last + 1, max(1, last // 12)))):
        svg = render(turn_post(table, turn, "public"))
        high = numbers(svg.partition(' height="')[2])[0]
        for one in list_written(svg):
            least = DICE if name == "willow" and len(one.words) == 1 else 0.9 if name == "marbles" else 0.99
            if (
                name != "marbles" or not one.words.isdecimal()
            ):  # cards: their backs are counted, their signs are as large as they have room
                assert one.size >= least * LETTER, (turn, one)
            wide = 0.9 * measure(one.words, one.size, bold=one.bold)  # no letter is as wide as the widest of its kind
            left = one.x - wide * {"start": 0, "middle": 0.5, "end": 1}[one.anchor]
            is_faint = len(one.words) == 1 and one.words.islower()  # the letter of a surface
            if not is_faint:
                assert left >= max(0, one.seen[0]), (turn, one)
                assert left + wide <= min(WIDE, one.seen[2]), (turn, one)
                assert max(0, one.seen[1]) < one.y <= min(high, one.seen[3]), (turn, one)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("name", "turns"), CROWDED.items())
def test_words_without_room_are_cut_after_a_whole_phrase(name: str, turns: Sequence[int], language: str) -> None:
    speak(language)
    table = open_table(TURNS / name)
    for turn in effort.choose(turns, tuple(range(0, table.turn + 1, 3))):
        assert [one for one in list_written(render(turn_post(table, turn, "public"))) if "…" in one.words] == [], turn


def test_letters_of_crowded_pieces_are_free() -> None:
    pieces = tuple(Piece(chr(65 + n), n, (3.5 + n % 2, 4.5), 90, 0.4) for n in range(12))
    places = push_apart({one: (one.at, 0.4) for one in pieces}, 1.0, (0, 0, 12, 9))
    centres = [at for at, _size in places.values()]
    for number, (x, y) in enumerate(centres):
        assert 0 <= x <= 12
        assert 0 <= y <= 9
        assert all(hypot(x - u, y - v) > 0.9 for u, v in centres[:number])
    assert min(size for _at, size in places.values()) >= 1 / 0.86 - 0.01


def test_the_part_that_is_shown_is_where_the_news_is() -> None:
    track = Area("track", tuple((row, column) for row in range(40) for column in range(90)))
    far = tuple(
        Piece(letter, number, middle((35, column)), 90)
        for number, (letter, column) in enumerate(zip("ABC", (2, 45, 88), strict=True))
    )
    drawing = Drawing(
        90, 40, (track,), pieces=(*far, Piece("D", 3, middle((5, 80)), 90), Piece("E", 4, middle((6, 81)), 90))
    )
    near = focus(drawing._replace(crashes=((5, 80),)))
    assert near.window is not None
    left, top, right, bottom = near.window
    assert left < 80 < right
    assert top < 5 < bottom
    assert right - left <= 38
    sands = [Area("sand", (cell,)) for cell in ((5, 79), (35, 2))]
    # What is out of sight takes time
    assert contents(near._replace(areas=(track, *sands)))[0].count('class="sand"') == 1


@pytest.mark.long
def test_the_part_round_cars_that_stand_together_is_no_larger_than_they_need() -> None:
    table, together = open_table(TURNS / "sandstorm"), 0
    for turn in effort.choose((1, 3, 5), tuple(range(table.turn + 1))):
        drawing = first_drawing(turn_post(table, turn, "public").blocks)
        assert drawing is not None
        columns, rows = zip(*(piece.at for piece in drawing.pieces), strict=True)
        if max(columns) - min(columns) > 32:
            continue
        together += 1
        left, top, right, bottom = focus(drawing).window or (0, 0, 0, 0)
        assert left < min(columns)
        assert max(columns) < right
        assert bottom - top <= max(11, max(rows) - min(rows) + 7), turn
        assert right - left <= max(25, max(columns) - min(columns) + 7, (bottom - top) / 0.8 + 2), turn
    assert together > 2


def test_a_headline_becomes_smaller_before_it_takes_two_lines() -> None:
    def heads(words: str) -> list[Written]:
        svg = render(Report("turn", "t: turn 1", (Lines("", (words,), name="summary"),), {"turn": 1}))
        return [one for one in list_written(svg) if one.words != "t: turn 1"]

    (one,) = heads("Axle leads, 8 tiles ahead of Dune Buggy.")
    assert one.size > 26
    two = heads("Axle leads, 8 tiles ahead of Dune Buggy, and Clutch Cargo is third by a nose.")
    assert len(two) == 2
    lengths = [measure(line.words, line.size, bold=True) for line in two]
    assert max(lengths) < 1.7 * min(lengths)
    assert all(line.x == MARGIN for line in two)


def test_who_acts_when_stands_above_a_board_in_turn() -> None:
    table = open_table(TURNS / "lighthouse")
    report = turn_post(table, 20, "public")
    drawing = first_drawing(report.blocks)
    assert drawing is not None
    assert drawing.queue is not None
    words = [one.words for one in list_written(render(report))]
    order = [go.piece.seat for go in drawing.queue.goes]
    assert order
    marks = [word for word in words if word in order]
    assert marks[: len(order)] == order
    for go in drawing.queue.goes:
        assert go.note in words


def test_a_plan_as_svg_has_its_table_in_large_letters() -> None:
    table = open_table(TURNS / "papers")
    columns = (Column("#"), Column("Order"), Column("On the way"))
    rows = tuple((str(n), f"A(A+1)LRMLM(R+{n})", "sandbags " * 30) for n in range(3))
    drawing = first_drawing(turn_post(table, 8, "public").blocks)
    assert drawing is not None
    board = Picture("Reach", (), draw=lambda: drawing)
    svg = render_as(Report("plan", "papers: what Ben (B) can do", (board, Grid("", columns, rows)), {}), "svg")
    assert svg.startswith(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}"')
    shown = list_written(svg)
    assert {"Order", "A(A+1)LRMLM(R+2)"} <= {one.words for one in shown}
    assert min(one.size for one in shown) >= 0.99 * LETTER
    assert "sandbags" in svg.partition("</desc>")[0]  # what has no room is said


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse", "marbles"), EXAMPLES))
def test_a_plan_and_a_dry_run_name_the_players_whom_the_turn_names(name: str, tmp_path: Path) -> None:
    turn, seat, order = TABLES[name]
    table = until(name, turn, tmp_path / name)
    scene, players = scene_of(table, seat), {one.player for one in table.seats}

    def list_named(report: Report) -> set[str]:
        drawing = first_drawing(report.blocks)
        return {one.text for one in drawing.labels if one.role == "player"} if drawing else set()

    shown = [list_named(turn_post(table, turn, "public"))]
    shown.append(list_named(plan_report(scene, table.position, seat, reach=True)))
    shown.append(list_named(trial_report(scene, table.position, seat, order)))
    assert shown == 3 * [players if shown[0] else set()]


@pytest.mark.parametrize(
    "title", ["marbles: deal 3 of stack 2, the game is over: R and B have won", "ein langes Wort " * 20, "short"]
)
def test_a_title_of_a_replay_is_cut_only_where_two_lines_have_no_room(title: str) -> None:
    still = still_of(turn_post(open_table(TURNS / "papers"), 0, "public"))
    assert still is not None
    shown = [one for one in list_written(still_svg(still._replace(title=title))) if one.bold and one.y < 50]
    whole = " ".join(one.words for one in shown)
    assert whole == title if len(title) < 80 else whole.endswith("…")
    for one in shown:
        assert one.size >= LETTER
        assert one.x + measure(one.words, one.size, bold=True) <= WIDE - MARGIN


def test_a_title_of_a_replay_becomes_smaller_only_as_far_as_it_needs() -> None:
    still = still_of(turn_post(open_table(TURNS / "papers"), 0, "public"))
    assert still is not None
    room, sizes = WIDE - 2 * MARGIN, []
    for count in range(40, 75):
        shown = [one for one in list_written(still_svg(still._replace(title="n" * count))) if one.bold and one.y < 50]
        sizes.append(shown[0].size)
        if len(shown) == 1 and sizes[-1] < sizes[0]:
            assert measure(shown[0].words, sizes[-1], bold=True) == pytest.approx(room, rel=0.01)
    assert sizes == sorted(sizes, reverse=True)
    assert max(one - other for one, other in pairwise(sizes)) < 1
    assert sizes[-1] == pytest.approx(LETTER)


def test_a_frame_stands_round_a_part_only_where_the_whole_board_has_it_too() -> None:
    table = open_table(TURNS / "sandstorm")
    post = turn_post(table, 9, "public")
    assert render(post).count('class="amber"') == 1
    drawing = first_drawing(post.blocks)
    assert drawing is not None
    near = drawing._replace(window=(0, 0, drawing.columns, drawing.rows - 8), pieces=(), trails=(), crashes=())
    whole = Report("turn", "", (Picture("", (), draw=lambda: near),), {})
    assert 'class="amber"' not in render(whole)
    assert 'class="amber"' not in contents(near)[0]


def test_a_page_explains_signs_of_the_text_map_with_that_map_alone() -> None:
    page = render_as(turn_post(open_table(TURNS / "sandstorm"), 9, "public"), "html")
    beside = re.sub("<details>.*?</details>", "", page, flags=re.DOTALL)
    assert "row 4 column 40: G, K" in page
    assert "row 4 column 40: G, K" not in beside


def test_charts_are_as_wide_as_a_post_and_can_be_read() -> None:
    bars = Bars("Wins", "bars: share of the games won", tuple(Bar(str(n), 0.1, 0.05, 0.2, 0.125) for n in range(8)))
    lengths = Histogram("Length of the games", "turns", {n: n % 5 for n in range(20, 70)})
    svg = plot.render(Report("simulation", "x/" * 40, (), {}), (bars, lengths))
    assert f'width="{WIDE}"' in svg
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
    assert min(sizes[1:]) >= LETTER  # the first is the whole document's, which all in it says anew
    edges = [
        (float(x), float(wide)) for x, wide in re.findall(r'class="bar" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', svg)
    ]
    assert max(x + wide for x, wide in edges) > 0.93 * WIDE
    assert max(x + wide for x, wide in edges) < WIDE


@pytest.mark.parametrize("path", TRACKS, ids=lambda path: path.stem)
def test_a_track_as_svg_can_be_read_and_its_names_lie_apart(path: Path) -> None:
    game = find(path.parent.name)
    board = game.parse_board(path.read_text(encoding="utf-8"))
    svg = render_as(Report("track", board.name, tuple(game.board_blocks(board)), {}), "svg")
    least = DICE if game.name == "monza" else 0.9 if game.name == "tac" else 0.99
    shown = [one for one in list_written(svg) if one.anchor != "start" or not one.words.startswith("#")]
    assert shown[0].words == board.name
    assert min(one.size for one in shown) >= least * LETTER
    plates = [numbers(plate) for plate in re.findall(r'class="plate"><rect ([^>]*?) rx=', svg)]
    for number, (x, y, wide, high) in enumerate(plates):
        assert not any(x < u + w and u < x + wide and y < v + h and v < y + high for u, v, w, h in plates[:number])


def test_all_turns_of_a_replay_are_as_high_as_the_one_with_most_cars_home() -> None:
    table = open_table(TURNS / "papers")
    stills = [
        still for turn in (0, 20, table.turn) if (still := still_of(turn_post(table, turn, "public"))) is not None
    ]
    aligned = align(stills)
    shown = [still_svg(still, aligned[-1]) for still in aligned]
    assert aligned[-1].drawing.parked
    assert len({svg.partition(' height="')[2].partition('"')[0] for svg in shown}) == 1
    for svg in shown:
        assert min(one.size for one in list_written(svg)) >= 0.99 * LETTER


def test_numbers_of_fields_stay_all_or_every_fifth_and_cards_are_counted() -> None:
    said = [one.words for one in list_written(render(turn_post(open_table(TURNS / "marbles"), 30, "public")))]
    drawing = first_drawing(turn_post(open_table(TURNS / "marbles"), 30, "public").blocks)
    assert drawing is not None
    edge = [label.text for label in drawing.labels if label.role == "carved" and label.text.isdecimal()]
    kept = [label.text for label in thin_labels(drawing.labels, 1.0) if label.text in edge and label.role == "carved"]
    assert [text for text in kept if text not in said] == []
    assert set(kept) in (set(edge), {text for text in edge if not int(text) % 5})


def test_pieces_at_the_edge_of_a_board_lie_on_no_words_beyond_it() -> None:
    pieces = [Piece(seat, at, (at + 0.5, 9.5), 90) for at, seat in enumerate("ABCD")]
    placed = push_apart({one: (one.at, 1.2) for one in pieces}, 1.6, (0, 0, 30, 10))
    for (x, y), size in placed.values():
        assert 0 <= x - 0.59 * size < x + 0.59 * size <= 30
        assert 0 <= y - 0.59 * size < y + 0.59 * size <= 10


def test_a_part_that_is_wide_is_not_low() -> None:
    track = Area("track", tuple((row, column) for row in range(40) for column in range(90)))
    row = tuple(Piece("ABCD"[at], at, middle((20, 20 + 10 * at)), 90) for at in range(4))
    for count in (2, 3, 4):
        window = focus(Drawing(90, 40, (track,), pieces=row[:count])).window
        assert window is not None
        assert (window[3] - window[1]) / (window[2] - window[0]) > 0.4
