"""Tables opened and begun: whatever is wrong with a file is said with its place, and nothing is written then."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.core.stage import seat_of
from gm_tools.reports.history import turn_entries
from gm_tools.table import ChanceSource, new_table, open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.resolve import resolve
from gm_tools.table.reveal import reveal
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests.begin import begin_table
from tests.table import ferry
from tests.table.crossing import SEED, begin, change, contents, order_all, play, refusal

WRITERS = (
    lambda path: put_order(path, "A", "r1"),
    resolve,
    lambda path: amend(path, {"boats.A.at": 5}, "a slip"),
    undo,
)


def refused_by_all(folder: Path, file: str, said: str) -> None:
    """Look that opening and every writer refuse a table because of a file, and that no byte of it is changed."""
    before = contents(folder)
    for call in (open_table, *WRITERS):
        text = str(refusal(lambda call=call: call(folder)))  # type: ignore[misc]  # bound at once
        assert text.startswith(str(folder / file)), text
        assert said in text, text
    assert contents(folder) == before


def test_a_new_table_says_all_it_was_begun_with(tmp_path: Path) -> None:
    table = begin(tmp_path / "deep" / "crossing", oars=2)
    assert (table.name, table.game.name, table.track, table.options) == ("crossing", "ferry", "river", {"oars": 2})
    assert table.seats == ferry.SEATS
    assert table.board_text == ferry.RIVER
    assert (table.turn, table.amendment, table.position.round, table.hand, table.number) == (0, 0, 1, (), 1)
    assert sorted(contents(table.path)) == [".gitignore", "orders.toml", "secret.toml", "table.toml", "turn-000.toml"]
    assert (table.path / ".gitignore").read_text().splitlines()[:2] == ["secret.toml", "table.lock"]
    assert f"board = '''\n{ferry.RIVER}'''" in (table.path / "table.toml").read_text(encoding="utf-8")
    assert read_turn(table, 0).before is None
    assert [event.kind for event in read_turn(table, 0).record.events] == ["tide_came", "dealt", "dealt", "dealt"]


def test_the_seed_is_for_the_game_master_alone(folder: Path) -> None:
    assert (folder / "secret.toml").stat().st_mode & 0o777 == 0o600
    assert all(SEED.hex().encode() not in data for name, data in contents(folder).items() if name != "secret.toml")


def test_without_a_seed_given_every_table_has_its_own(tmp_path: Path) -> None:
    kept = {"game": "ferry", "board_text": ferry.RIVER, "track": "", "seats": ferry.SEATS, "options": {}}
    tables = [new_table(tmp_path / name, **kept) for name in ("one", "two")]  # type: ignore[arg-type]  # kept by name
    assert tables[0].commitment != tables[1].commitment


def test_the_draws_of_the_set_up_may_be_entered_by_hand(tmp_path: Path) -> None:
    table = begin_table(
        tmp_path / "crossing",
        "ferry",
        ferry.RIVER,
        ferry.SEATS,
        chance=ChanceSource(
            inputs=DrawInputs(script={"deal": ["4 5 1 2", "1 2 4 5", ["2", "1", "4", "5"]]}, source="dealt at the club")
        ),
    )
    assert [boat.card for boat in table.position.boats] == ["4", "1", "2"]
    sources = {draw.kind: draw.source for draw in read_turn(table, 0).record.draws}
    assert sources == {"tide": "seed", "deal": "dealt at the club"}


def test_a_board_pasted_from_windows_is_kept_with_line_feeds(tmp_path: Path) -> None:
    text = "\ufeff" + ferry.RIVER.replace("\n", "\r\n")
    table = new_table(tmp_path / "t", game="ferry", board_text=text, track="", seats=ferry.SEATS, options={})
    assert table.board_text == ferry.RIVER


@pytest.mark.parametrize("tail", ["'''", "\\", '"""', "'"])
def test_a_board_with_quotes_at_its_end_comes_back(tmp_path: Path, tail: str) -> None:
    text = ferry.RIVER.replace("+++\nname", f"+++\n# {tail}\nname", 1)
    table = new_table(tmp_path / "t", game="ferry", board_text=text, track="", seats=ferry.SEATS, options={})
    assert table.board_text == text


A, B = Seat("A", "Alice"), Seat("B", "Bob")
NEW: dict[str, Any] = {"game": "ferry", "board_text": ferry.RIVER, "track": "river", "seats": (A, B), "options": {}}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "fery"}, "no game is called 'fery'; did you mean ferry?"),
        ({"options": {"oar": 2}}, "oar: ferry has no such option; did you mean oars?"),
        ({"options": {"oars": 9}}, "oars: found 9 (allowed: a whole number from 1 to 4)"),
        ({"board_text": ""}, "the board file is empty"),
        ({"board_text": "+++\n+++\n~~x~~\n"}, "found no river"),
        ({"board_text": "+++\n+++\n~~~\n"}, "[F1.1]"),
        ({"seats": ()}, "seats: there are none (allowed: at least one, MARK:PLAYER)"),
        ({"seats": (A, Seat("A", "Ann"))}, "seats #2.mark: found 'A' again"),
        (
            {"seats": (Seat("A", "Alice", ("ali",)), Seat("B", "ALI"))},
            "seats #2.player: found 'ALI', which could also mean",
        ),
        (
            {"seats": (A, Seat("B", "Bob", ("alice",)))},
            "seats #2.aliases: found 'alice', which could also mean seat #1, A (Alice)",
        ),
        ({"seats": (A, Seat("B", "a"))}, "seats #2.player: found 'a', which could also mean seat #1, A (Alice)"),
        ({"seats": (A, Seat("", "Bob"))}, "seats #2.mark: is empty"),
        ({"seats": (A, Seat("B", " "))}, "seats #2.player: is empty"),
        ({"seats": (A, Seat("B", "Bob\nEve"))}, "seats #2.player: found 'Bob\\nEve' (allowed: text on one line)"),
        ({"seats": (A, Seat("~", "Bob"))}, "[F1.3]"),
        ({"seats": tuple(Seat(mark, mark * 3) for mark in "ABCDE")}, "[F1.2]"),
        ({"chance": ChanceSource(inputs=DrawInputs({"tide": [7]}))}, "draws: draw 'tide': found 7, allowed: 0, 1"),
        (
            {"chance": ChanceSource(inputs=DrawInputs({"tide": [0, 1]}))},
            "draws: more was entered for tide than this turn draws",
        ),
    ],
)
def test_nothing_is_begun_if_anything_is_wrong(tmp_path: Path, wrong: dict[str, Any], said: str) -> None:
    assert said in str(refusal(lambda: new_table(tmp_path / "t", **{**NEW, **wrong})))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("two\nlines", "TABLE: found 'two\\nlines' (allowed: text on one line)"),
        ("tab\tbed", "TABLE: found 'tab\\tbed' (allowed: text on one line)"),
        ("-dash", "the name '-dash' begins with -, as an option does (allowed: another name)"),
    ],
)
def test_a_name_that_no_title_or_command_can_hold_is_refused(tmp_path: Path, name: str, said: str) -> None:
    assert said in str(refusal(lambda: new_table(tmp_path / name, **NEW)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["ünd so weiter", "a'b", "x;y $z"])
def test_a_folder_with_blanks_and_signs_in_its_name_is_a_table(tmp_path: Path, name: str) -> None:
    assert new_table(tmp_path / name, **NEW).name == name
    for mark in "AB":
        put_order(tmp_path / name, mark, "r1")
    resolve(tmp_path / name)
    assert open_table(tmp_path / name).turn == 1


def test_a_name_of_two_lines_written_by_hand_is_refused(folder: Path) -> None:
    change(folder / "table.toml", 'name = "crossing"', 'name = "a\\nb"')
    assert str(refusal(lambda: open_table(folder))).endswith("name: found 'a\\nb' (allowed: text on one line)")


def test_an_existing_folder_is_not_written_over(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    assert refusal(lambda: begin(folder)).message == "already exists and is not empty"
    assert contents(folder) == before
    (tmp_path / "file").write_text("mine")
    assert refusal(lambda: begin(tmp_path / "file")).message == "already exists and is not empty"
    (tmp_path / "empty").mkdir()
    assert begin(tmp_path / "empty").turn == 0


def test_a_missing_table_is_reported(tmp_path: Path) -> None:
    for call in (open_table, *WRITERS, turn_entries, reveal):
        assert refusal(lambda call=call: call(tmp_path / "no")).message == "no such folder"  # type: ignore[misc]
        error = refusal(lambda call=call: call(tmp_path))  # type: ignore[misc]
        assert error.message == "there is no table.toml in this folder"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format: found 2 (allowed: 1)"),
        ('game = "ferry"', 'game = "fery"', "game: no game is called 'fery'; did you mean ferry?"),
        ('game = "ferry"', "game = 7", "game: found 7 (allowed: text)"),
        ('name = "crossing"', 'nmae = "crossing"', "nmae: unknown key; did you mean name?"),
        ('name = "crossing"\n', "", "name: is missing (allowed: text)"),
        ("rules_version = 1", "rules_version = 2", "rules_version: the game was begun under version 2 of the rules"),
        ("rules_version = 1", "rules_version = true", "rules_version: found True (allowed: a whole number)"),
        ('commitment = "', 'commitment = "x', "commitment: found 'x"),
        ("[options]", "[option]", "option: unknown key; did you mean options?"),
        ("oars = 3", "oars = 30", "options.oars: found 30 (allowed: a whole number from 1 to 4)"),
        ("oars = 3", "ours = 3", "options.ours: ferry has no such option; did you mean oars?"),
        ("oars = 3", "oars = ", "table.toml:1"),
        ('player = "Bob"', 'player = "Ali"', "seats #2.player: found 'Ali', which could also mean seat #1, A (Alice)"),
        ('player = "Bob"', 'palyer = "Bob"', "seats #2.palyer: unknown key; did you mean player?"),
        ('player = "Bob"', 'player = ["Bob"]', "seats #2.player: found ['Bob'] (allowed: text)"),
        ('aliases = ["Ali"]', "aliases = [7]", "seats #1.aliases: found [7] (allowed: a list of texts)"),
        ('aliases = ["Ali"]', 'aliases = "Ali"', "seats #1.aliases: found 'Ali' (allowed: a list of texts)"),
        ("~~~o~~~~o~~~~", "~~~o~~?~o~~~~", "board: line 4 of the board: found no river"),
        ("board = '''", "bord = '''", "bord: unknown key; did you mean board?"),
    ],
)
def test_a_table_edited_wrongly_says_where_and_nothing_is_overwritten(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = begin(tmp_path / "crossing", oars=3).path
    path = folder / "table.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    refused_by_all(folder, "table.toml", said)


@pytest.mark.parametrize(
    "change_seats",
    [
        lambda text: text[: text.index('[[seats]]\nmark = "C"')],
        lambda text: text + '\n[[seats]]\nmark = "D"\nplayer = "Dan"\n',
        lambda text: text.replace('mark = "C"', 'mark = "D"'),
    ],
)
def test_a_seat_taken_away_or_added_by_hand_is_refused(folder: Path, change_seats: Callable[[str], str]) -> None:
    path = folder / "table.toml"
    path.write_text(change_seats(path.read_text(encoding="utf-8")), encoding="utf-8", newline="")
    refused_by_all(folder, "table.toml", "but the game is played by A, B, C (allowed: the same seats in the same order")


def test_players_aliases_and_comments_may_be_edited_by_hand(folder: Path) -> None:
    change(folder / "table.toml", 'player = "Bob"', '# he took over in turn 3\nplayer = "Bertha"\naliases = ["Bee"]')
    assert open_table(folder).seats[1] == Seat("B", "Bertha", ("Bee",))
    assert put_order(folder, "bee", "r1").now.seat == "B"


def test_a_player_with_two_seats_is_known_by_their_marks(tmp_path: Path) -> None:
    seats = (Seat("A", "Alice"), Seat("B", "Bob"), Seat("a", "alice", ("second boat",)))
    table = new_table(tmp_path / "t", **{**NEW, "seats": seats})
    assert [seat_of(table, name).mark for name in ("A", "a", "b", "Second Boat")] == ["A", "a", "B", "a"]
    error = refusal(lambda: seat_of(table, "Alice"))
    assert str(error) == "seat: 'Alice' could be A (Alice) or a (alice) (allowed: the mark as it is written)"


@pytest.mark.parametrize("file", ["table.toml", "orders.toml", "turn-002.toml"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is "),
        (b"\x00\x01\x02\xff", "found byte 0xFF"),
        (b"format = 1\n\xfe", ":2:1: found byte 0xFE (allowed: text in UTF-8)"),
        (b"{}", ""),
        (b"\x89PNG\r\n\x1a\n" * 100_000, "found byte 0x89"),
        (b"format = 1\nformat = 1\n", ""),
    ],
)
def test_a_file_with_other_contents_is_refused(folder: Path, file: str, data: bytes, said: str) -> None:
    play(folder, 2)
    (folder / file).write_bytes(data)
    refused_by_all(folder, file, said)


@pytest.mark.parametrize("file", ["table.toml", "orders.toml", "turn-002.toml"])
def test_a_file_cut_short_anywhere_is_never_taken_for_a_whole_one(folder: Path, file: str) -> None:
    play(folder, 2)
    order_all(folder)
    data = (folder / file).read_bytes()
    whole = open_table(folder)
    for length in range(0, len(data) - 1, 7):
        (folder / file).write_bytes(data[:length])
        try:
            opened = open_table(folder)
        except InputError as error:
            assert error.file == str(folder / file)  # noqa: PT017  (not every cut leaves a fault)
            continue
        # what was lost are orders at the end of the file, or where they came from, or aliases: nothing is misread
        assert file != "turn-002.toml"
        assert opened.position == whole.position
        assert [seat.mark for seat in opened.seats] == ["A", "B", "C"]
        assert {posted[:3] for posted in opened.hand} <= {posted[:3] for posted in whole.hand}


@pytest.mark.parametrize(
    "file", ["turn-000.toml", "turn-001.toml", "turn-002.toml", "orders.toml", "turn-001.amend-1.toml"]
)
def test_a_file_missing_is_named(folder: Path, file: str) -> None:
    play(folder, 1)
    amend(folder, {"boats.A.at": 9}, "a slip")
    amend(folder, {"boats.A.at": 8}, "another")
    play(folder, 2)
    (folder / file).unlink()
    refused_by_all(folder, file, "is missing")


def test_the_last_turn_missing_is_seen_by_the_orders_in_hand(folder: Path) -> None:
    play(folder, 3)
    put_order(folder, "A", "r1")
    (folder / "turn-003.toml").unlink()
    refused_by_all(folder, "orders.toml", "turn-003.toml is missing: the last turn here is 2")


def test_a_turn_file_of_another_table_is_refused(folder: Path, tmp_path: Path) -> None:
    other = new_table(tmp_path / "other", **NEW).path
    for path in (folder, other):
        for seat in "AB":
            put_order(path, seat, "r1")
        resolve(path, close=True)
    (folder / "turn-001.toml").write_bytes((other / "turn-001.toml").read_bytes())
    refused_by_all(folder, "turn-001.toml", "a file of another table")


def test_a_position_edited_wrongly_is_refused_with_its_key(folder: Path) -> None:
    play(folder, 1)
    change(folder / "turn-001.toml", "[position.boats.B]\nat = ", "[position.boats.B]\nat = -")
    refused_by_all(folder, "turn-001.toml", "position.boats.B.at: found -")


def test_a_game_whose_rules_have_changed_says_that_it_cannot_go_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ferry.register(monkeypatch, ferry.GAME._replace(version=2))
    refused_by_all(
        folder,
        "table.toml",
        "rules_version: the game was begun under version 1 of the rules of ferry; this gm_tools plays version 2",
    )


def test_an_unknown_turn_is_refused(folder: Path) -> None:
    table = play(folder, 2).table
    assert refusal(lambda: read_turn(table, 3)).message == "there is no turn 3"
    assert refusal(lambda: read_turn(table, 1, 1)).message == "there is no amendment 1 of turn 1"


def test_files_of_an_editor_beside_the_turns_do_no_harm(folder: Path) -> None:
    play(folder, 2)
    for name in ("turn-002.toml~", "turn-9.toml", "turn-003.toml.new", "notes.txt", "turn-002 (copy).toml"):
        (folder / name).write_text("nothing")
    assert open_table(folder).turn == 2
    assert play(folder, 1).table.turn == 3


def test_a_turn_file_with_a_huge_number_is_not_counted_up_to(folder: Path) -> None:
    (folder / "turn-99999999999999.toml").write_text("nothing")
    refused_by_all(folder, "turn-001.toml", "is missing")
    assert len(verify(folder)) == 101


@pytest.mark.parametrize("text", ["a = " + "[" * 200_000, "a = " + "{ b = " * 200_000])
def test_a_file_nested_too_deeply_is_refused(folder: Path, text: str) -> None:
    (folder / "orders.toml").write_text(text)
    refused_by_all(folder, "orders.toml", "not TOML: nested too deeply")


def test_an_unreadable_folder_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    folder.parent.chmod(0o755)
    folder.chmod(0o000)
    was = os.geteuid()
    try:
        if was == 0:
            os.seteuid(65534)
        for call in (open_table, *WRITERS, turn_entries, verify, begin):
            message = refusal(lambda call=call: call(Path("crossing"))).message  # type: ignore[misc]  # bound at once
            assert message == "cannot be read: Permission denied"
    finally:
        os.seteuid(was)
        folder.chmod(0o755)
