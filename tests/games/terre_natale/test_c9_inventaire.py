"""Chapter 9: hands, pouches and sheaths, the bag, what is worn and where, what lies about."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c9_objets.inventaire import (
    Donner,
    Lacher,
    LaisserLeSac,
    Porter,
    PoserLeSac,
    Prendre,
    Ramasser,
    Ranger,
    RemettreLeSac,
    Retirer,
    mains_libres,
)
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.game import game

from .jeu import dit, jouer, scene


def o(modele, **more):
    return {"modele": modele, **more}


def alys(**equipement):
    return scene(alys={"fiche": {"base": {"FOR": 14}}, "camp": "a", "equipement": equipement})


def en_passe(s, who="alys"):
    """In his passe, with all there is to a round."""
    e = Confrontation(passe=who, initiatives=dict.fromkeys(s.people, 10), budgets={w: Budget() for w in s.people})
    return replace(s, encounter=e)


def acts(s):
    return s.encounter.budgets["alys"].acts


def modeles(objets):
    return [x.modele for x in objets]


@pytest.mark.rule("TN-9.120", "TN-9.146")
def test_du_fourreau():
    """From a sheath: one action simple."""
    s = en_passe(alys(portes=[o("fourreau")], annexes=[o("epee_longue")]))
    s, oracle = jouer(s, Prendre("alys", "epee_longue"))
    assert acts(s) == 1
    assert modeles(s["alys"].equipement.armes) == ["epee_longue"] and not s["alys"].equipement.annexes
    assert dit(oracle, "prend")["du_sac"] is False


@pytest.mark.rule("TN-9.120", "TN-9.145")
def test_du_sac():
    """From the bag: an action complexe, the bag is on the ground; once there a simple one; one more to put it back."""
    s = en_passe(alys(sac=[o("dague"), o("torche")]))
    s, _ = jouer(s, Prendre("alys", "dague"))
    assert acts(s) == 0 and s["alys"].equipement.bagage == "sol"
    assert modeles(s["alys"].equipement.armes) == ["dague"]
    assert Prendre("alys", "torche").closed(s) is not None
    s = en_passe(s)
    s, _ = jouer(s, Prendre("alys", "torche"))
    assert acts(s) == 1 and modeles(s["alys"].equipement.tenus) == ["torche"]
    s, _ = jouer(en_passe(s), RemettreLeSac("alys"))
    assert acts(s) == 1 and s["alys"].equipement.bagage == "dos"


@pytest.mark.rule("TN-9.120")
def test_sur_deux_passes():
    """With a single action simple left the search is under way, and ends in the next passe."""
    s = en_passe(alys(sac=[o("dague")]))
    s = replace(s, encounter=replace(s.encounter, budgets={"alys": Budget(acts=1)}))
    s, _ = jouer(s, Prendre("alys", "dague"))
    assert not s["alys"].equipement.armes and s.encounter.attente("alys").chantier.paye == 1
    s = replace(s, encounter=replace(s.encounter, budgets={"alys": Budget()}))
    s, _ = jouer(s, Prendre("alys", "dague"))
    assert modeles(s["alys"].equipement.armes) == ["dague"] and acts(s) == 1


@pytest.mark.rule("TN-9.2", "TN-9.120")
def test_hors_confrontation_rien_ne_coute():
    s, _ = jouer(alys(sac=[o("dague", nombre=3)]), Prendre("alys", "dague"))
    e = s["alys"].equipement
    assert (modeles(e.armes), e.sac[0].nombre, e.bagage) == (["dague"], 2, "dos")
    assert "déjà en main" in str(Prendre("alys", "dague").closed(s))


@pytest.mark.rule("TN-9.119")
def test_les_mains():
    """Two hands: a two-handed arm wants both."""
    s = alys(armes=[o("epee_longue")], sac=[o("marteau_de_guerre"), o("torche"), o("bouclier")])
    assert mains_libres(s["alys"]) == 1
    assert "il en faut 2" in str(Prendre("alys", "marteau_de_guerre").closed(s))
    s, _ = jouer(s, Prendre("alys", "torche"))
    assert "0" in str(Prendre("alys", "bouclier").closed(s))


@pytest.mark.rule("TN-9.119", "TN-9.146")
def test_ranger():
    """A pouch holds three, of its natures; a sheath one arm; without a bag there is no other place."""
    s = alys(armes=[o("epee_longue")], tenus=[o("torche")], portes=[o("sacoche")], bagage="aucun")
    assert "fourreau" in str(Ranger("alys", "epee_longue").closed(s))
    assert "Sans sac" in str(Ranger("alys", "epee_longue", ou="sac").closed(s))
    s, _ = jouer(s, Ranger("alys", "torche"))
    assert modeles(s["alys"].equipement.annexes) == ["torche"]
    plein = alys(tenus=[o("torche")], portes=[o("sacoche")], annexes=[o("torche", nombre=2), o("bougie")])
    assert Ranger("alys", "torche").closed(plein) is not None
    encore = alys(tenus=[o("torche")], portes=[o("sacoche")], annexes=[o("torche", nombre=2)])
    assert Ranger("alys", "torche").closed(encore) is None


@pytest.mark.rule("TN-9.119")
def test_laisser_son_sac():
    """All there was in it lies there; whoever has no bag carries nothing in one."""
    s = alys(sac=[o("torche", nombre=2), o("dague")], portes=[o("sac_a_dos")])
    assert "poser" in str(LaisserLeSac("alys").closed(s))
    s, _ = jouer(s, PoserLeSac("alys"))
    s, _ = jouer(s, LaisserLeSac("alys"))
    e = s["alys"].equipement
    assert (e.bagage, e.sac, e.portes) == ("aucun", (), ())
    assert {x.nom: x.objet.nombre for x in s.choses} == {"Torche": 2, "Dague": 1, "Sac à dos": 1}
    assert "Pas dans un sac" in str(Ramasser("alys", "Dague", au_sac=True).closed(s))
    s, _ = jouer(s, Ramasser("alys", "Dague"))
    assert modeles(s["alys"].equipement.armes) == ["dague"] and len(s.choses) == 2


@pytest.mark.rule("TN-9.119")
def test_lacher_et_ramasser():
    """Dropping costs an action libre, picking up an action simple; out of reach not at all."""
    s = en_passe(alys(armes=[o("dague", degradation=11)]))
    s, _ = jouer(s, Lacher("alys", "dague"))
    assert (acts(s), s.encounter.budgets["alys"].actl) == (2, 0)
    s, _ = jouer(s, Ramasser("alys", "Dague"))
    assert acts(s) == 1 and s["alys"].equipement.armes[0].niveau == 1 and not s.choses
    s, _ = jouer(en_passe(s), Lacher("alys", "dague"))
    assert "hors de portée" in str(Ramasser("alys", "Dague").closed(s.put(replace(s["alys"], x=4))))


@pytest.mark.rule("TN-9.148", "TN-9.149", "TN-9.145", "TN-9.147")
@pytest.mark.parametrize(
    ("modele", "au_plus"), [("medaillon", 1), ("ceinture", 1), ("anneau", 2), ("bracelet", 2), ("sac_a_dos", 1)]
)
def test_autant_qu_il_y_a_de_place(modele, au_plus):
    """One pendant and one belt, a ring a hand, a bracelet a wrist, one bag; those beyond are put away."""
    s = alys(sac=[o(modele, nombre=3)])
    for n in range(au_plus):
        s, _ = jouer(s, Porter("alys", modele, n))
        assert len(s["alys"].equipement.portes) == n + 1
    ferme = Porter("alys", modele, au_plus).closed(s)
    assert ferme is not None and f"{au_plus} au plus" in str(ferme)


@pytest.mark.rule("TN-9.144", "TN-9.148")
def test_ce_qui_agit():
    """Of too many the first; nothing that cannot be used."""
    e = alys(portes=[o("medaillon", qualite=1), o("medaillon"), o("anneau", degradation=20), o("anneau")])[
        "alys"
    ].equipement
    assert [(x.modele, x.qualite) for x in e.agissants] == [("medaillon", 1), ("anneau", 0)]


@pytest.mark.rule("TN-9.144", "TN-9.146")
def test_retirer():
    """A pouch only once it is empty of what it alone holds; armour not while one fights."""
    s = alys(portes=[o("sacoche")], annexes=[o("torche")], armure=o("cuir"))
    assert "vider" in str(Retirer("alys", "sacoche").closed(s))
    deux = alys(portes=[o("sacoche"), o("sacoche")], annexes=[o("torche")])
    assert Retirer("alys", "sacoche").closed(deux) is None
    assert "confrontation" in str(Retirer("alys", "cuir").closed(en_passe(s)))
    s, _ = jouer(s, Retirer("alys", "cuir"))
    assert s["alys"].equipement.armure is None and modeles(s["alys"].equipement.tenus) == ["cuir"]
    s, _ = jouer(s, Porter("alys", "cuir"))
    assert s["alys"].equipement.armure.modele == "cuir"


@pytest.mark.rule("TN-9.2")
def test_donner():
    """From hand to hand in a confrontation, side by side; into the bag out of one."""
    bren = {"fiche": {}, "camp": "a", "x": 1}
    s = scene(alys={"fiche": {}, "camp": "a", "equipement": {"armes": [o("dague")], "sac": [o("torche")]}}, bren=bren)
    s2, _ = jouer(s, Donner("alys", "torche", a="bren"))
    assert modeles(s2["bren"].equipement.sac) == ["torche"] and not s2["alys"].equipement.sac
    c = en_passe(s)
    assert "en main" in str(Donner("alys", "torche", a="bren").closed(c))
    c, _ = jouer(c, Donner("alys", "dague", a="bren"))
    assert modeles(c["bren"].equipement.armes) == ["dague"] and acts(c) == 1
    loin = s.put(replace(s["bren"], x=9))
    assert "portée" in str(Donner("alys", "dague", a="bren").closed(en_passe(loin)))


@pytest.mark.rule("TN-9.120")
def test_ce_qui_est_offert():
    """In one's passe alone; and the scene comes back from its file as it was."""
    s = en_passe(alys(armes=[o("dague")], sac=[o("torche")]))
    offered = [a for a, closed in game("terre_natale").legal(s, "alys") if closed is None]
    assert {Prendre, Lacher} <= {type(a) for a in offered}
    s, _ = jouer(s, Lacher("alys", "dague"))
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s
