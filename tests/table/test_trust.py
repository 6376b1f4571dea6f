"""Every turn recomputed from the one before: whatever was changed comes to light, with its turn, file and key."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from gm_tools.core.draws import commitment
from gm_tools.reports.history import turn_entries
from gm_tools.table import open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.resolve import resolve
from gm_tools.table.reveal import reveal
from gm_tools.table.verify import audit, verify
from tests.table import ferry
from tests.table.crossing import SEED, begin, change, contents, order_all, play, refusal


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the table that was played lies for all tests: they are given copies."""
    return tmp_path_factory.mktemp("kept") / "crossing"


@pytest.fixture
def played(folder: Path, kept: Path) -> Path:
    """A table with everything in it: eddies, cards, a closed turn, draws by hand, an amendment, pre-orders."""
    if not kept.exists():
        play_all(folder)
        shutil.copytree(folder, kept)
    shutil.rmtree(folder)
    return shutil.copytree(kept, folder)


def play_all(folder: Path) -> None:
    order_all(folder, "r3")
    resolve(folder)  # turn 1: eddies from the seed
    put_order(folder, "A", "c", "post 9")
    put_order(folder, "B", "r9", "post 10")
    put_order(folder, "B", "r1@3", "post 11")
    resolve(folder, close=True)  # turn 2: B illegal, C missing
    amend(folder, {"boats.A.at": 5, "boats.B.at": 5, "boats.C.at": 6}, "the scorer's slip")
    put_order(folder, "A", "r3", "post 12")
    put_order(folder, "C", "r2", "post 13")
    resolve(folder, inputs=DrawInputs(script={"eddy": ["on", "back"]}, source="dice.example/17"))  # turn 3
    play(folder, 1, "r1")


def list_said(folder: Path) -> list[str]:
    return [f"{finding.turn} {finding.file}: {finding.message}" for finding in verify(folder)]


def test_an_honest_table_has_no_findings(played: Path) -> None:
    assert audit(played)[:3] == ((), 6, True)
    (played / "secret.toml").unlink()
    assert audit(played)[:3] == ((), 6, False)  # then the draws are those on record


def test_verifying_tells_how_far_it_is(played: Path) -> None:
    told: list[tuple[int, int]] = []
    audit(played, lambda done, of: told.append((done, of)))
    assert told == [(done, 6) for done in range(7)]


CHAIN = "is not the file that this one continues: it was changed afterwards"


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "turn-003.toml",
            "[position.boats.B]\nat = 6",
            "[position.boats.B]\nat = 7",
            [
                "3 turn-003.toml: position.boats.B.at: the file says 7, recomputed 6",
                f"4 turn-004.toml: before: turn-003.toml {CHAIN}",
            ],
        ),
        (
            "turn-004.toml",
            "[position.boats.B]\nat = 7",
            "[position.boats.B]\nat = 8",
            ["4 turn-004.toml: position.boats.B.at: the file says 8, recomputed 7"],
        ),
        (
            "turn-004.toml",
            'kind = "rowed"\nseats = ["B"]',
            'kind = "flew"\nseats = ["B"]',
            ["4 turn-004.toml: events #2.kind: the file says 'flew', recomputed 'rowed'"],
        ),
        (
            "turn-004.toml",
            'label = "round/5/tide"\nvalue = 0',
            'label = "round/5/tide"\nvalue = 1',
            ["4 turn-004.toml: draws.round/5/tide #2: the file says 1, recomputed 0"],
        ),
        (
            "turn-004.toml",
            'seat = "B"\ntext = "r1"\ncanonical = "r1"',
            'seat = "B"\ntext = "r2"\ncanonical = "r1"',
            ["4 turn-004.toml: orders: B: the file says 'r1', 'r2' is 'r2'"],
        ),
        (
            "turn-004.toml",
            'seat = "B"\ntext = "r1"\ncanonical = "r1"',
            'seat = "B"\ntext = "r9"\ncanonical = "r9"',
            ["4 turn-004.toml: orders: B: 'r9' is not legal: 9 tiles, 3 allowed"],
        ),
        (
            "turn-004.toml",
            'seat = "B"\ntext = "r1"\ncanonical = "r1"',
            'seat = "B"\ntext = "up"\ncanonical = "r1"',
            ["4 turn-004.toml: orders: B: 'up' cannot be read: 'up' cannot be read"],
        ),
        (
            "turn-004.toml",
            'seat = "B"\ntext = "r1"',
            'seat = "A"\ntext = "r1"',
            [
                "4 turn-004.toml: orders: B was asked for an order and has none",
                "4 turn-004.toml: orders: A has more than one",
            ],
        ),
        (
            "turn-004.toml",
            'seat = "B"\ntext = "r1"',
            'seat = "X"\ntext = "r1"',
            [
                "4 turn-004.toml: orders: B was asked for an order and has none",
                "4 turn-004.toml: orders: X was not asked for an order",
            ],
        ),
        (
            "turn-003.toml",
            'seat = "A"\ntext = "r3"\ncanonical = "r3"',
            'seat = "A"\ntext = ""\ncanonical = "r3"\nmissed = "drift"',
            [
                "3 turn-003.toml: orders: A: the file says 'r3', the default under 'drift' is 'r0'",
                "3 turn-003.toml: missed.A: the file has none, recomputed 1",
                f"4 turn-004.toml: before: turn-003.toml {CHAIN}",
            ],
        ),
        (
            "turn-002.amend-1.toml",
            '"boats.A.at" = 5\n"boats.B.at" = 5',
            '"boats.A.at" = 4\n"boats.B.at" = 5',
            [],
        ),
        (
            "turn-000.toml",
            'label = "round/1/deal/A"\nvalue = ["5"',
            'label = "round/1/deal/A"\nvalue = ["6"',
            [],
        ),
        (
            "turn-003.toml",
            "turn = 3",
            "turn = 4",
            [
                "3 turn-003.toml: turn: found 4 (allowed: 3, as its name says)",
                f"4 turn-004.toml: before: turn-003.toml {CHAIN}",
            ],
        ),
    ],
)
def test_a_turn_edited_by_hand_is_found_by_key(
    played: Path, file: str, old: str, new: str, expected: list[str]
) -> None:
    text = (played / file).read_text(encoding="utf-8")
    if not expected:
        assert list_said(played) == []
    change(played / file, old, new) if old in text else pytest.fail(text)
    if expected:
        assert list_said(played) == expected
    else:
        assert list_said(played)[0].split(":")[0].endswith(file)


def test_a_turn_missing_is_named_and_the_rest_is_still_looked_at(played: Path) -> None:
    (played / "turn-003.toml").unlink()
    assert list_said(played) == ["3 turn-003.toml: is missing"]
    change(played / "turn-002.toml", "[position.boats.C]\nat = 4", "[position.boats.C]\nat = 9")
    assert list_said(played) == [
        "2 turn-002.toml: position.boats.C.at: the file says 9, recomputed 4",
        f"2 turn-002.amend-1.toml: before: turn-002.toml {CHAIN}",
        "3 turn-003.toml: is missing",
    ]
    (played / "turn-000.toml").unlink()
    assert list_said(played)[0] == "0 turn-000.toml: is missing"


def test_an_amendment_missing_is_named(played: Path) -> None:
    amend(played, {"boats.A.at": 30}, "one")
    amend(played, {"boats.A.at": 31}, "two")
    (played / "turn-004.amend-1.toml").unlink()
    assert list_said(played)[0] == "4 turn-004.amend-1.toml: is missing"


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 0.999])
def test_a_turn_cut_short_is_found(played: Path, share: float) -> None:
    data = (played / "turn-003.toml").read_bytes()
    (played / "turn-003.toml").write_bytes(data[: int(len(data) * share)])
    found = list_said(played)
    assert found[0].startswith("3 turn-003.toml: ")
    assert "cut short" in found[0] or "is empty" in found[0]
    assert found[-1] == f"4 turn-004.toml: before: turn-003.toml {CHAIN}"


def test_a_turn_of_another_table_is_found(played: Path, tmp_path: Path) -> None:
    from gm_tools.table import new_table

    other = new_table(
        tmp_path / "other", game="ferry", board_text=ferry.RIVER, track="", seats=ferry.SEATS, options={}
    ).path
    play(other, 3, "r1")
    (played / "turn-003.toml").write_bytes((other / "turn-003.toml").read_bytes())
    assert "a file of another table" in list_said(played)[0]
    assert list_said(played)[0].startswith("3 turn-003.toml: table: found")


def test_a_whole_game_written_over_with_another_seed_is_found(played: Path, tmp_path: Path) -> None:
    """Somebody plays the same orders with a seed they like better; the commitment was published before."""
    promised = open_table(played).commitment
    (played / "secret.toml").write_text(f'seed = "{bytes(32).hex()}"\n')
    allowed = f"the one whose SHA-256 is the commitment {promised} in table.toml"
    assert list_said(played) == [
        f"0 secret.toml: seed: this is not the seed that was committed to (allowed: {allowed})",
    ]
    error = refusal(lambda: play(played, 1, "r0"))
    assert (error.file, error.key) == (str(played / "secret.toml"), "seed")
    assert list(tmp_path.glob("*/turn-005.toml")) == []


def test_a_draw_made_up_by_the_game_master_is_told_from_one_of_the_seed(played: Path) -> None:
    """Changing draw, events and position alike is consistent in itself; only the seed shows it."""
    path = played / "turn-004.toml"
    text = path.read_text(encoding="utf-8")
    forged = text.replace("value = 0", "value = 1").replace("tiles = 0", "tiles = 1")
    for at in (12, 11, 10, 9, 8, 7, 6):
        forged = forged.replace(f"]\nat = {at}\n", f"]\nat = {at + 1}\n")
    assert forged.count("]\nat") == 3
    path.write_text(forged, encoding="utf-8", newline="")
    assert any("draws.round/5/tide #2: the file says 1, recomputed 0" in line for line in list_said(played))
    (played / "secret.toml").unlink()
    assert list_said(played) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("~~~o~~~~o~~~'''", "", ""),
        (
            '[[seats]]\nmark = "A"',
            '[options]\noars = 2\n\n[[seats]]\nmark = "A"',
            "setup.options.oars: turn 0 has none",
        ),
        (
            'mark = "A"\n',
            'mark = "A"\nextra = "turbo"\n',
            "setup.seats.A.extra: turn 0 says '', table.toml says 'turbo'",
        ),
    ],
)
def test_a_table_changed_after_it_was_begun_is_found(played: Path, old: str, new: str, expected: str) -> None:
    if not new:
        change(played / "table.toml", ferry.RIVER.split("\n")[3], "~" * 60)
        expected = "setup.board: line 1 of the map: turn 0 says"
    else:
        change(played / "table.toml", old, new)
    assert list_said(played)[0].startswith(f"0 turn-000.toml: {expected}")


def test_a_digest_that_is_not_that_of_the_board_is_found(tmp_path: Path) -> None:
    table = begin(tmp_path / "crossing").path
    text = (table / "turn-000.toml").read_text(encoding="utf-8")
    digest = re.search(r'^board = "(\w+)"$', text, re.MULTILINE)
    assert digest is not None
    change(table / "turn-000.toml", digest[1], digest[1][::-1])
    assert list_said(table)[0].startswith("0 turn-000.toml: setup.board: turn 0 says")


def test_a_replaced_player_is_not_a_finding(played: Path) -> None:
    change(played / "table.toml", 'player = "Bob"', 'player = "Bertha"')
    assert list_said(played) == []


def test_many_differences_are_counted(played: Path) -> None:
    path = played / "turn-004.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('kind = "rowed"', 'kind = "flew"').replace("from = ", "form = "), newline="")
    found = list_said(played)
    assert len(found) == 7
    assert found[-1] == "4 turn-004.toml: and 3 more differences"


def test_the_seed_is_revealed_after_the_game(played: Path) -> None:
    change(played / "table.toml", "format = 1\n", "format = 1\n# my table\n")
    before = contents(played)
    error = refusal(lambda: reveal(played))
    assert (error.status, "the game is not over" in error.message) == (1, True)
    assert contents(played) == before
    amend(played, {"boats.A.at": 60}, "the bell")
    table = reveal(played)
    assert table.seed_public == SEED.hex()
    text = (played / "table.toml").read_text(encoding="utf-8")
    assert text == before["table.toml"].decode().replace(
        f'"{commitment(SEED)}"\n', f'"{commitment(SEED)}"\nseed = "{SEED.hex()}"\n'
    )
    (played / "secret.toml").unlink()
    assert audit(played)[:3] == ((), 7, True)
    assert reveal(played).seed_public == SEED.hex()  # again: nothing to do


def test_revealing_needs_the_seed_that_was_committed_to(played: Path) -> None:
    (played / "secret.toml").write_text('seed = "abc"\n')
    assert refusal(lambda: reveal(played, force=True)).key == "seed"
    (played / "secret.toml").write_text('sead = "abc"\n')
    assert refusal(lambda: reveal(played, force=True)).message == "unknown key; did you mean seed?"
    (played / "secret.toml").unlink()
    error = refusal(lambda: reveal(played, force=True))
    assert (error.file, error.message) == (str(played / "secret.toml"), "is missing")


def test_the_history_tells_every_turn(played: Path) -> None:
    from hashlib import sha256

    entries = turn_entries(played)
    assert [(entry.turn, entry.amendment, entry.headline) for entry in entries] == [
        (0, 0, "round 1"),
        (1, 0, "round 2"),
        (2, 0, "round 3"),
        (2, 1, "round 3"),
        (3, 0, "round 4"),
        (4, 0, "round 5"),
    ]
    assert entries[3].reason == "the scorer's slip"
    assert [(used.seat, used.text, used.missed) for used in entries[2].orders] == [
        ("A", "c", ""),
        ("B", "", "drift"),
        ("C", "", "drift"),
    ]
    for entry in entries:
        assert entry.sha256 == sha256((played / entry.file).read_bytes()).hexdigest()


def test_the_last_turn_missing_is_found_by_the_orders_for_the_one_after(played: Path) -> None:
    put_order(played, "A", "r1")
    assert open_table(played).turn == 4
    (played / "turn-004.toml").unlink()
    findings = verify(played)
    assert [(finding.turn, finding.file) for finding in findings] == [(4, "orders.toml")]
    assert "turn-004.toml is missing" in findings[0].message
