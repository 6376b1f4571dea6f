"""Every word that is shown comes from the catalogues: a language that puts ⟦ ⟧ round all that it is asked for leaves none outside."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core import i18n
from gm_tools.games import NAMES, find
from gm_tools.games.tac.cards import CARDS
from gm_tools.reports.history import turn_entries
from gm_tools.table import Table, open_table, turn_files
from gm_tools.table.boards import tracks
from gm_tools.table.undo import undo
from tests import effort
from tests.catalogue import load, paths
from tests.cli.conftest import Gm
from tests.cli.race import SEED, TRACK

TURNS = Path(__file__).parents[2] / "turns"
WORD = re.compile(r"[^\W\d_]*[a-zäöüß]{3}[^\W\d_]*")
# What is the same in every language: what is typed as it stands, names of files, keys and arguments, addresses, digests, times.
NEUTRAL = re.compile(
    r"--[a-z-]+|\bgm [a-z]+\b|[\w./*-]+\.(?:toml|txt|json|html|svg|md)\b|[\w/]*turns/[\w/.-]+|[a-z]+://\S+"
    r"|\b[0-9a-f]{16,64}\b|\bUTC\b|\b[A-Z]\w+/[A-Z]\w+\b|'[^']*'|\b[a-z]+(?:\.\w+)+|\b(?:true|false)\b|^gm: [a-z]+:"
)


# Words that are typed: games, cards, values of options.
TYPED = {*NAMES, *CARDS, "straight", "brake", "wait"}
TRACKS = {name for _, track in tracks() for name in (track, track.replace("-", " ").replace("_", " ").title())}


class Bracketed:
    """A catalogue that translates every message that the catalogues have to itself between brackets."""

    def __init__(self) -> None:
        found = (message.id for path in paths() for message in load(path) if message.id)
        self.messages = {text for one in found for text in ([one] if isinstance(one, str) else one)}

    def gettext(self, message: str) -> str:
        """Return the message between brackets."""
        return f"⟦{message}⟧" if message in self.messages else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Return the form for a number between brackets."""
        return self.gettext(one if n == 1 else many)


@pytest.fixture(scope="module")
def catalogue() -> Bracketed:
    return Bracketed()


@pytest.fixture
def bracketed(catalogue: Bracketed, gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gm:
    """`gm` with all four games, speaking the bracketed language."""
    monkeypatch.setattr("gm_tools.games.NAMES", NAMES)
    monkeypatch.setattr("gm_tools.table.new.os.urandom", lambda count: SEED[:count])
    (tmp_path / "ring.txt").write_text(TRACK, encoding="utf-8")
    monkeypatch.setattr(i18n, "use", lambda _name: None)
    monkeypatch.setattr(i18n, "_language", "xx")
    monkeypatch.setattr(i18n, "_catalogue", catalogue)
    return gm


def outside(text: str, known: Iterable[str] = ()) -> list[str]:
    """Return the words of a text that stand outside all brackets and are no names, orders or the like."""
    while "⟦" in text:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
        if shorter == text:  # cut off by somebody, who must not
            break
        text = shorter
    text = NEUTRAL.sub(" ", text)
    for name in sorted(known, key=len, reverse=True):
        text = text.replace(name, " ")
    return WORD.findall(text)


def texts(document: Any) -> str:
    """Return what people read of a JSON document: titles and blocks (of pictures their legends), messages, requests, help."""
    out = []
    if isinstance(document, dict):
        read = (
            "title",
            "lines",
            "message",
            "request",
            "headline",
            "seat_extra",
            "sheet",
            "reminders",
            "private_reminders",
        )
        for key, value in document.items():
            if key == "legend":
                out += [meaning for _, meaning in value]
            elif key == "rows" and document.get("kind") == "grid":
                out += [cell for row in value for cell in row]
            elif key in read and isinstance(value, str):
                out.append(value)
            elif key in read and isinstance(value, list):
                out.append("\n".join(value))
            elif key not in {"position", "events"}:
                out.append(texts(value))
    elif isinstance(document, list):
        out += [texts(value) for value in document if isinstance(value, dict | list)]
    return "\n".join(part for part in out if part)


def names_of(table: Table) -> set[str]:
    """Return what a table's reports hold that nobody translates: names, orders and where they are from, options."""
    known = TYPED | {table.name, table.track}
    known |= {name for seat in table.seats for name in (seat.player, *seat.aliases, seat.extra)}
    known |= {text for one in table.hand for text in (one.text, " ".join(one.text.split()), one.source)}
    for entry in turn_entries(table.path):
        known |= {text for one in entry.orders for text in (" ".join(one.text.split()), one.canonical, one.source)}
    for option in table.game.options:
        values = option.default if isinstance(option.default, list) else [option.default]
        known |= {option.name, *(str(value) for value in values)}
    return {name for name in known if len(name) > 2}


def read(gm: Gm, *command: str) -> str:
    """Return what people read of a command's JSON document."""
    ran = gm(*command, "--json")
    assert ran.status in {0, 1}, ran.err
    return texts(json.loads(ran.out)) + "\n" + ran.err


@pytest.mark.long
@pytest.mark.parametrize(
    "name", effort.choose(["marbles", "sandstorm"], [path.name for path in sorted(TURNS.iterdir())])
)
def test_no_word_of_an_example_table_is_left_out(bracketed: Gm, tmp_path: Path, name: str) -> None:
    shutil.copytree(TURNS / name, tmp_path / "turns" / name)
    table = open_table(f"turns/{name}")
    known = names_of(table)
    last = len(turn_files(table.path)) - 1
    viewers = effort.choose(["gm"], ["gm", "public", table.seats[0].mark])
    commands: list[tuple[str, ...]] = [("status", name, "--for", viewer) for viewer in viewers]
    commands += [("history", name), ("history", name, "--orders")]
    commands += [
        ("report", name, "--turn", str(turn), "--for", viewer)
        for viewer in viewers
        for turn in sorted(effort.choose({0, last - 1, last}, {0, 1, last // 2, last - 1, last}))
    ]
    left = {command: found for command in commands if (found := outside(read(bracketed, *command), known))}
    assert left == {}


@pytest.mark.long
@pytest.mark.parametrize(
    "name", effort.choose(["marbles", "sandstorm"], [path.name for path in sorted(TURNS.iterdir())])
)
def test_no_word_of_orders_at_an_example_table_is_left_out(bracketed: Gm, tmp_path: Path, name: str) -> None:
    folder = shutil.copytree(TURNS / name, tmp_path / "turns" / name)
    table = undo(folder).table
    known = names_of(table)
    commands: list[tuple[str, ...]] = [
        ("status", name),
        ("status", name, "--for", "public"),
        ("resolve", name, "--preview"),
    ]
    for seat in list(table.game.awaited(table.position))[:1]:
        view = table.game.view(table.position, seat)
        orders = [
            table.game.format_order(order) for order in islice(table.game.legal_orders(view, seat), effort.choose(1, 3))
        ]
        known |= set(orders)
        commands += [("try", name, seat, order) for order in ("?!", f"{orders[0]} else {orders[-1]}", *orders)]
        commands.append(("plan", name, seat, "--reach"))
        plan = json.loads(bracketed("plan", name, seat, "--json").out)
        assert outside(texts(plan), known | {choice["order"] for choice in plan["choices"]}) == []
    left = {command: found for command in commands if (found := outside(read(bracketed, *command), known))}
    assert left == {}


@pytest.mark.parametrize("name", NAMES)
def test_no_word_about_a_game_is_left_out(bracketed: Gm, name: str) -> None:
    known = TYPED | {str(option.name) for option in find(name).options}
    assert outside(read(bracketed, "rules", name), known) == []
    found = json.loads(bracketed("rules", name, "--options", "--json").out)
    for option in found["options"]:
        assert outside(option["help"], known) == [], option
        # Values are typed as they stand; all else is words.
        values = option["allowed"].split(", ")
        assert all(re.fullmatch(r"\w*", value) for value in values) or outside(option["allowed"], known) == [], option


RACE = (
    ("new", "race", "-g", "nascar", "-t", "ring.txt", "-s", "A:Ann", "-s", "B:Bob", "-s", "C:Cid"),
    ("new", "race", "-g", "nascar", "-t", "ring.txt", "-s", "A:Ann"),
    ("new", "other", "-g", "nascer", "-t", "ring.txt", "-s", "A:Ann"),
    ("new", "other", "-g", "nascar", "-t", "rong", "-s", "A:Ann"),
    ("new", "other", "-g", "nascar", "-t", "ring.txt", "-s", "A"),
    ("new", "other", "-g", "nascar", "-t", "ring.txt", "-s", "A:Ann", "-o", "laps=x"),
    ("new", "other", "-g", "nascar", "-t", "ring.txt", "-s", "A:Ann", "-o", "lap=2"),
    ("games",),
    ("tracks",),
    ("tracks", "--check", "ring.txt"),
    ("status", "rice"),
    ("status", "race"),
    ("order", "race", "A", "A(5M) else (4M); turn 3: BB; turn 4: S"),
    ("order", "race", "A", "4M"),
    ("order", "race", "B", "9M"),
    ("order", "race", "C", "?"),
    ("order", "race", "C", "turn 1: 4M; turn 1: 4M"),
    ("order", "race", "Zed", "4M"),
    ("order", "race", "A"),
    ("order", "race", "C", "--drop"),
    ("try", "race", "A", "A(5M) else (3M); turn 5: M"),
    ("try", "race", "A", "turn 5: M"),
    ("try", "race", "C", "LLL"),
    ("deadline", "race"),
    ("deadline", "race", "tomorrow"),
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
    ("deadline", "race", "--pause", "--now", "2026-11-22 20:00 UTC"),
    ("deadline", "race", "--pause", "--now", "2026-11-22 20:00 UTC"),
    ("deadline", "race", "--resume", "--now", "2026-11-22 21:00 UTC"),
    ("status", "race", "--now", "2026-11-22 20:00 UTC"),
    ("status", "race", "--for", "public", "--now", "2026-11-25 20:00 UTC"),
    ("resolve", "race"),
    ("resolve", "race", "--missing", "brake"),
    ("resolve", "race", "--close", "--missing", "brik"),
    ("resolve", "race", "--close", "--missing", "wait", "--now", "2026-11-22 20:00 UTC"),
    ("resolve", "race", "--close", "--missing", "brake", "--now", "2026-11-22 20:00 UTC"),
    ("resolve", "race", "--turn", "1"),
    ("amend", "race", "cars.A.speed=3", "--reason", "Why"),
    ("amend", "race", "cars.A.sped=3", "--reason", "Why"),
    ("amend", "race", "cars.A.speed=3"),
    ("report", "race", "--turn", "7"),
    ("verify", "race"),
    ("history", "race"),
    ("reveal", "race"),
    ("season", "race"),
    ("undo", "race"),
    ("undo", "race"),
    ("undo", "race"),
    ("reveal", "race", "--force"),
    ("publish", "race", "public"),
    ("publish", "race", "public"),
    ("conform", "ring.txt"),
)


@pytest.mark.usefixtures("no_png")
def test_no_word_of_a_race_and_its_mistakes_is_left_out(bracketed: Gm) -> None:
    known = (
        TYPED
        | TRACKS
        | {
            "TAC, four seats",
            "TAC, six seats",
            "race",
            "other",
            "Ann",
            "Bob",
            "Cid",
            "Zed",
            "ring",
            "Why",
            "public",
            "turn 1",
            "turn 3",
        }
    )
    left = {}
    for command in RACE:
        ran = bracketed(*command)
        shown = re.sub(r"(?m)^[ *x=.ABCbo|_1-9]+$", "", ran.out)  # rows of maps
        table = Path("turns/race/table.toml")
        names = names_of(open_table("turns/race")) if table.exists() else set()
        if found := outside(shown + ran.err, known | names):
            left[" ".join(command)] = found
    assert left == {}


def test_no_word_of_what_verify_finds_is_left_out(bracketed: Gm) -> None:
    for command in (
        RACE[0],
        ("order", "race", "A", "4M"),
        ("order", "race", "B", "4M"),
        ("order", "race", "C", "4M"),
        ("resolve", "race"),
    ):
        assert bracketed(*command).status == 0
    path = Path("turns/race/turn-001.toml")
    right = path.read_text()
    left = {}
    for was, becomes in (
        ("speed = 4", "speed = 5"),
        ('text = "4M"', 'text = "9M"'),
        ('text = "4M"', 'text = "fly"'),
        ('canonical = "(4M)"', 'canonical = "(5M)"'),
        ('before = "', 'before = "0'),
        ("# end of", "# end"),
        ("[[orders]]", "[[dropped]]"),
        ("turn = 1", "turn = 2"),
    ):
        path.write_text(right.replace(was, becomes, 1))
        ran = bracketed("verify", "race")
        assert ran.status == 1, becomes
        if found := outside(ran.out + ran.err, ["race", "fly", "position.cars", "heading"]):
            left[becomes] = found
    assert left == {}
