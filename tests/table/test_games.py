"""Tables of every registered game: played, opened again at every turn, amended, taken back, verified, revealed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_tools.core.events import PUBLIC, dump_event
from gm_tools.core.game import Game
from gm_tools.core.paths import folder as data_folder
from gm_tools.games import NAMES, find
from gm_tools.reports.history import turn_entries
from gm_tools.table import ChanceSource, Turn, open_table, put_order, read_turn, seat_orders
from gm_tools.table.resolve import resolve
from gm_tools.table.reveal import reveal
from gm_tools.table.snapshot import open_snapshot, snapshot
from gm_tools.table.undo import undo
from gm_tools.table.values import to_plain
from gm_tools.table.verify import audit
from tests import effort
from tests.begin import begin_table
from tests.ground import Sample
from tests.samples import SOME, some_legal_order
from tests.table.crossing import contents

CASES = [pytest.param(name, sample, id=f"{name}{n}") for name in NAMES for n, sample in enumerate(SOME.get(name, ()))]


def begin(path: Path, name: str, sample: Sample) -> None:
    tracks = sorted((data_folder("tracks") / name).glob("*.txt"))
    track = next(track for track in tracks if sample.track in ("", track.stem))
    begin_table(
        path,
        name,
        track.read_text(encoding="utf-8"),
        sample.seats,
        sample.options,
        track=track.stem,
        chance=ChanceSource(seed=bytes(range(32))),
    )


def list_told(game: Game[Any, Any, Any], turn: Turn) -> list[Any]:
    """Return a turn as plain values (boards are the same only if they are one object)."""
    after = to_plain(game.dump_position(turn.after))
    return [
        turn.record.turn,
        turn.record.orders,
        turn.record.dropped,
        to_plain(turn.record.draws),
        [to_plain(dump_event(e)) for e in turn.record.events],
        after,
    ]


@pytest.mark.long
@pytest.mark.parametrize(("name", "sample"), CASES)
def test_a_table_of_the_game(tmp_path: Path, name: str, sample: Sample) -> None:
    path = tmp_path / "table"
    begin(path, name, sample)
    random = Random(3)
    game = find(name)
    for _ in range(effort.choose(5, 20)):
        table = open_table(path)
        if game.is_over(table.position):
            break
        for seat in game.awaited(table.position):
            order = some_legal_order(game, table.position, seat, random)
            assert put_order(path, seat, game.format_order(order), "post 1").now.ready
        assert all(one.ready for one in seat_orders(open_table(path)) if one.request is not None)
        preview = resolve(path, preview=True)
        resolved = resolve(path)
        opened = open_table(path)
        assert (
            list_told(game, resolved.turn)
            == list_told(game, preview.turn)
            == list_told(game, read_turn(opened, opened.turn))
        )
        assert to_plain(game.dump_position(opened.position)) == to_plain(game.dump_position(resolved.turn.after))
        assert opened.hand == resolved.table.hand
        for viewer in (PUBLIC, *(seat.mark for seat in opened.seats)):
            copy = open_snapshot(snapshot(opened, viewer))
            assert game.dump_position(copy.position) == game.dump_position(game.view(opened.position, viewer))
    assert audit(path)[:3] == ((), open_table(path).turn + 1, True)
    assert len(turn_entries(path)) == open_table(path).turn + 1
    before = contents(path)
    undo(path)
    resolve(path)
    assert contents(path) == before
    reveal(path, force=True)
    (path / "secret.toml").unlink()
    assert audit(path).seeded


@pytest.mark.long
@pytest.mark.parametrize(("name", "sample"), CASES)
def test_a_turn_that_everybody_missed(tmp_path: Path, name: str, sample: Sample) -> None:
    path = tmp_path / "table"
    begin(path, name, sample)
    option = next(option for option in find(name).options if option.name == "missing_orders")
    policies = [word.strip() for word in option.allowed.split(",")]
    assert all(map(option.valid, policies))
    for policy in policies:
        if policy == "wait":
            continue
        resolved = resolve(path, close=True, policy=policy)
        assert {used.missed for used in resolved.turn.record.orders} == {policy}
        assert audit(path).findings == ()
