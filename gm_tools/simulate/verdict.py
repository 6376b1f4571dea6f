"""Is this board fair and fun? The thresholds, each with its reason, and the answer in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _, ngettext
from gm_tools.core.text import decimal, percent
from gm_tools.core.tuples import NamedTuple
from gm_tools.simulate.intervals import share, spread, z_for

if TYPE_CHECKING:
    from gm_tools.core.tally import Tally
    from gm_tools.simulate.totals import Totals, Wins

# A slot that wins a quarter of 20 games may win anything from 11% to 47%: with fewer nothing can be said, and that a
# board is fair only with 100 of them, where it is 18% to 34%.
FEWEST_GAMES, FEWEST_FAIR = 20, 100
# A slot is favoured if the whole interval of its share (all intervals together holding with 95%) lies above its even
# share. Who stands in front has an advantage in every race; up to half as much again as an even share the draw of the
# grid makes good for it over a season. Beyond that, who draws the slot has won something before the first turn.
FAVOURED = 1.5
# The other way round: a slot that wins less than a third of an even share has no real chance.
HOPELESS = 1 / 3
# Leads that change less than once in two games make a procession.
FEWEST_LEADS = 0.5
# Of three thirds of a race the last one should decide at least every fifth: it would be every third if the lead were a
# lottery.
FEWEST_LATE = 0.2
# Mishaps are what a game names as such: crashes, leaving the track, cars put back, balls thrown. If the whole table has
# fewer than one in two games, there is no danger that anyone heeds; if it meets a player in more than every fourth
# turn, planning ahead is no use.
FEWEST_MISHAPS, MOST_MISHAPS = 0.5, 0.25
# Two days a turn: a game of fewer than 8 turns is over before it has begun, with more than 90 it takes half a year, and
# threads die.
SHORTEST, LONGEST = 8, 90
# One game in fifty may hang, with cars that limp home.
MOST_OPEN = 0.02


class TrackVerdict(NamedTuple):
    """The answer: `fair` and `fun` are `yes`, `no` or `unknown` (`fair` also `nearly`); the reasons, for people."""

    fair: str
    fun: str
    lines: tuple[str, ...]


def rate_track(sums: Totals, tally: Tally[object, object]) -> TrackVerdict:
    """Return the verdict on a board from its games."""
    if sums.games < FEWEST_GAMES:
        line = ngettext(
            "no verdict: {n} game is too few, {needed} are needed",
            "no verdict: {n} games are too few, {needed} are needed",
            sums.games,
            needed=FEWEST_GAMES,
        )
        return TrackVerdict("unknown", "unknown", (line,))
    if not sums.decided:
        return TrackVerdict(
            "unknown", "no", (_("no verdict: nobody has won any of the games"), *_dullness(sums, tally))
        )
    fair, first, why = _fair_or_not(sums)
    dull = _dullness(sums, tally)
    fun, second = ("no", _("not much fun")) if dull else ("yes", _("fun"))
    return TrackVerdict(fair, fun, (f"{first}, {second}", *why, *(dull or [_praise(sums)])))


def _fair_or_not(sums: Totals) -> tuple[str, str, list[str]]:
    """Return whether a board is fair, for programs and for people, and why.

    The answer says no more than so many decided games can show.
    """
    fair, why = _fairness(sums)
    few = sums.decided < FEWEST_FAIR
    if fair == "unknown":
        return fair, _("nobody plays against anybody"), why
    if sums.decided < FEWEST_GAMES:
        return "unknown", _("fair or not"), [_too_few(sums, FEWEST_GAMES)]
    if fair == "no":
        return fair, _("not fair"), why
    if few:
        word = _("perhaps fair") if fair == "yes" else _("fair enough so far")
        return "unknown", word, [_too_few(sums, FEWEST_FAIR), *(why if fair == "nearly" else ())]
    return fair, _("fair") if fair == "yes" else _("fair enough"), why


def _too_few(sums: Totals, needed: int) -> str:
    return ngettext(
        "{n} game with a winner is too few to call it fair, {needed} are needed",
        "{n} games with a winner are too few to call it fair, {needed} are needed",
        sums.decided,
        needed=needed,
    )


def _fairness(sums: Totals) -> tuple[str, list[str]]:
    """Return how fair the start slots are, and why."""
    slots, chance = sums.by_slots(), sums.fairness()
    if chance is None:
        return "unknown", []
    wide = [(wins, share(wins.share.hits, wins.share.of, z_for(len(slots)))) for wins in slots]
    better = [wins for wins, part in wide if part.low > wins.even]
    worse = [wins for wins, part in wide if part.high < wins.even]
    lines = [_say_wins(wins) for wins in (*better, *worse)]
    if any(part.low > FAVOURED * wins.even or part.high < HOPELESS * wins.even for wins, part in wide):
        return "no", lines
    if lines:
        return "nearly", lines
    if chance.p < 0.01:
        line = _(
            "the start slots differ by more than chance (p = {p}), but none of them stands out",
            p=decimal(chance.p, ".2g"),
        )
        return "nearly", [line]
    return "yes", [
        _("no start slot wins more or fewer games than chance explains (p = {p})", p=decimal(chance.p, ".2f"))
    ]


def _say_wins(wins: Wins) -> str:
    return _(
        "start slot {slot} wins {share} of its games; {even} would be even",
        slot=wins.name,
        share=share_of(wins.share.share),
        even=share_of(wins.even),
    )


def _dullness(sums: Totals, tally: Tally[object, object]) -> list[str]:
    """Return what makes the games dull, in words; nothing if they are not."""
    lines = []
    sides = max((len(sides) for sides in sums.sides), default=1)
    if sides > 1:
        leads = spread(sums.figure("leads")).mean
        if leads < FEWEST_LEADS:
            lines.append(_("the lead changes only {leads} times a game", leads=number(leads)))
        late = sums.late_share()
        if late.high < FEWEST_LATE:
            lines.append(_("only {share} of the games are decided in their last third", share=share_of(late.share)))
    mishaps = {name: spread(sums.figure(name)).mean for name in tally.mishaps}
    in_all = sum(mishaps.values())
    length = spread(sums.figure("turns"))
    if mishaps and not in_all:
        lines.append(_("nothing ever goes wrong for anybody"))
    elif mishaps and in_all < FEWEST_MISHAPS:
        lines.append(_("hardly anything goes wrong: {mishaps} times a game", mishaps=number(in_all)))
    for name, often in mishaps.items():
        rate = often / len(sums.setup.seats) / length.mean
        if rate > MOST_MISHAPS:
            title = _(next(count.title for count in tally.counts if count.name == name))
            lines.append(_("{what}: {rate} for each player and turn is a lottery", what=title, rate=number(rate)))
    turns = length.quartiles[1]
    unit = _(tally.unit)
    if turns < SHORTEST and 2 * sums.open < sums.games:
        lines.append(_("with {turns} {unit} it is over before it has begun", turns=number(turns), unit=unit))
    if turns > LONGEST:
        lines.append(_("{turns} {unit} are too many for a thread", turns=number(turns), unit=unit))
    if share(sums.open, sums.games).low > MOST_OPEN:
        lines.append(ngettext("{n} game was not finished", "{n} games were not finished", sums.open))
    return lines


def _praise(sums: Totals) -> str:
    """Return what speaks for a board that is fun."""
    leads, late = spread(sums.figure("leads")).mean, sums.late_share().share
    return _(
        "the lead changes {leads} times a game, {late} of the games are decided in their last third",
        leads=number(leads),
        late=share_of(late),
    )


def share_of(part: float) -> str:
    """Return a share with as many decimals as it can bear.

    >>> share_of(0.1234), share_of(0.0002)
    ('12%', '0.02%')
    """
    return percent(part, ".0f" if part >= 0.01 or not part else ".1g")


def number(value: float) -> str:
    """Return a figure with as many decimals as it can bear.

    >>> [number(value) for value in (0, 0.123, 1.26, 31.5, 123.4)]
    ['0', '0.12', '1.3', '31.5', '123']
    """
    if value == int(value) or value >= 100:
        return f"{value:.0f}"
    return decimal(value, ".1f" if value >= 1 else ".2g")
