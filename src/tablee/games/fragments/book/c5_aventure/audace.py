"""Chapter 2, the rule of cool: what the rules did not foresee, at a price. It may cost a thing or a life."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import GM, Closed, Option, Oracle, Question
from tablee.kernel.sentence import Someone

from ...model.scene import Scene
from ...model.things import sans_chose
from ..c2_systeme.figures import hors_d_etat
from ..c3_combat.tours import suite
from ..c3_combat.vie import mourir

TEXTE_MAX = 200


@rule("FD-2.16")
class Oser(Action, frozen=True, tag="oser"):
    """Something the rules did not foresee, at a price only the game master knows; the player agrees to a sacrifice."""

    acte: str
    prix: str
    sacrifice: Literal["", "objet", "vie"] = ""  # what the engine takes; nothing: the table sees to it
    objet: str = ""

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        if not scene.options.regle_du_cool:
            return Closed("FD-2.16", "La règle du cool n'est pas en usage à cette table")
        absent = hors_d_etat(scene, self.actor)
        if absent is not None:
            return absent
        if not self.acte.strip() or not self.prix.strip() or len(self.acte) > TEXTE_MAX or len(self.prix) > TEXTE_MAX:
            return Closed("FD-2.16", "Il faut dire l'acte et son prix, en {} signes au plus", (TEXTE_MAX,))
        if self.sacrifice not in ("", "objet", "vie"):
            return Closed("FD-2.16", "Sacrifice inconnu : « {} »", (self.sacrifice,))
        u = scene.people[self.actor]
        if bool(self.objet) != (self.sacrifice == "objet"):
            return Closed("FD-2.16", "On nomme l'objet sacrifié, et lui seul")
        if self.objet and u.equipement.chose(self.objet) is None:
            return Closed("FD-2.16", "{} n'a pas « {} »", (Someone(u.id), u.equipement.dite(self.objet)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        options = (Option("non", "Renoncer"), Option("oui", "Accepter un sacrifice"))
        question = Question(self.actor, "fd.cool", "FD-2.16", options, (("acte", self.acte),))
        if oracle.ask(question).id != "oui":
            oracle.tell(Event("renonce", self.actor, "", "FD-2.16", (), (("acte", self.acte),)))
            return scene
        oracle.tell(Event("ose", self.actor, "", "FD-2.16", (), (("acte", self.acte),)))
        oracle.tell(Event("prix_de_l_audace", self.actor, "", "FD-2.16", (), (("prix", self.prix),), GM))
        return self.payer(scene, oracle)

    def payer(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.sacrifice == "vie":
            return suite(mourir(scene, oracle, self.actor), oracle)
        if self.sacrifice == "objet":
            u = scene.people[self.actor]
            oracle.tell(Event("sacrifie", u.id, "", "FD-2.16", (), (("objet", scene.name(self.objet)),)))
            return scene.put(replace(u, equipement=sans_chose(u.equipement, self.objet)))
        return scene


ACTIONS: tuple[type[Action], ...] = (Oser,)
SWITCHES = (Switch("regle_du_cool", "FD-2.16"),)
