"""Mail: only the header at the top of a message says who wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.collect import collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import threads_of
from gm_tools.posts.window import Bounds
from tests.posts.collecting import hand, row

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


HISTORY = (
    "From: Bob <bob@example.org>\nSent: Saturday, November 21, 2026 6:00 PM\nTo: Gus\nSubject: Turn 1\n\n{}",
    "*From:* Bob\n*Date:* Saturday, November 21, 2026 6:00 PM\n*Subject:* Turn 1\n\n{}",
    "Von: Bob\nGesendet: Samstag, 21. November 2026 18:00\nAn: Gus\nBetreff: Turn 1\n\n{}",
    "De : Bob\nEnvoyé : samedi 21 novembre 2026 18:00\nÀ : Gus\nObjet : Turn 1\n\n{}",
    "Begin forwarded message:\n\nFrom: Bob\nSubject: Turn 1\nDate: Sat, 21 Nov 2026 12:00:00 +0000\nTo: Gus\n\n{}",
    "Le sam. 21 nov. 2026 à 18:00, Bob <bob@example.org> a écrit :\n\n{}",
    "On Sat, Nov 21, 2026 at 6:00 PM Bob wrote:\n> {}\n>> {}",
)


@pytest.mark.parametrize("header", [HEADER, MIME])
@pytest.mark.parametrize("history", HISTORY)
def test_the_mail_that_one_answers_is_not_what_its_author_says(header: str, history: str) -> None:
    """Outlook sets the other mail's header above it and marks no line of it."""
    found = read(f"{header}\n{{}}\n\n{history.replace('{}', 'Order: A(7M)')}\n".replace("{}", "Order: (6M)"))
    assert found == [("Alice", "alice@example.org", "Order: (6M)")]


@pytest.mark.parametrize(
    "below",
    [
        '<blockquote>{}</blockquote><br><span class="gmail_signature_prefix">-- </span><br><p class="gmail_signature">{}</p>',
        '<div class="gmail_quote"><div class="gmail_attr">On Sat Bob wrote:<br></div><blockquote>{}</blockquote></div>',
        "<p><b>From:</b> Bob<br><b>Sent:</b> Saturday<br><b>To:</b> Gus<br><b>Subject:</b> Turn 1</p><p>{}</p>",
        "<hr><p><b>Von:</b> Bob<br><b>Gesendet:</b> Samstag<br><b>An:</b> Gus<br><b>Betreff:</b> Turn 1</p>{}",
        '<div class="yahoo_quoted"><div>On Saturday, November 21, 2026, Bob wrote:</div><div>{}</div></div>',
        '<pre class="moz-signature" cols="72">-- \n{}</pre>',
        '<div>-- <br></div><div id="Signature">{}</div>',
    ],
)
def test_quotes_and_signatures_of_a_mail_in_html_are_not_its_text(below: str) -> None:
    mail = MIME.replace("text/plain", "text/html")
    found = read(f"{mail}\n<html><body><div>Order: (6M)</div>{below.replace('{}', 'Order: A(7M)')}</body></html>\n")
    assert found == [("Alice", "alice@example.org", "Order: (6M)")]


def test_an_answer_under_the_quote_of_a_mail_in_html_is_its_text() -> None:
    """Thunderbird begins below what it quotes, Gmail lets people."""
    mail = MIME.replace("text/plain", "text/html")
    for quote in (
        '<div class="moz-cite-prefix">Am 21.11.26 um 18:00 schrieb Bob:<br></div><blockquote>Order: A(7M)</blockquote>{}',
        '<div class="gmail_quote"><div class="gmail_attr">On Sat Bob wrote:</div><blockquote>Order: A(7M)</blockquote>{}</div>',
        "<p>On Sat, 21 Nov 2026 at 18:00, Bob wrote:</p><blockquote>Order: A(7M)</blockquote>{}",
    ):
        found = read(f"{mail}\n<html><body>{quote.format('<p>Order: (6M)</p>')}</body></html>\n")
        assert found[0][2].endswith("Order: (6M)")
        assert "A(7M)" not in found[0][2]


def test_an_older_message_that_was_copied_under_another_one_is_in_doubt() -> None:
    """Outlook writes the same header over a mail and over the one that it answers."""
    older = HEADER.replace("Alice", "Bob").replace("13:02", "12:02")
    doubts = [
        [
            page.posts[0].doubt
            for page in read_pages(f"{one}\nOrder: (6M)\n\n{other}\nOrder: A(7M)\n".encode(), "mail.txt")
        ]
        for one, other in ((HEADER, older), (older, HEADER))
    ]
    assert doubts == [["", "it stands under a later message by Alice, who may have quoted it"], ["", ""]]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
@pytest.mark.parametrize("encoding", ["", "Content-Transfer-Encoding: 8bit\n"])
def test_a_mail_that_is_not_encoded_keeps_all_its_letters(charset: str, encoding: str) -> None:
    mail = f"{MIME.replace('utf-8', charset)}{encoding}\nGrüße! Order: (6M) « à »\n"
    (page,) = read_pages(mail.encode(charset), "mail.txt")
    assert page.posts[0].text == "Grüße! Order: (6M) « à »"


def test_a_mail_that_holds_a_picture_is_no_web_archive() -> None:
    mail = (
        HEADER
        + "To: Gus <gus@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type:"
        " text/html; charset=utf-8\n\n<p>Order: (6M)</p><img src='cid:1'>\n--b\nContent-Type: image/png\n\nx\n--b--\n"
    )
    assert read(mail) == [("Alice", "alice@example.org", "Order: (6M)")]


def test_a_mail_whose_plain_text_is_empty_is_read_from_its_html() -> None:
    kinds = (("plain", " "), ("html", "<p>Order: (6M)</p>"))
    parts = "".join(f"--b\nContent-Type: text/{kind}; charset=utf-8\n\n{text}\n" for kind, text in kinds)
    mail = f"{HEADER}MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n{parts}--b--\n"
    assert read(mail) == [("Alice", "alice@example.org", "Order: (6M)")]


@pytest.mark.parametrize(
    ("date", "posted"),
    [
        ("Saturday, November 21, 2026 8:00 PM", "2026-11-21T20:00:00"),
        ("Sat, 21 Nov 2026 12:05 AM", "2026-11-21T00:05:00"),
        ("Sat, 21 Nov 2026 20:00:00 -0000", "2026-11-21T20:00:00+00:00"),
        ("Sat, 21 Nov 2026 20:00:00 +0100 (CET)", "2026-11-21T19:00:00+00:00"),
        ("Sat, 21 Nov 2026 20:00:00 CET", "2026-11-21T19:00:00+00:00"),
        ("21 November 2026 at 18:00:00 CET", "2026-11-21T17:00:00+00:00"),
        ("21.11.26, 20:00", "2026-11-21T20:00:00"),
        ("Samstag, 21. November 2026 20:00", "2026-11-21T20:00:00"),
        ("Sat, 21 Nov 2026 20:00:00", "2026-11-21T20:00:00"),
        ("21 November 2026", "2026-11-21"),
    ],
)
def test_the_date_of_a_mail_is_read_as_it_is_sent_and_as_it_is_shown(date: str, posted: str) -> None:
    (page,) = read_pages(f"From: Alice\nSent: {date}\nSubject: Turn 1\n\nOrder: (6M)\n".encode(), "mail.txt")
    assert page.posts[0].posted == posted


@pytest.mark.parametrize(
    "fields",
    [
        "Received: by mx.example.org\n\tfor gus; Sat, 21 Nov 2026 13:02:01 +0000\nMessage-ID: <1@example.org>\n{}",
        "{}List-Id: <race.example.org>\nX-Mailer: pine\n",
        "Return-Path: <alice@example.org>\n{}",
        "{}To: Gus and everybody else who races,\n Bob\nCc: Carol\n",
    ],
)
def test_a_mail_as_it_was_sent_by_an_old_program_is_read(fields: str) -> None:
    """It says nothing of its type, and its fields may be folded."""
    header = fields.replace("{}", HEADER.replace("Alice <", "=?utf-8?B?QWxpY2U=?= <"))
    assert read(f"{header}\nOrder: (6M)\n") == [("Alice", "alice@example.org", "Order: (6M)")]


@pytest.mark.parametrize(
    "header",
    [
        "De : Alice <alice@example.org>\nEnvoyé : 21/11/2026 20:00\nÀ : Gus\nObjet : Turn 1",
        "Van: Alice <alice@example.org>\nVerzonden: 21-11-2026 20:00\nAan: Gus\nOnderwerp: Turn 1",
        "De: Alice <alice@example.org>\nEnviado: 21/11/2026 20:00\nPara: Gus\nAsunto: Turn 1",
    ],
)
def test_the_header_of_a_mail_is_read_in_other_languages(header: str) -> None:
    (page,) = read_pages(f"{header}\n\nOrder: (6M)\n".encode(), "mail.txt")
    (post,) = page.posts
    assert (post.author, post.posted, post.text) == ("Alice", "2026-11-21T20:00:00", "Order: (6M)")


def test_names_that_are_words_of_a_header_elsewhere_stay_names() -> None:
    (page,) = read_pages(b"Van: (6M)\nTil: A(7M)\n", "x.txt", names={"Van", "Til"})
    assert [(post.author, post.text) for post in page.posts] == [("Van", "(6M)"), ("Til", "A(7M)")]


@pytest.mark.parametrize(
    "words", ["On Monday I wrote that I am late, now:", "Am Montag schrieb ich, ich sei weg. Mein Zug:"]
)
def test_what_somebody_tells_of_a_mail_of_his_own_begins_no_quote(words: str) -> None:
    assert read(f"{HEADER}\n{words}\n\nOrder: (6M)\n")[0][2] == f"{words}\n\nOrder: (6M)"


def test_a_line_that_is_set_in_goes_on_with_a_header_above_a_field_alone() -> None:
    names = HEADER.replace("Subject", "To: Gus,\n  Bob,\n  Carol\nSubject")
    assert read(f"{names}\nOrder: (6M)\n") == [("Alice", "alice@example.org", "Order: (6M)")]
    assert read(f"{HEADER}  Order: (6M)\nBye\n")[0][2] == "Order: (6M)\nBye"


@pytest.mark.parametrize(
    ("plain", "html", "orders"),
    [
        ("Order: *(6M)*", "<p><b>Order:</b> (6 M)</p><p>Sent from my phone</p>", {"A": "(6M)"}),
        ("Order: (6M)\n\n> Order: (5M)L", "<p>Order: (6M)</p><blockquote>Order: (5M)L</blockquote>", {"A": "(6M)"}),
        ("", "<p>Order: (6M)</p>", {"A": "(6M)"}),
        ("Order: (6M)", "<p>Order: (5M)L</p>", {}),
        ("This mail is in HTML.", "<p>Order: (6M)</p>", {}),
        ("Order: (6M) (5M)L", "<p>Order: <s>(6M)</s> (5M)L</p>", {}),
    ],
)
def test_a_mail_whose_plain_text_and_html_differ_in_an_order_is_asked_about(
    dust: Path, plain: str, html: str, orders: dict[str, str]
) -> None:
    header = MIME.replace("text/plain; charset=utf-8", "multipart/alternative; boundary=b")
    kinds = (("plain", plain), ("html", html))
    parts = "".join(f"--b\nContent-Type: text/{kind}; charset=utf-8\n\n{text}\n" for kind, text in kinds)
    outcome = collect(dust, threads_of(read_pages(f"{header}\n{parts}--b--\n".encode(), "mail.txt")), Bounds())
    assert (hand(dust), row(outcome).wants) == (orders, not orders)
