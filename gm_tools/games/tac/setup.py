"""A game of TAC set up: who may sit where, who runs which seats, who deals first (rules T2, T10, T11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.text import one_of
from gm_tools.games.tac.options import Settings
from gm_tools.games.tac.position import Position
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
        fields: dict[str, Any] = {"variant": variant.name, "seats": variant.seats}
        message = _("{variant} is played on {seats} seats, found {count} letters", **fields, count=len(letters))
        if len(board.letters) != variant.seats:
            count = len(board.letters)
            message = _("{variant} is played on {seats} seats, found {count} seats", **fields, count=count)
        return (_fault("T10", message),)
    problems = []
    marks = [seat.mark for seat in seats]
    problems += [
        _fault("T1.7", _("{seat} is not a seat of the board: {seats}", seat=seat, seats=" ".join(letters)), seat)
        for seat in marks
        if len(seat) != 1 or seat not in letters
    ]
    wanted = [letters[seat] for seat in variant.use]
    any_three = variant.name == "free3" and len(marks) == 3
    if not problems and not any_three and sorted(marks) != sorted(wanted):
        fields = {"variant": variant.name, "seats": " ".join(wanted), "found": " ".join(marks)}
        problems.append(_fault("T10.1", _("{variant} uses the seats {seats}, found {found}", **fields)))
    if problems:
        return tuple(problems)
    dealer = options.get("dealer")
    if dealer and dealer not in marks:
        problems.append(
            _fault("T2.5", _("the first dealer {dealer} is not one of {seats}", dealer=dealer, seats=" ".join(marks)))
        )
    if options.get("play_on") and not variant.play_on:
        message = _("{variant} ends with the first win: there is nothing to play on for", variant=variant.name)
        problems.append(_fault("T11.3", message))
    problems += _people_faults(variant, letters, seats, options.get("people") or "")
    return tuple(problems)


def _people_faults(variant: Variant, letters: str, seats: Sequence[Seat], option: str) -> list[Problem]:
    marks = [seat.mark for seat in seats]
    unknown = [letter for group in option.split() for letter in group if letter not in marks]
    if unknown:
        return [
            _fault("T10.1", _("people: {found} is not one of {seats}", found=" ".join(unknown), seats=" ".join(marks)))
        ]
    found = people_of(letters, seats, option)
    if found in variant.people:
        return []
    nobody = _("nobody with two seats")
    ways = one_of(_groups(way, letters) or nobody for way in variant.people)
    fields = {"variant": variant.name, "found": _groups(found, letters) or nobody, "ways": ways}
    if found:
        return [_fault("T10.1", _("who runs two seats of {variant}: found {found}, allowed: {ways}", **fields))]
    message = _(
        "who runs two seats of {variant}: found {found}, allowed: {ways}; the seats of one person have the same player",
        **fields,
    )
    return [_fault("T10.1", message)]


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
    return first_position(board, settings, letters, use, groups)._replace(dealer=letters.index(dealer))


def first_position(board: Board, settings: Settings, letters: str, use: Team, groups: tuple[Team, ...]) -> Position:
    """Return a game before its first deal, all balls in their pens; `groups` of seats have one person each."""
    people = people_by_seat(groups, len(letters))
    hands, swaps, can = ((),) * len(letters), ("",) * len(letters), (False,) * len(letters)
    return Position(board, settings, letters, use, people, board.track.empty, use[0], hands=hands, swaps=swaps, can=can)


def settle(options: Mapping[str, Any]) -> Settings:
    """Return the settings of a game from its options; talk is open in the co-operative games (T10.2.7)."""
    settings = Settings(**{key: options[key] for key in Settings._fields if key in options})
    if options.get("talk"):
        return settings
    return settings._replace(talk="open" if VARIANTS[settings.variant].together else "closed")
