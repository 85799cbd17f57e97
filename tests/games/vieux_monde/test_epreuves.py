"""Chapter 1, what one does with Tests: support and its limits, extended Tests, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Abandonner, Etendre, Opposer, Tester, cumuler, offers
from tablee.games.vieux_monde.book.c1_epreuves.soutiens import soutien_refuse, terms_du_soutien
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.model.people import ROUND
from tablee.games.vieux_monde.model.scene import Etendu
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import dit, jouer, lu, refus, scene


def compagnons(**plus):
    """Molli, FOR 42, with five others who are weaker."""
    autres = {f"a{n}": {"fiche": {"FOR": 30}} for n in range(5)}
    return scene(molli={"fiche": {"FOR": 42}, **plus.pop("molli", {})}, **{**autres, **plus})


def en_combat(**qui):
    """A fight in which the first has his tour."""
    gens = {w: {"fiche": {}, "camp": "a" if n % 2 == 0 else "b", **p} for n, (w, p) in enumerate(qui.items())}
    return scene(**gens, combat={"ordre": list(qui), "file": list(qui)})


# ---------------------------------------------------------------- support


@pytest.mark.rule("VM-1.15", "VM-1.19")
def test_each_supporter_gives_ten_up_to_the_bonus_of_the_one_who_rolls():
    ici = compagnons()
    for n in range(5):
        _, oracle = jouer(ici, Tester("molli", "FOR", soutiens=tuple(f"a{k}" for k in range(n))), 90)
        assert dit(oracle, "essai")["valeur"] == 42 + 10 * n
        assert [e.who for e in oracle.events if e.what == "soutien"] == [f"a{k}" for k in range(n)]
    assert refus(ici, Tester("molli", "FOR", soutiens=tuple(f"a{k}" for k in range(5)))) == "VM-1.19"
    assert total(terms_du_soutien(("a0", "a1"))) == 20


@pytest.mark.rule("VM-1.19")
def test_the_bonus_is_that_of_the_characteristic_behind_the_skill():
    ici = scene(molli={"FOR": 19, "competences": {"escalade": 40}}, a={"FOR": 20}, b={"FOR": 20})
    assert Tester("molli", "escalade", soutiens=("a",)).closed(ici) is None
    assert refus(ici, Tester("molli", "escalade", soutiens=("a", "b"))) == "VM-1.19"
    ici = scene(molli={"FOR": 9}, a={"FOR": 5})
    assert refus(ici, Tester("molli", "FOR", soutiens=("a",))) == "VM-1.19"


@pytest.mark.rule("VM-1.15")
def test_the_one_with_the_best_chance_rolls():
    ici = scene(molli={"FOR": 42}, egal={"FOR": 42}, fort={"FOR": 43})
    assert Tester("molli", "FOR", soutiens=("egal",)).closed(ici) is None
    closed = Tester("molli", "FOR", soutiens=("fort",)).closed(ici)
    assert closed.rule == "VM-1.15"
    assert "43 % contre 42 %" in str(closed)
    fatigue = scene(molli={"FOR": 42}, fort={"fiche": {"FOR": 43}, "etats": [{"id": "sonne"}]})
    assert Tester("molli", "FOR", soutiens=("fort",)).closed(fatigue) is None, "his chances count, not his sheet"


@pytest.mark.rule("VM-1.15", "VM-1.8")
def test_beyond_95_chances_are_equal():
    ici = scene(molli={"FOR": 42}, fort={"FOR": 60})
    assert refus(ici, Tester("molli", "FOR", difficulte="facile", soutiens=("fort",))) == "VM-1.15"
    assert Tester("molli", "FOR", difficulte="tres_facile", soutiens=("fort",)).closed(ici) is None
    assert Tester("molli", "FOR", mod=60, soutiens=("fort",)).closed(ici) is None
    ici = scene(molli={"FOR": 35}, fort={"FOR": 36}, faible={"FOR": 34})
    assert Tester("molli", "FOR", mod=60, soutiens=("fort",)).closed(ici) is None, "95 and 96 are the same"
    assert refus(ici, Tester("faible", "FOR", mod=60, soutiens=("molli",))) == "VM-1.15"
    assert Tester("faible", "FOR", mod=-31, soutiens=("fort",)).closed(ici) is None, "3 and 5 too"


@pytest.mark.rule("VM-1.16")
def test_a_supporter_needs_access_to_the_skill():
    ici = scene(
        molli={"DOI": 40, "competences": {"crochetage": 10}},
        a={"DOI": 40, "competences": {"crochetage": 1}},
        b={"DOI": 40},
    )
    assert Tester("molli", "crochetage", soutiens=("a",)).closed(ici) is None
    assert refus(ici, Tester("molli", "crochetage", soutiens=("b",))) == "VM-1.16"
    assert Tester("molli", "DOI", soutiens=("b",)).closed(ici) is None


@pytest.mark.rule("VM-1.17")
def test_in_a_fight_a_supporter_stands_beside_the_one_who_rolls():
    for x, y, permis in ((1, 1, True), (0, 1, True), (2, 0, False), (0, 2, False)):
        ici = en_combat(molli={}, ennemi={"x": 9}, ami={"x": x, "y": y})
        closed = Tester("molli", "FOR", soutiens=("ami",)).closed(ici)
        assert (closed is None) is permis
        assert closed is None or closed.rule == "VM-1.17"
    loin = scene(molli={}, ami={"fiche": {}, "x": 9})
    assert Tester("molli", "FOR", soutiens=("ami",)).closed(loin) is None, "outside fights he walks up to him"


@pytest.mark.rule("VM-1.18")
@pytest.mark.parametrize("resiste", ["maladie", "poison", "peur", "danger"])
def test_nobody_is_supported_against_disease_poison_fear_or_danger(resiste):
    ici = compagnons()
    assert refus(ici, Tester("molli", "resistance", resiste=resiste, soutiens=("a0",))) == "VM-1.18"
    assert Tester("molli", "resistance", resiste=resiste).closed(ici) is None
    assert Tester("molli", "resistance", soutiens=("a0",)).closed(ici) is None


@pytest.mark.rule("VM-1.18")
def test_calme_is_always_a_matter_of_fear():
    assert refus(compagnons(), Tester("molli", "calme", soutiens=("a0",))) == "VM-1.18"


@pytest.mark.rule("VM-1.15")
def test_a_supporter_is_somebody_else_awake_and_named_once():
    ici = compagnons(a0={"fiche": {}, "etats": [{"id": "inconscient"}]}, a1={"fiche": {}, "vie": "mort"})
    for soutiens, regle in [
        (("molli",), "VM-1.15"),
        (("a2", "a2"), "VM-1.15"),
        (("personne",), "VM-1.2"),
        (("a0",), "VM-5.4"),
        (("a1",), "VM-5.9"),
    ]:
        assert refus(ici, Tester("molli", "FOR", soutiens=soutiens)) == regle
        assert soutien_refuse(ici, "molli", "FOR", soutiens).rule == regle
    assert soutien_refuse(ici, "molli", "FOR", ("a2", "a3")) is None
    assert soutien_refuse(ici, "molli", "FOR", ()) is None


# ---------------------------------------------------------------- what is tested, and when


@pytest.mark.rule("VM-1.2", "VM-1.9")
@pytest.mark.parametrize(
    ("action", "regle"),
    [
        (Tester("personne", "FOR"), "VM-1.2"),
        (Tester("molli", ""), "VM-1.2"),
        (Tester("molli", "chanter"), "VM-1.2"),
        (Tester("molli", "crochetage"), "VM-1.2"),
        (Tester("molli", "FOR", difficulte="absurde"), "VM-1.9"),
        (Tester("molli", "FOR", mod=101), "VM-1.9"),
        (Tester("molli", "FOR", mod=-101), "VM-1.9"),
        (Tester("molli", "FOR", resiste="ennui"), "VM-1.18"),
    ],
)
def test_what_cannot_be_tested(action, regle):
    assert refus(compagnons(), action) == regle


@pytest.mark.rule("VM-2.1")
def test_in_a_fight_a_test_takes_the_action_of_the_tour_unless_the_gm_calls_for_it():
    ici = en_combat(molli={}, ennemi={})
    assert refus(ici, Tester("ennemi", "FOR")) == "VM-2.1"
    assert Tester("ennemi", "FOR", impose=True).closed(ici) is None
    apres, _ = jouer(ici, Tester("molli", "FOR", impose=True), 50)
    assert apres.encounter.action is False
    apres, _ = jouer(ici, Tester("molli", "FOR"), 50)
    assert apres.encounter.action is True
    assert refus(apres, Tester("molli", "FOR")) == "VM-2.1"
    apres, _ = jouer(ici, Opposer("molli", "FOR", cible="ennemi"), 10, 50)
    assert apres.encounter.action is True
    apres, _ = jouer(ici, Opposer("ennemi", "FOR", cible="molli", impose=True), 10, 50)
    assert apres.encounter.action is False


def test_the_unconscious_test_when_they_must_and_the_dead_do_not():
    dort = scene(molli={"fiche": {}, "etats": [{"id": "inconscient"}]})
    assert refus(dort, Tester("molli", "resistance")) == "VM-5.4"
    assert Tester("molli", "resistance", resiste="poison", impose=True).closed(dort) is None
    assert refus(scene(molli={"fiche": {}, "vie": "mort"}), Tester("molli", "FOR", impose=True)) == "VM-5.9"


@pytest.mark.rule("VM-2.15")
def test_avantages_help_to_resist_fear_and_not_to_climb():
    ici = scene(molli={"fiche": {"FM": 30, "FOR": 30, "END": 30}, "avantages": 2})
    for action, valeur in [
        (Tester("molli", "calme"), 50),
        (Tester("molli", "resistance", resiste="peur"), 50),
        (Tester("molli", "resistance", resiste="poison"), 30),
        (Tester("molli", "escalade"), 30),
    ]:
        _, oracle = jouer(ici, action, 99)
        assert dit(oracle, "essai")["valeur"] == valeur


@pytest.mark.rule("VM-1.2", "VM-1.3", "VM-1.4", "VM-1.7")
def test_the_looks_of_a_test_are_exact():
    ici, action = scene(molli={"FOR": 43}), Tester("molli", "FOR")
    faces = [lu(43, de) for de in range(1, 101)]
    assert odds(action, ici).p(True) == pytest.approx(0.43)
    for dr in range(-10, 5):
        assert odds(action, ici, "dr").p(dr) == pytest.approx(len([f for f in faces if f[0] == dr]) / 100)
    assert odds(action, ici, "rang").p("5 Succès Minime") == pytest.approx(
        len([f for f in faces if f[1] and f[0] in (0, 1)]) / 100
    )
    assert odds(action, ici, "critique").p("Succès Critique") == pytest.approx(0.03)
    assert odds(action, ici, "critique").p("Échec Critique") == pytest.approx(0.07)
    assert odds(Tester("molli", "FOR", simple=True), ici).p(True) == pytest.approx(0.43)


def test_what_is_near_weighs_on_opposed_tests_and_on_the_chances_of_those_who_support():
    bete = {"fiche": {"FOR": 30, "traits": ["perturbante"]}, "x": 2}
    ici = scene(molli={"FOR": 40}, bete=bete, ami={"fiche": {"FOR": 35}, "x": 9})
    _, oracle = jouer(ici, Opposer("molli", "FOR", cible="bete"), 50, 60)
    assert [e["valeur"] for e in oracle.events if e.what == "essai"] == [30, 30]
    assert refus(ici, Tester("molli", "FOR", soutiens=("ami",))) == "VM-1.15", "35 against 30"


# ---------------------------------------------------------------- extended Tests


def commencer(vise=5, **plus):
    return Etendre("molli", "FOR", tache="la porte", vise=vise, **plus)


SUITE = Etendre("molli", tache="la porte")


@pytest.mark.rule("VM-1.13")
def test_the_dr_add_up_negative_ones_too_until_the_target_is_reached():
    ici = scene(molli={"FOR": 45})
    ici, oracle = jouer(ici, commencer(5), 12)
    assert (dit(oracle, "etendu")["total"], total(dit(oracle, "etendu").terms)) == (3, 3)
    ici, oracle = jouer(ici, SUITE, 61)
    assert (dit(oracle, "etendu")["total"], dit(oracle, "etendu")["fini"]) == (1, False)
    ici, oracle = jouer(ici, SUITE, 5)
    assert dit(oracle, "etendu")["fini"] is True, "5 of 5 is enough"
    assert dit(oracle, "etendu_reussi")["tache"] == "la porte"
    assert ici.etendus["molli:la porte"].fini is True
    assert refus(ici, SUITE) == "VM-1.13", "it is done"
    assert commencer(3).closed(ici) is None, "and may be done again"


@pytest.mark.rule("VM-1.14")
def test_below_zero_all_is_lost_and_begins_again_from_zero_at_zero_it_goes_on():
    ici = scene(molli={"FOR": 45})
    ici, _ = jouer(ici, commencer(5), 21)
    ici, oracle = jouer(ici, SUITE, 61)
    assert dit(oracle, "etendu")["total"] == 0
    assert not any(e.what == "etendu_perdu" for e in oracle.events)
    ici, oracle = jouer(ici, SUITE, 51)
    assert dit(oracle, "etendu_perdu").rule == "VM-1.14"
    e = ici.etendus["molli:la porte"]
    assert (e.total, e.perdu, e.vise) == (0, True, 5)
    ici, oracle = jouer(ici, SUITE, 21)
    e = ici.etendus["molli:la porte"]
    assert (e.total, e.perdu) == (2, False)


@pytest.mark.rule("VM-1.14")
def test_lost_at_the_first_test():
    ici, _ = jouer(scene(molli={"FOR": 45}), commencer(5), 99)
    assert ici.etendus["molli:la porte"].perdu is True


@pytest.mark.rule("VM-1.13", "VM-1.14")
def test_in_a_fight_one_test_each_round_the_restart_too():
    ici = en_combat(molli={"fiche": {"FOR": 45}}, ennemi={"x": 5})
    ici, _ = jouer(ici, commencer(5), 99)
    assert refus(ici, SUITE) == "VM-2.1"
    encore = replace(ici, encounter=replace(ici.encounter, action=False))
    assert refus(encore, SUITE) == "VM-1.13", "even with another Action in this Round"
    ici, _ = jouer(ici, Terminer("molli"))
    ici, _ = jouer(ici, Terminer("ennemi"))
    assert (ici.encounter.round, ici.clock) == (2, ROUND)
    ici, _ = jouer(ici, SUITE, 10)
    assert ici.etendus["molli:la porte"].total == 3
    assert ici.encounter.action is True


@pytest.mark.rule("VM-1.13")
def test_outside_fights_every_further_test_takes_the_next_round():
    ici = scene(molli={"FOR": 45}, ami={"FOR": 45})
    ici, _ = jouer(ici, commencer(9), 44)
    assert ici.clock == 0
    ici, _ = jouer(ici, Etendre("ami", "FOR", tache="la porte", vise=9), 44)
    assert ici.clock == 0, "side by side"
    ici, _ = jouer(ici, SUITE, 44)
    assert ici.clock == ROUND
    ici, _ = jouer(ici, Etendre("ami", tache="la porte"), 44)
    assert ici.clock == ROUND
    assert {e.qui: e.total for e in ici.etendus.values()} == {"molli": 0, "ami": 0}


@pytest.mark.rule("VM-4.5", "VM-1.13")
def test_a_raised_dr_is_what_is_added():
    ici, _ = jouer(scene(molli={"FOR": 45, "destin": 2}), commencer(5), 46, reponses=("dr", "garder"))
    assert ici.etendus["molli:la porte"].total == 1, "-0 becomes +1"


@pytest.mark.rule("VM-1.13")
def test_what_an_extended_test_asks_for():
    ici = scene(molli={"FOR": 45})
    assert refus(ici, SUITE) == "VM-1.13"
    assert refus(ici, Etendre("molli", "FOR", tache=" ", vise=3)) == "VM-1.13"
    assert refus(ici, Etendre("molli", "FOR", tache="x" * 61, vise=3)) == "VM-1.13"
    for vise in (0, -1, 101):
        assert refus(ici, commencer(vise)) == "VM-1.13"
    assert refus(ici, Etendre("molli", "chanter", tache="t", vise=3)) == "VM-1.2"
    ici, _ = jouer(ici, commencer(5), 44)
    assert refus(ici, Etendre("molli", "AGI", tache="la porte")) == "VM-1.13"
    assert refus(ici, commencer(6)) == "VM-1.13"
    assert commencer(5).closed(ici) is None
    assert refus(ici, Etendre("molli", tache="la porte", soutiens=("molli",))) == "VM-1.15"


@pytest.mark.rule("VM-1.13")
def test_a_task_may_be_given_up():
    ici = scene(molli={"FOR": 45}, ami={})
    assert refus(ici, Abandonner("molli", "la porte")) == "VM-1.13"
    assert refus(ici, Abandonner("personne", "la porte")) == "VM-1.2"
    ici, _ = jouer(ici, commencer(5), 44)
    assert [type(a) for a in offers(ici, ici["molli"])][:2] == [Etendre, Abandonner]
    assert not any(isinstance(a, Etendre) for a in offers(ici, ici["ami"])), "it is not his"
    finie, _ = jouer(scene(molli={"FOR": 45}), commencer(1), 12)
    assert not any(isinstance(a, Etendre) for a in offers(finie, finie["molli"]))
    ici, oracle = jouer(ici, Abandonner("molli", "la porte"))
    assert ici.etendus == {}
    assert dit(oracle, "etendu_abandonne")["tache"] == "la porte"


@pytest.mark.rule("VM-1.13", "VM-1.14")
def test_the_looks_of_an_extended_test_are_exact():
    ici, _ = jouer(scene(molli={"FOR": 45}), commencer(5), 21)
    faces = [lu(45, de)[0] for de in range(1, 101)]
    assert odds(SUITE, ici).p(True) == pytest.approx(len([dr for dr in faces if 2 + dr >= 5]) / 100)
    assert odds(SUITE, ici, "total").p(-1) == pytest.approx(len([dr for dr in faces if dr == -3]) / 100)


@pytest.mark.rule("VM-1.13", "VM-1.14")
@given(st.lists(st.integers(-10, 10), max_size=12), st.integers(1, 15))
def test_a_total_is_the_sum_since_it_was_last_lost(drs, vise):
    e, depuis = Etendu("x", "FOR", vise), 0
    for dr in drs:
        e = cumuler(Scripted(), e, dr)
        depuis = depuis + dr
        assert e.fini is (depuis >= vise)
        assert e.perdu is (depuis < 0)
        if depuis < 0:
            depuis = 0
        assert e.total == depuis
        if e.fini:
            break


# ---------------------------------------------------------------- buttons


def test_every_button_is_open_in_peace():
    ici = compagnons(molli={"camp": "a"})
    actions = list(offers(ici, ici["molli"]))
    assert all(a.closed(ici) is None for a in actions)
    assert [a.competence for a in actions if isinstance(a, Tester)][:3] == ["CC", "TIR", "FOR"]
    assert {a.cible for a in actions if isinstance(a, Opposer)} == {f"a{n}" for n in range(5)}
