"""The dice of a test: what they count, and what may be done about them before the score is validated."""

import pytest

from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c0_tests.des import Profil, lecture, payables, singularites
from tablee.games.terre_natale.book.c4_caracteristiques.defis import Defier
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

GRIMPER = {"attribut": "FOR", "competence": "escalade", "groupe": "athletisme"}


def profil(**how):
    return Profil(**{"qui": "alys", "fixe": 0, "valeur": 10, "porte_bonheur": 5, **how})


# ---------------------------------------------------------------- singularités


@pytest.mark.rule("TN-0.30", "TN-0.31", "TN-0.36", "TN-0.37", "TN-0.38", "TN-0.39", "TN-0.35")
@pytest.mark.parametrize(
    "gardes, how, points, noms",
    [
        ((5, 3, 1), {}, 9, ()),
        ((4, 4, 1), {}, 9, ("singularite",)),
        ((6, 6, 4), {}, 20, ("singularite", "exploit")),
        ((6, 6, 6), {}, 24, ("singularite", "exploit", "baraka")),
        ((4, 1, 1), {}, 2, ("singularite", "maladresse")),
        ((6, 2, 2), {}, 4, ("singularite", "maladresse")),
        ((2, 2, 2), {}, 4, ("singularite", "maladresse", "baraka")),
        ((1, 1, 1), {}, 2, ("singularite", "maladresse", "baraka")),
        ((5, 5, 1), {"chance": 2}, 13, ("singularite", "coup_de_chance")),
        ((5, 5, 1), {"chance": -2}, 9, ("singularite", "coup_de_malchance")),
        ((5, 5, 1), {"chance": 0}, 11, ("singularite",)),
        ((4, 4, 4), {"chance": 2}, 14, ("singularite", "baraka", "coup_de_chance")),
        ((5, 5, 5), {"chance": 2}, 19, ("singularite", "baraka", "coup_de_chance")),
        ((6, 6, 1), {"chance": 2, "porte_bonheur": 6}, 16, ("singularite", "exploit", "coup_de_chance")),
        ((3, 1, 1), {"chance": 2, "porte_bonheur": 1}, 4, ("singularite", "maladresse", "coup_de_chance")),
    ],
)
def test_what_pairs_and_triples_bring(gardes, how, points, noms):
    p = profil(**how)
    assert total(lecture(p, gardes)) == points
    assert singularites(p, gardes) == noms


@pytest.mark.rule("TN-0.33", "TN-0.34")
def test_formation_and_science_move_the_pairs():
    assert singularites(profil(maladresse=1), (5, 2, 2)) == ("singularite",)
    assert singularites(profil(maladresse=1), (5, 1, 1)) == ("singularite", "maladresse")
    assert total(lecture(profil(exploit=4), (4, 4, 3))) == 14
    assert total(lecture(profil(exploit=5), (4, 4, 3))) == 11


@pytest.mark.rule("TN-0.14", "TN-0.32")
def test_seuils_change_what_faces_count_and_never_their_pairs():
    bas = profil(seuil_bas=3)
    assert total(lecture(bas, (5, 2, 1))) == 5 + 3 + 3 and singularites(bas, (5, 2, 1)) == ()
    assert total(lecture(bas, (4, 1, 1))) == 4 + 3 + 3 - 4, "a real pair of 1: the highest does not count"
    haut = profil(seuil_haut=4)
    assert total(lecture(haut, (6, 6, 5))) == 4 + 4 + 4 + 4 and "exploit" in singularites(haut, (6, 6, 5))


@pytest.mark.rule("TN-0.6", "TN-0.7", "TN-0.30")
def test_discarded_dice_neither_count_nor_pair():
    s = scene(alys={"fiche": {}, "pertes": {"PK": 20}})
    _, oracle = jouer(s, Tester("alys", 2, attribut="FOR"), 6, 1, 4, 3, 1)
    assert dit(oracle)["score"] == 13 and dit(oracle)["singularites"] == ()
    _, oracle = jouer(s, Tester("alys", 0, 2, attribut="FOR"), 6, 6, 4, 3, 1)
    assert dit(oracle)["score"] == 8 and dit(oracle)["singularites"] == ()


# ---------------------------------------------------------------- appel à la chance


@pytest.mark.rule("TN-0.48")
@pytest.mark.parametrize("row", rows("TN-0.48"), ids=lambda row: str(row["face"]))
def test_the_price_of_another_throw(row):
    face, karma = row["face"], row["karma"]
    payable = payables(((face, 0), (face, 2)), 20)[1:]
    assert [dict(o.cost)["karma"] for o in payable] == [karma, karma + 2]
    assert len(payables(((face, 0),), karma)) == 2
    assert karma == 0 or len(payables(((face, 0),), karma - 1)) == 1


@pytest.mark.rule("TN-0.47", "TN-0.48")
def test_dice_are_thrown_again_one_by_one_at_a_rising_price():
    s = scene(alys={})
    reponses = {"tn.appel_chance": ["1/0", "2/1", "garder"]}
    apres, oracle = jouer(s, Tester("alys", attribut="FOR"), 1, 4, 5, 2, 6, reponses=reponses)
    assert dit(oracle)["score"] == 6 + 4 + 5
    assert dit(oracle)["karma"] == 5 + (4 + 1)
    assert apres["alys"].reste("PK") == 20 - 10


@pytest.mark.rule("TN-0.47", "TN-4.20")
def test_without_karma_not_even_a_six_is_thrown_again():
    s = scene(alys={"fiche": {}, "pertes": {"PK": 15}})
    _, oracle = jouer(s, Tester("alys", attribut="FOR"), 1, 6, 5, 3, reponses={"tn.appel_chance": "1/0"})
    assert dit(oracle)["score"] == 6 + 5 + 3 and dit(oracle)["karma"] == 5
    assert len([e for e in oracle.transcript if "tn.appel_chance" in e.asked]) == 1, "the 6 would cost nothing"
    _, oracle = jouer(s, Tester("alys", attribut="FOR"), 6, 5, 3, 2, reponses={"tn.appel_chance": ["6/0", "garder"]})
    assert dit(oracle)["score"] == 5 + 3 + 2 and dit(oracle)["karma"] == 0


@pytest.mark.rule("TN-0.47")
def test_any_die_may_be_thrown_again_and_the_discard_is_done_again():
    s = scene(alys={})
    _, oracle = jouer(
        s, Tester("alys", 1, attribut="FOR"), 1, 3, 4, 6, 5, reponses={"tn.appel_chance": ["1/0", "garder"]}
    )
    assert dit(oracle)["score"] == 6 + 5 + 4, "the die that had been left out now counts"


def questions(s, action, *dice):
    """The keys of all that is asked when everybody gives the first answer."""
    asked = []
    oracle = Scripted(dice, {"*": ()})
    ask, oracle.ask_all = oracle.ask_all, lambda found: asked.extend(found) or ask(found)
    action.resolve(s, oracle)
    return asked


@pytest.mark.rule("TN-0.47", "TN-4.20")
def test_nobody_is_asked_what_he_cannot_pay():
    for karma, dice, times in (
        (20, (1, 2, 4), 1),
        (0, (6, 5, 4), 0),
        (1, (4, 3, 1), 0),
        (2, (4, 3, 1), 1),
        (1, (6, 1, 2), 1),
    ):
        s = scene(alys={"fiche": {}, "pertes": {"PK": 20 - karma}})
        assert [q.key for q in questions(s, Tester("alys", attribut="FOR"), *dice)] == ["tn.appel_chance"] * times


@pytest.mark.rule("TN-0.47", "TN-0.56")
def test_whoever_is_asked_sees_the_score_and_never_the_outcome():
    s = scene(alys={"fiche": {"competences": {"escalade": 1}, "groupes": {"athletisme": 2}}, "temporaires": {"PC": 5}})
    chance, prouesse = questions(s, Tester("alys", **GRIMPER, difficulte=12), 1, 4, 5)
    assert dict(chance.shown) == {"score": 13, "des": (5, 4, 1), "karma": 20, "difficulte": 12}
    assert dict(prouesse.shown) == {"score": 13, "des": (5, 4, 1), "chi": 2, "difficulte": 12}
    assert chance.options[0].id == "garder" and prouesse.options[0].id == 0


@pytest.mark.rule("TN-0.47", "TN-0.18")
def test_a_defence_is_not_known_beforehand():
    s = scene(alys={}, bor={})
    (asked,) = questions(s, Defier("alys", attribut="FOR", cible="bor"), 1, 4, 5)
    assert dict(asked.shown) == {"score": 10, "des": (5, 4, 1), "karma": 20}


@pytest.mark.rule("TN-0.47")
def test_a_test_whose_dice_are_hidden_asks_nothing():
    assert questions(scene(alys={}), Tester("alys", attribut="FOR", secret=True), 1, 1, 2) == []


# ---------------------------------------------------------------- prouesses


CHI = {"fiche": {"base": {"FOR": 13, "RUS": 14}, "competences": {"escalade": 1}, "groupes": {"athletisme": 2}}}
CHI |= {"temporaires": {"PC": 9}, "pertes": {"PK": 20}}


@pytest.mark.rule("TN-0.55", "TN-0.56")
def test_a_prouesse_after_the_dice():
    apres, oracle = jouer(scene(alys=CHI), Tester("alys", **GRIMPER), 4, 5, 2, reponses={"tn.prouesse": 3})
    test = dit(oracle)
    assert test["score"] == 11 + 1 + 1 + 2 + 2, "13 + 3 = 16 has a modifier of 3, not 1"
    assert ("Prouesse", 2, "TN-0.55") in test.terms and total(test.terms) == test["score"]
    assert apres["alys"].disponible("PC") == 6


@pytest.mark.rule("TN-0.55")
def test_only_what_raises_the_modifier_is_offered():
    (asked,) = questions(scene(alys=CHI), Tester("alys", **GRIMPER), 4, 5, 2)
    assert [o.id for o in asked.options] == [0, 1, 3], "the limit is 2 + 2"
    pair = {**CHI, "fiche": {**CHI["fiche"], "base": {"FOR": 14, "RUS": 8}}}
    assert questions(scene(alys=pair), Tester("alys", **GRIMPER), 4, 5, 2) == [], (
        "1 point on an even value is for nothing"
    )


@pytest.mark.rule("TN-0.56")
def test_a_prouesse_before_the_dice_is_paid_whatever_comes_of_it():
    s = scene(alys=CHI)
    apres, oracle = jouer(s, Tester("alys", **GRIMPER, prouesse=3), 1, 1, 2)
    test = dit(oracle)
    assert test["score"] == 2 + 3 + 1 + 2 and not test["reussi"]
    assert ("Prouesse", 3, "TN-0.55") in test["valeurs"] and test["chi"] == 3
    assert apres["alys"].disponible("PC") == 6
    closed = Tester("alys", **GRIMPER, prouesse=5).closed(s)
    assert closed is not None and closed.rule == "TN-0.55"
    assert questions(s, Tester("alys", **GRIMPER, prouesse=3), 4, 5, 2) == [], "1 is left, and 16 is even"


@pytest.mark.rule("TN-0.55")
def test_a_test_of_an_attribute_has_no_prouesse():
    assert questions(scene(alys=CHI), Tester("alys", attribut="FOR"), 4, 5, 2) == []
    closed = Tester("alys", attribut="FOR", prouesse=1).closed(scene(alys=CHI))
    assert closed is not None and closed.rule == "TN-0.55"


@pytest.mark.rule("TN-0.31", "TN-0.48", "TN-0.55")
def test_what_stands_out_is_told_beside_the_test():
    s = scene(alys={**CHI, "pertes": {}})
    reponses = {"tn.appel_chance": ["2/0", "garder"], "tn.prouesse": 1}
    _, oracle = jouer(s, Tester("alys", **GRIMPER), 6, 4, 2, 6, reponses=reponses)
    assert [(e.what, dict(e.facts)) for e in oracle.events[1:]] == [
        ("singularite", {"singularites": ("exploit",)}),
        ("appel_a_la_chance", {"karma": 4}),
        ("prouesse", {"chi": 1}),
    ]
    assert oracle.events[0].what == "test" and oracle.events[0].dice, "the dice stand with the test"
    _, oracle = jouer(s, Tester("alys", attribut="FOR"), 5, 4, 4, reponses={"tn.appel_chance": "garder"})
    assert [e.what for e in oracle.events] == ["test"], "a pair that does nothing is not worth a word"


# ---------------------------------------------------------------- a whole throw again


@pytest.mark.rule("TN-6.40")
def test_a_throw_that_may_be_made_again_is_asked_for_before_the_score_is_validated():
    relance = {"on": "relance:attribut:FOR", "n": 1, "label": "Apothéose", "rule": "TN-6.40"}
    s = scene(alys={"fiche": {}, "effets": [relance], "pertes": {"PK": 20}})
    _, oracle = jouer(s, Tester("alys", attribut="FOR"), 1, 2, 4, 6, 5, 3, reponses={"tn.relance": "relancer"})
    assert dit(oracle)["score"] == 14
    _, oracle = jouer(s, Tester("alys", attribut="FOR"), 5, 2, 4, reponses={"tn.relance": "garder"})
    assert dit(oracle)["score"] == 11
    assert questions(s, Tester("alys", attribut="AGI"), 5, 2, 4) == []
