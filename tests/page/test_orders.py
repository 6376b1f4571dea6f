"""Orders tried in the browser: what is shown is what `gm try` says, of every kind of game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gm_tools.core.blocks import Grid, Lines, Picture, picture_lines
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import parse_html
from gm_tools.posts.passages import passages
from gm_tools.render.forums import FORUMS
from gm_tools.reports.base import Report, Scene
from gm_tools.reports.trial import trial_report
from gm_tools.table.snapshot import open_snapshot, snapshot
from tests import effort
from tests.page.conftest import TABLES, Space, until
from tests.render import shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEGAL, ILLEGAL, UNREAD, HALF = "Legal", "Not legal", "Not understood", "Not finished yet"
POSSIBLE = "Possible, if you hold the {}"


def type_order(page: Page, text: str, state: str) -> None:
    """Type an order and wait for what is said of it."""
    page.fill("#text", text)
    said = "text => document.getElementById('verdict').dataset.order === text"
    page.wait_for_function(said, arg=text)
    told = page.inner_text("#state").partition(", but ")[0]  # what it surely costs is told in the same line
    # what a hand that is not known has to hold for it, too, where nothing else is asked for
    assert (LEGAL if state == LEGAL and told.startswith("Possible, if you hold") else told) == state


def try_order(space: Space, name: str, seat: str, text: str) -> Report:
    """Return what `gm try` says of an order, worked out here."""
    table = space.snapshot(name)
    scene = Scene(table.name, table.game, table.seats, seat)
    return trial_report(scene, table.position, seat, text, turn=table.turn + 1, whole_board=True)


def maps(page: Page, place: str = "#maps") -> list[str]:
    """Return the maps in a place of the page, to the letter."""
    return [str(each.evaluate("map => map.textContent")) for each in page.query_selector_all(f"{place} .map")]


def pictures(report: Report) -> list[str]:
    """Return the maps of a report."""
    return ["\n".join(picture_lines(block)) for block in report.blocks if isinstance(block, Picture)]


@pytest.mark.parametrize("name", TABLES)
def test_the_way_of_an_order_is_drawn_on_the_board(space: Space, name: str) -> None:
    page = space.ready(name)
    _, seat, order = TABLES[name]
    before = maps(page)
    type_order(page, order, LEGAL)
    report = try_order(space, name, seat, order)
    assert maps(page) == pictures(report) != before
    spans = [span for block in report.blocks if isinstance(block, Picture) for row in block.rows for span in row]
    way = [span.text for span in spans if span.role == "path" and span.text.strip()]
    assert page.eval_on_selector_all("#maps .map .path", "all => all.map(one => one.textContent)") == way
    assert len(way) > 1 or any(len(text) > 1 for text in way)
    (drawing,) = {block.drawing for block in report.blocks if isinstance(block, Picture) and block.drawing}
    numbers = page.eval_on_selector_all("#stage .over text", "all => all.map(one => one.textContent)")
    leaves = any(isinstance(block, Lines) and block.title == "Surely" for block in report.blocks)
    steps = list(range(1, len(drawing.steps) - leaves))  # where the track is left stands a cross
    if name == "marbles":  # the frame at the end reaches over the field before it, where a number would lie under it
        del steps[-2]
    if steps == [1]:  # the only step has no number
        steps = []
    assert [one for one in numbers if one.isdigit()] == [str(at) for at in steps]
    said = "".join(page.text_content(place) or "" for place in ("#verdict", "#risk", "#answer", "#folds"))
    said = said.replace("\N{NO-BREAK SPACE}\N{RIGHTWARDS ARROW}", " ->")  # as reports write it
    rules = re.compile(r" \[[A-Z][\d., A-Z]*\]")  # of what is said of the order they stand folded
    for block in report.blocks:
        if block.title == "Risk" or (isinstance(block, Grid) and not block.title.startswith("Ends")):
            assert block.title in said
        if isinstance(block, Lines):
            lines = [line for line in block.lines if not line.startswith(" ")]
            assert [line for line in lines if line not in said and rules.sub("", line) not in said] == []
    assert all(landing.words.place in said and landing.words.figures in said for landing in drawing.landings)
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    assert maps(page) == before
    assert page.query_selector("#stage .over > *") is None


def test_the_order_of_the_seed_and_its_numbered_cells(space: Space) -> None:
    page = space.ready("sandstorm")
    type_order(page, "A(2M)RM(R+1)", LEGAL)
    cells = page.eval_on_selector_all("#maps .map .path", "all => all.map(one => one.textContent).join('')")
    assert sorted(cells) == ["1", "2", "3"]  # a third of the way on: the car leaves the track
    assert "Outcomes (3 in all)" in page.inner_text("#folds")


def test_every_branch_of_chance_has_its_probability(space: Space) -> None:
    page = space.ready("sandstorm")
    type_order(page, "A(A+1)(6M)", LEGAL)
    shares = re.findall(r"(\d+\.\d)%", page.text_content("#longer") or "")
    assert sum(float(share) for share in shares) == pytest.approx(100)
    assert "N7.2" in page.locator("#why .rule").all_text_contents()  # for those who want to know


def test_an_illegal_order_its_rule_its_place_and_its_mended_form(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "A")
    type_order(page, "A(9M)", ILLEGAL)
    assert page.inner_text("#reason") == "8 moves needed at speed 8, 9 given"
    assert page.text_content("#why .rule") == "N2.2"  # for those who want to know
    assert page.text_content("#faults") == "  A(9M)   ^"
    assert page.inner_text("#mend") == "Write A(8M)"
    page.click("#mend")
    page.wait_for_selector("#state:text-is('Legal')")
    assert page.input_value("#text") == "A(8M)"
    assert not page.is_visible("#mend")
    assert page.text_content("#faults") == ""


def test_half_an_order_is_not_called_wrong(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "A")
    for text, given in (("A", 0), ("A(", 0), ("A(3", 0), ("A(3M", 3), ("A(3M)", 3), ("A(3M)R", 4)):
        type_order(page, text, HALF)
        assert page.inner_text("#reason") == f"{given} of 8 moves"
        assert not page.is_visible("#mend")
    assert page.input_value("#text") == "A(3M)R"
    page = space.ready("lighthouse")
    type_order(page, "G", HALF)
    page = space.ready("willow")
    type_order(page, "R3 P2", HALF)
    assert page.inner_text("#reason") == "2 of 6 dice"


def test_an_unreadable_order_is_refused_with_its_place(space: Space) -> None:
    page = space.ready("willow")
    type_order(page, "R3 P9", UNREAD)
    assert page.text_content("#faults") == "  R3 P9      ^"
    assert not page.is_visible("#mend")  # R3 P could be read, and would be illegal
    assert page.get_attribute("#copy", "class") == "plain"


def test_a3_a4_an_order_that_can_be_read_in_two_ways_is_not_called_illegal_and_the_board_stays(space: Space) -> None:
    page = space.ready("lighthouse")
    page.select_option("#seat", "C")
    high = "() => document.querySelector('#stage svg').getBoundingClientRect().height"
    was = page.evaluate(high)
    type_order(page, "GEE", "Can be read in two ways: which one?")
    assert page.evaluate(high) == was
    type_order(page, "GEEE", ILLEGAL)  # the board stays
    assert page.evaluate(high) == was
    assert len(page.query_selector_all("#stage > svg.drawn")) == 1


def test_while_a_key_makes_no_order_the_way_of_the_last_one_stays(space: Space) -> None:
    page = space.ready("sandstorm")
    plain = maps(page)
    type_order(page, "(4M)", LEGAL)
    steps = "() => [...document.querySelectorAll('#stage .over text')].filter((one) => one.textContent > '0' && one.textContent < ':').length"
    assert page.evaluate(steps) == 4
    stale = "() => document.getElementById('stage').classList.contains('stale')"
    assert not page.evaluate(stale)
    type_order(page, "(4M)(", HALF)
    assert page.evaluate(steps) == 4
    assert page.evaluate(stale)
    type_order(page, "A(5M)", LEGAL)
    assert not page.evaluate(stale)
    assert maps(page) == pictures(try_order(space, "sandstorm", "D", "A(5M)"))
    type_order(page, "A(20M)", ILLEGAL)
    type_order(page, "A(20M)x", UNREAD)  # what cannot be read has no way, nor the way of something else
    assert (maps(page), page.evaluate(stale)) == (plain, False)
    type_order(page, "A(20M)", ILLEGAL)
    type_order(page, "(", HALF)
    assert (maps(page), page.evaluate(stale)) == (plain, False)
    type_order(page, "(4M)", LEGAL)
    type_order(page, "(4M)(", HALF)
    page.select_option("#seat", "C")  # another car's way is not this one's
    page.wait_for_function("() => !document.querySelector('#stage .over > *')")
    assert maps(page) == plain


def test_only_the_wrong_part_of_a_sheet_is_mended(space: Space) -> None:
    page = space.ready("sandstorm")
    type_order(page, "M else BB; turn 11: A(5M)", ILLEGAL)
    page.click("#mend")
    page.wait_for_selector("#state:text-is('Legal')")
    assert page.input_value("#text") == "(4M) else BB; turn 11: A(5M)"


def test_the_alternative_that_is_used_is_shown(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "A")
    type_order(page, "M else (7M); turn 12: BB", LEGAL)
    said = page.inner_text("#answer")
    assert "alternative 1: M is not legal" in said
    assert "alternative 2: (7M) is used" in said
    assert "turn 12: BB: can be read; whether it is legal is checked in its turn" in said


def test_only_the_last_of_several_quick_keys_is_answered(space: Space) -> None:
    page = space.ready("sandstorm")
    page.focus("#text")
    page.keyboard.type("A(2M)RM(R+1)", delay=5)
    page.wait_for_selector("#state[data-state=legal]")
    assert maps(page) == pictures(try_order(space, "sandstorm", "D", "A(2M)RM(R+1)"))


def test_a_players_own_hand_stays_on_the_page(space: Space) -> None:
    page = space.ready("marbles")
    table = space.tables["marbles"]
    hand = list(table.position.hands[0])
    order = "3 R17>20"
    assert "3" not in hand
    type_order(page, order, POSSIBLE.format("3"))  # for all that everybody knows
    space.asked.clear()
    page.fill("#private", f"What happened\n  K: warrior K49\n\nHands\n-----\nR: {', '.join(hand)}\n\nNext: R plays.")
    page.wait_for_selector("#state:text-is('Not legal')")
    assert f"the hand of R holds {', '.join(hand)}" in page.inner_text("#verdict")
    page.fill("#private", " ".join(hand).upper())
    type_order(page, TABLES["marbles"][2], LEGAL)
    assert page.inner_text("#state") == LEGAL
    page.fill("#private", "2 3")
    page.wait_for_selector("#refused:not(:empty)")
    page.wait_for_selector(f"#state:text-is('{POSSIBLE.format(2)}')")
    assert page.inner_text("#refused") == "R holds 3 cards, found R: 2, 3"
    assert space.asked == []
    kept = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    assert not any(card in kept for card in ("9", "10"))
    page.select_option("#seat", "G")
    assert page.input_value("#private") == ""
    page.select_option("#seat", "R")


def test_the_post_is_copied_and_what_the_forum_makes_of_it_is_collected(space: Space) -> None:
    page = space.ready("willow")
    _, _, order = TABLES["willow"]
    type_order(page, order, LEGAL)
    assert set(page.eval_on_selector_all("#forum option", "all => all.map(one => one.value)")) == set(FORUMS)
    for forum in FORUMS:
        page.select_option("#forum", forum)
        page.click("#copy")
        page.wait_for_selector("#copied:text-is('Copied.')")
        post = str(page.evaluate("() => navigator.clipboard.readText()"))
        text = read_body(parse_html(getattr(shown, forum)(post))).text
        assert [(one.text.strip(), one.how) for one in passages(text) if _turn(one.about) == "7"] == [(order, "order")]


def _turn(about: str) -> str:
    """Return the turn that a label names."""
    return "".join(re.findall(r"Order \(turn (\d+)\)", about))


def test_a_later_snapshot_dropped_on_the_page(space: Space, tmp_path: Path) -> None:
    page = space.ready("willow")
    later = snapshot(until("willow", 8, tmp_path / "willow"))
    (tmp_path / "later.toml").write_text(later, encoding="utf-8")
    (tmp_path / "broken.toml").write_text(later.replace("format = 1", "format = 9"), encoding="utf-8")
    title = page.inner_text("#title")
    page.click("#other summary")
    page.set_input_files("#file", tmp_path / "broken.toml")
    page.wait_for_selector("#dropped:has-text('broken.toml')")
    assert "format: found 9 (allowed: 1)" in page.inner_text("#dropped")
    assert page.inner_text("#title") == title
    drop: Any = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'later.toml')); return data; }",
        later,
    )
    page.dispatch_event("main", "drop", {"dataTransfer": drop})
    page.wait_for_selector("#leave", state="visible")
    opened = open_snapshot(later)
    assert page.inner_text("#title") == f"Turn {opened.turn + 1}" != title
    assert page.inner_text("#where") == opened.game.headline(opened.position)
    seat = next(iter(opened.game.awaited(opened.position)))
    page.select_option("#seat", seat)
    order = opened.game.format_order(next(opened.game.legal_orders(opened.position, seat)))
    type_order(page, order, LEGAL)
    scene = Scene(opened.name, opened.game, opened.seats, seat)
    assert maps(page) == pictures(
        trial_report(scene, opened.position, seat, order, turn=opened.turn + 1, whole_board=True)
    )
    page.click("#leave")
    page.wait_for_selector("#leave", state="hidden")
    assert page.inner_text("#title") == title
    page.select_option("#seat", "P")
    type_order(page, TABLES["willow"][2], LEGAL)


def test_a_key_that_changes_nothing_does_not_redraw_the_board(space: Space) -> None:
    page = space.ready("sandstorm")
    type_order(page, "A(2M)R", HALF)
    page.evaluate(
        """() => {
          window.drawn = [];
          const seen = new MutationObserver((list) => window.drawn.push(...list.map(({target}) => target.outerHTML.slice(0, 80))));
          for (const part of document.querySelectorAll("#stage .over, #stage g.piece")) {
            seen.observe(part, {attributes: true, childList: true, subtree: true});
          }
        }"""
    )
    type_order(page, "A(2M)RM(", HALF)
    assert page.evaluate("() => window.drawn") == []
    type_order(page, TABLES["sandstorm"][2], LEGAL)
    page.wait_for_function("() => window.drawn.length > 0")


def test_what_a_legal_order_surely_costs_is_said_first(space: Space) -> None:
    page = space.ready("lighthouse")
    type_order(page, "+1E +3N G0 H", LEGAL)
    assert page.inner_text("#state") == "Legal, but crashes: out for 4 slots"
    assert page.get_attribute("#verdict", "data-risk")
    assert page.inner_text("#reason").split(" · ") == [
        "2 turbo chips, 1 left",
        "to row 9 column 29, shift W5S2",
        "4 more steps to cross line bay",
    ]
    type_order(page, "GNN", LEGAL)
    assert page.inner_text("#state") == LEGAL
    assert not page.get_attribute("#verdict", "data-risk")
    page = space.ready("papers")
    type_order(page, "SE", LEGAL)
    assert page.inner_text("#state") == "Legal, but leaves the road: sits out 1 turn"
    type_order(page, "NE", LEGAL)
    assert page.inner_text("#reason") == "ends on row 4 column 24, velocity 1 east and 2 north"


def test_an_order_that_can_be_read_in_two_ways_offers_both(space: Space) -> None:
    page = space.ready("lighthouse")
    page.mouse.move(600, 5)  # a button that comes to be below the pointer is pointed at
    reached = page.locator("#stage .reach > g").count()
    type_order(page, "GEE", "Can be read in two ways: which one?")
    # Where either way leads, with turbo chips or without
    assert 0 < page.locator("#stage .reach > g").count() < reached
    assert page.locator("#readings button").all_inner_texts() == ["GEE H", "GEE V"]
    assert not page.is_visible("#mend")
    steps = page.locator("#stage .over > *")
    assert steps.count() == 0  # neither is drawn before one is pointed at
    page.hover("#readings button >> nth=1")
    page.wait_for_function("() => document.querySelectorAll('#stage .over > *').length > 0")
    page.click("#readings button >> nth=1")
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'GEE V'")
    assert page.input_value("#text") == "GEE V"


def test_the_bar_shows_what_the_sentence_says(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "M")
    type_order(page, "A(3M)L(3M)R(2M)B", LEGAL)
    assert page.inner_text("#risk p").startswith("Risk: 33% off the track, onto the tile of G and K; 1 to 8 sandbags")
    parts = page.eval_on_selector_all(
        "#risk .bars i", "all => all.map(one => [one.className, Number(one.style.flexGrow)])"
    )
    assert sum(share for _, share in parts) == pytest.approx(1)
    assert page.evaluate(
        "() => document.getElementById('said').scrollWidth <= document.getElementById('text').offsetWidth"
    )
    assert page.inner_text("#risk .hint") == "Wider is likelier; numbers count sandbags hit."
    assert [share for role, share in parts if role == "off"] == [pytest.approx(1 / 3, abs=1e-5)]
    assert {role for role, _ in parts} == {"off", "bags"}  # nothing of it is green: there is a sandbag in every case
    assert page.locator("#answer .end").count() == 3
    assert page.inner_text("#longer > details > summary") == "Outcomes (19 in all)"
    assert "[N" not in page.inner_text("#verdict") + page.inner_text("#risk")


@pytest.mark.long
@pytest.mark.parametrize(("before", "after"), effort.some(("(4M)", "A(2M)RM(R+1)"), ("A(2M)RM(R+1)", "(4M)")))
def test_a_copy_is_of_the_order_in_the_box_and_waits_till_it_is_known(space: Space, before: str, after: str) -> None:
    page = space.ready("sandstorm")
    type_order(page, before, LEGAL)
    page.evaluate(
        """text => { const box = document.getElementById('text');
        box.value = text;
        box.dispatchEvent(new Event('input', {bubbles: true}));
        document.getElementById('copy').click(); }""",
        after,
    )
    page.wait_for_selector("#copied:text-is('Copied.')")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert after in copied
    assert f"\n{before}\n" not in copied
