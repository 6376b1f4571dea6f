"""Walking over a page's tree. Every walk is a loop: pages nest as deep as whoever wrote them likes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Node = Any  # justhtml's: name, attrs, children, parent; a text has `data` and the name #text


def parse_html(text: str) -> Node:
    """Return the root of a page's tree."""
    from justhtml import JustHTML

    # The tree is only read, and never shown: what sanitising would drop (ids, classes, times) is what is looked for.
    return JustHTML(text, sanitize=False).root


def parse_fragment(text: str) -> Node:
    """Return the root of the tree of a piece of HTML."""
    from justhtml import JustHTML

    return JustHTML(text, sanitize=False, fragment=True).root


def attr(node: Node, name: str) -> str:
    """Return an attribute, empty if the node has none."""
    attrs = node.attrs
    return (attrs.get(name) or "") if attrs else ""


def classes(node: Node) -> list[str]:
    """Return the classes of a node."""
    attrs = node.attrs
    return (attrs.get("class") or "").split() if attrs else []


def elements(root: Node, leave_out: Node = None) -> Iterator[Node]:
    """Yield the elements below a node in the order of the page, the subtree `leave_out` excepted."""
    stack = list(reversed(root.children or ()))
    while stack:
        node = stack.pop()
        name = node.name
        if name[:1] == "#" or name[:1] == "!" or node is leave_out:
            continue
        yield node
        if node.children:
            stack.extend(reversed(node.children))


def find(root: Node, test: Callable[[Node], object], leave_out: Node = None) -> Node:
    """Return the first element below a node that passes, or None."""
    return next((node for node in elements(root, leave_out) if test(node)), None)


def by_class(name: str, *, tag: str = "") -> Callable[[Node], bool]:
    """Return a test for elements of a class (and a tag)."""
    return lambda node: name in classes(node) and tag in ("", node.name)


def by_id(name: str) -> Callable[[Node], bool]:
    """Return a test for the element of an id."""
    return lambda node: attr(node, "id") == name


def text_of(node: Node, leave_out: Node = None) -> str:
    """Return all text below a node on one line."""
    parts: list[str] = []
    stack = [node] if node is not None else []
    while stack:
        one = stack.pop()
        if one is leave_out or one.name in {"script", "style", "template"}:
            continue
        if one.name == "#text":
            parts.append(one.data or "")
        elif one.children:
            stack.extend(reversed(one.children))
    return " ".join("".join(parts).split())


def within(node: Node, test: Callable[[Node], bool]) -> bool:
    """Tell whether a node has an ancestor that passes."""
    node = node.parent
    while node is not None:
        if test(node):
            return True
        node = node.parent
    return False
