"""Parsers that are kept: the same orders as lark's own, made again when anything is wrong with them, and only where they are safe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_tools.core import grammar
from gm_tools.core.paths import folder
from gm_tools.games import NAMES, find
from tests import effort

TEXTS = ("A(2M)RM(R+1)", "F +1N GEN H", "R1 Y G2", "7 r3+4 b>a", "13 in", "(A", "A(2", "", "Q", "x" * 300)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place of this test's own to keep parsers in."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar.load.cache_clear()
    yield tmp_path / "gm_tools"
    grammar.load.cache_clear()


SPOILT = ("MADE_FROM = ('another grammar', '')", "not python", "", "1 / 0")


def read_all(game: str) -> list[object]:
    grammar.load.cache_clear()
    return [find(game).parse_order(text) for text in TEXTS]


def is_kept(game: str) -> bool:
    """Tell whether the parser in use is the kept one, not lark itself."""
    find(game).parse_order("A")
    return not grammar.load.cache_info().currsize or "lark" not in _failure(game).__module__.split(".")


def _failure(game: str) -> type[Exception]:
    module = __import__(f"gm_tools.games.{game}.orders", fromlist=["_ToOrder"])
    return grammar.load(game, module._ToOrder).failure


@pytest.mark.long
@pytest.mark.parametrize("game", effort.choose(["nascar", "tac"], list(NAMES)))
def test_a_kept_parser_reads_what_lark_reads(game: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = read_all(game)
    assert is_kept(game)
    assert (place / f"{game}_orders.py").exists()
    assert grammar.find_standalone(game) == grammar.make_standalone(game)
    monkeypatch.setattr(grammar, "_private_folder", lambda: None)
    assert read_all(game) == kept
    assert not is_kept(game)


@pytest.mark.long
@pytest.mark.parametrize("spoilt", effort.choose(SPOILT[:2], SPOILT))
def test_a_damaged_file_is_made_again(spoilt: str, place: Path) -> None:
    expected = read_all("nascar")
    path = place / "nascar_orders.py"
    made_from = path.read_text(encoding="utf-8").splitlines()[-1]
    path.write_text(spoilt, encoding="utf-8")
    assert read_all("nascar") == expected
    assert path.read_text(encoding="utf-8").splitlines()[-1] == made_from
    assert [file.name for file in place.iterdir() if file.is_file()] == [path.name]


@pytest.mark.parametrize(
    ("game", "line", "changed", "order", "usual"),
    [
        ("nascar", '\nB: "B"i', '\nB: "B"i | "brake"i', "brake (3M)brake", "B(3M)B"),
        ("rally", '"N"i', '("N"i | "north"i)', "north NE", "N NE"),
    ],
)
def test_another_way_to_write_a_word_is_a_change_of_the_grammar_alone(
    game: str, line: str, changed: str, order: str, usual: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find(game).format_order(find(game).parse_order(usual)) == usual
    text = (folder("grammars") / f"{game}.lark").read_text(encoding="utf-8")
    assert line in text
    monkeypatch.setattr(grammar, "_source", lambda _game: text.replace(line, changed, 1))
    grammar.load.cache_clear()
    assert find(game).format_order(find(game).parse_order(order)) == usual


@pytest.mark.long
@pytest.mark.parametrize("slip", effort.choose(["(2B+1)", "Bx2"], ["(2B+1)", "MM2B", "Bx2", "(BB)", "0B(3M)"]))
def test_a_slip_in_a_word_is_mended_as_in_its_letter(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = find("nascar").parse_order(slip).suggestion
    assert wanted
    text = (folder("grammars") / "nascar.lark").read_text(encoding="utf-8")
    monkeypatch.setattr(grammar, "_source", lambda _game: text.replace('\nB: "B"i', '\nB: "B"i | "brake"i', 1))
    grammar.load.cache_clear()
    assert find("nascar").parse_order(slip.replace("B", "brake")).suggestion == wanted


def test_a_parser_is_cached_only_where_nobody_else_can_write(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.mkdir()
    place.chmod(0o777)
    assert read_all("nascar")
    assert not is_kept("nascar")
    assert not list(place.iterdir())
    monkeypatch.setenv("XDG_CACHE_HOME", str(place.parent / "file"))
    (place.parent / "file").write_text("in the way", encoding="utf-8")
    assert read_all("nascar")
    assert not is_kept("nascar")
