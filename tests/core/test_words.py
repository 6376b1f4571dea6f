"""Languages: every message is in every catalogue, with the same fields, and what is compiled is what is written."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import read_mo

from gm_tools.core.i18n import _, language, languages, ngettext
from gm_tools.core.languages import speak
from gm_tools.core.problems import InputError
from tests.catalogue import extract, load, missing, paths
from tests.new_game import untranslated_games

# One German word a meaning: the word in English, the one that it is in German, and what is not written for it.
GERMAN = {
    "thread": ("Thread", r"\bFaden|\bFäden|Runde kennt"),
    "draw": ("Ziehung", r"Zufallswert"),
    "board": ("Brett", r"Spielplan|Spielbrett|\bPlans\b"),
    "car": ("Auto", r"\bWagen"),
    "wild card": ("Joker", r"Jokerkarte|Wildcard|\bWC\b(?!\))"),
    "policy": ("Regelung", r"\bREGEL\b"),
    "resolve": ("auswerten", r"\baufgelöst|\bauflösen"),
    "legal": ("erlaubt", r"zulässig"),
    "missed": ("versäumt", r"verpasst"),
    "in a row": ("in Folge", r"hintereinander verpasst|hintereinander versäumt"),
    "grace": ("Nachfrist", r"Kulanz"),
    "pause": ("anhalten", r"Frist ruht"),
    "erratum": ("Korrektur", r"Errat"),
    "backup": ("Sicherung", r"aus einer Kopie"),
    "bind": ("zuordnen", r"\bgebunden"),
    "engine": ("Engine", r"Rechenwerk"),
    "you": ("du", r"\bSie (?:können|haben|müssen)|\bIhr(?:e|en|em)? (?:Befehl|Beitrag)"),
    "write": ("schreib", r"\bschreibe\b"),
}
# What a quotation, a pause and a figure look like in German; values in code ({value!r}, TOML) keep their own signs.
MARKS = {
    "quotes": r"(?<![\w=`\[ ])'\w+'|“\w|\w”",
    "blank before an ellipsis": r"[a-z]…$",
}


CATALOGUES = pytest.mark.parametrize("path", list(paths()), ids=lambda path: path.parent.parent.name)


def fields(text: str) -> set[str]:
    return {part[1] for part in Formatter().parse(text) if part[1] is not None}


def forms(text: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return [text or ""] if isinstance(text, str | None) else list(text)


@CATALOGUES
def test_a_catalogue_has_every_message_and_no_other(path: Path) -> None:
    catalogue = load(path)
    assert missing(catalogue) == []
    written, said = ({tuple(forms(message.id)) for message in each if message.id} for each in (catalogue, extract()))
    in_english = {message for messages in untranslated_games().values() for message in messages}
    assert written == {message for message in said if message[0] not in in_english}, "run: python tests/catalogue.py"
    assert not [message.id for message in catalogue if message.id and message.fuzzy]


@CATALOGUES
def test_a_translation_has_the_fields_of_its_message(path: Path) -> None:
    for message in load(path):
        if message.id:
            known = set().union(*map(fields, forms(message.id)))
            for form in forms(message.string):
                assert fields(form) <= known, form
            assert fields(forms(message.string)[-1]) == fields(forms(message.id)[-1]), message.id


@CATALOGUES
def test_the_compiled_catalogues_match_their_sources(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    assert {tuple(forms(one.id)): forms(one.string) for one in compiled if one.id} == {
        tuple(forms(one.id)): forms(one.string) for one in load(path) if one.id
    }, "run: python tests/catalogue.py"


def test_german_has_one_word_a_meaning_and_its_own_marks() -> None:
    path = next(each for each in paths() if each.parent.parent.name == "de")
    wrong = {**{english: pattern for english, (__, pattern) in GERMAN.items()}, **MARKS}
    found = [
        (english, form)
        for message in load(path)
        if message.id
        for form in forms(message.string)
        for english, pattern in wrong.items()
        if re.search(pattern, form)
    ]
    assert found == [], f"write: {[f'{english}: {word}' for english, (word, __) in GERMAN.items()]}"


def test_speaking_an_unknown_language_is_refused() -> None:
    assert languages() == ("en", "de")
    with pytest.raises(InputError, match="found 'fr'"):
        speak("fr")
    assert language() == "en"


def test_fields_are_filled_in_and_braces_of_players_are_left() -> None:
    assert _("no {what}", what="{what}") == "no {what}"
    assert [ngettext("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    speak("de")
    assert _("a message that is in no catalogue") == "a message that is in no catalogue"
