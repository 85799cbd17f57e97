"""Scenes written by hand: every key judged, one sentence for what does not hold."""

import copy

import msgspec
import pytest

from tablee.games.fluid import game
from tablee.games.fluid.book.c4_combat.tour import Cesser
from tablee.games.fluid.desk.read import gather, read_scene
from tablee.games.fluid.model.scene import Scene
from tablee.kernel.content import ContentError
from tablee.kernel.live import Scripted
from tablee.kernel.scenario import demo, read

BASE = {
    "personnages": {
        "a": {"camp": "rouge", "fiche": {"CON": 6, "VOL": 6, "INT": 4, "PER": 4, "MAG": 5}, "armes": ["epee"]},
        "b": {"camp": "bleu"},
    }
}


def ecrite(chemin, valeur, options=()):
    """The same scene with something else at a dotted path."""
    data = copy.deepcopy(BASE)
    ici = data
    *dossiers, cle = chemin.split(".")
    for d in dossiers:
        ici = ici.setdefault(d, {})
    ici[cle] = valeur
    return read_scene(data, options)


def faute(chemin, valeur, options=()):
    with pytest.raises(ContentError) as wrong:
        ecrite(chemin, valeur, options)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("chemin", "ici", "cle", "permise"),
    [
        ("zut", "le fichier", "zut", "personnages, options, horloge, combat"),
        ("combat.fille", "combat", "fille", "round, phase, file, ordre"),
        ("personnages.a.armme", "personnages.a", "armme", "id, fiche, camp"),
        ("personnages.a.fiche.FROCE", "personnages.a.fiche", "FROCE", "nom, FOR, CON"),
    ],
)
def test_a_key_nobody_knows_is_named_with_those_there_are(chemin, ici, cle, permise):
    assert faute(chemin, 3).startswith(f"scene : {ici} : clé inconnue « {cle} » ; clés : {permise}")


def test_keys_are_judged_in_lists_too():
    assert "personnages.a.fiche.traits[0] : clé inconnue « vleur »" in faute(
        "personnages.a.fiche.traits", [{"nom": "Épée", "valeur": 1, "vleur": 2}]
    )
    assert "au_sol[0].objet : clé inconnue « poids »" in faute(
        "au_sol", [{"objet": {"id": "o", "nom": "O", "score": 1, "poids": 1}, "x": 0, "y": 0}]
    )


OBJET = {"id": "o", "nom": "Chose", "score": 1}
SORT = {"id": "s", "nom": "Sort"}
ACTIF = {"id": "s_1", "mage": "a", "sort": SORT, "cibles": ["b"], "intensite": 1, "rang": 1, "fin": 9}


@pytest.mark.parametrize(
    ("chemin", "valeur", "dit"),
    [
        ("combat.file", ["zut", "b"], "combat.file : « zut » inconnu ; connus : a, b"),
        ("combat.file", ["a", "b", "b"], "combat.file : « b » est nommé 2 fois, une seule est permise"),
        ("combat.ordre", ["a", "a"], "combat.ordre : « a » est nommé 2 fois, une seule est permise"),
        ("combat.contacts", [["a", "zut"]], "combat.contacts[0] : « zut » inconnu ; connus : a, b"),
        ("combat.contacts", [["a", "a"]], "combat.contacts[0] : « a » est nommé 2 fois, une seule est permise"),
        ("combat.groupes", [["a", "zut"]], "combat.groupes : « zut » inconnu ; connus : a, b"),
        ("combat.phase", "annonces", "combat.groupes : la phase « annonces » demande les groupes au contact"),
        ("combat.annonces", {"zut": {"actor": "zut"}}, "combat.annonces.zut : « zut » inconnu ; connus : a, b"),
        ("combat.annonces", {"a": {"actor": "b"}}, "combat.annonces.a.actor : « a » est attendu, pas « b »"),
        ("combat.annonces", {"a": {"actor": "a", "cible": "z"}}, "combat.annonces.a : « z » inconnu ; connus : a, b"),
        ("combat.initiateur", "a", "combat.initiateur : « a » inconnu ; connus : aucun"),
        ("combat.marche", {"zut": 1}, "combat.marche : « zut » inconnu ; connus : a, b"),
        ("combat.actions", {"a": -1}, "combat.actions.a : de 0 à 10000, pas -1"),
        ("combat.elan", {"zut": 1}, "combat.elan : « zut » inconnu ; connus : a, b"),
        ("combat.derniers", {"zut": []}, "combat.derniers : « zut » inconnu ; connus : a, b"),
        ("combat.round", 0, "combat.round : de 1 à 10000, pas 0"),
        ("horloge", -1, "horloge : de 0 à 1000000000000, pas -1"),
        ("poursuite", {"fuyard": "a", "poursuivant": "a", "ecart": 3, "but": 9}, "poursuite : « a » est nommé 2 fois"),
        ("poursuite", {"fuyard": "a", "poursuivant": "b", "ecart": -3, "but": 9}, "poursuite.ecart : de 0 à"),
        ("armees", {"nord": {"general": "z", "effectif": 9}}, "armees.nord.general : « z » inconnu"),
        ("armees", {"nord": {"general": "a", "effectif": 9, "pertes": 10}}, "armees.nord.pertes : de 0 à 9, pas 10"),
        ("armees", {"nord": {"general": "a", "effectif": 9, "echelle": 7}}, "armees.nord.echelle : « 7 » inconnu"),
        ("sorts", [{**ACTIF, "mage": "z"}], "sorts[0].mage : « z » inconnu"),
        ("sorts", [{**ACTIF, "cibles": ["z"]}], "sorts[0].cibles : « z » inconnu"),
        ("sorts", [{**ACTIF, "fin": -1}], "sorts[0].fin : de 0 à"),
        ("sorts", [{**ACTIF, "sort": {**SORT, "aire": 99}}], "sorts[0].sort.aire : de 0 à"),
        ("au_sol", [{"objet": OBJET, "x": 10**9, "y": 0}], "au_sol[0].x : de -10000 à 10000, pas 1000000000"),
    ],
)
def test_what_is_under_way_names_people_who_are_there_and_figures_that_can_be(chemin, valeur, dit):
    assert faute(chemin, valeur).startswith(f"scene.{dit}")


@pytest.mark.parametrize(
    ("chemin", "valeur", "dit"),
    [
        ("fiche.FOR", -3, "fiche.FOR : de 1 à 30, pas -3"),
        ("fiche.FOR", 0, "fiche.FOR : de 1 à 30, pas 0"),
        ("fiche.FOR", 10**20, "fiche.FOR : de 1 à 30, pas 100000000000000000000"),
        ("fiche.MAG", 0, "fiche.MAG : de 1 à 30, pas 0"),
        ("fiche.nom", " ", "fiche.nom : il faut un nom"),
        ("fiche.nom", "a" * 61, "fiche.nom : 60 caractères au plus, pas 61"),
        ("fiche.sbire", "zut", "fiche.sbire : « zut » inconnu ; connus : assez_facile"),
        ("fiche.res_fixee", 0, "fiche.res_fixee : de 1 à 999, pas 0"),
        ("fiche.traits", [{"nom": "Épée", "valeur": 0}], "fiche.traits[0].valeur : de 1 à 50, pas 0"),
        ("fiche.traits", [{"nom": "Épée", "valeur": 51}], "fiche.traits[0].valeur : de 1 à 50, pas 51"),
        ("fiche.traits", [{"nom": "", "valeur": 1}], "fiche.traits[0].nom : il faut un nom"),
        ("fiche.traits", [{"nom": "B", "valeur": 1, "botte": "z"}], "fiche.traits[0].botte : « z » inconnu ; connus"),
        ("traits", [{"nom": "Plaie", "valeur": -1}], "traits[0].valeur : de 1 à 999, pas -1"),
        ("traits", [{"nom": "Ivre", "valeur": 1, "fin": -1}], "traits[0].fin : de 0 à"),
        ("res_perdue", -1, "res_perdue : de 0 à 12, pas -1"),
        ("res_perdue", 13, "res_perdue : de 0 à 12, pas 13"),
        ("san_perdue", 9, "san_perdue : de 0 à 8, pas 9"),
        ("aur_perdue", 11, "aur_perdue : de 0 à 10, pas 11"),
        ("pertes", {"FOR": 6}, "pertes.FOR : de 0 à 5, pas 6"),
        ("pertes", {"ZZ": 1}, "pertes : « ZZ » inconnu ; connus : FOR, CON"),
        ("x", 99999999999, "x : de -10000 à 10000, pas 99999999999"),
        ("y", -10001, "y : de -10000 à 10000, pas -10001"),
        ("reveil", -1, "reveil : de 0 à"),
        ("hemorragie", -1, "hemorragie : de 0 à 999, pas -1"),
        ("xp", -1, "xp : de 0 à 999, pas -1"),
        ("conditions", [{"nom": "Gêne", "rounds": -1}], "conditions[0].rounds : de 0 à 1000000, pas -1"),
        ("conditions", [{"nom": "Gêne", "rounds": 1, "desavantages": -1}], "conditions[0].desavantages : de 0 à 50"),
        ("aides", [{"de": "b", "points": -1}], "aides[0].points : de 0 à 50, pas -1"),
        ("grimoire", [{**SORT, "complexite": -1}], "grimoire[0].complexite : de 0 à"),
        ("memoire", [{**SORT, "niveau": 51}], "memoire[0].niveau : de 0 à 50, pas 51"),
        ("armes", [{**OBJET, "score": -1}], "armes[0].score : de 0 à 50, pas -1"),
        ("armure", "epee", "armure : « Épée » n'est pas à sa place ; il faut : armure"),
        ("bouclier", "epee", "bouclier : « Épée » n'est pas à sa place ; il faut : bouclier"),
        ("armes", ["mailles"], "armes[0] : « Cotte de mailles » n'est pas à sa place ; il faut : melee ou tir"),
        ("en_main", ["hache"], "en_main : « hache » inconnu ; connus : epee"),
    ],
)
def test_figures_of_a_character_are_within_what_the_game_can_mean(chemin, valeur, dit):
    assert faute(f"personnages.a.{chemin}", valeur).startswith(f"scene.personnages.a.{dit}")


@pytest.mark.parametrize(
    ("chemin", "valeur"),
    [("fiche.FOR", 1), ("fiche.FOR", 30), ("res_perdue", 12), ("x", -10_000), ("pertes", {"MAG": 4})],
)
def test_the_bounds_themselves_are_allowed(chemin, valeur):
    assert isinstance(ecrite(f"personnages.a.{chemin}", valeur), Scene)


@pytest.mark.rule("FLU-4.55")
def test_res_is_overdrawn_only_where_the_table_plays_it_so():
    simples = ("degats_simplifies",)
    assert ecrite("personnages.a.res_perdue", 24, simples)["a"].res == -12
    assert "res_perdue : de 0 à 24, pas 25" in faute("personnages.a.res_perdue", 25, simples)
    assert "res_perdue : de 0 à 12, pas 13" in faute("personnages.a.res_perdue", 13)


def test_who_is_no_table_is_refused_in_one_sentence():
    assert faute("personnages.a", 3) == "scene.personnages.a : attendu une table, et une table pour « fiche »"
    assert faute("personnages.a.fiche", 3) == "scene.personnages.a : attendu une table, et une table pour « fiche »"


def test_the_name_in_the_scene_is_the_id():
    assert ecrite("personnages.a.id", "autre")["a"].id == "a"


def test_characters_of_files_are_judged_too():
    alys = {"id": "alys", "fiche": {"nom": "Alys"}}
    assert gather([alys])["alys"].nom == "Alys"
    with pytest.raises(ContentError, match="clé inconnue « ZZ »"):
        gather([{**alys, "ZZ": 1}])
    with pytest.raises(ContentError, match=r"scene\.personnages\.alys\.fiche\.FOR : de 1 à 30, pas -3"):
        gather([{**alys, "fiche": {"nom": "Alys", "FOR": -3}}])


@pytest.mark.rule("FLU-4.2")
def test_a_fight_that_does_not_say_who_acts_goes_by_ini():
    scene = ecrite("combat", {})
    assert scene.encounter.file == scene.encounter.ordre == ("b", "a")  # the sword slows a down


def test_whoever_comes_into_a_round_takes_his_place_and_the_others_keep_theirs():
    """INI may have changed since the round began: that somebody came, perhaps unseen, does not set it right."""
    venu = {**BASE["personnages"], "c": {"camp": "bleu"}}
    scene = read_scene({"personnages": venu, "combat": {"ordre": ["a", "b"], "file": ["a", "b"]}}, ())
    assert [who for who in scene.encounter.ordre if who != "c"] == ["a", "b"]
    assert [who for who in scene.encounter.file if who != "c"] == ["a", "b"] and "c" in scene.encounter.file


@pytest.mark.rule("FLU-4.28")
def test_in_a_scene_with_a_file_only_the_other_camp_is_asked_for_peace():
    scene = ecrite("combat.file", ["a", "b"])
    oracle = Scripted((), ("non",))
    assert Cesser("a").resolve(scene, oracle).encounter is not None
    assert [q.who for q in oracle.asked] == ["b"]


@pytest.mark.parametrize("nom", list(game.demos))
def test_a_scene_as_it_is_kept_can_be_read_again(nom):
    scene = demo("fluid", nom)
    plain = msgspec.json.decode(msgspec.json.encode(scene))
    options = tuple(plain.pop("options"))
    assert read_scene(plain, options) == scene


def test_a_created_character_joins_a_scene_by_its_file(tmp_path):
    alys = game.creation.finish(game.creation.random(3))
    kept = {"game": "fluid", "rules_version": "0", "character": alys}
    (tmp_path / "alys.json").write_bytes(msgspec.json.encode(kept))
    scene = tmp_path / "scene.toml"
    scene.write_text(
        'game = "fluid"\n[scene.personnages.alys]\nfichier = "alys.json"\ncamp = "Nous"\nx = 3\nfiche.FOR = 9\n',
        "utf-8",
    )
    lue = read(scene).start()["alys"]
    assert (lue.id, lue.side, lue.x, lue.fiche.FOR) == ("alys", "Nous", 3, 9)
    assert (lue.nom, lue.fiche.CON, lue.armes) == (alys.nom, alys.fiche.CON, alys.armes)
