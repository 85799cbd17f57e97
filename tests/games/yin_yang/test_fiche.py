"""The sheet: every number opens into its sum, for players, creatures and drafts alike."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

from tablee.cli import render
from tablee.cli.wording import voice_of
from tablee.games.yin_yang.book.c5_tests.figures import base, penalites
from tablee.games.yin_yang.desk.creation import CREATION
from tablee.games.yin_yang.desk.draft import Brouillon
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.desk.sheet import encore, fiche_du_brouillon, sheet
from tablee.games.yin_yang.desk.tree import dessiner
from tablee.games.yin_yang.model.catalogue import COMPETENCES, CREATURES, PRETS
from tablee.games.yin_yang.model.runes import POUVOIRS, RUNES, Enchantement, Sort
from tablee.games.yin_yang.model.tables import CHARGES, NOMS
from tablee.kernel.sheet import Mark, Pool, Stat, Text
from tablee.kernel.tally import total

from .atelier import JEU, seul

AKI = {
    "reflexes": 5,
    "intuition": 4,
    "constitution": 6,
    "volonte": 5,
    "force": 4,
    "perception": 4,
    "agilite": 7,
    "intelligence": 4,
    "competences": {"epees": 3, "vigilance": 2},
    "langues": ["Parler des Provinces"],
    "pp": 12,
    "histoire": {"motivation": "Voir la mer"},
    "utilisees": ["epees"],
}
CHOSES = {"armes": ["epee_longue", "arbalete"], "armures": ["plastron_de_cuir"], "materiel": ["corde"], "sous": 7}


def feuille(choses=CHOSES, **autre):
    return sheet(seul(**{**AKI, **autre}, equipement=choses), "aki")


def section(f, titre):
    return next((s.lines for s in f.sections if s.title == titre), ())


@pytest.mark.rule("YY-2.1")
def test_traits_and_attributes_in_the_order_of_the_book():
    lignes = JEU.ledger.rules["YY-2.1"].rows
    attendus = [n for x in lignes for n in (x["trait"], *(f"{x['trait']}/{a}" for a in x["attributs"]))]
    assert [line.label for line in section(feuille(), "Traits et attributs")] == attendus


@pytest.mark.rule("YY-2.5", "YY-2.11")
def test_traits_are_means_rounded_down_and_vide_eight_less_the_widest_gap():
    f = feuille()
    assert {t: f.line(t).value for t in ("Air", "Terre", "Eau", "Feu", "Vide")} == {
        "Air": 4,
        "Terre": 5,
        "Eau": 4,
        "Feu": 5,
        "Vide": 8 - (7 - 4),
    }
    moyenne = (("Air/Réflexes", 5, "YY-2.1"), ("Air/Intuition", 4, "YY-2.1"))
    assert f.line("Air").terms == (*moyenne, ("Moyenne, arrondie en dessous", -5, "YY-2.5"))
    gap = (("Harmonie", 8, "YY-2.11"), ("Feu/Agilité", -7, "YY-2.11"), ("Air/Intuition", 4, "YY-2.11"))
    assert f.line("Vide").terms == gap
    assert sheet(seul(), "aki").line("Vide").value == 8
    assert sheet(seul(force=9, agilite=1), "aki").line("Vide").value == 0


@pytest.mark.rule("YY-2.3")
def test_points_de_vide_up_to_the_rank_of_vide():
    assert feuille().line("Points de vide").now == feuille().line("Points de vide").most == 5  # it starts full
    f = feuille(vide_perdu=2)
    assert (f.line("Points de vide").now, f.line("Points de vide").most) == (3, 5)


@pytest.mark.rule("YY-3.1", "YY-3.2", "YY-3.3", "YY-3.5")
def test_derived_characteristics_and_what_they_hold():
    f = feuille(blessures={"torse": 13, "tete": 13})
    assert f.line("Vitalité") == Stat("Vitalité", (("Terre/Constitution", 6, "YY-3.2"),))
    assert f.line("Résistance") == Stat("Résistance", (("Eau/Force", 4, "YY-3.3"),))
    assert f.line("Endurance") == Stat("Endurance", (("Terre", 5, "YY-3.5"),))
    torse = next(line for line in section(f, "Membres") if line.label == "Torse")
    assert (torse.now, torse.most, len(torse.terms)) == (36 - 13, 36, 6)  # six boxes of Vitalité PV
    assert all(amount == 6 for _, amount, _ in torse.terms)
    assert (f.line("Fatigue").now, f.line("Fatigue").most) == (50, 50)  # five boxes of 2 x Endurance
    etat = section(f, "État")
    assert Mark("Torse", -2, "Case 3", "YY-6.3", grave=True) in etat
    assert Mark("Tête", -2, "inutilisable", "YY-6.3", grave=True) in etat
    assert etat[0] == Mark("Sans connaissance", None, "", "YY-7.2", grave=True)
    perdu = Mark("Bras gauche", -3, "détruit", "YY-6.4", grave=True)
    assert perdu in section(feuille(blessures={"bras_gauche": 25}), "État")


@pytest.mark.rule("YY-3.4")
def test_load_levels_as_the_book_prints_them():
    lignes = JEU.ledger.rules["YY-3.4"].rows
    assert [(c.kg, c.penalite) for c in CHARGES] == [(x["kg_par_rang"], x["penalite"]) for x in lignes]
    f = feuille()
    assert f.line("Masse portée (g)").value == 1500 + 3500 + 4000 + 2000
    assert f.line("Sans fatigue jusqu'à (g)").value == 16_000 and f.line("À l'arrachée jusqu'à (g)").value == 144_000
    assert f.line("Encombrement") == Mark("Encombrement", 0, "Sans fatigue", "YY-9.1")


@pytest.mark.rule("YY-3.4")
@pytest.mark.parametrize(
    ("force", "penalite", "niveau"),
    [(9, 0, "Sans fatigue"), (8, -1, "Fatigue légère"), (4, -2, "Fatigue lourde"), (1, -4, "À l'arrachée")],
)
def test_the_level_of_a_load_of_thirty_six_kilograms(force, penalite, niveau):
    lourd = {"armures": ["cuirasse"], "bouclier": "pavois", "materiel": ["tente", "selle"]}
    f = feuille(lourd, force=force, accord_mj=True)
    assert f.line("Masse portée (g)").value == 36_000
    assert f.line("Encombrement") == Mark("Encombrement", penalite, niveau, "YY-9.1")


@pytest.mark.rule("YY-5.15", "YY-5.16")
def test_skills_are_worth_what_a_test_of_them_starts_from():
    s = seul(**AKI, equipement=CHOSES, blessures={"torse": 7})
    f, p = sheet(s, "aki"), s["aki"]
    assert [line.label for line in section(f, "Compétences")] == ["Epées", "Vigilance"]
    assert f.line("Epées").value == total((*base(p, "epees"), *penalites(p, "epees")))
    assert ("Pire blessure", -1, "YY-6.5") in f.line("Epées").terms
    assert f.line("Vigilance").terms[:2] == (("Vigilance", 2, "YY-5.15"), ("Eau/Perception", 4, "YY-5.15"))


@pytest.mark.rule("YY-12.3", "YY-12.4", "YY-12.5")
def test_fighting_weapons_and_protection():
    f = feuille({**CHOSES, "bouclier": "targe"})
    armes = section(f, "Armes")
    assert Mark("Épée longue", 12, "dégâts au plus", "YY-12.3") in armes
    assert Mark("Épée longue", 3, "vitesse", "YY-10.3") in armes
    assert Mark("Arbalète", 30, "mètres de portée", "YY-12.3") in armes
    assert f.line("Arbalète").value == 6 and f.line("Mains nues").value == 4  # its own damage; Force
    protege = {line.label: line.value for line in section(f, "Protection")}
    assert protege["Torse"] == 2 + 2 and protege["Tête"] == 2  # the shield covers every limb
    assert (f.line("Initiative").value, f.line("Défense passive").value) == (5, 3 + 7 - 2 - 2)
    assert Mark("Targe", 2, "bouclier", "YY-12.5") in section(f, "Équipement")
    assert Mark("Plastron de cuir", 2, "Torse", "YY-12.4") in section(f, "Équipement")


@pytest.mark.rule("YY-1.1", "YY-12.1", "YY-16.6")
def test_who_he_is_what_he_owns_and_what_he_has_learned():
    f = feuille()
    assert section(f, "Identité") == (Text("Motivation", "Voir la mer"),)
    assert section(f, "Langues") == (
        Pool("Langues parlées", 1, (("Langue maternelle", 1, "YY-16.6"), ("Langues", 0, "YY-16.6"))),
        Mark("Parler des Provinces", None, "", "YY-16.6"),
    )
    assert f.line("Sous").value == 7 and f.line("Points de personnage").value == 12
    assert Mark("Epées", None, "utilisée", "YY-4.3") in section(f, "Expérience")
    assert Mark("Epées", None, "améliorée", "YY-4.3") in section(feuille(ameliorees=["epees"]), "Expérience")
    prix = {line.label: line.value for line in section(f, "Prix du rang suivant (PP)")}
    assert (prix["Feu/Agilité"], prix["Epées"], prix["Vigilance"], len(prix)) == (96, 8, 6, 8 + 2)


def test_effects_say_what_they_weigh_on_and_for_how_long():
    effets = [
        {"nom": "Sort", "sur": "force", "mod": 9, "rule": "YY-14.12", "fin": 90},
        {"nom": "Sable", "sur": "vue", "mod": -2, "rule": "YY-11.7", "tours": 3},
    ]
    f = feuille(effets=effets)
    lignes = section(f, "Effets")
    assert lignes[:2] == (Mark("Sort", 9, "Eau/Force", "YY-14.12"), Mark("Sort", None, "1 min 30 s", "YY-14.12"))
    assert lignes[2:] == (
        Mark("Sable", -2, "aveuglement", "YY-11.7"),
        Mark("Sable", None, "Tours restants 3", "YY-11.7"),
    )
    assert f.line("Eau/Force").value == 9  # 4 + 9, within bounds
    assert (encore(0), encore(90061)) == ("0 s", "1 j 1 h 1 min 1 s")


@pytest.mark.rule("YY-8.6", "YY-8.17")
def test_magic_gathered_at_work_and_kept_in_things():
    dague = Enchantement(objet="dague", par="aki", resistance=5, vide=1)
    s = seul(**AKI, resistances={"feu": 2}, equipement={"armes": ["dague"]})
    pouvoir = next(iter(POUVOIRS.values()))
    sort = Sort("s", "mage", pouvoir.id, (pouvoir.rune,), 3, 1, cibles=("aki",))
    p = replace(s["aki"], runes={"air": 3}, voile=4)
    s = replace(s.put(p), sorts={"s": sort}, enchantements={"dague": dague})
    assert section(sheet(s, "aki"), "Magie") == (
        Mark(RUNES["air"].nom, 3, "runes accumulées", "YY-8.17"),
        Mark("Qì voilé", 4, "", "YY-14.4"),
        Mark(RUNES["feu"].nom, 2, "rang de résistance", "YY-8.6"),
        Mark(pouvoir.nom, 3, "subi", "YY-8.13"),
        Mark("Dague", 5, "résistance de l'enchantement", "YY-14.14"),
    )


@pytest.mark.rule("YY-4.1", "YY-4.9")
def test_the_tree_stands_on_the_sheet_of_a_player_and_nobody_else():
    s = seul(**AKI)
    arbre = section(sheet(s, "aki"), "Arbre des compétences")
    assert [(m.label, m.value, m.note) for m in arbre] == [
        (b.trace + b.nom, b.rang, b.note) for b in dessiner(s["aki"].fiche)
    ]
    loup = sheet(read_scene({"personnages": {"l": {"creature": "loup"}}}), "l")
    assert not section(loup, "Arbre des compétences") and not section(loup, "Expérience")


def test_a_terminal_shows_the_tree_in_both_languages(monkeypatch):
    for lang, attendus in (("fr", ("├─ Epées", "Arbre des compétences")), ("en", ("├─ Swords", "Skill tree"))):
        monkeypatch.setattr("tablee.cli.wording.lang", lambda lang=lang: lang)
        console = Console(width=160)
        with console.capture() as vu:
            console.print(render.sheet(feuille(), voice_of(JEU)))
        assert all(x in vu.get() for x in attendus)


@pytest.mark.parametrize("pret", [*PRETS])
def test_every_ready_character_has_a_sheet_whose_sums_name_rules_of_the_ledger(pret):
    verifier(sheet(read_scene({"personnages": {"a": {"pret": pret}}}), "a"))


@pytest.mark.parametrize("creature", [*CREATURES])
def test_every_creature_has_a_sheet(creature):
    verifier(sheet(read_scene({"personnages": {"a": {"creature": creature}}}), "a"))


def verifier(f):
    for s in f.sections:
        for line in s.lines:
            regles = [r for _, _, r in getattr(line, "terms", ())] + [getattr(line, "rule", "")]
            assert all(r in JEU.ledger.rules for r in regles if r), line
            assert line.label


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_preview_of_a_draft_is_the_sheet_of_the_character_it_makes(seed):
    draft = CREATION.random(seed)
    p = CREATION.finish(draft)
    f = fiche_du_brouillon(draft)
    verifier(f)
    assert {line.label for line in section(f, "Compétences")} == {COMPETENCES[c].nom for c in p.fiche.competences}
    assert all(f.line(NOMS[n]).value == r for n, r in p.fiche.rangs.items())


def test_an_empty_draft_has_a_sheet():
    assert fiche_du_brouillon(Brouillon()).line("Vide").value == 8
