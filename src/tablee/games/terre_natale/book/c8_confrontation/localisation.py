"""Aiming at a part of the body or of the mind: how hard it is, and what a lésion there does."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.caracteristiques import GRAVITES
from ...model.effects import EFFECTS, Essai
from ...model.people import INCAPACITANTE, Lesion, Nature, Personnage
from ...model.plan import CORPS, ESPRIT, Plan
from ...model.scene import Scene
from ..c4_caracteristiques.lesions import pires
from ..c4_caracteristiques.ressources import devenir
from ..c4_caracteristiques.seuils import defense

VISER = 5  # TN-8.290
PLUS_FIN = 5  # TN-8.295: the most one may add
SEUIL = 5  # below which a finer aim does not lower the threshold


@rule("TN-8.258", "TN-8.290", "TN-8.294", "TN-8.297")
def difficulte_de_visee(
    scene: Scene, q: Personnage, plan: Plan, zone: str, sous: int, p: Personnage, *, viser: bool = True
) -> Terms:
    """The passive defence of the attribute of the zone, 5 and what a finer aim adds, less the Visée of whoever aims.

    `viser`: it does not serve against a cover.
    """
    own = defense(q, plan.zones[zone].attribut, scene, p)
    own += (("Localisation", VISER, "TN-8.290"),)
    if sous:
        own += (("Sous-localisation", sous, "TN-8.295"),)
    visee = tally(p.bears, "visee", Essai(p, scene, q)) if viser else ()
    return own + tuple([(label, -n, regle) for label, n, regle in visee])


@rule("TN-8.287", "TN-8.295", "TN-8.298")
def inlocalisable(plan: Plan, zone: str, sous: int) -> Closed | None:
    """Why one cannot aim there, or so finely."""
    if not zone:
        return Closed("TN-8.295", "On vise plus fin dans une zone : dites laquelle") if sous else None
    if zone not in plan.zones:
        return Closed("TN-8.294", "Pas de zone « {} » ; on vise : {}", (Typed(zone), tuple(plan.zones)))
    if not 0 <= sous <= PLUS_FIN:
        return Closed("TN-8.295", "Sous-localisation : de 0 à {}, pas {}", (PLUS_FIN, sous))
    return None


@rule("TN-8.295", "TN-8.298")
def seuil_localise(seuil: Terms, sous: int) -> int:
    """A finer aim lowers the threshold of the lésion, but not below 5."""
    n = total(seuil)
    return max(SEUIL, n - sous) if n > SEUIL else n


@rule("TN-8.147")
def plaies(p: Personnage, nature: Nature, zone: str) -> list[Lesion]:
    """The lésions that can be aimed at in a zone: those of it, else the general ones, which lie anywhere."""
    la = [x for x in p.lesions if x.nature == nature and x.zone == zone]
    return la or [x for x in p.lesions if x.nature == nature and not x.zone]


@rule("TN-8.147")
def sans_plaie(q: Personnage, plan: Plan, zone: str) -> Closed | None:
    """Why no lésion can be aimed at: no zone was named, or there is none in it."""
    if not zone:
        return Closed("TN-8.147", "On vise une lésion dans une zone : dites laquelle")
    if plaies(q, plan.lesion, zone):
        return None
    return Closed("TN-8.147", "Aucune lésion à viser là : {}", (zone,))


@rule("TN-8.147")
def aggraver(scene: Scene, oracle: Oracle, who: str, nature: Nature, zone: str, niveau: int) -> Scene | None:
    """The worst lésion there, else the worst general one, rises by so many levels; None: there is none."""
    p = scene[who]
    la = plaies(p, nature, zone)
    if not la:
        return None
    pire = max(la, key=lambda x: x.niveau)
    apres = replace(pire, niveau=min(INCAPACITANTE, pire.niveau + niveau))
    autres = list(p.lesions)
    autres[autres.index(pire)] = apres
    facts = ("niveau", apres.niveau), ("nature", nature), ("gravite", GRAVITES[apres.niveau].nom), ("deborde", False)
    oracle.tell(Event("lesion", who, "", "TN-8.147", (), facts))
    return devenir(scene, oracle, replace(p, lesions=tuple(autres)))


@kept_for
def localisees(p: Personnage, nature: Nature) -> tuple[Lesion, ...]:
    """The lésions that are of one zone alone."""
    return tuple([x for x in p.lesions if x.nature == nature and x.zone])


@kept_for
def zones_de(plan: Plan, attribut: str) -> tuple[str, ...]:
    """Where the body or the mind does what an attribute is for."""
    return tuple([z.nom for z in plan.zones.values() if z.attribut == attribut])


@rule("TN-8.291")
def penalite_localisee(c: Essai, plan: Plan) -> Term | None:
    """A lésion of one zone weighs on what is done with its attribute, where it is worse than the general ones."""
    la = localisees(c.p, plan.lesion)
    if not la or (plan is CORPS and "insensible" in c.p.bears):
        return None
    zones = zones_de(plan, c.attribut)
    ici = [x.niveau for x in la if x.zone in zones]
    plus = max(ici, default=0) - pires(c.p, plan.lesion)[0]
    return (f"Lésion : {zones[0]}", -plus, "TN-8.291") if ici and plus > 0 else None


@rule("TN-8.291")
@EFFECTS.on("penalite:physique", of="blesse")
def blessure_localisee(c: Essai) -> Term | None:
    return penalite_localisee(c, CORPS)


@rule("TN-8.291")
@EFFECTS.on("penalite:mental", of="traumatise")
def traumatisme_localise(c: Essai) -> Term | None:
    return penalite_localisee(c, ESPRIT)


@rule("TN-8.292")
@EFFECTS.on("interdit", of="blesse")
def membre_perdu(c: Essai) -> Term | None:
    """Whoever is crippled in a limb has nothing left to do with it."""
    for x in c.p.lesions:
        if x.niveau >= INCAPACITANTE and x.zone in CORPS.zones and CORPS.zones[x.zone].attribut == c.attribut:
            return f"Membre perdu : {x.zone}", 1, "TN-8.292"
    return None
