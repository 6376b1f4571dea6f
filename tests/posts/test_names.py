"""Names that only look like a player's, and names that are near one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.names import fold, name_key, near_names, show_invisible
from gm_tools.core.problems import InputError
from gm_tools.core.stage import seat_of
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from gm_tools.table.table_file import check_names
from tests.posts.collecting import hand, run

ALICE, BOB = "Order: A(7M)", "Order: (6M)"


FALSE_ALICES = {
    "accent": "Alicé",
    "zero width": "Al\u200bice",
    "full width": "Ａｌｉｃｅ",
    "mathematical": "𝐀𝐥𝐢𝐜𝐞",
    "circled": "Ⓐⓛⓘⓒⓔ",
    "override": "\u202eAlice",
    "soft hyphen": "Al\u00adice",
    "variation selector": "Alice\ufe0f",
    "joiner": "Ali\u200dce",
    "Cyrillic": "\u0410lice",
    "Greek": "\u0391lice",
    "combining overlay": "Al\u0338ice",
    "filler": "Alice\u3164",
    "grapheme joiner": "Al\u034fice",
    "dotless": "Al\u0131ce",
    "tag": "Alice\U000e0041",
}


@pytest.mark.parametrize("name", FALSE_ALICES.values(), ids=FALSE_ALICES)
@pytest.mark.parametrize("text", [ALICE, "Order: A(7", "I retract my order."])
def test_a_name_that_only_looks_like_a_players_orders_nothing_and_takes_nothing_back(
    dust: Path, name: str, text: str
) -> None:
    outcome = run(dust, ("Alice", BOB), (name, text))
    assert hand(dust) == {"A": "(6M)"}
    if "retract" not in text:
        assert len(outcome.strangers) == 1
        assert "Alice" in outcome.strangers[0]
        assert wants_gm(outcome)
    shown = "\n".join(outcome.strangers)
    assert not {"\u200b", "\u202e", "\u00ad", "\u3164", "\u034f", "\U000e0041"} & set(shown)


def test_a_false_name_is_shown_with_what_makes_it_false(dust: Path) -> None:
    outcome = run(dust, ("\u0410lice", ALICE), ("Al\u200bice", ALICE))
    assert "U+0410 CYRILLIC CAPITAL LETTER A" in outcome.strangers[0]
    assert "Al<U+200B ZERO WIDTH SPACE>ice" in outcome.strangers[1]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Émile", "E\u0301MILE", True),
        (" Bob  the Builder", "bob the builder", True),
        ("Νίκος", "ΝΊΚΟΣ", True),
        ("\U0001f468\u200d\U0001f4bb Max", "\U0001f468\u200d\U0001f4bb max", True),
        ("\u2764\ufe0f", "\u2764", False),
        ("Straße", "Strasse", False),
        ("Straße", "STRASSE", False),
        ("fiona", "ﬁona", False),
        ("Ilka", "\u0131lka", False),
        ("\u0130lka", "ilka", False),
        ("Kim", "\u212aim", True),  # the Kelvin sign is K by definition of Unicode
        ("Rees", "Ree\u017f", False),
    ],
)
def test_names_are_the_same_up_to_case_composition_and_blanks(one: str, other: str, is_same: bool) -> None:
    assert (name_key(one) == name_key(other)) is is_same


@pytest.mark.parametrize("name", ["Alice", "Émile", "\U0001f468\u200d\U0001f4bb", "\u2764\ufe0f Max", "Νίκος", "محمد"])
def test_a_usual_name_is_shown_as_it_is(name: str) -> None:
    assert show_invisible(name) == name


def test_a_name_of_emoji_is_its_own(dust: Path) -> None:
    name = "\U0001f468\u200d\U0001f4bb"
    text = (dust / "table.toml").read_text(encoding="utf-8").replace('"al1ce"', f'"{name}"')
    (dust / "table.toml").write_text(text, encoding="utf-8")
    outcome = run(dust, (name, ALICE), (name.replace("\u200d", ""), BOB))
    assert hand(dust) == {"A": "A(7M)"}
    assert len(outcome.strangers) == 1


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("**Alice**", ("Alice",)),
        ("`bob`", ("Bob the Builder",)),
        ("Bob", ("Bob the Builder",)),
        ("Alise", ("Alice",)),
        ("alice_99", ("Alice",)),
        ("A", ()),
        ("Zebra", ()),
        ("Carol", ("Carol One", "Carol Two")),
        ("Alic", ("Alice",)),
    ],
)
def test_names_that_are_nearly_a_players_are_found(name: str, near: tuple[str, ...]) -> None:
    assert near_names(name, ["Alice", "Bob the Builder", "Carol One", "Carol Two", "B"]) == near


def test_one_name_in_two_compositions_is_not_two_players() -> None:
    with pytest.raises(InputError, match="could also mean"):
        check_names([Seat("A", "Émile"), Seat("B", "Bob", ("E\u0301mile",))])


def test_a_first_name_that_one_player_has_will_do_on_the_command_line(dust: Path) -> None:
    table = open_table(dust)
    table = table._replace(seats=(Seat("A", "Alice"), Seat("O", "Bob the Builder")))
    assert seat_of(table, "bob").mark == "O"
    two = table._replace(seats=(Seat("A", "Bob Baker"), Seat("O", "Bob the Builder")))
    with pytest.raises(
        InputError, match=r"'Bob' could be A \(Bob Baker\) or O \(Bob the Builder\) \(allowed: the mark, or the"
    ):
        seat_of(two, "Bob")
    with pytest.raises(InputError, match=r"'Hob'.*did you mean Bob or Rob\?"):
        seat_of(table._replace(seats=(Seat("A", "Bob"), Seat("O", "Rob"))), "Hob")
    assert seat_of(table, " bob  THE builder").mark == "O"


def test_a_name_that_is_near_to_two_players_names_both(dust: Path) -> None:
    text = (dust / "table.toml").read_text(encoding="utf-8")
    text = text.replace('"Bob"', '"Bob the Builder"').replace('"Dan"', '"Bob Baker"')
    (dust / "table.toml").write_text(text, encoding="utf-8")
    outcome = run(dust, ("Bob", BOB))
    assert (hand(dust), outcome.near) == ({}, ())
    assert "is it Bob the Builder (O) or Bob Baker (D)?" in outcome.strangers[0]


def test_a_post_under_a_first_name_orders_nothing(dust: Path) -> None:
    text = (dust / "table.toml").read_text(encoding="utf-8").replace('"Bob"', '"Bob the Builder"')
    (dust / "table.toml").write_text(text, encoding="utf-8")
    outcome = run(dust, ("Bob", BOB))
    assert hand(dust) == {}
    assert "is it Bob the Builder?" in outcome.strangers[0]


def test_folding_is_for_hints_alone() -> None:
    assert {fold(name) for name in FALSE_ALICES.values()} == {"alice"}
