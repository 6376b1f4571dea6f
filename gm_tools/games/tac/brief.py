"""A turn of TAC in short: how many balls each team has home, what is worth telling, and a line a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_tools.core.brief import predicate, seat_lines, seats_in_turn, summary_lines
from gm_tools.core.events import Event
from gm_tools.core.i18n import N_, _
from gm_tools.core.text import all_of
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.report import describe, event_lines
from gm_tools.games.tac.standings import count_balls

HOW_TO_ORDER = N_(
    'To order, write "Order:" and then card and ball, for example 5 R10, 13 in or drop 9. Cards to swap go to the game master privately.'
)
_NAMED = 4  # seats of a board up to which teams are called by the names of their players
_OWN = frozenset({"played", "discarded", "skipped", "looked", "missed", "chosen"})


def course(position: Position) -> str:
    """Return who plays with whom, and what ends the game."""
    teams = [all_of(position.letters[seat] for seat in team) for team in position.sides.teams]
    if len(teams) == 1:
        return _("{team} together; the game is won when all balls are at home", team=teams[0])
    message = N_("{teams}; a team has won when all its balls are at home")
    if all(len(team) == 1 for team in position.sides.teams):
        message = N_("{teams}; whoever has all balls at home first wins")
    return _(message, teams=_(" against ").join(teams))


def summary(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return how many balls each team has home; whose balls were thrown, who is skipped, what was undone."""
    scores = [
        _(
            "{players} {count}",
            players=_name_team(after, team, names),
            count=sum(count_balls(after, seat).home for seat in team),
        )
        for team in after.sides.teams
    ]
    lines = [_("Balls at home: {scores}.", scores=", ".join(scores))] if after.stacks else []
    return summary_lines(lines, _news(events, names))


def _name_team(position: Position, team: Sequence[int], names: Mapping[str, str]) -> str:
    """Return what a team is called: its players, each once; its marks on a board of six, where names take much room."""
    marks = [position.letters[seat] for seat in team]
    if len(position.letters) > _NAMED:
        return "".join(marks)
    return all_of(dict.fromkeys(names[mark].removesuffix(f" ({mark})") for mark in marks))


def _news(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    for event in events:
        player = names[event.seats[0]] if event.seats else ""
        match event.kind:
            case "played" if event.data.get("undone"):
                yield _("{player} undoes the last turn with a TAC.", player=player)
            case "played" if event.data.get("thrown"):
                yield _("{player} throws {balls}.", player=player, balls=all_of(event.data["thrown"]))
            case "skipped":
                yield _("{player} is skipped.", player=player)
            case "passed":
                yield _("All hands were passed to the right.")
            case "dealt":
                yield _("New cards: {n} each.", n=event.data["each"])
            case "win_waits":
                yield _("{player} must stop a win with a TAC.", player=player)
            case "won" if "place" in event.data:
                players = all_of(names[seat] for seat in event.seats)
                message = (
                    N_("{players} has all balls home.")
                    if len(event.seats) == 1
                    else N_("{players} have all balls home.")
                )
                yield _(message, players=players)


def brief_events(events: Sequence[Event], after: Position, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a line for each player who laid a card or had to, then what happened to all.

    Hands are told as far as players know them.
    """
    del after
    own = [event for event in events if event.kind in _OWN and event.kind != "chosen"]

    def tell(seat: str, events: Sequence[Event]) -> tuple[str, Iterable[str]]:
        return "", (predicate(describe(event), seat) for event in events if event.seats[0] == seat)

    seats = [seat for seat in seats_in_turn(own) if any(event.seats[0] == seat for event in own)]
    rest = [event for event in events if event.kind not in _OWN or event.kind == "chosen"]
    return (*seat_lines(own, seats, names, tell, describe), *event_lines(rest))


def deed(events: Sequence[Event], seat: str) -> tuple[str, Sequence[str]]:
    """Return the card that a player laid or dropped, with what it did, as everybody may know it."""
    own = [event for event in events if event.kind in _OWN and event.seats[:1] == (seat,)]
    order = next((event.data["order"] for event in own if event.kind in ("played", "discarded")), "")
    told = sorted(own, key=lambda event: event.kind == "missed")  # what the order did stands beside it
    return order, [predicate(predicate(describe(event), seat), order) for event in told]
