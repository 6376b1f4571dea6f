"""Events: what happened, said in the past tense, with its audience decided where it is made."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.toml import KINDS
from gm_tools.core.tuples import NamedTuple

_RESERVED = frozenset(("kind", "seats", "audience", "twin"))  # keys of a dumped event that its data may not have
PUBLIC = "public"  # the viewer who knows what everybody knows
GM = "gm"  # the viewer who knows all


class Event(NamedTuple):
    """One thing that happened in a turn.

    `data` holds plain TOML values only (str, int, float, bool, lists and dicts of them), with tiles as
    `[row, column]`. `audience` None is everybody, else the seats who see it; everybody else sees `twin` in its
    place, or nothing where there is none.
    """

    kind: str
    seats: tuple[str, ...]
    data: Mapping[str, Any]
    audience: tuple[str, ...] | None = None
    twin: "Event | None" = None


class Wording(NamedTuple):
    """What is said of a kind of event: a sentence, the ID of the rule behind it, a few words for a table.

    Each is a text, marked for the catalogues, or a function of the event; fields in braces are those of
    `describe_event`.
    """

    sentence: str | Callable[[Event], str]
    rule: str | Callable[[Event], str] = ""
    short: str | Callable[[Event], str] = ""


def describe_event(event: Event, words: Mapping[str, Wording], fields: Mapping[str, Any]) -> str:
    """Return an event as a sentence with its rule, `B is turned by the bank [N8.1]`; empty if its kind has no words."""
    wording = words.get(event.kind)
    if wording is None:
        return ""
    said = wording.sentence
    text = _(said).format(**fields) if isinstance(said, str) else said(event)
    return cite(text, event, words)


def shorten(event: Event, words: Mapping[str, Wording]) -> str:
    """Return an event in a few words, empty if there are none for its kind."""
    short = words[event.kind].short if event.kind in words else ""
    return _(short) if isinstance(short, str) else short(event)


def notes_by_seat(events: Iterable[Event], words: Mapping[str, Wording]) -> dict[str, list[str]]:
    """Return what happened to each seat, in a few words an event."""
    found: dict[str, list[str]] = {}
    for event in events:
        short = shorten(event, words)
        for seat in event.seats if short else ():
            found.setdefault(seat, []).append(short)
    return found


def cite(text: str, event: Event, words: Mapping[str, Wording]) -> str:
    """Return a text with the rule behind an event in brackets, if there is one."""
    rule = words[event.kind].rule
    rule = rule if isinstance(rule, str) else rule(event)
    return f"{text} [{rule}]" if rule else text


def view_events(events: Iterable[Event], viewer: str) -> tuple[Event, ...]:
    """Return the events as `viewer` (a seat, `public` or `gm`) sees them, none of them carrying a secret."""
    out = []
    for event in events:
        if event.audience is None or viewer == GM or viewer in event.audience:
            out.append(event._replace(audience=None, twin=None) if viewer != GM else event)
        elif event.twin is not None:
            out.append(event.twin)
    return tuple(out)


def dump_event(event: Event) -> dict[str, Any]:
    """Return an event as plain TOML data; `load_event` takes it back."""
    assert not _RESERVED & event.data.keys(), event.kind
    plain: dict[str, Any] = {"kind": event.kind, "seats": list(event.seats), **event.data}
    if event.audience is not None:
        plain["audience"] = list(event.audience)
    if event.twin is not None:
        plain["twin"] = dump_event(event.twin)
    return plain


def load_event(plain: Mapping[str, Any]) -> Event:
    """Return the event that `dump_event` made `plain` of; raise InputError naming the key."""
    if not isinstance(plain, Mapping):
        raise InputError(_("found {value!r:.200}", value=plain), allowed=_(KINDS[dict]))
    data = dict(plain)
    kind, seats = data.pop("kind", None), data.pop("seats", None)
    if not isinstance(kind, str):
        raise InputError(_("found {value!r}", value=kind), key="kind", allowed=_("the kind of an event"))
    audience, twin = data.pop("audience", None), data.pop("twin", None)
    with at_key("twin"):
        instead = None if twin is None else load_event(twin)
    seen_by = None if audience is None else _load_seats(audience, "audience")
    return Event(kind, _load_seats(seats, "seats"), data, seen_by, instead)


def _load_seats(value: Any, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(seat, str) for seat in value):
        raise InputError(_("found {value!r}", value=value), key=key, allowed=_("a list of seats"))
    return tuple(value)
