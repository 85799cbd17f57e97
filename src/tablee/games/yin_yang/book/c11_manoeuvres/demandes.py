"""What manoeuvres ask for and what they cost."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone

from ...model.catalogue import Arme, nom_de
from ...model.manoeuvres import MANOEUVRES
from ...model.people import Personnage
from ...model.scene import Scene
from ..c10_modes import adversaire_de_lutte, bloquees, clef_sur
from .assaut import Assaut

OUVERTES = frozenset(
    [
        "arts_martiaux",
        "lutte",
        "arcs",
        "arbaletes",
        "armes_d_hast",
        "armes_de_jet",
        "armes_mixtes",
        "epees",
        "lances_de_cavalerie",
        "masses_et_haches",
    ]
)


OBSTACLE_AU_PLUS = 1000  # metres, more than anybody is ever pushed back


A_DISTANCE = (  # those that make sense from afar
    "assommer",
    "coup_maitrise",
    "coup_precis",
    "coup_puissant",
    "coup_retenu",
    "desarmement",
    "tir_indirect",
    "tir_lointain",
)


ASSOMMER = {"armes_d_hast": 8, "masses_et_haches": 6, "epees": 7, "arts_martiaux": 0}


PRECIS = {"jambe": 2, "bras": 3, "tete": 5}


# ---------------------------------------------------------------- what they ask for


@rule("YY-11.5")
def augmentations_pour_assommer(arme: Arme) -> int | None:
    """By weapon; blunt missiles 6; None: the MJ decides."""
    if arme.assommante:
        return 6
    return ASSOMMER.get(arme.groupe)


@rule("YY-11.1", "YY-11.4", "YY-11.13", "YY-11.14", "YY-11.20", "YY-11.24")
def augmentations_de(q: Personnage, id: str, arme: Arme, n: int, membre: str) -> int:
    """How many augmentations a manoeuvre takes, done with this weapon on this target.

    Where the MJ decides about Assommer and has named no number, as many as with a sword.
    """
    if id == "assommer":
        connu = augmentations_pour_assommer(arme)
        return (n or ASSOMMER["epees"]) if connu is None else connu
    if id == "coup_precis":
        return PRECIS.get(q.fiche.membres[membre].genre, 0) if membre in q.fiche.membres else 0
    if id == "coup_puissant":
        return n
    if id == "harcelement":
        return 4 * n
    if id == "tir_indirect":
        return 3 * n
    return MANOEUVRES[id].aug


def augmentations(scene: Scene, a: Assaut) -> int:
    """All the augmentations announced with an attack."""
    if not a.manoeuvres:
        return 0
    arme, q = a.arme_en_jeu(scene), scene.people[a.cible]
    return sum([augmentations_de(q, m, arme, a.n, a.membre) for m in a.manoeuvres])


@rule("YY-11.2", "YY-11.3", "YY-11.4")
def manoeuvres_refusees(scene: Scene, p: Personnage, a: Assaut, competence: str, tir: bool) -> Closed | None:
    """Why these manoeuvres may not be announced: unknown, too many, wrong skill, rank too low, out of place."""
    if not a.manoeuvres:
        return hors_de_propos(scene, a)
    if len(set(a.manoeuvres)) < len(a.manoeuvres):
        return Closed("YY-11.3", "Une même manœuvre ne s'annonce qu'une fois")
    for id in a.manoeuvres:
        if id not in MANOEUVRES:
            return Closed("YY-11.4", "Pas de manœuvre « {} »", (id,))
    if len(a.manoeuvres) > 2 or (len(a.manoeuvres) == 2 and not any(MANOEUVRES[m].combine for m in a.manoeuvres)):
        return Closed("YY-11.3", "Une seule manœuvre à la fois, sauf celles qui se combinent")
    arme, rang = a.arme_en_jeu(scene), p.competence(competence)
    for id in a.manoeuvres:
        m = MANOEUVRES[id]
        if competence not in OUVERTES or (m.avec and competence not in m.avec):
            return Closed("YY-11.2", "{} ne se fait pas avec {}", (m.nom, nom_de(competence)))
        if (m.tir and not tir) or (tir and id not in A_DISTANCE):
            return Closed("YY-11.4", "{} ne se fait pas {}", (m.nom, "à distance" if tir else "au contact"))
        requis = max(m.rang, augmentations_de(scene[a.cible], id, arme, max(0, a.n), a.membre))
        if rang < requis:
            return Closed("YY-11.2", "{} demande le rang {}, {} n'a que {}", (m.nom, requis, nom_de(competence), rang))
    return nombre_hors_bornes(p, a, rang) or hors_de_propos(scene, a) or hors_de_situation(scene, p, a, arme)


@rule("YY-11.14", "YY-11.20", "YY-11.24")
def nombre_hors_bornes(p: Personnage, a: Assaut, rang: int) -> Closed | None:
    """How strong, how often, how many: within what rank and Vide allow."""
    if "coup_puissant" in a.manoeuvres:
        haut = min(rang, p.rang("vide"))
        if not 1 <= a.n <= haut:
            return Closed("YY-11.14", "Coup Puissant : de 1 à {} augmentations, pas {}", (haut, a.n))
    if "harcelement" in a.manoeuvres and not 1 <= a.n <= max(1, rang // 4):
        return Closed("YY-11.20", "Harcèlement : de 1 à {} attaques de plus, pas {}", (rang // 4, a.n))
    if "tir_indirect" in a.manoeuvres and not 1 <= a.n <= max(1, rang // 3):
        return Closed("YY-11.24", "Tir indirect : de 1 à {} obstacles, pas {}", (rang // 3, a.n))
    return None


@rule("YY-11.5", "YY-11.13")
def hors_de_propos(scene: Scene, a: Assaut) -> Closed | None:
    """Parameters that say something no manoeuvre asks for."""
    membre = scene[a.cible].fiche.membres.get(a.membre)
    if "coup_precis" in a.manoeuvres:
        if membre is None or a.membre == "torse":
            return Closed("YY-11.13", "Coup Précis : « {} » n'est pas à viser ainsi", (a.membre,))
    elif a.membre != "torse":
        return Closed("YY-11.13", "Viser une autre partie que le torse demande un Coup Précis")
    au_choix = "assommer" in a.manoeuvres and augmentations_pour_assommer(a.arme_en_jeu(scene)) is None and a.n > 0
    if a.n and not au_choix and not {"coup_puissant", "harcelement", "tir_indirect"} & set(a.manoeuvres):
        return Closed("YY-11.4", "Aucune de ces manœuvres ne demande de nombre")
    if a.obstacles and (not a.ameliorer or len({who for who, _ in a.obstacles}) < len(a.obstacles)):
        return Closed("YY-11.22", "Les obstacles des autres ne comptent qu'avec un point de vide, chacun une fois")
    if a.ameliorer and "repousser" not in a.manoeuvres:
        return Closed("YY-11.3", "Seule la manœuvre Repousser s'améliore d'un point de vide")
    if a.sable and "aveugler" not in a.manoeuvres:
        return Closed("YY-11.7", "Le sable ne sert qu'à aveugler")
    loin = (*(() if a.obstacle is None else (a.obstacle,)), *(n for _, n in a.obstacles))
    if loin and ("repousser" not in a.manoeuvres or not all(0 <= n <= OBSTACLE_AU_PLUS for n in loin)):
        return Closed("YY-11.22", "Un obstacle ne compte que pour Repousser, de 0 à {} m", (OBSTACLE_AU_PLUS,))
    return None


@rule("YY-10.17", "YY-11.8", "YY-11.10", "YY-11.15")
def hors_de_situation(scene: Scene, p: Personnage, a: Assaut, arme: Arme) -> Closed | None:
    """Manoeuvres that the situation does not allow: nothing to lock, a grapple of three, a hold to be broken first."""
    q = scene[a.cible]
    if "bloquer" in a.manoeuvres and (arme.id == "mains_nues" or not a_bloquer(scene, q)):
        return Closed("YY-11.8", "Bloquer demande une arme de chaque côté")
    if "engager_la_lutte" in a.manoeuvres and adversaire_de_lutte(scene, q.id):
        return Closed("YY-10.17", "{} est déjà aux prises : on ne lutte qu'à deux", (Someone(q.id),))
    if "se_degager" in a.manoeuvres and clef_sur(scene, p.id) is not None:
        return Closed("YY-11.10", "{} est tenu par une clef : il faut d'abord s'en échapper", (Someone(p.id),))
    if "coup_retenu" in a.manoeuvres and arme.groupe == "arbaletes":
        return Closed("YY-11.15", "La Force ne compte pas avec {} : rien à retenir", (arme.nom,))
    return None


def a_bloquer(scene: Scene, q: Personnage) -> Arme | None:
    """The weapon in hand that could be locked."""
    prises = bloquees(scene, q.id)
    return next((a for a in q.equipement.tenues if a.id not in prises and a.id != "mains_nues"), None)


def vide_des_manoeuvres(a: Assaut) -> int:
    """Points de vide that the manoeuvres themselves require."""
    return sum(MANOEUVRES[m].vide for m in a.manoeuvres if m in MANOEUVRES) + int(a.ameliorer)


@rule("YY-10.15", "YY-11.20")
def fatigue_propre(a: Assaut) -> int:
    """2, and 1 for each extra attack of a Harcèlement."""
    return 2 + (a.n if "harcelement" in a.manoeuvres else 0)


@rule("YY-5.22", "YY-11.18", "YY-11.20")
def demande_un_jet(a: Assaut) -> bool:
    """Manoeuvres whose test is always rolled: dice are added to it, or other rolls are opposed to it."""
    return bool(a.manoeuvres) and ("harcelement" in a.manoeuvres or "esquive" in a.manoeuvres)
