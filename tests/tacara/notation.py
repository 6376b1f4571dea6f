"""Every order that the notation of Tacara can say, as Hypothesis draws them."""

from __future__ import annotations

from hypothesis import strategies as st

from gm_tools.games.tacara.orders import HOLD, PASS, Order

turbos = st.builds("+{}{}".format, st.sampled_from("123"), st.sampled_from("ENSW"))
drafts = st.sampled_from(["DE", "DN", "DS", "DW"])
shifts = st.one_of(
    st.just("=0"),
    st.builds("={}{}".format, st.sampled_from("EWNS"), st.integers(1, 20)),
    st.builds("={}{}{}{}".format, st.sampled_from("EW"), st.integers(1, 20), st.sampled_from("NS"), st.integers(1, 20)),
)
names = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True)
drives = st.builds(
    lambda *fields: Order("drive", *fields),
    st.just("") | names,
    st.booleans(),
    st.lists(turbos, max_size=3).map(tuple),
    st.text("ENSW", max_size=3) | shifts,
    st.sampled_from(["", "H", "V"]),
    st.lists(turbos | drafts, max_size=4).map(tuple),
    st.text("123", max_size=3),
)
takes = st.builds(lambda car, value: Order("take", car, value=value), st.just("") | names, st.sampled_from((1, 2, 3)))
answers = st.builds(lambda order, car: order._replace(car=car), st.sampled_from([HOLD, PASS]), st.just("") | names)
orders = drives | takes | answers
