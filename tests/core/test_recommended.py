"""What is said of an order that cannot be read leads on: each thing to write instead makes an order, or the beginning of one."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from gm_tools.core import grammar
from gm_tools.core.i18n import _
from gm_tools.core.languages import speaking
from gm_tools.core.problems import Problem
from gm_tools.core.text import one_of
from gm_tools.games import NAMES, find
from tests import effort

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ORDERS = {
    "nascar": ("A(2M)RM(R+1)", "LLMM", "-", "(2A)MML", "S M 2R"),
    "tac": (
        *(
            "7 R5+3 R9>13",
            "13 in",
            "tac 8 skip",
            "swap 12",
            "5 R10 else drop 2",
            "R: 4 R10-4",
            "trick R17 B20",
            "cannot",
        ),
        *("warrior B64", "2 R17>B", "angel in", "tac 13 in G", "jester", "7 Ra R5+3 Rb"),
    ),
    "tacara": ("+1N GEN H +2E R123", "F GNN", "T2", "HOLD", "PASS", "red: G0", "G=E4N2 DN", "+3E GE V R2"),
    "monza": ("B1 Y2 R2 G3", "red: R3 P2 P1", "pass", "X2", "X0", "RYG"),
    "rally": ("NE SW (+1,-1)", "9 (+1,-1) 0", "+1,-1", "0 . 7", "5 5 5", "(2,-1)"),
}
SIGNS = "Q7("  # what stands in place of a sign, or between two
MORE = effort.choose("", "z#)9:>+.,-RMa")


def break_order(order: str) -> Iterator[str]:
    """Yield texts that are an order but for one sign: left out, another one, one more, or all behind it cut off."""
    for at in range(len(order) + 1):
        yield order[:at]
        yield order[:at] + order[at + 1 :]
        for sign in SIGNS + MORE:
            yield order[:at] + sign + order[at + 1 :]
            yield order[:at] + sign + order[at:]


def examples(words: str) -> Iterator[str]:
    """Yield what can be typed of what a message calls a terminal: `2M` of `a count (2M)`, `PASS`."""
    for word in words.split():
        yield from {word, word.rstrip(","), word.strip("(,)")} - {""}


class Reader:
    """What reads the orders of a game, and what its messages call the terminals."""

    def __init__(self, game: str) -> None:
        module = import_module(f"gm_tools.games.{game}.orders")
        self.parser = grammar.load(game, module._ToOrder)
        self.words: dict[str, str] = module._WORDS
        # Wrong texts that differ in what comes after a place have the same before it, and are told the same.
        self.begins = cache(self._begins)
        self.leads_on = cache(self._leads_on)

    def _begins(self, text: str) -> bool:
        """Tell whether a text is an order, or the beginning of one."""
        try:
            self.parser.parse(text)
        except self.parser.failure as error:
            token: Any = getattr(error, "token", None)
            return token is not None and token.type == "$END"
        return True

    def _leads_on(self, before: str, words: str) -> bool:
        """Tell whether what a message calls `words` can be typed behind a text as it is spelt there."""
        names = [name for name, called in self.words.items() if words in (called, _(called))]
        if "$END" in names:
            return before.strip() != "" and self.begins(before)
        patterns = [self.parser.patterns()[name] for name in names]
        return any(
            self.begins(before + blank + typed)
            for typed in examples(words)
            if any(pattern.match(typed) for pattern in patterns)
            for blank in ("", " ")
        )


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "language"),
    # Every day each game in one language and each language with some game.
    effort.choose([(game, ("en", "de")[at % 2]) for at, game in enumerate(NAMES)], [*product(NAMES, ("en", "de"))]),
)
def test_what_a_message_says_to_write_makes_an_order_or_the_beginning_of_one(game: str, language: str) -> None:
    reader, parse = Reader(game), find(game).parse_order
    listed: list[Sequence[str]] = []
    read: list[str] = []
    wrong = set()
    checked = 0
    explain = grammar._fault

    def list_words(words: Sequence[str]) -> str:
        listed.append(list(words))
        return one_of(listed[-1])

    def keep_text(parser: Any, error: Any, text: str, *rest: Any) -> Problem:
        read.append(text)  # without what a game drops before it is read
        return explain(parser, error, text, *rest)

    with speaking(language), patch.object(grammar, "_fault", keep_text), patch.object(grammar, "one_of", list_words):
        for text in dict.fromkeys(text for order in ORDERS[game] for text in break_order(order)):
            listed.clear()
            problem = parse(text)
            if not isinstance(problem, Problem):
                continue
            assert not problem.suggestion or not isinstance(parse(problem.suggestion), Problem), (text, problem)
            if len(listed) == 1 and one_of(listed[0]) in problem.message:
                before = read[-1][: problem.column - 1]
                wrong |= {(text, words) for words in listed[0] if words and not reader.leads_on(before, words)}
                checked += 1
    assert sorted(wrong)[:8] == []
    assert checked > 50


@pytest.mark.parametrize("game", NAMES)
def test_sample_orders_can_be_read(game: str) -> None:
    for order in ORDERS[game]:
        assert not isinstance(find(game).parse_order(order), Problem), order


@pytest.mark.parametrize("name", ["Q", "AQ7M", "R5", "k9"])
def test_a_letter_in_front_of_a_tac_order_is_no_order_without_its_colon(name: str) -> None:
    message = find("tac").parse_order(name).message
    assert re.search(r"a seat and a colon \(R:\)", message), message
