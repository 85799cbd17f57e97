"""Damage: the difference, the weapon, the armour, what it can be turned into, and what becomes of equipment."""

import re

import pytest
from msgspec.structs import replace

from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat.degats import Coup, amoindrir, degats, frapper, protection
from tablee.games.fluid.book.c4_combat.tour import Ramasser
from tablee.games.fluid.model.catalogue import ARMES
from tablee.games.fluid.model.people import MAINS_NUES, Condition, Objet, Sort, SortActif
from tablee.kernel.tally import total

from .bataille import (
    CUIR,
    DAGUE,
    ECU,
    EPEE,
    ESPADON,
    MAILLES,
    PLATES,
    TARGE,
    avec,
    change,
    combat,
    dits,
    duel,
    echange,
    frappe,
    homme,
    pare,
    pesent,
    rassembler,
    somme,
)
from .jeu import jouer, rows

# ---------------------------------------------------------------- the sum


@pytest.mark.rule("FLU-4.33", "FLU-4.34")
@pytest.mark.parametrize(
    ("arme", "armure", "points"),
    [
        ([], None, 3),
        ([DAGUE], None, 4),
        ([EPEE], None, 5),
        ([ESPADON], None, 6),
        ([EPEE], CUIR, 4),
        ([EPEE], MAILLES, 3),
        ([DAGUE], PLATES, 1),
        ([], PLATES, 0),
    ],
)
def test_damage_is_the_difference_of_totals_plus_the_weapon_less_the_armour(arme, armure, points):
    scene = duel(ana={"FOR": 9, "armes": arme}, bor={"armure": armure})
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(7, 4))
    (touche,) = dits(oracle, "touche")
    assert (touche["points"], scene["bor"].res) == (points, 10 - points)
    assert touche.terms[0] == ("Écart des totaux", 3, "FLU-4.33")
    assert total(touche.terms) == points


@pytest.mark.rule("FLU-4.34")
def test_damage_is_never_below_zero():
    scene = duel(bor={"armure": PLATES})
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 4))
    (touche,) = dits(oracle, "touche")
    assert (total(touche.terms), touche["points"], scene["bor"].res) == (0, 0, 10)
    assert touche.terms[-1] == ("Jamais sous 0", 2, "FLU-4.34")


@pytest.mark.rule("FLU-4.34")
def test_only_the_winner_hurts():
    scene = duel(ana={"FOR": 9, "armes": [ESPADON]}, bor={})
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(4, 7))
    assert [(e.who, e["points"]) for e in dits(oracle, "touche")] == [("bor", 3)]


def dans_le_catalogue(noms):
    """The scores of the things of the catalogue that a row of the book names."""
    autrement = {"flèche": ("arc_court", "arc_long"), "carreau": ("arbalete",), "balle": ("pistolet", "mousquet")}
    autrement["vêtements"] = ("habits",)
    choses = [a for a in ARMES.values() if a.nom.lower() in noms]
    return {a.score for a in (*choses, *(ARMES[id] for nom in noms for id in autrement.get(nom, ())))}


@pytest.mark.rule("FLU-4.35")
@pytest.mark.parametrize("row", rows("FLU-4.35"), ids=lambda r: r["arme"])
def test_weapons_are_scored_as_the_book_does(row):
    assert dans_le_catalogue(re.split(r" ?[(),] ?", row["arme"])) == {row["score"]}
    if row["arme"].startswith("armes à deux mains"):
        assert {a.score for a in ARMES.values() if a.genre == "melee" and a.deux_mains} == {row["score"]}
    if row["arme"] == "mains nues":
        assert MAINS_NUES.score == row["score"]


@pytest.mark.rule("FLU-4.36")
@pytest.mark.parametrize("row", rows("FLU-4.36"), ids=lambda r: r["armure"])
def test_armours_are_scored_as_the_book_does(row):
    assert dans_le_catalogue(row["armure"].split(" ou ")) == {row["score"]}


@pytest.mark.rule("FLU-4.36")
def test_armour_is_what_protects():
    scene = duel(bor={"armure": MAILLES})
    assert protection(scene, scene["bor"]) == (("Mailles", -2, "FLU-4.34"),)


@pytest.mark.rule("FLU-4.37")
def test_a_shield_strikes_and_parries_and_is_no_armour():
    assert sorted(a.score for a in ARMES.values() if a.genre == "bouclier") == [1, 2, 3]
    scene = duel(ana={"FOR": 9, "bouclier": ECU, "traits": {"Ecu": 1}}, bor={"bouclier": TARGE})
    scene, oracle = echange(scene, frappe("ana", "bor", arme="ecu"), frappe("bor", "ana"), des=(7, 3, 4))
    assert pesent(oracle, "ana") == {"Ecu": 1}
    assert somme(dits(oracle, "touche")[0]) == {"Écart des totaux": 3, "Ecu": 2}  # and no term for Bor's shield


@pytest.mark.rule("FLU-4.34", "FLU-5.10")
def test_a_spell_of_protection_adds_to_armour_and_some_blows_ignore_both():
    sort = SortActif("s", "ana", Sort("s", "Peau de pierre", effet="armure"), ("bor",), 2, 1, 999)
    scene = duel(bor={"armure": CUIR})
    scene = replace(scene, sorts=(sort,))
    coup = Coup("ana", "bor", (("Sort", 5, "FLU-5.11"),))
    assert degats(scene, coup)[1] == 2
    assert degats(scene, replace(coup, sans_armure=True))[1] == 5
    assert degats(scene, replace(coup, sur="ana"))[1] == 5


# ---------------------------------------------------------------- turning damage into something else


def porte(scene, points, effet, *, reponses=(), des=(), **coup):
    """A blow of so many points from Ana to Bor, before armour, meant to be turned into this."""
    return avec(
        scene, frapper, Coup("ana", "bor", (("Écart", points, ""),), effet=effet, **coup), des=des, reponses=reponses
    )


@pytest.mark.rule("FLU-4.38", "FLU-4.39")
@pytest.mark.parametrize(("voue", "res", "x"), [(5, 10, 6), (3, 8, 4), (0, 5, 1)])
def test_all_or_part_of_the_damage_becomes_the_manoeuvre(voue, res, x):
    scene, oracle = porte(duel(), 5, "repousser", reponses=(voue,))
    (question,) = oracle.asked
    assert (question.key, question.who, question.open()) == ("flu.conversion", "ana", (5, 4, 3, 2, 1, 0))
    assert (scene["bor"].res, scene["bor"].x) == (res, x)


@pytest.mark.rule("FLU-4.39")
def test_what_is_converted_is_counted_after_armour():
    scene, oracle = porte(duel(bor={"armure": MAILLES}), 5, "repousser")
    assert oracle.asked[0].open() == (3, 2, 1, 0)
    assert (scene["bor"].res, scene["bor"].x) == (10, 4)


@pytest.mark.rule("FLU-4.39")
@pytest.mark.parametrize(
    ("points", "d", "restent"),
    [(3, 1, Condition("Étourdi", 4, 1)), (3, 3, Condition("Étourdi", 2, 3)), (4, 2, Condition("Étourdi", 3, 2))],
)
def test_desavantages_times_rounds_make_the_points(points, d, restent):
    """The rounds are those to come: the present one, already played, is not one of them."""
    scene = duel("viser")
    scene = replace(scene, encounter=replace(scene.encounter, phase="relances"))
    scene, oracle = porte(scene, points, "etourdir", viser="tete", reponses=(points, d))
    assert oracle.asked[1].open() == tuple(n for n in range(1, points + 1) if points % n == 0)
    assert scene["bor"].conditions == (restent,)
    assert dits(oracle, "gene")[0]["rounds"] == points // d


@pytest.mark.rule("FLU-4.39", "FLU-4.9")
@pytest.mark.parametrize(("d", "rounds"), [(1, 2), (2, 1)])
def test_a_stun_lasts_as_many_exchanges_as_it_has_rounds(d, rounds):
    scene = duel("viser", ana={"FOR": 9})
    assomme = frappe("ana", "bor", viser="tete", effet="etourdir", circonstances=2)
    scene, _ = echange(scene, assomme, frappe("bor", "ana"), des=(6, 4), reponses=("garder", "garder", 2, d))
    for k in range(4):
        dice = [5] * (2 + (d if k < rounds else 0))
        scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=dice)
        assert pesent(oracle, "bor") == ({"Étourdi": -d} if k < rounds else {})


@pytest.mark.rule("FLU-4.38", "FLU-4.8")
def test_one_who_is_thrown_down_lies_there():
    scene, oracle = porte(duel(), 2, "renverser")
    assert scene["bor"].a_terre
    scene, oracle = porte(scene, 2, "renverser")
    assert not oracle.asked and scene["bor"].res == 8  # it could change nothing: nothing is asked


@pytest.mark.rule("FLU-4.38")
def test_pushed_away_one_is_no_longer_in_contact_with_those_left_behind():
    scene = combat(
        ana=homme("rouge", 0, FOR=9), bor=homme("bleu", 1), cid=homme("rouge", 1, FOR=8), dag=homme("rouge", 40, FOR=2)
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "bor"))
    apres, _ = porte(scene, 1, "repousser")
    assert apres.encounter.contacts == (("cid", "bor"),)
    apres, _ = porte(scene, 3, "repousser")
    assert apres.encounter.contacts == ()


@pytest.mark.rule("FLU-4.39")
def test_a_weapon_falls_as_many_metres_away_as_points_and_can_be_fetched():
    scene, oracle = porte(duel("viser", bor={"armes": [EPEE, DAGUE]}), 5, "desarmer", viser="arme", reponses=(3,))
    assert [(s.objet.id, s.x, s.y) for s in scene.au_sol] == [("epee", 4, 0)]
    assert (scene["bor"].tenues(), scene["bor"].res) == ((), 8)  # the other one is still sheathed
    assert dits(oracle, "desarme")[0]["objet"] == "Epee"
    scene, _ = porte(duel(bor={"bouclier": TARGE}), 2, "arracher_bouclier")
    assert (scene["bor"].bouclier, scene.au_sol[0].objet.id) == (None, "targe")


@pytest.mark.rule("FLU-4.39")
def test_disarmed_then_armed_again():
    scene = combat("viser", ana=homme("rouge", 0, FOR=9), bor=homme("bleu", 1, armes=[EPEE]))
    desarme = frappe("ana", "bor", viser="arme", effet="desarmer", circonstances=2)
    scene, _ = echange(scene, desarme, frappe("bor", "ana"), des=(6, 5), reponses=("garder", "garder"))
    assert [(s.objet.id, s.x) for s in scene.au_sol] == [("epee", 2)]
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, Ramasser("bor", "epee"), 3, 9)  # busy: he wins the exchange and hurts nobody
    assert scene["ana"].res == 10
    assert [o.id for o in scene["bor"].tenues()] == ["epee"]
    assert scene.au_sol == ()


@pytest.mark.rule("FLU-4.38")
@pytest.mark.parametrize(
    "effet", ["desarmer", "arracher_bouclier", "depouiller", "abimer_arme", "abimer_armure", "abimer_bouclier"]
)
def test_nothing_is_asked_where_there_is_nothing_to_take(effet):
    scene, oracle = porte(duel(), 4, effet, viser="arme" if effet == "desarmer" else "")
    assert not oracle.asked
    assert scene["bor"].res == 6


@pytest.mark.rule("FLU-4.38")
def test_some_ordinary_act_is_told_and_left_to_the_table():
    scene, oracle = porte(duel(), 4, "geste", reponses=(1,))
    assert (dits(oracle, "geste")[0]["points"], scene["bor"].res) == (1, 7)


@pytest.mark.rule("FLU-4.46", "FLU-4.38")
@pytest.mark.parametrize(
    ("effet", "face", "touche"), [("etourdir", 8, True), ("etourdir", 7, False), ("desarmer", 4, True)]
)
def test_with_the_localisation_die_the_effect_needs_the_right_place(effet, face, touche):
    scene = duel("localisation", "viser_localisation", bor={"armes": [EPEE]})
    apres, oracle = porte(scene, 4, effet, des=(face,), reponses=(4, 4) if effet == "etourdir" and touche else ())
    assert bool(dits(oracle, "gene") + dits(oracle, "desarme")) == touche == (not dits(oracle, "effet_manque"))
    assert apres["bor"].res == (10 if touche else 6)


@pytest.mark.rule("FLU-4.45", "FLU-4.46")
def test_the_place_is_rolled_once_for_a_blow():
    scene = duel("localisation", "viser_localisation", bor={"res_perdue": 10})
    scene, _ = porte(scene, 4, "etourdir", des=(3,))
    assert [t.nom for t in scene["bor"].blessures()] == ["Blessure au bras gauche"]


# ---------------------------------------------------------------- equipment


@pytest.mark.rule("FLU-4.40")
@pytest.mark.parametrize(
    ("effet", "bor", "points", "reste"),
    [
        ("abimer_arme", {"armes": [EPEE]}, 4, 1),
        ("abimer_arme", {"armes": [EPEE]}, 9, 1),  # several multiples: 1 point only
        ("abimer_arme", {"armes": [DAGUE]}, 2, None),  # at 0 it is unusable
        ("abimer_bouclier", {"bouclier": ECU}, 4, 1),
        ("abimer_bouclier", {"bouclier": TARGE}, 2, None),
        ("abimer_armure", {"armure": CUIR}, 3, None),  # 3 - 1 = 2 points left after it
        ("abimer_armure", {"armure": MAILLES}, 6, 1),
        ("depouiller", {"armure": MAILLES}, 6, 1),
    ],
)
def test_twice_the_score_in_one_go_lowers_it_by_one(effet, bor, points, reste):
    scene, oracle = porte(duel(bor=bor), points, effet)
    bor = scene["bor"]
    objet = {"arme": next(iter(bor.armes), None), "bouclier": bor.bouclier}.get(
        effet.removeprefix("abimer_"), bor.armure
    )
    assert (objet.score if objet is not None else None) == reste
    assert bor.res == 10
    assert dits(oracle, "abime") and not dits(oracle, "intact")
    assert scene.au_sol == ()


@pytest.mark.rule("FLU-4.40")
@pytest.mark.parametrize(
    ("effet", "bor", "points"),
    [
        ("abimer_arme", {"armes": [EPEE]}, 3),
        ("abimer_bouclier", {"bouclier": ECU}, 3),
        ("abimer_armure", {"armure": MAILLES}, 5),  # 3 left
        ("depouiller", {"armure": MAILLES}, 5),
    ],
)
def test_less_than_twice_the_score_cannot_lower_it_and_does_not_add_up(effet, bor, points):
    scene = duel(bor=bor)
    for _ in range(2):
        apres, oracle = porte(scene, points, effet)  # whoever says nothing keeps them as damage
        reste = scene["bor"].res - apres["bor"].res
        (question,) = oracle.asked
        assert [o.id for o in question.options] == [*range(reste + 1)]
        assert {o.label for o in question.options} == {"tout reste en dégâts", "sans effet sur l'objet, points perdus"}
        assert (apres["bor"].armes, apres["bor"].armure) == (scene["bor"].armes, scene["bor"].armure)
        assert apres["bor"].res < scene["bor"].res
        scene = change(apres, "bor", res_perdue=0)


@pytest.mark.rule("FLU-4.40")
def test_points_sent_at_a_thing_they_cannot_spoil_are_lost():
    scene, oracle = porte(duel(bor={"armes": [EPEE]}), 3, "abimer_arme", reponses=(2,))
    assert dits(oracle, "intact") and scene["bor"].armes[0].score == 2
    assert scene["bor"].res == 9  # 1 of the 3 stayed damage


@pytest.mark.rule("FLU-4.40")
def test_a_thing_without_score_has_nothing_to_lose():
    scene, oracle = porte(duel(bor={"armes": [{**DAGUE, "score": 0}]}), 9, "abimer_arme")
    assert not oracle.asked and scene["bor"].res == 1


@pytest.mark.rule("FLU-4.40")
def test_a_part_too_small_does_nothing():
    scene, oracle = porte(duel(bor={"armes": [EPEE]}), 5, "abimer_arme", reponses=(3,))
    assert dits(oracle, "intact") and not dits(oracle, "abime")
    assert (scene["bor"].armes[0].score, scene["bor"].res) == (2, 8)


@pytest.mark.rule("FLU-4.40", "FLU-4.2")
def test_one_score_for_all_a_thing_does():
    scene = duel(ana={"FOR": 9}, bor={"armes": [EPEE, DAGUE], "en_main": ["epee"]})
    p = amoindrir(scene["bor"], scene["bor"].armes[0])
    assert [(o.id, o.score) for o in p.armes] == [("epee", 1), ("dague", 1)]
    p = amoindrir(p, p.armes[0])
    assert ([o.id for o in p.armes], p.tenues()) == (["dague"], ())


@pytest.mark.rule("FLU-4.41")
@pytest.mark.parametrize(
    ("porte", "n"),
    [
        ({}, 0),
        ({"armes": [DAGUE], "armure": MAILLES}, 2),
        ({"armes": [ESPADON], "armure": CUIR}, 3),
        ({"armes": [DAGUE], "bouclier": ECU}, 2),
        ({"armes": [ESPADON], "en_main": [], "armure": CUIR}, 1),
    ],
)
def test_outside_fights_the_heaviest_thing_hampers_everything(porte, n):
    scene = rassembler(ana=homme("", **porte))
    _, oracle = jouer(scene, Tester("ana", ("INT",)), *[7] * (n + 1), reponses=("garder",))
    assert {nom: v for nom, v, _ in dits(oracle, "test")[0]["avantages"]} == (
        {"Handicap de l'équipement": -n} if n else {}
    )
    _, oracle = echange(duel(ana={"FOR": 9, **porte}), frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert pesent(oracle, "ana") == {}  # but not in the fight itself


@pytest.mark.rule("FLU-4.42")
@pytest.mark.parametrize(
    ("ana", "bor", "leger"),
    [
        ({}, {"armes": [EPEE]}, "ana"),
        ({"armes": [DAGUE]}, {"armes": [EPEE]}, None),
        ({"armes": [EPEE], "armure": CUIR, "bouclier": TARGE}, {"armes": [EPEE]}, "bor"),
        ({"armes": [EPEE]}, {"armes": [EPEE]}, None),
    ],
)
def test_with_the_option_the_lighter_of_two_has_an_avantage(ana, bor, leger):
    scene = duel("difference_equipement", ana={"FOR": 15, **ana}, bor=bor)
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * (3 if leger else 2))
    assert {q for q in ("ana", "bor") if pesent(oracle, q) == {"Plus léger": 1}} == ({leger} if leger else set())
    _, oracle = echange(duel(ana={"FOR": 15, **ana}, bor=bor), frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert pesent(oracle, "ana") == pesent(oracle, "bor") == {}


@pytest.mark.rule("FLU-4.42")
def test_one_who_only_parries_can_be_the_lighter():
    scene, _ = jouer(
        duel("difference_equipement", "manoeuvres", ana={"FOR": 9, "armure": PLATES}), frappe("ana", "bor")
    )
    _, oracle = jouer(scene, pare("bor", "esquive"), 5, 5, 5)
    assert pesent(oracle, "bor") == {"Plus léger": 1}


def test_a_thing_is_not_lost_when_its_twin_falls():
    scene = duel("viser", bor={"armes": [EPEE, {**EPEE, "id": "epee_2"}], "en_main": ["epee"]})
    scene, _ = porte(scene, 2, "desarmer", viser="arme")
    assert [o.id for o in scene["bor"].armes] == ["epee_2"]
    assert scene.au_sol[0].objet == Objet("epee", "Epee", 2, trait="Epee")
