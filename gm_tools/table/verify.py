"""Trust: every turn recomputed from the one before, the seed revealed, the history of a table."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.draws import Recorded
from gm_tools.core.events import dump_event
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.plans import STRENGTHS
from gm_tools.core.problems import InputError, place_of
from gm_tools.core.sheets import parse_part
from gm_tools.core.sources import IMPLIED
from gm_tools.core.toml import parse_toml
from gm_tools.table.amend import amended, amendment_events
from gm_tools.table.bots import bot_order
from gm_tools.table.carry_out import carry_out, draws_from, set_up
from gm_tools.table.edits import compare_setup
from gm_tools.table.files import read_text, write_atomic
from gm_tools.table.hand_file import FILE as ORDERS
from gm_tools.table.resolve import file_digest
from gm_tools.table.store import (
    SECRET,
    Table,
    load_position,
    missed_after,
    missing_turns,
    open_table,
    read_hand,
    read_record,
    read_seed,
    turn_files,
    writing,
)
from gm_tools.table.table_file import FILE, Description, check_folder, owner, read_description, setup_of
from gm_tools.table.turn_file import TurnFile, Used, count_missed, file_name
from gm_tools.table.undone_files import list_undone
from gm_tools.table.values import differing, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from gm_tools.core.draws import Draw, Scripted, Seeded

MISSING = 100  # files that are said to be missing
_UNREAD = N_("{order!r:.60} cannot be read: {message}")
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


class BotOrder(NamedTuple):
    """An order that a bot gave, and whether it was recomputed: without the seed it cannot be."""

    turn: int
    seat: str
    bot: str
    order: str
    recomputed: bool


class Missed(NamedTuple):
    """A turn that a seat missed, and the policy under which it was closed."""

    turn: int
    seat: str
    policy: str


class Handover(NamedTuple):
    """A seat that changed hands: the first turn that the new player (or `bot easy`) has it for."""

    turn: int
    seat: str
    before: str
    after: str


class Audit(NamedTuple):
    """What verifying found and what it did: nothing is claimed that was not done.

    `recomputed` of the `draws` on record came from the seed again (none unless `seeded`: the seed is known); `entered` are those
    entered by hand. `carried_out` of the `files` were computed again from the one before. `amendments` and `undone` are turn and
    number (of amendment; 0 for a turn itself) with the reason or file.
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


class _Again(NamedTuple):
    """What came of one file computed again: what differs, the position (None: it could not be computed), what was drawn."""

    messages: list[str]
    position: Any = None
    drawn: frozenset[str] = frozenset()
    bots: tuple[BotOrder, ...] = ()


class HistoryEntry(NamedTuple):
    """One line of a table's history: a turn or an amendment, with its orders, how far the game was, and its SHA-256."""

    turn: int
    amendment: int
    file: str
    sha256: str
    orders: tuple[Used, ...]
    headline: str
    reason: str


def verify(path: str | Path) -> tuple[Finding, ...]:
    """Recompute every turn of a table from the one before it, and return everything that differs; see `audit`."""
    return audit(path).findings


def audit(path: str | Path, watch: Callable[[int, int], None] = lambda _done, _of: None) -> Audit:
    """Recompute every turn of a table from the one before it: orders, draws, events and position must come out equal.

    Draws are recomputed from the seed where it is known (revealed or in `secret.toml`), else taken from the
    record. Raises InputError only if `table.toml` itself cannot be used. `watch` is told how many files are done, of how many.
    """
    folder = Path(path)
    check_folder(folder)
    described = read_description(folder)
    findings: list[Finding] = []
    seed: bytes | None = None
    try:
        seed = read_seed(described, folder)
    except InputError as error:
        findings.append(Finding(0, Path(error.file).name, _said(error)))
    places = turn_files(folder)
    gaps = list(islice(missing_turns(places), MISSING))
    findings += [Finding(place[0], file_name(*place), _("is missing")) for place in gaps]
    position: Any = None
    records: list[TurnFile] = []
    audited = Audit((), len(places), seed is not None, seats=len(described.seats))
    counts: Mapping[str, int] | None = None
    for done, place in enumerate(places):
        watch(done, len(places))
        earlier = places[done - 1] if done else None
        follows = place == (0, 0) or (earlier is not None and not any(earlier < gap < place for gap in gaps))
        messages: list[str] = []
        following: Any = None
        try:
            record = read_record(folder, *place, described)
            records.append(record)
            following = load_position(folder, record, described)
            if follows:
                messages += _chain(folder, record, earlier)
            if place == (0, 0):
                again = _set_up_again(described, record, seed)
            elif follows and position is not None:
                again = _carry_out_again(_as_table(folder, described, record, position), record, seed)
            else:
                again = _Again([], None, frozenset(), _bots_on_record(record))
            messages += again.messages
            audited = _with(audited, record, again)
            if counts is not None and follows:
                messages += _count_again(record, counts)
            counts = missed_after(record)
            # From here on with what should have come out: the same fault is not found in every turn after it.
            following = following if again.position is None else again.position
        except InputError as error:
            messages.append(_said(error))
            counts = None
        findings += [Finding(place[0], file_name(*place), message) for message in _first(messages)]
        position = following
    watch(len(places), len(places))
    if places:
        findings += _hand_again(folder, described, places[-1])
    return audited._replace(
        findings=tuple(sorted(findings, key=lambda finding: finding.turn)),
        undone=tuple((one.turn, one.amendment, one.name) for one in list_undone(folder)),
        handovers=tuple(_handovers(described, records)),
    )


def _with(audited: Audit, record: TurnFile, again: _Again) -> Audit:
    """Return what was done so far, with one file more."""
    by_seed = [draw for draw in record.draws if not draw.entered]
    by_hand = [draw for draw in record.draws if draw.entered]
    return audited._replace(
        carried_out=audited.carried_out + (again.position is not None),
        draws=audited.draws + len(record.draws),
        recomputed=audited.recomputed + sum(draw.label in again.drawn for draw in by_seed),
        entered=(*audited.entered, *(Entered(record.turn, *draw[:4]) for draw in by_hand)),
        bots=audited.bots + again.bots,
        orders=audited.orders + len(record.orders),
        missed=audited.missed + tuple(Missed(record.turn, row.seat, row.missed) for row in record.orders if row.missed),
        amendments=audited.amendments + (((record.turn, record.amendment, record.reason),) if record.amendment else ()),
    )


def _bots_on_record(record: TurnFile) -> tuple[BotOrder, ...]:
    return tuple(BotOrder(record.turn, row.seat, row.bot, row.canonical, False) for row in record.orders if row.bot)


def _handovers(described: Description, records: Sequence[TurnFile]) -> Iterator[Handover]:
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
    rows.append((last, {seat.mark: owner(seat.player, seat.bot) for seat in described.seats}))
    for turn, row in rows:
        for seat, name in row.items():
            if owners.get(seat, name) != name:
                yield Handover(turn, seat, owners[seat], name)
            owners[seat] = name


def _hand_again(folder: Path, described: Description, last: tuple[int, int]) -> list[Finding]:
    """Find a last turn that is missing: orders in hand for turn 5 say that a turn-004.toml has been there."""
    try:
        read_hand(folder, read_record(folder, *last, described), described.seats)
    except InputError as error:
        if Path(error.file).name == ORDERS and error.key == "turn":
            return [Finding(last[0] + 1, ORDERS, _said(error))]
    return []


def _as_table(folder: Path, described: Description, record: TurnFile, position: Any) -> Table:
    """Return the table as it was before a turn."""
    turn = record.turn if record.amendment else record.turn - 1
    return Table(folder, *described[:-2], turn=turn, amendment=0, position=position, hand=(), number=1)


def _said(error: InputError) -> str:
    """Return an error without its file, which the finding names."""
    text = ": ".join(part for part in (place_of(error.line), error.key, error.message) if part)
    return text + " " + _("(allowed: {values})", values=error.allowed) if error.allowed else text


def _first(messages: Sequence[str]) -> list[str]:
    more = len(messages) - SHOWN
    return (
        [*messages[:SHOWN], ngettext("and {n} more difference", "and {n} more differences", more)]
        if more > 0
        else list(messages)
    )


def _chain(folder: Path, record: TurnFile, earlier: tuple[int, int] | None) -> list[str]:
    """Return what is wrong with the link from a file to the one before."""
    if earlier is None:
        return [_("before: found {value!r}, and there is no file before", value=record.before)] if record.before else []
    digest = file_digest(folder / file_name(*earlier))
    if record.before == digest:
        return []
    name = file_name(*earlier)
    return [_("before: {file} is not the file that this one continues: it was changed afterwards", file=name)]


def _count_again(record: TurnFile, before: Mapping[str, int]) -> list[str]:
    """Return what differs in the count of missed turns; files from before they were counted have none."""
    counted = dict(before) if record.amendment else count_missed(before, record.orders)
    return differing(dict(record.missed), counted, "missed") if record.missed else []


def _set_up_again(described: Description, record: TurnFile, seed: bytes | None) -> _Again:
    """Set the table up again; what in `table.toml` is not as it was then differs too. Players may have been replaced."""
    messages = compare_setup(record.setup, {**setup_of(described), "board": described.board_text}, "setup.")
    game, board, seats = described.game, described.board, described.seats
    faults = (*game.check_board(board, len(seats)), *game.check_seats(board, seats, described.options))
    if faults:
        return _Again([*messages, *(f"setup: {problem.message}" for problem in faults)])
    resolution, drawn = set_up(game, board, seats, described.options, _draws(record, seed))
    messages += _compare(described, record, resolution.events, resolution.position, drawn)
    return _Again(messages, resolution.position, _from_seed(drawn, seed))


def _from_seed(drawn: Iterable[Draw], seed: bytes | None) -> frozenset[str]:
    """Return the labels of the draws that the seed made just now; without it they were taken from the record."""
    return frozenset(draw.label for draw in drawn if seed is not None and not draw.entered)


def _draws(record: TurnFile, seed: bytes | None) -> Seeded | Scripted | Recorded:
    """Return the draws to recompute a turn with: what was entered by hand as it was, the rest from the seed."""
    if seed is None:
        return Recorded(record.draws)
    script: dict[str, list[Any]] = {}
    source = ""
    for draw in record.draws:
        if draw.entered:
            script.setdefault(draw.kind, []).append(draw.value)
            source = draw.source
    return draws_from(seed, script, source)


def _carry_out_again(table: Table, record: TurnFile, seed: bytes | None) -> _Again:
    """Carry out a turn or an amendment again on the position before it.

    There is no position if the orders are not such as could be carried out. What a bot ordered is computed again as well.
    """
    if record.amendment:
        changes = {**record.changes, **dict.fromkeys(record.removed)}
        before = plain(table.game.dump_position(table.position))
        position, after = amended(table, before, changes)
        events = amendment_events(table, before, position, after, changes, record.reason)
        found = {"events": _dumped(record.events), "position": plain(record.position)}
        return _Again(_differences(found, {"events": _dumped(events), "position": after}), position)
    orders, messages = _read_orders(table, record)
    if messages:
        return _Again(messages, None, frozenset(), _bots_on_record(record))
    bots, messages = _ask_bots(table, record, seed)
    missed = tuple(row.seat for row in record.orders if row.missed)
    resolution, drawn = carry_out(table.game, table.position, orders, missed, _draws(record, seed))
    messages += _compare(table, record, resolution.events, resolution.position, drawn)
    return _Again(messages, resolution.position, _from_seed(drawn, seed), bots)


def _ask_bots(table: Table, record: TurnFile, seed: bytes | None) -> tuple[tuple[BotOrder, ...], list[str]]:
    """Return the orders that bots gave, asked again, and what they would not have ordered.

    A bot's draws come from the seed. Without it, an order is recomputed only if the table had none either (table/bots.py).
    """
    rows, messages = [], []
    for row in record.orders:
        if not row.bot:
            continue
        if row.bot not in STRENGTHS:
            messages.append(_("orders: {seat}: there is no bot {bot!r}", seat=row.seat, bot=row.bot))
            continue
        order = table.game.format_order(bot_order(table, row.seat, row.bot, seed))
        if order != row.canonical and seed is not None:
            message = N_("orders: {seat}: the file says that the bot {bot!r} gave {found!r}, recomputed {order!r}")
            messages.append(_(message, seat=row.seat, bot=row.bot, found=row.canonical, order=order))
        rows.append(BotOrder(record.turn, row.seat, row.bot, row.canonical, order == row.canonical))
    return tuple(rows), messages


def _read_orders(table: Table, record: TurnFile) -> tuple[dict[str, Any], list[str]]:
    """Return the orders of a turn, parsed and checked again, and what is wrong with them."""
    game = table.game
    awaited = game.awaited(table.position)
    given = {row.seat: row for row in record.orders}
    none = [seat for seat in awaited if seat not in given]
    messages = [_("orders: {seat} was asked for an order and has none", seat=seat) for seat in none]
    several = [seat for seat in given if _seats(record).count(seat) > 1]
    messages += [_("orders: {seat} has more than one", seat=seat) for seat in several]
    nobodys = [row.seat for row in record.orders if not (row.number or row.missed or row.bot or _is_implied(row))]
    messages += [_("orders: {seat}: neither a player nor a bot gave it", seat=seat) for seat in nobodys]
    strangers = [seat for seat in _seats(record) if seat not in awaited]
    messages += [_("orders: {seat} was not asked for an order", seat=seat) for seat in strangers]
    orders: dict[str, Any] = {}
    for seat, row in given.items():
        if seat not in awaited:
            continue
        if row.missed and not row.bot:
            order = game.default_order(table.position, seat, row.missed)
        else:
            order, wrong = _read_order(table, row)
            messages += [f"orders: {seat}: {message}" for message in wrong]
            if order is None:
                continue
        canonical = "" if order is None else game.format_order(order)
        if canonical != row.canonical:
            what = _("the default under {policy!r}", policy=row.missed) if row.missed else repr(row.text)
            message = N_("orders: {seat}: the file says {found!r}, {what:.60} is {order!r}")
            messages.append(_(message, seat=seat, found=row.canonical, what=what, order=canonical))
        orders[seat] = order
    return {seat: orders[seat] for seat in awaited if seat in orders}, messages


def _read_order(table: Table, row: Used) -> tuple[Any, list[str]]:
    """Return the order that a seat's text is, its first legal alternative, and what is wrong with the row."""
    verdict = parse_part(table.game, row.text).judge(table.position, row.seat)
    one, first = verdict.chosen, verdict.number
    if one.order is None:
        return None, [_(_UNREAD, order=one.text, message=one.problems[0].message)]
    illegal = N_("{order!r:.60} is not legal: {message}")
    wrong = [_(illegal, order=one.text, message=problem.message) for problem in one.problems]
    if row.alternative != first:
        message = N_("the file says alternative {found}, there is only one")
        if first:
            message = N_("the file says alternative {found}, the first legal one is {first}")
        wrong.append(_(message, found=row.alternative, first=first))
    return one.order, wrong


def _is_implied(row: Used) -> bool:
    return row.source.startswith(IMPLIED)


def _seats(record: TurnFile) -> list[str]:
    return [row.seat for row in record.orders]


def _compare(
    described: Description | Table, record: TurnFile, events: Iterable[Any], position: Any, drawn: Iterable[Draw]
) -> list[str]:
    found = {
        "draws": _by_label(record.draws),
        "events": _dumped(record.events),
        "position": plain(record.position),
    }
    computed = {
        "draws": _by_label(drawn),
        "events": _dumped(events),
        "position": plain(described.game.dump_position(position)),
    }
    return _differences(found, computed)


def _differences(found: Mapping[str, Any], computed: Mapping[str, Any]) -> list[str]:
    return [line for key in found for line in differing(found[key], computed[key], key)]


def _dumped(events: Iterable[Any]) -> list[Any]:
    return [plain(dump_event(event)) for event in events]


def _by_label(draws: Iterable[Draw]) -> dict[str, Any]:
    return {draw.label: [draw.kind, plain(draw.value), draw.source, draw.entered] for draw in draws}


def reveal(path: str | Path, *, force: bool = False) -> Table:
    """Publish the seed in `table.toml`, so that everybody can verify the game; refused before it is over unless forced."""
    folder = Path(path)
    with writing(folder) as table:
        if table.seed_public:
            return table
        if not force and not table.game.is_over(table.position):
            raise InputError(
                _("the game is not over: whoever knows the seed knows every draw to come"), file=str(folder), status=1
            )
        seed = read_seed(table, folder)
        if seed is None:
            raise InputError(
                _("is missing"), file=str(folder / SECRET), allowed=_('seed = "…", as it was at the beginning')
            )
        text = with_line(read_text(folder / FILE), "commitment", f'seed = "{seed.hex()}"')
        write_atomic(folder / FILE, text.encode())
        return open_table(folder)


def with_line(text: str, after: str, line: str) -> str:
    """Return TOML text with a top-level line put in below the one of key `after`, all else left as somebody wrote it."""
    lines = text.split("\n")
    expected = {**parse_toml(text), **parse_toml(line)}
    for at in (*(i + 1 for i, row in enumerate(lines) if row.split("=")[0].strip() == after), 0):
        mended = "\n".join([*lines[:at], line, *lines[at:]])
        if parse_toml(mended) == expected:
            return mended
    raise AssertionError("a line at the top of a TOML file is always at its top level")


def history(path: str | Path) -> tuple[HistoryEntry, ...]:
    """Return a line for every turn and amendment of a table; raise InputError for a file that cannot be read."""
    folder = Path(path)
    check_folder(folder)
    described = read_description(folder)
    entries = []
    for place in turn_files(folder):
        record = read_record(folder, *place, described)
        position = load_position(folder, record, described)
        name = file_name(*place)
        entries.append(
            HistoryEntry(
                *place,
                name,
                file_digest(folder / name),
                record.orders,
                described.game.headline(position),
                record.reason,
            )
        )
    return tuple(entries)
