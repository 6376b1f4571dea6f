"""Chance: draws from a seed that anyone can check later, from a script, from a record, or forking into every outcome.

A draw has a *kind* (`oil`, `roll`: what a game master's own dice would be entered for) and a *label*, stable words
such as `turn/7/oil/B/3`. What comes out depends on seed and label only, never on the order of asking.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.sha256 import hmac_sha256, sha256
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")
R = TypeVar("R")

SEED = "seed"  # the source of draws that the seed made; a word that no draw entered by hand may have as its source


class Draw(NamedTuple):
    """One random outcome: its value is a plain TOML value; `source` says where it came from (`seed`, a dice service …).

    `entered` says that the game master entered it: whatever the source is called, the seed did not make it.
    """

    kind: str
    label: str
    value: Any
    source: str = SEED
    entered: bool = False


class Draws(Protocol):
    """What a game's `resolve` and `setup` draw from."""

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        """Return one of `choices` (plain values), each with its weight (whole numbers; all 1 by default)."""

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        """Return `count` independent letters of `faces`: the colour dice `RRYYYG`."""

    def shuffle(self, kind: str, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """Return `items` in random order: a deck, a row of chips."""


class ListedDraws(Draws, Protocol):
    """Draws that list what was drawn, in order."""

    taken: list[Draw]


class Seeded:
    """Draws from a 32-byte seed: HMAC-SHA256(seed, label), rejection-sampled, so that every choice is exactly fair.

    The digest is read as a number below 2^256; the rest above the largest multiple of the total weight is
    rejected and drawn again under `label#1`, `label#2` …. A roll draws each die under `label/0`, `label/1` …; a shuffle
    is a Fisher-Yates from the last place down, place i drawn under `label/i` among 0..i. `taken` lists what was drawn.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self.taken: list[Draw] = []

    def _draw_below(self, label: str, total: int) -> int:
        limit = (1 << 256) - (1 << 256) % total
        attempt = label
        count = 0
        while True:
            number = int.from_bytes(hmac_sha256(self._seed, attempt.encode()), "big")
            if number < limit:
                return number % total
            count += 1
            attempt = f"{label}#{count}"

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        if weights is None:
            value = choices[self._draw_below(label, len(choices))]
        else:
            ticket = self._draw_below(label, sum(weights))
            index = 0
            while ticket >= weights[index]:
                ticket -= weights[index]
                index += 1
            value = choices[index]
        self.taken.append(Draw(kind, label, value))
        return value

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        value = "".join(faces[self._draw_below(f"{label}/{die}", len(faces))] for die in range(count))
        self.taken.append(Draw(kind, label, value))
        return value

    def shuffle(self, kind: str, label: str, items: Sequence[str]) -> tuple[str, ...]:
        row = list(items)
        for place in range(len(row) - 1, 0, -1):
            other = self._draw_below(f"{label}/{place}", place + 1)
            row[place], row[other] = row[other], row[place]
        self.taken.append(Draw(kind, label, row))
        return tuple(row)


class ByKind:
    """Draws of some kinds from other sources than the rest: what stays hidden has a key of its own.

    `taken` lists all of them in order.
    """

    def __init__(self, usual: Seeded, others: "Mapping[str, Seeded | Recorded]") -> None:
        self._usual = usual
        self._others = others
        self.taken: list[Draw] = []

    def _draw(self, kind: str, draw: Callable[[Draws], R]) -> R:
        source = self._others.get(kind, self._usual)
        value = draw(source)
        self.taken.append(source.taken[-1])
        return value

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        return self._draw(kind, lambda source: source.pick(kind, label, choices, weights))

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        return self._draw(kind, lambda source: source.roll(kind, label, faces, count))

    def shuffle(self, kind: str, label: str, items: Sequence[str]) -> tuple[str, ...]:
        return self._draw(kind, lambda source: source.shuffle(kind, label, items))


class ScriptError(Exception):
    """A script of draws does not fit what was asked for: message for people."""


class _Given:
    """Draws whose values are given: each is held against what is asked for. `taken` lists them."""

    _between = ", "  # the items of a message

    def __init__(self) -> None:
        self.taken: list[Draw] = []

    def _give(
        self, kind: str, label: str, draw: Callable[[Draws], R], fitting: Callable[[Any], list[Any]], allowed: str
    ) -> R:
        """Return the value given, as `fitting` reads it.

        `fitting` returns nothing for a value that is not `allowed`; `draw` draws from elsewhere.
        """
        raise NotImplementedError

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        def fitting(value: Any) -> list[T]:
            return [one for one in choices if one == value and isinstance(one, bool) == isinstance(value, bool)]

        allowed = ", ".join(map(str, choices))
        return self._give(kind, label, lambda draws: draws.pick(kind, label, choices, weights), fitting, allowed)

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        def fitting(value: Any) -> list[str]:
            return [value] if isinstance(value, str) and len(value) == count and not set(value) - set(faces) else []

        allowed = _("{count} letters of {faces}", count=count, faces=faces)
        return self._give(kind, label, lambda draws: draws.roll(kind, label, faces, count), fitting, allowed)

    def shuffle(self, kind: str, label: str, items: Sequence[str]) -> tuple[str, ...]:
        def fitting(value: Any) -> list[list[str]]:
            row = _read_row(value)
            return [row] if sorted(row) == sorted(items) else []

        allowed = _("{names} in some order", names=self._between.join(items))
        return tuple(self._give(kind, label, lambda draws: draws.shuffle(kind, label, items), fitting, allowed))


class Scripted(_Given):
    """Draws entered by hand: per kind a list, used up in the order in which they are asked for.

    `fallback` (a seed's draws) serves the kinds that are not scripted; without it, asking for more than was scripted
    raises ScriptError. `taken` lists all draws, the entered ones with `source`.
    """

    _between = ">"

    def __init__(
        self, script: Mapping[str, Sequence[Any]], *, source: str = "script", fallback: ListedDraws | None = None
    ) -> None:
        super().__init__()
        self._script = {kind: list(values) for kind, values in script.items()}
        self._source = source
        self._fallback = fallback

    def _give(
        self, kind: str, label: str, draw: Callable[[Draws], R], fitting: Callable[[Any], list[Any]], allowed: str
    ) -> R:
        if self._fallback is not None and kind not in self._script:
            drawn = draw(self._fallback)
            self.taken.append(self._fallback.taken[-1])
            return drawn
        if not self._script.get(kind):
            raise ScriptError(
                _("a draw of kind {kind!r} was asked for ({label}) and none is scripted", kind=kind, label=label)
            )
        value = self._script[kind].pop(0)
        found = fitting(value)
        if not found:
            message = N_("draw {kind!r}: found {value!r}, allowed: {names}")
            raise ScriptError(_(message, kind=kind, value=value, names=allowed))
        self.taken.append(Draw(kind, label, found[0], self._source, entered=True))
        kept: R = found[0]
        return kept

    def unused_kinds(self) -> list[str]:
        """Return the kinds that were scripted and not all asked for."""
        return [kind for kind, queue in self._script.items() if queue]


def _read_row(value: Any) -> list[str]:
    """Return an order given by hand or by a record: a list, `R G B`, `R>G>B`, or letters side by side `RGB`."""
    if isinstance(value, str):
        for separator in (">", ",", " "):
            if separator in value:
                return [item.strip() for item in value.split(separator) if item.strip()]
        return list(value)
    return [str(item) for item in value] if isinstance(value, list) else []


class Recorded(_Given):
    """Draws read back from a turn file, by label: a replay needs no seed. Raises InputError for a missing label."""

    def __init__(self, taken: Iterable[Draw]) -> None:
        super().__init__()
        self._by_label = {draw.label: draw for draw in taken}

    def _give(
        self, kind: str, label: str, draw: Callable[[Draws], R], fitting: Callable[[Any], list[Any]], allowed: str
    ) -> R:
        del draw
        known = self._by_label.get(label)
        if known is None or known.kind != kind:
            raise InputError(
                _("the turn draws {label!r} ({kind}), which is not on record", label=label, kind=kind), key="draws"
            )
        self.taken.append(known)
        found = fitting(known.value)
        if not found:
            raise InputError(
                _("{label}: found {value!r}", label=label, value=known.value), key="draws", allowed=allowed
            )
        value: R = found[0]
        return value


class Branch(NamedTuple):
    """One way in which chance can fall: its probability, the draws it took, and what came of it."""

    probability: "Fraction"
    draws: tuple[Draw, ...]
    outcome: Any


def rank_outcomes(branches: Iterable[Branch], say: Callable[[Any], R]) -> "list[tuple[R, Fraction]]":
    """Return what is to be said of the outcomes of branches, the likeliest first.

    What reads the same stands once, with its probability in all.
    """
    chances: dict[R, Any] = {}
    for branch in branches:
        said = say(branch.outcome)
        chances[said] = chances.get(said, 0) + branch.probability
    return sorted(chances.items(), key=lambda item: (-item[1], item[0]))


class _Forking:
    """Draws along one path of a tree: the first draws follow `path` (indices), later ones take the first choice."""

    def __init__(self, path: Sequence[int]) -> None:
        from fractions import Fraction

        self._path = path
        self.sizes: list[tuple[int, ...]] = []  # weights at each draw so far
        self.probability = Fraction(1)
        self.taken: list[Draw] = []

    def _index(self, weights: tuple[int, ...]) -> int:
        from fractions import Fraction

        at = len(self.sizes)
        index = self._path[at] if at < len(self._path) else next(i for i, weight in enumerate(weights) if weight)
        self.sizes.append(weights)
        self.probability *= Fraction(weights[index], sum(weights))
        return index

    def pick(self, kind: str, label: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        value = choices[self._index(tuple(weights) if weights is not None else (1,) * len(choices))]
        self.taken.append(Draw(kind, label, value, "fork"))
        return value

    def roll(self, kind: str, label: str, faces: str, count: int) -> str:
        value = "".join(faces[self._index((1,) * len(faces))] for __ in range(count))
        self.taken.append(Draw(kind, label, value, "fork"))
        return value

    def shuffle(self, kind: str, label: str, items: Sequence[str]) -> tuple[str, ...]:
        left = list(items)
        row = [left.pop(self._index((1,) * len(left))) for __ in items]
        self.taken.append(Draw(kind, label, row, "fork"))
        return tuple(row)


def fork(run: Callable[[Draws], R]) -> Iterator[Branch]:
    """Yield every way in which `run` can come out, with its probability, the first choice of each draw first.

    `run` is called once for each branch and must be a pure function of its draws. The probabilities of all
    branches add up to 1. Lazy: a caller may stop when it has seen enough.
    """
    path: list[int] = []
    while True:
        draws = _Forking(path)
        outcome = run(draws)
        yield Branch(draws.probability, tuple(draws.taken), outcome)
        sizes = draws.sizes
        taken = path + [next(i for i, weight in enumerate(weights) if weight) for weights in sizes[len(path) :]]
        while taken:
            weights = sizes[len(taken) - 1]
            following = next((i for i in range(taken[-1] + 1, len(weights)) if weights[i]), None)
            taken.pop()
            if following is not None:
                path = [*taken, following]
                break
        else:
            return


class Merging(_Forking):
    """Draws of a run that may say, by `key`, all that its future and what is told of its past depend on.

    Where two ways have come to an equal key at a draw, what follows is the same for both.
    """

    def __init__(self, path: Sequence[int]) -> None:
        super().__init__(path)
        self.key: Callable[[], Hashable] | None = None

    def _index(self, weights: tuple[int, ...]) -> int:
        if self.key is not None and len(self.sizes) >= len(self._path):
            raise _DrawReached(self.key(), weights)
        return super()._index(weights)


class _DrawReached(Exception):  # noqa: N818  (no error: a run is broken off where it draws)
    def __init__(self, key: Hashable, weights: tuple[int, ...]) -> None:
        super().__init__()
        self.key, self.weights = key, weights


def fork_merged(run: Callable[[Draws], R]) -> Iterator[Branch]:
    """Yield the ways in which `run` can come out, as `fork` does.

    Those that have come to the same are followed once, together. `run` is given `Merging` draws; if it sets no `key`,
    nothing is merged. The draws of a merged branch are those of one of its ways.
    """
    from fractions import Fraction

    try:
        run(Merging(()))
    except _DrawReached as reached:
        level: dict[Hashable, Any] = {reached.key: (Fraction(1), (), reached.weights)}  # probability, path, weights
    else:
        yield from fork(run)
        return
    while level:
        following: dict[Hashable, Any] = {}
        for chance, path, weights in level.values():
            for index in (index for index, weight in enumerate(weights) if weight):
                draws, share = Merging((*path, index)), chance * weights[index] / sum(weights)
                try:
                    outcome = run(draws)
                except _DrawReached as reached:
                    known = following.get(reached.key)
                    where = ((*path, index), reached.weights) if known is None else known[1:]
                    following[reached.key] = (share + (known[0] if known else 0), *where)
                else:
                    yield Branch(share, tuple(draws.taken), outcome)
        level = following


def commitment(seed: bytes) -> str:
    """Return what is published before the game: the SHA-256 of the seed, as 64 hexadecimal digits."""
    return sha256(seed).hexdigest()
