"""Every case of every game, a test for each file of cases: what the rules say must come of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.conform import load_cases, run_case

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("file", sorted(CASES.glob("*/*.toml")), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_cases_come_out_as_they_say(file: Path) -> None:
    results = [run_case(case, str(file)) for case in load_cases(file)]
    differences = [f"{result.id}: {line}" for result in results for line in result.differences]
    assert not differences, "\n".join(differences)
    assert all(result.passed for result in results)
