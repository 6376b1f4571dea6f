"""Templates of posts: one's own wording in every markup, players' words as text, and nothing that stands still or looks behind."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.core.problems import InputError
from gm_tools.render import posting, render
from gm_tools.render.forums import FORUMS
from gm_tools.render.posting import MARKUPS, posts
from gm_tools.render.template import Template, shipped
from gm_tools.report import Report
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
NAMED = Report("turn", "dust: turn 6", (PICTURE, GRID, EVENTS, CARET), DATA, ("board", "standings", "events", "more"))


def written(text: str, style: str = "phpbb", report: Report = NAMED) -> str:
    return "\n\n".join(posts(report, style, Template("mine.j2", text)))


def refused(text: str, report: Report = NAMED) -> str:
    with pytest.raises(InputError) as caught:
        written(text, report=report)
    assert caught.value.status == 2
    assert caught.value.file == "mine.j2"
    return str(caught.value)


# What comes out


@pytest.mark.parametrize("style", STYLES)
def test_a_copy_of_the_shipped_template_writes_what_is_shipped(style: str) -> None:
    assert posts(NAMED, style, Template("copy.j2", shipped())) == posts(REPORT, style)


@pytest.mark.parametrize("style", STYLES)
def test_the_whole_shipped_post_can_be_taken_in(style: str) -> None:
    post = written('Hello.\n\n{% include "post.j2" %}\n\nBye.\n', style)
    assert post == f"Hello.\n\n{render(NAMED, style).strip() if style in MARKUPS else posts(NAMED, style)[0]}\n\nBye."


def test_text_in_a_template_is_text() -> None:
    assert posting.render(NAMED, "text") == render(NAMED, "text")


def test_the_template_writes_markup_and_the_table_text() -> None:
    text = "[i]Leader:[/i] {{ standings.rows[0][2] }}, last: {{ standings.rows[-1][2] }}!\n"
    assert written(text) == "[i]Leader:[/i] Alice, last: [\u200bb]Bob!"
    assert written("*{{ seats[1].player }}*", "markdown") == "*\\[b\\]Bob*"
    assert written("* {{ '1. x' }}", "discourse") == "* 1\\. x"


def test_macros_loops_and_joined_texts_keep_the_two_apart() -> None:
    text = (
        "{% macro car(seat) %}[u]{{ seat.mark }}[/u] {{ seat.player ~ '[i]' }}{% endmacro %}"
        "{% set both %}{% for seat in seats %}{{ car(seat) }};{% endfor %}{% endset %}{{ both ~ both }}"
    )
    one = "[u]A[/u] Alice[\u200bi];[u]B[/u] [\u200bb]Bob[\u200bi];"
    assert written(text) == one + one
    assert written("{{ 'ab[' | upper }}{% filter upper %}{{ title }}{% endfilter %}") == "AB[\u200bDUST: TURN 6"


def test_blocks_with_and_without_headings_and_made_of_data() -> None:
    assert written("{{ standings }}") == written("{{ standings | shown }}")
    assert written("{{ standings | shown }}") == f"[b]Standings[/b]\n{written('{{ standings | bare }}')}"
    assert written("{{ [['A', '5'], ['B', '6']] | grid('Car', 'Speed') }}", "discourse") == (
        "| Car | Speed |\n| --- | --- |\n| A | 5 |\n| B | 6 |"
    )
    assert written("{{ ['a', '[b]'] | bullets }}") == "[list]\n[*]a\n[*][\u200bb]\n[/list]"
    assert written("{{ ['a', '[/code]'] | code }}") == "[code]\na\n[\u200b/code]\n[/code]"
    assert written("{{ headline | heading }}\n{{ 'x' | part }}", "nodebb") == "## turn 6\n\n### x"


def test_what_there_is_not_is_nothing() -> None:
    text = "a{% if deadline %}{{ deadline }}{% endif %}\n\n{{ fairness | shown }}\n\n{{ amendments }}\n\n{{ draws | bare }}\n\nb"
    assert written(text) == "a\n\nb"
    assert posts(NAMED, "discord", Template("mine.j2", " \n\n{# nothing #}\n")) == ()


def test_several_empty_lines_are_one_and_blanks_that_begin_a_line_stay() -> None:
    assert written("a\n\n\n \t\n\n    b\n") == "a\n\n    b"


# Posts that are too long


def test_what_stands_round_a_block_is_said_with_each_part() -> None:
    lines = Lines("", tuple(f"line {at} of many, each of them as long as this one" for at in range(120)))
    made = posts(Report("turn", "", (lines,), DATA), "discord", Template("m.j2", "||\n{{ blocks | bare }}\n||"))
    assert len(made) > 1
    assert all(post.startswith("||\n- line") and post.endswith("\n||") and len(post) <= 2_000 for post in made)
    assert sum(post.count("- line") for post in made) == 120


@pytest.mark.parametrize("style", FORUMS)
def test_a_template_s_own_words_are_parted_between_lines(style: str) -> None:
    text = "\n".join(f"word {at}" for at in range(9_000))
    made = posts(NAMED, style, Template("m.j2", text))
    assert "\n".join(made) == text
    assert all(len(post) <= FORUMS[style].limit for post in made)


# What players write


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.sampled_from(NASTY), st.text("ab1.)( *_`~[]<>#|\\!&;:+-=$'\"/{}^@é漢\n\x00\U000f0041\U00100001", max_size=12)
    ).filter(lambda word: word.strip() != "")
)
@example("\U000f005b\U000f0062\U000f005d")
@example("\U00100000")
@example("a\n\n[b]")
def test_what_players_write_is_text_wherever_a_template_puts_it(word: str) -> None:
    report = Report("turn", word, (Grid("", (Column("Player"),), ((word,),)),), {**DATA, "seats": [{"player": word}]})
    text = (
        "- {{ seats[0].player }}\n- {{ title ~ '' }} x\n\nx {% for row in blocks[0].rows %}{{ row[0] }}{% endfor %} y\n"
    )
    post = written(text, "bbcode", report)
    assert not re.search(r"\[[a-z/*]", post)
    assert len(re.split(r"\n\n", post)) == 2
    shown = texts_of(written(text, "markdown", report))
    assert len(shown) == 3
    assert shown[2].startswith("x")
    assert shown[2].endswith("y")
    assert not re.search("[\U000f0000-\U0010ffff]", post + "".join(shown))


# What is wrong with a template


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n{{ titel }}", "mine.j2:2: there is no 'titel'; did you mean title? (allowed: amendments, blocks, board"),
        (
            "{{ title | headin }}",
            "mine.j2:1: there is no filter 'headin'; did you mean heading? (allowed: bare, bullets",
        ),
        ("a\n{% for seat in seats %}\n", "mine.j2:2: Unexpected end of template."),
        ("{{ title", "mine.j2:1: unexpected end of template"),
        ("\n\n{{ 1 // 0 }}", "mine.j2:3: cannot be filled in: integer division or modulo by zero"),
        ("{{ seats[7].player }}", "mine.j2:1: tuple object has no element 7"),
        ("{{ seats[0].speed }}", "mine.j2:1: 'dict object' has no attribute 'speed'"),
        ("{{ title | shown }}", "only blocks can be shown, and here is 'dust: turn 6'"),
        ("{{ [[1, 2]] | grid('a') }}", 'grid wants a title for each column: rows | grid("Car", "Speed")'),
        ("{% include '/etc/passwd' %}", "there is no template '/etc/passwd' to take in (allowed: post.j2)"),
        ("x" * 100_001, "is too long for a template (allowed: 100000 characters)"),
    ],
    ids=lambda text: text[:30],
)
def test_a_fault_is_said_with_its_line_and_what_there_is(text: str, message: str) -> None:
    assert message in refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "{{ title.__class__ }}",
        "{{ title['__class__'] }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ (title | string).__init__.__globals__ }}",
        "{{ data.update({'a': 1}) }}",
        "{{ title.format(1) }}",
        "{{ '{0.__class__}'.format(title) }}",
        "{{ '%s' % title }}",
        "{{ board._asdict() }}",
        "{{ title | attr('__class__') }}",
        "{{ title | safe }}",
        "{{ [1, 2] | random }}",
        "{{ self.__init__ }}",
        "{{ namespace.__init__ }}",
        "{{ range.__self__ }}",
        "{% import 'post.j2' as post with context %}{{ post.__class__ }}",
    ],
)
def test_nobody_gets_out_of_the_box(text: str) -> None:
    refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{{ a }}{% endfor %}{% endfor %}",
        "{{ range(10000000000) | list }}",
        "{{ 'x' * 100000000000 }}",
        "{{ 100000000000 * [title] }}",
        "{{ 9 ** 9 ** 9 ** 9 }}",
        "{% set x = namespace(n=99) %}{% for a in range(99) %}{% set x.n = x.n * x.n %}{% endfor %}{{ x.n }}",
        "{% set x = namespace(t='x') %}{% for a in range(99) %}{% set x.t = x.t ~ x.t %}{% endfor %}{{ x.t }}",
        "{% set x = namespace(t='x') %}{% for a in range(99) %}{% set x.t = x.t + x.t %}{% endfor %}{{ x.t }}",
        "{% set x = namespace(t=[1]) %}{% for a in range(99) %}{% set x.t = [x.t, x.t] | sum(start=[]) %}{% endfor %}",
        "{% set x %}xxxxxxxx{% endset %}" + "{% set x %}{{ x }}{{ x }}{% endset %}" * 60 + "{{ x }}",
        "{% set x = 'x' * 100000 %}{{ x | replace('x', x) }}",
        "{% set x = 'x' * 100000 %}{{ ([x] * 100000) | join }}",
        "{% set x = 'x' * 100000 %}{{ x | join(x) }}",
        "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
        "".join(f"{{% macro m{at}() %}}{{{{ m{at + 1}() }}}}{{{{ m{at + 1}() }}}}{{% endmacro %}}" for at in range(40))
        + "{% macro m40() %}{% endmacro %}{{ m0() }}",
        "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        "{% for a in range(9999) %}{{ blocks | shown }}{% endfor %}",
        "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}",
        "{% for a in range(9999) %}" + "{{ 'abc' * 1000 }}" * 10 + "{% endfor %}",
    ],
    ids=lambda text: text[:60],
)
def test_what_never_ends_is_ended(text: str) -> None:
    refused(text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *"{}%#|()[]'\"~.,=+*-_ \n0",
                "{{ ",
                " }}",
                "{% ",
                " %}",
                "for a in seats",
                "endfor",
                "title",
                "blocks",
                "shown",
                "bare",
                "grid",
                "code",
                "bullets",
                "heading",
                "if",
                "endif",
                "set x",
                "macro",
                "include",
                "player",
            ]
        ),
        max_size=14,
    )
)
def test_any_template_is_filled_in_or_refused(parts: list[str]) -> None:
    try:
        written("".join(parts))
    except InputError as error:
        if error.file != "mine.j2":
            raise
