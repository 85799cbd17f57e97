"""Chapter 9: tests de solidité and every case of them, and the ways of breaking things."""

import pytest

from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c4_caracteristiques.sauvegardes import effet_reduit
from tablee.games.terre_natale.book.c8_confrontation.solidite import ARMURE, Epreuve, solidite
from tablee.games.terre_natale.book.c9_objets.detruire import Briser, Demolir, EprouverSolidite
from tablee.games.terre_natale.book.c9_objets.inventaire import Poser
from tablee.games.terre_natale.book.c9_objets.solidite import degrader, forces, profil, resultat
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene

EPEE = {"modele": "epee_longue"}
ALYS = {"fiche": {"base": {"FOR": 14, "CHN": 10}}, "equipement": {"armes": [EPEE]}}


def chose(s, nom):
    return next(x.objet for x in s.choses if x.nom == nom)


def devant(modele, *people, **more):
    """Somebody before a thing that stands there."""
    s = scene(alys=people[0] if people else ALYS)
    return jouer(s, Poser("alys", modele, **more))[0]


@pytest.mark.rule("TN-9.126", "TN-9.128")
def test_ce_qu_un_objet_ajoute_a_ses_des():
    """Q + C + solidité, whoever holds it; all metal at an advantage, none at a disadvantage."""
    assert total(forces(Objet("epee_longue", qualite=2, gabarit=1, ameliorations=("solidite",)))) == 2 + 3 + 1 + 1
    assert [profil("alys", Objet("epee_longue", forme=n)).net for n in (-1, 0, 1)] == [-1, 0, 1]
    assert profil("alys", Objet("porte")).net == 0
    _, o = jouer(
        scene(alys={**ALYS, "equipement": {"armes": [{**EPEE, "forme": 1}]}}), EprouverSolidite("alys", "epee_longue"),
        6, 5, 3, 1,
    )  # fmt: skip
    assert dit(o, "solidite")["score"] == 14 + 3


@pytest.mark.rule("TN-9.127")
@pytest.mark.parametrize(
    ("score", "issue", "reste"),
    [(5, "échec critique", 20), (6, "échec", 13), (15, "échec", 13), (16, "réussite", 7), (25, "réussite critique", 0)],
)
def test_resultats(score, issue, reste):
    """Against 15, 13 at stake: half more, all, half, nothing, rounded up; critical at 10."""
    r = resultat(score, 15)
    assert (r.issue, total(effet_reduit(r, 13))) == (issue, reste)


@pytest.mark.rule("TN-9.129", "TN-9.130")
def test_contre_soi():
    """3D6 + 3 against 13, its own 13 at stake: 10 on the dice is a failure, 11 is not; the level follows."""
    s, o = jouer(scene(alys=ALYS), EprouverSolidite("alys", "epee_longue"), 5, 4, 1)
    assert (dit(o, "solidite")["difficulte"], dit(o, "solidite")["reussi"]) == (13, False)
    epee = s["alys"].equipement.armes[0]
    assert (epee.degradation, epee.niveau, epee.etat) == (13, 1, "degrade")
    s, _ = jouer(scene(alys=ALYS), EprouverSolidite("alys", "epee_longue"), 5, 4, 2)
    assert s["alys"].equipement.armes[0].degradation == 7


@pytest.mark.rule("TN-9.130", "TN-9.137")
def test_a_la_demande_du_meneur():
    """Against the intégrité of what strikes it, for its jet; a shot wears by half, rounded down."""
    s, _ = jouer(scene(alys=ALYS), EprouverSolidite("alys", "epee_longue", difficulte=14, enjeu=21), 5, 4, 1)
    assert s["alys"].equipement.armes[0].degradation == 21
    s, _ = jouer(
        scene(alys=ALYS), EprouverSolidite("alys", "epee_longue", difficulte=14, enjeu=21, a_distance=True), 5, 4, 1
    )
    assert s["alys"].equipement.armes[0].degradation == 10
    manque = EprouverSolidite("alys", "dague").closed(scene(alys=ALYS))
    assert manque is not None and "n'a pas" in str(manque)


@pytest.mark.rule("TN-9.130", "TN-8.354")
def test_les_epreuves_du_combat():
    """What chapter 8 puts to the test: an arm against itself; armour against the arm that struck it, for its jet."""
    s = scene(alys={**ALYS, "equipement": {"armes": [EPEE], "armure": {"modele": "mailles"}}})
    apres = solidite(s, Scripted((5, 4, 1)), Epreuve("alys", 0, "echec_critique"))
    assert apres["alys"].equipement.armes[0].degradation == 13
    contre = Objet("masse", qualite=1)  # catégorie 3: intégrité 14
    o = Scripted((5, 4, 1))
    apres = solidite(s, o, Epreuve("alys", ARMURE, "attaque_critique", contre, 30))
    assert dit(o, "solidite")["difficulte"] == 14
    assert (dit(o, "solidite")["score"], apres["alys"].equipement.armure.degradation) == (14, 30)
    assert solidite(s, Scripted(()), Epreuve("alys", 1, "improvise")) is s


@pytest.mark.rule("TN-9.130")
def test_echec_critique_avec_un_outil():
    """An outil is tested against itself after a critical failure, and not after a mere one."""
    s = scene(alys={"fiche": {"base": {"DEX": 10}}, "equipement": {"sac": [{"modele": "crochets"}]}})
    rate = Tester("alys", competence="crochetage", attribut="DEX", difficulte=20, objet="crochets")
    s2, _ = jouer(s, rate, 4, 3, 1, 5, 4, 1)
    assert s2["alys"].equipement.sac[0].degradation == 11
    s3, _ = jouer(s, Tester("alys", competence="crochetage", attribut="DEX", difficulte=13, objet="crochets"), 4, 3, 1)
    assert s3 == s


@pytest.mark.rule("TN-9.134")
def test_rien_ne_se_fait_avec_une_ruine():
    s = scene(alys={"fiche": {}, "equipement": {"sac": [{"modele": "crochets", "degradation": 11}]}})
    ferme = Tester("alys", competence="crochetage", attribut="DEX", objet="crochets").closed(s)
    assert ferme is not None and ferme.rule == "TN-9.134"


@pytest.mark.rule("TN-9.134")
def test_ce_qui_est_detruit_ne_souffre_plus():
    assert degrader(Objet("dague"), 10**6).degradation == 3 * 11
    assert degrader(Objet("dague"), 10**6).etat == "detruit"


@pytest.mark.rule("TN-9.122", "TN-9.124", "TN-9.125", "TN-9.135", "TN-9.136")
def test_demolir_avec_l_outil():
    """A pied-de-biche on a door: 10 is enough; the degree hardens the save; the tool itself risks nothing."""
    c = MODELES["pied_de_biche"].categorie
    outil = {"sac": [{"modele": "pied_de_biche"}]}
    alys = {"fiche": {"base": {"FOR": 14 + 2 * c}, "competences": {"demolissage": 2}}, "equipement": outil}
    s = devant("porte", alys)  # catégorie 2: intégrité 12
    s2, o = jouer(s, Demolir("alys", chose="Porte"), *(5, 4, 1), *(4,) * (2 + c), *(5, 4, 1))
    assert dit(o, "evaluation")["score"] == 10 + 2 + 2 and dit(o, "evaluation")["reussi"]
    n = 4 * (2 + c) + 2
    assert dit(o, "destruction")["degats"] == n
    assert dit(o, "solidite")["difficulte"] == 10 + c
    subi = n if 10 + c >= 12 else -(-n // 2)
    assert chose(s2, "Porte").degradation == subi
    assert s2["alys"].equipement == s["alys"].equipement
    _, o = jouer(s, Demolir("alys", chose="Porte"), *(6, 5, 4), *(4,) * (2 + c), *(5, 4, 1))
    assert dit(o, "evaluation")["degre"] == 1
    assert dit(o, "solidite")["difficulte"] == 10 + c + 1


@pytest.mark.rule("TN-9.124")
def test_demolir_sans_atteindre():
    """Below 10 nothing happens; at 10 exactly it does."""
    alys = {"fiche": {"base": {"FOR": 10}}}
    s = devant("porte", alys)
    s2, _ = jouer(s, Demolir("alys", "mains", chose="Porte"), 5, 3, 1)
    assert s2 == s
    s3, o = jouer(s, Demolir("alys", "mains", chose="Porte"), *(5, 4, 1), 4, 4, *(5, 4, 1), *(6, 5, 1))
    assert dit(o, "evaluation")["score"] == 10 and chose(s3, "Porte").degradation == 4


@pytest.mark.rule("TN-9.131")
def test_a_mains_nues():
    """What a tool would suffer is lost in endurance: hands count for 10 against the 12 of the door."""
    s = devant("porte", {"fiche": {"base": {"FOR": 10}}})
    s2, o = jouer(s, Demolir("alys", "mains", chose="Porte"), *(5, 4, 1), 4, 4, *(5, 4, 1), *(6, 4, 2))
    derniere = [e for e in o.events if e.what == "solidite"][-1]
    assert (derniere["difficulte"], derniere["score"], derniere["subi"]) == (12, 12, 8)
    assert s2["alys"].pertes["PE"] == 8


@pytest.mark.rule("TN-9.130", "TN-9.136")
def test_avec_une_arme_elle_se_teste():
    """A sword is no tool for it: it saves against the intégrité of the door, for the jet of the blow."""
    alys = {"fiche": {"base": {"FOR": 10}}, "equipement": {"armes": [{"modele": "dague"}]}}
    s = devant("porte", alys)
    s2, o = jouer(s, Demolir("alys", "dague", chose="Porte"), *(6, 4, 2), 4, 4, 4, *(6, 4, 2), *(5, 4, 1))
    porte, dague = [e for e in o.events if e.what == "solidite"]
    n = dit(o, "destruction")["degats"]
    assert n == 12 - 1  # 3D8, and FOR 10 - 2 for the dagger
    assert (porte["difficulte"], porte["score"]) == (11, 14)
    assert (dague["difficulte"], dague["score"], dague["subi"]) == (12, 11, n)
    assert s2["alys"].equipement.armes[0].niveau == 1


@pytest.mark.rule("TN-9.135", "TN-9.134")
def test_demolir_ferme():
    s = devant("porte", ALYS, niveau=4)
    assert chose(s, "Porte").etat == "detruit"
    for action, mots in (
        (Demolir("alys", chose="Porte"), "détruit"),
        (Demolir("alys", chose="Mur"), "pas là"),
        (Demolir("alys", "pied_de_biche", chose="Porte"), "n'a pas"),
    ):
        assert mots in str(action.closed(s))
    assert "hors de portée" in str(Demolir("alys", chose="Porte").closed(devant("porte", ALYS, x=5)))


# ---------------------------------------------------------------- what another holds


def duel(**bren):
    alys = {"fiche": {"base": {"FOR": 10, "DEX": 14}, "competences": {"arme_a_garde": 2}}, "camp": "a"}
    b = {"fiche": {"base": {}}, "camp": "b", "x": 1, "equipement": {"armes": [{"modele": "dague"}], **bren}}
    return scene(alys={**alys, "equipement": {"armes": [EPEE]}}, bren=b)


@pytest.mark.rule("TN-9.124", "TN-9.132", "TN-9.135", "TN-9.136")
def test_tactique_de_destruction():
    """Against the passive defence of the bearer; no résistance counts; the sword is tested too, for what it struck."""
    s = duel()
    action = Briser("alys", cible="bren", objet="dague")
    s2, o = jouer(s, action, *(6, 5, 3), *(4,) * 5, *(5, 4, 1), *(5, 4, 1))
    # DEX 14 - 6 = 8: -1; skill 2; 14 on the dice: 15 reaches the 15 of DEX 10
    assert (dit(o, "evaluation")["score"], dit(o, "evaluation")["difficulte"]) == (15, 15)
    n = 20 + 3 - 1
    assert dit(o, "destruction")["degats"] == n
    dague, epee = [e for e in o.events if e.what == "solidite"]
    assert (dague["difficulte"], dague["score"], dague["subi"]) == (13, 11, n)
    assert (epee["difficulte"], epee["enjeu"], epee["score"], epee["subi"]) == (11, 11, 13, 6)
    assert s2["bren"].equipement.armes[0].niveau == 2
    assert s2["alys"].equipement.armes[0].degradation == 6


@pytest.mark.rule("TN-9.124")
def test_tactique_manquee():
    s = duel()
    s2, _ = jouer(s, Briser("alys", cible="bren", objet="dague"), 6, 4, 3)
    assert s2 == s


@pytest.mark.rule("TN-9.135")
def test_tactique_fermee():
    """Only what is equipped, by an arm in hand, within reach."""
    range_ = duel(armes=[], sac=[{"modele": "dague"}])
    assert "équipé" in str(Briser("alys", cible="bren", objet="dague").closed(range_))
    assert "propres" in str(Briser("alys", cible="alys", objet="epee_longue").closed(duel()))
    assert "arme" in str(Briser("bren", cible="alys", objet="epee_longue").closed(duel(armes=[])))
