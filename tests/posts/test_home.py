"""Threads besides the table's own: what is ordered there may be for another game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.posts.collect import collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Post, Thread, threads_of
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table.settings import change_settings
from tests.posts.collecting import hand, row
from tests.posts.threads import post


def channel(number: str, *posts: Post) -> Thread:
    """Return a Discord channel."""
    own = tuple(one._replace(source="discord", thread=number, id=f"{number}{at}") for at, one in enumerate(posts))
    return Thread("discord", number, f"channel {number}", own, ())


def test_orders_of_another_channel_than_the_games_do_not_count_and_are_told(dust: Path) -> None:
    change_settings(dust, address="https://discord.com/channels/1/10")
    outcome = collect(dust, [channel("11", post(1, "Alice", "Order: (6M)"))], Bounds())
    assert (hand(dust), wants_gm(outcome)) == ({}, True)
    assert outcome.strangers == (
        "page.html: this is thread 11 (channel 11), not the table's thread 10, and none of its posts counts; if the game is played there, type: gm thread dust ADDRESS",
    )
    own = collect(dust, [channel("10", post(1, "Alice", "Order: (6M)"))], Bounds())
    assert (hand(dust), wants_gm(own)) == ({"A": "(6M)"}, False)


def test_private_messages_count_beside_the_thread(dust: Path) -> None:
    change_settings(dust, address="https://discord.com/channels/1/10")
    message = {
        "id": "900",
        "type": "Default",
        "timestamp": "2026-11-20T18:00:00+00:00",
        "content": "Order: (6M)",
        "author": {"id": "7", "name": "Alice"},
    }
    for number, guild in enumerate(["2", "0"]):
        told = {"guild": {"id": guild}, "channel": {"id": "44", "name": "Alice"}, "messages": [message]}
        pages = read_pages(json.dumps(told).encode(), "alice.json")
        outcome = collect(dust, threads_of(pages), Bounds())
        assert bool(outcome.strangers) == (number == 0)
    assert hand(dust) == {"A": "(6M)"}


@pytest.mark.parametrize("address", ["", "https://forum.example.org/viewtopic.php?t=5"])
def test_a_table_without_an_address_at_that_forum_takes_orders_from_any_channel(dust: Path, address: str) -> None:
    change_settings(dust, address=address)
    outcome = collect(dust, [channel("11", post(1, "Alice", "Order: (6M)"))], Bounds())
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


def test_different_orders_in_two_channels_are_asked_about(dust: Path) -> None:
    threads = [channel("10", post(1, "Alice", "Order: (6M)")), channel("11", post(2, "Alice", "Order: (5M)L"))]
    outcome = collect(dust, threads, Bounds())
    assert hand(dust) == {}
    assert row(outcome).verdict == (
        "ambiguous: post 1 by Alice says (6M) and post 2 by Alice, in another thread, says (5M)L:"
        " leave out the file that is not the game's, or type gm thread TABLE ADDRESS"
    )
    same = [channel("10", post(1, "Alice", "Order: (6M)")), channel("12", post(2, "Alice", "Order: (6M)"))]
    assert not wants_gm(collect(dust, same, Bounds()))
