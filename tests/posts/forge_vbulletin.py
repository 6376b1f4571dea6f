"""Pages of vBulletin 3, 4 and 5 as they are saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.posts.forge_base import LOOKS, NAMES, Tag, american, simple, slug, to_html, user, when
from tests.posts.story import PAGE, SIGNATURES, TITLE, Told

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
            f'<tr><td class="alt2" style="padding:0px"><!-- user info --><table cellpadding="0" cellspacing="6" border="0" width="100%"><tr><td nowrap="nowrap"><div id="postmenu_{told.id}"><a class="bigusername" href="member.php?u={user(told)}">{name}</a><script type="text/javascript"> vbmenu_register("postmenu_{told.id}", true); </script></div><div class="smallfont">Driver</div></td><td valign="top" nowrap="nowrap"><div class="smallfont"><div>Join Date: Jan 2004</div><div>Posts: 1,204</div></div></td></tr></table><!-- / user info --></td></tr>'
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
            f'<div class="postdetails"><div class="userinfo"><div class="username_container"><div class="popupmenu memberaction"><a class="username offline popupctrl" href="member.php?{user(told)}-{slug(name)}" title="{name} is offline"><strong>{name}</strong></a></div></div><span class="usertitle">Driver</span><dl class="userinfo_extra"><dt>Join Date</dt><dd>Jan 2011</dd></dl></div>'
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
            f'<div class="b-post__edit-info h-margin-top-m post-edited">Last edited by <a href="member/{user(told)}-{slug(name)}">{name}</a>; <span class="h-wordwrap">{american(told.edited)}</span>.</div>'
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
            f'<div class="b-post__grid-container"><div class="b-post__grid-column b-post__grid-column--info"><div class="b-userinfo b-userinfo--vertical userinfo" data-userid="{user(told)}" itemprop="author" itemscope itemtype="http://schema.org/Person"><div class="b-userinfo__details"><div class="author h-text-size--14"><strong><a href="member/{user(told)}-{slug(name)}" data-vbnamecard="{user(told)}"><span itemprop="name">{name}</span></a></strong></div><div class="usertitle">Driver</div></div></div></div>'
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
