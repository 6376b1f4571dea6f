"""Board files of TAC: what everybody may know of a game, or an empty board, as front matter and picture (rule T14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm_tools.core.boards import BoardText, join_board, split_board
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.text import one_of
from gm_tools.core.toml import known_keys, take
from gm_tools.games.tac.balls import FRESH, track
from gm_tools.games.tac.cards import TAKEN_OVER
from gm_tools.games.tac.notation import parse_cells
from gm_tools.games.tac.options import EDITIONS
from gm_tools.games.tac.picture import draw, picture_text, read_picture, rim_of
from gm_tools.games.tac.position import FOLLOW, PHASES
from gm_tools.games.tac.variants import NAMES, VARIANTS, are_letters, names_for

LETTERS = {4: "RGBK", 6: "RGBKWC"}
_WORDS: dict[str, tuple[str, ...]] = {
    "game": ("tac",),
    "variant": NAMES,
    "edition": EDITIONS,
    "phase": PHASES[1:],  # a board lies on the table once cards are dealt
    "last": ("", *TAKEN_OVER),
    "follow": FOLLOW,
    "talk": ("open", "closed"),
}
_FLAGS = ("play_on", "barred", "skip", "must_tac")
_COUNTS = ("deal", "stack", "laid")
_SEATS = ("dealer", "turn", "decider")
_SEAT_TABLES = {"people": str, "cards": int, "can": bool}
KEYS = (
    *("game", "name", "about", "variant", "edition", "play_on", "ring", "seats", "use", "people", "dealer", "turn"),
    *("decider", "phase", "deal", "stack", "cards", "laid", "pos", "can", "swapped", "last", "undo", "barred", "skip"),
    *("must_tac", "follow", "places", "talk"),
)
BOARD_HELP = (
    ("ring", N_("how many fields the ring has")),
    ("seats", N_("the marks of the seats, in the order of play")),
)


class Board:
    """A board file taken apart.

    It has the fields, the letters of the seats, the balls, and what else its front matter says.
    """

    def __init__(self, text: BoardText) -> None:
        front = text.front
        self.header, self.lines, self.front = text.header, text.lines, front
        known_keys(front, KEYS)
        for key, words in _WORDS.items():
            if take(front, key, str, words[0]) not in words:
                raise InputError(_say_found(front[key]), key=key, allowed=", ".join(word or '""' for word in words))
        self.letters = _letters(front)
        ring = take(front, "ring", int)
        if ring != rim_of(len(self.letters)):
            allowed = _("{ring} with {seats} seats", ring=rim_of(len(self.letters)), seats=len(self.letters))
            raise InputError(_say_found(ring), key="ring", allowed=allowed)
        variant = front.get("variant")
        if variant and VARIANTS[variant].seats != len(self.letters):
            raise InputError(_say_found(variant), key="variant", allowed=names_for(len(self.letters)))
        self.track = track(ring, len(self.letters))
        self.name, self.about = take(front, "name", str, ""), take(front, "about", str, "")
        self.use = tuple(sorted(map(self.letters.index, _seat_list(front, "use", self.letters) or self.letters)))
        _check_state(front, self.letters, self.use)
        picture = [line for line in text.lines if line.strip()]
        self.cells = self.track.empty
        if "pos" in front:
            self.cells = self._cells("pos", take(front, "pos", str))
        if take(front, "undo", str, ""):
            self._cells("undo", front["undo"])
        if picture:
            cells, problems = read_picture(self.track, self.letters, self.use, text.lines, text.first_line)
            if problems:
                raise InputError(_("the picture cannot be read"), problems=problems)
            if "pos" in front and cells != self.cells:
                raise InputError(self._difference(cells), key="pos", allowed=_("the same balls in both"))
            self.cells = cells
        elif "pos" not in front:
            allowed = _("one of them, or both")
            raise InputError(_("there is neither a picture nor this key"), key="pos", allowed=allowed)

    def _difference(self, shown: bytes) -> str:
        """Return in words the first field on which picture and `pos` differ (T14.2)."""
        pairs = zip(shown, self.cells, strict=True)
        field = next(field for field, (in_picture, in_pos) in enumerate(pairs) if in_picture != in_pos)
        found, stated = (_ball(cells[field], self.letters) for cells in (shown, self.cells))
        fields = {"field": self.track.names[field], "found": found, "stated": stated}
        if field < self.track.ring:
            return _("on ring field {field} the picture shows {found}, pos says {stated}", **fields)
        seat = self.letters[self.track.house_of(field)]
        return _("on house field {field} of {seat} the picture shows {found}, pos says {stated}", **fields, seat=seat)

    def _cells(self, key: str, text: str) -> bytes:
        with at_key(key):
            return parse_cells(text, self.track, self.letters, self.use)


def _ball(cell: int, letters: str) -> str:
    if not cell:
        return _("no ball")
    seat = letters[(cell & ~FRESH) - 1]
    return _("a fresh ball of {seat}", seat=seat) if cell & FRESH else _("a ball of {seat}", seat=seat)


def _say_found(value: object) -> str:
    return _("found {value!r}", value=value)


def _letters(front: Mapping[str, Any]) -> str:
    seats = take(front, "seats", list)
    letters = "".join(seat for seat in seats if isinstance(seat, str) and len(seat) == 1)
    if len(letters) != len(seats) or len(letters) not in LETTERS or not are_letters(letters):
        raise InputError(_say_found(seats), key="seats", allowed=_("four or six different capital letters, clockwise"))
    return letters


def _seat_list(front: Mapping[str, Any], key: str, letters: str) -> list[str]:
    seats = take(front, key, list, [])
    if len(set(map(str, seats))) != len(seats) or any(seat not in list(letters) for seat in seats):
        raise InputError(
            _say_found(seats), key=key, allowed=_("different seats out of {seats}", seats=" ".join(letters))
        )
    return seats


def _check_state(front: Mapping[str, Any], letters: str, use: tuple[int, ...]) -> None:
    """Raise InputError for the first public key of a game under way that cannot be what it says (T14.2)."""
    in_use = [letters[seat] for seat in use]
    allowed = _("a seat in use: {seats}", seats=" ".join(in_use))
    for key in _FLAGS:
        take(front, key, bool, False)
    for key in _COUNTS:
        _check_count(front, key)
    for key in _SEATS:
        if key in front and take(front, key, str) not in in_use:
            raise InputError(_say_found(front[key]), key=key, allowed=allowed)
    for seat in _seat_list(front, "swapped", letters):
        if seat not in in_use:
            raise InputError(_say_found(seat), key="swapped", allowed=allowed)
    for key, kind in _SEAT_TABLES.items():
        for seat in (table := take(front, key, dict, {})):
            if seat not in in_use:
                raise InputError(_say_found(seat), key=key, allowed=allowed)
            with at_key(key):
                take(table, seat, kind)
                if kind is int:
                    _check_count(table, seat)
    for team in take(front, "places", list, []):
        if not isinstance(team, str) or not team or any(seat not in in_use for seat in team):
            teams = _("teams of the seats {seats}, such as RB", seats=" ".join(in_use))
            raise InputError(_say_found(team), key="places", allowed=teams)


def _check_count(table: Mapping[str, Any], key: str) -> None:
    if take(table, key, int, 0) < 0:
        raise InputError(_say_found(table[key]), key=key, allowed=_("a whole number from 0"))


def parse_board(text: str) -> Board:
    """Return a board file as a board; raise InputError naming key, or line and column, and what is allowed."""
    return Board(split_board(text, may_lack_map=True))


def standard_board(letters: str) -> Board:
    """Return an empty board of 4 or 6 seats with these letters."""
    seats = ", ".join(f'"{letter}"' for letter in letters)
    ring = rim_of(len(letters))
    lines = empty_picture(ring, letters)
    return parse_board(join_board(f'game = "tac"\nring = {ring}\nseats = [{seats}]', ("", *lines)))


def empty_picture(ring: int, letters: str) -> Sequence[str]:
    """Return the picture of an empty board as lines."""
    seats = track(ring, len(letters))
    return picture_text(draw(seats, seats.empty, letters, range(len(letters))))


def check_board(board: Board, seats: int) -> tuple[Problem, ...]:
    """Return what would spoil a new game of so many seats (0: of any number) on a board."""
    problems = []
    if board.cells != board.track.empty:
        problems.append(
            Problem("illegal", "T2.3", _("a game begins with all balls in their pens, and here some are out"))
        )
    allowed = sorted({len(variant.use) for variant in VARIANTS.values() if variant.seats == len(board.letters)})
    if seats and seats not in allowed:
        message = _("this board is for {numbers} seats, not {seats}", numbers=one_of(map(str, allowed)), seats=seats)
        problems.append(Problem("illegal", "T1.1", message))
    return tuple(problems)
