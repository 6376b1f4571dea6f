"""Walking over a page's tree. Every walk is a loop: pages nest as deep as whoever wrote them likes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.formats.make_post import Paging, group_in, parse_count

Node = Any  # justhtml's: name, attrs, children, parent; a text has `data` and the name #text
Test = Callable[[Node], object]
Which = Test | str  # what elements are meant: those that pass a test, or that a selector names, as CSS has it
_SELECTOR = re.compile(r"([\w-]*)((?:\.[\w-]+)*)(?:#([\w-]+))?((?:\[[^\]]+\])*)")
_CONDITION = re.compile(r"\[([\w-]+)(\*?=)([^\]]*)\]")
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


def as_test(which: Which | None) -> Test:
    """Return a test for elements, for None one that none passes.

    A selector may name tags, classes, ids and what attributes are or hold. `li`, `a.Permalink`, `.pagelinks,
    .pagesection`, `#forumposts`, `[data-role=commentContent]`, `a[href*=showthread.php]`.
    """
    if which is None:
        return lambda _: False
    return _select(which) if isinstance(which, str) else which


@lru_cache(maxsize=500)
def _select(selector: str) -> Test:
    tests = [_select_one(one) for one in selector.split(", ")]
    return tests[0] if len(tests) == 1 else lambda node: any(test(node) for test in tests)


def _select_one(selector: str) -> Test:
    parts = _SELECTOR.fullmatch(selector)
    assert parts is not None, selector
    tag, kinds = parts[1], frozenset(parts[2].split(".")[1:])
    values = [*([("id", "=", parts[3])] if parts[3] else []), *_CONDITION.findall(parts[4])]

    def passes(node: Node) -> bool:
        if (tag and node.name != tag) or (kinds and not kinds.issubset(classes(node))):
            return False
        for key, sign, value in values:
            found = attr(node, key)
            if value != found and not (sign == "*=" and value in found):
                return False
        return True

    return passes


def matches(node: Node, selector: str) -> bool:
    """Tell whether a selector names an element.

    >>> link = parse_fragment('<a class="x y" id="n" href="/t?a=1">z</a>').children[0]
    >>> [matches(link, one) for one in ("a.y.x", "b, #n", "[href*=a=1]", "a.z", ".x[id=m]")]
    [True, True, True, False, False]
    """
    return bool(_select(selector)(node))


def elements(root: Node, stop: Which | None = None) -> Iterator[Node]:
    """Yield the elements below a node in the order of the page; one that `stop` means is left out with all below it."""
    is_cut = as_test(stop)
    stack = list(reversed(root.children or ()))
    while stack:
        node = stack.pop()
        name = node.name
        if name[:1] == "#" or name[:1] == "!" or is_cut(node):
            continue
        yield node
        if node.children:
            stack.extend(reversed(node.children))


def find_outermost(root: Node, which: Which) -> list[Node]:
    """Return the elements below a node that are meant, none that lies inside another: what a post holds is no post."""
    found: list[Node] = []
    is_meant = as_test(which)

    def passes(node: Node) -> bool:
        if is_meant(node):
            found.append(node)
            return True
        return False

    for _ in elements(root, passes):
        pass
    return found


def find(root: Node, which: Which, stop: Which | None = None) -> Node:
    """Return the first element below a node that is meant, or None. What `stop` means is not looked into."""
    test = as_test(which)
    return next((node for node in elements(root, stop) if test(node)), None) if root is not None else None


class Frame(NamedTuple):
    """A post, or a page around its posts, as the forum made it.

    `nodes` are the elements that the forum wrote, below `node`. `content` is what the post's author wrote (None if not
    found). Nothing that people wrote is among `nodes`: neither the content nor a signature nor the preview of another
    post.
    """

    node: Node
    content: Node
    nodes: tuple[Node, ...]

    def first(self, which: Which) -> Node:
        """Return the first element of the forum's own that is meant, or None."""
        test = as_test(which)
        return next((node for node in self.nodes if test(node)), None)


def split_page(root: Node, is_post: Which, content: Which, written: Which) -> tuple[Frame, list[Frame]]:
    """Return what stands on a page around its posts, and the posts, as `frame_of` has each."""
    return page_around(root, is_post), [frame_of(node, content, written) for node in find_outermost(root, is_post)]


def page_around(root: Node, is_post: Which) -> Frame:
    """Return what stands on a page around its posts."""
    return Frame(root, None, tuple(elements(root, is_post)))


def frame_of(post: Node, content: Which, written: Which) -> Frame:
    """Return a post with its content cut out; `written` means whatever else people wrote, such as signatures.

    The content is the first that is meant: an element inside it, or after it, that looks like another content is not
    one.
    """
    contents: list[Node] = []
    is_content, is_written = as_test(content), as_test(written)

    def is_cut(node: Node) -> bool:
        if is_content(node):
            contents.append(node)
            return True
        return bool(is_written(node))

    nodes = tuple(elements(post, is_cut))
    return Frame(post, contents[0] if contents else None, nodes)


def text_of(node: Node, stop: Which | None = None) -> str:
    """Return all text below a node on one line, without what `stop` means; empty for None."""
    is_cut = as_test(stop)
    parts: list[str] = []
    stack = [node] if node is not None else []
    while stack:
        one = stack.pop()
        name = one.name
        if name == "#text":
            parts.append(one.data or "")
        elif name not in _SILENT and name[:1] != "!" and (one is node or not is_cut(one)):
            if name == "br":
                parts.append(" ")
            if one.children:
                stack.extend(reversed(one.children))
    return " ".join("".join(parts).split())


def text_before(node: Node, mark: Node) -> str:
    """Return the text below a node on one line, up to an element below it."""
    parts: list[str] = []
    stack = [node]
    while stack and (one := stack.pop()) is not mark:
        if one.name == "#text":
            parts.append(one.data or "")
        stack.extend(reversed(one.children or ()))
    return " ".join("".join(parts).split())


def number_in(node: Node, name: str, *prefixes: str) -> str:
    """Return the number in an attribute after one of the prefixes, empty if there is none: `123` of `id="p123"`."""
    value = attr(node, name)
    for prefix in prefixes:
        digits = value.removeprefix(prefix) if value.startswith(prefix) else ""
        if digits.isascii() and digits.isdigit():
            return digits
    return ""


def author_of(name: Node, profile: re.Pattern[str]) -> tuple[str, str]:
    """Return what stands in the first link to a profile below a node, else in the node.

    With it comes the account that the address names.
    """
    link = find(name, lambda node: node.name == "a" and profile.search(attr(node, "href")))
    return text_of(link if link is not None else name), group_in(profile, attr(link, "href"))


def read_paging(bar: Node, current: Which, number: Which) -> Paging:
    """Return the number of a page, which its bar of page numbers sets off, and the last number in it.

    Without a bar both are 0.
    """
    if bar is None:
        return Paging()
    here, is_number = parse_count(text_of(find(bar, current))), as_test(number)
    return Paging(here, max([here, *(parse_count(text_of(node)) for node in elements(bar) if is_number(node))]))
