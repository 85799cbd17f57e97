"""What a caste lets one do: its privilege before a test, its action, what one knows as a member, the apothéoses."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.effects import Modifier, tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms

from ...model.castes import CASTES, NATURES, ActionDeCaste, CasteDuLivre, maitrise
from ...model.competences import GROUPES
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, Realise, mise_payee
from ..c0_tests.actions import PLUS_DURE, Essayer, hors_bornes, refuse
from ..c0_tests.resolution import PROCHAIN_TEST
from ..c3_traits import Dit, en
from .choix import actions_de
from .rangs import absent

TOURS = 10_000  # more than a confrontation has

# ---------------------------------------------------------------- how often


def periode(scene: Scene, frequence: str) -> int:
    """Which day, scene or turn it is; out of a confrontation a turn is the whole scene (TN-6.14)."""
    if frequence == "jour":
        return scene.jour
    return scene.scenes if frequence == "scene" else scene.scenes * TOURS + scene.round()


def deja(scene: Scene, p: Personnage, quoi: str, frequence: str) -> bool:
    """Whether what can be done once a day, scene or turn was done in this one."""
    return p.usages.get(f"{quoi}/{frequence}") == periode(scene, frequence)


def employe(scene: Scene, p: Personnage, quoi: str, frequence: str) -> Personnage:
    """Somebody who has done it."""
    return replace(p, usages={**p.usages, f"{quoi}/{frequence}": periode(scene, frequence)})


# ---------------------------------------------------------------- the privilege


@rule("TN-6.14")
def couvre(profil: CasteDuLivre, groupe: str, sauvegarde: str = "") -> bool:
    """Whether the privilege of a caste covers a test: by the group of the skill. Saves are nobody's situation."""
    if sauvegarde:
        return False
    if profil.couvre:
        return groupe in profil.couvre
    if profil.nature == "aventure":
        return not any(_du_domaine(nature, groupe) for nature in ("martiale", "sociale"))
    return profil.nature == "joker" or _du_domaine(profil.nature, groupe)


def _du_domaine(id: str, groupe: str) -> bool:
    nature = NATURES[id]
    return groupe in nature.groupes or (groupe in GROUPES and GROUPES[groupe].categorie in nature.categories)


@rule("TN-6.13", "TN-6.14")
@EFFECTS.on("privilege", of="caste")
def privilege(c: Essai) -> Term | None:
    """Chi spent before the dice in what the caste is about: 1 point, 1 more of the attribute, as many as the rank."""
    caste = c.p.fiche.caste
    if caste is None or c.scene is None or not couvre(CASTES[caste.id], c.groupe, c.sauvegarde):
        return None
    used = deja(c.scene, c.p, "privilege", CASTES[caste.id].privilege)
    return None if used else ("Privilège", caste.rang, "TN-6.13")


@mise_payee.then("TN-6.13")
def privilege_employe(scene: Scene, oracle: Oracle, f: Figures, fait: Realise) -> Scene:
    p = scene[f.qui]
    if not fait.privilege or p.fiche.caste is None:
        return scene
    oracle.tell(Event("privilege", p.id, "", "TN-6.13", (), (("chi", fait.privilege), ("quoi", f.quoi))))
    return scene.put(employe(scene, p.sans("PC", fait.privilege), "privilege", CASTES[p.fiche.caste.id].privilege))


# ---------------------------------------------------------------- the apothéoses


RELANCES = {16: "jour", 18: "scene", 20: "tour"}  # TN-6.40: from this rank on


def relance_par(rang: int) -> str:
    """How often a test of a caste attribute can be made again; never below the second apothéose."""
    return next((frequence for needed, frequence in reversed(RELANCES.items()) if rang >= needed), "")


@rule("TN-6.40")
@EFFECTS.on("relance", of="apotheose")
def apotheose(c: Essai) -> Term | None:
    """One test with an attribute of the caste may be made again, in each of its periods."""
    caste = c.p.fiche.caste
    if caste is None or c.scene is None or c.attribut not in (caste.principal, caste.secondaire):
        return None
    used = deja(c.scene, c.p, "apotheose", relance_par(caste.rang))
    return None if used else ("Apothéose", 1, "TN-6.40")


@mise_payee.then("TN-6.40")
def apotheose_employee(scene: Scene, oracle: Oracle, f: Figures, fait: Realise) -> Scene:
    p = scene[f.qui]
    if not fait.relances or p.fiche.caste is None or "apotheose" not in p.bears:
        return scene
    return scene.put(employe(scene, p, "apotheose", relance_par(p.fiche.caste.rang)))


# ---------------------------------------------------------------- the action of a caste


@rule("TN-6.15")
@EFFECTS.when("action_de_caste")
def pour_l_action(c: Essai, id: str) -> bool:
    """A test that the action of this caste helps."""
    profil = CASTES[id]
    assert profil.action is not None
    return c.groupe in profil.action.vers if profil.action.vers else couvre(profil, c.groupe, c.sauvegarde)


@rule("TN-6.15", "TN-6.33", "TN-6.37")
class AgirEnCaste(Action, frozen=True, tag="agir_en_caste"):
    """The action of one's caste, an action libre: it helps the next action of its kind, once a scene, or a turn."""

    caste: str = ""  # empty: one's own

    rank: ClassVar[int] = 30
    offers: ClassVar[dict[str, dict[str, str]]] = {"caste": {id: c.nom for id, c in CASTES.items() if c.action}}

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        p = scene[self.actor]
        had = actions_de(p.fiche.caste) if p.fiche.caste is not None else {}
        id = self.laquelle(p)
        if id not in had:
            return Closed("TN-6.33", "{} n'a pas cette action de caste", (Someone(p.id),))
        if scene.encounter is None:
            return Closed("TN-6.33", "Une action de caste ne sert qu'en confrontation")
        if deja(scene, p, f"action:{id}", frequence_d_action(had[id])):
            return Closed("TN-6.15", "Déjà employée, {}", (UNE_FOIS[frequence_d_action(had[id])],))
        return refuse(scene, p, "", "", "", Essai(p, scene))

    def key(self) -> str:
        return f"{tag(self)}.de" if self.caste else tag(self)

    def laquelle(self, p: Personnage) -> str:
        return self.caste or (p.fiche.caste.id if p.fiche.caste is not None else "")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        id = self.laquelle(p)
        action = CASTES[id].action
        assert action is not None and p.fiche.caste is not None
        oracle.tell(Event("action_de_caste", p.id, "", "TN-6.15", (), (("action", action.nom), ("n", action.n))))
        plus = Modifier(action.sur, action.n, action.nom, "TN-6.15", when=f"action_de_caste:{id}", of=PROCHAIN_TEST)
        frequence = frequence_d_action(actions_de(p.fiche.caste)[id])
        return scene.put(employe(scene, replace(p, effets=(*p.effets, plus)), f"action:{id}", frequence))


@rule("TN-6.15")
def action_dite(action: ActionDeCaste) -> Dit:
    """What the action of a caste does, in both languages."""
    aide = f"{action.n:+}" if action.sur == "bonus" else f"{action.n} avantage"
    groupes = [GROUPES[id].nom for id in action.vers] or ["situations du privilège"]
    fr = f"{aide} à la prochaine action ({', '.join(groupes)}), une fois par scène ; améliorée, une fois par tour."
    noms = ", ".join(map(en, groupes))
    return fr, f"{aide} to the next action ({noms}), once a scene; improved, once a turn."


UNE_FOIS = {"scene": "une fois par scène", "tour": "une fois par tour"}


@rule("TN-6.37")
def frequence_d_action(amelioree: bool) -> str:
    return "tour" if amelioree else "scene"


# ---------------------------------------------------------------- what one knows of one's caste, and is known for in it


DEFAUSSES = {"connaissance": ("INT", "TN-6.27"), "reputation": ("CHA", "TN-6.28")}


@rule("TN-6.27", "TN-6.28")
class SeDefausser(Essayer, frozen=True, tag="defausse_de_caste"):
    """A test about one's own caste: the mastery of it takes the place of skill and group."""

    sujet: str = "connaissance"
    difficulte: int = 15

    looks: ClassVar[dict[str, Any]] = {name: Essayer.looks[name] for name in ("reussi", "marge")}
    offers: ClassVar[dict[str, dict[str, str]]] = {
        **Essayer.offers,
        "sujet": {"connaissance": "Connaissance de caste", "reputation": "Réputation de caste"},
    }

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        return DEFAUSSES[self.sujet][0], "", ""

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        if self.sujet not in DEFAUSSES:
            return Closed("TN-6.27", "Connaissance ou réputation, pas « {} »", (Typed(self.sujet),))
        if scene[self.actor].fiche.caste is None:
            return Closed("TN-6.27", "{} n'a pas de caste", (Someone(self.actor),))
        return super().closed(scene) or hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, PLUS_DURE)

    def figures(self, scene: Scene) -> Figures:
        found, p = super().figures(scene), scene[self.actor]
        return replace(found, modificateurs=found.modificateurs + defausse(p, self.sujet))

    def contre(self, scene: Scene) -> tuple[int, ...]:
        return (self.difficulte,)


@rule("TN-6.25", "TN-6.27", "TN-6.28")
def defausse(p: Personnage, sujet: str) -> Terms:
    """What the mastery of one's caste counts for; renown counts for the reputation too."""
    if p.fiche.caste is None:
        return ()
    own: Terms = (("Maîtrise de caste", maitrise(p.fiche.caste.rang), DEFAUSSES[sujet][1]),)
    return own + tally(p.bears, "renommee", Essai(p)) if sujet == "reputation" else own
