"""Every kind of attack in every form of thread: never a wrong order in hand, and never silence where one is asked about or lost."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Thread, threads_of
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import rows_of, wants_gm
from gm_tools.table import open_table, read_turn
from gm_tools.table.table_file import format_table_file, read_table_file
from tests import effort
from tests.posts import forge
from tests.posts.conftest import Gm
from tests.posts.story import SEATS, STORY, Told

REPORT = "dust: turn 0, before the start line\n\n[code]\n***\n[/code]"
DEADLINE = "2026-11-21T20:00:00+00:00"  # 480 minutes after the first post
A, B = "Order: (6M)", "Order: A(7M)"
# A message that was sent is not edited; headings and NodeBB's feed do not tell
NO_EDITS = {"mail", "text", "nodebb-feed"}
DAYS = {"xmb"}  # shows the day of an edit, not the time
NO_ACCOUNTS = {"text", "xmb", "nodebb-feed", "bgg"}  # which show a name alone; on the last three a name has one account
FLAGS_BOTS = {"discord", "discord-page", "discourse-raw", "discourse-cooked"}
NO_GUESTS = {*NO_ACCOUNTS, "mail", "reddit", "discord", "discord-page", "discourse-raw", "discourse-cooked", "vanilla"}
FORGED = (B, "I retract my order.", "Order: A(7")
STRANGER = 66666  # an account of nobody at the table


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


def tell(*posts: tuple[str, str] | tuple[str, str, int]) -> list[Told]:
    return [STORY[0], *(Told(at, post[0], 10 * at, post[1], *post[2:]) for at, post in enumerate(posts, 2))]


def read(kind: str, told: list[Told], *, is_guest: bool = False) -> tuple[Thread, ...]:
    """Return the thread as a kind of file holds it; of a guest the page shows a name without a profile."""
    suffix, render = forge.ALL_KINDS[kind]
    text = render(1, told)
    if is_guest:
        text = re.sub(rf"<a\b[^>]*{STRANGER}[^>]*>(.*?)</a>", r'<span class="username">\1</span>', text).replace(
            str(STRANGER), "0"
        )
    return threads_of(read_pages(forge.encode_page(kind, text), f"x.{suffix}"))


def hand(path: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(path).hand}


def run(dust: Path, kind: str, case: Case, *, gm: bool) -> tuple[Outcome, dict[str, str]]:
    path = dust.parent / kind / case.name / "dust"
    shutil.copytree(dust, path)
    if not gm:
        table = read_table_file(path)._replace(gm=())
        (path / "table.toml").write_text(format_table_file(table), encoding="utf-8")
    outcome = collect(path, read(kind, tell(*case.posts)), Bounds(deadline=DEADLINE))
    return outcome, hand(path)


def share(cases: Sequence[Case], kind: str) -> Sequence[Case]:
    """Return a fifth of the cases for a form, so that five neighbours have them all; in a long run all of them."""
    return effort.choose(cases[sorted(forge.ALL_KINDS).index(kind) % 5 :: 5], cases)


@pytest.mark.long
@pytest.mark.parametrize("gm", [True, False], ids=["gm", "no-gm"])
@pytest.mark.parametrize("kind", forge.ALL_KINDS)
def test_no_attack_passes_in_any_form(dust: Path, kind: str, *, gm: bool) -> None:
    for case in share(CASES if gm else CASES[:12], kind):
        outcome, taken = run(dust, kind, case, gm=gm)
        assert taken == case.hand, case.name

        assert wants_gm(outcome) is case.asks or "retracts" in case.name, case.name


@pytest.mark.parametrize("kind", [kind for kind in forge.ALL_KINDS if kind not in NO_EDITS | DAYS])
def test_what_was_edited_counts_by_the_forums_own_mark(dust: Path, kind: str) -> None:
    for case in EDITS:
        outcome, taken = run(dust, kind, case, gm=True)
        assert taken == case.hand, case.name
        assert wants_gm(outcome) is case.asks, case.name
        assert case.asks is any(row.wants for row in rows_of(outcome) if row.seat == "A"), case.name


@pytest.mark.parametrize("kind", DAYS)
def test_an_edit_on_the_day_of_the_deadline_is_asked_about(dust: Path, kind: str) -> None:
    for case in EDITS:
        outcome, taken = run(dust, kind, case, gm=True)
        assert taken == {"O": "(6M)"}, case.name
        assert any(row.wants for row in rows_of(outcome) if row.seat == "A"), case.name


def look(kind: str, *, is_bot: bool, is_guest: bool, path: Path, text: str) -> Outcome:
    told = tell(("Alice", A), ("Bob", A))
    forged = Told(9, "Alice", 90, text, account=STRANGER, is_bot=is_bot)
    return collect(path, read(kind, [*told, forged], is_guest=is_guest), Bounds(deadline=DEADLINE))


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "who", "text"),
    [
        (kind, who, text)
        for at, kind in enumerate(kind for kind in forge.ALL_KINDS if kind not in NO_ACCOUNTS)
        for who in ("account", "guest", "bot")
        for text in effort.choose(FORGED[at % 2 : at % 2 + 1], FORGED)
    ],
)
def test_another_account_of_a_players_name_is_shown_and_never_taken(dust: Path, kind: str, who: str, text: str) -> None:
    """First beside the player's own posts on one page, then after the player's account was bound."""
    if (who == "guest" and kind in NO_GUESTS) or (who == "bot" and kind not in FLAGS_BOTS):
        return  # the form has none of these
    fresh = dust.parent / "fresh" / "dust"
    shutil.copytree(dust, fresh)
    facts = {"is_bot": who == "bot", "is_guest": who == "guest"}
    outcome = look(kind, path=fresh, text=text, **facts)
    assert hand(fresh) == ({"A": "(6M)", "O": "(6M)"} if who == "bot" else {"O": "(6M)"})
    assert wants_gm(outcome)
    collect(dust, read(kind, tell(("Alice", A), ("Bob", A))), Bounds(deadline=DEADLINE))
    outcome = look(kind, path=dust, text=text, **facts)
    assert hand(dust) == {"A": "(6M)", "O": "(6M)"}
    assert len(outcome.strangers) == 1
    why = "a bot or a webhook" if who == "bot" else "another account" if who == "account" else "Alice is"
    assert why in outcome.strangers[0]


@pytest.mark.parametrize("kind", [kind for kind in forge.ALL_KINDS if kind not in NO_GUESTS])
def test_no_guest_is_the_player_that_another_guest_was_taken_for(dust: Path, kind: str) -> None:
    told = tell(("Bob", A))
    named = [
        Told(9 + at, name, 90 + at, text, account=STRANGER)
        for at, (name, text) in enumerate((("Alice", A), ("Zoe", B)))
    ]
    for posts in (named[:1], named):
        collect(dust, read(kind, [*told, *posts], is_guest=True), Bounds(deadline=DEADLINE))
        assert hand(dust) == {"A": "(6M)", "O": "(6M)"}


# Every attack in some form, and every form with some attack: behind the readers there is one way.
FOLLOWED = {kind: CASES[at % len(CASES) :: len(CASES)] for at, kind in enumerate(forge.ALL_KINDS)}


@pytest.mark.long
@pytest.mark.parametrize("kind", forge.ALL_KINDS)
def test_status_reminders_and_the_post_are_right_after_every_attack(gm: Gm, dust: Path, kind: str) -> None:
    """Whoever posted is never told that the order is missing; the post carries out what is in hand, and nothing else."""
    players = {seat.mark: seat.player for seat in SEATS}
    for case in effort.choose(FOLLOWED[kind], CASES):
        outcome, taken = run(dust, kind, case, gm=True)
        path = str(outcome.table.path)
        status = json.loads(gm("status", path, "--json").out)
        assert {one["seat"]: one["text"] for one in status["orders"]} == case.hand == taken, case.name
        assert [one["seat"] for one in status["awaited"] if one["in"]] == [seat for seat in players if seat in taken]
        asked = {row.seat for row in rows_of(outcome) if row.wants and row.seat not in taken}
        missing = [line for line in (*status["reminders"], *status["private_reminders"]) if "missing" in line]
        wrong = [line for line in (*status["reminders"], *status["private_reminders"]) if "is not clear" in line]
        posted = {post[0] for post in case.posts} & set(players.values())
        assert not [line for line in missing if any(f"@{player}:" in line for player in posted)], case.name
        assert {line.partition(":")[0][1:] for line in wrong} == {players[seat] for seat in asked}, case.name
        assert gm("resolve", path).status == 1, case.name
        closed = gm("resolve", path, "--close", "--missing", "straight")
        assert closed.status == 0, case.name
        warned = [line for line in closed.err.splitlines() if "was not understood" in line]
        assert len(warned) == len(asked), (case.name, closed.err)
        turn = read_turn(open_table(outcome.table.path), 1)
        assert {one.seat: one.text for one in turn.record.orders if not one.missed} == case.hand, case.name
        rows = re.findall(r"^ *\d+  (\w)  .*  no order", gm("report", path).out, re.MULTILINE)
        assert set(rows) == set(players) - set(case.hand), case.name


@pytest.mark.parametrize(
    "kind", [kind for kind, (suffix, __) in forge.ALL_KINDS.items() if suffix == "html" and kind != "discord-page"]
)
def test_the_post_that_a_page_is_cut_off_in_is_asked_about(dust: Path, kind: str) -> None:
    text = forge.ALL_KINDS[kind][1](1, tell(("Alice", A), ("Bob", f"{A}\n\nEDIT: {B}")))
    at = text.rindex("(6M)") + len("(6M)")
    for end in (at, text.index("EDIT")):
        (page,) = read_pages(forge.encode_page(kind, text[:end]), "x.html")
        outcome = collect(dust, threads_of([page]), Bounds(deadline=DEADLINE))
        assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, True)
    foot = text.rindex("</body>") if "</body>" in text else len(text)
    (page,) = read_pages(forge.encode_page(kind, text[:foot]), "x.html")
    assert not page.posts[-1].doubt
