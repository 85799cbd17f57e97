"""How things stand up to what is done to them: the test de solidité, what it leaves, and the wear that comes of it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from ...model.inventaire import Place, changer, sans_un
from ...model.scene import Scene
from ...model.things import Etat, Objet
from ..c0_tests import Profil, Resultat
from ..c0_tests.des import Realise, jouer, lecture, score
from ..c4_caracteristiques.ressources import perdre
from ..c4_caracteristiques.sauvegardes import effet_reduit

CRITIQUE = 10  # TN-9.127
MAINS = 10  # the intégrité of bare hands (TN-9.131)
ETATS: dict[Etat, str] = {
    "intact": "intact",
    "degrade": "dégradé",
    "inutilisable": "inutilisable",
    "detruit": "détruit",
}
DE_LA_MATIERE = {"fragile": -1, "normale": 0, "solide": 1}


class Sujet(Struct, frozen=True):
    """A thing that may wear: somebody's, where he has it, or (`chose`) one of those that lie about."""

    qui: str
    objet: Objet
    place: Place | None = None
    chose: str = ""


def a_lui(qui: str, place: Place) -> Sujet:
    return Sujet(qui, place.objet, place)


# ---------------------------------------------------------------- the test


@rule("TN-9.126")
def forces(objet: Objet) -> Terms:
    """What a thing adds to its dice, whoever holds it: intégrité less 10."""
    own: Terms = (("Catégorie", objet.categorie, "TN-9.126"),) if objet.categorie else ()
    own += (("Qualité", objet.qualite, "TN-9.126"),) if objet.qualite else ()
    return own + ((("Solidité", objet.solidite, "TN-9.126"),) if objet.solidite else ())


@rule("TN-9.126", "TN-9.128")
def profil(qui: str, objet: Objet) -> Profil:
    """Its dice: at an advantage if it is all metal, at a disadvantage if there is none in it; nobody's luck counts."""
    matiere = objet.matiere.solidite if objet.matiere is not None else "normale"
    return Profil(qui, fixe=total(forces(objet)), valeur=10, net=DE_LA_MATIERE[matiere])


def lu(p: Profil, fait: Realise) -> tuple[int, Realise]:
    return score(p, fait), fait


@rule("TN-9.122", "TN-9.126", "TN-9.127")
def eprouver_la_chose(oracle: Oracle, sujet: Sujet, difficulte: Terms, enjeu: int) -> int:
    """A thing saves against a difficulty: what it suffers of what is at stake."""
    objet = sujet.objet
    return sauver(oracle, profil(sujet.qui, objet), forces(objet), objet.sorte.nom, difficulte, enjeu, "TN-9.126")


def sauver(oracle: Oracle, p: Profil, own: Terms, nom: str, difficulte: Terms, enjeu: int, regle: str) -> int:
    """The save itself, and what is told of it."""
    points, fait = jouer(oracle.of(p.qui), p, lu)
    r = resultat(points, total(difficulte))
    subi = total(effet_reduit(r, enjeu))
    facts: tuple[tuple[str, Any], ...] = (
        ("objet", nom),
        ("score", points),
        ("difficulte", total(difficulte)),
        ("difficultes", difficulte),
        ("enjeu", enjeu),
        ("subi", subi),
        ("issue", r.issue),
        ("reussi", r.reussi),
    )
    oracle.tell(Event("solidite", p.qui, "", regle, lecture(p, fait.gardes) + own, facts))
    return subi


@rule("TN-9.127")
def resultat(points: int, difficulte: int) -> Resultat:
    """As of any save: critical at 10 above or below."""
    marge = points - difficulte
    return Resultat(points, difficulte, marge > 0, abs(marge) >= CRITIQUE)


@rule("TN-9.123")
def oppose(autre: Objet | None) -> Terms:
    """The difficulty that a thing is for another: its intégrité; of bare hands 10."""
    if autre is None:
        return (("Mains nues", MAINS, "TN-9.131"),)
    return ("Base", 10, "TN-9.123"), *forces(autre)


@rule("TN-9.129", "TN-9.130")
def contre_soi(scene: Scene, oracle: Oracle, sujet: Sujet) -> Scene:
    """Nothing opposes it: against its own intégrité, which is also what is at stake."""
    return user_la_chose(
        scene, oracle, sujet, eprouver_la_chose(oracle, sujet, oppose(sujet.objet), sujet.objet.integrite)
    )


# ---------------------------------------------------------------- wear


@rule("TN-9.134")
def degrader(objet: Objet, n: int) -> Objet:
    """With so much more suffered; what is destroyed cannot suffer more."""
    return replace(objet, degradation=min(objet.degradation + n, objet.perte * objet.integrite))


@rule("TN-9.133", "TN-9.134")
def user_la_chose(scene: Scene, oracle: Oracle, sujet: Sujet, n: int) -> Scene:
    """A thing suffers so much: of several alike one alone."""
    avant = replace(sujet.objet, nombre=1)
    apres = degrader(avant, n)
    if apres == avant:
        return scene
    facts = (
        ("objet", apres.sorte.nom),
        ("subi", apres.degradation - avant.degradation),
        ("degradation", apres.degradation),
        ("niveau", apres.niveau),
        ("etat", ETATS[apres.etat]),
        ("pire", apres.niveau > avant.niveau),
    )
    oracle.tell(Event("use", sujet.qui, "", "TN-9.133", (), facts))
    return devenu(scene, sujet, apres)


def devenu(scene: Scene, sujet: Sujet, apres: Objet) -> Scene:
    """The scene with this thing as it is now."""
    if sujet.place is None:
        there = [replace(x, objet=apres) if x.nom == sujet.chose else x for x in scene.choses]
        return replace(scene, choses=tuple(there))
    p = scene[sujet.qui]
    e = p.equipement
    if sujet.objet.nombre > 1:
        e = sans_un(e, sujet.place)
        lieu = getattr(e, sujet.place.lieu)
        return scene.put(replace(p, equipement=replace(e, **{sujet.place.lieu: (*lieu, apres)})))
    return scene.put(replace(p, equipement=changer(e, sujet.place, apres)))


@rule("TN-9.131")
def meurtrir(scene: Scene, oracle: Oracle, who: str, difficulte: Terms, enjeu: int) -> Scene:
    """Bare hands: what a tool would have suffered is lost in endurance."""
    subi = sauver(oracle, Profil(who, fixe=0, valeur=10), (), "Mains nues", difficulte, enjeu, "TN-9.131")
    return perdre(scene, oracle, who, "PE", (("Mains nues", subi, "TN-9.131"),), "TN-9.131") if subi else scene
