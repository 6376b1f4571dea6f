"""Orders in hand: `orders.toml`, every order as it was posted, with where it came from and the turn it was posted for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.problems import InputError, Problem
from gm_tools.core.toml import known_keys, parse_toml, take
from gm_tools.table.files import encode, write_atomic
from gm_tools.table.lines import joined, pairs, rows
from gm_tools.table.plain import clean, take_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from gm_tools.core.game import Request, Seat
    from gm_tools.table.store import Table

FILE = "orders.toml"
FORMAT = 1
BY_HAND = "by hand"


class Posted(NamedTuple):
    """An order in hand. `number` is its own for as long as the table lasts; `turn` the first turn it may be used in.

    `edited` says that the post was changed after it was made, and how.
    """

    number: int
    seat: str
    text: str
    source: str
    turn: int
    edited: str = ""


class Hand(NamedTuple):
    """What `orders.toml` holds: the turn that comes next, the number of the next order, and the orders, oldest first.

    `unnumbered` says that some of the orders were written in by hand and have their numbers from here, not from the file.
    """

    turn: int
    number: int
    orders: tuple[Posted, ...]
    unnumbered: bool = False


class Verdict(NamedTuple):
    """One line of status: what a seat is asked for, which of its orders is meant for it, and all that is wrong with it.

    `request` is None for a seat that is not awaited, `posted` for one whose order is missing; `order` is None if there
    is none that can be read.
    """

    seat: str
    posted: Posted | None
    order: Any
    problems: tuple[Problem, ...]
    request: Request | None

    @property
    def ready(self) -> bool:
        """Tell whether the seat's order is in, read and legal."""
        return self.order is not None and not self.problems


class Put(NamedTuple):
    """What came of an order put in hand: the table after, what is to be said of the order, what it replaced.

    An order that cannot be read is not taken in hand: `verdict.posted` is None, and the table is as it was. One that is
    meant for later is taken, and `verdict.request` is None.
    """

    table: Table
    verdict: Verdict
    replaced: tuple[Posted, ...]


def format_hand(hand: Hand) -> str:
    """Return the text of `orders.toml`; `parse_hand` takes it back."""
    orders = [{key: value for key, value in posted._asdict().items() if value != ""} for posted in hand.orders]
    remark = f"# Orders in hand for turn {hand.turn}; when its file is there, they have been carried out."
    return joined([remark, *pairs({"format": FORMAT, "turn": hand.turn, "next": hand.number}), *rows("order", orders)])


def parse_hand(text: str, turn: int, first: int = 1) -> Hand:
    """Return what the text of `orders.toml` holds; raise InputError with key and what is allowed.

    An order written in by hand needs no more than `seat` and `text`: its number is the next one (at least `first`), its
    turn the next one (`turn`), its source "by hand".
    """
    data = parse_toml(text)
    known_keys(data, ("format", "turn", "next", "order"))
    if take(data, "format", int) != FORMAT:
        raise InputError(f"found {data['format']}", key="format", allowed=str(FORMAT))
    stated = take(data, "turn", int, turn)
    given = take_tables(data, "order")
    numbers = [row["number"] for row in given if type(row.get("number")) is int]
    following = max([first, take(data, "next", int, 1), *(number + 1 for number in numbers)])
    orders: list[Posted] = []
    for at, row in enumerate(given, 1):
        try:
            known_keys(row, Posted._fields)
            posted = Posted(
                take(row, "number", int, following),
                take(row, "seat", str),
                clean(take(row, "text", str), "text"),
                take(row, "source", str, BY_HAND),
                take(row, "turn", int, turn),
                take(row, "edited", str, ""),
            )
            if any(posted.number == other.number for other in orders):
                raise InputError(f"found {posted.number} again", key="number", allowed="a number of its own")
        except InputError as error:
            raise error.within("", f"order #{at}") from None
        following = max(following, posted.number + 1)
        orders.append(posted)
    return Hand(stated, following, tuple(orders), any("number" not in row for row in given))


def hand_of(table: Table) -> Hand:
    """Return what `orders.toml` of a table holds."""
    return Hand(table.turn + 1, table.number, table.hand)


def write_hand(folder: Path, hand: Hand) -> None:
    """Write `orders.toml`."""
    path = folder / FILE
    write_atomic(path, encode(format_hand(hand), path))


def verdict_of(table: Table, seat: str, posted: Sequence[Posted], request: Request | None) -> Verdict:
    """Return the verdict on the one of a seat's orders (oldest first) that is meant for what it is asked now."""
    read = [(one, table.game.parse_order(one.text)) for one in posted]
    orders = [order for _, order in read if not isinstance(order, Problem)]
    if orders and request is not None:
        chosen = table.game.choose(table.position, seat, orders)
    else:
        chosen = orders[-1] if orders else None
    for one, order in reversed(read):
        if chosen is not None and order == chosen:
            return Verdict(seat, one, order, _placed(table.game.check(table.position, seat, order), seat), request)
    unread = [(one, order) for one, order in read if isinstance(order, Problem)]
    if unread:
        one, problem = unread[-1]
        return Verdict(seat, one, None, _placed((problem,), seat), request)
    return Verdict(seat, None, None, (), request)


def _placed(problems: Iterable[Problem], seat: str) -> tuple[Problem, ...]:
    return tuple(problem if problem.seat else problem._replace(seat=seat) for problem in problems)


def verdicts(table: Table) -> tuple[Verdict, ...]:
    """Return a verdict for each seat awaited and for each seat whose order is in hand too early, in the order of seats."""
    awaited = {} if table.game.is_over(table.position) else table.game.awaited(table.position)
    out = []
    for seat in table.seats:
        posted = in_time(table, seat.mark)
        if seat.mark in awaited or posted:
            out.append(verdict_of(table, seat.mark, posted, awaited.get(seat.mark)))
    return tuple(out)


def in_time(table: Table, seat: str) -> tuple[Posted, ...]:
    """Return a seat's orders in hand that may be used in the next turn, oldest first."""
    return tuple(one for one in table.hand if one.seat == seat and one.turn <= table.turn + 1)


def put_order(path: str | Path, seat: str, text: str, source: str = BY_HAND, *, edited: str = "") -> Put:
    """Take an order in hand, even an illegal one (it is what was posted), and say what is wrong with it.

    `seat` is a mark, a player's name or an alias. An order that cannot be read is not taken: the one in hand before
    stays. Raises InputError for an unknown seat, for text that is no text, and when the game is over.
    """
    from gm_tools.table.store import seat_of, writing

    text = clean(text, "order")
    source = clean(source, "source")
    edited = clean(edited, "edited") if edited else ""
    with writing(path) as table:
        mark = seat_of(table, seat).mark
        if table.game.is_over(table.position):
            raise InputError("the game is over: no orders any more", file=str(table.path), status=1)
        request = table.game.awaited(table.position).get(mark)
        posted = Posted(hand_of(table).number, mark, text, source, table.turn + 1, edited)
        verdict = verdict_of(table, mark, (posted,), request)
        if verdict.problems and verdict.order is None:
            return Put(table, verdict._replace(posted=None), ())
        order = table.game.parse_order(text)
        if verdict.order is None:  # it can be read, and is not meant for what the seat is asked now
            verdict = Verdict(mark, posted, order, (), None)
        replaced = tuple(one for one in in_time(table, mark) if _replaces(table, order, one))
        orders = (*(one for one in table.hand if one not in replaced), posted)
        after = table._replace(hand=orders, number=posted.number + 1, untidy=False)
        write_hand(table.path, hand_of(after))
    return Put(after, verdict, replaced)


def _replaces(table: Table, order: Any, old: Posted) -> bool:
    before = table.game.parse_order(old.text)
    return isinstance(before, Problem) or table.game.replaces(order, before)


def drop_order(path: str | Path, seat: str) -> tuple[Posted, ...]:
    """Take the orders of a seat out of hand and return them; raise InputError if there are none."""
    from gm_tools.table.store import seat_of, writing

    with writing(path) as table:
        mark = seat_of(table, seat).mark
        dropped = in_time(table, mark)
        if not dropped:
            raise InputError(f"no order of {mark} is in hand", file=str(table.path / FILE), status=1)
        left = tuple(one for one in table.hand if one not in dropped)
        write_hand(table.path, hand_of(table._replace(hand=left)))
    return dropped


def seat_marks(seats: Sequence[Seat]) -> str:
    """Return the marks of the seats, for messages."""
    return ", ".join(seat.mark for seat in seats)
