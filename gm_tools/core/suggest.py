"""What a wrong order was probably meant to be: a legal order that is one slip of the pen away, or nothing.

Games propose what they know of (`Problem.suggestion`). Nothing is shown to anybody that could not be carried out in the
position at hand: proposals that are not legal there are dropped, and the nearest legal order is looked for in their
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gm_tools.core.game import Game
from gm_tools.core.grammar import is_probing, probing
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem

LONGEST = 60  # characters of an order that is searched around: longer ones take too long, and have more than one fault
MOST_TRIED = 600  # neighbours that are read at all: the page asks at every key, and so many take up to 30 ms
MOST_CHECKED = 200  # neighbours that can be read and are checked; with more of them none is likelier than the rest
SIGNS = "()+-=>:, "
BRACKETS = "()[]{}<>"
_ROWS = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./")
_SHIFTED = dict(zip("!@#$%^&*()_+:<>?", "1234567890-=;,./", strict=True))  # the same key, with the shift key


def _adjacent_keys() -> dict[str, str]:
    """Return for each sign of an English keyboard those on the keys beside it, above and below, and with shift."""
    near: dict[str, set[str]] = {}
    for at, row in enumerate(_ROWS):
        for column, sign in enumerate(row):
            keys = {(at, column - 1), (at, column + 1), (at - 1, column), (at - 1, column + 1)}
            keys |= {(at + 1, column), (at + 1, column - 1)}
            for line, place in keys:
                if 0 <= line < len(_ROWS) and 0 <= place < len(_ROWS[line]):
                    near.setdefault(sign, set()).add(_ROWS[line][place])
    for shifted, sign in _SHIFTED.items():
        near.setdefault(sign, set()).add(shifted)
        near[shifted] = {sign, *(key for key, other in _SHIFTED.items() if other in near[sign])}
    return {sign: "".join(sorted(found)) for sign, found in near.items()}


ADJACENT = _adjacent_keys()


def mend(problems: Sequence[Problem], text: str, legal: Callable[[str], str]) -> tuple[Problem, ...]:
    """Return the problems of an order with such suggestions only as are legal, at most one of them found by search.

    `legal` gives the canonical text of what is a legal order, and nothing for any other text.
    """
    if not problems or is_probing():
        return tuple(problems)
    with probing():
        known = {problem.suggestion: legal(problem.suggestion) for problem in problems if problem.suggestion}
        kept = tuple(
            problem if known.get(problem.suggestion) else problem._replace(suggestion="") for problem in problems
        )
        has_proposal = any(known.values())
        # A game knows best what an order that it can read lacks. What it cannot read is a slip of the pen, if one
        # explains it.
        is_read = all(problem.kind != "invalid" for problem in problems)
        found = "" if is_read and has_proposal else nearest_legal(text, legal, further=not has_proposal)
    return (kept[0]._replace(suggestion=found), *kept[1:]) if found else kept


def mend_for(
    game: Game[Any, Any, Any], position: Any, seat: str, problems: Sequence[Problem], text: str
) -> tuple[Problem, ...]:
    """Return the problems of a seat's order with suggestions that are legal in a position.

    For a seat that is not awaited it is what may wait in hand, and would be legal as things stand.
    """
    if not problems:
        return ()
    is_awaited = seat in game.awaited(position)

    def format_legal(proposal: str) -> str:
        order = game.parse_order(proposal) if proposal else None
        if order is None or isinstance(order, Problem):
            return ""
        if is_awaited:
            return "" if game.check(position, seat, order) else game.format_order(order)
        is_wrong = game.check_early(position, seat, order) or game.warn_early(position, seat, order)
        return "" if is_wrong else game.format_order(order)

    return mend(problems, text, format_legal)


def without_promise(problem: Problem) -> Problem:
    """Return a problem of an order for a time that has not come.

    It names what could be read, and does not promise that this is legal.
    """
    if not problem.suggestion:
        return problem
    message = _("{message}; {order} could be read", message=problem.message, order=problem.suggestion)
    return problem._replace(message=message, suggestion="")


def nearest_legal(text: str, legal: Callable[[str], str], *, further: bool = True) -> str:
    """Return the likeliest legal order among those that one slip turns into `text`.

    The text is empty if several are equally likely. A doubled sign, two signs swapped, a wrong bracket, a sign beside
    the right one on the keyboard or a lost bracket are likelier than a lost letter or digit, and than a sign too many:
    these are tried only to go `further`.
    """
    text = text.strip()
    if len(text) > LONGEST:
        return ""
    checked = tried = 0
    for neighbours in (_likely_edits(text), _possible_edits(text))[: 1 + further]:
        found: set[str] = set()
        for proposal in dict.fromkeys(neighbours):
            order = legal(proposal)
            tried += 1
            checked += bool(order)
            if order:
                found.add(order)
            if len(found) > 1 or checked > MOST_CHECKED or tried >= MOST_TRIED:
                return ""
        if found:
            return found.pop()
    return ""


def _likely_edits(text: str) -> Iterator[str]:
    for at, sign in enumerate(text):
        before, behind = text[:at], text[at + 1 :]
        if behind[:1] == sign:
            yield before + behind
        elif behind:
            yield before + behind[0] + sign + behind[1:]
        for other in BRACKETS if sign in BRACKETS else "":
            yield before + other + behind
        for other in ADJACENT.get(sign.lower(), ""):
            yield before + (other.upper() if sign.isupper() else other) + behind
    for at in range(len(text) + 1):
        for sign in "()":
            yield text[:at] + sign + text[at:]


def _possible_edits(text: str) -> Iterator[str]:
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :]
    for at in range(len(text) + 1):
        for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" + SIGNS:
            yield text[:at] + sign + text[at:]
