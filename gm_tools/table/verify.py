"""Trust: every turn of a table recomputed from the one before, and everything that differs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from gm_tools.core.beacon import can_check
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.keys import TurnKeys
from gm_tools.core.problems import InputError, place_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.beacon import check_round
from gm_tools.table.deadline_file import read_kept_deadline
from gm_tools.table.digests import file_digest
from gm_tools.table.files import SETUP, exists
from gm_tools.table.hand_file import FILE as ORDERS
from gm_tools.table.implied import check_implied, written_orders
from gm_tools.table.keys import Opened, keys_from, last_opened, leads_to, read_opened, read_seed
from gm_tools.table.known_draws import check_known
from gm_tools.table.recompute import BotOrder, Recomputed, bots_on_record, carry_out_again, set_up_again
from gm_tools.table.set_up import find_waiting, setup_faults
from gm_tools.table.store import (
    load_position,
    missing_turns,
    read_hand,
    read_record,
    turn_files,
)
from gm_tools.table.table_file import FILE, Table, check_folder, owner, read_table_file
from gm_tools.table.turn_file import TurnFile, check_keys_of_kind, count_missed, file_name, missed_counts
from gm_tools.table.undone_files import UndoneFile, list_undone, undone_name, undone_openings
from gm_tools.table.values import list_differences

MISSING = 100  # files that are said to be missing
SHOWN = 6  # differences said of one turn; the rest is counted


class Finding(NamedTuple):
    """One thing that verifying found wrong: the turn, the file, and what differs."""

    turn: int
    file: str
    message: str


class Entered(NamedTuple):
    """A draw that was entered by hand: it cannot be recomputed, only looked up where its source says."""

    turn: int
    kind: str
    label: str
    value: Any
    source: str


class Missed(NamedTuple):
    """A turn that a seat missed, and the policy under which it was closed."""

    turn: int
    seat: str
    policy: str


class Looked(NamedTuple):
    """A turn whose draws the game master looked at before it was resolved.

    `changed` are the seats whose orders are not what they were in every look.
    """

    turn: int
    times: int
    changed: tuple[str, ...]


class Handover(NamedTuple):
    """A seat that changed hands: the first turn that the new player (or `bot easy`) has it for."""

    turn: int
    seat: str
    before: str
    after: str


class Audit(NamedTuple):
    """What verifying found and what it did: nothing is claimed that was not done.

    `recomputed` of the `draws` on record came from the seed again (`seeded`: it is known) or, at a table with a chain
    of keys (`chained`), from the key of their turn; `shut` are those whose key is still hidden, `entered` those entered
    by hand. `keys` of the `turns` have a key that leads to the commitment. `rounds` turns were drawn with a round of
    the beacon, the turns `without` none though the table has one; `waiting` is the round that the set-up waits for if
    nothing is drawn yet; `checkable` tells whether the signatures could be checked here. `carried_out` of the `files`
    were computed again from the one before. `amendments` and `undone` are turn and number (of amendment; 0 for a turn
    itself) with the reason or file. `looks` are the turns that were previewed.
    """

    findings: tuple[Finding, ...]
    files: int
    seeded: bool
    carried_out: int = 0
    draws: int = 0
    recomputed: int = 0
    entered: tuple[Entered, ...] = ()
    bots: tuple[BotOrder, ...] = ()
    orders: int = 0
    missed: tuple[Missed, ...] = ()
    amendments: tuple[tuple[int, int, str], ...] = ()
    undone: tuple[tuple[int, int, str], ...] = ()
    handovers: tuple[Handover, ...] = ()
    seats: int = 0
    chained: bool = False
    turns: int = 0
    keys: int = 0
    shut: int = 0
    rounds: int = 0
    without: tuple[int, ...] = ()
    checkable: bool = True
    waiting: int = 0
    looks: tuple[Looked, ...] = ()


def verify(path: str | Path) -> tuple[Finding, ...]:
    """Recompute every turn of a table from the one before it, and return everything that differs; see `audit`."""
    return audit(path).findings


def audit(path: str | Path, watch: Callable[[int, int], None] = lambda _done, _of: None) -> Audit:
    """Recompute every turn of a table from the one before it: orders, draws, events and position must come out equal.

    Draws are recomputed from the secret where it is known (revealed or in `secret.toml`), else from the keys in the
    turn files; what neither opens is taken from the record. Raises InputError only if `table.toml` itself cannot be
    used. `watch` is told how many files are done, of how many.
    """
    folder = Path(path)
    check_folder(folder)
    table = read_table_file(folder)
    findings: list[Finding] = []
    seed: bytes | None = None
    try:
        seed = read_seed(table)
    except InputError as error:
        findings.append(Finding(0, Path(error.file).name, _error_text(error)))
    places = turn_files(folder)
    if not places and (waiting := find_waiting(folder)) is not None:
        findings += [Finding(0, SETUP, message) for message in setup_faults(folder, table)]
        return Audit(tuple(findings), 1, seed is not None, seats=len(table.seats), chained=True, waiting=waiting.round)
    gaps = list(islice(missing_turns(places), MISSING))
    findings += [Finding(place[0], file_name(*place), _("is missing")) for place in gaps]
    found = [_read(table, place) for place in places]
    records = [record for record in found if isinstance(record, TurnFile)]
    start = Audit(
        (), len(places), seed is not None, seats=len(table.seats), chained=table.keys > 0, checkable=can_check()
    )
    if table.keys and table.game.hidden_draws and not table.hidden:
        message = _("hidden: is missing: nothing says which keys the hidden draws come from")
        findings.append(Finding(0, FILE, message))
    try:
        undone = undone_openings(table)
    except InputError as error:
        undone = []
        findings.append(Finding(0, Path(error.file).name, _error_text(error)))
    run = _Run(table, _Keyring(table, seed, records, undone), start, written_orders(records))
    for done, (place, record) in enumerate(zip(places, found, strict=True)):
        watch(done, len(places))
        earlier = places[done - 1] if done else None
        follows = place == (0, 0) or (earlier is not None and not any(earlier < gap < place for gap in gaps))
        messages = run.check(place, record, earlier, follows=follows)
        findings += [Finding(place[0], file_name(*place), message) for message in _shorten(messages)]
    watch(len(places), len(places))
    if places:
        findings += _hand_again(table, places[-1])
    taken_back = list_undone(folder)
    findings += _undone_missing(taken_back)
    return run.audited._replace(
        findings=tuple(sorted(findings, key=lambda finding: finding.turn)),
        undone=tuple((one.turn, one.amendment, one.name) for one in taken_back),
        handovers=tuple(_handovers(table, records)),
    )


def _read(table: Table, place: tuple[int, int]) -> TurnFile | InputError:
    """Return what a turn file holds, or what is wrong with it."""
    try:
        return read_record(table, *place)
    except InputError as error:
        return error


class _Keyring:
    """The keys of a table as they are published turn by turn, checked.

    Those that a secret makes are held where it is known.
    """

    def __init__(
        self, table: Table, seed: bytes | None, records: Sequence[TurnFile], undone: Sequence[TurnFile]
    ) -> None:
        self._table = table
        self._undone = undone  # turns that had opened a hidden key
        self._salted = max(
            (record.turn for record in records if record.key), default=-1
        )  # the secret was there so long
        self._seed = seed
        self._last = (0, table.commitment)  # the newest key that is proven, with its turn
        opened = [found for record in records if (found := read_opened(record, self._table)) is not None]
        self._opened: Opened | None = max(opened, default=None)

    def check(self, record: TurnFile) -> list[str]:
        """Return what is wrong with the keys in a turn file. Files come in order."""
        messages = []
        if self._table.keys and not record.salt and (record.key or (record.amendment and record.turn < self._salted)):
            messages.append(_("salt: is missing: no post can carry the digest of this file"))
        if not self._table.keys or record.amendment:
            return messages
        if record.key and not leads_to(record.key, record.turn, *self._last):
            messages.append(
                _("key: it is not the key of turn {turn}: it does not lead to the commitment", turn=record.turn)
            )
        elif record.key:
            self._last = (record.turn, record.key)
        elif any(not draw.entered for draw in record.draws):
            messages.append(_("key: is missing, and not every draw was entered by hand"))
        if record.hidden_key and read_opened(record, self._table) is None:
            messages.append(_("hidden_key: it does not lead to {key} in table.toml", key="hidden"))
        return messages + check_known(self._table, record, self._undone)

    def keys(self, record: TurnFile) -> TurnKeys | None:
        """Return what the draws of a turn are made from, as far as it is known."""
        if self._seed is not None or not self._table.keys:
            return keys_from(self._table, self._seed, record.turn)
        if self._last[0] != record.turn:
            return None
        return TurnKeys(
            bytes.fromhex(self._last[1]), self._opened.at(record.turn) if self._opened is not None else None
        )


class _Run:
    """A table's turn files gone through in their order, each carried out again from the one before."""

    def __init__(self, table: Table, keyring: _Keyring, start: Audit, written: Collection[str]) -> None:
        self.audited = start  # what was done so far
        self._table = table
        self._written = written  # orders of the game
        self._keyring = keyring
        self._position: Any = None  # after the last file; None if it is not known
        self._counts: Mapping[str, int] | None = None  # turns missed until then, likewise

    def check(
        self, place: tuple[int, int], record: TurnFile | InputError, earlier: tuple[int, int] | None, *, follows: bool
    ) -> list[str]:
        """Return what is wrong with a file: its turn and amendment are `place`, those of the file before `earlier`.

        `follows` tells that none is missing between the two.
        """
        table, messages = self._table, list[str]()
        following: Any = None
        try:
            if isinstance(record, InputError):
                raise record
            following = load_position(table, record)
            if follows:
                messages += _link(table.path, record, earlier)
            messages += check_keys_of_kind(record) + self._keyring.check(record)
            if not table.beacon and (record.round or record.signature):
                messages.append(_("round: found {number}, and the table has no beacon", number=record.round))
            else:
                messages += check_round(record, read_kept_deadline(table.path, record.turn))
            keys = self._keyring.keys(record)
            if place == (0, 0):
                messages += setup_faults(table.path, table, record)
                again = set_up_again(table, record, keys)
            elif follows and self._position is not None:
                before = table._replace(turn=record.turn - (not record.amendment), position=self._position)
                messages += check_implied(before, record.orders, self._written)
                again = carry_out_again(before, record, keys)
            else:
                again = Recomputed([], None, frozenset(), bots_on_record(record))
            messages += again.messages
            self.audited = _add_file(self.audited, record, again, keys, has_beacon=bool(table.beacon))
            if self._counts is not None and follows:
                messages += _count_again(record, self._counts)
            self._counts = missed_counts(record)
            # From here on with what should have come out: the same fault is not found in every turn after it.
            following = following if again.position is None else again.position
            if follows:
                messages += _check_opening(table, record, self._position, following)
        except InputError as error:
            messages.append(_error_text(error))
            self._counts = None
        self._position = following
        return messages


def _check_opening(table: Table, record: TurnFile, before: Any, after: Any) -> list[str]:
    """Return that a turn keeps the key of hidden draws to itself which it opens by the rules."""
    if not (table.hidden and record.key) or record.amendment or record.hidden_key or (record.turn and before is None):
        return []
    opened = last_opened(table.game, record.turn, before, after)
    if opened < 0:
        return []
    return [_("hidden_key: is missing: this turn opens what was hidden up to turn {turn}", turn=opened)]


def _add_file(audited: Audit, record: TurnFile, again: Recomputed, keys: TurnKeys | None, *, has_beacon: bool) -> Audit:
    """Return what was done so far, with one file more."""
    by_key = [draw for draw in record.draws if not draw.entered]
    by_hand = [draw for draw in record.draws if draw.entered]
    return audited._replace(
        carried_out=audited.carried_out + (again.position is not None),
        draws=audited.draws + len(record.draws),
        turns=audited.turns + (not record.amendment),
        rounds=audited.rounds + bool(record.round),
        without=audited.without + ((record.turn,) if has_beacon and by_key and not record.round else ()),
        keys=audited.keys + (not record.amendment and bool(record.key) and keys is not None),
        shut=audited.shut + (len([draw for draw in by_key if draw.label not in again.drawn]) if audited.chained else 0),
        recomputed=audited.recomputed + sum(draw.label in again.drawn for draw in by_key),
        entered=(*audited.entered, *(Entered(record.turn, *draw[:4]) for draw in by_hand)),
        bots=audited.bots + again.bots,
        orders=audited.orders + len(record.orders),
        missed=audited.missed + tuple(Missed(record.turn, row.seat, row.missed) for row in record.orders if row.missed),
        looks=audited.looks + ((Looked(record.turn, record.previews, record.changed),) if record.previews else ()),
        amendments=audited.amendments + (((record.turn, record.amendment, record.reason),) if record.amendment else ()),
    )


def _handovers(table: Table, records: Sequence[TurnFile]) -> Iterator[Handover]:
    """Yield the seats that changed hands, turn by turn; files from before players were recorded are passed over."""
    owners: dict[str, str] = {}
    rows: list[tuple[int, dict[str, str]]] = []
    for record in records:
        if record.setup:
            seats = [seat for seat in record.setup.get("seats", ()) if isinstance(seat, dict)]
            rows.append(
                (0, {str(seat.get("mark")): owner(str(seat.get("player")), str(seat.get("bot", ""))) for seat in seats})
            )
        elif record.players:
            rows.append((record.turn, dict(zip(record.seats, record.players, strict=False))))
    last = records[-1].turn + 1 if records else 0
    rows.append((last, {seat.mark: owner(seat.player, seat.bot) for seat in table.seats}))
    for turn, row in rows:
        for seat, name in row.items():
            if owners.get(seat, name) != name:
                yield Handover(turn, seat, owners[seat], name)
            owners[seat] = name


def _hand_again(table: Table, last: tuple[int, int]) -> list[Finding]:
    """Find a last turn that is missing: orders in hand for turn 5 say that a turn-004.toml has been there."""
    try:
        read_hand(table, read_record(table, *last))
    except InputError as error:
        if Path(error.file).name == ORDERS and error.key == "turn":
            return [Finding(last[0] + 1, ORDERS, _error_text(error))]
    return []


def _undone_missing(undone: Sequence[UndoneFile]) -> Iterator[Finding]:
    """Yield what was taken back of a turn and is not kept any more, by the numbers of what is."""
    numbers = {(one.turn, one.number) for one in undone}
    most = {one.turn: one.number for one in undone}
    for turn, last in most.items():
        for number in range(1, last):
            if (turn, number) not in numbers:
                yield Finding(turn, undone_name(turn, 0, number), _("is missing"))


def _error_text(error: InputError) -> str:
    """Return an error without its file, which the finding names."""
    text = ": ".join(part for part in (place_of(error.line), error.key, error.message) if part)
    return text + error.format_hint() if error.allowed else text


def _shorten(messages: Sequence[str]) -> list[str]:
    more = len(messages) - SHOWN
    return (
        [*messages[:SHOWN], ngettext("and {n} more difference", "and {n} more differences", more)]
        if more > 0
        else list(messages)
    )


def _link(folder: Path, record: TurnFile, earlier: tuple[int, int] | None) -> list[str]:
    """Return what is wrong with the link from a file to the one before."""
    name = file_name(*earlier) if earlier is not None else SETUP
    if earlier is None and not exists(folder / SETUP):
        return [_("before: found {value!r}, and there is no file before", value=record.before)] if record.before else []
    if record.before == file_digest(folder / name):
        return []
    return [_("before: {file} is not the file that this one continues: it was changed afterwards", file=name)]


def _count_again(record: TurnFile, before: Mapping[str, int]) -> list[str]:
    """Return what differs in the count of missed turns; files from before they were counted have none."""
    counted = dict(before) if record.amendment else count_missed(before, record.orders)
    return list_differences(dict(record.missed), counted, "missed") if record.missed else []
