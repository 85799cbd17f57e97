"""Thresholds: passive defences, what makes a lésion, memory."""

from __future__ import annotations

from tablee.kernel.effects import amount, tally
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import INFATIGABLE, Nature, Personnage
from ...model.scene import Scene
from ...model.su import su
from ...model.sums import CORPS, ESPRIT, fixe, modif
from ...model.things import Objet
from ..c1_attributs import defense_passive
from .capacites import raisonnement_de
from .usage import ajustement_d_armure, apparat_porte

SANS_GENE = "armure_sans_gene"
SWITCHES = (Switch(SANS_GENE, "TN-8.101.1"),)
DE_LA_NATURE: dict[Nature, str] = {"blessure": "STA", "traumatisme": "EGO"}


@rule("TN-4.76", "TN-4.14")
def defense(
    p: Personnage,
    attribut: str,
    scene: Scene | None = None,
    contre: Personnage | None = None,
    objet: Objet | None = None,
) -> Terms:
    """A passive defence: 15, or 10 when épuisé, the modifier of the attribute and 1 if it is odd; armour adjusts it.

    `objet`: what it has to keep off.
    """
    basse = "epuise" in p.bears or "garde_ouverte" in p.bears or INFATIGABLE in p.bears
    legere = scene is not None and SANS_GENE in scene.options
    options = scene.options if scene is not None else ()
    own = defense_passive(attribut, total(valeur_de_defense(p, attribut, legere, options)), basse)
    own += au_minimum(p, attribut, total(own), legere, basse, options)
    essai = Essai(p, scene, contre, attribut, objet=objet)
    own += tally(p.bears, ("defense", f"defense:{attribut}"), essai)
    for label, bas, regle in tally(p.bears, "plancher:defense", essai):
        own += ((label, bas - total(own), regle),) if total(own) < bas else ()
    return own


@rule("TN-L.8")
def au_minimum(p: Personnage, attribut: str, n: int, legere: bool, basse: bool, options: tuple[str, ...] = ()) -> Terms:
    """What a defence is raised by the bonus of the lowest of its family: up to that one, never above the highest."""
    famille = next((x for x in (CORPS, ESPRIT) if attribut in x), ())
    plus = amount(p.bears, f"defense_minimum:{'corps' if famille is CORPS else 'esprit'}", Essai(p)) if famille else 0
    if plus <= 0:
        return ()
    valeurs = {code: total(valeur_de_defense(p, code, legere, options)) for code in famille}
    defenses = {code: total(defense_passive(code, valeur, basse)) for code, valeur in valeurs.items()}
    basses = [code for code in famille if defenses[code] == min(defenses.values())]
    plus_basse = min(basses, key=lambda code: valeurs[code])
    visee = total(defense_passive(plus_basse, valeurs[plus_basse] + plus, basse))
    manque = min(visee, max(defenses.values())) - n
    return (("Défense minimum", manque, "TN-L.8"),) if manque > 0 else ()


@rule("TN-4.76", "TN-8.50", "TN-8.101", "TN-8.101.1")
@su
def valeur_de_defense(p: Personnage, attribut: str, legere: bool = False, options: tuple[str, ...] = ()) -> Terms:
    """The value that defends: the fixed one, and for the corps the quality and the usage penalty of the armour worn;
    for the esprit the quality of what is worn to be seen.

    `legere`: by the option its quality alone.
    """
    if attribut in ESPRIT:
        return fixe(p.fiche, attribut) + apparat_porte(p)
    if attribut not in CORPS:
        return fixe(p.fiche, attribut)
    if not legere:
        return fixe(p.fiche, attribut) + ajustement_d_armure(p, options)
    qualite = p.equipement.pieces[0].qualite if p.equipement.pieces else 0
    return fixe(p.fiche, attribut) + ((("Qualité", qualite, "TN-8.101.1"),) if qualite else ())


@rule("TN-4.83", "TN-8.270", "TN-9.94", "TN-9.99", "TN-9.103", "TN-9.115")
def protection(p: Personnage, nature: Nature, zone: str = "") -> int:
    """What armour, or what one holds to in a joute, adds to the threshold of a lésion; sub-pieces where they lie."""
    if nature == "traumatisme":
        return raisonnement_de(p)
    armure = p.equipement.cuirasse_sur(zone)[0]
    plus = sum([x.utile for x in p.equipement.doublures(zone)])
    if armure is None or not armure.utilisable:
        return plus
    return max(0, armure.utile + armure.superieur + armure.ecart("protection")) + plus


@rule("TN-4.83", "TN-4.84")
def seuil(p: Personnage, nature: Nature, precision: int = 0, zone: str = "", plus: int = 0, nue: bool = False) -> Terms:
    """How much damage makes a level of lésion; précision takes off what protection adds, and no more.

    `plus`: protection that a defence has brought; `nue`: what is worn does not count.
    """
    own: Terms = (("Base", 5, "TN-4.83"), modif(p.fiche, DE_LA_NATURE[nature]))
    protege = plus + (0 if nue else protection(p, nature, zone))
    if protege:
        own += (("Protection", protege, "TN-4.83"),)
    if precision and protege:
        own += (("Précision", -min(precision, protege), "TN-4.84"),)
    own += tally(p.bears, f"seuil:{nature}", Essai(p))
    manque = 1 - total(own)
    return (*own, ("Minimum 1", manque, "TN-4.83")) if manque > 0 else own


@rule("TN-4.86")
def memoire(p: Personnage) -> Terms:
    """How many savoirs one can hold."""
    own: Terms = (("INT", p.fiche.valeurs["INT"], "TN-4.86"), ("Base", -5, "TN-4.86"))
    own += tally(p.bears, "memoire", Essai(p))
    return (*own, ("Minimum 0", -total(own), "TN-4.86")) if total(own) < 0 else own
