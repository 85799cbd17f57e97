"""A table's own content in Fluid: what it writes beside the book acts like what the book has."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.fluid import game
from tablee.games.fluid.book.c4_combat.tour import Combattre
from tablee.games.fluid.book.c5_magie.grimoire import Inscrire, Memoriser
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.games.fluid.desk.creation import CREATION
from tablee.games.fluid.desk.draft import Brouillon
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.desk.steps import STEPS
from tablee.games.fluid.model.maison import Maison
from tablee.kernel.content import ContentError
from tablee.kernel.odds import odds
from tablee.kernel.voice import Voice

from .bataille import frappe
from .jeu import jouer
from .magicien import mage

MAISON = {
    "objet": {
        "lame_grise": {"nom": "Lame grise", "score": 2, "trait": "Lame grise"},
        "arc_gris": {"nom": "Arc gris", "score": 2, "genre": "tir", "deux_mains": True},
        "manteau_gris": {"nom": "Manteau gris", "score": 1, "genre": "armure"},
        "ecu_gris": {"nom": "Écu gris", "score": 1, "genre": "bouclier"},
    },
    "sort": {
        "dard_gris": {
            "nom": "Dard gris",
            "portee": 1,
            "effet": "degats",
            "offensif": True,
            "dit": "Un dard de brume.",
        }
    },
    "sbire": {
        "chien_gris": {
            "fiche": {"nom": "Chien gris", "sbire": "facile", "FOR": 7, "AGI": 6},
            "armes": ["lame_grise"],
            "armure": "manteau_gris",
            "bouclier": "ecu_gris",
            "grimoire": ["dard_gris"],
        }
    },
}


def lieu(maison=MAISON, **plus):
    gens = {"ana": mage(armes=["lame_grise"]), "bor": {"camp": "bleu", "x": 1, "sbire": "chien_gris"}, **plus}
    return read_scene({"maison": maison, "personnages": gens}, ())


def avec(kind, entry, faux):
    return {**MAISON, kind: {**MAISON[kind], entry: {**MAISON[kind][entry], **faux}}}


def echange(scene):
    """Whoever announces first has struck; what is left is the blow that sets it off."""
    scene, _ = jouer(scene, Combattre("ana"))
    premier = scene.turn()[0]
    autre = "bor" if premier == "ana" else "ana"
    scene, _ = jouer(scene, frappe(premier, autre))
    return frappe(autre, premier), scene


@pytest.mark.rule("FLU-4.35", "FLU-4.36", "FLU-4.37", "FLU-4.64")
def test_weapons_armours_and_sbires_of_a_table_act_in_a_fight():
    scene = lieu()
    bor = scene["bor"]
    assert (bor.nom, bor.tenues()[0].nom, bor.armure.nom, bor.bouclier.nom) == (
        "Chien gris",
        "Lame grise",
        "Manteau gris",
        "Écu gris",
    )
    sheet = str(game.sheet(scene, "bor"))
    assert all(named in sheet for named in ("Lame grise", "Manteau gris", "Écu gris"))
    heavier = lieu(avec("objet", "lame_grise", {"score": 3}))
    assert odds(*echange(heavier), "degats").mean() > odds(*echange(scene), "degats").mean()


@pytest.mark.rule("FLU-5.1", "FLU-5.13", "FLU-5.16")
def test_spells_of_a_table_are_cast_kept_in_memory_and_written_down():
    scene = lieu(bor={"camp": "bleu", "x": 1, "fiche": {}})
    cast = Incanter("ana", sort="Dard gris", cibles=("bor",))
    assert cast.sort in [a.sort for a, why in game.legal(scene, "ana") if isinstance(a, Incanter) and why is None]
    assert "Dard gris" in Voice(game, "en", scene=scene).action(cast)
    assert odds(cast, scene, "degats").mean() > 0
    kept, _ = jouer(scene, Memoriser("ana", sort="dard_gris"))
    assert kept["ana"].memoire[0].nom == "Dard gris"
    done = scene.put(replace(scene["ana"], reussis=("dard_gris",)))
    assert Inscrire("ana", sort="Dard gris") in [a for a, _ in game.legal(done, "ana")]
    written, _ = jouer(done, Inscrire("ana", sort="dard_gris"))
    alone = game.gather([msgspec.to_builtins(written["ana"], str_keys=True)])["ana"]
    assert alone.sort_ecrit("dard_gris").effet == "degats", "she takes it to another table"
    nobody_knows = lieu({"objet": MAISON["objet"]}, bor={"camp": "bleu", "fiche": {}})
    assert cast.closed(nobody_knows).rule == "FLU-5.1"


@pytest.mark.rule("FLU-4.35", "FLU-4.36", "FLU-4.37")
def test_a_character_is_made_with_what_the_table_has_written():
    draft = Brouillon(nom="Aki", armes=("lame_grise",), armure="manteau_gris", bouclier="ecu_gris", own=lieu().own)
    bare = replace(draft, own=Maison())
    fields = {f.name: f for step in STEPS for f in step.fields}
    for name, id in (
        ("armes", "lame_grise"),
        ("armes", "arc_gris"),
        ("armure", "manteau_gris"),
        ("bouclier", "ecu_gris"),
    ):
        assert id in dict(CREATION.asked(draft, fields[name]).keys)
        assert id not in dict(CREATION.asked(bare, fields[name]).keys)
    assert "" in dict(CREATION.asked(draft, fields["armure"]).keys)
    assert "equipement" not in {p.step for p in CREATION.problems(draft)}
    assert "equipement" in {p.step for p in CREATION.problems(bare)}
    aki = draft.personnage()
    assert (aki.armes[0].nom, aki.armure.score, aki.bouclier.nom) == ("Lame grise", 1, "Écu gris")


def test_what_a_table_has_written_comes_back_the_same_and_costs_nothing_where_nothing_is():
    scene = lieu()
    data = msgspec.to_builtins(scene, str_keys=True)
    assert read_scene(data, ()) == scene
    assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene
    bare = read_scene({"personnages": {"ana": mage()}, "maison": {}}, ())
    assert "maison" not in msgspec.to_builtins(bare) and bare.own is type(bare)({}).own


@pytest.mark.parametrize(
    "kind, id, faux, said",
    [
        ("objet", "lame_grise", {"score": 99}, "maison.objet.lame_grise.score"),
        ("objet", "lame_grise", {"genre": "fouet"}, "valeurs : armure, bouclier"),
        ("objet", "lame_grise", {"poids": 3}, "clé inconnue « poids » ; clés : "),
        ("objet", "lame_grise", {"id": "autre"}, "le même nom que la clé"),
        ("sort", "dard_gris", {"complexite": 40}, "maison.sort.dard_gris.complexite"),
        ("sort", "dard_gris", {"effet": "chanson"}, "valeurs : armure"),
        ("sbire", "chien_gris", {"fiche": {"nom": "Chien", "FOR": 99}}, "chien_gris.fiche.FOR"),
        ("sbire", "chien_gris", {"fiche": {"nom": "Chien", "sbire": "divin"}}, "chien_gris.fiche.sbire"),
        ("sbire", "chien_gris", {"armes": ["crocs_roses"]}, "« crocs_roses » inconnu"),
        ("sbire", "chien_gris", {"armure": "lame_grise"}, "« Lame grise » n'est pas à sa place"),
        ("sbire", "chien_gris", {"armes": 3}, "sbire.chien_gris.armes"),
        ("sbire", "chien_gris", {"etat": "mort"}, "clé inconnue « etat »"),
    ],
)
def test_what_does_not_hold_is_refused_with_what_may_stand_there(kind, id, faux, said):
    with pytest.raises(ContentError) as error:
        lieu(avec(kind, id, faux))
    assert said in str(error.value)


@pytest.mark.parametrize("maison", [3, {"objet": 3}, {"objet": {"x": 3}}, {"chanson": {"x": {}}}, {"sbire": {"x": 3}}])
def test_what_is_no_such_table_is_refused(maison):
    with pytest.raises(ContentError):
        lieu(maison)


@pytest.mark.parametrize("kind, id", [("objet", "dague"), ("sort", "ecorce"), ("sbire", "gueux")])
def test_the_books_own_entries_are_not_written_over(kind, id):
    entry = next(iter(MAISON[kind].values()))
    with pytest.raises(ContentError) as error:
        lieu({**MAISON, kind: {**MAISON[kind], id: entry}})
    assert "déjà dans le catalogue du livre" in str(error.value)
