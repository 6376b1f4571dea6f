"""What is shown of TAC: events as sentences, the board, the seats, the hands that the viewer may know (rule T12.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture, merge_spans
from gm_tools.games.tac.cards import UNKNOWN
from gm_tools.games.tac.picture import draw
from gm_tools.games.tac.position import NOBODY
from gm_tools.games.tac.rules import tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gm_tools.core.events import Event
    from gm_tools.games.tac.board import Board
    from gm_tools.games.tac.position import Position

WIDTH = 78  # characters of a line of cards
COLOURS = ("red", "green", "blue", "black", "white", "clear")

RULES_SHEET = """\
A ball is named by its colour and place: R17 on the ring, Rb in the house (a b c d,
a next to the start field). A star marks a fresh ball: it may not go home before it
has left its start field.

  5 R10>15          move R10 (2 3 5 6 9 10 12, forward)    5 R62>b    go home
  1 in  13 in       a ball enters                          1 in B     of a partner
  4 R20             four fields backward                   4 R3>b     into the house
  7 R5+3 R9         seven steps: three, and the rest       7 Ra>d R63>b
  8 R5    8 skip    move, or the next player skips
  trick R5 G20      exchange two balls on the ring
  tac 13 in         undo the last turn, use its 13
  warrior R5        throw the next ball, take its place    jester     pass the hands
  angel in          the next player's ball enters          angel G20+13
  devil             look at the next hand; then            G: 5 G20
  drop 9            lay a card unused, if none can be used
  swap 12           give the partner a card (privately)    G: swap 12
  ... else ...      the first that is legal when the turn comes

Who can, must. Nothing is jumped over; what is hit is thrown. Where house and past
are both possible the destination must be given. German words do as well: raus,
aussetzen, abwerfen, tausche, narr, krieger, engel, teufel, sonst.
"""


def _listed(words: Iterable[str]) -> str:
    row = list(words)
    return " and ".join(filter(None, (", ".join(row[:-1]), row[-1]))) if row else ""


def whose(position: Position) -> str:
    """Return the seat whose card comes next, with the one that decides for it after a Devil."""
    turn, decider = position.letters[position.turn], position.letters[position.decider]
    return turn if position.turn == position.decider else f"{turn} (by {decider})"


def headline(position: Position) -> str:
    """Say in a few words how far the game is: `deal 3 of stack 1, G to play`."""
    where = f"deal {position.deal} of stack {position.stacks}"
    match position.phase:
        case "over" if position.places:
            winners = _listed(position.letters[seat] for seat in position.places[0])
            return f"{where}, the game is over: {winners} won"
        case "over":
            return f"{where}, the game is over"
        case "swap":
            return f"{where}, swapping"
        case "play":
            return f"{where}, {whose(position)} to play"
    return f"before deal {position.deal + 1} of stack {position.stacks}" if position.stacks else "before the first deal"


# Events


def describe(event: Event) -> str:
    """Return an event as a sentence, empty if other events say it all; cards that a trial does not know are left out."""
    data: Mapping[str, Any] = event.data
    who = event.seats[0] if event.seats else ""
    match event.kind:
        case "shuffled":
            return f"{who} shuffles all {data['cards']} cards [T3.3]"
        case "dealt":
            return f"{who} deals {data['each']} cards each, {data['left']} are left [T3.1]"
        case "hand" if "cards" in data and UNKNOWN not in data["cards"]:
            return f"{who} holds {', '.join(data['cards']) or 'nothing'}"
        case "announced":
            said = [f"{word} bring a ball in: {', '.join(data[word])}" for word in ("can", "cannot") if data[word]]
            return f"{'; '.join(said)} [T3.4]"
        case "chosen" if "card" in data:
            return f"{who} has chosen to give {data['card']}"
        case "chosen":
            return f"{who} has chosen a card to give"
        case "given" if data.get("card", UNKNOWN) != UNKNOWN:
            return f"{who} gives {event.seats[1]} {data['card']}"
        case "swapped":
            return f"{_listed(event.seats)} have swapped [T3.5]"
        case "played":
            return _played(event)
        case "discarded":
            why = "skipped" if data.get("skipped") else "unused"
            return f"{_player(event)}: {data['order']} ({why})"
        case "skipped":
            return f"{who} is skipped: a card unused, or a TAC [T6.5]"
        case "passed":
            return "all hands were passed to the right [T9.2]"
        case "looked":
            cards = data.get("cards", ())
            told = f": {', '.join(cards)}" if cards and UNKNOWN not in cards else ""
            return f"{who} looks at {event.seats[1]}'s hand{told} [T9.5]"
        case "win_waits":
            return f"{_listed(data['team'])} have all balls home, but {who} has to stop it by a TAC [T7.12]"
        case "won" if "cards" in data:
            return f"{_listed(event.seats)} have all balls home; cards laid: {data['cards']} [T10.2]"
        case "won":
            have = "has" if len(event.seats) == 1 else "have"
            place = {1: "first", 2: "second"}[data["place"]]
            return f"{_listed(event.seats)} {have} all balls home: {place} [T8.5]"
        case "put_aside":
            cards = "1 card" if data["count"] == 1 else f"{data['count']} cards"
            return f"{_listed(event.seats)} are out, {cards} put aside [T11.3]"
        case "missed":
            return f"{who} has not ordered: played by the rule for missing orders"
        case "ended":
            return "the game master has ended the game"
    return ""


def _player(event: Event) -> str:
    by = event.data.get("by")
    return f"{event.seats[0]} (by {by})" if by else event.seats[0]


def _played(event: Event) -> str:
    """Return the executed order with what its canonical form does not show in brackets (T12.4)."""
    data = event.data
    notes = [data["way"]] if "way" in data else []
    if data.get("thrown"):
        notes.append(f"throws {', '.join(data['thrown'])}")
    text = f"{_player(event)}: {data['order']}" + (f" ({', '.join(notes)})" if notes else "")
    if data.get("stops"):
        return f"{text}: the win is undone [T7.12]"
    return f"{text}: the last turn is undone [T7.2]" if data.get("undone") else text


def told(events: Sequence[Event]) -> tuple[str, ...]:
    """Return events as sentences; that a card was chosen is not told where it is told that it was given."""
    is_swapped = any(event.kind == "swapped" for event in events)
    return tuple(line for event in events if (line := describe(event)) and not (is_swapped and event.kind == "chosen"))


# Board, seats, hands


def board_picture(
    position: Position,
    title: str,
    marks: Mapping[int, str] | None = None,
    meaning: Sequence[tuple[str, str]] = (),
) -> Picture:
    """Return the board as it stands, with marks on fields if there are any, and what they mean."""
    cells = draw(position.track, position.cells, position.letters, position.use, marks)
    return Picture(title, _rows(cells), (*_legend(position.letters, position.use), *(meaning if marks else ())))


def _rows(cells: Sequence[Sequence[tuple[str, str]]]) -> tuple[Any, ...]:
    return tuple(merge_spans(list(row)) for row in cells)


def _legend(letters: str, use: Iterable[int]) -> tuple[tuple[str, str], ...]:
    seats = [(letters[seat], COLOURS[seat]) for seat in use]
    r = letters[0]
    signs = [
        (f"{r}05", "a ball on ring field 5"),
        (f"{r}01*", "a fresh ball"),
        ("(17)", "a start field"),
        (f"{r}a", "a ball at home"),
    ]
    return (*seats, *signs, (f"{r}{r}..", "a pen"))


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Return the picture of a board file, with what there is to say of it."""
    cells = draw(board.track, board.cells, board.letters, board.use)
    facts = [f"Seats {' '.join(board.letters)}, {board.track.ring} fields on the ring."]
    if board.about:
        facts.append(board.about)
    return Picture(board.name, _rows(cells), _legend(board.letters, board.use)), Lines("", tuple(facts))


def seats_grid(position: Position) -> Grid:
    """Return the seats: team, announcement, cards in hand, balls by where they are, and what is expected of them."""
    columns = ("Seat", "Colour", "Team", "Can", "Cards", "Pen", "Ring", "Home", "Now")
    rows = []
    for seat in position.use:
        letter = position.letters[seat]
        balls = tally(position, seat)
        team = "".join(position.letters[other] for other in position.sides.team[seat])
        is_out = position.settings.play_on and seat not in position.active
        can = "-" if is_out or not position.size else "yes" if position.can[seat] else "no"
        rows.append(
            (
                letter,
                COLOURS[seat],
                team,
                can,
                str(len(position.hands[seat])),
                str(balls.pen),
                str(balls.ring),
                str(balls.home),
                _now(position, seat),
            )
        )
    numbers = ("Cards", "Pen", "Ring", "Home")
    seats = tuple(position.letters[seat] for seat in position.use)
    return Grid("Seats", tuple(Column(name, right=name in numbers) for name in columns), tuple(rows), seats)


def _now(position: Position, seat: int) -> str:
    notes = []
    for place, team in enumerate(position.places, 1):
        if seat in team:
            notes.append("home first" if place == 1 else "home second")
    if position.phase in ("swap", "play") and seat == position.dealer:
        notes.append("dealer")
    if seat in position.due():
        notes.append("gives a card")
    elif position.phase == "swap" and position.swaps[seat]:
        notes.append("has given a card")
    if position.phase == "play" and seat == position.turn:
        notes.append(_task(position))
    return ", ".join(notes)


def _task(position: Position) -> str:
    by = "" if position.decider == position.turn else f" by {position.letters[position.decider]}"
    if position.must_tac:
        return f"has to stop the win by a TAC{by}"
    if position.skip:
        return f"is skipped{by}"
    return f"plays again{by}" if position.follow == "jester" else f"plays{by}"


def _cards_lines(position: Position) -> tuple[str, ...]:
    """Return how many cards there are and where, the cards laid, and what a TAC would take over."""
    lines = [f"{len(position.rest)} cards in the stack, {position.laid} laid since the game began."]
    if position.pile:
        lines += _wrapped(f"Laid from this stack ({len(position.pile)}):", position.pile)
    last = position.last
    if position.phase == "play":
        if last is None:
            lines.append("A TAC has nothing to refer to yet.")
        elif last.barred:
            lines.append(f"The {last.card} stopped a win: no TAC may answer it.")
        else:
            undo = " and undoes it" if last.restore is not None else "; nothing is undone"
            lines.append(f"A TAC takes over the {last.card}{undo}.")
    return tuple(lines)


def _wrapped(head: str, words: Iterable[str]) -> list[str]:
    """Return words behind a head as lines of at most WIDTH characters."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(" ")
        lines[-1] += f" {word}"
    return lines


def hands_lines(position: Position) -> tuple[str, ...]:
    """Return the hands that the viewer of a view may know, and the swap cards given."""
    lines = []
    for seat in position.use:
        letter, hand = position.letters[seat], position.hands[seat]
        if hand and UNKNOWN not in hand:
            lines.append(f"{letter}: {', '.join(hand)}")
        if position.swaps[seat] not in ("", UNKNOWN):
            lines.append(f"{letter} gives {position.swaps[seat]}")
    return tuple(lines)


def turn_blocks(before: Position, events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return what happened, the board, the seats, the cards, and the hands that the viewer knows."""
    del before
    lines = told(events)
    blocks: list[Block] = [Lines("What happened", lines)] if lines else []
    blocks += [board_picture(after, "Board"), seats_grid(after), Lines("Cards", _cards_lines(after))]
    hands = hands_lines(after)
    if hands:
        blocks.append(Lines("Hands", hands))
    if after.turn != NOBODY:
        is_talk_open = after.settings.talk == "open" and not after.is_open()
        talk = ("Plans may be discussed, but nobody names cards [T10.2].",) if is_talk_open else ()
        blocks.append(Lines("", (next_line(after), *talk)))
    return tuple(blocks)


def next_line(position: Position) -> str:
    """Return who has to do what now, as in `Next: G (by R) plays`."""
    letters = position.letters
    if position.phase == "swap":
        due = _listed(letters[seat] for seat in position.due())
        return f"Next: swap cards of {due}, privately. {letters[position.turn]} plays first."
    return f"Next: {whose(position)} {_task(position).removesuffix(' by ' + letters[position.decider])}."
