"""Tests of several people: against each other, together, side by side."""

from fractions import Fraction
from itertools import product

import pytest

from tablee.games.fluid.book.c3_tests.des import lancer
from tablee.games.fluid.book.c3_tests.oppositions import Collectif, Opposer, Rivaliser, confrontation
from tablee.games.fluid.book.c3_tests.tests import Ligne, Tester
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM, first
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, proches, scene

CALMES = {"CON": 1, "VOL": 1, "AGI": 2, "FOR": 2}  # 2 RES: a single question each
GENS = dict.fromkeys(("ilya", "un", "deux", "trois"), CALMES)


def contre(*qui, **parametres):
    return tuple(Tester(who, ("AGI",), **parametres) for who in qui)


def oppose(*dice, reponses=(), adversaires=("un",), gens=GENS, options=(), **parametres):
    """Ilya against these, all with AGI 2 or FOR 2: the verdict, the scene after, the oracle."""
    action = Opposer("ilya", ("FOR",), adversaires=contre(*adversaires), **parametres)
    apres, oracle = jouer(scene(*options, **gens), action, *dice, reponses=reponses)
    return dit(oracle, "opposition"), apres, oracle


# ---------------------------------------------------------------- against each other


@pytest.mark.rule("FLU-3.42")
@pytest.mark.parametrize(
    ("mien", "sien", "gagne", "issue"),
    [
        (7, 6, True, "l'emporte"),
        (6, 7, False, "a le dessous"),
        (6, 6, False, "fait jeu égal"),
        (3, 2, True, "l'emporte"),
    ],
)
def test_the_higher_total_wins_below_eleven_too_and_a_tie_changes_nothing(mien, sien, gagne, issue):
    verdict, apres, _ = oppose(mien, sien)
    assert verdict["gagne"] is gagne
    assert verdict["issue"] == issue
    assert verdict["battus"] == (("un",) if gagne else ())
    assert verdict["egalites"] == (("un",) if mien == sien else ())
    assert verdict["ecart"] == mien - sien == total(verdict.terms)
    assert apres == scene(**GENS)


@pytest.mark.rule("FLU-3.42")
@pytest.mark.parametrize(
    ("dice", "battus", "egaux", "issue"),
    [
        ((6, 5, 4, 3), ("un", "deux", "trois"), (), "l'emporte"),
        ((6, 5, 6, 7), ("un",), ("deux",), "l'emporte sur une partie des adversaires"),
        ((6, 7, 6, 7), (), ("deux",), "fait jeu égal"),
        ((6, 7, 8, 9), (), (), "a le dessous"),
    ],
)
def test_against_several_each_comparison_is_separate(dice, battus, egaux, issue):
    verdict, _, _ = oppose(*dice, adversaires=("un", "deux", "trois"))
    assert (verdict["battus"], verdict["egalites"], verdict["issue"]) == (battus, egaux, issue)
    assert verdict["gagne"] is (len(battus) == 3)
    assert verdict["ecart"] == dice[0] - max(dice[1:])


@pytest.mark.rule("FLU-3.42")
def test_an_act_that_can_fail_must_reach_eleven_as_well():
    gens = {**GENS, "ilya": {**CALMES, "FOR": 5}}
    for face, seuil, battus in ((5, False, ("un", "deux")), (5, True, ()), (6, True, ("un", "deux"))):
        verdict, _, _ = oppose(face, 2, 3, adversaires=("un", "deux"), gens=gens, seuil=seuil)
        assert verdict["battus"] == battus
        assert verdict["gagne"] is bool(battus)
    verdict, _, _ = oppose(5, 8, adversaires=("un",), gens=gens, seuil=True)
    assert (verdict["issue"], verdict["egalites"]) == ("manque son geste", ())


@pytest.mark.rule("FLU-3.42")
def test_each_side_has_its_own_avantages_and_pays_its_own_price():
    gens = {
        "ilya": {**CALMES, "traits": [{"nom": "Lutte", "valeur": 3}, {"nom": "Rage", "valeur": 2}]},
        "un": CALMES,
    }
    action = Opposer(
        "ilya",
        ("FOR",),
        traits=("Lutte", "Rage"),
        points=4,
        adversaires=(Tester("un", ("AGI",), circonstances=-1, res=2, depenses=(("AGI", 1),)),),
    )
    apres, oracle = jouer(scene(**gens), action, 5, 4, 8, 6)
    annonces = [e for e in oracle.events if e.what == "annonce"]
    assert [(e.who, e["net"], e["des"]) for e in annonces] == [("ilya", 4, 0), ("un", 2, 2)]
    assert [e["net"] for e in annonces] == [total(e["avantages"]) for e in annonces]
    jets = [e for e in oracle.events if e.what == "jet"]
    assert [(e.who, e["total"], total(e.terms)) for e in jets] == [("ilya", 11, 11), ("un", 10, 10)]
    assert [[d.faces for d in e.dice] for e in jets] == [[(5,)], [(4,), (8, 6)]]
    assert dit(oracle, "opposition")["gagne"] is True
    assert (apres["ilya"].res_perdue, apres["un"].res_perdue, apres["un"].pertes) == (1, 2, {"AGI": 1})


@pytest.mark.rule("FLU-3.42", "FLU-3.30")
def test_everybody_may_invest_in_turn_knowing_what_was_invested_before():
    verdict, apres, oracle = oppose(5, 5, reponses=("RES1", "RES1"))
    assert [(q.who, q.see("total"), q.see("vise")) for q in oracle.asked] == [("ilya", 7, 8), ("un", 7, 9)]
    investis = [e for e in oracle.events if e.what == "investi"]
    assert [(e.who, e["bonus"], e["total"], total(e.terms)) for e in investis] == [("ilya", 1, 8, 8), ("un", 1, 8, 8)]
    assert verdict["issue"] == "fait jeu égal"
    assert (apres["ilya"].res, apres["un"].res) == (0, 0)
    verdict, apres, _ = oppose(5, 5, reponses=("RES1", "garder"))
    assert verdict["gagne"] is True
    assert (apres["ilya"].res, apres["un"].res) == (0, 2)


@pytest.mark.rule("FLU-3.42", "FLU-3.30")
def test_against_several_one_aims_above_the_best_of_them():
    _, _, oracle = oppose(5, 3, 9, 4, adversaires=("un", "deux", "trois"))
    assert [(q.who, q.see("vise")) for q in oracle.asked] == [("ilya", 12), *[(q, 8) for q in ("un", "deux", "trois")]]


@pytest.mark.rule("FLU-3.42", "FLU-3.31")
def test_no_trait_is_proposed_for_a_contest_that_is_lost():
    _, _, oracle = oppose(2, 9)
    assert {q.key for q in oracle.asked} == {"flu.apres_jet"}


@pytest.mark.rule("FLU-3.30")
def test_several_rolls_of_one_hand_draw_from_one_purse():
    """FLU-4.20 rolls several times for the same fighter: what he gave for one roll is gone for the next."""
    lignes = (
        Ligne("ilya", 5, 0, 4, (("AGI", 2),)),
        Ligne("ilya", 5, 0, 4, (("AGI", 2),)),
        Ligne("un", 5, 0),
        Ligne("deux", 5, 0),
    )
    oracle = Scripted((5, 5, 5, 5), ("RES1", "AGI1", "garder", "RES1"))
    scores = confrontation(oracle, lignes, ((2,), (3,), (0,), (1,)), (True, True), True)
    assert [q.open() for q in oracle.asked] == [
        ("garder", "RES1", "RES2", "AGI1"),
        ("garder", "RES1", "AGI1"),
        ("garder", "RES1"),
        ("garder", "RES1"),
    ]
    assert [s.ecart for s in scores] == [12, 11, 10, 10]
    assert [s.depenses for s in scores] == [(("RES", 2), ("AGI", 2)), (("RES", 2),), (), ()]


def ecart(depart, des, autres, regle):
    """How one throw stands to another, those rarer than one in 10^12 left out."""
    mien, sien = ([(v, p) for v, p in exact(odds(lancer, n, regle)).items() if p * 10**12 > 1] for n in (des, autres))
    ecarts = {}
    for (x, p), (y, q) in product(mien, sien):
        ecarts[depart + x - y] = ecarts.get(depart + x - y, 0) + p * q
    return ecarts


@pytest.mark.rule("FLU-3.42")
@pytest.mark.parametrize(("a", "b"), [(0, 0), (2, 0), (-1, 1), (3, -2)])
def test_the_odds_of_an_opposition_are_those_of_two_throws(a, b):
    action = Opposer("ilya", ("FOR",), circonstances=a, adversaires=contre("un", circonstances=b))
    ici = scene(**{**GENS, "ilya": {"FOR": 5}})
    ecarts = ecart(5 - 2, a, b, (True, True))
    proches(exact(odds(action, ici, "ecart")), ecarts)
    gagne = sum(p for ecart, p in ecarts.items() if ecart > 0)
    proches({True: odds(action, ici).bounds(True)[0]}, {True: gagne})
    proches({1: odds(action, ici, "battus").bounds(1)[0]}, {1: gagne})


@pytest.mark.rule("FLU-3.42")
@pytest.mark.parametrize("purse", [0, 2], ids=("nothing to invest", "something to invest"))
@pytest.mark.parametrize("regle", [(True, True), (False, True), (True, False)], ids=str)
def test_the_margin_of_a_duel_is_the_difference_of_two_throws(regle, purse):
    lignes = (Ligne("ilya", 5, 2, purse), Ligne("un", 7, -1, purse))
    found = odds(confrontation, lignes, ((1,), (0,)), regle, False).map(lambda s: s[0].ecart - s[1].ecart)
    proches(exact(found), ecart(-2, 2, -1, regle))


@pytest.mark.rule("FLU-3.42")
def test_an_opposition_needs_adversaries_each_with_an_open_test():
    ici = scene(**GENS)
    assert Opposer("ilya", ("FOR",)).closed(ici).rule == "FLU-3.42"
    assert Opposer("ilya", ("FOR",), adversaires=contre("ilya")).closed(ici).rule == "FLU-3.42"
    assert Opposer("ilya", ("FOR",), adversaires=contre("un", "un")).closed(ici).rule == "FLU-3.42"
    assert Opposer("ilya", ("FOR",), adversaires=contre("x")).closed(ici).rule == "FLU-3.1"
    assert Opposer("x", ("FOR",), adversaires=contre("un")).closed(ici).rule == "FLU-3.1"
    assert Opposer("ilya", (), adversaires=contre("un")).closed(ici).rule == "FLU-3.1"
    assert Opposer("ilya", ("FOR",), adversaires=contre("un", res=3)).closed(ici).rule == "FLU-3.29"
    assert Opposer("ilya", ("FOR",), res=3, adversaires=contre("un")).closed(ici).rule == "FLU-3.29"


# ---------------------------------------------------------------- what is hidden stays hidden


JOUEUSE = Viewer(frozenset({"ilya"}))


def vu(oracle, viewer=JOUEUSE):
    return [e for e in (seen_by(viewer, e) for e in oracle.events) if e is not None]


@pytest.mark.parametrize("cache", ["un", "deux"])
def test_a_hidden_roll_changes_nothing_of_what_another_player_sees_or_is_asked(cache):
    adversaires = tuple(Tester(who, ("AGI",), secret=who == cache) for who in ("un", "deux"))
    action, ici = Opposer("ilya", ("FOR",), adversaires=adversaires), scene(**GENS)
    vues = set()
    for face in range(2, 10):
        dice = (5, face, 4) if cache == "un" else (5, 4, face)
        _, oracle = jouer(ici, action, *dice)
        asked = [q for q in oracle.asked if q.who == "ilya"]
        assert [(q.see("total"), q.see("vise")) for q in asked] == [(7, None)]
        vues.add((repr(asked), repr(vu(oracle))))
    assert len(vues) == 1
    ((_, evenements),) = vues
    assert cache not in evenements
    assert "opposition" not in evenements


def test_the_one_who_rolls_in_secret_is_asked_nothing():
    adversaires = (Tester("un", ("AGI",), secret=True),)
    action = Opposer("ilya", ("FOR",), adversaires=adversaires)
    _, oracle = jouer(scene(**GENS), action, 5, 4)
    assert [q.who for q in oracle.asked] == ["ilya"]
    assert {e.audience for e in oracle.events if e.who == "un"} == {GM}
    assert [d.audience for e in oracle.events for d in e.dice] == ["all", GM]
    assert dit(oracle, "opposition").audience == GM


@pytest.mark.parametrize(("sorte", "what"), [(Collectif, "collectif"), (Rivaliser, "rivalite")])
def test_one_secret_test_makes_the_common_result_secret(sorte, what):
    for secret, audience in ((False, "all"), (True, GM)):
        essais = (Tester("ilya", ("FOR",)), Tester("un", ("AGI",), secret=secret))
        _, oracle = jouer(scene(**GENS), sorte("ilya", essais), 5, 6)
        assert dit(oracle, what).audience == audience


# ---------------------------------------------------------------- together


def tous(*qui):
    return tuple(Tester(who, ("AGI",)) for who in qui)


@pytest.mark.rule("FLU-3.32")
@pytest.mark.parametrize(
    ("faces", "reussites", "reussite"),
    [
        ((9,), 1, True),
        ((8,), 0, False),
        ((9, 8), 1, True),
        ((8, 8), 0, False),
        ((9, 8, 8), 1, False),
        ((9, 9, 8), 2, True),
        ((9, 9, 8, 8), 2, True),
        ((9, 8, 8, 8), 1, False),
    ],
)
def test_half_of_the_participants_must_succeed(faces, reussites, reussite):
    qui = list(GENS)[: len(faces)]
    _, oracle = jouer(scene(**GENS), Collectif("ilya", tous(*qui)), *faces)
    verdict = dit(oracle, "collectif")
    assert (verdict["reussites"], verdict["participants"], verdict["reussi"]) == (reussites, len(faces), reussite)
    assert verdict["issue"] == ("le groupe réussit" if reussite else "le groupe échoue")
    assert [e["total"] for e in oracle.events if e.what == "test"] == [2 + f for f in faces]


@pytest.mark.rule("FLU-3.32")
def test_every_participant_pays_and_may_save_his_own_test():
    essais = (Tester("un", ("AGI",), res=1, points=1), Tester("deux", ("AGI",)))
    apres, oracle = jouer(scene(**GENS), Collectif("un", essais), 5, 5, reponses=("non", "RES1", 11))
    assert [(q.who, q.key) for q in oracle.asked] == [
        ("un", "flu.trait_negatif"),
        ("deux", "flu.apres_jet"),
        ("deux", "flu.trait_negatif"),
    ]
    assert dit(oracle, "collectif")["reussi"] is True
    assert (apres["un"].res_perdue, apres["deux"].res_perdue, apres["deux"].traits[0].valeur) == (1, 2, 3)


@pytest.mark.rule("FLU-3.32")
def test_the_odds_of_a_group_follow_from_those_of_its_tests():
    ici = scene(**{who: {"AGI": 5} for who in ("a", "b", "c")})
    found = odds(Collectif("a", tous("a", "b", "c")), ici, "reussites")
    proches(exact(found), {k: Fraction(n, 8) for k, n in enumerate((1, 3, 3, 1))})
    proches(exact(odds(Collectif("a", tous("a", "b", "c")), ici)), {True: Fraction(1, 2), False: Fraction(1, 2)})
    proches({True: odds(Collectif("a", tous("a", "b")), ici).bounds(True)[0]}, {True: Fraction(3, 4)})


@pytest.mark.rule("FLU-3.32", "FLU-3.43")
@pytest.mark.parametrize("sorte", [Collectif, Rivaliser])
def test_common_tests_need_participants_each_once_and_able(sorte):
    ici = scene(**GENS)
    assert sorte("ilya", ()).closed(ici) is not None
    assert sorte("x", tous("un")).closed(ici).rule == "FLU-3.1"
    assert sorte("ilya", tous("un", "x")).closed(ici).rule == "FLU-3.1"
    assert sorte("ilya", tous("un", "un")).closed(ici).rule == "FLU-3.42"
    assert sorte("ilya", (Tester("un", ("AGI",), res=3),)).closed(ici).rule == "FLU-3.29"
    assert sorte("ilya", tous("un", "deux")).closed(ici) is None


# ---------------------------------------------------------------- side by side


@pytest.mark.rule("FLU-3.43")
@pytest.mark.parametrize(
    ("faces", "finissent", "premiers"),
    [
        ((7, 9, 8), ("un",), ("un",)),
        ((7, 8, 8), (), ()),  # nobody gets there, and the highest failure wins nothing
        ((9, 9, 8), ("ilya", "un"), ("ilya", "un")),
    ],
)
def test_who_reaches_eleven_gets_there_and_the_highest_does_it_best(faces, finissent, premiers):
    _, oracle = jouer(scene(**GENS), Rivaliser("ilya", tous("ilya", "un", "deux")), *faces)
    verdict = dit(oracle, "rivalite")
    assert (verdict["finissent"], verdict["premiers"]) == (finissent, premiers)
    assert verdict["gagne"] is ("ilya" in premiers)
    assert verdict["mieux"] == (premiers or ("personne",))


@pytest.mark.rule("FLU-3.43")
def test_the_best_of_those_who_get_there_wins():
    gens = {who: {**CALMES, "AGI": 8} for who in GENS}
    _, oracle = jouer(scene(**gens), Rivaliser("un", tous("ilya", "un", "deux", "trois")), 3, 7, 2, 6)
    verdict = dit(oracle, "rivalite")
    assert (verdict["finissent"], verdict["premiers"], verdict["gagne"]) == (("ilya", "un", "trois"), ("un",), True)


@pytest.mark.rule("FLU-3.43")
def test_the_odds_of_a_race():
    ici = scene(**{who: {"AGI": 5} for who in ("a", "b")})
    un = exact(odds(lancer, 0, (True, True)))
    attendu = sum(p * q for (x, p), (y, q) in product(un.items(), un.items()) if 5 + x >= 11 and x >= y)
    found = odds(Rivaliser("a", tous("a", "b")), ici, policy=first)
    proches({True: found.bounds(True)[0]}, {True: attendu})
