"""What the tests of fights share: fighters a step from each other, exchanges in a line, what was said of them."""

from msgspec.structs import replace

from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.tour import Combattre
from tablee.games.fluid.desk.read import read_scene
from tablee.kernel.live import Scripted

from .jeu import jouer

FICHE = ("FOR", "CON", "AGI", "PER", "INT", "VOL", "CHA", "CONN", "sbire", "res_fixee", "nom")


def chose(id, score, genre="melee", **autres):
    """A weapon, an armour or a shield; its Trait has its name."""
    return {"id": id, "nom": id.capitalize(), "score": score, "genre": genre, "trait": id.capitalize(), **autres}


EPEE, DAGUE, POIGNARD = chose("epee", 2), chose("dague", 1), chose("poignard", 1)
ESPADON = chose("espadon", 3, deux_mains=True)
ARC = chose("arc", 2, "tir")
CUIR, MAILLES, PLATES = chose("cuir", 1, "armure"), chose("mailles", 2, "armure"), chose("plates", 3, "armure")
TARGE, ECU = chose("targe", 1, "bouclier"), chose("ecu", 2, "bouclier")


def homme(camp, x=0, traits=None, plaies=None, **p):
    """A fighter with bare hands and 5 everywhere (RES 10, INI 10), but for what is said."""
    fiche = {nom: p.pop(nom) for nom in [*p] if nom in FICHE}
    fiche["traits"] = [{"nom": nom, "valeur": v} for nom, v in (traits or {}).items()] + p.pop("bottes", [])
    p["traits"] = [
        {"nom": nom, "valeur": v, "negatif": True, "origine": "blessure"} for nom, v in (plaies or {}).items()
    ]
    return {"camp": camp, "x": x, "fiche": fiche, **p}


def rassembler(*options, **qui):
    """A scene before the fight."""
    return read_scene({"personnages": qui}, options)


def combat(*options, **qui):
    """A fight that begins."""
    return jouer(rassembler(*options, **qui), Combattre(next(iter(qui))))[0]


def duel(*options, ana=None, bor=None):
    """Ana and Bor, a step apart. Ana announces first, unless Bor is quicker."""
    return combat(*options, ana=homme("rouge", 0, **(ana or {})), bor=homme("bleu", 1, **(bor or {})))


def frappe(qui, sur, **autres):
    return Annoncer(qui, cible=sur, **autres)


def pare(qui, manoeuvre="parade", **autres):
    return Annoncer(qui, manoeuvre=manoeuvre, **autres)


def echange(scene, *annonces, des=(), reponses=()):
    """Everybody announces in turn; the dice fall with the last."""
    for a in annonces[:-1]:
        scene, _ = jouer(scene, a)
    return jouer(scene, annonces[-1], *des, reponses=reponses)


def dits(oracle, what):
    return [e for e in oracle.events if e.what == what]


def annonce(oracle, qui, cible=None):
    """The last sums told of somebody's roll (against this one, if he makes several)."""
    return next(
        e for e in reversed(oracle.events) if e.what == "annonce" and e.who == qui and cible in (None, e.target)
    )


def pesent(oracle, qui, cible=None):
    """What weighs on somebody's roll, by name."""
    return {nom: n for nom, n, _ in annonce(oracle, qui, cible)["avantages"]}


def somme(event):
    return {nom: n for nom, n, _ in event.terms}


def change(scene, qui, **champs):
    """The same scene with somebody changed, as if by somebody else's doing."""
    return scene.put(replace(scene[qui], **champs))


def avec(scene, fonction, *args, des=(), reponses=()):
    """Call a rule on a scene with these faces and answers and no others."""
    oracle = Scripted(des, reponses)
    apres = fonction(scene, oracle, *args)
    assert oracle.left_over() is None
    return apres, oracle
