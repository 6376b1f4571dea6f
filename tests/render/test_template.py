"""Templates of posts: one's own wording in every markup, players' words as text, and bounds that no template gets past."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.core.problems import InputError
from gm_tools.render import forum_posts, render
from gm_tools.render.forum_posts import MARKUPS, posts
from gm_tools.render.forums import FORUMS
from gm_tools.render.template import FIELDS, FLAGS, MOST, Template, read_shipped
from gm_tools.reports.base import Report
from tests import effort
from tests.render.samples import CARET, EVENTS, GRID, PICTURE, REPORT
from tests.render.test_escape import NASTY, texts_of

STYLES = (*MARKUPS, *FORUMS)
DATA = {
    "table": "dust",
    "game": "nascar",
    "viewer": "public",
    "headline": "turn 6",
    "over": False,
    "turn": 6,
    "seats": [{"mark": "A", "player": "Alice"}, {"mark": "B", "player": "[b]Bob"}],
}
NAMED = Report(
    "turn",
    "dust: turn 6",
    (
        PICTURE._replace(name="board"),
        GRID._replace(name="standings"),
        EVENTS._replace(name="events"),
        CARET._replace(name="more"),
    ),
    DATA,
)


def fill(text: str, style: str = "phpbb", report: Report = NAMED) -> str:
    return "\n\n".join(posts(report, style, Template("mine.txt", text)))


def refuse(text: str, report: Report = NAMED) -> str:
    with pytest.raises(InputError) as caught:
        fill(text, report=report)
    assert caught.value.status == 2
    assert caught.value.file == "mine.txt"
    return str(caught.value)


# What comes out


@pytest.mark.parametrize("style", STYLES)
def test_a_copy_of_the_shipped_template_writes_what_is_shipped(style: str) -> None:
    assert posts(NAMED, style, Template("copy.txt", read_shipped())) == posts(REPORT, style)
    assert posts(NAMED, style, Template("copy.txt", read_shipped().replace("\n", "\r\n"))) == posts(REPORT, style)


@pytest.mark.parametrize("style", STYLES)
def test_words_stand_round_the_shipped_post(style: str) -> None:
    post = fill("Hello.\n\n{heading}\n\n{blocks}\n\nBye.\n", style)
    assert post == f"Hello.\n\n{render(NAMED, style).strip() if style in MARKUPS else posts(NAMED, style)[0]}\n\nBye."


def test_text_in_a_template_is_text() -> None:
    assert forum_posts.render(NAMED, "text") == render(NAMED, "text")


def test_the_template_writes_markup_and_the_table_text() -> None:
    assert fill("[i]Next:[/i] {players}!\n") == "[i]Next:[/i] A Alice, B [\u200bb]Bob!"
    assert fill("*{players}*", "markdown") == "*A Alice, B \\[b\\]Bob*"
    assert fill("Turn { turn } of {table}, @everyone: {{title}") == "Turn 6 of dust, @everyone: {title}"
    assert fill("{heading}", "nodebb") == "## dust: turn 6"


def test_texts_that_touch_are_escaped_as_one() -> None:
    data = {**DATA, "table": "@", "headline": "everyone", "game": "[", "viewer": "b]"}
    report = Report("turn", "t", (), data)
    assert fill("{table}{headline}", "discord", report) == "@\u200beveryone"
    assert fill("{game}{if title}{viewer}{end}", "bbcode", report) == "[\u200bb]"


def test_blocks_with_and_without_headings() -> None:
    assert fill("{standings}") == f"[b]Standings[/b]\n{fill('{standings.bare}')}"
    assert fill("{board}\n\n{events}\n\n{rest}\n\n{standings}") == fill("{board}\n\n{events}\n\n{more}\n\n{standings}")
    assert fill("{rest}") == fill("{blocks}")


def test_a_line_or_section_without_content_disappears() -> None:
    text = "a\nUntil {deadline}\n{deadline}{fairness}\nb\n\n{if deadline}\nUntil\n{deadline}\n{end}\n{if not deadline}No deadline.{end}\n{draws}"
    assert fill(text) == "a\nb\n\nNo deadline."
    assert fill("{if over}Over.{else}{headline} goes on.{end}") == "turn 6 goes on."
    assert fill("{if title}{if over}x{else}y{end}{else}{if title}z{end}{end}") == "y"
    assert fill("{if private}for you{end}") == ""
    assert fill("{if private}for you{end}", report=NAMED._replace(data={**DATA, "viewer": "A"})) == "for you"
    assert posts(NAMED, "discord", Template("mine.txt", " \n\n{# nothing #}\n")) == ()


def test_several_empty_lines_are_one_and_blanks_that_begin_a_line_stay() -> None:
    assert fill("a\n\n\n \t\n\n    b\n") == "a\n\n    b"


# Posts that are too long


def test_the_words_round_a_block_are_repeated_with_each_part() -> None:
    lines = Lines("", tuple(f"line {at} of many, each of them as long as this one" for at in range(120)))
    made = posts(Report("turn", "", (lines,), DATA), "discord", Template("m.txt", "||\n{blocks.bare}\n||"))
    assert len(made) > 1
    assert all(post.startswith("||\n- line") and post.endswith("\n||") and len(post) <= 2_000 for post in made)
    assert sum(post.count("- line") for post in made) == 120


@pytest.mark.parametrize("style", FORUMS)
def test_a_template_s_own_words_are_parted_between_lines(style: str) -> None:
    text = "\n".join(f"word {at}" for at in range(9_000))
    made = posts(NAMED, style, Template("m.txt", text))
    assert "\n".join(made) == text
    assert all(len(post) <= FORUMS[style].limit for post in made)


# What players write


@effort.search(daily=30, long=750)
@given(
    st.one_of(
        st.sampled_from([*NASTY, "{title}", "{if over}", "{{ x }}"]),
        st.text("ab1.)( *_`~[]<>#|\\!&;:+-=$'\"/{}^@é漢\n\x00", max_size=12),
    ).filter(lambda word: word.strip() != "")
)
@example("a\n\n[b]")
def test_what_players_write_is_text_wherever_a_template_puts_it(word: str) -> None:
    report = Report("turn", word, (Grid("", (Column("Player"),), ((word,),)),), {**DATA, "seats": [{"player": word}]})
    text = "- {players}\n- {title} x\n\nx {title} y\n"
    post = fill(text, "bbcode", report)
    assert not re.search(r"\[[a-z/*]|@[^\s\u200b]", post)
    assert len(re.split(r"\n\n", post)) == 2
    shown = texts_of(fill(text, "markdown", report))
    assert len(shown) == 3
    assert shown[2].startswith("x")
    assert shown[2].endswith("y")


# What is wrong with a template


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n {titel}", "mine.txt:2:2: there is no field 'titel'; did you mean title? (allowed: title, headline"),
        ("a{if deadlin}b{end}", "mine.txt:1:2: there is no field 'deadlin'; did you mean deadline?"),
        ("a\n{if over}\n", "mine.txt:2:1: this {if …} is not closed (allowed: {end})"),
        ("x{end}", "mine.txt:1:2: there is no {if …} for this {end}"),
        ("{if over}{else}{else}{end}", "mine.txt:1:16: there is no {if …} for this {else}"),
        ("{title", "mine.txt:1:1: found '{title' (allowed: a field such as {title}; write {{ for a brace)"),
        ("{ }", "mine.txt:1:1: found '{ '"),
        ("{title table}", "mine.txt:1:1: found 'title table' (allowed: one name in braces)"),
        ("{title.bare}", "mine.txt:1:1: only blocks have a heading to leave out (allowed: blocks, rest, board"),
        ("a {# b", "mine.txt:1:3: this comment is not closed (allowed: #})"),
        ("\n{{ title | heading }}", "mine.txt:2:1: a field has one brace on each side (allowed: {title})"),
        ("{% for a in b %}", "mine.txt:1:1: found '{% for a in b %'"),
        ("x" * 100_001, "is too long for a template (allowed: 100000 characters)"),
    ],
    ids=lambda text: text[:30],
)
def test_a_fault_is_said_with_its_place_and_what_to_write(text: str, message: str) -> None:
    assert message in refuse(text)


HOSTILE = [
    "{% for a in range(9999) %}{% for b in range(9999) %}{{ a }}{% endfor %}{% endfor %}",
    "{% set x = [[1]] %}" + "{% for a in x %}{% set x = [x, x] %}{% endfor %}" * 30,
    '{{ (5).to_bytes(900000000,"big") }}',
    "{% for a in x %}" * 22 + "{% endfor %}" * 22,
    "{title.__class__}",
    "{title.__class__.__mro__}",
    "{title[0]}",
    "{title!r}",
    "{title:>1000000000}",
    "{0}",
    "{}",
    "{title()}",
    "{title * 1000000000}",
    "{include /etc/passwd}",
    "{data}",
    "{secret}",
    "{seed}",
    "{" * 99_999,
    "{if over}" * 11_000,
    "{# " * 33_000,
    "{blocks}" * 12_500,
    "{if title}" * 5 + "{blocks}\n\n{blocks.bare}\n\n" * 3_000 + "{end}" * 5,
    "{blocks" + " " * 99_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:40])
def test_a_hostile_template_is_refused(text: str) -> None:
    refuse(text)


STYLES = ("markdown", "discord")
LONG: list[tuple[int, Callable[[int], str]]] = [
    (50_000, lambda n: "{{" * n),
    (100_000, lambda n: "}" * n),
    (100_000, lambda n: "\n" * n),
    (33_000, lambda n: "a\n\n" * n),
    (50_000, lambda n: "é\n" * n),
    (14_000, lambda n: "{title}" * n),
    (8_000, lambda n: "{players}\n\n" * n),
    (10_000, lambda n: "{deadline}" * n),
    (6_000, lambda n: "{if over}" * n + "x" + "{end}" * n),
    (20_000, lambda n: "{# #}" * n),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("count", "of", "style"),
    [
        pytest.param(count, of, style, id=f"{style}-{of(1)}")
        for at, (count, of) in enumerate(LONG)
        for style in effort.choose((STYLES[at % 2],), STYLES)
    ],
)
def test_the_longest_template_costs_what_its_length_explains_and_its_posts_are_bounded(
    count: int, of: Callable[[int], str], style: str
) -> None:
    made: list[str] = []

    def work(text: str) -> None:
        made[:] = posts(NAMED, style, Template("mine.txt", text))

    count = effort.choose(count // 2, count)
    effort.assert_linear(work, of(count), of(count // 8))
    assert sum(map(len, made)) <= 3 * MOST  # every character of a text escaped at most


@effort.search(daily=60, long=1500)
@given(
    st.lists(
        st.sampled_from(
            [
                *"{}#%|.\n ",
                "{{",
                "{#",
                "#}",
                "{if ",
                "not ",
                "{else}",
                "{end}",
                "over}",
                "{title}",
                ".bare}",
                "{blocks}",
            ]
            + [f"{{{name}}}" for name in (*FIELDS, *FLAGS)]
        ),
        max_size=14,
    )
)
def test_any_template_is_filled_in_or_refused(parts: list[str]) -> None:
    try:
        fill("".join(parts))
    except InputError as error:
        if error.file != "mine.txt":
            raise
