"""`gm conform`: case files run."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, note, progress, tell
from gm_tools.cli.options import AsJson, argument, flag
from gm_tools.conform import Result, load_cases, run_case
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.base import Report


@command("gm conform tests/cases", "gm conform my-cases.toml --json", "gm conform tests/cases --failed")
def conform(
    files: list[str] = argument("FILE...", "Case files, or folders of them."),
    failed: bool = flag("--failed", "Leave out the cases that passed."),
    json: AsJson = False,
) -> None:
    """Run case files, the compliance suite of the games.

    Prints a line a case, then how many passed and failed (exit status 1 if any did). A file that is itself wrong is an
    error (exit status 2), and the others still run.
    """
    wrong = 0
    results: list[Result] = []
    cases = []
    for path in _paths(files):
        try:
            cases += [(case, path) for case in load_cases(path)]
        except InputError as error:
            wrong += 1
            note(str(error))
    for case, path in progress(cases, _("cases")):
        try:
            results.append(run_case(case, path))
        except InputError as error:
            wrong += 1
            note(str(error))
            continue
        if not json and not (failed and results[-1].passed):
            _print_result(results[-1])
    passed = sum(result.passed for result in results)
    if json:
        _print_json(results, passed)
    else:
        tell(_("{passed} passed, {failed} failed", passed=passed, failed=len(results) - passed))
    if wrong or passed < len(results):
        raise typer.Exit(2 if wrong else 1)


def _paths(files: "Sequence[str]") -> list[str]:
    """Return the case files meant: a folder means all TOML files in and below it."""
    paths: list[str] = []
    for name in files:
        folder = Path(name)
        if not folder.is_dir():
            paths.append(name)
            continue
        below = sorted(str(path) for path in folder.rglob("*.toml"))
        if not below:
            raise InputError(_("holds no case files"), file=name, allowed=_("files *.toml"))
        paths += below
    return paths


def _print_result(result: "Result") -> None:
    tell(f"{'ok  ' if result.passed else 'FAIL'} {result.file}: {result.id}")
    for line in result.differences:
        tell(f"       {line}")
    if sys.stderr.isatty():
        sys.stdout.flush()


def _print_json(results: "Sequence[Result]", passed: int) -> None:
    data = {
        "passed": passed,
        "failed": len(results) - passed,
        "cases": [result._asdict() for result in results],
    }
    emit(Report("conform", _("Conformance"), (), data), json=True)
