"""Makes `gm_tools/page/start.zip`, and tells what in it is not as it should be: run by `start.mjs`, inside Pyodide.

Starting Pyodide takes three times as long if Python has to compile its own library first, and that library is a third of what
there would be to load. The archive holds, compiled, the modules of it that the engine has imported when orders have been tried in
every game, and all that its code says it may import. After a change of Pyodide's version, or of what is imported:

    .venv/bin/python -m tests.page.make_start
"""

from __future__ import annotations

import ast
import json
import marshal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LIBRARY = "/lib/python313.zip/"
HEAD = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # what stands behind is taken without a look at any source


def exercise(tables: list[tuple[str, list[str]]]) -> None:
    """Try orders on snapshots, so that all that this takes is imported."""
    from gm_tools.page import engine

    for snapshot, orders in tables:
        engine.load(snapshot, "en")
        seats = json.loads(engine.show())["seats"]
        for order in orders:
            engine.answer(seats[0]["mark"], order, "2 3")
    for path in sorted(Path(engine.__file__).parents[1].rglob("*.py")):
        for name in named_imports(ast.parse(path.read_text(encoding="utf-8"))):
            with suppress(ImportError):  # what is there on some systems only
                import_module(name)


def named_imports(tree: ast.AST) -> Iterator[str]:
    """Yield the modules of Python's library that code imports anywhere."""
    for node in ast.walk(tree):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [str(node.module)]
        yield from (name for name in names if name.partition(".")[0] in sys.stdlib_module_names)


def compile_module(module: ModuleType) -> tuple[str, CodeType] | None:
    """Return a module of Python's library as a name in an archive and its code, None for any other."""
    spec: Any = getattr(module, "__spec__", None)
    if module.__name__ == "__main__" or spec is None or not (spec.origin or "").endswith((".py", ".pyc")):
        return None
    name = module.__name__.replace(".", "/") + ("/__init__" if spec.submodule_search_locations is not None else "")
    try:
        source = ZipFile(LIBRARY[:-1]).read(f"{name}.py")
    except KeyError:
        return None
    # Pyodide reads its own documentation, nothing reads the library's.
    optimize = 0 if name.split("/")[0] in {"pyodide", "_pyodide"} else 2
    code = compile(source, f"{LIBRARY}{name}.py", "exec", dont_inherit=True, optimize=optimize)
    return f"{name}.pyc", code


def entries() -> Iterator[tuple[str, CodeType]]:
    """Yield what belongs into the archive now, by name."""
    for _, module in sorted(sys.modules.items()):
        made = compile_module(module)
        if made is not None:
            yield made


def make_archive() -> bytes:
    """Return the archive."""
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, code in entries():
            archive.writestr(ZipInfo(name), HEAD + marshal.dumps(code), ZIP_DEFLATED, 9)
    return out.getvalue()


def wrong(data: bytes) -> list[str]:
    """Return the names of what is in an archive and not what its source compiles to, and of what is missing."""
    fresh = dict(entries())
    with ZipFile(BytesIO(data)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    faults = [
        name
        for name, code in held.items()
        if not code.startswith(HEAD) or name not in fresh or marshal.loads(code[len(HEAD) :]) != fresh[name]
    ]
    return faults + [name for name in fresh if name not in held]
