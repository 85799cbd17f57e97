"""What always holds of tests, whatever the people, the parameters, the dice and the answers."""

import random
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.test_simulated import chi_square
from tablee.games.fluid.book.c3_tests.avantages import cout_des_traits, traits_pretes, valeur_du_trait
from tablee.games.fluid.book.c3_tests.des import explosions, lancer
from tablee.games.fluid.book.c3_tests.oppositions import Collectif, Opposer, Rivaliser
from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.model.people import CARACS, Aide, Condition, Fiche, Objet, Options, Personnage, Sort, Trait
from tablee.games.fluid.model.scene import Scene
from tablee.games.fluid.model.tables import DIFFICULTES
from tablee.kernel import content
from tablee.kernel.english import ENGLISH
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.live import Awaiting, Live, Replay, Scripted, answer
from tablee.kernel.odds import odds
from tablee.kernel.oracle import first
from tablee.kernel.simulated import Sampled, Simulated
from tablee.kernel.tally import total
from tablee.kernel.typography import as_typed
from tablee.kernel.words import Words
from telling import asked, told

from .jeu import exact, proches, scene

WORDS = content.read("tablee.games.fluid", "content/words/tests.toml", Words)
QUI = ("alys", "bor", "cyd")
NOMS = ("Épée", "Acrobatie", "Borgne", "Plaie", "Effroi", "Moral", "flamme", "Inconnu")

# ---------------------------------------------------------------- people and tests, from a seed

graines = st.integers(0, 2**32)
EN_JEU = (
    Trait("Plaie", 2, True, "blessure"),
    Trait("Effroi", 1, True, "psychique"),
    Trait("Moral", 3, False, "temporaire"),
)
AIDES = (Aide("x", "Corde", 3), Aide("x", "Échelle", 1), Aide("x", points=2), Aide("x", "Corde", 0, 1))


def parmi(rng, choix, most=9):
    """Some of these, in any order, none twice."""
    return tuple(rng.sample(choix, rng.randint(0, min(most, len(choix)))))


def personne(rng, id):
    """Somebody who may be tired, worn, hurt, helped and laden."""
    caracs = {c: rng.randint(1, 8) for c in CARACS}
    traits = tuple(Trait(nom, rng.randint(0, 5)) for nom in parmi(rng, NOMS[:3]))
    sbire = rng.choice(("", "", "", "facile", "impossible"))
    fiche = Fiche(id.capitalize(), **caracs, MAG=rng.choice((None, 3)), traits=traits, sbire=sbire)
    return Personnage(
        id,
        fiche,
        res_perdue=rng.choice((0, 0, rng.randint(0, fiche.RES), fiche.RES, fiche.RES + 2)),
        pertes={c: rng.randint(0, caracs[c] - 1) for c in parmi(rng, CARACS, 3)},
        traits=parmi(rng, EN_JEU),
        armes=rng.choice(((), (Objet("hache", "Hache", 3),))),
        armure=rng.choice((None, Objet("cuir", "Cuir", 1, "armure"))),
        conditions=rng.choice(((), (Condition("Étourdi", 2, 1),))),
        aides=parmi(rng, AIDES),
        grimoire=rng.choice(((), (Sort("flamme", "Flamme", niveau=2),))),
        cedes=rng.choice(((), (), ("Épée",))),
        etat=rng.choice(("actif",) * 9 + ("coma",)),
    )


def lieu(rng):
    noms = ("resultats_binaires", "explosion_sans_base", "explosion_sans_doubles", "delai_variable")
    return Scene({who: personne(rng, who) for who in QUI}, Options(**{o: rng.random() < 0.5 for o in noms}))


def permis(rng, ici, who, sorte=Tester, **plus):
    """A test that is open, with as much in it as he can pay for."""
    p = ici[who]
    utiles = [n for n in NOMS if (p.trait(n) or p.sort_ecrit(n)) and n not in (*p.cedes, "Plaie", "Effroi")]
    reste, positifs = p.a_depenser, parmi(rng, utiles)
    positifs = positifs[: reste + 1]
    loin = rng.randint(0, len(positifs))
    reste -= max(0, len(positifs) - 1)
    caracs = tuple(rng.sample(CARACS, rng.randint(1, 3)))
    depenses = tuple((c, 1) for c in caracs for _ in range(rng.randint(0, p.carac(c) - 1)))
    normal = rng.randint(0, 12)
    return sorte(
        who,
        caracs,
        traits=positifs[:loin],
        eloignes=tuple((n, rng.randint(0, min(2, valeur_du_trait(p, n)))) for n in positifs[loin:]),
        contre=parmi(rng, [n for n in utiles if n not in positifs]),
        hors=rng.choice(((), ("Plaie",))),
        circonstances=rng.randint(-6, 6),
        equipement=rng.randint(0, 2),
        difficulte=rng.choice(("", *DIFFICULTES)),
        temps_normal=normal,
        temps=rng.randint(0, 12) if normal else 0,
        essai=rng.randint(1, 4),
        res=rng.randint(0, reste),
        depenses=depenses,
        points=rng.randint(0, 6),
        laisses=rng.choice((0, 0, 1, 2)),
        secret=rng.random() < 0.4,
        **plus,
    )


def ouvert(sorte, graine):
    """A scene and something that may be done in it."""
    rng = random.Random(graine)
    ici = lieu(rng)
    ici = ici.put(*(msgspec.structs.replace(p, etat="actif") for p in ici.people.values()))
    if sorte is Tester:
        action = permis(rng, ici, "alys")
    elif sorte is Opposer:
        autres = tuple(permis(rng, ici, who) for who in QUI[1 : rng.randint(2, 3)])
        action = permis(rng, ici, "alys", Opposer, adversaires=autres, seuil=rng.random() < 0.5)
    else:
        action = sorte("alys", tuple(permis(rng, ici, who) for who in QUI[: rng.randint(1, 3)]))
    assert action.closed(ici) is None, str(action.closed(ici))
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


scenes = graines.map(lambda graine: lieu(random.Random(graine)))
actions = nimporte(Tester, st.sampled_from((*QUI, "dom", ""))) | nimporte(
    Opposer,
    st.sampled_from((*QUI, "dom")),
    adversaires=listes(nimporte(Tester, st.sampled_from((*QUI, "dom")))),
    seuil=st.booleans(),
)


@pytest.mark.rule("FLU-3.1", "FLU-3.42")
@given(
    scenes,
    actions | st.builds(Collectif, actor=st.sampled_from(QUI), essais=listes(nimporte(Tester, st.sampled_from(QUI)))),
)
def test_any_parameters_are_judged_and_never_raise(ici, action):
    closed = action.closed(ici)
    if closed is None:
        after, _ = derouler(ici, action, 0)
        assert recopie(after) == after
        return
    assert closed.rule.startswith("FLU-")
    assert as_typed(str(closed)) == as_typed(WORDS.speaker("fr").text(closed))
    assert closed.text in WORDS.en or closed.text in ENGLISH
    assert "{" not in WORDS.speaker("en").text(closed)


@given(scenes, actions)
def test_actions_and_scenes_are_plain_data(ici, action):
    assert recopie(ici) == ici
    assert msgspec.json.decode(msgspec.json.encode(action), type=type(action)) == action
    assert hash(action) == hash(msgspec.json.decode(msgspec.json.encode(action), type=type(action)))


# ---------------------------------------------------------------- everything open resolves, and adds up


SOMMES = {"test": "total", "jet": "total", "investi": "total", "opposition": "ecart", "delai": "cran"}


@pytest.mark.rule("FLU-3.1", "FLU-3.21", "FLU-3.29", "FLU-3.30", "FLU-3.32", "FLU-3.42", "FLU-3.43")
@pytest.mark.parametrize("sorte", TOUTES)
@given(graine=graines)
def test_whatever_is_open_resolves_and_pools_stay_in_bounds(sorte, graine):
    ici, action = ouvert(sorte, graine)
    apres, live = derouler(ici, action, graine)
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
        assert perdu == e.res + cout_des_traits(e, traits_pretes(p, e)) + sum(n for _, n in e.depenses) + 2 * bonus
        assert q.aides == ()
    assert recopie(apres) == apres


@pytest.mark.rule("FLU-3.1", "FLU-3.7", "FLU-3.10", "FLU-3.11", "FLU-3.34", "FLU-3.35")
@pytest.mark.parametrize("sorte", TOUTES)
@given(graine=graines)
def test_every_number_told_is_the_sum_of_its_terms(sorte, graine):
    ici, action = ouvert(sorte, graine)
    _, live = derouler(ici, action, graine)
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
@given(graine=graines)
def test_every_event_and_question_reads_as_a_sentence_in_both_languages(sorte, graine):
    ici, action = ouvert(sorte, graine)
    _, live = derouler(ici, action, graine)
    noms = {who: who.capitalize() for who in QUI}
    for event in live.events:
        for lang in ("fr", "en"):
            text = told(WORDS, event, noms, lang)
            assert text != event.what and "True" not in text and "False" not in text and "None" not in text
        for label, _, _ in event.terms:
            assert label in WORDS.en or label in ENGLISH
    scripte = Scripted(*entrees(live))
    action.resolve(ici, scripte)
    for question in scripte.asked:
        for lang in ("fr", "en"):
            text = asked(WORDS, question, noms, lang)
            assert text != question.key and "None" not in text
        for option in question.options:
            assert (option.label in WORDS.en or option.label in ENGLISH) or option.label.startswith("+")
            assert {pool for pool, _ in option.cost} <= set(WORDS.en)


# ---------------------------------------------------------------- one rule, many oracles


def entrees(live):
    """The faces and the answers of a transcript, as a script has them."""
    faces = [f for e in live.transcript if e.by == "server" for some in e.got for f in some]
    return faces, [a for e in live.transcript if e.by != "server" for a in e.got]


@pytest.mark.parametrize("sorte", TOUTES)
@given(graine=graines)
def test_live_replay_and_script_agree(sorte, graine):
    ici, action = ouvert(sorte, graine)
    apres, live = derouler(ici, action, graine)
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
    if "vise" not in dict(question.shown) or question.see("vise") is None:
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
@given(graines, st.sampled_from((first, tenace)))
def test_odds_add_up_to_one_but_for_what_is_lost(graine, policy):
    ici, action = ouvert(Tester, graine)
    for look in action.looks:
        found = odds(action, ici, look, policy=policy)
        somme = sum(exact(found).values())
        assert 0 <= 1 - somme < Fraction(1, 10**9)
        assert abs(float(1 - somme) - found.lost) < 1e-15
    totaux = odds(action, ici, "total", policy=policy)
    proches(
        {1: totaux.map(lambda t: t >= 11).bounds(True)[0]},
        {1: odds(action, ici, policy=policy).bounds(True)[0]},
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
    moins, plus = (odds(Tester("alys", ("AGI",), circonstances=n), ici).bounds(True)[0] for n in (net, net + 1))
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
@given(graine=graines)
def test_a_hidden_face_changes_nothing_for_the_players(sorte, graine):
    ici, action = ouvert(sorte, graine)
    secrets = [e.actor for e in essais(action) if e.secret]
    joueurs, vues = Viewer(frozenset(QUI)), []
    for autre in range(4):
        oracle = Mains({who: f"{graine} {who} {autre if who in secrets else 0}" for who in QUI})
        apres = action.resolve(ici, oracle)
        assert not [q for q in oracle.asked if q.who in secrets]
        vu = [e for e in (seen_by(joueurs, e) for e in oracle.events) if e is not None]
        assert not [d for e in vu for d in e.dice if d.who in secrets]
        assert not [e for e in vu if e.who in secrets and e.what in SOMMES]
        vues.append((oracle.asked, vu, apres))
    assert all(vue == vues[0] for vue in vues)
