"""Events: what is said of them."""

from __future__ import annotations

from gm_tools.core.events import Event, Wording, describe_event, shorten

WORDS = {
    "slid": Wording("{car} slides at {at}", "N9.1", "oil"),
    "hit": Wording(
        lambda event: f"{event.seats[0]} hits", lambda event: event.data["rule"], lambda event: str(event.data["n"])
    ),
    "rolled": Wording("{car} rolls"),
}


def test_an_event_is_said_with_the_rule_behind_it() -> None:
    slid, hit = Event("slid", ("A",), {"at": 3}), Event("hit", ("B",), {"rule": "N7.2", "n": 2})
    assert describe_event(slid, WORDS, {"car": "A", **slid.data}) == "A slides at 3 [N9.1]"
    assert describe_event(hit, WORDS, {}) == "B hits [N7.2]"
    assert [shorten(slid, WORDS), shorten(hit, WORDS)] == ["oil", "2"]


def test_an_event_without_rule_or_words_is_said_without() -> None:
    rolled, other = Event("rolled", ("A",), {}), Event("amended", (), {})
    assert describe_event(rolled, WORDS, {"car": "A"}) == "A rolls"
    assert (describe_event(other, WORDS, {}), shorten(other, WORDS), shorten(rolled, WORDS)) == ("", "", "")
