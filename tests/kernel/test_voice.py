"""What a game says to one reader: facts by their kinds, sums that open, names he may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.kernel.event import Event
from tablee.kernel.oracle import Option, Question
from tablee.kernel.sentence import Name, Piece, Pieces, Said, Someone, Sum, Thrown, text
from tablee.kernel.sheet import Mark, Section, Sheet
from tablee.kernel.tally import Terms
from tablee.kernel.typography import typeset
from tablee.kernel.voice import Bounds, Told, Voice
from tablee.kernel.words import Phrase, Telling, Weight, Words
from toy import ALYS_BOR, Attaquer, Duel, toy

FORCE: Terms = (("Force", 3, "TOY-1.1"), ("Arme", 5, ""))
KINDS = {
    "qui": "who",
    "points": "sum",
    "net": "sum:avantages",
    "avantages": "terms",
    "arme": "label",
    "n": "number",
    "reussi": "yes",
    "texte": "typed",
    "rolled": "dice",
    "x": "cell",
    "y": "cell",
    "autre.points": "number",
}
NAMES = {"alys": ("alys", "Alys"), "bor": ("inconnu_1", "???"), "cyd": ("cyd", "Cyd")}


def told(phrase: str, event: Event = Event("dit"), lang: str = "fr", **more: Any) -> Told:  # noqa: B008 - frozen
    words = Words(event={event.what: Telling(phrase, phrase)}, kind=KINDS, en={"Force": "Strength", "Épée": "Sword"})
    return Voice(replace(toy, words=words), lang, NAMES, **more).told(event)


def said(phrase: str, lang: str = "fr", **facts: Any) -> Pieces:
    return told(phrase, Event("dit", "alys", "bor", facts=tuple(facts.items())), lang).pieces


def test_somebody_is_a_name_the_reader_may_know() -> None:
    assert said("{who} touche {target}.") == (Name("alys", "Alys"), " touche ", Name("inconnu_1", "???"), ".")
    assert said("Le coup de {who}")[0] == "Le coup d’"
    assert said("Le coup de {target}")[0] == "Le coup de "


@pytest.mark.parametrize(
    ("qui", "row"),
    [
        ("bor", (Name("inconnu_1", "???"),)),
        ("", ()),
        ("personne", ("personne",)),
        (("alys", "bor"), (Name("alys", "Alys"), ", ", Name("inconnu_1", "???"))),
        ((("alys", 7), ("cyd", -1)), (Name("alys", "Alys"), " 7, ", Name("cyd", "Cyd"), " −1")),
        ([], ("personne",)),
    ],
)
def test_people_stand_in_a_row(qui: Any, row: tuple[Piece, ...]) -> None:
    assert said("{qui}", qui=qui) == row


def test_those_who_are_not_there_are_left_out_of_rows_and_have_another_name_elsewhere() -> None:
    there, event = frozenset({"bor"}), Event("dit", "bor", facts=(("qui", ("alys", "bor")),))
    assert text(told("{who} : {qui}", event, bounds=Bounds(there)).pieces) == typeset("??? : Alys")
    event = Event("dit", facts=(("qui", ["bor"]),))
    assert text(told("Debout : {qui}.", event, "en", bounds=Bounds(there)).pieces) == typeset("Debout : nobody.")


def test_a_sum_opens_into_the_events_own_terms() -> None:
    event = Event("dit", terms=FORCE, facts=(("points", 8),))
    assert told("Perd {points} PV", event).pieces == ("Perd ", Sum("8", FORCE), " PV")
    english = told("Perd {points} PV", event, "en")
    assert english.pieces[1] == Sum("8", (("Strength", 3, "TOY-1.1"), ("Arme", 5, "")))
    assert english.sums == ()


@pytest.mark.parametrize("shown", ["+8", "8"])
def test_a_figure_may_be_written_with_its_sign(shown: str) -> None:
    assert told("{points}", Event("dit", terms=FORCE, facts=(("points", shown),))).pieces == (Sum(shown, FORCE),)
    assert told("{points:+d}", Event("dit", terms=FORCE, facts=(("points", 8),))).pieces == (Sum("+8", FORCE),)


@pytest.mark.parametrize("points", [7, "?", "", True])
def test_terms_that_do_not_add_up_to_a_figure_stay_behind_it(points: Any) -> None:
    assert told("{points}.", Event("dit", terms=FORCE, facts=(("points", points),))) == ((f"{points}.",), (FORCE,))


def test_a_figure_without_terms_is_plain() -> None:
    assert told("{points}", Event("dit", facts=(("points", 8),))) == (("8",), ())


def test_terms_that_are_no_sum_are_not_shown() -> None:
    words = Words(event={"dit": Telling("Tire.", "Shoots.", sum=False)})
    voice = Voice(replace(toy, words=words), "fr", NAMES)
    assert voice.told(Event("dit", terms=(("Bor", 3, "TOY-1.1"),))) == (("Tire.",), ())


def test_the_right_one_of_two_equal_figures_opens() -> None:
    event = Event("dit", terms=FORCE, facts=(("n", 8), ("points", 8)))
    assert told("{n} contre {points}", event).pieces == ("8 contre ", Sum("8", FORCE))
    assert told("{points} contre {n}", event).pieces == (Sum("8", FORCE), " contre 8")
    assert told("{points}, {points}", event).pieces == (Sum("8", FORCE), ", 8")


def test_what_a_name_means_elsewhere_may_be_otherwise_in_one_event() -> None:
    assert told("{points}", Event("autre", terms=FORCE, facts=(("points", 8),))) == (("8",), (FORCE,))


def test_facts_may_be_sums_themselves_or_hold_those_of_others() -> None:
    facts = ("net", 8), ("avantages", [["Force", 3, ""], ["Arme", 5, ""]])
    terms = ("Force", 3, ""), ("Arme", 5, "")
    assert told("{net:+d}", Event("dit", facts=facts)) == ((Sum("+8", terms),), ())
    assert told("{avantages}", Event("dit", facts=facts)) == ((Sum("8", terms),), ())
    assert told("Rien", Event("dit", terms=FORCE, facts=facts)) == (("Rien",), (FORCE, terms))
    assert told("{avantages}", Event("dit", facts=(("avantages", ()),))) == (("0",), ())


def test_labels_are_said_in_the_readers_language_and_what_was_typed_is_not() -> None:
    assert text(said("{arme}, {texte}", "en", arme="Épée", texte="Épée")) == "Sword, Épée"
    assert text(said("{arme}", "en", arme=("Épée", "Force", 3))) == "Sword, Strength, 3"
    assert text(said("Le choc de {arme}, de {texte}", arme="Épée", texte="Épée")) == "Le choc d’Épée, de Épée"


def test_a_label_that_is_somebodys_id_is_a_label() -> None:
    assert said("{arme}", arme="bor") == ("bor",)


def test_figures_and_answers() -> None:
    assert text(said("{n}, {reussi}", n=(3, 4), reussi=True)) == "3, 4, oui"
    assert text(said("{n:+d}, {reussi}", "en", n=3, reussi=False)) == "+3, no"
    assert said("{n}") == ()


def test_a_place_is_told_by_its_column_and_row() -> None:
    event = Event("dit", facts=(("x", 1), ("y", 3)))
    assert text(told("{x}, {y}", event).pieces) == "1, 3"
    assert text(told("{x}, {y}", event, bounds=Bounds(board="hex")).pieces) == "2, 3"


@pytest.mark.parametrize(
    ("rolled", "pieces"),
    [
        ("2d6 [5, 3] + 3 = 11", ("2d6 ", Thrown("[5, 3]", ((6, (5, 3)),)), " + 3 = 11")),
        ("d% [42] = 42", ("d% ", Thrown("[42]", ((100, (42,)),)), " = 42")),
        ("4d6k3 [6, 5, 3, (1)] = 14", ("4d6k3 ", Thrown("[6, 5, 3, (1)]", ()), " = 14")),
        ("2d6! [6+2, 3] = 11", ("2d6! ", Thrown("[6+2, 3]", ()), " = 11")),
        ("d4 [1] + d8 [8] = 9", ("d4 ", Thrown("[1]", ((4, (1,)),)), " + d8 ", Thrown("[8]", ((8, (8,)),)), " = 9")),
        ("3 = 3", ("3 = 3",)),
    ],
)
def test_free_dice_stand_where_they_fell(rolled: str, pieces: Pieces) -> None:
    found = said("{rolled}", rolled=rolled)
    assert (found, text(found)) == (pieces, rolled)


def test_what_has_no_phrase_is_its_key() -> None:
    voice = Voice(toy, "fr", scene=ALYS_BOR)
    assert voice.event(Event("inconnu", "alys")) == "inconnu"
    assert voice.question(Question("bor", "toy.x", "T", ())) == "toy.x"


def test_others_may_speak_besides_the_game() -> None:
    own = Words(event={"table.dit": Telling("{who} : {text}", "{who}: {text}")}, kind={"text": "typed"})
    voice = Voice(toy, "en", scene=ALYS_BOR, own=own)
    assert voice.event(Event("table.dit", "alys", facts=(("text", "fougue"),))) == "Alys: fougue"


def test_an_action_names_people_by_type_and_things_by_the_scene() -> None:
    words = replace(toy, words=Words(action={"attaquer": Phrase("Le coup de {actor} sur {target}", "{target}")}))
    assert Voice(words, "fr", NAMES, ALYS_BOR).action(Attaquer("alys", "bor")) == "Le coup d’Alys sur ???"
    assert Voice(words, "fr", NAMES, ALYS_BOR).action(Attaquer("alys", "")) == "Le coup d’Alys sur …"


def test_a_scene_is_asked_once_what_a_thing_of_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    monkeypatch.setattr(type(ALYS_BOR), "thing", lambda self, id: asked.append(id) or f"une {id}")
    voice = Voice(toy, "fr", NAMES, ALYS_BOR)
    assert [voice.thing(id) for id in ("hache", "corde", "hache")] == ["une hache", "une corde", "une hache"]
    assert asked == ["hache", "corde"]


def test_an_answer_may_be_somebody() -> None:
    assert (
        Voice(toy, "fr", NAMES).option(Option("bor", Said("Vers {}", (Someone("bor"),)), (("souffle", 1),)))
        == "Vers ??? (1 souffle)"
    )


def test_a_mark_of_a_sheet_may_tie_one_to_somebody() -> None:
    lines = Mark("Engagé", rule="T-1", who="bor"), Mark("Force", note="Force")
    seen = Voice(toy, "fr", NAMES).sheet(Sheet("alys", "Alys", (Section("Liens", lines),)))
    engaged = Mark("Engagé", note="???", rule="T-1", who="inconnu_1")
    assert seen.sections[0].lines == (engaged, Mark("Force", note="Force"))


# ---------------------------------------------------------------- how much an event weighs


def weighs(telling: Telling, event: Event) -> Weight:
    return Voice(replace(toy, words=Words(event={event.what: telling})), "fr").weight(event)


def test_what_did_not_come_off_is_a_miss_and_all_else_minor_unless_the_phrase_says_otherwise() -> None:
    plain = Telling("", "")
    assert weighs(plain, Event("dit")) == weighs(plain, Event("dit", facts=(("reussi", True),))) == "minor"
    assert weighs(plain, Event("dit", facts=(("reussi", False),))) == "miss"
    assert weighs(weighing("major"), Event("dit", facts=(("reussi", False),))) == "major"
    assert Voice(toy, "fr").weight(Event("inconnu", facts=(("reussi", False),))) == "miss"


def weighing(weight: Weight) -> Telling:
    return Telling("", "", weight)


def test_a_fact_may_weigh_more_than_the_phrase_and_the_heaviest_counts() -> None:
    telling = Telling("", "", "miss", {"points": "wound", "etat=mort": "fatal", "etat=las": "minor"})
    assert weighs(telling, Event("dit", facts=(("points", 0), ("etat", "")))) == "miss"
    assert weighs(telling, Event("dit", facts=(("points", 2),))) == "wound"
    assert weighs(telling, Event("dit", facts=(("points", 2), ("etat", "mort")))) == "fatal"
    assert weighs(telling, Event("dit", facts=(("etat", "las"),))) == "miss"


def headline(*events: tuple[Telling, str]) -> int:
    """Which of these, each with its target, is to be read first."""
    tellings = {f"e{n}": telling for n, (telling, _) in enumerate(events)}
    voice = Voice(replace(toy, words=Words(event=tellings)), "fr")
    ranks = [voice.rank(Event(f"e{n}", "alys", target), n) for n, (_, target) in enumerate(events)]
    return ranks.index(max(ranks))


def test_the_headline_is_the_heaviest_then_what_was_declared_then_what_was_done_to_somebody_then_the_last() -> None:
    minor, wound = Telling("", ""), weighing("wound")
    declared, never = Telling("", "", headline=True), Telling("", "", "fatal", headline=False)
    assert headline((minor, ""), (wound, ""), (minor, "bor")) == 1
    assert headline((minor, ""), (declared, ""), (minor, "bor")) == 1
    assert headline((declared, ""), (wound, "")) == 1
    assert headline((minor, "bor"), (minor, "")) == 0
    assert headline((minor, ""), (minor, "")) == 1
    assert headline((never, "bor"), (minor, "")) == 1
    assert headline((never, "bor")) == 0


class Armed(Duel, frozen=True):
    """Things have names in a scene."""

    arms: dict[str, str] = {}

    def thing(self, id: str) -> str:
        return self.arms.get(id, id)


def test_what_was_said_of_an_action_is_said_again_while_all_it_names_is_called_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Brandir(Attaquer, frozen=True, tag="brandir"):
        arme: str = ""

    put: list[Brandir] = []
    doing = Voice.doing
    monkeypatch.setattr(Voice, "doing", lambda self, action: (put.append(action), doing(self, action))[1])
    words = Words(action={"brandir": Phrase("Brandir {arme} contre {target}", "Brandish {arme} at {target}")})
    game = replace(toy, words=words)

    def said(before: Voice | None, arm: str, actor: str = "alys", name: str = "Bor", lang: str = "fr") -> Voice:
        scene = Armed(ALYS_BOR.people, ALYS_BOR.encounter, arms={"a1": arm})
        voice = Voice(game, lang, {"alys": ("alys", "Alys"), "bor": ("bor", name)}, scene, before=before)
        expected = f"Brandir {arm} contre {name}" if lang == "fr" else f"Brandish {arm} at {name}"
        assert voice.action(Brandir(actor, "bor", arme="a1")) == expected
        return voice

    voice = said(None, "la dague")
    voice = said(voice, "la dague")
    voice = said(voice, "la dague", actor="cyd")  # whoever does it
    assert len(put) == 1
    voice = said(voice, "la hache")
    assert len(put) == 2
    voice = said(voice, "la hache", name="???")
    said(voice, "la hache", lang="en")
    assert len(put) == 4
