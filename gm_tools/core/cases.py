"""Case files: what a game's `run_case` is given, and what all games do alike with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.draws import Scripted, ScriptError
from gm_tools.core.problems import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.core.events import Event
    from gm_tools.core.game import Game


class Case(NamedTuple):
    """One case, its defaults filled in: `board_text` is the whole board file (empty if the case names none)."""

    game: str
    id: str
    rules: tuple[str, ...]
    board_text: str
    options: Mapping[str, Any]
    draws: Mapping[str, list[Any]]
    keys: Mapping[str, Any]  # the game's own keys: cars, orders, position, pos, try …
    expect: Mapping[str, Any]


class CaseError(Exception):
    """A case does not come out as expected; the text says how."""


def scripted(case: Case) -> Scripted:
    """Return the case's draws. Asking for one too many raises ScriptError, which the runner counts as failed."""
    return Scripted(case.draws)


def differences(expected: Mapping[str, Any], found: Mapping[str, Any], where: str = "") -> list[str]:
    """Return a line for each named item that differs: `A.speed: expected 5, found 4`. Items not named are not compared."""
    lines = []
    for key, value in expected.items():
        name = f"{where}.{key}" if where else key
        if isinstance(value, dict) and isinstance(found.get(key), dict):
            lines += differences(value, found[key], name)
        elif value != found.get(key):
            lines.append(f"{name}: expected {value!r}, found {found.get(key)!r}")
    return lines


def missing_events(expected: Sequence[str], events: Sequence[Event]) -> list[str]:
    """Return a line if the kinds in `expected` are no subsequence of what happened."""
    happened = iter(event.kind for event in events)
    for kind in expected:
        if kind not in happened:
            return [f"events: expected {list(expected)}, found {[event.kind for event in events]}"]
    return []


def refusals(expected: Mapping[str, str], found: Mapping[str, Sequence[str]]) -> list[str]:
    """Compare the refused seats (`expect.illegal`) with the rules of the problems found, seat by seat."""
    lines = []
    for seat in sorted(set(expected) | set(found)):
        rules = list(found.get(seat, ()))
        if seat not in expected:
            lines.append(f"illegal.{seat}: accepted was expected, found refused by {rules}")
        elif not rules:
            lines.append(f"illegal.{seat}: expected {expected[seat]}, found accepted")
        elif expected[seat] not in rules:
            lines.append(f"illegal.{seat}: expected {expected[seat]}, found {rules}")
    return lines


def run(case: Case, game: Game[Any, Any, Any]) -> list[str]:
    """Run a case: its differences, with draws that do not fit the script among them; InputError if it is itself wrong."""
    try:
        return game.run_case(case, game)
    except ScriptError as error:
        return [str(error)]
    except CaseError as error:
        return [str(error)]
    except InputError as error:
        raise error.within("", f"case {case.id!r}") from None
