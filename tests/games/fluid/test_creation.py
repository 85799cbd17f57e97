"""Chapter 2: drafts of characters, and Traits placed or given in play."""

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reading import read
from tablee.games.fluid.book import c2_traits as traits
from tablee.games.fluid.book import c6_experience as experience
from tablee.games.fluid.book.c2_traits import FAMILLES, DonnerTrait, LeverTrait, PlacerTrait, mal_nomme, redondant
from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.desk import creation, draft, random, steps
from tablee.games.fluid.desk import sheet as fiche
from tablee.games.fluid.desk.creation import CREATION
from tablee.games.fluid.desk.draft import Brouillon, Caracs, Choisi
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.model import catalogue
from tablee.games.fluid.model.people import CARACS, NOMS, Fiche, Personnage, Trait, attribut
from tablee.games.fluid.model.scene import Scene
from tablee.games.fluid.model.tables import TABLES
from tablee.kernel import content
from tablee.kernel.action import tag
from tablee.kernel.draft import Unfinished, Waiver
from tablee.kernel.live import Live, Replay, Scripted
from tablee.kernel.tally import total
from tablee.kernel.words import Words
from telling import told

BON = Brouillon(
    nom="Alys",
    caracs=Caracs(FOR=7, CON=5, AGI=6, PER=5, INT=4, VOL=6, CHA=3, CONN=4),
    traits=(Choisi("Épée", 3, "metier"), Choisi("Haltérophile", 3), Choisi("Cuisinière", 2)),
    armes=("epee", "dague"),
    armure="cuir",
    bouclier="targe",
)
MAGE = replace(BON, magie=True, caracs=Caracs(3, 4, 5, 4, 7, 5, 3, 4, 5))


def refus(draft):
    """The rules and sentences of what does not hold."""
    return [(p.step, str(p.why)) for p in CREATION.review(draft).open_problems]


def regles(draft):
    return [p.why.rule for p in CREATION.review(draft).open_problems]


def avec(**caracs):
    return replace(BON, caracs=replace(BON.caracs, **caracs))


# ---------------------------------------------------------------- caractéristiques


@pytest.mark.rule("FLU-2.1")
def test_eight_caracteristiques_four_of_the_body_four_of_the_mind():
    assert [NOMS[c] for c in CARACS] == [
        *("Force", "Constitution", "Agilité", "Perception"),
        *("Intelligence", "Volonté", "Charisme", "Connaissances"),
    ]
    p = CREATION.finish(BON)
    assert [p.carac(c) for c in CARACS] == [7, 5, 6, 5, 4, 6, 3, 4]
    assert p.fiche.MAG is None


@pytest.mark.rule("FLU-2.2")
def test_forty_points_exactly():
    assert refus(BON) == []
    assert CREATION.review(BON).budgets[0].left == 0
    assert refus(avec(CON=4)) == [("caracs", "40 points à répartir, 39 répartis (FLU-2.2)")]
    assert refus(avec(CON=6)) == [("caracs", "40 points à répartir, 41 répartis (FLU-2.2)")]
    assert CREATION.review(avec(CON=6)).budgets[0].left == -1


@pytest.mark.rule("FLU-2.2")
def test_each_from_1_to_7():
    assert refus(avec(FOR=7, CHA=1, CON=7)) == []
    assert refus(avec(FOR=8, CHA=2)) == [("caracs", "Force : de 1 à 7, pas 8 (FLU-2.2)")]
    assert refus(avec(FOR=7, CHA=0, CON=7, CONN=5)) == [("caracs", "Charisme : de 1 à 7, pas 0 (FLU-2.2)")]


@pytest.mark.rule("FLU-2.2", "FLU-2.3")
def test_the_bounds_by_enumeration():
    for valeur in range(-2, 11):
        draft = avec(FOR=valeur, CON=5, VOL=6 + 7 - valeur)
        assert (refus(draft) == []) == (1 <= valeur <= 7 and 1 <= 13 - valeur <= 7)
        mage = replace(MAGE, caracs=replace(MAGE.caracs, MAG=valeur, INT=7 + 5 - valeur))
        assert (refus(mage) == []) == (1 <= valeur <= 7 and 1 <= 12 - valeur <= 7)


@pytest.mark.rule("FLU-2.3")
def test_magie_is_a_ninth_one_out_of_the_same_points():
    assert refus(MAGE) == []
    assert CREATION.finish(MAGE).fiche.MAG == 5
    assert refus(replace(BON, magie=True)) == [("caracs", "Magie : de 1 à 7, pas 0 (FLU-2.3)")]
    plein = replace(BON, magie=True, caracs=replace(BON.caracs, MAG=1))
    assert refus(plein) == [("caracs", "40 points à répartir, 41 répartis (FLU-2.3)")]


@pytest.mark.rule("FLU-2.3")
def test_magie_is_for_those_who_practise_it():
    assert refus(avec(MAG=3)) == [("caracs", "Des points en Magie, sans pratiquer la magie (FLU-2.3)")]
    scene = read_scene({"personnages": {"a": {}, "m": {"pret": "mage"}}}, ())
    assert read(scene, Tester("a", ("MAG",)).closed(scene)) == "A ne pratique pas la magie (FLU-2.3)"
    assert Tester("m", ("MAG",)).closed(scene) is None


@pytest.mark.rule("FLU-2.4", "FLU-2.5", "FLU-2.6", "FLU-2.7")
def test_attributes_are_sums_of_two_caracteristiques():
    f = Fiche("X", FOR=1, CON=2, AGI=4, PER=8, INT=16, VOL=32, CHA=64, CONN=128, MAG=256)
    assert (f.RES, f.AUR, f.SAN, f.INI) == (2 + 32, 64 + 128, 16 + 8, 1 + 4)
    assert [label for label, _, _ in attribut(f, "SAN")] == ["Intelligence", "Perception"]
    assert [regle for _, _, regle in attribut(f, "INI")] == ["FLU-2.7", "FLU-2.7"]


@pytest.mark.rule("FLU-2.4")
def test_attributes_do_not_fall_with_points_spent():
    p = replace(CREATION.finish(BON), pertes={"CON": 2, "VOL": 1}, res_perdue=3)
    assert (p.carac("CON"), p.fiche.RES, p.res) == (3, 11, 8)


# ---------------------------------------------------------------- Traits


def traits_(*choisis, negatifs=()):
    return replace(BON, traits=tuple(Choisi(*c) for c in choisis), negatifs=tuple(Choisi(*c) for c in negatifs))


@pytest.mark.rule("FLU-2.8")
def test_a_trait_is_a_name_and_a_value_of_any_family():
    assert len(FAMILLES) == 8
    p = CREATION.finish(traits_(("  Vieille rancune ", 2, "une famille à moi")))
    assert p.trait("Vieille rancune") == Trait("Vieille rancune", 2, famille="une famille à moi")
    assert refus(traits_((" ", 2))) == [("traits", "Un Trait doit avoir un nom (FLU-2.8)")]


@pytest.mark.rule("FLU-2.8")
def test_a_trait_is_taken_once():
    deux = [("traits", "« epee » est déjà pris (FLU-2.8)")]
    assert refus(traits_(("Épée", 2), ("epee", 1))) == deux
    assert refus(traits_(("Épée", 2), negatifs=[("epee", 1)])) == deux


@pytest.mark.rule("FLU-2.9")
@pytest.mark.parametrize(
    ("nom", "carac"),
    [
        ("Costaud", "Force"),
        ("costaude", "Force"),
        ("Très costaud !", "Force"),
        ("Une grande force", "Force"),
        ("FOR", "Force"),
        ("VOL", "Volonté"),
        ("Volonté", "Volonté"),
        ("Agilité", "Agilité"),
        ("Maladroit", "Agilité"),
        ("Érudite", "Connaissances"),
        ("magie", "Magie"),
    ],
)
def test_a_trait_may_not_repeat_a_caracteristique(nom, carac):
    assert str(redondant(nom)) == f"« {nom} » répète la caractéristique {carac} (FLU-2.9)"
    assert regles(traits_((nom, 1))) == ["FLU-2.9"]


@pytest.mark.rule("FLU-2.9")
@pytest.mark.parametrize(
    "nom", ["Haltérophile", "Magie du feu", "Vol", "Vol à la tire", "Fort en thème", "Le", "", "«"]
)
def test_a_trait_that_narrows_it_is_welcome(nom):
    assert redondant(nom) is None


@pytest.mark.rule("FLU-2.9")
def test_the_mj_accepts_a_redundant_trait_with_a_note():
    draft = traits_(("Costaud", 2))
    assert regles(draft) == ["FLU-2.9"]
    accepte = replace(draft, waivers=(Waiver("FLU-2.9", "Il porte un bœuf"),))
    assert regles(accepte) == []
    assert CREATION.finish(accepte).trait("Costaud").valeur == 2
    assert regles(replace(draft, waivers=(Waiver("FLU-2.9", " "),))) == ["FLU-2.9"]


@pytest.mark.rule("FLU-2.10")
def test_an_overlong_trait_is_to_be_split():
    assert mal_nomme("x" * 60) is None
    assert regles(traits_(("x" * 61, 1))) == ["FLU-2.10"]


@pytest.mark.rule("FLU-2.11")
def test_the_same_trait_helps_or_hinders():
    scene = read_scene({"personnages": {"a": {"fiche": {"traits": [AMI, {**DETTE}]}}}}, ())

    def avantages(**comment):
        oracle = Scripted([5] * 9)
        Tester("a", ("CHA",), **comment).resolve(scene, oracle)
        return oracle.events[-1]["net"], oracle.events[-1]["avantages"]

    assert avantages(traits=("Ami de Liam",)) == (3, (("Ami de Liam", 3, "FLU-3.20"),))
    assert avantages(contre=("Ami de Liam",)) == (-3, (("Ami de Liam", -3, "FLU-3.37"),))
    assert avantages() == (0, ())
    assert avantages(traits=("Dette d'honneur",)) == (2, (("Dette d'honneur", 2, "FLU-3.20"),))
    assert avantages(contre=("Dette d'honneur",))[0] == -2


AMI = {"nom": "Ami de Liam", "valeur": 3}
DETTE = {"nom": "Dette d'honneur", "valeur": 2, "negatif": True}


@pytest.mark.rule("FLU-2.12")
def test_up_to_8_points_of_traits_3_in_each():
    assert refus(traits_(("a", 3), ("b", 3), ("c", 2))) == []
    assert refus(traits_()) == []  # points may be left
    assert CREATION.finish(traits_()).traits_libres == 0
    neuf = traits_(("a", 3), ("b", 3), ("c", 3))
    assert refus(neuf) == [("traits", "9 points de Traits dépensés, 8 disponibles (FLU-2.12)")]
    assert CREATION.review(neuf).budgets[1].left == -1
    assert refus(traits_(("a", 4))) == [("traits", "« a » : de 1 à 3, pas 4 (FLU-2.12)")]
    assert refus(traits_(("a", 0))) == [("traits", "« a » : de 1 à 3, pas 0 (FLU-2.12)")]


@pytest.mark.rule("FLU-2.14")
def test_a_negative_trait_gives_its_points_to_the_others():
    p = CREATION.finish(traits_(("a", 3), ("b", 3), ("c", 3), ("d", 1), negatifs=[("Peureux", 2)]))
    assert p.trait("Peureux") == Trait("Peureux", 2, negatif=True)
    trop = traits_(("a", 3), ("b", 3), ("c", 3), ("d", 2), negatifs=[("Peureux", 2)])
    assert refus(trop) == [("traits", "11 points de Traits dépensés, 10 disponibles (FLU-2.14)")]
    assert CREATION.review(trop).budgets[1].most == 10
    assert refus(traits_(negatifs=[("Peureux", 4)])) == [("traits", "« Peureux » : de 1 à 3, pas 4 (FLU-2.14)")]
    assert refus(traits_(negatifs=[(x, 3) for x in "abcdef"])) == []  # no other cap


@pytest.mark.rule("FLU-4.23")
def test_a_secret_thrust_has_a_known_effect():
    bonne = replace(BON, traits=(Choisi("Ma botte", 3, botte="aveugler"),))
    assert CREATION.finish(bonne).trait("Ma botte").botte == "aveugler"
    fausse = replace(BON, traits=(Choisi("Ma botte", 3, botte="endormir"),))
    assert regles(fausse) == ["FLU-4.23"]
    note = (Waiver("FLU-4.23", "à inventer"),)
    assert CREATION.finish(replace(fausse, waivers=note)).trait("Ma botte").botte == ""
    assert regles(replace(BON, negatifs=(Choisi("Ma botte", 1, botte="aveugler"),))) == ["FLU-4.23"]


# ---------------------------------------------------------------- equipment


@pytest.mark.rule("FLU-4.35", "FLU-4.36", "FLU-4.37")
def test_equipment_comes_from_the_catalogue_each_in_its_place():
    p = CREATION.finish(BON)
    assert ([a.id for a in p.armes], p.armure.id, p.bouclier.id) == (["epee", "dague"], "cuir", "targe")
    assert [a.id for a in p.tenues()] == ["epee"]
    assert regles(replace(BON, armes=("cuir", "sabre laser"))) == ["FLU-4.35", "FLU-4.35"]
    assert regles(replace(BON, armes=("epee", "epee"))) == ["FLU-4.35"]
    assert regles(replace(BON, armure="targe")) == ["FLU-4.36"]
    assert regles(replace(BON, bouclier="epee")) == ["FLU-4.37"]
    assert refus(replace(BON, armes=("grande_hache",))) == [
        ("equipement", "Grande hache prend les deux mains : pas de bouclier avec (FLU-4.37)")
    ]
    assert regles(replace(BON, armes=("epee", "grande_hache"))) == []


# ---------------------------------------------------------------- Traits placed in play


def table(options=(), **a):
    return read_scene({"personnages": {"a": a}}, options)


EN_JEU = ("creation_en_jeu",)


@pytest.mark.rule("FLU-2.13")
def test_one_may_start_without_traits_and_keep_the_points():
    en_jeu = replace(BON, en_jeu=True, traits=())
    p = CREATION.finish(en_jeu)
    assert (p.fiche.traits, p.traits_libres) == ((), 8)
    assert regles(replace(BON, en_jeu=True)) == ["FLU-2.13"]
    note = (Waiver("FLU-2.13", "un seul Trait tout de suite"),)
    un = replace(en_jeu, traits=(Choisi("Épée", 3),), negatifs=(Choisi("Peureux", 1),), waivers=note)
    assert CREATION.finish(un).traits_libres == 8 + 1 - 3


@pytest.mark.rule("FLU-2.13")
def test_points_are_placed_in_play_as_one_learns_who_one_is():
    scene, oracle = table(EN_JEU, traits_libres=8), Scripted()
    scene = PlacerTrait("a", "Épée", 2, famille="metier").resolve(scene, oracle)
    assert (scene["a"].trait("Épée"), scene["a"].traits_libres) == (Trait("Épée", 2, famille="metier"), 6)
    scene = PlacerTrait("a", "epee").resolve(scene, oracle)
    assert (scene["a"].fiche.traits[0].valeur, len(scene["a"].fiche.traits), scene["a"].traits_libres) == (3, 1, 5)
    event = oracle.events[-1]
    assert (event.what, event["valeur"], event["reste"], total(event.terms)) == ("trait_place", 3, 5, 5)


@pytest.mark.rule("FLU-2.13", "FLU-2.12")
@pytest.mark.parametrize(
    ("options", "libres", "action", "rule"),
    [
        ((), 8, PlacerTrait("a", "Épée"), "FLU-2.13"),
        (EN_JEU, 0, PlacerTrait("a", "Épée"), "FLU-2.13"),
        (EN_JEU, 0, PlacerTrait("a", "Peureux", negatif=True), "FLU-2.13"),
        (EN_JEU, 8, PlacerTrait("a", "Épée", 4), "FLU-2.12"),
        (EN_JEU, 8, PlacerTrait("a", "Dague", 2), "FLU-2.12"),  # 2 + 2
        (EN_JEU, 2, PlacerTrait("a", "Épée", 3), "FLU-2.12"),
        (EN_JEU, 8, PlacerTrait("a", "Épée", 0), "FLU-2.12"),
        (EN_JEU, 8, PlacerTrait("a", " "), "FLU-2.8"),
        (EN_JEU, 8, PlacerTrait("a", "Costaud"), "FLU-2.9"),
        (EN_JEU, 8, PlacerTrait("a", "dague", negatif=True), "FLU-2.13"),
        (EN_JEU, 8, PlacerTrait("a", "Balafre"), "FLU-2.13"),
        (EN_JEU, 8, PlacerTrait("a", "Peureux", 4, negatif=True), "FLU-2.14"),
        (EN_JEU, 8, PlacerTrait("nul", "Épée"), "FLU-3.1"),
        (EN_JEU, 8, PlacerTrait("a", "Épée", 3), None),
        (EN_JEU, 8, PlacerTrait("a", "Dague", 1), None),
        (EN_JEU, 8, PlacerTrait("a", "Costaud", accord=True), None),
    ],
)
def test_what_may_be_placed(options, libres, action, rule):
    dague = {"nom": "Dague", "valeur": 2}
    balafre = {"nom": "Balafre", "valeur": 2, "negatif": True, "origine": "blessure"}
    scene = table(options, traits_libres=libres, fiche={"traits": [dague]}, traits=[balafre])
    closed = action.closed(scene)
    assert (closed.rule if closed else None) == rule


@pytest.mark.rule("FLU-2.14", "FLU-2.13")
def test_a_negative_trait_placed_in_play_gives_points_back():
    scene, oracle = table(EN_JEU, traits_libres=1), Scripted()
    action = PlacerTrait("a", "Peureux", 3, negatif=True)
    assert action.closed(scene) is None
    scene = action.resolve(scene, oracle)
    assert (scene["a"].trait("Peureux").negatif, scene["a"].traits_libres) == (True, 4)
    assert oracle.events[-1]["valeur"] == -3


def test_a_sbire_places_nothing():
    scene = read_scene({"personnages": {"a": {"sbire": "gueux", "traits_libres": 3}}}, EN_JEU)
    assert PlacerTrait("a", "Épée").closed(scene).rule == "FLU-4.65"


# ---------------------------------------------------------------- temporary Traits


@pytest.mark.rule("FLU-2.15")
def test_a_temporary_trait_works_while_it_lasts():
    scene, oracle = table(), Scripted([5, 5, 5, 5])
    moral = DonnerTrait("a", "Moral d'acier", 3, cran=8)
    assert moral.closed(scene) is None
    scene = moral.resolve(replace(scene, clock=100), oracle)
    assert oracle.events[-1].facts == (("trait", "Moral d'acier"), ("valeur", 3), ("duree", "3 jours"))
    assert scene["a"].trait("Moral d'acier").fin == 100 + 3 * 86400
    Tester("a", ("VOL",), ("Moral d'acier",)).resolve(scene, oracle)
    assert oracle.events[-1]["net"] == 3
    assert scene.avancer(3 * 86400 - 1)["a"].trait("Moral d'acier") is not None
    apres = scene.avancer(3 * 86400)
    assert apres["a"].trait("Moral d'acier") is None
    assert Tester("a", ("VOL",), ("Moral d'acier",)).closed(apres).rule == "FLU-3.20"


@pytest.mark.rule("FLU-2.15")
def test_a_temporary_trait_is_inflicted_in_seconds_or_until_it_is_lifted():
    scene, oracle = table(), Scripted([5] * 3)
    court = DonnerTrait("a", "Ébloui", 1, negatif=True, secondes=30).resolve(scene, oracle)
    assert court.avancer(29)["a"].trait("Ébloui").negatif
    assert court.avancer(30)["a"].trait("Ébloui") is None
    scene = DonnerTrait("a", "Poignet foulé", 2, negatif=True).resolve(scene, oracle)
    assert scene.avancer(10**9)["a"].trait("Poignet foulé").valeur == 2
    Tester("a", ("AGI",), contre=("Poignet foulé",)).resolve(scene, oracle)
    assert oracle.events[-1]["net"] == -2
    assert LeverTrait("a", "poignet foule").closed(scene) is None
    assert LeverTrait("a", "poignet foule").resolve(scene, oracle)["a"].traits == ()


@pytest.mark.rule("FLU-2.15")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (DonnerTrait("nul", "x"), "FLU-3.1"),
        (DonnerTrait("a", ""), "FLU-2.8"),
        (DonnerTrait("a", "x", 0), "FLU-2.15"),
        (DonnerTrait("a", "x", 21), "FLU-2.15"),
        (DonnerTrait("a", "epee"), "FLU-2.15"),
        (DonnerTrait("a", "x", cran=1, secondes=1), "FLU-2.15"),
        (DonnerTrait("a", "x", cran=13), "FLU-3.25"),
        (DonnerTrait("a", "x", cran=-1), "FLU-3.25"),
        (DonnerTrait("a", "x", secondes=-1), "FLU-2.15"),
        (DonnerTrait("a", "x", secondes=10**10), "FLU-2.15"),
        (DonnerTrait("a", "x", cran=12), None),
        (LeverTrait("a", "Épée"), "FLU-2.15"),
        (LeverTrait("a", "x"), "FLU-2.15"),
        (LeverTrait("nul", "x"), "FLU-3.1"),
    ],
)
def test_what_may_be_given(action, rule):
    closed = action.closed(table(fiche={"traits": [{"nom": "Épée", "valeur": 2}]}))
    assert (closed.rule if closed else None) == rule


# ---------------------------------------------------------------- what must always hold

textes = st.one_of(st.text(max_size=8), st.sampled_from(["Épée", "Costaud", "FOR", "{}", "x" * 61]))
choisis = st.builds(Choisi, textes, st.integers(-9, 9), textes, st.sampled_from(["", "aveugler", "x"]))
ids = st.sampled_from(["", "epee", "arc_long", "cuir", "targe", "x"])
waivers = st.builds(Waiver, st.sampled_from(["FLU-2.1", "FLU-2.2", "FLU-2.9", "FLU-2.12", "FLU-4.23"]), textes)
brouillons = st.builds(
    Brouillon,
    nom=textes,
    magie=st.booleans(),
    caracs=st.builds(Caracs, *([st.integers(-3, 12)] * 9)),
    en_jeu=st.booleans(),
    traits=st.lists(choisis, max_size=4).map(tuple),
    negatifs=st.lists(choisis, max_size=3).map(tuple),
    armes=st.lists(ids, max_size=3).map(tuple),
    armure=ids,
    bouclier=ids,
    waivers=st.lists(waivers, max_size=5).map(tuple),
)


def check(draft):
    """Reviewed without an exception; finished if and only if nothing is open."""
    review = CREATION.review(draft)
    assert all(str(p.why).endswith(f"({p.why.rule})") for p in review.problems)
    assert {p.step for p in review.problems} <= {s.id for s in CREATION.steps}
    if review.open_problems:
        with pytest.raises(Unfinished):
            CREATION.finish(draft)
        return
    p = CREATION.finish(draft)
    assert msgspec.json.decode(msgspec.json.encode(p), type=Personnage) == p
    assert review.preview == fiche.sheet(Scene({p.id: p}), p.id)


@given(brouillons)
def test_any_draft_can_be_reviewed_and_finish_agrees(draft):
    check(draft)
    check(msgspec.json.decode(msgspec.json.encode(draft), type=Brouillon))


@given(brouillons)
def test_any_draft_can_be_finished_when_every_rule_is_waived(draft):
    toutes = {p.why.rule for p in CREATION.problems(draft)}
    check(replace(draft, waivers=tuple(Waiver(r, "exprès") for r in sorted(toutes))))


@pytest.mark.rule("FLU-2.2", "FLU-2.12", "FLU-2.14")
def test_200_random_drafts_hold_and_differ():
    faits = [CREATION.random(seed) for seed in range(200)]
    assert [CREATION.review(d).problems for d in faits] == [()] * 200
    assert faits == [CREATION.random(seed) for seed in range(200)]
    gens = [CREATION.finish(d) for d in faits]
    assert all(sum(getattr(d.caracs, c) for c in d.noms()) == 40 for d in faits)
    assert all(b.left == 0 for d in faits for b in CREATION.review(d).budgets)
    assert len({msgspec.json.encode(d) for d in faits}) == 200
    assert len({p.nom for p in gens}) > 50
    assert len({p.armes for p in gens}) > 50
    assert {p.fiche.MAG is None for p in gens} == {True, False}
    assert {bool(d.negatifs) for d in faits} == {True, False}


@given(st.integers())
def test_random_drafts_hold_whatever_the_seed(seed):
    assert CREATION.review(CREATION.random(seed)).problems == ()


def test_every_field_to_fill_in_is_a_field_of_the_draft():
    champs = [f.name for step in CREATION.steps for f in step.fields]
    assert sorted(champs) == sorted(
        f.name for f in msgspec.structs.fields(Brouillon) if f.name not in ("waivers", "options", "own")
    )


@given(
    st.sampled_from([PlacerTrait, DonnerTrait, LeverTrait]),
    st.fixed_dictionaries(
        {k: st.integers(-2, 14) for k in ("niveaux", "valeur", "cran", "secondes")},
        optional={"negatif": st.booleans(), "accord": st.booleans()},
    ),
    st.sampled_from(["a", "nul"]),
    st.one_of(textes, st.just("Dague")),
)
def test_closed_never_raises_and_open_actions_resolve_the_same_again(kind, valeurs, who, nom):
    champs = {f.name for f in msgspec.structs.fields(kind)}
    action = kind(who, nom, **{k: v for k, v in valeurs.items() if k in champs})
    doute = {"nom": "Doute", "valeur": 1, "origine": "temporaire", "negatif": True}
    scene = table(EN_JEU, traits_libres=5, fiche={"traits": [{"nom": "Dague", "valeur": 2}]}, traits=[doute])
    closed = action.closed(scene)
    if closed is not None:
        assert closed.rule in str(closed)
        return
    live = Live()
    apres = action.resolve(scene, live)
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
    assert action.resolve(scene, Replay(live.transcript)) == apres
    assert apres["a"].traits_libres >= 0
    assert all(1 <= t.valeur <= 20 for t in (*apres["a"].fiche.traits, *apres["a"].traits))


def test_buttons_for_traits():
    epee = {"nom": "Épée", "valeur": 2}
    doute = {"nom": "Doute", "valeur": 1, "origine": "temporaire", "negatif": True}
    scene = table(EN_JEU, traits_libres=2, fiche={"traits": [epee]}, traits=[doute], armes=["epee", "dague"])
    boutons = list(traits.offers(scene, scene["a"]))
    assert boutons == [PlacerTrait("a", "Épée"), PlacerTrait("a", "Dague"), LeverTrait("a", "Doute")]
    assert all(b.closed(scene) is None for b in boutons)
    assert list(traits.offers(table(traits_libres=2), table(traits_libres=2)["a"])) == []


# ---------------------------------------------------------------- words

PACKAGE = "tablee.games.fluid"
MOTS = content.read(PACKAGE, "content/words/creation.toml", Words) | content.read(
    PACKAGE, "content/words/experience.toml", Words
)
MODULES = (catalogue, creation, draft, random, steps, experience, fiche, traits)


def said(kind, place):
    """The constant texts at one place of every call of this name in our modules."""
    for module in MODULES:
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == kind and len(node.args) > place:
                arg = node.args[place]
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str) and arg.value:
                    yield arg.value


@pytest.mark.parametrize(("kind", "place"), [("Closed", 1), ("Mark", 0), ("Pool", 0), ("Stat", 0), ("Section", 0)])
def test_every_sentence_and_label_has_its_english(kind, place):
    assert [text for text in said(kind, place) if text not in MOTS.en] == []


def test_every_action_field_and_event_has_its_phrase():
    actions = (*traits.ACTIONS, *experience.ACTIONS)
    assert [tag(a) for a in actions if tag(a) not in MOTS.action] == []
    champs = {f.name for a in actions for f in msgspec.structs.fields(a)} - {"actor"}
    assert champs - set(MOTS.field) == set()
    assert set(said("Event", 0)) == set(MOTS.event)


def test_everything_of_the_steps_the_tables_and_the_catalogue_has_its_english():
    textes = [t for s in CREATION.steps for f in s.fields for t in (s.title, f.label, f.help, *(n for _, n in f.keys))]
    textes += [b.label for b in CREATION.budgets(BON)] + [t.duree for t in TABLES.temps] + [*FAMILLES.values()]
    textes += [t for o in catalogue.ARMES.values() for t in (o.nom, o.trait)]
    textes += [s["fiche"]["nom"] for s in catalogue.SBIRES.values()] + [d.nom for d in TABLES.difficulte.values()]
    textes += [t["nom"] for p in catalogue.PRETS.values() for t in p["fiche"]["traits"]]
    assert sorted({t for t in textes if t and t not in MOTS.en}) == []


def test_phrases_tell_only_what_their_events_hold():
    scene, oracle = table(EN_JEU, traits_libres=2), Scripted()
    for action in (PlacerTrait("a", "Épée"), DonnerTrait("a", "Moral", 2, cran=8), LeverTrait("a", "Moral")):
        scene = action.resolve(scene, oracle)
    dits = [told(MOTS, e, {"a": "Alys"}, lang) for e in oracle.events for lang in ("fr", "en")]
    assert dits[2] == "Alys reçoit le Trait Moral 2, 3 jours."
    assert dits[3] == "Alys receives the Trait Moral 2, 3 days."
    assert [d for d in dits if "{" in d] == []


# ---------------------------------------------------------------- for those who do not know the game


def remarques(**choix: Any) -> list[tuple[str, str]]:
    """What is said of somebody who is whole but for these choices."""
    depart = CREATION.starts["escrimeuse"].draft
    return [(r.step, r.why.text) for r in CREATION.review(replace(depart, **choix)).remarks]


def test_who_is_hollow_is_told_so() -> None:
    sans_arme = [("equipement", "Aucune arme : il se battra à mains nues")]
    sans_trait = "Aucun Trait pour {} : elle frappera sans rien de plus que ses points"
    assert remarques() == []
    assert remarques(armes=()) == sans_arme
    assert remarques(armes=("hallebarde",)) == [("traits", sans_trait)]
    assert remarques(armes=(), negatifs=(), traits=(Choisi("combat à mains nues", 3),))[:1] != sans_arme
    assert ("traits", "Pratique la magie sans aucun Trait de magie") in remarques(magie=True)


@pytest.mark.parametrize("magie", [False, True])
def test_points_are_spread_over_eight_or_nine(magie: bool) -> None:
    d = Brouillon(magie=magie)
    points = next(f for step in CREATION.steps for f in step.fields if f.name == "caracs")
    for spread in CREATION.spreads_of(d, points):
        assert len(spread.points) == (9 if magie else 8) and sum(spread.points.values()) == 40


def test_a_weapon_fits_whoever_has_its_trait() -> None:
    armes = next(f for step in CREATION.steps for f in step.fields if f.name == "armes")
    cards = CREATION.cards_of(Brouillon(traits=(Choisi("arc", 2),)), armes)
    assert {id for id, card in cards.items() if card.fits} == {"arc_court", "arc_long"}
