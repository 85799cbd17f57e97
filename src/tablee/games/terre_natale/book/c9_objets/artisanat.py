"""Crafting in figures: how hard a work is, how good it may be, what it takes of matter and of days."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.artisanat import DUREES, RANGS
from ...model.competences import lot
from ...model.effects import Essai
from ...model.ouvrages import ARTISANAT, Atelier, Ouvrage, Tache, Temps
from ...model.people import Personnage
from ...model.things import Objet
from .prix import AMELIORATION, facteur_de_qualite, prix_d_achat

JOURNEE = 10  # hours (TN-9.167)
EVEIL = 16  # hours of a day that somebody may work at all
RECUL = 20  # TN-9.163
ECHECS = 2  # TN-9.166
MUNITIONS = 20  # TN-9.175
PATRON, MATIERE, REPARATION = Fraction(15, 100), Fraction(1, 2), Fraction(5, 100)  # TN-9.171, TN-9.169, TN-9.176.1
PAR_NIVEAU = Fraction(1, 10)  # what a professional takes (TN-9.140)
MOYENS: tuple[Tache, ...] = ("modification", "amelioration", "promotion", "particularite")


# ---------------------------------------------------------------- how hard, how good


@rule("TN-9.155", "TN-9.58")
def difficulte_de(objet: Objet) -> Terms:
    """10, twice its quality, its catégorie, a point for each level of amélioration, and its size, bulk and balance."""
    terms: Terms = (("Base", 10, "TN-9.155"),)
    terms += (("Qualité x 2", 2 * objet.qualite, "TN-9.155"),) if objet.qualite else ()
    terms += (("Catégorie", objet.categorie, "TN-9.155"),) if objet.categorie else ()
    if objet.ameliorations:
        terms += (("Améliorations", len(objet.ameliorations), "TN-9.155"),)
    return terms + objet.ecarts("difficulte")


@rule("TN-9.155", "TN-9.176", "TN-9.177", "TN-9.178", "TN-9.183", "TN-9.187")
def difficulte(o: Ouvrage) -> Terms:
    """That of the object as it will be; of a promotion that of its rank; a repair is harder by its wear."""
    if o.tache in ("promotion", "particularite"):
        assert o.objet.promotion is not None
        rang = o.objet.promotion.rang
        return ((f"Promotion de rang {rang}", RANGS[rang].difficulte, "TN-9.183"),)
    terms = difficulte_de(o.objet)
    if o.tache == "reparation":
        terms += (("Niveaux de dégradation", o.objet.niveau, "TN-9.176"),)
    return terms


@rule("TN-9.158")
def qualite_maximale(p: Personnage, metier: str) -> Terms:
    """Half of skill and group together, and what gifts add to it."""
    niveaux = p.fiche.competences.get(metier, 0) + p.fiche.groupes.get(ARTISANAT, 0)
    return (("(Compétence + groupe) / 2", niveaux // 2, "TN-9.158"), *tally(p.bears, "qualite:artisanat", Essai(p)))


@rule("TN-9.163", "TN-2.61")
def attribut(o: Ouvrage) -> str:
    """What a day of work is tested with: the attribute of the trade, and to design Intelligence."""
    if o.tache == "patron":
        return "INT"
    found = lot(ARTISANAT, o.metier)
    assert found is not None
    return found.attributs[0]


# ---------------------------------------------------------------- how long


@rule("TN-9.171", "TN-9.174", "TN-9.176", "TN-9.177", "TN-9.178", "TN-9.182", "TN-9.184")
def temps(o: Ouvrage) -> Temps:
    """Short for patterns, repairs and what is gone when used; long for what lasts; else medium."""
    if o.tache in MOYENS:
        return "moyen"
    return "long" if o.tache == "creation" and o.objet.sorte.ordre == "équipement" else "court"


@rule("TN-9.164")
def objectif(o: Ouvrage) -> int:
    """The progress that secures it."""
    return DUREES[temps(o)].fois * total(difficulte(o))


@rule("TN-9.161", "TN-9.162", "TN-9.172", "TN-9.182")
def finition(o: Ouvrage, atelier: Atelier) -> Terms:
    """Days of finishing: by the quality, one lower with a pattern; the workshop spares some, half of them at most."""
    duree = DUREES[temps(o)]
    rang = o.objet.promotion.rang if o.tache == "promotion" and o.objet.promotion is not None else None
    qualite = max(0, o.objet.qualite - o.patron) if rang is None else rang + 1
    initial = duree.jours[min(qualite, len(duree.jours) - 1)]
    moins = min(duree.atelier * atelier.qualite, initial - max(1, ceil(initial / 2)))
    terms: Terms = ((f"Temps {temps(o)}", initial, "TN-9.162"),)
    return (*terms, ("Atelier", -moins, "TN-9.161")) if moins else terms


@rule("TN-9.167")
def heures(atelier: Atelier) -> int:
    """A working day, shorter in a good workshop."""
    return JOURNEE - atelier.qualite


# ---------------------------------------------------------------- how much matter


@rule("TN-9.175")
def serie(p: Personnage, metier: str, objet: Objet) -> int:
    """How many are made at once: of what is gone when used as many as group and skill, of munitions 20 times that."""
    if objet.sorte.ordre == "équipement":
        return 1
    n = p.fiche.competences.get(metier, 0) + p.fiche.groupes.get(ARTISANAT, 0)
    return max(1, n * (MUNITIONS if objet.sorte.ordre == "munition" else 1))


def valeur(objet: Objet) -> int:
    """What one of it is bought for, in normal conditions."""
    return total(prix_d_achat(objet))


@rule("TN-9.150", "TN-9.169", "TN-9.171", "TN-9.174", "TN-9.176.1", "TN-9.177.1", "TN-9.178", "TN-9.182")
def matiere(o: Ouvrage) -> Terms:
    """What a work consumes, in pieces, rounded down."""
    prix = valeur(o.objet)
    if o.tache == "patron":
        return (("15 % de la matière", int(prix * MATIERE * PATRON), "TN-9.171"),)
    if o.tache == "creation":
        own: Terms = (("Matière d'un objet", int(prix * MATIERE), "TN-9.169"),)
        return (
            own
            if o.nombre == 1
            else (*own, (f"Série de {o.nombre}", int(prix * MATIERE * o.nombre) - own[0][1], "TN-9.175"))
        )
    if o.tache == "reparation":
        return (("5 % de la matière par niveau", int(prix * MATIERE * REPARATION * o.objet.niveau), "TN-9.176.1"),)
    assert o.avant is not None
    if o.tache == "modification":
        plus = max(0, prix - valeur(o.avant))
        return (("Différence de valeur", plus, "TN-9.177.1"),)
    if o.tache == "amelioration":
        n = len(o.objet.ameliorations) - len(o.avant.ameliorations)
        return (("Améliorations", int(AMELIORATION * n * facteur_de_qualite(o.objet)), "TN-9.178"),)
    return cout_de_promotion(o)


@rule("TN-9.182", "TN-9.183", "TN-9.187")
def cout_de_promotion(o: Ouvrage) -> Terms:
    """Fixed by the rank, more for arms and armour; to change a particularité costs nothing but time."""
    if o.tache == "particularite":
        return ()
    assert o.objet.promotion is not None
    rang, majeur = RANGS[o.objet.promotion.rang], o.objet.sorte.nature in ("arme", "armure")
    return ((f"Promotion de rang {rang.rang}", rang.majeur if majeur else rang.mineur, "TN-9.183"),)


@rule("TN-9.140")
def reparation_payee(objet: Objet) -> Terms:
    """What a professional takes: a tenth of the price for each level."""
    return (("10 % du prix par niveau", int(valeur(objet) * PAR_NIVEAU * objet.niveau), "TN-9.140"),)
