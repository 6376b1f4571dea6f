"""A public beacon in the draws: nobody knows them before the round that the deadline names, and nobody chooses another one."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from json import dumps
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.beacon import (
    GENESIS,
    address_of,
    announced_in,
    check_signature,
    find_signature,
    mix,
    round_at,
    time_of,
)
from gm_tools.core.deadline import post_line
from gm_tools.core.keys import OPEN, TurnKeys, chain_key
from gm_tools.core.problems import InputError
from gm_tools.core.times import Duration, Moment
from gm_tools.reports.turn import turn_post
from gm_tools.table import new_table, open_table, put_order
from gm_tools.table.beacon import SERVER, WaitForBeacon
from gm_tools.table.deadline_file import DeadlineChange, change_deadline, read_deadline
from gm_tools.table.resolve import fork_turn, resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import audit, verify
from tests.table import ferry
from tests.table.crossing import change, contents, order_all, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROOT = bytes(range(32))
# From the documentation of drand and of drand-verify: rounds of quicknet with their signatures.
VECTORS = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}
ROUND = 657413
OUT = time_of(ROUND)
DUE = Moment(OUT - 1)  # to the second: up to then orders count
pytest.importorskip("drand_verify")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table with a beacon, whose first turn waits for a round that is in drand's documentation; all orders are in."""
    folder = tmp_path / "crossing"
    new_table(
        folder,
        game="ferry",
        board_text=ferry.RIVER,
        track="river",
        seats=ferry.SEATS,
        options={},
        root=ROOT,
        beacon="drand",
    )
    change_deadline(folder, DeadlineChange(at=DUE), Moment(OUT - 86400))
    order_all(folder, "r1")
    return folder


@pytest.mark.parametrize(("number", "signature"), VECTORS.items())
def test_the_signatures_in_drands_documentation_are_right(number: int, signature: str) -> None:
    check_signature(number, signature)


@pytest.mark.parametrize(
    ("number", "signature"),
    [
        (657414, VECTORS[657413]),
        (1000, VECTORS[657413]),
        (1000, VECTORS[1000][:-1] + "8"),
        (1000, "0" * 96),
        (1000, "c" + "0" * 95),  # the point at infinity
        (0, VECTORS[1000]),
        (-1, VECTORS[1000]),
        (2**70, VECTORS[1000]),
    ],
)
def test_a_wrong_round_or_signature_is_refused(number: int, signature: str) -> None:
    assert "is not the signature of round" in refusal(lambda: check_signature(number, signature)).message


@pytest.mark.parametrize(
    "pasted", ["{s}", " {s}\n", '{{"round":1000,"signature":"{s}","randomness":"fe29"}}', "<b>{s}</b>"]
)
def test_a_signature_is_found_in_what_was_pasted(pasted: str) -> None:
    assert find_signature(pasted.format(s=VECTORS[1000].upper())) == VECTORS[1000]


@pytest.mark.parametrize("pasted", ["", "abc", "{s}0", "{s} {t}"])
def test_what_is_no_signature_is_refused(pasted: str) -> None:
    text = pasted.format(s=VECTORS[1000], t=VECTORS[657413])
    assert refusal(lambda: find_signature(text)).allowed == "96 hexadecimal digits, 0-9 and a-f"


@pytest.mark.parametrize("seconds", range(GENESIS + 3000, GENESIS + 3009))
def test_a_round_is_never_out_before_the_moment_it_is_named_for(seconds: int) -> None:
    assert 0 <= time_of(round_at(seconds)) - seconds < 3


def test_the_deadline_names_the_round(table: Path) -> None:
    due = read_deadline(table)
    assert due is not None
    assert due.round == ROUND
    assert announced_in(post_line(due)) == [(1, ROUND)]


def test_orders_to_the_minute_and_in_the_grace_are_in_before_the_round(table: Path) -> None:
    change_deadline(table, DeadlineChange(at=Moment(OUT // 60 * 60), grace=Duration(0, 10)), Moment(OUT - 86400))
    due = read_deadline(table)
    assert due is not None
    assert time_of(due.round) >= OUT // 60 * 60 + 11 * 60


def test_before_the_round_a_turn_is_not_resolved(table: Path) -> None:
    before = contents(table)
    error = refusal(lambda: resolve(table, now=OUT - 1))
    assert isinstance(error, WaitForBeacon)
    assert error.status == 1
    assert str(ROUND) in error.message
    assert contents(table) == before


def test_a_preview_before_the_round_shows_every_way(table: Path) -> None:
    assert isinstance(refusal(lambda: resolve(table, preview=True, now=OUT - 1)), WaitForBeacon)
    branches = list(fork_turn(table))
    assert sum(branch.probability for branch in branches) == 1
    assert len(branches) > 1


def test_the_signature_is_in_the_draws(table: Path) -> None:
    turn = resolve(table, now=OUT, signature=VECTORS[ROUND]).turn
    assert (turn.round, turn.signature) == (ROUND, VECTORS[ROUND])
    (table / "secret.toml").unlink()
    found = audit(table)
    assert found.findings == ()
    assert (found.rounds, found.without) == (1, (0,))
    assert found.recomputed + found.shut == found.draws


def test_keys_with_another_signature_are_other_keys() -> None:
    keys = TurnKeys(chain_key(ROOT, OPEN, 4000, 1), None)
    assert len({mix(keys, signature).open for signature in ("", *VECTORS.values())}) == 3
    assert mix(keys, "") == keys


def test_another_signature_is_refused(table: Path) -> None:
    before = contents(table)
    error = refusal(lambda: resolve(table, now=OUT, signature=VECTORS[1000]))
    assert error.message == f"it is not the signature of round {ROUND} of drand quicknet"
    assert contents(table) == before


def test_without_the_beacon_the_post_says_so(table: Path) -> None:
    resolve(table, now=OUT - 1, without_beacon=True)
    post = turn_post(open_table(table), 1, "public")
    assert any("Turn 1 was drawn without the beacon." in str(block) for block in post.blocks)
    assert audit(table).without == (0, 1)


def test_a_turn_without_a_round_names_what_to_do(tmp_path: Path, table: Path) -> None:
    del tmp_path
    change_deadline(table, DeadlineChange(clear=True), Moment(OUT - 100))
    error = refusal(lambda: resolve(table, now=OUT))
    assert "no deadline names the round" in error.message
    assert "--without-beacon" in error.allowed


def test_the_deadline_can_be_moved_until_the_round_is_out(table: Path) -> None:
    change_deadline(table, DeadlineChange(extend=Duration(1)), Moment(OUT - 10))
    due = read_deadline(table)
    assert due is not None
    assert due.round == ROUND + 86400 // 3


def test_after_the_round_an_extension_leaves_it(table: Path) -> None:
    change_deadline(table, DeadlineChange(extend=Duration(1)), Moment(OUT))
    due = read_deadline(table)
    assert due is not None
    assert (due.round, due.at) == (ROUND, Moment(OUT - 1 + 86400))


def test_a_pause_after_the_round_leaves_it(table: Path) -> None:
    change_deadline(table, DeadlineChange(pause=True), Moment(OUT + 1))
    change_deadline(table, DeadlineChange(resume=True), Moment(OUT + 9999))
    due = read_deadline(table)
    assert due is not None
    assert due.round == ROUND


def test_taking_back_never_draws_with_another_round(table: Path) -> None:
    first = resolve(table, now=OUT, signature=VECTORS[ROUND]).turn
    undo(table)
    change_deadline(table, DeadlineChange(at=Moment(OUT + 86400)), Moment(OUT + 60))
    assert refusal(lambda: resolve(table, now=OUT + 90000, without_beacon=True)).key == "without-beacon"
    again = resolve(table, now=OUT + 90000).turn
    assert (again.draws, again.round) == (first.draws, ROUND)


def test_a_round_that_was_chosen_is_found(table: Path) -> None:
    resolve(table, now=OUT, signature=VECTORS[ROUND])
    change(table / "turn-001.toml", f"round = {ROUND}", "round = 1000")
    change(table / "turn-001.toml", VECTORS[ROUND], VECTORS[1000])
    messages = [finding.message for finding in verify(table)]
    assert f"round: found 1000, and the deadline named round {ROUND}" in messages


def test_a_signature_that_was_made_up_is_found(table: Path) -> None:
    resolve(table, now=OUT, signature=VECTORS[ROUND])
    change(table / "turn-001.toml", VECTORS[ROUND], "a" * 96)
    messages = [finding.message for finding in verify(table)]
    assert any(message.startswith("signature: it is not the signature of round") for message in messages)


def test_a_turn_that_draws_nothing_waits_for_nothing(table: Path) -> None:
    for seat in "ABC":
        put_order(table, seat, "r1")
    tide = {"tide": [0]}
    assert resolve(table, now=OUT - 1, draws=tide, source="a dice thread").turn.round == 0


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A server on this machine in place of drand's; yields the paths that it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            number = int(self.path.rpartition("/")[2])
            body = dumps({"round": number, "signature": VECTORS.get(number, "a" * 96)}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        monkeypatch.setenv(SERVER, f"http://127.0.0.1:{serving.server_port}")
        yield asked
        serving.shutdown()


def test_the_round_is_fetched_when_it_is_out(table: Path, server: list[str]) -> None:
    assert resolve(table, now=OUT).turn.signature == VECTORS[ROUND]
    assert server == [address_of(ROUND).removeprefix("https://api.drand.sh")]


def test_a_server_that_lies_is_found_out(table: Path, server: list[str]) -> None:
    change(table / "deadline.toml", f"round = {ROUND}", f"round = {ROUND - 1}")
    assert "is not the signature of round" in refusal(lambda: resolve(table, now=OUT)).message
    assert len(server) == 1


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "file:///etc", "nonsense"])
def test_without_a_server_the_digits_can_be_pasted(table: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv(SERVER, address)
    error = refusal(lambda: resolve(table, now=OUT))
    assert error.allowed == f"--beacon-signature with the 96 digits at {address_of(ROUND)}"
    assert error.status == 1


def test_an_unknown_beacon_is_refused(table: Path) -> None:
    change(table / "table.toml", 'beacon = "drand"', 'beacon = "moon"')
    with pytest.raises(InputError, match="moon"):
        open_table(table)
