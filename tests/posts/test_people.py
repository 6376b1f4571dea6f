"""Accounts: bound by their ids when an order is first collected, or by hand; another account of the name is nobody."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.posts import formats
from gm_tools.posts.accounts import FILE, Account, parse_account, read_accounts, write_accounts
from gm_tools.posts.bind import bind_accounts, unbind_accounts
from gm_tools.posts.formats.detect import SOURCES
from gm_tools.posts.people import People
from gm_tools.posts.thread import Post, Thread
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import collect_report, wants_gm
from gm_tools.table import open_table
from gm_tools.table.resolve import resolve
from gm_tools.table.undo import undo
from tests.posts.collecting import by, hand, run
from tests.posts.conftest import Gm

ALICE, BOB = "Order: A(7M)", "Order: (6M)"


def contents(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.iterdir() if one.suffix == ".toml"}


# Accounts


def test_an_account_at_every_forum_that_is_read_can_be_kept(tmp_path: Path) -> None:
    readers = (import_module(f"{formats.__name__}.{one.name}") for one in iter_modules(formats.__path__))
    found = sorted({reader.SOURCE for reader in readers if hasattr(reader, "SOURCE")} - {"text"})
    accounts = tuple(Account("Alice", source, "", "12") for source in found)
    write_accounts(tmp_path, accounts)
    assert read_accounts(tmp_path) == accounts
    assert list(SOURCES) == found


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


def test_a_bot_under_a_players_name_does_not_shut_the_player_out(dust: Path) -> None:
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


def test_an_order_by_a_guest_binds_nobody_and_no_other_guest_is_the_player(dust: Path) -> None:
    assert run(dust, by(1, "Alice", ALICE, "0")).bound == ()
    assert hand(dust) == {"A": "A(7M)"}
    outcome = run(dust, by(1, "Alice", ALICE, "0"), by(2, "Mallory", BOB, "0"))
    assert hand(dust) == {"A": "A(7M)"}
    assert "Mallory has no seat" in outcome.strangers[0]
    write_accounts(dust, (Account("Alice", "phpbb", "forum.example.org", "0"),))  # as earlier versions bound it
    run(dust, by(1, "Alice", ALICE, "0"), by(2, "Mallory", BOB, "0"))
    assert hand(dust) == {"A": "A(7M)"}
    with pytest.raises(InputError, match="FORUM/ID"):
        bind_accounts(dust, "Alice", ["phpbb/0"])


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


def test_what_an_unknown_author_calls_an_order_in_running_text_is_shown(dust: Path) -> None:
    outcome = run(dust, ("Guest", f"I am Alice, on my phone. {ALICE}"), ("Zoe", "I would do (6M), then hope."))
    assert hand(dust) == {}
    assert ["Guest" in line for line in outcome.strangers] == [True]


def test_nobody_is_ignored_by_a_name_that_only_looks_like_theirs(dust: Path) -> None:
    run(dust, ("Alice", ALICE), ("Bob", BOB), bounds=Bounds(ignore=("Alicé", "BOB")))
    assert hand(dust) == {"A": "A(7M)"}


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
    write_accounts(dust, accounts)
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


def nick_post(author: str, number: str, nick: str) -> Post:
    return Post("discord", "1", number, 0, author, "2026-11-21T18:00:00+00:00", "", "x", author_id=number, nick=nick)


def people_of(*posts: Post, accounts: tuple[Account, ...] = ()) -> People:
    seats = (Seat("A", "Alice"), Seat("B", "Bob the Builder"))
    threads = [Thread("discord", "1", "t", posts, ())]
    return People(seats, (), threads, "UTC", gm=("Gus",), accounts=accounts)


def test_a_nickname_stands_for_the_player_unless_two_accounts_bear_it_or_the_player_is_bound() -> None:
    bob = nick_post("bob_99", "1", "Bob the Builder")
    assert people_of(bob).seats_of(bob) == ("B",)
    assert [one.label for one in people_of(bob).find_accounts([bob])] == ["discord/1"]
    rival = nick_post("mallory", "2", "bob the  builder")
    both = people_of(bob, rival)
    assert (both.seats_of(bob), both.seats_of(rival)) == ((), ())
    bound = people_of(rival, accounts=(Account("Bob the Builder", "discord", "", "1"),))
    assert bound.seats_of(rival) == ()
    assert "another account" in bound.author(rival).why


def test_a_nickname_makes_nobody_the_game_master_nor_somebody_else() -> None:
    master = nick_post("mallory", "2", "Gus")
    assert not people_of(master).author(master).is_gm
    alice = nick_post("alice", "3", "Bob the Builder")  # the account's own name comes first
    assert people_of(alice).seats_of(alice) == ("A",)
