"""Arms, and numbers: what bears on a blow besides strength."""

from __future__ import annotations

from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Term

from ..model import EFFECTS, Arme, Coup, Duel
from .duel import touche

BATARDE = Arme("Bâtarde", (Modifier("attaque", 1, "Bâtarde", "TOY-3.2", family="arme"),))
TUEUSE = Arme("Tueuse", (Modifier("attaque", 3, "Tueuse", "TOY-3.2", "arme", "contre:bleu"),), ("longue",))
ROUILLEE = Arme("Rouillée", (Modifier("attaque", -1, "Rouillée", "TOY-3.2"),), ("fragile",))
DAGUE = Arme("Dague", (Modifier("attaque", -2, "Dague", "TOY-3.2", when="face:longue"),))


@rule("TOY-3.1")
@EFFECTS.on("attaque")
def surnombre(c: Coup) -> Term | None:
    """+1 for each companion who stands beside."""
    beside = sum(p.up and p.side == c.p.side and p is not c.p for p in c.scene.people.values())
    return ("Surnombre", beside, "TOY-3.1") if beside else None


@rule("TOY-3.3")
@EFFECTS.on("attaque", of="arme:longue")
def allonge(c: Coup) -> Term | None:
    """+1 for a long arm against a short one."""
    return ("Allonge", 1, "TOY-3.3") if "arme:longue" not in c.q.bears else None


@EFFECTS.when("contre")
def contre(c: Coup, side: str) -> bool:
    """Against somebody of this side."""
    return c.q.side == side


@rule("TOY-3.5")
@EFFECTS.when("face")
def face(c: Coup, trait: str) -> bool:
    """Against an arm of this kind."""
    return f"arme:{trait}" in c.q.bears


@touche.then("TOY-3.4")
def se_briser(scene: Duel, oracle: Oracle, who: str, target: str) -> Duel:
    """A frail arm breaks when it hits; a dagger is left."""
    if "arme:fragile" not in scene[who].bears:
        return scene
    oracle.tell(Event("brise", who, rule="TOY-3.4"))
    return scene.change(who, arme=DAGUE)
