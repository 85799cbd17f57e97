"""Opposed Tests: who wins, by how much, with which Critiques; ties, size, Chance and Résilience on either side."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.test_simulated import chi_square
from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Opposer
from tablee.games.vieux_monde.book.c1_tests.oppositions import opposer, opposer_en_force
from tablee.games.vieux_monde.book.c1_tests.tests import Ligne
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM
from tablee.kernel.simulated import Sampled, Simulated

from .essais import attendu, derouler, dit, exact, jouer, proches, refus, scene

PAIRES = [
    (45, 38),
    (38, 45),
    (3, 60),
    (-10, 20),
    (97, 50),
    (104, 98),
    (120, 130),
    (40, 40),
    (41, 49),
    (2, 2),
    (100, 100),
    (95, 96),
]


def cle(o):
    return o.gagne, o.dr, o.critique, o.contre


def lignes(a, b, bases=None, **plus):
    base_a, base_b = bases or (a, b)
    return Ligne("alys", a, base_a), Ligne("bor", b, base_b, **plus)


def gens(FOR=(40, 40), taille=("Moyenne", "Moyenne"), **plus):
    """Alys against Bor; `plus`: fields of one or the other."""
    return scene(
        alys={"fiche": {"FOR": FOR[0], "CC": FOR[0], "taille": taille[0], **plus.get("alys", {})}},
        bor={"fiche": {"FOR": FOR[1], "CC": FOR[1], "taille": taille[1], **plus.get("bor", {})}},
    )


def oppose(a, b, *dice, reponses=(), **plus):
    """An opposed Test between two lines with these dice: what it came to, the oracle."""
    oracle = Scripted(dice, reponses)
    o = opposer(oracle, Ligne("alys", a, a, **plus.get("alys", {})), Ligne("bor", b, b, **plus.get("bor", {})))
    assert oracle.left_over() is None
    return o, oracle


# ---------------------------------------------------------------- exact odds against all pairs of faces


@pytest.mark.rule("VM-1.10", "VM-1.11", "VM-1.12", "VM-2.26")
@pytest.mark.parametrize(("a", "b"), PAIRES)
def test_exact_odds_are_those_of_all_pairs_of_faces(a, b):
    found = odds(opposer, *lignes(a, b)).map(cle)
    proches(exact(found), attendu(a, b))
    assert float(sum(exact(found).values())) == pytest.approx(1, abs=1e-12)


@pytest.mark.rule("VM-1.11")
@pytest.mark.parametrize("bases", [(30, 50), (50, 30), (40, 40)])
def test_the_value_on_the_sheet_decides_between_equal_dr_not_the_modified_one(bases):
    """Alys has 60 with her modifiers, Bor 45."""
    proches(exact(odds(opposer, *lignes(60, 45, bases)).map(cle)), attendu(60, 45, bases=bases))


@pytest.mark.rule("VM-2.51")
@pytest.mark.parametrize("malus", [-2, -4, -6])
def test_exact_odds_with_the_penalty_for_parrying_one_who_is_larger(malus):
    proches(exact(odds(opposer, *lignes(50, 55, dr=malus)).map(cle)), attendu(50, 55, malus_b=malus))


@pytest.mark.rule("VM-2.52")
@pytest.mark.parametrize(("a", "b"), [(40, 60), (60, 40), (50, 50), (9, 30), (98, 98)])
@pytest.mark.parametrize("grand", [1, -1])
def test_exact_odds_in_a_test_of_force_against_one_who_is_one_category_larger(a, b, grand):
    proches(exact(odds(opposer_en_force, *lignes(a, b), grand).map(cle)), attendu(a, b, grand=grand))


@pytest.mark.rule("VM-2.46")
def test_exact_odds_when_taille_alone_makes_the_hit():
    """Value 60 of which 20 for the target's Taille, against 30: from 41 to 60 the DR is 0."""
    compte = {}
    for x in range(1, 101):
        for y in range(1, 101):
            reussi = x <= 60
            dr = (0 if 40 < x <= 60 else 6 - x // 10) if reussi else min(0, 6 - x // 10)
            autre = y <= 5 or y <= 30
            contre = max(0, 3 - y // 10) if autre else min(0, 3 - y // 10)
            if dr != contre:
                gagne = dr > contre
            elif dr == 0 and reussi != autre:
                gagne = reussi
            else:
                gagne = True  # 40 on the sheet against 30
            k = gagne, abs(dr - contre)
            compte[k] = compte.get(k, 0) + Fraction(1, 10_000)
    found = odds(opposer, Ligne("alys", 60, 40, taille=20), Ligne("bor", 30, 30)).map(lambda o: (o.gagne, o.dr))
    proches(exact(found), compte)


@pytest.mark.rule("VM-1.10")
@pytest.mark.parametrize(("a", "b", "mod"), [(45, 38, 0), (40, 40, 0), (50, 3, 54)])
def test_the_looks_of_the_action_are_the_same_odds(a, b, mod):
    ici, action = gens((a, b)), Opposer("alys", "FOR", mod=mod, cible="bor")
    tout = attendu(a + mod, b, bases=(a, b))

    def somme(fn):
        return {v: sum(p for k, p in tout.items() if fn(k) == v) for v in map(fn, tout)}

    proches(exact(odds(action, ici)), somme(lambda k: k[0]))
    proches(exact(odds(action, ici, "ecart")), somme(lambda k: k[1] if k[0] else -k[1]))
    noms = {1: "Succès Critique", 0: "rien", -1: "Échec Critique"}
    proches(exact(odds(action, ici, "critiques")), somme(lambda k: f"{noms[k[2]]} / {noms[k[3]]}"))


@pytest.mark.parametrize("make", [Simulated, Sampled])
@pytest.mark.parametrize(("a", "b"), [(45, 38), (40, 40)])
def test_simulated_frequencies_match_the_odds(make, a, b):
    oracle = make(7)
    draws = [cle(opposer(oracle, *lignes(a, b))) for _ in range(8000)]
    far, allowed = chi_square(draws, odds(opposer, *lignes(a, b)).map(cle))
    assert far < allowed


@pytest.mark.rule("VM-1.10", "VM-1.12")
@given(st.integers(-20, 130), st.integers(-20, 130), st.sampled_from((0, -2)), st.integers(-3, 3))
def test_odds_sum_to_one_and_the_dr_has_its_bounds(a, b, malus, categories):
    found = odds(opposer_en_force, *lignes(a, b, dr=malus), categories)
    assert sum(exact(found).values()) == pytest.approx(1, abs=1e-12)
    for o in found.ways:
        assert 0 <= o.dr <= max(10, a // 10) + max(10, b // 10) - malus
        assert not o.egal


# ---------------------------------------------------------------- ties


@pytest.mark.rule("VM-1.10")
@pytest.mark.parametrize(
    ("a", "b", "x", "y", "gagne", "dr"),
    [
        (45, 40, 12, 22, True, 1),
        (45, 40, 62, 55, False, 1),
        (45, 40, 95, 91, True, 0),
        (45, 49, 41, 48, False, 0),
        (45, 49, 46, 49, False, 0),
        (49, 45, 50, 45, False, 1),
        (45, 44, 49, 45, True, 0),
        (45, 44, 49, 44, False, 0),
    ],
)
def test_the_higher_dr_wins_even_if_both_failed_and_plus_zero_beats_minus_zero(a, b, x, y, gagne, dr):
    o, _ = oppose(a, b, x, y)
    assert (o.gagne, o.dr) == (gagne, dr)


@pytest.mark.rule("VM-1.12")
def test_a_perfect_tie_is_rolled_again_and_its_critiques_are_void():
    o, oracle = oppose(45, 45, 22, 22, 33, 36, 60, 41)
    assert [e.what for e in oracle.events] == ["jet", "jet", "egalite", "jet", "jet", "egalite", "jet", "jet"]
    assert (o.gagne, o.dr, o.critique, o.contre) == (False, 2, 0, 0)


# ---------------------------------------------------------------- size and Force


@pytest.mark.rule("VM-2.52")
@pytest.mark.parametrize(("tailles", "gagne"), [(("Énorme", "Moyenne"), True), (("Petite", "Grande"), False)])
def test_two_categories_win_a_test_of_force_without_dice(tailles, gagne):
    ici = gens((10, 10) if gagne else (95, 10), tailles)
    apres, oracle = jouer(ici, Opposer("alys", "FOR", cible="bor"))
    verdict = dit(oracle, "oppose")
    assert (verdict["gagne"], verdict["dr"]) == (gagne, 0)
    assert dit(oracle, "d_office").who == ("alys" if gagne else "bor")
    assert dit(oracle, "d_office")["categories"] == 2
    assert apres == ici


@pytest.mark.rule("VM-2.52")
def test_one_category_smaller_only_a_critical_success_is_compared():
    ici, action = gens((80, 30), ("Moyenne", "Grande")), Opposer("alys", "FOR", cible="bor")
    for mien, sien, gagne, dr in [
        (12, 95, False, 0),  # +7 against -6, and yet
        (11, 95, True, 13),  # a Succès Critique: compared
        (66, 10, True, 0),  # compared, +2 against +2: the value decides
        (66, 5, False, 1),  # compared, +2 against +3
        (99, 100, False, 0),  # an Échec Critique is not enough
    ]:
        _, oracle = jouer(ici, action, mien, sien)
        verdict = dit(oracle, "oppose")
        assert (verdict["gagne"], verdict["dr"]) == (gagne, dr), (mien, sien)


@pytest.mark.rule("VM-2.52")
def test_the_larger_one_needs_no_critique_and_wins_by_the_difference_if_there_is_one():
    ici = gens((30, 80), ("Grande", "Moyenne"))
    _, oracle = jouer(ici, Opposer("alys", "escalade", cible="bor", contre="FOR"), 10, 95)
    assert (dit(oracle, "oppose")["gagne"], dit(oracle, "oppose")["dr"]) == (True, 2 + 1)


@pytest.mark.rule("VM-2.52")
@pytest.mark.parametrize(("mienne", "sienne", "de_force"), [
    ("FOR", "FOR", True),
    ("escalade", "nage", True),
    ("FOR", "AGI", False),
    ("AGI", "AGI", False),
    ("calme", "intimidation", False),
])  # fmt: skip
def test_the_rule_is_for_force_and_what_rests_on_it(mienne, sienne, de_force):
    ici = gens(taille=("Minuscule", "Monstrueuse"))
    action = Opposer("alys", mienne, cible="bor", contre=sienne)
    _, oracle = jouer(ici, action, *(() if de_force else (1, 99)))
    assert dit(oracle, "oppose")["gagne"] is not de_force


@pytest.mark.rule("VM-2.52", "VM-4.8")
def test_resilience_wins_against_one_who_is_one_category_larger():
    ici = gens((40, 40), ("Moyenne", "Grande"), alys={"resilience": 1})
    apres, oracle = jouer(ici, Opposer("alys", "FOR", cible="bor"), 80, 12, reponses=("resilience", 12))
    assert (dit(oracle, "oppose")["gagne"], dit(oracle, "oppose")["dr"]) == (True, 1)
    assert apres["alys"].resilience == 0


@pytest.mark.rule("VM-2.51")
def test_whoever_defends_with_cc_against_one_who_is_larger_loses_two_dr_for_each_category():
    for contre, dr in (("CC", -4), ("lames", -4), ("esquive", 0)):
        ici = gens((40, 40), ("Énorme", "Moyenne"), bor={"AGI": 40})
        _, oracle = jouer(ici, Opposer("alys", "CC", cible="bor", contre=contre), 25, 35)
        jet = [e for e in oracle.events if e.what == "jet"][1]
        assert jet["dr"] == f"{1 + dr:+d}"
        assert dit(oracle, "oppose")["dr"] == 1 - dr
    _, oracle = jouer(gens(taille=("Moyenne", "Énorme")), Opposer("alys", "CC", cible="bor"), 35, 95)
    assert [e["dr"] for e in oracle.events if e.what == "jet"] == ["+1", "-5"], "the larger parries at ease"


# ---------------------------------------------------------------- Chance and Résilience in opposed Tests


@pytest.mark.rule("VM-4.5")
def test_the_raised_dr_is_what_is_compared():
    o, oracle = oppose(45, 45, 51, 41, reponses=("dr", "dr"), alys={"chance": 2})
    assert [q.see("dr") for q in oracle.asked] == ["-1", "-0"]
    assert o.gagne is True
    assert (o.dr, o.reussi, o.depenses.chance) == (1, False, 2)


@pytest.mark.rule("VM-4.5")
def test_the_loser_is_asked_first_then_the_winner_and_any_change_asks_again():
    chacun = {"chance": 1}
    o, oracle = oppose(45, 45, 61, 12, reponses=("garder", "dr", "garder"), alys=chacun, bor=chacun)
    assert [(q.who, q.key, q.see("contre")) for q in oracle.asked] == [
        ("alys", "vm.apres_jet_oppose", "+3"),
        ("bor", "vm.apres_jet_oppose", "-2"),
        ("alys", "vm.apres_jet_oppose", "+4"),
    ]
    assert (o.gagne, o.dr, o.depenses.chance, o.leurs.chance) == (False, 6, 0, 1)


@pytest.mark.rule("VM-4.5")
def test_the_loser_is_asked_first_on_whichever_side_he_is():
    chacun = {"chance": 1}
    _, oracle = oppose(45, 45, 12, 61, alys=chacun, bor=chacun)
    assert [q.who for q in oracle.asked] == ["bor", "alys"]
    _, oracle = oppose(45, 45, 46, 49, 12, 30, alys=chacun, bor=chacun)
    assert [q.who for q in oracle.asked] == ["alys", "bor", "bor", "alys"], "in a tie the first, then the second"


@pytest.mark.rule("VM-4.5")
def test_whoever_succeeded_cannot_reroll_even_if_he_is_losing():
    _, oracle = oppose(45, 45, 32, 12, reponses=("garder",), alys={"chance": 1})
    assert [q.open() for q in oracle.asked] == [("garder", "dr")]
    o, oracle = oppose(45, 45, 61, 32, 5, reponses=("relancer",), alys={"chance": 1})
    assert (o.gagne, o.dr, o.depenses.chance) == (True, 3, 1)


@pytest.mark.rule("VM-1.12", "VM-4.5")
def test_a_dr_bought_may_make_a_tie_and_what_is_left_serves_for_the_new_rolls():
    o, oracle = oppose(45, 45, 51, 46, 61, 46, 20, reponses=("dr", "garder", "relancer"), alys={"chance": 2})
    assert [e.what for e in oracle.events] == ["jet", "jet", "plus_un_dr", "egalite", "jet", "jet", "relance", "jet"]
    assert [q.open() for q in oracle.asked][2] == ("garder", "relancer", "dr")
    assert (o.gagne, o.dr, o.depenses.chance) == (True, 2, 2)


@pytest.mark.rule("VM-1.12", "VM-4.5")
def test_what_the_second_side_spends_on_a_tie_is_paid_too():
    bor = {"chance": 3, "chaos": 2}
    o, oracle = oppose(45, 45, 46, 51, 46, 61, reponses=("dr", "garder", "dr", "garder"), bor=bor)
    assert (o.gagne, o.dr, o.depenses.chance, o.leurs.chance) == (True, 1, 0, 2)
    prix = [dict(next(c.cost for c in q.options if c.id == "dr")) for q in oracle.asked]
    assert prix == [{"Chance": 1}, *[{"Chance du Chaos": 1}] * 3]
    o, _ = oppose(45, 45, 46, 51, 46, 12, reponses=("dr", "garder", "garder"), bor={"chance": 2})
    assert (o.gagne, o.leurs.chance) == (False, 1), "nothing spent on the second roll"


@pytest.mark.rule("VM-4.8")
def test_resilience_wins_an_opposed_test_by_at_least_one_dr():
    o, oracle = oppose(45, 45, 96, 1, reponses=("resilience", 44), alys={"resilience": 1})
    assert (o.gagne, o.dr, o.critique) == (True, 1, 1)
    force = dit(oracle, "dr_force")
    assert force["dr"] == "+5"
    o, _ = oppose(45, 45, 96, 60, reponses=("resilience", 1), alys={"resilience": 1})
    assert (o.gagne, o.dr) == (True, 4 + 2), "the face as read, when that is more"


@pytest.mark.rule("VM-4.8")
def test_chance_cannot_undo_what_resilience_has_won_it_only_lessens_the_defeat():
    o, _ = oppose(
        45, 45, 96, 60, 2, reponses=("resilience", 1, "relancer", "dr", "dr"), alys={"resilience": 1}, bor={"chance": 3}
    )
    assert (o.gagne, o.dr) == (True, 1)
    assert (o.depenses.resilience, o.leurs.chance) == (1, 3)


@pytest.mark.rule("VM-4.8")
def test_the_last_to_spend_resilience_wins():
    un = {"resilience": 1}
    o, oracle = oppose(45, 45, 96, 60, reponses=("resilience", 1, "resilience", 45), alys=un, bor=un)
    assert (o.gagne, o.dr, o.depenses.resilience, o.leurs.resilience) == (False, 1, 1, 1)
    assert [q.who for q in oracle.asked] == ["alys", "alys", "bor", "bor"]
    deux = {"resilience": 2}
    o, _ = oppose(45, 45, 96, 60, reponses=("resilience", 1, "resilience", 45, "resilience", 1), alys=deux, bor=un)
    assert (o.gagne, o.dr, o.depenses.resilience) == (True, 1, 2)


@pytest.mark.rule("VM-4.5", "VM-4.8", "VM-4.9")
@given(st.integers(0, 2**32))
def test_points_spent_are_paid_by_those_who_spent_them(graine):
    ici = gens((45, 45), alys={"destin": 3, "resilience": 2}, bor={"destin": 2, "resilience": 1})
    apres, live = derouler(ici, Opposer("alys", "FOR", cible="bor"), graine)
    for who in ("alys", "bor"):
        p, q = ici[who], apres[who]
        plus = [e for e in live.events if e.who == who and e.what == "plus_un_dr"]
        faces = [e for e in live.events if e.who == who and e.what == "face_choisie"]
        manches = 1 + len([e for e in live.events if e.what == "egalite"])
        relances = len([e for e in live.events if e.who == who and e.what == "jet"]) - manches
        assert p.chance - q.chance == len(plus) + relances
        assert p.resilience - q.resilience == len(faces)
        assert q.determination == max(0, p.determination - len(faces))
    verdict = dit(live, "oppose")
    assert verdict["dr"] >= 0


# ---------------------------------------------------------------- what is refused


def test_what_an_opposed_test_asks_for():
    ici = gens()
    assert refus(ici, Opposer("alys", "FOR", cible="alys")) == "VM-1.10"
    assert refus(ici, Opposer("alys", "FOR", cible="personne")) == "VM-1.2"
    assert refus(ici, Opposer("alys", "FOR", cible="bor", contre="crochetage")) == "VM-1.2"
    assert refus(ici, Opposer("alys", "FOR", cible="bor", mod_contre=400)) == "VM-1.9"
    assert refus(ici, Opposer("alys", "FOR", cible="bor", soutiens=("bor",))) == "VM-1.15"
    assert refus(ici, Opposer("alys", "FOR", cible="bor", soutiens_contre=("alys",))) == "VM-1.15"
    dort = scene(alys={}, bor={"fiche": {}, "etats": [{"id": "inconscient"}]})
    assert refus(dort, Opposer("alys", "FOR", cible="bor")) == "VM-5.4"


def test_each_side_has_its_own_difficulty_and_support():
    ici = scene(alys={"FOR": 40}, bor={"AGI": 40}, ami={"FOR": 30}, autre={"AGI": 20})
    action = Opposer(
        "alys",
        "FOR",
        difficulte="facile",
        mod=5,
        soutiens=("ami",),
        cible="bor",
        contre="AGI",
        difficulte_contre="difficile",
        mod_contre=-5,
        soutiens_contre=("autre",),
    )
    _, oracle = jouer(ici, action, 50, 50)
    assert [(e.who, e["valeur"]) for e in oracle.events if e.what == "essai"] == [("alys", 95), ("bor", 25)]
    assert [(e.who, e.target) for e in oracle.events if e.what == "soutien"] == [("ami", "alys"), ("autre", "bor")]


def test_a_secret_opposition_is_heard_by_the_gm_alone():
    for tailles, dice in ((("Moyenne", "Moyenne"), (22, 22, 30, 10)), (("Énorme", "Moyenne"), ())):
        _, oracle = jouer(gens(taille=tailles), Opposer("alys", "FOR", cible="bor", secret=True), *dice)
        assert {e.audience for e in oracle.events} == {GM}
