"""The words that the game master has changed in a post.

They are marked for him, and carried over to the post as it is once the turn is resolved.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from markupsafe import Markup, escape

from gm_tools.core.tuples import NamedTuple

_WORDS = re.compile(r"\s+|\S+")
_ALIKE = 0.5  # share of words below which the whole lines are shown, and not what they have in common


class Rewording(NamedTuple):
    """A post as it was written and as the game master wants it, each of its parts a text."""

    written: tuple[str, ...]
    wanted: tuple[str, ...]

    def apply(self, texts: tuple[str, ...]) -> tuple[tuple[str, ...], list[str]]:
        r"""Return a post with the same changes made in it, and the lines for which no place was found.

        >>> Rewording(("Dull.\nA leads.",), ("Sand!\nA leads.",)).apply(("Dull.\nA leads.\nKey: 5f",))
        (('Sand!\nA leads.\nKey: 5f',), [])
        >>> Rewording(("Dull.",), ("Sand!",)).apply(("A leads.",))
        (('A leads.',), ['Sand!'])
        """
        if len(texts) != len(self.written):
            return texts, [line for one in self._changes() for line in one.new or one.old]
        done = [_apply(*three) for three in zip(self.written, self.wanted, texts, strict=True)]
        return tuple(text for text, __ in done), [line for __, lost in done for line in lost]

    def mark(self) -> list[Markup]:
        """Return each change as an element of a page, what was there struck out and what is there now marked."""
        return [_mark("\n".join(one.old), "\n".join(one.new)) for one in self._changes()]

    def _changes(self) -> list[_Change]:
        return [one for pair in zip(self.written, self.wanted, strict=True) for one in _changes(*pair)]


class _Change(NamedTuple):
    """Lines from `start` on, `old`, that become `new`."""

    start: int
    old: list[str]
    new: list[str]


def _changes(before: str, after: str) -> list[_Change]:
    old, new = before.split("\n"), after.split("\n")
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [_Change(i, old[i:j], new[k:m]) for kind, i, j, k, m in codes if kind != "equal"]


def _apply(before: str, after: str, text: str) -> tuple[str, list[str]]:
    """Make the changes between two texts in a third one; lines are found by what stands beside them."""
    lines = text.split("\n")
    blocks = SequenceMatcher(None, before.split("\n"), lines, autojunk=False).get_matching_blocks()
    places = {one.a + step: one.b + step for one in blocks for step in range(one.size)}
    lost: list[str] = []
    for start, old, new in reversed(_changes(before, after)):
        found = [places.get(start + step) for step in range(len(old))]
        first = found[0] if old else places.get(start, places.get(start - 1, -2) + 1)
        if first is None or first < 0 or found != list(range(first, first + len(old))):
            lost = [*(new or old), *lost]
        else:
            lines[first : first + len(old)] = new
    return "\n".join(lines), lost


def _mark(old: str, new: str) -> Markup:
    parts, others = _WORDS.findall(old), _WORDS.findall(new)
    found = SequenceMatcher(None, parts, others, autojunk=False)
    is_alike = found.ratio() > _ALIKE
    out = Markup()
    for kind, i, j, k, m in found.get_opcodes() if is_alike else [("replace", 0, len(parts), 0, len(others))]:
        gone, come = escape("".join(parts[i:j])), escape("".join(others[k:m]))
        if kind == "equal":
            out += gone
            continue
        out += Markup("<del>{}</del>").format(gone) if gone else Markup()
        out += Markup("<ins>{}</ins>").format(come) if come else Markup()
    return out
