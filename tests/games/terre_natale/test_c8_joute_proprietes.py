"""Chapter 8: what holds in every joute, and the odds of a tirade counted by hand."""

import random
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from tablee import demo
from tablee.games.terre_natale import game as TN
from tablee.games.terre_natale.book.c8_confrontation.debat import Plaider
from tablee.games.terre_natale.book.c8_confrontation.diatribe import Diatribe
from tablee.games.terre_natale.book.c8_confrontation.frappes import Tirade
from tablee.games.terre_natale.book.c8_confrontation.mener import Rompre
from tablee.games.terre_natale.desk.tactics import TACTICS
from tablee.games.terre_natale.model.confrontation import Budget
from tablee.games.terre_natale.model.joute import Parole
from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Amount
from tablee.kernel.simulated import Simulated
from tablee.lab.fight import fights

from .test_c8_joute import NU, ORATRICE, PEAGER, joute

SEULE = {"budgets": {"clervie": Budget()}}  # nobody answers


def chance(net, fixe, difficulte):
    """How many of all throws are above: the three best, or worst; sixes add the third die, low pairs take it off."""
    bons = 0
    for faces in product(range(1, 7), repeat=3 + abs(net)):
        gardes = sorted(faces)[:3] if net < 0 else sorted(faces)[-3:]
        bas, milieu, haut = gardes
        points = sum(gardes)
        if milieu == haut == 6:
            points += bas
        elif (milieu == bas and milieu <= 2) or (milieu == haut and milieu <= 2):
            points -= haut
        bons += points + fixe > difficulte
    return Fraction(bons, 6 ** (3 + abs(net)))


@pytest.mark.rule("TN-8.52", "TN-8.93", "TN-8.102", "TN-8.381", "TN-8.390", "TN-8.400")
@pytest.mark.parametrize(
    ("action", "how", "net", "fixe", "d"),
    [
        (Tirade, {}, 0, 5, 15),
        (Tirade, {"clervie": {"equipement": {"argument": 4, "raisonnement": 0}}}, -1, 4, 15),  # panache
        (
            Diatribe,
            {"clervie": {"equipement": {"argument": 4, "raisonnement": 0}}},
            0,
            4,
            15,
        ),  # 20 of 27, and not of 18
        (Diatribe, {}, -1, 5, 15),  # 15 of 18: too light
        (Tirade, {"paroles": {"clervie": Parole({"incoherent": 2, "preuves": -1})}}, 0, 5, 16),
        (
            Tirade,
            {
                "clervie": {"fiche": {**ORATRICE, "maternelle": "Rivain"}},
                "thibaud": {"fiche": {**PEAGER, "maternelle": "Montois"}},
                "paroles": {"thibaud": Parole(cache=True)},
            },
            -2,
            5,
            15,
        ),
    ],
)
def test_the_odds_of_a_tirade_are_the_exact_count(action, how, net, fixe, d):
    s = joute(**{**SEULE, **how})
    assert odds(action("clervie", "thibaud", attribut="CHA"), s).p(True, exact=True) == chance(net, fixe, d)


@pytest.mark.rule("TN-8.169", "TN-8.382")
@pytest.mark.parametrize(("action", "net", "plus"), [(Tirade, 0, 4), (Diatribe, -1, 7)])
def test_the_odds_of_what_it_costs_are_the_exact_count(action, net, plus):
    """5D8 and 3 and 1, 3 more for a diatribe; critical from 25 on, all eights. Nothing protects Thibaud."""
    s = joute(thibaud={"equipement": NU, "pertes": {"PE": 20}}, **SEULE)  # épuisé: 10
    found = odds(action("clervie", "thibaud", attribut="CHA"), s, "degats")
    touche, haut = chance(net, 5, 10), chance(net, 5, 19)
    mean = (touche - haut) * (Fraction(45, 2) + plus) + haut * (40 + plus)
    assert found.mean() == pytest.approx(float(mean))


@pytest.mark.rule("TN-8.406")
def test_the_odds_of_a_plea_are_the_exact_count():
    s = demo("terre_natale", "tribunal")
    # Thierry: CHA 15 less 6 is 9, so -1; skill and group 5. The panache of 15 bears an argument of 3
    s = msgspec.structs.replace(s, encounter=msgspec.structs.replace(s.encounter, budgets={"thierry": Budget()}))
    sans_karma = msgspec.structs.replace(s["thierry"], pertes={"PK": s["thierry"].fiche.maxima["PK"]})
    found = odds(Plaider("thierry", "CHA"), s.put(sans_karma))
    assert found.p(True, exact=True) == chance(0, 4, 15)


# ---------------------------------------------------------------- any joute at all


def hasard(rng):
    """Any answer that is open."""

    def answer(question):
        options = question.options
        return options.option(options.low) if isinstance(options, Amount) else rng.choice(options)

    return answer


def verifier(s):
    """What holds whatever is said."""
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s
    for p in s.people.values():
        assert min([*p.pertes.values(), *p.temporaires.values()], default=0) >= 0
        assert all(0 <= c <= 5 for c in (p.equipement.argument, p.equipement.raisonnement) if c is not None)
        assert all(d.usee >= 0 for d in p.dialogues.values())
    if s.encounter is not None:
        assert all(b.acts >= 0 and b.actl >= 0 for b in s.encounter.budgets.values())
        assert set(s.encounter.hostiles) <= set(s.people)


@pytest.mark.parametrize("nom", ["banquet", "tribunal"])
@pytest.mark.parametrize("seed", range(6))
def test_random_joutes_hold_together(nom, seed):
    """Nothing that is offered and open is refused or fails; figures stay in their bounds; scenes are plain data."""
    rng = random.Random(f"{nom}{seed}")
    s, oracle = demo("terre_natale", nom), Simulated(seed, hasard(rng), events=[])
    faits = set()
    for _ in range(120):
        if not s.turn():
            break
        qui = s.turn()[0] if rng.random() < 0.8 else rng.choice(list(s.people))
        ouvertes = [a for a, closed in TN.legal(s, qui) if closed is None and not isinstance(a, Rompre)]
        mots = [a for a in ouvertes if "c8_confrontation" in type(a).__module__]
        action = rng.choice(mots or ouvertes)
        faits.add(type(action).__name__)
        s = action.resolve(s, oracle)
        verifier(s)
    assert len(faits) > 5


def test_the_tactics_of_the_lab_finish_what_they_begin():
    for nom, camps in (("banquet", 2), ("tribunal", 2)):
        report = fights(TN, demo("terre_natale", nom), 12, 7, TACTICS["simple"])
        assert report.unfinished == 0 and sum(report.wins.values()) + report.draws == 12
        assert len(report.wins) == camps, report.wins
        if nom == "tribunal":
            assert report.draws == 0 and all(set(fell) == {0} for fell in report.fallen.values())
