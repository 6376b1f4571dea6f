"""Pages of SMF, Invision, Vanilla, MyBB and XMB as they are saved; the feeds of phpBB and NodeBB."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from email.utils import format_datetime

from tests.posts.forge_base import LOOKS, NAMES, Tag, american, iso, show_time, simple, to_html, user, when
from tests.posts.forge_exports import nodebb_body
from tests.posts.story import SIGNATURES, STORY, TITLE, Told


def smilie(sign: str) -> str:
    return f'<img src="https://forum.example.org/Smileys/default/x.gif" alt="{sign}" title="{NAMES[sign]}" class="smiley smilie">'


def live(posts: Sequence[Told]) -> list[Told]:
    return [told for told in posts if not told.deleted]


def make_signature(told: Told, tags: Mapping[str, Callable[[str], Tag]], before: str, after: str) -> str:
    """Return the signature of an author between what a forum writes before and after it."""
    sign = SIGNATURES.get(told.author, "")
    return f"{before}{to_html(sign, tags, smilie)}{after}" if sign else ""


def long_time(minute: int) -> str:
    return f"{when(minute):%B %d, %Y, %I:%M:%S %p}"


def page_links(number: int, here: str, there: str) -> str:
    """Return the links to both pages, `here` for the one that is shown; both may hold the page and the number of its first post."""
    return "".join((here if page == number else there).format(page=page, first=12 * page - 12) for page in (1, 2))


def smf_page(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        return (
            f'<blockquote class="bbc_standard_quote"><cite><a href="#">Quote from: {author}</a></cite>',
            "</blockquote>",
        )

    code = simple(
        '<div class="codeheader"><span class="code floatleft">Code</span></div><code class="bbc_code"><pre>',
        "</pre></code>",
    )
    tags = {**LOOKS, "quote": quote, "code": code}
    url = "https://forum.example.org/index.php"
    out = []
    for told in live(posts):
        signature = make_signature(told, tags, f'<div class="signature" id="msg_{told.id}_signature">', "</div>")
        edited = (
            f'<span class="lastedit">Last Edit</span>: {long_time(told.edited)} by {told.author}' if told.edited else ""
        )
        out.append(
            f'<div class="windowbg" id="msg{told.id}"><div class="post_wrapper"><div class="poster"><h4><a href="{url}?action=profile;u={user(told)}" '
            f'title="View the profile">{told.author}</a></h4><ul class="user_info"><li>Posts: 12</li></ul></div><div class="postarea"><div class="keyinfo">'
            f'<div id="subject_{told.id}" class="subject_title"><a href="{url}?msg={told.id}" rel="nofollow">{TITLE}</a></div>'
            f'<h5><a href="{url}?topic=77.msg{told.id}#msg{told.id}" rel="nofollow" title="Reply #{sum(one.number < told.number for one in live(STORY))} - {TITLE}" class="smalltext">{long_time(told.minute)}</a> '
            f'<span class="smalltext modified" id="modified_{told.id}">{edited}</span></h5></div>'
            f'<div class="post"><div class="inner" data-msgid="{told.id}" id="msg_{told.id}">{to_html(told.text, tags, smilie)}</div></div></div>'
            f'<div class="moderatorbar">{signature}</div></div></div>\n'
        )
    pages = page_links(
        number,
        '<span class="current_page">{page}</span>',
        f'<a class="nav_page" href="{url}?topic=77.{{first}}">{{page}}</a>',
    )
    return (
        f'<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>{TITLE}</title><link rel="canonical" href="{url}?topic=77.{12 * number - 12}"></head>'
        f'<body id="chatbot" class="action_messageindex"><div class="pagesection"><div class="pagelinks">{pages}</div></div><div id="forumposts">\n'
        + "".join(out)
        + "</div></body></html>\n"
    )


def invision_page(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        head = f'<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-username="{author}"><div class="ipsQuote_citation">{author} said:</div><div class="ipsQuote_contents">'
        return head, "</div></blockquote>"

    tags = {**LOOKS, "quote": quote, "code": simple('<pre class="ipsCode">', "</pre>")}
    url = "https://forum.example.org/topic/77-dust/"
    out = []
    for told in live(posts):
        signature = make_signature(told, tags, '<div data-role="memberSignature"><div>', "</div></div>")
        line = (
            f'<span class="ipsType_reset ipsType_medium ipsType_light" data-excludequote=""><strong>Edited <time datetime="{iso(told.edited)}">x</time> by {told.author}</strong></span>'
            if told.edited
            else ""
        )
        out.append(
            f'<a id="comment-{told.id}"></a><article id="elComment_{told.id}" class="cPost ipsBox ipsComment ipsComment_parent"><aside class="ipsComment_author cAuthorPane">'
            f'<h3 class="ipsType_sectionHead cAuthorPane_author"><strong><a href="https://forum.example.org/profile/{user(told)}-x/">{told.author}</a></strong></h3></aside>'
            f'<div class="ipsColumn"><div id="comment-{told.id}_wrap"><div class="ipsComment_meta"><a href="{url}?do=findComment&amp;comment={told.id}"><time datetime="{iso(told.minute)}" title="x">x</time></a></div>'
            f'<div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText">{to_html(told.text, tags, smilie)}{line}</div>{signature}</div></div></div></article>\n'
        )
    pages = page_links(
        number,
        '<li class="ipsPagination_page ipsPagination_active"><a href="#">{page}</a></li>',
        '<li class="ipsPagination_page"><a href="#">{page}</a></li>',
    )
    return (
        f'<!DOCTYPE html><html lang="en-US"><head><meta charset="utf-8"><title>{TITLE}</title><link rel="canonical" href="{url}"></head>'
        f'<body class="ipsApp ipsApp_front ipsJS_none"><ul class="ipsPagination" id="x" data-pages="2">{pages}</ul><div id="elPostFeed">\n'
        + "".join(out)
        + "</div></body></html>\n"
    )


def vanilla_page(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        return (
            f'<blockquote class="Quote UserQuote"><div class="QuoteAuthor"><a href="/profile/{author}">{author}</a> said:</div><div class="QuoteText">',
            "</div></blockquote>",
        )

    tags = {**LOOKS, "quote": quote, "code": simple("<pre><code>", "</code></pre>")}
    url = "https://forum.example.org/discussion"
    out = []
    for told in live(posts):
        signature = make_signature(told, tags, '<div class="Signature UserSignature">', "</div>")
        line = (
            f'<span title="Edited" class="MItem DateUpdated">edited <time datetime="{iso(told.edited)}">x</time></span>'
            if told.edited
            else ""
        )
        mark = (
            'id="Discussion_77" class="Item ItemDiscussion"'
            if told is STORY[0]
            else f'id="Comment_{told.id}" class="Item ItemComment"'
        )
        out.append(
            f'<div {mark}><div class="Item-Header"><span class="Author"><a href="/profile/{user(told)}/{told.author}" class="Username">{told.author}</a></span>'
            f'<div class="Meta"><span class="MItem DateCreated"><a href="{url}/comment/{told.id}/#Comment_{told.id}" class="Permalink"><time title="x" datetime="{iso(told.minute)}">x</time></a></span>{line}</div></div>'
            f'<div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">{to_html(told.text, tags, smilie)}</div>{signature}</div></div></div>\n'
        )
    link = f'<a href="{url}/77/dust/p{{page}}" class="{{mark}} p-{{page}}">{{page}}</a>'
    pages = page_links(number, link.replace("{mark}", "Highlight"), link.replace("{mark}", ""))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title><link rel="canonical" href="{url}/77/dust"></head>'
        f'<body id="vanilla_discussion_index" class="Vanilla Discussion isDesktop index"><span class="Pager NumberedPager">{pages}</span>\n'
        + "".join(out)
        + "</body></html>\n"
    )


def mybb_page(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        head = f'<blockquote class="mycode_quote"><cite><span> (<span title="11-21-2026, 10:01 AM">2 minutes ago</span>)</span>{author} Wrote:  <a href="showthread.php?pid=4#pid4" class="quick_jump"></a></cite>'
        return head, "</blockquote>"

    code = (
        '<div class="codeblock"><div class="title">Code:</div><div class="body" dir="ltr"><code>',
        "</code></div></div>",
    )
    tags = {**LOOKS, "quote": quote, "code": simple(*code), "s": simple('<span class="mycode_s"><s>', "</s></span>")}
    out = []
    for told in live(posts):
        profile = f"https://forum.example.org/member.php?action=profile&amp;uid={user(told)}"
        edited = (
            f'<span class="edited_post">(This post was last modified: {american(told.edited)} by <a href="{profile}">{told.author}</a>.)</span>'
            if told.edited
            else ""
        )
        signature = make_signature(told, tags, '<div class="signature scaleimages">', "</div>")
        place = sum(one.number <= told.number for one in live(STORY))
        out.append(
            f'<a name="pid{told.id}" id="pid{told.id}"></a><div class="post " style="" id="post_{told.id}"><div class="post_author"><div class="author_information">'
            f'<strong><span class="largetext"><a href="{profile}">{told.author}</a></span></strong><br /><span class="smalltext">Member</span></div><div class="author_statistics">Posts: 2<br />Joined: Nov 2026</div></div>'
            f'<div class="post_content"><div class="post_head"><div class="float_right"><strong><a href="showthread.php?tid=77&amp;pid={told.id}#pid{told.id}" title="{TITLE}">#{place}</a></strong></div>'
            f'<span class="post_date">{american(told.minute)} <span class="post_edit" id="edited_by_{told.id}">{edited}</span></span></div>'
            f'<div class="post_body scaleimages" id="pid_{told.id}">{to_html(told.text, tags, smilie)}</div>{signature}<div class="post_meta" id="post_meta_{told.id}"></div></div></div>\n'
        )
    pages = page_links(
        number,
        '<span class="pagination_current">{page}</span>',
        '<a href="showthread.php?tid=77&amp;page={page}" class="pagination_page">{page}</a>',
    )
    return (
        f'<!DOCTYPE html><html xml:lang="en" lang="en"><head><title>{TITLE}</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /><link rel="canonical" href="https://forum.example.org/showthread.php?tid=77" /></head>'
        f'<body><div id="container"><div class="pagination"><span class="pages">Pages (2):</span>{pages}</div><div id="posts">\n'
        + "".join(out)
        + "</div></div></body></html>\n"
    )


def xmb_page(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        return f"<blockquote>Quote: Originally posted by {author}", "</blockquote>"

    tags = {**LOOKS, "quote": quote, "code": simple("<pre><code>", "</code></pre>")}
    out = []
    for told in live(posts):
        line = f"<br /><br />[Edited on {when(told.edited):%m-%d-%Y} by {told.author}]" if told.edited else ""
        out.append(
            f'<tr bgcolor="#fff"><td rowspan="3" valign="top" class="tablerow"><font class="mediumtxt"><strong><a href="member.php?action=viewpro&amp;member={told.author}">{told.author}</a></strong></font>'
            f'<div class="smalltxt"><a name="pid{told.id}"></a>Member</div></td><td class="tablerow"><table><tr><td class="smalltxt"><a href="viewthread.php?tid=77&amp;goto=search&amp;pid={told.id}" rel="nofollow">'
            f"posted on {american(told.minute).replace(',', ' at')}</a></td></tr></table></td></tr>"
            f'<tr bgcolor="#fff"><td class="tablerow"><font class="subject"><strong>{TITLE}</strong></font><br /><br /><div class="mediumtxt">{to_html(told.text, tags, smilie)}{line}</div></td></tr>'
            '<tr bgcolor="#fff"><td class="tablerow"><table><tr><td class="smalltxt">Profile</td></tr></table></td></tr>\n'
        )
    pages = page_links(number, "<strong>{page}</strong>", '<a href="viewthread.php?tid=77&amp;page={page}">{page}</a>')
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{TITLE}</title><link rel="canonical" href="https://forum.example.org/viewthread.php?tid=77"></head>'
        f'<body><table><tr><td class="multi">{pages}</td></tr></table><table class="posts"><tbody>\n'
        + "".join(out)
        + "</tbody></table></body></html>\n"
    )


def phpbb_feed(number: int, posts: Sequence[Told]) -> str:
    """Return the Atom feed of a topic, newest post first; its account stands in the last paragraph of each text."""
    del number
    tags = {**LOOKS, "quote": lambda author: (f"<blockquote><div><cite>{author} wrote:</cite>", "</div></blockquote>"),
            "code": simple("<pre><code>", "</code></pre>")}  # fmt: skip
    url = "https://forum.example.org"
    entries = [
        f"<entry><author><name><![CDATA[{told.author}]]></name></author><updated>{iso(told.edited or told.minute)}</updated><published>{iso(told.minute)}</published>"
        f'<id>{url}/viewtopic.php?p={told.id}#p{told.id}</id><link href="{url}/viewtopic.php?p={told.id}#p{told.id}"/><title type="html"><![CDATA[Re: {TITLE}]]></title>'
        f'<content type="html"><![CDATA[\n{to_html(told.text, tags, smilie)}<p>Statistics: Posted by <a href="{url}/memberlist.php?mode=viewprofile&amp;u={user(told)}">{told.author}</a> — {show_time(told.minute)}</p><hr />\n]]></content></entry>'
        for told in reversed(live(posts))
    ]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-gb"><title>My Board</title><author><name><![CDATA[My Board]]></name></author><id>{url}/app.php/feed/topic/77</id>\n'
    return head + "\n".join(entries) + "\n</feed>\n"


def nodebb_feed(number: int, posts: Sequence[Told]) -> str:
    """Return the RSS feed of a topic: names without accounts, and the time of the last change."""
    del number
    url = "https://forum.example.org"
    items = [
        f"<item><title><![CDATA[Reply to {TITLE}]]></title><description><![CDATA[{nodebb_body(told.text)}]]></description><link>{url}/post/{told.id}</link>"
        f'<guid isPermaLink="true">{url}/post/{told.id}</guid><dc:creator><![CDATA[{told.author}]]></dc:creator><pubDate>{format_datetime(when(told.edited or told.minute), usegmt=True)}</pubDate></item>'
        for told in reversed(live(posts))
    ]
    head = f'<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel><title><![CDATA[{TITLE}]]></title><link>{url}/topic/77/dust</link>\n'
    return head + "\n".join(items) + "</channel></rss>\n"
