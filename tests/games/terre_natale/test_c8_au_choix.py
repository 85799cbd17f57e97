"""Chapter 8: defences one chooses: with which hand, from where, or kept for later."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.defense import defenseur
from tablee.games.terre_natale.book.c8_confrontation.frappes import DEFENSE_GARDEE, Attaquer, Doubler, GarderUneDefense
from tablee.games.terre_natale.book.c8_confrontation.repertoire import UserDeTactique
from tablee.games.terre_natale.book.c8_confrontation.situations import abri
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.situations import TOTAL, Obstacle

from .jeu import dit, jouer, scene

ALYS = {"base": {"DEX": 20, "PER": 20, "FOR": 15}, "groupes": {"combat": 2, "arme_de_tir": 2}, "destinee": 0}
ALYS = {**ALYS, "competences": {"arme_a_garde": 2, "arc": 2, "parade": 2}}
BOR = {"competences": {"parade": 2, "evasion": 2, "vigilance": 2}, "groupes": {"defense": 2}, "destinee": 0}
TOUCHE = (6, 5, 3)
MANQUE = (4, 3, 2)  # 15 of Alys, which is not above
RATE = (6, 4, 2)  # 11, missed without a disaster
OBSTACLES = (Obstacle(2, 0, "Haie", 2), Obstacle(3, 1, "Muret", 5))


def tient(*modeles, **plus):
    return {"armes": [{"modele": m} for m in modeles], **plus}


def duel(*options, alys=("epee_longue",), bor=("dague",), loin=1, obstacles=(), autres=None, **encounter):
    """Alys's passe; Bor beside her, or as far as it is said."""
    s = scene(
        *options,
        alys={"fiche": ALYS, "equipement": tient(*alys), "camp": "rouge"},
        bor={"fiche": BOR, "equipement": tient(*bor), "camp": "bleu", "x": loin},
        **{who: {"fiche": BOR, "equipement": tient("dague"), **given} for who, given in (autres or {}).items()},
    )
    e = Confrontation(
        initiatives={who: 30 - 5 * i for i, who in enumerate(s.people)},
        budgets={who: Budget() for who in s.people},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter), obstacles=obstacles)


def gardes(s, reponse="libre", contre="alys"):
    return {g.id: g for g in defenseur(s, "bor", CORPS, s[contre], reponse).gardes}


# ---------------------------------------------------------------- which arm is held up


@pytest.mark.rule("TN-8.340", "TN-8.437")
def test_with_an_arm_in_each_hand_one_chooses_which_is_held_up():
    found = gardes(duel(bor=("dague", "bouclier")))
    assert found["parer/acts"].avec == 1 and found["parer/acts"].nom == "Parer"  # what turns most aside comes first
    autre = found["parer/d_acts"]
    assert autre.avec == 0 and autre.nom == "Parer · Dague" and autre.genre == "defense:d"
    assert autre.deviation < found["parer/acts"].deviation
    assert "esquiver/d_acts" not in found and "parer/d_acts" not in gardes(duel())


@pytest.mark.rule("TN-8.340", "TN-8.88")
def test_the_hand_that_was_chosen_is_the_one_that_has_parried():
    s = duel(bor=("dague", "bouclier"))
    reponses = {"tn.defense": "parer/d_acts", "tn.contre": "rien", "tn.seconde_defense": "rien"}
    s, oracle = jouer(s, Attaquer("alys", "bor"), *TOUCHE, 6, 5, 4, 6, *[1] * 5, reponses=reponses)
    assert dit(oracle, "defense")["effet"] == "Parer · Dague"
    b = s.encounter.budgets["bor"]
    assert b.genres == ("defense:d",) and b.usages == ("parade/d",)
    encore = gardes(s)
    assert encore["parer/acts"].avec == 1 and encore["parer/d_actr"].avec == 0  # the other hand has not


# ---------------------------------------------------------------- behind a better cover


@pytest.mark.rule("TN-8.158", "TN-8.155")
def test_who_is_covered_may_move_behind_what_covers_him_better():
    s = duel(alys=("arc_long",), loin=4, obstacles=OBSTACLES)
    assert abri(s, s["bor"], s["alys"]) == (4, 1)
    found = gardes(s)
    assert found["se_couvrir/acts"].vers is None
    assert found["se_couvrir/pas_acts"].vers == (4, 1)
    assert found["se_couvrir/pas_acts"].nom == "Se couvrir · en se déplaçant"


@pytest.mark.rule("TN-8.158", "TN-8.155")
@pytest.mark.parametrize(
    ("change", "vers"),
    [
        (lambda s: replace(s, obstacles=()), None),  # no cover to begin with
        (lambda s: replace(s, obstacles=OBSTACLES[:1]), None),  # none that is better
        (lambda s: s.put(replace(s["cid"], x=4, y=1)), (5, 1)),  # somebody is in the first one
        (lambda s: replace(s, obstacles=(*OBSTACLES, Obstacle(4, 1, "Mur", TOTAL))), (5, 1)),  # nobody can stand there
        (lambda s: s.put(replace(s["bor"], conditions=(Condition("mise_au_sol", 9),))), None),  # he lies on the ground
    ],
)
def test_only_where_there_is_a_better_cover_one_can_go_to(change, vers):
    s = change(duel(alys=("arc_long",), loin=4, obstacles=OBSTACLES, autres={"cid": {"camp": "bleu", "y": 9}}))
    assert abri(s, s["bor"], s["alys"]) == vers
    assert ("se_couvrir/pas_acts" in gardes(s)) == (vers is not None)


@pytest.mark.rule("TN-8.158", "TN-8.155", "TN-R72")
@pytest.mark.parametrize("prise", ["rien", "opportunite/actr"])
def test_moving_into_cover_gives_opportunities_to_any_other_adversary(prise):
    autres = {"cid": {"camp": "rouge", "x": 5, "y": 0}}
    s = duel(alys=("arc_long",), loin=4, obstacles=OBSTACLES, autres=autres)
    s = s.put(replace(s["alys"], equipement=replace(s["alys"].equipement, armes=(charge(s["alys"]),))))
    reponses = {"tn.defense": "se_couvrir/pas_acts", "tn.opportunite": prise}
    saisie = (6, 6, 6, 6, 4, 2) if prise != "rien" else ()
    apres, oracle = jouer(s, Attaquer("alys", "bor"), *[6] * 8, *saisie, reponses=reponses)
    assert (apres["bor"].x, apres["bor"].y) == (4, 1)
    assert dit(oracle, "deplacement")["facon"] == "à couvert"
    saisies = [e for e in oracle.events if e.what == "opportunite"]
    assert [(e.who, dict(e.facts)["cause"]) for e in saisies] == (
        [("cid", "mise à couvert")] if prise != "rien" else []
    )


def charge(p):
    """His bow with an arrow on it."""
    return replace(p.equipement.armes[0], munitions=1)


# ---------------------------------------------------------------- kept for later


def apres_une_tactique(*options, **encounter):
    s = duel(*options, **encounter)
    return jouer(s, UserDeTactique("alys", "repousser", "bor"), *RATE)[0]


@pytest.mark.rule("TN-8.74", "TN-8.70", "TN-8.73")
def test_a_tactic_may_be_doubled_with_a_defence_that_is_kept():
    s = apres_une_tactique(DEFENSE_GARDEE)
    assert GarderUneDefense("alys") in [action for action, closed in game.legal(s, "alys") if closed is None]
    apres, oracle = jouer(s, GarderUneDefense("alys"))
    assert apres.encounter.initiatives["alys"] == 25 and apres.encounter.suite is None
    assert apres.encounter.attente("alys").gardee and dit(oracle, "defense_gardee")
    assert game.track(apres).waits == {"alys": "défense gardée"}
    assert GarderUneDefense("alys").closed(apres).rule == "TN-8.74"
    found = {g.id: g for g in defenseur(apres, "alys", CORPS, apres["bor"], "libre").gardes}
    gardee = found["parer/gardee"]
    assert gardee.nom == "Parer · défense gardée" and gardee.f.net == 0  # neither prepared nor not
    assert gardee.categorie == 2 < found["parer/acts"].categorie  # restricted
    contre = defenseur(apres, "alys", CORPS, apres["bor"], "doublee").gardes
    assert contre and {g.moyen for g in contre} == {"gardee"}  # her double is used; this one is paid already


@pytest.mark.rule("TN-8.74", "TN-8.71")
@pytest.mark.parametrize(("initiative", "passe"), [(24, True), (25, False)])
def test_a_kept_defence_serves_against_the_next_attack_if_its_author_is_the_faster(initiative, passe):
    s = jouer(apres_une_tactique(DEFENSE_GARDEE), GarderUneDefense("alys"))[0]
    e = s.encounter
    s = replace(s, encounter=replace(e, passe="bor", initiatives={**e.initiatives, "bor": initiative}))
    dice = (6, 6, 5, *((6, 6, 5) if passe else ()), *[1] * 3)  # 21, then 26
    reponses = {"tn.defense": "parer/gardee", **({"tn.contre": "rien"} if passe else {})}
    apres, oracle = jouer(s, Attaquer("bor", "alys"), *dice, reponses=reponses)
    assert any(x.what == "defense" for x in oracle.events) == passe
    assert any(x.what == "double_perdu" for x in oracle.events) != passe
    assert not apres.encounter.attente("alys").gardee
    assert apres.encounter.initiatives["alys"] == 25 and apres.encounter.budgets["alys"].acts == 1  # nothing more


@pytest.mark.rule("TN-8.74")
def test_a_kept_defence_is_for_the_next_attack_and_gone_with_it():
    s = jouer(apres_une_tactique(DEFENSE_GARDEE), GarderUneDefense("alys"))[0]
    s = replace(s, encounter=replace(s.encounter, passe="bor"))
    apres, _ = jouer(s, UserDeTactique("bor", "repousser", "alys"), *RATE)
    assert apres.encounter.attente("alys").gardee  # no attack
    apres, _ = jouer(s, Attaquer("bor", "alys"), *RATE)
    assert not apres.encounter.attente("alys").gardee


@pytest.mark.rule("TN-8.74")
def test_nothing_is_kept_without_the_switch_nor_after_anything_but_a_tactic():
    assert GarderUneDefense("alys").closed(apres_une_tactique()).rule == "TN-8.74"
    assert GarderUneDefense("alys") not in [action for action, _ in game.legal(apres_une_tactique(), "alys")]
    assert GarderUneDefense("alys").closed(duel(DEFENSE_GARDEE)).rule == "TN-8.74"
    s, _ = jouer(duel(DEFENSE_GARDEE), Attaquer("alys", "bor"), *MANQUE)
    assert Doubler("alys", "bor").closed(s) is None and GarderUneDefense("alys").closed(s).rule == "TN-8.74"
    s = apres_une_tactique(DEFENSE_GARDEE)
    lente = replace(s, encounter=replace(s.encounter, initiatives={**s.encounter.initiatives, "alys": 4}))
    assert GarderUneDefense("alys").closed(lente).rule == "TN-8.89"
    assert GarderUneDefense("bor").closed(s).rule == "TN-8.23"
