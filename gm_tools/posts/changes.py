"""Words that may take back or change an order, or say that it is somebody else's, without giving another.

Nobody can list the sentences: `scrap that`, `one more M, please`, `seven, not six`. But such a sentence is short and
speaks of nothing else: it is made of words of change, words for an order and small words. One word of another matter
makes it talk: `I must change trains now`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gm_tools.core.text import normalize_glyphs

# Each of these may change what was ordered, if what it stands among is about an order.
_CHANGES = frozenset(
    """
    scrap scratch scrub strike forget ignore disregard cancel canceled cancelled cancelling retract retracted withdraw
    withdrawing withdrawn revoke undo discard drop delete remove void skip pass resign quit forfeit nevermind rethink
    rethinking reconsider reconsidering redo redoing revise revising change changed changing swap replace replacing edit
    edited correct corrected correction typo mistake error slip wrong oops whoops meant mean should should've must've add
    append prefix put plus minus extra more less fewer faster slower instead rather without except test testing example
    joke joking kidding jk draft tentative tentatively provisional unconfirmed confirm confirmed tbc tbd actually make nope
    reverse reduce increase amend fix fixed bump kill update misclick misclicked miscounted stop
    stopp halt warte überlege vertan verzählt verklickt annuler annulez plutôt erreur oubliez mejor cambio olvida anders
    log login aufgeben gebe falsche falscher falsches
    ändere ändern ändert geändert doch draus daraus entwurf ersetze ersetzt falsch fehler hinfällig ignoriere ignorieren
    ignoriert korrektur korrigiere langsamer lieber mach macht mehr meinte nehme nehmt quatsch scherz schneller sollte
    sollten spass statt stattdessen storniere stornieren storniert streich streiche streicht tippfehler ungültig
    vergessen vergesst vergiss verschrieben vertippt verwerfe vorläufig weniger zurück zurückgezogen zurückziehen
    überarbeiten überdenke überdenken berichtigung ausser
    """.split()  # noqa: SIM905  (a list would take a line a word)
)
# With a negation in front, these do the same: `not final`, `don't use that`.
_HOLDS = frozenset(
    """
    accelerate accept brake count counts final mine official log login logged process real resolve run serious seriously sure take
    use valid
    bremsen auswerten doch einloggen endgültig gelten gilt nehmen verwenden werten zählen zählt
    """.split()  # noqa: SIM905
)
_NOT = frozenset("not don't doesn't isn't wasn't won't shouldn't never no nicht kein keine keinen".split())  # noqa: SIM905
# With a word for an order and one for which of them is meant, these choose another: `back to my first order`.
_CHOOSES = frozenset("back count counts go keep nimm nehmt right stands stick use take bleibe zurück".split())  # noqa: SIM905
_WHICH = frozenset(
    "first previous earlier old original post erste ersten erster alte alten alter vorige vorigen".split()  # noqa: SIM905
)
# With a word for an order, these put it off: `my real order follows tonight`.
_LATER = frozenset(
    "coming follow follows hold later soon tomorrow tonight until wait will i'll folgt heute kommt morgen".split()  # noqa: SIM905
)
# An order under one of these is none yet: `Order (draft): …`.
_DRAFTS = frozenset(
    "draft example joke preliminary provisional tentative test beispiel entwurf scherz vorläufiger vorläufig".split()  # noqa: SIM905
)
# In a line above an order, with a colon at its end, and in a question above one.
_UNSURE = frozenset(
    """
    could considering idea ideas if last might next not old previous should thinking would yet
    alte alter könnte letzte letzter nicht nächste nächster sähe wenn falls wäre würde
    """.split()  # noqa: SIM905
)
_DOUBTFUL = frozenset("allowed correct legal possible work erlaubt möglich richtig".split())  # noqa: SIM905
# With the name of another player, and nothing of another matter, these say that an order is that player's.
_GIVES = frozenset(
    """
    as asked behalf decide decides plays brother brother's by called credit friend friend's posting speaking wife wife's husband husband's dictated for from gave his her like posted same sent texted told via
    account als auftrag durch für namen schickt von
    """.split()  # noqa: SIM905
)
_SHOWS = frozenset("that that's this these it it's is was one one's das dies ist war".split())  # noqa: SIM905
# What an order is called.
_ORDERS = frozenset(
    """
    order orders move moves post message above below mine befehl befehle zug beitrag
    """.split()  # noqa: SIM905
)
# What may stand beside these in a sentence that speaks of nothing else.
_SMALL = frozenset(
    """
    account above after again ago alles all everything it it's mind must one ones that that's these this turn das den es ihn
    he her his she can't cannot log logged login oben a after again ago all already also alternatively am an and another any are as at be because been before better
    both but by can clearly could did different do dear earlier either else end ended exactly final first
    follow following for from front go going gone got guess had happened has have haven't here hereby him i i'd i'll i'm
    i've if in into is isn't it's its just kindly last later latest let let's like look made maybe me moment more my
    need new next no not now of off oh ok okay old on once only or original other otherwise our out over perhaps place
    please point position posted possibly previous probably quite really right said same say saying says second see
    seen sent so some something sorry still straight supposed take taken thank thanks the them then there therefore
    thing think third to today together too tonight tomorrow try turn two until up us wait want was way we well were
    what when which whole will with wrote write written yes yet you'd
    card check counted few hang hold many mail number numbers pm sec second short side twice decide decides play plays
    bitte danke der die dem ein eine einen einem eins er erst erste ersten ersten für hier ich im ist ja jetzt kann
    könnt hab habe mich am ende vorher ich mein meine meinen meiner mir mit möchte muss nein neu neue neuen neuer nicht noch
    nur oder sein sich sie sind so und vor vorne vorn war warte werde werden will wird würde zu zum nochmal mal
    gerade eben auf thread topic channel game race table spiel rennen tisch kanal
    """.split()  # noqa: SIM905
)
_NUMBERS = frozenset(
    """
    zero two three four five six seven eight nine ten eleven twelve thirteen half
    null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn
    """.split()  # noqa: SIM905
)
# How a piece moves, in words.
_ACTIONS = frozenset(
    "accelerate accelerating brake braking left right straight beschleunigen bremsen geradeaus links rechts".split()  # noqa: SIM905
)
# With a figure, these ask for another: `seven please`; of what a piece has, `left` says how much.
_ASKS = frozenset(("please", "say", "bitte", "lieber"))
_HAS = frozenset(("has", "have", "had", "hab", "habe"))
OTHER = "\ue000"  # stands for another player's name in the words that are looked at
_WORD = re.compile(rf"{OTHER}['’]?s?|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\s,;.!?]*\d[^\s,;.!?]*|[+=<>-]+")
_CLAUSE = re.compile(r"(?<=[.!?;,])(?=\s|$)|\s[-–—]+\s|\n|\((?=[^()]*[a-z]{2})|(?<=[a-z.!?]{2})\)")
_NOTATION = re.compile(r"[A-Z]{1,6}s?|\S*\d\S*|[+=<>-]+")
_MIXED = re.compile(r"(?=\S*\d)(?=\S*[A-Z])\S*")  # letters and digits: `7M`
_KNOWN = frozenset(
    word.casefold()
    for word in _CHANGES
    | _HOLDS
    | _NOT
    | _CHOOSES
    | _WHICH
    | _LATER
    | _GIVES
    | _SHOWS
    | _ORDERS
    | _SMALL
    | _NUMBERS
    | _ACTIONS
)
_FIGURES = re.compile(r"\d|\b[A-Z]\b(?! [a-z])")
_BACK = frozenset(("back", "zurück"))
_TAKE = frozenset(("take", "taking", "took", "nehme"))
_LEAD = re.compile(
    r"^\W*(?:edit\w*|update|corr?ection|korrektur|nachtrag|typo|p\.?s)\b[ #]*\d{0,2}\s*[:：,]", re.IGNORECASE
)
_PROVISO = re.compile(
    r"\W*(?:(?:but|and|aber|und) )?(?:(?:only|nur|just) (?:if|when|wenn|falls)|unless|except (?:if|when)|provided|assuming|as long as"
    r"|außer wenn|es sei denn|sofern|solange|vorausgesetzt)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\W*(?:if|when|falls|wenn)\b", re.IGNORECASE)
_LONGEST = 400  # characters of a line that are looked at


def may_change(line: str) -> bool:
    """Tell whether a line may take back or change what was ordered, without an order in it.

    >>> [may_change(line) for line in ("Scratch that.", "one more M, please", "7 instead of 6", "not final", "+1M")]
    [True, True, True, True, True]
    >>> [may_change(line) for line in ("Edit: thanks, all!", "I must change trains now", "I don't want to change it")]
    [False, False, False]
    """
    lead = _LEAD.match(line)
    if lead is not None:  # what it corrects is a number or notation, or is said to change behind it
        line = line[lead.end() :]
        if _FIGURES.search(line[:_LONGEST]):
            return True
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

    >>> [introduces_another(line) for line in (f"{OTHER}, your move was", f"{OTHER} (ill) says", f"{OTHER} is fast")]
    [True, True, False]
    """
    if OTHER not in line or not line.rstrip("*_ ")[-1:].isalnum():
        return False
    words = [word.casefold() for word in _WORD.findall(re.sub(r"\([^()]*\)", " ", line[:_LONGEST]))]
    return (
        len(words) > 1
        and OTHER not in words[-1]
        and (words[-1] in _GIVES | _SHOWS or (len(words) == 2 and OTHER in words[0]))
    )


def is_draft(label: str) -> bool:
    """Tell whether a label says that what follows is no order yet: `Order (draft):`."""
    return not _DRAFTS.isdisjoint(re.findall(r"\w+", label.casefold()))


def introduces_none(line: str) -> bool:
    """Tell whether a line says that what stands alone below it is no order of this turn, or perhaps none.

    >>> [introduces_none(line) for line in ("Next turn:", "Only an example:", "Is this legal?", "Too slow for me:")]
    [True, True, True, False]
    """
    words = set(re.findall(r"\w+", line.casefold()))
    end = line.rstrip("*_ ")[-1:]
    return (end == ":" and bool(words & (_DRAFTS | _UNSURE))) or (end == "?" and bool(words & _DOUBTFUL))


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
    return any(_run_changes_order(set(run), is_whole=len(runs) == 1) for run in runs)


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
    if is_whole and says_other and (len(words) > 1 or any(map(_MIXED.fullmatch, words))):
        return True
    return bool((is_change and (is_whole or words & _ORDERS)) or (is_choice and words & (_ORDERS | {"one"})))
