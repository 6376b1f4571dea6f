"""Tables spoilt at random, as a hand that slips spoils them: refused in words or read, never a traceback, always found out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gm_tools.core.problems import InputError
from gm_tools.games import NAMES, find
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


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_a_file_spoilt_by_hand_is_refused_or_found_by_verify_and_changes_no_other(tmp_path: Path, name: str) -> None:
    path = tmp_path / "table"
    begin(path, name, SAMPLES[name][0])
    random = Random(11)
    game = find(name)
    for turn in range(6):
        table = open_table(path)
        for seat in game.awaited(table.position):
            order = some_legal_order(game, table.position, seat, random)
            put_order(path, seat, game.format_order(order), "post 1")
        if turn < 5:
            resolve(path)
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
