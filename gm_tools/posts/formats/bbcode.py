"""BBCode as it stands in raw posts: quotes and struck text taken out, looks dropped, `[code]` and `[order]` kept."""

from __future__ import annotations

import re

from gm_tools.core.tuples import NamedTuple

_LOOKS = frozenset(
    """
    b i u em strong color colour size font center left right justify indent url email highlight spoiler hide
    hidebottom ispoiler inlinespoiler collapse details wrap o list * li ul ol noparse plain bold italic
    """.split()  # noqa: SIM905  (a list would take a line a word)
)
_QUOTES = frozenset({"quote", "q"})  # BoardGameGeek has its own short ones: [q="Bob"], [-]struck[/-], [o]spoiler[/o]
_STRUCK = frozenset({"s", "strike", "del", "-"})
_KEPT = dict.fromkeys(("code", "c", "tt", "pre", "icode", "php"), "code") | {"order": "order", "orders": "order"}
_LONGEST = 200  # characters of a tag; a bracket without its end must not cost the rest of the post each time


class Body(NamedTuple):
    """What a post says, and what was taken out of it."""

    text: str
    quotes: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    smilies: tuple[str, ...] = ()


def read_bbcode(text: str) -> Body:
    r"""Return the text with its BBCode carried out; what is no BBCode stays, and in `[code]` everything does.

    A quote that is not closed reaches to the end: better an order asked for again than somebody else's taken.

    >>> read_bbcode("[quote=Bob]B(3M)[/quote][b]A(4M)[/b]")
    Body(text='\nA(4M)', quotes=('B(3M)',), struck=(), smilies=())
    """
    if "[" not in text:
        return Body(text)
    out: list[str] = []
    aside: list[str] = []
    quotes: list[str] = []
    struck: list[str] = []
    unclosed: set[str] = set()  # names of blocks whose end was looked for in vain: it is not looked for again
    depth, kind = 0, ""
    lone = {name for name in ("q", "-") if f"[/{name}]" not in text.lower()}  # a question, and a dash alone is an order
    at = 0
    while (start := text.find("[", at)) >= 0:
        sink = aside if depth else out
        sink.append(text[at:start])
        end = text.find("]", start, start + _LONGEST)
        name, closes = _tag(text[start + 1 : end]) if end > 0 else ("", False)
        name = "" if name in lone else name
        at = end + 1 if name else start + 1
        if not name:
            sink.append("[")
        elif name in _KEPT and not closes:
            found = None if name in unclosed else re.compile(rf"\[/{name}\]", re.IGNORECASE).search(text, at)
            if found is None:
                unclosed.add(name)
                sink.append(text[start:at])
                continue
            sink.append(f"[{_KEPT[name]}]{text[at : found.start()]}[/{_KEPT[name]}]")
            at = found.end()
        elif (name in _QUOTES and kind != "struck") or (name in _STRUCK and kind != "quote"):
            depth += -1 if closes else 1
            if depth <= 0:
                if kind:
                    (quotes if kind == "quote" else struck).append("".join(aside).strip())
                    out.append("\n" if kind == "quote" else "")
                aside.clear()
                depth, kind = 0, ""
            else:
                kind = "quote" if name in _QUOTES else "struck"
        elif name in _KEPT:  # the end of a block that was not begun
            sink.append(text[start:at])
    (aside if depth else out).append(text[at:])
    if depth > 0:
        (quotes if kind == "quote" else struck).append("".join(aside).strip())
    return Body("".join(out), tuple(filter(None, quotes)), tuple(filter(None, struck)))


def _tag(inner: str) -> tuple[str, bool]:
    """Return the name of a tag and whether it closes; an empty name if this is not a tag: `quote="Bob, post:3"`."""
    closes = inner[:1] == "/"
    name = re.split("[= :]", inner[closes:], maxsplit=1)[0].lower()
    known = name in _LOOKS or name in _KEPT or name in _STRUCK or name in _QUOTES
    return (name, closes) if known and "\n" not in inner else ("", False)
