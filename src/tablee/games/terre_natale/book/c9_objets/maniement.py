"""How an arm is handled: its haste, and the least that a raised shield leaves of any passive defence."""

from __future__ import annotations

from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Essai
from ..c4_caracteristiques.capacites import trop_lourd
from ..c4_caracteristiques.usage import SANS_GENE, TORSE_SEUL
from ..c8_confrontation.gestes import bouclier_de, leve

SWITCHES = (Switch(TORSE_SEUL, "TN-9.109"), Switch(SANS_GENE, "TN-9.42.1"))
MINIMUM = 8  # TN-9.55


@rule("TN-9.42", "TN-9.42.1")
@EFFECTS.on("net:physique", of="naturelle")
def arme_naturelle_trop_massive(c: Essai) -> Term | None:
    """Claws and fangs beyond the poigne of whoever has them hamper what he does; the whole body bears them, as two
    hands would."""
    options = c.scene.options if c.scene is not None else ()
    if c.objet is None or c.objet.sorte.nature != "arme" or not c.objet.sorte.naturelle or SANS_GENE in options:
        return None
    return ("Poigne", -1, "TN-9.42") if trop_lourd(c.p, c.objet, deux_mains=True) is not None else None


@rule("TN-9.60", "TN-9.61")
@EFFECTS.on("vitesse", of="equipe")
def vitesse_de_l_arme(c: Essai) -> Term | None:
    """A well balanced arm makes one faster, an ill balanced one slower, whether one acts or is the target."""
    armes, e = c.p.equipement.armes, c.scene.encounter if c.scene is not None else None
    n = armes[0].ecart("hate") if armes and (e is None or e.forme != "joute") else 0
    return (f"Hâte : {armes[0].sorte.nom}", n, "TN-9.61") if n else None


@rule("TN-9.55")
@EFFECTS.on("plancher:defense", of="equipe")
def derriere_le_bouclier(c: Essai) -> Term | None:
    """No passive defence of whoever has a shield up is lower than 8, its catégorie and what its size adds."""
    ecu = bouclier_de(c.p)
    if ecu is None or c.scene is None or c.scene.encounter is None or not leve(c):
        return None
    return "Bouclier levé", MINIMUM + ecu.utile + ecu.ecart("allonge"), "TN-9.55"
