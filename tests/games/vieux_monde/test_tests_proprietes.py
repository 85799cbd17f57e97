"""What always holds of Tests, whatever the people, the parameters, the dice and the answers."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.test_simulated import chi_square
from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Abandonner, Etendre, Opposer, Tester
from tablee.games.vieux_monde.model.catalogue import COMPETENCES
from tablee.games.vieux_monde.model.tables import CARACS, DIFFICULTES, TAILLES
from tablee.kernel.english import ENGLISH
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.live import Replay, Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Amount, first
from tablee.kernel.simulated import Sampled, Simulated
from tablee.kernel.tally import total
from telling import asked, told

from .essais import WORDS, derouler, recopie, scene

QUI = ("alys", "bor", "cyd")
TACHES = ("la porte", "le mur", "")
NOMS = (*CARACS, "escalade", "esquive", "calme", "crochetage", "lames", "chanter", "")

# ---------------------------------------------------------------- people and Tests, from a seed


def personne(rng):
    """Somebody who may be lucky, tired, hurt, large or small."""
    return {
        "fiche": {
            **{c: rng.choice((3, 28, 35, 40, 47, 60, 99, 100)) for c in CARACS},
            "competences": {c: rng.randint(0, 30) for c in rng.sample(tuple(COMPETENCES), 6)},
            "taille": rng.choice(("Moyenne", "Moyenne", *TAILLES)),
            "destin": rng.randint(0, 3),
            "resilience": rng.randint(0, 2),
            "talents": rng.choice(({}, {"chanceux": 1})),
        },
        "x": rng.randint(0, 2),
        "avantages": rng.randint(0, 3),
        "chance_perdue": rng.choice((0, 0, 1)),
        "chance_chaotique": rng.choice((0, 0, 0, 2)),
        "etats": [{"id": rng.choice(("sonne", "a_terre"))}] if rng.random() < 0.3 else [],
        "effets": [{"nom": "Plaie", "sur": "AGI", "mod": -20, "origine": "critique"}] if rng.random() < 0.3 else [],
    }


def lieu(rng):
    gens = {who: {**personne(rng), "camp": who} for who in QUI}
    combat = {"combat": {"ordre": list(QUI), "file": list(QUI)}} if rng.random() < 0.4 else {}
    ici = scene(**gens, **combat)
    if rng.random() < 0.5:
        ici, _ = derouler(ici, Etendre("alys", "AGI", tache="la porte", vise=4), rng.randrange(99))
    return ici


def essai(rng, **plus):
    """Parameters any of which may be wrong, most of which are right."""
    return {
        "competence": rng.choice((*NOMS[:10], *NOMS)),
        "difficulte": rng.choice((*DIFFICULTES, *DIFFICULTES, "absurde")),
        "mod": rng.choice((0, 0, 10, -25, 100, 101)),
        "soutiens": tuple(rng.choice((*QUI, "dom")) for _ in range(rng.choice((0, 0, 0, 1, 2)))),
        "resiste": rng.choice(("", "", "", "peur", "poison", "ennui")),
        "secret": rng.random() < 0.2,
        **plus,
    }


def geste(rng):
    """Anything one may do in this chapter."""
    qui = rng.choice(("alys", "alys", "alys", "bor", "dom"))
    sorte = rng.randrange(4)
    if sorte == 0:
        return Tester(qui, **essai(rng), simple=rng.random() < 0.3, impose=rng.random() < 0.5)
    if sorte == 1:
        autre = {f"{k}_contre": v for k, v in essai(rng).items() if k in ("difficulte", "mod", "soutiens")}
        contre = rng.choice(("", *NOMS))
        return Opposer(
            qui, **essai(rng), **autre, cible=rng.choice((*QUI, "dom")), contre=contre, impose=rng.random() < 0.5
        )
    tache = rng.choice(TACHES)
    if sorte == 2:
        return Etendre(qui, **essai(rng), tache=tache, vise=rng.choice((0, 3, 4, 200)))
    return Abandonner(qui, tache)


def ouvert(graine):
    """A scene and something that may be done in it."""
    rng = random.Random(graine)
    while True:
        ici, action = lieu(rng), geste(rng)
        if action.closed(ici) is None:
            return ici, action


graines = st.integers(0, 2**32)

# ---------------------------------------------------------------- open and closed


@pytest.mark.rule("VM-1.2", "VM-1.9", "VM-1.15")
@given(graines)
def test_any_parameters_are_judged_and_never_raise(graine):
    rng = random.Random(graine)
    ici, action = lieu(rng), geste(rng)
    closed = action.closed(ici)
    if closed is None:
        apres, _ = derouler(ici, action, graine)
        assert recopie(apres) == apres
        return
    assert closed.rule.startswith("VM-")
    assert "{" not in str(closed)


@given(graines)
def test_actions_and_scenes_are_plain_data(graine):
    rng = random.Random(graine)
    ici, action = lieu(rng), geste(rng)
    assert recopie(ici) == ici
    try:
        copie = msgspec.json.decode(msgspec.json.encode(action), type=type(action))
    except msgspec.ValidationError:  # a difficulty or a danger that does not exist
        assert action.closed(ici) is not None
    else:
        assert copie == action
        assert hash(copie) == hash(action)


# ---------------------------------------------------------------- everything open resolves, and adds up


@pytest.mark.rule("VM-1.13", "VM-4.5", "VM-4.8", "VM-4.9")
@given(graines)
def test_whatever_is_open_resolves_and_pools_stay_in_bounds(graine):
    ici, action = ouvert(graine)
    apres, _ = derouler(ici, action, graine)
    joueurs = {action.actor, getattr(action, "cible", "")}
    for who in QUI:
        p, q = ici[who], apres[who]
        assert 0 <= q.chance <= p.chance
        assert 0 <= q.resilience <= p.resilience
        assert 0 <= q.determination <= q.resilience
        assert q.fiche == p.fiche
        if who not in joueurs:
            assert q == p or ici.encounter is None, "time may pass"
    for e in apres.etendus.values():
        assert e.total >= 0
        assert e.fini is (e.total >= e.vise)


SOMMES = {"essai": "valeur", "etendu": "total", "test": "dr", "test_simple": "dr", "oppose": "dr"}


@pytest.mark.rule("VM-1.5", "VM-1.9", "VM-1.13")
@given(graines)
def test_every_number_told_is_the_sum_of_its_terms(graine):
    ici, action = ouvert(graine)
    _, live = derouler(ici, action, graine)
    for event in live.events:
        if event.what in SOMMES:
            assert total(event.terms) == event[SOMMES[event.what]]
        if event.what in ("jet", "face_choisie", "dr_force"):
            assert total(event.terms) == int(event["dr"])
        if event.what in ("jet", "face_choisie"):
            assert event["reussi"] is (event["rang"].startswith("Succès"))


@given(graines)
def test_every_event_and_question_reads_as_a_sentence_in_both_languages(graine):
    ici, action = ouvert(graine)
    _, live = derouler(ici, action, graine)
    noms = {who: who.capitalize() for who in QUI}
    for event in live.events:
        if event.what not in WORDS.event:  # another chapter's
            continue
        for lang in ("fr", "en"):
            text = told(WORDS, event, noms, lang)
            assert "{" not in text
            assert not any(word in text for word in ("True", "False", "None"))
    scripte = Scripted(*entrees(live))
    action.resolve(ici, scripte)
    for question in scripte.asked:
        if question.key not in WORDS.question:
            continue
        for lang in ("fr", "en"):
            assert "{" not in asked(WORDS, question, noms, lang)
        if not isinstance(question.options, Amount):
            assert all(
                (o.label in WORDS.en or o.label in ENGLISH) and {pool for pool, _ in o.cost} <= set(WORDS.en)
                for o in question.options
            )


@given(graines)
def test_nobody_but_the_gm_sees_anything_of_a_secret_test(graine):
    rng = random.Random(graine)
    ici = lieu(rng)
    action = Opposer("alys", "AGI", cible="bor", secret=True, impose=True)
    _, live = derouler(ici, action, graine)
    spectateur = Viewer(frozenset(QUI))
    assert [e for e in live.events if seen_by(spectateur, e) is not None] == []


# ---------------------------------------------------------------- one rule, many oracles


def entrees(live):
    """The faces and the answers of a transcript, as a script has them."""
    faces = [f for e in live.transcript if e.by == "server" for some in e.got for f in some]
    return faces, [a for e in live.transcript if e.by != "server" for a in e.got]


@pytest.mark.rule("VM-1.2", "VM-1.10", "VM-1.13")
@given(graines)
def test_live_replay_and_script_agree(graine):
    ici, action = ouvert(graine)
    apres, live = derouler(ici, action, graine)
    rejoue = Replay(live.transcript)
    assert action.resolve(ici, rejoue) == apres
    assert rejoue.events == live.events
    assert rejoue.unread == []
    scripte = Scripted(*entrees(live))
    assert action.resolve(recopie(ici), scripte) == apres
    assert scripte.left_over() is None
    assert scripte.events == live.events


def chanceux(question):
    """Reroll what failed, else keep it."""
    return (
        next((o for o in question.options if o.id == "relancer"), first(question))
        if question.key != "vm.face"
        else first(question)
    )


GENS = {"alys": {"FOR": 45, "destin": 2}, "bor": {"FOR": 38, "taille": "Grande"}, "cyd": {"FOR": 45}}


@pytest.mark.rule("VM-1.2", "VM-1.10", "VM-1.13", "VM-4.5")
@pytest.mark.parametrize("make", [Simulated, Sampled])
@pytest.mark.parametrize("policy", [first, chanceux])
@pytest.mark.parametrize(
    ("action", "look"),
    [
        (Tester("alys", "FOR"), "rang"),
        (Opposer("alys", "FOR", cible="cyd"), "ecart"),
        (Opposer("alys", "FOR", cible="bor"), "critiques"),
        (Etendre("alys", "FOR", tache="t", vise=3), "total"),
    ],
)
def test_simulated_frequencies_match_the_odds(make, policy, action, look):
    ici, events = scene(**GENS), []
    oracle = make(11, policy, events)
    run, draws = action.seen(ici, look), []
    for _ in range(3000):
        events.clear()
        draws.append(run(oracle))
    far, allowed = chi_square(draws, odds(action, ici, look, policy=policy))
    assert far < allowed
