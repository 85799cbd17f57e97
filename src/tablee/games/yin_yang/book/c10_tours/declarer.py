"""What is declared: upwards, one action a turn."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.combat import Declared
from ...model.people import Personnage, hors_d_etat
from ...model.scene import Scene, en_cours, inconnu
from .tour import resoudre

# ---------------------------------------------------------------- what is declared


class Declaration(Declared, frozen=True):
    """Something one does in a turn. In a fight it is declared, and done when its initiative comes; else at once."""

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return declarer(scene, oracle, self) if scene.encounter is not None else self.executer(scene, oracle)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """In a fight: as if its initiative had come, whoever has still to declare."""
        if scene.encounter is None:
            return Action.seen(self, scene, look)
        voir = look if callable(look) else self.looks[look or self.views()[0]]
        essai = noter_la_declaration(scene, self)
        return lambda oracle: voir(essai, self.executer(essai, oracle), oracle.events)


# ---------------------------------------------------------------- guards

PAS_DE_COMBAT = Closed("YY-10.5", "Aucun combat n'est en cours")


@rule("YY-10.1", "YY-10.6")
def pas_a_lui(scene: Scene, who: str) -> Closed | None:
    """In a fight one declares one action a turn, when one's turn to declare comes."""
    absent = inconnu(scene, who) or hors_d_etat(scene[who])
    if absent is not None:
        return absent
    combat = scene.encounter
    if combat is None:
        return None
    if combat.file[:1] == (who,):
        return occupe(scene[who])
    return Closed("YY-10.1", "C'est à {} de déclarer", (Someone(combat.file[0]) if combat.file else "personne",))


def occupe(p: Personnage) -> Closed | None:
    """A turn that is spent on something allows nothing else."""
    return Closed("YY-10.6", "{} passe ce tour à {}", (Someone(p.id), p.occupe)) if p.occupe else None


# ---------------------------------------------------------------- declaring and resolving


def noter_la_declaration(scene: Scene, a: Declaration) -> Scene:
    combat = en_cours(scene)
    file = tuple([w for w in combat.file if w != a.actor])
    declarations: Any = {**combat.declarations, a.actor: a}
    return replace(scene, encounter=replace(combat, file=file, declarations=declarations))


@rule("YY-10.1")
def annonce(scene: Scene, a: Declaration) -> Event:
    """What the others hear: the action with its manoeuvres, its spell or its skill, and whom it is about."""
    champs = [getattr(a, champ, ()) for champ in ("cible", "contre", "cibles", "vers", "loin_de", "monture")]
    vises = tuple([who for c in champs for who in ((c,) if isinstance(c, str) else c) if who in scene.people])
    sorte = next((champ for champ in ("vers", "loin_de") if getattr(a, champ, "")), tag(a))
    precise = [x for champ in ("pouvoir", "competence", "membre") if (x := getattr(a, champ, "")) not in ("", "torse")]
    facts = (("quoi", (f"declare.{sorte}", *getattr(a, "manoeuvres", ()), *precise)), ("sur", vises))
    audience = GM if getattr(a, "secret", False) else ALL
    return Event("declaration_sur" if vises else "declaration", a.actor, "", "YY-10.1", (), facts, audience)


@rule("YY-10.1")
def declarer(scene: Scene, oracle: Oracle, a: Declaration) -> Scene:
    """The declaration is heard and noted; the last one sets the turn off."""
    oracle.tell(annonce(scene, a))
    scene = noter_la_declaration(scene, a)
    return scene if en_cours(scene).file else resoudre(scene, oracle)
