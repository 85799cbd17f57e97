"""Chapters 2 and 8, levels: experience and what it is given for, growth in three modes, what the MJ awards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import GM, Closed, Option, Oracle, Question, chance
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.catalogue import PACKAGE, Technique
from ...model.people import MILLE, Fiche, Unite
from ...model.scene import Options, Scene, instruite
from ...model.tables import NOMS, SOCIALES, STATS, TYPES_ARMES
from ..c2_systeme.figures import inconnue
from ..c7_modeles import MAITRISE_MAX, NIVEAU_MAX
from .classes import au_moins, avec_les_gains, dire_les_changements, en_paix, nom_du_type, types_de_la_classe

CROISSANTES = (*STATS, "CON")  # what may have a growth rate; INIT, ESQ and MOV never do (FD-8.1)
XP_MAX = 10_000  # given freely at once
SOCIAL_MAX = 10  # social points awarded at once
ACTE_MAX = 200

# ---------------------------------------------------------------- of ours


class Recompense(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    points: int


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    seuils: tuple[int, ...]
    recompense: tuple[Recompense, ...]


_MATIERE = content.read(PACKAGE, "content/experience.toml", _Fichier)
RECOMPENSES = {r.id: r for r in _MATIERE.recompense}


def ordinaires(connues: Mapping[str, Technique]) -> tuple[Technique, ...]:
    """Techniques that are no class's own."""
    return tuple(t for t in connues.values() if not t.speciale)


@rule("FD-2.17", "FD-9.17")
def seuil(niveau: int) -> int:
    """The experience a level takes in all."""
    return _MATIERE.seuils[niveau - 1]


# ---------------------------------------------------------------- growth, in thousandths of a point


@chance(table=True)
def sous(oracle: Oracle, demis: int, pourquoi: str) -> bool:
    """A d100 no higher than a rate in half percents; no criticals."""
    return 2 * oracle.d(100, pourquoi) <= demis


@rule("FD-8.2")
def croissance_aleatoire(oracle: Oracle, stat: str, taux: int, cha: int) -> Terms:
    """A whole point on a d100 no higher than the rate."""
    return (("Croissance aléatoire", MILLE, "FD-8.2"),) if sous(oracle, 2 * taux, NOMS[stat]) else ()


@rule("FD-8.3")
def croissance_fixe(oracle: Oracle, stat: str, taux: int, cha: int) -> Terms:
    """A hundredth of a point for each percent of the rate."""
    return (("Croissance fixe", 10 * taux, "FD-8.3"),)


@rule("FD-8.4")
def croissance_mixte(oracle: Oracle, stat: str, taux: int, cha: int) -> Terms:
    """The fixed part, and on a d100 no higher than half the rate + CHA as many hundredths more, halves kept."""
    demis = taux + 2 * cha
    fixe = croissance_fixe(oracle, stat, taux, cha)
    return (*fixe, ("Croissance chance", 5 * demis, "FD-8.4")) if sous(oracle, demis, NOMS[stat]) else fixe


Croissance = Callable[[Oracle, str, int, int], Terms]


@rule("FD-8.1")
def croissance_de(options: Options) -> Croissance:
    """The mode of the campaign: random, fixed, or mixed when neither is chosen."""
    if options.croissance_aleatoire:
        return croissance_aleatoire
    return croissance_fixe if options.croissance_fixe else croissance_mixte


@rule("FD-2.25", "FD-8.1")
def croitre(oracle: Oracle, who: str, f: Fiche, croissance: Croissance) -> dict[str, int]:
    """What a level adds to each figure that has a growth rate; CHA counts as it was before."""
    cha, gains = f.base["CHA"], dict(f.gains)
    for stat in CROISSANTES:
        taux = f.croissance(stat)
        if taux <= 0:
            continue
        terms = croissance(oracle.of(who), stat, taux, cha)
        avant = gains.get(stat, 0)
        gains[stat] = avant + total(terms)
        entiers = gains[stat] // MILLE - avant // MILLE
        base = f.base[stat]
        croit = ((NOMS[stat], base, base + entiers, avant % MILLE / MILLE, total(terms) / MILLE),)
        faits = (("quoi", NOMS[stat]), ("gain", decimal(total(terms))), ("points", entiers), ("croit", croit))
        oracle.tell(Event("croissance", who, "", "FD-8.1", terms, (*faits, ("reste", decimal(gains[stat] % MILLE)))))
    return gains


def decimal(milliemes: int) -> str:
    """Thousandths as a French number: 425 gives 0,425 and 250 gives 0,25."""
    entiers, reste = divmod(milliemes, MILLE)
    return f"{entiers},{reste:03d}".rstrip("0").rstrip(",")


# ---------------------------------------------------------------- experience and levels


@rule("FD-9.17", "FD-2.17")
class GagnerExperience(Action, frozen=True, tag="gagner_experience"):
    """The MJ awards experience: for one of the usual reasons, freely, or both; to one or to all the players'."""

    master = True

    motif: str = ""  # asked for when nothing else says how much
    points: int = 0
    tous: bool = False

    offers = {"motif": {r.id: r.nom for r in RECOMPENSES.values()}}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        if self.motif and self.motif not in RECOMPENSES:
            return Closed("FD-9.17", "« {} » n'est pas au barème", (self.motif,))
        if not 0 <= self.points <= XP_MAX:
            return Closed("FD-9.17", "De 0 à {} XP, pas {}", (XP_MAX, self.points))
        if not self.beneficiaires(scene):
            return Closed("FD-7.11", "{} n'a pas de classe", (Someone(self.actor),))
        return None

    def beneficiaires(self, scene: Scene) -> list[Unite]:
        """Those who have a class: one, or with him all the players' characters."""
        qui = [u for u in scene.people.values() if u.id == self.actor or (self.tous and u.joueur and u.vie == "actif")]
        return [u for u in qui if u.fiche.de_classe is not None]

    def termes(self, motif: str) -> Terms:
        recompense = RECOMPENSES.get(motif)
        terms: Terms = () if recompense is None else ((recompense.nom, recompense.points, "FD-9.17"),)
        return (*terms, ("Au gré du MJ", self.points, "FD-9.17")) if self.points else terms

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        motif = self.motif
        if not motif and not self.points:
            options = tuple(Option(r.id, f"{r.nom} {r.points}") for r in RECOMPENSES.values())
            motif = str(oracle.ask(Question(GM, "fd.recompense", "FD-9.17", options)).id)
        terms = self.termes(motif)
        for u in self.beneficiaires(scene):
            f = replace(u.fiche, xp=u.fiche.xp + total(terms))
            oracle.tell(Event("experience", u.id, "", "FD-9.17", terms, (("xp", total(terms)), ("total", f.xp))))
            if f.niveau < NIVEAU_MAX and u.fiche.xp < seuil(f.niveau + 1) <= f.xp:
                oracle.tell(Event("niveau_ouvert", u.id, "", "FD-2.17", (), (("niveau", f.niveau + 1),)))
            scene = scene.put(replace(u, fiche=f))
        return scene


@rule("FD-2.17", "FD-2.25", "FD-8.1", "FD-8.5")
class MonterDeNiveau(Action, frozen=True, tag="monter_de_niveau"):
    """One level more: figures grow, masteries and techniques come."""

    accord: bool = False  # the MJ gives the level, whatever the experience

    agreement: ClassVar[str] = "accord"
    weighty: ClassVar[bool] = True
    looks = {
        "gagne": lambda before, after, events: entiers_gagnes(events) > 0,
        "points_gagnes": lambda before, after, events: entiers_gagnes(events),
    }

    def closed(self, scene: Scene) -> Closed | None:
        ferme = en_paix(scene, self.actor)
        if ferme is not None:
            return ferme
        f = scene.people[self.actor].fiche
        if f.niveau >= NIVEAU_MAX:
            return Closed("FD-2.17", "Il n'y a que {} niveaux", (NIVEAU_MAX,))
        requis = seuil(f.niveau + 1)
        if f.xp < requis and not self.accord:
            return Closed("FD-9.17", "Niveau {} : {} XP requis, {} acquis", (f.niveau + 1, requis, f.xp))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        niveau = u.fiche.niveau + 1
        oracle.tell(Event("niveau", u.id, "", "FD-2.17", (), (("niveau", niveau),)))
        gains = croitre(oracle, u.id, u.fiche, croissance_de(scene.options))
        f = au_niveau(replace(u.fiche, xp=max(u.fiche.xp, seuil(niveau)), gains=gains), niveau)
        dire_les_changements(oracle, u.id, u.fiche, f)
        return scene.put(replace(u, fiche=f))


def entiers_gagnes(events: list[Event]) -> int:
    """Whole points won in a level, over all figures."""
    return sum(int(e["points"]) for e in events if e.what == "croissance")


@rule("FD-7.11", "FD-8.5")
def au_niveau(f: Fiche, niveau: int) -> Fiche:
    """The sheet at this level, with all that the class gives up to it in masteries."""
    classe = f.de_classe
    maitrises = f.maitrises if classe is None else avec_les_gains(f.maitrises, classe, f.choisies, niveau)
    return replace(f, niveau=niveau, maitrises=maitrises)


# ---------------------------------------------------------------- what the MJ awards


@rule("FD-5.18")
class RecompenseSociale(Action, frozen=True, tag="recompense_sociale"):
    """Points of a social characteristic for a deed of the same kind; levels never bring any."""

    master = True

    stat: str = ""  # asked for when it is not named
    n: int = 1
    acte: str = ""  # the deed, if it is to be told

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        if self.stat and self.stat not in SOCIALES:
            return knowing(
                Closed("FD-5.18", "« {} » n'est pas une caractéristique sociale", (NOMS.get(self.stat, self.stat),)),
                self.stat,
                SOCIALES,
            )
        if not 1 <= self.n <= SOCIAL_MAX:
            return Closed("FD-5.18", "De 1 à {} points, pas {}", (SOCIAL_MAX, self.n))
        return Closed("FD-5.18", "{} caractères au plus", (ACTE_MAX,)) if len(self.acte) > ACTE_MAX else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, stat = scene.people[self.actor], self.stat
        if not stat:
            options = tuple(Option(s, NOMS[s]) for s in SOCIALES)
            question = Question(GM, "fd.sociale", "FD-5.18", options, (("qui", u.id), ("points", self.n)))
            stat = str(oracle.ask(question).id)
        avant = u.fiche.sociale(stat)
        terms = ((NOMS[stat], avant, "FD-2.22"), ("Récompense", self.n, "FD-5.18"))
        faits = (("quoi", NOMS[stat]), ("n", self.n), ("valeur", avant + self.n), ("acte", self.acte.strip()))
        oracle.tell(Event("social", u.id, "", "FD-5.18", terms, faits))
        return scene.put(replace(u, fiche=replace(u.fiche, sociales={**u.fiche.sociales, stat: avant + self.n})))


@rule("FD-6.19")
class AccorderMaitrise(Action, frozen=True, tag="accorder_maitrise"):
    """A weapon type outside the class: mastered at 0 first, then a level more whenever the MJ says so."""

    master = True

    arme: str = ""  # asked for when it is not named

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        f = scene.people[self.actor].fiche
        if f.de_classe is None:
            return Closed("FD-7.11", "{} n'a pas de classe", (Someone(self.actor),))
        if not self.arme:
            return None if maitrisables(f) else Closed("FD-6.16", "Rien de plus à maîtriser hors de la classe")
        return maitrise_refusee(f, self.arme)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        f, arme = u.fiche, self.arme
        if not arme:
            options = tuple(Option(t, nom_du_type(t)) for t in maitrisables(f))
            arme = str(oracle.ask(Question(GM, "fd.maitrise", "FD-6.19", options, (("qui", u.id),))).id)
        plus = {arme: f.maitrise(arme) + 1}  # from « never mastered » to 0
        apres = replace(f, maitrises=au_moins(f.maitrises, plus), hors_classe=au_moins(f.hors_classe, plus))
        dire_les_changements(oracle, u.id, f, apres)
        return scene.put(replace(u, fiche=apres))


@rule("FD-6.19", "FD-6.16")
def maitrise_refusee(f: Fiche, arme: str) -> Closed | None:
    """Types of the class rise with levels; no mastery goes beyond 5."""
    if arme not in TYPES_ARMES:
        return knowing(Closed("FD-6.19", "« {} » n'est pas un type d'arme", (arme,)), arme, TYPES_ARMES)
    if arme in types_de_la_classe(f.de_classe, f.choisies):
        return Closed("FD-6.19", "{} est une arme de sa classe : elle monte avec les niveaux", (nom_du_type(arme),))
    if f.maitrise(arme) >= MAITRISE_MAX:
        return Closed("FD-6.16", "{} : la maîtrise ne dépasse pas {}", (nom_du_type(arme), MAITRISE_MAX))
    return None


def maitrisables(f: Fiche) -> tuple[str, ...]:
    return tuple(t for t in TYPES_ARMES if maitrise_refusee(f, t) is None)


def demander_une_technique(
    oracle: Oracle, a_qui: str, u: Unite, key: str, regle: str, ouvertes: tuple[Technique, ...]
) -> str:
    options = tuple(Option(t.id, f"{t.nom} {t.pt}") for t in ouvertes)
    return str(oracle.ask(Question(a_qui, key, regle, options, (("qui", u.id),))).id)


@rule("FD-3.57")
class AccorderTechnique(Action, frozen=True, tag="accorder_technique"):
    """The MJ opens a technique that the class does not."""

    master = True

    technique: str = ""  # asked for when it is not named

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        f = instruite(scene, self.actor, *scene.own.technique).fiche
        if self.technique and self.technique not in f.connues:
            return knowing(
                Closed("FD-9.4", "« {} » n'est pas une technique", (self.technique,)),
                self.technique,
                f.connues,
            )
        if self.technique in f.debloquees:
            return Closed("FD-3.57", "{} connaît déjà {}", (Someone(self.actor), f.connues[self.technique].nom))
        if len(f.debloquees) >= len(f.connues):
            return Closed("FD-3.57", "{} connaît toutes les techniques", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = instruite(scene, self.actor, *scene.own.technique)
        id = self.technique
        if not id:
            ouvertes = tuple(t for t in u.fiche.connues.values() if t.id not in u.fiche.debloquees)
            id = demander_une_technique(oracle, GM, u, "fd.technique_accordee", "FD-3.57", ouvertes)
        u = instruite(scene, self.actor, id)
        apres = replace(u.fiche, apprises=(*u.fiche.apprises, id))
        dire_les_changements(oracle, u.id, u.fiche, apres)
        return scene.put(replace(u, fiche=apres))


@rule("FD-3.58")
class ChoisirPersonnelle(Action, frozen=True, tag="choisir_personnelle"):
    """The one personal technique: any ordinary one, whatever its level and class; chosen once."""

    technique: str = ""  # asked for when it is not named

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        f = scene.people[self.actor].fiche
        if f.personnelle:
            return Closed("FD-3.58", "{} a déjà une technique personnelle", (Someone(self.actor),))
        return personnelle_refusee(self.technique, scene.own.techniques) if self.technique else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        ouvertes = ordinaires(scene.own.techniques)
        id = self.technique or demander_une_technique(oracle, u.id, u, "fd.personnelle", "FD-3.58", ouvertes)
        u = instruite(scene, u.id, id)
        oracle.tell(Event("personnelle", u.id, "", "FD-3.58", (), (("nom", u.fiche.connues[id].nom),)))
        return scene.put(replace(u, fiche=replace(u.fiche, personnelle=id)))


@rule("FD-3.58")
def personnelle_refusee(technique: str, connues: Mapping[str, Technique]) -> Closed | None:
    """It is an ordinary technique."""
    if technique not in connues:
        return knowing(
            Closed("FD-9.4", "« {} » n'est pas une technique", (technique,)),
            technique,
            connues,
        )
    if connues[technique].speciale:
        return Closed("FD-3.58", "{} est la technique spéciale d'une classe", (connues[technique].nom,))
    return None


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Between fights, for whoever has a class: a level, then what the MJ may award."""
    if scene.encounter is not None or u.fiche.de_classe is None:
        return
    yield MonterDeNiveau(u.id)
    yield GagnerExperience(u.id, tous=u.joueur and sum(v.joueur for v in scene.people.values()) > 1)
    yield RecompenseSociale(u.id)
    yield AccorderMaitrise(u.id)
    yield AccorderTechnique(u.id)
    if not u.fiche.personnelle:
        yield ChoisirPersonnelle(u.id)


PLACE = 22
ACTIONS: tuple[type[Action], ...] = (
    GagnerExperience,
    MonterDeNiveau,
    RecompenseSociale,
    AccorderMaitrise,
    AccorderTechnique,
    ChoisirPersonnelle,
)
SWITCHES = (
    Switch("croissance_aleatoire", "FD-8.2", excludes=("croissance_fixe",)),
    Switch("croissance_fixe", "FD-8.3", excludes=("croissance_aleatoire",)),
)
