"""Whose post is it: every kind of impersonation, accounts bound by their ids, the game master's reports and those that only look so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.names import fold, name_key, near_names, visible
from gm_tools.core.problems import InputError
from gm_tools.posts.accounts import FILE, Account, format_accounts, parse_account, read_accounts
from gm_tools.posts.bind import bind_accounts, change_gm, unbind_accounts
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.people import People
from gm_tools.posts.thread import Post, Thread
from gm_tools.posts.window import Bounds
from gm_tools.reports.collect import collect_report, rows_of, wants_gm
from gm_tools.table import open_table, seat_of
from gm_tools.table.resolve import resolve
from gm_tools.table.table_file import check_names
from gm_tools.table.undo import undo
from tests.posts.threads import post, thread

if TYPE_CHECKING:
    from pathlib import Path

    from tests.posts.conftest import Gm

REPORT = "dust: turn 0, before the start line\n\n[code]\n***\n[/code]"
ALICE, BOB = "Order: A(7M)", "Order: (6M)"


def run(
    path: Path, *told: tuple[str, str] | Post, bounds: Bounds | None = None, accept: tuple[str, ...] = ()
) -> Outcome:
    return collect(path, [thread(*told)], bounds or Bounds(), accept)


def hand(path: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(path).hand}


def by(number: int, author: str, text: str, account: str = "", **known: object) -> Post:
    return post(number, author, text, author_id=account, **known)


def contents(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.iterdir() if one.suffix == ".toml"}


# Names

FALSE_ALICES = {
    "accent": "Alicé",
    "zero width": "Al\u200bice",
    "full width": "Ａｌｉｃｅ",
    "mathematical": "𝐀𝐥𝐢𝐜𝐞",
    "circled": "Ⓐⓛⓘⓒⓔ",
    "override": "\u202eAlice",
    "soft hyphen": "Al\u00adice",
    "variation selector": "Alice\ufe0f",
    "joiner": "Ali\u200dce",
    "Cyrillic": "\u0410lice",
    "Greek": "\u0391lice",
    "combining overlay": "Al\u0338ice",
    "filler": "Alice\u3164",
    "grapheme joiner": "Al\u034fice",
    "dotless": "Al\u0131ce",
    "tag": "Alice\U000e0041",
}


@pytest.mark.parametrize("name", FALSE_ALICES.values(), ids=FALSE_ALICES)
@pytest.mark.parametrize("text", [ALICE, "Order: A(7", "I retract my order."])
def test_a_name_that_only_looks_like_a_players_orders_nothing_and_takes_nothing_back(
    dust: Path, name: str, text: str
) -> None:
    outcome = run(dust, ("Alice", BOB), (name, text))
    assert hand(dust) == {"A": "(6M)"}
    if "retract" not in text:
        assert len(outcome.strangers) == 1
        assert "Alice" in outcome.strangers[0]
        assert wants_gm(outcome)
    shown = "\n".join(outcome.strangers)
    assert not {"\u200b", "\u202e", "\u00ad", "\u3164", "\u034f", "\U000e0041"} & set(shown)


def test_a_false_name_is_shown_with_what_makes_it_false(dust: Path) -> None:
    outcome = run(dust, ("\u0410lice", ALICE), ("Al\u200bice", ALICE))
    assert "U+0410 CYRILLIC CAPITAL LETTER A" in outcome.strangers[0]
    assert "Al<U+200B ZERO WIDTH SPACE>ice" in outcome.strangers[1]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Émile", "E\u0301MILE", True),
        (" Bob  the Builder", "bob the builder", True),
        ("Νίκος", "ΝΊΚΟΣ", True),
        ("\U0001f468\u200d\U0001f4bb Max", "\U0001f468\u200d\U0001f4bb max", True),
        ("\u2764\ufe0f", "\u2764", False),
        ("Straße", "Strasse", False),
        ("Straße", "STRASSE", False),
        ("fiona", "ﬁona", False),
        ("Ilka", "\u0131lka", False),
        ("\u0130lka", "ilka", False),
        ("Kim", "\u212aim", True),  # the Kelvin sign is K by definition of Unicode
        ("Rees", "Ree\u017f", False),
    ],
)
def test_names_are_the_same_up_to_case_composition_and_blanks(one: str, other: str, is_same: bool) -> None:
    assert (name_key(one) == name_key(other)) is is_same


@pytest.mark.parametrize("name", ["Alice", "Émile", "\U0001f468\u200d\U0001f4bb", "\u2764\ufe0f Max", "Νίκος", "محمد"])
def test_a_usual_name_is_shown_as_it_is(name: str) -> None:
    assert visible(name) == name


def test_a_name_of_emoji_is_its_own(dust: Path) -> None:
    name = "\U0001f468\u200d\U0001f4bb"
    text = (dust / "table.toml").read_text(encoding="utf-8").replace('"al1ce"', f'"{name}"')
    (dust / "table.toml").write_text(text, encoding="utf-8")
    outcome = run(dust, (name, ALICE), (name.replace("\u200d", ""), BOB))
    assert hand(dust) == {"A": "A(7M)"}
    assert len(outcome.strangers) == 1


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Bob", ("Bob the Builder",)),
        ("Alise", ("Alice",)),
        ("alice_99", ("Alice",)),
        ("A", ()),
        ("Zebra", ()),
        ("Carol", ("Carol One", "Carol Two")),
        ("Alic", ("Alice",)),
    ],
)
def test_near_names(name: str, near: tuple[str, ...]) -> None:
    assert near_names(name, ["Alice", "Bob the Builder", "Carol One", "Carol Two", "B"]) == near


def test_one_name_in_two_compositions_is_not_two_players() -> None:
    with pytest.raises(InputError, match="could also mean"):
        check_names([Seat("A", "Émile"), Seat("B", "Bob", ("E\u0301mile",))])


def test_a_first_name_that_one_player_has_will_do_on_the_command_line(dust: Path) -> None:
    table = open_table(dust)
    table = table._replace(seats=(Seat("A", "Alice"), Seat("O", "Bob the Builder")))
    assert seat_of(table, "bob").mark == "O"
    two = table._replace(seats=(Seat("A", "Bob Baker"), Seat("O", "Bob the Builder")))
    with pytest.raises(
        InputError, match=r"'Bob' could be A \(Bob Baker\) or O \(Bob the Builder\) \(allowed: the mark, or the"
    ):
        seat_of(two, "Bob")
    with pytest.raises(InputError, match=r"'Hob'.*did you mean Bob or Rob\?"):
        seat_of(table._replace(seats=(Seat("A", "Bob"), Seat("O", "Rob"))), "Hob")
    assert seat_of(table, " bob  THE builder").mark == "O"


def test_a_name_that_is_near_to_two_players_names_both(dust: Path) -> None:
    text = (dust / "table.toml").read_text(encoding="utf-8")
    text = text.replace('"Bob"', '"Bob the Builder"').replace('"Dan"', '"Bob Baker"')
    (dust / "table.toml").write_text(text, encoding="utf-8")
    outcome = run(dust, ("Bob", BOB))
    assert (hand(dust), outcome.near) == ({}, ())
    assert "is it Bob the Builder (O) or Bob Baker (D)?" in outcome.strangers[0]


def test_a_first_name_orders_nothing(dust: Path) -> None:
    text = (dust / "table.toml").read_text(encoding="utf-8").replace('"Bob"', '"Bob the Builder"')
    (dust / "table.toml").write_text(text, encoding="utf-8")
    outcome = run(dust, ("Bob", BOB))
    assert hand(dust) == {}
    assert "is it Bob the Builder?" in outcome.strangers[0]


def test_folding_is_for_hints_alone() -> None:
    assert {fold(name) for name in FALSE_ALICES.values()} == {"alice"}


# Accounts


def test_the_first_order_binds_and_another_account_of_the_name_is_not_taken(dust: Path) -> None:
    outcome = run(dust, by(1, "Alice", ALICE, "12"))
    assert [(one.name, one.id, one.site) for one in outcome.bound] == [("Alice", "12", "forum.example.org")]
    assert "Alice is bound to phpbb/12" in str(collect_report(outcome).blocks)
    before = contents(dust)
    again = run(dust, by(1, "Alice", ALICE, "12"), by(2, "Alice", BOB, "40"))
    assert hand(dust) == {"A": "A(7M)"}
    assert "posted from another account, phpbb/40: Alice is bound to phpbb/12" in again.strangers[0]
    assert contents(dust) == before


def test_an_order_for_nobody_binds_nobody(dust: Path) -> None:
    assert run(dust, by(1, "Alice", "Hello!", "12"), by(2, "Zoe", ALICE, "13")).bound == ()
    assert not (dust / FILE).exists()


def test_two_accounts_of_one_name_are_both_asked_about(dust: Path) -> None:
    told = (by(1, "Alice", ALICE, "12"), by(2, "alice", BOB, "40"), by(3, "Bob", BOB, "13"))
    outcome = run(dust, *told)
    assert hand(dust) == {"O": "(6M)"}
    assert all("phpbb/12, phpbb/40" in line for line in outcome.strangers)
    assert len(outcome.strangers) == 2
    bind_accounts(dust, "Alice", ["phpbb/40"])
    run(dust, *told)
    assert hand(dust) == {"O": "(6M)", "A": "(6M)"}


def test_an_account_under_a_new_name_is_the_same_player(dust: Path) -> None:
    run(dust, by(1, "Alice", ALICE, "12"))
    outcome = run(dust, by(1, "Alice", ALICE, "12"), by(2, "Queen of Dust", BOB, "12"))
    assert hand(dust) == {"A": "(6M)"}
    assert "phpbb/12 is Alice, under the new name Queen of Dust" in outcome.notes[0]


def test_a_bound_account_that_takes_another_players_name_stays_who_it_was(dust: Path) -> None:
    run(dust, by(1, "Alice", ALICE, "12"))
    run(dust, by(2, "Bob", BOB, "12"))
    assert hand(dust) == {"A": "(6M)"}


@pytest.mark.parametrize("known", [{"automated": True}, {"automated": True, "author_id": ""}])
def test_a_bot_under_a_players_name_is_not_taken(dust: Path, known: dict[str, object]) -> None:
    outcome = run(dust, by(1, "Alice", ALICE, "99")._replace(**known))  # type: ignore[arg-type]
    assert hand(dust) == {}
    assert "a bot or a webhook" in outcome.strangers[0]


def test_a_bot_does_not_shut_its_namesake_out_and_may_be_bound(dust: Path) -> None:
    told = (by(1, "Alice", ALICE, "99", automated=True), by(2, "Alice", BOB, "12"))
    run(dust, *told)
    assert hand(dust) == {"A": "(6M)"}
    bind_accounts(dust, "Alice", ["phpbb/99"])
    run(dust, by(3, "Alice", "Order: (5M)R", "99", automated=True))
    assert hand(dust) == {"A": "(5M)R"}


def test_a_guest_under_a_bound_name_is_not_taken_and_a_page_without_accounts_is(dust: Path) -> None:
    run(dust, by(1, "Alice", ALICE, "12"))
    outcome = run(dust, by(2, "Alice", BOB), by(3, "Bob", BOB, "13"))
    assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}
    assert "the post names no account: Alice is bound to phpbb/12" in outcome.strangers[0]
    run(dust, by(4, "Alice", BOB))
    assert hand(dust)["A"] == "(6M)"


def test_an_alias_has_an_account_of_its_own(dust: Path) -> None:
    run(dust, by(1, "Alice", BOB, "12"), by(2, "al1ce", ALICE, "13"))
    assert hand(dust) == {"A": "A(7M)"}
    assert [(one.name, one.id) for one in read_accounts(dust)] == [("al1ce", "13")]


def test_a_substitute_binds_anew_and_the_player_before_keeps_what_was_before(gm: Gm, dust: Path) -> None:
    run(dust, by(1, "Bob", BOB, "13"))
    assert gm("seat", str(dust), "Bob", "--player", "Nina", "--since", "3").status == 0
    told = (
        by(1, "Bob", BOB, "13"),
        by(2, "Nina", ALICE, "14"),
        by(3, "Gus", "Nina takes over"),
        by(4, "Bob", ALICE, "13"),
    )
    outcome = run(dust, *told)
    assert hand(dust) == {"O": "(6M)"}
    assert any("Bob has no seat any more" in line for line in outcome.strangers)
    run(dust, *told, by(5, "Nina", "Order: (5M)R", "14"))
    assert hand(dust) == {"O": "(5M)R"}
    assert {(one.name, one.id) for one in read_accounts(dust)} == {("Bob", "13"), ("Nina", "14")}


def test_addresses_of_mail_bind(dust: Path) -> None:
    def mail(number: int, address: str, text: str) -> Post:
        return by(number, "Alice", text, address, source="mail", thread="", permalink="")

    run(dust, mail(1, "alice@example.org", ALICE))
    outcome = run(dust, mail(2, "bob@evil.org", BOB))
    assert hand(dust) == {"A": "A(7M)"}
    assert (
        "posted from another account, mail/bob@evil.org: Alice is bound to mail/alice@example.org"
        in outcome.strangers[0]
    )
    public = collect_report(outcome, public=True)
    assert "@" not in str(public.blocks) + str(public.data)


def test_undo_keeps_what_is_bound(dust: Path) -> None:
    run(dust, by(1, "Alice", ALICE, "12"))
    resolve(dust, close=True, policy="straight")
    undo(dust)
    assert [one.id for one in read_accounts(dust)] == ["12"]


def test_an_unknown_author_with_an_order_is_shown_read_or_not(dust: Path) -> None:
    for text in (ALICE, "Order: A(7", "Bob: (6M)"):
        outcome = run(dust, ("Zoe", text))
        assert hand(dust) == {}
        assert "post 1 by Zoe: not taken" in outcome.strangers[0]
        assert wants_gm(outcome)
    assert run(dust, ("Zoe", "What a race, all alarm and no harm!")).strangers == ()


def test_nobody_is_ignored_by_a_name_that_only_looks_like_theirs(dust: Path) -> None:
    run(dust, ("Alice", ALICE), ("Bob", BOB), bounds=Bounds(ignore=("Alicé", "BOB")))
    assert hand(dust) == {"A": "A(7M)"}


# The game master's reports


def test_a_report_by_anybody_else_voids_nothing(dust: Path) -> None:
    for author in ("Mallory", "Alice", "Gu\u0455"):
        outcome = run(dust, ("Alice", ALICE), ("Bob", BOB), (author, REPORT))
        assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}
        assert "looks like a report of this table" in outcome.strangers[0]
        assert wants_gm(outcome)
        assert outcome.start is None


def test_a_report_by_another_account_of_the_game_masters_name_voids_nothing(dust: Path) -> None:
    outcome = run(dust, by(1, "Gus", REPORT, "1"), by(2, "Alice", ALICE, "12"))
    assert {(one.name, one.gm) for one in read_accounts(dust)} == {("Gus", True), ("Alice", False)}
    assert outcome.start is not None
    outcome = run(dust, by(1, "Gus", REPORT, "1"), by(2, "Alice", ALICE, "12"), by(3, "Gus", REPORT, "66"))
    assert hand(dust) == {"A": "A(7M)"}
    assert "posted from another account, phpbb/66: Gus is bound to phpbb/1" in outcome.strangers[0]
    outcome = run(dust, by(1, "Gus", REPORT, "1"), by(2, "Alice", ALICE, "12"), by(3, "August", REPORT, "1"))
    assert outcome.start is not None
    assert outcome.start.number == 3


def test_orders_before_a_report_are_named(dust: Path) -> None:
    outcome = run(dust, ("Alice", ALICE), ("Gus", REPORT), ("Bob", BOB))
    assert hand(dust) == {"O": "(6M)"}
    assert outcome.strangers == (
        "post 1 by Alice is left out: it was posted before post 2 by Gus, from which posts count (A: A(7M))",
    )
    assert wants_gm(outcome)
    assert "Posts count from post 2 by Gus on." in str(collect_report(outcome).blocks)


def test_orders_that_were_used_before_a_report_are_not_named(dust: Path) -> None:
    told = [(seat.player, f"{seat.mark}: (6M)") for seat in open_table(dust).seats]
    run(dust, *told)
    resolve(dust)
    (dust / "posts.toml").unlink()
    report = REPORT.replace("turn 0, before the start line", open_table(dust).game.headline(open_table(dust).position))
    assert run(dust, *told, ("Gus", report)).strangers == ()
    outcome = run(dust, *told, ("Alice", "Order: A(7M)"), ("Gus", report))
    assert len(outcome.strangers) == 1


def test_what_else_the_game_master_posts_is_not_counted_from(dust: Path) -> None:
    status = "dust: orders for turn 1\n\n[code]\nSeat  Order\n----  -----\nA     in\n[/code]"
    outcome = run(dust, ("Gus", REPORT), ("Alice", ALICE), ("Gus", status), ("Bob", BOB))
    assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}
    assert outcome.strangers == ()


def test_a_webhook_posts_for_the_game_master_if_its_id_is_named(dust: Path) -> None:
    told = (by(1, "Alice", ALICE, "12"), by(2, "Gus", REPORT, "991", automated=True))
    assert run(dust, *told).start is None
    change_gm(dust, ["phpbb/991"])
    assert run(dust, *told).start == told[1]


def without_gm(path: Path) -> str:
    text = (path / "table.toml").read_text(encoding="utf-8")
    (path / "table.toml").write_text(
        "".join(line for line in text.splitlines(keepends=True) if not line.startswith("gm =")), encoding="utf-8"
    )
    return open_table(path).commitment


def test_a_table_that_names_no_game_master_knows_the_first_report_by_its_commitment(dust: Path) -> None:
    first = f"{REPORT}\n\n{without_gm(dust)}"
    outcome = run(dust, by(1, "Gus", first, "1"), by(2, "Alice", ALICE, "12"), by(3, "Mallory", first, "66"))
    assert hand(dust) == {"A": "A(7M)"}
    assert outcome.start is not None
    assert "Mallory" in outcome.strangers[0]
    assert [one.id for one in read_accounts(dust) if one.gm] == ["1"]
    assert run(dust, by(2, "Alice", ALICE, "12"), by(4, "Gus", REPORT, "1")).start is not None


def test_a_copy_of_the_first_report_makes_nobody_the_game_master(dust: Path) -> None:
    first = f"{REPORT}\n\n{without_gm(dust)}"
    edited = by(1, "Mallory", first, "66", edited="2026-11-21T12:30:00+00:00")
    for told in (
        (edited, by(2, "Gus", first, "1"), by(3, "Alice", ALICE, "12"), by(4, "Mallory", REPORT, "66")),
        (by(7, "Alice", ALICE, "12"), by(8, "Mallory", first, "66")),
        (by(1, "Alice", ALICE, "12"), by(2, "Mallory", REPORT, "66")),
    ):
        outcome = run(dust, *told)
        assert hand(dust) == {"A": "A(7M)"}
        assert outcome.start is None
        assert "Mallory" in " ".join(outcome.strangers)
        assert "gm account dust --gm NAME" in " ".join(outcome.notes)


# Late orders, and what --accept does

AT_TEN = Bounds(deadline="2026-11-21T12:10:00+00:00")


def test_a_late_order_is_accepted_and_stays_accepted(dust: Path) -> None:
    told = (by(1, "Alice", BOB, "12"), by(11, "Alice", ALICE, "12"))
    run(dust, *told, bounds=AT_TEN)
    assert hand(dust) == {"A": "(6M)"}
    outcome = run(dust, *told, bounds=AT_TEN, accept=("Alice",))
    assert hand(dust) == {"A": "A(7M)"}
    assert "accepted by the game master" in rows_of(outcome)[0].verdict
    before = contents(dust)
    again = run(dust, *told, bounds=AT_TEN)
    assert contents(dust) == before
    assert "was not counted" not in rows_of(again)[0].verdict


def test_accepting_a_seat_where_nothing_waits_is_refused(dust: Path) -> None:
    outcome = run(dust, ("Alice", ALICE), accept=("A", "O"))
    assert [line for line in outcome.notes if "--accept" in line] == [
        "--accept A: nothing from Alice is waiting",
        "--accept O: nothing from Bob is waiting",
    ]


# The commands


def test_accounts_are_shown_and_changed(gm: Gm, dust: Path) -> None:
    text = (dust / "table.toml").read_text(encoding="utf-8")
    assert gm("account", str(dust), "--gm", "discord/991").out == "Accounts of the game master: Gus, discord/991.\n"
    assert open_table(dust).gm == ("Gus", "discord/991")
    assert gm("account", str(dust), "--gm", "DISCORD/991", "--remove").status == 0
    assert (dust / "table.toml").read_text(encoding="utf-8") == text
    assert gm("account", str(dust), "Bob", "--bind", "phpbb/13").out == "Accounts of Bob: phpbb/13.\n"
    shown = gm("account", str(dust)).out
    assert ["O", "Bob", "phpbb/13"] in [line.split() for line in shown.splitlines()]
    assert gm("account", str(dust), "Bob", "--remove").out == "Accounts of Bob: none.\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--gm", "ALICE"], "the name of the player of seat A"),
        (["--gm", "Zoe", "--remove"], "'Zoe' is not an account of the game master"),
        (["Alice", "--bind", "12"], "FORUM/ID"),
        (["Alice", "--remove"], "no such account is bound to Alice"),
        (["--bind", "phpbb/12"], "an account is the game master's or a player's"),
        (["Alice", "--gm", "Gus"], "an account is the game master's or a player's"),
        (["Zoe", "--bind", "phpbb/12"], "nobody at this table is called 'Zoe'"),
    ],
)
def test_wrong_use_of_gm_account_is_refused(gm: Gm, dust: Path, words: list[str], message: str) -> None:
    before = contents(dust)
    ran = gm("account", str(dust), *words)
    assert ran.status != 0
    assert message in ran.err
    assert contents(dust) == before


def test_an_account_has_one_player(dust: Path) -> None:
    bind_accounts(dust, "Alice", ["phpbb/12"])
    with pytest.raises(InputError, match="phpbb/12 is bound to Al"):
        bind_accounts(dust, "Bob", ["phpbb/12"])
    unbind_accounts(dust, "Alice")
    bind_accounts(dust, "Bob", ["phpbb/12"])


def test_the_file_of_accounts_is_read_back_and_its_faults_are_named(dust: Path) -> None:
    accounts = (Account("Alice", "phpbb", "forum.example.org", "12"), Account("Gus", "discord", "", "1", gm=True))
    (dust / FILE).write_text(format_accounts(accounts), encoding="utf-8")
    assert read_accounts(dust) == accounts
    (dust / FILE).write_text('format = 1\n\n[[account]]\nname = "Alice"\nsource = "forum"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"accounts.toml: account #1.source: found 'forum'"):
        read_accounts(dust)
    assert parse_account("bob / alice") is None


@pytest.mark.parametrize(
    "since", ["yesterday", "noon", "20:00", "2026-13-45", "2026-11-21", "the last one", "tomorrow 20:00"]
)
def test_a_seat_is_not_given_away_since_an_unreadable_time(gm: Gm, dust: Path, since: str) -> None:
    before = contents(dust)
    ran = gm("seat", str(dust), "Bob", "--player", "Nina", "--since", since)
    assert ran.status == 2
    assert "--since" in ran.err
    assert contents(dust) == before


def test_a_seat_is_not_given_to_the_game_masters_account(gm: Gm, dust: Path) -> None:
    assert "the name of the player" in gm("seat", str(dust), "Bob", "--player", "gus").err


def test_accounts_are_kept_out_of_version_control(dust: Path) -> None:
    assert FILE in (dust / ".gitignore").read_text(encoding="utf-8").split()


def nicked(author: str, number: str, nick: str) -> Post:
    return Post("discord", "1", number, 0, author, "2026-11-21T18:00:00+00:00", "", "x", author_id=number, nick=nick)


def people_of(*posts: Post, accounts: tuple[Account, ...] = ()) -> People:
    seats = (Seat("A", "Alice"), Seat("B", "Bob the Builder"))
    threads = [Thread("discord", "1", "t", posts, ())]
    return People(seats, (), threads, "UTC", gm=("Gus",), accounts=accounts)


def test_a_nickname_stands_for_the_player_unless_two_accounts_bear_it_or_the_player_is_bound() -> None:
    bob = nicked("bob_99", "1", "Bob the Builder")
    assert people_of(bob).seats_of(bob) == ("B",)
    assert [one.label for one in people_of(bob).find_accounts([bob])] == ["discord/1"]
    rival = nicked("mallory", "2", "bob the  builder")
    both = people_of(bob, rival)
    assert (both.seats_of(bob), both.seats_of(rival)) == ((), ())
    bound = people_of(rival, accounts=(Account("Bob the Builder", "discord", "", "1"),))
    assert bound.seats_of(rival) == ()
    assert "another account" in bound.author(rival).why


def test_a_nickname_makes_nobody_the_game_master_nor_somebody_else() -> None:
    master = nicked("mallory", "2", "Gus")
    assert not people_of(master).author(master).is_gm
    alice = nicked("alice", "3", "Bob the Builder")  # the account's own name comes first
    assert people_of(alice).seats_of(alice) == ("A",)
