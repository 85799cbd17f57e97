"""Chapter 9: arms that are thrown leave the hand, lie where they fell, are taken up again, and some come back."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_totale
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler, offers
from tablee.games.terre_natale.book.c8_confrontation.tour import commencer_tour, fermer
from tablee.games.terre_natale.book.c9_objets.inventaire import Prendre, Ramasser
from tablee.games.terre_natale.book.c9_objets.inventaire import offers as inventaire
from tablee.games.terre_natale.desk.tactics import combattre
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.ouvrages import Chose
from tablee.games.terre_natale.model.scene import Obstacle
from tablee.games.terre_natale.model.things import Objet, Promotion
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene

LANCEUR = {"base": {"PER": 20, "FOR": 16}, "competences": {"armes_de_jet": 3}, "destinee": 0}
FOURREAU = [{"modele": "fourreau"}]


def duel(*options, x=6, traits=(), initiative=20, bor=None, **equipement):
    """Alys holds something to throw; Bor stands so far away; it is her passe."""
    fiche = {**LANCEUR, "traits": [{"id": id, "sujet": sujet} for id, sujet in traits]}
    face = {"fiche": {"base": {"CON": 10}}, "camp": "bleu", "x": x, **(bor or {})}
    s = scene(*options, alys={"fiche": fiche, "equipement": equipement, "camp": "rouge"}, bor=face)
    e = Confrontation(initiatives={"alys": initiative, "bor": 10}, passe="alys")
    return replace(s, encounter=replace(e, budgets={who: Budget() for who in s.people}))


def tient(modele, **etat):
    return {"armes": [{"modele": modele, **etat}]}


def liaison(rang):
    return tient("epee_longue", qualite=5, promotion={"id": "liaison", "rang": rang})


def en_main(s, who="alys"):
    return [(x.modele, x.nombre) for x in s[who].equipement.armes]


# ---------------------------------------------------------------- it leaves the hand


@pytest.mark.rule("TN-8.374", "TN-9.74")
def test_a_javelin_that_was_thrown_lies_at_its_target_hit_or_missed():
    for des in ((1, 2, 3), (5, 4, 4, 1, 1, 1)):
        s, oracle = jouer(duel(**tient("javelot")), Attaquer("alys", "bor"), *des)
        assert en_main(s) == []
        assert s.choses == (Chose("Javelot", Objet("javelot"), 6, 0, "alys", lancee=True),)
        assert dit(oracle, "retombe")["objet"] == "Javelot"
        assert Attaquer("alys", "bor").closed(s).rule == "TN-8.88"
        neuf = replace(s, encounter=replace(s.encounter, budgets={who: Budget() for who in s.people}))
        assert Attaquer("alys", "bor").closed(neuf).rule == "TN-4.64"  # nothing is left to throw


@pytest.mark.rule("TN-8.374")
def test_used_in_melee_it_stays_in_hand_and_may_be_thrown_at_whoever_is_near():
    s = duel(x=1, **tient("javelot"))
    apres, _ = jouer(s, Attaquer("alys", "bor"), 1, 1, 2, 3, 3, 3)
    assert en_main(apres) == [("javelot", 1)] and apres.choses == ()
    assert Attaquer("alys", "bor", lancer=True) in list(offers(s, s["alys"]))
    jete = figures_d_attaque(s, Coup("alys", "bor", lancee=True))
    assert (jete.arme.attribut, jete.arme.competence, jete.arme.improvisee) == ("PER", "armes_de_jet", False)
    apres, _ = jouer(s, Attaquer("alys", "bor", lancer=True), 1, 2, 3, 3, reponses={"tn.opportunite": "rien"})
    assert en_main(apres) == [] and apres.choses[0].x == 1


@pytest.mark.rule("TN-8.374")
def test_two_that_were_thrown_have_each_a_name():
    s = duel(**tient("javelot"))
    la = Chose("Javelot", Objet("javelot"), 6, 0)
    s, _ = jouer(replace(s, choses=(la,)), Attaquer("alys", "bor"), 1, 2, 3)
    assert [x.nom for x in s.choses] == ["Javelot", "Javelot 2"]


@pytest.mark.rule("TN-8.374")
def test_a_bow_is_not_thrown_and_a_sword_is_offered_beyond_its_reach_alone():
    assert Attaquer("alys", "bor", lancer=True).closed(duel(**tient("arc_court"))).rule == "TN-8.374"
    loin, pres = duel(**tient("epee_courte")), duel(x=1, **tient("epee_courte"))
    assert Attaquer("alys", "bor", lancer=True) in list(offers(loin, loin["alys"]))
    assert Attaquer("alys", "bor", lancer=True) not in list(offers(pres, pres["alys"]))


# ---------------------------------------------------------------- the next one


@pytest.mark.rule("TN-9.68", "TN-9.74", "TN-9.120")
def test_the_next_one_is_taken_from_a_sheath_by_one_action_and_from_a_bag_by_two():
    s, _ = jouer(duel(portes=FOURREAU, annexes=[{"modele": "javelot", "nombre": 3}]), Prendre("alys", "javelot"))
    assert en_main(s) == [("javelot", 1)] and s["alys"].equipement.annexes[0].nombre == 2
    assert s.encounter.budgets["alys"].acts == 1
    s, _ = jouer(duel(sac=[{"modele": "javelot"}]), Prendre("alys", "javelot"))
    assert s.encounter.budgets["alys"].acts == 0 and s["alys"].equipement.bagage == "sol"


@pytest.mark.rule("TN-9.69", "TN-9.70")
def test_an_action_rapide_or_libre_takes_it_too():
    e = {"portes": FOURREAU, "annexes": [{"modele": "javelot"}]}
    s, _ = jouer(duel(**e), Prendre("alys", "javelot", moyen="actr"))
    assert (s.encounter.budgets["alys"].acts, s.encounter.initiatives["alys"]) == (2, 15)
    assert Prendre("alys", "javelot", moyen="actl").closed(duel(**e)).rule == "TN-9.69"
    s, _ = jouer(duel(traits=[("habitue", "approvisionner")], **e), Prendre("alys", "javelot", moyen="actl"))
    assert (s.encounter.budgets["alys"].acts, s.encounter.budgets["alys"].actl) == (2, 0)
    dague = duel(portes=FOURREAU, annexes=[{"modele": "dague"}])
    assert Prendre("alys", "dague", moyen="actr").closed(dague).rule == "TN-9.70"
    assert Prendre("alys", "javelot", moyen="actr") in list(inventaire(duel(**e), duel(**e)["alys"]))


@pytest.mark.rule("TN-9.74")
def test_who_has_learned_it_holds_as_many_as_his_skill():
    e = {"portes": FOURREAU, "annexes": [{"modele": "javelot", "nombre": 5}]}
    s, _ = jouer(duel(traits=[("projectiles_en_main", "")], **e), Prendre("alys", "javelot"))
    assert en_main(s) == [("javelot", 3)] and s["alys"].equipement.annexes[0].nombre == 2
    assert Prendre("alys", "javelot", 1).closed(s).rule == "TN-8.88"
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 3)
    assert en_main(s) == [("javelot", 2)] and len(s.choses) == 1
    assert Doubler("alys", "bor").closed(s) is None  # the next one is in hand already
    s, _ = jouer(s, Doubler("alys", "bor"), 1, 2, 3)
    assert en_main(s) == [("javelot", 1)] and [x.nom for x in s.choses] == ["Javelot", "Javelot 2"]


@pytest.mark.rule("TN-4.58", "TN-9.74")
def test_several_in_one_hand_weigh_as_several_arms():
    def poids(n):
        return total(charge_totale(duel(**tient("javelot", nombre=n))["alys"]))

    assert (poids(1), poids(3)) == (5, 5 + 3 + 3)  # the heaviest in full, the others by half, rounded up


@pytest.mark.rule("TN-9.119")
def test_what_lies_beside_one_is_picked_up_by_an_action_simple():
    la = Chose("Javelot", Objet("javelot"), 1, 0, "bor", lancee=True)
    s = replace(duel(), choses=(la,))
    s, _ = jouer(s, Ramasser("alys", "Javelot"))
    assert en_main(s) == [("javelot", 1)] and s.choses == () and s.encounter.budgets["alys"].acts == 1
    loin = replace(duel(), choses=(replace(la, x=2),))
    assert Ramasser("alys", "Javelot").closed(loin).rule == "TN-4.64"


# ---------------------------------------------------------------- who plays by himself


def test_a_tactic_throws_draws_the_next_picks_up_and_keeps_its_sword():
    e = {"portes": FOURREAU, "annexes": [{"modele": "javelot"}]}
    s = duel(**tient("javelot"), **e)
    assert combattre(s, "alys") == Attaquer("alys", "bor")
    s, _ = jouer(s, combattre(s, "alys"), 1, 2, 3)
    assert combattre(s, "alys") == Prendre("alys", "javelot")
    nu = replace(duel(x=1), choses=(Chose("Javelot", Objet("javelot"), 1, 0),))
    assert combattre(nu, "alys") == Ramasser("alys", "Javelot")
    poing = {"fiche": {**LANCEUR, "competences": {"boxe": 4}}}
    boxeur = nu.put(replace(nu["alys"], fiche=scene(a=poing)["a"].fiche))
    assert combattre(boxeur, "alys") == Attaquer("alys", "bor")
    epee = duel(**tient("epee_courte"))
    assert not isinstance(combattre(epee, "alys"), Attaquer)  # nobody throws his sword by himself


# ---------------------------------------------------------------- what comes back


@pytest.mark.rule("TN-9.196")
def test_from_rank_two_it_is_no_makeshift_throw():
    for rang, detourne in ((1, True), (2, False)):
        a = figures_d_attaque(duel("promotions", **liaison(rang)), Coup("alys", "bor", lancee=True))
        assert a.arme.improvisee is detourne and a.arme.lancee


@pytest.mark.rule("TN-9.196")
def test_at_rank_three_it_comes_back_at_the_next_tour():
    s, _ = jouer(duel("promotions", **liaison(2)), Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    assert en_main(commencer_tour(s, Scripted((3,) * 6))) == []
    s, _ = jouer(duel("promotions", **liaison(3)), Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    assert en_main(s) == [] and len(s.choses) == 1
    oracle = Scripted((3,) * 6)
    suivant = commencer_tour(s, oracle)
    assert en_main(suivant) == [("epee_longue", 1)] and suivant.choses == ()
    assert dit(oracle, "arme_revient").who == "alys"
    assert en_main(fermer(s, Scripted(()))) == [("epee_longue", 1)]
    prise = s.put(replace(s["alys"], equipement=replace(s["alys"].equipement, armes=(Objet("dague"), Objet("dague")))))
    tombee = commencer_tour(prise, Scripted((3,) * 6)).choses[0]
    assert (tombee.x, tombee.lancee) == (0, False)  # both hands are taken: at one's feet


@pytest.mark.rule("TN-9.196")
def test_what_somebody_else_has_taken_stays_with_him_and_a_dropped_arm_where_it_is():
    s, _ = jouer(duel("promotions", **liaison(3)), Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    la = s.choses[0]
    prise = replace(s.put(replace(s["bor"], equipement=replace(s["bor"].equipement, armes=(la.objet,)))), choses=())
    assert en_main(commencer_tour(prise, Scripted((3,) * 6))) == []
    lachee = replace(s, choses=(replace(la, lancee=False),))
    assert len(commencer_tour(lachee, Scripted((3,) * 6)).choses) == 1


@pytest.mark.rule("TN-9.196")
def test_at_rank_four_it_is_back_at_once_in_the_same_hand():
    e = {"armes": [*liaison(4)["armes"], {"modele": "bouclier"}]}
    s, oracle = jouer(duel("promotions", **e), Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    assert [modele for modele, _ in en_main(s)] == ["epee_longue", "bouclier"] and s.choses == ()
    assert dit(oracle, "arme_revient")["objet"] == "Épée longue"
    sans, _ = jouer(duel(**e), Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    assert len(sans.choses) == 1  # without the option it is an arm like another


@pytest.mark.rule("TN-9.196")
def test_whom_it_has_met_in_melee_it_finds_once():
    """At 15 m a throw of catégorie 3 is long (a désavantage), and a wall hides everything."""
    s, _ = jouer(duel("promotions", x=1, **liaison(3)), Attaquer("alys", "bor"), 2, 3, 3)
    loin = s.put(replace(s["bor"], x=9))
    mur = replace(loin, obstacles=(Obstacle(5, 0, "Mur", 15),))
    mur = replace(mur, encounter=replace(mur.encounter, budgets={who: Budget() for who in s.people}))
    c = Coup("alys", "bor", lancee=True)
    assert figures_d_attaque(mur, c).f.net == 0 and figures_d_attaque(mur, c).couvert == 0
    assert Attaquer("alys", "bor", lancer=True).closed(mur) is None
    jamais = mur.put(replace(mur["alys"], effets=()))
    assert figures_d_attaque(jamais, c).f.net == -1 and figures_d_attaque(jamais, c).couvert == 15
    assert Attaquer("alys", "bor", lancer=True).closed(jamais).rule == "TN-8.368"
    jete, _ = jouer(mur, Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    assert jete["alys"].effets == ()  # once


@pytest.mark.rule("TN-9.196")
def test_at_rank_five_the_advantage_is_for_the_next_attack_alone():
    s, _ = jouer(duel("promotions", x=1, **liaison(5)), Attaquer("alys", "bor"), 6, 6, 5, *(1,) * 5)
    assert "liaison:bor:jet" in {m.of for m in s["alys"].effets}
    s = replace(s, encounter=replace(s.encounter, budgets={who: Budget() for who in s.people}))
    a = figures_d_attaque(s, Coup("alys", "bor", lancee=True))
    assert ("Liaison", 1, "TN-9.196") in a.f.avantages
    s, _ = jouer(s, Attaquer("alys", "bor", lancer=True), 1, 1, 2, 3, reponses={"tn.opportunite": "rien"})
    assert "liaison:bor:jet" not in {m.of for m in s["alys"].effets}  # missed, and spent


def test_promotion_of_a_linked_arm_is_kept_when_it_falls():
    s, _ = jouer(duel("promotions", **liaison(3)), Attaquer("alys", "bor", lancer=True), 1, 2, 4)
    assert s.choses[0].objet.promotion == Promotion("liaison", 3)
