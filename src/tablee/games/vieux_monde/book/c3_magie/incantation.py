"""Chapter 3, incantation: the Test of Langue (Magick), the Critiques, the counter-spells, and the spell itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.catalogue import CREATURES, LOCALISATION
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.sorts import DOMAINES, SORTS, Sort
from ...model.tables import DIFFICULTES, Difficulte
from ..c1_tests.oppositions import ajouter, entamer
from ..c1_tests.tests import (
    RIEN,
    Jet,
    Ligne,
    annoncer,
    de_la_difficulte,
    des_circonstances,
    hors_bornes,
    pesent,
    preparer,
    regler,
    tenter,
)
from ..c2_combat.combat import gagner, pas_d_action
from ..c2_combat.monte import forme_visee
from ..c5_blessures.blessures import blessure_critique
from ..c5_blessures.degats import subis
from ..c6_etats import pas_d_attaque
from .contresorts import (
    Contre,
    affronter_les_contres,
    demander,
    noter_les_dissipations,
    peuvent_contrer,
    preparer_les_contres,
)
from .emprises import bruts_du_projectile, source_du_projectile, zone_touchee
from .focalisation import consommer, niveau, pas_encore_prete, perdre_un_dr, sans_test, un_round_passe
from .imparfaites import imparfaite
from .magie import (
    LANGUE,
    Lancement,
    cibles_refusees,
    deja_actif,
    demarrer,
    inaccessible,
    lieu,
    lieu_refuse,
    sans_voix,
    touches,
)
from .sortileges import appliquer_le_sort
from .surincantation import ajouts, surincanter

LOIN = 5  # additions of Portée that may be counted on in advance

# ---------------------------------------------------------------- Succès Critique

EFFETS_CRITIQUES = {
    "blessure": Option("blessure", "Incantation Critique : une Blessure critique en plus"),
    "force": Option("force", "Force inéluctable : le Sort ne peut être dissipé"),
    "puissance": Option("puissance", "Puissance totale : le Sort part quel que soit le NI"),
    "aucun": Option("aucun", "n'en vouloir aucun"),
}


@lru_cache(8)
def effets_critiques(suffit: bool, blesse: bool) -> tuple[Option, ...]:
    """What a Succès Critique offers, none of it included; two of the three ask for a DR that reaches the NI."""
    offerts = (*(("blessure",) if suffit and blesse else ()), *(("force",) if suffit else ()), "puissance", "aucun")
    return tuple(EFFETS_CRITIQUES[x] for x in offerts)


def blesse(sort: Sort) -> bool:
    """Whether a spell inflicts Dégâts."""
    return sort.projectile or any(e.fait == "degats" for e in sort.effets)


@rule("VM-3.6")
def choisir_l_effet(oracle: Oracle, who: str, sort: Sort, jet: Jet, ni: int) -> str:
    """The caster chooses once his own roll is known, before any counter-spell."""
    if jet.critique <= 0 or not jet.reussi:
        return ""
    options = effets_critiques(jet.dr >= ni, blesse(sort))
    shown = (("sort", sort.nom), ("dr", jet.dr), ("ni", ni))
    choix = oracle.ask(Question(who, "vm.incantation_critique", "VM-3.6", options, shown, 30))
    if choix.id == "aucun":
        return ""
    oracle.tell(Event("incantation_critique", who, "", "VM-3.6", (), (("effet", choix.label),)))
    return str(choix.id)


# ---------------------------------------------------------------- the Test


class Issue(msgspec.Struct, frozen=True, gc=False):
    """What the dice of an incantation came to."""

    lance: bool
    dr: int  # the caster's own, or what counter-spells left of it
    ni: int  # what it was compared with
    reussi: bool = True
    critique: int = 0
    choix: str = ""  # the effect chosen on a Succès Critique
    zone: str = ""
    conteste: bool = False
    par: str = ""  # who dispelled it
    sans_test: bool = False


@rule("VM-3.4", "VM-3.6", "VM-3.8")
def est_lance(reussi: bool, dr: int, ni: int, choix: str, loin: int = 0) -> bool:
    """A success whose DR reaches the NI, Puissance totale put aside; farther than its Portée, 2 DR more each time."""
    if not reussi:
        return False
    return (dr >= ni or choix == "puissance") and ajouts(dr, ni) >= loin


@rule("VM-3.14")
def voix(sort: Sort) -> str:
    """Magick is spoken clearly, sung in some Domaines; the higher the NI, the louder."""
    domaine = DOMAINES.get(sort.domaine)
    if domaine is not None and domaine.chante:
        return "chante à pleine voix" if sort.ni >= 6 else "chante"
    return "crie" if sort.ni >= 9 else "tonne" if sort.ni >= 6 else "dit à voix haute" if sort.ni >= 3 else "prononce"


@rule("VM-3.24")
@chance(table=True)
def zone_sans_test(oracle: Oracle, forme: str) -> str:
    """Without a casting Test a Projectile magique takes its zone from a d100 of its own."""
    return LOCALISATION[forme][oracle.d(100, "localisation")]


@rule("VM-3.4", "VM-3.8", "VM-3.19", "VM-3.22", "VM-3.24")
def tenter_l_incantation(scene: Scene, oracle: Oracle, a: Incanter) -> tuple[Scene, Issue]:
    """The Tests of an incantation, from the caster's own roll to the last counter-spell."""
    p = scene[a.actor]
    sort = p.fiche.livre[a.sort]
    cibles = touches(scene, a.actor, sort, a.cibles, a.x, a.y)
    forme = forme_visee(scene[cibles[0]]) if sort.projectile and cibles else ""
    terms = niveau(p, a.sort)
    ni = total(terms)
    facts = (("sort", sort.nom), ("ni", ni), ("voix", voix(sort)))
    oracle.tell(Event("incantation", a.actor, "", "VM-3.4", terms, facts))
    if sans_test(p, a.sort):
        zone = zone_sans_test(oracle.of(a.actor), forme) if forme else ""
        return scene, Issue(True, 0, 0, zone=zone, sans_test=True)
    poids = de_la_difficulte(a.difficulte) + pesent(p.cas, LANGUE, ("incantation",)) + a.plus()
    prepare = preparer(p, LANGUE, poids, forme=forme)
    annoncer(oracle, prepare, LANGUE)
    return contester(scene, oracle, a, prepare.ligne, cibles, ni)


def contester(
    scene: Scene, oracle: Oracle, a: Incanter, ligne: Ligne, cibles: tuple[str, ...], ni: int
) -> tuple[Scene, Issue]:
    """The roll, the choice of a Succès Critique, then the counter-spells; a perfect tie is rolled again."""
    sort, depenses = scene[a.actor].fiche.livre[a.sort], RIEN
    contres: tuple[Contre, ...] | None = None
    while True:
        e = tenter(oracle, ligne)
        choix = choisir_l_effet(oracle, a.actor, sort, e.jet, ni)
        issue = Issue(
            est_lance(e.jet.reussi, e.jet.dr, ni, choix, a.loin),
            e.jet.dr,
            ni,
            e.jet.reussi,
            e.jet.critique,
            choix,
            e.jet.zone,
        )
        if not issue.lance or choix == "force":
            break
        if contres is None:
            x, y = lieu(scene, a.actor, sort, a.cibles, a.x, a.y)
            shown = (("mage", a.actor), ("sort", sort.nom), ("dr", e.jet.dr), ("ni", ni))
            qui = demander(scene, oracle, peuvent_contrer(scene, a.actor, cibles, x, y), shown)
            scene = noter_les_dissipations(scene, *qui) if qui else scene
            contres = preparer_les_contres(scene, oracle, qui)
        if not contres:
            break
        duel = affronter_les_contres(oracle, ligne, e, contres)
        e = duel.essai
        for qui_contre, d in duel.leurs:
            scene = regler(scene, oracle, qui_contre, d)
        if duel.egal:
            depenses, ligne = ajouter(depenses, e.depenses), entamer(ligne, e.depenses)
            leurs = dict(duel.leurs)
            contres = tuple([replace(c, ligne=entamer(c.ligne, leurs.get(c.qui, RIEN))) for c in contres])
            continue
        lance = not duel.par and est_lance(e.jet.reussi, duel.dr, ni, choix, a.loin)
        issue = replace(issue, lance=lance, dr=duel.dr, conteste=True, par=duel.par, zone=e.jet.zone)
        break
    return regler(scene, oracle, a.actor, ajouter(depenses, e.depenses)), issue


# ---------------------------------------------------------------- what comes of it


@rule("VM-3.4", "VM-3.5", "VM-3.8", "VM-3.21", "VM-3.23")
def echouer(scene: Scene, oracle: Oracle, a: Incanter, issue: Issue) -> Scene:
    """Nothing happens: gathered magic loses 1 DR, and an Échec Critique makes the winds run wild."""
    nom = scene[a.actor].fiche.livre[a.sort].nom
    if issue.par:
        oracle.tell(Event("sort_contre", issue.par, a.actor, "VM-3.8", (), (("sort", nom),)))
    elif not issue.reussi:
        oracle.tell(Event("sort_rate", a.actor, "", "VM-3.4", (), (("sort", nom),)))
    else:
        vise = issue.ni + 2 * a.loin
        facts = (("sort", nom), ("dr", issue.dr), ("ni", vise))
        oracle.tell(
            Event(
                "sort_trop_faible", a.actor, "", "VM-3.4", (("DR", issue.dr, "VM-3.4"), ("NI", -vise, "VM-3.4")), facts
            )
        )
    scene = perdre_un_dr(scene, oracle, a.actor, a.sort)
    return imparfaite(scene, oracle, a.actor, a.sort) if issue.critique < 0 else scene


@rule("VM-3.4", "VM-3.12", "VM-3.26")
def lancer(scene: Scene, oracle: Oracle, a: Incanter, issue: Issue) -> Scene:
    """The spell is cast: gathered magic is used up, Surincantation chosen, and its effects happen."""
    sort = scene[a.actor].fiche.livre[a.sort]
    scene = scene.put(consommer(scene[a.actor], a.sort))
    x, y = lieu(scene, a.actor, sort, a.cibles, a.x, a.y)
    lancement = Lancement(
        a.actor,
        a.sort,
        touches(scene, a.actor, sort, a.cibles, a.x, a.y),
        issue.dr,
        issue.zone,
        issue.choix == "blessure",
        a.loin,
        x=x,
        y=y,
        conteste=issue.conteste,
    )
    if not issue.sans_test:
        lancement = surincanter(scene, oracle, lancement, ajouts(issue.dr, issue.ni) - a.loin)
    facts = (("sort", sort.nom), ("cibles", lancement.cibles), ("dr", lancement.dr))
    oracle.tell(Event("sort_lance", a.actor, "", "VM-3.4", (), facts))
    scene = demarrer(scene, lancement, issue.choix == "force")
    return faire_effet(scene, oracle, lancement)


@rule("VM-3.6", "VM-3.13")
def faire_effet(scene: Scene, oracle: Oracle, lancement: Lancement) -> Scene:
    """The effects; then a Blessure critique for each one hurt if that was chosen, and Prendre le dessus."""
    avant = scene.people
    scene = appliquer_le_sort(scene, oracle, lancement)
    blesses = [c for c, q in avant.items() if c != lancement.mage and plus_blesse(q, scene[c])]
    if lancement.critique:
        for c in blesses:
            if scene[c].vie == "actif":
                zone = zone_touchee(scene[c].fiche.forme, lancement.zone)
                scene = blessure_critique(scene, oracle, c, zone, False, lancement.mage)
    if not lancement.conteste and any(adversaires(scene[lancement.mage], scene[c]) for c in blesses):
        scene = gagner(scene, oracle, lancement.mage, "Prendre le dessus", "VM-3.13")
    return scene


def adversaires(p: Personnage, q: Personnage) -> bool:
    """Whether two are not on the same side; whoever has none is on nobody's."""
    return not p.side or p.side != q.side


def plus_blesse(avant: Personnage, apres: Personnage) -> bool:
    """Whether Points de Blessure were suffered in between."""
    return apres.pb_perdus > avant.pb_perdus or len(apres.blessures) > len(avant.blessures) or apres.vie != avant.vie


# ---------------------------------------------------------------- the action


def lance_vu(a: Incanter, scene: Scene, i: Issue) -> bool:
    """Whether the spell is cast."""
    return i.lance


def dr_d_incantation_vu(a: Incanter, scene: Scene, i: Issue) -> int:
    """The DR of the incantation."""
    return i.dr


def degats_du_sort_vus(a: Incanter, scene: Scene, i: Issue) -> int:
    """Points de Blessure a Projectile magique inflicts on its first target, Critiques put aside."""
    sort = scene[a.actor].fiche.livre[a.sort]
    cibles = touches(scene, a.actor, sort, a.cibles, a.x, a.y)
    if not i.lance or not sort.projectile or not cibles:
        return 0
    q = scene[cibles[0]]
    lancement = Lancement(a.actor, a.sort, cibles, i.dr, i.zone, conteste=i.conteste)
    return total(subis(q, bruts_du_projectile(scene, sort, lancement), source_du_projectile(q, sort, lancement)))


def imparfaite_vue(a: Incanter, scene: Scene, i: Issue) -> bool:
    """Whether the winds get out of hand."""
    return i.critique < 0


class Incanter(Action, frozen=True, tag="incanter"):
    """Cast a spell; it takes the Action."""

    rank = Bouton.SORTS

    sort: str
    cibles: tuple[Who, ...] = ()
    x: int = 0  # the middle of a Zone d'Effet
    y: int = 0
    loin: int = 0  # VM-3.26: additions of Portée counted on in advance, 2 DR each
    vue: bool = True  # VM-3.17: the target is in line of sight
    difficulte: Difficulte = "intermediaire"  # VM-3.14: an inhibited voice, as the MJ judges
    mod: int = 0

    looks: ClassVar[dict[str, Any]] = {
        "lance": lance_vu,
        "degats": degats_du_sort_vus,
        "dr": dr_d_incantation_vu,
        "imparfaite": imparfaite_vue,
    }

    def views(self) -> tuple[str, ...]:
        """Dégâts are worth a look for Projectiles magiques only."""
        projectile = self.sort not in SORTS or SORTS[self.sort].projectile
        return tuple(v for v in self.looks if projectile or v != "degats")

    def plus(self) -> Terms:
        return des_circonstances(self.mod)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_d_action(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if p.fiche.valeurs[LANGUE] is None:
            return Closed("VM-3.4", "{} ne connaît pas la Langue (Magick)", (Someone(p.id),))
        return (
            pas_d_attaque(p)
            or inaccessible(p, self.sort)
            or sans_voix(p)
            or deja_actif(scene, self.actor, self.sort)
            or pas_encore_prete(scene, p, self.sort)
            or self._mal_dit(scene)
            or cibles_refusees(scene, self.actor, p.fiche.livre[self.sort], self.cibles, self.loin)
            or lieu_refuse(scene, self.actor, p.fiche.livre[self.sort], self.x, self.y, self.loin)
        )

    def _mal_dit(self, scene: Scene) -> Closed | None:
        """Parameters out of their bounds."""
        sort = scene[self.actor].fiche.livre[self.sort]
        if self.difficulte not in DIFFICULTES:
            return Closed("VM-1.9", "« {} » n'est pas une Difficulté", (self.difficulte,))
        for e in sort.effets:
            if e.fait == "invoque" and e.creature not in CREATURES and e.creature not in scene.own.creature:
                return Closed("VM-6.15", "Personne ici ne connaît de créature « {} »", (e.creature,))
        if self.loin and not isinstance(sort.portee, int):
            return Closed("VM-3.27", "La Portée de {} ne s'étend pas", (sort.nom,))
        if not 0 <= self.loin <= LOIN:
            return Closed("VM-3.26", "De 0 à {} ajouts à la Portée, pas {}", (LOIN, self.loin))
        if self.loin and sans_test(scene[self.actor], self.sort):
            return Closed("VM-3.27", "Sans Test d'incantation, pas de Surincantation")
        if sort.vue and not self.vue and set(self.cibles) - {self.actor}:
            return Closed("VM-3.17", "La cible de {} doit être en ligne de vue", (sort.nom,))
        return hors_bornes(self.mod)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, issue = tenter_l_incantation(scene, oracle, self)
        scene = lancer(scene, oracle, self, issue) if issue.lance else echouer(scene, oracle, self, issue)
        return un_round_passe(scene, oracle)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the dice; any other function follows the spell to its end."""
        if callable(look):
            return super().seen(scene, look)
        voir = self.looks[look or "lance"]

        def run(oracle: Any) -> Any:
            apres, issue = tenter_l_incantation(scene, oracle, self)
            return voir(self, apres, issue)

        return run


ACTIONS = (Incanter,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Every memorised spell, on each of those it could be meant for."""
    if p.fiche.valeurs[LANGUE] is None:
        return
    for id in p.fiche.sorts:
        sort = p.fiche.livre.get(id)
        if sort is None:
            continue
        if sort.portee == "vous" or sort.cible in ("vous", "special"):
            yield Incanter(p.id, id)
            continue
        for q in scene.people.values():
            if q.vie == "actif" and pour_lui(sort, p, q):
                yield Incanter(p.id, id, x=q.x, y=q.y) if sort.cible == "zde" else Incanter(p.id, id, (q.id,))


def pour_lui(sort: Sort, p: Personnage, q: Personnage) -> bool:
    """Whether this spell on this target is worth a button: what harms is not meant for one's own side."""
    if not sort.nuit:
        return True
    return q.id != p.id and (not p.side or q.side != p.side)
