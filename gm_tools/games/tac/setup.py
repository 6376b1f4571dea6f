"""A game of TAC set up: who may sit where, who runs which seats, who deals first (rules T2, T10, T11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.problems import Problem
from gm_tools.games.tac.position import Position, Settings
from gm_tools.games.tac.variants import VARIANTS, Team, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.core.draws import Draws
    from gm_tools.core.game import Seat
    from gm_tools.games.tac.board import Board


def check_seats(board: Board, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return what is wrong with seats and options for a variant on a board."""
    variant = VARIANTS[options.get("variant") or "pairs4"]
    letters = options.get("letters") or board.letters
    if len(board.letters) != variant.seats or len(letters) != variant.seats:
        found = f"{len(board.letters)} seats" if len(board.letters) != variant.seats else f"{len(letters)} letters"
        return (_fault("T10", f"{variant.name} is played on {variant.seats} seats, found {found}"),)
    problems = []
    marks = [seat.mark for seat in seats]
    problems += [
        _fault("T1.7", f"{mark} is no seat of the board: {' '.join(letters)}", mark)
        for mark in marks
        if len(mark) != 1 or mark not in letters
    ]
    wanted = [letters[seat] for seat in variant.use]
    any_three = variant.name == "free3" and len(marks) == 3
    if not problems and not any_three and sorted(marks) != sorted(wanted):
        problems.append(_fault("T10.1", f"{variant.name} uses the seats {' '.join(wanted)}, found {' '.join(marks)}"))
    if problems:
        return tuple(problems)
    dealer = options.get("dealer")
    if dealer and dealer not in marks:
        problems.append(_fault("T2.5", f"the first dealer {dealer} is none of {' '.join(marks)}"))
    if options.get("play_on") and not variant.play_on:
        problems.append(_fault("T11.3", f"{variant.name} ends with the first win: there is nothing to play on for"))
    problems += _people_faults(variant, letters, seats, options.get("people") or "")
    return tuple(problems)


def _people_faults(variant: Variant, letters: str, seats: Sequence[Seat], option: str) -> list[Problem]:
    marks = [seat.mark for seat in seats]
    unknown = [letter for group in option.split() for letter in group if letter not in marks]
    if unknown:
        return [_fault("T10.1", f"people: {' '.join(unknown)} is none of {' '.join(marks)}")]
    found = people_of(letters, seats, option)
    if found in variant.people:
        return []
    ways = " or ".join(_groups(way, letters) or "nobody with two seats" for way in variant.people)
    shown = _groups(found, letters) or "nobody with two seats"
    hint = "" if found else "; the seats of one person have the same player"
    return [_fault("T10.1", f"who runs two seats of {variant.name}: found {shown}, allowed: {ways}{hint}")]


def _groups(groups: tuple[Team, ...], letters: str) -> str:
    return " ".join("".join(letters[seat] for seat in group) for group in groups)


def _fault(rule: str, message: str, seat: str = "") -> Problem:
    return Problem("illegal", rule, message, seat)


def people_of(letters: str, seats: Sequence[Seat], option: str) -> tuple[Team, ...]:
    """Return the groups of seats that are run by one person each: those of the option, else of the same player (T10.1).

    A variant alone makes nobody run two seats: two players would see one another's hands.
    """
    if option.strip():
        return tuple(sorted(tuple(sorted(map(letters.index, group))) for group in option.split()))
    names: dict[str, list[int]] = {}
    for seat in seats:
        names.setdefault(seat.player.casefold(), []).append(letters.index(seat.mark))
    return tuple(sorted(tuple(sorted(group)) for group in names.values() if len(group) > 1))


def people_by_seat(groups: tuple[Team, ...], seats: int) -> tuple[int, ...]:
    """Return for each seat the first seat that the same person runs."""
    people = list(range(seats))
    for group in groups:
        for seat in group:
            people[seat] = group[0]
    return tuple(people)


def setup(board: Board, seats: Sequence[Seat], options: Mapping[str, Any], draws: Draws) -> Position:
    """Return the position before the first deal; the first dealer is drawn unless the options name one (T2.5)."""
    settings = settle(options)
    letters = options.get("letters") or board.letters
    use = tuple(sorted(letters.index(seat.mark) for seat in seats))
    dealer = options.get("dealer") or draws.pick("dealer", "setup/dealer", [letters[seat] for seat in use])
    groups = people_of(letters, seats, options.get("people") or "")
    return Position(
        board,
        settings,
        letters,
        use,
        people_by_seat(groups, len(letters)),
        board.track.empty,
        letters.index(dealer),
        hands=((),) * len(letters),
        swaps=("",) * len(letters),
        can=(False,) * len(letters),
    )


def settle(options: Mapping[str, Any]) -> Settings:
    """Return the settings of a game from its options; talk is open in the co-operative games (T10.2.7)."""
    settings = Settings(**{key: options[key] for key in Settings._fields if key in options})
    if options.get("talk"):
        return settings
    return settings._replace(talk="open" if VARIANTS[settings.variant].together else "closed")
