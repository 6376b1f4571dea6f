"""Words behind an order, with no other in them: what may change it, or says whose it is, is asked about; all are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.changes import OTHER, is_of_another, may_change
from gm_tools.posts.order_reader import OrderReader
from gm_tools.posts.statements import read_statements
from gm_tools.reports.collected_orders import collect_report, wants_gm
from gm_tools.table import open_table
from tests.posts.collecting import hand, row, run
from tests.posts.threads import post

BANTER_LINES = Path(__file__).with_name("banter.txt")

CHANGES = """\
make that 7M
scrap it
Scrub that.
+1M to my order
plus one M to my order please
One M more please
one less M
7 instead of 6
7, not 6
Actually seven.
Sorry, meant 7
Seven please
Let's say seven
should've been 7M
without the last M
don't accelerate
Left at the end please
*7M
forget what I wrote
I take that back.
Not yet
that was a test
just kidding
Skip me this turn
Can I change my order?
Don't resolve yet
My real order will follow tomorrow
New order coming
back to my previous order please
wrong account
He can't log in
Eins mehr bitte
mach 7M draus
Ich meinte sieben
Hab mich verzählt
Bitte noch nicht auswerten
am Ende bitte links
War nur Spaß
Neuer Zug folgt.
My cat says scrap that
Strike that from the record
I take it back since the wall is closer than I thought
I need to change that when I get to the office
changed to 8 because of the wall
stick with my original, cheers lads
drop my last and go by the older one
same as above but with a left at the end before the sandbags
this was for another game, sorry mates
ich nehme das zurück, weil die Wand kommt
bleibe beim alten Zug, dank euch
plutôt 7""".splitlines()
TALK = """\
Good luck everybody
I must change trains now
More sand please!
Only 2 more laps to go!
See you at 8 pm.
I'm 5 tiles behind
Wrong turn at Albuquerque
Never mind the sand
I hope I counted right
That is my order.
No changes.
Is this right?
Same old story
Back on Sunday
Don't cancel my order!
My first race here, the old one was better.
Edit: thanks, all!
Edit: formatting
Das ist mein Befehl.
I have 3 WC left after this
That leaves me with 2 wild cards
So 9 next turn.
Number 1!
I must change that tyre
I hope I make it to the line
We changed two tyres
I was in another race yesterday
Skip the small talk
2 for 1
Can't wait for turn 12
Nicht schlecht
Mal sehen, was passiert""".splitlines()
ANOTHERS = [
    "(that is {}'s, he can't log in)", "That's {}'s order", "(for {})", "this one's from {}", "{} asked me to post this", "sent by {}",
    "as {}", "im Namen von {}", "This order is {}'s.", "für {}", "{} speaking",
]  # fmt: skip
BANTER = ["Go, {}!", "{}, watch out!", "That was a nice turn, {}", "It's {}'s fault.", "I hope {} crashes", "{}'s last order was wrong, ha!"]  # fmt: skip


def test_words_that_may_change_an_order_are_told_from_talk() -> None:
    assert [line for line in CHANGES if not may_change(line)] == []
    assert [line for line in TALK if may_change(line)] == []
    assert [line for line in ANOTHERS if not is_of_another(line.format(OTHER))] == []
    assert [line for line in BANTER if is_of_another(line.format(OTHER))] == []


@pytest.mark.parametrize("words", ["+1M to my order", "Scrub that."])
def test_words_that_may_change_an_order_are_asked_about(dust: Path, words: str) -> None:
    for told in ([("Alice", f"Order: (6M)\n{words}")], [("Alice", "Order: (6M)"), ("Alice", words)]):
        outcome = run(dust, *told)
        assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)
        assert "may take back or change an order" in row(outcome).verdict
        assert row(outcome).verdict.endswith('(6M) stays in hand; if it is meant, type: gm order TABLE A "(6M)"')


def test_a_correction_is_told_as_it_was_posted(dust: Path) -> None:
    verdict = row(run(dust, ("Alice", "Order: (6M)\nmake that 7M"))).verdict
    assert verdict == "ambiguous: post 1 by Alice holds two different orders: (6M) and (7M)"


@pytest.mark.parametrize("words", ["\n(that is Bob's, he can't log in)", " (for Bob)", "\nBob asked me to post this", " (Bob)"])  # fmt: skip
def test_an_order_that_is_said_to_be_another_players_is_asked_about(dust: Path, words: str) -> None:
    outcome = run(dust, ("Alice", f"Order: (6M){words}"))
    assert (hand(dust), wants_gm(outcome)) == ({}, True)


def test_a_later_post_that_says_whose_an_order_was_is_asked_about(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)"), ("Alice", "That was Bob's."))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, True)


@pytest.mark.parametrize("text", ["Order (draft): (6M)", "Order: (6M) (?)", "Order: (6M) (tentative)", "Order: (6M) - to be confirmed"])  # fmt: skip
def test_an_order_that_is_called_none_yet_is_asked_about(dust: Path, text: str) -> None:
    assert wants_gm(run(dust, ("Alice", text)))


def test_what_is_said_behind_an_order_is_shown(dust: Path) -> None:
    words = "A hairpin to finish would be fine, too"
    outcome = run(dust, ("Alice", f"Hello!\nOrder: (6M)\n{words}"), ("Alice", ":)"))
    assert (row(outcome).verdict, wants_gm(outcome)) == ("in hand", False)
    assert collect_report(outcome).data["behind"] == [f"A: post 1 by Alice goes on: {words!r}"]
    later = run(dust, ("Alice", "Order: (6M)"), ("Alice", words), ("Alice", "Thanks!"), ("Alice", ":)"))
    both = f"A: post 2 by Alice goes on: {words!r}; post 3 by Alice goes on: 'Thanks!'"
    assert collect_report(later).data["behind"] == [both]


def test_what_was_said_before_an_order_is_not_shown_with_it(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Too fast, all of you"), ("Alice", "Order: (6M)\n:)"))
    assert collect_report(outcome).data["behind"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Next turn:\n(6M)",
        "Only an example:\n[code](6M)[/code]",
        "What I would do:\n\n(6M)",
        "Is this legal?\n(6M)",
        "Old order:\n(6M)",
        "Entwurf:\n(6M)",
        "If nobody objects:\nOrder: (6M)",
        "Order: (6M)\nunless Bob is in the way",
        "Order: (6M)\n(assuming Bob moves)",
    ],
)
def test_lines_beside_an_order_that_say_it_may_be_none_are_asked_about(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)


@pytest.mark.parametrize(
    "text",
    ["Too slow for me:\n(6M)", "Who is next?\n(6M)", "Here is mine:\n(6M)", "Order: (6M)\nIf Bob brakes, he is lost."],
)
def test_talk_beside_an_order_leaves_it_as_it_is(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


@pytest.mark.parametrize(
    "line", ["@Bob your order was", "Carol (offline) says", "**Bob** wants", "Bobs Zug ist", "Carol's order is below", "Bob can't post, so I do it"]
)  # fmt: skip
@pytest.mark.parametrize("order", ["(6M)", "\nOrder: (6M)"])
def test_an_order_below_a_line_that_leads_from_another_name_to_it_is_asked_about(
    dust: Path, line: str, order: str
) -> None:
    outcome = run(dust, ("Alice", f"{line}\n{order}"))
    assert (hand(dust), wants_gm(outcome)) == ({}, True)


def test_banter_beside_an_order_is_hardly_ever_asked_about(dust: Path) -> None:
    table = open_table(dust)
    lines = BANTER_LINES.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 200
    for form in ("{}\n\n(6M)", "(6M)\n{}", "{}\nOrder: (6M)"):
        asked = []
        for line in lines:
            reader = OrderReader(table.game, table.position, table.seats, 1)
            said = read_statements(reader, post(1, "Alice", form.format(line)), ["A"])
            if [one.text for one in said.found] != ["(6M)"] or said.found[0].problems or said.doubts:
                asked.append(line)
        assert len(asked) < len(lines) * 0.03, (form, asked)
