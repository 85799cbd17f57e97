"""États: gaining them, losing them, and what stands in the way of either. What they do is in content/etats.toml."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ..model.catalogue import ETATS
from ..model.people import Effet, Etat, Personnage, avec_etat, sans_etat
from ..model.scene import Scene

TENACES = {
    "guerison": "{} : l'État {} ne part qu'avec les soins de quelqu'un qui connaît la Guérison",
    "lavage": "{} : l'État {} ne part qu'en se lavant et en changeant d'habits",
    "duree": "{} : rien n'enlève l'État {} avant son terme",
}

a_terre: Moment[[str]] = Moment("a_terre")  # somebody is down, or dead

IMMUNISE = "immunise:"  # before the id of an état, in an effect that keeps it away

# ---------------------------------------------------------------- gaining


@rule("VM-6.6")
def gagner_etat(
    scene: Scene, oracle: Oracle, who: str, id: str, niveaux: int = 1, rule: str = "VM-6.6", fin: int | None = None
) -> Scene:
    """He gains an état, or more levels of it where levels add up."""
    return recevoir_etat(scene, oracle, who, Etat(id, niveaux, fin), rule)


@rule("VM-6.6", "VM-5.4", "VM-3.19")
def recevoir_etat(scene: Scene, oracle: Oracle, who: str, donne: Etat, rule: str = "VM-6.6") -> Scene:
    """He gains an état as it is given: its bond, how it goes. Nothing happens to the dead, nor against nature."""
    p, id = scene.people[who], donne.id
    if donne.niveaux < 1 or p.vie != "actif" or IMMUNISE + id in p.marques:
        return scene
    avant, genre = p.etat(id), ETATS[id]
    nouveau = donne if genre.cumul else replace(donne, niveaux=1)
    if donne.fin is None and genre.duree and not donne.tenace:
        nouveau = replace(nouveau, fin=scene.clock + genre.duree)
    if avant is not None:
        nouveau = ensemble(avant, nouveau, genre.cumul)
        if nouveau == avant:
            return scene
    if avant is None or nouveau.niveaux != avant.niveaux:
        n = nouveau.niveaux
        facts = (("etat", genre.nom), ("niveaux", n), ("rang", f" {n}" if genre.cumul else ""))
        oracle.tell(Event("etat", who, "", rule, (), facts))
    if id == "inconscient" and p.focalisation is not None:
        p = replace(p, focalisation=None)  # VM-3.19: gathered magic is let go
    scene = scene.put(avec_etat(p, nouveau))
    if id == "a_terre" and avant is None:
        scene = a_terre(scene, oracle, who)
    return gagner_etat(scene, oracle, who, "a_terre", rule=rule) if id == "inconscient" else scene


def ensemble(avant: Etat, nouveau: Etat, cumul: bool) -> Etat:
    """The état one had with the one that comes on top: levels add up, the strongest bond holds, the longest lasts.

    Of levels that only some ways remove, and others, each keep their own.
    """
    niveaux, force = avant.niveaux + nouveau.niveaux if cumul else 1, max(avant.force, nouveau.force)
    tenaces = [e for e in (avant, nouveau) if e.tenace]
    fins = [e.fin for e in tenaces or (avant, nouveau)]
    fin = None if None in fins else max(f for f in fins if f is not None)
    libres = avant.libres + nouveau.libres if cumul else 0
    tenus = niveaux - libres if tenaces and libres else 0
    return Etat(avant.id, niveaux, fin, force, nouveau.tenace or avant.tenace, tenus)


# ---------------------------------------------------------------- losing


@rule("VM-5.3", "VM-5.4")
def perdre_etat(
    scene: Scene,
    oracle: Oracle,
    who: str,
    id: str,
    niveaux: int | None = None,
    rule: str = "VM-6.6",
    moyen: str = "",
) -> Scene:
    """He loses some levels of an état, or all that this way removes; at 0 PB nobody stands up or wakes."""
    p = scene.people[who]
    avant = p.etat(id)
    if avant is None or a_zero(p, id) is not None:
        return scene
    otables = avant.niveaux if avant.tenace == moyen else avant.libres
    perdus = otables if niveaux is None else min(niveaux, otables)
    if perdus < 1:
        return scene
    reste = avant.niveaux - perdus
    tenus = avant.tenus if avant.tenus < reste else 0
    return retirer(scene, oracle, p, replace(avant, niveaux=reste, tenus=tenus), rule)


@rule("VM-3.31")
def echoir(scene: Scene, oracle: Oracle, who: str, id: str, rule: str = "VM-6.6") -> Scene:
    """What was said to end has ended: the levels it was said of go, the others stay."""
    p = scene.people[who]
    avant = p.etat(id)
    if avant is None or p.vie == "mort" or a_zero(p, id) is not None:
        return scene
    reste = avant.niveaux - avant.tenus if avant.tenus else 0
    return retirer(scene, oracle, p, replace(avant, niveaux=reste, fin=None, tenace="", tenus=0), rule)


def retirer(scene: Scene, oracle: Oracle, p: Personnage, apres: Etat, rule: str) -> Scene:
    """An état with fewer levels than it had, or none."""
    facts = (("etat", ETATS[apres.id].nom), ("niveaux", apres.niveaux))
    oracle.tell(Event("etat_diminue" if apres.niveaux else "etat_perdu", p.id, "", rule, (), facts))
    return scene.put(avec_etat(p, apres) if apres.niveaux else sans_etat(p, apres.id))


@rule("VM-5.3", "VM-5.4")
def a_zero(p: Personnage, id: str) -> Closed | None:
    """At 0 PB one stays À Terre, and Inconscient, until at least 1 is healed."""
    if id == "a_terre" and p.pb <= 0:
        return Closed("VM-5.3", "À 0 Point de Blessure, {} reste À Terre", (Someone(p.id),))
    if id == "inconscient" and p.pb <= 0:
        return Closed("VM-5.4", "À 0 Point de Blessure, {} ne revient pas à lui", (Someone(p.id),))
    return None


def ineffacable(p: Personnage, id: str, moyen: str = "") -> Closed | None:
    """Why this état cannot be got rid of in this way (« guerison », « lavage », or any other), or None."""
    genre = ETATS.get(id)
    if genre is None:
        return Closed("VM-6.6", "« {} » n'est pas un État", (id,))
    etat = p.etat(id)
    if etat is None:
        return Closed("VM-6.6", "{} n'a pas l'État {}", (Someone(p.id), genre.nom))
    if not etat.libres and etat.tenace != moyen:
        return Closed(
            "VM-3.30" if etat.tenace == "guerison" else "VM-3.31", TENACES[etat.tenace], (Someone(p.id), genre.nom)
        )
    return a_zero(p, id)


# ---------------------------------------------------------------- what they forbid


def pas_d_attaque(p: Personnage) -> Closed | None:
    """Why an état keeps him from attacking, shooting, charging and casting, or None."""
    if p.etats:
        for e in p.etats:
            if ETATS[e.id].sans_attaque:
                return Closed("VM-6.6", "{}, {}, ne songe qu'à fuir", (Someone(p.id), ETATS[e.id].nom))
    return None


def cloue(p: Personnage) -> Closed | None:
    """Why an état keeps him where he is, or None."""
    if p.etats:
        for e in p.etats:
            if ETATS[e.id].sans_mouvement:
                return Closed("VM-6.6", "{}, {}, ne peut pas se déplacer", (Someone(p.id), ETATS[e.id].nom))
    return None


def noter(scene: Scene, who: str, *effets: Effet) -> Scene:
    """He bears these from now on, each in place of the one of the same name and kind."""
    p = scene[who]
    restent = [e for e in p.effets if not any(e.nom == n.nom and e.sur == n.sur for n in effets)]
    return scene.put(replace(p, effets=(*restent, *effets)))
