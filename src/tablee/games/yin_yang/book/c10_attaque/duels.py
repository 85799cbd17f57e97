"""Blows: one against one and one against many, damage by kind of weapon."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from ...model.combat import Declared
from ...model.jets import EXPLOIT, Jet
from ...model.people import Personnage
from ...model.scene import Scene, en_cours, tel
from ..c5_tests.opposes import l_emporte
from ..c7_fatigue.fatigue import fatiguer
from ..c10_modes import adversaire_de_lutte, assommante_d_elle_meme, defense_passive, mains_nues
from ..c10_tours.places import metres
from ..c11_manoeuvres.assaut import Assaut
from ..c11_manoeuvres.demandes import augmentations, demande_un_jet, fatigue_propre
from ..c11_manoeuvres.effets import appliquer, autour, reculer, repousse_autour
from .combattants import Attaque, Garde, sans_moyens
from .jets import jet_contre, jeter_une_fois, relance

# ---------------------------------------------------------------- blows


@rule("YY-10.22", "YY-10.24", "YY-11.18")
def fait_face(scene: Scene, q: Personnage, par: str) -> Declared | None:
    """What the target answers this attacker with: his attack on him, his defence, an Esquive, magic; else nothing."""
    if not q.conscient or par in q.surpris_par:
        return None
    reponse = en_cours(scene).declarations.get(q.id)
    if isinstance(reponse, Attaque):
        if reponse.cible == par:
            return None if reponse.empechee(scene) is not None else reponse
        if "esquive" not in reponse.manoeuvres:
            return None
    elif not (isinstance(reponse, Garde) and par in reponse.contre):
        return reponse if reponse is not None and reponse.magique else None
    return None if sans_moyens(scene, q, reponse) is not None else reponse


@rule("YY-10.6", "YY-10.22", "YY-10.24", "YY-11.1")
def porter(scene: Scene, oracle: Oracle, a: Attaque) -> Scene:
    """A declared attack comes to its blow: against the target's roll if it faces him, else its passive defence."""
    if (a.actor, a.cible) not in en_cours(scene).faits:  # else it was settled when the other one struck
        if a.metres:
            scene = foncer(scene, a)
        q = tel(scene, a.cible)
        reponse = fait_face(scene, q, a.actor)
        scene = frapper(scene, oracle, a, q) if reponse is None else face_a_face(scene, oracle, a, reponse)
    return fatiguer(scene, oracle, a.actor, fatigue_propre(a))


@rule("YY-10.21", "YY-11.1")
def frapper(scene: Scene, oracle: Oracle, a: Attaque, q: Personnage) -> Scene:
    """A blow at somebody who does not face it: the ND is his passive defence, raised by the augmentations."""
    passive = defense_passive(scene, q, a.actor)
    aug = augmentations(scene, a) if a.manoeuvres else 0
    nd = total(passive) + aug
    oracle.tell(Event("defense_passive", q.id, a.actor, "YY-10.21", passive, (("score", nd - aug),)))
    scene, mien = jet_contre(scene, oracle, a, nd, a.cible, a.risquer or demande_un_jet(a))
    if mien.peut_relancer and (mien.desastre or mien.total < nd):
        scene, mien = relance(scene, oracle, mien)
    if mien.desastre or mien.total < nd:
        oracle.tell(Event("manque", a.actor, a.cible, "YY-10.21", (), (("nd", nd),)))
        return scene
    return toucher(scene, oracle, a, marge_de(mien.total, "Défense passive", nd - aug, "YY-10.21", aug))


def marge_de(obtenu: int, contre: str, oppose: int, regle: str, aug: int = 0, elan: int = 0) -> Terms:
    """The margin of a blow as a sum; a blow that lands has at least 0."""
    terms: Terms = (("Total", obtenu, "YY-5.1"), (contre, -oppose, regle))
    if elan:
        terms = (*terms, ("Élan subi", -elan, "YY-11.9"))
    if aug:
        terms = (*terms, ("Augmentations", -aug, "YY-11.1"))
    reste = obtenu - oppose - elan - aug
    return terms if reste >= 0 else (*terms, ("Pas moins de 0", -reste, "YY-5.5"))


class Duel(msgspec.Struct, frozen=True, gc=False):
    """What two who face each other must reach beyond the other's total."""

    riposte: bool  # the other one attacks too
    miennes: int = 0  # augmentations
    siennes: int = 0
    elan: int = 0  # YY-11.9: added to the other's defence
    nd_mien: int | None = None  # YY-11.6: a passive defence in place of the other's total
    nd_sien: int | None = None


DEFENSE, RIPOSTE = Duel(False), Duel(True)  # nothing but the two totals


@rule("YY-11.1", "YY-11.6", "YY-11.9")
def duel(scene: Scene, a: Attaque, reponse: Declared) -> Duel:
    """Augmentations of each, the run of a charge against a defence, the weakened guard of an Attaque suicide."""
    miennes = augmentations(scene, a)
    if not isinstance(reponse, Attaque) or reponse.cible != a.actor:
        elan = max(0, a.metres - 2) if not reponse.magique else 0
        return Duel(False, miennes, 0, elan) if miennes or elan else DEFENSE
    if not a.manoeuvres and not reponse.manoeuvres:
        return RIPOSTE
    mien = sien = None
    if "attaque_suicide" in a.manoeuvres:
        sien = total(defense_passive(scene, tel(scene, a.actor), a.cible))
    if "attaque_suicide" in reponse.manoeuvres:
        mien = total(defense_passive(scene, tel(scene, a.cible), a.actor))
    return Duel(True, miennes, augmentations(scene, reponse), 0, mien, sien)


@rule("YY-10.22", "YY-11.1", "YY-11.6")
def qui_passe(oracle: Oracle, d: Duel, mien: Jet, sien: Jet) -> tuple[bool, bool]:
    """Who succeeds: the higher; with augmentations each side that reaches what it must, so perhaps neither."""
    if d.miennes or d.siennes:
        passe = atteint(mien, sien, d.elan + d.miennes) and not double_plus_bas(mien, sien)
        passe_aussi = atteint(sien, mien, d.siennes) and not double_plus_bas(sien, mien)
    else:
        gagne = l_emporte(oracle, mien, replace(sien, total=sien.total + d.elan) if d.elan else sien)
        passe, passe_aussi = gagne > 0, gagne < 0
    if d.nd_mien is not None:
        passe = not mien.desastre and mien.total >= d.nd_mien + d.miennes
    if d.nd_sien is not None:
        passe_aussi = not sien.desastre and sien.total >= d.nd_sien + d.siennes
    return passe, passe_aussi and d.riposte


@rule("YY-11.1")
def atteint(mien: Jet, sien: Jet, augmentations: int) -> bool:
    """Whether a total reaches the other's plain total and its own augmentations; a désastre never does."""
    if mien.desastre:
        return False
    return sien.desastre or mien.total >= sien.total + augmentations


@rule("YY-5.13", "YY-11.1")
def double_plus_bas(mien: Jet, sien: Jet) -> bool:
    """Of two exploits the lower double fails, whatever totals and augmentations come to."""
    return EXPLOIT < mien.jet < sien.jet


@rule("YY-5.18")
def qui_relance(d: Duel, mien: Jet, sien: Jet, passe: bool, passe_aussi: bool) -> Jet | None:
    """Whose reroll is used now: the one who fails and announced it, the lower total first."""
    rate_sien = not passe_aussi if d.riposte else passe
    perdants = [j for j, rate in ((mien, not passe), (sien, rate_sien)) if rate and j.peut_relancer]
    return min(perdants, key=lambda j: j.total) if perdants else None


@rule("YY-10.22", "YY-11.1", "YY-11.6", "YY-11.9")
def face_a_face(scene: Scene, oracle: Oracle, a: Attaque, reponse: Declared) -> Scene:
    """Two rolls compared: the higher succeeds in its action. Augmentations raise what their own side must reach."""
    scene, mien = jeter_une_fois(scene, oracle, a)
    scene, sien = jeter_une_fois(scene, oracle, reponse)
    d = duel(scene, a, reponse)
    passe, passe_aussi = qui_passe(oracle, d, mien, sien)
    while mien.peut_relancer or sien.peut_relancer:
        if mien.desastre and sien.desastre and mien.peut_relancer and sien.peut_relancer:
            scene, mien = relance(scene, oracle, mien)  # both have failed: both throw again
            scene, sien = relance(scene, oracle, sien)
            passe, passe_aussi = qui_passe(oracle, d, mien, sien)
            continue
        perdant = qui_relance(d, mien, sien, passe, passe_aussi)
        if perdant is None:
            break
        scene, nouveau = relance(scene, oracle, perdant)
        mien, sien = (nouveau, sien) if perdant is mien else (mien, nouveau)
        passe, passe_aussi = qui_passe(oracle, d, mien, sien)
    if d.riposte:
        combat = en_cours(scene)
        scene = replace(scene, encounter=replace(combat, faits=(*combat.faits, (a.cible, a.actor))))
    if passe:
        scene = toucher(scene, oracle, a, marge_du_duel(mien, sien, d.nd_mien, d.miennes, d.elan))
    if passe_aussi and isinstance(reponse, Attaque):
        return toucher(scene, oracle, reponse, marge_du_duel(sien, mien, d.nd_sien, d.siennes), riposte=True)
    return scene if passe else repousse_l_attaque(scene, oracle, a, d, sien)


def marge_du_duel(mien: Jet, sien: Jet, nd: int | None, aug: int, elan: int = 0) -> Terms:
    """The margin over the other's total, or over the weakened guard that stands for it."""
    if nd is None:
        return marge_de(mien.total, "Total adverse", sien.total, "YY-10.22", aug, elan)
    return marge_de(mien.total, "Défense passive", nd, "YY-11.6", aug)


@rule("YY-5.5", "YY-5.10")
def repousse_l_attaque(scene: Scene, oracle: Oracle, a: Attaque, d: Duel, sien: Jet) -> Scene:
    """Nobody got through: the defence held, both attacks came to nothing, or two désastres helped nobody."""
    if d.riposte:
        oracle.tell(Event("assaut_nul", a.actor, a.cible, "YY-11.1"))
        return scene
    if sien.desastre:
        oracle.tell(Event("double_desastre", a.actor, a.cible, "YY-5.5"))
        return scene
    oracle.tell(Event("pare", a.cible, a.actor, "YY-10.22"))
    combat = en_cours(scene)
    return replace(scene, encounter=replace(combat, parades=(*combat.parades, (a.actor, a.cible))))


def foncer(scene: Scene, a: Attaque) -> Scene:
    """A charge ends within reach of its target."""
    p, q = scene[a.actor], scene[a.cible]
    loin = metres(p, q)
    if loin <= 1:
        return scene
    part = min(a.metres, loin - 1) / loin
    return scene.put(replace(p, x=p.x + round((q.x - p.x) * part), y=p.y + round((q.y - p.y) * part)))


@rule("YY-10.35", "YY-10.36", "YY-10.37", "YY-11.9", "YY-11.20", "YY-13.2", "YY-13.7")
def degats_du_coup(p: Personnage, a: Attaque, marge: int, lutte: bool) -> Terms:
    """Eau/Force by the hands that hold, the margin, the run of a charge; no more than the weapons can inflict."""
    armes = (mains_nues(p),) if lutte else a.armes_de(p)
    arme, force = armes[0], p.rang("force")
    limite = arme.degats
    if len(armes) == 2:
        limite = None if limite is None or armes[1].degats is None else limite + armes[1].degats
    if "harcelement" in a.manoeuvres:
        terms: Terms = ()
    elif len(armes) == 2:
        terms = (("2 x Eau/Force", 2 * force, "YY-10.37"),)
    elif arme.mains == 2:
        terms = (("1,5 x Eau/Force", force * 3 // 2, "YY-10.36"),)
    else:
        terms = (("Eau/Force", force, "YY-10.35"),)
    terms = (*terms, ("Marge de réussite", marge, "YY-10.35"))
    if a.metres > 2:
        terms = (*terms, ("Élan de la charge", a.metres - 2, "YY-11.9"))
    return plafonner(terms, limite)


@rule("YY-12.3")
def plafonner(terms: Terms, limite: int | None) -> Terms:
    """The limit of a weapon bears on the whole of its damage."""
    trop = 0 if limite is None else total(terms) - limite
    return (*terms, ("Limite de l'arme", -trop, "YY-12.3")) if trop > 0 else terms


@rule("YY-10.34", "YY-13.2", "YY-13.7")
def toucher(scene: Scene, oracle: Oracle, a: Attaque, terms: Terms, riposte: bool = False) -> Scene:
    """The blow lands: on the torso, unless aimed elsewhere; bare hands and Lutte stun."""
    combat = en_cours(scene)
    p, n = tel(scene, a.actor), total(terms)
    lutte = bool(adversaire_de_lutte(scene, p.id))
    oracle.tell(Event("touche", a.actor, a.cible, "YY-10.22", terms, (("marge", n), ("premier", not riposte))))
    scene = replace(scene, encounter=replace(combat, touches=(*combat.touches, (a.actor, a.cible))))
    assommant = lutte or assommante_d_elle_meme(a.arme_de(p))
    return appliquer(scene, oracle, a, n, lambda n, _: degats_du_coup(p, a, n, lutte), assommant)


# ---------------------------------------------------------------- all of them at once


@repousse_autour.then("YY-10.24", "YY-11.22")
def repousser_chacun(scene: Scene, oracle: Oracle, a: Assaut) -> Scene:
    """The others in reach: each opposes what he opposes to this one, and gives way by his own margin, if he does."""
    mien, aug, loin = en_cours(scene).jets[a.actor], augmentations(scene, a), dict(a.obstacles)
    for who in autour(scene, a):
        q = tel(scene, who)
        reponse = fait_face(scene, q, a.actor)
        if reponse is None:
            passive = defense_passive(scene, q, a.actor)
            oracle.tell(Event("defense_passive", who, a.actor, "YY-10.21", passive, (("score", total(passive)),)))
            marge = mien.total - total(passive) - aug
            passe = marge >= 0
        else:
            scene, sien = jeter_une_fois(scene, oracle, reponse)
            marge = max(0, mien.total - sien.total - aug)
            passe = atteint(mien, sien, aug) and not double_plus_bas(mien, sien)
        if passe:
            scene = reculer(scene, oracle, a, who, marge, loin.get(who))
        else:
            oracle.tell(Event("tient_bon", who, a.actor, "YY-11.22"))
    return scene
