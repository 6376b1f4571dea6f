"""The track editor: a board is the text of its file, checked, painted, driven and judged as by the commands."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from gm_tools.core.blocks import Picture
from gm_tools.desk.look import draw_tile
from gm_tools.desk.tracks import check_board, laps_of
from gm_tools.games import NAMES, find
from gm_tools.table.boards import track_text, tracks
from tests.desk.conftest import HERE, Browser, text_of, wait_until

JSON = {"origin": HERE, "accept": "application/json"}


def board_of(browser: Browser, track: str = "dust-bowl") -> str:
    """Return the text in the editor of a track."""
    page = browser.get(f"/tracks/edit?game=nascar&track={track}")
    return unescape(page.partition('id="board-text">')[2].partition("</textarea>")[0])


def state_of(browser: Browser, number: int) -> dict[str, Any]:
    """Return how a job stands."""
    return dict(browser.client.get(f"/jobs/{number}/state").json())


def finish(browser: Browser, number: int) -> dict[str, Any]:
    """Return how a job stands once it is done."""
    wait_until(lambda: not state_of(browser, number)["running"])
    return state_of(browser, number)


@pytest.mark.parametrize("game", NAMES)
def test_what_is_painted_is_what_the_game_reads(game: str) -> None:
    found = find(game)
    for glyph, meaning in found.palette:
        assert len(glyph) == 1
        assert meaning
        assert "<" in draw_tile(found.tile_roles()[glyph]).partition("<g ")[2].partition(">")[2]
    assert set(found.tile_roles()) >= {glyph for glyph, __ in found.palette}
    for __, name in tracks(game) if found.palette else ():
        board = found.parse_board(track_text(game, name))
        picture = next(block for block in found.board_blocks(board) if isinstance(block, Picture)).drawing
        assert picture is not None
        glyphs = {glyph for glyph, __ in found.palette}
        cells = [shape.cell for shape in picture.shapes if shape.cell is not None]
        if cells:  # painted shape by shape: each is one sign of the file
            assert len(set(cells)) == len(cells)
            assert {board.lines[row][column] for row, column in cells} <= glyphs
            continue
        assert picture.rows == len(board.lines)
        assert picture.columns == max(map(len, board.lines))
        assert set("".join(board.lines)) <= glyphs


def test_every_square_of_a_road_can_be_painted_where_the_file_has_it() -> None:
    found = find("monza")
    for game, name in tracks("monza"):
        text = track_text(game, name)
        board = found.parse_board(text)
        picture = next(block for block in found.board_blocks(board) if isinstance(block, Picture)).drawing
        assert picture is not None
        cells = [shape.cell for shape in picture.shapes if shape.cell is not None]
        assert len(cells) == len(board.squares) - 1
        rows = text.split("\n")
        for row, column in cells[::7]:
            line = rows[board.first_line - 1 + row]
            glyph = "#" if line[column] != "#" else "R"
            painted = [*rows]
            painted[board.first_line - 1 + row] = line[:column] + glyph + line[column + 1 :]
            faults = check_board(game, "\n".join(painted))["faults"]
            assert not any("found" in fault["message"] for fault in faults) or line[column - 1] == ">" or "!" in line


def test_a_game_whose_board_cannot_be_painted_says_so(browser: Browser) -> None:
    assert "nothing can be painted" in text_of(browser.get("/tracks/edit?game=tac"))
    assert "nothing can be painted" not in text_of(browser.get("/tracks/edit?game=monza"))


def test_a_check_says_what_the_board_is_and_where_its_first_fault_is() -> None:
    text = track_text("nascar", "penny-egg")
    assert {"name": "Penny Egg", "size": "66 × 19 signs", "summary": "No faults."}.items() <= check_board(
        "nascar", text
    ).items()
    found = check_board("nascar", text.replace("x***x", "x*%*x", 1))
    assert found["summary"] == "1 fault; line 24, column 27"
    assert check_board("nascar", "")["size"] == ""


def test_the_editor_names_faults_at_their_place(browser: Browser) -> None:
    data = {"game": "nascar", "text": '+++\ngame = "nascar"\nlaps = 0\n+++\n***\n'}
    found = browser.client.post("/tracks/check", data=data, headers={"origin": HERE}).json()
    assert found["faults"]
    assert "laps" in found["faults"][0]["message"]
    answer = browser.client.post("/tracks/do", data={**data, "action": "save", "name": "x"}, headers={"origin": HERE})
    assert answer.status_code == 400
    assert not (browser.tables.parent / "x.txt").exists()


def test_a_track_is_saved_as_the_same_text_and_not_overwritten_unasked(browser: Browser) -> None:
    board = board_of(browser)
    data = {"game": "nascar", "text": board, "action": "save", "name": "My Bowl"}
    browser.client.post("/tracks/do", data=data, headers={"origin": HERE})
    file = browser.tables.parent / "my-bowl.txt"
    assert file.read_text(encoding="utf-8") == board
    file.write_text("mine", encoding="utf-8")
    assert browser.client.post("/tracks/do", data=data, headers={"origin": HERE}).status_code == 400
    assert file.read_text(encoding="utf-8") == "mine"


def test_an_empty_editor_begins_with_the_starter_of_the_command(browser: Browser) -> None:
    assert "# how many laps a race has" in unescape(browser.get("/tracks/edit?game=nascar"))


def test_a_draft_for_one_game_is_not_shown_for_another(browser: Browser) -> None:
    data = {"game": "nascar", "text": "+++\nhalf a board"}
    browser.client.post("/tracks/check", data=data, headers={"origin": HERE})
    assert "half a board" in browser.get("/tracks/edit?game=nascar")
    assert "half a board" not in browser.get("/tracks/edit?game=rally")


def test_the_rulers_of_the_picture_count_the_lines_of_the_file() -> None:
    text = track_text("nascar", "penny-egg")
    first = text.split("\n").index("+++", 1) + 2
    picture = check_board("nascar", text, counts_lines=True)["picture"]
    assert f">{first}</text>" in picture
    assert f">{first + 5}</text>" in picture
    assert ">0</text>" not in picture
    assert ">0</text>" in check_board("nascar", text)["picture"]  # where a table is begun they count as orders do


def test_a_track_that_was_saved_can_be_taken_up_again(browser: Browser) -> None:
    data = {"game": "nascar", "text": board_of(browser), "action": "save", "name": "mine"}
    browser.client.post("/tracks/do", data=data, headers={"origin": HERE})
    assert "mine.txt" in browser.get("/tracks")
    assert board_of(browser, "mine.txt") == data["text"]


def test_bots_play_beside_the_desk_and_can_be_stopped(browser: Browser) -> None:
    data = {"game": "nascar", "text": board_of(browser, "penny-egg"), "action": "fair", "games": "400"}
    begun = browser.client.post("/tracks/do", data=data, headers=JSON).json()
    assert "--games 400 --resume" in begun["line"]
    wait_until(lambda: state_of(browser, begun["job"])["done"] >= 2)
    page = browser.client.get(f"/tracks/fair/{begun['job']}").text
    assert 'class="dots"' in page
    assert "too few, 20 are needed" in page
    page = browser.client.post("/jobs/stop", data={"number": str(begun["job"])}, headers={"origin": HERE}).text
    assert "games are done and saved" in text_of(page)
    assert 'class="dots"' in browser.client.get(f"/tracks/fair/{begun['job']}").text  # what was played stays


def test_a_page_without_script_shows_the_job(browser: Browser) -> None:
    data = {"game": "nascar", "text": board_of(browser, "penny-egg"), "action": "fair", "games": "1"}
    page = browser.client.post("/tracks/do", data=data, headers={"origin": HERE})
    assert page.url.path == "/jobs/0"
    finish(browser, 0)
    assert "no verdict" in text_of(browser.get("/jobs/0"))


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("nascar", "+++\nlaps = 9\n+++\n", ("--option=laps=3",)),
        ("rally", "+++\n+++\n x= 1\n", ("--option=laps=3",)),
        ("rally", "+++\n+++\n x  =\n", ()),
        ("monza", "+++\n+++\n", ()),
    ],
)
def test_bots_drive_three_laps_where_there_are_laps(game: str, text: str, words: tuple[str, ...]) -> None:
    assert laps_of(game, text) == words


def test_bots_drive_a_game_that_can_be_watched_for_three_laps_of_nine(browser: Browser) -> None:
    text = re.sub(r"(?m)^laps *=.*$", "laps = 9", board_of(browser, "penny-egg"))
    assert "laps = 9" in text
    data = {"game": "nascar", "text": text, "action": "laps"}
    begun = browser.client.post("/tracks/do", data=data, headers=JSON).json()
    assert "--option=laps=3" in begun["line"]
    state = finish(browser, begun["job"])
    assert state["film"], state["text"]
    picture = browser.client.get(f"/jobs/{begun['job']}/picture")
    assert picture.headers["content-type"].startswith("image/svg")
    assert "lap 3 of 3" in picture.text
    assert "Penny Egg" in picture.text


def test_an_unknown_job_is_reported(browser: Browser) -> None:
    for path in ("/jobs/9", "/jobs/9/state", "/jobs/9/picture", "/tracks/fair/9"):
        assert browser.client.get(path).status_code == 404
