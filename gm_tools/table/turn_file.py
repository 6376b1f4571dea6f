"""Turn files: `turn-007.toml` and its amendments `turn-007.amend-1.toml`, from plain values to text and back."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from gm_tools.core.draws import SEED, Draw
from gm_tools.core.events import Event, dump_event, load_event
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.record import FORMAT, Always, Field, at_least, check_format, check_hex, dump, load
from gm_tools.core.toml import format_toml, parse_toml, take
from gm_tools.core.tuples import NamedTuple


class Used(NamedTuple):
    """An order as it was carried out: its text as posted, its canonical text, and where it came from.

    `number` is the one it had in hand (0: none), `missed` the policy under which it is a default ("": it is the seat's
    own). `alternative` tells which of several in `text` was carried out, the first legal one (from 1; 0: there is but
    one), `only` the turn that the post named (0: none). `bot` is the strength of the bot that gave it ("": a player
    did).
    """

    seat: str
    text: Always[str] = ""
    canonical: Always[str] = ""
    source: Always[str] = ""
    number: int = 0
    missed: str = ""
    edited: str = ""
    alternative: int = 0
    only: int = 0
    bot: str = ""


class Dropped(NamedTuple):
    """An order in hand that a turn did away with without carrying it out, and why."""

    number: Always[int] = 0
    seat: Always[str] = ""
    text: Always[str] = ""
    source: Always[str] = ""
    why: Always[str] = ""
    edited: str = ""
    only: int = 0


def _load_draw(row: dict[str, Any], _context: object) -> Draw:
    if "value" not in row:
        raise InputError(_("is missing"), key="value", allowed=_("what was drawn"))
    return load(Draw, {"entered": take(row, "source", str) != SEED, **row})  # old files have the source alone


def _dump_draw(draw: Draw, _context: object) -> dict[str, Any]:
    row = draw._asdict()
    if not draw.entered and draw.source == SEED:
        del row["entered"]
    return row


class TurnFile(NamedTuple):
    """What a turn file holds, all of it plain. `before` is the SHA-256 of the file before (empty for turn 0).

    `table` is the commitment of the table it belongs to, `seats` are the marks of its seats. Only turn 0 has `setup`
    (seats, options and the SHA-256 of the board at that time), only an amendment has `reason`, `changes` (by dotted
    key) and `removed` (dotted keys). `missed` counts the turns that each seat has missed so far. `players` says who had
    the seats (a player, or `bot easy`), in the order of `seats`. `key` is the turn's key, `hidden_key` the one it opens
    (table/keys.py), `known_key` one that was opened too early (table/known_draws.py); `salt` keeps the file's digest
    from telling what is secret. `round` and `signature` are those of the beacon (core/beacon.py), 0 and empty for a
    turn drawn without one; then `left_out` is the round that it was to wait for, and `was_out` tells that it was out
    (table/beacon.py). `previews` counts how often the game master looked at the turn before it was resolved, `changed`
    are the seats whose orders are not what they were then.
    """

    table: str
    turn: int
    game: str
    rules_version: int
    before: str
    position: Mapping[str, Any]
    seats: tuple[str, ...] = ()
    amendment: int = 0
    orders: tuple[Used, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    draws: tuple[Annotated[Draw, Field(_load_draw, _dump_draw)], ...] = ()
    events: tuple[Annotated[Event, Field(lambda row, _: load_event(row), lambda event, _: dump_event(event))], ...] = ()
    reason: str = ""
    changes: Mapping[str, Any] = {}
    removed: tuple[str, ...] = ()
    setup: Mapping[str, Any] = {}
    missed: Mapping[str, Annotated[int, at_least(1)]] = {}
    players: tuple[str, ...] = ()
    key: Annotated[str, Field(check=check_hex)] = ""
    hidden_key: Annotated[str, Field(check=check_hex)] = ""
    known_key: Annotated[str, Field(check=check_hex)] = ""
    salt: str = ""
    round: int = 0
    signature: str = ""
    left_out: int = 0
    was_out: bool = False
    previews: int = 0
    changed: tuple[str, ...] = ()


# The fields as a file has them. What happened comes last, so that opening a table need not read it.
_IN_FILE = (
    "table", "turn", "amendment", "game", "rules_version", "seats", "players", "before", "key", "hidden_key", "known_key", "salt",
    "round", "signature", "left_out", "was_out", "previews", "changed", "reason", "removed",
    "setup", "missed", "changes", "orders", "dropped", "position", "draws", "events",
)  # fmt: skip


_TURNS_ALONE = ("players", "key", "hidden_key", "known_key", "round", "signature", "left_out", "was_out", "previews", "changed",
                "setup", "orders", "dropped", "draws")  # fmt: skip
_AMENDMENTS_ALONE = ("reason", "changes", "removed")


def check_keys_of_kind(record: TurnFile) -> list[str]:
    """Return which keys of a file have no place in it: those of a turn in an amendment, and the other way round.

    A turn that has a key says of each seat whose it was.
    """
    foreign = _TURNS_ALONE if record.amendment else _AMENDMENTS_ALONE
    found = [_("{key}: does not belong in this file", key=key) for key in foreign if getattr(record, key)]
    if record.key and record.turn and len(record.players) != len(record.seats):
        message = N_("players: found {n}, and there are {seats} seats")
        found.append(_(message, n=len(record.players), seats=len(record.seats)))
    return found


def count_missed(before: Mapping[str, int], orders: Iterable[Used]) -> dict[str, int]:
    """Return how many turns each seat has missed after a turn, from the count before it."""
    counts = dict(before)
    for row in orders:
        if row.missed:
            counts[row.seat] = counts.get(row.seat, 0) + 1
    return {seat: counts[seat] for seat in sorted(counts)}


def missed_counts(record: TurnFile) -> Mapping[str, int]:
    """Return how many turns each seat had missed after a turn.

    A file from before that was counted has at least its own.
    """
    return record.missed or count_missed({}, record.orders)


def file_name(turn: int, amendment: int = 0) -> str:
    """Return the name of a turn file: `turn-007.toml`, `turn-007.amend-1.toml`."""
    return f"turn-{turn:03}.amend-{amendment}.toml" if amendment else f"turn-{turn:03}.toml"


def parse_file_name(name: str) -> tuple[int, int] | None:
    """Return turn and amendment of a file called as `file_name` calls it, None for any other name."""
    if not (name.startswith("turn-") and name.endswith(".toml")):
        return None
    if len(name) == 13 and name[5:8].isascii() and name[5:8].isdigit():
        return int(name[5:8]), 0  # nearly all of them: turn-007.toml
    turn, __, amendment = name[5:-5].partition(".amend-")
    if not (turn.isascii() and turn.isdigit() and (not amendment or (amendment.isascii() and amendment.isdigit()))):
        return None
    place = (int(turn), int(amendment or "0"))
    return place if name == file_name(*place) else None


def _last_line(turn: int, amendment: int) -> str:
    """Return the line that a turn file ends with: a file without it was cut short."""
    return f"# end of {file_name(turn, amendment)}"


def format_turn(record: TurnFile) -> str:
    """Return the text of a turn file; `parse_turn` takes it back."""
    plain = dump(record)
    text = format_toml({"format": FORMAT} | {key: plain[key] for key in sorted(plain, key=_IN_FILE.index)})
    return f"{text}\n{_last_line(record.turn, record.amendment)}\n"


def parse_turn(text: str, turn: int, amendment: int = 0, *, whole: bool = True) -> TurnFile:
    """Return what the text of turn file `turn` (and `amendment`) holds; raise InputError with key and what is allowed.

    With `whole` False the draws and events at its end are left out: reading them takes most of the time.
    """
    if not text.strip():
        raise InputError(_("is empty"), allowed=_("a complete turn file: restore it from a backup"))
    last = text.rstrip().rpartition("\n")[2].rstrip()
    if last != _last_line(turn, amendment):
        raise _cut_short(text, turn, amendment)
    if not whole:
        try:
            return _load(parse_toml(_head(text)), turn, amendment)
        except InputError:
            pass  # somebody has moved things about in it, or something is wrong: read it all, and say what
    return _load(parse_toml(text), turn, amendment)


def parse_head(text: str) -> tuple[str, str]:
    """Return a turn file's salt and the digest of the file before it; raise InputError with line or key.

    Keys outside of all tables can only stand before the first of them: no more is read, unless it cuts a text of
    several lines.
    """
    try:
        head = parse_toml(text.partition("\n[")[0])
    except InputError:
        head = parse_toml(text)
    return take(head, "salt", str, ""), take(head, "before", str, "")


def _head(text: str) -> str:
    """Return a turn file up to its first draw or event (a cut within a text of several lines leaves no TOML)."""
    ends = [at for at in (text.find("\n[[draws]]\n"), text.find("\n[[events]]\n")) if at >= 0]
    return text[: min(ends, default=len(text))]


def _load(data: dict[str, Any], turn: int, amendment: int) -> TurnFile:
    check_format(data, TurnFile._fields)
    record = load(TurnFile, data)
    for key, number, found in (("turn", turn, record.turn), ("amendment", amendment, record.amendment)):
        if found != number:
            raise InputError(
                _("found {value}", value=found), key=key, allowed=_("{number}, as its name says", number=number)
            )
    return record


def _cut_short(text: str, turn: int, amendment: int) -> InputError:
    """Return the error for a turn file without its last line, with the place where it stops being TOML, if it does."""
    wanted = _("the line {line!r} at its end", line=_last_line(turn, amendment))
    try:
        parse_toml(text)
    except InputError as error:
        return InputError(
            _("is cut short: {message}", message=error.message), line=error.line, column=error.column, allowed=wanted
        )
    return InputError(_("is cut short"), line=text.count("\n") + 1, allowed=wanted)


def done_texts(record: TurnFile) -> dict[int, str]:
    """Return the orders that were in hand and that a turn carried out or did away with: text by number."""
    used = {row.number: row.text for row in record.orders if row.number}
    return used | {row.number: row.text for row in record.dropped}
