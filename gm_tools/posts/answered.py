"""Questions that the game master has answered by an order entered by hand.

They are not asked again while the post stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.posts.captures import Question

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from gm_tools.posts.decide import Decisions


def drop_answered(decisions: Decisions, known: Iterable[Question], collected: Collection[str]) -> tuple[Question, ...]:
    """Take what was asked before and is answered now out of the states.

    Returns all that is asked and answered of this turn. `collected` are the sources that orders in hand have from
    posts: every other order of a seat was entered by hand. It answers what was asked before it came.
    """
    before = {(one.seat, one.post, one.sha256): one for one in known if one.turn == decisions.turn}
    asked: list[Question] = []
    for seat, state in decisions.states.items():
        hand = [posted for posted in decisions.facts.hand if posted.seat == seat]
        newest = max((posted.number for posted in hand), default=0)
        open_asks, remarks = [], list(state.remarks)
        for ask in state.asks:
            record = Question(seat, decisions.turn, ask.post.key, ask.post.sha256, newest)
            record = before.get((seat, record.post, record.sha256), record)  # when it was asked first
            asked.append(record)
            if any(one.number > record.number and one.source not in collected for one in hand):
                decisions.answered.add(record.post)
                remarks.append(_("{place}: settled by the order entered by hand", place=ask.post.place))
            else:
                open_asks.append(ask)
        if len(open_asks) < len(state.asks):
            decisions.states[seat] = state._replace(asks=tuple(open_asks), remarks=tuple(dict.fromkeys(remarks)))
    return tuple(dict.fromkeys(asked))
