"""Making a test: what is tested, what helps and hinders, what is spent before and after, what comes of it."""

import pytest

from tablee.games.fluid.book.c3_tests.avantages import caracteristique, partager
from tablee.games.fluid.book.c3_tests.tests import Tester, nom_du_rang, reussi, sauvetages
from tablee.games.fluid.model.people import CARACS, NOMS, Options
from tablee.games.fluid.model.tables import DIFFICULTES, RANGS, SEUIL, TABLES, difficulte, duree, marge, rang
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.live import Awaiting, Live, Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene


def traits(**valeurs):
    """A sheet's Traits: traits(Epee=3)."""
    return [{"nom": nom, "valeur": valeur} for nom, valeur in valeurs.items()]


def essai(*dice, fiche=None, options=(), reponses=(), etat=None, **parametres):
    """Jok makes a test of AGI: the event, the scene after, the oracle."""
    ici = scene(*options, jok={"fiche": {"AGI": 4, **(fiche or {})}, **(etat or {})})
    apres, oracle = jouer(ici, Tester("jok", **{"caracs": ("AGI",), **parametres}), *dice, reponses=reponses)
    return dit(oracle), apres["jok"], oracle


def refuse(fiche=None, etat=None, options=(), **parametres):
    """The rule that closes Jok's test, or None."""
    ici = scene(*options, jok={"fiche": {"AGI": 4, **(fiche or {})}, **(etat or {})})
    closed = Tester("jok", **{"caracs": ("AGI",), **parametres}).closed(ici)
    assert closed is None or str(closed).endswith(f"({closed.rule})")
    return closed.rule if closed else None


def net(test):
    """The net surplus, checked against the terms that explain it."""
    assert total(test["avantages"]) == test["net"]
    return test["net"]


# ---------------------------------------------------------------- one die and one caractéristique


@pytest.mark.rule("FLU-3.1")
@pytest.mark.parametrize("carac", CARACS)
def test_the_total_is_the_die_and_the_caracteristique_named(carac):
    fiche = {c: n for n, c in enumerate(CARACS, 1)}
    test, _, _ = essai(5, fiche=fiche, caracs=(carac,))
    assert test["total"] == 5 + fiche[carac] == total(test.terms)
    assert [t[:2] for t in test.terms] == [(NOMS[carac], fiche[carac]), ("Dé", 5)]


@pytest.mark.rule("FLU-3.1")
def test_a_test_needs_somebody_standing_and_a_caracteristique():
    assert refuse(caracs=()) == "FLU-3.1"
    assert refuse(caracs=("MAG",)) == "FLU-2.3"
    assert refuse(caracs=("MAG",), fiche={"MAG": 3}) is None
    assert refuse(etat={"etat": "coma"}) == "FLU-4.52"
    assert Tester("personne", ("AGI",)).closed(scene(jok={})).rule == "FLU-3.1"


@pytest.mark.rule("FLU-3.2")
@pytest.mark.parametrize("row", rows("FLU-3.2"), ids=lambda row: row["rang"])
def test_a_total_has_the_rank_of_its_line(row):
    bas = -100 if row["min"] == "-inf" else row["min"]
    haut = 200 if row["max"] == "+inf" else row["max"]
    assert {RANGS[rang(n)].nom for n in range(bas, haut + 1)} == {row["rang"]}
    assert {RANGS[rang(n)].formule for n in (bas, haut)} == {row["formule"]}
    assert nom_du_rang(bas, Options()) == nom_du_rang(haut, Options()) == row["rang"]


@pytest.mark.rule("FLU-3.3")
def test_eleven_succeeds_and_ten_does_not():
    assert SEUIL == 11
    assert [n for n in range(-30, 60) if reussi(n)] == list(range(11, 60))
    assert [rang(n) for n in (0, 5, 9, 10, 11, 15, 20, 21)] == list(range(8))
    assert essai(6)[0]["rang"] == "Échec marginal"
    assert essai(7)[0]["rang"] == "Réussite marginale"


@pytest.mark.rule("FLU-3.4")
def test_each_rank_says_what_it_changes():
    assert [r.nom for r in RANGS] == [row["rang"] for row in rows("FLU-3.4")]
    assert len({r.effet for r in RANGS}) == 8
    for r in RANGS:
        assert ("échoue" in r.effet) == r.nom.startswith("Échec")


@pytest.mark.rule("FLU-3.5")
@pytest.mark.parametrize(
    ("valeurs", "moyenne"),
    [
        ((4, 5), 4),
        ((5, 4), 4),
        ((4, 4), 4),
        ((4, 5, 5), 4),
        ((5, 5, 5), 5),
        ((1, 2), 1),
        ((3, 8), 5),
        ((2, 3, 9, 9), 5),
    ],
)
def test_several_caracteristiques_count_by_their_mean_rounded_down(valeurs, moyenne):
    caracs = CARACS[: len(valeurs)]
    test, _, _ = essai(5, fiche=dict(zip(caracs, valeurs, strict=True)), caracs=caracs)
    assert test["total"] == moyenne + 5
    assert test.terms[0][1:] == (moyenne, "FLU-3.5")


@pytest.mark.rule("FLU-3.5")
def test_a_caracteristique_counts_once_in_the_mean():
    assert refuse(caracs=("FOR", "AGI", "AGI")) == "FLU-3.5"
    assert refuse(caracs=("FOR", "AGI")) is None


@pytest.mark.rule("FLU-3.5", "FLU-3.29")
def test_the_mean_is_taken_of_what_is_left_of_each():
    ici = scene(jok={"fiche": {"CHA": 6, "VOL": 5}, "pertes": {"CHA": 3}})
    assert total(caracteristique(ici["jok"], ("CHA", "VOL"))) == 4


@pytest.mark.rule("FLU-3.6")
@pytest.mark.parametrize(
    ("face", "nuance", "binaire"), [(6, "Échec marginal", "Échec"), (7, "Réussite marginale", "Succès")]
)
def test_with_the_binary_option_there_are_only_success_and_failure(face, nuance, binaire):
    assert essai(face)[0]["rang"] == nuance
    assert essai(face, options=("resultats_binaires",))[0]["rang"] == binaire


@pytest.mark.rule("FLU-3.6")
def test_the_binary_option_knows_two_results_and_no_others():
    test, ici = Tester("jok", ("AGI",)), scene("resultats_binaires", jok={"AGI": 5})
    found = odds(test, ici, "rang")
    assert found.values() == ["1 Échec", "2 Succès"]
    assert abs(found.p("2 Succès") - 0.5) < 1e-9
    options = Options(resultats_binaires=True)
    assert {nom_du_rang(n, options) for n in range(-20, 11)} == {"Échec"}
    assert {nom_du_rang(n, options) for n in range(11, 40)} == {"Succès"}


@pytest.mark.rule("FLU-3.7")
@pytest.mark.parametrize(
    ("dice", "obtenu", "ecart"), [((9,), 13, 3), ((7,), 11, 1), ((6,), 10, 0), ((3,), 7, -3), ((1, 10), -7, -17)]
)
def test_the_margin_is_what_stands_above_or_below_ten(dice, obtenu, ecart):
    test, _, _ = essai(*dice)
    assert (test["total"], test["marge"]) == (obtenu, ecart)
    assert marge(obtenu) == ecart


# ---------------------------------------------------------------- Avantages and Désavantages


@pytest.mark.rule("FLU-3.10")
def test_the_seven_sources_of_avantages_add_up():
    sources = {
        "Les Traits": {"traits": ("Épée",)},
        "L'équipement": {"equipement": 1},
        "Les circonstances": {"circonstances": 2},
        "Prendre son temps": {"temps_normal": 2, "temps": 5},
        "Le degré de difficulté": {"difficulte": "enfantine"},
        "Puiser dans ses ressources": {"res": 1},
        "Bénéficier d'une aide": {},
    }
    assert [row["source"] for row in rows("FLU-3.10")] == list(sources)
    fiche = {"traits": [{"nom": "Épée", "valeur": 3}]}
    aide = {"aides": [{"de": "roos", "points": 2}]}
    seul = [3, 1, 2, 3, 4, 1, 2]
    for (source, parametres), n in zip(sources.items(), seul, strict=True):
        etat = aide if "aide" in source else {}
        assert net(essai(5, fiche=fiche, etat=etat, points=n, **parametres)[0]) == n, source
    tout = {k: v for parametres in sources.values() for k, v in parametres.items()}
    test, _, _ = essai(5, fiche=fiche, etat=aide, points=16, **tout)
    assert net(test) == sum(seul) == 16
    assert test["total"] == 4 + 5 + 16


@pytest.mark.rule("FLU-3.11", "FLU-3.34")
@pytest.mark.parametrize(
    ("net", "points", "laisses", "attendu"),
    [
        (3, 0, 0, (3, 0)),
        (3, 1, 0, (2, 1)),
        (3, 3, 0, (0, 3)),
        (3, 9, 0, (0, 3)),
        (3, 1, 1, (1, 1)),
        (3, 2, 2, (0, 1)),  # what is declined is gone before the split
        (3, 0, 5, (0, 0)),
        (0, 2, 2, (0, 0)),
        (-3, 0, 0, (-3, 0)),
        (-3, 1, 0, (-2, -1)),
        (-3, 3, 0, (0, -3)),
        (-3, 9, 0, (0, -3)),
        (-3, 0, 3, (-3, 0)),  # Désavantages cannot be declined
    ],
)
def test_the_surplus_is_dice_or_points_as_one_likes(net, points, laisses, attendu):
    assert partager(net, points, laisses) == attendu


@pytest.mark.rule("FLU-3.11")
@pytest.mark.parametrize(
    ("points", "laisses", "dice", "obtenu"),
    [
        (0, 0, (5, 2, 7, 3), 11),
        (1, 0, (5, 2, 7), 12),
        (2, 0, (5, 7), 13),
        (3, 0, (5,), 12),
        (0, 2, (5, 7), 11),
        (1, 1, (5, 7), 12),
    ],
)
def test_avantages_are_split_before_the_roll(points, laisses, dice, obtenu):
    test, _, _ = essai(*dice, circonstances=3, points=points, laisses=laisses)
    assert test["total"] == obtenu == total(test.terms)
    assert test["des"] == 3 - points - laisses
    assert (("Avantages en points", points, "FLU-3.11") in test.terms) == bool(points)


@pytest.mark.rule("FLU-3.34")
@pytest.mark.parametrize(("points", "dice", "obtenu"), [(0, (5, 6, 7, 3), 7), (1, (5, 6, 7), 8), (3, (5,), 6)])
def test_desavantages_too(points, dice, obtenu):
    test, _, _ = essai(*dice, circonstances=-3, points=points)
    assert test["total"] == obtenu == total(test.terms)
    assert test["des"] == points - 3
    assert (("Avantages en points", -points, "FLU-3.34") in test.terms) == bool(points)


@pytest.mark.rule("FLU-3.35")
@pytest.mark.parametrize(("avantages", "desavantages"), [(3, 1), (1, 3), (2, 2), (5, 0), (0, 5)])
def test_one_avantage_cancels_one_desavantage(avantages, desavantages):
    surplus = avantages - desavantages
    test, _, _ = essai(*[5] * (1 + abs(surplus)), equipement=avantages, circonstances=-desavantages)
    assert net(test) == test["des"] == surplus


@pytest.mark.rule("FLU-3.20")
@pytest.mark.parametrize(("points", "dice", "obtenu"), [(0, (3, 8, 5), 12), (1, (3, 8), 13), (2, (3,), 9)])
def test_a_trait_gives_as_many_avantages_as_its_value(points, dice, obtenu):
    test, jok, _ = essai(*dice, fiche={"traits": traits(Astronomie=2)}, traits=("Astronomie",), points=points)
    assert net(test) == 2
    assert test["avantages"] == (("Astronomie", 2, "FLU-3.20"),)
    assert test["total"] == obtenu
    assert jok.res_perdue == 0


@pytest.mark.rule("FLU-3.20")
def test_a_trait_must_be_his_own_and_counts_once():
    assert refuse(traits=("Épée",)) == "FLU-3.20"
    assert refuse(fiche={"traits": traits(Dague=2)}, traits=("Dague", "Dague")) == "FLU-3.21"
    assert refuse(fiche={"traits": traits(Dague=2)}, traits=("Dague",), eloignes=(("Dague", 1),)) == "FLU-3.21"
    assert refuse(fiche={"traits": traits(Dague=2)}, traits=("Dague",), contre=("Dague",)) == "FLU-3.21"
    assert refuse(fiche={"traits": traits(Dague=2)}, traits=("Dague",), etat={"cedes": ["Dague"]}) == "FLU-4.18"


@pytest.mark.rule("FLU-3.21")
@pytest.mark.parametrize(
    ("valeurs", "apports"),
    [
        ((3,), [3]),
        ((2, 3), [2, 2]),
        ((3, 3, 2), [3, 2, 0]),
        ((3, 2, 1), [3, 1, 0]),
        ((1, 2, 3), [1, 1, 1]),  # the order declared, not the order of the values
        ((3, 1, 1, 1), [3, 0, 0, 0]),  # never below 0
        ((1, 1, 3), [1, 0, 1]),  # a Trait that brings nothing takes its place all the same
        ((3, 3, 3, 3, 3), [3, 2, 1, 0, 0]),
    ],
)
def test_each_further_trait_counts_one_less_and_costs_one_res(valeurs, apports):
    noms = [f"T{k}" for k in range(len(valeurs))]
    fiche = {"traits": traits(**dict(zip(noms, valeurs, strict=True)))}
    n = sum(apports)
    test, jok, _ = essai(5, fiche=fiche, traits=tuple(noms), points=n)
    assert [amount for _, amount, _ in test["avantages"]] == apports
    assert [id for _, _, id in test["avantages"]] == ["FLU-3.20", *["FLU-3.21"] * (len(noms) - 1)]
    assert net(test) == n
    assert jok.res_perdue == len(noms) - 1


@pytest.mark.rule("FLU-3.21")
def test_the_res_of_further_traits_must_be_there():
    fiche = {"CON": 1, "VOL": 1, "traits": traits(A=3, B=3, C=3, D=3)}
    assert refuse(fiche=fiche, traits=("A", "B", "C")) is None
    assert refuse(fiche=fiche, traits=("A", "B", "C", "D")) == "FLU-3.29"
    assert refuse(fiche=fiche, traits=("A", "B", "C"), res=1) == "FLU-3.29"
    assert refuse(fiche=fiche, traits=("A", "B"), res=1) is None


@pytest.mark.rule("FLU-3.22")
@pytest.mark.parametrize(("part", "regle"), [(0, None), (1, None), (3, None), (4, "FLU-3.22"), (-1, "FLU-3.22")])
def test_a_remote_trait_brings_the_part_that_is_granted(part, regle):
    fiche = {"traits": traits(Pickpocket=3)}
    assert refuse(fiche=fiche, eloignes=(("Pickpocket", part),)) == regle
    if regle is None:
        test, jok, _ = essai(5, fiche=fiche, eloignes=(("Pickpocket", part),), points=3)
        assert (net(test), jok.res_perdue) == (part, 0)


@pytest.mark.rule("FLU-3.22", "FLU-3.21")
def test_a_remote_trait_is_one_more_trait():
    fiche = {"traits": traits(Serrures=2, Pickpocket=3, Forge=3)}
    test, jok, _ = essai(5, fiche=fiche, traits=("Serrures",), eloignes=(("Pickpocket", 2), ("Forge", 1)), points=3)
    assert [amount for _, amount, _ in test["avantages"]] == [2, 1, 0]
    assert jok.res_perdue == 2
    assert refuse(fiche=fiche, eloignes=(("Natation", 0),)) == "FLU-3.20"


@pytest.mark.rule("FLU-3.23", "FLU-3.38")
@pytest.mark.parametrize(("n", "regle"), [(1, "FLU-3.23"), (3, "FLU-3.23"), (-1, "FLU-3.38"), (-3, "FLU-3.38")])
def test_circumstances_help_or_hinder(n, regle):
    test, _, _ = essai(5, circonstances=n, points=3)
    assert test["avantages"] == (("Circonstances", n, regle),)
    assert test["total"] == 9 + n
    assert refuse(circonstances=51) == refuse(circonstances=-51) == "FLU-3.23"


@pytest.mark.rule("FLU-3.24")
def test_the_right_tools_help():
    test, _, _ = essai(5, equipement=1, points=1)
    assert test["avantages"] == (("Équipement", 1, "FLU-3.24"),)
    assert test["total"] == 10
    assert refuse(equipement=-1) == "FLU-3.24"


# ---------------------------------------------------------------- time


@pytest.mark.rule("FLU-3.25")
def test_the_time_ladder_has_twelve_steps_and_two_ends():
    assert [(t.duree, t.secondes) for t in TABLES.temps] == [(r["duree"], r["secondes"]) for r in rows("FLU-3.25")]
    assert [duree(row["rang"]).duree for row in rows("FLU-3.25")] == [row["duree"] for row in rows("FLU-3.25")]
    assert {duree(n).duree for n in range(-9, 2)} == {"1 round"}
    assert {duree(n).duree for n in range(12, 20)} == {"1 an"}
    assert refuse(temps_normal=13, temps=12) == refuse(temps_normal=12, temps=13) == "FLU-3.25"
    assert refuse(temps_normal=-1) == refuse(temps_normal=3, temps=-1) == "FLU-3.25"


@pytest.mark.rule("FLU-3.26", "FLU-3.39")
@pytest.mark.parametrize(
    ("normal", "pris", "n"),
    [(2, 4, 2), (5, 6, 1), (1, 12, 11), (4, 3, -1), (12, 1, -11), (5, 5, 0), (5, 0, 0), (0, 0, 0)],
)
def test_each_step_of_time_is_worth_one(normal, pris, n):
    test, _, _ = essai(5, temps_normal=normal, temps=pris, points=11)
    assert net(test) == n
    assert test["avantages"] == ((("Temps", n, "FLU-3.26" if n > 0 else "FLU-3.39"),) if n else ())
    assert test["total"] == 9 + n


@pytest.mark.rule("FLU-3.26")
def test_time_taken_is_measured_from_the_normal_time():
    assert refuse(temps=4) == "FLU-3.26"
    assert refuse(temps_normal=4) is None


@pytest.mark.rule("FLU-3.27")
@pytest.mark.parametrize(
    ("dice", "rang", "crans"),
    [
        ((10, 9), "Réussite critique", -2),
        ((10, 4), "Réussite majorée", -1),
        ((9,), "Réussite", 0),
        ((7,), "Réussite marginale", 1),
        ((6,), "Échec marginal", 1),
        ((5,), "Échec", 2),
        ((1, 2), "Échec majoré", 3),
        ((1, 9), "Échec critique", 4),
    ],
)
def test_with_the_option_the_rank_shifts_the_time_it_takes(dice, rang, crans):
    test, _, oracle = essai(*dice, options=("delai_variable",), temps_normal=5)
    assert test["rang"] == rang
    delai = dit(oracle, "delai")
    assert delai["cran"] == total(delai.terms) == 5 + crans
    assert delai["duree"] == duree(5 + crans).duree
    assert delai.rule == "FLU-3.27"


@pytest.mark.rule("FLU-3.27", "FLU-3.25")
@pytest.mark.parametrize(
    ("dice", "normal", "pris", "duree"),
    [
        ((10, 9), 1, 0, "1 round"),
        ((1, 9), 12, 0, "1 an"),
        ((1, 9), 10, 0, "1 an"),
        ((9,), 5, 6, "5 heures"),  # the time he took, then the rank
        ((10, 4), 5, 5, "15 minutes"),
    ],
)
def test_the_delay_starts_from_the_time_taken_and_stays_on_the_ladder(dice, normal, pris, duree):
    _, _, oracle = essai(*dice, options=("delai_variable",), temps_normal=normal, temps=pris, points=9)
    assert dit(oracle, "delai")["duree"] == duree


@pytest.mark.rule("FLU-3.27")
def test_no_delay_is_told_without_the_option_or_without_a_time():
    for options, normal in (((), 5), (("delai_variable",), 0)):
        _, _, oracle = essai(9, options=options, temps_normal=normal)
        assert [e.what for e in oracle.events] == ["test"]


@pytest.mark.rule("FLU-3.27")
@pytest.mark.parametrize(("reponse", "dit_a_tous"), [("non", []), ("oui", ["plus_tard"])])
def test_the_game_master_may_let_a_failure_come_about_later(reponse, dit_a_tous):
    ici = scene("delai_variable", jok={"fiche": {"AGI": 4}})
    action = Tester("jok", caracs=("AGI",), temps_normal=5)
    oracle = Scripted((5,), {f"{GM}:flu.plus_tard": reponse})
    action.resolve(ici, oracle)
    assert [e.what for e in oracle.events] == ["test", "delai", *dit_a_tous]
    assert dit(oracle, "test")["reussi"] is False
    if dit_a_tous:
        assert dit(oracle, "plus_tard")["duree"] == duree(7).duree  # two steps above an hour
    reussite = Scripted((9,))
    action.resolve(ici, reussite)
    assert [q.key for q in reussite.asked if q.who == GM] == []


@pytest.mark.rule("FLU-3.28", "FLU-3.41")
def test_the_degrees_of_difficulty():
    faciles = {f"Action {d.nom.lower()}": d.avantages for d in DIFFICULTES.values() if d.avantages > 0}
    durs = {f"Action {d.nom.lower()}": -d.avantages for d in DIFFICULTES.values() if d.avantages < 0}
    assert faciles == {row["degre"]: row["avantages"] for row in rows("FLU-3.28")}
    assert durs == {row["degre"]: row["desavantages"] for row in rows("FLU-3.41")}


@pytest.mark.rule("FLU-3.28", "FLU-3.41")
@pytest.mark.parametrize("degre", DIFFICULTES)
def test_difficulty_weighs_on_the_test(degre):
    n = DIFFICULTES[degre].avantages
    test, _, _ = essai(5, difficulte=degre, points=5)
    assert test["avantages"] == ((DIFFICULTES[degre].nom, n, "FLU-3.28" if n > 0 else "FLU-3.41"),)
    assert test["total"] == 9 + n == 9 + difficulte(degre)
    assert refuse(difficulte=f"{degre}s") == "FLU-3.28"


@pytest.mark.rule("FLU-3.40")
@pytest.mark.parametrize(("essais", "n"), [(1, 0), (2, -1), (3, -2), (7, -6)])
def test_each_new_try_is_harder(essais, n):
    test, _, _ = essai(5, essai=essais, points=6)
    assert net(test) == n
    assert test["total"] == 9 + n
    assert refuse(essai=0) == "FLU-3.40"


# ---------------------------------------------------------------- Traits against him


@pytest.mark.rule("FLU-3.37")
def test_a_trait_can_count_against_him():
    fiche = {"traits": [{"nom": "Borgne", "valeur": 2, "negatif": True}, {"nom": "Belle et rebelle", "valeur": 3}]}
    test, jok, _ = essai(5, fiche=fiche, contre=("Borgne", "Belle et rebelle"), points=5)
    assert test["avantages"] == (("Borgne", -2, "FLU-3.37"), ("Belle et rebelle", -3, "FLU-3.37"))
    assert test["total"] == 4
    assert jok.res_perdue == 0  # they cost nothing, and none counts for less
    assert net(essai(5, fiche=fiche)[0]) == 0  # named, or it does not bear on this test
    assert refuse(contre=("Borgne",)) == "FLU-3.20"


@pytest.mark.rule("FLU-3.37")
def test_a_wound_hampers_the_body_and_a_shock_the_mind():
    etat = {
        "traits": [
            {"nom": "Blessure à la jambe", "valeur": 2, "negatif": True, "origine": "blessure"},
            {"nom": "Terreur", "valeur": 1, "negatif": True, "origine": "psychique"},
        ]
    }
    assert net(essai(5, etat=etat, points=9)[0]) == -2
    assert net(essai(5, etat=etat, points=9, caracs=("VOL",))[0]) == -1
    assert net(essai(5, etat=etat, points=9, caracs=("AGI", "VOL"))[0]) == -3
    assert net(essai(5, etat=etat, points=9, hors=("Blessure à la jambe",))[0]) == 0
    assert net(essai(5, etat=etat, points=9, contre=("Blessure à la jambe",))[0]) == -2  # once


@pytest.mark.rule("FLU-3.37", "FLU-3.31")
@pytest.mark.parametrize("origine", ["blessure", "psychique", "effort"])
@pytest.mark.parametrize("parametres", [{"traits": ("Plaie",)}, {"eloignes": (("Plaie", 1),)}])
def test_a_wound_never_helps(origine, parametres):
    etat = {"traits": [{"nom": "Plaie", "valeur": 2, "negatif": True, "origine": origine}]}
    assert refuse(etat=etat, **parametres) == "FLU-3.37"


# ---------------------------------------------------------------- spending, before the roll and after it


@pytest.mark.rule("FLU-3.29")
def test_points_spent_before_the_roll_are_avantages():
    test, jok, _ = essai(5, res=3, depenses=(("AGI", 2), ("FOR", 1)), points=6)
    assert net(test) == 6
    assert test["total"] == 4 + 5 + 6  # the test itself uses the value before spending
    assert (jok.res, jok.carac("AGI"), jok.carac("FOR"), jok.carac("CON")) == (7, 2, 4, 5)
    assert jok.fiche.RES == 10 and jok.fiche.INI == 9  # attributes stay as they are
    apres, oracle = jouer(scene(jok={"fiche": {"AGI": 4}, "pertes": {"AGI": 2}}), Tester("jok", ("AGI",)), 5)
    assert dit(oracle)["total"] == 7  # later tests use the lowered value
    assert apres["jok"].pertes == {"AGI": 2}


@pytest.mark.rule("FLU-3.29")
def test_res_can_be_spent_to_zero_and_a_caracteristique_to_one():
    assert refuse(res=10) is None
    assert refuse(res=11) == "FLU-3.29"
    assert refuse(res=4, etat={"res_perdue": 7}) == "FLU-3.29"
    assert refuse(res=1, etat={"res_perdue": 12}, options=("degats_simplifies",)) == "FLU-3.29"
    assert refuse(depenses=(("AGI", 3),)) is None
    assert refuse(depenses=(("AGI", 4),)) == "FLU-3.29"
    assert refuse(depenses=(("AGI", 2), ("AGI", 2))) == "FLU-3.29"
    assert refuse(depenses=(("AGI", 2),), etat={"pertes": {"AGI": 2}}) == "FLU-3.29"
    assert refuse(depenses=(("MAG", 1),)) == "FLU-3.29"
    assert refuse(res=-1) == refuse(depenses=(("AGI", 0),)) == refuse(points=-1) == refuse(laisses=-1) == "FLU-3.29"


@pytest.mark.rule("FLU-3.30")
@pytest.mark.parametrize(
    ("reponse", "bonus", "res", "agi"),
    [("garder", 0, 10, 4), ("RES1", 1, 8, 4), ("RES5", 5, 0, 4), ("AGI1", 1, 10, 2)],
)
def test_after_the_roll_each_point_costs_two(reponse, bonus, res, agi):
    test, jok, _ = essai(7, reponses=(reponse, "garder") if bonus < 5 and bonus else (reponse,))
    assert test["total"] == 11 + bonus == total(test.terms)
    assert (jok.res, jok.carac("AGI")) == (res, agi)
    assert (("Investi après le jet", bonus, "FLU-3.30") in test.terms) == bool(bonus)


@pytest.mark.rule("FLU-3.30")
def test_only_what_can_be_paid_is_offered_and_the_question_comes_back():
    fiche = {"CON": 2, "VOL": 2, "FOR": 5, "AGI": 3}
    _, jok, oracle = essai(7, fiche=fiche, caracs=("FOR", "AGI"), reponses=("RES1", "FOR1", "AGI1", "RES1", "FOR1"))
    assert [q.open() for q in oracle.asked] == [
        ("garder", "RES1", "RES2", "FOR1", "FOR2", "AGI1"),
        ("garder", "RES1", "FOR1", "FOR2", "AGI1"),
        ("garder", "RES1", "FOR1", "AGI1"),
        ("garder", "RES1", "FOR1"),
        ("garder", "FOR1"),
    ]
    assert [q.see("total") for q in oracle.asked] == [11, 12, 13, 14, 15]
    assert {q.see("vise") for q in oracle.asked} == {11}
    assert (jok.res, jok.carac("FOR"), jok.carac("AGI")) == (0, 1, 1)
    assert dit(oracle)["total"] == 16


@pytest.mark.rule("FLU-3.30")
def test_no_question_when_nothing_can_be_paid():
    _, _, oracle = essai(9, fiche={"AGI": 2}, etat={"res_perdue": 9})
    assert oracle.asked == []  # 1 RES left, and AGI 2 may only lose 1
    _, _, oracle = essai(9, fiche={"AGI": 2}, etat={"res_perdue": 8})
    assert [q.open() for q in oracle.asked] == [("garder", "RES1")]
    _, _, oracle = essai(9, fiche={"AGI": 3}, etat={"res_perdue": 10})
    assert [q.open() for q in oracle.asked] == [("garder", "AGI1")]


@pytest.mark.rule("FLU-3.29", "FLU-3.30")
def test_what_was_spent_before_is_not_there_after():
    fiche = {"AGI": 6, "traits": traits(A=1, B=1)}
    _, _, oracle = essai(9, fiche=fiche, res=4, depenses=(("AGI", 1), ("AGI", 1)), traits=("A", "B"), points=7)
    (question,) = oracle.asked
    assert question.open() == ("garder", "RES1", "RES2", "AGI1")  # 10 - 4 - 1 RES, and 6 - 2 - 1 AGI


@pytest.mark.rule("FLU-3.30")
def test_the_price_on_the_button_is_the_price_paid():
    _, _, oracle = essai(9)
    (question,) = oracle.asked
    for option in question.options[1:]:
        ((pool, cout),) = option.cost
        _, jok, _ = essai(9, reponses=(option.id, *["garder"] * 1) if option.id != "RES5" else (option.id,))
        perdu = jok.res_perdue if pool == "RES" else jok.pertes[pool]
        assert perdu == cout == 2 * int(option.label)


@pytest.mark.rule("FLU-3.31")
@pytest.mark.parametrize(
    ("vise", "valeur", "rang"),
    [(11, 2, "Réussite marginale"), (12, 3, "Réussite"), (16, 7, "Réussite majorée"), (21, 12, "Réussite critique")],
)
def test_a_failure_can_be_bought_off_with_a_negative_trait(vise, valeur, rang):
    test, jok, _ = essai(5, reponses=("garder", vise))
    assert (test["total"], test["rang"]) == (vise, rang)
    assert ("Trait négatif accepté", valeur, "FLU-3.31") in test.terms
    assert total(test.terms) == vise
    (trait,) = jok.traits
    assert (trait.valeur, trait.negatif, trait.origine) == (valeur, True, "effort")


@pytest.mark.rule("FLU-3.31")
def test_only_a_failure_is_bought_off():
    _, jok, oracle = essai(7)
    assert [q.key for q in oracle.asked] == ["flu.apres_jet"]
    assert jok.traits == ()
    _, jok, oracle = essai(6)
    assert [q.key for q in oracle.asked] == ["flu.apres_jet", "flu.trait_negatif"]
    assert oracle.asked[1].open() == ("non", 11, 12, 16, 21)
    assert jok.traits == ()
    assert [o.cost for o in sauvetages(-3, False)[1:]] == [(("en Trait négatif", n),) for n in (14, 15, 19, 24)]


@pytest.mark.rule("FLU-3.31", "FLU-3.30")
def test_points_and_a_trait_can_be_cumulated():
    test, jok, oracle = essai(4, reponses=("RES1", "garder", 11))
    assert (test["total"], jok.res_perdue, jok.traits[0].valeur) == (11, 2, 2)
    assert oracle.asked[-1].see("total") == 9


@pytest.mark.rule("FLU-3.31", "FLU-3.30")
def test_once_saved_by_points_no_trait_is_proposed():
    test, jok, oracle = essai(6, reponses=("RES1", "garder"))
    assert (test["total"], jok.traits) == (11, ())
    assert {q.key for q in oracle.asked} == {"flu.apres_jet"}


@pytest.mark.rule("FLU-3.31")
def test_every_new_trait_has_a_name_of_its_own():
    ici = scene(jok={"AGI": 4})
    for _ in range(3):
        ici, _ = jouer(ici, Tester("jok", ("AGI",)), 5, reponses=("garder", 11))
    assert len({t.nom for t in ici["jok"].traits}) == 3
    test, _, _ = essai(
        5, etat={"traits": [{"nom": "Contrecoup", "valeur": 2, "origine": "effort"}]}, contre=("Contrecoup",), points=2
    )
    assert test["total"] == 7  # and it can be turned against him later


@pytest.mark.rule("FLU-3.31", "FLU-3.6")
def test_with_the_binary_option_one_success_is_for_sale():
    test, _, oracle = essai(2, options=("resultats_binaires",), reponses=("garder", 11))
    assert oracle.asked[1].open() == ("non", 11)
    assert oracle.asked[1].pick(11).cost == (("en Trait négatif", 5),)
    assert (test["total"], test["rang"]) == (11, "Succès")


# ---------------------------------------------------------------- help


@pytest.mark.rule("FLU-3.10", "FLU-3.21")
def test_a_lent_trait_is_one_more_trait_and_help_is_used_up():
    aides = {"aides": [{"de": "roos", "trait": "Corde", "valeur": 3}, {"de": "ylia", "points": 2}]}
    test, jok, _ = essai(5, fiche={"traits": traits(Acrobatie=2)}, etat=aides, traits=("Acrobatie",), points=6)
    assert [t[1] for t in test["avantages"]] == [2, 2, 2]
    assert (test["total"], jok.res_perdue, jok.aides) == (15, 1, ())
    test, jok, _ = essai(5, etat=aides, points=5)
    assert (test["total"], jok.res_perdue) == (14, 0)


@pytest.mark.rule("FLU-3.21", "FLU-3.29")
@pytest.mark.parametrize(
    ("res", "avec", "apports", "cout"),
    [(0, False, [3], 0), (1, False, [3, 2], 1), (2, False, [3, 2, 1], 2), (0, True, [2], 0), (1, True, [2, 2], 1)],
)
def test_help_that_cannot_be_paid_for_does_not_stand_in_the_way(res, avec, apports, cout):
    etat = {"aides": [{"de": q, "trait": "Corde", "valeur": 3} for q in "abc"], "res_perdue": 10 - res}
    fiche = {"AGI": 2, "traits": traits(Acrobatie=2)}
    test, jok, _ = essai(5, fiche=fiche, etat=etat, traits=("Acrobatie",) if avec else (), points=9)
    assert [t[1] for t in test["avantages"]] == apports
    assert (jok.res, jok.res_perdue) == (res - cout, 10 - res + cout)


# ---------------------------------------------------------------- secret rolls


JOUEUR, MENEUR = Viewer(frozenset({"jok"})), Viewer(gm=True)


def test_a_secret_roll_is_seen_by_the_game_master_alone():
    test, _, oracle = essai(5, secret=True, options=("delai_variable",), temps_normal=3)
    assert {e.audience for e in oracle.events} == {GM}
    assert {d.audience for e in oracle.events for d in e.dice} == {GM}
    assert [e.what for e in oracle.events] == ["test", "delai"]
    assert [seen_by(JOUEUR, e) for e in oracle.events] == [None, None]
    assert [seen_by(MENEUR, e) for e in oracle.events] == oracle.events
    assert test["total"] == 9
    public, _, oracle = essai(5)
    assert seen_by(JOUEUR, public) == public
    assert [d.faces for d in public.dice] == [(5,)]


@pytest.mark.parametrize("face", range(2, 10))
def test_nothing_is_asked_about_a_roll_one_does_not_see(face):
    test, jok, oracle = essai(face, secret=True)
    assert oracle.asked == []
    assert (test["total"], jok.res_perdue, jok.traits) == (4 + face, 0, ())


def test_a_secret_roll_is_never_typed_in():
    ici = scene(jok={"AGI": 4})
    with pytest.raises(Awaiting):
        Tester("jok", ("AGI",)).resolve(ici, Live(by_hand=("jok",)))
    live = Live(by_hand=("jok",))
    Tester("jok", ("AGI",), secret=True).resolve(ici, live)
    assert [e.by for e in live.transcript] == ["server"] * len(live.transcript)
    assert live.events[-1].audience == GM
