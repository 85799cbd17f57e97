"""Chapter 3, magic: who may cast what, on whom, from how far and for how long; how a spell begins and ends."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from ...model.people import CASE, ROUND, Effet, Personnage, distance
from ...model.scene import Scene, SortActif, inconnu
from ...model.sorts import DOMAINES, Sort
from .chiffres import SECONDES, duree, portee, zone

LANGUE = "langue_magick"
MINEURE, ARCANES, CHAOS, SECONDE_VUE = "magie_mineure", "magie_des_arcanes", "magie_du_chaos", "seconde_vue"  # Talents

# What an Effet may say about somebody, beside the figures it weighs on.
MUET = "muet"  # cannot utter a word of Magick: gagged, choking, under water, raving
SANS_MAGIE = "sans_magie"  # VM-3.31: the Talents of magic are out of reach
SANS_VUE = "sans_seconde_vue"  # VM-3.31: so is Seconde vue
CACHE = "cache"  # nobody has him in line of sight
LUEUR, MARCHE = "lueur", "marche_de_la_mort"  # VM-3.30, VM-3.31: told, and left to the table
LEVITATION, ESSAIM = "levitation", "essaim"  # VM-3.31: what happens when they end is in majeures.py
TRAITRE, PARJURE = "coeur_de_traitre", "coeur_de_traitre_destin"  # VM-3.31: what the dark gods wait for
INVOQUE = "invoque"  # borne by a creature that leaves when the spell ends
ETAT = "etat:"  # before the id of an état: so many of its levels go when the spell does
RECIT = "recit"  # borne by whoever a spell weighs on in a way that no figure measures
DRAPEAUX = (MUET, SANS_MAGIE, SANS_VUE, CACHE, LUEUR, MARCHE, LEVITATION, ESSAIM, TRAITRE, PARJURE, INVOQUE, RECIT)


class Lancement(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A spell that has been cast, as its effects need to know it.

    If it lasts, its SortActif (id: `identifiant`) stands in the scene before the effects are applied.
    """

    mage: str
    sort: str
    cibles: tuple[str, ...]
    dr: int
    zone: str = ""  # where a Projectile magique hits (VM-3.13)
    critique: bool = False  # VM-3.6: « Incantation critique » was chosen
    portee: int = 0  # additions chosen by Surincantation (VM-3.28)
    aire: int = 0
    duree: int = 0
    puissance: int = 0  # additions spent on what the spell itself offers (VM-3.28)
    x: int = 0
    y: int = 0
    conteste: bool = False  # somebody opposed it


def identifiant(mage: str, sort: str) -> str:
    """The id of a spell at work: each one's spell is active at most once (VM-3.15)."""
    return f"{mage}:{sort}"


def porte(p: Personnage, sur: str) -> Effet | None:
    """The Effet that says this about somebody, if one does."""
    if not p.effets:
        return None
    return next((e for e in p.effets if e.sur == sur), None)


def instant(scene: Scene) -> int:
    """Which Round this is on the scene's clock, in a fight or not."""
    return scene.clock // ROUND


# ---------------------------------------------------------------- who casts what


@rule("VM-3.1")
def hors_de_sa_magie(p: Personnage, sort: Sort) -> Closed | None:
    """Minor spells for any who do magic; arcane ones for any Domaine or Chaos; the others for those of that magic."""
    talents = p.fiche.talents
    if sort.genre == "domaine":
        if ARCANES not in talents or sort.domaine not in p.fiche.domaines:
            return Closed(
                "VM-3.1", "{} demande le Talent Magie des Arcanes ({})", (sort.nom, nom_du_domaine(sort.domaine))
            )
    elif sort.genre == "chaos":
        if CHAOS not in talents:
            return Closed("VM-3.1", "{} demande d'avoir vendu son âme : Talent Magie du Chaos", (sort.nom,))
    elif sort.genre == "arcane":
        if ARCANES not in talents and CHAOS not in talents:
            return Closed("VM-3.1", "{} demande d'étudier un Domaine ou la magie du Chaos", (sort.nom,))
    elif MINEURE not in talents and ARCANES not in talents and CHAOS not in talents:
        return Closed("VM-3.1", "{} demande un Talent de magie", (sort.nom,))
    return None


def nom_du_domaine(id: str) -> str:
    return DOMAINES[id].nom if id in DOMAINES else id


@rule("VM-3.2", "VM-3.31")
def inaccessible(p: Personnage, sort: str) -> Closed | None:
    """A spell that exists, open to his magic, memorised; and the Talents of magic at hand."""
    s = p.fiche.livre.get(sort)
    if s is None:
        return Closed("VM-3.1", "Aucun Sort ne s'appelle « {} »", (sort,))
    if sort not in p.fiche.sorts:
        if sort in p.fiche.grimoire:
            return Closed("VM-3.2", "{} est recopié, mais pas mémorisé", (s.nom,))
        return Closed("VM-3.2", "{} n'a pas mémorisé : {}", (Someone(p.id), s.nom))
    if SANS_MAGIE in p.bears:
        return Closed("VM-3.31", "{} ne peut user d'aucun Talent de magie pour le moment", (Someone(p.id),))
    return hors_de_sa_magie(p, s)


@rule("VM-3.14")
def sans_voix(p: Personnage) -> Closed | None:
    """Magick must be spoken: not by the gagged, the choking, the drowning or the raving."""
    empeche = porte(p, MUET)
    if empeche is None:
        return None
    return Closed("VM-3.14", "{} ne peut pas parler : {}", (Someone(p.id), empeche.nom))


@rule("VM-3.15")
def deja_actif(scene: Scene, mage: str, sort: str) -> Closed | None:
    """A spell must end, or be dispelled, before the same caster casts it again."""
    if scene.sorts and any(s.mage == mage and s.sort == sort for s in scene.sorts):
        return Closed(
            "VM-3.15", "{} agit encore : il doit prendre fin ou être dissipé", (scene[mage].fiche.livre[sort].nom,)
        )
    return None


# ---------------------------------------------------------------- how far, how wide, how long


@rule("VM-3.29")
def metres(sort: Sort, mage: Personnage, ajouts: int = 0) -> int:
    """How far a spell reaches, in metres. Contact: what is next to the caster; Vous: himself."""
    return total(portee(sort, mage, ajouts))


@rule("VM-3.29")
def rayon(sort: Sort, mage: Personnage, ajouts: int = 0) -> int:
    """The squares around its middle that a Zone d'Effet covers; the book gives its diameter in metres."""
    return total(zone(sort, mage, ajouts)) // (2 * CASE)


@rule("VM-3.12", "VM-3.29")
def secondes(sort: Sort, mage: Personnage, ajouts: int = 0) -> int:
    """How long a spell lasts; 0: it happens and is over. A bonus of 0 still gives one unit."""
    return max(SECONDES[sort.unite], total(duree(sort, mage, ajouts)))


def eloignement(scene: Scene, mage: str, x: int, y: int) -> int:
    """Metres from the caster to a place."""
    p = scene[mage]
    return CASE * max(abs(p.x - x), abs(p.y - y))


# ---------------------------------------------------------------- targets


@rule("VM-3.17")
def hors_de_vue(p: Personnage, sort: Sort, q: Personnage) -> Closed | None:
    """Unless a spell says otherwise its target is in line of sight: not hidden, and the caster sees."""
    if not sort.vue or q.id == p.id or sort.portee == "contact":
        return None
    if CACHE in q.bears:
        return Closed("VM-3.17", "{} n'est pas en ligne de vue", (Someone(q.id),))
    return aveugle(p)


def aveugle(p: Personnage) -> Closed | None:
    if p.etats and p.niveau("aveugle"):
        return Closed("VM-3.17", "{} ne voit rien : aucune ligne de vue", (Someone(p.id),))
    return None


@rule("VM-3.17", "VM-3.29")
def cible_refusee(scene: Scene, mage: str, sort: Sort, cible: str, ajouts: int = 0) -> Closed | None:
    """Whether one target may be chosen: there, alive, within reach, in sight."""
    absent = inconnu(scene, cible)
    if absent is not None:
        return absent
    p, q = scene[mage], scene[cible]
    if q.vie != "actif":
        return Closed("VM-3.29", "{} n'est plus là pour être visé", (Someone(q.id),))
    if sort.portee == "vous" and cible != mage:
        return Closed("VM-3.27", "{} n'agit que sur son lanceur", (sort.nom,))
    loin, limite = CASE * distance(p, q), metres(sort, p, ajouts)
    if loin > limite:
        if sort.portee == "contact":
            return Closed("VM-3.29", "Il faut toucher la cible : {} est à {} m", (Someone(q.id), loin))
        return Closed("VM-3.29", "{} est hors de portée : {} m, {} au plus", (Someone(q.id), loin, limite))
    return hors_de_vue(p, sort, q)


@rule("VM-3.29")
def cibles_refusees(scene: Scene, mage: str, sort: Sort, cibles: tuple[str, ...], ajouts: int = 0) -> Closed | None:
    """As many targets as the spell has, each of them allowed and named once."""
    if sort.cible == "vous":
        if cibles not in ((), (mage,)):
            return Closed("VM-3.27", "{} n'agit que sur son lanceur", (sort.nom,))
        return None
    if sort.cible == "zde":
        return Closed("VM-3.29", "{} se lance sur un lieu, pas sur quelqu'un", (sort.nom,)) if cibles else None
    if sort.cible == "special":
        return next(
            (c for q in cibles if (c := cible_refusee(scene, mage, sort, q, ajouts)) is not None), doubles(cibles)
        )
    if not cibles:
        return Closed("VM-3.29", "Il faut une cible")
    if len(cibles) > sort.cible:
        return Closed("VM-3.29", "{} : {} cibles au plus", (sort.nom, sort.cible))
    return next((c for q in cibles if (c := cible_refusee(scene, mage, sort, q, ajouts)) is not None), doubles(cibles))


def doubles(cibles: tuple[str, ...]) -> Closed | None:
    return Closed("VM-3.29", "La même cible est nommée deux fois") if len(set(cibles)) != len(cibles) else None


@rule("VM-3.17", "VM-3.29")
def lieu_refuse(scene: Scene, mage: str, sort: Sort, x: int, y: int, ajouts: int = 0) -> Closed | None:
    """The middle of a Zone d'Effet is within reach and in sight; that of a spell on the caster is the caster."""
    if sort.cible != "zde" or sort.portee == "vous":
        return None
    loin, limite = eloignement(scene, mage, x, y), metres(sort, scene[mage], ajouts)
    if loin > limite:
        return Closed("VM-3.29", "Ce lieu est hors de portée : {} m, {} au plus", (loin, limite))
    return aveugle(scene[mage]) if sort.vue and loin else None


def lieu(scene: Scene, mage: str, sort: Sort, cibles: tuple[str, ...], x: int, y: int) -> tuple[int, int]:
    """The point a spell aims at: the middle of its zone, else its first target, else the caster."""
    if sort.cible == "zde" and sort.portee != "vous":
        return x, y
    vise = scene[cibles[0]] if cibles and sort.cible != "zde" else scene[mage]
    return vise.x, vise.y


@rule("VM-3.29")
def touches(
    scene: Scene, mage: str, sort: Sort, cibles: tuple[str, ...], x: int, y: int, aire: int = 0
) -> tuple[str, ...]:
    """Those a spell takes for targets: the ones named, the caster, or everybody inside the zone."""
    if sort.cible == "vous":
        return (mage,)
    if sort.cible != "zde":
        return cibles
    large = rayon(sort, scene[mage], aire)
    x, y = lieu(scene, mage, sort, (), x, y)
    return tuple([q.id for q in scene.people.values() if q.vie == "actif" and max(abs(q.x - x), abs(q.y - y)) <= large])


# ---------------------------------------------------------------- a spell begins and ends


@rule("VM-3.12", "VM-3.15")
def demarrer(scene: Scene, lancement: Lancement, force: bool) -> Scene:
    """A spell that lasts is at work from now on; one that does not leaves nothing to dispel."""
    mage = scene[lancement.mage]
    sort = mage.fiche.livre[lancement.sort]
    dure = secondes(sort, mage, lancement.duree)
    if not dure:
        return scene
    actif = SortActif(
        identifiant(lancement.mage, lancement.sort),
        lancement.sort,
        lancement.mage,
        lancement.cibles,
        sort.ni,
        scene.clock + dure,
        force,
        x=lancement.x,
        y=lancement.y,
        rayon=rayon(sort, mage, lancement.aire) if sort.cible == "zde" else 0,
    )
    return replace(scene, sorts=(*[s for s in scene.sorts if s.id != actif.id], actif))


def nom_actif(scene: Scene, actif: SortActif) -> str:
    """What players read for a spell at work, also for one that no book has any more."""
    sort = scene[actif.mage].fiche.livre.get(actif.sort)
    return sort.nom if sort is not None else actif.sort
