"""Chapter 9: siege weapons, machines and things another holds: what is offered, barred, and shown as odds."""

from statistics import mean

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer
from tablee.games.terre_natale.book.c9_objets.detruire import Briser
from tablee.games.terre_natale.book.c9_objets.enrayement import fragiliser
from tablee.games.terre_natale.book.c9_objets.inventaire import Lacher, Ranger
from tablee.games.terre_natale.book.c9_objets.siege import Caler, MettreEnBatterie
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import first
from tablee.kernel.simulated import Simulated

from .jeu import dit, jouer, scene


def duel(armes, *, golem=False, servant=False, x=1, alys=None, **equipement):
    """Alys before Bor, who holds a dagger or is a golem; Cid her ally beside her, if she needs help."""
    fiche = {"base": {"FOR": 20, "DEX": 20, "PER": 20}, "destinee": 0, **(alys or {})}
    e = {"armes": [{"modele": m, **more} for m, more in armes], **equipement}
    bor = {"fiche": {"base": {"CON": 14}, "destinee": 0}, "camp": "bleu", "x": x}
    bor |= (
        {"deterioration": 0, "equipement": {"peau": {"modele": "poils"}}}
        if golem
        else {"equipement": {"armes": [{"modele": "dague"}]}}
    )
    people = {"alys": {"fiche": fiche, "camp": "rouge", "equipement": e}, "bor": bor}
    people |= {"cid": {"fiche": {}, "camp": "rouge", "y": 1}} if servant else {}
    s = scene(**people)
    e = Confrontation(initiatives=dict.fromkeys(s.people, 10), passe="alys")
    return replace(s, encounter=replace(e, budgets={who: Budget() for who in s.people}))


# ---------------------------------------------------------------- siege


@pytest.mark.rule("TN-9.45")
def test_the_heaviest_needs_two_and_stays_where_it_is():
    assert MODELES["trebuchet"].categorie == 8 and MODELES["trebuchet"].siege
    tir = Attaquer("alys", "bor")
    seule = duel([("trebuchet", {"munitions": 1, "cale": True})], x=60)
    assert "second servant" in str(tir.closed(seule))
    deux = duel([("trebuchet", {"munitions": 1, "cale": True})], x=60, servant=True)
    assert tir.closed(deux) is None
    pas_calee = duel([("trebuchet", {"munitions": 1})], x=60, servant=True)
    assert "caler" in str(tir.closed(pas_calee)) and Caler("alys").closed(pas_calee) is None
    assert MettreEnBatterie("alys").closed(deux).rule == "TN-9.45"  # it is never taken down
    assert SeDeplacer("alys", 0, -1).closed(deux).rule == "TN-9.45"
    assert Ranger("alys", "trebuchet", ou="sac").closed(deux).rule == "TN-9.45"
    laissee, _ = jouer(deux, Lacher("alys", "trebuchet"))
    assert SeDeplacer("alys", 0, -1).closed(laissee) is None and laissee.choses[0].objet.modele == "trebuchet"


@pytest.mark.rule("TN-9.45")
def test_a_light_one_moves_once_it_is_taken_down():
    leste = {"base": {"FOR": 20, "AGI": 20, "TAI": 20}, "traits": [{"id": "entrainement_distance"}]}
    monte = duel([("baliste", {"munitions": 1, "monte": True})], x=60, alys=leste)
    assert SeDeplacer("alys", 0, -1).closed(monte).rule == "TN-9.45"
    demonte, _ = jouer(monte, MettreEnBatterie("alys"))
    neuf = replace(demonte, encounter=replace(demonte.encounter, budgets={w: Budget() for w in demonte.people}))
    assert SeDeplacer("alys", 0, -1).closed(neuf) is None


# ---------------------------------------------------------------- a complex thing


@pytest.mark.rule("TN-9.4", "TN-9.128")
@pytest.mark.parametrize(("forme", "des", "score"), [(0, (4, 4, 2), 13), (1, (4, 4, 2, 5), 16), (-1, (4, 4, 2, 5), 13)])
def test_metal_helps_a_complex_thing_as_any_other(forme, des, score):
    """Quality 0, catégorie 3: 3 on three dice; all metal four, less the lowest; none of it less the highest."""
    s = duel([("pistolet_lourd", {"forme": forme})])
    o = Scripted(des)
    apres = fragiliser(s, o, "alys", "pistolet_lourd")
    assert o.left_over() is None and dit(o, "solidite_d_usage")["score"] == score
    assert apres["alys"].equipement.armes[0].niveau == (0 if score > 15 else 1)


# ---------------------------------------------------------------- odds


def simule(action, s, combien, n=1500):
    """The mean of something over many plays."""
    found = []
    for seed in range(n):
        oracle = Simulated(seed, first, events=[])
        found.append(combien(action.resolve(s, oracle), oracle.events))
    return mean(found)


@pytest.mark.rule("TN-9.124", "TN-9.125", "TN-9.127")
def test_breaking_what_another_holds_shows_its_odds():
    s = duel([("epee_longue", {})])
    action = Briser("alys", cible="bor", objet="dague")
    assert tuple(action.looks) == ("reussi", "subi")
    p, subi = odds(action, s), odds(action, s, "subi")
    assert p.p(True) == pytest.approx(1 - subi.p(0))
    usees = simule(action, s, lambda s2, events: any(e.what == "use" and e.who == "bor" for e in events))
    # the dagger suffers up to the level that destroys it; the odds tell what the blow would do
    points = simule(action, s, lambda s2, e: next((x["subi"] for x in e if x.what == "solidite" and x.who == "bor"), 0))
    assert usees == pytest.approx(p.p(True), abs=0.04)
    assert points == pytest.approx(subi.mean(), rel=0.1)


@pytest.mark.rule("TN-9.142", "TN-10.123")
def test_odds_against_a_machine_tell_what_wears_it_down():
    s = duel([("epee_longue", {})], golem=True)
    action = Attaquer("alys", "bor")
    vue = odds(action, s, "degats")
    points = simule(action, s, lambda s2, events: s2["bor"].deterioration, 800)
    assert points == pytest.approx(vue.mean(), rel=0.12) and points > 3
    assert odds(action, s, "lesion").p(-1) == pytest.approx(1)
    usee = s.put(replace(s["bor"], deterioration=s["bor"].rouages - 1))
    fin = odds(action, usee, "hors_de_combat").p(True)
    stops = simule(action, usee, lambda s2, events: not s2["bor"].up, 800)
    assert 0.1 < fin < odds(action, usee).p(True) + 1e-9 and stops == pytest.approx(fin, abs=0.06)


@pytest.mark.rule("TN-9.123", "TN-10.123")
def test_the_constitution_of_a_machine_counts_as_solidite():
    dur, mou = duel([], golem=True)["bor"], duel([], golem=True)["bor"]
    mou = replace(mou, fiche=replace(mou.fiche, base={"CON": 10}))
    assert dur.rouages == mou.rouages + 2
    assert Objet("poils").integrite == mou.rouages
