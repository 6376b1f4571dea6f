"""`gm publish`: what lies in the folder, that nothing secret does, and that looking in at any moment shows a whole."""

from __future__ import annotations

import json
import os
import re
from itertools import product
from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError
from gm_tools.games import NAMES, find
from gm_tools.page import build, publication
from gm_tools.page.publication import contents
from gm_tools.posts.formats.html_tree import attr, elements, parse_html
from gm_tools.table import ChanceSource, Table, new_table, open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.files import PUBLICATION
from gm_tools.table.resolve import resolve
from gm_tools.table.snapshot import open_snapshot
from gm_tools.table.undo import undo
from tests import effort
from tests.begin import begin_table
from tests.cli.conftest import Gm
from tests.cli.test_reports import _deal_other
from tests.page.conftest import until
from tests.samples import SAMPLES
from tests.table import ferry
from tests.table.crossing import play

# What the page of a table needs beside itself.
_SCRIPTS = (f"page/{path.name}" for path in Path(publication.__file__).parent.glob("*.js"))
BESIDE = (*_SCRIPTS, "page/page.css", "page/start.zip", "page/engine.zip")


def read_all(path: Path) -> dict[str, bytes]:
    """Return every file below a folder, by name."""
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def begin_tac(path: Path, seed: int) -> Table:
    """Begin a table of hidden hands for four."""
    sample = SAMPLES["tac"][0]
    board = (folder("tracks") / "tac" / f"{sample.track}.txt").read_text(encoding="utf-8")
    return begin_table(
        path,
        "tac",
        board,
        sample.seats,
        sample.options,
        track=sample.track,
        chance=ChanceSource(seed=bytes([seed]) * 32),
    )


def test_publish_writes_the_files_of_every_turn(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 2)
    ran = gm("publish", "crossing", "web")
    turn = open_table(table).turn
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"web: turn {turn}, {6 * (turn + 1) + 5 + len(BESIDE)} written, 0 removed\n"
    files = read_all(tmp_path / "web")
    names = [f"turn-{number:03}" for number in range(turn + 1)]
    kinds = ("{}.html", "{}.svg", "posts/{}.txt", "posts/{}.bbcode.txt", "posts/{}.md", "data/{}.json")
    assert set(files) == {
        PUBLICATION,
        "snapshot.toml",
        "index.html",
        "index.json",
        "data/log.json",
        *BESIDE,
        *(kind.format(name) for kind in kinds for name in names),
    }
    for heading in re.findall(b"<h2.*?</h2>", files[f"{names[-1]}.html"]):
        assert re.sub(b"<.*?>", b"", heading) in files["index.html"]
    assert json.loads(files["index.json"])["turn"] == turn
    log = json.loads(files["data/log.json"])
    assert [entry["turn"] for entry in log] == list(range(turn + 1))
    for entry in log:
        post = files[f"posts/turn-{entry['turn']:03}.txt"].decode()
        assert all(line in post for line in (*entry["news"], *entry["events"])), "what everybody may know"
    assert files["posts/turn-001.txt"].decode() == gm("report", "crossing", "--turn", "1").out
    assert files["posts/turn-001.md"].decode() == gm("report", "crossing", "--turn", "1", "-f", "markdown").out
    assert open_snapshot(files["snapshot.toml"].decode()).viewer == "public"


def test_each_file_of_the_style_is_short_enough_to_be_read_and_published() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in Path(build.__file__).parent.glob("styles/*.css")}
    assert set(texts) == set(build._STYLES)
    assert {
        name for name, text in texts.items() if text.count("\n") > 450 or max(map(len, text.split("\n"))) > 160
    } == set()
    assert not {"\n", "/*"} & set(re.findall(r"\n|/\*", build.files("nascar")["page/page.css"].decode()))


def test_every_link_leads_to_a_file(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 2)
    gm("publish", "crossing", "web")
    files = read_all(tmp_path / "web")
    for name, data in files.items():
        if name.endswith(".html"):
            links = [attr(element, "href") for element in elements(parse_html(data.decode())) if element.name == "a"]
            assert links
            assert set(links) - {"#order", "#sheet", "#check"} <= set(files), name


def test_published_files_that_have_not_changed_are_not_written_again(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 1)
    gm("publish", "crossing", "web")
    was = read_all(tmp_path / "web")
    nodes = {name: (tmp_path / "web" / name).stat() for name in was}
    ran = gm("publish", "crossing", "web", "--json")
    assert json.loads(ran.out)["written"] == json.loads(ran.out)["removed"] == []
    play(table, 1)
    ran = gm("publish", "crossing", "web", "--json")
    written = json.loads(ran.out)["written"]
    last = open_table(table).turn
    new = {name for name in read_all(tmp_path / "web") if name not in was}
    assert set(written) == new | {"index.html", "index.json", "data/log.json", "snapshot.toml", PUBLICATION}
    assert all(f"{number:03}" in " ".join(new) for number in range(last, last - 1, -1))
    for name, node in nodes.items():
        now = (tmp_path / "web" / name).stat()
        assert ((now.st_ino, now.st_mtime_ns) == (node.st_ino, node.st_mtime_ns)) is (name not in written)


def test_a_turn_taken_back_goes_from_the_folder_and_an_amended_one_is_new(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 2)
    gm("publish", "crossing", "web")
    (tmp_path / "web" / "CNAME").write_text("ferry.example", encoding="utf-8")
    last = open_table(table).turn
    undo(table)
    ran = json.loads(gm("publish", "crossing", "web", "--json").out)
    gone = {name for name in ran["removed"] if f"turn-{last:03}" in name}
    assert len(gone) == 6
    assert set(ran["removed"]) == gone
    amend(table, {"boats.B.at": 1 + open_table(table).position.boats[1].at}, "a slip of mine")
    gm("publish", "crossing", "web")
    files = read_all(tmp_path / "web")
    assert b"a slip of mine" in files["index.html"]
    assert files.pop("CNAME") == b"ferry.example"
    gm("publish", "crossing", "anew")
    assert read_all(tmp_path / "anew") == files


def test_publish_does_not_write_into_a_folder_that_holds_other_files(gm: Gm, table: Path, tmp_path: Path) -> None:
    del table
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.odt").write_text("years of work", encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = gm("publish", "crossing", "home")
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err
        == "gm: home: holds other things: thesis.odt (allowed: an empty folder, or --force to write beside them)\n"
    )
    assert gm("publish", "crossing", "file").err.startswith("gm: file: is not a folder")
    assert gm("publish", "crossing", "turns/crossing", "--force").err.startswith("gm: turns/crossing: is a table")
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["thesis.odt"]
    assert gm("publish", "crossing", "home", "--force").status == 0
    assert (tmp_path / "home" / "thesis.odt").read_text(encoding="utf-8") == "years of work"
    assert gm("publish", "crossing", "home").status == 0  # it is its own now


def test_a_branch_of_git_is_a_fine_place(gm: Gm, table: Path, tmp_path: Path) -> None:
    del table
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / ".git").write_text("gitdir: ../x", encoding="utf-8")
    assert gm("publish", "crossing", "pages").status == 0
    assert (tmp_path / "pages" / ".git").exists()


def test_another_table_is_not_written_over(gm: Gm, table: Path, tmp_path: Path) -> None:
    gm("publish", "crossing", "web")
    was = read_all(tmp_path / "web")
    board, seats = ferry.RIVER, ferry.SEATS
    new_table(tmp_path / "turns" / "other", game="ferry", board_text=board, track="river", seats=seats, options={})
    ran = gm("publish", "other", "web")
    assert ran.status == 2
    assert ran.err == "gm: web: holds another table: crossing (allowed: --force to write over it)\n"
    assert read_all(tmp_path / "web") == was
    assert gm("publish", "other", "web", "--force").status == 0
    assert json.loads(read_all(tmp_path / "web")["index.json"])["table"] == "other"
    (tmp_path / "web" / PUBLICATION).write_text("table =", encoding="utf-8")
    assert gm("publish", "other", "web").err.startswith(f"gm: web/{PUBLICATION}: not TOML")
    del table


def test_cut_off_at_any_moment_it_leaves_whole_files(
    gm: Gm, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(table, 1)
    gm("publish", "crossing", "web")
    old = read_all(tmp_path / "web")
    play(table, 1)
    new = contents(open_table(table))
    real = os.replace
    for survive in range(9):
        web = tmp_path / f"web-{survive}"
        for name, data in old.items():
            (web / name).parent.mkdir(parents=True, exist_ok=True)
            (web / name).write_bytes(data)
        left = [survive]

        def break_link(path: str, target: str, left: list[int] = left) -> None:
            if not left[0]:
                raise OSError(28, "No space left on device", str(target))
            left[0] -= 1
            real(path, target)

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", break_link)
            ran = gm("publish", "crossing", web.name)
        assert ran.status == 2
        assert re.fullmatch(
            rf"gm: {web.name}/\S+: cannot be written, and nothing was changed: No space left on device\n", ran.err
        )
        now = read_all(web)
        assert all(data in (old.get(name), new.get(name)) for name, data in now.items() if name != PUBLICATION)
        links = {attr(one, "href") for one in elements(parse_html(now["index.html"].decode())) if one.name == "a"}
        # The newest page comes last: what it links to is there
        assert links - {"#order", "#sheet", "#check"} <= set(now)
        assert gm("publish", "crossing", web.name).status == 0
        assert read_all(web) == new


def test_the_same_game_with_other_cards_gives_the_same_bytes(gm: Gm, table: Path) -> None:
    del gm
    play(table, 2)
    put_order(table, "A", "r1", "post 9")
    shown = contents(open_table(table))
    dealt = 0
    for boat in open_table(table).position.boats:
        for card in set(ferry.CARDS) - {boat.card}:
            files = {file: file.read_text(encoding="utf-8") for file in sorted(table.glob("turn-*.toml"))}
            for file, text in files.items():
                changed = _deal_other(text, boat.seat, card)
                dealt += changed != text
                file.write_text(changed, encoding="utf-8", newline="")
            assert contents(open_table(table)) == shown
            for file, text in files.items():
                file.write_text(text, encoding="utf-8", newline="")
    assert dealt


OTHER = {"2": "3", "3": "2", "9": "10", "10": "9", "8": "12", "12": "8"}


def other_cards(text: str) -> str:
    """Return a turn file in which all that is hidden is another card: hands, the stack, the deal, swaps."""

    def exchange(part: str) -> str:
        return re.sub(r'"(swap )?(\d+)"', lambda card: f'"{card[1] or ""}{OTHER.get(card[2], card[2])}"', part)

    out = []
    for part in text.split("\n\n"):
        if part.startswith("[position.hands]") or 'kind = "deck"' in part or '"swap ' in part:
            out.append(exchange(part))
        elif part.startswith("[position]"):
            out.append(re.sub("(?m)^rest = .*$", lambda line: exchange(line[0]), part))
        elif part.startswith("[[events]]") and "audience" in part:
            secret, twin, public = part.partition("twin =")
            out.append(exchange(secret) + twin + public)
        else:
            out.append(part)
    return "\n\n".join(out)


@pytest.mark.usefixtures("no_png")
def test_hidden_hands_and_the_seed_are_in_no_file(tmp_path: Path) -> None:
    game = find("tac")
    table = begin_tac(tmp_path / "cards", 3)
    for _ in range(2):
        for seat in game.awaited(table.position):
            put_order(table.path, seat, game.format_order(next(game.legal_orders(table.position, seat))), f"by {seat}")
        table = resolve(table.path).table
    shown = contents(table)
    seed = (table.path / "secret.toml").read_text(encoding="utf-8").split('"')[1]
    assert all(seed.encode() not in data for data in shown.values())
    hands = game.dump_position(table.position)["hands"]
    changed = 0
    for file in sorted(table.path.glob("turn-*.toml")):
        text = file.read_text(encoding="utf-8")
        changed += other_cards(text) != text
        file.write_text(other_cards(text), encoding="utf-8", newline="")
    table = open_table(table.path)
    assert changed == 3
    assert game.dump_position(table.position)["hands"] != hands
    assert contents(table) == shown


@pytest.mark.long
@pytest.mark.usefixtures("no_png")
def test_a_seed_in_the_table_of_a_game_with_hidden_hands_is_in_no_file_before_its_end(tmp_path: Path) -> None:
    table = until("marbles", effort.choose(8, 30), tmp_path / "marbles")
    assert table.seed_public
    assert not table.game.is_over(table.position)
    for data in contents(table).values():
        assert table.seed_public.encode() not in data
        assert bytes.fromhex(table.seed_public) not in data


def test_another_seed_shows_in_its_commitment_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_tools.page.publication.can_render_png", lambda: False)  # made of the SVG, which is there
    tables = []
    for seed in (1, 2):
        sample = SAMPLES["nascar"][0]
        board = min((folder("tracks") / "nascar").glob("*.txt")).read_text(encoding="utf-8")
        table = begin_table(
            tmp_path / str(seed) / "race",
            "nascar",
            board,
            sample.seats,
            track="a track",
            chance=ChanceSource(seed=bytes([seed]) * 32),
        )
        for seat in table.game.awaited(table.position):
            order = next(table.game.legal_orders(table.position, seat))
            put_order(table.path, seat, table.game.format_order(order), f"by {seat}")
        tables.append(resolve(table.path).table)
    shown = [contents(table) for table in tables]
    assert {name for name in shown[0] if shown[0][name] != shown[1][name]} == {
        PUBLICATION,
        *(name for name in shown[0] if "turn-000" in name and not name.endswith((".svg", ".png"))),
    }
    plain = [
        {name: data.replace(table.commitment.encode(), b"commitment") for name, data in files.items()}
        for table, files in zip(tables, shown, strict=True)
    ]
    assert plain[0] == plain[1]


@pytest.mark.long
@pytest.mark.usefixtures("no_png")
@pytest.mark.parametrize("name", effort.choose(("nascar", "tac"), NAMES))
def test_every_game_can_be_published(name: str, tmp_path: Path) -> None:
    sample = SAMPLES[name][0]
    track = sample.track or next(iter(sorted((folder("tracks") / name).glob("*.txt")))).stem
    board = (folder("tracks") / name / f"{track}.txt").read_text(encoding="utf-8")
    try:
        table = begin_table(tmp_path / "t", name, board, sample.seats, sample.options, track=track)
    except InputError as error:
        pytest.fail(str(error))
    files = contents(table)
    assert files == contents(open_table(tmp_path / "t"))
    assert b"<pre class" in files["index.html"]


# Folders that came from a stranger


LINKS = ("posts", "data", "page", PUBLICATION, "index.html", "turn-000.html", "turn-777.svg")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "is_first"),
    # Every day each of them, once in a folder that is new and once in one that was published.
    effort.choose([(name, at % 2 == 0) for at, name in enumerate(LINKS)], [*product(LINKS, (True, False))]),
)
def test_no_link_in_the_folder_is_followed(gm: Gm, table: Path, tmp_path: Path, name: str, *, is_first: bool) -> None:
    del table
    home, web = tmp_path / "home", tmp_path / "web"
    home.mkdir()
    (home / "turn-000.txt").write_text("mine", encoding="utf-8")
    (home / "turn-777.md").write_text("mine", encoding="utf-8")
    if is_first:
        web.mkdir()
    else:
        gm("publish", "crossing", "web")
    target = home if "." not in name.lstrip(".") else home / "turn-000.txt"
    if (web / name).is_dir():
        (web / name).rename(tmp_path / "away")
    (web / name).unlink(missing_ok=True)
    (web / name).symlink_to(target)
    for words in ((), ("--force",)):
        ran = gm("publish", "crossing", "web", *words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"gm: web/{name}: is a link (allowed: a regular file)\n"
    assert read_all(home) == {"turn-000.txt": b"mine", "turn-777.md": b"mine"}


def test_only_what_was_published_is_removed_or_written_over(gm: Gm, table: Path, tmp_path: Path) -> None:
    del table
    web = tmp_path / "web"
    gm("publish", "crossing", "web")
    mine = {
        "turn-777.html": b"mine",
        "posts/turn-777.md": b"mine",
        "posts/x.0123abcd.new": b"mine",
        ".gm-publish.new": b"mine",
    }
    for name, data in mine.items():
        (web / name).write_bytes(data)
    (web / "turn-000.html.0123abcd.new").write_bytes(b"cut off")
    marker = (web / PUBLICATION).read_text(encoding="utf-8")
    listed = '"../victim", "/etc/passwd", "turn-777.html.bak", '
    (web / PUBLICATION).write_text(marker.replace("files = [", f"files = [{listed}"), encoding="utf-8")
    (tmp_path / "victim").write_bytes(b"mine")
    ran = gm("publish", "crossing", "web")
    assert (ran.status, ran.err) == (0, "")
    assert {name: read_all(web)[name] for name in mine} == mine
    assert not (web / "turn-000.html.0123abcd.new").exists()
    assert (tmp_path / "victim").read_bytes() == b"mine"


def test_a_file_of_somebody_else_is_not_written_over(gm: Gm, table: Path, tmp_path: Path) -> None:
    del table
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "index.html").write_text("my page", encoding="utf-8")
    ran = gm("publish", "crossing", "home", "--force")
    assert ran.status == 2
    assert ran.err == (
        "gm: home/index.html: was not written by gm publish (allowed: another folder, or move the file away)\n"
    )
    assert read_all(tmp_path / "home") == {"index.html": b"my page"}


def test_a_publication_of_an_earlier_version_is_known_by_its_names(gm: Gm, table: Path, tmp_path: Path) -> None:
    play(table, 1)
    web = tmp_path / "web"
    gm("publish", "crossing", "web")
    marker = (web / PUBLICATION).read_text(encoding="utf-8")
    (web / PUBLICATION).write_text(marker[: marker.index("files")], encoding="utf-8")
    undo(table)
    assert gm("publish", "crossing", "web").status == 0
    assert not list(web.glob("turn-001*"))
    assert read_all(web) == contents(open_table(table))


@pytest.mark.usefixtures("no_png")
def test_the_page_has_the_guides_for_players(tmp_path: Path) -> None:
    page = contents(begin_tac(tmp_path / "t", 3))["index.html"].decode()
    for which in ("player", "fair"):
        assert page.count(f'<details id="guide-{which}">') == 1
    assert "how to play by post" in page
    assert "what you can check" in page
    assert "an evening of the game master" not in page
