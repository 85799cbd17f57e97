"""What the tests of fights share: people on squares, a fight already under way, what was told."""

from msgspec.structs import replace

from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.combats import Combat, Engagement

LAME = {"id": "lame", "nom": "Lame", "competence": "lames", "degats": 4}
ECU = {"id": "ecu", "nom": "Écu", "competence": "boucliers", "genre": "bouclier", "degats": 0}
ARC = {"id": "arc_de_chasse", "nom": "Arc de chasse", "competence": "arcs", "genre": "tir", "mains": 2, "portee": 20}
ETAT = ("x", "y", "avantages", "etats", "effets", "monture", "pb_perdus", "vie", "jetons", "blessures", "a_zero")


def homme(camp="", x=0, y=0, armes=(LAME,), **plus):
    """Somebody of this camp on this square; the rest goes on his sheet, or on him if it happens to him."""
    lui = {k: plus.pop(k) for k in ETAT if k in plus}
    objets = plus.pop("objets", ())
    return {
        "fiche": {"pb_fixes": 20, **plus},
        "camp": camp,
        "x": x,
        "y": y,
        "equipement": {"armes": list(armes), "objets": list(objets)},
        **lui,
    }


def lieu(**qui):
    """A scene in which nobody fights yet."""
    autres = {k: qui.pop(k) for k in ("horloge", "jetons") if k in qui}
    return lire_scene({"personnages": qui, **autres})


def combat(*engages, **qui):
    """A fight in its first Round, in the order in which they are written; pairs are Engagés with each other."""
    ordre = tuple(qui)
    scene = lieu(**qui)
    valeurs = {who: 90 - i for i, who in enumerate(ordre)}
    engagements = tuple(Engagement(a, b, 1) for a, b in engages)
    return replace(scene, encounter=Combat(ordre=ordre, file=ordre, initiatives=valeurs, engagements=engagements))


def change(scene, who, **plus):
    return scene.put(replace(scene[who], **plus))


def tour(scene, **plus):
    """The same fight, with this said of the present tour."""
    return replace(scene, encounter=replace(scene.encounter, **plus))


def dits(oracle, what):
    return [e for e in oracle.events if e.what == what]


def termes(evenement):
    return {label: n for label, n, _ in evenement.terms}


def paires(scene):
    """Who is Engagé with whom."""
    return {frozenset((e.a, e.b)) for e in scene.encounter.engagements}
