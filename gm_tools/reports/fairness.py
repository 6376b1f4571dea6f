"""What lets others check the draws of a turn: keys, digests and seeds, and the lines that say them."""

from __future__ import annotations

from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple


class Fairness(NamedTuple):
    """What lets others check the draws: the key of the turn, or what was published of the seed.

    `commitment` stands in the first post; at a table with a chain of keys it is the key of turn 0, and `hidden`
    announces the keys of what stays hidden. `hidden_key` opens what was hidden so far, `seed` everything; `known_key`
    opens what should still be hidden. `digest` is the line that fixes the turn's file and the one before it
    (table/digests.py), `beacon` says which round of it is in the draws.
    """

    commitment: str = ""
    seed: str = ""
    hidden: str = ""
    key: str = ""
    hidden_key: str = ""
    known_key: str = ""
    digest: str = ""
    beacon: str = ""


def fairness_lines(fairness: Fairness, turn: int = 0) -> tuple[str, ...]:
    """Return the key of a turn, or what is published of the seed, in words."""

    def say(message: str, digits: str) -> str:
        return _(message, turn=turn, digits=digits) if digits else ""

    first = N_("SHA-256 of the seed: {digits}")
    if fairness.key and fairness.commitment:
        first = N_("Key of turn {turn}, to which the keys of all later turns lead: {digits}")
    elif fairness.key:
        first = N_("Key of turn {turn}: {digits}")
    known = N_("Hidden cards can be known: a turn that was taken back has opened them by the key {digits}")
    lines = (
        say(first, fairness.key or fairness.commitment),
        say(N_("The keys of what stays hidden lead to: {digits}"), fairness.hidden),
        say(N_("Key of what was hidden so far: {digits}"), fairness.hidden_key),
        say(known, fairness.known_key),
        fairness.beacon,
        fairness.digest,
        say(N_("The seed: {digits}"), fairness.seed),
    )
    return tuple(filter(None, lines))
