"""The manoeuvres of chapter 4, each with its switch."""

import pytest

from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat import melee, places
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.deplacements import Charger, Deplacer, Rompre
from tablee.games.fluid.book.c4_combat.tour import Aider, Attendre, Degainer, Ramasser
from tablee.games.fluid.model.people import Condition, Objet, Options
from tablee.games.fluid.model.tables import BOTTES
from tablee.kernel.odds import odds

from .bataille import (
    ARC,
    CUIR,
    DAGUE,
    ECU,
    EPEE,
    ESPADON,
    POIGNARD,
    TARGE,
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
    rassembler,
    somme,
)
from .jeu import jouer, rows

# ---------------------------------------------------------------- switches

BOTTE = {"nom": "Botte de l'estropié", "valeur": 3, "botte": "estropier"}
DEUX_LAMES = {"armes": [EPEE, DAGUE], "en_main": ["epee", "dague"], "traits": {"Epee": 2, "Dague": 3}}
ARME = {"FOR": 9, **DEUX_LAMES, "traits": {"Epee": 2, "Dague": 3, "Rixe": 1}, "bottes": [BOTTE]}
TOUTES = [
    ("deux_armes", frappe("ana", "bor", manoeuvre="deux_armes")),
    ("deux_armes", Degainer("ana", ("epee", "dague"))),
    ("charge", Charger("ana", "bor")),
    ("viser", frappe("ana", "bor", viser="tronc")),
    ("aider", Aider("ana", "cid", "Rixe")),
    ("attaque_simultanee", Annoncer("ana", manoeuvre="simultanee", cibles=("bor",), parts=(7,))),
    ("attaque_furieuse", frappe("ana", "bor", manoeuvre="furieuse", n=1)),
    ("feinte", frappe("ana", "bor", manoeuvre="feinte", n=1)),
    ("bottes", frappe("ana", "bor", manoeuvre="botte", traits=("Botte de l'estropié",))),
]


def avant_le_choc(*options):
    return combat(*options, ana=homme("rouge", 0, **ARME), bor=homme("bleu", 5), cid=homme("rouge", 0))


@pytest.mark.rule("FLU-4.13")
@pytest.mark.parametrize(("switch", "action"), TOUTES)
def test_each_manoeuvre_has_its_switch_and_one_opens_all(switch, action):
    assert action.closed(avant_le_choc()).rule == "FLU-4.13"
    autres = {s for s, _ in TOUTES} - {switch}
    assert action.closed(avant_le_choc(*autres)).rule == "FLU-4.13"
    assert action.closed(avant_le_choc(switch)) is None
    assert action.closed(avant_le_choc("manoeuvres")) is None


@pytest.mark.rule("FLU-4.13")
@pytest.mark.parametrize(
    ("switch", "action"),
    [("defense_renforcee", pare("bor")), ("defense_renforcee", pare("bor", "esquive")), ("rompre", Rompre("bor"))],
)
def test_those_of_the_exchange_have_theirs(switch, action):
    def au_contact(*options):
        return jouer(duel(*options), frappe("ana", "bor"))[0]

    assert action.closed(au_contact()).rule == "FLU-4.13"
    assert action.closed(au_contact(switch)) is None
    assert action.closed(au_contact("manoeuvres")) is None


@pytest.mark.rule("FLU-4.13", "FLU-4.24")
@pytest.mark.parametrize(("options", "encore"), [((), False), (("plusieurs_actions",), True), (("manoeuvres",), True)])
def test_without_the_switch_there_is_one_exchange_a_round(options, encore):
    scene, _ = echange(duel(*options), frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert (scene.round() == 1 and scene.encounter.phase == "relances") == encore


@pytest.mark.rule("FLU-4.13")
def test_the_switches_are_off_by_default():
    assert not any(
        Options().permet(s)
        for s in {*(s for s, _ in TOUTES), "plusieurs_actions", "defense_renforcee", "pause", "rompre"}
    )


# ---------------------------------------------------------------- two weapons


@pytest.mark.rule("FLU-4.14")
def test_fighting_with_two_weapons_costs_a_desavantage_for_each():
    scene = duel("deux_armes", ana={"FOR": 9, **DEUX_LAMES}, bor={"FOR": 4})
    apres, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(8, 4))
    assert pesent(oracle, "ana") == {"Epee": 2, "Deux armes": -2}
    assert somme(dits(oracle, "touche")[0]) == {"Écart des totaux": 4, "Epee": 2}  # one blade struck
    _, oracle = echange(scene, frappe("ana", "bor", arme="dague"), frappe("bor", "ana"), des=(5, 5, 5, 5, 5))
    assert pesent(oracle, "ana") == {"Dague": 3}  # only one served
    assert apres["ana"].res == 10


@pytest.mark.rule("FLU-4.14")
def test_a_trait_for_two_weapons_makes_up_for_it():
    ana = {"FOR": 9, **DEUX_LAMES, "traits": {"Epee": 2, "Dague": 3, "Combat à deux armes": 3}}
    scene = duel("deux_armes", ana=ana)
    apres, oracle = echange(
        scene, frappe("ana", "bor", traits=("Epee", "Combat à deux armes")), frappe("bor", "ana"), des=[5] * 4
    )
    assert pesent(oracle, "ana") == {"Epee": 2, "Combat à deux armes": 2, "Deux armes": -2}
    assert apres["ana"].res == 9


@pytest.mark.rule("FLU-4.14", "FLU-4.27")
def test_one_who_dodges_uses_no_weapon():
    scene, _ = jouer(duel("manoeuvres", ana={"FOR": 9}, bor=DEUX_LAMES), frappe("ana", "bor"))
    _, oracle = jouer(scene, pare("bor", "esquive"), 5, 5)
    assert pesent(oracle, "bor") == {}


@pytest.mark.rule("FLU-4.15")
def test_striking_with_both_combines_their_traits_and_adds_their_scores():
    scene = duel("deux_armes", ana={"FOR": 9, **DEUX_LAMES})
    apres, oracle = echange(scene, frappe("ana", "bor", manoeuvre="deux_armes"), frappe("bor", "ana"), des=(8, 2, 2, 4))
    assert pesent(oracle, "ana") == {"Epee": 2, "Dague": 2, "Deux armes": -2}
    assert apres["ana"].res == 9  # 1 RES for the second Trait
    assert somme(dits(oracle, "touche")[0]) == {"Écart des totaux": 4, "Epee": 2, "Dague": 1}
    assert apres["bor"].res == 3


@pytest.mark.rule("FLU-4.15")
@pytest.mark.parametrize(
    ("ana", "traits", "rule"),
    [
        (DEUX_LAMES, ("Dague", "Epee"), None),
        (DEUX_LAMES, ("Dague",), "FLU-4.15"),
        ({**DEUX_LAMES, "traits": {"Epee": 2}}, (), "FLU-4.15"),
        ({**DEUX_LAMES, "en_main": ["epee"]}, (), "FLU-4.15"),
        ({**DEUX_LAMES, "armes": [EPEE, {**ARC, "id": "dague"}]}, (), "FLU-4.15"),
        ({**DEUX_LAMES, "armes": [{**EPEE, "trait": "Dague"}, DAGUE]}, (), None),  # one Trait serves both
        ({**DEUX_LAMES, "traits": {}, "sbire": "facile"}, (), None),
        ({**DEUX_LAMES, "res_perdue": 10}, (), "FLU-3.29"),  # nothing left to pay the second Trait with
    ],
)
def test_what_striking_with_both_asks_for(ana, traits, rule):
    closed = frappe("ana", "bor", manoeuvre="deux_armes", traits=traits).closed(
        duel("manoeuvres", ana={"FOR": 9, **ana})
    )
    assert (closed.rule if closed else None) == rule


def test_hands_are_two():
    scene = rassembler("deux_armes", ana=homme("r", armes=[EPEE, DAGUE, ESPADON], bouclier=TARGE), bor=homme("b"))
    assert Degainer("ana", ("epee",)).closed(scene) is None
    assert Degainer("ana", ("epee", "dague")).closed(scene).rule == "FLU-4.35"
    assert Degainer("ana", ("espadon",)).closed(scene).rule == "FLU-4.35"
    assert Degainer("ana", ("hache",)).closed(scene).rule == "FLU-4.35"
    assert Degainer("ana", ("epee", "epee")).closed(scene).rule == "FLU-4.35"
    sans = change(scene, "ana", bouclier=None)
    assert Degainer("ana", ("espadon",)).closed(sans) is None
    assert Degainer("ana", ("espadon", "dague")).closed(sans).rule == "FLU-4.35"
    apres, _ = jouer(sans, Degainer("ana", ("dague", "epee")))
    assert [o.id for o in apres["ana"].tenues()] == ["epee", "dague"]


# ---------------------------------------------------------------- charge


@pytest.mark.rule("FLU-4.16")
def test_a_charge_takes_all_the_movement_and_gives_one_avantage_once():
    scene = combat("charge", ana=homme("rouge", 0, FOR=9), bor=homme("bleu", 6))
    scene, oracle = jouer(scene, Charger("ana", "bor"))
    assert dits(oracle, "charge")
    assert (scene["ana"].x, scene.encounter.marche["ana"]) == (5, 14)
    assert scene.encounter.file == ("ana", "bor")  # in contact: both announce
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(6, 6, 6))
    assert (pesent(oracle, "ana"), pesent(oracle, "bor")) == ({"Élan": 1}, {})
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(6, 6))
    assert pesent(oracle, "ana") == {}


@pytest.mark.rule("FLU-4.16")
def test_what_is_no_charge():
    scene = combat("charge", ana=homme("rouge", 0), bor=homme("bleu", 12), cid=homme("bleu", 1), dag=homme("rouge", 5))
    assert Charger("ana", "bor").closed(scene).rule == "FLU-4.4"
    assert Charger("ana", "cid").closed(scene).rule == "FLU-4.16"  # no room
    assert Charger("ana", "dag").closed(scene).rule == "FLU-4.6"
    assert Charger("ana", "personne").closed(scene).rule == "FLU-3.1"
    scene, _ = jouer(scene, Deplacer("ana", 2, 0))
    assert Charger("ana", "bor").closed(scene).rule == "FLU-4.16"  # part of the movement is gone


@pytest.mark.rule("FLU-4.16", "FLU-4.12")
def test_after_a_charge_at_the_defenceless_the_blow_falls_in_the_same_turn():
    scene = combat(
        "charge", ana=homme("rouge", 0), bor=homme("bleu", 6, sans_defense=True), cid=homme("bleu", 50, FOR=4)
    )
    scene, _ = jouer(scene, Charger("ana", "bor"))
    assert scene.turn()[0] == "ana"
    assert Deplacer("ana", 6, 1).closed(scene).rule == "FLU-4.4"
    scene, oracle = jouer(scene, frappe("ana", "bor"), 7, 7)
    assert pesent(oracle, "ana") == {"Élan": 1}
    assert (scene["bor"].res, scene.turn()[0]) == (8, "bor")


@pytest.mark.rule("FLU-4.16")
def test_the_avantage_of_a_charge_waits_for_the_next_action():
    scene = combat("manoeuvres", ana=homme("rouge", 0), bor=homme("bleu", 6, AGI=9))
    scene, _ = jouer(scene, Deplacer("bor", 8, 0))
    scene, _ = jouer(scene, Attendre("bor"))
    scene, _ = jouer(scene, Charger("ana", "bor"))
    scene, _ = jouer(scene, Rompre("bor"))  # gone before the blow
    assert scene.encounter.elan == {"ana": 1}
    scene, _ = jouer(scene, Attendre("ana"))
    scene, _ = jouer(scene, Attendre("bor"))
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5, 5))
    assert pesent(oracle, "ana") == {"Élan": 1}


# ---------------------------------------------------------------- aiming


@pytest.mark.rule("FLU-4.17")
@pytest.mark.parametrize(
    ("zone", "n"), [("jambes", 1), ("tronc", 1), ("bras", 1), ("tete", 2), ("main", 2), ("oeil", 2), ("arme", 2)]
)
def test_aiming_costs_one_for_a_general_zone_and_two_for_a_precise_one(zone, n):
    scene = duel("viser")
    _, oracle = echange(scene, frappe("ana", "bor", viser=zone), frappe("bor", "ana"), des=[5] * (n + 2))
    assert pesent(oracle, "ana") == {"Viser": -n}


@pytest.mark.rule("FLU-4.17", "FLU-4.44")
def test_on_a_success_the_part_aimed_at_is_hit():
    scene = duel("viser", bor={"res_perdue": 9})
    scene, _ = echange(scene, frappe("ana", "bor", viser="main"), frappe("bor", "ana"), des=(8, 8, 8, 4))
    (plaie,) = scene["bor"].blessures()
    assert (plaie.nom, plaie.zone, plaie.valeur) == ("Blessure à la main", "main", 3)


@pytest.mark.rule("FLU-4.17", "FLU-4.38")
@pytest.mark.parametrize(
    ("effet", "zones"), [("etourdir", ("tete", "oeil")), ("aveugler", ("tete", "oeil")), ("desarmer", ("arme", "main"))]
)
def test_some_effects_ask_for_aiming(effet, zones):
    scene = duel("viser", bor={"armes": [EPEE]})
    regle = "FLU-4.38" if effet == "desarmer" else "FLU-4.17"
    assert frappe("ana", "bor", effet=effet).closed(scene).rule == regle
    assert frappe("ana", "bor", effet=effet, viser="tronc").closed(scene).rule == regle
    assert all(frappe("ana", "bor", effet=effet, viser=z).closed(scene) is None for z in zones)
    assert frappe("ana", "bor", viser="oreille").closed(scene).rule == "FLU-4.17"


# ---------------------------------------------------------------- helping


def a_trois(*options, **ilya):
    """Ilya can help Roos against the golem."""
    return combat(
        *options,
        ilya=homme("rouge", 0, **{"FOR": 9, "traits": {"Athlétisme": 3, "Ruse": 1}, **ilya}),
        roos=homme("rouge", 10, FOR=8, traits={"Rixe": 2}),
        golem=homme("bleu", 11),
        loup=homme("bleu", 1, FOR=4),
    )


@pytest.mark.rule("FLU-4.19", "FLU-3.21")
def test_a_lent_trait_counts_as_an_additional_trait_and_the_one_who_acts_pays():
    scene, oracle = jouer(a_trois("aider"), Aider("ilya", "roos", "Athlétisme"))
    assert (dits(oracle, "aide")[0].target, dits(oracle, "aide")[0]["valeur"]) == ("roos", 3)
    scene, _ = jouer(scene, frappe("roos", "golem", traits=("Rixe",)))
    scene, _ = jouer(scene, Attendre("loup"))
    scene, oracle = jouer(scene, frappe("golem", "roos"), *[5] * 6)
    assert pesent(oracle, "roos") == {"Rixe": 2, "Athlétisme (aide)": 2}
    assert (scene["roos"].res, scene["ilya"].res) == (9, 10)
    assert scene["roos"].aides == ()  # once


@pytest.mark.rule("FLU-4.19")
def test_points_given_are_as_many_avantages():
    aide = Aider("ilya", "roos", res=2, depenses=(("VOL", 1),))
    scene, _ = jouer(a_trois("aider"), aide)
    assert (scene["ilya"].res, scene["ilya"].carac("VOL")) == (8, 4)
    scene, _ = jouer(scene, frappe("roos", "golem", traits=("Rixe",)))
    scene, _ = jouer(scene, Attendre("loup"))
    scene, oracle = jouer(scene, frappe("golem", "roos"), *[5] * 7)
    assert pesent(oracle, "roos") == {"Rixe": 2, "Points donnés": 3}
    assert scene["roos"].res == 10


@pytest.mark.rule("FLU-4.19")
def test_help_never_keeps_anybody_from_acting():
    """One who has no RES left to pay for a lent Trait simply does without it."""
    scene, _ = jouer(a_trois("aider"), Aider("ilya", "roos", "Athlétisme"))
    scene = change(scene, "roos", res_perdue=10)
    scene, _ = jouer(scene, frappe("roos", "golem", traits=("Rixe",)))
    scene, _ = jouer(scene, Attendre("loup"))
    scene, oracle = jouer(scene, frappe("golem", "roos"), *[5] * 4)
    assert pesent(oracle, "roos") == {"Rixe": 2}
    assert scene["roos"].res == 0


@pytest.mark.rule("FLU-4.18")
def test_a_lent_trait_cannot_be_used_by_its_owner_this_round():
    scene, _ = jouer(a_trois("manoeuvres"), Aider("ilya", "roos", "Ruse"))
    scene, _ = jouer(scene, Attendre("roos"))
    scene, _ = jouer(scene, Attendre("golem"))
    scene, _ = jouer(scene, frappe("loup", "ilya"))
    assert frappe("ilya", "loup", traits=("Ruse",)).closed(scene).rule == "FLU-4.18"
    assert Tester("ilya", ("INT",), ("Ruse",)).closed(scene).rule == "FLU-4.18"
    assert frappe("ilya", "loup", traits=("Athlétisme",)).closed(scene) is None
    scene, _ = jouer(scene, frappe("ilya", "loup"), 5, 5)
    while scene.round() == 1:
        scene, _ = jouer(scene, Attendre(scene.turn()[0]))
    assert scene["ilya"].cedes == ()


@pytest.mark.rule("FLU-4.18")
def test_the_usual_trait_of_a_weapon_is_left_out_when_it_is_lent():
    scene = a_trois("aider", armes=[DAGUE], traits={"Dague": 3})
    scene, _ = jouer(scene, Aider("ilya", "roos", "Dague"))
    scene, _ = jouer(scene, Attendre("roos"))
    scene, _ = jouer(scene, Attendre("golem"))
    scene, _ = jouer(scene, frappe("loup", "ilya"))
    _, oracle = jouer(scene, frappe("ilya", "loup"), 5, 5)
    assert pesent(oracle, "ilya") == {}


@pytest.mark.rule("FLU-4.19")
@pytest.mark.parametrize(
    ("aide", "rule"),
    [
        (Aider("ilya", "ilya", "Ruse"), "FLU-4.19"),
        (Aider("ilya", "golem", "Ruse"), "FLU-4.19"),
        (Aider("ilya", "roos"), "FLU-4.19"),
        (Aider("ilya", "roos", "Danse"), "FLU-3.20"),
        (Aider("ilya", "roos", res=11), "FLU-3.29"),
        (Aider("ilya", "roos", res=-1), "FLU-3.29"),
        (Aider("ilya", "roos", depenses=(("VOL", 5),)), "FLU-3.29"),
        (Aider("ilya", "moi", "Ruse"), "FLU-3.1"),
    ],
)
def test_help_that_cannot_be_given(aide, rule):
    assert aide.closed(a_trois("aider")).rule == rule


@pytest.mark.rule("FLU-4.19", "FLU-3.33")
def test_outside_fights_help_needs_no_switch_and_the_same_trait_helps_once():
    scene = rassembler(ilya=homme("", traits={"Ruse": 3}), roos=homme("", traits={"Charme": 2}))
    scene, _ = jouer(scene, Aider("ilya", "roos", "Ruse"))
    assert Aider("ilya", "roos", "Ruse").closed(change(scene, "ilya", cedes=())).rule == "FLU-3.21"
    scene, oracle = jouer(scene, Tester("roos", ("CHA",), ("Charme",)), *[5] * 5, reponses=("garder", "non"))
    assert {nom: n for nom, n, _ in dits(oracle, "test")[0]["avantages"]} == {"Charme": 2, "Ruse (aide)": 2}
    assert scene["roos"].res == 9


@pytest.mark.rule("FLU-4.19", "FLU-4.20")
def test_no_trait_is_lent_to_an_attack_already_shared_out():
    scene = combat(
        "manoeuvres",
        roos=homme("rouge", 10, FOR=9),
        golem=homme("bleu", 11),
        ilya=homme("rouge", 30, traits={"Ruse": 3}),
    )
    scene, _ = jouer(scene, Annoncer("roos", manoeuvre="simultanee", cibles=("golem",), parts=(5,)))
    assert Aider("ilya", "roos", "Ruse").closed(scene).rule == "FLU-4.20"
    assert Aider("ilya", "roos", res=1).closed(scene) is None


# ---------------------------------------------------------------- simultaneous attack


def moulinets(parts=(3, 3, 3), cibles=("un", "deux", "trois"), **autres):
    return Annoncer("gyr", ("FOR",), ("Hache",), manoeuvre="simultanee", cibles=cibles, parts=parts, **autres)


def entoure(*options, **gyr):
    hache = {"id": "hache", "nom": "Hache", "score": 2, "trait": "Hache", "carac": "FOR"}
    return combat(
        *options,
        gyr=homme("rouge", 0, **{"FOR": 6, "AGI": 9, "armes": [hache], "traits": {"Hache": 3, "Berserk": 2}, **gyr}),
        un=homme("bleu", 1),
        deux=homme("bleu", -1, FOR=4),
        trois=homme("bleu", 0, y=1, FOR=3),
    )


@pytest.mark.rule("FLU-4.20")
def test_a_simultaneous_attack_makes_one_roll_for_each_share():
    scene = entoure("attaque_simultanee", "defense_renforcee")
    # gyr: 4 + 5 = 9 against un, 3 + 10 + 2 = 15 against deux, 2 + 8 = 10 against trois
    annonces = (moulinets((4, 3, 2)), frappe("un", "gyr"), frappe("deux", "gyr"))
    scene, oracle = echange(scene, *annonces, pare("trois", "esquive"), des=(5, 10, 2, 8, 2, 2, 9, 2, 6))
    assert [somme(annonce(oracle, "gyr", c)) for c in ("un", "deux", "trois")] == [
        {"Part de l'attaque": 4},
        {"Part de l'attaque": 3},
        {"Part de l'attaque": 2},
    ]
    # un 7, deux 14, each helped by the other; trois 13
    assert pesent(oracle, "un") == {"Avantage du nombre": 1}
    touches = {(e.who, e.target): somme(e) for e in dits(oracle, "touche")}
    assert touches["gyr", "un"] == {"Écart des totaux": 2, "Hache": 2}
    assert touches["gyr", "deux"] == {"Écart des totaux": 1, "Hache": 2}
    assert ("gyr", "trois") not in touches
    assert scene["gyr"].res == 10


@pytest.mark.rule("FLU-4.20")
def test_it_can_lose_to_some_and_win_over_others():
    scene = entoure("attaque_simultanee")
    annonces = (moulinets(), frappe("un", "gyr"), frappe("deux", "gyr"), frappe("trois", "gyr"))
    scene, oracle = echange(scene, *annonces, des=(5, 9, 9, 9, 2, 2, 3, 2, 2, 3, 2, 2))
    # gyr 8, 12, 12; un 14, deux 8, trois 8
    assert {(e.who, e.target) for e in dits(oracle, "touche")} == {("un", "gyr"), ("gyr", "deux"), ("gyr", "trois")}
    assert [scene[q].res for q in ("gyr", "un", "deux", "trois")] == [4, 10, 4, 4]  # no shared damage here


@pytest.mark.rule("FLU-4.20", "FLU-3.21")
def test_further_traits_join_the_pool_and_are_paid_once():
    scene = entoure("attaque_simultanee")
    assert moulinets((4, 4, 2)).closed(scene).rule == "FLU-4.20"  # 9 to share
    deux_traits = Annoncer(
        "gyr", ("FOR",), ("Hache", "Berserk"), manoeuvre="simultanee", cibles=("un", "deux"), parts=(8, 2)
    )
    assert melee.parts(scene["gyr"], deux_traits) == 10
    annonces = (deux_traits, Attendre("trois"), frappe("un", "gyr"), frappe("deux", "gyr"))
    scene, oracle = echange(scene, *annonces, des=[5] * 6)
    assert scene["gyr"].res == 9 - 3  # and deux beat him by 3: 10 against 7, bare hands
    assert pesent(oracle, "gyr", "un") == {}


@pytest.mark.rule("FLU-4.20")
@pytest.mark.parametrize(
    "a",
    [
        moulinets((10, -1, 0)),
        moulinets((5, 4)),
        moulinets((), ()),
        moulinets((5, 4), ("un", "un")),
        moulinets(cible="un"),
        moulinets((9, 0, 1)),
        moulinets((3, 3, 2)),  # nothing is kept back
    ],
)
def test_shares_must_be_whole_and_make_up_the_pool(a):
    assert a.closed(entoure("attaque_simultanee")).rule == "FLU-4.20"


@pytest.mark.rule("FLU-4.20")
def test_a_share_of_nothing_is_a_share():
    assert moulinets((9, 0, 0)).closed(entoure("attaque_simultanee")) is None


@pytest.mark.rule("FLU-4.20", "FLU-4.4")
def test_all_its_targets_stand_together():
    scene = change(entoure("attaque_simultanee"), "trois", x=9)
    assert moulinets().closed(scene).rule == "FLU-4.20"
    assert moulinets((5, 4), ("un", "deux")).closed(scene) is None


@pytest.mark.rule("FLU-4.20", "FLU-4.8")
def test_other_avantages_weigh_on_each_roll():
    scene = change(entoure("attaque_simultanee"), "deux", a_terre=True)
    annonces = (moulinets(circonstances=1), frappe("un", "gyr"), frappe("deux", "gyr"), frappe("trois", "gyr"))
    _, oracle = echange(scene, *annonces, des=[5] * 16)
    assert pesent(oracle, "gyr", "un") == {"Circonstances": 1}
    assert pesent(oracle, "gyr", "deux") == {"Circonstances": 1, "Position": 1}


@pytest.mark.rule("FLU-4.20")
def test_an_adversary_outside_its_targets_is_met_with_a_share_of_nothing_and_not_hurt():
    scene = entoure("attaque_simultanee")
    annonces = (moulinets((5, 4), ("un", "deux")), frappe("trois", "gyr"), frappe("un", "gyr"), frappe("deux", "gyr"))
    scene, oracle = echange(scene, *annonces, des=(9, 5, 5, *[2] * 9))
    assert somme(annonce(oracle, "gyr", "trois")) == {"Part de l'attaque": 0}
    # 9 against 7: he keeps trois away, no more
    assert scene["trois"].res == 10


@pytest.mark.rule("FLU-4.20", "FLU-4.6")
def test_each_roll_of_it_meets_its_own_adversary_whoever_else_is_there():
    """As many rolls as fighters, but not one each: Gyr has two, and Lem, whom nobody attacks, none."""
    scene = combat(
        "attaque_simultanee",
        "defense_renforcee",
        gyr=homme("rouge", 0, FOR=9),
        lem=homme("rouge", 2, FOR=8),
        un=homme("bleu", 1, FOR=7),
        deux=homme("bleu", -1, FOR=6),
    )
    sim = Annoncer("gyr", manoeuvre="simultanee", cibles=("un", "deux"), parts=(4, 1))
    scene, _ = echange(
        scene, sim, frappe("lem", "un"), frappe("un", "lem"), frappe("deux", "gyr"), des=(5, 5, 5, 5, 5, 5, 5)
    )
    annonces = (sim, pare("lem"), frappe("un", "gyr"), frappe("deux", "gyr"))
    scene = change(change(scene, "gyr", res_perdue=0), "un", res_perdue=0)
    scene, oracle = echange(scene, *annonces, des=(8, 3, 4, 4, 6, 6))
    # gyr 12 and 4; un 9, deux 11, each helped by the other
    touches = {(e.who, e.target): e["points"] for e in dits(oracle, "touche")}
    assert touches == {("gyr", "un"): 3, ("deux", "gyr"): 7}
    assert "lem" not in {e.who for e in dits(oracle, "jet")}


def test_a_simultaneous_attack_left_without_targets_is_announced_again_or_falls_flat():
    scene = combat(
        "manoeuvres",
        gyr=homme("rouge", 0, FOR=9),
        un=homme("bleu", 1, FOR=8),
        deux=homme("bleu", -1, FOR=7),
    )
    scene, _ = jouer(scene, Annoncer("gyr", manoeuvre="simultanee", cibles=("un", "deux"), parts=(3, 2)))
    scene, _ = jouer(scene, Rompre("un"), 9)
    scene, oracle = jouer(scene, Rompre("deux"), 9)
    assert scene.encounter.contacts == ()
    assert not dits(oracle, "jet")
    assert scene.round() == 2


# ---------------------------------------------------------------- furious attack, feint


@pytest.mark.rule("FLU-4.21")
@pytest.mark.parametrize(("de", "points"), [(8, 6), (6, None), (7, 5)])
def test_a_furious_attack_gives_up_points_and_hits_twice_as_hard(de, points):
    scene = duel("attaque_furieuse")
    scene, oracle = echange(scene, frappe("ana", "bor", manoeuvre="furieuse", n=2), frappe("bor", "ana"), des=(de, 4))
    assert somme(annonce(oracle, "ana")) == {"Agilité": 5, "Attaque furieuse": -2}
    # 5 - 2 + de against 9; the damage is the margin + 4
    assert scene["bor"].res == 10 - (points or 0)
    if points:
        assert somme(dits(oracle, "touche")[0]) == {
            "Écart des totaux": points - 4,
            "Mains nues": 0,
            "Attaque furieuse": 4,
        }


@pytest.mark.rule("FLU-4.21")
def test_one_must_say_by_how_much():
    scene = duel("manoeuvres")
    assert frappe("ana", "bor", manoeuvre="furieuse").closed(scene).rule == "FLU-4.21"
    assert frappe("ana", "bor", manoeuvre="furieuse", n=-1).closed(scene).rule == "FLU-4.21"
    assert frappe("ana", "bor", manoeuvre="furieuse", n=9).closed(scene) is None


@pytest.mark.rule("FLU-4.22")
@pytest.mark.parametrize(("n", "des", "reste"), [(2, (5, 6), 10), (2, (6, 4), 8), (5, (7, 3), 6), (5, (3, 6), 10)])
def test_a_feint_raises_the_roll_and_lowers_the_damage_never_below_zero(n, des, reste):
    scene = duel("feinte")
    scene, oracle = echange(scene, frappe("ana", "bor", manoeuvre="feinte", n=n), frappe("bor", "ana"), des=des)
    assert somme(annonce(oracle, "ana")) == {"Agilité": 5, "Feinte": n}
    (touche,) = dits(oracle, "touche")
    assert touche.who == "ana"
    assert scene["bor"].res == reste
    assert somme(touche)["Feinte"] == -n


@pytest.mark.rule("FLU-4.22")
def test_a_feint_never_exceeds_agility():
    scene = duel("feinte", ana={"AGI": 4, "FOR": 9})
    assert frappe("ana", "bor", manoeuvre="feinte", n=4).closed(scene) is None
    assert frappe("ana", "bor", manoeuvre="feinte", n=5).closed(scene).rule == "FLU-4.22"
    assert frappe("ana", "bor", manoeuvre="feinte", n=0).closed(scene).rule == "FLU-4.22"
    fatigue = change(scene, "ana", pertes={"AGI": 2})
    assert frappe("ana", "bor", manoeuvre="feinte", n=3).closed(fatigue).rule == "FLU-4.22"


# ---------------------------------------------------------------- secret thrusts


def botte(nom, niveau, effet):
    return {"nom": nom, "valeur": niveau, "botte": effet}


@pytest.mark.rule("FLU-4.23")
@pytest.mark.parametrize(
    ("row", "effet", "condition"),
    [
        (0, "aveugler", Condition("Aveuglé", 3, 1, 0, "FLU-4.23")),  # the next round begins: 3 to come
        (1, "engourdir", Condition("Main engourdie", 2, 0, 0, "FLU-4.23")),
        (2, "estropier", Condition("Pied blessé", 10**6, 0, 3, "FLU-4.23")),
    ],
)
def test_a_secret_thrust_does_what_it_says_and_no_damage(row, effet, condition):
    nom, niveau = rows("FLU-4.23")[row]["nom"], rows("FLU-4.23")[row]["niveau"]
    scene = duel(
        "bottes", ana={"FOR": 9, "armes": [EPEE], "bottes": [botte(nom, niveau, effet)]}, bor={"armes": [DAGUE]}
    )
    scene, oracle = echange(
        scene,
        frappe("ana", "bor", manoeuvre="botte", traits=(nom,)),
        frappe("bor", "ana"),
        des=[9] + [2] * niveau + [3],
    )
    assert pesent(oracle, "ana") == {nom: niveau}  # its level helps the attack
    assert scene["bor"].res == 10
    assert scene["bor"].conditions == (condition,)
    assert not dits(oracle, "touche")
    assert bool(scene["bor"].tenues()) == (effet != "engourdir")
    assert [(s.objet.id, s.x) for s in scene.au_sol] == ([("dague", 2)] if effet == "engourdir" else [])


@pytest.mark.rule("FLU-4.23")
def test_a_thrust_that_fails_does_nothing():
    scene = duel("bottes", ana={"bottes": [BOTTE]})
    scene, _ = echange(
        scene,
        frappe("ana", "bor", manoeuvre="botte", traits=("Botte de l'estropié",)),
        frappe("bor", "ana"),
        des=(3, 3, 3, 3, 8),
    )
    assert (scene["bor"].conditions, scene["ana"].res) == ((), 5)


@pytest.mark.rule("FLU-4.23")
def test_a_thrust_needs_its_trait():
    scene = duel("bottes", ana={"traits": {"Rixe": 2}, "bottes": [BOTTE]})
    for traits in ((), ("Rixe",), ("Rixe", "Botte de l'estropié"), ("Autre",)):
        assert frappe("ana", "bor", manoeuvre="botte", traits=traits).closed(scene).rule == "FLU-4.23"
    assert frappe("ana", "bor", manoeuvre="botte", traits=("Botte de l'estropié", "Rixe")).closed(scene) is None


@pytest.mark.rule("FLU-4.23")
def test_a_numb_hand_takes_nothing_up_for_as_many_rounds():
    ana = {"FOR": 9, "bottes": [botte("Feinte de Pescalito", 2, "engourdir")]}
    scene = combat("bottes", ana=homme("rouge", 0, **ana), bor=homme("bleu", 1, armes=[EPEE, DAGUE]))
    pescalito = frappe("ana", "bor", manoeuvre="botte", traits=("Feinte de Pescalito",))
    scene, _ = echange(scene, pescalito, frappe("bor", "ana"), des=(9, 2, 2, 2))
    assert scene.round() == 2
    for _ in range(2):
        scene, _ = jouer(scene, frappe("ana", "bor"))
        assert Ramasser("bor", "epee").closed(scene).rule == "FLU-4.23"
        assert Degainer("bor", ("dague",)).closed(scene).rule == "FLU-4.23"
        scene, _ = jouer(scene, frappe("bor", "ana"), 5, 5)
    scene, _ = jouer(scene, frappe("ana", "bor"))
    assert Ramasser("bor", "epee").closed(scene) is None
    assert Degainer("bor", ("dague",)).closed(scene) is None


@pytest.mark.rule("FLU-4.23", "FLU-4.10")
def test_a_thrust_that_beats_several_strikes_the_one_it_was_meant_for():
    scene = combat(
        "bottes", ana=homme("rouge", 0, FOR=9, bottes=[BOTTE]), bor=homme("bleu", 1), cid=homme("bleu", -1, FOR=4)
    )
    annonces = (
        frappe("ana", "bor", manoeuvre="botte", traits=("Botte de l'estropié",)),
        frappe("cid", "ana"),
        frappe("bor", "ana"),
    )
    scene, _ = echange(scene, *annonces, des=(9, 2, 2, 2, 2, 2, 2, 2))
    assert [len(scene[q].conditions) for q in ("bor", "cid")] == [1, 0]


@pytest.mark.rule("FLU-4.23")
def test_the_thrusts_of_the_book_are_in_the_table():
    assert {(b.condition, b.desavantages, b.rounds, b.mouvement, b.desarme) for b in BOTTES.values()} >= {
        ("Aveuglé", 1, True, False, False),
        ("Main engourdie", 0, True, False, True),
        ("Pied blessé", 0, False, True, False),
    }


# ---------------------------------------------------------------- more than one action


def apres_un_echange(**ana):
    """Ripois, the quicker, has the sword; both have struck once, to no effect."""
    scene = duel(
        "plusieurs_actions",
        ana={"FOR": 9, "armes": [EPEE], "traits": {"Epee": 3, "Combat à mains nues": 2}, **ana},
        bor={"armes": [DAGUE], "traits": {"Dague": 2, "Esquive": 2}},
    )
    return echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 7)[0]


@pytest.mark.rule("FLU-4.24")
def test_extra_actions_are_announced_by_initiative_and_met_by_their_target():
    scene = apres_un_echange()
    assert (scene.encounter.phase, scene.encounter.file, scene.round()) == ("relances", ("ana", "bor"), 1)
    scene, oracle = jouer(scene, frappe("ana", "bor", arme="mains_nues"))
    assert not oracle.events
    assert (scene.encounter.phase, scene.encounter.file) == ("annonces", ("bor",))
    assert Attendre("bor").closed(scene).rule == "FLU-4.6"
    scene, _ = jouer(scene, frappe("bor", "ana"), 3, 3, 8, 8)
    assert scene["ana"].res == 4  # the one who insists may be the one who is hurt: 5 + 1
    assert scene.encounter.file == ("ana", "bor")


@pytest.mark.rule("FLU-4.24", "FLU-4.25")
def test_each_extra_action_costs_one_more_and_the_same_again_another():
    scene = apres_un_echange()
    _, oracle = echange(scene, frappe("ana", "bor", arme="mains_nues"), frappe("bor", "ana"), des=[5] * 4)
    assert pesent(oracle, "ana") == {"Combat à mains nues": 2, "Action supplémentaire": -1}
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 4)
    assert pesent(oracle, "ana") == {"Epee": 3, "Action supplémentaire": -1, "Action répétée": -1}
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 3)
    assert pesent(oracle, "ana") == {"Epee": 3, "Action supplémentaire": -2, "Action répétée": -1}
    _, oracle = echange(
        scene, frappe("ana", "bor", arme="mains_nues", traits=("Epee",)), frappe("bor", "ana"), des=[5] * 3
    )
    assert pesent(oracle, "ana") == {"Epee": 3, "Action supplémentaire": -2, "Action répétée": -1}  # the same Trait


@pytest.mark.rule("FLU-4.24")
def test_each_counts_his_own_actions():
    scene, _ = echange(apres_un_echange(), frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 4)
    scene, _ = jouer(scene, Attendre("ana"))
    scene, oracle = echange(scene, frappe("bor", "ana", arme="mains_nues"), frappe("ana", "bor"), des=[5] * 5)
    assert pesent(oracle, "bor") == {"Action supplémentaire": -1}  # having answered twice is no second action
    assert scene.encounter.actions == {"ana": 2, "bor": 2}


@pytest.mark.rule("FLU-4.26")
def test_who_did_not_insist_pays_only_for_repeating_himself():
    scene = apres_un_echange()
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 4)
    assert pesent(oracle, "bor") == {"Dague": 2, "Action répétée": -1}
    _, oracle = echange(
        scene, frappe("ana", "bor"), frappe("bor", "ana", arme="mains_nues", traits=("Esquive",)), des=[5] * 5
    )
    assert pesent(oracle, "bor") == {"Esquive": 2}
    regles = {nom: r for nom, _, r in annonce(oracle, "ana")["avantages"]}
    assert regles["Action répétée"] == "FLU-4.25"


@pytest.mark.rule("FLU-4.24")
def test_the_count_begins_again_with_the_round():
    scene, _ = echange(apres_un_echange(), frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 4)
    scene, _ = jouer(scene, Attendre("ana"))
    scene, _ = jouer(scene, Attendre("bor"))
    assert scene.round() == 2
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 7)
    assert pesent(oracle, "ana") == {"Epee": 3}


@pytest.mark.rule("FLU-4.24", "FLU-4.12")
def test_an_extra_blow_at_the_defenceless_costs_as_much():
    scene = combat(
        "plusieurs_actions",
        ana=homme("rouge", 0, FOR=9),
        bor=homme("bleu", 1),
        cid=homme("bleu", 1, etat="inconscient", reveil=9999),
    )
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert odds(frappe("ana", "cid"), scene, "touche").p(True) < 0.3  # the odds know it too
    scene, oracle = jouer(scene, frappe("ana", "cid"), 7, 7, 7)
    assert pesent(oracle, "ana") == {"Action supplémentaire": -1, "Action répétée": -1}
    assert (scene["cid"].res, scene.encounter.file) == (8, ("ana", "bor"))
    _, oracle = jouer(scene, frappe("ana", "cid"), 7, 7, 7, 7)
    assert pesent(oracle, "ana") == {"Action supplémentaire": -2, "Action répétée": -1}


@pytest.mark.rule("FLU-4.24")
def test_the_one_who_is_asked_answers_the_one_who_insists():
    scene = combat(
        "plusieurs_actions",
        "attaque_simultanee",
        ana=homme("rouge", 0, FOR=9),
        bor=homme("bleu", 1, FOR=7),
        cid=homme("rouge", 2, FOR=6, a_terre=True),
    )
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("cid", "bor"), frappe("bor", "cid"), des=[5] * 6)
    scene, _ = jouer(scene, frappe("ana", "bor"))
    assert frappe("bor", "cid").closed(scene).rule == "FLU-4.24"  # though he lies there
    assert Annoncer("bor", manoeuvre="simultanee", cibles=("cid",), parts=(5,)).closed(scene).rule == "FLU-4.24"
    scene, oracle = jouer(scene, frappe("bor", "ana"), *[5] * 5)
    assert {e.who for e in dits(oracle, "jet")} == {"ana", "bor"}
    assert scene.encounter.file == ("ana", "bor", "cid")


@pytest.mark.rule("FLU-4.24", "FLU-4.19")
def test_something_else_done_in_contact_is_one_action():
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", 0, FOR=9, traits={"Ruse": 1}),
        bor=homme("bleu", 1, FOR=7),
        cid=homme("rouge", 40, FOR=6),
    )
    scene, _ = jouer(scene, Attendre("ana"))
    scene, _ = jouer(scene, frappe("bor", "ana"))
    scene, _ = jouer(scene, Attendre("cid"))
    scene, _ = jouer(scene, Aider("ana", "cid", res=1), 5, 5)
    assert scene.encounter.actions == {"ana": 1, "bor": 1}
    _, oracle = echange(scene, frappe("ana", "bor", caracs=("FOR",)), frappe("bor", "ana"), des=[5] * 4)
    assert pesent(oracle, "ana") == {"Action supplémentaire": -1}


@pytest.mark.rule("FLU-4.25")
def test_bare_hands_are_told_apart_by_their_traits():
    demon = {"FOR": 9, "traits": {"Mâchoires": 2, "Griffes": 3}}
    scene = duel("plusieurs_actions", ana=demon)
    scene, _ = echange(scene, frappe("ana", "bor", traits=("Mâchoires",)), frappe("bor", "ana"), des=[5] * 4)
    _, oracle = echange(scene, frappe("ana", "bor", traits=("Griffes",)), frappe("bor", "ana"), des=[5] * 5)
    assert pesent(oracle, "ana") == {"Griffes": 3, "Action supplémentaire": -1}
    assert pesent(oracle, "bor") == {"Action répétée": -1}


@pytest.mark.rule("FLU-4.26")
def test_a_disarmed_fighter_changes_his_gesture():
    """What counts as the same is what was done, not what is left to do it with."""
    scene = duel("manoeuvres", ana={"FOR": 9, "armes": [EPEE]}, bor={"armes": [DAGUE]})
    desarme = frappe("ana", "bor", viser="main", effet="desarmer", circonstances=2)
    scene, _ = echange(scene, desarme, frappe("bor", "ana"), des=(9, 2), reponses=("garder", "garder"))
    assert scene["bor"].tenues() == ()
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=[5] * 4)
    assert pesent(oracle, "bor") == {}


# ---------------------------------------------------------------- defence


@pytest.mark.rule("FLU-4.27", "FLU-4.37")
@pytest.mark.parametrize(
    ("bor", "a", "bonus"),
    [
        ({}, pare("bor"), ("Parade", 0)),
        ({"armes": [EPEE]}, pare("bor"), ("Parade", 2)),
        ({"armes": [EPEE], "bouclier": ECU}, pare("bor"), ("Parade", 2)),  # weapon or shield, not both
        ({"armes": [DAGUE], "bouclier": ECU}, pare("bor", arme="ecu"), ("Parade", 2)),
        ({"AGI": 5}, pare("bor", "esquive"), ("Esquive : moitié de l'Agilité", 2)),
        ({"AGI": 6, "FOR": 4}, pare("bor", "esquive"), ("Esquive : moitié de l'Agilité", 3)),
        ({"armes": [ARC]}, pare("bor"), ("Parade", 0)),
    ],
)
def test_one_who_only_defends_has_a_bonus_and_hurts_nobody(bor, a, bonus):
    scene, _ = jouer(duel("defense_renforcee", ana={"FOR": 9}, bor=bor), frappe("ana", "bor"))
    apres, oracle = jouer(scene, a, 2, 9)
    nom, n = bonus
    assert somme(annonce(oracle, "bor"))[nom] == n
    assert apres["ana"].res == 10
    assert [e.who for e in dits(oracle, "defense")] == ["bor"]
    perdu, oracle = jouer(scene, a, 9, 2)
    assert perdu["bor"].res == 10 - (5 + 9 - (apres["bor"].carac("AGI") + 2 + n))


@pytest.mark.rule("FLU-4.27.2", "FLU-4.59")
@pytest.mark.parametrize(("options", "rendu"), [(("defense_renforcee",), 0), (("defense_renforcee", "pause"), 1)])
def test_when_all_defend_the_fight_pauses(options, rendu):
    scene = duel(*options, ana={"res_perdue": 4}, bor={"res_perdue": 4, "pauses": 5})
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    scene, oracle = echange(scene, pare("ana"), pare("bor", "esquive"))
    assert dits(oracle, "pause") and not dits(oracle, "jet")
    assert (scene["ana"].res, scene["ana"].pauses) == (6 + rendu, rendu)
    assert scene["bor"].res == 6  # CON points a day, and he had his


@pytest.mark.rule("FLU-4.27.2")
def test_there_is_no_pause_while_somebody_attacks_or_draws_back():
    scene = duel("defense_renforcee", "pause", "rompre", ana={"res_perdue": 4}, bor={"res_perdue": 4, "AGI": 4})
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(4, 5))
    _, oracle = echange(scene, pare("ana"), frappe("bor", "ana"), des=(6, 6))
    assert not dits(oracle, "pause")
    apres, oracle = echange(scene, pare("ana"), Rompre("bor"), des=(3,))
    assert not dits(oracle, "pause") and not dits(oracle, "jet")
    assert (apres["ana"].res, apres.round()) == (6, 3)


# ---------------------------------------------------------------- breaking off


@pytest.mark.rule("FLU-4.28")
def test_the_quickest_breaks_off_at_will_and_is_free():
    scene, _ = echange(duel("rompre", ana={"FOR": 6}), frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert odds(Rompre("ana"), scene).p(True) == 1
    scene, oracle = jouer(scene, Rompre("ana", ou=(-8, 0)))
    assert dits(oracle, "rupture")[0].who == "ana" and not dits(oracle, "test")
    assert scene.encounter.contacts == ()
    assert scene["ana"].x == -8  # and walks away with his movement
    assert Attendre("bor").closed(scene) is None  # nobody left to fight
    scene, oracle = jouer(scene, Attendre("bor"))
    assert (scene.round(), scene.encounter.file) == (3, ("ana", "bor"))


@pytest.mark.rule("FLU-4.28")
@pytest.mark.parametrize(("de", "libre"), [(6, True), (5, False)])
def test_the_others_need_a_test_of_agility(de, libre):
    scene, _ = jouer(duel("rompre", ana={"FOR": 6}), frappe("ana", "bor"))
    assert abs(odds(Rompre("bor"), scene).p(True) - 0.5) < 1e-9
    dice, reponses = ((de,), ("garder",)) if libre else ((de, 8, 3), ("garder", "non"))
    scene, oracle = jouer(scene, Rompre("bor", ou=(5, 0)), *dice, reponses=reponses)
    assert somme(dits(oracle, "test")[0])["Agilité"] == 5
    assert bool(dits(oracle, "rupture")) == libre == (not dits(oracle, "rupture_manquee"))
    # who fails is struck at like anybody, and strikes nobody
    assert scene["bor"].res == (10 if libre else 5)
    assert scene["bor"].x == (5 if libre else 1)
    assert scene.encounter.contacts == (() if libre else (("ana", "bor"),))


@pytest.mark.rule("FLU-4.28")
def test_equal_initiative_needs_the_test_and_equipment_counts():
    scene, _ = jouer(duel("rompre"), frappe("ana", "bor"))
    _, oracle = jouer(scene, Rompre("bor"), 9, reponses=("garder",))
    assert dits(oracle, "test")
    scene, _ = jouer(duel("rompre", ana={"FOR": 6, "armes": [EPEE]}), frappe("bor", "ana"))
    assert places.ini(scene["ana"]) == 9
    _, oracle = jouer(scene, Rompre("ana"), 9, reponses=("garder",))
    assert dits(oracle, "test")


@pytest.mark.rule("FLU-4.28")
def test_breaking_off_is_a_matter_of_agility_and_of_being_in_contact():
    scene, _ = jouer(duel("rompre"), frappe("ana", "bor"))
    assert Rompre("bor", caracs=("FOR",)).closed(scene).rule == "FLU-4.28"
    assert Rompre("bor", caracs=("AGI",)).closed(scene) is None
    assert Rompre("bor", ou=(20, 0)).closed(scene).rule == "FLU-4.4"
    assert Rompre("ana").closed(duel("rompre")).rule == "FLU-4.28"


@pytest.mark.rule("FLU-4.28", "FLU-4.6")
def test_those_who_announced_on_one_who_left_turn_to_somebody_else():
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", 0, FOR=8),
        bor=homme("bleu", 1, FOR=7),
        cid=homme("bleu", -1, FOR=6),
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "ana"))
    scene, oracle = jouer(scene, Rompre("bor"), 9, reponses=("garder",))
    assert not dits(oracle, "jet")
    assert (scene.encounter.phase, scene.encounter.file) == ("annonces", ("ana",))
    scene, oracle = jouer(scene, frappe("ana", "cid"), 4, 8)
    assert scene["cid"].res == 6


@pytest.mark.rule("FLU-4.28", "FLU-4.24")
def test_breaking_off_after_the_exchange_is_one_action_more():
    scene = duel("manoeuvres", ana={"FOR": 9})
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    scene, _ = jouer(scene, Attendre("ana"))
    _, oracle = jouer(scene, Rompre("bor"), 9, 9, reponses=("garder",))
    assert {nom: n for nom, n, _ in dits(oracle, "test")[0]["avantages"]} == {"Action supplémentaire": -1}


@pytest.mark.rule("FLU-4.28", "FLU-4.5")
def test_a_double_move_weighs_on_breaking_off_and_only_once():
    scene = combat("manoeuvres", ana=homme("rouge", 0, FOR=9), bor=homme("bleu", 30, FOR=8))
    scene, _ = jouer(scene, Attendre("ana"))
    scene, _ = jouer(scene, Deplacer("bor", 4, 0, double=True))
    scene, _ = jouer(scene, Attendre("bor"))
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, oracle = jouer(scene, Rompre("bor"), 4, 4, 5, 5, reponses=("garder", "non"))
    assert {nom: n for nom, n, _ in dits(oracle, "test")[0]["avantages"]} == {"Double déplacement": -1}
    assert pesent(oracle, "bor") == {}
    assert scene.encounter.elan == {}


# ---------------------------------------------------------------- things on the ground


@pytest.mark.rule("FLU-4.39")
def test_a_weapon_on_the_ground_is_picked_up_within_a_step():
    scene = combat(ana=homme("rouge", 0, armes=[EPEE], FOR=9), bor=homme("bleu", 40))
    scene = scene.laisser(Objet("epee", "Épée de Bor", 2), 2, 0)
    assert Ramasser("ana", "epee").closed(scene).rule == "FLU-4.39"
    scene, _ = jouer(scene, Deplacer("ana", 1, 0))
    assert Ramasser("ana", "hache").closed(scene).rule == "FLU-4.39"
    scene, oracle = jouer(scene, Ramasser("ana", "epee"))
    assert dits(oracle, "ramasse")[0]["objet"] == "Épée de Bor"
    assert scene.au_sol == ()
    assert [o.id for o in scene["ana"].armes] == ["epee", "epee_2"]  # two swords, told apart
    assert [o.id for o in scene["ana"].tenues()] == ["epee"]  # and only one in hand
    assert scene.encounter.file == ("bor",)


@pytest.mark.rule("FLU-4.39", "FLU-4.37")
def test_what_the_hands_cannot_take():
    def devant(objet, **ana):
        scene = combat(ana=homme("rouge", 0, FOR=9, **ana), bor=homme("bleu", 40))
        return scene.laisser(Objet(**objet), 1, 0)

    assert Ramasser("ana", "targe").closed(devant(TARGE, bouclier=ECU)).rule == "FLU-4.37"
    assert Ramasser("ana", "targe").closed(devant(TARGE, armes=[ESPADON])).rule == "FLU-4.37"
    assert Ramasser("ana", "cuir").closed(devant(CUIR)).rule == "FLU-4.36"
    scene, _ = jouer(devant(TARGE, armes=[EPEE]), Ramasser("ana", "targe"))
    assert scene["ana"].bouclier.id == "targe"
    scene, _ = jouer(devant(DAGUE), Ramasser("ana", "dague"))
    assert [o.id for o in scene["ana"].tenues()] == ["dague"]
    scene, _ = jouer(devant(ESPADON, bouclier=ECU), Ramasser("ana", "espadon"))
    assert scene["ana"].tenues() == ()
    scene, _ = jouer(devant(POIGNARD, armes=[EPEE, DAGUE], en_main=["dague"]), Ramasser("ana", "poignard"))
    assert [o.id for o in scene["ana"].tenues()] == ["dague"]


@pytest.mark.rule("FLU-4.21", "FLU-4.22")
def test_only_a_furious_attack_and_a_feint_say_by_how_much():
    scene = duel("manoeuvres")
    for n in (3, -3):
        assert frappe("ana", "bor", n=n).closed(scene).rule == "FLU-4.21"
    assert frappe("ana", "bor", manoeuvre="furieuse", n=3).closed(scene) is None
    assert frappe("ana", "bor", manoeuvre="furieuse", n=50).closed(scene) is None
    for n in (-3, 0, 51):
        assert frappe("ana", "bor", manoeuvre="furieuse", n=n).closed(scene).rule == "FLU-4.21"
        assert frappe("ana", "bor", manoeuvre="feinte", n=n).closed(scene).rule == "FLU-4.22"


@pytest.mark.rule("FLU-3.11")
def test_no_more_than_50_are_taken_as_points_or_left_aside():
    scene = duel()
    assert frappe("ana", "bor", points=50, laisses=50).closed(scene) is None
    assert frappe("ana", "bor", points=51).closed(scene).rule == "FLU-3.11"
    assert frappe("ana", "bor", laisses=99).closed(scene).rule == "FLU-3.11"
