"""What players read, in both languages."""

import pytest

from tablee.kernel.event import Event
from tablee.kernel.oracle import Closed, Option, Question
from tablee.kernel.typography import typeset
from tablee.kernel.words import Telling, Words
from telling import asked, told
from toy import riposte, toy

WORDS = toy.words
NAMES = {"alys": "Alys", "bor": "Bor"}


@pytest.mark.parametrize(("lang", "said"), [("fr", "Alys touche Bor\u00a0: 7"), ("en", "Alys hits Bor: 7")])
def test_an_event_reads_as_a_sentence_with_names(lang, said):
    event = Event("touche", "alys", "bor", facts=(("depth", 7), ("score", 18)))
    assert told(WORDS, event, NAMES, lang) == said


def test_labels_are_translated_each_and_in_lists():
    event = Event("gardes", facts=(("gardes", ("fougue", "bor", 3)),))
    assert told(WORDS, event, NAMES, "fr") == typeset("Gardes : fougue, bor, 3")
    assert told(WORDS, event, NAMES, "en") == "Stances: dash, bor, 3"


def test_a_question_reads_as_a_sentence():
    assert asked(WORDS, riposte("bor", 3, 17), NAMES, "fr") == typeset("Bor, 17 contre vous ?")
    assert asked(WORDS, riposte("bor", 3, 17), NAMES, "en") == "Bor, 17 against you?"


def test_an_option_shows_its_price():
    dodge = riposte("bor", 3, 17).pick("esquiver")
    assert WORDS.speaker("fr").option(dodge) == "Esquiver (1 souffle)"
    assert WORDS.speaker("en").option(dodge) == "Dodge (1 breath)"
    assert WORDS.speaker("fr").option(Option(3)) == "3"


def test_a_reason_is_translated_before_its_facts_are_put_in():
    why = Closed("TOY-2.1", "C'est le tour de {}", ("souffle",))
    assert str(why) == "C'est le tour de souffle (TOY-2.1)"  # for programs: as it is written
    assert WORDS.speaker("fr").text(why) == "C’est le tour de souffle (TOY-2.1)"
    assert WORDS.speaker("en").text(why) == "It is breath’s turn (TOY-2.1)"


def test_words_may_be_kept_chapter_by_chapter():
    more = Words(
        event={"touche": Telling("touché", "hit"), "neuf": Telling("neuf", "new")}, en={"Encaisser": "Bear it"}
    )
    both = WORDS | more
    assert told(both, Event("touche"), NAMES, "fr") == "touché"
    assert told(both, Event("neuf"), NAMES, "en") == "new"
    assert (both.tr("Encaisser", "en"), both.tr("Esquiver", "en")) == ("Bear it", "Dodge")
    assert both.question == WORDS.question


def test_what_has_no_words_yet_shows_its_key_or_stays_french():
    assert told(WORDS, Event("inconnu", "alys"), NAMES, "en") == "inconnu"
    assert asked(WORDS, Question("bor", "toy.x", "T", ()), NAMES, "en") == "toy.x"
    assert WORDS.tr("Encaisser", "en") == "Encaisser"
    assert WORDS.tr("Esquiver", "fr") == "Esquiver"


def test_a_numbered_name_is_the_name_and_its_number():
    words = Words(en={"Plaie": "Wound", "Plaie 3": "Third wound"})
    assert words.tr("Plaie 2", "en") == "Wound 2"
    assert words.tr("Plaie 3", "en") == "Third wound"
    assert words.tr("Plaie 2", "fr") == "Plaie 2"
    assert (words.tr("12 Plaie", "en"), words.tr("12 Fer", "en"), words.tr("12 Plaie", "fr")) == (
        "12 Wound",
        "12 Fer",
        "12 Plaie",
    )
    assert (words.tr("Fer 2", "en"), words.tr("2", "en"), words.tr("Plaie deux", "en")) == ("Fer 2", "2", "Plaie deux")


def test_names_in_a_row_are_said_one_by_one():
    words = Words(en={"Plaie": "Wound", "Fer": "Iron", "Fer, Plaie": "Iron wound"})
    assert words.tr("Plaie, Fer 2, Anna", "en") == "Wound, Iron 2, Anna"
    assert words.tr("Fer · Plaie, Anna", "en") == "Iron · Wound, Anna"
    assert (words.tr("Fer, Plaie", "en"), words.tr("Plaie, Fer", "fr")) == ("Iron wound", "Plaie, Fer")


def test_a_branch_of_a_drawn_tree_is_its_drawing_and_the_name():
    words = Words(en={"Plaie": "Wound", "├─ Fer": "Iron branch"})
    assert words.tr("│  └─ Plaie 2", "en") == "│  └─ Wound 2"
    assert (words.tr("├─ Fer", "en"), words.tr("├─ Bois", "en")) == ("Iron branch", "├─ Bois")
    assert (words.tr("├─ Plaie", "fr"), words.tr("─", "en")) == ("├─ Plaie", "─")


def test_an_id_that_players_read_is_written_as_french_writes_it():
    words = Words(fr={"tete": "tête"}, en={"tete": "head"})
    assert (words.tr("tete", "fr"), words.tr("tete", "en"), words.tr("main", "fr")) == ("tête", "head", "main")
