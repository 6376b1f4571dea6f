"""A table held against its thread: whatever was rewritten, swapped or changed after it was posted comes to light by its turn."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest

from gm_tools.core.beacon import round_at
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.core.times import parse_moment
from gm_tools.posts.collect import collect
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.proof import PostedProof, compare_posts
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds
from gm_tools.render.forum_posts import posts
from gm_tools.render.forums import FORUMS
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import ChanceSource, Posting, drop_order, new_table, open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.digests import digests_in, file_digest, turn_digest
from gm_tools.table.resolve import resolve
from gm_tools.table.turn_file import file_name
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests.begin import begin_table
from tests.cli.conftest import Gm
from tests.posts.threads import post, thread
from tests.table.crossing import change, refusal

ROOT = bytes(range(32))
SEATS = (Seat("A", "Alice"), Seat("B", "Bob"))


class Story:
    """A race with its thread: what is posted is read again as a forum shows it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.posts: list[Post] = []

    def post(self, author: str, text: str) -> None:
        self.posts.append(post(len(self.posts) + 1, author, text))

    def report(self) -> None:
        """Post the report of the last turn, as the game master."""
        table = open_table(self.path)
        (text,) = posts(turn_post(table, table.turn, "public"), "phpbb")
        self.post("Gus", text)

    def turn(self) -> None:
        """Post a legal order of each player, collect them, resolve the turn and post it."""
        table = open_table(self.path)
        for author, seat in (("Alice", "A"), ("Bob", "B")):
            order = next(table.game.legal_orders(table.position, seat))
            self.post(author, f"Order: [code]{table.game.format_order(order)}[/code]")
        collect(self.path, [thread(*self.posts)], Bounds())
        resolve(self.path)
        self.report()

    def list_legal(self, seat: str, count: int) -> list[str]:
        """Return some orders that a seat may give now."""
        table = open_table(self.path)
        return [table.game.format_order(one) for one in islice(table.game.legal_orders(table.position, seat), count)]

    def change_order(self) -> str:
        """Write another order of Alice's into the last turn's file, and return what it says now."""
        path = self.path / file_name(open_table(self.path).turn)
        text = path.read_text(encoding="utf-8")
        old = next(row.text for row in read_turn(open_table(self.path), 3).record.orders if row.seat == "A")
        path.write_text(text.replace(f'text = "{old}"', 'text = "4M 2R"', 1), encoding="utf-8")
        (self.path / "orders.toml").write_text("format = 1\n", encoding="utf-8")
        return "4M 2R"

    def prove(self) -> PostedProof:
        return compare_posts(self.path, [thread(*self.posts)])

    def found(self) -> list[str]:
        return [f"{finding.turn} {finding.file}: {finding.message}" for finding in self.prove().findings]


@pytest.fixture(scope="module")
def told_story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """Three turns of a race, with two players' orders in each, played once for all tests: they are given copies."""
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    path = tmp_path_factory.mktemp("told") / "dust"
    begin_table(path, "nascar", board, SEATS, track="dust-bowl", chance=ChanceSource(root=ROOT), gm=("Gus",))
    told = Story(path)
    told.report()
    for __ in range(3):
        told.turn()
    return told


@pytest.fixture
def story(told_story: Story, tmp_path: Path) -> Story:
    """A copy of that story."""
    copy = Story(shutil.copytree(told_story.path, tmp_path / "dust"))
    copy.posts += told_story.posts
    return copy


def rebuild(story: Story, turn: int, old: str, new: str) -> None:
    """Change a turn file as a cheat would: the links of all later files are made to fit again."""
    change(story.path / file_name(turn), old, new)
    last = open_table(story.path).turn
    for later in range(turn, last):
        text = (story.path / file_name(later + 1)).read_text(encoding="utf-8")
        before = text.partition('before = "')[2][:64]
        text = text.replace(before, file_digest(story.path / file_name(later)))
        (story.path / file_name(later + 1)).write_text(text, encoding="utf-8")


def test_an_honest_table_agrees_with_its_thread(story: Story) -> None:
    found = story.prove()
    assert found.findings == ()
    assert (found.digests, found.turns, found.of) == (4, 4, 4)
    assert (found.orders, found.ordered) == (6, 6)
    assert found.notes == found.left_out == ()
    assert found.elsewhere == ()


@pytest.mark.parametrize("forum", FORUMS)
def test_every_forum_carries_the_digest(story: Story, forum: str) -> None:
    table = open_table(story.path)
    wanted = turn_digest(table, 2)
    text = "\n".join(posts(turn_post(table, 2, "public"), forum))
    assert wanted in list(digests_in(text)) or wanted in list(digests_in(read_markdown(text).text))


def test_files_of_the_middle_that_were_rebuilt_are_found(story: Story) -> None:
    rebuild(story, 2, 'source = "https://forum.example.org/p105"', 'source = "https://forum.example.org/p106"')
    assert not any("before" in finding.message for finding in verify(story.path))  # the table itself looks whole
    assert story.found()[0] == (
        "2 turn-002.toml: it is not the file that post 7 by Gus announces: it was rewritten since"
    )


def test_an_order_changed_after_the_key_is_found(story: Story) -> None:
    story.change_order()
    found = story.found()
    assert "3 turn-003.toml: it is not the file that post 10 by Gus announces: it was rewritten since" in found
    assert "3 turn-003.toml: orders: A: '4M 2R' is not in post 8 by Alice" in found


def test_an_order_changed_before_the_post_is_found_by_the_posts_of_players(story: Story) -> None:
    story.change_order()
    story.posts.pop()
    story.report()  # the game master posts what he has made of it
    assert story.found() == ["3 turn-003.toml: orders: A: '4M 2R' is not in post 8 by Alice"]


def test_an_order_used_a_second_time_is_found(story: Story) -> None:
    """The player has written another one since, and the game master carries out the old one again."""
    old = next(row for row in read_turn(open_table(story.path), 2).record.orders if row.seat == "A")
    new = next(row for row in read_turn(open_table(story.path), 3).record.orders if row.seat == "A")
    change(
        story.path / "turn-003.toml", f'text = "{new.text}"', f'text = "{old.text}"'
    ) if old.text != new.text else None
    change(story.path / "turn-003.toml", f'source = "{new.source}"', f'source = "{old.source}"')
    assert "3 turn-003.toml: orders: A: the order of post 5 by Alice was carried out in turn 2" in story.found()


def test_orders_in_the_thread_that_were_not_carried_out_are_noted(story: Story) -> None:
    """One left out and one replaced by an older one: why, only the game master can say."""
    legal, bobs = story.list_legal("A", 2), story.list_legal("B", 1)[0]
    for author, text in (("Alice", legal[0]), ("Alice", legal[1]), ("Bob", bobs)):
        story.post(author, f"Order: [code]{text}[/code]")
    put_order(story.path, "A", legal[0], story.posts[10].link)
    resolve(story.path, close=True, policy="straight")
    story.report()
    assert story.found() == []
    assert story.prove().left_out == (
        f"turn 4: A ordered {legal[1]!r} in post 12 by Alice, and {legal[0]!r} was carried out",
        f"turn 4: B ordered {bobs!r} in post 13 by Bob, and is on record as having missed the turn",
    )


def test_an_order_said_to_follow_from_a_strangers_post_is_found(story: Story) -> None:
    """Nobody wrote such an order, as HOLD in Tacara; somebody wrote the one that it follows from."""
    row = next(row for row in read_turn(open_table(story.path), 3).record.orders if row.seat == "A")
    old = f'source = "{row.source}"\nnumber = {row.number}\n'
    links = [one.link for one in story.posts]
    change(story.path / "turn-003.toml", old, f'source = "implied by: {row.source}"\n')
    assert not any("orders: A" in line for line in story.found())
    assert story.prove().ordered == 6
    bobs = links[links.index(row.source) + 1]
    change(story.path / "turn-003.toml", row.source, bobs)
    assert "3 turn-003.toml: orders: A: the order is from post 9 by Bob, who has B" in story.found()


def test_seats_that_were_swapped_are_found(story: Story) -> None:
    text = (story.path / "turn-003.toml").read_text(encoding="utf-8")
    text = text.replace('seat = "A"\ntext', 'seat = "X"\ntext').replace('seat = "B"\ntext', 'seat = "A"\ntext')
    (story.path / "turn-003.toml").write_text(text.replace('seat = "X"\ntext', 'seat = "B"\ntext'), encoding="utf-8")
    story.posts.pop()
    story.report()
    assert "3 turn-003.toml: orders: B: the order is from post 8 by Alice, who has A" in story.found()


def test_an_amendment_that_was_deleted_is_found(story: Story) -> None:
    amend(story.path, {"cars.A.wild_cards": 3}, "a slip")
    story.report()
    assert story.found() == []
    (story.path / "turn-003.amend-1.toml").unlink()
    assert story.found() == ["3 turn-003.amend-1.toml: post 11 by Gus announces it, and it is missing"]


def test_a_table_begun_anew_is_found(story: Story, tmp_path: Path) -> None:
    """Roots tried until one is lucky, after the first post: the anchor is there already."""
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    path = tmp_path / "again" / "dust"
    new_table(
        path, game="nascar", board_text=board, track="dust-bowl", seats=SEATS, options={}, posting=Posting(gm=("Gus",))
    )
    found = compare_posts(path, [thread(*story.posts)]).findings
    assert found[0].message.startswith("it is not the file that post 1 by Gus announces")


def test_a_turn_taken_back_openly_is_a_note(story: Story) -> None:
    undo(story.path)
    drop_order(story.path, "A")
    resolve(story.path, close=True, policy="straight")
    story.report()
    found = story.prove()
    assert not [finding for finding in found.findings if "announces" in finding.message]
    assert found.notes == ("post 10 by Gus: turn-003.toml has been taken back since",)


def test_a_turn_rolled_again_in_secret_is_found(story: Story) -> None:
    """Taken back, resolved with other orders, and the record of it deleted."""
    undo(story.path)
    drop_order(story.path, "A")
    resolve(story.path, close=True, policy="straight")
    for left in story.path.glob("*undone*"):
        left.unlink()
    assert story.found()[0].startswith("3 turn-003.toml: it is not the file that post 10 by Gus announces")


def test_the_post_of_a_stranger_proves_nothing(story: Story) -> None:
    story.post("Mallory", "turn-003.toml " + "0" * 32)
    found = story.prove()
    assert found.findings == ()
    assert found.notes == ("post 11 by Mallory looks like a report, and is not the game master's: it proves nothing",)


def test_a_quote_of_the_game_master_proves_nothing(story: Story) -> None:
    story.post("Gus", f"[quote=Mallory]turn-003.toml {'0' * 32}[/quote] No.")
    assert story.found() == []


def test_an_edited_post_is_said(story: Story) -> None:
    story.posts[-1] = story.posts[-1]._replace(edited="2026-11-22T12:00:00+00:00")
    assert story.prove().notes == ("post 10 by Gus was edited: what it says of turn-003.toml may be newer",)


def test_a_thread_that_does_not_show_the_game_master_is_refused(story: Story) -> None:
    change(story.path / "table.toml", 'gm = ["Gus"]\n', "")
    assert compare_posts(story.path, [thread(*story.posts)]).findings == ()  # his first post holds the commitment
    error = refusal(lambda: compare_posts(story.path, [thread(*story.posts[4:])]))
    assert error.message == "no post here shows which account is the game master's"


def test_the_command_says_what_the_posts_prove(story: Story, gm: Gm, tmp_path: Path) -> None:
    table = open_table(story.path)
    lines = []
    for turn in range(4):
        lines += [f"Gus wrote on 2026-11-21 12:{turn:02}:", turn_digest(table, turn).line(), ""]  # type: ignore[union-attr]
    (tmp_path / "saved.txt").write_text("\n".join(lines), encoding="utf-8")
    ran = gm("verify", str(story.path), "--posts", str(tmp_path / "saved.txt"))
    assert "Digests: " in ran.out
    assert "  A: the orders of turns 1-3 are in no post here" in ran.out


@pytest.mark.parametrize(("minute", "found"), [(0, False), (59, True)])
def test_a_round_chosen_after_the_one_that_was_named_is_found(story: Story, minute: int, *, found: bool) -> None:
    """The posts name a round for turn 3 and, before or after it was out, another; the file has the second."""
    out = parse_moment("2026-11-21T12:30:00+00:00", "").seconds
    first, second = round_at(out), round_at(out + 3600)
    for at, number in ((0, first), (minute, second)):
        told = post(20 + at, "Gus", f"Next deadline. Dice of turn 3: drand quicknet, round {number}.")
        story.posts.append(told._replace(posted=f"2026-11-21T12:{at:02}:00+00:00"))
    change(story.path / "table.toml", "keys = 4000\n", 'keys = 4000\nbeacon = "drand"\n')
    change(story.path / "turn-003.toml", 'salt = "', f'round = {second}\nsignature = "{"a" * 96}"\nsalt = "')
    assert any(message.startswith("3 turn-003.toml: round: found") for message in story.found()) == found


def test_an_order_from_after_the_key_is_found(story: Story) -> None:
    """A player, or the game master under his name, who has read the draws in the turn's post."""
    story.posts.append(story.posts.pop(7))
    assert (
        "3 turn-003.toml: orders: A: post 8 by Alice came after the turn was posted in post 10 by Gus" in story.found()
    )


def with_beacon(story: Story, minute: int, fields: str = "") -> int:
    """Write into turn 3 that it was drawn with the round of a minute (or `fields` instead), and return the round."""
    number = round_at(parse_moment(f"2026-11-21T12:{minute:02}:00+00:00", "").seconds)
    change(story.path / "table.toml", "keys = 4000\n", 'keys = 4000\nbeacon = "drand"\n')
    fields = fields.format(number=number) or f'round = {number}\nsignature = "{"a" * 96}"\n'
    draw = '\n[[draws]]\nkind = "oil"\nlabel = "x"\nvalue = "left"\nsource = "seed"\n'
    change(story.path / "turn-003.toml", 'salt = "', f'{fields}salt = "')
    change(story.path / "turn-003.toml", "\n# end of", f"{draw}\n# end of")
    story.posts.pop()
    story.report()
    return number


def announce(story: Story, number: int, minute: int, edited: int = 0) -> None:
    told = post(30, "Gus", f"Dice of turn 3: drand quicknet, round {number}.")
    told = told._replace(posted=f"2026-11-21T12:{minute:02}:00+00:00")
    story.posts.insert(7, told._replace(edited=f"2026-11-21T12:{edited}:00+00:00") if edited else told)


def of_turn(story: Story, what: str) -> list[str]:
    return [line.partition(": ")[2] for line in story.found() if what in line]


def test_a_round_that_was_named_in_time_is_proven(story: Story) -> None:
    announce(story, with_beacon(story, 10), 7)
    assert of_turn(story, "round") == []


def test_an_order_from_after_the_round_is_found(story: Story) -> None:
    announce(story, number := with_beacon(story, 9), 7)
    assert of_turn(story, "round") == [
        f"orders: B: post 9 by Bob was written when round {number} of the beacon was out"
    ]


def test_an_order_of_the_day_of_the_round_is_named_and_not_found_wrong(story: Story) -> None:
    """A forum without a clock does not tell whether it was before the round was out."""
    announce(story, number := with_beacon(story, 9), 7)
    story.posts = [one._replace(posted="2026-11-21") if one.author == "Bob" else one for one in story.posts]
    assert of_turn(story, "round") == []
    note = (
        f"post 9 by Bob shows no hour: whether it was written before round {number} of the beacon was out is not known"
    )
    assert note in story.prove().notes


def test_a_round_that_was_named_on_its_own_day_proves_nothing(story: Story) -> None:
    announce(story, with_beacon(story, 10), 7)
    story.posts = [one._replace(posted="2026-11-21") if one.text.startswith("Dice") else one for one in story.posts]
    assert any("it could have been chosen" in message for message in of_turn(story, "round"))
    assert any("perhaps only when that was out: it proves nothing" in note for note in story.prove().notes)


@pytest.mark.parametrize(("minute", "edited"), [(11, 0), (7, 40)])
def test_a_round_that_was_named_when_it_was_out_is_found(story: Story, minute: int, edited: int) -> None:
    """In a post that came later, or that was edited later: the game master has looked what the round draws."""
    number = with_beacon(story, 10)
    announce(story, number, minute, edited)
    chosen = f"round: found {number}, and no post named it before it was out: it could have been chosen"
    assert of_turn(story, "round") == [chosen]
    assert any("when that was out: it proves nothing" in note for note in story.prove().notes)
    assert any("it may have named another one before" in note for note in story.prove().notes) == bool(edited)


def test_a_set_up_with_a_round_that_was_never_announced_is_found(story: Story) -> None:
    """Many tables begun in private, and the one posted whose set-up pleases: its first post is that of turn 0."""
    number = round_at(parse_moment("2026-11-21T11:00:00+00:00", "").seconds)
    change(story.path / "table.toml", "keys = 4000\n", 'keys = 4000\nbeacon = "drand"\n')
    change(story.path / "turn-000.toml", 'salt = "', f'round = {number}\nsignature = "{"a" * 96}"\nsalt = "')
    (text,) = posts(turn_post(open_table(story.path), 0, "public"), "phpbb")
    story.posts = [post(1, "Gus", text)]
    chosen = f"round: found {number}, and no post named it before it was out: it could have been chosen"
    assert [line for line in story.found() if "round" in line] == [f"0 turn-000.toml: {chosen}"]


def test_a_turn_without_the_round_that_was_out_when_it_was_posted_is_found(story: Story) -> None:
    """The game master resolves before the round, by the clock that he gives, and posts when he has seen what it would have drawn."""
    announce(story, number := with_beacon(story, 9, "left_out = {number}\n"), 7)
    found = f"it was drawn without the beacon and posted after round {number} was out, which could have been used"
    assert of_turn(story, "round") == [found]


@pytest.mark.parametrize("taken_out", [False, True])
def test_a_turn_without_the_round_that_was_named_is_found(story: Story, *, taken_out: bool) -> None:
    announce(story, number := with_beacon(story, 20, "previews = 1\n"), 7)
    if taken_out:  # of table.toml, as if there had never been a beacon
        change(story.path / "table.toml", 'beacon = "drand"\n', "")
    assert of_turn(story, "round") == [f"round: found none, and the posts named round {number}"]
