"""Trainings: what the use of a thing with a catégorie costs, and what practice takes off it."""

from __future__ import annotations

from tablee.kernel.effects import amount
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.su import su
from ...model.things import Objet

TORSE_SEUL = "penalite_du_torse"
SANS_GENE = "armes_naturelles_sans_gene"  # TN-9.42.1
NIVEAUX = ("", "expert", "maître")
VETEMENT = "vetement"


@rule("TN-4.87")
def entrainement_pour(objet: Objet) -> str:
    """Which training bears on a thing: every one that has a catégorie has one; a discourse has that of joutes."""
    sorte = objet.sorte
    if sorte.nature == "arme":
        return "melee" if sorte.usage == "melee" else "distance"
    return "armures" if sorte.nature in ("armure", "sous_piece") else "outils"


@rule("TN-4.89")
def entrainement(p: Personnage, quoi: str) -> int:
    """The level of a training: 1 expert, 2 maître."""
    return min(2, amount(p.bears, f"entrainement:{quoi}", Essai(p)))


@rule("TN-4.89", "TN-0.9", "TN-9.39")
def penalite_d_usage(p: Personnage, quoi: str, categorie: int, particularites: int = 0) -> Terms:
    """What is taken off the attribute: twice the catégorie and what sets the thing apart, less the training."""
    brute = max(0, 2 * categorie + particularites)
    terms: Terms = (("Catégorie x 2", 2 * categorie, "TN-0.9"),)
    if particularites:
        terms += (("Particularités", brute - 2 * categorie, "TN-0.9"),)
    entraine = min(brute, 2 * entrainement(p, quoi))
    return (*terms, ("Entraînement", -entraine, "TN-4.89")) if entraine else terms


@rule("TN-9.42", "TN-9.113")
@su
def penalite_de(p: Personnage, objet: Objet) -> Terms:
    """The usage penalty of a thing; that of claws and fangs too, while a hide hampers nobody."""
    if objet.sorte.naturelle and objet.sorte.nature == "armure":
        return ()
    return penalite_d_usage(p, entrainement_pour(objet), objet.categorie, objet.particularites)


@rule("TN-0.9", "TN-0.10", "TN-9.62")
@su
def ajustement_de(p: Personnage, objet: Objet) -> Terms:
    """What a thing used for its purpose does to the attribute: its quality, less its usage penalty."""
    qualite: Terms = (("Qualité", objet.qualite, "TN-0.9"),) if objet.qualite else ()
    return qualite + tuple([(label, -n, regle) for label, n, regle in penalite_de(p, objet)])


@rule("TN-0.9", "TN-0.10")
@EFFECTS.on("ajustement", of="equipe", own=True)
def de_l_objet(c: Essai) -> Term | None:
    """What a test is done with adjusts its attribute, and with it the jet of the same action."""
    if c.objet is None or hors_de_son_emploi(c.objet, c.competence):
        return None
    options = c.scene.options if c.scene is not None else ()
    if c.objet.sorte.naturelle and SANS_GENE in options:
        return None
    portee = c.objet == c.p.equipement.armure
    terms = ajustement_d_armure(c.p, options) if portee else ajustement_de(c.p, c.objet)
    return c.objet.sorte.nom, total(terms), "TN-0.9"


@rule("TN-9.19")
def hors_de_son_emploi(objet: Objet, competence: str) -> bool:
    """A tool is of use for what it was made for alone."""
    return bool(objet.sorte.pour) and bool(competence) and competence not in objet.sorte.pour


@rule("TN-9.95", "TN-9.107", "TN-9.109", "TN-9.117")
@su
def ajustement_d_armure(p: Personnage, options: tuple[str, ...] = ()) -> Terms:
    """What all the armour on somebody does to what it hampers: the quality of the main piece, less the penalty of the
    heaviest piece or sub-piece; by the option that of the torso's."""
    e = p.equipement
    qualite: Terms = (("Qualité", e.pieces[0].qualite, "TN-9.107"),) if e.pieces and e.pieces[0].qualite else ()
    return qualite + tuple([(label, -n, regle) for label, n, regle in penalite_d_armure(p, options)])


@rule("TN-9.95", "TN-9.109", "TN-9.117")
def penalite_d_armure(p: Personnage, options: tuple[str, ...] = ()) -> Terms:
    """The usage penalty of all that is worn."""
    entrave = p.equipement.entrave(TORSE_SEUL in options)
    return penalite_de(p, entrave) if entrave is not None else ()


# ---------------------------------------------------------------- what is there to be seen


@rule("TN-8.48", "TN-8.402")
def apparat_tenu(p: Personnage) -> Terms:
    """The best quality of what one holds or wears beside one's clothes to be seen: on what a mind attacks with."""
    e = p.equipement
    portes = tuple([x for x in e.portes if x.sorte.genre != VETEMENT])
    return _apparat((*e.armes, *e.tenus, *portes), "TN-8.48")


@rule("TN-8.50", "TN-8.402")
def apparat_porte(p: Personnage) -> Terms:
    """The best quality of armour or clothes worn to be seen: on what a mind defends itself with."""
    e = p.equipement
    vetements = tuple([x for x in e.portes if x.sorte.genre == VETEMENT])
    return _apparat((*((e.armure,) if e.armure is not None else ()), *vetements), "TN-8.50")


def _apparat(objets: tuple[Objet, ...], regle: str) -> Terms:
    """Its catégorie hampers nobody there."""
    vus = [objet for objet in objets if objet.apparat and objet.qualite and objet.utilisable]
    if not vus:
        return ()
    meilleur = max(vus, key=lambda objet: objet.qualite)
    return ((meilleur.sorte.nom, meilleur.qualite, regle),)
