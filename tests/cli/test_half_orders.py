"""Orders that are not finished, and plans whose rows differ in nothing that matters: in every game."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.blocks import Grid, Lines
from gm_tools.core.growth import grow
from gm_tools.core.problems import Problem
from gm_tools.games import NAMES, find
from gm_tools.games.tacara.drive import carry_out
from gm_tools.games.tacara.legal import words_after
from gm_tools.reports.base import Report, Scene
from gm_tools.reports.best_orders import plan_report
from gm_tools.reports.trial import trial_report
from tests import effort
from tests.samples import SAMPLES, Step, play


def scene(name: str, step: Step, seat: str) -> tuple[Scene, Any]:
    """Return a position before a turn as a seat sees it."""
    game = find(name)
    return Scene("table", game, SAMPLES[name][0].seats, seat), game.view(step.before, seat)


def lines_of(report: Report, title: str) -> tuple[str, ...]:
    return next((block.lines for block in report.blocks if isinstance(block, Lines) and block.title == title), ())


@pytest.mark.parametrize("name", sorted(NAMES))
def test_an_order_cut_short_is_told_what_could_follow(name: str) -> None:
    told = 0
    asked = (step for step in play(name, SAMPLES[name][0], 3, 30) if step.orders)
    for step in islice(asked, 0, 12, 4):
        seat, order = next(iter(step.orders.items()))
        where, view = scene(name, step, seat)
        game, text = where.game, where.game.format_order(order)
        for cut in range(1, len(text)):
            half = text[:cut].rstrip()
            report = trial_report(where, view, seat, half)
            growth = grow(game, view, seat, half)
            if report.data["legal"] or not growth.is_half:
                assert not lines_of(report, "Right so far"), half
                # Where each beginning of a legal order is right so far
                assert report.data["legal"] or name != "nascar", half
                continue
            offered = [key for key in growth.keys if key.text]
            begun = half.rstrip("0123456789").rstrip("(")  # a count may grow, of one letter none is written
            assert any(
                key.text.upper().replace(" ", "").startswith(begun.upper().replace(" ", "")) for key in offered
            ), half
            *__, last = lines_of(report, "Right so far")
            assert last.startswith("It could go on with "), half
            assert all((key.label if key.name else key.text.split()[-1]) in last for key in offered)
            told += 1
    assert told or name == "rally"  # whose orders are single words


@pytest.mark.parametrize(
    ("name", "text", "begun"),
    [
        ("nascar", "A(A+", "'+' is only the beginning of a wild card +1"),
        ("rally", "(", "'(' is only the beginning of a pair (+1,-1)"),
        ("rally", "N (+1", "'(+1' is only the beginning of a pair (+1,-1)"),
        ("rally", "-1", "'-1' is only the beginning of a pair (+1,-1)"),
        ("tacara", "G", "'G' is only the beginning of a gear (G0, GE, GEN, G=E4N2)"),
        ("tacara", "GE +2", "'+2' is only the beginning of a turbo chip with its direction (+3E)"),
        ("tacara", "GE d", "'d' is only the beginning of the draft step (DN)"),
        ("tacara", "t", "'t' is only the beginning of a chip to take (T2)"),
        ("tac", "5 R", "'R' is only the beginning of a ball (R17, Rb)"),
        ("tac", "13 i", "'i' is only the beginning of a ball (R17, Rb) or in"),
    ],
)
def test_an_unfinished_word_is_refused_with_what_it_begins(name: str, text: str, begun: str) -> None:
    problem = find(name).parse_order(text)
    assert isinstance(problem, Problem)
    assert problem.message == begun
    assert problem.column == text.rindex(begun.split("'")[1]) + 1


@pytest.mark.parametrize("text", ["X", "NQ", "GE?", "5 R10 foo", "N )"])
def test_a_text_that_begins_no_order_is_not_called_half_an_order(text: str) -> None:
    for name in NAMES:
        found = find(name).parse_order(text)
        assert not isinstance(found, Problem) or "beginning" not in found.message


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["nascar", "rally", "tac"], sorted(NAMES)))
def test_no_two_rows_of_a_plan_differ_in_what_matters_least_alone(name: str) -> None:
    joined = 0
    for number, sample in enumerate(SAMPLES[name][: effort.choose(1 if name == "tac" else 2, 4)]):
        if joined and not effort.IS_LONG:
            break
        asked = (step for step in play(name, sample, number + 1, 40) if step.orders)
        for step in islice(asked, 0, 40, effort.choose(40, 7)):
            seat = next(iter(step.orders))
            game = find(name)
            view = game.view(step.before, seat)
            plan = game.plan(view, seat, 1, lambda _done, _count: None)
            report = plan_report(Scene("table", game, sample.seats, seat), view, seat, top=12)
            grid = next(block for block in report.blocks if isinstance(block, Grid))
            if plan.minor < 0:
                assert len(set(grid.rows)) == len(grid.rows)
                continue
            rows = [row[2:] for row in grid.rows]
            assert len({(*row[: plan.minor], *row[plan.minor + 1 :]) for row in rows}) == len(rows)
            counts = [row[plan.minor].rpartition("(+")[2].rstrip(")") for row in rows if "(+" in row[plan.minor]]
            joined += sum(map(int, counts))
            notes = " ".join(lines_of(report, ""))
            assert ("differ from this one only there" in notes) is bool(counts)
    # Of TAC's orders no two do the same with the same card
    assert bool(joined) is (name != "tac") or not effort.IS_LONG


@effort.search(daily=3, long=200)
@given(st.data())
def test_each_beginning_of_an_order_of_tacara_is_right_so_far(data: st.DataObject) -> None:
    """Even of a car with so many chips that its orders cannot be listed."""
    game = find("tacara")
    steps = [step for step in play("tacara", SAMPLES["tacara"][0], 3, 60) if step.orders]
    step = data.draw(st.sampled_from(steps))
    seat = next(iter(step.orders))
    view = game.view(step.before, seat)
    orders = [game.format_order(order) for order in islice(game.legal_orders(view, seat), 30_000)]
    text = data.draw(st.sampled_from(orders))
    for cut in range(1, len(text)):
        begin = text[:cut].rstrip()
        growth = grow(game, view, seat, begin)
        assert growth.is_half or begin in orders, begin
        if begin + " " in text or text[cut - 1] == " ":
            word = text[len(begin) :].split()[0]
            assert any(word.startswith(key.label) for key in growth.keys), (begin, word)
    for begin in (text[:cut].rstrip() for cut in range(len(text) + 1)):
        rests = {re.match(r" ?\S*", order[len(begin) :])[0] for order in orders if order.startswith(begin)}  # type: ignore[index]
        found = list(words_after(view, seat, begin))
        assert len(set(found)) == len(found)
        assert rests == set(found) if len(orders) < 30_000 else rests <= set(found), begin


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_orders_of_a_position_are_listed_once_whatever_is_written(name: str) -> None:
    step = next(step for step in play(name, SAMPLES[name][0], 3, 30) if step.orders)
    seat, listed = next(iter(step.orders)), []
    game = find(name)
    legal_orders = game.legal_orders

    def list_again(*asked: Any) -> Any:
        listed.append(asked)
        return legal_orders(*asked)

    for text in ("no order", "nothing"):
        grow(game._replace(legal_orders=list_again, grow=None), game.view(step.before, seat), seat, text)
    assert len(listed) == 1
    assert hash(game) == hash(find(name))


def test_a_key_costs_no_more_though_a_car_of_tacara_has_nine_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    """No order is listed, of which there are millions; one is carried out where it could end, since fuel hangs on that."""
    step = next(step for step in play("tacara", SAMPLES["tacara"][0], 3, 60) if len(step.orders) == 1)
    seat, game = next(iter(step.orders)), find("tacara")
    cars = tuple(car._replace(chips=(3, 3, 3)) if car.mark == seat else car for car in step.before.cars)
    view, tried = game.view(step.before._replace(cars=cars), seat), list[Any]()

    def list_none(*_: Any) -> Any:
        pytest.fail("orders are listed")

    def carry_out_one(*asked: Any) -> Any:
        tried.append(asked)
        return carry_out(*asked)

    monkeypatch.setattr("gm_tools.games.tacara.legal.carry_out", carry_out_one)
    game = game._replace(legal_orders=list_none)
    for text in ("", "+1E +1N +1N", "+1E +1N +1N +", "+1E +1N +1N G", "+1E +1N +1N +2W +", "+1E +1N +1N G0"):
        assert grow(game, view, seat, text).keys
    assert len(tried) == 1


@pytest.mark.parametrize("name", ["tacara", "monza"])
def test_an_order_without_its_spaces_is_as_far_as_with_them(name: str) -> None:
    step = next(step for step in play(name, SAMPLES[name][0], 3, 30) if step.orders)
    seat, order = next(iter(step.orders.items()))
    game = find(name)
    view, text = game.view(step.before, seat), game.format_order(order)
    for count in range(1, len(text.split())):
        spaced = " ".join(text.split()[:count])
        for written in (spaced.replace(" ", ""), spaced.lower()):
            if not isinstance(game.parse_order(written), Problem):
                found = grow(game, view, seat, written)
                assert found._replace(undo=found.undo.upper()) == grow(game, view, seat, spaced), written


def test_the_result_of_a_rally_key_does_not_look_like_an_order() -> None:
    game = find("rally")
    step = next(step for step in play("rally", SAMPLES["rally"][0], 3, 30) if step.orders)
    seat = next(iter(step.orders))
    for key in grow(game, game.view(step.before, seat), seat, "").keys:
        assert isinstance(game.parse_order(key.name), Problem), key
