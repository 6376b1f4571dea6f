"""What each forum makes of a post: its HTML, as far as it matters to code, with the losses that the forums are known for."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from markdown_it import MarkdownIt


def _bbcode(post: str, tag: str, code: Callable[[str], str], looks: dict[str, str]) -> str:
    """Return BBCode as HTML: code by its own rules, other tags one by one, all else escaped, lines broken."""
    out = []
    for at, part in enumerate(re.split(rf"\[{tag}\](.*?)\[/{tag}\]", post, flags=re.DOTALL | re.IGNORECASE)):
        if at % 2:
            out.append(code(part))
            continue
        shown = html.escape(part, quote=False).replace("\n", "<br>\n")
        for name, element in looks.items():
            shown = re.sub(rf"\[{name}(?:=[^\]]*)?\]", f"<{element}>", shown, flags=re.IGNORECASE)
            shown = re.sub(rf"\[/{name}\]", f"</{element.split()[0]}>", shown, flags=re.IGNORECASE)
        out.append(shown.replace("[*]", "<li>"))
    return "".join(out)


def phpbb_3_0(post: str) -> str:
    """The oldest: code is trimmed, blanks are `&nbsp;` here and there, lines are broken by elements."""

    def code(text: str) -> str:
        shown = html.escape(text.strip(" \n"), quote=False).replace("  ", "&nbsp; ").replace("\n ", "\n&nbsp;")
        lines = shown.replace("\n", "<br />\n")
        return f'<dl class="codebox"><dt>Code: <a href="#">Select all</a></dt><dd><code>{lines}</code></dd></dl>'

    return _bbcode(post, "code", code, {"b": "strong", "list": "ul"})


def phpbb(post: str) -> str:
    """One line feed behind the tag and one before its end are not code."""

    def code(text: str) -> str:
        kept = html.escape(text.removeprefix("\n").removesuffix("\n"), quote=False)
        return f'<div class="codebox"><p>Code: <a href="#">Select all</a></p><pre><code>{kept}</code></pre></div>'

    return _bbcode(post, "code", code, {"b": "strong", "list": "ul"})


def xenforo(post: str) -> str:
    """Blank lines at the start are dropped, and all blanks at the end."""

    def code(text: str) -> str:
        kept = html.escape(re.sub(r"^([ \t]*\r?\n)+", "", text).rstrip(" \t\r\n"), quote=False)
        return f'<div class="bbCodeBlock"><pre class="bbCodeCode" dir="ltr"><code>{kept}</code></pre></div>'

    return _bbcode(post, "code", code, {"b": "b", "list": "ul", "spoiler": 'div class="bbCodeSpoiler"'})


def vbulletin(post: str) -> str:
    """One line break at each end is dropped, with the blanks before it."""

    def code(text: str) -> str:
        kept = html.escape(re.sub(r"\n[ \t]*$", "", re.sub(r"^[ \t]*\n", "", text)), quote=False)
        return f'<div class="bbcode_container"><pre class="bbcode_code">{kept}</pre></div>'

    return _bbcode(post, "code", code, {"b": "b", "list": "ul"})


def bgg(post: str) -> str:
    """Everything behind a `<` with no blank after it is lost; tags act within code, too."""
    kept = re.split(r"<(?! )", post)[0]
    kept = re.sub(r"\[(?:img|url)[^\]]*\]", "", kept)
    return _bbcode(
        kept, "c", lambda text: f"<pre>{html.escape(text.strip(' '), quote=False)}</pre>", {"b": "b", "o": "div"}
    )


def nodebb(post: str) -> str:
    return str(
        MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"]).render(post)
    )


def discourse(post: str) -> str:
    """Markdown with a printer's quotes, dots and signs; `[details]` on a line of its own."""
    parser = MarkdownIt("commonmark", {"typographer": True}).enable(
        ["table", "strikethrough", "replacements", "smartquotes"]
    )
    shown = parser.render(post)
    shown = re.sub(r"<p>\[details=[^\]]*\]</p>", "<details>", shown)
    return shown.replace("<p>[/details]</p>", "</details>")


def reddit(post: str) -> str:
    """The older pages: no fences."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("fence")
    return str(parser.render(post))


def discord(post: str) -> str:
    """Code as Discord's own pattern takes it; a backslash before a sign goes."""
    out = []
    pattern = r"```(?:[a-z0-9_+\-.#]+?\n)?\n*([^\n].*?)\n*```"
    for at, part in enumerate(re.split(pattern, post, flags=re.DOTALL | re.IGNORECASE)):
        if at % 2:
            out.append(f"<pre><code>{html.escape(part, quote=False)}</code></pre>")
        else:
            flat = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", part)
            out.append(html.escape(flat, quote=False).replace("\n", "<br>\n"))
    return "".join(out)


SHOWN: list[tuple[str, Callable[[str], str]]] = [
    ("phpbb", phpbb_3_0),
    ("phpbb", phpbb),
    ("xenforo", xenforo),
    ("vbulletin", vbulletin),
    ("bgg", bgg),
    ("nodebb", nodebb),
    ("discourse", discourse),
    ("reddit", reddit),
    ("discord", discord),
]
