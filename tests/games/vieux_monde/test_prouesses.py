"""Prouesses: what Talents let one do with Avantages (VM-2.16), and with the order of initiative (VM-2.5)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reading import read
from tablee.games.vieux_monde.book.c2_combat.combat import en_cours, fin_de_tour, marche_restante
from tablee.games.vieux_monde.book.c2_coups import prouesses
from tablee.games.vieux_monde.book.c2_coups.prouesses import (
    ACTIONS,
    CoudeACoude,
    CoupSurCoup,
    CrocEnJambe,
    FausseOuverture,
    GrandeFoulee,
    PrendreLePas,
    ReprendreHaleine,
    SansQuartier,
    VoirVenir,
    offers,
)
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.catalogue import TALENTS
from tablee.games.vieux_monde.model.scene import Scene
from tablee.kernel.action import tag
from tablee.kernel.live import Live, Replay, Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

TOUS = {tag(a): 1 for a in ACTIONS}


def scene(talents=TOUS, avantages=6, action=False, combat=True, **a):
    """« a » in his tour, Engagé with « b »; « d » fights beside him, « e » far off."""
    qui = {
        "a": {
            "camp": "nous",
            "fiche": {"CC": 50, "AGI": 40, "mouvement": 5, "talents": talents},
            "avantages": avantages,
            **a,
        },
        "b": {"camp": "eux", "x": 1, "fiche": {"CC": 40}},
        "d": {"camp": "nous", "x": 2},
        "e": {"camp": "nous", "x": 20},
    }
    lutte = {
        "ordre": ["b", "a", "d", "e"],
        "file": ["a", "d", "e"],
        "initiatives": {"a": 20, "b": 30, "d": 10, "e": 5},
        "engagements": [{"a": "a", "b": "b", "round": 1}],
        "action": action,
    }
    return lire_scene({"personnages": qui, **({"combat": lutte} if combat else {})})


def jouer(s, action, *dice):
    assert action.closed(s) is None, action.closed(s)
    oracle = Scripted(dice)
    apres = action.resolve(s, oracle)
    assert oracle.left_over() is None
    return apres, oracle


def refus(s, action):
    ferme = action.closed(s)
    return None if ferme is None else read(s, ferme)


CHACUNE = [
    (CoupSurCoup("a", "b"), "coup_sur_coup", 2),
    (FausseOuverture("a", "b"), "fausse_ouverture", 1),
    (CrocEnJambe("a", "b"), "croc_en_jambe", 2),
    (GrandeFoulee("a"), "grande_foulee", 1),
    (SansQuartier("a"), "sans_quartier", 2),
    (CoudeACoude("a", "d"), "coude_a_coude", 1),
    (ReprendreHaleine("a", "sonne"), "reprendre_haleine", 2),
    (PrendreLePas("a"), "prendre_le_pas", 1),
]


@pytest.mark.rule("VM-2.16")
@pytest.mark.parametrize(("action", "talent", "prix"), CHACUNE, ids=[t for _, t, _ in CHACUNE])
def test_each_asks_for_a_fight_the_talent_the_tour_and_its_price(action, talent, prix):
    etats = [{"id": "sonne", "niveaux": 2}]
    action_prise = talent == "coup_sur_coup"
    regle, nom = TALENTS[talent].rule, TALENTS[talent].nom
    s = scene(avantages=prix, action=action_prise, etats=etats)
    assert refus(s, action) is None
    assert refus(scene(avantages=prix - 1, action=action_prise, etats=etats), action) == (
        f"Pas assez d'Avantages : {prix} requis, {prix - 1} disponible{'s' if prix > 2 else ''} ({regle})"
    )
    assert refus(scene({}, action=action_prise, etats=etats), action) == f"A n'a pas le Talent {nom} ({regle})"
    assert refus(scene(combat=False, avantages=0, etats=etats), action) == f"{nom} ne sert qu'en combat ({regle})"
    ailleurs = replace(s, encounter=replace(s.encounter, file=("d", "a", "e")))
    assert refus(ailleurs, action) == "C'est le tour de D (VM-2.1)"
    apres = action.resolve(s, Scripted([50, 50, 50, 50, 50, 50]))
    assert apres["a"].avantages <= (1 if action_prise else 0)


@pytest.mark.rule("VM-2.16")
def test_the_price_is_told_with_its_sum():
    _, oracle = jouer(scene(avantages=5), SansQuartier("a"))
    prix = oracle.events[0]
    assert (prix.what, prix["talent"], prix["avantages"], total(prix.terms)) == ("prouesse", "Sans quartier", 3, 3)


# ---------------------------------------------------------------- against an adversary


@pytest.mark.rule("VM-2.16")
def test_a_second_blow_comes_after_the_action_at_an_engaged_adversary_once_a_round():
    assert refus(scene(action=False), CoupSurCoup("a", "b")) == "Coup sur coup vient après l'Action du tour (VM-2.16)"
    assert refus(scene(action=True), CoupSurCoup("a", "d")) == "A n'est pas Engagé avec D (VM-2.10)"
    s, oracle = jouer(scene(avantages=3, action=True), CoupSurCoup("a", "b"), 23, 95)
    essai = next(e for e in oracle.events if e.what == "essai")
    assert essai["valeur"] == 50 + 10  # one Avantage left when the blow is struck
    assert s["b"].pb < s["b"].fiche.PB
    assert refus(replace(s, people={**s.people, "a": replace(s["a"], avantages=6)}), CoupSurCoup("a", "b")) == (
        "Coup sur coup ne sert qu'une fois par Round (VM-2.16)"
    )


@pytest.mark.rule("VM-2.16")
def test_the_odds_of_the_second_blow_are_those_of_two_avantages_less():
    from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer

    second = odds(CoupSurCoup("a", "b"), scene(avantages=3, action=True), "touche")
    assert second.p(True) == odds(Attaquer("a", "b"), scene(avantages=1), "touche").p(True)


@pytest.mark.rule("VM-2.16")
def test_whoever_falls_for_a_false_opening_defends_at_minus_20_until_the_round_ends():
    s, oracle = jouer(scene(avantages=2), FausseOuverture("a", "b"), 10, 90)
    assert [(e.sur, e.mod) for e in s["b"].effets] == [("defense", -20)]
    assert [e.what for e in oracle.events if e.who == "b" and e.what == "trompe"] == ["trompe"]
    assert refus(s, FausseOuverture("a", "b")) == "B s'y est déjà laissé prendre (VM-2.16)"
    while s.encounter.round == 1:
        s = fin_de_tour(s, Scripted())
    assert s["b"].effets == ()
    rate, oracle = jouer(scene(avantages=2), FausseOuverture("a", "b"), 90, 10)
    assert rate["b"].effets == ()
    assert rate["a"].avantages == 1
    assert oracle.events[-1].what == "prouesse_vaine"


@pytest.mark.rule("VM-2.16")
def test_a_hooked_leg_throws_to_the_ground_but_nobody_larger():
    s, _ = jouer(scene(), CrocEnJambe("a", "b"), 10, 90)
    assert s["b"].niveau("a_terre") == 1
    assert refus(s, CrocEnJambe("a", "b")) == "B est déjà À Terre (VM-2.16)"
    assert jouer(scene(), CrocEnJambe("a", "b"), 90, 10)[0]["b"].niveau("a_terre") == 0
    grand = scene()
    grand = grand.put(replace(grand["b"], fiche=replace(grand["b"].fiche, taille="Grande")))
    assert refus(grand, CrocEnJambe("a", "b")) == "B est trop grand pour un croc-en-jambe (VM-2.16)"
    petit = grand.put(replace(grand["b"], fiche=replace(grand["b"].fiche, taille="Petite")))
    assert refus(petit, CrocEnJambe("a", "b")) is None


@pytest.mark.rule("VM-2.16")
def test_the_odds_on_the_button_are_those_of_the_opposed_test():
    for action in (FausseOuverture("a", "b"), CrocEnJambe("a", "b")):
        p = odds(action, scene(avantages=2)).p(True)
        assert 0.5 < p < 0.9
        assert odds(action, scene(avantages=6)).p(True) > p


# ---------------------------------------------------------------- for oneself and for others


@pytest.mark.rule("VM-2.16")
def test_a_long_stride_is_half_the_mouvement_once_more():
    s = scene()
    avant = marche_restante(s, s["a"])
    s, _ = jouer(s, GrandeFoulee("a"))
    assert marche_restante(s, s["a"]) == avant + 5 // 2
    assert refus(s, GrandeFoulee("a")) == "Grande foulée ne sert qu'une fois par Round (VM-2.16)"


@pytest.mark.rule("VM-2.16")
def test_no_quarter_adds_4_degats_until_the_round_ends():
    from tablee.games.vieux_monde.book.c2_coups.attaque import bruts
    from tablee.games.vieux_monde.book.c2_coups.coup import Coup
    from tablee.games.vieux_monde.model.catalogue import MAINS_NUES

    avant = scene()
    s, _ = jouer(avant, SansQuartier("a"))
    coup = Coup("a", "b", MAINS_NUES)
    assert total(bruts(s, coup, 0)[0]) == total(bruts(avant, coup, 0)[0]) + 4
    while s.encounter.round == 1:
        s = fin_de_tour(s, Scripted())
    assert total(bruts(s, coup, 0)[0]) == total(bruts(avant, coup, 0)[0])
    assert refus(replace(s, encounter=replace(s.encounter, file=("a",))), SansQuartier("a")) is None


@pytest.mark.rule("VM-2.16", "VM-2.14")
def test_an_avantage_is_handed_to_a_companion_within_3_squares():
    s, _ = jouer(scene(avantages=3), CoudeACoude("a", "d"))
    assert (s["a"].avantages, s["d"].avantages) == (2, 1)
    assert refus(scene(), CoudeACoude("a", "e")) == "E est trop loin : 20 cases, 3 au plus (VM-2.16)"
    assert refus(scene(), CoudeACoude("a", "b")) == "B n'est pas un compagnon debout (VM-2.16)"
    assert refus(scene(), CoudeACoude("a", "a")) == "A n'est pas un compagnon debout (VM-2.16)"
    plein = scene()
    plein = plein.put(replace(plein["d"], avantages=6))
    assert refus(plein, CoudeACoude("a", "d")) == "D a déjà 6 Avantages (VM-2.14)"


@pytest.mark.rule("VM-2.16")
def test_catching_one_s_breath_takes_one_level_away():
    s, _ = jouer(scene(etats=[{"id": "sonne", "niveaux": 2}]), ReprendreHaleine("a", "sonne"))
    assert (s["a"].niveau("sonne"), s["a"].avantages) == (1, 4)
    assert refus(scene(), ReprendreHaleine("a", "extenue")) == "A n'est pas Exténué (VM-2.16)"
    assert refus(scene(), ReprendreHaleine("a", "aveugle")).startswith("Reprendre haleine chasse Sonné")
    tenace = scene(etats=[{"id": "extenue", "tenace": "duree"}])
    assert refus(tenace, ReprendreHaleine("a", "extenue")) == "Exténué : cet État ne part pas ainsi (VM-2.16)"


# ---------------------------------------------------------------- the order


@pytest.mark.rule("VM-2.5")
def test_letting_others_pass_changes_the_order_of_this_round_only():
    s, _ = jouer(scene(), VoirVenir("a", "d"))
    assert s.encounter.file == ("d", "a", "e")
    assert s.encounter.ordre == ("b", "a", "d", "e")
    s, _ = jouer(s, Terminer("d"))
    assert s.encounter.file == ("a", "e")
    assert refus(s, VoirVenir("a", "e")) == "Voir venir ne sert qu'une fois par Round (VM-2.5)"
    assert jouer(scene(), VoirVenir("a", "e"))[0].encounter.file == ("d", "e", "a")


@pytest.mark.rule("VM-2.5")
def test_nobody_lets_others_pass_who_has_begun_or_for_those_who_have_played():
    assert refus(scene(action=True), VoirVenir("a", "d")) == "Le tour est déjà entamé (VM-2.5)"
    marche = scene()
    assert refus(replace(marche, encounter=replace(marche.encounter, marche=1)), VoirVenir("a", "d")) is not None
    assert refus(scene(), VoirVenir("a", "b")) == "B ne joue plus après lui dans ce Round (VM-2.5)"


@pytest.mark.rule("VM-2.5")
def test_taking_the_lead_lasts_until_the_fight_is_over():
    s, _ = jouer(scene(avantages=3), PrendreLePas("a"))
    assert (s.encounter.ordre, s.encounter.file, s["a"].avantages) == (("a", "b", "d", "e"), ("a", "d", "e"), 2)
    while s.encounter.round == 1:
        s = fin_de_tour(s, Scripted())
    assert s.encounter.file == ("a", "b", "d", "e")
    assert refus(s, PrendreLePas("a")) == "A n'a personne devant lui dans l'ordre d'initiative (VM-2.5)"


# ---------------------------------------------------------------- what must always hold

NOMS = st.sampled_from(["a", "b", "d", "e", "", "nul", "sonne"])


def quelconque(kind):
    champs = [f.name for f in msgspec.structs.fields(kind)]
    valeurs = {c: st.booleans() if c == "retenir" else NOMS for c in champs}
    return st.builds(kind, **valeurs)


ACTION = st.one_of([quelconque(k) for k in ACTIONS])


@given(ACTION, st.integers(0, 6), st.booleans(), st.booleans(), st.integers(0, 2**32))
def test_closed_never_raises_and_an_open_prouesse_resolves_and_replays(action, avantages, prise, sonne, graine):
    import random

    s = scene(avantages=avantages, action=prise, etats=[{"id": "sonne", "niveaux": 1}] if sonne else [])
    if action.closed(s) is not None:
        return
    transcript = []
    apres = action.resolve(s, Live(transcript, random.Random(graine)))
    assert all(0 <= p.avantages <= 6 for p in apres.people.values())
    assert action.resolve(s, Replay(transcript)) == apres
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
    assert sorted(apres.encounter.ordre) == sorted(en_cours(s).ordre) if apres.encounter else True


def test_buttons_only_for_what_the_talents_allow():
    assert list(offers(scene({}), scene({})["a"])) == []
    s = scene({"voir_venir": 1, "sans_quartier": 1})
    assert {type(x) for x in offers(s, s["a"])} == {VoirVenir, SansQuartier}
    tout = scene(action=True, etats=[{"id": "sonne"}])
    assert {type(x) for x in offers(tout, tout["a"])} == set(prouesses.ACTIONS)
    assert list(offers(tout, tout["d"])) == []
