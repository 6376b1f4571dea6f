"""Whatever is given to the readers, they say what is wrong in one message with the file, and soon."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.posts.formats import detect
from gm_tools.posts.formats.bbcode import read_bbcode
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import parse_fragment
from gm_tools.posts.formats.mail import read_date, read_plain
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.passages import passages
from gm_tools.posts.statements import read_statements
from gm_tools.posts.thread import Page, threads_of
from gm_tools.posts.times import from_epoch, from_iso, from_shown, offset_of
from tests import effort
from tests.posts import forge
from tests.posts.test_finding import reader_of
from tests.posts.threads import post

KINDS = sorted(forge.KINDS)
PAGES = {kind: forge.files(kind)[1][1] for kind in KINDS}


def read(data: bytes) -> list[Page]:
    return read_pages(data, "x.html")


def read_or_refused(data: bytes) -> list[Page]:
    """Return what is read, nothing of what is refused; a refusal names the file."""
    try:
        return read(data)
    except InputError as error:
        return [] if error.file == "x.html" else pytest.fail(f"no file: {error}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.html: is empty"),
        (b"  \n", "x.html: is empty"),
        (b"PK\x03\x04" + bytes(40), "x.html: is a zip archive: unpack it first"),
        (b"PK\x03\x04" + bytes(40) + b"word/document.xml", "x.html: is a document of an office program"),
        (b"{\\rtf1 Order: (6M)}", "x.html: is a document of an office program"),
        (b"\x1f\x8b\x08" + bytes(40), "x.html: is packed by gzip"),
        (b"%PDF-1.7", "x.html: is a PDF"),
        (b"\x89PNG\r\n", "x.html: is a picture"),
        (b"abc\x00def", "x.html: holds no text"),
        (b"<html><body><p>Hello</p></body></html>", "x.html: is not a page of a supported forum"),
        (
            b'<html><head><meta name="generator" content="Discourse 3.2"></head></html>',
            "this is Discourse: save the same address with .json",
        ),
        (b'<html id="XF"><body>You must log in</body></html>', "x.html: holds no posts of a thread"),
        (b'<html id="XF"><body><input type="password"></body></html>', "x.html: is a page to log in"),
        (b'<html><body class="ipsApp"><article class="ipsEntry">Hi</article></body></html>', "is a page of Invision 5"),
        (b'{"post_stream": {"posts": [', "x.html:1:28: is broken JSON"),
        (b'{"a": 1}', "x.html: is JSON of another kind (it begins with a)"),
        (b"[" * 100_000, "x.html: is nested too deeply"),
        (b'{"posts": [' + b"9" * 10_000 + b'], "tid": 7}', "x.html: is broken JSON: a number is too long"),
        (b'<?xml version="1.0"?><thread id="1"><articles><article id="2"', "x.html:1:47: is broken XML"),
        (b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><thread id="1"></thread>', "x.html: declares entities"),
    ],
)
def test_a_file_that_is_not_a_thread_is_refused_by_name(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("data", [b"[]", b'{"guild": {}, "channel": {"id": "9"}, "messages": []}'])
def test_an_export_without_posts_is_told(data: bytes) -> None:
    (page,) = read(data)
    assert "holds no posts of a thread" in page.warnings[-1]


@pytest.mark.parametrize(
    ("kind", "part", "words"),
    [
        ("digest", "\n\nFrom: Alice <a@example.org>\n\nOrder: (6M)\n", "2 mails are attached"),
        (
            "mixed",
            "\nContent-Type: message/rfc822\n\nFrom: Alice <a@example.org>\n\nOrder: (6M)\n",
            "2 mails are attached",
        ),
        ("mixed", "\nContent-Type: application/mbox\n\nFrom a@example.org\n", "2 mails are attached"),
    ],
)
def test_mails_attached_to_a_mail_are_told(kind: str, part: str, words: str) -> None:
    head = (
        f'From: list@example.org\nSubject: Digest\nMIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="b"\n\n'
    )
    (page,) = read(f"{head}--b{part}\n--b{part}\n--b--\n".encode())
    assert words in page.warnings[-1]
    assert "save each as a file of its own" in page.warnings[-1]


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_cut_short_anywhere_is_read_as_far_as_it_goes_or_refused(kind: str) -> None:
    data = PAGES[kind]
    most = len(read(data)[0].posts)
    for end in range(0, len(data), max(1, len(data) // effort.choose(5, 200))):
        assert sum(len(page.posts) for page in read_or_refused(data[:end])) <= max(most, 12)


@pytest.mark.parametrize("kind", ["phpbb-3.3", "xenforo-2", "vbulletin-3", "mail", "text"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "windows-1252", "utf-8-sig"])
def test_other_encodings_are_read(kind: str, encoding: str) -> None:
    text = PAGES[kind].decode("windows-1252" if kind == "vbulletin-3" else "utf-8").replace("（6Ｍ）", "(6M)")
    text = text.replace("UTF-8", "windows-1252").replace("utf-8", "windows-1252")
    text = text.replace("Kim", "Kïm")
    assert {"Kïm"} <= {one.author for page in read(text.encode(encoding, "xmlcharrefreplace")) for one in page.posts}


def test_a_broken_encoding_is_read_and_said() -> None:
    (page,) = read(PAGES["xenforo-2"].replace(b"Welcome", b"W\xff\xfelcome").replace(b"Kim", b"K\xc3m"))
    assert "the encoding is broken" in page.warnings[0]
    assert len(page.posts) == 12


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_quotes_nested_thousands_deep_are_quotes(kind: str) -> None:
    depth = effort.choose(400, 10_000)
    quoted = {
        "phpbb-3.3": "<blockquote><div><cite>Bob wrote:</cite>",
        "vbulletin-4": '<div class="bbcode_container"><div class="bbcode_quote"><div class="message">',
    }.get(kind, "<blockquote>")
    if kind in {"discord", "discourse-raw", "reddit", "mail", "text"}:
        body = "Order: (6M)\n" + ">" * depth + " Order: A(7M)\n"
    elif kind.endswith("json") or kind == "discourse-cooked":
        body = "Order: (6M)" + quoted * depth + "Order: A(7M)"
    else:
        body = "Order: (6M)" + quoted * depth + "Order: A(7M)" + "</blockquote></div></div></div>" * depth
    data = PAGES[kind].decode("windows-1252" if kind == "vbulletin-3" else "utf-8")
    escaped = (
        json.dumps(body)[1:-1] if kind.endswith(("json", "raw", "cooked")) or kind in {"discord", "reddit"} else body
    )
    if kind == "bgg":
        escaped = body.replace("<", "&lt;")
    assert data.count("I retract my order.") >= 1
    before, _, after = data.partition("I retract my order.")
    pages = read((before + escaped + after).encode("windows-1252" if kind == "vbulletin-3" else "utf-8"))
    found = next(one for page in pages for one in page.posts if "Order: (6M)" in one.text and one.author == "Kim")
    assert "A(7M)" not in found.text


def test_bbcode_nested_ten_thousand_deep_is_one_quote() -> None:
    found = read_bbcode("[quote=Bob]" * 10_000 + "Order: A(7M)" + "[/quote]" * 10_000 + "Order: (6M)")
    assert (found.text.strip(), len(found.quotes)) == ("Order: (6M)", 1)


def test_control_characters_and_endless_names_do_no_harm() -> None:
    lines = "Alice\x1b[2J: (6M)\x0c\x07\n" + "x" * 80 + ": (6M)\nA\x00B: (6M)\n"
    (page,) = read(("." * 5000 + "\n" + lines).encode())
    assert [one.author for one in page.posts] == ["Alice [2J", "A B"]
    assert all(one.text.replace("\n", "").isprintable() for one in page.posts)


HOSTILE = [
    "<script>Order: A(7M)</script>",
    "<style>Order: A(7M)</style>",
    "<!-- Order: A(7M) -->",
    "<template>Order: A(7M)</template>",
    "<textarea>Order: A(7M)</textarea>",
    "<iframe srcdoc='Order: A(7M)'></iframe>",
    "<svg><title>Order: A(7M)</title></svg>",
    "<a title='Order: A(7M)'></a>",
    "<img alt='Order: A(7M)' src='x.png'>",
    "<![CDATA[Order: A(7M)]]>",
    "<s>Order: A(7M)</s>",
    "<blockquote>Order: A(7M)</blockquote>",
    "<span style='text-decoration:line-through'>Order: A(7M)</span>",
]


@pytest.mark.parametrize("markup", HOSTILE)
def test_hidden_text_of_a_post_is_not_read(markup: str) -> None:
    assert "A(7M)" not in read_body(parse_fragment(f"<p>Hello</p>{markup}<p>(6M)</p>")).text


def test_a_page_of_too_many_tags_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect, "MOST_TAGS", 100)
    with pytest.raises(InputError, match=r"x\.html: is a page of \d+ tags \(allowed: at most 100"):
        read(PAGES["phpbb-3.3"])


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect, "LARGEST", 1_000_000)
    with pytest.raises(InputError, match=r"x\.html: is 2 MB long"):
        read(b"x" * 2_000_000)


@pytest.mark.long
def test_a_page_of_fifty_megabytes_is_read_in_bounded_memory() -> None:
    """Most of such a page is pictures in its addresses: they cost no more than themselves. Every day a quarter of it has to do."""
    picture = b'<img src="data:image/png;base64,' + b"A" * 1_000_000 + b'">'
    data = PAGES["xenforo-2"].replace(
        b'<div class="bbWrapper">', b'<div class="bbWrapper">' + picture * effort.choose(1, 4)
    )
    assert len(data) > effort.choose(12_000_000, 50_000_000)
    tracemalloc.start()
    (page,) = read(data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(page.posts) == 12
    assert most < 8 * len(data)


@pytest.mark.parametrize(
    "text",
    [
        "[code]" * 30_000,
        "[order]" * 30_000,
        "[" * 100_000,
        "[quote=" * 30_000,
        "[quote]" * 30_000,
        "[s][quote]" * 20_000,
        "*" * 100_000,
        "*a " * 30_000,
        "_a " * 30_000,
        "`" * 100_000,
        "` `` " * 20_000,
        "~~" * 50_000,
        "~~a" * 30_000,
        "~~a\n" + "b\n" * 30_000,
        "<!-- " * 20_000,
        "<del><blockquote " * 6_000,
        "[a](" * 30_000,
        "[a](https://" + "(" * 50_000,
        "<" * 100_000,
        "<b " * 30_000,
        "\\" * 100_000,
        ":" * 100_000,
        ":a" * 50_000,
        "> " * 50_000,
        "order " * 20_000,
        "Turn 1: " * 20_000,
        "On a wrote " * 10_000,
        "retract " * 20_000,
        " " * 100_000 + "x",
        "\n" * 100_000,
        "(" * 100_000,
        "A wrote:" * 10_000,
        "😀" * 50_000,
    ],
)
def test_no_text_takes_longer_than_its_length_explains(text: str) -> None:
    def work(text: str) -> None:
        for read_text in (read_bbcode, read_markdown, read_plain, lambda one: read_body(parse_fragment(one))):
            list(passages(read_text(text).text))
        with suppress(InputError):
            read(text.encode())

    effort.assert_linear(work, text)


# Fuzzing

FUZZ = effort.search(daily=12, long=2_000)
BITS = st.sampled_from(
    [
        "<div>",
        "</div>",
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "<code>",
        "</pre>",
        "<br>",
        "<img",
        "alt=':D'",
        "class='smilies'>",
        "<s>",
        "</s>",
        "<p>",
        "<table>",
        "<script>",
        "&",
        "&amp;",
        "&#x41;",
        "[quote]",
        "[/quote]",
        "[code]",
        "[/code]",
        "[order]",
        "[/order]",
        "[s]",
        "[/s]",
        "[b]",
        "```",
        "`",
        "**",
        "~~",
        ">",
        ">>>",
        "||",
        "\\",
        "Order:",
        "(6M)",
        "A(7M)",
        "Turn",
        "1:",
        "F:",
        "@",
        "\x00",
        "\u200b",
        "�",
        "（",
        "６",
        "\n",
        "\n\n",
    ]
)
SOUP = st.lists(st.one_of(BITS, st.text(max_size=4)), max_size=40).map("".join)


@FUZZ
@given(st.sampled_from(KINDS), st.data())
def test_spoilt_pages_are_read_or_refused(kind: str, data: st.DataObject) -> None:
    page = PAGES[kind]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(page)))
        length = data.draw(st.sampled_from([0, 1, 5, 50, 2000]))
        page = page[:at] + data.draw(SOUP).encode("utf-8", "surrogatepass") + page[at + length :]
    for thread in threads_of(read_or_refused(page)):
        for one in thread.posts:
            assert len(one.sha256) == 64
            list(passages(one.text))


def spoilt(value: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """Return a JSON value with some value in it replaced by one of another type."""
    if draw(st.integers(0, 6)) == 0 or not isinstance(value, dict | list) or not value:
        return draw(
            st.sampled_from(
                [None, True, -1, 1.5, 10**20, "", "x", [], {}, [None], {"id": {}}, "Infinity", {"kind": "Listing"}]
            )
        )
    if isinstance(value, list):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], spoilt(value[at], draw), *value[at + 1 :]]
    key = draw(st.sampled_from(sorted(value)))
    return {**value, key: spoilt(value[key], draw)}


@FUZZ
@given(st.sampled_from([kind for kind in KINDS if forge.KINDS[kind][0] == "json"]), st.data())
def test_exports_of_other_shapes_are_read_or_refused(kind: str, data: st.DataObject) -> None:
    value = json.loads(PAGES[kind])
    for _ in range(data.draw(st.integers(1, 3))):
        value = spoilt(value, data.draw)
    threads_of(read_or_refused(json.dumps(value).encode()))


@FUZZ
@given(st.binary(max_size=300))
def test_bytes_are_read_or_refused(data: bytes) -> None:
    threads_of(read_or_refused(data))


@FUZZ
@given(SOUP)
def test_any_post_can_be_read(text: str) -> None:
    reader, seat, _ = READER
    for body in (read_bbcode(text), read_markdown(text), read_plain(text), read_body(parse_fragment(text))):
        for found in read_statements(reader, post(1, "x", "")._replace(text=body.text), (seat,)).found:
            assert found.tier != "guessed" or found.guess
            assert not found.text or not isinstance(reader.parse(found.text), tuple) or found.order is not None


READER = reader_of("nascar")


@FUZZ
@given(st.text(max_size=60))
def test_any_text_is_read_as_a_time_or_as_none(text: str) -> None:
    for time in (from_iso(text), from_shown(text), from_epoch(text), read_date(text)):
        assert time == "" or len(time) >= 19
    offset_of(text)


@FUZZ
@given(SOUP)
def test_the_text_of_a_post_never_contains_what_it_quotes(text: str) -> None:
    quoted = f"[quote]{text.replace('[', '(')}Qq1[/quote]{text.replace('[', '(')}"
    assert "Qq1" not in read_bbcode(quoted).text
    markup = text.replace("<", "(").replace("`", "").replace("~", "").replace("[", "(")
    assert "Qq1" not in read_body(parse_fragment(f"<blockquote>{markup}Qq1</blockquote>{markup}")).text
