"""The file of the orders in hand, `orders.toml`.

It holds every order as it was posted, with where it came from and the turn it was posted for. A sheet (core/sheets.py)
becomes an order in hand for each turn that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.record import FORMAT, dump, load
from gm_tools.core.sheets import split_turns
from gm_tools.core.sources import BY_HAND
from gm_tools.core.toml import format_toml, known_keys, parse_toml, take, take_tables
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import encode, write_atomic
from gm_tools.table.values import clean_text

if TYPE_CHECKING:
    from gm_tools.table.table_file import Table

FILE = "orders.toml"


class Posted(NamedTuple):
    """An order in hand. `number` is its own for as long as the table lasts; `turn` the first turn it may be used in.

    `text` is for one turn, and may hold several alternatives with `else` between them. `edited` says that the post was
    changed after it was made, and how. `only` is the one turn that the post names (0: it names none).
    """

    number: int
    seat: str
    text: str
    source: str
    turn: int
    edited: str = ""
    only: int = 0


class Hand(NamedTuple):
    """What `orders.toml` holds: the turn that comes next, the number of the next order, and the orders, oldest first.

    `unnumbered` says that some of the orders were written in by hand and have their numbers from here, not from the
    file.
    """

    turn: int
    number: int
    orders: tuple[Posted, ...]
    unnumbered: bool = False


def format_hand(hand: Hand) -> str:
    """Return the text of `orders.toml`; `parse_hand` takes it back."""
    data = {"format": FORMAT, "turn": hand.turn, "next": hand.number, "order": [dump(posted) for posted in hand.orders]}
    remark = f"# Orders in hand for turn {hand.turn}; when its file is there, they have been carried out."
    return f"{remark}\n{format_toml({key: value for key, value in data.items() if value != []})}"


def parse_hand(text: str, turn: int, first: int = 1) -> Hand:
    """Return what the text of `orders.toml` holds; raise InputError with key and what is allowed.

    An order written in by hand needs no more than `seat` and `text`: its number is the next one (at least `first`), its
    turn the next one (`turn`), its source "by hand". Where its text is for several turns, it becomes as many orders.
    """
    data = parse_toml(text)
    known_keys(data, ("format", "turn", "next", "order"))
    if take(data, "format", int) != FORMAT:
        raise InputError(_("found {value}", value=data["format"]), key="format", allowed=str(FORMAT))
    stated = take(data, "turn", int, turn)
    given = take_tables(data, "order")
    numbers = [row["number"] for row in given if type(row.get("number")) is int]
    following = max([first, take(data, "next", int, 1), *(number + 1 for number in numbers)])
    orders: list[Posted] = []
    for at, row in enumerate(given, 1):
        with at_key(f"order #{at}"):
            posted = load(Posted, {"number": following, "source": BY_HAND, "turn": turn, **row})
            posted = posted._replace(text=clean_text(posted.text, "text"))
            if any(posted.number == other.number for other in orders):
                raise InputError(
                    _("found {value!r} again", value=posted.number), key="number", allowed=_("a number of its own")
                )
        each = [posted] if "number" in row else _by_turn(posted)
        following = max(following, each[-1].number + 1)
        orders += each
    return Hand(stated, following, tuple(orders), any("number" not in row for row in given))


def _by_turn(posted: Posted) -> list[Posted]:
    """Return an order without a number as one for each turn that its text names."""
    pieces = split_turns(posted.text)
    if isinstance(pieces, Problem) or (len(pieces) == 1 and not pieces[0][0]):
        return [posted]
    return [
        posted._replace(number=posted.number + at, text=posted.text[start:end], only=turn or posted.only)
        for at, (turn, start, end) in enumerate(pieces)
    ]


def write_hand(table: Table, turn: int = 0) -> None:
    """Write `orders.toml` with the orders in hand of a table, for its next turn or for `turn`."""
    path = table.path / FILE
    write_atomic(path, encode(format_hand(Hand(turn or table.turn + 1, table.number, table.hand)), path))
