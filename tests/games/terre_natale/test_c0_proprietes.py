"""What always holds of tests, whoever makes them, with whatever dice and answers."""

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.terre_natale.book.c0_tests.actions import Combiner, Evaluer, Opposer, Tester
from tablee.games.terre_natale.book.c0_tests.activites import Avancer, Entreprendre
from tablee.games.terre_natale.book.c0_tests.jeter import Jeter
from tablee.games.terre_natale.model.scene import Scene
from tablee.games.terre_natale.model.sums import PRINCIPAUX
from tablee.kernel.odds import odds
from tablee.kernel.run import Run, answered, run
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import scene

COMPETENCES = ("escalade", "natation", "evasion", "parade", "crochetage")
FIGURES = st.sampled_from(
    [
        "net",
        "bonus:physique",
        "ajustement",
        "ajustement:attribut:FOR",
        "criticite",
        "adresse",
        "formation:FOR",
        "science:FOR",
    ]
)


@st.composite
def quelqu_un(draw):
    small = st.integers(-3, 3)
    effets = [{"on": draw(FIGURES), "n": draw(small), "label": "Effet"} for _ in range(draw(st.integers(0, 3)))]
    for family in draw(st.lists(st.sampled_from(["conditions", "environnement"]), max_size=3)):
        effets.append({"on": "penalite", "n": -draw(st.integers(0, 4)), "label": "Peine", "family": family})
    return {
        "fiche": {
            "base": {code: draw(st.integers(4, 20)) for code in (*PRINCIPAUX, "CHN")},
            "competences": {id: draw(st.integers(0, 6)) for id in COMPETENCES},
            "groupes": {"athletisme": draw(st.integers(0, 4)), "defense": draw(st.integers(0, 4))},
            "porte_bonheur": draw(st.integers(1, 6)),
        },
        "effets": effets,
        "pertes": {"PK": draw(st.integers(0, 8))},
        "temporaires": {"PC": draw(st.integers(0, 6))},
    }


@st.composite
def scenes(draw):
    options = draw(st.sets(st.sampled_from(["nuance", "nuance_consequences", "echec_critique_frequent", "jets_fixes"])))
    return scene(*sorted(options), alys=draw(quelqu_un()), bor=draw(quelqu_un()))


@st.composite
def actions(draw):
    helped = {
        "avantages": draw(st.integers(0, 3)),
        "desavantages": draw(st.integers(0, 3)),
        "bonus": draw(st.integers(-5, 5)),
    }
    what = {"attribut": draw(st.sampled_from(PRINCIPAUX)), "competence": draw(st.sampled_from(["", *COMPETENCES]))}
    difficulte = draw(st.integers(1, 40))
    kind = draw(st.sampled_from([Tester, Evaluer, Opposer, Combiner]))
    if kind is Combiner:
        what = {**what, "competence": "escalade", "avec": ("natation", "parade")}
    if kind is Opposer:
        what |= {"cible": "bor", "leur_attribut": draw(st.sampled_from(PRINCIPAUX))}
    return kind("alys", **helped, **what, difficulte=difficulte)


class AuHasard:
    """Answers anything that is open."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def __call__(self, question):
        return question.pick(self.rng.choice(question.open()))


def joue(s, action, seed):
    events = []
    return action.resolve(s, Simulated(seed, AuHasard(seed), events)), events


@settings(max_examples=150, deadline=None)
@given(scenes(), actions(), st.integers(0, 2**32))
def test_scores_are_the_sum_of_their_terms_and_pools_stay_in_bounds(s, action, seed):
    if action.closed(s) is not None:
        return
    apres, events = joue(s, action, seed)
    for event in events:
        facts = dict(event.facts)
        if event.what in ("test", "score", "evaluation"):
            assert total(event.terms) == facts["score"]
            assert total(facts["valeurs"]) == facts["valeur"] and total(facts["avantages"]) == facts["net"]
        if event.what == "test":
            assert facts["reussi"] == (facts["score"] > facts["difficulte"])
            assert facts["marge"] == abs(facts["score"] - facts["difficulte"])
    for who, p in apres.people.items():
        for code in ("PK", "PC"):
            assert p.disponible(code) >= 0 and p.reste(code) <= p.fiche.maxima[code]
            assert p.disponible(code) <= s[who].disponible(code)
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres


@settings(max_examples=60, deadline=None)
@given(scenes(), actions())
def test_odds_add_up_to_one(s, action):
    if action.closed(s) is None:
        for look in action.views():
            found = odds(action, s, look)
            assert sum(found.shares().values()) == 1


@settings(max_examples=8, deadline=None)
@given(scenes(), st.integers(0, 3), st.integers(0, 3), st.integers(0, 2**32))
def test_odds_match_what_is_simulated(s, avantages, desavantages, seed):
    action = Tester("alys", avantages, desavantages, attribut="FOR")
    if action.closed(s) is not None:
        return
    expected = odds(action, s, "score")
    seen = action.seen(s, "score")
    times = 1500
    oracle = Simulated(seed)
    mean = sum(seen(oracle) for _ in range(times)) / times
    assert abs(mean - expected.mean()) < 6 * expected.spread() / times**0.5 + 1e-9


@settings(max_examples=40, deadline=None)
@given(scenes(), actions(), st.integers(0, 2**32))
def test_a_run_that_stops_at_each_question_ends_as_one_that_does_not(s, action, seed):
    """Chance is never thrown again: played on from the transcript, the same dice and answers lead to the same scene."""
    if action.closed(s) is not None:
        return
    rng, choose = random.Random(seed), AuHasard(seed)
    under_way = run(s, Run(action), rng)
    while under_way.scene is None:
        under_way = run(s, answered(under_way, 0, choose(under_way.next).id), rng)
    replayed = run(s, Run(action, under_way.transcript), random.Random(seed + 1))
    assert replayed.scene == under_way.scene


@settings(max_examples=60, deadline=None)
@given(scenes(), st.integers(1, 40), st.integers(5, 25), st.integers(0, 4), st.integers(0, 2**32))
def test_an_activity_is_either_under_way_or_over(s, objectif, difficulte, categorie, seed):
    begin = Entreprendre(
        "alys", "Ouvrage", attribut="DEX", objectif=objectif, difficulte=difficulte, categorie=categorie
    )
    if begin.closed(s) is not None:
        return
    s, _ = joue(s, begin, seed)
    for turn in range(30):
        if not s.activites:
            break
        action = Avancer("alys", nom="Ouvrage")
        if action.closed(s) is not None:
            break
        s, events = joue(s, action, seed + turn)
        over = [e["reussi"] for e in events if e.what == "activite"]
        assert bool(over) == (s.activites == ())
        assert all(0 <= a.progression < a.objectif for a in s.activites)


@settings(max_examples=40, deadline=None)
@given(scenes(), st.integers(0, 6), st.booleans(), st.integers(0, 2**32))
def test_a_jet_is_the_sum_of_its_terms_and_in_bounds(s, categorie, critique, seed):
    _, events = joue(s, Jeter("alys", categorie=categorie, critique=critique), seed)
    for event in events:
        assert total(event.terms) == event["total"]
        assert 2 + categorie <= event.terms[0][1] <= 8 * (2 + categorie)
