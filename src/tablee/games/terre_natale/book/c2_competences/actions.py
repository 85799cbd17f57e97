"""What one does with skills: put one to use, know, gauge, speak, serve an engine, fall back on the character."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms, total

from ...model.competences import GROUPES, LANGUES, Lot
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, evaluer, figures, tester
from ..c0_tests.actions import Tester, absent, hors_bornes, refuse
from ..c0_tests.des import points
from .langues import Facette, facette, langue, malentendus, muet, permet
from .limites import AIDE, Gene, de_la_mauvaise_main, entraide, limitees, mauvaise_main, represailles, sans_appui
from .usages import JUGER, SAVOIR, Usage, attribut_d_usage, choisi, hors_de_portee, inconnue

SIEGE, ENQUETE = "arme_de_siege", "enquete"
DEFAUSSE, DEFAUSSES = "defausse", 1  # TN-2.56.1: as many as the game master grants, one if he says nothing


def lot_de(p: Personnage, competence: str, groupe: str) -> Lot:
    """The lot that an open action uses."""
    found = choisi(p.fiche, competence, groupe)
    assert found is not None
    return found


def empeche(scene: Scene, who: str, attribut: str, competence: str, groupe: str) -> Closed | None:
    """Why somebody cannot try what these are for: he is dead, KO, out of action."""
    p, of = scene[who], (attribut, competence, groupe)
    return refuse(scene, p, *of, Essai(p, scene, None, *of))


class DeCompetence(Tester, frozen=True, tag="de_competence"):
    """A test of a skill, by its id, its name or what another chapter calls it."""

    dans: ClassVar[str] = ""  # the one group it is about

    def key(self) -> str:
        return tag(self)

    def used(self, p: Personnage) -> Lot:
        """The lot that is tested."""
        return lot_de(p, self.competence, self.groupe or self.dans)

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        used = self.used(scene[self.actor])
        return self.attribut or attribut_d_usage(self.competence, used), used.id, used.groupe

    def closed(self, scene: Scene) -> Closed | None:
        return self.sans_lot(scene) or super().closed(scene)

    def sans_lot(self, scene: Scene) -> Closed | None:
        """Why the skill cannot be used in that group: neither is there, or the one is not in the other."""
        found = absent(scene, self.actor)
        if found is not None:
            return found
        f, groupe = scene[self.actor].fiche, self.groupe or self.dans
        used, ailleurs = choisi(f, self.competence, groupe), choisi(f, self.competence)
        if used is not None:
            return inconnue(used.id, scene.options)
        if ailleurs is None:
            return Closed("TN-2.18", "Pas de compétence « {} »", (Typed(self.competence),))
        return Closed("TN-2.8", "{} n'est pas dans le groupe « {} »", (ailleurs.nom, groupe))


class Employer(DeCompetence, frozen=True, tag="employer"):
    """A skill put to use in a way that wants a word: by exception, as a reprisal, with the wrong hand."""

    raison: str = ""  # why an attribute is used by way of exception
    appui: str = ""  # what Représailles rest on
    mauvaise_main: bool = False
    bouclier: bool = False
    offers: ClassVar[dict[str, dict[str, str]]] = {**Tester.offers, "appui": Tester.offers["competence"]}

    def used(self, p: Personnage) -> Lot:
        """Of a limiting skill the one it rests on."""
        announced = super().used(p)
        return lot_de(p, self.appui, announced.groupe) if announced.limitante else announced

    def sans_lot(self, scene: Scene) -> Closed | None:
        found = super().sans_lot(scene)
        if found is not None:
            return found
        f = scene[self.actor].fiche
        announced = lot_de(scene[self.actor], self.competence, self.groupe)
        return sans_appui(announced, choisi(f, self.appui, announced.groupe)) if announced.limitante else None

    def sans_lien(self, scene: Scene) -> Closed | None:
        """Why it is not used with this attribute; that of an alias is the one its rule prints."""
        return hors_de_portee(self.used(scene[self.actor]), self.attribut, self.raison) if self.attribut else None

    def gene(self, p: Personnage, f: Figures) -> Gene:
        """What limits it."""
        used = self.used(p)
        gene = Gene() if used == super().used(p) else represailles(p.fiche, used)
        if de_la_mauvaise_main(self.mauvaise_main, self.bouclier):
            gene += mauvaise_main(p, f.attribut, f.groupe)
        return gene

    def valeur(self, scene: Scene, c: Essai) -> Terms:
        return self.figures(scene).valeur

    def figures(self, scene: Scene) -> Figures:
        p, f = scene[self.actor], super().figures(scene)
        return limitees(f, p, self.gene(p, f))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.raison:
            attribut, _, _ = self.lot(scene)
            facts = ("quoi", self.used(scene[self.actor]).nom), ("attribut", attribut), ("raison", self.raison)
            oracle.tell(Event("usage", self.actor, "", "TN-2.16", (), facts))
        return super().resolve(scene, oracle)


@rule("TN-2.32")
class EmployerAutrement(Employer, frozen=True, tag="employer_autrement"):
    """A skill used with an attribute that the game master accepts in this situation."""

    master: ClassVar[bool] = True

    def sans_lien(self, scene: Scene) -> Closed | None:
        if self.attribut and self.raison.strip():
            return None
        return Closed("TN-2.32", "Un autre attribut est accepté pour une raison : dites lequel et pourquoi")


class General(DeCompetence, frozen=True, tag="general"):
    """A use that every skill has, with an attribute of its own."""

    difficulte: int = 10
    general: ClassVar[Usage]

    def sans_lien(self, scene: Scene) -> Closed | None:
        own = self.general
        return None if self.attribut == own.attribut else Closed(own.regle, "Cela se teste avec {}", (own.attribut,))


@rule("TN-2.11")
class Savoir(General, frozen=True, tag="savoir"):
    """What somebody knows of all that has to do with a skill."""

    attribut: str = SAVOIR.attribut
    general = SAVOIR


@rule("TN-2.12")
class Jauger(General, frozen=True, tag="jauger"):
    """How hard an action is that wants a skill."""

    attribut: str = JUGER.attribut
    general = JUGER


class Parler(Action, frozen=True, tag="parler"):
    """To understand, speak, or read and write a language; with a difficulty, a test of it."""

    langue: str
    facette: Facette = "comprehension"
    difficulte: int = 0  # 0: nothing is tested

    def closed(self, scene: Scene) -> Closed | None:
        return (
            absent(scene, self.actor)
            or hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, 99)
            or muet(scene[self.actor], self.langue, self.facette)
            or empeche(scene, self.actor, "INT", langue(self.langue), LANGUES)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        terms = facette(p.fiche, self.langue, self.facette)
        dit = ("langue", self.langue), ("facette", self.facette), ("niveau", total(terms))
        permis = ("permet", permet(total(terms), self.facette))
        oracle.tell(Event("langue", self.actor, "", "TN-2.66", terms, (*dit, permis)))
        if not self.difficulte:
            return scene
        net = malentendus(p.fiche, self.langue, self.facette)
        f = figures(scene, p, "INT", langue(self.langue), LANGUES, net=net)
        return tester(scene, oracle, f, (self.difficulte,))[0]


@rule("TN-2.38")
class Servir(DeCompetence, frozen=True, tag="servir"):
    """A siege engine, worked by several: each helper tests, and the best of them helps whoever leads."""

    servants: Annotated[tuple[Who, ...], Meta(max_length=12)] = ()
    manier: Literal["DEX", "FOR"] = "DEX"  # what helping it takes: quick and precise hands, or to move the engine
    dans: ClassVar[str] = SIEGE
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": {x.id: x.nom for x in GROUPES[SIEGE].competences}}

    def closed(self, scene: Scene) -> Closed | None:
        equipe = (self.actor, *self.servants)
        if len(set(equipe)) < len(equipe):
            return Closed("TN-2.38", "Chacun n'a qu'une place à un engin")
        missing = next(filter(None, (absent(scene, who) for who in equipe)), None)
        closed = missing or super().closed(scene)
        if closed is not None:
            return closed
        aides = ((who, self.used(scene[who]).id) for who in self.servants)
        return next(filter(None, (empeche(scene, who, self.manier, id, SIEGE) for who, id in aides)), None)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """With what those who help bring, from dice of their own."""
        if callable(look):
            return super().seen(scene, look)
        f, contre, voir = self.figures(scene), self.contre(scene), self.looks[look or "reussi"]
        profil, servants = f.profil(contre), [(g.profil((AIDE,)), g.niveau) for g in self.aides(scene)]

        def score(oracle: Any) -> int:
            aide = entraide([(points(oracle, g), niveau) for g, niveau in servants])
            return points(oracle, profil) + aide

        return lambda oracle: voir(self.lu(f, score(oracle), contre, scene.options))

    def aides(self, scene: Scene) -> Iterator[Figures]:
        """The test of each who helps."""
        for who in self.servants:
            yield figures(scene, scene[who], self.manier, self.used(scene[who]).id, SIEGE)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        tests = []
        for f in tuple(self.aides(scene)):
            scene, r = evaluer(scene, oracle, f, AIDE)
            tests.append((r.score, f.niveau))
        aide = entraide(tests)
        bonus: Terms = (("Servants", aide, "TN-2.38"),) if aide else ()
        f = limitees(self.figures(scene), scene[self.actor], Gene(bonus=bonus))
        return tester(scene, oracle, f, self.contre(scene), audience=self.audience)[0]


@rule("TN-2.56.1")
class Defausser(DeCompetence, frozen=True, tag="defausser"):
    """Where the player's own search has failed: a test of the character's, as often as the game master grants."""

    dans: ClassVar[str] = ENQUETE
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": {x.id: x.nom for x in GROUPES[ENQUETE].competences}}

    def closed(self, scene: Scene) -> Closed | None:
        found = sans_defausse(scene) or super().closed(scene)
        if found is None and scene[self.actor].usages.get(DEFAUSSE, DEFAUSSES) < 1:
            return Closed("TN-2.56.1", "Plus de défausse : le MJ en accorde d'autres")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        reste = p.usages.get(DEFAUSSE, DEFAUSSES) - 1
        oracle.tell(Event("defausse", p.id, "", "TN-2.56.1", (), (("reste", reste),)))
        return super().resolve(scene.put(replace(p, usages={**p.usages, DEFAUSSE: reste})), oracle)


@rule("TN-2.56.1")
class AccorderDefausses(Action, frozen=True, tag="accorder_defausses"):
    """The game master says how many défausses somebody has until he says so again."""

    cible: Who
    nombre: Annotated[int, Meta(ge=0, le=20)] = DEFAUSSES
    master: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        return sans_defausse(scene) or absent(scene, self.cible)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.cible]
        oracle.tell(Event("defausses_accordees", p.id, "", "TN-2.56.1", (), (("nombre", self.nombre),)))
        return scene.put(replace(p, usages={**p.usages, DEFAUSSE: self.nombre}))


def sans_defausse(scene: Scene) -> Closed | None:
    if "defausse_d_enquete" in scene.options:
        return None
    return Closed("TN-2.56.1", "La campagne n'a pas de défausse d'enquête")


ACTIONS = (Employer, EmployerAutrement, Savoir, Jauger, Parler, Servir, Defausser, AccorderDefausses)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What somebody has learned is worth a button; the rest is asked for by name."""
    for id, niveau in p.fiche.competences.items():
        if niveau and id.startswith("langues:"):
            yield Parler(p.id, id.partition(":")[2])
    for used in GROUPES[ENQUETE].competences:
        if "defausse_d_enquete" in scene.options and p.fiche.competences.get(used.id):
            yield Defausser(p.id, competence=used.id)
