"""Blows hand to hand: who hits, what it costs, what Critiques add, in which order Avantages come and go."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer, offers
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.model.catalogue import FORMES, LOCALISATION, ZONES, inverser
from tablee.kernel.action import tag
from tablee.kernel.odds import odds

from .essais import exact, issue, lu, proches, refus, rows
from .melees import dit, duel, essai, jouer, racontes, terms, valeur

COUP = Attaquer("anna", "bruno")


def un_duel_de(a, b, **autres):
    """Two whose values are these, both by Esquive or bare hands alike."""
    return duel(fiche={"CC": a, "competences": {"lames": 0}}, fiche_bruno={"AGI": b, "CC": 1}, **autres)


# ---------------------------------------------------------------- the Tests


@pytest.mark.rule("VM-2.24", "VM-2.25", "VM-2.27")
def test_the_winner_of_the_opposed_test_hits_for_the_difference_and_the_weapon():
    s, oracle = jouer(duel(), COUP, 23, 80)
    assert (valeur(oracle, "anna"), valeur(oracle, "bruno")) == (50, 40)
    assert terms(oracle, "degats") == {
        "DR du Test opposé": 7,
        "Épée": 4,
        "Bonus de Force": 3,
        "Bonus d'Endurance": -3,
    }
    assert dit(oracle, "degats")["points"] == 11 and s["bruno"].pb == 1
    assert not s["bruno"].niveau("a_terre") and s["bruno"].a_zero is None


@pytest.mark.rule("VM-2.24", "VM-2.25")
def test_a_defender_who_wins_is_not_hit_and_wounds_nobody():
    s, oracle = jouer(duel(), COUP, 49, 5)
    assert (s["bruno"].pb, s["anna"].pb) == (12, 12)
    assert dit(oracle, "manque").rule == "VM-2.25" and s["anna"].avantages == s["bruno"].avantages == 0


@pytest.mark.rule("VM-2.24")
def test_the_defender_chooses_esquive_his_weapon_or_his_shield_the_best_first():
    s = duel(
        bruno={"equipement": {"armes": ["epee", "rondache"]}},
        fiche_bruno={"CC": 30, "competences": {"lames": 25, "boucliers": 12}},
    )
    _, oracle = jouer(s, COUP, 30, 30)
    assert [o.id for o in oracle.asked[0].options] == ["epee", "rondache", "esquive"]  # 55, 42 + 5, 40
    assert (oracle.asked[0].who, oracle.asked[0].key) == ("bruno", "vm.defense")
    for choix, competence, v in (("epee", "Lames", 55), ("rondache", "Boucliers", 47), ("esquive", "Esquive", 40)):
        _, oracle = jouer(s, COUP, 30, 30, reponses=[choix])
        essais = [e for e in oracle.events if e.what == "essai"]
        assert (essais[1]["competence"], essais[1]["valeur"]) == (competence, v)


@pytest.mark.rule("VM-2.24")
def test_bare_hands_strike_and_parry_with_corps_a_corps():
    s = duel(anna={"equipement": {}}, fiche={"CC": 44})
    _, oracle = jouer(s, COUP, 30, 90, reponses=["mains_nues"])
    essais = [e for e in oracle.events if e.what == "essai"]
    assert [(e["competence"], e["valeur"]) for e in essais] == [("Corps à corps", 44), ("Corps à corps", 30)]
    assert terms(oracle, "degats")["Mains nues"] == 0


@pytest.mark.rule("VM-2.24")
def test_nobody_parries_with_a_weapon_he_never_learned():
    s = duel(bruno={"equipement": {"armes": ["rapiere"]}})
    _, oracle = jouer(s, COUP, 30, 30)
    assert [o.id for o in oracle.asked[0].options] == ["esquive", "mains_nues"]


@pytest.mark.rule("VM-2.25", "VM-2.27")
def test_winning_with_a_failed_test_still_hits():
    s, oracle = jouer(duel(), COUP, 61, 96)  # -1 against -5
    assert dit(oracle, "degats")["points"] == 4 + 4 + 3 - 3 and s["bruno"].pb == 4


@pytest.mark.rule("VM-2.26")
def test_a_perfect_tie_is_rolled_again_and_its_critiques_are_void():
    s, oracle = jouer(un_duel_de(40, 40), COUP, 33, 33, 10, 30)
    assert "egalite" in racontes(oracle) and s["bruno"].blessures == () and s.encounter.attente == ()
    assert dit(oracle, "degats")["points"] == 2 + 7 - 3


@pytest.mark.rule("VM-2.26")
def test_equal_dr_alone_is_no_tie():
    s, oracle = jouer(un_duel_de(40, 42), COUP, 33, 30, 1)
    assert "egalite" not in racontes(oracle) and "manque" in racontes(oracle)
    assert len(s["bruno"].blessures) == 1  # the Critique of the loser stands


@pytest.mark.rule("VM-2.27", "VM-5.2")
def test_points_do_not_fall_below_zero_and_cost_no_avantage():
    s = duel(fiche={"FOR": 10}, bruno={"avantages": 2}, fiche_bruno={"END": 90, "AGI": 1})
    s, oracle = jouer(s, COUP, 30, 30)
    assert dit(oracle, "sans_mal")["points"] == 0 and terms(oracle, "sans_mal")["Pas moins de 0"] > 0
    assert s["bruno"].pb_perdus == 0 and s["bruno"].avantages == 2 and s["anna"].avantages == 1


# ---------------------------------------------------------------- where it hits


@pytest.mark.rule("VM-2.32")
@pytest.mark.parametrize(("de", "inverse"), [(23, 32), (7, 70), (40, 4), (100, 100), (11, 11), (1, 10), (90, 9)])
def test_the_digits_are_exchanged(de, inverse):
    assert inverser(de) == inverse


@pytest.mark.rule("VM-2.34")
@pytest.mark.parametrize("row", rows("VM-2.34"), ids=lambda r: r["zone"])
def test_each_row_of_the_humanoid_table(row):
    noms = {inverser(de): ZONES[LOCALISATION["humanoide"][de]].nom for de in range(1, 101)}
    assert {noms[n] for n in range(row["min"], row["max"] + 1)} == {row["zone"].split(" (")[0]}
    if row["min"] > 1:
        assert noms[row["min"] - 1] != noms[row["min"]]


@pytest.mark.rule("VM-2.32", "VM-2.33")
@pytest.mark.parametrize("forme", FORMES)
def test_every_shape_has_a_zone_for_every_roll_and_no_two(forme):
    lignes = FORMES[forme]
    couverts = Counter(n for x in lignes for n in range(x.min, x.max + 1))
    assert couverts == dict.fromkeys(range(1, 101), 1)
    assert all(x.zone in ZONES for x in lignes)
    assert all(LOCALISATION[forme][de] for de in range(1, 101))


@pytest.mark.rule("VM-2.33")
def test_each_shape_is_read_in_its_own_table():
    assert {"humanoide", "quadrupede", "aile", "serpent", "nuee", "arachnide", "cavalier"} <= set(FORMES)
    for forme, zone in (
        ("quadrupede", "Corps"),
        ("serpent", "Anneaux"),
        ("arachnide", "Abdomen"),
        ("nuee", "Masse de la nuée"),
    ):
        _, oracle = jouer(duel(fiche_bruno={"forme": forme}), COUP, 23, 80)
        assert dit(oracle, "degats")["zone"] == zone
    assert {z.famille for z in ZONES.values()} == {"tete", "bras", "corps", "jambe"}


@pytest.mark.rule("VM-2.32", "VM-5.2")
def test_only_the_armour_of_the_zone_hit_counts():
    s = duel(bruno={"equipement": {"armures": ["jaque_de_cuir", "salade"]}})
    assert terms(jouer(s, COUP, 23, 35)[1], "degats")["Jaque de cuir"] == -1  # 32: bras droit
    assert "Jaque de cuir" not in terms(jouer(s, COUP, 9, 35)[1], "degats")  # 90: jambe droite
    assert terms(jouer(s, COUP, 40, 50)[1], "degats")["Salade"] == -2  # 04: tête


# ---------------------------------------------------------------- Critiques


@pytest.mark.rule("VM-2.19", "VM-2.20")
def test_a_critical_that_misses_wounds_where_the_reversed_roll_says_and_gives_an_avantage():
    s, oracle = jouer(duel(bruno={"avantages": 1}), COUP, 44, 5, 1)
    assert "manque" in racontes(oracle)
    (plaie,) = s["bruno"].blessures
    assert plaie.zone == "bras_droit" and s["bruno"].avantages == 0
    assert s["anna"].avantages == 1 and terms(oracle, "avantage") == {"Succès critique": 1}


@pytest.mark.rule("VM-2.19", "VM-2.20")
def test_a_critical_that_hits_gives_no_second_avantage():
    s, oracle = jouer(duel(), COUP, 11, 35, 1)
    assert dit(oracle, "degats") and len(s["bruno"].blessures) == 1
    assert s["anna"].avantages == 1 and terms(oracle, "avantage") == {"Gagnant": 1}


@pytest.mark.rule("VM-2.20", "VM-5.5")
def test_a_critical_that_also_goes_beyond_zero_makes_two_wounds():
    s, _ = jouer(duel(bruno={"pb_perdus": 10}), COUP, 11, 35, 1, 1)
    assert len(s["bruno"].blessures) == 2 and s["bruno"].pb == 0


@pytest.mark.rule("VM-2.20")
def test_defeat_by_the_critical_alone_is_a_victory_too():
    s, oracle = jouer(duel(fiche={"CC": 60}, fiche_bruno={"important": 2}), COUP, 55, 5, 100)
    assert s["bruno"].vie == "mort" and s["anna"].avantages == 1 + 2
    assert terms(oracle, "avantage") == {"Victoire": 2}


@pytest.mark.rule("VM-2.21", "VM-2.19")
def test_a_fumble_comes_last_even_after_a_hit():
    s, oracle = jouer(duel(anna={"avantages": 2}), COUP, 88, 97, 1)  # 70: -1 against -5
    noms = racontes(oracle)
    assert dit(oracle, "degats")["points"] == 4 + 7 - 3
    assert noms.index("avantage") < noms.index("maladresse") < noms.index("avantages_perdus")
    assert s["anna"].avantages == 0


@pytest.mark.rule("VM-2.21")
def test_a_fumble_that_misses_is_one_all_the_same():
    s, oracle = jouer(duel(anna={"avantages": 1}), COUP, 77, 5, 1)
    assert "manque" in racontes(oracle) and "maladresse" in racontes(oracle) and s["anna"].avantages == 0


@pytest.mark.rule("VM-2.22")
def test_a_defenders_critical_counts_at_the_end_of_the_attackers_tour():
    s, _ = jouer(duel(bruno={"avantages": 1}), COUP, 10, 44)  # 50 against +4: he is hit, and loses his Avantage
    assert s["bruno"].avantages == 0 and s["bruno"].pb < 12
    s, oracle = jouer(s, Terminer("anna"))
    assert s["bruno"].avantages == 1 and dit(oracle, "avantage").rule == "VM-2.22"


@pytest.mark.rule("VM-2.22")
def test_it_counts_when_he_wards_the_blow_off_too():
    s, _ = jouer(duel(bruno={"avantages": 3}), COUP, 90, 11)
    assert s["bruno"].avantages == 3
    assert jouer(s, Terminer("anna"))[0]["bruno"].avantages == 4


@pytest.mark.rule("VM-2.23")
def test_a_defenders_fumble_costs_all_at_the_end_of_the_attackers_tour():
    s, oracle = jouer(duel(bruno={"avantages": 2}), COUP, 90, 66)  # -4 against -0
    assert "manque" in racontes(oracle) and s["bruno"].avantages == 2
    s, oracle = jouer(s, Terminer("anna"))
    assert s["bruno"].avantages == 0 and dit(oracle, "avantages_perdus").rule == "VM-2.23"


@pytest.mark.rule("VM-2.22", "VM-2.23")
def test_outside_fights_the_tour_is_over_at_once():
    hors = replace(duel(bruno={"avantages": 2}), encounter=None)
    assert jouer(hors, COUP, 90, 11)[0]["bruno"].avantages == 3
    assert jouer(hors, COUP, 90, 66)[0]["bruno"].avantages == 0


# ---------------------------------------------------------------- Avantages


@pytest.mark.rule("VM-2.17")
def test_only_the_attacker_gains_by_winning():
    assert jouer(duel(), COUP, 23, 80)[0]["anna"].avantages == 1
    perdu = jouer(duel(), COUP, 49, 5)[0]
    assert perdu["anna"].avantages == perdu["bruno"].avantages == 0


@pytest.mark.rule("VM-2.17", "VM-2.25")
def test_somebody_surpris_cannot_defend_himself_and_the_avantages_come_before_and_after():
    s = duel(bruno={"etats": [{"id": "surpris"}]})
    s, oracle = jouer(s, COUP, 52)
    assert valeur(oracle, "anna") == 60 and oracle.asked == []
    assert terms(oracle, "degats")["DR du Test"] == 1
    raisons = [e.terms[0][0] for e in oracle.events if e.what == "avantage"]
    assert raisons == ["Surprise", "Prendre le dessus"] and s["anna"].avantages == 2


@pytest.mark.rule("VM-2.17", "VM-2.20")
def test_unopposed_the_critical_adds_nothing_to_prendre_le_dessus_but_stands_alone_if_nothing_was_felt():
    blesse, _ = jouer(duel(bruno={"etats": [{"id": "inconscient"}]}), COUP, 22, 1)
    assert blesse["anna"].avantages == 1 and len(blesse["bruno"].blessures) == 1
    indemne, _ = jouer(duel(bruno={"etats": [{"id": "inconscient"}]}, fiche_bruno={"END": 200}), COUP, 22, 1)
    assert indemne["anna"].avantages == 1 and len(indemne["bruno"].blessures) == 1


@pytest.mark.rule("VM-2.17")
def test_an_unopposed_blow_that_fails_misses():
    s, oracle = jouer(duel(bruno={"etats": [{"id": "inconscient"}]}), COUP, 71)  # À Terre or not, 71 is above 50
    assert s["bruno"].pb == 12 and "manque" in racontes(oracle)


@pytest.mark.rule("VM-2.18")
def test_a_wound_costs_all_avantages():
    s, _ = jouer(duel(bruno={"avantages": 3}), COUP, 10, 96)
    assert s["bruno"].avantages == 0 and s["bruno"].pb < 12


@pytest.mark.rule("VM-2.17")
def test_defeating_somebody_important_gives_what_he_is_worth_once():
    s, _ = jouer(duel(bruno={"pb_perdus": 11}, fiche_bruno={"important": 2}), COUP, 23, 35, 1)
    assert s["bruno"].pb == 0 and s["anna"].avantages == 1 + 2
    encore = duel(bruno={"pb_perdus": 12, "a_zero": 0}, fiche_bruno={"important": 2})
    assert jouer(encore, COUP, 23, 35, 1)[0]["anna"].avantages == 1


# ---------------------------------------------------------------- holding back


@pytest.mark.rule("VM-5.8")
def test_blows_held_back_inflict_no_critical_wound_but_still_hurt():
    retenu = Attaquer("anna", "bruno", retenir=True)
    s, _ = jouer(duel(), retenu, 44, 5)  # a Critique that misses: nothing at all
    assert s["bruno"].blessures == () and s["anna"].avantages == 0
    s, _ = jouer(duel(bruno={"pb_perdus": 10}), retenu, 11, 80)  # beyond 0 and a Critique
    assert s["bruno"].blessures == () and s["bruno"].pb == 0 and s["bruno"].niveau("a_terre")
    assert s["anna"].avantages == 1  # Gagnant alone


# ---------------------------------------------------------------- whom, with what, from where


@pytest.mark.rule("VM-2.24")
def test_what_closes_a_blow():
    s = duel(anna={"equipement": {"armes": ["epee", "arc", "lance", "rapiere"]}})
    assert refus(s, Attaquer("anna", "anna")) == "VM-2.24"
    assert refus(s, Attaquer("anna", "personne")) == "VM-1.2"
    assert refus(s, Attaquer("anna", "bruno", "hache_de_guerre")) == "VM-2.24"
    assert refus(s, Attaquer("anna", "bruno", "arc")) == "VM-2.24"
    assert refus(s, Attaquer("anna", "bruno", "rapiere")) == "VM-1.2"
    assert refus(duel(bruno={"vie": "mort"}), COUP) == "VM-2.24"
    assert refus(duel(anna={"etats": [{"id": "brise"}]}), COUP) == "VM-6.6"
    assert refus(duel(combat={"action": True}), COUP) == "VM-2.1"
    assert refus(s, Attaquer("bruno", "anna")) == "VM-2.1"


@pytest.mark.rule("VM-2.24")
def test_the_reach_of_the_weapon_decides():
    loin = duel(anna={"equipement": {"armes": ["epee", "lance", "pique"]}}, bruno={"x": 2})
    assert refus(loin, COUP) == "VM-2.24"
    assert Attaquer("anna", "bruno", "lance").closed(loin) is None
    assert (
        Attaquer("anna", "bruno", "pique").closed(duel(anna={"equipement": {"armes": ["pique"]}}, bruno={"x": 3}))
        is None
    )
    assert refus(duel(anna={"equipement": {"armes": ["pique"]}}, bruno={"x": 4}), COUP) == "VM-2.24"


@pytest.mark.rule("VM-2.24", "VM-2.60")
def test_a_weapon_that_is_only_carried_is_taken_in_hand_and_the_shield_stays_if_a_hand_is_free():
    s = duel(anna={"equipement": {"armes": ["epee", "gourdin", "hallebarde", "rondache"]}})
    une, _ = jouer(s, Attaquer("anna", "bruno", "gourdin"), 96, 5)
    assert [a.id for a in une["anna"].equipement.tenues] == ["gourdin", "rondache"]
    deux, _ = jouer(s, Attaquer("anna", "bruno", "hallebarde"), 96, 5)
    assert [a.id for a in deux["anna"].equipement.tenues] == ["hallebarde"]
    poings, _ = jouer(s, Attaquer("anna", "bruno", "mains_nues"), 96, 5)
    assert [a.id for a in poings["anna"].equipement.tenues] == ["epee", "rondache"]


@pytest.mark.rule("VM-2.60")
def test_with_one_arm_nobody_swings_what_takes_two_hands_nor_keeps_the_shield():
    perte = {"blessures": [{"id": "x", "nom": "Bras emporté", "zone": "bras_gauche", "ampute": True}]}
    armes = {"armes": ["hallebarde", "epee", "rondache"], "en_main": ["rondache"]}
    s = duel(anna={"equipement": armes, **perte})
    assert refus(s, Attaquer("anna", "bruno", "hallebarde")) == "VM-2.60"
    s, _ = jouer(s, Attaquer("anna", "bruno", "epee"), 96, 5)
    assert [a.id for a in s["anna"].equipement.tenues] == ["epee"]


@pytest.mark.rule("VM-2.10")
def test_a_blow_engages_both_and_takes_the_action():
    s, _ = jouer(duel(), COUP, 96, 5)
    assert s.encounter.action and {(e.a, e.b) for e in s.encounter.engagements} == {("anna", "bruno")}


def test_buttons_name_each_adversary_each_weapon_and_holding_back():
    s = duel(anna={"equipement": {"armes": ["epee", "gourdin", "arc"]}}, carl={"camp": "a", "fiche": {}})
    trouves = list(offers(s, s["anna"]))
    assert trouves == [COUP, Attaquer("anna", "bruno", retenir=True), Attaquer("anna", "bruno", "gourdin")]
    assert [a.key() for a in trouves] == ["attaquer", "attaquer", "attaquer.arme"]
    assert tag(COUP) == "attaquer"


# ---------------------------------------------------------------- odds


def a_la_main(s, a, b, bases, vu):
    """The odds of a blow by its 10 000 pairs of faces; perfect ties are rolled again for ever."""
    compte, egaux = Counter(), 0
    for de in range(1, 101):
        x = lu(a, de)
        for autre in range(1, 101):
            y = lu(b, autre)
            gagne = issue(x, y, *bases)
            if gagne is None:
                egaux += 1
            else:
                compte[vu(gagne, abs(x[0] - y[0]), LOCALISATION["humanoide"][de])] += 1
    return {v: Fraction(n, 10_000 - egaux) for v, n in compte.items()}


@pytest.mark.rule("VM-2.25", "VM-2.27")
@pytest.mark.parametrize(("a", "b"), [(50, 40), (38, 38), (95, 20)])
def test_the_odds_of_a_blow_are_those_of_all_its_dice(a, b):
    s = un_duel_de(a, b, bruno={"equipement": {"armures": ["jaque_de_cuir"]}})
    pa = {z: 1 if ZONES[z].famille in ("corps", "bras") else 0 for z in ZONES}
    proches(exact(odds(COUP, s)), a_la_main(s, a, b, (a, b), lambda gagne, dr, zone: gagne))
    proches(
        exact(odds(COUP, s, "degats")),
        a_la_main(s, a, b, (a, b), lambda gagne, dr, zone: max(0, dr + 7 - 3 - pa[zone]) if gagne else 0),
    )
    proches(
        exact(odds(COUP, s, "ecart")),
        a_la_main(s, a, b, (a, b), lambda gagne, dr, zone: dr if gagne else -dr),
    )


@pytest.mark.rule("VM-2.19")
def test_the_odds_of_critiques_do_not_depend_on_who_wins():
    d = exact(odds(COUP, un_duel_de(50, 41), "critiques"))
    mien = sum(p for v, p in d.items() if v.startswith("Succès Critique"))
    sien = sum(p for v, p in d.items() if v.endswith("Échec Critique"))
    assert abs(mien - Fraction(4, 100)) < Fraction(1, 10**9) and abs(sien - Fraction(7, 100)) < Fraction(1, 10**9)
    assert essai(jouer(un_duel_de(50, 41), COUP, 90, 5)[1], "anna") == {"Capacité de Combat": 50}
