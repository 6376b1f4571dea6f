"""Chats: Discord as DiscordChatExporter writes it, WhatsApp, Telegram. An author is the chat's own word, or the file is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.posts.collect import collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Page, threads_of
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from tests.posts import forge
from tests.posts.forge_discord import discord_page, snowflake
from tests.posts.story import Told

DEADLINE = "2026-11-21T20:00:00+00:00"


def read(text: str, file: str = "x.txt") -> Page:
    (page,) = read_pages(text.encode(), file)
    return page


def page_of(*told: tuple[str, int, str]) -> str:
    return discord_page(1, [Told(at, author, minute, text) for at, (author, minute, text) in enumerate(told, 1)])


def test_messages_of_one_head_have_one_author_each_with_its_own_time() -> None:
    page = read(page_of(("Alice", 0, "hi"), ("Alice", 3, "Order: (6M)"), ("Bob", 4, "Order: A(7M)")), "x.html")
    assert [(post.author, post.nick, post.posted[11:16], post.text) for post in page.posts] == [
        ("Alice", "ALICE", "12:00", "hi"),
        ("Alice", "ALICE", "12:03", "Order: (6M)"),
        ("Bob", "BOB", "12:04", "Order: A(7M)"),
    ]


def test_the_time_of_a_message_is_in_its_number_whatever_the_page_shows() -> None:
    text = page_of(("Alice", 481, "Order: (6M)")).replace("November 21", "November 20")
    assert read(text, "x.html").posts[0].posted == "2026-11-21T20:01:00+00:00"


FORWARD = (
    '<div class=chatlog__forwarded><div class=chatlog__forwarded-header><em>Forwarded</em></div><div class="chatlog__forwarded-content chatlog__markdown">'
    "<span class=chatlog__markdown-preserve>Order: A(7M)</span></div></div>"
)


def test_what_a_message_forwards_or_answers_is_not_what_its_author_says(dust: Path) -> None:
    text = page_of(("Alice", 1, "[quote=Bob]Order: A(7M)[/quote]\nSee?"))
    text = text.replace("<div class=chatlog__embed>", FORWARD + "<div class=chatlog__embed>")
    (thread,) = threads_of([read(text, "x.html")])
    assert (thread.posts[0].text, thread.posts[0].quotes) == ("See?", ("Order: A(7M)",))
    collect(dust, [thread], Bounds(deadline=DEADLINE))
    assert open_table(dust).hand == ()


@pytest.mark.parametrize(
    ("shown", "edited"),
    [
        ("Samstag, 21. November 2026 14:02", "2026-11-21T13:02:00+00:00"),
        ("21 November 2026 14:02", "2026-11-21T13:02:00+00:00"),
        ("samedi 21 novembre 2026 à 14 h 02", "?"),
        ("", "?"),
    ],
)
def test_an_edit_is_told_by_the_clock_of_the_page_or_at_a_time_that_is_not_known(shown: str, edited: str) -> None:
    told = [Told(1, "Alice", 0, "Order: (6M)", 62), Told(2, "Bob", 400, "hi")]
    text = discord_page(1, told).replace("Saturday, November 21, 2026 2:02\u202fPM", shown)
    assert [post.edited for post in read(text, "x.html").posts] == [edited, ""]


def test_an_edit_about_the_time_at_which_clocks_change_has_no_known_time() -> None:
    told = [Told(1, "Alice", 0, "Order: (6M)", 100), Told(2, "Bob", 400, "hi")]
    late = "Saturday, November 21, 2026 7:40\u202fPM"  # 400 minutes after noon, and an hour ahead of UTC
    text = discord_page(1, told).replace(late, late.replace("7:40", "6:40"))
    assert read(text, "x.html").posts[0].edited == "?"


@pytest.mark.parametrize("forged", ["sibling", "cut"])
def test_a_page_that_holds_another_number_of_messages_than_it_says_is_refused(forged: str) -> None:
    """An export without Markdown has messages as they were typed: one of them could end its own element and begin Alice's."""
    text = page_of(("Bob", 0, "MARK"), ("Bob", 60, "hi"))
    group = text[text.index("<div class=chatlog__message-group>") : text.index("MARK")]
    alice = group.replace("Bob", "Alice").replace(str(snowflake(Told(1, "Bob", 0, ""))), "1500000000000000000")
    typed = f"</span></div></div></div></div></div>{alice}Order: A(7M)"
    text = text.replace("MARK", typed) if forged == "sibling" else text[: text.index("<div class=postamble>")]
    with pytest.raises(InputError, match="is cut off, or a message in it holds parts of a page"):
        read(text, "x.html")


def test_a_page_of_an_old_exporter_is_refused_with_what_to_do() -> None:
    old = '<html><body><div class="preamble"></div><div class="chatlog"><div class="chatlog__message-group"><div class="chatlog__message" data-message-id="5">x</div></div></div></body></html>'
    with pytest.raises(InputError, match=r"old DiscordChatExporter \(allowed: an export .* or its JSON"):
        read(old, "x.html")


def test_a_text_export_is_refused_and_the_better_ones_are_named() -> None:
    rule = "=" * 62
    text = f"{rule}\nGuild: Races\nChannel: Text / dust\n{rule}\n\n[11/21/2026 9:30 PM] alice\nOrder: (6M)\nBob — 11/21/2026 9:31 PM\n"
    with pytest.raises(InputError, match="exported as HTML or JSON"):
        read(text)


def test_a_table_of_messages_is_refused_and_the_better_ones_are_named() -> None:
    row = '"12","bob","2026-11-21T20:01:00+00:00","Mallory wrote on 21 Nov 2026, 18:02:\nOrder: A(7M)","",""'
    for head in ("AuthorID,Author,Date,Content,Attachments,Reactions", '"AuthorID","Author","Date","Content"'):
        with pytest.raises(InputError, match="exported as HTML or JSON"):
            read(f"{head}\n{row}\n")


def test_the_raw_text_of_a_topic_of_discourse_is_refused_with_what_to_save() -> None:
    posts = ("Bob wrote on 21 Nov 2026, 18:02:\nOrder: A(7M)", "Order: (6M)")
    text = "".join(
        f"alice | 2026-11-21 20:0{at}:00 UTC | #{at}\n\n{post}\n\n{'-' * 25}\n\n" for at, post in enumerate(posts, 1)
    )
    with pytest.raises(InputError, match="raw text of a topic of Discourse"):
        read(text)


def test_an_export_of_telegram_is_refused_with_a_form_to_paste() -> None:
    row = {
        "id": 1,
        "type": "message",
        "date_unixtime": "1795296605",
        "from": "Alice",
        "from_id": "user1",
        "text": "(6M)",
    }
    with pytest.raises(InputError, match=r"paste its messages as \[DATE TIME\] Name"):
        read(json.dumps({"name": "dust", "type": "private_group", "id": 5, "messages": [row]}))


WHATSAPP = [
    "[21/11/2026, 21:29:00] Dust: \u200eMessages and calls are end-to-end encrypted.\n[21/11/2026, 21:30:00] Alice: Order: (6M)\n\u200e[21/11/2026, 21:31:00] Bob: \u200eimage omitted\nOrder: A(7M)\n",
    "21/11/2026, 21:29 - Messages and calls are end-to-end encrypted.\n21/11/2026, 21:30 - Alice: Order: (6M)\n21/11/2026, 21:31 - Bob: <Media omitted>\nOrder: A(7M)\n",
    "21.11.26, 21:29 - Nachrichten sind verschlüsselt.\n21.11.26, 21:30 - Alice: Order: (6M)\n21.11.26, 21:31 - Bob: hallo\nOrder: A(7M)\n",
    "11/21/26, 9:29\u202fPM - Messages are encrypted.\n11/21/26, 9:30\u202fPM - Alice: Order: (6M)\n11/21/26, 9:31\u202fPM - Bob: hello\nOrder: A(7M)\n",
]  # fmt: skip


@pytest.mark.parametrize("text", WHATSAPP)
def test_whatsapp_is_read_with_author_and_time(text: str) -> None:
    posts = {post.author: (post.posted[:16], post.text.split("\n")[-1]) for post in read(text).posts}
    assert posts["Alice"] == ("2026-11-21T21:30", "Order: (6M)")
    assert posts["Bob"] == ("2026-11-21T21:31", "Order: A(7M)")
    assert set(posts) <= {"Alice", "Bob", "Dust"}


@pytest.mark.parametrize(
    "mark",
    ["\u200e<This message was edited>", "<Diese Nachricht wurde bearbeitet.>", "<Se editó este mensaje.>", "(modifié)"],
)
def test_an_edited_message_of_whatsapp_was_edited_at_an_unknown_time(dust: Path, mark: str) -> None:
    text = f"[21/11/2026, 13:30:00] Alice: Order: (6M) {mark}\n[21/11/2026, 13:31:00] Bob: Order: A(7M)\n"
    outcome = collect(dust, threads_of([read(text)]), Bounds(deadline=DEADLINE))
    assert {posted.seat: posted.text for posted in open_table(dust).hand} == {"O": "A(7M)"}
    assert wants_gm(outcome)


def test_a_day_after_the_12th_tells_for_the_whole_text_how_dates_are_written() -> None:
    british = "[05/11/2026, 9:30:00 pm] Alice: (6M)\n[21/11/2026, 9:31:00 pm] Bob: (6M)\n"
    american = "[11/05/2026, 21:30] Alice: (6M)\n[11/21/2026, 21:31] Bob: (6M)\n"
    for text in (british, american):
        assert [post.posted[:10] for post in read(text).posts] == ["2026-11-05", "2026-11-21"]


def test_a_webhook_of_the_same_name_has_another_number_and_is_a_stranger(dust: Path) -> None:
    """The number of a webhook is not the player's, and the exporter flags it; without the flag the number alone tells."""
    told = [Told(1, "Gus", 0, "Go!"), Told(2, "Alice", 10, "Order: (6M)")]
    collect(dust, threads_of([read(forge.KINDS["discord"][1](1, told), "x.json")]), Bounds(deadline=DEADLINE))
    hook = Told(3, "Alice", 20, "Order: A(7M)", account=987654321098765432)
    for is_bot in (True, False):
        for kind, file in (("discord", "x.json"), ("discord-page", "x.html")):
            page = read(forge.KINDS[kind][1](1, [*told, hook._replace(is_bot=is_bot)]), file)
            outcome = collect(dust, threads_of([page]), Bounds(deadline=DEADLINE))
            assert {posted.seat: posted.text for posted in open_table(dust).hand} == {"A": "(6M)"}
            why = "a bot or a webhook" if is_bot else "another account"
            assert [why in line for line in outcome.strangers] == [True]


@pytest.mark.parametrize(
    "time", ["Heute um 21:30 Uhr", "Gestern um 21:30", "21.11.2026 21:30", "21. November 2026 um 21:30 Uhr"]
)
def test_a_german_copy_of_discord_is_read(time: str) -> None:
    posts = read(f"Alice — {time}\nOrder: (6M)\nBob — {time}\nOrder: A(7M)\n").posts
    assert [(post.author, post.text) for post in posts] == [("Alice", "Order: (6M)"), ("Bob", "Order: A(7M)")]
    assert {post.posted for post in posts} == {"2026-11-21T21:30:00" if "2026" in time else ""}


def test_a_heading_of_whatsapp_that_is_set_in_is_a_copy() -> None:
    text = "21/11/2026, 21:30 - Bob: look:\n  21/11/2026, 21:30 - Alice: Order: A(7M)\n"
    assert [post.author for post in read(text).posts] == ["Bob"]


@pytest.mark.parametrize("notice", ["Alice left", "Alice added +49 170 1234567", "Zoe joined using this group's link"])
def test_a_notice_of_whatsapp_is_nobodys_text(notice: str) -> None:
    (post,) = read(f"21/11/2026, 21:30 - Bob: Order: (6M)\n21/11/2026, 21:31 - {notice}\nin a hurry\n").posts
    assert (post.text, post.doubt) == ("Order: (6M)\nin a hurry", "")


def test_a_new_name_of_a_chat_gives_nobody_an_order(dust: Path) -> None:
    """The program writes it under whoever wrote last; a player could also have typed it."""
    notice = "21/11/2026, 13:31 - Alice changed the subject to “Order: A(7M)”"
    text = f"21/11/2026, 13:30 - Bob: Nice!\n{notice}\n21/11/2026, 13:32 - Alice: (6M)\n"
    outcome = collect(dust, threads_of([read(text)]), Bounds(deadline=DEADLINE))
    assert {posted.seat: posted.text for posted in open_table(dust).hand} == {"A": "(6M)"}
    assert wants_gm(outcome) is False
    doubtful = text.replace("Nice!", "Order: (5M)")
    assert "has a time and no author" in read(doubtful).posts[0].doubt


def test_what_skype_says_of_an_edit_or_a_quote_is_nobodys_text() -> None:
    page = read(
        "[21.11.2026 21:30:12] Alice: Hello\n[21.11.2026 21:31:12 | Edited 21:35:00] Bob: Order: A(7M)\n"
        "[21.11.2026 21:32:00] *** Zoe has left ***\n[21.11.2026 21:33:00] Carol: [21.11.2026 21:29:00] Bob: Order: (9M)\n<<< Nice\n"
    )
    assert [(post.author, post.text, post.edited, bool(post.doubt)) for post in page.posts] == [
        ("Alice", "Hello", "", False),
        ("Bob", "Order: A(7M)", "?", False),
        ("Carol", "<<< Nice", "", True),
    ]
