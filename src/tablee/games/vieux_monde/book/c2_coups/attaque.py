"""Chapter 2, blows: hand to hand, from the Tests to the damage, the Critiques and the Avantages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.boutons import Bouton
from ...model.catalogue import COMPETENCES, ETATS, MAINS_NUES, Arme
from ...model.effects import EFFECTS, Cas, constante
from ...model.people import Personnage, distance
from ...model.scene import Scene, inconnu
from ..c1_tests.oppositions import opposer
from ..c1_tests.tests import (
    RIEN,
    Prepare,
    annoncer,
    des_circonstances,
    hors_bornes,
    pesent,
    preparer,
    regler,
    tenter,
)
from ..c2_combat.armes import apport, arme_de_melee, pas_appris, pas_de_mains, pas_portee, prise_en_main, somme
from ..c2_combat.combat import action_prise, engager, gagner, pas_d_action, perdre_les_avantages, surnombre
from ..c2_combat.monte import forme_visee, monture_retenue
from ..c2_combat.taille import atouts, ecart, malus_de_parade, multiplier
from ..c5_blessures.blessures import blessure_critique
from ..c5_blessures.degats import Source, degats, subis, victoire
from ..c6_creatures import creatures
from ..c6_etats import pas_d_attaque
from .atouts import Touche, apres_la_touche
from .coup import Coup
from .maladresses import maladresse

# ---------------------------------------------------------------- what weighs on the Tests


COUP = ("attaque", "combat", "toucher", "contre")


@rule("VM-2.24")
def pour_toucher(scene: Scene, p: Personnage, q: Personnage, coup: Coup) -> Terms:
    """What weighs on a Test to hit hand to hand."""
    arme = coup.arme
    terms = pesent(Cas(p, scene, q, arme, coup.charge), arme.competence, COUP) + constante(q.bears, "cible").terms
    if arme.traits:
        terms += apport(arme.traits, "toucher", "VM-6.4")
    return terms + coup.plus


@rule("VM-2.35", "VM-2.38", "VM-2.49")
@EFFECTS.on("toucher")
def taille_ou_nombre(c: Cas) -> Term | None:
    """+10 against somebody larger; else +20 at two against one, +40 at three, +60 at four or more."""
    if c.scene is None or c.contre is None:
        return None
    if ecart(c.p, c.contre) < 0:
        return "Plus petit que la cible", 10, "VM-2.49"
    contre_un = surnombre(c.scene, c.p.id, c.contre.id)
    return ("Surnombre", 20 * (min(contre_un, 4) - 1), "VM-2.35") if contre_un > 1 else None


@rule("VM-2.40")
@EFFECTS.on("toucher", "viser", of="monte")
def du_haut_de_sa_monture(c: Cas) -> Term | None:
    """+20 for any attack of a rider on a target smaller than his mount."""
    if c.scene is None or c.contre is None:
        return None
    plus_petit = c.contre.fiche.rang_taille < c.scene.people[c.p.monture].fiche.rang_taille
    return ("Du haut de sa monture", 20, "VM-2.40") if plus_petit else None


@rule("VM-2.41")
@EFFECTS.on("toucher")
def cavalier_hors_d_atteinte(c: Cas) -> Term | None:
    """-10 against a rider whose mount is larger than the attacker."""
    if c.scene is None or c.contre is None or not c.contre.monture:
        return None
    plus_petit = c.p.fiche.rang_taille < c.scene.people[c.contre.monture].fiche.rang_taille
    return ("Cavalier hors d'atteinte", -10, "VM-2.41") if plus_petit else None


# ---------------------------------------------------------------- how the target defends itself


class Defense(msgspec.Struct, frozen=True, gc=False):
    """A way of defending oneself: by Esquive, or with a weapon."""

    id: str
    option: Option  # as it is offered
    competence: str
    valeur: int  # what it is worth now, a DR as much as 10
    terms: Terms = ()  # what weighs on it, the two weapons included
    dr: int = 0  # VM-2.51


ESQUIVER = Option("esquive", "Esquive")
ESQUIVE, PARADE = ("defense", "combat"), ("defense", "parade", "combat")


@lru_cache(1024)
def parade_avec(id: str, nom: str) -> Option:
    """A weapon as a way of defending oneself, to be chosen."""
    return Option(id, nom)


def pour_se_defendre(q: Personnage, competence: str, esquive: bool) -> Terms:
    """What weighs on a defence."""
    return pesent(q.cas, competence, ESQUIVE if esquive else PARADE)


def par_esquive(q: Personnage, contre: Arme) -> Defense:
    """Out of the way: easier from a slow weapon, harder in the saddle and in some armour."""
    terms = pour_se_defendre(q, "esquive", True)
    if contre.traits:
        terms += apport(contre.traits, "etre_esquive", "VM-6.4")
    return Defense("esquive", ESQUIVER, "esquive", (q.fiche.valeurs["esquive"] or 0) + total(terms), terms)


@rule("VM-2.24", "VM-2.51")
def par_l_arme(q: Personnage, arme: Arme, contre: Arme, categories: int) -> Defense:
    """With a weapon or a shield; against somebody larger at -2 DR for each category."""
    terms = pour_se_defendre(q, arme.competence, False)
    if arme.traits or contre.traits:
        terms += apport(arme.traits, "parer", "VM-6.4")
        if "rapide" not in arme.traits:
            terms += apport(contre.traits, "etre_pare", "VM-6.4")
    dr = malus_de_parade(categories) if categories > 0 and COMPETENCES[arme.competence].carac == "CC" else 0
    valeur = (q.fiche.valeurs[arme.competence] or 0) + total(terms) + 10 * dr
    return Defense(arme.id, parade_avec(arme.id, arme.nom), arme.competence, valeur, terms, dr)


par_valeur = attrgetter("valeur")


@rule("VM-2.24")
def defenses(q: Personnage, contre: Arme, categories: int) -> list[Defense]:
    """Esquive, the weapon in hand, the shield; the best first. `categories`: by how much the attacker is larger."""
    arme, bouclier = q.equipement.en_melee, q.equipement.bouclier
    if q.fiche.valeurs[arme.competence] is None:
        arme = MAINS_NUES
    ways = [par_esquive(q, contre), par_l_arme(q, arme, contre, categories)]
    if bouclier is not None and "contournante" not in contre.traits:
        ways.append(par_l_arme(q, bouclier, contre, categories))
    ways.sort(key=par_valeur, reverse=True)
    return ways


def choisir_la_defense(oracle: Oracle, p: Personnage, q: Personnage, coup: Coup) -> Defense:
    """The defender says how, before any dice."""
    ways = defenses(q, coup.arme, ecart(p, q))
    options = tuple([d.option for d in ways])
    choix = oracle.ask(Question(q.id, "vm.defense", "VM-2.24", options, (("attaquant", p.id),), 30))
    for d in ways:
        if d.id == choix.id:
            return d
    raise ValueError(f"no such defence: {choix.id}")


def preparer_la_defense(q: Personnage, d: Defense) -> Prepare:
    """The Test of whoever defends himself in this way."""
    return preparer(q, d.competence, d.terms, dr=d.dr)


def sans_defense(q: Personnage) -> bool:
    """Whether an état keeps him from defending himself."""
    return bool(q.etats) and True in [ETATS[e.id].sans_defense for e in q.etats]


# ---------------------------------------------------------------- the Tests


class Issue(msgspec.Struct, frozen=True, gc=False):
    """What the dice of a blow came to."""

    touche: bool
    dr: int  # of the opposed Test, or of the attacker's own
    critique: int
    contre: int
    zone: str
    oppose: bool


@rule("VM-2.24", "VM-2.25")
def confronter(scene: Scene, oracle: Oracle, coup: Coup) -> tuple[Scene, Issue]:
    """The Tests of a blow: opposed by the defender, or alone if he cannot defend himself."""
    p, q = scene.people[coup.de], scene.people[coup.sur]
    mien = preparer(p, coup.arme.competence, pour_toucher(scene, p, q, coup), forme=forme_visee(q))
    annoncer(oracle, mien, coup.arme.competence, q.id)
    if not coup.oppose or sans_defense(q):
        return seul(scene, oracle, mien)
    return contre(scene, oracle, mien, choisir_la_defense(oracle, p, q, coup), q)


def seul(scene: Scene, oracle: Oracle, mien: Prepare) -> tuple[Scene, Issue]:
    """Nobody wards it off: it hits if the Test succeeds, +0 included."""
    e = tenter(oracle, mien.ligne)
    scene = regler(scene, oracle, mien.ligne.qui, e.depenses)
    return scene, Issue(e.jet.reussi, e.jet.dr, e.jet.critique, 0, e.jet.zone, False)


def contre(
    scene: Scene, oracle: Oracle, mien: Prepare, d: Defense, q: Personnage, reussi: bool = False
) -> tuple[Scene, Issue]:
    """Against this defence: it hits if the attacker wins the opposed Test; a shot must succeed (`reussi`) besides."""
    sien = preparer_la_defense(q, d)
    annoncer(oracle, sien, d.competence)
    o = opposer(oracle, mien.ligne, sien.ligne)
    if o.depenses is not RIEN or o.leurs is not RIEN:
        scene = regler(scene, oracle, mien.ligne.qui, o.depenses)
        scene = regler(scene, oracle, q.id, o.leurs)
    touche = o.gagne and (o.reussi or not reussi)
    return scene, Issue(touche, o.dr, o.critique, o.contre, o.zone, True)


# ---------------------------------------------------------------- the Dégâts


@rule("VM-2.27", "VM-2.31", "VM-2.43")
def bruts(scene: Scene, coup: Coup, dr: int, opposee: bool = True) -> tuple[Terms, int]:
    """The Dégâts of a blow before BE and PA, and by how many categories of Taille it outweighs the target."""
    p, q, arme = scene.people[coup.de], scene.people[coup.sur], coup.arme
    regle, sur = ("VM-2.31", "degats_tir") if coup.tir else ("VM-2.27", "degats")
    terms: Terms = (
        ("DR du Test opposé" if opposee else "DR du Test", dr, regle),
        (arme.nom, arme.degats, regle),
        *tally(p.bears, sur, Cas(p, scene, q, arme, coup.charge)),
    )
    mien = porter_le_poids(terms, p, q, arme, ("Bonus de Force", regle))
    if coup.charge and p.monture:
        monture = scene.people[p.monture]
        sien = porter_le_poids(terms, monture, q, arme, ("Bonus de Force de la monture", "VM-2.43"))
        return sien if total(sien[0]) > total(mien[0]) else mien
    return mien


@rule("VM-2.47", "VM-2.48")
def porter_le_poids(
    terms: Terms, porteur: Personnage, q: Personnage, arme: Arme, force: tuple[str, str]
) -> tuple[Terms, int]:
    """With the Force and the Taille of whoever is behind the blow: the attacker, or on a charge his mount."""
    categories = ecart(porteur, q)
    if arme.force:
        terms = (*terms, (force[0], porteur.bonus("FOR"), force[1]))
    traits = arme.traits if categories <= 0 else atouts(arme.traits, categories)
    if traits:
        terms += apport(traits, "degats", "VM-2.47")
    return multiplier(terms, categories), categories


def source(coup: Coup, issue: Issue, traits: tuple[str, ...]) -> Source:
    """The blow as damage comes from it."""
    return Source(
        coup.arme.nom,
        issue.zone,
        coup.de,
        perce=somme(traits, "perce") if traits else 0,
        retenu=coup.retenu,
        rule="VM-2.31" if coup.tir else "VM-2.27",
        arme=True,
        traits=traits,
        tir=coup.tir,
        critique=issue.critique > 0,
    )


# ---------------------------------------------------------------- the blow


@rule("VM-2.17")
def porter(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """A whole blow: what is gained before it, the Tests, and all that follows from them."""
    what = "attaque_retenue" if coup.retenu else "attaque"
    oracle.tell(Event(what, coup.de, coup.sur, "VM-2.24", (), (("arme", coup.arme.nom),)))
    scene, issue = confronter(aborder(scene, oracle, coup), oracle, coup)
    return suites(scene, oracle, coup, issue)


@rule("VM-2.10", "VM-2.17")
def aborder(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """What comes before the dice and already counts for them: the weapon in hand, surprise, Engagement."""
    scene = par_surprise(arme_en_main(scene, coup), oracle, coup)
    return scene if scene.encounter is None else replace(scene, encounter=engager(scene.encounter, coup.de, coup.sur))


def arme_en_main(scene: Scene, coup: Coup) -> Scene:
    """Whoever strikes or shoots holds what he does it with; to take it costs nothing."""
    p = scene.people[coup.de]
    apres = p if coup.arme in p.equipement.tenues else prise_en_main(p, coup.arme)
    return scene if apres is p else scene.put(apres)


@rule("VM-2.17")
def par_surprise(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """Attacking somebody who is Surpris: +1 Avantage, before the blow."""
    q = scene.people[coup.sur]
    return gagner(scene, oracle, coup.de, "Surprise") if q.etats and q.niveau("surpris") else scene


@rule("VM-2.19", "VM-2.25", "VM-2.30")
def suites(scene: Scene, oracle: Oracle, coup: Coup, issue: Issue) -> Scene:
    """All that follows from the dice: the hit, then the Critiques, whether it hits or not, the Maladresse last."""
    avance, destin = False, scene.people[coup.sur].destin_perdu
    if issue.touche:
        scene, avance = toucher(scene, oracle, coup, issue)
    else:
        oracle.tell(Event("manque", coup.de, coup.sur, "VM-2.30" if coup.tir else "VM-2.25"))
    if issue.critique > 0 and scene.people[coup.sur].destin_perdu == destin:  # VM-4.3: else nothing of it is left
        scene = coup_critique(scene, oracle, coup, issue.zone, avance)
    if issue.critique < 0:
        scene = maladresse(scene, oracle, coup, coup.tir)
    return en_attente(scene, oracle, coup.sur, issue.contre) if issue.contre else scene


@rule("VM-2.17", "VM-2.25")
def toucher(scene: Scene, oracle: Oracle, coup: Coup, issue: Issue) -> tuple[Scene, bool]:
    """A hit: Gagnant, the damage, Prendre le dessus, the traits; and whether the attacker gained an Avantage by it."""
    avance = issue.oppose and not coup.tir
    if avance:
        scene = gagner(scene, oracle, coup.de, "Gagnant")
    terms, categories = bruts(scene, coup, issue.dr, issue.oppose)
    traits = coup.arme.traits if categories <= 0 else atouts(coup.arme.traits, categories)
    scene, points = degats(scene, oracle, coup.sur, terms, source(coup, issue, traits))
    if points and not issue.oppose:
        scene, avance = gagner(scene, oracle, coup.de, "Prendre le dessus"), True
    if traits:
        touche = Touche(coup.de, coup.sur, issue.zone, points, categories)
        scene = apres_la_touche(scene, oracle, touche, traits)
    if points and not coup.tir and scene.people[coup.de].fiche.traits:
        scene = creatures.apres_la_blessure(scene, oracle, coup.de, coup.sur)
    return scene, avance


@rule("VM-2.20", "VM-5.8")
def coup_critique(scene: Scene, oracle: Oracle, coup: Coup, zone: str, avance: bool) -> Scene:
    """A Succès Critique wounds, hit or miss, unless blows are held back; +1 Avantage if the hit has given none."""
    q = scene.people[coup.sur]
    if coup.retenu or q.vie != "actif":
        return scene
    scene = blessure_critique(scene, oracle, coup.sur, zone, False, coup.de)
    if not avance:
        scene = gagner(scene, oracle, coup.de, "Succès critique", "VM-2.20")
    apres = scene.people[coup.sur]
    tue = q.pb > 0 and apres.vie == "mort" and apres.a_zero is None  # killed outright, before 0 PB
    return victoire(scene, oracle, coup.de, q) if tue else scene


@rule("VM-2.22", "VM-2.23")
def en_attente(scene: Scene, oracle: Oracle, who: str, critique: int) -> Scene:
    """A defender's Critique counts at the end of the attacker's tour; outside fights that is now."""
    combat = scene.encounter
    if combat is not None:
        return replace(scene, encounter=replace(combat, attente=(*combat.attente, (who, 1 if critique > 0 else 0))))
    if critique > 0:
        return gagner(scene, oracle, who, "Succès critique du défenseur", "VM-2.22")
    return perdre_les_avantages(scene, oracle, who, "VM-2.23")


# ---------------------------------------------------------------- looks: the blow as far as its dice


def touche_vue(coup: Coup, scene: Scene, i: Issue) -> bool:
    """Whether the blow gets through."""
    return i.touche


def dr_vu(coup: Coup, scene: Scene, i: Issue) -> int:
    """By how many DR: positive when it hits, negative when it is warded off."""
    return i.dr if i.touche else -abs(i.dr)


def degats_vus(coup: Coup, scene: Scene, i: Issue) -> int:
    """Points de Blessure inflicted, Critiques put aside."""
    if not i.touche:
        return 0
    terms, categories = bruts(scene, coup, i.dr, i.oppose)
    return total(subis(scene.people[coup.sur], terms, source(coup, i, atouts(coup.arme.traits, categories))))


CRITIQUES = {1: "Succès Critique", 0: "rien", -1: "Échec Critique"}


def critiques_vus(coup: Coup, scene: Scene, i: Issue) -> str:
    """Critiques on either side."""
    return f"{CRITIQUES[i.critique]} / {CRITIQUES[i.contre]}"


LOOKS: dict[str, Any] = {"touche": touche_vue, "degats": degats_vus, "ecart": dr_vu, "critiques": critiques_vus}


# ---------------------------------------------------------------- the action


@rule("VM-2.24", "VM-5.8")
class Attaquer(Action, frozen=True, tag="attaquer"):
    """Strike somebody hand to hand; it takes the Action."""

    cible: Who
    arme: str = ""
    retenir: bool = False  # VM-5.8
    mod: int = 0  # circumstances, from the MJ: the numbers of the book hold in general

    looks: ClassVar[dict[str, Any]] = LOOKS

    rank = Bouton.COUPS

    def stands(self) -> int:
        return Bouton.A_PART if self.retenir else self.rank

    def key(self) -> str:
        if type(self) is not Attaquer:  # a Charge or a Prouesse has its own words
            return tag(self)
        return "attaquer.arme" if self.arme else "attaquer"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor) or hors_de_portee(scene, self.actor, self.cible, self.arme)
        return ferme or hors_bornes(self.mod)

    def coup(self, scene: Scene) -> Coup:
        arme = arme_de_melee(scene.people[self.actor], self.arme)
        return Coup(self.actor, self.cible, arme, self.retenir, plus=des_circonstances(self.mod))

    def elan(self, scene: Scene, oracle: Oracle) -> Scene:
        """What he does before the blow: nothing, unless he charges."""
        return scene

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return action_prise(porter(self.elan(scene, oracle), oracle, self.coup(scene)))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the dice; any other function follows the blow to its end."""
        if callable(look):
            return super().seen(scene, look)
        coup, voir = self.coup(scene), self.looks[look or "touche"]
        pret: list[Scene] = []  # there are no dice before those of the blow: worked out once

        def run(oracle: Any) -> Any:
            if not pret:
                pret.append(aborder(self.elan(scene, oracle), oracle, coup))
            apres, issue = confronter(pret[0], oracle, coup)
            return voir(coup, apres, issue)

        return run


@rule("VM-2.24")
def hors_de_portee(scene: Scene, actor: str, cible: str, arme: str = "") -> Closed | None:
    """Whom one may strike, and with what: somebody else who is there, alive, within reach of the weapon."""
    p = scene[actor]
    ferme = pas_une_cible(scene, p, cible) or pas_portee(p, arme)
    if ferme is not None:
        return ferme
    q, tenue = scene[cible], arme_de_melee(p, arme)
    if tenue.genre == "tir":
        return Closed("VM-2.24", "{} ne sert pas au Corps à corps", (tenue.nom,))
    empeche = pas_appris(p, tenue, tenue.competence) or pas_de_mains(p, tenue)
    if empeche is not None:
        return empeche
    if distance(p, q) > tenue.allonge:
        trop_loin = (Someone(q.id), distance(p, q), tenue.allonge)
        return Closed("VM-2.24", "{} est hors d'atteinte : {} cases, {} au plus", trop_loin)
    return None


def pas_une_cible(scene: Scene, p: Personnage, cible: str) -> Closed | None:
    """Who attacks, and whom: nobody whom fear has broken, nobody who is gone, nobody his own mount would not fight."""
    absent = inconnu(scene, cible) or pas_d_attaque(p)
    if absent is not None:
        return absent
    if cible == p.id:
        return Closed("VM-2.24", "On ne s'attaque pas soi-même")
    if scene[cible].vie != "actif":
        return Closed("VM-2.24", "{} n'est plus là pour être frappé", (Someone(cible),))
    return monture_retenue(scene, p.id, cible)


ACTIONS: tuple[type[Action], ...] = (Attaquer,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Each adversary with the weapon in hand, with every other weapon that reaches him, and with blows held back."""
    if scene.encounter is None:
        return
    tenue = arme_de_melee(p)
    autres = [a for a in p.equipement.armes if a.genre != "tir" and a.id != tenue.id]
    for q in scene.people.values():
        if q.side == p.side or q.vie != "actif":
            continue
        yield Attaquer(p.id, q.id)
        d = distance(p, q)
        if d <= tenue.allonge:
            yield Attaquer(p.id, q.id, retenir=True)
        yield from (Attaquer(p.id, q.id, a.id) for a in autres if d <= a.allonge)
