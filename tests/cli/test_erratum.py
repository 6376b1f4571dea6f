"""`gm report --erratum`: what changed against what was posted, for every game and every viewer, and nothing that is secret."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.core.languages import speaking
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES
from gm_tools.render import render
from gm_tools.reports.base import Report, Scene, scene_of
from gm_tools.reports.erratum import _leaves, erratum_report
from gm_tools.reports.turn_post import erratum_post, turn_post
from gm_tools.table import ChanceSource, Table, open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests.begin import begin_table
from tests.cli.conftest import Gm
from tests.cli.test_reports import _deal_other
from tests.samples import SAMPLES
from tests.table import ferry
from tests.table.crossing import order_all, play

TURNS = folder("tracks").parent / "turns"


def erratum(path: Path, viewer: str = "public", turn: int | None = None, reason: str = "", against: str = "") -> Report:
    return erratum_post(open_table(path), turn, viewer, reason, against)[0]


def rows(report: Report) -> list[tuple[str, str, str, str]]:
    return [(one["seat"], one["what"], one["posted"], one["now"]) for one in report.data["changes"]]


def test_a_turn_taken_back_and_not_resolved_again(gm: Gm, table: Path) -> None:
    play(table, 2, "r1")
    undo(table)
    report = erratum(table, reason="C had posted r2")
    assert report.title == "crossing: erratum to turn 2"
    assert report.blocks[0].lines == (  # type: ignore[union-attr]  # lines come first
        "Turn 2 is taken back. The table is as it was after turn 1.",
        "Reason: C had posted r2",
    )
    assert {seat for seat, *_ in rows(report)} == {"A", "B", "C"}
    ran = gm("report", "crossing", "--erratum", "--forum", "phpbb")
    assert ran.status == 0
    assert ran.out.startswith("[b]crossing: erratum to turn 2[/b]\n")
    assert ran.err == "gm: compared with turn-002.undone-1.toml; --against FILE for another post\n"


def test_a_turn_resolved_again_shows_whose_order_was_another(table: Path, gm: Gm) -> None:
    del gm
    play(table, 2, "r1")
    was = {boat.seat: boat.at for boat in open_table(table).position.boats}
    undo(table)
    put_order(table, "C", "r2")
    resolve(table)
    now = {boat.seat: boat.at for boat in open_table(table).position.boats}
    report = erratum(table)
    assert was["C"] != now["C"]
    assert [(seat, posted, is_) for seat, _, posted, is_ in rows(report)] == [("C", str(was["C"]), str(now["C"]))]
    assert report.data["gone"]
    assert report.data["new"]
    assert "taken back and resolved again. 1 thing differs" in render(report, "text")


def test_amendments_come_with_their_reasons_and_later_ones_too(table: Path, gm: Gm) -> None:
    del gm
    play(table, 1, "r1")
    with pytest.raises(InputError, match="nothing of turn 1 was taken back or amended"):
        erratum(table)
    amend(table, {"boats.B.at": 3}, "a slip [b]")
    amend(table, {"boats.C.at": 2}, "another")
    text = render(erratum(table), "bbcode")
    assert "Reason: a slip [\u200bb]" in text
    assert "Reason: another" in text
    assert {seat for seat, *_ in rows(erratum(table))} == {"B", "C"}


def test_an_amendment_taken_back_was_posted(table: Path, gm: Gm) -> None:
    del gm
    play(table, 1, "r1")
    at = next(boat.at for boat in open_table(table).position.boats if boat.seat == "B")
    amend(table, {"boats.B.at": 3}, "a slip")
    undo(table)
    assert [row[:1] + row[2:] for row in rows(erratum(table))] == [("B", "3", str(at))]
    undo(table)
    order_all(table, "r1")
    resolve(table)
    assert [row[:1] + row[2:] for row in rows(erratum(table))] == [("B", "3", str(at))]
    assert (table / "turn-001.amend-1.undone-1.toml").exists()
    assert (table / "turn-001.undone-2.toml").exists()
    assert verify(table) == ()


def test_an_erratum_compares_with_a_report_given_as_a_file(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 2, "r1")
    (tmp_path / "posted.json").write_text(gm("report", "crossing", "--json").out, encoding="utf-8")
    undo(table)
    put_order(table, "C", "r2")
    resolve(table)
    assert erratum(table, against="posted.json") == erratum(table)
    ran = gm("report", "crossing", "--erratum", "--against", "posted.json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(
        gm(
            "report", "crossing", "--erratum", "--against", "-", "--json", stdin=(tmp_path / "posted.json").read_bytes()
        ).out
    )["changes"]
    for words, message in (
        (["--erratum", "--against", "posted.json", "--for", "A"], "posted.json: viewer: found 'public' (allowed: A)"),
        (["--erratum", "--against", "none.json"], "none.json: there is no such file"),
        (["--erratum", "--turn", "1"], "nothing of turn 1 was taken back or amended"),
        (["--erratum", "--turn", "9"], "nothing of turn 9 was taken back or amended"),
        (["--reason", "so"], "--against and --reason need --erratum"),
    ):
        ran = gm("report", "crossing", *words)
        assert ran.status in {1, 2}
        assert message in ran.err
        assert ran.out == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "{",
        '{"format": "gm-tools/status"}',
        '{"format": "gm-tools/turn", "blocks": 3}',
        '{"format": "gm-tools/turn", "title": "x", "turn": 1, "blocks": [{"kind": "grid"}]}',
    ],
)
def test_a_file_that_is_not_a_report_is_refused(gm: Gm, table: Path, tmp_path: Path, text: str) -> None:
    del table
    (tmp_path / "posted.json").write_text(text, encoding="utf-8")
    ran = gm("report", "crossing", "--erratum", "--against", "posted.json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gm: posted.json: ")


@pytest.mark.parametrize("viewer", ["public", "A", "B", "C"])
def test_what_others_hold_changes_nothing_in_an_erratum(gm: Gm, table: Path, viewer: str) -> None:
    del gm
    play(table, 2, "r1")
    undo(table)
    shown = [render(erratum(table, viewer), markup) for markup in ("text", "bbcode", "json")]
    for_gm = render(erratum(table, "gm"), "json")
    changed = 0
    for boat in open_table(table).position.boats:
        for card in set(ferry.CARDS) - {boat.card} if boat.seat != viewer else ():
            files = {file: file.read_text(encoding="utf-8") for file in sorted(table.glob("turn-*.toml"))}
            for file, text in files.items():
                file.write_text(_deal_other(text, boat.seat, card), encoding="utf-8", newline="")
            changed += render(erratum(table, "gm"), "json") != for_gm
            assert [render(erratum(table, viewer), markup) for markup in ("text", "bbcode", "json")] == shown
            for file, text in files.items():
                file.write_text(text, encoding="utf-8", newline="")
    assert shown


def begin(name: str, path: Path) -> Table:
    sample = SAMPLES[name][0]
    tracks = folder("tracks") / name
    track = sample.track or min(tracks.glob("*.txt")).stem
    board = (tracks / f"{track}.txt").read_text(encoding="utf-8")
    return begin_table(
        path, name, board, sample.seats, sample.options, track=track, chance=ChanceSource(seed=bytes(range(32)))
    )


def facts(report: Report) -> dict[str, Any]:
    """Return what a report says to programs, but for its second try."""
    return {key: value() if callable(value) else value for key, value in report.data.items() if key != "again"}


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_errata(name: str, tmp_path: Path) -> None:
    path = begin(name, tmp_path / "table").path
    for _ in range(4):
        table = open_table(path)
        for seat in table.game.awaited(table.position):
            order = next(iter(table.game.legal_orders(table.position, seat)))
            put_order(path, seat, table.game.format_order(order))
        resolve(path)
    posted = {viewer: turn_post(open_table(path), 4, viewer) for viewer in ("public", "gm")}
    undo(path)
    for viewer in ("public", "gm"):
        report = erratum(path, viewer)
        assert report.data["changes"] or report.data["gone"]
        assert all(one["posted"] != one["now"] for one in report.data["changes"])
        assert all(block.name for block in report.blocks)
        for markup in ("text", "bbcode", "markdown", "html", "svg", "json"):
            assert render(report, markup)
    resolve(path)
    for viewer, report in posted.items():
        again = turn_post(open_table(path), 4, viewer)
        told, *blocks = again.blocks
        assert told == Lines(
            "Resolved again",
            ("This turn was taken back and resolved again.", "Nothing came out differently."),
            name="again",
        )
        bare = again._replace(blocks=tuple(blocks), data={}, deeds=dict)
        assert bare == report._replace(data={}, deeds=dict)
        assert facts(again) == facts(report)
        with pytest.raises(InputError, match="is as it was posted"):
            erratum(path, viewer)


def test_a_report_in_another_language_is_refused_with_what_to_type(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 2, "r1")
    document = json.loads(gm("report", "crossing", "--json").out)
    assert document["language"] == "en"
    (tmp_path / "posted.json").write_text(json.dumps({**document, "language": "de"}), encoding="utf-8")
    ran = gm("report", "crossing", "--erratum", "--against", "posted.json")
    assert (ran.status, ran.out) == (2, "")
    assert "posted.json: language: found 'de' (allowed: en; or write the erratum with --lang de)" in ran.err


def test_an_erratum_names_values_that_no_table_shows_and_repeats_none() -> None:
    def report(at: list[int], space: str, hand: list[str], seat: str = "A") -> Report:
        seats = [{"mark": mark, "player": mark.lower()} for mark in ("A", "B")]
        position = {"cars": {"A": {"at": at}, "B": {"at": at}}, "hands": {"A": hand, "B": ["?"] * len(hand)}}
        blocks = (
            Grid("", (Column("Space", shows=("at",)),), ((space,),), ("A",)),
            Lines("Hands", (f"{seat}: {', '.join(hand)}",), shows=((seat, "hands"),)),
        )
        return Report("turn", "x", blocks, {"turn": 1, "seats": seats, "position": position})

    game = ferry.GAME._replace(position_words={"at": "on the board", "hands": "hand"})
    scene = Scene("x", game, (), "public")
    told = erratum_report(scene, report([1, 2], "[1,2]", ["3"]), report([1, 4], "[1,4]", ["3", "8"]))
    assert rows(told) == [("A", "Space", "[1,2]", "[1,4]"), ("B", "on the board", "1, 2", "1, 4")]
    assert told.data["gone"] == ["Hands: A: 3"]
    elsewhere = erratum_report(scene, report([1, 2], "", ["3"], "B"), report([1, 2], "", ["8"], "B"))
    assert rows(elsewhere) == [("A", "hand", "3", "8")]


def test_an_erratum_with_nothing_to_count_counts_nothing() -> None:
    def report(line: str) -> Report:
        return Report("turn", "x", (Lines("Hands", (line,)),), {"turn": 1, "seats": []})

    told = erratum_report(Scene("x", ferry.GAME, (), "public"), report("A: 3"), report("A: 8"))
    assert told.blocks[0] == Lines("", ("Turn 1 was taken back and resolved again.",), name="more")


def test_a_hand_is_told_once_in_every_language() -> None:
    """Its cards are words in German: the line about them holds none of the texts in the position."""
    table = open_table(Path("turns/marbles"))
    with speaking("de"):
        posted, now = (turn_post(table, turn, "gm") for turn in (0, 1))
        told = erratum_report(scene_of(table, "gm"), posted, now)
    assert any("Trickser" in line for line in told.data["gone"])
    assert not [row for row in rows(told) if "trick" in f"{row[2]}{row[3]}"]


def test_the_place_of_a_car_that_has_finished_is_told_whatever_numbers_the_tables_show() -> None:
    table = open_table(Path("turns/papers"))
    posted, now = (turn_post(table, turn, "public") for turn in (43, 44))
    told = erratum_report(scene_of(table, "public"), posted, now)
    assert ("D", "place", "-", "4") in rows(told)


@pytest.mark.parametrize("name", ["sandstorm", "lighthouse", "willow", "marbles", "papers"])
def test_an_erratum_has_a_word_for_everything_that_a_position_says_of_a_seat(name: str) -> None:
    table = open_table(TURNS / name)
    game, marks = table.game, {seat.mark for seat in table.seats}
    report = turn_post(table, table.turn, "public")
    shown = {
        key for block in report.blocks if isinstance(block, Grid) for column in block.columns for key in column.shows
    }
    turns = [read_turn(table, number).after for number in range(table.turn + 1)]
    keys = {
        key for one in turns for (__, key), __ in _leaves(game, game.dump_position(game.view(one, "public")), marks)
    }
    cars = getattr(table.position, "cars", ())
    keys |= {key for car in cars for key in car._fields if not isinstance(getattr(car, key), tuple | None)}
    assert keys - {"seat", "mark"} - {*game.position_words} - shown == set()
