"""What one wears and holds hampers every gesture outside fights, and nothing the mind does alone (FLU-4.41)."""

import pytest

from tablee.games.fluid import game
from tablee.games.fluid.book.c3_tests.tests import Tester, mettre_en_place
from tablee.games.fluid.book.c4_combat.blessures import SubirChoc
from tablee.games.fluid.book.c4_combat.tour import Degainer
from tablee.games.fluid.book.c5_magie.grimoire import Vampiriser
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.kernel.action import open_actions

from .jeu import dit, jouer, scene

CHARGEE = {"fiche": {"MAG": 5}, "camp": "rouge", "armes": ["baton", "dague"], "armure": "cuir"}
AUTRE = {"fiche": {}, "camp": "bleu", "x": 1}


def gene(ici, action):
    """The term of the equipment in what helps and hinders this test."""
    return {label: n for label, n, regle in mettre_en_place(ici, action).avantages if regle == "FLU-4.41"}


@pytest.mark.rule("FLU-4.41")
def test_the_heaviest_thing_hampers_a_gesture():
    ici = scene(ana=CHARGEE)
    assert gene(ici, Tester("ana", ("AGI",))) == {"Handicap de l'équipement": -ici["ana"].armes[0].score}
    _, oracle = jouer(ici, Incanter("ana", sort="lueur_de_poche", points=50), 5, reponses=("garder", "non"))
    assert ("Handicap de l'équipement", -ici["ana"].armes[0].score, "FLU-4.41") in dit(oracle)["avantages"]


@pytest.mark.rule("FLU-4.41")
@pytest.mark.parametrize("action", [SubirChoc("ana", ("VOL",)), Vampiriser("ana", ("VOL",), cible="bor")], ids=str)
def test_nothing_hampers_the_mind(action):
    assert gene(scene(ana=CHARGEE, bor=AUTRE), action) == {}


@pytest.mark.rule("FLU-4.41")
def test_a_staff_put_away_hampers_nobody():
    ici = scene(ana=CHARGEE)
    assert Degainer("ana") in open_actions(game.legal(ici, "ana"))
    assert Degainer("ana", ("dague",)) in open_actions(game.legal(ici, "ana"))
    apres, oracle = jouer(ici, Degainer("ana"))
    assert dit(oracle, "rengaine").who == "ana"
    assert gene(apres, Tester("ana", ("AGI",))) == {"Handicap de l'équipement": -1}  # the leather stays on
    assert Degainer("ana") not in open_actions(game.legal(apres, "ana"))
