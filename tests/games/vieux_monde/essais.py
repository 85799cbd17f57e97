"""What the tests of chapters 1 and 4 share: small scenes, actions played with scripted dice, an independent reading."""

import random
import tomllib
from fractions import Fraction
from importlib.resources import files

import msgspec

from tablee.games.vieux_monde.desk.read import composer
from tablee.games.vieux_monde.model.scene import Scene
from tablee.kernel import content
from tablee.kernel.live import Awaiting, Live, Scripted, answer
from tablee.kernel.words import Words

LEDGER = {
    r["id"]: r
    for part in files("tablee.games.vieux_monde").joinpath("content/ledger").iterdir()
    for r in tomllib.loads(part.read_text("utf-8")).get("rule", ())
}
WORDS = Words()
for _nom in ("c1_tests", "c4_destin"):
    WORDS = WORDS | content.read("tablee.games.vieux_monde", f"content/words/{_nom}.toml", Words)


def rows(id):
    """The table of a rule, as the ledger has it."""
    return LEDGER[id]["rows"]


def scene(**qui):
    """scene(jok={"AGI": 40}): each one's sheet, or the whole character under `fiche` and other keys."""
    autres = {k: qui.pop(k) for k in ("horloge", "combat") if k in qui}
    return composer({"personnages": {w: p if "fiche" in p else {"fiche": p} for w, p in qui.items()}, **autres})


def jouer(ici, action, *dice, reponses=()):
    """Resolve an action that must be open, with these faces and answers and no others: the scene after, the oracle."""
    assert action.closed(ici) is None, str(action.closed(ici))
    oracle = Scripted(dice, reponses)
    apres = action.resolve(ici, oracle)
    assert oracle.left_over() is None
    return apres, oracle


def refus(ici, action):
    """The rule that refuses an action."""
    closed = action.closed(ici)
    assert closed is not None
    return closed.rule


def dit(oracle, what):
    """The last event of a kind."""
    return next(e for e in reversed(oracle.events) if e.what == what)


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


def proches(trouve, attendu, tolerance=Fraction(1, 10**9)):
    """Two exact distributions, equal but for what was cut."""
    ecarts = {v: trouve.get(v, 0) - attendu.get(v, 0) for v in {*trouve, *attendu}}
    assert {v: float(e) for v, e in ecarts.items() if abs(e) > tolerance} == {}


def exact(distribution):
    return distribution.shares()


# ---------------------------------------------------------------- the book's reading, written once more

DOUBLES = (11, 22, 33, 44, 55, 66, 77, 88, 99, 100)


def lu(valeur, de, malus=0):
    """(sign and size of the DR, success, Critique) of a face; +0 is 0.5, -0 is -0.5 so that they compare."""
    if 96 <= de <= 100:
        reussi = False
    elif 1 <= de <= 5:
        reussi = True
    else:
        reussi = de <= valeur
    dizaines = len([n for n in range(10, 1000, 10) if n <= valeur])
    dr = dizaines - len([n for n in range(10, 101, 10) if n <= de])
    if (reussi and dr < 0) or (not reussi and dr > 0):
        dr = 0
    dr += malus
    return dr, reussi, (1 if reussi else -1) if de in DOUBLES else 0


def issue(a, b, base_a, base_b):
    """Whether the first of two readings wins; None when they are quite equal."""

    def rang(dr, reussi, _):
        return dr if dr else (0.25 if reussi else -0.25)

    x, y = rang(*a), rang(*b)
    if x != y:
        return x > y
    return None if base_a == base_b else base_a > base_b


def attendu(a, b, malus_b=0, bases=None, grand=0):
    """The exact odds of an opposed Test by its 10 000 pairs of faces; perfect ties are rolled again for ever.

    `grand`: 1 when the first is one category larger in a Test of Force, -1 when the second is.
    """
    base_a, base_b = bases or (a, b)
    compte, egaux = {}, 0
    for x in [lu(a, de) for de in range(1, 101)]:
        for y in [lu(b, de, malus_b) for de in range(1, 101)]:
            if grand == 1 and y[2] < 1:
                gagne = True
            elif grand == -1 and x[2] < 1:
                gagne = False
            else:
                gagne = issue(x, y, base_a, base_b)
            if gagne is None:
                egaux += 1
                continue
            ecart = max(0, x[0] - y[0] if gagne else y[0] - x[0])
            cle = gagne, ecart, x[2], y[2]
            compte[cle] = compte.get(cle, 0) + 1
    return {cle: Fraction(n, 10_000 - egaux) for cle, n in compte.items()}
