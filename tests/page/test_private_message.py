"""The private message that carries a secret order: it says so itself, and is collected as the order of its seat."""

from __future__ import annotations

import pytest

from gm_tools.core.labels import without_label
from gm_tools.core.languages import speaking
from gm_tools.page.posts import order_posts
from gm_tools.posts.collect import collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import parse_html
from gm_tools.posts.thread import threads_of
from gm_tools.posts.window import Bounds
from gm_tools.render.forums import FORUMS
from gm_tools.table import Table, open_table
from gm_tools.table.resolve import resolve
from tests import effort
from tests.cli.test_publish import begin_tac
from tests.page.conftest import Space
from tests.page.test_review import boxes
from tests.posts.collecting import row
from tests.render import shown

NOTICES = {
    "en": "Private message to the game master of swap 5: do not post it in the thread.",
    "de": "Private Nachricht an den Spielleiter von swap 5: nicht in den Thread stellen.",
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A table of TAC at which everybody is asked for a card."""
    made = begin_tac(tmp_path_factory.mktemp("tac") / "swap", 3)
    while made.position.phase != "swap":
        made = resolve(made.path).table
    return open_table(made.path)


@pytest.mark.parametrize("tongue", NOTICES)
def test_a_secret_order_that_is_copied_says_that_it_is_private_and_is_collected(table: Table, tongue: str) -> None:
    seat = table.seats[1]
    order = f"swap {table.position.hands[table.position.number(seat.mark)][0]}"
    with speaking(tongue):
        posts = order_posts(order, table.turn + 1, seat.mark, "swap 5")
    assert set(posts) == set(FORUMS)
    for forum, post in posts.items():
        copied = post, read_body(parse_html(getattr(shown, forum)(post))).text  # pasted by its player; as it is shown
        assert all(NOTICES[tongue] in text.replace("\u200b", "").split("\n")[0] for text in copied)
        for text in copied:
            assert without_label(text, seat.mark, table.turn + 1) == order
            outcome = collect(table.path, threads_of(read_pages(text.encode(), "message", seat.player)), Bounds())
            read = row(outcome, seat.mark)
            assert (read.order, read.tier, read.state, outcome.by_hand) == (order, "exact", "in", ()), (forum, text)


@effort.nightly
def test_a_small_telephone_has_two_lines_of_seats_and_room_for_what_is_said_of_a_secret_order(
    space: Space, table: Table
) -> None:
    space.publish("secret", table, package=False)
    page = space.visit(
        "secret", is_known=False, has_pyodide=False, viewport={"width": 360, "height": 640}, has_touch=True
    )
    (who,) = boxes(page, "#who")
    assert who[3] - who[1] < 85
    page.click("#who button:first-child")
    page.wait_for_selector("html[data-surveyed=R]", state="attached")
    hand = table.position.hands[0]
    page.fill("#private", " ".join(hand))
    page.wait_for_selector("#hidden:not(.lacks)")
    page.fill("#text", f"swap {hand[0]}")
    page.wait_for_selector("#verdict[data-state=legal]")
    assert page.is_visible("html.open #nothing.warn")
    (verdict,), (post,) = boxes(page, "#verdict"), boxes(page, "#post")
    assert verdict[3] <= post[1]


def test_what_no_engine_has_looked_at_is_copied_as_a_private_message(space: Space) -> None:
    page = space.visit("marbles", is_known=False, has_engine=False, permissions=["clipboard-read", "clipboard-write"])
    for seat, label in (("", "Order (turn 31):"), ("R", "Order for R (turn 31):")):
        if seat:
            page.select_option("#seat", seat)
        page.fill("#text", "swap 2")
        page.click("#copy")
        page.click("#yes")
        page.wait_for_selector("#copied:text-is('Copied.')")
        copied = page.evaluate("() => navigator.clipboard.readText()")
        notice = "Private message to the game master of marbles: do not post it in the thread."
        assert copied == f"{notice}\n\n{label}\n\n[code]\nswap 2\n[/code]"
