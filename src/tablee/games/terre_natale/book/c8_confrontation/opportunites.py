"""Opportunities: what gives them, who may take them, what becomes of the action they disturb.

An opportunity is an `assaut` that nothing answers. Whatever provokes calls `provoquer` once it is paid, before it
happens:

    scene, d = provoquer(scene, oracle, who, "complexe")
    if d.perdue: return scene                     # it does not happen any more
    ... figures(..., net=net + d.net)             # else with the désavantages that are left on it

Later sections say what else than a blow an opportunity may be, by `@saisie("renverser", "Renverser")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, Question
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Personnage
from ...model.plan import ESPRIT, PLANS, Nom, Plan
from ...model.scene import Scene
from ...model.sums import modificateur
from ..c4_caracteristiques.portees import comparaison, zone_active, zone_passive
from ..c4_caracteristiques.sauvegardes import figures_de_sauvegarde, sauvegarder
from .armes import a_portee, en_melee, qualite_en_main
from .attaque import Coup, assaut, esquive, interdite
from .budget import depenser, moyens, preparation
from .mains import sans_action_libre
from .offres import choix, offrir

INTERRUPTION = 10  # TN-8.278
DETERMINATION = "determination"
QUOI = {  # what gives an opportunity, as players call it
    "complexe": "action complexe",
    "deplacement": "déplacement",
    "recharger": "rechargement",
    "tir": "tir",
    "esquiver": "esquive",
    "se_couvrir": "mise à couvert",
}
SANS_SUITE = ("esquiver", "se_couvrir")  # it is done: nothing is left to interrupt


class Derangement(Struct, frozen=True):
    """What opportunities leave of an action: désavantages, or nothing; of a movement, where it ends."""

    net: Terms = ()
    perdue: bool = False
    case: Cell | None = None  # where a mover was stopped (TN-8.280), or lost his allure (TN-8.377)


class Saisie(Struct, frozen=True):
    """Something an opportunity may be used for: done by one on another, and whether it succeeded."""

    nom: str
    faire: Callable[[Scene, Oracle, str, str, Nom, Terms], tuple[Scene, bool]]
    possible: Callable[[Scene, Personnage, Personnage, Plan], bool] | None = None


SAISIES: dict[str, Saisie] = {}
Faire = Callable[[Scene, Oracle, str, str, Nom, Terms], tuple[Scene, bool]]


def saisie(
    id: str, nom: str, possible: Callable[[Scene, Personnage, Personnage, Plan], bool] | None = None
) -> Callable[[Faire], Faire]:
    """What else an opportunity may be: `faire(scene, oracle, de, sur, plan, net)`, which says whether it succeeded."""

    def keep(faire: Faire) -> Faire:
        SAISIES[id] = Saisie(nom, faire, possible)
        return faire

    return keep


def peut_frapper(scene: Scene, p: Personnage, q: Personnage, plan: Plan) -> bool:
    """Whether nothing forbids it: whoever has broken off the dialogue is not spoken to (TN-8.396)."""
    main = main_de_melee(p)
    if plan is not ESPRIT and sans_action_libre(scene, p.id, main) is not None:
        return False  # TN-8.338
    return interdite(scene, p.id, q.id, plan, main) is None


@rule("TN-8.276", "TN-8.277")
@saisie("opportunite", "Frapper", peut_frapper)
def frapper_sans_reponse(scene: Scene, oracle: Oracle, de: str, sur: str, plan: Nom, net: Terms) -> tuple[Scene, bool]:
    """A blow, or a tirade, that nothing answers."""
    main = 0 if PLANS[plan] is ESPRIT else main_de_melee(scene[de])
    scene, v = assaut(scene, oracle, Coup(de, sur, plan, main=main, net=net, reponse="aucune", opportunite=True))
    return scene, v.touche


def main_de_melee(p: Personnage) -> int:
    """The first arm in hand that one strikes with at close quarters; beyond all of them, bare hands."""
    armes = p.equipement.armes
    return next((n for n, arme in enumerate(armes) if arme.sorte.usage != "tir"), len(armes))


# ---------------------------------------------------------------- who may take one


@rule("TN-8.274", "TN-8.283")
def a_sa_portee(p: Personnage, q: Personnage, plan: Plan) -> bool:
    """Whether somebody has the other within his portée de mêlée, or of words."""
    return a_portee(p, q, plan) is not None if plan is ESPRIT else en_melee(p, q, main_de_melee(p))


def premiere_case(p: Personnage, q: Personnage, plan: Plan, chemin: tuple[Cell, ...]) -> Cell | None:
    """The first square of a way on which somebody may be struck by the other."""
    return next((case for case in chemin if a_sa_portee(p, replace(q, x=case[0], y=case[1]), plan)), None)


@rule("TN-8.274", "TN-8.276", "TN-8.283", "TN-R72")
def opportunistes(
    scene: Scene, who: str, plan: Plan, chemin: tuple[Cell, ...], sauf: str
) -> Iterator[tuple[Personnage, Cell, tuple[str, ...]]]:
    """Every adversary who has him in reach and can pay: where, and with what."""
    q = scene[who]
    for p in scene.people.values():
        if p.side == q.side or not p.side or not q.side or p.id == sauf or not p.up:
            continue
        case = premiere_case(p, q, plan, chemin or ((q.x, q.y),))
        prix = moyens(scene, p.id, "attaque", "opportunite", rapide_seule=True) if case is not None else ()
        if case is not None and prix and possibles(scene, p, q, plan):
            yield p, case, prix


@rule("TN-8.274", "TN-8.283")
def provoque(scene: Scene, quoi: str, plan: Plan) -> bool:
    """Whether this gives opportunities here: on a plane that is fought on; in an escarmouche a shot alone (TN-U8)."""
    e = scene.encounter
    if e is None or quoi not in plan.provoque or e.forme == ("combat" if plan is ESPRIT else "joute"):
        return False
    return e.format != "escarmouche" or quoi == "tir"


# ---------------------------------------------------------------- what comes of them


@rule("TN-8.274", "TN-8.276", "TN-8.277", "TN-8.279", "TN-8.280", "TN-8.283", "TN-8.285", "TN-8.377", "TN-R75")
def provoquer(
    scene: Scene,
    oracle: Oracle,
    who: str,
    quoi: str,
    plan: Nom = "corps",
    *,
    chemin: tuple[Cell, ...] = (),
    sauf: str = "",
) -> tuple[Scene, Derangement]:
    """All who could are asked at once; those who take it act, and the worst that comes of it counts.

    `quoi`: complexe, deplacement, recharger, tir, esquiver or se_couvrir. `chemin`: the squares a mover goes through,
    the first of them where he stands; each strikes him where he first can.
    """
    p = PLANS[plan]
    if not provoque(scene, quoi, p):
        return scene, Derangement()
    those = {q.id: (case, prix) for q, case, prix in opportunistes(scene, who, p, chemin, sauf)}
    questions = [question(scene, id, who, quoi, p, prix) for id, (_, prix) in those.items()]
    ici = scene[who]
    subis: list[tuple[int, Cell]] = []
    tombe: Cell | None = None
    for id, option in offrir(scene, oracle, questions):
        if not scene[who].up or not scene[id].up:
            continue  # what cannot happen any more is not paid (TN-R71)
        x, y = those[id][0]
        scene = scene.put(replace(scene[who], x=x, y=y))
        debout = "au_sol" not in scene[who].bears
        scene, n = saisir(scene, oracle, id, who, quoi, p, str(option.id))
        subis.append((n, (x, y)))
        tombe = tombe or ((x, y) if debout and "au_sol" in scene[who].bears else None)
    if not scene[who].up:
        return scene, Derangement(perdue=True)
    scene = scene.put(replace(scene[who], x=ici.x, y=ici.y)) if subis else scene
    arrets = [case for n, case in subis if n > DOUBLE]
    if arrets:
        return scene, Derangement(perdue=True, case=min(arrets, key=(chemin or arrets).index))
    pire = max([n for n, _ in subis], default=0)
    return scene, Derangement((("Action interrompue", -pire, "TN-8.279"),) if pire else (), case=tombe)


DOUBLE = 2  # désavantages; one more: the action is lost


def question(scene: Scene, who: str, sur: str, quoi: str, plan: Plan, prix: tuple[str, ...]) -> Question:
    """What he may do, at each price; shown: on whom, and what gives the opportunity."""
    noms = possibles(scene, scene[who], scene[sur], plan)
    shown = (("sur", sur), ("cause", QUOI[quoi]))
    return Question(who, "tn.opportunite", "TN-8.274", choix(noms, prix), shown, group=f"opportunite:{sur}")


def possibles(scene: Scene, p: Personnage, q: Personnage, plan: Plan) -> tuple[tuple[str, str], ...]:
    """What he may use one for, on this one."""
    return tuple([(id, s.nom) for id, s in SAISIES.items() if s.possible is None or s.possible(scene, p, q, plan)])


@rule("TN-8.276", "TN-4.70", "TN-R36")
def saisir(scene: Scene, oracle: Oracle, de: str, sur: str, quoi: str, plan: Plan, pris: str) -> tuple[Scene, int]:
    """One opportunity, paid and resolved: how many désavantages it leaves, 3: the action is lost."""
    id, _, moyen = pris.partition("/")
    p = scene[de]
    zone = comparaison(
        total(zone_active(p, plan.genre, scene.options)), total(zone_passive(scene[sur], plan.genre, scene.options))
    )
    net = (*preparation(scene, de, moyen, "opportunite"), *((zone,) if zone is not None else ()))
    scene = depenser(scene, de, moyen, "attaque")
    oracle.tell(Event("opportunite", de, sur, "TN-8.274", net, (("cause", QUOI[quoi]),)))
    scene, reussie = SAISIES[id].faire(scene, oracle, de, sur, plan.nom, net)
    if not reussie or quoi in SANS_SUITE or not scene[sur].up:
        return scene, 0
    return resister(scene, oracle, sur, de, plan)


@rule("TN-8.278", "TN-8.285", "TN-L.7")
def difficulte_d_interruption(p: Personnage, plan: Plan) -> Terms:
    """10 and the modifier of Force with the quality of the arm; in a joute of Charisme, with that of what is shown."""
    qualite = qualite_en_main(p, plan, main_de_melee(p))
    regle = "TN-8.285" if plan is ESPRIT else "TN-8.278"
    m = modificateur(p.fiche.valeurs[plan.interruption] + qualite)
    return ("Base", INTERRUPTION, regle), (plan.interruption, m, regle), *tally(p.bears, "expertise", Essai(p))


@rule("TN-8.279", "TN-R38")
def resister(scene: Scene, oracle: Oracle, who: str, par: str, plan: Plan) -> tuple[Scene, int]:
    """A détermination save: none, one or two désavantages; at a critical failure the action is lost."""
    difficulte = total(difficulte_d_interruption(scene[par], plan))
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], DETERMINATION), difficulte)
    n = {"réussite critique": 0, "réussite": 1, "échec": DOUBLE, "échec critique": DOUBLE + 1}[r.issue]
    what = "action_perdue" if n > DOUBLE else "interruption"
    facts = () if n > DOUBLE else (("desavantages", n),)
    oracle.tell(Event(what, who, par, "TN-8.279", facts=facts))
    return scene, n


@rule("TN-8.346", "TN-8.274")
def en_tirant(scene: Scene, oracle: Oracle, c: Coup) -> tuple[Scene, Derangement]:
    """Whoever shoots or throws while an adversary has him in reach gives him an opportunity."""
    p, armes = scene[c.de], scene[c.de].equipement.armes
    usage = armes[c.main].sorte.usage if c.main < len(armes) else "melee"
    if (
        PLANS[c.plan] is ESPRIT
        or (usage == "melee" and not c.lancee)
        or (usage == "lancer" and not c.lancee and en_melee(p, scene[c.sur], c.main))
    ):
        return scene, Derangement()
    return provoquer(scene, oracle, c.de, "tir")


@esquive.then("TN-8.155", "TN-8.277", "TN-R72")
def apres_une_esquive(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """A dodge is a movement: any other adversary in reach may take it, once it is resolved."""
    return provoquer(scene, oracle, c.sur, "esquiver", c.plan, sauf=c.de)[0] if scene[c.sur].up else scene
