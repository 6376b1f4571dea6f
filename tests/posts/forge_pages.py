"""Pages of phpBB and XenForo as they are saved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.posts.forge_base import LOOKS, NAMES, Tag, iso, show_time, simple, slug, to_html, user, when
from tests.posts.story import PAGE, SIGNATURES, STORY, TITLE, Told

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
        name, link = told.author, f"./memberlist.php?mode=viewprofile&amp;u={user(told)}"
        sign = SIGNATURES.get(name, "")
        signature = f'<div id="sig{told.id}" class="signature">{body(sign)}</div>' if sign else ""
        notice = (
            f'<div class="notice">Last edited by <a href="{link}">{name}</a> on {show_time(told.edited)}, edited 1 time in total.</div>'
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
                f'by <strong><a href="{link}">{name}</a></strong> &raquo; {show_time(told.minute)} </p>'
            )
            inner = f'<div class="postbody"><h3 class="first"><a href="#p{told.id}">Re: {TITLE}</a></h3>{author}{content}</div>{profile}'
        else:
            clock = (
                f'<time datetime="{iso(told.minute)}">{show_time(told.minute)}</time>'
                if version == "3.3"
                else show_time(told.minute)
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
                f'<blockquote data-attributes="member: {sum(map(ord, author.lower()))}" data-quote="{author}" data-source="post: 1028" class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch">'
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
            f'<span class="u-anchorTarget" id="post-{told.id}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a href="/members/{slug(name)}.{user(told)}/" class="username" data-user-id="{user(told)}"><span itemprop="name">{name}</span></a></h4></section></div>'
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
            f'<li id="post-{told.id}" class="message   " data-author="{name}"><div class="messageUserInfo" itemscope="itemscope"><div class="messageUserBlock "><h3 class="userText"><a href="members/{slug(name)}.{user(told)}/" class="username" dir="auto" itemprop="name">{name}</a></h3></div></div>'
            f'<div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">{to_html(told.text, tags, smilie)}<div class="messageTextEndMarker">&nbsp;</div></blockquote></article></div>{edit}{signature}'
            f'<div class="messageMeta ToggleTriggerAnchor"><div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="members/x.1/" class="username author" dir="auto">{name}</a>,</span> <a href="threads/dust.77/#post-{told.id}" title="Permalink" class="datePermalink">{clock(told.minute, recent=told.number > 6)}</a></span></div>'
            f'<div class="publicControls"><a href="threads/dust.77/#post-{told.id}" title="Permalink" class="item muted postNumber hashPermalink OverlayTrigger" data-href="posts/{told.id}/permalink">#{told.number}</a></div></div></div></li>'
        )
    return (
        f'<!DOCTYPE html><html id="XenForo" lang="en-US" dir="LTR" class="Public NoJs LoggedOut" xmlns:fb="http://www.facebook.com/2008/fbml"><head><meta charset="utf-8" /><title>{TITLE} | Example</title><link rel="canonical" href="https://forum.example.org/threads/dust.77/" /></head>'
        f'<body class="thread_view"><div class="titleBar"><h1>{TITLE}</h1></div><div class="PageNav" data-page="{number}" data-range="2" data-start="2" data-end="1" data-last="2" data-sentinel="x"><span class="pageNavHeader">Page {number} of 2</span></div>'
        '<ol class="messageList" id="messageList">\n' + "\n".join(out) + "</ol></body></html>\n"
    )
