"""Taking a caste and rising in it: what it asks for, what has been reached, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.attributs import CATALOGUE as ATTRIBUTS
from ...model.caracteristiques import SAUVEGARDES
from ...model.castes import CASTES, NATURES, RANGS, CasteDuLivre, Rang
from ...model.competences import COMPETENCES, GROUPES, groupe, lots
from ...model.people import Caste, Fiche
from ...model.scene import Scene
from ...model.sums import PRINCIPAUX
from ..c2_competences import limite, limite_de_groupe

TROISIEME, KARMA = "troisieme_attribut", "aventurier_karma"
SWITCHES = (Switch(TROISIEME, "TN-6.3"), Switch(KARMA, "TN-6.14.1"))
ATTRIBUT_MINIMAL = 14  # TN-6.4
DE_CREATION = (2, 3, 4, 4, 5)  # TN-6.11, by vécu


# ---------------------------------------------------------------- the two qualifications


@rule("TN-6.6")
def experience(f: Fiche) -> Terms:
    """All experience ever acquired, spent or not: PX and PI, those of creation too."""
    return (("Expérience acquise", f.acquis, "TN-6.6"),)


@rule("TN-6.7", "TN-6.10")
def aptitudes(f: Fiche, caste: Caste) -> Terms:
    """The levels of the skills and of the groups that are linked to one of the attributes of the caste, each once."""
    counted = attributs_comptes(caste)
    competences = [(_nom(id), n, "TN-6.7") for id, n in f.competences.items() if n and counted & _liens(id)]
    groupes = [(_nom(id), n, "TN-6.10") for id, n in f.groupes.items() if n and counted & _liens_du_groupe(f, id)]
    return (*competences, *groupes)


@rule("TN-6.3")
def attributs_comptes(caste: Caste) -> frozenset[str]:
    """Those that count for the aptitudes: the two of the caste, and a third where one was granted."""
    return frozenset(filter(None, (caste.principal, caste.secondaire, caste.troisieme)))


def _nom(id: str) -> str:
    found = lots(id) or (groupe(id),)
    return found[0].nom if found[0] is not None else id


def _liens(competence: str) -> frozenset[str]:
    return frozenset(a for lot in lots(competence) for a in lot.naturels)


def _liens_du_groupe(f: Fiche, id: str) -> frozenset[str]:
    """Those of the skills that stand in this very group; of one's own groups, those of the skills one has in it."""
    found = groupe(id)
    propres = [lot.naturels for c in f.competences for lot in lots(c) if lot.groupe == id]
    return frozenset(found.naturels if found is not None else ()).union(*propres)


@rule("TN-6.8", "TN-6.9")
def rang_atteint(f: Fiche, caste: Caste) -> int:
    """The highest rank whose two minima are both met; 0: not even the first."""
    acquis, apte = total(experience(f)), total(aptitudes(f, caste))
    return max([r.rang for r in RANGS if acquis >= r.experience and apte >= r.aptitudes], default=0)


@rule("TN-6.11")
def plafond_de_creation(vecu: int) -> int:
    """The highest rank that can be reached at creation."""
    return DE_CREATION[vecu - 1]


class Suite(Struct, frozen=True):
    """The next rank, and how far one is from it."""

    rang: Rang
    experience: Terms
    aptitudes: Terms

    @property
    def manque(self) -> tuple[int, int]:
        """The experience and the aptitudes it still wants."""
        return (
            max(0, self.rang.experience - total(self.experience)),
            max(0, self.rang.aptitudes - total(self.aptitudes)),
        )


@rule("TN-6.8", "TN-6.9")
def suite(f: Fiche) -> Suite | None:
    """What comes next in a caste; nothing after the last rank, or without one."""
    if f.caste is None or f.caste.rang >= len(RANGS):
        return None
    return Suite(RANGS[f.caste.rang], experience(f), aptitudes(f, f.caste))


# ---------------------------------------------------------------- taking one


@rule("TN-6.1", "TN-6.2", "TN-6.4", "TN-6.5", "TN-6.21")
def acces(f: Fiche, caste: Caste) -> Closed | None:
    """Why somebody cannot take a caste: its attributes, their values, the save it is about, the first rank."""
    profil = CASTES.get(caste.id)
    if profil is None:
        return Closed("TN-6.1", "Aucune caste « {} »", (Typed(caste.id),))
    if profil.ferme or NATURES[profil.nature].ferme:
        return Closed("TN-6.17", "« {} » appartient à une extension", (profil.nom,))
    return attributs_fermes(f, caste, profil) or sauvegarde_fermee(caste, profil) or _sans_qualification(f, caste)


@rule("TN-6.2", "TN-6.4")
def attributs_fermes(f: Fiche, caste: Caste, profil: CasteDuLivre) -> Closed | None:
    if not profil.admet(caste.principal, caste.secondaire):
        facts = (profil.nom, caste.principal or "?", caste.secondaire or "?")
        return Closed("TN-6.2", "{} n'a pas pour attributs {} et {}", facts)
    for code in (caste.principal, caste.secondaire):
        if f.valeurs[code] < ATTRIBUT_MINIMAL:
            return Closed("TN-6.4", "{} demande {} {}, pas {}", (profil.nom, code, ATTRIBUT_MINIMAL, f.valeurs[code]))
    return None


@rule("TN-6.21")
def sauvegarde_fermee(caste: Caste, profil: CasteDuLivre) -> Closed | None:
    if caste.majeure in profil.majeures:
        return None
    noms = tuple([SAUVEGARDES[id].nom for id in profil.majeures])
    return Closed("TN-6.21", "La sauvegarde majeure de {} est l'une de : {}", (profil.nom, noms))


@rule("TN-6.5")
def _sans_qualification(f: Fiche, caste: Caste) -> Closed | None:
    premier = RANGS[0]
    if total(experience(f)) < premier.experience:
        facts = (premier.experience, total(experience(f)))
        return Closed("TN-6.5", "Le rang I demande {} d'expérience, pas {}", facts)
    apte = total(aptitudes(f, caste))
    return (
        Closed("TN-6.5", "Le rang I demande {} d'aptitudes, pas {}", (premier.aptitudes, apte))
        if apte < premier.aptitudes
        else None
    )


@rule("TN-6.9", "TN-6.14.1", "TN-6.19", "TN-6.34")
def endosser(f: Fiche, caste: Caste, options: tuple[str, ...] = (), plafond: int = len(RANGS)) -> Fiche:
    """Somebody with a caste, at the rank he is qualified for, `plafond` at most; the PA and PP of all ranks passed."""
    du_karma = KARMA in options and caste.id == "aventurier"
    nouvelle = replace(caste, rang=0, ressources=("PK", "PE") if du_karma else ())
    return elever(replace(f, caste=nouvelle), min(plafond, max(1, rang_atteint(f, caste))))


@rule("TN-6.19", "TN-6.20", "TN-6.34")
def elever(f: Fiche, rang: int) -> Fiche:
    """Somebody at a higher rank: all it brings that is a figure comes with it; PA and PP are added to what is left."""
    if f.caste is None:
        return f
    passes = RANGS[f.caste.rang : rang]
    pa, pp = sum(r.pa for r in passes), sum(r.pp for r in passes)
    return replace(f, caste=replace(f.caste, rang=rang), pa=f.pa + pa, pp=f.pp + pp)


@rule("TN-6.9")
def promouvoir(scene: Scene, oracle: Oracle, who: str, plafond: int = len(RANGS)) -> Scene:
    """Whoever has come to qualify for a higher rank is raised to it, told rank by rank; else nothing happens."""
    f = scene[who].fiche
    if f.caste is None:
        return scene
    for row in RANGS[f.caste.rang : min(plafond, rang_atteint(f, f.caste))]:
        f = elever(f, row.rang)
        oracle.tell(promotion(who, f, row))
    return scene.put(replace(scene[who], fiche=f)) if f is not scene[who].fiche else scene


def promotion(who: str, f: Fiche, row: Rang) -> Event:
    """A rank reached, with the sums that gave it."""
    assert f.caste is not None
    apte: Terms = (("Aptitudes", total(aptitudes(f, f.caste)), "TN-6.7"),)
    gains = [("pa", row.pa), ("pp", row.pp), ("apports", row.autres)]
    facts = ("caste", CASTES[f.caste.id].nom), ("rang", row.romain), ("titre", row.titre), *gains
    return Event("promotion", who, "", "TN-6.9", experience(f) + apte, facts)


# ---------------------------------------------------------------- as actions


def absent(scene: Scene, who: str) -> Closed | None:
    return None if who in scene.people else Closed("TN-6.1", "{} n'est pas là", (Someone(who),))


@rule("TN-6.1", "TN-6.4", "TN-6.5", "TN-6.9")
class Endosser(Action, frozen=True, tag="endosser"):
    """Take a caste: which of its attributes comes first, and which save it makes strong."""

    caste: str = ""
    principal: str = ""
    secondaire: str = ""
    majeure: str = ""
    creation: bool = False  # as at creation: no higher than the vécu allows (TN-6.11)

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 80
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "caste": {id: c.nom for id, c in CASTES.items() if not c.ferme},
        "principal": {code: ATTRIBUTS[code].nom for code in PRINCIPAUX},
        "secondaire": {code: ATTRIBUTS[code].nom for code in PRINCIPAUX},
        "majeure": {id: s.nom for id, s in SAUVEGARDES.items()},
    }

    @property
    def voulue(self) -> Caste:
        return Caste(self.caste, self.principal, self.secondaire, majeure=self.majeure)

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        f = scene[self.actor].fiche
        if f.caste is not None:
            return Closed("TN-6.1", "{} est déjà {}", (Someone(self.actor), CASTES[f.caste.id].nom))
        return acces(f, self.voulue)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = endosser(scene[self.actor].fiche, self.voulue, scene.options, plafond=1)
        facts = ("caste", CASTES[self.caste].nom), ("attributs", (self.principal, self.secondaire)), ("pa", RANGS[0].pa)
        oracle.tell(Event("caste_endossee", self.actor, "", "TN-6.1", (), facts))
        scene = scene.put(replace(scene[self.actor], fiche=f))
        return promouvoir(scene, oracle, self.actor, plafond_de_creation(f.vecu) if self.creation else len(RANGS))


@rule("TN-6.3")
def a_apprendre(f: Fiche, caste: Caste) -> Iterator[Term]:
    """All that could still count for the aptitudes: every skill and group of the catalogue at its highest level."""
    counted = attributs_comptes(caste)
    for id, c in COMPETENCES.items():
        if counted & _liens(id):
            yield c.nom, max(f.competences.get(id, 0), total(limite(f, id))), "TN-6.3"
    for id, g in GROUPES.items():
        if counted & _liens_du_groupe(f, id):
            yield g.nom, max(f.groupes.get(id, 0), total(limite_de_groupe(f, id))), "TN-6.3"


@rule("TN-6.3")
class AccorderTroisieme(Action, frozen=True, tag="accorder_troisieme"):
    """A third attribute that counts for the aptitudes alone: the game master judges that the two leave too little."""

    attribut: str = ""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 85
    offers: ClassVar[dict[str, dict[str, str]]] = {"attribut": {code: ATTRIBUTS[code].nom for code in PRINCIPAUX}}

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        if TROISIEME not in scene.options:
            return Closed("TN-6.3", "La campagne n'a pas de troisième attribut de caste")
        f = scene[self.actor].fiche
        if f.caste is None or suite(f) is None:
            return Closed("TN-6.3", "{} n'a pas de rang de caste à atteindre", (Someone(self.actor),))
        if self.attribut not in PRINCIPAUX or self.attribut in attributs_comptes(f.caste):
            return Closed("TN-6.3", "Le troisième attribut en est un autre, principal, pas {}", (self.attribut or "?",))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        assert p.fiche.caste is not None
        reste = tuple(a_apprendre(p.fiche, p.fiche.caste))
        facts = ("attribut", self.attribut), ("possible", total(reste))
        oracle.tell(Event("troisieme_attribut", self.actor, "", "TN-6.3", reste, facts))
        caste = replace(p.fiche.caste, troisieme=self.attribut)
        return promouvoir(scene.put(replace(p, fiche=replace(p.fiche, caste=caste))), oracle, self.actor)
