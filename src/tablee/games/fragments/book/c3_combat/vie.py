"""Chapter 3, life and death: damage, enveloppe palliative, falling, survival, wounds, healing."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import GM, Option, Oracle, Question
from tablee.kernel.tally import Terms

from ...model.catalogue import AFFLICTIONS, MAUX
from ...model.people import Actif, MalActif, Survie, Unite
from ...model.scene import Scene
from ...model.tables import BLESSURES, PERTES
from ..c2_systeme.figures import immunise, interdit, mouvement
from ..c2_systeme.plateau import ecarter_de_la, lever

PIERRE = "pierre_de_resurrection"
LETALE = len(BLESSURES) - 1

monture_blessee: Moment[[str, str]] = Moment("monture_blessee")  # which nobody rides: the mount, and who hurt it

# ---------------------------------------------------------------- losing points


@rule("FD-3.14", "FD-3.16", "FD-3.4")
def perdre(
    scene: Scene, oracle: Oracle, cible: str, n: int, regle: str, par: str = "", critique: bool = False
) -> Scene:
    """Damage: from the EP first, then the PV, or the survival bar."""
    u = scene.people[cible]
    if u.vie != "actif" or n <= 0:
        return scene
    if u.ep:
        absorbes = min(u.ep, n)
        terms = (("Enveloppe palliative", u.ep, "FD-3.14"), ("Dégâts", -absorbes, "FD-3.16"))
        n -= absorbes
        u = replace(u, ep=u.ep - absorbes)
        oracle.tell(Event("ep_absorbe", cible, "", "FD-3.16", terms, (("points", absorbes), ("reste", u.ep))))
        scene = scene.put(u)
    if n == 0:
        return scene
    if u.survie is not None:
        scene = entamer(scene, oracle, cible, 100 * n, regle, "Dégâts")
        return aggraver(scene, oracle, cible, n) if par else scene
    if n < u.pv:
        scene = scene.put(replace(u, perdus=u.perdus + n))
        return monture_blessee(scene, oracle, cible, par) if u.bete and not u.cavalier else scene
    return tomber(scene, oracle, cible, n, par, critique)


@rule("FD-3.18")
def pierre(scene: Scene, oracle: Oracle, u: Unite) -> Scene | None:
    """The resurrection stone, if one is carried: all PV come back."""
    trouvee = next((c for c in u.equipement.actif if (c.vaut or c.id) == PIERRE), None)
    if trouvee is None:
        return None
    oracle.tell(Event("pierre_de_resurrection", u.id, "", "FD-3.18", (), (("pv", u.pv_max),)))
    return scene.put(replace(u, perdus=0, equipement=u.equipement.sans(trouvee.id)))


@rule("FD-3.3", "FD-3.5", "FD-3.10")
def tomber(
    scene: Scene, oracle: Oracle, cible: str, n: int, par: str = "", critique: bool = False, impose: str = ""
) -> Scene:
    """At 0 PV: the minor die, the others faint with a wound that the game master names, unless it is `impose`."""
    u = scene.people[cible]
    sauve = pierre(scene, oracle, u) if u.equipement.actif else None
    if sauve is not None:
        return sauve
    if u.fiche.mineur:
        return mourir(scene, oracle, cible)
    if impose:
        recue = BLESSURES[max(u.au_moins, BLESSURES.index(impose))]
    else:
        recue = blessure(oracle, u, n, max(u.au_moins, _proposee(u, n, critique)), u.au_moins)
    return evanouir(scene, oracle, cible, recue, par)


def _proposee(u: Unite, n: int, critique: bool) -> int:
    """The rank of a wound by the strength of the blow: by its share of the PV, and one more for a critical hit."""
    return min(LETALE - 1, 1 + (2 * n >= u.pv_max) + (n >= u.pv_max or critique))


def blessure(oracle: Oracle, u: Unite, n: int, rang: int, au_moins: int) -> str:
    """The wound the game master chooses, no lesser than the wounds before make it; `rang` is proposed."""
    if au_moins == LETALE:
        return BLESSURES[LETALE]
    rangs = (rang, *(r for r in range(au_moins, len(BLESSURES)) if r != rang))
    options = tuple(Option(str(r), BLESSURES[r]) for r in rangs)
    question = Question(GM, "fd.blessure", "FD-3.5", options, (("qui", u.id), ("degats", n)), audience=GM)
    return BLESSURES[int(oracle.ask(question).id)]


@rule("FD-3.4", "FD-3.11")
def aggraver(scene: Scene, oracle: Oracle, cible: str, n: int) -> Scene:
    """A blow received in survival: the last wound counts, if the game master finds it worse than the one before."""
    u = scene.people[cible]
    if u.survie is None:
        return scene
    rang = BLESSURES.index(u.survie.blessure)
    return blesser_autrement(scene, oracle, cible, blessure(oracle, u, n, rang, rang))


@rule("FD-3.4", "FD-3.11")
def blesser_autrement(scene: Scene, oracle: Oracle, cible: str, recue: str) -> Scene:
    """Another wound takes the place of the last one; of a lethal one the tours count from the blow."""
    u = scene.people[cible]
    if u.survie is None or u.survie.blessure == recue:
        return scene
    oracle.tell(Event("blessure", cible, "", "FD-3.11" if recue == "Létale" else "FD-3.4", (), (("blessure", recue),)))
    return scene.put(replace(u, survie=replace(u.survie, blessure=recue, tours=0)))


@rule("FD-3.3")
def evanouir(scene: Scene, oracle: Oracle, cible: str, blessure: str, par: str = "") -> Scene:
    """The survival bar, full, takes the place of the PV."""
    u = scene.people[cible]
    plein = u.pv_max
    oracle.tell(Event("tombe", cible, par, "FD-3.3", (), (("blessure", blessure), ("points", plein))))
    survie = Survie(100 * plein, blessure, plein=plein)
    return demonter(scene.put(replace(u, perdus=plein, survie=survie, esquive=False, passager_de="")), cible)


@rule("FD-6.35")
def demonter(scene: Scene, cible: str) -> Scene:
    """Whoever falls lies under the mount, whoever rode a fallen one stands on its cell; nobody stays up behind, and no
    two stand on one cell."""
    u = scene.people[cible]
    if u.monture in scene.people:
        cavalier, bete = u, scene.people[u.monture]
    elif u.cavalier in scene.people:
        cavalier, bete = scene.people[u.cavalier], u
    else:
        return scene
    passager = scene.passager(bete)
    scene = scene.put(replace(cavalier, monture=""), replace(bete, cavalier=""))
    if passager is not None:
        scene = scene.put(replace(passager, passager_de=""))
    for v in (passager, cavalier):
        scene = ecarter_de_la(scene, v.id) if v is not None else scene
    return scene


def barre(u: Unite) -> int:
    """The points of the full survival bar: the maximum PV as one fell."""
    return (u.survie.plein if u.survie is not None else 0) or u.pv_max


@rule("FD-3.4", "FD-3.6")
def entamer(scene: Scene, oracle: Oracle, cible: str, centiemes: int, regle: str, cause: str = "Blessure") -> Scene:
    """Something is taken off the survival bar; at its end one dies."""
    u = scene.people[cible]
    if u.survie is None:
        return scene
    reste = max(0, u.survie.reste - centiemes)
    avant = u.survie.reste // 100  # points shown are rounded down
    terms = (("Barre de survie", avant, "FD-3.3"), (cause, reste // 100 - avant, regle))
    faits = (("blessure", u.survie.blessure), ("reste", reste // 100), ("plein", barre(u)))
    oracle.tell(Event("survie", cible, "", regle, terms, faits))
    scene = scene.put(replace(u, survie=replace(u.survie, reste=reste)))
    return mourir(scene, oracle, cible) if reste == 0 else scene


@rule("FD-3.6", "FD-9.15")
def mourir(scene: Scene, oracle: Oracle, cible: str) -> Scene:
    """Death; zones that last so many tours of the dead end with him."""
    oracle.tell(Event("meurt", cible, "", "FD-3.6"))
    u = scene.people[cible]
    if any(z.par == cible and z.tours is not None for z in scene.zones):
        scene = lever(scene, tuple(z for z in scene.zones if z.par != cible or z.tours is None))
    return demonter(
        scene.put(replace(u, vie="mort", survie=None, perdus=u.pv_max, esquive=False, passager_de="")), cible
    )


@rule("FD-3.4", "FD-3.7", "FD-3.11")
def agoniser(scene: Scene, oracle: Oracle, cible: str) -> Scene:
    """What a wound takes in a tour of survival: a share of the bar, doubling each time for a lethal one."""
    u = scene.people[cible]
    if u.survie is None:
        return scene
    tours = u.survie.tours + 1
    letale = u.survie.blessure == "Létale"
    pct = 2**tours if letale else PERTES[u.survie.blessure]
    scene = scene.put(replace(u, survie=replace(u.survie, tours=tours)))
    regle = "FD-3.11" if letale else "FD-3.4"
    return entamer(scene, oracle, cible, pct * barre(u), regle) if pct else scene


# ---------------------------------------------------------------- healing


@rule("FD-3.9", "FD-3.12", "FD-5.13")
def soigner(
    scene: Scene, oracle: Oracle, cible: str, n: int, regle: str, terms: Terms = (), letale: bool = False
) -> Scene:
    """PV given back, `terms` saying why so many; in survival one is stabilised at 1 PV instead, but not from a lethal
    wound or without air."""
    u = scene.people[cible]
    if u.vie != "actif" or n <= 0:
        return scene
    if u.survie is not None:
        if u.souffle is not None or (u.survie.blessure == "Létale" and not letale):
            oracle.tell(Event("soin_vain", cible, "", "FD-5.13" if u.souffle is not None else "FD-3.12"))
            return scene
        return relever(scene, oracle, cible, 1, "FD-3.9")
    rendus = min(n, u.perdus)
    if not rendus:
        return scene
    terms = (*terms, ("PV maximum", rendus - n, "FD-2.18")) if terms and rendus < n else terms
    oracle.tell(Event("soigne", cible, "", regle, terms, (("points", rendus), ("pv", u.pv + rendus))))
    return scene.put(replace(u, perdus=u.perdus - rendus))


@rule("FD-3.8", "FD-3.10", "FD-3.13")
def relever(scene: Scene, oracle: Oracle, cible: str, pv: int, regle: str) -> Scene:
    """Conscious again, with what a stabilisation leaves behind; a lethal wound asks for more than the fight's end."""
    u = scene.people[cible]
    if u.survie is None:
        return scene
    rang = min(BLESSURES.index(u.survie.blessure) + 1, LETALE)
    oracle.tell(Event("stabilise", cible, "", regle, (), (("pv", pv), ("sequelles", u.sequelles + 1))))
    debout = replace(
        u,
        survie=None,
        perdus=max(0, u.pv_max - pv),
        sequelles=u.sequelles + 1,
        au_moins=max(u.au_moins, rang),
        convalescent=u.convalescent or u.survie.blessure == "Létale",
    )
    return ecarter_de_la(scene.put(debout), cible)  # somebody may have come to stand there meanwhile


@rule("FD-3.10")
def refermer(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over: sequels go with it, unless the game master keeps them or a lethal wound was among them."""
    for u in scene.people.values():
        if not u.sequelles or not u.conscient or u.convalescent:
            continue
        options = (Option("soignees", "Soignées avec le combat"), Option("gardees", "Elles restent"))
        montre = (("qui", u.id), ("sequelles", u.sequelles))
        if oracle.ask(Question(GM, "fd.sequelles", "FD-3.10", options, montre, audience=GM)).id == "soignees":
            scene = scene.put(sans_sequelles(u))
    return scene


def sans_sequelles(u: Unite) -> Unite:
    """Treated in depth."""
    return replace(u, sequelles=0, au_moins=0, convalescent=False)


@rule("FD-3.14", "FD-3.15", "FD-3.17")
def gagner_ep(scene: Scene, oracle: Oracle, cible: str, n: int, regle: str, nom: str = "") -> Scene:
    """Points of the envelope, no more than the maximum PV; an affliction goes with all of them."""
    u = scene.people[cible]
    ep = min(u.pv_max, u.ep + n)
    if u.vie != "actif" or ep <= u.ep:
        return scene
    terms: Terms = ((nom, n, regle),) if nom else ()
    if nom and ep - u.ep < n:
        terms += (("PV maximum", ep - u.ep - n, "FD-3.17"),)
    oracle.tell(Event("ep", cible, "", regle, terms, (("points", ep - u.ep), ("ep", ep))))
    if u.affliction is not None:
        oracle.tell(
            Event("ep_contre_affliction", cible, "", "FD-3.15", (), (("affliction", MAUX[u.affliction.id].nom),))
        )
        return scene.put(replace(u, ep=0, affliction=None))
    return scene.put(replace(u, ep=ep))


# ---------------------------------------------------------------- afflictions and states


@rule("FD-3.15", "FD-4.11", "FD-4.14", "FD-2.13")
def affecter(scene: Scene, oracle: Oracle, cible: str, mal: str, tours: int = 0, par: str = "") -> Scene:
    """An affliction (one at a time, none through EP) or a state (as many as there are) falls on somebody."""
    u = scene.people[cible]
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
def peut_esquiver(scene: Scene, u: Unite) -> bool:
    """Neither neutralised nor without movement."""
    return not (interdit(scene, u, "tour") or interdit(scene, u, "esquiver") or mouvement(scene, u) == 0)


@rule("FD-3.37")
def desarmer_l_esquive(scene: Scene, u: Unite) -> Unite:
    """Whoever can no longer act or move dodges no more."""
    return replace(u, esquive=False) if u.esquive and not peut_esquiver(scene, u) else u


@rule("FD-4.12")
def guerir(scene: Scene, oracle: Oracle, cible: str, quoi: str, regle: str) -> Scene:
    """An affliction or a state ends; « afflictions » and « etats » end whatever there is."""
    u = scene.people[cible]
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
    u = scene.people[cible].avec(replace(actif, tours=tours))
    return scene.put(desarmer_l_esquive(scene.put(u), u))
