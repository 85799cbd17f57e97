"""Chapter 6: castes. How one enters, what ranks ask for and bring, what is chosen in them, what they let one do."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import Jet, figures, figures_d_essai, jet
from tablee.games.terre_natale.book.c0_tests import tester as eprouver
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c2_competences import limite, limite_de_groupe
from tablee.games.terre_natale.book.c3_traits import rang_de
from tablee.games.terre_natale.book.c6_castes import (
    AccorderTroisieme,
    AgirEnCaste,
    Choisir,
    Endosser,
    SeDefausser,
    a_choisir,
    acces,
    actions_de,
    aptitudes,
    choisir,
    choix_ferme,
    couvre,
    elever,
    endosser,
    experience,
    liee,
    offers,
    plafond_de_creation,
    possibles,
    promouvoir,
    rang_atteint,
    suite,
    voisines,
)
from tablee.games.terre_natale.desk.judge import faults_of_caste
from tablee.games.terre_natale.model.castes import CASTES, NATURES, RANGS, maitrise, ressources
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Caste, Fiche, Personnage, Trait
from tablee.games.terre_natale.model.scene import Confrontation
from tablee.games.terre_natale.model.sums import PRINCIPAUX
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

HAUTS = dict.fromkeys(PRINCIPAUX, 14)
MARTIAL = {"escalade": 4, "parade": 3, "lutte": 2}  # FOR, CON and others


def caste(rang=1, id="combattant", principal="FOR", secondaire="CON", **choix):
    return Caste(id, principal, secondaire, rang, CASTES[id].majeures[0], choix)


def fiche(rang=1, id="combattant", principal="FOR", secondaire="CON", **choix):
    return Fiche("Aude", base=HAUTS, caste=caste(rang, id, principal, secondaire, **choix))


def brings(f, on):
    return f.bears.figure(on).n


def seul(f, **more):
    """A scene of one."""
    s = scene(aude={})
    return replace(s, people={"aude": Personnage("aude", f)}, **more)


# ---------------------------------------------------------------- the catalogue


@pytest.mark.rule("TN-6.1", "TN-6.14")
def test_the_castes_of_the_book_are_as_the_book_has_them():
    for row in rows("TN-6.14"):
        c = next(c for c in CASTES.values() if c.nom == row["nom"])
        assert not c.avancee and not c.ferme
        assert [NATURES[c.nature].nom, list(c.majeures), c.privilege] == [
            row["nature"],
            row["sauvegardes"],
            row["privilege"],
        ]
        assert c.entrainements and c.action is not None
        assert c.action.n == 2
    assert [c.nom for c in CASTES.values() if c.ferme] == ["Spécialiste", "Hermite"]


@pytest.mark.rule("TN-6.1", "TN-6.2")
def test_advanced_castes_stand_on_the_same_frame_and_beside_every_base_caste():
    avancees = [c for c in CASTES.values() if c.avancee]
    assert len(avancees) >= 9
    for c in avancees:
        assert c.origin == "tablee" and len(c.traits) == 2 and c.action is not None and c.majeures
        assert [len(panel) for panel in c.attributs] == [1, 1] and len(c.possibles) == 2
        assert len(c.entrainements) == 3
        assert len(ressources(Caste(c.id, c.attributs[0][0], c.attributs[1][0]))) == 2
    assert len({c.possibles for c in avancees}) == len(avancees)
    for code in PRINCIPAUX:  # whatever a base caste rests on, several castes share it
        assert sum(code in c.possibles for c in avancees) >= 2, code


@pytest.mark.rule("TN-6.2")
@pytest.mark.parametrize(
    ("id", "un", "deux", "ok"),
    [
        ("combattant", "FOR", "PER", True),
        ("combattant", "FOR", "FOR", False),
        ("combattant", "FOR", "RUS", False),
        ("aventurier", "FOR", "RUS", True),
        ("aventurier", "RUS", "FOR", True),
        ("aventurier", "FOR", "DEX", False),
        ("connetable", "RUS", "SAG", True),
        ("bretteur", "AGI", "DEX", True),
        ("bretteur", "AGI", "FOR", False),
    ],
)
def test_two_different_attributes_of_the_caste_in_any_order(id, un, deux, ok):
    assert CASTES[id].admet(un, deux) is ok


@pytest.mark.rule("TN-6.17", "TN-6.14")
@pytest.mark.parametrize("row", rows("TN-6.17"), ids=lambda row: f"{row['nature']} {row['attributs']}")
def test_resources_by_nature_and_kind_of_attributes(row):
    nature = next(n for n in NATURES.values() if n.nom == row["nature"])
    kinds = {"Corps": [nature.corps], "Mixte": [nature.mixte], "Esprit": [nature.esprit]}
    every = [nature.corps, nature.mixte, nature.esprit]
    for found in kinds.get(row["attributs"].removesuffix(" (*)").removesuffix(" (**)"), every):
        assert list(found) == row["ressources"]
    assert nature.ferme is ("(*" in row["attributs"])


@pytest.mark.rule("TN-6.17", "TN-6.14", "TN-6.14.1")
def test_which_resources_somebody_gets():
    assert ressources(caste()) == ("PV", "PE")
    assert ressources(Caste("aventurier", "FOR", "RUS")) == ("PC", "PE")  # its own profile
    assert ressources(Caste("rodeur", "PER", "SAG")) == ("PK", "PE")  # Aventure, one of each
    assert ressources(Caste("erudit", "INT", "SAG")) == ("PC", "PS")
    f = Fiche("Aude", base=HAUTS, acquis=60, competences=MARTIAL)
    option = endosser(f, Caste("aventurier", "FOR", "RUS", majeure="reflexes"), ("aventurier_karma",))
    assert ressources(option.caste) == ("PK", "PE")
    assert ressources(endosser(f, Caste("aventurier", "FOR", "RUS", majeure="reflexes")).caste) == ("PC", "PE")


# ---------------------------------------------------------------- qualifications and access


@pytest.mark.rule("TN-6.7", "TN-6.10")
def test_aptitudes_count_each_linked_skill_and_group_once():
    f = Fiche(
        "Aude",
        competences={"escalade": 3, "persuasion": 4, "vigilance": 2, "represailles": 1, "arme_tranchante": 2},
        groupes={"athletisme": 2, "communication": 1, "sagacite": 2, "defense": 1, "ambidextrie": 1},
    )
    forts = {label: n for label, n, _ in aptitudes(f, caste())}  # FOR and CON
    assert forts == {"Escalade": 3, "Représailles": 1, "Arme Tranchante": 2, "Athlétisme": 2, "Défense": 1}
    vifs = {label: n for label, n, _ in aptitudes(f, Caste("combattant", "PER", "DEX"))}
    # Vigilance is PER in Défense: it counts once; Sagacité has it as SAG, but Diligence with DEX
    assert vifs["Vigilance"] == 2 and vifs["Sagacité"] == 2 and vifs["Ambidextrie"] == 1
    assert "Escalade" not in vifs and "Communication" not in vifs
    sages = {label: n for label, n, _ in aptitudes(f, Caste("connetable", "SAG", "VOL"))}
    assert "Défense" not in sages  # a group counts through the attributes listed under it alone


@pytest.mark.rule("TN-6.10")
def test_a_skill_of_ones_own_counts_by_its_own_attribute():
    f = Fiche("Aude", competences={"profession:boulanger:SAG": 2})
    assert total(aptitudes(f, Caste("connetable", "SAG", "VOL"))) == 2
    assert total(aptitudes(f, caste())) == 0


@pytest.mark.rule("TN-6.6")
def test_experience_is_all_that_was_ever_acquired():
    assert total(experience(Fiche("Aude", acquis=420, px=30, pi={"groupe:combat": 10}))) == 420


@pytest.mark.rule("TN-6.8")
def test_the_table_of_ranks_is_the_books():
    found = [(r.rang, r.romain, r.titre, r.experience, r.aptitudes) for r in RANGS]
    assert found == [(r["rang"], r["romain"], r["titre"], r["experience"], r["aptitudes"]) for r in rows("TN-6.8")]


@pytest.mark.rule("TN-6.8", "TN-6.9")
@pytest.mark.parametrize(
    ("acquis", "apte", "rang"),
    [(49, 20, 0), (50, 6, 0), (50, 7, 1), (99, 50, 1), (100, 8, 1), (100, 9, 2), (6000, 104, 19), (6000, 105, 20)],
)
def test_both_minima_must_be_met(acquis, apte, rang):
    f = Fiche("Aude", acquis=acquis, competences={"escalade": apte})
    assert rang_atteint(f, caste()) == rang


@pytest.mark.rule("TN-6.4", "TN-6.5", "TN-6.2", "TN-6.21", "TN-6.1")
@pytest.mark.parametrize(
    ("more", "voulue", "why"),
    [
        ({}, caste(), None),
        ({"base": HAUTS | {"CON": 13}}, caste(), "Combattant demande CON 14, pas 13 (TN-6.4)"),
        ({"acquis": 49}, caste(), "Le rang I demande 50 d'expérience, pas 49 (TN-6.5)"),
        ({"competences": {"escalade": 6}}, caste(), "Le rang I demande 7 d'aptitudes, pas 6 (TN-6.5)"),
        ({}, caste(principal="CON"), "Combattant n'a pas pour attributs CON et CON (TN-6.2)"),
        ({}, Caste("combattant", "FOR", "CON", majeure="fortune"), "La sauvegarde majeure de Combattant est l'une de"),
        ({}, Caste("hermite", "FOR", "SAG"), "« Hermite » appartient à une extension (TN-6.17)"),
        ({}, Caste("moine", "FOR", "SAG"), "Aucune caste « moine » (TN-6.1)"),
    ],
)
def test_who_may_take_a_caste(more, voulue, why):
    f = Fiche("Aude", **{"base": HAUTS, "acquis": 50, "competences": {"escalade": 7}, **more})
    closed = acces(f, voulue)
    assert closed is None if why is None else str(closed).startswith(why)


@pytest.mark.rule("TN-6.4")
def test_the_fixed_value_counts_for_access():
    f = Fiche("Aude", base=HAUTS | {"FOR": 13}, acquis=50, competences={"escalade": 7})
    assert acces(f, caste()) is not None
    assert acces(replace(f, traits=(Trait("don_de_naissance", 1, "FOR"),)), caste()) is None


@pytest.mark.rule("TN-6.1", "TN-6.9", "TN-6.19", "TN-6.34")
def test_taking_a_caste_and_passing_several_ranks_at_once():
    f = Fiche("Aude", base=HAUTS, acquis=600, competences={"escalade": 17}, pa=3)
    s, oracle = jouer(seul(f), Endosser("aude", "combattant", "FOR", "CON", "reflexes"))
    after = s["aude"].fiche
    assert (after.caste.rang, after.caste.majeure) == (5, "reflexes")
    assert (after.pa, after.pp) == (3 + 7 + 8 + 9 + 10 + 11, 1)
    assert [dict(e.facts).get("rang") for e in oracle.events] == [None, "II", "III", "IV", "V"]
    assert a_choisir(after.caste) == ("entrainement_1", "trait_1", "entrainement_2")
    again = Endosser("aude", "combattant", "FOR", "CON", "reflexes").closed(s)
    assert str(again) == "aude est déjà Combattant (TN-6.1)"


@pytest.mark.rule("TN-6.9", "TN-6.20")
def test_promotion_comes_when_both_qualifications_do():
    f = replace(fiche(1), acquis=250, competences={"escalade": 10}, pa=4)
    s = promouvoir(seul(f), (oracle := Scripted([])), "aude")
    assert s["aude"].fiche.caste.rang == 2
    assert s["aude"].fiche.pa == 4 + 8  # what was left over is kept
    assert dict(dit(oracle, "promotion").facts)["titre"] == "Apprenti +"
    assert promouvoir(s, oracle, "aude") is s
    s = s.put(replace(s["aude"], fiche=replace(s["aude"].fiche, competences={"escalade": 11})))
    assert promouvoir(s, oracle, "aude")["aude"].fiche.caste.rang == 3


@pytest.mark.rule("TN-6.8", "TN-6.9")
def test_what_comes_next_and_what_it_still_wants():
    f = replace(fiche(1), acquis=80, competences={"escalade": 8})
    after = suite(f)
    assert (after.rang.romain, after.manque) == ("II", (20, 1))
    assert suite(fiche(20)) is None
    assert suite(Fiche("Aude")) is None


@pytest.mark.rule("TN-6.11")
def test_the_rank_at_creation_is_limited_by_the_vecu():
    assert [plafond_de_creation(n) for n in range(1, 6)] == [r["rang"] for r in rows("TN-6.11")]
    f = Fiche("Aude", base=HAUTS, acquis=200, competences={"escalade": 11}, vecu=1)
    assert rang_atteint(f, caste()) == 3
    s, _ = jouer(seul(f), Endosser("aude", "combattant", "FOR", "CON", "reflexes", creation=True))
    assert s["aude"].fiche.caste.rang == 2
    assert endosser(f, caste(), (), plafond_de_creation(1)).caste.rang == 2


@pytest.mark.rule("TN-6.3")
def test_a_third_attribute_counts_for_aptitudes_and_nothing_else():
    f = replace(fiche(), acquis=100, competences={"persuasion": 9})
    assert "pas de troisième attribut" in str(AccorderTroisieme("aude", "CHA").closed(seul(f)))
    s = seul(f, options=("troisieme_attribut",))
    assert "en est un autre" in str(AccorderTroisieme("aude", "CON").closed(s))
    assert "pas de rang de caste" in str(AccorderTroisieme("aude", "CHA").closed(s.put(Personnage("aude", Fiche("A")))))
    assert total(aptitudes(f, f.caste)) == 0
    s, oracle = jouer(s, AccorderTroisieme("aude", "CHA"))
    after = s["aude"].fiche
    assert total(aptitudes(after, after.caste)) == 9
    assert after.caste.rang == 2
    assert total(dit(oracle, "troisieme_attribut").terms) > 105  # what FOR and CON leave to learn
    assert (after.maxima["PC"], brings(after, "maximum:attribut:CHA")) == (28, 0)
    assert "bretteur" not in voisines(after.caste) and "diplomate" not in voisines(after.caste)


# ---------------------------------------------------------------- what ranks bring


@pytest.mark.rule("TN-6.48", "TN-6.19", "TN-6.34")
def test_the_table_of_benefits_is_the_books():
    for r, row in zip(RANGS, rows("TN-6.48"), strict=True):
        autres = [label for label in row["autres"] if not label.startswith("Point de Personnage")]
        assert [r.titre, r.pa, list(r.sauvegardes), r.maximum, list(r.autres)] == [
            row["titre"], row["pa"], row["sauvegardes"], row["maximum"], autres,
        ]  # fmt: skip
        assert r.pp == len(row["autres"]) - len(autres)
        assert r.pa == 6 + r.rang and row["ressources"] == r.rang and row["equilibre"] == r.rang // 2
    assert sum(r.pp for r in RANGS) == 8


@pytest.mark.rule("TN-6.16")
@pytest.mark.parametrize("rang", [1, 7, 20])
def test_the_resources_of_the_caste_grow_by_its_rank(rang):
    assert brings(fiche(rang), "PV") == rang
    assert brings(fiche(rang), "PS") == 0


@pytest.mark.rule("TN-6.21")
def test_saves_are_adjusted_by_majeure_mineure_and_hors_caste():
    f = fiche(5)
    assert [brings(f, f"ajustement:sauvegarde:{s}") for s in ("robustesse", "reflexes", "intuition")] == [4, 2, 1]
    s = seul(f)
    robustesse = figures_d_essai(Essai(s["aude"], s, None, "CON", sauvegarde="robustesse"))
    assert total(robustesse.valeur) == 14 + 4  # on the attribute: the modifier is read again
    assert robustesse.modificateurs[0][1] == 4
    rodeur = fiche(5, "rodeur", "PER", "SAG")  # one majeure, two mineures
    saves = ("intuition", "robustesse", "reflexes", "fortune")
    assert [brings(rodeur, f"ajustement:sauvegarde:{save}") for save in saves] == [4, 2, 2, 1]


@pytest.mark.rule("TN-6.22", "TN-6.43")
def test_attributes_of_the_caste_may_go_higher():
    assert [brings(fiche(n), "maximum:attribut:FOR") + 18 for n in (1, 2, 20)] == [18, 19, 25]
    assert brings(fiche(20), "maximum:attribut:DEX") == 0
    assert [brings(fiche(n), "maximum:secondaires") for n in (11, 12)] == [0, 6]


@pytest.mark.rule("TN-6.23")
@pytest.mark.parametrize(("rang", "equ"), [(1, 14), (2, 15), (3, 15), (20, 24)])
def test_balance_grows_by_half_the_rank_and_endurance_with_it(rang, equ):
    f = fiche(rang)
    assert f.valeurs["EQU"] == equ
    assert f.maxima["PE"] == 2 * equ + rang + {20: 8}.get(rang, 0)


@pytest.mark.rule("TN-6.25", "TN-6.26")
def test_mastery_feeds_the_recovery_of_the_caste():
    assert [maitrise(n) for n in (1, 2, 3, 19, 20)] == [1, 1, 2, 10, 10]
    assert (brings(fiche(5), "recuperation:PV"), brings(fiche(5), "recuperation:fatigue")) == (3, 3)  # PE: fatigue
    assert brings(fiche(5), "recuperation:PE") == 0


@pytest.mark.rule("TN-6.44")
def test_superior_recoveries_take_each_others_place():
    assert [brings(fiche(n), "recuperation") for n in (9, 10, 15, 16, 19, 20)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.rule("TN-6.41", "TN-6.42", "TN-6.45", "TN-6.46")
def test_superior_and_extreme_skills_and_groups():
    skills = [total(limite(fiche(n), "parade")) for n in (7, 8, 17, 18)]
    groups = [total(limite_de_groupe(fiche(n), "defense")) for n in (11, 12, 19, 20)]
    assert (skills, groups) == ([4, 5, 5, 6], [2, 3, 3, 4])


@pytest.mark.rule("TN-6.30", "TN-6.32", "TN-6.38")
def test_formation_and_science_of_both_attributes_in_turn():
    def test_of(rang, code):
        s = seul(fiche(rang))
        f = figures(s, s["aude"], code)
        return f.maladresse, f.exploit

    assert [test_of(n, "FOR") for n in (1, 2, 4, 5)] == [(2, 6), (1, 6), (1, 6), (1, 5)]
    assert [test_of(n, "CON") for n in (3, 4, 6, 7)] == [(2, 6), (1, 6), (1, 6), (1, 5)]
    assert test_of(7, "DEX") == (2, 6)


@pytest.mark.rule("TN-6.39")
def test_low_dice_of_a_jet_count_three():
    for rang, expected in ((9, 1 + 8), (10, 3 + 8)):
        s = seul(fiche(rang))
        terms, _ = jet(Scripted([8, 1]), Jet(Essai(s["aude"], s, None, "FOR")))
        assert terms[0][1] == expected
    s = seul(fiche(10))
    assert jet(Scripted([8, 1]), Jet(Essai(s["aude"], s, None, "DEX")))[0][0][1] == 9


@pytest.mark.rule("TN-6.40")
def test_apotheoses_add_to_jets_and_endurance():
    assert [brings(fiche(n), "jet:FOR") for n in (13, 14, 16, 18, 20)] == [0, 1, 2, 3, 4]
    pe = [brings(fiche(n), "PE") - n for n in (13, 14, 16, 18, 20)]
    assert pe == [0, 2, 4, 6, 8]


@pytest.mark.rule("TN-6.40")
@pytest.mark.parametrize(
    ("rang", "later"),
    [(16, {"clock": 86_400}), (18, {"scenes": 1}), (20, {"encounter": Confrontation(tour=2, passe="aude")})],
)
def test_a_test_of_the_caste_may_be_thrown_again_once_in_its_period(rang, later):
    s = seul(fiche(rang), encounter=Confrontation(tour=1, passe="aude"))
    s = s.put(replace(s["aude"], pertes={"PK": 99, "PC": 99}))
    s, r = eprouver(s, Scripted([1, 1, 2, 6, 6, 5], {"tn.relance": "relancer"}), figures(s, s["aude"], "FOR"), (15,))
    assert r.faces == (6, 6, 5)
    assert figures(s, s["aude"], "FOR").relances == 0
    assert figures(s, s["aude"], "CON").relances == 0  # one test, whichever attribute
    s = replace(s, **later)
    assert figures(s, s["aude"], "CON").relances == 1
    assert figures(s, s["aude"], "DEX").relances == 0
    below = seul(fiche(15))
    assert figures(below, below["aude"], "FOR").relances == 0


# ---------------------------------------------------------------- what is chosen


@pytest.mark.rule("TN-6.29", "TN-6.48")
def test_trainings_are_of_the_caste_and_end_where_the_trait_does():
    f = fiche(6, trait_1="avantage:vigueur", trait_2="avantage:veine")
    assert rang_de(f, "entrainement_armures") == 1  # rank I
    assert possibles(f, "entrainement_1") == CASTES["combattant"].entrainements
    s, oracle = jouer(seul(f), Choisir("aude", "entrainement_1", "entrainement_armures"))
    assert brings(s["aude"].fiche, "entrainement:armures") == 2
    assert dict(dit(oracle, "choix_de_caste").facts)["retenu"] == "Entraînement aux armures"
    assert "s'arrête au rang 2" in str(Choisir("aude", "entrainement_2", "entrainement_armures").closed(s))
    assert "s'entraîne à" in str(Choisir("aude", "entrainement_2", "entrainement_joutes").closed(s))
    assert "est déjà choisi" in str(Choisir("aude", "entrainement_1", "entrainement_melee").closed(s))
    assert "vient au rang VIII" in str(Choisir("aude", "action_2", "amelioree").closed(s))


@pytest.mark.rule("TN-6.31")
def test_the_first_trait_of_a_base_caste_is_an_avantage_or_a_neighbours():
    f = fiche(3)  # FOR and CON
    assert choix_ferme(f, "trait_1", "avantage:vigueur") is None
    assert choix_ferme(f, "trait_1", "avantage:formation:DEX") is None
    assert choix_ferme(f, "trait_1", "caste:rempart") is None  # CON and FOR
    assert "ne partage aucun attribut" in str(choix_ferme(f, "trait_1", "caste:erudit"))
    assert "ne partage aucun attribut" in str(choix_ferme(f, "trait_1", "caste:aventurier"))
    assert "donne un avantage" in str(choix_ferme(f, "trait_1", "avantage:borgne"))
    assert "donne un avantage" in str(choix_ferme(f, "trait_1", "ressources"))
    assert "qu'à la création" in str(choix_ferme(f, "trait_1", "avantage:beaute"))
    assert choix_ferme(f, "trait_1", "avantage:beaute", creation=True) is None
    assert "appartient à une extension" in str(choix_ferme(f, "trait_1", "avantage:entrainement_arcanes"))
    given = choisir(f, "trait_1", "avantage:vigueur")
    assert (brings(given, "PV") - brings(f, "PV"), given.pp) == (3, f.pp)  # free of PP
    assert brings(choisir(f, "trait_1", "caste:rempart"), "seuil:blessure") == 1


@pytest.mark.rule("TN-6.31")
def test_the_first_trait_of_an_advanced_caste_is_its_own():
    f = fiche(3, "bretteur", "DEX", "AGI")
    assert brings(f, "bonus:competence:parade") == 1
    assert brings(fiche(2, "bretteur", "DEX", "AGI"), "bonus:competence:parade") == 0
    assert a_choisir(f.caste) == ("entrainement_1",)
    assert "est « Garde du bretteur »" in str(choix_ferme(f, "trait_1", "avantage:vigueur"))
    assert "vient au rang III" in str(choix_ferme(fiche(2, "bretteur", "DEX", "AGI"), "trait_1", "avantage:vigueur"))


@pytest.mark.rule("TN-7.1", "TN-6.31", "TN-6.47")
def test_a_trait_of_the_caste_that_gives_attribute_points_gives_them():
    f = fiche(14)
    given = choisir(f, "trait_1", "avantage:potentiel")
    assert given.pa == f.pa + 10
    assert choisir(given, "elite_1", "elite:potentiel").pa == f.pa + 20


@pytest.mark.rule("TN-6.36", "TN-6.37")
def test_the_trait_of_a_rank_is_no_action_and_its_action_no_trait():
    f = fiche(8, "bretteur", "DEX", "AGI")
    for valeur in ("caste:ombre:action", "caste:bretteur:action", "caste:ombre:trait"):
        assert "son propre trait" in str(choix_ferme(f, "trait_2", valeur))
    assert "donne un avantage" in str(choix_ferme(fiche(3), "trait_1", "caste:rempart:action"))
    assert "améliorée de sa caste" in str(choix_ferme(f, "action_2", "caste:ombre:trait"))


@pytest.mark.rule("TN-6.35")
def test_the_second_trait_of_a_base_caste_is_never_a_second_one_and_binds():
    f = fiche(6, trait_1="caste:rempart")
    assert "déjà acquis" in str(choix_ferme(f, "trait_2", "caste:rempart"))
    bound = choisir(f, "trait_2", "caste:capitaine")
    assert brings(bound, "bonus:competence:commandement") == 1
    assert (liee(f.caste), liee(bound.caste)) == ("", "capitaine")  # that of rank III binds to none
    assert choix_ferme(f, "trait_2", "avantage:veine") is None


@pytest.mark.rule("TN-6.36", "TN-6.37")
def test_a_trait_of_another_caste_binds_to_it():
    f = fiche(8, "bretteur", "DEX", "AGI")
    assert choix_ferme(f, "trait_2", "caste:bretteur") is None
    assert brings(choisir(f, "trait_2", "caste:bretteur"), "bonus:initiative") == 1
    assert "son propre trait" in str(choix_ferme(f, "trait_2", "avantage:vigueur"))
    assert "ne partage aucun" in str(choix_ferme(f, "trait_2", "caste:capitaine"))
    s, oracle = jouer(seul(f), Choisir("aude", "trait_2", "caste:ombre"))
    bound = s["aude"].fiche
    assert dict(dit(oracle, "multi_caste").facts)["caste"] == "Ombre"
    assert brings(bound, "bonus:groupe:discretion") == 1
    assert "Lié à Ombre" in str(choix_ferme(bound, "action_2", "caste:faucon"))
    assert choix_ferme(bound, "action_2", "caste:ombre") is None
    assert choix_ferme(bound, "action_2", "amelioree") is None
    assert set(voisines(bound.caste)) == {"faucon", "eclaireur", "ombre", "maitre_d_oeuvre", "trompe_la_mort"}


@pytest.mark.rule("TN-6.33", "TN-6.37")
def test_actions_of_castes_and_their_improvement():
    assert actions_de(caste(3)) == {}
    assert actions_de(caste(4)) == {"combattant": False}
    assert actions_de(caste(8, action_2="amelioree")) == {"combattant": True}
    assert actions_de(caste(8, action_2="caste:rempart")) == {"combattant": False, "rempart": False}
    assert "améliorée de sa caste" in str(choix_ferme(fiche(8), "action_2", "avantage:vigueur"))


@pytest.mark.rule("TN-6.47")
def test_caste_elite_doubles_a_trait_or_raises_the_resources():
    f = fiche(18, "bretteur", "DEX", "AGI", trait_2="caste:bretteur")
    assert choix_ferme(f, "elite_1", "elite:bretteur_1") is None
    doubled = choisir(f, "elite_1", "elite:bretteur_1")
    assert brings(doubled, "bonus:competence:parade") == 2
    assert "est déjà doublé" in str(choix_ferme(doubled, "elite_2", "elite:bretteur_1"))
    assert choix_ferme(doubled, "elite_2", "elite:bretteur_2") is None
    assert "Seul un trait de sa caste" in str(choix_ferme(f, "elite_1", "elite:vigueur"))
    richer = choisir(choisir(f, "elite_1", "ressources"), "elite_2", "ressources")
    assert brings(richer, "PV") - brings(f, "PV") == 4
    base = fiche(14, trait_1="avantage:formation:DEX", trait_2="avantage:vigueur")
    assert "n'a rien à doubler" in str(choix_ferme(base, "elite_1", "elite:formation:DEX"))
    assert brings(choisir(base, "elite_1", "elite:vigueur"), "PV") - brings(base, "PV") == 3


@pytest.mark.rule("TN-6.47")
def test_multi_caste_takes_a_trait_or_the_action_of_the_bound_caste():
    f = fiche(14, "bretteur", "DEX", "AGI", trait_2="caste:ombre")
    assert "déjà acquis" in str(choix_ferme(f, "elite_1", "caste:ombre:trait"))
    assert choix_ferme(f, "elite_1", "caste:ombre:action") is None
    assert "Lié à Ombre" in str(choix_ferme(f, "elite_1", "caste:faucon:trait"))
    assert actions_de(choisir(f, "elite_1", "caste:ombre:action").caste) == {"bretteur": False, "ombre": False}
    free = fiche(14, "bretteur", "DEX", "AGI", trait_2="caste:bretteur")
    assert brings(choisir(free, "elite_1", "caste:eclaireur:trait"), "allure") == 2
    assert liee(choisir(free, "elite_1", "caste:eclaireur:trait").caste) == "eclaireur"
    assert "Un trait de caste doublé" in str(choix_ferme(free, "elite_1", "caste:eclaireur"))


def test_everything_that_may_be_chosen_is_offered_and_can_be_chosen():
    for f in (fiche(18), fiche(18, "erudit", "INT", "SAG")):
        s = seul(f)
        offered = [a for a in offers(s, s["aude"]) if isinstance(a, Choisir)]
        assert {a.choix for a in offered} == set(a_choisir(f.caste))
        for action in offered:
            after, _ = jouer(s, action)
            assert action.choix in after["aude"].fiche.caste.choix


# ---------------------------------------------------------------- what a caste lets one do


@pytest.mark.rule("TN-6.14")
def test_what_privileges_cover():
    covered = {
        "combattant": {"combat", "defense", "arme_de_trait", "corps_a_corps"},
        "connetable": {"communication", "inspiration", "entregent", "eloquence"},
        "aventurier": {"chasse", "discretion", "guerison", ""},
        "ombre": {"larcin", "discretion"},
    }
    groups = {"combat", "defense", "arme_de_trait", "corps_a_corps", "communication", "inspiration", "entregent",
              "eloquence", "chasse", "discretion", "guerison", "larcin", ""}  # fmt: skip
    for id, expected in covered.items():
        found = {g for g in groups if couvre(CASTES[id], g)}
        assert found >= expected, id
        assert id == "ombre" or not found & set().union(*(v for k, v in covered.items() if k not in (id, "ombre")))
    assert all(couvre(CASTES["trompe_la_mort"], g) for g in groups)
    assert not couvre(CASTES["trompe_la_mort"], "", "robustesse")


def combat(rang=5, **more):
    f = replace(fiche(rang), groupes={"combat": 1}, competences={"arme_a_manche": 2, "escalade": 1})
    return seul(f, **more)


FRAPPE = Tester("aude", competence="arme_a_manche", attribut="FOR")


@pytest.mark.rule("TN-6.13", "TN-6.14")
def test_the_privilege_is_spent_before_the_dice_and_raises_the_attribute():
    s = combat(encounter=Confrontation(tour=1, passe="aude"))
    chi = s["aude"].reste("PC")
    s, oracle = jouer(s, FRAPPE, 4, 3, 2, reponses={"tn.privilege": 4})
    test = dit(oracle)
    assert dict(test.facts)["valeur"] == 14 + 4
    assert dict(test.facts)["score"] == 9 + 4 + 2 + 1
    assert s["aude"].reste("PC") == chi - 4
    assert s["aude"].effets == ()
    assert [e.what for e in oracle.events] == ["privilege", "test"]


@pytest.mark.rule("TN-6.13", "TN-6.14")
def test_the_privilege_has_its_limit_its_frequency_and_its_situations():
    asked = []

    def tactic(question):
        asked.append((question.key, question.open()))
        return question.options[-1] if question.key == "tn.privilege" else question.options[0]

    s = combat(3, encounter=Confrontation(tour=1, passe="aude"))
    s = FRAPPE.resolve(s, Simulated(1, tactic))
    # three points at most at rank III: two of them raise the modifier, the third does with a prouesse
    assert ("tn.privilege", (0, 2, 3)) in asked
    for other, times in (({}, 0), ({"encounter": Confrontation(tour=2, passe="aude")}, 1)):
        asked.clear()
        FRAPPE.resolve(replace(s, **other), Simulated(1, tactic))
        assert sum(key == "tn.privilege" for key, _ in asked) == times
    asked.clear()
    Tester("aude", competence="escalade", attribut="FOR").resolve(combat(3), Simulated(1, tactic))
    assert all(key != "tn.privilege" for key, _ in asked)


@pytest.mark.rule("TN-6.14")
def test_out_of_a_confrontation_a_privilege_of_each_turn_comes_once_a_scene():
    s, _ = jouer(combat(), FRAPPE, 4, 3, 2, reponses={"tn.privilege": 2})
    assert s["aude"].reste("PC") == s["aude"].fiche.maxima["PC"] - 2
    oracle = Scripted([4, 3, 2], {"tn.privilege": 2})
    assert FRAPPE.resolve(s, oracle)["aude"].reste("PC") == s["aude"].reste("PC")
    assert oracle.left_over() is not None  # nobody asked
    later, _ = jouer(replace(s, scenes=1), FRAPPE, 4, 3, 2, reponses={"tn.privilege": 2})
    assert later["aude"].reste("PC") == s["aude"].reste("PC") - 2


@pytest.mark.rule("TN-6.13")
def test_chi_spent_on_the_privilege_is_not_there_for_a_prouesse():
    s = combat()
    s = s.put(replace(s["aude"], pertes={"PC": s["aude"].fiche.maxima["PC"] - 4, "PK": 99}))
    s = FRAPPE.resolve(s, Simulated(1, lambda question: question.options[-1]))  # all that is offered
    assert s["aude"].reste("PC") == 0


@pytest.mark.rule("TN-6.13", "TN-0.55")
def test_a_privilege_and_a_prouesse_that_do_nothing_alone_add_up():
    s = combat(1)  # one point of each at most, on a FOR of 14
    s = s.put(replace(s["aude"], pertes={"PK": 99}, fiche=replace(s["aude"].fiche, base={**HAUTS, "RUS": 10})))
    chi = s["aude"].reste("PC")
    after, oracle = jouer(s, FRAPPE, 4, 3, 2, reponses={"tn.privilege": 1, "tn.prouesse": 1})
    assert (dit(oracle)["score"], after["aude"].reste("PC")) == (9 + 3 + 2 + 1, chi - 2)
    alone = s.put(replace(s["aude"], pertes={"PK": 99, "PC": chi - 1}))  # the point there is would do nothing
    after, _ = jouer(alone, FRAPPE, 4, 3, 2)
    assert after["aude"].reste("PC") == 1


@pytest.mark.rule("TN-6.13")
def test_nobody_is_asked_for_a_test_he_does_not_see():
    s = combat()
    _, oracle = jouer(s, replace(FRAPPE, secret=True), 4, 3, 2)
    assert all(e.what != "privilege" for e in oracle.events)


@pytest.mark.rule("TN-6.15", "TN-6.33")
def test_the_action_of_the_caste_helps_the_next_action_of_its_kind_once_a_scene():
    calm = combat(4)
    assert "ne sert qu'en confrontation" in str(AgirEnCaste("aude").closed(calm))
    s = replace(calm, encounter=Confrontation(tour=1, passe="aude"))
    s = s.put(replace(s["aude"], pertes={"PC": 99, "PK": 99}))
    s, _ = jouer(s, AgirEnCaste("aude"))
    s, oracle = jouer(s, Tester("aude", competence="escalade", attribut="FOR"), 4, 3, 2)
    assert dict(dit(oracle).facts)["score"] == 9 + 2 + 1  # not of its kind: it waits
    s, oracle = jouer(s, FRAPPE, 4, 3, 2)
    assert dict(dit(oracle).facts)["score"] == 9 + 2 + 2 + 1 + 2
    s, oracle = jouer(s, FRAPPE, 4, 3, 2)
    assert dict(dit(oracle).facts)["score"] == 9 + 2 + 2 + 1
    assert "une fois par scène" in str(AgirEnCaste("aude").closed(s))
    assert AgirEnCaste("aude").closed(replace(s, scenes=1)) is None
    assert "n'a pas cette action" in str(AgirEnCaste("aude", "bretteur").closed(s))


@pytest.mark.rule("TN-6.37", "TN-6.15")
def test_the_improved_action_comes_back_each_turn():
    s = seul(fiche(8, action_2="amelioree"), encounter=Confrontation(tour=1, passe="aude"))
    s, _ = jouer(s, AgirEnCaste("aude"))
    assert "une fois par tour" in str(AgirEnCaste("aude").closed(s))
    later = replace(s, encounter=Confrontation(tour=2, passe="aude"))
    assert AgirEnCaste("aude").closed(later) is None
    assert AgirEnCaste("aude").closed(later.put(replace(s["aude"], pertes={"PE": 99}))).rule == "TN-4.15"  # KO


@pytest.mark.rule("TN-6.25", "TN-6.27", "TN-6.28")
def test_mastery_takes_the_place_of_skill_and_group():
    f = replace(fiche(5), base=HAUTS | {"INT": 12, "CHA": 8}, traits=(Trait("mauvaise_reputation"),))
    s = seul(f)
    s = s.put(replace(s["aude"], pertes={"PC": 99, "PK": 99}))
    _, oracle = jouer(s, SeDefausser("aude"), 4, 3, 2)
    assert dict(dit(oracle).facts)["score"] == 9 + 1 + 3
    _, oracle = jouer(s, SeDefausser("aude", sujet="reputation"), 4, 3, 2)
    assert dict(dit(oracle).facts)["score"] == 9 - 1 + 3 - 1
    assert "pas « mode »" in str(SeDefausser("aude", sujet="mode").closed(s))
    assert "n'a pas de caste" in str(SeDefausser("aude").closed(seul(Fiche("Aude"))))


def test_whoever_qualifies_is_offered_the_castes_open_to_him():
    f = Fiche("Aude", base=HAUTS, acquis=60, competences={"escalade": 8, "persuasion": 8, "investigation": 8})
    s = seul(f)
    offered = list(offers(s, s["aude"]))
    assert {a.caste for a in offered} >= {"combattant", "aventurier", "connetable", "erudit", "diplomate"}
    assert all(a.closed(s) is None for a in offered)


@given(st.integers(0, 2**32))
def test_whoever_climbs_to_the_last_rank_makes_every_choice_and_is_bound_to_one_caste_at_most(graine):
    rng = random.Random(graine)
    id = rng.choice([id for id, c in CASTES.items() if not c.ferme])
    un = rng.choice(CASTES[id].attributs[0])
    deux = rng.choice([a for a in CASTES[id].attributs[1] if a != un])
    f = fiche(1, id, un, deux)
    seen = set()
    while f.caste.rang < 20:
        f = elever(f, f.caste.rang + rng.randint(1, min(4, 20 - f.caste.rang)))
        for nom in rng.sample(a_choisir(f.caste), len(a_choisir(f.caste))):
            valeur = rng.choice(possibles(f, nom))
            f = choisir(f, nom, valeur)
            seen.add(liee(f.caste))
    assert a_choisir(f.caste) == ()
    assert (f.pa, f.pp) == (330 - 7, 8)
    assert len(seen - {""}) <= 1
    assert f.bears.figure("entrainement:armures").n <= 2
    assert msgspec.json.decode(msgspec.json.encode(f), type=Fiche) == f
    assert list(faults_of_caste(f, f.caste, "")) == []
