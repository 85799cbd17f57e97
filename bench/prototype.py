"""The prototype this kernel grew from, kept as a yardstick: Fluid's exchange in its barest form, no turns, no
equipment, no manoeuvres. What the whole game costs beside it is what its rules cost."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace


class Option(msgspec.Struct, frozen=True):
    id: str | int
    label: str = ""
    cost: tuple[tuple[str, int], ...] = ()


class Question(msgspec.Struct, frozen=True):
    who: str
    key: str
    rule: str
    options: tuple[Option, ...]  # the first is what happens when nobody answers
    shown: tuple[tuple[str, Any], ...] = ()
    seconds: int | None = None
    audience: str = "who"


class Event(msgspec.Struct, frozen=True, gc=False):
    what: str
    who: str
    target: str = ""
    terms: tuple = ()
    outcome: Any = None
    audience: str = "all"
    dice: tuple = ()


def chance(fn: Any) -> Any:
    def call(oracle: Any, *args: Any) -> Any:
        sub = oracle.sub
        return fn(oracle, *args) if sub is None else sub(fn, args)

    return call


class Simulated:
    sub = None

    def __init__(self, seed, policy):
        self.random = random.Random(seed).random
        self.policy = policy

    def of(self, who, audience="all"):
        return self

    def d(self, sides, why=""):
        return int(self.random() * sides) + 1

    def pool(self, n, sides, why="", keep=0):
        rnd = self.random
        faces = sorted([int(rnd() * sides) + 1 for _ in range(n)], reverse=True)
        return tuple(faces if not keep else faces[:keep] if keep > 0 else faces[keep:])

    def total(self, n, sides, why=""):
        rnd = self.random
        return sum([int(rnd() * sides) for _ in range(n)]) + n

    def ask(self, question):
        return self.policy(question)

    def ask_all(self, questions):
        return tuple(map(self.policy, questions))

    def tell(self, event):
        pass


HAUT, BAS = "haut", "bas"


@chance
def extreme(oracle, net, des):
    """FLU-3.11/3.34: the face the extra dice offer, and whether they make a double (FLU-3.12, FLU-3.36)."""
    if net > 0:
        faces = oracle.pool(des, 10, "avantages", keep=2)
        return faces[0], faces == (10, 10)
    faces = oracle.pool(des, 10, "désavantages", keep=-2)
    return faces[-1], faces == (1, 1)


@chance
def lire(oracle, net, des):
    """FLU-3.13 steps 2-7: explosion up, down, or the face kept."""
    base = oracle.d(10, "base")
    if not des:
        return HAUT if base == 10 else BAS if base == 1 else base
    face, double = extreme(oracle, net, des)
    if base == 10:
        return HAUT
    if base == 1:
        return BAS
    if double:
        return HAUT if net > 0 else BAS
    return max(base, face) if net > 0 else min(base, face)


@chance
def chaine(oracle, face_qui_relance):
    """FLU-3.8/3.9: roll and add while the face comes back."""
    total = 0
    while True:
        face = oracle.d(10, "chaîne")
        total += face
        if face != face_qui_relance:
            return total


@chance
def lancer(oracle, net, des):
    """The die part of a test."""
    lu = lire(oracle, net, des)
    if lu == HAUT:
        return 10 + chaine(oracle, 10)
    if lu == BAS:
        return -1 - chaine(oracle, 1)
    return lu


@cache
def depenses(pool, each, most):
    """Options 0..most of a paid bonus; built once per amount."""
    return tuple(Option(n, f"+{n}", ((pool, each * n),)) for n in range(most + 1))


class Arme(msgspec.Struct, frozen=True):
    nom: str
    score: int
    trait: str


class Fiche(msgspec.Struct, frozen=True):
    """What was chosen; it does not change in a fight."""

    nom: str
    FOR: int
    CON: int
    AGI: int
    PER: int
    INT: int
    VOL: int
    CHA: int
    CONN: int
    traits: tuple[tuple[str, int], ...]
    arme: Arme
    armure: int
    res_max: int
    ini: int


class Combattant(msgspec.Struct, frozen=True):
    """What happens to it."""

    id: str
    camp: int
    fiche: Fiche
    res: int
    blessures: tuple[int, ...] = ()
    etat: str = "actif"
    adrenaline: bool = False


class Scene(msgspec.Struct, frozen=True):
    qui: dict[str, Combattant]
    round: int = 1
    engages: tuple[tuple[str, str], ...] = ()

    def put(self, *cs):
        return Scene({**self.qui, **{c.id: c for c in cs}}, self.round, self.engages)


def total(terms):
    s = 0
    for t in terms:
        s += t[1]
    return s


# ---------------------------------------------------------------- FLU-3
RANGS = (
    (0, "Échec critique"),
    (5, "Échec majoré"),
    (9, "Échec"),
    (10, "Échec marginal"),
    (11, "Réussite marginale"),
    (15, "Réussite"),
    (20, "Réussite majorée"),
)


def rang(score):
    for borne, nom in RANGS:
        if score <= borne:
            return nom
    return "Réussite critique"


@cache
def partages(n):
    return tuple(Option(d, f"{d} dés, {n - d} points") for d in range(n, -1, -1))


def partage(oracle, who, net):
    """FLU-3.11/3.34: how many of the net Avantages are taken as dice."""
    if net == 0:
        return 0
    if net < 0:
        return -net
    return oracle.ask(Question(who, "flu.partage", "FLU-3.11", partages(net), (("net", net),))).id


def test(oracle, who, carac, net, des):
    """FLU-3.1, FLU-3.13: the total, told with its terms."""
    de = lancer(oracle.of(who), net, des)
    points = net - des if net > 0 else net + des
    score = carac + de + points
    oracle.tell(
        Event(
            "test",
            who,
            "",
            (("carac", carac, "FLU-3.1"), ("dé", de, "FLU-3.13"), ("points", points, "FLU-3.11")),
            score,
        )
    )
    return score


# ---------------------------------------------------------------- FLU-4
def avantages(scene, c, autre):
    """FLU-3.20, FLU-3.37, FLU-4.11."""
    nombre = 0
    for a, cible in scene.engages:
        if cible == autre.id and a != c.id:
            nombre += 1
    return (
        ("Trait", c.fiche.traits[0][1], "FLU-3.20"),
        ("nombre", nombre, "FLU-4.11"),
        ("blessures", -sum(c.blessures), "FLU-3.37"),
    )


def apres_le_jet(oracle, who, res, score, autre):
    """FLU-3.30."""
    most = res // 2
    if not most:
        return 0
    return oracle.ask(
        Question(who, "flu.apres_jet", "FLU-3.30", depenses("RES", 2, most), (("total", score), ("adversaire", autre)))
    ).id


@chance
def opposition(oracle, a, carac_a, net_a, des_a, res_a, b, carac_b, net_b, des_b, res_b):
    """FLU-4.6 steps 1-2: (margin of a over b, RES spent by a, by b)."""
    ta = test(oracle, a, carac_a, net_a, des_a)
    tb = test(oracle, b, carac_b, net_b, des_b)
    pa = apres_le_jet(oracle, a, res_a, ta, tb)
    pb = apres_le_jet(oracle, b, res_b, tb, ta + pa)
    return ta + pa - tb - pb, 2 * pa, 2 * pb


def degats(marge, gagnant, perdant):
    """FLU-4.34."""
    return (
        ("marge", marge, "FLU-4.33"),
        (gagnant.fiche.arme.nom, gagnant.fiche.arme.score, "FLU-4.34"),
        ("armure", -perdant.fiche.armure, "FLU-4.34"),
    )


def blesser(scene, oracle, c, points):
    """FLU-4.43, FLU-4.44, FLU-4.47, FLU-4.48."""
    reste = c.res - points
    if reste >= 0:
        return scene.put(replace(c, res=reste))
    blessures = (*c.blessures, -reste)
    c = replace(c, res=0, blessures=blessures)
    n = max(sum(blessures) - c.fiche.res_max, -reste - 5)
    oracle.tell(Event("blessure", c.id, "", (), -reste))
    return scene.put(survie(oracle, c, n) if n > 0 else c)


ETATS = {"Échec critique": "mort", "Échec majoré": "coma", "Échec": "coma", "Échec marginal": "inconscient"}


def survie(oracle, c, n):
    """FLU-4.50, FLU-4.53."""
    if c.adrenaline:
        return replace(c, adrenaline=False)
    issue = test_de_survie(oracle.of(c.id), c.fiche.CON, c.fiche.VOL, n)
    oracle.tell(Event("survie", c.id, "", (), issue))
    return replace(c, adrenaline=True) if issue == "adrénaline" else replace(c, etat=issue)


@chance
def test_de_survie(oracle, con, vol, n):
    """FLU-4.50: the state it leaves you in."""
    r = rang(con + lancer(oracle, -n, n))
    if r == "Réussite marginale":
        return "actif" if vol + lancer(oracle, -n, n) >= 11 else "inconscient"
    return "adrénaline" if r == "Réussite critique" else ETATS.get(r, "actif")


class Attaquer(msgspec.Struct, frozen=True):
    actor: str
    target: str

    def closed(self, scene):
        """The reason this attack is not open now, or None."""
        a, c = scene.qui[self.actor], scene.qui[self.target]
        if a.etat != "actif":
            return "hors de combat"
        if c.etat != "actif":
            return "cible à terre"
        if a.camp == c.camp:
            return "un allié"
        return None

    def resolve(self, scene, oracle):
        """FLU-4.6."""
        a, b = scene.qui[self.actor], scene.qui[self.target]
        scene = Scene(scene.qui, scene.round, (*scene.engages, (a.id, b.id)))
        oracle.tell(Event("engage", a.id, b.id))
        na, nb = total(avantages(scene, a, b)), total(avantages(scene, b, a))
        marge, da, db = opposition(
            oracle,
            a.id,
            a.fiche.AGI,
            na,
            partage(oracle, a.id, na),
            a.res,
            b.id,
            b.fiche.AGI,
            nb,
            partage(oracle, b.id, nb),
            b.res,
        )
        if da:
            a = replace(a, res=a.res - da)
        if db:
            b = replace(b, res=b.res - db)
        if da or db:
            scene = scene.put(a, b)
        if not marge:
            return scene
        gagnant, perdant = (a, b) if marge > 0 else (b, a)
        terms = degats(abs(marge), gagnant, perdant)
        points = max(0, total(terms))
        oracle.tell(Event("touche", gagnant.id, perdant.id, terms, points))
        return blesser(scene, oracle, perdant, points) if points else scene


@cache
def attaque(actor, target):
    return Attaquer(actor, target)


def legal(scene, actor):
    """Every attack one could think of, each with the reason it is closed, or None."""
    for target in scene.qui:
        if target != actor:
            action = attaque(actor, target)
            yield action, action.closed(scene)


def tactique(scene, actor):
    """Hit the enemy with the least RES left."""
    best, least = None, 999
    for action, closed in legal(scene, actor):
        if closed is None:
            r = scene.qui[action.target].res
            if r < least:
                best, least = action, r
    return best


def reponses(q):
    if q.key == "flu.partage":
        return q.options[max(0, len(q.options) - 4)]
    (_, mien), (_, autre) = q.shown
    manque = autre - mien + 1
    return q.options[manque if 0 < manque < len(q.options) and manque <= 2 else 0]


def combat(scene, oracle, limite=60):
    n = 0
    while scene.round < limite:
        ordre = sorted((c for c in scene.qui.values() if c.etat == "actif"), key=lambda c: -c.fiche.ini)
        for c in ordre:
            if scene.qui[c.id].etat != "actif":
                continue
            action = tactique(scene, c.id)
            if action is None:
                return scene, n
            scene = action.resolve(scene, oracle)
            n += 1
        scene = Scene(scene.qui, scene.round + 1, ())
    return scene, n


def depart():
    qui = {}
    for camp in (0, 1):
        for i in range(3):
            f = Fiche(
                f"p{camp}{i}", 5, 5, 5 + i % 2, 5, 5, 5, 4, 4, (("Épée", 3),), Arme("épée", 2, "Épée"), 1, 10, 8 + i
            )
            qui[f.nom] = Combattant(f.nom, camp, f, 10)
    return Scene(qui)


FIGHTS = 150


def fights() -> int:
    oracle, exchanges = Simulated(7, reponses), 0
    for _ in range(FIGHTS):
        exchanges += combat(depart(), oracle)[1]
    return exchanges


@cache
def exchanges() -> int:
    return fights()
