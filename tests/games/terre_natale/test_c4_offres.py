"""Chapter 4: what is worth a button, and for whom."""

from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques import ACTIONS, offers
from tablee.games.terre_natale.model.scene import Confrontation
from tablee.kernel.action import tag

from .jeu import scene

DU_MENEUR = {
    *("sauvegarder", "prendre_conscience", "designer", "ebranler", "finir_la_scene", "blesser", "perdre", "regagner"),
    *("gagner_temporaire", "infliger_lesion", "fatiguer"),
}


def offert(table, who="alba"):
    return {tag(action) for action in offers(table, table[who])}


def test_what_the_game_master_alone_decides():
    assert {tag(kind) for kind in ACTIONS if kind.master} == DU_MENEUR


def test_care_is_offered_where_somebody_needs_it():
    sain = scene(alba={}, bor={})
    assert not {"stabiliser", "soigner", "regagner", "ebranler"} & offert(sain)
    blesse = scene(alba={"fiche": {}, "pertes": {"PV": 1}}, bor={"fiche": {}, "lesions": [{"niveau": 1}]})
    assert {"stabiliser", "soigner", "regagner"} <= offert(blesse)
    soins = [a for a in offers(blesse, blesse["alba"]) if tag(a) == "stabiliser"]
    assert [(a.patient, a.maniere) for a in soins] == [("bor", "temporaire"), ("bor", "permanente")]
    stable = blesse.put(replace(blesse["bor"], stabilise={"blessure": "temporaire"}))
    assert [a.maniere for a in offers(stable, stable["alba"]) if tag(a) == "stabiliser"] == ["permanente"]
    assert "ebranler" in offert(stable, "bor")
    fatigue = scene(alba={"fiche": {}, "fatigue": 3})
    assert [a.quoi for a in offers(fatigue, fatigue["alba"]) if tag(a) == "soigner"] == ["fatigue"]


def test_what_belongs_to_a_confrontation_is_offered_in_one():
    calme = scene(alba={}, bor={})
    au_combat = replace(calme, encounter=Confrontation(("alba", "bor")))
    assert "prendre_conscience" not in offert(calme)
    assert "prendre_conscience" in offert(au_combat)
    assert "comparer_les_zones" in offert(calme) and "comparer_les_zones" not in offert(scene(alba={}))


def test_a_distance_is_offered_for_the_arm_in_hand():
    modes = {}
    for modele in ("arc_court", "dague"):
        table = scene(alba={"fiche": {}, "equipement": {"armes": [{"modele": modele}]}})
        modes[modele] = [a.mode for a in offers(table, table["alba"]) if tag(a) == "mesurer"]
    assert modes == {"arc_court": ["mots", "tir"], "dague": ["mots", "lancer"]}
