"""Conditions: how one is contracted, what it does each tour, what lessens it, what is endured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.conditions import AFFECTIONS, VARIANTES, Affection, Condition, Duree, multiplicite
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.plan import PLANS
from ...model.scene import Scene
from ...model.sums import modificateur
from ..c0_tests import Jet, jet
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.repos import Grade, au_repos, fin_de_scene, recuperation, repose
from ..c4_caracteristiques.ressources import devenir, est_mort, perdre
from ..c4_caracteristiques.sauvegardes import effet_reduit, figures_de_sauvegarde, sauvegarder
from ..c4_caracteristiques.seuils import defense
from .armes import qualite_en_main
from .attaque import Coup, Verdict, touche
from .budget import budget, depenser, fermee
from .degats import Degats, fait_une_lesion
from .tour import debut_de_passe, debut_de_round, debut_de_tour, fin_de_confrontation

PAR_ROUND = "rupture_par_round"
SWITCHES = (Switch(PAR_ROUND, "TN-8.178"),)
POSITIVE = 10  # charges a positive condition loses (TN-8.229)
TICS = 2  # of one condition in a tour, at most, where they come by the round (TN-8.178)
CHOC = 2  # what a state of shock takes off active tests
DUREES: dict[Duree, str] = {"ephemere": "éphémère", "temporaire": "temporaire", "permanente": "permanente"}
ACCEPTER = Option("accepter", "Accepter l'effet"), Option("resister", "Tenter d'y résister")


# ---------------------------------------------------------------- figures


@rule("TN-8.216", "TN-8.356", "TN-8.385", "TN-L.7")
def difficulte_d_effet(p: Personnage, plan: Literal["corps", "esprit"] = "corps", qualite: int = 0) -> Terms:
    """What a save against somebody's condition must exceed: 10 and his Dextérité or Intelligence with what he uses."""
    attribut = PLANS[plan].expertise
    valeur = p.fiche.valeurs[attribut] + qualite
    own = attribut, modificateur(valeur), "TN-8.356" if plan == "corps" else "TN-8.385"
    return ("Base", 10, "TN-8.216"), own, *tally(p.bears, "expertise", Essai(p))


@rule("TN-8.230")
def surcout_de_duree(p: Personnage, id: str, duree: Duree) -> Terms:
    """What aiming for a longer condition adds to a passive defence; half of it over one a step shorter."""
    if duree == "ephemere":
        return ()
    longue = duree == "permanente"
    n = 20 if longue else 10
    if a_prolonger(p, id, duree) is not None:
        return (("Condition prolongée", n // 2, "TN-8.230"),)
    return (("Condition permanente" if longue else "Condition temporaire", n, "TN-8.230"),)


def a_prolonger(p: Personnage, id: str, duree: Duree) -> Condition | None:
    """The condition a step shorter that one of this duration takes the place of."""
    avant = {"temporaire": "ephemere", "permanente": "temporaire"}.get(duree)
    return next((c for c in p.conditions if c.id == id and c.duree == avant), None)


@rule("TN-8.183", "TN-8.237", "TN-8.233", "TN-8.239")
def tic(p: Personnage, id: str) -> Terms:
    """What a rupture costs a tour: the worst of its variants, twice if it is advanced."""
    sorte = AFFECTIONS[id]
    n = max([max(0, sorte.degats + c.des_variantes("degats")) for c in p.conditions if c.id == id])
    terms: Terms = ((sorte.nom, n, "TN-8.237"),)
    return (*terms, ("Condition avancée", n, "TN-8.233")) if multiplicite(p.conditions, id) > 1 else terms


@rule("TN-8.226", "TN-8.229", "TN-8.231", "TN-8.239")
def decharge(scene: Scene, p: Personnage, c: Condition, repos: tuple[Grade, ...] | None = None) -> Terms:
    """The charges it loses: the récupération, by the tour or by a rest; of a positive one always 10."""
    sorte = c.sorte
    if sorte.positive:
        return (("Condition positive", POSITIVE, "TN-8.229"),)
    if sorte.decharge == "aucune":
        return ()
    sujet = f"condition:{sorte.nature}"
    terms = recuperation(p, sujet, scene.options) if repos is None else au_repos(p, sujet, repos, scene.options)
    if c.des_variantes("decharge"):
        terms += (("Variante", c.des_variantes("decharge"), "TN-8.239"),)
    return (*terms, ("Minimum 0", -total(terms), "TN-8.231")) if total(terms) < 0 else terms


@rule("TN-8.235")
@EFFECTS.on("penalite", of="etat_de_choc")
def etat_de_choc(c: Essai) -> Term | None:
    """2 off all that one does, 4 if it is advanced; saves are not among it."""
    if c.sauvegarde:
        return None
    fois = max([multiplicite(c.p.conditions, x.id) for x in c.p.conditions if x.sorte.famille == "choc"])
    return "État de choc", -CHOC * fois, "TN-8.235"


@rule("TN-8.220")
@EFFECTS.on("interdit", of="sans_action")
def plus_d_action(c: Essai) -> Term:
    """Whoever has lost all freedom can try nothing."""
    return "Aucune liberté d'agir", 1, "TN-8.220"


# ---------------------------------------------------------------- contracting one


@rule("TN-8.211", "TN-8.212", "TN-8.213", "TN-8.215", "TN-8.216", "TN-8.220")
def affliger(scene: Scene, oracle: Oracle, who: str, c: Condition, *, prolonge: bool = False) -> Scene:
    """A condition reaches somebody: he makes his save (against a good one only if he wishes), and has what is left.

    `prolonge`: it takes the place of the same one, a step shorter (TN-8.230).
    """
    sorte = c.sorte
    c = replace(c, charges=total(chargee(scene, who, c)))
    terms: Terms = (("Charges", c.charges, "TN-8.219"),) if c.charges else ()
    if sorte.epreuve and not (sorte.positive and acceptee(oracle, who, c)):
        difficulte = c.difficulte + c.des_variantes("difficulte")
        scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], sorte.epreuve), difficulte)
        terms = effet_reduit(r, c.charges) if c.charges else ()
        if not total(terms) if c.charges else r.reussi:
            oracle.tell(Event("condition_evitee", who, c.par, "TN-8.212", terms, (("condition", sorte.nom),)))
            return scene
    if sorte.liberte == "entiere" and c.charges:
        terms += (("Perte totale de liberté", total(terms) // 2 - total(terms), "TN-8.220"),)
    n = total(terms)
    if c.charges and n <= 0:
        return scene
    return contracter(scene, oracle, who, replace(c, charges=n, initiales=n), terms, prolonge=prolonge)


@rule("TN-8.246", "TN-8.247", "TN-L.6")
def chargee(scene: Scene, who: str, c: Condition) -> Terms:
    """Its charges, and what the malice or the prestige of whoever gives it to another adds to them."""
    own: Terms = (("Charges", c.charges, "TN-8.219"),) if c.charges else ()
    if not own or c.par in ("", who) or c.par not in scene.people:
        return own
    p = scene[c.par]
    plus = tally(p.bears, "prestige" if c.sorte.positive else "malice", Essai(p, scene, scene[who]))
    return own + plus if total(own + plus) > 0 else ()


def acceptee(oracle: Oracle, who: str, c: Condition) -> bool:
    """Whether somebody lets a good condition come."""
    shown = ("condition", c.sorte.nom), ("charges", c.charges)
    return oracle.ask(Question(who, "tn.condition_positive", "TN-8.215", ACCEPTER, shown)).id == "accepter"


@rule("TN-8.230", "TN-8.232", "TN-8.234")
def contracter(
    scene: Scene, oracle: Oracle, who: str, c: Condition, terms: Terms = (), *, prolonge: bool = False
) -> Scene:
    """Somebody has it from now on, beside those he has already."""
    p = scene[who]
    if est_mort(scene, p):
        return scene
    gardees = list(p.conditions)
    if prolonge and (courte := a_prolonger(p, c.id, c.duree)) is not None:
        gardees.remove(courte)
    apres = replace(p, conditions=(*gardees, c))
    facts = (
        ("condition", c.sorte.nom),
        ("charges", c.charges),
        ("duree", DUREES[c.duree]),
        ("avancee", multiplicite(apres.conditions, c.id) > 1),
    )
    oracle.tell(Event("condition", who, c.par, c.sorte.regle, terms, facts))
    return devenir(scene, oracle, apres)


@rule("TN-8.222", "TN-8.228")
def reduire(scene: Scene, oracle: Oracle, who: str, i: int, terms: Terms, regle: str, test: str = "") -> Scene:
    """So many charges off one of somebody's conditions; without any it ends. `test`: the kind that was just made."""
    p = scene[who]
    c = p.conditions[i]
    perdues = max(0, min(c.charges, total(terms)))
    apres = replace(c, charges=c.charges - perdues, tests=(*c.tests, test) if test else c.tests)
    if not apres.charges and perdues:
        return finir(scene, oracle, who, i, regle, terms)
    if perdues:
        facts = ("condition", c.sorte.nom), ("perdues", perdues), ("charges", apres.charges)
        oracle.tell(Event("condition_reduite", who, "", regle, terms, facts))
    if c.sorte.devient and 2 * apres.charges <= c.initiales:
        apres = replace(apres, id=c.sorte.devient)
        facts2 = ("condition", c.sorte.nom), ("devient", apres.sorte.nom)
        oracle.tell(Event("condition_change", who, "", "TN-8.241", (), facts2))
    return devenir(scene, oracle, replace(p, conditions=(*p.conditions[:i], apres, *p.conditions[i + 1 :])))


def finir(scene: Scene, oracle: Oracle, who: str, i: int, regle: str, terms: Terms = ()) -> Scene:
    """One of somebody's conditions ends."""
    p = scene[who]
    oracle.tell(Event("condition_finie", who, "", regle, terms, (("condition", p.conditions[i].sorte.nom),)))
    return devenir(scene, oracle, replace(p, conditions=p.conditions[:i] + p.conditions[i + 1 :]))


def finir_celles(scene: Scene, oracle: Oracle, regle: str, duree: Duree | None = None, fin: str = "") -> Scene:
    """All conditions of a duration end, or all that end with something."""
    for who in scene.people:
        for i, c in reversed(list(enumerate(scene[who].conditions))):
            if c.duree == duree or (fin and c.sorte.fin == fin):
                scene = finir(scene, oracle, who, i, regle)
    return scene


@touche.then("TN-8.223", "TN-8.357", "TN-8.358", "TN-8.163")
def avec_le_coup(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """What a blow carries of its own plane: charges of its jet, whatever protects; a poison only if it wounds, once.

    Se prémunir keeps it off, or takes 4 charges off for each degree.
    """
    p, plan = scene[c.de], PLANS[c.plan]
    parades = () if v.retournee else v.parades
    gardes = [x for x in parades if x.effet == "se_premunir"]
    for portee in p.portees:
        poison = portee.charges > 0
        if portee.sorte.nature != plan.genre or (poison and not fait_une_lesion(d.permanents, parades, c.sorte)):
            continue
        charges = portee.charges or d.charges
        charges -= sum([charges if x.reussie else 4 * x.dr for x in gardes])
        if poison:
            scene = scene.put(replace(scene[p.id], portees=tuple([x for x in scene[p.id].portees if x is not portee])))
        if charges > 0 and not est_mort(scene, scene[c.sur]):
            difficulte = total(difficulte_d_effet(p, c.plan, qualite_en_main(p, plan, c.main)))
            scene = affliger(scene, oracle, c.sur, replace(portee, charges=charges, difficulte=difficulte, par=p.id))
    return scene


# ---------------------------------------------------------------- each tour, each rest, each scene


def souffrants(scene: Scene) -> list[str]:
    """Who has any condition, and lives."""
    return [p.id for p in scene.people.values() if p.conditions and not est_mort(scene, p)]


@rule("TN-8.178", "TN-8.237")
def rompre(scene: Scene, oracle: Oracle, who: str, regle: str = "TN-8.237") -> Scene:
    """Every rupture of somebody costs him what it costs, whatever he wears; each is another condition and adds up."""
    for id in dict.fromkeys([c.id for c in scene[who].conditions if c.sorte.ressource]):
        if est_mort(scene, scene[who]):
            break
        scene = perdre(scene, oracle, who, AFFECTIONS[id].ressource, tic(scene[who], id), regle)
    return scene


@debut_de_tour.then("TN-8.237", "TN-8.434")
def ruptures_du_tour(scene: Scene, oracle: Oracle) -> Scene:
    """Before anybody rolls his initiative."""
    if PAR_ROUND not in scene.options:
        for who in souffrants(scene):
            scene = rompre(scene, oracle, who)
    return scene


@debut_de_round.then("TN-8.178")
def ruptures_du_round(scene: Scene, oracle: Oracle) -> Scene:
    """By the option: at the start of each round one takes part in, twice a tour at most."""
    e = scene.encounter
    if PAR_ROUND in scene.options and e is not None and e.manche <= TICS:
        for who in souffrants(scene):
            scene = rompre(scene, oracle, who, "TN-8.178") if who in e.budgets else scene
    return scene


@debut_de_passe.then("TN-8.218")
def contraindre(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What deprives of an action or forces one takes it in any case; détermination alone keeps its kind open."""
    for c in premieres(scene[who]):
        genre, b = c.sorte.prive or c.sorte.force, budget(scene, who)
        if not genre or b is None or not b.acts:
            continue
        f = figures_de_sauvegarde(scene, scene[who], "determination")
        scene, r = sauvegarder(scene, oracle, f, c.difficulte)
        scene = depenser(scene, who, "acts", "" if r.reussi else genre)
        facts = ("condition", c.sorte.nom), ("genre", genre), ("forcee", bool(c.sorte.force)), ("reussi", r.reussi)
        oracle.tell(Event("contrainte", who, "", "TN-8.218", (), facts))
    return scene


def premieres(p: Personnage) -> list[Condition]:
    """Of each condition the first."""
    return list({c.id: c for c in reversed(p.conditions)}.values())[::-1]


@rule("TN-8.217", "TN-8.434")
def se_liberer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One more save each tour against whatever takes a part of one's freedom: it ends at once."""
    for i, c in reversed(list(enumerate(scene[who].conditions))):
        if c.sorte.liberte == "en_partie" and c.sorte.epreuve:
            f = figures_de_sauvegarde(scene, scene[who], c.sorte.epreuve)
            scene, r = sauvegarder(scene, oracle, f, c.difficulte + c.des_variantes("difficulte"))
            scene = finir(scene, oracle, who, i, "TN-8.217") if r.reussi else scene
    return scene


@rule("TN-8.222", "TN-8.226", "TN-8.227", "TN-8.228", "TN-8.236")
def decharger(
    scene: Scene, oracle: Oracle, who: str, duree: Duree, regle: str, repos: tuple[Grade, ...] | None = None
) -> Scene:
    """All conditions of a duration lose what they lose by themselves."""
    p = scene[who]
    pertes = [decharge(scene, p, c, repos) if c.charges else () for c in p.conditions]
    for i, c in reversed(list(enumerate(p.conditions))):
        if c.duree == duree and total(pertes[i]):
            scene = reduire(scene, oracle, who, i, pertes[i], regle)
    return scene


@repose.then("TN-8.227")
def au_fil_du_repos(scene: Scene, oracle: Oracle, who: str, conditions: tuple[Grade, ...]) -> Scene:
    return decharger(scene, oracle, who, "temporaire", "TN-8.227", conditions)


@fin_de_scene.then("TN-8.226")
def avec_la_scene(scene: Scene, oracle: Oracle) -> Scene:
    return finir_celles(scene, oracle, "TN-8.226", "ephemere")


@fin_de_confrontation.then("TN-8.241")
def avec_la_confrontation(scene: Scene, oracle: Oracle) -> Scene:
    return finir_celles(scene, oracle, "TN-8.241", fin="confrontation")


# ---------------------------------------------------------------- what is done


def inconnue(id: str) -> Closed | None:
    return None if id in AFFECTIONS else Closed("TN-8.241", "Pas de condition « {} »", (Typed(id),))


def sans(scene: Scene, who: str, id: str) -> Closed | None:
    """Somebody does not have this condition."""
    if any(c.id == id for c in scene[who].conditions):
        return None
    return Closed("TN-8.241", "{} n'a pas cette condition : {}", (Someone(who), AFFECTIONS[id].nom))


@rule("TN-8.239", "TN-8.240")
def melange_impossible(sorte: Affection, variantes: tuple[str, ...]) -> Closed | None:
    """Substances alone have variants, known ones, and never both of a pair."""
    for x in variantes:
        if x not in VARIANTES:
            return Closed("TN-8.239", "Pas de variante « {} »", (Typed(x),))
        if not sorte.substance:
            return Closed("TN-8.239", "{} n'est pas une substance", (sorte.nom,))
        if VARIANTES[x].exclut in variantes or variantes.count(x) > 1:
            autre = VARIANTES[VARIANTES[x].exclut].nom
            return Closed("TN-8.240", "{} et {} s'excluent", (VARIANTES[x].nom, autre))
    return None


NOMS = {id: sorte.nom for id, sorte in AFFECTIONS.items()}


@rule("TN-8.214", "TN-8.219", "TN-8.224", "TN-8.230", "TN-8.234", "TN-8.238", "TN-8.376")
class InfligerCondition(Action, frozen=True, tag="infliger_condition"):
    """A condition reaches somebody: charges given, or thrown by the catégorie of its source with the Ruse of its user.

    With a `score`, it is that of an action that afflicts: it must exceed the passive defence, more for a long one.
    """

    condition: str
    charges: int = 0  # 0: thrown
    categorie: int = 0
    duree: Duree = "ephemere"
    difficulte: int = 10
    par: WhoOrNobody = ""
    score: int = 0
    plus: int = 0  # what increases the damage of a rupture, or the charges of any other
    variantes: tuple[str, ...] = ()
    avancee: bool = False

    master = True
    rank = 90
    offers = {"condition": NOMS, "variantes": {id: v.nom for id, v in VARIANTES.items()}}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or inconnue(self.condition) or (absent(scene, self.par) if self.par else None)
        if found is not None:
            return found
        sorte = AFFECTIONS[self.condition]
        if sorte.positive and self.duree == "permanente":
            return Closed("TN-8.214", "Une condition positive n'est jamais permanente")
        if sorte.famille == "choc" and not self.charges:
            return Closed("TN-8.234", "Un choc a les charges de ses dégâts")
        if est_mort(scene, scene[self.actor]):
            return Closed("TN-4.5", "Déjà mort")
        return (
            hors_bornes("TN-8.219", "Charges", self.charges, 0, 999)
            or hors_bornes("TN-8.219", "Catégorie", self.categorie, 0, 8)
            or hors_bornes("TN-8.216", "Difficulté", self.difficulte, 0, 99)
            or hors_bornes("TN-8.230", "Score", self.score, 0, 99)
            or hors_bornes("TN-8.238", "Supplément", self.plus, 0, 99)
            or melange_impossible(sorte, self.variantes)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.score and not self.touche(scene, oracle):
            return scene
        charges = self.charges or self.jeter(scene, oracle)
        c = Condition(
            self.condition,
            charges + self.plus,
            self.duree,
            self.difficulte,
            avancee=self.avancee,
            variantes=self.variantes,
            par=self.par,
        )
        return affliger(scene, oracle, self.actor, c, prolonge=bool(self.score))

    @rule("TN-8.230")
    def touche(self, scene: Scene, oracle: Oracle) -> bool:
        """Whether the score exceeds the defence of the attribute that afflicts with it."""
        p, attribut = scene[self.actor], AFFECTIONS[self.condition].mode or "CON"
        terms = defense(p, attribut) + surcout_de_duree(p, self.condition, self.duree)
        reussi = self.score > total(terms)
        facts = ("condition", NOMS[self.condition]), ("defense", total(terms)), ("score", self.score)
        oracle.tell(Event("affliction", self.par, self.actor, "TN-8.230", terms, (*facts, ("reussi", reussi))))
        return reussi

    @rule("TN-8.219", "TN-8.224")
    def jeter(self, scene: Scene, oracle: Oracle) -> int:
        """2D8 and one for each catégorie of the source, with the Ruse of whoever uses it."""
        auteur = scene[self.par or self.actor]
        if self.par:
            terms, n = jet(oracle, Jet(Essai(auteur, scene, None, "RUS")), self.categorie, "charges")
        else:
            n = oracle.total(2 + self.categorie, 8, "jet")
            terms = ((f"{2 + self.categorie}D8", n, "TN-8.219"),)
        facts = ("condition", NOMS[self.condition]), ("charges", n)
        oracle.tell(Event("charges", auteur.id, "", "TN-8.224" if self.par else "TN-8.219", terms, facts))
        return max(1, n)


@rule("TN-8.223", "TN-8.358")
class PorterCondition(Action, frozen=True, tag="porter_condition"):
    """Somebody's attacks carry a condition: a poison on the blade with its charges, or (0) those of each jet."""

    condition: str
    charges: int = 0
    variantes: tuple[str, ...] = ()

    master = True
    rank = 91
    offers = InfligerCondition.offers

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or inconnue(self.condition)
        if found is not None:
            return found
        if any(x.id == self.condition for x in scene[self.actor].portees):
            return Closed("TN-8.223", "Ses attaques la portent déjà : {}", (NOMS[self.condition],))
        return hors_bornes("TN-8.219", "Charges", self.charges, 0, 999) or melange_impossible(
            AFFECTIONS[self.condition], self.variantes
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        facts = ("condition", NOMS[self.condition]), ("charges", self.charges)
        oracle.tell(Event("porte_condition", p.id, "", "TN-8.223", (), facts))
        portee = Condition(self.condition, self.charges, variantes=self.variantes)
        return scene.put(replace(p, portees=(*p.portees, portee)))


class LeverCondition(Action, frozen=True, tag="lever_condition"):
    """A condition of somebody's ends, by decision of the game master: an antidote, a change of scene."""

    condition: str

    master = True
    rank = 91
    offers = {"condition": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or inconnue(self.condition) or sans(scene, self.actor, self.condition)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        i = next(i for i, c in enumerate(scene[self.actor].conditions) if c.id == self.condition)
        return finir(scene, oracle, self.actor, i, "TN-8.222")


@rule("TN-8.241")
class Eteindre(Action, frozen=True, tag="eteindre"):
    """Put out a fire, on oneself or on another: an action simple."""

    condition: str = "enflamme"
    sur: WhoOrNobody = ""

    rank = 45
    offers = {"condition": {id: nom for id, nom in NOMS.items() if AFFECTIONS[id].geste}}

    @property
    def cible(self) -> str:
        return self.sur or self.actor

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or absent(scene, self.cible) or inconnue(self.condition)
        if found is not None:
            return found
        if not AFFECTIONS[self.condition].geste:
            return Closed("TN-8.241", "{} ne passe pas d'un geste", (NOMS[self.condition],))
        en_jeu = fermee(scene, self.actor, "soin") if scene.encounter is not None else None
        return sans(scene, self.cible, self.condition) or en_jeu

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", "soin")
        for i, c in reversed(list(enumerate(scene[self.cible].conditions))):
            if c.id == self.condition:
                scene = finir(scene, oracle, self.cible, i, "TN-8.241")
        return scene


ACTIONS = (InfligerCondition, PorterCondition, LeverCondition, Eteindre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield InfligerCondition(p.id, "venin", 10)
    yield PorterCondition(p.id, "poison", 10)
    for c in premieres(p):
        yield LeverCondition(p.id, c.id)
    for q in scene.people.values():
        for c in premieres(q):
            if c.sorte.geste:
                yield Eteindre(p.id, c.id, "" if q is p else q.id)
