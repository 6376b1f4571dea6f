"""The house: a name means one thing, imports do not run in a circle, files stay short, and the glossary lists words in use."""

from __future__ import annotations

import ast
import doctest
import re
from collections import defaultdict
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gm_tools
from gm_tools import games

PACKAGE = Path(gm_tools.__file__).parent
TESTS = Path(__file__).parent
CONTRIBUTING = PACKAGE.parent / ".github" / "CONTRIBUTING.md"
FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES
}
LONGEST = 450
LONGEST_FUNCTION = 70  # lines, its docstring among them
MOST_PARAMETERS = 8
WIDEST = 120  # of a docstring; long lines of messages and tables are clearer whole

# The files that every game has, by the same names: CONTRIBUTING.md says what each holds.
GAME_FILES = {"board", "brief", "cases", "check", "drawing", "options", "orders", "position", "report", "rules"} | {
    "standings",
    "trial",
    *(f"bots/{name}" for name in ("bot", "plan", "tally", "targets")),
}

# A function is a verb: its name is no participle, alone or with a particle behind it (`_told`, `carried_out`).
PARTICIPLE = re.compile(
    r"_*(?!bed|deed|feed|need|seed|speed)([a-z]+ed|beaten|bent|bitten|blown|borne|bought|bound|broken|brought|built|caught|chosen"
    "|dealt|done|drawn|driven|eaten|fallen|felt|forgotten|found|frozen|given|gone|grown|heard|held|hidden|kept|known|laid|led"
    "|left|lent|lit|lost|made|meant|met|paid|ridden|said|seen|sent|shaken|shown|slept|sold|spent|spoken|stolen|struck|sung"
    "|sunk|swept|sworn|swum|taken|taught|thought|thrown|told|torn|understood|won|worn|wound|woven|written)"
    "(_(after|again|apart|aside|at|away|back|before|by|for|forward|from|here|in|late|of|off|on|out|over|to|up))*"
)

# What is still to be mended; nothing may be added.
LONG_FILES: set[str] = set()


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def statements(path: Path) -> tuple[ast.AST, ...]:
    """Return the statements of a file, those inside others too, but nothing of what they are made of."""
    found: list[ast.AST] = []
    left: list[ast.AST] = [parse(path)]
    while left:
        node = left.pop()
        found.append(node)
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, ())
            left += inner if isinstance(inner, list) else ()  # of a lambda it is no list
    return tuple(found)


@cache
def parts(path: Path) -> dict[type[ast.AST], list[Any]]:
    """Return all that a file says by its kind, from top to bottom: for all tests of it a file is gone through once."""
    found: dict[type[ast.AST], list[Any]] = defaultdict(list)
    left: list[ast.AST] = [parse(path)]
    while left:
        node = left.pop()
        found[type(node)].append(node)
        for name in reversed(node._fields):
            value = getattr(node, name, None)
            if isinstance(value, list):
                left += [one for one in reversed(value) if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                left.append(value)
    return found


def find_parts(*kinds: type[ast.AST]) -> Iterator[tuple[Path, Any]]:
    """Yield what there is of some kinds in the package, each with its file."""
    return ((path, node) for path in FILES for kind in kinds for node in parts(path).get(kind, ()))


def place(path: Path) -> str:
    """Return where a module lies, with the parallel folders of the games as one: `games/GAME/bots`."""
    parts = path.relative_to(PACKAGE).parts[:-1]
    return "/".join(("games", "GAME", *parts[2:]) if parts[:1] == ("games",) and len(parts) > 1 else parts)


def game(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


@cache
def imports(path: Path) -> frozenset[str]:
    """Return the modules of the package that a module imports, inside functions too, but not for types alone."""
    typing = {
        inner
        for node in statements(path)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = {
        (node.module, f"{node.module}.{alias.name}")
        for node in statements(path)
        if isinstance(node, ast.ImportFrom) and node.module is not None and node not in typing
        for alias in node.names
    }
    return frozenset(full if full in NAMES else module for module, full in found)


def words(path: Path) -> set[str]:
    """Return the words that names in a module are made of: `parse_order` and `OrderSheet` both have `order`."""
    names = {
        getattr(node, field, None)
        for kind, nodes in parts(path).items()
        for field in {"name", "id", "attr", "arg"} & {*kind._fields}
        for node in nodes
    }
    found = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", " ".join(name for name in names if isinstance(name, str)))
    return {word.casefold() for word in found}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods of a file, but for properties and fixtures, which are things."""
    for node in statements(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = [ast.unparse(one) for one in node.decorator_list]
            if not any("property" in one or "fixture" in one for one in decorators):
                yield node


def chooses(node: ast.AST, names: Container[str]) -> bool:
    """Tell whether something of a test, or one of these names in it, is another thing in long runs."""
    return any(
        getattr(one, "id", getattr(one, "arg", "")) in names
        or (getattr(one, "attr", "") in {"choose", "some", "IS_LONG"} and getattr(one.value, "id", "") == "effort")  # type: ignore[attr-defined]
        for one in ast.walk(node)
    )


@cache
def choosing_names(path: Path) -> frozenset[str]:
    """Return the names of a file of tests, its own and those it imports, that are another thing in long runs."""
    names: set[str] = set()
    for node in parse(path).body:  # what is named stands above what names it
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
            other = (TESTS.parent / (node.module or "").replace(".", "/")).with_suffix(".py")
            if other.exists():
                names |= {alias.name for alias in node.names} & choosing_names(other)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.FunctionDef) and chooses(node, names):
            targets = node.targets if isinstance(node, ast.Assign) else [node]
            names |= {getattr(one, "name", "") or ast.unparse(getattr(one, "target", one)) for one in targets}
    return frozenset(names)


def glossary() -> list[str]:
    text = CONTRIBUTING.read_text(encoding="utf-8").partition("## Glossary")[2]
    return re.findall(r"^\| (\w+) \|", text, re.MULTILINE)[1:]


def test_a_public_class_name_means_one_thing() -> None:
    places = defaultdict(list)
    for path, node in find_parts(ast.ClassDef):
        if not node.name.startswith("_"):
            places[node.name].append(path)
    shared = {
        name
        for name, paths in places.items()
        if len(paths) > 1 and not (all(map(game, paths)) and len(set(map(game, paths))) == len(paths))
    }
    assert shared == set()


def test_a_function_is_called_by_a_verb() -> None:
    """A participle says what a thing is, not what is done; words of the glossary are the game's own."""
    found = [
        f"{path.relative_to(PACKAGE.parent)}: {node.name}"
        for path in (*FILES, *sorted(TESTS.rglob("*.py")))
        # Others need no parsing
        if any(map(PARTICIPLE.fullmatch, re.findall(r"\bdef (\w+)", path.read_text(encoding="utf-8"))))
        for node in functions(path)
        if PARTICIPLE.fullmatch(node.name) and node.name not in glossary()
    ]
    assert found == []


def test_what_takes_more_in_long_runs_is_marked_to_be_in_them() -> None:
    """Long runs take what is marked `long` and nothing else: `effort.choose` alone brings nothing there."""
    found = [
        f"{path.relative_to(TESTS)}: {node.name}"
        for path in sorted(TESTS.rglob("test_*.py"))
        if "effort" in (text := path.read_text(encoding="utf-8")) or "chosen_" in text
        for node in parse(path).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and chooses(node, choosing_names(path))
        if not any(re.search(r"mark\.long|nightly|search\(|given", ast.unparse(one)) for one in node.decorator_list)
    ]
    assert found == []


def test_a_module_name_is_in_two_packages_at_most() -> None:
    places = defaultdict(set)
    for path in FILES:
        if path.stem not in {"__init__", "__main__"}:
            places[path.stem].add(place(path))
    assert {name for name, found in places.items() if len(found) > 2} == set()


def test_every_game_is_laid_out_alike() -> None:
    homes = {"standings": "standings", "turn_blocks": "report", "resolve": "rules", "check": "check"}
    homes |= {"parse_board": "board", "parse_order": "orders"}
    for name in games.NAMES:
        top = PACKAGE / "games" / name
        assert [one for one in sorted(GAME_FILES) if top / f"{one}.py" not in FILES] == [], name
        for function, home in homes.items():
            assert getattr(games.find(name), function).__module__ == f"gm_tools.games.{name}.{home}", function


def test_imports_do_not_run_in_a_circle() -> None:
    graph = {
        name: {other for other in imports(path) if other in NAMES and other != name} for name, path in NAMES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_nothing_below_the_commands_imports_them() -> None:
    users = {name for name, path in NAMES.items() for other in imports(path) if other.startswith("gm_tools.cli")}
    assert {name for name in users if not name.startswith("gm_tools.cli")} == {"gm_tools.__main__"}


def test_no_cached_function_translates() -> None:
    """A process may speak several languages one after the other: what a cache keeps would be told in the first one."""
    kept = [
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path, node in find_parts(ast.FunctionDef)
        if any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
        and any(
            isinstance(call, ast.Call) and ast.unparse(call.func) in {"_", "ngettext"}
            for statement in node.body
            for call in ast.walk(statement)
        )
    ]
    assert kept == []


def test_numbers_with_decimals_are_written_in_one_place() -> None:
    """A language has a decimal sign of its own: `core/text.py` knows it. Drawings and figures for programs have a point."""
    found = [
        f"{name}: {form}"
        for path in FILES
        if not (name := path.relative_to(PACKAGE).as_posix()).startswith("render/")
        for form in re.findall(r"\{[^{}\"']*:[<>]?\d*\.(?:[1-9]f|\d[g%])\}|:\.0%\}", path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_nothing_is_found_by_its_heading() -> None:
    """A heading is in the reader's language: a block or column that is looked for has a name or a mark."""
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path, node in find_parts(ast.Compare)
        if any(isinstance(side, ast.Attribute) and side.attr == "title" for side in ast.walk(node))
        and any(isinstance(side, ast.Call) and ast.unparse(side.func) == "_" for side in ast.walk(node))
    ]
    assert found == []


def test_no_file_is_longer_than_a_story() -> None:
    lengths = {
        path.relative_to(PACKAGE).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES
    }
    assert {name for name, length in lengths.items() if length > LONGEST} <= LONG_FILES


def test_no_function_is_longer_than_two_screens() -> None:
    lengths = {
        f"{path.relative_to(PACKAGE)}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in FILES
        for node in functions(path)
    }
    assert {name for name, length in lengths.items() if length > LONGEST_FUNCTION} == set()


def test_docstrings_keep_to_the_width() -> None:
    """The first line is one sentence that fits; what else there is to say stands below it."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    wide = []
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in statements(path):
            if isinstance(node, kinds) and ast.get_docstring(node) is not None:
                first, last = node.body[0].lineno, node.body[0].end_lineno or 0
                wide += [
                    f"{path.relative_to(PACKAGE)}:{at}" for at in range(first, last + 1) if len(lines[at - 1]) > WIDEST
                ]
    assert wide == []


@pytest.mark.parametrize("module", [name for name, path in NAMES.items() if ">>>" in path.read_text(encoding="utf-8")])
def test_the_examples_in_docstrings_hold(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


def parameters(arguments: ast.arguments) -> list[str]:
    """Return the names of a function's parameters, without the object that it is called on."""
    rest = (arguments.vararg, arguments.kwarg)
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *(one for one in rest if one is not None)]
    return [one.arg for one in found if one.arg not in {"self", "cls"}]


def test_a_function_takes_eight_parameters_at_most() -> None:
    """What belongs together is a record; a command alone has a parameter for each of its options."""
    many = [
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path, node in find_parts(ast.FunctionDef, ast.AsyncFunctionDef)
        if len(parameters(node.args)) > MOST_PARAMETERS
        and not any(ast.unparse(decorator).startswith("command(") for decorator in node.decorator_list)
    ]
    assert many == []


def test_every_word_of_the_glossary_is_used() -> None:
    used = set().union(*map(words, FILES))
    assert [word for word in glossary() if not {word, f"{word}s"} & used] == []


def test_the_glossary_is_sorted_and_names_each_word_once() -> None:
    assert len(glossary()) >= 50
    assert glossary() == sorted(set(glossary()))


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    top = PACKAGE.parent
    assert len((top / "README.md").read_text(encoding="utf-8").splitlines()) <= 200
    for page in (top / "README.md", CONTRIBUTING, top / "tests" / "bench" / "README.md"):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
