"""The rules once more, slow and plain: balls as a dict of places, every move walked field by field.

Nothing here is shared with the engine but the position it is asked about. A place is a ring field from 1, or colour and
house letter: (0, "a").
"""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.games.tac.notation import format_cells
from gm_tools.games.tac.position import Position

Place = int | tuple[int, str]
Ball = tuple[int, bool]  # colour, fresh
Balls = dict[Place, Ball]
HOUSE = "abcd"
TEAMS = {
    "pairs4": ((0, 2), (1, 3)),
    "double2": ((0, 2), (1, 3)),
    "double3": ((0, 2), (1, 3)),
    "team4": ((0, 1, 2, 3),),
    "solo4": ((0, 1, 2, 3),),
    "duel2": ((0,), (2,)),
    "free3": ((0,), (1,), (2,)),
    "chase3": ((0,), (1, 2)),
    "pairs6": ((0, 3), (1, 4), (2, 5)),
    "double6": ((0, 3), (1, 4), (2, 5)),
    "trios6": ((0, 2, 4), (1, 3, 5)),
    "team6": ((0, 1, 2, 3, 4, 5),),
}
TOGETHER = ("team4", "solo4", "team6")


def read(position: Position, cells: bytes | None = None) -> Balls:
    """Return the balls of a position, by way of its notation."""
    text = format_cells(position.track, position.cells if cells is None else cells, position.letters)
    balls: Balls = {}
    for word in text.split() if text != "-" else ():
        letter, places = word.split(":")
        colour = position.letters.index(letter)
        for place in places.split(","):
            name = place.rstrip("*")
            balls[int(name) if name.isdigit() else (colour, name)] = (colour, place.endswith("*"))
    return balls


class Plain:
    """The rules about balls for one variant."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.variant = position.settings.variant
        self.ring = 64 if len(position.letters) == 4 else 66
        self.gap = self.ring // len(position.letters)
        self.active = [seat for team in TEAMS[self.variant] for seat in team if team not in position.places]

    def start(self, colour: int) -> int:
        return colour * self.gap + 1

    def home(self, balls: Balls, colour: int) -> int:
        return sum((colour, letter) in balls for letter in HOUSE)

    def out(self, balls: Balls, colour: int) -> int:
        """Return the balls of a colour that are not in the pen."""
        return sum(ball[0] == colour for ball in balls.values())

    def on_ring(self, balls: Balls, colour: int) -> list[int]:
        return sorted(place for place, ball in balls.items() if isinstance(place, int) and ball[0] == colour)

    def team(self, seat: int) -> tuple[int, ...]:
        return next(team for team in TEAMS[self.variant] if seat in team)

    def opposite(self, seat: int) -> int:
        return (seat + len(self.position.letters) // 2) % len(self.position.letters)

    def list_unfinished(self, balls: Balls, colours: list[int] | tuple[int, ...]) -> list[int]:
        return [colour for colour in colours if self.home(balls, colour) < 4]

    def mine(self, balls: Balls, seat: int) -> list[int]:
        """Return the colours that the cards of a seat move."""
        if self.home(balls, seat) < 4:
            return [seat]
        if self.variant in TOGETHER:
            return self.list_unfinished(balls, [self.opposite(seat)]) or self.list_unfinished(balls, self.team(seat))
        return self.list_unfinished(balls, [other for other in self.team(seat) if other != seat])

    def find_locked(self, balls: Balls, colour: int) -> set[Place]:
        row: set[Place] = set()
        for letter in reversed(HOUSE):
            if (colour, letter) not in balls:
                break
            row.add((colour, letter))
        return row

    def steps(self, balls: Balls, place: Place, colour: int, *, fresh: bool) -> list[Place]:
        """Return the places one step forward: in the house the next one; on the ring on, and home from the start."""
        if isinstance(place, tuple):
            deeper = HOUSE.index(place[1]) + 1
            return [(colour, HOUSE[deeper])] if deeper < 4 else []
        ahead: list[Place] = [place % self.ring + 1]
        if place == self.start(colour) and not fresh:
            ahead.append((colour, "a"))
        return ahead

    def walk(self, balls: Balls, place: Place, number: int) -> list[Place]:
        """Return where a ball can go with exactly `number` steps forward, jumping over nothing."""
        colour, fresh = balls[place]
        ends: list[Place] = []

        def go(here: Place, left: int) -> None:
            for there in self.steps(balls, here, colour, fresh=fresh and here == place):
                if left > 1:
                    if there not in balls:
                        go(there, left - 1)
                elif isinstance(there, int) or there not in balls:
                    ends.append(there)

        go(place, number)
        return ends

    def walk_back(self, balls: Balls, place: Place) -> list[Place]:
        """Return where a ball can go with a 4."""
        if isinstance(place, tuple):
            return []
        colour, fresh = balls[place]
        ends: list[Place] = []

        def go(here: Place, left: int) -> None:
            ahead: list[Place]
            if isinstance(here, int):
                ahead = [(here - 2) % self.ring + 1]
                if here == self.start(colour) and not (fresh and here == place):
                    ahead.append((colour, "a"))
            else:
                ahead = self.steps(balls, here, colour, fresh=False)
            for there in ahead:
                if left > 1:
                    if there not in balls:
                        go(there, left - 1)
                elif isinstance(there, int) or there not in balls:
                    ends.append(there)

        go(place, 4)
        return ends

    def move(self, balls: Balls, place: Place, to: Place) -> Balls:
        after = dict(balls)
        colour, _ = after.pop(place)
        after[to] = (colour, False)
        return after

    def number_results(self, balls: Balls, seat: int, number: int) -> list[Balls]:
        """Return the boards that a number card (no 7) can lead to by a move."""
        results = []
        for colour in self.mine(balls, seat):
            stuck = self.find_locked(balls, colour)
            for place in [place for place, ball in balls.items() if ball[0] == colour and place not in stuck]:
                ends = self.walk_back(balls, place) if number == 4 else self.walk(balls, place, number)
                results += [self.move(balls, place, to) for to in ends]
        return results

    def enter(self, balls: Balls, colour: int) -> Balls:
        return {**balls, self.start(colour): (colour, True)}

    def seven_steps(self, balls: Balls, colour: int, stuck: set[Place]) -> Iterator[Balls]:
        """Yield the boards after one single step of a 7."""
        for place, (owner, fresh) in list(balls.items()):
            if owner != colour or place in stuck:
                continue
            ahead = self.steps(balls, place, colour, fresh=fresh)
            if isinstance(place, tuple) and place[1] != "a":
                ahead.append((colour, HOUSE[HOUSE.index(place[1]) - 1]))
            for there in ahead:
                if isinstance(there, int) or there not in balls:
                    yield self.move(balls, place, there)

    def sevens(self, balls: Balls, seat: int) -> list[Balls]:
        """Return the boards that a 7 can lead to, step by step."""
        stuck = set[Place]().union(*(self.find_locked(balls, colour) for colour in range(len(self.position.letters))))
        level = {(self.key(balls), colour): balls for colour in self.mine(balls, seat)}
        for _ in range(7):
            following: dict[tuple[object, int], Balls] = {}
            for (_, colour), board in level.items():
                colours = [colour] if self.home(board, colour) < 4 else self.mine(board, seat)
                for now in colours:
                    for after in self.seven_steps(board, now, stuck):
                        following[self.key(after), now] = after
            level = following
        return list({key: board for (key, _), board in level.items()}.values())

    def key(self, balls: Balls) -> object:
        return frozenset(balls.items())

    # Everything that a card can lead to

    def angel_colours(self, balls: Balls, seat: int) -> list[int]:
        """Return the colours that an Angel of a seat may serve."""
        after = self.next_active(seat)
        mates = [self.opposite(after)] if self.variant in TOGETHER else [x for x in self.team(after) if x != after]
        if self.variant in TOGETHER:
            pairs = ((seat, self.opposite(seat)), (after, self.opposite(after)))
            if not all(self.list_unfinished(balls, pair) for pair in pairs):
                return self.list_unfinished(balls, self.team(seat))
        return self.list_unfinished(balls, [after]) or self.list_unfinished(balls, mates)

    def boards(self, seat: int, card: str) -> list[Balls]:
        """Return the boards that a card in the hand of a seat can lead to, skips and cards without balls left out."""
        last = self.position.last
        if card != "tac":
            return self.boards_on(read(self.position), seat, card)
        if last is None or last.barred:
            return []
        return self.boards_on(read(self.position, last.restore), seat, last.card)

    def boards_on(self, balls: Balls, seat: int, card: str) -> list[Balls]:
        mine = self.mine(balls, seat)
        rings = [place for colour in mine for place in self.on_ring(balls, colour)]
        if card in ("jester", "devil"):
            return []
        if card == "trick":
            out = [place for place in balls if isinstance(place, int)] if rings else []
            return [self.exchange(balls, one, other) for one in out for other in out if one != other]
        if card == "warrior":
            return [self.strike(balls, place) for place in rings]
        if card == "angel":
            found = []
            for colour in self.angel_colours(balls, seat):
                if self.out(balls, colour) < 4:
                    found.append(self.enter(balls, colour))
                    continue
                for place in self.on_ring(balls, colour):
                    found += [self.move(balls, place, to) for steps in (1, 13) for to in self.walk(balls, place, steps)]
            return found
        if card == "7":
            return self.sevens(balls, seat)
        found = self.number_results(balls, seat, int(card))
        if card in ("1", "13"):
            found += [self.enter(balls, colour) for colour in mine if self.out(balls, colour) < 4]
        return found

    def exchange(self, balls: Balls, one: Place, other: Place) -> Balls:
        return {**balls, one: (balls[other][0], False), other: (balls[one][0], False)}

    def strike(self, balls: Balls, place: int) -> Balls:
        after = dict(balls)
        colour, _ = after.pop(place)
        for steps in range(1, self.ring):
            there = (place + steps - 1) % self.ring + 1
            if there in after:
                after[there] = (colour, False)
                break
        return after

    # Can a card be used at all?

    def next_active(self, seat: int) -> int:
        count = len(self.position.letters)
        return next(other % count for other in range(seat + 1, seat + count + 1) if other % count in self.active)

    def usable(self, seat: int, card: str) -> bool:
        """Tell whether a seat has a use of a card in its hand, the TAC included."""
        last = self.position.last
        if card != "tac":
            return self.usable_on(read(self.position), seat, card)
        if last is None or last.barred:
            return False
        return self.usable_on(read(self.position, last.restore), seat, last.card)

    def usable_on(self, balls: Balls, seat: int, card: str) -> bool:
        mine = self.mine(balls, seat)
        hot = any(self.on_ring(balls, colour) for colour in mine)
        others = any(hand for other, hand in enumerate(self.position.hands) if other != seat)
        if card == "jester":
            return bool(self.position.hands[self.next_active(seat)])
        if card == "devil":
            return others
        if card == "angel":
            return True
        if card == "warrior":
            return hot
        if card == "trick":
            return hot and sum(isinstance(place, int) for place in balls) > 1
        if card == "7":
            return bool(self.sevens(balls, seat))
        if card == "8" and hot and others:
            return True
        if card in ("1", "13") and any(self.out(balls, colour) < 4 for colour in mine):
            return True
        return bool(self.number_results(balls, seat, int(card)))
