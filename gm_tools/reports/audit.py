"""What `gm verify` says: what differs, and what was done to find out, so that nothing is claimed that was not done."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.sources import shown_source
from gm_tools.reports.base import Report, shown_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.posts.proof import PostedProof
    from gm_tools.table.verify import Audit


def audit_report(table: str, found: Audit, proof: PostedProof | None = None) -> Report:
    """Return what verifying a table found, and what it did.

    `findings` come first, then a line or a list for each kind of record.
    """
    lines = [
        _("turn {turn}: {file}: {message}", turn=finding.turn, file=finding.file, message=finding.message)
        for finding in found.findings
    ]
    count = len(found.findings)
    said = ngettext("{n} finding", "{n} findings", count) if count else _("nothing differs")
    files = ngettext("{n} file", "{n} files", found.files)
    message = N_("{files} verified, {done} of them recomputed from the one before: {findings}")
    lines.append(_(message, files=files, done=found.carried_out, findings=said))
    blocks: list[Block] = [Lines("", tuple(lines)), Lines(_("What was verified"), tuple(_tell_done(found)))]
    data: dict[str, Any] = {"table": table, **found._asdict()}
    for key in ("findings", "entered", "bots", "missed", "handovers", "looks"):
        data[key] = [row._asdict() for row in data[key]]
    for key in ("waiting", "looks"):
        if not data[key]:
            del data[key]
    for key, what in (("amendments", "reason"), ("undone", "file")):
        data[key] = [{"turn": turn, "amendment": number, what: text} for turn, number, text in data[key]]
    if proof is not None:
        blocks.append(Lines(_("What the posts prove"), tuple(_tell_proven(proof))))
        data["posts"] = {**proof._asdict(), "findings": [finding._asdict() for finding in proof.findings]}
    return Report("verify", "", tuple(blocks), data)


def _tell_proven(proof: PostedProof) -> Iterator[str]:
    """Yield what was compared with the posts of a thread."""
    message = N_("Digests: {n} in posts of the game master, for {turns} of {of} turns.")
    yield _(message, n=proof.digests, turns=proof.turns, of=proof.of)
    yield _("Orders: {n} of {of} found in the posts of their players.", n=proof.orders, of=proof.ordered)
    turns: defaultdict[str, list[int]] = defaultdict(list)
    for turn, seat in proof.elsewhere:
        turns[seat].append(turn)
    for seat, numbers in turns.items():
        yield ngettext(
            "  {seat}: the order of turn {turns} is in no post here",
            "  {seat}: the orders of turns {turns} are in no post here",
            len(numbers),
            seat=seat,
            turns=_ranges(numbers),
        )
    yield from proof.notes
    yield from proof.left_out


def _tell_done(found: Audit) -> Iterator[str]:
    """Yield what was done, a line for each kind of record, with the records themselves set in below it."""
    if found.waiting:
        yield _("Nothing is drawn yet: the set-up waits for round {number} of the beacon.", number=found.waiting)
        return
    if found.chained:
        yield _(
            "Keys: those of {n} of {of} turns lead to the commitment in the first post.", n=found.keys, of=found.turns
        )
    if found.rounds or found.without:
        checked = N_("Beacon: {n} turns drawn with a round whose signature is right; without the beacon: {without}.")
        if not found.checkable:
            checked = N_("Beacon: {n} turns drawn with a round, signatures not checked; without the beacon: {without}.")
        yield _(checked, n=found.rounds, without=_ranges(found.without) or _("none"))
    recomputed = N_("Draws: {n} of {of} recomputed from the seed, {entered} entered by hand.")
    if found.chained:
        recomputed = N_("Draws: {n} of {of} recomputed from the keys, {entered} entered by hand, {shut} still hidden.")
    elif not found.seeded:
        recomputed = N_(
            "Draws: 0 of {of} recomputed, since the seed is not known; {entered} entered by hand, "
            "the others taken from the record."
        )
    yield _(recomputed, n=found.recomputed, of=found.draws, entered=len(found.entered), shut=found.shut)
    groups: defaultdict[tuple[int, str, str], list[str]] = defaultdict(list)
    for draw in found.entered:
        groups[draw.turn, draw.kind, draw.source].append(_value(draw.value))
    for (turn, kind, source), values in groups.items():
        message = N_("  turn {turn}: {kind} {values}, from: {source}")
        yield _(message, turn=turn, kind=kind, values=", ".join(values), source=shown_source(source))
    again = sum(order.recomputed for order in found.bots)
    yield _("Bots' orders: {n} of {of} recomputed.", n=again, of=len(found.bots))
    turns: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for order in found.bots:
        turns[order.seat, order.bot].append(order.turn)
    for (seat, bot), numbers in turns.items():
        yield ngettext(
            "  {seat}: the bot {bot!r}, turn {turns}",
            "  {seat}: the bot {bot!r}, turns {turns}",
            len(numbers),
            seat=seat,
            bot=bot,
            turns=_ranges(numbers),
        )
    yield _("Missed orders: {n} of {of}.", n=len(found.missed), of=found.orders)
    for missed in found.missed:
        yield _("  turn {turn}: {seat}, policy {policy!r}", turn=missed.turn, seat=missed.seat, policy=missed.policy)
    yield _("Amendments: {n}.", n=len(found.amendments))
    for turn, number, reason in found.amendments:
        why = " ".join(reason.split())
        yield _("  turn {turn}, amendment {number}: {reason}", turn=turn, number=number, reason=why)
    if found.looks:
        yield _("Previewed before they were resolved: {n} of {of} turns.", n=len(found.looks), of=found.turns)
    for look in found.looks:
        line = ngettext("  turn {turn}: once", "  turn {turn}: {n} times", look.times, turn=look.turn)
        yield line + (_("; changed since: {seats}", seats=", ".join(look.changed)) if look.changed else "")
    yield _("Taken back: {n}.", n=len(found.undone))
    for turn, number, file in found.undone:
        message = N_("  turn {turn}, amendment {number}: {file}") if number else N_("  turn {turn}: {file}")
        yield _(message, turn=turn, number=number, file=file)
    changed = {handover.seat for handover in found.handovers}
    yield _("Seats that changed hands: {n} of {of}.", n=len(changed), of=found.seats)
    for one in found.handovers:
        message = N_("  {seat}: {before}; from turn {turn} on, {after}")
        yield _(message, seat=one.seat, before=one.before, turn=one.turn, after=one.after)


def _value(value: Any) -> str:
    """Return a draw as it is entered: `left`, `true`, `A>B>C`."""
    return ">".join(map(str, value)) if isinstance(value, list | tuple) else shown_value(value)


def _ranges(numbers: Iterable[int]) -> str:
    """Return turns in short.

    >>> _ranges([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(first) if not others else f"{first}-{others[-1]}" for first, *others in runs)
