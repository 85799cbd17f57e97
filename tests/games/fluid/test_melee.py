"""The exchange: one opposed roll, position, condition, numbers, one against many, the defenceless."""

import pytest

from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.deplacements import Rompre
from tablee.games.fluid.book.c4_combat.tour import Aider, Attendre, SeRelever
from tablee.games.fluid.model.people import Condition

from .bataille import (
    CUIR,
    DAGUE,
    EPEE,
    ESPADON,
    MAILLES,
    PLATES,
    annonce,
    change,
    combat,
    dits,
    duel,
    echange,
    frappe,
    homme,
    pare,
    pesent,
    somme,
)
from .jeu import jouer

# ---------------------------------------------------------------- what an announcement leaves unsaid


@pytest.mark.rule("FLU-3.22", "FLU-2.11")
@pytest.mark.parametrize(
    ("quoi", "pese"),
    [
        ({}, {"Epee": 3}),
        ({"eloignes": (("Epee", 1),)}, {"Epee": 1}),
        ({"eloignes": (("Danse", 1),)}, {"Danse": 1}),
        ({"contre": ("Epee",)}, {"Epee": -3}),
    ],
)
def test_the_trait_of_the_weapon_does_not_come_in_where_another_use_was_named(quoi, pese):
    scene = duel(ana={"armes": [EPEE], "traits": {"Epee": 3, "Danse": 2}, "FOR": 9})
    des = [5] * (2 + abs(next(iter(pese.values()))))
    scene, oracle = echange(scene, frappe("ana", "bor", **quoi), frappe("bor", "ana"), des=des)
    assert pesent(oracle, "ana") == pese
    assert scene["ana"].res_perdue == 0


# ---------------------------------------------------------------- one exchange


@pytest.mark.rule("FLU-4.6", "FLU-4.33")
@pytest.mark.parametrize(
    ("des", "ana", "bor"),
    [((8, 4), 10, 6), ((4, 8), 6, 10), ((6, 6), 10, 10), ((2, 3), 9, 10), ((10, 7, 9), 10, 2), ((1, 4, 9), 0, 10)],
)
def test_the_better_total_hurts_the_other_whoever_attacked(des, ana, bor):
    scene, oracle = echange(duel(), frappe("ana", "bor"), frappe("bor", "ana"), des=des)
    assert (scene["ana"].res, scene["bor"].res) == (ana, bor)
    assert len(dits(oracle, "jet")) == 2  # no separate defence roll
    assert len(dits(oracle, "egalite")) == (des == (6, 6))


@pytest.mark.rule("FLU-4.6")
def test_totals_need_not_reach_eleven():
    scene, _ = echange(duel(), frappe("ana", "bor"), frappe("bor", "ana"), des=(3, 2))
    assert scene["bor"].res == 9


@pytest.mark.rule("FLU-4.6")
def test_a_weapon_brings_its_usual_caracteristique_and_trait():
    hache = {**EPEE, "id": "hache", "nom": "Hache", "trait": "Hache", "carac": "FOR"}
    scene = duel(ana={"FOR": 7, "AGI": 5, "armes": [hache], "traits": {"Hache": 2, "Épée": 4}})
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5, 5, 9))
    assert somme(annonce(oracle, "ana")) == {"Force": 7}
    assert pesent(oracle, "ana") == {"Hache": 2}
    _, oracle = echange(
        scene, frappe("ana", "bor", caracs=("INT",), traits=("Épée",)), frappe("bor", "ana"), des=[5] * 6
    )
    assert (somme(annonce(oracle, "ana")), pesent(oracle, "ana")) == ({"Intelligence": 5}, {"Épée": 4})


@pytest.mark.rule("FLU-4.6")
@pytest.mark.parametrize(
    ("a", "rule"),
    [
        (Annoncer("ana"), "FLU-4.6"),
        (frappe("ana", "cid"), "FLU-4.6"),
        (frappe("ana", "personne"), "FLU-3.1"),
        (frappe("ana", "dag"), "FLU-4.50"),
        (frappe("ana", "bor", arme="epee"), "FLU-4.35"),
        (frappe("ana", "bor", arme="dague"), "FLU-4.35"),  # carried, not in hand
        (frappe("ana", "bor", manoeuvre="recul"), "FLU-4.28"),
        (frappe("ana", "bor", traits=("Épée",)), "FLU-3.20"),
        (frappe("ana", "bor", position=11), "FLU-4.8"),
        (frappe("ana", "bor", cibles=("bor",)), "FLU-4.20"),
        (pare("ana"), "FLU-4.27"),  # not yet in contact
    ],
)
def test_what_cannot_be_announced(a, rule):
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", FOR=9, armes=[ESPADON, DAGUE]),
        bor=homme("bleu", 1),
        cid=homme("rouge", 1),
        dag=homme("bleu", 1, etat="mort"),
    )
    assert a.closed(scene).rule == rule


def test_nobody_strikes_across_the_field_once_the_exchange_is_on():
    scene = combat(ana=homme("rouge", FOR=9), bor=homme("bleu", 1), cid=homme("bleu", 40, FOR=4))
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, Attendre("cid"))
    scene, _ = jouer(scene, frappe("bor", "ana"), 5, 5)
    scene, _ = jouer(scene, Attendre("cid"))
    assert scene.encounter.phase == "annonces"
    assert frappe("ana", "cid").closed(scene).rule == "FLU-4.6"
    scene = change(scene, "cid", etat="inconscient", reveil=9999)
    assert frappe("ana", "cid").closed(scene).rule == "FLU-4.6"


@pytest.mark.rule("FLU-4.7")
def test_traits_combine_in_a_fight_as_elsewhere():
    scene = duel(ana={"traits": {"Rixe": 3, "Acrobatie": 2, "Ruse": 2}})
    apres, oracle = echange(
        scene, frappe("ana", "bor", traits=("Rixe", "Acrobatie", "Ruse")), frappe("bor", "ana"), des=[5] * 6
    )
    assert pesent(oracle, "ana") == {"Rixe": 3, "Acrobatie": 1, "Ruse": 0}
    assert apres["ana"].res == 8  # 1 RES for each beyond the first, even one that brings nothing
    assert frappe("ana", "bor", traits=("Rixe", "Ruse")).closed(change(scene, "ana", res_perdue=10)).rule == "FLU-3.29"
    assert frappe("ana", "bor", traits=("Rixe",)).closed(change(scene, "ana", res_perdue=10)) is None


# ---------------------------------------------------------------- circumstances


@pytest.mark.rule("FLU-4.8")
def test_each_favourable_position_is_an_avantage_and_an_adversary_on_the_ground_is_one():
    scene = duel(bor={"a_terre": True})
    _, oracle = echange(scene, frappe("ana", "bor", position=2), frappe("bor", "ana"), des=[5] * 5)
    assert pesent(oracle, "ana") == {"Position": 3}
    assert pesent(oracle, "bor") == {}
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 3)
    assert pesent(oracle, "ana") == {"Position": 1}
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, oracle = jouer(scene, SeRelever("bor"))
    assert scene.encounter.file == ("bor",)  # getting up takes no action
    assert SeRelever("bor").closed(scene).rule == "FLU-4.8"
    _, oracle = jouer(scene, frappe("bor", "ana"), 5, 5)
    assert pesent(oracle, "ana") == {}


@pytest.mark.rule("FLU-4.9")
def test_one_who_is_blinded_or_stunned_suffers_desavantages():
    scene = change(duel(), "bor", conditions=(Condition("Étourdi", 2, 1), Condition("Aveuglé", 1, 2)))
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5, 5, 5, 5))
    assert pesent(oracle, "bor") == {"Étourdi": -1, "Aveuglé": -2}
    assert annonce(oracle, "bor")["des"] == -3


# ---------------------------------------------------------------- one against many


def trois_contre_un(*options, ana=None, **sur):
    """Bor, Cid and Dag around Ana, who is the quickest."""
    return combat(
        *options,
        ana=homme("rouge", 0, **{"FOR": 9, **(ana or {})}),
        bor=homme("bleu", 1, **sur.get("bor", {})),
        cid=homme("bleu", -1, **sur.get("cid", {})),
        dag=homme("bleu", 0, y=1, **sur.get("dag", {})),
    )


TOUS_SUR_ANA = (frappe("bor", "ana"), frappe("cid", "ana"), frappe("dag", "ana"))


@pytest.mark.rule("FLU-4.11")
def test_numbers_give_each_as_many_avantages_as_he_has_allies():
    scene = combat(ana=homme("rouge", FOR=9), bor=homme("bleu", 1), cid=homme("bleu", 1))
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("cid", "ana"), frappe("bor", "ana"), des=[5] * 5)
    assert pesent(oracle, "ana") == {}
    assert pesent(oracle, "bor") == pesent(oracle, "cid") == {"Avantage du nombre": 1}
    _, oracle = echange(trois_contre_un(), frappe("ana", "bor"), *TOUS_SUR_ANA[1:], TOUS_SUR_ANA[0], des=[5] * 10)
    assert [pesent(oracle, q) for q in ("bor", "cid", "dag")] == [{"Avantage du nombre": 2}] * 3


@pytest.mark.rule("FLU-4.11")
def test_only_those_who_go_for_the_same_adversary_count():
    scene = combat(
        "defense_renforcee",
        ana=homme("rouge", 0, FOR=9),
        bea=homme("rouge", 0, FOR=8),
        cid=homme("bleu", 1),
        dag=homme("bleu", 1),
        eli=homme("bleu", 1, FOR=4),
    )
    for a in (frappe("ana", "cid"), frappe("bea", "dag"), frappe("eli", "ana")):
        scene, _ = jouer(scene, a)
    scene, autre = jouer(scene, frappe("dag", "bea"), 5, 5)
    scene, oracle = jouer(scene, frappe("cid", "ana"), *[5] * 5)
    assert pesent(autre, "dag") == pesent(autre, "bea") == pesent(oracle, "ana") == {}
    assert pesent(oracle, "cid") == pesent(oracle, "eli") == {"Avantage du nombre": 1}
    scene, _ = echange(scene, frappe("bea", "dag"), frappe("dag", "bea"), des=(5, 5))
    scene, oracle = echange(scene, frappe("ana", "cid"), frappe("cid", "ana"), pare("eli"), des=(5, 5))
    assert pesent(oracle, "cid") == {}  # one who only defends is no attacker, and nobody goes for him
    scene, _ = echange(scene, frappe("bea", "dag"), frappe("dag", "bea"), des=(5, 5))
    _, oracle = echange(scene, frappe("ana", "cid"), frappe("cid", "ana"), pare("eli", cible="ana"), des=(5, 5))
    assert pesent(oracle, "cid") == {}  # even if he says against whom


@pytest.mark.rule("FLU-4.10")
def test_totals_are_compared_two_by_two():
    scene, oracle = echange(
        trois_contre_un(), frappe("ana", "bor"), *TOUS_SUR_ANA[1:], TOUS_SUR_ANA[0], des=(6, 8, 2, 2, 6, 2, 2, 4, 4, 4)
    )
    # ana 11; cid 13; dag 11; bor 9: cid hurts ana, ana hurts bor, dag is even with ana and nobody else matters
    assert [(e.who, e.target) for e in dits(oracle, "touche")] == [("ana", "bor"), ("cid", "ana")]
    assert [scene[q].res for q in ("ana", "bor", "cid", "dag")] == [8, 8, 10, 10]


@pytest.mark.rule("FLU-4.10")
@pytest.mark.parametrize(
    ("reponses", "reste"),
    [
        (("garder",) * 4, (6, 10, 10)),  # nobody answers: all of it on the one he was after
        ((*("garder",) * 4, 2, 3), (10, 9, 10)),
        ((*("garder",) * 4, 0, 5), (10, 10, 8)),
    ],
)
def test_who_beats_several_shares_one_damage_from_the_lowest_margin(reponses, reste):
    scene = trois_contre_un(
        ana={"armes": [EPEE]}, bor={"armure": CUIR}, cid={"armure": CUIR}, dag={"armure": PLATES, "FOR": 6}
    )
    attaques = (frappe("cid", "ana"), frappe("dag", "ana"))
    scene, oracle = echange(
        scene,
        frappe("ana", "bor"),
        *attaques,
        frappe("bor", "ana"),
        des=(9, 2, 2, 2, 6, 2, 2, 4, 4, 4),
        reponses=reponses,
    )
    # ana 14; cid 7, dag 11, bor 9: the lowest margin is 3, and the sword adds 2, once
    questions = [q for q in oracle.asked if q.key == "flu.partage_degats"]
    assert (questions[0].see("reste"), questions[0].options.high) == (5, 5)
    assert tuple(scene[q].res for q in ("bor", "cid", "dag")) == reste
    for e in dits(oracle, "touche"):
        assert e["points"] == max(0, sum(n for _, n, _ in e.terms))  # every share opens into its sum


@pytest.mark.rule("FLU-4.10")
def test_blows_of_one_exchange_fall_together():
    """One who is struck down, or disarmed, in an exchange still lands the blow he won in it."""
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", 0, FOR=9),
        bor=homme("bleu", 1, FOR=7, armes=[EPEE]),
        cid=homme("rouge", 2, FOR=6),
    )
    annonces = (
        frappe("ana", "bor", viser="arme", effet="desarmer", circonstances=2),
        frappe("cid", "bor"),
        frappe("bor", "cid"),
    )
    scene, oracle = echange(scene, *annonces, des=(9, 3, 2, 2, 5), reponses=("garder",) * 3)
    # ana 14 (net +1), cid 7, bor 10: ana disarms bor, whose sword counts against cid all the same
    assert dits(oracle, "desarme")[0]["objet"] == "Epee"
    assert scene["bor"].armes == ()
    assert somme(dits(oracle, "touche")[1]) == {"Écart des totaux": 3, "Epee": 2}
    assert scene["cid"].res == 5


def test_two_allies_left_alone_do_not_fight_each_other():
    scene = combat(
        "defense_renforcee",
        "attaque_simultanee",
        "rompre",
        ana=homme("rouge", 0, FOR=8),
        bea=homme("rouge", 2, FOR=7),
        bor=homme("bleu", 1),
    )
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("bea", "bor"), frappe("bor", "ana"), des=[5] * 5)
    scene, _ = jouer(scene, pare("ana"))
    scene, _ = jouer(scene, Annoncer("bea", manoeuvre="simultanee", cibles=("bor",), parts=(5,)))
    scene, oracle = jouer(scene, Rompre("bor"), 9, reponses=("garder",))
    assert not dits(oracle, "jet") and not dits(oracle, "pause")
    assert (scene.round(), scene.encounter.phase) == (3, "approche")


@pytest.mark.rule("FLU-4.6", "FLU-4.19")
def test_one_who_is_busy_in_contact_still_faces_the_exchange_without_hurting_anybody():
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", 0, FOR=9),
        bor=homme("bleu", 1, traits={"Rixe": 3}),
        cid=homme("bleu", 30, FOR=4),
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, Attendre("cid"))
    aide = Aider("bor", "cid", "Rixe")
    touche, _ = jouer(scene, aide, 8, 3)
    assert touche["bor"].res == 5
    rate, oracle = jouer(scene, aide, 3, 8)
    assert rate["ana"].res == 10
    assert annonce(oracle, "bor")["manoeuvre"] == "recul"


# ---------------------------------------------------------------- the defenceless


@pytest.mark.rule("FLU-4.12")
@pytest.mark.parametrize(
    ("de", "points"),
    [(5, None), (6, 2), (9, 5)],  # 10 misses; 11 is a margin of 1, +2 for the sword, -1 for the armour
)
def test_against_the_defenceless_the_attack_must_reach_eleven(de, points):
    scene = combat(
        ana=homme("rouge", FOR=9, armes=[EPEE]),
        bor=homme("bleu", 1, armure=CUIR, sans_defense=True),
        cid=homme("bleu", 60, FOR=4),
    )
    scene, oracle = jouer(scene, frappe("ana", "bor"), de)
    assert [e.who for e in dits(oracle, "jet")] == ["ana"]  # he rolls nothing
    assert scene["bor"].res == 10 - (points or 0)
    assert [e["points"] for e in dits(oracle, "touche")] == ([points] if points else [])
    assert bool(dits(oracle, "manque")) == (points is None)
    assert scene.encounter.file == ("bor", "cid")


@pytest.mark.rule("FLU-4.12", "FLU-4.8")
@pytest.mark.parametrize("etat", ["inconscient", "coma"])
def test_the_unconscious_are_defenceless_and_an_easy_blow_is_made_of_avantages(etat):
    scene = combat(
        ana=homme("rouge", FOR=9), bor=homme("bleu", 1, etat=etat, reveil=10**6), cid=homme("bleu", 60, FOR=4)
    )
    _, oracle = jouer(scene, frappe("ana", "bor", position=1, difficulte="immanquable"), *[4] * 6, 9)
    assert pesent(oracle, "ana") == {"Position": 1, "Immanquable": 5}
    assert [e["points"] for e in dits(oracle, "touche")] == [4]  # 5 + 9 - 10


@pytest.mark.rule("FLU-4.12")
def test_the_defenceless_are_struck_at_arms_length_only():
    scene = combat(ana=homme("rouge", FOR=9), bor=homme("bleu", 16, sans_defense=True), cid=homme("bleu", 60, FOR=4))
    assert frappe("ana", "bor").closed(scene).rule == "FLU-4.4"
    scene = change(scene, "bor", x=9)
    scene, _ = jouer(scene, frappe("ana", "bor"), 2)
    assert scene["ana"].x == 8
    assert scene.encounter.contacts == ()  # and do not hold anybody


@pytest.mark.rule("FLU-4.12")
def test_a_blow_at_the_defenceless_is_plain():
    scene = combat(
        "attaque_simultanee",
        "defense_renforcee",
        ana=homme("rouge", FOR=9),
        bor=homme("bleu", 1, sans_defense=True),
        cid=homme("bleu", 1),
    )
    sim = Annoncer("ana", manoeuvre="simultanee", cibles=("bor", "cid"), parts=(2, 3))
    assert sim.closed(scene).rule == "FLU-4.12"
    scene, _ = jouer(scene, frappe("ana", "cid"))
    scene, _ = jouer(scene, Attendre("bor"))
    scene, _ = jouer(scene, frappe("cid", "ana"), 5, 5)
    scene, _ = jouer(scene, Attendre("bor"))
    assert pare("ana", cible="bor").closed(scene).rule == "FLU-4.12"
    assert frappe("ana", "bor").closed(scene) is None


@pytest.mark.rule("FLU-4.12", "FLU-4.50")
def test_the_dead_are_left_alone():
    scene = combat(
        ana=homme("rouge", FOR=9), bor=homme("bleu", 1, etat="mort"), cid=homme("bleu", 60, armure=MAILLES, FOR=4)
    )
    assert frappe("ana", "bor").closed(scene).rule == "FLU-4.50"
