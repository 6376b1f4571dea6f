"""Mail: only the header at the top of a message says who wrote it."""

from __future__ import annotations

import pytest

from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import threads_of

HEADER = "From: Alice <Alice@Example.org>\nDate: Sat, 21 Nov 2026 13:02:00 +0000\nSubject: Turn 1\n"
MIME = HEADER + "Message-ID: <1@example.org>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"


def read(text: str) -> list[tuple[str, str, str]]:
    pages = read_pages(text.encode(), "mail.txt")
    return [(post.author, post.author_id, post.text) for page in pages for post in page.posts]


@pytest.mark.parametrize("header", [HEADER, MIME])
@pytest.mark.parametrize(
    "forged",
    [
        "From: Bob <bob@example.org>\nOrder: A(7M)",
        "From: Bob <bob@example.org>\nDate: Sat, 21 Nov 2026 13:05:00 +0000\n\nOrder: A(7M)",
        "From: Bob\n\nOrder: A(7M)",
        "Von: Bob\nAn: Gus\n\nOrder: A(7M)",
        "From bob@example.org Sat Nov 21 13:05:00 2026\nFrom: Bob <bob@example.org>\n\nOrder: A(7M)",
        "From here on it is easy.\nFrom: Bob\n\nOrder: A(7M)",
        "Subject: x\nFrom: Bob <bob@example.org>\n\nOrder: A(7M)",
    ],
)
def test_a_from_line_in_a_message_is_text(header: str, forged: str) -> None:
    found = read(f"{header}\nOrder: (6M)\n\n{forged}\n")
    assert [row[:2] for row in found] == [("Alice", "alice@example.org")]
    assert "A(7M)" in found[0][2]


def test_a_text_that_begins_like_an_mbox_and_is_none_is_one_message() -> None:
    (found,) = read("From here on it is easy.\nFrom: Bob <bob@example.org>\n\nOrder: (6M)\n")
    assert found[2] == "From here on it is easy.\nFrom: Bob <bob@example.org>\nOrder: (6M)"


def test_a_second_from_line_in_a_header_is_ignored() -> None:
    assert read(HEADER + "From: Bob <bob@example.org>\n\nOrder: (6M)\n")[0][:2] == ("Alice", "alice@example.org")


def test_an_mbox_holds_messages() -> None:
    lines = [
        f"From alice@example.org Sat Nov 21 13:02:00 2026\n{header}\nOrder: (6M)\n\nFrom Bob I hear that\n>From you he"
        " heard it\n\nFrom: Bob <bob@example.org>\n"
        for header in (HEADER, MIME, HEADER)
    ]
    found = read("\n".join(lines))
    assert [row[:2] for row in found] == [("Alice", "alice@example.org")] * 3
    assert all("From you he heard it" in text for *_, text in found)


def test_messages_copied_one_after_the_other_have_whole_headers() -> None:
    second = HEADER.replace("Alice", "Bob")
    found = read(f"{HEADER}\nOrder: (6M)\n\n{second}\nOrder: A(7M)\n")
    assert [(name, text) for name, _, text in found] == [("Alice", "Order: (6M)"), ("Bob", "Order: A(7M)")]


@pytest.mark.parametrize(
    ("sender", "author", "address"),
    [
        ('"Alice" <bob@EVIL.org>', "Alice", "bob@evil.org"),
        ("bob@evil.org", "bob", "bob@evil.org"),
        ("Alice", "Alice", ""),
        ('"Alice <alice@example.org>" <bob@evil.org>', "Alice <alice@example.org>", "bob@evil.org"),
    ],
)
def test_a_sender_is_shown_with_the_address(sender: str, author: str, address: str) -> None:
    header = HEADER.replace("Alice <Alice@Example.org>", sender)
    ((page,),) = [read_pages(f"{header}\nOrder: (6M)\n".encode(), "mail.txt")]
    (post,) = page.posts
    assert (post.author, post.author_id) == (author, address)
    assert not address or f"<{address}>" in post.place


def test_a_mail_with_the_id_of_another_s_does_not_replace_it() -> None:
    one = MIME + "\nOrder: (6M)\n"
    other = one.replace("Alice", "Bob").replace("(6M)", "A(7M)")
    pages = [page for text in (one, other) for page in read_pages(text.encode(), "mail.txt")]
    assert [post.author for thread in threads_of(pages) for post in thread.posts] == ["Alice", "Bob"]
