"""Kinds of forums: how a thread is named in an address, and the address of each of its pages. Asks no server.

A page is counted from 1; `before` is how many posts stand on the pages before it, `last` the id of the last post on
them. Forums with an interface of their own give data (JSON, XML); all others give the pages that people read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.formats.make_post import query_number


class PageAsked(NamedTuple):
    """Which page is asked for."""

    number: int = 1
    before: int = 0
    last: str = ""


class ForumSite(NamedTuple):
    """A kind of forum: how its threads are named, and where their pages are.

    `thread_of(address)` is the thread's id (empty: this is no address of a thread), `page_url(address, page)` where a
    page is. `example` is an address for people; `token` is the header that a user's token goes into, with `{}` for it.
    """

    thread_of: Callable[[str], str]
    page_url: Callable[[str, PageAsked], str]
    example: str
    token: tuple[str, str] = ("", "")


def _with_query(address: str, **changes: str) -> str:
    """Return an address with other values in its query; an empty one is removed."""
    parts = urlsplit(address)
    kept = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key not in changes]
    return urlunsplit(parts._replace(query=urlencode([*kept, *((k, v) for k, v in changes.items() if v)]), fragment=""))


def _with_path(address: str, path: str, query: str = "") -> str:
    return urlunsplit(urlsplit(address)._replace(path=path, query=query, fragment=""))


def _in_path(pattern: str) -> Callable[[str], str]:
    """Return a function that finds a thread's id in the path of an address, or in a query that is a path."""

    def thread_of(address: str) -> str:
        parts = urlsplit(address)
        found = re.search(pattern, f"{parts.path}?{parts.query}")
        return found[1] if found else ""

    return thread_of


def _prefix(address: str, mark: str) -> str:
    """Return the path of a forum that does not lie at the root of its host: what stands before `mark`."""
    return urlsplit(address).path.partition(mark)[0]


def prefix_of(address: str, mark: str, path: str) -> str:
    """Return an address at the same forum, whose own path ends where `mark` begins.

    A forum may lie in a folder of its host.
    """
    return _with_path(address, _prefix(address, mark) + path)


def _phpbb(address: str, page: PageAsked) -> str:
    return _with_query(address, start=str(page.before) if page.before else "", sid="", p="", hilit="", view="")


def _by_page_number(address: str, page: PageAsked) -> str:
    return _with_query(address, page=str(page.number) if page.number > 1 else "", pid="", s="", action="")


def _mybb_thread(address: str) -> str:
    return query_number(address, "tid") or _in_path(r"/thread-(\d+)")(address)


def _mybb(address: str, page: PageAsked) -> str:
    if not re.search(r"/thread-\d+", address):
        return _by_page_number(address, page)
    more = f"-page-{page.number}" if page.number > 1 else ""
    return re.sub(r"(/thread-\d+)(?:-[a-z]+-\d+)*(\.html)?.*$", rf"\1{more}\2", address)


def _vbulletin_thread(address: str) -> str:
    return query_number(address, "t") or _in_path(r"(?:showthread\.php\?|/(?:threads/)?)(\d+)-")(address)


def _vbulletin(address: str, page: PageAsked) -> str:
    if query_number(address, "t"):
        return _by_page_number(address, page)
    more = f"/page{page.number}" if page.number > 1 else ""
    parts = urlsplit(address)
    if parts.query:
        words = re.split(r"/page\d+|&", parts.query)[0]
        return _with_path(address, parts.path, words + more)
    return _with_path(address, re.sub(r"/page\d+/?$", "", parts.path).rstrip("/") + more)


def _by_path(mark: str) -> Callable[[str, PageAsked], str]:
    """Return a function for forums that name a page at the end of a path: `/page-2`, `/p2`, `/page/2/`."""
    old = re.compile(re.escape(mark.format("0")).replace("0", r"\d+") + "?$")

    def page_url(address: str, page: PageAsked) -> str:
        parts = urlsplit(address)
        more = mark.format(page.number) if page.number > 1 else "/"
        if re.match(r"/?(?:threads|topic|discussion)/", parts.query):  # index.php?threads/… : the query is a path
            return _with_path(address, parts.path, old.sub("", parts.query.partition("&")[0]).rstrip("/") + more)
        return _with_path(address, old.sub("", parts.path).rstrip("/") + more)

    return page_url


def _smf(address: str, page: PageAsked) -> str:
    thread = re.escape(_smf_thread(address))
    return re.sub(
        rf"(topic[=,]){thread}(?:\.[a-z0-9]+)?", rf"\g<1>{_smf_thread(address)}.{page.before}", address, count=1
    )


def _discourse(address: str, page: PageAsked) -> str:
    number = _discourse_thread(address)
    more = f"&page={page.number}" if page.number > 1 else ""
    return _with_path(address, f"{_prefix(address, '/t/')}/t/{number}.json", f"include_raw=1{more}")


def _nodebb(address: str, page: PageAsked) -> str:
    number = _nodebb_thread(address)
    more = f"page={page.number}" if page.number > 1 else ""
    return _with_path(address, f"{_prefix(address, '/topic/')}/api/topic/{number}", more)


def _reddit(address: str, __: PageAsked) -> str:
    return _with_path(address, f"/comments/{_reddit_thread(address)}.json", "limit=500&sort=old")


def _discord(address: str, page: PageAsked) -> str:
    after = page.last or "0"
    return _with_path(address, f"/api/v10/channels/{_discord_thread(address)}/messages", f"limit=100&after={after}")


def _bgg(address: str, __: PageAsked) -> str:
    return _with_path(address, "/xmlapi2/thread", f"id={_bgg_thread(address)}")


_discourse_thread = _in_path(r"/t/(?:[^/?]*[^/?\d][^/?]*/)?(\d+)(?:[/.?]|$)")
_smf_thread = _in_path(r"[?&;/]topic[=,](\d+)")
_nodebb_thread = _in_path(r"/topic/(\d+)(?:[/?]|$)")
_reddit_thread = _in_path(r"/comments/([a-z0-9]{1,12})(?:[/.?]|$)")
_discord_thread = _in_path(r"/channels/\d{1,20}/(\d{1,20})(?:[/?]|$)")
_bgg_thread = _in_path(r"/thread/(\d+)(?:[/?]|$)")

SITES = {
    "phpbb": ForumSite(lambda address: query_number(address, "t"), _phpbb, "https://…/viewtopic.php?t=77"),
    "mybb": ForumSite(_mybb_thread, _mybb, "https://…/showthread.php?tid=77"),
    "vbulletin": ForumSite(_vbulletin_thread, _vbulletin, "https://…/showthread.php?t=77"),
    "xmb": ForumSite(lambda address: query_number(address, "tid"), _by_page_number, "https://…/viewthread.php?tid=77"),
    "smf": ForumSite(_smf_thread, _smf, "https://…/index.php?topic=77.0"),
    "xenforo": ForumSite(
        _in_path(r"[/?]threads/(?:[^/?]*\.)?(\d+)(?:[/?&]|$)"), _by_path("/page-{}"), "https://…/threads/title.77/"
    ),
    "invision": ForumSite(_in_path(r"/topic/(\d+)-"), _by_path("/page/{}/"), "https://…/topic/77-title/"),
    "vanilla": ForumSite(_in_path(r"/discussion/(\d+)(?:[/?]|$)"), _by_path("/p{}"), "https://…/discussion/77/title"),
    "discourse": ForumSite(_discourse_thread, _discourse, "https://…/t/title/77", ("User-Api-Key", "{}")),
    "nodebb": ForumSite(_nodebb_thread, _nodebb, "https://…/topic/77/title", ("Authorization", "Bearer {}")),
    "reddit": ForumSite(
        _reddit_thread, _reddit, "https://www.reddit.com/r/NAME/comments/ID/title/", ("Authorization", "Bearer {}")
    ),
    "discord": ForumSite(
        _discord_thread, _discord, "https://discord.com/channels/SERVER/CHANNEL", ("Authorization", "Bot {}")
    ),
    "bgg": ForumSite(_bgg_thread, _bgg, "https://boardgamegeek.com/thread/77/title", ("Authorization", "Bearer {}")),
}

# What in an address shows the kind of forum, the surest first. No address decides between forums that name threads
# alike.
_SHAPES = (
    ("discord", r"^https://(?:\w+\.)?discord(?:app)?\.com/channels/"),
    ("reddit", r"^https?://(?:\w+\.)?reddit\.com/"),
    ("bgg", r"^https?://(?:www\.)?boardgamegeek\.com/thread/"),
    ("phpbb", r"/viewtopic\.php\?"),
    ("mybb", r"/showthread\.php\?(?:.*&)?tid=|/thread-\d+"),
    ("xmb", r"/viewthread\.php\?(?:.*&)?tid="),
    ("vbulletin", r"/showthread\.php\?|/threads/\d+-"),
    ("smf", r"[?/]topic[=,]\d+"),
    ("xenforo", r"[/?]threads/"),
    ("vanilla", r"/discussion/\d+"),
    ("invision", r"/topic/\d+-"),
    ("nodebb", r"/topic/\d+(?:/|$)"),
    ("discourse", r"/t/(?:[^/]+/)?\d+(?:/|$)"),
)


def guess_forum(address: str) -> str:
    """Return the kind of forum that an address looks like, empty if it says nothing.

    >>> guess_forum("https://forum.example.org/viewtopic.php?t=77"), guess_forum("https://example.org/")
    ('phpbb', '')
    """
    return next((name for name, shape in _SHAPES if re.search(shape, address)), "")


def check_thread(forum: str, address: str) -> str:
    """Return the id of the thread that an address names; raise InputError if it names none of this kind of forum."""
    thread = SITES[forum].thread_of(address)
    if not thread:
        raise InputError(
            _("{address} does not name a thread of {forum}", address=address, forum=forum),
            key="thread.address",
            allowed=SITES[forum].example,
        )
    return thread


def check_page(forum: str, address: str, page: PageAsked) -> str:
    """Return where a page of a thread is; raise InputError as `check_thread`."""
    check_thread(forum, address)
    return SITES[forum].page_url(address, page)
