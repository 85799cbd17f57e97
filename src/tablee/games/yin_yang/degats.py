"""Chapters 6 and 10: damage to limbs, what armour keeps off, unusable and destroyed limbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from .fatigue import perdre_de_la_fatigue
from .state import Personnage, detruit, effets_sur, inutilisable

if TYPE_CHECKING:
    from .scene import Scene


@rule("YY-10.34", "YY-10.40", "YY-10.41")
def protection(p: Personnage, membre: str) -> Terms:
    """What armour on that limb, hide, shield and spells take off the damage."""
    terms: list[tuple[str, int, str]] = []
    rang = p.equipement.rangs.get(membre, 0) if p.equipement.armures else 0
    if rang:
        terms.append(("Armure", -rang, "YY-10.40"))
    if p.fiche.protection:
        terms.append(("Cuir ou écailles", -p.fiche.protection, "YY-10.40"))
    bouclier = p.equipement.bouclier
    if bouclier is not None and bouclier_leve(p):
        terms.append((bouclier.nom, -bouclier.rang, "YY-10.41"))
    if p.insufflations:
        terms += qi_des_protections(p, membre)
    if p.effets:
        terms += [(nom, -n, regle) for nom, n, regle in effets_sur(p, "protection")]
        if total(terms) > 0:  # a spell takes away the protection there is, no more
            terms.append(("Pas moins de 0", -total(terms), "YY-14.12"))
    return tuple(terms)


@rule("YY-6.3")
def bouclier_leve(p: Personnage) -> bool:
    """A shield on the arm, not on the back; it takes one that can hold it, beside the one that holds a weapon."""
    if p.equipement.au_dos:
        return False
    if not p.blessures:
        return True
    bras = [m for m in p.fiche.membres.values() if m.genre == "bras"]
    valides = sum(1 for m in bras if not inutilisable(p, m.id))
    return not bras or valides > (1 if p.equipement.tenues else 0)


@rule("YY-14.10", "YY-20.8")
def qi_des_protections(p: Personnage, membre: str) -> Terms:
    """Qì breathed into a piece of armour or a shield adds to what it keeps off."""
    e = p.equipement
    pieces = {a.id for a in e.armures if a.membre == membre}
    if e.bouclier is not None and bouclier_leve(p):
        pieces.add(e.bouclier.id)
    return tuple(("Qì de la protection", -i.points, "YY-14.10") for i in p.insufflations if i.arme in pieces)


@rule("YY-10.34")
def infliger(
    scene: Scene,
    oracle: Oracle,
    par: str,
    sur: str,
    bruts: Terms,
    membre: str,
    assommant: bool = False,
    nu: bool = False,
) -> Scene:
    """Damage reaches a limb through its protection, not below 0; stunning damage goes to fatigue. `nu`: unprotected."""
    p = scene.people[sur]
    terms = bruts if nu else (*bruts, *protection(p, membre))
    points = total(terms)
    if points < 0:
        terms, points = (*terms, ("Pas moins de 0", -points, "YY-10.34")), 0
    what = "coup_assommant" if assommant else "coup"
    facts = (("points", points), ("membre", p.fiche.membres[membre].nom))
    oracle.tell(Event(what, par, sur, "YY-10.34", terms, facts))
    if not points:
        return scene
    if assommant:
        return perdre_de_la_fatigue(scene, oracle, sur, points, terms, "YY-13.2", subie=True)
    return blesser(scene, oracle, sur, membre, points)


@rule("YY-6.2", "YY-6.3", "YY-6.4")
def blesser(scene: Scene, oracle: Oracle, who: str, membre: str, points: int) -> Scene:
    """Points lost on a limb: unusable from its last box on, destroyed beyond it; a vital one kills."""
    p = scene.people[who]
    avant, m = p, p.fiche.membres[membre]
    p = replace(
        p,
        blessures={**p.blessures, membre: p.blessures.get(membre, 0) + points},
        recentes={**p.recentes, membre: p.recentes.get(membre, 0) + points},
    )
    if detruit(p, membre):
        if m.vital:
            oracle.tell(Event("mort", who, "", "YY-6.4", (), (("membre", m.nom),)))
            return scene.put(replace(p, vie="mort"))
        if not detruit(avant, membre):
            oracle.tell(Event("detruit", who, "", "YY-6.4", (), (("membre", m.nom),)))
    elif inutilisable(p, membre) and not inutilisable(avant, membre):
        oracle.tell(Event("inutilisable", who, "", "YY-6.3", (), (("membre", m.nom),)))
        if avant.conscient and not p.conscient:
            oracle.tell(Event("hors_de_combat", who, "", "YY-6.3"))
    return scene.put(p)
