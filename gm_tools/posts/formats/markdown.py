"""Markdown as it stands in raw posts of Discourse, Reddit and Discord.

The words said are read; quotes and struck text are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gm_tools.posts.formats.bbcode import Body
from gm_tools.posts.formats.html_text import make_body

_FENCE = re.compile(r" {0,3}(```+|~~~+)(.*)")
_STRUCK = re.compile(r"~~([^~\n]+)~~|<(?:s|del|strike)>([^<\n]*)</(?:s|del|strike)>", re.IGNORECASE)
_EMOJI = re.compile(r"<a?:(\w{1,64}):\d{1,24}>|(?<![\w:]):[a-z0-9_+-]{1,64}:(?![\w:])")
# Only what can be an address is one: [order](5M)R[/order] is an order.
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\((?:https?:|mailto:|/|#|\./)[^()\s]{0,500}\)")
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|big|small|sup|sub|kbd|mark|br|p|span|div|details|summary)(?: [^<>\n]{0,100})?/?>",
    re.IGNORECASE,
)
# What reaches over several lines, as BBCode: quotes and struck text in HTML, what nobody sees, a quote of Discourse's chat
_LONG = (
    (re.compile(r"<blockquote\b[^<>\n]{0,200}>|\[chat quote=[^\]\n]{0,200}\]", re.IGNORECASE), "[quote]"),
    (re.compile(r"</blockquote>|\[/chat\]", re.IGNORECASE), "[/quote]"),
    (re.compile(r"<!--((?:[^-]|-(?!->)){1,500})-->"), r"[s]\1[/s]"),
    (re.compile(r"~~(?=[^\s~])((?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,2000})~~"), r"[s]\1[/s]"),
)
_STRIKE, _STRIKE_END = (re.compile(rf"<{end}(?:s|del|strike)>", re.IGNORECASE) for end in ("", "/"))
_EMPHASIS = re.compile(r"\*(?=\S)([^*\n]{1,500})(?<=\S)\*|(?<!\w)_(?=\S)([^_\n]{1,500})(?<=\S)_(?!\w)")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>:])")
_HELD = 0xF000  # escaped characters wait here (a private use area) until looks are dropped


def read_markdown(text: str, *, indented_code: bool = True) -> Body:
    """Return what Markdown says. `indented_code` is False on Discord, where four blanks are four blanks."""
    reader = _Reader(indented_code=indented_code)
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        reader.read(line)
    return reader.finish()


class _Reader:
    """Markdown as far as it is read: the words said, and the quote or the code that the next line may belong to."""

    def __init__(self, *, indented_code: bool) -> None:
        self._indented_code = indented_code
        self._out: list[str] = []
        self._quotes: list[str] = []
        self._struck: list[str] = []
        self._smilies: list[str] = []
        self._quote: list[str] = []
        self._code: list[str] | None = None
        self._fence = ""  # what ends the code that is being read; empty outside it, and in code that is indented
        self._rest_is_quote = False
        self._was_blank = True

    def read(self, line: str) -> None:
        """Read the next line."""
        if self._rest_is_quote:
            self._quote.append(line)
        elif not (self._take_fenced(line) or self._take_indented(line) or self._take_quoted(line)):
            if self._quote:
                self._end_quote()
                self._out.append("")
            self._was_blank = not line.strip()
            self._out.append(_line(line, self._struck, self._note_smilie))

    def finish(self) -> Body:
        """Return what was read."""
        self._end_code()
        self._end_quote()
        text = _mark_long("\n".join(self._out))
        return make_body(text, self._quotes, self._struck, self._smilies)

    def _take_fenced(self, line: str) -> bool:
        """Take a line that begins, goes on with or ends code between fences; return whether it is one."""
        fenced = _FENCE.match(line)
        if self._fence and self._code is not None:
            if fenced and fenced[1].startswith(self._fence) and not fenced[2].strip():
                self._end_code()
            elif line.rstrip().endswith("```") and self._fence == "```":  # Discord ends it at the end of a line too
                self._code.append(line.rstrip()[:-3])
                self._end_code()
            else:
                self._code.append(line)
            return True
        if fenced is None or self._code is not None or "`" in fenced[2].strip():
            return False
        self._end_quote()
        self._code, self._fence = [], fenced[1]
        first = fenced[2].strip()
        if first and not re.fullmatch(r"[a-z0-9+#-]*|[a-z]+[ =].*", first):
            self._code.append(first)  # no name of a language: code that begins beside the fence
        return True

    def _take_indented(self, line: str) -> bool:
        """Take a line of code that is set in, or an empty one within it; return whether it is one."""
        may_begin = self._indented_code and (self._was_blank or self._code is not None)
        if may_begin and line.startswith(("    ", "\t")) and line.strip():
            self._end_quote()
            self._code = self._code if self._code is not None else []
            self._code.append(line[4:] if line[0] == " " else line[1:])
            return True
        if self._code is None:
            return False
        if not line.strip():
            self._code.append("")
            self._was_blank = True
            return True
        self._end_code()
        return False

    def _take_quoted(self, line: str) -> bool:
        """Take a line of a quote; return whether it is one."""
        bare = line.lstrip(" ")
        if line.startswith(">>> ") and not self._indented_code:
            self._rest_is_quote = True
            self._quote.append(line[4:])
        elif bare.startswith(">") and not bare.startswith(">!"):
            self._quote.append(bare[1:].strip())
            self._was_blank = False
        elif self._quote and bare.strip() and not self._was_blank and self._indented_code and not _begins_block(line):
            self._quote.append(line)  # a quote goes on over a line without its mark, as Markdown has it
        else:
            return False
        return True

    def _end_code(self) -> None:
        if self._code is not None:
            self._out.append(_code(self._code))
            self._code, self._fence = None, ""

    def _end_quote(self) -> None:
        if self._quote:
            self._quotes.append("\n".join(self._quote).strip())
            self._quote.clear()

    def _note_smilie(self, sign: str) -> None:
        if sign not in self._smilies:
            self._smilies.append(sign)


def _mark_long(text: str) -> str:
    """Return text with what is quoted or struck over several lines, outside code, as BBCode."""
    pieces = []
    for at, piece in enumerate(text.split("[code]")):
        code, end, flowing = piece.rpartition("[/code]") if at else ("", "", piece)
        struck, closed, rest = _STRIKE_END.sub("[/s]", flowing).rpartition("[/s]")
        flowing = _STRIKE.sub("[s]", struck) + closed + rest  # without an end it strikes nothing
        for sign, tag in _LONG:
            flowing = sign.sub(tag, flowing)
        pieces.append(code + end + flowing)
    return "[code]".join(pieces)


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
