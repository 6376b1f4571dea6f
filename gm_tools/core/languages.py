"""Which language is spoken: asked for by the user, preferred by a table, or English for what is written to disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from gm_tools.core import i18n
from gm_tools.core.i18n import ENGLISH, N_, _, keep_language, languages
from gm_tools.core.problems import InputError

_asked = False  # whether somebody asked for the language in use


def speak(name: str) -> None:
    """Use a language from here on; with no name English, until a table prefers another.

    Raises InputError, which names the languages that there are.
    """
    global _asked  # noqa: PLW0603  (a process speaks one language at a time, as in gettext itself)
    _use(name or ENGLISH)
    _asked = bool(name)


def asked_language() -> str:
    """Return the language that somebody asked for, empty if nobody did: for programs that this one starts."""
    return i18n.language() if _asked else ""


def prefer(name: str) -> None:
    """Use a table's own language, if it has one and nobody asked for another."""
    if name and not _asked:
        _use(name)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak a language for a while; raise InputError with those there are."""
    with keep_language():
        _use(name)
        yield


def in_english() -> AbstractContextManager[None]:
    """Speak English for a while: for what is written to disk, which is the same in every language."""
    return speaking(ENGLISH)


def _use(name: str) -> None:
    try:
        i18n.use(name)
    except LookupError:
        raise InputError(_("found {value!r}", value=name), key="language", allowed=", ".join(languages())) from None
    except OSError:
        message = N_(
            "the catalogue of {name!r} is not compiled; install gm_tools again (`pip install -e .` in a checkout)"
        )
        raise InputError(_(message, name=name), key="language") from None
