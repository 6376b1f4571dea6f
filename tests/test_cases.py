"""Every case of every game, one test each: what the rules say must come of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.conform import load_cases, run_case
from gm_tools.core.cases import Case

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize(
    ("file", "case"),
    [
        pytest.param(path, case, id=f"{path.parent.name}/{path.name}::{case.id}")
        for path in sorted(CASES.glob("*/*.toml"))
        for case in load_cases(path)
    ],
)
def test_case(file: Path, case: Case) -> None:
    result = run_case(case, str(file))
    assert result.passed, "\n".join(result.differences)
