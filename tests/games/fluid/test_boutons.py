"""What is offered, in which order and in which words, and what a tactic makes of it."""

import re
from typing import get_args

import pytest

from tablee.games.fluid import game
from tablee.games.fluid.book.c4_combat.blessures import CHOSES_VISEES
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.distance import Tirer
from tablee.games.fluid.book.c4_combat.recuperation import PasserTemps
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.desk.tactics import TACTICS
from tablee.games.fluid.model.combat import Effet, Manoeuvre
from tablee.games.fluid.model.people import EffetDeSort
from tablee.games.fluid.model.tables import DIFFICULTES, TABLES, duree

from .jeu import scene


@pytest.mark.rule("FLU-3.25")
def test_the_buttons_of_time_say_how_long_in_words():
    boutons = [a for a, _ in game.legal(scene(jok={}), "jok") if isinstance(a, PasserTemps)]
    dits = [game.words.action[a.key()].fr for a in boutons]
    assert dits == [f"Laisser passer {duree(a.cran).duree}" for a in boutons]
    assert [duree(a.cran).duree for a in boutons] == ["15 minutes", "1 heure", "1 jour", "1 semaine"]
    for cran in range(1, 13):
        phrase = game.words.action[PasserTemps("jok", cran).key()]
        assert phrase.en == f"Let {game.words.tr(duree(cran).duree, 'en')} go by"
    assert PasserTemps("jok", 13).key() == "passer_temps"


PLACES = [z.nom for k, z in TABLES.zone.items() if k not in CHOSES_VISEES]
PLACES += [z.nom for z in TABLES.localisation if z.zone not in ("choix", "deux")]


@pytest.mark.rule("FLU-4.44", "FLU-4.49")
@pytest.mark.parametrize("nom", ["Blessure", "Perte"])
def test_the_wounds_have_english_names(nom):
    for ou in ("", *PLACES):
        francais = f"{nom} {ou}".strip()
        anglais = game.words.tr(francais, "en")
        assert anglais == f"{game.words.tr(nom, 'en')} {game.words.tr(ou, 'en')}".strip() != francais
        assert game.words.tr(f"{francais} 2", "en") == f"{anglais} 2"


def test_names_need_no_elision_and_figures_no_plural():
    """« de Ysaure », « 1 points » and « accepte-t-il » are wrong for somebody, sooner or later."""
    dits = [p.fr for table in (game.words.event, game.words.question, game.words.action) for p in table.values()]
    noms = "who|target|cible|tireur|ennemi|adversaire|patient|mage"
    assert [d for d in dits if re.search(rf"\b[dD]e \{{({noms})\}}|\}} [\w ]*-t-il", d)] == []
    assert [d for d in dits if re.search(r"\} (points|Désavantages|pertes)\b", d)] == []


@pytest.mark.parametrize("ids", [get_args(Effet), get_args(EffetDeSort), get_args(Manoeuvre), TABLES.zone, DIFFICULTES])
def test_no_id_is_read_as_an_id(ids):
    for id in filter(None, ids):
        assert "_" not in game.words.tr(id, "fr")
        assert id in game.words.en


def combat(arme, **autres):
    ana = {"camp": "rouge", "armes": [arme], "fiche": {}}
    bor = {"camp": "bleu", "x": 20, "fiche": {}}
    return read_scene({"combat": {"file": ["ana"]}, "personnages": {"ana": ana, "bor": bor, **autres}}, ("manoeuvres",))


def test_with_a_bow_in_hand_shots_come_first():
    assert isinstance(next(game.legal(combat("arc_court"), "ana"))[0], Tirer)
    assert isinstance(next(game.legal(combat("epee"), "ana"))[0], Annoncer)


@pytest.mark.parametrize("etat", ["inconscient", "coma"])
def test_a_tactic_leaves_the_fallen_alone_while_others_stand(etat):
    tombe = {"camp": "bleu", "x": 5, "fiche": {}, "etat": etat, "res_perdue": 10}
    tir = TACTICS["simple"].act(combat("arc_court", cal=tombe), "ana")
    assert (type(tir), tir.cible) == (Tirer, "bor")
