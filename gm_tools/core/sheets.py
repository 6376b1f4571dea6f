"""Order sheets: alternatives with `else` between them, orders ahead under `turn 8:`, in the order text of every game.

A sheet is `ORDER else ORDER; turn 8: ORDER else ORDER; turn 9: ORDER`, its parts on lines of their own or with
semicolons between them. Turns are numbered as the table counts them. When its time comes, the first alternative that
can be read and is legal is used. What a game's own grammar takes as one order is not split, even if there is an `else`
in it.

A text is parsed once, into a Sheet of Parts; a Part is judged in a position as often as there is one.
"""

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from gm_tools.core.game import Game
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem, format_problem, name_seat
from gm_tools.core.suggest import mend_for, without_promise
from gm_tools.core.text import drop_invisible, normalize_glyphs
from gm_tools.core.tuples import NamedTuple

SHEETS = N_("""\
ORDER else ORDER  the first that can be read and is legal when the turn comes is used
ORDER; turn 8: ORDER  the second waits for turn 8, as the table counts; a later post may replace it;
                      each turn on a line of its own, or after a semicolon""")  # how they are written, for people
ELSE = ("else", "sonst", "oder")  # the words that part alternatives, in any language, as the grammar of TAC has them
LATEST = 9999  # turn that an order can be posted for
_NO_TURN = -1  # a part under "turn 0:", which there is not
_PARTS = re.compile(rf"\b(?:{'|'.join(ELSE)})\b", re.IGNORECASE)
_HEAD = ("t", "u", "r", "n", r"\s*#?", r"\s*(\d{1,9})", r"\s*:")  # of a part for a turn, piece by piece
_HEADS = re.compile(rf"(?:^|(?<=[;\n]))\s*({''.join(_HEAD)})", re.IGNORECASE)
_BEGUN = re.compile(
    rf"(?<=\s)(?:{'|'.join(word[:at] for word in ELSE for at in range(1, len(word)))})$"
    rf"|(?:^|[;\n])\s*{reduce(lambda rest, piece: f'{piece}(?:{rest})?', reversed(_HEAD))}\s*$",
    re.IGNORECASE,
)
_EDGE = " \t\r\n;\uff1b\u3000\xa0"


class Alternative(NamedTuple):
    """One order of a sheet: its text, the order it is (None if it cannot be read), all that is wrong with it.

    `start` is where its text begins in the sheet.
    """

    text: str
    order: Any
    problems: tuple[Problem, ...] = ()
    start: int = 0

    @property
    def is_legal(self) -> bool:
        """Tell whether it can be carried out."""
        return self.order is not None and not self.problems


class Verdict(NamedTuple):
    """What a part of a sheet comes to: its alternatives, each with what is wrong with it in a position.

    `part` is what was judged, to be judged again from what somebody else may know; None (and no alternatives) for no
    order at all.
    """

    alternatives: tuple[Alternative, ...] = ()
    part: "Part | None" = None

    @property
    def chosen(self) -> Alternative:
        """The alternative that counts."""
        return self.alternatives[chosen_index(self.alternatives)] if self.alternatives else Alternative("", None)

    @property
    def order(self) -> Any:
        """The order that counts, None if there is none that can be read."""
        return self.chosen.order

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong with what counts."""
        return self.chosen.problems

    @property
    def is_legal(self) -> bool:
        """Tell whether there is an order that can be carried out."""
        return self.chosen.is_legal

    @property
    def several(self) -> tuple[Alternative, ...]:
        """The alternatives if there is more than one."""
        return self.alternatives if len(self.alternatives) > 1 else ()

    @property
    def number(self) -> int:
        """The number of the alternative that counts, from 1; 0 where there is no choice."""
        return chosen_index(self.alternatives) + 1 if self.several else 0


class Part(NamedTuple):
    """What a sheet says of one turn (0: whenever its seat is asked next): its alternatives, the first meant first.

    A text that is no sheet, read as a part, has one alternative, which says why; `is_sheet` is False then.
    """

    game: "Game[Any, Any, Any]"
    turn: int
    alternatives: tuple[Alternative, ...]
    is_sheet: bool = True

    @property
    def text(self) -> str:
        """The alternatives as one text, the turn left out."""
        return " else ".join(one.text for one in self.alternatives)

    @property
    def orders(self) -> tuple[Any, ...]:
        """The orders of the alternatives that can be read."""
        return tuple(one.order for one in self.alternatives if one.order is not None)

    def judge(self, position: Any, seat: str, *, may_wait: bool = False) -> Verdict:
        """Return the verdict on the alternatives of a seat in a position.

        With `may_wait` those of a seat that is not awaited are judged by whether they can wait in hand until it is.
        """
        game = self.game
        waits = may_wait and not game.is_over(position) and seat not in game.awaited(position)
        check = game.check_early if waits else game.check
        out = []
        for one in self.alternatives:
            problems = one.problems if one.order is None else check(position, seat, one.order)
            if self.is_sheet:
                problems = mend_for(game, position, seat, problems, one.text)
            out.append(one._replace(problems=tuple(name_seat(problem, seat) for problem in problems)))
        return Verdict(tuple(out), self)

    def judge_early(self, seat: str) -> Verdict:
        """Return the verdict on a seat's alternatives before their turn has come: only whether they can be read."""
        out = []
        for one in self.alternatives:
            problems = tuple(name_seat(without_promise(problem), seat) for problem in one.problems)
            out.append(one._replace(problems=problems))
        return Verdict(tuple(out), self)


class Sheet(NamedTuple):
    """A text of orders, parsed once: its parts in their order, each for another turn.

    `problem` says why a text is no sheet.
    """

    text: str
    parts: tuple[Part, ...]
    problem: Problem | None = None

    def for_turn(self, turn: int) -> Part | None:
        """Return what is for a turn when that is the next one, None if nothing is."""
        return next((part for part in self.parts if part.turn in (0, turn)), None)

    def after_turn(self, turn: int) -> tuple[Part, ...]:
        """Return what is for the turns after one."""
        return tuple(part for part in self.parts if part.turn > turn)

    def past_turns(self, following: int) -> tuple[int, ...]:
        """Return the turns of the sheet that are past when `following` is the next one."""
        return tuple(part.turn for part in self.parts if 0 < part.turn < following)

    def find_problem(self, following: int) -> Problem | None:
        """Return why none of the sheet can be used when `following` is the next turn, None if some of it can."""
        if self.problem is not None:
            return self.problem
        if sum(part.turn in (0, following) for part in self.parts) > 1:
            message = N_("turn {turn} is the next turn, and the order before it is for the next turn too")
            return Problem("ambiguous", "", _(message, turn=following))
        past = self.past_turns(following)
        if len(past) < len(self.parts):
            return None
        message = N_("turns {gone} are past; the next is turn {turn}")
        if len(past) == 1:
            message = N_("turn {gone} is past; the next is turn {turn}")
        return Problem("illegal", "", _(message, gone=", ".join(map(str, past)), turn=following))

    def unreadable_parts(self, following: int, position: Any, seat: str) -> tuple[Problem, ...]:
        """Return what is wrong with the parts of a seat's sheet of which no alternative can be read.

        The sheet is seen before turn `following`. Each problem names its turn and alternative, and points into the text
        of the sheet. What is suggested for the next turn is legal in `position`.
        """
        problems: list[Problem] = []
        for part in self.parts:
            if 0 < part.turn < following or part.orders:
                continue
            is_next = part.turn in (0, following)
            verdict = part.judge(position, seat) if is_next else part.judge_early(seat)
            for at, one in enumerate(verdict.alternatives, 1):
                about = [_("turn {turn}", turn=part.turn)] if part.turn else []
                about += [_("alternative {number}", number=at)] if verdict.several else []
                for problem in one.problems:
                    message = ": ".join([*about, problem.message])
                    problems.append(_move(problem._replace(message=message), self.text, one.start))
        return tuple(problems)

    def substitute(self, wrong: Alternative, order: str) -> str:
        """Return the text of the sheet with `order` in the place of an alternative.

        All else stays as it was written.
        """
        return self.text[: wrong.start] + order + self.text[wrong.start + len(wrong.text) :]


def spread(sheet: Sheet, following: int) -> Sheet:
    """Return a sheet with each sequence (`Game.sequence`) as a part for every turn that it is for.

    `following` is the number of the next turn. Has a `problem` where an order would be for a turn that another is for,
    and where a sequence is an alternative.
    """
    parts: list[Part] = []
    for part in sheet.parts:
        lengths = [len(part.game.sequence(order)) for order in part.orders]
        if max(lengths, default=1) == 1:
            parts.append(part)
            continue
        if len(part.alternatives) > 1:
            message = _(
                "a sequence cannot be an alternative; write each turn on its own: turn {turn}: ORDER else ORDER",
                turn=following,
            )
            return sheet._replace(problem=Problem("ambiguous", "", message))
        first = part.turn or following
        for turn, order in enumerate(part.game.sequence(part.orders[0]), first):
            alternative = part.alternatives[0]._replace(text=part.game.format_order(order), order=order)
            parts.append(part._replace(turn=part.turn if turn == first else turn, alternatives=(alternative,)))
    turns = [part.turn or following for part in parts]
    twice = next((turn for turn in turns if turns.count(turn) > 1), None)
    if twice is not None and len(parts) > len(sheet.parts):
        message = _("the sequence has an order for turn {turn}, but there is another order for that turn", turn=twice)
        return sheet._replace(problem=Problem("ambiguous", "", message))
    return sheet._replace(parts=tuple(parts))


def chosen_index(alternatives: Sequence[Alternative]) -> int:
    """Return which alternative counts, from 0.

    The first legal one counts; if none is legal, the first that can be read, else the first.
    """
    legal = next((at for at, one in enumerate(alternatives) if one.is_legal), None)
    if legal is not None:
        return legal
    return next((at for at, one in enumerate(alternatives) if one.order is not None), 0)


def parse_sheet(game: "Game[Any, Any, Any]", text: str) -> Sheet:
    """Return a text of orders as a sheet; what is no sheet has a `problem` with its line and column.

    >>> from gm_tools.games import find
    >>> [(part.turn, part.text) for part in parse_sheet(find("nascar"), "A(4M) ELSE (5M); turn 8: BB").parts]
    [(0, 'A(4M) else (5M)'), (8, 'BB')]
    """
    text = drop_invisible(text)
    pieces = split_turns(text)
    if isinstance(pieces, Problem):
        return Sheet(text, (), pieces)
    parts = []
    for turn, start, end in pieces:
        alternatives = _parse_alternatives(game, text, start, end)
        if isinstance(alternatives, Problem):
            return Sheet(text, (), alternatives)
        parts.append(Part(game, turn, alternatives))
    return Sheet(text, tuple(parts))


def parse_part(game: "Game[Any, Any, Any]", text: str) -> Part:
    """Return the text of an order that is for one turn, without the turn's number.

    A text that is no order says why when it is judged.
    """
    sheet = parse_sheet(game, text)
    problem = sheet.problem
    if problem is None and len(sheet.parts) == 1 and not sheet.parts[0].turn:
        return sheet.parts[0]
    problem = problem or Problem("invalid", "", _("several turns in one order; expected an order for one turn"))
    return Part(game, 0, (Alternative(text, None, (problem,)),), is_sheet=False)


def split_last(text: str) -> tuple[str, str, str]:
    """Return what stands before the last `else` of a text, and the order that is being written after it.

    Between them comes the first again, with the `else` and a blank, or the head of the turn that the text begins with.

    >>> split_last("(9M) sonst A(8M)"), split_last("(9M)"), split_last("turn 8: A")
    (('(9M)', '(9M) sonst ', 'A(8M)'), ('', '', '(9M)'), ('', 'turn 8: ', 'A'))
    """
    words = find_else(text)
    heads = list(_HEADS.finditer(normalize_glyphs(text)))
    if words:
        start, end = words[-1].span()
    elif len(heads) == 1 and not text[: heads[0].start(1)].strip(_EDGE):
        start, end = 0, heads[0].end()
    else:
        return "", "", text
    return text[:start].rstrip(), f"{text[:end]} ", text[end:].strip()


def without_begun_word(text: str) -> str | None:
    """Return a text without an `else`, or a turn, of which its last word is only the beginning; None if there is none.

    >>> without_begun_word("(9M) els"), without_begun_word("(9M); turn 1"), without_begun_word("(9M)")
    ('(9M)', '(9M)', None)
    """
    word = _BEGUN.search(normalize_glyphs(text))
    return text[: word.start()].rstrip() if word is not None else None


def find_else(text: str) -> list[re.Match[str]]:
    """Return the words of a text that part its alternatives."""
    return list(_PARTS.finditer(normalize_glyphs(text)))


def split_turns(text: str) -> list[tuple[int, int, int]] | Problem:
    """Return the parts of a sheet in its text, or why it is no sheet.

    A part is its turn (0: none named) and the start and end of its orders.

    >>> split_turns("A(4M); turn 8: BB")
    [(0, 0, 5), (8, 15, 17)]
    """
    if "turn" not in text.casefold() and "\uff54" not in text.casefold():
        return [(0, *_strip(text, 0, len(text)))]  # nearly every order: nothing to look for
    pieces: list[tuple[int, int, int]] = []
    for turn, start, end, head in _find_turns(text):
        if turn and not 1 <= turn <= LATEST:
            message = _("there is no turn {turn}; expected a turn from 1 to {last}", turn=max(turn, 0), last=LATEST)
            return _problem(text, head, message)
        if any(turn and other == turn for other, *__ in pieces):
            return _problem(text, head, _("turn {turn} appears twice; put 'else' between alternatives", turn=turn))
        if turn and not text[start:end].strip(_EDGE):
            return _problem(text, end, _("turn {turn} has no order; an order must follow the colon", turn=turn))
        pieces.append((turn, *_strip(text, start, end)))
    return pieces


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place in a text without the blanks and semicolons at its ends; as it is if there is nothing else."""
    inner = text[start:end].strip(_EDGE)
    if not inner:
        return start, end
    first = text.index(inner, start)
    return first, first + len(inner)


def _find_turns(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield the parts of a sheet: turn (0: none named), start and end of its orders, start of the part."""
    heads = list(_HEADS.finditer(normalize_glyphs(text)))
    first = heads[0].start(1) if heads else len(text)
    if not heads or text[:first].strip(_EDGE):
        yield 0, 0, first, 0
    for at, head in enumerate(heads):
        end = heads[at + 1].start(1) if at + 1 < len(heads) else len(text)
        yield int(head[2]) or _NO_TURN, head.end(1), end, head.start(1)


def _parse_alternatives(
    game: "Game[Any, Any, Any]", text: str, start: int, end: int
) -> tuple[Alternative, ...] | Problem:
    """Return the alternatives between two places of a text; a single one if the game takes the whole as one order."""
    whole = _parse_alternative(game, text, start, end)
    words = find_else(text[start:end]) if whole.order is None else []
    if not words:
        return (whole,)
    out = []
    at = start
    for word in [*words, None]:
        stop = end if word is None else start + word.start()
        if not text[at:stop].strip(_EDGE):
            if word is not None:
                return _problem(text, stop, _("no order before 'else'; write ORDER else ORDER"))
            message = _("no order after 'else'; write ORDER else ORDER")
            return _problem(text, start + words[-1].start(), message)
        out.append(_parse_alternative(game, text, at, stop))
        at = stop if word is None else start + word.end()
    return tuple(out)


def _parse_alternative(game: "Game[Any, Any, Any]", text: str, start: int, end: int) -> Alternative:
    start, end = _strip(text, start, end)
    order = game.parse_order(text[start:end])
    if isinstance(order, Problem):
        return Alternative(text[start:end], None, (order,), start)
    return Alternative(text[start:end], order, (), start)


def _problem(text: str, at: int, message: str) -> Problem:
    at = min(at, len(text))
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return Problem("invalid", "", message, line=line, column=column)


def _move(problem: Problem, text: str, start: int) -> Problem:
    """Return a problem of a part of a text, from `start` on, with its place in the whole."""
    if not problem.column:
        return problem
    line = text.count("\n", 0, start)
    column = problem.column + (start - text.rfind("\n", 0, start) - 1 if problem.line <= 1 else 0)
    return problem._replace(line=max(problem.line, 1) + line, column=column)


def verdict_lines(game: "Game[Any, Any, Any]", verdict: Verdict) -> tuple[str, ...]:
    """Return what is wrong with an order, with carets under the places.

    Of several alternatives they say which one is taken, and why the others are not.
    """
    if not verdict.several:
        return tuple(line for one in verdict.alternatives for line in alternative_lines(game, one))
    taken = chosen_index(verdict.alternatives) if verdict.is_legal else -1
    lines = []
    for at, one in enumerate(verdict.alternatives):
        if at == taken:
            message = N_("alternative {number}: {order} is used")
        elif one.is_legal:
            message = N_("alternative {number}: {order} is not needed")
        elif one.order is not None:
            message = N_("alternative {number}: {order} is not legal")
        else:
            message = N_("alternative {number}: {order} cannot be read")
        lines.append(_(message, number=at + 1, order=" ".join(one.text.split())))
        lines += [f"  {line}" for line in alternative_lines(game, one)]
    return tuple(lines)


def alternative_lines(game: "Game[Any, Any, Any]", one: Alternative) -> list[str]:
    """Return what is wrong with one alternative: columns count in the canonical text of an order that can be read."""
    written = one.text if one.order is None else game.format_order(one.order)
    return [line for problem in one.problems for line in format_problem(problem, written).split("\n")]
