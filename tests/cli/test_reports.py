"""Reports assembled for viewers: nothing secret in them, whatever the format; names, amendments, capped trials."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.draws import Branch, Draws
from gm_tools.render import FORMATS, render
from gm_tools.render import json as json_renderer
from gm_tools.reports.base import scene_of
from gm_tools.reports.status_post import status_post
from gm_tools.reports.trial import MOST_BRANCHES, trial_report
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.resolve import resolve
from gm_tools.table.snapshot import snapshot
from tests.cli.conftest import Gm
from tests.cli.race import TRACK
from tests.table import ferry
from tests.table.crossing import change, order_all, play

VIEWERS = ("public", "A", "B", "C")


def everything_shown(table: Path, viewer: str) -> str:
    """Return all that a viewer may be shown of a table, in all formats."""
    opened = open_table(table)
    reports = [status_post(opened, viewer), *(turn_post(opened, turn, viewer) for turn in range(opened.turn + 1))]
    if viewer not in {"public", "gm"}:
        reports.append(trial_report(scene_of(opened, viewer), opened.position, viewer, "c"))
    shown = [render(report, markup) for report in reports for markup in FORMATS]
    return "\n".join(shown) + ("" if viewer == "gm" else snapshot(opened, viewer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_others_hold_changes_nothing_that_a_viewer_sees(gm: Gm, table: Path, viewer: str) -> None:
    del gm
    play(table, 2)
    put_order(table, "A", "r1", "post 9")
    shown = everything_shown(table, viewer)
    known_to_gm = everything_shown(table, "gm")
    for boat in open_table(table).position.boats:
        if boat.seat == viewer:
            continue
        for card in set(ferry.CARDS) - {boat.card}:
            files = sorted(table.glob("turn-*.toml"))
            was = [file.read_text(encoding="utf-8") for file in files]
            for file, text in zip(files, was, strict=True):
                file.write_text(_deal_other(text, boat.seat, card), encoding="utf-8", newline="")
            assert everything_shown(table, "gm") != known_to_gm
            assert everything_shown(table, viewer) == shown
            for file, text in zip(files, was, strict=True):
                file.write_text(text, encoding="utf-8", newline="")


def _deal_other(text: str, seat: str, card: str) -> str:
    """Return a turn file in which a boat holds, and was dealt, another card."""
    out = []
    for part in text.split("\n\n"):
        secret = part.startswith(f"[position.boats.{seat}]") or ('kind = "dealt"' in part and f'["{seat}"]' in part)
        out.append(re.sub(r'card = "\d"', f'card = "{card}"', part) if secret else part)
    return "\n\n".join(out)


def test_the_game_master_sees_the_cards(gm: Gm, table: Path) -> None:
    del gm
    cards = {boat.seat: boat.card for boat in open_table(table).position.boats}
    shown = json.loads(render(turn_post(open_table(table), 0, "gm"), "json"))
    assert {seat: boat["card"] for seat, boat in shown["position"]["boats"].items()} == cards


def test_a_secret_amendment_shows_its_reason_only(gm: Gm, table: Path) -> None:
    del gm
    card = next(boat.card for boat in open_table(table).position.boats if boat.seat == "A")
    other = next(other for other in ferry.CARDS if other != card)
    amend(table, {"boats.A.card": other, "boats.B.at": 2}, "a card too many [b]")
    opened = open_table(table)
    for_all = render(turn_post(opened, 0, "public"), "text")
    assert "Reason: a card too many [b]\nboats.B.at: 0 -> 2\n" in for_all.replace(
        "boats.B.at: 1 ->", "boats.B.at: 0 ->"
    )
    assert "boats.A.card" not in for_all
    for_gm = render(turn_post(opened, 0, "gm"), "text")
    assert f"boats.A.card: {card} -> {other}" in for_gm


def test_orders_in_hand_are_shown_to_nobody_else(gm: Gm, table: Path) -> None:
    del gm
    put_order(table, "A", "r3@77", "post by Alice with r3@77")
    for viewer in ("public", "B", "C"):
        assert "r3@77" not in everything_shown(table, viewer)
    assert "r3@77" in render(status_post(open_table(table), "A"), "text")
    assert "r3@77" in render(status_post(open_table(table), "gm"), "text")


def test_entered_draws_show_their_source_and_never_their_values(gm: Gm, table: Path) -> None:
    del gm
    order_all(table, "c")
    cards = [["5", "1", "2", "4"], ["5", "1", "2", "4"], ["5", "1", "2", "4"]]
    resolve(table, inputs=DrawInputs(script={"deal": cards, "tide": [1]}, source="dealt on a table of mine"))
    text = render(turn_post(open_table(table), 1, "public"), "text")
    assert "deal: dealt on a table of mine\ntide: dealt on a table of mine\n" in text


def test_the_seed_is_in_the_last_post_once_it_is_revealed(gm: Gm, table: Path) -> None:
    play(table, 2)
    seed = open_table(table).seed_public
    assert seed == ""
    assert "Fairness" not in gm("report", "crossing").out
    gm("reveal", "crossing", "--force")
    assert f"The seed: {bytes(range(32)).hex()}" in gm("report", "crossing").out
    assert "The seed" in gm("report", "crossing", "--turn", "0").out
    assert "The seed" not in gm("report", "crossing", "--turn", "1").out


def test_a_trial_with_too_many_ways_says_how_many_it_shows(
    gm: Gm, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del gm

    def trial(_position: object, _seat: str, _order: object, draws: Draws) -> int:
        return sum(draws.pick("eddy", f"eddy/{at}", (0, 1, 2)) for at in range(6))

    def trial_blocks(
        _position: object, seat: str, _order: object, branches: Sequence[Branch], _whole: bool
    ) -> tuple[Block, ...]:
        return (Lines(seat, (str(len(branches)),)),)

    ferry.register(monkeypatch, ferry.GAME._replace(trial=trial, trial_blocks=trial_blocks))
    opened = open_table(table)
    report = trial_report(scene_of(opened, "A"), opened.position, "A", "r1")
    assert report.data["branches"] == MOST_BRANCHES
    assert report.data["covered"] == "500/729"
    assert "Only the first 500 outcomes are shown: 68.6% of all." in render(report, "text")


def test_a_trial_of_a_seat_that_is_not_asked_draws_nothing(gm: Gm, table: Path) -> None:
    change(table / "turn-000.toml", "tide_due = false", "tide_due = true")
    ran = gm("try", "crossing", "A", "r9")
    assert ran.status == 1
    assert ran.out == (
        "crossing: Alice (A) tries r9\n============================\n\nNot legal\n---------\n"
        "illegal [F2.4]: 9 tiles, 3 allowed\n  write: r3\n"
    )


DOCUMENTS = {
    "games": "games",
    "rules ferry": "rules",
    "tracks": "tracks",
    "tracks penny-egg": "track",
    "tracks --check ring.txt": "check",
    "new other --game ferry --track river.txt --seat A:Alice": "turn",
    "order crossing A r1": "order",
    "order crossing A r9": "order",
    "status crossing": "status",
    "try crossing A r1": "trial",
    "deadline crossing 2026-11-23T20:00Z --every 2d": "deadline",
    "status crossing --for gm": "status",
    "resolve crossing --close": "turn",
    "report crossing --for Bob": "turn",
    "amend crossing boats.A.at=3 --reason why": "turn",
    "history crossing": "history",
    "verify crossing": "verify",
    "reveal crossing --force": "reveal",
    "undo crossing": "undo",
    "conform cases.toml": "conform",
}
CASES = """\
game = "ferry"
board = '''
+++
+++
~~~o~~~~o~~~
'''
[[case]]
id = "rowing can be read"
order = "r2"
expect = {}
"""


def test_every_document_is_of_the_contract(gm: Gm, table: Path) -> None:
    del table
    contract = json_renderer.__doc__ or ""
    for name, text in (("river.txt", ferry.RIVER), ("ring.txt", TRACK), ("cases.toml", CASES)):
        Path(name).write_text(text, encoding="utf-8")
    for words, kind in DOCUMENTS.items():
        document = json.loads(gm(*words.split(), "--json").out)
        assert document["format"] == f"gm-tools/{kind}", words
        assert document["version"] == json_renderer.VERSION
        described = contract.partition("- `turn` (new")[0] + contract.partition(f"\n- `{kind}`")[2].partition("\n- ")[0]
        assert [key for key in document if f"`{key}`" not in described] == [], words


@pytest.mark.parametrize("markup", FORMATS)
def test_a_report_comes_in_every_format(gm: Gm, table: Path, markup: str) -> None:
    del table
    ran = gm("report", "crossing", "--format", markup)
    assert (ran.status, ran.err) == (0, "")
    assert "Boats" in ran.out
    assert gm("report", "crossing", "--format", markup).out == ran.out


def test_a_snapshot_of_an_older_turn_is_refused(gm: Gm, table: Path) -> None:
    play(table, 1)
    ran = gm("report", "crossing", "--format", "snapshot", "--turn", "0")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "gm: --turn: a snapshot shows the table as it is now (allowed: 1)\n"


def test_a_board_file_is_printed_byte_for_byte(gm: Gm) -> None:
    from gm_tools.core.paths import folder

    for path in sorted((folder("tracks") / "nascar").glob("*.txt")):
        assert gm("tracks", path.stem, "--file").out.encode() == path.read_bytes()
        fenced = gm("tracks", path.stem, "--file", "--format", "markdown").out
        assert fenced == f"```text\n{path.read_text(encoding='utf-8')}```\n"


@pytest.mark.parametrize("name", ["penny-egg", "Penny Egg", "penny_egg", "PENNYEGG"])
def test_a_track_is_found_by_any_spelling(gm: Gm, name: str) -> None:
    assert gm("tracks", name, "--file").out == gm("tracks", "penny-egg", "--file").out


def test_every_shipped_track_is_listed_and_drawn(gm: Gm) -> None:
    listed = json.loads(gm("tracks", "--json").out)["tracks"]
    assert listed
    for track in listed:
        ran = gm("tracks", track["track"], "--game", track["game"])
        assert (ran.status, ran.err) == (0, "")
        assert len(ran.out.splitlines()) > track["rows"]
