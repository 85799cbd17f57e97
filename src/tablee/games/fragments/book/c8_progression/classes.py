"""Chapter 8, classes: the masteries they give, moving up the tree with a Magister, moving sideways with the MJ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, Todo
from tablee.kernel.own import with_own
from tablee.kernel.sentence import Someone

from ...model.catalogue import EN_DESSOUS, Chose, Classe
from ...model.people import Fiche, Unite
from ...model.scene import Scene, instruite
from ...model.tables import ELEMENTS, JAMAIS
from ...model.things import sans_chose, sorte_de, trouver
from ..c2_systeme.figures import inconnue, revetir

MAGISTER = "magister"
SECONDAIRE = "secondaire"
TEXTE_MAX = 80


class Passage(NamedTuple):
    """Into a tier: the level it takes, the level the book has in mind, and the range it advises."""

    minimum: int
    nominal: int
    conseille: tuple[int, int]


PASSAGES = {"avancée": Passage(0, 10, (5, 15)), "suprême": Passage(20, 30, (25, 35))}

# ---------------------------------------------------------------- masteries


def nom_du_type(type_: str) -> str:
    """A weapon type as players read it: elements by their names."""
    return ELEMENTS.get(type_, type_)


def types_de_la_classe(classe: Classe | None, choisies: tuple[str, ...]) -> tuple[str, ...]:
    """The weapon types whose masteries a class looks after."""
    if classe is None:
        return ()
    gagnes = (t for _, t, _ in classe.gains if t != SECONDAIRE)
    return tuple(dict.fromkeys((*classe.primaires, *choisies, *classe.minimum, *gagnes)))


@rule("FD-7.13", "FD-6.16", "FD-8.12")
def maitrises_de_la_classe(classe: Classe, choisies: tuple[str, ...], niveau: int) -> dict[str, int]:
    """What a class gives whoever begins in it: primary and secondary types, and the gains up to a level."""
    depart = {**dict.fromkeys(choisies, classe.secondaire), **classe.primaires}
    return avec_les_gains(au_moins(depart, classe.minimum), classe, choisies, niveau)


@rule("FD-6.16", "FD-7.11")
def avec_les_gains(avant: Mapping[str, int], classe: Classe, choisies: tuple[str, ...], niveau: int) -> dict[str, int]:
    """Masteries with all that the class gives up to this level; « secondaire » is each type that was chosen."""
    apres = dict(avant)
    for palier, type_, n in classe.gains:
        if palier <= niveau:
            apres = au_moins(apres, dict.fromkeys(choisies if type_ == SECONDAIRE else (type_,), n))
    return apres


@rule("FD-8.10")
def au_moins(avant: Mapping[str, int], minimum: Mapping[str, int]) -> dict[str, int]:
    """Every mastery kept, those marked Min at least at that level."""
    return {**avant, **{t: max(n, avant.get(t, JAMAIS)) for t, n in minimum.items()}}


def a_choisir(classe: Classe) -> tuple[str, ...]:
    """The secondary types of a class, those that are primary left out."""
    return tuple(t for t in classe.secondaires if t not in classe.primaires)


@rule("FD-7.13", "FD-7.17")
def secondaires_refusees(classe: Classe, choisies: tuple[str, ...], incompletes: bool) -> Closed | None:
    """Secondary types are chosen among those of the class, each once, as many as it says."""
    for t in choisies:
        if t not in a_choisir(classe):
            return knowing(
                Closed("FD-7.13", "{} n'est pas une maîtrise secondaire de {}", (nom_du_type(t), classe.nom)),
                t,
                a_choisir(classe),
            )
    if len(set(choisies)) < len(choisies):
        return Closed("FD-7.13", "Une maîtrise secondaire ne se choisit qu'une fois")
    if len(choisies) > classe.choix or (len(choisies) < classe.choix and not incompletes):
        kind = Todo if len(choisies) < classe.choix else Closed
        return kind("FD-7.13", "{} : maîtrises secondaires à choisir : {}, pas {}", _a_choisir(classe, choisies))
    return None


def _a_choisir(classe: Classe, choisies: tuple[str, ...]) -> tuple[str, int, int]:
    return classe.nom, classe.choix, len(choisies)


def choisir_les_secondaires(oracle: Oracle, u: Unite, classe: Classe, choisies: tuple[str, ...]) -> tuple[str, ...]:
    """Those not named yet are asked for, the ones best mastered first."""
    while len(choisies) < classe.choix:
        restent = [t for t in a_choisir(classe) if t not in choisies]
        restent.sort(key=lambda t: -u.fiche.maitrises.get(t, JAMAIS))
        options = tuple(Option(t, nom_du_type(t)) for t in restent)
        montre = (("classe", classe.nom), ("reste", classe.choix - len(choisies)))
        question = Question(u.id, "fd.secondaire", "FD-7.13", options, montre)
        choisies += (str(oracle.ask(question).id if len(options) > 1 else options[0].id),)
    return choisies


# ---------------------------------------------------------------- the sheet in another class


@rule("FD-8.9", "FD-8.10", "FD-8.11")
def promue(f: Fiche, classe: Classe, choisies: tuple[str, ...]) -> Fiche:
    """The sheet one tier up: masteries and techniques learned are kept, Min marks hold, bonuses are the new class's.

    What the new class gives without a Min counts as mastered from then on, at 0 if it never was.
    """
    ouvertes = dict.fromkeys((*classe.primaires, *choisies), 0)
    return replace(
        fixee(f, classe) if f.fixe else f,
        classe=classe.id,
        choisies=choisies,
        maitrises=au_moins(au_moins(f.maitrises, ouvertes), classe.minimum),
        hors_classe=dict(f.maitrises),
        passees=(*f.passees, f.classe),
        apprises=tuple(t for t in f.debloquees if t != f.personnelle),
    )


@rule("FD-8.12")
def reclassee(f: Fiche, classe: Classe, choisies: tuple[str, ...]) -> Fiche:
    """The sheet in another class of the tier: techniques and masteries of the old one go, those of the new one come."""
    de_l_ancienne = types_de_la_classe(f.de_classe, f.choisies)
    gardees = {t: n for t, n in f.maitrises.items() if t not in de_l_ancienne} | dict(f.hors_classe)
    donnees = maitrises_de_la_classe(classe, choisies, f.niveau)
    autre = replace(
        fixee(f, classe) if f.fixe else f,
        classe=classe.id,
        choisies=choisies,
        maitrises=au_moins(gardees, donnees),
        hors_classe=gardees,
        techniques=(),
    )
    return replace(autre, techniques=tuple(t for t in f.techniques if t in autre.debloquees))


@rule("FD-7.16")
def fixee(f: Fiche, classe: Classe) -> Fiche:
    """The sheet by the fixed method: points and growth from the table of the class, nothing from elsewhere."""
    return replace(f, points=dict(classe.fixe), taux=dict(classe.fixe_croissance), plus={}, fixe=True)


@rule("FD-7.13", "FD-7.16")
def sans_tableau(classe: Classe) -> Closed | None:
    """A class of one's own need not have the table of the fixed method; then nobody follows it there."""
    return None if classe.fixe else Closed("FD-7.16", "{} n'a pas de tableau pour la méthode fixe", (classe.nom,))


def dire_les_changements(oracle: Oracle, who: str, avant: Fiche, apres: Fiche) -> None:
    """Masteries won and lost, techniques opened and lost."""
    for t in dict.fromkeys((*avant.maitrises, *apres.maitrises)):
        n = apres.maitrises.get(t, JAMAIS)
        if n != avant.maitrises.get(t, JAMAIS):
            faits = (("arme", nom_du_type(t)), ("maitrise", n))
            oracle.tell(Event("maitrise" if n != JAMAIS else "maitrise_perdue", who, "", "FD-6.16", (), faits))
    for id in apres.debloquees:
        if id not in avant.debloquees:
            oracle.tell(Event("technique_debloquee", who, "", "FD-8.5", (), (("nom", nom_de_technique(apres, id)),)))
    for id in avant.techniques:
        if id not in apres.techniques:
            oracle.tell(Event("technique_perdue", who, "", "FD-8.12", (), (("nom", nom_de_technique(avant, id)),)))


def nom_de_technique(f: Fiche, id: str) -> str:
    technique = f.technique(id)
    return technique.nom if technique is not None else id


# ---------------------------------------------------------------- the Magister


@rule("FD-8.6")
def magister_de(scene: Scene, u: Unite) -> Chose | None:
    """A Magister at hand: carried, in the backpack, or in the convoy where there is one."""
    reserve = scene.convoi if scene.options.convoi else ()
    return next((c for c in (*u.equipement.actif, *u.equipement.sac, *reserve) if sorte_de(c) == MAGISTER), None)


def sans_le_magister(scene: Scene, u: Unite, magister: Chose) -> Scene:
    """It is used up, wherever it was."""
    if trouver(u.equipement, magister.id) is not None:
        return scene.put(replace(u, equipement=sans_chose(u.equipement, magister.id)))
    return replace(scene, convoi=tuple(c for c in scene.convoi if c.id != magister.id))


# ---------------------------------------------------------------- actions


def classes_pour(scene: Scene, f: Fiche) -> Mapping[str, Classe]:
    """The classes there are for this character."""
    return with_own(f.classes, scene.own.classe)


def pas_une_classe(scene: Scene, f: Fiche, id: str) -> Closed:
    """An unknown word, and those that are known."""
    return knowing(Closed("FD-9.2", "« {} » n'est pas une classe", (id,)), id, classes_pour(scene, f))


def en_paix(scene: Scene, who: str) -> Closed | None:
    """Between fights, somebody who has a class."""
    absent = inconnue(scene, who)
    if absent is not None:
        return absent
    if scene.encounter is not None:
        return Closed("FD-8.1", "Pas en plein combat")
    if scene.people[who].fiche.de_classe is None:
        return Closed("FD-7.11", "{} n'a pas de classe", (Someone(who),))
    return None


@rule("FD-8.6", "FD-8.7", "FD-8.8", "FD-8.9", "FD-7.11")
class ChangerDeClasse(Action, frozen=True, tag="changer_de_classe"):
    """Into a class of the next tier, for a Magister or, if the MJ will have it so, for something else."""

    classe: str
    secondaires: tuple[str, ...] = ()  # those not named are asked for
    a_la_place: str = ""  # the thing or deed the campaign has in place of the Magister

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = en_paix(scene, self.actor)
        if ferme is not None:
            return ferme
        u = instruite(scene, self.actor, self.classe)
        classe = u.fiche.classes.get(self.classe)
        if classe is None:
            return pas_une_classe(scene, u.fiche, self.classe)
        ferme = inaccessible(u, classe) or secondaires_refusees(classe, self.secondaires, True)
        if ferme is not None:
            return ferme
        if u.fiche.fixe and (ferme := sans_tableau(classe)) is not None:
            return ferme
        if len(self.a_la_place) > TEXTE_MAX:
            return Closed("FD-8.6", "{} caractères au plus", (TEXTE_MAX,))
        if not self.a_la_place.strip() and magister_de(scene, u) is None:
            return Closed("FD-8.6", "{} n'a pas de Magister", (Someone(u.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = instruite(scene, self.actor, self.classe)
        classe, avant = u.fiche.classes[self.classe], u.fiche.classes[u.fiche.classe]
        choisies = choisir_les_secondaires(oracle, u, classe, self.secondaires)
        magister = None if self.a_la_place.strip() else magister_de(scene, u)
        contre = magister.nom if magister is not None else self.a_la_place.strip()
        faits = (("de", avant.nom), ("vers", classe.nom), ("contre", contre))
        oracle.tell(Event("classe", u.id, "", "FD-8.9", (), faits))
        conseiller(oracle, u, classe)
        apres = promue(u.fiche, classe, choisies)
        dire_les_changements(oracle, u.id, u.fiche, apres)
        if magister is not None:
            scene = sans_le_magister(scene, u, magister)
        return scene.put(revetir(scene.people[u.id], apres))


@rule("FD-8.7", "FD-8.8", "FD-7.13")
def inaccessible(u: Unite, classe: Classe) -> Closed | None:
    """One tier at a time, along the tree, from the level it takes."""
    f = u.fiche
    present = f.classes[f.classe]
    if classe.palier == present.palier:
        return Closed("FD-8.12", "{} est du même palier que {} : c'est un reclassement", (classe.nom, present.nom))
    dessous = EN_DESSOUS[classe.palier]
    if not dessous or (present.palier == "suprême"):
        return Closed("FD-7.11", "On ne revient pas à un palier inférieur")
    if present.palier != dessous:
        return Closed("FD-8.8", "Un palier à la fois : d'abord une classe avancée, avec un premier Magister")
    if not present.mene_a(classe):
        return Closed("FD-7.13", "{} ne mène pas à {}", (present.nom, classe.nom))
    minimum = PASSAGES[classe.palier].minimum
    if f.niveau < minimum:
        return Closed("FD-8.7", "Niveau {} requis, {} est au niveau {}", (minimum, Someone(u.id), f.niveau))
    return None


@rule("FD-8.7", "FD-7.11")
def conseiller(oracle: Oracle, u: Unite, classe: Classe) -> None:
    """Outside of the advised range the table is told so; nothing is refused for it."""
    passage = PASSAGES[classe.palier]
    bas, haut = passage.conseille
    if not bas <= u.fiche.niveau <= haut:
        faits = (("niveau", u.fiche.niveau), ("bas", bas), ("haut", haut), ("nominal", passage.nominal))
        oracle.tell(Event("hors_conseil", u.id, "", "FD-8.7", (), faits))


@rule("FD-8.12")
class Reclasser(Action, frozen=True, tag="reclasser"):
    """Into another class of the same tier, with the MJ."""

    classe: str
    secondaires: tuple[str, ...] = ()

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = en_paix(scene, self.actor)
        if ferme is not None:
            return ferme
        f = instruite(scene, self.actor, self.classe).fiche
        classe, present = f.classes.get(self.classe), f.classes[f.classe]
        if classe is None:
            return pas_une_classe(scene, f, self.classe)
        if classe.id == present.id:
            return Closed("FD-8.12", "{} a déjà cette classe", (Someone(self.actor),))
        if classe.palier != present.palier:
            return Closed("FD-8.12", "{} n'est pas du même palier que {}", (classe.nom, present.nom))
        return secondaires_refusees(classe, self.secondaires, True) or (sans_tableau(classe) if f.fixe else None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = instruite(scene, self.actor, self.classe)
        classe, avant = u.fiche.classes[self.classe], u.fiche.classes[u.fiche.classe]
        choisies = choisir_les_secondaires(oracle, u, classe, self.secondaires)
        faits = (("de", avant.nom), ("vers", classe.nom))
        oracle.tell(Event("reclasse", u.id, "", "FD-8.12", (), faits))
        apres = reclassee(u.fiche, classe, choisies)
        dire_les_changements(oracle, u.id, u.fiche, apres)
        return scene.put(revetir(u, apres))


@rule("FD-7.16")
class PrendreMethodeFixe(Action, frozen=True, tag="prendre_methode_fixe"):
    """Where the table plays by the fixed method: somebody's figures become those of the class."""

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = en_paix(scene, self.actor)
        if ferme is not None:
            return ferme
        if not scene.options.methode_fixe:
            return Closed("FD-7.16", "Cette campagne ne joue pas avec la méthode fixe")
        f = scene.people[self.actor].fiche
        if f.fixe:
            return Closed("FD-7.16", "{} suit déjà la méthode fixe", (Someone(self.actor),))
        return sans_tableau(f.classes[f.classe])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        classe = u.fiche.classes[u.fiche.classe]
        oracle.tell(Event("methode_fixe", u.id, "", "FD-7.16", (), (("classe", classe.nom),)))
        return scene.put(revetir(u, fixee(u.fiche, classe)))


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """The classes the present one leads to, and those beside it."""
    present = u.fiche.de_classe
    if scene.encounter is not None or present is None:
        return
    classes = classes_pour(scene, u.fiche).values()
    for classe in classes:
        if present.mene_a(classe):
            yield ChangerDeClasse(u.id, classe.id)
    for classe in classes:
        if classe.palier == present.palier and classe.id != present.id:
            yield Reclasser(u.id, classe.id)
    if scene.options.methode_fixe:
        yield PrendreMethodeFixe(u.id)


PLACE = 23
ACTIONS: tuple[type[Action], ...] = (ChangerDeClasse, Reclasser, PrendreMethodeFixe)
SWITCHES = (Switch("methode_fixe", "FD-7.16"),)
