"""Chapter 2, shots: bows, powder, whatever is thrown; from the Test to the damage, and the weapon afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms

from ...model.boutons import Bouton
from ...model.catalogue import Arme
from ...model.effects import EFFECTS, Cas
from ...model.people import Personnage, distance
from ...model.scene import AuSol, Scene
from ..c1_tests.tests import Prepare, annoncer, des_circonstances, hors_bornes, pesent, preparer
from ..c2_combat.armes import (
    a_recharger,
    apport,
    arme_de_melee,
    arme_de_tir,
    competence_de_tir,
    pas_appris,
    pas_de_mains,
    pas_portee,
    prise_en_main,
    rechargee,
    se_lance,
    somme,
)
from ..c2_combat.au_sol import sans_arme
from ..c2_combat.combat import action_prise, engager, engages_avec, pas_d_action
from ..c2_combat.monte import forme_visee
from ..c2_combat.taille import ecart, modificateur_de_tir
from .attaque import (
    LOOKS,
    Defense,
    Issue,
    arme_en_main,
    contre,
    par_esquive,
    par_l_arme,
    par_surprise,
    par_valeur,
    pas_une_cible,
    sans_defense,
    seul,
    suites,
)
from .coup import Coup
from .maladresses import enrayee

ASSEZ_LARGE = 2  # the width from which a shield stops shots
GERBE = 20, -10  # up to a third of the range, and beyond

# ---------------------------------------------------------------- what weighs on a shot


TRAIT = ("tir", "combat", "viser", "contre")


@rule("VM-2.28")
def pour_tirer(scene: Scene, p: Personnage, q: Personnage, coup: Coup) -> Terms:
    """What weighs on a Test to hit from afar."""
    terms = pesent(Cas(p, scene, q, coup.arme), competence_de_tir(coup.arme), TRAIT)
    return terms + apport(coup.arme.traits, "toucher", "VM-6.4") + coup.plus


@rule("VM-6.4")
@EFFECTS.on("viser")
def en_gerbe(c: Cas) -> Term | None:
    """A spray of shot: hard to miss with close by, thin farther off."""
    if c.arme is None or c.contre is None or "gerbe" not in c.arme.traits:
        return None
    return "Gerbe", GERBE[0] if 3 * distance(c.p, c.contre) <= c.arme.portee else GERBE[1], "VM-6.4"


@rule("VM-2.45")
@EFFECTS.on("viser")
def taille_visee(c: Cas) -> Term | None:
    """The larger the target, the easier the shot."""
    terms = modificateur_de_tir(c.contre) if c.contre is not None else ()
    return terms[0] if terms else None


@rule("VM-2.45", "VM-2.46")
def preparer_le_tir(scene: Scene, p: Personnage, q: Personnage, coup: Coup) -> Prepare:
    """The shooter's Test; what its value owes to the Taille of the target is kept apart."""
    owed = sum(n for _, n, _ in modificateur_de_tir(q))
    terms = pour_tirer(scene, p, q, coup)
    return preparer(p, competence_de_tir(coup.arme), terms, forme=forme_visee(q), taille=max(0, owed))


# ---------------------------------------------------------------- the target


@rule("VM-2.28")
def parades(q: Personnage, arme: Arme, categories: int) -> list[Defense]:
    """What can be done about a shot: a shield wide enough, or by a Talent the weapon in hand or Esquive; best first."""
    if sans_defense(q):
        return []
    ways = []
    bouclier = q.equipement.bouclier
    if bouclier is not None and bouclier.largeur >= ASSEZ_LARGE and "contournante" not in arme.traits:
        ways.append(par_l_arme(q, bouclier, arme, categories))
    if q.talent("parade_de_traits"):
        ways.append(par_esquive(q, arme))
        tenue = arme_de_melee(q)
        if q.fiche.valeurs[tenue.competence] is not None:
            ways.append(par_l_arme(q, tenue, arme, categories))
    return sorted(ways, key=par_valeur, reverse=True)


SUBIR = Option("subir", "ne rien opposer au tir")


def opposer_une_parade(oracle: Oracle, p: Personnage, q: Personnage, coup: Coup) -> Defense | None:
    """The target says, before any dice, whether and how it wards off the shot; most can do nothing."""
    ways = parades(q, coup.arme, ecart(p, q))
    if not ways:
        return None
    options = (*[d.option for d in ways], SUBIR)
    choix = oracle.ask(Question(q.id, "vm.defense_tir", "VM-2.28", options, (("attaquant", p.id),), 30))
    return next((d for d in ways if d.id == choix.id), None)


# ---------------------------------------------------------------- the shot


@rule("VM-2.28", "VM-2.30")
def viser(scene: Scene, oracle: Oracle, coup: Coup) -> tuple[Scene, Issue]:
    """The Test of a shot, alone or against a defence; one that fails misses, whatever the defence is worth."""
    p, q = scene.people[coup.de], scene.people[coup.sur]
    mien = preparer_le_tir(scene, p, q, coup)
    annoncer(oracle, mien, competence_de_tir(coup.arme), q.id)
    parade = opposer_une_parade(oracle, p, q, coup) if coup.oppose else None
    if parade is None:
        return seul(scene, oracle, mien)
    return contre(scene, oracle, mien, parade, q, reussi=True)


@rule("VM-2.17", "VM-2.31")
def decocher(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """A whole shot. It engages nobody, but keeps up an Engagement there is."""
    what = "tir_retenu" if coup.retenu else "tir"
    oracle.tell(Event(what, coup.de, coup.sur, "VM-2.28", (), (("arme", coup.arme.nom),)))
    scene, issue = viser(mettre_en_joue(scene, oracle, coup), oracle, coup)
    scene = suites(scene, oracle, coup, issue)
    return apres_le_tir(scene, oracle, coup, issue)


@rule("VM-2.10", "VM-2.17")
def mettre_en_joue(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """What comes before the dice and already counts for them: the weapon in hand, surprise, an Engagement kept up."""
    scene = par_surprise(arme_en_main(scene, coup), oracle, coup)
    if scene.encounter is not None and coup.sur in engages_avec(scene, coup.de):
        return replace(scene, encounter=engager(scene.encounter, coup.de, coup.sur))
    return scene


@rule("VM-6.4")
def apres_le_tir(scene: Scene, oracle: Oracle, coup: Coup, issue: Issue) -> Scene:
    """What becomes of the weapon: to be loaded again, lying where it fell, or gone."""
    p, arme = scene.people[coup.de], coup.arme
    if p.arme(arme.id) is None:  # a Maladresse has already taken it
        return scene
    if "usage_unique" in arme.traits:
        return scene.put(sans_arme(p, arme))
    if "jetee" in arme.traits or arme.genre != "tir":
        q = scene.people[coup.sur]
        oracle.tell(Event("retombe", coup.de, q.id, "VM-6.4", (), (("arme", arme.nom),)))
        scene = replace(scene, au_sol=(*scene.au_sol, AuSol(arme, q.x, q.y)))
        return scene.put(sans_arme(p, arme))
    actions = somme(arme.traits, "recharge")
    if issue.critique < 0 and "a_poudre" in arme.traits:
        oracle.tell(Event("encrassee", coup.de, "", "VM-6.4", (), (("arme", arme.nom),)))
        actions += 1
    return scene.put(rechargee(p, arme, actions)) if actions else scene


# ---------------------------------------------------------------- the actions


@rule("VM-2.28", "VM-2.30", "VM-5.8")
class Tirer(Action, frozen=True, tag="tirer"):
    """Shoot or throw at somebody; it takes the Action."""

    cible: Who
    arme: str = ""
    retenir: bool = False  # VM-5.8
    mod: int = 0  # circumstances, from the MJ: the numbers of the book hold in general

    looks: ClassVar[dict[str, Any]] = LOOKS

    rank = Bouton.TIRS

    def stands(self) -> int:
        return Bouton.A_PART if self.retenir else self.rank

    def key(self) -> str:
        return "tirer.arme" if self.arme else "tirer"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor) or pas_de_tir(scene, self.actor, self.cible, self.arme)
        return ferme or hors_bornes(self.mod)

    def coup(self, scene: Scene) -> Coup:
        arme = arme_de_tir(scene[self.actor], self.arme)
        if arme is None:
            raise ValueError(f"{self.actor} has nothing to shoot with")
        return Coup(self.actor, self.cible, arme, self.retenir, plus=des_circonstances(self.mod), tir=True)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return action_prise(decocher(scene, oracle, self.coup(scene)))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the dice; any other function follows the shot to its end."""
        if callable(look):
            return super().seen(scene, look)
        coup, voir = self.coup(scene), self.looks[look or "touche"]
        pret: list[Scene] = []  # there are no dice before those of the shot: worked out once

        def run(oracle: Any) -> Any:
            if not pret:
                pret.append(mettre_en_joue(scene, oracle, coup))
            apres, issue = viser(pret[0], oracle, coup)
            return voir(coup, apres, issue)

        return run


@rule("VM-2.28", "VM-2.29")
def pas_de_tir(scene: Scene, actor: str, cible: str, id: str) -> Closed | None:
    """Whom one may shoot at, and with what: within range, loaded, and not while Engagé unless it is a Pistolet."""
    p = scene[actor]
    ferme = pas_une_cible(scene, p, cible) or pas_portee(p, id)
    if ferme is not None:
        return ferme
    arme = arme_de_tir(p, id)
    if arme is None or not se_lance(arme):
        return Closed("VM-2.28", "{} n'a rien à tirer ni à lancer", (Someone(p.id),))
    if engages_avec(scene, actor) and "pistolet" not in arme.traits:
        return Closed("VM-2.29", "{} est Engagé : seule une arme au trait Pistolet peut tirer", (Someone(p.id),))
    reste = a_recharger(p, arme)
    if reste:
        return Closed("VM-6.4", "{} est à recharger : encore {} Action(s)", (arme.nom, reste))
    bloquee = enrayee(p, arme.id)
    if bloquee is not None:
        return bloquee
    if distance(p, scene[cible]) > arme.portee:
        trop_loin = (Someone(cible), distance(p, scene[cible]), arme.portee)
        return Closed("VM-6.4", "{} est hors de portée : {} cases, {} au plus", trop_loin)
    return pas_appris(p, arme, competence_de_tir(arme)) or pas_de_mains(p, arme)


@rule("VM-6.4")
class Recharger(Action, frozen=True, tag="recharger"):
    """Load a weapon again; in a fight it takes the Action, some weapons twice."""

    rank = Bouton.TIRS

    arme: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor)
        if ferme is not None:
            return ferme
        p = scene[self.actor]
        arme = p.arme(self.arme)
        if arme is None:
            return knowing(
                Closed("VM-2.24", "{} ne porte pas « {} »", (Someone(p.id), self.arme)),
                self.arme,
                [a.id for a in p.equipement.armes],
            )
        return None if a_recharger(p, arme) else Closed("VM-6.4", "{} est prête à tirer", (arme.nom,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        arme = arme_de_tir(p, self.arme)
        if arme is None:
            return scene
        reste = a_recharger(p, arme) - 1 if scene.encounter is not None else 0
        facts = (("arme", arme.nom), ("reste", reste))
        oracle.tell(Event("recharge" if reste else "rechargee", self.actor, "", "VM-6.4", (), facts))
        return action_prise(scene.put(rechargee(prise_en_main(p, arme), arme, reste)))


ACTIONS: tuple[type[Action], ...] = (Tirer, Recharger)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Every adversary with everything that shoots or flies; loading."""
    for a in p.equipement.armes:
        if a_recharger(p, a):
            yield Recharger(p.id, a.id)
    if scene.encounter is None:
        return
    armes = {a.id: a for a in p.equipement.armes if se_lance(a)}
    for q in scene.people.values():
        if q.side != p.side and q.vie == "actif":
            yield from (Tirer(p.id, q.id, a) for a in armes)
            yield from (Tirer(p.id, q.id, a, retenir=True) for a in armes if distance(p, q) <= armes[a].portee)
