"""Tables spoilt at random, as a hand that slips spoils them: refused in words or read, never a traceback, always found out."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from gm_tools.core.blocks import Lines
from gm_tools.core.events import PUBLIC
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table, put_order, seat_orders
from gm_tools.table.resolve import resolve
from gm_tools.table.snapshot import open_snapshot, snapshot
from gm_tools.table.verify import audit
from tests import effort
from tests.samples import SAMPLES, some_legal_order
from tests.table.crossing import contents
from tests.table.test_games import begin

SLIPS = effort.choose(14, 500)
INK = [
    "",
    " ",
    "\n",
    "0",
    "-1",
    "9" * 30,
    "1.5",
    "nan",
    "true",
    '""',
    '"',
    "''",
    "[",
    "]",
    "{}",
    "[[1]]",
    "#",
    "=",
    ".",
    "A",
    "Ω",
]


def slip(text: str, random: Random) -> str:
    """Return a text with one slip of the hand in it: a line lost, doubled or moved, some characters overwritten."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    kind = random.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[random.randrange(len(lines))])
    elif kind == 2 and "=" in lines[at]:
        lines[at] = lines[at].partition("=")[0] + "= " + random.choice(INK)
    elif kind == 3:
        lines[at] = random.choice(INK)
    else:
        start = random.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:start] + random.choice(INK) + lines[at][start + random.randrange(4) :]
    return "\n".join(lines)


def use(path: Path) -> None:
    """Do with a table what does not change it."""
    table = open_table(path)
    seat_orders(table)
    open_snapshot(snapshot(table))
    resolve(path, preview=True, close=True)
    turn_post(table, table.turn, PUBLIC)


def play(path: Path, random: Random, turns: int) -> None:
    """Resolve turns, and put orders for the next one in hand."""
    for turn in range(turns + 1):
        table = open_table(path)
        for seat in table.game.awaited(table.position):
            order = some_legal_order(table.game, table.position, seat, random)
            put_order(path, seat, table.game.format_order(order), "post 1")
        if turn < turns:
            resolve(path)


@pytest.mark.parametrize("name", NAMES)
def test_events_that_a_hand_has_spoilt_are_refused_by_the_name_of_their_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "table"
    begin(path, name, SAMPLES[name][0])
    play(path, Random(3), 5)
    file, undone = path / "turn-005.toml", path / "turn-005.undone-1.toml"
    text = file.read_text(encoding="utf-8")
    head, __, events = text.partition("[[events]]")
    lines, table = events.split("\n"), open_table(path)
    refused = 0
    for at, line in enumerate(lines):
        key, is_field, __ = line.partition(" = ")
        if not is_field:
            continue
        spoilt = [*lines[:at], *([f"{key} = -1"] if at % 2 else []), *lines[at + 1 :]]
        file.write_text("\n".join([f"{head}[[events]]", *spoilt]), encoding="utf-8", newline="")
        with suppress(InputError):
            turn_post(table, 5, PUBLIC)
            continue
        refused += 1
        assert audit(path).findings
        file.rename(undone)
        file.write_text(text, encoding="utf-8", newline="")
        again = turn_post(table, 5, PUBLIC).blocks[0]
        assert isinstance(again, Lines)
        assert undone.name in again.lines[-1]
        undone.unlink()
    assert refused > 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_a_file_spoilt_by_hand_is_refused_or_found_by_verify_and_changes_no_other(tmp_path: Path, name: str) -> None:
    path = tmp_path / "table"
    begin(path, name, SAMPLES[name][0])
    random = Random(11)
    play(path, random, 5)
    assert audit(path).findings == ()
    before = contents(path)
    refused = 0
    for number in range(SLIPS):
        file = random.choice(["turn-005.toml", "turn-005.toml", "turn-002.toml", "table.toml", "orders.toml"])
        text = before[file].decode()
        spoilt = slip(text, random)
        (path / file).write_text(spoilt, encoding="utf-8", newline="")
        try:
            use(path)
        except InputError:
            refused += 1
        try:
            found = audit(path).findings
        except InputError:
            found = ()
            assert file == "table.toml", (number, file)
        if file == "turn-002.toml" and spoilt != text:
            assert found, (number, file)
        now = contents(path)
        assert {key: now[key] for key in now if key != file} == {key: before[key] for key in before if key != file}
        (path / file).write_bytes(before[file])
    assert refused > SLIPS // 4
