"""Plans: the orders that a seat could give, each with what comes of it, best first.

`gm plan` shows them, and bots choose from them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from gm_tools.core.blocks import Column, explain
from gm_tools.core.i18n import _
from gm_tools.core.text import decimal
from gm_tools.core.tuples import NamedTuple

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741  (O for order)

LEAST = 0.05  # of a turn: what is less is no difference to a player


class Choice(NamedTuple, Generic[O]):
    """An order worth knowing. `worth` is the higher the better, in the unit that the plan names.

    `cells` are texts, one for each of the plan's columns; `data` is the same and more as plain values for programs.
    """

    order: O
    worth: float
    cells: tuple[str, ...]
    data: Mapping[str, Any]


class OnDemand(Sequence[T]):
    """Items that are made when they are asked for: of thousands, most are never shown."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._places, self._make = range(count), make

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(map(self._make, self._places[at]))
        return self._make(self._places[at])


class Plan(NamedTuple, Generic[O]):
    """The choices of a seat, best first; `notes` say what was looked at, in sentences. What figures mean, columns say.

    `complete` tells whether every legal order that does something else than the others is among them. `minor` is the
    column that matters least to a player, -1 if all of them matter: choices that differ in it alone are shown as one.
    """

    columns: "tuple[Column, ...]"
    choices: Sequence[Choice[O]]
    notes: tuple[str, ...]
    complete: bool
    minor: int = -1


def notes_on(plan: Plan[Any], columns: Iterable["Column"]) -> list[str]:
    """Return the notes of a plan, and after them what the titles of some of its columns mean, all in sentences."""
    return [*plan.notes, *(f"{item}." for item in explain(columns))]


def compare_turns(behind: float) -> str:
    """Return in words by how many turns an order leads home later than the best one.

    >>> compare_turns(0.01), compare_turns(1.25)
    ('as soon', '1.2 turns later')
    """
    return _("as soon") if behind < LEAST else _("{turns} turns later", turns=decimal(behind))


class Shortest(NamedTuple, Generic[O]):
    """A shortest way to the end of the game, in `turns` turns, as one order (a sequence), with what proves it.

    `layers` counts the states first met after 0, 1, 2 … turns, none of them at the end; `proof` says it in sentences.
    """

    order: O
    turns: int
    layers: tuple[int, ...]
    proof: tuple[str, ...]
