"""Initiative: the order of declaring, and that of acting."""

from __future__ import annotations

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms, total

from ...model.catalogue import MAINS_NUES, Arme
from ...model.combat import Combat
from ...model.effects import EFFECTS, Contexte
from ...model.people import Personnage
from ...model.scene import Scene, en_cours

# ---------------------------------------------------------------- initiative


@rule("YY-10.2")
def initiative(p: Personnage, arme: Arme | None) -> Terms:
    """Air/Réflexes, less the speed of the weapon as far as the skill does not make up for it."""
    return ("Air/Réflexes", p.rang("reflexes"), "YY-10.2"), *tally(p.bears, "initiative", Contexte(p, arme=arme))


@rule("YY-10.3")
@EFFECTS.on("initiative")
def lenteur_de_l_arme(c: Contexte) -> Term | None:
    """The speed of the weapon, as far as the skill does not make up for it."""
    arme = c.arme
    if arme is None or not arme.vitesse:
        return None
    lenteur = arme.vitesse - c.p.competence(arme.groupe)
    return (arme.nom, -lenteur, "YY-10.3") if lenteur > 0 else None


def arme_en_main(p: Personnage) -> Arme:
    """The weapon in hand, or bare hands."""
    tenues = p.equipement.tenues
    return tenues[0] if tenues else MAINS_NUES


@rule("YY-10.1")
def rangs_de_declaration(scene: Scene) -> dict[str, int]:
    """The initiative of each with the weapon in hand; who cannot act declares nothing."""
    rangs = {p.id: total(initiative(p, arme_en_main(p))) for p in scene.people.values() if p.side and p.conscient}
    if scene.encounter is not None and scene.encounter.blocages:
        apres_le_bloqueur(scene.encounter, rangs)
    return rangs


@rule("YY-10.1")
def ordre_de_declaration(scene: Scene) -> tuple[str, ...]:
    """The slowest first."""
    rangs = rangs_de_declaration(scene)
    return tuple(sorted(rangs, key=rangs.__getitem__))


@rule("YY-10.2", "YY-10.7")
def initiatives(scene: Scene) -> dict[str, int]:
    """When everything declared happens: by the weapon each action is done with; at grips no weapon counts."""
    combat = en_cours(scene)
    aux_prises = {w for paire in combat.luttes for w in paire}
    rangs = {}
    for who, a in combat.declarations.items():
        p = scene.people[who]
        rangs[who] = total(initiative(p, None if who in aux_prises else a.arme_employee(p)))
    if combat.blocages:
        apres_le_bloqueur(combat, rangs)
    return rangs


@rule("YY-11.8")
def apres_le_bloqueur(combat: Combat, rangs: dict[str, int]) -> None:
    """Whose weapon is locked acts after the one who locks it."""
    for _ in combat.blocages:  # as often as a chain of locks may be long
        for b in combat.blocages:
            if b.par in rangs and b.sur in rangs:
                rangs[b.sur] = min(rangs[b.sur], rangs[b.par] - 1)
