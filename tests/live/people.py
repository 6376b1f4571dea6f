"""People at a forum that already runs: they log in, write, quote and edit as its own pages let them. Used by `test_round.py`.

phpBB and MyBB are driven by their forms, NodeBB by the interface that its own pages use. Nothing here starts or sets up a forum.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import sleep
from typing import NamedTuple, Protocol
from urllib.parse import urljoin

import httpx

from gm_tools.posts.formats.html_tree import Node, attr, elements, parse_html, text_of

_UNSENT = frozenset({"submit", "button", "image", "file", "reset"})


class Person(Protocol):
    """Somebody who is logged in at a forum; `client` is to be closed."""

    client: httpx.Client

    def open_thread(self, place: str, title: str, text: str) -> str:
        """Open a thread in a subforum and return its address."""

    def reply(self, thread: str, text: str) -> str:
        """Answer in the thread at an address and return the post's id."""

    def quote(self, thread: str, post: str) -> str:
        """Return the quotation of a post that the forum itself puts before an answer."""

    def edit(self, post: str, text: str) -> None:
        """Write a post anew."""


class _Form(NamedTuple):
    target: str
    fields: dict[str, str]


def _forms(page: httpx.Response) -> list[_Form]:
    """Return the forms of a page with what a browser would send for them, the buttons apart."""
    found = []
    for form in elements(parse_html(page.text)):
        if form.name != "form":
            continue
        fields = {attr(node, "name"): _value(node) for node in elements(form) if _is_sent(node)}
        found.append(_Form(urljoin(str(page.url), attr(form, "action") or str(page.url)), fields))
    return found


def _is_sent(node: Node) -> bool:
    if not attr(node, "name") or node.name not in {"input", "textarea", "select"}:
        return False
    kind = attr(node, "type")
    return kind not in _UNSENT and (kind not in {"checkbox", "radio"} or "checked" in node.attrs)


def _value(node: Node) -> str:
    if node.name == "textarea":
        return "".join(child.data or "" for child in node.children or ()).removeprefix("\n")
    if node.name == "select":
        options = [one for one in elements(node) if one.name == "option"]
        chosen = next((one for one in options if "selected" in one.attrs), options[0] if options else None)
        return attr(chosen, "value") if chosen is not None else ""
    return attr(node, "value")


class _ByForms:
    """Somebody at a forum whose pages hold forms. The paths are of log-in, new thread, answer, quotation and editing."""

    login, new, answer, quoting, editing = "", "", "", "", ""
    button: Mapping[str, str] = {}
    pause = 0.0  # some forums refuse what was filled in within a second

    def __init__(self, url: str, name: str, password: str) -> None:
        self.client = httpx.Client(base_url=url, follow_redirects=True, timeout=60)
        self._send(self.login, {**self.button, "login": "Login"}, username=name, password=password)
        page = self.client.get("index.php")
        assert name in text_of(parse_html(page.text)), f"{name} could not log in"

    def _form(self, path: str, field: str) -> _Form:
        page = self.client.get(path)
        form = next((one for one in _forms(page) if field in one.fields), None)
        assert form is not None, f"{page.url}: no form with {field}: {text_of(parse_html(page.text))[:500]}"
        return form

    def _send(self, path: str, button: Mapping[str, str], **values: str) -> httpx.Response:
        form = self._form(path, next(iter(values)))
        sleep(self.pause)
        return self.client.post(form.target, data={**form.fields, **values, **button})

    def _id_of(self, page: httpx.Response, pattern: str) -> str:
        found = re.search(pattern, str(page.url)) or re.search(pattern, page.text)
        assert found is not None, f"{page.url}: {text_of(parse_html(page.text))[:500]}"
        return found[1]

    def open_thread(self, place: str, title: str, text: str) -> str:
        page = self._send(self.new.format(place), self.button, subject=title, message=text)
        return urljoin(str(self.client.base_url), self._thread_path(page))

    def _thread_path(self, page: httpx.Response) -> str:
        raise NotImplementedError

    def quote(self, thread: str, post: str) -> str:
        number = re.findall(r"\d+", thread)[-1]
        return self._form(self.quoting.format(thread=number, post=post), "message").fields["message"]


class PhpbbPerson(_ByForms):
    """Somebody at a phpBB."""

    login, new = "ucp.php?mode=login", "posting.php?mode=post&f={}"
    answer, quoting = "posting.php?mode=reply&t={}", "posting.php?mode=quote&p={post}"
    editing = "posting.php?mode=edit&p={}"
    button: Mapping[str, str] = {"post": "Submit"}
    pause = 1.1

    def _thread_path(self, page: httpx.Response) -> str:
        return "viewtopic.php?t=" + self._id_of(page, r"[?&;]t=(\d+)")

    def reply(self, thread: str, text: str) -> str:
        page = self._send(self.answer.format(re.findall(r"\d+", thread)[-1]), self.button, message=text)
        return self._id_of(page, r"#p(\d+)")

    def edit(self, post: str, text: str) -> None:
        self._id_of(self._send(self.editing.format(post), self.button, message=text), r"#p(\d+)")


class MybbPerson(_ByForms):
    """Somebody at a MyBB."""

    login, new = "member.php?action=login", "newthread.php?fid={}"
    answer, quoting = "newreply.php?tid={}", "newreply.php?tid={thread}&replyto={post}"
    editing = "editpost.php?pid={}"
    button: Mapping[str, str] = {"submit": "Post"}

    def _thread_path(self, page: httpx.Response) -> str:
        return "showthread.php?tid=" + self._id_of(page, r"[?&;]tid=(\d+)")

    def reply(self, thread: str, text: str) -> str:
        page = self._send(self.answer.format(re.findall(r"\d+", thread)[-1]), self.button, message=text)
        return self._id_of(page, r"[?&;]pid=(\d+)")

    def edit(self, post: str, text: str) -> None:
        self._id_of(self._send(self.editing.format(post), self.button, message=text), r"[?&;]pid=(\d+)")


class NodebbPerson:
    """Somebody at a NodeBB."""

    def __init__(self, url: str, name: str, password: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=60)
        self.name = name
        self._refresh()
        self._call("POST", "login", username=name, password=password)
        self._refresh()

    def _refresh(self) -> None:
        self.client.headers["x-csrf-token"] = self.client.get("api/config").json()["csrf_token"]

    def _call(self, method: str, path: str, **data: object) -> dict[str, object]:
        reply = self.client.request(method, path, json=data or None)
        assert reply.status_code == 200, f"{path}: {reply.text[:300]}"
        found = reply.json()
        return dict(found.get("response", found))

    def open_thread(self, place: str, title: str, text: str) -> str:
        found = self._call("POST", "api/v3/topics", cid=int(place), title=title, content=text)
        return urljoin(str(self.client.base_url), f"topic/{found['slug']}")

    def reply(self, thread: str, text: str) -> str:
        found = self._call("POST", f"api/v3/topics/{thread.partition('/topic/')[2].partition('/')[0]}", content=text)
        return str(found["pid"])

    def quote(self, thread: str, post: str) -> str:
        del thread
        raw = str(self._call("GET", f"api/v3/posts/{post}/raw")["content"])
        author = self._call("GET", f"api/v3/posts/{post}")["uid"]
        name = self._call("GET", f"api/v3/users/{author}")["username"]
        return f"@{name} said in [race](/post/{post}):\n" + "".join(f"> {line}\n" for line in raw.split("\n")) + "\n"

    def edit(self, post: str, text: str) -> None:
        self._call("PUT", f"api/v3/posts/{post}", content=text)


def log_in(forum: str, url: str, name: str, password: str) -> Person:
    """Return somebody who is logged in at a forum: phpbb, mybb or nodebb."""
    kinds: dict[str, type[PhpbbPerson | MybbPerson | NodebbPerson]] = {
        "phpbb": PhpbbPerson,
        "mybb": MybbPerson,
        "nodebb": NodebbPerson,
    }
    return kinds[forum](url, name, password)
