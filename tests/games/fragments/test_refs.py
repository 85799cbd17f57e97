"""Whoever leaves takes nothing along but what is about him, whatever he is called."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.walked import states, texts
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model import catalogue
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Actif, Equipement, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Combat, Scene, Tour, Zone
from tablee.games.fragments.model.tables import STATS
from tablee.kernel import refs
from tablee.kernel.game import game

from .champ import combat, qui
from .route import cheval, halte, unite

FRAGMENTS = game("fragments")
PARTS = (Scene, Combat, Tour, Zone, Unite, Fiche, Equipement, MalActif, Actif, Survie, Effet)
FIELDS = {name for part in PARTS for name in (*part.__struct_fields__, *part.__struct_encode_fields__)}
CATALOGUES = ("MAUX", "TERRAINS", "CHOSES", "ENCHANTEMENTS", "MONTURES", "TECHNIQUES", "CLASSES", "ORIGINES", "PRETS")
WORDS = sorted({id for name in CATALOGUES for id in getattr(catalogue, name)} | FIELDS | {*STATS, "aide", "actif"})
NAMING = ("actor", "avec", "cible", "devant", "gardes", "monture")  # parameters of actions
TAKEN = ("affliction", "cavalier", "etats", "monture", "passager_de", "survie")  # where a unit may name another


def plain(thing: Any) -> Any:
    return msgspec.to_builtins(thing, str_keys=True)


def everything() -> Scene:
    """A fight in which each field that may name somebody names one, and whose first has many things to do to others."""
    armes = ["sabre_des_mouettes", "fiole_vermeille"]
    bagage = {"actif": armes, "sorts": ["chant_clair"], "lies": ["chant_clair"], "selle": True, "ecus": 500}
    techniques = [t.id for t in catalogue.TECHNIQUES.values() if t.activation == "action"][:9]
    scene = combat(
        ana=qui(init=30, monture="bai", joueur=True, equipement=bagage, techniques=techniques),
        bai={"bete": "cheval", "maitre": "ana"},
        gris={"bete": "cheval", "maitre": "ana", "camp": "a", "x": 0, "y": 1, "equipement": {"actif": ["charpie"]}},
        bob=qui(passager_de="ana", etats=[{"id": "marque", "par": "zoe"}, {"id": "expose"}]),
        cyr=qui(x=-1, survie={"reste": 900, "blessure": "Légère", "essais": [["bob", 1], ["dan", 2]]}),
        dan=qui(x=-1, y=1, affliction={"id": "poison", "par": "zoe", "tours": 3}),
        zoe=qui("b", x=2, monture="noir"),
        noir={"bete": "cheval", "maitre": "yan"},
        yan=qui("b", x=1),
    )
    assert scene.encounter is not None
    some: Any = dict.fromkeys(("repris", "differes", "relances"), ("dan", "zoe", "yan"))
    zones = (Zone(((6, 0),), "brasier", "zoe", 2), Zone(((7, 0),), "marais"))
    return lire_scene(plain(replace(scene, zones=zones, encounter=replace(scene.encounter, **some))))


@cache
def moments() -> tuple[Scene, ...]:
    """Scenes of many fights, some of each."""
    played = [scene for name in FRAGMENTS.demos for scene in states(FRAGMENTS, name)[::8]]
    return (everything(), everything().calm(), *played)


@cache
def neutral(n: int) -> Scene:
    """One of those scenes, everybody under an id that nothing else is called."""
    ids = {who: f"zz_{i}" for i, who in enumerate(moments()[n].people)}
    return refs.rewritten(moments()[n], ids.__getitem__)


def hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def speaks_of(thing: Any, who: str) -> bool:
    return who in texts(plain(thing))


@given(st.data())
def test_whoever_leaves_is_struck_as_if_he_had_an_id_of_his_own(data: st.DataObject) -> None:
    scene = neutral(data.draw(st.integers(0, len(moments()) - 1)))
    people = list(scene.people)
    n = len(people)
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=n, max_size=n, unique=True))
    called = dict(zip(people, words, strict=True))
    for who in people:
        expected, gone = refs.without(scene, frozenset({who}))
        after, left = refs.without(refs.rewritten(scene, called.__getitem__), frozenset({called[who]}))
        assert left == {called[id] for id in gone}
        assert plain(after) == plain(refs.rewritten(expected, called.__getitem__))
        assert left.isdisjoint(refs.named(after))


@pytest.mark.parametrize("n", range(0, 40, 3))
def test_what_does_not_speak_of_him_is_not_touched(n: int) -> None:
    """Judged by texts, under ids that nothing else is called: what is struck, and that nothing more is."""
    scene = neutral(n)
    for who in scene.people:
        after, gone = refs.without(scene, frozenset({who}))
        assert gone == {who, *(u.id for u in scene.people.values() if u.owner == who)}
        assert not any(speaks_of(after, one) for one in gone)
        assert list(after.people) == [id for id in scene.people if id not in gone]
        for u in after.people.values():
            old = scene.people[u.id]
            changed = {f for f in Unite.__struct_fields__ if getattr(u, f) != getattr(old, f)}
            named = {f for f in Unite.__struct_fields__ if any(speaks_of(getattr(old, f), one) for one in gone)}
            assert changed == named and named <= set(TAKEN)
            assert [e.id for e in u.etats] == [e.id for e in old.etats]
        assert after.zones == tuple(z for z in scene.zones if z.par not in gone)
        if scene.encounter is not None and after.encounter is not None:
            assert after.encounter.file == tuple(id for id in scene.encounter.file if id not in gone)
        kept = set(Scene.__struct_fields__) - {"people", "zones", "encounter"}
        assert all(getattr(after, f) is getattr(scene, f) for f in kept)


def test_everything_that_can_name_somebody_does_in_the_scene_made_for_it() -> None:
    """And only as somebody: the game accepts the scene, and under other ids no old one is left."""
    scene = everything()
    assert scene.encounter is not None and all(getattr(scene.encounter, f) for f in Combat.__struct_fields__)
    for field in ("monture", "cavalier", "passager_de", "owner"):
        assert any(getattr(u, field) for u in scene.people.values()), field
    assert lire_scene(plain(scene)) == scene
    assert set(texts(plain(refs.rewritten(scene, "zz_{}".format)))).isdisjoint(scene.people)
    assert refs.named(scene) == set(scene.people)


@pytest.mark.parametrize("calm", [False, True])
def test_every_action_on_offer_says_whom_it_is_about(calm: bool) -> None:
    scene = everything().calm() if calm else everything()
    for who in scene.people:
        for action, _ in FRAGMENTS.legal(scene, who):
            called = plain(refs.rewritten(action, "zz_{}".format))
            assert set(scene.people).isdisjoint(texts(called)), action


def test_parameters_of_actions_that_name_somebody_are_marked_whether_they_are_on_offer_or_not() -> None:
    fields = [(kind, f) for kind in FRAGMENTS.actions for f in msgspec.structs.fields(kind) if f.name in NAMING]
    assert {f.name for _, f in fields} == set(NAMING)
    assert [(kind.__name__, f.name) for kind, f in fields if refs.walker(hints(kind)[f.name], "who") is None] == []


@pytest.mark.rule("FD-6.36")
def test_a_mount_goes_with_its_master_and_stays_without_its_rider() -> None:
    calm = everything().calm()
    after, gone = refs.without(calm, frozenset({"ana"}))  # her two mounts go with her, Bob is on his feet
    assert gone == {"ana", "bai", "gris"}
    assert after["bob"].passager_de == "" and lire_scene(plain(after)) == after
    after, gone = refs.without(calm, frozenset({"zoe"}))  # she rides the mount of another
    assert gone == {"zoe"}
    assert after["noir"].cavalier == "" and lire_scene(plain(after)) == after
    after, gone = refs.without(calm, frozenset({"yan"}))  # whose mount it is: she is on foot
    assert gone == {"yan", "noir"}
    assert after["zoe"].monture == "" and lire_scene(plain(after)) == after


def test_a_fighter_called_like_a_kind_of_mount_takes_none_of_that_kind_along() -> None:
    scene = halte(cheval("bai"), unite("cheval", x=2))
    after, gone = refs.without(scene, frozenset({"cheval"}))
    assert gone == {"cheval"}
    assert after["bai"] is scene["bai"] and after["bai"].bete == "cheval"
