"""Markdown as it stands in raw posts of Discourse, Reddit and Discord.

The words said are read; quotes and struck text are taken out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.posts.formats.html_text import make_body

if TYPE_CHECKING:
    from collections.abc import Callable

    from gm_tools.posts.formats.bbcode import Body

_FENCE = re.compile(r" {0,3}(```+|~~~+)(.*)")
_STRUCK = re.compile(r"~~([^~\n]+)~~|<(?:s|del|strike)>([^<\n]*)</(?:s|del|strike)>", re.IGNORECASE)
_EMOJI = re.compile(r"<a?:(\w{1,64}):\d{1,24}>|(?<![\w:]):[a-z0-9_+-]{1,64}:(?![\w:])")
# Only what can be an address is one: [order](5M)R[/order] is an order.
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\((?:https?:|mailto:|/|#|\./)[^()\s]{0,500}\)")
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|big|small|sup|sub|kbd|mark|br|p|span|div|details|summary)(?: [^<>\n]{0,100})?/?>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"\*(?=\S)([^*\n]{1,500})(?<=\S)\*|(?<!\w)_(?=\S)([^_\n]{1,500})(?<=\S)_(?!\w)")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>:])")
_HELD = 0xF000  # escaped characters wait here (a private use area) until looks are dropped


def read_markdown(text: str, *, indented_code: bool = True) -> Body:
    """Return what Markdown says. `indented_code` is False on Discord, where four blanks are four blanks."""
    out: list[str] = []
    quotes: list[str] = []
    struck: list[str] = []
    smilies: list[str] = []
    quote: list[str] = []
    code: list[str] | None = None
    fence = ""
    rest_is_quote = False
    was_blank = True

    def end_quote() -> None:
        if quote:
            quotes.append("\n".join(quote).strip())
            quote.clear()

    def note(place: str) -> None:
        if place not in smilies:
            smilies.append(place)

    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for line in lines:
        if rest_is_quote:
            quote.append(line)
            continue
        fenced = _FENCE.match(line) if code is None or fence else None
        if code is not None and fence:
            if fenced and fenced[1].startswith(fence) and not fenced[2].strip():
                out.append(_code(code))
                code, fence = None, ""
            elif line.rstrip().endswith("```") and fence == "```":  # Discord ends a block at the end of a line too
                out.append(_code([*code, line.rstrip()[:-3]]))
                code, fence = None, ""
            else:
                code.append(line)
            continue
        if fenced and "`" not in fenced[2].strip():
            end_quote()
            code, fence = [], fenced[1]
            first = fenced[2].strip()
            if first and not re.fullmatch(r"[a-z0-9+#-]*|[a-z]+[ =].*", first):
                code.append(first)  # no name of a language: code that begins beside the fence
            continue
        if indented_code and line.startswith(("    ", "\t")) and (was_blank or code is not None) and line.strip():
            end_quote()
            code = code if code is not None else []
            code.append(line[4:] if line[0] == " " else line[1:])
            continue
        if code is not None and not fence:
            if not line.strip():
                code.append("")
                was_blank = True
                continue
            out.append(_code(code))
            code = None
        if line.startswith(">>> ") and not indented_code:
            rest_is_quote = True
            quote.append(line[4:])
            continue
        if line.lstrip(" ").startswith(">") and not line.lstrip(" ").startswith(">!"):
            quote.append(line.lstrip(" ")[1:].strip())
            was_blank = False
            continue
        if quote and line.strip() and not was_blank and indented_code and not _begins_block(line):
            quote.append(line)  # a quote goes on over a line without its mark, as Markdown has it
            continue
        if quote:
            end_quote()
            out.append("")
        was_blank = not line.strip()
        out.append(_line(line, struck, note))
    if code is not None:
        out.append(_code(code))
    end_quote()
    return make_body("\n".join(out), quotes, struck, smilies)


def _begins_block(line: str) -> bool:
    return bool(re.match(r"\s*(#{1,6} |[-*+] |\d+[.)] |\[/?quote)", line))


def _code(lines: list[str]) -> str:
    while lines and not lines[-1].strip():
        lines.pop()
    return "[code]" + "\n".join(lines).replace("[/code]", "[\u200b/code]") + "[/code]"


def _line(line: str, struck: list[str], note: Callable[[str], None]) -> str:
    """Return one line of Markdown without its looks; code within it is marked as code."""
    parts = re.split(r"(?<![\\`])(`{1,3})(?!`)", line)
    out: list[str] = []
    at = 0
    while at < len(parts):
        text = parts[at]
        out.append(_restore_signs(text, struck, note))
        if at + 1 < len(parts):
            try:
                end = parts.index(parts[at + 1], at + 2) if at + 3 < len(parts) + 1 else -1
            except ValueError:
                end = -1
            if end < 0:
                out.append(parts[at + 1])
                at += 2
                continue
            out.append(_code(["".join(parts[at + 2 : end])]))
            at = end + 1
            continue
        at += 1
    return "".join(out)


def _restore_signs(text: str, struck: list[str], note: Callable[[str], None]) -> str:
    if not text or text.isalnum():
        return text
    text = _ESCAPED.sub(lambda found: chr(_HELD + ord(found[1])), text)
    struck += [found[1] or found[2] or "" for found in _STRUCK.finditer(text)]
    text = _STRUCK.sub("", text)
    text = _LINK.sub(r"\1", text)
    for found in _EMOJI.finditer(text):
        note(f":{found[1]}:" if found[1] else found[0])
    text = _EMOJI.sub(lambda found: f":{found[1]}:" if found[1] else found[0], text)
    text = _TAG.sub("", text)
    text = re.sub(r"^\s{0,3}(?:#{1,6} +|[-*+] +(?=\S))", "", text)
    text = text.replace("**", "").replace("__", "").replace("||", "").replace(">!", "").replace("!<", "")
    text = _EMPHASIS.sub(lambda found: found[1] or found[2] or "", text)
    return "".join(chr(ord(glyph) - _HELD) if _HELD < ord(glyph) < _HELD + 128 else glyph for glyph in text)
