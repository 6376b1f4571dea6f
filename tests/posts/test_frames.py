"""Nothing inside a post's content is ever a post, an author, an edit or a setting of the page, in any reader."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest

from gm_tools.posts.formats import html_text, html_tree, mybb, nodebb, phpbb, vbulletin, xenforo
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Page
from tests import effort
from tests.posts import forge

HTML = sorted(kind for kind, (suffix, _) in forge.KINDS.items() if suffix == "html")
MARK = "I retract my order."  # in a post by Kim


def page_with(kind: str, markup: str) -> bytes:
    _, data = forge.files(kind)[1]
    encoding = "windows-1252" if kind == "vbulletin-3" else "utf-8"
    return data.decode(encoding).replace(MARK, MARK + markup, 1).encode(encoding)


def read(kind: str, markup: str) -> Page:
    (page,) = read_pages(page_with(kind, markup), "x.html")
    return page


@cache
def honest_page(kind: str, number: int = 1) -> Page:
    """Return a page of the story as nobody forged it."""
    (page,) = read_pages(forge.files(kind)[number][1], "x.html")
    return page


POSTS = [
    '<div id="p9999" class="post"><p class="author"><a class="username" href="memberlist.php?mode=viewprofile&u=9">Alice</a> » <time datetime="2026-11-21T12:00:00+00:00">x</time></p><div class="content">Order: (9M)</div></div>',
    '<ul><li component="post" data-pid="9999" data-uid="9" data-username="Alice" data-timestamp="1795341905337" data-index="99"><div component="post/content">Order: (9M)</div></li></ul>',
    '<article class="message" data-author="Alice" data-content="post-9999" id="js-post-9999"><div class="bbWrapper">Order: (9M)</div></article>',
    '<ul><li class="message" data-author="Alice" id="post-9999"><blockquote class="messageText">Order: (9M)</blockquote></li></ul>',
    '<table id="post9999"><tr><td class="thead">11-21-2026, 12:00 PM</td></tr><tr><td><a class="bigusername">Alice</a><div id="post_message_9999">Order: (9M)</div></td></tr></table>',
    '<ul><li class="postcontainer" id="post_9999"><a class="username">Alice</a><div id="post_message_9999">Order: (9M)</div></li></ul>',
    '<ul><li class="b-post js-post" data-node-id="9999"><div class="author">Alice</div><div itemprop="text">Order: (9M)</div></li></ul>',
    '<div class="post" id="post_9999"><div class="author_information">Alice</div><div class="post_body">Order: (9M)</div></div>',
]


def each_or_all(markups: list[str]) -> list[str]:
    """Return all of them in one text for every day, in a long run also each by itself."""
    return effort.choose(["".join(markups)], [*markups, "".join(markups)])


@pytest.mark.long
@pytest.mark.parametrize("kind", HTML)
@pytest.mark.parametrize("markup", each_or_all(POSTS), ids=count())
def test_a_post_inside_a_post_is_text_of_its_author(kind: str, markup: str) -> None:
    honest, forged = honest_page(kind), read(kind, markup)
    assert [(post.id, post.author, post.author_id, post.posted) for post in forged.posts] == [
        (post.id, post.author, post.author_id, post.posted) for post in honest.posts
    ]
    assert forged._replace(posts=(), warnings=()) == honest._replace(posts=(), warnings=())


FORGERIES = [
    '<div class="notice">Last edited by Gus on Sat Nov 21, 2026 1:02 pm, edited 1 time in total.</div>',
    '<p class="post-notice unapproved">Waits</p><p class="post-notice deleted">Gone</p><div class="post_deleted_msg">x</div>',
    '<div class="message-lastEdit">Last edited: <time datetime="2026-11-21T13:02:00+0000" data-time="1795266120">x</time></div>',
    '<div class="editDate">Last edited: <span class="DateTime" title="Nov 21, 2026 at 1:02 PM">x</span></div>',
    '<div class="smallfont"><hr><em>Last edited by Gus; 11-21-2026 at 01:02 PM.</em></div>',
    '<blockquote class="postcontent lastedited">Last edited by Gus; 11-21-2026 at 01:02 PM.</blockquote>',
    '<div class="post-edited b-post__edit-info">Last edited by Gus; 11-21-2026, 01:02 PM.</div>',
    '<meta itemprop="dateModified" content="2026-11-21T13:02:00Z"><meta itemprop="datePublished" content="2020-01-01T00:00:00Z">',
    '<meta name="generator" content="vBulletin 3.8"><link rel="canonical" href="https://evil.org/viewtopic.php?t=1"><base href="https://evil.org/">',
    '<p class="author">by <strong><a class="username" data-user-id="9">Alice</a></strong> » <time datetime="2020-01-01T00:00:00Z">x</time></p>',
    '<p class="copyright timezone">All times are UTC-05:00</p><div class="footer_time">All times are GMT -5.</div>',
    '<div class="pagination">99 posts • Page <strong>1</strong> of <strong>9</strong></div><nav class="PageNav" data-page="1" data-last="9"></nav><div component="pagination"><li data-page="9" class="active"></li></div>',
    '<h1 class="p-title-value">Another thread</h1><h2 class="topic-title"><a href="viewtopic.php?t=1">Another</a></h2><ul component="topic" data-tid="1"></ul>',
    '<a id="postcount1" class="postcounter" name="99">#99</a>',
    '<div class="signature"><div class="content">x</div></div>',
]


@pytest.mark.long
@pytest.mark.parametrize("kind", HTML)
@pytest.mark.parametrize("markup", each_or_all(FORGERIES), ids=count())
def test_what_a_player_writes_like_the_forum_changes_nothing(kind: str, markup: str) -> None:
    honest, forged = honest_page(kind), read(kind, markup)
    for mine, its in zip(forged.posts, honest.posts, strict=True):
        same = its if mine.id != its.id or MARK not in its.text else mine
        assert mine._replace(text="", sha256="", quotes=()) == its._replace(text="", sha256="", quotes=())
        assert same.edited == its.edited
    assert forged._replace(posts=()) == honest._replace(posts=())


@pytest.mark.long
@pytest.mark.parametrize("kind", HTML)
@pytest.mark.parametrize("markup", each_or_all([*POSTS, *FORGERIES]), ids=count())
def test_a_signature_is_not_taken_for_the_forums_frame(kind: str, markup: str) -> None:
    _, data = forge.files(kind)[0]
    encoding = "windows-1252" if kind == "vbulletin-3" else "utf-8"
    text = data.decode(encoding)
    if "all alarm, no harm" not in text:
        pytest.skip("this forum shows no signature")
    forged = text.replace("all alarm, no harm", "all alarm, no harm" + markup)
    (page,) = read_pages(forged.encode(encoding), "x.html")
    assert page._replace(warnings=()) == honest_page(kind, 0)


def test_text_that_looks_like_a_post_inside_a_post_gives_a_warning() -> None:
    assert "1 thing inside a post looks like a post" in "".join(read("phpbb-3.3", POSTS[0]).warnings)
    assert read("phpbb-3.3", POSTS[1]).warnings == ()


def test_a_page_of_no_known_style_is_told_by_its_first_post() -> None:
    for kind in ("phpbb-3.3", "nodebb"):
        data = page_with(kind, "".join(POSTS)).replace(b'id="phpbb"', b"").replace(b"page-topic", b"")
        (page,) = read_pages(data, "x.html")
        assert page.source == kind.partition("-")[0]
        assert len(page.posts) == len(honest_page(kind).posts)


@pytest.mark.parametrize(
    ("words", "edited"),
    [
        ("Zuletzt geändert von {} am Sa 21. Nov 2026, 13:02, insgesamt 1-mal geändert.", "2026-11-21T13:02"),
        ("Dernière modification par {} le sam. 21 sept. 2026 13:02, modifié 1 fois.", "2026-09-21T13:02"),
        ("Последний раз редактировалось {} Сб ноя 21, 2026 1:02 pm, всего 1 раз.", "?"),
        ("Ostatnio zmieniony 21.11.2026, 13:02 przez {}, łącznie zmieniany 1 raz.", "2026-11-21T13:02"),
    ],
)
def test_an_edit_is_seen_in_any_language(words: str, edited: str) -> None:
    _, data = forge.files("phpbb-3.3")[0]
    before, _, after = data.decode().partition('<div class="notice">')
    assert after
    name = '<a class="username" href="x?u=3">1 January 2020 10:00</a>'
    notice = f'<div class="notice">{words.format(name)}<br><strong>Grund:</strong> <em>2 Feb 2020, 11:11</em>'
    (page,) = read_pages((before + notice + after[after.index("</div>") :]).encode(), "x.html")
    changed = next(post for post in page.posts if post.edited)
    assert changed.edited.startswith(edited)
    assert changed.edited == "?" or changed.edited_span == 60


def test_a_notice_that_the_topic_was_bumped_is_not_an_edit() -> None:
    _, data = forge.files("phpbb-3.3")[0]
    bumped = data.replace(b'<div class="notice">', b'<div class="notice"><br /><br />Last bumped by Gus on ')
    (page,) = read_pages(bumped, "x.html")
    assert not any(post.edited for post in page.posts)


def test_a_notice_who_thanked_for_a_post_is_not_an_edit() -> None:
    _, data = forge.files("phpbb-3.3")[0]
    thanks = b'<div class="notice">\n<dl><dt>These users thanked the author:</dt><dd><a class="username">Bob</a> (Sat Nov 21, 2026 11:59 pm)</dd></dl></div>'
    (page,) = read_pages(data.replace(b'<div class="notice">', thanks + b'<div class="notice">'), "x.html")
    assert page == honest_page("phpbb-3.3", 0)
    (page,) = read_pages(data.replace(b'<div class="notice">', thanks + b'<div class="x">'), "x.html")
    assert not any(post.edited for post in page.posts)


@pytest.mark.parametrize(
    "preview",
    [
        '<div class="bbCodeBlock bbCodeBlock--unfurl js-unfurl"><h3><a href="/threads/dust.77/">Dust</a></h3><div class="contentRow-snippet">{}</div></div>',
        '<aside class="onebox allowlistedgeneric"><article class="onebox-body"><h3><a href="/t/77">Dust</a></h3><p>{}</p></article></aside>',
        '<a href="/t/77" class="inline-onebox">{}</a>',
        '<div class="card position-relative link-preview p-0"><h5 class="card-title">Dust</h5><p class="card-text">{}</p></div>',
        '<div class="embedExternal embedText embedQuote"><div class="embedText-body"><p>{}</p></div></div>',
        '<a class="embed-link embed embedLink" href="/77"><article class="embedLink-body">{}</article></a>',
    ],
    ids=count(),
)
def test_what_a_forum_shows_of_the_page_that_a_link_leads_to_is_a_quote(preview: str) -> None:
    body = html_text.read_body(html_tree.parse_fragment(f"<p>See</p>{preview.format('Order: (6M)')}<p>Fast!</p>"))
    assert body.text.split() == ["See", "Fast!"]
    assert "Order: (6M)" in body.quotes[0]


@pytest.mark.long
@pytest.mark.parametrize("kind", HTML)
def test_the_depth_of_a_page_costs_no_more_than_its_length(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are counted, not seconds: how many elements the readers visit for a page that nests twice as deep."""
    expected = len(honest_page(kind).posts)  # read once, and not counted
    visits = 0
    classes, attr = html_tree.classes, html_tree.attr

    def visit(node: html_tree.Node, *rest: str) -> object:
        nonlocal visits
        visits += 1
        return attr(node, *rest) if rest else classes(node)

    for module in (html_tree, phpbb, mybb, nodebb, vbulletin, xenforo):
        for name in ("attr", "classes"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, visit)
    counts = []
    for depth in effort.choose((100, 200, 400), (500, 1000, 2000)):
        visits = 0
        nested = (
            "".join(POSTS)
            + '<div class="post notice author pagination thead message" id="p7">' * depth
            + "</div>" * depth
        )
        page = read(kind, nested)
        assert len(page.posts) == expected
        counts.append(visits)
    assert counts[2] - counts[1] <= 2.2 * (counts[1] - counts[0])


def tags_of(markup: str) -> tuple[str, str]:
    """Return what opens a forged post, and what closes it."""
    opening = markup.removeprefix("<ul>").partition(">")[0] + ">"
    name = opening[1:].partition(" ")[0]
    if name in {"li", "table"}:  # these do not nest without what must stand between them
        return f"<ul>{opening}", f"</{name}></ul>"
    return opening, f"</{name}>"


@pytest.mark.long
@pytest.mark.parametrize("kind", HTML)
def test_posts_nested_thousands_deep_are_one_post(kind: str) -> None:
    """Every day the posts of all forums inside one another, in a long run also those of each forum alone."""
    tags = [tags_of(markup) for markup in POSTS]
    for nested in effort.choose([tags * 100], [tags * 200, *([one] * 5_000 for one in tags)]):
        page = read(kind, "".join(one[0] for one in nested) + "".join(one[1] for one in reversed(nested)))
        assert [post.id for post in page.posts] == [post.id for post in honest_page(kind).posts]
