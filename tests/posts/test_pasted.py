"""Pasted text: who wrote what is told by one form of heading; what cannot be told is asked, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.posts.collect import collect
from gm_tools.posts.day_order import settle_page
from gm_tools.posts.formats import pasted
from gm_tools.posts.formats.make_post import SourceFile
from gm_tools.posts.formats.pasted_forms import Form
from gm_tools.posts.formats.pasted_headings import ALL
from gm_tools.posts.thread import Page, threads_of
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import replies_of, rows_of, wants_gm
from gm_tools.table import open_table
from tests import effort
from tests.posts.threads import post, thread


def read(source: SourceFile) -> Page:
    return settle_page(pasted.read(source))


def hand(dust: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(dust).hand}


def test_nothing_of_a_post_of_doubtful_author_is_taken_before_it_is_accepted(dust: Path) -> None:
    doubt = "line 7 may be a quote"
    doubtful = post(2, "Alice", "Order: A(7M)", doubt=doubt)
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds())
    assert hand(dust) == {"A": "(6M)"}
    row = next(row for row in rows_of(outcome) if row.seat == "A")
    assert row.verdict.startswith(f"ambiguous: {doubt}; --accept A takes the text as written by Alice")
    assert "(6M) stays in hand" in row.verdict
    assert wants_gm(outcome)
    assert replies_of(outcome) == []
    collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds(), accept=["A"])
    assert hand(dust) == {"A": "A(7M)"}
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds())
    assert hand(dust) == {"A": "A(7M)"}
    assert not wants_gm(outcome)


def test_a_doubtful_retraction_takes_nothing_back(dust: Path) -> None:
    doubtful = post(2, "Alice", "I retract my order.", doubt="line 7 may be a quote")
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds())
    assert hand(dust) == {"A": "(6M)"}
    assert wants_gm(outcome)


# One form of heading holds for a text


def posts(text: str, *names: str) -> list[tuple[str, str, bool]]:
    """Return the author and the text of each post, and whether its author is in doubt."""
    page = read(SourceFile("paste.txt", text=text, names=frozenset(names)))
    return [(one.author, one.text, bool(one.doubt)) for one in page.posts]


@pytest.mark.parametrize("form", ALL, ids=lambda form: form.name)
def test_every_form_that_is_listed_is_read(form: Form) -> None:
    page = read(SourceFile("paste.txt", text=form.example))
    assert [one.author for one in page.posts][:1] == ["Bob"]
    assert "(6M)" in page.posts[0].text
    assert [one.doubt for one in page.posts if one.doubt] == []
    if "2026" in form.example.split("(6M)")[0]:
        assert page.posts[0].posted == "2026-11-21T21:30:00"
    assert len(form.example.split("\n")) >= 2


@pytest.mark.parametrize("number", [2, 5])
@pytest.mark.parametrize("form", ALL, ids=lambda form: form.name)
def test_every_form_is_read_several_times_in_a_text(form: Form, number: int) -> None:
    names = ["Bob", "Alice", "Carol", "Dave", "Erin"][:number]
    example = form.example.split("\n[2026")[0].split("\nAlice:")[0]
    text = "\n\n".join(example.replace("Bob", name) for name in names)
    page = read(SourceFile("paste.txt", text=text, names=frozenset(names)))
    assert [(one.author, one.text.endswith("(6M)"), one.doubt) for one in page.posts] == [
        (name, True, "") for name in names
    ]


def test_a_quote_with_the_name_of_its_author_opens_no_post() -> None:
    text = "Bob wrote on 2026-11-21 12:00:\nCarol wrote:\n> Order: A(7M)\nToo fast for me.\nOrder: (6M)\n"
    assert posts(text) == [("Bob", "Carol wrote:\n\nToo fast for me.\nOrder: (6M)", False)]


@pytest.mark.parametrize(
    "quote",
    [
        "Alice wrote on 2026-11-21 11:00:\n> Order: A(7M)",
        "[quote]\nAlice wrote on 2026-11-21 11:00:\nOrder: A(7M)\n[/quote]",
        "[code]\nAlice wrote on 2026-11-21 11:00:\nOrder: A(7M)\n[/code]",
        "> Alice wrote on 2026-11-21 11:00:\n> Order: A(7M)",
        "On Sat, Nov 21, 2026 at 9:30 AM Alice <a@example.org> wrote:\n> Order: A(7M)",
    ],
)
def test_a_copied_quote_of_an_old_order_does_not_replace_a_newer_one(dust: Path, quote: str) -> None:
    text = (
        "Alice wrote on 2026-11-21 11:00:\nOrder: A(7M)\nAlice wrote on 2026-11-21 12:00:\nOrder: (6M)\n"
        f"Bob wrote on 2026-11-21 13:00:\n{quote}\nNice.\n"
    )
    threads = threads_of([read(SourceFile("paste.txt", text=text))])
    collect(dust, threads, Bounds())
    assert hand(dust) == {"A": "(6M)"}


@pytest.mark.parametrize(
    "line",
    [
        "Carol wrote:",
        "Post by Carol » Sat Nov 21, 2026 12:30 pm",
        "Carol — Today at 9:00 PM",
        "[12:30] Carol: look",
        "Carol wrote on 2026-11-21 10:00:",
        "Carol wrote on 2026-11-21 23:59:",
    ],
)
def test_both_readings_of_a_line_that_may_be_a_heading_are_in_doubt(dust: Path, line: str) -> None:
    text = (
        f"Alice wrote on 2026-11-21 11:00:\nOrder: (6M)\nBob wrote on 2026-11-21 12:00:\nHello\n{line}\nOrder: A(7M)\n"
        "Émile wrote on 2026-11-21 13:00:\nOrder: (6M)\n"
    )
    outcome = collect(dust, threads_of([read(SourceFile("paste.txt", text=text))]), Bounds())
    assert "A(7M)" not in hand(dust).values()
    assert hand(dust)["A"] == "(6M)"
    row = next(row for row in rows_of(outcome) if row.player == "Bob")
    assert row.verdict.startswith("ambiguous: line ")


def test_two_forms_from_the_beginning_leave_all_in_doubt() -> None:
    text = "Alice: (6M)\nBob: look:\nCarol wrote on 2026-11-21 12:00:\nOrder: A(7M)\nDave: (5M)"
    assert {doubt for _, _, doubt in posts(text, "Alice", "Bob", "Carol", "Dave")} == {True}


@pytest.mark.parametrize(
    "line",
    [
        "Bob wrote: great race",
        "I wrote:",
        "PS: see you",
        "PS:",
        "Note:",
        "Note: all fine",
        "10:30: we meet",
        "What I wanted to tell you all: it was fun",
        "Reasons:",
        "at 21:30 Bob said hello",
        "> Bob wrote:",
        "[quote=Bob]",
    ],
)
@pytest.mark.parametrize("head", ["Alice wrote on 2026-11-21 11:00:", "Alice:", "Alice — 11/21/2026 11:00 AM"])
def test_prose_that_looks_like_a_heading_opens_nothing(head: str, line: str) -> None:
    text = f"{head}\nOrder: (6M)\n{line}\nThat is all.\n"
    (found,) = posts(text, "Alice", "Bob", "A", "B")
    assert (found[0], found[2]) == ("Alice", False)


def test_a_heading_that_lacks_what_the_others_have_is_in_doubt() -> None:
    head = "{name}\nPosts: 2\nJoined: Sun Nov 22, 2026 9:13 am\nRe: Race\nQuote\nPost by {name} » Sun Nov 22, 2026 {time} am\n\n"
    text = (
        head.format(name="Alice", time="9:10")
        + "Order: (6M)\nPost by Bob » Sun Nov 22, 2026 9:11 am\nOrder: A(7M)\nTop\n"
    )
    text += head.format(name="Carol", time="9:12") + "Order: (6M)\nTop\nPost Reply\nPrint view\n"
    assert posts(text) == [
        ("Alice", "Order: (6M)\nPost by Bob » Sun Nov 22, 2026 9:11 am\nOrder: A(7M)", True),
        ("Bob", "Order: A(7M)", True),
        ("Carol", "Order: (6M)", False),
    ]


def test_a_copied_quote_has_no_end_and_leaves_a_doubt() -> None:
    text = "Post by Bob » Sun Nov 22, 2026 9:58 am\n\nAlice wrote: ↑Sun Nov 22, 2026 9:57 amOrder: A(7M)\nToo fast.\nOrder: (6M)\n"
    assert [(author, doubt) for author, _, doubt in posts(text)] == [("Bob", True)]


@pytest.mark.parametrize(
    ("form", "quote"),
    [
        ("phpBB", "Alice a écrit : ↑sam. 21 nov. 2026 18:00"),
        ("phpBB", "Alice escribió: ↑Sab Nov 21, 2026 6:00 pm"),
        ("phpBB", "Alice schreef: ↑za 21 nov 2026, 18:00"),
        ("XenForo 2", "Alice sagte:"),
        ("XenForo 2", "Alice a dit :"),
        ("MyBB, vBulletin 5", "(21.11.2026, 18:00)Alice schrieb: "),
        ("SMF", "Zitat von: Alice am 21. November 2026, 18:00:00"),
        ("vBulletin 3 and 4", "Zitat von Alice Beitrag anzeigen"),
        ("vBulletin 3 and 4", "Envoyé par Alice"),
    ],
)
def test_a_copied_quote_leaves_a_doubt_in_any_language(form: str, quote: str) -> None:
    head, __, order = next(one.example for one in ALL if one.name == form).rpartition("\n")
    page = read(SourceFile("x.txt", text=f"{head}\n{quote}\nOrder: A(7M)\n{order}\n", names=frozenset({"Bob"})))
    assert page.posts[0].author == "Bob"
    assert all(post.doubt for post in page.posts)


# Times and edits


@pytest.mark.parametrize("time", ["Yesterday at 21:30", "Today at 9:30 PM", "2 hours ago"])
def test_a_time_without_date_is_unknown_and_that_is_said_once(time: str) -> None:
    page = read(SourceFile("paste.txt", text=f"Bob — {time}\nOrder: (6M)\nAlice — {time}\nOrder: A(7M)\n"))
    assert [one.posted for one in page.posts] == ["", ""]
    assert len(page.warnings) == 1
    assert "line 1" in page.warnings[0]


def test_what_a_player_of_discord_adds_has_its_own_time() -> None:
    page = read(
        SourceFile("paste.txt", text="Bob — 11/21/2026 9:30 PM\nHello\n[9:41 PM]Order: (6M)\n[8:00 PM]Order: A(7M)\n")
    )
    assert [(one.author, one.posted[11:16], bool(one.doubt)) for one in page.posts][:2] == [
        ("Bob", "21:30", False),
        ("Bob", "21:41", True),
    ]


PHPBB = "Post by Bob » Sat Nov 21, 2026 5:30 pm\nOrder: (6M)\n"
LATE = "Last edited by Bob on Sat Nov 21, 2026 9:05 pm, edited 1 time in total.\n"


@pytest.mark.parametrize(
    ("lines", "edited"),
    [
        (LATE, "2026-11-21T21:05:00"),
        ("Last edited 21 Nov 2026, 18:05\n" + LATE, "2026-11-21T21:05:00"),
        (LATE.replace("9:05", "6:05") + LATE, "2026-11-21T21:05:00"),
        ("Last edited 21 Nov 2026, 18:05\n", "?"),
        (LATE.replace("9:05", "6:05") + "and so on\n", "?"),
        ("EDIT: new order 2026\n", ""),
    ],
)
def test_only_the_last_line_about_an_edit_counts(lines: str, edited: str) -> None:
    (post_,) = read(SourceFile("paste.txt", text=PHPBB + lines)).posts
    assert post_.edited == edited


@pytest.mark.parametrize(
    "heading", ["Bob — 11/21/2026 5:30 PM\n", "Bob wrote on 2026-11-21 17:30:\n", "[2026-11-21 17:30] Bob: ", "Bob:\n"]
)
@pytest.mark.parametrize("line", [LATE.replace("9:05", "6:05"), "Last edited: Nov 21, 2026 6:05 PM\n"])
def test_where_the_forum_writes_no_such_line_nothing_proves_the_time_of_an_edit(heading: str, line: str) -> None:
    (post_,) = read(SourceFile("paste.txt", text=heading + "Order: (6M)\n" + line, names=frozenset({"Bob"}))).posts
    assert post_.edited == "?"


def test_the_line_of_another_forum_proves_nothing() -> None:
    (post_,) = read(SourceFile("paste.txt", text=PHPBB + "Last edited: Nov 21, 2026 6:05 PM\n")).posts
    assert post_.edited == "?"


# What is refused


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Will Green\nUnited States\nflag msg tools\nAvatar\nmbmbmbmbmb\nOrder: (6M)\n5\nThumb up\n", "xmlapi2"),
        ("bob\n\n2h\nOrder: (6M)\n\n1 Like\nalice\n\n1h\nOrder: A(7M)\n", "include_raw"),
        ("Bob\nMember\nOrder: (6M)\nBob, Nov 21, 2026\n#2\nLike\nReply\n", "saved whole"),
    ],
)
def test_a_copy_that_does_not_show_who_wrote_what_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(InputError) as error:
        read(SourceFile("paste.txt", text=text))
    assert wanted in str(error.value.allowed)


def test_the_limits_of_a_texts_proof_are_named_once(dust: Path) -> None:
    pages = [read(SourceFile(name, text="Alice wrote:\nOrder: (6M)\n")) for name in ("a.txt", "b.txt")]
    outcome = collect(dust, threads_of(pages), Bounds())
    assert [line for line in outcome.warnings if "only evidence of who wrote what" in line] == [
        "a.txt, b.txt: this text is the only evidence of who wrote what"
    ]


# Any text of a player stays that player's, or is in doubt

BITS = st.sampled_from(
    [
        *(form.example.replace("Bob", "Carol").replace("(6M)", "(1M)") for form in ALL if form is not ALL[0]),
        "[quote]", "[/quote]", "[code]", "[/code]", "```", "> Carol wrote:", "Carol wrote:", "Top", "Quote", "Carol", "Posts: 2",
        "#3", "Order: (2M)", "Last edited by Bob on Sat Nov 21, 2026 9:05 pm, edited 1 time in total.", "", "--", "Re: Race",
    ]
)  # fmt: skip


@effort.search(daily=40, long=3_000)
@given(bits=st.lists(BITS, max_size=6), more=st.text(max_size=20))
def test_text_written_by_a_player_is_never_surely_taken_for_another_players(bits: list[str], more: str) -> None:
    body = "\n".join([*bits, more])
    text = (
        f"Alice wrote on 2026-11-21 11:00:\nOrder: (6M)\nBob wrote on 2026-11-21 12:00:\n{body}\n"
        "Dave wrote on 2026-11-21 13:00:\nOrder: (7M)\n"
    )
    sure = [one for one in posts(text, "Alice", "Bob", "Carol", "Dave") if not one[2]]
    assert {author for author, _, _ in sure} <= {"Alice", "Bob", "Dave"}
    for author, said, _ in sure:
        assert (author == "Bob") or said == {"Alice": "Order: (6M)", "Dave": "Order: (7M)"}[author]
    assert "Dave" in {author for author, _, _ in posts(text)}


# Growth


@pytest.mark.parametrize(
    "line",
    [
        "A wrote:\n", "A wrote on 2026-11-21 12:00:\n", "A:\n", "A: b\n", "[quote]\n", "[/quote][code]\n", "```\n", "> " * 40 + "\n",
        "#3\n", "•\n", "Old 11-21-2026, 09:30 PM\n", "Posts: 1\n", "wrote last edited by\n#3\n", "Top\n", "[9:30 PM] a\n",
        "Last edited by a on Sat Nov 21, 2026 9:05 pm, edited 1 time in total.\n", "On a wrote " * 20 + "\n", "— Today\n",
        "On 2 Nov 2026 at 9:30 A wrote:\n> a\n", "x" * 1000, "wrote " * 50 + "\n", "Bob — Today at 9:30\n[9:31] a\n",
    ],
)  # fmt: skip
def test_the_time_that_a_text_takes_grows_with_its_length(line: str) -> None:
    text = "Bob wrote on 2026-11-21 12:00:\n" + line * (48_000 // len(line))
    effort.assert_linear(lambda part: read(SourceFile("paste.txt", text=part, names=frozenset(["A", "Bob"]))), text)


@pytest.mark.parametrize(
    "text",
    [
        (
            "Alice wrote on 2026-11-21 10:00:\nOrder: (6M)\n\nBob wrote on 2026-11-21 11:00:\nHa!\nAlice wrote on 2026-11-21 11:30:\nOrder: A(7M)\n\n"
            "Carol wrote on 2026-11-21 12:00:\nHi"
        ),
        (
            "Post by Alice » Sat Nov 21, 2026 9:30 am\nOrder: (6M)\nTop\nPost by Bob » Sat Nov 21, 2026 9:35 am\nHa!\n"
            "Post by Alice » Sat Nov 21, 2026 9:40 am\nOrder: A(7M)\nTop"
        ),
    ],
)
def test_a_copied_heading_without_the_end_of_a_post_above_it_is_in_doubt(dust: Path, text: str) -> None:
    outcome = collect(dust, threads_of([read(SourceFile("paste.txt", text=text))]), Bounds())
    assert "A(7M)" not in hand(dust).values()
    assert any(row.wants for row in rows_of(outcome))


@pytest.mark.parametrize(
    "text",
    [
        "Alice\nToday at 11:02\nOrder: (6M)\nBob\nYesterday at 21:30\nOrder: A(7M)",
        "Alice, [21.11.2026 10:30]\n(6M)\n\nBob, [21.11.2026 10:32]\nA(7M)",
    ],
)
def test_a_text_without_a_heading_is_refused_with_what_is_read(text: str) -> None:
    with pytest.raises(InputError, match="no line of this text is the heading of a post") as refused:
        read(SourceFile("paste.txt", text=text))
    assert "--forms" in str(refused.value)


def test_a_quote_that_was_copied_alone_is_not_its_authors_post() -> None:
    page = read(SourceFile("paste.txt", text="Alice said:\n↑\nOrder: (6M)\nClick to expand...\nAgreed"))
    assert "Alice" not in {post.author for post in page.posts}


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("phpBB", "Modifié en dernier par Bob le sam. 21 nov. 2026 21:40, modifié 1 fois."),
        ("phpBB", "Última edición por Bob el Sab Nov 21, 2026 9:40 pm, editado 1 vez en total."),
        ("phpBB", "Laatst gewijzigd door Bob op 21 nov 2026, 21:40, 1 keer totaal gewijzigd."),
        ("SMF", "« Letzte Änderung: 21. November 2026, 21:40:00 von Bob »"),
        ("MyBB, vBulletin 5", "(Dieser Beitrag wurde zuletzt bearbeitet: 21.11.2026, 21:40 von Bob.)"),
        ("vBulletin 3 and 4", "Geändert von Bob (21.11.2026 um 21:40 Uhr)"),
        ("XenForo 2", "Zuletzt bearbeitet: 21. November 2026"),
    ],
)
def test_a_line_about_an_edit_in_another_language_is_an_edit(form: str, line: str) -> None:
    example = next(one.example for one in ALL if one.name == form)
    page = read(SourceFile("x.txt", text=f"{example}\n{line}\n", names=frozenset({"Bob"})))
    assert [(post.author, post.text, post.edited) for post in page.posts] == [("Bob", "Order: (6M)", "?")]


def test_an_edit_beside_the_time_of_a_post_of_mybb_is_one_in_any_language() -> None:
    example = next(one.example for one in ALL if one.name == "MyBB, vBulletin 5")
    edit = "(Dieser Beitrag wurde zuletzt bearbeitet: 21.11.2026, 21:40 von Bob.)"
    page = read(SourceFile("x.txt", text=example.replace("09:30 PM", f"09:30 PM {edit}"), names=frozenset({"Bob"})))
    assert [(post.text, post.edited) for post in page.posts] == [("Order: (6M)", "?")]


@pytest.mark.parametrize("form", ["{} wrote:\n", "{}: ", "{}:\n"])
def test_a_name_that_was_pasted_with_its_markup_is_offered(dust: Path, form: str) -> None:
    text = "\n\n".join(form.format(name) + "(6M)" for name in ("**Alice**", "**Bob**"))
    page = read(SourceFile("thread.txt", text=text, names=frozenset({"Alice", "Bob"})))
    outcome = collect(dust, threads_of([page]), Bounds())
    assert (hand(dust), [near.seat for near in outcome.near]) == ({}, ["A", "O"])


@pytest.mark.parametrize("form", ["**{}:** ", "__{}:__\n", "- *{}:* "])
def test_a_sign_of_markup_that_closes_behind_a_name_is_no_word_of_the_post(form: str) -> None:
    text = "\n\n".join(form.format(name) + "(6M)" for name in ("Alice", "Bob"))
    page = read(SourceFile("thread.txt", text=text, names=frozenset({"Alice", "Bob"})))
    assert [post.text for post in page.posts] == ["(6M)", "(6M)"]
