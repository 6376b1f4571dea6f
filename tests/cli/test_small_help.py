"""Help on the way to an order: marks of seats, completion, half an order, plans in the game's words, examples that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from gm_tools.cli.completion import complete_policies, complete_seats, complete_tracks, complete_viewers
from gm_tools.core.blocks import Grid
from gm_tools.core.events import PUBLIC
from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.languages import speaking
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError, Problem
from gm_tools.games import find
from gm_tools.guide import example_order
from gm_tools.reports.base import scene_of
from gm_tools.reports.best_orders import plan_report
from gm_tools.table.assign import assign_seats, seat_choice
from gm_tools.table.waiting import Applicant
from tests.begin import begin_table
from tests.cli.conftest import Gm

GAMES = sorted(path.name for path in folder("tracks").iterdir() if path.is_dir())
EXAMPLES = {  # what the sentence in every post shows
    "nascar": ("(6M)",),
    "monza": ("B1 Y2 R2", "PASS"),
    "rally": ("NE", "(+1,-1)", "0"),
    "tac": ("5 R10", "13 in", "drop 9"),
    "tacara": ("GEN", "G0", "+1N"),
}


@pytest.fixture(autouse=True)
def _every_game(monkeypatch: pytest.MonkeyPatch, gm: Gm) -> None:
    del gm
    for name in ("gm_tools.games.NAMES", "gm_tools.cli.completion.NAMES"):
        monkeypatch.setattr(name, tuple(GAMES))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_examples_in_every_post_can_be_read(game: str, lang: str) -> None:
    found = find(game)
    with speaking(lang):
        sentence = _(found.how_to_order)
    for example in EXAMPLES[game]:  # notation is the same in every language
        assert example in sentence
        text = f"G0 {example}" if example == "+1N" else example  # a chip is played with a gear
        assert not isinstance(found.parse_order(text), Problem), example


def variants(game: str) -> list[dict[str, object]]:
    """Return options, one changed at a time, to each value that it lists."""
    changed: list[dict[str, object]] = [{}]
    for option in find(game).options:
        words = [word.strip() for word in option.values().split(",")]
        values: list[object] = [{"true": True, "false": False}.get(word, word) for word in words]
        changed += [{option.name: value} for value in values if option.valid(value) and value != option.default]
    return changed


@pytest.mark.parametrize("game", GAMES)
def test_the_order_in_a_players_guide_is_legal_in_every_variant(tmp_path: Path, game: str) -> None:
    found = find(game)
    tracks = sorted((folder("tracks") / game).glob("*.txt"), key=lambda one: one.stat().st_size)
    shown = 0
    for number, options in enumerate(variants(game)):
        for track in tracks[:1] if game != "tac" else tracks:
            text = track.read_text(encoding="utf-8")
            try:
                choice = seat_choice(found, found.parse_board(text), options)
                seats = assign_seats(
                    [Applicant(f"P {at}") for at in range(choice.most if game == "tac" else 3)], choice
                )
                table = begin_table(tmp_path / f"{track.stem}-{number}", game, text, seats, options, track="mine")
            except InputError:
                continue  # the variant is not played on this board, or with so few
            seat, order = example_order(table)
            if not seat:
                assert found.private_events or not found.awaited(table.position)
                continue
            parsed = found.parse_order(order)
            assert not isinstance(parsed, Problem)
            assert not found.check(table.position, seat, parsed), (options, order)
            shown += 1
    assert shown or found.private_events


@pytest.mark.parametrize("game", GAMES)
def test_marks_of_seats_are_told_and_true(gm: Gm, game: str) -> None:
    marks = find(game).seat_marks
    assert re.sub(r"\s+", " ", marks) in re.sub(r"\s+", " ", gm("new", "--help").out)
    assert marks in gm("games").out
    text = min((folder("tracks") / game).glob("*.txt"), key=lambda one: one.stat().st_size).read_text(encoding="utf-8")
    board = find(game).parse_board(text)
    listed = set(re.findall(r"\b[A-Za-z]\b", marks.split(":")[-1].split("than")[-1]))
    for mark in "ABCDEFGHIJKLMNOPQRSTUVWXYZbosx":
        problems = find(game).check_seats(board, [Seat(mark, "Ann")], {})
        is_refused = any(problem.seat == mark or repr(mark) in problem.message for problem in problems)
        if "other than" in marks:
            assert is_refused is (mark in listed or (game == "tacara" and mark.islower())), mark
        elif not is_refused:
            assert mark in listed


def test_the_shell_completes_seats_viewers_policies_and_tracks(gm: Gm, tmp_path: Path) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Ann", "--seat", "C:Cy")
    del tmp_path
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None)))
    context.params = {"table": "turns/dust"}
    assert complete_seats(context, "") == ["A", "C", "Ann", "Cy"]
    assert complete_seats(context, "a") == ["A", "Ann"]
    assert complete_viewers(context, "p") == ["public"]
    assert complete_policies(context, "") == ["wait", "straight", "brake"]
    context.params = {"table": "nothing"}
    assert complete_seats(context, "") == []
    assert "drive_on" in complete_policies(context, "")
    context.params = {"game": "tac"}
    assert complete_tracks(context, "") == ["four-seats", "six-seats"]
    context.params = {}
    assert {"four-seats", "dust-bowl"} <= set(complete_tracks(context, ""))


def test_half_an_order_is_told_what_is_missing(gm: Gm) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Ann", "--seat", "C:Cy")
    shown = gm("try", "turns/dust", "A", "A(2M)").out
    needed = int(re.search(r"2 of (\d+) moves at speed", shown)[1])  # type: ignore[index]
    assert f"write {needed - 2} more [" in shown or f"write {needed - 2} more" in shown
    assert f"{needed} moves needed" in gm("try", "turns/dust", "A", f"A({needed + 1}M)").out


@pytest.mark.parametrize(("game", "words"), [("nascar", "turns"), ("tacara", "best")])
def test_a_plan_says_in_words_what_an_order_gives_away(tmp_path: Path, game: str, words: str) -> None:
    found = find(game)
    text = min((folder("tracks") / game).glob("*.txt"), key=lambda one: one.stat().st_size).read_text(encoding="utf-8")
    choice = seat_choice(found, found.parse_board(text), {})
    seats = assign_seats([Applicant(f"P {at}") for at in range(3)], choice)
    table = begin_table(tmp_path / "t", game, text, seats, track="m")
    seat = next(iter(found.awaited(found.view(table.position, PUBLIC))))
    report = plan_report(scene_of(table, seat), table.position, seat, top=12)
    grid = report.blocks[0]
    assert isinstance(grid, Grid)
    titles = [column.title for column in grid.columns]
    at = titles.index("Finish in" if game == "nascar" else "Against the best")
    cells = [row[at] for row in grid.rows]
    assert words in cells[0]
    assert not any(re.search(r"-\d", cell) for cell in cells)
    assert any(cell.endswith("turns later") for cell in cells)
    rows = [(*row[1:2], *row[3:]) for row in grid.rows]
    assert len({row[1:] for row in rows}) == len(rows)  # none differs from another in the place alone
    whole = plan_report(scene_of(table, seat), table.position, seat, top=0)
    assert isinstance(whole.blocks[0], Grid)
    assert len(whole.blocks[0].rows) == report.data["count"]
