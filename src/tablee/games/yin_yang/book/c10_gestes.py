"""Chapters 10 and 11: what a fight is made of beside blows: surprise, darkness, other skills, weapons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from ..model.effects import MARTIALES
from ..model.jets import Liste, UsageVide
from ..model.people import Effet, Personnage, hors_d_etat
from ..model.scene import Scene, inconnu, tel
from ..model.tables import IMPOSSIBLE, NOMS
from .c5_tests.essai import test_refuse
from .c5_tests.figures import base
from .c5_tests.tests import Tente, tester
from .c7_fatigue.fatigue import fatiguer
from .c10_modes import (
    a_l_aveugle,
    a_relever,
    bloquees,
    bras_valides,
    competence_en_usage,
    immobilise,
    marge_du_blocage,
    prendre,
)
from .c10_tours.declarer import PAS_DE_COMBAT, Declaration, pas_a_lui
from .c10_tours.places import engages_avec

COUT_MAX = 60


ND_MAX = 60


OBSCURITE_MAX = 6


# ---------------------------------------------------------------- what the MJ decides


@rule("YY-10.4")
class Surprendre(Action, frozen=True, tag="surprendre"):
    """Some creatures are surprised by this one and its camp: this turn they can do nothing against them."""

    cibles: tuple[Who, ...]

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.cibles)
        if absent is not None:
            return absent
        if not self.cibles or set(self.cibles) & set(camarades(scene, self.actor)):
            return Closed("YY-10.4", "Il faut dire qui est surpris, hors de son camp")
        if scene.encounter is not None and scene.encounter.declarations:
            return Closed("YY-10.4", "La surprise se décide avant les déclarations du tour")
        return hors_d_etat(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("surprise", self.actor, "", "YY-10.4", (), (("cibles", self.cibles),)))
        par = camarades(scene, self.actor)
        surpris = [scene[c] for c in dict.fromkeys(self.cibles)]
        return scene.put(*[replace(p, surpris_par=tuple(dict.fromkeys((*p.surpris_par, *par)))) for p in surpris])


def camarades(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody of his camp, he himself included."""
    camp = scene[who].side
    return tuple(p.id for p in scene.people.values() if p.side == camp) if camp else (who,)


@rule("YY-10.33")
class Obscurcir(Action, frozen=True, tag="obscurcir"):
    """Darkness, fog or smoke hampers everybody here, or those named, by 1 to 6; 0: it is gone."""

    master = True

    penalite: int
    cibles: tuple[Who, ...] = ()

    def key(self) -> str:
        return "obscurcir" if self.penalite else "eclaircir"

    def closed(self, scene: Scene) -> Closed | None:
        if not 0 <= self.penalite <= OBSCURITE_MAX:
            return Closed("YY-10.33", "L'obscurité va de 0 à {}, pas {}", (OBSCURITE_MAX, self.penalite))
        return inconnu(scene, self.actor, *self.cibles)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        cibles = self.cibles or tuple(scene.people)
        what = "obscurite" if self.penalite else "obscurite_levee"
        facts = (("cibles", cibles), ("penalite", self.penalite))
        oracle.tell(Event(what, self.actor, "", "YY-10.33", (), facts))
        effet = Effet("Obscurité", "vue", -self.penalite, "YY-10.33", lie="obscurité")
        nouveau = (effet,) if self.penalite else ()
        changes = [scene[c] for c in dict.fromkeys(cibles)]
        return scene.put(
            *[replace(p, effets=(*[e for e in p.effets if e.lie != "obscurité"], *nouveau)) for p in changes]
        )


# ---------------------------------------------------------------- another skill


@rule("YY-10.10", "YY-10.20")
class AutreAction(Declaration, frozen=True, tag="autre_action"):
    """Use a skill that is not martial in the middle of a fight."""

    competence: str
    nd: int = 12
    cout: int = 1  # fatigue, from the skill or the MJ
    vue: bool = False  # it cannot be done without seeing (YY-10.33)
    mod: int = 0
    vide: UsageVide = ""
    risquer: bool = False
    secret: bool = False

    looks: ClassVar[dict[str, Look]] = {"reussi": lambda b, a, ev: any(e.what == "test" and e["reussi"] for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is None:
            return PAS_DE_COMBAT
        p = scene[self.actor]
        if self.competence in MARTIALES:
            return Closed("YY-10.10", "Une compétence martiale sert à attaquer ou à se défendre")
        if not 0 <= self.nd <= ND_MAX and self.nd != IMPOSSIBLE:
            return Closed("YY-5.23", "Un ND va de 0 à {} ({} : impossible), pas {}", (ND_MAX, IMPOSSIBLE, self.nd))
        if not 0 <= self.cout <= COUT_MAX:
            return Closed("YY-10.10", "Le coût en fatigue va de 0 à {}, pas {}", (COUT_MAX, self.cout))
        return a_relever(p) or test_refuse(p, self)

    def empechee(self, scene: Scene) -> Closed | None:
        if immobilise(scene, self.actor) is not None:
            return Closed("YY-11.11", "il est immobilisé")
        return Closed("YY-11.21", "il est à terre") if tel(scene, self.actor).a_terre else None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = tel(scene, self.actor)
        competence, usage = en_se_battant(scene, p, self.competence)
        plus: Liste = [("Circonstances", self.mod, "YY-5.1")] if self.mod else []
        if self.vue and (gene := a_l_aveugle(p)) is not None:
            plus.append(gene)
        nd = self.nd if self.nd == IMPOSSIBLE else self.nd + marge_du_blocage(scene, p.id)
        scene, _ = tester(
            scene, oracle, p.id, Tente(competence, nd, tuple(plus), self.vide, self.risquer, usage, self.secret)
        )
        return fatiguer(scene, oracle, self.actor, self.cout)


@rule("YY-5.3", "YY-10.10")
def en_se_battant(scene: Scene, p: Personnage, competence: str) -> tuple[str, str]:
    """What is really tested by one engaged in combat: the weaker of that skill and his martial one, with its usage."""
    if competence in NOMS or not engages_avec(scene, p):
        return competence, ""
    martiale, usage = competence_en_usage(scene, p)
    if martiale and total(base(p, martiale, usage)) < total(base(p, competence)):
        return martiale, usage
    return competence, ""


# ---------------------------------------------------------------- a turn for something else


@rule("YY-11.7")
class Nettoyer(Declaration, frozen=True, tag="nettoyer"):
    """Spend a turn getting the sand out of one's eyes."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if not any(e.lie == "sable" for e in scene[self.actor].effets):
            return Closed("YY-11.7", "{} n'a pas de sable dans les yeux", (Someone(self.actor),))
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("voit_clair", p.id, "", "YY-11.7"))
        scene = scene.put(replace(p, effets=tuple(e for e in p.effets if e.lie != "sable")))
        return fatiguer(scene, oracle, self.actor, 1)


@rule("YY-11.16")
class Ramasser(Declaration, frozen=True, tag="ramasser"):
    """Spend a turn picking up a weapon that lies at one's feet."""

    arme: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if self.arme not in scene[self.actor].a_terre_armes:
            return Closed("YY-11.16", "Rien de tel à ses pieds : « {} »", (self.arme,))
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("ramasse", p.id, "", "YY-11.16", (), (("arme", scene.name(self.arme)),)))
        p = replace(p, a_terre_armes=tuple(a for a in p.a_terre_armes if a != self.arme))
        return fatiguer(scene.put(prendre(p, self.arme)), oracle, self.actor, 1)


@rule("YY-10.18", "YY-10.26", "YY-10.32")
class Degainer(Action, frozen=True, tag="degainer"):
    """Take other weapons in hand, or put all of them away, before declaring; it takes no time.

    Both hands full, the shield goes on the back; else it is on the arm again.
    """

    armes: tuple[str, ...] = ()

    def key(self) -> str:
        return "degainer" if self.armes else "rengainer"

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if any(all(a.id != id for a in p.equipement.armes) for id in self.armes):
            return Closed("YY-10.18", "{} ne porte pas ces armes", (Someone(p.id),))
        if any(id in p.a_terre_armes for id in self.armes):
            return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
        if bloquees(scene, p.id):
            return Closed("YY-11.8", "Cette arme est bloquée : il faut la lâcher ou se libérer")
        mains = sum(a.mains for a in p.equipement.armes if a.id in self.armes)
        if mains > 2:
            return Closed("YY-10.26", "Deux mains ne suffisent pas")
        if mains > bras_valides(p):
            return Closed("YY-6.3", "{} n'a plus assez de bras valides", (Someone(p.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        what = "degaine" if self.armes else "rengaine"
        noms = tuple(scene.name(id) for id in self.armes)
        oracle.tell(Event(what, p.id, "", "YY-10.18", (), (("armes", noms),)))
        scene = scene.put(replace(p, equipement=replace(p.equipement, en_main=self.armes)))
        return passer_le_bouclier(scene, oracle, p.id)


@rule("YY-10.32")
def passer_le_bouclier(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A shield is slung when the weapons in hand take both, and raised when they leave one."""
    e = scene[who].equipement
    au_dos = sum(a.mains for a in e.tenues) > 1
    if e.bouclier is None or au_dos == e.au_dos:
        return scene
    facts = (("bouclier", e.bouclier.nom),)
    oracle.tell(Event("bouclier_au_dos" if au_dos else "bouclier_au_bras", who, "", "YY-10.32", (), facts))
    return scene.put(replace(scene[who], equipement=replace(e, au_dos=au_dos)))


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Surprise before a fight; in one, clearing one's eyes, weapons, the skills worth using."""
    if scene.encounter is None:
        autres = tuple(q.id for q in scene.people.values() if q.side and q.side != p.side and q.conscient)
        if autres and p.side:
            yield Surprendre(p.id, autres)
    if any(e.lie == "sable" for e in p.effets):
        yield Nettoyer(p.id)
    for arme in p.a_terre_armes:
        yield Ramasser(p.id, arme)
    tenues = tuple(a.id for a in p.equipement.tenues)
    for a in p.equipement.armes:
        autre = (a.id,) != tenues or (a.mains == 2 and p.equipement.main_prise)
        if autre and a.id not in p.a_terre_armes and a.id != "mains_nues":
            yield Degainer(p.id, (a.id,))
    if tenues or (p.equipement.bouclier is not None and p.equipement.au_dos):
        yield Degainer(p.id)
    if scene.encounter is not None:
        for competence, rang in p.fiche.competences.items():
            if rang and competence not in MARTIALES:
                yield AutreAction(p.id, competence)


ACTIONS: tuple[type[Action], ...] = (
    Surprendre,
    Obscurcir,
    AutreAction,
    Nettoyer,
    Ramasser,
    Degainer,
)
PLACE = 6
