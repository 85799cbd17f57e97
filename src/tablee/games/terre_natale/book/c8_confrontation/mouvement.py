"""Movement in a confrontation: one a round, each kind at its price; the way there, and whom it passes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import dist
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, Ground, Plot, Way, square, steps
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.cartes import CARTES, INFRANCHISSABLES, SIGNES
from ...model.deplacements import DEPLACEMENTS, Deplacement
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.situations import TOTAL
from ...model.things import Objet
from ..c0_tests import figures, tester
from ..c0_tests.actions import PLUS_DURE, en_defaut, hors_bornes, premier, refuse
from ..c4_caracteristiques.portees import cases_de_melee, deplacement
from .attaque import Coup, vers_l_abri
from .budget import budget, confrontation, depenser, fermee, gratuite
from .chantiers import Oeuvre, en_chantier, ouvrage_ferme, ouvrer
from .conditions import finir
from .opportunites import main_de_melee, provoquer
from .situations import placee, prises, terme

GENRE = "deplacement"
en_chemin: Moment[[str, tuple[Cell, ...]]] = Moment("en_chemin")  # somebody goes along these squares, from the first
deplace: Moment[[str]] = Moment("deplace")  # somebody has moved, or has begun to
BORD = 9_999
FACONS = {id: d.nom for id, d in DEPLACEMENTS.items()}
SUR_LA_CARTE = ("pas", "securise", "marcher", "desengager", "courir", "sprinter")  # the cheapest first


# ---------------------------------------------------------------- how far, and by which way


def retenu(p: Personnage) -> tuple[int, ...]:
    """Which of his conditions hold somebody where he is."""
    return tuple([i for i, c in enumerate(p.conditions) if c.sorte.prive == GENRE])


@rule("TN-8.362", "TN-8.377", "TN-8.281", "TN-R9")
def distance(scene: Scene, p: Personnage, facon: str, elan: bool = False) -> int:
    """The squares of a movement: halves of the Déplacement, rounded down and one at least; nothing without allure."""
    d = DEPLACEMENTS[facon]
    if d.cases:
        return d.cases
    if d.degage and (tenu := retenu(p)):
        p = replace(p, conditions=tuple([c for i, c in enumerate(p.conditions) if i not in tenu]))
    metres = total(deplacement(p, scene.options))
    return max(1, metres * (d.elan if elan and d.elan else d.demis) // 2) if metres > 0 else 0


class Chemins(NamedTuple):
    """Where one comes from a square, in how many steps, and from which square each is reached."""

    pas: dict[Cell, int]
    avant: dict[Cell, Cell]

    def vers(self, case: Cell) -> tuple[Cell, ...]:
        """All squares of the way, both ends with it."""
        way = [case]
        while way[-1] in self.avant:
            way.append(self.avant[way[-1]])
        return tuple(reversed(way))


def chemins(scene: Scene, p: Personnage) -> Chemins:
    """All ways of somebody: around adversaries who are up and what nobody passes, and out of their reach if one can."""
    loin = max([distance(scene, p, facon, True) for facon in DEPLACEMENTS])
    foes = [q for q in scene.people.values() if q.up and q.id != p.id and q.side != p.side]
    murs = [(o.x, o.y) for o in scene.obstacles if o.couvre >= TOTAL]
    portees = tuple([((q.x, q.y), 1 + cases_de_melee(q, _arme(q))) for q in foes])
    fermees = frozenset([*murs, *[(q.x, q.y) for q in foes]])
    return _chemins((p.x, p.y), fermees, portees, loin, scene.carte)


def _arme(q: Personnage) -> Objet | None:
    """What somebody strikes with at close quarters."""
    armes, main = q.equipement.armes, main_de_melee(q)
    return armes[main] if main < len(armes) else None


@lru_cache(maxsize=256)
def _chemins(
    ici: Cell, fermees: frozenset[Cell], portees: tuple[tuple[Cell, int], ...], loin: int, carte: str
) -> Chemins:
    """Ring by ring; of two ways as long the one with fewer squares in an adversary's reach, then the straighter one."""

    def menacee(case: Cell) -> bool:
        return any(steps("square", case, autre) <= n for autre, n in portees)

    ouvertes = CARTES[carte].ouvertes if carte in CARTES else None
    pas, avant, detours = {ici: 0}, dict[Cell, Cell](), {ici: (0, 0)}
    bord = [ici]
    for n in range(1, loin + 1):
        suivant: dict[Cell, tuple[tuple[int, int], Cell]] = {}
        for case in bord:
            for voisine in square(case, 1):
                if voisine in pas or voisine in fermees or (ouvertes is not None and voisine not in ouvertes):
                    continue
                risque, biais = detours[case]
                found = (risque, biais + (voisine[0] != case[0] and voisine[1] != case[1])), case
                suivant[voisine] = min(found, suivant.get(voisine, found))
        for voisine, ((risque, biais), case) in suivant.items():
            pas[voisine], avant[voisine], detours[voisine] = n, case, (risque + menacee(voisine), biais)
        bord = list(suivant)
    return Chemins(pas, avant)


# ---------------------------------------------------------------- the action


@rule("TN-8.68", "TN-8.120", "TN-8.274", "TN-8.280", "TN-8.281", "TN-8.362")
class SeDeplacer(Action, frozen=True, tag="se_deplacer"):
    """Go to a square, in one of the ways of the table; one movement a round."""

    x: int
    y: int
    facon: str = "marcher"
    difficulte: int = 15  # of a test, where it takes one
    acts: int = 0  # of an action complexe: how many now, 0: as many as one can
    gratuite: bool = False  # with the action gratuite of a stance (TN-8.66)

    rank: ClassVar[int] = 30
    offers: ClassVar[dict[str, dict[str, str]]] = {"facon": FACONS}

    def key(self) -> str:
        return f"se_deplacer.{self.facon}" if self.facon in DEPLACEMENTS else "se_deplacer"

    def genre(self, scene: Scene) -> str:
        """The kind it is paid as: a second movement, where one may, is not barred by the first."""
        b = budget(scene, self.actor)
        return "" if b is not None and b.bouge else GENRE

    def oeuvre(self, scene: Scene) -> Oeuvre:
        return Oeuvre(self.facon, DEPLACEMENTS[self.facon].nom, genre=self.genre(scene), provoque="")

    def closed(self, scene: Scene) -> Closed | None:
        if self.facon not in DEPLACEMENTS:
            autres = tuple(FACONS.values())
            return Closed("TN-8.362", "On ne se déplace pas ainsi : {} ; mais : {}", (Typed(self.facon), autres))
        if barred := self.impayable(scene):
            return barred
        return (
            hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, PLUS_DURE)
            or sans_essai(scene, scene[self.actor], DEPLACEMENTS[self.facon])
            or self.inaccessible(scene)
        )

    @rule("TN-8.66", "TN-8.68")
    def impayable(self, scene: Scene) -> Closed | None:
        """What of it cannot be paid: one movement a round, whatever it takes; an escarmouche has no squares."""
        d = DEPLACEMENTS[self.facon]
        if scene.encounter is not None and scene.encounter.format == "escarmouche":
            return Closed("TN-8.3", "Une escarmouche se passe de cases : on rejoint quelqu'un, ou l'on s'éloigne")
        if self.actor in scene.people and amount(scene[self.actor].bears, "retard", Essai(scene[self.actor], scene)):
            return Closed("TN-9.106", "Son armure le retarde : il se déplacera à un compte plus bas")
        if self.actor in scene.people and amount(scene[self.actor].bears, "cloue", Essai(scene[self.actor], scene)):
            return Closed("TN-9.45", "Une arme de siège ne suit pas : il faut la démonter, ou la laisser là")
        if self.gratuite:
            barred = fermee(scene, self.actor, "", 0) or fermee_gratuite(scene, self.actor, d)
        elif d.prix == "complexe":
            barred = ouvrage_ferme(scene, self.actor, self.oeuvre(scene), self.acts)
        else:
            genre = self.genre(scene) if d.prix == "simple" else ""
            barred = fermee(scene, self.actor, genre, *PRIX[d.prix], mouvement=True)
        if barred is None and en_chantier(scene, self.actor, self.oeuvre(scene)) is None:
            return epuise(scene, self.actor)
        return barred

    def inaccessible(self, scene: Scene) -> Closed | None:
        """Why one does not come there."""
        p, case = scene[self.actor], (self.x, self.y)
        loin = distance(scene, p, self.facon, True)
        if not loin:
            return Closed("TN-4.75", "Aucun Déplacement : seul un pas de placement reste possible")
        if case == (p.x, p.y):
            return Closed("TN-8.362", "On y est déjà")
        if case in prises(scene, p.id):
            return Closed("TN-8.362", "La case est prise")
        if steps("square", (p.x, p.y), case) > loin:
            return Closed("TN-8.362", "Trop loin : {} m au plus", (loin,))
        if chemins(scene, p).pas.get(case, loin + 1) > loin:
            return Closed("TN-8.362", "Aucun chemin de {} m au plus", (loin,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return deplace(self.partir(scene, oracle), oracle, self.actor)

    def partir(self, scene: Scene, oracle: Oracle) -> Scene:
        """Paid, and done once it is paid in full."""
        d = DEPLACEMENTS[self.facon]
        if self.gratuite:
            scene = depenser(scene, self.actor, "actg", GENRE)
        elif d.prix == "complexe":
            o = self.oeuvre(scene)
            if en_chantier(scene, self.actor, o) is None or not confrontation(scene).budgets[self.actor].bouge:
                scene = bouger(scene, self.actor)
            scene, net = ouvrer(scene, oracle, self.actor, o, self.acts)
            return scene if net is None else aller(scene, oracle, self)
        else:
            moyen, genre = ("acts", self.genre(scene)) if d.prix == "simple" else ("actl", "")
            scene = depenser(scene, self.actor, moyen, genre)
        return aller(bouger(scene, self.actor), oracle, self)


PRIX = {"libre": (0, 1), "simple": (1, 0)}


def epuise(scene: Scene, who: str) -> Closed | None:
    """Whether the movements of the round are made."""
    fini = confrontation(scene).budgets[who].bouge >= permis(scene, scene[who])
    return Closed("TN-8.68", "Un seul déplacement par round") if fini else None


@rule("TN-8.68", "TN-8.422")
def permis(scene: Scene, p: Personnage) -> int:
    """How many movements somebody has in a round: one, unless something gives him more."""
    return 1 + amount(p.bears, "deplacements", Essai(p, scene))


@rule("TN-8.66")
def fermee_gratuite(scene: Scene, who: str, d: Deplacement) -> Closed | None:
    """The action gratuite of a mobile stance is worth an action simple."""
    if d.prix != "simple" or not gratuite(scene, who, GENRE):
        return Closed("TN-8.66", "Pas d'action gratuite pour ce déplacement")
    return None


def sans_essai(scene: Scene, p: Personnage, d: Deplacement) -> Closed | None:
    """Why he cannot make the test it takes."""
    if not d.test:
        return None
    of = essai_de(p, d)
    return refuse(scene, p, *of, Essai(p, scene, None, *of))


def essai_de(p: Personnage, d: Deplacement) -> tuple[str, str, str]:
    """Of the skills it may be tested with the one he knows best."""
    competence = max(d.test, key=lambda id: p.fiche.competences.get(id, 0))
    groupe = en_defaut(p, competence)
    return premier(groupe, competence), competence, groupe


def bouger(scene: Scene, who: str) -> Scene:
    """One movement more in this round."""
    e = confrontation(scene)
    b = replace(e.budgets[who], bouge=e.budgets[who].bouge + 1)
    return replace(scene, encounter=replace(e, budgets={**e.budgets, who: b}))


@rule("TN-8.274", "TN-8.280", "TN-8.281", "TN-8.362", "TN-8.377")
def aller(scene: Scene, oracle: Oracle, a: SeDeplacer) -> Scene:
    """Along the way: opportunities of whoever one passes, the test it takes, and where one comes to."""
    d, p = DEPLACEMENTS[a.facon], scene[a.actor]
    chemin = chemins(scene, p).vers((a.x, a.y))
    net: Terms = ()
    if d.degage:
        for i in reversed(retenu(p)):
            scene = finir(scene, oracle, p.id, i, "TN-8.362")
    if not d.sur:
        scene, found = provoquer(scene, oracle, p.id, GENRE, chemin=chemin)
        tombe = found.case is not None and not distance(scene, scene[p.id], a.facon)
        if found.perdue or tombe:
            return arreter(scene, oracle, p.id, found.case)
        net = found.net
    if d.test and (not d.elan or len(chemin) - 1 > distance(scene, p, a.facon)):
        scene, r = tester(scene, oracle, figures(scene, scene[p.id], *essai_de(p, d), net=net), (a.difficulte,))
        loin = distance(scene, p, a.facon) if d.elan else 0
        chemin = chemin if r.reussi else chemin[: loin + 1]
    avant = scene[p.id]
    scene = en_chemin(scene, oracle, p.id, chemin)
    if not libre_d_aller(avant, scene[p.id]):
        return arreter(scene, oracle, p.id, None)
    x, y = chemin[-1]
    scene = scene.put(replace(scene[p.id], x=x, y=y))
    if d.mouvement:
        e = confrontation(scene)
        scene = replace(scene, encounter=replace(e, budgets={**e.budgets, p.id: replace(e.budgets[p.id], sprint=True)}))
    facts = ("facon", d.nom), ("x", x), ("y", y), ("cases", len(chemin) - 1)
    oracle.tell(Event("deplacement", p.id, rule=d.regle, facts=facts))
    return scene


@vers_l_abri.then("TN-8.155", "TN-8.158", "TN-8.274", "TN-R72")
def se_jeter_a_couvert(scene: Scene, oracle: Oracle, c: Coup, vers: Cell) -> Scene:
    """Taking cover is a movement if one changes places for it: any other adversary on the way may take it."""
    chemin = (scene[c.sur].x, scene[c.sur].y), vers
    if c.reponse == "libre":
        scene, _ = provoquer(scene, oracle, c.sur, "se_couvrir", c.plan, chemin=chemin, sauf=c.de)
    avant = scene[c.sur]
    if not avant.up or "au_sol" in avant.bears:
        return scene
    scene = en_chemin(scene, oracle, c.sur, chemin)
    if not libre_d_aller(avant, scene[c.sur]):
        return arreter(scene, oracle, c.sur, None)
    x, y = vers
    facts = ("facon", "à couvert"), ("x", x), ("y", y), ("cases", 1)
    oracle.tell(Event("deplacement", c.sur, rule="TN-8.158", facts=facts))
    return scene.put(replace(scene[c.sur], x=x, y=y))


@rule("TN-8.116")
def libre_d_aller(avant: Personnage, apres: Personnage) -> bool:
    """Whether nothing on his way has stopped somebody: felled, thrown down, held, or driven elsewhere."""
    a_terre = "au_sol" in apres.bears and "au_sol" not in avant.bears
    retenu_la = len(retenu(apres)) > len(retenu(avant))
    return apres.up and not a_terre and not retenu_la and (apres.x, apres.y) == (avant.x, avant.y)


@rule("TN-8.280")
def arreter(scene: Scene, oracle: Oracle, who: str, case: Cell | None) -> Scene:
    """Stopped where he was struck, or thrown down: at melee distance of whoever did it."""
    if case is not None:
        scene = scene.put(replace(scene[who], x=case[0], y=case[1]))
    p = scene[who]
    oracle.tell(Event("arrete", who, rule="TN-8.280", facts=(("x", p.x), ("y", p.y))))
    return scene


@rule("TN-8.366", "TN-8.362")
@EFFECTS.on("situation:tir")
def en_pleine_course(c: Essai) -> Term | None:
    """Whoever has sprinted in this round is harder to shoot at."""
    e = c.scene.encounter if c.scene is not None else None
    b = e.budgets.get(c.p.id) if e is not None else None
    return terme("mouvement") if b is not None and b.sprint and not placee(c.p, "mouvement") else None


# ---------------------------------------------------------------- what is offered, and shown on the map


def sol(scene: Scene) -> Ground:
    """The map, in squares of a metre (TN-4.63): what stands on it is what nobody has broken or moved."""
    carte = CARTES.get(scene.carte)
    if carte is None:
        return Ground("square")
    la = {(o.x, o.y): o.nom for o in scene.obstacles}
    plots = tuple([Plot(x, y, la.get((x, y), nom)) for (x, y), nom in carte.nues.items()])
    return Ground("square", plots, SIGNES, INFRANCHISSABLES)


def accessibles(
    scene: Scene, p: Personnage, parmi: tuple[str, ...] = SUR_LA_CARTE
) -> Iterator[tuple[str, dict[Cell, int]]]:
    """The free squares each of these ways of moving leads to now, with the steps to each; a test counted as failed."""
    facons = [f for f in parmi if SeDeplacer(p.id, p.x, p.y, f).impayable(scene) is None]
    if not facons:
        return
    occupees, pas = prises(scene, p.id), chemins(scene, p).pas
    for facon in facons:
        loin = distance(scene, p, facon)
        yield facon, {case: n for case, n in pas.items() if 0 < n <= loin and case not in occupees}


def portee(scene: Scene, who: str) -> Iterator[Way]:
    """Where somebody may go now, for the map."""
    p = scene.people.get(who)
    if p is not None and scene.encounter is not None:
        yield from (Way(SeDeplacer(who, p.x, p.y, facon), cases) for facon, cases in accessibles(scene, p))


ACTIONS = (SeDeplacer,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """As each way of moving goes: towards the nearest adversary, or, those that are safe, away from him."""
    foes = [q for q in scene.people.values() if q.side and q.side != p.side and q.up]
    if scene.turn() != (p.id,) or not foes:
        return
    proche = min(foes, key=lambda q: steps("square", (p.x, p.y), (q.x, q.y)))
    la = proche.x, proche.y
    for facon, cases in accessibles(scene, p):
        sens = -1 if DEPLACEMENTS[facon].sur else 1
        loin = {case: sens * steps("square", case, la) for case in cases}
        case = min(cases, key=lambda case: (loin[case], cases[case], sens * dist(case, la)), default=None)
        if case is not None and loin[case] < sens * steps("square", (p.x, p.y), la):
            yield SeDeplacer(p.id, *case, facon)
