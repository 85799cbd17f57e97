"""Chapter 8: what nature gives to strike and to be covered with, where nothing is held or worn."""

import pytest

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_totale
from tablee.games.terre_natale.book.c4_caracteristiques.portees import allure
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense, protection
from tablee.games.terre_natale.book.c4_caracteristiques.usage import ajustement_de
from tablee.games.terre_natale.book.c8_confrontation.armes import absorption, arme_de, objets_de_defense, resistance
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.menace import menace
from tablee.games.terre_natale.book.c8_confrontation.tour import de_l_equipement
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.tally import total

from .jeu import rows, scene

MORSURE, GRIFFE = {"modele": "morsure"}, {"modele": "griffe"}


def bete(**equipement):
    return scene(bete={"fiche": {}, "equipement": equipement})["bete"]


@pytest.mark.rule("TN-8.45", "TN-9.93")
@pytest.mark.parametrize("row", rows("TN-9.93"), ids=lambda row: row["arme"])
def test_each_natural_arm_has_its_own_pair_of_attributes_and_the_penalty_of_its_categorie(row):
    modele = next(id for id, m in MODELES.items() if m.nom == row["arme"] and m.naturelle)
    arme = arme_de(bete(naturelles=[{"modele": modele}]), CORPS, 0, "")
    assert (arme.attribut, arme.defense, arme.categorie) == (row["attaque"], row["defense"], row["categorie"])
    assert arme.groupe == "corps_a_corps" and total(ajustement_de(bete(), Objet(modele))) == -2 * row["categorie"]


@pytest.mark.rule("TN-9.42", "TN-9.42.1")
def test_fangs_hamper_like_any_arm_of_their_categorie_unless_the_option_says_otherwise():
    """A bite is of catégorie 4: 8 off the attribute, 6 for an expert; 20 of charge, beyond a FOR of 14 and 5."""

    def mord(*options, FOR=20, traits=()):
        fiche = {"base": {"FOR": FOR}, "traits": [{"id": id} for id in traits], "destinee": 0}
        bete = {"fiche": fiche, "equipement": {"naturelles": [MORSURE]}, "camp": "a"}
        return figures_d_attaque(scene(*options, bete=bete, cible={"fiche": {}, "x": 1}), Coup("bete", "cible")).f

    assert (total(mord().valeur), mord().net) == (20 - 8, 0)
    assert (total(mord(FOR=15).valeur), mord(FOR=15).net) == (15 - 8, 0)
    assert (total(mord(FOR=14).valeur), mord(FOR=14).net) == (14 - 8, -1)
    assert total(mord(traits=["entrainement_melee"]).valeur) == 20 - 6
    libre = mord("armes_naturelles_sans_gene", FOR=10)
    assert (total(libre.valeur), libre.net) == (10, 0)


@pytest.mark.rule("TN-9.42")
def test_they_bear_on_what_is_done_with_them_and_neither_on_initiative_nor_on_allure():
    p, nue = bete(naturelles=[MORSURE]), bete()
    assert total(allure(p)) == total(allure(nue)) and de_l_equipement(p) == de_l_equipement(nue)
    assert charge_totale(p) == charge_totale(nue)


@pytest.mark.rule("TN-8.45")
def test_what_is_held_comes_first_and_bare_hands_last():
    p = bete(armes=[{"modele": "dague"}], naturelles=[MORSURE, GRIFFE])
    assert [arme_de(p, CORPS, n, "").nom for n in range(4)] == ["Dague", "Morsure", "Griffe", "Mains nues"]
    assert arme_de(bete(naturelles=[MORSURE]), CORPS, 0, "AGI").nom == "Mains nues"  # a style is of bare hands


@pytest.mark.rule("TN-8.45")
def test_a_natural_armour_serves_as_one_that_is_worn_and_hampers_nothing():
    p, nue = bete(peau={"modele": "ecaille"}), bete()
    assert (total(resistance(p, CORPS)), total(absorption(p, CORPS)), protection(p, "blessure")) == (3, 9, 3)
    assert total(defense(p, "AGI")) == total(defense(nue, "AGI"))
    assert total(resistance(p, CORPS, nue=True)) == 3  # it covers where worn armour does not


@pytest.mark.rule("TN-8.46")
@pytest.mark.parametrize(
    ("peau", "armure", "attendu"),
    [
        ("poils", "cuir", (2 + 1, 6 + 1, 2)),  # the worn one, and 1 of the fur
        ("ecaille", "cuir", (3 + 2, 9 + 2, 3)),
        ("peau_dure", "cuir", (2 + 2, 6 + 2, 2)),
    ],
)
def test_of_a_worn_and_a_natural_armour_the_weaker_adds_its_catégorie_to_the_stronger(peau, armure, attendu):
    p = bete(peau={"modele": peau}, armure={"modele": armure})
    assert (total(resistance(p, CORPS)), total(absorption(p, CORPS)), protection(p, "blessure")) == attendu


@pytest.mark.rule("TN-8.46")
def test_of_equals_the_worn_one_is_the_armour():
    e = bete(peau={"modele": "peau_dure"}, armure={"modele": "cuir"}).equipement
    assert e.cuirasse_sur("")[0] is e.armure


@pytest.mark.rule("TN-8.45", "TN-8.413")
def test_claws_parry_and_threaten():
    p = bete(naturelles=[GRIFFE], peau={"modele": "ecaille"})
    arme = CORPS, "arme", "DEX", "defense"
    assert objets_de_defense(p, *arme)[0].categorie == 3
    nues = objets_de_defense(bete(), *arme)
    assert [(x.categorie, x.objet) for x in nues] == [(0, None)]  # bare hands, for want of anything
    assert total(menace(scene(bete={}), p)) == 6
