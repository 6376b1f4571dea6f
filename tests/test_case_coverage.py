"""The case files leave nothing out: every rule, option and kind of event that a case can show is in one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.conform import load_cases
from tests.ground import GROUNDS

CASES = Path(__file__).parent / "cases"


COVERAGE = {name: ground.coverage for name, ground in GROUNDS.items()}


@pytest.mark.parametrize("game", COVERAGE)
def test_every_rule_option_edition_and_event_is_in_some_case(game: str) -> None:
    cases = [case for path in sorted((CASES / game).glob("*.toml")) for case in load_cases(path)]
    ground = COVERAGE[game]
    rules = {rule for case in cases for rule in case.rules}
    options = {name for case in cases for name in case.options}
    editions = {case.options["edition"] for case in cases if "edition" in case.options}
    events = {kind for case in cases for kind in case.expect.get("events", ())}
    assert {
        "rules": sorted(set(ground.rules.split()) - rules),
        "options": sorted(set(ground.options.split()) - options),
        "editions": sorted(set(ground.editions.split()) - editions),
        "events": sorted(set(ground.events.split()) - events),
    } == {"rules": [], "options": [], "editions": [], "events": []}


@pytest.mark.parametrize("game", COVERAGE)
def test_cases_name_rules_that_there_are_and_at_least_one(game: str) -> None:
    known = {*COVERAGE[game].rules.split(), *COVERAGE[game].elsewhere.split()}
    odd = {
        f"{path.name}::{case.id}": sorted(set(case.rules) - known)
        for path in sorted((CASES / game).glob("*.toml"))
        for case in load_cases(path)
        if not case.rules or set(case.rules) - known
    }
    assert odd == {}
