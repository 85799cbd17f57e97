"""Chapter 10: diseases caught, incubated, treated; what each does; death of disease."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c0_tests import Resultat, figures, figures_d_essai
from tablee.games.terre_natale.book.c4_caracteristiques.fatigue import fatiguer
from tablee.games.terre_natale.book.c4_caracteristiques.repos import SeReposer, Souffler, recuperation
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense, seuil
from tablee.games.terre_natale.book.c7_progression.apprentissage import PasserDesJours
from tablee.games.terre_natale.book.c10_monde.maladies import (
    Contaminer,
    DonnerMaladie,
    ExposerALaMaladie,
    LeverMaladie,
    SoignerMaladie,
    difficulte_de,
    difficulte_des_soins,
    gravite_contractee,
    remission,
)
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.maladies import FORMES, GRAVITES_DE_MALADIE, MAUX, PARTICULARITES, Mal, Maladie
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import LEDGER, dit, jouer, rows, scene

RATE = Resultat(9, 15, reussi=False)


def malade(id="grippe_des_marais", gravite=20, **qui):
    """Alys has this disease, and it has broken out; Bor knows medicine."""
    s = scene(
        alys={"base": {"SAG": 10}},
        bor={
            "fiche": {"base": {"INT": 12}, "competences": {"medecine": 3}},
            "equipement": {"sac": [{"modele": "trousse_de_soin"}]},
        },
        **qui,
    )
    return s.put(replace(s["alys"], maladies=(Maladie(id, gravite),)))


def valeur(s, attribut, who="alys"):
    return total(figures(s, s[who], attribut).valeur)


# ---------------------------------------------------------------- the tables


@pytest.mark.rule("TN-10.6")
def test_severities_are_those_of_the_book():
    found = [(g.maximum, g.difficulte) for g in GRAVITES_DE_MALADIE.values()]
    assert found == [(row["penalites_max"], row["difficulte"]) for row in rows("TN-10.6")]


@pytest.mark.rule("TN-10.8")
def test_particularites_are_those_of_the_book():
    found = {p.nom: p.difficulte for p in PARTICULARITES.values()}
    assert found == {row["nom"]: row["difficulte"] for row in rows("TN-10.8")}


@pytest.mark.rule("TN-10.8")
@pytest.mark.parametrize(
    ("id", "difficulte", "gravite"),
    [
        ("rhume_des_foins", 10, 14),  # 10 - 2 + 2, and 4 for the allergy
        ("grippe_des_marais", 15, 15),  # 15 - 2 + 2
        ("fievre_tremblante", 16, 16),  # 20 - 2 - 2
        ("peste_cendree", 23, 19),  # 25 - 2 - 2 + 2, less 4
        ("mal_du_pays", 12, 12),
        ("folie_lunaire", 25, 25),  # 25 - 2 + 2
    ],
)
def test_difficulty_and_gravity_follow_from_particularites(id, difficulte, gravite):
    assert total(difficulte_de(MAUX[id])) == difficulte
    assert total(gravite_contractee(MAUX[id], RATE)) == gravite


@pytest.mark.rule("TN-10.4", "TN-10.8")
@pytest.mark.parametrize(
    ("particularites", "gravite", "points"),
    [
        ((), 24, 4),
        ((), 25, 5),
        (("penalites_aggravees",), 24, 6),
        (("penalites_legeres",), 24, 4),
        (("penalites_legeres",), 23, 3),
        ((), 60, 8),  # grave: eight at most
        (("dangereuse",), 60, 10),
        (("benigne",), 60, 6),
        ((), 4, 0),
    ],
)
def test_points_are_a_part_of_the_gravity_up_to_the_maximum(monkeypatch, particularites, gravite, points):
    mal = Mal("Essai", "Pour voir.", "physique", "grave", ("CON",), particularites=particularites)
    monkeypatch.setitem(MAUX, "essai", mal)
    assert Maladie("essai", gravite).points == points


@pytest.mark.rule("TN-10.4")
def test_points_go_round_among_the_attributes():
    assert Maladie("grippe_des_marais", 25).penalites == {"CON": 3, "FOR": 2}
    assert Maladie("peste_cendree", 80).penalites == {"CON": 6, "FOR": 5, "AGI": 5}
    assert Maladie("grippe_des_marais", 5).penalites == {"CON": 1}


@pytest.mark.rule("TN-10.4", "TN-10.5")
def test_a_disease_lowers_attributes_of_its_form_or_has_effects():
    for mal in ({"attributs": ("INT",)}, {}, {"attributs": ("CON",), "effets": MAUX["sang_lent"].effets}):
        with pytest.raises(ValueError, match="attributs de sa forme"):
            Mal("Faux", "Rien.", "physique", "grave", **mal)


# ---------------------------------------------------------------- catching it


@pytest.mark.rule("TN-10.1", "TN-10.2")
def test_a_failed_save_is_a_disease_that_incubates_and_does_nothing_yet():
    s, oracle = jouer(scene(alys={}), ExposerALaMaladie("alys", "grippe_des_marais"), 5, 3, 2)
    (m,) = s["alys"].maladies
    assert (m.gravite, m.incube, m.points) == (15, 15 * 3600, 0)
    assert valeur(s, "CON") == 10 and "malade" not in s["alys"].etats
    assert dit(oracle, "sauvegarde")["difficulte"] == 15


@pytest.mark.rule("TN-10.1")
def test_a_success_keeps_clear_of_it_altogether():
    s, oracle = jouer(scene(alys={}), ExposerALaMaladie("alys", "grippe_des_marais"), 6, 5, 6)
    assert not s["alys"].maladies and dit(oracle, "maladie_evitee").who == "alys"


@pytest.mark.rule("TN-10.1")
def test_a_critical_failure_is_half_as_bad_again_rounded_up():
    s, _ = jouer(scene(alys={}), ExposerALaMaladie("alys", "grippe_des_marais"), 1, 1, 2)
    assert s["alys"].maladies[0].gravite == 23  # 15 and 8


@pytest.mark.rule("TN-10.5")
@pytest.mark.parametrize(
    ("id", "quoi"),
    [("grippe_des_marais", "Robustesse"), ("mal_du_pays", "Détermination"), ("langueur_des_brumes", "Détermination")],
)
def test_the_form_says_which_save_and_the_lower_one_counts_for_both(id, quoi):
    s = scene(alys={"base": {"CON": 16, "VOL": 8}})
    _, oracle = jouer(s, ExposerALaMaladie("alys", id), 6, 5, 6)
    assert dit(oracle, "sauvegarde")["quoi"] == quoi
    assert {row["forme"]: row["sauvegarde"] for row in rows("TN-10.5")}["physique"] == "Robustesse"
    assert FORMES["mixte"].sauvegardes == ("robustesse", "determination")


@pytest.mark.rule("TN-10.8")
def test_a_contagious_disease_passes_on_more_easily_kept_off_each_time():
    s = malade("grippe_des_marais")
    s, oracle = jouer(s, Contaminer("alys", "grippe_des_marais", "bor"), 4, 3, 1)
    assert dit(oracle, "sauvegarde")["difficulte"] == 13
    assert (s["bor"].maladies[0].gravite, s["bor"].maladies[0].intermediaires) == (13, 1)
    s = s.put(replace(s["alys"], maladies=()))
    _, oracle = jouer(s, Contaminer("bor", "grippe_des_marais", "alys"), 4, 3, 1)
    assert dit(oracle, "sauvegarde")["difficulte"] == 11


@pytest.mark.rule("TN-10.8")
def test_what_cannot_pass_on_does_not():
    s = malade("dysenterie_des_camps")
    assert "contagieuse" in str(Contaminer("alys", "dysenterie_des_camps", "bor").closed(s))
    assert "n'a pas" in str(Contaminer("bor", "grippe_des_marais", "alys").closed(s))
    assert "soi-même" in str(Contaminer("alys", "dysenterie_des_camps", "alys").closed(s))
    assert "déjà" in str(ExposerALaMaladie("alys", "dysenterie_des_camps").closed(s))
    assert "Pas de maladie" in str(ExposerALaMaladie("alys", "toux").closed(s))
    assert "Intermédiaires" in str(ExposerALaMaladie("alys", "mal_du_pays", 10).closed(s))


# ---------------------------------------------------------------- its course


@pytest.mark.rule("TN-10.2", "TN-10.4")
def test_when_the_hours_are_over_it_doubles_and_breaks_out():
    s = scene(alys={})
    s = s.put(replace(s["alys"], maladies=(Maladie("grippe_des_marais", 15, 15 * 3600),)))
    avant, _ = jouer(replace(s, clock=14 * 3600), Souffler("alys"))
    assert not avant["alys"].maladies[0].declaree
    apres, oracle = jouer(replace(s, clock=14 * 3600 + 1800), Souffler("alys"))
    m = apres["alys"].maladies[0]
    assert (m.declaree, m.gravite, m.points) == (True, 30, 6)
    assert dit(oracle, "maladie_declaree")["affaibli"] == ("CON -3", "FOR -3")
    assert (valeur(apres, "CON"), valeur(apres, "FOR"), valeur(apres, "DEX")) == (7, 7, 10)


@pytest.mark.rule("TN-10.2")
def test_gravity_does_not_fall_while_it_incubates_and_cannot_be_cared_for():
    s = scene(alys={}, bor={})
    s = s.put(replace(s["alys"], maladies=(Maladie("fievre_tremblante", 16, 16 * 3600),)))
    s, _ = jouer(s, SeReposer("alys"))
    assert s["alys"].maladies[0].gravite == 16
    assert "incube" in str(SoignerMaladie("bor", "alys", "fievre_tremblante").closed(s))


@pytest.mark.rule("TN-10.3")
def test_a_rest_takes_the_recuperation_off_it():
    s, oracle = jouer(malade(gravite=20), SeReposer("alys", "totale", "totale", "totale"))
    assert s["alys"].maladies[0].gravite == 12  # 5, and 3 for the conditions
    assert dit(oracle, "maladie_recule")["perdues"] == 8
    s, oracle = jouer(malade(gravite=4), SeReposer("alys"))
    assert not s["alys"].maladies and dit(oracle, "maladie_guerie")["maladie"] == "Grippe des marais"


@pytest.mark.rule("TN-10.8", "TN-10.3")
@pytest.mark.parametrize(
    ("id", "perdues"),
    [("grippe_des_marais", 5), ("dysenterie_des_camps", 7), ("fievre_tremblante", 3), ("melancolie_noire", 0)],
)
def test_remission_by_particularites(id, perdues):
    s, _ = jouer(malade(id, 30), SeReposer("alys"))
    assert s["alys"].maladies[0].gravite == 30 - perdues


@pytest.mark.rule("TN-10.3")
def test_a_bad_rest_never_makes_it_worse():
    s = malade("fievre_tremblante", 30)
    assert total(remission(s["alys"], s["alys"].maladies[0], ("non", "non", "non"), ())) == 0


@pytest.mark.rule("TN-10.3", "TN-10.8", "TN-10.4")
@pytest.mark.parametrize(
    ("id", "difficulte"),
    [
        ("dysenterie_des_camps", 10),
        ("grippe_des_marais", 6),
        ("rage_grise", 14),
        ("sang_lent", 15),
        ("verre_aux_os", 19),
    ],
)
def test_care_is_an_evaluation_harder_for_what_is_complex_or_rare(id, difficulte):
    assert total(difficulte_des_soins(MAUX[id])) == difficulte
    s, oracle = jouer(malade(id, 40), SoignerMaladie("bor", "alys", id), 6, 6, 5, 4, 3)
    score = 6 + 6 + 5 + 5 + 3  # an exploit adds the lowest
    assert dit(oracle, "evaluation")["difficulte"] == difficulte
    dr = min(3, (score - difficulte) // 5)
    assert s["alys"].maladies[0].gravite == 40 - 7 - dr
    assert s.clock == 1200


@pytest.mark.rule("TN-10.3")
def test_care_once_a_day_for_who_gives_and_who_gets_it():
    s, _ = jouer(
        malade(gravite=40),
        SoignerMaladie("bor", "alys", "grippe_des_marais"),
        6,
        5,
        4,
        4,
        3,
    )
    again = SoignerMaladie("bor", "alys", "grippe_des_marais")
    assert "déjà soigné" in str(again.closed(s))
    s, _ = jouer(s, PasserDesJours("bor"))
    assert again.closed(s) is None
    assert "n'a pas cette maladie" in str(SoignerMaladie("bor", "alys", "rage_grise").closed(s))


@pytest.mark.rule("TN-10.3")
def test_care_that_comes_short_changes_nothing():
    s, _ = jouer(malade("sang_lent", 40), SoignerMaladie("bor", "alys", "sang_lent"), 4, 3, 2)
    assert s["alys"].maladies[0].gravite == 40


# ---------------------------------------------------------------- what it does


@pytest.mark.rule("TN-10.4", "TN-10.9")
@pytest.mark.parametrize("id", MAUX)
def test_every_disease_does_something(id):
    mal = MAUX[id]
    sain, pris = scene(alys={}), scene(alys={})
    pris = pris.put(replace(pris["alys"], maladies=(Maladie(id, 30),)))
    if mal.attributs:
        points = min(mal.maximum, 30 // mal.diviseur)
        assert sum(10 - valeur(pris, a) for a in mal.attributs) == points > 0
        return
    p, q, chiffres = sain["alys"], pris["alys"], []
    for x in (p, q):
        f = figures(sain, x, "FOR", "course", "athletisme")
        g = figures_d_essai(Essai(x, sain, None, "VOL", sauvegarde="sang_froid"))
        stress = fatiguer(sain.put(x), Scripted(), "alys", (("Essai", 1, "TN-4.47"),))["alys"].fatigue
        rend = total(recuperation(x, "PV")), total(seuil(x, "blessure"))
        chiffres.append((total(f.modificateurs), total(g.modificateurs), stress, *rend))
    avant, apres = chiffres
    assert avant != apres
    par_point = {"sang_lent": (0, 0, 0, -6, 0), "verre_aux_os": (-6, 0, 0, 0, -4), "voix_du_puits": (0, -6, 6, 0, 0)}
    assert tuple(b - a for a, b in zip(avant, apres, strict=True)) == par_point[id]


@pytest.mark.rule("TN-10.9")
def test_there_are_enough_of_ours_of_every_severity_and_form():
    assert len(MAUX) >= 12 and all(mal.origin == "tablee" for mal in MAUX.values())
    assert {mal.gravite for mal in MAUX.values()} == set(GRAVITES_DE_MALADIE)
    assert {mal.forme for mal in MAUX.values()} == set(FORMES)
    assert sum(mal.complexe for mal in MAUX.values()) >= 2
    assert {x for mal in MAUX.values() for x in mal.particularites} == set(PARTICULARITES)


@pytest.mark.rule("TN-10.4")
def test_a_weaker_attribute_defends_less():
    s = malade("dysenterie_des_camps", 20)  # CON 10 - 4 = 6: -2
    assert total(defense(s["alys"], "CON")) == 13
    assert total(defense(s["alys"], "DEX")) == 15


@pytest.mark.rule("TN-10.7")
def test_an_attribute_at_nothing_is_death():
    s = scene(alys={"base": {"CON": 6}})
    vif, _ = jouer(s, DonnerMaladie("alys", "dysenterie_des_camps", 29))
    assert valeur(vif, "CON") == 1 and "mort" not in vif["alys"].etats
    mort, oracle = jouer(s, DonnerMaladie("alys", "dysenterie_des_camps", 30))
    assert "mort" in mort["alys"].etats and not mort["alys"].up
    assert dit(oracle, "etat").rule == "TN-10.7"


@pytest.mark.rule("TN-10.7", "TN-10.4")
def test_several_diseases_add_up_until_they_kill():
    s = scene(alys={"base": {"CON": 8}})
    s, _ = jouer(s, DonnerMaladie("alys", "dysenterie_des_camps", 20))
    s, _ = jouer(s, DonnerMaladie("alys", "grippe_des_marais", 40))
    assert "mort" in s["alys"].etats  # 4 and 4


@pytest.mark.rule("TN-10.9")
def test_the_game_master_gives_and_ends_diseases():
    s, _ = jouer(scene(alys={}), DonnerMaladie("alys", "rage_grise", 12, declaree=False))
    assert s["alys"].maladies[0].incube == 12 * 3600
    s, oracle = jouer(s, LeverMaladie("alys", "rage_grise"))
    assert not s["alys"].maladies and dit(oracle, "maladie_guerie")
    assert "n'a pas" in str(LeverMaladie("alys", "rage_grise").closed(s))
    assert "Gravité" in str(DonnerMaladie("alys", "rage_grise", 0).closed(s))


@pytest.mark.rule("TN-10.1")
def test_the_odds_of_catching_it_stand_on_the_button():
    s = scene(alys={"fiche": {"destinee": 0}, "pertes": {"PK": 20}})
    chance = odds(ExposerALaMaladie("alys", "mal_du_pays"), s)
    assert 0.5 < chance.p(True) < 0.8
    assert LEDGER["TN-10.1"].dit


@pytest.mark.rule("TN-10.1")
def test_a_sheet_shows_what_one_has():
    s = malade(gravite=25)
    lignes = {line.label: line for section in game.sheet(s, "alys").sections for line in section.lines}
    assert lignes["Grippe des marais"].value == 25


@pytest.mark.rule("TN-10.1")
def test_gravity_is_never_below_one():
    mal = Mal("Rien", "Presque rien.", "physique", "benigne", ("CON",), particularites=("contagieuse",))
    assert total(difficulte_de(mal, 5)) == -2
    assert total(gravite_contractee(mal, RATE, 5)) == 1
