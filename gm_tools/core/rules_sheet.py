"""How orders are written: sentences, and orders or words with what they mean, set for a terminal or for a page.

A sheet is a text in the catalogue. A line with two blanks in it is an order, or a word, and what it means; lines that
begin with a blank go on with it. Other lines are sentences, up to the next empty line:

    An order is speed changes, then moves.

    A  accelerate (+1)
    S  slipstream (+1,
       only at the beginning)
"""

from itertools import groupby
from textwrap import wrap

from gm_tools.core.tuples import NamedTuple

WIDTH = 84  # characters of a line in a terminal
_INDENT = "  "
_FIXED = "\N{NO-BREAK SPACE}"
_DOT = " \N{MIDDLE DOT} "  # between the parts of a list: it ends a line, and begins none


class Explanation(NamedTuple):
    """What a name means; a sentence, if it has no name; a gap, if it has neither."""

    name: str
    meaning: str


def read_entries(sheet: str) -> list[Explanation]:
    r"""Return the entries of a sheet, in their order.

    >>> read_entries("An order is moves.\n\nM  move on,\n   straight")[::2]
    [Explanation(name='', meaning='An order is moves.'), Explanation(name='M', meaning='move on, straight')]
    """
    entries: list[Explanation] = []
    for line in sheet.rstrip("\n").split("\n"):
        name, gap, meaning = line.partition("  ")
        last = entries[-1] if entries else Explanation("", "")
        if name and gap:
            entries.append(Explanation(name, meaning.strip()))
        elif line and last.meaning and (not name or not last.name):
            entries[-1] = last._replace(meaning=f"{last.meaning} {line.strip()}")
        else:
            entries.append(Explanation("", line))
    return [one._replace(meaning=one.meaning.replace(_DOT, _FIXED + _DOT[1:])) for one in entries]


def group_entries(sheet: str) -> list[list[Explanation]]:
    """Return the entries of a sheet that belong together: names with what they mean, or sentences; without gaps."""
    groups = [list(each) for _, each in groupby(read_entries(sheet), key=lambda one: (bool(one.name), any(one)))]
    return [entries for entries in groups if any(entries[0])]


def set_lines(sheet: str) -> tuple[str, ...]:
    """Return a sheet as lines of at most `WIDTH` characters: what names mean stands in a column of its own."""
    lines: list[str] = []
    for has_names, each in groupby(read_entries(sheet), key=lambda one: bool(one.name)):
        entries = list(each)
        column = max(len(f"{_INDENT}{one.name}  ") for one in entries) if has_names else 0
        for name, meaning in entries:
            first = f"{_INDENT}{name}".ljust(column) if has_names else ""
            told = wrap(meaning, WIDTH, initial_indent=first, subsequent_indent=" " * column, break_on_hyphens=False)
            lines += told or [""]
    return tuple(line.replace(_FIXED, " ") for line in lines)
