"""Case files of any game: read, filled up with their file's defaults, run. The compliance suite behind `gm conform`.

A file is TOML: `game`, optionally a `board` (a whole board file as text) or a `track` (the name of a shipped one, or a
path beside the case file) and `options` for all its cases, then `[[case]]` tables. What a case holds besides the common
keys is its game's own affair (`Game.cases`). A file that is itself wrong raises InputError with file, case and key;
a case that comes out otherwise than expected is a Result.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm_tools.core.cases import Case, run
from gm_tools.core.game_options import check_options
from gm_tools.core.paths import folder, shipped_track
from gm_tools.core.problems import InputError, at_key, in_file
from gm_tools.core.toml import known_keys, parse_toml, take, take_tables
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import find
from gm_tools.table.files import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from gm_tools.core.game import Game

FILE_KEYS = ("game", "board", "track", "options", "case")
CASE_KEYS = ("id", "rules", "options", "board", "track", "draws", "expect")


class Result(NamedTuple):
    """What came of one case: `differences` says in lines what is not as expected; there are none if it passed."""

    file: str
    id: str
    rules: tuple[str, ...]
    passed: bool
    differences: tuple[str, ...]


def load_cases(path: str | PathLike[str]) -> tuple[Case, ...]:
    """Return the cases of a file, defaults filled in; raise InputError if the file cannot be used."""
    return parse_cases(read_text(Path(path)), str(path), Path(path).parent)


def run_case(case: Case, file: str) -> Result:
    """Run one case of `file`."""
    try:
        found = run(case, find(case.game))
    except InputError as error:
        raise _on_board(error).within(file) from None
    return Result(file, case.id, case.rules, not found, tuple(found))


def _on_board(error: InputError) -> InputError:
    """Return an error that names a line as one of the case's board: no line of the case file is meant."""
    if error.file or not error.line:
        return error
    place = f"line {error.line}" + (f", column {error.column}" if error.column else "")
    return InputError(f"{place}: {error.message}", key=error.key, allowed=error.allowed, problems=error.problems)


def parse_cases(text: str, file: str, beside: Path) -> tuple[Case, ...]:
    """Return the cases in the text of a case file; `beside` is the folder that `track` paths start from."""
    with in_file(file):
        return _cases(parse_toml(text), beside)


def _cases(data: Mapping[str, Any], beside: Path) -> tuple[Case, ...]:
    known_keys(data, FILE_KEYS)
    called = take(data, "game", str)
    with at_key("game"):
        game = find(called)
    board = _board(data, game, beside)
    options = _options(data, game)
    tables = take_tables(data, "case")
    if not tables:
        raise InputError("there are no cases", key="case", allowed="tables [[case]]")
    ids: dict[str, int] = {}
    cases = []
    for number, table in enumerate(tables, 1):
        with at_key(f"case {number}"):
            name = _id(table)
        place = f"case {name!r}"
        if name in ids:
            raise InputError(f"cases {ids[name]} and {number} have the same", key=f"{place}.id", allowed="unique ids")
        ids[name] = number
        with at_key(place):
            cases.append(_case(table, name, game, beside, board, options))
    return tuple(cases)


def _id(table: Mapping[str, Any]) -> str:
    name = take(table, "id", str)
    if not name.strip():
        raise InputError("is empty", key="id", allowed="text")
    return name


def _case(
    table: Mapping[str, Any],
    name: str,
    game: Game[Any, Any, Any],
    beside: Path,
    default_board: str,
    default_options: Mapping[str, Any],
) -> Case:
    notation = game.cases()
    known_keys(table, (*CASE_KEYS, *notation.keys))
    if not any(key in table for key in notation.expectations):
        raise InputError("is missing", key="expect", allowed="what must come of the case")
    board = _board(table, game, beside) or default_board
    if not board and notation.needs_board and (folder("tracks") / game.name).is_dir():
        raise InputError("is missing", key="board", allowed="a board or a track, in the case or for the whole file")
    rules = take(table, "rules", list, [])
    if not all(isinstance(rule, str) for rule in rules):
        raise InputError(f"found {rules!r}", key="rules", allowed="a list of rule IDs")
    draws = take(table, "draws", dict, {})
    for kind, values in draws.items():
        if not isinstance(values, list):
            raise InputError(f"found {values!r}", key=f"draws.{kind}", allowed="a list")
    return Case(
        game.name,
        name,
        tuple(rules),
        board,
        {**default_options, **_options(table, game)},
        draws,
        {key: value for key, value in table.items() if key in notation.keys},
        take(table, "expect", dict, {}),
    )


def _options(table: Mapping[str, Any], game: Game[Any, Any, Any]) -> Mapping[str, Any]:
    options: dict[str, Any] = take(table, "options", dict, {})
    with at_key("options"):
        check_options(game, options)
    return options


def _board(table: Mapping[str, Any], game: Game[Any, Any, Any], beside: Path) -> str:
    """Return the text of the board that a file or case names, empty if it names none."""
    if "board" in table and "track" in table:
        raise InputError("there is a board too", key="track", allowed="one of the two")
    if "track" in table:
        name = take(table, "track", str)
        with at_key("track"):
            return _track_text(name, game.name, beside)
    return take(table, "board", str, "")


def _track_text(name: str, game: str, beside: Path) -> str:
    """Return the text of a shipped track, or else of the file of that path beside the case file."""
    shipped = shipped_track(game, name)
    if shipped is not None:
        return read_text(shipped)
    if name and (beside / name).is_file():
        return read_text(beside / name)
    names = ", ".join(sorted(path.stem for path in (folder("tracks") / game).glob("*.txt")))
    raise InputError(f"no track is called {name!r}", allowed=f"{names or 'a shipped track'}, or a path beside the file")
