"""Tables on pictures for threads: what each seat did last, columns that say nothing, what goes first where there is no room."""

from __future__ import annotations

import re

import pytest

from gm_tools.core.blocks import Column, Grid, Lines, Picture
from gm_tools.core.drawing import Go, Piece, Queue
from gm_tools.core.events import Event
from gm_tools.core.i18n import _
from gm_tools.core.languages import speaking
from gm_tools.games import find
from gm_tools.render import render as render_as
from gm_tools.render.drawing import STYLE
from gm_tools.render.drawing.elements import measure
from gm_tools.render.drawing.queue import draw_strip
from gm_tools.render.thread_picture import HIGHEST, MARGIN, WIDE, render
from gm_tools.render.thread_table import LETTER, _lines_below, draw_table
from gm_tools.reports.base import Report
from gm_tools.reports.deeds import Deed, _find_deeds, deeds
from gm_tools.reports.status_post import status_post
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table, read_turn
from tests import effort
from tests.render.test_thread_pictures import TURNS, Written, list_written, numbers

MIDDLE = {"sandstorm": 9, "lighthouse": 14, "willow": 5, "marbles": 14, "papers": 20}


def high(svg: str) -> float:
    return numbers(svg.partition(' height="')[2])[0]


@pytest.mark.parametrize("name", MIDDLE)
def test_below_each_row_stands_what_its_seat_did_last(name: str) -> None:
    report = turn_post(open_table(TURNS / name), MIDDLE[name], "public")
    svg = render(report)
    lines = [one.words for one in list_written(svg)]
    done = report.deeds()
    assert len([deed for deed in done.values() if deed.order]) > 2
    for deed in done.values():
        assert any(line.startswith(deed.order) for line in lines), deed
    assert min(one.size for one in list_written(svg) if one.words.startswith(tuple(lines[-4:]))) >= 0.99 * LETTER
    assert high(svg) <= HIGHEST
    assert not re.search(r"\[[A-Z]\d", " ".join(lines))  # nobody looks up rules in a picture


@pytest.mark.parametrize("name", ["lighthouse", "willow", "marbles"])
def test_a_turn_that_stands_alone_knows_what_was_done_in_those_before(name: str) -> None:
    table = open_table(TURNS / name)
    done: dict[str, Deed] = {}
    for turn in range(MIDDLE[name] + 1):
        orders = {row.seat: row.canonical for row in read_turn(table, turn).record.orders}
        post = turn_post(table, turn, "public")
        done = deeds(post, table.game, orders, done)
    assert post.deeds() == done


def crowd(count: int) -> Report:
    """Return a report of Tacara as if so many cars took part."""
    report = turn_post(open_table(TURNS / "lighthouse"), 14, "public")
    blocks = tuple(
        block._replace(rows=(block.rows * 9)[:count], seats=(block.seats * 9)[:count])
        if isinstance(block, Grid)
        else block
        for block in report.blocks
    )
    return report._replace(blocks=blocks)


def test_the_shift_table_and_the_deeds_are_left_out_before_any_seat() -> None:
    found = []
    for count in (3, 9, 14, 20, 28):
        svg = render(crowd(count))
        words = [one.words for one in list_written(svg)]
        parts = (
            "Shift table" in words,
            any(word.startswith("GWS V") for word in words),
            svg.count('rx=".5" fill="none"'),
        )
        assert high(svg) <= HIGHEST
        assert sum(word == "Cleo" for word in words) == -(-count // 5)  # nobody is left out
        found.append(sum(map(bool, parts)))
        assert list(map(bool, parts)) == [False] * (3 - found[-1]) + [True] * found[-1]  # the first one first
    assert found == sorted(found, reverse=True)
    assert set(found) == {3, 2, 1, 0}


def test_columns_that_say_nothing_are_left_out_of_pictures_and_pages() -> None:
    columns = Column("Car"), Column("Player"), Column("Square"), Column("Special"), Column("Lap", right=True)
    rows = ("A", "Ann", "", "-", "1"), ("B", "Ben", "-", "-", "-")
    report = Report("turn", "t", (Grid("Standings", columns, rows, ("A", "B")),), {"turn": 1})
    for markup in ("html", "svg"):
        shown = render_as(report, markup).partition("</desc>")[2] or render_as(report, markup)
        assert "Square" not in shown, markup
        assert "Special" not in shown, markup
        assert "Lap" in shown
    assert "Special" not in render(report)
    for markup in ("text", "bbcode", "markdown", "json"):
        assert "Special" in render_as(report, markup)
        assert "Square" in render_as(report, markup)


@pytest.mark.parametrize("name", MIDDLE)
def test_an_svg_is_laid_out_as_a_picture_for_a_thread(name: str) -> None:
    table = open_table(TURNS / name)
    for report in (turn_post(table, MIDDLE[name], "public"), status_post(table, "gm")):
        svg = render_as(report, "svg")
        if not any(isinstance(block, Grid | Picture) for block in report.blocks):
            continue  # the game is over: a line says so
        assert f'width="{WIDE}"' in svg[:200]
        least = min(one.size for one in list_written(svg) if not re.fullmatch(r"\d+|.", one.words))
        assert least >= 0.9 * LETTER
    as_svg = [one.words for one in list_written(render_as(turn_post(table, MIDDLE[name], "public"), "svg"))]
    assert as_svg == [one.words for one in list_written(render(turn_post(table, MIDDLE[name], "public")))]


def test_cells_without_room_in_a_row_stand_below_it() -> None:
    columns = Column("#", right=True), Column("Order"), Column("Ends"), Column("On the way")
    rows = tuple((str(n), "A(A+1)LRMLM", "row 3 column 36", "48% 2 sandbags [N7.3]; " * 3) for n in range(2))
    svg = render_as(Report("plan", "t", (Grid("", columns, rows),), {}), "svg").partition("</desc>")[2]
    words = [one.words for one in list_written(f"<svg>{svg.partition('</style>')[2]}".replace("\n", ""))]
    assert "row 3 column 36" in words
    assert any(word.startswith("On the way: 48% 2 sandbags;") for word in words)
    assert all(measure(word, 20) <= WIDE for word in words)


@pytest.mark.parametrize("name", ["sandstorm", "marbles", "papers"])
def test_letters_are_20_high_where_nothing_need_be_cut_for_that(name: str) -> None:
    table = open_table(TURNS / name)
    shown = list_written(render(turn_post(table, MIDDLE[name], "public")))
    seats = [row.player for row in table.seats]
    assert {min(one.size for one in shown if one.words == player) for player in seats} <= {20, 21}


def test_all_pieces_have_their_letters_near_and_far_and_no_frame_strikes_them() -> None:
    svg = render(turn_post(open_table(TURNS / "sandstorm"), 9, "public"))
    letters = [one.words for one in list_written(svg) if len(one.words) == 1 and one.bold]
    for seat in "ACDEFGHKM":  # T is far from the others
        assert letters.count(seat) == 3, seat  # on both boards and in the table
    assert letters.count("T") == 2
    near, _frame, rest = svg.partition('class="amber"')
    assert ">A</text>" in near
    _small, _frame, after = rest.partition('rx=".5" fill="none"')
    assert after.index(">A</text>") < after.index(">Player</text>")
    svg = render(turn_post(open_table(TURNS / "lighthouse"), 30, "public"))
    assert ">3 west</text>" in svg.partition('rx=".5" fill="none"')[2]


@pytest.mark.long
@pytest.mark.parametrize("name", MIDDLE)
def test_a_table_has_the_same_columns_in_all_languages_but_for_minor_ones(name: str) -> None:
    table = open_table(TURNS / name)
    for turn in effort.choose((MIDDLE[name], table.turn), tuple(range(table.turn + 1))):
        count = set()
        for language in ("en", "de"):
            with speaking(language):
                report = turn_post(table, turn, "public")
                (grid, *_more) = (block for block in report.blocks if isinstance(block, Grid))
                words = [one.words for one in list_written(render(report))]
                major = [(at, column.title) for at, column in enumerate(grid.columns) if not column.is_minor]
                count.add(tuple(at for at, title in major if title in words))
        assert len(count) == 1, turn


def test_notes_without_room_end_after_a_phrase_before_their_column_goes() -> None:
    titles = ("Auto", "Spieler", "Linien", "Noch", "Feld", "Gang", "Turbo", "Bemerkungen")
    columns = tuple(Column(title, is_minor=title == "Feld") for title in titles)
    notes = {"F": "genannt white (weiß)", "D": "genannt black (schwarz), Windschattenbonus, im Ziel"}
    rows = tuple((seat, "Dora", "1/4", "12", "6,40", "W3N1", "123", told) for seat, told in notes.items())
    drawn, _high = draw_table(Grid("Stand", columns, rows, tuple(notes)), {}, (MARGIN, WIDE - 2 * MARGIN), {})
    written = "".join(drawn)
    assert all((f">{title}<" in written) is (title != "Feld") for title in titles)
    assert ">genannt black (schwarz)<" in written


def test_the_ring_of_who_acts_keeps_off_the_words_before_it() -> None:
    first, acts = (Piece(seat, number, (0, 0), is_next=number > 0) for number, seat in enumerate("AB"))
    svg, _high = draw_strip(Queue("round 1", (Go(first, "W4"), Go(acts, "W3")), "round 2", (first, acts)), 60)
    ((x, size),) = re.findall(
        r'class="piece" transform="translate\((\S+) \S+\) scale\((\S+)\)"[^>]*><g class="acts"', svg
    )[:1]
    (words,) = re.findall(r'<text x="(\S+)"[^>]*>W4<', svg)
    assert float(words) + measure("W4", 0.95, bold=True) + 0.2 < float(x) - 1.11 * float(size)


def test_what_is_told_of_a_seat_draws_its_arrows() -> None:
    told = [Event("refuelled", ("A",), {"values": "22", "before": "E5"})]
    news = _find_deeds(told, ["A"], find("tacara"), {})["A"].news
    assert "E5\N{NO-BREAK SPACE}→ 0" in news
    assert "->" not in news


def test_what_a_deed_says_is_not_noted_above_it() -> None:
    grid = Grid("", (Column("Car"), Column("State")), (("A", "next: 2, crash"), ("B", "gravel, finished")), ("A", "B"))
    done = {"A": Deed("NE", "✸ crash"), "B": Deed("E", "velocity 2 east, gravel")}
    svg = "".join(draw_table(grid, {}, (MARGIN, WIDE), done)[0])
    assert [svg.count(word) for word in ("crash", "gravel", "next: 2", "finished")] == [1, 1, 1, 1]


def test_long_names_leave_room_for_all_other_columns() -> None:
    columns = (*map(Column, ("Seat", "Player", "Team", "Enter")), *(Column(f"Col {n}", right=True) for n in range(4)))
    names = "Bartholomäus Wolfram", "Annegret von Thünen", "Ferdinandus Magellan the Great of Portugal"
    rows = tuple((seat, name, "RK", "yes", "3", "4", "0", "12") for seat, name in zip("RKC", names, strict=True))
    grid = Grid("Standings", columns, rows, ("R", "K", "C"))
    drawn, _high = draw_table(grid, {}, (MARGIN, WIDE - 2 * MARGIN), {})
    words = [one.words for one in list_written(f"<svg>{''.join(drawn)}</svg>")]
    assert {column.title for column in columns} <= set(words)
    assert set(names[:2]) <= set(words)
    assert any(word.startswith("Ferdinandus Magellan") and word.endswith("…") for word in words)


def test_when_all_have_finished_the_whole_board_is_shown() -> None:
    table = open_table(TURNS / "papers")
    svg = render(turn_post(table, table.turn, "public"))
    assert 'class="amber"' not in svg
    assert "finished" in [one.words for one in list_written(svg)]


def test_words_of_a_strip_stand_below_the_last_pieces() -> None:
    go = Go(Piece("C", 0, (0, 0)), "E4S4", ("2", "3"))
    strip, tall = draw_strip(Queue("round 18", (go,), words="pool: 1 x 10"), 40)
    at = {one.words: one.y for one in list_written(f"<svg>{strip}</svg>")}
    assert at["pool: 1 x 10"] > at["2"] + 1
    assert at["pool: 1 x 10"] < tall


def test_figures_in_what_can_be_reached_can_be_read() -> None:
    table = open_table(TURNS / "sandstorm")
    blocks = table.game.reach_blocks(table.game.view(table.position, "D"), "D")
    svg = render_as(Report("plan", "sandstorm: what D can do", tuple(blocks), {}), "svg")
    shown = list_written(svg)
    assert {"1", "2"} <= {one.words for one in shown}
    assert min(one.size for one in shown) >= 0.99 * LETTER
    assert svg.count('class="amber"') == 1


def test_what_is_seen_only_on_the_small_board_is_explained_below_it() -> None:
    said = list_written(render(turn_post(open_table(TURNS / "lighthouse"), 30, "public")))
    told = [one.words for one in said if one.words in ("g, y: track for 5 cars or more", "b: pits", "refuelling")]
    assert sorted(told) == ["b: pits", "g, y: track for 5 cars or more", "refuelling"]


def test_no_word_of_what_was_done_is_cut_through() -> None:
    for lines in (["follows A", "to row 9 column 26", "uses the draft bonus for a third step, as it had gained one"],):
        for most in (1, 2):
            shown = _lines_below(("F GNN H DE", ", ".join(lines)), 20, 480, most)
            assert len(shown) <= most
            words = re.sub("<[^>]*>", "", "".join(shown)).replace("\u00a0", " ")
            assert words.startswith("F GNN H DE ·")
            assert words.endswith(("follows A", "to row 9 column 26", "third step", "gained one"))


def draw_words(grid: Grid, done: dict[str, Deed] | None) -> list[Written]:
    return list_written(f"<svg>{''.join(draw_table(grid, {}, (MARGIN, WIDE - 2 * MARGIN), done)[0])}</svg>")


def test_six_long_names_leave_room_for_what_is_expected_of_their_seats() -> None:
    names = "Maximiliane Berghofer", "Bartholomew Hargroves", "Konstantin Achterberg"
    for language in ("en", "de"):
        with speaking(language):
            report = turn_post(open_table(TURNS / "marbles"), 14, "public")
            grid = next(block for block in report.blocks if isinstance(block, Grid) and any(block.seats))
            titles = [column.title for column in grid.columns]
            at, now = titles.index(_("Player")), _("gives a card")
            rows = [
                (*row[:at], name, *row[at + 1 : -1], f"{_('dealer')}, {now}")
                for row, name in zip(grid.rows, names, strict=False)
            ]
            words = [
                one.words
                for one in draw_words(grid._replace(rows=tuple(rows), seats=grid.seats[:3]), {"R": Deed("13", "")})
            ]
            assert titles[-1] in words
            assert set(names) <= set(words)
            assert rows[0][-1] in words


def test_no_order_of_a_plan_is_cut() -> None:
    columns = Column("#", right=True), *map(Column, ("Order", "Ends", "Dir", "Speed", "Wild cards"))
    orders = "A(A+1)(2M)LRMLM(R+1)(3M)", "L(2M)R(5M)A(A+1)"
    rows = tuple((str(at), order, "row 3 column 36", "W", "9.2/12", "2") for at, order in enumerate(orders, 1))
    words = [one.words for one in draw_words(Grid("Plan", columns, rows), None)]
    assert set(orders) <= set(words)
    assert not any(word.endswith("…") for word in words)


def test_nothing_below_a_row_is_larger_than_what_is_in_it() -> None:
    for seats in (4, 10):
        columns = *map(Column, ("Seat", "Player")), *(Column(f"Column {n}") for n in range(2 if seats == 4 else 5))
        rows = tuple((mark, "Maximiliane Berghof", *("12",) * (len(columns) - 2)) for mark in "ABCDEFGHIJ"[:seats])
        written = draw_words(
            Grid("Standings", columns, rows, tuple(row[0] for row in rows)), {"A": Deed("(4M)", "4 tiles")}
        )
        size = {one.words: one.size for one in written}
        assert size["(4M)\u00a0· 4 tiles"] <= size["Maximiliane Berghof"]


def test_lines_below_a_row_are_filled() -> None:
    shown = _lines_below(("", "To go: 87 · Finish in: 0.1 turns later · On the way: 2 sandbags"), LETTER, 700, 3)
    assert len(shown) == 1


def test_no_part_of_a_board_is_painted_on_a_layer_of_its_own() -> None:
    # what is opaque in parts takes a layer as large as itself: twelve discs took a third of the time that a picture is made in
    assert not re.search(r"[{;]opacity", STYLE)


def test_a_headline_with_many_long_names_is_set_in_smaller_letters() -> None:
    names = ", ".join(f"Maximiliane Bergholz und Konstantin Achterberg {n}" for n in range(3))
    for news, most in ((names, 4), ("Maximiliane Bergholz leads, 2 tiles ahead of Konstantin Achterberg.", 2)):
        report = Report("turn", "six: deal 1", (Lines("", (news,), name="result"),), {})
        drawn = [one for one in list_written(render(report)) if one.words != report.title]
        assert len(drawn) <= most
        assert min(one.size for one in drawn) >= LETTER
        assert (drawn[0].size > 24) == (most == 2)
