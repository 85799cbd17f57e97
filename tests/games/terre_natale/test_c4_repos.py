"""Chapter 4: récupération, répit, repos, the end of a scene."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.repos import (
    FinirLaScene,
    SeReposer,
    Souffler,
    attenuer,
    recuperation,
)
from tablee.games.terre_natale.model.people import Lesion
from tablee.games.terre_natale.model.scene import JOUR, Confrontation
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene

PERDU = {"PV": 10, "PS": 10, "PE": 10, "PK": 10}


def alba(*options, base=None, fixes=(), **depuis):
    """Alba: SAG 12 unless said otherwise, so a récupération of 6; résilience 10."""
    fiche = {"base": {"SAG": 12, **(base or {})}, "fixes": list(fixes)}
    return scene(*options, alba={"fiche": fiche, **depuis})


def tout(sujet, table):
    return total(recuperation(table["alba"], sujet, table.options))


@pytest.mark.rule("TN-4.52", "TN-4.53")
def test_one_recuperation_for_each_subject():
    table = alba(
        fixes=[
            {"on": "recuperation", "n": 2, "label": "Robuste", "rule": "TN-3.1"},
            {"on": "recuperation:PV", "n": 3, "label": "Vivace", "rule": "TN-3.1"},
            {"on": "recuperation:lesions", "n": 4, "label": "Chairs", "rule": "TN-3.1"},
        ]
    )
    found = {sujet: tout(sujet, table) for sujet in ("PV", "PS", "PK", "PC", "fatigue", "blessure", "traumatisme")}
    assert found == {"PV": 11, "PS": 8, "PK": 8, "PC": 0, "fatigue": 8, "blessure": 12, "traumatisme": 12}


@pytest.mark.rule("TN-4.54")
def test_by_the_option_balance_raises_wisdom_before_its_modifier_is_read():
    base = {"SAG": 15, "FOR": 14}  # EQU (14 + 10) // 2 = 12: SAG 15 + 1
    assert tout("PV", alba(base=base)) == 7
    assert tout("PV", alba("equilibre_en_recuperation", base=base)) == 8


@pytest.mark.rule("TN-4.22")
def test_chi_comes_back_by_the_caste():
    caste = {"id": "aventurier", "principal": "DEX", "secondaire": "CHN"}
    base = {"DEX": 16, "CHN": 12, "FOR": 14}  # EQU 12
    fiche = {"base": base, "caste": caste}
    p = scene(alba=fiche)["alba"]
    assert recuperation(p, "PC")[:2] == (("DEX", 3, "TN-1.8"), ("EQU", 1, "TN-1.8"))
    faible = scene(alba={"base": dict.fromkeys(("DEX", "CHN", "FOR", "CON"), 4), "caste": caste})["alba"]
    assert total(recuperation(faible, "PC")[:3]) == 0


@pytest.mark.rule("TN-4.49")
def test_fatigue_weighs_on_every_recuperation():
    table = alba(fatigue=25)
    assert {tout(sujet, table) for sujet in ("PV", "fatigue", "blessure")} == {4}


# ---------------------------------------------------------------- répit


@pytest.mark.rule("TN-4.16")
def test_a_repit_gives_all_endurance_back_and_nothing_else():
    table, oracle = jouer(alba(pertes=PERDU), Souffler("alba"))
    assert table["alba"].pertes == {**PERDU, "PE": 0}
    assert table.clock == 1800 and dit(oracle, "regain")["points"] == 10
    au_combat = replace(table, encounter=Confrontation(passe="alba"))
    assert Souffler("alba").closed(au_combat).rule == "TN-4.16"
    assert "n'est pas là" in str(Souffler("alba", ("x",)).closed(table))


@pytest.mark.rule("TN-4.38")
@pytest.mark.parametrize("how, perdus", [("", 10), ("temporaire", 0), ("permanente", 0)])
def test_who_is_unstable_gets_no_endurance_back(how, perdus):
    depuis = {"pertes": PERDU, "lesions": [{"niveau": 1}], "stabilise": {"blessure": how}}
    for action in (Souffler("alba"), FinirLaScene("alba"), SeReposer("alba")):
        table, oracle = jouer(alba(**depuis), action)
        assert table["alba"].pertes["PE"] == perdus
        assert any(e.what == "sans_souffle" for e in oracle.events) == bool(perdus)


# ---------------------------------------------------------------- the end of a scene


@pytest.mark.rule("TN-4.28", "TN-4.16")
@pytest.mark.parametrize("repit, perdus", [(True, 0), (False, 10)])
def test_the_end_of_a_scene(repit, perdus):
    table = alba(pertes=PERDU, temporaires={"moral": 3, "PE": 2})
    table = replace(table, encounter=Confrontation(passe="alba"))
    apres, oracle = jouer(table, FinirLaScene("alba", repit))
    p = apres["alba"]
    assert p.temporaires == {} and p.pertes["PE"] == perdus and p.pertes["PV"] == 10
    assert apres.encounter is None and apres.scenes == 1
    assert dit(oracle, "temporaires_finis")["ressources"] == ("Moral", "Endurance")


# ---------------------------------------------------------------- repos


@pytest.mark.rule("TN-4.50")
def test_a_rest_gives_every_recuperation_at_once():
    table, oracle = jouer(alba(pertes={**PERDU, "PS": 2}, fatigue=8), SeReposer("alba"))
    p = table["alba"]
    assert p.pertes == {"PV": 4, "PS": 0, "PE": 0, "PK": 4} and p.fatigue == 2
    assert table.clock == 9 * 3600
    regain = next(e for e in oracle.events if e.what == "regain" and e["ressource"] == "Spiritualité")
    assert regain.terms == (("Base", 5, "TN-4.52"), ("SAG", 1, "TN-1.8"), ("Maximum", -4, "TN-4.50"))


@pytest.mark.rule("TN-4.50")
@pytest.mark.parametrize(
    "lieu, nourriture, sommeil, gain",
    [("partielle",) * 3 + (6,), ("totale",) * 3 + (9,), ("non", "partielle", "totale", 5), ("non",) * 3 + (0,)],
)
def test_the_three_conditions_of_a_rest(lieu, nourriture, sommeil, gain):
    table, _ = jouer(alba(pertes=PERDU), SeReposer("alba", lieu, nourriture, sommeil))
    assert table["alba"].pertes["PV"] == 10 - gain


@pytest.mark.rule("TN-4.50")
def test_a_bad_enough_rest_costs():
    """Récupération 1, the conditions -6: five of everything, and fatigue; karma ends at nothing."""
    table, oracle = jouer(alba(base={"SAG": 3}, pertes={"PK": 18}), SeReposer("alba", "non", "non", "non"))
    p = table["alba"]
    assert p.pertes == {"PV": 5, "PS": 5, "PK": 20} and p.fatigue == 5
    perte = next(e for e in oracle.events if e.what == "perte" and e["ressource"] == "Karma")
    assert total(perte.terms) == 2


@pytest.mark.rule("TN-4.50")
def test_rest_is_taken_by_all_who_are_named():
    table = scene(alba={"fiche": {}, "pertes": PERDU}, bor={"fiche": {}, "pertes": PERDU})
    apres, _ = jouer(table, SeReposer("alba", compagnons=("bor", "alba")))
    assert apres["alba"].pertes == apres["bor"].pertes == {"PV": 5, "PS": 5, "PE": 0, "PK": 5}
    assert apres.clock == 9 * 3600
    mort = table.put(replace(table["bor"], pertes={"PV": 40}))
    assert SeReposer("alba", compagnons=("bor",)).closed(mort).rule == "TN-4.50"


@pytest.mark.rule("TN-4.51")
@pytest.mark.parametrize("remplies, gain", [(3, 8), (2, 5), (1, 2), (0, 0)])
def test_by_the_option_a_rest_gives_a_third_for_each_condition(remplies, gain):
    conditions = ("totale", "partielle", "totale")[:remplies] + ("non",) * (3 - remplies)
    table = alba("repos_partiel", base={"SAG": 16}, pertes=PERDU)
    assert jouer(table, SeReposer("alba", *conditions))[0]["alba"].pertes["PV"] == 10 - gain


# ---------------------------------------------------------------- lésions


@pytest.mark.rule("TN-4.41")
def test_each_step_is_off_the_worst_lesion_of_the_moment():
    lesions = tuple(map(Lesion, (2, 2, 0)))
    etapes = [sorted(x.niveau for x in attenuer(lesions, "blessure", n)) for n in range(9)]
    assert etapes[:4] == [[0, 2, 2], [0, 1, 2], [0, 1, 1], [0, 0, 1]]
    assert etapes[4:] == [[0, 0, 0], [0, 0], [0], [], []]
    assert attenuer(lesions, "traumatisme", 3) == lesions


@pytest.mark.rule("TN-4.41")
@pytest.mark.parametrize("sagesse, conditions, pas", [(10, "partielle", 1), (9, "partielle", 0), (14, "totale", 2)])
def test_a_rest_heals_one_level_for_every_five(sagesse, conditions, pas):
    """Récupérations of 5, 4 and 7 + 3; each nature gets its own steps."""
    depuis = {
        "lesions": [{"niveau": 3}, {"niveau": 1, "nature": "traumatisme"}],
        "stabilise": {"blessure": "permanente", "traumatisme": "permanente"},
    }
    table, _ = jouer(alba(base={"SAG": sagesse}, **depuis), SeReposer("alba", *(conditions,) * 3))
    restent = {x.nature: x.niveau for x in table["alba"].lesions}
    assert restent == {n: v for n, v in {"blessure": 3 - pas, "traumatisme": 1 - pas}.items() if v >= 0}
    assert ("traumatisme" in table["alba"].stabilise) == (pas < 2)


@pytest.mark.rule("TN-4.41", "TN-4.39", "TN-4.40")
@pytest.mark.parametrize("how, niveau", [("", 3), ("temporaire", 3), ("permanente", 2)])
def test_lesions_heal_only_once_they_are_stabilised_for_good(how, niveau):
    table, _ = jouer(alba(lesions=[{"niveau": 3}], stabilise={"blessure": how}), SeReposer("alba"))
    assert [x.niveau for x in table["alba"].lesions] == [niveau]


@pytest.mark.rule("TN-4.41")
def test_a_repit_heals_nothing():
    table, _ = jouer(alba(lesions=[{"niveau": 3}], stabilise={"blessure": "permanente"}), Souffler("alba"))
    assert [x.niveau for x in table["alba"].lesions] == [3]


def test_what_lasts_for_a_while_ends_with_the_night():
    court, long = ({"on": "bonus", "n": 1, "until": until} for until in (3600, JOUR))
    table, _ = jouer(alba(effets=[court, long]), SeReposer("alba"))
    assert [m.until for m in table["alba"].effets] == [JOUR]
