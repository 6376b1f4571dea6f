"""`gm simulate`: one result however it is come by, what it shows, what it says of wrong use."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from gm_tools.render import json as contract
from tests import effort
from tests.simulate.conftest import Gm

ROOT = Path(__file__).parents[2]
SHORT = ("--track", "pine_oval", "--bot", "random", "--games", "24")
SVG = "{http://www.w3.org/2000/svg}"


def document(simulate: Gm, *words: str) -> dict[str, Any]:
    ran = simulate(*words, "--json")
    assert ran.status == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


_WHOLE: list[str] = []


def whole_document(simulate: Gm) -> str:
    """Return what a run of the short words prints; it is run once for all tests."""
    if not _WHOLE:
        _WHOLE.append(simulate(*SHORT, "--json").out)
    return _WHOLE[0]


# One result


@pytest.mark.long
@pytest.mark.parametrize("workers", effort.choose(["3"], ["2", "3"]))
def test_the_document_is_the_same_for_any_number_of_workers(simulate: Gm, workers: str) -> None:
    assert simulate(*SHORT, "--json", "--workers", workers).out == whole_document(simulate)


def test_an_interrupted_run_goes_on_to_the_same_document(simulate: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tools.simulate import workers

    whole = whole_document(simulate)
    play_all = workers.play_all

    def interrupt(setup: str, numbers: Any, crew: Any) -> Iterator[Any]:
        for batch in play_all(setup, numbers, crew):
            yield batch
            if batch[-1]["game"] in {6, 13}:
                raise KeyboardInterrupt

    monkeypatch.setattr("gm_tools.simulate.run.play_all", interrupt)
    again = ("--resume", "games.jsonl")
    for done in (7, 14):
        ran = simulate(*SHORT, *again, "--json")
        assert (ran.status, ran.out) == (130, "")
        assert ran.err == (
            f"gm: {done} of 24 games are done and saved\ngm: to go on, give the same command with --resume games.jsonl\n"
        )
        with Path("games.jsonl").open("a", encoding="utf-8") as file:
            file.write('{"game": 20, "tur')
    assert simulate(*SHORT, *again, "--json").out == whole
    assert len(Path("games.jsonl").read_text().splitlines()) == 25


def test_an_interrupted_run_without_a_file_says_where_its_games_are(
    simulate: Gm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*_: object) -> Iterator[Any]:
        raise KeyboardInterrupt

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with monkeypatch.context() as broken:
        broken.setattr("gm_tools.simulate.run.play_all", interrupt)
        ran = simulate(*SHORT)
    kept = Path(ran.err.strip().rpartition(" ")[2])
    assert kept.is_file()
    assert simulate(*SHORT, "--resume", str(kept)).status == 0
    assert simulate(*SHORT).status == 0
    assert [path.name for path in tmp_path.iterdir()] == [kept.parent.name]  # a run that ends leaves nothing


def test_more_games_go_on_from_fewer(simulate: Gm) -> None:
    assert document(simulate, *SHORT[:-1], "10", "--resume", "games.jsonl")["games"] == 10
    assert simulate(*SHORT, "--resume", "games.jsonl", "--json").out == whole_document(simulate)
    fewer = simulate(*SHORT[:-1], "10", "--resume", "games.jsonl", "--json").out
    assert fewer == simulate(*SHORT[:-1], "10", "--json").out


def test_a_file_of_other_games_is_refused(simulate: Gm) -> None:
    simulate(*SHORT, "--resume", "games.jsonl")
    ran = simulate(*SHORT, "--resume", "games.jsonl", "--seed", "2")
    assert (ran.status, ran.out) == (2, "")
    assert 'belongs to another set-up: seed is "1" there and "2" here' in ran.err


class Terminal:
    """`gm simulate` of a million games with two workers, on a terminal of its own, seen until some games are done."""

    def __init__(self, folder: Path) -> None:
        words = [*SHORT[:-1], "1000000", "--workers", "2", "--resume", "games.jsonl"]
        self._keyboard, terminal = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gm_tools", "simulate", *words],
            cwd=folder,
            stderr=terminal,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )
        os.close(terminal)
        self.said = b""
        while not re.search(rb"[1-9]\d*/1000000 games", self.said):
            self.said += os.read(self._keyboard, 1024)

    def wait(self) -> bytes:
        """Return stdout when all is over. The terminal is gone with the last process that writes to it: so no worker is left."""
        out, _ = self.process.communicate()
        with suppress(OSError):
            while more := os.read(self._keyboard, 1024):
                self.said += more
        os.close(self._keyboard)
        return out


def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    os.killpg(terminal.process.pid, signal.SIGINT)  # as a terminal does it: the workers get it too
    out = terminal.wait()
    assert (terminal.process.returncode, out) == (130, b"")
    assert b"Traceback" not in terminal.said
    assert b"with --resume games.jsonl" in terminal.said
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()[1:]]
    assert f"{len(games)} of 1000000 game".encode() in terminal.said


def test_a_run_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.process.kill()
    terminal.wait()


def test_a_worker_that_is_ended_from_outside_costs_no_games(simulate: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tools.simulate import workers

    play_all = workers.play_all

    def bereft(setup: str, numbers: Any, crew: Any) -> Iterator[Any]:
        for count, batch in enumerate(play_all(setup, numbers, crew)):
            if count == 1:
                active_children()[0].kill()
            yield batch

    with monkeypatch.context() as broken:
        broken.setattr("gm_tools.simulate.run.play_all", bereft)
        ran = simulate(*SHORT[:-1], "2000", "--workers", "2", "--resume", "games.jsonl")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("gm: a worker was killed\n")
    assert simulate(*SHORT, "--resume", "games.jsonl", "--json").out == whole_document(simulate)


# What is shown


def test_the_contract_names_every_key(simulate: Gm) -> None:
    found = document(simulate, *SHORT, "--bot", "random,easy")
    said = (contract.__doc__ or "").partition("- `simulate`:")[2].partition("\n- `")[0]
    assert found["format"] == "gm-tools/simulate"
    for key in found.keys() - {"format", "version", "title", "blocks"}:
        assert f"`{key}`" in said, key
    nested = [
        found["verdict"],
        found["fairness"],
        found["late"],
        found["by_bot"][0],
        found["by_slot"][0],
        found["seats"][0],
    ]
    nested += [found["figures"]["turns"], found["tiles"]["moves"][0]]
    for key in {key for part in nested for key in part}:
        assert f"`{key}`" in said, key
    for key in ("turns", "won_at", "leads", "overtakes"):
        assert found["figures"][key]["mean"]


def test_sums_agree_with_one_another(simulate: Gm) -> None:
    found = document(simulate, *SHORT, "--bot", "random,easy", "--seats", "3")
    assert sum(wins["wins"] for wins in found["by_slot"]) == pytest.approx(24)
    assert sum(wins["wins"] for wins in found["by_bot"]) == pytest.approx(24)
    assert [wins["games"] for wins in found["by_slot"]] == [24, 24, 24]
    assert [wins["games"] for wins in found["by_bot"]] == [48, 24]
    assert found["fairness"]["degrees"] == 2
    assert [seat["bot"] for seat in found["seats"]] == ["random", "easy", "random"]
    for name, tiles in found["tiles"].items():
        assert sum(tile["count"] for tile in tiles) == pytest.approx(24 * found["figures"][name]["mean"])


def test_a_good_bot_wins_against_any_legal_order(simulate: Gm) -> None:
    found = document(simulate, "--track", "pine_oval", "--games", "60", "--bot", "random,hard", "--seats", "4")
    wins = {wins["name"]: wins for wins in found["by_bot"]}
    assert wins["hard"]["low"] > wins["random"]["share"]


def test_too_few_games_get_no_verdict(simulate: Gm) -> None:
    short = (*SHORT[:-1], "19")
    assert document(simulate, *short)["verdict"] == {
        "fair": "unknown",
        "fun": "unknown",
        "reasons": [],
    }
    assert "no verdict: 19 games are too few, 20 are needed" in simulate(*short).out


def test_the_plot_is_one_picture_that_asks_nobody(simulate: Gm) -> None:
    ran = simulate(*SHORT, "--bot", "random,easy", "--plot", "pine.svg")
    assert ran.err == "gm: drawn into pine.svg\n"
    text = Path("pine.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert not any(word in text for word in ("href", "url(", "<script", "<image", "@import"))
    titles = [element.text for element in root.iter(f"{SVG}text")]
    for title in ("Wins", "Length"):
        assert any(text and text.startswith(title) for text in titles)
    bars = [element for element in root.iter(f"{SVG}rect") if element.get("class") == "bar"]
    figures = document(simulate, *SHORT, "--bot", "random,easy")["figures"]
    columns = sum(figures[name]["most"] - figures[name]["least"] + 1 for name in ("turns", "leads"))
    assert len(bars) == 6 + 2 + columns
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for bar in bars:
        x, y, w, h = (float(bar.attrib[key]) for key in ("x", "y", "width", "height"))
        assert 0 <= x <= x + w <= wide
        assert 0 <= y <= y + h <= high
    said = root.find(f"{SVG}desc")
    assert said is not None
    assert "Wins by start slot: 1 " in (said.text or "")


def test_the_plot_is_there_before_anything_is_shown(simulate: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    def close(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("gm_tools.cli.simulate.emit", close)
    monkeypatch.setattr("gm_tools.cli.main._drop_what_is_left", lambda *_: None)
    assert simulate(*SHORT, "--plot", "pine.svg").status == 141
    assert Path("pine.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_seed_may_be_any_bytes(simulate: Gm) -> None:
    ran = simulate(*SHORT, "--seed", "\udcff", "--resume", "games.jsonl", "--plot", "pine.svg", "--json")
    assert ran.status == 0, ran.err
    assert simulate(*SHORT, "--seed", "\udcff", "--resume", "games.jsonl", "--json").out == ran.out
    assert whole_document(simulate) != ran.out


def test_a_table_brings_its_board_seats_and_options(simulate: Gm) -> None:
    found = document(simulate, str(ROOT / "turns" / "willow"), "--bot", "random", "--games", "2")
    assert found["game"] == "monza"
    assert [seat["mark"] for seat in found["seats"]] == [*"RGBP"]
    assert found["options"] == {"extra_step": True}
    assert "orders" not in json.dumps(found)


def test_a_table_under_way_keeps_its_secrets(simulate: Gm, tmp_path: Path) -> None:
    from shutil import copytree

    words = ("--bot", "random", "--games", "2", "--max-turns", "3", "--json")
    copytree(ROOT / "turns" / "sandstorm", tmp_path / "race")
    with_seed = simulate("race", *words).out
    (tmp_path / "race" / "secret.toml").unlink(missing_ok=True)
    assert simulate("race", *words).out == with_seed


# Wrong use


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "which board? (allowed: --track"),
        (("--track", "pine_ovla"), "did you mean pine_oval?"),
        (("--track", "pine_oval", "--bot", "hrad"), "no bot is called 'hrad'; did you mean hard?"),
        (("--track", "pine_oval", "--seats", "7"), "--seats: found 7 (allowed: at most 6 here)"),
        (("--track", "pine_oval", "--seats", "1"), "two to six cars race, found 1"),
        (("--track", "pine_oval", "--option", "lap=3"), "monza has no such option"),
        (("--track", "pine_oval", "--extra", "turbo"), "a car is named by its mark alone"),
        (("--track", "pine_oval", "--plot", "no/where.svg"), "its folder does not exist"),
        (("--track", "six-seats"), "found 'pairs4' (allowed: pairs6,"),
        (("dust", "--track", "pine_oval"), "there is no table 'dust'"),
        (("--track", "board.txt"), "board.txt:1:1: found 'no board'"),
    ],
    ids=str,
)
def test_wrong_use_is_said_in_words(simulate: Gm, words: tuple[str, ...], said: str) -> None:
    Path("board.txt").write_text("no board\n", encoding="utf-8")
    ran = simulate(*words)
    assert ran.status == 2
    assert said in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plot", "."), "is a folder or a device"),
        (("--plot", "folder"), "is a folder or a device"),
        (("--plot", "pipe"), "is a folder or a device"),
        (("--track", "own.txt", "--plot", "./own.txt"), "is the file of the board or of the games"),
        (("--track", "own.txt", "--plot", "folder/link.txt"), "is the file of the board or of the games"),
        (("--resume", "new.jsonl", "--plot", "folder/../new.jsonl"), "is the file of the board or of the games"),
    ],
    ids=str,
)
def test_a_plot_that_cannot_be_written_is_refused_before_a_game_is_played(
    simulate: Gm, words: tuple[str, ...], said: str
) -> None:
    board = (ROOT / "tracks" / "monza" / "pine_oval.txt").read_bytes()
    Path("own.txt").write_bytes(board)
    Path("folder").mkdir()
    os.mkfifo("pipe")  # and no device, which would be gone if this failed
    Path("folder", "link.txt").hardlink_to("own.txt")
    ran = simulate(*SHORT, *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert Path("own.txt").read_bytes() == board
    assert not Path("new.jsonl").exists()


def test_a_plot_in_a_folder_that_cannot_be_written_to_is_refused(simulate: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    ran = simulate(*SHORT, "--plot", "pine.svg", "--resume", "new.jsonl")
    assert (ran.status, ran.out) == (2, "")
    assert "its folder is not writable" in ran.err
    assert not Path("new.jsonl").exists()


def test_a_spoilt_file_is_refused_and_untouched(simulate: Gm) -> None:
    simulate(*SHORT, "--resume", "games.jsonl")
    spoilt = Path("games.jsonl").read_text().replace('{"game":3,', '{"game":-3,')
    Path("games.jsonl").write_text(spoilt)
    ran = simulate(*SHORT, "--resume", "games.jsonl")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "gm: games.jsonl:5: the line holds no game (allowed: remove the line)\n"
    assert Path("games.jsonl").read_text() == spoilt


def test_a_board_whose_course_has_no_start_is_refused_by_its_check(simulate: Gm) -> None:
    board = (ROOT / "tracks" / "tacara" / "harbour_ring.txt").read_text(encoding="utf-8")
    spoilt = re.sub(r"(?m)^start = .*\n", "", board)
    assert spoilt != board
    Path("own.txt").write_text(spoilt, encoding="utf-8")
    ran = simulate("--track", "own.txt")
    assert (ran.status, ran.out) == (2, "")
    assert "there is no start (none named)" in ran.err


def test_a_table_together_with_a_track_is_refused(simulate: Gm) -> None:
    ran = simulate(str(ROOT / "turns" / "willow"), "--seats", "3")
    assert "a table has its own game, board and seats" in ran.err
