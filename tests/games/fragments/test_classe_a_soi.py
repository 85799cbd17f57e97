"""Chapter 7: a class of one's own, written in a draft, judged by the model of the book, played like any other."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c8_progression.classes import (
    ChangerDeClasse,
    PrendreMethodeFixe,
    Reclasser,
    offers,
)
from tablee.games.fragments.book.c8_progression.experience import MonterDeNiveau
from tablee.games.fragments.book.c9_emplois.techniques import EquiperTechniques
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.desk.draft import Brouillon
from tablee.games.fragments.desk.judge import avertissements
from tablee.games.fragments.desk.own_class import (
    FIELDS,
    SIENNE,
    Bonus,
    Croissance,
    Gain,
    Maitrise,
    Ouverture,
    Repartition,
)
from tablee.games.fragments.desk.random import au_hasard
from tablee.games.fragments.desk.read import lire_scene, reunir
from tablee.games.fragments.model.catalogue import CHOSES, CLASSES, PACKAGE, TECHNIQUES
from tablee.games.fragments.model.people import Unite
from tablee.games.fragments.model.scene import Options, Scene
from tablee.games.fragments.model.tables import PALIERS, STATS, TYPES_ARMES
from tablee.kernel.content import ContentError
from tablee.kernel.draft import Waiver
from tablee.kernel.game import game
from tablee.kernel.live import Scripted
from tablee.kernel.words import words_of

# A dancer with a sword: 25 points (16 + 2 + 2 + 3 + 2), 50 of growth (20 + 20 + 10); CON, INIT and MOV beside them.
ECRITE: dict[str, Any] = {
    "sienne": "base",
    "sienne_nom": "Danselame",
    "sienne_vers": ("lame_franche",),
    "sienne_bonus": Bonus(PV=16, FOR=2, HAB=2, AGI=3, CHA=2, CON=3, INIT=2, MOV=1),
    "sienne_croissance": Croissance(PV=20, HAB=20, AGI=10, CON=2),
    "sienne_primaires": (Maitrise("Épée", 2),),
    "sienne_secondaires": ("Dague", "Arc"),
    "sienne_choix": 1,
    "sienne_secondaire": 1,
    "sienne_gains": (Gain("Épée", 2, 3), Gain("secondaire", 3, 2)),
    "sienne_speciale": "sur_le_fil",
    "sienne_speciale_nom": "Pas de loup",
    "sienne_speciale_pt": 9,
    "sienne_speciale_jt": 1,
    "sienne_arbre": (Ouverture("botte_apprise", 1), Ouverture("pied_leger", 2)),
}
JUSTE = replace(
    au_hasard(4),
    origine="humain",
    con=6,
    classe=SIENNE,
    methode="personnalisee",
    secondaires=("Dague",),
    suggerees=True,
    tirer_points=False,
    de_points=0,
    points=Repartition(PV=5, FOR=4, MAG=1, DEF=4, RES=2, HAB=4, AGI=5),
    tirer_taux=False,
    de_taux=0,
    taux=Repartition(FOR=20, MAG=5, DEF=15, RES=10, AGI=15, CHA=10),
    langues=(),
    maitrises=(),
    personnelle="",
    techniques=("sienne_pas_de_loup", "botte_apprise"),
    armes=("epee_courte",),
    tomes=(),
    boucliers=(),
    objets=(),
    **ECRITE,
)


MIXTE = Options()


def refus(d: Brouillon) -> list[tuple[str, str, str]]:
    return [(p.step, p.why.rule, str(p.why)) for p in CREATION.review(d).open_problems]


def seul(*choses: Any, options: Options = MIXTE, **fiche: Any) -> Scene:
    u: Unite = CREATION.finish(JUSTE)
    u = replace(u, id="a", fiche=replace(u.fiche, **fiche), equipement=replace(u.equipement, actif=choses))
    return Scene({"a": u}, options=options)


def faire(scene: Scene, action: Any, dice: tuple[int, ...] = ()) -> tuple[Scene, Scripted]:
    assert action.closed(scene) is None, str(action.closed(scene))
    oracle = Scripted(dice)
    return action.resolve(scene, oracle), oracle


# ---------------------------------------------------------------- written and judged


@pytest.mark.rule("FD-7.13", "FD-7.14", "FD-7.11")
def test_a_class_that_keeps_to_the_model_is_taken() -> None:
    assert refus(JUSTE) == []
    f = CREATION.finish(JUSTE).fiche
    classe = f.de_classe
    assert classe is not None and (f.classe, classe.nom, classe.palier) == ("sienne_danselame", "Danselame", "base")
    # PV 16 + 5; FOR 2 + 4 + 1 of the origin; AGI 3 + 5; CON 6 + 3; MOV 5 + 1; INIT 2
    assert [f.base[s] for s in ("PV", "FOR", "AGI", "CON", "MOV", "INIT")] == [21, 7, 8, 9, 6, 2]
    assert ("Danselame", 16, "FD-7.11") in f.termes("PV")
    assert (f.croissance("PV"), f.croissance("AGI"), f.croissance("FOR"), f.croissance("CON")) == (20, 25, 20, 2)
    assert f.maitrises == {"Épée": 2, "Dague": 1}
    assert f.debloquees == ("sienne_pas_de_loup", "botte_apprise")
    pas = f.technique("sienne_pas_de_loup")
    assert pas is not None and (pas.nom, pas.pt, pas.jt) == ("Pas de loup", 9, 1)
    assert pas.effets == TECHNIQUES["sur_le_fil"].effets


REFUS: list[tuple[dict[str, Any], str, str, str]] = [
    ({"sienne": "haute"}, "classe", "FD-7.11", "« haute » n'est pas un palier"),
    ({"sienne_nom": " "}, "classe", "FD-7.13", "Il manque un nom"),
    ({"sienne_bonus": replace(ECRITE["sienne_bonus"], FOR=3)}, "classe", "FD-7.14", "26 points de caractér"),
    ({"sienne_bonus": replace(ECRITE["sienne_bonus"], PV=14, FOR=4)}, "classe", "FD-7.14", "14 points en PV, 15"),
    ({"sienne_croissance": Croissance(PV=30, HAB=20)}, "", "", ""),
    ({"sienne_croissance": Croissance(PV=31, HAB=19)}, "classe", "FD-7.14", "19 points de croissance en Habi"),
    ({"sienne_croissance": Croissance(PV=20, HAB=20)}, "classe", "FD-7.14", "40 points de croissance, 50"),
    ({"sienne_primaires": (Maitrise("Fronde", 2),)}, "classe", "FD-7.13", "« Fronde »"),
    ({"sienne_primaires": (Maitrise("Épée", 6),)}, "classe", "FD-6.16", "de 0 à 5, pas 6"),
    ({"sienne_primaires": (Maitrise("Épée", 2),) * 2}, "classe", "FD-7.13", "Épée est deux fois"),
    ({"sienne_choix": 3}, "classe", "FD-7.13", "3 maîtrises secondaires à choisir parmi 2"),
    ({"sienne_gains": (Gain("Épée", 2, 2),)}, "classe", "FD-6.16", "de 2 à 2"),
    ({"sienne_minimum": (Maitrise("Épée", 2),)}, "classe", "FD-8.10", "Min"),
    ({"sienne_depuis": ("garde",)}, "classe", "FD-7.11", "ne vient d'aucune autre"),
    ({"sienne_vers": ("garde",)}, "classe", "FD-7.11", "Garde n'est pas une classe avancée"),
    ({"sienne_speciale": "botte_apprise"}, "classe", "FD-7.13", "Pas de loup est une technique ordinaire"),
    ({"sienne_speciale_pt": 26}, "classe", "FD-7.13", "Pas de loup : de 1 à 25 PT"),
    ({"sienne_arbre": (Ouverture("rien", 1),)}, "classe", "FD-7.13", "« rien » n'existe pas"),
    ({"sienne_arbre": (Ouverture("botte_apprise", 61),)}, "classe", "FD-3.57", "de 1 à 60, pas 61"),
    ({"sienne_fixe": Repartition(PV=5)}, "classe", "FD-7.18", "5 points, 25 à répartir"),
    ({"methode": "fixe"}, "classe", "FD-7.16", "Danselame n'a pas de tableau"),
    ({"sienne": ""}, "classe", "FD-7.12", "n'est pas une classe"),
    ({"secondaires": ("Hast",)}, "classe", "FD-7.13", "n'est pas une maîtrise secondaire de Danselame"),
    ({"techniques": ("pied_leger",)}, "techniques", "FD-3.57", "Pied léger n'est pas encore débloquée"),
]


@pytest.mark.rule("FD-7.11", "FD-7.13", "FD-7.14", "FD-7.16", "FD-6.16", "FD-8.10", "FD-3.57")
@pytest.mark.parametrize(("change", "etape", "regle", "texte"), REFUS)
def test_what_breaks_the_model_is_said(change: dict[str, Any], etape: str, regle: str, texte: str) -> None:
    dits = refus(replace(JUSTE, **change))
    if not regle:
        assert dits == []
        return
    assert any(e == etape and r == regle and texte in t for e, r, t in dits), dits
    en = words_of(PACKAGE).en
    for p in CREATION.review(replace(JUSTE, **change)).problems:
        assert p.why.text in en or p.why.text == "{} ; {}" or p.why.text.startswith("Il manque un nom"), p.why.text


@pytest.mark.rule("FD-7.14")
def test_the_game_master_may_excuse_one_fault_and_the_character_can_still_be_read() -> None:
    forte = replace(JUSTE, sienne_bonus=replace(ECRITE["sienne_bonus"], FOR=3))
    permise = replace(forte, waivers=(Waiver("FD-7.14", "Un clan à part"),))
    u = CREATION.finish(permise)
    assert u.fiche.base["FOR"] == 8
    relu = reunir([msgspec.to_builtins(u)]).people[u.id]
    assert relu == u
    assert ("FD-7.14", "26 points de caractéristiques, 25 pour une classe de base (FD-7.14)") in avertissements(
        relu.fiche
    )


@pytest.mark.rule("FD-7.13")
def test_fields_are_asked_for_only_where_a_class_is_written() -> None:
    rien, base, haute = replace(JUSTE, sienne=""), JUSTE, replace(JUSTE, sienne="suprême")
    vides = {d.sienne: {f.name for f in FIELDS if CREATION.asked(d, f).idle} for d in (rien, base, haute)}
    assert vides[""] == {f.name for f in FIELDS} - {"sienne"}
    assert vides["base"] == {"sienne_depuis", "sienne_minimum"}
    assert vides["suprême"] == {"sienne_vers"}
    champ = next(f for s in CREATION.steps if s.id == "classe" for f in s.fields if f.name == "classe")
    assert (SIENNE, "Danselame") in CREATION.asked(base, champ).keys
    assert SIENNE not in dict(CREATION.asked(haute, champ).keys)
    assert CREATION.asked(base, champ).keys[1:] == champ.keys


# ---------------------------------------------------------------- kept, and played like any other


@pytest.mark.rule("FD-7.13")
def test_it_is_kept_whole_in_files() -> None:
    u = CREATION.finish(JUSTE)
    assert reunir([json.loads(msgspec.json.encode(u))]).people[u.id] == u
    assert CREATION.read(json.loads(msgspec.json.encode(JUSTE))) == JUSTE
    fragments = game("fragments")
    scene = Scene({u.id: u})
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
    assert scene.thing("sienne_danselame") == "Danselame" and scene.thing("sienne_pas_de_loup") == "Pas de loup"
    lignes = [ligne for section in fragments.sheet(scene, u.id).sections for ligne in section.lines]
    assert any(getattr(ligne, "note", "") == "Danselame" for ligne in lignes)


CLASSE = {
    "id": "guetteuse",
    "nom": "Guetteuse",
    "palier": "base",
    "bonus": {"PV": 15, "HAB": 5, "AGI": 5},
    "croissance": {"PV": 20, "HAB": 30},
    "primaires": {"Arc": 2},
    "secondaires": [],
    "choix": 0,
    "secondaire": 0,
    "gains": [],
    "speciale": "sur_le_fil",
    "arbre": [["botte_apprise", 1]],
    "fixe": {},
    "fixe_croissance": {},
}


def ecrite_en_scene(**change: Any) -> dict[str, Any]:
    fiche = {"classe": change.get("id", "guetteuse"), "siennes": [{**CLASSE, **change}], "techniques": ["sur_le_fil"]}
    return {"unites": {"aki": {"camp": "A", "fiche": fiche}, "bao": {"camp": "B"}}}


@pytest.mark.rule("FD-7.13")
def test_a_scene_file_may_hold_one() -> None:
    f = lire_scene(ecrite_en_scene())["aki"].fiche
    assert f.base["AGI"] == 5 and f.debloquees == ("sur_le_fil", "botte_apprise")
    for change, dit in (
        ({"id": "garde"}, "« garde » est déjà une classe"),
        ({"arbre": [["rien", 1]]}, "« rien » inconnu"),
        ({"primaires": {"Fronde": 1}}, "« Fronde » inconnu"),
        ({"primaires": {"Arc": 9}}, "de 0 à 5, pas 9"),
        ({"bonus": {"XYZ": 3}}, "« XYZ » inconnu"),
        ({"arbre": [["botte_apprise", 99]]}, "de 1 à 60, pas 99"),
        ({"depuis": ["rien"]}, "« rien » inconnu"),
    ):
        with pytest.raises(ContentError, match=dit):
            lire_scene(ecrite_en_scene(**change))


@pytest.mark.rule("FD-7.13", "FD-8.1", "FD-8.5", "FD-6.16")
def test_levels_open_its_techniques_and_raise_its_masteries() -> None:
    scene = seul(options=Options(croissance_fixe=True), xp=10_000)
    scene, oracle = faire(scene, MonterDeNiveau("a"))
    f = scene["a"].fiche
    assert f.niveau == 2 and "pied_leger" in f.debloquees and f.maitrises["Épée"] == 3
    assert f.gains["PV"] == 200 and f.gains["AGI"] == 250  # 20 % and 10 + 15 % of a point
    assert any(e.what == "technique_debloquee" and e["nom"] == "Pied léger" for e in oracle.events)
    scene, _ = faire(scene, MonterDeNiveau("a"))
    assert scene["a"].fiche.maitrises == {"Épée": 3, "Dague": 2}  # each secondary one at level 3
    scene, _ = faire(scene, EquiperTechniques("a", ("sienne_pas_de_loup", "pied_leger")))
    assert [t.nom for t in scene["a"].fiche.equipees] == ["Pas de loup", "Pied léger"]


@pytest.mark.rule("FD-7.13", "FD-8.9", "FD-8.11")
def test_it_leads_on_as_its_tree_says_and_what_it_taught_is_kept() -> None:
    scene = seul(CHOSES["magister"])
    menees = [o.classe for o in offers(scene, scene["a"]) if isinstance(o, ChangerDeClasse)]
    assert menees == ["lame_franche"]
    ailleurs = ChangerDeClasse("a", "cuirasse").closed(scene)
    assert str(ailleurs) == f"Danselame ne mène pas à {CLASSES['cuirasse'].nom} (FD-7.13)"
    apres, oracle = faire(scene, ChangerDeClasse("a", "lame_franche", ("Art",)))
    f = apres["a"].fiche
    assert (f.classe, f.passees) == ("lame_franche", ("sienne_danselame",))
    assert oracle.events[0]["de"] == "Danselame"
    assert "sienne_pas_de_loup" in f.apprises and f.technique("sienne_pas_de_loup") is not None
    assert f.maitrises == {"Épée": 3, "Dague": 1, "Art": 0}  # Min 3 in swords, what was known stays
    assert reunir([msgspec.to_builtins(apres["a"])]).people["a"] == apres["a"]


@pytest.mark.rule("FD-7.13", "FD-8.6", "FD-8.7")
def test_an_advanced_class_is_written_for_later() -> None:
    haute = replace(
        JUSTE,
        classe="garde",
        secondaires=("Épée",),
        techniques=(),
        armes=(),
        sienne="avancée",
        sienne_nom="Veilleur",
        sienne_depuis=("garde",),
        sienne_vers=("rempart_vivant",),
        sienne_bonus=replace(ECRITE["sienne_bonus"], PV=23),
        sienne_croissance=replace(ECRITE["sienne_croissance"], PV=30),
        sienne_minimum=(Maitrise("Hast", 3),),
        sienne_blindee=True,
    )
    assert refus(haute) == []
    tot = replace(haute, classe=SIENNE, secondaires=("Dague",))
    assert any(regle == "FD-7.11" for _, regle, _ in refus(tot))  # nobody begins there
    u = replace(CREATION.finish(haute), id="a")
    scene = Scene({"a": replace(u, equipement=replace(u.equipement, actif=(CHOSES["magister"],)))})
    assert ChangerDeClasse("a", "sienne_veilleur") in list(offers(scene, scene["a"]))
    apres, _ = faire(scene, ChangerDeClasse("a", "sienne_veilleur", ("Dague",)))
    f = apres["a"].fiche
    assert f.classe == "sienne_veilleur" and f.maitrises["Hast"] == 3 and "Blindée" in f.types_propres
    haut = apres.put(replace(apres["a"], fiche=replace(f, niveau=20)))
    refuse = ChangerDeClasse("a", "rempart_vivant").closed(haut)
    assert refuse is not None and refuse.rule == "FD-8.6"  # all but the second Magister


@pytest.mark.rule("FD-7.13", "FD-8.12", "FD-7.16")
def test_sideways_and_the_fixed_method() -> None:
    scene = seul()
    apres, _ = faire(scene, Reclasser("a", "garde", ("Épée",)))
    assert apres["a"].fiche.classe == "garde" and "sienne_pas_de_loup" not in apres["a"].fiche.debloquees
    retour, _ = faire(apres, Reclasser("a", "sienne_danselame", ("Dague",)))
    assert retour["a"].fiche.de_classe is not None and retour["a"].fiche.maitrises["Épée"] == 2
    fixe = replace(apres, options=Options(methode_fixe=True))
    garde, _ = faire(fixe, PrendreMethodeFixe("a"))
    sans = Reclasser("a", "sienne_danselame", ("Dague",)).closed(garde)
    assert sans is not None and str(sans) == "Danselame n'a pas de tableau pour la méthode fixe (FD-7.16)"
    elle = PrendreMethodeFixe("a").closed(replace(scene, options=Options(methode_fixe=True)))
    assert elle is not None and elle.rule == "FD-7.16"


# ---------------------------------------------------------------- whatever is written

PETITS = st.integers(-9, 99)
TYPES = st.sampled_from((*TYPES_ARMES, "secondaire", "x"))
TECHNIQUE = st.sampled_from(("sur_le_fil", "botte_apprise", "danse", "x", ""))
CLASSE_DITE = st.sampled_from((*CLASSES, "x"))


@settings(max_examples=100, deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "sienne": st.sampled_from((*PALIERS, "x", "")),
            "classe": st.sampled_from((SIENNE, "garde")),
            "methode": st.sampled_from(("fixe", "personnalisee")),
            "sienne_nom": st.sampled_from(("", "Garde", "É", "x" * 90)),
            "sienne_depuis": st.lists(CLASSE_DITE, max_size=2).map(tuple),
            "sienne_vers": st.lists(CLASSE_DITE, max_size=2).map(tuple),
            "sienne_bonus": st.builds(Bonus, **dict.fromkeys(Bonus.__struct_fields__, PETITS)),
            "sienne_croissance": st.builds(Croissance, **dict.fromkeys(Croissance.__struct_fields__, PETITS)),
            "sienne_primaires": st.lists(st.builds(Maitrise, TYPES, PETITS), max_size=3).map(tuple),
            "sienne_secondaires": st.lists(TYPES, max_size=3).map(tuple),
            "sienne_choix": PETITS,
            "sienne_secondaire": PETITS,
            "sienne_gains": st.lists(st.builds(Gain, TYPES, PETITS, PETITS), max_size=3).map(tuple),
            "sienne_minimum": st.lists(st.builds(Maitrise, TYPES, PETITS), max_size=2).map(tuple),
            "sienne_speciale": TECHNIQUE,
            "sienne_speciale_nom": st.sampled_from(("", "Saut")),
            "sienne_arbre": st.lists(st.builds(Ouverture, TECHNIQUE, PETITS), max_size=3).map(tuple),
            "sienne_fixe": st.builds(Repartition, **dict.fromkeys(STATS, PETITS)),
        }
    )
)
def test_any_class_can_be_reviewed_and_whoever_has_it_read_again(change: dict[str, Any]) -> None:
    d = replace(JUSTE, techniques=(), secondaires=(), **change)
    assert CREATION.review(d).preview is not None
    for etape in CREATION.steps:
        for champ in etape.fields:
            CREATION.asked(d, champ)
    u = d.personnage()
    if change["sienne_nom"] != "x" * 90 and (change["sienne_nom"] or d.sienne not in PALIERS):
        assert reunir([json.loads(msgspec.json.encode(u))]).people[u.id] == u
