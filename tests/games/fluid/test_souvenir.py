"""What was worked out of an announcement or of somebody is never that of one who has changed since."""

import pytest
from msgspec.structs import fields, replace

from tablee.games.fluid.book.c4_combat import melee
from tablee.games.fluid.book.c4_combat.combat import Annoncer, ordre
from tablee.games.fluid.model.combat import Combat
from tablee.games.fluid.model.maison import Maison
from tablee.games.fluid.model.people import (
    Aide,
    Armee,
    AuSol,
    Condition,
    Fiche,
    Objet,
    Options,
    Personnage,
    Poursuite,
    Sort,
    SortActif,
    Trait,
)
from tablee.games.fluid.model.scene import Scene
from tablee.kernel.live import Scripted

from .bataille import DAGUE, EPEE, duel

LAME, BOUCLIER = Objet("lame", "Lame", 4, trait="Lame"), Objet("ecu", "Écu", 2, "bouclier")
BENI = SortActif("s", "bor", Sort("benir", "Bénir", effet="avantages"), ("ana",), 2, 1, 600)

SUR_QUELQU_UN = {
    "fiche": Fiche("Autre", AGI=9, CON=9, traits=(Trait("Epee", 5), Trait("Danse", 4))),
    "side": "vert",
    "x": 1,
    "y": 1,
    "res_perdue": 10,
    "aur_perdue": 1,
    "san_perdue": 1,
    "pertes": {"AGI": 3},
    "traits": (Trait("Entaille", 2, True, "blessure"),),
    "etat": "inconscient",
    "reveil": 60,
    "survie": 1,
    "hemorragie": 1,
    "adrenaline": True,
    "armes": (LAME,),
    "armure": Objet("plates", "Plates", 3, "armure"),
    "bouclier": BOUCLIER,
    "en_main": ("epee", "dague"),
    "sans_defense": True,
    "a_terre": True,
    "conditions": (Condition("Étourdi", 2, 3),),
    "aides": (Aide("cid", "Danse", 3), Aide("cid", points=2)),
    "cedes": ("Epee",),
    "pauses": 1,
    "soigne": True,
    "vole": 1,
    "memoire": (BENI.sort,),
    "grimoire": (Sort("charme", "Charme", niveau=6),),
    "reussis": ("benir",),
    "xp": 3,
    "traits_libres": 2,
}
DANS_LE_COMBAT = {
    "round": 2,
    "phase": "relances",
    "file": (),
    "ordre": ("bor", "ana"),
    "groupes": (("ana", "bor"),),
    "contacts": (("ana", "bor"),),
    "annonces": {"bor": Annoncer("bor", ("AGI",), cible="ana")},
    "initiateur": "bor",
    "actions": {"ana": 2},
    "derniers": {"ana": ("attaque dague", "Epee")},
    "marche": {"ana": 3},
    "elan": {"ana": 1},
}
AUTOUR = {
    "clock": 60,
    "poursuite": Poursuite("ana", "bor", 10, 100),
    "armees": {"rouge": Armee("ana", 100)},
    "sorts": (BENI,),
    "au_sol": (AuSol(LAME, 0, 0),),
    "scenario": 2,
    "bilan": 1,
    "own": Maison(objet={"fleau": replace(LAME, id="fleau", nom="Fléau")}),
}
ANNONCES = [
    Annoncer("ana", ("AGI",), ("Epee",), cible="bor"),
    Annoncer("ana", ("AGI", "FOR"), ("Epee", "Charme"), cible="bor", res=1),
    Annoncer("ana", ("AGI",), cible="bor", manoeuvre="feinte", n=2, viser="tete", decalage=1),
    Annoncer("ana", ("AGI",), ("Epee",), cible="bor", manoeuvre="deux_armes", contre=("Danse",), secret=True),
    Annoncer("ana", ("AGI",), ("Epee",), manoeuvre="parade"),
    Annoncer("ana", ("AGI",), manoeuvre="parade", arme="ecu"),
]


def changements(scene):
    """The scene with one thing changed, one after the other."""
    for qui in scene.people:
        for champ, valeur in SUR_QUELQU_UN.items():
            yield f"{qui}.{champ}", scene.put(replace(scene[qui], **{champ: valeur}))
    for champ, valeur in DANS_LE_COMBAT.items():
        yield f"combat.{champ}", replace(scene, encounter=replace(scene.encounter, **{champ: valeur}))
    for champ, valeur in AUTOUR.items():
        yield champ, replace(scene, **{champ: valeur})
    for f in fields(Options):
        yield f.name, replace(scene, options=replace(scene.options, **{f.name: not getattr(scene.options, f.name)}))


def prepare(scene, a, allies):
    oracle = Scripted()
    return melee.preparer_le_jet(scene, oracle, scene.encounter, a, allies), oracle.events


def test_the_changes_below_leave_nothing_out():
    assert {"id", *SUR_QUELQU_UN} == {f.name for f in fields(Personnage)}
    assert {*DANS_LE_COMBAT} == {f.name for f in fields(Combat)}
    assert {"people", "options", "encounter", *AUTOUR} == {f.name for f in fields(Scene)}


@pytest.mark.parametrize("a", ANNONCES, ids=lambda a: f"{a.manoeuvre}{len(a.traits)}")
@pytest.mark.parametrize("options", [(), ("difference_equipement",), ("viser_localisation",)])
@pytest.mark.parametrize(
    "deja", [{}, {"derniers": {"ana": ("parade epee",)}, "initiateur": "ana", "actions": {"ana": 1}}]
)
@pytest.mark.parametrize("aides", [(), SUR_QUELQU_UN["aides"]])
def test_a_roll_starts_from_what_is_not_from_what_was(a, options, deja, aides):
    equipe = {"armes": [EPEE, DAGUE], "traits": {"Epee": 3, "Danse": 1}}
    scene = duel(*options, ana=equipe, bor={"armes": [EPEE]})
    scene = replace(scene, encounter=replace(scene.encounter, **deja)).put(replace(scene["ana"], aides=aides))
    avant, vus = prepare(scene, a, 0), 0
    for quoi, autre in changements(scene):
        for allies in (0, 1):
            attendu = prepare(autre, replace(a), allies)  # a copy remembers nothing
            assert prepare(autre, a, allies) == attendu, quoi
            assert prepare(autre, a, allies) == attendu, quoi
            vus += attendu != avant
        assert prepare(scene, a, 0) == avant, quoi
    assert vus > 60, "many of these changes matter"


@pytest.mark.rule("FLU-4.2")
def test_the_order_follows_what_people_carry_now():
    scene = duel(ana={"armes": [EPEE, {**DAGUE, "score": 2}], "FOR": 6}, bor={"armes": [EPEE]})
    rangs = {}
    for quoi, autre in [("", scene), *changements(scene)]:
        assert ordre(scene, scene.people) == ("ana", "bor")
        fraiche = autre.put(*[replace(p, fiche=replace(p.fiche)) for p in autre.people.values()])
        rangs[quoi] = ordre(autre, autre.people)
        assert rangs[quoi] == ordre(fraiche, fraiche.people), quoi
    tardent = ["ana.armes", "ana.armure", "ana.bouclier", "ana.en_main", "bor.fiche"]
    assert [quoi for quoi, rang in sorted(rangs.items()) if rang[0] == "bor"] == tardent


@pytest.mark.rule("FLU-4.2")
def test_among_equals_the_order_follows_what_was_spent_of_the_agility():
    scene = duel()
    assert ordre(scene, scene.people) == ("ana", "bor")
    fatiguee = scene.put(replace(scene["ana"], pertes={"AGI": 1}))
    assert ordre(fatiguee, fatiguee.people) == ("bor", "ana")
    assert ordre(scene, scene.people) == ("ana", "bor")
