"""What always holds of tests, whatever the people, the parameters, the dice and the answers."""

import random
from fractions import Fraction

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.test_simulated import chi_square
from tablee.games.fluid.scene import Scene
from tablee.games.fluid.state import (
    CARACS,
    MAINS_NUES,
    Aide,
    Condition,
    Fiche,
    Objet,
    Options,
    Personnage,
    Sort,
    Trait,
)
from tablee.games.fluid.tables import DIFFICULTES
from tablee.games.fluid.tests import Collectif, Opposer, Rivaliser, Tester, cout_des_traits, explosions, lancer
from tablee.kernel import content
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.live import Awaiting, Live, Replay, Scripted, answer
from tablee.kernel.odds import odds
from tablee.kernel.oracle import first
from tablee.kernel.simulated import Sampled, Simulated
from tablee.kernel.tally import total
from tablee.kernel.words import Words

from .jeu import exact, proches, scene

WORDS = content.read("tablee.games.fluid", "content/words/tests.toml", Words)
QUI = ("alys", "bor", "cyd")
NOMS = ("Épée", "Acrobatie", "Borgne", "Plaie", "Effroi", "Moral", "flamme", "Inconnu")

# ---------------------------------------------------------------- people and tests

ORIGINES = {"Plaie": "blessure", "Effroi": "psychique", "Moral": "temporaire"}
fiches = st.builds(
    Fiche,
    nom=st.sampled_from(("Alys", "Bor")),
    **{c: st.integers(1, 8) for c in CARACS},
    MAG=st.none() | st.integers(1, 5),
    traits=st.lists(st.sampled_from(NOMS[:3]), unique=True).flatmap(
        lambda noms: st.tuples(*(st.builds(Trait, nom=st.just(n), valeur=st.integers(0, 5)) for n in noms))
    ),
    sbire=st.sampled_from(("", "", "", "facile", "impossible")),
)
CHOSES = (MAINS_NUES, Objet("hache", "Hache", 3), Objet("cuir", "Cuir", 1, "armure"))


@st.composite
def personnages(draw, id="alys"):
    """Somebody who may be tired, worn, hurt, helped and laden."""
    fiche = draw(fiches)
    en_jeu = draw(st.lists(st.sampled_from(NOMS[3:6]), unique=True))
    return Personnage(
        id,
        fiche,
        res_perdue=draw(st.integers(0, fiche.RES) | st.just(fiche.RES + 2)),
        pertes=draw(st.fixed_dictionaries({}, optional={c: st.integers(0, getattr(fiche, c) - 1) for c in CARACS})),
        traits=tuple(Trait(n, draw(st.integers(1, 4)), True, ORIGINES[n]) for n in en_jeu),
        armes=draw(st.sampled_from(((), CHOSES[1:2]))),
        armure=draw(st.sampled_from((None, CHOSES[2]))),
        conditions=draw(st.sampled_from(((), (Condition("Étourdi", 2, 1),)))),
        aides=draw(
            st.lists(
                st.builds(
                    Aide,
                    de=st.just("x"),
                    trait=st.sampled_from(("", "Corde")),
                    valeur=st.integers(0, 4),
                    points=st.integers(0, 2),
                ),
                max_size=3,
            ).map(tuple)
        ),
        grimoire=draw(st.sampled_from(((), (Sort("flamme", "Flamme", niveau=2),)))),
        cedes=draw(st.sampled_from(((), (), ("Épée",)))),
        etat=draw(st.sampled_from(("actif",) * 9 + ("coma",))),
    )


@st.composite
def scenes(draw):
    noms = ("resultats_binaires", "explosion_sans_base", "explosion_sans_doubles", "delai_variable")
    options = Options(**{o: draw(st.booleans()) for o in noms})
    return Scene({who: draw(personnages(who)) for who in QUI}, options)


entiers = st.integers(0, 3) | st.integers(-60, 60)
caracteristiques = st.sampled_from((*CARACS, "MAG"))


def listes(of, most=3):
    return st.lists(of, max_size=most).map(tuple)


def nimporte(sorte, actor, **plus):
    """A test whose every parameter may be wrong."""
    return st.builds(
        sorte,
        actor=actor,
        caracs=listes(caracteristiques),
        traits=listes(st.sampled_from(NOMS)),
        eloignes=listes(st.tuples(st.sampled_from(NOMS), entiers), 2),
        contre=listes(st.sampled_from(NOMS), 2),
        hors=listes(st.sampled_from(NOMS), 2),
        circonstances=entiers,
        equipement=entiers,
        difficulte=st.sampled_from(("", *DIFFICULTES, "absurde")),
        temps_normal=st.integers(-2, 14),
        temps=st.integers(-2, 14),
        essai=st.integers(-1, 60),
        res=entiers,
        depenses=listes(st.tuples(caracteristiques, entiers)),
        points=entiers,
        laisses=entiers,
        secret=st.booleans(),
        **plus,
    )


@st.composite
def possibles(draw, scene, who, sorte=Tester, **plus):
    """A test that is probably open: at most what he has, and a little beyond now and then."""
    p = scene[who]
    siens = [n for n in NOMS if p.trait(n) is not None or p.sort_ecrit(n) is not None]
    noms = draw(st.lists(st.sampled_from(siens), unique=True, max_size=4)) if siens else []
    coupes = sorted(draw(st.tuples(st.integers(0, len(noms)), st.integers(0, len(noms)))))
    temps_normal = draw(st.integers(0, 12))
    caracs = draw(st.lists(st.sampled_from(CARACS), min_size=1, max_size=3, unique=True))
    return sorte(
        who,
        tuple(caracs),
        traits=tuple(noms[: coupes[0]]),
        eloignes=tuple((n, draw(st.integers(0, 2))) for n in noms[coupes[0] : coupes[1]]),
        contre=tuple(noms[coupes[1] :]),
        hors=draw(st.sampled_from(((), ("Plaie",)))),
        circonstances=draw(st.integers(-4, 4)),
        equipement=draw(st.integers(0, 2)),
        difficulte=draw(st.sampled_from(("", *DIFFICULTES))),
        temps_normal=temps_normal,
        temps=draw(st.integers(0, 12)) if temps_normal else 0,
        essai=draw(st.integers(1, 4)),
        res=draw(st.integers(0, 3)),
        depenses=draw(listes(st.tuples(st.sampled_from(caracs), st.integers(1, 3)), 2)),
        points=draw(st.integers(0, 6)),
        laisses=draw(st.integers(0, 2)),
        secret=draw(st.booleans()),
        **plus,
    )


@st.composite
def ouverts(draw, sorte=Tester):
    """A scene and something that may be done in it."""
    ici = draw(scenes())
    if sorte is Tester:
        action = draw(possibles(ici, "alys"))
    elif sorte is Opposer:
        autres = tuple(draw(possibles(ici, who)) for who in QUI[1 : 1 + draw(st.integers(1, 2))])
        action = draw(possibles(ici, "alys", Opposer, adversaires=autres, seuil=draw(st.booleans())))
    else:
        action = sorte("alys", tuple(draw(possibles(ici, who)) for who in QUI[: draw(st.integers(1, 3))]))
    assume(action.closed(ici) is None)
    return ici, action


TOUTES = (Tester, Opposer, Collectif, Rivaliser)


def essais(action):
    """The single tests an action is made of."""
    if isinstance(action, Opposer):
        return (action, *action.adversaires)
    return (action,) if isinstance(action, Tester) else action.essais


def derouler(ici, action, seed):
    """Live, with random dice and random answers to whatever is asked: the scene after, the oracle."""
    rng, transcript = random.Random(seed), []
    while True:
        live = Live(transcript, rng)
        try:
            return action.resolve(ici, live), live
        except Awaiting as stop:
            (question,) = stop.wanted
            transcript = [*live.transcript, answer(question, rng.choice(question.open()), "x")]


def recopie(ici):
    return msgspec.json.decode(msgspec.json.encode(ici), type=Scene)


# ---------------------------------------------------------------- open and closed


actions = nimporte(Tester, st.sampled_from((*QUI, "dom", ""))) | nimporte(
    Opposer,
    st.sampled_from((*QUI, "dom")),
    adversaires=listes(nimporte(Tester, st.sampled_from((*QUI, "dom")))),
    seuil=st.booleans(),
)


@pytest.mark.rule("FLU-3.1", "FLU-3.42")
@given(
    scenes(),
    actions | st.builds(Collectif, actor=st.sampled_from(QUI), essais=listes(nimporte(Tester, st.sampled_from(QUI)))),
)
def test_any_parameters_are_judged_and_never_raise(ici, action):
    closed = action.closed(ici)
    if closed is None:
        after, _ = derouler(ici, action, 0)
        assert recopie(after) == after
        return
    assert closed.rule.startswith("FLU-")
    assert str(closed) == WORDS.closed(closed, "fr")
    assert closed.text in WORDS.en
    assert "{" not in WORDS.closed(closed, "en")


@given(scenes(), actions)
def test_actions_and_scenes_are_plain_data(ici, action):
    assert recopie(ici) == ici
    assert msgspec.json.decode(msgspec.json.encode(action), type=type(action)) == action
    assert hash(action) == hash(msgspec.json.decode(msgspec.json.encode(action), type=type(action)))


# ---------------------------------------------------------------- everything open resolves, and adds up


@pytest.mark.rule("FLU-3.1", "FLU-3.29", "FLU-3.30", "FLU-3.32", "FLU-3.42", "FLU-3.43")
@pytest.mark.parametrize("sorte", TOUTES)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_whatever_is_open_resolves_and_pools_stay_in_bounds(sorte, data, seed):
    ici, action = data.draw(ouverts(sorte))
    apres, live = derouler(ici, action, seed)
    for who in QUI:
        p, q = ici[who], apres[who]
        assert q.res >= min(p.res, 0)
        assert all(q.carac(c) >= 1 for c in CARACS)
        assert q.fiche == p.fiche
        if who not in [e.actor for e in essais(action)]:
            assert q == p
    for e in essais(action):
        p, q = ici[e.actor], apres[e.actor]
        bonus = sum(x[1] for ev in live.events if ev.who == e.actor for x in ev.terms if x[2] == "FLU-3.30")
        perdu = q.res_perdue - p.res_perdue + sum(q.pertes.values()) - sum(p.pertes.values())
        assert perdu == e.res + cout_des_traits(p, e) + sum(n for _, n in e.depenses) + 2 * bonus
        assert q.aides == ()
    assert recopie(apres) == apres


SOMMES = {"test": "total", "jet": "total", "investi": "total", "opposition": "ecart", "delai": "cran"}


@pytest.mark.rule("FLU-3.1", "FLU-3.7", "FLU-3.10", "FLU-3.11", "FLU-3.34", "FLU-3.35")
@pytest.mark.parametrize("sorte", TOUTES)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_every_number_told_is_the_sum_of_its_terms(sorte, data, seed):
    ici, action = data.draw(ouverts(sorte))
    _, live = derouler(ici, action, seed)
    par_qui = {e.actor: e for e in essais(action)}
    for event in live.events:
        if event.what in SOMMES:
            assert total(event.terms) == event[SOMMES[event.what]]
        if event.what in ("test", "annonce"):
            assert total(event["avantages"]) == event["net"]
            points = sum(n for label, n, _ in event.terms if label == "Avantages en points")
            laisses = min(par_qui[event.who].laisses, max(event["net"], 0))
            assert event["des"] + points == event["net"] - laisses
            assert abs(points) <= par_qui[event.who].points
        if event.what == "test":
            assert event["marge"] == event["total"] - 10


@pytest.mark.parametrize("sorte", TOUTES)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_every_event_and_question_reads_as_a_sentence_in_both_languages(sorte, data, seed):
    ici, action = data.draw(ouverts(sorte))
    _, live = derouler(ici, action, seed)
    noms = {who: who.capitalize() for who in QUI}
    for event in live.events:
        for lang in ("fr", "en"):
            text = WORDS.event_text(event, noms, lang)
            assert text != event.what and "True" not in text and "False" not in text and "None" not in text
        for label, _, _ in event.terms:
            assert label in WORDS.en or label.startswith("Moyenne de ")
    scripte = Scripted(*entrees(live))
    action.resolve(ici, scripte)
    for question in scripte.asked:
        for lang in ("fr", "en"):
            text = WORDS.question_text(question, noms, lang)
            assert text != question.key and "None" not in text
        for option in question.options:
            assert option.label in WORDS.en or option.label.startswith("+")
            assert {pool for pool, _ in option.cost} <= set(WORDS.en)


# ---------------------------------------------------------------- one rule, many oracles


def entrees(live):
    """The faces and the answers of a transcript, as a script has them."""
    faces = [f for e in live.transcript if e.by == "server" for some in e.got for f in some]
    return faces, [a for e in live.transcript if e.by != "server" for a in e.got]


@pytest.mark.parametrize("sorte", TOUTES)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_live_replay_and_script_agree(sorte, data, seed):
    ici, action = data.draw(ouverts(sorte))
    apres, live = derouler(ici, action, seed)
    rejoue = Replay(live.transcript)
    assert action.resolve(ici, rejoue) == apres
    assert rejoue.events == live.events
    scripte = Scripted(*entrees(live))
    assert action.resolve(recopie(ici), scripte) == apres
    assert scripte.left_over() is None
    assert scripte.events == live.events


def tenace(question):
    """Invest when it is enough; else take a Trait of 1 or 2 if it saves."""
    if question.key == "flu.trait_negatif":
        return question.options[1] if question.options[1].cost[0][1] <= 2 else first(question)
    if question.see("vise") is None:
        return first(question)
    manque = question.see("vise") - question.see("total")
    return next((o for o in question.options if o.cost and o.cost[0][1] == 2 * manque), first(question))


@pytest.mark.rule("FLU-3.19", "FLU-3.13", "FLU-3.30", "FLU-3.31")
@pytest.mark.parametrize("make", [Simulated, Sampled])
@pytest.mark.parametrize("policy", [first, tenace])
@pytest.mark.parametrize(
    ("action", "look"),
    [
        (Tester("alys", ("AGI",)), "total"),
        (Tester("alys", ("AGI",), traits=("Épée",), points=1), "total"),
        (Tester("alys", ("FOR", "VOL"), difficulte="tres_difficile", points=1), "rang"),
        (Opposer("alys", ("AGI",), circonstances=2, adversaires=(Tester("bor", ("AGI",), circonstances=-1),)), "ecart"),
        (Rivaliser("alys", (Tester("alys", ("AGI",)), Tester("bor", ("AGI",)))), "gagne"),
        (Collectif("alys", (Tester("alys", ("AGI",)), Tester("bor", ("AGI",)))), "reussites"),
    ],
    ids=("plain", "trait", "mean", "opposed", "race", "group"),
)
def test_simulated_tests_agree_with_the_odds(make, policy, action, look):
    ici = scene(alys={"AGI": 5, "traits": [{"nom": "Épée", "valeur": 3}]}, bor={"AGI": 4, "CON": 2, "VOL": 1})
    oracle = make(f"{look} {policy.__name__}", policy, [])
    see, drawn = action.looks[look], []
    for _ in range(4000):
        oracle.events.clear()
        drawn.append(see(ici, action.resolve(ici, oracle), oracle.events))
    far, bound = chi_square(drawn, odds(action, ici, look, policy=policy))
    assert far < bound


# ---------------------------------------------------------------- odds


@pytest.mark.rule("FLU-3.18")
@given(ouverts(), st.sampled_from((first, tenace)))
def test_odds_add_up_to_one_but_for_what_is_lost(ouvert, policy):
    ici, action = ouvert
    for look in action.looks:
        found = odds(action, ici, look, policy=policy)
        somme = sum(exact(found).values())
        assert 0 <= 1 - somme < Fraction(1, 10**9)
        assert abs(float(1 - somme) - found.lost) < 1e-15
    totaux = odds(action, ici, "total", policy=policy)
    proches(
        {1: totaux.map(lambda t: t >= 11).p(True, exact=True)},
        {1: odds(action, ici, policy=policy).p(True, exact=True)},
    )


@pytest.mark.rule("FLU-3.11", "FLU-3.34", "FLU-3.13")
@given(st.integers(-8, 8), st.integers(0, 9), st.integers(0, 4), st.integers(1, 9), st.booleans(), st.booleans())
def test_points_shift_the_odds_and_dice_reshape_them(net, points, laisses, carac, sans_base, sans_doubles):
    options = Options(explosion_sans_base=sans_base, explosion_sans_doubles=sans_doubles)
    ici = msgspec.structs.replace(scene(alys={"AGI": carac}), options=options)
    if net > 0:
        garde = max(0, net - laisses)
        plus = min(points, garde)
        des = garde - plus
    else:
        plus = -min(points, -net)
        des = net - plus
    found = odds(Tester("alys", ("AGI",), circonstances=net, points=points, laisses=laisses), ici, "total")
    proches(exact(found), {carac + plus + v: p for v, p in exact(odds(lancer, des, explosions(options))).items()})


@pytest.mark.rule("FLU-3.19")
@given(st.integers(1, 10), st.integers(-6, 6))
def test_one_more_avantage_never_hurts(carac, net):
    ici = scene(alys={"AGI": carac})
    moins, plus = (odds(Tester("alys", ("AGI",), circonstances=n), ici).p(True, exact=True) for n in (net, net + 1))
    assert plus >= moins - Fraction(1, 10**12)


# ---------------------------------------------------------------- what is hidden stays hidden


class Mains(Scripted):
    """Each hand has dice of its own, so that one can fall otherwise and the others not; first answers."""

    def __init__(self, seeds):
        super().__init__()
        self.rngs = {who: random.Random(seed) for who, seed in seeds.items()}

    def throw(self, dice, who, audience):
        self.rng = self.rngs[who]
        return super().throw(dice, who, audience)

    _roll = Live._roll


@pytest.mark.parametrize("sorte", TOUTES)
@given(data=st.data(), seeds=st.tuples(st.integers(0, 999), st.integers(0, 999), st.integers(0, 999)))
def test_a_hidden_face_changes_nothing_for_the_players(sorte, data, seeds):
    ici, action = data.draw(ouverts(sorte))
    secrets = [e.actor for e in essais(action) if e.secret]
    assume(secrets)
    vues = []
    for autre in range(3):
        oracle = Mains(
            {who: (seed, autre if who in secrets else 0).__hash__() for who, seed in zip(QUI, seeds, strict=True)}
        )
        action.resolve(ici, oracle)
        assert not [q for q in oracle.asked if q.who in secrets]
        joueurs = Viewer(frozenset(QUI))
        vu = [e for e in (seen_by(joueurs, e) for e in oracle.events) if e is not None]
        assert not [d for e in vu for d in e.dice if d.who in secrets]
        assert not [e for e in vu if e.who in secrets and e.what in SOMMES]
        vues.append((oracle.asked, vu))
    assert vues[0] == vues[1] == vues[2]
