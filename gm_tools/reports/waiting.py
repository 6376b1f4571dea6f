"""What `gm signup` shows: who wants to play, in which order, with what was asked for, and who has to be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.i18n import N_, _
from gm_tools.reports.base import Report, some_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.table.waiting import Applicant


def signup_report(
    name: str,
    applicants: Sequence[Applicant],
    places: int | None,
    unclear: Sequence[str] = (),
    others: Sequence[str] = (),
) -> Report:
    """Return a list of applicants: `places` of them get a seat (None: nobody knows how many), the others wait.

    Data: `applicants` (player, nick, mark, extra, account, post, state), `unclear`, `others`.
    """
    wanted = [one for one in applicants if not one.out]
    states = [
        N_("signed up") if places is None else N_("plays") if at < places else N_("waits") for at in range(len(wanted))
    ]
    rows = tuple(
        (str(at), one.player, one.nick if one.nick != one.player else "", one.mark, one.extra, _(state))
        for at, (one, state) in enumerate(zip(wanted, states, strict=True), 1)
    )
    titles = (N_("#"), N_("Player"), N_("Known as"), N_("Mark"), N_("Extra"), N_("State"))
    columns = tuple(Column(_(title), right=title == "#") for title in titles)
    blocks: list[Block] = [Grid("", columns, rows) if rows else Lines("", (_("Nobody has signed up."),))]
    gone = tuple(one.player for one in applicants if one.out)
    if gone:
        blocks.append(Lines("", (_("Withdrawn: {players}.", players=", ".join(gone)),)))
    blocks += some_lines(_("Ask about these: none of them was accepted"), unclear)
    blocks += some_lines(_("Posts without a sign-up"), others)
    data = {
        "table": name,
        "applicants": [
            {key: getattr(one, key) for key in ("player", "nick", "mark", "extra", "account", "post")}
            | {"state": state}
            for one, state in zip(wanted, states, strict=True)
        ],
        "withdrawn": list(gone),
        "unclear": list(unclear),
        "others": list(others),
    }
    return Report("signup", _("{table}: sign-up", table=name), tuple(blocks), data)
