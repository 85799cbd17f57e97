"""The tactics of the lab: every ready confrontation comes to its end under each, and each has its own habits."""

from collections import Counter

import pytest

from tablee import demo
from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager
from tablee.games.terre_natale.desk.tactics import TACTICS
from tablee.kernel.oracle import Option, Question
from tablee.kernel.simulated import Simulated
from tablee.lab.fight import fights

SCENES = sorted(game.demos)
COMBATS = {"taverne": 1, "gue": 1}  # the longest


def en_lice(nom, graine=0):
    """A ready scene with its confrontation begun, if it is not."""
    s = demo("terre_natale", nom)
    return s if s.turn() else Engager(next(iter(s.people))).resolve(s, Simulated(graine))


@pytest.mark.parametrize("tactique", TACTICS)
@pytest.mark.parametrize("nom", SCENES)
def test_every_ready_confrontation_comes_to_its_end(nom, tactique):
    report = fights(game, en_lice(nom), tactic=TACTICS[tactique], n=COMBATS.get(nom, 2), seed=3)
    assert report.n and report.unfinished == 0


@pytest.mark.parametrize("forme", ["combat", "joute", "mixte"])
@pytest.mark.parametrize("format", ["affrontement", "escarmouche"])
@pytest.mark.parametrize("tactique", TACTICS)
def test_a_ford_is_fought_over_in_every_form(forme, format, tactique):
    s = Engager("alienor", forme=forme, format=format).resolve(demo("terre_natale", "gue"), Simulated(5))
    assert fights(game, s, tactic=TACTICS[tactique], n=1, seed=5).unfinished == 0


def gestes(tactique, combats=3):
    """What is done in some fights at the ford, and what is answered."""
    faits, repondu = Counter(), Counter()
    tactic = TACTICS[tactique]

    def answer(question):
        option = tactic.answer(question)
        repondu[question.key, str(option.id).partition("/")[0]] += 1
        return option

    for graine in range(combats):
        s, oracle = en_lice("gue", graine), Simulated(graine, answer)
        while s.encounter is not None:
            action = tactic.act(s, s.turn()[0])
            assert action.closed(s) is None, action
            faits[getattr(action, "quoi", "") or type(action).__name__] += 1
            faits["localisée"] += bool(getattr(action, "zone", ""))
            s = action.resolve(s, oracle)
    return faits, repondu


def test_whoever_is_careful_prepares_hinders_and_aims():
    faits, repondu = gestes("prudente")
    assert faits["parer"] + faits["esquiver"] > 10
    assert faits["renverser"] + faits["ouvrir_la_garde"] + faits["entailler"] > 0
    assert faits["Viser"] and faits["localisée"]
    assert any(key == "tn.defense" and id != "rien" for key, id in repondu)


def test_whoever_is_simple_strikes_defends_and_strikes_back():
    faits, repondu = gestes("simple")
    assert not faits["Viser"] and not faits["parer"] and faits["Doubler"]
    assert repondu["tn.contre", "contre"]


def asked(key, *ids):
    return Question("alys", key, "TN-8.81", (Option("rien", "Rien"), *[Option(id, id) for id in ids]))


@pytest.mark.parametrize(
    ("key", "ids", "simple", "prudente"),
    [
        ("tn.aide", ("aide/prepare",), "rien", "aide/prepare"),
        ("tn.aide", ("aide/acts",), "rien", "rien"),
        ("tn.contre", ("contre/acts", "contre/actr"), "contre/acts", "rien"),
        ("tn.contre", ("contre/prepare",), "contre/prepare", "contre/prepare"),
        ("tn.opportunite", ("opportunite/actr",), "opportunite/actr", "opportunite/actr"),
        ("tn.proteger", ("proteger/acts",), "rien", "rien"),
    ],
)
def test_what_is_answered_to_an_interruption(key, ids, simple, prudente):
    assert TACTICS["simple"].answer(asked(key, *ids)).id == simple
    assert TACTICS["prudente"].answer(asked(key, *ids)).id == prudente
