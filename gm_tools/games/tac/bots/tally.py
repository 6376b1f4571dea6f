"""What a simulation counts in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Picture, merge_spans
from gm_tools.core.drawing import show_heat
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.tally import Count, Counted, Tally, count_events, heat_role
from gm_tools.games.tac.balls import HOUSE, field_of, on_ring
from gm_tools.games.tac.board import Board
from gm_tools.games.tac.drawing import draw_board, field_middle
from gm_tools.games.tac.picture import draw
from gm_tools.games.tac.position import NOBODY, Position
from gm_tools.games.tac.variants import NAMES, VARIANTS, names_for

_CARDS = {
    "tac": "tacs",
    "trick": "tricks",
    "jester": "jesters",
    "devil": "devils",
    "warrior": "warriors",
    "8": "eights",
}


def seats(board: Board, options: Mapping[str, Any], count: int) -> tuple[Seat, ...]:
    """Return the seats of the variant; who runs two of them is named once (T10.1)."""
    variant = VARIANTS[options.get("variant") or NAMES[0]]
    letters = options.get("letters") or board.letters
    if len(letters) != variant.seats:
        fitting = names_for(len(letters))
        raise InputError(_("found {value!r}", value=variant.name), key="--option variant", allowed=fitting)
    if count not in {0, len(variant.use)}:
        raise InputError(_("found {value!r}", value=count), key="--seats", allowed=str(len(variant.use)))
    runs = {seat: group[0] for group in variant.people[0] for seat in group}
    return tuple(Seat(letters[seat], f"player {letters[runs.get(seat, seat)]}") for seat in variant.use)


def slots(position: Position) -> tuple[str, ...]:
    """Return the seats in the order in which they play in the first deal (T2.5)."""
    use, letters = position.use, position.letters
    start = position.next_seat(position.dealer)
    first = use.index(start)
    return tuple(letters[seat] for seat in (*use[first:], *use[:first]))


def turns(position: Position) -> int:
    """Return how many cards each seat has laid, the last round counted whole when the game is over."""
    rounds, more = divmod(position.laid, len(position.use))
    return rounds + (more > 0 and position.phase == "over")


def progress(position: Position, seat: int) -> int:
    """Return how many fields the balls of a seat have gone: 1 on its start field, the ring and more in its house."""
    track, cells = position.track, position.cells
    house = track.houses[seat]
    on_way = sum((field - track.starts[seat]) % track.ring + 1 for field in on_ring(track, cells, seat))
    return on_way + sum(track.ring + deep + 1 for deep in range(HOUSE) if cells[house + deep])


def sides(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the teams: those that have won, then the others by how far their balls have come."""
    letters, places = position.letters, position.places
    teams = [team for team in position.sides.teams if team not in places]
    teams.sort(key=lambda team: -sum(progress(position, seat) for seat in team))
    return tuple(tuple(letters[seat] for seat in team) for team in (*places, *teams))


def winners(position: Position) -> tuple[str, ...]:
    """Return the team that has won (T8.5)."""
    return tuple(position.letters[seat] for team in position.places[:1] for seat in team)


def count_turn(position: Position, events: Sequence[Event], _after: Position) -> Iterator[Counted]:
    """Yield what the card laid did; a discard is forced unless an 8 made the seat skip (T3.7, T5.5)."""
    track, letters = position.track, position.letters
    for event in events:
        data = event.data
        if event.kind == "played":
            yield Counted("cards")
            if data["card"] in _CARDS:
                yield Counted(_CARDS[data["card"]])
            for ball in data.get("thrown", ()):
                yield Counted("thrown", 1, field_of(track, letters.index(ball[0]), ball[1:]))
        elif event.kind == "discarded":
            yield Counted("cards")
            yield Counted("skipped" if data.get("skipped") else "discards")
    yield from count_events(_COUNTS, events)


def heat_map(board: Board, digits: Mapping[int, int], title: str) -> Picture:
    """Draw the board with digits on fields."""
    track = board.track
    marks = {field: str(digit) for field, digit in digits.items() if field != NOBODY}
    drawn = draw(track, track.empty, board.letters, range(len(board.letters)), marks)
    rows = [
        merge_spans([(text, heat_role(int(text)) if role == "path" else role) for text, role in row]) for row in drawn
    ]
    places = {field_middle(track, field): digit for field, digit in digits.items() if field != NOBODY}
    drawing = show_heat(draw_board(track, track.empty, board.letters, range(len(board.letters))), places)
    return Picture(title, tuple(rows), draw=lambda: drawing)


_COUNTS = (
    Count("deals", N_("deals"), event="dealt"),
    Count("cards", N_("cards laid")),
    Count("discards", N_("forced discards")),
    Count("skipped", N_("cards lost by an 8")),
    Count("thrown", N_("balls thrown"), N_("Where balls are thrown")),
    Count("eights", N_("8s played")),
    Count("tricks", N_("tricksters played")),
    Count("tacs", N_("TACs played")),
    Count("jesters", N_("Jesters played")),
    Count("devils", N_("Devils played")),
    Count("warriors", N_("Warriors played")),
    Count("wins_stopped", N_("wins that a TAC could stop"), event="win_waits"),
)
TALLY: Tally[Board, Position] = Tally(
    unit=N_("rounds of cards"),
    counts=_COUNTS,
    mishaps=("thrown", "discards"),
    seats=seats,
    slots=slots,
    turns=turns,
    sides=sides,
    winners=winners,
    count_turn=count_turn,
    place=lambda board, field: board.track.names[field],
    heat_map=heat_map,
)
