"""Chapter 8: attacks, the defences they meet, their damage, where they land, and what strikes back."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation.armes import (
    a_portee,
    absorption,
    arme_de,
    decouverte,
    maniement,
    resistance,
)
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, assaut, figures_d_attaque, perforation
from tablee.games.terre_natale.book.c8_confrontation.defense import cumulables, defenseur
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler, Tirade, Viser
from tablee.games.terre_natale.book.c8_confrontation.localisation import aggraver, seuil_localise
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Confrontation
from tablee.games.terre_natale.model.people import TETE, Lesion
from tablee.games.terre_natale.model.plan import CORPS, ESPRIT, PLANS
from tablee.games.terre_natale.model.things import Objet
from tablee.kernel.effects import Modifier
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

# Alys: DEX 20 less 6 of a long sword is 14, so +2; skill and group 4: +6 to attack. Bor: 10 in all, so 15 everywhere.
LAME = {"armes": [{"modele": "epee_longue"}]}
DAGUE = {"armes": [{"modele": "dague"}]}
SAVOIR = {"parade": 2, "evasion": 2, "armure": 2, "escroquerie": 2, "vigilance": 2}
ALYS = {"base": {"DEX": 20, "FOR": 15}, "groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}, "destinee": 0}
BOR = {"competences": SAVOIR, "groupes": {"defense": 2}}
TOUCHE = (6, 5, 3)  # 14, and 6: 20
JET = (4, 4, 4, 4, 4)  # 20, and 3 of the catégorie, and 2: 25
TIENT = (5, 4, 3)  # of an arm put to the test by a critical failure
PEU = (1, 1, 1, 1, 1)  # 10: he stays on his feet


def melee(*options, alys=None, bor=None, prepare="", initiatives=(20, 15), autres=(), **encounter):
    """Alys's passe, Bor beside her; he waits to defend himself as it is said."""
    s = scene(
        *options,
        alys={"fiche": ALYS, "equipement": LAME, **(alys or {}), "camp": "rouge"},
        bor={"fiche": BOR, "equipement": DAGUE, **(bor or {}), "camp": "bleu", "x": 1},
        **{who: {"fiche": BOR, "equipement": DAGUE, "camp": camp, "x": 1, "y": 1} for who, camp in autres},
    )
    e = Confrontation(
        initiatives=dict(zip(s.people, (*initiatives, 12), strict=False)),
        budgets={who: Budget() for who in s.people},
        attentes={"bor": Attente(preparee=prepare)} if prepare else {},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter))


def porter(s, *dice, action=None, **reponses):
    """Alys strikes: her dice, those of the defence, the jet; « tn_defense » is the answer to « tn.defense »."""
    said = {key.replace("tn_", "tn.", 1): answer for key, answer in reponses.items()}
    return jouer(s, action or Attaquer("alys", "bor"), *dice, reponses=said)


def perdus(s, who="bor"):
    return s[who].pertes.get("PV", 0), s[who].pertes.get("PE", 0)


def se_defend(effet, *dice, s=None, **reponses):
    """Bor answers with this, prepared, and these dice of the defence."""
    s = s or melee(prepare=effet)
    return porter(s, *TOUCHE, *dice, tn_defense=f"{effet}/prepare", **reponses)


# ---------------------------------------------------------------- what one strikes with


@pytest.mark.rule("TN-8.97", "TN-8.98")
@pytest.mark.parametrize(
    ("modele", "attaque", "defense"),
    [
        ("epee_longue", "DEX", "DEX"),
        ("dague", "DEX", "AGI"),
        ("masse", "FOR", "FOR"),
        ("lance", "AGI", "AGI"),
        ("fouet", "FOR", "CON"),
        ("bouclier", "CON", "CON"),
        ("arc_long", "PER", "PER"),
    ],
)
def test_the_grip_says_what_one_attacks_with_and_the_form_what_defends(modele, attaque, defense):
    p = scene(alys={"fiche": ALYS, "equipement": {"armes": [{"modele": modele}]}})["alys"]
    arme = arme_de(p, CORPS, 0, "")
    assert (arme.attribut, arme.defense) == (attaque, defense)


@pytest.mark.rule("TN-8.98")
def test_bare_hands_fight_by_their_style_and_the_same_attribute_defends():
    p = scene(alys={"competences": {"lutte": 3}})["alys"]
    assert arme_de(p, CORPS, 0, "").competence == "lutte"
    for row in rows("TN-8.98")[:4]:
        arme = arme_de(p, CORPS, 0, row["attribut"])
        assert (arme.competence, arme.attribut, arme.defense) == (
            row["mains_nues"].lower(),
            row["attribut"],
            row["attribut"],
        )


def test_of_the_skills_that_fit_a_weapon_the_one_known_best_is_used():
    p = scene(alys={"competences": {"arme_a_garde": 1, "arme_tranchante": 2, "arme_courte": 4}})["alys"]
    assert maniement(p, Objet("epee_longue")) == "arme_tranchante"
    assert maniement(p, Objet("couteau")) == "arme_courte"


@pytest.mark.rule("TN-8.97.1")
def test_by_the_option_the_attribute_of_the_attack_defends():
    lance = {"equipement": {"armes": [{"modele": "dague"}]}}
    bor = {"fiche": {"base": {"AGI": 20, "DEX": 10}}, "equipement": {}}
    assert figures_d_attaque(melee(alys=lance, bor=bor), Coup("alys", "bor")).d == 20
    assert figures_d_attaque(melee("defense_par_l_attaque", alys=lance, bor=bor), Coup("alys", "bor")).d == 15


@pytest.mark.rule("TN-8.101", "TN-8.101.1")
def test_armour_weighs_on_the_passive_defence_by_its_quality_and_its_penalty():
    armure = {"equipement": {"armure": {"modele": "cuir", "qualite": 2}}}  # 10 and 2, less 4: 8
    assert figures_d_attaque(melee(bor=armure), Coup("alys", "bor")).d == 14
    assert figures_d_attaque(melee("armure_sans_gene", bor=armure), Coup("alys", "bor")).d == 16


@pytest.mark.rule("TN-8.49", "TN-8.261", "TN-8.262", "TN-8.270")
def test_armour_and_raisonnement_resist_and_absorb_alike():
    equipement = {"armure": {"modele": "cuir", "travaille": True}, "raisonnement": 3}
    p = scene(bor={"fiche": {"base": {"CON": 14, "VOL": 12}}, "equipement": equipement})["bor"]
    assert (total(resistance(p, CORPS)), total(absorption(p, CORPS))) == (2, 6 + 2 + 2)
    assert (total(resistance(p, ESPRIT)), total(absorption(p, ESPRIT))) == (3, 9 + 1)
    assert (total(resistance(p, CORPS, True)), total(absorption(p, CORPS, True))) == (0, 2)


@pytest.mark.rule("TN-8.47", "TN-8.102", "TN-8.103", "TN-8.169")
def test_a_tirade_is_an_attack_on_the_mind():
    orateur = {"base": {"CHA": 18}, "competences": {"persuasion": 2}, "groupes": {"communication": 2}}
    ouvert = {"equipement": {"argument": 0, "raisonnement": 0}}
    s = melee(alys={"fiche": orateur, "equipement": {"argument": 2}}, bor=ouvert, forme="joute")
    # 18 less 4: +2, and 4: 6. The jet: 4D8, 2 of the argument, 2
    s = s.put(replace(s["bor"], x=5))
    s, oracle = porter(s, *TOUCHE, 4, 4, 4, 4, action=Tirade("alys", "bor"))
    assert dit(oracle, "attaque")["score"] == 20
    assert s["bor"].pertes == {"PS": 16 + 2 + 2}
    assert s["bor"].lesions == (Lesion(4, "traumatisme"),)
    assert {row["attribut"] for row in rows("TN-8.103")} - {"VOL"} == set(Tirade.ways)
    assert Tirade("alys", "bor", attribut="VOL").closed(melee()).rule == "TN-8.98"


@pytest.mark.rule("TN-8.103.1")
def test_by_the_option_nobody_is_moved_by_suggestion():
    assert Tirade("alys", "bor", attribut="SAG").closed(melee()) is None
    assert Tirade("alys", "bor", attribut="SAG").closed(melee("trois_methodes")).rule == "TN-8.103.1"


# ---------------------------------------------------------------- touching


@pytest.mark.rule("TN-8.90", "TN-8.92", "TN-8.93", "TN-8.96", "TN-8.107")
@pytest.mark.parametrize(("dice", "touche"), [((4, 3, 2), False), ((5, 4, 1), True)])
def test_an_attack_touches_above_the_passive_defence_and_not_on_it(dice, touche):
    """9 and 6 are the 15 of Bor: a miss."""
    s, oracle = porter(melee(), *dice, *(JET if touche else ()))
    assert (s["bor"].pertes.get("PV", 0) > 0) == touche == dit(oracle, "attaque")["reussi"]
    assert any(e.what == "manque" for e in oracle.events) != touche
    assert s.encounter.budgets["alys"].acts == 1


@pytest.mark.rule("TN-8.95", "TN-8.125", "TN-8.128", "TN-8.133", "TN-8.143", "TN-8.166", "TN-8.167", "TN-8.168")
def test_damage_is_the_jet_of_the_weapon_with_the_adjusted_attribute():
    s, oracle = porter(melee(), *TOUCHE, *JET)
    assert total(dit(oracle, "blesse").terms) == dit(oracle, "blesse")["points"] == 20 + 3 + 2
    assert perdus(s) == (25, 0)
    assert s["bor"].lesions == (Lesion(5),)  # 25 / 5


@pytest.mark.rule("TN-8.167.1")
def test_by_the_option_no_category_is_added():
    assert perdus(porter(melee("jets_sans_categorie"), *TOUCHE, *JET)[0]) == (22, 0)


@pytest.mark.rule("TN-8.167")
def test_an_arrow_adds_no_category():
    arc = {
        "fiche": {"base": {"PER": 20}, "competences": {"arc": 4}},
        "equipement": {"armes": [{"modele": "arc_court", "munitions": 1}]},
    }
    s = melee(alys=arc)
    assert figures_d_attaque(s, Coup("alys", "bor")).f.avantages == (("portée courte", -1, "TN-4.68"),)
    s, _ = porter(s.put(replace(s["bor"], x=8)), 6, 5, 3, 4, 4, 4, 4)  # 20 less 4: +3; perforation 5 finds nothing
    assert perdus(s) == (16 + 3, 0)


@pytest.mark.rule("TN-8.60")
def test_the_same_skill_again_in_a_round_costs_5_but_not_for_itself():
    s = melee()
    un = figures_d_attaque(s, Coup("alys", "bor"))
    s, _ = porter(s, 4, 3, 2)
    deux = figures_d_attaque(s, Coup("alys", "bor"))
    assert un.profil.fixe - deux.profil.fixe == 5
    assert figures_d_attaque(s, Coup("alys", "bor", restreinte=True)).profil.fixe == un.profil.fixe


def test_out_of_reach_is_out_of_reach():
    s = melee(bor={"x": 5})
    s = s.put(replace(s["bor"], x=5))
    assert Attaquer("alys", "bor").closed(s).rule == "TN-4.64"
    hachette = s.put(replace(s["alys"], equipement=replace(s["alys"].equipement, armes=(Objet("hachette"),))))
    assert Attaquer("alys", "bor").closed(hachette) is None
    assert arme_de(hachette["alys"], CORPS, 0, "", True).attribut == "PER"
    assert a_portee(hachette["alys"], hachette["bor"], CORPS) is not None


@pytest.mark.rule("TN-8.94", "TN-8.105")
def test_a_word_is_not_parried_with_a_blade():
    s = melee()
    effets = {g.nom for g in defenseur(s, "bor", ESPRIT, s["alys"], "libre").gardes}
    assert {"Répartir", "Ironiser"} <= effets and "Parer" not in effets


# ---------------------------------------------------------------- critical


@pytest.mark.rule("TN-8.289")
def test_ten_above_every_difficulty_is_critical():
    s, _ = porter(melee(), 6, 6, 5)  # 17, an exploit of 5, and 6: 28; five D8 of 8, 3, 2, and 5 of DEX
    assert perdus(s)[0] == 40 + 3 + 2 + 5
    _, oracle = porter(
        melee(prepare="parer"), 6, 6, 5, 6, 6, 4, *JET, tn_defense="parer/prepare"
    )  # 28 is 13 above Bor, but not 10 above his parry of 23
    assert not dit(oracle, "blesse")["critique"]


# ---------------------------------------------------------------- defences, Bor's at +4: skill 2, group 2


@pytest.mark.rule("TN-8.106", "TN-8.108", "TN-8.109", "TN-8.141", "TN-8.150", "TN-8.151", "TN-8.153", "TN-8.267")
def test_a_parry_adds_its_deflection_to_the_absorption():
    """DEX 10 less 2 of a dagger: +3. 666 is 24, so 27 above 20; déviation 3 and -1: 2."""
    s, oracle = se_defend("parer", 6, 6, 6, *JET, tn_contre="rien")
    assert dit(oracle, "defense")["reussi"]
    assert perdus(s) == (23, 2)  # absorption 2, used with as much endurance
    s, oracle = se_defend("parer", 6, 5, 3, *JET)  # 14 and 3: 17, not above 20: two degrees (12 / 5)
    assert not dit(oracle, "defense")["reussi"] and dit(oracle, "defense")["degre"] == 2
    assert perdus(s) == (21, 4)


@pytest.mark.rule("TN-8.106")
def test_a_tie_is_no_defence():
    s, oracle = se_defend("subir", 6, 6, 1, *JET)  # 13, an exploit of 1, and 4: 18
    assert not dit(oracle, "defense")["reussi"]
    haut = replace(s["bor"].fiche, groupes={"defense": 4})
    table = melee(prepare="subir")
    table = table.put(replace(table["bor"], fiche=haut))
    _, oracle = se_defend("subir", 6, 6, 1, *JET, s=table)
    assert dit(oracle, "defense")["score"] == 20 == dit(oracle, "attaque")["score"]
    assert not dit(oracle, "defense")["reussi"]


@pytest.mark.rule("TN-8.437")
def test_the_object_of_each_defence():
    s = melee(bor={"equipement": {**DAGUE, "armure": {"modele": "cuir"}, "raisonnement": 2}})
    corps = {g.effet: total(g.f.ajustements) for g in defenseur(s, "bor", CORPS, s["alys"], "libre").gardes}
    assert {effet for effet, n in corps.items() if n == -2} == {"parer", "bloquer"}
    assert {effet for effet, n in corps.items() if n == -4} == {"esquiver", "feinter"}
    esprit = [g for g in defenseur(s, "bor", ESPRIT, s["alys"], "libre").gardes if not g.emphase]
    assert {g.nom for g in esprit if g.f.ajustements} == {"Répartir", "Critique", "Ironiser", "Railler"}
    assert {g.nom for g in esprit if g.deviation} == {"Répartir", "Critique"}


@pytest.mark.rule("TN-8.152")
@pytest.mark.parametrize(("dice", "degre"), [((3, 2, 1), 1), ((6, 5, 3), 2), ((6, 5, 4), 2)])
def test_what_fails_still_consoles_up_to_the_level_of_the_skill(dice, degre):
    assert dit(se_defend("subir", *dice, *JET)[1], "defense")["degre"] == degre


@pytest.mark.rule("TN-8.154")
def test_a_block_deflects_and_a_shield_resists_even_in_vain():
    bouclier = {"equipement": {"armes": [{"modele": "bouclier"}]}}  # CON 10 less 4: -2; 2 of résistance
    s, _ = se_defend("bloquer", 6, 6, 6, *JET, s=melee(prepare="bloquer", bor=bouclier))
    assert perdus(s) == (25 - 2 - 10, 10)  # déviation 6, 6 and -2
    s, _ = se_defend("bloquer", 6, 5, 1, *JET, s=melee(prepare="bloquer", bor=bouclier))  # 12 + 2: one degree
    assert perdus(s) == (25 - 2 - 2, 2)


@pytest.mark.rule("TN-8.155")
def test_a_dodge_leaves_nothing_and_a_failed_one_raises_the_difficulty():
    s, oracle = se_defend("esquiver", 6, 6, 6)
    assert perdus(s) == (0, 0) and dit(oracle, "manque")
    s, _ = se_defend("esquiver", 6, 5, 3, *JET)  # 18: two degrees, 17 is still beaten
    assert perdus(s)[0] == 25
    s, _ = porter(melee(prepare="esquiver"), 4, 4, 2, 6, 3, 1, tn_defense="esquiver/prepare")
    assert perdus(s) == (0, 0)  # 16 against 15, and one degree of 14


@pytest.mark.rule("TN-8.156")
def test_a_feint_turns_the_blow_back_or_makes_it_critical():
    s, _ = se_defend("feinter", 6, 6, 6, *JET)  # 24 + 4: above 20 and 5
    assert perdus(s) == (0, 0) and perdus(s, "alys") == (25, 0)
    s, oracle = se_defend("feinter", 6, 5, 4)  # 19: critical
    assert dit(oracle, "blesse")["critique"] and perdus(s)[0] == 50
    assert s.encounter.attentes["bor"].feintes == 1
    s = s.put(replace(s["bor"], lesions=(), pertes={}))
    encore = {g.effet: g for g in defenseur(s, "bor", CORPS, s["alys"], "libre").gardes}["feinter"]
    assert ("Feintes répétées", -1, "TN-8.156") in encore.f.avantages


@pytest.mark.rule("TN-8.157")
def test_a_protector_takes_the_blow_whatever_comes_of_it():
    s = melee(autres=(("cid", "bleu"),))
    s = replace(s, encounter=s.encounter.attend("cid", preparee="proteger"))
    s, oracle = porter(s, *TOUCHE, 6, 3, 1, *JET, tn_defense="rien", tn_proteger="proteger/prepare")
    assert perdus(s) == (0, 0) and dit(oracle, "blesse").target == "cid"
    assert perdus(s, "cid") == (23, 2)  # 10 and 3: one degree, déviation 2


@pytest.mark.rule("TN-8.158", "TN-8.163")
def test_cover_takes_an_obstacle_and_guarding_takes_conditions():
    s = melee()

    def effets(s, conditions=False):
        return {g.effet for g in defenseur(s, "bor", CORPS, s["alys"], "libre", conditions).gardes}

    assert not {"se_couvrir", "se_premunir"} & effets(s)
    assert "se_premunir" in effets(s, True)
    couvert = (Modifier("couvert", 4, "Muret", "TN-8.368"),)  # 20 less 4 is still above 15
    s = melee(prepare="se_couvrir")
    s = s.put(replace(s["bor"], effets=couvert))
    assert "se_couvrir" in effets(s)
    assert perdus(se_defend("se_couvrir", 6, 6, 6, s=s)[0]) == (0, 0)


@pytest.mark.rule("TN-8.159", "TN-8.140")
def test_bearing_it_leaves_the_damage_and_no_wound():
    s, _ = se_defend("subir", 6, 6, 6, *JET)
    assert (perdus(s)[0], s["bor"].lesions) == (25, ())
    s, _ = se_defend("subir", 6, 5, 3, *JET)  # two degrees: a threshold of 5 and 4
    assert s["bor"].lesions == (Lesion(2),)


@pytest.mark.rule("TN-8.160", "TN-8.161", "TN-8.162", "TN-8.436")
@pytest.mark.parametrize(
    ("effet", "dice", "reste"),
    [
        ("devier", (6, 6, 6), (10, 3)),  # absorption 6: 19 and 6, halved up
        ("devier", (6, 5, 3), (17, 2)),  # two degrees: 2 and 4 less
        ("eviter", (6, 6, 6), (0, 6)),
        ("eviter", (6, 5, 3), (15, 6)),
        ("encaisser", (6, 6, 6), (19, 0)),
        ("encaisser", (6, 5, 3), (19, 0)),
    ],
)
def test_minor_defences_act_on_what_the_blow_falls_apart_into(effet, dice, reste):
    s = melee(prepare=effet)
    s = s.put(replace(s["bor"], effets=(Modifier("absorption", 6, "Cuir", "TN-8.262"),)))
    assert perdus(se_defend(effet, *dice, *JET, s=s)[0]) == reste


@pytest.mark.rule("TN-8.140", "TN-8.141", "TN-8.146")
def test_undefended_a_blow_that_costs_nothing_leaves_a_lesion_all_the_same():
    dur = (Modifier("resistance", 30, "Peau", "TN-8.261"),)
    s = melee(prepare="eviter")
    s = s.put(replace(s["bor"], effets=dur))
    assert porter(s, *TOUCHE, *JET)[0]["bor"].lesions == (Lesion(0),)
    assert se_defend("eviter", 6, 6, 6, *JET, s=s)[0]["bor"].lesions == ()


@pytest.mark.rule("TN-8.34", "TN-8.75", "TN-8.277")
def test_whoever_has_no_round_or_is_struck_by_an_interruption_does_not_defend():
    s = melee()
    assert defenseur(s, "bor", CORPS, s["alys"], "libre").gardes
    assert not defenseur(s, "bor", CORPS, s["alys"], "aucune").gardes
    assert {g.moyen for g in defenseur(s, "bor", CORPS, s["alys"], "doublee").gardes} == {"double"}
    assert not defenseur(melee(budgets={"alys": Budget()}), "bor", CORPS, s["alys"], "libre").gardes


@pytest.mark.rule("TN-8.78", "TN-8.108", "TN-8.110")
def test_an_unprepared_defence_costs_an_action_and_is_at_a_disadvantage():
    s = melee()
    s, _ = porter(s, *TOUCHE, 6, 6, 5, 4, *JET, tn_defense="eviter/acts")
    assert s.encounter.budgets["bor"].acts == 1 and "defense" in s.encounter.budgets["bor"].genres
    hostile = melee(hostiles=("bor",))
    g = next(g for g in defenseur(hostile, "bor", ESPRIT, s["alys"], "libre").gardes if g.moyen == "actr")
    assert g.f.net == -1


@pytest.mark.rule("TN-8.111", "TN-8.165")
def test_two_defences_are_heaped_if_one_is_the_faster():
    """Éviter and Subir: neither permanent damage nor a wound; the second costs initiative and has to pass."""
    answers = {"tn_defense": "eviter/prepare", "tn_seconde_defense": "subir/double"}
    s, oracle = porter(melee(prepare="eviter", initiatives=(9, 15)), *TOUCHE, 6, 6, 6, 6, 6, 6, *JET, **answers)
    assert (perdus(s), s["bor"].lesions) == ((0, 0), ())
    assert s.encounter.initiatives["bor"] == 10
    s, oracle = porter(melee(prepare="eviter", initiatives=(10, 15)), *TOUCHE, 3, 2, 1, *JET, **answers)
    assert dit(oracle, "double_perdu").who == "bor" and s.encounter.initiatives["bor"] == 10


@pytest.mark.rule("TN-8.165")
def test_what_is_never_heaped():
    s = melee()
    ways = defenseur(s, "bor", CORPS, s["alys"], "libre").gardes
    assert {g.effet for g in cumulables(ways, "parer")} == {g.effet for g in ways} - {"parer", "bloquer"}
    assert {g.effet for g in cumulables(ways, "subir")} == {g.effet for g in ways} - {"subir"}


@pytest.mark.rule("TN-8.165.1")
def test_by_the_option_every_second_defence_has_to_be_the_faster():
    for options, perdu in (((), False), (("vitesse_de_toute_defense",), True)):
        s = melee(*options, initiatives=(30, 15))
        dice = (*TOUCHE, *JET) if perdu else (*TOUCHE, 6, 6, 6, *JET)
        oracle = Scripted(dice, {"tn.defense": "eviter/double"})
        s, v = assaut(s, oracle, Coup("alys", "bor", reponse="doublee"))
        assert (v.perdue is not None) == perdu and s.encounter.initiatives["bor"] == 10


@pytest.mark.rule("TN-8.269")
def test_by_the_option_the_deflection_is_thrown():
    s = melee("jets_de_defense", prepare="parer")
    s, _ = se_defend("parer", 6, 6, 6, 5, 5, 5, *JET, s=s, tn_contre="rien")  # 3D8, 1 of the dagger, -1
    assert perdus(s) == (25 - 15, 15)


# ---------------------------------------------------------------- what weapons and traits add


def avec(s, who, **sommes):
    effets = tuple([Modifier(on, n, on, "TN-8.137") for on, n in sommes.items()])
    return s.put(replace(s[who], effets=effets))


@pytest.mark.rule("TN-8.249", "TN-8.170")
def test_power_adds_to_the_jet():
    assert perdus(porter(avec(melee(), "alys", puissance=4), *TOUCHE, *JET)[0])[0] == 29


@pytest.mark.rule("TN-8.251", "TN-8.266")
def test_perforation_ignores_absorption_and_is_never_below_0():
    s = avec(melee(), "bor", absorption=6)
    assert perdus(porter(s, *TOUCHE, *JET)[0]) == (19, 6)
    s = avec(s, "alys", perforation=4)
    assert perdus(porter(s, *TOUCHE, *JET)[0]) == (23, 2)
    faible = melee(alys={"fiche": {**ALYS, "base": {"DEX": 20, "PER": 6}}})
    assert total(perforation(faible, Coup("alys", "bor"))) == 0


@pytest.mark.rule("TN-8.252", "TN-8.253", "TN-8.126")
def test_attrition_takes_endurance_unless_one_dodged():
    s = avec(melee(prepare="subir"), "alys", attrition=25)
    s2, _ = porter(s, *TOUCHE, *JET)
    assert s2["bor"].reste("PE") == 20 - 25
    assert se_defend("subir", 6, 6, 6, *JET, s=s)[0]["bor"].pertes["PE"] == 25
    s = avec(melee(prepare="esquiver"), "alys", attrition=5)
    assert perdus(se_defend("esquiver", 6, 6, 6, s=s)[0]) == (0, 0)


@pytest.mark.rule("TN-8.254")
def test_penetration_adds_where_no_defence_was_tried():
    s = avec(melee(prepare="subir"), "alys", penetration=3)
    assert perdus(porter(s, *TOUCHE, *JET)[0])[0] == 28
    assert perdus(se_defend("subir", 3, 2, 1, *JET, s=s)[0])[0] == 25


@pytest.mark.rule("TN-8.254.1")
def test_by_the_option_perforation_penetrates():
    s = avec(melee("perforation_penetre"), "alys", perforation=2)
    assert perdus(porter(s, *TOUCHE, *JET)[0])[0] == 27


@pytest.mark.rule("TN-8.248", "TN-8.256")
def test_aggravation_bears_on_the_lesion_alone():
    s = avec(melee(), "bor", resistance=15)
    assert porter(s, *TOUCHE, *JET)[0]["bor"].lesions == (Lesion(2),)
    s, _ = porter(avec(s, "alys", aggravation=5), *TOUCHE, *JET)
    assert (perdus(s)[0], s["bor"].lesions) == (10, (Lesion(3),))


@pytest.mark.rule("TN-8.137")
def test_keywords_of_an_attack_and_of_its_target():
    assert figures_d_attaque(avec(melee(), "alys", maitrise=3), Coup("alys", "bor")).maitrise == 3
    assert figures_d_attaque(avec(melee(), "bor", gestion=3), Coup("alys", "bor")).marge == 13
    assert figures_d_attaque(avec(melee(), "alys", criticite=2), Coup("alys", "bor")).marge == 8
    s = avec(melee(prepare="subir"), "alys", maitrise=9)
    assert not dit(se_defend("subir", 6, 6, 6, *JET, s=s)[1], "defense")["reussi"]  # 28 against 29


@pytest.mark.rule("TN-8.138")
def test_by_the_option_permanent_damage_is_turned_over():
    s, _ = porter(melee("bascule"), *TOUCHE, *JET, tn_bascule=3)
    assert perdus(s) == (22, 6)


@pytest.mark.rule("TN-8.124", "TN-8.130", "TN-8.131")
def test_endurance_takes_damage_upon_itself():
    s, _ = porter(melee(), *TOUCHE, *JET, tn_partage="effort")
    assert perdus(s) == (15, 20)
    surpris = melee(statuts={"bor": "surpris"})  # 10 easier would be critical: 16 against 10 is not
    assert perdus(porter(surpris, 5, 4, 1, *JET)[0]) == (25, 0)


# ---------------------------------------------------------------- localisation


@pytest.mark.rule("TN-8.258", "TN-8.287", "TN-8.290", "TN-8.294", "TN-8.297")
def test_zones_have_the_defence_of_their_attribute_and_5():
    bor = {"fiche": {"base": {"PER": 14, "INT": 12}}}
    s = melee(bor=bor)
    assert figures_d_attaque(s, Coup("alys", "bor", zone="Tête")).visee == 17 + 5
    assert figures_d_attaque(s, Coup("alys", "bor", zone="Tête", sous=3)).visee == 17 + 5 + 3
    assert figures_d_attaque(avec(s, "alys", visee=6), Coup("alys", "bor", zone="Tête")).visee == 16
    assert figures_d_attaque(s, Coup("alys", "bor", "esprit", zone="Logique")).visee == 16 + 5
    for regle, plan in (("TN-8.294", CORPS), ("TN-8.297", ESPRIT)):
        lus = {row["zone"].replace("Amour Propre", "Amour-propre"): row["attribut"] for row in rows(regle)}
        assert {z.nom: z.attribut for z in plan.zones.values()} == lus


@pytest.mark.rule("TN-8.288", "TN-8.289", "TN-8.291")
@pytest.mark.parametrize(
    ("visee", "dice", "attendu"),
    [
        (0, (6, 6, 1), (Lesion(5),)),  # 14 and 6: 20 is not above 20: an ordinary hit
        (1, (6, 6, 1), (Lesion(5, zone="Bras"),)),
        (9, (5, 3, 1), (Lesion(4, zone="Bras"),)),  # 15, the place alone: 25 halved is 12, doubled 24
        (0, (5, 3, 1), ()),
    ],
)
def test_the_two_difficulties_of_a_located_attack(visee, dice, attendu):
    s = avec(melee(attentes={"alys": Attente(vise="bor")}), "alys", visee=visee)
    s, _ = porter(s, *dice, *(JET if attendu else ()), action=Attaquer("alys", "bor", "Bras"))
    assert s["bor"].lesions == attendu
    assert perdus(s)[0] == {(): 0, (Lesion(4, zone="Bras"),): 12}.get(attendu, 25)


@pytest.mark.rule("TN-8.289", "TN-8.293")
def test_aim_is_taken_first_or_the_located_attack_is_at_a_disadvantage():
    s, coup = melee(), Attaquer("alys", "bor", "Bras")
    assert figures_d_attaque(s, coup.coup(s)).f.net == -1
    s, _ = porter(s, action=Viser("alys", "bor"))
    assert figures_d_attaque(s, coup.coup(s)).f.net == 0
    assert Viser("alys", "bor").closed(s).rule in ("TN-8.88", "TN-8.293")
    s, _ = porter(s, 3, 2, 1, action=coup)
    assert s.encounter.attente("alys").vise == ""


@pytest.mark.rule("TN-8.295", "TN-8.298")
def test_a_finer_aim_lowers_the_threshold_down_to_5():
    assert [seuil_localise((("Seuil", n, ""),), 3) for n in (4, 5, 6, 9)] == [4, 5, 5, 6]
    assert Attaquer("alys", "bor", "Bras", 6).closed(melee()).rule == "TN-8.295"
    assert Attaquer("alys", "bor", "", 1).closed(melee()).rule == "TN-8.295"
    assert Attaquer("alys", "bor", "Aile").closed(melee()).rule == "TN-8.294"
    assert Tirade("alys", "bor", "Logique", 6).closed(melee()).rule == "TN-8.295"


@pytest.mark.rule("TN-8.291", "TN-8.292")
def test_a_located_lesion_weighs_on_its_zone_alone_and_kills_in_the_head():
    s = melee()
    p = replace(s["bor"], lesions=(Lesion(1), Lesion(3, zone="Bras")))

    def penalite(attribut):
        f = figures_d_attaque(s.put(replace(p, id="alys", side="rouge")), Coup("alys", "bor", attribut=attribut))
        return sum(n for label, n, _ in f.f.modificateurs if "lessure" in label or "ésion" in label)

    s = s.put(replace(s["alys"], equipement=replace(s["alys"].equipement, armes=())))
    p = replace(s["alys"], lesions=p.lesions)
    assert (penalite("DEX"), penalite("FOR")) == (-3, -1)
    perdu = s.put(replace(s["alys"], lesions=(Lesion(5, zone="Bras"),)))
    assert Attaquer("alys", "bor", attribut="DEX").closed(perdu).rule == "TN-8.292"
    assert Attaquer("alys", "bor", attribut="FOR").closed(perdu) is None
    assert "mort" in replace(p, lesions=(Lesion(5, zone=TETE),)).etats and PLANS["corps"].zones[TETE].mortelle


@pytest.mark.rule("TN-8.147")
@pytest.mark.parametrize(
    ("avant", "apres"),
    [
        ((Lesion(1, zone="Bras"),), (Lesion(5, zone="Bras"),)),  # 10 located count 20: four levels more
        ((Lesion(0),), (Lesion(4),)),  # a general one lies in every zone
        ((Lesion(0, zone="Bras"), Lesion(2)), (Lesion(4, zone="Bras"), Lesion(2))),  # that of the zone first
    ],
)
def test_a_lesion_that_is_aimed_at_rises_instead_of_a_new_one(avant, apres):
    s = avec(melee(attentes={"alys": Attente(vise="bor")}), "alys", visee=9)
    s = avec(s, "bor", resistance=15)
    s = s.put(replace(s["bor"], lesions=avant))
    s, _ = porter(s, *TOUCHE, *JET, action=Attaquer("alys", "bor", "Bras", plaie=True))  # 25 - 15: 10
    assert s["bor"].lesions == apres


@pytest.mark.rule("TN-8.147")
def test_a_lesion_is_aimed_at_in_a_zone_and_a_failed_aim_makes_its_own():
    s = avec(melee(attentes={"alys": Attente(vise="bor")}), "bor", resistance=15)
    s = s.put(replace(s["bor"], lesions=(Lesion(1),)))
    assert Attaquer("alys", "bor", plaie=True).closed(s).rule == "TN-8.147"
    manquee, _ = porter(s, *TOUCHE, *JET, action=Attaquer("alys", "bor", "Bras", plaie=True))  # 20 is not above 20
    assert manquee["bor"].lesions == (Lesion(1), Lesion(2))
    autre = s.put(replace(s["bor"], lesions=(Lesion(1, zone="Jambes"), Lesion(1, "traumatisme"))))
    assert Attaquer("alys", "bor", "Bras", plaie=True).closed(autre).rule == "TN-8.147"
    assert aggraver(autre, Scripted(), "bor", "blessure", "Bras", 1) is None


@pytest.mark.rule("TN-8.296")
def test_armour_counts_where_it_covers():
    p = melee(bor={"equipement": {"armure": {"modele": "cuir"}}})["bor"]
    assert [z for z in CORPS.zones if decouverte(p, CORPS, z)] == ["Tête"]
    s = melee(bor={"equipement": {"armure": {"modele": "cuir"}}}, attentes={"alys": Attente(vise="bor")})
    s = avec(s, "alys", visee=9)
    tete, _ = porter(s, *TOUCHE, *JET, action=Attaquer("alys", "bor", "Tête"))
    bras, _ = porter(s, *TOUCHE, *JET, action=Attaquer("alys", "bor", "Bras"))
    assert perdus(tete) == (25, 0) and perdus(bras) == (25 - 2 - 6, 6)


# ---------------------------------------------------------------- striking back, and again


@pytest.mark.rule("TN-8.153", "TN-8.435")
def test_whoever_parries_may_strike_back_with_the_skill_that_reprisals_allow():
    bor = {**BOR, "competences": {**SAVOIR, "arme_a_garde": 4, "represailles": 1}}
    s = melee(prepare="parer", bor={"fiche": bor})
    s, oracle = se_defend("parer", 6, 6, 6, *PEU, 6, 6, 6, 6, 4, 4, 4, s=s, tn_contre="contre/acts")
    contre = dit(oracle, "attaque")  # 24, a dagger -1, one level of four, a wound; then 3D8, 1 and -1
    assert contre.who == "bor" and contre["score"] == 24 - 1 + 1 - 1 and contre["net"] == -1
    assert perdus(s, "alys")[0] == 12
    assert s.encounter.budgets["bor"].genres == ("attaque",)


@pytest.mark.rule("TN-8.435", "TN-8.75")
def test_a_contre_is_answered_by_doubling_alone():
    s = melee(prepare="parer")
    _, oracle = se_defend("parer", 6, 6, 6, *PEU, 6, 6, 6, 6, 4, 4, 4, s=s, tn_contre="contre/acts")
    contre = [q.open() for q in oracle.asked if (q.who, q.key) == ("alys", "tn.defense")]
    assert contre and all(id == "rien" or id.endswith("/double") for id in contre[0])


@pytest.mark.rule("TN-8.69", "TN-8.70", "TN-8.71", "TN-8.72", "TN-8.73", "TN-8.104")
@pytest.mark.parametrize(("initiative", "passe"), [(20, False), (21, True)])
def test_a_second_attack_is_paid_first_and_then_compared(initiative, passe):
    s, _ = porter(melee(initiatives=(initiative, 15)), 4, 3, 2)
    assert Doubler("alys", "bor").closed(s) is None
    s, oracle = porter(s, *((*TOUCHE, 4, 4, 4, 4) if passe else ()), action=Doubler("alys", "bor"))
    assert s.encounter.initiatives["alys"] == initiative - 5 and not s.encounter.budgets["alys"].double
    assert perdus(s)[0] == (16 + 2 + 2 if passe else 0)  # catégorie 2 at most, no repetition
    assert any(e.what == "double_perdu" for e in oracle.events) != passe
    assert Doubler("alys", "bor").closed(s) is not None


@pytest.mark.rule("TN-8.255")
def test_acceleration_counts_for_the_second_attack():
    s, _ = porter(avec(melee(), "alys", acceleration=1), 4, 3, 2)
    s, _ = porter(s, 3, 2, 1, action=Doubler("alys", "bor"))
    assert s.encounter.initiatives["alys"] == 15


@pytest.mark.rule("TN-8.74", "TN-8.75")
def test_only_an_attack_just_made_is_doubled_and_only_who_defended_himself_answers():
    assert Doubler("alys", "bor").closed(melee()).rule == "TN-8.70"
    s, _ = porter(melee(initiatives=(30, 15)), 4, 3, 2)
    assert Doubler("alys", "bor").coup(s).reponse == "aucune"
    s, _ = se_defend("eviter", 6, 6, 6, *JET, s=melee(prepare="eviter", initiatives=(30, 15)))
    assert Doubler("alys", "bor").coup(s).reponse == "doublee"


@pytest.mark.rule("TN-8.77")
def test_the_order_of_an_exchange():
    _, oracle = se_defend("parer", 6, 6, 6, *PEU, 3, 2, 1, 1, *TIENT, tn_contre="contre/acts")
    told = [e.what for e in oracle.events if e.what in ("attaque", "defense", "blesse", "contre")]
    assert told == ["attaque", "defense", "blesse", "contre", "attaque"]


# ---------------------------------------------------------------- odds


def compte(net, fixe, difficulte):
    """How many of all throws of 3 + |net| D6 are above, by hand: exploits of sixes, maladresses of ones and twos."""
    n = 3 + abs(net)
    bons = 0
    for faces in product(range(1, 7), repeat=n):
        tri = sorted(faces, reverse=True)
        haut, paire, bas = tri[:3] if net >= 0 else tri[-3:]
        points = haut + paire + bas
        if paire in (haut, bas):
            points += bas if paire == 6 else -haut if paire <= 2 else 0
        bons += points + fixe > difficulte
    return Fraction(bons, 6**n)


@pytest.mark.rule("TN-8.93")
@pytest.mark.parametrize("zone", ["", "Bras"])
def test_the_odds_on_the_button_are_the_exact_count(zone):
    s = melee()
    found = odds(Attaquer("alys", "bor", zone).seen(s, "touche"))
    assert found.p(True, exact=True) == compte(-1 if zone else 0, 6, 15)


@pytest.mark.rule("TN-8.128")
def test_the_odds_of_damage_are_the_exact_count():
    """Bare hands: 2D8 and -1 against 4 of résistance; critical, 16 and so on."""
    faible = {"fiche": {"base": {"FOR": 8}}, "equipement": {}}
    s = avec(melee(alys=faible), "bor", resistance=4)
    found = odds(Attaquer("alys", "bor", attribut="FOR").seen(s, "degats"))
    touche, haut = compte(0, -1, 15), compte(0, -1, 24)
    jets = [max(0, a + b - 1 - 4) for a, b in product(range(1, 9), repeat=2)]
    critique = 16 - 1 + 0 - 4
    mean = (touche - haut) * Fraction(sum(jets), 64) + haut * critique
    assert Fraction(found.mean()).limit_denominator(10**6) == mean.limit_denominator(10**6)
    assert found.p(0) == pytest.approx(float(1 - touche + (touche - haut) * Fraction(jets.count(0), 64)))


@pytest.mark.rule("TN-8.106")
def test_the_chance_of_each_answer_stands_on_its_button():
    _, oracle = porter(melee(prepare="subir"), *TOUCHE, *JET)
    question = next(q for q in oracle.asked if q.key == "tn.defense")
    tries = {t.name: t for t in question.tries}
    subir = odds(tries["chance:subir/prepare"].chance, *tries["chance:subir/prepare"].figures)
    assert subir.p(True, exact=True) == compte(0, 4, 20)
    assert odds(tries["blesse"].chance, *tries["blesse"].figures).mean() == pytest.approx(22.5 + 5)
    assert "epargne:subir/prepare" in tries and question.group == "coup:bor"
