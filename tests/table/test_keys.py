"""Keys of turns: every turn proven with its own post, none of the next known, what is hidden opened when the game is over."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.keys import HIDDEN, OPEN, chain_key, salt, wind
from gm_tools.core.paths import folder as tracks
from gm_tools.reports.audit import audit_report
from gm_tools.table import ChanceSource, Table, Turn, new_table, open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.previews import record_look
from gm_tools.table.resolve import resolve
from gm_tools.table.reveal import reveal
from gm_tools.table.seats import set_bot
from gm_tools.table.undo import undo
from gm_tools.table.verify import audit, verify
from tests.begin import begin_table
from tests.cli.race import TRACK
from tests.table import ferry
from tests.table.crossing import change, contents, play, refusal

ROOT = bytes(range(32, 64))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table of today: Ferry, whose deals stay hidden, on a chain of keys."""
    return begin(tmp_path / "crossing").path


def begin(path: Path, root: bytes | None = ROOT) -> Table:
    return begin_table(path, "ferry", ferry.RIVER, ferry.SEATS, track="river", chance=ChanceSource(root=root))


def forget(folder: Path) -> None:
    """Leave a table as everybody else has it: without the game master's secret."""
    (folder / "secret.toml").unlink()


def list_said(folder: Path) -> list[str]:
    return [f"{finding.turn} {finding.file}: {finding.message}" for finding in verify(folder)]


def test_every_new_table_has_a_chain_of_keys(tmp_path: Path) -> None:
    one, two = (begin(tmp_path / name, None) for name in ("one", "two"))
    assert one.keys == two.keys == 4000
    assert len({one.commitment, two.commitment, one.hidden, two.hidden}) == 4


def test_a_chain_too_long_to_wind_is_refused(table: Path) -> None:
    change(table / "table.toml", "keys = 4000", f"keys = {10**12}")
    error = refusal(lambda: open_table(table))
    assert (error.key, error.message, error.allowed) == (
        "keys",
        "found 1000000000000",
        "a whole number from 0 to 100000",
    )


def test_every_turn_is_proven_from_its_key_alone(table: Path) -> None:
    play(table, 3)
    forget(table)
    found = audit(table)
    assert found.findings == ()
    assert (found.turns, found.keys, found.seeded) == (4, 4, False)
    assert found.recomputed + found.shut == found.draws
    assert found.shut == 3  # the cards that the boats were dealt


def test_the_secret_proves_what_is_hidden_too(table: Path) -> None:
    play(table, 3)
    found = audit(table)
    assert (found.findings, found.shut, found.recomputed) == ((), 0, found.draws)


def test_the_end_of_the_game_opens_what_was_hidden(table: Path) -> None:
    amend(table, {"boats.A.at": 58}, "a strong current")
    play(table, 1, "r3")
    opened = open_table(table)
    assert opened.game.is_over(opened.position)
    forget(table)
    found = audit(table)
    assert (found.findings, found.shut, found.recomputed) == ((), 0, found.draws)


def test_a_key_tells_nothing_of_the_next(table: Path) -> None:
    play(table, 2)
    texts = b"".join(data for name, data in contents(table).items() if name != "secret.toml").decode()
    for turn in range(3):
        assert chain_key(ROOT, OPEN, 4000, turn).hex() in texts
        assert chain_key(ROOT, HIDDEN, 4000, turn).hex() not in texts
    assert chain_key(ROOT, OPEN, 4000, 3).hex() not in texts
    assert ROOT.hex() not in texts
    assert wind(chain_key(ROOT, OPEN, 4000, 3), 1) == chain_key(ROOT, OPEN, 4000, 2)


def test_a_preview_shows_no_key(table: Path) -> None:
    for seat in "ABC":
        put_order(table, seat, "r1")
    assert resolve(table, preview=True).turn.record.key == ""
    assert resolve(table).turn.record.key


def test_a_changed_draw_is_found_without_the_secret(table: Path) -> None:
    play(table, 2)
    forget(table)
    text = (table / "turn-002.toml").read_text(encoding="utf-8")
    value = 'label = "round/3/tide"\nvalue = '
    number = text.partition(value)[2][0]
    change(table / "turn-002.toml", value + number, value + str(1 - int(number)))
    assert any("draws.round/3/tide" in message for message in list_said(table))


@pytest.mark.parametrize("digit", ["0", "f"])
def test_another_key_is_found(table: Path, digit: str) -> None:
    play(table, 2)
    forget(table)
    key = chain_key(ROOT, OPEN, 4000, 2).hex()
    change(table / "turn-002.toml", f'key = "{key}"', f'key = "{digit * 64}"')
    assert list_said(table)[0].startswith("2 turn-002.toml: key: it is not the key of turn 2")


def test_a_key_of_another_turn_is_found(table: Path) -> None:
    play(table, 2)
    forget(table)
    one, two = (chain_key(ROOT, OPEN, 4000, turn).hex() for turn in (1, 2))
    change(table / "turn-002.toml", f'key = "{two}"', f'key = "{one}"')
    assert "2 turn-002.toml: key: it is not the key of turn 2: it does not lead to the commitment" in list_said(table)


def test_a_key_left_out_is_found(table: Path) -> None:
    play(table, 1)
    forget(table)
    change(table / "turn-001.toml", f'key = "{chain_key(ROOT, OPEN, 4000, 1).hex()}"\n', "")
    assert "1 turn-001.toml: key: is missing, and not every draw was entered by hand" in list_said(table)


def test_a_file_without_a_salt_is_found_for_no_post_carries_its_digest(table: Path) -> None:
    play(table, 1)
    amend(table, {"boats.A.at": 5}, "a strong current")
    play(table, 1)  # the secret was there all the time
    change(table / "turn-001.toml", f'salt = "{salt(ROOT, 1, 0)}"\n', "")
    change(table / "turn-001.amend-1.toml", f'salt = "{salt(ROOT, 1, 1)}"\n', "")
    said = [
        line
        for line in list_said(table)
        if line.endswith("salt: is missing: no post can carry the digest of this file")
    ]
    assert [line.partition(": ")[0] for line in said] == ["1 turn-001.toml", "1 turn-001.amend-1.toml"]


def test_looks_at_the_draws_are_told(table: Path) -> None:
    play(table, 1)
    for text in ("r1", "r2", "r2"):
        for seat in "ABC":
            put_order(table, seat, text)
        record_look(table, 2, resolve(table, preview=True).turn.record.orders)
    resolve(table)
    found = audit(table)
    assert found.looks == ((2, 3, ("A", "B", "C")),)
    told = str(audit_report("crossing", found).blocks)
    assert "Previewed before they were resolved: 1 of 3 turns." in told
    assert "turn 2: 3 times; changed since: A, B, C" in told


def test_a_file_taken_back_that_is_not_there_any_more_is_found(table: Path) -> None:
    for text in ("r1", "r2"):
        play(table, 1, text)
        undo(table)
    play(table, 1)
    (table / "turn-001.undone-1.toml").unlink()
    assert list_said(table) == ["1 turn-001.undone-1.toml: is missing"]


@pytest.mark.parametrize(
    ("file", "key", "said"),
    [
        ("turn-001.toml", "hidden_key", "hidden_key: is missing: this turn opens what was hidden up to turn 1"),
        ("table.toml", "hidden", "hidden: is missing: nothing says which keys the hidden draws come from"),
    ],
)
def test_what_was_hidden_cannot_be_kept_from_everybody(table: Path, file: str, key: str, said: str) -> None:
    amend(table, {"boats.A.at": 58}, "a strong current")
    play(table, 1, "r3")
    forget(table)
    text = (table / file).read_text(encoding="utf-8")
    (table / file).write_text(re.sub(rf'^{key} = ".*\n', "", text, flags=re.MULTILINE), encoding="utf-8")
    assert any(line.endswith(f"{file}: {said}") for line in list_said(table))


@pytest.mark.parametrize(
    ("file", "old", "row", "said"),
    [
        (
            "turn-000.amend-1.toml",
            "\n[position",
            '\n[[draws]]\nkind = "tide"\nlabel = "x"\nvalue = 0\nsource = "seed"\n',
            "draws",
        ),
        ("turn-000.amend-1.toml", 'salt = "', f'key = "{"0" * 64}"\nsalt = "', "key"),
        ("turn-001.toml", 'salt = "', 'reason = "so it was agreed"\nsalt = "', "reason"),
    ],
)
def test_what_has_no_place_in_a_file_is_found(table: Path, file: str, old: str, row: str, said: str) -> None:
    amend(table, {"boats.A.at": 5}, "a strong current")
    play(table, 1)
    text = (table / file).read_text(encoding="utf-8")
    head, found, rest = text.partition(old)
    (table / file).write_text(head + (row + found if row.startswith("\n") else row) + rest, encoding="utf-8")
    assert any(f"{file}: {said}: does not belong in this file" in line for line in list_said(table))


def test_a_player_left_out_of_a_turn_is_found(table: Path) -> None:
    """A seat that changed hands would not be told."""
    play(table, 1)
    change(table / "turn-001.toml", 'players = ["Alice", ', "players = [")
    assert list_said(table) == ["1 turn-001.toml: players: found 2, and there are 3 seats"]


def test_another_hidden_key_is_found(table: Path) -> None:
    amend(table, {"boats.A.at": 58}, "a strong current")
    play(table, 1, "r3")
    forget(table)
    change(table / "turn-001.toml", 'hidden_key = "', f'hidden_key = "{"0" * 64}"\n# "')
    assert any("hidden_key: it does not lead to" in message for message in list_said(table))


def test_a_turn_resolved_again_has_the_same_key_and_draws(table: Path) -> None:
    first = play(table, 1).turn
    undo(table)
    assert resolve(table, preview=True).turn.record.draws == first.record.draws
    put_order(table, "A", "r3")
    again = resolve(table).turn
    assert again.record.key == first.record.key
    old = {draw.label: draw.value for draw in first.record.draws}
    same = [draw for draw in again.record.draws if draw.label in old]
    assert same
    assert all(draw.value == old[draw.label] for draw in same)


def test_the_name_of_a_table_makes_no_difference(table: Path, tmp_path: Path) -> None:
    copytree(table, tmp_path / "luckier")
    assert play(table, 1).turn.record.draws == play(tmp_path / "luckier", 1).turn.record.draws


def test_the_sequence_in_which_orders_come_in_makes_no_difference(table: Path, tmp_path: Path) -> None:
    copytree(table, tmp_path / "other")
    for folder, seats in ((table, "ABC"), (tmp_path / "other", "CBA")):
        for seat in seats:
            put_order(folder, seat, "r3")
    assert resolve(table).turn.record.draws == resolve(tmp_path / "other").turn.record.draws


def test_a_draw_by_hand_cannot_pass_for_one_of_the_key(table: Path) -> None:
    for seat in "ABC":
        put_order(table, seat, "r1")
    wished = 1 - next(draw.value for draw in resolve(table, preview=True).turn.record.draws if draw.kind == "tide")
    resolve(table, inputs=DrawInputs(script={"tide": [wished]}, source="a dice thread"))
    text = (table / "turn-001.toml").read_text(encoding="utf-8")
    (table / "turn-001.toml").write_text(
        text.replace('source = "a dice thread"\nentered = true', 'source = "seed"'), encoding="utf-8"
    )
    forget(table)
    assert any("draws.round/2/tide" in message for message in list_said(table))


def test_the_orders_of_bots_are_recomputed_once_their_keys_are_open(table: Path) -> None:
    set_bot(table, "B", "easy")
    put_order(table, "A", "r1")
    put_order(table, "C", "r1")
    resolve(table)
    assert [order.recomputed for order in audit(table).bots] == [True]
    forget(table)
    assert [order.recomputed for order in audit(table).bots] == [False]  # it tells of the bot's hand


def test_the_order_of_a_bot_that_was_replaced_is_found(tmp_path: Path) -> None:
    seats = (Seat("A", "Alice", bot="hard"), Seat("B", "Bob", bot="easy"))
    board = (tracks("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    new_table(tmp_path / "race", game="nascar", board_text=board, track="dust-bowl", seats=seats, options={})
    folder = tmp_path / "race"
    row = resolve(folder).turn.record.orders[0]
    forget(folder)
    assert [order.recomputed for order in audit(folder).bots] == [True, True]
    game, before = open_table(folder).game, resolve(folder, turn=1).turn.before
    other = next(
        text for order in game.legal_orders(before, "A") if (text := game.format_order(order)) != row.canonical
    )
    change_all(folder / "turn-001.toml", f'"{row.canonical}"', f'"{other}"')
    assert any(f"the file says that the bot 'hard' gave {other!r}" in message for message in list_said(folder))


def change_all(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_every_key_is_posted_when_the_game_is_over_and_nothing_was_hidden(tmp_path: Path) -> None:
    seats = (Seat("A", "Alice", bot="easy"),)
    folder = new_table(
        tmp_path / "race", game="nascar", board_text=TRACK, track="dirt-ring", seats=seats, options={"laps": 1}
    ).path
    table = open_table(folder)
    while not table.game.is_over(table.position):
        table = resolve(folder).table
    assert refusal(lambda: reveal(folder)).message.startswith("there is nothing to reveal")


def test_a_new_stack_opens_the_one_before(tmp_path: Path) -> None:
    """TAC: the deal stays hidden until all its cards have been played and the stack is shuffled again."""
    seats = tuple(Seat(mark, f"Player {mark}", bot="easy") for mark in "RGBK")
    board = min((tracks("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")
    folder = new_table(tmp_path / "tac", game="tac", board_text=board, track="", seats=seats, options={}).path
    opened: list[Turn] = []
    while not opened and not open_table(folder).game.is_over(open_table(folder).position):
        turn = resolve(folder).turn
        opened += [turn] if turn.record.hidden_key else []
    forget(folder)
    found = audit(folder)
    assert found.findings == ()
    last = opened[0].after
    assert (found.shut, found.recomputed) == ((1, found.draws - 1) if last.stacks == 2 else (0, found.draws))
