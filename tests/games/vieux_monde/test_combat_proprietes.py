"""Whole fights and chases at random: what must hold whatever everybody does."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_combat import combat
from tablee.games.vieux_monde.book.c2_coups import attaque, deplacements, fuite, jetons, surprise
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Courir, Deplacer, SeRelever
from tablee.games.vieux_monde.book.c2_coups.fuite import Desengager, Fuir, Revenir
from tablee.games.vieux_monde.book.c2_coups.jetons import Degainer, Geste, JetonMajeur, JetonMineur, RenouvelerJetons
from tablee.games.vieux_monde.book.c2_coups.surprise import Evaluer, Surprendre
from tablee.games.vieux_monde.book.c2_rounds import poursuites, rounds
from tablee.games.vieux_monde.book.c2_rounds.poursuites import Poursuivre, Renoncer, Talonner
from tablee.games.vieux_monde.book.c2_rounds.rounds import Cesser, Combattre, Patienter, Rejoindre, Terminer
from tablee.kernel.english import ENGLISH
from tablee.kernel.game import game
from tablee.kernel.live import Awaiting, Live, Replay, answers
from tablee.kernel.tally import total
from tablee.kernel.words import LANGUAGES
from telling import told

from .champ import ARC, ECU, LAME, homme, lieu
from .essais import LEDGER, recopie

MODULES = (rounds, attaque, deplacements, fuite, surprise, jetons, poursuites)
MOTS = game("vieux_monde").words
PROPRES = {"Lame", "Écu", "Arc de chasse"}  # things of these tests
TAILLES = ("Petite", "Moyenne", "Moyenne", "Moyenne", "Grande", "Énorme")
graines = st.integers(0, 2**32)

# ---------------------------------------------------------------- people and actions, from a seed


def personne(rng, camp, x):
    etats = [[], [], [], [{"id": "a_terre"}], [{"id": "sonne", "niveaux": 2}], [{"id": "surpris"}], [{"id": "brise"}]]
    return homme(
        camp,
        x + rng.randint(0, 3),
        rng.randint(0, 3),
        rng.choice([(LAME,), (LAME, ECU), (ARC, LAME), ()]),
        CC=rng.randint(15, 70),
        AGI=rng.randint(15, 60),
        END=rng.randint(15, 60),
        INI=rng.choice([30, 30, 45]),
        taille=rng.choice(TAILLES),
        joueur=rng.random() < 0.5,
        destin=rng.choice([0, 0, 2]),
        pb_fixes=rng.randint(3, 14),
        avantages=rng.choice([0, 0, 2, 6]),
        important=rng.choice([0, 0, 2]),
        etats=rng.choice(etats),
        objets=rng.choice([(), ("potion",)]),
    )


def foule(rng):
    """Some people of two camps, one of whom may ride."""
    qui = {w: personne(rng, "rouge", 0) for w in ("ana", "bea")[: rng.randint(1, 2)]}
    qui |= {w: personne(rng, rng.choice(["bleu", "bleu", "vert"]), 3) for w in ("rat", "rok")[: rng.randint(1, 2)]}
    if rng.random() < 0.3:
        ana = qui["ana"]
        qui["pie"] = homme("", ana["x"], ana["y"], taille="Grande", mouvement=7, traits=rng.choice([[], ["nerveux"]]))
        ana["monture"], ana["fiche"]["taille"], ana["etats"] = "pie", "Moyenne", []
    return lieu(**qui)


def au_hasard(scene, rng):
    """An action with parameters no button proposes."""
    qui = [*scene.people, "personne"]
    who, autre = rng.choice(qui), rng.choice(qui)
    x, y = rng.choice([rng.randint(-5, 9), 10**40]), rng.randint(-5, 9)
    mot = rng.choice(
        ["", "escalade", "perception", "esquive", "avantage", "mouvement", "zeros", "INI", "lame", "é" * 300]
    )
    quelques = tuple(rng.choices(qui, k=rng.randint(0, 3)))
    return rng.choice(
        [
            Deplacer(who, x, y, mot, rng.choice(["facile", mot])),
            Charger(who, autre, mot),
            Courir(who),
            SeRelever(who),
            Desengager(who, mot),
            Fuir(who, x, y, rng.random() < 0.3),
            Revenir(who),
            Surprendre(
                who, quelques, rng.choice([*surprise.MOYENS, mot]), quelques[:1], mot, rng.choice(["facile", mot])
            ),
            Evaluer(who, mot),
            JetonMajeur(who, rng.choice([*jetons.MAJEURS, mot]), rng.choice(["", autre]), mot),
            JetonMineur(who, rng.choice([*jetons.MINEURS, mot]), rng.choice(["", autre]), mot),
            RenouvelerJetons(who),
            Degainer(who, rng.choice([(mot,), ("lame", "ecu"), ("lame", "arc_de_chasse"), ()])),
            Geste(who, mot, rng.choice(["", "potion", mot])),
            Poursuivre(who, quelques, tuple(rng.sample(qui, 2)), rng.randint(-1, 11), quelques[:1]),
            Talonner(who),
            Renoncer(who),
            Combattre(who),
            Rejoindre(who),
            Terminer(who),
            Cesser(who),
            Patienter(who, rng.randint(-1, 22)),
        ]
    )


def offertes(scene):
    """What the buttons of all these modules offer to whoever may act."""
    for who in scene.turn() or tuple(scene.people):
        for module in MODULES:
            yield from module.offers(scene, scene[who])


def resoudre(scene, action, rng):
    transcript = []
    while True:
        live = Live(transcript, rng)
        try:
            return action.resolve(scene, live), live
        except Awaiting as stop:
            ids = [rng.choice(q.open()) for q in stop.wanted]
            transcript = [*live.transcript, answers(stop.wanted, ids, "hasard")]


# ---------------------------------------------------------------- what always holds


def saine(scene):
    """Nothing is out of bounds, and whoever is named is there."""
    assert recopie(scene) == scene
    for p in scene.people.values():
        assert 0 <= p.avantages <= 6
        assert 0 <= p.pb_perdus <= p.fiche.PB
        assert p.jetons >= 0 and jetons.jetons_mineurs(p) >= 0
        assert p.vie == "actif" or not p.avantages
        if p.monture:
            assert (scene[p.monture].x, scene[p.monture].y) == (p.x, p.y)
        if scene.encounter is None:
            assert not p.avantages or p.vie == "actif"
            assert all(e.origine != "jeton" for e in p.effets)
    assert jetons.jetons_majeurs(scene) >= 0
    if scene.encounter is not None:
        fight(scene)
    if scene.poursuite is not None:
        assert 1 <= scene.poursuite.distance <= 9
        assert scene.poursuite.poursuivis and scene.poursuite.poursuivants
        assert not set(scene.poursuite.poursuivis) & set(scene.poursuite.poursuivants)


def fight(scene):
    c = scene.encounter
    assert c.round >= 1 and c.file  # somebody always has a tour
    assert len(set(c.ordre)) == len(c.ordre)
    assert set(c.file) <= set(c.ordre) <= set(scene.people)
    assert set(c.initiatives) == set(c.ordre)
    assert c.marche >= 0 and c.reserve >= 0
    couples = [frozenset((e.a, e.b)) for e in c.engagements]
    assert len(set(couples)) == len(couples)
    assert all(len(couple) == 2 and couple <= set(scene.people) for couple in couples)
    assert all(e.round <= c.round for e in c.engagements)
    assert Terminer(c.file[0]).closed(scene) is None  # and can always end it


def se_dit(scene, live):
    """Everything that happened can be read in both languages, and every sum has its words and its rule."""
    noms = {who: p.nom for who, p in scene.people.items()}
    for e in live.events:
        assert e.what in MOTS.event, e.what
        assert all(told(MOTS, e, noms, lang) for lang in LANGUAGES)
        assert e.rule in LEDGER
        for label, _, regle in e.terms:
            assert (label in MOTS.en or label in ENGLISH) or label in PROPRES or label.startswith("Taille"), label
            assert regle in LEDGER


def conforme(avant, action, apres, live):
    """What a step may not do."""
    se_dit(avant, live)
    for event in live.events:
        if event.what == "avantage":
            assert sum(n for _, n, _ in event.terms) >= 1
    refait = Replay(live.transcript)
    assert action.resolve(avant, refait) == apres
    assert not refait.unread
    a, b = avant.encounter, apres.encounter
    if a is not None and b is not None and a.round == b.round and a.file == b.file:
        assert b.marche >= a.marche
        if isinstance(action, Deplacer | Charger) and apres[action.actor].x != avant[action.actor].x:
            permis = max(0, total(combat.mouvement(avant, avant[action.actor]))) + a.reserve
            assert b.marche <= permis


@given(graines)
def test_fights_stay_sound_whatever_everybody_does(graine):
    rng = random.Random(graine)
    scene = foule(rng)
    for _ in range(25):
        ouvertes = [a for a in offertes(scene) if a.closed(scene) is None]
        hasard = au_hasard(scene, rng)
        if hasard.closed(scene) is None:
            ouvertes.append(hasard)
        if not ouvertes:
            assert scene.encounter is None
            break
        action = rng.choice(ouvertes)
        apres, live = resoudre(scene, action, rng)
        saine(apres)
        conforme(scene, action, apres, live)
        scene = apres


@given(graines)
def test_nothing_makes_closed_raise_and_whatever_is_open_resolves(graine):
    rng = random.Random(graine)
    scene = foule(rng)
    if rng.random() < 0.6 and Combattre("ana").closed(scene) is None:
        scene, _ = resoudre(scene, Combattre("ana"), rng)
    for _ in range(15):
        action = au_hasard(scene, rng)
        closed = action.closed(scene)
        if closed is None:
            apres, live = resoudre(scene, action, rng)
            saine(apres)
            conforme(scene, action, apres, live)
        else:
            assert closed.rule in LEDGER
            assert str(closed)


@pytest.mark.rule("VM-2.2")
@given(graines)
def test_a_fight_in_which_everybody_charges_and_strikes_comes_to_an_end(graine):
    rng = random.Random(graine)
    qui = {w: personne(rng, "rouge" if w < "n" else "bleu", 2) for w in ("ana", "bea", "rat", "rok")}
    for p in qui.values():
        p["fiche"].update(END=30, FOR=60, CC=rng.randint(30, 70), destin=0)
        p["etats"], p["equipement"]["armes"] = [], [LAME]
    scene, _ = resoudre(lieu(**qui), Combattre("ana"), rng)
    for _ in range(800):
        if scene.encounter is None:
            return
        who = scene.turn()[0]
        brutales = [*attaque.offers(scene, scene[who]), *deplacements.offers(scene, scene[who])]
        debout = [a for a in brutales if isinstance(a, SeRelever)]
        action = next((a for a in (*debout, *brutales) if a.closed(scene) is None), Terminer(who))
        scene, _ = resoudre(scene, action, rng)
    raise AssertionError("the fight does not end")


@given(graines, st.integers(1, 9))
def test_a_chase_ends_or_goes_on_between_one_and_nine(graine, distance):
    rng = random.Random(graine)
    scene = lieu(**{w: personne(rng, "rouge" if w < "n" else "bleu", 0) for w in ("ana", "bea", "rat", "rok")})
    scene = scene.put(*(replace(p, etats=()) for p in scene.people.values()))
    scene, _ = resoudre(scene, Poursuivre("rat", ("ana", "bea"), ("rat", "rok"), distance), rng)
    for _ in range(8):
        if scene.poursuite is None:
            return
        avant = scene
        action = rng.choice([Talonner, Talonner, Talonner, Renoncer])(scene.poursuite.poursuivis[0])
        scene, live = resoudre(scene, action, rng)
        saine(scene)
        conforme(avant, action, scene, live)
