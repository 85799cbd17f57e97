"""The catalogue: weapons, armours, shields, sbires, ready characters and scenes, on the book's scales."""

from importlib.resources import files

import pytest

from tablee.games.fluid import game
from tablee.games.fluid.book.c4_combat.combat import Annoncer, ordre
from tablee.games.fluid.book.c4_combat.tour import Combattre
from tablee.games.fluid.desk.creation import CREATION
from tablee.games.fluid.desk.draft import Brouillon, Caracs, Choisi
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.model.catalogue import ARMES, PRETS, SBIRES, Sbire, sbire
from tablee.games.fluid.model.effects import degre_du_sbire
from tablee.games.fluid.model.people import CARACS, MAINS_NUES, NOMS
from tablee.games.fluid.model.tables import BOTTES, DIFFICULTES
from tablee.kernel import content
from tablee.kernel.live import Scripted
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Simulated


def de_genre(*genres):
    return [o for o in ARMES.values() if o.genre in genres]


# ---------------------------------------------------------------- equipment


@pytest.mark.rule("FLU-4.35")
def test_weapons_on_the_scale_of_the_book():
    melee, tir = de_genre("melee"), de_genre("tir")
    assert len(melee) + len(tir) >= 18
    assert len(tir) >= 5
    assert {o.score for o in melee} == {0, 1, 2, 3}
    assert {o.score for o in tir} == {1, 2, 3}
    assert [o for o in melee if (o.score == 3) != o.deux_mains] == []  # two hands, three points
    assert [o.id for o in melee if o.score == 0] == ["mains_nues"]
    assert ARMES["mains_nues"] == MAINS_NUES
    scores = {"dague": 1, "epee": 2, "hache": 2, "epee_a_deux_mains": 3, "arc_long": 2, "arbalete": 3, "pistolet": 3}
    assert {id: ARMES[id].score for id in scores} == scores
    assert all(o.trait for o in melee + tir)


@pytest.mark.rule("FLU-4.36")
def test_armours_on_the_scale_of_the_book():
    assert len(de_genre("armure")) >= 6
    assert {o.score for o in de_genre("armure")} == {0, 1, 2, 3}
    scores = {"habits": 0, "cuir": 1, "fourrures": 1, "mailles": 2, "plates": 3, "gilet": 3}
    assert {id: ARMES[id].score for id in scores} == scores


@pytest.mark.rule("FLU-4.37")
def test_three_sizes_of_shields():
    assert sorted(o.score for o in de_genre("bouclier")) == [1, 2, 3]
    assert {o.trait for o in de_genre("bouclier")} == {"Bouclier"}


def test_every_thing_has_its_own_id_and_name():
    texte = files("tablee.games.fluid").joinpath("content/equipement.toml").read_text("utf-8")
    assert texte.count("[[objet]]") == len(ARMES)
    assert len({o.nom for o in ARMES.values()}) == len(ARMES)
    assert all(id.isascii() and id == id.lower() for id in ARMES)
    assert "sabre laser" not in ARMES


def test_the_lists_are_marked_as_ours():
    for nom in ("equipement", "prets", "sbires", "creation"):
        texte = files("tablee.games.fluid").joinpath(f"content/{nom}.toml").read_text("utf-8")
        assert 'origin = "tablee"' in "".join(line for line in texte.splitlines() if line.startswith("#"))


# ---------------------------------------------------------------- sbires


@pytest.mark.rule("FLU-4.64")
def test_a_sbire_has_one_flat_value_and_twice_that_as_res():
    scene = read_scene({"personnages": {"g": {"fiche": sbire(Sbire("Gars", 4, "facile"))["fiche"]}}}, ())
    assert [scene["g"].carac(c) for c in CARACS] == [4] * 8
    assert (scene["g"].fiche.RES, scene["g"].fiche.MAG) == (8, None)


@pytest.mark.rule("FLU-4.64")
def test_the_mj_may_set_the_res_of_a_sbire():
    scene = read_scene({"personnages": {"g": {"fiche": sbire(Sbire("Gars", 4, "facile", 5))["fiche"]}}}, ())
    assert (scene["g"].fiche.RES, scene["g"].fiche.INI) == (5, 8)


@pytest.mark.rule("FLU-4.64", "FLU-4.65")
def test_eight_sbires_from_weak_to_dreadful():
    scene = read_scene({"personnages": {id: {"sbire": id} for id in SBIRES}}, ())
    gens = scene.people.values()
    assert len(gens) == 8
    for p in gens:
        assert len({p.carac(c) for c in CARACS}) == 1
        assert p.fiche.sbire in DIFFICULTES
        assert p.fiche.traits == ()
        fixee = p.fiche.res_fixee
        assert (2 * p.carac("FOR") if fixee is None else fixee) == p.fiche.RES
    assert {p.carac("FOR") for p in gens} == {3, 4, 5, 6}
    assert {degre_du_sbire(p) for p in gens} >= {-2, -1, 1, 2, 3}
    assert {id: scene[id].fiche.RES for id in ("gueux", "loup", "ogre")} == {"gueux": 6, "loup": 8, "ogre": 20}


# ---------------------------------------------------------------- ready characters


def brouillon(pret):
    """A ready character as if it had been made step by step."""
    f = pret["fiche"]
    choisis = [(t.get("negatif", False), {k: v for k, v in t.items() if k != "negatif"}) for t in f["traits"]]
    return Brouillon(
        nom=f["nom"],
        magie="MAG" in f,
        caracs=Caracs(**{c: f[c] for c in NOMS if c in f}),
        traits=tuple(Choisi(**t) for negatif, t in choisis if not negatif),
        negatifs=tuple(Choisi(**t) for negatif, t in choisis if negatif),
        armes=tuple(pret["armes"]),
        armure=pret.get("armure", ""),
        bouclier=pret.get("bouclier", ""),
    )


@pytest.mark.rule("FLU-2.2", "FLU-2.3", "FLU-2.9", "FLU-2.12", "FLU-2.14")
@pytest.mark.parametrize("id", PRETS)
def test_a_ready_character_is_one_that_creation_allows(id):
    draft = brouillon(PRETS[id])
    assert CREATION.review(draft).problems == ()
    assert [b.left for b in CREATION.review(draft).budgets] == [0, 0]
    fait, lu = CREATION.finish(draft), read_scene({"personnages": {id: {"pret": id}}}, ())[id]
    assert (fait.fiche, fait.armes, fait.armure, fait.bouclier) == (lu.fiche, lu.armes, lu.armure, lu.bouclier)


def test_six_ready_characters_of_different_trades():
    scene = read_scene({"personnages": {id: {"pret": id} for id in PRETS}}, ())
    assert set(PRETS) == {"escrimeuse", "brute", "archer", "mage", "guerisseur", "roublarde"}
    assert [t.botte for t in scene["escrimeuse"].fiche.traits if t.botte in BOTTES] == ["aveugler"]
    assert scene["brute"].armes[0].deux_mains
    assert scene["archer"].armes[0].genre == "tir"
    assert [id for id in PRETS if scene[id].fiche.MAG is not None] == ["mage"]
    assert scene["guerisseur"].trait("Premiers soins").valeur == 3
    armes = scene["roublarde"].armes
    assert [(o.score, o.deux_mains, scene["roublarde"].trait(o.trait).valeur) for o in armes] == [
        (2, False, 3),
        (1, False, 2),
    ]
    for p in scene.people.values():
        assert p.trait(p.armes[0].trait) is not None  # each can use what it holds


# ---------------------------------------------------------------- ready scenes

SCENES = sorted(f.name for f in files("tablee.games.fluid").joinpath("content/scenes").iterdir())


def lire(nom):
    scenario = content.read("tablee.games.fluid", f"content/scenes/{nom}", Scenario)
    assert scenario.game == "fluid"
    assert scenario.title
    assert scenario.step == ()
    return read_scene(scenario.scene, scenario.options)


def test_the_ready_scenes():
    camps = {nom: [len(gens) for gens in lire(nom).sides().values()] for nom in SCENES}
    assert camps == {"demo.toml": [3, 3], "duel.toml": [1, 1], "embuscade.toml": [4, 6]}
    assert [p.nom for p in lire("demo.toml").people.values() if p.side == "Gens du pont" and not p.fiche.sbire] == [
        "Capitaine Malebranche"
    ]
    assert all(p.fiche.sbire for p in lire("embuscade.toml").people.values() if p.side == "Détrousseurs")


@pytest.mark.rule("FLU-4.2")
@pytest.mark.parametrize("nom", SCENES)
def test_a_ready_scene_begins_with_the_fight_open_in_ini_order(nom):
    scene = lire(nom)
    assert scene.encounter.file == ordre(scene, scene.people)
    assert (scene.round(), scene.encounter.phase) == (1, "approche")
    ferme = read_scene({"personnages": plain(nom)}, ())
    assert Combattre(scene.turn()[0]).resolve(ferme, Scripted()).encounter.file == scene.encounter.file
    assert scene.options.permet("feinte")
    places = [(p.x, p.y) for p in scene.people.values()]
    assert len(set(places)) == len(places)


def plain(nom):
    return content.read("tablee.games.fluid", f"content/scenes/{nom}", Scenario).scene["personnages"]


@pytest.mark.parametrize("nom", SCENES)
def test_the_first_one_can_attack_somebody_at_once(nom):
    scene = lire(nom)
    ouvertes = [a for a, closed in game.legal(scene, scene.turn()[0]) if closed is None]
    assert any(isinstance(a, Annoncer) and a.cible for a in ouvertes)


@pytest.mark.parametrize("nom", SCENES)
def test_a_ready_scene_can_be_fought_for_twenty_actions(nom):
    scene, oracle = lire(nom), Simulated(7)
    for _ in range(20):
        if not scene.turn():
            break
        who = scene.turn()[0]
        action = next(a for a, closed in game.legal(scene, who) if closed is None)
        scene = action.resolve(scene, oracle)
    assert any(p.res < p.fiche.RES for p in scene.people.values())
