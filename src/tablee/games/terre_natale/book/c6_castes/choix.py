"""What a rank leaves to choose: trainings, traits, actions, Multi Caste or Caste Elite; and what binds to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed

from ...model.castes import CASTES, RANG_DU_TRAIT, RANGS, TOUS_TRAITS, choisi
from ...model.people import Caste, Fiche
from ...model.scene import Scene
from ...model.traits import TRAITS
from ..c3_traits import ferme, nom_du_sujet, points_d_attributs
from .rangs import absent

NOMS = {
    "entrainement_1": "Entraînement de caste (1)",
    "entrainement_2": "Entraînement de caste (2)",
    "entrainement_3": "Entraînement de caste (3)",
    "trait_1": "1er trait de caste",
    "trait_2": "2e trait de caste",
    "action_2": "Action de caste améliorée",
    "elite_1": "Multi Caste ou Caste Elite",
    "elite_2": "Multi Caste ou Caste Elite +",
}
AMELIOREE, RESSOURCES, ACTION, TRAIT = "amelioree", "ressources", "action", "trait"
RANG_D_ACTION = 4  # TN-6.33


# ---------------------------------------------------------------- what there is to choose


def rang_du_choix(nom: str) -> int:
    """The rank that brings a choice."""
    return next(r.rang for r in RANGS if nom in r.choix)


@rule("TN-6.29", "TN-6.31", "TN-6.35", "TN-6.36", "TN-6.37", "TN-6.47")
def a_choisir(caste: Caste) -> tuple[str, ...]:
    """The choices of the ranks reached that have not been made; the first trait of an advanced caste is none."""
    open_ = [nom for r in RANGS[: caste.rang] for nom in r.choix if nom not in caste.choix]
    return tuple([nom for nom in open_ if nom != "trait_1" or not CASTES[caste.id].avancee])


@rule("TN-6.36", "TN-6.37")
def liee(caste: Caste) -> str:
    """The other caste that a choice has bound somebody to; the trait of rank III binds to none."""
    found = [choisi(valeur) for nom, valeur in caste.choix.items() if nom != "trait_1"]
    return next((id for genre, id, _ in found if genre == "caste" and id != caste.id), "")


@rule("TN-6.31", "TN-6.36")
def voisines(caste: Caste) -> tuple[str, ...]:
    """The advanced castes that share an attribute with somebody's."""
    own = {caste.principal, caste.secondaire}
    return tuple([id for id, c in CASTES.items() if c.avancee and id != caste.id and own & c.possibles])


def traits_de_caste(caste: Caste) -> Iterator[tuple[str, str]]:
    """The traits that the first and second choice of a caste have given, as ids with their subjects."""
    profil = CASTES[caste.id]
    if profil.avancee and caste.rang >= RANG_DU_TRAIT:
        yield profil.traits[0].id, ""
    for nom, valeur in caste.choix.items():
        genre, id, sujet = choisi(valeur)
        if genre == "avantage":
            yield id, sujet
        elif genre == "caste" and nom != "action_2" and sujet != ACTION:
            yield CASTES[id].traits[id == caste.id].id, ""


@rule("TN-6.33", "TN-6.37", "TN-6.47")
def actions_de(caste: Caste) -> dict[str, bool]:
    """The castes whose action somebody can use, and whether in its improved version."""
    if caste.rang < RANG_D_ACTION:
        return {}
    found = {caste.id: caste.choix.get("action_2") == AMELIOREE}
    for nom, valeur in caste.choix.items():
        genre, id, sujet = choisi(valeur)
        if genre == "caste" and (nom == "action_2" or sujet == ACTION):
            found[id] = False
    return found


# ---------------------------------------------------------------- judging a choice


def choix_ferme(f: Fiche, nom: str, valeur: str, *, creation: bool = False) -> Closed | None:
    """Why something cannot be chosen at a rank. `creation`: the rank was reached there (TN-3.3)."""
    if f.caste is None:
        return Closed("TN-6.1", "Sans caste, il n'y a rien à choisir")
    if nom not in NOMS:
        return Closed("TN-6.48", "Aucun choix « {} »", (Typed(nom),))
    if nom in f.caste.choix:
        return Closed("TN-6.48", "« {} » est déjà choisi", (NOMS[nom],))
    if nom not in a_choisir(f.caste):
        return _rien_a_choisir(f.caste, nom)
    if nom.startswith("entrainement"):
        return _entrainement(f, f.caste, valeur)
    if nom.startswith("trait"):
        return _trait(f, f.caste, nom, valeur, creation)
    return _action(f.caste, valeur) if nom == "action_2" else _elite(f.caste, valeur)


@rule("TN-6.31", "TN-6.48")
def _rien_a_choisir(caste: Caste, nom: str) -> Closed:
    """The rank is not reached yet; or it is, and an advanced caste gives its own first trait."""
    rang = rang_du_choix(nom)
    if caste.rang < rang:
        return Closed("TN-6.48", "« {} » vient au rang {}", (NOMS[nom], RANGS[rang - 1].romain))
    profil = CASTES[caste.id]
    return Closed("TN-6.31", "Le premier trait de {} est « {} »", (profil.nom, profil.traits[0].nom))


@rule("TN-6.29")
def _entrainement(f: Fiche, caste: Caste, valeur: str) -> Closed | None:
    """One rank of a training of the caste's list, as far as that trait goes."""
    profil = CASTES[caste.id]
    if valeur not in profil.entrainements:
        noms = tuple([TRAITS[id].nom for id in profil.entrainements])
        return Closed("TN-6.29", "{} s'entraîne à : {}", (profil.nom, noms))
    return ferme(f, valeur)


@rule("TN-6.31", "TN-6.35", "TN-6.36")
def _trait(f: Fiche, caste: Caste, nom: str, valeur: str, creation: bool) -> Closed | None:
    """A base caste: an avantage, or the first trait of a neighbour; an advanced one: its second, or a neighbour's."""
    genre, id, sujet = choisi(valeur)
    profil = CASTES[caste.id]
    if genre == "caste" and not sujet:
        if id == caste.id and profil.avancee:
            return None
        return _deja(caste, id) or (_autre_caste(caste, id) if nom == "trait_2" else _voisine(caste, id))
    if profil.avancee:
        return Closed("TN-6.36", "{} donne son propre trait, ou le premier d'une caste voisine", (profil.nom,))
    if genre != "avantage" or id not in TRAITS or TRAITS[id].polarite != "avantage":
        return Closed("TN-6.31", "{} donne un avantage, ou le premier trait d'une caste voisine", (profil.nom,))
    return ferme(f, id, sujet, creation=creation)


@rule("TN-6.37")
def _action(caste: Caste, valeur: str) -> Closed | None:
    """The improved version of one's own, or that of a neighbour."""
    genre, id, sujet = choisi(valeur)
    if valeur == AMELIOREE:
        return None
    if genre != "caste" or sujet:
        return Closed("TN-6.37", "L'action améliorée de sa caste, ou l'action d'une caste voisine")
    return _autre_caste(caste, id)


@rule("TN-6.47")
def _elite(caste: Caste, valeur: str) -> Closed | None:
    """Caste Elite: a trait of the caste doubled, or its resources; Multi Caste: a trait or the action of the other."""
    genre, id, sujet = choisi(valeur)
    if valeur == RESSOURCES:
        return None
    if genre == "elite":
        if (id, sujet) not in traits_de_caste(caste):
            return Closed("TN-6.47", "Seul un trait de sa caste se double")
        if not TOUS_TRAITS[id].doublable:
            return Closed("TN-6.47", "« {} » n'a rien à doubler", (TOUS_TRAITS[id].nom,))
        if valeur in caste.choix.values():
            return Closed("TN-6.47", "« {} » est déjà doublé", (TOUS_TRAITS[id].nom,))
        return None
    if genre != "caste" or sujet not in (TRAIT, ACTION):
        return Closed("TN-6.47", "Un trait de caste doublé, les ressources, ou un trait ou l'action d'une autre caste")
    return _deja(caste, id, sujet) or _autre_caste(caste, id)


def _deja(caste: Caste, id: str, quoi: str = TRAIT) -> Closed | None:
    """The first trait, or the action, of another caste is had once."""
    profil = CASTES.get(id)
    if profil is None or not profil.avancee:
        return None
    had = id in actions_de(caste) if quoi == ACTION else (profil.traits[0].id, "") in traits_de_caste(caste)
    return Closed("TN-6.36", "{} : c'est déjà acquis", (profil.nom,)) if had else None


@rule("TN-6.31")
def _voisine(caste: Caste, id: str) -> Closed | None:
    if id in voisines(caste):
        return None
    nom = CASTES[id].nom if id in CASTES else Typed(id)
    return Closed("TN-6.31", "{} ne partage aucun attribut avec {}, ou n'est pas avancée", (nom, CASTES[caste.id].nom))


@rule("TN-6.36", "TN-6.37")
def _autre_caste(caste: Caste, id: str) -> Closed | None:
    """A neighbour, and, once there is a bond, that one alone."""
    bond = liee(caste)
    if bond and id != bond:
        return Closed("TN-6.36", "Lié à {}, aucun choix ne vient d'une autre caste", (CASTES[bond].nom,))
    return _voisine(caste, id)


# ---------------------------------------------------------------- making it


def possibles(f: Fiche, nom: str, *, creation: bool = False) -> tuple[str, ...]:
    """What can be chosen now; of avantages that are about something, once for each they can be about."""
    if f.caste is None:
        return ()
    candidates = [AMELIOREE, RESSOURCES, *CASTES[f.caste.id].entrainements]
    candidates += [f"caste:{id}{fin}" for id in CASTES for fin in ("", f":{TRAIT}", f":{ACTION}")]
    candidates += [f"elite:{id}:{sujet}".rstrip(":") for id, sujet in traits_de_caste(f.caste)]
    candidates += [f"avantage:{id}" for id, t in TRAITS.items() if not t.sujet]
    if nom.startswith("elite"):
        candidates = [v for v in candidates if choisi(v)[0] != "caste" or choisi(v)[2]]
    else:
        candidates = [v for v in candidates if choisi(v)[0] != "caste" or not choisi(v)[2]]
    return tuple([v for v in candidates if choix_ferme(f, nom, v, creation=creation) is None])


def nom_du_choix(caste: Caste, nom: str, valeur: str) -> str:
    """What players call what was chosen."""
    genre, id, sujet = choisi(valeur)
    if valeur in (AMELIOREE, RESSOURCES):
        return {AMELIOREE: "Action améliorée", RESSOURCES: "+2 aux ressources de caste"}[valeur]
    if genre == "caste" and (nom == "action_2" or sujet == ACTION):
        action = CASTES[id].action
        return action.nom if action is not None else CASTES[id].nom
    if genre == "caste":
        return CASTES[id].traits[id == caste.id].nom
    trait = TOUS_TRAITS[id if genre in ("avantage", "elite") else valeur]
    return f"{trait.nom}, {nom_du_sujet(trait.sujet, sujet)}" if sujet else trait.nom


@rule("TN-7.1")
def choisir(f: Fiche, nom: str, valeur: str) -> Fiche:
    """The sheet with this choice; PA that a trait brings come with it, and once more where it is doubled."""
    assert f.caste is not None
    genre, id, _ = choisi(valeur)
    pa = points_d_attributs(TRAITS[id]) if genre in ("avantage", "elite") and id in TRAITS else 0
    return replace(f, caste=replace(f.caste, choix={**f.caste.choix, nom: valeur}), pa=f.pa + pa)


@rule("TN-6.29", "TN-6.31", "TN-6.35", "TN-6.36", "TN-6.37", "TN-6.47")
class Choisir(Action, frozen=True, tag="choisir"):
    """Choose what a rank of one's caste leaves open."""

    choix: str = ""
    valeur: str = ""
    sujet: str = ""  # of an avantage that is about something

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 80
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "choix": NOMS,
        "valeur": {
            AMELIOREE: "Action améliorée",
            RESSOURCES: "+2 aux ressources de caste",
            **{id: t.nom for id, t in TRAITS.items() if id.startswith("entrainement") and not t.extension},
            **{f"caste:{id}": c.nom for id, c in CASTES.items() if c.avancee},
            **{f"caste:{id}:{TRAIT}": f"{c.nom}, {c.traits[0].nom}" for id, c in CASTES.items() if c.avancee},
            **{
                f"caste:{id}:{ACTION}": f"{c.nom}, {c.action.nom}" for id, c in CASTES.items() if c.avancee and c.action
            },
            **{f"elite:{id}": t.nom for id, t in TOUS_TRAITS.items() if t.doublable},
            **{f"avantage:{id}": t.nom for id, t in TRAITS.items() if t.polarite == "avantage" and not t.extension},
        },
    }

    def key(self) -> str:
        return f"{tag(self)}.sujet" if self.sujet else tag(self)

    @property
    def voulu(self) -> str:
        return f"{self.valeur}:{self.sujet}" if self.sujet else self.valeur

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or choix_ferme(scene[self.actor].fiche, self.choix, self.voulu)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        f = choisir(p.fiche, self.choix, self.voulu)
        assert f.caste is not None and p.fiche.caste is not None
        facts = ("choix", NOMS[self.choix]), ("retenu", nom_du_choix(f.caste, self.choix, self.voulu))
        oracle.tell(Event("choix_de_caste", self.actor, "", _regle(self.choix), (), facts))
        bond = liee(f.caste)
        if bond and not liee(p.fiche.caste):
            oracle.tell(Event("multi_caste", self.actor, "", "TN-6.36", (), (("caste", CASTES[bond].nom),)))
        return scene.put(replace(p, fiche=f))


def _regle(nom: str) -> str:
    return {"trait_1": "TN-6.31", "trait_2": "TN-6.36", "action_2": "TN-6.37"}.get(
        nom, "TN-6.29" if nom.startswith("entrainement") else "TN-6.47"
    )
