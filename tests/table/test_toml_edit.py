"""One value of a TOML text changed, and nothing else: by texts that are spelt in every way TOML has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.toml import parse_toml
from gm_tools.table.toml_edit import set_value

VALUES = [
    "1",
    "1.50",
    "true",
    '"plain"',
    '"a # b = [c] \\" {"',
    "'# \\ = ['",
    '"""\na = 1\n[t]\n# no comment \\"""\n"""',
    "'''\n[[rows]]\nplayer = \"x\"\n# '''",
    '""""quoted""""',
    "[]",
    "[1, 2]",
    "[ # (first [one\n  'a = 1',\n\n  \"#\" # second ]\n, ]",
    "[[1, [2]],\n[ 3 ]]",
    "{}",
    '{ zone = "U # T", list = [1, { x = "=" }] }',
]
KEYS = ["a", "b", '"c"', "'d e'", '"f=g"', '"#h"', '"[i]"', "3", '"j.k"']
COMMENTS = ["", " # one", '  # "x" = [1', "#'''", '\t# """ {']
BETWEEN = ["", "\n", "# a = 1\n", "  # [t]\n\n", '#"""\n']
SPACES = [" ", "", "  ", "\t"]
NEW = [0, True, "", "x # y", 'two\n"""lines"""', "\\'", [], ["Alice", "[b]"], [1, 2]]


class Piece(NamedTuple):
    """Some of a text: a key with its value, the head of a table or row, or lines without either."""

    text: str
    path: tuple[Any, ...] = ()
    is_head: bool = False


def name_of(key: str) -> str:
    """Return what a spelt key says."""
    ((name, __),) = parse_toml(f"{key} = 0").items()
    return str(name)


@st.composite
def pairs(draw: st.DrawFn, table: tuple[Any, ...]) -> list[Piece]:
    """Return some keys of one table, with lines between them."""
    out = []
    for key in draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=4)):
        indent, before, after = (draw(st.sampled_from(SPACES)) for __ in range(3))
        value, comment = draw(st.sampled_from(VALUES)), draw(st.sampled_from(COMMENTS))
        out.append(Piece(draw(st.sampled_from(BETWEEN))))
        out.append(
            Piece(f"{indent.strip(' ')}{key}{before}={after}{value}{comment}\n", (*table, name_of(key)), is_head=False)
        )
    return out


@st.composite
def documents(draw: st.DrawFn) -> list[Piece]:
    """Return a TOML text in pieces: keys, keys with dots, tables, rows, with LF or CRLF, with or without its last line end."""
    out = draw(pairs(()))
    if draw(st.booleans()):
        out += [
            Piece(f"dots . {piece.text.lstrip()}", ("dots", *piece.path)) for piece in draw(pairs(())) if piece.path
        ]
    for name in draw(st.lists(st.sampled_from(["t", '"u v"', "w.x"]), unique=True)):
        table = tuple(map(name_of, name.split(".")))
        out += [Piece(draw(st.sampled_from(BETWEEN))), Piece(f"[{name}]\n", table, is_head=True), *draw(pairs(table))]
    for row in range(draw(st.integers(0, 3))):
        head = Piece(f"[[rows]]{draw(st.sampled_from(COMMENTS))}\n", ("rows", row), is_head=True)
        out += [head, *draw(pairs(("rows", row)))]
        if draw(st.booleans()):
            out += [Piece("[rows.inner]\n", ("rows", row, "inner"), is_head=True), *draw(pairs(("rows", row, "inner")))]
    if draw(st.booleans()):
        out = [piece._replace(text=piece.text.replace("\n", "\r\n")) for piece in out]
    out = [piece for piece in out if piece.text]
    if draw(st.booleans()) and out:
        out[-1] = out[-1]._replace(text=out[-1].text.rstrip("\r\n"))
    return out


def join(pieces: list[Piece]) -> str:
    """Return the text of pieces."""
    return "".join(piece.text for piece in pieces)


def at_path(data: Any, path: Sequence[Any]) -> Any:
    """Return the table or row at a path, made where it is not there."""
    for name in path:
        data = data[name] if isinstance(data, list) else data.setdefault(name, {})
    return data


def is_part(text: Sequence[str], of: Sequence[str]) -> bool:
    """Tell whether a text, or a list of lines, is another with one stretch of it cut out."""
    ahead, behind = (
        sum(1 for __ in takewhile(lambda both: both[0] == both[1], zip(text[::step], of[::step], strict=False)))
        for step in (1, -1)
    )
    return ahead + behind >= len(text)


@given(documents(), st.data())
def test_a_value_is_changed_and_everything_else_kept(pieces: list[Piece], data: st.DataObject) -> None:
    keys = [at for at, piece in enumerate(pieces) if piece.path and not piece.is_head]
    if not keys:
        return
    at = data.draw(st.sampled_from(keys))
    value = data.draw(st.sampled_from(NEW))
    new = set_value(join(pieces), pieces[at].path, value)
    expected = parse_toml(join(pieces))
    at_path(expected, pieces[at].path[:-1])[pieces[at].path[-1]] = value
    assert parse_toml(new) == expected
    assert new.startswith(join(pieces[:at]))
    assert new.endswith(join(pieces[at + 1 :]))
    assert set_value(new, pieces[at].path, value) == new
    changed = new[len(join(pieces[:at])) : len(new) - len(join(pieces[at + 1 :]))]
    assert changed.partition("=")[0] == pieces[at].text.partition("=")[0] or "f=g" in changed
    comment = next((c for c in COMMENTS if c and pieces[at].text.rstrip("\r\n").endswith(c)), "")
    assert changed.rstrip("\r\n").endswith(comment)


@given(documents(), st.data())
def test_a_key_is_removed_and_everything_else_kept(pieces: list[Piece], data: st.DataObject) -> None:
    keys = [at for at, piece in enumerate(pieces) if piece.path and not piece.is_head]
    if not keys:
        return
    at = data.draw(st.sampled_from(keys))
    *table, key = pieces[at].path
    new = set_value(join(pieces), pieces[at].path, None)
    expected, kept = parse_toml(join(pieces)), join(pieces[:at] + pieces[at + 1 :])
    del at_path(expected, table)[key]
    while table and isinstance(table[-1], str) and not at_path(expected, table):
        *table, key = table
        del at_path(expected, table)[key]
    assert parse_toml(new) == expected
    left, kept = new.rstrip("\r\n"), kept.rstrip("\r\n")
    assert is_part(left.splitlines(), kept.splitlines())
    assert len(kept.splitlines()) - len(left.splitlines()) <= 2
    if len(at_path(parse_toml(join(pieces)), pieces[at].path[:-1])) > 1:  # else a head goes, too
        assert left == kept


@given(documents(), st.data())
def test_a_key_is_added_and_everything_else_kept(pieces: list[Piece], data: st.DataObject) -> None:
    text = join(pieces)
    tables = [(), ("new",), ("t",), ("dots",), *(piece.path for piece in pieces if piece.is_head)]
    table, value = data.draw(st.sampled_from(tables)), data.draw(st.sampled_from(NEW))
    beside = [piece.path[-1] for piece in pieces if piece.path and piece.path[:-1] == table and not piece.is_head]
    below = data.draw(st.sampled_from(["", "not there", *beside]))
    new = set_value(text, (*table, "fresh key"), value, below)
    expected = parse_toml(text)
    at_path(expected, table)["fresh key"] = value
    assert parse_toml(new) == expected
    assert is_part(text, new)
    assert new.count("\r\n") == (new.count("\n") if "\r\n" in text else 0)
    if beside or not table or isinstance(table[-1], int):
        assert set_value(new, (*table, "fresh key"), None) == text


@pytest.mark.parametrize("path", [("t", "a"), ("rows", 1, "a"), ("rows", 1, "new"), ("t", "new")])
def test_a_value_written_on_one_line_is_rewritten_whole(path: tuple[Any, ...]) -> None:
    text = "# one\nt = {b=1,a=2} # two\nrows = [{a = 1}, # gone\n {a = 2}]  # three\n"
    expected = parse_toml(text)
    at_path(expected, path[:-1])[path[-1]] = "x"
    new = set_value(text, path, "x")
    assert parse_toml(new) == expected
    assert ("# one\n" in new, " # two\n" in new, "  # three\n" in new) == (True, True, True)
    assert set_value("t = { a = 1, b = 2 }\n", ("t", "a"), None) == "t = { b = 2 }\n"


def test_a_new_key_goes_where_it_is_said() -> None:
    text = "a = 1\nboard = '''\nb = 2\n'''\n\n[t]\nc = 3\n\n[u]\nd = 4\n"
    assert set_value(text, ("x",), 0, below="a") == text.replace("a = 1\n", "a = 1\nx = 0\n")
    assert set_value(text, ("x",), 0, below="b") == text.replace("'''\n\n", "'''\nx = 0\n\n")
    assert set_value(text, ("t", "x"), 0) == text.replace("c = 3\n", "c = 3\nx = 0\n")
    assert set_value(text, ("v", "x"), 0) == text + "\n[v]\nx = 0\n"
    assert set_value(text, ("t", "c"), None) == text.replace("\n[t]\nc = 3\n", "")
    assert set_value("", ("x",), 0) == "x = 0\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb = 2\n[c]\nd = 3\n", "a = 1\nx = 0\nb = 2\n[c]\nd = 3\n"),
        ('b = """\na = 1\n"""\na = 1', 'b = """\na = 1\n"""\na = 1\nx = 0'),
        ("b = 1\n[c]\na = 1\n", "b = 1\nx = 0\n[c]\na = 1\n"),
        ("[c]\na = 1\n", "x = 0\n[c]\na = 1\n"),
        ('"a" = 1\n', '"a" = 1\nx = 0\n'),
    ],
)
def test_a_key_at_the_top_is_put_in_without_touching_the_others(text: str, expected: str) -> None:
    assert set_value(text, ("x",), 0, below="a") == expected


def test_a_large_board_is_no_burden() -> None:
    text = "a = 1\nboard = '''\n" + ("." * 100 + "\n") * 300 + "'''\n"
    assert set_value(text, ("a",), 2) == text.replace("a = 1", "a = 2")
