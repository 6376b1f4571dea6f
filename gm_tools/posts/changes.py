"""Words that may take back or change an order, or say that it is somebody else's, without giving another.

Nobody can list the sentences: `scrap that`, `one more M, please`, `seven, not six`. But such a sentence is short and
speaks of nothing else: it is made of words of change, words for an order and small words. One word of another matter
makes it talk: `I must change trains now`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from gm_tools.core.text import normalize_glyphs


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Each of these may change what was ordered, if what it stands among is about an order.
_CHANGES = _words(
    """
    actually add amend anders annul annuler annulez annulled annulliere annulliert append aufgeben ausser berichtigung
    bluff bump cambio cancel canceled cancelled cancelling change changed changing confirm confirmed correct corrected
    correction daraus delete discard disregard doch draft draus drop edit edited entwurf erreur error ersetze ersetzt
    example except extra falsch falsche falscher falsches faster fehler fewer fix fixed forfeit forget gebe geändert
    halt hinfällig ignore ignoriere ignorieren ignoriert increase instead jk joke joking kidding kill korrektur
    korrigiere langsamer less lieber log login mach macht make mean meant mehr meinte mejor minus misclick misclicked
    miscounted mistake more must've nehme nehmt nevermind nope nvm olvida oops oubliez pass pending placeholder
    platzhalter plus plutôt prefix provisional put quatsch quit rather raus reconsider reconsidering redo redoing reduce
    remove replace replacing resign rethink rethinking retract retracted reverse revise revising revoke rücknahme scherz
    schneller scrap scratch scrub should should've skip slip slower soll sollte sollten spass statt stattdessen stop
    stopp storniere stornieren storniert streich streiche streicht strike swap tbc tbd tentative tentatively test
    testing tippfehler typo unconfirmed undo ungültig update vergessen vergesst vergiss verklickt verschrieben vertan
    vertippt verwerfe verzählt void vorbehalt vorläufig warte weniger whoops withdraw withdrawing withdrawn without
    wrong zurück zurückgezogen zurückziehen ändere ändern ändert überarbeiten überdenke überdenken überlege überlegt
    """
)
# With a negation in front, these do the same: `not final`, `don't use that`.
_HOLDS = _words(
    """
    accelerate accept auswerten brake bremsen count counts doch drive einloggen endgültig final gelten gilt lock locked
    log logged login mine move nehmen official play process real resolve run serious seriously sure take use valid
    verwenden werten zählen zählt
    """
)
_NOT = _words("doesn't don't isn't kein keine keinen nah never nicht no not shouldn't wasn't won't")
# With a word for an order and one for which of them is meant, these choose another: `back to my first order`.
_CHOOSES = _words("back bleibe count counts go keep nehmt nimm right stands stick take use zurück")
_WHICH = _words(
    "alte alten alter earlier erste ersten erster first letzte letzten letztes old original post previous vorige vorigen"
)
# With a word for an order, these put it off: `my real order follows tonight`.
_LATER = _words("coming folgt follow follows heute hold i'll kommt later morgen soon tomorrow tonight until wait will")
# An order under one of these is none yet: `Order (draft): …`.
_DRAFTS = _words(
    """
    beispiel bluff draft entwurf example joke placeholder platzhalter preliminary provisional scherz tentative test
    testing tests vorläufig vorläufiger
    """
)
# In a line above an order that has a label all the same, with a colon at its end: `Last turn I posted:`.
_PAST = _words("alte alter früher last letzte letzten letzter old previous vorige voriger would wäre würde")
# In a line above an order, with a colon at its end, and in a question above one.
_UNSURE = _words(
    """
    alte alter considering could falls idea ideas if könnte last letzte letzter might next nicht not nächste nächster
    old previous should sähe thinking wenn would wäre würde yet
    """
)
_DOUBTFUL = _words("allowed correct erlaubt legal möglich possible richtig work")
# With the name of another player, and nothing of another matter, these say that an order is that player's.
_GIVES = _words(
    """
    account als as asked auftrag behalf brother brother's by called credit decide decides dictated durch for friend
    friend's from für gave her his husband husband's like namen plays posted posting same schickt sent speaking texted
    told via von wife wife's
    """
)
_SHOWS = _words("das dies is ist it it's one one's that that's these this war was")
# What an order is called.
_ORDERS = _words("above befehl befehle beitrag below message mine move moves order orders post zug")
# What may stand beside these in a sentence that speaks of nothing else.
_SMALL = _words(
    """
    a after again ago all alles already also alternatively am an and anderer anderes another any are at auf be because
    been before beim better bin bitte both but can can't cannot card channel check clearly could counted danke dear dem
    den der did die different do eben ein eine einem einen either else end ende ended er erst es everything exactly few
    following front game gerade get going gone got guess hab habe habs had hang happened has have haven't he here hereby
    hier him hm hmm home i i'd i'm i've ich if ihn im in into its ja jetzt just kanal kann kindly kommando könnt last
    latest let let's look made mail mal many may maybe me mein meine meinen meiner mich might mind mir mit moment muss
    must my möchte need nein neu neue neuen neuer new next noch nochmal now number numbers nur oben oder of off oh ok
    okay older on once ones only or other otherwise our out over perhaps place play please pm point position possibly
    posted probably quite race really rennen said say saying says sec second see seen sein send she short sich side sie
    since sind so some something sorry spiel still subject supposed table taken thank thanks the them then there
    therefore thing think third thought thoughts thread tisch to today together too topic try turn twice und unter up us
    vor vorher vorn vorne want warte way we weil well werde werden were what when which while whole wird with write
    written wrote würde yes yet you'd zu zum
    """
)
_NUMBERS = _words(
    """
    acht drei dreizehn eight eins eleven elf five four fünf half neun nine null sechs seven sieben six ten thirteen
    three twelve two vier zehn zero zwei zwölf
    """
)
# How a piece moves, in words.
_ACTIONS = _words(
    """
    accelerate accelerating beschleunigen brake braking bremsen geradeaus left links rechts right straight
    """
)
# A line of nothing else takes back what stands above it.
_REFUSES = _words("hang hold nah nein no nope")
_PAUSES = _words("bitte err hm hmm oh ok on please uh um wait warte äh ähm")
# On a condition, such a line orders something else: `If there is oil, brake`; not where it is about another time or car.
_CONDITION = re.compile(r"\b(?:if|unless|in case|falls|wenn|sofern)\b", re.IGNORECASE)
_ELSEWHEN = _words(
    "all alle always du er everybody everyone had he her him his ihr immer last letzte letzten next nächste nächsten she sie they was were you your"
)
# With one of these, lone notation is driven on top: `then R`, `+ R`.
_ADDS = _words("+ add and dann dazu plus then und")
# With a figure, these ask for another: `seven please`; of what a piece has, `left` says how much.
_ASKS = _words("bitte lieber please say")
_HAS = _words("hab habe had has have")
OTHER = "\ue000"  # stands for another player's name in the words that are looked at
_WORD = re.compile(rf"{OTHER}['’]?s?|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\s,;.!?]*\d[^\s,;.!?]*|[+=<>-]+")
_CLAUSE = re.compile(r"(?<=[.!?;,])(?=\s|$)|\s[-–—]+\s|\n|\((?=[^()]*[a-z]{2})|(?<=[a-z.!?]{2})\)")
_NOTATION = re.compile(r"[A-Z]{1,6}s?|\S*\d\S*|[+=<>-]+")
_MIXED = re.compile(r"(?=\S*\d)(?=\S*[A-Z])\S*")  # letters and digits: `7M`
_KNOWN = _SMALL.union(
    _ADDS, _CHANGES, _HOLDS, _NOT, _CHOOSES, _WHICH, _LATER, _GIVES, _SHOWS, _ORDERS, _NUMBERS, _ACTIONS
)
_FIGURES = re.compile(r"\d|\b[A-Z]\b(?! [a-z])")
_BACK = _words("back zurück")
# These undo what stands behind them.
_UNDOES = _words(
    """
    cancel change delete discard disregard drop forget ignore ignoriere ignoriert reconsider redo replace rethink retract
    revise scrap scratch scrub skip streiche streicht strike undo vergesst vergiss void withdraw ändere ändern
    """
)
_POINTS = _words("das es ihn it that this")
_PLACES = _words("channel game kanal race rennen spiel table thread tisch topic")
_TAKE = _words("nehme take taking took")
_LEAD = re.compile(
    r"^\W*(?:edit\w*|update|corr?ection|korrektur|nachtrag|typo|p\.?s)\b[ #]*\d{0,2}\s*[:：,]", re.IGNORECASE
)
_PROVISO = re.compile(
    r"\W*(?:(?:but|and|aber|und) )?(?:(?:only|nur|just) (?:if|when|wenn|falls)|unless|except (?:if|when)|provided|assuming|as long as"
    r"|außer wenn|es sei denn|sofern|solange|vorausgesetzt)\b",
    re.IGNORECASE,
)
_HANDS_ON = re.compile(
    rf"\W*{OTHER}(?:.*\b(?:this|it|das|es|dies|folgendes)\b.*\b(?:me|mir|uns|us)\b|.*\b(?:me|mir|uns|us)\b.*\b(?:this|it|das|es|dies|folgendes)\b"
    r"|.*\bhere (?:you go|it is)\b)",
    re.IGNORECASE,
)
_THEIRS = re.compile(
    r"\b(?:(?!(?:here|let|that|it|what|this|there)['’]s)[^\W\d_]+['’]s|his|her|their|seine?|ihre?) (?:\w+ )?(?:orders?|move|befehle?|zug)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\W*(?:if|when|falls|wenn)\b", re.IGNORECASE)
_LONGEST = 400  # characters of a line that are looked at


def may_change(line: str) -> bool:
    """Tell whether a line may take back or change what was ordered, without an order in it.

    >>> [may_change(line) for line in ("Scratch that.", "one more M, please", "7 instead of 6", "not final", "+1M")]
    [True, True, True, True, True]
    >>> [may_change(line) for line in ("Wait, no", "then R", "If there is oil, brake for me")]
    [True, True, True]
    >>> [may_change(line) for line in ("Edit: thanks, all!", "I must change trains now", "I don't want to change it")]
    [False, False, False]
    """
    lead = _LEAD.match(line)
    if lead is not None:  # what it corrects is a number or notation, or is said to change behind it
        line = line[lead.end() :]
        if _FIGURES.search(line[:_LONGEST]):
            return True
    said = set(re.findall(r"[^\W\d_]+", line[:_LONGEST].casefold()))
    if said & _REFUSES and said <= _REFUSES | _PAUSES:
        return True
    if (
        _CONDITION.search(line[:_LONGEST])
        and said & (_ACTIONS - {"right"})
        and OTHER not in line
        and not said & _ELSEWHEN
    ):
        return not line.rstrip().endswith("?")
    return any(_changes_order(clause, runs) for clause, runs in _clauses(line))


def is_of_another(line: str) -> bool:
    """Tell whether a line says that an order is another player's, whose name `OTHER` stands for.

    >>> [is_of_another(line) for line in (f"That is {OTHER}'s", f"(for {OTHER})", f"I hope {OTHER} crashes")]
    [True, True, False]
    """
    for clause, runs in _clauses(line) if OTHER in line else ():
        words = {word for run in runs for word in run}
        names = {word for word in words if word.startswith(OTHER)}
        is_shown = bool(names - {OTHER}) and words <= names | _SHOWS | _ORDERS
        if names and len(runs) == 1 and not clause.rstrip().endswith("?") and (words & _GIVES or is_shown):
            return True
    return False


def introduces_another(line: str) -> bool:
    """Tell whether a line leads from another player's name to what stands below it: there its sentence is still open.

    It has no stop, and ends in a word that wants an object, or holds one word behind the name and nothing else.

    Or the other is said to have handed it on.

    >>> introduces_another(f"{OTHER} DMed this to me"), introduces_another(f"{OTHER} hit me")
    (True, False)
    >>> [introduces_another(line) for line in (f"{OTHER}, your move was", f"{OTHER} (ill) says", f"{OTHER} is fast")]
    [True, True, False]
    """
    if OTHER not in line or not line.rstrip("*_ ")[-1:].isalnum():
        return False
    if _HANDS_ON.match(line):
        return True
    words = [word.casefold() for word in _WORD.findall(re.sub(r"\([^()]*\)", " ", line[:_LONGEST]))]
    return (
        len(words) > 1
        and OTHER not in words[-1]
        and (words[-1] in _GIVES | _SHOWS or (len(words) == 2 and OTHER in words[0]))
    )


def is_draft(label: str) -> bool:
    """Tell whether a label says that what follows is no order yet: `Order (draft):`."""
    return not _DRAFTS.isdisjoint(re.findall(r"\w+", label.casefold()))


def introduces_none(line: str, *, is_labelled: bool = False) -> bool:
    """Tell whether a line says that what stands alone below it is no order of this turn, or perhaps none.

    An order with a label of its own is one, whatever is asked above it; not if it is told from the past, or another's.

    >>> [introduces_none(line) for line in ("Next turn:", "Only an example:", "Is this legal?", "Too slow for me:")]
    [True, True, True, False]
    """
    words = set(re.findall(r"\w+", line.casefold()))
    end = line.rstrip("*_ ")[-1:]
    if end == ":" and (words & (_DRAFTS | _PAST) or _THEIRS.search(line)):
        return True
    return not is_labelled and bool((end == ":" and words & _UNSURE) or (end == "?" and words & _DOUBTFUL))


def is_proviso(line: str) -> bool:
    """Tell whether a line is a condition that an order beside it hangs on: `unless Bob is in the way`."""
    return bool(_PROVISO.match(line)) or (line.rstrip("*_ ")[-1:] == ":" and bool(_IF.match(line)))


def _clauses(line: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the clauses of a line, each with its runs of words that belong to the matter of an order.

    One run tells that the clause holds no other word.
    """
    plain = re.sub("never ?mind", "nevermind", normalize_glyphs(line[:_LONGEST]), flags=re.IGNORECASE)
    for clause in _CLAUSE.split(plain):
        runs: list[list[str]] = [[]]
        for found in _WORD.finditer(clause):
            word = found[0].casefold()
            if word in _KNOWN or word.startswith(OTHER) or _NOTATION.fullmatch(found[0]):
                runs[-1].append(found[0] if _MIXED.fullmatch(found[0]) else word)
            else:
                runs.append([])
        if any(runs):
            yield clause, runs


def _changes_order(clause: str, runs: list[list[str]]) -> bool:
    is_question = clause.rstrip().endswith("?") and not any(
        {"i", "ich", "my", "mein", "meinen"} & set(run) for run in runs
    )
    if is_question or OTHER in clause:
        return False
    is_whole = len(runs) == 1
    return any(
        _run_changes_order(set(run), is_whole=is_whole) or _points_at_order(run if run is runs[-1] else run[:-1])
        for run in runs
    )


def _points_at_order(run: list[str]) -> bool:
    """Tell whether words of a run change what was said before, whatever else their sentence holds: `scrap that`.

    The last word of a run that goes on with one of another matter belongs to that one (`change that tyre`): it is not
    among them.
    """
    words, bare = set(run), [word for word in run if word not in {"my", "the"}]
    if words & _NOT:
        return False
    is_undone = any(one in _UNDOES and other in _POINTS | _WHICH | {"last"} for one, other in pairwise(bare))
    is_undone = is_undone or any(one == "second" and other in {"thought", "thoughts"} for one, other in pairwise(bare))
    is_back = words & _BACK and words & _TAKE and words & _POINTS
    is_again = words & _CHOOSES and words & _WHICH and words & {"my", "mein", "meinen"}
    is_alike = "same" in words and words & {"but", "except"}
    changed = next((at for at, word in enumerate(run) if word in {"changed", "geändert"}), len(run))
    is_figure = any(word in _NUMBERS or word.isdecimal() for word in run[changed:])
    is_misplaced = words & {"another", "other", "anderes", "anderer"} and words & _PLACES and words & {"for", "für"}
    return bool(is_undone or is_back or is_again or is_alike or is_figure or is_misplaced)


def _run_changes_order(words: set[str], *, is_whole: bool) -> bool:
    """Tell whether words of the matter of an order change one.

    `is_whole` tells that their clause holds nothing else.
    """
    figures = words & _NUMBERS or any(word.isdecimal() and len(word) < 3 for word in words)
    is_choice = words & _LATER or (words & _CHOOSES and words & _WHICH)
    if words & _NOT:
        is_change = words & _HOLDS or ("yet" in words and "turn" not in words)
        says_other = figures or words <= _NOT | _ORDERS | _SHOWS | {"my", "an", "please"}
    else:
        is_change = words & _CHANGES or (words & _BACK and words & _TAKE)
        is_driving = words & _ACTIONS and len(words) > 2 and not words & _HAS
        says_other = (figures and words & _ASKS) or any(map(_MIXED.fullmatch, words)) or is_driving
    says_other = says_other or (words & _ADDS and any(len(word) == 1 and word.isalpha() for word in words - _KNOWN))
    if is_whole and says_other and (len(words) > 1 or any(map(_MIXED.fullmatch, words))):
        return True
    return bool((is_change and (is_whole or words & _ORDERS)) or (is_choice and words & (_ORDERS | {"one"})))
