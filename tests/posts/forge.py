"""Renders the story as each forum would: `python -m tests.posts.forge` writes the fixtures anew.

The frames are the forums' own structure (elements, classes, ids, attributes that readers go by, and the traps between them);
the words are this project's.
"""

from __future__ import annotations

import html
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from tests.posts.story import PAGE, SIGNATURES, SMILIES, STORY, TITLE, Told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FIXTURES = Path(__file__).parent / "fixtures"
BEGIN = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
NAMES = {":D": "Very Happy", ";)": "Wink", ":)": "Smile"}
Tag = tuple[str, str]


def when(minute: int) -> datetime:
    return BEGIN + timedelta(minutes=minute)


def iso(minute: int) -> str:
    return when(minute).isoformat()


def shown(minute: int) -> str:
    """`Sat Nov 21, 2026 1:02 pm`."""
    time = when(minute)
    return f"{time:%a %b %d, %Y} {time.hour % 12 or 12}:{time:%M} {'pm' if time.hour >= 12 else 'am'}"


def american(minute: int) -> str:
    """`11-21-2026, 01:02 PM`."""
    return f"{when(minute):%m-%d-%Y, %I:%M %p}"


def slug(name: str) -> str:
    return name.lower()


def user(name: str) -> int:
    return sum(map(ord, name.lower()))


def to_html(
    text: str, tags: Mapping[str, Callable[[str], Tag]], smilie: Callable[[str], str], brk: str = "<br />\n"
) -> str:
    """Turn BBCode into a forum's HTML; a tag that the forum does not know stays as it was typed."""
    out: list[str] = []
    stack: list[tuple[str, str]] = []
    at = 0
    in_code = False
    pattern = re.compile(r"\[(/?)(\w+)(?:=([^\]]*))?\]")
    for found in [*pattern.finditer(text), None]:
        words = text[at : found.start() if found else len(text)]
        if in_code:
            out.append(html.escape(words.strip("\n"), quote=False))
        else:
            shown_words = html.escape(words, quote=False)
            for sign in SMILIES:
                shown_words = shown_words.replace(sign, smilie(sign))
            out.append(shown_words.replace("\n", brk))
        if found is None:
            break
        at = found.end()
        closes, name, argument = found[1], found[2], found[3] or ""
        if name not in tags or (in_code and not (closes and name == "code")):
            out.append(html.escape(found[0], quote=False))
        elif closes:
            while stack:
                opened, end = stack.pop()
                out.append(end)
                if opened == name:
                    break
            in_code = False
            if name in {"quote", "code"} and text[at : at + 1] == "\n":
                at += 1
        else:
            start, end = tags[name](argument)
            out.append(start)
            stack.append((name, end))
            in_code = name == "code"
    return "".join(out)


def simple(start: str, end: str) -> Callable[[str], Tag]:
    return lambda _argument: (start, end)


LOOKS: dict[str, Callable[[str], Tag]] = {
    "b": simple("<strong>", "</strong>"),
    "i": simple("<em>", "</em>"),
    "s": simple("<s>", "</s>"),
    "color": lambda colour: (f'<span style="color:{colour}">', "</span>"),
    "url": lambda address: (f'<a href="{address}" class="postlink">', "</a>"),
}


def pages() -> list[tuple[int, Sequence[Told]]]:
    return [(1, STORY[:PAGE]), (2, STORY[PAGE:])]


# phpBB


def phpbb_page(number: int, posts: Sequence[Told], version: str) -> str:
    old = version == "3.0"

    def smilie(sign: str) -> str:
        kind = "" if old else 'class="smilies" '
        return (
            f'<img {kind}src="./images/smilies/icon_x.gif" width="15" height="17" alt="{sign}" title="{NAMES[sign]}" />'
        )

    def quote(author: str) -> Tag:
        return f"<blockquote><div><cite>{author} wrote:</cite>", "</div></blockquote>"

    code = (
        (
            '<dl class="codebox"><dt>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></dt><dd><code>',
            "</code></dd></dl>",
        )
        if old
        else (
            '<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>',
            "</code></pre></div>",
        )
    )
    tags = {**LOOKS, "quote": quote, "code": simple(*code)}
    tags["b"] = (
        simple('<span style="font-weight: bold">', "</span>")
        if old
        else simple('<strong class="text-strong">', "</strong>")
    )
    tags["s"] = simple('<span style="text-decoration: line-through">', "</span>")

    def body(told: Told | str) -> str:
        words = to_html(told if isinstance(told, str) else told.text, tags, smilie)
        if not old:
            return words
        # 3.0 breaks the lines of code with <br />, and keeps blanks as entities.
        return re.sub(
            r"<code>(.*?)</code>",
            lambda found: "<code>" + found[1].replace("  ", "&nbsp; ").replace("\n", "<br />") + "</code>",
            words,
            flags=re.DOTALL,
        )

    out = []
    for told in posts:
        name, link = told.author, f"./memberlist.php?mode=viewprofile&amp;u={user(told.author)}"
        sign = SIGNATURES.get(name, "")
        signature = f'<div id="sig{told.id}" class="signature">{body(sign)}</div>' if sign else ""
        notice = (
            f'<div class="notice">Last edited by <a href="{link}">{name}</a> on {shown(told.edited)}, edited 1 time in total.</div>'
            if told.edited
            else ""
        )
        content = f'<div class="content">{body(told)}</div>{notice}{signature}'
        profile = f'<dl class="postprofile" id="profile{told.id}"><dt><a href="{link}" class="username">{name}</a></dt><dd>Posts: 12</dd></dl>'
        if old:
            if told.deleted:
                continue  # 3.0 keeps nothing of a deleted post
            profile = profile.replace(' class="username"', "")
            author = (
                f'<p class="author"><a href="./viewtopic.php?p={told.id}#p{told.id}"><img src="./styles/prosilver/imageset/icon_post_target.gif" width="11" height="9" alt="Post" title="Post" /></a>'
                f'by <strong><a href="{link}">{name}</a></strong> &raquo; {shown(told.minute)} </p>'
            )
            inner = f'<div class="postbody"><h3 class="first"><a href="#p{told.id}">Re: {TITLE}</a></h3>{author}{content}</div>{profile}'
        else:
            clock = (
                f'<time datetime="{iso(told.minute)}">{shown(told.minute)}</time>'
                if version == "3.3"
                else shown(told.minute)
            )
            author = (
                f'<p class="author"><a class="unread" href="./viewtopic.php?p={told.id}#p{told.id}" title="Post"><i class="icon fa-file fa-fw" aria-hidden="true"></i><span class="sr-only">Post</span></a>'
                f'<span class="responsive-hide">by <strong><a href="{link}" class="username">{name}</a></strong> &raquo; </span>{clock}</p>'
            )
            hidden = (
                '<div class="post_deleted_msg">This post was deleted by <a href="#" class="username">Gus</a>. <a class="display_post" href="#">Display</a></div>'
                if told.deleted
                else ""
            )
            style = ' style="display: none;"' if told.deleted else ""
            inner = (
                f'{profile}<div class="postbody">{hidden}<div id="post_content{told.id}"{style}><h3 class="first"><a href="./viewtopic.php?p={told.id}#p{told.id}">Re: {TITLE}</a></h3>'
                f'<ul class="post-buttons"><li><a href="./posting.php" title="Reply with quote" class="button"><span class="sr-only">Quote</span></a></li></ul>{author}{content}</div></div>'
            )
        classes = "post bg1" + (" deleted" if told.deleted else "")
        out.append(
            f'<div id="p{told.id}" class="{classes}"><div class="inner">{inner}<div class="back2top"><a href="#top">Top</a></div></div></div>\n<hr class="divider" />'
        )
    total = sum(not told.deleted for told in STORY) if old else len(STORY)
    paging = (
        f'<div class="pagination">{total} posts &bull; <a href="#" onclick="jumpto(); return false;">Page <strong>{number}</strong> of <strong>2</strong></a></div>'
        if old
        else f'<div class="pagination">{total} posts <ul>'
        + "".join(
            f'<li class="active"><span>{page}</span></li>'
            if page == number
            else f'<li><a class="button" href="./viewtopic.php?t=77&amp;start={(page - 1) * PAGE}" role="button">{page}</a></li>'
            for page in (1, 2)
        )
        + '<li class="arrow next"><a class="button" href="#" rel="next">Next</a></li></ul></div>'
    )
    head = '<meta http-equiv="content-type" content="text/html; charset=UTF-8" />' if old else '<meta charset="utf-8">'
    topic = (
        '<h2><a href="./viewtopic.php?f=2&amp;t=77">'
        if old
        else '<h2 class="topic-title"><a href="./viewtopic.php?f=2&amp;t=77">'
    )
    return (
        f'<!DOCTYPE html><html dir="ltr" lang="en-gb"><head>{head}<title>{TITLE} - Example</title><link rel="canonical" href="https://forum.example.org/viewtopic.php?t=77"></head>'
        f'<body id="phpbb" class="section-viewtopic ltr"><div id="wrap">{topic}{TITLE}</a></h2><div class="topic-actions action-bar">{paging}</div>\n'
        + "\n".join(out)
        + '<div id="page-footer" class="page-footer"><ul class="linklist"><li class="rightside">All times are <span title="UTC">UTC</span></li></ul></div></div></body></html>\n'
    )


# XenForo


def xenforo2_page(number: int, posts: Sequence[Told]) -> str:
    def smilie(sign: str) -> str:
        return f'<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP" class="smilie smilie--sprite smilie--sprite1" alt="{sign}" title="{NAMES[sign]} {sign}" loading="lazy" data-shortname="{sign}" />'

    def quote(author: str) -> Tag:
        return (
            (
                f'<blockquote data-attributes="member: {user(author)}" data-quote="{author}" data-source="post: 1028" class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch">'
                f'<div class="bbCodeBlock-title"><a href="/goto/post?id=1028" class="bbCodeBlock-sourceJump" rel="nofollow">{author} said:</a></div>'
                '<div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent js-expandContent ">'
            ),
            '</div><div class="bbCodeBlock-expandLink js-expandLink"><a role="button" tabindex="0">Click to expand...</a></div></div></blockquote>',
        )

    code = (
        '<div class="bbCodeBlock bbCodeBlock--screenLimited bbCodeBlock--code"><div class="bbCodeBlock-title">Code:</div><div class="bbCodeBlock-content" dir="ltr"><pre class="bbCodeCode" dir="ltr" data-xf-init="code-block" data-lang=""><code>',
        "</code></pre></div></div>",
    )
    tags = {**LOOKS, "quote": quote, "code": simple(*code), "b": simple("<b>", "</b>")}
    out = []
    for told in posts:
        name = told.author
        if told.deleted:
            out.append(
                f'<div class="message message--deleted js-post" id="js-post-{told.id}" data-author="{name}" data-content="post-{told.id}"><div class="messageNotice messageNotice--deleted">Deleted by Gus</div></div>'
            )
            continue
        time = f'<time class="u-dt" dir="auto" datetime="{when(told.minute):%Y-%m-%dT%H:%M:%S+0000}" data-timestamp="{int(when(told.minute).timestamp())}" data-time="{int(when(told.minute).timestamp())}" title="x">Nov 21, 2026</time>'
        edit = (
            f'<div class="message-lastEdit">Last edited: <time class="u-dt" dir="auto" datetime="{when(told.edited):%Y-%m-%dT%H:%M:%S+0000}" data-time="{int(when(told.edited).timestamp())}">Nov 23, 2026</time></div>'
            if told.edited
            else ""
        )
        sign = SIGNATURES.get(name, "")
        signature = (
            f'<aside class="message-signature"><div class="bbWrapper">{to_html(sign, tags, smilie)}</div></aside>'
            if sign
            else ""
        )
        out.append(
            f'<article class="message message--post js-post js-inlineModContainer" data-author="{name}" data-content="post-{told.id}" id="js-post-{told.id}" itemscope itemtype="https://schema.org/Comment">'
            f'<span class="u-anchorTarget" id="post-{told.id}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a href="/members/{slug(name)}.{user(name)}/" class="username" data-user-id="{user(name)}"><span itemprop="name">{name}</span></a></h4></section></div>'
            f'<div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline"><li class="u-concealed"><a href="/threads/dust.77/post-{told.id}" rel="nofollow">{time}</a></li></ul>'
            f'<ul class="message-attribution-opposite message-attribution-opposite--list"><li><a href="/threads/dust.77/post-{told.id}" class="message-attribution-gadget" rel="nofollow"><i class="fa--xf"></i></a></li><li><a href="/threads/dust.77/post-{told.id}" rel="nofollow">#{told.number}</a></li></ul></header>'
            f'<div class="message-content js-messageContent"><div class="message-userContent lbContainer js-lbContainer" data-lb-id="post-{told.id}"><article class="message-body js-selectToQuote"><div itemprop="text"><div class="bbWrapper">{to_html(told.text, tags, smilie)}</div></div><div class="js-selectToQuoteEnd">&nbsp;</div></article></div>{edit}{signature}</div>'
            '<footer class="message-footer"><div class="reactionsBar"><a class="reactionsBar-link" href="#"><bdi>Bob</bdi> likes this</a></div></footer></div></div></div></article>'
        )
    nav = "".join(
        f'<li class="pageNav-page {"pageNav-page--current" if page == number else ""}"><a href="/threads/dust.77/page-{page}">{page}</a></li>'
        for page in (1, 2)
    )
    return (
        '<!DOCTYPE html><html id="XF" lang="en-US" dir="LTR" data-xf="2.2" data-app="public" data-template="thread_view" data-container-key="node-5" data-content-key="thread-77" data-logged-in="false" class="has-no-js template-thread_view">'
        f'<head><meta charset="utf-8" /><title>{TITLE} | Example</title><link rel="canonical" href="https://forum.example.org/threads/dust.77/" /></head><body data-template="thread_view"><h1 class="p-title-value">{TITLE}</h1>'
        f'<nav class="pageNavWrapper pageNavWrapper--mixed"><div class="pageNav"><ul class="pageNav-main">{nav}</ul></div></nav><div class="block-body js-replyNewMessageContainer">\n'
        + "\n".join(out)
        + "</div></body></html>\n"
    )


def xenforo1_page(number: int, posts: Sequence[Told]) -> str:
    def smilie(sign: str) -> str:
        return f'<img src="styles/default/xenforo/clear.png" class="mceSmilieSprite mceSmilie1" alt="{sign}" title="{NAMES[sign]}    {sign}" />'

    def quote(author: str) -> Tag:
        return (
            f'<div class="bbCodeBlock bbCodeQuote" data-author="{author}"><aside><div class="attribution type">{author} said: <a href="goto/post?id=1028#post-1028" class="AttributionLink">&uarr;</a></div><blockquote class="quoteContainer"><div class="quote">',
            '</div><div class="quoteExpand">Click to expand...</div></blockquote></aside></div>',
        )

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple('<div class="bbCodeBlock bbCodeCode"><div class="type">Code:</div><pre>', "</pre></div>"),
        "s": simple('<span style="text-decoration: line-through">', "</span>"),
    }

    def clock(minute: int, *, recent: bool) -> str:
        time = when(minute)
        words = f"{time:%b} {time.day}, {time.year} at {time.hour % 12 or 12}:{time:%M %p}"
        if recent:  # of the last days: with seconds since 1970; older ones are only words
            return f'<abbr class="DateTime" data-time="{int(time.timestamp())}" data-diff="100" data-datestring="x" data-timestring="y">{words}</abbr>'
        return f'<span class="DateTime" title="{words}">{time:%b} {time.day}, {time.year}</span>'

    out = []
    for told in posts:
        name = told.author
        if told.deleted:
            out.append(
                f'<li id="post-{told.id}" class="message deleted placeholder" data-author="{name}"><div class="placeholderContent"><div class="secondaryContent">This message by {name} has been removed from public view.</div></div></li>'
            )
            continue
        edit = f'<div class="editDate">Last edited: {clock(told.edited, recent=True)}</div>' if told.edited else ""
        sign = SIGNATURES.get(name, "")
        signature = (
            f'<div class="baseHtml signature messageText ugc"><aside>{to_html(sign, tags, smilie)}</aside></div>'
            if sign
            else ""
        )
        out.append(
            f'<li id="post-{told.id}" class="message   " data-author="{name}"><div class="messageUserInfo" itemscope="itemscope"><div class="messageUserBlock "><h3 class="userText"><a href="members/{slug(name)}.{user(name)}/" class="username" dir="auto" itemprop="name">{name}</a></h3></div></div>'
            f'<div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">{to_html(told.text, tags, smilie)}<div class="messageTextEndMarker">&nbsp;</div></blockquote></article></div>{edit}{signature}'
            f'<div class="messageMeta ToggleTriggerAnchor"><div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="members/x.1/" class="username author" dir="auto">{name}</a>,</span> <a href="threads/dust.77/#post-{told.id}" title="Permalink" class="datePermalink">{clock(told.minute, recent=told.number > 6)}</a></span></div>'
            f'<div class="publicControls"><a href="threads/dust.77/#post-{told.id}" title="Permalink" class="item muted postNumber hashPermalink OverlayTrigger" data-href="posts/{told.id}/permalink">#{told.number}</a></div></div></div></li>'
        )
    return (
        f'<!DOCTYPE html><html id="XenForo" lang="en-US" dir="LTR" class="Public NoJs LoggedOut" xmlns:fb="http://www.facebook.com/2008/fbml"><head><meta charset="utf-8" /><title>{TITLE} | Example</title><link rel="canonical" href="https://forum.example.org/threads/dust.77/" /></head>'
        f'<body class="thread_view"><div class="titleBar"><h1>{TITLE}</h1></div><div class="PageNav" data-page="{number}" data-range="2" data-start="2" data-end="1" data-last="2" data-sentinel="x"><span class="pageNavHeader">Page {number} of 2</span></div>'
        '<ol class="messageList" id="messageList">\n' + "\n".join(out) + "</ol></body></html>\n"
    )


# vBulletin


def vb_smilie(sign: str) -> str:
    return f'<img src="images/smilies/x.png" border="0" alt="" title="{NAMES[sign]}" class="inlineimg" />'


def vbulletin3_page(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        return (
            (
                '<div style="margin:20px; margin-top:5px; "><div class="smallfont" style="margin-bottom:2px">Quote:</div><table cellpadding="6" cellspacing="0" border="0" width="100%"><tr><td class="alt2" style="border:1px inset">'
                f'<div>Originally Posted by <strong>{author}</strong> <a href="showthread.php?p=1028#post1028" rel="nofollow"><img class="inlineimg" src="images/buttons/viewpost.gif" border="0" alt="View Post" /></a></div><div style="font-style:italic">'
            ),
            "</div></td></tr></table></div>",
        )

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple(
            '<div style="margin:20px; margin-top:5px"><div class="smallfont" style="margin-bottom:2px">Code:</div><pre class="alt2" dir="ltr" style="margin: 0px; padding: 6px; border: 1px inset; width: 640px; height: 34px; text-align: left; overflow: auto">',
            "</pre></div>",
        ),
        "s": simple("<strike>", "</strike>"),
        "color": lambda colour: (f'<font color="{colour}">', "</font>"),
    }
    out = []
    for told in posts:
        name = told.author
        if told.deleted:
            out.append(
                f'<table id="post{told.id}" class="tborder" width="100%"><tr><td class="alt2">#<a name="{told.number}" id="postcount{told.id}">{told.number}</a> This message has been deleted by <strong>Gus</strong>.</td></tr></table>'
            )
            continue
        sign = SIGNATURES.get(name, "")
        signature = (
            f"<!-- sig --><div>__________________<br />{to_html(sign, tags, vb_smilie)}</div><!-- / sig -->"
            if sign
            else ""
        )
        edit = (
            f'<!-- edit note --><div class="smallfont"><hr size="1" style="color:#D1D1E1" /><em>Last edited by {name}; {when(told.edited):%m-%d-%Y} at <span class="time">{when(told.edited):%I:%M %p}</span>.</em></div><!-- / edit note -->'
            if told.edited
            else ""
        )
        out.append(
            f'<div align="center"><div class="page" style="width:100%; text-align:left"><div style="padding:0px 25px 0px 25px"><div id="edit{told.id}" style="padding:0px 0px 6px 0px"><!-- post #{told.id} -->'
            f'<table id="post{told.id}" class="tborder" cellpadding="6" cellspacing="0" border="0" width="100%" align="center"><tr><td class="thead" style="font-weight:normal"><div class="normal" style="float:right">&nbsp;#<a href="showpost.php?p={told.id}&amp;postcount={told.number}" target="new" rel="nofollow" id="postcount{told.id}" name="{told.number}"><strong>{told.number}</strong></a> &nbsp;</div>'
            f'<div class="normal"><!-- status icon and date --><a name="post{told.id}"><img class="inlineimg" src="images/statusicon/post_old.gif" alt="Old" border="0" /></a> {american(told.minute)} <!-- / status icon and date --></div></td></tr>'
            f'<tr><td class="alt2" style="padding:0px"><!-- user info --><table cellpadding="0" cellspacing="6" border="0" width="100%"><tr><td nowrap="nowrap"><div id="postmenu_{told.id}"><a class="bigusername" href="member.php?u={user(name)}">{name}</a><script type="text/javascript"> vbmenu_register("postmenu_{told.id}", true); </script></div><div class="smallfont">Driver</div></td><td valign="top" nowrap="nowrap"><div class="smallfont"><div>Join Date: Jan 2004</div><div>Posts: 1,204</div></div></td></tr></table><!-- / user info --></td></tr>'
            f'<tr><td class="alt1" id="td_post_{told.id}"><!-- icon and title --><div class="smallfont"><strong>Re: {TITLE}</strong></div><hr size="1" /><!-- / icon and title --><!-- message --><div id="post_message_{told.id}">{to_html(told.text, tags, vb_smilie)}</div><!-- / message -->{signature}{edit}</td></tr></table><!-- / post #{told.id} --></div></div></div></div>'
        )
    return (
        f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml" dir="ltr" lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1" /><meta name="generator" content="vBulletin 3.8.11" /><title>{TITLE} - Example</title><link rel="canonical" href="https://forum.example.org/showthread.php?t=77" /></head>'
        f'<body onload=""><div class="pagenav" align="right"><table class="tborder"><tr><td class="vbmenu_control" style="font-weight:normal">Page {number} of 2</td></tr></table></div><div id="posts">\n'
        + "\n".join(out)
        + '<div id="lastpost"></div></div><div class="smallfont" align="center">All times are GMT. The time now is <span class="time">01:02 PM</span>.</div></body></html>\n'
    )


def vb45_tags() -> dict[str, Callable[[str], Tag]]:
    def quote(author: str) -> Tag:
        return (
            (
                '<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_quote_container"></div>'
                f'<div class="bbcode_postedby"><img src="images/misc/quote_icon.png" alt="Quote" /> Originally Posted by <strong>{author}</strong> <a href="showthread.php?p=1028#post1028" rel="nofollow"><img class="inlineimg" src="images/buttons/viewpost-right.png" alt="View Post" /></a></div><div class="message">'
            ),
            "</div></div></div></div>",
        )

    code = (
        '<div class="bbcode_container"><div class="bbcode_description">Code:</div><pre class="bbcode_code" style="height:48px;">',
        "</pre></div>",
    )
    return {
        **LOOKS,
        "quote": quote,
        "code": simple(*code),
        "s": simple("<strike>", "</strike>"),
        "b": simple("<b>", "</b>"),
    }


def vbulletin4_page(number: int, posts: Sequence[Told]) -> str:
    tags = vb45_tags()
    out = []
    for told in posts:
        name = told.author
        if told.deleted:
            out.append(
                f'<li class="postbitdeleted postbit postcontainer" id="post_{told.id}"><div class="posthead"><span class="nodecontrols"><a name="post{told.id}" href="#" class="postcounter">#{told.number}</a></span></div><div class="deletedby">This message has been deleted by Gus.</div></li>'
            )
            continue
        time = when(told.minute)
        edit = (
            f'<blockquote class="postcontent lastedited">Last edited by {name}; {when(told.edited):%m-%d-%Y} at <span class="time">{when(told.edited):%I:%M %p}</span>.</blockquote>'
            if told.edited
            else ""
        )
        sign = SIGNATURES.get(name, "")
        signature = (
            f'<blockquote class="signature restore"><div class="signaturecontainer">{to_html(sign, tags, vb_smilie)}</div></blockquote>'
            if sign
            else ""
        )
        out.append(
            f'<li class="postbitlegacy postbitim postcontainer old" id="post_{told.id}"><div class="posthead"><span class="postdate old"><span class="date">{time:%m-%d-%Y},&nbsp;<span class="time">{time:%I:%M %p}</span></span></span>'
            f'<span class="nodecontrols"><a name="post{told.id}" href="showthread.php?77-dust&amp;p={told.id}&amp;viewfull=1#post{told.id}" class="postcounter">#{told.number}</a><a id="postcount{told.id}" name="{told.number}"></a></span></div>'
            f'<div class="postdetails"><div class="userinfo"><div class="username_container"><div class="popupmenu memberaction"><a class="username offline popupctrl" href="member.php?{user(name)}-{slug(name)}" title="{name} is offline"><strong>{name}</strong></a></div></div><span class="usertitle">Driver</span><dl class="userinfo_extra"><dt>Join Date</dt><dd>Jan 2011</dd></dl></div>'
            f'<div class="postbody"><div class="postrow has_after_content"><h2 class="title icon">{TITLE}</h2><div class="content"><div id="post_message_{told.id}"><blockquote class="postcontent restore ">{to_html(told.text, tags, vb_smilie)}</blockquote></div></div></div><div class="after_content">{edit}{signature}</div></div></div>'
            '<div class="postfoot"><div class="textcontrols floatcontainer"></div></div></li>'
        )
    return (
        f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml" dir="ltr" lang="en" id="vbulletin_html"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /><meta name="generator" content="vBulletin 4.2.5" /><title>{TITLE}</title><link rel="canonical" href="https://forum.example.org/showthread.php?77-dust" /></head>'
        f'<body><div id="pagination_top" class="pagination_top"><form action="showthread.php/77-dust" method="get" class="pagination popupmenu nohovermenu"><span><a href="javascript://" class="popupctrl">Page {number} of 2</a></span></form></div><div id="postlist" class="postlist restrain"><ol id="posts" class="posts" start="{(number - 1) * PAGE + 1}">\n'
        + "\n".join(out)
        + '</ol></div><div id="footer_time" class="shade footer_time">All times are GMT. The time now is <span class="time">01:02 PM</span>.</div></body></html>\n'
    )


def vbulletin5_page(number: int, posts: Sequence[Told]) -> str:
    tags = vb45_tags()
    out = []
    for told in posts:
        name = told.author
        if told.deleted:
            out.append(
                f'<li data-node-id="{told.id}" class="b-post b-post--deleted js-post"><div class="b-post__count">#{told.number}</div><div class="h-padding">This message has been deleted by Gus.</div></li>'
            )
            continue
        edit = (
            f'<div class="b-post__edit-info h-margin-top-m post-edited">Last edited by <a href="member/{user(name)}-{slug(name)}">{name}</a>; <span class="h-wordwrap">{american(told.edited)}</span>.</div>'
            if told.edited
            else ""
        )
        sign = SIGNATURES.get(name, "")
        signature = (
            f'<div class="b-post__signature post-signature restore">{to_html(sign, tags, vb_smilie)}</div>'
            if sign
            else ""
        )
        out.append(
            f'<li data-node-id="{told.id}" data-node-publishdate="{int(when(told.minute).timestamp())}" class="b-post b-post--first js-post js-comment-entry list-item" itemprop="suggestedAnswer" itemscope itemtype="http://schema.org/Comment"><a id="post{told.id}" class="b-post__anchor"></a>'
            f'<div class="b-post__grid-container"><div class="b-post__grid-column b-post__grid-column--info"><div class="b-userinfo b-userinfo--vertical userinfo" data-userid="{user(name)}" itemprop="author" itemscope itemtype="http://schema.org/Person"><div class="b-userinfo__details"><div class="author h-text-size--14"><strong><a href="member/{user(name)}-{slug(name)}" data-vbnamecard="{user(name)}"><span itemprop="name">{name}</span></a></strong></div><div class="usertitle">Driver</div></div></div></div>'
            f'<div class="b-post__grid-column b-post__grid-column--content"><div class="b-post__body h-clearfix js-post-body"><div class="b-post__arrow"></div><div class="b-post__content js-post__content"><div class="b-post__timestamp"><time itemprop="dateCreated" datetime="{when(told.minute):%Y-%m-%dT%H:%M:%S}">{american(told.minute)}</time></div><span class="b-post__count js-show-post-link"><a href="threads/77-dust?p={told.id}#post{told.id}">#{told.number}</a></span>'
            f'<h2 class="b-post__title js-post-title b-post__title--separator"></h2><div class="js-post__content-text OLD__post-content-text restore h-wordwrap" itemprop="text">{to_html(told.text, tags, vb_smilie)}</div></div>{edit}{signature}</div></div></div></li>'
        )
    return (
        f'<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" dir="ltr" lang="en"><head><meta charset="utf-8" /><meta name="generator" content="vBulletin 5.6.9" /><title>{TITLE} - Example</title><link rel="canonical" href="https://forum.example.org/threads/77-dust" /></head><body id="vb-page-body" class="l-desktop page60 vb-page">'
        f'<div class="announcement-widget"><ul class="announcement-list"><li data-node-id="3" class="announcement">Announcement. Collapse. No announcement yet.</li></ul></div><div class="pagenav-container js-pagenav"><form class="pagenav pagenav-form h-right"><label>Page <input type="text" class="js-pagenum textbox" value="{number}" /> of <span class="pagetotal">2</span></label></form></div>'
        '<ul class="conversation-list list-container h-clearfix thread-view">\n'
        + "\n".join(out)
        + "</ul></body></html>\n"
    )


# NodeBB


def linked(words: str) -> str:
    """Markdown takes `[order](5M)` for a link."""
    return re.sub(r"\[(order)\]\(([^()\s]+)\)", r'<a href="\2" rel="nofollow ugc">\1</a>', words)


def nodebb_body(text: str) -> str:
    """NodeBB's posts are Markdown made HTML."""

    def quote(author: str) -> Tag:
        return (
            f'<p dir="auto"><a class="plugin-mentions-user plugin-mentions-a" href="/user/{slug(author)}">@{author}</a> said:</p><blockquote><p dir="auto">',
            "</p></blockquote>",
        )

    def smilie(sign: str) -> str:
        name = {":D": "grinning", ";)": "wink", ":)": "slightly_smiling_face"}[sign]
        return f'<img src="/assets/plugins/nodebb-plugin-emoji/emoji/android/1f600.png?v=x" class="not-responsive emoji emoji-android emoji--{name}" style="height: 23px; width: auto; vertical-align: middle;" title="{sign}" alt="{sign}" />'

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple("<pre><code>", "\n</code></pre>"),
        "s": simple("<del>", "</del>"),
        "color": simple("", ""),
    }
    return f'<p dir="auto">{linked(to_html(text, tags, smilie, "<br />" + chr(10)))}</p>'


def nodebb_page(number: int, posts: Sequence[Told]) -> str:
    out = []
    for told in posts:
        name, iso_time = told.author, f"{when(told.minute):%Y-%m-%dT%H:%M:%S.000Z}"
        modified = f"{when(told.edited):%Y-%m-%dT%H:%M:%S.000Z}" if told.edited else ""
        content = '<p dir="auto">This post is deleted!</p>' if told.deleted else nodebb_body(told.text)
        sign = SIGNATURES.get(name, "")
        signature = (
            f'<div component="post/signature" data-uid="{user(name)}" class="post-signature">{nodebb_body(sign)}</div>'
            if sign
            else ""
        )
        out.append(
            f'<li component="post" class="pt-4 {"deleted" if told.deleted else ""}" data-index="{told.number - 1}" data-pid="{told.id}" data-uid="{user(name)}" data-timestamp="{int(when(told.minute).timestamp() * 1000)}" data-username="{name}" data-userslug="{slug(name)}" itemprop="comment" itemtype="http://schema.org/Comment" itemscope>'
            f'<a component="post/anchor" data-index="{told.number - 1}" id="{told.number}"></a><meta itemprop="datePublished" content="{iso_time}"><meta itemprop="dateModified" content="{modified}">'
            f'<div class="d-flex align-items-start gap-3"><div class="post-container"><div class="post-header"><a class="fw-bold" href="/user/{slug(name)}" data-username="{name}" data-uid="{user(name)}">{name}</a> <a class="timeago" title="{iso_time}"></a></div>'
            f'<div class="content mt-2 text-break" component="post/content" itemprop="text">{content}</div>{signature}<div component="post/footer" class="post-footer"><a component="post/reply" href="#">Reply</a></div></div></div></li>'
        )
    items = "".join(
        f'<li class="page-item page {"active" if page == number else ""}" data-page="{page}"><a class="page-link" href="?page={page}" data-page="{page}">{page}</a></li>'
        for page in (1, 2)
    )
    return (
        f'<!DOCTYPE html><html lang="en-GB" data-dir="ltr"><head><title>{TITLE} | Example</title><meta charset="UTF-8"><link rel="canonical" href="https://forum.example.org/topic/77/dust"></head><body class="page-topic template-topic"><h1 component="post/header"><span class="topic-title" component="topic/title">{TITLE}</span></h1>'
        '<ul component="topic" class="posts timeline list-unstyled" data-tid="77" data-cid="5">\n'
        + "\n".join(out)
        + f'</ul><nav component="pagination" class="pagination-container"><ul class="pagination">{items}</ul></nav></body></html>\n'
    )


def nodebb_json(number: int, posts: Sequence[Told]) -> str:
    rows = [
        {
            "pid": told.id,
            "tid": 77,
            "content": "This post is deleted!" if told.deleted else nodebb_body(told.text),
            "uid": user(told.author),
            "timestamp": int(when(told.minute).timestamp() * 1000),
            "timestampISO": f"{when(told.minute):%Y-%m-%dT%H:%M:%S.000Z}",
            "editedISO": f"{when(told.edited):%Y-%m-%dT%H:%M:%S.000Z}" if told.edited else "",
            "deleted": int(told.deleted),
            "index": told.number - 1,
            "user": {
                "uid": user(told.author),
                "username": told.author,
                "signature": nodebb_body(SIGNATURES.get(told.author, "")),
            },
        }
        for told in posts
    ]
    topic = {
        "tid": 77,
        "title": TITLE,
        "postcount": len(STORY),
        "posts": rows,
        "pagination": {"currentPage": number, "pageCount": 2},
    }
    return json.dumps(topic, indent=1, ensure_ascii=False) + "\n"


# Discourse


def to_markdown(text: str, *, quotes: str) -> str:
    """Turn BBCode into Markdown; `quotes` is `bbcode` (Discourse), `lines` (Reddit) or `discord`."""
    while quotes != "bbcode":
        inner = re.search(r"\[quote=[^\]]*\]((?:(?!\[quote).)*?)\[/quote\]\n?", text, re.DOTALL)
        if inner is None:
            break
        block = "\n".join(f"> {line}" for line in inner[1].split("\n"))
        text = text[: inner.start()] + block + ("\n\n" if quotes == "lines" else "\n") + text[inner.end() :]
    if quotes == "bbcode":
        text = re.sub(r"\[quote=(\w+)\]", r'[quote="\1, post:4, topic:77"]\n', text).replace("[/quote]", "\n[/quote]\n")
    text = re.sub(r"\[code\]\n?(.*?)\n?\[/code\]", lambda found: f"\n```text\n{found[1]}\n```\n", text, flags=re.DOTALL)
    text = re.sub(r"\[url=([^\]]*)\](.*?)\[/url\]", r"[\2](\1)", text)
    for tag, mark in (("b", "**"), ("i", "*"), ("s", "~~")):
        text = re.sub(rf"\[/?{tag}\]", mark, text)
    text = re.sub(r"\[/?color(=\w+)?\]", "", text)
    parts = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    if quotes != "discord":  # a line feed alone breaks no line in Reddit's Markdown
        return "".join(part if part.startswith("```") else re.sub(r"(?<!\n)\n(?!\n)", "  \n", part) for part in parts)
    return "".join(parts)


def cooked(text: str) -> str:
    def quote(author: str) -> Tag:
        return (
            f'<aside class="quote no-group" data-username="{author}" data-post="4" data-topic="77"><div class="title"><div class="quote-controls"></div><img alt="" width="24" height="24" src="/user_avatar/x.png" class="avatar"> {author}:</div><blockquote><p>',
            "</p></blockquote></aside>",
        )

    def smilie(sign: str) -> str:
        return f'<img src="/images/emoji/twitter/smile.png?v=12" title="{sign}" class="emoji" alt="{sign}" loading="lazy" width="20" height="20">'

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple('<pre><code class="lang-text">', "\n</code></pre>"),
        "color": simple("", ""),
    }
    return f"<p>{linked(to_html(text, tags, smilie, '<br>' + chr(10)))}</p>"


def discourse_json(number: int, posts: Sequence[Told], *, raw: bool) -> str:
    rows = []
    for told in posts:
        row = {
            "id": told.id,
            "name": told.author,
            "username": told.author,
            "created_at": f"{when(told.minute):%Y-%m-%dT%H:%M:%S.000Z}",
            "cooked": "<p>(post deleted by author)</p>" if told.deleted else cooked(told.text),
            "post_number": told.number,
            "updated_at": f"{when(told.edited or told.minute + 3):%Y-%m-%dT%H:%M:%S.000Z}",
            "version": 2 if told.edited else 1,
            "topic_id": 77,
            "user_deleted": told.deleted,
            "deleted_at": None,
            "post_url": f"/t/dust/77/{told.number}",
        }
        if raw:
            row["raw"] = "(post deleted by author)" if told.deleted else to_markdown(told.text, quotes="bbcode")
        rows.append(row)
    stream: dict[str, object] = {"posts": rows}
    if number == 1:
        stream["stream"] = [told.id for told in STORY]
        topic: dict[str, object] = {
            "post_stream": stream,
            "id": 77,
            "title": TITLE,
            "posts_count": len(STORY),
            "slug": "dust",
        }
    else:
        topic = {"post_stream": stream, "id": 77}
    return json.dumps(topic, indent=1, ensure_ascii=False) + "\n"


# BoardGameGeek, Reddit, Discord


def bgg_xml(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        return (
            f"<font color=#2121A4><div class='quote'><div class='quotetitle'><p><b>{author} wrote:</b></p></div><div class='quotebody'><i>",
            "</i></div></div></font>",
        )

    def smilie(sign: str) -> str:
        return f"<img src='//cf.geekdo-static.com/images/smiles/smile.gif' alt='{sign}' border=0>"

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple("<pre style='overflow-x:auto'>", "</pre>"),
        "s": simple("<strike>", "</strike>"),
        "b": simple("<b>", "</b>"),
    }
    articles = []
    for told in posts:
        if told.deleted:
            continue
        link = f"https://boardgamegeek.com/thread/77/article/{told.id}#{told.id}"
        edit = iso(told.edited or told.minute)
        articles.append(
            f'<article id="{told.id}" username={quoteattr(told.author)} link="{link}" postdate="{iso(told.minute)}" editdate="{edit}" numedits="{1 if told.edited else 0}">'
            f"<subject>{escape('Re: ' + TITLE)}</subject><body>{escape(to_html(told.text, tags, smilie, '<br/>'))}</body></article>"
        )
    del number
    count = sum(not told.deleted for told in STORY)
    return (
        f'<?xml version="1.0" encoding="utf-8"?><thread id="77" numarticles="{count}" link="https://boardgamegeek.com/thread/77" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse"><subject>{escape(TITLE)}</subject><articles>\n'
        + "\n".join(articles)
        + "\n</articles></thread>\n"
    )


def reddit_json(number: int, posts: Sequence[Told]) -> str:
    def data(told: Told, field: str) -> dict[str, Any]:
        body = "[deleted]" if told.deleted else to_markdown(told.text, quotes="lines")
        return {
            "id": f"c{told.id}",
            "author": "[deleted]" if told.deleted else told.author,
            field: html.escape(body, quote=False),
            "created_utc": when(told.minute).timestamp(),
            "edited": when(told.edited).timestamp() if told.edited else False,
            "permalink": f"/r/dust/comments/c1007/dust/c{told.id}/",
            "link_id": "t3_c1007",
        }

    def listing(children: list[dict[str, Any]]) -> dict[str, Any]:
        return {"kind": "Listing", "data": {"children": children, "after": None, "before": None}}

    first = {"kind": "t3", "data": {**data(STORY[0], "selftext"), "title": TITLE}}
    chain: dict[str, Any] | None = None
    comments: list[dict[str, Any]] = []
    for told in reversed([told for told in posts if told.number > 1]):
        comment: dict[str, Any] = {"kind": "t1", "data": {**data(told, "body"), "replies": ""}}
        if told.number % 5 == 0:  # some are replies to the one before
            chain = listing([comment])
            continue
        comment["data"]["replies"] = chain or ""
        chain = None
        comments.insert(0, comment)
    if chain:
        comments.insert(0, chain["data"]["children"][0])
    del number
    return json.dumps([listing([first]), listing(comments)], indent=1, ensure_ascii=False) + "\n"


def discord_json(number: int, posts: Sequence[Told]) -> str:
    messages: list[dict[str, Any]] = [
        {
            "id": str(9_000_000_000 + told.id),
            "type": "Default",
            "timestamp": iso(told.minute),
            "timestampEdited": iso(told.edited) if told.edited else None,
            "callEndedTimestamp": None,
            "isPinned": told.number == 1,
            "content": to_markdown(told.text, quotes="discord").replace(":D", "\U0001f604").replace(";)", "\U0001f609"),
            "author": {
                "id": str(user(told.author)),
                "name": told.author,
                "discriminator": "0000",
                "nickname": told.author.upper(),
                "isBot": False,
            },
            "attachments": [],
            "embeds": [],
            "mentions": [],
        }
        for told in posts
        if not told.deleted  # a deleted message is gone
    ]
    messages.insert(
        1,
        {
            "id": "9000000999",
            "type": "ChannelPinnedMessage",
            "timestamp": iso(1),
            "timestampEdited": None,
            "content": "Pinned a message.",
            "author": {"id": "1", "name": "Alice"},
        },
    )
    del number
    export = {
        "guild": {"id": "5", "name": "Races"},
        "channel": {"id": "77", "type": "GuildTextChat", "name": "dust", "topic": None},
        "dateRange": {"after": None, "before": None},
        "messages": messages,
        "messageCount": len(messages),
    }
    return json.dumps(export, indent=1, ensure_ascii=False) + "\n"


# Mail and pasted text


def to_plain(text: str) -> str:
    while True:
        inner = re.search(r"\[quote=([^\]]*)\]((?:(?!\[quote).)*?)\[/quote\]\n?", text, re.DOTALL)
        if inner is None:
            break
        text = (
            text[: inner.start()]
            + "\n".join(f"> {line}" for line in inner[2].split("\n"))
            + "\n\n"
            + text[inner.end() :]
        )
    return re.sub(r"\[/?(?:b|i|color|url)(?:=[^\]]*)?\]", "", text)


def mail_text(number: int, posts: Sequence[Told]) -> str:
    del number
    out = []
    for told in posts:
        if told.deleted:
            continue
        sign = SIGNATURES.get(told.author, "")
        signature = f"\n-- \n{to_plain(sign)}\n" if sign else ""
        out.append(
            f"From: {told.author} <{user(told.author)}@example.org>\nTo: Gus <gus@example.org>\nDate: {when(told.minute):%a, %d %b %Y %H:%M:%S +0000}\nSubject: Re: {TITLE}\nMessage-ID: <{told.id}@example.org>\n\n{to_plain(told.text)}\n{signature}"
        )
    return "\n".join(out)


def pasted_text(number: int, posts: Sequence[Told]) -> str:
    del number
    return "\n".join(
        f"{told.author} wrote on {when(told.minute):%Y-%m-%d %H:%M}:\n{to_plain(told.text)}\n"
        for told in posts
        if not told.deleted
    )


KINDS: dict[str, tuple[str, Callable[[int, Sequence[Told]], str]]] = {
    "phpbb-3.0": ("html", lambda number, posts: phpbb_page(number, posts, "3.0")),
    "phpbb-3.2": ("html", lambda number, posts: phpbb_page(number, posts, "3.2")),
    "phpbb-3.3": ("html", lambda number, posts: phpbb_page(number, posts, "3.3")),
    "xenforo-1": ("html", xenforo1_page),
    "xenforo-2": ("html", xenforo2_page),
    "vbulletin-3": ("html", vbulletin3_page),
    "vbulletin-4": ("html", vbulletin4_page),
    "vbulletin-5": ("html", vbulletin5_page),
    "nodebb": ("html", nodebb_page),
    "nodebb-json": ("json", nodebb_json),
    "discourse-raw": ("json", lambda number, posts: discourse_json(number, posts, raw=True)),
    "discourse-cooked": ("json", lambda number, posts: discourse_json(number, posts, raw=False)),
    "bgg": ("xml", bgg_xml),
    "reddit": ("json", reddit_json),
    "discord": ("json", discord_json),
    "mail": ("txt", mail_text),
    "text": ("txt", pasted_text),
}


def encoded(kind: str, text: str) -> bytes:
    """vBulletin 3 writes Latin 1, everybody else UTF-8."""
    return text.encode("windows-1252", "xmlcharrefreplace") if kind == "vbulletin-3" else text.encode()


def files(kind: str) -> list[tuple[str, bytes]]:
    """Return the fixtures of a kind as they are to be: name and bytes."""
    suffix, render = KINDS[kind]
    return [(f"page-{number}.{suffix}", encoded(kind, render(number, posts))) for number, posts in pages()]


def main() -> None:
    for kind in KINDS:
        folder = FIXTURES / kind
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files(kind):
            (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
