"""Trust: every turn recomputed from the one before, the seed revealed, the history of a table."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.draws import Recorded
from gm_tools.core.events import dump_event
from gm_tools.core.problems import InputError, Problem, place_of
from gm_tools.core.sheets import meant, read_part, try_all
from gm_tools.core.toml import parse_toml
from gm_tools.core.words import mark, tr, trn
from gm_tools.table.describe import FILE, Description, check_folder, read_description, setup_of
from gm_tools.table.edits import compare_setup
from gm_tools.table.files import read_text, write_atomic
from gm_tools.table.hand import FILE as ORDERS
from gm_tools.table.mend import amended, amendment_events
from gm_tools.table.plain import differing, plain
from gm_tools.table.play import carry_out, draws_from, set_up
from gm_tools.table.resolve import file_digest
from gm_tools.table.store import (
    SECRET,
    Table,
    absent,
    load_position,
    missed_after,
    open_table,
    read_hand,
    read_record,
    read_seed,
    turn_files,
    writing,
)
from gm_tools.table.turnfile import TurnFile, Used, count_missed, file_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gm_tools.core.draws import Draw, Scripted, Seeded

MISSING = 100  # files that are said to be missing
_UNREAD = mark("{order!r:.60} cannot be read: {message}")
SHOWN = 6  # differences said of one turn; the rest is counted


class Finding(NamedTuple):
    """One thing that verifying found wrong: the turn, the file, and what differs."""

    turn: int
    file: str
    message: str


class Audit(NamedTuple):
    """What verifying found, how many files it went through, and whether the draws were recomputed from the seed."""

    findings: tuple[Finding, ...]
    files: int
    seeded: bool


class Entry(NamedTuple):
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
    gaps = list(islice(absent(places), MISSING))
    findings += [Finding(place[0], file_name(*place), tr("is missing")) for place in gaps]
    position: Any = None
    counts: Mapping[str, int] | None = None
    for done, place in enumerate(places):
        watch(done, len(places))
        earlier = places[done - 1] if done else None
        follows = place == (0, 0) or (earlier is not None and not any(earlier < gap < place for gap in gaps))
        messages: list[str] = []
        following: Any = None
        try:
            record = read_record(folder, *place, described)
            following = load_position(folder, record, described)
            if follows:
                messages += _chain(folder, record, earlier)
            if place == (0, 0):
                differences, computed = _set_up_again(described, record, seed)
            elif follows and position is not None:
                differences, computed = _carry_out_again(_as_table(folder, described, record, position), record, seed)
            else:
                differences, computed = [], None
            messages += differences
            if counts is not None and follows:
                messages += _count_again(record, counts)
            counts = missed_after(record)
            # From here on with what should have come out: the same fault is not found in every turn after it.
            following = following if computed is None else computed
        except InputError as error:
            messages.append(_said(error))
            counts = None
        findings += [Finding(place[0], file_name(*place), message) for message in _first(messages)]
        position = following
    watch(len(places), len(places))
    if places:
        findings += _hand_again(folder, described, places[-1])
    return Audit(tuple(sorted(findings, key=lambda finding: finding.turn)), len(places), seed is not None)


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
    return Table(folder, *described[:-1], turn=turn, amendment=0, position=position, hand=(), number=1)


def _said(error: InputError) -> str:
    """Return an error without its file, which the finding names."""
    text = ": ".join(part for part in (place_of(error.line), error.key, error.message) if part)
    return text + " " + tr("(allowed: {values})", values=error.allowed) if error.allowed else text


def _first(messages: Sequence[str]) -> list[str]:
    more = len(messages) - SHOWN
    return (
        [*messages[:SHOWN], trn("and {n} more difference", "and {n} more differences", more)]
        if more > 0
        else list(messages)
    )


def _chain(folder: Path, record: TurnFile, earlier: tuple[int, int] | None) -> list[str]:
    """Return what is wrong with the link from a file to the one before."""
    if earlier is None:
        return (
            [tr("before: found {value!r}, and there is no file before", value=record.before)] if record.before else []
        )
    digest = file_digest(folder / file_name(*earlier))
    if record.before == digest:
        return []
    name = file_name(*earlier)
    return [tr("before: {file} is not the file that this one went on from: it was changed afterwards", file=name)]


def _count_again(record: TurnFile, before: Mapping[str, int]) -> list[str]:
    """Return what differs in the count of missed turns; files from before they were counted have none."""
    counted = dict(before) if record.amendment else count_missed(before, record.orders)
    return differing(dict(record.missed), counted, "missed") if record.missed else []


def _set_up_again(described: Description, record: TurnFile, seed: bytes | None) -> tuple[list[str], Any]:
    """Return what differs if the table is set up again, what in `table.toml` is not as it was then, and the position.

    Players may have been replaced.
    """
    messages = compare_setup(record.setup, {**setup_of(described), "board": described.board_text}, "setup.")
    game, board, seats = described.game, described.board, described.seats
    faults = (*game.check_board(board, len(seats)), *game.check_seats(board, seats, described.options))
    if faults:
        return [*messages, *(f"setup: {problem.message}" for problem in faults)], None
    resolution, drawn = set_up(game, board, seats, described.options, _draws(record, seed))
    messages += _compare(described, record, resolution.events, resolution.position, drawn)
    return messages, resolution.position


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


def _carry_out_again(table: Table, record: TurnFile, seed: bytes | None) -> tuple[list[str], Any]:
    """Return what differs if a turn or an amendment is carried out again on the position before it, and the position.

    The position is None if the orders are not such as could be carried out.
    """
    if record.amendment:
        changes = {**record.changes, **dict.fromkeys(record.removed)}
        before = plain(table.game.dump_position(table.position))
        position, after = amended(table, before, changes)
        events = amendment_events(table, before, position, after, changes, record.reason)
        found = {"events": _dumped(record.events), "position": plain(record.position)}
        return _differences(found, {"events": _dumped(events), "position": after}), position
    orders, messages = _read_orders(table, record)
    if messages:
        return messages, None
    missed = tuple(row.seat for row in record.orders if row.missed)
    resolution, drawn = carry_out(table.game, table.position, orders, missed, _draws(record, seed))
    return _compare(table, record, resolution.events, resolution.position, drawn), resolution.position


def _read_orders(table: Table, record: TurnFile) -> tuple[dict[str, Any], list[str]]:
    """Return the orders of a turn, parsed and checked again, and what is wrong with them."""
    game = table.game
    awaited = game.awaited(table.position)
    given = {row.seat: row for row in record.orders}
    none = [seat for seat in awaited if seat not in given]
    messages = [tr("orders: {seat} was asked for an order and has none", seat=seat) for seat in none]
    several = [seat for seat in given if _seats(record).count(seat) > 1]
    messages += [tr("orders: {seat} has more than one", seat=seat) for seat in several]
    strangers = [seat for seat in _seats(record) if seat not in awaited]
    messages += [tr("orders: {seat} was not asked for an order", seat=seat) for seat in strangers]
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
            what = tr("the default under {policy!r}", policy=row.missed) if row.missed else repr(row.text)
            message = mark("orders: {seat}: the file says {found!r}, {what:.60} is {order!r}")
            messages.append(tr(message, seat=seat, found=row.canonical, what=what, order=canonical))
        orders[seat] = order
    return {seat: orders[seat] for seat in awaited if seat in orders}, messages


def _read_order(table: Table, row: Used) -> tuple[Any, list[str]]:
    """Return the order that a seat's text is, its first legal alternative, and what is wrong with the row."""
    alternatives = read_part(table.game, row.text)
    if isinstance(alternatives, Problem):
        return None, [tr(_UNREAD, order=row.text, message=alternatives.message)]
    tried = try_all(table.game, table.position, row.seat, alternatives)
    at = meant(tried)
    one = tried[at]
    if one.order is None:
        return None, [tr(_UNREAD, order=one.text, message=one.problems[0].message)]
    illegal = mark("{order!r:.60} is not legal: {message}")
    wrong = [tr(illegal, order=one.text, message=problem.message) for problem in one.problems]
    first = at + 1 if len(tried) > 1 else 0
    if row.alternative != first:
        message = mark("the file says alternative {found}, there is but one")
        if first:
            message = mark("the file says alternative {found}, the first legal one is {first}")
        wrong.append(tr(message, found=row.alternative, first=first))
    return one.order, wrong


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
                tr("the game is not over: whoever knows the seed knows every draw to come"), file=str(folder), status=1
            )
        seed = read_seed(table, folder)
        if seed is None:
            raise InputError(
                tr("is missing"), file=str(folder / SECRET), allowed=tr('seed = "…", as it was at the beginning')
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


def history(path: str | Path) -> tuple[Entry, ...]:
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
            Entry(
                *place,
                name,
                file_digest(folder / name),
                record.orders,
                described.game.headline(position),
                record.reason,
            )
        )
    return tuple(entries)
