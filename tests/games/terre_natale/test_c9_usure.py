"""Chapter 9: intégrité, dégradation and what it leaves of a thing."""

import pytest

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_de
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import protection
from tablee.games.terre_natale.book.c8_confrontation.armes import absorption, arme_de, objets_de_defense, resistance
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.things import Objet
from tablee.kernel.content import ContentError
from tablee.kernel.game import game
from tablee.kernel.tally import total

from .jeu import scene


@pytest.mark.rule("TN-9.123")
def test_integrite():
    """10 + Q + C + solidité: what gabarit and améliorations add."""
    assert Objet("epee_longue").integrite == 13
    assert Objet("epee_longue", qualite=2).integrite == 15
    assert Objet("epee_longue", qualite=2, gabarit=1).integrite == 16
    assert Objet("dague", qualite=-5, gabarit=-2).integrite == 4
    assert Objet("epee_longue", qualite=2, ameliorations=("solidite", "solidite", "charge")).integrite == 17


@pytest.mark.rule("TN-9.133", "TN-9.134")
@pytest.mark.parametrize(
    ("subi", "niveau", "effective", "etat"),
    [
        (0, 0, 3, "intact"),
        (12, 0, 3, "intact"),
        (13, 1, 2, "degrade"),
        (25, 1, 2, "degrade"),
        (26, 2, 1, "degrade"),
        (39, 3, 0, "inutilisable"),
        (52, 4, -1, "inutilisable"),
        (65, 5, -2, "detruit"),
    ],
)
def test_niveaux(subi, niveau, effective, etat):
    """A sword of catégorie 3 and intégrité 13, blow after blow."""
    epee = Objet("epee_longue", degradation=subi)
    assert (epee.niveau, epee.effective, epee.etat) == (niveau, effective, etat)


@pytest.mark.rule("TN-9.134")
def test_categorie_zero_et_consommables():
    """Wear alone makes catégorie 0 unusable; a consommable is at its first level, and gone at its second."""
    assert Objet("couteau").utilisable
    assert Objet("couteau", degradation=10).etat == "inutilisable"
    assert Objet("couteau", degradation=20).etat == "detruit"
    assert Objet("ration", degradation=11).etat == "inutilisable"
    assert Objet("ration", degradation=22).etat == "detruit"


@pytest.mark.rule("TN-9.134")
def test_ce_qui_baisse_et_ce_qui_reste():
    """Jets, résistance, absorption, protection and déviation fall; weight and the intégrité itself do not."""
    use = {"modele": "epee_longue", "degradation": 26}
    cuirasse = {"modele": "mailles", "degradation": 14, "travaille": True}
    s = scene(alys={"fiche": {"base": {"CON": 10}}, "equipement": {"armes": [use], "armure": cuirasse}})
    p = s["alys"]
    assert arme_de(p, CORPS, 0, "").categorie == 1
    assert [x.categorie for x in objets_de_defense(p, CORPS, "arme", "DEX", "defense")] == [1]
    assert (total(resistance(p, CORPS)), total(absorption(p, CORPS))) == (3, 9 + 2)
    assert protection(p, "blessure") == 3 + 1
    assert total(charge_de(p, p.equipement.armes[0])) == 15
    assert Objet(**use).integrite == 13


@pytest.mark.rule("TN-9.134")
def test_inutilisable():
    """An armour that cannot be used protects no more; an arm that cannot be used parries nothing."""
    epee, cuir = {"modele": "epee_longue", "degradation": 39}, {"modele": "cuir", "degradation": 24, "travaille": True}
    s = scene(alys={"fiche": {}, "equipement": {"armes": [epee], "armure": cuir}})
    p = s["alys"]
    assert (total(resistance(p, CORPS)), total(absorption(p, CORPS)), protection(p, "blessure")) == (0, 0, 0)
    assert objets_de_defense(p, CORPS, "arme", "DEX", "defense") == ()


@pytest.mark.rule("TN-9.119", "TN-9.134")
@pytest.mark.parametrize(
    ("equipement", "mots"),
    [
        ({"armes": [{"modele": "dague", "degradation": 34}]}, "degradation"),
        ({"bagage": "aucun", "sac": [{"modele": "corde"}]}, "mains"),
        ({"annexes": [{"modele": "licorne"}]}, "annexes"),
    ],
)
def test_refus_a_la_lecture(equipement, mots):
    lire = game("terre_natale").read_scene
    with pytest.raises(ContentError, match=mots):
        lire({"personnages": {"alys": {"fiche": {"nom": "Alys"}, "equipement": equipement}}})
