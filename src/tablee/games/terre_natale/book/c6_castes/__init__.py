"""Chapter 6: castes. How one enters, what ranks ask for and bring, what is chosen in them, what they let one do."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.kept import once

from ...model.castes import CASTES
from ...model.people import Personnage
from ...model.scene import Scene
from .choix import NOMS as NOMS
from .choix import Choisir as Choisir
from .choix import a_choisir as a_choisir
from .choix import actions_de as actions_de
from .choix import choisir as choisir
from .choix import choix_ferme as choix_ferme
from .choix import liee as liee
from .choix import nom_du_choix as nom_du_choix
from .choix import possibles as possibles
from .choix import voisines as voisines
from .rangs import SWITCHES as SWITCHES
from .rangs import TROISIEME, AccorderTroisieme
from .rangs import Endosser as Endosser
from .rangs import acces as acces
from .rangs import aptitudes as aptitudes
from .rangs import elever as elever
from .rangs import endosser as endosser
from .rangs import experience as experience
from .rangs import plafond_de_creation as plafond_de_creation
from .rangs import promouvoir as promouvoir
from .rangs import rang_atteint as rang_atteint
from .rangs import suite as suite
from .usages import AgirEnCaste as AgirEnCaste
from .usages import SeDefausser as SeDefausser
from .usages import action_dite as action_dite
from .usages import couvre as couvre

ACTIONS = (Endosser, Choisir, AgirEnCaste, SeDefausser, AccorderTroisieme)
BOUTONS = 12  # a choice of more than so many is made in its form


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    caste = p.fiche.caste
    if caste is None:
        yield from ouvertes(p)
        return
    yield from (AgirEnCaste(p.id, id) for id in actions_de(caste))
    for nom in a_choisir(caste):
        found = once(p.fiche, possibles, nom)
        yield from (Choisir(p.id, nom, valeur) for valeur in found[:BOUTONS])
    if scene.encounter is None:
        yield SeDefausser(p.id)
        yield SeDefausser(p.id, sujet="reputation")
    if TROISIEME in scene.options and not caste.troisieme:
        yield AccorderTroisieme(p.id)


def ouvertes(p: Personnage) -> Iterator[Endosser]:
    """The castes that somebody qualifies for, with the best of the attributes they can rest on."""
    valeurs = p.fiche.valeurs
    for id, profil in CASTES.items():
        un = max(profil.attributs[0], key=lambda a: valeurs[a])
        deux = max([a for a in profil.attributs[1] if a != un], key=lambda a: valeurs[a])
        for majeure in profil.majeures:
            found = Endosser(p.id, id, un, deux, majeure)
            if acces(p.fiche, found.voulue) is None:
                yield found
