"""Walking over a page's tree. Every walk is a loop: pages nest as deep as whoever wrote them likes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.formats.make_post import group_in, parse_count

if TYPE_CHECKING:
    from collections.abc import Iterator

Node = Any  # justhtml's: name, attrs, children, parent; a text has `data` and the name #text
Test = Callable[[Node], object]
_TEXT_SIGN = re.compile(r"<(?![a-zA-Z/!?])")  # opens nothing: it is text, and a row of it costs the parser its square
_SILENT = frozenset({"script", "style", "template"})


def parse_html(text: str) -> Node:
    """Return the root of a page's tree."""
    return _parse(text, fragment=False)


def parse_fragment(text: str) -> Node:
    """Return the root of the tree of a piece of HTML."""
    return _parse(text, fragment=True)


def _parse(text: str, *, fragment: bool) -> Node:
    from justhtml import JustHTML

    # The tree is only read, and never shown: what sanitising would drop (ids, classes, times) is what is looked for.
    return JustHTML(_TEXT_SIGN.sub("&lt;", text), sanitize=False, fragment=fragment).root


def attr(node: Node, name: str) -> str:
    """Return an attribute, empty if the node has none or is None."""
    attrs = node.attrs if node is not None else None
    return (attrs.get(name) or "") if attrs else ""


def classes(node: Node) -> list[str]:
    """Return the classes of a node."""
    attrs = node.attrs
    return (attrs.get("class") or "").split() if attrs else []


def elements(root: Node, stop: Test | None = None) -> Iterator[Node]:
    """Yield the elements below a node in the order of the page; one that `stop` passes is left out with all below it."""
    stack = list(reversed(root.children or ()))
    while stack:
        node = stack.pop()
        name = node.name
        if name[:1] == "#" or name[:1] == "!" or (stop is not None and stop(node)):
            continue
        yield node
        if node.children:
            stack.extend(reversed(node.children))


def outermost(root: Node, test: Test) -> list[Node]:
    """Return the elements below a node that pass, none that lies inside another: what a post holds is no post."""
    found: list[Node] = []

    def passes(node: Node) -> bool:
        if test(node):
            found.append(node)
            return True
        return False

    for _ in elements(root, passes):
        pass
    return found


def find(root: Node, test: Test | str, stop: Test | None = None) -> Node:
    """Return the first element below a node that passes (or is of a tag), or None. What `stop` passes is not looked into."""
    if root is None:
        return None
    if isinstance(test, str):
        return next((node for node in elements(root, stop) if node.name == test), None)
    return next((node for node in elements(root, stop) if test(node)), None)


class Frame(NamedTuple):
    """A post, or a page around its posts, as the forum made it: `nodes` are the elements that the forum wrote, below `node`.

    `content` is what the post's author wrote (None if not found). Nothing that people wrote is among `nodes`: neither the
    content nor a signature nor the preview of another post.
    """

    node: Node
    content: Node
    nodes: tuple[Node, ...]

    def first(self, test: Test | str) -> Node:
        """Return the first element of the forum's own that passes (or is of a tag), or None."""
        passes = (lambda node: node.name == test) if isinstance(test, str) else test
        return next((node for node in self.nodes if passes(node)), None)


def page_around(root: Node, is_post: Test) -> Frame:
    """Return what stands on a page around its posts."""
    return Frame(root, None, tuple(elements(root, is_post)))


def frames_of(root: Node, is_post: Test, is_content: Test, is_written: Test) -> list[Frame]:
    """Return the posts of a page, as `frame_of` has each."""
    return [frame_of(node, is_content, is_written) for node in outermost(root, is_post)]


def frame_of(post: Node, is_content: Test, is_written: Test) -> Frame:
    """Return a post with its content cut out; `is_written` passes whatever else people wrote, such as signatures.

    The content is the first that passes: an element inside it, or after it, that looks like another content is not one.
    """
    contents: list[Node] = []

    def is_cut(node: Node) -> bool:
        if is_content(node):
            contents.append(node)
            return True
        return bool(is_written(node))

    nodes = tuple(elements(post, is_cut))
    return Frame(post, contents[0] if contents else None, nodes)


def by_class(*names: str, tag: str = "") -> Test:
    """Return a test for elements of any of some classes (and of a tag)."""
    wanted = frozenset(names)
    return lambda node: not wanted.isdisjoint(classes(node)) and tag in ("", node.name)


def by_attr(name: str, value: str) -> Test:
    """Return a test for elements with an attribute of this value."""
    return lambda node: attr(node, name) == value


def by_link(words: str) -> Test:
    """Return a test for links with an address that holds words."""
    return lambda node: node.name == "a" and words in attr(node, "href")


def text_of(node: Node, stop: Test | None = None) -> str:
    """Return all text below a node on one line, without what `stop` passes; empty for None."""
    parts: list[str] = []
    stack = [node] if node is not None else []
    while stack:
        one = stack.pop()
        name = one.name
        if name == "#text":
            parts.append(one.data or "")
        elif name not in _SILENT and name[:1] != "!" and (stop is None or one is node or not stop(one)):
            if name == "br":
                parts.append(" ")
            if one.children:
                stack.extend(reversed(one.children))
    return " ".join("".join(parts).split())


def number_in(node: Node, name: str, *prefixes: str) -> str:
    """Return the number in an attribute after one of the prefixes, empty if there is none: `123` of `id="p123"`."""
    value = attr(node, name)
    for prefix in prefixes:
        digits = value.removeprefix(prefix) if value.startswith(prefix) else ""
        if digits.isascii() and digits.isdigit():
            return digits
    return ""


def linked_account(name: Node, profile: re.Pattern[str]) -> tuple[str, str]:
    """Return what stands in the first link to a profile below a node, else in the node, and the account that the address names."""
    link = find(name, lambda node: node.name == "a" and profile.search(attr(node, "href")))
    return text_of(link if link is not None else name), group_in(profile, attr(link, "href"))


def read_paging(bar: Node, current: Test | str, is_number: Test) -> tuple[int, int]:
    """Return the number of a page, which its bar of page numbers sets off, and the last number in it; zeros without a bar."""
    if bar is None:
        return 0, 0
    here = parse_count(text_of(find(bar, current)))
    return here, max([here, *(parse_count(text_of(node)) for node in elements(bar) if is_number(node))])
