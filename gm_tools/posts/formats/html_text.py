"""The body of a post: HTML as the words its author says in it, quotes and struck text taken out, code marked.

What is set as code comes out as `[code]…[/code]`, whatever the forum; smilies come out as the text they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from gm_tools.posts.formats.bbcode import Body, read_bbcode
from gm_tools.posts.formats.html_tree import Frame, Node, Which, as_test, attr, classes

_BLOCKS = frozenset(
    """
    address article aside blockquote center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6
    header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul
    """.split()  # noqa: SIM905  (a list would take a line a word)
)
_UNSEEN = frozenset(
    ["button", "head", "iframe", "noscript", "object", "script", "select", "style", "template", "textarea", "title"]
)
_STRUCK = frozenset({"s", "strike", "del"})
_CODE = frozenset({"pre", "code", "tt", "samp", "kbd"})
# What forums write about a quote, a piece of code or a spoiler, which its author did not.
_NOTES = frozenset(
    """
    bbCodeBlock-title bbcode_description bbcode_postedby type attribution quoteExpand bbCodeBlock-expandLink
    bbCodeBlock-shrinkLink messageTextEndMarker js-selectToQuoteEnd quotetitle sr-only
    """.split()  # noqa: SIM905
)
# What a forum shows of the page that a link leads to: its words are that page's, as those of a quote are another's.
_PREVIEWS = frozenset(["bbCodeBlock--unfurl", "onebox", "inline-onebox", "link-preview", "embedLink", "embedExternal"])
_QUOTES = _PREVIEWS | {"bbCodeBlock--quote", "bbCodeQuote", "bbcode_quote", "quote"}


# What stands with a node on the stack: in which kind of text it is, or which kind of element ends with it.
_TEXT, _CODE_LINES, _PRE = 0, 1, 2
_END_BLOCK, _END_CODE, _END_QUOTE, _END_STRUCK = -1, -2, -3, -4


_MYBB_SMILIES = {
    "Smile": ":)", "Wink": ";)", "Cool": ":cool:", "Big Grin": ":D", "Tongue": ":P", "Rolleyes": ":rolleyes:", "Shy": ":shy:",
    "Sad": ":(", "At": ":at:", "Angel": ":angel:", "Angry": ":@", "Blush": ":blush:", "Confused": ":s", "Dodgy": ":dodgy:",
    "Exclamation": ":exclamation:", "Heart": ":heart:", "Huh": ":huh:", "Idea": ":idea:", "Sleepy": ":sleepy:",
    "Undecided": ":-/", "Cry": ":cry:", "Sick": ":sick:", "Arrow": ":arrow:", "My": ":my:",
}  # fmt: skip


def read_body(
    root: Node,
    quote: Which | None = None,
    note: Which | None = None,
    *,
    keeps_lines: bool = False,
) -> Body:
    """Return what an element says. `quote` and `note` mean what a forum has besides what all have.

    A note is something that the forum wrote, not the author. `keeps_lines` tells that a line feed breaks a line, as in
    code.
    """
    is_quote, is_note = as_test(quote), as_test(note)
    said = _Said()
    stack: list[tuple[Node, int]] = [(child, _TEXT) for child in reversed(root.children or ())]
    while stack:
        node, state = stack.pop()
        name = node.name
        if state < 0:
            said.end(state)
            continue
        if name == "#text":
            said.into.append(_read_text(node.data or "", state, keeps_lines=keeps_lines))
            continue
        if name == "br":
            said.into.append("\n")
            continue
        if name == "img":
            said.add_picture(node)
            continue
        kinds = classes(node)
        if name[:1] in "#!" or name in _UNSEEN or not _NOTES.isdisjoint(kinds) or is_note(node):
            continue
        if said.is_aside() and name == "cite":
            continue  # the forum's heading of a quote: who is quoted, and when
        children = node.children or ()
        if name == "blockquote" or not _QUOTES.isdisjoint(kinds) or is_quote(node):
            said.into.append("\n")
            said.begin_aside(said.quotes)
            stack.append((node, _END_QUOTE))
        elif not said.is_aside() and (name in _STRUCK or "line-through" in attr(node, "style")):
            said.begin_aside(said.struck)
            stack.append((node, _END_STRUCK))
        elif name in _CODE:
            if not state:
                if name == "pre":
                    said.into.append("\n")
                    stack.append((node, _END_BLOCK))
                said.into.append("[code]")
                stack.append((node, _END_CODE))
            # Outside <pre>, a forum that breaks the lines of code with <br> does not mean its line feeds.
            is_broken = name != "pre" and state != _PRE and any(child.name == "br" for child in children)
            state = _CODE_LINES if is_broken else _PRE
        elif name == "a" and (address := _order_address(node)):
            said.into.append(f"[{node.children[0].data}]({address})")
            continue
        elif name in _BLOCKS:
            said.into.append("\n")
            stack.append((node, _END_BLOCK))
        if "codebox" in kinds:  # phpBB's heading: "Code: Select all"
            children = [child for child in children if child.name not in {"p", "dt"}]
        stack.extend((child, state) for child in reversed(children))
    return make_body(tidy("".join(said.own)), _list_filled(said.quotes), _list_filled(said.struck), said.smilies)


class _Said:
    """What has been read of a body so far: its author's `own` words, and the quotes and struck text taken out of them.

    `into` is where the next words go.
    """

    def __init__(self) -> None:
        self.own: list[str] = []
        self.quotes: list[list[str]] = []
        self.struck: list[list[str]] = []
        self.smilies: list[str] = []
        self.into = self.own
        # What the quote or struck text that is being read stands in, the innermost last
        self._outer: list[list[str]] = []

    def is_aside(self) -> bool:
        """Tell whether the next words belong to a quote or to struck text."""
        return self.into is not self.own

    def begin_aside(self, asides: list[list[str]]) -> None:
        """Put the next words into a new one of `asides`, which are the quotes or the struck texts."""
        self._outer.append(self.into)
        self.into = []
        asides.append(self.into)

    def end(self, state: int) -> None:
        """End an element; `state` says of which kind it is."""
        if state == _END_CODE:
            self.into.append("[/code]")
        elif state in {_END_QUOTE, _END_STRUCK}:
            self.into = self._outer.pop()
        if state in {_END_BLOCK, _END_QUOTE}:
            self.into.append("\n")

    def add_picture(self, node: Node) -> None:
        """Add the text that a smilie stands for; other pictures say nothing."""
        if _is_smilie(node):
            sign = _read_sign(node)
            if not self.is_aside() and sign not in self.smilies:
                self.smilies.append(sign)
            self.into.append(sign)


def _read_text(data: str, state: int, *, keeps_lines: bool) -> str:
    """Return the words of a text node: of code as they are, else with runs of blanks squeezed."""
    if state:
        return _code_text(data, state)
    return "\n".join(map(_squeeze_blanks, data.split("\n"))) if keeps_lines else _squeeze_blanks(data)


def read_content(frame: Frame, quote: Which | None = None, note: Which | None = None) -> Body | None:
    """Return what the author of a post says in it, None if that was not found.

    `quote` and `note` are as in `read_body`.
    """
    return read_body(frame.content, quote, note) if frame.content is not None else None


def make_body(text: str, quotes: Iterable[str], struck: Iterable[str] = (), smilies: Iterable[str] = ()) -> Body:
    """Return what a text says in which there may be BBCode, with what was taken out of it before."""
    read = read_bbcode(text)
    return Body(tidy(read.text), (*quotes, *read.quotes), (*struck, *read.struck), tuple(smilies))


def _list_filled(asides: list[list[str]]) -> list[str]:
    """Return what was taken out, as texts, those left out that say nothing."""
    return [text for text in (tidy("".join(parts)) for parts in asides) if text]


def _squeeze_blanks(data: str) -> str:
    """Return text outside code: a run of blanks is one blank; a line break is a blank, a non-breaking blank is not."""
    if "\n" in data or "\t" in data or "\r" in data or "  " in data:
        left = " " if data[:1] in " \t\r\n\f" else ""
        right = " " if data[-1:] in " \t\r\n\f" else ""
        flat = data.replace("\t", " ").replace("\n", " ").replace("\r", " ")
        words = " ".join(part for part in flat.split(" ") if part)
        return left + words + right if words else " "
    return data


def _code_text(data: str, state: int) -> str:
    data = data.replace("\r\n", "\n").replace("\xa0", " ").replace("[/code]", "[\u200b/code]")
    return data if state == _PRE else data.replace("\n", "")


def _is_smilie(node: Node) -> bool:
    """Tell whether a picture stands for text.

    Forums give such pictures a class, or keep them in a folder of their own.
    """
    marks = f"{attr(node, 'class')} {attr(node, 'src')}".lower()
    return any(word in marks for word in ("smil", "emoji", "emoticon", "inlineimg")) and bool(attr(node, "alt"))


def _read_sign(node: Node) -> str:
    """Return the text that a picture stands for: NodeBB has it in the title, and the sign itself in `alt`.

    Exports of Discord have its name, without the colons it is typed with. MyBB has the smilie's name in both: what it
    is typed as, its standard set tells.
    """
    alt, title = attr(node, "alt"), attr(node, "title")
    if "chatlog__emoji" in classes(node):
        return f":{title or alt}:"
    if alt == title and alt in _MYBB_SMILIES and {"smilie"} <= set(classes(node)):
        return _MYBB_SMILIES[alt]
    return attr(node, "data-shortname") or (alt if alt.isascii() or not title else title)


def _order_address(node: Node) -> str:
    """Return `5M` for what Markdown forums make of `[order](5M)R[/order]`.

    That is a link called `order` to the address `5M`.
    """
    children = list(node.children or ())
    if len(children) != 1 or children[0].name != "#text" or (children[0].data or "").lower() not in {"order", "orders"}:
        return ""
    address = unquote(attr(node, "href").rpartition("/")[2])
    return address if len(address) <= 100 and "." not in address and address.isprintable() else ""


def tidy(text: str) -> str:
    """Return text without blanks round line ends and without more than one empty line in a row, code left as it is."""
    parts: list[str] = []
    for at, piece in enumerate(text.split("[code]")):
        code, end, flowing = piece.rpartition("[/code]") if at else ("", "", piece)
        if at:
            parts.append("[code]" + code.strip("\r\n") + end if end else "[code]")
        lines = flowing.split("\n")
        last = len(lines) - 1
        for number, line in enumerate(lines):
            kept = line.lstrip(" ") if number else line
            lines[number] = kept.rstrip(" ") if number < last else kept
        kept_lines = [line for number, line in enumerate(lines) if line or number in {0, last} or lines[number - 1]]
        parts.append("\n".join(kept_lines))
    return "".join(parts).strip(" \n")
