"""Chapter 8 where several of its rules meet: each case worked out from the book by hand, in the comments."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.sauvegardes import figures_de_sauvegarde
from tablee.games.terre_natale.book.c8_confrontation.armes import a_portee
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, assaut, choc, confronter, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.budget import peut_doubler, repetition, vitesse
from tablee.games.terre_natale.book.c8_confrontation.conditions import PorterCondition
from tablee.games.terre_natale.book.c8_confrontation.dangers import Chuter
from tablee.games.terre_natale.book.c8_confrontation.defense import defenseur, protecteurs, tenir_la_garde
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler, offers
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager, Preparer, SeSurpasser
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer
from tablee.games.terre_natale.book.c8_confrontation.opportunites import peut_frapper
from tablee.games.terre_natale.book.c8_confrontation.repertoire import UserDeTactique
from tablee.games.terre_natale.book.c8_confrontation.soins import PremiersSoins
from tablee.games.terre_natale.book.c8_confrontation.tactiques import ripostes
from tablee.games.terre_natale.book.c8_confrontation.tour import figures_d_initiative
from tablee.games.terre_natale.book.c8_confrontation.zones import LIGNES_DE_ZONE, AgirEnZone, DeclencherPiege
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Suite
from tablee.games.terre_natale.model.joute import Parole
from tablee.games.terre_natale.model.people import Lesion
from tablee.games.terre_natale.model.plan import CORPS, ESPRIT
from tablee.kernel.content import convert
from tablee.kernel.effects import Modifier
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer
from .test_c8_attaque import ALYS, BOR, JET, PEU, TOUCHE, avec, melee, perdus, porter, se_defend
from .test_c8_joute import joute

# Alys: +6 with a long sword (catégorie 3), jets of 5D8 + 3 + 2. Bor: 10 in all, so 15 everywhere, 20 of each resource.
CRITIQUE = (6, 6, 6)  # 24, and 6: 30
ECU = {"armes": [{"modele": "epee_longue"}, {"modele": "main_gauche"}]}


def frapper(s, *dice, coup=None, **reponses):
    """One blow alone, as it was declared."""
    said = {key.replace("tn_", "tn.", 1): answer for key, answer in reponses.items()}
    oracle = Scripted(dice, said)
    apres, v = assaut(s, oracle, coup or Coup("alys", "bor"))
    assert oracle.left_over() is None
    return apres, v


# ---------------------------------------------------------------- doubled, repeated, agonising


@pytest.mark.rule("TN-8.60", "TN-8.69", "TN-8.70")
def test_a_second_attack_has_no_penalty_of_repetition_but_counts_for_those_that_follow():
    s, _ = porter(melee(initiatives=(30, 15)), *TOUCHE, *PEU)
    assert sum(n for _, n, _ in repetition(s, "alys", "arme_a_garde/d")) == -5
    s, oracle = jouer(s, Doubler("alys", "bor"), *TOUCHE, *PEU[:4])
    assert dit(oracle, "attaque")["score"] == 20  # the second one is restricted
    assert sum(n for _, n, _ in repetition(s, "alys", "arme_a_garde/d")) == -10


@pytest.mark.rule("TN-8.70", "TN-8.330")
def test_nobody_doubles_in_agony():
    agonie = {"pertes": {"PV": 20, "PE": 24}}
    s = melee(alys=agonie, suite=Suite("alys", "bor", "attaque"))
    assert "agonie" in s["alys"].etats and s["alys"].up
    assert not peut_doubler(s, "alys") and Doubler("alys", "bor").closed(s) is not None
    assert peut_doubler(melee(suite=Suite("alys", "bor", "attaque")), "alys")


@pytest.mark.rule("TN-8.71", "TN-8.255")
def test_vitesse_may_be_that_of_who_acts_or_is_acted_upon_alone():
    s = avec(melee(), "alys", **{"vitesse": 1, "vitesse:active": 2, "vitesse:passive": 4})
    assert (vitesse(s, "alys"), vitesse(s, "alys", "passive")) == (23, 25)


# ---------------------------------------------------------------- striking back


@pytest.mark.rule("TN-8.340", "TN-8.435", "TN-9.65")
def test_who_holds_two_arms_strikes_back_with_either():
    """A main gauche of catégorie 1 strikes back with 2 + 1 - 1 + 2 dice; the long sword with 5."""
    bor = {"fiche": {**BOR, "base": {"FOR": 15, "CON": 20}}, "equipement": ECU}
    s = melee(bor=bor, prepare="parer", initiatives=(20, 15))
    s, oracle = se_defend("parer", 6, 6, 6, *PEU, 6, 5, 4, 5, 1, 1, 1, 1, s=s, tn_contre="contre_autre_main/acts")
    options = [o.id for q in oracle.asked if q.key == "tn.contre" for o in q.options]
    assert options == ["rien", *[f"{x}/{m}" for x in ("contre", "contre_autre_main") for m in ("acts", "actr")]]
    assert dit(oracle, "attaque")["arme"] == "Main gauche"
    assert s.encounter.budgets["bor"].genres == ("attaque:g",)


@pytest.mark.rule("TN-8.74", "TN-8.154")
def test_who_blocked_and_knows_no_tactic_may_still_double_with_an_attack():
    s = melee(bor={"fiche": {**BOR, "base": {"CON": 20}}}, prepare="bloquer", initiatives=(15, 25))
    s, oracle = se_defend("bloquer", 6, 5, 4, *PEU, *TOUCHE[:2], 6, 1, 1, 1, s=s, tn_contre="contre/double")
    assert [e.what for e in oracle.events if e.what in ("contre", "seconde")] == ["contre", "seconde"]
    assert s.encounter.initiatives["bor"] == 20


# ---------------------------------------------------------------- minor defences


@pytest.mark.rule("TN-8.160", "TN-8.161", "TN-8.162", "TN-8.252", "TN-8.436")
@pytest.mark.parametrize(
    ("effet", "dice", "partage", "attendu"),
    [
        # 25, 6 absorbed for 6 of endurance: 19 permanent; 5 of attrition: 11 temporary
        ("encaisser", (6, 6, 6), "absorber", (19, 0)),  # all that is temporary, attrition too
        ("encaisser", (6, 6, 6), "effort", (9, 20)),  # then 2 of endurance for a point, ten times
        ("devier", (6, 6, 6), "absorber", (10, 6)),
        ("eviter", (6, 6, 6), "", (0, 11)),
        ("encaisser", (5, 4, 2), "absorber", (19, 3)),  # 15: two degrees, 8 less
        ("subir", (6, 6, 6), "absorber", (19, 11)),  # no minor defence: attrition is lost besides
    ],
)
def test_attrition_is_among_what_a_minor_defence_deals_with(effet, dice, partage, attendu):
    s = avec(avec(melee(prepare=effet), "alys", attrition=5), "bor", absorption=6)
    s, _ = se_defend(effet, *dice, *JET, s=s, **({"tn_partage": partage} if partage else {}))
    assert perdus(s) == attendu


# ---------------------------------------------------------------- lésions and what is not like other damage


@pytest.mark.rule("TN-8.159", "TN-4.84", "TN-8.295")
def test_protection_of_a_failed_subir_is_protection_like_any_other():
    """15 and a rank of 2: 4 of protection. Précision 3 leaves 1 of it: 25 / 6. Aimed 3 finer: 20 / (9 - 3)."""
    s = avec(melee(prepare="subir"), "alys", precision=3)
    assert se_defend("subir", 5, 4, 2, *JET, s=s)[0]["bor"].lesions == (Lesion(4),)
    s = melee(prepare="subir", attentes={"alys": Attente(vise="bor"), "bor": Attente(preparee="subir")})
    s = avec(avec(s, "alys", visee=9), "bor", resistance=15)
    fin = Attaquer("alys", "bor", "Bras", 3)
    s, _ = porter(s, *TOUCHE, 5, 4, 2, *JET, action=fin, tn_defense="subir/prepare")
    assert s["bor"].lesions == (Lesion(3, zone="Bras"),)


@pytest.mark.rule("TN-8.139", "TN-8.140")
def test_what_only_takes_endurance_leaves_no_lesion_and_what_pierces_ignores_protection():
    s, _ = frapper(melee(), *TOUCHE, *JET, coup=Coup("alys", "bor", sorte="choquants"))
    assert perdus(s) == (0, 25) and s["bor"].lesions == ()
    cuir = melee(bor={"equipement": {"armure": {"modele": "cuir"}}})
    for sorte, niveau in (("", 2), ("perforants", 3)):  # 25 - 2 - 6: 17, by 7 or by 5
        s, _ = frapper(cuir, *TOUCHE, *JET, coup=Coup("alys", "bor", sorte=sorte))
        assert s["bor"].lesions == (Lesion(niveau),)


@pytest.mark.rule("TN-8.138", "TN-8.139", "TN-8.160")
def test_what_never_takes_endurance_is_not_turned_over_and_shocks_are_deviated_too():
    s, _ = frapper(melee("bascule"), *TOUCHE, *JET, coup=Coup("alys", "bor", sorte="mutilants"))
    assert perdus(s) == (25, 0)
    s, _ = frapper(
        melee(prepare="devier"),
        *TOUCHE,
        6,
        6,
        6,
        *JET,
        coup=Coup("alys", "bor", sorte="choquants"),
        tn_defense="devier/prepare",
    )
    assert perdus(s) == (0, 13)  # half of 25, upwards, all of it temporary


@pytest.mark.rule("TN-8.136")
def test_a_blow_of_less_than_nothing_is_nothing_and_its_terms_say_so():
    s = avec(melee(), "alys", puissance=-40)
    s, oracle = porter(s, *TOUCHE, *JET)
    assert total(dit(oracle, "blesse").terms) == 0 and perdus(s) == (0, 0)


@pytest.mark.rule("TN-8.140", "TN-8.172")
def test_a_fall_leaves_a_lesion_only_if_it_costs_vitality():
    """4 of damage, 8 of absorption: 2 points for nothing, 2 of endurance for the others."""
    s = avec(melee(), "bor", absorption=8)
    s, _ = jouer(s, Chuter("bor", 1), 3, 2, 1, 4)
    assert perdus(s) == (0, 2) and s["bor"].lesions == ()
    s, _ = jouer(melee(), Chuter("bor", 1), 3, 2, 1, 4)
    assert perdus(s) == (4, 0) and s["bor"].lesions == (Lesion(0),)


@pytest.mark.rule("TN-8.118", "TN-8.140")
def test_a_trap_that_does_not_touch_leaves_no_lesion():
    s = melee()
    s = s.put(replace(s["alys"], x=50))
    for qualite, lesions in ((0, ()), (3, (Lesion(3),))):  # 12 or 18 against 15; 16 of 4D8, half of it or all
        apres, _ = jouer(s, DeclencherPiege("bor", 2, qualite), 4, 4, 4, 4, 3, 2, 1)
        assert perdus(apres)[0] == (16 if lesions else 8) and apres["bor"].lesions == lesions


# ---------------------------------------------------------------- energies


@pytest.mark.rule("TN-8.204", "TN-8.206", "TN-8.365")
def test_what_lowers_a_passive_defence_lowers_those_of_energies_too():
    s = avec(melee(), "alys", **{"energie:chaud": 1})
    assert [x.difficulte for x in figures_d_attaque(s, Coup("alys", "bor")).energies] == [15]
    s = s.put(replace(s["bor"], conditions=(Condition("mise_au_sol", 10),)))
    a = figures_d_attaque(s, Coup("alys", "bor"))
    assert (a.d, [x.difficulte for x in a.energies]) == (11, [11])


@pytest.mark.rule("TN-8.155", "TN-8.206")
def test_a_failed_dodge_raises_the_defence_against_the_energy_too():
    """17 against 15 of DEX and 16 of AGI; the dodge comes to 11, one degree: 16 and 17, so no fire."""
    s = melee(prepare="esquiver", bor={"fiche": {**BOR, "base": {"AGI": 12}}})
    s = avec(s, "alys", **{"energie:chaud": 1})
    s, _ = porter(s, 5, 4, 2, 3, 2, 1, *JET, tn_defense="esquiver/prepare")
    assert perdus(s) == (25, 0)


# ---------------------------------------------------------------- aim, cover, awareness


@pytest.mark.rule("TN-8.258", "TN-8.368")
def test_visee_serves_against_the_cover_or_for_the_zone():
    s = avec(avec(melee(), "alys", visee=2), "bor", couvert=3)
    plain = figures_d_attaque(s, Coup("alys", "bor"))
    assert (plain.couvert, plain.visee) == (1, None)
    zone = figures_d_attaque(s, Attaquer("alys", "bor", "Bras").coup(s))
    assert (zone.couvert, zone.visee) == (3, 18)
    autre = figures_d_attaque(s, Attaquer("alys", "bor", "Bras", au_couvert=True).coup(s))
    assert (autre.couvert, autre.visee) == (1, 20)
    assert figures_d_attaque(avec(s, "alys", visee=9), Coup("alys", "bor")).couvert == 0  # never more than there is


@pytest.mark.rule("TN-8.30", "TN-8.130")
def test_who_knew_of_no_confrontation_does_not_see_the_first_blow_coming():
    def conscient(statut):
        s = melee(statuts={"bor": statut})
        a = figures_d_attaque(s, Coup("alys", "bor"))
        v = confronter(Scripted(TOUCHE), a)
        return choc(s, a, v).cible.conscient

    assert [conscient(x) for x in ("passif", "exclu", "surpris")] == [True, False, False]
    s, _ = porter(melee(statuts={"bor": "exclu"}), *TOUCHE, *JET)
    assert perdus(s) == (25, 0) and s.encounter.statut("bor") == "entrant"


# ---------------------------------------------------------------- criticals, and what bears on one part of a jet


@pytest.mark.rule("TN-8.137")
def test_what_is_added_to_a_critical_blow_and_what_is_taken_off_it():
    """All dice at 8: 40, 3, 2, and 5 of DEX: 50. Résistance critique takes off what throwing would have: 40 - 30."""
    assert perdus(porter(melee(), *CRITIQUE)[0])[0] == 50
    assert perdus(porter(avec(melee(), "alys", **{"degats:critique": 4}), *CRITIQUE)[0])[0] == 54
    for n, reste in ((4, 46), (99, 40)):
        s = avec(melee(), "bor", **{"resistance:critique": n})
        assert perdus(porter(s, *CRITIQUE, 6, 6, 6, 6, 6)[0])[0] == reste
        assert perdus(porter(s, *TOUCHE, *JET)[0])[0] == 25


@pytest.mark.rule("TN-8.95", "TN-8.137", "TN-8.223")
@pytest.mark.parametrize(
    ("sommes", "dice", "charges"),
    [
        ({}, (*TOUCHE, *JET), 25),
        ({"jet:degats": 4}, (*TOUCHE, *JET), 25),
        ({"jet:charges": 3}, (*TOUCHE, *JET), 28),
        ({"degats:critique": 4, "charges:critique": 2}, CRITIQUE, 52),
    ],
)
def test_the_charges_of_a_blow_take_what_bears_on_charges_alone(sommes, dice, charges):
    s, _ = jouer(avec(melee(), "alys", **sommes), PorterCondition("alys", "vulnerable"))
    s = s.put(replace(s["bor"], effets=(Modifier("resistance", 60, "Peau", "TN-8.261"),)))
    s, _ = porter(s, *dice, 3, 2, 1)
    assert [c.charges for c in s["bor"].conditions] == [charges]


# ---------------------------------------------------------------- hands


@pytest.mark.rule("TN-8.338", "TN-8.276")
def test_an_opportunity_with_both_hands_takes_an_action_libre_too():
    s = melee(bor={"equipement": {"armes": [{"modele": "lance"}]}, "fiche": {**BOR, "base": {"FOR": 20}}})

    def peut(**budget):
        e = replace(s.encounter, budgets={"alys": Budget(), "bor": Budget(**budget)})
        return peut_frapper(replace(s, encounter=e), s["bor"], s["alys"], CORPS)

    assert (peut(), peut(acts=0), peut(actl=0), peut(acts=0, actl=0)) == (True, True, True, False)


@pytest.mark.rule("TN-8.45", "TN-8.153", "TN-8.157")
def test_bare_hands_parry_and_protect_at_category_0():
    s = melee(bor={"equipement": {}, "fiche": {**BOR, "base": {"DEX": 16}}})
    d = defenseur(s, "bor", CORPS, s["alys"], "libre")
    assert {(g.effet, g.deviation) for g in d.gardes if g.effet in ("parer", "bloquer")} == {
        ("parer", 3),
        ("bloquer", 0),
    }
    casse = melee(bor={"equipement": {"armes": [{"modele": "dague", "degradation": 99}]}})
    assert not [g for g in defenseur(casse, "bor", CORPS, casse["alys"], "libre").gardes if g.effet == "parer"]


# ---------------------------------------------------------------- zones

FORTE = {"fiche": {**ALYS, "base": {"FOR": 20}, "competences": {"arme_a_manche": 4}}}
MARTEAU = {**FORTE, "equipement": {"armes": [{"modele": "marteau_de_guerre"}]}}  # FOR 20 - 8: +1, 4 and 2: +7
BALAYE = (6, 5, 3)  # 14 and 7: 21; kept of four dice, the lowest of which count
RATE = (3, 2, 1)


def balayer(s, *dice, **reponses):
    """A sweep with a hammer (catégorie 4), at a disadvantage: four dice, the three lowest. 6D8, 4 and 1."""
    said = {key.replace("tn_", "tn.", 1): answer for key, answer in reponses.items()}
    return jouer(s, AgirEnZone("alys", "balayage"), *dice, reponses=said)


def cercle(**bor):
    return melee(alys=MARTEAU, bor=bor or None, attentes={"bor": Attente(preparee="esquiver")})


@pytest.mark.rule("TN-8.117", "TN-8.155")
def test_a_failed_dodge_in_a_zone_may_leave_him_untouched_with_half():
    """16 against 15: touched. Esquive 3, 2, 1 and 4: 10, a degree: 16 is not above 16. 12 + 5: 17, half of it: 9."""
    s, oracle = balayer(cercle(), 4, 3, 2, 6, *[2] * 6, *RATE, *RATE, tn_defense="esquiver/prepare")
    assert [(e["touche"], e["part"]) for e in oracle.events if e.what == "part_de_zone"] == [(True, 17), (False, 9)]
    assert perdus(s) == (9, 0) and s["bor"].lesions == ()


@pytest.mark.rule("TN-8.117", "TN-8.156")
def test_a_feint_in_a_zone_sends_back_a_share_or_makes_it_critical():
    s = melee(alys=MARTEAU, attentes={"bor": Attente(preparee="feinter")})
    s2, _ = balayer(s, 4, 3, 2, 6, *[2] * 6, *RATE, 6, 6, 6, tn_defense="feinter/prepare")
    assert perdus(s2) == (0, 0) and perdus(s2, "alys")[0] == 17
    s2, oracle = balayer(s, 4, 3, 2, 6, *[2] * 6, *RATE, *RATE, tn_defense="feinter/prepare")
    assert perdus(s2)[0] == 48 + 4 + 1 and dit(oracle, "blesse")["critique"]


@pytest.mark.rule("TN-8.118", "TN-8.251", "TN-8.252")
def test_who_is_brushed_loses_nothing_to_attrition_but_perforation_counts():
    """9 of 17 for who was missed: 4 absorbed, of which 3 pierced."""
    s = avec(avec(cercle(), "alys", attrition=5, perforation=3), "bor", absorption=4)
    s, _ = balayer(s, 3, 2, 1, 6, *[2] * 6, *RATE)
    assert perdus(s) == (8, 1)


@pytest.mark.rule("TN-8.117", "TN-8.368")
def test_what_hides_one_of_those_in_a_zone_hides_him_alone():
    s = melee(alys=MARTEAU, autres=(("cid", "bleu"),))
    s = avec(s, "bor", couvert=3)
    s, oracle = balayer(s, 4, 3, 2, 6, *[2] * 6, 6, 5, 3, *RATE)  # 16 against 15; 13 against Bor
    assert [(e.who, e["touche"]) for e in oracle.events if e.what == "part_de_zone"] == [("bor", False), ("cid", True)]


@pytest.mark.rule("TN-8.121", "TN-8.117")
def test_an_amorce_serves_a_zone_action_once():
    s = cercle()
    s = s.put(replace(s["alys"], effets=(Modifier("amorce", 2, "Amorce", "TN-8.121", of="cycle:2:1"),)))
    s, oracle = balayer(s, 4, 2, 1, 6, *[2] * 6, *RATE, tn_defense="rien")
    assert dit(oracle, "zone")["score"] == 7 + 7 + 2 and s["alys"].effets == ()


# ---------------------------------------------------------------- what is too much for somebody


@pytest.mark.rule("TN-1.7", "TN-8.90", "TN-8.437")
def test_what_hampers_an_attribute_below_0_leaves_no_test_with_it():
    """DEX 5 with a long sword: -1. AGI 3 in leather: -1; at 4 it is 0, and tests remain. CON 10: 4."""
    lourd = {"armes": [{"modele": "epee_longue"}], "armure": {"modele": "cuir"}}
    s = melee(bor={"fiche": {**BOR, "base": {"DEX": 5, "AGI": 3}}, "equipement": lourd}, passe="bor")
    effets = {g.effet for g in defenseur(s, "bor", CORPS, s["alys"], "libre").gardes}
    assert not effets & {"parer", "esquiver", "feinter"} and "bloquer" in effets
    assert Attaquer("bor", "alys").closed(s).rule == "TN-1.7"
    juste = melee(bor={"fiche": {**BOR, "base": {"DEX": 6, "AGI": 4}}, "equipement": lourd}, passe="bor")
    effets = {g.effet for g in defenseur(juste, "bor", CORPS, juste["alys"], "libre").gardes}
    assert {"parer", "esquiver", "feinter"} <= effets and Attaquer("bor", "alys").closed(juste) is None


@pytest.mark.rule("TN-1.7", "TN-8.113", "TN-8.435")
def test_no_tactic_and_no_answer_either_with_an_attribute_below_0():
    tactique = {"competences": {**BOR["competences"], "domination": 2}, "groupes": {"tactique": 2, "defense": 2}}
    lame = {"armes": [{"modele": "epee_longue"}]}
    for force, fermee in ((5, True), (6, False)):
        bor = {"fiche": {**tactique, "base": {"FOR": force, "AGI": force}}, "equipement": lame}
        s = melee(bor=bor, passe="bor")
        assert (UserDeTactique("bor", "renverser", "alys").closed(s) is not None) is fermee
        assert any(x.id == "renverser" for x in ripostes(s, s["bor"], s["alys"], "corps")) is not fermee


@pytest.mark.rule("TN-8.306", "TN-8.308")
def test_care_in_a_fight_is_given_by_hand():
    s = melee(alys={"fiche": {**ALYS, "competences": {"medecine": 2}}})
    s = s.put(replace(s["bor"], lesions=(Lesion(1),)))
    assert PremiersSoins("alys", "bor").closed(s) is None
    assert PremiersSoins("alys", "bor").closed(s.put(replace(s["bor"], x=4))).rule == "TN-4.64"


# ---------------------------------------------------------------- the action gratuite of a stance


@pytest.mark.rule("TN-8.66", "TN-8.88")
def test_an_action_gratuite_is_one_more_attack_or_tactic_of_the_tour_whatever_its_kind():
    posture = {"traits": [{"id": "specialisation_posture", "sujet": "attaque"}]}
    s = melee(alys={"fiche": {**ALYS, **posture}})
    s, _ = porter(s, *TOUCHE, *PEU)
    assert Attaquer("alys", "bor").closed(s).rule == "TN-8.88"
    libre = Attaquer("alys", "bor", gratuite=True)
    assert libre in offers(s, s["alys"])
    s, oracle = porter(s, *TOUCHE, action=libre)  # 5 less for using the sword again
    assert dit(oracle, "attaque")["score"] == 15 and s.encounter.budgets["alys"].acts == 1
    assert s.encounter.attente("alys").actg and libre.closed(s).rule == "TN-8.66"
    assert Attaquer("alys", "bor", gratuite=True).closed(melee()).rule == "TN-8.66"
    assert UserDeTactique("alys", "renverser", "bor", gratuite=True).closed(melee()).rule == "TN-8.66"


@pytest.mark.rule("TN-8.66", "TN-8.112")
def test_so_is_a_tactic_of_a_tactical_stance():
    fiche = {**ALYS, "traits": [{"id": "specialisation_posture", "sujet": "tactique"}]}
    s = melee(alys={"fiche": {**fiche, "competences": {"domination": 2}}})
    action = UserDeTactique("alys", "renverser", "bor", gratuite=True)
    s, _ = porter(s, 3, 2, 1, action=action)
    assert s.encounter.budgets["alys"] == Budget(usages=("domination/d",)) and s.encounter.attente("alys").actg


# ---------------------------------------------------------------- on the ground


@pytest.mark.rule("TN-8.377", "TN-8.16", "TN-4.78")
def test_who_is_on_the_ground_has_one_desavantage_at_each_test_and_none_at_saves():
    s = melee()
    p = replace(s["bor"], conditions=(Condition("mise_au_sol", 10),))
    s = s.put(p)
    assert total(figures_d_initiative(s, p, "physique").avantages) == -1
    assert total(figures_d_attaque(s, Coup("bor", "alys")).f.avantages) == -1
    assert total(figures_de_sauvegarde(s, p, "robustesse").avantages) == 0


@pytest.mark.rule("TN-8.274", "TN-8.280", "TN-8.377")
def test_who_is_thrown_down_in_his_stride_stays_where_he_fell():
    """Bor has prepared, but his zone (1) is half of hers (2): 14 + 6 against 18. She keeps her head, not her feet."""
    fiche = {"base": {"FOR": 16}, "competences": {"domination": 4}}
    s = melee(bor={"fiche": fiche}, prepare="opportunite")
    s, oracle = jouer(
        s,
        SeDeplacer("alys", 0, 2),
        *(6, 6, 6, 5, 3),
        *(1, 1, 1),
        *(3, 2, 1),
        *(6, 5, 4),
        reponses={"tn.opportunite": "renverser/prepare"},
    )
    assert dit(oracle, "interruption")["desavantages"] == 1
    assert (s["alys"].x, s["alys"].y) == (0, 0) and dit(oracle, "arrete").who == "alys"


# ---------------------------------------------------------------- words that do not arrive, a round that nobody plays


@pytest.mark.rule("TN-8.389", "TN-8.114", "TN-8.116")
def test_nothing_of_the_mind_is_done_to_who_does_not_hear():
    s = joute(clervie={"fiche": {"competences": {"manipulation": 2, "persuasion": 2}}})
    dite = UserDeTactique("clervie", "couper_la_parole", "thibaud")
    assert dite.closed(s) is None
    sourd = replace(s, encounter=replace(s.encounter, paroles={"thibaud": Parole(sourd=True)}))
    assert dite.closed(sourd).rule == "TN-8.389"
    mentales = [id for id, x in LIGNES_DE_ZONE.items() if x.plan is ESPRIT and x.contre == "defense"]
    for id in mentales:
        assert "thibaud" not in AgirEnZone("clervie", id, 5, 0).cibles(sourd)


@pytest.mark.rule("TN-8.19", "TN-8.21")
def test_a_confrontation_in_which_nobody_is_above_0_goes_on_to_the_next_tour():
    """AGI 4 is -3, with a long sword (-6) below 0: 0 for both, twice; bare-handed they roll 3."""
    lent = {"fiche": {"base": {"AGI": 4}}}
    s = replace(melee(alys=lent, bor={**lent, "equipement": {}}), encounter=None)
    oracle = Scripted((1, 1, 1, 3, 2, 4), {})
    s = Engager("alys").resolve(s, oracle)
    assert s.encounter.tour == 2 and s.turn() == ("bor",) and oracle.left_over() is None


# ---------------------------------------------------------------- thrown déviation, far protectors


@pytest.mark.rule("TN-8.269", "TN-8.267")
def test_a_thrown_deviation_takes_its_modifier_off_the_dice():
    """DEX 4 with a dagger: 2, so -4; three dice and 1 of catégorie: 1 + 2 + 6 - 3 = 6. Fixed it would be nothing."""
    faible = {"fiche": {**BOR, "base": {"DEX": 4}, "competences": {"parade": 9}}}
    s = melee("jets_de_defense", bor=faible, prepare="parer")
    (garde,) = [g for g in defenseur(s, "bor", CORPS, s["alys"], "libre").gardes if g.effet == "parer"]
    assert (garde.des, garde.deviation) == (3, -3)
    parade = tenir_la_garde(Scripted((6, 5, 3, 1, 2, 6)), garde, 10, 0, 10, True)
    assert parade.reussie and parade.deviation == 6
    fixe = melee(bor=faible, prepare="parer")
    (garde,) = [g for g in defenseur(fixe, "bor", CORPS, fixe["alys"], "libre").gardes if g.effet == "parer"]
    assert (garde.des, garde.deviation) == (0, 0)


@pytest.mark.rule("TN-8.157")
def test_nobody_takes_a_blow_for_another_from_afar():
    s = melee(autres=(("cid", "bleu"),))
    arc = convert({"armes": [{"modele": "arc_court", "munitions": 1}]}, type(s["cid"].equipement), "arc")
    assert [d.qui for d in protecteurs(s, "bor", CORPS, s["alys"])] == ["cid"]
    s = s.put(replace(s["cid"], x=9, equipement=arc))
    assert a_portee(s["cid"], s["bor"], CORPS) is not None and protecteurs(s, "bor", CORPS, s["alys"]) == ()


# ---------------------------------------------------------------- what was prepared, where one lies


@pytest.mark.rule("TN-8.79", "TN-8.88", "TN-8.340")
def test_with_two_arms_one_parade_is_prepared_beside_the_one_of_the_other_hand():
    deux = {"equipement": ECU, "fiche": {**ALYS, "base": {"DEX": 20, "FOR": 15}}}
    faite = {"alys": Budget(1, genres=("defense:d",)), "bor": Budget()}
    s, _ = jouer(melee(alys=deux, budgets=faite), Preparer("alys", "parer"))
    assert s.encounter.budgets["alys"].genres == ("defense:d", "defense:g")
    assert Preparer("alys", "esquiver").closed(melee(alys=deux, budgets=faite)).rule == "TN-8.88"
    une = {"alys": Budget(1, genres=("defense",)), "bor": Budget()}
    assert Preparer("alys", "parer").closed(melee(budgets=une)).rule == "TN-8.88"


@pytest.mark.rule("TN-8.61", "TN-8.80")
def test_going_beyond_oneself_is_no_action_and_leaves_what_waits():
    s, _ = jouer(melee(attentes={"alys": Attente(preparee="parer")}), SeSurpasser("alys"))
    assert s.encounter.attente("alys").preparee == "parer" and s.encounter.budgets["alys"].acts == 3


@pytest.mark.rule("TN-8.117", "TN-8.365")
def test_a_trap_meets_the_defence_of_who_lies_on_the_ground():
    """12 against 15 touches nobody; against 11 it touches Bor: 16 of 4D8, all of it."""
    s = melee()
    s = s.put(replace(s["alys"], x=50), replace(s["bor"], conditions=(Condition("mise_au_sol", 10),)))
    apres, oracle = jouer(s, DeclencherPiege("bor", 2), 4, 4, 4, 4, 3, 2, 1)
    assert dit(oracle, "part_de_zone")["touche"] and perdus(apres)[0] == 16
