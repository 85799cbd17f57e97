"""People on the road, for the tests of life between fights: Ana and Bob of one side, Cyr of the other, a horse."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.games.fragments.book.c6_equipement.montures import fiche_de
from tablee.games.fragments.model.catalogue import CHOSES, MONTURES
from tablee.games.fragments.model.people import Equipement, Fiche, Unite
from tablee.games.fragments.model.scene import Combat, Options, Scene, Tour
from tablee.kernel.action import Action
from tablee.kernel.english import ENGLISH
from tablee.kernel.event import Event
from tablee.kernel.game import game
from tablee.kernel.live import Scripted
from tablee.kernel.words import LANGUAGES
from telling import asked, told

MOTS, LIVRE = game("fragments").words, game("fragments").ledger
POINTS = {"PV": 20, "FOR": 5, "MAG": 5, "DEF": 2, "RES": 2, "HAB": 5, "AGI": 4, "CHA": 30, "CON": 10, "MOV": 5}


def choses(*ids: str) -> tuple[Any, ...]:
    return tuple(CHOSES[id] for id in ids)


def sac(*ids: str, ecus: int = 1000, **kw: Any) -> Equipement:
    """An active inventory of the catalogue's things."""
    return Equipement(actif=choses(*ids), ecus=ecus, **kw)


def unite(id: str, camp: str = "A", x: int = 0, points: dict[str, int] | None = None, **kw: Any) -> Unite:
    fiche = Fiche(id.title(), points={**POINTS, **(points or {})}, sociales=kw.pop("sociales", {}))
    return Unite(id, fiche, side=camp, x=x, **kw)


def cheval(id: str = "cheval", x: int = 1, sorte: str = "cheval", **kw: Any) -> Unite:
    return Unite(id, fiche_de(MONTURES[sorte]), side=kw.pop("camp", "A"), bete=sorte, x=x, **kw)


def halte(*autres: Unite, options: Options | None = None, **ana: Any) -> Scene:
    """Ana, a player's character, and whoever is with her; nobody fights."""
    ana.setdefault("joueur", True)
    ana.setdefault("charges", 0)
    ana.setdefault("equipement", Equipement(ecus=1000))
    tous = (unite("ana", **ana), *autres)
    return Scene(people={u.id: u for u in tous}, options=options or Options())


def melee(scene: Scene, *tours: str) -> Scene:
    """The same in a fight, the tour of these."""
    qui = tuple(u.id for u in scene.people.values() if u.side and not u.bete)
    combat = Combat(initiatives=dict.fromkeys(qui, 10), file=qui, tours={id: Tour() for id in tours})
    return replace(scene, encounter=combat)


def jouer(
    scene: Scene, action: Action, dice: tuple[int, ...] = (), answers: tuple[str | int, ...] = ()
) -> tuple[Scene, list[Event]]:
    """The action, which must be open, with these dice and answers, all of them used."""
    closed = action.closed(scene)
    assert closed is None, closed
    oracle = Scripted(dice, answers)
    after = action.resolve(scene, oracle)
    assert oracle.left_over() is None, oracle.left_over()
    noms = {id: u.nom for id, u in scene.people.items()}
    for lang in LANGUAGES:  # all that is told or asked can be said
        assert all(told(MOTS, e, noms, lang) != e.what for e in oracle.events)
        assert all(asked(MOTS, q, noms, lang) != q.key for q in oracle.asked)
    return after, oracle.events


def refus(scene: Scene, action: Action) -> str:
    """The rule that refuses an action."""
    closed = action.closed(scene)
    assert closed is not None
    assert closed.text in {**ENGLISH, **MOTS.en}, closed.text
    assert closed.rule in LIVRE.rules
    return closed.rule


def dit(events: list[Event], what: str) -> Event:
    return next(e for e in events if e.what == what)
