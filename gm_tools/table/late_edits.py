"""Edits of `table.toml` that come too late.

What a game was set up with is in its positions, and in turn 0, ever since.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm_tools.core.boards import FENCE
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import parse_toml
from gm_tools.table.files import read_text
from gm_tools.table.table_file import FILE, board_digest
from gm_tools.table.turn_file import file_name
from gm_tools.table.values import list_differences

LIVE = frozenset({"missing_orders"})  # options that are looked up in `table.toml` whenever they are needed


def late_edits(folder: Path) -> list[str]:
    """Return what in `table.toml` is not as it was when the game was set up, by key; nothing if a file cannot be read.

    >>> late_edits(Path("turns/dust"))                                                               # doctest: +SKIP
    ['options.laps: turn 0 says 3, table.toml says 5']
    """
    try:
        now = parse_toml(read_text(folder / FILE))
        began = parse_toml(_head(read_text(folder / file_name(0))))
    except InputError:
        return []  # whoever opens the table says what is wrong
    lines = list_differences(began.get("game"), now.get("game"), "game", _names())
    setup = began.get("setup")
    return lines + compare_setup(setup, now) if isinstance(setup, dict) else lines


def compare_setup(then: Mapping[str, Any], now: Mapping[str, Any], before_key: str = "") -> list[str]:
    """Return by key what of board, options and seats is not as turn 0 has it (`then`, its table `setup`).

    `now` is what `table.toml` holds, plain; `before_key` is put before each key. Players, aliases and bots may change,
    and so may options that are looked up when they are needed. The board is compared by its text where turn 0 has it:
    most commands ask.
    """
    lines: list[str] = []
    board = now.get("board")
    if isinstance(board, str) and _is_another_board(board, then):
        lines += _board_edits(then.get("board_text"), board, f"{before_key}board")
    chosen, options = (
        {key: value for key, value in _table(data, "options").items() if key not in LIVE} for data in (then, now)
    )
    lines += list_differences(chosen, options, f"{before_key}options", _names())
    before, after = _seats(then), _seats(now)
    if list(before) != list(after):
        lines += list_differences(list(before), list(after), f"{before_key}seats", _names())
    for seat in before:
        if seat in after:
            lines += list_differences(before[seat], after[seat], f"{before_key}seats.{seat}.extra", _names())
    return lines


def _is_another_board(text: str, then: Mapping[str, Any]) -> bool:
    """Tell whether a board file's text is not the one of turn 0.

    Turn 0 records the text, in older tables only its digest.
    """
    if "board_text" in then:
        return bool(text != then["board_text"])
    return "board" in then and bool(board_digest(text) != then["board"])


def _head(text: str) -> str:
    """Return the text of turn 0 up to its first draw, event or position: the set-up comes before them."""
    ends = [at for at in (text.find(f"\n[{mark}") for mark in ("position", "[draws", "[events")) if at >= 0]
    return text[: min(ends, default=len(text))]


def _names() -> tuple[str, str]:
    return _("turn {turn}", turn=0), _("{file} says", file=FILE)


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key, {})
    return found if isinstance(found, dict) else {}


def _seats(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what goes with each seat, by its mark."""
    rows = data.get("seats", [])
    rows = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return {str(row.get("mark", "")): str(row.get("extra", "")) for row in rows}


def _board_edits(then: object, now: str, key: str) -> list[str]:
    """Return what of a board was edited: keys above the map, and lines of the map."""
    if not isinstance(then, str):  # a table from before turn 0 kept the text
        return [_("{key}: it is not the board that the game was begun on", key=key)]
    (keys, rows), (keys_now, rows_now) = _parts(then), _parts(now)
    lines = list_differences(keys, keys_now, key, _names())
    if len(rows) != len(rows_now):
        message = N_("{key}: the map has {then} lines in turn 0, but {now} in {file}")
        lines.append(_(message, key=key, then=len(rows), now=len(rows_now), file=FILE))
    for at, (row, row_now) in enumerate(zip(rows, rows_now, strict=False), 1):
        lines += list_differences(row, row_now, _("{key}: line {number} of the map", key=key, number=at), _names())
    return lines or [_("{key}: its text is not the one that the game was begun with", key=key)]


def _parts(text: str) -> tuple[dict[str, Any], list[str]]:
    """Return the keys of a board file and the lines of its map."""
    lines = text.split("\n")
    fences = [at for at, line in enumerate(lines) if line.strip() == FENCE]
    if len(fences) < 2:
        return {}, lines
    try:
        return parse_toml("\n".join(lines[fences[0] + 1 : fences[1]])), lines[fences[1] + 1 :]
    except InputError:
        return {}, lines
