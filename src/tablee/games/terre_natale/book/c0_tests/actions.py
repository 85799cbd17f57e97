"""Tests as actions: of an attribute, a skill, several skills at once; opposed ones, évaluations; jets, percentages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.effects import tally
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import ALL, GM, Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.attributs import CATALOGUE
from ...model.competences import COMPETENCES, GROUPES, lot, lots
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.sums import PRINCIPAUX
from ...model.things import MODELES
from ...model.traits import CATALOGUE as DES_TRAITS
from ..c1_attributs import sans_test, trop_bas
from .des import points
from .echelles import Echelle, difficulte_de
from .figures import INITIATIVE, Figures, cles, figures_d_essai, le_plus_bas, limite_de_prouesse, valeur_de
from .resolution import EVALUATION, Resultat, apprecier, comparer, evaluer, issue_d_opposition, opposer, tester

PLUS_DURE = 99
CIRCONSTANCES = DES_TRAITS.circonstance


# ---------------------------------------------------------------- what is tested, and who may


def absent(scene: Scene, who: str) -> Closed | None:
    return None if who in scene.people else Closed("TN-0.59", "{} n'est pas là", (Someone(who),))


def hors_bornes(regle: str, quoi: str, n: int, bas: int, haut: int) -> Closed | None:
    return None if bas <= n <= haut else Closed(regle, "{} : de {} à {}, pas {}", (quoi, bas, haut, n))


def en_defaut(p: Personnage, competence: str) -> str:
    """The group a skill is used in when none is named: of those it stands in the one somebody knows best (TN-2.5)."""
    return max([x.groupe for x in lots(competence)], key=lambda g: p.fiche.groupes.get(g, 0), default="")


def premier(groupe: str, competence: str) -> str:
    """The attribute a skill is used with when none is named: the first it has."""
    found = lot(groupe, competence)
    return next((a for a in found.attributs if a in CATALOGUE), "") if found is not None else ""


@rule("TN-0.3", "TN-0.4")
def inconnu(attribut: str, competence: str, groupe: str) -> Closed | None:
    """Why there is no such test: no such attribute, no such skill, or not in that group."""
    if competence and not lots(competence):
        return Closed("TN-0.4", "Compétence inconnue : {}", (Typed(competence),))
    if competence and lot(groupe, competence) is None:
        pas_la = Closed("TN-0.4", "{} n'est pas du groupe {}", (competence, Typed(groupe)))
        return knowing(pas_la, groupe, [x.groupe for x in lots(competence)])
    if not attribut:
        return Closed("TN-0.3", "Il faut un attribut")
    return None


def refuse(scene: Scene, p: Personnage, attribut: str, competence: str, groupe: str, c: Essai) -> Closed | None:
    """Why somebody cannot try: what he is, or what later chapters forbid."""
    for label, _, regle in tally(p.bears, cles("interdit", attribut, competence, groupe, "", False), c):
        return Closed(regle, "{} : {}", (Someone(p.id), label))
    return None


def circonstance_inconnue(nommees: tuple[str, ...]) -> Closed | None:
    """What is said of the place and moment is something that traits know."""
    inconnue = next((id for id in nommees if id not in CIRCONSTANCES), None)
    return None if inconnue is None else Closed("TN-3.10", "Circonstance inconnue : {}", (Typed(inconnue),))


maladresse_avec: Moment[[str, str]] = Moment("maladresse_avec")  # of somebody, in a test made with this thing of his


class Essayer(Action, frozen=True, tag="essayer"):
    """What every test of one's own has in common: all that helps or hampers it."""

    avantages: int = 0
    desavantages: int = 0
    ajustement: int = 0  # on the attribute
    bonus: int = 0  # on the score; a malus is negative
    prouesse: int = 0  # chi announced before the dice
    circonstances: tuple[str, ...] = ()
    objet: str = ""  # what it is done with: something he has
    seuil_bas: int = 1
    seuil_haut: int = 6
    secret: bool = False  # the game master's alone to see

    rank: ClassVar[int] = 50
    looks: ClassVar[dict[str, Any]] = {
        "reussi": lambda r: r.reussi,
        "marge": lambda r: r.marge,
        "critique": lambda r: r.issue,
        "score": lambda r: r.score,
        "degre": lambda r: r.dr,
    }
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "circonstances": CIRCONSTANCES,
        "objet": {id: modele.nom for id, modele in MODELES.items()},
    }

    @property
    def audience(self) -> str:
        return GM if self.secret else ALL

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        """The attribute, the skill and the group it is made with."""
        raise TypeError(f"{type(self).__name__} does not say what it is a test of")

    def contre(self, scene: Scene) -> tuple[int, ...]:
        """The difficulties it must beat."""
        raise TypeError(f"{type(self).__name__} does not say what it must beat")

    @rule("TN-0.6", "TN-0.7", "TN-0.8", "TN-0.16")
    def figures(self, scene: Scene) -> Figures:
        """Every sum of it; whoever does not see the dice calls on nothing (TN-0.47)."""
        p = scene[self.actor]
        found = figures_d_essai(
            Essai(p, scene, None, *self.lot(scene), "", self.circonstances, p.equipement.objet(self.objet)),
            ajustements=terme("Ajustement", self.ajustement, "TN-0.8"),
            bonus=terme("Bonus" if self.bonus > 0 else "Malus", self.bonus, "TN-0.16"),
            net=terme("Avantages", self.avantages, "TN-0.6") + terme("Désavantages", -self.desavantages, "TN-0.7"),
            prouesse=self.prouesse,
            seuils=(self.seuil_bas, self.seuil_haut),
        )
        return found.sans_mise() if self.secret else found

    def valeur(self, scene: Scene, c: Essai) -> Terms:
        """The value it is made with: that of the figures, without the rest of them."""
        return valeur_de(c, terme("Ajustement", self.ajustement, "TN-0.8"), self.prouesse)

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        p, of = scene[self.actor], self.lot(scene)
        attribut, competence, groupe = of
        essai = Essai(p, scene, None, *of, "", self.circonstances, p.equipement.objet(self.objet))
        return (
            inconnu(*of)
            or hors_bornes("TN-0.6", "Avantages", self.avantages, 0, 9)
            or hors_bornes("TN-0.7", "Désavantages", self.desavantages, 0, 9)
            or hors_bornes("TN-0.8", "Ajustement", self.ajustement, -50, 50)
            or hors_bornes("TN-0.16", "Bonus", self.bonus, -50, 50)
            or hors_bornes("TN-0.55", "Prouesse", self.prouesse, 0, limite_de_prouesse(p, competence, groupe))
            or hors_bornes("TN-0.14", "Seuil bas", self.seuil_bas, 1, self.seuil_haut)
            or hors_bornes("TN-0.14", "Seuil haut", self.seuil_haut, self.seuil_bas, 6)
            or circonstance_inconnue(self.circonstances)
            or sans_objet(p, self.objet)
            or non_testable(p, attribut, competence)
            or refuse(scene, p, *of, essai)
            or trop_bas(p, attribut, total(self.valeur(scene, essai)))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = self.figures(scene)
        scene, r = tester(scene, oracle, f, self.contre(scene), audience=self.audience)
        return mal_tourner(scene, oracle, f, r, self.objet)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Its own looks stop at the verdict; any other function follows the test to its end."""
        if callable(look):
            return super().seen(scene, look)
        f, contre, voir = self.figures(scene), self.contre(scene), self.looks[look or "reussi"]
        profil = f.profil(contre)
        return lambda oracle: voir(self.lu(f, points(oracle, profil), contre, scene.options))

    def lu(self, f: Figures, obtenu: int, contre: tuple[int, ...], options: tuple[str, ...]) -> Resultat:
        """What a score means."""
        return comparer(f, obtenu, contre, options)


def mal_tourner(scene: Scene, oracle: Oracle, f: Figures, r: Resultat, objet: str) -> Scene:
    """A maladresse in what was done with a thing: later chapters know what becomes of it."""
    return maladresse_avec(scene, oracle, f.qui, objet) if objet and "maladresse" in r.singularites else scene


def sans_objet(p: Personnage, objet: str) -> Closed | None:
    if not objet or p.equipement.objet(objet) is not None:
        return None
    return knowing(
        Closed("TN-0.9", "{} n'a pas « {} »", (Someone(p.id), Typed(objet))),
        objet,
        p.equipement.modeles,
    )


class Epreuve(Essayer, frozen=True, tag="epreuve"):
    """A test of what is named: an attribute, or a skill in a group."""

    attribut: str = ""
    competence: str = ""
    groupe: str = ""

    offers: ClassVar[dict[str, dict[str, str]]] = {
        **Essayer.offers,
        "attribut": {a.code: a.nom for a in CATALOGUE.values()},
        "competence": {c.id: c.nom for c in COMPETENCES.values()},
        "groupe": {g.id: g.nom for g in GROUPES.values()},
    }

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        """Those that are named, or those that go without saying."""
        groupe = self.groupe or (en_defaut(scene[self.actor], self.competence) if self.competence else "")
        return self.attribut or premier(groupe, self.competence), self.competence, groupe

    def closed(self, scene: Scene) -> Closed | None:
        return super().closed(scene) or self.sans_lien(scene)

    def sans_lien(self, scene: Scene) -> Closed | None:
        """A skill is used with the attributes it is linked to, and as any skill is: to know, or to gauge."""
        attribut, competence, groupe = self.lot(scene)
        found = lot(groupe, competence)
        if found is None or attribut in (*found.naturels, "INT", "SAG"):
            return None
        return Closed("TN-2.15", "{} ne s'emploie pas avec {}, mais avec {}", (found.nom, attribut, found.naturels))


def terme(label: str, n: int, regle: str) -> Terms:
    return ((label, n, regle),) if n else ()


@rule("TN-1.1", "TN-0.12")
def non_testable(p: Personnage, attribut: str, competence: str) -> Closed | None:
    """A secondary attribute needs a skill that names it; the initiative is never tested on request."""
    if competence == INITIATIVE:
        return Closed("TN-0.12", "L'initiative se teste d'elle-même, au début d'une confrontation")
    if attribut not in p.fiche.valeurs:
        return Closed("TN-0.3", "Attribut inconnu : {}", (Typed(attribut),))
    nomme = any(attribut in (*x.naturels, *(v.attribut for v in x.via)) for x in lots(competence))
    return sans_test(attribut, nomme)


# ---------------------------------------------------------------- against a difficulty


@rule("TN-0.3", "TN-0.4", "TN-0.18")
class Tester(Epreuve, frozen=True, tag="tester"):
    """A test of an attribute or a skill against a difficulty of the game master's, by its name or as a figure."""

    difficulte: int = 15
    echelle: Echelle = ""

    def key(self) -> str:
        """It is named by its skill, by its attribute, or by both."""
        if self.competence and self.attribut:
            return tag(self)
        return f"{tag(self)}.competence" if self.competence else f"{tag(self)}.attribut"

    def contre(self, scene: Scene) -> tuple[int, ...]:
        return (difficulte_de(self.echelle, self.difficulte),)

    def closed(self, scene: Scene) -> Closed | None:
        return super().closed(scene) or hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, PLUS_DURE)


@rule("TN-0.13")
class Combiner(Tester, frozen=True, tag="combiner"):
    """A test in which several skills are needed at once: of all lots the lowest counts."""

    avec: tuple[str, ...] = ()  # the other skills

    def sans_lien(self, scene: Scene) -> Closed | None:
        """The attribute is the one that the rule which calls for it names."""
        return None

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        p = scene[self.actor]
        attribut, competence, groupe = super().lot(scene)
        autres = tuple([(id, en_defaut(p, id)) for id in self.avec])
        return (attribut, *le_plus_bas(p, ((competence, groupe), *autres)))

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        if not self.competence or not self.avec:
            return Closed("TN-0.13", "Un test combiné réunit au moins deux compétences")
        for id in self.avec:
            if not lots(id):
                return Closed("TN-0.4", "Compétence inconnue : {}", (Typed(id),))
        return super().closed(scene)


@rule("TN-0.40", "TN-0.46")
class Evaluer(Tester, frozen=True, tag="evaluer"):
    """A test that only serves to read degrees of success, at 10 unless a rule says otherwise."""

    difficulte: int = EVALUATION

    looks: ClassVar[dict[str, Any]] = {name: Tester.looks[name] for name in ("reussi", "degre", "score", "critique")}

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return evaluer(scene, oracle, self.figures(scene), *self.contre(scene), audience=self.audience)[0]

    def lu(self, f: Figures, obtenu: int, contre: tuple[int, ...], options: tuple[str, ...]) -> Resultat:
        return apprecier(f, obtenu, *contre)


# ---------------------------------------------------------------- against somebody


@rule("TN-0.18")
class Opposer(Epreuve, frozen=True, tag="opposer"):
    """A test whose difficulty is the score of another's, and, where there is one, a difficulty of its own too."""

    cible: Who = ""
    leur_attribut: str = ""
    leur_competence: str = ""
    leur_groupe: str = ""
    leurs_avantages: int = 0
    leurs_desavantages: int = 0
    difficulte: int = 0  # 0: none but the other's score

    offers: ClassVar[dict[str, dict[str, str]]] = {
        **Epreuve.offers,
        "leur_attribut": Epreuve.offers["attribut"],
        "leur_competence": Epreuve.offers["competence"],
        "leur_groupe": Epreuve.offers["groupe"],
    }
    looks: ClassVar[dict[str, Any]] = {
        "reussi": Tester.looks["reussi"],
        "marge": Tester.looks["marge"],
        "critique": Tester.looks["critique"],
    }

    def adverse(self) -> Epreuve:
        """The other's part."""
        return Epreuve(
            self.cible,
            self.leurs_avantages,
            self.leurs_desavantages,
            secret=self.secret,
            attribut=self.leur_attribut,
            competence=self.leur_competence,
            groupe=self.leur_groupe,
        )

    def contre(self, scene: Scene) -> tuple[int, ...]:
        """Beside the score of the other."""
        return (self.difficulte,) if self.difficulte else ()

    def closed(self, scene: Scene) -> Closed | None:
        if self.cible == self.actor:
            return Closed("TN-0.18", "On ne s'oppose pas à soi-même")
        return (
            super().closed(scene)
            or self.adverse().closed(scene)
            or hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, PLUS_DURE)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        leurs = self.adverse().figures(scene)
        return opposer(scene, oracle, self.figures(scene), leurs, self.contre(scene), audience=self.audience)[0]

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Its own looks stop at the verdict."""
        if callable(look):
            return super().seen(scene, look)
        f, g, voir = self.figures(scene), self.adverse().figures(scene), self.looks[look or "reussi"]
        contre = self.contre(scene)
        return lambda oracle: voir(issue_d_opposition(oracle, f, g, contre, scene))


ACTIONS = (Tester, Combiner, Evaluer, Opposer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """A test of each skill he has learned, then of each main attribute."""
    for id, niveau in p.fiche.competences.items():
        if niveau and id != INITIATIVE:
            yield Tester(p.id, competence=id)
    for attribut in PRINCIPAUX:
        yield Tester(p.id, attribut=attribut)
