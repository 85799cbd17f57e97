"""Chapter 3, life and death: damage, enveloppe palliative, falling, survival, wounds, healing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import GM, Option, Oracle, Question

from .catalogue import AFFLICTIONS, MAUX
from .state import Actif, MalActif, Survie, Unite, immunise
from .tables import BLESSURES, PERTES

if TYPE_CHECKING:
    from .scene import Scene

PIERRE = "pierre_de_resurrection"

# ---------------------------------------------------------------- losing points


@rule("FD-3.16", "FD-3.36", "FD-4.24")
def perdre(
    scene: Scene,
    oracle: Oracle,
    cible: str,
    n: int,
    regle: str,
    par: str = "",
    epargne: bool = False,
    critique: bool = False,
) -> Scene:
    """Damage: from the EP first, then the PV, or the survival bar; whoever is spared keeps 1 PV."""
    u = scene.unites[cible]
    if u.vie != "actif" or n <= 0:
        return scene
    if u.ep:
        absorbes = min(u.ep, n)
        n -= absorbes
        u = replace(u, ep=u.ep - absorbes)
        oracle.tell(Event("ep_absorbe", cible, "", "FD-3.16", (), (("points", absorbes), ("reste", u.ep))))
    if u.survie is not None:
        return entamer(scene.put(u), oracle, cible, 100 * n, regle)
    pv = u.pv
    if epargne:
        n = min(n, pv - 1)
    if n < pv:
        return scene.put(replace(u, perdus=u.perdus + n))
    return tomber(scene.put(u), oracle, cible, n, par, critique)


@rule("FD-3.18")
def pierre(scene: Scene, oracle: Oracle, u: Unite) -> Scene | None:
    """The resurrection stone, if one is carried: all PV come back."""
    trouvee = next((c for c in u.equipement.actif if (getattr(c, "vaut", "") or c.id) == PIERRE), None)
    if trouvee is None:
        return None
    oracle.tell(Event("pierre_de_resurrection", u.id, "", "FD-3.18", (), (("pv", u.pv_max),)))
    return scene.put(replace(u, perdus=0, equipement=u.equipement.sans(trouvee.id)))


@rule("FD-3.3", "FD-3.5", "FD-3.10")
def tomber(scene: Scene, oracle: Oracle, cible: str, n: int, par: str = "", critique: bool = False) -> Scene:
    """At 0 PV: the minor die, the others faint with a wound that the game master names."""
    u = scene.unites[cible]
    sauve = pierre(scene, oracle, u) if u.equipement.actif else None
    if sauve is not None:
        return sauve
    if u.fiche.mineur:
        return mourir(scene, oracle, cible)
    return evanouir(scene, oracle, cible, blessure(scene, oracle, u, n, critique), par)


def blessure(scene: Scene, oracle: Oracle, u: Unite, n: int, critique: bool) -> str:
    """The wound the game master chooses, no lesser than the wounds before make it; proposed: by the blow's share."""
    propose = 1 + (2 * n >= u.pv_max) + (n >= u.pv_max or critique)
    rang = max(u.au_moins, min(propose, 3))
    rangs = [rang, *(r for r in range(u.au_moins, len(BLESSURES)) if r != rang)]
    options = tuple(Option(str(r), BLESSURES[r]) for r in rangs)
    if len(options) == 1:
        return BLESSURES[rang]
    question = Question(GM, "fd.blessure", "FD-3.5", options, (("qui", u.nom), ("degats", n)), audience=GM)
    return BLESSURES[int(oracle.ask(question).id)]


def evanouir(scene: Scene, oracle: Oracle, cible: str, blessure: str, par: str = "") -> Scene:
    """The survival bar takes the place of the PV."""
    u = scene.unites[cible]
    oracle.tell(Event("tombe", cible, par, "FD-3.3", (), (("blessure", blessure), ("points", u.pv_max))))
    tombe = replace(u, perdus=u.pv_max, survie=Survie(100 * u.pv_max, blessure), esquive=False, passager_de="")
    return demonter(scene.put(tombe), cible)


def demonter(scene: Scene, cible: str) -> Scene:
    """A rider who falls lies beside the mount, a rider whose mount falls stands on its cell (FD-6.35)."""
    u = scene.unites[cible]
    if u.monture and u.monture in scene.unites:
        return scene.put(replace(u, monture=""), replace(scene.unites[u.monture], cavalier=""))
    if u.cavalier and u.cavalier in scene.unites:
        passager = scene.passager(u)
        debout = scene.put(replace(u, cavalier=""), replace(scene.unites[u.cavalier], monture=""))
        return debout.put(replace(passager, passager_de="")) if passager is not None else debout
    return scene


@rule("FD-3.4", "FD-3.6")
def entamer(scene: Scene, oracle: Oracle, cible: str, centiemes: int, regle: str) -> Scene:
    """Something is taken off the survival bar; at its end one dies."""
    u = scene.unites[cible]
    if u.survie is None:
        return scene
    reste = max(0, u.survie.reste - centiemes)
    oracle.tell(
        Event("survie", cible, "", regle, (), (("reste", reste // 100), ("blessure", u.survie.blessure)))
    )
    scene = scene.put(replace(u, survie=replace(u.survie, reste=reste)))
    return mourir(scene, oracle, cible) if reste == 0 else scene


def mourir(scene: Scene, oracle: Oracle, cible: str) -> Scene:
    oracle.tell(Event("meurt", cible, "", "FD-3.6"))
    u = scene.unites[cible]
    return demonter(scene.put(replace(u, vie="mort", survie=None, perdus=u.pv_max, passager_de="")), cible)


@rule("FD-3.4", "FD-3.7", "FD-3.11")
def agoniser(scene: Scene, oracle: Oracle, cible: str) -> Scene:
    """What a wound takes in a tour of survival: a share of the bar, doubling each time for a lethal one."""
    u = scene.unites[cible]
    if u.survie is None:
        return scene
    tours = u.survie.tours + 1
    pct = 2**tours if u.survie.blessure == "Létale" else PERTES[u.survie.blessure]
    scene = scene.put(replace(u, survie=replace(u.survie, tours=tours)))
    regle = "FD-3.11" if u.survie.blessure == "Létale" else "FD-3.4"
    return entamer(scene, oracle, cible, pct * u.pv_max, regle) if pct else scene


# ---------------------------------------------------------------- healing


@rule("FD-3.9", "FD-3.12", "FD-5.13")
def soigner(scene: Scene, oracle: Oracle, cible: str, n: int, regle: str, letale: bool = False) -> Scene:
    """PV given back; somebody in survival is stabilised at 1 PV instead, unless the wound is lethal or air is lacking."""
    u = scene.unites[cible]
    if u.vie != "actif":
        return scene
    if u.survie is not None:
        if u.souffle is not None or (u.survie.blessure == "Létale" and not letale):
            oracle.tell(Event("soin_vain", cible, "", "FD-5.13" if u.souffle is not None else "FD-3.12"))
            return scene
        return relever(scene, oracle, cible, 1, "FD-3.9")
    rendus = min(n, u.perdus)
    if rendus <= 0:
        return scene
    oracle.tell(Event("soigne", cible, "", regle, (), (("points", rendus), ("pv", u.pv + rendus))))
    return scene.put(replace(u, perdus=u.perdus - rendus))


@rule("FD-3.8", "FD-3.10")
def relever(scene: Scene, oracle: Oracle, cible: str, pv: int, regle: str) -> Scene:
    """Conscious again, with what a stabilisation leaves behind."""
    u = scene.unites[cible]
    if u.survie is None:
        return scene
    rang = min(BLESSURES.index(u.survie.blessure) + 1, len(BLESSURES) - 1)
    oracle.tell(Event("stabilise", cible, "", regle, (), (("pv", pv),)))
    return scene.put(
        replace(
            u,
            survie=None,
            perdus=max(0, u.pv_max - pv),
            sequelles=u.sequelles + 1,
            au_moins=max(u.au_moins, rang),
        )
    )


@rule("FD-3.14", "FD-3.15", "FD-3.17")
def gagner_ep(scene: Scene, oracle: Oracle, cible: str, n: int, regle: str) -> Scene:
    """Points of the envelope, no more than the maximum PV; an affliction goes with all of them."""
    u = scene.unites[cible]
    ep = min(u.pv_max, u.ep + n)
    if ep == u.ep:
        return scene
    oracle.tell(Event("ep", cible, "", regle, (), (("points", ep - u.ep), ("ep", ep))))
    if u.affliction is not None:
        oracle.tell(Event("ep_contre_affliction", cible, "", "FD-3.15", (), (("affliction", MAUX[u.affliction.id].nom),)))
        return scene.put(replace(u, ep=0, affliction=None))
    return scene.put(replace(u, ep=ep))


# ---------------------------------------------------------------- afflictions and states


@rule("FD-3.15", "FD-4.11", "FD-4.14", "FD-2.13")
def affecter(scene: Scene, oracle: Oracle, cible: str, mal: str, tours: int = 0, par: str = "") -> Scene:
    """An affliction (one at a time, none through EP) or a state (as many as there are) falls on somebody."""
    u = scene.unites[cible]
    sorte = MAUX[mal]
    affliction = mal in AFFLICTIONS
    if u.vie != "actif":
        return scene
    if immunise(scene, u, mal, affliction):
        oracle.tell(Event("immunise", cible, "", "FD-9.1", (), (("mal", sorte.nom),)))
        return scene
    n = tours or sorte.tours
    duree = (n + (cible in scene.turn())) if n else None  # the tour under way does not count (FD-2.13)
    if not affliction:
        autres = tuple(e for e in u.etats if e.id != mal)
        oracle.tell(Event("etat", cible, par, "FD-4.14", (), (("mal", sorte.nom), ("tours", n))))
        u = replace(u, etats=(*autres, MalActif(mal, duree, par)))
        return scene.put(desarmer_l_esquive(scene.put(u), u))
    if u.ep:
        oracle.tell(Event("ep_contre_affliction", cible, "", "FD-3.15", (), (("affliction", sorte.nom),)))
        return scene.put(replace(u, ep=0))
    if u.affliction is not None:
        oracle.tell(Event("deja_afflige", cible, "", "FD-4.11", (), (("mal", MAUX[u.affliction.id].nom),)))
        return scene
    oracle.tell(Event("affliction", cible, par, "FD-4.9", (), (("mal", sorte.nom), ("tours", n))))
    u = replace(u, affliction=MalActif(mal, duree, par))
    return scene.put(desarmer_l_esquive(scene.put(u), u))


@rule("FD-3.37")
def desarmer_l_esquive(scene: Scene, u: Unite) -> Unite:
    """Whoever can no longer act or move dodges no more."""
    from .state import interdit, mouvement

    if u.esquive and (interdit(scene, u, "tour") or interdit(scene, u, "esquiver") or mouvement(scene, u) == 0):
        return replace(u, esquive=False)
    return u


@rule("FD-4.12")
def guerir(scene: Scene, oracle: Oracle, cible: str, quoi: str, regle: str) -> Scene:
    """An affliction or a state ends; « afflictions » and « etats » end whatever there is."""
    u = scene.unites[cible]
    if u.affliction is not None and quoi in (u.affliction.id, "afflictions"):
        oracle.tell(Event("gueri", cible, "", regle, (), (("mal", MAUX[u.affliction.id].nom),)))
        u = replace(u, affliction=None)
    for etat in u.etats:
        if quoi in (etat.id, "etats"):
            oracle.tell(Event("gueri", cible, "", regle, (), (("mal", MAUX[etat.id].nom),)))
    u = replace(u, etats=tuple(e for e in u.etats if quoi not in (e.id, "etats")))
    return scene.put(u)


def pour_un_temps(scene: Scene, cible: str, actif: Actif) -> Scene:
    """A passing effect; the tour under way does not count among its tours (FD-2.13)."""
    tours = actif.tours + (cible in scene.turn()) if actif.tours is not None else None
    u = scene.unites[cible].avec(replace(actif, tours=tours))
    return scene.put(desarmer_l_esquive(scene.put(u), u))
