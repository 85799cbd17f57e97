"""What the tests of tests, bodies and movement share: small scenes, scripted dice, the dice read once more."""

import random
import tomllib
from fractions import Fraction

import msgspec

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.model.scene import Scene
from tablee.kernel import content
from tablee.kernel.live import Awaiting, Live, Replay, Scripted, answers
from tablee.kernel.words import LANGUAGES
from telling import asked, told

LEDGER = {
    r["id"]: r
    for text in content.texts("tablee.games.yin_yang", "content/ledger").values()
    for r in tomllib.loads(text).get("rule", ())
}
WORDS = game.words

ZEROS = (10, 10)  # a désastre


def rows(id):
    """The table of a rule, as the ledger has it."""
    return LEDGER[id]["rows"]


def de(n):
    """Two faces that read n: 1 to 9, or 11 to 19 for an exploit of that face."""
    return (n - 10, n - 10) if n > 10 else (10, n)


def scene(**qui):
    """scene(jok={"force": 5, "crochetage": 4}): attributes, skills, and whatever else a character has."""
    autres = {k: qui.pop(k) for k in ("horloge", "combat", "bataille", "pieges", "epreuves") if k in qui}
    return read_scene({"personnages": {who: personnage(p) for who, p in qui.items()}, **autres})


def personnage(donne):
    """Whatever is neither an attribute nor a field of a character is a skill."""
    p = dict(donne)
    fiche, competences = dict(p.pop("fiche", {})), {}
    for cle in tuple(p):
        if cle in FICHE and not (cle == "langues" and isinstance(p[cle], int)):
            fiche[cle] = p.pop(cle)
        elif cle not in CHAMPS:
            competences[cle] = p.pop(cle)
    if competences:
        fiche["competences"] = competences
    return {**p, "fiche": fiche}


def _champs():
    from tablee.games.yin_yang.model.people import Fiche, Personnage

    personne = {f.encode_name for f in msgspec.structs.fields(Personnage)} | {"creature", "pret"}
    return {f.name for f in msgspec.structs.fields(Fiche)} - personne, personne


FICHE, CHAMPS = _champs()


def jouer(ici, action, *dice, reponses=()):
    """Resolve an action that must be open, with these faces and answers and no others: the scene after, the oracle."""
    assert action.closed(ici) is None, str(action.closed(ici))
    oracle = Scripted(dice, reponses)
    apres = action.resolve(ici, oracle)
    assert oracle.left_over() is None
    return apres, oracle


def refus(ici, action):
    """The rule that refuses an action; None: it is open."""
    closed = action.closed(ici)
    return None if closed is None else closed.rule


def dit(oracle, what):
    """The last event of a kind."""
    return next(e for e in reversed(oracle.events) if e.what == what)


def dits(oracle, what):
    return [e for e in oracle.events if e.what == what]


def engager(ici):
    """The fight of all those who have a camp begins."""
    return jouer(ici, Combattre(next(iter(ici.people))))[0]


def tour(ici, action, *dice):
    """Everybody else waits, one does this: the scene after the turn, the oracle."""
    oracle = Scripted(dice)
    while ici.encounter is not None and ici.encounter.file:
        who = ici.encounter.file[0]
        a = action if who == action.actor else Attendre(who)
        assert a.closed(ici) is None, str(a.closed(ici))
        fini = len(ici.encounter.file) == 1
        ici = a.resolve(ici, oracle)
        if fini:
            break
    assert oracle.left_over() is None
    return ici, oracle


# ---------------------------------------------------------------- exact odds, counted once more over the faces


def lu(yin, yang):
    """(what is added to the score, the face of an exploit or 0, désastre) of two dice that read 0 to 9."""
    if yin != yang:
        return abs(yin - yang), 0, False
    return (0, 0, True) if yin == 0 else (10, yin, False)


PAIRES = [lu(a, b) for a in range(10) for b in range(10)]


def exact(distribution):
    return distribution.shares()


def compter(valeurs):
    """How often each value comes, as a fraction of all; a value may come with its weight."""
    compte = {}
    for v, poids in valeurs:
        compte[v] = compte.get(v, 0) + poids
    assert sum(compte.values()) == 1
    return compte


UN_CENTIEME = Fraction(1, 100)

# ---------------------------------------------------------------- what always holds


def derouler(ici, action, seed):
    """Live, with random dice and random answers to whatever is asked: the scene after, the oracle."""
    rng, transcript = random.Random(seed), []
    while True:
        live = Live(transcript, rng)
        try:
            return action.resolve(ici, live), live
        except Awaiting as stop:
            assert all(asked(WORDS, q, {}, lang) for q in stop.wanted for lang in LANGUAGES)
            ids = [rng.choice(q.open()) for q in stop.wanted]
            transcript = [*live.transcript, answers(stop.wanted, ids, "hasard")]


def recopie(ici):
    return msgspec.json.decode(msgspec.json.encode(ici), type=Scene)


def saine(ici):
    """Every pool within its bounds."""
    for p in ici.people.values():
        assert all(n > 0 and m in p.fiche.membres for m, n in p.blessures.items())
        assert all(0 < n <= p.blessures[m] for m, n in p.recentes.items())
        assert p.fatigue >= 0 and p.souffle >= 0 and p.repos >= -1
        assert 0 <= p.vide_perdu <= max(0, p.fiche.rangs["vide"])
        assert p.vide >= 0 and 0 <= p.lassitude <= 4 and p.blessure >= 0
        assert not p.coma or p.fatigue > 10 * p.fiche.endurance or p.fatigue == 0
    return True


def tient(ici, action, seed):
    """What an open action owes: a sound scene, that survives JSON, told in words, and the same again on replay."""
    apres, live = derouler(ici, action, seed)
    assert saine(apres)
    assert recopie(apres) == apres
    for e in live.events:
        assert e.rule in LEDGER and all(r in LEDGER for _, _, r in e.terms)
        if e.what in WORDS.event:
            assert all("{" not in told(WORDS, e, {}, lang) for lang in LANGUAGES)
    assert action.resolve(ici, Replay(live.transcript)) == apres
    return apres, live
