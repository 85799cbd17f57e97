"""The sheet: every number opens into its sum, for players, creatures and drafts alike."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.vieux_monde import game
from tablee.games.vieux_monde.book.c1_tests.tests import pesent
from tablee.games.vieux_monde.book.c6_corruption import seuil
from tablee.games.vieux_monde.desk.creation import CREATION
from tablee.games.vieux_monde.desk.draft import Brouillon
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.desk.sheet import encore, fiche_du_brouillon, sheet
from tablee.games.vieux_monde.model.catalogue import COMPETENCES, CREATURES, ETATS, PRETS, TALENTS
from tablee.games.vieux_monde.model.people import Blessure, Effet, Focalisation
from tablee.games.vieux_monde.model.scene import Scene, SortActif
from tablee.games.vieux_monde.model.sorts import SORTS
from tablee.games.vieux_monde.model.tables import CARACS, NOMS
from tablee.kernel.sheet import Mark, Pool, Stat, Text
from tablee.kernel.tally import total

FIGURES = {"CC": 42, "FOR": 38, "END": 45, "FM": 31, "destin": 2, "resilience": 3}
VIE = {"espece": "nain", "carriere": "garde", "rang": 2, "xp": 120, "xp_depenses": 50, "motivation": "Voir la mer"}
APPRIS = {
    "competences": {"lames": 12, "esquive": 5},
    "talents": {"chanceux": 1, "main_de_boucher": 2, "pattes_de_velours": 1, "peau_tannee": 1},
}
HEROS = {
    "fiche": {"nom": "Hedda", "joueur": True, **FIGURES, **VIE, **APPRIS},
    "equipement": {"armes": ["epee", "arc"], "armures": ["jaque_de_cuir"], "objets": ["corde"], "couronnes": 7},
}


def scene(**a):
    return lire_scene({"personnages": {"a": {**HEROS, **a}, "b": {"fiche": {"nom": "B"}}}})


def feuille(**a):
    return sheet(scene(**a), "a")


def section(f, titre):
    return next((s.lines for s in f.sections if s.title == titre), ())


@pytest.mark.rule("VM-6.1")
def test_caracteristiques_open_into_birth_gains_talents_and_what_weighs_on_them():
    f = feuille(effets=[{"nom": "Poison", "sur": "FOR", "mod": -5}])
    assert [line.label for line in section(f, "Caractéristiques")] == [NOMS[c] for c in CARACS]
    force = f.line("Force")
    assert force.terms == (("Nain", 28, "VM-1.2"), ("Points acquis", 10, "VM-1.2"), ("Poison", -5, "VM-1.9"))
    assert (force.value, f.line("Bonus de Force").value) == (33, 3)
    assert feuille(effets=[{"nom": "Poison", "sur": "FOR", "mod": -90}]).line("Force").value == 0


@pytest.mark.rule("VM-6.2", "VM-4.1", "VM-4.7", "VM-4.13", "VM-2.14")
def test_pools_as_they_stand_with_their_maximum_explained():
    f = feuille(
        pb_perdus=4,
        destin_perdu=1,
        chance_perdue=1,
        resilience_perdue=1,
        determination_perdue=1,
        avantages=2,
        corruption=3,
    )
    assert (f.line("Points de Blessure").now, f.line("Points de Blessure").most) == (3 + 8 + 3 - 4, 14)
    assert (f.line("Destin").now, f.line("Destin").most) == (1, 2)
    terms = ("Destin restant", 1, "VM-4.7"), ("Chanceux", 1, "VM-4.7")
    assert f.line("Chance") == Pool("Chance", 1, terms, at="chance_perdue", lost=True)
    assert (f.line("Résilience").now, f.line("Résilience").most) == (2, 3)
    assert (f.line("Détermination").now, f.line("Détermination").most) == (1, 2)
    assert (f.line("Avantages").now, f.line("Avantages").most) == (2, 6)
    assert f.line("Corruption") == Pool("Corruption", 3, seuil(scene(corruption=3)["a"]), at="corruption")


@pytest.mark.rule("VM-2.62", "VM-2.63")
def test_jetons_his_own_and_those_of_the_table():
    f = feuille(jetons=1)
    assert (f.line("Jetons mineurs").now, f.line("Jetons mineurs").most) == (2, 3)
    assert (f.line("Jetons majeurs").now, f.line("Jetons majeurs").most) == (2, 2)


@pytest.mark.rule("VM-2.6", "VM-2.9")
def test_mouvement_and_course():
    f = feuille()
    assert (f.line("Mouvement").value, f.line("Course").value) == (4, 8)


@pytest.mark.rule("VM-6.1")
def test_competences_learned_and_basic_are_worth_what_an_ordinary_test_is():
    s = scene(etats=[{"id": "sonne", "niveaux": 1}])
    f, p = sheet(s, "a"), s["a"]
    assert [line.label for line in section(f, "Compétences apprises")] == ["Lames", "Esquive"]
    for c in COMPETENCES.values():
        connue = p.fiche.valeurs[c.id]
        if connue is None:
            assert c.nom not in [line.label for line in section(f, "Compétences de base")]
        else:
            assert f.line(c.nom).value == connue + total(pesent(p.cas, c.id))
    assert ("Pattes de velours", 8, "VM-6.13") in f.line("Discrétion").terms


@pytest.mark.rule("VM-6.13")
def test_talents_say_what_they_do():
    marques = {m.label: m for m in section(feuille(), "Talents")}
    assert marques["Main de boucher"] == Mark("Main de boucher", 2, TALENTS["main_de_boucher"].dit, "VM-6.13")
    assert marques["Chanceux"].value is None and marques["Chanceux"].rule == "VM-4.7"


@pytest.mark.rule("VM-2.27", "VM-2.31", "VM-5.2")
def test_weapons_and_armour_open_into_their_sums():
    f = feuille()
    armes = {line.label: line for line in section(f, "Armes")}
    epee = (("Dégâts de l'arme", 4, "VM-2.27"), ("Bonus de Force", 3, "VM-2.27"), ("Main de boucher", 2, "VM-6.13"))
    assert armes["Épée"].terms == epee
    assert ("Main de boucher", 2, "VM-6.13") not in armes["Arc"].terms
    assert "Mains nues" in armes
    zones = {line.label: line.value for line in section(f, "Armures")}
    assert set(zones.values()) == {1, 2}  # the hide everywhere, leather on arms and body
    assert len(zones) == 6
    objets = [(m.label, m.note) for m in section(f, "Équipement")]
    assert ("Épée", "en main") in objets and ("Vingt pas de corde", "") in objets


def test_who_he_is_and_what_is_still_open_to_him():
    f = feuille()
    assert [(line.label, getattr(line, "text", None)) for line in section(f, "Identité")][:2] == [
        ("Espèce", "Nain"),
        ("Naissance", "Râblés, rancuniers, increvables. Ils comptent leurs dettes et celles des autres."),
    ]
    assert f.line("Rang") == Mark("Rang", 2, "Garde", "VM-6.12")
    assert f.line("Expérience").value == 70
    ouverts = [m.label for m in section(f, "Carrière") if isinstance(m, Mark)]
    assert "Boucliers" in ouverts and "Dos au mur" in ouverts and "Capitaine du guet" not in ouverts


@pytest.mark.rule("VM-5.1", "VM-6.6")
def test_etats_wounds_and_effects():
    s = scene(etats=[{"id": "sonne", "niveaux": 2}, {"id": "a_terre"}], vie="actif", craintes=["b"])
    p = s["a"]
    plaies = (Blessure("x", "Nez cassé", "tete", soignee=True), Blessure("y", "Fêlure", "corps", fin=90061))
    effets = (Effet("Nez cassé", "charme", -10), Effet("Trace", "prouesse:x", 0), Effet("Peur", "trait:peur", 1))
    f = sheet(s.put(replace(p, blessures=plaies, effets=effets)), "a")
    assert [(m.label, m.value) for m in section(f, "États")] == [("Sonné", 2), ("À Terre", None), ("Craint", None)]
    assert [m.note for m in section(f, "Blessures critiques")] == ["soignée", "1 j 1 h"]
    assert [(m.label, m.value, m.note) for m in section(f, "Effets")] == [("Nez cassé", -10, "Charme")]
    assert section(sheet(s.put(replace(p, vie="mort")), "a"), "États")[0].label == "Mort"


@pytest.mark.rule("VM-3.2", "VM-3.12", "VM-3.18")
def test_spells_memorised_copied_gathered_and_at_work():
    un, deux, trois = list(SORTS)[:3]
    s = scene(fiche={**HEROS["fiche"], "sorts": [un], "grimoire": [un, deux]})
    p = replace(s["a"], focalisation=Focalisation(un, 2))
    s = replace(s.put(p), sorts=(SortActif("b:x", trois, "b", ("a",), 3, fin=60),))
    lignes = section(sheet(s, "a"), "Sorts")
    assert [(m.label, m.note) for m in lignes if isinstance(m, Mark)] == [
        (SORTS[un].nom, "mémorisé"),
        (SORTS[deux].nom, "dans le grimoire seulement"),
        (SORTS[trois].nom, "1 min"),
    ]
    assert next(x for x in lignes if isinstance(x, Pool)).now == 2


def test_what_is_left_of_a_time():
    assert [encore(n) for n in (None, -3, 0, 59, 3600, 90061)] == ["", "0 s", "0 s", "59 s", "1 h", "1 j 1 h"]


# ---------------------------------------------------------------- whoever it is

TOUS = lire_scene(
    {"personnages": {**{f"c_{c}": {"creature": c} for c in CREATURES}, **{f"p_{p}": {"pret": p} for p in PRETS}}}
)


@pytest.mark.parametrize("who", TOUS.people)
def test_every_creature_and_ready_character_has_a_sheet_whose_numbers_are_sums(who):
    f = sheet(TOUS, who)
    assert f.sections and f.name == TOUS[who].nom
    for s in f.sections:
        for line in s.lines:
            assert line.label
            if isinstance(line, (Stat, Pool)):
                assert all(regle in game.ledger.rules for _, _, regle in line.terms)
            elif isinstance(line, Mark) and line.rule:
                assert line.rule in game.ledger.rules


def test_a_creature_has_no_pools_of_heroes():
    for p in TOUS.people.values():
        if not p.fiche.joueur and not p.fiche.destin:
            titres = {s.title for s in sheet(TOUS, p.id).sections}
            assert not titres & {"Jetons", "Compétences de base", "Carrière"}
            assert [line.label for line in section(sheet(TOUS, p.id), "Réserves")][:1] == ["Points de Blessure"]


@given(st.integers(0, 10**6), st.lists(st.sampled_from(sorted(ETATS)), unique=True), st.integers(0, 30))
@settings(max_examples=30)
def test_no_state_of_anybody_breaks_his_sheet(seed, etats, perdus):
    from tablee.games.vieux_monde.model.people import Etat

    p = CREATION.finish(CREATION.random(seed))
    p = replace(p, etats=tuple(Etat(e) for e in etats), pb_perdus=min(perdus, p.fiche.PB))
    f = sheet(Scene({p.id: p}), p.id)
    assert f.line("Points de Blessure").now == p.pb
    assert len(section(f, "États")) == len(etats)


def test_an_empty_draft_has_a_preview():
    assert fiche_du_brouillon(Brouillon()).line("Force").value == 33


def test_all_of_it_reads_in_english():
    connus, manque = game.words, set()
    fiches = [sheet(TOUS, who) for who in TOUS.people]
    fiches += [fiche_du_brouillon(CREATION.random(n)) for n in range(150)]
    for f in fiches:
        for s in f.sections:
            textes = [s.title]
            for line in s.lines:
                textes += [line.label, getattr(line, "note", ""), *(t[0] for t in getattr(line, "terms", ()))]
                textes += [line.text] if isinstance(line, Text) and line.label != "Motivation" else []
            muets = {t for t in textes if t and not t.isdecimal() and t not in connus.en}
            manque |= {t for t in muets if connus.tr(t, "en") == t}
    assert manque == set()
