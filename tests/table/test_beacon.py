"""A public beacon in the draws: nobody knows them before the round that the deadline names, and nobody chooses another one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from pathlib import Path
from threading import Event, Thread

import pytest

from gm_tools.core.beacon import (
    GENESIS,
    address_of,
    check_signature,
    find_announced,
    find_signature,
    mix,
    round_at,
    time_of,
)
from gm_tools.core.deadline import post_line
from gm_tools.core.keys import OPEN, TurnKeys, chain_key
from gm_tools.core.problems import InputError
from gm_tools.core.times import Duration, Moment
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import beacon, open_table, put_order
from gm_tools.table.beacon import SERVER, RoundNamed, WaitForBeacon
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.deadline_file import DeadlineChange, change_deadline, read_deadline
from gm_tools.table.resolve import fork_turn, resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import audit, verify
from tests.table.crossing import begin_beacon, change, contents, order_all, refusal

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
    begin_beacon(folder, root=ROOT)
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
def test_text_that_is_not_a_signature_is_refused(pasted: str) -> None:
    text = pasted.format(s=VECTORS[1000], t=VECTORS[657413])
    assert refusal(lambda: find_signature(text)).allowed == "96 hexadecimal digits, 0-9 and a-f"


@pytest.mark.parametrize("seconds", range(GENESIS + 3000, GENESIS + 3009))
def test_a_round_is_never_out_before_the_moment_it_is_named_for(seconds: int) -> None:
    assert 0 <= time_of(round_at(seconds)) - seconds < 3


def test_the_deadline_names_the_round(table: Path) -> None:
    due = read_deadline(table)
    assert due is not None
    assert due.round == ROUND
    assert find_announced(post_line(due)) == [(1, ROUND)]


def test_orders_to_the_minute_and_in_the_grace_are_in_before_the_round(table: Path) -> None:
    change_deadline(
        table, DeadlineChange(at=Moment(OUT // 60 * 60), rules={"grace": Duration(0, 10)}), Moment(OUT - 86400)
    )
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
    turn = resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND])).turn
    assert (turn.record.round, turn.record.signature) == (ROUND, VECTORS[ROUND])
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
    error = refusal(lambda: resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[1000])))
    assert error.message == f"it is not the signature of round {ROUND} of drand quicknet"
    assert contents(table) == before


def test_without_the_beacon_the_post_says_so(table: Path) -> None:
    resolve(table, now=OUT - 1, inputs=DrawInputs(without_beacon=True))
    post = turn_post(open_table(table), 1, "public")
    told = f"Turn 1 was drawn without the beacon: round {ROUND}, which it was to wait for, was not out yet."
    assert any(told in str(block) for block in post.blocks)
    assert audit(table).without == (0, 1)


def test_a_turn_without_a_round_names_what_to_do(tmp_path: Path, table: Path) -> None:
    del tmp_path
    change_deadline(table, DeadlineChange(clear=True), Moment(OUT - 100))
    put_order(table, "A", "r9")  # illegal: the turn is closed for A
    error = refusal(lambda: resolve(table, now=OUT, close=True))
    assert "no deadline names the beacon round" in error.message
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


def test_undo_never_leads_to_a_draw_with_another_round(table: Path) -> None:
    first = resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND])).turn
    undo(table)
    change_deadline(table, DeadlineChange(at=Moment(OUT + 86400)), Moment(OUT + 60))
    assert (
        refusal(lambda: resolve(table, now=OUT + 90000, inputs=DrawInputs(without_beacon=True))).key == "without-beacon"
    )
    again = resolve(table, now=OUT + 90000).turn
    assert (again.record.draws, again.record.round) == (first.record.draws, ROUND)


def test_a_round_that_was_chosen_is_found(table: Path) -> None:
    resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND]))
    change(table / "turn-001.toml", f"round = {ROUND}", "round = 1000")
    change(table / "turn-001.toml", VECTORS[ROUND], VECTORS[1000])
    messages = [finding.message for finding in verify(table)]
    assert f"round: found 1000, and the deadline named round {ROUND}" in messages


def test_a_signature_that_was_made_up_is_found(table: Path) -> None:
    resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND]))
    change(table / "turn-001.toml", VECTORS[ROUND], "a" * 96)
    messages = [finding.message for finding in verify(table)]
    assert any(message.startswith("signature: it is not the signature of round") for message in messages)


def test_a_turn_that_draws_nothing_waits_for_nothing(table: Path) -> None:
    for seat in "ABC":
        put_order(table, seat, "r1")
    tide = {"tide": [0]}
    assert resolve(table, now=OUT - 1, inputs=DrawInputs(script=tide, source="a dice thread")).turn.record.round == 0


class Server:
    """A server on this machine in place of drand's, with recorded answers: `asked` are the paths, `answer` how it behaves."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer = "right"

    def body(self, number: int) -> bytes:
        signature = VECTORS.get(number, "a" * 96)
        if self.answer == "another round":
            return dumps({"round": 1000, "signature": VECTORS[1000]}).encode()
        if self.answer == "wrong signature":
            signature = signature[:-1] + "0"
        if self.answer == "nonsense":
            return b"<html>It works!</html>"
        if self.answer == "endless":
            return b"x" * 1_000_000
        return dumps({"round": number, "randomness": "fe29" * 16, "signature": signature}).encode()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that answers as drand's documentation shows, or as `answer` says."""
    told, gone = Server(), Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append(self.path)
            if told.answer == "slow":
                gone.wait()
            self.send_response({"too early": 404, "broken": 503}.get(told.answer, 200))
            self.end_headers()
            with suppress(OSError):  # whoever asked may have gone
                self.wfile.write(told.body(int(self.path.rpartition("/")[2])))

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as serving:
        Thread(target=serving.serve_forever, args=(0.02,), daemon=True).start()
        monkeypatch.setenv(SERVER, f"http://127.0.0.1:{serving.server_port}")
        yield told
        gone.set()
        serving.shutdown()


def test_the_round_is_fetched_when_it_is_out(table: Path, server: Server) -> None:
    assert resolve(table, now=OUT).turn.record.signature == VECTORS[ROUND]
    assert server.asked == [address_of(ROUND).removeprefix("https://api.drand.sh")]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("another round", f"it is not the signature of round {ROUND} of drand quicknet (GM_BEACON)"),
        ("wrong signature", f"it is not the signature of round {ROUND} of drand quicknet (GM_BEACON)"),
        ("nonsense", "found '<html>It works!</html>'"),
        ("endless", "the answer is too long, or takes too long"),
        ("too early", "the server does not have it yet"),
        ("broken", "503 Service Unavailable"),
        ("slow", "timed out"),
    ],
)
def test_a_server_that_does_not_give_the_round_is_found_out(
    table: Path, server: Server, monkeypatch: pytest.MonkeyPatch, answer: str, why: str
) -> None:
    server.answer = answer
    before = contents(table)
    with monkeypatch.context() as patched:
        if answer == "slow":
            patched.setattr(beacon, "TIMEOUT", 0.3)
        error = refusal(lambda: resolve(table, now=OUT))
    assert error.message.startswith(f"round {ROUND} of the beacon could not be fetched: {why}")
    assert error.allowed == f"--beacon-signature with the 96 digits at {address_of(ROUND)}"
    assert error.status == 1
    assert contents(table) == before
    server.answer = "right"
    assert resolve(table, now=OUT).turn.record.round == ROUND


def test_a_round_that_is_out_cannot_be_left_out(table: Path, server: Server) -> None:
    """The game master has seen both, the draws with it and those without: he must not choose."""
    before = contents(table)
    error = refusal(lambda: resolve(table, now=OUT, inputs=DrawInputs(without_beacon=True)))
    assert error.message == f"round {ROUND} of the beacon is out: the draws of turn 1 come from it"
    assert (error.key, error.status) == ("without-beacon", 1)
    assert contents(table) == before
    assert server.asked


def test_a_round_that_could_not_be_had_is_named_in_the_post_and_by_verify(table: Path, server: Server) -> None:
    """Whoever pretends that the beacon is gone can do so; everybody is told which round it was, and can look it up."""
    server.answer = "broken"
    resolve(table, now=OUT, inputs=DrawInputs(without_beacon=True))
    post = str(turn_post(open_table(table), 1, "public").blocks)
    assert f"Turn 1 was drawn without round {ROUND} of the beacon, which was out" in post
    assert address_of(ROUND) in post
    (message,) = [finding.message for finding in verify(table)]
    assert message == (
        f"it was drawn without round {ROUND} of the beacon, which was out: it could have been used ({address_of(ROUND)})"
    )


def test_a_beacon_round_left_out_stays_left_out_after_undo(table: Path, server: Server) -> None:
    resolve(table, now=OUT - 1, inputs=DrawInputs(without_beacon=True))
    undo(table)
    again = resolve(table, now=OUT + 5).turn
    assert (again.record.round, again.record.left_out, again.record.was_out) == (0, ROUND, False)
    assert server.asked == []


def test_a_record_without_the_round_that_was_named_is_found(table: Path) -> None:
    resolve(table, now=OUT - 1, inputs=DrawInputs(without_beacon=True))
    change(table / "turn-001.toml", f"left_out = {ROUND}\n", "")
    messages = [finding.message for finding in verify(table)]
    assert f"round: found none, and the deadline named round {ROUND}" in messages


def test_a_round_that_no_deadline_named_is_found(table: Path) -> None:
    resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND]))
    (table / "deadline-001.toml").unlink()
    assert f"round: found {ROUND}, and no deadline named it" in [finding.message for finding in verify(table)]


def test_a_round_at_a_table_without_a_beacon_is_found(table: Path) -> None:
    """Rounds tried one after the other until the draws please: only a table that was begun with a beacon has any."""
    resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND]))
    change(table / "table.toml", 'beacon = "drand"\n', "")
    assert f"round: found {ROUND}, and the table has no beacon" in [finding.message for finding in verify(table)]


def test_a_beacon_that_was_taken_out_of_the_table_is_found(table: Path) -> None:
    """Drawn without the round that players were told, as if there had never been a beacon."""
    change(table / "table.toml", 'beacon = "drand"\n', "")
    assert resolve(table, now=OUT).turn.record.draws
    assert [finding.message for finding in verify(table)] == [
        f"round: found none, and the deadline named round {ROUND}"
    ]


def test_a_deadline_whose_round_is_out_cannot_be_removed(table: Path) -> None:
    """Removing it and setting another would be a second throw."""
    error = refusal(lambda: change_deadline(table, DeadlineChange(clear=True), Moment(OUT)))
    assert (error.key, error.status) == ("--clear", 1)
    assert read_deadline(table) is not None


def test_with_all_orders_in_and_no_deadline_a_round_is_named_and_then_used(table: Path) -> None:
    """Acting in turn: nobody sets a deadline for each slot."""
    change_deadline(table, DeadlineChange(clear=True), Moment(OUT - 999))
    start = Moment(OUT // 60 * 60 - 360)
    error = refusal(lambda: resolve(table, now=start.seconds))
    assert isinstance(error, RoundNamed)
    due = read_deadline(table)
    assert due is not None
    assert due.at == Moment(start.seconds + 300)
    assert find_announced(error.notice) == [(1, due.round)]
    assert time_of(due.round) - start.seconds in range(360, 364)
    again = refusal(lambda: resolve(table, now=start.seconds + 60))
    assert not isinstance(again, RoundNamed)  # it stays as it was posted
    assert read_deadline(table) == due
    change(table / "deadline.toml", f"round = {due.round}", f"round = {ROUND}")
    assert resolve(table, now=OUT, inputs=DrawInputs(signature=VECTORS[ROUND])).turn.record.round == ROUND


@pytest.mark.parametrize(("early", "named"), [(True, True), (False, False)])
def test_a_deadline_is_brought_forward_only_if_players_were_told_so(table: Path, *, early: bool, named: bool) -> None:
    change_deadline(table, DeadlineChange(rules={"early": early}), Moment(OUT - 9999))
    error = refusal(lambda: resolve(table, now=OUT - 9999))
    assert isinstance(error, RoundNamed) == named
    due = read_deadline(table)
    assert due is not None
    assert (due.round < ROUND) == named


def test_a_turn_closed_for_somebody_names_no_round(table: Path) -> None:
    change_deadline(table, DeadlineChange(rules={"early": True}), Moment(OUT - 9999))
    put_order(table, "A", "r9")  # illegal
    assert not isinstance(refusal(lambda: resolve(table, now=OUT - 9999, close=True)), RoundNamed)


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
