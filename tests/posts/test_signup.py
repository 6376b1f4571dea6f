"""Sign-ups: what a sentence says, the list that comes of a thread, seats and the waiting list of a table."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from gm_tools.games import NAMES, find
from gm_tools.posts.signup import apply_posts, read_signup
from gm_tools.posts.thread import Post
from gm_tools.table import open_table
from gm_tools.table.assign import SeatChoice, assign_seats, seat_choice
from gm_tools.table.waiting import Applicant, read_applicants, write_applicants
from tests.cli.conftest import Gm

NASCAR = SeatChoice(tuple("ABCDEKTZ"), ("turbo", "swaybars"), named=False)


@pytest.mark.parametrize(
    ("text", "says", "mark", "extra"),
    [
        ("I'm in!", "in", "", ""),
        ("I’m in", "in", "", ""),
        ("Count me in, please. Great track.", "in", "", ""),
        ("/in", "in", "", ""),
        ("Sign up: T turbo", "in", "T", "turbo"),
        ("[b]Sign up:[/b] T", "in", "T", ""),
        ("Sign me up as K with Turbo, thanks", "in", "K", "turbo"),
        ("me too", "in", "", ""),
        ("I'm in! A turbo", "in", "A", "turbo"),
        ("I'm in! É turbo", "unclear", "", ""),
        ("I'm in.\nTurbo please, car K.", "in", "K", "turbo"),
        ("Sign up: K turbo\nThanks!", "in", "K", "turbo"),
        ("I'm in. A turbo would be unfair, though.", "in", "", ""),
        ("I'm in! A turbo?", "in", "", ""),
        ("A turbo", "", "", ""),
        ("Ich bin dabei!", "in", "", ""),
        ("Ich fahre mit, Wagen A bitte", "in", "A", ""),
        ("sorry, I'm out", "out", "", ""),
        ("Count me out.", "out", "", ""),
        ("Leider bin raus", "out", "", ""),
        ("I'm in Berlin this week", "unclear", "", ""),
        ("Can I join?", "unclear", "", ""),
        ("I'm not in", "unclear", "", ""),
        ("count me in if there is room", "unclear", "", ""),
        ("Sign up: T rocket", "unclear", "", ""),
        ("I'd join, but exams", "unclear", "", ""),
        ("Nice track.", "", "", ""),
        ("I'm in. Sorry, count me out.", "out", "", ""),
        ("Count me in! Actually, no.", "unclear", "", ""),
        ("I'm in!\nNever mind that.", "unclear", "", ""),
        ("I'm in. No problem with the rules.", "in", "", ""),
        ("I'm i\u200bn", "in", "", ""),
        ("Sign up: A turbo\nSign up: B", "unclear", "", ""),
        ("Sign up: A turbo\n\nSign up: A turbo", "in", "A", "turbo"),
        ("Sign up: a turbo", "unclear", "", ""),
        ("Please remove me from the list.", "out", "", ""),
        ("I'd like to withdraw, sorry", "out", "", ""),
    ],
)
def test_only_a_sentence_that_says_nothing_else_signs_up(text: str, says: str, mark: str, extra: str) -> None:
    assert read_signup(text, NASCAR) == (says, mark, extra)


def test_a_name_for_a_car_is_taken_in_the_formal_line_only() -> None:
    choice = SeatChoice(tuple("ABC"), (), named=True)
    assert read_signup("Sign up: B redbull", choice) == ("in", "B", "redbull")
    assert read_signup("I'm in Berlin", choice).says == "unclear"


def post(number: int, author: str, text: str, **more: object) -> Post:
    return Post("phpbb", "9", str(number), number, author, "", "", text, author_id=author.lower(), **more)  # type: ignore[arg-type]


THREAD = (
    post(1, "Gus", "Sign up: tell me your letter. I'm in too, as game master."),
    post(2, "Alice", "I'm in"),
    post(3, "Bob", "me too"),
    post(4, "Alice", "Sorry, I'm out."),
    post(5, "Carol", "Sign up: K turbo"),
    post(6, "Alice", "Sign me up again"),
    post(7, "Dave", "in", automated=True),
    post(8, "Bob", "Sign up: B swaybars"),
)


def names(applicants: tuple[Applicant, ...]) -> list[str]:
    return [f"{one.player}{one.mark}" for one in applicants if not one.out]


def test_a_list_keeps_the_order_and_reading_it_again_changes_nothing() -> None:
    once = apply_posts((), THREAD, NASCAR, seated=(), gm=("gus",))
    assert names(once.applicants) == ["BobB", "CarolK", "Alice"]
    assert len(once.unclear) == 1
    assert "a bot or a webhook" in once.unclear[0]
    again = apply_posts(once.applicants, THREAD, NASCAR, seated=(), gm=("Gus",))
    assert again.applicants == once.applicants
    later = apply_posts(once.applicants, [post(9, "Eve", "in"), post(10, "Bob", "out")], NASCAR, seated=(), gm=())
    assert names(later.applicants) == ["CarolK", "Alice", "Eve"]
    assert apply_posts(later.applicants, THREAD[:4], NASCAR, seated=(), gm=("Gus",)).applicants[0].player == "Bob"


def test_a_post_of_several_lines_that_signs_nobody_up_is_shown_on_one_line() -> None:
    found = apply_posts((), [post(1, "Bob", "Nice track.\n\nGood\u202eluck, all!")], NASCAR, seated=(), gm=())
    assert found.others == ("post 1 by Bob: Nice track. Good<U+202E RIGHT-TO-LEFT OVERRIDE>luck, all!",)


def test_a_second_account_under_a_name_is_shown_and_not_taken() -> None:
    other = THREAD[1]._replace(id="20", author_id="other", text="I'm out")
    found = apply_posts((), [THREAD[1], other], NASCAR, seated=(), gm=())
    assert names(found.applicants) == ["Alice"]
    assert "another account" in found.unclear[0]


def test_seats_are_given_as_asked_for_and_else_by_the_name() -> None:
    applicants = [Applicant("Bob"), Applicant("Bea", nick="Queen"), Applicant("Carl", "B"), Applicant("b0b")]
    found = assign_seats(applicants, seat_choice_of("nascar"))
    assert [(seat.player, seat.mark) for seat in found] == [("Bob", "O"), ("Bea", "E"), ("Carl", "B"), ("b0b", "A")]
    assert found[1].aliases == ("Queen",)


def test_a_nickname_that_could_mean_somebody_else_is_no_alias() -> None:
    players = (("bob_a", "Bob"), ("bob_b", "bob"), ("sue", "Speedy Sue"), ("dan", "SUE"), ("eve", "d"))
    found = assign_seats([Applicant(name, nick=nick) for name, nick in players], seat_choice_of("nascar"))
    assert [seat.mark for seat in found][3] == "D"
    assert [seat.aliases for seat in found] == [(), (), ("Speedy Sue",), (), ()]


def seat_choice_of(game: str) -> SeatChoice:
    found = find(game)
    board = next(iter(sorted((folder("tracks") / game).glob("*.txt"))))
    return seat_choice(found, found.parse_board(board.read_text(encoding="utf-8")), {})


@pytest.mark.parametrize("game", NAMES)
def test_every_game_seats_as_many_as_its_board_holds(game: str) -> None:
    found = find(game)
    path = next(iter(sorted((folder("tracks") / game).glob("*.txt"))))
    board = found.parse_board(path.read_text(encoding="utf-8"))
    choice = seat_choice(found, board, {})
    assert choice.most >= 2
    seats = assign_seats([Applicant(f"player {number}") for number in range(choice.most)], choice)
    assert found.check_board(board, len(seats)) == ()
    assert found.check_seats(board, seats, {}) == ()


def sign_up(gm: Gm, tmp_path: Path, seats: str) -> None:
    thread = "".join(
        f"{name} wrote on 20 Nov 2026, 18:0{at}:\nI'm in\n\n" for at, name in enumerate(("Alice", "Bob Baker", "Carol"))
    )
    (tmp_path / "signup.txt").write_text(thread, encoding="utf-8")
    ran = gm("signup", "dust", "signup.txt", "--game", "nascar", "--track", "dust-bowl", "--seats", seats)
    assert ran.status == 0, ran.err


def test_a_table_is_begun_with_those_who_signed_up_and_a_substitute_takes_over(gm: Gm, tmp_path: Path) -> None:
    sign_up(gm, tmp_path, "2")
    begun = gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--from-signup", "--seats", "2")
    assert begun.status == 0
    assert "waiting list: Carol" in begun.err
    table = tmp_path / "turns" / "dust"
    assert [(seat.mark, seat.player) for seat in open_table(table).seats] == [("A", "Alice"), ("B", "Bob Baker")]
    assert not (tmp_path / "turns" / "dust.signup.toml").exists()
    assert "waits" in gm("signup", "dust").out
    given = gm("seat", "dust", "Bob", "--substitute")
    assert given.status == 0
    assert "@Carol: a seat has come free for you: B, replacing Bob Baker." in given.out
    assert read_applicants(table / "waiting.toml") == ()
    assert gm("seat", "dust", "Alice", "--substitute").status == 1


def test_the_command_that_is_named_after_a_sign_up_begins_the_table(gm: Gm, tmp_path: Path) -> None:
    sign_up(gm, tmp_path, "2")
    chosen = ("--game", "nascar", "--track", "dust-bowl", "--option", "laps=2", "--gm", "Gus G", "--seats", "2")
    named = gm("signup", "dust", "signup.txt", *chosen).err.split("begins the table with it: ")[1]
    assert gm(*shlex.split(named)[1:]).status == 0
    table = open_table(tmp_path / "turns" / "dust")
    assert (len(table.seats), table.gm, table.options["laps"]) == (2, ("Gus G",), 2)


def test_two_accounts_with_one_nickname_play_and_wait(gm: Gm, tmp_path: Path) -> None:
    people = [Applicant(f"bob_{at}", nick="Bob", post=str(at)) for at in range(4)]
    (tmp_path / "turns").mkdir(exist_ok=True)
    write_applicants(tmp_path / "turns" / "dust.signup.toml", people)
    begun = gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--from-signup", "--seats", "2")
    assert begun.status == 0, begun.err
    assert gm("seat", "dust", "bob_0", "--alias", "Bob").status == 0
    given = gm("seat", "dust", "bob_1", "--substitute")
    assert given.status == 0, given.err
    assert [seat.aliases for seat in open_table(tmp_path / "turns" / "dust").seats] == [("Bob",), ()]


def test_nobody_is_lost_when_a_table_cannot_begin(gm: Gm, tmp_path: Path) -> None:
    sign_up(gm, tmp_path, "2")
    wrong = gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--from-signup", "--option", "laps=x")
    assert wrong.status == 2
    assert len(read_applicants(tmp_path / "turns" / "dust.signup.toml")) == 3


def test_somebody_is_put_on_the_list_and_taken_off_by_hand(gm: Gm, tmp_path: Path) -> None:
    sign_up(gm, tmp_path, "2")
    changed = gm("signup", "dust", "--add", "Nina:N:turbo", "--drop", "Bob Baker", "--json")
    rows = [(one["player"], one["mark"], one["state"]) for one in json.loads(changed.out)["applicants"]]
    assert rows == [("Alice", "", "signed up"), ("Carol", "", "signed up"), ("Nina", "N", "signed up")]
    sign_up(gm, tmp_path, "2")  # the same thread again does not bring Bob back
    assert "Bob" not in gm("signup", "dust").out.split("Withdrawn")[0]
    assert gm("signup", "dust", "--drop", "Zed").status == 1


def test_a_player_gets_another_name(gm: Gm, tmp_path: Path) -> None:
    sign_up(gm, tmp_path, "2")
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--from-signup", "--seats", "2")
    assert "also known as bob99" in gm("seat", "dust", "B", "--alias", "bob99").out
    assert gm("seat", "dust", "B", "--alias", "BOB99").status == 1
    assert gm("seat", "dust", "A", "--alias", "bob99").status == 2
    assert gm("order", "dust", "bob", "(6M)").status == 0  # the first word of his name


def test_a_first_name_that_two_players_share_means_neither(gm: Gm) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Bob Baker", "--seat", "B:Bob Brown")
    ran = gm("order", "dust", "bob", "(6M)")
    assert ran.status == 2
    assert "could be A (Bob Baker) or B (Bob Brown)" in ran.err
