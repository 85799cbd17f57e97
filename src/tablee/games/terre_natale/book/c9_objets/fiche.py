"""The complete sheet of a thing: every figure that its catégorie, its quality and what sets it apart come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms, total

from ...model.facture import CATEGORIES, CLASSES, QUALITES
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES, Cran, Objet
from ..c0_tests.actions import absent
from ..c4_caracteristiques.capacites import charge_de
from ..c4_caracteristiques.portees import allonge, allonge_de_jet
from ..c4_caracteristiques.usage import penalite_de
from .disponibilite import Marche, disponibilite
from .enrayement import chance_d_enrayement
from .prix import NORMALE, capacite_d_amelioration, infaisable, prix_d_achat, prix_de_vente

Fiche = tuple[tuple[str, Terms], ...]


@rule("TN-9.34", "TN-9.58")
def difficulte_de_facture(objet: Objet) -> Terms:
    """How hard it is to make: 10, twice its quality, its catégorie, its améliorations, and what sets it apart."""
    own: Terms = (("Base", 10, "TN-9.34"), ("Qualité x 2", 2 * objet.qualite, "TN-9.34"))
    own += (("Catégorie", objet.categorie, "TN-9.34"), ("Améliorations", len(objet.ameliorations), "TN-9.34"))
    return tuple([term for term in own if term[1]]) + objet.ecarts("difficulte")


@rule("TN-9.34", "TN-9.21")
def integrite(objet: Objet) -> Terms:
    """What wears it down by a level."""
    own: Terms = (("Base", 10, "TN-9.34"), ("Catégorie", objet.categorie, "TN-9.34"))
    ameliorations = ("Améliorations", objet.amelioration("solidite"), "TN-9.179")
    own = (*own, ("Qualité", objet.qualite, "TN-9.21"), *objet.ecarts("solidite"), ameliorations)
    own = tuple([term for term in own if term[1]])
    return (*own, ("Minimum 1", 1 - total(own), "TN-9.34")) if total(own) < 1 else own


@rule("TN-9.10", "TN-9.11", "TN-9.38", "TN-9.59")
def des_du_jet(objet: Objet) -> int:
    """The dice of D8 that what is done with it throws: two, and one for each catégorie it still has."""
    return 2 + objet.utile


@rule("TN-9.34")
def fiche_d_objet(p: Personnage, objet: Objet, options: tuple[str, ...] = (), rarete: int = NORMALE) -> Fiche:
    """Every figure of it, as it is for somebody, each with its sum."""
    achat = prix_d_achat(objet, rarete, options=options)
    found = [
        ("Charge", charge_de(p, objet)),
        ("Pénalité à l'usage", penalite_de(p, objet)),
        ("Capacité d'amélioration", (("Qualité", capacite_d_amelioration(objet), "TN-9.20"),)),
        ("Difficulté de création", difficulte_de_facture(objet)),
        ("Intégrité", integrite(objet)),
        ("Disponibilité", disponibilite(objet, Marche(rarete=rarete), options)),
        ("Prix d'achat", achat),
        ("Prix de vente", prix_de_vente(total(achat), options=options)),
    ]
    kinds = {"arme": d_une_arme, "armure": d_une_armure, "sous_piece": d_une_sous_piece, "contenant": d_un_contenant}
    kind = kinds.get(objet.sorte.nature)
    return tuple([(label, terms) for label, terms in (*found, *(kind(p, objet) if kind is not None else ())) if terms])


@rule("TN-9.41", "TN-9.54", "TN-9.57", "TN-9.59", "TN-9.60", "TN-9.64", "TN-9.65")
def d_une_arme(p: Personnage, objet: Objet) -> Iterator[tuple[str, Terms]]:
    """Its reach, its haste, what it adds to each of its three jets, and how it may jam."""
    sorte = objet.sorte
    melee: Terms = (("Catégorie", objet.utile, "TN-9.38"),) if sorte.usage == "melee" and objet.utile else ()
    yield "Dés des jets", (("Base", 2, "TN-9.10"), ("Catégorie", objet.utile, "TN-9.10"))
    yield "Allonge", allonge_de_jet(objet) if sorte.usage == "lancer" else allonge(objet)
    yield "Jets d'attaque", melee + objet.ecarts("jet_attaque")
    yield "Jets de défense", objet.ecarts("jet_defense")
    yield "Jets tactiques", melee + objet.ecarts("jet_tactique")
    yield "Hâte", objet.ecarts("hate")
    if sorte.classe:
        n = CLASSES[sorte.classe].perforation * objet.utile
        yield "Perforation de l'arme", (("Classe", n, "TN-9.81"),)
        yield "Enrayement (%)", chance_d_enrayement(p, objet)


@rule("TN-9.94", "TN-9.97", "TN-9.99")
def d_une_armure(p: Personnage, objet: Objet) -> Iterator[tuple[str, Terms]]:
    """What it stops, and its haste."""
    c = objet.utile
    sur: Terms = (("Modèle travaillé", 1, "TN-9.99"),) if objet.superieur else ()
    yield "Résistance", (("Catégorie", c, "TN-9.94"),)
    double = tuple([(label, 2 * n, regle) for label, n, regle in sur])
    yield "Dégâts absorbés", (("Catégorie x 3", 3 * c, "TN-9.94"), *double, *objet.ecarts("absorption"))
    yield "Protection", (("Catégorie", c, "TN-9.94"), *sur, *objet.ecarts("protection"))
    yield "Hâte", objet.ecarts("hate")


@rule("TN-9.115")
def d_une_sous_piece(p: Personnage, objet: Objet) -> Iterator[tuple[str, Terms]]:
    yield "Dégâts absorbés", (("Catégorie", objet.utile, "TN-9.115"),)
    yield "Protection", (("Catégorie", objet.utile, "TN-9.115"),)


@rule("TN-9.72")
def d_un_contenant(p: Personnage, objet: Objet) -> Iterator[tuple[str, Terms]]:
    if objet.sorte.recoit:
        yield "Munitions", (("Base", 5, "TN-9.72"), ("Qualité x 3", objet.contenance - 5, "TN-9.72"))


# ---------------------------------------------------------------- looking at one


@rule("TN-9.34")
class Examiner(Action, frozen=True, tag="examiner_objet"):
    """The complete sheet of a thing one has, or of any that could be made."""

    objet: str
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    taille: Cran = 0
    gabarit: Cran = 0
    equilibre: Cran = 0
    matiere: Literal[-1, 0, 1] | None = None  # None: as its model is
    travaille: bool = False
    sien: bool = False  # the one he has, as it is

    rank: ClassVar[int] = 92
    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": {id: m.nom for id, m in MODELES.items()}}

    def lu(self, scene: Scene) -> Objet | None:
        """The thing that is looked at."""
        if self.sien:
            return scene[self.actor].equipement.objet(self.objet)
        own = scene.own.un_objet(self.objet, self.qualite)
        own = replace(own, taille=self.taille, gabarit=self.gabarit, equilibre=self.equilibre)
        return replace(own, forme=self.matiere, travaille=self.travaille)

    def closed(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        if self.objet not in scene.own.tous_modeles:
            return Closed("TN-9.34", "Pas d'objet « {} » au catalogue", (Typed(self.objet),))
        objet = self.lu(scene)
        if objet is None:
            return Closed("TN-9.34", "Il n'a rien de cette sorte : {}", (scene.own.tous_modeles[self.objet].nom,))
        return infaisable(objet)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet = self.lu(scene)
        assert objet is not None
        rang = CATEGORIES[min(objet.categorie, len(CATEGORIES) - 1)]
        facts = (
            ("objet", objet.sorte.nom),
            ("ordre", objet.sorte.ordre),
            ("categorie", objet.categorie),
            ("rang", rang.terme),
            ("qualite", objet.qualite),
            ("facture", QUALITES[objet.qualite].terme),
            ("encombrement", str(objet.encombrement)),
        )
        oracle.tell(Event("fiche_d_objet", self.actor, "", "TN-9.34", (), facts, self.actor))
        for label, terms in fiche_d_objet(scene[self.actor], objet, scene.options):
            figure = ("objet", objet.sorte.nom), ("figure", label), ("total", total(terms))
            oracle.tell(Event("chiffre_d_objet", self.actor, "", "TN-9.34", terms, figure, self.actor))
        return scene


ACTIONS = (Examiner,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What he holds and wears."""
    if scene.encounter is None:
        tenus = [*p.equipement.armes, *([p.equipement.armure] if p.equipement.armure is not None else [])]
        yield from (Examiner(p.id, x, sien=True) for x in dict.fromkeys([o.modele for o in tenus]))
