"""What changed against what was posted, as a post.

Two reports of one viewer are compared, in the words of their tables and events. Both reports are made from views, so
that nothing is in an erratum that its viewer may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture, Span
from gm_tools.core.game import HIDDEN, Game
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, Scene, shown_value, some_lines, text_grid

_COMMON = ("table", "game", "rules_version", "viewer", "headline", "over", "seats", "turn")
_NOTHING = "-"  # what stands for nothing in a table


class Change(NamedTuple):
    """One thing that differs.

    `seat` is whose it is (empty: nobody's), `what` what it is called, `posted` how it was posted and `now` how it is.
    """

    seat: str
    what: str
    posted: str
    now: str


def erratum_report(scene: Scene, posted: Report, now: Report, reasons: Sequence[str] = ()) -> Report:
    """Return the erratum to the report of a turn as it was posted, as it is now, for the scene's viewer.

    Where the turn was taken back and not resolved again, `now` is the report of an earlier turn. Raises InputError,
    status 1, if there is nothing that differs.
    """
    turn, is_void = posted.data.get("turn", 0), now.data.get("turn", 0) < posted.data.get("turn", 0)
    players = {seat["mark"]: seat["player"] for seat in now.data.get("seats", ())}
    seats = [*players, ""]  # what is nobody's comes last
    found = sorted(
        changes(scene.game, posted, now), key=lambda change: seats.index(change.seat if change.seat in players else "")
    )
    found = [*_deadline_change(posted, now, is_void=is_void), *found]
    gone, new = ((), ()) if is_void else told_changes(posted, now)
    before, after = _other_lines(posted, now)
    if not (found or gone or new or before or after or is_void):
        raise InputError(_("nothing has changed: turn {turn} is as it was posted", turn=turn), status=1)
    said = [_what_happened(turn, now, is_void=is_void, found=found)]
    said += [_("Reason: {reason}", reason=reason) for reason in reasons]
    blocks: list[Block] = [Lines("", tuple(said))]
    if found:
        rows = ((one.seat, players.get(one.seat, ""), one.what, one.posted, one.now) for one in found)
        titles = (_("Seat"), _("Player"), _("What"), _("Posted"), _("Now"))
        blocks.append(text_grid(titles, rows, (one.seat for one in found), _("What changed")))
    blocks += some_lines(_("Withdrawn"), gone) + some_lines(_("Happened instead"), new)
    blocks += some_lines(_("No longer true"), before) + some_lines(_("Now"), after)
    board = next((block for block in now.blocks if isinstance(block, Picture)), None)
    blocks = [block._replace(name="more") for block in blocks] + ([board] if board is not None else [])
    data = {key: now.data[key] for key in _COMMON if key in now.data}
    data |= {
        "erratum_to": turn,
        "reasons": list(reasons),
        "changes": [one._asdict() for one in found],
        "gone": [*gone, *before],
        "new": [*new, *after],
    }
    return Report("erratum", scene.title(_("erratum to turn {turn}", turn=turn)), tuple(blocks), data)


def _deadline_change(posted: Report, now: Report, *, is_void: bool) -> list[Change]:
    """Return the deadline if it is not the one that was posted.

    Where one report says none, there is nothing to compare.
    """
    texts = []
    for report in (posted, now):
        data = report.data.get("deadline") or {}
        shown = str(data.get("shown", ""))
        texts.append(_("{when}, for turn {turn}", when=shown, turn=data.get("turn", "")) if shown else "")
    if not texts[0] or texts[0] == texts[1] or not (texts[1] or is_void):
        return []
    return [Change("", _("Deadline"), texts[0], texts[1] or _NOTHING)]


def _what_happened(turn: int, now: Report, *, is_void: bool, found: Sequence[Change]) -> str:
    if is_void:
        return _("Turn {turn} is taken back. The table is as it was after turn {now}.", turn=turn, now=now.data["turn"])
    many = ngettext("{n} thing differs from what was posted.", "{n} things differ from what was posted.", len(found))
    count = many if found else ""  # what happened is another story, or a hand
    if now.data.get("amendments"):
        return _("The game master amended turn {turn}. {count}", turn=turn, count=count).rstrip()
    return _("Turn {turn} was taken back and resolved again. {count}", turn=turn, count=count).rstrip()


def changes(game: Game[Any, Any, Any], posted: Report, now: Report) -> Iterator[Change]:
    """Yield what differs between two reports.

    Compared are the cells of tables, and what a position says of a seat that neither they nor lines show.
    """
    # What is shown of a seat, by its key in a plain position: whether that was something as posted, and whether it is
    # now.
    shown = {key: (True, True) for block in now.blocks if isinstance(block, Lines) for key in block.shows}
    for before, after in _pairs(posted, now, Grid):
        for change, keys in _cells(before, after):
            shown |= {(change.seat, key): (change.posted != _NOTHING, change.now != _NOTHING) for key in keys}
            yield change
    marks = {seat["mark"] for seat in now.data.get("seats", ())}
    positions = [dict(_leaves(game, report.data.get("position", {}), marks)) for report in (posted, now)]
    for seat, key in dict.fromkeys((*positions[0], *positions[1])):
        was, is_ = (position.get((seat, key)) for position in positions)
        change = Change(seat, _(game.position_words.get(key, "")) or key.replace("_", " "), _text(was), _text(is_))
        known = (_is_known(was), _is_known(is_))
        if change.posted != change.now and any(known) and known != shown.get((seat, key)):
            yield change


def _other_lines(posted: Report, now: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which lines that tell no events are gone, and which are new: cards, hands, who comes next."""
    gone: list[str] = []
    new: list[str] = []
    for blocks in _pairs(posted, now, Lines):
        before, after = (_join_lines(block.lines) if block else () for block in blocks)
        title = next(block.title for block in blocks if block)
        head = f"{title}: " if title else ""
        gone += [head + line for line in before if line not in after]
        new += [head + line for line in after if line not in before]
    return tuple(gone), tuple(new)


def _join_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines, those that are set in as part of the one before."""
    out: list[str] = []
    for line in lines:
        if line.startswith(" ") and out:
            out[-1] += f" {line.strip()}"
        else:
            out.append(line)
    return tuple(out)


def _pairs(posted: Report, now: Report, kind: type) -> Iterator[tuple[Any, Any]]:
    """Yield the blocks of one kind that stand for the same thing.

    They are paired by heading, else by their place among those without one.
    """
    passed_over = {"again", "proof", "events", "deadline", "fairness", "amendments", "orders", "draws"}
    rows = []
    for report in (posted, now):
        blocks = [block for block in report.blocks if block.name not in passed_over]
        untitled = Counter[str]()
        row = {}
        for block in blocks:
            if isinstance(block, kind):
                untitled[block.title] += 1
                row[block.title, untitled[block.title]] = block
        rows.append(row)
    for key in dict.fromkeys((*rows[0], *rows[1])):
        yield rows[0].get(key), rows[1].get(key)


def _cells(before: Grid | None, after: Grid | None) -> Iterator[tuple[Change, Sequence[str]]]:
    """Yield the cells that differ, row by row, each with the keys that it shows.

    Rows are the same if they are about the same seat, else if they begin alike.
    """
    old, new = ({} if grid is None else dict(_rows(grid)) for grid in (before, after))
    grid = after or before
    assert grid is not None
    for key in dict.fromkeys((*new, *old)):
        was, is_ = old.get(key, {}), new.get(key, {})
        for column in grid.columns:
            one, other = was.get(column.title, ""), is_.get(column.title, "")
            if one != other:
                seat, first = key
                what = column.title if seat or not first else f"{first}: {column.title}"
                yield Change(seat, what or grid.title, one or _NOTHING, other or _NOTHING), column.shows


def _rows(grid: Grid) -> Iterator[tuple[tuple[str, str], dict[str, str]]]:
    seats = grid.seats if len(grid.seats) == len(grid.rows) else ("",) * len(grid.rows)
    for seat, row in zip(seats, grid.rows, strict=True):
        cells = {column.title: cell for column, cell in zip(grid.columns, row, strict=False)}
        yield (seat, "" if seat else row[0]), cells


def _leaves(
    game: Game[Any, Any, Any], data: Any, marks: set[str], seat: str = "", path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, str], Any]]:
    """Yield what a position says of a seat: (seat, key) and the value.

    What it says of nobody is in tables and pictures.
    """
    if isinstance(data, dict):
        for key, value in data.items():
            is_mark = not seat and key in marks
            yield from _leaves(game, value, marks, key if is_mark else seat, path if is_mark else (*path, str(key)))
    elif isinstance(data, list | tuple) and data and all(isinstance(one, dict) for one in data):
        for at, one in enumerate(data):
            mark = str(one.get("seat", one.get("mark", "")))
            owner = mark if not seat and mark in marks else seat
            yield from _leaves(game, one, marks, owner, path if owner != seat else (*path, str(at + 1)))
    elif seat:
        yield (seat, " ".join(path[1:] or path)), data
    elif isinstance(data, str) and path and path[-1] in game.seat_texts:
        said = (part.partition(":") for part in data.split())
        yield from (((mark, path[-1]), value) for mark, __, value in said if mark in marks)


def _is_known(value: Any) -> bool:
    """Tell whether a value says anything to the viewer."""
    return value not in (None, "", [], (), HIDDEN) and not (isinstance(value, list | tuple) and HIDDEN in value)


def _text(value: Any) -> str:
    if value is None or value in ("", [], ()):
        return _NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else shown_value(value)
    return " ".join(text.split())


def told_changes(posted: Report, now: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which lines of what happened are no longer told, and which are new."""
    before, after = (tuple(_events(report)) for report in (posted, now))
    return tuple((Counter(before) - Counter(after)).elements()), tuple((Counter(after) - Counter(before)).elements())


def _events(report: Report) -> Iterator[str]:
    for block in report.blocks:
        if isinstance(block, Lines) and block.name == "events":
            yield from block.lines


def report_of(document: Mapping[str, Any], file: str) -> Report:
    """Return the report that `gm report --json` printed; raise InputError if it is another document."""
    try:
        if document["format"] != "gm-tools/turn":
            message = _("found {found!r}", found=str(document["format"])[:60])
            raise InputError(message, file=file, key="format", allowed="gm-tools/turn")
        blocks = tuple(_block(block)._replace(name=str(block.get("name", "more"))) for block in document["blocks"])
        return Report("turn", str(document["title"]), blocks, {**document, "turn": int(document["turn"])})
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(_("is not a report"), file=file, allowed=_("what gm report --json printed")) from None


def _block(plain: Mapping[str, Any]) -> Block:
    if plain["kind"] == "picture":
        rows = tuple(tuple(Span(str(text), str(role)) for text, role in row) for row in plain["rows"])
        return Picture(str(plain["title"]), rows, tuple((str(sign), str(word)) for sign, word in plain["legend"]))
    if plain["kind"] == "grid":
        columns = tuple(Column(str(column["title"]), bool(column["right"])) for column in plain["columns"])
        cells = tuple(tuple(map(str, row)) for row in plain["rows"])
        return Grid(str(plain["title"]), columns, cells, tuple(map(str, plain["seats"])))
    return Lines(str(plain["title"]), tuple(map(str, plain["lines"])))
