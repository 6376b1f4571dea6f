"""The options that a game can be played with, and the settings that come of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from gm_tools.core.game import Game
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, at_key
from gm_tools.core.text import did_you_mean
from gm_tools.core.toml import known_keys
from gm_tools.core.tuples import NamedTuple

S = TypeVar("S")


class Option(NamedTuple):
    """An option of a game: its name, default, what is allowed (for people), and the test of a value.

    `allowed` and `help` are marked for the catalogues; `limits` are the numbers in braces that `allowed` speaks of.
    """

    name: str
    default: Any
    allowed: str
    valid: Callable[[Any], bool]
    rule: str
    help: str
    limits: tuple[int, ...] = ()

    def values(self) -> str:
        """Return what is allowed, in the language in use."""
        return _(self.allowed).format(*self.limits) if self.limits else _(self.allowed)


def choice(name: str, values: Sequence[Any], rule: str, text: str) -> Option:
    """Return an option with a list of values, the first of them its default."""
    shown = ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
    return Option(name, values[0], shown, lambda v: any(v == x and type(v) is type(x) for x in values), rule, text)


def whole_number(name: str, default: int, low: int, high: int, rule: str, text: str) -> Option:
    """Return an option that is a whole number from `low` to `high`."""
    return Option(
        name,
        default,
        N_("a whole number from {} to {}"),
        lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high,
        rule,
        text,
        (low, high),
    )


def is_count(value: Any) -> bool:
    """Say whether a value of a file is a whole number from 0 (TOML's true is none)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def check_options(game: "Game[Any, Any, Any]", given: Mapping[str, Any]) -> None:
    """Raise InputError for the first option that the game does not have, or whose value it does not allow."""
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            message = _("{game} has no such option{hint}", game=game.name, hint=did_you_mean(name, list(known)))
            raise InputError(message, key=name, allowed=", ".join(known))
        check_value(known[name], value)


def check_value(option: Option, value: Any) -> None:
    """Raise InputError for a value that an option does not allow."""
    if not option.valid(value):
        raise InputError(_("found {value!r}", value=value), key=option.name, allowed=option.values())


def check_settings(plain: Mapping[str, Any], options: Sequence[Option], names: Collection[str]) -> None:
    """Raise InputError for the first of a position's settings that is unknown or whose value its option does not allow.

    `names` are the settings that a position keeps; an option may matter only when a game begins.
    """
    known_keys(plain, names)
    for option in options:
        if option.name in plain:
            check_value(option, plain[option.name])


def load_settings(
    plain: Mapping[str, Any],
    options: Sequence[Option],
    names: Collection[str],
    settle: Callable[[Mapping[str, Any]], S],
) -> S:
    """Return what `settle` makes of the settings of a written position; raise InputError with the key that is wrong."""
    with at_key("settings"):
        check_settings(plain, options, names)
        return settle(plain)
