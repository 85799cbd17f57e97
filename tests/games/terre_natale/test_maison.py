"""A table's own content in Terre Natale: what it writes beside the book acts like what the book has."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c9_objets.inventaire import Poser
from tablee.games.terre_natale.book.c10_monde.commerce import Acheter, Chercher
from tablee.games.terre_natale.desk.read import read_scene
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.things import MODELES
from tablee.kernel.content import ContentError
from tablee.kernel.odds import odds
from tablee.kernel.voice import Voice

from .jeu import jouer

MAISON = {
    "objet": {
        "lame_grise": {
            "nom": "Lame grise",
            "nature": "arme",
            "categorie": 2,
            "prise": "garde",
            "frappe": "tranchant",
            "metier": "travail_du_metal",
            "dit": "Une lame de brume.",
        },
        "cotte_grise": {"nom": "Cotte grise", "nature": "armure", "categorie": 2, "dit": "Des mailles ternes."},
        "bague_grise": {
            "nom": "Bague grise",
            "nature": "accessoire",
            "categorie": 0,
            "emplacement": "anneau",
            "dit": "Elle porte chance.",
            "sert": [{"on": "recuperation", "n": 1}],
        },
    },
    "adversaire": {
        "chien_gris": {
            "fiche": {"nom": "Chien gris", "base": {"FOR": 14, "AGI": 12}},
            "equipement": {"armes": [{"modele": "lame_grise"}], "armure": {"modele": "cotte_grise"}},
        }
    },
}
ALYS = {
    "nom": "Alys",
    "base": {"DEX": 20, "FOR": 15},
    "groupes": {"combat": 2},
    "competences": {"arme_a_garde": 2, "negociation": 4},
}


def lieu(maison=MAISON, **plus):
    gens = {
        "alys": {
            "camp": "rouge",
            "fiche": {**ALYS, "pecule": 5000},
            "equipement": {"armes": [{"modele": "lame_grise"}], "portes": [{"modele": "bague_grise"}]},
        },
        "bor": {"camp": "bleu", "x": 1, "adversaire": "chien_gris"},
        **plus,
    }
    return read_scene({"maison": maison, "personnages": gens})


def avec(kind, entry, faux):
    return {**MAISON, kind: {**MAISON[kind], entry: {**MAISON[kind][entry], **faux}}}


def passe_d_alys(scene):
    budgets = {who: Budget() for who in scene.people}
    return replace(scene, encounter=Confrontation(initiatives={"alys": 20, "bor": 10}, budgets=budgets, passe="alys"))


@pytest.mark.rule("TN-9.80", "TN-2.20", "TN-9.97")
def test_weapons_armours_and_opponents_of_a_table_act_in_a_confrontation():
    scene = lieu()
    bor = scene["bor"]
    arme, armure = bor.equipement.armes[0], bor.equipement.armure
    assert (bor.name, arme.sorte.nom, arme.categorie, armure.categorie) == ("Chien gris", "Lame grise", 2, 2)
    assert any(m.label == "Bague grise" for m in scene["alys"].equipement.apports())
    sheet = str(game.sheet(scene, "bor"))
    assert "Lame grise" in sheet and "Cotte grise" in sheet
    blow = Attaquer("alys", "bor")

    def mean(maison):
        return odds(blow.seen(passe_d_alys(lieu(maison)), "degats")).mean()

    assert blow.closed(passe_d_alys(scene)) is None
    whole = mean(MAISON)
    assert mean(avec("objet", "lame_grise", {"categorie": 4})) < whole, "heavier than she can handle"
    assert mean(avec("objet", "cotte_grise", {"categorie": 0})) > whole


@pytest.mark.rule("TN-10.16", "TN-10.17", "TN-9.124")
def test_things_of_a_table_are_looked_for_bought_laid_down_and_go_with_whoever_has_them():
    scene = lieu()
    search = Chercher("alys", "cotte_grise")
    assert search in [a for a, _ in game.legal(scene, "alys")]
    assert "Cotte grise" in Voice(game, "en", scene=scene).action(search)
    found, _ = jouer(scene, search, 6, 6, 5, 5)
    bought, _ = jouer(found, Acheter("alys", 0, objet="cotte_grise"))
    alys = bought["alys"]
    assert [x.sorte.nom for x in alys.equipement.sac] == ["Cotte grise"]
    alone = game.gather([msgspec.to_builtins(alys, str_keys=True)])["alys"]
    assert alone.equipement.armes[0].sorte.nom == "Lame grise", "she takes it to another table"
    laid, _ = jouer(scene, Poser("alys", "lame_grise"))
    assert laid.choses[0].nom == "Lame grise"
    assert read_scene(msgspec.to_builtins(laid, str_keys=True)) == laid


def test_what_a_table_has_written_comes_back_the_same_and_an_entry_that_changes_changes_for_all():
    scene = lieu()
    data = msgspec.to_builtins(scene, str_keys=True)
    assert read_scene(data) == scene
    assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene
    data["maison"]["objet"]["lame_grise"]["categorie"] = 3
    again = read_scene(data)
    assert {who: again[who].equipement.armes[0].categorie for who in again.people} == {"alys": 3, "bor": 3}
    assert again.own.adversaire["chien_gris"].equipement.armes[0].categorie == 3
    bare = read_scene({"personnages": {"alys": {"fiche": ALYS}}, "maison": {}})
    assert "maison" not in msgspec.to_builtins(bare) and bare.own is type(bare)({}).own


@pytest.mark.parametrize(
    "kind, id, faux, said",
    [
        ("objet", "lame_grise", {"categorie": 12}, "objet.lame_grise.categorie"),
        ("objet", "lame_grise", {"nature": "consommable"}, "« consommable » inconnu ; connus : arme, armure"),
        ("objet", "lame_grise", {"nature": "chanson"}, "valeurs : accessoire"),
        ("objet", "lame_grise", {"competence": "epluchage"}, "maison.objet.lame_grise.competence"),
        ("objet", "lame_grise", {"munition": "epee_longue"}, "maison.objet.lame_grise.munition"),
        ("objet", "lame_grise", {"metier": "paresse"}, "maison.objet.lame_grise.metier"),
        ("objet", "lame_grise", {"poids": 3}, "clé inconnue « poids » ; clés : "),
        ("objet", "cotte_grise", {"couvre": ["Aile"]}, "maison.objet.cotte_grise.couvre"),
        ("objet", "bague_grise", {"sert": [{"on": "beaute", "n": 1}]}, "maison.objet.bague_grise.sert[0].on"),
        ("adversaire", "chien_gris", {"fiche": {"nom": "Chien", "base": {"FOR": 400}}}, "chien_gris.fiche.base.FOR"),
        ("adversaire", "chien_gris", {"equipement": {"armes": [{"modele": "crocs_roses"}]}}, "« crocs_roses » inconnu"),
        ("adversaire", "chien_gris", {"equipement": {"armes": [{"modele": "cotte_grise"}]}}, "« cotte_grise » inconnu"),
        ("adversaire", "chien_gris", {"equipement": 3}, "adversaire.chien_gris.equipement"),
        ("adversaire", "chien_gris", {"lesions": []}, "clé inconnue « lesions »"),
    ],
)
def test_what_does_not_hold_is_refused_with_what_may_stand_there(kind, id, faux, said):
    with pytest.raises(ContentError) as error:
        lieu(avec(kind, id, faux))
    assert said in str(error.value)


@pytest.mark.parametrize(
    "maison", [3, {"objet": 3}, {"objet": {"x": 3}}, {"chanson": {"x": {}}}, {"adversaire": {"x": 3}}]
)
def test_what_is_no_such_table_is_refused(maison):
    with pytest.raises(ContentError):
        lieu(maison)


@pytest.mark.parametrize("kind, id", [("objet", "dague"), ("adversaire", next(iter(game.cast["adversaire"])))])
def test_the_books_own_entries_are_not_written_over(kind, id):
    entry = next(iter(MAISON[kind].values()))
    with pytest.raises(ContentError) as error:
        lieu({**MAISON, kind: {**MAISON[kind], id: entry}})
    assert "déjà dans le catalogue du livre" in str(error.value)


def test_a_thing_of_the_book_has_no_other_model():
    grise = {**MAISON["objet"]["lame_grise"], "categorie": 8}
    arme = {"modele": "dague", "propre": grise}
    with pytest.raises(ContentError) as error:
        read_scene({"personnages": {"alys": {"fiche": ALYS, "equipement": {"armes": [arme]}}}})
    assert "déjà dans le catalogue du livre" in str(error.value) and MODELES["dague"].categorie == 1
