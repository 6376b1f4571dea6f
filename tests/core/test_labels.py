"""Labels in front of an order."""

from __future__ import annotations

import pytest

from gm_tools.core.labels import without_label


@pytest.mark.parametrize("count", [3, 5000])
def test_no_more_than_two_labels_are_taken_away(count: int) -> None:
    assert without_label("Order: Order: (6M)") == "(6M)"
    assert without_label("Order: " * count + "(6M)") == "Order: " * (count - 2) + "(6M)"
