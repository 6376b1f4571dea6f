"""Order sheets: alternatives with `else` between them, orders ahead under `turn 8:`, in the order text of every game.

A sheet is `ORDER else ORDER; turn 8: ORDER else ORDER; turn 9: ORDER`, its parts on lines of their own or with semicolons
between them. Turns are numbered as the table counts them. When its time comes, the first alternative that can be read and is
legal is used. What a game's own grammar takes as one order is not split, even if there is an `else` in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.suggest import mend_for, without_promise
from gm_tools.core.text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gm_tools.core.game import Game

SHEETS = N_("""\
ORDER else ORDER        the first that can be read and is legal when the turn comes is used
ORDER; turn 8: ORDER    the second waits for turn 8, as the table counts; a later post may replace it
                        each turn on a line of its own, or behind a semicolon""")  # how they are written, for people
LATEST = 9999  # turn that an order can be posted for
_NONE = -1  # a part under "turn 0:", which there is not
_EDGE = " \t\r\n;\uff1b\u3000\xa0"


class Part(NamedTuple):
    """What a sheet says of one turn (0: whenever its seat is asked next): its alternatives, the first meant first."""

    turn: int
    alternatives: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the alternatives as one text, the turn left out."""
        return " else ".join(self.alternatives)


class Tried(NamedTuple):
    """An alternative looked at: its text, the order it is (None if it cannot be read), all that is wrong with it."""

    text: str
    order: Any
    problems: tuple[Problem, ...]

    @property
    def is_legal(self) -> bool:
        """Tell whether it can be carried out."""
        return self.order is not None and not self.problems


def format_sheet(parts: Sequence[Part]) -> str:
    """Return the text of a sheet; `parse_sheet` takes it back.

    >>> format_sheet((Part(0, ("A(4M)", "(5M)")), Part(8, ("BB",))))
    'A(4M) else (5M); turn 8: BB'
    """
    return "; ".join(f"turn {part.turn}: {part.text}" if part.turn else part.text for part in parts)


def parse_sheet(text: str, reads: Callable[[str], bool] = lambda _text: False) -> tuple[Part, ...] | Problem:
    """Return the parts of a sheet in their order, or the Problem (by line and column) of a sheet that is none.

    `reads` tells whether a text is one order to the game; such a text is not split at its `else`.

    >>> parse_sheet("A(4M) else (5M); turn 8: BB")
    (Part(turn=0, alternatives=('A(4M)', '(5M)')), Part(turn=8, alternatives=('BB',)))
    """
    spans = _spans(text, reads)
    if isinstance(spans, Problem):
        return spans
    return tuple(Part(turn, tuple(text[start:end] for start, end in each)) for turn, each in spans)


_Spans = list[tuple[int, list[tuple[int, int]]]]  # of each part: its turn, where its alternatives begin and end


def _spans(text: str, reads: Callable[[str], bool]) -> _Spans | Problem:
    """Return where the orders of a sheet stand in its text."""
    lowered = text.casefold()
    if "turn" not in lowered and "else" not in lowered and "\uff54" not in lowered and "\uff45" not in lowered:
        return [(0, [_stripped(text, 0, len(text))])]  # nearly every order: nothing to look for
    spans: _Spans = []
    for turn, start, end, head in _pieces(text):
        if turn and not 1 <= turn <= LATEST:
            return _problem(
                text,
                head,
                _("there is no turn {turn}; expected a turn from 1 to {last}", turn=max(turn, 0), last=LATEST),
            )
        if any(turn and other == turn for other, __ in spans):
            return _problem(text, head, _("turn {turn} appears twice; put 'else' between alternatives", turn=turn))
        if turn and not text[start:end].strip(_EDGE):
            return _problem(text, end, _("turn {turn} has no order; an order must follow the colon", turn=turn))
        alternatives = _alternatives(text, start, end, reads)
        if isinstance(alternatives, Problem):
            return alternatives
        spans.append((turn, alternatives))
    return spans


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place in a text without the blanks and semicolons at its ends; as it is if there is nothing else."""
    inner = text[start:end].strip(_EDGE)
    if not inner:
        return start, end
    first = text.index(inner, start)
    return first, first + len(inner)


def _pieces(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield the parts of a sheet: turn (0: none named), start and end of its orders, start of the part."""
    import re

    heads = list(re.finditer(r"(?:^|(?<=[;\n]))\s*(turn\s*#?\s*(\d{1,9})\s*:)", plain(text), re.IGNORECASE))
    first = heads[0].start(1) if heads else len(text)
    if not heads or text[:first].strip(_EDGE):
        yield 0, 0, first, 0
    for at, head in enumerate(heads):
        end = heads[at + 1].start(1) if at + 1 < len(heads) else len(text)
        yield int(head[2]) or _NONE, head.end(1), end, head.start(1)


def _alternatives(text: str, start: int, end: int, reads: Callable[[str], bool]) -> list[tuple[int, int]] | Problem:
    """Return where the alternatives between two places of a text stand, whole if the game takes the whole."""
    import re

    whole = _stripped(text, start, end)
    words = list(re.finditer(r"\belse\b", plain(text[start:end]), re.IGNORECASE))
    if not words or reads(text[whole[0] : whole[1]]):
        return [whole]
    out = []
    at = start
    for word in [*words, None]:
        stop = end if word is None else start + word.start()
        if not text[at:stop].strip(_EDGE):
            if word is not None:
                return _problem(text, stop, _("no order before 'else'; write ORDER else ORDER"))
            message = _("no order after 'else'; write ORDER else ORDER")
            return _problem(text, start + words[-1].start(), message)
        out.append(_stripped(text, at, stop))
        at = stop if word is None else start + word.end()
    return out


def _problem(text: str, at: int, message: str) -> Problem:
    at = min(at, len(text))
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return Problem("invalid", "", message, line=line, column=column)


class Timed(NamedTuple):
    """The parts of a sheet by their time: for the next turn, for later ones, and the turns that are past.

    `problem` says why none of it can be used.
    """

    now: Part | None
    ahead: tuple[Part, ...]
    past: tuple[int, ...]
    problem: Problem | None = None


def by_time(parts: Sequence[Part], following: int) -> Timed:
    """Return the parts of a sheet by their time, seen before turn `following`."""
    past = tuple(part.turn for part in parts if part.turn and part.turn < following)
    now = [part for part in parts if part.turn in (0, following)]
    ahead = tuple(part for part in parts if part.turn > following)
    problem = None
    if len(now) > 1:
        message = N_("turn {turn} is the next one, and what stands before it is for the next one, too")
        problem = Problem("ambiguous", "", _(message, turn=following))
    elif not now and not ahead:
        gone = ", ".join(map(str, past))
        message = N_("turns {gone} are past; the next is turn {turn}")
        if len(past) == 1:
            message = N_("turn {gone} is past; the next is turn {turn}")
        problem = Problem("illegal", "", _(message, gone=gone, turn=following))
    return Timed(now[0] if now else None, ahead, past, problem)


# With a game


def read_sheet(game: Game[Any, Any, Any], text: str) -> tuple[Part, ...] | Problem:
    """Return the parts of a sheet of a game."""
    return parse_sheet(text, _reads(game))


def _reads(game: Game[Any, Any, Any]) -> Callable[[str], bool]:
    return lambda part: not isinstance(game.parse_order(part), Problem)


def mended(game: Game[Any, Any, Any], text: str, wrong: str, order: str) -> str:
    """Return the text of a sheet with `order` in the place of its alternative `wrong`; all else stays as it was written."""
    spans = _spans(text, _reads(game))
    for __, places in [] if isinstance(spans, Problem) else spans:
        for start, end in places:
            if text[start:end] == wrong:
                return text[:start] + order + text[end:]
    return order


def read_part(game: Game[Any, Any, Any], text: str) -> tuple[str, ...] | Problem:
    """Return the alternatives in the text of an order that is for one turn, without the turn's number."""
    parts = read_sheet(game, text)
    if isinstance(parts, Problem):
        return parts
    if len(parts) > 1 or parts[0].turn:
        return Problem("invalid", "", _("several turns in one order; expected an order for one turn"))
    return parts[0].alternatives


def try_all(
    game: Game[Any, Any, Any],
    position: Any,
    seat: str,
    alternatives: Sequence[str],
    *,
    now: bool = True,
    may_wait: bool = False,
) -> tuple[Tried, ...]:
    """Return all alternatives looked at in a position; with `now` False only whether they can be read.

    With `may_wait` those of a seat that is not awaited are judged by whether they can wait in hand until it is.
    """
    waits = may_wait and not game.is_over(position) and seat not in game.awaited(position)
    judge = game.ahead if waits else game.check
    out = []
    for text in alternatives:
        order = game.parse_order(text)
        if isinstance(order, Problem):
            faults = mend_for(game, position, seat, (order,), text) if now else (without_promise(order),)
            out.append(Tried(text, None, tuple(_of(problem, seat) for problem in faults)))
        else:
            faults = mend_for(game, position, seat, judge(position, seat, order), text) if now else ()
            out.append(Tried(text, order, tuple(_of(problem, seat) for problem in faults)))
    return tuple(out)


def _of(problem: Problem, seat: str) -> Problem:
    return problem if problem.seat else problem._replace(seat=seat)


def meant(tried: Sequence[Tried]) -> int:
    """Return which alternative counts, from 0: the first legal one; if none is legal the first that can be read, else the first."""
    legal = next((at for at, one in enumerate(tried) if one.is_legal), None)
    if legal is not None:
        return legal
    return next((at for at, one in enumerate(tried) if one.order is not None), 0)


def unread(game: Game[Any, Any, Any], text: str, following: int, position: Any, seat: str) -> tuple[Problem, ...]:
    """Return what is wrong with the parts of a seat's sheet, seen before turn `following`, of which no alternative can be read.

    Each problem names its turn and alternative, and points into the text of the sheet. What is suggested for the next turn
    is legal in `position`.
    """
    spans = _spans(text, _reads(game))
    problems: list[Problem] = []
    for turn, places in [] if isinstance(spans, Problem) else spans:
        read = [game.parse_order(text[start:end]) for start, end in places]
        if 0 < turn < following or not all(isinstance(one, Problem) for one in read):
            continue
        for at, (fault, (start, end)) in enumerate(zip(read, places, strict=True), 1):
            (problem,) = (
                mend_for(game, position, seat, (fault,), text[start:end])
                if turn in (0, following)
                else (without_promise(fault),)
            )
            about = [_("turn {turn}", turn=turn)] if turn else []
            about += [_("alternative {number}", number=at)] if len(places) > 1 else []
            message = ": ".join([*about, problem.message])
            problems.append(_moved(problem._replace(message=message), text, start))
    return tuple(problems)


def _moved(problem: Problem, text: str, start: int) -> Problem:
    """Return a problem of a part of a text, from `start` on, with its place in the whole."""
    if not problem.column:
        return problem
    line = text.count("\n", 0, start)
    column = problem.column + (start - text.rfind("\n", 0, start) - 1 if problem.line <= 1 else 0)
    return problem._replace(line=max(problem.line, 1) + line, column=column)


def tried_lines(game: Game[Any, Any, Any], tried: Sequence[Tried]) -> tuple[str, ...]:
    """Return several alternatives in lines: which one is taken, and why the others are not."""
    from gm_tools.core.problems import format_problem

    taken = meant(tried) if any(one.is_legal for one in tried) else -1
    lines = []
    for at, one in enumerate(tried):
        if at == taken:
            message = N_("alternative {number}: {order} is taken")
        elif one.is_legal:
            message = N_("alternative {number}: {order} is not needed")
        elif one.order is not None:
            message = N_("alternative {number}: {order} is not legal")
        else:
            message = N_("alternative {number}: {order} cannot be read")
        lines.append(_(message, number=at + 1, order=" ".join(one.text.split())))
        written = one.text if one.order is None else game.format_order(one.order)
        for problem in one.problems:
            lines += [f"  {line}" for line in format_problem(problem, written).split("\n")]
    return tuple(lines)
