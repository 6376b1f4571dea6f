"""The deadline of a turn: when it is, whether it is over at a moment given, what is said of it. Asks no clock.

How a new rule for deadlines is added stands at the top of `deadline_rules.py`.
"""

from collections.abc import Sequence, Sized
from typing import Annotated, Any, Literal

from gm_tools.core.beacon import round_at, time_of
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.record import Field, at_least, refuse
from gm_tools.core.schedule import (
    Schedule,
    format_schedule,
    next_time,
    parse_holiday,
    parse_schedule,
)
from gm_tools.core.times import (
    UTC,
    Duration,
    Moment,
    add_span,
    format_duration,
    format_moment,
    format_seconds,
    iso,
    parse_duration,
    parse_moment,
    show_moment,
)
from gm_tools.core.toml import KINDS
from gm_tools.core.tuples import NamedTuple

SOON = Duration(0, 5)  # from all orders being in to the draws: time to post which round of the beacon they wait for
State = Literal["none", "open", "grace", "over", "paused"]


def _read_moment(value: Any, _context: object) -> Moment:
    """Return a time: a text, or one as TOML has them, `2026-11-23T20:00:00+01:00` without quotes."""
    text = value.isoformat(timespec="seconds") if hasattr(value, "isoformat") and hasattr(value, "hour") else value
    if not isinstance(text, str):
        raise refuse(value, _("a time in quotes: 2026-11-23 20:00 Europe/Berlin"))
    return parse_moment(text, "")


def _read_span(value: Any, _context: object) -> Duration:
    if not isinstance(value, str):
        raise refuse(value, _(KINDS[str]))
    return parse_duration(value, "")


_MOMENT = Field(_read_moment, lambda value, _context: format_moment(value))
_DURATION = Field(_read_span, lambda value, _context: format_duration(value))


def _read_pattern(value: Any, _context: object) -> Schedule:
    if not isinstance(value, str):
        raise refuse(value, _(KINDS[str]))
    return parse_schedule(value)


_PATTERN = Field(_read_pattern, lambda value, _context: format_schedule(value))


class Deadline(NamedTuple):
    """When the orders of one turn must be in, and the table's timer.

    `at` is the deadline of `turn` (None: none was set); `every` how long after a turn is resolved the next deadline is
    (None: each is set by hand), `grace` how long after it orders still count, `paused` since when it is paused. `round`
    is that of the beacon which the draws of the turn wait for, 0 if it waits for none. `pattern` stands in place of
    `every` where deadlines keep to a time of day; none is on one of the `holidays`. `early` says that a turn is
    resolved as soon as all orders are in. `half` is how much longer all have, once a turn, if more than half of the
    orders are missing; `extended` is the turn for which that was done. Who has missed many turns in a row is waited for
    no longer than `absent` after `since`, when the turn began.
    """

    turn: Annotated[int, at_least(1)]
    at: Annotated[Moment | None, _MOMENT] = None
    every: Annotated[Duration | None, _DURATION] = None
    grace: Annotated[Duration | None, _DURATION] = None
    paused: Annotated[Moment | None, _MOMENT] = None
    round: Annotated[int, at_least(0)] = 0
    pattern: Annotated[Schedule | None, _PATTERN] = None
    holidays: tuple[Annotated[str, Field(check=parse_holiday)], ...] = ()
    early: bool = False
    half: Annotated[Duration | None, _DURATION] = None
    extended: int = 0
    absent: Annotated[Duration | None, _DURATION] = None
    since: Annotated[Moment | None, _MOMENT] = None

    @property
    def schedule(self) -> Schedule | None:
        """Return how deadlines come round, None if each is set by hand."""
        return self.pattern or (Schedule(self.every) if self.every is not None else None)

    @property
    def last(self) -> Moment | None:
        """Return the last moment at which orders count: the deadline, and the grace after it."""
        return self.at if self.at is None or self.grace is None else add_span(self.at, self.grace)


def state(deadline: Deadline | None, turn: int, now: int) -> State:
    """Return the state of a turn's deadline at a moment (seconds since 1970).

    The last minute itself still counts.
    """
    if deadline is None or deadline.at is None or deadline.turn != turn:
        return "none"
    if deadline.paused is not None:
        return "paused"
    if now < end_of(deadline.at):
        return "open"
    return "grace" if deadline.last is not None and now < end_of(deadline.last) else "over"


def end_of(moment: Moment) -> int:
    """Return the first second that is too late: 20:00 means up to 20:00:59, as forums show times to the minute."""
    return moment.seconds + (60 if moment.seconds % 60 == 0 else 1)


def with_round(deadline: Deadline, before: Deadline | None, now: int) -> Deadline:
    """Return a deadline of a table with a beacon with the round that the draws of its turn wait for.

    The round is the first that comes out when no order counts any more, at the end of the deadline's last minute or of
    the grace. A deadline may be moved (`before` is as it was) until its round is out: then that round stays.
    """
    if before is not None and before.turn == deadline.turn and before.round and now >= time_of(before.round):
        return deadline._replace(round=before.round)
    if deadline.last is None or deadline.paused is not None:
        return deadline._replace(round=0)
    return deadline._replace(round=round_at(end_of(deadline.last)))


def bring_forward(deadline: Deadline | None, turn: int, now: int) -> Deadline | None:
    """Return the deadline of a turn whose orders are all in: `SOON` from now.

    With it comes the beacon's round that its draws wait for then. None if the deadline is to be kept: its round is
    near, it is paused, or players have been told a time until which they may change their orders (all but `early`).
    """
    deadline = deadline or Deadline(turn)
    announced = deadline.at if deadline.turn == turn else None
    if deadline.paused is not None or (announced is not None and not deadline.early):
        return None
    at = add_span(Moment(-(-now // 60) * 60, deadline.at.zone if deadline.at is not None else UTC), SOON)
    if announced is not None and announced.seconds <= at.seconds:
        return None
    return deadline._replace(turn=turn, at=at, round=round_at(end_of(at)))


def pause(deadline: Deadline, now: Moment) -> Deadline:
    """Return a deadline that is paused from now on."""
    if deadline.paused is not None:
        raise InputError(_("the deadline is already paused, since {when}", when=show_moment(deadline.paused)), status=1)
    return deadline._replace(paused=now)


def resume(deadline: Deadline, now: Moment) -> Deadline:
    """Return a deadline whose time goes on, later by as long as it stood still."""
    if deadline.paused is None:
        raise InputError(_("the deadline is not paused"), status=1)
    stood = now.seconds - deadline.paused.seconds
    if stood < 0:
        raise InputError(
            _("the deadline is paused since {when}", when=show_moment(deadline.paused)),
            key="--now",
            allowed=_("a time after that"),
        )
    at = deadline.at
    # To the minute, upwards: nobody loses a moment by the pause.
    moved = None if at is None else add_span(at, Duration(0, -(-stood // 60)))
    return deadline._replace(at=moved, paused=None)


def next_deadline(deadline: Deadline, turn: int, now: int, announced: Moment | None = None) -> Deadline:
    """Return the deadline of `turn`, which comes after one resolved `now`.

    What players have read of it comes first, then the timer. `announced` was posted for it before the turn in front of
    it was taken back, and holds unless it is over. The timer's is set to the full minute, upwards. While it is paused,
    it is what it would be if it were resumed now. Without either, the deadline is returned as it is.
    """
    if deadline.turn == turn and deadline.at is not None:
        announced = deadline.at
    zone = deadline.at.zone if deadline.at is not None else UTC
    if deadline.absent is not None:
        deadline = deadline._replace(since=Moment(now, zone))
    still = deadline.paused and Moment(now, deadline.paused.zone)
    if announced is not None and now < end_of(announced):
        return deadline._replace(turn=turn, at=announced, paused=still)
    if deadline.schedule is None:
        return deadline
    at = next_time(
        deadline.schedule, now, zone, deadline.holidays, deadline.at.seconds if deadline.at is not None else 0
    )
    return deadline._replace(turn=turn, at=at, paused=still)


def post_line(deadline: Deadline) -> str:
    """Return the deadline as everybody is told it.

    For example: `Next deadline: Mon 2026-11-23 20:00 UTC, for turn 8.`
    """
    if deadline.at is None:
        return _("Next deadline: none is set for turn {turn}.", turn=deadline.turn)
    if deadline.paused is not None:
        message = N_("Next deadline: paused; for turn {turn} it was {when}.")
        return _(message, turn=deadline.turn, when=show_moment(deadline.at))
    line = _("Next deadline: {when}, for turn {turn}.", when=show_moment(deadline.at), turn=deadline.turn)
    early = _("The turn is resolved before the deadline if all orders are in.") if deadline.early else ""
    return " ".join(part for part in (line, dice_line(deadline), early) if part)


def dice_line(deadline: Deadline) -> str:
    """Return which round of the beacon the draws of the turn wait for, empty if they wait for none.

    `announced_in` reads it back.
    """
    if not deadline.round:
        return ""
    return _("Dice of turn {turn}: drand quicknet, round {number}.", turn=deadline.turn, number=deadline.round)


def waits_for_absent(deadline: Deadline | None, turn: int, now: int) -> bool:
    """Tell whether somebody who has missed many turns in a row is still waited for in a turn."""
    if deadline is None or deadline.absent is None or deadline.since is None or deadline.turn != turn:
        return True
    return deadline.paused is not None or now < add_span(deadline.since, deadline.absent).seconds


def is_half_missing(missing: Sized, awaited: Sized) -> bool:
    """Tell whether more than half of the seats that are awaited have no order."""
    return 2 * len(missing) > len(awaited)


def extend_for_all(deadline: Deadline, turn: int, now: int) -> Deadline | None:
    """Return a deadline put off for all, as more than half of the orders are missing (`is_half_missing`).

    None if that was done before, or is not wanted. Where the draws wait for a beacon, nothing is put off any more once
    its round may be out.
    """
    at = deadline.at
    if deadline.half is None or at is None or deadline.turn != turn or deadline.extended == turn or deadline.paused:
        return None
    if deadline.round and now >= at.seconds:
        return None
    moved = add_span(at, deadline.half)
    if moved.seconds <= now:
        moved = add_span(Moment(-(-now // 60) * 60, at.zone), deadline.half)
    return deadline._replace(at=moved, extended=turn)


def state_line(deadline: Deadline, turn: int, now: int) -> str:
    """Return how it stands with the deadline of a turn, for the game master."""
    if deadline.at is None or deadline.turn != turn:
        return _("Deadline: none is set for turn {turn}.", turn=turn)
    when = show_moment(deadline.at)
    match state(deadline, turn, now):
        case "paused" if deadline.paused is not None:
            left = deadline.at.seconds - deadline.paused.seconds
            since = show_moment(deadline.paused)
            if left <= 0:
                return _("Deadline: {when}; paused since {since}, after it had passed.", when=when, since=since)
            message = N_("Deadline: {when}; paused since {since}, with {left} left.")
            return _(message, when=when, since=since, left=format_seconds(left))
        case "open":
            return _("Deadline: {when}, in {left}.", when=when, left=format_seconds(deadline.at.seconds - now))
        case "grace" if deadline.last is not None:
            last = show_moment(deadline.last)
            return _("Deadline: {when}, passed; orders still count until {last}.", when=when, last=last)
    return _("Deadline: {when}, passed.", when=when)


def reminder(players: str, seats: Sequence[str], turn: int, deadline: Deadline | None, *, faulty: bool = False) -> str:
    """Return a line to paste for a player whose order is missing, or cannot be carried out.

    What is wrong with it stays private.

    >>> reminder("Carol", ["C"], 7, None)
    '@Carol: your order for turn 7 is missing.'
    """
    if len(seats) > 1:
        missing = N_("@{players}: your orders for {seats} in turn {turn} are missing{until}.")
        wrong = N_("@{players}: your orders for {seats} in turn {turn} cannot be carried out as posted{until}.")
    else:
        missing = N_("@{players}: your order for turn {turn} is missing{until}.")
        wrong = N_("@{players}: your order for turn {turn} cannot be carried out as posted{until}.")
    message = wrong if faulty else missing
    return _(message, players=players, seats=", ".join(seats), turn=turn, until=_say_until(turn, deadline))


def unread_reminder(player: str, post: str, turn: int, deadline: Deadline | None, *, asked: bool) -> str:
    """Return a line to paste for a player who has posted, and of whom no order is in hand.

    `post` is where that was, if others can see it.

    >>> unread_reminder("Carol", "post 7", 7, None, asked=False)
    '@Carol: there is no order for turn 7 in what you posted (post 7). Write: Order: …'
    """
    if asked:
        message = N_(
            "@{player}: your order for turn {turn} ({post}) is not clear{until}. Post the one that counts again, alone, as: Order: …"
        )
    else:
        message = N_("@{player}: there is no order for turn {turn} in what you posted ({post}){until}. Write: Order: …")
    post = post or _("your message")
    return _(message, player=player, turn=turn, post=post, until=_say_until(turn, deadline))


def _say_until(turn: int, deadline: Deadline | None) -> str:
    """Return when orders are due, as the end of a sentence; empty if nothing is set for this turn."""
    if deadline is None or deadline.at is None or deadline.turn != turn:
        return ""
    return _("; deadline {when}", when=show_moment(deadline.at)) if deadline.paused is None else _("; paused")


def public_data(deadline: Deadline) -> dict[str, Any]:
    """Return what everybody may know of a deadline, for programs."""
    at = deadline.at
    return {
        "turn": deadline.turn,
        "at": "" if at is None else iso(at),
        "zone": "" if at is None else at.zone,
        "shown": "" if at is None else show_moment(at),
        "paused": deadline.paused is not None,
        **({"round": deadline.round} if deadline.round else {}),
    }
