"""`gm collect` and `gm seat` as they are typed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Gm
from tests.posts import forge
from tests.posts.story import DEADLINE
from tests.table.crossing import contents

PAGES = [forge.FIXTURES / "phpbb-3.3" / f"page-{number}.html" for number in (1, 2)]


def test_a_thread_goes_in_and_a_table_comes_out(gm: Gm, dust: Path) -> None:
    ran = gm("collect", str(dust), *map(str, PAGES), "--deadline", DEADLINE)
    assert ran.status == 1
    lines = {line.split()[0]: line for line in ran.out.splitlines() if line[1:2] == " "}
    assert lines["A"].split()[:4] == ["A", "Alice", "A(7M)", "exact"]
    assert "in hand" in lines["O"]
    assert "ambiguous: post 1098 by Hank holds two different orders" in lines["H"]
    assert "Replies to paste\n" in ran.out
    assert "@Jon: your order A(4M)RM(R+1 (post 1112) cannot be read" in ran.out
    assert ran.err == ""


def test_a_folder_is_read_whole(gm: Gm, dust: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    shutil.copytree(forge.FIXTURES / "phpbb-3.3", saved)
    (saved / "style.css").write_text("a {}")
    (saved / "other.zip").write_bytes(b"PK\x03\x04")
    ran = gm("collect", str(dust), str(saved), "--json")
    data = json.loads(ran.out)
    assert len(data["rows"]) == 13
    assert "left out: " in ran.err
    assert "other.zip: is a zip archive" in ran.err


def test_text_from_standard_input_is_collected_under_a_name(gm: Gm, dust: Path) -> None:
    ran = gm("collect", str(dust), "-", "--from", "Alice", "--json", stdin=b"Order: (6M)\n\n> Order: A(7M)\n")
    assert ran.status == 0
    (taken,) = json.loads(ran.out)["taken"]
    assert (taken["seat"], taken["text"]) == ("A", "(6M)")


def test_lines_pasted_with_names_are_collected(gm: Gm, dust: Path) -> None:
    ran = gm("collect", str(dust), "-", "--json", stdin="Alice: (6M)\nBob: A(7M)\nÉmile: （6Ｍ）\n".encode())
    assert [(one["seat"], one["text"]) for one in json.loads(ran.out)["taken"]] == [
        ("A", "(6M)"),
        ("O", "A(7M)"),
        ("E", "(6M)"),
    ]


def test_a_mail_is_collected_without_quote_and_signature(gm: Gm, dust: Path) -> None:
    mail = (
        b"From: =?utf-8?q?=C3=89mile?= <e@example.org>\nDate: Sat, 21 Nov 2026 13:02:00 +0100\nMIME-Version: 1.0\n"
        b'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
        b"Order: A(4M)RM(R=2B1)\n\nOn Friday Gus wrote:\n> Order: (6M)\n\n-- \nOrder: (5M)R\n"
    )
    ran = gm("collect", str(dust), "-", "--json", stdin=mail)
    (taken,) = json.loads(ran.out)["taken"]
    assert (taken["seat"], taken["text"]) == ("E", "A(4M)RM(R+1)")


def test_show_prints_the_posts_and_changes_nothing(gm: Gm, dust: Path) -> None:
    before = sorted(path.name for path in dust.iterdir())
    ran = gm("collect", str(dust), *map(str, PAGES), "--show")
    assert ran.status == 0
    assert "post 1028 by Alice" in ran.out
    assert "(struck out) A(7M)" in ran.out
    (thread,) = json.loads(gm("collect", str(dust), *map(str, PAGES), "--show", "--json").out)["threads"]
    assert len(thread["posts"]) == 24
    assert set(thread["posts"][0]) >= {
        "source",
        "id",
        "number",
        "author",
        "posted",
        "edited",
        "text",
        "quotes",
        "struck",
        "permalink",
        "sha256",
    }
    assert sorted(path.name for path in dust.iterdir()) == before


def test_the_public_view_holds_no_order(gm: Gm, dust: Path) -> None:
    ran = gm("collect", str(dust), *map(str, PAGES), "--public")
    assert "(6M)" not in ran.out + ran.err
    assert "Alice" in ran.out
    data = json.loads(gm("collect", str(dust), *map(str, PAGES), "--public", "--json").out)
    assert set(data) == {"format", "version", "title", "blocks", "table", "turn", "rows"}


def test_accepted_orders_are_taken(gm: Gm, dust: Path) -> None:
    ran = gm(
        "collect", str(dust), *map(str, PAGES), "--deadline", DEADLINE, "--accept", "Jon", "--accept", "C", "--json"
    )
    taken = {one["seat"]: one["text"] for one in json.loads(ran.out)["taken"]}
    assert (taken["J"], taken["C"]) == ("A(4M)RM(R+1)", "(5M)L")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.html"], "missing.html: there is no such file"),
        (["-", "--deadline", "2026-11-23 20:00"], "--deadline: found '2026-11-23 20:00', which has no zone"),
        (["-", "--deadline", "tomorrow"], "--deadline: found 'tomorrow'"),
        (["-", "--zone", "Mars/North"], "--zone: found 'Mars/North'"),
        (["-", "--accept", "Zoe"], "nobody at this table is called 'Zoe'"),
        (["-", "--since", "99"], "--since: found '99'"),
    ],
)
def test_wrong_use_is_refused_in_words(gm: Gm, dust: Path, words: list[str], message: str) -> None:
    ran = gm("collect", str(dust), *words, stdin=b"Alice: (6M)")
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_missing_page_of_a_thread_gives_a_warning(gm: Gm, dust: Path) -> None:
    assert "gm: warning: Dust, a race by posts: page 2 of 2 is not here" in gm("collect", str(dust), str(PAGES[0])).err


def test_nothing_is_taken_while_the_file_of_those_asked_cannot_be_read(gm: Gm, dust: Path) -> None:
    (dust / "asked.toml").write_text("turn = 1\n", encoding="utf-8")
    before = contents(dust)
    ran = gm("collect", str(dust), "-", stdin=b"Alice: (6M)\n")
    assert (ran.status, "asked.toml: format: is missing" in ran.err) == (2, True)
    assert contents(dust) == before


def test_a_player_is_replaced(gm: Gm, dust: Path) -> None:
    ran = gm("seat", str(dust), "Bob", "--player", "Nina", "--alias", "nini", "--since", "#3")
    assert (ran.status, ran.out) == (0, "Seat O is Nina's, in place of Bob.\n")
    thread = b"Bob wrote:\nOrder: (6M)\nNini wrote:\nOrder: A(7M)\n"
    assert [one["text"] for one in json.loads(gm("collect", str(dust), "-", "--json", stdin=thread).out)["taken"]] == [
        "A(7M)"
    ]
    assert gm("seat", str(dust), "O", "--player", "Nina", "--alias", "nini").status == 1
    assert "could also mean seat" in gm("seat", str(dust), "O", "--player", "Carol", "--alias", "Dan").err


def test_the_post_that_gives_a_seat_away_may_be_an_address(gm: Gm, dust: Path) -> None:
    address = "https://forum.example.org/showthread.php?77-The-Thread&p=57"
    assert gm("seat", str(dust), "Bob", "--player", "Nina", "--since", address).status == 0
    assert f'since = "{address}"' in (dust / "posts.toml").read_text(encoding="utf-8")
    assert gm("seat", str(dust), "Nina", "--player", "Nils", "--since", "2026-11-21T20:00").status == 2


def test_a_truncated_page_gives_a_warning(gm: Gm, dust: Path, tmp_path: Path) -> None:
    page = PAGES[0].read_text(encoding="utf-8")
    for end, is_told in ((len(page), False), (len(page) // 2, True)):
        (tmp_path / "page.html").write_text(page[:end], encoding="utf-8")
        ran = gm("collect", str(dust), "page.html", "--show")
        assert ("warning: page.html: the page is cut off: its last post may be incomplete" in ran.err) is is_told


def test_a_player_whose_posts_hold_no_order_gets_a_reply_to_paste(gm: Gm, dust: Path, tmp_path: Path) -> None:
    thread = tmp_path / "thread.txt"
    thread.write_text(
        "Alice wrote on 2026-11-21 10:00:\nOrder: (6M)\n\nBob wrote on 2026-11-21 10:05:\nHi @all!\n", "utf-8"
    )
    ran = gm("collect", str(dust), str(thread), "--json")
    replies = [(one["seat"], one["to"], one["text"]) for one in json.loads(ran.out)["replies"]]
    words = "@Bob: there is no order for turn 1 in what you posted (the message). Write: Order: …"
    assert replies == [("O", "Bob", words)]
    assert words in json.loads(gm("status", str(dust), "--json").out)["reminders"]
    assert words in gm("collect", str(dust), str(thread)).out.replace("\n  ", " ")
