"""Chapter 10, turns: declaring upwards, resolving downwards, what goes by between two turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .catalogue import MAINS_NUES, Arme
from .state import Personnage, effets_sur, hors_d_etat, inconnu
from .tables import TOUR

if TYPE_CHECKING:
    from .combat import Combat
    from .scene import Scene

# ---------------------------------------------------------------- what is declared


class Declaration(Action, frozen=True):
    """Something one does in a turn. In a fight it is declared, and done when its initiative comes; else at once."""

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return declarer(scene, oracle, self) if scene.combat is not None else self.executer(scene, oracle)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The scene once it is done."""
        raise TypeError(f"{type(self).__name__} does not say how it is done")

    def preparer_le_jet(self, scene: Scene, oracle: Oracle) -> Scene:
        """Roll what is to be rolled, for those who act at the same time as others."""
        return scene

    def arme_employee(self, p: Personnage) -> Arme | None:
        """The weapon it is done with, which slows it; None: none."""
        return None

    @property
    def repos(self) -> bool:
        """Whether it is no action at all, and so a rest (YY-7.6)."""
        return False


def en_cours(scene: Scene) -> Combat:
    if scene.combat is None:
        raise ValueError("no fight under way")
    return scene.combat


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
def ordre_de_declaration(scene: Scene) -> tuple[str, ...]:
    """The slowest first, by the initiative with the weapon in hand; who cannot act declares nothing."""
    rangs = []
    for i, p in enumerate(scene.personnages.values()):
        if p.camp and p.conscient:
            rangs.append((total(initiative(p, arme_en_main(p))), i, p.id))
    rangs.sort()
    return tuple([who for _, _, who in rangs])


# ---------------------------------------------------------------- guards

PAS_DE_COMBAT = Closed("YY-10.5", "Aucun combat n'est en cours")


@rule("YY-10.1", "YY-10.6")
def pas_a_lui(scene: Scene, who: str) -> Closed | None:
    """In a fight one declares one action a turn, when one's turn to declare comes."""
    absent = inconnu(scene, who) or hors_d_etat(scene[who])
    if absent is not None:
        return absent
    combat = scene.combat
    if combat is None:
        return None
    if combat.file[:1] == (who,):
        return occupe(scene[who])
    return Closed("YY-10.1", "C'est à {} de déclarer", (scene.name(combat.file[0]) if combat.file else "personne",))


def occupe(p: Personnage) -> Closed | None:
    """A turn that is spent on something allows nothing else."""
    return Closed("YY-10.6", "{} passe ce tour à {}", (p.nom, p.occupe)) if p.occupe else None


# ---------------------------------------------------------------- declaring and resolving


@rule("YY-10.1")
def declarer(scene: Scene, oracle: Oracle, a: Declaration) -> Scene:
    """The declaration is noted; the last one sets the turn off."""
    combat = en_cours(scene)
    file = tuple([w for w in combat.file if w != a.actor])
    declarations: Any = {**combat.declarations, a.actor: a}
    scene = replace(scene, combat=replace(combat, file=file, declarations=declarations))
    return scene if file else resoudre(scene, oracle)


@rule("YY-10.7")
def resoudre(scene: Scene, oracle: Oracle) -> Scene:
    """Everything declared happens, by decreasing initiative; equals act at the same time."""
    combat = en_cours(scene)
    rangs: dict[int, list[Any]] = {}
    for who, a in combat.declarations.items():
        p = scene.personnages[who]
        rangs.setdefault(total(initiative(p, a.arme_employee(p))), []).append(a)
    for rang in sorted(rangs, reverse=True):
        ensemble = [a for a in rangs[rang] if scene.personnages[a.actor].conscient]
        if len(ensemble) > 1:
            for a in ensemble:
                scene = a.preparer_le_jet(scene, oracle)
        for a in ensemble:
            scene = a.executer(scene, oracle)
            if scene.combat is None:
                return scene
    return fin_du_tour(scene, oracle)


@rule("YY-10.5")
def fin_du_tour(scene: Scene, oracle: Oracle) -> Scene:
    """Six seconds have gone by: what wears off does, and the next turn is declared."""
    from .fatigue import souffler_en_combat
    from .lutte import tenir_les_clefs

    scene = defenses_reussies(scene, oracle)
    scene = souffler_en_combat(scene, oracle)
    scene = tenir_les_clefs(scene, oracle)
    scene = ecouler(scene, oracle, TOUR)
    if combat_fini(scene):
        return clore(scene, oracle)
    combat = en_cours(scene)
    luttes = (*combat.luttes, *combat.prises) if combat.prises else combat.luttes
    if luttes:
        luttes = tuple([x for x in luttes if encore_aux_prises(scene, x)])
    suivant = replace(
        combat,
        tour=combat.tour + 1,
        declarations={},
        jets={},
        faits=(),
        touches=(),
        prises=(),
        lachers=(),
        luttes=luttes,
        file=ordre_de_declaration(scene),
    )
    oracle.tell(Event("tour", "", "", "YY-10.5", (), (("tour", suivant.tour),)))
    return replace(scene, combat=suivant)


def encore_aux_prises(scene: Scene, paire: tuple[str, str]) -> bool:
    """Both can still fight, and neither got free in this turn."""
    a, b = paire
    libres = [set(x) for x in en_cours(scene).lachers]
    return scene[a].conscient and scene[b].conscient and {a, b} not in libres


@rule("YY-10.13")
def defenses_reussies(scene: Scene, oracle: Oracle) -> Scene:
    """A defence that held against all who attacked gives +1 next turn, one more each time, up to the rank of Vide."""
    combat = en_cours(scene)
    changes = []
    for who, p in scene.personnages.items():
        declaree = combat.declarations.get(who)
        contre = getattr(declaree, "contre", ())
        if contre and tenue(combat, p, contre):
            serie = p.serie + 1
            elan = min(serie, p.rang("vide"))
            oracle.tell(Event("garde_tenue", who, "", "YY-10.13", (("Défenses réussies", elan, "YY-10.13"),)))
            changes.append(replace(p, serie=serie, elan=elan, a_terre=False, surpris_par=()))
        elif p.serie or p.elan or p.surpris_par or (p.a_terre and declaree is not None):
            changes.append(replace(p, serie=0, elan=0, surpris_par=(), a_terre=p.a_terre and declaree is None))
    return scene.put(*changes) if changes else scene


def tenue(combat: Combat, p: Personnage, contre: tuple[str, ...]) -> bool:
    """Whether somebody attacked, everybody who did was met, and nobody got through."""
    attaquants = [a.actor for a in combat.declarations.values() if getattr(a, "cible", "") == p.id]
    if not attaquants or not p.conscient or not all(a in contre for a in attaquants):
        return False
    return not any(t[1] == p.id for t in combat.touches)


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The clock moves on: effects with an end are over."""
    horloge = scene.horloge + secondes
    tours = secondes // TOUR
    changes = []
    for p in scene.personnages.values():
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
    scene = replace(scene, horloge=horloge)
    if changes:
        scene = scene.put(*changes)
    if any(p.insufflations for p in scene.personnages.values()):
        from .soins import dissiper_le_qi

        scene = dissiper_le_qi(scene, oracle)
    return scene


def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps still stand."""
    camp = None
    for p in scene.personnages.values():
        if p.camp and p.conscient:
            if camp is None:
                camp = p.camp
            elif p.camp != camp:
                return False
    return True


def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over."""
    vainqueurs = tuple(dict.fromkeys(p.camp for p in scene.personnages.values() if p.conscient and p.camp))
    oracle.tell(Event("fin_combat", "", "", "YY-10.5", (), (("debout", vainqueurs or ("personne",)),)))
    changes = [
        replace(p, elan=0, repos=0, surpris_par=())
        for p in scene.personnages.values()
        if p.elan or p.repos or p.surpris_par
    ]
    scene = replace(scene, combat=None)
    return scene.put(*changes) if changes else scene


def distance(a: Personnage, b: Personnage) -> int:
    """Metres between two places, rounded down."""
    dx, dy = a.x - b.x, a.y - b.y
    return int((dx * dx + dy * dy) ** 0.5)
