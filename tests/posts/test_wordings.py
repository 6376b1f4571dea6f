"""What players write in words of their own, in every game: no wrong order in hand, and no right one lost without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from gm_tools.games import NAMES
from gm_tools.posts.collect import collect
from gm_tools.posts.statements import read_statements
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from gm_tools.table.resolve import resolve
from tests import effort
from tests.begin import begin_table
from tests.posts.test_finding import reader_of
from tests.posts.threads import post, thread
from tests.samples import SAMPLES

# The game, posts by the first seat that is asked, its orders that are in hand then, and whether the game master is asked.
THREADS = [
    ("rally", ["NE"], ["NE"], False),
    ("rally", ["9"], [], True),
    ("rally", ["NE or E, can't decide"], [], True),
    ("rally", ["NE! no, SE!"], [], True),
    ("rally", ["9 then 6"], [], True),
    ("rally", ["NE, und danach E"], [], True),
    ("rally", ["Order: NE\n\nEdit: 3"], [], True),
    ("rally", ["Order: NE\n\nEdit 2: SE"], [], True),
    ("rally", ["Order: 9\nIch meine natürlich 3."], [], True),
    ("rally", ["Order: 9\n3"], [], True),
    ("rally", ["Order: NE\n\n3"], [], True),
    ("rally", ["Order: NE; then E next turn"], [], True),
    ("rally", ["Order: NE\n\n+1 to what Carol said"], ["NE"], False),
    ("rally", ["I'm 9th on the grid. 0 chance to win. See you at 6."], [], False),
    ("nascar", ["Mein Zug lautet (6M).\n\nAlternativ ginge auch A(7M), falls Bob vor mir steht."], [], True),
    ("nascar", ["Order: (6M)\n\nIf Bob brakes: A(7M)"], ["(6M)"], True),
    ("nascar", ["Order: (6M)\n\nIf Bob plays A(7M) I am lost."], ["(6M)"], False),
    ("nascar", ["Order: (6M)", "I want to change that but need to think."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Ich möchte meinen Zug noch ändern."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "I don't want to change it."], ["(6M)"], False),
    ("nascar", ["Order: (6M)", "BRB"], ["(6M)"], False),
    ("nascar", ["Order: (6M)", "See you!\n- A"], ["(6M)"], False),
    ("nascar", ["Order: (6M)", "I retract Bob's order."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "I retract my order. Order: A(7M)"], ["A(7M)"], False),
    ("nascar", ["Order: (6M)", "I withdraw my order, A(7M) instead"], [], True),
    ("nascar", ["Order: (6M)", "I retract my order, sorry!"], [], False),
    ("nascar", ["My order's the same as last turn."], [], True),
    ("nascar", ["Same order as before, please."], [], True),
    ("nascar", ["Wie Bob, genauso wie letzte Runde."], [], True),
    ("nascar", ["Same here, I hate sand."], [], False),
    ("nascar", ["Zug 7 war der Hammer."], [], False),
    ("nascar", ["Going with\n\n(6M)\n\nEdit by me at 19:02: misread the board, it's\n\nA(7M)"], [], True),
    ("nascar", ["Order: (6M)\n\nPS what I really want: A(7M)"], [], True),
    ("tacara", ["G0\n\nfalls das nicht geht: GEE"], [], True),
    ("tacara", ["Order: G0 else GE\nIf Bob crashes rather GEE"], [], True),
    ("tac", ["swap 12", "swap 2 instead"], ["swap 12"], True),
    ("nascar", ["Order: (6M)\n\nAfter thinking about it some more: A(9M)"], [], True),
    ("nascar", ["Order: (6M)", "cancel"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Doch nicht!"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "hold my order until tomorrow please"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "I'm changing my order, will post it tonight"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Ich ändere meinen Zug heute Abend"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Neuer Zug folgt."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Wrong thread, that was meant for the other race!"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Falscher Thread, sorry!"], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Oops, that order was for another game."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Same as above but with an A in front and 7 instead of 6."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "Same here, but I hate sand."], ["(6M)"], False),
    ("nascar", ["Order: (6M)", "Are you sure this is the right thread? Not cancelled?"], ["(6M)"], False),
    ("nascar", ["Order: (6M)", "Order: A(7M)", "Sorry, the first one was right."], ["A(7M)"], True),
    ("nascar", ["Order: (6M)", "Order: A(7M)", "Doch lieber der erste Befehl."], ["A(7M)"], True),
    ("nascar", ["Order: (6M)", "Order: A(7M)", "back to my previous order please"], ["A(7M)"], True),
    ("nascar", ["Order: (6M)", "Go with what Bob posted."], ["(6M)"], True),
    ("nascar", ["Order: (6M)", "My first race here, the old one was better."], ["(6M)"], False),
    ("nascar", ["Order: (6M)\n" + "x" * 101_000 + "\nOrder: A(7M)"], ["(6M)"], True),
    ("nascar", ["Order；（6Ｍ）"], ["(6M)"], False),
    ("nascar", ["Order: (6M)\n\nActually let me go safer: (5M)L"], [], True),
    ("nascar", ["(6M)\n.\n.\nKommando zurück: A(7M)"], [], True),
    ("nascar", ["Order: (6M)   <- this one, not A(7M)"], [], True),
    ("nascar", ["Bob schreibt mir gerade:\nOrder: (6M)"], [], True),
    ("nascar", ["Order: (6M) unless Bob is ahead"], [], True),
    ("tacara", ["Order: G0\n\nOr GE if that is illegal."], [], True),
    ("tacara", ["Order: G0\n\nIf Bob goes GE I am lost."], ["G0"], False),
    ("tac", ["2nd place again..."], [], False),
    ("rally", ["N... no, NE!"], [], True),
    ("rally", ["Order: N\u200bE"], ["NE"], False),
    ("rally", ["Order: \u200e9\u200e\n\nNE"], ["9"], False),
    ("rally", ["Order: N\ufe0fE\ufe0f"], ["NE"], False),
    ("rally", ["Order: N\u2028E"], [], True),
    ("rally", ["Order: N\U0001f697E"], [], True),
    ("rally", ["Order: \u200f9 6"], [], True),
    ("nascar", ["Order: (6M) if Bob is away else A(7M)"], [], True),
    ("rally", ["Order: if Bob goes first NE else E"], [], True),
    ("tac", ["Order: swap 6 or so else swap 7"], [], True),
    ("nascar", ["Order: (6M); turn 2: if Bob is away (6M) else A(7M)"], ["(6M)"], True),
    ("nascar", ["Like\n[code]\nOrder: A(7M)\n[/code]\nsaid the game master. Mine:\n\nOrder: (6M)"], [], True),
    ("nascar", ["Order: (6M) (only if Bob is gone)"], ["(6M)"], True),
    ("rally", ["Order: NE (falls Bob bremst)"], ["NE"], True),
    ("tac", ["Order: swap 6 - unless I get a better idea"], ["swap 6"], True),
    ("rally", ["Order: NE (only if Bob is gone, otherwise E)"], ["NE"], True),
    ("nascar", ["Order: (6M) - if only I had seen that wall"], ["(6M)"], False),
    ("nascar", ["Order: (6M). If Bob brakes, he is lost."], ["(6M)"], False),
    ("tacara", ["Order: G0 (if possible)"], ["G0"], False),
    ("nascar", ["Order: (6M), only if Bob is gone", "Order: (6M)"], ["(6M)"], False),
    ("nascar", ["Order: (6\u041c)"], ["(6M)"], False),
    ("nascar", ["\u202aOrder: (6M)\u202c"], ["(6M)"], False),
    ("nascar", ["Order: \u202e)M6(\u202c"], [], True),
    ("nascar", ["Order: (6M)\u2026"], ["(6M)"], False),
    ("tacara", ["Bob: GE"], [], True),
    ("tacara", ["Bob: PASS me the salt", "Bob: ge, that was close"], [], False),
    ("rally", ["Bob: NE"], [], True),
    ("nascar", ["[code]Order: (6M)[/code]\nthanks!"], ["(6M)"], False),
    ("nascar", ["[code]\nCarol wrote on 2026-11-21 11:00:\nOrder: (6M)\n[/code]\nNice."], [], True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "told", "hand", "asks"), THREADS)
def test_an_order_in_words_of_ones_own_is_its_authors_or_asked_about(
    tmp_path: Path, name: str, told: list[str], hand: list[str], *, asks: bool
) -> None:
    board = min((folder("tracks") / name).glob("*.txt"))
    path = tmp_path / "dust"
    seats = [seat._replace(player=player) for seat, player in zip(SAMPLES[name][0].seats, PLAYERS, strict=False)]
    text = board.read_text(encoding="utf-8")
    begin_table(path, name, text, seats, track=board.stem, gm=("Gus",))
    while not (awaited := open_table(path).game.awaited(open_table(path).position)):
        resolve(path)
    player = next(seat.player for seat in seats if seat.mark in awaited)
    outcome = collect(path, [thread(*((player, words) for words in told))], Bounds())
    assert [posted.text.strip(".") for posted in outcome.table.hand] == hand
    assert wants_gm(outcome) is asks


PLAYERS = ("Alice", "Bob", "Carol", "Dan", "Eve", "Fay")
TALK = """\
What a finish, I was on the edge of my chair until the last tile.
I had M&Ms and R2-D2 on the table while plotting this.
7 cars, 3 laps, 1 winner. Let's go!
A, B and C are the letters on the grid, right?
E is the best letter.
I take it all back, this track is great.
In order to win you have to finish first.
Mmmm, donuts.
Grrr.
BRB
- A
HOLD the door!
V for victory.
White, purple, red: I have all the wrong dice.
G7 meets in France.
I have no 1 and no 13, as always.
Trickster! Warrior! Such drama.
8 people, 8 opinions.
The number pad is broken: 7 8 9 do not work.
SW London is where I live.
N or S, that is the question.
No no no no!
EDIT 2: grammar. My English is bad today.
My new order of tyres has arrived.
Zug um Zug ist mein Lieblingsspiel.
Zug 7 war der Hammer.
Ich nehme ein Bier.
Ich fahre am 9. nach Hause.
Ich ziehe um, nach B 4 in Mannheim, Quadrat R 7.
Tausche Auto gegen Pferd.
Raus aus den Federn!
Siehe S. 12, Abs. 3.
Das gleiche Problem habe ich auch.
Well played, everybody, see you all on Friday.
I am stuck in traffic on the A9, back at 6.
My daughter is 7 today!
Rule N3.1 says something else, doesn't it?
Section 4 (page 12) of the rules.
2 + 2 = 5, as my bot believes.
That is a 50:50 gamble.
10/10, would crash again.
R.I.P. red car.
LOL
GG
WTF just happened in turn 4?
OMG, B is on fire.
E-mail me if the forum is down.
I will be AFK from 3 to 9.
Can we move the deadline to 21:00?
Deadline 20:00 CET, right?
S1, S2 and S3 are the sand tiles.
M means straight, R means right, L means left.
A is the wild card for acceleration.
(by the way, thanks for hosting)
(M)
Yes.
No.
Maybe.
OK
K
+1
-1
^^
^ this
:)
;-)
<3
1st!
2nd place again...
3 wide into the corner, what could go wrong?
4x4 is a football result.
It's 3am here.
The score is 2:1.
Version 2.0 of the track looks great.
a) is better than b)
1) first point 2) second point
I vote for B.
Team G for the win!
Gee, that was close.
Geez.
E.T. phone home.
Me too.
Same.
What he said.
Ditto
Who is next?
Is it my turn?
It's not my turn yet.
My turn will come.
I'll pass on the pizza.
Pass me the salt.
I pass.
Skip to the end.
Let's swap stories.
In my opinion red is faster than yellow.
Yellow and green are gone, blue is next.
Drop me a line.
Drop it.
The devil is in the detail.
An angel saved me.
What a warrior!
The trick is to brake late.
Keep calm and carry on.
North by Northwest is a fine film.
SE Asia is hot this time of year.
We had 5 of them.
12
42
007
100%
99 problems
Ich bin bis Sonntag, 22., im Urlaub.
Na dann mal los!
Wer ist dran?
Bin dran, mache ich heute Abend.
Mein Zug hat 20 Minuten Verspätung.
Der Zug um 7 fiel aus.
Ich setze aus.
Passt.
Passe!
Das passt so.
Der rote Wagen ist B-Ware.
Gelb vor Neid.
Weiß jemand, wann es weitergeht?
Schwarz auf weiß.
Grün ist die Hoffnung.
Mal sehen.
Mmh.
Hmm
Aha!
Ahem
Arg
Grrr
Ram
lamm
Na ja, 3 Punkte sind 3 Punkte.
Danke, R!
LG, B
MfG A.
VG
Gute Nacht, N.
""".splitlines()


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["nascar", "tac"], list(NAMES)))
def test_talk_gives_no_order_and_takes_none_back(name: str) -> None:
    reader, seat, order = reader_of(name)
    for line in TALK:
        said = read_statements(reader, post(1, "x", line), (seat,))
        assert [one.text for one in said.found if one.text] == [], line
        beside = read_statements(reader, post(1, "x", f"Order: {order}\n\n{line}"), (seat,))
        assert [one.text for one in beside.found if one.text] == [order], line
        assert said.retracted == beside.retracted == (), line
