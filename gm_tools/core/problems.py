"""What can be wrong: `Problem` for players' mistakes (values), `InputError` for files and arguments (raised)."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Literal

from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple

Kind = Literal["invalid", "illegal", "ambiguous"]
KINDS = (N_("invalid"), N_("illegal"), N_("ambiguous"))  # as people are told them
MOST_TOLD = 20  # faults of one board file that an error names


class Problem(NamedTuple):
    """One thing wrong with an order or a board file.

    *Invalid* is not understood, *illegal* is understood but not allowed, *ambiguous* wants asking.
    `line` and `column` count from 1; 0 is unknown. Those of an invalid order point into the text as posted,
    those of an illegal one into its canonical form. `suggestion` is the whole mended order, where one
    edit mends it: `A(A+1)(4M)` for `AAMMMM`.
    """

    kind: Kind
    rule: str
    message: str
    seat: str = ""
    line: int = 0
    column: int = 0
    suggestion: str = ""


def name_seat(problem: Problem, seat: str) -> Problem:
    """Return a problem with the seat that it is about, if it names none."""
    return problem if problem.seat else problem._replace(seat=seat)


class InputError(Exception):
    """A file, key or argument that cannot be used: says where, what was found, what is allowed.

    Raised by everything that reads what people write; the command line prints it and exits with `status`
    (2: wrong use; 1: the game says no).
    """

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        key: str = "",
        line: int = 0,
        column: int = 0,
        allowed: str = "",
        status: int = 2,
        problems: Iterable[Problem] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.key = key
        self.line = line
        self.column = column
        self.allowed = allowed
        self.status = status
        self.problems = tuple(problems)

    def within(self, file: str, key: str = "") -> "InputError":
        """Return this error placed in `file` (and below `key`), for readers that know no file names."""
        dot = "" if self.key.startswith(" #") else "."  # one of a list: `seats #2.mark`
        joined = f"{key}{dot}{self.key}" if key and self.key else key or self.key
        placed = InputError(self.message)
        vars(placed).update({**vars(self), "file": self.file or file, "key": joined})
        return placed

    def format_hint(self) -> str:
        """Return how a message ends that says what is allowed."""
        return " " + _("(allowed: {values})", values=self.allowed)

    def __str__(self) -> str:
        where = self.file
        if self.line and not self.file:
            where = place_of(self.line, self.column)
        elif self.line:
            where += f":{self.line}" + (f":{self.column}" if self.column else "")
        head = ": ".join(part for part in (where, self.key, self.message) if part)
        if self.allowed:
            head += self.format_hint()
        lines = [head, *(format_place(problem) for problem in self.problems[:MOST_TOLD])]
        if len(self.problems) > MOST_TOLD:
            lines.append("  " + _("and {count} more", count=len(self.problems) - MOST_TOLD))
        return "\n".join(lines)


@contextmanager
def in_file(file: object, key: str = "") -> Iterator[None]:
    """Place an InputError raised inside in a file (and below `key`): what reads a text knows no file."""
    try:
        yield
    except InputError as error:
        raise error.within(str(file), key) from None


def at_key(key: str) -> AbstractContextManager[None]:
    """Place an InputError raised inside below `key`: what reads a part of a file knows only the part."""
    return in_file("", key)


def place_of(line: int, column: int = 0) -> str:
    """Return a place in a text for people: `line 4, column 7`; empty if it is not known (0)."""
    if not line:
        return _("column {column}", column=column) if column else ""
    if not column:
        return _("line {line}", line=line)
    return _("line {line}, column {column}", line=line, column=column)


def format_place(problem: Problem) -> str:
    """Return one line for a fault of a board file: `line 4, column 7: unknown tile 'q'`."""
    where = place_of(problem.line, problem.column)
    rule = f" [{problem.rule}]" if problem.rule else ""
    return f"  {where + ': ' if where else ''}{problem.message}{rule}"


def format_problem(problem: Problem, text: str = "") -> str:
    """Return a problem for people, with a caret under its place in `text` (the order it is about).

    >>> print(format_problem(Problem("illegal", "N2.2", "5 moves needed, 4 given"), "A(4M)"))
    illegal [N2.2]: 5 moves needed, 4 given
    """
    rule = f" [{problem.rule}]" if problem.rule else ""
    lines = [_(problem.kind) + f"{rule}: {problem.message}"]
    if problem.column and text:
        rows = text.splitlines() or [""]
        row = rows[min(max(problem.line, 1), len(rows)) - 1]
        start = max(0, problem.column - 60)
        lines += ["  " + row[start : start + 100], "  " + " " * (problem.column - 1 - start) + "^"]
    if problem.suggestion:
        lines.append("  " + _("write: {order}", order=problem.suggestion))
    return "\n".join(lines)
