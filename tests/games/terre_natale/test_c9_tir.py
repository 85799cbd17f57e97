"""Chapter 9: munitions, reloading, what mechanical weapons do and suffer, recoil."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, calibre, figures_d_attaque, perforation
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c9_objets.enrayement import (
    Debloquer,
    Desenrayer,
    a_l_usage,
    chance_d_enrayement,
    exploser,
    reculer,
    tenue_au_recul,
)
from tablee.games.terre_natale.book.c9_objets.munitions import (
    Approvisionner,
    Garnir,
    Recharger,
    capacite,
    offers,
    reserves,
)
from tablee.games.terre_natale.model.conditions import AFFECTIONS, Condition
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

TIREUR = {"base": {"PER": 20, "FOR": 10, "STA": 10}, "competences": {"arc": 3, "arbalete": 3, "arme_de_poing": 3}}
CARQUOIS = {"portes": [{"modele": "carquois"}], "annexes": [{"modele": "fleche", "nombre": 4}]}
LOIN = {"fiche": {"base": {"CON": 10}}, "camp": "bleu", "x": 12}


def duel(*options, traits=(), effets=(), initiative=20, **equipement):
    """Alys holds something to shoot with; Bor stands twelve metres away; it is her passe."""
    fiche = {**TIREUR, "traits": [{"id": id, "sujet": sujet} for id, sujet in traits], "destinee": 0}
    s = scene(*options, alys={"fiche": fiche, "equipement": equipement, "camp": "rouge", "effets": effets}, bor=LOIN)
    e = Confrontation(initiatives={"alys": initiative, "bor": 10}, passe="alys")
    return replace(s, encounter=replace(e, budgets={who: Budget() for who in s.people}))


def arme(s):
    return s["alys"].equipement.armes[0]


def budget(s):
    return s.encounter.budgets["alys"]


def tient(modele, **etat):
    return {"armes": [{"modele": modele, **etat}]}


# ---------------------------------------------------------------- the weapons themselves


@pytest.mark.rule("TN-9.66", "TN-9.71", "TN-9.73", "TN-9.75", "TN-9.77", "TN-9.78", "TN-9.80")
def test_every_ranged_weapon_of_the_book_is_in_the_catalogue_as_it_is_there():
    by = {m.nom: m for m in MODELES.values() if m.usage == "tir"}
    familles = {"arme de poing": "poing", "arme d'épaule": "epaule", "arbalète": "arbalete"}
    for row in rows("TN-9.80"):
        m = by[row["nom"].removesuffix(" (mobile)")]
        assert (m.famille, m.categorie, m.mains) == (
            familles.get(row["famille"], row["famille"]),
            row["categorie"],
            row["mains"],
        )
        assert (m.magasin, m.rechargement) == (row["magasin"], row["rechargement"])
        classe = "dangereuse" if "dangereuse" in row["proprietes"] else "feu" if "à feu" in row["proprietes"] else ""
        assert m.classe == (classe or ("mecanique" if "mécanique" in row["proprietes"] else ""))
        assert m.ancree == ("action rapide" in row.get("note", ""))
        assert m.deux_pour_charger == ("deux mains" in row.get("note", ""))
        assert m.munition in MODELES and m.munition in MODELES[m.conteneur].recoit


@pytest.mark.rule("TN-9.3", "TN-9.4", "TN-9.5", "TN-9.6")
def test_firearms_have_all_three_properties_and_crossbows_one():
    assert MODELES["arbalete"].travers == ("mecanique",)
    assert MODELES["revolver"].travers == MODELES["fusil"].travers == ("mecanique", "complexe", "dangereux")
    assert MODELES["arc_long"].travers == ()


# ---------------------------------------------------------------- shooting needs munitions


@pytest.mark.rule("TN-9.67")
def test_a_bow_needs_an_arrow_in_hand_and_each_shot_uses_one():
    s = duel(**tient("arc_court"))
    assert Attaquer("alys", "bor").closed(s).rule == "TN-9.67"
    s = duel(**tient("arc_court", munitions=1))
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 4)
    assert arme(s).munitions == 0 and Attaquer("alys", "bor").closed(s) is not None


@pytest.mark.rule("TN-9.67", "TN-9.68")
def test_from_a_quiver_it_takes_an_action_simple_and_from_a_bag_two():
    s, _ = jouer(duel(**tient("arc_court"), **CARQUOIS), Approvisionner("alys"))
    assert (arme(s).munitions, budget(s).acts, s["alys"].equipement.annexes[0].nombre) == (1, 1, 3)
    s, _ = jouer(duel(**tient("arc_court"), sac=[{"modele": "fleche", "nombre": 2}]), Approvisionner("alys"))
    assert (arme(s).munitions, budget(s).acts) == (1, 0)
    loose = duel(**tient("arc_court"), annexes=[{"modele": "fleche", "nombre": 4}])
    assert reserves(loose["alys"].equipement, "fleche") == (0, 4)  # no quiver is worn: they are not at hand


@pytest.mark.rule("TN-9.68", "TN-9.120")
def test_who_searches_his_bag_for_arrows_has_it_off_and_then_reaches_into_it_at_once():
    s, _ = jouer(duel(**tient("arc_court"), sac=[{"modele": "fleche", "nombre": 2}]), Approvisionner("alys"))
    assert s["alys"].equipement.bagage == "sol"
    au_sol = duel(**tient("arc_court"), sac=[{"modele": "fleche", "nombre": 2}], bagage="sol")
    s, _ = jouer(au_sol, Approvisionner("alys"))
    assert (arme(s).munitions, budget(s).acts) == (1, 1)


@pytest.mark.rule("TN-9.68", "TN-9.69")
def test_who_is_used_to_it_pays_an_action_libre():
    s = duel(traits=[("habitue", "approvisionner")], **tient("arc_court"), **CARQUOIS)
    s, _ = jouer(s, Approvisionner("alys", moyen="actl"))
    assert (arme(s).munitions, budget(s).acts, budget(s).actl) == (1, 2, 0)
    sans = duel(**tient("arc_court"), **CARQUOIS)
    assert Approvisionner("alys", moyen="actl").closed(sans).rule == "TN-9.69"


@pytest.mark.rule("TN-9.70")
def test_the_action_rapide_of_the_round_may_stand_for_one():
    s, _ = jouer(duel(**tient("arc_court"), **CARQUOIS), Approvisionner("alys", moyen="actr"))
    assert (budget(s).acts, budget(s).actr, s.encounter.initiatives["alys"]) == (2, False, 15)
    lent = duel(initiative=4, **tient("arc_court"), **CARQUOIS)
    assert Approvisionner("alys", moyen="actr").closed(lent).rule == "TN-8.67"


@pytest.mark.rule("TN-9.67")
def test_what_bars_taking_munitions():
    assert Approvisionner("alys").closed(duel(**tient("dague"))).rule == "TN-9.66"
    assert Approvisionner("alys").closed(duel(**tient("arc_court"))).rule == "TN-9.67"
    assert Approvisionner("alys").closed(duel(**tient("arc_court", munitions=1), **CARQUOIS)).rule == "TN-9.67"


@pytest.mark.rule("TN-9.71")
def test_stones_for_a_sling_cost_and_weigh_nothing_and_a_pouch_holds_them_ready():
    s, _ = jouer(duel(**tient("fronde"), portes=[{"modele": "poche"}]), Approvisionner("alys"))
    assert (arme(s).munitions, budget(s).acts) == (1, 1)
    s, _ = jouer(duel(**tient("fronde")), Approvisionner("alys"))
    assert (arme(s).munitions, budget(s).acts) == (1, 0)
    assert Objet("pierre").encombrement == 0


@pytest.mark.rule("TN-9.74")
def test_projectiles_en_main_make_a_magazine_of_the_hand():
    s = duel(traits=[("projectiles_en_main", "")], **tient("arc_court"), **CARQUOIS)
    assert capacite(s["alys"], arme(s)) == 3
    s, _ = jouer(s, Approvisionner("alys"))
    assert arme(s).munitions == 3
    assert capacite(s["alys"], Objet("revolver")) == 4


@pytest.mark.rule("TN-9.72")
def test_a_container_holds_five_and_three_for_each_level_of_quality():
    assert [Objet("carquois", qualite=q).contenance for q in (-2, 0, 1, 3)] == [0, 5, 8, 14]
    e = {"portes": [{"modele": "carquois", "qualite": 1}], "sac": [{"modele": "fleche", "nombre": 20}]}
    s, o = jouer(scene(alys={"fiche": {}, "equipement": e}), Garnir("alys"))
    apres = s["alys"].equipement
    assert (apres.annexes[0].nombre, apres.sac[0].nombre, dit(o, "garnit")["nombre"]) == (8, 12, 8)
    assert Garnir("alys").closed(s).rule == "TN-9.72"
    assert Garnir("alys", "caillou").closed(s).rule == "TN-9.72"
    assert reserves(apres, "fleche") == (8, 12)


# ---------------------------------------------------------------- reloading


@pytest.mark.rule("TN-9.67", "TN-9.69", "TN-9.77")
def test_a_pistol_is_supplied_then_reloaded_by_two_actions():
    balles = {"portes": [{"modele": "sacoche_a_balles", "qualite": 1}], "annexes": [{"modele": "balle", "nombre": 8}]}
    s = duel(**tient("pistolet_lourd"), **balles)
    assert Recharger("alys").closed(s).rule == "TN-9.67"
    s, _ = jouer(s, Approvisionner("alys"))
    assert (arme(s).prises, arme(s).munitions, budget(s).acts) == (6, 0, 1)
    s, _ = jouer(s, Recharger("alys"))
    assert arme(s).munitions == 0 and s.encounter.attente("alys").chantier.paye == 1
    s, _ = jouer(s, Recharger("alys", moyen="actr"))  # the rest of it, by the action rapide
    assert (arme(s).prises, arme(s).munitions, budget(s).actr) == (0, 6, False)
    assert Recharger("alys").closed(s).rule == "TN-9.67"


@pytest.mark.rule("TN-9.69", "TN-9.78")
def test_a_rifle_takes_three_actions_two_for_who_is_used_to_it():
    s = duel(**tient("fusil", prises=2))
    s, _ = jouer(s, Recharger("alys"))
    assert (s.encounter.attente("alys").chantier.paye, arme(s).munitions) == (2, 0)
    s = duel(traits=[("habitue", "recharger_feu")], **tient("fusil", prises=2))
    s, _ = jouer(s, Recharger("alys", moyen="actl"))
    s, _ = jouer(s, Recharger("alys"))
    assert (budget(s).acts, budget(s).actl, arme(s).munitions) == (0, 0, 2)


@pytest.mark.rule("TN-9.69")
def test_reloading_always_gives_an_opportunity():
    s = duel(**tient("arbalete", prises=1))
    s = s.put(replace(s["bor"], x=1))
    s, o = jouer(s, Recharger("alys"), reponses={"tn.opportunite": "rien"})
    assert arme(s).munitions == 1 and [q.key for q in o.asked] == ["tn.opportunite"]


@pytest.mark.rule("TN-9.75")
def test_a_hand_crossbow_is_loaded_with_both_hands():
    s = duel(armes=[{"modele": "arbalete_de_poing", "prises": 1}, {"modele": "dague"}])
    assert Recharger("alys").closed(s).rule == "TN-9.75"
    assert Recharger("alys").closed(duel(**tient("arbalete_de_poing", prises=1))) is None


def test_loading_is_offered_while_something_is_missing():
    kinds = [type(a) for a in offers(duel(**tient("arc_court"), **CARQUOIS), duel(**tient("arc_court"))["alys"])]
    assert kinds == [Approvisionner, Approvisionner]
    plein = duel(**tient("arc_court", munitions=1))
    assert not list(offers(plein, plein["alys"]))


# ---------------------------------------------------------------- what classes add


@pytest.mark.rule("TN-9.81", "TN-9.83", "TN-9.85")
@pytest.mark.parametrize(
    ("modele", "perce", "plus"),
    [("arc_long", 0, 0), ("arbalete", 3, 0), ("pistolet_lourd", 6, 0), ("carabine", 6, 3), ("fusil", 10, 5)],
)
def test_perforation_and_damage_of_a_class(modele, perce, plus):
    """PER 20 alone is 5."""
    s = duel(**tient(modele, munitions=1))
    c = Coup("alys", "bor")
    assert total(perforation(s, c)) == 5 + perce
    assert total(calibre(s, figures_d_attaque(s, c).arme, c)[1]) == plus


@pytest.mark.rule("TN-8.250")
@pytest.mark.parametrize(("modele", "perce", "plus"), [("arbalete", 0, 3), ("pistolet_lourd", 3, 3), ("fusil", 5, 5)])
def test_by_the_option_mechanical_weapons_have_power(modele, perce, plus):
    s = duel("puissance_mecanique", **tient(modele, munitions=1))
    c = Coup("alys", "bor")
    assert total(perforation(s, c)) == 5 + perce
    assert total(calibre(s, figures_d_attaque(s, c).arme, c)[1]) == plus


# ---------------------------------------------------------------- jams


@pytest.mark.rule("TN-9.82", "TN-9.83", "TN-9.85", "TN-9.87", "TN-9.89")
def test_the_chance_to_jam():
    p = duel()["alys"]
    cases = [("arbalete", 0, 8), ("pistolet_lourd", 0, 11), ("fusil", 0, 20), ("fusil", 3, 14), ("arbalete", 6, 0)]
    for modele, qualite, n in [*cases, ("arbalete", -2, 12)]:
        assert total(chance_d_enrayement(p, Objet(modele, qualite=qualite))) == n
    adroit = duel(effets=[{"on": "adresse", "n": 2, "label": "Adroit"}])["alys"]
    assert total(chance_d_enrayement(adroit, Objet("fusil"))) == 16
    assert total(chance_d_enrayement(adroit, Objet("arbalete"))) == 8  # firearms alone


@pytest.mark.rule("TN-9.84", "TN-9.83")
def test_one_throw_of_a_hundred_says_what_happens():
    """At or below the chance it jams; more than 20 below it a firearm explodes."""
    of = {issue for (issue, _), _ in odds(a_l_usage, 30, True, False).ways.items()}
    assert of == {"", "enraye", "explose"}
    d = odds(a_l_usage, 30, True, False)
    share = {name: sum([d.p(v) for v in d.ways if v[0] == name]) for name in of}
    assert share == {"": pytest.approx(0.7), "enraye": pytest.approx(0.21), "explose": pytest.approx(0.09)}
    assert {v[0] for v in odds(a_l_usage, 30, False, False).ways} == {"", "enraye"}  # a crossbow never explodes
    assert {v[0] for v in odds(a_l_usage, 0, True, True).ways} == {"explose"}


@pytest.mark.rule("TN-9.82", "TN-9.86")
def test_the_shot_counts_then_the_weapon_is_blocked():
    """An arbalète: 8 in a hundred. The tens are thrown first: 0 and 8 is 8."""
    s, o = jouer(duel(**tient("arbalete", munitions=1)), Attaquer("alys", "bor"), 6, 5, 3, 4, 4, 4, 4, 4, 10, 8)
    assert dit(o, "blesse").target == "bor"
    assert arme(s).enraye and dit(o, "enraye")["chance"] == 8
    assert Attaquer("alys", "bor").closed(s.put(s["alys"])) is not None
    s, o = jouer(duel(**tient("arbalete", munitions=1)), Attaquer("alys", "bor"), 6, 5, 3, 4, 4, 4, 4, 4, 10, 9)
    assert not arme(s).enraye


@pytest.mark.rule("TN-9.3", "TN-9.75")
def test_a_maladresse_jams_a_crossbow_whatever_the_throw():
    s, o = jouer(duel(**tient("arbalete", munitions=1)), Attaquer("alys", "bor"), 2, 2, 6, 9, 9)
    assert arme(s).enraye and dit(o, "enraye")["maladresse"]


@pytest.mark.rule("TN-9.4", "TN-9.5", "TN-9.6", "TN-9.88")
def test_a_maladresse_with_a_firearm_jams_tries_and_bursts_it():
    """A light pistol that misses: its recoil is thrown, then d100, solidité (8 + 2), four D8, the save."""
    s = duel(**tient("pistolet_leger", munitions=2))
    dice = (2, 2, 6, 1, 1, 1, 1, 9, 9, 3, 3, 2, 4, 4, 4, 4, 6, 5, 5)
    s, o = jouer(s, Attaquer("alys", "bor"), *dice)
    assert arme(s).enraye and arme(s).munitions == 1
    assert dit(o, "solidite_d_usage")["score"] == 10 and arme(s).niveau == 1
    assert dit(o, "explose")["degats"] == 16
    assert dit(o, "sauvegarde")["reussi"]
    assert dit(o, "degats").terms[:2] == (("Effet", 16, "TN-4.81"), ("Réussite", -8, "TN-4.81"))


@pytest.mark.rule("TN-9.5")
@pytest.mark.parametrize(("des", "reste"), [((6, 6, 5), 10), ((1, 3, 6), 20), ((1, 1, 3), 30)])
def test_an_explosion_is_saved_like_damage_of_a_zone(des, reste):
    s = duel(**tient("pistolet_lourd"))
    o = Scripted((4, 4, 4, 4, 4, *des), {})
    exploser(s, o, "alys", Objet("pistolet_lourd"))
    effet = {label: n for label, n, _ in dit(o, "degats").terms if n}
    assert effet["Effet"] + sum([n for k, n in effet.items() if k in ISSUES]) == reste


AU_SOL = next(id for id, sorte in AFFECTIONS.items() if "au_sol" in sorte.marques)
ISSUES = ("Réussite", "Échec", "Échec critique", "Réussite critique")


# ---------------------------------------------------------------- recoil


@pytest.mark.rule("TN-9.90", "TN-9.92")
def test_what_one_stands_of_a_recoil():
    s = duel(**tient("revolver"))
    assert total(tenue_au_recul(s["alys"])) == 25
    couchee = replace(s["alys"], conditions=(Condition(AU_SOL),))
    assert total(tenue_au_recul(couchee)) == 30


@pytest.mark.rule("TN-9.90", "TN-9.91")
@pytest.mark.parametrize(
    ("jet", "deja", "contracte"),
    [
        (25, False, []),
        (26, False, ["destabilise"]),
        (26, True, ["renverse"]),
        (50, False, ["destabilise"]),
        (51, False, ["destabilise", "renverse"]),
    ],
)
def test_recoil_shakes_then_throws_down(jet, deja, contracte):
    """25 is stood; one save each, failed."""
    s = duel(**tient("fusil"))
    avant = (Condition("destabilise", charges=9),) if deja else ()
    s = s.put(replace(s["alys"], conditions=avant))
    o = Scripted((1, 2, 4) * len(contracte), {})
    apres = reculer(s, o, "alys", Objet("fusil"), jet)["alys"]
    assert [c.id for c in apres.conditions[len(avant) :]] == contracte
    assert all(c.charges == jet for c in apres.conditions[len(avant) :])


@pytest.mark.rule("TN-9.77", "TN-9.92")
def test_both_hands_on_a_pistol_take_five_off_its_recoil():
    s = duel(**tient("revolver"), deux_mains=True)
    assert not reculer(s, Scripted((), {}), "alys", Objet("revolver"), 30)["alys"].conditions
    assert reculer(s, Scripted((1, 2, 4), {}), "alys", Objet("fusil"), 30)["alys"].conditions


# ---------------------------------------------------------------- clearing a jam


@pytest.mark.rule("TN-9.86")
def test_clearing_a_jam_is_an_activity_as_long_as_its_charge():
    """DEX 10: 15 of charge; 12 is enough for an évaluation at 10; bare hands throw 2D8."""
    s = duel(**tient("arbalete", enraye=True))
    s, _ = jouer(s, Desenrayer("alys"), 6, 4, 2, 5, 5)
    assert arme(s).enraye and s.activites[0].progression == 10 and s.activites[0].objectif == 15
    s = replace(s, encounter=replace(s.encounter, budgets={"alys": Budget(), "bor": Budget()}))
    s, _ = jouer(s, Desenrayer("alys"), 6, 4, 2, 4, 4)
    assert not arme(s).enraye and not s.activites
    assert Desenrayer("alys").closed(replace(s, encounter=None)).rule == "TN-9.86"


@pytest.mark.rule("TN-9.86")
def test_with_tools_their_jet_counts_and_the_second_failure_ends_it():
    """Tools of catégorie 1: 2 off DEX, three dice."""
    s = duel(**tient("arbalete", enraye=True), sac=[{"modele": "outils_de_bricolage"}])
    s, _ = jouer(replace(s, encounter=None), Desenrayer("alys"), 1, 2, 4)
    assert (s.activites[0].progression, s.activites[0].echecs) == (0, 1)
    s, _ = jouer(s, Desenrayer("alys"), 6, 4, 2, 4, 4, 4)
    assert s.activites[0].progression == 11
    s, o = jouer(s, Desenrayer("alys"), 1, 2, 4)
    assert not s.activites and not dit(o, "activite")["reussi"] and arme(s).enraye


@pytest.mark.rule("TN-9.3", "TN-9.86")
def test_bare_hands_that_fail_at_once_give_it_up():
    s = duel(**tient("arbalete", enraye=True))
    s, o = jouer(s, Desenrayer("alys"), 1, 2, 4)
    assert not s.activites and not dit(o, "activite")["reussi"]


@pytest.mark.rule("TN-9.3", "TN-9.4", "TN-9.5")
def test_any_mechanical_thing_jams_on_a_maladresse_and_is_cleared_by_one_test():
    s = scene(alys={"fiche": {"base": {"FOR": 14}, "competences": {"musculation": 1}, "destinee": 0}})
    s = s.put(replace(s["alys"], equipement=replace(s["alys"].equipement, sac=(Objet("treuil"),))))
    lever = Tester("alys", objet="treuil", competence="musculation", difficulte=5)
    s, o = jouer(s, lever, 2, 2, 6)
    treuil = s["alys"].equipement.sac[0]
    assert treuil.enraye and dit(o, "enraye_objet").who == "alys"
    assert lever.closed(s).rule == "TN-9.86"
    rate, _ = jouer(s, Debloquer("alys", objet="treuil"), 1, 3, 4)
    assert rate["alys"].equipement.sac[0].enraye
    s, _ = jouer(s, Debloquer("alys", objet="treuil"), 6, 6, 4)
    assert not s["alys"].equipement.sac[0].enraye
    assert Debloquer("alys", objet="treuil").closed(s).rule == "TN-9.3"
