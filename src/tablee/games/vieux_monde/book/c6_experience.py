"""Experience, of ours: what the MJ grants, and what it buys: figures, Talents, Sorts, ranks, another life."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.own import taken
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model.boutons import Bouton
from ..model.carrieres import RANGS, Carriere
from ..model.catalogue import COMPETENCES
from ..model.people import Fiche, Personnage
from ..model.scene import Scene, inconnu
from ..model.sorts import DOMAINES, Sort
from ..model.tables import CARACS, NOMS, Carac

XP_HAUT = 500  # at once
VALEUR_MAX = 100  # of a caractéristique
AUGMENTATIONS_MAX = 60  # of a Compétence
INNE = 20  # the part of a caractéristique nobody pays for
CARAC_MIN = 5  # XP
COMPETENCE_BASE, COMPETENCE_TRANCHE = 2, 4
TALENT_BASE, TALENT_ENCORE = 60, 40
PAR_NI, SORT_MIN = 20, 40
RANG = 50  # for each rank of the one aimed at
CARRIERE, PARENTE = 80, -40
POUR_MONTER, AU_MOINS = 4, 8  # Compétences of the career, and augmentations in each of them for each rank held

# ---------------------------------------------------------------- guards


def loin_du_combat(scene: Scene, who: str, regle: str) -> Closed | None:
    """Experience is counted in peace, by those who are there and alive."""
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    if scene.encounter is not None:
        return Closed(regle, "Pas en plein combat")
    return Closed("VM-5.9", "{} a perdu la vie", (Someone(who),)) if scene[who].vie == "mort" else None


def reste(fiche: Fiche) -> int:
    """XP earned and not yet spent."""
    return fiche.xp - fiche.xp_depenses


def trop_cher(p: Personnage, prix: Terms) -> Closed | None:
    """Whether his XP do not reach this price."""
    cout = total(prix)
    if cout > reste(p.fiche):
        return Closed(prix[0][2], "Pas assez d'expérience : {} XP requis, {} disponibles", (cout, reste(p.fiche)))
    return None


def depenser(oracle: Oracle, p: Personnage, fiche: Fiche, prix: Terms, quoi: str, valeur: int | str) -> Personnage:
    """The XP are spent, the sheet is this one now; told with what it cost."""
    cout = total(prix)
    fiche = replace(fiche, xp_depenses=p.fiche.xp_depenses + cout)
    facts = (("quoi", quoi), ("valeur", valeur), ("cout", cout), ("reste", reste(fiche)))
    oracle.tell(Event("progres", p.id, "", prix[0][2], prix, facts))
    return replace(p, fiche=fiche)


# ---------------------------------------------------------------- prices


def hors_carriere(prix: Terms, dedans: bool) -> Terms:
    """Twice the price for what the career does not open."""
    return prix if dedans else (*prix, ("Hors de la carrière : double", total(prix), prix[0][2]))


@rule("VM-6.14")
def prix_de_la_carac(fiche: Fiche, carac: Carac) -> Terms:
    """One more point: the value aimed at less 20, at least 5."""
    vise = getattr(fiche, carac) + 1
    prix: Terms = (("Valeur visée", vise, "VM-6.14"), ("Part innée", -INNE, "VM-6.14"))
    if total(prix) < CARAC_MIN:
        prix = (*prix, ("Au moins 5", CARAC_MIN - total(prix), "VM-6.14"))
    return hors_carriere(prix, carac in fiche.acces.caracs)


@rule("VM-6.14")
def prix_de_la_competence(fiche: Fiche, competence: str) -> Terms:
    """One more point: 2, and 1 more for every 4 already there."""
    acquis = fiche.competences.get(competence, 0)
    prix: Terms = (("Un point de Compétence", COMPETENCE_BASE, "VM-6.14"),)
    if acquis >= COMPETENCE_TRANCHE:
        prix = (*prix, ("Points déjà acquis", acquis // COMPETENCE_TRANCHE, "VM-6.14"))
    return hors_carriere(prix, competence in fiche.acces.competences)


@rule("VM-6.14")
def prix_du_talent(fiche: Fiche, talent: str) -> Terms:
    """60, and 40 more for each time it was taken before."""
    prix: Terms = (("Un Talent", TALENT_BASE, "VM-6.14"),)
    deja = fiche.talents.get(talent, 0)
    return (*prix, ("Déjà pris", TALENT_ENCORE * deja, "VM-6.14")) if deja else prix


@rule("VM-6.16")
def prix_du_sort(sort: Sort) -> Terms:
    """To memorise a spell: 20 for each NI, at least 40."""
    prix: Terms = (("20 XP par NI", PAR_NI * sort.ni, "VM-6.16"),)
    manque = SORT_MIN - total(prix)
    return (*prix, ("Au moins 40", manque, "VM-6.16")) if manque > 0 else prix


def prix_du_rang(rang: int) -> Terms:
    """50 for each rank of the one aimed at."""
    return ((f"Rang {rang}", RANG * rang, "VM-6.14"),)


def prix_de_la_carriere(fiche: Fiche, vers: Carriere) -> Terms:
    """80, half as much among trades of one kind."""
    prix: Terms = (("Nouvelle carrière", CARRIERE, "VM-6.14"),)
    ancienne = fiche.metier
    meme = ancienne is not None and ancienne.groupe == vers.groupe
    return (*prix, ("Métiers voisins", PARENTE, "VM-6.14")) if meme else prix


# ---------------------------------------------------------------- what the MJ grants


@rule("VM-6.14")
class Recompenser(Action, frozen=True, tag="recompenser"):
    """The MJ grants experience to each."""

    rank = Bouton.EXPERIENCE

    master = True

    gains: tuple[tuple[Who, int], ...]

    def closed(self, scene: Scene) -> Closed | None:
        if not self.gains:
            return inconnu(scene, self.actor) or Closed("VM-6.14", "Il faut récompenser au moins un personnage")
        qui = [who for who, _ in self.gains]
        if len(set(qui)) < len(qui):
            return Closed("VM-6.14", "Une seule récompense par personnage")
        for who, xp in self.gains:
            non = loin_du_combat(scene, who, "VM-6.14")
            if non is not None:
                return non
            if not 1 <= xp <= XP_HAUT:
                return Closed("VM-6.14", "De {} à {} XP par personnage, pas {}", (1, XP_HAUT, xp))
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who, xp in self.gains:
            p = scene[who]
            terms: Terms = (("Expérience disponible", reste(p.fiche), "VM-6.14"), ("Récompense", xp, "VM-6.14"))
            oracle.tell(Event("recompense", who, "", "VM-6.14", terms, (("xp", xp), ("total", total(terms)))))
            scene = scene.put(replace(p, fiche=replace(p.fiche, xp=p.fiche.xp + xp)))
        return scene


# ---------------------------------------------------------------- what it buys


@rule("VM-6.14")
class Developper(Action, frozen=True, tag="developper"):
    """One more point in a caractéristique."""

    weighty: ClassVar[bool] = True
    rank = Bouton.EXPERIENCE

    carac: Carac

    def closed(self, scene: Scene) -> Closed | None:
        non = loin_du_combat(scene, self.actor, "VM-6.14")
        if non is not None:
            return non
        if self.carac not in NOMS:
            return Closed("VM-6.14", "« {} » n'est pas une Caractéristique", (self.carac,))
        p = scene[self.actor]
        if getattr(p.fiche, self.carac) >= VALEUR_MAX:
            return Closed("VM-6.14", "{} ne dépasse pas {}", (NOMS[self.carac], VALEUR_MAX))
        return trop_cher(p, prix_de_la_carac(p.fiche, self.carac))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        prix, valeur = prix_de_la_carac(p.fiche, self.carac), getattr(p.fiche, self.carac) + 1
        return scene.put(depenser(oracle, p, replace(p.fiche, **{self.carac: valeur}), prix, NOMS[self.carac], valeur))


@rule("VM-6.14")
class SEntrainer(Action, frozen=True, tag="s_entrainer"):
    """One more point in a Compétence; an advanced one is begun only in a career that opens it."""

    weighty: ClassVar[bool] = True
    rank = Bouton.EXPERIENCE

    competence: str

    def closed(self, scene: Scene) -> Closed | None:
        non = loin_du_combat(scene, self.actor, "VM-6.14")
        if non is not None:
            return non
        c = COMPETENCES.get(self.competence)
        if c is None:
            return Closed("VM-6.14", "« {} » n'est pas une Compétence", (self.competence,))
        p = scene[self.actor]
        connues = (*p.fiche.competences, *p.fiche.acces.competences)
        if c.avancee and c.id not in connues:
            return Closed("VM-6.14", "{} s'apprend dans une carrière qui l'ouvre", (c.nom,))
        if p.fiche.competences.get(c.id, 0) >= AUGMENTATIONS_MAX:
            return Closed("VM-6.14", "{} ne dépasse pas {} points", (c.nom, AUGMENTATIONS_MAX))
        return trop_cher(p, prix_de_la_competence(p.fiche, c.id))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, c = scene[self.actor], COMPETENCES[self.competence]
        prix, n = prix_de_la_competence(p.fiche, c.id), p.fiche.competences.get(c.id, 0) + 1
        fiche = replace(p.fiche, competences={**p.fiche.competences, c.id: n})
        return scene.put(depenser(oracle, p, fiche, prix, c.nom, fiche.valeurs[c.id] or 0))


@rule("VM-6.13", "VM-3.1")
class ApprendreTalent(Action, frozen=True, tag="apprendre_talent"):
    """A Talent that the career opens; Magie des Arcanes with a Domaine he does not know yet."""

    weighty: ClassVar[bool] = True
    rank = Bouton.EXPERIENCE

    talent: str
    domaine: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        non = loin_du_combat(scene, self.actor, "VM-6.13")
        if non is not None:
            return non
        p = scene[self.actor]
        t = p.fiche.own.talents.get(self.talent)
        if t is None:
            return Closed("VM-6.13", "« {} » n'est pas un Talent", (self.talent,))
        if t.id not in p.fiche.acces.talents:
            return Closed("VM-6.13", "La carrière n'ouvre pas le Talent {}", (t.nom,))
        if p.talent(t.id) >= t.max:
            return Closed("VM-6.13", "{} ne se prend pas plus de {} fois", (t.nom, t.max))
        return self._domaine_refuse(p) or trop_cher(p, prix_du_talent(p.fiche, t.id))

    def _domaine_refuse(self, p: Personnage) -> Closed | None:
        if self.talent != "magie_des_arcanes":
            return Closed("VM-3.1", "Seule la Magie des Arcanes demande un Domaine") if self.domaine else None
        if self.domaine not in DOMAINES:
            return Closed("VM-3.1", "« {} » n'est pas un Domaine", (self.domaine,))
        if self.domaine in p.fiche.domaines:
            return Closed("VM-3.1", "{} connaît déjà ce Domaine", (Someone(p.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        t = p.fiche.own.talents[self.talent]
        prix, n = prix_du_talent(p.fiche, t.id), p.talent(t.id) + 1
        fiche = replace(p.fiche, talents={**p.fiche.talents, t.id: n})
        if self.domaine:
            fiche = replace(fiche, domaines=(*fiche.domaines, self.domaine))
        return scene.put(depenser(oracle, p, fiche, prix, t.nom, DOMAINES[self.domaine].nom if self.domaine else n))


# ---------------------------------------------------------------- ranks and careers


def competences_mures(fiche: Fiche) -> int:
    """Compétences of the career with at least 8 points for each rank he holds."""
    ouvertes = fiche.acces.competences
    return len([c for c in ouvertes if fiche.competences.get(c, 0) >= AU_MOINS * fiche.rang])


@rule("VM-6.14")
def pas_mur(p: Personnage) -> Closed | None:
    """What a rank asks for before the next: four Compétences well learned, and a Talent of the rank."""
    fiche = p.fiche
    actuel = fiche.rang_tenu
    if actuel is None:
        return Closed("VM-6.14", "{} n'a pas de carrière", (Someone(p.id),))
    if fiche.rang >= RANGS:
        return Closed("VM-6.14", "{} est au plus haut rang de sa carrière", (Someone(p.id),))
    mures = competences_mures(fiche)
    if mures < POUR_MONTER:
        combien = (POUR_MONTER, AU_MOINS * fiche.rang, mures)
        return Closed("VM-6.14", "Il faut {} Compétences de la carrière à {} points ; il y en a {}", combien)
    if not any(t in fiche.talents for t in actuel.talents):
        return Closed("VM-6.13", "Il faut au moins un Talent du rang « {} »", (actuel.nom,))
    return None


@rule("VM-6.14")
class MonterEnRang(Action, frozen=True, tag="monter_en_rang"):
    """The next rank of his career: more is open to him, and it pays better."""

    weighty: ClassVar[bool] = True
    rank = Bouton.EXPERIENCE

    def closed(self, scene: Scene) -> Closed | None:
        non = loin_du_combat(scene, self.actor, "VM-6.14")
        if non is not None:
            return non
        p = scene[self.actor]
        return pas_mur(p) or trop_cher(p, prix_du_rang(p.fiche.rang + 1))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        rang = p.fiche.rang + 1
        fiche = replace(p.fiche, rang=rang)
        titre = fiche.rang_tenu.nom if fiche.rang_tenu is not None else ""
        return scene.put(depenser(oracle, p, fiche, prix_du_rang(rang), titre, rang))


@rule("VM-6.14")
class ChangerDeCarriere(Action, frozen=True, tag="changer_de_carriere"):
    """Another trade, from its first rank; what was learned stays learned."""

    weighty: ClassVar[bool] = True
    rank = Bouton.EXPERIENCE

    carriere: str

    def closed(self, scene: Scene) -> Closed | None:
        non = loin_du_combat(scene, self.actor, "VM-6.14")
        if non is not None:
            return non
        vers, p = scene.own.carrieres.get(self.carriere), scene[self.actor]
        if vers is None:
            return Closed("VM-6.14", "« {} » n'est pas une carrière", (self.carriere,))
        if vers.id == p.fiche.carriere:
            return Closed("VM-6.14", "{} suit déjà cette carrière", (Someone(p.id),))
        return trop_cher(p, prix_de_la_carriere(p.fiche, vers))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, vers = scene[self.actor], scene.own.carrieres[self.carriere]
        quittee = (p.fiche.carriere,) if p.fiche.carriere else ()
        carnet = taken(p.fiche.own, scene.own, vers.id)
        fiche = replace(p.fiche, carriere=vers.id, rang=1, carrieres=(*p.fiche.carrieres, *quittee), own=carnet)
        return scene.put(depenser(oracle, p, fiche, prix_de_la_carriere(p.fiche, vers), vers.nom, vers.rang[0].nom))


ACTIONS: tuple[type[Action], ...] = (
    Recompenser,
    Developper,
    SEntrainer,
    ApprendreTalent,
    MonterEnRang,
    ChangerDeCarriere,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In peace: what the MJ may grant, and for those with XP to spend all that the career opens."""
    if scene.encounter is not None or not p.fiche.joueur:
        return
    compagnons = [q.id for q in scene.people.values() if q.side == p.side and q.fiche.joueur and q.vie != "mort"]
    yield Recompenser(p.id, tuple((who, 50) for who in compagnons))
    if reste(p.fiche) <= 0:
        return
    acces = p.fiche.acces
    for c in CARACS:
        yield Developper(p.id, c)
    for competence in dict.fromkeys((*acces.competences, *p.fiche.competences)):
        yield SEntrainer(p.id, competence)
    for talent in acces.talents:
        if talent != "magie_des_arcanes":
            yield ApprendreTalent(p.id, talent)
        else:
            yield from (ApprendreTalent(p.id, talent, d) for d in DOMAINES if d not in p.fiche.domaines)
    if p.fiche.carriere:
        yield MonterEnRang(p.id)
    yield from (ChangerDeCarriere(p.id, c) for c in scene.own.carrieres if c != p.fiche.carriere)
