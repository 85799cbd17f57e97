"""Chapter 1: how a roll reads, what weighs on it, and what Chance and Résilience still do about it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Tester
from tablee.games.vieux_monde.book.c1_tests import tests as chapitre
from tablee.games.vieux_monde.book.c1_tests.tests import (
    RIEN,
    Depenses,
    Ligne,
    jeter,
    lecture,
    payer,
    preparer,
    regler,
    tenter,
)
from tablee.games.vieux_monde.model.tables import DIFFICULTES, rang
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM, first
from tablee.kernel.tally import total

from .essais import DOUBLES, dit, jouer, lu, rows, scene


def lire(ligne, de):
    """A face as read, without the words of the log."""
    return chapitre.lire_le_de(ligne, de)[0]


VALEURS = (-40, -1, 0, 3, 5, 6, 10, 37, 38, 50, 94, 95, 96, 100, 104, 119, 160)


def ligne(valeur, base=None, **plus):
    return Ligne("jok", valeur, valeur if base is None else base, **plus)


def jok(**plus):
    """Somebody with every caractéristique at 40, and these points."""
    fiche = dict.fromkeys(("CC", "TIR", "FOR", "END", "INI", "AGI", "DOI", "INT", "FM", "PRE"), 40)
    return {"fiche": {**fiche, **plus}}


# ---------------------------------------------------------------- a face against a value


@pytest.mark.rule("VM-1.2", "VM-1.8", "VM-1.5", "VM-1.6", "VM-1.3")
@pytest.mark.parametrize("valeur", VALEURS)
def test_every_face_reads_as_the_book_says(valeur):
    for de in range(1, 101):
        jet = lire(ligne(valeur), de)
        assert (jet.dr, jet.reussi, jet.critique) == lu(valeur, de), (valeur, de)


@pytest.mark.rule("VM-1.5", "VM-1.6")
@pytest.mark.parametrize(
    ("valeur", "de", "signe"),
    [
        (58, 9, "+5"),
        (45, 67, "-2"),
        (72, 100, "-3"),
        (104, 97, "-0"),
        (100, 1, "+10"),
        (109, 95, "+1"),
        (110, 9, "+11"),
        (45, 44, "+0"),
        (45, 46, "-0"),
        (-25, 60, "-6"),
        (-25, 3, "+0"),
        (3, 5, "+0"),
        (0, 100, "-10"),
    ],
)
def test_the_dr_keeps_its_sign_at_zero(valeur, de, signe):
    _, oracle = jouer(scene(jok={"AGI": 40}), Tester("jok", "AGI", mod=valeur - 40), de)
    assert dit(oracle, "jet")["dr"] == signe
    assert dit(oracle, "test")["signe"] == signe


@pytest.mark.rule("VM-1.2")
def test_double_zero_is_a_hundred():
    jet = lire(ligne(160), 100)
    assert (jet.reussi, jet.dr, jet.critique) == (False, 0, -1)


@pytest.mark.rule("VM-1.8")
@pytest.mark.parametrize("valeur", VALEURS)
def test_chances_of_success_go_from_5_to_95(valeur):
    assert odds(jeter, ligne(valeur)).map(lambda j: j.reussi).p(True, exact=True) == Fraction(
        min(95, max(5, valeur)), 100
    )


@pytest.mark.rule("VM-1.3")
@pytest.mark.parametrize("valeur", range(-20, 130))
def test_chances_of_a_critique_are_those_of_the_book(valeur):
    critiques = odds(jeter, ligne(valeur)).map(lambda j: j.critique)
    succes = 0 if valeur < 0 else 8 if valeur > 95 else valeur // 11
    assert critiques.p(1, exact=True) == Fraction(succes, 100)
    assert critiques.p(-1, exact=True) == Fraction(10 - succes, 100)


@pytest.mark.rule("VM-1.3")
@pytest.mark.parametrize("de", DOUBLES)
def test_every_double_is_a_critique_of_what_the_test_was(de):
    assert lire(ligne(95), de).critique == (1 if de < 96 else -1)
    assert lire(ligne(10), de).critique == -1
    assert lire(ligne(95), de - 2).critique == 0


@pytest.mark.rule("VM-1.7")
def test_the_table_of_the_dr():
    noms = [r["resultat"] for r in rows("VM-1.7")]
    succes = {6: 0, 9: 0, 5: 1, 4: 1, 3: 2, 2: 2, 1: 3, 0: 3}
    echecs = {0: 4, -1: 4, -2: 5, -3: 5, -4: 6, -5: 6, -6: 7, -10: 7}
    assert {dr: rang(dr, True) for dr in succes} == {dr: noms[n] for dr, n in succes.items()}
    assert {dr: rang(dr, False) for dr in echecs} == {dr: noms[n] for dr, n in echecs.items()}


@pytest.mark.rule("VM-2.46")
def test_a_hit_owed_to_the_targets_taille_alone_has_dr_0():
    grande = ligne(60, 40, taille=20)
    assert [(lire(grande, de).dr, lire(grande, de).reussi) for de in (38, 40, 41, 54, 60, 61)] == [
        (3, True),
        (2, True),
        (0, True),
        (0, True),
        (0, True),
        (0, False),
    ]
    assert lire(grande, 55).critique == 1
    assert lire(ligne(20, 40, taille=-20), 12).dr == 1, "a small target only lowers the value"
    assert lire(ligne(2, 0, taille=20), 4).dr == 0
    assert lire(ligne(15, -5, taille=20), 4).dr == 1, "01 to 05 succeed without the Taille"
    _, terms, _ = lecture(60, 20, 0, 0, False, "", 54)
    assert terms[-1] == ("Touche due à la Taille", -1, "VM-2.46")


@pytest.mark.rule("VM-2.51", "VM-1.6")
def test_what_is_taken_from_a_dr_is_not_bounded_and_leaves_a_success_a_success():
    jet = lire(ligne(40, dr=-4), 22)
    assert (jet.dr, jet.reussi, jet.critique) == (-2, True, 1)
    assert lire(ligne(40, dr=-2), 45).dr == -2
    _, terms, facts = lecture(40, 0, -4, 0, False, "", 22)
    assert total(terms) == -2
    assert dict(facts)["rang"] == "Succès", "the rank is that of the roll"


@pytest.mark.rule("VM-2.64")
def test_with_the_jeton_successes_that_end_in_zero_are_critiques_and_failures_are_not():
    avec = ligne(50, zeros=True)
    assert [lire(avec, de).critique for de in (10, 20, 50, 60, 90, 100, 22, 77, 49)] == [1, 1, 1, 0, 0, -1, 1, -1, 0]
    assert lire(ligne(50), 20).critique == 0
    chances = odds(jeter, avec).map(lambda j: j.critique)
    assert chances.p(1, exact=True) == Fraction(4 + 5, 100)
    assert chances.p(-1, exact=True) == Fraction(6, 100)


@pytest.mark.rule("VM-1.5", "VM-1.6")
@given(
    st.integers(-80, 200), st.integers(1, 100), st.sampled_from((0, 10, 20, -20)), st.integers(-6, 0), st.integers(0, 3)
)
def test_the_dr_told_is_the_sum_of_its_terms_and_has_its_bounds(valeur, de, taille, malus, achete):
    jet, terms, facts = lecture(valeur, taille, malus, achete, False, "humanoide", de)
    assert total(terms) == jet.dr
    lu_sur_les_des = jet.dr - malus - achete
    assert lu_sur_les_des >= 0 if jet.reussi else lu_sur_les_des <= 0
    assert abs(lu_sur_les_des) <= max(10, valeur // 10)
    assert dict(facts)["de"] == de
    assert jet.zone


# ---------------------------------------------------------------- what weighs on a Test


@pytest.mark.rule("VM-1.9")
@pytest.mark.parametrize("row", rows("VM-1.9"), ids=lambda r: r["difficulte"])
def test_every_difficulty_changes_the_value(row):
    (id,) = [k for k, d in DIFFICULTES.items() if d.nom == row["difficulte"]]
    _, oracle = jouer(scene(jok=jok()), Tester("jok", "AGI", difficulte=id), 50)
    essai = dit(oracle, "essai")
    assert essai["valeur"] == total(essai.terms) == 40 + row["mod"]
    assert dit(oracle, "jet")["valeur"] == 40 + row["mod"]
    assert ((row["difficulte"], row["mod"], "VM-1.9") in essai.terms) is bool(row["mod"])


@pytest.mark.rule("VM-1.9")
def test_all_seven_difficulties_are_there():
    assert [(d.nom, d.mod) for d in DIFFICULTES.values()] == [(r["difficulte"], r["mod"]) for r in rows("VM-1.9")]


@pytest.mark.rule("VM-1.2", "VM-1.9")
def test_a_skill_is_its_characteristic_and_its_training_and_everything_is_in_the_sum():
    p = {"fiche": {"AGI": 42, "competences": {"discretion": 8}}, "etats": [{"id": "sonne", "niveaux": 2}]}
    ici = scene(jok=p)
    _, oracle = jouer(ici, Tester("jok", "discretion", difficulte="accessible", mod=-5), 33)
    essai = dit(oracle, "essai")
    assert essai["competence"] == "Discrétion"
    assert total(essai.terms) == essai["valeur"] == 42 + 8 + 20 - 20 - 5
    assert {label: n for label, n, _ in essai.terms}["Circonstances"] == -5
    assert preparer(ici["jok"], "discretion", ()).ligne.base == 50


@pytest.mark.rule("VM-1.4", "VM-1.2")
def test_a_simple_test_tells_success_a_spectacular_one_its_degree():
    ici = scene(jok=jok())
    _, oracle = jouer(ici, Tester("jok", "FOR", simple=True), 12)
    assert dit(oracle, "test_simple")["issue"] == "réussit"
    assert [e.what for e in oracle.events] == ["essai", "jet", "test_simple"]
    _, oracle = jouer(ici, Tester("jok", "FOR"), 12)
    verdict = dit(oracle, "test")
    assert (verdict["reussi"], verdict["dr"], verdict["rang"]) == (True, 3, "Succès")
    assert total(verdict.terms) == 3


@pytest.mark.rule("VM-1.4", "VM-4.5")
def test_nobody_buys_a_dr_for_a_simple_test():
    ici, action = scene(jok=jok(destin=2)), Tester("jok", "FOR", simple=True)
    _, oracle = jouer(ici, action, 12)
    assert oracle.asked == []
    _, oracle = jouer(ici, action, 72, 12, reponses=("relancer",))
    assert [q.open() for q in oracle.asked] == [("garder", "relancer")]


# ---------------------------------------------------------------- Chance after the roll


def options(oracle):
    return [q.open() for q in oracle.asked]


@pytest.mark.rule("VM-4.5")
def test_a_failed_test_is_rerolled_once_and_the_new_roll_stands():
    ici = scene(jok=jok(destin=3))
    apres, oracle = jouer(ici, Tester("jok", "AGI"), 77, 91, reponses=("relancer", "garder"))
    assert options(oracle) == [("garder", "relancer", "dr"), ("garder", "dr")]
    verdict = dit(oracle, "test")
    assert (verdict["reussi"], verdict["dr"], verdict["critique"]) == (False, -5, ""), "the first Critique is gone"
    assert apres["jok"].chance == 2


@pytest.mark.rule("VM-4.5")
def test_a_successful_test_cannot_be_rerolled():
    _, oracle = jouer(scene(jok=jok(destin=3)), Tester("jok", "AGI"), 39, reponses=("garder",))
    assert options(oracle) == [("garder", "dr")]


@pytest.mark.rule("VM-4.5")
def test_plus_one_dr_does_not_make_a_success_of_a_failure():
    ici = scene(jok=jok(destin=3))
    apres, oracle = jouer(ici, Tester("jok", "AGI"), 41, reponses=("dr", "dr", "garder"))
    verdict = dit(oracle, "test")
    assert (verdict["reussi"], verdict["signe"], verdict["rang"]) == (False, "+2", "Échec Minime")
    assert [e["dr"] for e in oracle.events if e.what == "plus_un_dr"] == ["+1", "+2"]
    assert apres["jok"].chance == 1
    _, oracle = jouer(ici, Tester("jok", "AGI"), 61, reponses=("dr", "garder"))
    assert dit(oracle, "test")["signe"] == "-1"


@pytest.mark.rule("VM-4.5")
def test_a_bought_dr_is_not_lost_in_a_reroll():
    apres, oracle = jouer(scene(jok=jok(destin=3)), Tester("jok", "AGI"), 61, 12, reponses=("dr", "relancer", "garder"))
    verdict = dit(oracle, "test")
    assert (verdict["reussi"], verdict["dr"]) == (True, 3 + 1)
    assert ("Points de Chance", 1, "VM-4.5") in dit(oracle, "jet").terms
    assert apres["jok"].chance == 1


@pytest.mark.rule("VM-4.5")
def test_nobody_is_asked_without_points_nor_spends_more_than_there_are():
    _, oracle = jouer(scene(jok=jok()), Tester("jok", "AGI"), 61)
    assert oracle.asked == []
    apres, oracle = jouer(scene(jok=jok(destin=2)), Tester("jok", "AGI"), 61, reponses=("dr", "dr"))
    assert len(oracle.asked) == 2
    assert apres["jok"].chance == 0


@pytest.mark.rule("VM-4.7", "VM-4.5")
def test_chanceux_alone_gives_a_point_to_spend():
    apres, oracle = jouer(scene(jok=jok(talents={"chanceux": 1})), Tester("jok", "AGI"), 61, 20, reponses=("relancer",))
    assert options(oracle) == [("garder", "relancer", "dr")]
    assert apres["jok"].chance == 0


@pytest.mark.rule("VM-4.5")
def test_what_stands_first_keeps_the_roll():
    _, oracle = jouer(scene(jok=jok(destin=1, resilience=1)), Tester("jok", "AGI"), 61)
    assert [first(q).id for q in oracle.asked] == ["garder"]
    assert [dict(o.cost) for o in oracle.asked[0].options] == [{}, {"Chance": 1}, {"Chance": 1}, {"Résilience": 1}]


@pytest.mark.rule("VM-4.5", "VM-3.31")
def test_chance_of_chaos_goes_last_and_its_price_is_on_the_button():
    p = {**jok(destin=1), "chance_chaotique": 2}
    apres, oracle = jouer(scene(jok=p), Tester("jok", "AGI"), 61, reponses=("dr", "dr", "garder"))
    prix = [[dict(o.cost) for o in q.options if o.id == "dr"] for q in oracle.asked]
    assert prix == [[{"Chance": 1}], [{"Chance du Chaos": 1}], [{"Chance du Chaos": 1}]]
    q = apres["jok"]
    assert (q.chance, q.chance_chaotique, q.chance_perdue, q.corruption) == (1, 1, 1, 1)


@pytest.mark.rule("VM-4.5")
@given(
    destin=st.integers(0, 4),
    perdue=st.integers(0, 4),
    chaos=st.integers(0, 3),
    resilience=st.integers(0, 3),
    det=st.integers(0, 3),
    data=st.data(),
)
def test_paying_never_takes_a_pool_below_zero(destin, perdue, chaos, resilience, det, data):
    p = scene(
        jok={
            **jok(destin=destin, resilience=resilience),
            "chance_perdue": min(perdue, destin),
            "chance_chaotique": chaos,
            "determination_perdue": min(det, resilience),
        }
    )["jok"]
    d = Depenses(data.draw(st.integers(0, p.chance)), data.draw(st.integers(0, p.resilience)))
    q = payer(p, d)
    assert q.chance == p.chance - d.chance >= 0
    assert q.resilience == p.resilience - d.resilience >= 0
    assert q.determination == max(0, p.determination - d.resilience)
    assert q.chance_chaotique >= 0
    assert q.chance_perdue <= max(0, q.chance_max)


# ---------------------------------------------------------------- Résilience after the roll


@pytest.mark.rule("VM-4.8", "VM-4.9")
def test_resilience_chooses_the_face_a_double_too_and_costs_determination():
    ici = scene(jok=jok(resilience=3))
    apres, oracle = jouer(ici, Tester("jok", "AGI"), 98, reponses=("resilience", 33))
    verdict = dit(oracle, "test")
    assert (verdict["reussi"], verdict["dr"], verdict["critique"]) == (True, 1, " (Succès Critique)")
    assert dit(oracle, "face_choisie")["de"] == 33
    assert len(oracle.asked) == 2, "one choice is enough"
    assert (apres["jok"].resilience, apres["jok"].determination) == (2, 2)
    assert apres["jok"].chance == 0


@pytest.mark.rule("VM-4.9")
def test_resilience_does_not_take_determination_below_zero():
    p = {**jok(resilience=2), "determination_perdue": 2}
    apres, _ = jouer(scene(jok=p), Tester("jok", "AGI"), 98, reponses=("resilience", 1))
    assert (apres["jok"].resilience, apres["jok"].determination) == (1, 0)
    p = {**jok(resilience=3), "determination_perdue": 1}
    apres, _ = jouer(scene(jok=p), Tester("jok", "AGI"), 98, reponses=("resilience", 1))
    assert (apres["jok"].resilience, apres["jok"].determination) == (2, 1)


@pytest.mark.rule("VM-4.8")
def test_after_resilience_chance_may_still_raise_the_dr_but_the_face_stands():
    ici = scene(jok=jok(destin=2, resilience=1))
    apres, oracle = jouer(ici, Tester("jok", "AGI"), 98, reponses=("resilience", 50, "dr", "garder"))
    assert options(oracle)[2:] == [("garder", "dr"), ("garder", "dr")]
    assert dit(oracle, "test")["signe"] == "-0"
    assert apres["jok"].chance == 1


@pytest.mark.rule("VM-4.8")
def test_the_lowest_face_is_chosen_when_nobody_says_which():
    _, oracle = jouer(scene(jok=jok(resilience=1)), Tester("jok", "AGI"), 98, reponses=("resilience",))
    assert dit(oracle, "face_choisie")["de"] == 1


# ---------------------------------------------------------------- secrecy, and the ledger's own words


def test_a_secret_test_is_heard_by_the_gm_alone_and_nothing_is_spent_on_it():
    ici = scene(jok=jok(destin=3, resilience=3), ami=jok(FOR=40))
    _, oracle = jouer(ici, Tester("jok", "AGI", secret=True, soutiens=("ami",)), 98)
    assert oracle.asked == []
    assert {e.audience for e in oracle.events} == {GM}
    assert {d.audience for e in oracle.events for d in e.dice} == {GM}


def test_a_test_pays_nothing_when_nothing_was_spent():
    ici = scene(jok=jok(destin=3))
    oracle = Scripted([20])
    apres, jet = chapitre.tester(ici, oracle, "jok", "AGI")
    assert apres is ici
    assert jet.dr == 2
    assert regler(ici, oracle, "jok", RIEN) is ici
    assert payer(ici["jok"], Depenses()) is ici["jok"]


@pytest.mark.rule("VM-4.5")
def test_exact_odds_of_a_reroll():
    """Whoever rerolls every failure succeeds with 1 - (1 - p)²."""

    def tetu(question):
        return next((o for o in question.options if o.id == "relancer"), question.options[0])

    found = odds(tenter, ligne(30, chance=1), policy=tetu).map(lambda e: e.jet.reussi)
    assert found.p(True, exact=True) == 1 - Fraction(7, 10) ** 2
