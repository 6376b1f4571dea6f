"""Languages, in the source: no message goes past the catalogues, and none is looked up where Babel or the language in use would miss it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gm_tools
from gm_tools.games import NAMES
from tests.test_house import FILES, parse, parts

PACKAGE = Path(gm_tools.__file__).parent
# Case files are written by developers, for developers; what their runners say is in English.
FOR_DEVELOPERS = {
    "conform.py",
    "core/cases.py",
    *(f"games/{game}/cases.py" for game in NAMES),
}
# What of a call is a message: places of arguments, and names.
SPOKEN = {
    "InputError": (0, "allowed"),
    "Refused": (0, "allowed"),
    "ScriptError": (0,),
    "Problem": (2, "message"),
    "Lines": (0, "title"),
    "Grid": (0, "title"),
    "Picture": (0, "title"),
    "Column": (0, "title"),
    "Request": (0, "text"),
    "say": (0,),
    "note": (0,),
    "warn": (0,),
    "tell": (0,),
}
LOOK_UP = ("_", "ngettext")
WORD = re.compile(r"[a-z]{2}")
# What is the same in every language: options, addresses, formats, the program, a value that is typed as it stands.
NEUTRAL = re.compile(r"--[a-z-]+|[a-z]+://\S+|gm-tools/\w+|\bgm\b|^[a-z_]+$")


@cache
def find_files() -> dict[str, Path]:
    """Return every file that people read messages of."""
    return {place: path for path in FILES if (place := path.relative_to(PACKAGE).as_posix()) not in FOR_DEVELOPERS}


def name_of(call: ast.Call) -> str:
    """Return the function that is called, if it is a plain name."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def list_spoken(path: Path) -> Iterator[ast.expr]:
    """Yield the arguments that are messages."""
    for call in parts(path).get(ast.Call, ()):
        wanted = SPOKEN.get(name_of(call), ())
        yield from (argument for at, argument in enumerate(call.args) if at in wanted)
        yield from (keyword.value for keyword in call.keywords if keyword.arg in wanted)


def literals(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the texts in an expression that no call has to do with."""
    if isinstance(node, ast.Call):
        return
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node
    elif isinstance(node, ast.IfExp):  # not its condition
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif not isinstance(node, ast.Compare | ast.Subscript):
        for child in ast.iter_child_nodes(node):
            yield from literals(child)


def words(text: ast.Constant | ast.JoinedStr) -> str:
    """Return what of a text is written in the source, and in English."""
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return NEUTRAL.sub("", " ".join(str(part.value) for part in parts if isinstance(part, ast.Constant)))


def test_no_message_goes_past_the_catalogues() -> None:
    found = [
        f"{place}:{text.lineno}: {words(text)}"
        for place, path in find_files().items()
        for argument in list_spoken(path)
        for text in literals(argument)
        if WORD.search(words(text))
    ]
    assert found == []


def test_messages_are_looked_up_whole_and_where_babel_sees_them() -> None:
    inside, made = [], []
    for place, path in find_files().items():
        calls = [call for call in parts(path).get(ast.Call, ()) if name_of(call) in (*LOOK_UP, "mark")]
        texts = parts(path).get(ast.JoinedStr, ())
        within = {id(part) for text in texts for part in ast.walk(text)}
        inside += [f"{place}:{call.lineno}" for call in calls if id(call) in within]
        made += [
            f"{place}:{call.lineno}"
            for call in calls
            if call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
        ]
    assert not inside, "Babel does not read what is inside an f-string"
    assert not made, "a message is a constant, or a name of one"


def importing(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is carried out when a module is imported: bodies of functions are not, their defaults are."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)):
            yield from importing(default)
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from importing(child)


def test_nothing_is_looked_up_while_a_module_is_imported() -> None:
    early = [
        f"{place}:{node.lineno}"
        for place, path in find_files().items()
        for node in importing(parse(path))
        if isinstance(node, ast.Call) and name_of(node) in LOOK_UP
    ]
    assert not early, "mark it there, and look it up where it is shown"
