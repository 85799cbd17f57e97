"""Chapter 9: every entry of the catalogue of things does something a player can see, each nature in its own way."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures_d_essai
from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_totale
from tablee.games.terre_natale.book.c4_caracteristiques.portees import allure
from tablee.games.terre_natale.book.c4_caracteristiques.usage import ajustement_d_armure
from tablee.games.terre_natale.book.c7_progression.apprentissage import SEntrainer
from tablee.games.terre_natale.book.c8_confrontation.armes import absorption, arme_de, objets_de_defense, resistance
from tablee.games.terre_natale.book.c8_confrontation.attaque import (
    Coup,
    assaut,
    calibre,
    figures_d_attaque,
    perforation,
    sans_mort,
)
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c9_objets.ameliorations import prestige
from tablee.games.terre_natale.book.c9_objets.detruire import Demolir
from tablee.games.terre_natale.book.c9_objets.inventaire import Porter, Poser, Ranger, loge
from tablee.games.terre_natale.book.c9_objets.munitions import Approvisionner, offers, reserves
from tablee.games.terre_natale.book.c9_objets.ouvrages import materiels
from tablee.games.terre_natale.book.c9_objets.ouvrages import reserves as reserves_de_matiere
from tablee.games.terre_natale.book.c9_objets.prix import infaisable, prix_d_achat, prix_de_l_objet
from tablee.games.terre_natale.book.c10_monde.commerce import Chercher, proprietes, revelees
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.consommables import EMPLOIS
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.facture import SUBSTANCES
from tablee.games.terre_natale.model.ouvrages import ATELIERS, Atelier
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.things import MODELES, REPOS, Equipement, Objet
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import jouer, scene

CIRCONSTANCES = ("nuit", "nature", "froid")


def alys(s=None, **equipement):
    """Somebody with these things; of 10 in all."""
    p = scene(alys={"fiche": {"destinee": 0}, "camp": "rouge"})["alys"]
    return replace(p, equipement=Equipement(**equipement))


def duel(arme, x=1, golem=False, **changes):
    s = scene(
        alys={"fiche": {"base": {"FOR": 20, "PER": 20}, "destinee": 0}, "camp": "rouge"},
        bor={"fiche": {}, "camp": "bleu", "x": x, **({"deterioration": 0} if golem else {})},
    )
    e = Equipement(armes=(arme,), **changes)
    s = s.put(replace(s["alys"], equipement=e))
    c = Confrontation(initiatives={"alys": 9, "bor": 5}, passe="alys", budgets={w: Budget() for w in s.people})
    return replace(s, encounter=c)


# ---------------------------------------------------------------- of each nature, what it does


def arme(id, m):
    """Another attack than bare hands make, or another defence; shot, it wants its munitions."""
    if m.naturelle:
        p = alys(naturelles=(Objet(id),))
        return arme_de(p, CORPS, 0, "").objet is not None and arme_de(p, CORPS, 0, "").categorie == m.categorie
    if m.usage == "tir":
        vide, plein = duel(Objet(id), 12), duel(Objet(id, munitions=1, monte=True, cale=True), 12)
        pres = Attaquer("alys", "bor").closed
        servi = pres(plein) is None or "servant" in str(pres(plein))
        return pres(vide) is not None and servi and m.munition in MODELES
    loin = m.usage == "lancer"
    s = duel(Objet(id), 6 if loin else 1)
    nue = figures_d_attaque(duel(Objet("dague")).put(alys()), Coup("alys", "bor"))
    a = figures_d_attaque(s, Coup("alys", "bor"))
    garde = m.bouclier and objets_de_defense(s["alys"], CORPS, "arme", "CON", "defense")[0].des("parer") > 0
    return garde or (a.arme.nom, calibre(s, a.arme, a.c)[0]) != (nue.arme.nom, 2)


def armure(id, m):
    """It protects, or hampers, or weighs."""
    sans = alys()
    avec = alys(peau=Objet(id)) if m.naturelle else alys(armure=Objet(id))

    def chiffres(p):
        return total(resistance(p, CORPS)), total(absorption(p, CORPS)), total(charge_totale(p)), total(allure(p))

    if not m.categorie and chiffres(avec) == chiffres(sans):  # nothing that protects: grown, or of some quality
        return m.naturelle or total(ajustement_d_armure(alys(armure=Objet(id, 2)))) == 2
    return chiffres(avec) != chiffres(sans)


def sous_piece(id, m):
    """It absorbs where it lies; one that is but for show lends its quality to a mind."""
    zone = m.couvre[0] if m.couvre else ""
    return total(absorption(alys(portes=(Objet(id),)), CORPS, zone=zone)) - total(
        absorption(alys(), CORPS, zone=zone)
    ) == m.categorie and (m.categorie > 0 or Objet(id, 2).apparat)


def outil(id, m):
    """It adjusts the test of what it is made for, and none other."""
    bon = Objet(id, 3)
    p = alys(tenus=(bon,))
    s = scene(alys={"fiche": {}}).put(p)

    def valeur(competence, objet):
        return total(figures_d_essai(Essai(p, s, None, "INT", competence, objet=objet)).valeur)

    autre = "jeu" if "jeu" not in m.pour else "danse"
    return all(valeur(c, bon) != valeur(c, None) for c in m.pour) and valeur(autre, bon) == valeur(autre, None)


def accessoire(id, m):
    """It brings what it says while it is worn or held, and nothing from the bag but to a rest; a manual teaches."""
    if m.genre == "manuel":
        return lit(id)
    s = scene(alys={"fiche": {}})
    for a in m.sert:
        porte, tenu, range_ = alys(portes=(Objet(id),)), alys(tenus=(Objet(id),)), alys(sac=(Objet(id),))

        def vu(p, on=a.on):
            c = Essai(p, s.put(p), circonstances=CIRCONSTANCES)
            return sum([n for label, n, _ in tally(p.bears, on, c) if label == m.nom])

        assert vu(porte) == vu(tenu) == a.n and vu(range_) == (a.n if a.on.startswith(REPOS) else 0), id
        assert vu(alys(portes=(Objet(id), Objet(id)))) == a.n  # two are no better than one
    return bool(m.sert)


def lit(id):
    def source(*objets):
        s = scene(alys={"fiche": {}}).put(alys(sac=objets))
        return SEntrainer("alys", "competence:parade", manuel=True).source(s)

    niveau = 1 - (MODELES[id].categorie - 1)
    return source(Objet(id, niveau)) and not source(Objet(id, niveau - 1)) and not source()


def colifichet(id, m):
    """Its quality is nothing by itself; improved, it tells on a first impression, while there is a place for it."""
    beau = Objet(id, 1, ameliorations=("prestige",))
    porte = prestige(Essai(alys(portes=(beau,))))
    return porte is not None and prestige(Essai(alys(sac=(beau,)))) is None


def contenant(id, m):
    """It holds what it is made for, at hand; a bag is what one carries things in."""
    if m.recoit:
        plein = Equipement(portes=(Objet(id),), annexes=(Objet(m.recoit[0], nombre=3),))
        return reserves(plein, m.recoit[0])[0] > 0 == reserves(replace(plein, portes=()), m.recoit[0])[0]
    if m.emplacement == "sac":
        s = scene(alys={"fiche": {}}).put(alys(tenus=(Objet(id), Objet("corde")), bagage="aucun"))
        assert Ranger("alys", "corde", ou="sac").closed(s).rule == "TN-9.119"
        porte, _ = jouer(s, Porter("alys", id))
        return Ranger("alys", "corde", ou="sac").closed(porte) is None
    dedans = next(Objet(x) for x, n in MODELES.items() if n.nature in m.range)
    return loge(Equipement(portes=(Objet(id),)), dedans) and not loge(Equipement(), dedans)


def munition(id, m):
    """Something shoots it; a special one does what its point does, by its quality."""
    plain = m.vaut or id
    arme = next(Objet(x) for x, n in MODELES.items() if (n.munition == plain and not n.siege) or n.munition == id)
    s = duel(arme, 12, portes=(Objet(arme.sorte.conteneur),), annexes=(Objet(id, 2, nombre=4),))
    apres, _ = jouer(s, Approvisionner("alys", munition=id if m.vaut else ""))
    prise = apres["alys"].equipement.armes[0]
    assert prise.munitions + prise.prises >= 1 and prise.projectile == (id if m.vaut else "")
    return not m.vaut or speciale(replace(prise, munitions=1, prises=0), m.pointe)


def speciale(arme, pointe):
    """At quality 2, two bonus mineurs; without the munition nothing."""
    assert arme.finesse == 2

    def vu(objet, golem=False):
        s = duel(objet, 12, golem)
        a = figures_d_attaque(s, Coup("alys", "bor"))
        jet = total(calibre(s, a.arme, a.c)[1])
        return total(perforation(s, a.c)), jet, sans_mort(a.arme, a.c)

    plain = replace(arme, projectile="", finesse=0)
    (p0, j0, m0), (p1, j1, m1), (_, g1, _) = vu(plain), vu(arme), vu(arme, golem=True)
    g0 = vu(plain, golem=True)[1]
    found = {
        "perforante": (2, 0, 0, m0),
        "enflammee": (0, 2, 0, m0),
        "explosive": (0, 0, 2, m0),
        "emoussee": (0, 0, 0, True),
    }[pointe]
    return (p1 - p0, j1 - j0, g1 - g0, m1) == found


def consommable(id, m):
    """It has a use (each is played in the tests of consumables)."""
    return id in EMPLOIS or m.durabilite > 0


def matiere(id, m):
    return bool(reserves_de_matiere(alys(sac=(Objet(id, nombre=5),)), m.pour[0], 0))


def materiel(id, m):
    return materiels(alys(sac=(Objet(id),)), m.pour[0]) == [Objet(id)]


def structure(id, m):
    """A workshop to work in; anything else stands there to be broken."""
    if id in ATELIERS:
        return bool(Atelier("A", Objet(id)).metiers)
    s, _ = jouer(scene(alys={"fiche": {}}), Poser("alys", id))
    return Demolir("alys", chose=m.nom).closed(s) is None


FAIT = {
    "arme": arme,
    "armure": armure,
    "sous_piece": sous_piece,
    "outil": outil,
    "accessoire": accessoire,
    "colifichet": colifichet,
    "contenant": contenant,
    "munition": munition,
    "consommable": consommable,
    "matiere": matiere,
    "materiel": materiel,
    "structure": structure,
}


@pytest.mark.rule("TN-9.1", "TN-9.43", "TN-9.80", "TN-9.144", "TN-9.147", "TN-9.152")
@pytest.mark.parametrize("id", list(MODELES))
def test_every_entry_acts(id):
    m = MODELES[id]
    assert FAIT[m.nature](id, m), f"{id} does nothing"


@pytest.mark.rule("TN-9.22", "TN-9.80.1")
@pytest.mark.parametrize("id", [id for id, m in MODELES.items() if not m.naturelle and not m.improvisee])
def test_every_entry_can_be_made_and_has_a_price(id):
    objet = Objet(id)
    assert infaisable(objet) is None
    assert total(prix_d_achat(objet)) > 0 or MODELES[id].genre == "rien"
    if MODELES[id].vaut:
        assert total(prix_d_achat(objet)) == 2 * total(prix_d_achat(Objet(MODELES[id].vaut)))


# ---------------------------------------------------------------- special munitions


@pytest.mark.rule("TN-9.80.1")
def test_an_arm_holds_one_sort_at_a_time_and_takes_what_there_is():
    carquois = (Objet("carquois"),)
    s = duel(Objet("arc_court"), 12, portes=carquois, annexes=(Objet("fleche_enflammee", 1, nombre=3),))
    seules, _ = jouer(s, Approvisionner("alys"))  # nothing else is there
    assert seules["alys"].equipement.armes[0].pointe == "enflammee"
    deux = duel(
        Objet("arbalete"), 12, portes=carquois,
        annexes=(Objet("trait", nombre=3), Objet("trait_perforant", nombre=3)),
    )  # fmt: skip
    plain, _ = jouer(deux, Approvisionner("alys"))
    assert plain["alys"].equipement.armes[0].projectile == ""
    assert Approvisionner("alys", munition="trait_perforant") in list(offers(deux, deux["alys"]))
    assert Approvisionner("alys", munition="fleche_perforante").closed(deux).rule == "TN-9.80.1"
    traits = {"fiche": {"competences": {"arc": 3}, "traits": [{"id": "projectiles_en_main"}]}, "camp": "rouge"}
    tirs = scene(alys=traits)["alys"]
    pleine = duel(Objet("arc_court", munitions=1), 12, portes=carquois, annexes=(Objet("fleche_perforante", nombre=3),))
    pleine = pleine.put(replace(tirs, equipement=pleine["alys"].equipement))
    assert Approvisionner("alys", munition="fleche_perforante").closed(pleine).rule == "TN-9.80.1"


@pytest.mark.rule("TN-9.80.1", "TN-9.137")
def test_a_blast_wears_machines_down_whatever_the_distance():
    """Every die of the jet a 3, and a save that fails: what a shot leaves is halved, but for a blast."""
    arme = next(id for id, m in MODELES.items() if m.munition == "trait" and not m.siege and m.mains == 2)

    def use(projectile):
        s = duel(Objet(arme, munitions=1, projectile=projectile, finesse=2 if projectile else 0), 12, golem=True)
        o = Scripted((6, 5, 4, *(3,) * (2 + MODELES[arme].categorie), 1, 2, 4, 9, 9))
        return assaut(s, o, Coup("alys", "bor"))[0]["bor"].deterioration

    assert use("trait_explosif") >= 2 * use("") > 0  # and its bonus besides


# ---------------------------------------------------------------- matters


@pytest.mark.rule("TN-9.23.1", "TN-10.117")
@pytest.mark.parametrize("id", list(SUBSTANCES))
def test_each_matter_does_its_rank_for_and_against(id):
    m = SUBSTANCES[id]
    for nature in m.sur:
        modele = {"arme": "epee_longue", "armure": "mailles"}[nature]
        nu, fait = Objet(modele), Objet(modele, substance=id)
        sens = {c: -1 if c in ("charge", "penalite") else 1 for c in (m.bonus, m.malus)}
        assert (fait.ecart(m.bonus) - nu.ecart(m.bonus)) * sens[m.bonus] == m.rang
        assert (fait.ecart(m.malus) - nu.ecart(m.malus)) * sens[m.malus] == -m.rang
        assert total(prix_de_l_objet(fait)) - total(prix_de_l_objet(nu)) == 5 * m.rang
        assert infaisable(fait) is None and proprietes(fait) == proprietes(nu) + m.rang
        assert revelees(fait, 2) == revelees(nu, 2) + min(2, m.rang)
    assert infaisable(Objet("corde", substance=id)).rule == "TN-9.23.1"


@pytest.mark.rule("TN-9.23.1")
def test_matters_are_looked_for_by_the_option_alone_and_there_are_some_of_each_rank():
    assert {m.rang for m in SUBSTANCES.values()} == {1, 2, 3, 4, 5, 6}
    cherche = Chercher("alys", "epee_longue", substance="acier_trempe")
    assert cherche.closed(scene(alys={"fiche": {}})).rule == "TN-9.23.1"
    assert cherche.closed(scene("matieres_rares", alys={"fiche": {}})) is None
    assert Chercher("alys", "corde", substance="acier_trempe").closed(scene("matieres_rares", alys={"fiche": {}}))
