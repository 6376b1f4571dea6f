"""Words that have to fit some room: in lines, or cut."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tools.render.drawing.elements import measure
from gm_tools.render.layout import printable


def wrap_words(words: str, size: float, room: float) -> list[str]:
    """Return words in lines no longer than some room, at a size of letters; longer words are cut."""
    return wrap(break_words(printable(words), size, room), size, room)


def break_words(words: str, size: float, room: float) -> list[str]:
    """Return the words of a line; those that are longer than a line are broken into parts."""
    most = max(1, int(room / size / 1.1))
    parts: list[str] = []
    for word in words.split():
        step = len(word) if measure(word, size, bold=True) <= room else most
        parts += [word[at : at + step] for at in range(0, len(word), step)]
    return parts


def wrap(parts: Sequence[str], size: float, room: float, *, bold: bool = True) -> list[str]:
    """Return words in lines no longer than some room; a line holds at least one word."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and measure(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def shorten(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return words that fit some room, their end cut off if they are too long."""
    words = printable(words)
    if measure(words, size, bold=bold) <= room:
        return words
    while words and measure(f"{words}…", size, bold=bold) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"
