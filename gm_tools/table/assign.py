"""The seats of a new table: how many a board holds, which marks and extras a game has, who gets which."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gm_tools.core.game import STRENGTHS, Game, Seat
from gm_tools.core.i18n import _
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.waiting import Applicant, read_applicants

_MARKS = string.ascii_uppercase + string.ascii_lowercase + string.digits
_ANY_WORD = "zzqx"  # an extra that no game has: one that takes it takes any word


class SeatChoice(NamedTuple):
    """What a game lets a player ask for: marks and extras.

    `named` tells that an extra may be any word; `most` seats fit on the board.
    """

    marks: tuple[str, ...] = tuple(_MARKS)
    extras: tuple[str, ...] = ()
    named: bool = True
    most: int = 0


def seat_choice(game: Game[Any, Any, Any], board: Any, options: Mapping[str, Any]) -> SeatChoice:
    """Return what can be asked for at a table of a game, as the game's own check of seats has it."""
    every = [Seat(mark, f"player {mark}") for mark in _MARKS]
    refused = {problem.seat for problem in game.check_seats(board, every, options)}
    marks = tuple(mark for mark in _MARKS if mark not in refused)

    def takes(extra: str) -> bool:
        seat = Seat(marks[0], "player", (), extra)
        return not any(problem.seat == seat.mark for problem in game.check_seats(board, [seat], options))

    words = re.findall(r"[a-z][a-z_-]+", game.seat_extra)
    named = bool(marks) and takes(_ANY_WORD)
    extras = tuple(word for word in words if marks and takes(word)) if not named else ()
    fits = (
        count
        for count in range(min(len(marks), 26), 0, -1)
        if not game.check_board(board, count)
        and not game.check_seats(board, [Seat(mark, f"player {mark}") for mark in marks[:count]], options)
    )
    return SeatChoice(marks, extras, named and bool(game.seat_extra), next(fits, 0))


class Seating(NamedTuple):
    """The seats of a new table; of those on the list of a sign-up, who has one and who waits."""

    seats: tuple[Seat, ...]
    playing: tuple[Applicant, ...] = ()
    waiting: tuple[Applicant, ...] = ()


def parse_seat(word: str) -> Seat:
    """Return the seat that `MARK:PLAYER[:EXTRA]` means; raise InputError if a part is missing.

    >>> parse_seat("A: Alice :turbo")
    Seat(mark='A', player='Alice', aliases=(), extra='turbo', bot='')
    """
    mark, player, extra = (part.strip() for part in (*word.split(":", 2), "", "")[:3])
    if not mark or not player:
        raise InputError(_("--seat: found {word!r}", word=word), allowed=_("MARK:PLAYER or MARK:PLAYER:EXTRA"))
    return Seat(mark, player, (), extra)


def parse_seats(text: str) -> list[Seat]:
    """Return the seats in a text, one a line.

    A line is as `parse_seat` reads it or a player alone, whose mark is still to be given.
    """
    lines = (line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [parse_seat(line) if ":" in line else Seat("", line) for line in lines]


def seat_players(
    rows: Sequence[Seat],
    choice: SeatChoice,
    aliases: Sequence[str] = (),
    bots: Sequence[str] = (),
    signup: Path | None = None,
    places: int = 0,
) -> Seating:
    """Return the seats of `rows` with a mark each, and after them those of a sign-up.

    They get other names (`A=al1ce`) and bots (`B=easy`). On the list of the sign-up, who has a seat already gets no
    other; the first have one, as many as there are `places` (0: as the board holds). Raises InputError for a word that
    names no seat, or if nobody has signed up.
    """
    unmarked = [Applicant(row.player) for row in rows if not row.mark]
    given = iter(assign_seats(unmarked, choice, [row for row in rows if row.mark]))
    seats = [row if row.mark else next(given) for row in rows]
    for word in aliases:
        at, name = _read_word(word, seats)
        if at is None or not name:
            raise InputError(_("--alias: found {word!r}", word=word), allowed=_("MARK=NAME with the mark of a seat"))
        seats[at] = seats[at]._replace(aliases=(*seats[at].aliases, name))
    for word in bots:
        at, strength = _read_word(word, seats)
        if at is None or strength not in STRENGTHS:
            allowed = _("MARK=STRENGTH with the mark of a seat and {strengths}", strengths=", ".join(STRENGTHS))
            raise InputError(_("--bot: found {word!r}", word=word), allowed=allowed)
        seats[at] = seats[at]._replace(bot=strength)
    if signup is None:
        return Seating(tuple(seats))
    listed = [one for one in read_applicants(signup) if not one.out]
    listed = [one for one in listed if not any(one.is_called(seat.player) for seat in seats)]
    if not listed:
        raise InputError(_("nobody has signed up"), file=str(signup), allowed=_("gm signup TABLE FILE"), status=1)
    room = max(0, (places or choice.most) - len(seats))
    return Seating((*seats, *assign_seats(listed[:room], choice, seats)), tuple(listed[:room]), tuple(listed[room:]))


def _read_word(word: str, seats: Sequence[Seat]) -> tuple[int | None, str]:
    """Return which seat the mark in `MARK=VALUE` is that of, by number from 0, and the value."""
    mark, __, value = (part.strip() for part in word.partition("="))
    return next((at for at, seat in enumerate(seats) if seat.mark == mark), None), value


def assign_seats(applicants: Sequence[Applicant], choice: SeatChoice, taken: Sequence[Seat] = ()) -> list[Seat]:
    """Return a seat for each: the mark asked for if it is free, else a letter of the name, else the first that is free.

    Who asked for a mark comes before who did not, and the earlier before the later. The nickname is an alias unless it
    could also mean somebody else.
    """
    free = [mark for mark in choice.marks if mark not in {seat.mark for seat in taken}]
    given: dict[str, str] = {}
    for asked_only in (True, False):
        for one in applicants:
            if one.player in given or (asked_only and one.mark not in free):
                continue
            letters = [one.mark, *one.player.upper(), *one.player]
            mark = next((letter for letter in letters if letter and letter in free), free[0] if free else "")
            if not mark:
                raise InputError(
                    _("there is no mark left for {player}", player=one.player), allowed=", ".join(choice.marks)
                )
            given[one.player] = mark
            free.remove(mark)
    named = [*given.values(), *(name for seat in taken for name in (seat.mark, seat.player, *seat.aliases))]
    return [
        Seat(
            given[one.player],
            one.player,
            nick_alias(
                one, [*named, *(name for other in applicants if other != one for name in (other.player, other.nick))]
            ),
            one.extra,
        )
        for one in applicants
    ]


def nick_alias(applicant: Applicant, others: Iterable[str]) -> tuple[str, ...]:
    """Return the nickname as an alias; none if it is the player's name or one of the names and marks of others."""
    key = name_key(applicant.nick)
    return () if key in {"", name_key(applicant.player), *map(name_key, others)} else (applicant.nick,)
