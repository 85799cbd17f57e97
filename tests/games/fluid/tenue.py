"""What must hold whatever is done: an action that is open resolves, and leaves a scene that is sound."""

import random

import msgspec
from hypothesis import strategies as st

from tablee.games.fluid.model.scene import Scene
from tablee.kernel import content
from tablee.kernel.live import Awaiting, Live, Replay, answers
from tablee.kernel.tally import total
from tablee.kernel.words import LANGUAGES, Words
from telling import asked, told

from .jeu import LEDGER

WORDS = Words()
for chapitre in ("distance", "recuperation", "confrontations"):
    WORDS |= content.read("tablee.games.fluid", f"content/words/{chapitre}.toml", Words)


def jouer_au_hasard(scene, action, seed):
    """Resolve with random dice and random answers, stopping at each question; the scene after and the transcript."""
    rng, transcript = random.Random(seed), []
    while True:
        live = Live(transcript, rng)
        try:
            return action.resolve(scene, live), live
        except Awaiting as stop:
            assert all(asked(WORDS, q, {}, lang) for q in stop.wanted for lang in LANGUAGES)
            ids = [rng.choice(q.open()) for q in stop.wanted]
            transcript = [*live.transcript, answers(stop.wanted, ids, "hasard")]


def saine(scene):
    """Every pool within its bounds, every state well formed."""
    for p in scene.people.values():
        sous_zero = scene.options.degats_simplifies and not p.fiche.sbire
        assert p.res_perdue >= 0 and (p.res >= 0 or (sous_zero and (p.etat == "mort" or p.res > -p.fiche.RES)))
        assert 0 <= p.san_perdue <= p.fiche.SAN
        assert 0 <= p.aur_perdue <= p.fiche.AUR
        assert 0 <= p.pauses <= p.fiche.CON
        assert all(n > 0 and p.carac(c) >= 1 for c, n in p.pertes.items())
        assert all(t.valeur > 0 for t in p.traits)
        assert (p.reveil is not None) == (p.etat in ("coma", "inconscient"))
        assert p.hemorragie >= 0
    for armee in scene.armees.values():
        assert 0 <= armee.pertes <= armee.effectif
    if scene.poursuite is not None:
        assert 0 < scene.poursuite.ecart < scene.poursuite.but
    return True


# the fact of an event that its terms add up to
SOMMES = {
    "test": "total",
    "jet": "total",
    "jet_survie": "total",
    "jet_volonte": "total",
    "investi": "total",
    "touche": "points",
    "course": "ecart",
    "pertes": "pertes",
    "joute": "perte",
    "aura": "perte",
    "guerison": "points",
    "soin": "points",
    "souffle": "points",
    "dechirure": "points",
    "vampirise": "points",
    "sort": "cout",
}


def bien_dit(event):
    """An event names rules of the book, and its sum comes to the figure it states."""
    assert event.rule in LEDGER
    assert all(regle in LEDGER for _, _, regle in event.terms)
    if event.what in SOMMES:
        assert total(event.terms) == event[SOMMES[event.what]], event
    return True


def tient(scene, action, seed):
    """Closed with a sentence, or resolved into a sound scene that JSON and the transcript give back exactly."""
    closed = action.closed(scene)
    if closed is not None:
        assert closed.rule in LEDGER
        assert str(closed)
        return None
    apres, live = jouer_au_hasard(scene, action, seed)
    assert saine(apres)
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
    assert action.resolve(scene, Replay(live.transcript)) == apres
    for event in live.events:
        assert bien_dit(event)
        assert len(msgspec.json.encode(event)) < 2000
        assert all(told(WORDS, event, {}, lang) for lang in LANGUAGES)
    return apres


def variantes(**champs):
    """A few of these parameters, each with any of its values: mostly sensible actions, some odd ones."""
    un = st.one_of([st.tuples(st.just(nom), valeurs) for nom, valeurs in champs.items()])
    return st.lists(un, max_size=4).map(dict)
