"""Chapter 16: the art of war."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.yin_yang.book.c16_guerre import Engagement, LivrerBataille, compter, offers, vainqueur
from tablee.games.yin_yang.model.batailles import BATAILLES, Bataille
from tablee.kernel.odds import odds

from .essais import PAIRES, ZEROS, de, dit, dits, jouer, refus, scene, tient

GENERAUX = {"sun": {"perception": 5, "art_de_la_guerre": 6}, "bo": {"perception": 5, "art_de_la_guerre": 4}}


def bataille(engagements=3, **plus):
    return jouer(scene(**{w: {**p, **plus} for w, p in GENERAUX.items()}), LivrerBataille("sun", "bo", engagements))[0]


@pytest.mark.rule("YY-16.1")
def test_generals_make_opposed_tests_and_the_best_of_three_wins():
    ici = bataille()
    ici, oracle = jouer(ici, Engagement("sun"), *de(4), *de(5))  # 15 against 14
    assert [e["score"] for e in dits(oracle, "essai")] == [11, 9]
    assert (ici.bataille.gagnes, ici.bataille.vainqueur) == ((1, 0), "")
    ici, _ = jouer(ici, Engagement("bo"), *de(9), *de(1))  # bo 18 against 12
    assert ici.bataille.gagnes == (1, 1)
    _, oracle = jouer(ici, Engagement("bo"), *de(9), *de(1))
    assert [(e.who, e.target) for e in dits(oracle, "essai")] == [("bo", "sun"), ("sun", "bo")]
    ici, oracle = jouer(ici, Engagement("sun"), *de(1), *ZEROS)
    assert (ici.bataille.gagnes, ici.bataille.vainqueur) == ((2, 1), "sun")
    assert dit(oracle, "bataille_gagnee").who == "sun"
    assert refus(ici, Engagement("sun")) == "YY-16.1"


@pytest.mark.rule("YY-16.1")
def test_two_desastres_settle_nothing():
    ici, oracle = jouer(bataille(), Engagement("sun"), *ZEROS, *ZEROS)
    assert (ici.bataille.gagnes, ici.bataille.joues) == ((0, 0), 1)
    assert dit(oracle, "engagement")["issue"] == "ne décide rien"


@pytest.mark.rule("YY-16.1")
def test_an_odd_number_of_engagements_between_two_generals():
    ici = scene(**GENERAUX, x={})
    assert [n for n in range(-1, 24) if refus(ici, LivrerBataille("sun", "bo", n)) is None] == list(range(3, 22, 2))
    assert refus(ici, LivrerBataille("sun", "sun")) == "YY-16.1"
    assert refus(ici, LivrerBataille("sun", "x")) == "YY-4.2"
    assert refus(ici, Engagement("sun")) == "YY-16.1"
    assert refus(bataille(), LivrerBataille("bo", "sun")) == "YY-16.1"
    assert LivrerBataille("sun", "bo") in offers(ici, ici["sun"])
    assert list(offers(ici, ici["x"])) == []


@pytest.mark.rule("YY-16.1")
def test_one_roll_alone_never_decides_a_battle():
    for n in range(3, 22, 2):
        b = Bataille(("sun", "bo"), n)
        for ordre in BATAILLES:
            for risque in BATAILLES:
                apres = compter(b, (("sun", ordre), ("bo", risque)), 1)
                assert apres.vainqueur == "" and apres.gagnes[0] >= 1
    assert vainqueur(Bataille(("sun", "bo"), 5, (3, 0))) == "sun"
    assert vainqueur(Bataille(("sun", "bo"), 5, (2, 2))) == ""


@pytest.mark.rule("YY-16.1")
def test_what_battle_manoeuvres_do():
    _, oracle = jouer(bataille(), Engagement("sun", "tenir"), *de(4), *de(5))
    assert ("Tenir la ligne", 1, "YY-16.1") in dits(oracle, "essai")[0].terms
    ici, _ = jouer(bataille(5), Engagement("sun", "flanquer"), *de(4), *de(3))  # 15 against 12: by 3
    assert ici.bataille.gagnes == (2, 0)
    ici, _ = jouer(bataille(5), Engagement("sun", "flanquer"), *de(4), *de(4))  # by 2 only
    assert ici.bataille.gagnes == (0, 0)
    ici, _ = jouer(bataille(5), Engagement("sun", "charge_generale"), *de(1), *de(9))  # lost: bo gains one more
    assert ici.bataille.gagnes == (0, 2)
    ici, _ = jouer(bataille(5), Engagement("sun", "harceler"), *de(5), *de(1))
    assert ici.bataille.elans == (1, 0)
    _, oracle = jouer(ici, Engagement("sun"), *de(5), *de(1))
    assert dits(oracle, "essai")[0]["score"] == 12


@pytest.mark.rule("YY-16.1")
def test_the_bonus_of_a_manoeuvre_and_of_the_ground_count():
    _, oracle = jouer(bataille(), Engagement("sun", "reserve", mod=2, leur_mod=-1), *de(4), *de(5))
    assert [e["score"] for e in dits(oracle, "essai")] == [11 + 4 + 2, 9 - 1]


@pytest.mark.rule("YY-16.1")
def test_manoeuvres_ask_for_rank_and_some_serve_once():
    ici = bataille()
    assert refus(ici, Engagement("bo", "encercler")) == "YY-16.1"  # rank 4, 6 asked for
    assert refus(ici, Engagement("sun", "encercler")) is None
    assert refus(ici, Engagement("sun", "?")) == "YY-16.1"
    ici, _ = jouer(ici, Engagement("sun", "reserve"), *ZEROS, *ZEROS)
    assert refus(ici, Engagement("sun", "reserve")) == "YY-16.1"
    assert refus(ici, Engagement("bo", "reserve")) is None
    assert refus(ici, Engagement("sun", "choisir_le_terrain")) == "YY-16.1"  # the first engagement is over
    offres = [a.manoeuvre for a in offers(ici, ici["bo"])]
    assert "" in offres and "reserve" in offres and "encercler" not in offres


@pytest.mark.rule("YY-16.1")
def test_the_other_general_gives_his_own_order():
    ici, oracle = jouer(bataille(), Engagement("sun", "tenir"), *de(4), *de(5), reponses=["reserve"])
    (question,) = oracle.asked
    assert (question.who, question.open()[0]) == ("bo", "aucune") and "encercler" not in question.open()
    assert [e["score"] for e in dits(oracle, "essai")] == [12, 13]
    assert ici.bataille.faites == (("sun", "tenir"), ("bo", "reserve"))
    assert all("tenir" not in str(fait) for fait in question.shown)


@pytest.mark.rule("YY-16.1")
def test_the_catalogue_of_manoeuvres_is_whole():
    assert len(BATAILLES) == 8
    for m in BATAILLES.values():
        assert m.dit and m.rang >= max(1, m.aug) and (m.bonus or m.gain or m.suivant)


@pytest.mark.rule("YY-16.1", "YY-5.17")
def test_generals_may_spend_vide():
    ici = bataille()
    apres, _ = jouer(ici, Engagement("sun", vide="bonus", leur_vide="relance"), *de(4), *de(5), *de(6))
    assert (apres["sun"].vide_perdu, apres["bo"].vide_perdu) == (1, 1)
    vide = bataille(vide_perdu=7)  # Vide 7
    assert refus(vide, Engagement("sun", vide="bonus")) == "YY-5.17"
    assert refus(vide, Engagement("sun", leur_vide="bonus")) == "YY-5.17"
    assert refus(ici, Engagement("sun", leur_mod=99)) == "YY-5.1"


@pytest.mark.rule("YY-16.1")
def test_the_odds_of_an_engagement():
    gagne = Fraction(0)
    for a, fa, da in PAIRES:
        for b, fb, db in PAIRES:
            x, y = 11 + a, 9 + b
            if da or db:
                g = Fraction(int(db and not da))
            elif fa and fb:
                g = Fraction(1, 2) if fa == fb else Fraction(int(fa > fb))
            else:
                g = Fraction(1, 2) if x == y else Fraction(int(x > y))
            gagne += g / 10_000
    assert odds(Engagement("sun"), bataille()).p(True, exact=True) == gagne


@pytest.mark.rule("YY-16.1")
@given(
    st.sampled_from(["sun", "bo", "x", "?"]),
    st.sampled_from([*BATAILLES, "", "?"]),
    st.sampled_from(["", "bonus", "relance"]),
    st.integers(-40, 40),
    st.integers(0, 10**6),
)
def test_battles_never_raise_and_what_is_open_resolves(who, ordre, vide, mod, seed):
    rng = random.Random(seed)
    ici = bataille(rng.choice((3, 5, 7)), vide_perdu=rng.choice((0, 6, 7)))
    for action in (LivrerBataille(who, "bo", mod), *[Engagement(who, ordre, vide, "", mod)] * 4):
        if action.closed(ici) is None:
            ici, _ = tient(ici, action, rng.randrange(10**6))
            assert ici.bataille.vainqueur in ("", "sun", "bo")
