"""Scenes written by hand become scenes; the ready ones are fair fights; whatever play leads to can be read again."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.fragments import game
from tablee.games.fragments.book.c2_systeme.figures import chiffre
from tablee.games.fragments.book.c3_combat.tours import Combattre, ranger
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.desk.judge import fautes_des_places, juger
from tablee.games.fragments.desk.read import D10_MOYEN, composer, lire_scene, reunir
from tablee.games.fragments.desk.tactics import TACTIQUES
from tablee.games.fragments.model.cartes import CARTES, case_de
from tablee.games.fragments.model.catalogue import CHOSES, CREATURES, PRETS
from tablee.games.fragments.model.hexes import distance
from tablee.games.fragments.model.people import Unite
from tablee.games.fragments.model.scene import Scene, Tour
from tablee.kernel.content import ContentError, parse
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Sampled

SCENES = game.demos
TACTIQUE = TACTIQUES["simple"]


def lue(nom: str) -> Scene:
    return lire_scene(tomllib.loads(SCENES[nom])["scene"])


def deux(**kw: Any) -> dict[str, Any]:
    """Two who fight, the first with what is given."""
    return {"unites": {"aki": {"camp": "A", **kw}, "bao": {"camp": "B"}}}


def apres_json(scene: Scene) -> Scene:
    return msgspec.json.decode(msgspec.json.encode(scene), type=Scene)


# ---------------------------------------------------------------- what is read


@pytest.mark.rule("FD-9.18", "FD-9.19")
def test_ready_characters_creatures_mounts_and_things_by_their_ids() -> None:
    s = lire_scene(
        {
            "unites": {
                "aki": {"equipement": {"actif": ["dague", "rondache", "dague"], "sorts": ["soin"]}, "x": 5},
                "isaure": {"pret": "isaure", "fiche": {"points": {"FOR": 1}}, "y": 3},
                "crocs": {"creature": "loup_gris"},
                "brise": {"bete": "cheval"},
            }
        }
    )
    aki = s["aki"].equipement
    assert [c.id for c in aki.actif] == ["dague", "rondache", "dague_2"]
    assert aki.actif[2].vaut == "dague" and aki.actif[2].nom == "Dague"
    assert aki.porte is not None and aki.sorts[0].nom == "Soin"
    isaure = s["isaure"]
    assert (isaure.nom, isaure.fiche.points["FOR"], isaure.fiche.points["HAB"]) == ("Isaure", 1, 5)
    assert isaure.joueur and isaure.equipement.tenues[0].id == "sabre_des_mouettes"
    assert (s["crocs"].nom, s["crocs"].fiche.types) == ("Loup gris", ("Bestiale",))
    assert (s["brise"].nom, s["brise"].pv_max) == ("Cheval", 24)
    assert apres_json(s) == s


@pytest.mark.rule("FD-9.18")
def test_those_without_a_name_of_their_own_are_told_apart() -> None:
    loup = {"creature": "loup_gris"}
    s = lire_scene({"unites": {"a": loup, "b": loup, "c": {**loup, "fiche": {"nom": "Vieux Gris"}}, "d": {}}})
    assert [u.nom for u in s.people.values()] == ["Loup gris 1", "Loup gris 2", "Vieux Gris", "D"]


@pytest.mark.rule("FD-9.19")
def test_a_place_is_a_column_and_a_row_or_axial() -> None:
    s = lire_scene({"carte": "gue", "unites": {"a": {"place": [4, 7]}, "b": {"x": 2, "y": 5}}})
    assert s["a"].case == case_de(4, 7) == (1, 7) and s["b"].case == (2, 5)
    for mauvaise in ([1], [1, 2, 3], ["a", 2], 4, [True, 1], [1.5, 2]):
        with pytest.raises(ContentError, match=r"^scene\.unites\.a\.place : la colonne et la ligne"):
            lire_scene({"unites": {"a": {"place": mauvaise}}})


@pytest.mark.rule("FD-9.19")
def test_those_whose_place_is_not_said_get_a_cell_each() -> None:
    s = lire_scene({"unites": {id: {} for id in "abcdefg"}})
    assert s["a"].case == (0, 0)
    assert len({u.case for u in s.people.values()}) == 7
    assert all(distance((0, 0), u.case) == 1 for u in s.people.values() if u.id != "a")
    s = lire_scene({"unites": {"a": {}, "b": {"x": 0, "y": 0}}})
    assert s["b"].case == (0, 0) and distance(s["a"].case, (0, 0)) == 1
    s = lire_scene({"carte": {"lignes": ["~~~~", "~.~~", "~~~f"]}, "unites": {"a": {}, "b": {}}})
    assert {u.case for u in s.people.values()} == {case_de(1, 1), case_de(3, 2)}
    with pytest.raises(ContentError, match=r"est déjà prise|personne ne tient"):
        lire_scene({"carte": {"lignes": ["~.~"]}, "unites": {"a": {}, "b": {}}})


@pytest.mark.rule("FD-6.35", "FD-6.36")
def test_rider_and_mount_know_each_other_whoever_says_so() -> None:
    cavaliere = {"camp": "A", "x": 3, "y": 4}
    for unites in (
        {"a": {**cavaliere, "monture": "m"}, "m": {"bete": "cheval"}},
        {"a": cavaliere, "m": {"bete": "cheval", "cavalier": "a"}},
    ):
        s = lire_scene({"unites": unites})
        assert (s["a"].monture, s["m"].cavalier, s["m"].case, s["m"].side) == ("m", "a", (3, 4), "A")
    s = lire_scene({"unites": {"a": {"monture": "m"}, "m": {"bete": "griffon"}, "b": {}}})
    assert s["m"].case == s["a"].case != s["b"].case


@pytest.mark.rule("FD-3.25")
def test_a_passenger_sits_where_the_rider_is() -> None:
    gens = {"a": {"camp": "A", "monture": "m", "x": 2, "y": 2}, "m": {"bete": "cheval"}, "b": {"passager_de": "a"}}
    s = lire_scene({"unites": gens})
    assert s["b"].case == (2, 2) and s.passager(s["m"]) == s["b"]


def test_a_switch_is_on_or_off() -> None:
    assert not lire_scene(deux()).options.convoi
    assert lire_scene(deux(), ("convoi",)).options.convoi


# ---------------------------------------------------------------- a fight half written

VIF = {"fiche": {"points": {"AGI": 9, "PV": 20}}}


@pytest.mark.rule("FD-3.45", "FD-3.46", "FD-2.12")
@pytest.mark.parametrize("combat", [{}, {"manche": 3}])
def test_a_fight_without_more_goes_by_initiative(combat: dict[str, Any]) -> None:
    s = lire_scene({**deux(**VIF), "combat": combat})
    assert s.encounter is not None
    assert s.encounter.manche == combat.get("manche", 1)
    assert s.encounter.initiatives == {"aki": 9 + D10_MOYEN, "bao": D10_MOYEN}
    assert s.encounter.comptes == {"aki": 9, "bao": 0}
    assert (s.encounter.file, s.turn(), s.encounter.joues) == (("aki", "bao"), ("aki",), ("aki",))
    assert next(a for a, refus in game.legal(s, "aki") if refus is None)


@pytest.mark.rule("FD-3.47")
def test_equals_have_their_first_tour_together_the_players_before_the_others() -> None:
    gens = {
        "b": {"camp": "B"},
        "a1": {"camp": "A", "joueur": True},
        "a2": {"camp": "A"},
    }
    s = lire_scene({"unites": gens, "combat": {}})
    assert s.turn() == ("a1", "a2") and s.encounter is not None and s.encounter.file == ("a1", "a2", "b")


@pytest.mark.rule("FD-2.12")
def test_what_a_fight_does_say_is_kept() -> None:
    s = lire_scene({**deux(**VIF), "combat": {"initiatives": {"bao": 30}}})
    assert s.encounter is not None and s.encounter.file == ("bao", "aki") and s.turn() == ("bao",)
    s = lire_scene({**deux(**VIF), "combat": {"file": ["bao", "aki"]}})
    assert s.encounter is not None and s.turn() == ("bao",)
    s = lire_scene({**deux(**VIF), "combat": {"tours": {"bao": {"pas": 2, "agi": True}}}})
    assert s.encounter is not None and s.encounter.tours == {"bao": Tour(2, agi=True)}
    assert s.encounter.file == ("bao", "aki") and s.encounter.joues == s.encounter.passes == ("bao",)


@pytest.mark.rule("FD-3.3", "FD-2.12")
def test_the_fallen_do_not_open_a_fight() -> None:
    a_terre = {"survie": {"reste": 500, "blessure": "Légère"}}
    gens = deux(**VIF, **a_terre)["unites"] | {"ami": {"camp": "A"}}
    s = lire_scene({"unites": gens, "combat": {"file": ["aki", "bao"]}})
    assert s.turn() == ("bao",)
    with pytest.raises(ContentError, match=r"^scene\.combat : il faut deux camps debout$"):
        lire_scene({**deux(**a_terre), "combat": {}})


# ---------------------------------------------------------------- characters from their files


def test_characters_from_their_files_come_together_and_are_judged() -> None:
    gens = [msgspec.to_builtins(lire_scene({"unites": {n: {"pret": n}}})[n]) for n in ("isaure", "gontran", "sylve")]
    s = reunir(gens)
    assert list(s.people) == ["isaure", "gontran", "sylve"]
    assert list(fautes_des_places(s)) == [] and s["isaure"].case == (0, 0)
    with pytest.raises(ContentError, match="« isaure » est nommé 2 fois"):
        reunir([gens[0], gens[0]])
    gens[0]["fiche"]["niveau"] = 61
    with pytest.raises(ContentError, match=r"^scene\.unites\.isaure\.fiche\.niveau : de 1 à 60, pas 61$"):
        reunir(gens)


@pytest.mark.parametrize("graine", range(12))
def test_every_character_that_creation_makes_is_accepted(graine: int) -> None:
    perso: Unite = CREATION.build(CREATION.random(graine))
    s = reunir([msgspec.json.decode(msgspec.json.encode(perso))])
    assert s[perso.id] == perso
    assert lire_scene({"unites": {perso.id: msgspec.to_builtins(perso)}})[perso.id] == perso


# ---------------------------------------------------------------- the ready scenes


@pytest.mark.rule("FD-9.19")
def test_there_are_scenes_for_each_kind_of_encounter() -> None:
    assert len(SCENES) >= 8 and next(iter(SCENES)) == "demo"
    demo = lue("demo")
    assert sorted(len(camp) for camp in demo.sides().values()) == [4, 6]
    assert {u.fiche.niveau for u in demo.people.values() if u.joueur} == {1}
    assert demo.carte == CARTES["gue"].carte
    assert lue("brume").brouillard and not demo.brouillard
    montes = lue("chevauchee")
    assert {u.side for u in montes.people.values() if u.monture} == set(montes.sides())
    roi = lue("roi")
    assert {u.fiche.niveau for u in roi.people.values() if u.joueur} == {20}
    assert any(c.id == "pierre_de_resurrection" for c in roi["roi"].equipement.actif)
    assert any(not u.joueur and u.side == "Convoi" for u in lue("escorte").people.values())
    assert {id for id, c in CARTES.items() if any(lue(n).carte == c.carte for n in SCENES)} == set(CARTES)


@pytest.mark.parametrize("nom", SCENES)
def test_a_ready_scene_waits_for_its_fight(nom: str) -> None:
    ecrite = parse(SCENES[nom], Scenario, nom)
    assert ecrite.game == "fragments" and ecrite.title and ecrite.note and not ecrite.step
    s = lue(nom)
    assert s.encounter is None and len(s.sides()) == 2
    assert Combattre(next(iter(s.people))).closed(s) is None
    assert all("pret" in u or "creature" in u or "bete" in u for u in ecrite.scene["unites"].values())
    assert apres_json(s) == s


@pytest.mark.parametrize("nom", SCENES)
def test_a_ready_scene_is_a_fair_fight(nom: str) -> None:
    """The players' side wins more often than not, never for sure, and every fight comes to an end."""
    depart, gagnes, essais = lue(nom), 0, 60
    nous = next(u.side for u in depart.people.values() if u.joueur)
    for graine in range(essais):
        oracle = Sampled(graine, TACTIQUE.answer)
        scene, pas = Combattre(next(iter(depart.people))).resolve(depart, oracle), 0
        while scene.encounter is not None:
            scene, pas = TACTIQUE.act(scene, scene.turn()[0]).resolve(scene, oracle), pas + 1
            assert pas < 2000
        gagnes += any(u.conscient and u.side == nous and not u.bete for u in scene.people.values())
    assert 0.4 * essais <= gagnes <= 0.9 * essais


@pytest.mark.parametrize("nom", SCENES)
def test_whatever_play_leads_to_can_be_written_and_read_again(nom: str) -> None:
    scene = lue(nom)
    oracle = Sampled(3, TACTIQUE.answer)
    scene, pas = Combattre(next(iter(scene.people))).resolve(scene, oracle), 0
    while scene.encounter is not None:
        scene, pas = TACTIQUE.act(scene, scene.turn()[0]).resolve(scene, oracle), pas + 1
        assert juger(scene, "scene") is scene
        if pas % 10 == 0:
            assert apres_json(scene) == scene
    assert apres_json(scene) == juger(scene, "scene")


@given(st.data())
@settings(max_examples=25)
def test_what_anybody_may_do_at_random_leads_to_scenes_that_hold(data: st.DataObject) -> None:
    """Not only what a tactic would do: any open button, some actions long, in a fight or before it."""
    scene = lue(data.draw(st.sampled_from(["demo", "chevauchee", "roi", "escorte"])))
    oracle = Sampled(data.draw(st.integers(0, 999)), TACTIQUE.answer)
    if data.draw(st.booleans()):
        scene = Combattre(next(iter(scene.people))).resolve(scene, oracle)
    for _ in range(10):
        who = scene.turn()[0] if scene.encounter is not None else data.draw(st.sampled_from(sorted(scene.people)))
        ouvertes = [a for a, refus in game.legal(scene, who) if refus is None]
        if not ouvertes:
            return
        scene = data.draw(st.sampled_from(ouvertes)).resolve(scene, oracle)
        juger(scene, "scene")
        assert apres_json(scene) == scene


# ---------------------------------------------------------------- anything at all

CLES = ["unites", "carte", "combat", "brouillard", "zones", "degats", "convoi", "horloge", "options", "a", "b"]
CLES += [
    "fiche",
    "nom",
    "points",
    "equipement",
    "actif",
    "sorts",
    "pret",
    "creature",
    "bete",
    "place",
    "x",
    "y",
    "camp",
]
CLES += [
    "monture",
    "cavalier",
    "affliction",
    "etats",
    "effets",
    "id",
    "tours",
    "file",
    "manche",
    "survie",
    "techniques",
]
VALEURS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False),
    st.sampled_from(["", "a", "b", "gue", "cheval", "isaure", "loup_gris", "dague", "soin", "Légère", "brulure"]),
)
NIMPORTE = st.recursive(
    VALEURS, lambda d: st.lists(d, max_size=3) | st.dictionaries(st.sampled_from(CLES), d, max_size=4), max_leaves=12
)
FIGURES = st.dictionaries(st.sampled_from(["PV", "FOR", "AGI", "MOV", "ESQ", "x"]), st.integers(-5, 1200), max_size=3)
UNITE = st.fixed_dictionaries(
    {},
    optional={
        "camp": st.sampled_from(["A", "B", ""]),
        "pret": st.sampled_from([*PRETS][:3]),
        "creature": st.sampled_from([*CREATURES][:6]),
        "bete": st.sampled_from(["cheval", "griffon", "licorne"]),
        "monture": st.sampled_from(["a", "b", "c"]),
        "passager_de": st.sampled_from(["a", "b"]),
        "x": st.integers(-3, 3),
        "y": st.integers(-3, 3),
        "perdus": st.integers(-1, 40),
        "jt": st.integers(-1, 8),
        "fiche": st.fixed_dictionaries({}, optional={"points": FIGURES, "niveau": st.integers(0, 61)}),
        "equipement": st.fixed_dictionaries(
            {"actif": st.lists(st.sampled_from([*CHOSES][:12]), max_size=6)},
            optional={"en_main": st.lists(st.sampled_from([*CHOSES][:3]), max_size=3)},
        ),
        "etats": st.lists(st.fixed_dictionaries({"id": st.sampled_from(["a_terre", "hate", "ivre"])}), max_size=2),
        "survie": st.fixed_dictionaries(
            {"reste": st.integers(0, 900), "blessure": st.sampled_from(["Légère", "Rude"])}
        ),
    },
)
PRESQUE = st.fixed_dictionaries(
    {"unites": st.dictionaries(st.sampled_from(["a", "b", "c"]), UNITE, min_size=1, max_size=3)},
    optional={
        "carte": st.sampled_from(["gue", "nulle_part"])
        | st.builds(lambda x: {"lignes": x}, st.lists(st.text("~.#f ?"))),
        "combat": st.just({}) | st.builds(lambda n: {"manche": n}, st.integers(0, 3)),
        "zones": st.lists(
            st.fixed_dictionaries({"cases": st.just([[0, 0]]), "terrain": st.sampled_from(["foret", "vide"])})
        ),
    },
)


@given(st.dictionaries(st.sampled_from(CLES), NIMPORTE, max_size=5))
def test_random_data_gives_a_scene_or_one_sentence(data: dict[str, Any]) -> None:
    try:
        s = lire_scene(data)
    except ContentError as error:
        assert str(error).startswith("scene")
    else:
        assert apres_json(s) == s


@given(PRESQUE)
@settings(max_examples=200)
def test_what_is_almost_a_scene_gives_a_scene_that_can_be_played_or_one_sentence(data: dict[str, Any]) -> None:
    try:
        s = lire_scene(data)
    except ContentError as error:
        assert str(error).startswith("scene")
        return
    assert juger(s, "scene") is s and apres_json(s) == s
    assert list(fautes_des_places(s)) == []
    for who in s.people:
        for action, refus in game.legal(s, who):
            if refus is None:
                action.resolve(s, Sampled(1, TACTIQUE.answer))
                break
    if s.encounter is not None:
        assert s.encounter.tours and set(s.turn()) <= set(s.encounter.file)
        assert s.encounter.initiatives == {
            id: max(1, D10_MOYEN + chiffre(s, s[id], "INIT")) for id in s.encounter.initiatives
        }
        attendus = [id for id in s.encounter.initiatives if s[id].conscient]
        assert s.encounter.file == ranger(s, attendus, s.encounter.initiatives)


def test_composer_judges_nothing() -> None:
    s = composer(deux(fiche={"niveau": 99}, jt=-3))
    assert (s["aki"].fiche.niveau, s["aki"].jt) == (99, -3)
    with pytest.raises(ContentError, match="niveau"):
        juger(s, "scene")
