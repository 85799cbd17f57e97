"""Chapter 8: amorces, aide as an interruption, and durations in cycles."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation.amorces import Amorcer, amorce
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.cycle import EffetDeCycle
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler
from tablee.games.terre_natale.book.c8_confrontation.mener import NOMS, Passer, Preparer
from tablee.games.terre_natale.book.c8_confrontation.repertoire import UserDeTactique
from tablee.games.terre_natale.book.c8_confrontation.tour import fermer
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds

from .jeu import dit, jouer, scene

# Everybody: 10 in all, so 15 to be hit and no modifier; Alys knows Acrobatie (2), Cid, beside her, Assistance (2).
ALYS = {"competences": {"acrobatie": 2, "parade": 1, "initiative": 1, "vigilance": 1}, "destinee": 0}
AIDE = {"competences": {"assistance": 2}, "destinee": 0}
MANQUE = (1, 2, 3)


def table(*, forme="combat", attentes=None, initiatives=(20, 15, 12), cid=AIDE, **encounter):
    """Alys's passe, Bor before her; Cid, her ally, beside her."""
    s = scene(
        alys={"fiche": ALYS, "camp": "rouge", "equipement": {"armes": [{"modele": "couteau"}]}},
        bor={"fiche": {"destinee": 0}, "camp": "bleu", "x": 1},
        cid={"fiche": cid, "camp": "rouge", "y": 1},
    )
    e = Confrontation(
        forme=forme,
        initiatives=dict(zip(s.people, initiatives, strict=True)),
        budgets={who: Budget() for who in s.people},
        attentes=attentes or {},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter))


def bonus(s, **of):
    """What stands in the sum of Alys's attack besides her attribute."""
    return {label: n for label, n, _ in figures_d_attaque(s, Coup("alys", "bor", **of)).f.modificateurs}


# ---------------------------------------------------------------- amorces


@pytest.mark.rule("TN-8.119", "TN-8.120", "TN-8.121")
@pytest.mark.parametrize(("des", "plus"), [((6, 4, 3), 2), ((5, 2, 1), 1), ((4, 2, 1), 0), ((6, 6, 5), 2)])
def test_the_degrees_read_at_five_help_what_comes_next_no_more_than_the_rank(des, plus):
    apres, oracle = jouer(table(), Amorcer("alys", "acrobatie", decor="la table"), *des)  # 3D6 + 2
    assert dit(oracle, "amorce")["bonus"] == plus
    assert sum(n for _, n, _ in amorce(apres["alys"])) == plus
    assert bonus(apres).get("Amorce", 0) == plus
    assert apres.encounter.budgets["alys"] == Budget(acts=1, genres=("amorce",), usages=("acrobatie/",))


@pytest.mark.rule("TN-8.121", "TN-10.104.1")
@pytest.mark.parametrize(("des", "plus"), [((6, 5, 3), 1), ((6, 6, 6), 2), ((5, 2, 1), 0)])
def test_by_the_option_they_are_read_at_ten(des, plus):
    s = replace(table(), options=("soutien_a_dix",))
    apres, oracle = jouer(s, Amorcer("alys", "acrobatie"), *des)  # 3D6 + 2
    assert dit(oracle, "amorce")["bonus"] == plus and bonus(apres).get("Amorce", 0) == plus
    assert odds(Amorcer("alys", "acrobatie"), s).mean() < odds(Amorcer("alys", "acrobatie"), table()).mean()


@pytest.mark.rule("TN-8.120")
def test_it_costs_a_simple_action_or_the_quick_one():
    apres, _ = jouer(table(), Amorcer("alys", "acrobatie", moyen="actr"), 6, 4, 3)
    assert (apres.encounter.budgets["alys"].acts, apres.encounter.budgets["alys"].actr) == (2, False)
    assert apres.encounter.initiatives["alys"] == 15
    lente = table(initiatives=(4, 15, 12))
    assert Amorcer("alys", "acrobatie", moyen="actr").closed(lente).rule == "TN-8.120"
    assert Amorcer("alys", "acrobatie").closed(table(budgets={"alys": Budget(acts=0)})).rule == "TN-8.83"


@pytest.mark.rule("TN-8.121")
def test_one_amorce_helps_one_action():
    s, _ = jouer(table(cid={}, initiatives=(25, 15, 12)), Amorcer("alys", "acrobatie"), 6, 4, 3)
    encore = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "alys": Budget()}))
    assert Amorcer("alys", "acrobatie").closed(encore).rule == "TN-8.121"
    s, oracle = jouer(s, Attaquer("alys", "bor"), *MANQUE)
    assert ("Amorce", 2, "TN-8.121") in dit(oracle, "attaque").terms
    assert not amorce(s["alys"]) and "Amorce" not in bonus(s)
    _, oracle = jouer(s, Doubler("alys", "bor"), *MANQUE)
    assert ("Amorce", 2, "TN-8.121") not in dit(oracle, "attaque").terms


@pytest.mark.rule("TN-8.119", "TN-8.364")
def test_it_helps_a_tactic_too():
    s, _ = jouer(table(cid={}), Amorcer("alys", "acrobatie"), 6, 4, 3)
    s, oracle = jouer(s, UserDeTactique("alys", "renverser", "bor"), *MANQUE)
    assert ("Amorce", 2, "TN-8.121") in dit(oracle, "tactique").terms
    assert not amorce(s["alys"])


@pytest.mark.rule("TN-8.119")
def test_it_helps_the_next_defence_too():
    s, _ = jouer(table(cid={}), Amorcer("alys", "acrobatie"), 6, 4, 3)
    s = replace(s, encounter=replace(s.encounter, passe="bor"))
    dice = 6, 6, 5, 1, 2, 3, 4, 1, 1, 5, 4, 3  # Bor hits; an unprepared parade; the jet; what parried so badly
    s, oracle = jouer(s, Attaquer("bor", "alys"), *dice, reponses={"tn.defense": "parer/acts"})
    assert ("Amorce", 2, "TN-8.121") in dit(oracle, "defense").terms
    assert not amorce(s["alys"])


@pytest.mark.rule("TN-8.119")
def test_a_skill_of_the_confrontation_is_no_amorce_of_it():
    assert Amorcer("alys", "parade").closed(table()).rule == "TN-8.119"
    assert Amorcer("alys", "vigilance", groupe="defense").closed(table()).rule == "TN-8.119"
    assert Amorcer("alys", "vigilance").closed(table()) is None  # as a skill of Sagacité
    assert Amorcer("alys", "initiative").closed(table()) is not None
    assert Amorcer("alys", "parade").closed(table(forme="joute")) is None
    assert Amorcer("alys", "souplesse").closed(table()).rule == "TN-8.121"  # no rank: nothing to gain
    assert Amorcer("alys", "rien").closed(table()) is not None


@pytest.mark.rule("TN-8.121")
def test_its_odds_are_those_of_its_degrees():
    found = odds(Amorcer("alys", "acrobatie").seen(table(), "degre"))
    assert found.p(2, exact=True) == Fraction(56, 216)  # 13 or more with three dice


# ---------------------------------------------------------------- preparing


@pytest.mark.rule("TN-8.79", "TN-8.80", "TN-8.81")
@pytest.mark.parametrize("quoi", NOMS)
def test_each_interruption_of_the_list_can_be_prepared_for_a_simple_action(quoi):
    s, _ = jouer(table(), Preparer("alys", quoi))
    assert s.encounter.attente("alys").preparee == quoi and s.encounter.budgets["alys"].acts == 1


# ---------------------------------------------------------------- aide


@pytest.mark.rule("TN-8.81", "TN-10.105", "TN-8.78")
def test_an_ally_in_reach_helps_before_the_test_with_his_degrees():
    s = table()
    s, oracle = jouer(s, Attaquer("alys", "bor"), 6, 5, 4, 6, *MANQUE, reponses={"tn.aide": "aide/acts"})
    assert [q.who for q in oracle.asked if q.key == "tn.aide"] == ["cid"]
    assert dit(oracle, "evaluation")["difficulte"] == 5  # 15 + 2, one désavantage: 2 degrees
    assert ("Aide", 2, "TN-10.105") in dit(oracle, "attaque").terms
    assert s.encounter.budgets["cid"] == Budget(acts=1, genres=("aide",), usages=("assistance/",))


@pytest.mark.rule("TN-8.79", "TN-8.81")
def test_help_that_was_prepared_costs_nothing_more():
    s, _ = jouer(table(passe="cid"), Preparer("cid", "assister"))
    assert s.encounter.budgets["cid"].genres == ("aide",)
    s = replace(s, encounter=replace(s.encounter, passe="alys"))
    s, oracle = jouer(s, Attaquer("alys", "bor"), 5, 2, 1, *MANQUE, reponses={"tn.aide": "aide/prepare"})
    assert dit(oracle, "aide")["bonus"] == 1  # three dice: 8 + 2
    assert s.encounter.budgets["cid"].acts == 1 and s.encounter.attente("cid").preparee == ""


@pytest.mark.rule("TN-R81", "TN-R71")
def test_one_helper_the_first_on_the_count_and_the_others_pay_nothing():
    s = table(initiatives=(20, 15, 12))
    dana = replace(s["cid"], id="dana", x=-1, y=0)
    e = replace(
        s.encounter,
        initiatives={**s.encounter.initiatives, "dana": 13},
        budgets={**s.encounter.budgets, "dana": Budget()},
    )
    s = replace(s.put(dana), encounter=e)
    s, oracle = jouer(s, Attaquer("alys", "bor"), 6, 5, 4, 6, *MANQUE, reponses={"tn.aide": ["aide/acts"] * 2})
    assert [q.who for q in oracle.asked if q.key == "tn.aide"] == ["dana", "cid"]
    assert [x.who for x in oracle.events if x.what == "aide"] == ["dana"]
    assert s.encounter.budgets["cid"] == Budget()


@pytest.mark.rule("TN-R11", "TN-8.121")
def test_one_support_for_one_action():
    s, _ = jouer(table(), Amorcer("alys", "acrobatie"), 6, 4, 3)
    _, oracle = jouer(s, Attaquer("alys", "bor"), *MANQUE)
    assert not [q for q in oracle.asked if q.key == "tn.aide"]


@pytest.mark.rule("TN-8.81")
@pytest.mark.parametrize(
    "s",
    [
        table(cid={"destinee": 0}),  # no rank
        table(initiatives=(20, 15, 0), budgets={"alys": Budget(), "bor": Budget()}),
        table().put(replace(table()["cid"], y=4)),
        table().put(replace(table()["cid"], side="bleu")),
    ],
)
def test_nobody_is_asked_who_could_not_help(s):
    _, oracle = jouer(s, Attaquer("alys", "bor"), *MANQUE)
    assert not [q for q in oracle.asked if q.key == "tn.aide"]


# ---------------------------------------------------------------- cycles


def fin_du_round(s):
    """Alys's passe was the last of the round."""
    e = replace(s.encounter, passe="alys", restent=())
    return Passer("alys").resolve(replace(s, encounter=e), Scripted([4, 3, 2] * 20))


def effets(s):
    return [m.n for m in s["alys"].effets]


@pytest.mark.rule("TN-8.29")
def test_a_cycle_ends_with_the_same_round_of_the_next_tour():
    s, oracle = jouer(table(tour=1, manche=1), EffetDeCycle("alys", 2))
    assert (dit(oracle, "effet_de_cycle")["tour"], dit(oracle, "effet_de_cycle")["manche"]) == (2, 1)
    assert bonus(s)["Effet de cycle"] == 2
    s = fin_du_round(s)
    assert effets(s) == [2]
    s = replace(s, encounter=replace(s.encounter, tour=2, manche=1))
    assert effets(fin_du_round(s)) == []


@pytest.mark.rule("TN-8.29")
def test_where_the_next_tour_has_no_such_round_it_ends_with_the_tour():
    s, _ = jouer(table(tour=1, manche=3), EffetDeCycle("alys", -1, "physique"))
    s = replace(s, encounter=replace(s.encounter, tour=2, manche=1, initiatives=dict.fromkeys(s.people, 15)))
    s = fin_du_round(s)
    assert (s.encounter.tour, s.encounter.manche, effets(s)) == (2, 2, [-1])
    s = fin_du_round(s)  # nobody is above 0: a new tour
    assert (s.encounter.tour, effets(s)) == (3, [])


@pytest.mark.rule("TN-8.29")
def test_it_ends_with_the_confrontation_and_is_the_game_masters_to_give():
    s, _ = jouer(table(), EffetDeCycle("alys", 2))
    assert effets(fermer(s, Scripted())) == []
    assert EffetDeCycle.master
    assert EffetDeCycle("alys", 0).closed(table()).rule == "TN-8.29"
    assert EffetDeCycle("alys", 6).closed(table()).rule == "TN-8.29"
    assert EffetDeCycle("alys", 1).closed(replace(table(), encounter=None)).rule == "TN-8.29"


@pytest.mark.rule("TN-8.29", "TN-8.121")
def test_an_amorce_waits_a_cycle_at_most():
    s, _ = jouer(table(tour=1, manche=1), Amorcer("alys", "acrobatie"), 6, 4, 3)
    s = replace(s, encounter=replace(s.encounter, tour=2, manche=1))
    assert not amorce(fin_du_round(s)["alys"])
