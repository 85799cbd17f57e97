"""Chapter 2, blows: hand to hand, from the Tests to the damage, the Critiques and the Avantages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.tally import Terms

from .armes import arme_de_melee, traits_aux_degats
from .blessures import blessure_critique
from .catalogue import ETATS, Arme
from .combat import (
    action_prise,
    distance,
    engager,
    gagner,
    pas_d_action,
    surnombre,
)
from .degats import Source, armure, degats
from .maladresses import maladresse
from .oppositions import Oppose, opposer
from .state import Personnage, effets_sur, inconnu
from .taille import atouts, ecart, malus_de_parade, multiplier
from .tests import RIEN, Liste, Prepare, annoncer, des_avantages, payer, poids, preparer, tenter

if TYPE_CHECKING:
    from .scene import Scene


class Coup(msgspec.Struct, frozen=True, gc=False):
    """A blow about to be struck."""

    de: str
    sur: str
    arme: Arme
    retenu: bool = False  # VM-5.8
    charge: bool = False
    oppose: bool = True  # False: the target does not defend itself (VM-2.55)
    plus: Terms = ()  # what else it adds to the Test to hit


# ---------------------------------------------------------------- what weighs on the Tests


@rule("VM-2.15", "VM-2.35", "VM-2.38", "VM-2.40", "VM-2.41", "VM-2.49")
def pour_toucher(scene: Scene, p: Personnage, q: Personnage, coup: Coup) -> Liste:
    """What weighs on a Test to hit hand to hand."""
    terms = des_avantages(p)
    if p.fiche.talents or p.etats or p.effets:
        terms += poids(p, coup.arme.competence, ("attaque",))
    if q.etats:
        terms += [(ETATS[e.id].nom, ETATS[e.id].cible, "VM-2.24") for e in q.etats if ETATS[e.id].cible]
    categories = q.fiche.rang_taille - p.fiche.rang_taille
    if categories > 0:
        terms.append(("Plus petit que la cible", 10, "VM-2.49"))
    else:
        terms += en_surnombre(scene, p, q)
    if p.monture and q.fiche.rang_taille < scene[p.monture].fiche.rang_taille:
        terms.append(("Du haut de sa monture", 20, "VM-2.40"))
    if q.monture and p.fiche.rang_taille < scene[q.monture].fiche.rang_taille:
        terms.append(("Cavalier hors d'atteinte", -10, "VM-2.41"))
    return [*terms, *coup.plus] if coup.plus else terms


@rule("VM-2.35", "VM-2.38")
def en_surnombre(scene: Scene, p: Personnage, q: Personnage) -> Liste:
    """+20 at two against one, +40 at three, +60 at four or more."""
    if scene.combat is None or len(scene.combat.engagements) < 1:
        return []
    contre_un = surnombre(scene, p.id, q.id)
    return [("Surnombre", 20 * (min(contre_un, 4) - 1), "VM-2.35")] if contre_un > 1 else []


@rule("VM-2.15", "VM-2.44")
def pour_se_defendre(scene: Scene, q: Personnage, competence: str, esquive: bool) -> Liste:
    """What weighs on a defence."""
    terms = des_avantages(q)
    if q.fiche.talents or q.etats or q.effets:
        terms += poids(q, competence, ("defense",) if esquive else ("defense", "parade"))
    if esquive and q.monture and not q.talent("acrobaties_equestres"):
        terms.append(("À cheval", -20, "VM-2.44"))
    return terms


# ---------------------------------------------------------------- how the target defends itself


class Defense(msgspec.Struct, frozen=True, gc=False):
    """A way of defending oneself: by Esquive, or with a weapon."""

    id: str
    nom: str
    competence: str
    valeur: int  # what it is worth, as far as the ways differ


@rule("VM-2.24")
def defenses(scene: Scene, q: Personnage, categories: int) -> list[Defense]:
    """Esquive, the weapon in hand, the shield; the best first. `categories`: by how much the attacker is larger."""
    valeurs = q.fiche.valeurs
    a_cheval = -20 if q.monture and not q.talent("acrobaties_equestres") else 0
    malus = 10 * malus_de_parade(categories) if categories > 0 else 0
    ways = [Defense("esquive", "Esquive", "esquive", (valeurs["esquive"] or 0) + a_cheval)]
    arme = arme_de_melee(q)
    ways.append(Defense(arme.id, arme.nom, arme.competence, (valeurs[arme.competence] or 0) + malus))
    bouclier = q.equipement.bouclier
    if bouclier is not None:
        ways.append(Defense(bouclier.id, bouclier.nom, bouclier.competence, (valeurs[bouclier.competence] or 0) + malus))
    ways.sort(key=lambda d: -d.valeur)
    return ways


@lru_cache(1024)
def choix_de_defense(ways: tuple[tuple[str, str], ...]) -> tuple[Option, ...]:
    return tuple(Option(id, nom) for id, nom in ways)


def choisir_la_defense(scene: Scene, oracle: Oracle, p: Personnage, q: Personnage) -> Defense:
    """The defender says how, before any dice."""
    ways = defenses(scene, q, ecart(p, q))
    options = choix_de_defense(tuple([(d.id, d.nom) for d in ways]))
    choix = oracle.ask(Question(q.id, "vm.defense", "VM-2.24", options, (("attaquant", p.id),), 30))
    return next(d for d in ways if d.id == choix.id)


def sans_defense(q: Personnage) -> bool:
    """Whether an état keeps him from defending himself."""
    return bool(q.etats) and any([ETATS[e.id].sans_defense for e in q.etats])


# ---------------------------------------------------------------- the blow


class Issue(msgspec.Struct, frozen=True, gc=False):
    """What the dice of a blow came to."""

    touche: bool
    dr: int  # of the opposed Test, or of the attacker's own
    critique: int
    contre: int
    zone: str
    oppose: bool


def preparer_l_attaque(scene: Scene, p: Personnage, q: Personnage, coup: Coup) -> Prepare:
    return preparer(p, coup.arme.competence, pour_toucher(scene, p, q, coup), forme=q.fiche.forme)


@rule("VM-2.24", "VM-2.25", "VM-2.51")
def confronter(scene: Scene, oracle: Oracle, coup: Coup) -> tuple[Scene, Issue]:
    """The Tests of a blow: opposed by the defender, or alone if he cannot defend himself."""
    p, q = scene.personnages[coup.de], scene.personnages[coup.sur]
    mien = preparer_l_attaque(scene, p, q, coup)
    annoncer(oracle, mien, coup.arme.competence, q.id)
    if not coup.oppose or sans_defense(q):
        e = tenter(oracle, mien.ligne)
        if e.depenses is not RIEN:
            scene = scene.put(payer(p, e.depenses))
        return scene, Issue(e.jet.reussi, e.jet.dr, e.jet.critique, 0, e.jet.zone, False)
    d = choisir_la_defense(scene, oracle, p, q)
    esquive = d.id == "esquive"
    malus = 0 if esquive else malus_de_parade(ecart(p, q))
    sien = preparer(q, d.competence, pour_se_defendre(scene, q, d.competence, esquive), dr=malus)
    annoncer(oracle, sien, d.competence)
    o = opposer(oracle, mien.ligne, sien.ligne)
    if o.depenses is not RIEN or o.leurs is not RIEN:
        scene = scene.put(payer(p, o.depenses), payer(q, o.leurs))
    return scene, Issue(o.gagne, o.dr, o.critique, o.contre, o.zone, True)


@rule("VM-2.27", "VM-2.43", "VM-2.47")
def bruts(scene: Scene, coup: Coup, dr: int, opposee: bool = True) -> Terms:
    """The Dégâts of a blow before BE and PA."""
    p, arme = scene.personnages[coup.de], coup.arme
    terms: list[tuple[str, int, str]] = [
        ("DR du Test opposé" if opposee else "DR du Test", dr, "VM-2.27"),
        (arme.nom, arme.degats, "VM-2.27"),
    ]
    porteur = scene.personnages[p.monture] if coup.charge and p.monture else p
    if arme.force:
        mien, sien = p.bonus("FOR"), porteur.bonus("FOR")
        if sien > mien:
            terms.append(("Bonus de Force de la monture", sien, "VM-2.43"))
        else:
            terms.append(("Bonus de Force", mien, "VM-2.27"))
            porteur = p if sien < mien else porteur
    if p.fiche.talents:
        terms += p.fiche.effets.get("degats", ())
    if p.effets:
        terms += effets_sur(p, ("degats",))
    categories = max(ecart(p, scene.personnages[coup.sur]), ecart(porteur, scene.personnages[coup.sur]))
    terms += traits_aux_degats(atouts(arme.traits, categories))
    return multiplier(tuple(terms), categories)


@rule("VM-2.17", "VM-2.19", "VM-2.20", "VM-2.21", "VM-2.22", "VM-2.23")
def porter(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """A whole blow: what is gained before it, the Tests, the damage, the Critiques, what waits for the end of the tour."""
    q = scene.personnages[coup.sur]
    if q.etats and q.niveau("surpris"):
        scene = gagner(scene, oracle, coup.de, "Surprise")
    if scene.combat is not None:
        scene = replace(scene, combat=engager(scene.combat, coup.de, coup.sur))
    scene, issue = confronter(scene, oracle, coup)
    return suites(scene, oracle, coup, issue)


@rule("VM-2.17", "VM-2.19", "VM-2.20", "VM-2.21", "VM-5.8")
def suites(scene: Scene, oracle: Oracle, coup: Coup, issue: Issue) -> Scene:
    """All that follows from the dice of a blow."""
    avance = False
    if issue.touche:
        if issue.oppose:
            scene, avance = gagner(scene, oracle, coup.de, "Gagnant"), True
        source = Source(coup.arme.nom, issue.zone, coup.de, retenu=coup.retenu, rule="VM-2.27")
        scene, points = degats(scene, oracle, coup.sur, bruts(scene, coup, issue.dr, issue.oppose), source)
        if points and not issue.oppose:
            scene, avance = gagner(scene, oracle, coup.de, "Prendre le dessus"), True
    else:
        oracle.tell(Event("manque", coup.de, coup.sur, "VM-2.25"))
    if issue.critique > 0 and not coup.retenu and scene[coup.sur].vie == "actif":
        scene = blessure_critique(scene, oracle, coup.sur, issue.zone)
        if not avance:
            scene = gagner(scene, oracle, coup.de, "Succès critique", "VM-2.20")
    if issue.critique < 0:
        scene = maladresse(scene, oracle, coup)
    if issue.contre and scene.combat is not None:
        attente = (*scene.combat.attente, (coup.sur, 1 if issue.contre > 0 else 0))
        scene = replace(scene, combat=replace(scene.combat, attente=attente))
    return scene


# ---------------------------------------------------------------- the action


def touche_vue(coup: Coup, scene: Scene, i: Issue, oracle: Any) -> bool:
    """Whether the blow gets through."""
    return i.touche


def dr_vu(coup: Coup, scene: Scene, i: Issue, oracle: Any) -> int:
    """By how many DR: positive when it hits, negative when it is warded off."""
    return i.dr if i.touche else -i.dr


def degats_vus(coup: Coup, scene: Scene, i: Issue, oracle: Any) -> int:
    """Points de Blessure inflicted, Critiques put aside."""
    if not i.touche:
        return 0
    q = scene.personnages[coup.sur]
    reduit = sum(n for _, n, _ in bruts(scene, coup, i.dr)) - q.bonus("END") - sum(n for _, n, _ in armure(q, i.zone))
    return max(0, reduit)


def critiques_vus(coup: Coup, scene: Scene, i: Issue, oracle: Any) -> str:
    """Critiques on either side."""
    mien = {1: "Succès Critique", 0: "rien", -1: "Échec Critique"}[i.critique]
    sien = {1: "Succès Critique", 0: "rien", -1: "Échec Critique"}[i.contre]
    return f"{mien} / {sien}"


class Attaquer(Action, frozen=True, tag="attaquer"):
    """Strike somebody hand to hand; it takes the Action."""

    cible: str
    arme: str = ""
    retenir: bool = False  # VM-5.8

    looks: ClassVar[dict[str, Any]] = {
        "touche": touche_vue,
        "degats": degats_vus,
        "dr": dr_vu,
        "critiques": critiques_vus,
    }

    def closed(self, scene: Scene) -> Closed | None:
        return pas_d_action(scene, self.actor) or hors_de_portee(scene, self.actor, self.cible, self.arme)

    def coup(self, scene: Scene) -> Coup:
        return Coup(self.actor, self.cible, arme_de_melee(scene[self.actor], self.arme), self.retenir)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return action_prise(porter(scene, oracle, self.coup(scene)))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the dice; any other function follows the blow to its end."""
        if callable(look):
            return super().seen(scene, look)
        coup, voir = self.coup(scene), self.looks[look or "touche"]

        def run(oracle: Any) -> Any:
            apres, issue = confronter(scene, oracle, coup)
            return voir(coup, apres, issue, oracle)

        return run


@rule("VM-2.24")
def hors_de_portee(scene: Scene, actor: str, cible: str, arme: str = "") -> Closed | None:
    """Whom one may strike: an adversary who is there, alive, within reach of the weapon."""
    absent = inconnu(scene, cible)
    if absent is not None:
        return absent
    p, q = scene[actor], scene[cible]
    if cible == actor:
        return Closed("VM-2.24", "On ne s'attaque pas soi-même")
    if q.vie != "actif":
        return Closed("VM-2.24", "{} n'est plus là pour être frappé", (q.nom,))
    if arme and p.arme(arme) is None and arme != "mains_nues":
        return Closed("VM-2.24", "{} ne porte pas « {} »", (p.nom, arme))
    tenue = arme_de_melee(p, arme)
    if tenue.genre == "tir":
        return Closed("VM-2.24", "{} ne sert pas au Corps à corps", (tenue.nom,))
    if p.fiche.valeurs[tenue.competence] is None:
        return Closed("VM-1.2", "{} ne sait pas manier : {}", (p.nom, tenue.nom))
    if distance(p, q) > tenue.allonge:
        return Closed("VM-2.24", "{} est hors d'atteinte : {} cases, {} au plus", (q.nom, distance(p, q), tenue.allonge))
    return None




ACTIONS = (Attaquer,)
