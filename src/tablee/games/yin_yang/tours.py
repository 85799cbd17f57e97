"""Chapter 10, turns: declaring upwards, resolving downwards, what goes by between two turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle
from tablee.kernel.refs import WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from .catalogue import MAINS_NUES, Arme
from .state import Effet, Personnage, effets_sur, hors_d_etat, inconnu
from .tables import TOUR

if TYPE_CHECKING:
    from .combat import Combat
    from .scene import Scene
    from .tests import Prepare

CONTACT = 3  # metres (YY-10.18)
EBLOUI = 6  # YY-11.7, our ruling: the worst there is


class Blocage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon locked with another (YY-11.8)."""

    par: WithWho
    sur: WithWho
    marge: int
    arme_par: str
    arme_sur: str


class Clef(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A hold (YY-11.10, YY-11.11), and the turn it was set in."""

    par: WithWho
    sur: WithWho
    sorte: Literal["étouffement", "immobilisation"]
    tour: int


# ---------------------------------------------------------------- what is declared


class Declaration(Action, frozen=True):
    """Something one does in a turn. In a fight it is declared, and done when its initiative comes; else at once."""

    hostile: ClassVar[bool] = False  # it strikes at its `cible`
    releve: ClassVar[bool] = False  # one gets up while doing it (YY-11.21)
    magique: ClassVar[bool] = False  # magic answers an attack with its own roll (YY-8.19)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return declarer(scene, oracle, self) if scene.encounter is not None else self.executer(scene, oracle)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The scene once it is done."""
        raise TypeError(f"{type(self).__name__} does not say how it is done")

    def empechee(self, scene: Scene) -> Closed | None:
        """Why it can no longer be done when its initiative comes."""
        return None

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        """What its one roll of the turn starts from, and the skill it rests on; for what is opposed to a roll."""
        raise TypeError(f"{type(self).__name__} is opposed to no roll")

    def arme_employee(self, p: Personnage) -> Arme | None:
        """The weapon it is done with, which slows it; None: none."""
        return None

    def armes_de(self, p: Personnage) -> tuple[Arme, ...]:
        """The weapons it is fought with; none: those in hand."""
        return ()

    @property
    def vide_promis(self) -> int:
        """Points de vide it will be paid with when its initiative comes (YY-5.17)."""
        return 1 if getattr(self, "vide", "") else 0

    @property
    def repos(self) -> bool:
        """Whether it is no action at all, and so a rest (YY-7.6)."""
        return False

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """In a fight: as if its initiative had come, whoever has still to declare."""
        if scene.encounter is None:
            return Action.seen(self, scene, look)
        voir = look if callable(look) else self.looks[look or self.views()[0]]
        essai = noter_la_declaration(scene, self)
        return lambda oracle: voir(essai, self.executer(essai, oracle), oracle.events)


def en_cours(scene: Scene) -> Combat:
    if scene.encounter is None:
        raise ValueError("no fight under way")
    return scene.encounter


# ---------------------------------------------------------------- initiative


@rule("YY-10.2", "YY-10.3")
def initiative(p: Personnage, arme: Arme | None) -> Terms:
    """Air/Réflexes, less the speed of the weapon as far as the skill does not make up for it."""
    terms: Terms = (("Air/Réflexes", p.rang("reflexes"), "YY-10.2"),)
    if arme is not None and arme.vitesse:
        lenteur = arme.vitesse - p.competence(arme.groupe)
        if lenteur > 0:
            terms = (*terms, (arme.nom, -lenteur, "YY-10.3"))
    return (*terms, *effets_sur(p, "initiative")) if p.effets else terms


def arme_en_main(p: Personnage) -> Arme:
    """The weapon in hand, or bare hands."""
    tenues = p.equipement.tenues
    return tenues[0] if tenues else MAINS_NUES


@rule("YY-10.1")
def rangs_de_declaration(scene: Scene) -> dict[str, int]:
    """The initiative of each with the weapon in hand; who cannot act declares nothing."""
    rangs = {p.id: total(initiative(p, arme_en_main(p))) for p in scene.people.values() if p.side and p.conscient}
    if scene.encounter is not None and scene.encounter.blocages:
        apres_le_bloqueur(scene.encounter, rangs)
    return rangs


@rule("YY-10.1")
def ordre_de_declaration(scene: Scene) -> tuple[str, ...]:
    """The slowest first."""
    rangs = rangs_de_declaration(scene)
    return tuple(sorted(rangs, key=rangs.__getitem__))


@rule("YY-10.2", "YY-10.7")
def initiatives(scene: Scene) -> dict[str, int]:
    """When everything declared happens: by the weapon each action is done with; at grips no weapon counts."""
    combat = en_cours(scene)
    aux_prises = {w for paire in combat.luttes for w in paire}
    rangs = {}
    for who, a in combat.declarations.items():
        p = scene.people[who]
        rangs[who] = total(initiative(p, None if who in aux_prises else a.arme_employee(p)))
    if combat.blocages:
        apres_le_bloqueur(combat, rangs)
    return rangs


@rule("YY-11.8")
def apres_le_bloqueur(combat: Combat, rangs: dict[str, int]) -> None:
    """Whose weapon is locked acts after the one who locks it."""
    for _ in combat.blocages:  # as often as a chain of locks may be long
        for b in combat.blocages:
            if b.par in rangs and b.sur in rangs:
                rangs[b.sur] = min(rangs[b.sur], rangs[b.par] - 1)


# ---------------------------------------------------------------- guards

PAS_DE_COMBAT = Closed("YY-10.5", "Aucun combat n'est en cours")


@rule("YY-10.1", "YY-10.6")
def pas_a_lui(scene: Scene, who: str) -> Closed | None:
    """In a fight one declares one action a turn, when one's turn to declare comes."""
    absent = inconnu(scene, who) or hors_d_etat(scene[who])
    if absent is not None:
        return absent
    combat = scene.encounter
    if combat is None:
        return None
    if combat.file[:1] == (who,):
        return occupe(scene[who])
    return Closed("YY-10.1", "C'est à {} de déclarer", (Someone(combat.file[0]) if combat.file else "personne",))


def occupe(p: Personnage) -> Closed | None:
    """A turn that is spent on something allows nothing else."""
    return Closed("YY-10.6", "{} passe ce tour à {}", (Someone(p.id), p.occupe)) if p.occupe else None


# ---------------------------------------------------------------- declaring and resolving


def noter_la_declaration(scene: Scene, a: Declaration) -> Scene:
    combat = en_cours(scene)
    file = tuple([w for w in combat.file if w != a.actor])
    declarations: Any = {**combat.declarations, a.actor: a}
    return replace(scene, encounter=replace(combat, file=file, declarations=declarations))


@rule("YY-10.1")
def annonce(scene: Scene, a: Declaration) -> Event:
    """What the others hear: the action with its manoeuvres, its spell or its skill, and whom it is about."""
    champs = [getattr(a, champ, ()) for champ in ("cible", "contre", "cibles", "vers", "loin_de", "monture")]
    vises = tuple([who for c in champs for who in ((c,) if isinstance(c, str) else c) if who in scene.people])
    sorte = next((champ for champ in ("vers", "loin_de") if getattr(a, champ, "")), tag(a))
    precise = [x for champ in ("pouvoir", "competence", "membre") if (x := getattr(a, champ, "")) not in ("", "torse")]
    facts = (("quoi", (f"declare.{sorte}", *getattr(a, "manoeuvres", ()), *precise)), ("sur", vises))
    audience = GM if getattr(a, "secret", False) else ALL
    return Event("declaration_sur" if vises else "declaration", a.actor, "", "YY-10.1", (), facts, audience)


@rule("YY-10.1")
def declarer(scene: Scene, oracle: Oracle, a: Declaration) -> Scene:
    """The declaration is heard and noted; the last one sets the turn off."""
    oracle.tell(annonce(scene, a))
    scene = noter_la_declaration(scene, a)
    return scene if en_cours(scene).file else resoudre(scene, oracle)


@rule("YY-10.2", "YY-10.7")
def resoudre(scene: Scene, oracle: Oracle) -> Scene:
    """Everything declared happens, by decreasing initiative; equals act at the same time."""
    combat = en_cours(scene)
    rangs: dict[int, list[Any]] = {}
    for who, n in initiatives(scene).items():
        rangs.setdefault(n, []).append(combat.declarations[who])
    ordre = sorted(rangs, reverse=True)
    facts = (("ordre", tuple([a.actor for n in ordre for a in rangs[n]])),)
    oracle.tell(Event("resolution", "", "", "YY-10.7", (), facts))
    if scene.sorts:
        scene = rompre_les_sorts(scene, oracle)
    for n in ordre:
        scene = agir_ensemble(scene, oracle, [a for a in rangs[n] if scene.people[a.actor].conscient])
        if scene.encounter is None:
            return scene
    return fin_du_tour(scene, oracle)


@rule("YY-10.2", "YY-10.7")
def agir_ensemble(scene: Scene, oracle: Oracle, actions: list[Any]) -> Scene:
    """Those of one rank act on things as they stood before any of them did: who falls still strikes."""
    combat = en_cours(scene)
    if len(actions) > 1:
        scene = replace(scene, encounter=replace(combat, avant=scene.people))
    elif combat.avant is not None:
        scene = replace(scene, encounter=replace(combat, avant=None))
    raisons = [a.empechee(scene) for a in actions]
    for a, raison in zip(actions, raisons, strict=True):
        scene = a.executer(scene, oracle) if raison is None else tourner_court(scene, oracle, a, raison)
        if scene.sorts:
            scene = rompre_les_sorts(scene, oracle)
        if scene.encounter is None:
            break
    return scene


def rompre_les_sorts(scene: Scene, oracle: Oracle) -> Scene:
    """Maintained spells end with the concentration of their magician (YY-8.2)."""
    from .sortileges import rompre

    return rompre(scene, oracle)


@rule("YY-7.4")
def tourner_court(scene: Scene, oracle: Oracle, a: Declaration, raison: Closed) -> Scene:
    """What was declared cannot be done any more; the attempt costs the least an action costs."""
    from .fatigue import fatiguer

    pourquoi = raison.text if not raison.facts else "il ne le peut plus"
    oracle.tell(Event("tourne_court", a.actor, "", raison.rule, (), (("raison", pourquoi),)))
    return fatiguer(scene, oracle, a.actor, 1)


def tel(scene: Scene, who: str) -> Personnage:
    """A creature as it stood when the present rank of initiative began."""
    combat = scene.encounter
    if combat is None or combat.avant is None:
        return scene.people[who]
    return combat.avant[who]


@rule("YY-10.5")
def fin_du_tour(scene: Scene, oracle: Oracle) -> Scene:
    """Six seconds have gone by: what wears off does, and the next turn is declared."""
    from .fatigue import souffler_en_combat
    from .lutte import tenir_les_clefs

    scene = se_relever_du_tour(scene)
    scene = defenses_reussies(scene, oracle)
    scene = souffler_en_combat(scene, oracle)
    scene = tenir_les_clefs(scene, oracle)
    if not en_cours(scene).hors_du_temps:
        scene = ecouler(scene, oracle, TOUR)
    if combat_fini(scene):
        return clore(scene, oracle)
    combat = en_cours(scene)
    if combat.eblouis:
        scene = eblouir(scene)
    luttes = (*combat.luttes, *combat.prises) if combat.prises else combat.luttes
    if luttes:
        luttes = tuple([x for x in luttes if encore_aux_prises(scene, x)])
    file, hors_du_temps = ordre_de_declaration(scene), False
    if any(p.temps for p in scene.people.values()):
        from .pouvoirs import vivre_le_temps

        scene, file, hors_du_temps = vivre_le_temps(scene, file)
    suivant = replace(
        combat,
        tour=combat.tour + 1,
        declarations={},
        jets={},
        faits=(),
        touches=(),
        parades=(),
        prises=(),
        lachers=(),
        projetes=(),
        eblouis=(),
        avant=None,
        luttes=luttes,
        file=file,
        hors_du_temps=hors_du_temps,
    )
    if suivant.clefs:
        scene, suivant = clefs_sans_lutte(scene, suivant)
    oracle.tell(Event("tour", "", "", "YY-10.5", (), (("tour", suivant.tour),)))
    return replace(scene, encounter=suivant)


@rule("YY-11.21")
def se_relever_du_tour(scene: Scene) -> Scene:
    """Whoever spent the turn getting up stands, unless he was thrown in this very turn."""
    combat = en_cours(scene)
    debout = []
    for who, a in combat.declarations.items():
        if a.releve and scene.people[who].a_terre and who not in combat.projetes:
            debout.append(replace(scene.people[who], a_terre=False))
    return scene.put(*debout) if debout else scene


@rule("YY-11.7")
def eblouir(scene: Scene) -> Scene:
    """The sun in one's eyes blinds for the turn that now begins."""
    effet = Effet("Ébloui", "vue", -EBLOUI, "YY-11.7", tours=1)
    dans_le_soleil = [scene[who] for who in dict.fromkeys(en_cours(scene).eblouis)]
    return scene.put(*[replace(p, effets=(*p.effets, effet)) for p in dans_le_soleil])


@rule("YY-11.10")
def clefs_sans_lutte(scene: Scene, combat: Combat) -> tuple[Scene, Combat]:
    """A hold is over with the grapple it was set in; who was choked breathes again."""
    paires = [set(x) for x in combat.luttes]
    tiennent = tuple([c for c in combat.clefs if {c.par, c.sur} in paires])
    liberes = [replace(scene[c.sur], souffle=0) for c in combat.clefs if c not in tiennent]
    return (scene.put(*liberes) if liberes else scene), replace(combat, clefs=tiennent)


@rule("YY-10.17")
def encore_aux_prises(scene: Scene, paire: tuple[str, str]) -> bool:
    """Both can still fight and reach each other, and neither got free in this turn."""
    a, b = scene[paire[0]], scene[paire[1]]
    libres = [set(x) for x in en_cours(scene).lachers]
    return a.conscient and b.conscient and a_portee(a, b) and set(paire) not in libres


@rule("YY-10.13")
def defenses_reussies(scene: Scene, oracle: Oracle) -> Scene:
    """A defence that held against all who attacked gives +1 next turn, one more each time, up to the rank of Vide."""
    combat = en_cours(scene)
    changes = []
    for who, p in scene.people.items():
        if combat.parades and tenue(combat, p):
            serie = p.serie + 1
            elan = max(0, min(serie, p.rang("vide")))
            oracle.tell(Event("garde_tenue", who, "", "YY-10.13", (("Défenses réussies", elan, "YY-10.13"),)))
            changes.append(replace(p, serie=serie, elan=elan, surpris_par=()))
        elif p.serie or p.elan or p.surpris_par:
            changes.append(replace(p, serie=0, elan=0, surpris_par=()))
    return scene.put(*changes) if changes else scene


def tenue(combat: Combat, p: Personnage) -> bool:
    """Whether he defended himself, met everybody who attacked him, and nobody got through."""
    contre = getattr(combat.declarations.get(p.id), "contre", ())
    if not contre or not p.conscient or all(sur != p.id for _, sur in combat.parades):
        return False
    attaquants = [a.actor for a in combat.declarations.values() if a.hostile and getattr(a, "cible", "") == p.id]
    return all(a in contre for a in attaquants) and all(sur != p.id for _, sur in combat.touches)


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The clock moves on: effects with an end are over."""
    horloge = scene.clock + secondes
    tours = secondes // TOUR
    changes = []
    for p in scene.people.values():
        if p.effets:
            restent = tuple(
                [
                    e if e.tours is None else replace(e, tours=e.tours - tours)
                    for e in p.effets
                    if (e.fin is None or e.fin > horloge) and (e.tours is None or e.tours > tours)
                ]
            )
            if restent != p.effets:
                changes.append(replace(p, effets=restent))
    scene = replace(scene, clock=horloge)
    if changes:
        scene = scene.put(*changes)
    if any(p.insufflations for p in scene.people.values()):
        from .soins import dissiper_le_qi

        scene = dissiper_le_qi(scene, oracle)
    if scene.sorts or scene.enchantements or any(p.runes for p in scene.people.values()):
        from .sortileges import passer

        scene = passer(scene, oracle, secondes)
    return scene


@rule("YY-20.9")
def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps still stand."""
    camp = None
    for p in scene.people.values():
        if p.side and p.conscient:
            if camp is None:
                camp = p.side
            elif p.side != camp:
                return False
    return True


@rule("YY-20.9")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over."""
    vainqueurs = tuple(dict.fromkeys(p.side for p in scene.people.values() if p.conscient and p.side))
    oracle.tell(Event("fin_combat", "", "", "YY-10.5", (), (("debout", vainqueurs or ("personne",)),)))
    changes = [
        replace(p, elan=0, serie=0, repos=0, souffle=p.souffle if p.apnee else 0, surpris_par=(), a_terre=False)
        for p in scene.people.values()
        if p.elan or p.serie or p.repos or p.souffle or p.surpris_par or p.a_terre
    ]
    scene = replace(scene, encounter=None)
    return scene.put(*changes) if changes else scene


# ---------------------------------------------------------------- how far


def metres(a: Personnage, b: Personnage) -> float:
    """Metres between two places."""
    dx, dy = a.x - b.x, a.y - b.y
    return float((dx * dx + dy * dy) ** 0.5)


def distance(a: Personnage, b: Personnage) -> int:
    """Metres between two places, rounded down."""
    return int(metres(a, b))


@rule("YY-10.18")
def a_portee(a: Personnage, b: Personnage) -> bool:
    """Near enough to strike hand to hand: coming within three metres is enough."""
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy <= CONTACT * CONTACT


@rule("YY-10.18")
def engages_avec(scene: Scene, p: Personnage) -> tuple[str, ...]:
    """The adversaries he is in close combat with: those less than three metres away who can fight."""
    return tuple(
        [q.id for q in scene.people.values() if q.side != p.side and q.side and metres(p, q) < CONTACT and q.conscient]
    )
