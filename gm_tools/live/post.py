"""Posts to a thread, by the interfaces of the forums that have one.

Each is remembered before and after, so that none is sent twice.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.live.credentials import find_secret
from gm_tools.live.fetch import forum_of, open_client
from gm_tools.live.hosts import host_of, variable_of
from gm_tools.live.sites import SITES, check_thread, prefix_of
from gm_tools.live.web import DISCORD_AGENT, WebClient, WebError
from gm_tools.posts.sent import SentPart, plan_parts, update_part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gm_tools.table.settings import ThreadSettings


class Arrival(NamedTuple):
    """What a forum says of a post that it took: its id, and its number in the thread.

    `is_held` tells that it waits for a moderator.
    """

    id: str
    number: int = 0
    is_held: bool = False


class Route(NamedTuple):
    """How to post to a thread.

    `send(text, answered)` posts, where `answered` is the post that it answers, if any; `client` is to be closed.
    """

    client: WebClient
    send: Callable[[str, SentPart | None], Arrival]


def missing_secret(settings: ThreadSettings) -> str:
    """Return what has to be set before a table's thread can be posted to.

    It is empty if all is there, and `-` if there is no interface.
    """
    forum = forum_of(settings)
    if forum not in _OPENERS:
        return "-"
    kind, host = _secret_of(forum, settings.address)
    return "" if find_secret(kind, host) else variable_of(kind, host)


def send_post(
    folder: Path, settings: ThreadSettings, key: str, texts: Sequence[str], now: str, answered: SentPart | None = None
) -> tuple[SentPart, ...]:
    """Post texts one after the other to a table's thread, and return what was posted.

    What was posted before is left out. Raises WebError where a part could not be posted; the parts before it are
    remembered. Raises InputError if it is not known whether a part has arrived: then a person has to look.
    """
    forum = forum_of(settings)
    thread = check_thread(forum, settings.address)
    parts = plan_parts(folder, key, texts, forum, thread)
    _refuse_unknown(parts, settings)
    if all(one.is_done for one in parts):
        return ()
    route = _OPENERS[forum](settings.address)
    try:
        return tuple(_send(folder, route, part, answered, now) for part in parts if part.state == "waiting")
    finally:
        route.client.close()


def _send(folder: Path, route: Route, part: SentPart, answered: SentPart | None, now: str) -> SentPart:
    update_part(folder, part._replace(state="sending", time=now))
    try:
        arrival = route.send(part.text, answered)
    except WebError as error:
        if not error.is_sent:
            update_part(folder, part)
        raise
    done = part._replace(state="held" if arrival.is_held else "sent", id=arrival.id, number=arrival.number, time=now)
    update_part(folder, done)
    return done


def _refuse_unknown(parts: Sequence[SentPart], settings: ThreadSettings) -> None:
    unknown = next((one for one in parts if one.state == "sending"), None)
    if unknown is None:
        return
    message = _(
        "part {part} of {parts} was sent, but it is not known whether it arrived", part=unknown.part, parts=len(parts)
    )
    hint = _("look at {address}; if it is there: gm post TABLE --arrived ID; if not: --again", address=settings.address)
    raise InputError(message, allowed=hint, status=1)


def settle_unknown(folder: Path, parts: Sequence[SentPart], *, arrived: str, now: str) -> None:
    """Note what a person has seen of the part of which nobody knew: its id, or (empty) that it has not arrived."""
    unknown = next((one for one in parts if one.state == "sending" or (arrived and one.state == "waiting")), None)
    if unknown is None:
        raise InputError(_("nothing is in doubt: for every part it is known whether it was posted"), status=1)
    number = arrived.rstrip("/").rpartition("/")[2].rpartition("p=")[2].lstrip("#p") if arrived else ""
    if arrived and not re.fullmatch(r"[A-Za-z0-9]{1,30}", number):
        raise InputError(_("found {value!r}", value=arrived), key="--arrived", allowed=_("the id of the post"))
    state = unknown._replace(state="sent", id=number, time=now) if arrived else unknown._replace(state="waiting")
    update_part(folder, state)


def _secret_of(forum: str, address: str) -> tuple[Any, str]:
    """Return the kind of secret that posting needs, and the host that it is for.

    A webhook's is bound to its channel.
    """
    if forum == "discord":
        return "webhook", f"{host_of(address)}/{SITES[forum].thread_of(address)}"
    host = host_of(address)
    return "token", "oauth.reddit.com" if host == "reddit.com" else host


def _load(body: bytes, address: str) -> dict[str, Any]:
    """Return an answer's JSON; raise WebError: the post may have arrived, though nobody can read what was answered."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise WebError(_("the answer to the post cannot be read"), address=address, is_sent=True)
    return data


def _arrival(address: str, number: Any, place: Any = 0, *, held: bool = False) -> Arrival:
    """Return an arrival; raise WebError if the forum names no post."""
    text = str(number) if isinstance(number, (int, str)) and not isinstance(number, bool) else ""
    if not held and not re.fullmatch(r"[A-Za-z0-9_]{1,30}", text):
        raise WebError(_("the answer to the post names no post"), address=address, is_sent=True)
    return Arrival(text, place if isinstance(place, int) and 0 < place < 10**9 else 0, held)


def _discourse(address: str) -> Route:
    client = open_client("discourse", address)
    target = prefix_of(address, "/t/", "/posts.json")
    topic = int(SITES["discourse"].thread_of(address))

    def send(text: str, answered: SentPart | None) -> Arrival:
        more = {"reply_to_post_number": answered.number} if answered is not None and answered.number else {}
        data = _load(client.post(target, {"topic_id": topic, "raw": text, **more}), target)
        if data.get("action") == "enqueued":
            return _arrival(target, "", held=True)
        inner = data.get("post")
        post = inner if isinstance(inner, dict) else data
        return _arrival(target, post.get("id"), post.get("post_number"))

    return Route(client, send)


def _nodebb(address: str) -> Route:
    client = open_client("nodebb", address)
    target = prefix_of(address, "/topic/", f"/api/v3/topics/{SITES['nodebb'].thread_of(address)}")

    def send(text: str, answered: SentPart | None) -> Arrival:
        more = {"toPid": int(answered.id)} if answered is not None and answered.id.isdecimal() else {}
        data = _load(client.post(target, {"content": text, **more}), target).get("response")
        post = data if isinstance(data, dict) else {}
        return _arrival(target, post.get("pid", ""), held=bool(post.get("queued")))

    return Route(client, send)


def _reddit(address: str) -> Route:
    host = "https://oauth.reddit.com" if host_of(address) == "reddit.com" else prefix_of(address, "/", "")
    client = open_client("reddit", host)
    target = f"{host}/api/comment"
    thread = f"t3_{SITES['reddit'].thread_of(address)}"

    def send(text: str, answered: SentPart | None) -> Arrival:
        parent = f"t1_{answered.id}" if answered is not None and answered.id else thread
        fields = {"api_type": "json", "thing_id": parent, "text": text}
        data = _load(client.post(target, fields, form=True), target).get("json")
        inner = data if isinstance(data, dict) else {}
        if inner.get("errors"):
            why = " ".join(str(inner["errors"]).split())[:200]
            raise WebError(_("the forum refused the post: {why}", why=why), address=target)
        try:
            number = inner["data"]["things"][0]["data"]["id"]
        except (KeyError, IndexError, TypeError):
            number = ""
        return _arrival(target, number)

    return Route(client, send)


def _discord(address: str) -> Route:
    kind, host = _secret_of("discord", address)
    hook = find_secret(kind, host)
    if host_of(hook) != host_of(address) or not re.search(r"/api/(?:v\d+/)?webhooks/\d+/[\w-]+$", hook):
        raise InputError(
            _("is not the address of a webhook at {host}", host=host_of(address)),
            key=variable_of(kind, host),
            allowed="https://discord.com/api/webhooks/…",
        )
    client = WebClient(hook, headers={"Accept": "application/json"})
    client.name_as(DISCORD_AGENT)
    client.secret_name = variable_of(kind, host)
    channel = SITES["discord"].thread_of(address)

    def send(text: str, _answered: SentPart | None) -> Arrival:
        try:
            home = str(_load(client.get(hook).body, address).get("channel_id", ""))
        except WebError as error:  # nothing was posted yet
            raise WebError(error.message, address=address, allowed=error.allowed) from None
        more = "" if home == channel else f"&thread_id={channel}"
        try:
            body = client.post(f"{hook}?wait=true{more}", {"content": text, "allowed_mentions": {"parse": []}})
        except WebError as error:  # its address is a secret
            raise WebError(error.message, address=address, allowed=error.allowed, is_sent=error.is_sent) from None
        return _arrival(address, _load(body, address).get("id"))

    return Route(client, send)


_OPENERS: dict[str, Callable[[str], Route]] = {
    "discourse": _discourse,
    "nodebb": _nodebb,
    "reddit": _reddit,
    "discord": _discord,
}
