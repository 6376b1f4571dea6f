"""The small faults of the page's review, each by its name there: what a player, a designer, or somebody from another site found wanting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, chosen_tables, resize
from tests.page.test_orders import ILLEGAL, LEGAL, type_order
from tests.page.test_review import boxes

if TYPE_CHECKING:
    from playwright.sync_api import Page


def heights(page: Page, selector: str) -> dict[str, float]:
    """Return how high those of some elements are that can be seen, by their names or words."""
    found = page.eval_on_selector_all(
        selector,
        "all => all.map((one) => [one.id || one.textContent.trim(), one.getBoundingClientRect().height])",
    )
    return {name: height for name, height in found if height}


@pytest.mark.long
def test_b3_an_empty_box_gives_nothing_away_and_the_rules_are_one_click_away(space: Space) -> None:
    # An order that is good now would be advice that nobody has asked for; the sentence below has examples
    for name in chosen_tables():
        page = space.ready(name)
        assert page.get_attribute("#text", "placeholder") == "Order"
    page = space.ready("sandstorm")
    page.click("header a:has-text('Rules')")
    page.wait_for_selector("#how[open]")
    (how,) = boxes(page, "#how")
    assert how[1] < 800
    assert "how" not in page.url
    page.click("#how summary")


def test_b4_a_mended_order_is_offered_in_one_place(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "A")
    type_order(page, "A(9M)", ILLEGAL)
    said = page.inner_text("#box")
    assert said.count("A(8M)") == 1
    assert said.count("Not legal") == 1


def test_b5_how_likely_a_crash_is_stands_in_one_sentence(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    type_order(page, "A(3M)L(3M)R(2M)B", LEGAL)
    assert re.match(r"Risk: \d+% off the track, onto the tile of \w and \w; ", page.inner_text("#risk p"))
    shares = [
        float(share) for share in re.findall(r"(\d+)%", " ".join(page.locator("#stage .plate").all_text_contents()))
    ]
    assert sum(shares) == pytest.approx(100, abs=2)
    page.click("#longer summary:text-is('Other cars')")  # what is no topic is said to be none
    assert "crashes with moving cars are not foreseen" in page.inner_text("#longer")
    assert page.inner_text("#answer").count("Other cars") == 0  # what is folded stands nowhere else


def test_b6_another_order_for_the_case_that_one_fails_needs_no_knowledge_of_else(space: Space) -> None:
    page = space.ready("sandstorm")
    assert not page.is_visible("#else")
    type_order(page, "(4M)", LEGAL)
    page.click("#else")
    assert page.input_value("#text") == "(4M) else "
    assert page.evaluate("() => document.activeElement.id") == "text"
    page.wait_for_selector("#state[data-state=half]:text-is('Write the second order')")
    page.click("#keys button:has-text('brake')")
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === '(4M) else B'")
    assert page.get_attribute("#state", "data-state") == "half"
    page.evaluate("() => document.getElementById('text').focus()")
    page.keyboard.press("End")
    page.keyboard.type("(4M)")
    page.wait_for_selector("#answer:has-text('Alternatives')")


def test_a_tap_after_else_leaves_the_first_order_alone(space: Space) -> None:
    page = space.ready("lighthouse")
    page.wait_for_selector("html[data-surveyed=C]", state="attached")
    type_order(page, "GNN", LEGAL)
    page.click("#else")
    page.wait_for_selector("#state[data-state=half]")
    page.click("#stage .reach > g:not(.closed) >> nth=0", force=True)
    page.wait_for_selector("#answer:has-text('Alternatives')")
    assert re.fullmatch(r"GNN else \S.*", page.input_value("#text"))
    page.hover("#title")  # the pointer rests on no place of the kept board


@pytest.mark.long
@pytest.mark.parametrize("word", effort.choose(["sonst"], ["else", "sonst"]))
@pytest.mark.parametrize(
    ("name", "what"),
    [("marbles", "#stage [data-tap='9']"), ("willow", "#stage [data-tap='R']"), ("lighthouse", "#pad .spot")],
)
def test_a_card_a_die_and_a_shift_go_to_the_order_after_else(space: Space, name: str, what: str, word: str) -> None:
    page = space.ready(name)
    order = TABLES[name][2]
    if name == "marbles":
        page.fill("#private", " ".join(space.tables[name].position.hands[0]))
        page.wait_for_selector(what)
        order = "drop 9"
    page.fill("#text", f"{order} {word} ")
    page.wait_for_selector("#state[data-state=half]")
    page.locator(what).last.click(force=True)
    page.wait_for_function("was => document.getElementById('text').value.length > was", arg=len(order) + len(word) + 2)
    assert page.input_value("#text").startswith(f"{order} {word} ")
    page.fill("#private", "", force=True)


@effort.nightly
@pytest.mark.parametrize("name", chosen_tables())
def test_c_what_is_touched_on_a_telephone_is_large_enough(space: Space, name: str) -> None:
    page = space.ready(name)
    resize(page, 390, 844)
    type_order(page, TABLES[name][2], LEGAL)
    page.evaluate("() => document.documentElement.classList.add('open')")
    small = {
        name: height
        for name, height in heights(page, "#order :is(button, select), .bar :is(button, a)").items()
        if height < 44
    }
    small.pop("handle", None)  # as wide as the page
    page.evaluate("() => document.documentElement.classList.remove('open')")
    assert small == {}
    links = heights(page, "main a")
    assert {name: height for name, height in links.items() if height < 24} == {}


def test_d1_what_to_do_is_written_larger_than_where_the_game_stands(space: Space) -> None:
    page = space.ready("sandstorm")
    size = "name => Number.parseFloat(getComputedStyle(document.querySelector(name)).fontSize)"
    assert page.evaluate(size, "#must") >= 16
    assert page.evaluate(size, "#title") <= 18


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse", "marbles"), tuple(TABLES)))
def test_d4_a_tablet_has_the_board_once_with_the_box_beside_it_and_a_large_screen_a_larger_board(
    space: Space, name: str
) -> None:
    page = space.ready(name)
    wide = []
    for width, height in ((1024, 768), (1440, 900), (1920, 1080)):
        resize(page, width, height)
        (stage,), (box,) = boxes(page, "#stage"), boxes(page, "#order")
        assert stage[2] <= box[0]
        assert box[3] <= height
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
        wide.append(stage[2] - stage[0])
    assert wide[2] > wide[1] > wide[0]


@pytest.mark.parametrize("name", TABLES)
def test_d2_the_board_shows_which_way_is_played(space: Space, name: str) -> None:
    page = space.ready(name)
    shown = {"willow": ".travel", "marbles": ".flow"}.get(name, ".went:has(.way-line) .way-begin")  # where it came from
    assert page.locator(f"#stage {shown}").count() >= 1


def test_d5_a_path_is_a_line_and_its_end_is_marked(space: Space) -> None:
    page = space.ready("sandstorm")
    type_order(page, "(4M)", LEGAL)
    assert page.locator("#stage .over > path[stroke='#1668f0']").count() >= 1
    assert page.locator("#stage .over text").last.text_content() == "4"


WOODEN = ("Another snapshot", "its way is drawn", "ways of chance", "shows in its turn", "0 WC")


@pytest.mark.long
@pytest.mark.parametrize("name", chosen_tables())
def test_d7_what_the_page_says_is_not_wooden(space: Space, name: str) -> None:
    page = space.ready(name)
    type_order(page, TABLES[name][2], LEGAL)
    said = str(page.text_content("body"))
    assert [word for word in WOODEN if word in said] == []


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm", "willow", "marbles"), tuple(TABLES)))
def test_e_the_last_moves_are_lines_and_a_place_tells_its_order_when_pointed_at(space: Space, name: str) -> None:
    page = space.ready(name)
    assert page.locator("#stage .went path").count() >= 1 or name == "marbles"  # there a marble was thrown out: no way
    spots = boxes(page, "#stage .reach > g")
    if name == "marbles":
        assert spots == []  # a hand that is not known
        return
    stage = boxes(page, "#stage")[0]
    x, y = next(
        ((a + c) / 2, (b + d) / 2)
        for a, b, c, d in spots
        if stage[0] < a < c < stage[2] and stage[1] < b < d < stage[3]
    )
    page.mouse.move(x, y)
    page.mouse.move(x + 1, y)
    page.wait_for_function("() => document.getElementById('pointed').textContent")
    orders = {
        target.order for target in space.snapshot(name).game.targets(space.snapshot(name).position, TABLES[name][1])
    }
    assert orders.intersection(page.inner_text("#pointed").split(" · "))


def test_e_the_tab_shows_my_seat_and_that_it_is_awaited(space: Space) -> None:
    page = space.ready("sandstorm")
    for seat in "MD":
        page.select_option("#seat", seat)
        page.wait_for_function("seat => document.getElementById('me').textContent === seat", arg=seat)
        drawn = unquote(str(page.get_attribute("#icon", "href")))
        assert f">{seat}</text>" in drawn
        assert "#f2a900" in drawn  # awaited
        assert page.title().startswith("Your turn")
    page = space.ready("lighthouse")
    page.select_option("#seat", "D")
    page.wait_for_function("() => document.getElementById('me').textContent === 'D'")
    assert "#f2a900" not in unquote(str(page.get_attribute("#icon", "href")))


@pytest.mark.long
def test_f_figures_of_the_best_orders_are_all_in_sight(space: Space) -> None:
    for name in effort.choose(["sandstorm"], ["papers", "sandstorm"]):
        page = space.get_page(name, kind="best orders", small=False)
        page.wait_for_selector("html[data-best]", state="attached")
        (best,) = boxes(page, "#best")
        cells = boxes(page, "#best :is(th, td)")
        assert len(cells) % 6 == 0
        assert len(cells) // 6 >= 3
        assert all(best[0] - 1 <= left < right <= best[2] + 1 for left, _, right, _ in cells)
        cut = page.eval_on_selector_all(
            "#best :is(th, td):not(:first-child)",
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length",
        )
        assert cut == 0


def test_since_the_last_visit_the_turns_are_played_one_by_one(space: Space) -> None:
    page = space.visit("sandstorm", has_engine=False, reduced_motion="no-preference")
    page.wait_for_selector("#news .headline")
    assert page.locator("#news .since").count() == 0  # the first visit: everything is new
    page.evaluate("() => localStorage.setItem('gm-tools seen sandstorm', '7')")
    page.reload()
    page.wait_for_selector("#news .since:text-is('2 turns since your last visit')")
    shown = []
    page.expose_function("heard", lambda text: shown.append(text))  # noqa: PLW0108  (Playwright marks what it is given)
    page.evaluate(
        "() => new MutationObserver(() => window.heard(document.getElementById('shown').textContent))"
        ".observe(document.getElementById('shown'), {childList: true})"
    )
    page.click("#news .since")
    page.wait_for_function("() => document.getElementById('shown').textContent === 'after turn 7 of 9'")
    page.wait_for_function("() => document.getElementById('shown').textContent === 'after turn 9 of 9'")
    assert list(dict.fromkeys(shown)) == [f"after turn {turn} of 9" for turn in (7, 8, 9)]
    page.reload()
    page.wait_for_selector("#news .headline")
    assert page.locator("#news .since").count() == 0  # seen by now


def test_light_and_dark_are_changed_while_the_page_is_open(space: Space) -> None:
    page = space.ready("marbles")
    ground = "() => getComputedStyle(document.querySelector('#stage rect.ground')).fill"
    stage = "() => getComputedStyle(document.getElementById('stage')).backgroundColor"
    seen = set()
    for scheme in ("dark", "light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"() => ({ground})() === ({stage})()")
        seen.add(page.evaluate(stage))
    assert len(seen) == 2


def test_rings_round_own_marbles_do_not_cross(space: Space) -> None:
    page = space.ready("marbles")
    page.select_option("#seat", "G")  # four marbles side by side
    page.wait_for_function("() => document.querySelectorAll('#stage .mine .mine-ring').length === 4")
    rings = boxes(page, "#stage .mine .mine-case")
    for at, one in enumerate(rings):
        for other in rings[at + 1 :]:
            apart = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
            assert apart > -1.5


@effort.nightly
def test_what_can_be_reached_hides_no_piece_and_its_figures_fit_their_discs(space: Space) -> None:
    page = space.ready("papers")
    assert page.locator("#stage .reach .under").count() == 1  # its own square
    assert page.eval_on_selector("#stage .reach .under", "one => getComputedStyle(one).fill") == "none"
    page = space.ready("marbles")
    page.fill("#private", "3 10 12")
    page.wait_for_selector("#stage .reach .price:text-is('12')", state="attached")
    corners = """all => all.map((one) => {
        const [text, disc] = [one.getBBox(), one.previousElementSibling.r.baseVal.value];
        return text.width / 2 / disc;
    })"""
    assert max(page.eval_on_selector_all("#stage .reach .price", corners)) < 0.85
    page.fill("#private", "")


def test_what_can_be_reached_leaves_what_lies_on_its_tile_to_be_seen(space: Space) -> None:
    page = space.ready("sandstorm")
    fills = page.evaluate("""() => {
      const signs = new Set([...document.querySelectorAll('#stage g.sign')].map((one) => one.getAttribute('transform').match(/translate\\(([^)]*)\\)/)[1]));
      const marks = [...document.querySelectorAll('#stage .reach > g')].filter((one) => signs.has(one.getAttribute('transform').match(/translate\\(([^)]*)\\)/)[1]));
      return marks.flatMap((one) => [...one.querySelectorAll('.reached')]).map((one) => getComputedStyle(one).fill);
    }""")
    assert len(fills) > 2
    assert set(fills) == {"none"}


def test_a_small_board_is_not_shown_larger_than_it_is_good_for(space: Space) -> None:
    page = space.ready("papers")
    resize(page, 1440, 900)
    page.click("#view [data-view=near]")
    scale = page.evaluate("() => document.querySelector('#stage svg > g > g').getScreenCTM().a")
    assert scale <= 41
