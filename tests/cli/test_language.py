"""Languages at the command line: which one is spoken, what a table says of it, and that what is written is the same in all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gm_tools.cli.commands import COMMANDS, find_command
from gm_tools.table import open_table
from gm_tools.table.snapshot import open_snapshot, snapshot
from tests.cli.conftest import Gm
from tests.cli.race import SEED, TRACK

NEW = ("new", "race", "-g", "nascar", "-t", "ring.txt", "-s", "A:Alice:turbo", "-s", "B:Bob", "-s", "C:Carol")
DRAWN = ("-o", "grid=draw", "--draw", "grid=B>A>C", "--source", "dice in post 2")
PLAYED = (
    ("order", "race", "A", "A(5M) else (4M); turn 3: BB", "--source", "post 3"),
    ("order", "race", "B", "(9M)"),
    ("order", "race", "C", "(3M) else (4M)"),
    ("order", "race", "C", "turn 1: 4M"),
    (
        "deadline",
        "race",
        "2026-11-23 20:00 Europe/Berlin",
        "--every",
        "48h",
        "--grace",
        "6h",
        "--now",
        "2026-11-22 20:00 UTC",
    ),
    ("resolve", "race", "--close", "--missing", "straight", "--now", "2026-11-23 20:00 UTC"),
    ("amend", "race", "cars.A.speed=3", "--reason", "misread"),
    ("order", "race", "A", "3M"),
    ("order", "race", "B", "12M"),
    ("resolve", "race", "--close", "--missing", "straight", "--now", "2026-11-25 20:00 UTC"),
    ("undo", "race"),
    ("resolve", "race", "--close", "--missing", "brake", "--now", "2026-11-25 20:00 UTC"),
    ("reveal", "race", "--force"),
    ("publish", "race", "public"),
)


@pytest.fixture(autouse=True)
def _files(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del gm
    monkeypatch.setattr("gm_tools.table.new.os.urandom", lambda count: SEED[:count])
    (tmp_path / "ring.txt").write_text(TRACK, encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_every_command_takes_a_language() -> None:
    commands = {name: find_command(name) for name in COMMANDS}
    assert [
        name for name, command in commands.items() if "--lang" not in [each for p in command.params for each in p.opts]
    ] == []


def test_an_unknown_language_is_refused_by_the_commands(gm: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gm("games", "--lang", "fr")[::2] == (2, "gm: --lang: found 'fr' (allowed: en, de)\n")
    monkeypatch.setenv("GM_LANG", "klingon")
    assert gm("games")[::2] == (2, "gm: GM_LANG: found 'klingon' (allowed: en, de)\n")
    assert gm("games", "--lang", "fr")[::2] == (2, "gm: --lang: found 'fr' (allowed: en, de)\n")
    monkeypatch.setenv("GM_LANG", "de")
    assert gm("games", "--lang", "fr")[::2] == (2, "gm: --lang: gefunden: 'fr' (erlaubt: en, de)\n")
    assert gm("games", "--lang", "de").out.startswith("Spiele\n")


def test_help_is_english(gm: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    before = gm("status", "--help").out
    monkeypatch.setenv("GM_LANG", "de")
    assert gm("status", "--help").out == before


@pytest.mark.parametrize(
    ("option", "environment", "table", "spoken"),
    [
        ("", "", "", "en"),
        ("", "", "de", "de"),
        ("", "en", "de", "en"),
        ("", "de", "", "de"),
        ("en", "de", "de", "en"),
        ("de", "en", "en", "de"),
        ("de", "", "", "de"),
    ],
)
def test_the_option_then_the_environment_then_the_table(
    gm: Gm, monkeypatch: pytest.MonkeyPatch, option: str, environment: str, table: str, spoken: str
) -> None:
    assert gm(*NEW, *(["--lang", table] if table else [])).status == 0
    monkeypatch.setenv("GM_LANG", environment)
    asked = ["--lang", option] if option else []
    heads = {
        "en": "race: orders for turn 1 (for the game master only)",
        "de": "race: Befehle für Zug 1 (nur für den Spielleiter)",
    }
    assert gm("status", "race", *asked).out.split("\n")[0] == heads[spoken]
    refused = {"en": "no order from A, B, C", "de": "kein Befehl von A, B, C"}
    assert gm("resolve", "race", *asked).err.startswith(f"gm: {refused[spoken]}\n")


def test_the_forms_of_pasted_text_are_listed_in_the_language_asked_for(gm: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gm("collect", "--forms", "--lang", "de").out.startswith("`Name schrieb am DATUM:`\n")
    monkeypatch.setenv("GM_LANG", "de")
    assert gm("collect", "--forms").out.startswith("`Name schrieb am DATUM:`\n")


def test_a_table_keeps_its_language_and_gives_it_to_snapshots(gm: Gm) -> None:
    first = gm(*NEW, "--lang", "de")
    assert first.err == "gm: der Tisch liegt in turns/race; die Datei secret.toml darin bleibt geheim\n"
    assert 'language = "de"\n' in Path("turns/race/table.toml").read_text()
    text = gm("report", "race", "--format", "snapshot").out
    assert open_snapshot(text).language == "de"
    Path("copy.toml").write_text(text)
    assert "Alice (A) probiert A(5M)" in gm("try", "copy.toml", "A", "A5M").out
    old = text.replace('language = "de"\n', "")
    assert open_snapshot(old).language == ""
    assert snapshot(open_table("turns/race")) == text
    Path("copy.toml").write_text(old)
    assert "Alice (A) tries A(5M)" in gm("try", "copy.toml", "A", "A5M").out


def test_a_wrong_language_in_a_table_is_named_with_file_and_key(gm: Gm) -> None:
    gm(*NEW, "--lang", "de")
    path = Path("turns/race/table.toml")
    right = path.read_text()
    for wrong, found in (('"fr"', "found 'fr' (allowed: en, de)"), ("7", "found 7 (allowed: text)")):
        path.write_text(right.replace('language = "de"', f"language = {wrong}"))
        assert gm("status", "race")[::2] == (2, f"gm: {path}: language: {found}\n")
    path.write_text(right.replace('language = "de"\n', ""))
    assert gm("status", "race").out.startswith("race: orders for turn 1")
    path.write_text(right.replace("language", "langauge"))
    assert "unknown key" in gm("status", "race").err


def play(gm: Gm, language: str) -> tuple[dict[str, bytes], dict[str, bytes], list[str]]:
    """Return what a game leaves on disk, what it publishes, and what was said, in a language."""
    said = []
    for words in ((*NEW, *DRAWN), *PLAYED):
        ran = gm(*words, "--lang", language)
        assert ran.status in {0, 1}, (words, ran.err)
        said.append(ran.out + ran.err)
    table, public = contents(Path("turns/race")), contents(Path("public"))
    shutil.rmtree("turns/race")
    shutil.rmtree("public")
    return table, public, said


@pytest.mark.usefixtures("no_png")
def test_what_is_written_is_the_same_in_every_language(gm: Gm) -> None:
    english, public, said = play(gm, "en")
    german, oeffentlich, gesagt = play(gm, "de")
    assert english["table.toml"].replace(b'language = "en"', b'language = "de"') == german["table.toml"]
    assert {**english, "table.toml": b""} == {**german, "table.toml": b""}
    assert public.keys() == oeffentlich.keys()
    assert all(one != other for one, other in zip(said, gesagt, strict=True))
    reasons = [row for text in english.values() for row in text.decode().split("\n") if row.startswith("why = ")]
    assert len(reasons) >= 2  # the test is worth something: some of it is in words
