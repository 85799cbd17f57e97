"""A table's own content in Yin-Yang: what it writes beside the book acts like what the book has."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.book.c12_equipement import Acheter, Vendre
from tablee.games.yin_yang.desk.creation import CREATION
from tablee.games.yin_yang.desk.draft import Brouillon
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.desk.steps import STEPS
from tablee.games.yin_yang.model.maison import Maison
from tablee.kernel.content import ContentError
from tablee.kernel.odds import odds
from tablee.kernel.voice import Voice

from .magiciens import combat, dits, faire, mage

MAISON = {
    "arme": {
        "lame_grise": {"nom": "Lame grise", "groupe": "epees", "degats": 11, "vitesse": 1, "poids": 1.0, "cout": 40}
    },
    "armure": {"veste_grise": {"nom": "Veste grise", "membre": "torse", "rang": 3, "poids": 2.0, "cout": 30}},
    "bouclier": {"ecu_gris": {"nom": "Écu gris", "rang": 2, "poids": 2.0, "cout": 25}},
    "materiel": {"lanterne_grise": {"nom": "Lanterne grise", "poids": 0.5, "cout": 7}},
    "pouvoir": {
        "souffle_gris": {
            "nom": "Souffle gris",
            "rune": "air",
            "nd": 0,
            "effet": "degats",
            "par_point": 2,
            "sur": "lieu",
        },
        "hausse_grise": {
            "nom": "Hausse grise",
            "rune": "air",
            "nd": 0,
            "effet": "protection",
            "par_point": 1,
            "sur": "creature",
        },
    },
    "creature": {
        "chien_gris": {
            "fiche": {"nom": "Chien gris", "force": 5, "competences": {"epees": 3}},
            "equipement": {"armes": ["lame_grise"], "armures": ["veste_grise"], "bouclier": "ecu_gris"},
        }
    },
}


def lieu(maison=MAISON, **plus):
    lin = mage(equipement={"armes": ["lame_grise"], "sous": 100})
    lin["fiche"]["competences"]["epees"] = 5
    lin["fiche"]["joueur"] = True
    gens = {"lin": lin, "bo": {"camp": "loups", "x": 3, "creature": "chien_gris"}, **plus}
    return read_scene({"maison": maison, "personnages": gens})


def avec(kind, entry, faux):
    return {**MAISON, kind: {**MAISON[kind], entry: {**MAISON[kind][entry], **faux}}}


@pytest.mark.rule("YY-12.3", "YY-12.4", "YY-12.5", "YY-20.1")
def test_weapons_armours_and_creatures_of_a_table_act_in_a_fight():
    scene = lieu()
    bo = scene["bo"]
    assert (bo.nom, bo.equipement.tenues[0].nom, bo.equipement.rangs) == ("Chien gris", "Lame grise", {"torse": 3})
    sheet = str(game.sheet(scene, "bo"))
    assert all(named in sheet for named in ("Lame grise", "Veste grise", "Écu gris"))
    blow = Attaquer("lin", "lame_grise", cible="bo")
    weaker, bare = lieu(avec("arme", "lame_grise", {"degats": 3})), lieu(avec("armure", "veste_grise", {"rang": 0}))
    there = {"whole": combat(scene), "weak": combat(weaker), "bare": combat(bare)}
    mean = {name: odds(blow, s, "degats").mean() for name, s in there.items()}
    assert mean["weak"] < mean["whole"] < mean["bare"]


@pytest.mark.rule("YY-14.12", "YY-8.13")
def test_a_power_of_a_table_is_cast_and_its_points_tell_in_the_sum():
    scene = lieu()
    cast = Lancer("lin", pouvoir="souffle_gris", nombre=2, aire=5, cibles=("bo",))
    assert "souffle_gris" in [a.pouvoir for a, why in game.legal(scene, "lin") if isinstance(a, Lancer) and why is None]
    assert "Souffle gris" in Voice(game, "en", scene=scene).action(cast)
    after, events = faire(scene, cast)
    (blow,) = dits(events, "coup")
    assert ("Souffle gris", 2 * (2 * 5 - 5), "YY-14.12") in blow.terms
    kept = next(iter(after.sorts))
    assert after.name(kept) == "Souffle gris" and "Souffle gris" in str(game.sheet(after, "bo"))
    assert read_scene(msgspec.to_builtins(after, str_keys=True)) == after
    lost = msgspec.to_builtins(after, str_keys=True)
    del lost["maison"]["pouvoir"]["souffle_gris"]
    with pytest.raises(ContentError) as error:
        read_scene(lost)
    assert f"sorts.{kept}.pouvoir : « souffle_gris » inconnu" in str(error.value)


@pytest.mark.rule("YY-12.2")
def test_things_of_a_table_are_bought_and_sold_and_go_with_whoever_has_them():
    scene = lieu()
    assert Acheter("lin", "lanterne_grise") in [a for a, _ in game.legal(scene, "lin")]
    after, _ = faire(scene, Acheter("lin", "lanterne_grise"))
    after, _ = faire(after, Acheter("lin", "ecu_gris"))
    lin = after["lin"]
    assert (lin.equipement.sous, lin.equipement.bouclier.nom) == (68, "Écu gris")
    alone = game.gather([msgspec.to_builtins(lin, str_keys=True)])["lin"]
    assert alone.equipement == lin.equipement
    sold, _ = faire(after, Vendre("lin", "ecu_gris"))
    assert sold["lin"].equipement.sous == 80


@pytest.mark.rule("YY-12.2", "YY-12.3", "YY-12.4", "YY-12.5")
def test_a_character_is_made_with_what_the_table_has_written():
    bought = {
        "armes": ("lame_grise",),
        "armures": ("veste_grise",),
        "bouclier": "ecu_gris",
        "materiel": ("lanterne_grise",),
    }
    draft = Brouillon(nom="Aki", bourse=200, own=lieu().own, **bought)
    bare = replace(draft, own=Maison())
    fields = {f.name: f for step in STEPS for f in step.fields}
    for name, chosen in bought.items():
        id = chosen if isinstance(chosen, str) else chosen[0]
        assert id in dict(CREATION.asked(draft, fields[name]).keys)
        assert id not in dict(CREATION.asked(bare, fields[name]).keys)
    assert "equipement" not in {p.step for p in CREATION.problems(draft)}
    assert "equipement" in {p.step for p in CREATION.problems(bare)}
    aki = draft.personnage()
    assert (aki.equipement.sous, aki.equipement.armes[0].nom) == (98, "Lame grise")


def test_what_a_table_has_written_comes_back_the_same_and_costs_nothing_where_nothing_is():
    scene = lieu()
    data = msgspec.to_builtins(scene, str_keys=True)
    assert read_scene(data) == scene
    assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene
    bare = read_scene({"personnages": {"lin": mage()}, "maison": {}})
    assert "maison" not in msgspec.to_builtins(bare) and bare.own is type(bare)({}).own


@pytest.mark.parametrize(
    "kind, id, faux, said",
    [
        ("arme", "lame_grise", {"groupe": "epluchage"}, "maison.arme.lame_grise.groupe"),
        ("arme", "lame_grise", {"degats": 900}, "de 0 à 200, pas 900"),
        ("arme", "lame_grise", {"forme": 3}, "clé inconnue « forme » ; clés : "),
        ("arme", "lame_grise", {"id": "autre"}, "le même nom que la clé"),
        ("armure", "veste_grise", {"membre": "oreille"}, "maison.armure.veste_grise.membre"),
        ("bouclier", "ecu_gris", {"rang": 99}, "maison.bouclier.ecu_gris.rang"),
        ("materiel", "lanterne_grise", {"cout": -1}, "maison.materiel.lanterne_grise.cout"),
        ("pouvoir", "souffle_gris", {"rune": "bruit"}, "maison.pouvoir.souffle_gris.rune"),
        ("pouvoir", "souffle_gris", {"effet": "chante"}, "valeurs : attributs"),
        ("pouvoir", "souffle_gris", {"effet": "attributs"}, "il faut au moins un attribut"),
        ("creature", "chien_gris", {"fiche": {"nom": "Chien", "force": 99}}, "chien_gris.fiche.force"),
        ("creature", "chien_gris", {"fiche": {"nom": "Chien", "corps": "nuage"}}, "chien_gris.fiche.corps"),
        ("creature", "chien_gris", {"equipement": {"armes": ["crocs_roses"]}}, "« crocs_roses » inconnu"),
        ("creature", "chien_gris", {"equipement": 3}, "creature.chien_gris.equipement"),
        ("creature", "chien_gris", {"vie": "mort"}, "clé inconnue « vie »"),
    ],
)
def test_what_does_not_hold_is_refused_with_what_may_stand_there(kind, id, faux, said):
    with pytest.raises(ContentError) as error:
        lieu(avec(kind, id, faux))
    assert said in str(error.value)


@pytest.mark.parametrize("maison", [3, {"arme": 3}, {"arme": {"x": 3}}, {"chanson": {"x": {}}}, {"creature": {"x": 3}}])
def test_what_is_no_such_table_is_refused(maison):
    with pytest.raises(ContentError):
        lieu(maison)


@pytest.mark.parametrize(
    "kind, id", [("arme", "dague"), ("armure", "veste_matelassee"), ("materiel", "corde"), ("pouvoir", "eau")]
)
def test_the_books_own_entries_are_not_written_over(kind, id):
    entry = next(iter(MAISON[kind].values()))
    with pytest.raises(ContentError) as error:
        lieu({**MAISON, kind: {**MAISON[kind], id: entry}})
    assert "déjà dans le catalogue du livre" in str(error.value)
