"""The sheet: every number explained, for heroes, sbires and drafts alike."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fluid.book.c4_combat import places
from tablee.games.fluid.book.c4_combat.degats import SANS_FIN
from tablee.games.fluid.desk.creation import CREATION
from tablee.games.fluid.desk.draft import Brouillon, Caracs, Choisi
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.desk.sheet import encore, fiche_du_brouillon, sheet
from tablee.games.fluid.model.catalogue import PRETS, SBIRES
from tablee.games.fluid.model.people import CARACS, NOMS, Condition
from tablee.kernel.sheet import Mark, Pool, Sheet, Stat

TOUS = read_scene(
    {"personnages": {**{id: {"pret": id} for id in PRETS}, **{f"s_{id}": {"sbire": id} for id in SBIRES}}}, ()
)


def section(feuille, titre):
    return next((s.lines for s in feuille.sections if s.title == titre), ())


def marques(feuille, titre):
    return [(m.label, m.value, m.note) for m in section(feuille, titre)]


@pytest.mark.rule("FLU-2.1", "FLU-2.3")
def test_caracteristiques_with_the_points_spent():
    p = replace(TOUS["mage"], pertes={"INT": 2})
    feuille = sheet(TOUS.put(p), "mage")
    assert [line.label for line in section(feuille, "Caractéristiques")] == [NOMS[c] for c in (*CARACS, "MAG")]
    intelligence = feuille.line("Intelligence")
    assert intelligence == Stat("Intelligence", (("Valeur", 7, "FLU-2.1"), ("Points dépensés", -2, "FLU-3.29")))
    assert (intelligence.value, feuille.line("Magie").value) == (5, 7)
    assert len(section(sheet(TOUS, "archer"), "Caractéristiques")) == 8


@pytest.mark.rule("FLU-2.4", "FLU-2.5", "FLU-2.6", "FLU-2.7", "FLU-4.2")
def test_attributes_as_pools_and_ini_less_the_equipment():
    p = replace(TOUS["escrimeuse"], res_perdue=3, aur_perdue=2, san_perdue=1)
    feuille = sheet(TOUS.put(p), "escrimeuse")
    terms = ("Constitution", 5, "FLU-2.4"), ("Volonté", 5, "FLU-2.4")
    assert feuille.line("RES") == Pool("RES", 7, terms, at="res_perdue", lost=True)
    assert (feuille.line("AUR").now, feuille.line("AUR").most) == (7, 9)
    assert (feuille.line("SAN").now, feuille.line("SAN").most) == (9, 10)
    equipee = ("INI", 11, "FLU-2.7"), ("Rapière", -2, "FLU-4.2"), ("Cuir épais", -1, "FLU-4.2")
    assert feuille.line("INI").terms == equipee


@pytest.mark.rule("FLU-4.2")
def test_ini_is_never_shown_below_0():
    lourd = {"fiche": {"FOR": 1, "AGI": 1}, "armes": ["hallebarde"], "armure": "plates"}
    scene = read_scene({"personnages": {"a": lourd}}, ())
    ini = sheet(scene, "a").line("INI")
    assert (ini.value, ini.terms[-1]) == (0, ("Jamais sous 0", 4, "FLU-4.2"))


@pytest.mark.rule("FLU-2.8", "FLU-2.15")
def test_traits_negative_ones_by_their_sign():
    moral = {"nom": "Moral d'acier", "valeur": 3, "origine": "temporaire", "fin": 4210}
    entorse = {"nom": "Entorse", "valeur": 1, "negatif": True, "origine": "temporaire"}
    scene = read_scene({"horloge": 600, "personnages": {"a": {"pret": "brute", "traits": [moral, entorse]}}}, ())
    assert marques(sheet(scene, "a"), "Traits") == [
        ("Hache", 3, "compétence ou profession"),
        ("Rage froide", 3, "trait de caractère"),
        ("Garde du corps", 2, "compétence ou profession"),
        ("Ami des bêtes", 1, "passion"),
        ("Peur du feu", -1, "trait de caractère"),
        ("Moral d'acier", 3, "1 h 10 s"),
        ("Entorse", -1, "jusqu'à guérison"),
    ]
    assert sheet(TOUS, "escrimeuse").line("Rideau écarlate").note == "le sang coule dans les yeux"


def test_wounds_and_states():
    etat = {
        "etat": "coma",
        "reveil": 2 * 86400 + 60,
        "hemorragie": 3,
        "a_terre": True,
        "sans_defense": True,
        "adrenaline": True,
        "traits": [
            {"nom": "Blessure au bras", "valeur": 4, "negatif": True, "origine": "blessure", "zone": "bras"},
            {"nom": "Trahi", "valeur": 2, "negatif": True, "origine": "psychique"},
            {"nom": "Contrecoup", "valeur": 1, "negatif": True, "origine": "effort"},
        ],
    }
    scene = read_scene({"horloge": 60, "personnages": {"a": etat}}, ())
    conditions = (
        Condition("Aveuglé", 3, 2),
        Condition("Étourdi", 1, 1),
        Condition("Pied blessé", SANS_FIN - 2, 0, 3, "FLU-4.23"),
    )
    scene = scene.put(replace(scene["a"], conditions=conditions))
    feuille = sheet(scene, "a")
    assert marques(feuille, "Blessures et états") == [
        ("Coma", None, "48 h"),
        ("Hémorragie", -3, "au prochain test de survie"),
        ("Blessure au bras", -4, "jusqu'à guérison"),
        ("Trahi", -2, "jusqu'à guérison"),
        ("Contrecoup", -1, "jusqu'à guérison"),
        ("Aveuglé", -2, "3 rounds"),
        ("Étourdi", -1, "1 round"),
        ("Pied blessé", None, "jusqu'à guérison"),
        ("Déplacement réduit", -3, "Pied blessé"),
        ("À terre", None, ""),
        ("Sans défense", None, ""),
        ("Adrénaline", None, ""),
    ]
    assert section(feuille, "Traits") == ()
    assert feuille.line("Trahi").rule == "FLU-4.57"


@pytest.mark.parametrize(
    ("etat", "label"), [("mort", "Mort"), ("inconscient", "Inconscient"), ("hors_jeu", "Hors jeu"), ("coma", "Coma")]
)
def test_who_no_longer_stands(etat, label):
    scene = read_scene({"personnages": {"a": {"etat": etat}}}, ())
    assert marques(sheet(scene, "a"), "Blessures et états") == [(label, None, "")]


@pytest.mark.parametrize(
    ("secondes", "dit"),
    [(0, "0 s"), (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3661, "1 h 1 min 1 s"), (90000, "25 h")],
)
def test_what_is_left_of_a_duration(secondes, dit):
    assert encore(secondes) == dit


@pytest.mark.rule("FLU-4.35", "FLU-4.36", "FLU-4.37")
def test_equipment_with_its_scores():
    assert marques(sheet(TOUS, "archer"), "Équipement") == [
        ("Arc long", 2, "en main, tir, à deux mains"),
        ("Dague", 1, ""),
        ("Cuir épais", 1, "armure"),
    ]
    assert marques(sheet(TOUS, "guerisseur"), "Équipement")[-1] == ("Targe", 1, "bouclier")
    nu = read_scene({"personnages": {"a": {"armes": ["epee"], "en_main": []}}}, ())
    assert marques(sheet(nu, "a"), "Équipement") == [("Mains nues", 0, "en main"), ("Épée", 2, "")]


@pytest.mark.rule("FLU-4.64", "FLU-4.65")
def test_a_sbire_has_one_value_and_its_degree():
    feuille = sheet(TOUS, "s_garde")
    assert section(feuille, "Caractéristiques") == (
        Stat("Toutes les caractéristiques", (("Valeur du sbire", 6, "FLU-4.64"),)),
    )
    assert marques(feuille, "Traits") == [("Difficile", 3, "Avantages à tous ses jets")]
    assert marques(sheet(TOUS, "s_gueux"), "Traits") == [("Facile", -2, "Désavantages à tous ses jets")]
    assert (feuille.line("RES").now, feuille.line("RES").most) == (12, 12)
    assert sheet(TOUS, "s_ogre").line("RES").terms == (("RES fixée par le MJ", 20, "FLU-4.64"),)
    assert section(feuille, "Expérience") == ()
    inegal = read_scene({"personnages": {"a": {"sbire": "garde", "fiche": {"FOR": 8}}}}, ())
    assert len(section(sheet(inegal, "a"), "Caractéristiques")) == 8


def test_magic():
    flamme = {"id": "flamme", "nom": "Flamme", "niveau": 2}
    bouclier = {"id": "egide", "nom": "Égide", "effet": "armure"}
    actif = {"id": "1", "mage": "m", "sort": bouclier, "cibles": ["b"], "intensite": 3, "rang": 1, "fin": 90}
    mage = {"fiche": {"MAG": 5, "INT": 4}, "grimoire": [flamme], "memoire": [bouclier], "vole": 2}
    scene = read_scene({"horloge": 30, "sorts": [actif], "personnages": {"m": mage, "b": {}, "c": {}}}, ())
    feuille = sheet(scene, "m")
    assert section(feuille, "Magie") == (
        Mark("Flamme", 2, "livre de sorts", "FLU-5.17"),
        Pool("Mémoire libre", 3, (("Intelligence", 4, "FLU-5.13"),)),
        Mark("Égide", None, "en mémoire", "FLU-5.13"),
        Mark("Égide", 3, "1 min", "FLU-5.10"),
        Mark("RES volée", 2, "pour le prochain sort", "FLU-5.15"),
    )
    assert marques(sheet(scene, "b"), "Magie") == [("Égide", 3, "1 min")]
    assert section(sheet(scene, "c"), "Magie") == ()


@pytest.mark.rule("FLU-2.13", "FLU-6.1")
def test_experience():
    scene = read_scene({"personnages": {"a": {"xp": 4, "traits_libres": 8}}}, ())
    assert marques(sheet(scene, "a"), "Expérience") == [("XP", 4, ""), ("Points de Traits à placer", 8, "")]
    assert marques(sheet(TOUS, "mage"), "Expérience") == [("XP", 0, "")]


def test_every_line_names_a_rule_and_no_section_is_empty():
    for who in TOUS.people:
        feuille = sheet(TOUS, who)
        assert (feuille.who, feuille.name) == (who, TOUS.name(who))
        for titre, lignes in ((s.title, s.lines) for s in feuille.sections):
            assert lignes, titre
            for ligne in lignes:
                regles = [ligne.rule] if isinstance(ligne, Mark) else [regle for _, _, regle in ligne.terms]
                assert regles
                assert all(regle.startswith("FLU-") for regle in regles)
        assert feuille.line("INI").value == places.ini(TOUS[who])
        assert msgspec.json.decode(msgspec.json.encode(feuille), type=Sheet) == feuille


def test_the_preview_of_a_draft_is_the_sheet_of_its_character():
    brouillon = Brouillon(
        nom="Alys la Rousse",
        caracs=Caracs(FOR=7, CON=3),
        traits=(Choisi("Épée", 3, "metier"),),
        negatifs=(Choisi("Peureux", 2),),
        armes=("epee",),
        armure="mailles",
    )
    feuille = CREATION.review(brouillon).preview
    assert feuille == fiche_du_brouillon(brouillon)
    assert (feuille.who, feuille.name) == ("alys_la_rousse", "Alys la Rousse")
    assert (feuille.line("RES").most, feuille.line("INI").value) == (3 + 5, 7 + 5 - 2 - 2)
    assert feuille.line("Peureux").value == -2
    assert CREATION.review(Brouillon()).preview.line("Force").value == 5


@given(st.integers())
def test_random_characters_have_a_whole_sheet(seed):
    brouillon = CREATION.random(seed)
    feuille = fiche_du_brouillon(brouillon)
    assert len(section(feuille, "Caractéristiques")) == (9 if brouillon.magie else 8)
    assert len(section(feuille, "Traits")) == len(brouillon.traits) + len(brouillon.negatifs)
    assert sum(line.value for line in section(feuille, "Caractéristiques")) == 40
