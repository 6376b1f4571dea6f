"""The rules for a table's deadlines: how they come round, grace, holidays and the like.

The options of `gm deadline`, the desk's form and what `gm status` says are made from `RULES`. A new rule is a row here,
a field of the same name in `deadline.py: Deadline`, and what it does there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from gm_tools.core.deadline import Deadline
from gm_tools.core.i18n import N_, _
from gm_tools.core.schedule import Schedule, format_schedule, parse_holiday, parse_schedule, show_schedule
from gm_tools.core.times import Moment, format_duration, parse_duration
from gm_tools.core.tuples import NamedTuple


class Rule(NamedTuple):
    """A rule for a table's deadlines: how it is typed, and what is said of it.

    What has no value (None, no days, False) is not a rule of the table. `option` is that of `gm deadline`, `shown` what
    stands in its help for a value (empty: it has none), `text` that help; `label` and `hint` are those of the desk's
    form. `say(value)` is a value in a sentence, `plain(value)` for programs, and `parse(text, key)` reads it.
    """

    name: str
    option: str
    shown: str
    text: str
    label: str
    hint: str
    say: Callable[[Any], str]
    parse: Callable[[str, str], Any] = parse_duration
    plain: Callable[[Any], Any] = format_duration

    def value(self, deadline: Deadline) -> Any:
        """Return what the rule is at a table."""
        return deadline.schedule if self.name == "every" else getattr(deadline, self.name)

    def read(self, typed: Any) -> Any:
        """Return the value of what was typed: a text, a list of them, yes or no.

        A 0 is None; among several it is an empty text.
        """
        if isinstance(typed, str):
            return None if typed.strip() == "0" else self.parse(typed, self.option)
        return typed if isinstance(typed, bool) else tuple(self.read(one) or "" for one in typed)


RULES = (
    Rule(
        "every",
        "--every",
        "TIME",
        "The next deadlines: 48h after a turn is resolved, 48h at 20:00, Tue and Fri 20:00. 0: none.",
        N_("Then every"),
        "48h, Tue and Fri 20:00",
        show_schedule,
        parse_schedule,
        format_schedule,
    ),
    Rule(
        "grace",
        "--grace",
        "TIME",
        "How long orders still count after a deadline. 0: not at all.",
        N_("Grace"),
        "6h",
        lambda span: _("orders count for {span} after a deadline", span=format_duration(span)),
    ),
    Rule(
        "holidays",
        "--holiday",
        "DAY[..DAY]",
        "Days without a deadline. May be repeated. 0: none.",
        N_("Days without a deadline"),
        "2026-12-24..2026-12-27",
        lambda days: _("none on {days}", days=", ".join(days)),
        parse_holiday,
        list,
    ),
    Rule(
        "early",
        "--early/--no-early",
        "",
        "Resolve a turn as soon as all orders are in.",
        N_("As soon as all orders are in"),
        "",
        lambda _is_on: _("a turn is resolved as soon as all orders are in"),
        plain=bool,
    ),
    Rule(
        "half",
        "--half-missing",
        "TIME",
        "More time for all, once, if over half is missing. 0: none.",
        N_("More time if over half is missing"),
        "24h",
        lambda span: _(
            "everybody gets {span} more, once, if more than half of the orders are missing", span=format_duration(span)
        ),
    ),
    Rule(
        "absent",
        "--absent",
        "TIME",
        "Wait so long for who missed three turns in a row. 0: as for all.",
        N_("Wait for who missed three turns"),
        "12h",
        lambda span: _(
            "for a player who has missed three turns in a row, the wait is {span}", span=format_duration(span)
        ),
    ),
)


def parse_rules(typed: Mapping[str, Any], zone: str = "") -> dict[str, Any]:
    """Return the values of rules as they were typed, by name; what was not typed is left out.

    A time of day without a zone is one in `zone`.
    """
    rules = {rule.name: rule.read(typed[rule.name]) for rule in RULES if typed.get(rule.name) not in (None, "", [])}
    schedule = rules.get("every")
    if schedule is not None and schedule.clock is not None and not schedule.zone:
        rules["every"] = schedule._replace(zone=zone)
    return rules


def with_rules(deadline: Deadline, rules: Mapping[str, Any], now: Moment) -> Deadline:
    """Return a deadline with rules changed, by name; None takes one away.

    Holidays are added; an empty text among them forgets those before.
    """
    new = dict(rules)
    if "every" in rules:
        schedule = rules["every"] or Schedule()
        is_span = schedule.clock is None
        new |= {"every": schedule.span if is_span else None, "pattern": None if is_span else schedule}
    if "holidays" in rules:
        known = () if "" in rules["holidays"] else deadline.holidays
        new["holidays"] = tuple(sorted({*known, *rules["holidays"]} - {""}))
    if "absent" in rules:
        begun = deadline.since or now._replace(zone=deadline.at.zone if deadline.at is not None else now.zone)
        new["since"] = begun if rules["absent"] is not None else None
    return deadline._replace(**new)


def settings_line(deadline: Deadline) -> str:
    """Return the rules for a table's deadlines in words, the grace last; empty if there are none."""
    in_order = sorted(RULES, key=lambda rule: rule.name == "grace")
    parts = [rule.say(value) for rule in in_order if (value := rule.value(deadline))]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def rules_data(deadline: Deadline) -> dict[str, Any]:
    """Return the rules for a table's deadlines for programs; `every` and `grace` are there though they may be empty."""
    found = {rule.name: rule.plain(value) for rule in RULES if (value := rule.value(deadline))}
    return {"every": "", "grace": "", **found}
