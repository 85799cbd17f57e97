"""Chapter 9: consumables, each of which acts: care, draughts, remedies, poisons, oils, bombs, traps."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures_d_essai
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer
from tablee.games.terre_natale.book.c9_objets.consommables import (
    Administrer,
    LancerBombe,
    MarcherSurUnPiege,
    PoserPiege,
    Utiliser,
    crans,
    des,
    difficulte,
    niveau,
    part,
    score_de_piege,
)
from tablee.games.terre_natale.book.c9_objets.prix import prix_d_achat
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.consommables import EMPLOIS
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.scene import JOUR
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene


def alys(modele, *, fiche=None, qualite=0, **more):
    """Somebody hurt and worn out, with three of a thing in her bag and a sword in hand."""
    objet = {"modele": modele, "qualite": qualite, "nombre": 3}
    p = {"fiche": fiche or {}, "pertes": {"PV": 15, "PS": 15, "PE": 15}, "fatigue": 30, "camp": "a"}
    p["equipement"] = {"armes": [{"modele": "epee_longue"}], "sac": [objet, {"modele": "trousse_de_soin"}]}
    return scene(alys={**p, **more}, bren={"fiche": {}, "camp": "b", "x": 2})


def reste(s, modele):
    return sum(x.nombre for x in s["alys"].equipement.sac if x.modele == modele)


@pytest.mark.rule("TN-9.153", "TN-9.11")
def test_le_catalogue():
    """Ours, at least twenty, of catégorie 2 to 4; each has a use, a price and somebody who makes it.

    What is for the road is of catégorie 1, and anybody's.
    """
    assert len(EMPLOIS) >= 20
    assert {e.genre for e in EMPLOIS.values()} == {
        "soin", "potion", "stimulant", "remede", "poison", "huile", "bombe", "piege"
    }  # fmt: skip
    for id in EMPLOIS:
        m = MODELES[id]
        if m.genre == "vivres":
            assert (m.nature, m.categorie, EMPLOIS[id].genre) == ("consommable", 1, "stimulant")
            continue
        assert (m.nature, m.origin) == ("consommable", "tablee") and 2 <= m.categorie <= 4 and m.metier
        assert total(prix_d_achat(Objet(id))) == 5 * (1 + m.categorie)
        assert total(prix_d_achat(Objet(id, qualite=2))) == 15 * (1 + m.categorie)


@pytest.mark.rule("TN-9.11", "TN-9.153")
def test_chiffres():
    """(2 + C)D8; level 1 + quality; every difficulty 10 + 2 x quality; a trap strikes with 10 + 2Q + C."""
    assert [des(Objet(id), 0) for id in ("antidote", "elixir_de_vie", "sels")] == [5, 6, 4]
    assert [niveau(Objet("huile_affutante", qualite=q), 0) for q in (0, 3)] == [1, 4]
    assert [difficulte(Objet("curare", qualite=q)) for q in (0, 3)] == [10, 16]
    assert total(score_de_piege(Objet("piege_a_loup", qualite=2))) == 10 + 4 + 3


@pytest.mark.rule("TN-9.121")
def test_durabilite():
    """A tea keeps for 30 days: then a die less for each 30 more; a powder by its level; some keep for ever."""
    tisane = Objet("tisane_du_voyageur", depuis=10)
    assert [crans(tisane, jour) for jour in (10, 40, 41, 70, 71, 101)] == [0, 0, 1, 1, 2, 3]
    assert [des(tisane, jour) for jour in (40, 41, 71, 101)] == [4, 3, 2, 0]
    hate = Objet("poudre_de_hate", qualite=1, depuis=0)
    assert [niveau(hate, jour) for jour in (60, 61, 121)] == [2, 1, 0]
    assert crans(Objet("sels", depuis=0), 10**6) == 0 and crans(Objet("antidote"), 10**6) == 0
    vieux = {"modele": "tisane_du_voyageur", "depuis": 0}
    s = scene(alys={"fiche": {}, "fatigue": 20, "equipement": {"sac": [vieux]}})
    s = replace(s, clock=101 * JOUR)
    assert "ne vaut plus rien" in str(Utiliser("alys", "tisane_du_voyageur").closed(s))


# ---------------------------------------------------------------- each of them acts

SOINS = [id for id, e in EMPLOIS.items() if e.genre == "soin"]
POTIONS = [id for id, e in EMPLOIS.items() if e.genre == "potion"]
DURENT = [id for id, e in EMPLOIS.items() if e.genre in ("stimulant", "huile")]
REMEDES = [(id, x) for id, e in EMPLOIS.items() if e.genre == "remede" for x in e.contre]
POISONS = [id for id, e in EMPLOIS.items() if e.genre == "poison"]
ZONES = [id for id, e in EMPLOIS.items() if e.genre in ("bombe", "piege")]


def perdu(s, rend):
    return s["alys"].fatigue if rend == "fatigue" else s["alys"].pertes[rend]


@pytest.mark.rule("TN-9.11", "TN-9.153")
@pytest.mark.parametrize("id", SOINS)
def test_soins(id):
    """An act of medicine, with the dice of the kit: half of its jet; it is gone, and only once a day."""
    c, rend = MODELES[id].categorie, EMPLOIS[id].rend
    s = alys(id)
    # on oneself, so the highest die is left out; less 1 for the tool and 3 for fatigue: 11
    s2, o = jouer(s, Utiliser("alys", id), *(6, 6, 5, 4), *(5,) * (2 + c))
    assert dit(o, "evaluation")["reussi"]
    dr = dit(o, "evaluation")["degre"]
    assert perdu(s, rend) - perdu(s2, rend) == (5 * (2 + c) + dr) // 2
    assert reste(s2, id) == 2
    encore = s2.put(replace(s2["alys"], pertes=s["alys"].pertes))
    assert "déjà soigné" in str(Utiliser("alys", id).closed(encore))


@pytest.mark.rule("TN-9.11", "TN-9.153")
@pytest.mark.parametrize("id", POTIONS)
def test_potions(id):
    """Its jet at once, and its quality; vitality and spirituality cost fatigue, 1 for every 3."""
    c, rend = MODELES[id].categorie, EMPLOIS[id].rend
    s = alys(id, qualite=2)
    s2, _ = jouer(s, Utiliser("alys", id), *(2,) * (2 + c))
    n = 2 * (2 + c) + 2
    if rend == "fatigue":
        assert s2["alys"].fatigue == 30 - n
    else:
        assert s2["alys"].pertes[rend] == 15 - min(15, n)
        assert s2["alys"].fatigue == 30 + (0 if rend == "PE" else min(15, n) // 3)
    assert reste(s2, id) == 2


@pytest.mark.rule("TN-9.153")
@pytest.mark.parametrize("id", DURENT)
def test_ce_qui_dure(id):
    """So much for each level, for as long as it lasts, an hour for most; not twice."""
    s = alys(id, qualite=1)
    s2, _ = jouer(s, Utiliser("alys", id))
    found = {m.on: (m.n, m.until) for m in s2["alys"].effets}
    assert found == {x.on: (2 * x.n, s.clock + EMPLOIS[id].duree) for x in EMPLOIS[id].effets}
    assert "déjà les effets" in str(Utiliser("alys", id).closed(s2))
    assert reste(s2, id) == 2


@pytest.mark.rule("TN-9.153")
def test_une_huile_sert_l_arme_qui_la_porte():
    s, _ = jouer(alys("huile_de_maitre"), Utiliser("alys", "huile_de_maitre"))
    p = s["alys"]
    of = "DEX", "arme_a_garde", "combat"
    assert figures_d_essai(Essai(p, s, None, *of, objet=p.equipement.armes[0])).criticite == 1
    assert figures_d_essai(Essai(p, s, None, *of, objet=Objet("dague"))).criticite == 0


@pytest.mark.rule("TN-9.153")
@pytest.mark.parametrize(("id", "condition"), REMEDES)
def test_remedes(id, condition):
    """Its jet off the charges; one without charges simply ends."""
    c = MODELES[id].categorie
    s = alys(id, conditions=[{"id": condition, "charges": 40, "initiales": 40}])
    s2, _ = jouer(s, Utiliser("alys", id), *(4,) * (2 + c))
    assert s2["alys"].conditions[0].charges == 40 - 4 * (2 + c)
    s = alys(id, conditions=[{"id": condition}])
    assert not jouer(s, Utiliser("alys", id), *(4,) * (2 + c))[0]["alys"].conditions
    assert "soigne" in str(Utiliser("alys", id).closed(alys(id)))


@pytest.mark.rule("TN-9.11", "TN-9.153")
@pytest.mark.parametrize("id", POISONS)
def test_poisons(id):
    """On the blade, charges of its jet with the Ruse of who puts it there; in a cup, a save against 10 + 2Q."""
    c = MODELES[id].categorie
    s = alys(id, fiche={"base": {"RUS": 14}}, qualite=2)
    s2, _ = jouer(s, Utiliser("alys", id), *(4,) * (2 + c))
    assert s2["alys"].portees == (Condition(EMPLOIS[id].condition, 4 * (2 + c) + 2),)
    assert Utiliser("alys", id).closed(s2) is not None
    s3, o = jouer(
        s, Administrer("alys", id, cible="bren"), *(4,) * (2 + c), *(5, 4, 3), reponses={"tn.payer_sauvegarde": 0}
    )
    assert dit(o, "sauvegarde")["difficulte"] == 14
    condition = s3["bren"].conditions[0]
    assert (condition.id, condition.charges, condition.par) == (EMPLOIS[id].condition, 4 * (2 + c) + 2, "alys")
    sans = scene(alys={"fiche": {}, "equipement": {"sac": [{"modele": id}]}})
    assert "arme en main" in str(Utiliser("alys", id).closed(sans))


@pytest.mark.rule("TN-9.11")
@pytest.mark.parametrize(
    ("touche", "sauve", "moities"), [(True, False, 2), (True, True, 1), (False, False, 1), (False, True, 0)]
)
def test_part_de_zone(touche, sauve, moities):
    assert part(touche, sauve) == moities


@pytest.mark.rule("TN-9.11", "TN-9.153")
@pytest.mark.parametrize("id", [x for x in ZONES if EMPLOIS[x].genre == "bombe"])
def test_bombes(id):
    """All within C metres, friend or foe: all of the jet to who is touched and does not save."""
    c = MODELES[id].categorie
    s = alys(id, qualite=1, x=1 - c)
    garder = {"tn.payer_sauvegarde": 0}
    s2, o = jouer(
        s, LancerBombe("alys", id, x=2), *(6, 6, 4), *(4,) * (2 + c), *(5, 4, 1), reponses=garder
    )  # fmt: skip
    touches = {e.who for e in o.events if e.what in ("degats", "condition")}
    assert touches == {"bren"}  # she stands a metre too far to be in it
    if EMPLOIS[id].degats:
        assert s2["bren"].pertes or s2["bren"].lesions
    else:
        assert [(x.id, x.charges) for x in s2["bren"].conditions] == [(EMPLOIS[id].condition, 4 * (2 + c))]
    assert reste(s2, id) == 2
    assert "hors de portée" in str(LancerBombe("alys", id, x=999).closed(s))


@pytest.mark.rule("TN-9.11", "TN-9.153")
@pytest.mark.parametrize("id", [x for x in ZONES if EMPLOIS[x].genre == "piege"])
def test_pieges(id):
    """Set where one stands; its score of 10 + 2Q + C does not reach 15 at quality 0: half to who fails his save."""
    c = MODELES[id].categorie
    s, _ = jouer(alys(id), PoserPiege("alys", id))
    (la,) = s.choses
    assert (la.objet.modele, la.x, la.y, la.de) == (id, 0, 0, "alys") and reste(s, id) == 2
    s2, o = jouer(
        s, MarcherSurUnPiege("bren", la.nom), *(4,) * (2 + c), *(4, 3, 1), reponses={"tn.payer_sauvegarde": 0}
    )
    assert not s2.choses and dit(o, "piege_marche")["score"] == 10 + c
    if EMPLOIS[id].degats:
        assert s2["bren"].pertes
    else:
        assert s2["bren"].conditions[0].charges == 2 * (2 + c)


@pytest.mark.rule("TN-9.11")
def test_un_piege_attend_les_pas():
    """Who ends his passe on a trap of the other side has set it off; its own side knows where it lies."""
    s, _ = jouer(alys("collet"), PoserPiege("alys", "collet"))
    s = s.put(replace(s["bren"], x=0))

    def fin(who):
        budgets = {w: Budget() for w in s.people}
        e = Confrontation(passe=who, initiatives={"alys": 9, "bren": 8}, budgets=budgets, restent=("alys", "bren"))
        return replace(s, encounter=e)

    apres, _ = jouer(fin("bren"), Passer("bren"), *(4,) * 4, *(4, 3, 1), reponses={"tn.payer_sauvegarde": 0})
    assert not apres.choses and apres["bren"].conditions
    apres, _ = jouer(fin("alys"), Passer("alys"))
    assert apres.choses


@pytest.mark.rule("TN-9.120", "TN-9.153", "TN-9.134")
def test_refus():
    """In hand if one fights; of the right kind; in working order; care not in a confrontation."""
    s = alys("sels", conditions=[{"id": "sonne", "charges": 5}])
    e = Confrontation(passe="alys", initiatives={"alys": 9}, budgets={"alys": Budget()})
    assert "en main" in str(Utiliser("alys", "sels").closed(replace(s, encounter=e)))
    assert "ne s'emploie pas ainsi" in str(LancerBombe("alys", "sels").closed(s))
    casse = {"sac": [{"modele": "sels", "degradation": 12}]}
    s = scene(alys={"fiche": {}, "conditions": [{"id": "sonne"}], "equipement": casse})
    assert "inutilisable" in str(Utiliser("alys", "sels").closed(s))
