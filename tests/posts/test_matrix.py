"""Every kind of attack in every form of thread: never a wrong order in hand, and never silence where one is asked about or lost."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import threads_of
from gm_tools.posts.window import Bounds
from gm_tools.reports.collect import rows_of, wants_gm
from gm_tools.table import open_table
from gm_tools.table.table_file import format_description, read_description
from tests.posts import forge
from tests.posts.story import STORY, Told

if TYPE_CHECKING:
    from pathlib import Path

REPORT = "dust: turn 0, before the start line\n\n[code]\n***\n[/code]"
DEADLINE = "2026-11-21T20:00:00+00:00"  # 480 minutes after the first post
A, B = "Order: (6M)", "Order: A(7M)"
NO_EDITS = {"mail", "text"}  # a message that was sent is not edited; copied headings do not tell


class Case(NamedTuple):
    """Posts behind the first one (author, text, minute of an edit), what is to be in hand, and whether the game master is asked."""

    name: str
    posts: tuple[tuple[str, str] | tuple[str, str, int], ...]
    hand: dict[str, str]
    asks: bool = True


CASES = (
    Case("a stranger's report", (("Alice", A), ("Bob", A), ("Mallory", REPORT)), {"A": "(6M)", "O": "(6M)"}),
    Case("a player's report", (("Alice", A), ("Bob", A), ("Bob", REPORT)), {"A": "(6M)", "O": "(6M)"}),
    Case("an accent", (("Alice", A), ("Alicé", B)), {"A": "(6M)"}),
    Case("an override", (("Alice", A), ("\u202eAlice", B)), {"A": "(6M)"}),
    Case("a zero width", (("Alice", A), ("Al\u200bice", B)), {"A": "(6M)"}),
    Case("a full width", (("Alice", A), ("Ａｌｉｃｅ", B)), {"A": "(6M)"}),
    Case("a soft hyphen", (("Alice", A), ("Al\u00adice", B)), {"A": "(6M)"}),
    Case("a variation selector", (("Alice", A), ("Alice\ufe0f", B)), {"A": "(6M)"}),
    Case("a false name retracts", (("Alice", A), ("Alicé", "I retract my order.")), {"A": "(6M)"}),
    Case("a near name", (("Alise", A),), {}),
    Case("a stranger, not readable", (("Zoe", "Order: A(7"),), {}),
    Case("a nested quote", (("Bob", A), ("Carol", f"[quote=Bob][quote=Alice]{B}[/quote]{B}[/quote]\nToo fast.\n\n{A}")),
         {"O": "(6M)", "C": "(6M)"}, asks=False),
    Case("a quote of an older order", (("Alice", B), ("Alice", A), ("Bob", f"[quote=Alice]{B}[/quote]\nNice!")), {"A": "(6M)"}, asks=False),
    Case("a correction", (("Alice", f"{A}\n\nEDIT: {B}"), ("Bob", A)), {"O": "(6M)"}),
    Case("a typo", (("Alice", f"{A}\n\ntypo, should be A(7M)"), ("Bob", A)), {"O": "(6M)"}),
    Case("a second order", (("Alice", f"{A}\n\nthen MMMMMR"), ("Bob", A)), {"O": "(6M)"}),
    Case("an alternative", (("Alice", f"{A}\n\nor maybe A(7M)"), ("Bob", A)), {"O": "(6M)"}),
    Case("struck out", (("Alice", "Order: [s]A(7M)[/s] (6M)"),), {"A": "(6M)"}, asks=False),
    Case("running text", (("Alice", "I do (6M), then hope."),), {}),
    Case("two in running text", (("Alice", "(11M) or maybe (10M)R"),), {}),
    Case("for somebody else", (("Alice", "Order for Bob: (6M)"),), {}),
    Case("for a turn", (("Alice", "next turn: (6M)"),), {}),
    Case("prose", (("Alice", "Nice race! I'd go A(7M) if I were you, Bob."), ("Bob", "Is (2M) two tiles?")), {}, asks=False),
)  # fmt: skip
EDITS = (
    Case("in time", (("Alice", A, 479), ("Bob", A)), {"A": "(6M)", "O": "(6M)"}, asks=False),
    Case("too late", (("Alice", A, 481), ("Bob", A)), {"O": "(6M)"}),
    Case("marked by the author", (("Alice", f"{A}\n\nLast edited 21 Nov 2026, 18:05", 500), ("Bob", A)), {"O": "(6M)"}),
)


def run(dust: Path, kind: str, case: Case, *, gm: bool) -> tuple[Outcome, dict[str, str]]:
    told = [STORY[0], *(Told(at, post[0], 10 * at, post[1], *post[2:]) for at, post in enumerate(case.posts, 2))]
    suffix, render = forge.KINDS[kind]
    pages = read_pages(forge.encoded(kind, render(1, told)), f"x.{suffix}")
    path = dust.parent / kind / case.name / "dust"
    shutil.copytree(dust, path)
    if not gm:
        described = read_description(path)._replace(gm=())
        (path / "table.toml").write_text(format_description(described), encoding="utf-8")
    outcome = collect(path, threads_of(pages), Bounds(deadline=DEADLINE))
    return outcome, {posted.seat: posted.text for posted in open_table(path).hand}


@pytest.mark.parametrize("gm", [True, False], ids=["gm", "no-gm"])
@pytest.mark.parametrize("kind", forge.KINDS)
def test_no_attack_passes_in_any_form(dust: Path, kind: str, *, gm: bool) -> None:
    for case in CASES[: None if gm else 12]:
        outcome, hand = run(dust, kind, case, gm=gm)
        assert hand == case.hand, case.name

        assert wants_gm(outcome) is case.asks or "retracts" in case.name, case.name


@pytest.mark.parametrize("kind", [kind for kind in forge.KINDS if kind not in NO_EDITS])
def test_what_was_edited_counts_by_the_forums_own_mark(dust: Path, kind: str) -> None:
    for case in EDITS:
        outcome, hand = run(dust, kind, case, gm=True)
        assert hand == case.hand, case.name
        assert wants_gm(outcome) is case.asks, case.name
        assert case.asks is any(row.wants for row in rows_of(outcome) if row.seat == "A"), case.name
