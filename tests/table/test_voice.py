"""What a game says, in the language of one member."""

from __future__ import annotations

import pytest

from tablee.kernel.action import tag
from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import games
from tablee.kernel.oracle import Closed, Dice, Throw
from tablee.kernel.sentence import slots
from tablee.kernel.typography import typeset
from tablee.kernel.voice import Voice
from tablee.table import commands as c
from tablee.table.store import Store
from tablee.table.texts import EVENTS


def test_the_reason_an_answer_is_closed_is_told_in_the_members_language() -> None:
    game = games()["fluid"]
    french = next(text for text in game.words.en if text.count("{}") == 1)
    for lang, text in (("fr", french), ("en", game.words.en[french])):
        assert Voice(game, lang).reason(Closed("FLU-1.1", french, (3,))) == typeset(text).format(3)


NAMES = {"ysee": "Ysée", "alix": "Alix", "yann": "Yann", "hakon": "Hakon", "veiled": "???"}


def shot(who: str, lang: str = "fr") -> str:
    names = {who: (who, name) for who, name in NAMES.items()}
    event = Event("touche_de_loin", who, "hakon", "YY-10.31", (), (("marge", 2),))
    return Voice(games()["yin_yang"], lang, names).event(event)


def test_a_word_loses_its_vowel_before_a_name_that_begins_with_one() -> None:
    assert shot("ysee").startswith(typeset("Le projectile d'Ysée atteint Hakon"))
    assert shot("alix").startswith(typeset("Le projectile d'Alix atteint"))
    for who, name in (("yann", "Yann"), ("hakon", "Hakon"), ("veiled", "???")):
        assert shot(who).startswith(f"Le projectile de {name} atteint")
    assert shot("alix", "en").startswith("The missile of Alix")


def test_what_people_typed_keeps_its_vowels() -> None:
    voice = Voice(games()["fluid"], "fr", {"alix": ("alix", "Alix")}, own=EVENTS)
    said = Event("table.said", facts=(("name", "Luc"), ("text", "On parle de Alix ?")))
    assert "de Alix" in voice.event(said)


def test_a_refusal_loses_its_vowel_too() -> None:
    voice = Voice(games()["fluid"], "fr", {"alix": ("alix", "Alix")}, own=EVENTS)
    assert voice.closed(Closed("X-1", "C'est le tour de {}", ("Alix",))) == typeset("C'est le tour d'Alix (X-1)")


def test_what_sums_are_made_of_is_told_in_the_members_language() -> None:
    event = Event("test", terms=(("Dé", 3, "FLU-3.13"),), facts=(("avantages", [("Force", 2, "")]), ("n", (1, 2))))
    sums = dict(Voice(games()["fluid"], "en").sums(event))
    assert sums == {"": (("Die", 3, "FLU-3.13"),), "avantages": (("Strength", 2, ""),)}


def test_what_dice_are_for_is_told_in_the_members_language(store: Store) -> None:
    gm = store.create("fluid", "Vaubrune", "Marie", lang="en")
    _, eyes = store.eyes(store.campaign_of(gm.id), gm.id)
    assert [die.why for die in eyes.dice([Rolled("nix", "avantages", 10, (3,))])] == ["advantages"]
    assert eyes.voice.throw(Throw("nix", (Dice(2, 10, "avantages"),))).dice[0].why == "advantages"


@pytest.mark.parametrize(
    ("game", "lang", "when"), [("fluid", "fr", "Round 1"), ("yin_yang", "fr", "Tour 1"), ("yin_yang", "en", "Turn 1")]
)
def test_a_round_is_called_what_the_game_calls_it(store: Store, game: str, lang: str, when: str) -> None:
    gm = store.create(game, "Vaubrune", "Marie", lang=lang)
    table = store.campaign_of(gm.id)
    store.command(table, gm.id, c.StartEncounter(ready="demo"))
    encounter = store.eyes(table, gm.id)[1].table().encounter
    assert encounter is not None and encounter.when == when
    assert Voice(games()["fragments"], "fr").round(2) == "Manche 2"


@pytest.mark.parametrize("game", ["fragments", "yin_yang"])
def test_breaking_off_a_fight_for_everybody_is_the_game_masters(game: str) -> None:
    assert [kind.master for kind in games()[game].actions if tag(kind) == "cesser"] == [True]


def test_every_fact_the_table_tells_has_a_kind() -> None:
    for what, phrase in EVENTS.event.items():
        told = slots(phrase.fr) - {"who", "target"}
        assert slots(phrase.en) - {"who", "target"} == told
        assert told <= EVENTS.kind.keys(), what
